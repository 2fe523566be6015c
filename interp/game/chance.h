/* chance.h - moves with a toss, as players see them: one choice, several outcomes.
 *
 * Layer: game. Generation lists such a move once for each outcome. Folding puts one open move in their
 * place, which says what is tried: its delta_first and delta_count are the index and number of its
 * outcomes, which stand behind all choices of the list. Everything else of it is that of the outcome
 * that shows best what is tried: the first one by which a man comes to another square; but where one of a
 * set is drawn, and he comes to this square or that, to none, and where he becomes this or that, nobody. */
#ifndef MAD_GAME_CHANCE_H
#define MAD_GAME_CHANCE_H

#include "game.h"
#include "move.h"

#include "../mad_rules.h"

/* Whether the outcome of the move still has to be tossed. */
static inline bool mad_move_is_open(const struct mad_move *move)
{
    return move->flags >> MAD_MOVE_OUTCOME_SHIFT == MAD_MOVE_OPEN;
}

/* The outcome that the move has; null when there was no toss, or it is open. */
static inline const struct mad_chance *mad_move_chance(const struct mad_game *game,
                                                       const struct mad_move *move)
{
    uint32_t number = move->flags >> MAD_MOVE_OUTCOME_SHIFT;
    return number != 0 && number != MAD_MOVE_OPEN ? &game->outcomes[number - 1] : NULL;
}

/* How often an outcome comes, one of so many: as it is told, or each alike where they are drawn from a set. */
struct mad_odds {
    uint32_t weight, of;
};

static inline struct mad_odds mad_odds_of(const struct mad_chance *chance, uint32_t count)
{
    return chance->of != 0 ? (struct mad_odds){chance->weight, chance->of}
                           : (struct mad_odds){1, count};
}

/* The outcome whose from, to and placed an open move has. */
const struct mad_move *mad_chance_shown(const struct mad_move_list *list,
                                        const struct mad_move *open);

/* Whether it is told of the move that it does this, as its outcome that is shown does: not where one of a set is drawn
 * and another would not. */
bool mad_chance_is_told(const struct mad_game *game, const struct mad_move_list *list,
                        const struct mad_move *move, const struct mad_delta *delta);

/* Folds the moves from `first` on; list->count then ends the choices, and *total is how many moves
 * the list holds with the outcomes behind them. MAD_ERROR_LIMIT when there is no room. */
MAD_MUST_CHECK enum mad_status mad_chance_fold(const struct mad_game *game,
                                               struct mad_move_list *list, uint32_t first,
                                               uint32_t *total);

#endif
