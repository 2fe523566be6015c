/* w_run.c - the machine for one width of a set: one object of all its texts, w_*.h.
 *
 * Layer: vm. The loop runs a program over a state. It is one text of two instances: counting (no list, whole sets
 * at a time) and listing. A plain clause is one instruction for all men of a code; a verb runs for each man, its
 * choices are loops of the program, and a way that fails jumps to the loop that offers the next choice. The parts
 * are texts of their own for the reader, one object for the compiler; width.def names what is seen of it.
 * It relies on verify.c for the program, and on the state being whole: mad_state_finish. */
#include "../hash.h"
#include "w_internal.h"

/* The order matters: each part uses those before it. */
#include "w_effects.h"

#include "w_plain.h"

#include "w_checks.h"

#include "w_dangers.h"

#include "w_legality.h"

#include "w_men.h"

#include "w_ways.h"

#include "w_values.h"

/* --- what verbs change ----------------------------------------------------------------------- */

static void place(struct mad_generator *run, uint32_t square, uint32_t code, uint32_t extra)
{
    const uint8_t *placed = run->program->piece.placed;
    if (placed != NULL) {
        code = placed[(size_t)code * run->game->squares + square];
    }
    effect_square(run, square, code, extra);
}

/* Of whoever stands there by then, and of whose he is: he may have been taken, or turned. Who is that already
 * is not placed once more. */
static void become(struct mad_generator *run, uint32_t square, uint32_t code)
{
    const struct mad_game *game = run->game;
    const uint8_t before = mad_state_board(game, run->state)[square];
    if (before != game->empty) {
        code = game->code_of[game->codes[code].type][game->codes[before].owner];
    }
    if (before != game->empty && code != 0xff && code != before) {
        place(run, square, code, 0);
    }
}

/* He is put there, and has moved there if that is all of the move. */
static void put_down(struct mad_generator *run, uint32_t square, uint32_t code)
{
    place(run, square, code, MAD_DELTA_PUT);
    if (run->origin == MAD_NO_SQUARE &&
        !run->extending) { /* else the man who moves has an end of his own */
        run->last_square = square;
    }
}

static void put_man(struct mad_generator *run, mad_set squares, uint32_t code, uint32_t fate)
{
    for (; !set_empty(squares); squares = set_rest(squares)) {
        effect_remove(run, set_first(squares), MAD_MAX_HEIGHT, fate);
        put_down(run, set_first(squares), code);
    }
}

/* Upon whoever stands there. */
static __attribute__((noinline)) void put_upon(struct mad_generator *run, mad_set squares,
                                               uint32_t code)
{
    for (; !set_empty(squares); squares = set_rest(squares)) {
        effect_cover(run, set_first(squares));
        put_down(run, set_first(squares), code);
    }
}

static void turn_into(struct mad_generator *run, mad_set squares, uint32_t code)
{
    for (squares &= men_now(run); !set_empty(squares) && run->status == MAD_OK;
         squares = set_rest(squares)) {
        become(run, set_first(squares), code);
    }
}

static void turn_men(struct mad_generator *run, mad_set squares, uint32_t player)
{
    const struct mad_game *game = run->game;
    mad_set men =
        squares & mad_slot(run->state, 1 - player); /* a type of nobody is nobody else's */
    while (!set_empty(men)) {
        uint8_t code = mad_state_board(game, run->state)[set_first(men)];
        uint8_t turned = game->code_of[game->codes[code].type][player];
        mad_set alike = men & mad_slot(run->state, MAD_SLOT_CODE + code);
        if (turned != 0xff) {
            effect_change(run, alike, code, turned);
        }
        men &= ~alike;
    }
}

static void remove_men(struct mad_generator *run, mad_set squares, uint32_t count, uint32_t fate)
{
    for (; !set_empty(squares) && run->status == MAD_OK; squares = set_rest(squares)) {
        effect_remove(run, set_first(squares), count, fate);
    }
}

static void mark_squares(struct mad_generator *run, uint32_t mark, mad_set squares, bool on)
{
    const mad_set marked = mad_slot(run->state, run->game->mark_slot + mark);
    const bool ages = run->program->marks.last_turn >> mark &
                      1; /* what is set anew outlasts what was set before */
    squares &= !on ? marked : ages ? squares : ~marked;
    for (; !set_empty(squares); squares = set_rest(squares)) {
        effect_mark(run, mark, set_first(squares), on);
    }
}

