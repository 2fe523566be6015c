/* w_legality.h - what the law allows, before moves are made; included by w_run.c.
 *
 * Layer: vm. Others ask three things: begin_legality(run), once for a position; allowed(run, man), the squares
 * to which a man may go; doubtful(run, man), those of them that are made and tested all the same. run->legality
 * is the answer that goes for all men: NONE forbids nothing, ROYAL is told by masks alone, SUSPECT by masks but
 * for the doubt, TEST is a trial of every move. Behind it stand five kinds of laws, each begun where the rules
 * have it: none (begin_lawless), a royal (find_checks: checkers, pinned men), explosions (begin_explosions), laws
 * that watch some men (find_read), and the enemy's royal that is spared (find_spared). A Bishop between his King
 * and an enemy's Rook may go along that line alone: `allowed` gives that line. It relies on program->attack.rows,
 * and on asks.c for laws that are not about royals. */

static void set_filters(struct mad_generator *run, mad_set allowed)
{
    allowed &= run->masks.wanted;
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
    const mad_set board = mad_const(game->program, game->program->tables.board_const);
    clear_head(run);
    run->game = game;
    run->program = game->program;
    run->state = state;
    run->side = side;
    run->has_moves = -1;
    run->masks.drawn = set_none();
    run->origin = run->last_square = MAD_NO_SQUARE;
    run->occupied = men;
    run->set[3] = board & ~(own | nobodys);
    run->set[4] = board & ~men;
    run->set[5] = enemy;
    run->set[6] = men;
    run->masks.answers = run->masks.wanted = run->masks.free_men = board;
    run->masks.pinned = set_none();
    if (__builtin_expect(!mad_state_is_made(state), false)) {
        run->status = MAD_ERROR_LIMIT; /* it was noted where when the state was made */
    }
}

static void run_begin(struct mad_generator *run, const struct mad_game *game,
                      struct mad_state *state, uint32_t side)
{
    begin(run, game, state, side);
}

/* A run that asks something for another one: within the same laws and the same limit. */
static void run_begin_for(struct mad_generator *inner, const struct mad_generator *run,
                          struct mad_state *state, uint32_t side)
{
    run_begin(inner, run->game, state, side);
    inner->asked.laws = run->asked.laws;
    inner->steps = run->steps;
}

/* Finds from where men would attack the enemy's royal, and who stands between it and a man that would.
 * False when it is attacked already. */
static bool find_spared(struct mad_generator *run)
{
    const struct mad_program *program = run->program;
    const struct mad_attack *const end =
        program->attack.rows[run->side] + program->attack.count[run->side];
    mad_set spared = mad_slot(run->state, MAD_SLOT_CODE + program->laws.royal_code[1 - run->side]);
    mad_set own = mad_slot(run->state, run->side);
    mad_set royals = mad_slot(run->state, MAD_SLOT_CODE + program->laws.royal_code[run->side]);
    run->masks.royal_line = mad_const(program, program->tables.board_const);
    for (uint32_t code = 0; code < run->game->code_count; code++) {
        run->masks.barred[code] = set_none();
    }
    for (; !set_empty(spared); spared = set_rest(spared)) {
        uint32_t royal = set_first(spared);
        for (const struct mad_attack *attack = program->attack.rows[run->side]; attack < end;
             attack++) {
            mad_set men = attackers(run, attack);
            mad_set at = attack->ride ? mad_ride(run, attack->table, royal, run->occupied)
                                      : mad_leap(run, attack->table, royal);
            mad_set lined_up = attack->ride ? mad_leap(run, attack->full, royal) & men : set_none();
            if (set_meets(at, men)) {
                return false;
            }
            for (uint32_t i = 0; i < attack->code_count; i++) {
                run->masks.barred[attack->codes[i]] |= at;
            }
            for (; !set_empty(lined_up); lined_up = set_rest(lined_up)) {
                mad_set way = between(run, royal, set_first(lined_up));
                mad_set blockers = way & run->occupied;
                if (!set_empty(set_rest(blockers)) || !set_meets(blockers, own)) {
                    continue;
                }
                if (set_meets(blockers, royals)) {
                    run->masks.royal_line &= way;
                } else {
                    add_pin(run, blockers, way);
                }
            }
        }
    }
    /* who may become another at the end of a move may attack from elsewhere */
    for (uint32_t code = 0; code < run->game->code_count; code++) {
        mad_set men = mad_slot(run->state, MAD_SLOT_CODE + code) & own;
        if (program->arrival.count[code] == 0 || set_empty(men)) {
            continue;
        }
        begin_doubt(run)->from |= men;
        run->masks.barred[code] = set_none();
    }
    return run->legality != MAD_LEGALITY_TEST;
}

