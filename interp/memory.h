/* memory.h - the memory of an engine as its modules use it.
 *
 * Layer: interp, private. Every block below the public interface that is not in an arena comes from
 * the struct mad_memory of the engine, reached through game->allocator. Sizes are remembered by the
 * owner of a block, because the allocator is told them. */
#ifndef MAD_INTERP_MEMORY_H
#define MAD_INTERP_MEMORY_H

#include <stdint.h>
#include <string.h>

#include "mad_rules.h"

/* A block of zero bytes, or null. */
static inline void *mad_memory_new(const struct mad_memory *memory, size_t bytes)
{
    void *block = memory->resize(memory->context, NULL, 0, bytes);
    if (block != NULL)
        memset(block, 0, bytes);
    return block;
}

static inline void mad_memory_free(const struct mad_memory *memory, void *block, size_t bytes)
{
    if (block != NULL)
        (void)memory->resize(memory->context, block, bytes, 0);
}

/* Grows `*block` from `*capacity` items so that `needed` fit, doubling at least. On failure both are
 * as before. */
MAD_MUST_CHECK static inline enum mad_status mad_memory_grow(const struct mad_memory *memory,
                                                             void **block, size_t *capacity,
                                                             size_t needed, size_t item_bytes)
{
    if (needed <= *capacity)
        return MAD_OK;
    size_t wanted = *capacity < SIZE_MAX / 2 && 2 * *capacity > needed ? 2 * *capacity : needed;
    if (wanted > SIZE_MAX / item_bytes)
        return MAD_ERROR_MEMORY;
    void *grown =
        memory->resize(memory->context, *block, *capacity * item_bytes, wanted * item_bytes);
    if (grown == NULL)
        return MAD_ERROR_MEMORY;
    *block = grown;
    *capacity = wanted;
    return MAD_OK;
}

/* The memory of the engine that a game was loaded with. */
const struct mad_memory *mad_game_memory(const mad_game *game);

/* realloc and free of the C library in this shape. */
extern const struct mad_memory mad_memory_default;

#endif
