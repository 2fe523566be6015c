/* engine.h - the engine from inside: what a load reads from it.
 *
 * Layer: interp, private. Never written after mad_engine_new_with, so threads may share it. */
#ifndef MAD_INTERP_ENGINE_H
#define MAD_INTERP_ENGINE_H

#include "memory.h"

struct mad_engine {
    struct mad_memory memory;
};

#endif
