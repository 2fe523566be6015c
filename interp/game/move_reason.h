/* move_reason.h - why a typed text is no legal move.
 *
 * Layer: game. The text is read as loosely as people write - a letter, a square or two - and the first
 * thing about it that cannot be is said, in the names of the game. */
#ifndef MAD_GAME_MOVE_REASON_H
#define MAD_GAME_MOVE_REASON_H

#include "notation.h"

/* What generation without some of the rules has shown about the text. */
enum mad_hindrance {
    MAD_HINDRANCE_NONE, /* no rule makes such a move */
    MAD_HINDRANCE_DUTY, /* the rules make it, but something else has to be done first */
    MAD_HINDRANCE_LAW,  /* the rules make it, but a law forbids what it leaves */
};

/* Appends the reason to the writer; false when there is nothing better to say than that it is not
 * legal. `list` and `names` are the legal moves. */
bool mad_move_reason(const struct mad_game *game, const struct mad_state *state,
                     const struct mad_move_list *list, const struct mad_names *names,
                     const char *typed, enum mad_hindrance hindrance, struct mad_writer *writer);

#endif
