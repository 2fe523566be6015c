/* w_tension.h - who attacks what, counted for both players at once; included by w_run.c.
 *
 * Layer: vm. The captures of every man are followed from where he stands, over whoever stands in his way: a Rook behind
 * its own Pawn attacks nobody but that Pawn. What these sets have in common with men, with the squares beside royals and
 * with one another is counted, and what it is worth is left to who asks. It relies on attacks.c for the ways in which
 * men capture. A hopper who spares some is taken to jump over everybody, and verbs are not asked. */

struct struck {
    mad_set by_code[2 * MAD_MAX_TYPES + 1]; /* what men of the code attack; of royals nothing */
    mad_set once[2], twice[2];              /* by player: what one man of his attacks, what two */
    mad_set common[2];                      /* and what men do who are not royal */
    mad_set lower[2];                       /* and what his men of lower rank do */
    mad_set zone[2];                        /* the squares about his royals */
    mad_set royals;
    mad_set threatened; /* men attacked by enemies of lower rank */
};

RUN_INLINE mad_set struck_from(const struct mad_generator *run, uint32_t code, uint32_t square)
{
    const struct mad_attack_table *attack = &run->program->attack;
    const struct mad_strike *strike = attack->strikes + attack->strikes_of[code];
    const struct mad_strike *const end = attack->strikes + attack->strikes_of[code + 1];
    mad_set struck = set_none();
    for (; strike < end; strike++) {
        struck |= strike->ride ? mad_ride(run, strike->table, square, run->occupied)
                               : mad_leap(run, strike->table, square);
    }
    return struck;
}

/* What the men of one code attack, and what room that leaves them. */
RUN_INLINE void strike_alike(const struct mad_generator *run, const struct mad_standing *standing,
                             uint32_t code, struct struck *to, struct mad_tension *tension)
{
    const uint32_t player = run->game->codes[code].owner;
    const bool royal = standing->royal[code];
    const mad_set shut = mad_slot(run->state, player) | to->lower[1 - player];
    mad_set men = mad_slot(run->state, MAD_SLOT_CODE + code), all = set_none();
    for (; !set_empty(men); men = set_rest(men)) {
        const mad_set struck = struck_from(run, code, set_first(men));
        to->twice[player] |= to->once[player] & struck;
        to->once[player] |= struck;
        all |= struck;
        if (tension != NULL && !royal) {
            const uint32_t room = set_size(struck & ~shut);
            tension[player].room += standing->root[room < MAD_ROOTS ? room : MAD_ROOTS - 1];
            tension[player].attackers += set_meets(struck, to->zone[1 - player]);
        }
    }
    to->by_code[code] = royal ? set_none() : all;
    to->common[player] |= to->by_code[code];
}

/* By rank, the lowest first, so that it is known where each has to fear those below him; who of them is there to be taken
 * so is a threat. `tension` may be null. */
RUN_INLINE void strike_all(const struct mad_generator *run, const struct mad_standing *standing,
                           struct struck *to, struct mad_tension *tension)
{
    for (uint32_t first = 0, next = 0; first < standing->count; first = next) {
        const uint8_t rank = standing->rank[standing->order[first]];
        for (; next < standing->count && standing->rank[standing->order[next]] == rank; next++) {
            strike_alike(run, standing, standing->order[next], to, tension);
        }
        for (uint32_t i = first; i < next; i++) {
            const uint8_t code = standing->order[i];
            const uint32_t player = run->game->codes[code].owner;
            const mad_set men = mad_slot(run->state, MAD_SLOT_CODE + code);
            to->threatened |= men & to->lower[1 - player];
            if (tension != NULL && first == 0) {
                tension[player].chains += (int32_t)set_size(men & to->by_code[code]);
            }
        }
        for (uint32_t i = first; i < next; i++) {
            const uint8_t code = standing->order[i];
            to->lower[run->game->codes[code].owner] |= to->by_code[code];
        }
    }
}

/* Squares to which men of the player go and attack the royal of that type there, and are not taken at once: nobody but the
 * royal attacks them, and then a second man guards them. */
static uint32_t safe_checks(const struct mad_generator *run, const struct struck *struck,
                            uint32_t player, uint32_t royal, uint32_t type)
{
    const struct mad_attack *attack = run->program->attack.rows[player];
    const struct mad_attack *const end = attack + run->program->attack.all[player];
    const mad_set guarded = ~struck->common[1 - player] & struck->twice[player];
    const mad_set safe = ~mad_slot(run->state, player) & (~struck->once[1 - player] | guarded);
    uint32_t checks = 0;
    for (; attack < end; attack++) {
        mad_set movers = set_none();
        for (uint32_t i = 0; i < attack->code_count; i++) {
            movers |= struck->by_code[attack->codes[i]];
        }
        if ((attack->takes[type / 64] >> (type % 64) & 1) != 0) {
            const mad_set from = attack->ride ? ridden_from(run, attack, royal, run->occupied)
                                              : mad_leap(run, attack->table, royal);
            checks += set_size(from & movers & safe);
        }
    }
    return checks;
}

