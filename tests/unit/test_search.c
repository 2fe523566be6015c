/* test_search.c - the search: what it finds, what it respects, how it plays.
 *
 * Uses the shipped rule files through the public interface. Expected moves are ones that the rules
 * force or that are famous; scores are not asserted but for draws and forced ends. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../interp/mad_rules.h"

/* --- helpers -------------------------------------------------------------------------------------- */

struct table { /* a game set up */
    mad_engine *engine;
    mad_game *game;
    mad_position *position;
    mad_moves *moves;
    mad_searcher *searcher;
};

static struct table set_up_load(const struct mad_memory *memory, const struct mad_load *load,
                                const char *text)
{
    struct table table = {0};
    struct mad_text_error error;
    assert_int_equal(mad_engine_new_with(memory, &table.engine), MAD_OK);
    assert_int_equal(mad_game_load(table.engine, load, &table.game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(table.game, &table.position), MAD_OK);
    assert_int_equal(mad_moves_new(table.game, &table.moves), MAD_OK);
    if (text != NULL && mad_position_set(table.position, text, &error) != MAD_OK)
        fail_msg("%s: %s", text, error.text);
    return table;
}

static struct table set_up_with(const struct mad_memory *memory, const char *name, const char *text)
{
    struct mad_load load = {.path = name};
    return set_up_load(memory, &load, text);
}

static struct table set_up_rules(const char *rules)
{
    struct mad_load load = {.path = "typed.mad", .text = rules, .text_bytes = strlen(rules)};
    return set_up_load(NULL, &load, NULL);
}

static struct table set_up(const char *name, const char *text)
{
    return set_up_with(NULL, name, text);
}

static void take_down(struct table *table)
{
    mad_searcher_free(table->searcher);
    mad_moves_free(table->moves);
    mad_position_free(table->position);
    mad_game_free(table->game);
    mad_engine_free(table->engine);
}

static void play(struct table *table, const char *text)
{
    struct mad_text_error error;
    if (mad_position_play(table->position, text, &error) != MAD_OK)
        fail_msg("%s: %s", text, error.text);
}

/* Searches; checks what holds for every report. */
static struct mad_search_report search(struct table *table, struct mad_search_limits limits)
{
    struct mad_search_report report = {0};
    uint64_t key = mad_position_key(table->position);
    uint32_t ply = mad_position_ply(table->position);
    if (table->searcher == NULL)
        assert_int_equal(mad_searcher_new(table->game, 1 << 20, &table->searcher), MAD_OK);
    mad_searcher_forget(table->searcher);
    assert_int_equal(mad_searcher_think(table->searcher, table->position, &limits, &report),
                     MAD_OK);
    assert_true(mad_position_key(table->position) == key);
    assert_int_equal(mad_position_ply(table->position), ply);
    assert_int_equal(mad_moves_list(table->moves, table->position), MAD_OK);
    assert_true(report.best < mad_moves_count(table->moves));
    const char *coord = mad_moves_at(table->moves, report.best).coord;
    assert_int_equal(strncmp(report.line, coord, strlen(coord)), 0);
    assert_true(report.line[strlen(coord)] == '\0' || report.line[strlen(coord)] == ' ');
    assert_true(limits.depth == 0 || report.depth <= limits.depth);
    assert_true(limits.nodes == 0 || report.nodes <= limits.nodes);
    return report;
}

static struct mad_search_report search_deep(struct table *table, int depth)
{
    return search(table, (struct mad_search_limits){.depth = depth});
}

static void expect_move(struct table *table, const struct mad_search_report *report,
                        const char *coord)
{
    assert_string_equal(mad_moves_at(table->moves, report->best).coord, coord);
}

/* --- what it finds ---------------------------------------------------------------------------------- */

struct problem {
    const char *game, *text;
    int depth;
    const char *coord; /* null: any move */
    int mate_in;
};

static const struct problem problems[] = {
    {"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "a1a8", 1},
    {"chess", "r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", 2, "a8a1", 1},
    /* Morphy's problem of 1849 */
    {"chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4, "a1a6", 3},
    /* two rooks drive the king to the edge */
    {"chess", "8/8/8/7k/R7/1R6/8/K7 w - - 0 1", 4, NULL, 3},
    /* to be mated in two plies whatever is played */
    {"chess", "7k/R7/1R6/8/8/8/8/K7 b - - 0 1", 3, NULL, -2},
    {"mad-elephant-chess", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", 1, "e7e8", 1},
    {"mad-elephant-chess", "3qk3/4R3/8/8/8/8/8/4K3 w - - 0 1", 3, "e7e8", 1},
    {"mad-elephant-chess", "4k3/8/8/8/1q6/8/8/4K3 b - - 0 1", 2, "b4e1", 1},
};

static void test_problems(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        const struct problem *problem = &problems[i];
        struct table table = set_up(problem->game, problem->text);
        struct mad_search_report report = search_deep(&table, problem->depth);
        if (report.mate_in != problem->mate_in)
            print_message("%s: %s\n", problem->text, report.line);
        assert_int_equal(report.mate_in, problem->mate_in);
        assert_true(problem->mate_in > 0 ? report.score > 0 : report.score < 0);
        if (problem->coord != NULL)
            expect_move(&table, &report, problem->coord);
        take_down(&table);
    }
}

static void test_wins_men(void **state)
{
    (void)state;
    struct table table = set_up("chess", "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1");
    struct mad_search_report report = search_deep(&table, 3);
    expect_move(&table, &report, "e3d5");
    assert_true(report.score > 0);
    take_down(&table);
}

static void test_forced_rampage(void **state)
{
    (void)state;
    struct table table =
        set_up("mad-elephant-chess", "r4r1k/pp2epp1/2n4p/8/8/M7/1P4P1/K6R w - - 0 1");
    play(&table, "M:a7:a8");
    play(&table, "b7(T)");
    struct mad_search_report report = search_deep(&table, 4);
    assert_int_equal(mad_moves_count(table.moves), 1);
    expect_move(&table, &report, "a8:h1");
    take_down(&table);
}

/* One move of the queen takes every square from the king; the winner has to see it. */
static void test_stalemate_is_no_win(void **state)
{
    (void)state;
    struct table table = set_up("chess", "k7/8/8/2Q5/8/8/8/1K6 w - - 0 1");
    for (int depth = 1; depth <= 4; depth++) {
        struct mad_search_report report = search_deep(&table, depth);
        assert_true(report.score > 300);
        assert_string_not_equal(mad_moves_at(table.moves, report.best).coord, "c5b6");
        assert_string_not_equal(mad_moves_at(table.moves, report.best).coord, "c5c7");
    }
    take_down(&table);
}

/* White is a rook and about to be mated behind: the queen checks for ever on e8 and h5. */
static void test_losing_side_repeats(void **state)
{
    (void)state;
    struct table table = set_up("chess", "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1");
    struct mad_search_report report = search_deep(&table, 5);
    expect_move(&table, &report, "h5e8");
    assert_int_equal(report.score, 0);
    const char *circle[] = {"h5e8", "g8h7", "e8h5", "h7g8"};
    for (int i = 0; i < 7; i++)
        play(&table, circle[i % 4]);
    report = search_deep(&table, 3);
    expect_move(&table, &report, "h7g8");
    assert_int_equal(report.score, 0);
    assert_int_equal(report.mate_in, 0);
    take_down(&table);
}

/* The winner does not repeat: with a queen more there is something better than a draw. */
static void test_winning_side_does_not_repeat(void **state)
{
    (void)state;
    struct table table = set_up("chess", "k7/8/8/8/3Q4/8/8/K7 w - - 0 1");
    const char *circle[] = {"d4d5", "a8a7", "d5d4", "a7a8"};
    for (int i = 0; i < 7; i++)
        play(&table, circle[i % 4]);
    play(&table, "a7b8");
    struct mad_search_report report = search_deep(&table, 4);
    assert_true(report.score > 300);
    take_down(&table);
}

/* Where check after check until the third time loses: the side that checks leaves off in time, and the
 * other side, a rook down, goes back for the third time. */
static void test_perpetual_check_loses(void **state)
{
    (void)state;
    struct table table = set_up("xiangqi", "4k4/9/9/9/3R5/9/9/9/9/5K3 w - - 0 1");
    const char *circle[] = {"d6e6", "e10d10", "e6d6", "d10e10"};
    for (int i = 0; i < 6; i++)
        play(&table, circle[i % 4]);
    struct mad_search_report report = search_deep(&table, 3);
    assert_string_not_equal(mad_moves_at(table.moves, report.best).coord, "e6d6");
    assert_true(report.score > 0);
    play(&table, "e6d6");
    report = search_deep(&table, 3);
    expect_move(&table, &report, "d10e10");
    assert_int_equal(report.mate_in, 1);
    take_down(&table);
}

/* --- what it respects --------------------------------------------------------------------------------- */

static void expect_status(const char *game, const char *text, enum mad_status expected)
{
    struct table table = set_up(game, text);
    struct mad_search_limits limits = {.depth = 3};
    struct mad_search_report report = {.best = 77};
    assert_int_equal(mad_search(table.position, &limits, &report), expected);
    assert_int_equal(report.best, 77);
    take_down(&table);
}

/* --- tosses ------------------------------------------------------------------------------------------- */

/* Two men shoot at each other; `lines` are the verbs of White's. Black's never hits. */
static struct table set_up_duel(const char *lines)
{
    char rules[2000];
    snprintf(
        rules, sizeof rules,
        "mad 1\n"
        "use boards\n"
        "game \"Duel\"\n"
        "players White (w) in capitals going north and Black (b) in small letters going south\n"
        "board 3 by 1\n"
        "array\n"
        "  W . b\n"
        "piece Winner (W) of White\n"
        "%s"
        "piece Bystander (B) of Black\n"
        "  wait\n"
        "verb wait\n"
        "  by chance\n"
        "    1 in 2, idle: nothing happens\n"
        "    1 in 2, asleep: nothing happens\n"
        "  end\n"
        "end\n"
        "verb dare\n"
        "  by chance\n"
        "    1 in 6, hit: take enemy piece\n"
        "    5 in 6, bursts: take own piece\n"
        "  end\n"
        "end\n"
        "verb aim\n"
        "  by chance\n"
        "    5 in 6, hit: take enemy piece\n"
        "    1 in 6, bursts: take own piece\n"
        "  end\n"
        "end\n"
        "verb kill\n"
        "  by chance\n"
        "    1 in 3, quick: take enemy piece\n"
        "    2 in 3, slow: take c1\n"
        "  end\n"
        "end\n"
        "verb stab\n"
        "  take enemy piece\n"
        "end\n"
        "ends in this order\n"
        "  a player with no piece loses\n"
        "  draw when position has occurred 3 times\n",
        lines);
    return set_up_rules(rules);
}

static void expect_choice(const char *lines, const char *best, int mate_in)
{
    for (int depth = 1; depth <= 4; depth++) {
        struct table table = set_up_duel(lines);
        struct mad_search_report report = search_deep(&table, depth);
        assert_string_equal(mad_moves_at(table.moves, report.best).verb, best);
        assert_int_equal(report.mate_in, mate_in);
        take_down(&table);
    }
}

static void test_weighs_tosses(void **state)
{
    (void)state;
    expect_choice("  wait\n  dare\n  aim\n", "aim", 0);
    expect_choice("  wait\n  dare\n", "wait", 0);
    expect_choice("  aim\n  stab\n  dare\n", "stab", 1);
    expect_choice("  aim\n  kill\n  dare\n", "kill", 1);
    expect_choice("  dare\n", "dare", 0);
}

/* Five times the win and once the loss, neither weighed as what it is. */
static void test_score_of_toss(void **state)
{
    (void)state;
    struct table table = set_up_duel("  aim\n");
    struct mad_search_report good = search_deep(&table, 1);
    take_down(&table);
    table = set_up_duel("  dare\n");
    struct mad_search_report bad = search_deep(&table, 1);
    take_down(&table);
    assert_true(good.score > 0);
    assert_int_equal(bad.score, -good.score);
}

/* A die behind each move hides no capture from the search. */
static void test_captures_among_rolls(void **state)
{
    (void)state;
    struct table table = set_up_rules("mad 1\n"
                                      "game \"Rolled\" like chess\n"
                                      "after each move, a player must roll\n"
                                      "verb roll\n"
                                      "  by chance\n"
                                      "    1 in 3, low: nothing happens\n"
                                      "    2 in 3, high: nothing happens\n"
                                      "  end\n"
                                      "end\n");
    static const char *const moves[] = {"e4:low",   "Nf6:high", "e5:low",
                                        "Ne4:high", "d3:low",   "a6:high"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        play(&table, moves[i]);
    for (int depth = 1; depth <= 2; depth++) {
        struct mad_search_report report = search_deep(&table, depth);
        assert_string_equal(mad_moves_at(table.moves, report.best).text, "dxe4");
    }
    take_down(&table);
}

static void test_attempts_when_nothing_else_helps(void **state)
{
    (void)state;
    struct table table =
        set_up("mad-elephant-shogi", "k3r4/9/9/9/9/9/3P1P3/3PKP3/3GGG3[] b - - 0 1 flattened=G");
    for (int depth = 1; depth <= 3; depth++) {
        struct mad_search_report report = search_deep(&table, depth);
        assert_int_equal(mad_moves_at(table.moves, report.best).outcomes, 2);
        assert_string_equal(report.line, mad_moves_at(table.moves, report.best).coord);
    }
    take_down(&table);
}

static void test_game_over(void **state)
{
    (void)state;
    expect_status("chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
                  MAD_ERROR_OVER);
    expect_status("chess", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", MAD_ERROR_OVER);
    expect_status("chess", "k7/8/1K6/8/8/8/8/2Q5 w - - 100 80", MAD_ERROR_OVER);
    expect_status("mad-elephant-chess", "8/8/8/8/8/8/4P3/4K3 b - - 0 1", MAD_ERROR_OVER);
    struct table table = set_up("chess", NULL);
    const char *circle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    for (int i = 0; i < 8; i++)
        play(&table, circle[i % 4]);
    struct mad_search_limits limits = {.depth = 3};
    struct mad_search_report report;
    assert_int_equal(mad_search(table.position, &limits, &report), MAD_ERROR_OVER);
    take_down(&table);
}

static void test_misuse(void **state)
{
    (void)state;
    struct table table = set_up("chess", NULL);
    struct mad_search_report report;
    const struct mad_search_limits endless = {0}, negative = {.depth = -1}, fine = {.depth = 1};
    assert_int_equal(mad_search(table.position, &endless, &report), MAD_ERROR_MISUSE);
    assert_int_equal(mad_search(table.position, &negative, &report), MAD_ERROR_MISUSE);
    assert_int_equal(mad_search(table.position, NULL, &report), MAD_ERROR_MISUSE);
    assert_int_equal(mad_search(NULL, &fine, &report), MAD_ERROR_MISUSE);
    assert_int_equal(mad_search(table.position, &fine, NULL), MAD_ERROR_MISUSE);
    take_down(&table);
}

static double now(void)
{
    struct timespec time;
    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &time), 0);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void test_time(void **state)
{
    (void)state;
    static const char *const games[] = {"chess", "mad-elephant-chess", "crazyhouse"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct table table = set_up(games[i], NULL);
        double start = now();
        search(&table, (struct mad_search_limits){.seconds = 0.3});
        assert_true(now() - start < 1.0); /* generous: machines are busy */
        start = now();
        search(&table, (struct mad_search_limits){.seconds = 1e-9});
        assert_true(now() - start < 0.5);
        take_down(&table);
    }
}

static void test_only_move_is_made_at_once(void **state)
{
    (void)state;
    struct table table = set_up("chess", "k7/8/8/8/8/8/1r6/K7 w - - 0 1");
    double start = now();
    search(&table, (struct mad_search_limits){.seconds = 5});
    assert_true(now() - start < 2.0);
    take_down(&table);
}

static void test_nodes(void **state)
{
    (void)state;
    struct table table = set_up("mad-elephant-chess", NULL);
    for (uint64_t nodes = 1; nodes < 50000; nodes *= 7)
        search(&table, (struct mad_search_limits){.nodes = nodes});
    take_down(&table);
}

/* Wherever a search is cut short, with a table that is full at once, it has a legal move. */
static void test_cut_short(void **state)
{
    static const char *const games[] = {"chess", "gomoku", "reversi", "mad-elephant-chess",
                                        "mad-elephant-shogi"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct table table = set_up(games[i], NULL);
        assert_int_equal(mad_searcher_new(table.game, 1, &table.searcher), MAD_OK);
        for (uint64_t nodes = 1; nodes < 200; nodes++)
            search(&table, (struct mad_search_limits){.nodes = nodes});
        take_down(&table);
    }
}

struct patience {
    int calls, left;
};

static bool runs_out(void *context)
{
    struct patience *patience = context;
    patience->calls++;
    return patience->left-- <= 0;
}

static void test_interrupt(void **state)
{
    (void)state;
    struct table table = set_up("chess", NULL);
    for (int left = 0; left < 40; left += 13) {
        struct patience patience = {0, left};
        search(&table, (struct mad_search_limits){.interrupt = runs_out, .context = &patience});
        assert_int_equal(patience.calls, left + 1);
    }
    take_down(&table);
}

static void test_same_again(void **state)
{
    (void)state;
    struct table table = set_up("mad-elephant-chess", NULL);
    struct mad_search_report first = search_deep(&table, 5), second = search_deep(&table, 5);
    print_message("mad-elephant-chess, depth 5: %llu nodes\n", (unsigned long long)first.nodes);
    assert_true(first.nodes == second.nodes);
    assert_int_equal(first.score, second.score);
    assert_int_equal(first.best, second.best);
    assert_string_equal(first.line, second.line);
    take_down(&table);
}

/* What was found out the first time makes the second search shorter; forgotten, it is the same again. */
static void test_remembers(void **state)
{
    (void)state;
    const struct mad_search_limits limits = {.depth = 5};
    struct table table = set_up("chess", NULL);
    struct mad_search_report first = search_deep(&table, 5), second;
    assert_int_equal(mad_searcher_think(table.searcher, table.position, &limits, &second), MAD_OK);
    assert_true(second.nodes < first.nodes);
    take_down(&table);
}

/* Searchers are of one game. */
static void test_searcher_of_another_game(void **state)
{
    (void)state;
    const struct mad_search_limits limits = {.depth = 1};
    struct table chess = set_up("chess", NULL), other = set_up("shatranj", NULL);
    struct mad_search_report report;
    search_deep(&chess, 1);
    assert_int_equal(mad_searcher_think(chess.searcher, other.position, &limits, &report),
                     MAD_ERROR_MISUSE);
    assert_int_equal(mad_searcher_think(NULL, other.position, &limits, &report), MAD_ERROR_MISUSE);
    assert_int_equal(mad_searcher_new(NULL, 0, &other.searcher), MAD_ERROR_MISUSE);
    take_down(&other);
    take_down(&chess);
}

/* Who must capture and wins by having lost all is the better off the fewer men he has; in draughts, where
 * he must capture too, the worse. */
static void test_men_may_be_a_burden(void **state)
{
    (void)state;
    struct table burden = set_up("antichess", "rnbqkbnr/pppppppp/8/8/8/8/8/7N w - - 0 1");
    assert_true(search_deep(&burden, 1).score > 0);
    take_down(&burden);
    struct table fewer = set_up("checkers", "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/8/8/M1M5 b - - 0 1");
    assert_true(search_deep(&fewer, 1).score < 0);
    take_down(&fewer);
}

/* --- memory ----------------------------------------------------------------------------------------------- */

struct counting {
    size_t requests, fail_at; /* number of the request that fails, from 1; 0: none */
    size_t bytes_out;
};

static void *counting_resize(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    struct counting *counting = context;
    if (new_bytes == 0) {
        counting->bytes_out -= block == NULL ? 0 : old_bytes;
        free(block);
        return NULL;
    }
    if (++counting->requests == counting->fail_at)
        return NULL;
    void *grown = realloc(block, new_bytes);
    assert_non_null(grown);
    counting->bytes_out += new_bytes - (block == NULL ? 0 : old_bytes);
    return grown;
}

static void test_memory_fails(void **state)
{
    (void)state;
    struct counting counting = {0};
    struct mad_memory memory = {counting_resize, &counting};
    struct table table = set_up_with(&memory, "mad-elephant-chess", NULL);
    struct mad_search_limits limits = {.depth = 2};
    size_t before = counting.bytes_out;
    enum mad_status status = MAD_ERROR_MEMORY;
    for (size_t request = 1; status != MAD_OK; request++) {
        struct mad_search_report report = {.best = 77};
        counting.requests = 0;
        counting.fail_at = request;
        status = mad_search(table.position, &limits, &report);
        assert_true(status == MAD_OK || (status == MAD_ERROR_MEMORY && report.best == 77));
        assert_int_equal(counting.bytes_out, before);
        assert_true(request < 200);
    }
    counting.fail_at = 0;
    take_down(&table);
    assert_int_equal(counting.bytes_out, 0);
}

/* Helpers for which there is no memory do not help; the move is found all the same, and nothing leaks. */
static void test_helpers_without_memory(void **state)
{
    (void)state;
    struct counting counting = {0};
    struct mad_memory memory = {counting_resize, &counting};
    struct table table = set_up_with(&memory, "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    assert_int_equal(mad_moves_list(table.moves, table.position), MAD_OK);
    size_t failures = 0, request = 1;
    do {
        struct mad_search_limits limits = {.depth = 2, .threads = 3};
        struct mad_search_report report = {0};
        assert_int_equal(mad_searcher_new(table.game, 64, &table.searcher), MAD_OK);
        counting.requests = 0;
        counting.fail_at = request++;
        enum mad_status status =
            mad_searcher_think(table.searcher, table.position, &limits, &report);
        assert_true(status == MAD_OK || status == MAD_ERROR_MEMORY);
        if (status == MAD_OK)
            expect_move(&table, &report, "a1a8");
        failures += status != MAD_OK;
        counting.fail_at = 0;
        mad_searcher_free(table.searcher);
        table.searcher = NULL;
    } while (counting.requests >= request - 1);
    assert_true(failures > 0 && failures < request / 2);
    take_down(&table);
    assert_int_equal(counting.bytes_out, 0);
}

/* --- how it plays --------------------------------------------------------------------------------------------- */

enum { GAMES = 10, LONGEST = 150 };

/* xorshift64*; from Vigna, "An experimental exploration of Marsaglia's xorshift generators" */
static uint64_t toss(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (*seed * UINT64_C(2685821657736338717)) >> 32;
}

/* `side` searches to `depth`, the other one to `other_depth`, or moves at random when that is 0. The
 * first two moves are random. */
static enum mad_outcome play_game(struct table *table, int side, int depth, int other_depth,
                                  uint64_t seed)
{
    struct mad_result result = {.outcome = MAD_GOES_ON};
    for (int ply = 0; ply < LONGEST && result.outcome == MAD_GOES_ON; ply++) {
        int wanted = mad_position_side(table->position) == side ? depth : other_depth;
        assert_int_equal(mad_moves_list(table->moves, table->position), MAD_OK);
        size_t index = toss(&seed) % mad_moves_count(table->moves);
        if (wanted > 0 && ply >= 2)
            index = search_deep(table, wanted).best;
        assert_int_equal(mad_position_apply(table->position, table->moves, index), MAD_OK);
        assert_int_equal(mad_position_result(table->position, &result), MAD_OK);
    }
    return result.outcome;
}

/* Half points of `depth` in GAMES games. */
static int play_match(const char *name, int depth, int other_depth)
{
    int halves = 0, wins = 0;
    for (int game = 0; game < GAMES; game++) {
        int side = game % 2;
        struct table table = set_up(name, NULL);
        enum mad_outcome outcome =
            play_game(&table, side, depth, other_depth, (uint64_t)(game / 2 + 1) * 1000003);
        bool is_won = outcome == (side == 0 ? MAD_WIN_FIRST : MAD_WIN_SECOND);
        wins += is_won;
        halves += is_won ? 2 : outcome == MAD_DRAW || outcome == MAD_GOES_ON;
        take_down(&table);
    }
    print_message("%s, depth %d against %d: %d wins, %d half points in %d games\n", name, depth,
                  other_depth, wins, halves, GAMES);
    return halves;
}

static void test_beats_chance(void **state)
{
    (void)state;
    assert_true(play_match("chess", 2, 0) >= 2 * GAMES - 3);
    assert_true(play_match("mad-elephant-chess", 2, 0) >= 2 * GAMES - 3);
}

static void test_deeper_is_better(void **state)
{
    (void)state;
    assert_true(play_match("chess", 4, 1) >= GAMES + GAMES / 2);
    assert_true(play_match("mad-elephant-chess", 4, 1) >= GAMES + GAMES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problems),
        cmocka_unit_test(test_wins_men),
        cmocka_unit_test(test_forced_rampage),
        cmocka_unit_test(test_stalemate_is_no_win),
        cmocka_unit_test(test_losing_side_repeats),
        cmocka_unit_test(test_winning_side_does_not_repeat),
        cmocka_unit_test(test_perpetual_check_loses),
        cmocka_unit_test(test_weighs_tosses),
        cmocka_unit_test(test_score_of_toss),
        cmocka_unit_test(test_captures_among_rolls),
        cmocka_unit_test(test_attempts_when_nothing_else_helps),
        cmocka_unit_test(test_game_over),
        cmocka_unit_test(test_misuse),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_only_move_is_made_at_once),
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_same_again),
        cmocka_unit_test(test_remembers),
        cmocka_unit_test(test_searcher_of_another_game),
        cmocka_unit_test(test_men_may_be_a_burden),
        cmocka_unit_test(test_memory_fails),
        cmocka_unit_test(test_helpers_without_memory),
        cmocka_unit_test(test_beats_chance),
        cmocka_unit_test(test_deeper_is_better),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
