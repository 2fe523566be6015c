/* w_apply.h - makes a listed move on a copy of the state; included by w_run.c.
 *
 * Layer: vm. A plain move is made here directly (the common case in counting and searching); moves of verbs
 * replay their deltas. Handlers (when its move ends ..., when taken ...) of plain moves run now; those of verbs
 * ran while the move was listed. e2e4 moves one bit of a set, a byte of the board, the key, and sets `passed-
 * square`. It relies on optimize.c for what each kind of man has to be asked. */

RUN_INLINE void copy_state(const struct mad_game *game, const struct mad_state *from,
                           struct mad_state *to)
{
    typedef uint64_t block __attribute__((vector_size(32), aligned(8), may_alias));
    enum { LEAST = MAD_LEAST_STATE_BYTES / sizeof(block) };
    const block *source = (const block *)(const void *)from;
    block *target = (block *)(void *)to;
    for (uint32_t i = 0; i < LEAST; i++) {
        target[i] = source[i];
    }
    for (uint32_t i = LEAST; i < game->state_bytes / sizeof(block); i += 2) {
        target[i] = source[i];
        target[i + 1] = source[i + 1];
    }
}

/* Turns these squares of a mark over. */
RUN_INLINE void change_mark_squares(const struct mad_game *game, struct mad_state *state,
                                    uint32_t mark, mad_set changed)
{
    const size_t slot = game->mark_slot + mark;
    const uint64_t *keys = game->keys.square + slot * game->squares;
    uint64_t key = state->key;
    set_store(state->sets + slot * MAD_WORDS, mad_slot(state, (uint32_t)slot) ^ changed);
    for (; !set_empty(changed); changed = set_rest(changed)) {
        key ^= keys[set_first(changed)];
    }
    state->key = key;
}

/* Marks that last one turn end with the turn that could answer them. */
RUN_INLINE void end_turn_mark(const struct mad_game *game, const struct mad_state *before,
                              uint32_t mark, struct mad_state *state)
{
    mad_set squares = mad_slot(before, game->mark_slot + mark);
    if (!set_empty(squares) && before->mover != before->side) {
        change_mark_squares(game, state, mark, squares);
    }
}

/* All of them that are named by bits. */
static void end_turn_marks(const struct mad_game *game, const struct mad_state *before,
                           uint32_t bits, struct mad_state *state)
{
    for (; bits != 0; bits &= bits - 1) {
        end_turn_mark(game, before, (uint32_t)__builtin_ctz(bits), state);
    }
}

/* Marks on the two squares of a plain move, and those of a player's men that end with the man who moves
 * or is taken. */
RUN_INLINE void settle_marks(const struct mad_game *game, const struct mad_state *before,
                             const struct mad_move *move, const struct mad_piece_traits *man,
                             const struct mad_piece_traits *prey, struct mad_state *state)
{
    const struct mad_program *program = game->program;
    const mad_set from = set_of(move->from), to = set_of(move->to);
    const bool takes = mad_state_board_const(game, before)[move->to] != game->empty;
    const mad_set touched = takes ? from | to : from;
    const uint32_t of_men = program->marks.touched | program->marks.follow;
    for (uint32_t bits = of_men | man->ends | prey->ends; bits != 0; bits &= bits - 1) {
        uint32_t mark = (uint32_t)__builtin_ctz(bits);
        mad_set was = mad_slot(state, game->mark_slot + mark), is = was;
        if (prey->ends >> mark & 1) {
            is &= ~mad_slot(before, prey->owner);
        }
        if (of_men >> mark & 1) {
            bool follows = (program->marks.follow >> mark & 1) && set_meets(is, from);
            is = (is & ~touched) | (follows ? to : set_none());
        }
        if (man->ends >> mark & 1) {
            is &= ~((mad_slot(before, before->side) & ~from) | to);
        }
        if (!set_empty(was ^ is)) {
            change_mark_squares(game, state, mark, was ^ is);
        }
    }
}

/* The mark that a move such as the double step leaves. */
RUN_INLINE void leave_mark(const struct mad_game *game, const struct mad_move *move,
                           const struct mad_piece_traits *man, struct mad_state *state)
{
    const struct mad_trail_mark *mark = mad_mark_left(man, move->from, move->to);
    if (mark != NULL) {
        mad_set old = mad_slot(state, game->mark_slot + man->leaves);
        change_mark_squares(game, state, man->leaves, set_of(mark->marked) & ~old);
    }
}

