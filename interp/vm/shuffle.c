/* shuffle.c - draws an array, again and again until it is one of those wanted.
 *
 * Layer: vm. What stands on the squares of a row is put in another order, alike in each row of a shuffle. See
 * shuffle.h. It relies on the programs that plan/shuffle.c makes, and on a finished array. */
#include "shuffle.h"

#include "../random.h"
#include "vm.h"

/* What stands, and is marked, on `from` in the array, on `to`. */
static void carry(const struct mad_game *game, uint32_t from, uint32_t to, struct mad_state *state)
{
    mad_state_put(game, state, to, mad_state_board_const(game, game->initial)[from]);
    for (uint32_t mark = 0; mark < game->mark_count; mark++) {
        const size_t at = (game->mark_slot + (size_t)mark) * game->words + to / 64;
        const uint64_t is = mad_state_marked(game, game->initial, mark, from);
        state->sets[at] = (state->sets[at] & ~(UINT64_C(1) << (to % 64))) | is << (to % 64);
    }
}

/* A number below that one, each as likely but for one part in 2^32. */
static uint32_t below(uint64_t *seed, uint32_t limit)
{
    return (uint32_t)((mad_random(seed) >> 32) * limit >> 32);
}

static void shuffle_once(const struct mad_game *game, const struct mad_shuffle *shuffle,
                         uint64_t *seed, struct mad_state *state)
{
    uint16_t order[MAD_MAX_SQUARES];
    for (uint32_t i = 0; i < shuffle->size; i++) {
        const uint32_t other = below(seed, i + 1);
        order[i] = order[other];
        order[other] = (uint16_t)i;
    }
    for (uint32_t row = 0; row < shuffle->rows; row++) {
        const uint16_t *squares = shuffle->squares + (size_t)row * shuffle->size;
        for (uint32_t i = 0; i < shuffle->size; i++) {
            carry(game, squares[order[i]], squares[i], state);
        }
    }
}

enum mad_status mad_shuffle(const struct mad_game *game, uint64_t seed, struct mad_state *state)
{
    memcpy(state, game->initial, game->state_bytes);
    for (int tries = 0; tries < MAD_SHUFFLE_TRIES; tries++) {
        enum mad_status status = MAD_OK;
        bool holds = true;
        for (uint32_t i = 0; i < game->shuffles.count; i++) {
            shuffle_once(game, &game->shuffles.items[i], &seed, state);
        }
        mad_state_finish(game, state);
        for (uint32_t i = 0; i < game->shuffles.count && holds && status == MAD_OK; i++) {
            if (game->shuffles.items[i].condition != 0) {
                status = mad_vm_holds(game, state, game->shuffles.items[i].condition, &holds);
            }
        }
        if (status != MAD_OK || holds) {
            return status;
        }
    }
    return MAD_ERROR_LIMIT;
}
