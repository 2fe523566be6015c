/* w_forecast.h - how many moves answer a move, told without making it; included by w_run.c.
 *
 * Layer: vm. Before the moves of a position are made one by one only to count their answers, the answers to the
 * position as it stands are counted once, as though the other player were to move. What each count hangs on is
 * written down: the men who look at each square, the squares on which nothing may change, and those to and from
 * which no man of a kind may go. A move that touches none of these changes the counts of the men alone who look
 * at its squares, and how many of these can be dropped on. A Knight that goes from b1 to c3 changes the answers
 * of who looks at b1 or c3. It relies on each instruction to write down what it has looked at, and gives up
 * where one cannot. */

enum { FORECAST_STEPS = 512 }; /* so many are gone in one stretch at most */

/* S[a] may from here on be taken as it is; not so what stands there for every stretch. */
static void hold(struct mad_forecast *forecast, uint32_t a)
{
    forecast->told->fixed |= forecast->loose[a];
    forecast->told->codes |= forecast->by[a];
    if (a >= MAD_FIXED_REGISTERS) {
        forecast->loose[a] = set_none();
        forecast->by[a] = 0;
    }
}

/* Squares, those of them that a change upon them may add or take out, and whose moves may do so from
 * elsewhere. */
struct vague {
    mad_set value, loose;
    uint64_t by;
};

/* Whether S[a] has squares within `b`. That it has hangs on one of them, an own man's if there is one:
 * he can only be taken; that it has none on all that may come to be. */
static bool hold_meeting(struct mad_forecast *forecast, uint32_t a, struct vague b)
{
    mad_set value = forecast->run.set[a], loose = forecast->loose[a], both = value & b.value;
    forecast->told->codes |= forecast->by[a] | b.by;
    if (set_empty(both)) {
        forecast->told->fixed |= (value | loose) & (b.value | b.loose) & (loose | b.loose);
        return false;
    }
    if (set_empty(both & ~(loose | b.loose))) {
        mad_set own = both & forecast->own;
        forecast->told->fixed |= set_of(set_first(set_empty(own) ? both : own));
    }
    return true;
}

static uint64_t bit_of(uint32_t code)
{
    return UINT64_C(1) << code % 64;
}

/* The squares of a slot as they will be behind the move that is looked at: of men, only the enemy's come. */
RUN_INLINE mad_set changed_slot(const struct mad_forecast *forecast, uint32_t slot)
{
    const struct mad_generator *run = &forecast->run;
    const struct mad_game *game = run->game;
    mad_set squares = mad_slot(run->state, slot) & ~forecast->changed;
    if (slot == 1 - run->side) {
        return squares | forecast->come;
    }
    for (uint32_t i = 0; i < forecast->change_count; i++) {
        const struct mad_change *change = &forecast->changes[i];
        bool comes = slot >= MAD_SLOT_CODE && change->after == slot - MAD_SLOT_CODE &&
                     change->after != game->empty;
        squares |= comes ? set_of(change->square) : set_none();
    }
    return squares;
}

/* S[a] does not change whatever the move does. */
RUN_INLINE void make_firm(struct mad_forecast *forecast, uint32_t a)
{
    forecast->loose[a] = set_none();
    forecast->by[a] = 0;
}

/* A slot as it will stand behind a move: own men, and nobody's, can only be taken, marks only
 * be cleared. */
RUN_INLINE void follow_slot(struct mad_forecast *forecast, uint32_t a, uint32_t slot,
                            const bool exact)
{
    struct mad_generator *run = &forecast->run;
    const struct mad_game *game = run->game;
    mad_set squares = mad_slot(run->state, slot);
    if (!exact) {
        make_firm(forecast, a);
    }
    if (slot >= game->mark_slot) {
        const uint32_t which = slot - game->mark_slot;
        if (run->program->marks.last_turn >> which & 1) {
            squares = set_none();
        }
        if (exact) {
            squares &= ~(forecast->clears >> which & 1 ? forecast->cleared[which] : set_none());
            squares |= forecast->sets >> which & 1 ? forecast->marked[which] : set_none();
        } else {
            forecast->loose[a] = squares;
        }
        run->set[a] = squares;
        return;
    }
    if (exact) {
        run->set[a] = changed_slot(forecast, slot);
        return;
    }
    uint32_t owner = slot < MAD_SLOT_CODE ? slot : game->codes[slot - MAD_SLOT_CODE].owner;
    run->set[a] = squares;
    if (owner != 1 - run->side) {
        forecast->loose[a] = squares;
    } else if (slot < MAD_SLOT_CODE) {
        forecast->loose[a] = ~set_none();
    } else {
        forecast->by[a] = bit_of(slot - MAD_SLOT_CODE);
    }
}

