/* format.h - a text laid out the one way, for those who only compare.
 *
 * Layer: interp. */
#ifndef MAD_FORMAT_H
#define MAD_FORMAT_H

#include "../grammar/arena.h"

/* The text laid out, in the arena; null when it cannot be read, or there is no memory. */
const char *mad_laid_out(struct mad_arena *arena, const char *name, const char *text, size_t bytes,
                         size_t *out_bytes);

#endif