/* A captured man goes where captured men go; cell: as in his traits. */
static void take_to_pocket(const struct mad_game *game, struct mad_state *state, uint32_t cell)
{
    uint32_t held = ((const uint8_t *)state)[game->pocket_offset + cell - 1];
    mad_change_pocket(game, state, cell - 1, held < 255 ? held + 1 : held);
}

/* The counters and players of a state behind a move of `before`, where players move by turns. */
RUN_INLINE void count_turn(const struct mad_program *program, const struct mad_state *before,
                           bool resets, struct mad_state *state)
{
    const uint32_t side = before->side;
    uint32_t quiet = before->quiet + 1u, fullmove = before->fullmove + program->full_turn[side];
    quiet = quiet > MAD_MAX_COUNT ? MAD_MAX_COUNT : quiet;
    state->quiet = (uint16_t)(resets ? 0 : quiet);
    state->fullmove = (uint16_t)(fullmove > MAD_MAX_COUNT ? MAD_MAX_COUNT : fullmove);
    state->side = (uint8_t)(1 - side);
    state->mover = (uint8_t)side;
}

/* What changes alike with each plain move of a position where players move by turns. */
RUN_INLINE void pass_turn(const struct mad_game *game, const struct mad_state *before,
                          struct mad_state *state)
{
    const struct mad_program *program = game->program;
    copy_state(game, before, state);
    state->key = before->key ^ game->keys.side;
    count_turn(program, before, false, state);
    state->last_outcome = state->last_line = 0;
    if (program->marks.last_turn != 0) {
        const uint32_t more = program->marks.last_turn & (program->marks.last_turn - 1u);
        end_turn_mark(game, before, program->marks.first_of_turn, state);
        if (more != 0) {
            end_turn_marks(game, before, more, state);
        }
    }
}

static bool vm_give_away(const struct mad_game *game, const struct mad_state *before,
                         struct mad_state *state)
{
    if (game->turn.count != 0) {
        return false;
    }
    pass_turn(game, before, state);
    state->last_flags = 0;
    state->last_kind = UINT8_MAX;
    return true;
}

/* What is left of a move without side effects then. Nobody is taken as somebody is, to no effect: that is cheaper
 * than to ask. The board is written last, for a store of a byte may change anything the compiler has read before. */
RUN_INLINE void move_men(const struct mad_game *game, const struct mad_move *move, size_t side,
                         size_t code, size_t victim, struct mad_state *state)
{
    const struct mad_piece_traits *traits = game->program->piece.traits, *prey = &traits[victim];
    const struct mad_piece_traits *man = &traits[code];
    const size_t go = move->from, end = move->to, placed = move->placed;
    const uint8_t flags = move->flags & (MAD_MOVE_PLAIN | MAD_MOVE_TAKES | MAD_MOVE_CHANGES);
    uint8_t *board = mad_state_board(game, state);
    flip(state, MAD_SLOT_CODE + code, go);
    flip(state, side, go);
    state->key ^= man->keys[go];
    board[go] = game->empty;
    flip(state, MAD_SLOT_CODE + victim, end);
    flip(state, prey->owner, end);
    flip(state, MAD_SLOT_CODE + placed, end);
    flip(state, side, end);
    state->key ^= prey->keys[end] ^ traits[placed].keys[end];
    board[end] = move->placed;
    state->last_flags = flags;
    state->last_kind = man->type;
    if (flags & man->resets) {
        state->quiet = 0;
    }
    leave_mark(game, move, man, state);
}

/* A drop without side effects: of its deltas the first puts the man, and another takes him from a pocket. The board is
 * written last, as above. */
static __attribute__((noinline)) void apply_drop(const struct mad_game *game,
                                                 const struct mad_state *before,
                                                 const struct mad_move *move,
                                                 const struct mad_delta *deltas,
                                                 struct mad_state *state)
{
    const struct mad_piece_traits *man = &game->program->piece.traits[move->placed];
    const size_t square = move->to;
    pass_turn(game, before, state);
    flip(state, MAD_SLOT_CODE + (size_t)move->placed, square);
    flip(state, man->owner, square);
    state->key ^= man->keys[square];
    state->last_flags = (uint8_t)(move->flags & (MAD_MOVE_DROP | MAD_MOVE_FORCED));
    state->last_line = move->line;
    state->last_kind = man->type;
    if (move->delta_count > 1) {
        const struct mad_delta *spent = &deltas[move->delta_first + 1];
        mad_change_pocket(game, state, spent->index, spent->after);
    }
    mad_state_board(game, state)[square] = move->placed;
}

