/* mad_learn.h - what a game is about, learned from positions whose games have been played to the end.
 *
 *   mad_learner   gathers positions of one game, and fits to how these went what men are worth on squares and in
 *                 pockets, at the beginning and at the end, and how much each part of the evaluation counts.
 *                 One thread at a time.
 *
 * Rules as in mad_rules.h. The text that comes out is what mad_learned_new reads, and what searches use when it lies
 * beside the rule file (mad_game_learned). The same positions, in the same order, give the same text. */
#ifndef MAD_LEARN_H
#define MAD_LEARN_H

#include "mad_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mad_learner mad_learner;
MAD_MUST_CHECK enum mad_status mad_learner_new(const mad_game *game, mad_learner **out);
void mad_learner_free(mad_learner *learner);

/* How a position went. Scores are those of searches: hundredths of the smallest piece's worth. */
struct mad_lesson {
    int result;       /* 1: the first player won, 0: drawn, -1: the second won */
    int score;        /* what a search thought of it, seen by the first player */
    bool is_for_test; /* not learned from, but asked whether what was learned holds */
};
/* Whether nothing has happened for so long that how the game ended says little of the position. */
bool mad_position_drags(const mad_position *position);
/* Positions in check tell little: they are left out. */
MAD_MUST_CHECK enum mad_status mad_learner_add(mad_learner *learner, const mad_position *position,
                                               const struct mad_lesson *lesson);
size_t mad_learner_count(const mad_learner *learner); /* of all positions added */

struct mad_learn_report {
    int round, rounds;      /* through all positions; round 0: before the first */
    double loss, test_loss; /* how far the forecast is off, squared, on average: 0 to 1 */
};
struct mad_learn_limits {
    int rounds;              /* of each of three tries; 0: MAD_LEARN_ROUNDS */
    bool with_network;       /* a small network is trained as well: that wants many positions */
    bool is_rethought;       /* scores are of longer searches than those that chose the moves */
    mad_interrupt interrupt; /* may be null */
    void (*progress)(void *context, const struct mad_learn_report *report); /* may be null */
    void *context;
};
enum { MAD_LEARN_ROUNDS = 12 };
/* `*text` is malloced; the caller frees. `*report` is of the round that was the best on the positions for test, which
 * is the one taken. MAD_ERROR_MISUSE without positions of both kinds; MAD_ERROR_STOPPED. */
MAD_MUST_CHECK enum mad_status mad_learner_fit(mad_learner *learner,
                                               const struct mad_learn_limits *limits, char **text,
                                               struct mad_learn_report *report);

#ifdef __cplusplus
}
#endif

#endif
