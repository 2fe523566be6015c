/* w_plain.h - plain moves: one instruction for all men of a code; included by w_run.c.
 *
 * Layer: vm. A plain move takes one man from one square to another and may change his kind there. Masks of the
 * run say where he may go; whole sets are counted at once, listed one by one, or kept as batches to be
 * drawn from. */

/* --- plain moves --------------------------------------------------------------------------------- */

/* Ride table x where only some men may be jumped: what is reached over as many men with the others off
 * the board as with them there is reached over none of the others. */
static mad_set hop(const struct mad_generator *run, uint32_t table, uint32_t square,
                   mad_set occupied, mad_set among)
{
    return mad_ride(run, table, square, occupied) & mad_ride(run, table, square, occupied & among);
}

RUN_INLINE mad_set targets_of(const struct mad_generator *run, const struct mad_instruction *terms,
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

/* A term of an instruction, for all its men: a leap table or a ride table, and where it may lead. */
struct term {
    const uint64_t *leaps;
    const struct mad_ride_row *rows;
    mad_set on;
};

RUN_INLINE struct term leap_term(const struct mad_generator *run,
                                 const struct mad_instruction *term)
{
    return (struct term){.leaps = run->program->leaps + (size_t)term->x * MAD_WORDS,
                         .on = run->set[term->a]};
}

RUN_INLINE struct term ride_term(const struct mad_generator *run,
                                 const struct mad_instruction *term)
{
    return (struct term){.rows = mad_ride_rows(run, term->x), .on = run->set[term->a]};
}

RUN_INLINE mad_set by_leap(struct term term, uint32_t square)
{
    return set_load(term.leaps + (size_t)square * MAD_WORDS) & term.on;
}

RUN_INLINE mad_set by_ride(const struct mad_generator *run, struct term term, uint32_t square,
                           mad_set occupied)
{
    return mad_row_ride(run, term.rows + square, occupied) & term.on;
}

static void add_move(struct mad_generator *run, struct mad_move move)
{
    struct mad_move_list *list = run->list;
    if (list->count == list->capacity) {
        mad_run_out_of_list(run);
        return;
    }
    list->moves[list->count++] = move;
    run->count++;
}

/* Squares to which a plain move of a man who goes without side effects is not free of side effects, whoever stands there. */
RUN_INLINE mad_set triggering_ends(const struct mad_generator *run, uint32_t code)
{
    const struct mad_program *program = run->program;
    bool triggers = program->traits[code].going & MAD_TRIGGERS_BY_CAPTURE;
    return run->has_side_effects | (triggers ? run->occupied : set_none()) |
           set_load(program->triggers_at + (size_t)code * MAD_WORDS);
}

/* The same of a man on this square, who may not. */
static mad_set ends_with_side_effects(const struct mad_generator *run, uint32_t code, uint32_t from)
{
    bool side_effect_free = run->program->traits[code].goes_without_side_effects &&
                            !set_has(run->has_side_effects, from);
    return side_effect_free ? triggering_ends(run, code) : ~set_none();
}

/* The squares of marks that end, or go along, with a man who moves or is taken. */
static mad_set marks_of_men(const struct mad_generator *run)
{
    mad_set squares = set_none();
    for (uint32_t bits = run->program->mark_touched | run->program->mark_follows; bits != 0;
         bits &= bits - 1) {
        squares |= mad_slot(run->state, run->game->mark_slot + (uint32_t)__builtin_ctz(bits));
    }
    return squares;
}

RUN_INLINE struct mad_move plain_move(const struct mad_generator *run, uint32_t from, uint32_t to,
                                      uint32_t code, uint32_t placed)
{
    uint32_t flags = MAD_MOVE_PLAIN;
    flags |= set_has(run->occupied, to) ? MAD_MOVE_TAKES : 0u;
    flags |= placed != code ? MAD_MOVE_CHANGES : 0u;
    flags |= set_has(ends_with_side_effects(run, code, from), to) ? 0u : MAD_MOVE_SIDE_EFFECT_FREE;
    return (struct mad_move){
        (uint16_t)from, (uint16_t)to, (uint8_t)placed, 0, (uint16_t)flags, 0, 0};
}

static void list_plain(struct mad_generator *run, uint32_t from, uint32_t to, uint32_t code,
                       uint32_t placed)
{
    add_move(run, plain_move(run, from, to, code, placed));
}

/* Whether a program of laws holds now; begun: the run whose way they are asked about, if any. */
static bool law_holds(struct mad_generator *run, uint32_t address,
                      const struct mad_generator *begun)
{
    struct mad_generator law;
    mad_run_begin(&law, run->game, run->state, run->side);
    law.laws = run->laws + 1;
    law.steps = run->steps;
    law.begun = begun;
    law.origin = run->origin;
    law.last_square = run->last_square;
    mad_run_program(&law, address, 0);
    mad_run_join(run, &law);
    return law.holds;
}

/* The squares of a mark that this way has set. */
static mad_set marked_by_way(const struct mad_generator *run, uint32_t mark)
{
    mad_set squares = set_none();
    for (uint32_t i = 0; i < run->trail_count; i++) {
        if (run->trail[i].kind == MAD_DELTA_MARK && run->trail[i].extra == mark) {
            squares |= set_of(run->trail[i].index);
        }
    }
    return squares;
}

void mad_look_ahead(struct mad_generator *run, uint32_t player, struct mad_ahead *ahead)
{
    struct mad_state *const state = run->state;
    uint64_t *const sets = state->sets + run->game->mark_slot * MAD_WORDS;
    ahead->side = state->side;
    ahead->mover = state->mover;
    state->side = (uint8_t)player;
    if (run->begun == NULL) {
        return;
    }
    state->mover = (uint8_t)run->side;
    for (uint32_t bits = run->program->mark_lasts_turn; bits != 0; bits &= bits - 1) {
        const uint32_t mark = (uint32_t)__builtin_ctz(bits);
        ahead->marks[mark] = set_load(sets + mark * MAD_WORDS);
        set_store(sets + mark * MAD_WORDS, ahead->marks[mark] & marked_by_way(run->begun, mark));
    }
}

void mad_look_back(struct mad_generator *run, const struct mad_ahead *ahead)
{
    struct mad_state *const state = run->state;
    uint64_t *const sets = state->sets + run->game->mark_slot * MAD_WORDS;
    state->side = ahead->side;
    state->mover = ahead->mover;
    for (uint32_t bits = run->begun != NULL ? run->program->mark_lasts_turn : 0u; bits != 0;
         bits &= bits - 1) {
        const uint32_t mark = (uint32_t)__builtin_ctz(bits);
        set_store(sets + mark * MAD_WORDS, ahead->marks[mark]);
    }
}

/* Asks the laws about a move that has been made on the state itself: they may ask what it was. */
static bool is_forbidden(struct mad_generator *run, uint32_t flags, uint32_t line, uint32_t kind)
{
    struct mad_state *state = run->state;
    uint8_t old_flags = state->last_flags, old_line = state->last_line, old_kind = state->last_kind,
            old_outcome = state->last_outcome;
    state->last_flags = (uint8_t)flags;
    state->last_outcome = (uint8_t)(flags >> MAD_MOVE_OUTCOME_SHIFT);
    state->last_line = (uint8_t)line;
    state->last_kind = (uint8_t)kind;
    bool forbidden = law_holds(run, run->program->illegal[run->side], run);
    state->last_flags = old_flags;
    state->last_line = old_line;
    state->last_kind = old_kind;
    state->last_outcome = old_outcome;
    return forbidden;
}

static void clear_scratch(struct mad_generator *run);

/* A plain move made on the state itself to see whether the law forbids what it leaves. */
static bool is_plain_legal(struct mad_generator *run, uint32_t from, uint32_t to, uint32_t placed)
{
    uint32_t trail = run->trail_count;
    uint8_t code = mad_state_board(run->game, run->state)[from];
    uint32_t flags = set_has(run->occupied, to) ? MAD_MOVE_TAKES : 0u;
    const struct mad_trail_mark *trail_marks = run->program->trail_marks[code];
    mad_effect_plain(run, from, to, placed);
    clear_scratch(run);
    if (run->program->laws_see_marks && trail_marks != NULL && trail_marks[from].used &&
        trail_marks[from].to == to) {
        mad_effect_mark(run, run->program->trace_mark[code], trail_marks[from].marked, true);
    }
    run->last_square = to;
    bool legal = run->status == MAD_OK && !is_forbidden(run, flags, 0, run->game->codes[code].type);
    mad_effects_undo(run, trail);
    return legal;
}

/* Whether a plain move has to be made to see if it is legal. */
static bool is_open(const struct mad_generator *run, uint32_t from, uint32_t to)
{
    return run->legality == MAD_LEGALITY_TEST || set_has(run->suspects, from) ||
           set_has(run->suspect_ends, to) ||
           (set_has(run->suspect_takers, from) && set_has(run->occupied, to));
}

static void extend_plain(struct mad_generator *run, uint32_t from, uint32_t to, uint32_t placed,
                         bool counting);
static void run_counting(struct mad_generator *run, uint32_t address, uint32_t here);
static void run_listing(struct mad_generator *run, uint32_t address, uint32_t here);

static void add_plain(struct mad_generator *run, uint32_t from, uint32_t to, uint32_t code,
                      uint32_t placed, bool counting)
{
    bool must_extend = run->extends && run->program->must_extend[run->side];
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

/* What a move says before its deltas, as one word: that of two moves is the sum where each says what the
 * other leaves at nought. */
RUN_INLINE uint64_t said_by(struct mad_move move)
{
    uint64_t said;
    static_assert(offsetof(struct mad_move, delta_first) == sizeof said &&
                      sizeof move == 2 * sizeof said,
                  "two words, one of them of deltas");
    memcpy(&said, &move, sizeof said);
    return said;
}

/* Writes plain moves that are legal and do not go on, where there is room for them; behind the last. They say
 * `alike`, for each number of the square where they end `one`, and whether they take something. */
RUN_INLINE struct mad_move *write_moves(struct mad_move *at, mad_set targets, mad_set occupied,
                                        uint64_t alike, uint64_t one)
{
    const uint64_t one_taken = said_by((struct mad_move){.flags = MAD_MOVE_TAKES});
#pragma GCC unroll 4
    for (uint32_t w = 0; w < MAD_WORDS; w++) {
        uint64_t bits = set_word(targets, w);
        const uint64_t men = set_word(occupied, w) & bits, start = alike + w * 64 * one;
        if (men == 0) { /* mostly nobody is taken, and less has to be said */
            for (; bits != 0; bits &= bits - 1, at++) {
                const uint64_t said = start + (uint64_t)__builtin_ctzll(bits) * one;
                memcpy(at, &said, sizeof said);
                memset((char *)at + sizeof said, 0, sizeof *at - sizeof said);
            }
            continue;
        }
        for (; bits != 0; bits &= bits - 1, at++) {
            const uint64_t bit = (uint64_t)__builtin_ctzll(bits);
            const uint64_t said[2] = {start + bit * one + (men >> bit & 1) * one_taken, 0};
            memcpy(at, said, sizeof said);
        }
    }
    return at;
}

/* The same where they say nothing else. */
RUN_INLINE struct mad_move *write_alike(struct mad_move *at, mad_set targets, mad_set occupied,
                                        uint64_t alike)
{
    return write_moves(at, targets, occupied, alike, said_by((struct mad_move){.to = 1}));
}

/* Lists them. */
static __attribute__((noinline)) void list_alike(struct mad_generator *run, uint32_t from,
                                                 mad_set targets, uint32_t placed, uint32_t flags)
{
    struct mad_move_list *list = run->list;
    struct mad_move *const first = list->moves + list->count;
    if (list->capacity - list->count < MAD_BITS &&
        list->capacity - list->count < set_size(targets)) {
        mad_run_out_of_list(run);
        return;
    }
    const struct mad_move alike = {
        .from = (uint16_t)from, .placed = (uint8_t)placed, .flags = (uint16_t)flags};
    const struct mad_move *end = write_alike(first, targets, run->occupied, said_by(alike));
    list->count += (uint32_t)(end - first);
    run->count += (uint64_t)(end - first);
}

RUN_INLINE void list_targets(struct mad_generator *run, uint32_t code, uint32_t from,
                             mad_set targets, uint32_t placed)
{
    const uint32_t flags = MAD_MOVE_PLAIN | (placed != code ? MAD_MOVE_CHANGES : 0u);
    const mad_set has_side_effects = ends_with_side_effects(run, code, from);
    if (!set_meets(targets, has_side_effects)) {
        list_alike(run, from, targets, placed, flags | MAD_MOVE_SIDE_EFFECT_FREE);
        return;
    }
    struct mad_move_list *list = run->list;
    const uint32_t first = list->count;
    list_alike(run, from, targets, placed, flags);
    for (uint32_t i = first; i < list->count; i++) {
        list->moves[i].flags |=
            set_has(has_side_effects, list->moves[i].to) ? 0 : MAD_MOVE_SIDE_EFFECT_FREE;
    }
}

static bool extends_lightly(const struct mad_generator *run, uint32_t code, uint32_t from,
                            bool counting);
static mad_set extend_lightly(struct mad_generator *run, uint32_t code, uint32_t from,
                              mad_set targets, bool counting);

/* Moves one by one: listing, and counting where each has to be tested. */
static void add_targets(struct mad_generator *run, uint32_t code, uint32_t from, mad_set targets,
                        bool counting)
{
    const struct mad_program *program = run->program;
    if (run->extends && extends_lightly(run, code, from, counting)) {
        targets = extend_lightly(run, code, from, targets, counting);
    }
    if (set_empty(targets)) {
        return;
    }
    const bool whole = !counting && run->legality < MAD_LEGALITY_TEST && !run->extends;
    for (uint32_t row = 0; row < program->arrival_count[code]; row++) {
        const struct mad_arrival *arrival = &program->arrivals[code][row];
        if (!set_has(mad_const(program, arrival->from), from)) {
            continue;
        }
        mad_set there = targets & mad_const(program, arrival->to);
        targets &= ~there;
        if (whole && arrival->count == 1) {
            list_targets(run, code, from, there, program->choices[arrival->first]);
            continue;
        }
        for (; !set_empty(there); there = set_rest(there)) {
            for (uint32_t i = 0; i < arrival->count; i++) {
                add_plain(run, from, set_first(there), code, program->choices[arrival->first + i],
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

RUN_INLINE uint64_t count_targets(const struct mad_generator *run, uint32_t code, uint32_t from,
                                  mad_set targets)
{
    const struct mad_program *program = run->program;
    uint64_t count = set_size(targets);
    if (program->more_ways[code] != 0) {
        mad_set choice = targets & mad_leap(run, program->choice_ends[code], from);
        return count + (uint64_t)program->more_ways[code] * set_size(choice);
    }
    for (uint32_t row = 0; row < program->arrival_count[code]; row++) {
        const struct mad_arrival *arrival = &program->arrivals[code][row];
        mad_set there = targets & mad_const(program, arrival->to);
        if (!set_empty(there) && set_has(mad_const(program, arrival->from), from)) {
            count += (uint64_t)set_size(there) * (arrival->count - 1u);
        }
    }
    return count;
}

/* The same in the lower half, those that take something in the upper one too; see MAD_ONE_CAPTURE. */
static uint64_t count_both(const struct mad_generator *run, uint32_t code, uint32_t from,
                           mad_set targets)
{
    return count_targets(run, code, from, targets) +
           MAD_ONE_CAPTURE * count_targets(run, code, from, targets & run->set[5]);
}

/* How many moves each plain move of the man on this square is, with all that may follow it. */
RUN_INLINE uint64_t moves_each(const struct mad_generator *run, uint32_t from)
{
    uint64_t moves = 1;
    for (uint32_t i = 0; run->extends && i < run->going_on_count; i++) {
        moves += set_has(run->going_on[i].from, from) ? run->going_on[i].ways : 0;
    }
    return moves;
}

/* --- batches --------------------------------------------------------------------------------------- */

/* A new batch of so many moves; null when there is no room. */
RUN_INLINE struct mad_batch *new_batch(struct mad_generator *run, mad_set targets, uint64_t count)
{
    struct mad_batches *batches = run->batches;
    if (batches->count == MAD_MAX_BATCHES) {
        return NULL;
    }
    struct mad_batch *batch = &batches->items[batches->count++];
    batch->targets = targets;
    batch->count = (uint32_t)count;
    batch->loop = 0;
    batch->on_duty = run->on_duty;
    run->count += count;
    return batch;
}

/* Plain moves whose legality is known, to be drawn from. */
RUN_INLINE void batch_targets(struct mad_generator *run, uint32_t code, uint32_t from,
                              mad_set targets, uint64_t count)
{
    if (count == 0) {
        return;
    }
    struct mad_batch *batch = new_batch(run, targets, count);
    if (batch == NULL) {
        add_targets(run, code, from, targets, false);
        return;
    }
    batch->from = (uint16_t)from;
    batch->code = (uint8_t)code;
}

/* Whether none of these men has a plain move that goes on. */
RUN_INLINE bool ends_here(const struct mad_generator *run, mad_set men)
{
    return !run->extends || !set_meets(men, run->extends_from);
}

RUN_INLINE void batch_moves(struct mad_generator *run, const struct mad_instruction *head,
                            mad_set men, uint32_t leap_terms, uint32_t ride_terms, bool hoppers)
{
    bool choice = set_meets(men, mad_const(run->program, head->x));
    for (; !set_empty(men); men = set_rest(men)) {
        uint32_t from = set_first(men);
        mad_set targets = targets_of(run, head + 1, leap_terms, ride_terms, from, hoppers);
        uint64_t count = choice ? count_targets(run, head->a, from, targets) : set_size(targets);
        batch_targets(run, head->a, from, targets, count);
    }
}

/* How many moves these men have, some men at least, where masks tell legality and no move goes on;
 * choose: they may have a choice at the end, of `more` ways besides the first. */
RUN_INLINE uint64_t count_men(const struct mad_generator *run, const struct mad_instruction *head,
                              uint32_t leap_terms, uint32_t ride_terms, mad_set men, bool choose,
                              uint64_t more)
{
    const struct mad_program *program = run->program;
    const struct mad_instruction *terms = head + 1, *ways = terms + leap_terms;
    uint64_t count = 0;
    uint32_t ends = choose ? program->choice_ends[head->a] : 0;
    do {
        uint32_t square = set_first(men);
        mad_set targets = set_none();
        for (uint32_t i = 0; i < leap_terms; i++) {
            const uint64_t *row = program->leaps + (size_t)terms[i].x * MAD_WORDS;
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
static uint64_t count_arriving(const struct mad_generator *run, const struct mad_instruction *head,
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

/* The moves of one man, whatever is special about them. */
static __attribute__((noinline)) void list_man(struct mad_generator *run, uint32_t code,
                                               uint32_t from, mad_set targets)
{
    if (set_meets(targets, set_load(run->program->arrives_at + (size_t)code * MAD_WORDS))) {
        add_targets(run, code, from, targets, false);
    } else if (!set_empty(targets)) {
        list_targets(run, code, from, targets, code);
    }
}

/* Moves have been written into the list up to there. */
RUN_INLINE void end_listing(struct mad_generator *run, const struct mad_move *end)
{
    struct mad_move_list *list = run->list;
    const uint32_t count = (uint32_t)(end - list->moves);
    run->count += count - list->count;
    list->count = count;
}

/* What is alike for all men of a code whose moves are listed. */
struct listing {
    uint64_t said;             /* by their moves without side effects, but for the squares */
    mad_set special;           /* moves that end here are listed otherwise */
    mad_set with_side_effects; /* men from here have no moves without side effects */
};

RUN_INLINE struct listing listing_of(const struct mad_generator *run, uint32_t code)
{
    const uint64_t *row = run->program->listings + (size_t)code * MAD_LISTINGS * MAD_WORDS;
    const mad_set has_side_effects = run->has_side_effects;
    const mad_set triggered = set_load(row + MAD_LISTING_TRIGGERS * MAD_WORDS) & run->occupied;
    return (struct listing){
        .said = said_by((struct mad_move){.placed = (uint8_t)code,
                                          .flags = MAD_MOVE_PLAIN | MAD_MOVE_SIDE_EFFECT_FREE}),
        .special = set_load(row + MAD_LISTING_SPECIAL * MAD_WORDS) | has_side_effects | triggered,
        .with_side_effects =
            set_load(row + MAD_LISTING_SIDE_EFFECTS * MAD_WORDS) | has_side_effects,
    };
}

/* Whether the list has no room for all moves that so many men could have. */
RUN_INLINE bool is_narrow(const struct mad_move_list *list, mad_set men)
{
    const uint32_t room = list->capacity - list->count;
    return room < MAD_BITS * MAD_BITS && room < MAD_BITS * set_size(men);
}

RUN_INLINE void list_moves(struct mad_generator *run, const struct mad_instruction *head,
                           mad_set men, uint32_t leap_terms, uint32_t ride_terms, bool hoppers)
{
    struct mad_move_list *const list = run->list;
    const uint32_t code = head->a;
    const struct listing listing = listing_of(run, code);
    const struct mad_instruction *const leaps = head + 1, *const rides = leaps + leap_terms;
    const bool few = !hoppers && leap_terms <= 2 && ride_terms <= 2;
    const struct term none = {.on = set_none()};
    const struct term first_leap = few && leap_terms > 0 ? leap_term(run, leaps) : none;
    const struct term other_leap = few && leap_terms > 1 ? leap_term(run, leaps + 1) : none;
    const struct term first_ride = few && ride_terms > 0 ? ride_term(run, rides) : none;
    const struct term other_ride = few && ride_terms > 1 ? ride_term(run, rides + 1) : none;
    const mad_set occupied = run->occupied;
    const uint64_t one_from = said_by((struct mad_move){.from = 1});
    const uint64_t one_side_effect_free =
        said_by((struct mad_move){.flags = MAD_MOVE_SIDE_EFFECT_FREE});
    struct mad_move *at = list->moves + list->count;
    mad_set special = is_narrow(list, men) ? ~set_none() : listing.special;
    for (; !set_empty(men); men = set_rest(men)) {
        uint32_t from = set_first(men);
        mad_set targets = set_none();
        if (few) {
            targets |= leap_terms > 0 ? by_leap(first_leap, from) : set_none();
            targets |= leap_terms > 1 ? by_leap(other_leap, from) : set_none();
            targets |= ride_terms > 0 ? by_ride(run, first_ride, from, occupied) : set_none();
            targets |= ride_terms > 1 ? by_ride(run, other_ride, from, occupied) : set_none();
        } else {
            targets = targets_of(run, leaps, leap_terms, ride_terms, from, hoppers);
        }
        if (set_meets(targets, special)) {
            end_listing(run, at);
            list_man(run, code, from, targets);
            at = list->moves + list->count;
            if (is_narrow(list, men)) { /* he had choices */
                special = ~set_none();
            }
            continue;
        }
        uint64_t said = listing.said + from * one_from;
        if (set_has(listing.with_side_effects, from)) {
            said -= one_side_effect_free;
        }
        at = write_alike(at, targets, occupied, said);
    }
    end_listing(run, at);
}

RUN_INLINE void plain_moves(struct mad_generator *run, const struct mad_instruction *head,
                            mad_set men, uint32_t leap_terms, uint32_t ride_terms, bool hoppers,
                            bool counting)
{
    if (!counting && set_empty(men)) {
        return;
    }
    if (!counting && run->whole) {
        list_moves(run, head, men, leap_terms, ride_terms, hoppers);
        return;
    }
    const struct mad_instruction *terms = head + 1;
    bool ends = ends_here(run, men);
    bool whole = counting && run->legality < MAD_LEGALITY_TEST && (ends || run->extends_alike);
    uint64_t count = 0;
    if (whole && ends && !set_meets(men, mad_const(run->program, head->x))) {
        for (; !set_empty(men); men = set_rest(men)) {
            count +=
                set_size(targets_of(run, terms, leap_terms, ride_terms, set_first(men), hoppers));
        }
        run->count += count;
        return;
    }
    if (!counting && run->legality < MAD_LEGALITY_TEST && ends) {
        if (run->batches != NULL) {
            batch_moves(run, head, men, leap_terms, ride_terms, hoppers);
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

static void men_moves(struct mad_generator *run, const struct mad_instruction *head, mad_set men,
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
RUN_INLINE void sweep_batch(struct mad_generator *run, uint32_t code, mad_set targets, int step)
{
    if (!set_empty(targets)) {
        struct mad_batch *batch = new_batch(run, targets, set_size(targets));
        batch->from = MAD_NO_SQUARE;
        batch->code = (uint8_t)code;
        batch->step = (int8_t)step;
    }
}

/* Counts all men of a code at once, where masks tell legality and nobody has a choice on arrival, or
 * puts them in batches: by so many terms of one step, then by those over an empty square. */
RUN_INLINE bool sweep_moves(struct mad_generator *run, const struct mad_instruction *head,
                            uint32_t one_step, uint32_t two_steps, bool counting, bool sure)
{
    mad_set men = mad_slot(run->state, MAD_SLOT_CODE + head->a) & run->free_men;
    if (!counting && (run->batches == NULL || run->batches->count + head->b > MAD_MAX_BATCHES)) {
        return false;
    }
    if ((!sure && (run->legality >= MAD_LEGALITY_TEST || !ends_here(run, men))) ||
        set_meets(men, mad_const(run->program, run->program->arrives_from[head->a]))) {
        return false;
    }
    const struct mad_instruction *term = head + 1;
    uint64_t count = 0;
    for (uint32_t i = 0; i < one_step; i++, term++) {
        mad_set moved = shifted(men & mad_const(run->program, term->x), term->b);
        moved &= run->set[term->a];
        if (counting) {
            count += set_size(moved);
        } else {
            sweep_batch(run, head->a, moved, (int8_t)term->b);
        }
    }
    for (uint32_t i = 0; i < two_steps; i++, term++) {
        mad_set moved = shifted(men & mad_const(run->program, term->x), term->b);
        moved = shifted(moved & run->set[4], term->c) & run->set[term->a];
        if (counting) {
            count += set_size(moved);
        } else {
            sweep_batch(run, head->a, moved, (int8_t)term->b + (int8_t)term->c);
        }
    }
    run->count += count;
    return true;
}

enum { MAD_LISTED_TERMS = 8 }; /* of a sweep that is listed as one */

/* Lists the moves of all men of a code at once where nothing but the moves has to be known (`whole`): where
 * each ends says where it began. False, and none is listed, where they are not all free of side effects or end with another
 * man. */
RUN_INLINE bool list_sweep(struct mad_generator *run, const struct mad_instruction *head,
                           uint32_t one_step, uint32_t two_steps)
{
    const struct mad_program *program = run->program;
    struct mad_move_list *const list = run->list;
    const uint32_t code = head->a, terms = one_step + two_steps;
    const mad_set men = mad_slot(run->state, MAD_SLOT_CODE + code) & run->free_men;
    mad_set moved[MAD_LISTED_TERMS], ends = set_none();
    if (set_empty(men)) {
        return true;
    }
    if (terms > MAD_LISTED_TERMS || list->capacity - list->count < MAD_BITS * terms) {
        return false;
    }
    const struct listing listing = listing_of(run, code);
#pragma GCC unroll 8
    for (uint32_t i = 0; i < MAD_LISTED_TERMS; i++) {
        const struct mad_instruction *term = head + 1 + i;
        moved[i] = set_none();
        if (i >= terms) {
            continue;
        }
        mad_set there = shifted(men & mad_const(program, term->x), term->b);
        if (i >= one_step) {
            there = shifted(there & run->set[4], term->c);
        }
        moved[i] = there & run->set[term->a];
        ends |= moved[i];
    }
    if (set_meets(men, listing.with_side_effects) || set_meets(ends, listing.special)) {
        return false;
    }
    const uint64_t one_from = said_by((struct mad_move){.from = 1});
    const uint64_t one = said_by((struct mad_move){.to = 1}) + one_from;
    const mad_set occupied = run->occupied;
    struct mad_move *at = list->moves + list->count;
#pragma GCC unroll 8
    for (uint32_t i = 0; i < terms; i++) {
        const struct mad_instruction *term = head + 1 + i;
        const int step = (int8_t)term->b + (i >= one_step ? (int8_t)term->c : 0);
        at = write_moves(at, moved[i], occupied, listing.said - (uint64_t)(int64_t)step * one_from,
                         one);
    }
    end_listing(run, at);
    return true;
}
