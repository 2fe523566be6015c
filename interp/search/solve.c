/* solve.c - problems solved depth first, with a table of what was found out (mad_solve.h).
 *
 * Layer: search. The value of a node is how likely the goal is reached with best play: where both help, or the player
 * who solves is to move, the most of its moves, else the least. No value lies above 1 or below 0, so that the first
 * move that comes to 1, or to 0, ends a node; without weighed tosses these are the only values. Moves that give check
 * come first, behind the one that decided the last node of this depth: where checks mean nothing this costs little. */
#include "../mad_solve.h"
#include "../game/chance.h"
#include "../memory.h"
#include "../position.h"
#include "budget.h"
#include "prove.h"
#include "stack.h"

enum {
    PLIES = 2 * MAD_SOLVE_MOVES,
    TABLE_BYTES = 64 << 20,
};

struct entry {
    uint64_t key; /* of position and plies; 0: empty */
    double value;
};

struct mad_solver {
    const struct mad_game *game;
    struct mad_solve_limits limits;
    struct mad_prover *prover; /* of goals without a number of moves; then there is no table here */
    uint32_t length;           /* of the win that it found last */
    struct mad_budget budget;
    struct mad_stack stack;
    struct entry *table;
    size_t table_count;                  /* a power of two */
    struct mad_move deciding[PLIES + 1]; /* what decided the last node with so many plies to go */
    enum mad_status status;
};

const char *mad_problem_name(enum mad_problem goal)
{
    static const char *const names[] = {
        [MAD_PROBLEM_MATE] = "mate",
        [MAD_PROBLEM_SELFMATE] = "selfmate",
        [MAD_PROBLEM_HELPMATE] = "helpmate",
        [MAD_PROBLEM_STALEMATE] = "stalemate",
        [MAD_PROBLEM_HELPSTALEMATE] = "helpstalemate",
        [MAD_PROBLEM_WIN] = "win",
        [MAD_PROBLEM_DRAW] = "draw",
    };
    return goal < MAD_PROBLEMS ? names[goal] : NULL;
}

static bool is_help(enum mad_problem goal)
{
    return goal == MAD_PROBLEM_HELPMATE || goal == MAD_PROBLEM_HELPSTALEMATE;
}

bool mad_problem_is_endless(enum mad_problem goal)
{
    return goal == MAD_PROBLEM_WIN || goal == MAD_PROBLEM_DRAW;
}

uint32_t mad_problem_plies(const mad_game *game, enum mad_problem goal, uint32_t moves)
{
    if (mad_problem_is_endless(goal))
        return MAD_SOLVE_ENDLESS;
    bool is_own = goal == MAD_PROBLEM_MATE || goal == MAD_PROBLEM_STALEMATE;
    return moves == 0 || mad_plays_alone(game) ? moves : 2 * moves - is_own;
}

/* --- memory -------------------------------------------------------------------------------------- */

static enum mad_status make_room(struct mad_solver *solver)
{
    const struct mad_memory *memory = solver->game->allocator;
    size_t bytes =
        solver->limits.table_bytes != 0 ? solver->limits.table_bytes : (size_t)TABLE_BYTES;
    size_t count = 1;
    if (mad_problem_is_endless(solver->limits.goal))
        return mad_prover_new(solver->game, bytes, &solver->prover);
    while (2 * count * sizeof *solver->table <= bytes)
        count *= 2;
    solver->table = mad_memory_new(memory, count * sizeof *solver->table);
    if (solver->table == NULL)
        return MAD_ERROR_MEMORY;
    solver->table_count = count;
    return mad_stack_make(&solver->stack, solver->game, PLIES + 1);
}

enum mad_status mad_solver_new(const mad_game *game, const struct mad_solve_limits *limits,
                               mad_solver **out)
{
    if (game == NULL || limits == NULL || out == NULL || limits->goal >= MAD_PROBLEMS ||
        (limits->player != 0 && limits->player != 1) ||
        (mad_problem_is_endless(limits->goal) && limits->is_likely))
        return MAD_ERROR_MISUSE;
    struct mad_solver *solver = mad_memory_new(game->allocator, sizeof *solver);
    if (solver == NULL)
        return MAD_ERROR_MEMORY;
    solver->game = game;
    solver->limits = *limits;
    const struct mad_search_limits asked = {
        .nodes = limits->nodes, .interrupt = limits->interrupt, .context = limits->context};
    mad_budget_start(&solver->budget, &asked);
    enum mad_status status = make_room(solver);
    if (status == MAD_OK)
        *out = solver;
    else
        mad_solver_free(solver);
    return status;
}

