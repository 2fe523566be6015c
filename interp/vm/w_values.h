/* w_values.h - sets, numbers and questions that programs ask for; included by w_run.c.
 *
 * Layer: vm. Nothing here changes the state for good. `nearest r15, r14` is here: from where the man stands,
 * the nearest of a set. It relies on program->tables.distance and between. */

/* All squares at once, by the few shifts that the table is. */
static mad_set leaps_spread(const struct mad_spread *spread, mad_set squares)
{
    mad_set all = set_none();
    for (uint32_t i = 0; i < spread->count; i++) {
        all |= set_shifted(squares & set_load(spread->shifts[i].from), spread->shifts[i].by);
    }
    return all;
}

static mad_set leaps_of(const struct mad_generator *run, uint32_t table, mad_set squares)
{
    enum { FEW = 8 }; /* one by one they are as fast */
    mad_set all = set_none();
    if (set_size(squares) > FEW) {
        const uint32_t spread = run->program->tables.spread_of[table / run->game->squares];
        if (spread != 0) {
            return leaps_spread(&run->program->tables.spreads[spread - 1], squares);
        }
    }
    for (; !set_empty(squares); squares = set_rest(squares)) {
        all |= mad_leap(run, table, set_first(squares));
    }
    return all;
}

/* A way that meets itself leads nowhere new. */
static mad_set along(const struct mad_generator *run, uint32_t table, mad_set from, mad_set among)
{
    mad_set seen = set_none(), at = leaps_of(run, table, from);
    while (!set_empty(at & ~seen) && set_empty(at & among)) {
        seen |= at;
        at = leaps_of(run, table, at);
    }
    return at & among;
}

static mad_set steps_from(const struct mad_generator *run, uint32_t table, mad_set from,
                          int32_t count)
{
    mad_set at = count > 0 ? from : set_none();
    for (; count > 0 && !set_empty(at); count--)
        at = leaps_of(run, table, at);
    return at;
}

static mad_set run_over(const struct mad_generator *run, uint32_t table, mad_set from,
                        mad_set among)
{
    mad_set all = set_none();
    for (mad_set front = from; !set_empty(front);) {
        front = leaps_of(run, table, front) & among & ~all;
        all |= front;
    }
    return all;
}

/* Tables are named by where their shifts lie, in bytes, as in program->fast. */
RUN_INLINE mad_set leaps_shifted(const struct mad_generator *run, uint32_t table, mad_set squares)
{
    const unsigned char *shifts = (const unsigned char *)run->program->tables.shifts;
    const struct mad_shift *shift = (const struct mad_shift *)(const void *)(shifts + table);
    return set_shifted(squares & set_load(shift->from), shift->by);
}

/* The squares where a row of that length ends, along some term of LINE. */
static __attribute__((noinline)) mad_set rows_of(const struct mad_generator *run,
                                                 const struct mad_instruction *line,
                                                 mad_set squares, uint32_t length)
{
    mad_set all = set_none();
    for (uint32_t term = 1; term <= line->x; term++) {
        mad_set ends = squares;
        for (uint32_t i = 1; i < length; i++) {
            ends = leaps_of(run, line[term].x, ends) & squares;
        }
        all |= ends;
    }
    return all;
}

/* The squares of `ends` where a row ends, and another so far behind them: one that is as much longer. */
RUN_INLINE mad_set longer_rows(mad_set ends, mad_set from, uint32_t far)
{
    return ends & set_up(ends & from, far);
}

RUN_INLINE mad_set rows_by(const struct mad_shift *shifts, const struct mad_instruction *line,
                           mad_set squares, uint32_t count)
{
    const struct mad_instruction *term = line + 1, *const end = term + line->x;
    mad_set all = set_none();
    for (; term < end; term++) {
        const mad_set from = set_load(shifts[term->x].from);
        mad_set ends = count > 0 ? longer_rows(squares, from, term->a) : squares;
        ends = count > 1 ? longer_rows(ends, from, term->b) : ends;
        all |= count > 2 ? longer_rows(ends, from, term->c) : ends;
    }
    return all;
}

