/* test_search_goals.c - that the search knows what the ends of a game are about: rows, squares to be
 * reached, counters. No search is deep enough here to see the end itself. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "../../interp/mad_rules.h"

struct found {
    int score;
    char best[32];
};

static struct found search(const char *name, const char *text, int depth, uint64_t nodes)
{
    struct mad_load load = {.path = name};
    struct mad_search_limits limits = {.depth = depth, .nodes = nodes};
    struct mad_search_report report = {0};
    struct mad_text_error error;
    struct found found = {0};
    mad_engine *engine = NULL;
    mad_game *game = NULL;
    mad_position *position = NULL;
    assert_int_equal(mad_engine_new(&engine), MAD_OK);
    assert_int_equal(mad_game_load(engine, &load, &game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(game, &position), MAD_OK);
    if (mad_position_set(position, text, &error) != MAD_OK)
        fail_msg("%s: %s", text, error.text);
    assert_int_equal(mad_search(position, &limits, &report), MAD_OK);
    found.score = report.score;
    size_t length = strcspn(report.line, " ");
    assert_true(length < sizeof found.best);
    memcpy(found.best, report.line, length);
    mad_position_free(position);
    mad_game_free(game);
    mad_engine_free(engine);
    return found;
}

/* Four in a row that are open at one end are closed, three that are open at both are stopped: at or
 * beside an end of them. */
static void test_stops_rows(void **state)
{
    static const struct {
        const char *text, *answers;
        uint64_t nodes;
    } rows[] = {
        {"15/15/15/15/15/15/15/3sSSSS7/15/15/15/4ss9/15/15/15 w - - 0 1", "S@i8", 400},
        {"15/15/15/15/15/15/15/5SSS7/15/15/15/4ss9/15/15/15 w - - 0 1", "S@d8 S@e8 S@i8 S@j8",
         3000},
        {"15/15/15/15/5S9/6S8/7S7/15/15/15/15/4ss9/15/15/15 w - - 0 1", "S@d12 S@e11 S@i8 S@j7",
         3000},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct found found = search("gomoku", rows[i].text, 0, rows[i].nodes);
        if (strstr(rows[i].answers, found.best) == NULL)
            fail_msg("%s: %s", rows[i].text, found.best);
    }
}

/* The nearer the first player is to what wins, the worse for the second, who is to move. */
static void test_nearer_is_better(void **state)
{
    static const struct {
        const char *game, *near, *far;
    } pairs[] = {
        {"king-of-the-hill", "4k3/8/8/8/8/2K5/8/8 b - - 0 1", "4k3/8/8/8/8/8/8/2K5 b - - 0 1"},
        {"racing-kings", "8/8/7k/K7/8/8/8/8 b - - 0 1", "8/8/7k/8/8/8/8/K7 b - - 0 1"},
        {"three-check", "4k3/8/8/8/8/8/8/4K3 b - - 0 1 checks=2,0",
         "4k3/8/8/8/8/8/8/4K3 b - - 0 1 checks=0,2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        int near = search(pairs[i].game, pairs[i].near, 1, 0).score;
        int far = search(pairs[i].game, pairs[i].far, 1, 0).score;
        if (near >= far)
            fail_msg("%s: %d, %d", pairs[i].game, near, far);
    }
}

/* One Peg of ten is missing on the point; nine steps are between it and the tip, of which west and south are two, and no
 * other Peg can come nearer to it. */
static void test_brings_all_men_together(void **state)
{
    (void)state;
    struct found found = search(
        "chinese-checkers", "1/2/3/4/13/p11/11/10/5P3/P9/PP9/PPP9/PPP10/4/3/2/1 w - - 0 1", 1, 0);
    assert_true(strcmp(found.best, "j9i9") == 0 || strcmp(found.best, "j9j8") == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brings_all_men_together),
        cmocka_unit_test(test_stops_rows),
        cmocka_unit_test(test_nearer_is_better),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
