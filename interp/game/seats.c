/* seats.c - see seats.h. Layer: game. */
#include "seats.h"

#include <string.h>

enum mad_outcome mad_seat_win(const struct mad_game *game, uint32_t seat)
{
    return mad_win_of(game->turn.seats != NULL ? __builtin_ctz(game->turn.seats->allies[seat])
                                               : (int)seat);
}

static uint32_t next_of(const struct mad_game *game, const struct mad_state *state, uint32_t seat,
                        uint32_t step)
{
    const uint32_t count = game->turn.seats->count, out = mad_seats_out(state);
    uint32_t next = seat;
    do {
        next = (next + step) % count;
    } while (next != seat && (out >> next & 1) != 0);
    return next;
}

uint32_t mad_seat_behind(const struct mad_game *game, const struct mad_state *state, uint32_t seat)
{
    return next_of(game, state, seat, 1);
}

uint32_t mad_seat_before(const struct mad_game *game, const struct mad_state *state, uint32_t seat)
{
    return next_of(game, state, seat, game->turn.seats->count - 1);
}

static void set_turn(const struct mad_game *game, struct mad_state *state, uint8_t turn)
{
    state->key ^= mad_state_turn_key(game, state);
    state->turn = turn;
    state->key ^= mad_state_turn_key(game, state);
}

void mad_seat_take(const struct mad_game *game, uint32_t seat, struct mad_state *state)
{
    const struct mad_game *mine = game->turn.seats->game[seat];
    const uint32_t words = game->words;
    state->key ^= state->side == 1 ? game->keys.side : 0;
    set_turn(game, state, mad_seat_turn(seat, mad_seat_last(state), mad_seats_out(state)));
    state->side = 0;
    state->mover = 1;
    memset(state->sets, 0, (size_t)3 * words * sizeof *state->sets);
    for (uint32_t code = 0; code < game->code_count; code++) {
        const uint64_t *men = state->sets + (size_t)(MAD_SLOT_CODE + code) * words;
        uint64_t *side = state->sets + (size_t)mine->codes[code].owner * words;
        for (uint32_t word = 0; word < words; word++)
            side[word] |= men[word];
    }
}

void mad_seat_end_marks(const struct mad_game *game, uint32_t from, uint32_t next,
                        struct mad_state *state)
{
    uint32_t ending = 0, seat = from;
    do {
        seat = (seat + 1) % game->turn.seats->count;
        ending |= game->turn.seats->turn_marks[seat];
    } while (seat != next);
    for (; ending != 0; ending &= ending - 1) {
        const uint32_t slot = game->mark_slot + (uint32_t)__builtin_ctz(ending);
        for (uint32_t square = 0; square < game->squares; square++)
            if (mad_state_has(game, state, slot, square))
                state->key ^= game->keys.square[(size_t)slot * game->squares + square];
        memset(state->sets + (size_t)slot * game->words, 0, game->words * sizeof *state->sets);
    }
}

/* What he has in hand is nobody's any more. */
static void empty_pockets(const struct mad_game *game, uint32_t seat, struct mad_state *state)
{
    for (uint32_t pocket = 0; pocket < game->pocket_count; pocket++)
        for (uint32_t type = seat; type < game->turn.seats->men; type += game->turn.seats->count) {
            const size_t entry = (size_t)pocket * 2 * game->type_count + type;
            uint8_t *count = mad_state_pocket(game, state, pocket, 0, type);
            state->key ^= *count > 0 ? game->keys.pocket[entry * 256 + *count] : 0;
            *count = 0;
        }
}

/* His men become walls, or leave the game. */
static void take_off(const struct mad_game *game, uint32_t seat, bool men_stay,
                     struct mad_state *state)
{
    const uint32_t men = game->turn.seats->men;
    for (uint32_t square = 0; square < game->squares; square++) {
        const uint32_t code = mad_state_board_const(game, state)[square];
        if (code < men && mad_seat_of_code(game, code) == seat) {
            const uint32_t becomes = men_stay ? men + code : game->empty;
            state->key ^=
                game->keys.square[((size_t)MAD_SLOT_CODE + code) * game->squares + square] ^
                game->keys.square[((size_t)MAD_SLOT_CODE + becomes) * game->squares + square];
            mad_state_put(mad_seat_of(game, state), state, square, (uint8_t)becomes);
        }
    }
}

void mad_seat_begin(const struct mad_game *game, struct mad_state *state)
{
    const uint32_t now = mad_seat_now(state);
    const bool has_walls = game->turn.seats->men < game->code_count;
    state->turn = mad_seat_turn(now, mad_seat_before(game, state, now), mad_seats_out(state));
    mad_seat_take(game, now, state);
    for (uint32_t seat = 0; seat < game->turn.seats->count && has_walls; seat++)
        if ((mad_seats_out(state) >> seat & 1) != 0)
            take_off(game, seat, true, state);
}

void mad_seat_look_back(const struct mad_game *game, uint32_t seat, struct mad_state *state)
{
    mad_seat_take(game, seat, state);
    state->side = 1;
    state->mover = 0;
    state->key ^= game->keys.side;
}

void mad_seat_leave(const struct mad_game *game, uint32_t seat, bool men_stay,
                    struct mad_state *state)
{
    set_turn(game, state, (uint8_t)(state->turn | 1u << seat << 2 * MAD_SEAT_BITS));
    take_off(game, seat, men_stay, state);
    empty_pockets(game, seat, state);
}
