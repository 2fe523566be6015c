/* w_forecast.h - how many moves answer a move, told without making it; included by w_run.c.
 *
 * Layer: vm. Before the moves of a position are made one by one only to count their answers, the
 * answers to the position as it stands are counted once, as though the other player were to move. What
 * each count hangs on is written down: the men who look at each square, the squares on which nothing
 * may change, and those to and from which no man of a kind may go. A move that touches none of these
 * changes the counts of the men alone who look at its squares, and how many of these can be dropped on. */

enum { FORECAST_STEPS = 256 }; /* so many instructions are followed at most */

/* S[a] may from here on be taken as it is. */
static void hold(struct mad_forecast *forecast, uint32_t a)
{
    forecast->fixed |= forecast->loose[a];
    forecast->loose[a] = set_none();
}

/* Whether S[a] has squares within `b`, of which `loose_b` may change. That it has hangs on one of them,
 * an own man's if there is one: he can only be taken; that it has none on all that may come to be. */
static bool hold_meeting(struct mad_forecast *forecast, uint32_t a, mad_set b, mad_set loose_b)
{
    mad_set value = forecast->run.set[a], loose = forecast->loose[a], both = value & b;
    if (set_empty(both)) {
        forecast->fixed |= (value | loose) & (b | loose_b) & (loose | loose_b);
        return false;
    }
    if (set_empty(both & ~(loose | loose_b))) {
        mad_set own = both & forecast->own;
        forecast->fixed |= set_of(set_first(set_empty(own) ? both : own));
    }
    return true;
}

/* A slot as it will stand behind a move: own men, and nobody's, can only be taken, marks only be
 * cleared. */
static void hold_slot(struct mad_forecast *forecast, uint32_t a, uint32_t slot, uint32_t mark,
                      mad_set marked)
{
    struct mad_run *run = &forecast->run;
    const struct mad_game *game = run->game;
    mad_set squares = mad_slot(run->state, slot);
    if (slot >= game->mark_slot) {
        uint32_t which = slot - game->mark_slot;
        bool ends = run->machine->mark_lasts_turn >> which & 1;
        run->set[a] = (ends ? set_none() : squares) | (which == mark ? marked : set_none());
        forecast->loose[a] = ends ? set_none() : squares;
        forecast->reads |= 1u << which;
        return;
    }
    uint32_t owner = slot < MAD_SLOT_CODE ? slot : game->codes[slot - MAD_SLOT_CODE].owner;
    run->set[a] = squares;
    forecast->loose[a] = owner == 1 - run->side ? ~set_none() : squares;
}

static void look_at(mad_set *seen, mad_set squares, mad_set man)
{
    for (; !set_empty(squares); squares = set_rest(squares)) {
        seen[set_first(squares)] |= man;
    }
}

/* Counts the plain moves of all men of a code, and writes down at which squares they look. */
RUN_INLINE bool forecast_plain(struct mad_forecast *forecast, const struct mad_instruction *head,
                               const bool both)
{
    struct mad_run *run = &forecast->run;
    const struct mad_machine *machine = run->machine;
    const uint32_t code = head->a;
    mad_set men = mad_slot(run->state, MAD_SLOT_CODE + code);
    if (run->game->codes[code].owner != run->side ||
        head != machine->fast + machine->men_at[code]) {
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
        bool pinned = set_meets(man, run->pinned);
        if (pinned) {
            set_filters(run, allowed_for(run, square));
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
            bool hops = machine->ride_hops[head[term].x / run->game->squares];
            targets |= reached & run->set[head[term].a];
            any |= hops ? reached | row->mask : reached;
        }
        if (pinned) {
            set_filters(run, run->answers);
        }
        look_at(forecast->seen, any, man);
        look_at(forecast->reached, own & ~any, man);
        uint64_t count = both ? count_both(run, code, square, targets)
                              : count_targets(run, code, square, targets);
        forecast->counts[square] = count * moves_each(run, square);
        forecast->total += forecast->counts[square];
    }
    return true;
}

static bool forecast_men(struct mad_forecast *forecast, const struct mad_instruction *head)
{
    return forecast->run.machine->must_capture ? forecast_plain(forecast, head, true)
                                               : forecast_plain(forecast, head, false);
}

