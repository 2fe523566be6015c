/* test_solve.c - the solver held against an exhaustive search that is as plain as the definition of its goals: every
 * move made, nothing remembered, nothing left out, through the public functions alone. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "../../interp/mad_solve.h"

enum { MOST_PLIES = 4, MOST_MOVES = 20 };

struct tried {
    mad_engine *engine;
    mad_game *game;
    mad_position *position;
    mad_moves *lists[MOST_PLIES + 1];
    uint64_t seed;
    size_t asked, reached; /* how often, and how often there was something to find */
};

static uint64_t draw(struct tried *tried, uint64_t below)
{
    tried->seed ^= tried->seed << 13;
    tried->seed ^= tried->seed >> 7;
    tried->seed ^= tried->seed << 17;
    return tried->seed % below;
}

static void open_game(struct tried *tried, const char *name)
{
    struct mad_load load = {.path = name};
    *tried = (struct tried){.seed = 88172645463325252u};
    assert_int_equal(mad_engine_new(&tried->engine), MAD_OK);
    assert_int_equal(mad_game_load(tried->engine, &load, &tried->game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(tried->game, &tried->position), MAD_OK);
    for (size_t i = 0; i <= MOST_PLIES; i++) {
        assert_int_equal(mad_moves_new(tried->game, &tried->lists[i]), MAD_OK);
    }
}

static void close_game(struct tried *tried)
{
    for (size_t i = 0; i <= MOST_PLIES; i++) {
        mad_moves_free(tried->lists[i]);
    }
    mad_position_free(tried->position);
    mad_game_free(tried->game);
    mad_engine_free(tried->engine);
}

/* --- the definition -------------------------------------------------------------------------------- */

/* In chess alone: who has no move and has not lost. The list is that of the position, its end aside. */
static bool is_stalemate(struct tried *tried, mad_moves *list, const struct mad_result *result)
{
    assert_int_equal(mad_moves_list_raw(list, tried->position), MAD_OK);
    bool has_moves = mad_moves_count(list) > 0;
    assert_int_equal(mad_moves_list(list, tried->position), MAD_OK);
    return !has_moves && result->outcome == MAD_DRAW;
}

static bool is_goal(struct tried *tried, const struct mad_solve_limits *limits, mad_moves *list)
{
    struct mad_result result;
    int side = mad_position_side(tried->position);
    enum mad_outcome own = limits->player == 0 ? MAD_WIN_FIRST : MAD_WIN_SECOND;
    enum mad_outcome others = limits->player == 0 ? MAD_WIN_SECOND : MAD_WIN_FIRST;
    assert_int_equal(mad_position_result(tried->position, &result), MAD_OK);
    switch (limits->goal) {
    case MAD_PROBLEM_MATE: return result.outcome == own;
    case MAD_PROBLEM_SELFMATE:
    case MAD_PROBLEM_HELPMATE: return result.outcome == others;
    case MAD_PROBLEM_STALEMATE: return side != limits->player && is_stalemate(tried, list, &result);
    case MAD_PROBLEM_HELPSTALEMATE:
        return side == limits->player && is_stalemate(tried, list, &result);
    case MAD_PROBLEM_WIN: /* those without a number of moves are held in test_prove.c */
    case MAD_PROBLEM_DRAW:
    case MAD_PROBLEMS: break;
    }
    fail();
    return false;
}

static double exhaust(struct tried *tried, const struct mad_solve_limits *limits, uint32_t plies);

static double exhaust_move(struct tried *tried, const struct mad_solve_limits *limits,
                           uint32_t plies, size_t index)
{
    const mad_moves *list = tried->lists[plies];
    size_t outcomes = mad_moves_at(list, index).outcomes;
    double worst = 1, mean = 0;
    for (size_t i = 0; i < (outcomes > 0 ? outcomes : 1); i++) {
        struct mad_outcome_info outcome = {.weight = 1, .of = 1, .index = index};
        if (outcomes > 0) {
            outcome = mad_moves_outcome(list, index, i);
        }
        assert_int_equal(mad_position_apply(tried->position, list, outcome.index), MAD_OK);
        double value = exhaust(tried, limits, plies - 1);
        assert_int_equal(mad_position_undo(tried->position), MAD_OK);
        worst = value < worst ? value : worst;
        mean += value * outcome.weight / outcome.of;
    }
    return limits->is_likely ? mean : worst;
}

static double exhaust(struct tried *tried, const struct mad_solve_limits *limits, uint32_t plies)
{
    mad_moves *list = tried->lists[plies];
    assert_int_equal(mad_moves_list(list, tried->position), MAD_OK);
    size_t count = mad_moves_count(list);
    if (is_goal(tried, limits, list)) {
        return 1;
    }
    if (count == 0 || plies == 0) {
        return 0;
    }
    bool helps = limits->goal == MAD_PROBLEM_HELPMATE || limits->goal == MAD_PROBLEM_HELPSTALEMATE;
    bool wants = helps || mad_position_side(tried->position) == limits->player;
    double best = wants ? 0 : 1;
    for (size_t i = 0; i < count; i++) {
        double value = exhaust_move(tried, limits, plies, i);
        best = wants ? (value > best ? value : best) : (value < best ? value : best);
    }
    return best;
}

/* --- comparing --------------------------------------------------------------------------------------- */

static void compare_here(struct tried *tried, enum mad_problem goal, bool is_likely, uint32_t most)
{
    struct mad_solve_limits limits = {.goal = goal,
                                      .player = mad_position_side(tried->position),
                                      .is_likely = is_likely,
                                      .table_bytes = 1 << 16};
    mad_solver *solver = NULL;
    assert_int_equal(mad_solver_new(tried->game, &limits, &solver), MAD_OK);
    for (uint32_t plies = 0; plies <= most; plies++) {
        double value = -1, wanted = exhaust(tried, &limits, plies);
        assert_int_equal(mad_solver_ask(solver, tried->position, plies, &value), MAD_OK);
        if (value < wanted - 1e-9 || value > wanted + 1e-9) {
            char text[300];
            mad_position_text(tried->position, text, sizeof text);
            print_error("%s in %u plies, %s: %f, not %f\n", mad_problem_name(goal), (unsigned)plies,
                        text, value, wanted);
            fail();
        }
        tried->asked++;
        tried->reached += wanted > 0;
    }
    mad_solver_free(solver);
}

/* Random games; where there are few moves, every goal is compared. */
static void compare_games(const char *name, const char *start, enum mad_problem goals, int games,
                          uint32_t most)
{
    struct tried tried;
    struct mad_text_error error;
    open_game(&tried, name);
    for (int game = 0; game < games; game++) {
        if (start != NULL) {
            assert_int_equal(mad_position_set(tried.position, start, &error), MAD_OK);
        }
        for (int ply = 0; ply < 12; ply++) {
            mad_moves *list = tried.lists[MOST_PLIES];
            assert_int_equal(mad_moves_list(list, tried.position), MAD_OK);
            size_t count = mad_moves_count(list);
            if (count == 0) {
                break;
            }
            for (int goal = 0; goal < (int)goals && count <= MOST_MOVES; goal++) {
                compare_here(&tried, (enum mad_problem)goal, draw(&tried, 2) == 1, most);
            }
            assert_int_equal(mad_moves_list(list, tried.position), MAD_OK);
            size_t index = (size_t)draw(&tried, count);
            if (mad_moves_at(list, index).outcomes > 0) {
                size_t outcomes = mad_moves_at(list, index).outcomes;
                index = mad_moves_outcome(list, index, (size_t)draw(&tried, outcomes)).index;
            }
            assert_int_equal(mad_position_apply(tried.position, list, index), MAD_OK);
        }
        while (mad_position_ply(tried.position) > 0) {
            assert_int_equal(mad_position_undo(tried.position), MAD_OK);
        }
    }
    assert_true(tried.asked > 0 && tried.reached > 0 && tried.reached < tried.asked);
    close_game(&tried);
}

static void solves_a_game_of_lines(void **state)
{
    (void)state;
    compare_games("tic-tac-toe", NULL, MAD_PROBLEM_STALEMATE, 2, 4);
}

static void solves_chess(void **state)
{
    (void)state;
    compare_games("chess", "k7/2K5/8/1R6/8/8/p7/8 w - - 0 1", MAD_PROBLEM_WIN, 1, 3);
    compare_games("chess", "8/8/8/8/p1p5/k1P5/P7/K1N5 w - - 0 1", MAD_PROBLEM_WIN, 2, 3);
}

/* Who has to take, and wins when he has nothing left: another end than mate. */
static void solves_antichess(void **state)
{
    (void)state;
    compare_games("antichess", "8/8/1p6/8/8/2N5/8/8 w - - 0 1", MAD_PROBLEM_STALEMATE, 4, 3);
}

static void solves_a_game_with_pockets(void **state)
{
    (void)state;
    compare_games("dobutsu", NULL, MAD_PROBLEM_STALEMATE, 1, 3);
}

static void weighs_tosses(void **state)
{
    (void)state;
    compare_games("tests/cli/solve-toss.mad", NULL, MAD_PROBLEM_STALEMATE, 2, 4);
}

/* 1 in 4 hits, and nobody can do anything about it for three moves: 1 - (3/4)^n. */
static void knows_how_likely_it_is(void **state)
{
    static const double wanted[] = {0.25, 0.4375, 0.578125};
    struct tried tried;
    (void)state;
    open_game(&tried, "tests/cli/solve-toss.mad");
    for (uint32_t moves = 1; moves <= 3; moves++) {
        struct mad_solve_limits limits = {.goal = MAD_PROBLEM_MATE, .is_likely = true};
        mad_solver *solver = NULL;
        double value = -1;
        assert_int_equal(mad_solver_new(tried.game, &limits, &solver), MAD_OK);
        assert_int_equal(mad_solver_ask(solver, tried.position,
                                        mad_problem_plies(tried.game, MAD_PROBLEM_MATE, moves),
                                        &value),
                         MAD_OK);
        assert_true(value > wanted[moves - 1] - 1e-9 && value < wanted[moves - 1] + 1e-9);
        mad_solver_free(solver);
    }
    close_game(&tried);
}

static bool stop(void *context)
{
    (void)context;
    return true;
}

static void stops_when_told(void **state)
{
    struct tried tried;
    (void)state;
    open_game(&tried, "chess");
    struct mad_solve_limits bounds[] = {{.nodes = 100}, {.interrupt = stop}};
    for (size_t i = 0; i < 2; i++) {
        mad_solver *solver = NULL;
        double value = -1;
        assert_int_equal(mad_solver_new(tried.game, &bounds[i], &solver), MAD_OK);
        assert_int_equal(mad_solver_ask(solver, tried.position, 9, &value), MAD_ERROR_STOPPED);
        assert_true(value < 0);
        assert_in_range(mad_solver_nodes(solver), 1, 10000);
        mad_solver_free(solver);
    }
    struct mad_solve_limits senseless = {.player = 2};
    assert_int_equal(mad_solver_new(tried.game, &senseless, &(mad_solver *){NULL}),
                     MAD_ERROR_MISUSE);
    close_game(&tried);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solves_a_game_of_lines), cmocka_unit_test(solves_chess),
        cmocka_unit_test(solves_antichess),       cmocka_unit_test(solves_a_game_with_pockets),
        cmocka_unit_test(weighs_tosses),          cmocka_unit_test(knows_how_likely_it_is),
        cmocka_unit_test(stops_when_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