/* The same by shifts, of which mad_vm_optimize has said how many there are. */
static __attribute__((noinline)) mad_set rows_shifted(const struct mad_shift *shifts,
                                                      const struct mad_instruction *line,
                                                      mad_set squares)
{
    switch (line->c) {
    case 1: return rows_by(shifts, line, squares, 1);
    case 2: return rows_by(shifts, line, squares, 2);
    case 3: return rows_by(shifts, line, squares, 3);
    default: return line->x != 0 ? squares : set_none();
    }
}

static mad_set run_shifted(const struct mad_generator *run, uint32_t table, mad_set from,
                           mad_set among)
{
    const struct mad_shift *shift = &run->program->tables.shifts[table];
    mad_set all = set_none(), start = set_load(shift->from);
    for (mad_set front = from; !set_empty(front);) {
        front = set_shifted(front & start, shift->by) & among & ~all;
        all |= front;
    }
    return all;
}

/* --- rows of squares, in several directions -------------------------------------------------- */

/* Leap table x again and again from these squares, over those of a set. */
RUN_INLINE mad_set row_over(const struct mad_generator *run, uint32_t table, mad_set from,
                            mad_set among)
{
    return run->program->tables.shifts[table].uniform
               ? run_shifted(run, table, from, among)
               : run_over(run, table * run->game->squares, from, among);
}

RUN_INLINE mad_set step_of(const struct mad_generator *run, uint32_t table, mad_set squares)
{
    const uint32_t shift = table * (uint32_t)sizeof *run->program->tables.shifts;
    return run->program->tables.shifts[table].uniform
               ? leaps_shifted(run, shift, squares)
               : leaps_of(run, table * run->game->squares, squares);
}

static mad_set before_rows(const struct mad_generator *run, const struct mad_instruction *head)
{
    const mad_set over = run->set[head->b], beside = run->set[head->c];
    mad_set all = set_none();
    for (uint32_t term = 1; term <= head->x; term++) {
        const uint32_t table = head[term].x;
        mad_set row = step_of(run, table, beside) & over;
        row |= row_over(run, table, row, over);
        all |= step_of(run, table, row) & run->set[head[term].a];
    }
    return all;
}

static mad_set rows_to(const struct mad_generator *run, const struct mad_instruction *head)
{
    const mad_set over = run->set[head->b], ends = run->set[head->c];
    mad_set all = set_none();
    for (uint32_t term = 1; term <= head->x; term++) {
        const uint32_t table = head[term].x;
        mad_set from = run->set[head[term].a], row = row_over(run, table, from, over);
        mad_set behind = step_of(run, table, row | from) & ~row;
        if (!set_empty(behind) && set_within(behind, ends)) {
            all |= row;
        }
    }
    return all;
}

#if MAD_BITS == 64 && defined(__AVX2__)
typedef uint64_t lanes __attribute__((vector_size(8 * MAD_FAN)));

RUN_INLINE lanes lanes_of(const uint64_t *words)
{
    lanes result;
    memcpy(&result, words, sizeof result);
    return result;
}

RUN_INLINE lanes all_lanes(uint64_t word)
{
    return (lanes){word, word, word, word};
}

RUN_INLINE lanes lanes_up(lanes squares, lanes by)
{
    return (lanes)_mm256_sllv_epi64((__m256i)squares, (__m256i)by);
}

RUN_INLINE lanes lanes_down(lanes squares, lanes by)
{
    return (lanes)_mm256_srlv_epi64((__m256i)squares, (__m256i)by);
}

/* The rows over `over` from these squares on, by doubling: what is reached in 2n steps where a row of n
 * more is open. */
