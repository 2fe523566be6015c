/* alpha_beta.c - see searcher.h: full plies, the table, deeper and deeper. Layer: search.
 *
 * Scores are seen by the side to move of their node; wins count from the root, so that nearer ones are
 * better. When the budget is spent every score on the way up is worthless, and callers look at
 * mad_is_stopped before they use one. */
#include "node.h"

enum {
    FIRST_WINDOW = 40, /* about the last iteration's score, from NARROW_DEPTH on */
    NARROW_DEPTH = 4,
    UNKNOWN_DEPTH = 4, /* without a move from the table less deep from here on */
};

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
static bool is_remembered(const struct mad_searcher *searcher, struct mad_search_node *node,
                          int *score)
{
    if (node->ply == 0) {
        const struct mad_found *found = &searcher->found[searcher->rank];
        node->table_move = found->line_length > 0 ? mad_move_code(&found->best) : 0;
        return false;
    }
    struct mad_entry entry;
    if (!mad_table_find(&searcher->table, node->key, &entry))
        return false;
    node->table_move = entry.move;
    if (entry.depth < node->depth || (node->beta - node->alpha != 1 && searcher->tosses == 0))
        return false;
    *score = score_from_root(entry.score, node->ply);
    return entry.bound == MAD_BOUND_EXACT ||
           (entry.bound == MAD_BOUND_LOWER && *score >= node->beta) ||
           (entry.bound == MAD_BOUND_UPPER && *score <= node->alpha);
}

