/* w_run.c - the machine's loop: runs a program over a state, counting or listing moves.
 *
 * Layer: vm. One text, two instances: counting (no list, whole sets at a time) and listing. A plain
 * clause is one instruction for all men of a code; a verb runs for each man, its choices are loops
 * of the program, and a way that fails jumps to the loop that offers the next choice. */
#include "w_internal.h"

#include <stddef.h>

#define RUN_INLINE static inline __attribute__((always_inline))

/* --- plain moves --------------------------------------------------------------------------------- */

/* Ride table x where only some men may be jumped: what is reached over as many men with the others off
 * the board as with them there is reached over none of the others. */
static mad_set hop(const struct mad_run *run, uint32_t table, uint32_t square, mad_set occupied,
                   mad_set among)
{
    return mad_ride(run, table, square, occupied) & mad_ride(run, table, square, occupied & among);
}

/* The terms of a SWEEP of one step: those over an empty square come last. */
RUN_INLINE uint32_t of_one_step(const struct mad_instruction *head)
{
    uint32_t count = 0;
    while (count < head->b && head[1 + count].c == 0) {
        count++;
    }
    return count;
}

RUN_INLINE mad_set targets_of(const struct mad_run *run, const struct mad_instruction *terms,
                              uint32_t leap_terms, uint32_t ride_terms, uint32_t square,
                              bool hoppers)
{
    mad_set targets = set_none();
    for (uint32_t i = 0; i < leap_terms; i++) {
        targets |= mad_leap(run, terms[i].x, square) & run->set[terms[i].a];
    }
    for (uint32_t i = leap_terms; i < leap_terms + ride_terms; i++) {
        mad_set reached = hoppers && terms[i].b != 0
                              ? hop(run, terms[i].x, square, run->occupied, run->set[terms[i].b])
                              : mad_ride(run, terms[i].x, square, run->occupied);
        targets |= reached & run->set[terms[i].a];
    }
    return targets;
}

static void add_move(struct mad_run *run, struct mad_move move)
{
    struct mad_move_list *list = run->list;
    if (list->count == list->capacity) {
        run->status = MAD_ERROR_LIMIT;
        return;
    }
    list->moves[list->count++] = move;
    run->count++;
}

/* Squares to which a plain move of this man is not calm, whoever stands there. */
static mad_set restless_ends(const struct mad_run *run, uint32_t code, uint32_t from)
{
    bool calm = run->machine->facts[code].goes_calmly && !set_has(run->restless, from);
    return calm ? run->restless | set_load(run->machine->stirs_at + (size_t)code * MAD_WORDS)
                : ~set_none();
}

/* The squares of marks that end, or go along, with a man who moves or is taken. */
static mad_set marks_of_men(const struct mad_run *run)
{
    mad_set squares = set_none();
    for (uint32_t bits = run->machine->mark_touched | run->machine->mark_follows; bits != 0;
         bits &= bits - 1) {
        squares |= mad_slot(run->state, run->game->mark_slot + (uint32_t)__builtin_ctz(bits));
    }
    return squares;
}

static void list_plain(struct mad_run *run, uint32_t from, uint32_t to, uint32_t code,
                       uint32_t placed)
{
    uint32_t flags = MAD_MOVE_PLAIN;
    flags |= set_has(run->occupied, to) ? MAD_MOVE_TAKES : 0u;
    flags |= placed != code ? MAD_MOVE_CHANGES : 0u;
    flags |= set_has(restless_ends(run, code, from), to) ? 0u : MAD_MOVE_CALM;
    add_move(run, (struct mad_move){(uint16_t)from, (uint16_t)to, (uint8_t)placed, 0,
                                    (uint16_t)flags, 0, 0});
}

/* Whether a program of laws holds now. */
static bool law_holds(struct mad_run *run, uint32_t address)
{
    struct mad_run law;
    mad_run_begin(&law, run->game, run->state, run->side);
    law.laws = run->laws + 1;
    mad_run_program(&law, address, 0);
    if (law.status != MAD_OK) {
        run->status = law.status;
    }
    return law.holds;
}

static bool is_illegal(struct mad_run *run)
{
    return law_holds(run, run->machine->illegal[run->side]);
}

/* The squares of a mark that this way has set. */
static mad_set marked_by_way(const struct mad_run *run, uint32_t mark)
{
    mad_set squares = set_none();
    for (uint32_t i = 0; i < run->trail_count; i++) {
        if (run->trail[i].kind == MAD_DELTA_MARK && run->trail[i].extra == mark) {
            squares |= set_of(run->trail[i].index);
        }
    }
    return squares;
}

/* The same where the law looks at marks: those that end with the turn are not to be seen. */
static bool is_illegal_behind(struct mad_run *run)
{
    uint64_t *sets = run->state->sets + run->game->mark_slot * MAD_WORDS;
    mad_set marks[MAD_MAX_MARKS];
    for (uint32_t bits = run->machine->mark_lasts_turn; bits != 0; bits &= bits - 1) {
        uint32_t mark = (uint32_t)__builtin_ctz(bits);
        marks[mark] = set_load(sets + mark * MAD_WORDS);
        set_store(sets + mark * MAD_WORDS, marks[mark] & marked_by_way(run, mark));
    }
    bool illegal = is_illegal(run);
    for (uint32_t bits = run->machine->mark_lasts_turn; bits != 0; bits &= bits - 1) {
        uint32_t mark = (uint32_t)__builtin_ctz(bits);
        set_store(sets + mark * MAD_WORDS, marks[mark]);
    }
    return illegal;
}

/* Asks the laws about a move that has been made on the state itself: they may ask what it was. */
static bool is_forbidden(struct mad_run *run, uint32_t flags, uint32_t line, uint32_t kind)
{
    struct mad_state *state = run->state;
    uint8_t old_flags = state->last_flags, old_line = state->last_line, old_kind = state->last_kind,
            old_outcome = state->last_outcome;
    state->last_flags = (uint8_t)flags;
    state->last_outcome = (uint8_t)(flags >> MAD_MOVE_OUTCOME_SHIFT);
    state->last_line = (uint8_t)line;
    state->last_kind = (uint8_t)kind;
    bool forbidden = run->machine->laws_see_marks ? is_illegal_behind(run) : is_illegal(run);
    state->last_flags = old_flags;
    state->last_line = old_line;
    state->last_kind = old_kind;
    state->last_outcome = old_outcome;
    return forbidden;
}

/* A plain move made on the state itself to see whether the law forbids what it leaves. */
static bool is_plain_legal(struct mad_run *run, uint32_t from, uint32_t to, uint32_t placed)
{
    uint32_t trail = run->trail_count;
    uint8_t code = mad_state_board(run->game, run->state)[from];
    uint32_t flags = set_has(run->occupied, to) ? MAD_MOVE_TAKES : 0u;
    const struct mad_trace *traces = run->machine->traces[code];
    mad_effect_plain(run, from, to, placed);
    if (run->machine->laws_see_marks && traces != NULL && traces[from].used &&
        traces[from].to == to) {
        mad_effect_mark(run, run->machine->trace_mark[code], traces[from].marked, true);
    }
    bool legal = run->status == MAD_OK && !is_forbidden(run, flags, 0, run->game->codes[code].type);
    mad_effects_undo(run, trail);
    return legal;
}

/* Whether a plain move has to be made to see if it is legal. */
static bool is_open(const struct mad_run *run, uint32_t from, uint32_t to)
{
    return run->legality == MAD_LEGALITY_TEST || set_has(run->suspects, from) ||
           set_has(run->suspect_ends, to) ||
           (set_has(run->suspect_takers, from) && set_has(run->occupied, to));
}

static void extend_plain(struct mad_run *run, uint32_t from, uint32_t to, uint32_t placed,
                         bool counting);
static void run_counting(struct mad_run *run, uint32_t address, uint32_t here);
static void run_listing(struct mad_run *run, uint32_t address, uint32_t here);

static void add_plain(struct mad_run *run, uint32_t from, uint32_t to, uint32_t code,
                      uint32_t placed, bool counting)
{
    bool must_extend = run->extends && run->machine->must_extend[run->side];
    if (run->legality >= MAD_LEGALITY_TEST && !must_extend && is_open(run, from, to) &&
        !is_plain_legal(run, from, to, placed)) {
        return;
    }
    if (run->extends && set_has(run->extends_from, from)) {
        extend_plain(run, from, to, placed, counting);
    }
    if (must_extend) {
        return;
    }
    if (counting) {
        run->count++;
        return;
    }
    list_plain(run, from, to, code, placed);
}

/* Lists plain moves that are legal and do not go on, all with these flags. */
static __attribute__((noinline)) void list_alike(struct mad_run *run, uint32_t from,
                                                 mad_set targets, uint32_t placed, uint32_t flags)
{
    struct mad_move_list *list = run->list;
    struct mad_move *const first = list->moves + list->count, *at = first;
    const mad_set occupied = run->occupied;
    if (list->capacity - list->count < MAD_BITS &&
        list->capacity - list->count < set_size(targets)) {
        run->status = MAD_ERROR_LIMIT;
        return;
    }
    for (; !set_empty(targets); targets = set_rest(targets), at++) {
        const uint32_t to = set_first(targets);
        const uint32_t takes = set_has(occupied, to) ? MAD_MOVE_TAKES : 0;
        *at = (struct mad_move){.from = (uint16_t)from,
                                .to = (uint16_t)to,
                                .placed = (uint8_t)placed,
                                .flags = (uint16_t)(flags | takes)};
    }
    list->count += (uint32_t)(at - first);
    run->count += (uint64_t)(at - first);
}

RUN_INLINE void list_targets(struct mad_run *run, uint32_t code, uint32_t from, mad_set targets,
                             uint32_t placed)
{
    const uint32_t flags = MAD_MOVE_PLAIN | (placed != code ? MAD_MOVE_CHANGES : 0u);
    const mad_set restless = restless_ends(run, code, from);
    if (!set_meets(targets, restless)) {
        list_alike(run, from, targets, placed, flags | MAD_MOVE_CALM);
        return;
    }
    struct mad_move_list *list = run->list;
    const uint32_t first = list->count;
    list_alike(run, from, targets, placed, flags);
    for (uint32_t i = first; i < list->count; i++) {
        list->moves[i].flags |= set_has(restless, list->moves[i].to) ? 0 : MAD_MOVE_CALM;
    }
}

/* Moves one by one: listing, and counting where each has to be tested. */
static void add_targets(struct mad_run *run, uint32_t code, uint32_t from, mad_set targets,
                        bool counting)
{
    const struct mad_machine *machine = run->machine;
    if (set_empty(targets)) {
        return;
    }
    const bool whole = !counting && run->legality < MAD_LEGALITY_TEST && !run->extends;
    for (uint32_t row = 0; row < machine->arrival_count[code]; row++) {
        const struct mad_arrival *arrival = &machine->arrivals[code][row];
        if (!set_has(mad_const(machine, arrival->from), from)) {
            continue;
        }
        mad_set there = targets & mad_const(machine, arrival->to);
        targets &= ~there;
        if (whole && arrival->count == 1) {
            list_targets(run, code, from, there, machine->choices[arrival->first]);
            continue;
        }
        for (; !set_empty(there); there = set_rest(there)) {
            for (uint32_t i = 0; i < arrival->count; i++) {
                add_plain(run, from, set_first(there), code, machine->choices[arrival->first + i],
                          counting);
            }
        }
    }
    if (whole) {
        list_targets(run, code, from, targets, code);
        return;
    }
    for (; !set_empty(targets); targets = set_rest(targets)) {
        add_plain(run, from, set_first(targets), code, code, counting);
    }
}

RUN_INLINE uint64_t count_targets(const struct mad_run *run, uint32_t code, uint32_t from,
                                  mad_set targets)
{
    const struct mad_machine *machine = run->machine;
    uint64_t count = set_size(targets);
    if (machine->more_ways[code] != 0) {
        mad_set choice = targets & mad_leap(run, machine->choice_ends[code], from);
        return count + (uint64_t)machine->more_ways[code] * set_size(choice);
    }
    for (uint32_t row = 0; row < machine->arrival_count[code]; row++) {
        const struct mad_arrival *arrival = &machine->arrivals[code][row];
        mad_set there = targets & mad_const(machine, arrival->to);
        if (!set_empty(there) && set_has(mad_const(machine, arrival->from), from)) {
            count += (uint64_t)set_size(there) * (arrival->count - 1u);
        }
    }
    return count;
}

