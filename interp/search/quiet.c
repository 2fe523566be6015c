/* quiet.c - behind the last full ply: captures, and answers to checks, until nothing much is left to
 * take. Layer: search. See node.h. */
#include "node.h"

enum {
    CHOICE_WORTH = 5, /* of a legal move more */
    CHOICE_WORTH_MOST = 60,
    DEEPEST_QUIET = 12,   /* captures in a row behind the last full ply */
    MOST_EVASIONS = 3,    /* so deep behind it all answers to checks are looked at */
    MOST_CAPTURES = 64,   /* on the first of them; half as many on each next one */
    CAPTURE_MARGIN = 200, /* what a capture may bring beyond what it wins at once */
};

/* Captures that are looked at: fewer with each ply, or games in which every move takes would never
 * come to rest. */
static uint32_t most_captures(int deep)
{
    uint32_t most = MOST_CAPTURES >> deep;
    return most > 1 ? most : 1;
}

/* Whether the rules leave no quiet move: then there is no waiting to see. */
static bool is_forced(const struct mad_searcher *searcher, const struct mad_search_node *node,
                      int deep)
{
    if (node->count > most_captures(deep))
        return false;
    if (node->count == 1)
        return true;
    for (uint32_t i = node->first; i < node->first + node->count; i++)
        if (!mad_order_takes(&searcher->stack.list.moves[i]))
            return false;
    return true;
}

/* Forgets the other moves: most positions have many and they cost time to order. */
static void keep_captures(struct mad_searcher *searcher, struct mad_search_node *node)
{
    struct mad_move *moves = searcher->stack.list.moves;
    uint32_t kept = node->first;
    for (uint32_t i = node->first; i < node->first + node->count; i++)
        if (mad_order_takes(&moves[i]))
            moves[kept++] = moves[i];
    if (searcher->game->outcome_count == 0) /* else the outcomes of tosses stand behind */
        searcher->stack.list.count = kept;
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
static int static_score(struct mad_searcher *searcher, const struct mad_search_node *node)
{
    int score = mad_node_worth(searcher, node);
    if (node->ply == 0 || searcher->team != 0)
        return score; /* of several players the one before may be a friend */
    int more = (int)node->count - (int)searcher->move_count[node->ply - 1];
    return score + at_most(more * CHOICE_WORTH, CHOICE_WORTH_MOST);
}

static int try_capture(struct mad_searcher *searcher, const struct mad_search_node *node,
                       uint32_t index, int deep, int alpha)
{
    if (mad_move_is_open(&searcher->stack.list.moves[index]))
        return mad_node_toss(searcher, node, index, (struct mad_reach){0, deep + 1}, alpha);
    mad_node_make(searcher, node, index);
    return mad_quiesce_below(searcher, node, deep + 1, alpha, node->beta);
}

static int try_captures(struct mad_searcher *searcher, struct mad_search_node *node, int deep)
{
    bool forced =
        deep < DEEPEST_QUIET && ((searcher->in_check[node->ply] && deep < MOST_EVASIONS) ||
                                 is_forced(searcher, node, deep));
    int best = -MAD_SCORE_INFINITE, waiting = 0;
    if (!forced) {
        best = waiting = static_score(searcher, node);
        if (best >= node->beta || deep >= DEEPEST_QUIET)
            return best;
        keep_captures(searcher, node);
    }
    int alpha = best > node->alpha ? best : node->alpha;
    uint32_t end = node->first + node->count;
    mad_order_score(&searcher->order, node->state, &searcher->stack.list, node->first, end, 0,
                    node->ply, searcher->scores);
    uint32_t left = most_captures(deep);
    for (uint32_t i = node->first; i < end; i++) {
        mad_order_pick(&searcher->stack.list, i, end, searcher->scores);
        if (left-- == 0 || (!forced && searcher->scores[i] < MAD_ORDER_WINS / 2))
            break;
        if (!forced && !is_worth_taking(searcher, i, waiting, alpha))
            continue;
        int score = try_capture(searcher, node, i, deep, alpha);
        if (mad_is_stopped(searcher))
            return best;
        best = score > best ? score : best;
        alpha = best > alpha ? best : alpha;
        if (alpha >= node->beta)
            break;
    }
    return best;
}

/* `deep`: plies since the last full one. */
int mad_quiesce(struct mad_searcher *searcher, uint32_t ply, int deep, int alpha, int beta)
{
    struct mad_search_node node = mad_node_open(searcher, ply, 0, alpha, beta);
    int score = 0;
    if (!mad_budget_spend(&searcher->budget))
        return 0;
    if (!mad_node_is_settled(searcher, &node, deep == 0, &score))
        score = try_captures(searcher, &node, deep);
    mad_node_close(searcher, &node);
    return score;
}