/* Writes down what decides whether the enemy attacks this square. */
static void watch_square(struct mad_forecast *forecast, uint32_t square, mad_set occupied)
{
    struct mad_run *run = &forecast->run;
    const struct mad_attack *attack = run->machine->attacks[1 - run->side];
    const struct mad_attack *const end = attack + run->machine->attack_count[1 - run->side];
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
    struct mad_run *run = &forecast->run;
    const struct mad_attack *attack = run->machine->attacks[1 - run->side];
    const struct mad_attack *const end = attack + run->machine->attack_count[1 - run->side];
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
static void watch_blasts(struct mad_forecast *forecast)
{
    const struct mad_run *run = &forecast->run;
    const struct mad_machine *machine = run->machine;
    mad_set enemy = mad_slot(run->state, MAD_SLOT_CODE + machine->royal_code[1 - run->side]);
    forecast->closed = mad_leap(run, machine->blasted_from, run->royal);
    forecast->fixed |= enemy | (blasted_from(run, run->screens) & ~forecast->closed &
                                ~mad_leap(run, machine->blasted_from, set_first(enemy)));
}

/* Counts the steps of a royal that masks keep safe. */
static bool forecast_royal(struct mad_forecast *forecast, const struct mad_instruction *head)
{
    struct mad_run *run = &forecast->run;
    const uint32_t square = run->royal;
    const mad_set lifted = run->occupied & ~set_of(square);
    mad_set targets = set_none();
    if (head->c != 0 || head->a != run->machine->royal_code[run->side]) {
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
    watch_royal(forecast, square);
    run->count = 0;
    run->machine->must_capture ? count_both_of_royal(run, head) : count_royal(run, head);
    forecast->total += run->count;
    for (; !set_empty(targets); targets = set_rest(targets)) {
        watch_square(forecast, set_first(targets), lifted);
    }
    return true;
}

/* The first place where a mark is asked about that moves leave: from there on the program is followed
 * again behind such a move. */
static void keep_place(struct mad_forecast *forecast, const struct mad_instruction *i,
                       uint32_t here)
{
    forecast->place = i;
    forecast->place_here = here;
    forecast->kept_terms = forecast->term_count;
    memcpy(forecast->kept_by_empty, forecast->by_empty, forecast->run.machine->registers);
    memcpy(forecast->kept, forecast->run.set,
           forecast->run.machine->registers * sizeof *forecast->kept);
    memcpy(forecast->kept_loose, forecast->loose,
           forecast->run.machine->registers * sizeof *forecast->kept);
}

/* Whether nothing on the board adds squares to S[a] or takes any out, or else just that they are empty. */
static bool is_by_empty(const struct mad_forecast *forecast, uint32_t a)
{
    return forecast->by_empty[a] || set_empty(forecast->loose[a]);
}

/* Each square of S[a] is one way. Those that are ways while they are empty are a term of the count; `again`:
 * it has to be the same as the first time. */
static bool forecast_many(struct mad_forecast *forecast, const struct mad_instruction *many,
                          bool again)
{
    struct mad_run *run = &forecast->run;
    if (!is_by_empty(forecast, many->a)) {
        hold(forecast, many->a);
    }
    const mad_set squares = run->set[many->a], loose = forecast->loose[many->a];
    if (set_empty(squares | loose)) {
        return true;
    }
    if (run->extends || run->machine->must_capture ||
        (run->legality != MAD_LEGALITY_NONE && many->b != MAD_GATE_DROP &&
         many->b != MAD_GATE_STAY && many->b != MAD_GATE_FREE)) {
        return false;
    }
    struct mad_term *term = &forecast->terms[forecast->term_count];
    if (again) {
        term = &forecast->terms[forecast->terms_again++];
        return forecast->terms_again <= forecast->term_count &&
               set_empty((term->squares ^ squares) | (term->loose ^ loose));
    }
    if (forecast->term_count == MAD_MAX_TERMS) {
        return false;
    }
    term->squares = squares;
    term->loose = loose;
    forecast->term_count++;
    forecast->total += set_size(squares);
    return true;
}

/* Holds what decides whether men of that player attack these squares. */
static bool watch_squares(struct mad_forecast *forecast, uint32_t a, uint32_t player)
{
    struct mad_run *run = &forecast->run;
    if (player == run->side || !run->masked) {
        return false;
    }
    hold(forecast, a);
    for (mad_set rest = run->set[a]; !set_empty(rest); rest = set_rest(rest)) {
        watch_square(forecast, set_first(rest), run->occupied & ~set_of(run->royal));
    }
    return true;
}

/* Counts a way on which the royal and another man change their places, and what may follow it. */
static bool forecast_escort(struct mad_forecast *forecast, const struct mad_instruction *escort,
                            uint32_t here)
{
    struct mad_run *run = &forecast->run;
    if (!run->masked || run->machine->must_capture) {
        return false;
    }
    hold(forecast, escort->a);
    hold(forecast, escort->b);
    hold(forecast, escort->c);
    const mad_set goal = run->set[escort->a], from = run->set[escort->b], to = run->set[escort->c];
    const mad_set left = (set_of(here) | from) & ~(goal | to), come = goal | to;
    const int legal = escort_is_legal(run, here, goal, from, to);
    if (legal < 0) {
        return false;
    }
    watch_square(forecast, set_first(goal), (run->occupied & ~left) | come);
    forecast->fixed |= left | come;
    forecast->total += (uint64_t)legal;
    for (uint32_t i = 0; legal > 0 && run->extends && i < run->going_on_count; i++) {
        forecast->total += run->going_on[i].ways * set_size(run->going_on[i].from & left);
    }
    return true;
}

/* Follows the program of the other player from here on as it would run now, and holds whatever decides
 * where it goes. False when it comes to a way of a verb, or to anything that it does not know how to
 * hold. `marked` is what the move would leave on `mark`. */
static bool follow(struct mad_forecast *forecast, const struct mad_instruction *i, uint32_t here,
                   uint32_t mark, mad_set marked)
{
    struct mad_run *run = &forecast->run;
    const struct mad_machine *machine = run->machine;
    const uint32_t squares = run->game->squares;
    const struct mad_instruction *const code = machine->code;
    const bool again = mark != MAD_MAX_MARKS;
    mad_set *const S = run->set, *const loose = forecast->loose;
    bool *const by_empty = forecast->by_empty;
    forecast->terms_again = again ? forecast->kept_terms : 0;
    for (uint32_t steps = 0; steps < FORECAST_STEPS; steps++) {
        const struct mad_instruction *next = i + 1;
        bool goes = false;
        switch (i->op) {
        case MAD_OP_STOP: return !again || forecast->terms_again == forecast->term_count;
        case MAD_OP_ROYAL:
        case MAD_OP_HOPPERS:
        case MAD_OP_MEN: {
            const struct mad_instruction *head = machine->fast + (i - code);
            bool royal = i->op == MAD_OP_ROYAL && run->masked;
            if (!again &&
                !(royal ? forecast_royal(forecast, head) : forecast_men(forecast, head))) {
                return false;
            }
            next += i->b + i->c;
            break;
        }
        case MAD_OP_SWEEP: next += i->b; break;
        case MAD_OP_CONST:
            S[i->a] = mad_const(machine, i->x);
            loose[i->a] = set_none();
            break;
        case MAD_OP_SLOT:
            if (forecast->place == NULL && i->x >= run->game->mark_slot &&
                (machine->traced_marks >> (i->x - run->game->mark_slot) & 1)) {
                keep_place(forecast, i, here);
            }
            by_empty[i->a] = false;
            hold_slot(forecast, i->a, i->x, mark, marked);
            break;
        case MAD_OP_HERE:
            S[i->a] = set_of(here);
            loose[i->a] = set_none();
            break;
        case MAD_OP_AND: {
            mad_set both =
                (loose[i->b] & (S[i->c] | loose[i->c])) | (loose[i->c] & (S[i->b] | loose[i->b]));
            by_empty[i->a] = is_by_empty(forecast, i->b) && is_by_empty(forecast, i->c);
            S[i->a] = S[i->b] & S[i->c];
            loose[i->a] = both;
            break;
        }
        case MAD_OP_OR: {
            mad_set either = loose[i->b] | loose[i->c];
            by_empty[i->a] = false;
            S[i->a] = S[i->b] | S[i->c];
            loose[i->a] = either;
            break;
        }
        case MAD_OP_EXCEPT: {
            mad_set rest =
                (loose[i->b] | loose[i->c]) & (S[i->b] | loose[i->b]) & (loose[i->c] | ~S[i->c]);
            by_empty[i->a] = is_by_empty(forecast, i->b) && set_empty(loose[i->c]);
            S[i->a] = S[i->b] & ~S[i->c];
            loose[i->a] = rest;
            break;
        }
        case MAD_OP_AND_CONST: {
            mad_set only = mad_const(machine, i->x);
            by_empty[i->a] = forecast->by_empty[i->b];
            S[i->a] = S[i->b] & only;
            loose[i->a] = loose[i->b] & only;
            break;
        }
        case MAD_OP_LEAP:
            S[i->a] = mad_leap(run, i->x * squares, here);
            loose[i->a] = set_none();
            break;
        case MAD_OP_LEAPS:
            hold(forecast, i->b);
            S[i->a] = leaps_of(run, i->x * squares, S[i->b]);
            loose[i->a] = set_none();
            break;
        case MAD_OP_BETWEEN:
            hold(forecast, i->b);
            hold(forecast, i->c);
            S[i->a] = set_empty(S[i->b]) || set_empty(S[i->c])
                          ? set_none()
                          : between(run, set_first(S[i->b]), set_first(S[i->c]));
            loose[i->a] = set_none();
            break;
        case MAD_OP_NEAREST:
        case MAD_OP_FARTHEST:
            hold(forecast, i->b);
            S[i->a] = at_extreme(run, S[i->b], here, i->op == MAD_OP_NEAREST);
            loose[i->a] = set_none();
            break;
        case MAD_OP_JUMP: goes = true; break;
        case MAD_OP_IF_EMPTY: goes = !hold_meeting(forecast, i->a, ~set_none(), set_none()); break;
        case MAD_OP_IF_SOME: goes = hold_meeting(forecast, i->a, ~set_none(), set_none()); break;
        case MAD_OP_IF_APART: goes = !hold_meeting(forecast, i->a, S[i->b], loose[i->b]); break;
        case MAD_OP_IF_MEET: goes = hold_meeting(forecast, i->a, S[i->b], loose[i->b]); break;
        case MAD_OP_IF_WITHIN: goes = !hold_meeting(forecast, i->a, ~S[i->b], loose[i->b]); break;
        case MAD_OP_IF_BEYOND: goes = hold_meeting(forecast, i->a, ~S[i->b], loose[i->b]); break;
        case MAD_OP_IF_POCKET_EMPTY: /* captures fill the other player's */
            if (i->b != run->side) {
                return false;
            }
            goes = mad_state_pocket_count(run->game, run->state, i->a, i->b, i->c) == 0;
            break;
        case MAD_OP_NEXT_MAN:
        case MAD_OP_NEXT_SQUARE: {
            uint32_t list = i->op == MAD_OP_NEXT_MAN ? i->a : i->b;
            hold(forecast, list);
            goes = set_empty(S[list]);
            if (!goes && i->op == MAD_OP_NEXT_MAN) {
                here = set_first(S[list]);
            } else if (!goes) {
                S[i->a] = set_of(set_first(S[list]));
                loose[i->a] = set_none();
            }
            S[list] = goes ? S[list] : set_rest(S[list]);
            break;
        }
        case MAD_OP_IF_ATTACKED:
        case MAD_OP_IF_SAFE:
            if (!watch_squares(forecast, i->a, i->b)) {
                return false;
            }
            goes = any_attacked(run, S[i->a], i->b) == (i->op == MAD_OP_IF_ATTACKED);
            break;
        case MAD_OP_ESCORT:
            if (again || !forecast_escort(forecast, i, here)) {
                return false;
            }
            goes = true;
            break;
        case MAD_OP_MANY:
            if (!forecast_many(forecast, i, again)) {
                return false;
            }
            goes = true;
            break;
        case MAD_OP_SAVE: here = i->a == 0 ? 0 : here; break;
        default: return false;
        }
        i = goes ? code + i->x : next;
    }
    return false;
}

/* Terms of the same squares become one. */
static void join_terms(struct mad_forecast *forecast)
{
    struct mad_ways *ways = forecast->ways, *way;
    forecast->ways_count = 0;
    for (uint32_t t = 0; t < forecast->term_count; t++) {
        const mad_set squares = forecast->terms[t].loose;
        struct mad_ways *const end = ways + forecast->ways_count;
        for (way = ways; way < end && !set_empty(way->squares ^ squares); way++) {
        }
        if (way == end) {
            *way = (struct mad_ways){squares, 0};
            forecast->ways_count++;
        }
        way->times++;
    }
}

void mad_forecast_begin(struct mad_forecast *forecast, const struct mad_game *game,
                        struct mad_state *state)
{
    const struct mad_machine *machine = game->machine;
    const uint32_t side = 1 - state->side;
    struct mad_run *run = &forecast->run;
    forecast->known = false;
    if (!machine->forecasts[side] || state->mover == state->side) {
        return;
    }
    mad_run_begin(run, game, state, side);
    begin_legality(run);
    foresee_extensions(run);
    if (run->legality > MAD_LEGALITY_ROYAL || run->in_check ||
        (run->extends && !run->extends_alike)) {
        return;
    }
    forecast->total = 0;
    forecast->reads = run->extends ? 1u << machine->extend_mark[side] : 0;
    forecast->others = machine->moved[state->side] == MAD_NO_PROGRAM;
    forecast->fixed = forecast->closed = set_none();
    forecast->own = mad_slot(state, side);
    if (machine->blasts) {
        watch_blasts(forecast);
    }
    memset(forecast->alarm, 0, (game->code_count + 1) * sizeof *forecast->alarm); /* nobody's too */
    memset(forecast->counts, 0, game->squares * sizeof *forecast->counts);
    memset(forecast->seen, 0, game->squares * sizeof *forecast->seen);
    memset(forecast->reached, 0, game->squares * sizeof *forecast->reached);
    memcpy(forecast->begun, run->set, sizeof forecast->begun);
    for (uint32_t r = 0; r < MAD_FIXED_REGISTERS; r++) {
        forecast->loose[r] = ~set_none();
    }
    memset(forecast->by_empty, 0, MAD_FIXED_REGISTERS);
    forecast->by_empty[1] = forecast->by_empty[4] = true;
    forecast->place = NULL;
    forecast->term_count = 0;
    forecast->known =
        follow(forecast, machine->code + machine->generate[side], 0, MAD_MAX_MARKS, set_none());
    join_terms(forecast);
}

/* Whether the verbs of the other player stay as closed as they are behind a move that leaves a mark. */
static bool is_mark_idle(struct mad_forecast *forecast, uint32_t mark, uint32_t square,
                         mad_set changed)
{
    mad_set fixed = forecast->fixed;
    if (forecast->place == NULL) {
        return true;
    }
    memcpy(forecast->run.set, forecast->kept,
           forecast->run.machine->registers * sizeof *forecast->kept);
    memcpy(forecast->loose, forecast->kept_loose,
           forecast->run.machine->registers * sizeof *forecast->kept);
    memcpy(forecast->by_empty, forecast->kept_by_empty, forecast->run.machine->registers);
    forecast->fixed = set_none();
    bool idle = follow(forecast, forecast->place, forecast->place_here, mark, set_of(square)) &&
                !set_meets(forecast->fixed, changed);
    forecast->fixed = fixed;
    return idle;
}

/* What a move does to the board, as far as the other player's plain moves can see it. */
struct change {
    mad_set emptied, filled; /* squares that are left, and that come to hold a man of the mover's */
    mad_set taken;           /* men of the other player's who go */
    mad_set others;          /* squares where nobody's men go */
    mad_set alarm;           /* where men who come or go may look through a square that is left */
};

/* How many answers there are behind such a change, when it has been seen to touch nothing that is fixed;
 * false when that takes more. */
RUN_INLINE bool count_behind_change(struct mad_forecast *forecast, const struct change *change,
                                    uint64_t *count)
{
    struct mad_run *run = &forecast->run;
    const struct mad_machine *machine = run->machine;
    const uint8_t *board = mad_state_board_const(run->game, run->state);
    const mad_set emptied = change->emptied, filled = change->filled;
    mad_set men = set_none();
    uint64_t total = forecast->total;
    for (mad_set rest = emptied | filled; !set_empty(rest); rest = set_rest(rest)) {
        men |= forecast->seen[set_first(rest)];
    }
    for (mad_set rest = change->taken; !set_empty(rest); rest = set_rest(rest)) {
        total -= forecast->counts[set_first(rest)];
    }
    for (mad_set rest = change->taken | change->others; !set_empty(rest); rest = set_rest(rest)) {
        men |= forecast->reached[set_first(rest)];
    }
    for (uint32_t i = 0; i < forecast->ways_count; i++) {
        const mad_set squares = forecast->ways[i].squares;
        total += forecast->ways[i].times * ((uint64_t)set_size(emptied & squares) -
                                            set_size(filled & squares & forecast->begun[4]));
    }
    men &= ~change->taken;
    if (!set_empty(men)) {
        if (set_meets(men, run->pinned)) {
            return false;
        }
        const mad_set *begun = forecast->begun;
        run->occupied = (begun[6] & ~emptied) | filled;
        run->set[3] = begun[3] | emptied | filled;
        run->set[1] = run->set[4] = (begun[4] | emptied) & ~filled;
        run->set[5] = (begun[5] & ~emptied) | filled;
        run->set[0] = run->set[3] & ~(run->set[5] & forecast->closed);
        run->set[2] = run->set[5] & ~forecast->closed;
        for (; !set_empty(men); men = set_rest(men)) {
            uint32_t square = set_first(men), man = board[square];
            const struct mad_instruction *head = machine->fast + machine->men_at[man];
            mad_set targets = targets_of(run, head + 1, head->b, head->c, square, false);
            uint64_t moves = machine->must_capture ? count_both(run, man, square, targets)
                                                   : count_targets(run, man, square, targets);
            total += moves * moves_each(run, square) - forecast->counts[square];
        }
        run->occupied = begun[6];
    }
    *count = machine->must_capture ? captures_or_all(total) : total;
    return true;
}

/* The same, apart from the usual moves. */
static __attribute__((noinline)) bool count_behind_any(struct mad_forecast *forecast,
                                                       const struct change *change, uint64_t *count)
{
    return count_behind_change(forecast, change, count);
}

/* Adds what becomes of one square; false when the forecast does not hold then. */
static bool add_change(const struct mad_forecast *forecast, uint32_t square, uint32_t after,
                       struct change *change)
{
    const struct mad_run *run = &forecast->run;
    const struct mad_game *game = run->game;
    const uint32_t before = mad_state_board_const(game, run->state)[square];
    const mad_set here = set_of(square), alarm = forecast->alarm[before] | forecast->alarm[after];
    if (before == after) {
        return true;
    }
    if (set_meets(forecast->fixed | alarm, here) ||
        (after != game->empty && game->codes[after].owner != 1 - run->side)) {
        return false;
    }
    change->alarm |= alarm;
    if (before != game->empty && game->codes[before].owner == 1 - run->side) {
        change->emptied |= after == game->empty ? here : set_none();
        return true;
    }
    *(after == game->empty ? &change->emptied : &change->filled) |= here;
    if (before != game->empty) {
        *(game->codes[before].owner == run->side ? &change->taken : &change->others) |= here;
    }
    return true;
}

/* A plain move that sets off nothing, and may clear marks or fill the mover's pocket. */
static bool change_of_plain(struct mad_forecast *forecast, const struct mad_move *move,
                            struct change *change)
{
    const struct mad_run *run = &forecast->run;
    const struct mad_machine *machine = run->machine;
    const uint8_t *board = mad_state_board_const(run->game, run->state);
    const uint32_t code = board[move->from], victim = board[move->to];
    const struct mad_facts *man = &machine->facts[code], *prey = &machine->facts[victim];
    if (mad_stirs(run->game, run->state, move->to, code, prey) ||
        !add_change(forecast, move->from, run->game->empty, change) ||
        !add_change(forecast, move->to, move->placed, change)) {
        return false;
    }
    if (man->traces != NULL && man->traces[move->from].to == move->to &&
        man->traces[move->from].used &&
        !is_mark_idle(forecast, man->leaves, man->traces[move->from].marked,
                      set_of(move->from) | set_of(move->to))) {
        return false;
    }
    return ((man->ends | prey->ends | machine->mark_follows) & forecast->reads) == 0;
}

/* A move that is told by its effects. */
static bool change_of_effects(const struct mad_forecast *forecast, const struct mad_delta *first,
                              uint32_t count, struct change *change)
{
    const struct mad_run *run = &forecast->run;
    const struct mad_game *game = run->game;
    mad_set done = set_none();
    for (const struct mad_delta *delta = first + count; delta-- > first;) { /* the last one tells */
        if (delta->kind == MAD_DELTA_SQUARE && !set_has(done, delta->index)) {
            done |= set_of(delta->index);
            if (!add_change(forecast, delta->index, delta->after, change)) {
                return false;
            }
        } else if (delta->kind == MAD_DELTA_POCKET &&
                   delta->index / game->type_count % 2 == run->side) {
            return false;
        }
    }
    for (const struct mad_delta *delta = first; delta < first + count; delta++) {
        if (delta->kind == MAD_DELTA_MARK && delta->before != delta->after &&
            (forecast->reads >> delta->extra & 1) &&
            (delta->after || set_has(forecast->fixed, delta->index) ||
             set_has(forecast->own & ~change->taken, delta->index))) {
            return false;
        }
    }
    return set_empty(change->emptied) || set_empty(set_rest(change->emptied));
}

/* A drop that is calm. */
static bool foretell_drop(struct mad_forecast *forecast, const struct mad_move *move,
                          uint64_t *count)
{
    const mad_set to = set_of(move->to);
    const struct change change = {set_none(), to, set_none(), set_none(), set_none()};
    return !set_meets(forecast->fixed | forecast->alarm[move->placed], to) &&
           count_behind_any(forecast, &change, count);
}

/* The same of moves that are not calm. */
static __attribute__((noinline)) bool foretell_other(struct mad_forecast *forecast,
                                                     const struct mad_move *move,
                                                     const struct mad_delta *deltas,
                                                     uint64_t *count)
{
    struct change change = {set_none(), set_none(), set_none(), set_none(), set_none()};
    bool told = forecast->others && (move->flags & MAD_MOVE_PLAIN
                                         ? change_of_plain(forecast, move, &change)
                                         : change_of_effects(forecast, deltas + move->delta_first,
                                                             move->delta_count, &change));
    return told && !set_meets(change.alarm, change.emptied) &&
           count_behind_any(forecast, &change, count);
}

bool mad_foretell(struct mad_forecast *forecast, const struct mad_move *move,
                  const struct mad_delta *deltas, uint64_t *count)
{
    struct mad_run *run = &forecast->run;
    const struct mad_machine *machine = run->machine;
    const uint8_t *board = mad_state_board_const(run->game, run->state);
    const bool calm = (move->flags & (MAD_MOVE_CALM | MAD_MOVE_DROP)) == MAD_MOVE_CALM;
    if ((move->flags & MAD_MOVE_CALM) && !calm) {
        return foretell_drop(forecast, move, count);
    }
    if (!calm || !machine->facts[board[move->to]].is_taken_calmly) {
        return foretell_other(forecast, move, deltas, count);
    }
    const uint32_t code = board[move->from], victim = board[move->to];
    const mad_set from = set_of(move->from), to = set_of(move->to);
    const struct mad_trace *traces = machine->facts[code].traces;
    mad_set stirred = forecast->fixed | forecast->alarm[code] | forecast->alarm[move->placed];
    if (set_meets(stirred, from | to)) {
        return false;
    }
    if (traces != NULL && traces[move->from].to == move->to && traces[move->from].used &&
        !is_mark_idle(forecast, machine->facts[code].leaves, traces[move->from].marked,
                      from | to)) {
        return false;
    }
    struct change change = {from, to, set_none(), set_none(), set_none()};
    if (victim != run->game->empty) {
        *(set_meets(forecast->own, to) ? &change.taken : &change.others) = to;
    }
    return count_behind_change(forecast, &change, count);
}