void mad_solver_free(mad_solver *solver)
{
    if (solver == NULL)
        return;
    const struct mad_memory *memory = solver->game->allocator;
    mad_memory_free(memory, solver->table, solver->table_count * sizeof *solver->table);
    mad_stack_free(&solver->stack, solver->game);
    mad_prover_free(solver->prover);
    mad_memory_free(memory, solver, sizeof *solver);
}

uint32_t mad_solver_length(const mad_solver *solver)
{
    return solver->length;
}

uint64_t mad_solver_nodes(const mad_solver *solver)
{
    return solver->budget.nodes;
}

static struct mad_state *state_at(const struct mad_solver *solver, uint32_t ply)
{
    return mad_stack_state(&solver->stack, solver->game, ply);
}

/* --- the goal -------------------------------------------------------------------------------------- */

/* Whether a position that is over, or has no moves, is what was wanted. */
static bool is_reached(struct mad_solver *solver, struct mad_state *state,
                       const struct mad_verdict *verdict, bool has_moves)
{
    int player = solver->limits.player;
    int winner = solver->limits.goal == MAD_PROBLEM_MATE ? player : 1 - player;
    switch (solver->limits.goal) {
    case MAD_PROBLEM_STALEMATE:
    case MAD_PROBLEM_HELPSTALEMATE:
        return !has_moves && (state->side == player) == is_help(solver->limits.goal) &&
               !mad_vm_in_check(solver->game, state);
    case MAD_PROBLEM_MATE:
    case MAD_PROBLEM_SELFMATE:
    case MAD_PROBLEM_HELPMATE:
    case MAD_PROBLEM_WIN:
    case MAD_PROBLEM_DRAW:
    case MAD_PROBLEMS: break;
    }
    return verdict->outcome == (winner == 0 ? MAD_WIN_FIRST : MAD_WIN_SECOND);
}

/* --- nodes ------------------------------------------------------------------------------------------ */

static double value_at(struct mad_solver *solver, uint32_t ply, uint32_t plies);

static bool is_stopped(const struct mad_solver *solver)
{
    return solver->status != MAD_OK || solver->budget.is_spent;
}

static double value_behind(struct mad_solver *solver, uint32_t ply, uint32_t plies,
                           const struct mad_move *move)
{
    struct mad_state *next = state_at(solver, ply + 1);
    mad_vm_apply(solver->game, state_at(solver, ply), move, solver->stack.list.deltas, next);
    if (!mad_state_is_made(next)) {
        solver->status = MAD_ERROR_LIMIT;
        return 0;
    }
    return value_at(solver, ply + 1, plies - 1);
}

/* Of the outcomes of a toss: the worst for who solves, or their mean. */
static double value_of_toss(struct mad_solver *solver, uint32_t ply, uint32_t plies,
                            struct mad_move open)
{
    double worst = 1, sum = 0;
    for (uint32_t i = 0; i < open.delta_count && !is_stopped(solver); i++) {
        const struct mad_move outcome = solver->stack.list.moves[open.delta_first + i];
        const struct mad_odds odds =
            mad_odds_of(mad_move_chance(solver->game, &outcome), open.delta_count);
        double value = value_behind(solver, ply, plies, &outcome);
        worst = value < worst ? value : worst;
        sum += value * odds.weight / odds.of;
        if (!solver->limits.is_likely && worst <= 0)
            return 0;
    }
    return solver->limits.is_likely ? sum : worst;
}

static bool is_alike(const struct mad_move *one, const struct mad_move *other)
{
    return one->from == other->from && one->to == other->to && one->placed == other->placed &&
           one->line == other->line;
}

static void swap(struct mad_move *one, struct mad_move *other)
{
    struct mad_move kept = *one;
    *one = *other;
    *other = kept;
}

/* Checks first, and before them what decided a node as deep as this. */
static void put_in_order(struct mad_solver *solver, uint32_t ply, uint32_t plies, uint32_t first,
                         uint32_t count)
{
    struct mad_move *moves = solver->stack.list.moves + first;
    struct mad_state *next = state_at(solver, ply + 1);
    uint32_t front = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_alike(&moves[i], &solver->deciding[plies]))
            swap(&moves[front++], &moves[i]);
    for (uint32_t i = front; plies > 2 && i < count; i++) {
        if (mad_move_is_open(&moves[i]))
            continue;
        mad_vm_apply(solver->game, state_at(solver, ply), &moves[i], solver->stack.list.deltas,
                     next);
        if (mad_state_is_made(next) && mad_vm_in_check(solver->game, next))
            swap(&moves[front++], &moves[i]);
    }
}