/* Adds the squares on which a change may decide whether the man on `square` is attacked. */
static void find_read_about(struct mad_generator *run, uint32_t attacker, uint32_t square)
{
    const struct mad_attack *attack = run->program->attack.rows[attacker];
    const struct mad_attack *const end = attack + run->program->attack.all[attacker];
    mad_set reached = set_none(), hopped = set_none(), seen = set_none(), now = set_none();
    struct mad_doubt *const doubt = &run->masks.doubt;
    bool own = attacker == run->side; /* his men may come to attack; the enemy's only be taken */
    for (; attack < end; attack++) {
        if (!attack->ride) {
            mad_set from = mad_leap(run, attack->table, square);
            reached |= from;
            now |= from & attackers(run, attack);
            continue;
        }
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
                doubt->from |= man;
            }
        }
    }
    run->masks.shields |= seen;
    doubt->from |= hopped | (own ? seen | reached : set_none());
    doubt->ends |= hopped | (own ? seen | reached : now);
    if (!own && !set_empty(now)) { /* an attack that may be stopped in many ways */
        doubt->from |= seen;
        doubt->ends |= seen;
    }
}

static mad_set leaps_of(const struct mad_generator *run, uint32_t table, mad_set squares);

/* Where laws look at no more than some men and who attacks them: unless they forbid the position as it
 * is, moves elsewhere cannot make them. False when all moves have to be tested. */
static bool find_read(struct mad_generator *run, const struct mad_law_reads *law_reads,
                      uint32_t holds_at)
{
    const struct mad_program *program = run->program;
    if (!law_reads->known || run->extends || law_holds(run, holds_at, NULL)) {
        return false;
    }
    struct mad_doubt *const doubt = begin_doubt(run);
    run->masks.shields = set_none();
    for (uint32_t i = 0; i < law_reads->count; i++) {
        const struct mad_law_read *law_read = &law_reads->items[i];
        mad_set men = set_none();
        for (uint32_t c = 0; c < law_read->code_count; c++) {
            men |= mad_slot(run->state, MAD_SLOT_CODE + law_read->codes[c]);
        }
        doubt->from |= men;
        doubt->ends |= men;
        for (; law_read->attacker != MAD_NOBODY && !set_empty(men); men = set_rest(men)) {
            find_read_about(run, law_read->attacker, set_first(men));
        }
    }
    for (uint32_t code = 0; law_reads->made && code < run->game->code_count; code++) {
        if (program->arrival.count[code] != 0) {
            doubt->from |= mad_slot(run->state, MAD_SLOT_CODE + code) &
                           mad_const(program, program->arrival.from[code]);
        }
    }
    if (program->explosion.triggers) { /* what goes with a man who is taken may be such a man */
        doubt->ends |= run->occupied;
        doubt->takers = run->masks.shields;
    }
    return true;
}

/* Finds from where plain moves may go on. Where that takes an empty square of a mark and all of those have
 * men now, it is the square that the man leaves, wherever he goes. */
static void begin_extensions(struct mad_generator *run)
{
    const struct mad_program *program = run->program;
    uint32_t mark = program->extension.mark[run->side];
    run->extends = program->extension.program[run->side] != MAD_NO_PROGRAM;
    run->going.alike = false;
    run->going.from = mad_const(program, program->tables.board_const);
    if (run->extends && mark != MAD_NO_MARK) {
        mad_set marked = mad_slot(run->state, run->game->mark_slot + mark);
        if (set_within(marked, run->occupied)) {
            run->going.from = marked;
            run->going.alike = program->extension.is_safe[run->side] && !program->must_capture;
        }
    }
}

