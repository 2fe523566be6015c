/* intern.c - a hash table of texts, open addressing, at most half full.
 *
 * Layer: grammar. Outgrown tables stay in the arena until it is freed: their sizes double, so that
 * all of them together are smaller than the last. */
#include "intern.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { FIRST_SLOTS = 256 };

/* FNV-1a, 64 bits (Fowler, Noll, Vo). */
static size_t hash(const char *text, size_t bytes)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
    return (size_t)(h ^ (h >> 32));
}

/* The slot where this text is, or where it would go. */
static size_t find_slot(const char *const *slots, size_t slot_count, const char *text, size_t bytes)
{
    size_t i = hash(text, bytes) & (slot_count - 1);
    while (slots[i] != NULL && (strncmp(slots[i], text, bytes) != 0 || slots[i][bytes] != '\0'))
        i = (i + 1) & (slot_count - 1);
    return i;
}

void mad_intern_init(struct mad_intern *intern, struct mad_arena *arena)
{
    *intern = (struct mad_intern){.arena = arena};
}

static bool grow(struct mad_intern *intern)
{
    size_t count = intern->slot_count == 0 ? FIRST_SLOTS : 2 * intern->slot_count;
    const char **slots = MAD_ARENA_ARRAY(intern->arena, const char *, count);
    if (slots == NULL)
        return false;
    for (size_t i = 0; i < intern->slot_count; i++)
        if (intern->slots[i] != NULL)
            slots[find_slot(slots, count, intern->slots[i], strlen(intern->slots[i]))] =
                intern->slots[i];
    intern->slots = slots;
    intern->slot_count = count;
    return true;
}

const char *mad_intern_text(struct mad_intern *intern, const char *text, size_t bytes)
{
    const char *nul = memchr(text, '\0', bytes);
    if (nul != NULL)
        bytes = (size_t)(nul - text);
    if (2 * (intern->used + 1) > intern->slot_count && !grow(intern))
        return NULL;
    size_t slot = find_slot(intern->slots, intern->slot_count, text, bytes);
    if (intern->slots[slot] == NULL) {
        const char *copy = mad_arena_copy(intern->arena, text, bytes);
        if (copy == NULL)
            return NULL;
        intern->slots[slot] = copy;
        intern->used++;
    }
    return intern->slots[slot];
}

const char *mad_intern_string(struct mad_intern *intern, const char *text)
{
    return mad_intern_text(intern, text, strlen(text));
}

const char *mad_intern_find(const struct mad_intern *intern, const char *text, size_t bytes)
{
    if (intern->slot_count == 0)
        return NULL;
    return intern->slots[find_slot(intern->slots, intern->slot_count, text, bytes)];
}
