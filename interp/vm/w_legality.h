/* w_legality.h - what the law allows, as masks before moves are made; included by w_run.c.
 *
 * Layer: vm. Checkers, pinned men and men whom masks cannot follow (suspects) are found once for each position,
 * from the enemy's ways of capturing read backwards from the royal. What masks cannot tell is made on the state
 * and tested by the law's own program. A Bishop between his King and an enemy's Rook may go along that line
 * alone. It relies on program->attacks, and on law_reads.c for laws that are not about royals. */

static void set_filters(struct mad_generator *run, mad_set allowed)
{
    allowed &= run->wanted;
    run->set[0] = run->set[3] & allowed;
    run->set[1] = run->set[4] & allowed;
    run->set[2] = run->set[5] & allowed;
}

/* In pieces that are one instruction each where vectors are that wide: a loop over a count is slower. */
RUN_INLINE void clear_head(struct mad_generator *run)
{
    enum { PIECE = 32, PIECES = 6 };
    static_assert(offsetof(struct mad_generator, game) <= PIECE * PIECES &&
                      offsetof(struct mad_generator, set) >= PIECE * PIECES,
                  "no more than the head, and what is written anyway");
    char *head = (char *)run;
    memset(head, 0, PIECE);
    memset(head + PIECE, 0, PIECE);
    memset(head + 2 * PIECE, 0, PIECE);
    memset(head + 3 * PIECE, 0, PIECE);
    memset(head + 4 * PIECE, 0, PIECE);
    memset(head + 5 * PIECE, 0, PIECE);
}

RUN_INLINE void begin(struct mad_generator *run, const struct mad_game *game,
                      struct mad_state *state, uint32_t side)
{
    const mad_set own = mad_slot(state, side), enemy = mad_slot(state, 1 - side);
    const mad_set nobodys = mad_slot(state, MAD_NOBODY), men = own | enemy | nobodys;
    const mad_set board = mad_const(game->program, game->program->board_const);
    clear_head(run);
    run->game = game;
    run->program = game->program;
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
    if (__builtin_expect(!mad_state_is_made(state), false)) {
        run->status = MAD_ERROR_LIMIT; /* it was noted where when the state was made */
    }
}

void mad_run_begin(struct mad_generator *run, const struct mad_game *game, struct mad_state *state,
                   uint32_t side)
{
    begin(run, game, state, side);
}

/* Finds from where men would attack the enemy's royal, and who stands between it and a man that would.
 * False when it is attacked already. */