/* What there is to such a move if it is not free of side effects. */
RUN_INLINE void settle_rest(const struct mad_game *game, const struct mad_state *before,
                            const struct mad_move *move, size_t code, size_t victim,
                            struct mad_state *state)
{
    const struct mad_piece_traits *man = &game->program->piece.traits[code];
    const struct mad_piece_traits *prey = &game->program->piece.traits[victim];
    const uint32_t cell = prey->cell[before->side];
    settle_marks(game, before, move, man, prey, state);
    if (cell != 0) {
        take_to_pocket(game, state, cell);
    }
}

/* Says in the state what it took to make it: such runs have nobody to whom they could return it. */
static void note_effort(const struct mad_generator *run, struct mad_state *state)
{
    const uint32_t effort = state->effort + (run->steps >> MAD_EFFORT_SHIFT);
    state->effort =
        (uint8_t)(run->status != MAD_OK || effort >= MAD_EFFORT_TOO_MUCH ? MAD_EFFORT_TOO_MUCH
                                                                         : effort);
}

/* Marks of this move alone go. */
static void end_move_marks(const struct mad_game *game, struct mad_state *state)
{
    for (uint32_t bits = game->program->marks.scratch; bits != 0; bits &= bits - 1) {
        const uint32_t mark = (uint32_t)__builtin_ctz(bits);
        change_mark_squares(game, state, mark, mad_slot(state, game->mark_slot + mark));
    }
}

static __attribute__((noinline)) void run_when_moved(const struct mad_game *game,
                                                     const struct mad_state *before,
                                                     const struct mad_move *move, uint32_t ended,
                                                     struct mad_state *state)
{
    struct mad_generator run;
    run_begin(&run, game, state, before->side);
    run.asked.before = before;
    run.origin = move->from;
    run.last_square = ended;
    run_program(&run, game->program->entry.moved[before->side], MAD_NO_SQUARE);
    note_effort(&run, state);
    end_move_marks(game, state); /* whoever has been taken may have set some */
}

/* On in the order of turns, past the rest of this one where it ends early. */
static __attribute__((noinline)) void next_turn(const struct mad_game *game,
                                                struct mad_state *state, uint32_t side)
{
    uint32_t end_turn = game->program->entry.end_turn[side];
    bool ends = false;
    state->key ^= mad_state_turn_key(game, state);
    if (end_turn != MAD_NO_PROGRAM) {
        struct mad_generator run;
        run_begin(&run, game, state, side);
        run_program(&run, end_turn, 0);
        note_effort(&run, state);
        ends = run.holds;
    }
    const uint8_t turn = state->turn;
    do {
        state->turn =
            (uint8_t)(state->turn + 1 < game->turn.count ? state->turn + 1 : game->turn.once);
    } while (ends && game->turn.order[state->turn] == side);
    if (!ends && game->turn.goes_on && game->turn.order[state->turn] != side) {
        state->turn = turn;
    }
    state->side = game->turn.order[state->turn];
    state->key ^= mad_state_turn_key(game, state);
    state->key ^= state->side != side ? game->keys.side : 0;
    if (game->past_offset != 0 && (state->side != side || mad_plays_alone(game))) {
        uint64_t *seen = mad_state_past(game, state);
        seen[seen[0]] |= MAD_PAST_TURN;
    }
}

/* What the head of a state says behind a move of this man's, where players move by turns. */
static void write_head(const struct mad_program *program, const struct mad_state *before,
                       uint32_t flags, uint32_t line, uint32_t type, bool resets,
                       struct mad_state *state)
{
    count_turn(program, before, resets, state);
    state->last_flags = (uint8_t)(flags & ~(uint32_t)MAD_MOVE_FIRST);
    state->last_outcome = (uint8_t)(flags >> MAD_MOVE_OUTCOME_SHIFT);
    state->last_line = (uint8_t)line;
    state->last_kind = (uint8_t)type;
}

/* The marks of the last turn go, but for what this one has set anew. */
static void renew_turn_marks(const struct mad_generator *run, const struct mad_state *before,
                             struct mad_state *state)
{
    const struct mad_game *game = run->game;
    for (uint32_t bits = game->program->marks.last_turn; bits != 0; bits &= bits - 1) {
        const uint32_t mark = (uint32_t)__builtin_ctz(bits);
        mad_set old = mad_slot(before, game->mark_slot + mark), is = set_none();
        if (set_empty(old) || before->mover == before->side) {
            continue;
        }
        for (uint32_t i = 0; i < run->trail_count; i++) {
            const struct mad_delta *delta = &run->trail[i];
            if (delta->kind == MAD_DELTA_MARK && delta->extra == mark) {
                mad_set square = set_of(delta->index);
                is = delta->after ? is | square : is & ~square;
            }
        }
        change_mark_squares(game, state, mark, is ^ mad_slot(state, game->mark_slot + mark));
    }
}

