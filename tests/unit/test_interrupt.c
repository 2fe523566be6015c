/* test_interrupt.c - long work looks often at whether it should end, and ends at the first look that says so.
 *
 * How long that takes is told without a clock: by the positions, moves or searched nodes between two looks. The
 * slowest machine that we know counts some thousand positions in a hundredth of a second. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "../../interp/mad_rules.h"

enum { MOST_BETWEEN = 4096 };

struct looks {
    unsigned long count, patience; /* patience 0: no end */
};

static bool look(void *context)
{
    struct looks *looks = context;
    return ++looks->count == looks->patience;
}

struct set {
    mad_engine *engine;
    mad_game *game;
    mad_position *position;
};

static struct set set_up(const char *name)
{
    struct set set;
    struct mad_load load = {.path = name};
    assert_int_equal(mad_engine_new(&set.engine), MAD_OK);
    assert_int_equal(mad_game_load(set.engine, &load, &set.game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(set.game, &set.position), MAD_OK);
    return set;
}

static void take_down(struct set *set)
{
    mad_position_free(set->position);
    mad_game_free(set->game);
    mad_engine_free(set->engine);
}

/* The positions whose moves are counted are those of one move less. */
static void test_counts(void **state)
{
    (void)state;
    struct set set = set_up("chess");
    struct looks looks = {0, 0};
    uint64_t nodes = 0;
    assert_int_equal(mad_perft(set.position, 4, &nodes, look, &looks), MAD_OK);
    assert_int_equal(nodes, 197281);
    assert_true(looks.count >= 8902 / MOST_BETWEEN);
    looks = (struct looks){0, 0};
    assert_int_equal(mad_perft_made(set.position, 4, &nodes, look, &looks), MAD_OK);
    assert_true(looks.count >= 197281 / MOST_BETWEEN);
    looks = (struct looks){0, 2};
    assert_int_equal(mad_perft(set.position, 30, &nodes, look, &looks), MAD_ERROR_STOPPED);
    assert_int_equal(looks.count, 2);
    take_down(&set);
}

static void test_random_games(void **state)
{
    (void)state;
    struct set set = set_up("mad-elephant-chess");
    struct looks looks = {0, 0};
    struct mad_playouts sum = {0};
    struct mad_playout_limits limits = {
        .games = 200, .seed = 7, .interrupt = look, .context = &looks};
    assert_int_equal(mad_playout(set.position, &limits, &sum), MAD_OK);
    assert_int_equal(sum.games, 200);
    assert_true(looks.count >= sum.plies / MOST_BETWEEN && looks.count > 0);
    looks = (struct looks){0, 3};
    limits.games = 0;
    assert_int_equal(mad_playout(set.position, &limits, &sum), MAD_OK);
    assert_int_equal(looks.count, 3);
    take_down(&set);
}

static void test_searches(void **state)
{
    (void)state;
    struct set set = set_up("chess");
    struct looks looks = {0, 0};
    struct mad_search_limits limits = {.nodes = 40000, .interrupt = look, .context = &looks};
    struct mad_search_report report;
    assert_int_equal(mad_search(set.position, &limits, &report), MAD_OK);
    assert_true(looks.count >= report.nodes / MOST_BETWEEN && looks.count > 0);
    looks = (struct looks){0, 3};
    limits.nodes = 0;
    assert_int_equal(mad_search(set.position, &limits, &report), MAD_OK);
    assert_int_equal(looks.count, 3);
    take_down(&set);
}

static void test_findings(void **state)
{
    (void)state;
    static const char text[] = "mad 1\n\ngame \"Small\" like chess\n";
    struct looks looks = {0, 1};
    struct mad_load load = {.path = "typed.mad", .text = text, .text_bytes = sizeof text - 1};
    struct mad_lint_options options = {
        .games = 1000000, .seed = 1, .interrupt = look, .context = &looks};
    mad_engine *engine = NULL;
    mad_diagnostics *found = NULL;
    assert_int_equal(mad_engine_new(&engine), MAD_OK);
    /* a million games take hours */
    assert_int_equal(mad_lint(engine, &load, &options, &found), MAD_OK);
    assert_int_equal(looks.count, 1);
    mad_diagnostics_free(found);
    mad_engine_free(engine);
}

/* How many corrections are offered of a misspelt name, when the look of that number says to end. */
static size_t corrections_of(mad_engine *engine, unsigned long patience)
{
    static const char text[] =
        "mad 1\n\ngame \"Small\" like chess\n\nchange Knigth\n  move leap 1,4\n";
    struct looks looks = {0, patience};
    struct mad_load load = {.path = "typed.mad", .text = text, .text_bytes = sizeof text - 1};
    struct mad_lint_options options = {.is_static = true, .interrupt = look, .context = &looks};
    mad_diagnostics *found = NULL;
    size_t count = 0;
    assert_int_equal(mad_lint(engine, &load, &options, &found), MAD_ERROR_RULES);
    assert_true(mad_diagnostics_count(found) > 0);
    for (size_t i = 0; i < mad_diagnostics_count(found); i++) {
        count += mad_diagnostics_at(found, i)->fix_count;
    }
    mad_diagnostics_free(found);
    return count;
}

/* Each correction is compiled before it is offered, which takes long where there are many: none is when it was not. */
static void test_corrections(void **state)
{
    (void)state;
    mad_engine *engine = NULL;
    assert_int_equal(mad_engine_new(&engine), MAD_OK);
    assert_int_equal(corrections_of(engine, 0), 1);
    assert_int_equal(corrections_of(engine, 2), 0);
    mad_engine_free(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),      cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_searches),    cmocka_unit_test(test_findings),
        cmocka_unit_test(test_corrections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