static void tally(struct mad_generator *run, uint32_t mark, mad_set squares, int32_t by,
                  enum mad_tally how)
{
    const struct mad_game *game = run->game;
    const int32_t most = game->marks[mark].most;
    if (run->program->marks.follow >> mark & 1) {
        squares &= men_now(run); /* it is theirs, and not the squares' */
    }
    const int64_t more = how == MAD_TALLY_TAKE ? -(int64_t)by : by;
    for (; !set_empty(squares) && run->status == MAD_OK; squares = set_rest(squares)) {
        const uint32_t square = set_first(squares),
                       was = mad_state_tally(game, run->state, mark, square);
        const int64_t sum = more + (how == MAD_TALLY_SET ? 0 : (int64_t)was);
        const uint32_t is = sum < 0 ? 0 : sum > most ? (uint32_t)most : (uint32_t)sum;
        for (uint32_t digits = was ^ is; digits != 0; digits &= digits - 1) {
            const uint32_t digit = (uint32_t)__builtin_ctz(digits);
            effect_mark(run, mark + digit, square, is >> digit & 1);
        }
    }
}

/* The same body again from where the man stands now, with registers of its own. */
static __attribute__((noinline)) bool run_again(struct mad_generator *run,
                                                const struct mad_instruction *repeat, uint32_t here,
                                                bool counting)
{
    struct mad_save saves[MAD_SAVE_LEVELS];
    mad_set sets[MAD_MAX_SETS];
    int32_t numbers[MAD_FIRST_HANDED];
    const uint32_t ended = run->ended;
    const uint64_t before =
        run->sink.count; /* ways that are counted at once do not end one by one */
    uint32_t last = run->last_square;
    if (run->repeats >= repeat->a) {
        return false;
    }
    const size_t bytes = repeat->b * sizeof *sets, /* set by mad_vm_optimize */
        number_bytes = run->program->round_numbers * sizeof *numbers;
    memcpy(saves, run->saves, sizeof saves);
    memcpy(sets, run->set, bytes);
    memcpy(numbers, run->number, number_bytes);
    run->saves[0] = (struct mad_save){run->trail_count, (uint16_t)here, (uint16_t)run->last_square};
    run->repeats++;
    counting ? run_counting(run, repeat->x, here) : run_listing(run, repeat->x, here);
    run->repeats--;
    memcpy(run->saves, saves, sizeof saves);
    memcpy(run->set, sets, bytes);
    memcpy(run->number, numbers, number_bytes);
    end_plain_moves(run);
    run->last_square = last;
    const bool found = run->ended != ended || run->sink.count != before;
    if (found && run->repeats == MAD_MAX_ROUNDS) {
        run->status = MAD_ERROR_LIMIT;
        run->limit = MAD_LIMIT_ROUNDS;
    }
    return found;
}

/* A run has failed at this instruction; if that is because of a limit, and the first that was told of it, it
 * is noted. */
static __attribute__((noinline)) void tell_limit(struct mad_generator *run, uint32_t address)
{
    if (run->limit != MAD_LIMIT_NONE) {
        mad_limit_note(run->program->limit, (enum mad_limit_kind)run->limit, address);
        run->limit = MAD_LIMIT_NONE;
    }
}

/* --- the loop -------------------------------------------------------------------------------- */

#define LOOP_NAME     run_counting
#define LOOP_COUNTING true
#include "w_loop.h"
#undef LOOP_NAME
#undef LOOP_COUNTING

#define LOOP_NAME     run_listing
#define LOOP_COUNTING false
#include "w_loop.h"
#undef LOOP_NAME
#undef LOOP_COUNTING

/* Programs that make no moves: handlers, laws, ends. */
static void run_program(struct mad_generator *run, uint32_t address, uint32_t here)
{
    run_listing(run, address, here);
}

/* The pinned men's plain moves, one man at a time along his line. */
RUN_INLINE void pinned_moves(struct mad_generator *run, const bool counting)
{
    for (uint32_t i = 0; i < run->pin_count; i++) {
        uint32_t square = run->masks.pins[i].square;
        uint32_t code = mad_state_board_const(run->game, run->state)[square];
        uint32_t address = run->program->piece.men_at[code];
        if (address != MAD_NO_PROGRAM) {
            mad_set ends = run->masks.answers & run->masks.pins[i].line;
            set_filters(run, run->masks.spares ? ends & ~run->masks.barred[code] : ends);
            if (run->program->piece.filters_at[code] != MAD_NO_PROGRAM) {
                run_listing(run, run->program->piece.filters_at[code], 0);
            }
            men_moves(run, run->program->fast + address, set_of(square), counting);
        }
    }
}