/* How many moves each plain move of the man on this square is, with all that may follow it. */
RUN_INLINE uint64_t moves_each(const struct mad_run *run, uint32_t from)
{
    uint64_t moves = 1;
    for (uint32_t i = 0; run->extends && i < run->going_on_count; i++) {
        moves += set_has(run->going_on[i].from, from) ? run->going_on[i].ways : 0;
    }
    return moves;
}

/* --- bundles --------------------------------------------------------------------------------------- */

/* A new bundle of so many moves; null when there is no room. */
RUN_INLINE struct mad_bundle *new_bundle(struct mad_run *run, mad_set targets, uint64_t count)
{
    struct mad_bundles *bundles = run->bundles;
    if (bundles->count == MAD_MAX_BUNDLES) {
        return NULL;
    }
    struct mad_bundle *bundle = &bundles->items[bundles->count++];
    bundle->targets = targets;
    bundle->count = (uint32_t)count;
    bundle->loop = 0;
    bundle->on_duty = run->on_duty;
    run->count += count;
    return bundle;
}

/* Plain moves whose legality is known, to be drawn from. */
RUN_INLINE void bundle_targets(struct mad_run *run, uint32_t code, uint32_t from, mad_set targets,
                               uint64_t count)
{
    if (count == 0) {
        return;
    }
    struct mad_bundle *bundle = new_bundle(run, targets, count);
    if (bundle == NULL) {
        add_targets(run, code, from, targets, false);
        return;
    }
    bundle->from = (uint16_t)from;
    bundle->code = (uint8_t)code;
}

/* Whether none of these men has a plain move that goes on. */
RUN_INLINE bool ends_here(const struct mad_run *run, mad_set men)
{
    return !run->extends || !set_meets(men, run->extends_from);
}

RUN_INLINE void bundle_moves(struct mad_run *run, const struct mad_instruction *head, mad_set men,
                             uint32_t leap_terms, uint32_t ride_terms, bool hoppers)
{
    bool choice = set_meets(men, mad_const(run->machine, head->x));
    for (; !set_empty(men); men = set_rest(men)) {
        uint32_t from = set_first(men);
        mad_set targets = targets_of(run, head + 1, leap_terms, ride_terms, from, hoppers);
        uint64_t count = choice ? count_targets(run, head->a, from, targets) : set_size(targets);
        bundle_targets(run, head->a, from, targets, count);
    }
}

/* How many moves these men have, some men at least, where masks tell legality and no move goes on;
 * choose: they may have a choice at the end, of `more` ways besides the first. */
RUN_INLINE uint64_t count_men(const struct mad_run *run, const struct mad_instruction *head,
                              uint32_t leap_terms, uint32_t ride_terms, mad_set men, bool choose,
                              uint64_t more)
{
    const struct mad_machine *machine = run->machine;
    const struct mad_instruction *terms = head + 1, *ways = terms + leap_terms;
    uint64_t count = 0;
    uint32_t ends = choose ? machine->choice_ends[head->a] : 0;
    do {
        uint32_t square = set_first(men);
        mad_set targets = set_none();
        for (uint32_t i = 0; i < leap_terms; i++) {
            const uint64_t *row = machine->leaps + (size_t)terms[i].x * MAD_WORDS;
            targets |= set_load(row + (size_t)square * MAD_WORDS) & run->set[terms[i].a];
        }
        for (uint32_t i = 0; i < ride_terms; i++) {
            const struct mad_ride_row *rows = mad_ride_rows(run, ways[i].x);
            targets |= mad_row_ride(run, rows + square, run->occupied) & run->set[ways[i].a];
        }
        count += set_size(targets);
        if (choose) {
            count += more * set_size(targets & mad_leap(run, ends, square));
        }
        men = set_rest(men);
    } while (!set_empty(men));
    return count;
}

/* The same for men some of whom have a choice. */
static uint64_t count_arriving(const struct mad_run *run, const struct mad_instruction *head,
                               mad_set men)
{
    uint64_t count = 0;
    for (; !set_empty(men); men = set_rest(men)) {
        uint32_t from = set_first(men);
        count += count_targets(run, head->a, from,
                               targets_of(run, head + 1, head->b, head->c, from, false));
    }
    return count;
}

RUN_INLINE void list_moves(struct mad_run *run, const struct mad_instruction *head, mad_set men,
                           uint32_t leap_terms, uint32_t ride_terms, bool hoppers)
{
    const mad_set changing = set_load(run->machine->arrives_at + (size_t)head->a * MAD_WORDS);
    for (; !set_empty(men); men = set_rest(men)) {
        uint32_t from = set_first(men);
        mad_set targets = targets_of(run, head + 1, leap_terms, ride_terms, from, hoppers);
        if (set_meets(targets, changing)) {
            add_targets(run, head->a, from, targets, false);
        } else if (!set_empty(targets)) {
            list_targets(run, head->a, from, targets, head->a);
        }
    }
}

RUN_INLINE void plain_moves(struct mad_run *run, const struct mad_instruction *head, mad_set men,
                            uint32_t leap_terms, uint32_t ride_terms, bool hoppers, bool counting)
{
    const struct mad_instruction *terms = head + 1;
    bool ends = ends_here(run, men);
    bool whole = counting && run->legality < MAD_LEGALITY_TEST && (ends || run->extends_alike);
    uint64_t count = 0;
    if (whole && ends && !set_meets(men, mad_const(run->machine, head->x))) {
        for (; !set_empty(men); men = set_rest(men)) {
            count +=
                set_size(targets_of(run, terms, leap_terms, ride_terms, set_first(men), hoppers));
        }
        run->count += count;
        return;
    }
    if (!counting && run->legality < MAD_LEGALITY_TEST && ends) {
        if (run->bundles != NULL) {
            bundle_moves(run, head, men, leap_terms, ride_terms, hoppers);
            return;
        }
        if (!run->extends) {
            list_moves(run, head, men, leap_terms, ride_terms, hoppers);
            return;
        }
    }
    for (; !set_empty(men); men = set_rest(men)) {
        uint32_t from = set_first(men);
        mad_set targets = targets_of(run, terms, leap_terms, ride_terms, from, hoppers);
        if (whole) {
            count += count_targets(run, head->a, from, targets) * moves_each(run, from);
        } else if (counting && run->legality == MAD_LEGALITY_SUSPECT && !run->extends &&
                   !set_has(run->suspects, from)) {
            mad_set tested = run->suspect_ends;
            tested |= set_has(run->suspect_takers, from) ? run->occupied : set_none();
            count += count_targets(run, head->a, from, targets & ~tested);
            if (set_meets(targets, tested)) {
                add_targets(run, head->a, from, targets & tested, true);
            }
        } else {
            add_targets(run, head->a, from, targets, counting);
        }
    }
    run->count += count;
}

static void men_moves(struct mad_run *run, const struct mad_instruction *head, mad_set men,
                      bool counting)
{
    plain_moves(run, head, men, head->b, head->c, true, counting);
}

/* Up by less than 64 squares, or down by 256 - `by`; no square of the set leaves the board, so that what
 * goes round from one end to the other is nothing. */
RUN_INLINE mad_set shifted(mad_set set, uint8_t by)
{
#if MAD_BITS == 64
    return set << (by & 63) | set >> (-by & 63);
#else
    return by < 64 ? set << (by & 63) | set_words_up(set) >> (-by & 63)
                   : set >> (-by & 63) | set_words_down(set) << (by & 63);
#endif
}

/* What one term of a sweep gives, where there is still room for it. */
RUN_INLINE void sweep_bundle(struct mad_run *run, uint32_t code, mad_set targets, int step)
{
    if (!set_empty(targets)) {
        struct mad_bundle *bundle = new_bundle(run, targets, set_size(targets));
        bundle->from = MAD_NO_SQUARE;
        bundle->code = (uint8_t)code;
        bundle->step = (int8_t)step;
    }
}

/* Counts all men of a code at once, where masks tell legality and nobody has a choice on arrival, or
 * puts them in bundles: by so many terms of one step, then by those over an empty square. */
RUN_INLINE bool sweep_moves(struct mad_run *run, const struct mad_instruction *head,
                            uint32_t one_step, uint32_t two_steps, bool counting, bool sure)
{
    mad_set men = mad_slot(run->state, MAD_SLOT_CODE + head->a) & run->free_men;
    if (!counting && (run->bundles == NULL || run->bundles->count + head->b > MAD_MAX_BUNDLES)) {
        return false;
    }
    if ((!sure && (run->legality >= MAD_LEGALITY_TEST || !ends_here(run, men))) ||
        set_meets(men, mad_const(run->machine, run->machine->arrives_from[head->a]))) {
        return false;
    }
    const struct mad_instruction *term = head + 1;
    uint64_t count = 0;
    for (uint32_t i = 0; i < one_step; i++, term++) {
        mad_set moved = shifted(men & mad_const(run->machine, term->x), term->b);
        moved &= run->set[term->a];
        if (counting) {
            count += set_size(moved);
        } else {
            sweep_bundle(run, head->a, moved, (int8_t)term->b);
        }
    }
    for (uint32_t i = 0; i < two_steps; i++, term++) {
        mad_set moved = shifted(men & mad_const(run->machine, term->x), term->b);
        moved = shifted(moved & run->set[4], term->c) & run->set[term->a];
        if (counting) {
            count += set_size(moved);
        } else {
            sweep_bundle(run, head->a, moved, (int8_t)term->b + (int8_t)term->c);
        }
    }
    run->count += count;
    return true;
}
/* --- dangers ---------------------------------------------------------------------------------------- */

/* The men of this class who stand in the zone. Mostly nobody stands there. */
RUN_INLINE mad_set fearsome(const struct mad_run *run, const struct mad_danger *danger,
                            mad_set zone)
{
    if (set_empty(zone)) {
        return zone;
    }
    mad_set men = mad_slot(run->state, MAD_SLOT_CODE + danger->codes[0]) |
                  mad_slot(run->state, MAD_SLOT_CODE + danger->codes[1]);
    for (uint32_t i = 2; i < danger->code_count; i++) {
        men |= mad_slot(run->state, MAD_SLOT_CODE + danger->codes[i]);
    }
    return men & zone;
}

/* Draws what enemies attack who can reach the squares to which the royal steps; `far`: those who can
 * reach other squares that verbs ask about. The royal is thought away: it does not shield the squares
 * behind it. */
RUN_INLINE void draw(struct mad_run *run, bool far)
{
    const struct mad_machine *machine = run->machine;
    const struct mad_danger *danger = machine->dangers[run->side];
    const struct mad_danger *const end = danger + machine->danger_count[run->side];
    const uint64_t *zone = run->row + (MAD_ROW_ATTACKS + machine->attack_count[1 - run->side] +
                                       (far ? end - danger : 0)) *
                                          MAD_WORDS;
    mad_set enemy = mad_slot(run->state, 1 - run->side);
    mad_set lifted = run->occupied & ~set_of(run->royal), dangers = set_none();
    if (!set_meets(set_load(run->row + (far ? MAD_ROW_FAR : MAD_ROW_NEAR) * MAD_WORDS), enemy)) {
        return;
    }
    for (; danger < end; danger++, zone += MAD_WORDS) {
        mad_set men = fearsome(run, danger, set_load(zone) & enemy);
        for (; !set_empty(men); men = set_rest(men)) {
            dangers |= danger->ride ? mad_ride(run, danger->table, set_first(men), lifted)
                                    : mad_leap(run, danger->table, set_first(men));
        }
    }
    run->dangers |= dangers;
}

static void draw_near(struct mad_run *run)
{
    run->near_drawn = true;
    draw(run, false);
    if (run->told) {
        run->drawn = set_load(run->row + MAD_ROW_STEPS * MAD_WORDS);
    }
}

