/* w_plain.h - plain moves and what becomes of each: counted, listed or kept; included by w_run.c.
 *
 * Layer: vm. A plain move takes one man from one square to another and may change his kind there. Masks of the
 * run say where he may go; whole sets are counted at once, listed one by one, or kept as batches to be drawn
 * from. e7e8 is four moves where a Pawn may become four kinds. It relies on the masks of w_legality.h and on
 * program->arrivals. */

/* --- plain moves ----------------------------------------------------------------------------- */

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

static void add_move(struct mad_generator *run, struct mad_move move)
{
    struct mad_move_list *list = run->sink.list;
    if (list->count == list->capacity) {
        mad_run_out_of_list(run);
        return;
    }
    list->moves[list->count++] = move;
    run->sink.count++;
}

/* Squares to which a plain move of a man who goes without side effects is not free of side effects, whoever
 * stands there. */
RUN_INLINE mad_set triggering_ends(const struct mad_generator *run, uint32_t code)
{
    const struct mad_program *program = run->program;
    bool triggers = program->piece.traits[code].going & MAD_TRIGGERS_BY_CAPTURE;
    return run->masks.has_side_effects | (triggers ? run->occupied : set_none()) |
           set_load(program->piece.triggers_at + (size_t)code * MAD_WORDS);
}

/* The same of a man on this square, who may not. */
static mad_set ends_with_side_effects(const struct mad_generator *run, uint32_t code, uint32_t from)
{
    bool side_effect_free = run->program->piece.traits[code].goes_without_side_effects &&
                            !set_has(run->masks.has_side_effects, from);
    return side_effect_free ? triggering_ends(run, code) : ~set_none();
}

