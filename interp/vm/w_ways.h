/* w_ways.h - the ends of the ways that verbs go: gates, extensions, drops; included by w_run.c.
 *
 * Layer: vm. A verb runs for each man, its choices are loops of the program; a way that has been gone is
 * tested, listed or counted here, and sets of ways that differ in one square alone are taken at once. `gate r6,
 * class 5` counts the way without going it when masks tell that it is legal. It relies on gate.c to put it only
 * where nothing can fail any more. */

/* --- verbs ----------------------------------------------------------------------------------- */

/* What a way that has been gone was. */
struct way {
    uint32_t flags; /* MAD_MOVE_* */
    uint8_t first;  /* code of who left the origin, or that of nobody */
};

RUN_INLINE struct way way_of(const struct mad_generator *run)
{
    const struct mad_game *game = run->game;
    struct way way = {.flags = trail_flags(run, run->last_square) |
                               (run->origin == MAD_NO_SQUARE ? MAD_MOVE_DROP : 0u) |
                               (run->on_duty ? MAD_MOVE_FORCED : 0u) |
                               run->outcome << MAD_MOVE_OUTCOME_SHIFT,
                      .first = game->empty};
    for (uint32_t i = 0; i < run->trail_count && way.first == game->empty; i++) {
        const struct mad_delta *delta = &run->trail[i];
        if (delta->kind == MAD_DELTA_SQUARE && delta->index == run->origin) {
            way.first = delta->before;
        }
    }
    return way;
}

/* What a state says of such a move, at whose end stands that man: he whose way it is, unless he came from a pocket. */
static struct last_move last_of_way(const struct mad_generator *run, const struct way *way,
                                    uint32_t line, uint32_t placed)
{
    const bool left = way->first != run->game->empty;
    const uint32_t flags = way->flags | (left && way->first != placed ? MAD_MOVE_CHANGES : 0u);
    return (struct last_move){.flags = (uint16_t)flags,
                              .line = (uint8_t)line,
                              .kind = run->game->codes[left ? way->first : placed].type};
}

/* Marks that are notes within one move go before it counts. */
static void clear_scratch(struct mad_generator *run)
{
    for (uint32_t bits = run->program->marks.scratch; bits != 0; bits &= bits - 1) {
        uint32_t mark = (uint32_t)__builtin_ctz(bits);
        mad_set squares = mad_slot(run->state, run->game->mark_slot + mark);
        for (; !set_empty(squares); squares = set_rest(squares)) {
            effect_mark(run, mark, set_first(squares), false);
        }
    }
}

static void set_filters(struct mad_generator *run, mad_set allowed);

RUN_INLINE uint32_t is_ranked(const struct mad_capture_rank *rank, uint32_t kind)
{
    return kind < MAD_MAX_TYPES ? (uint32_t)(rank->types[kind / 64] >> kind % 64) & 1 : 0;
}

RUN_INLINE uint32_t at_most_a_byte(uint32_t number)
{
    return number < UINT8_MAX ? number : UINT8_MAX;
}

/* What a way is worth that has taken so many: the number, and below it what each rank says, a byte each. */
static uint32_t worth_of_way(const struct mad_generator *run, uint32_t taken, uint32_t kind)
{
    uint32_t worth = at_most_a_byte(taken);
    for (uint32_t r = 0; r < run->program->capture_rank_count; r++) {
        const struct mad_capture_rank *rank = &run->program->capture_ranks[r];
        uint32_t said = 0, before = 0, men = 0;
        for (uint32_t i = 0; rank->what != MAD_BETTER_WITH && i < run->trail_count; i++) {
            if (mad_delta_takes(&run->trail[i])) {
                said += is_ranked(rank, run->game->codes[run->trail[i].before].type);
                men += 1;
                before += said == 0;
            }
        }
        worth = worth << 8 | (rank->what == MAD_BETTER_WITH   ? is_ranked(rank, kind)
                              : rank->what == MAD_BETTER_MANY ? at_most_a_byte(said)
                                                              : at_most_a_byte(men - before));
    }
    return worth;
}

/* Where the man stands who went, or stayed where he was. */
RUN_INLINE uint32_t ends_on(const struct mad_generator *run)
{
    return run->last_square != MAD_NO_SQUARE ? run->last_square : run->origin;
}

