/* seats.c - see seats.h. Layer: game. */
#include "seats.h"

#include <string.h>

uint64_t mad_seat_key(uint32_t seat)
{
    return seat * UINT64_C(0xd6e8feb86659fd93);
}

void mad_seat_take(const struct mad_game *game, uint32_t seat, struct mad_state *state)
{
    const struct mad_game *mine = game->seats->game[seat];
    const uint32_t words = game->words;
    state->key ^= mad_seat_key(state->turn) ^ mad_seat_key(seat) ^ (state->side == 1 ? game->keys.side : 0);
    state->turn = (uint8_t)seat;
    state->side = 0;
    state->mover = 1;
    memset(state->sets, 0, (size_t)2 * words * sizeof *state->sets);
    for (uint32_t code = 0; code < game->code_count; code++) {
        const uint64_t *men = state->sets + (size_t)(MAD_SLOT_CODE + code) * words;
        uint64_t *side = state->sets + (size_t)mine->codes[code].owner * words;
        for (uint32_t word = 0; word < words && mine->codes[code].owner < MAD_NOBODY; word++)
            side[word] |= men[word];
    }
}

void mad_seat_pass(const struct mad_game *game, struct mad_state *state)
{
    const uint32_t next = state->turn + 1u;
    state->fullmove = (uint16_t)(state->fullmove + (next == game->seats->count && state->fullmove < MAD_MAX_COUNT));
    mad_seat_take(game, next < game->seats->count ? next : 0, state);
}

void mad_seat_look_back(const struct mad_game *game, struct mad_state *state)
{
    const uint32_t count = game->seats->count;
    mad_seat_take(game, (state->turn + count - 1) % count, state);
    state->side = 1;
    state->mover = 0;
    state->key ^= game->keys.side;
}

