/* test_search_limits.c - what a search can be told besides how far it may go: how many lines, which
 * moves, what is enough, when time begins to count, how many threads. */
#include "../../interp/mad_rules.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <string.h>

struct table {
    mad_engine *engine;
    mad_game *game;
    mad_position *position;
    mad_moves *moves;
};

static struct table set_up(const char *name, const char *text)
{
    struct table table = {0};
    struct mad_load load = {.path = name, .without_learned = true};
    struct mad_text_error error;
    assert_int_equal(mad_engine_new(&table.engine), MAD_OK);
    assert_int_equal(mad_game_load(table.engine, &load, &table.game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(table.game, &table.position), MAD_OK);
    assert_int_equal(mad_moves_new(table.game, &table.moves), MAD_OK);
    if (text != NULL)
        assert_int_equal(mad_position_set(table.position, text, &error), MAD_OK);
    assert_int_equal(mad_moves_list(table.moves, table.position), MAD_OK);
    return table;
}

static void take_down(struct table *table)
{
    mad_moves_free(table->moves);
    mad_position_free(table->position);
    mad_game_free(table->game);
    mad_engine_free(table->engine);
}

static size_t find(const struct table *table, const char *text)
{
    size_t index = 0;
    assert_int_equal(mad_moves_find(table->moves, text, &index, NULL), MAD_OK);
    return index;
}

/* --- lines --------------------------------------------------------------------------------------- */

enum { MOST_TOLD = 400 };

struct told {
    struct mad_search_report reports[MOST_TOLD];
    size_t count;
};

static void note(void *context, const struct mad_search_report *report)
{
    struct told *told = context;
    assert_true(told->count < MOST_TOLD);
    told->reports[told->count++] = *report;
}

/* Of each depth come `lines` reports, best first, which begin with different moves. */
static void check_lines(const struct told *told, size_t lines, int depth)
{
    assert_int_equal(told->count, lines * (size_t)depth);
    for (size_t i = 0; i < told->count; i++) {
        const struct mad_search_report *report = &told->reports[i];
        assert_int_equal(report->rank, i % lines);
        assert_int_equal(report->depth, i / lines + 1);
        assert_true(report->deepest >= report->depth);
        for (size_t other = i - report->rank; other < i; other++) {
            assert_true(told->reports[other].best != report->best);
            assert_true(told->reports[other].score >= report->score);
        }
    }
}

static void test_lines(void **state)
{
    (void)state;
    struct table table = set_up("chess", NULL);
    struct told told = {.count = 0};
    struct mad_search_limits limits = {.depth = 4, .lines = 3, .progress = note, .context = &told};
    struct mad_search_report report;
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
    check_lines(&told, 3, 4);
    assert_int_equal(report.best, told.reports[told.count - 3].best);
    assert_int_equal(report.score, told.reports[told.count - 3].score);
    take_down(&table);
}

/* A king in the corner has three moves, however many lines are asked for. */
static void test_no_more_lines_than_moves(void **state)
{
    (void)state;
    struct table table = set_up("chess", "7k/8/8/8/8/8/8/K7 w - - 0 1");
    struct told told = {.count = 0};
    struct mad_search_limits limits = {
        .depth = 3, .lines = 500, .progress = note, .context = &told};
    struct mad_search_report report;
    assert_int_equal(mad_moves_count(table.moves), 3);
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
    check_lines(&told, 3, 3);
    take_down(&table);
}

/* A rook mates on a8; the line behind it is not a mate. */
static void test_second_line_is_second_best(void **state)
{
    (void)state;
    struct table table = set_up("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    struct told told = {.count = 0};
    struct mad_search_limits limits = {.depth = 2, .lines = 2, .progress = note, .context = &told};
    struct mad_search_report report;
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
    assert_int_equal(report.best, find(&table, "a1a8"));
    assert_int_equal(told.reports[0].mate_in, 1);
    assert_int_equal(told.reports[1].mate_in, 0);
    take_down(&table);
}

/* --- which moves ---------------------------------------------------------------------------------- */

static void test_only_some_moves(void **state)
{
    (void)state;
    struct table table = set_up("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    /* without the mate, and one of them twice */
    size_t moves[] = {find(&table, "a1a7"), find(&table, "e1e2"), find(&table, "a1a7")};
    struct told told = {.count = 0};
    struct mad_search_limits limits = {.depth = 3,
                                       .lines = 9,
                                       .moves = moves,
                                       .move_count = 3,
                                       .progress = note,
                                       .context = &told};
    struct mad_search_report report;
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
    check_lines(&told, 2, 3);
    assert_true(report.best == moves[0] || report.best == moves[1]);
    moves[1] = mad_moves_count(table.moves);
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_ERROR_MISUSE);
    limits.move_count = 0;
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_ERROR_MISUSE);
    take_down(&table);
}

/* --- what is enough -------------------------------------------------------------------------------- */

/* Two rooks mate in two moves: three plies are the least that shows it, and then it is enough. */
static void test_win_is_enough(void **state)
{
    (void)state;
    struct table table = set_up("chess", "8/8/8/7k/R7/1R6/8/K7 w - - 0 1");
    struct mad_search_limits limits = {.depth = 20, .win_in = 3};
    struct mad_search_report report;
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
    assert_int_equal(report.mate_in, 3);
    assert_true(report.depth <= 4);
    take_down(&table);
}

struct patience {
    int asked, waits_for, goes_on_for;
};

static bool waits(void *context)
{
    struct patience *patience = context;
    return ++patience->asked <= patience->waits_for;
}

static bool is_over(void *context)
{
    const struct patience *patience = context;
    return patience->asked > patience->goes_on_for;
}

/* A thousandth of a second is over long before the search has asked 50 times, and does not count. */
static void test_time_waits(void **state)
{
    (void)state;
    struct table table = set_up("shogi", NULL);
    struct patience patience = {0, 50, 1000000};
    struct mad_search_limits limits = {
        .seconds = 0.001, .interrupt = is_over, .waits = waits, .context = &patience};
    struct mad_search_report report;
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
    assert_true(patience.asked > patience.waits_for);
    /* waiting without end is ended by the interrupt */
    patience = (struct patience){0, 1000000, 60};
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
    assert_int_equal(patience.asked, 61);
    take_down(&table);
}

/* A single legal move is made at once, but one who waits wants to know what comes of it. */
static void test_single_move_is_searched_by_who_waits(void **state)
{
    (void)state;
    struct table table = set_up("chess", "7k/8/8/8/8/8/6R1/K5R1 b - - 0 1");
    struct patience patience = {0, 20, 1000000};
    struct mad_search_limits limits = {.seconds = 0.001, .context = &patience};
    struct mad_search_report report;
    assert_int_equal(mad_moves_count(table.moves), 1);
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
    assert_int_equal(report.depth, 1);
    limits.waits = waits;
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
    assert_true(report.depth > 1);
    take_down(&table);
}

/* --- variety --------------------------------------------------------------------------------------- */

/* At the beginning of a game many moves are about as good: seeds choose different ones, and each of them the same
 * one again. */
static void test_seeds(void **state)
{
    (void)state;
    struct table table = set_up("chess", NULL);
    size_t chosen = 0;
    bool seen[100] = {false};
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct mad_search_limits limits = {.nodes = 3000, .seed = seed};
        struct mad_search_report report, again;
        assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
        assert_int_equal(mad_search(table.position, &limits, &again), MAD_OK);
        assert_int_equal(again.best, report.best);
        assert_int_equal(again.score, report.score);
        chosen += !seen[report.best];
        seen[report.best] = true;
    }
    assert_true(chosen > 1);
    take_down(&table);
}