/* Draws more of the map, if that makes it tell of these squares. */
static __attribute__((noinline)) bool draw_more(struct mad_run *run, mad_set squares)
{
    mad_set all = set_load(run->row + MAD_ROW_ASKS * MAD_WORDS);
    if (!run->told || !set_within(squares, all)) {
        return false;
    }
    if (!run->near_drawn) {
        draw_near(run);
    }
    if (!set_within(squares, run->drawn)) {
        draw(run, true);
        run->drawn = all;
    }
    return true;
}

/* Whether the map tells if the enemy attacks these squares as the men stand. */
static bool is_drawn(struct mad_run *run, mad_set squares)
{
    return run->trail_count == 0 && (set_within(squares, run->drawn) || draw_more(run, squares));
}

/* A royal must not step where it could be taken; it does not shield the squares behind it. */
RUN_INLINE void royal_moves(struct mad_run *run, const struct mad_instruction *head, bool counting)
{
    if (counting && run->alone) {
        mad_set steps = targets_of(run, head + 1, head->b, head->c, run->royal, true) & run->wanted;
        if (!set_empty(steps)) {
            if (!run->near_drawn) {
                draw_near(run);
            }
            run->count += count_targets(run, head->a, run->royal, steps & ~run->dangers);
        }
        return;
    }
    mad_set men = mad_slot(run->state, MAD_SLOT_CODE + head->a);
    bool masked = run->masked, sure = run->legality != MAD_LEGALITY_TEST && !run->beside;
    if (!masked && !run->captures_only) {
        men_moves(run, head, men, counting);
        return;
    }
    for (; !set_empty(men); men = set_rest(men)) {
        uint32_t from = set_first(men);
        mad_set safe = set_none();
        mad_set lifted = run->occupied & ~set_of(from);
        mad_set targets = targets_of(run, head + 1, head->b, head->c, from, true) & run->wanted;
        if (run->spares) {
            targets &= run->royal_line & ~run->barred[head->a];
        }
        if (masked && run->machine->dangers_known[run->side] && !set_empty(targets)) {
            if (!run->near_drawn) {
                draw_near(run);
            }
            safe = targets & ~run->dangers;
            targets = set_none();
        }
        for (; !set_empty(targets); targets = set_rest(targets)) {
            uint32_t to = set_first(targets);
            if (!masked || !mad_is_attacked(run, 1 - run->side, to, lifted | set_of(to), true)) {
                safe |= set_of(to);
            }
        }
        if (counting && sure && (!run->extends || run->extends_alike)) {
            run->count += count_targets(run, head->a, from, safe) * moves_each(run, from);
        } else if (!counting && run->bundles != NULL && sure && !run->extends) {
            bundle_targets(run, head->a, from, safe, count_targets(run, head->a, from, safe));
        } else {
            add_targets(run, head->a, from, safe, counting);
        }
    }
}

/* Apart from the loop, which has no registers to spare. */
static __attribute__((noinline)) void count_royal(struct mad_run *run,
                                                  const struct mad_instruction *head)
{
    royal_moves(run, head, true);
}

static __attribute__((noinline)) void list_royal(struct mad_run *run,
                                                 const struct mad_instruction *head)
{
    royal_moves(run, head, false);
}

/* --- legality -------------------------------------------------------------------------------------- */

RUN_INLINE mad_set attackers(const struct mad_run *run, const struct mad_attack *attack)
{
    mad_set men = mad_slot(run->state, MAD_SLOT_CODE + attack->codes[0]) |
                  mad_slot(run->state, MAD_SLOT_CODE + attack->codes[1]);
    for (uint32_t i = 2; i < attack->code_count; i++) {
        men |= mad_slot(run->state, MAD_SLOT_CODE + attack->codes[i]);
    }
    return men;
}

static mad_set blind_men(const struct mad_run *run, const struct mad_attack *attack)
{
    mad_set blind = set_none();
    for (uint32_t i = 0; i < attack->blind_count; i++) {
        blind |= mad_slot(run->state, MAD_SLOT_CODE + attack->blind[i]);
    }
    return blind;
}

/* The squares from which riders reach this one. */
RUN_INLINE mad_set ridden_from(const struct mad_run *run, const struct mad_attack *attack,
                               uint32_t square, mad_set occupied)
{
    return attack->blind_count == 0
               ? mad_ride(run, attack->table, square, occupied)
               : hop(run, attack->table, square, occupied, ~blind_men(run, attack));
}

bool mad_is_attacked(const struct mad_run *run, uint32_t player, uint32_t square, mad_set occupied,
                     bool royal)
{
    const struct mad_machine *machine = run->machine;
    const struct mad_attack *attack = machine->attacks[player];
    const struct mad_attack *const end = attack + machine->attack_count[player];
    for (; attack < end && !attack->ride; attack++) {
        if (set_meets(mad_leap(run, attack->table, square), attackers(run, attack)) &&
            (royal || !attack->royal_only)) {
            return true;
        }
    }
    for (; attack < end; attack++) {
        mad_set men = attackers(run, attack);
        if (set_meets(mad_leap(run, attack->rays, square), men) &&
            set_meets(ridden_from(run, attack, square, occupied), men) &&
            (royal || !attack->royal_only)) {
            return true;
        }
    }
    return false;
}

static void add_pin(struct mad_run *run, mad_set man, mad_set line)
{
    if (set_meets(run->pinned, man)) { /* two bent lines may meet in one man */
        for (uint32_t i = 0; i < run->pin_count; i++) {
            if (run->pins[i].square == set_first(man)) {
                run->pins[i].line &= line;
                return;
            }
        }
    }
    if (run->pin_count == MAD_MAX_PINS) {
        run->legality = MAD_LEGALITY_TEST;
        return;
    }
    run->pinned |= man;
    run->pins[run->pin_count].line = line;
    run->pins[run->pin_count++].square = set_first(man);
}

static mad_set between(const struct mad_run *run, uint32_t a, uint32_t b)
{
    return set_load(run->machine->between + ((size_t)a * run->game->squares + b) * MAD_WORDS);
}

/* Men of whom masks cannot tell what they leave when they go, and squares where others may not end. */
struct suspicion {
    mad_set from, to, screens;
};

/* Men who attack over exactly one man: nobody may come to stand alone between one of them and the royal,
 * and of two who stand there none may leave. False: the royal is in check. */
static bool find_screened(struct mad_run *run, const struct mad_attack *attack, mad_set men,
                          uint32_t royal, struct suspicion *suspicion)
{
    mad_set blind = blind_men(run, attack), own = mad_slot(run->state, run->side);
    for (; !set_empty(men); men = set_rest(men)) {
        mad_set way = between(run, royal, set_first(men));
        mad_set blockers = way & run->occupied, unseen = blockers & blind;
        uint32_t count = set_size(blockers);
        if (!set_empty(unseen)) { /* he may leave, or be taken */
            suspicion->from |= set_empty(set_rest(unseen)) ? unseen : set_none();
            suspicion->to |= set_empty(set_rest(unseen)) ? unseen : set_none();
        } else if (count == 0 && attack->blind_count == 0) {
            suspicion->screens |= way;
        } else if (count == 0) {
            suspicion->to |= way;
        } else if (count == 1) {
            return false;
        } else if (count == 2) {
            mad_set line = (way & ~blockers) | set_of(set_first(men));
            for (blockers &= own; !set_empty(blockers); blockers = set_rest(blockers)) {
                add_pin(run, set_of(set_first(blockers)), line);
            }
        }
    }
    return true;
}

/* Men who attack in ways that masks do not follow; false: the royal is in check, which is answered in
 * more ways than masks know. */
static bool find_suspects(struct mad_run *run, const struct mad_attack *attack, uint32_t royal,
                          struct suspicion *suspicion)
{
    mad_set men = attackers(run, attack), rays = mad_leap(run, attack->rays, royal);
    if (!set_meets(rays, men)) {
        return true;
    }
    if (attack->over_one) {
        return find_screened(run, attack, rays & men, royal, suspicion);
    }
    mad_set seen = ridden_from(run, attack, royal, run->occupied);
    if (set_meets(seen, men)) {
        return false;
    }
    if (attack->hops) {
        suspicion->from |= rays;
        suspicion->to |= rays;
        return true;
    }
    for (seen &= mad_slot(run->state, run->side); !set_empty(seen); seen = set_rest(seen)) {
        mad_set man = set_of(set_first(seen));
        if (set_meets(mad_ride(run, attack->table, royal, run->occupied & ~man), men)) {
            suspicion->from |= man;
        }
    }
    return true;
}

/* The same for all of them, after the checks that masks follow. */
static void follow_suspects(struct mad_run *run, uint32_t royal)
{
    const struct mad_machine *machine = run->machine;
    const struct mad_attack *attack = machine->attacks[1 - run->side];
    const struct mad_attack *const end = attack + machine->attack_count[1 - run->side];
    struct suspicion suspicion = {set_none(), set_none(), set_none()};
    for (; attack < end; attack++) {
        if (attack->suspect && !find_suspects(run, attack, royal, &suspicion)) {
            run->legality = MAD_LEGALITY_TEST;
            return;
        }
    }
    suspicion.from &= mad_slot(run->state, run->side);
    if (run->legality == MAD_LEGALITY_ROYAL && !set_empty(suspicion.from | suspicion.to)) {
        run->legality = MAD_LEGALITY_SUSPECT;
        run->suspects = suspicion.from;
        run->suspect_takers = set_none();
        run->suspect_ends = suspicion.to;
    }
    run->answers &= ~suspicion.screens;
}

static const uint64_t *row_of(const struct mad_run *run, uint32_t royal)
{
    const struct mad_machine *machine = run->machine;
    return machine->royal_rows[run->side] +
           (size_t)royal * machine->royal_row_sets[run->side] * MAD_WORDS;
}

/* What gives check by a leap. */
static __attribute__((noinline)) mad_set near_checkers(const struct mad_run *run, mad_set enemy)
{
    const struct mad_attack *attack = run->machine->attacks[1 - run->side];
    const struct mad_attack *const rides = attack + run->machine->attack_leaps[1 - run->side];
    const uint64_t *from = run->row + MAD_ROW_ATTACKS * MAD_WORDS;
    mad_set near = set_none();
    for (; attack < rides; attack++, from += MAD_WORDS) {
        mad_set there = set_load(from) & enemy;
        if (!set_empty(there)) {
            near |= there & attackers(run, attack);
        }
    }
    return near;
}

/* Riders on lines that lead to the royal: returns those who give check, and notes who is pinned. */
static __attribute__((noinline)) mad_set far_checkers(struct mad_run *run, mad_set lined_up)
{
    mad_set own = mad_slot(run->state, run->side), far = set_none();
    for (; !set_empty(lined_up); lined_up = set_rest(lined_up)) {
        uint32_t sniper = set_first(lined_up);
        mad_set way = between(run, run->royal, sniper);
        mad_set blockers = way & run->occupied;
        if (set_empty(blockers)) {
            far |= set_of(sniper);
        } else if (set_empty(set_rest(blockers)) && set_meets(blockers, own)) {
            add_pin(run, blockers, way | set_of(sniper));
        }
    }
    return far;
}

static __attribute__((noinline)) void answer_checks(struct mad_run *run, mad_set near, mad_set far)
{
    mad_set checkers = near | far;
    run->in_check = true;
    run->answers = checkers;
    if (set_empty(near)) { /* bent lines of two checkers may have squares in common */
        run->answers = between(run, run->royal, set_first(checkers)) | set_of(set_first(checkers));
        for (far = set_rest(checkers); !set_empty(far); far = set_rest(far)) {
            run->answers &= between(run, run->royal, set_first(far)) | set_of(set_first(far));
        }
    } else if (!set_empty(set_rest(checkers))) {
        run->answers = set_none();
    }
}