static void see_from(mad_set *seen, mad_set squares, mad_set man)
{
    for (; !set_empty(squares); squares = set_rest(squares)) {
        seen[set_first(squares)] |= man;
    }
}

/* Counts the plain moves of all men of a code, and writes down at which squares they look. */
static bool forecast_plain(struct mad_forecast *forecast, const struct mad_instruction *head)
{
    struct mad_generator *run = &forecast->run;
    const struct mad_program *program = run->program;
    const bool both = program->must_capture;
    const uint32_t code = head->a;
    mad_set men = mad_slot(run->state, MAD_SLOT_CODE + code);
    if (run->game->codes[code].owner != run->side ||
        head != program->fast + program->piece.men_at[code]) {
        return false;
    }
    for (uint32_t term = 1; term <= (uint32_t)head->b + head->c; term++) {
        if (head[term].a >= MAD_FIXED_REGISTERS - 1 || (term > head->b && head[term].b != 0)) {
            return false;
        }
    }
    for (; !set_empty(men); men = set_rest(men)) {
        const uint32_t square = set_first(men);
        const mad_set man = set_of(square);
        mad_set targets = set_none(), any = set_none(), own = set_none();
        bool pinned = set_meets(man, run->masks.pinned);
        if (pinned) {
            set_filters(run, allowed(run, square));
        }
        for (uint32_t term = 1; term <= head->b; term++) {
            mad_set reached = mad_leap(run, head[term].x, square);
            targets |= reached & run->set[head[term].a];
            /* anywhere but own men: who else stands there only matters where one must capture */
            bool any_will_do = head[term].a % 3 == 0 && !both;
            own |= any_will_do ? reached : set_none();
            any |= any_will_do ? set_none() : reached;
        }
        for (uint32_t term = head->b + 1u; term <= (uint32_t)head->b + head->c; term++) {
            const struct mad_ride_row *row = mad_ride_rows(run, head[term].x) + square;
            mad_set reached = mad_row_ride(run, row, run->occupied);
            bool hops = program->tables.ride_hops[head[term].x / run->game->squares];
            targets |= reached & run->set[head[term].a];
            any |= hops ? reached | row->mask : reached;
        }
        if (pinned) {
            set_filters(run, run->masks.answers);
        }
        see_from(forecast->seen, any, man);
        see_from(forecast->reached, own & ~any, man);
        uint64_t count = both ? count_both(run, code, square, targets)
                              : count_targets(run, code, square, targets);
        forecast->counts[square] = count * moves_each(run, square);
        forecast->total += forecast->counts[square];
    }
    return true;
}

/* Writes down what decides whether the enemy attacks this square. */
static void watch_square(struct mad_forecast *forecast, uint32_t square, mad_set occupied)
{
    struct mad_generator *run = &forecast->run;
    const struct mad_attack *attack = run->program->attack.rows[1 - run->side];
    const struct mad_attack *const end = attack + run->program->attack.count[1 - run->side];
    for (; attack < end; attack++) {
        mad_set from = attack->ride ? mad_ride(run, attack->table, square, occupied)
                                    : mad_leap(run, attack->table, square);
        for (uint32_t i = 0; i < attack->code_count; i++) {
            forecast->alarm[attack->codes[i]] |= from;
        }
        if (attack->ride &&
            set_meets(mad_leap(run, attack->rays, square), attackers(run, attack))) {
            forecast->fixed |= from;
        }
    }
}