RUN_INLINE void fan_rows(const struct mad_fan *fan, uint64_t from, uint64_t over, lanes *up,
                         lanes *down)
{
    lanes by_up = lanes_of(fan->by), by_down = lanes_of(fan->by + MAD_FAN);
    lanes open_up = lanes_of(fan->to) & all_lanes(over),
          open_down = lanes_of(fan->to + MAD_FAN) & all_lanes(over), open;
    *up = lanes_up(all_lanes(from), by_up) & open_up;
    *down = lanes_down(all_lanes(from), by_down) & open_down;
    do {
        *up |= open_up & lanes_up(*up, by_up);
        *down |= open_down & lanes_down(*down, by_down);
        open_up &= lanes_up(open_up, by_up);
        open_down &= lanes_down(open_down, by_down);
        by_up += by_up;
        by_down += by_down;
        open = open_up | open_down;
    } while (!_mm256_testz_si256((__m256i)open, (__m256i)open));
}

RUN_INLINE uint64_t joined(lanes squares)
{
    return squares[0] | squares[1] | squares[2] | squares[3];
}

/* Those of the rows behind which there is some square, and only such as end them. */
RUN_INLINE lanes ended(lanes rows, lanes behind, uint64_t ends)
{
    lanes none = all_lanes(0);
    return rows & (lanes)(behind != none) & (lanes)((behind & ~all_lanes(ends)) == none);
}

static __attribute__((noinline)) mad_set before_rows_fanned(const struct mad_generator *run,
                                                            const struct mad_instruction *head)
{
    const struct mad_fan *fan = &run->program->tables.fans[head[1].x];
    lanes up, down;
    fan_rows(fan, run->set[head->c], run->set[head->b], &up, &down);
    return run->set[head[1].a] &
           joined((lanes_up(up, lanes_of(fan->by)) & lanes_of(fan->to)) |
                  (lanes_down(down, lanes_of(fan->by + MAD_FAN)) & lanes_of(fan->to + MAD_FAN)));
}

static __attribute__((noinline)) mad_set rows_to_fanned(const struct mad_generator *run,
                                                        const struct mad_instruction *head)
{
    const struct mad_fan *fan = &run->program->tables.fans[head[1].x];
    const uint64_t from = run->set[head[1].a], ends = run->set[head->c];
    lanes up, down, start = all_lanes(from);
    fan_rows(fan, from, run->set[head->b], &up, &down);
    lanes above = lanes_up(up | start, lanes_of(fan->by)) & lanes_of(fan->to) & ~up;
    lanes below =
        lanes_down(down | start, lanes_of(fan->by + MAD_FAN)) & lanes_of(fan->to + MAD_FAN) & ~down;
    return joined(ended(up, above, ends) | ended(down, below, ends));
}
#else
/* There are none. */
#define before_rows_fanned before_rows
#define rows_to_fanned     rows_to
#endif

static mad_set men_now(const struct mad_generator *run)
{
    return mad_slot(run->state, 0) | mad_slot(run->state, 1) | mad_slot(run->state, 2);
}

/* A slot as it was when the move began: before the effects of the way in progress, from the last of
 * them back. */
static mad_set former(const struct mad_generator *run, uint32_t slot)
{
    const struct mad_game *game = run->game;
    if (run->asked.before != NULL) {
        return mad_slot(run->asked.before, slot);
    }
    run = run->asked.begun != NULL ? run->asked.begun : run;
    mad_set squares = mad_slot(run->state, slot);
    for (uint32_t i = run->trail_count; i-- > 0;) {
        struct mad_delta delta = run->trail[i];
        bool was;
        if (delta.kind == MAD_DELTA_MARK && slot >= game->mark_slot) {
            if (delta.extra != slot - game->mark_slot) {
                continue;
            }
            was = delta.before != 0;
        } else if (delta.kind == MAD_DELTA_SQUARE && slot < game->mark_slot) {
            was = delta.before != game->empty &&
                  (slot < MAD_SLOT_CODE ? game->codes[delta.before].owner == slot
                                        : delta.before == slot - MAD_SLOT_CODE);
        } else {
            continue;
        }
        squares = was ? squares | set_of(delta.index) : squares & ~set_of(delta.index);
    }
    return squares;
}