/* Checkers and pinned men, from the enemy's ways of capturing read backwards from the royal. */
RUN_INLINE void find_checks(struct mad_run *run)
{
    const struct mad_machine *machine = run->machine;
    const uint32_t player = 1 - run->side, leaps = machine->attack_leaps[player];
    const struct mad_attack *attack = machine->attacks[player] + leaps;
    const struct mad_attack *const end = machine->attacks[player] + machine->attack_count[player];
    const uint64_t *from = run->row + (MAD_ROW_ATTACKS + leaps) * MAD_WORDS;
    mad_set enemy = mad_slot(run->state, player), near = set_none(), far = set_none();
    if (set_meets(set_load(run->row + MAD_ROW_LEAPS * MAD_WORDS), enemy)) {
        near = near_checkers(run, enemy);
    }
    for (; attack < end; attack++, from += MAD_WORDS) {
        mad_set lined_up = set_load(from) & enemy;
        if (set_empty(lined_up) || attack->suspect) {
            continue;
        }
        lined_up &= attackers(run, attack);
        if (!set_empty(lined_up)) {
            far |= far_checkers(run, lined_up);
        }
    }
    if (!set_empty(near | far)) {
        answer_checks(run, near, far);
    }
    if (machine->suspicious[player]) {
        follow_suspects(run, run->royal);
    }
}

static void set_filters(struct mad_run *run, mad_set allowed)
{
    allowed &= run->wanted;
    run->set[0] = run->set[3] & allowed;
    run->set[1] = run->set[4] & allowed;
    run->set[2] = run->set[5] & allowed;
}

/* In pieces that are one instruction each where vectors are that wide: a loop over a count is slower. */
RUN_INLINE void clear_head(struct mad_run *run)
{
    enum { PIECE = 32, PIECES = 6 };
    static_assert(offsetof(struct mad_run, game) <= PIECE * PIECES &&
                      offsetof(struct mad_run, set) >= PIECE * PIECES,
                  "no more than the head, and what is written anyway");
    char *head = (char *)run;
    memset(head, 0, PIECE);
    memset(head + PIECE, 0, PIECE);
    memset(head + 2 * PIECE, 0, PIECE);
    memset(head + 3 * PIECE, 0, PIECE);
    memset(head + 4 * PIECE, 0, PIECE);
    memset(head + 5 * PIECE, 0, PIECE);
}

RUN_INLINE void begin(struct mad_run *run, const struct mad_game *game, struct mad_state *state,
                      uint32_t side)
{
    const mad_set own = mad_slot(state, side), enemy = mad_slot(state, 1 - side);
    const mad_set nobodys = mad_slot(state, MAD_NOBODY), men = own | enemy | nobodys;
    const mad_set board = mad_const(game->machine, game->machine->board_const);
    clear_head(run);
    run->game = game;
    run->machine = game->machine;
    run->state = state;
    run->side = side;
    run->has_moves = -1;
    run->drawn = set_none();
    run->origin = run->last_square = MAD_NO_SQUARE;
    run->occupied = men;
    run->set[3] = board & ~(own | nobodys);
    run->set[4] = board & ~men;
    run->set[5] = enemy;
    run->set[6] = men;
    run->answers = run->wanted = run->free_men = board;
    run->pinned = set_none();
}

void mad_run_begin(struct mad_run *run, const struct mad_game *game, struct mad_state *state,
                   uint32_t side)
{
    begin(run, game, state, side);
}

/* Finds from where men would attack the enemy's royal, and who stands between it and a man that would.
 * False when it is attacked already. */
static bool find_spared(struct mad_run *run)
{
    const struct mad_machine *machine = run->machine;
    const struct mad_attack *const end =
        machine->attacks[run->side] + machine->attack_count[run->side];
    mad_set spared = mad_slot(run->state, MAD_SLOT_CODE + machine->royal_code[1 - run->side]);
    mad_set own = mad_slot(run->state, run->side);
    mad_set royals = mad_slot(run->state, MAD_SLOT_CODE + machine->royal_code[run->side]);
    run->royal_line = mad_const(machine, machine->board_const);
    for (uint32_t code = 0; code < run->game->code_count; code++) {
        run->barred[code] = set_none();
    }
    for (; !set_empty(spared); spared = set_rest(spared)) {
        uint32_t royal = set_first(spared);
        for (const struct mad_attack *attack = machine->attacks[run->side]; attack < end;
             attack++) {
            mad_set men = attackers(run, attack);
            mad_set at = attack->ride ? mad_ride(run, attack->table, royal, run->occupied)
                                      : mad_leap(run, attack->table, royal);
            mad_set lined_up = attack->ride ? mad_leap(run, attack->full, royal) & men : set_none();
            if (set_meets(at, men)) {
                return false;
            }
            for (uint32_t i = 0; i < attack->code_count; i++) {
                run->barred[attack->codes[i]] |= at;
            }
            for (; !set_empty(lined_up); lined_up = set_rest(lined_up)) {
                mad_set way = between(run, royal, set_first(lined_up));
                mad_set blockers = way & run->occupied;
                if (!set_empty(set_rest(blockers)) || !set_meets(blockers, own)) {
                    continue;
                }
                if (set_meets(blockers, royals)) {
                    run->royal_line &= way;
                } else {
                    add_pin(run, blockers, way);
                }
            }
        }
    }
    /* who may become another at the end of a move may attack from elsewhere */
    for (uint32_t code = 0; code < run->game->code_count; code++) {
        mad_set men = mad_slot(run->state, MAD_SLOT_CODE + code) & own;
        if (machine->arrival_count[code] == 0 || set_empty(men)) {
            continue;
        }
        if (run->legality != MAD_LEGALITY_SUSPECT) {
            run->legality = MAD_LEGALITY_SUSPECT;
            run->suspects = run->suspect_ends = run->suspect_takers = set_none();
        }
        run->suspects |= men;
        run->barred[code] = set_none();
    }
    return run->legality != MAD_LEGALITY_TEST;
}

/* Adds the squares on which a change may decide whether the man on `square` is attacked. */
static void find_concerned_about(struct mad_run *run, uint32_t attacker, uint32_t square)
{
    const struct mad_attack *attack = run->machine->attacks[attacker];
    const struct mad_attack *const end = attack + run->machine->attack_count[attacker];
    mad_set reached = set_none(), hopped = set_none(), seen = set_none(), now = set_none();
    bool own = attacker == run->side; /* his men may come to attack; the enemy's only be taken */
    for (; attack < end && !attack->ride; attack++) {
        mad_set from = mad_leap(run, attack->table, square);
        reached |= from;
        now |= from & attackers(run, attack);
    }
    for (; attack < end; attack++) {
        mad_set rays = mad_leap(run, attack->rays, square), men = attackers(run, attack);
        if (!own && !set_meets(rays, men)) {
            continue;
        }
        if (attack->hops) {
            hopped |= rays;
            continue;
        }
        mad_set reach = mad_ride(run, attack->table, square, run->occupied);
        seen |= reach;
        now |= reach & men;
        for (mad_set rest = own ? set_none() : reach & mad_slot(run->state, run->side);
             !set_empty(rest); rest = set_rest(rest)) { /* who lets them through when he leaves */
            mad_set man = set_of(set_first(rest));
            if (set_meets(mad_ride(run, attack->table, square, run->occupied & ~man), men)) {
                run->suspects |= man;
            }
        }
    }
    run->shields |= seen;
    run->suspects |= hopped | (own ? seen | reached : set_none());
    run->suspect_ends |= hopped | (own ? seen | reached : now);
    if (!own && !set_empty(now)) { /* an attack that may be stopped in many ways */
        run->suspects |= seen;
        run->suspect_ends |= seen;
    }
}

static mad_set leaps_of(const struct mad_run *run, uint32_t table, mad_set squares);

/* Where laws look at no more than some men and who attacks them: unless they forbid the position as it
 * is, moves elsewhere cannot make them. False when all moves have to be tested. */
static bool find_concerned(struct mad_run *run, const struct mad_concerns *concerns, uint32_t doubt)
{
    const struct mad_machine *machine = run->machine;
    if (!concerns->known || run->extends || law_holds(run, doubt)) {
        return false;
    }
    if (run->legality != MAD_LEGALITY_SUSPECT) {
        run->legality = MAD_LEGALITY_SUSPECT;
        run->suspects = run->suspect_ends = run->suspect_takers = set_none();
    }
    run->shields = set_none();
    for (uint32_t i = 0; i < concerns->count; i++) {
        const struct mad_concern *concern = &concerns->items[i];
        mad_set men = set_none();
        for (uint32_t c = 0; c < concern->code_count; c++) {
            men |= mad_slot(run->state, MAD_SLOT_CODE + concern->codes[c]);
        }
        run->suspects |= men;
        run->suspect_ends |= men;
        for (; concern->attacker != MAD_NOBODY && !set_empty(men); men = set_rest(men)) {
            find_concerned_about(run, concern->attacker, set_first(men));
        }
    }
    for (uint32_t code = 0; concerns->made && code < run->game->code_count; code++) {
        if (machine->arrival_count[code] != 0) {
            run->suspects |= mad_slot(run->state, MAD_SLOT_CODE + code) &
                             mad_const(machine, machine->arrives_from[code]);
        }
    }
    if (machine->captures_stir) { /* what goes with a man who is taken may be such a man */
        mad_set matters = run->occupied & (run->suspects | run->suspect_ends | run->shields);
        mad_set taken = machine->stirs_near
                            ? leaps_of(run, machine->stirred_from * run->game->squares, matters)
                            : run->occupied;
        run->suspect_ends |= taken & run->occupied;
        run->suspect_takers = run->shields;
    }
    return true;
}

/* Finds from where plain moves may go on. Where that takes an empty square of a mark and all of those have
 * men now, it is the square that the man leaves, wherever he goes. */
static void begin_extensions(struct mad_run *run)
{
    const struct mad_machine *machine = run->machine;
    uint32_t mark = machine->extend_mark[run->side];
    run->extends = machine->extend[run->side] != MAD_NO_PROGRAM;
    run->extends_alike = false;
    run->extends_from = mad_const(machine, machine->board_const);
    if (run->extends && mark != MAD_NO_MARK) {
        mad_set marked = mad_slot(run->state, run->game->mark_slot + mark);
        if (set_within(marked, run->occupied)) {
            run->extends_from = marked;
            run->extends_alike = machine->extension_is_safe[run->side] && !machine->must_capture;
        }
    }
}

static bool any_attacked_now(struct mad_run *run, mad_set squares, uint32_t player);

/* Men of the enemy whose taking may release the mover from the law about royals. */
static mad_set exempting_men(const struct mad_run *run)
{
    const struct mad_concerns *guarding = &run->machine->guarding[run->side];
    mad_set men = set_none();
    for (uint32_t i = 0; i < guarding->count; i++) {
        for (uint32_t c = 0; c < guarding->items[i].code_count; c++) {
            men |= mad_slot(run->state, MAD_SLOT_CODE + guarding->items[i].codes[c]);
        }
    }
    return men;
}

/* Where the law about royals binds only while certain men of the enemy are there: all moves are tested
 * when it does not bind now, or when such a man can be taken. */
static void make_exceptions(struct mad_run *run)
{
    const struct mad_machine *machine = run->machine;
    run_listing(run, machine->guard[run->side], 0);
    bool bound = run->holds;
    run->holds = false;
    if (!bound || any_attacked_now(run, exempting_men(run), run->side)) {
        run->legality = MAD_LEGALITY_TEST;
    }
}

/* The masks, where the law about royals is all there is to ask; false, and nothing that lasts is done, when
 * there is not one royal or masks do not tell. */
RUN_INLINE bool begin_masks(struct mad_run *run)
{
    mad_set royals = mad_slot(run->state, MAD_SLOT_CODE + run->machine->royal_code[run->side]);
    if (set_empty(royals) || !set_empty(set_rest(royals))) {
        return false;
    }
    run->legality = MAD_LEGALITY_ROYAL;
    run->masked = true;
    run->extends = run->beside = run->spares = false;
    run->royal = set_first(royals);
    run->row = row_of(run, run->royal);
    find_checks(run);
    return run->legality != MAD_LEGALITY_TEST;
}