static bool any_attacked_now(struct mad_generator *run, mad_set squares, uint32_t player);

/* Men of the enemy whose taking may release the mover from the law about royals. */
static mad_set exempting_men(const struct mad_generator *run)
{
    const struct mad_law_reads *guarding = &run->program->laws.guarding[run->side];
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
    run_listing(run, program->laws.guard[run->side], 0);
    if (!run->holds || any_attacked_now(run, exempting_men(run), run->side)) {
        run->legality = MAD_LEGALITY_TEST;
    }
}

/* Where a capture may take somebody of these away. */
static mad_set exploded_from(const struct mad_generator *run, mad_set men)
{
    const struct mad_program *program = run->program;
    mad_set spared = set_none();
    for (uint32_t i = 0; i < program->explosion.spared_count; i++) {
        spared |= mad_slot(run->state, MAD_SLOT_CODE + program->explosion.spared_codes[i]);
    }
    return leaps_of(run, program->explosion.exploded_from, men & ~spared) |
           leaps_of(run, program->explosion.spared_from, men & spared);
}

/* Where blasts and whatever they leave decide about captures: those that reach the enemy's royal and not
 * the own one are legal, those that reach nobody who screens it as long as there is no check; others of
 * the latter are tested. */
static __attribute__((noinline)) void begin_explosions(struct mad_generator *run,
                                                       uint32_t enemy_royal)
{
    const struct mad_program *program = run->program;
    const mad_set enemy = mad_slot(run->state, 1 - run->side);
    const mad_set taken =
        enemy & ~mad_leap(run, program->explosion.exploded_from, run->masks.royal);
    const mad_set winning = taken & mad_leap(run, program->explosion.exploded_from, enemy_royal);
    mad_set doubtful = set_none();
    for (uint32_t i = 0; i < run->pin_count; i++) {
        run->masks.screens |= run->masks.pins[i].line & enemy;
    }
    if (!set_empty(run->masks.screens)) {
        doubtful = taken & ~winning & exploded_from(run, run->masks.screens);
    }
    mad_set legal = run->in_check ? winning : taken & ~doubtful;
    run->masks.answers = (run->masks.answers & ~enemy) | legal | doubtful;
    for (uint32_t i = 0; i < run->pin_count; i++) {
        run->masks.pins[i].line = (run->masks.pins[i].line & ~enemy) | winning | doubtful;
    }
    if (!set_empty(doubtful)) {
        begin_doubt(run)->ends = doubtful;
    }
}

/* The one royal of the enemy where blasts decide, unless it lets the own one be attacked where it is; else
 * MAD_NO_SQUARE. */
RUN_INLINE uint32_t binding_royal(const struct mad_generator *run, mad_set own)
{
    const struct mad_program *program = run->program;
    mad_set royals = mad_slot(run->state, MAD_SLOT_CODE + program->laws.royal_code[1 - run->side]);
    if (set_empty(royals) || !set_empty(set_rest(royals)) ||
        set_meets(own, mad_leap(run, program->explosion.released[run->side], set_first(royals)))) {
        return MAD_NO_SQUARE;
    }
    return set_first(royals);
}

/* The masks, where the law about royals is all there is to ask; false, and nothing that lasts is done, when
 * there is not one royal or masks do not tell. */