/* There what follows his move begins; of a move of nobody on the first square. */
static uint32_t stands_on(const struct mad_generator *run)
{
    return ends_on(run) != MAD_NO_SQUARE ? ends_on(run) : 0;
}

/* Whether somebody stood on the square before. */
static bool has_landed_on(const struct mad_generator *run, uint32_t square)
{
    uint32_t i = 0;
    while (i < run->trail_count &&
           (run->trail[i].kind != MAD_DELTA_SQUARE || run->trail[i].index != square)) {
        i++;
    }
    return i < run->trail_count && square != run->origin &&
           run->trail[i].before != run->game->empty;
}

/* Notes how many the way has taken that has been gone: that of a verb with what has come of it by itself, that of
 * a line likewise where captures have ranks and it is one, and otherwise whom it has landed on: there, wherever
 * what has happened by itself has brought him since. */
static void note_takes(struct mad_generator *run, uint32_t line, uint32_t landed)
{
    if (run->sink.captures_only) {
        const bool lands_on = run->game->lines[line].is_motion && has_landed_on(run, landed);
        const bool all = !run->game->lines[line].is_motion ||
                         (lands_on && run->program->capture_rank_count != 0);
        run->going.taken = all ? men_taken(run, 0) : lands_on;
    }
    if (run->sink.most != 0) {
        uint8_t who = way_of(run).first;
        if (who == run->game->empty && ends_on(run) != MAD_NO_SQUARE) { /* put there, or stays */
            who = mad_state_board(run->game, run->state)[ends_on(run)];
        }
        run->going.worth = worth_of_way(run, run->going.taken, run->game->codes[who].type);
    }
}

/* None are wanted any more, whatever the registers have been put back to. */
static void end_plain_moves(struct mad_generator *run)
{
    if (set_empty(run->masks.wanted)) {
        set_filters(run, set_none());
    }
}

/* Whether no way so far is worth more than this one. One that is worth more than all before puts an end
 * to them, and to plain moves, which take one at most. */
static bool takes_enough(struct mad_generator *run)
{
    const uint32_t worth = run->going.worth;
    if (worth > run->sink.most) {
        run->sink.most = worth;
        run->sink.count = run->sink.way_count = 0;
        if (run->sink.batches != NULL) {
            run->sink.batches->count = 0;
        }
        if (run->sink.list != NULL) {
            run->sink.list->count = run->sink.first_move;
            run->sink.list->delta_count = run->sink.first_delta;
        }
        run->masks.wanted = set_none();
        end_plain_moves(run);
    }
    return worth == run->sink.most;
}

/* Whether the same man has come to the same position another way: in what order he takes is not told. Counters are
 * not in the key. */
static bool is_said_twice(struct mad_generator *run)
{
    uint64_t way = run->state->key ^ (run->origin + 1) * UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t i = 0; i < 2 * run->game->counter_count; i++) {
        way = mad_hash(way, (&run->state->counters[0][0])[i]);
    }
    for (uint32_t i = 0; i < run->sink.way_count; i++) {
        if (run->ways[i] == way) {
            return true;
        }
    }
    if (run->sink.way_count == MAD_MAX_WAYS) {
        mad_run_cross(run, MAD_LIMIT_MOVES);
        return false;
    }
    run->ways[run->sink.way_count++] = way;
    return false;
}