/* What a pocket held before the way in progress: the first change of it tells. */
static uint32_t pocket_before(const struct mad_generator *run, uint32_t pocket, uint32_t owner,
                              uint32_t type)
{
    uint32_t index = (pocket * 2 + owner) * run->game->type_count + type;
    if (run->asked.before != NULL) {
        return mad_state_pocket_count(run->game, run->asked.before, pocket, owner, type);
    }
    run = run->asked.begun != NULL ? run->asked.begun : run;
    for (uint32_t i = 0; i < run->trail_count; i++) {
        if (run->trail[i].kind == MAD_DELTA_POCKET && run->trail[i].index == index) {
            return run->trail[i].before;
        }
    }
    return mad_state_pocket_count(run->game, run->state, pocket, owner, type);
}

static mad_set began_on(const struct mad_generator *run)
{
    return run->origin == MAD_NO_SQUARE ? set_none() : set_of(run->origin);
}

static bool last_was(const struct mad_generator *run, enum mad_last what, uint32_t value)
{
    const struct mad_state *state = run->state;
    switch (what) {
    case MAD_LAST_FLAG: return (state->last_flags & value) != 0;
    case MAD_LAST_OUTCOME: return state->last_outcome == value;
    case MAD_LAST_LINE: return state->last_line == value;
    case MAD_LAST_KIND: return state->last_kind == value;
    case MAD_LAST_BUSY: return run->asked.past.occurrences == 0 || state->quiet < value;
    }
    return false;
}

/* Where the man stands whose move it was. */
static mad_set arrived(const struct mad_generator *run)
{
    uint32_t square = run->last_square != MAD_NO_SQUARE ? run->last_square : run->origin;
    return square != MAD_NO_SQUARE ? set_of(square) : set_none();
}

RUN_INLINE mad_set rides_among(const struct mad_generator *run, uint32_t table, mad_set squares,
                               mad_set men)
{
    mad_set all = set_none();
    for (; !set_empty(squares); squares = set_rest(squares)) {
        all |= mad_ride(run, table, set_first(squares), men);
    }
    return all;
}

static mad_set rides_of(const struct mad_generator *run, uint32_t table, mad_set squares)
{
    return rides_among(run, table, squares, men_now(run));
}

/* --- points ---------------------------------------------------------------------------------- */

static int32_t worth_of(const struct mad_generator *run, mad_set squares, bool was)
{
    const struct mad_game *game = run->game;
    int32_t sum = 0;
    for (uint32_t code = 0; code < game->code_count; code++) {
        uint32_t worth = run->program->piece.worth[game->codes[code].type];
        if (worth != 0) {
            const uint32_t slot = MAD_SLOT_CODE + code;
            const mad_set men = was ? former(run, slot) : mad_slot(run->state, slot);
            sum += (int32_t)(worth * set_size(men & squares));
        }
    }
    return sum;
}

/* How many men a pocket holds, or what they are worth. */
static int32_t held(const struct mad_generator *run, uint32_t pocket, uint32_t player, bool worth)
{
    int32_t sum = 0;
    for (uint32_t type = 0; type < run->game->type_count; type++) {
        int32_t count = mad_state_pocket_count(run->game, run->state, pocket, player, type);
        if (run->game->code_of[type][player] != 0xff) { /* of several players all are together */
            sum += worth ? count * run->program->piece.worth[type] : count;
        }
    }
    return sum;
}