/* Leaves out, or lets in again, whatever takes nothing. */
static void only_captures(struct mad_generator *run, bool only)
{
    run->sink.captures_only = only;
    run->masks.wanted =
        only ? run->set[5] : mad_const(run->program, run->program->tables.board_const);
    set_filters(run, run->masks.answers);
}

RUN_INLINE void run_all(struct mad_generator *run, const bool counting)
{
    begin_legality(run);
    if (counting) {
        foresee_extensions(run);
    }
    run->sink.whole = run->legality != MAD_LEGALITY_TEST && !run->extends &&
                      (counting || run->legality != MAD_LEGALITY_SUSPECT) &&
                      mad_takes_way(run->program, MAD_WAY_WHOLE);
    uint32_t duty = run->program->entry.duty[run->side];
    if (duty != MAD_NO_PROGRAM) {
        run->on_duty = true;
        counting ? run_counting(run, duty, 0) : run_listing(run, duty, 0);
        run->on_duty = false;
        if (run->sink.count != 0 || run->status != MAD_OK) {
            return;
        }
    }
    const uint32_t all = run->program->entry.generate[run->side];
    if (run->program->must_capture) {
        only_captures(run, true);
        run->sink.most = run->program->must_capture_most;
        counting ? run_counting(run, all, 0) : run_listing(run, all, 0);
        if (run->pin_count != 0 && run->status == MAD_OK) {
            pinned_moves(run, counting);
        }
        if (run->sink.count != 0 || run->status != MAD_OK) {
            return;
        }
        only_captures(run, false);
        run->sink.most = 0;
    }
    counting ? run_counting(run, all, 0) : run_listing(run, all, 0);
    if (run->pin_count != 0 && run->status == MAD_OK) {
        pinned_moves(run, counting);
    }
}

/* Whether there is anything to ask about passing. */
RUN_INLINE bool may_pass(const struct mad_generator *run)
{
    return run->program->entry.pass[run->side] != MAD_NO_PROGRAM;
}

/* Passing, when the rules let him. */
static __attribute__((noinline)) void add_pass(struct mad_generator *run)
{
    const struct mad_program *program = run->program;
    struct mad_generator ask;
    if (run->status != MAD_OK || (run->sink.count != 0 && !program->passes_freely)) {
        return;
    }
    run_begin_for(&ask, run, run->state, run->side);
    ask.has_moves = run->sink.count != 0;
    run_program(&ask, program->entry.pass[run->side], 0);
    mad_run_join(run, &ask);
    if (ask.holds && run->sink.list == NULL) {
        run->sink.count++;
    } else if (ask.holds) {
        add_move(run, (struct mad_move){MAD_NO_SQUARE, MAD_NO_SQUARE, run->game->empty,
                                        program->pass_line, 0, run->sink.list->delta_count, 0});
    }
}

#include "w_forecast.h"

#include "w_foretell.h"

/* All moves but passing. */
RUN_INLINE void list_but_passing(struct mad_generator *run, struct mad_move_list *list)
{
    run->sink.list = list;
    run->sink.first_move = list->count;
    run->sink.first_delta = list->delta_count;
    run->masks.has_side_effects = marks_of_men(run);
    run_all(run, false);
    if (run->trail_count != 0) {
        effects_undo(run, 0);
    }
    list->steps = run->steps;
}

/* Lists all legal moves of the side to move, in batches where that can be; run->sink.count says how many. */
static enum mad_status list_batches(struct mad_generator *run, const struct mad_game *game,
                                    struct mad_state *state, struct mad_move_list *list,
                                    struct mad_batches *batches, bool *can_move)
{
    begin(run, game, state, state->side);
    batches->count = batches->kept_count = 0;
    run->sink.batches = mad_takes_way(run->program, MAD_WAY_BATCHES) ? batches : NULL;
    list_but_passing(run, list);
    *can_move = run->sink.count != 0;
    if (may_pass(run)) {
        add_pass(run);
    }
    return run->status;
}

#include "w_draw.h"

#include "w_drops.h"

static __attribute__((noinline)) enum mad_status list_all(struct mad_generator *run,
                                                          struct mad_move_list *list)
{
    list_but_passing(run, list);
    if (may_pass(run)) {
        add_pass(run);
    }
    return run->status;
}

static enum mad_status vm_generate(const struct mad_game *game, struct mad_state *state,
                                   struct mad_move_list *list)
{
    struct mad_generator run;
    run_begin(&run, game, state, state->side);
    return list_all(&run, list);
}

