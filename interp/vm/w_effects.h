/* w_effects.h - the effects of moves on a state, and their undoing; included by w_run.c.
 *
 * Layer: vm. Every effect changes the state (sets, board, marks, pockets, key) and leaves a delta on the run's
 * trail; undoing walks the trail back. Apply replays the same deltas. `take e5` clears a bit, the key of that
 * man and the square, and counts him into a pocket. It relies on the trail having room, and says when it has
 * none. */

RUN_INLINE void flip(struct mad_state *state, size_t slot, size_t square)
{
#if MAD_BITS == 64
    state->sets[slot] ^= UINT64_C(1) << square;
#else
    state->sets[slot * MAD_WORDS + square / 64] ^= UINT64_C(1) << (square % 64);
#endif
}

/* A man of that code comes to the square, or goes. */
static inline void turn_over(const struct mad_game *game, struct mad_state *state, uint32_t square,
                             size_t code)
{
    if (code != game->empty) {
        const struct mad_piece_traits *const man = &game->program->piece.traits[code];
        flip(state, MAD_SLOT_CODE + code, square);
        flip(state, man->owner, square);
        state->key ^= man->keys[square];
    }
}

static void change_square(const struct mad_game *game, struct mad_state *state, uint32_t square,
                          size_t before, size_t after)
{
    turn_over(game, state, square, before);
    turn_over(game, state, square, after);
    mad_state_board(game, state)[square] = (uint8_t)after;
}

static void change_mark(const struct mad_game *game, struct mad_state *state, uint32_t mark,
                        uint32_t square, bool on)
{
    if (mad_state_marked(game, state, mark, square) != on) {
        flip(state, game->mark_slot + mark, square);
        state->key ^= game->keys.square[(game->mark_slot + mark) * game->squares + square];
    }
}

/* After an error nothing changes any more, and so nothing is noted that would have to be undone. */
static void log_delta(struct mad_generator *run, struct mad_delta delta)
{
    if (run->status != MAD_OK) {
        return;
    }
    if (run->trail_count == MAD_MAX_TRAIL) {
        mad_run_cross(run, MAD_LIMIT_EFFECTS);
        return;
    }
    run->trail[run->trail_count++] = delta;
}

/* A man of the code, or nobody, on the square from now on. */
static void effect_square(struct mad_generator *run, uint32_t square, uint32_t code, uint32_t taken)
{
    uint8_t before = mad_state_board(run->game, run->state)[square];
    struct mad_delta delta = {MAD_DELTA_SQUARE, (uint8_t)taken, (uint16_t)square, before,
                              (uint8_t)code};
    if (before == code) {
        return;
    }
    log_delta(run, delta);
    if (run->status == MAD_OK) {
        change_square(run->game, run->state, square, before, code);
    }
}

/* All men of `before` on the squares become `after`, of the other player. */
static void effect_change(struct mad_generator *run, mad_set squares, uint32_t before,
                          uint32_t after)
{
    const struct mad_game *game = run->game;
    struct mad_state *state = run->state;
    const uint64_t *keys = game->keys.square + (size_t)(MAD_SLOT_CODE + before) * game->squares;
    const uint64_t *new_keys = game->keys.square + (size_t)(MAD_SLOT_CODE + after) * game->squares;
    const uint32_t slots[4] = {MAD_SLOT_CODE + before, MAD_SLOT_CODE + after,
                               game->codes[before].owner, game->codes[after].owner};
    uint8_t *board = mad_state_board(game, state);
    struct mad_delta *delta = run->trail + run->trail_count;
    uint64_t key = state->key;
    if (run->status != MAD_OK) {
        return;
    }
    if (set_size(squares) > MAD_MAX_TRAIL - run->trail_count) {
        mad_run_cross(run, MAD_LIMIT_EFFECTS);
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
        set_store(state->sets + slots[i] * MAD_WORDS, mad_slot(state, slots[i]) ^ squares);
    }
    for (; !set_empty(squares); squares = set_rest(squares), delta++) {
        const uint32_t square = set_first(squares);
        *delta = (struct mad_delta){MAD_DELTA_SQUARE, 0, (uint16_t)square, (uint8_t)before,
                                    (uint8_t)after};
        key ^= keys[square] ^ new_keys[square];
        board[square] = (uint8_t)after;
    }
    run->trail_count = (uint32_t)(delta - run->trail);
    state->key = key;
}

static void effect_mark(struct mad_generator *run, uint32_t mark, uint32_t square, bool on)
{
    bool before = mad_state_marked(run->game, run->state, mark, square);
    struct mad_delta delta = {MAD_DELTA_MARK, (uint8_t)mark, (uint16_t)square, before, on};
    log_delta(run, delta);
    if (run->status == MAD_OK) {
        change_mark(run->game, run->state, mark, square, on);
    }
}

