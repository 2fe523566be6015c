/* state.c - building a position by hand, and its key.
 *
 * Layer: game. The functions here are for arrays, position texts and tests; play copies states
 * whole and changes them in the vm. Invariant kept by put: the board array, the slot of the code
 * and the slot of its owner say the same. The key is left alone until finish. */
#include "state.h"

#include "../random.h"

enum { MAD_SLOT_NOBODY = 2, MAD_POCKET_COUNTS = 256 };

static uint64_t *slot_word(const struct mad_game *game, struct mad_state *state, uint32_t slot,
                           uint32_t square)
{
    return &state->sets[slot * game->words + square / 64];
}

static uint32_t owner_slot(const struct mad_game *game, uint8_t code)
{
    uint8_t owner = game->codes[code].owner;
    return owner < 2 ? (uint32_t)MAD_SLOT_SIDE + owner : (uint32_t)MAD_SLOT_NOBODY;
}

void mad_state_clear(const struct mad_game *game, struct mad_state *state)
{
    memset(state, 0, game->state_bytes);
    memset(mad_state_board(game, state), game->empty, game->squares);
    for (uint32_t i = 0; i < game->counter_count; i++) {
        state->counters[i][0] = state->counters[i][1] = game->counters[i].start;
    }
    state->fullmove = 1;
    state->mover = 1;
    state->last_kind = 0xff;
}

void mad_state_put(const struct mad_game *game, struct mad_state *state, uint32_t square,
                   uint8_t code)
{
    uint8_t *board = mad_state_board(game, state);
    uint64_t bit = (uint64_t)1 << (square % 64);
    uint8_t before = board[square];
    if (before != game->empty) {
        *slot_word(game, state, owner_slot(game, before), square) &= ~bit;
        *slot_word(game, state, (uint32_t)MAD_SLOT_CODE + before, square) &= ~bit;
    }
    board[square] = code;
    if (code != game->empty) {
        *slot_word(game, state, owner_slot(game, code), square) |= bit;
        *slot_word(game, state, (uint32_t)MAD_SLOT_CODE + code, square) |= bit;
    }
}

bool mad_state_put_on(const struct mad_game *game, struct mad_state *state, uint32_t square,
                      uint8_t code)
{
    const uint8_t top = mad_state_board(game, state)[square];
    if (top != game->empty) {
        const uint32_t below = mad_state_below(game, state, square);
        if (below == game->stacks.levels)
            return false;
        mad_state_column(game, state, square)[below] = (uint8_t)(top + 1);
        mad_state_set_tally(game, state, game->stacks.height_mark, square, below + 1);
    }
    mad_state_put(game, state, square, code);
    return true;
}

void mad_state_mark(const struct mad_game *game, struct mad_state *state, uint32_t mark,
                    uint32_t square)
{
    *slot_word(game, state, game->mark_slot + mark, square) |= (uint64_t)1 << (square % 64);
}

void mad_state_set_tally(const struct mad_game *game, struct mad_state *state, uint32_t mark,
                         uint32_t square, uint32_t number)
{
    for (uint32_t digit = 0; game->marks[mark].most >> digit > 0; digit++) {
        uint64_t *word = slot_word(game, state, game->mark_slot + mark + digit, square);
        *word &= ~((uint64_t)1 << (square % 64));
        *word |= (uint64_t)(number >> digit & 1) << (square % 64);
    }
}

void mad_state_usual_turn(const struct mad_game *game, struct mad_state *state)
{
    state->turn = game->turn.count > 0 ? game->turn.usual[state->side] : 0;
}

/* Who has just moved: the other player, if there is one, except in the midst of a turn. */
static uint8_t mover_before(const struct mad_game *game, const struct mad_state *state)
{
    uint32_t last = state->turn == game->turn.once ? game->turn.count - 1u : state->turn - 1u;
    bool begins =
        game->turn.count == 0 || state->turn == 0 || game->turn.order[last] != state->side;
    return (uint8_t)(begins && !mad_plays_alone(game) ? 1 - state->side : state->side);
}

void mad_state_finish(const struct mad_game *game, struct mad_state *state)
{
    state->mover = mover_before(game, state);
    state->key = mad_state_key(game, state);
    if (game->past_offset != 0) {
        uint64_t *past = mad_state_past(game, state);
        past[0] = 1;
        past[1] = mad_state_men_key(game, state) |
                  (state->mover != state->side || mad_plays_alone(game) ? MAD_PAST_TURN : 0);
    }
}

static uint64_t slot_key(const struct mad_game *game, const struct mad_state *state, uint32_t slot)
{
    const uint64_t *table = game->keys.square + (size_t)slot * game->squares;
    uint64_t key = 0;
    for (uint32_t word = 0; word < game->words; word++) {
        uint64_t left = state->sets[slot * game->words + word];
        for (; left; left &= left - 1)
            key ^= table[word * 64 + (uint32_t)__builtin_ctzll(left)];
    }
    return key;
}

uint64_t mad_state_key(const struct mad_game *game, const struct mad_state *state)
{
    uint64_t key = state->side == 1 ? game->keys.side : 0;
    key ^= mad_state_turn_key(game, state);
    for (uint32_t code = 0; code < game->code_count; code++)
        key ^= slot_key(game, state, (uint32_t)MAD_SLOT_CODE + code);
    for (uint32_t mark = 0; mark < game->mark_count; mark++)
        key ^= slot_key(game, state, game->mark_slot + mark);

    for (uint32_t square = 0; game->stacks.levels > 0 && square < game->squares; square++)
        key ^= mad_state_column_key(game, state, square);

    const uint8_t *counts = (const uint8_t *)state + game->pocket_offset;
    uint32_t entries = game->pocket_count * 2 * game->type_count;
    for (uint32_t entry = 0; entry < entries; entry++)
        if (counts[entry] > 0)
            key ^= game->keys.pocket[(size_t)entry * MAD_POCKET_COUNTS + counts[entry]];
    return key;
}

void mad_zobrist_fill(struct mad_game *game)
{
    uint64_t seed = 1;
    game->keys.side = mad_random(&seed);
    size_t entries = (size_t)(game->mark_slot + game->mark_count) * game->squares;
    for (size_t entry = 0; entry < entries; entry++)
        game->keys.square[entry] = mad_random(&seed);
    memset(game->keys.square + ((size_t)MAD_SLOT_CODE + game->empty) * game->squares, 0,
           game->squares * sizeof *game->keys.square); /* no man adds nothing */
    entries = (size_t)game->pocket_count * 2 * game->type_count * MAD_POCKET_COUNTS;
    for (size_t entry = 0; entry < entries; entry++)
        game->keys.pocket[entry] = mad_random(&seed);
}
