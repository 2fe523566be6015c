/* alpha_beta.c - see alpha_beta.h. Layer: search.
 *
 * A node is listed and judged before anything else: the verdict may hang on the move that led there,
 * which the table does not know. Scores are seen by the side to move of their node; wins count from
 * the root, so that nearer ones are better. When the budget is spent every score on the way up is
 * worthless, and callers look at is_stopped before they use one. */
#include "alpha_beta.h"

enum {
    CHOICE_WORTH = 5, /* of a legal move more */
    CHOICE_WORTH_MOST = 60,
    DEEPEST_QUIET = 12,     /* captures in a row behind the last full ply */
    MOST_CAPTURES = 64,     /* on the first of them; half as many on each next one */
    EVERY_RULE = UINT8_MAX, /* occurrences at which any rule of repetition holds */
    FIRST_WINDOW = 40,      /* about the last iteration's score, from NARROW_DEPTH on */
    NARROW_DEPTH = 4,
    HOPELESS_MARGIN = 200, /* what a quiet move a ply from the end may still bring */
    HOPELESS_DEPTH = 2,
    FEW_MOVES = 10,       /* of the enemy; nothing is hopeless then */
    CAPTURE_MARGIN = 200, /* the same beyond what a capture wins at once */
    REDUCED_DEPTH = 3,    /* late moves are tried less deep from this depth on ... */
    REDUCED_MOVE = 3,     /* ... behind this many others */
    SCORE_BY_POINTS = MAD_SCORE_NEAR - MAD_MAX_PLY,
    QUIET_SPAN = 16, /* plies of the quiet counter that count as the same position */
    CERTAIN = 3000,  /* what a decided game weighs among outcomes of which others go on */
};

struct node {
    struct mad_state *state;
    uint64_t key; /* for the table */
    uint32_t ply;
    int depth, alpha, beta;
    uint32_t first, first_delta; /* in the list */
    uint32_t count;
    uint32_t table_move;
};

static bool is_stopped(const struct mad_searcher *searcher)
{
    return searcher->budget.is_spent || searcher->status != MAD_OK;
}

/* What a position holds beyond its key, folded in. The far end of the quiet counter tells positions
 * apart that are near a draw by it. */