/* A whole move, legal for certain when `known`: counted or listed, unless it is none. */
static bool finish_move(struct mad_generator *run, uint32_t line, bool counting, bool known)
{
    if (run->outcome != 0 && run->sink.captures_only && !run->extending) {
        return false; /* whoever has to capture does not leave it to chance */
    }
    if (known && counting) {
        run->sink.count++;
        return true;
    }
    clear_scratch(run);
    const struct mad_game *game = run->game;
    const struct way way = way_of(run);
    uint32_t to = ends_on(run);
    uint8_t placed = to == MAD_NO_SQUARE ? game->empty : mad_state_board(game, run->state)[to];
    const struct last_move last = last_of_way(run, &way, line, placed);
    if ((run->sink.captures_only && run->going.taken == 0) ||
        (!known && run->legality != MAD_LEGALITY_NONE && is_forbidden(run, last)) ||
        (run->sink.most != 0 && (!takes_enough(run) || is_said_twice(run)))) {
        return false;
    }
    if (counting) {
        run->sink.count++;
        return true;
    }
    struct mad_move_list *list = run->sink.list;
    if (list->delta_count + run->trail_count > list->delta_capacity) {
        mad_run_out_of_list(run);
        return false;
    }
    struct mad_delta *const deltas = list->deltas + list->delta_count;
    for (uint32_t i = 0; i < run->trail_count; i++) { /* few */
        deltas[i] = run->trail[i];
    }
    const uint32_t flags = last.flags | (run->outcome != 0 ? run->first_outcome : 0);
    add_move(run, (struct mad_move){(uint16_t)run->origin, (uint16_t)to, placed, (uint8_t)line,
                                    (uint16_t)flags, list->delta_count, run->trail_count});
    run->first_outcome = 0;
    list->delta_count += run->trail_count;
    return true;
}

/* Whether all that may follow a legal move is legal. */
static bool is_extension_known(const struct mad_generator *run)
{
    return run->program->extension.is_safe[run->side] && !run->sink.captures_only;
}

/* What follows moves from these squares, one way more. */
static void note_going_on(struct mad_generator *run, mad_set from)
{
    uint32_t i = 0;
    while (i < run->going.count && !set_empty(run->going.on[i].from ^ from)) {
        i++;
    }
    if (i == MAD_MAX_GOING_ON) {
        run->going.alike = false;
        return;
    }
    if (i == run->going.count) {
        run->going.on[i].from = from;
        run->going.on[i].ways = 0;
        run->going.count++;
    }
    run->going.on[i].ways++;
}

/* All squares of one choice among those where a move goes on; false when they are tried one by one. */
static bool goes_on_at_once(struct mad_generator *run, mad_set squares)
{
    if (run->foreseeing) {
        note_going_on(run, squares);
        return true;
    }
    if (is_extension_known(run)) {
        run->sink.count += set_size(squares);
        return true;
    }
    return false;
}

/* What may or must follow the move that has been made, each way of it one whole move. The program that made the move goes on
 * afterwards, and finds its registers as they were. */
static void run_extension(struct mad_generator *run, uint32_t line, uint32_t here, bool counting)
{
    struct mad_save saves[MAD_SAVE_LEVELS];
    mad_set sets[MAD_MAX_SETS];
    int32_t numbers[MAD_NUMBERS];
    const struct mad_program *program = run->program;
    uint32_t address = program->extension.program[run->side], last = run->last_square;
    memcpy(saves, run->saves, sizeof saves);
    memcpy(sets, run->set, program->extension.registers * sizeof *sets);
    memcpy(numbers, run->number, sizeof numbers);
    run->saves[0] = (struct mad_save){run->trail_count, (uint16_t)here, (uint16_t)run->last_square};
    run->extending = true;
    run->going.main_line = line;
    struct last_move last_move = {0};
    if (program->extension.asks[run->side]) {
        const struct way way = way_of(run);
        last_move =
            swap_last(run->state, last_of_way(run, &way, line,
                                              mad_state_board_const(run->game, run->state)[here]));
    }
    counting ? run_counting(run, address, here) : run_listing(run, address, here);
    if (program->extension.asks[run->side]) {
        (void)swap_last(run->state, last_move);
    }
    run->extending = false;
    memcpy(run->saves, saves, sizeof saves);
    memcpy(run->set, sets, program->extension.registers * sizeof *sets);
    memcpy(run->number, numbers, sizeof numbers);
    end_plain_moves(run);
    run->last_square = last;
}

/* A plain move that goes on; the mark that it leaves is one of its effects then. */
static void make_main(struct mad_generator *run, const struct mad_main *move)
{
    uint8_t code = mad_state_board(run->game, run->state)[move->from];
    effect_plain(run, move->from, move->to, move->placed);
    effect_left(run, code, move->from, move->to);
}