static __attribute__((noinline)) void begin_other_legality(struct mad_run *run)
{
    run->legality = run->machine->legality;
    run->royal = MAD_NO_SQUARE;
    begin_extensions(run);
    run->masked = run->legality == MAD_LEGALITY_ROYAL;
    if (run->masked) {
        mad_set royals = mad_slot(run->state, MAD_SLOT_CODE + run->machine->royal_code[run->side]);
        if (set_empty(royals)) {
            run->legality = run->machine->more_laws ? MAD_LEGALITY_TEST : MAD_LEGALITY_NONE;
        } else if (!set_empty(set_rest(royals))) {
            run->legality = MAD_LEGALITY_TEST;
        } else {
            run->royal = set_first(royals);
            run->row = row_of(run, run->royal);
            find_checks(run);
        }
    }
    if (run->masked && run->machine->guard[run->side] != MAD_NO_PROGRAM &&
        run->legality != MAD_LEGALITY_NONE && run->legality != MAD_LEGALITY_TEST) {
        make_exceptions(run);
    }
    run->spares = run->masked && run->machine->spares_royal && run->legality != MAD_LEGALITY_TEST &&
                  !run->extends && find_spared(run);
    if (run->masked && run->machine->spares_royal && !run->spares) {
        run->legality = MAD_LEGALITY_TEST;
    }
    run->beside = false;
    if (run->masked && run->legality != MAD_LEGALITY_TEST &&
        run->machine->beside[run->side].known) {
        run->beside =
            find_concerned(run, &run->machine->beside[run->side], run->machine->doubt[run->side]);
        run->legality = run->beside ? MAD_LEGALITY_SUSPECT : MAD_LEGALITY_TEST;
    }
    if (run->legality == MAD_LEGALITY_NONE || run->legality == MAD_LEGALITY_TEST) {
        run->masked = false;
        run->in_check = false;
        run->answers = mad_const(run->machine, run->machine->board_const);
        run->pinned = set_none();
        run->pin_count = 0;
    }
    if (run->legality == MAD_LEGALITY_TEST) {
        find_concerned(run, &run->machine->concerns[run->side], run->machine->illegal[run->side]);
    }
}

/* Prepares the masks that legality asks for, before moves are generated. */
static void begin_legality(struct mad_run *run)
{
    bool alone = run->machine->masks_alone[run->side] && begin_masks(run);
    if (!alone) {
        begin_other_legality(run);
    }
    run->escorted = run->near_drawn = false;
    run->alone = alone && run->legality == MAD_LEGALITY_ROYAL;
    run->told = run->masked && !run->in_check && run->machine->dangers_of_all[run->side];
    run->drawn = run->told ? set_of(run->royal) : set_none(); /* it is not attacked */
    run->dangers = set_none();
    run->free_men = ~run->pinned;
    set_filters(run, run->answers);
}

/* Where the man on `square` may go without leaving its royal attacked. */
static mad_set allowed_for(const struct mad_run *run, uint32_t square)
{
    for (uint32_t i = 0; i < run->pin_count; i++) {
        if (run->pins[i].square == square) {
            return run->answers & run->pins[i].line;
        }
    }
    return run->answers;
}

/* Squares of `targets` for which a way of this class is legal; for MAD_GATE_STAY all or none. */
static mad_set gate_targets(const struct mad_run *run, enum mad_gate gate, uint32_t here,
                            mad_set targets)
{
    switch (gate) {
    case MAD_GATE_PLAIN: return targets & allowed_for(run, here);
    case MAD_GATE_DROP: return targets & run->answers;
    case MAD_GATE_STAY: return run->in_check ? set_none() : targets;
    case MAD_GATE_ESCORT:
    case MAD_GATE_SWEPT:
    case MAD_GATE_FREE:
    case MAD_GATE_TEST: break;
    }
    return targets;
}

/* Whether the way of a rider to the square led over `from`, which is left. */
static __attribute__((noinline)) bool is_opened(const struct mad_run *run, uint32_t square,
                                                mad_set from, mad_set occupied)
{
    const struct mad_machine *machine = run->machine;
    const struct mad_attack *attack = machine->attacks[1 - run->side];
    const struct mad_attack *const end = attack + machine->attack_count[1 - run->side];
    mad_set enemy = mad_slot(run->state, 1 - run->side);
    for (attack += machine->attack_leaps[1 - run->side]; attack < end; attack++) {
        mad_set rays = mad_leap(run, attack->rays, square);
        if (set_meets(rays, from) && set_meets(rays, enemy) &&
            set_meets(mad_ride(run, attack->table, square, occupied), attackers(run, attack))) {
            return true;
        }
    }
    return false;
}

/* The same when the map does not tell. */
static __attribute__((noinline)) int escort_is_safe(const struct mad_run *run, uint32_t goal,
                                                    mad_set occupied)
{
    bool masks = run->legality == MAD_LEGALITY_ROYAL ||
                 (run->legality == MAD_LEGALITY_SUSPECT && run->masked);
    if (!masks || run->machine->attacks_see_kinds[1 - run->side]) {
        return -1;
    }
    return !mad_is_attacked(run, 1 - run->side, goal, occupied, true);
}

/* Whether a way is legal on which the royal goes from `here` to one square and another man from one to
 * another: 1 or 0; -1 when it has to be made to see that. */
RUN_INLINE int escort_is_legal(struct mad_run *run, uint32_t here, mad_set target, mad_set from,
                               mad_set to)
{
    mad_set stay = run->occupied & ~(set_of(here) | from), come = target | to;
    if (here != run->royal || run->captures_only || run->trail_count != 0 ||
        set_size(target) != 1 || set_size(from) != 1 || set_size(to) != 1 || set_has(from, here) ||
        set_meets(target, to) || set_meets(come, stay)) {
        return -1;
    }
    if (set_within(target, run->drawn) && !set_meets(target, run->dangers)) {
        return !is_opened(run, set_first(target), from, stay | come);
    }
    return escort_is_safe(run, set_first(target), stay | come);
}

/* Whether the royal piece stands on a square, or has left it on the way so far. */
static bool has_royal(const struct mad_run *run, uint32_t square)
{
    uint8_t royal = run->machine->royal_code[run->side];
    for (uint32_t i = 0; i < run->trail_count; i++) {
        if (run->trail[i].kind == MAD_DELTA_SQUARE && run->trail[i].index == square) {
            return run->trail[i].before == royal;
        }
    }
    return mad_state_has(run->game, run->state, MAD_SLOT_CODE + royal, square);
}

/* Whether masks say all about ways of this class for the man that began on `here`. */
static bool gate_knows(const struct mad_run *run, enum mad_gate gate, uint32_t here)
{
    if (run->legality == MAD_LEGALITY_NONE || gate == MAD_GATE_FREE) {
        return !run->captures_only;
    }
    if (run->captures_only || run->legality >= MAD_LEGALITY_TEST || gate == MAD_GATE_TEST ||
        gate == MAD_GATE_ESCORT || gate == MAD_GATE_SWEPT) {
        return false;
    }
    return gate != MAD_GATE_PLAIN || !has_royal(run, here);
}

/* The same in a run whose moves masks tell all about, none going on. */
static inline bool gate_is_sure(const struct mad_run *run, enum mad_gate gate, uint32_t here)
{
    return !run->captures_only &&
           (run->legality == MAD_LEGALITY_NONE || gate == MAD_GATE_FREE ||
            (gate != MAD_GATE_TEST && gate != MAD_GATE_ESCORT && gate != MAD_GATE_SWEPT &&
             (gate != MAD_GATE_PLAIN || !has_royal(run, here))));
}

/* Squares on which a change may matter to the law about royals that masks answer: the royal's, those between
 * it and riders, and those of men whose taking may release it. */
static mad_set watched_squares(const struct mad_run *run)
{
    const struct mad_machine *machine = run->machine;
    const struct mad_attack *attack = machine->attacks[1 - run->side];
    const struct mad_attack *const end = attack + machine->attack_count[1 - run->side];
    mad_set watched = set_of(run->royal) | exempting_men(run);
    for (; attack < end; attack++) {
        mad_set lined_up = attack->ride
                               ? mad_leap(run, attack->full, run->royal) & attackers(run, attack)
                               : set_none();
        for (; !set_empty(lined_up); lined_up = set_rest(lined_up)) {
            watched |= between(run, run->royal, set_first(lined_up));
        }
    }
    return watched;
}

/* Counts the ways of men along rays; false when some of them have to be made to see if they are legal. */
RUN_INLINE bool count_rays(struct mad_run *run, const struct mad_instruction *head)
{
    const struct mad_instruction *term = head + 1, *const end = term + head->c;
    mad_set watched = set_none(), changed = set_none();
    uint64_t count = 0;
    bool known = gate_knows(run, (enum mad_gate)head->b, 0);
    if (run->extends || (!known && (head->b != MAD_GATE_SWEPT || run->captures_only ||
                                    run->legality != MAD_LEGALITY_ROYAL || run->in_check))) {
        return false;
    }
    if (!known) {
        watched = watched_squares(run);
        changed = run->set[head->a];
    }
    for (mad_set men = run->set[head->a]; !set_empty(men); men = set_rest(men)) {
        uint32_t from = set_first(men);
        for (const struct mad_instruction *ray = term; ray < end; ray++) {
            mad_set path = mad_leap(run, ray->x, from);
            bool goes = !set_empty(path) && !set_meets(path, run->set[ray->a]);
            count += goes;
            changed |= goes ? path : set_none();
        }
    }
    if (!known && set_meets(changed, watched)) {
        return false;
    }
    run->count += count;
    return true;
}

/* --- verbs ------------------------------------------------------------------------------------------- */

/* What a way that has been gone was: MAD_MOVE_*; `placed` is the man at its end. */
static uint32_t way_flags(const struct mad_run *run, uint32_t placed)
{
    const struct mad_game *game = run->game;
    uint32_t flags = run->origin == MAD_NO_SQUARE ? MAD_MOVE_DROP : 0u;
    flags |= run->on_duty ? MAD_MOVE_FORCED : 0u;
    uint8_t first = game->empty;
    for (uint32_t i = 0; i < run->trail_count; i++) {
        struct mad_delta delta = run->trail[i];
        if (delta.kind != MAD_DELTA_SQUARE) {
            continue;
        }
        if (delta.extra != 0 && delta.extra != MAD_DELTA_PUT) {
            flags |= MAD_MOVE_TAKES;
        } else if (delta.before != game->empty && game->codes[delta.before].owner == run->side &&
                   (run->machine->breaks_quiet[delta.before] &
                    (delta.after == game->empty ? MAD_BREAKS_BY_MOVE : MAD_BREAKS_BY_CHANGE))) {
            flags |= MAD_MOVE_BREAKS;
        }
        if (delta.index == run->origin && first == game->empty) {
            first = delta.before;
        }
    }
    return flags | (first != game->empty && first != placed ? MAD_MOVE_CHANGES : 0u);
}

/* The type of the man whose way it is: he who left the origin, or who came from a pocket. */
static uint32_t way_kind(const struct mad_run *run, uint32_t placed)
{
    for (uint32_t i = 0; i < run->trail_count; i++) {
        if (run->trail[i].kind == MAD_DELTA_SQUARE && run->trail[i].index == run->origin) {
            placed = run->trail[i].before;
            break;
        }
    }
    return run->game->codes[placed].type;
}

/* Marks that are notes within one move go before it counts. */
static void clear_scratch(struct mad_run *run)
{
    for (uint32_t bits = run->machine->mark_scratch; bits != 0; bits &= bits - 1) {
        uint32_t mark = (uint32_t)__builtin_ctz(bits);
        mad_set squares = mad_slot(run->state, run->game->mark_slot + mark);
        for (; !set_empty(squares); squares = set_rest(squares)) {
            mad_effect_mark(run, mark, set_first(squares), false);
        }
    }
}

static void set_filters(struct mad_run *run, mad_set allowed);

/* Whether no way so far has taken more than this one. One that takes more than all before puts an end
 * to them, and to plain moves, which take one at most. */
static bool takes_enough(struct mad_run *run)
{
    uint32_t taken = 0;
    for (uint32_t i = 0; i < run->trail_count; i++) {
        taken += run->trail[i].kind == MAD_DELTA_SQUARE && run->trail[i].extra != 0;
    }
    if (taken > run->most) {
        run->most = taken;
        run->count = run->way_count = 0;
        if (run->bundles != NULL) {
            run->bundles->count = 0;
        }
        if (run->list != NULL) {
            run->list->count = run->first_move;
            run->list->delta_count = run->first_delta;
        }
        run->wanted = set_none();
        set_filters(run, set_none());
    }
    return taken == run->most;
}

