/* w_stacks.h - men who stand on one another; included by w_effects.h.
 *
 * Layer: vm. The man on top of a square is on the board like any other, those below him are bytes of its column,
 * and a number of the squares says how many they are. A pile is what is lifted off a square, and comes to stand
 * on another as a whole. It relies on log_delta: each man who comes or goes is a change of its own, and so
 * undone, replayed and part of the key. */

struct mad_pile { /* from the lowest man on */
    uint8_t men[MAD_MAX_HEIGHT];
    uint32_t count;
};

static void change_level(const struct mad_game *game, struct mad_state *state, uint32_t square,
                         uint32_t level, uint32_t man)
{
    uint8_t *below = mad_state_column(game, state, square) + level;
    state->key ^= mad_state_level_key(game, square, level, *below) ^
                  mad_state_level_key(game, square, level, man);
    *below = (uint8_t)man;
}

static void effect_level(struct mad_generator *run, uint32_t square, uint32_t level, uint32_t man)
{
    const uint8_t before = mad_state_column_const(run->game, run->state, square)[level];
    if (before == man) {
        return;
    }
    log_delta(run, (struct mad_delta){MAD_DELTA_LEVEL, (uint8_t)level, (uint16_t)square, before,
                                      (uint8_t)man});
    if (run->status == MAD_OK) {
        change_level(run->game, run->state, square, level, man);
    }
}

static struct mad_pile pile_on(const struct mad_generator *run, uint32_t square)
{
    const struct mad_game *game = run->game;
    const uint8_t *column = mad_state_column_const(game, run->state, square);
    const uint8_t top = mad_state_board(game, run->state)[square];
    struct mad_pile pile = {.count = 0};
    for (uint32_t level = 0; level < game->stacks.levels && column[level] != 0; level++) {
        pile.men[pile.count++] = (uint8_t)(column[level] - 1);
    }
    if (top != game->empty) {
        pile.men[pile.count++] = top;
    }
    return pile;
}

/* From now on these men stand there and no others; extra: of the change on top. */
static void effect_pile(struct mad_generator *run, uint32_t square, const struct mad_pile *pile,
                        uint32_t extra)
{
    const struct mad_game *game = run->game;
    const uint32_t below = pile->count > 0 ? pile->count - 1 : 0,
                   was = mad_state_below(game, run->state, square), mark = game->stacks.height_mark;
    const bool was_there = mad_state_board(game, run->state)[square] != game->empty;
    if (below > game->stacks.levels) {
        mad_run_cross(run, MAD_LIMIT_HEIGHT);
        return;
    }
    for (uint32_t level = 0; level < below || level < was; level++) {
        effect_level(run, square, level, level < below ? pile->men[level] + 1u : 0);
    }
    if (below <= was) { /* who stood on top has left before another stands there */
        effect_square(run, square, game->empty, extra);
    }
    if (pile->count > 0) {
        effect_square(run, square, pile->men[below],
                      !was_there    ? extra
                      : below > was ? (uint32_t)MAD_DELTA_COVER
                                    : 0);
    }
    for (uint32_t digits = below ^ mad_state_tally(game, run->state, mark, square); digits != 0;
         digits &= digits - 1) {
        const uint32_t digit = (uint32_t)__builtin_ctz(digits);
        effect_mark(run, mark + digit, square, below >> digit & 1);
    }
}

/* The top `count` of the men, who are no longer among the others. */
static struct mad_pile split(struct mad_pile *pile, uint32_t count)
{
    struct mad_pile top = {.count = count < pile->count ? count : pile->count};
    pile->count -= top.count;
    memcpy(top.men, pile->men + pile->count, top.count);
    return top;
}

/* They come to stand above or below whoever is there, or in his place. */
static void effect_pile_joins(struct mad_generator *run, const struct mad_pile *pile,
                              uint32_t square, enum mad_stack where)
{
    const uint32_t extra = run->extending ? MAD_DELTA_PUT : 0;
    struct mad_pile others = pile_on(run, square), joined;
    const struct mad_pile *const low = where == MAD_STACK_BELOW ? pile : &others,
                                 *const high = where == MAD_STACK_BELOW ? &others : pile;
    if (where == MAD_STACK_INSTEAD) { /* whoever has come there in place of who was taken */
        effect_pile(run, square, pile, extra);
        return;
    }
    if (low->count + high->count > run->game->stacks.levels + 1u) {
        mad_run_cross(run, MAD_LIMIT_HEIGHT);
        return;
    }
    memcpy(joined.men, low->men, low->count);
    memcpy(joined.men + low->count, high->men, high->count);
    joined.count = low->count + high->count;
    effect_pile(run, square, &joined, extra);
}

/* Whoever stands on top there is below somebody from now on, who is put there next. */
static void effect_cover(struct mad_generator *run, uint32_t square)
{
    struct mad_pile pile = pile_on(run, square);
    const uint8_t top = mad_state_board(run->game, run->state)[square];
    if (pile.count > run->game->stacks.levels) {
        mad_run_cross(run, MAD_LIMIT_HEIGHT);
    } else if (pile.count > 0) {
        pile.men[pile.count++] = top;
        effect_pile(run, square, &pile, 0);
    }
}
