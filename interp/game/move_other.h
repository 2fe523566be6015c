/* move_other.h - moves as other programs and books write them.
 *
 * Layer: game, for move_match.c. Which of these a game has is said by its rules (dialect.h). */
#ifndef MAD_GAME_MOVE_OTHER_H
#define MAD_GAME_MOVE_OTHER_H

#include "move.h"
#include "state.h"

/* Whether the text, without blanks and opinions, is this move of the list:
 *   by numbered squares (PDN: 32-28, 19x28x37), by files and steps (WXF: C2=5), with ranks from 0 (ICCS:
 *   H2-E2), with squares named a1, b1 ... whatever the board's own names are (UCI), or as the castling of
 *   the man on the first square with the partner on the second (e1h1). */
bool mad_move_is_other(const struct mad_game *game, const struct mad_state *state,
                       const struct mad_move_list *list, const struct mad_move *move,
                       const char *text);

#endif