/* The squares of marks that end, or go along, with a man who moves or is taken. */
static mad_set marks_of_men(const struct mad_generator *run)
{
    mad_set squares = set_none();
    for (uint32_t bits = run->program->marks.touched | run->program->marks.follow; bits != 0;
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
    run_begin_for(&law, run, run->state, run->side);
    law.asked.laws++;
    law.asked.begun = begun;
    law.origin = run->origin;
    law.last_square = run->last_square;
    run_program(&law, address, 0);
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

/* What a law hides while it looks ahead: marks that end with the turn that it is asked about. */
struct mad_ahead {
    mad_set marks[MAD_MAX_MARKS];
    uint8_t side, mover;
};

/* Lets the player be to move, as though the move had been made that a law is asked about; and back. */
static void look_ahead(struct mad_generator *run, uint32_t player, struct mad_ahead *ahead)
{
    struct mad_state *const state = run->state;
    uint64_t *const sets = state->sets + run->game->mark_slot * MAD_WORDS;
    ahead->side = state->side;
    ahead->mover = state->mover;
    state->side = (uint8_t)player;
    if (run->asked.begun == NULL) {
        return;
    }
    state->mover = (uint8_t)run->side;
    for (uint32_t bits = run->program->marks.last_turn; bits != 0; bits &= bits - 1) {
        const uint32_t mark = (uint32_t)__builtin_ctz(bits);
        ahead->marks[mark] = set_load(sets + mark * MAD_WORDS);
        set_store(sets + mark * MAD_WORDS,
                  ahead->marks[mark] & marked_by_way(run->asked.begun, mark));
    }
}

static void look_back(struct mad_generator *run, const struct mad_ahead *ahead)
{
    struct mad_state *const state = run->state;
    uint64_t *const sets = state->sets + run->game->mark_slot * MAD_WORDS;
    state->side = ahead->side;
    state->mover = ahead->mover;
    for (uint32_t bits = run->asked.begun != NULL ? run->program->marks.last_turn : 0u; bits != 0;
         bits &= bits - 1) {
        const uint32_t mark = (uint32_t)__builtin_ctz(bits);
        set_store(sets + mark * MAD_WORDS, ahead->marks[mark]);
    }
}

/* What a state says of the last move. */
struct last_move {
    uint16_t flags; /* MAD_MOVE_*, with what came out of a toss */
    uint8_t line, kind;
};

static struct last_move swap_last(struct mad_state *state, struct last_move last)
{
    const struct last_move old = {
        .flags = (uint16_t)(state->last_flags | state->last_outcome << MAD_MOVE_OUTCOME_SHIFT),
        .line = state->last_line,
        .kind = state->last_kind};
    state->last_flags = (uint8_t)last.flags;
    state->last_outcome = (uint8_t)(last.flags >> MAD_MOVE_OUTCOME_SHIFT);
    state->last_line = last.line;
    state->last_kind = last.kind;
    return old;
}

/* Asks the laws about a move that has been made on the state itself: they may ask what it was. */
static bool is_forbidden(struct mad_generator *run, struct last_move move)
{
    const struct last_move last = swap_last(run->state, move);
    const bool forbidden = law_holds(run, run->program->entry.illegal[run->side], run);
    (void)swap_last(run->state, last);
    return forbidden;
}

static void clear_scratch(struct mad_generator *run);

/* A plain move made on the state itself to see whether the law forbids what it leaves. */
static bool is_plain_legal(struct mad_generator *run, uint32_t from, uint32_t to, uint32_t placed)
{
    uint32_t trail = run->trail_count;
    uint8_t code = mad_state_board(run->game, run->state)[from];
    struct last_move last = {.kind = run->game->codes[code].type};
    effect_plain(run, from, to, placed);
    last.flags = men_taken(run, trail) != 0 ? MAD_MOVE_TAKES : 0; /* by itself or not */
    clear_scratch(run);
    if (run->program->laws.see_marks) {
        effect_left(run, code, from, to);
    }
    bool legal = run->status == MAD_OK && !is_forbidden(run, last);
    effects_undo(run, trail);
    return legal;
}

/* Where plain moves of the man there may not end untested. */
RUN_INLINE mad_set doubtful(const struct mad_generator *run, uint32_t from)
{
    const struct mad_doubt *doubt = &run->masks.doubt;
    return set_has(doubt->from, from)     ? ~set_none()
           : set_has(doubt->takers, from) ? doubt->ends | run->occupied
                                          : doubt->ends;
}

/* Whether a plain move has to be made to see if it is legal. */
static bool is_open(const struct mad_generator *run, uint32_t from, uint32_t to)
{
    return run->legality == MAD_LEGALITY_TEST || set_has(doubtful(run, from), to);
}

static void extend_plain(struct mad_generator *run, uint32_t from, uint32_t to, uint32_t placed,
                         bool counting);
static void run_counting(struct mad_generator *run, uint32_t address, uint32_t here);
static void run_listing(struct mad_generator *run, uint32_t address, uint32_t here);

static void add_plain(struct mad_generator *run, uint32_t from, uint32_t to, uint32_t code,
                      uint32_t placed, bool counting)
{
    bool must_extend = run->extends && run->program->extension.must[run->side];
    if (run->legality >= MAD_LEGALITY_TEST && !must_extend && is_open(run, from, to) &&
        !is_plain_legal(run, from, to, placed)) {
        return;
    }
    if (run->extends && set_has(run->going.from, from)) {
        extend_plain(run, from, to, placed, counting);
    }
    if (must_extend) {
        return;
    }
    if (counting) {
        run->sink.count++;
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
 * `alike`, and for each number of the square where they end `one`. */
RUN_INLINE struct mad_move *write_moves(struct mad_move *at, mad_set targets, uint64_t alike,
                                        uint64_t one)
{
#pragma GCC unroll 4
    for (uint32_t w = 0; w < MAD_WORDS; w++) {
        const uint64_t start = alike + w * 64 * one;
        for (uint64_t bits = set_word(targets, w); bits != 0; bits &= bits - 1, at++) {
            const uint64_t said = start + (uint64_t)__builtin_ctzll(bits) * one;
            memcpy(at, &said, sizeof said);
            memset((char *)at + sizeof said, 0, sizeof *at - sizeof said);
        }
    }
    return at;
}

/* Says of those that end on the squares of `taken` that they take somebody. */
RUN_INLINE void write_taking(struct mad_move *first, mad_set targets, mad_set taken)
{
#pragma GCC unroll 4
    for (uint32_t w = 0; w < MAD_WORDS; w++) {
        const uint64_t ends = set_word(targets, w);
        for (uint64_t bits = ends & set_word(taken, w); bits != 0; bits &= bits - 1) {
            first[mad_bits_of(ends & ((bits & (0 - bits)) - 1))].flags |= MAD_MOVE_TAKES;
        }
        first += mad_bits_of(ends);
    }
}

static bool extends_lightly(const struct mad_generator *run, uint32_t code, uint32_t from,
                            bool counting);
static mad_set extend_lightly(struct mad_generator *run, uint32_t code, uint32_t from,
                              mad_set targets, bool counting);

/* Moves one by one: listing, whatever is special about them, and counting where each has to be tested. */
static __attribute__((noinline)) void add_targets(struct mad_generator *run, uint32_t code,
                                                  uint32_t from, mad_set targets, bool counting)
{
    const struct mad_program *program = run->program;
    if (run->extends && extends_lightly(run, code, from, counting)) {
        targets = extend_lightly(run, code, from, targets, counting);
    }
    if (set_empty(targets)) {
        return;
    }
    for (uint32_t row = 0; row < program->arrival.count[code]; row++) {
        const struct mad_arrival *arrival = &program->arrival.ways[code][row];
        if (!set_has(mad_const(program, arrival->from), from)) {
            continue;
        }
        mad_set there = targets & mad_const(program, arrival->to);
        targets &= ~there;
        for (; !set_empty(there); there = set_rest(there)) {
            for (uint32_t i = 0; i < arrival->count; i++) {
                add_plain(run, from, set_first(there), code,
                          program->arrival.choices[arrival->first + i], counting);
            }
        }
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
    if (program->arrival.more_ways[code] != 0) {
        mad_set choice = targets & mad_leap(run, program->arrival.choice_ends[code], from);
        return count + (uint64_t)program->arrival.more_ways[code] * set_size(choice);
    }
    for (uint32_t row = 0; row < program->arrival.count[code]; row++) {
        const struct mad_arrival *arrival = &program->arrival.ways[code][row];
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
    for (uint32_t i = 0; run->extends && i < run->going.count; i++) {
        moves += set_has(run->going.on[i].from, from) ? run->going.on[i].ways : 0;
    }
    return moves;
}

/* --- batches --------------------------------------------------------------------------------- */

/* A new batch of so many moves; null when there is no room. */
RUN_INLINE struct mad_batch *new_batch(struct mad_generator *run, mad_set targets, uint64_t count)
{
    struct mad_batches *batches = run->sink.batches;
    if (batches->count == MAD_MAX_BATCHES) {
        return NULL;
    }
    struct mad_batch *batch = &batches->items[batches->count++];
    batch->targets = targets;
    batch->count = (uint32_t)count;
    batch->loop = 0;
    batch->on_duty = run->on_duty;
    run->sink.count += count;
    return batch;
}

/* Plain moves whose legality is known, to be drawn from. */
RUN_INLINE void batch_targets(struct mad_generator *run, uint32_t code, uint32_t from,
                              mad_set targets)
{
    const uint64_t count = count_targets(run, code, from, targets);
    struct mad_batch *batch = count != 0 ? new_batch(run, targets, count) : NULL;
    if (batch != NULL) {
        batch->from = (uint16_t)from;
        batch->code = (uint8_t)code;
    } else {
        add_targets(run, code, from, targets, false);
    }
}

/* The moves of one man to these squares; `known`: all of them are legal. */
RUN_INLINE void man_moves(struct mad_generator *run, uint32_t code, uint32_t from, mad_set targets,
                          bool known, bool counting)
{
    const bool ends = !run->extends || !set_has(run->going.from, from);
    if (counting && known && (ends || run->going.alike)) {
        run->sink.count += count_targets(run, code, from, targets) * moves_each(run, from);
    } else if (!counting && known && ends && run->sink.batches != NULL) {
        batch_targets(run, code, from, targets);
    } else {
        add_targets(run, code, from, targets, counting);
    }
}

/* The moves of men where more has to be known: some go on, or have to be made to see if they are legal. */
static __attribute__((noinline)) void men_moves(struct mad_generator *run,
                                                const struct mad_instruction *head, mad_set men,
                                                bool counting)
{
    for (; !set_empty(men); men = set_rest(men)) {
        const uint32_t from = set_first(men);
        man_moves(run, head->a, from, targets_of(run, head + 1, head->b, head->c, from, true),
                  run->legality < MAD_LEGALITY_TEST, counting);
    }
}
