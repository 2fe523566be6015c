/* stack.h - the room of a walk through a tree: a state for each ply, and one list that all plies share, each
 * appending behind its parents' moves. Layer: search. */
#ifndef MAD_SEARCH_STACK_H
#define MAD_SEARCH_STACK_H

#include "../game/game.h"
#include <string.h>

#include "../game/move.h"
#include "../game/state.h"
#include "../mad_rules.h"
#include "../random.h"

/* Of all plies; touched only as far as it is used. */
enum { MAD_STACK_MOVES = 4 * MAD_MAX_MOVES, MAD_STACK_DELTAS = 2 * MAD_MAX_DELTAS };

struct mad_stack {
    struct mad_move_list list;
    unsigned char *states; /* [plies] of game->state_bytes each */
    uint32_t plies;
};

/* Room for states of so many plies; their contents have no meaning yet. mad_stack_free in every case. */
MAD_MUST_CHECK enum mad_status mad_stack_make(struct mad_stack *stack, const struct mad_game *game,
                                              uint32_t plies);
void mad_stack_free(struct mad_stack *stack, const struct mad_game *game);

static inline struct mad_state *mad_stack_state(const struct mad_stack *stack,
                                                const struct mad_game *game, uint32_t ply)
{
    return (struct mad_state *)(void *)(stack->states + (size_t)game->state_bytes * ply);
}

/* What the counters say, in one number; 0 where all are 0. */
static inline uint64_t mad_counters_key(const struct mad_state *state)
{
    uint64_t first;
    uint32_t rest;
    _Static_assert(sizeof state->counters == sizeof first + sizeof rest, "two words");
    memcpy(&first, state->counters, sizeof first);
    memcpy(&rest, (const uint8_t *)state->counters + sizeof first, sizeof rest);
    return (first ^ rest * UINT64_C(0xff51afd7ed558ccd)) * MAD_RANDOM_STEP;
}

/* The key of a node: what the position's own leaves out (counters do not count for repetition), and `rest`, which is
 * what else its value hangs on. Not 0. */
static inline uint64_t mad_stack_key(const struct mad_state *state, uint64_t rest)
{
    uint64_t key =
        state->key ^ mad_counters_key(state) ^ ((rest << 8 | state->mover) + 1) * MAD_RANDOM_STEP;
    return key != 0 ? key : 1;
}

#endif