/* Whether the same man has come to the same position another way: in what order he takes is not told. */
static bool is_said_twice(struct mad_run *run)
{
    uint64_t way = run->state->key ^ (run->origin + 1) * UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t i = 0; i < run->way_count; i++) {
        if (run->ways[i] == way) {
            return true;
        }
    }
    if (run->way_count < MAD_MAX_WAYS) {
        run->ways[run->way_count++] = way;
    }
    return false;
}

/* A whole move, legal for certain when `known`: counted or listed, unless it is none. */
static bool finish_move(struct mad_run *run, uint32_t line, bool counting, bool known)
{
    if (run->outcome != 0 && run->captures_only && !run->extending) {
        return false; /* whoever has to capture does not leave it to chance */
    }
    if (known && counting) {
        run->count++;
        return true;
    }
    clear_scratch(run);
    const struct mad_game *game = run->game;
    uint32_t to = run->last_square == MAD_NO_SQUARE ? run->origin : run->last_square;
    uint8_t placed = to == MAD_NO_SQUARE ? game->empty : mad_state_board(game, run->state)[to];
    uint32_t flags = way_flags(run, placed) | run->outcome << MAD_MOVE_OUTCOME_SHIFT;
    if ((run->captures_only && !(flags & MAD_MOVE_TAKES)) ||
        (!known && run->legality != MAD_LEGALITY_NONE &&
         is_forbidden(run, flags, line, way_kind(run, placed))) ||
        (run->most != 0 && (!takes_enough(run) || is_said_twice(run)))) {
        return false;
    }
    if (counting) {
        run->count++;
        return true;
    }
    struct mad_move_list *list = run->list;
    if (list->delta_count + run->trail_count > list->delta_capacity) {
        run->status = MAD_ERROR_LIMIT;
        return false;
    }
    memcpy(list->deltas + list->delta_count, run->trail, run->trail_count * sizeof *run->trail);
    add_move(run, (struct mad_move){(uint16_t)run->origin, (uint16_t)to, placed, (uint8_t)line,
                                    (uint16_t)flags, list->delta_count, run->trail_count});
    list->delta_count += run->trail_count;
    return true;
}

/* Whether all that may follow a legal move is legal. */
static bool is_extension_known(const struct mad_run *run)
{
    return run->machine->extension_is_safe[run->side] && !run->captures_only;
}

/* What follows moves from these squares, one way more. */
static void note_going_on(struct mad_run *run, mad_set from)
{
    uint32_t i = 0;
    while (i < run->going_on_count && !set_empty(run->going_on[i].from ^ from)) {
        i++;
    }
    if (i == MAD_MAX_GOING_ON) {
        run->extends_alike = false;
        return;
    }
    if (i == run->going_on_count) {
        run->going_on[i].from = from;
        run->going_on[i].ways = 0;
        run->going_on_count++;
    }
    run->going_on[i].ways++;
}

/* All squares of one choice among those where a move goes on; false when they are tried one by one. */
static bool goes_on_at_once(struct mad_run *run, mad_set squares)
{
    if (run->foreseeing) {
        note_going_on(run, squares);
        return true;
    }
    if (is_extension_known(run)) {
        run->count += set_size(squares);
        return true;
    }
    return false;
}

/* What may or must follow the move that has been made, each way of it one whole move. */
static void run_extension(struct mad_run *run, uint32_t line, uint32_t here, bool counting)
{
    struct mad_save saves[MAD_SAVE_LEVELS];
    mad_set sets[MAD_MAX_SETS];
    const struct mad_machine *machine = run->machine;
    uint32_t address = machine->extend[run->side], last = run->last_square;
    memcpy(saves, run->saves, sizeof saves);
    memcpy(sets, run->set, machine->extend_registers * sizeof *sets);
    run->saves[0] = (struct mad_save){run->trail_count, here};
    run->extending = true;
    run->main_line = line;
    counting ? run_counting(run, address, here) : run_listing(run, address, here);
    run->extending = false;
    memcpy(run->saves, saves, sizeof saves);
    memcpy(run->set, sets, machine->extend_registers * sizeof *sets);
    run->last_square = last;
}

/* A plain move that goes on; the mark that it leaves is one of its effects then. */
static void make_main(struct mad_run *run, const struct mad_main *move)
{
    uint8_t code = mad_state_board(run->game, run->state)[move->from];
    const struct mad_trace *traces = run->machine->traces[code];
    mad_effect_plain(run, move->from, move->to, move->placed);
    if (traces != NULL && traces[move->from].used && traces[move->from].to == move->to) {
        mad_effect_mark(run, run->machine->trace_mark[code], traces[move->from].marked, true);
    }
    run->last_square = move->to;
}

static void extend_plain(struct mad_run *run, uint32_t from, uint32_t to, uint32_t placed,
                         bool counting)
{
    uint32_t trail = run->trail_count;
    run->main = (struct mad_main){(uint16_t)from, (uint16_t)to, (uint8_t)placed, true};
    make_main(run, &run->main);
    if (run->status == MAD_OK) {
        run_extension(run, 0, to, counting);
    }
    mad_effects_undo(run, trail);
}

/* Where moves go on on the square that they leave, whatever they are: sees from which squares, and in
 * how many ways, by running what follows as if all of these squares had been left. */
static void foresee_extensions(struct mad_run *run)
{
    mad_set somewhere = set_none();
    run->going_on_count = 0;
    if (!run->extends || !run->extends_alike) {
        return;
    }
    run->extending = run->foreseeing = true;
    run_counting(run, run->machine->extend[run->side], 0);
    run->extending = run->foreseeing = false;
    for (uint32_t i = 0; i < run->going_on_count; i++) {
        somewhere |= run->going_on[i].from;
    }
    if (run->extends_alike) {
        run->extends_from = somewhere;
    }
}

static void finish_way(struct mad_run *run, uint32_t line, bool counting, enum mad_gate gate)
{
    bool known = gate == MAD_GATE_ESCORT && run->legality != MAD_LEGALITY_NONE
                     ? run->escorted
                     : gate_knows(run, gate, run->origin);
    uint32_t here = run->last_square != MAD_NO_SQUARE ? run->last_square
                    : run->origin != MAD_NO_SQUARE    ? run->origin
                                                      : 0;
    bool extends = run->extends && run->outcome == 0; /* nothing is chosen behind a toss */
    if (!extends || !run->machine->must_extend[run->side]) {
        if (!finish_move(run, line, counting, known)) {
            return; /* illegal in itself */
        }
    }
    if (extends && run->status == MAD_OK) {
        run->main.plain = false;
        run_extension(run, line, here, counting);
    }
}

/* What happens because a man's way has ended where it has: `when its own move ends`, `when
 * capturing`. */
static void end_by_itself(struct mad_run *run, uint32_t code, uint32_t at)
{
    const struct mad_machine *machine = run->machine;
    if (machine->after[code] != MAD_NO_PROGRAM) {
        mad_run_program(run, machine->after[code], at);
    }
    if (machine->capturing[code] != MAD_NO_PROGRAM && (way_flags(run, code) & MAD_MOVE_TAKES)) {
        mad_run_program(run, machine->capturing[code], at);
    }
}

/* The end of a way: once for each kind that its man may become there. */
static void end_way(struct mad_run *run, uint32_t line, bool counting, enum mad_gate gate)
{
    const struct mad_machine *machine = run->machine;
    uint32_t at = run->last_square, trail = run->trail_count;
    if (run->extending) {
        finish_move(run, run->main_line, counting,
                    gate == MAD_GATE_FREE || is_extension_known(run));
        return;
    }
    if (run->origin == MAD_NO_SQUARE || at == MAD_NO_SQUARE) {
        finish_way(run, line, counting, gate);
        return;
    }
    uint32_t code = mad_state_board(run->game, run->state)[at];
    for (uint32_t row = 0; row < machine->arrival_count[code]; row++) {
        const struct mad_arrival *arrival = &machine->arrivals[code][row];
        if (!set_has(mad_const(machine, arrival->from), run->origin) ||
            !set_has(mad_const(machine, arrival->to), at)) {
            continue;
        }
        for (uint32_t i = 0; i < arrival->count; i++) {
            mad_effect_square(run, at, machine->choices[arrival->first + i], 0);
            end_by_itself(run, code, at);
            finish_way(run, line, counting, gate);
            mad_effects_undo(run, trail);
        }
        return;
    }
    end_by_itself(run, code, at);
    finish_way(run, line, counting, gate);
}

/* The squares of MANY for which masks say that the ways on from there are legal. */
static mad_set known_squares(const struct mad_run *run, const struct mad_instruction *many,
                             uint32_t here)
{
    mad_set squares = run->set[many->a];
    return run->extending || run->legality == MAD_LEGALITY_NONE
               ? squares
               : gate_targets(run, (enum mad_gate)many->b, here, squares);
}

/* Whether the ways of MANY, whose loop only drops men, are known without going them: each is the same
 * few effects. */
static bool drops_known(const struct mad_run *run, const struct mad_instruction *many,
                        uint32_t here)
{
    return (many->c & MAD_DROPS) && !run->extends &&
           gate_knows(run, (enum mad_gate)many->b, here) && run->origin == MAD_NO_SQUARE &&
           run->trail_count == 0 && run->repeats == 0 && run->outcome == 0 &&
           run->machine->mark_scratch == 0 && !set_meets(run->set[many->a], run->occupied);
}

/* Lists one of them. */
static void list_drop(struct mad_run *run, const struct mad_instruction *many, uint32_t square)
{
    const struct mad_game *game = run->game;
    const struct mad_instruction *put = many + 3;
    put += put->op == MAD_OP_GATE;
    const struct mad_instruction *move = put + 1;
    const uint8_t *placed = run->machine->placed;
    const uint8_t code = placed != NULL ? placed[(size_t)put->b * game->squares + square] : put->b;
    struct mad_move_list *list = run->list;
    const uint32_t first = list->delta_count, flags = run->on_duty ? MAD_MOVE_FORCED : 0u;
    struct mad_delta *delta = list->deltas + first;
    if (list->delta_capacity < first + 2) {
        run->status = MAD_ERROR_LIMIT;
        return;
    }
    *delta++ =
        (struct mad_delta){MAD_DELTA_SQUARE, MAD_DELTA_PUT, (uint16_t)square, game->empty, code};
    if (move->op == MAD_OP_SPEND) {
        uint32_t index = (move->a * 2u + move->b) * game->type_count + move->c;
        uint8_t held = ((const uint8_t *)run->state)[game->pocket_offset + index];
        *delta++ =
            (struct mad_delta){MAD_DELTA_POCKET, 0, (uint16_t)index, held, (uint8_t)(held - 1)};
        move++;
    }
    list->delta_count = (uint32_t)(delta - list->deltas);
    add_move(run, (struct mad_move){MAD_NO_SQUARE, (uint16_t)square, code, move->a,
                                    (uint16_t)(MAD_MOVE_DROP | flags), first,
                                    list->delta_count - first});
}

/* All ways of such a loop at once; false when they have to be gone. */
static __attribute__((noinline)) bool list_drops(struct mad_run *run,
                                                 const struct mad_instruction *many, uint32_t here)
{
    if (!drops_known(run, many, here)) {
        return false;
    }
    mad_set squares = known_squares(run, many, here);
    if (run->bundles != NULL && !set_empty(squares)) {
        struct mad_bundle *bundle = new_bundle(run, squares, set_size(squares));
        if (bundle != NULL) {
            bundle->loop = (uint32_t)(many + 2 - run->machine->fast);
            bundle->kept = NULL;
            return true;
        }
    }
    for (; !set_empty(squares) && run->status == MAD_OK; squares = set_rest(squares)) {
        list_drop(run, many, set_first(squares));
    }
    return true;
}

/* Whether the squares of MANY, whose loop follows, make a bundle: all that is needed to go on from here
 * is the registers. */
