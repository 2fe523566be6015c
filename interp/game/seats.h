/* seats.h - games of three players and more: a state is as its mover sees it, he against all others.
 *
 * Layer: game. The machine knows two sides; vm.c asks it with the game as the player of state->turn sees it, and
 * here a state comes to be seen by another. Only whose the men are hangs on that. */
#ifndef MAD_GAME_SEATS_H
#define MAD_GAME_SEATS_H

#include "state.h"

/* The game as whoever is to move sees it; games of two players are always alike. */
static inline const struct mad_game *mad_seat_of(const struct mad_game *game,
                                                 const struct mad_state *state)
{
    return game->seats == NULL ? game : game->seats->game[state->turn];
}

/* What the seat adds to the key of a state. */
uint64_t mad_seat_key(uint32_t seat);
/* As that player sees it, who is to move. */
void mad_seat_take(const struct mad_game *game, uint32_t seat, struct mad_state *state);
/* Behind a move: the next player is to move. */
void mad_seat_pass(const struct mad_game *game, struct mad_state *state);
/* As whoever has just moved sees it. */
void mad_seat_look_back(const struct mad_game *game, struct mad_state *state);

#endif