/* The same for checks and pins. More than two men between are no pin behind one move. */
static void watch_royal(struct mad_forecast *forecast, uint32_t square)
{
    struct mad_generator *run = &forecast->run;
    const struct mad_attack *attack = run->program->attack.rows[1 - run->side];
    const struct mad_attack *const end = attack + run->program->attack.count[1 - run->side];
    forecast->fixed |= set_of(square);
    for (; attack < end; attack++) {
        mad_set from = mad_leap(run, attack->ride ? attack->full : attack->table, square);
        for (uint32_t i = 0; i < attack->code_count; i++) {
            forecast->alarm[attack->codes[i]] |= from;
        }
        mad_set men = attack->ride ? from & attackers(run, attack) : set_none();
        for (; !set_empty(men); men = set_rest(men)) {
            mad_set way = between(run, square, set_first(men));
            if (set_size(way & run->occupied) <= 2) {
                forecast->fixed |= way | set_of(set_first(men));
            }
        }
    }
}

/* Where captures take men around away: while the royals stay where they are, and nobody comes near those
 * who screen his own, all captures are legal but those that reach it. Of more than two men between one
 * leaves by the move and one by the capture. */
static void watch_explosions(struct mad_forecast *forecast)
{
    const struct mad_generator *run = &forecast->run;
    const struct mad_program *program = run->program;
    mad_set enemy = mad_slot(run->state, MAD_SLOT_CODE + program->laws.royal_code[1 - run->side]);
    forecast->closed = mad_leap(run, program->explosion.exploded_from, run->masks.royal);
    forecast->fixed |= enemy | (exploded_from(run, run->masks.screens) & ~forecast->closed &
                                ~mad_leap(run, program->explosion.exploded_from, set_first(enemy)));
}

/* Counts the steps of a royal that masks keep safe. */
static bool forecast_royal(struct mad_forecast *forecast, const struct mad_instruction *head)
{
    struct mad_generator *run = &forecast->run;
    const uint32_t square = run->masks.royal;
    const mad_set lifted = run->occupied & ~set_of(square);
    mad_set targets = set_none();
    if (head->c != 0 || head->a != run->program->laws.royal_code[run->side]) {
        return false;
    }
    for (uint32_t term = 1; term <= head->b; term++) {
        mad_set reached = mad_leap(run, head[term].x, square);
        if (head[term].a >= MAD_FIXED_REGISTERS - 1) {
            return false;
        }
        forecast->fixed |= reached;
        targets |= reached & run->set[head[term].a];
    }
    run->sink.count = 0;
    count_royal(run, head);
    forecast->total += run->sink.count;
    for (; !set_empty(targets); targets = set_rest(targets)) {
        watch_square(forecast, set_first(targets), lifted);
    }
    return true;
}

/* S[a] = S[b] and S[c], or the first without the other. */
RUN_INLINE void follow_cut(struct mad_forecast *forecast, const struct mad_instruction *i,
                           mad_set value, mad_set other, const bool exact)
{
    mad_set *const S = forecast->run.set, *const loose = forecast->loose;
    if (!exact) {
        const uint64_t by_b = forecast->by[i->b], by_c = forecast->by[i->c];
        const mad_set may_b = S[i->b] | loose[i->b];
        loose[i->a] = (loose[i->b] & other) | (loose[i->c] & may_b);
        forecast->by[i->a] = (by_b != 0 || !set_empty(may_b) ? by_c : 0) |
                             (by_c != 0 || !set_empty(other) ? by_b : 0);
    }
    S[i->a] = value;
}

/* Whether ways of this class are counted here: else they have to be gone. */
static bool gate_tells(const struct mad_generator *run, enum mad_legality_class gate, uint32_t here)
{
    return !run->extends && !run->program->must_capture && gate_knows(run, gate, here);
}

/* Squares of GATE, MANY or OUTCOMES that are ways; -1: they have to be gone. */
static int64_t follow_many(struct mad_forecast *forecast, const struct mad_instruction *i,
                           uint32_t here)
{
    struct mad_generator *run = &forecast->run;
    const enum mad_legality_class gate = (enum mad_legality_class)i->b;
    if (!gate_tells(run, gate, here)) {
        return -1;
    }
    return set_size(gate_targets(run, gate, here, run->set[i->a]));
}