static __attribute__((noinline)) bool bundle_ways(struct mad_run *run,
                                                  const struct mad_instruction *many, uint32_t here)
{
    struct mad_bundles *bundles = run->bundles;
    const uint32_t keeps = many->c & ~(uint32_t)MAD_DROPS; /* set by mad_vm_prepare */
    bool known = run->extending ? run->main.plain && is_extension_known(run)
                                : !run->extends && gate_knows(run, (enum mad_gate)many->b, here);
    if (keeps == 0 || !known || run->repeats != 0 || run->outcome != 0 ||
        run->trail_count != (run->extending ? run->saves[0].trail : 0) ||
        bundles->count == MAD_MAX_BUNDLES || bundles->kept_count + keeps > MAD_MAX_KEPT) {
        return false;
    }
    mad_set targets = known_squares(run, many, here);
    if (set_empty(targets)) {
        return true;
    }
    struct mad_bundle *bundle = new_bundle(run, targets, set_size(targets));
    mad_set *kept = bundles->kept + bundles->kept_count;
    bundles->kept_count += keeps;
    memcpy(kept, run->set, keeps * sizeof *kept);
    bundle->kept = kept;
    bundle->loop = (uint32_t)(many + 2 - run->machine->fast);
    bundle->from = (uint16_t)run->origin;
    bundle->here = (uint16_t)here;
    bundle->last_square = (uint16_t)run->last_square;
    bundle->main.plain = run->extending;
    if (run->extending) {
        bundle->main = run->main;
    }
    return true;
}

/* Whether a way with a toss may be gone, as far as this outcome says. */
static bool may_come_out(struct mad_run *run, uint32_t line, enum mad_gate gate)
{
    uint64_t before = run->count;
    end_way(run, line, true, gate);
    bool legal = run->count != before;
    run->count = before;
    return legal;
}

/* Where a new man of the code attacks the enemy's royal; all squares when it may be attacked already.
 * Behind a move that masks or the law have let pass it is not. */
static mad_set checking_squares(const struct mad_run *run, uint32_t code)
{
    const struct mad_machine *machine = run->machine;
    const struct mad_state *state = run->state;
    uint32_t enemy = 1 - run->side, row = machine->checks_by[code];
    mad_set royals = mad_slot(state, MAD_SLOT_CODE + machine->royal_code[enemy]);
    if (machine->legality != MAD_LEGALITY_ROYAL || state->mover != enemy ||
        state->last_kind == 0xff || state->last_outcome != 0 || row == 0xff ||
        machine->moved[enemy] != MAD_NO_PROGRAM || run->game->turn_count != 0 ||
        set_empty(royals) || !set_empty(set_rest(royals))) {
        return mad_const(machine, machine->board_const);
    }
    const struct mad_attack *attack = &machine->attacks[run->side][row];
    return attack->ride ? mad_ride(run, attack->table, set_first(royals), run->occupied)
                        : mad_leap(run, attack->table, set_first(royals));
}

static mad_set leaps_of(const struct mad_run *run, uint32_t table, mad_set squares)
{
    mad_set all = set_none();
    for (; !set_empty(squares); squares = set_rest(squares)) {
        all |= mad_leap(run, table, set_first(squares));
    }
    return all;
}

/* These men from the first on from whom the table leads to none of the closed squares. */
static mad_set clear_men(const struct mad_run *run, mad_set men, uint32_t table, mad_set closed)
{
    for (; !set_empty(men); men = set_rest(men)) {
        if (!set_meets(mad_leap(run, table, set_first(men)), closed)) {
            break;
        }
    }
    return men;
}

static mad_set run_over(const struct mad_run *run, uint32_t table, mad_set from, mad_set among)
{
    mad_set all = set_none();
    for (mad_set front = from; !set_empty(front);) {
        front = leaps_of(run, table, front) & among & ~all;
        all |= front;
    }
    return all;
}

RUN_INLINE mad_set leaps_shifted(const struct mad_run *run, uint32_t table, mad_set squares)
{
    const struct mad_shift *shift = &run->machine->shifts[table];
    return set_shifted(squares & set_load(shift->from), shift->by);
}

static mad_set line_of(const struct mad_run *run, uint32_t table, mad_set squares, uint32_t length)
{
    mad_set ends = squares;
    for (uint32_t i = 1; i < length; i++) {
        ends = leaps_of(run, table, ends) & squares;
    }
    return ends;
}

RUN_INLINE mad_set line_shifted(const struct mad_run *run, uint32_t table, mad_set squares,
                                uint32_t length)
{
    const struct mad_shift *shift = &run->machine->shifts[table];
    mad_set ends = squares, from = squares & set_load(shift->from);
    for (uint32_t i = 1; i < length; i++) {
        ends = set_shifted(ends & from, shift->by) & squares;
    }
    return ends;
}

static mad_set run_shifted(const struct mad_run *run, uint32_t table, mad_set from, mad_set among)
{
    const struct mad_shift *shift = &run->machine->shifts[table];
    mad_set all = set_none(), start = set_load(shift->from);
    for (mad_set front = from; !set_empty(front);) {
        front = set_shifted(front & start, shift->by) & among & ~all;
        all |= front;
    }
    return all;
}

static mad_set men_now(const struct mad_run *run)
{
    return mad_slot(run->state, 0) | mad_slot(run->state, 1) | mad_slot(run->state, 2);
}

/* A slot as it was before the effects of the way in progress, from the last of them back. */
static mad_set former(const struct mad_run *run, uint32_t slot)
{
    const struct mad_game *game = run->game;
    mad_set squares = mad_slot(run->state, slot);
    for (uint32_t i = run->trail_count; i-- > 0;) {
        struct mad_delta delta = run->trail[i];
        bool was;
        if (delta.kind == MAD_DELTA_MARK && slot >= game->mark_slot) {
            if (delta.extra != slot - game->mark_slot) {
                continue;
            }
            was = delta.before != 0;
        } else if (delta.kind == MAD_DELTA_SQUARE && slot < game->mark_slot) {
            was = delta.before != game->empty &&
                  (slot < MAD_SLOT_CODE ? game->codes[delta.before].owner == slot
                                        : delta.before == slot - MAD_SLOT_CODE);
        } else {
            continue;
        }
        squares = was ? squares | set_of(delta.index) : squares & ~set_of(delta.index);
    }
    return squares;
}

/* What a pocket held before the way in progress: the first change of it tells. */
static uint32_t pocket_before(const struct mad_run *run, uint32_t pocket, uint32_t owner,
                              uint32_t type)
{
    uint32_t index = (pocket * 2 + owner) * run->game->type_count + type;
    for (uint32_t i = 0; i < run->trail_count; i++) {
        if (run->trail[i].kind == MAD_DELTA_POCKET && run->trail[i].index == index) {
            return run->trail[i].before;
        }
    }
    return mad_state_pocket_count(run->game, run->state, pocket, owner, type);
}

static mad_set rides_of(const struct mad_run *run, uint32_t table, mad_set squares)
{
    mad_set all = set_none(), men = men_now(run);
    for (; !set_empty(squares); squares = set_rest(squares)) {
        all |= mad_ride(run, table, set_first(squares), men);
    }
    return all;
}

/* --- points ------------------------------------------------------------------------------------ */

static int32_t worth_of(const struct mad_run *run, mad_set squares)
{
    const struct mad_game *game = run->game;
    int32_t sum = 0;
    for (uint32_t code = 0; code < game->code_count; code++) {
        uint32_t worth = run->machine->worth[game->codes[code].type];
        if (worth != 0) {
            sum +=
                (int32_t)(worth * set_size(mad_slot(run->state, MAD_SLOT_CODE + code) & squares));
        }
    }
    return sum;
}

/* How many men a pocket holds, or what they are worth. */
static int32_t held(const struct mad_run *run, uint32_t pocket, uint32_t player, bool worth)
{
    int32_t sum = 0;
    for (uint32_t type = 0; type < run->game->type_count; type++) {
        int32_t count = mad_state_pocket_count(run->game, run->state, pocket, player, type);
        sum += worth ? count * run->machine->worth[type] : count;
    }
    return sum;
}

static struct mad_verdict score(int32_t first, int32_t second, uint32_t end)
{
    return (struct mad_verdict){.outcome = first > second   ? MAD_WIN_FIRST
                                           : first < second ? MAD_WIN_SECOND
                                                            : MAD_DRAW,
                                .end = (uint8_t)end,
                                .scored = true,
                                .points = {first, second}};
}

/* The squares of the set at the least (or greatest) distance from `here`. */
static mad_set at_extreme(const struct mad_run *run, mad_set squares, uint32_t here, bool nearest)
{
    const uint8_t *distance = run->machine->distance + (size_t)here * run->game->squares;
    mad_set best = set_none();
    int found = nearest ? 256 : -1;
    for (; !set_empty(squares); squares = set_rest(squares)) {
        uint32_t square = set_first(squares);
        int far = distance[square];
        if (nearest ? far < found : far > found) {
            best = set_none();
            found = far;
        }
        if (far == found) {
            best |= set_of(square);
        }
    }
    return best;
}

RUN_INLINE mad_set nearest_of(const struct mad_run *run, mad_set squares, uint32_t here)
{
    return set_size(squares) > 1 ? at_extreme(run, squares, here, true) : squares;
}

RUN_INLINE mad_set between_sets(const struct mad_run *run, mad_set a, mad_set b)
{
    return set_empty(a) || set_empty(b) ? set_none() : between(run, set_first(a), set_first(b));
}

static __attribute__((noinline)) bool any_attacked_now(struct mad_run *run, mad_set squares,
                                                       uint32_t player)
{
    if (player != run->side && run->told && is_drawn(run, squares)) {
        return set_meets(squares, run->dangers);
    }
    mad_set men = men_now(run);
    for (; !set_empty(squares); squares = set_rest(squares)) {
        uint32_t square = set_first(squares);
        uint8_t code = mad_state_board_const(run->game, run->state)[square];
        bool royal =
            code != run->game->empty && run->game->types[run->game->codes[code].type].royal;
        if (mad_is_attacked(run, player, square, men, royal)) {
            return true;
        }
    }
    return false;
}

RUN_INLINE bool any_attacked(struct mad_run *run, mad_set squares, uint32_t player)
{
    return set_within(squares, run->drawn) && player != run->side && run->trail_count == 0
               ? set_meets(squares, run->dangers)
               : any_attacked_now(run, squares, player);
}

static enum mad_status count_some(const struct mad_run *asking, uint64_t *count);

/* Whether `player` could move in this position, were it his turn: passing is no move. */
static bool can_move(struct mad_run *run, uint32_t player)
{
    struct mad_state *state = run->state;
    player = player == MAD_NEXT_PLAYER ? state->side : player;
    if (player == state->side && run->has_moves >= 0) {
        return run->has_moves != 0;
    }
    if (mad_looks_too_far(run)) {
        return true;
    }
    uint8_t side = state->side;
    uint64_t count = 0;
    state->side = (uint8_t)player;
    enum mad_status status = count_some(run, &count);
    state->side = side;
    if (status != MAD_OK) {
        run->status = status;
    }
    if (player == side) {
        run->has_moves = count != 0;
    }
    return count != 0;
}

/* Whether it is known without looking that `player` can move. */
static bool is_known_free(const struct mad_run *run, uint32_t player)
{
    return run->has_moves > 0 && (player == MAD_NEXT_PLAYER || player == run->state->side);
}

static void place(struct mad_run *run, uint32_t square, uint32_t code, uint32_t extra)
{
    const uint8_t *placed = run->machine->placed;
    if (placed != NULL) {
        code = placed[(size_t)code * run->game->squares + square];
    }
    mad_effect_square(run, square, code, extra);
}

static void put_man(struct mad_run *run, mad_set squares, uint32_t code, uint32_t fate)
{
    for (; !set_empty(squares); squares = set_rest(squares)) {
        uint32_t square = set_first(squares);
        mad_effect_remove(run, square, fate);
        place(run, square, code, MAD_DELTA_PUT);
        if (run->origin == MAD_NO_SQUARE &&
            !run->extending) { /* else the man who moves has an end of his own */
            run->last_square = square;
        }
    }
}

