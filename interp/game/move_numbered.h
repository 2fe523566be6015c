/* move_numbered.h - moves of draughts by the numbers of squares: 32-28, 24x15, 19x28x37; or by their names: c3xe5xg7.
 *
 * Layer: game. Portable Draughts Notation 3.0: a capture names where it begins and ends, and where it lands on
 * the way when another one has the same ends. Which games are written so is said by their rules (dialect.h). */
#ifndef MAD_GAME_MOVE_NUMBERED_H
#define MAD_GAME_MOVE_NUMBERED_H

#include "move.h"
#include "state.h"
#include "writer.h"

/* Whether the text is this move of the list: all squares of its way; or its ends, and where each part of the way between
 * those that are named passes somebody who is taken, and nobody is taken elsewhere. */
bool mad_move_is_numbered(const struct mad_game *game, const struct mad_state *state,
                          const struct mad_move_list *list, const struct mad_move *move,
                          const char *text);
/* Writes move `index` of the list so that the text is no other move of it. False when there is no such text: nothing
 * is written then. */
bool mad_move_write_numbered(const struct mad_game *game, const struct mad_state *state,
                             const struct mad_move_list *list, uint32_t index,
                             struct mad_writer *writer);

#endif
