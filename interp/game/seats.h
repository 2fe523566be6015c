/* seats.h - games of three players and more: a state is as its mover sees it, he against all others.
 *
 * Layer: game. The machine knows two sides; vm.c asks it with the game as the player sees it who is to move, and here a
 * state comes to be seen by another. Only whose the men are hangs on that. Such games have no order of turns:
 * state->turn says who is to move, who has moved last, and who is out. */
#ifndef MAD_GAME_SEATS_H
#define MAD_GAME_SEATS_H

#include "../mad_rules.h"
#include "state.h"

static inline uint32_t mad_seat_now(const struct mad_state *state)
{
    return state->turn & MAD_SEAT_MASK;
}

static inline uint32_t mad_seat_last(const struct mad_state *state)
{
    return state->turn >> MAD_SEAT_BITS & MAD_SEAT_MASK;
}

/* Bits of the players who are out. */
static inline uint32_t mad_seats_out(const struct mad_state *state)
{
    return state->turn >> 2 * MAD_SEAT_BITS;
}

static inline uint8_t mad_seat_turn(uint32_t now, uint32_t last, uint32_t out)
{
    return (uint8_t)(now | last << MAD_SEAT_BITS | out << 2 * MAD_SEAT_BITS);
}

/* The game as whoever is to move sees it; games of two players are always alike. */
static inline const struct mad_game *mad_seat_of(const struct mad_game *game,
                                                 const struct mad_state *state)
{
    return game->turn.seats == NULL ? game : game->turn.seats->game[mad_seat_now(state)];
}

/* Whose a man of that code is. */
static inline uint32_t mad_seat_of_code(const struct mad_game *game, uint32_t code)
{
    return code % game->turn.seats->count;
}

/* That player wins: of allies the first stands for all. */
enum mad_outcome mad_seat_win(const struct mad_game *game, uint32_t seat);

/* Who of those that are not out comes behind that player: himself where nobody else does. */
uint32_t mad_seat_behind(const struct mad_game *game, const struct mad_state *state, uint32_t seat);
/* Who came before, likewise. */
uint32_t mad_seat_before(const struct mad_game *game, const struct mad_state *state, uint32_t seat);
/* A position that was put together, before mad_state_finish: whose turn it is, and who is out, has been said. */
void mad_seat_begin(const struct mad_game *game, struct mad_state *state);
/* As that player sees it, who is to move. */
void mad_seat_take(const struct mad_game *game, uint32_t seat, struct mad_state *state);
/* The turn goes from one to the next: marks go that lasted until the next, or whoever is out between them, is to move. */
void mad_seat_end_marks(const struct mad_game *game, uint32_t from, uint32_t next,
                        struct mad_state *state);
/* As that player sees it, who has just moved. */
void mad_seat_look_back(const struct mad_game *game, uint32_t seat, struct mad_state *state);
/* He has no turn any more; his men stay, or leave the game. */
void mad_seat_leave(const struct mad_game *game, uint32_t seat, bool men_stay,
                    struct mad_state *state);

#endif
