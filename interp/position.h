/* position.h - a game in progress from inside: every state from the start to now.
 *
 * Layer: interp, private; search reads it. The states lie one behind the other in one block,
 * the present one last; undo drops the last. `plies` runs parallel to the states. At
 * least one state is there at all times. The blocks belong to the position and may move in
 * mad_position_apply, set and copy, so pointers into them do not outlive those calls. */
#ifndef MAD_INTERP_POSITION_H
#define MAD_INTERP_POSITION_H

#include "game/move.h"
#include "game/state.h"
#include "mad_rules.h"
#include "vm/vm.h"

struct mad_ply {
    uint64_t repetition_key; /* mad_vm_repetition_key of the state */
    uint32_t occurrences;    /* of that key in the game up to here, this one included */
    bool is_judged;          /* verdict is filled in: done when first asked for */
    struct mad_verdict verdict;
    struct mad_move move; /* the move that led here; nothing for the first state */
};

enum { MAD_SEEN = 2048 };

struct mad_position {
    const struct mad_game *game;
    unsigned char *states; /* of game->state_bytes each */
    size_t state_capacity;
    struct mad_ply *plies;
    size_t ply_capacity;
    uint32_t count;          /* states, at least 1 */
    uint32_t seen[MAD_SEEN]; /* how many of these plies have a key with such low bits */
};

static inline struct mad_state *mad_position_state_at(const struct mad_position *position,
                                                      uint32_t ply)
{
    return (struct mad_state *)(void *)(position->states +
                                        (size_t)position->game->state_bytes * ply);
}

static inline struct mad_state *mad_position_state(const struct mad_position *position)
{
    return mad_position_state_at(position, position->count - 1);
}

/* What ends ask about the game up to the present state. */
MAD_MUST_CHECK enum mad_status mad_position_past(const struct mad_position *position,
                                                 struct mad_past *past);

/* The verdict on the present state, judged once. */
MAD_MUST_CHECK enum mad_status mad_position_judge(struct mad_position *position,
                                                  struct mad_verdict *verdict);

/* The name of who wins by an outcome; null when nobody does. */
const char *mad_winner_of(const struct mad_game *game, enum mad_outcome outcome);
bool mad_is_won_by_several(const struct mad_game *game, enum mad_outcome outcome);

/* Makes a move of a list that was generated from the present state. */
MAD_MUST_CHECK enum mad_status mad_position_make(struct mad_position *position,
                                                 const struct mad_move *move,
                                                 const struct mad_delta *deltas);

/* What the last listing of these moves took, in steps of limits.h (moves.c). */
uint32_t mad_moves_steps(const struct mad_moves *moves);

#endif