static uint64_t table_key(const struct mad_state *state)
{
    uint64_t rest = (uint64_t)(state->quiet / QUIET_SPAN) << 8 | state->mover;
    return state->key ^ (rest + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

static struct node open_node(struct mad_searcher *searcher, uint32_t ply, int depth, int alpha,
                             int beta)
{
    struct mad_state *state = mad_searcher_state(searcher, ply);
    searcher->line_length[ply] = 0;
    if (ply > searcher->deepest)
        searcher->deepest = ply;
    return (struct node){.state = state,
                         .key = table_key(state),
                         .ply = ply,
                         .depth = depth,
                         .alpha = alpha,
                         .beta = beta,
                         .first = searcher->list.count,
                         .first_delta = searcher->list.delta_count};
}

static void close_node(struct mad_searcher *searcher, const struct node *node)
{
    searcher->list.count = node->first;
    searcher->list.delta_count = node->first_delta;
}

static void make_move(struct mad_searcher *searcher, const struct node *node, uint32_t index)
{
    mad_vm_apply(searcher->game, node->state, &searcher->list.moves[index], searcher->list.deltas,
                 mad_searcher_state(searcher, node->ply + 1));
}

/* --- repetition ---------------------------------------------------------------------------------- */

static void enter_path(struct mad_searcher *searcher, const struct node *node)
{
    uint64_t key = node->state->key;
    searcher->keys[searcher->history_count + node->ply] = key;
    searcher->key_seen[key % MAD_KEY_BUCKETS]++;
}

static void leave_path(struct mad_searcher *searcher, const struct node *node)
{
    searcher->key_seen[node->state->key % MAD_KEY_BUCKETS]--;
}

/* Where in the game or on the path a state stands. */
static struct mad_state *state_at(const struct mad_searcher *searcher, uint32_t index)
{
    return index < searcher->history_count
               ? mad_position_state_at(searcher->position, index)
               : mad_searcher_state(searcher, index - searcher->history_count);
}

/* What the ends ask about the way to a node; a position met before on the path counts as repeated as
 * often as any rule asks for. */
static enum mad_status look_back(const struct mad_searcher *searcher, const struct node *node,
                                 bool *on_path, struct mad_past *past)
{
    uint64_t key = node->state->key;
    uint32_t now = searcher->history_count + node->ply, first = now;
    struct mad_watching watching = {0, 0};
    enum mad_status status = MAD_OK;
    *past = (struct mad_past){1, 0};
    if (searcher->key_seen[key % MAD_KEY_BUCKETS] == 0)
        return status;
    for (uint32_t i = 0; i < now; i++)
        if (searcher->keys[i] == key) {
            first = first == now ? i : first;
            past->occurrences++;
            *on_path |= i >= searcher->history_count;
        }
    if (!mad_vm_watches(searcher->game))
        first = now;
    for (uint32_t i = first + 1; i <= now && status == MAD_OK; i++)
        status = mad_vm_watch(searcher->game, state_at(searcher, i), &watching);
    past->held = mad_watched(watching);
    if (*on_path)
        past->occurrences = EVERY_RULE;
    return status;
}

/* --- what the rules say ---------------------------------------------------------------------------- */

/* A win by points may be less than a whole one: it is what is left when there is no other. */
static int outcome_score(const struct node *node, const struct mad_verdict *verdict)
{
    enum mad_outcome outcome = (enum mad_outcome)verdict->outcome;
    if (outcome != MAD_WIN_FIRST && outcome != MAD_WIN_SECOND)
        return 0;
    int score = (verdict->scored ? SCORE_BY_POINTS : MAD_SCORE_MATE) - (int)node->ply;
    return (outcome == MAD_WIN_FIRST) == (node->state->side == 0) ? score : -score;
}

/* Lists the moves and asks the ends. A position met before on the path is scored by what repeating
 * it to the end would bring, for what could be had there could be had the first time. True when the
 * score is settled. */
static bool is_settled(struct mad_searcher *searcher, struct node *node, bool may_repeat,
                       int *score)
{
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    bool on_path = false;
    struct mad_past past = {1, 0};
    *score = 0;
    enum mad_status status = mad_vm_generate(searcher->game, node->state, &searcher->list);
    mad_budget_slow(&searcher->budget, searcher->list.steps, node->state->effort != 0);
    uint32_t total = searcher->list.count;
    if (status == MAD_OK)
        status = mad_chance_fold(searcher->game, &searcher->list, node->first, &total);
    if (status == MAD_OK && may_repeat)
        status = look_back(searcher, node, &on_path, &past);
    node->count = searcher->move_count[node->ply] = searcher->list.count - node->first;
    mad_budget_work(&searcher->budget, node->count);
    searcher->list.count = total;
    if (status == MAD_OK)
        status = mad_vm_judge_known(searcher->game, node->state, past, node->count > 0, &verdict);
    if (status == MAD_ERROR_LIMIT ||
        (status == MAD_OK && node->ply == MAD_MAX_PLY - 1 && verdict.outcome == MAD_GOES_ON)) {
        *score = mad_evaluate(&searcher->evaluator, node->state);
        return true;
    }
    if (status != MAD_OK) {
        searcher->status = status;
        return true;
    }
    *score = outcome_score(node, &verdict);
    return verdict.outcome != MAD_GOES_ON || on_path || node->count == 0;
}

/* --- chance ------------------------------------------------------------------------------------------ */

static int search(struct mad_searcher *searcher, uint32_t ply, int depth, int alpha, int beta);
static int quiesce(struct mad_searcher *searcher, uint32_t ply, int deep, int alpha, int beta);

/* Whether the turn goes on behind the move that has been made: the same player wants the best again. */
static bool goes_on(const struct mad_searcher *searcher, const struct node *node)
{
    return mad_searcher_state(searcher, node->ply + 1)->side == node->state->side;
}

/* The score behind the move that has been made, as seen by who made it. */
static int search_below(struct mad_searcher *searcher, const struct node *node, int depth,
                        int alpha, int beta)
{
    return goes_on(searcher, node) ? search(searcher, node->ply + 1, depth, alpha, beta)
                                   : -search(searcher, node->ply + 1, depth, -beta, -alpha);
}

static int quiesce_below(struct mad_searcher *searcher, const struct node *node, int deep,
                         int alpha, int beta)
{
    return goes_on(searcher, node) ? quiesce(searcher, node->ply + 1, deep, alpha, beta)
                                   : -quiesce(searcher, node->ply + 1, deep, -beta, -alpha);
}

/* How far the search goes behind a toss: so many full plies, or, past the last one, how many behind it. */
struct reach {
    int depth, deep;
};

/* What is known of a toss while its outcomes are searched. Weights are whole numbers, `of` in all. */
struct tossed {
    int64_t of, rest; /* rest: weight of those not searched yet */
    int64_t sum;      /* of the others, weighed */
    bool all_win, all_lose;
    int least, most;
};

static int weighed(int score)
{
    return score > CERTAIN ? CERTAIN : score < -CERTAIN ? -CERTAIN : score;
}

/* The mean of the outcomes; when all of them decide the game alike, the slowest of them. */
static int toss_score(const struct tossed *tossed)
{
    if (tossed->all_win)
        return tossed->least;
    return tossed->all_lose ? tossed->most : (int)(tossed->sum / tossed->of);
}

/* The mean if all outcomes that are left came to `score`. */
static int mean_with(const struct tossed *tossed, int score)
{
    return (int)((tossed->sum + tossed->rest * score) / tossed->of);
}

/* From a bound of the mean to that of the outcome of this weight, if all others that are left came to
 * `score`. */
static int64_t share_of(const struct tossed *tossed, int bound, int64_t weight, int score)
{
    return (bound * tossed->of - tossed->sum - (tossed->rest - weight) * score) / weight;
}

static int search_outcome(struct mad_searcher *searcher, const struct node *node, uint32_t index,
                          struct reach reach, int alpha, int beta)
{
    make_move(searcher, node, index);
    searcher->tosses++;
    int score = reach.deep > 0 ? quiesce_below(searcher, node, reach.deep, alpha, beta)
                               : search_below(searcher, node, reach.depth, alpha, beta);
    searcher->tosses--;
    return score;
}

/* Expectation with windows that narrow as outcomes get known (Ballard 1983, "The *-minimax search
 * procedure for trees containing chance nodes"). The last outcome comes first: where nothing happens it
 * is the same for many moves, and remembered. */
static int toss(struct mad_searcher *searcher, const struct node *node, uint32_t index,
                struct reach reach, int alpha)
{
    const struct mad_move open = searcher->list.moves[index];
    struct tossed tossed = {.all_win = true,
                            .all_lose = true,
                            .least = MAD_SCORE_INFINITE,
                            .most = -MAD_SCORE_INFINITE};
    for (uint32_t i = open.delta_count; i-- > 0;) {
        uint32_t outcome = open.delta_first + i;
        const struct mad_chance *chance =
            mad_move_chance(searcher->game, &searcher->list.moves[outcome]);
        int64_t weight = chance->weight;
        if (tossed.of == 0)
            tossed.of = tossed.rest = chance->of;
        int64_t low = share_of(&tossed, alpha, weight, CERTAIN) - 1;
        int64_t high = share_of(&tossed, node->beta, weight, -CERTAIN) + 1;
        if (low >= CERTAIN && !tossed.all_win)
            return mean_with(&tossed, CERTAIN);
        if (high <= -CERTAIN && !tossed.all_lose)
            return mean_with(&tossed, -CERTAIN);
        int below = low > -CERTAIN && low < CERTAIN ? (int)low : -MAD_SCORE_INFINITE;
        int above = high > -CERTAIN && high < CERTAIN ? (int)high : MAD_SCORE_INFINITE;
        int score = search_outcome(searcher, node, outcome, reach, below, above);
        if (is_stopped(searcher))
            return 0;
        tossed.sum += weight * weighed(score);
        tossed.rest -= weight;
        tossed.all_win &= score > MAD_SCORE_NEAR;
        tossed.all_lose &= score < -MAD_SCORE_NEAR;
        tossed.least = score < tossed.least ? score : tossed.least;
        tossed.most = score > tossed.most ? score : tossed.most;
        if (score <= below)
            return mean_with(&tossed, CERTAIN);
        if (score >= above)
            return mean_with(&tossed, -CERTAIN);
    }
    return toss_score(&tossed);
}

/* --- quiescence -------------------------------------------------------------------------------------- */

/* Captures that are looked at: fewer with each ply, or games in which every move takes would never
 * come to rest. */
static uint32_t most_captures(int deep)
{
    uint32_t most = MOST_CAPTURES >> deep;
    return most > 1 ? most : 1;
}

/* Whether the rules leave no quiet move: then there is no waiting to see. */
static bool is_forced(const struct mad_searcher *searcher, const struct node *node, int deep)
{
    if (node->count > most_captures(deep))
        return false;
    if (node->count == 1)
        return true;
    for (uint32_t i = node->first; i < node->first + node->count; i++)
        if (!mad_order_takes(&searcher->list.moves[i]))
            return false;
    return true;
}

/* Forgets the other moves: most positions have many and they cost time to order. */
static void keep_captures(struct mad_searcher *searcher, struct node *node)
{
    struct mad_move *moves = searcher->list.moves;
    uint32_t kept = node->first;
    for (uint32_t i = node->first; i < node->first + node->count; i++)
        if (mad_order_takes(&moves[i]))
            moves[kept++] = moves[i];
    if (searcher->game->outcome_count == 0) /* else the outcomes of tosses stand behind */
        searcher->list.count = kept;
    node->count = kept - node->first;
}

static bool is_worth_taking(const struct mad_searcher *searcher, uint32_t index, int waiting,
                            int alpha)
{
    int gain = (searcher->scores[index] - MAD_ORDER_WINS) / MAD_ORDER_GAIN_SCALE;
    return waiting + gain + CAPTURE_MARGIN > alpha;
}

static int at_most(int value, int most)
{
    return value > most ? most : value < -most ? -most : value;
}

/* The men and squares, and how many moves the player has more than the enemy had. */
static int static_score(const struct mad_searcher *searcher, const struct node *node)
{
    int score = mad_evaluate(&searcher->evaluator, node->state);
    if (node->ply == 0)
        return score;
    int more = (int)node->count - (int)searcher->move_count[node->ply - 1];
    return score + at_most(more * CHOICE_WORTH, CHOICE_WORTH_MOST);
}

static int try_capture(struct mad_searcher *searcher, const struct node *node, uint32_t index,
                       int deep, int alpha)
{
    if (mad_move_is_open(&searcher->list.moves[index]))
        return toss(searcher, node, index, (struct reach){0, deep + 1}, alpha);
    make_move(searcher, node, index);
    return quiesce_below(searcher, node, deep + 1, alpha, node->beta);
}

static int try_captures(struct mad_searcher *searcher, struct node *node, int deep)
{
    bool forced = deep < DEEPEST_QUIET && is_forced(searcher, node, deep);
    int best = -MAD_SCORE_INFINITE, waiting = 0;
    if (!forced) {
        best = waiting = static_score(searcher, node);
        if (best >= node->beta || deep >= DEEPEST_QUIET)
            return best;
        keep_captures(searcher, node);
    }
    int alpha = best > node->alpha ? best : node->alpha;
    uint32_t end = node->first + node->count;
    mad_order_score(&searcher->order, node->state, &searcher->list, node->first, end, 0, node->ply,
                    searcher->scores);
    uint32_t left = most_captures(deep);
    for (uint32_t i = node->first; i < end; i++) {
        mad_order_pick(&searcher->list, i, end, searcher->scores);
        if (left-- == 0 || (!forced && searcher->scores[i] < MAD_ORDER_WINS / 2))
            break;
        if (!forced && !is_worth_taking(searcher, i, waiting, alpha))
            continue;
        int score = try_capture(searcher, node, i, deep, alpha);
        if (is_stopped(searcher))
            return best;
        best = score > best ? score : best;
        alpha = best > alpha ? best : alpha;
        if (alpha >= node->beta)
            break;
    }
    return best;
}

/* `deep`: plies since the last full one. */
static int quiesce(struct mad_searcher *searcher, uint32_t ply, int deep, int alpha, int beta)
{
    struct node node = open_node(searcher, ply, 0, alpha, beta);
    int score = 0;
    if (!mad_budget_spend(&searcher->budget))
        return 0;
    if (!is_settled(searcher, &node, deep == 0, &score))
        score = try_captures(searcher, &node, deep);
    close_node(searcher, &node);
    return score;
}

/* --- the table ------------------------------------------------------------------------------------------ */

/* In the table forced ends count from the node, because it is reached on ways of different lengths. */
static int score_from_node(int score, uint32_t ply)
{
    return score > MAD_SCORE_NEAR    ? score + (int)ply
           : score < -MAD_SCORE_NEAR ? score - (int)ply
                                     : score;
}

static int score_from_root(int score, uint32_t ply)
{
    return score > MAD_SCORE_NEAR    ? score - (int)ply
           : score < -MAD_SCORE_NEAR ? score + (int)ply
                                     : score;
}

/* Whether the table settles the score; if not, it may know a move. The expected line is not cut
 * short by it. */
static bool is_remembered(const struct mad_searcher *searcher, struct node *node, int *score)
{
    if (node->ply == 0) {
        const struct mad_found *found = &searcher->found[searcher->rank];
        node->table_move = found->line_length > 0 ? mad_move_code(&found->best) : 0;
        return false;
    }
    const struct mad_entry *entry = mad_table_find(&searcher->table, node->key);
    if (entry == NULL)
        return false;
    node->table_move = entry->move;
    if (entry->depth < node->depth || (node->beta - node->alpha != 1 && searcher->tosses == 0))
        return false;
    *score = score_from_root(entry->score, node->ply);
    return entry->bound == MAD_BOUND_EXACT ||
           (entry->bound == MAD_BOUND_LOWER && *score >= node->beta) ||
           (entry->bound == MAD_BOUND_UPPER && *score <= node->alpha);
}

static void remember(struct mad_searcher *searcher, const struct node *node, int best,
                     uint32_t move)
{
    enum mad_bound bound = best >= node->beta   ? MAD_BOUND_LOWER
                           : best > node->alpha ? MAD_BOUND_EXACT
                                                : MAD_BOUND_UPPER;
    mad_table_store(&searcher->table, node->key, node->depth, bound,
                    score_from_node(best, node->ply), move);
}

/* --- full plies ------------------------------------------------------------------------------------------- */

/* The move heads the line expected from here on. */
static void set_line(struct mad_searcher *searcher, const struct node *node, uint32_t move)
{
    uint32_t ply = node->ply, length = searcher->line_length[ply + 1];
    searcher->line[ply][0] = move;
    memcpy(&searcher->line[ply][1], searcher->line[ply + 1], length * sizeof move);
    searcher->line_length[ply] = length + 1;
}

static void set_best(struct mad_searcher *searcher, const struct mad_move *move, int score)
{
    struct mad_found *found = &searcher->found[searcher->rank];
    found->best = *move;
    found->score = score;
    found->line_length = searcher->line_length[0];
    memcpy(found->line, searcher->line[0], sizeof found->line);
}

static bool is_late(const struct mad_searcher *searcher, const struct node *node, uint32_t index)
{
    return index > node->first && searcher->scores[index] < MAD_ORDER_KILLER / 2;
}

/* Whether the enemy had few moves: where they run out games end, and quiet moves do it. */
static bool is_enemy_short(const struct mad_searcher *searcher, const struct node *node)
{
    return node->ply > 0 && searcher->move_count[node->ply - 1] <= FEW_MOVES;
}

/* How much less deep a move is tried at first. */
static int reduction(const struct mad_searcher *searcher, const struct node *node, uint32_t index)
{
    uint32_t behind = index - node->first;
    if (node->depth < REDUCED_DEPTH || behind < REDUCED_MOVE || node->ply == 0 ||
        !is_late(searcher, node, index))
        return 0;
    int less = 1 + (behind >= 8) + (behind >= 24 && node->depth >= 6);
    return less < node->depth - 1 ? less : node->depth - 2;
}

/* With a single legal move nothing is decided: such plies are free, within reason. */
static int extension(const struct mad_searcher *searcher, const struct node *node)
{
    return searcher->move_count[node->ply] == 1 && node->ply < 2 * (uint32_t)(searcher->depth + 1);
}

static int try_toss(struct mad_searcher *searcher, const struct node *node, uint32_t index,
                    int alpha, int depth, int less)
{
    int score = toss(searcher, node, index, (struct reach){depth - less, 0}, alpha);
    if (score > alpha && less > 0 && !is_stopped(searcher))
        score = toss(searcher, node, index, (struct reach){depth, 0}, alpha);
    searcher->line_length[node->ply + 1] = 0;
    return score;
}

/* The first move is searched in full, the others only to show that they are no better. */
static int try_move(struct mad_searcher *searcher, const struct node *node, uint32_t index,
                    int alpha)
{
    int depth = node->depth - 1 + extension(searcher, node);
    int less = reduction(searcher, node, index);
    if (mad_move_is_open(&searcher->list.moves[index]))
        return try_toss(searcher, node, index, alpha, depth, less);
    make_move(searcher, node, index);
    if (index == node->first)
        return search_below(searcher, node, depth, alpha, node->beta);
    int score = search_below(searcher, node, depth - less, alpha, alpha + 1);
    if (score > alpha && less > 0 && !is_stopped(searcher))
        score = search_below(searcher, node, depth, alpha, alpha + 1);
    if (score > alpha && score < node->beta && !is_stopped(searcher))
        score = search_below(searcher, node, depth, alpha, node->beta);
    return score;
}

/* What a quiet move can hardly lift the score above; near forced ends nothing is left out. */
static int ceiling_of(const struct mad_searcher *searcher, const struct node *node)
{
    if (node->depth > HOPELESS_DEPTH || node->ply == 0 || node->alpha < -MAD_SCORE_NEAR ||
        is_enemy_short(searcher, node))
        return MAD_SCORE_INFINITE;
    return mad_evaluate(&searcher->evaluator, node->state) + node->depth * HOPELESS_MARGIN;
}

static void learn(struct mad_searcher *searcher, const struct node *node, uint32_t index)
{
    const struct mad_move *moves = searcher->list.moves;
    if (!mad_order_is_quiet(&moves[index]))
        return;
    mad_order_reward(&searcher->order, &moves[index], node->ply, node->depth);
    for (uint32_t i = node->first; i < index; i++)
        if (mad_order_is_quiet(&moves[i]))
            mad_order_blame(&searcher->order, &moves[i], node->depth);
}

static int try_moves(struct mad_searcher *searcher, struct node *node)
{
    int best = -MAD_SCORE_INFINITE, alpha = node->alpha;
    int ceiling = ceiling_of(searcher, node);
    uint32_t best_move = 0;
    uint32_t end = node->first + node->count;
    mad_order_score(&searcher->order, node->state, &searcher->list, node->first, end,
                    node->table_move, node->ply, searcher->scores);
    for (uint32_t i = node->first; i < end; i++) {
        mad_order_pick(&searcher->list, i, end, searcher->scores);
        if (ceiling <= alpha && best > -MAD_SCORE_NEAR && is_late(searcher, node, i))
            continue;
        int score = try_move(searcher, node, i, alpha);
        if (is_stopped(searcher))
            return best;
        best = score > best ? score : best;
        if (score <= alpha)
            continue;
        alpha = score;
        best_move = mad_move_code(&searcher->list.moves[i]);
        set_line(searcher, node, best_move);
        if (node->ply == 0)
            set_best(searcher, &searcher->list.moves[i], score);
        if (alpha >= node->beta) {
            learn(searcher, node, i);
            break;
        }
    }
    remember(searcher, node, best, best_move);
    return best;
}

/* --- the root -------------------------------------------------------------------------------------------- */

bool mad_move_is_same(const struct mad_move *a, const struct mad_move *b)
{
    return a->from == b->from && a->to == b->to && a->placed == b->placed && a->line == b->line &&
           a->delta_first == b->delta_first && a->delta_count == b->delta_count;
}

/* Whether the root's move is among those asked for, and heads no better line. */
static bool is_wanted(const struct mad_searcher *searcher, const struct mad_move *move)
{
    bool is_allowed = searcher->allowed == NULL;
    for (uint32_t i = 0; i < searcher->allowed_count && !is_allowed; i++)
        is_allowed = mad_move_is_same(move, &searcher->allowed[i]);
    for (uint32_t i = 0; i < searcher->rank && is_allowed; i++)
        is_allowed = !mad_move_is_same(move, &searcher->found[i].best);
    return is_allowed;
}

/* Keeps the first `count` moves of the list that are wanted; returns how many. */
static uint32_t keep_wanted(struct mad_searcher *searcher, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_wanted(searcher, &searcher->list.moves[i]))
            searcher->list.moves[kept++] = searcher->list.moves[i];
    return kept;
}

static int search(struct mad_searcher *searcher, uint32_t ply, int depth, int alpha, int beta)
{
    if (depth <= 0)
        return quiesce(searcher, ply, 0, alpha, beta);
    struct node node = open_node(searcher, ply, depth, alpha, beta);
    int score = 0;
    if (!mad_budget_spend(&searcher->budget))
        return 0;
    bool is_done = is_settled(searcher, &node, true, &score) && ply > 0;
    if (ply == 0)
        node.count = keep_wanted(searcher, node.count);
    if (!is_done && !is_remembered(searcher, &node, &score)) {
        enter_path(searcher, &node);
        score = try_moves(searcher, &node);
        leave_path(searcher, &node);
    }
    close_node(searcher, &node);
    return score;
}

/* --- deeper and deeper -------------------------------------------------------------------------------------- */

/* One depth, in a window about the last score that opens on the side where the score fell out. */
static void iterate(struct mad_searcher *searcher, int depth)
{
    int window = depth < NARROW_DEPTH ? MAD_SCORE_INFINITE : FIRST_WINDOW;
    int guess = searcher->found[searcher->rank].score;
    int alpha = guess - window, beta = guess + window;
    for (;;) {
        alpha = alpha < -MAD_SCORE_NEAR ? -MAD_SCORE_INFINITE : alpha;
        beta = beta > MAD_SCORE_NEAR ? MAD_SCORE_INFINITE : beta;
        searcher->list.count = 0;
        searcher->list.delta_count = 0;
        int score = search(searcher, 0, depth, alpha, beta);
        if (is_stopped(searcher) || (score > alpha && score < beta))
            return;
        window *= 4;
        if (score <= alpha)
            alpha = score - window;
        else
            beta = score + window;
    }
}

enum mad_status mad_searcher_begin(struct mad_searcher *searcher)
{
    enum mad_status status = mad_searcher_list(searcher, 0);
    if (status != MAD_OK)
        return status;
    uint32_t end = keep_wanted(searcher, searcher->list.count);
    mad_order_score(&searcher->order, mad_searcher_state(searcher, 0), &searcher->list, 0, end, 0,
                    0, searcher->scores);
    mad_order_pick(&searcher->list, 0, end, searcher->scores);
    searcher->line[0][0] = mad_move_code(&searcher->list.moves[0]);
    searcher->line_length[0] = 1;
    set_best(searcher, &searcher->list.moves[0],
             mad_evaluate(&searcher->evaluator, mad_searcher_state(searcher, 0)));
    return MAD_OK;
}

static int magnitude(int score)
{
    return score < 0 ? -score : score;
}

/* Whether forced ends were found that no deeper search can bring nearer, or the win that was asked for. */
static bool is_decided(const struct mad_searcher *searcher)
{
    int win_in = searcher->budget.limits.win_in;
    if (win_in > 0 && MAD_SCORE_MATE - searcher->found[0].score <= win_in)
        return true;
    for (uint32_t i = 0; i < searcher->lines; i++)
        if (MAD_SCORE_MATE - magnitude(searcher->found[i].score) > searcher->depth)
            return false;
    return true;
}

/* Brings the line that was searched last to its place among those before. */
static void sort_found(struct mad_searcher *searcher)
{
    for (uint32_t i = searcher->rank; i > 0; i--) {
        struct mad_found *found = &searcher->found[i], moved = *found;
        if (found[-1].score >= found->score)
            break;
        *found = found[-1];
        found[-1] = moved;
    }
}

bool mad_searcher_deepen(struct mad_searcher *searcher)
{
    int limit = searcher->budget.limits.depth;
    if (limit == 0 || limit > MAD_MAX_DEPTH)
        limit = MAD_MAX_DEPTH;
    if (searcher->depth >= limit ||
        (searcher->depth > 0 &&
         (is_decided(searcher) || !mad_budget_has_another(&searcher->budget))))
        return false;
    for (searcher->rank = 0; searcher->rank < searcher->lines; searcher->rank++) {
        iterate(searcher, searcher->depth + 1);
        if (is_stopped(searcher))
            return false;
        sort_found(searcher);
    }
    searcher->depth++;
    return true;
}