static void effect_pocket(struct mad_generator *run, uint32_t index, uint32_t count)
{
    uint8_t before = ((const uint8_t *)run->state)[run->game->pocket_offset + index];
    struct mad_delta delta = {MAD_DELTA_POCKET, 0, (uint16_t)index, before, (uint8_t)count};
    log_delta(run, delta);
    if (run->status == MAD_OK) {
        mad_change_pocket(run->game, run->state, index, count);
    }
}

static void effect_counter(struct mad_generator *run, uint32_t index, uint32_t value)
{
    uint8_t *counter = &run->state->counters[0][0] + index;
    log_delta(run,
              (struct mad_delta){MAD_DELTA_COUNTER, 0, (uint16_t)index, *counter, (uint8_t)value});
    if (run->status == MAD_OK) {
        *counter = (uint8_t)value;
    }
}

#include "w_stacks.h"

/* Clears the marks that a man loses or takes along who leaves the square: those that he takes along. */
static uint32_t take_marks(struct mad_generator *run, uint32_t from)
{
    const struct mad_program *program = run->program;
    uint32_t bits = program->marks.touched | program->marks.follow, along = 0;
    for (; bits != 0; bits &= bits - 1) {
        const uint32_t mark = (uint32_t)__builtin_ctz(bits);
        if (mad_state_marked(run->game, run->state, mark, from)) {
            effect_mark(run, mark, from, false);
            along |= program->marks.follow & 1u << mark;
        }
    }
    return along;
}

/* The marks of `owner` that end because a man of this code has moved or is taken. */
static void effect_end_marks(struct mad_generator *run, uint32_t code)
{
    uint32_t bits = run->program->marks.end_with[code];
    uint32_t owner = run->game->codes[code].owner;
    for (; bits != 0; bits &= bits - 1) {
        const uint32_t mark = (uint32_t)__builtin_ctz(bits);
        mad_set own =
            mad_slot(run->state, run->game->mark_slot + mark) & mad_slot(run->state, owner);
        for (; !set_empty(own); own = set_rest(own)) {
            effect_mark(run, mark, set_first(own), false);
        }
    }
}

/* The program of a man who is taken. What runs around it may be of its kind: that finds its registers as
 * they were. */
static __attribute__((noinline)) void run_taken(struct mad_generator *run, uint32_t address,
                                                uint32_t square)
{
    enum { SETS = MAD_MAX_SETS - MAD_HANDLER_REGISTERS, NUMBERS = MAD_NUMBERS / 2 };
    mad_set sets[SETS];
    int32_t numbers[NUMBERS];
    const size_t bytes = run->program->handler_registers * sizeof *sets;
    const uint32_t last = run->last_square;
    memcpy(sets, run->set + MAD_HANDLER_REGISTERS, bytes);
    memcpy(numbers, run->number + NUMBERS, sizeof numbers);
    run_program(run, address, square);
    run->last_square = last; /* where his man goes is not where the move ends */
    memcpy(run->set + MAD_HANDLER_REGISTERS, sets, bytes);
    memcpy(run->number + NUMBERS, numbers, sizeof numbers);
}

/* A man who has been taken goes where that fate sends him. */
static void effect_gone(struct mad_generator *run, uint32_t code, uint32_t fate)
{
    const struct mad_game *game = run->game;
    const uint32_t cell = mad_pocket_cell(game, fate, code, run->side);
    if (cell != 0) {
        const uint32_t index = cell - 1;
        uint32_t held = ((const uint8_t *)run->state)[game->pocket_offset + index];
        effect_pocket(run, index, held < 255 ? held + 1 : held);
    }
}

/* The top `count` men of a square, who are taken; whoever is below them stands there then. */
static __attribute__((noinline)) void remove_top(struct mad_generator *run, uint32_t square,
                                                 uint32_t count, uint32_t fate)
{
    struct mad_pile pile = pile_on(run, square);
    const struct mad_pile taken = split(&pile, count);
    for (uint32_t i = taken.count; i-- > 0;) {
        if (run->program->marks.end_with[taken.men[i]] != 0) {
            effect_end_marks(run, taken.men[i]);
        }
    }
    effect_pile(run, square, &pile, fate + 1);
    for (uint32_t i = taken.count; i-- > 0;) {
        effect_gone(run, taken.men[i], fate);
    }
}