/* Whether verbs of that player may take whoever these squares are asked about: that is not told by lines. */
static bool may_verbs_take(const struct mad_generator *run, mad_set squares, uint32_t player)
{
    const struct mad_program *program = run->program;
    const uint8_t *board = mad_state_board_const(run->game, run->state);
    bool may = program->taking.ways[player] != MAD_NO_PROGRAM &&
               program->taking.codes[program->taking.asked[1 - player]];
    for (; program->taking.ways[player] != MAD_NO_PROGRAM && !set_empty(squares) && !may;
         squares = set_rest(squares)) {
        may = program->taking.codes[board[set_first(squares)]];
    }
    return may;
}

/* Holds what decides whether men of that player attack these squares. */
static bool watch_squares(struct mad_forecast *forecast, uint32_t a, uint32_t player)
{
    struct mad_generator *run = &forecast->run;
    if (player == run->side || !run->masks.royal_safe) {
        return false;
    }
    hold(forecast, a);
    for (mad_set rest = run->set[a]; !set_empty(rest); rest = set_rest(rest)) {
        watch_square(forecast, set_first(rest), run->occupied & ~set_of(run->masks.royal));
    }
    return true;
}

/* Counts a way on which the royal and another man change their places, and what may follow it. */
static bool forecast_two_man(struct mad_forecast *forecast, const struct mad_instruction *two_man,
                             uint32_t here, uint64_t *count)
{
    struct mad_generator *run = &forecast->run;
    if (!run->masks.royal_safe || run->program->must_capture) {
        return false;
    }
    hold(forecast, two_man->a);
    hold(forecast, two_man->b);
    hold(forecast, two_man->c);
    const mad_set goal = run->set[two_man->a], from = run->set[two_man->b],
                  to = run->set[two_man->c];
    const mad_set left = (set_of(here) | from) & ~(goal | to), come = goal | to;
    const int legal = two_man_is_legal(run, here, goal, from, to);
    if (legal < 0) {
        return false;
    }
    watch_square(forecast, set_first(goal), (run->occupied & ~left) | come);
    forecast->fixed |= left | come;
    *count += (uint64_t)legal;
    for (uint32_t i = 0; legal > 0 && run->extends && i < run->going.count; i++) {
        *count += run->going.on[i].ways * set_size(run->going.on[i].from & left);
    }
    return true;
}

/* Follows a stretch of the program of the other player, and counts ways of verbs. As the position stands,
 * it holds whatever decides where it goes and what is counted; `exact`: as it will stand behind the
 * move that is looked at, and without plain moves. False when it comes to a way that has to be gone, or to anything
 * that it does not know how to hold. */