static void turn_men(struct mad_run *run, mad_set squares, uint32_t player)
{
    const struct mad_game *game = run->game;
    for (; !set_empty(squares); squares = set_rest(squares)) {
        uint32_t square = set_first(squares);
        uint8_t code = mad_state_board(game, run->state)[square];
        if (code != game->empty && game->code_of[game->codes[code].type][player] != 0xff) {
            mad_effect_square(run, square, game->code_of[game->codes[code].type][player], 0);
        }
    }
}

static void remove_men(struct mad_run *run, mad_set squares, uint32_t fate)
{
    for (; !set_empty(squares) && run->status == MAD_OK; squares = set_rest(squares)) {
        mad_effect_remove(run, set_first(squares), fate);
    }
}

static void mark_squares(struct mad_run *run, uint32_t mark, mad_set squares, bool on)
{
    mad_set marked = mad_slot(run->state, run->game->mark_slot + mark);
    squares &= on ? ~marked : marked;
    for (; !set_empty(squares); squares = set_rest(squares)) {
        mad_effect_mark(run, mark, set_first(squares), on);
    }
}

/* The same body again from where the man stands now, with registers of its own. */
static bool run_again(struct mad_run *run, const struct mad_instruction *repeat, uint32_t here,
                      bool counting)
{
    struct mad_save saves[MAD_SAVE_LEVELS];
    mad_set sets[MAD_MAX_SETS];
    uint64_t before = run->count;
    uint32_t last = run->last_square;
    if (run->repeats >= repeat->a) {
        return false;
    }
    const size_t bytes = repeat->b * sizeof *sets; /* set by mad_vm_prepare */
    memcpy(saves, run->saves, sizeof saves);
    memcpy(sets, run->set, bytes);
    run->saves[0] = (struct mad_save){run->trail_count, here};
    run->repeats++;
    counting ? run_counting(run, repeat->x, here) : run_listing(run, repeat->x, here);
    run->repeats--;
    memcpy(run->saves, saves, sizeof saves);
    memcpy(run->set, sets, bytes);
    run->last_square = last;
    return run->count != before;
}

/* --- the loop ------------------------------------------------------------------------------------------ */

#define LOOP_NAME     run_counting
#define LOOP_COUNTING true
#define LOOP_SURE     false
#include "w_loop.h"
#undef LOOP_NAME
#undef LOOP_SURE

/* Counts where masks tell all about plain moves and none goes on. */
#define LOOP_NAME run_sure
#define LOOP_SURE true
#include "w_loop.h"
#undef LOOP_NAME
#undef LOOP_COUNTING
#undef LOOP_SURE

#define LOOP_NAME     run_listing
#define LOOP_COUNTING false
#define LOOP_SURE     false
#include "w_loop.h"
#undef LOOP_NAME
#undef LOOP_COUNTING
#undef LOOP_SURE

/* Programs that make no moves: handlers, laws, ends. */
void mad_run_program(struct mad_run *run, uint32_t address, uint32_t here)
{
    run_listing(run, address, here);
}

/* The pinned men's plain moves, one man at a time along his line. */
RUN_INLINE void pinned_moves(struct mad_run *run, const bool counting)
{
    for (uint32_t i = 0; i < run->pin_count; i++) {
        uint32_t square = run->pins[i].square;
        uint32_t code = mad_state_board_const(run->game, run->state)[square];
        uint32_t address = run->machine->men_at[code];
        if (address != MAD_NO_PROGRAM) {
            mad_set ends = run->answers & run->pins[i].line;
            set_filters(run, run->spares ? ends & ~run->barred[code] : ends);
            if (run->machine->filters_at[code] != MAD_NO_PROGRAM) {
                run_listing(run, run->machine->filters_at[code], 0);
            }
            men_moves(run, run->machine->fast + address, set_of(square), counting);
        }
    }
}

/* Leaves out, or lets in again, whatever takes nothing. */
static void only_captures(struct mad_run *run, bool only)
{
    run->captures_only = only;
    run->wanted = only ? run->set[5] : mad_const(run->machine, run->machine->board_const);
    set_filters(run, run->answers);
}

RUN_INLINE void run_all(struct mad_run *run, const bool counting)
{
    begin_legality(run);
    if (counting) {
        foresee_extensions(run);
    }
    uint32_t duty = run->machine->duty[run->side];
    if (duty != MAD_NO_PROGRAM) {
        run->on_duty = true;
        counting ? run_counting(run, duty, 0) : run_listing(run, duty, 0);
        run->on_duty = false;
        if (run->count != 0 || run->status != MAD_OK) {
            return;
        }
    }
    const uint32_t all = run->machine->generate[run->side];
    const bool sure = counting && run->legality < MAD_LEGALITY_TEST && !run->extends;
    if (run->machine->must_capture) {
        only_captures(run, true);
        run->most = run->machine->must_capture_most;
        if (sure && run->most == 0) {
            run_sure(run, all, 0);
        } else {
            counting ? run_counting(run, all, 0) : run_listing(run, all, 0);
        }
        if (run->pin_count != 0 && run->status == MAD_OK) {
            pinned_moves(run, counting);
        }
        if (run->count != 0 || run->status != MAD_OK) {
            return;
        }
        only_captures(run, false);
        run->most = 0;
    }
    if (sure) {
        run_sure(run, all, 0);
    } else {
        counting ? run_counting(run, all, 0) : run_listing(run, all, 0);
    }
    if (run->pin_count != 0 && run->status == MAD_OK) {
        pinned_moves(run, counting);
    }
}

/* Passing, when the rules let him. */
static void add_pass(struct mad_run *run)
{
    const struct mad_machine *machine = run->machine;
    struct mad_run ask;
    if (machine->pass[run->side] == MAD_NO_PROGRAM || run->status != MAD_OK ||
        (run->count != 0 && !machine->passes_freely)) {
        return;
    }
    mad_run_begin(&ask, run->game, run->state, run->side);
    ask.has_moves = run->count != 0;
    mad_run_program(&ask, machine->pass[run->side], 0);
    if (ask.holds && run->list == NULL) {
        run->count++;
    } else if (ask.holds) {
        add_move(run, (struct mad_move){MAD_NO_SQUARE, MAD_NO_SQUARE, run->game->empty,
                                        machine->pass_line, 0, run->list->delta_count, 0});
    }
}

#include "w_forecast.h"

#define mad_generate MAD_W(mad_generate)
#define mad_count    MAD_W(mad_count)

/* All moves but passing. */
static void list_but_passing(struct mad_run *run, struct mad_move_list *list)
{
    run->list = list;
    run->first_move = list->count;
    run->first_delta = list->delta_count;
    run->restless = marks_of_men(run);
    run_all(run, false);
    mad_effects_undo(run, 0);
}

enum mad_status mad_list_bundles(struct mad_run *run, const struct mad_game *game,
                                 struct mad_state *state, struct mad_move_list *list,
                                 struct mad_bundles *bundles, bool *can_move)
{
    mad_run_begin(run, game, state, state->side);
    bundles->count = bundles->kept_count = 0;
    run->bundles = bundles;
    list_but_passing(run, list);
    *can_move = run->count != 0;
    add_pass(run);
    return run->status;
}

/* What the man of that code becomes on his way there, where he has no choice. */
static uint32_t only_arrival(const struct mad_machine *machine, uint32_t code, uint32_t from,
                             uint32_t to)
{
    for (uint32_t row = 0; row < machine->arrival_count[code]; row++) {
        const struct mad_arrival *arrival = &machine->arrivals[code][row];
        if (set_has(mad_const(machine, arrival->from), from) &&
            set_has(mad_const(machine, arrival->to), to)) {
            return machine->choices[arrival->first];
        }
    }
    return code;
}

/* A plain move of one man: the squares where he has a choice, and all his choices on each, come
 * first. */
static void draw_of_man(struct mad_run *run, const struct mad_bundle *bundle, uint32_t n)
{
    const struct mad_machine *machine = run->machine;
    const uint32_t code = bundle->code, from = bundle->from;
    mad_set targets = bundle->targets;
    for (uint32_t row = 0; row < machine->arrival_count[code]; row++) {
        const struct mad_arrival *arrival = &machine->arrivals[code][row];
        if (!set_has(mad_const(machine, arrival->from), from)) {
            continue;
        }
        mad_set there = targets & mad_const(machine, arrival->to);
        uint32_t count = set_size(there) * arrival->count;
        if (n < count) {
            list_plain(run, from, set_nth(there, n / arrival->count), code,
                       machine->choices[arrival->first + n % arrival->count]);
            return;
        }
        n -= count;
        targets &= ~there;
    }
    list_plain(run, from, set_nth(targets, n), code, code);
}

static void draw_plain(struct mad_run *run, const struct mad_bundle *bundle, uint32_t n)
{
    if (bundle->from != MAD_NO_SQUARE) {
        draw_of_man(run, bundle, n);
        return;
    }
    uint32_t to = set_nth(bundle->targets, n), from = (uint32_t)((int)to - bundle->step);
    list_plain(run, from, to, bundle->code, only_arrival(run->machine, bundle->code, from, to));
}

/* The one way of the loop on from this square. */
static void draw_way(struct mad_run *run, const struct mad_bundle *bundle, uint32_t square)
{
    const struct mad_instruction *loop = run->machine->fast + bundle->loop;
    run->origin = bundle->from;
    run->last_square = bundle->last_square;
    run->extending = bundle->main.plain;
    if (bundle->main.plain) {
        make_main(run, &bundle->main);
        run->main_line = 0;
    }
    for (uint32_t level = 0; level < MAD_SAVE_LEVELS; level++) {
        run->saves[level] = (struct mad_save){run->trail_count, bundle->here};
    }
    memcpy(run->set, bundle->kept, (loop[-2].c & ~(size_t)MAD_DROPS) * sizeof *run->set);
    run->set[loop->op == MAD_OP_NEXT_MAN ? loop->a : loop->b] = set_of(square);
    run->drawing = true;
    run_listing(run, bundle->loop, bundle->here);
    run->drawing = run->extending = false;
}

enum mad_status mad_draw_move(struct mad_run *run, const struct mad_bundle *bundle, uint32_t n)
{
    uint32_t before = run->list->count;
    run->on_duty = bundle->on_duty;
    if (bundle->loop == 0) {
        draw_plain(run, bundle, n);
    } else if (bundle->kept == NULL) {
        list_drop(run, run->machine->fast + bundle->loop - 2, set_nth(bundle->targets, n));
    } else {
        draw_way(run, bundle, set_nth(bundle->targets, n));
    }
    if (run->status == MAD_OK && run->list->count != before + 1) {
        run->status = MAD_ERROR_MISUSE; /* a damaged program */
    }
    return run->status;
}

static enum mad_status list_all(struct mad_run *run, struct mad_move_list *list)
{
    list_but_passing(run, list);
    add_pass(run);
    return run->status;
}

enum mad_status mad_generate(const struct mad_game *game, struct mad_state *state,
                             struct mad_move_list *list)
{
    struct mad_run run;
    mad_run_begin(&run, game, state, state->side);
    return list_all(&run, list);
}

enum mad_status mad_generate_for(const struct mad_run *asking, struct mad_move_list *list)
{
    struct mad_run run;
    mad_run_begin(&run, asking->game, asking->state, asking->state->side);
    run.laws = asking->laws;
    return list_all(&run, list);
}

/* As mad_count for the state of that run, but it may stop at the first move, and passing is none. */
static enum mad_status count_some(const struct mad_run *asking, uint64_t *count)
{
    struct mad_run run;
    mad_run_begin(&run, asking->game, asking->state, asking->state->side);
    run.laws = asking->laws;
    run.one_will_do = true;
    run_all(&run, true);
    mad_effects_undo(&run, 0);
    *count = run.count;
    return run.status;
}

enum mad_status mad_count(const struct mad_game *game, struct mad_state *state, uint64_t *count)
{
    struct mad_run run;
    begin(&run, game, state, state->side);
    run_all(&run, true);
    if (run.trail_count != 0) {
        mad_effects_undo(&run, 0);
    }
    if (run.count == 0 || run.machine->passes_freely) {
        add_pass(&run);
    }
    *count = run.count;
    return run.status;
}
