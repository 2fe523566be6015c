/* solve.c - `mad solve`: problems, from the command line or from a file of positions. Layer: cli. */
#include "solve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "interrupt.h"
#include "open_file.h"
#include "text.h"

enum {
    USUAL_MOVES = 3,
    USUAL_NODES = 2000000 /* of a goal without a number of moves: some seconds */
};

/* What is known of a first move. */
struct first_move {
    double value;
    bool is_try;
    char refutation[200]; /* of a try: coordinate form and notation of the only answer */
};

bool cli_problem_helps(const struct cli_problem *problem)
{
    return problem->limits.goal == MAD_PROBLEM_HELPMATE ||
           problem->limits.goal == MAD_PROBLEM_HELPSTALEMATE;
}

enum mad_status cli_problem_list(struct cli_problem *problem, uint32_t depth, mad_moves **list)
{
    enum mad_status status = MAD_OK;
    if (problem->lists[depth] == NULL) {
        status = mad_moves_new(mad_position_game(problem->position), &problem->lists[depth]);
    }
    if (status == MAD_OK) {
        status = mad_moves_list(problem->lists[depth], problem->position);
    }
    *list = problem->lists[depth];
    return status;
}

/* The value behind a move that leaves nothing open. */
static enum mad_status value_made(struct cli_problem *problem, const mad_moves *list, size_t index,
                                  uint32_t plies, double *value)
{
    enum mad_status status = mad_position_apply(problem->position, list, index);
    if (status != MAD_OK) {
        return status;
    }
    *value = 0;
    bool is_known = mad_solver_knows(problem->solver, problem->position);
    if (is_known || (problem->asks_all && !problem->is_cut)) {
        status = mad_solver_ask(problem->solver, problem->position, plies - 1, value);
    }
    if (status == MAD_ERROR_STOPPED && problem->asks_all) { /* what was found is told */
        problem->is_cut = true;
        status = MAD_OK;
    }
    enum mad_status undone = mad_position_undo(problem->position);
    return status == MAD_OK ? undone : status;
}

enum mad_status cli_problem_value(struct cli_problem *problem, const mad_moves *list, size_t index,
                                  uint32_t plies, double *value)
{
    size_t outcomes = mad_moves_at(list, index).outcomes;
    if (outcomes == 0) {
        return value_made(problem, list, index, plies, value);
    }
    double worst = 1, sum = 0;
    enum mad_status status = MAD_OK;
    for (size_t i = 0; i < outcomes && status == MAD_OK; i++) {
        struct mad_outcome_info outcome = mad_moves_outcome(list, index, i);
        double one = 0;
        status = value_made(problem, list, outcome.index, plies, &one);
        worst = one < worst ? one : worst;
        sum += one * outcome.weight / outcome.of;
    }
    *value = problem->limits.is_likely ? sum : worst;
    return status;
}

/* --- tries ----------------------------------------------------------------------------------------- */

/* Whether one answer alone keeps the goal away. */
static enum mad_status find_refutation(struct cli_problem *problem, uint32_t plies,
                                       struct first_move *first)
{
    mad_moves *answers = NULL;
    size_t refutations = 0;
    enum mad_status status = cli_problem_list(problem, 1, &answers);
    for (size_t i = 0; status == MAD_OK && i < mad_moves_count(answers) && refutations < 2; i++) {
        double value = 0;
        status = cli_problem_value(problem, answers, i, plies - 1, &value);
        if (status == MAD_OK && value < 1) {
            struct mad_move_info info = mad_moves_at(answers, i);
            snprintf(first->refutation, sizeof first->refutation, "%s  %s", info.coord, info.text);
            refutations++;
        }
    }
    first->is_try = refutations == 1 && !problem->is_cut;
    return status;
}

static enum mad_status look_for_try(struct cli_problem *problem, size_t index, uint32_t plies,
                                    struct first_move *first)
{
    if (plies < 3 || mad_moves_at(problem->lists[0], index).outcomes > 0) {
        return MAD_OK;
    }
    enum mad_status status = mad_position_apply(problem->position, problem->lists[0], index);
    if (status != MAD_OK) {
        return status;
    }
    if (mad_position_side(problem->position) != problem->limits.player) {
        status = find_refutation(problem, plies, first);
    }
    enum mad_status undone = mad_position_undo(problem->position);
    return status == MAD_OK ? undone : status;
}