static void remember(struct mad_searcher *searcher, const struct mad_search_node *node, int best,
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
static void set_line(struct mad_searcher *searcher, const struct mad_search_node *node,
                     uint32_t move)
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

static int extension(const struct mad_searcher *searcher, const struct mad_search_node *node)
{
    return (searcher->move_count[node->ply] == 1 || node->in_check) &&
           node->ply < 2 * (uint32_t)(searcher->depth + 1);
}

static int try_toss(struct mad_searcher *searcher, const struct mad_search_node *node,
                    uint32_t index, int alpha, int depth, int less)
{
    int score = mad_node_toss(searcher, node, index, (struct mad_reach){depth - less, 0}, alpha);
    if (score > alpha && less > 0 && !mad_is_stopped(searcher))
        score = mad_node_toss(searcher, node, index, (struct mad_reach){depth, 0}, alpha);
    searcher->line_length[node->ply + 1] = 0;
    return score;
}

/* The first move is searched in full, the others only to show that they are no better; of those without hope
 * only what gives check, and not by a man who is thrown away. */
static int try_move(struct mad_searcher *searcher, const struct mad_search_node *node,
                    uint32_t index, int alpha, bool is_hopeless)
{
    int depth = node->depth - 1 + extension(searcher, node);
    int less = mad_reduction(searcher, node, index);
    if (mad_move_is_open(&searcher->stack.list.moves[index]))
        return try_toss(searcher, node, index, alpha, depth, less);
    mad_node_make(searcher, node, index);
    bool gives_check = searcher->in_check[node->ply + 1];
    if (is_hopeless && (!gives_check || mad_is_thrown_away(searcher, node, index)))
        return -MAD_SCORE_INFINITE;
    less -= less > 0 && gives_check;
    if (index == node->first)
        return mad_search_below(searcher, node, depth, alpha, node->beta);
    int score = mad_search_below(searcher, node, depth - less, alpha, alpha + 1);
    if (score > alpha && less > 0 && !mad_is_stopped(searcher))
        score = mad_search_below(searcher, node, depth, alpha, alpha + 1);
    if (score > alpha && score < node->beta && !mad_is_stopped(searcher))
        score = mad_search_below(searcher, node, depth, alpha, node->beta);
    return score;
}

static void learn(struct mad_searcher *searcher, const struct mad_search_node *node, uint32_t index)
{
    const struct mad_move *moves = searcher->stack.list.moves;
    if (!mad_order_is_quiet(&moves[index]))
        return;
    mad_order_reward(&searcher->order, &moves[index], node->ply, node->depth);
    for (uint32_t i = node->first; i < index; i++)
        if (mad_order_is_quiet(&moves[i]))
            mad_order_blame(&searcher->order, &moves[i], node->depth);
}

static int try_moves(struct mad_searcher *searcher, struct mad_search_node *node)
{
    int best = -MAD_SCORE_INFINITE, alpha = node->alpha;
    uint32_t best_move = 0;
    uint32_t end = node->first + node->count;
    mad_order_score(&searcher->order, node->state, &searcher->stack.list, node->first, end,
                    node->table_move, node->ply, searcher->scores);
    bool is_hopeless = false; /* once a move is, all behind it are, and need no order */
    uint64_t about[MAD_MAX_SQUARES / 64];
    for (uint32_t i = node->first; i < end; i++) {
        if (!is_hopeless) {
            mad_order_pick(&searcher->stack.list, i, end, searcher->scores);
            is_hopeless = mad_is_hopeless(searcher, node, i, alpha, best);
            if (is_hopeless)
                mad_vm_check_squares(searcher->game, node->state, about);
        }
        if (is_hopeless &&
            !mad_may_check(searcher->game, node->state, &searcher->stack.list.moves[i], about))
            continue;
        int score = try_move(searcher, node, i, alpha, is_hopeless);
        if (mad_is_stopped(searcher))
            return best;
        best = score > best ? score : best;
        if (score <= alpha)
            continue;
        alpha = score;
        best_move = mad_move_code(&searcher->stack.list.moves[i]);
        set_line(searcher, node, best_move);
        if (node->ply == 0)
            set_best(searcher, &searcher->stack.list.moves[i], score);
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
        if (is_wanted(searcher, &searcher->stack.list.moves[i]))
            searcher->stack.list.moves[kept++] = searcher->stack.list.moves[i];
    return kept;
}

int mad_search_node(struct mad_searcher *searcher, uint32_t ply, int depth, int alpha, int beta)
{
    if (depth <= 0)
        return mad_quiesce(searcher, ply, 0, alpha, beta);
    struct mad_search_node node = mad_node_open(searcher, ply, depth, alpha, beta);
    int score = 0;
    mad_table_fetch(&searcher->table, node.key); /* while moves are listed */
    if (!mad_budget_spend(&searcher->budget))
        return 0;
    bool is_done = mad_node_is_settled(searcher, &node, true, &score) && ply > 0;
    if (ply == 0)
        node.count = keep_wanted(searcher, node.count);
    if (!is_done && !is_remembered(searcher, &node, &score)) {
        mad_node_look(searcher, &node);
        node.gave_away = searcher->gave_away == ply && ply > 0;
        mad_node_enter(searcher, &node);
        if (!mad_is_safe(searcher, &node, &score) && !mad_is_good_anyway(searcher, &node, &score)) {
            node.depth -= node.table_move == 0 && node.depth >= UNKNOWN_DEPTH;
            score = try_moves(searcher, &node);
        }
        mad_node_leave(searcher, &node);
    }
    mad_node_close(searcher, &node);
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
        searcher->stack.list.count = 0;
        searcher->stack.list.delta_count = 0;
        int score = mad_search_node(searcher, 0, depth, alpha, beta);
        if (mad_is_stopped(searcher) || (score > alpha && score < beta))
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
    uint32_t end = keep_wanted(searcher, searcher->stack.list.count);
    mad_order_score(&searcher->order, mad_searcher_state(searcher, 0), &searcher->stack.list, 0,
                    end, 0, 0, searcher->scores);
    mad_order_pick(&searcher->stack.list, 0, end, searcher->scores);
    searcher->line[0][0] = mad_move_code(&searcher->stack.list.moves[0]);
    searcher->line_length[0] = 1;
    set_best(searcher, &searcher->stack.list.moves[0],
             mad_state_worth(searcher, mad_searcher_state(searcher, 0)));
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
    int depth = searcher->depth + 1 + searcher->ahead;
    for (searcher->rank = 0; searcher->rank < searcher->lines; searcher->rank++) {
        iterate(searcher, depth < limit ? depth : limit);
        if (mad_is_stopped(searcher))
            return false;
        sort_found(searcher);
    }
    searcher->depth++;
    return true;
}
