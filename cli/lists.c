/* lists.c - see lists.h. Layer: cli. */
#include "lists.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

void *cli_room(void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return items;
    }
    void *grown = realloc(items, (*capacity * 2 + FIRST_ROOM) * size);
    if (grown != NULL) {
        *capacity = *capacity * 2 + FIRST_ROOM;
    }
    return grown;
}

size_t cli_place_of(const void *items, size_t count, size_t size, uint64_t number)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint64_t found;
        memcpy(&found, (const char *)items + middle * size, sizeof found);
        if (found < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void cli_open_place(void *items, size_t count, size_t size, size_t place)
{
    char *at = (char *)items + place * size;
    memmove(at + size, at, (count - place) * size);
}

/* FNV-1a (Fowler, Noll and Vo). */
uint64_t cli_digest(uint64_t digest, const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        digest = (digest ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    }
    return digest;
}
