/* state.h - a position: what can change. One flat block of game->state_bytes bytes, copied whole.
 *
 * Layer: game. sets[] holds game->words words for each slot: slots 0 and 1 the pieces of each player,
 * slot 2 pieces of nobody, slot 3 + code the pieces of that code (3 + game->empty is scratch and means
 * nothing), game->mark_slot + m the marks. Behind the sets: how many of each type each pocket holds,
 * the code on every square, and, where a law asks for it, how men have stood before. */
#ifndef MAD_GAME_STATE_H
#define MAD_GAME_STATE_H

#include <assert.h>
#include <string.h>

#include "game.h"

enum { MAD_SLOT_SIDE = 0, MAD_SLOT_CODE = 3 };
enum { MAD_LEAST_STATE_BYTES = 256 }; /* and always so many times 64 */

struct mad_state {
    uint64_t key;   /* Zobrist: pieces, marks, pockets, side to move; all raw marks */
    uint16_t quiet; /* plies since the last capture or the like (halfmove clock) */
    uint16_t fullmove;
    uint8_t side;       /* to move */
    uint8_t mover;      /* who moved last; 1 - side in the initial position */
    uint8_t last_flags; /* of the move just made: MAD_MOVE_*, for `move was` */
    uint8_t last_line;
    uint8_t last_kind; /* type that moved, before any change, or was dropped; 0xff none */
    uint8_t counters[MAD_MAX_COUNTERS][2]; /* by player; common ones use the first */
    uint8_t
        last_outcome; /* of the toss in the move just made, for `move was`: 0 when it had none */
    uint8_t turn;     /* index in game->turn.order; 0 where the players move by turns */
    uint8_t
        effort; /* of what happened by itself in the move just made, in units of the machine's */
    uint64_t sets[];
};
static_assert(sizeof(struct mad_state) == 32, "sets start on a vector boundary");

enum { MAD_EFFORT_SHIFT = 12, /* a unit is so many bits of steps */ MAD_EFFORT_TOO_MUCH = 255 };

/* False: what happens by itself crossed a limit, and the state is not to be read. */
static inline bool mad_state_is_made(const struct mad_state *state)
{
    return state->effort != MAD_EFFORT_TOO_MUCH;
}

static inline uint8_t *mad_state_board(const struct mad_game *game, struct mad_state *state)
{
    return (uint8_t *)state + game->board_offset;
}

static inline const uint8_t *mad_state_board_const(const struct mad_game *game,
                                                   const struct mad_state *state)
{
    return (const uint8_t *)state + game->board_offset;
}

/* Whose part of a pocket a player's men are in: of three players and more each has kinds of his own, and all of them
 * are in the first, from every seat. */
static inline uint32_t mad_pocket_part(const struct mad_game *game, uint32_t owner)
{
    return game->turn.seats != NULL ? 0 : owner;
}

/* How many men of `type` the pocket of `owner` holds. */
static inline uint8_t *mad_state_pocket(const struct mad_game *game, struct mad_state *state,
                                        uint32_t pocket, uint32_t owner, uint32_t type)
{
    return (uint8_t *)state + game->pocket_offset + (pocket * 2 + owner) * game->type_count + type;
}

static inline uint8_t mad_state_pocket_count(const struct mad_game *game,
                                             const struct mad_state *state, uint32_t pocket,
                                             uint32_t owner, uint32_t type)
{
    return ((const uint8_t *)
                state)[game->pocket_offset + (pocket * 2 + owner) * game->type_count + type];
}

static inline bool mad_state_has(const struct mad_game *game, const struct mad_state *state,
                                 uint32_t slot, uint32_t square)
{
    return state->sets[slot * game->words + square / 64] >> (square % 64) & 1;
}

static inline bool mad_state_marked(const struct mad_game *game, const struct mad_state *state,
                                    uint32_t mark, uint32_t square)
{
    return mad_state_has(game, state, game->mark_slot + mark, square);
}

/* Who stands below the man on top of a square, from the lowest on: codes + 1, 0 behind the last. */
static inline uint8_t *mad_state_column(const struct mad_game *game, struct mad_state *state,
                                        uint32_t square)
{
    return (uint8_t *)state + game->stacks.offset + (size_t)square * game->stacks.levels;
}

static inline const uint8_t *mad_state_column_const(const struct mad_game *game,
                                                    const struct mad_state *state, uint32_t square)
{
    return (const uint8_t *)state + game->stacks.offset + (size_t)square * game->stacks.levels;
}

/* How many they are. */
static inline uint32_t mad_state_below(const struct mad_game *game, const struct mad_state *state,
                                       uint32_t square)
{
    const uint8_t *column = mad_state_column_const(game, state, square);
    uint32_t below = 0;
    while (below < game->stacks.levels && column[below] != 0) {
        below++;
    }
    return below;
}

