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

enum {
    PLIES = 2 * MAD_SOLVE_MOVES,
    STATE_ALIGNMENT = 32,
    TABLE_BYTES = 64 << 20,
    STACK_MOVES = 4 * MAD_MAX_MOVES, /* of all plies; touched only as far as it is used */
    STACK_DELTAS = 2 * MAD_MAX_DELTAS,
};

struct entry {
    uint64_t key; /* of position and plies; 0: empty */
    double value;
};

struct mad_solver {
    const struct mad_game *game;
    struct mad_solve_limits limits;
    struct mad_budget budget;
    struct mad_move_list list; /* a stack: each ply appends behind its parents' moves */
    unsigned char *states;     /* of each ply, `stride` bytes each */
    size_t stride, state_bytes;
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
    };
    return goal < MAD_PROBLEMS ? names[goal] : NULL;
}

static bool is_help(enum mad_problem goal)
{
    return goal == MAD_PROBLEM_HELPMATE || goal == MAD_PROBLEM_HELPSTALEMATE;
}

uint32_t mad_problem_plies(enum mad_problem goal, uint32_t moves)
{
    bool is_own = goal == MAD_PROBLEM_MATE || goal == MAD_PROBLEM_STALEMATE;
    return moves == 0 ? 0 : 2 * moves - is_own;
}

/* --- memory -------------------------------------------------------------------------------------- */

static void *allocate(const struct mad_memory *memory, size_t bytes)
{
    return memory->resize(memory->context, NULL, 0, bytes);
}

static enum mad_status make_room(struct mad_solver *solver)
{
    const struct mad_memory *memory = solver->game->allocator;
    size_t bytes =
        solver->limits.table_bytes != 0 ? solver->limits.table_bytes : (size_t)TABLE_BYTES;
    size_t count = 1;
    while (2 * count * sizeof *solver->table <= bytes)
        count *= 2;
    solver->stride = (solver->game->state_bytes + (size_t)STATE_ALIGNMENT - 1) / STATE_ALIGNMENT *
                     STATE_ALIGNMENT;
    solver->state_bytes = (PLIES + 1) * solver->stride;
    solver->list.capacity = STACK_MOVES;
    solver->list.delta_capacity = STACK_DELTAS;
    solver->list.moves = allocate(memory, STACK_MOVES * sizeof *solver->list.moves);
    solver->list.deltas = allocate(memory, STACK_DELTAS * sizeof *solver->list.deltas);
    solver->states = allocate(memory, solver->state_bytes);
    solver->table = mad_memory_new(memory, count * sizeof *solver->table);
    solver->table_count = solver->table != NULL ? count : 0;
    return solver->list.moves != NULL && solver->list.deltas != NULL && solver->states != NULL &&
                   solver->table != NULL
               ? MAD_OK
               : MAD_ERROR_MEMORY;
}

enum mad_status mad_solver_new(const mad_game *game, const struct mad_solve_limits *limits,
                               mad_solver **out)
{
    if (game == NULL || limits == NULL || out == NULL || limits->goal >= MAD_PROBLEMS ||
        (limits->player != 0 && limits->player != 1))
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
    mad_memory_free(memory, solver->states, solver->state_bytes);
    mad_memory_free(memory, solver->list.deltas, STACK_DELTAS * sizeof *solver->list.deltas);
    mad_memory_free(memory, solver->list.moves, STACK_MOVES * sizeof *solver->list.moves);
    mad_memory_free(memory, solver, sizeof *solver);
}

uint64_t mad_solver_nodes(const mad_solver *solver)
{
    return solver->budget.nodes;
}

static struct mad_state *state_at(const struct mad_solver *solver, uint32_t ply)
{
    return (struct mad_state *)(void *)(solver->states + solver->stride * ply);
}

/* The key of a node: what the position's own leaves out, and how many plies are to go. */
static uint64_t key_of(const struct mad_state *state, uint32_t plies)
{
    uint64_t rest = (uint64_t)plies << 8 | state->mover;
    uint64_t key = state->key ^ (rest + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return key != 0 ? key : 1;
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
    mad_vm_apply(solver->game, state_at(solver, ply), move, solver->list.deltas, next);
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
        const struct mad_move outcome = solver->list.moves[open.delta_first + i];
        const struct mad_chance *chance = mad_move_chance(solver->game, &outcome);
        double value = value_behind(solver, ply, plies, &outcome);
        worst = value < worst ? value : worst;
        sum += value * chance->weight / chance->of;
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
    struct mad_move *moves = solver->list.moves + first;
    struct mad_state *next = state_at(solver, ply + 1);
    uint32_t front = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_alike(&moves[i], &solver->deciding[plies]))
            swap(&moves[front++], &moves[i]);
    for (uint32_t i = front; plies > 2 && i < count; i++) {
        if (mad_move_is_open(&moves[i]))
            continue;
        mad_vm_apply(solver->game, state_at(solver, ply), &moves[i], solver->list.deltas, next);
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
        const struct mad_move move = solver->list.moves[i];
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
    uint32_t first = solver->list.count, total;
    solver->status = mad_vm_generate(solver->game, state, &solver->list);
    mad_budget_slow(&solver->budget, solver->list.steps, state->effort != 0);
    total = solver->list.count;
    if (solver->status == MAD_OK)
        solver->status = mad_chance_fold(solver->game, &solver->list, first, &total);
    uint32_t count = solver->list.count - first;
    mad_budget_work(&solver->budget, count);
    solver->list.count = total;
    if (solver->status == MAD_OK)
        solver->status =
            mad_vm_judge_known(solver->game, state, (struct mad_past){0, 0}, count > 0, &verdict);
    if (solver->status != MAD_OK)
        return 0;
    if (verdict.outcome != MAD_GOES_ON || count == 0 || plies == 0)
        return is_reached(solver, state, &verdict, count > 0);
    return value_of_moves(solver, ply, plies, first, count);
}

static double value_at(struct mad_solver *solver, uint32_t ply, uint32_t plies)
{
    uint64_t key = key_of(state_at(solver, ply), plies);
    struct entry *entry = &solver->table[key & (solver->table_count - 1)];
    uint32_t first = solver->list.count, first_delta = solver->list.delta_count;
    if (entry->key == key)
        return entry->value;
    if (!mad_budget_spend(&solver->budget))
        return 0;
    double value = value_listed(solver, ply, plies);
    solver->list.count = first;
    solver->list.delta_count = first_delta;
    if (!is_stopped(solver) && plies > 0)
        *entry = (struct entry){key, value};
    return value;
}

enum mad_status mad_solver_ask(mad_solver *solver, const mad_position *position, uint32_t plies,
                               double *value)
{
    if (solver == NULL || position == NULL || value == NULL || plies > PLIES ||
        position->game != solver->game)
        return MAD_ERROR_MISUSE;
    memcpy(state_at(solver, 0), mad_position_state(position), solver->game->state_bytes);
    solver->status = MAD_OK;
    solver->list.count = solver->list.delta_count = 0;
    double found = value_at(solver, 0, plies);
    if (solver->status != MAD_OK)
        return solver->status;
    if (solver->budget.is_spent)
        return MAD_ERROR_STOPPED;
    *value = found;
    return MAD_OK;
}