RUN_INLINE bool begin_masks(struct mad_generator *run)
{
    mad_set royals = mad_slot(run->state, MAD_SLOT_CODE + run->program->laws.royal_code[run->side]);
    if (set_empty(royals) || !set_empty(set_rest(royals))) {
        return false;
    }
    uint32_t enemy = MAD_NO_SQUARE;
    if (run->program->explosion.masked && (enemy = binding_royal(run, royals)) == MAD_NO_SQUARE) {
        return false;
    }
    run->legality = MAD_LEGALITY_ROYAL;
    run->masks.royal_safe = true;
    run->extends = run->masks.beside = run->masks.spares = false;
    run->masks.screens = run->masks.exempt = set_none();
    run->masks.royal = set_first(royals);
    find_checks(run);
    if (run->program->explosion.masked && run->legality != MAD_LEGALITY_TEST) {
        run->masks.exempt = mad_leap(run, run->program->explosion.released[run->side], enemy);
        begin_explosions(run, enemy);
    }
    return run->legality != MAD_LEGALITY_TEST;
}

/* The law about royals where other things have to be asked too. */
static void begin_royal(struct mad_generator *run)
{
    const struct mad_laws *laws = &run->program->laws;
    mad_set royals = mad_slot(run->state, MAD_SLOT_CODE + laws->royal_code[run->side]);
    if (set_empty(royals)) {
        run->legality = laws->more || laws->royals_appear ? MAD_LEGALITY_TEST : MAD_LEGALITY_NONE;
        return;
    }
    if (!set_empty(set_rest(royals)) || run->program->explosion.masked) {
        run->legality = MAD_LEGALITY_TEST;
        return;
    }
    run->masks.royal = set_first(royals);
    find_checks(run);
    if (laws->guard[run->side] != MAD_NO_PROGRAM && run->legality != MAD_LEGALITY_TEST) {
        make_exceptions(run);
    }
}

/* One kind after the other, each where those before it have not made a trial of every move. */
static __attribute__((noinline)) void begin_other_legality(struct mad_generator *run)
{
    const struct mad_laws *laws = &run->program->laws;
    const bool royal = run->program->legality == MAD_LEGALITY_ROYAL;
    run->legality = run->program->legality;
    run->masks.royal = MAD_NO_SQUARE;
    run->masks.screens = run->masks.exempt = set_none();
    run->masks.royal_safe = royal; /* what find_spared and find_read see */
    begin_extensions(run);
    if (royal) {
        begin_royal(run);
    }
    run->masks.spares = royal && laws->spares_royal && run->legality != MAD_LEGALITY_TEST &&
                        !run->extends && find_spared(run);
    if (royal && laws->spares_royal && !run->masks.spares) {
        run->legality = MAD_LEGALITY_TEST;
    }
    run->masks.beside = royal && run->legality != MAD_LEGALITY_TEST &&
                        laws->beside[run->side].known &&
                        find_read(run, &laws->beside[run->side], laws->doubt[run->side]);
    if (royal && laws->beside[run->side].known && !run->masks.beside) {
        run->legality = MAD_LEGALITY_TEST;
    }
    if (run->legality == MAD_LEGALITY_NONE || run->legality == MAD_LEGALITY_TEST) {
        run->masks.royal_safe = false;
        run->in_check = false;
        run->masks.answers = mad_const(run->program, run->program->tables.board_const);
        run->masks.pinned = set_none();
        run->pin_count = 0;
    }
    if (run->legality == MAD_LEGALITY_TEST) {
        find_read(run, &laws->reads[run->side], run->program->entry.illegal[run->side]);
    }
}

/* The same where there is no law: every mask lets through what the clause does. */
RUN_INLINE void begin_lawless(struct mad_generator *run)
{
    run->masks.royal = MAD_NO_SQUARE;
    run->second_man = run->masks.near_drawn = run->masks.alone = run->told = false;
    run->masks.royal_safe = run->masks.beside = run->masks.spares = false;
    run->masks.dangers = set_none();
    run->masks.free_men = ~set_none();
    run->set[0] = run->set[3];
    run->set[1] = run->set[4];
    run->set[2] = run->set[5];
}

