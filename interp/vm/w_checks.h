/* w_checks.h - who attacks a royal, and who stands between; included by w_run.c.
 *
 * Layer: vm. The enemy's ways of capturing are read backwards from the royal: who gives check, on which
 * squares that is answered, who is pinned and along which line, and whose moves masks cannot follow. A Rook on e8
 * with one man before the King on e1 pins him to that file. It relies on plan/generate.c for these ways. */

RUN_INLINE mad_set attackers(const struct mad_generator *run, const struct mad_attack *attack)
{
    mad_set men = mad_slot(run->state, MAD_SLOT_CODE + attack->codes[0]) |
                  mad_slot(run->state, MAD_SLOT_CODE + attack->codes[1]);
    for (uint32_t i = 2; i < attack->code_count; i++) {
        men |= mad_slot(run->state, MAD_SLOT_CODE + attack->codes[i]);
    }
    return men;
}

static mad_set blind_men(const struct mad_generator *run, const struct mad_attack *attack)
{
    mad_set blind = set_none();
    for (uint32_t i = 0; i < attack->blind_count; i++) {
        blind |= mad_slot(run->state, MAD_SLOT_CODE + attack->blind[i]);
    }
    return blind;
}

/* The squares from which riders reach this one. */
RUN_INLINE mad_set ridden_from(const struct mad_generator *run, const struct mad_attack *attack,
                               uint32_t square, mad_set occupied)
{
    return attack->blind_count == 0
               ? mad_ride(run, attack->table, square, occupied)
               : hop(run, attack->table, square, occupied, ~blind_men(run, attack));
}

RUN_INLINE bool attacks_by(const struct mad_generator *run, const struct mad_attack *attack,
                           uint32_t square, mad_set occupied)
{
    const mad_set men = attackers(run, attack);
    return attack->ride ? set_meets(mad_leap(run, attack->rays, square), men) &&
                              set_meets(ridden_from(run, attack, square, occupied), men)
                        : set_meets(mad_leap(run, attack->table, square), men);
}

/* Whether `player` attacks the square, for these men on the board, were a royal there. */
static bool is_royal_attacked(const struct mad_generator *run, uint32_t player, uint32_t square,
                              mad_set occupied)
{
    const struct mad_program *program = run->program;
    const struct mad_attack *attack = program->attack.rows[player];
    const struct mad_attack *const end = attack + program->attack.count[player];
    while (attack < end && !attacks_by(run, attack, square, occupied)) {
        attack++;
    }
    return attack < end;
}

/* The same of a man of any type. */
static bool is_attacked(const struct mad_generator *run, uint32_t player, uint32_t square,
                        mad_set occupied, uint32_t type)
{
    const struct mad_program *program = run->program;
    const struct mad_attack *attack = program->attack.rows[player];
    const struct mad_attack *const end = attack + program->attack.all[player];
    while (attack < end && (!(attack->takes[type / 64] >> (type % 64) & 1) ||
                            !attacks_by(run, attack, square, occupied))) {
        attack++;
    }
    return attack < end;
}

static void add_pin(struct mad_generator *run, mad_set man, mad_set line)
{
    if (set_meets(run->masks.pinned, man)) { /* two bent lines may meet in one man */
        for (uint32_t i = 0; i < run->pin_count; i++) {
            if (run->masks.pins[i].square == set_first(man)) {
                run->masks.pins[i].line &= line;
                return;
            }
        }
    }
    if (run->pin_count == MAD_MAX_PINS) {
        run->legality = MAD_LEGALITY_TEST;
        return;
    }
    run->masks.pinned |= man;
    run->masks.pins[run->pin_count].line = line;
    run->masks.pins[run->pin_count++].square = set_first(man);
}

/* Who stands there is in the way from the one to the other. */
static mad_set between(const struct mad_generator *run, uint32_t a, uint32_t b)
{
    const struct mad_tables *tables = &run->program->tables;
    const size_t line = tables->ways[(size_t)a * run->game->squares + b];
    return set_load(tables->lines + line * MAD_WORDS);
}

/* Men of whom masks cannot tell what they leave when they go, and squares where others may not end. */
struct suspicion {
    mad_set from, to, screens;
};

/* Masks do not tell everything any more: whoever is added to what this returns is tested. */
static struct mad_doubt *begin_doubt(struct mad_generator *run)
{
    if (run->legality != MAD_LEGALITY_SUSPECT) {
        run->legality = MAD_LEGALITY_SUSPECT;
        run->masks.doubt = (struct mad_doubt){set_none(), set_none(), set_none()};
    }
    return &run->masks.doubt;
}

/* Men who attack over exactly one man: nobody may come to stand alone between one of them and the royal,
 * and of two who stand there none may leave. False: the royal is in check. */
