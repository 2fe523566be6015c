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
static __attribute__((noinline)) void apply_eventful(const struct mad_game *game,
                                                     struct mad_state *state,
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

/* The board is written last: a store of a byte may change anything the compiler has read before. */
static inline void apply_plain(const struct mad_game *game, struct mad_state *state,
                               const struct mad_move *move, uint32_t side)
{
    uint8_t *board = mad_state_board(game, state);
    const uint32_t go = move->from, end = move->to, placed = move->placed;
    const uint32_t code = board[go], victim = board[end], squares = game->squares;
    const uint64_t *zobrist = game->zobrist + MAD_SLOT_CODE * squares;
    uint64_t *sets = state->sets, *men = sets + MAD_SLOT_CODE * MAD_WORDS;
    mad_set from = set_of(go), to = set_of(end);
    if (is_eventful(game, state, code, victim, from | to)) {
        apply_eventful(game, state, move);
        return;
    }
    uint64_t key = zobrist[code * squares + go] ^ zobrist[placed * squares + end];
    if (victim != game->empty) {
        uint64_t *owner = sets + game->codes[victim].owner * MAD_WORDS;
        set_store(men + victim * MAD_WORDS, set_load(men + victim * MAD_WORDS) ^ to);
        set_store(owner, set_load(owner) ^ to);
        key ^= zobrist[victim * squares + end];
        take_to_pocket(game, state, victim);
    }
    state->key ^= key;
    set_store(men + code * MAD_WORDS, set_load(men + code * MAD_WORDS) ^ from);
    set_store(men + placed * MAD_WORDS, set_load(men + placed * MAD_WORDS) ^ to);
    set_store(sets + side * MAD_WORDS, set_load(sets + side * MAD_WORDS) ^ from ^ to);
    board[go] = game->empty;
    board[end] = (uint8_t)placed;
}

static __attribute__((noinline)) void run_when_moved(const struct mad_game *game,
                                                     struct mad_state *state, uint32_t side)
{
    struct mad_run run;
    mad_run_begin(&run, game, state, side);
    mad_run_program(&run, game->machine->moved[side], MAD_NO_SQUARE);
}

/* On in the order of turns, past the rest of this one where it ends early. */
static __attribute__((noinline)) void next_turn(const struct mad_game *game,
                                                struct mad_state *state, uint32_t side)
{
    uint32_t end_turn = game->machine->end_turn[side];
    bool ends = false;
    state->key ^= mad_state_turn_key(game, state);
    if (end_turn != MAD_NO_PROGRAM) {
        struct mad_run run;
        mad_run_begin(&run, game, state, side);
        mad_run_program(&run, end_turn, 0);
        ends = run.holds;
    }
    do {
        state->turn =
            (uint8_t)(state->turn + 1 < game->turn_count ? state->turn + 1 : game->turns_once);
    } while (ends && game->turns[state->turn] == side);
    state->side = game->turns[state->turn];
    state->key ^= mad_state_turn_key(game, state);
    state->key ^= state->side != side ? game->zobrist_side : 0;
}

void mad_apply(const struct mad_game *game, const struct mad_state *before,
               const struct mad_move *move, const struct mad_delta *deltas, struct mad_state *state)
{
    const struct mad_machine *machine = game->machine;
    const uint32_t side = before->side, flags = move->flags;
    const uint32_t last =
        game->capitals_first ? 1 : 0; /* a full move ends with the small letters */
    const uint32_t quiet = before->quiet + (uint32_t)(before->quiet < MAD_MAX_COUNT);
    const uint32_t fullmove =
        before->fullmove + (uint32_t)(side == last && before->fullmove < MAD_MAX_COUNT);
    uint32_t code = move->placed;
    bool resets = (flags & MAD_MOVE_BREAKS) || (machine->quiet_capture && (flags & MAD_MOVE_TAKES));
    copy_state(game, before, state);
    if (move->from != MAD_NO_SQUARE) {
        uint32_t standing = mad_state_board_const(game, before)[move->from];
        code = standing != game->empty ? standing : code;
    }
    const uint8_t kind = game->codes[code].type;
    if (machine->mark_lasts_turn != 0 && before->mover != side) {
        end_turn_marks(game, state);
    }
    if (flags & MAD_MOVE_PLAIN) {
        resets |= (machine->breaks_quiet[code] & MAD_BREAKS_BY_MOVE) != 0;
        apply_plain(game, state, move, side);
        if (machine->traces[code] != NULL) {
            leave_mark(game, state, code, move);
        }
    } else {
        mad_apply_deltas(game, state, deltas + move->delta_first, move->delta_count);
    }
    state->quiet = (uint16_t)(resets ? 0 : quiet);
    state->fullmove = (uint16_t)fullmove;
    state->mover = (uint8_t)side;
    if (game->turn_count == 0) {
        state->side = (uint8_t)(1 - side);
        state->key ^= game->zobrist_side;
    }
    state->last_flags = (uint8_t)flags;
    state->last_outcome = (uint8_t)(flags >> MAD_MOVE_OUTCOME_SHIFT);
    state->last_line = move->line;
    state->last_kind = kind;
    if (machine->moved[side] != MAD_NO_PROGRAM) {
        run_when_moved(game, state, side);
    }
    if (game->turn_count != 0) {
        next_turn(game, state, side);
        if (state->side == side) {
            state->fullmove = before->fullmove; /* his turn goes on */
        }
    }
}