/* Who stands on a square is taken; of men who stand on one another so many, from the top on. */
static void effect_remove(struct mad_generator *run, uint32_t square, uint32_t count, uint32_t fate)
{
    const struct mad_game *game = run->game;
    const struct mad_program *program = run->program;
    uint8_t code = mad_state_board(game, run->state)[square];
    if (code == game->empty) {
        return;
    }
    const mad_set others = run->takings == 0 ? set_none() : run->leaving;
    if (set_has(others, square)) {
        return; /* who takes others along may stand beside somebody who would take him along */
    }
    if (program->piece.taken[code] != MAD_NO_PROGRAM && !run->sink.probing) {
        run->leaving = others | set_of(square);
        run->takings++;
        run_taken(run, program->piece.taken[code], square);
        run->takings--;
        run->leaving = others;
        code = mad_state_board(game, run->state)[square];
        if (code == game->empty) {
            return; /* he has gone by himself */
        }
    }
    if (game->stacks.levels != 0) {
        remove_top(run, square, count, fate);
        return;
    }
    (void)take_marks(run, square);
    if (program->marks.end_with[code] != 0) {
        effect_end_marks(run, code);
    }
    effect_square(run, square, game->empty, fate + 1);
    effect_gone(run, code, fate);
}

/* The top `count` men of `from` come to stand on `to`: above or below whoever is there, or in his place, and then he
 * is taken. */
static __attribute__((noinline)) void effect_stack(struct mad_generator *run, uint32_t from,
                                                   uint32_t count, uint32_t to,
                                                   enum mad_stack where)
{
    struct mad_pile stay = pile_on(run, from);
    const struct mad_pile go = split(&stay, count);
    if (go.count == 0) {
        return;
    }
    effect_pile(run, from, &stay, 0); /* they have left when somebody is taken */
    if (where == MAD_STACK_INSTEAD) {
        effect_remove(run, to, MAD_MAX_HEIGHT, 0);
    }
    effect_pile_joins(run, &go, to, where);
    if (run->program->marks.end_with[go.men[go.count - 1]] != 0) {
        effect_end_marks(run, go.men[go.count - 1]);
    }
}

/* Those of the one square come to the other, at once: nobody is taken. */
static __attribute__((noinline)) void effect_swap_piles(struct mad_generator *run, uint32_t one,
                                                        uint32_t other)
{
    const struct mad_pile piles[2] = {pile_on(run, one), pile_on(run, other)};
    const struct mad_pile none = {.count = 0};
    const uint32_t squares[2] = {other, one};
    effect_pile(run, one, &none, 0);
    effect_pile(run, other, &none, 0);
    for (uint32_t i = 0; i < 2; i++) {
        effect_pile(run, squares[i], &piles[i], run->extending ? MAD_DELTA_PUT : 0);
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (piles[i].count > 0 &&
            run->program->marks.end_with[piles[i].men[piles[i].count - 1]] != 0) {
            effect_end_marks(run, piles[i].men[piles[i].count - 1]);
        }
    }
}

/* A man between two squares, with the marks that follow him; code: that of no man where nobody stood. */
struct mad_lifted {
    uint32_t code, marks;
};

static struct mad_lifted effect_lift(struct mad_generator *run, uint32_t from)
{
    const struct mad_lifted man = {mad_state_board(run->game, run->state)[from], 0};
    if (man.code == run->game->empty) {
        return man;
    }
    effect_square(run, from, run->game->empty, 0);
    return (struct mad_lifted){man.code, take_marks(run, from)};
}

static void effect_set_down(struct mad_generator *run, struct mad_lifted man, uint32_t to)
{
    if (man.code == run->game->empty) {
        return;
    }
    for (; man.marks != 0; man.marks &= man.marks - 1) {
        effect_mark(run, (uint32_t)__builtin_ctz(man.marks), to, true);
    }
    effect_square(run, to, man.code, run->extending ? MAD_DELTA_PUT : 0);
    if (run->program->marks.end_with[man.code] != 0) {
        effect_end_marks(run, man.code);
    }
}

static void effect_move(struct mad_generator *run, uint32_t from, uint32_t to)
{
    uint32_t code = mad_state_board(run->game, run->state)[from];
    if (from == to || code == run->game->empty) {
        return;
    }
    if (run->game->stacks.levels != 0) {
        effect_stack(run, from, MAD_MAX_HEIGHT, to, MAD_STACK_INSTEAD);
        return;
    }
    effect_square(run, from, run->game->empty, 0); /* he has left when somebody is taken */
    effect_remove(run, to, 1, 0);
    effect_set_down(run, (struct mad_lifted){code, take_marks(run, from)}, to);
}