RUN_INLINE bool follow_stretch(struct mad_forecast *forecast, const struct mad_stretch *stretch,
                               uint64_t *count, const bool exact)
{
    struct mad_generator *run = &forecast->run;
    const struct mad_program *program = run->program;
    const uint32_t squares = run->game->squares;
    const struct mad_instruction *const code = program->code, *i = code + stretch->first;
    const struct mad_instruction *const end = code + stretch->end;
    mad_set *const S = run->set, *const loose = forecast->loose;
    uint64_t *const by = forecast->by;
    uint32_t here = 0;
#define HOLD(a)     (exact ? (void)0 : hold(forecast, a))
#define VAGUE(b)    ((struct vague){S[b], loose[b], by[b]})
#define WITHOUT(b)  ((struct vague){~S[b], loose[b], by[b]})
#define MEETS(a, b) (exact ? set_meets(S[a], (b).value) : hold_meeting(forecast, a, b))
#define FIRM(a)     (exact ? (void)0 : make_firm(forecast, a))
    const struct vague all = {~set_none(), set_none(), 0};
    *count = 0;
    for (const uint32_t stop = forecast->steps + FORECAST_STEPS; forecast->steps < stop;
         forecast->steps++) {
        const struct mad_instruction *next = i + 1;
        bool goes = false;
        if (i >= end) {
            return true;
        }
        switch (i->op) {
        case MAD_OP_STOP: return true;
        case MAD_OP_MEN: {
            const struct mad_instruction *head = program->fast + (i - code);
            bool royal = i->x != 0 && run->masks.royal_safe;
            if (stretch->duty || (!exact && !(royal ? forecast_royal(forecast, head)
                                                    : forecast_plain(forecast, head)))) {
                return false;
            }
            next += i->b + i->c;
            break;
        }
        case MAD_OP_SWEEP: next += i->b; break;
        case MAD_OP_CONST:
            S[i->a] = mad_const(program, i->x);
            FIRM(i->a);
            break;
        case MAD_OP_SLOT: follow_slot(forecast, i->a, i->x, exact); break;
        case MAD_OP_HERE:
            S[i->a] = set_of(here);
            FIRM(i->a);
            break;
        case MAD_OP_AND:
            follow_cut(forecast, i, S[i->b] & S[i->c], S[i->c] | loose[i->c], exact);
            break;
        case MAD_OP_EXCEPT:
            follow_cut(forecast, i, S[i->b] & ~S[i->c], ~S[i->c] | loose[i->c], exact);
            break;
        case MAD_OP_OR: {
            struct vague either = {S[i->b] | S[i->c], loose[i->b] | loose[i->c],
                                   by[i->b] | by[i->c]};
            S[i->a] = either.value;
            if (!exact) {
                loose[i->a] = either.loose;
                by[i->a] = either.by;
            }
            break;
        }
        case MAD_OP_LEAP:
            S[i->a] = mad_leap(run, i->x * squares, here);
            FIRM(i->a);
            break;
        case MAD_OP_LEAPS:
            HOLD(i->b);
            forecast->steps += set_size(S[i->b]);
            S[i->a] = leaps_of(run, i->x * squares, S[i->b]);
            FIRM(i->a);
            break;
        case MAD_OP_BETWEEN:
            HOLD(i->b);
            HOLD(i->c);
            S[i->a] = between_sets(run, S[i->b], S[i->c]);
            FIRM(i->a);
            break;
        case MAD_OP_NEAREST:
            HOLD(i->b);
            S[i->a] = nearest_of(run, S[i->b], here, i->c == 0);
            FIRM(i->a);
            break;
        case MAD_OP_JUMP: goes = true; break;
        case MAD_OP_IF_EMPTY: goes = !MEETS(i->a, all); break;
        case MAD_OP_IF_SOME: goes = MEETS(i->a, all); break;
        case MAD_OP_IF_APART: goes = MEETS(i->a, VAGUE(i->b)) == i->c; break;
        case MAD_OP_IF_WITHIN: goes = MEETS(i->a, WITHOUT(i->b)) == i->c; break;
        case MAD_OP_IF_POCKET_EMPTY: /* captures fill the other player's */
            if (i->b != run->side) {
                return false;
            }
            goes = mad_state_pocket_count(run->game, run->state, i->a, i->b, i->c) == 0;
            break;
        case MAD_OP_NEXT_MAN:
        case MAD_OP_NEXT_SQUARE: {
            uint32_t list = i->op == MAD_OP_NEXT_MAN ? i->a : i->b;
            HOLD(list);
            goes = set_empty(S[list]);
            if (!goes && i->op == MAD_OP_NEXT_MAN) {
                here = set_first(S[list]);
            } else if (!goes) {
                S[i->a] = set_of(set_first(S[list]));
                FIRM(i->a);
            }
            S[list] = goes ? S[list] : set_rest(S[list]);
            break;
        }
        case MAD_OP_SAVE:
            if (i->b != 0) {
                return false;
            }
            here = i->a == 0 ? 0 : here;
            break;
        case MAD_OP_MANY:
        case MAD_OP_OUTCOMES: {
            int64_t ways = follow_many(forecast, i, here);
            if (ways < 0) {
                return false;
            }
            HOLD(i->a);
            *count += (uint64_t)ways * (i->op == MAD_OP_MANY ? 1 : i->c);
            goes = true;
            break;
        }
        case MAD_OP_GATE: {
            int64_t ways = follow_many(forecast, i, here);
            if (ways < 0) {
                return false;
            }
            if (run->legality != MAD_LEGALITY_NONE) {
                HOLD(i->a);
            }
            *count += run->legality == MAD_LEGALITY_NONE || ways != 0;
            goes = true;
            break;
        }
        case MAD_OP_IF_ATTACKED:
            if (exact || may_verbs_take(run, S[i->a], i->b) ||
                !watch_squares(forecast, i->a, i->b)) {
                return false;
            }
            goes = any_attacked(run, S[i->a], i->b) != i->c;
            break;
        case MAD_OP_TWO_MAN:
            goes = true;
            if (run->legality != MAD_LEGALITY_NONE) {
                if (exact || stretch->duty || !forecast_two_man(forecast, i, here, count)) {
                    return false;
                }
                break;
            }
            if (!gate_tells(run, MAD_CLASS_FREE, here)) {
                return false;
            }
            HOLD(i->a);
            HOLD(i->b);
            HOLD(i->c);
            (*count)++;
            break;
        default: return false;
        }
        i = goes ? code + i->x : next;
    }
    return false;
#undef HOLD
#undef VAGUE
#undef WITHOUT
#undef MEETS
#undef FIRM
}

