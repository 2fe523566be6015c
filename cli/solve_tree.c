/* solve_tree.c - what follows on the first move of a solution (solve.h). Layer: cli.
 *
 * Who works against the goal is shown with all his moves. Who works for it is shown with all that reach it where both
 * help, else with the first of those that reach it soonest. */
#include <string.h>

#include "interrupt.h"
#include "solve.h"
#include "text.h"

/* Where the tree is: who came here has moves `depth` behind the root, and `plies` are to go. */
struct branch {
    struct cli_problem *problem;
    struct cli_json *json; /* null: text */
    uint32_t depth, plies;
};

static enum mad_status print_position(struct branch branch);

static void open_move(const struct branch *branch, const char *coord, const char *text)
{
    if (branch->json == NULL) {
        cli_put_repeated(stdout, ' ', 2 * (int)branch->depth);
        printf("%u.%s ", (unsigned)branch->depth / 2 + 1, branch->depth % 2 == 1 ? ".." : "");
        cli_put(stdout, text);
        putchar('\n');
        return;
    }
    cli_json_open(branch->json, NULL, '{');
    cli_json_text(branch->json, "coord", coord);
    cli_json_text(branch->json, "text", text);
    cli_json_open(branch->json, "then", '[');
}

static void close_move(const struct branch *branch)
{
    if (branch->json != NULL) {
        cli_json_close(branch->json, ']');
        cli_json_close(branch->json, '}');
    }
}

/* Makes a move, and prints what follows on it. */
static enum mad_status print_behind(struct branch branch, const mad_moves *list, size_t index)
{
    mad_position *position = branch.problem->position;
    enum mad_status status = mad_position_apply(position, list, index);
    if (status != MAD_OK) {
        return status;
    }
    branch.depth++;
    branch.plies--;
    status = print_position(branch);
    enum mad_status undone = mad_position_undo(position);
    return status == MAD_OK ? undone : status;
}

static enum mad_status print_made(struct branch branch, const mad_moves *list, size_t index)
{
    struct mad_move_info info = mad_moves_at(list, index);
    open_move(&branch, info.coord, info.text);
    enum mad_status status = print_behind(branch, list, index);
    close_move(&branch);
    return status;
}

/* A move with a toss is shown once for each outcome. */
static enum mad_status print_move(struct branch branch, const mad_moves *list, size_t index)
{
    size_t outcomes = mad_moves_at(list, index).outcomes;
    enum mad_status status = outcomes == 0 ? print_made(branch, list, index) : MAD_OK;
    for (size_t i = 0; i < outcomes && status == MAD_OK; i++) {
        status = print_made(branch, list, mad_moves_outcome(list, index, i).index);
    }
    return status;
}

/* The fewest plies in which the goal is reached from here, of those that are to go. */
static enum mad_status find_soonest(const struct branch *branch, uint32_t *plies)
{
    double value = 0;
    mad_solver *solver = branch->problem->solver;
    enum mad_status status = MAD_OK;
    if (mad_problem_is_endless(branch->problem->limits.goal)) {
        status = mad_solver_ask(solver, branch->problem->position, branch->plies, &value);
        *plies = mad_solver_length(solver);
        return status;
    }
    for (*plies = branch->plies % 2; *plies < branch->plies; *plies += 2) {
        status = mad_solver_ask(solver, branch->problem->position, *plies, &value);
        if (status != MAD_OK || value >= 1) {
            break;
        }
    }
    return status;
}

static enum mad_status print_own(struct branch branch, const mad_moves *list)
{
    bool helps = cli_problem_helps(branch.problem);
    uint32_t plies = branch.plies;
    enum mad_status status = helps ? MAD_OK : find_soonest(&branch, &plies);
    double best = 1;
    branch.plies = plies;
    if (status == MAD_OK && branch.problem->limits.is_likely) {
        status =
            mad_solver_ask(branch.problem->solver, branch.problem->position, branch.plies, &best);
    }
    bool is_shown = false;
    for (size_t i = 0; i < mad_moves_count(list) && status == MAD_OK && (helps || !is_shown); i++) {
        double value = 0;
        status = cli_problem_value(branch.problem, list, i, branch.plies, &value);
        if (status == MAD_OK && value > 0 && value >= best) {
            status = print_move(branch, list, i);
            is_shown = true;
        }
    }
    return status;
}

static enum mad_status print_position(struct branch branch)
{
    struct cli_problem *problem = branch.problem;
    mad_moves *list = NULL;
    if (cli_interrupted()) {
        return MAD_ERROR_STOPPED;
    }
    if (branch.plies == 0 || branch.depth >= CLI_SOLVE_DEPTH) {
        return MAD_OK;
    }
    enum mad_status status = cli_problem_list(problem, branch.depth, &list);
    if (status != MAD_OK) {
        return status;
    }
    if (cli_problem_helps(problem) ||
        mad_position_side(problem->position) == problem->limits.player) {
        return print_own(branch, list);
    }
    for (size_t i = 0; i < mad_moves_count(list) && status == MAD_OK; i++) {
        status = print_move(branch, list, i);
    }
    return status;
}

enum mad_status cli_problem_tree(struct cli_problem *problem, size_t index, uint32_t plies,
                                 struct cli_json *json)
{
    struct branch root = {problem, json, 0, plies};
    bool has_toss = mad_moves_at(problem->lists[0], index).outcomes > 0;
    return has_toss ? print_move(root, problem->lists[0], index)
                    : print_behind(root, problem->lists[0], index);
}