/* --- what is printed -------------------------------------------------------------------------------- */

struct goal_text {
    char text[CLI_SOLVE_LABEL + 60];
};

static struct goal_text goal_text(const struct cli_problem *problem, const char *before,
                                  uint32_t moves)
{
    struct goal_text goal;
    int used = snprintf(goal.text, sizeof goal.text, "%s%s%s%s", problem->label,
                        problem->label[0] != '\0' ? ": " : "", before,
                        mad_problem_name(problem->limits.goal));
    if (!mad_problem_is_endless(problem->limits.goal)) {
        (void)snprintf(goal.text + used, sizeof goal.text - (size_t)used, " in %u",
                       (unsigned)moves);
    }
    return goal;
}

static void put_goal(FILE *stream, const struct cli_problem *problem, const char *before,
                     uint32_t moves)
{
    cli_put(stream, goal_text(problem, before, moves).text);
}

static enum mad_status print_moves(struct cli_problem *problem, const struct first_move *firsts,
                                   double best, uint32_t plies)
{
    const mad_moves *list = problem->lists[0];
    enum mad_status status = MAD_OK;
    for (size_t i = 0; i < mad_moves_count(list) && status == MAD_OK; i++) {
        struct mad_move_info info = mad_moves_at(list, i);
        if (firsts[i].value < best && !firsts[i].is_try) {
            continue;
        }
        printf("%s", firsts[i].value < best ? "try: " : "");
        cli_put(stdout, info.coord);
        fputs("  ", stdout);
        cli_put(stdout, info.text);
        if (firsts[i].value < best) {
            fputs(", but ", stdout);
            cli_put(stdout, firsts[i].refutation);
        }
        putchar('\n');
        if (firsts[i].value >= best && problem->args->value[CLI_OPTION_TREE] != NULL) {
            status = cli_problem_tree(problem, i, plies, NULL);
        }
    }
    return status;
}

/* Whether there may be solutions that were not looked for. */
static bool is_partial(const struct cli_problem *problem)
{
    return mad_problem_is_endless(problem->limits.goal) && (!problem->asks_all || problem->is_cut);
}

static void print_text_head(const struct cli_problem *problem, const struct first_move *firsts,
                            double best, uint32_t moves)
{
    size_t solutions = 0;
    for (size_t i = 0; i < mad_moves_count(problem->lists[0]); i++) {
        solutions += firsts[i].value >= best;
    }
    put_goal(stdout, problem, "", moves);
    if (problem->limits.is_likely) {
        printf(": likely %.6f", best);
    }
    printf(": %zu solution%s%s\n", solutions, solutions == 1 ? "" : "s",
           is_partial(problem) ? " found; there may be more" : "");
}

static enum mad_status print_json(struct cli_problem *problem, const struct first_move *firsts,
                                  double best, uint32_t moves, uint32_t plies)
{
    const mad_moves *list = problem->lists[0];
    struct cli_json json = cli_json_start(stdout);
    enum mad_status status = MAD_OK;
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "id", problem->label[0] != '\0' ? problem->label : NULL);
    cli_json_text(&json, "goal", mad_problem_name(problem->limits.goal));
    if (mad_problem_is_endless(problem->limits.goal)) {
        cli_json_text(&json, "in", NULL);
    } else {
        cli_json_count(&json, "in", moves);
    }
    cli_json_real(&json, "likely", best);
    cli_json_truth(&json, "all", best <= 0 || !is_partial(problem));
    for (int tries = 0; tries < 2; tries++) {
        cli_json_open(&json, tries ? "tries" : "solutions", '[');
        for (size_t i = 0; i < mad_moves_count(list) && status == MAD_OK; i++) {
            if (best <= 0 || (tries ? !firsts[i].is_try : firsts[i].value < best)) {
                continue;
            }
            cli_json_open(&json, NULL, '{');
            cli_json_text(&json, "coord", mad_moves_at(list, i).coord);
            cli_json_text(&json, "text", mad_moves_at(list, i).text);
            if (tries) {
                cli_json_text(&json, "refutation", firsts[i].refutation);
            } else if (problem->args->value[CLI_OPTION_TREE] != NULL) {
                cli_json_open(&json, "then", '[');
                status = cli_problem_tree(problem, i, plies, &json);
                cli_json_close(&json, ']');
            }
            cli_json_close(&json, '}');
        }
        cli_json_close(&json, ']');
    }
    cli_json_count(&json, "nodes", (int64_t)mad_solver_nodes(problem->solver));
    cli_json_close(&json, '}');
    cli_json_end(&json);
    return status;
}