static bool find_screened(struct mad_generator *run, const struct mad_attack *attack, mad_set men,
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
            mad_set line = (way & ~blockers) | set_of(set_first(men)) | set_of(royal);
            for (blockers &= own; !set_empty(blockers); blockers = set_rest(blockers)) {
                add_pin(run, set_of(set_first(blockers)), line);
            }
        }
    }
    return true;
}

/* Men who attack in ways that masks do not follow; false: the royal is in check, which is answered in
 * more ways than masks know. */
static bool find_suspects(struct mad_generator *run, const struct mad_attack *attack,
                          uint32_t royal, struct suspicion *suspicion)
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
static void follow_suspects(struct mad_generator *run, uint32_t royal)
{
    const struct mad_program *program = run->program;
    const struct mad_attack *attack = program->attack.rows[1 - run->side];
    const struct mad_attack *const end = attack + program->attack.count[1 - run->side];
    struct suspicion suspicion = {set_none(), set_none(), set_none()};
    for (; attack < end; attack++) {
        if (attack->suspect && !find_suspects(run, attack, royal, &suspicion)) {
            run->legality = MAD_LEGALITY_TEST;
            return;
        }
    }
    suspicion.from &= mad_slot(run->state, run->side);
    if (run->legality == MAD_LEGALITY_ROYAL && !set_empty(suspicion.from | suspicion.to)) {
        struct mad_doubt *doubt = begin_doubt(run);
        doubt->from = suspicion.from;
        doubt->ends = suspicion.to;
    }
    run->masks.answers &= ~suspicion.screens;
}

/* What gives check by a leap. */
static __attribute__((noinline)) mad_set near_checkers(const struct mad_generator *run,
                                                       mad_set enemy)
{
    const struct mad_attack *attack = run->program->attack.rows[1 - run->side];
    const struct mad_attack *const rides = attack + run->program->attack.leaps[1 - run->side];
    mad_set near = set_none();
    for (; attack < rides; attack++) {
        mad_set there = mad_leap(run, attack->table, run->masks.royal) & enemy;
        if (!set_empty(there)) {
            near |= there & attackers(run, attack);
        }
    }
    return near;
}

/* Riders on lines that lead to the royal: returns those who give check, and notes who is pinned. */
static __attribute__((noinline)) mad_set far_checkers(struct mad_generator *run, mad_set lined_up)
{
    mad_set own = mad_slot(run->state, run->side), far = set_none();
    for (; !set_empty(lined_up); lined_up = set_rest(lined_up)) {
        uint32_t sniper = set_first(lined_up);
        mad_set way = between(run, run->masks.royal, sniper);
        mad_set blockers = way & run->occupied;
        run->masks.screens |= blockers;
        if (set_empty(blockers)) {
            far |= set_of(sniper);
        } else if (set_empty(set_rest(blockers)) && set_meets(blockers, own)) {
            add_pin(run, blockers, way | set_of(sniper) | set_of(run->masks.royal));
        }
    }
    return far;
}

static __attribute__((noinline)) void answer_checks(struct mad_generator *run, mad_set near,
                                                    mad_set far)
{
    mad_set checkers = near | far;
    run->in_check = true;
    run->masks.screens |= checkers;
    run->masks.answers = checkers;
    if (set_empty(near)) { /* bent lines of two checkers may have squares in common */
        run->masks.answers =
            between(run, run->masks.royal, set_first(checkers)) | set_of(set_first(checkers));
        for (far = set_rest(checkers); !set_empty(far); far = set_rest(far)) {
            run->masks.answers &=
                between(run, run->masks.royal, set_first(far)) | set_of(set_first(far));
        }
    } else if (!set_empty(set_rest(checkers))) {
        run->masks.answers = set_none();
    }
    run->masks.answers |=
        set_of(run->masks.royal); /* who takes his own royal leaves none that is attacked */
}

/* Checkers and pinned men, from the enemy's ways of capturing read backwards from the royal. */
RUN_INLINE void find_checks(struct mad_generator *run)
{
    const struct mad_program *program = run->program;
    const uint32_t player = 1 - run->side;
    const struct mad_attack *attack = program->attack.rows[player] + program->attack.leaps[player];
    const struct mad_attack *const end =
        program->attack.rows[player] + program->attack.count[player];
    mad_set enemy = mad_slot(run->state, player), near = set_none(), far = set_none();
    if (set_meets(mad_leap(run, program->danger.leaps[run->side], run->masks.royal), enemy)) {
        near = near_checkers(run, enemy);
    }
    for (; attack < end; attack++) {
        mad_set lined_up = mad_leap(run, attack->full, run->masks.royal) & enemy;
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
    if (program->attack.suspicious[player]) {
        follow_suspects(run, run->masks.royal);
    }
}