static bool find_spared(struct mad_generator *run)
{
    const struct mad_program *program = run->program;
    const struct mad_attack *const end =
        program->attacks[run->side] + program->attack_count[run->side];
    mad_set spared = mad_slot(run->state, MAD_SLOT_CODE + program->royal_code[1 - run->side]);
    mad_set own = mad_slot(run->state, run->side);
    mad_set royals = mad_slot(run->state, MAD_SLOT_CODE + program->royal_code[run->side]);
    run->royal_line = mad_const(program, program->board_const);
    for (uint32_t code = 0; code < run->game->code_count; code++) {
        run->barred[code] = set_none();
    }
    for (; !set_empty(spared); spared = set_rest(spared)) {
        uint32_t royal = set_first(spared);
        for (const struct mad_attack *attack = program->attacks[run->side]; attack < end;
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
        if (program->arrival_count[code] == 0 || set_empty(men)) {
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
static void find_read_about(struct mad_generator *run, uint32_t attacker, uint32_t square)
{
    const struct mad_attack *attack = run->program->attacks[attacker];
    const struct mad_attack *const end = attack + run->program->attack_count[attacker];
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

static mad_set leaps_of(const struct mad_generator *run, uint32_t table, mad_set squares);

/* Where laws look at no more than some men and who attacks them: unless they forbid the position as it
 * is, moves elsewhere cannot make them. False when all moves have to be tested. */
static bool find_read(struct mad_generator *run, const struct mad_law_reads *law_reads,
                      uint32_t doubt)
{
    const struct mad_program *program = run->program;
    if (!law_reads->known || run->extends || law_holds(run, doubt, NULL)) {
        return false;
    }
    if (run->legality != MAD_LEGALITY_SUSPECT) {
        run->legality = MAD_LEGALITY_SUSPECT;
        run->suspects = run->suspect_ends = run->suspect_takers = set_none();
    }
    run->shields = set_none();
    for (uint32_t i = 0; i < law_reads->count; i++) {
        const struct mad_law_read *law_read = &law_reads->items[i];
        mad_set men = set_none();
        for (uint32_t c = 0; c < law_read->code_count; c++) {
            men |= mad_slot(run->state, MAD_SLOT_CODE + law_read->codes[c]);
        }
        run->suspects |= men;
        run->suspect_ends |= men;
        for (; law_read->attacker != MAD_NOBODY && !set_empty(men); men = set_rest(men)) {
            find_read_about(run, law_read->attacker, set_first(men));
        }
    }
    for (uint32_t code = 0; law_reads->made && code < run->game->code_count; code++) {
        if (program->arrival_count[code] != 0) {
            run->suspects |= mad_slot(run->state, MAD_SLOT_CODE + code) &
                             mad_const(program, program->arrives_from[code]);
        }
    }
    if (program->captures_trigger) { /* what goes with a man who is taken may be such a man */
        mad_set matters = run->occupied & (run->suspects | run->suspect_ends | run->shields);
        mad_set taken = program->triggers_near
                            ? leaps_of(run, program->triggered_from * run->game->squares, matters)
                            : run->occupied;
        run->suspect_ends |= taken & run->occupied;
        run->suspect_takers = run->shields;
    }
    return true;
}

/* Finds from where plain moves may go on. Where that takes an empty square of a mark and all of those have
 * men now, it is the square that the man leaves, wherever he goes. */
static void begin_extensions(struct mad_generator *run)
{
    const struct mad_program *program = run->program;
    uint32_t mark = program->extend_mark[run->side];
    run->extends = program->extend[run->side] != MAD_NO_PROGRAM;
    run->extends_alike = false;
    run->extends_from = mad_const(program, program->board_const);
    if (run->extends && mark != MAD_NO_MARK) {
        mad_set marked = mad_slot(run->state, run->game->mark_slot + mark);
        if (set_within(marked, run->occupied)) {
            run->extends_from = marked;
            run->extends_alike = program->extension_is_safe[run->side] && !program->must_capture;
        }
    }
}

static bool any_attacked_now(struct mad_generator *run, mad_set squares, uint32_t player);

/* Men of the enemy whose taking may release the mover from the law about royals. */
static mad_set exempting_men(const struct mad_generator *run)
{
    const struct mad_law_reads *guarding = &run->program->guarding[run->side];
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
static void make_exceptions(struct mad_generator *run)
{
    const struct mad_program *program = run->program;
    run_listing(run, program->guard[run->side], 0);
    bool bound = run->holds;
    run->holds = false;
    if (!bound || any_attacked_now(run, exempting_men(run), run->side)) {
        run->legality = MAD_LEGALITY_TEST;
    }
}

/* Where a capture may take somebody of these away. */
static mad_set exploded_from(const struct mad_generator *run, mad_set men)
{
    const struct mad_program *program = run->program;
    mad_set spared = set_none();
    for (uint32_t i = 0; i < program->spared_count; i++) {
        spared |= mad_slot(run->state, MAD_SLOT_CODE + program->spared_codes[i]);
    }
    return leaps_of(run, program->exploded_from, men & ~spared) |
           leaps_of(run, program->spared_from, men & spared);
}

/* Where blasts and whatever they leave decide about captures: those that reach the enemy's royal and not
 * the own one are legal, those that reach nobody who screens it as long as there is no check; others of
 * the latter are tested. */
static __attribute__((noinline)) void begin_explosions(struct mad_generator *run,
                                                       uint32_t enemy_royal)
{
    const struct mad_program *program = run->program;
    const mad_set enemy = mad_slot(run->state, 1 - run->side);
    const mad_set taken = enemy & ~mad_leap(run, program->exploded_from, run->royal);
    const mad_set winning = taken & mad_leap(run, program->exploded_from, enemy_royal);
    mad_set doubtful = set_none();
    for (uint32_t i = 0; i < run->pin_count; i++) {
        run->screens |= run->pins[i].line & enemy;
    }
    if (!set_empty(run->screens)) {
        doubtful = taken & ~winning & exploded_from(run, run->screens);
    }
    mad_set legal = run->in_check ? winning : taken & ~doubtful;
    run->answers = (run->answers & ~enemy) | legal | doubtful;
    for (uint32_t i = 0; i < run->pin_count; i++) {
        run->pins[i].line = (run->pins[i].line & ~enemy) | winning | doubtful;
    }
    if (!set_empty(doubtful)) {
        run->legality = MAD_LEGALITY_SUSPECT;
        run->suspects = run->suspect_takers = set_none();
        run->suspect_ends = doubtful;
    }
}

/* The one royal of the enemy where blasts decide, unless it lets the own one be attacked where it is; else
 * MAD_NO_SQUARE. */
RUN_INLINE uint32_t binding_royal(const struct mad_generator *run, mad_set own)
{
    const struct mad_program *program = run->program;
    mad_set royals = mad_slot(run->state, MAD_SLOT_CODE + program->royal_code[1 - run->side]);
    if (set_empty(royals) || !set_empty(set_rest(royals)) ||
        set_meets(own, mad_leap(run, program->released[run->side], set_first(royals)))) {
        return MAD_NO_SQUARE;
    }
    return set_first(royals);
}

/* The masks, where the law about royals is all there is to ask; false, and nothing that lasts is done, when
 * there is not one royal or masks do not tell. */
RUN_INLINE bool begin_masks(struct mad_generator *run)
{
    mad_set royals = mad_slot(run->state, MAD_SLOT_CODE + run->program->royal_code[run->side]);
    if (set_empty(royals) || !set_empty(set_rest(royals))) {
        return false;
    }
    uint32_t enemy = MAD_NO_SQUARE;
    if (run->program->explosions && (enemy = binding_royal(run, royals)) == MAD_NO_SQUARE) {
        return false;
    }
    run->legality = MAD_LEGALITY_ROYAL;
    run->masked = true;
    run->extends = run->beside = run->spares = false;
    run->screens = run->exempt = set_none();
    run->royal = set_first(royals);
    run->row = row_of(run, run->royal);
    find_checks(run);
    if (run->program->explosions && run->legality != MAD_LEGALITY_TEST) {
        run->exempt = mad_leap(run, run->program->released[run->side], enemy);
        begin_explosions(run, enemy);
    }
    return run->legality != MAD_LEGALITY_TEST;
}

static __attribute__((noinline)) void begin_other_legality(struct mad_generator *run)
{
    run->legality = run->program->legality;
    run->royal = MAD_NO_SQUARE;
    run->screens = run->exempt = set_none();
    begin_extensions(run);
    run->masked = run->legality == MAD_LEGALITY_ROYAL;
    if (run->masked) {
        mad_set royals = mad_slot(run->state, MAD_SLOT_CODE + run->program->royal_code[run->side]);
        if (set_empty(royals)) {
            run->legality = run->program->more_laws || run->program->royals_appear
                                ? MAD_LEGALITY_TEST
                                : MAD_LEGALITY_NONE;
        } else if (!set_empty(set_rest(royals)) || run->program->explosions) {
            run->legality = MAD_LEGALITY_TEST;
        } else {
            run->royal = set_first(royals);
            run->row = row_of(run, run->royal);
            find_checks(run);
        }
    }
    if (run->masked && run->program->guard[run->side] != MAD_NO_PROGRAM &&
        run->legality != MAD_LEGALITY_NONE && run->legality != MAD_LEGALITY_TEST) {
        make_exceptions(run);
    }
    run->spares = run->masked && run->program->spares_royal && run->legality != MAD_LEGALITY_TEST &&
                  !run->extends && find_spared(run);
    if (run->masked && run->program->spares_royal && !run->spares) {
        run->legality = MAD_LEGALITY_TEST;
    }
    run->beside = false;
    if (run->masked && run->legality != MAD_LEGALITY_TEST &&
        run->program->beside[run->side].known) {
        run->beside =
            find_read(run, &run->program->beside[run->side], run->program->doubt[run->side]);
        run->legality = run->beside ? MAD_LEGALITY_SUSPECT : MAD_LEGALITY_TEST;
    }
    if (run->legality == MAD_LEGALITY_NONE || run->legality == MAD_LEGALITY_TEST) {
        run->masked = false;
        run->in_check = false;
        run->answers = mad_const(run->program, run->program->board_const);
        run->pinned = set_none();
        run->pin_count = 0;
    }
    if (run->legality == MAD_LEGALITY_TEST) {
        find_read(run, &run->program->law_reads[run->side], run->program->illegal[run->side]);
    }
}

/* The same where there is no law: every mask lets through what the clause does. */
RUN_INLINE void begin_lawless(struct mad_generator *run)
{
    run->royal = MAD_NO_SQUARE;
    run->second_man = run->near_drawn = run->alone = run->told = false;
    run->masked = run->beside = run->spares = false;
    run->dangers = set_none();
    run->free_men = ~set_none();
    run->set[0] = run->set[3];
    run->set[1] = run->set[4];
    run->set[2] = run->set[5];
}

/* Prepares the masks that laws ask for. */
static __attribute__((noinline)) void begin_laws(struct mad_generator *run)
{
    bool alone = run->program->masks_alone[run->side] && begin_masks(run);
    if (!alone) {
        begin_other_legality(run);
    }
    run->second_man = run->near_drawn = false;
    run->alone = alone && run->legality == MAD_LEGALITY_ROYAL;
    run->told = run->masked && !run->in_check && run->program->dangers_of_all[run->side];
    run->drawn = run->told ? set_of(run->royal) : set_none(); /* it is not attacked */
    run->dangers = set_none();
    run->free_men = ~run->pinned;
    set_filters(run, run->answers);
}

/* What legality asks for, before moves are generated. */
RUN_INLINE void begin_legality(struct mad_generator *run)
{
    if (run->program->lawless[run->side]) {
        begin_lawless(run);
    } else {
        begin_laws(run);
    }
}

/* Where the man on `square` may go without leaving its royal attacked. */
static mad_set allowed_for(const struct mad_generator *run, uint32_t square)
{
    for (uint32_t i = 0; i < run->pin_count; i++) {
        if (run->pins[i].square == square) {
            return run->answers & run->pins[i].line;
        }
    }
    return run->answers;
}

/* Squares of `targets` for which a way of this class is legal; for MAD_CLASS_STAY all or none. */
static mad_set gate_targets(const struct mad_generator *run, enum mad_legality_class gate,
                            uint32_t here, mad_set targets)
{
    switch (gate) {
    case MAD_CLASS_PLAIN: return targets & allowed_for(run, here);
    case MAD_CLASS_DROP: return targets & run->answers;
    case MAD_CLASS_STAY: return run->in_check ? set_none() : targets;
    case MAD_CLASS_TWO_MAN:
    case MAD_CLASS_SWEPT:
    case MAD_CLASS_FREE:
    case MAD_CLASS_TEST: break;
    }
    return targets;
}

/* Whether the way of a rider to the square led over `from`, which is left. */
static __attribute__((noinline)) bool is_opened(const struct mad_generator *run, uint32_t square,
                                                mad_set from, mad_set occupied)
{
    const struct mad_program *program = run->program;
    const struct mad_attack *attack = program->attacks[1 - run->side];
    const struct mad_attack *const end = attack + program->attack_count[1 - run->side];
    mad_set enemy = mad_slot(run->state, 1 - run->side);
    for (attack += program->attack_leaps[1 - run->side]; attack < end; attack++) {
        mad_set rays = mad_leap(run, attack->rays, square);
        if (set_meets(rays, from) && set_meets(rays, enemy) &&
            set_meets(mad_ride(run, attack->table, square, occupied), attackers(run, attack))) {
            return true;
        }
    }
    return false;
}

/* The same when the map does not tell. */
static __attribute__((noinline)) int two_man_is_safe(const struct mad_generator *run, uint32_t goal,
                                                     mad_set occupied)
{
    bool masks = run->legality == MAD_LEGALITY_ROYAL ||
                 (run->legality == MAD_LEGALITY_SUSPECT && run->masked);
    if (!masks || run->program->attacks_see_kinds[1 - run->side]) {
        return -1;
    }
    return !mad_is_attacked(run, 1 - run->side, goal, occupied, true);
}

/* Whether a way is legal on which the royal goes from `here` to one square and another man from one to
 * another: 1 or 0; -1 when it has to be made to see that. */
static __attribute__((noinline)) int two_man_is_legal(struct mad_generator *run, uint32_t here,
                                                      mad_set target, mad_set from, mad_set to)
{
    mad_set stay = run->occupied & ~(set_of(here) | from), come = target | to;
    if (run->captures_only || run->trail_count != 0 || set_size(target) != 1 ||
        set_size(from) != 1 || set_size(to) != 1 || set_meets(set_of(here) | target, from | to) ||
        set_meets(come, stay)) {
        return -1; /* one of them takes somebody, the other among them */
    }
    if (run->legality == MAD_LEGALITY_NONE) {
        return 1;
    }
    if (here != run->royal) {
        return -1;
    }
    if (set_within(target, run->drawn) && !set_meets(target, run->dangers)) {
        return !is_opened(run, set_first(target), from, stay | come);
    }
    return two_man_is_safe(run, set_first(target), stay | come);
}

/* Whether the royal piece stands on a square, or has left it on the way so far. */
static bool has_royal(const struct mad_generator *run, uint32_t square)
{
    uint8_t royal = run->program->royal_code[run->side];
    for (uint32_t i = 0; i < run->trail_count; i++) {
        if (run->trail[i].kind == MAD_DELTA_SQUARE && run->trail[i].index == square) {
            return run->trail[i].before == royal;
        }
    }
    return mad_state_has(run->game, run->state, MAD_SLOT_CODE + royal, square);
}

/* Whether masks say all about ways of this class for the man that began on `here`. */
static bool gate_knows(const struct mad_generator *run, enum mad_legality_class gate, uint32_t here)
{
    if (run->legality == MAD_LEGALITY_NONE || gate == MAD_CLASS_FREE) {
        return !run->captures_only;
    }
    if (run->captures_only || run->legality >= MAD_LEGALITY_TEST || gate == MAD_CLASS_TEST ||
        gate == MAD_CLASS_TWO_MAN || gate == MAD_CLASS_SWEPT) {
        return false;
    }
    return gate != MAD_CLASS_PLAIN || !has_royal(run, here);
}

/* Squares on which a change may matter to the law about royals that masks answer: the royal's, those between
 * it and riders, and those of men whose taking may release it. */
static mad_set watched_squares(const struct mad_generator *run)
{
    const struct mad_program *program = run->program;
    const struct mad_attack *attack = program->attacks[1 - run->side];
    const struct mad_attack *const end = attack + program->attack_count[1 - run->side];
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
RUN_INLINE bool count_rays(struct mad_generator *run, const struct mad_instruction *head)
{
    const struct mad_instruction *term = head + 1, *const end = term + head->c;
    mad_set watched = set_none(), changed = set_none();
    uint64_t count = 0;
    bool known = gate_knows(run, (enum mad_legality_class)head->b, 0);
    if (run->extends || (!known && (head->b != MAD_CLASS_SWEPT || run->captures_only ||
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
