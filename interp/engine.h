/* engine.h - the engine from inside: what a load reads from it.
 *
 * Layer: interp, private. Never written once threads share it: folders are added, and tests write `ways`,
 * before that. */
#ifndef MAD_INTERP_ENGINE_H
#define MAD_INTERP_ENGINE_H

#include <stdint.h>

#include "memory.h"

/* What tests want otherwise: the same game by other ways of the machine. Zeros: the best that it has. */
struct mad_load_ways {
    uint32_t left_out;    /* bits: enum mad_way */
    uint32_t least_words; /* of a set of squares: 0, 1, 2, 4 or 16 */
};

struct mad_engine {
    struct mad_memory memory;
    struct mad_load_ways ways;
    char **folders; /* where rule files may lie, each a block of its own; [folder_count] */
    size_t folder_count, folder_capacity;
};

#endif
