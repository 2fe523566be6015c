/* prune.c - what is not searched, or not so deep, because it can hardly matter. Layer: search. See
 * node.h, and GAINS.md for what each of it gained.
 *
 * Nothing is left out in check, near forced ends, or where the enemy has few moves: where they run out
 * games end, and quiet moves do it. */
#include "node.h"

enum {
    HOPELESS_MARGIN = 100, /* what a quiet move may still bring, and more for each ply left */
    HOPELESS_MORE = 110,
    HOPELESS_DEPTH = 6,
    SAFE_MARGIN = 90, /* for each ply left: so much above the window a position stays there */
    SAFE_DEPTH = 6,
    LATE_DEPTH = 6,
    LATE_MOVES = 4,
    GIVEN_DEPTH =
        3,       /* from here on the move is given away to see whether even that is good enough */
    HEAVY = 150, /* what a man is worth who is not among the smallest */
    FEW_MOVES = 10,    /* of the enemy; nothing is hopeless then */
    REDUCED_DEPTH = 3, /* late moves are tried less deep from this depth on ... */
    REDUCED_MOVE = 3,  /* ... behind this many others */
};

static bool is_late(const struct mad_searcher *searcher, const struct mad_search_node *node,
                    uint32_t index)
{
    return index > node->first && searcher->scores[index] < MAD_ORDER_KILLER / 2;
}

static bool is_among(const uint64_t *squares, uint32_t square)
{
    return square != MAD_NO_SQUARE && squares[square / 64] >> (square % 64) & 1;
}

bool mad_may_check(const struct mad_game *game, const struct mad_state *state,
                   const struct mad_move *move, const uint64_t *about)
{
    return !mad_vm_goes_alone(game, state, move) || is_among(about, move->from) ||
           is_among(about, move->to);
}

/* Whether the enemy had few moves, and not because of a check: where they run out games end, and quiet moves
 * do it. */
static bool is_enemy_short(const struct mad_searcher *searcher, const struct mad_search_node *node)
{
    return node->ply > 0 && !searcher->in_check[node->ply - 1] &&
           searcher->move_count[node->ply - 1] <= FEW_MOVES;
}

/* Sixteen times the logarithm to base 2, in straight pieces. */
static int log16(uint32_t x)
{
    int whole = 31 - __builtin_clz(x | 1);
    return 16 * whole + (int)(((uint64_t)x << 4 >> whole) - 16);
}

/* How much less deep a move is tried at first. */
int mad_reduction(const struct mad_searcher *searcher, const struct mad_search_node *node,
                  uint32_t index)
{
    uint32_t behind = index - node->first;
    if (node->depth < REDUCED_DEPTH || behind < REDUCED_MOVE || node->ply == 0 ||
        !is_late(searcher, node, index))
        return 0;
    int less = (log16((uint32_t)node->depth) * log16(behind) + 400) / 1100;
    less += !node->improves;
    less -= node->beta - node->alpha != 1;
    less -= node->in_check;
    if (searcher->scores[index] > MAD_ORDER_COSTS / 2)
        less -= mad_clamp(searcher->scores[index], 2 * MAD_ORDER_HISTORY_MOST) /
                (MAD_ORDER_HISTORY_MOST / 2);
    less = less < 0 ? 0 : less;
    return less < node->depth - 1 ? less : node->depth - 2;
}

/* Whether a player has men besides the smallest. */
static bool has_heavy_men(const struct mad_searcher *searcher, const struct mad_state *state,
                          uint32_t player)
{
    const struct mad_game *game = searcher->game;
    for (uint32_t code = 0; code < game->code_count; code++)
        if (game->codes[code].owner == player && searcher->evaluator.man[code] >= HEAVY)
            for (uint32_t word = 0; word < game->words; word++)
                if (state->sets[(MAD_SLOT_CODE + code) * game->words + word] != 0)
                    return true;
    return false;
}

/* Whether a player has nothing else: he is beaten by quiet moves. */
static bool is_ending(const struct mad_searcher *searcher, const struct mad_state *state)
{
    return !has_heavy_men(searcher, state, 0) || !has_heavy_men(searcher, state, 1);
}

/* So many moves are tried where nothing much is left to be found: the more, the deeper. Where the window is open all of
 * them would cost more than everything else near the root, and yet more than one of a few is wanted. */
