/* arena.c - chunks of memory in a list; the newest serves until it is full.
 *
 * Layer: grammar. Chunks double in size up to a megabyte, so that a small rule file costs little and
 * a large one few calls. A request larger than a chunk gets a chunk of its own. */
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 16 << 10, LARGEST_CHUNK = 1 << 20 };

struct mad_arena_chunk {
    struct mad_arena_chunk *next;
    size_t bytes; /* of the whole block, this header included */
    size_t used;  /* likewise */
    max_align_t start[];
};

static void *libc_resize(void *ctx, void *p, size_t old_bytes, size_t new_bytes)
{
    (void)ctx;
    (void)old_bytes;
    if (new_bytes == 0) {
        free(p);
        return NULL;
    }
    return realloc(p, new_bytes);
}

const struct mad_allocator mad_allocator_default = {libc_resize, NULL};

void mad_arena_init(struct mad_arena *arena, const struct mad_allocator *allocator, size_t limit)
{
    *arena = (struct mad_arena){.limit = limit};
    arena->allocator = allocator != NULL ? *allocator : mad_allocator_default;
}

void mad_arena_free(struct mad_arena *arena)
{
    struct mad_arena_chunk *chunk = arena->chunks;
    while (chunk != NULL) {
        struct mad_arena_chunk *next = chunk->next;
        (void)arena->allocator.resize(arena->allocator.ctx, chunk, chunk->bytes, 0);
        chunk = next;
    }
    arena->chunks = NULL;
    arena->total = 0;
}

void mad_arena_reset(struct mad_arena *arena)
{
    struct mad_arena_chunk *newest = arena->chunks;
    if (newest == NULL)
        return;
    struct mad_arena older = *arena;
    older.chunks = newest->next;
    mad_arena_free(&older);
    newest->next = NULL;
    newest->used = offsetof(struct mad_arena_chunk, start);
    arena->total = newest->bytes;
}

/* A new chunk with room for `bytes` at least, on top of the list. */
static struct mad_arena_chunk *add_chunk(struct mad_arena *arena, size_t bytes)
{
    const size_t header = offsetof(struct mad_arena_chunk, start);
    if (bytes > SIZE_MAX - header)
        return NULL;
    size_t size = arena->chunks == NULL ? FIRST_CHUNK : 2 * arena->chunks->bytes;
    if (size > LARGEST_CHUNK)
        size = LARGEST_CHUNK;
    if (size < bytes + header)
        size = bytes + header;
    if (arena->limit != 0 && size > arena->limit - arena->total)
        size = bytes + header;
    if (arena->limit != 0 && size > arena->limit - arena->total) {
        arena->is_full = true;
        return NULL;
    }
    struct mad_arena_chunk *chunk = arena->allocator.resize(arena->allocator.ctx, NULL, 0, size);
    if (chunk == NULL)
        return NULL;
    chunk->bytes = size;
    chunk->used = header;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    arena->total += size;
    return chunk;
}

void *mad_arena_room(struct mad_arena *arena, size_t bytes, size_t align)
{
    struct mad_arena_chunk *chunk = arena->chunks;
    if (bytes == 0)
        bytes = 1;
    if (chunk != NULL) {
        size_t at = (chunk->used + align - 1) & ~(align - 1);
        if (at <= chunk->bytes && bytes <= chunk->bytes - at) {
            chunk->used = at + bytes;
            return (char *)chunk + at;
        }
    }
    chunk = add_chunk(arena, bytes);
    if (chunk == NULL)
        return NULL;
    chunk->used += bytes;
    return chunk->start;
}

void *mad_arena_new(struct mad_arena *arena, size_t bytes, size_t align)
{
    void *room = mad_arena_room(arena, bytes, align);
    return room == NULL ? NULL : memset(room, 0, bytes == 0 ? 1 : bytes);
}

void *mad_arena_array(struct mad_arena *arena, size_t count, size_t bytes, size_t align)
{
    if (bytes != 0 && count > SIZE_MAX / bytes)
        return NULL;
    return mad_arena_new(arena, count * bytes, align);
}

char *mad_arena_copy(struct mad_arena *arena, const char *text, size_t bytes)
{
    char *copy = bytes < SIZE_MAX ? mad_arena_new(arena, bytes + 1, 1) : NULL;
    if (copy != NULL && bytes > 0)
        memcpy(copy, text, bytes);
    return copy;
}