/* Men on their way to become better whom none of the enemy's stops. */
static void count_runners(const struct mad_generator *run, const struct mad_standing *standing,
                          struct mad_tension *tension)
{
    const struct mad_code *codes = run->game->codes;
    mad_set all[2] = {set_none(), set_none()};
    for (uint32_t i = 0; i < standing->runner_count; i++) {
        const uint8_t code = standing->runners[i];
        all[codes[code].owner] |= mad_slot(run->state, MAD_SLOT_CODE + code);
    }
    for (uint32_t i = 0; i < standing->runner_count; i++) {
        const uint8_t code = standing->runners[i], owner = codes[code].owner;
        mad_set men = mad_slot(run->state, MAD_SLOT_CODE + code);
        for (; !set_empty(men); men = set_rest(men)) {
            const size_t cell = (size_t)code * run->game->squares + set_first(men);
            const mad_set stop = set_load(standing->stop + cell * MAD_WORDS);
            tension[owner].runners += set_meets(stop, all[1 - owner]) ? 0 : standing->hope[cell];
        }
    }
}

static void begin_striking(const struct mad_generator *run, const struct mad_standing *standing,
                           struct struck *to)
{
    to->royals = to->threatened = set_none();
    for (uint32_t player = 0; player < 2; player++) {
        to->once[player] = to->twice[player] = to->common[player] = set_none();
        to->lower[player] = to->zone[player] = set_none();
    }
    for (uint32_t i = standing->count; i > 0 && standing->royal[standing->order[i - 1]]; i--) {
        const uint8_t code = standing->order[i - 1];
        const mad_set royals = mad_slot(run->state, MAD_SLOT_CODE + code);
        to->royals |= royals;
        for (mad_set men = royals; !set_empty(men); men = set_rest(men)) {
            to->zone[run->game->codes[code].owner] |=
                set_load(standing->zone + (size_t)set_first(men) * MAD_WORDS);
        }
    }
}

/* The order begins with the lowest: whose captures have been met is lesser. */
static void store_en_prise(const struct mad_generator *run, const struct mad_standing *standing,
                           const struct struck *struck, uint64_t *en_prise)
{
    const uint32_t side = run->state->side;
    mad_set lost = struck->common[1 - side] & ~struck->once[side];
    for (uint32_t first = 0, next = 0; first < standing->count; first = next) {
        const uint8_t rank = standing->rank[standing->order[first]];
        mad_set alike = set_none();
        for (; next < standing->count && standing->rank[standing->order[next]] == rank; next++) {
            const uint8_t code = standing->order[next];
            if (run->game->codes[code].owner == side) {
                set_store(en_prise + (size_t)code * MAD_WORDS, lost);
            } else {
                alike |= struck->by_code[code];
            }
        }
        lost |= alike;
    }
}

static void weigh_tension(const struct mad_generator *run, const struct mad_standing *standing,
                          const struct struck *struck, struct mad_tension *tension)
{
    for (uint32_t player = 0; player < 2; player++) {
        const mad_set men = mad_slot(run->state, player) & ~struck->royals;
        const mad_set loose = men & ~struck->once[player] & struck->once[1 - player];
        tension[1 - player].threats = (int32_t)set_size(men & struck->threatened);
        tension[1 - player].loose = (int32_t)set_size(loose & ~struck->threatened);
    }
    count_runners(run, standing, tension);
    for (mad_set royals = struck->royals; !set_empty(royals); royals = set_rest(royals)) {
        const uint32_t square = set_first(royals);
        const struct mad_code who =
            run->game->codes[mad_state_board(run->game, run->state)[square]];
        tension[1 - who.owner].checks +=
            (int32_t)safe_checks(run, struck, 1 - who.owner, square, who.type);
    }
}

static void vm_tension(const struct mad_game *game, struct mad_state *state,
                       const struct mad_standing *standing, struct mad_tension *tension,
                       uint64_t *en_prise)
{
    struct mad_generator run;
    struct struck struck;
    begin(&run, game, state, state->side);
    begin_striking(&run, standing, &struck);
    if (tension != NULL) {
        memset(tension, 0, 2 * sizeof *tension);
        strike_all(&run, standing, &struck, tension);
        weigh_tension(&run, standing, &struck, tension);
    } else {
        strike_all(&run, standing, &struck, NULL);
    }
    if (en_prise != NULL) {
        store_en_prise(&run, standing, &struck, en_prise);
    }
}