static void extend_plain(struct mad_generator *run, uint32_t from, uint32_t to, uint32_t placed,
                         bool counting)
{
    uint32_t trail = run->trail_count;
    run->going.main = (struct mad_main){(uint16_t)from, (uint16_t)to, (uint8_t)placed, true};
    run->going.taken = mad_state_board(run->game, run->state)[to] != run->game->empty;
    run->going.worth = run->going.taken; /* where captures have ranks, no plain move is one */
    make_main(run, &run->going.main);
    if (run->status == MAD_OK) {
        run_extension(run, 0, run->last_square, counting);
    }
    effects_undo(run, trail);
}

/* Whether what follows plain moves of this man to empty squares can be told from the sets of men alone:
 * nothing else is changed then, and nothing is made. */
static bool extends_lightly(const struct mad_generator *run, uint32_t code, uint32_t from,
                            bool counting)
{
    const struct mad_program *program = run->program;
    return program->extension.lightly[run->side] && (counting || run->sink.batches != NULL) &&
           run->legality == MAD_LEGALITY_NONE && is_extension_known(run) && !run->extending &&
           program->piece.traits[code].goes_without_side_effects &&
           program->piece.traits[code].trail_marks == NULL && program->arrival.count[code] == 0 &&
           set_has(run->going.from, from);
}

/* Counts or batches what follows such moves, each of which is none without it. Returns the targets that
 * are left, those with men on them or for which there was no room. */
static mad_set extend_lightly(struct mad_generator *run, uint32_t code, uint32_t from,
                              mad_set targets, bool counting)
{
    const uint32_t address = run->program->extension.program[run->side];
    const uint32_t choices = run->program->extension.choices[run->side];
    const size_t bytes = run->program->extension.registers * sizeof *run->set;
    uint64_t *const sets = run->state->sets;
    const mad_set own = mad_slot(run->state, run->side) & ~set_of(from);
    const mad_set alike = mad_slot(run->state, MAD_SLOT_CODE + code) & ~set_of(from);
    const uint32_t last = run->last_square, origin = run->origin;
    mad_set outer[MAD_MAX_SETS], empty = targets & ~run->occupied;
    memcpy(outer, run->set, bytes);
    targets &= run->occupied;
    run->origin = from;
    run->extending = true;
    run->going.main_line = 0;
    for (; !set_empty(empty); empty = set_rest(empty)) {
        const uint32_t to = set_first(empty);
        if (!counting && run->sink.batches->count + choices > MAD_MAX_BATCHES) {
            targets |= empty;
            break;
        }
        set_store(sets + run->side * MAD_WORDS, own | set_of(to));
        set_store(sets + (MAD_SLOT_CODE + code) * MAD_WORDS, alike | set_of(to));
        run->going.main = (struct mad_main){(uint16_t)from, (uint16_t)to, (uint8_t)code, true};
        run->saves[0] = (struct mad_save){run->trail_count, (uint16_t)to, (uint16_t)to};
        run->last_square = to;
        counting ? run_counting(run, address, to) : run_listing(run, address, to);
    }
    run->extending = false;
    run->last_square = last;
    run->origin = origin;
    set_store(sets + run->side * MAD_WORDS, own | set_of(from));
    set_store(sets + (MAD_SLOT_CODE + code) * MAD_WORDS, alike | set_of(from));
    memcpy(run->set, outer, bytes);
    return targets;
}

/* Where moves go on on the square that they leave, whatever they are: sees from which squares, and in
 * how many ways, by running what follows as if all of these squares had been left. */
static void foresee_extensions(struct mad_generator *run)
{
    mad_set somewhere = set_none();
    run->going.count = 0;
    if (!run->extends || !run->going.alike) {
        return;
    }
    run->extending = run->foreseeing = true;
    run_counting(run, run->program->extension.program[run->side], 0);
    run->extending = run->foreseeing = false;
    for (uint32_t i = 0; i < run->going.count; i++) {
        somewhere |= run->going.on[i].from;
    }
    if (run->going.alike) {
        run->going.from = somewhere;
    }
}

RUN_INLINE void finish_way(struct mad_generator *run, uint32_t line, uint32_t landed, bool counting,
                           enum mad_legality_class gate)
{
    bool known = gate == MAD_CLASS_TWO_MAN && run->legality != MAD_LEGALITY_NONE
                     ? run->second_man
                     : gate_knows(run, gate, run->origin);
    bool extends = run->extends && run->outcome == 0; /* nothing is chosen behind a toss */
    const uint32_t trail = run->trail_count;
    note_takes(run, line, landed);
    if ((!extends || !run->program->extension.must[run->side]) &&
        !finish_move(run, line, counting, known)) {
        return; /* illegal in itself */
    }
    if (extends && run->status == MAD_OK) {
        const uint32_t here = stands_on(run);
        effects_undo(run, trail); /* notes of the move stay while it goes on */
        run->going.main.plain = false;
        run_extension(run, line, here, counting);
    }
}