static double value_of_moves(struct mad_solver *solver, uint32_t ply, uint32_t plies,
                             uint32_t first, uint32_t count)
{
    bool is_own =
        is_help(solver->limits.goal) || state_at(solver, ply)->side == solver->limits.player;
    double best = is_own ? 0 : 1;
    put_in_order(solver, ply, plies, first, count);
    for (uint32_t i = first; i < first + count && !is_stopped(solver); i++) {
        const struct mad_move move = solver->stack.list.moves[i];
        double value = mad_move_is_open(&move) ? value_of_toss(solver, ply, plies, move)
                                               : value_behind(solver, ply, plies, &move);
        if (is_own ? value > best : value < best)
            best = value;
        if (is_own ? best >= 1 : best <= 0) {
            solver->deciding[plies] = move;
            break;
        }
    }
    return best;
}

static double value_listed(struct mad_solver *solver, uint32_t ply, uint32_t plies)
{
    struct mad_state *state = state_at(solver, ply);
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    uint32_t first = solver->stack.list.count, total;
    solver->status = mad_vm_generate(solver->game, state, &solver->stack.list);
    mad_budget_slow(&solver->budget, solver->stack.list.steps, state->effort != 0);
    total = solver->stack.list.count;
    if (solver->status == MAD_OK)
        solver->status = mad_chance_fold(solver->game, &solver->stack.list, first, &total);
    uint32_t count = solver->stack.list.count - first;
    mad_budget_work(&solver->budget, count);
    solver->stack.list.count = total;
    if (solver->status == MAD_OK)
        solver->status = mad_vm_judge_known(solver->game, state, (struct mad_past){0, 0}, count > 0,
                                            &verdict, NULL);
    if (solver->status != MAD_OK)
        return 0;
    if (verdict.outcome != MAD_GOES_ON || count == 0 || plies == 0)
        return is_reached(solver, state, &verdict, count > 0);
    return value_of_moves(solver, ply, plies, first, count);
}

static double value_at(struct mad_solver *solver, uint32_t ply, uint32_t plies)
{
    uint64_t key = mad_stack_key(state_at(solver, ply), plies);
    struct entry *entry = &solver->table[key & (solver->table_count - 1)];
    uint32_t first = solver->stack.list.count, first_delta = solver->stack.list.delta_count;
    if (entry->key == key)
        return entry->value;
    if (!mad_budget_spend(&solver->budget))
        return 0;
    double value = value_listed(solver, ply, plies);
    solver->stack.list.count = first;
    solver->stack.list.delta_count = first_delta;
    if (!is_stopped(solver) && plies > 0)
        *entry = (struct entry){key, value};
    return value;
}

/* Who holds the draw keeps the other from winning. */
static int prover_player(const struct mad_solver *solver)
{
    int player = solver->limits.player;
    return solver->limits.goal == MAD_PROBLEM_DRAW ? 1 - player : player;
}

static enum mad_status ask_prover(struct mad_solver *solver, const mad_position *position,
                                  uint32_t plies, double *value)
{
    bool is_draw = solver->limits.goal == MAD_PROBLEM_DRAW, is_won;
    uint32_t length;
    enum mad_status status = mad_prover_ask(solver->prover, &solver->budget, position,
                                            prover_player(solver), &is_won, &length);
    if (status != MAD_OK)
        return status;
    solver->length = is_draw || !is_won ? 0 : length;
    *value = is_draw ? !is_won : is_won && length <= plies;
    return MAD_OK;
}

bool mad_solver_knows(const mad_solver *solver, const mad_position *position)
{
    return solver->prover == NULL ||
           mad_prover_knows(solver->prover, position, prover_player(solver));
}

enum mad_status mad_solver_ask(mad_solver *solver, const mad_position *position, uint32_t plies,
                               double *value)
{
    if (solver == NULL || position == NULL || value == NULL || position->game != solver->game)
        return MAD_ERROR_MISUSE;
    if (solver->prover != NULL)
        return ask_prover(solver, position, plies, value);
    if (plies > PLIES)
        return MAD_ERROR_MISUSE;
    memcpy(state_at(solver, 0), mad_position_state(position), solver->game->state_bytes);
    solver->status = MAD_OK;
    solver->stack.list.count = solver->stack.list.delta_count = 0;
    double found = value_at(solver, 0, plies);
    if (solver->status != MAD_OK)
        return solver->status;
    if (solver->budget.is_spent)
        return MAD_ERROR_STOPPED;
    *value = found;
    return MAD_OK;
}