/* Prepares the masks that laws ask for. */
static __attribute__((noinline)) void begin_laws(struct mad_generator *run)
{
    bool alone = run->program->laws.masks_alone[run->side] && begin_masks(run);
    if (!alone) {
        begin_other_legality(run);
    }
    run->second_man = run->masks.near_drawn = false;
    run->masks.alone = alone && run->legality == MAD_LEGALITY_ROYAL;
    run->told = run->masks.royal_safe && !run->in_check && run->program->danger.of_all[run->side];
    run->masks.drawn = run->told ? set_of(run->masks.royal) : set_none(); /* it is not attacked */
    run->masks.dangers = set_none();
    run->masks.free_men = ~run->masks.pinned;
    set_filters(run, run->masks.answers);
}

/* What legality asks for, before moves are generated. */
RUN_INLINE void begin_legality(struct mad_generator *run)
{
    if (run->program->laws.none[run->side]) {
        begin_lawless(run);
    } else {
        begin_laws(run);
    }
}

/* Where the man on `square` may go without leaving its royal attacked. */
static mad_set allowed(const struct mad_generator *run, uint32_t square)
{
    for (uint32_t i = 0; i < run->pin_count; i++) {
        if (run->masks.pins[i].square == square) {
            return run->masks.answers & run->masks.pins[i].line;
        }
    }
    return run->masks.answers;
}

/* Squares of `targets` for which a way of this class is legal; for MAD_CLASS_STAY all or none. */
static mad_set masked_targets(const struct mad_generator *run, enum mad_legality_class gate,
                              uint32_t here, mad_set targets)
{
    switch (gate) {
    case MAD_CLASS_PLAIN: return targets & allowed(run, here);
    case MAD_CLASS_DROP: return targets & run->masks.answers;
    case MAD_CLASS_STAY: return run->in_check ? set_none() : targets;
    case MAD_CLASS_TWO_MAN:
    case MAD_CLASS_FREE:
    case MAD_CLASS_TEST: break;
    }
    return targets;
}

/* The same where there may be no law. */
RUN_INLINE mad_set gate_targets(const struct mad_generator *run, enum mad_legality_class gate,
                                uint32_t here, mad_set targets)
{
    return run->legality == MAD_LEGALITY_NONE ? targets : masked_targets(run, gate, here, targets);
}

/* Whether the royal is not attacked there, with these men on the board: 1 or 0; -1 when masks do not tell. */
static __attribute__((noinline)) int two_man_is_safe(const struct mad_generator *run, uint32_t goal,
                                                     mad_set occupied)
{
    bool masks = run->legality == MAD_LEGALITY_ROYAL ||
                 (run->legality == MAD_LEGALITY_SUSPECT && run->masks.royal_safe);
    if (!masks || run->program->attack.see_kinds[1 - run->side]) {
        return -1;
    }
    return !is_royal_attacked(run, 1 - run->side, goal, occupied);
}

/* Whether a way is legal on which the royal goes from `here` to one square and another man from one to
 * another: 1 or 0; -1 when it has to be made to see that. */
static __attribute__((noinline)) int two_man_is_legal(struct mad_generator *run, uint32_t here,
                                                      mad_set target, mad_set from, mad_set to)
{
    mad_set stay = run->occupied & ~(set_of(here) | from), come = target | to;
    if (run->sink.captures_only || run->trail_count != 0 || set_size(target) != 1 ||
        set_size(from) != 1 || set_size(to) != 1 || set_meets(set_of(here) | target, from | to) ||
        set_meets(come, stay)) {
        return -1; /* one of them takes somebody, the other among them */
    }
    if (run->legality == MAD_LEGALITY_NONE) {
        return 1;
    }
    if (here != run->masks.royal) {
        return -1;
    }
    return two_man_is_safe(run, set_first(target), stay | come);
}

/* Whether the royal piece stands on a square, or has left it on the way so far. */
static bool has_royal(const struct mad_generator *run, uint32_t square)
{
    uint8_t royal = run->program->laws.royal_code[run->side];
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
        return !run->sink.captures_only;
    }
    if (run->sink.captures_only || run->legality >= MAD_LEGALITY_TEST || gate == MAD_CLASS_TEST ||
        gate == MAD_CLASS_TWO_MAN) {
        return false;
    }
    return gate != MAD_CLASS_PLAIN || !has_royal(run, here);
}
