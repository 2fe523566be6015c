/* w_apply.c - makes a listed move on a copy of the state.
 *
 * Layer: vm. A plain move is made here directly (the common case in counting and searching); moves of
 * verbs replay their deltas. Handlers (when its move ends ..., when taken ...) of plain moves run now;
 * those of verbs ran while the move was listed. */
#include "w_internal.h"

#define mad_apply MAD_W(mad_apply)

static void copy_state(const struct mad_game *game, const struct mad_state *from,
                       struct mad_state *to)
{
    typedef uint64_t block __attribute__((vector_size(32), aligned(8), may_alias));
    const block *source = (const block *)(const void *)from;
    block *target = (block *)(void *)to;
    for (uint32_t i = 0; i < game->state_bytes / sizeof(block); i += 2) {
        target[i] = source[i];
        target[i + 1] = source[i + 1];
    }
}

static void clear_mark_squares(const struct mad_game *game, struct mad_state *state, uint32_t mark,
                               mad_set gone)
{
    uint32_t slot = game->mark_slot + mark;
    set_store(state->sets + slot * MAD_WORDS, mad_slot(state, slot) & ~gone);
    for (; !set_empty(gone); gone = set_rest(gone)) {
        state->key ^= game->zobrist[slot * game->squares + set_first(gone)];
    }
}

/* Marks that last one turn end with the turn that could answer them. */
static void end_turn_marks(const struct mad_game *game, struct mad_state *state)
{
    for (uint32_t bits = game->machine->mark_lasts_turn; bits != 0; bits &= bits - 1) {
        uint32_t mark = (uint32_t)__builtin_ctz(bits);
        mad_set squares = mad_slot(state, game->mark_slot + mark);
        if (!set_empty(squares)) {
            clear_mark_squares(game, state, mark, squares);
        }
    }
}

static void flip(struct mad_state *state, uint32_t slot, mad_set squares)
{
    uint64_t *words = state->sets + slot * MAD_WORDS;
    set_store(words, set_load(words) ^ squares);
}

/* Whether more changes than the men themselves and a pocket: handlers, marks on the two squares. */
static inline bool is_eventful(const struct mad_game *game, const struct mad_state *state,
                               uint32_t code, uint32_t victim, mad_set both)
{
    const struct mad_machine *machine = game->machine;
    uint32_t stirs = machine->stirs[code] & MAD_STIRS_BY_MOVE;
    if (victim != game->empty) {
        stirs |= machine->stirs[victim] & MAD_STIRS_WHEN_TAKEN;
        stirs |= machine->stirs[code] & MAD_STIRS_BY_CAPTURE;
    }
    mad_set marked = set_none();
    for (uint32_t bits = machine->mark_touched | machine->mark_follows; bits != 0;
         bits &= bits - 1) {
        marked |= mad_slot(state, game->mark_slot + (uint32_t)__builtin_ctz(bits));
    }
    return stirs != 0 || set_meets(marked, both);
}

/* The move with everything that it sets off, by the same effects as verbs. */
static void apply_eventful(const struct mad_game *game, struct mad_state *state,
                           const struct mad_move *move)
{
    struct mad_run run;
    mad_run_begin(&run, game, state, state->side);
    mad_effect_plain(&run, move->from, move->to, move->placed);
}

/* The mark that a move such as the double step leaves. */
static void leave_mark(const struct mad_game *game, struct mad_state *state, uint32_t code,
                       const struct mad_move *move)
{
    const struct mad_trace *trace = &game->machine->traces[code][move->from];
    if (trace->used && trace->to == move->to) {
        uint32_t slot = game->mark_slot + game->machine->trace_mark[code];
        uint64_t *words = state->sets + slot * MAD_WORDS;
        set_store(words, set_load(words) | set_of(trace->marked));
        state->key ^= game->zobrist[slot * game->squares + trace->marked];
    }
}

/* A captured man goes where captured men go. */
static inline void take_to_pocket(const struct mad_game *game, struct mad_state *state,
                                  uint32_t victim)
{
    const struct mad_machine *machine = game->machine;
    uint32_t pocket = machine->fate_pocket[0], type = machine->hand_type[victim];
    if (pocket != 0xff && type != 0xff) {
        uint32_t index = (pocket * 2u + state->side) * game->type_count + type;
        uint32_t held = ((const uint8_t *)state)[game->pocket_offset + index];
        mad_change_pocket(game, state, index, held < 255 ? held + 1 : held);
    }
}

static inline void apply_plain(const struct mad_game *game, struct mad_state *state,
                               const struct mad_move *move)
{
    uint8_t *board = mad_state_board(game, state);
    uint32_t code = board[move->from], victim = board[move->to], squares = game->squares;
    mad_set from = set_of(move->from), to = set_of(move->to);
    uint32_t side = state->side;
    if (is_eventful(game, state, code, victim, from | to)) {
        apply_eventful(game, state, move);
        return;
    }
    const uint64_t *zobrist = game->zobrist + MAD_SLOT_CODE * squares;
    uint64_t key = state->key ^ zobrist[code * squares + move->from] ^
                   zobrist[move->placed * squares + move->to];
    state->key = key;
    if (victim != game->empty) {
        flip(state, MAD_SLOT_CODE + victim, to);
        flip(state, game->codes[victim].owner, to);
        state->key ^= zobrist[victim * squares + move->to];
        take_to_pocket(game, state, victim);
    }
    flip(state, MAD_SLOT_CODE + code, from);
    flip(state, MAD_SLOT_CODE + move->placed, to);
    flip(state, side, from | to);
    board[move->from] = game->empty;
    board[move->to] = move->placed;
}

void mad_apply(const struct mad_game *game, const struct mad_state *before,
               const struct mad_move *move, const struct mad_delta *deltas, struct mad_state *state)
{
    const struct mad_machine *machine = game->machine;
    copy_state(game, before, state);
    uint8_t code = game->empty;
    if (move->from != MAD_NO_SQUARE) {
        code = mad_state_board(game, state)[move->from];
    }
    bool resets = (move->flags & MAD_MOVE_BREAKS) ||
                  (machine->quiet_capture && (move->flags & MAD_MOVE_TAKES));
    if (machine->mark_lasts_turn != 0) {
        end_turn_marks(game, state);
    }
    if (move->flags & MAD_MOVE_PLAIN) {
        resets |= (machine->breaks_quiet[code] & MAD_BREAKS_BY_MOVE) != 0;
        apply_plain(game, state, move);
        if (machine->traces[code] != NULL) {
            leave_mark(game, state, code, move);
        }
    } else {
        mad_apply_deltas(game, state, deltas + move->delta_first, move->delta_count);
    }
    state->quiet = (uint16_t)(resets ? 0 : before->quiet + (before->quiet < MAD_MAX_COUNT));
    uint32_t last = game->capitals_first ? 1 : 0; /* a full move ends with the small letters */
    state->fullmove =
        (uint16_t)(before->fullmove + (before->side == last && before->fullmove < MAD_MAX_COUNT));
    state->mover = before->side;
    state->side = 1 - before->side;
    state->key ^= game->zobrist_side;
    state->last_flags = (uint8_t)move->flags;
    state->last_line = move->line;
    state->last_kind = game->codes[code == game->empty ? move->placed : code].type;
    if (machine->moved[state->mover] != MAD_NO_PROGRAM) {
        struct mad_run run;
        mad_run_begin(&run, game, state, state->mover);
        mad_run_program(&run, machine->moved[state->mover], MAD_NO_SQUARE);
    }
}