/* How often all men have stood like this behind earlier moves, or behind earlier turns alone. */
static uint32_t times_before(const struct mad_generator *run, bool behind_turns)
{
    const struct mad_game *game = run->game;
    const uint64_t *seen = mad_state_past(game, run->state),
                   key = mad_state_men_key(game, run->state);
    uint32_t times = 0;
    for (uint64_t i = 1; i <= seen[0]; i++) {
        times += (seen[i] ^ key) <= MAD_PAST_TURN && (!behind_turns || (seen[i] & MAD_PAST_TURN));
    }
    return times;
}

static void remember(struct mad_generator *run)
{
    uint64_t *seen = mad_state_past(run->game, run->state);
    if (seen[0] == MAD_MAX_PAST) {
        mad_run_cross(run, MAD_LIMIT_PAST);
        return;
    }
    seen[++seen[0]] = mad_state_men_key(run->game, run->state) |
                      (run->game->turn.count == 0 ? MAD_PAST_TURN : 0); /* else see next_turn */
}

static struct mad_verdict score(int32_t first, int32_t second, uint32_t end)
{
    return (struct mad_verdict){.outcome = first > second   ? MAD_WIN_FIRST
                                           : first < second ? MAD_WIN_SECOND
                                                            : MAD_DRAW,
                                .end = (uint16_t)end,
                                .scored = true,
                                .points = {first, second}};
}

/* The squares of the set at the least (or greatest) distance from `here`. */
static mad_set at_extreme(const struct mad_generator *run, mad_set squares, uint32_t here,
                          bool nearest)
{
    const uint16_t *distance = run->program->tables.distance + (size_t)here * run->game->squares;
    mad_set best = set_none();
    int found = nearest ? UINT16_MAX + 1 : -1;
    for (; !set_empty(squares); squares = set_rest(squares)) {
        uint32_t square = set_first(squares);
        int far = distance[square];
        if (nearest ? far < found : far > found) {
            best = set_none();
            found = far;
        }
        if (far == found) {
            best |= set_of(square);
        }
    }
    return best;
}

RUN_INLINE mad_set nearest_of(const struct mad_generator *run, mad_set squares, uint32_t here,
                              bool nearest)
{
    return set_size(squares) > 1 ? at_extreme(run, squares, here, nearest) : squares;
}

/* Numbers of rules are small; those of a damaged program may be anything, and wrap round. */
RUN_INLINE int32_t sum_of(int32_t a, int32_t b, bool less)
{
    return (int32_t)(less ? (uint32_t)a - (uint32_t)b : (uint32_t)a + (uint32_t)b);
}

RUN_INLINE mad_set between_sets(const struct mad_generator *run, mad_set a, mad_set b)
{
    if (set_empty(a) || set_empty(b)) {
        return set_none();
    }
    const size_t pair = (size_t)set_first(a) * run->game->squares + set_first(b);
    const size_t line = run->program->tables.between[pair];
    return set_load(run->program->tables.lines + line * MAD_WORDS);
}

/* --- what verbs attack ----------------------------------------------------------------------- */

/* Whether a way of that player's verbs, were it his turn, takes somebody from one of these squares. Laws are
 * not asked about it, and what the verbs ask themselves is answered by lines alone, which may be verbs here. */
static bool probe(struct mad_generator *run, mad_set squares, uint32_t player)
{
    struct mad_generator probe;
    struct mad_state *state = run->state;
    const uint8_t side = state->side;
    run_begin_for(&probe, run, state, player);
    begin_lawless(&probe);
    probe.asked.laws++;
    probe.sink.probing = run->sink.probing + 1;
    probe.probed = squares;
    state->side = (uint8_t)player;
    run_program(&probe,
                run->sink.probing ? run->program->taking.lines[player]
                                  : run->program->taking.ways[player],
                0);
    effects_undo(&probe, 0);
    state->side = side;
    mad_run_join(run, &probe);
    return probe.holds;
}

/* The squares are attacked, too, when verbs would take from there whom they may take: the man who stands there,
 * or his enemy, who stands on no other. */
