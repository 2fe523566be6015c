/* node.c - see node.h: what every node does before any of its moves is tried. Layer: search.
 *
 * A node is listed and judged before anything else: the verdict may hang on the move that led there,
 * which the table does not know. */
#include "node.h"

enum {
    EVERY_RULE = UINT8_MAX, /* occurrences at which any rule of repetition holds */
    SCORE_BY_POINTS = MAD_SCORE_NEAR - MAD_MAX_PLY,
    SEED_SWAY = 3,       /* hundredths that a seed moves what a position is worth, at most */
    TEAM_SPAN = 1 << 16, /* what a node is worth hangs on for whom the root plays */
    QUIET_SPAN = 16,     /* plies of the quiet counter that count as the same position */
};

bool mad_is_stopped(const struct mad_searcher *searcher)
{
    return searcher->budget.is_spent || searcher->status != MAD_OK;
}

struct mad_search_node mad_node_open(struct mad_searcher *searcher, uint32_t ply, int depth,
                                     int alpha, int beta)
{
    struct mad_state *state = mad_searcher_state(searcher, ply);
    searcher->line_length[ply] = 0;
    if (ply > searcher->deepest)
        searcher->deepest = ply;
    return (struct mad_search_node){
        .state = state,
        /* the far end of the quiet counter tells apart what is near a draw by it */
        .key = mad_stack_key(state, state->quiet / QUIET_SPAN + searcher->team * TEAM_SPAN),
        .ply = ply,
        .depth = depth,
        .alpha = alpha,
        .beta = beta,
        .first = searcher->stack.list.count,
        .first_delta = searcher->stack.list.delta_count};
}

void mad_node_close(struct mad_searcher *searcher, const struct mad_search_node *node)
{
    searcher->stack.list.count = node->first;
    searcher->stack.list.delta_count = node->first_delta;
}

void mad_node_make(struct mad_searcher *searcher, const struct mad_search_node *node,
                   uint32_t index)
{
    struct mad_state *next = mad_searcher_state(searcher, node->ply + 1);
    mad_vm_apply(searcher->game, node->state, &searcher->stack.list.moves[index],
                 searcher->stack.list.deltas, next);
    searcher->in_check[node->ply + 1] = mad_vm_in_check(searcher->game, next);
}

/* --- repetition ---------------------------------------------------------------------------------- */

void mad_node_enter(struct mad_searcher *searcher, const struct mad_search_node *node)
{
    uint64_t key = node->state->key;
    searcher->keys[searcher->history_count + node->ply] = key;
    searcher->key_seen[key % MAD_KEY_BUCKETS]++;
}

void mad_node_leave(struct mad_searcher *searcher, const struct mad_search_node *node)
{
    searcher->key_seen[node->state->key % MAD_KEY_BUCKETS]--;
}

/* Where in the game or on the path a state stands. Of the game's a copy: who asks may scribble on it, and
 * other threads ask as well. */
static struct mad_state *state_at(const struct mad_searcher *searcher, uint32_t index)
{
    if (index >= searcher->history_count)
        return mad_searcher_state(searcher, index - searcher->history_count);
    struct mad_state *copy = searcher->order.scratch;
    memcpy(copy, mad_position_state_at(searcher->position, index), searcher->game->state_bytes);
    return copy;
}

/* What the ends ask about the way to a node; a position met before on the path counts as repeated as
 * often as any rule asks for, unless counters have gone on. */
static enum mad_status look_back(const struct mad_searcher *searcher,
                                 const struct mad_search_node *node, bool *on_path,
                                 struct mad_past *past)
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
            *on_path |= i >= searcher->history_count &&
                        mad_counters_key(state_at(searcher, i)) == mad_counters_key(node->state);
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
static int outcome_score(const struct mad_searcher *searcher, const struct mad_search_node *node,
                         const struct mad_verdict *verdict)
{
    enum mad_outcome outcome = (enum mad_outcome)verdict->outcome;
    if (outcome == MAD_GOES_ON || outcome == MAD_DRAW)
        return 0;
    const uint32_t winner = (uint32_t)mad_winner(outcome);
    const uint32_t side = searcher->team == 0 ? winner : ~(searcher->team >> winner) & 1u;
    int score = (verdict->scored ? SCORE_BY_POINTS : MAD_SCORE_MATE) - (int)node->ply;
    return side == mad_searcher_side(searcher, node->state) ? score : -score;
}