/* The move with everything that it sets off, by the same effects as verbs. Returns where it has ended. */
static __attribute__((noinline)) uint32_t apply_eventful(const struct mad_game *game,
                                                         const struct mad_state *before,
                                                         const struct mad_move *move, size_t code,
                                                         struct mad_state *state)
{
    struct mad_generator run;
    const struct mad_piece_traits *man = &game->program->piece.traits[code];
    copy_state(game, before, state);
    state->effort = 0;
    run_begin(&run, game, state, state->side);
    effect_plain(&run, move->from, move->to, move->placed);
    const uint32_t trail = trail_flags(&run, move->to); /* what comes by itself is among it */
    const uint32_t flags =
        (move->flags & (MAD_MOVE_PLAIN | MAD_MOVE_CHANGES)) | (trail & MAD_MOVE_TAKES);
    renew_turn_marks(&run, before, state); /* by now: what happens by itself may ask for them */
    note_effort(&run, state);
    end_move_marks(game, state);
    leave_mark(game, move, man, state);
    write_head(game->program, before, flags, 0, man->type,
               (flags & man->resets) || (trail & MAD_MOVE_BREAKS), state);
    state->key ^= game->keys.side;
    return run.last_square;
}

/* What is not among the effects of a move. */
RUN_INLINE void end_effects(const struct mad_game *game, const struct mad_state *before,
                            const struct mad_move *move, struct mad_state *state)
{
    const uint8_t standing =
        move->from != MAD_NO_SQUARE ? mad_state_board_const(game, before)[move->from] : game->empty;
    const uint8_t code = standing != game->empty ? standing : move->placed;
    const bool resets = (move->flags & MAD_MOVE_BREAKS) ||
                        (game->program->quiet_capture && (move->flags & MAD_MOVE_TAKES));
    write_head(game->program, before, move->flags, move->line, game->codes[code].type, resets,
               state);
    state->key ^= game->keys.side;
}

RUN_INLINE void apply_effects(const struct mad_game *game, const struct mad_state *before,
                              const struct mad_move *move, const struct mad_delta *deltas,
                              struct mad_state *state)
{
    copy_state(game, before, state);
    state->effort = 0;
    end_turn_marks(game, before, game->program->marks.last_turn, state);
    apply_deltas(game, state, deltas + move->delta_first, move->delta_count);
    end_effects(game, before, move, state);
}

/* What goes on when the move has been made, which has ended there. */
static void end_move(const struct mad_game *game, const struct mad_state *before,
                     const struct mad_move *move, uint32_t ended, struct mad_state *state)
{
    const uint32_t side = before->side;
    if (game->turn.count != 0) { /* his turn may go on */
        state->side = (uint8_t)side;
        state->key ^= game->keys.side;
    }
    if (game->program->entry.moved[side] != MAD_NO_PROGRAM) {
        run_when_moved(game, before, move, ended, state);
    }
    if (game->turn.count != 0) {
        next_turn(game, state, side);
        if (state->side == side && !mad_plays_alone(game)) {
            state->fullmove = before->fullmove;
        }
    }
}

/* Any move of any game, except the usual one. */
static __attribute__((noinline)) void apply_any(const struct mad_game *game,
                                                const struct mad_state *before,
                                                const struct mad_move *move,
                                                const struct mad_delta *deltas,
                                                struct mad_state *state)
{
    if ((move->flags & MAD_MOVE_SIDE_EFFECT_FREE) && (move->flags & MAD_MOVE_DROP)) {
        apply_drop(game, before, move, deltas, state);
        return;
    }
    uint32_t ended = move->to;
    if (!(move->flags & MAD_MOVE_PLAIN)) {
        apply_effects(game, before, move, deltas, state);
    } else {
        const uint8_t *board = mad_state_board_const(game, before);
        const size_t code = board[move->from], victim = board[move->to];
        const struct mad_piece_traits *prey = &game->program->piece.traits[victim];
        if (mad_triggers(game, before, move->to, code, prey)) {
            ended = apply_eventful(game, before, move, code, state);
        } else {
            pass_turn(game, before, state);
            state->effort = 0;
            move_men(game, move, before->side, code, victim, state);
            settle_rest(game, before, move, code, victim, state);
        }
    }
    end_move(game, before, move, ended, state);
}