/* Whether the trail takes somebody, and whether men of who moves go or change that reset the quiet counter; what a
 * man becomes on `to`, where he has come, is no change of its own. */
RUN_INLINE uint32_t trail_flags(const struct mad_generator *run, uint32_t to)
{
    const struct mad_game *game = run->game;
    uint32_t flags = 0;
    for (uint32_t i = 0; i < run->trail_count; i++) {
        const struct mad_delta delta = run->trail[i];
        if (delta.kind != MAD_DELTA_SQUARE) {
            continue;
        }
        if (mad_delta_takes(&delta)) {
            flags |= MAD_MOVE_TAKES;
        } else if (delta.before != game->empty && delta.extra < MAD_DELTA_COVER &&
                   game->codes[delta.before].owner == run->side) {
            const bool goes = delta.after == game->empty,
                       stays = delta.index != to || to == run->origin,
                       changes = !goes && stays &&
                                 game->codes[delta.before].type != game->codes[delta.after].type;
            const uint32_t breaks = goes      ? (uint32_t)MAD_BREAKS_BY_MOVE
                                    : changes ? (uint32_t)MAD_BREAKS_BY_CHANGE
                                              : 0u;
            flags |= run->program->breaks_quiet[delta.before] & breaks ? MAD_MOVE_BREAKS : 0u;
        }
    }
    return flags;
}

/* How many men have been taken since the trail was so long. */
static uint32_t men_taken(const struct mad_generator *run, uint32_t trail)
{
    uint32_t taken = 0;
    for (; trail < run->trail_count; trail++) {
        taken += mad_delta_takes(&run->trail[trail]);
    }
    return taken;
}

/* The mark that a plain move of a man of the code leaves. */
static void effect_left(struct mad_generator *run, uint32_t code, uint32_t from, uint32_t to)
{
    const struct mad_piece_traits *man = &run->program->piece.traits[code];
    const struct mad_trail_mark *mark = mad_mark_left(man, from, to);
    if (mark != NULL) {
        effect_mark(run, man->leaves, mark->marked, true);
    }
}

/* A whole plain move with everything that it sets off; it ends on run->last_square, for what happens by itself may
 * take the man further. */
static void effect_plain(struct mad_generator *run, uint32_t from, uint32_t to, uint32_t placed)
{
    const struct mad_program *program = run->program;
    uint8_t code = mad_state_board(run->game, run->state)[from];
    const uint32_t trail = run->trail_count;
    run->origin = from;
    run->last_square = to;
    effect_move(run, from, to);
    const bool takes =
        men_taken(run, trail) != 0; /* he may get away by what happens when he is taken */
    effect_square(run, to, placed, 0);
    if (program->piece.after[code] != MAD_NO_PROGRAM) {
        run_program(run, program->piece.after[code], to);
    }
    if (takes && program->piece.capturing[code] != MAD_NO_PROGRAM) {
        run_program(run, program->piece.capturing[code], run->last_square);
    }
}

static void effects_undo(struct mad_generator *run, uint32_t trail_count)
{
    while (run->trail_count > trail_count) {
        struct mad_delta delta = run->trail[--run->trail_count];
        switch ((enum mad_delta_kind)delta.kind) {
        case MAD_DELTA_SQUARE:
            change_square(run->game, run->state, delta.index, delta.after, delta.before);
            break;
        case MAD_DELTA_MARK:
            change_mark(run->game, run->state, delta.extra, delta.index, delta.before);
            break;
        case MAD_DELTA_COUNTER: (&run->state->counters[0][0])[delta.index] = delta.before; break;
        case MAD_DELTA_LEVEL:
            change_level(run->game, run->state, delta.index, delta.extra, delta.before);
            break;
        case MAD_DELTA_POCKET:
            mad_change_pocket(run->game, run->state, delta.index, delta.before);
            break;
        }
    }
}

/* Replays the effects of a listed move, forwards. */
static void apply_deltas(const struct mad_game *game, struct mad_state *state,
                         const struct mad_delta *deltas, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct mad_delta delta = deltas[i];
        switch ((enum mad_delta_kind)delta.kind) {
        case MAD_DELTA_SQUARE:
            change_square(game, state, delta.index, delta.before, delta.after);
            break;
        case MAD_DELTA_MARK: change_mark(game, state, delta.extra, delta.index, delta.after); break;
        case MAD_DELTA_COUNTER: (&state->counters[0][0])[delta.index] = delta.after; break;
        case MAD_DELTA_LEVEL:
            change_level(game, state, delta.index, delta.extra, delta.after);
            break;
        case MAD_DELTA_POCKET: mad_change_pocket(game, state, delta.index, delta.after); break;
        }
    }
}
