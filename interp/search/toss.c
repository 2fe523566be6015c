/* toss.c - moves with a toss: the mean of what may come of them. Layer: search. See node.h. */
#include "node.h"

enum { CERTAIN = 3000 /* what a decided game weighs among outcomes of which others go on */ };

/* Whether the turn goes on behind the move that has been made: the same player wants the best again. */
static bool goes_on(const struct mad_searcher *searcher, const struct mad_search_node *node)
{
    return mad_searcher_side(searcher, mad_searcher_state(searcher, node->ply + 1)) ==
           mad_searcher_side(searcher, node->state);
}

/* The score behind the move that has been made, as seen by who made it. */
int mad_search_below(struct mad_searcher *searcher, const struct mad_search_node *node, int depth,
                     int alpha, int beta)
{
    return goes_on(searcher, node)
               ? mad_search_node(searcher, node->ply + 1, depth, alpha, beta)
               : -mad_search_node(searcher, node->ply + 1, depth, -beta, -alpha);
}

int mad_quiesce_below(struct mad_searcher *searcher, const struct mad_search_node *node, int deep,
                      int alpha, int beta)
{
    return goes_on(searcher, node) ? mad_quiesce(searcher, node->ply + 1, deep, alpha, beta)
                                   : -mad_quiesce(searcher, node->ply + 1, deep, -beta, -alpha);
}

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

static int search_outcome(struct mad_searcher *searcher, const struct mad_search_node *node,
                          uint32_t index, struct mad_reach reach, int alpha, int beta)
{
    mad_node_make(searcher, node, index);
    searcher->tosses++;
    int score = reach.deep > 0 ? mad_quiesce_below(searcher, node, reach.deep, alpha, beta)
                               : mad_search_below(searcher, node, reach.depth, alpha, beta);
    searcher->tosses--;
    return score;
}

/* Expectation with windows that narrow as outcomes get known (Ballard 1983, "The *-minimax search
 * procedure for trees containing chance nodes"). The last outcome comes first: where nothing happens it
 * is the same for many moves, and remembered. */
int mad_node_toss(struct mad_searcher *searcher, const struct mad_search_node *node, uint32_t index,
                  struct mad_reach reach, int alpha)
{
    const struct mad_move open = searcher->stack.list.moves[index];
    struct tossed tossed = {.all_win = true,
                            .all_lose = true,
                            .least = MAD_SCORE_INFINITE,
                            .most = -MAD_SCORE_INFINITE};
    for (uint32_t i = open.delta_count; i-- > 0;) {
        uint32_t outcome = open.delta_first + i;
        const struct mad_odds odds =
            mad_odds_of(mad_move_chance(searcher->game, &searcher->stack.list.moves[outcome]),
                        open.delta_count);
        int64_t weight = odds.weight;
        if (tossed.of == 0)
            tossed.of = tossed.rest = odds.of;
        int64_t low = share_of(&tossed, alpha, weight, CERTAIN) - 1;
        int64_t high = share_of(&tossed, node->beta, weight, -CERTAIN) + 1;
        if (low >= CERTAIN && !tossed.all_win)
            return mean_with(&tossed, CERTAIN);
        if (high <= -CERTAIN && !tossed.all_lose)
            return mean_with(&tossed, -CERTAIN);
        int below = low > -CERTAIN && low < CERTAIN ? (int)low : -MAD_SCORE_INFINITE;
        int above = high > -CERTAIN && high < CERTAIN ? (int)high : MAD_SCORE_INFINITE;
        int score = search_outcome(searcher, node, outcome, reach, below, above);
        if (mad_is_stopped(searcher))
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