/* Whether this is a move without side effects, and nothing comes of whom it takes on this board. */
RUN_INLINE bool is_side_effect_free(const struct mad_game *game, const struct mad_move *move,
                                    const uint8_t *board)
{
    return (move->flags & (MAD_MOVE_SIDE_EFFECT_FREE | MAD_MOVE_DROP)) ==
               MAD_MOVE_SIDE_EFFECT_FREE &&
           game->program->piece.traits[board[move->to]].taken_without_side_effects;
}

static void vm_apply(const struct mad_game *game, const struct mad_state *before,
                     const struct mad_move *move, const struct mad_delta *deltas,
                     struct mad_state *state)
{
    const uint8_t *board = mad_state_board_const(game, before);
    if (is_side_effect_free(game, move, board)) {
        pass_turn(game, before, state);
        move_men(game, move, before->side, board[move->from], board[move->to], state);
        return;
    }
    apply_any(game, before, move, deltas, state);
}

/* The same of a plain move that sets off nothing, `when moved` included. */
static void apply_still(const struct mad_game *game, const struct mad_state *before,
                        const struct mad_move *move, struct mad_state *state)
{
    const uint8_t *board = mad_state_board_const(game, before);
    const size_t code = board[move->from], victim = board[move->to];
    pass_turn(game, before, state);
    move_men(game, move, before->side, code, victim, state);
    if (!is_side_effect_free(game, move, board)) {
        settle_rest(game, before, move, code, victim, state);
    }
}

#include "w_make_each.h"

/* --- moves that are drawn -------------------------------------------------------------------- */

/* A man jumps over another, who is taken, and nothing else comes of it. */
RUN_INLINE void make_jump(const struct mad_game *game, const struct mad_state *before,
                          const struct mad_move *move, size_t victim, struct mad_state *state)
{
    const struct mad_piece_traits *traits = game->program->piece.traits;
    uint8_t *board = mad_state_board(game, state);
    copy_state(game, before, state);
    end_turn_marks(game, before, game->program->marks.last_turn, state);
    const size_t code = board[move->from], taken = board[victim], placed = move->placed;
    flip(state, MAD_SLOT_CODE + code, move->from);
    flip(state, traits[code].owner, move->from);
    flip(state, MAD_SLOT_CODE + taken, victim);
    flip(state, traits[taken].owner, victim);
    flip(state, MAD_SLOT_CODE + placed, move->to);
    flip(state, traits[placed].owner, move->to);
    state->key ^=
        traits[code].keys[move->from] ^ traits[taken].keys[victim] ^ traits[placed].keys[move->to];
    board[move->from] = board[victim] = game->empty;
    board[move->to] = move->placed;
    end_effects(game, before, move, state);
    end_move(game, before, move, move->to, state);
}

/* A way through a loop is gone on the copy, and stays. */
static __attribute__((noinline)) enum mad_status make_way(struct mad_generator *run,
                                                          const struct mad_batch *batch, uint32_t n,
                                                          struct mad_state *state)
{
    const struct mad_game *game = run->game;
    struct mad_state *before = run->state;
    const struct mad_move *move = &run->sink.list->moves[run->sink.list->count];
    copy_state(game, before, state);
    state->effort = 0;
    run->state = state;
    enum mad_status status = draw_way(run, batch, n);
    run->state = before;
    if (status == MAD_OK) {
        renew_turn_marks(run, before, state);
        end_effects(game, before, move, state);
        end_move(game, before, move, move->to, state);
    }
    run->trail_count = 0;
    return status;
}

/* Makes the n-th of the moves in a batch on `state`, a copy. */
static enum mad_status make_drawn(struct mad_generator *run, const struct mad_batch *batch,
                                  uint32_t n, struct mad_state *state)
{
    const struct mad_game *game = run->game;
    const struct mad_state *before = run->state;
    if (batch->loop == 0) {
        const struct mad_move move = draw_plain(run, batch, n);
        vm_apply(game, before, &move, NULL, state);
        return MAD_OK;
    }
    struct mad_move jump;
    uint32_t victim;
    if (draw_jump(run, batch, n, &jump, &victim)) {
        make_jump(game, before, &jump, victim, state);
        return MAD_OK;
    }
    return make_way(run, batch, n, state);
}