/* No seed makes a mate of anything else, or misses one. */
static void test_seeds_decide_nothing_certain(void **state)
{
    (void)state;
    struct table table = set_up("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    for (uint64_t seed = 1; seed < 5; seed++) {
        struct mad_search_limits limits = {.depth = 2, .seed = seed};
        struct mad_search_report report;
        assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
        assert_int_equal(report.mate_in, 1);
        assert_int_equal(report.best, find(&table, "a1a8"));
    }
    take_down(&table);
}

/* --- the table ------------------------------------------------------------------------------------- */

static void test_table(void **state)
{
    (void)state;
    struct table table = set_up("chess", NULL);
    struct mad_search_limits limits = {.depth = 7, .table_bytes = 1024};
    struct mad_search_report report;
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
    assert_int_equal(report.full, 1000);
    limits.table_bytes = 64 << 20;
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
    assert_true(report.full < 1000);
    take_down(&table);
}

/* --- threads --------------------------------------------------------------------------------------- */

/* Threads come and go with the searches of a searcher; what is forced they find as one does. */
static void test_threads(void **state)
{
    (void)state;
    struct table table = set_up("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    mad_searcher *searcher = NULL;
    struct mad_search_report report;
    assert_int_equal(mad_searcher_new(table.game, 1 << 20, &searcher), MAD_OK);
    for (size_t threads = 0; threads <= 5; threads++) {
        struct mad_search_limits limits = {.depth = 4, .threads = threads};
        assert_int_equal(mad_searcher_think(searcher, table.position, &limits, &report), MAD_OK);
        assert_int_equal(report.mate_in, 3);
        assert_int_equal(report.best, find(&table, "a1a6"));
    }
    mad_searcher_free(searcher);
    take_down(&table);
}

/* Nodes are shared out; the report counts those of all. */
static void test_threads_share_nodes(void **state)
{
    (void)state;
    struct table table = set_up("crazyhouse", NULL);
    struct mad_search_limits limits = {.nodes = 9001, .threads = 3};
    struct mad_search_report report;
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
    assert_true(report.nodes > 3000 && report.nodes <= 9001);
    limits.threads = MAD_MOST_THREADS + 1;
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_ERROR_MISUSE);
    take_down(&table);
}

/* Helpers look at the game so far as well: ends that watch it are asked by all at once. */
static void test_threads_watch_the_game(void **state)
{
    static const char *const moves[] = {"a1a2", "e10e9", "a2a1", "e9e10"};
    (void)state;
    struct table table = set_up("xiangqi", "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1");
    struct mad_search_limits limits = {.depth = 6, .threads = 4};
    struct mad_search_report report;
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(mad_position_play(table.position, moves[i], NULL), MAD_OK);
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_OK);
    assert_true(report.score > 0);
    take_down(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_no_more_lines_than_moves),
        cmocka_unit_test(test_second_line_is_second_best),
        cmocka_unit_test(test_only_some_moves),
        cmocka_unit_test(test_win_is_enough),
        cmocka_unit_test(test_time_waits),
        cmocka_unit_test(test_single_move_is_searched_by_who_waits),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_seeds_decide_nothing_certain),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_threads_share_nodes),
        cmocka_unit_test(test_threads_watch_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