static uint32_t most_moves(const struct mad_searcher *searcher, const struct mad_search_node *node)
{
    const bool is_open = node->beta - node->alpha != 1;
    const uint32_t square = (uint32_t)(node->depth * node->depth), most = LATE_MOVES + square;
    if (node->depth > LATE_DEPTH)
        return UINT32_MAX;
    if (is_ending(searcher, node->state))
        return is_open ? UINT32_MAX : node->improves ? most : most / 2 + 1;
    if (is_open)
        return most + square;
    return (node->improves ? most : most / 2) - 1;
}

/* Whether the moves from this one on, none of which wins men, can hardly lift the score above alpha, one so
 * far tried having scored `best`: it would be searched too shallow to find much, or many have failed. */
bool mad_is_hopeless(const struct mad_searcher *searcher, const struct mad_search_node *node,
                     uint32_t index, int alpha, int best)
{
    if (node->ply == 0 || node->in_check || best <= -MAD_SCORE_NEAR || alpha < -MAD_SCORE_NEAR ||
        !is_late(searcher, node, index) || is_enemy_short(searcher, node))
        return false;
    int left = node->depth - mad_reduction(searcher, node, index);
    return (left <= HOPELESS_DEPTH &&
            node->worth + HOPELESS_MARGIN + left * HOPELESS_MORE <= alpha) ||
           index - node->first >= most_moves(searcher, node);
}

bool mad_is_thrown_away(const struct mad_searcher *searcher, const struct mad_search_node *node,
                        uint32_t index)
{
    const uint32_t to = searcher->stack.list.moves[index].to;
    struct mad_state *next = mad_searcher_state(searcher, node->ply + 1);
    return to != MAD_NO_SQUARE && searcher->evaluator.counters == 0 && /* of checks, say */
           mad_vm_is_attacked(searcher->game, next, 1u - node->state->side, to) &&
           !mad_vm_is_attacked(searcher->game, next, node->state->side, to) &&
           !is_ending(searcher, node->state);
}

/* --- without trying moves ---------------------------------------------------------------------------------- */

/* Whether the position is so good that a few plies will not change it. */
bool mad_is_safe(const struct mad_searcher *searcher, const struct mad_search_node *node,
                 int *score)
{
    if (node->ply == 0 || node->in_check || node->beta - node->alpha != 1 ||
        node->depth > SAFE_DEPTH || node->beta > MAD_SCORE_NEAR || node->beta < -MAD_SCORE_NEAR ||
        searcher->compels || is_enemy_short(searcher, node) ||
        node->worth - (node->depth - node->improves) * SAFE_MARGIN < node->beta)
        return false;
    *score = node->worth;
    return true;
}

/* Whether it would be good enough even to give the move away (Donninger 1993, "Null Move and Deep Search"). */
bool mad_is_good_anyway(struct mad_searcher *searcher, const struct mad_search_node *node,
                        int *score)
{
    if (node->ply == 0 || node->in_check || node->gave_away || node->beta - node->alpha != 1 ||
        node->depth < GIVEN_DEPTH || node->worth < node->beta || node->beta > MAD_SCORE_NEAR ||
        node->beta < -MAD_SCORE_NEAR || searcher->compels || is_enemy_short(searcher, node) ||
        (searcher->stack.list.moves[node->first].flags & MAD_MOVE_FORCED) ||
        !has_heavy_men(searcher, node->state,
                       node->state->side) || /* else it may be a burden to be on move */
        !mad_vm_give_away(searcher->game, node->state, mad_searcher_state(searcher, node->ply + 1)))
        return false;
    int more = (node->worth - node->beta) / 200;
    int depth = node->depth - 4 - node->depth / 4 - (more > 2 ? 2 : more);
    searcher->in_check[node->ply + 1] =
        mad_vm_in_check(searcher->game, mad_searcher_state(searcher, node->ply + 1));
    uint32_t before = searcher->gave_away;
    searcher->gave_away = node->ply + 1;
    *score = -mad_search_node(searcher, node->ply + 1, depth, -node->beta, -node->beta + 1);
    searcher->gave_away = before;
    if (*score < node->beta)
        return false;
    *score = *score > MAD_SCORE_NEAR ? node->beta : *score;
    return true;
}