/* What one of them adds to the key: on each level something else. */
static inline uint64_t mad_state_level_key(const struct mad_game *game, uint32_t square,
                                           uint32_t level, uint32_t man)
{
    return man == 0
               ? 0
               : game->keys.square[((size_t)MAD_SLOT_CODE + man - 1) * game->squares + square] *
                     (2 * (uint64_t)level + 3);
}

static inline uint64_t mad_state_column_key(const struct mad_game *game,
                                            const struct mad_state *state, uint32_t square)
{
    const uint8_t *column = mad_state_column_const(game, state, square);
    uint64_t key = 0;
    for (uint32_t level = 0; level < game->stacks.levels && column[level] != 0; level++) {
        key ^= mad_state_level_key(game, square, level, column[level]);
    }
    return key;
}

/* How many times men have stood on the board in this game, behind each move and at its start, and then the
 * keys of how they stood; only where game->past_offset is not 0. */
static inline uint64_t *mad_state_past(const struct mad_game *game, struct mad_state *state)
{
    return (uint64_t *)(void *)((unsigned char *)state + game->past_offset);
}

/* In such a key: a turn was over behind that move. */
enum { MAD_PAST_TURN = 1 };

/* A key of all men on the board, and of nothing else; even. */
static inline uint64_t mad_state_men_key(const struct mad_game *game, const struct mad_state *state)
{
    const uint8_t *board = mad_state_board_const(game, state);
    uint64_t key = 0;
    for (uint32_t square = 0; square < game->squares; square++) {
        key ^= game->keys.square[((size_t)MAD_SLOT_CODE + board[square]) * game->squares + square] ^
               mad_state_column_key(game, state, square);
    }
    return key & ~(uint64_t)MAD_PAST_TURN;
}

/* What a number says of the square; `mark`: its lowest digit. */
static inline uint32_t mad_state_tally(const struct mad_game *game, const struct mad_state *state,
                                       uint32_t mark, uint32_t square)
{
    uint32_t number = 0;
    for (uint32_t digit = 0; game->marks[mark].most >> digit > 0; digit++) {
        number |= (uint32_t)mad_state_marked(game, state, mark + digit, square) << digit;
    }
    return number;
}

/* Of three players and more state->turn says who is to move, who moved last, and, a bit for each, who is out (seats.h). */
enum { MAD_SEAT_BITS = 2, MAD_SEAT_MASK = 3 };
_Static_assert(MAD_MAX_PLAYERS <= MAD_SEAT_MASK + 1 && MAD_MAX_PLAYERS + 2 * MAD_SEAT_BITS <= 8,
               "two seats, and a bit for each, fit a byte");

/* What the place in the order of turns adds to the key: nothing where it follows from who is to move. Who moved last
 * does not matter. */
static inline uint64_t mad_state_turn_key(const struct mad_game *game,
                                          const struct mad_state *state)
{
    const uint64_t salt = UINT64_C(0xd6e8feb86659fd93);
    if (game->turn.seats != NULL)
        return (state->turn & ~(uint64_t)(MAD_SEAT_MASK << MAD_SEAT_BITS)) * salt;
    return game->turn.count == 0 || state->turn == game->turn.usual[state->side]
               ? 0
               : (state->turn + UINT64_C(1)) * salt;
}

/* Building a position by hand (position text, arrays): clear, put, mark, fill pockets, then finish. */
void mad_state_clear(const struct mad_game *game, struct mad_state *state);
void mad_state_put(const struct mad_game *game, struct mad_state *state, uint32_t square,
                   uint8_t code);
/* The same upon whoever stands there; false: no more may. */
bool mad_state_put_on(const struct mad_game *game, struct mad_state *state, uint32_t square,
                      uint8_t code);
void mad_state_mark(const struct mad_game *game, struct mad_state *state, uint32_t mark,
                    uint32_t square);
/* What a number says of a square from now on. */
void mad_state_set_tally(const struct mad_game *game, struct mad_state *state, uint32_t mark,
                         uint32_t square, uint32_t number);
/* Where in the order of turns the side to move stands, unless it is said otherwise before finish. */
void mad_state_usual_turn(const struct mad_game *game, struct mad_state *state);
void mad_state_finish(const struct mad_game *game, struct mad_state *state); /* computes the key */
uint64_t mad_state_key(const struct mad_game *game,
                       const struct mad_state *state); /* from scratch */
/* Fills game->keys.square, keys.pocket (both allocated) and keys.side, the same everywhere. */
void mad_zobrist_fill(struct mad_game *game);

#endif