/* Whether all for whom the root plays are out: then it does not matter to them who wins. */
static bool is_out(const struct mad_searcher *searcher, const struct mad_search_node *node)
{
    return searcher->team != 0 && (searcher->team & ~mad_seats_out(node->state)) == 0;
}

int mad_state_worth(struct mad_searcher *searcher, struct mad_state *state)
{
    if (searcher->team == 0)
        return mad_evaluate(&searcher->evaluator, &searcher->glance, state);
    const int worth = mad_evaluate_team(&searcher->evaluator, state, searcher->team);
    return mad_searcher_side(searcher, state) == 0 ? worth : -worth;
}

/* One position in six has been looked at before, at less depth or on another way. */
static int remembered_worth(struct mad_searcher *searcher, const struct mad_search_node *node)
{
    struct mad_seen_worth *seen = &searcher->seen[node->key % MAD_SEEN_WORTHS];
    if (seen->key != node->key)
        *seen = (struct mad_seen_worth){node->key, mad_state_worth(searcher, node->state)};
    return seen->worth;
}

int mad_node_worth(struct mad_searcher *searcher, const struct mad_search_node *node)
{
    const uint64_t seed = searcher->budget.limits.seed;
    int worth = remembered_worth(searcher, node);
    if (seed == 0)
        return worth;
    uint64_t drawn =
        (node->key ^ seed * UINT64_C(0xd6e8feb86659fd93)) * UINT64_C(0x9e3779b97f4a7c15);
    return worth + (int)((drawn >> 32) % (2 * SEED_SWAY + 1)) - SEED_SWAY;
}

/* Lists the moves and asks the ends. A position met before on the path is scored by what repeating
 * it to the end would bring, for what could be had there could be had the first time. True when the
 * score is settled. */
bool mad_node_is_settled(struct mad_searcher *searcher, struct mad_search_node *node,
                         bool may_repeat, int *score)
{
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    bool on_path = false;
    struct mad_past past = {1, 0};
    *score = 0;
    enum mad_status status = mad_vm_generate(searcher->game, node->state, &searcher->stack.list);
    mad_budget_slow(&searcher->budget, searcher->stack.list.steps, node->state->effort != 0);
    uint32_t total = searcher->stack.list.count;
    if (status == MAD_OK)
        status = mad_chance_fold(searcher->game, &searcher->stack.list, node->first, &total);
    if (status == MAD_OK && may_repeat)
        status = look_back(searcher, node, &on_path, &past);
    node->count = searcher->move_count[node->ply] = searcher->stack.list.count - node->first;
    mad_budget_work(&searcher->budget, node->count);
    searcher->stack.list.count = total;
    if (status == MAD_OK)
        status =
            mad_vm_judge_known(searcher->game, node->state, past, node->count > 0, &verdict, NULL);
    if (status == MAD_ERROR_LIMIT ||
        (status == MAD_OK && node->ply == MAD_MAX_PLY - 1 && verdict.outcome == MAD_GOES_ON)) {
        *score = mad_node_worth(searcher, node);
        return true;
    }
    if (status != MAD_OK) {
        searcher->status = status;
        return true;
    }
    *score = outcome_score(searcher, node, &verdict);
    if (verdict.outcome == MAD_GOES_ON && is_out(searcher, node)) {
        *score = MAD_SCORE_MATE - (int)node->ply;
        return true;
    }
    return verdict.outcome != MAD_GOES_ON || on_path || node->count == 0;
}

/* How the node looks before any of its moves is tried. */
void mad_node_look(struct mad_searcher *searcher, struct mad_search_node *node)
{
    node->in_check = searcher->in_check[node->ply];
    node->worth = node->in_check ? MAD_NO_WORTH : mad_node_worth(searcher, node);
    searcher->worth[node->ply] = node->worth;
    node->improves = node->ply >= 2 && searcher->team == 0 && node->worth != MAD_NO_WORTH &&
                     node->worth > searcher->worth[node->ply - 2];
}
