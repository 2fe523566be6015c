/* learner.h - the learner from inside (mad_learn.h).
 *
 * Layer: learn, private to learner.c and symmetry.c. */
#ifndef MAD_LEARN_LEARNER_H
#define MAD_LEARN_LEARNER_H

#include "../search/searcher.h"
#include "fit.h"

struct mad_learner {
    const struct mad_game *game;
    mad_searcher *searcher; /* which measures, unlearned */
    struct mad_fit_sample *samples;
    size_t count, capacity;
    uint32_t *items; /* inputs of a network (game/network.h) */
    size_t item_count, item_capacity;
    uint16_t *men; /* [count] on the board, of both players */
    size_t men_capacity;
    int32_t full; /* the most men met on a board */
    bool has_test, has_other;
};

/* --- symmetry.c --- */
/* How the second player's squares correspond to the first's: to[square]. False when what men can do, or the array,
 * is not the same for both that way or any. */
bool mad_learn_mirror(const struct mad_evaluator *evaluator, uint16_t to[MAD_MAX_SQUARES]);
/* The same as a network tells it (game/network.h): MAD_TURN_NEVER for false. */
uint32_t mad_learn_turn(const struct mad_evaluator *evaluator);

#endif