/* What happens because a man's way has ended: `when its own move ends`, where he has landed, and `when
 * capturing`, also where he stays. */
static void end_by_itself(struct mad_generator *run, uint32_t code, uint32_t at)
{
    const struct mad_piece_table *piece = &run->program->piece;
    if (piece->after[code] != MAD_NO_PROGRAM && run->last_square != MAD_NO_SQUARE) {
        run_program(run, piece->after[code], at);
    }
    if (piece->capturing[code] != MAD_NO_PROGRAM && men_taken(run, 0) != 0) {
        run_program(run, piece->capturing[code], at);
    }
}

/* Whether the way has taken a man from one of the squares that are asked about: then the run ends. */
static __attribute__((noinline)) void end_probe(struct mad_generator *run)
{
    for (uint32_t i = 0; i < run->trail_count && !run->holds; i++) {
        const struct mad_delta *delta = &run->trail[i];
        run->holds = mad_delta_takes(delta) && set_has(run->probed, delta->index);
    }
    run->sink.drawing = run->sink.one_will_do = run->holds;
    run->sink.count = run->holds;
}

/* What the man may become who has gone there; null: he stays who he is. */
RUN_INLINE const struct mad_arrival *arrival_of(const struct mad_program *program, uint32_t code,
                                                uint32_t from, uint32_t at)
{
    const struct mad_arrival *arrival = program->arrival.ways[code];
    const struct mad_arrival *const end = arrival + program->arrival.count[code];
    while (arrival < end && (!set_has(mad_const(program, arrival->from), from) ||
                             !set_has(mad_const(program, arrival->to), at))) {
        arrival++;
    }
    return arrival < end ? arrival : NULL;
}

/* The end of a way: once for each kind that its man may become there. */
static void end_way(struct mad_generator *run, uint32_t line, bool counting,
                    enum mad_legality_class gate)
{
    const struct mad_program *program = run->program;
    const struct mad_arrival *arrival = NULL;
    const bool lands = run->last_square != MAD_NO_SQUARE;
    const uint32_t at = lands ? run->last_square : run->origin, trail = run->trail_count;
    uint32_t code = run->game->empty, way = 0;
    run->ended++;
    if (run->sink.probing) {
        end_probe(run);
        return;
    }
    if (run->extending) {
        finish_move(run, run->going.main_line, counting,
                    gate == MAD_CLASS_FREE || is_extension_known(run));
        return;
    }
    if (run->origin != MAD_NO_SQUARE) {
        code = mad_state_board(run->game, run->state)[at];
    }
    const bool comes = code != run->game->empty;
    if (comes && lands) {
        arrival = arrival_of(program, code, run->origin, at);
    }
    do {
        if (arrival != NULL) {
            effect_square(run, at, program->arrival.choices[arrival->first + way], 0);
        }
        if (comes) {
            end_by_itself(run, code, at);
        }
        finish_way(run, line, at, counting, gate);
        if (arrival != NULL && (counting || !run->sink.drawing)) { /* one that is drawn stays */
            effects_undo(run, trail);
        }
        way++;
    } while (arrival != NULL && way < arrival->count);
}

/* The squares of MANY for which masks say that the ways on from there are legal. */
static mad_set known_squares(const struct mad_generator *run, const struct mad_instruction *many,
                             uint32_t here)
{
    mad_set squares = run->set[many->a];
    return run->extending ? squares
                          : gate_targets(run, (enum mad_legality_class)many->b, here, squares);
}

/* Whether the ways of MANY, whose loop only drops men, are known without going them: each is the same
 * few effects. */