static __attribute__((noinline)) bool is_taken_by_verbs(struct mad_generator *run, mad_set squares,
                                                        uint32_t player)
{
    const struct mad_program *program = run->program;
    const mad_set men = mad_slot(run->state, 1 - player);
    const uint8_t *board = mad_state_board_const(run->game, run->state);
    const uint32_t asked = program->taking.asked[1 - player], trail = run->trail_count;
    mad_set standing = set_none();
    bool taken = false;
    for (mad_set rest = squares & men; !set_empty(rest); rest = set_rest(rest)) {
        standing |=
            program->taking.codes[board[set_first(rest)]] ? set_of(set_first(rest)) : set_none();
    }
    if (!set_empty(standing) && probe(run, standing, player)) {
        return true;
    }
    for (mad_set rest = squares & ~men;
         !set_empty(rest) && !taken && program->taking.codes[asked] && run->status == MAD_OK;
         rest = set_rest(rest)) {
        effect_square(run, set_first(rest), asked, 0);
        taken = run->status == MAD_OK && probe(run, set_of(set_first(rest)), player);
        effects_undo(run, trail);
    }
    return taken;
}

static __attribute__((noinline)) bool any_attacked_now(struct mad_generator *run, mad_set squares,
                                                       uint32_t player)
{
    if (player != run->side && run->told && is_drawn(run, squares)) {
        return set_meets(squares, run->masks.dangers);
    }
    const struct mad_game *game = run->game;
    const uint8_t *board = mad_state_board_const(game, run->state);
    const mad_set asked = squares, men = men_now(run), his = mad_slot(run->state, 1 - player);
    for (; !set_empty(squares); squares = set_rest(squares)) {
        const uint32_t square = set_first(squares);
        const uint32_t code =
            set_has(his, square) ? board[square] : run->program->taking.asked[1 - player];
        if (is_attacked(run, player, square, men, game->codes[code].type)) {
            return true;
        }
    }
    return run->program->taking.ways[player] != MAD_NO_PROGRAM && run->sink.probing < 2 &&
           is_taken_by_verbs(run, asked, player);
}

RUN_INLINE bool any_attacked(struct mad_generator *run, mad_set squares, uint32_t player)
{
    return set_within(squares, run->masks.drawn) && player != run->side && run->trail_count == 0
               ? set_meets(squares, run->masks.dangers)
               : any_attacked_now(run, squares, player);
}

static enum mad_status count_some(struct mad_generator *asking, uint64_t *count);

/* Who moves next: in a law, behind the move that it is asked about, were it made. */
static uint32_t next_player(const struct mad_generator *run)
{
    const struct mad_game *game = run->game;
    const uint32_t turn = run->state->turn + 1u;
    if (run->asked.begun == NULL) {
        return run->state->side;
    }
    return game->turn.count == 0     ? 1 - run->side
           : turn < game->turn.count ? game->turn.order[turn]
                                     : game->turn.order[game->turn.once];
}

/* Whether `player` could move in this position, were it his turn, when nothing is known of it yet. */
static __attribute__((noinline)) bool can_find_move(struct mad_generator *run, uint32_t player)
{
    struct mad_state *state = run->state;
    struct mad_ahead ahead;
    uint8_t side = state->side;
    uint64_t count = 0;
    look_ahead(run, player, &ahead);
    enum mad_status status = count_some(run, &count);
    look_back(run, &ahead);
    if (status != MAD_OK) {
        run->status = status;
    }
    if (player == side) {
        run->has_moves = count != 0;
    }
    return count != 0;
}

/* The same; passing is no move. */
RUN_INLINE bool can_move(struct mad_generator *run, uint32_t player)
{
    player = player == MAD_NEXT_PLAYER ? next_player(run) : player;
    return player == run->state->side && run->has_moves >= 0 ? run->has_moves != 0
                                                             : can_find_move(run, player);
}