/* --- solving ----------------------------------------------------------------------------------------- */

static bool on_tick(void *context)
{
    struct cli_problem *problem = context;
    char what[60], count[30] = "";
    if (!mad_problem_is_endless(problem->limits.goal)) {
        snprintf(count, sizeof count, " in %u", (unsigned)problem->moves);
    }
    snprintf(what, sizeof what, "%s%s", mad_problem_name(problem->limits.goal), count);
    cli_progress_show(&problem->progress, 0, what, "");
    return cli_interrupted();
}

static uint32_t plies_of(const struct cli_problem *problem, uint32_t moves)
{
    return mad_problem_plies(mad_position_game(problem->position), problem->limits.goal, moves);
}

/* The fewest moves in which the goal is reached, and its value; 0 moves when it is not. Of an endless goal 1 stands for
 * any number. */
static enum mad_status find_shortest(struct cli_problem *problem, uint32_t most, uint32_t *moves,
                                     double *value)
{
    enum mad_status status = MAD_OK;
    *moves = 0;
    most = mad_problem_is_endless(problem->limits.goal) ? 1 : most;
    for (uint32_t n = problem->limits.is_likely ? most : 1; n <= most && status == MAD_OK; n++) {
        problem->moves = n;
        status = mad_solver_ask(problem->solver, problem->position, plies_of(problem, n), value);
        if (status == MAD_OK && (problem->limits.is_likely ? *value > 0 : *value >= 1)) {
            *moves = n;
            break;
        }
    }
    return status;
}

static enum mad_status tell(struct cli_problem *problem, uint32_t moves, double best)
{
    uint32_t plies = plies_of(problem, moves);
    mad_moves *list = NULL;
    enum mad_status status = cli_problem_list(problem, 0, &list);
    size_t count = status == MAD_OK ? mad_moves_count(list) : 0;
    struct first_move *firsts = calloc(count + 1, sizeof *firsts);
    if (firsts == NULL) {
        return MAD_ERROR_MEMORY;
    }
    /* With --tree the proof of the one way is wanted, which others would push out of memory. */
    problem->asks_all = mad_problem_is_endless(problem->limits.goal) &&
                        problem->args->value[CLI_OPTION_TREE] == NULL;
    for (size_t i = 0; i < count && status == MAD_OK; i++) {
        status = cli_problem_value(problem, list, i, plies, &firsts[i].value);
        if (status == MAD_OK && firsts[i].value < best && !cli_problem_helps(problem) &&
            !problem->limits.is_likely && problem->args->value[CLI_OPTION_TRIES] != NULL) {
            status = look_for_try(problem, i, plies, &firsts[i]);
        }
    }
    if (status == MAD_OK && problem->args->value[CLI_OPTION_JSON] != NULL) {
        status = print_json(problem, firsts, best, moves, plies);
    } else if (status == MAD_OK) {
        print_text_head(problem, firsts, best, moves);
        status = print_moves(problem, firsts, best, plies);
    }
    free(firsts);
    return status;
}

/* A game that is over holds no problem: its result is told, as `mad search` does. */
static enum mad_status say_if_over(struct cli_problem *problem, bool *is_over)
{
    mad_moves *list = NULL;
    struct mad_result result;
    enum mad_status status = mad_position_result(problem->position, &result);
    if (status == MAD_OK) {
        status = cli_problem_list(problem, 0, &list);
    }
    *is_over = status == MAD_OK && mad_moves_count(list) == 0;
    if (!*is_over) {
        return status;
    }
    if (problem->label[0] != '\0') {
        cli_put(stderr, problem->label);
        fputs(": ", stderr);
    }
    if (result.outcome != MAD_GOES_ON) {
        cli_result_print(stderr, &result);
    } else {
        cli_stuck_print(stderr, problem->position);
    }
    return MAD_OK;
}

