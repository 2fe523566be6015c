/* why.h - what a move has changed, in words (why_effects.c), for why.c.
 *
 * Layer: interp, private. */
#ifndef MAD_INTERP_WHY_H
#define MAD_INTERP_WHY_H

#include "game/move.h"
#include "game/state.h"
#include "game/writer.h"

struct mad_why_effects {
    void (*say)(void *context, const char *text);
    void *context;
    char text[200]; /* scratch */
};

/* One sentence for each thing that differs: the man who moved first, then other men, marks, pockets and
 * counters. `move` is the one that led from `before` to `after`. */
void mad_why_tell_effects(const struct mad_game *game, const struct mad_state *before,
                          const struct mad_state *after, const struct mad_move *move,
                          struct mad_why_effects *out);
/* "White's Rook"; "Arrow" where it is nobody's. */
void mad_why_put_man(struct mad_writer *writer, const struct mad_game *game, uint8_t code);

#endif