static bool drops_known(const struct mad_generator *run, const struct mad_instruction *many,
                        uint32_t here)
{
    return (many->c & MAD_DROPS) && !run->extends && !run->sink.probing &&
           gate_knows(run, (enum mad_legality_class)many->b, here) &&
           run->origin == MAD_NO_SQUARE && run->trail_count == 0 && run->repeats == 0 &&
           run->outcome == 0 && run->program->marks.scratch == 0 &&
           !set_meets(run->set[many->a], run->occupied);
}

/* Lists one of them. */
static void list_drop(struct mad_generator *run, const struct mad_drop *drop, uint32_t square)
{
    const struct mad_game *game = run->game;
    struct mad_move_list *list = run->sink.list;
    const uint32_t first = list->delta_count;
    const uint32_t flags =
        MAD_MOVE_DROP | (run->on_duty ? MAD_MOVE_FORCED : 0u) |
        (run->program->drops_without_side_effects ? MAD_MOVE_SIDE_EFFECT_FREE : 0u);
    struct mad_delta *delta = list->deltas + first;
    if (list->delta_capacity < first + 2) {
        mad_run_out_of_list(run);
        return;
    }
    *delta++ = (struct mad_delta){MAD_DELTA_SQUARE, MAD_DELTA_PUT, (uint16_t)square, game->empty,
                                  drop->code};
    if (drop->cell != 0) {
        *delta++ = (struct mad_delta){MAD_DELTA_POCKET, 0, (uint16_t)(drop->cell - 1),
                                      (uint8_t)(drop->left + 1), drop->left};
    }
    list->delta_count = (uint32_t)(delta - list->deltas);
    add_move(run, (struct mad_move){MAD_NO_SQUARE, (uint16_t)square, drop->code, drop->line,
                                    (uint16_t)flags, first, list->delta_count - first});
}

/* All ways of such a loop at once; false when they have to be gone. */
static __attribute__((noinline)) bool list_drops(struct mad_generator *run,
                                                 const struct mad_instruction *many, uint32_t here)
{
    if (!drops_known(run, many, here)) {
        return false;
    }
    mad_set squares = known_squares(run, many, here);
    for (; !set_empty(squares) && run->status == MAD_OK; squares = set_rest(squares)) {
        const uint32_t square = set_first(squares);
        const struct mad_drop drop = mad_drop_of(run, many + 2, square);
        list_drop(run, &drop, square);
    }
    return true;
}

/* Whether the squares of MANY, whose loop follows, make a batch: all that is needed to go on from here
 * is the registers. */
static __attribute__((noinline)) bool batch_ways(struct mad_generator *run,
                                                 const struct mad_instruction *many, uint32_t here)
{
    struct mad_batches *batches = run->sink.batches;
    const uint32_t keeps = (many->c & ~(uint32_t)MAD_DROPS) - 1; /* set by mad_vm_optimize */
    bool known = run->extending
                     ? run->going.main.plain && is_extension_known(run)
                     : !run->extends && gate_knows(run, (enum mad_legality_class)many->b, here);
    if (many->c == 0 || !known || run->repeats != 0 || run->outcome != 0 ||
        run->trail_count != (run->extending ? run->saves[0].trail : 0) ||
        batches->count == MAD_MAX_BATCHES || batches->kept_count + keeps > MAD_MAX_KEPT) {
        return false;
    }
    mad_set targets = known_squares(run, many, here);
    if (set_empty(targets)) {
        return true;
    }
    struct mad_batch *batch = new_batch(run, targets, set_size(targets));
    mad_set *kept = batches->kept + batches->kept_count;
    batches->kept_count += keeps;
    if (keeps != 0) {
        memcpy(kept, run->set, keeps * sizeof *kept);
    }
    batch->kept = kept;
    batch->loop = (uint32_t)(many + 2 - run->program->fast);
    batch->from = (uint16_t)run->origin;
    batch->here = (uint16_t)here;
    batch->last_square = (uint16_t)run->last_square;
    batch->main.plain = run->extending;
    if (run->extending) {
        batch->main = run->going.main;
    }
    return true;
}

/* Whether a way with a toss may be gone, as far as this outcome says. */
static bool may_come_out(struct mad_generator *run, uint32_t line, enum mad_legality_class gate)
{
    uint64_t before = run->sink.count;
    end_way(run, line, true, gate);
    bool legal = run->sink.count != before || run->sink.probing;
    run->sink.count = before;
    return legal;
}