static enum mad_status solve(struct cli_problem *problem, uint32_t most, bool *is_solved)
{
    bool is_over = false;
    double best = 0;
    uint32_t moves = 0;
    enum mad_status status =
        mad_solver_new(mad_position_game(problem->position), &problem->limits, &problem->solver);
    if (status == MAD_OK) {
        status = say_if_over(problem, &is_over);
    }
    if (status == MAD_OK && !is_over) {
        status = find_shortest(problem, most, &moves, &best);
    }
    *is_solved = status == MAD_OK && moves > 0;
    if (moves > 0 && status == MAD_OK) {
        status = tell(problem, moves, best - 1e-9);
    } else if (status == MAD_OK && problem->args->value[CLI_OPTION_JSON] != NULL) {
        mad_moves *list = NULL;
        status = cli_problem_list(problem, 0, &list);
        status = status == MAD_OK ? print_json(problem, NULL, 0, most, 0) : status;
    } else if (status == MAD_OK && !is_over) {
        put_goal(stdout, problem, "no ", most);
        putchar('\n');
    }
    return status;
}

static void say_what_ended_it(bool is_bound_usual)
{
    fputs(" was being looked at when ", stderr);
    if (is_bound_usual) {
        fprintf(stderr, "%d positions were spent; --nodes N looks at N of them\n", USUAL_NODES);
    } else {
        fputs("--nodes were spent\n", stderr);
    }
}

/* Solves the position of the game, by what the command line and a line of EPD (may be null) say. */
static enum cli_exit solve_position(const struct cli_args *args, const struct cli_game *game,
                                    const char *label, uint32_t moves)
{
    struct cli_problem problem = {
        .args = args, .position = game->position, .progress = cli_progress_start()};
    const char *word = args->value[CLI_OPTION_GOAL];
    for (int goal = 0; word != NULL && goal < MAD_PROBLEMS; goal++) {
        if (strcmp(word, mad_problem_name((enum mad_problem)goal)) == 0) {
            problem.limits.goal = (enum mad_problem)goal;
        }
    }
    problem.limits.player = mad_position_side(game->position);
    problem.limits.is_likely = cli_args_chose(args, CLI_OPTION_TOSSES, "likely", false);
    bool is_bound_usual = args->value[CLI_OPTION_SOLVE_NODES] == NULL;
    problem.limits.nodes = !is_bound_usual ? (uint64_t)args->number[CLI_OPTION_SOLVE_NODES]
                           : mad_problem_is_endless(problem.limits.goal) ? USUAL_NODES
                                                                         : 0;
    problem.limits.interrupt = on_tick;
    problem.limits.context = &problem;
    snprintf(problem.label, sizeof problem.label, "%s", label);
    bool is_solved = false;
    enum mad_status status = solve(&problem, moves, &is_solved);
    cli_progress_end(&problem.progress);
    fflush(stdout);
    const bool is_stopped = status == MAD_ERROR_STOPPED;
    if (is_stopped && !cli_interrupt_tell("%s was being looked at",
                                          goal_text(&problem, "", problem.moves).text)) {
        fputs("not solved: ", stderr);
        put_goal(stderr, &problem, "", problem.moves);
        say_what_ended_it(is_bound_usual);
    } else if (status != MAD_OK && !is_stopped) {
        cli_game_failed(args, game->game, "solving", status);
    }
    for (size_t i = 0; i < CLI_SOLVE_DEPTH; i++) {
        mad_moves_free(problem.lists[i]);
    }
    mad_solver_free(problem.solver);
    return status != MAD_OK ? cli_exit_of(status) : is_solved ? CLI_FINE : CLI_FINDINGS;
}

/* --- files of positions ------------------------------------------------------------------------------- */

/* Copies what stands behind an opcode of EPD: `dm 2;`, `id "a name";`. */
static bool read_opcode(const char *line, const char *opcode, char *out, size_t size)
{
    const char *at = strstr(line, opcode);
    if (at == NULL) {
        return false;
    }
    at += strlen(opcode);
    bool is_quoted = *at == '"';
    at += is_quoted;
    size_t bytes = strcspn(at, is_quoted ? "\"" : ";");
    snprintf(out, size, "%.*s", (int)(bytes < size ? bytes : size - 1), at);
    return true;
}