static bool follow(struct mad_forecast *forecast, const struct mad_stretch *stretch,
                   uint64_t *count)
{
    return follow_stretch(forecast, stretch, count, false);
}

static bool follow_exactly(struct mad_forecast *forecast, const struct mad_stretch *stretch,
                           uint64_t *count)
{
    return follow_stretch(forecast, stretch, count, true);
}

/* Whether the answers to the moves of this position can be foretold, and what that takes; moves may be
 * made on copies of the state meanwhile. */
static void forecast_begin(struct mad_forecast *forecast, const struct mad_game *game,
                           struct mad_state *state)
{
    const struct mad_program *program = game->program;
    const uint32_t side = 1 - state->side;
    struct mad_generator *run = &forecast->run;
    forecast->known = false;
    forecast->steps = 0;
    if (!program->forecast.allowed[side] || state->mover == state->side) {
        return;
    }
    run_begin(run, game, state, side);
    begin_legality(run);
    foresee_extensions(run);
    if (run->legality > MAD_LEGALITY_ROYAL || run->in_check ||
        (run->extends && !run->going.alike)) {
        return;
    }
    forecast->total = 0;
    forecast->reads = program->forecast.all_asked_marks[side] |
                      (run->extends ? 1u << program->extension.mark[side] : 0);
    forecast->others = program->entry.moved[state->side] == MAD_NO_PROGRAM;
    forecast->fixed = forecast->closed = set_none();
    forecast->own = mad_slot(state, side);
    if (program->explosion.masked) {
        watch_explosions(forecast);
    }
    memset(forecast->alarm, 0, (game->code_count + 1) * sizeof *forecast->alarm); /* nobody's too */
    if (run->legality == MAD_LEGALITY_ROYAL) { /* also one that has no moves of its own */
        watch_royal(forecast, run->masks.royal);
    }
    memset(forecast->counts, 0, game->squares * sizeof *forecast->counts);
    memset(forecast->seen, 0, game->squares * sizeof *forecast->seen);
    memset(forecast->reached, 0, game->squares * sizeof *forecast->reached);
    memcpy(forecast->begun, run->set, sizeof forecast->begun);
    for (uint32_t r = 0; r < MAD_FIXED_REGISTERS; r++) {
        forecast->loose[r] = ~set_none();
        forecast->by[r] = 0;
    }
    forecast->verbs = (struct mad_told){.fixed = set_none()};
    forecast->watching = 0;
    for (uint32_t i = 0; i < program->forecast.stretch_count[side]; i++) {
        const struct mad_stretch *stretch = &program->forecast.stretches[side][i];
        struct mad_told *told = forecast->told = &forecast->stretches[i];
        told->fixed = set_none();
        told->codes = 0;
        if (!follow(forecast, stretch, &told->count) || (stretch->duty && told->count != 0)) {
            return;
        }
        forecast->total += told->count;
        forecast->verbs.fixed |= told->fixed;
        forecast->verbs.codes |= told->codes;
        forecast->watching |= (uint32_t)(!set_empty(told->fixed) || told->codes != 0) << i;
    }
    forecast->known = true;
}