/* As vm_generate, of the run's own state and in its name. */
static enum mad_status generate_for(struct mad_generator *asking, struct mad_move_list *list)
{
    struct mad_generator run;
    run_begin_for(&run, asking, asking->state, asking->state->side);
    enum mad_status status = list_all(&run, list);
    asking->steps = run.steps;
    asking->limit = run.limit;
    return status;
}

/* As vm_count for the state of that run, but it may stop at the first move, and passing is none. */
static enum mad_status count_some(struct mad_generator *asking, uint64_t *count)
{
    struct mad_generator run;
    run_begin_for(&run, asking, asking->state, asking->state->side);
    run.sink.one_will_do = true;
    run_all(&run, true);
    effects_undo(&run, 0);
    mad_run_join(asking, &run);
    *count = run.sink.count;
    return run.status;
}

static enum mad_status vm_count(const struct mad_game *game, struct mad_state *state,
                                uint64_t *count)
{
    struct mad_generator run;
    begin(&run, game, state, state->side);
    run_all(&run, true);
    if (run.trail_count != 0) {
        effects_undo(&run, 0);
    }
    if (may_pass(&run)) {
        add_pass(&run);
    }
    *count = run.sink.count;
    return run.status;
}

/* --- attacks --------------------------------------------------------------------------------- */

static bool vm_is_attacked(const struct mad_game *game, struct mad_state *state, uint32_t player,
                           uint32_t square)
{
    struct mad_generator run;
    begin(&run, game, state, player);
    return is_royal_attacked(&run, player, square, run.occupied);
}

static bool vm_in_check(const struct mad_game *game, struct mad_state *state)
{
    const uint32_t side = state->side;
    struct mad_generator run;
    begin(&run, game, state, side);
    for (uint32_t type = 0; type < game->type_count; type++) {
        const uint8_t code = game->types[type].royal ? game->code_of[type][side] : UINT8_MAX;
        mad_set royals = code != UINT8_MAX ? mad_slot(state, MAD_SLOT_CODE + code) : set_none();
        for (; !set_empty(royals); royals = set_rest(royals)) {
            if (is_attacked(&run, 1 - side, set_first(royals), run.occupied, type)) {
                return true;
            }
        }
    }
    return false;
}

/* Squares from which a man of that type would be attacked on this one as the men stand, and whole lines on which
 * a rider stands already. */
static mad_set attacking_squares(const struct mad_generator *run, uint32_t square, uint32_t type)
{
    const struct mad_attack_table *table = &run->program->attack;
    mad_set squares = set_none();
    for (uint32_t i = 0; i < table->all[run->side]; i++) {
        const struct mad_attack *attack = &table->rows[run->side][i];
        if (!(attack->takes[type / 64] >> (type % 64) & 1)) {
            continue;
        }
        mad_set rays = mad_leap(run, attack->ride ? attack->rays : attack->table, square);
        squares |= !attack->ride || attack->hops || set_meets(rays, attackers(run, attack))
                       ? rays
                       : ridden_from(run, attack, square, run->occupied);
    }
    return squares;
}

static void vm_check_squares(const struct mad_game *game, struct mad_state *state,
                             uint64_t *squares)
{
    struct mad_generator run;
    begin(&run, game, state, state->side);
    mad_set found = set_none();
    for (uint32_t type = 0; type < game->type_count; type++) {
        const uint8_t code =
            game->types[type].royal ? game->code_of[type][1 - state->side] : UINT8_MAX;
        mad_set royals = code != UINT8_MAX ? mad_slot(state, MAD_SLOT_CODE + code) : set_none();
        for (; !set_empty(royals); royals = set_rest(royals)) {
            found |= attacking_squares(&run, set_first(royals), type);
        }
    }
    set_store(squares, found);
}

#include "w_tension.h"

#include "w_apply.h"

#include "w_judge.h"

#include "w_play.h"

/* --- what vm.c calls ------------------------------------------------------------------------- */

#define MAD_WIDTH(type, name, parameters, arguments) \
    type MAD_W(mad_##name) parameters;               \
    type MAD_W(mad_##name) parameters                \
    {                                                \
        return vm_##name arguments;                  \
    }
#define MAD_WIDTH_VOID(name, parameters, arguments) \
    void MAD_W(mad_##name) parameters;              \
    void MAD_W(mad_##name) parameters               \
    {                                               \
        vm_##name arguments;                        \
    }
#include "width.def"