static enum cli_exit solve_line(const struct cli_args *args, const struct cli_game *game,
                                const char *line, size_t number, uint32_t usual)
{
    struct mad_text_error error = {0};
    char label[CLI_SOLVE_LABEL], count[20];
    double moves = usual;
    enum mad_status status = mad_position_set_as(game->position, line, cli_fen_style(args), &error);
    if (status != MAD_OK) {
        char what[40];
        snprintf(what, sizeof what, "mad: --epd, line %zu", number);
        cli_text_failed(stderr, what, line, status, &error);
        return cli_exit_of(status);
    }
    if (read_opcode(line, " dm ", count, sizeof count) &&
        !cli_parse_count(count, 1, MAD_SOLVE_MOVES, &moves)) {
        fprintf(stderr, "mad: --epd, line %zu: dm wants a number from 1 to %d\n", number,
                MAD_SOLVE_MOVES);
        return CLI_USAGE;
    }
    if (!read_opcode(line, " id ", label, sizeof label)) {
        snprintf(label, sizeof label, "line %zu", number);
    }
    return solve_position(args, game, label, (uint32_t)moves);
}

static enum cli_exit solve_file(const struct cli_args *args, const struct cli_game *game,
                                uint32_t usual)
{
    const char *path = args->value[CLI_OPTION_EPD];
    bool is_input = strcmp(path, "-") == 0;
    const char *why = NULL;
    errno = 0;
    FILE *file = is_input ? stdin : cli_open_file(path, &why);
    enum cli_exit code = file != NULL ? CLI_FINE : CLI_USAGE;
    char *line = NULL;
    size_t capacity = 0, number = 0;
    while (file != NULL && !cli_interrupted() && getline(&line, &capacity, file) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        number++;
        if (line[0] != '\0' && line[0] != '#') {
            enum cli_exit one = solve_line(args, game, line, number, usual);
            code = one > code ? one : code;
        }
    }
    if (cli_interrupt_tell("behind line %zu of %s", number, path)) {
        code = CLI_INTERRUPTED;
    } else if (file == NULL || ferror(file)) {
        code = cli_open_failed(args, path, file == NULL ? why : strerror(errno));
    }
    if (file != NULL && !is_input) {
        fclose(file);
    }
    free(line);
    return code;
}

/* What goes with a goal that takes as long as it takes. */
static enum cli_exit check_endless(const struct cli_args *args)
{
    const char *goal = args->value[CLI_OPTION_GOAL];
    bool is_draw = goal != NULL && strcmp(goal, mad_problem_name(MAD_PROBLEM_DRAW)) == 0;
    bool is_win = goal != NULL && strcmp(goal, mad_problem_name(MAD_PROBLEM_WIN)) == 0;
    if (!is_draw && !is_win) {
        return CLI_FINE;
    }
    if (args->value[CLI_OPTION_IN] != NULL) {
        return cli_usage_error(
            args->command, "--in is for goals in so many moves; --goal mate is a win in so many");
    }
    if (args->value[CLI_OPTION_TRIES] != NULL && args->value[CLI_OPTION_TREE] != NULL) {
        return cli_usage_error(args->command, "--goal %s has --tries or --tree, not both", goal);
    }
    if (cli_args_chose(args, CLI_OPTION_TOSSES, "likely", false)) {
        return cli_usage_error(args->command, "--tosses likely is for goals in so many moves");
    }
    return is_draw && args->value[CLI_OPTION_TREE] != NULL
               ? cli_usage_error(args->command,
                                 "--goal draw has no --tree: it need not come to an end")
               : CLI_FINE;
}

enum cli_exit cli_run_solve(const struct cli_args *args)
{
    struct cli_game game = {0};
    const bool has_file = args->value[CLI_OPTION_EPD] != NULL;
    if (has_file && (args->value[CLI_OPTION_FEN] != NULL || args->value[CLI_OPTION_PLAY] != NULL)) {
        return cli_usage_error(args->command, "--epd says what is solved; --fen and --play do too");
    }
    enum cli_exit code = check_endless(args);
    if (code == CLI_FINE) {
        code = cli_game_open_position(&game, args, args->operands[0]);
    }
    if (code != CLI_FINE) {
        return code;
    }
    uint32_t moves = args->value[CLI_OPTION_IN] != NULL ? (uint32_t)args->number[CLI_OPTION_IN]
                                                        : (uint32_t)USUAL_MOVES;
    cli_interrupt_catch(true);
    code = has_file ? solve_file(args, &game, moves) : solve_position(args, &game, "", moves);
    cli_game_close(&game);
    return code;
}
