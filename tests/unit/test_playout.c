/* test_playout.c - random games, and counts shared by threads.
 *
 * How random games of tic-tac-toe end is known exactly: of all ways to fill the board in turn until
 * somebody has a line, weighted as chance meets them, X wins 737/1260, O 121/420, and 8/63 are drawn. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../cli/split_perft.h"
#include "../../interp/mad_rules.h"

struct loaded {
    mad_engine *engine;
    mad_game *game;
    mad_position *position;
};

static struct loaded load_as(struct mad_load what)
{
    struct loaded loaded = {NULL, NULL, NULL};
    assert_int_equal(mad_engine_new(&loaded.engine), MAD_OK);
    assert_int_equal(mad_game_load(loaded.engine, &what, &loaded.game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(loaded.game, &loaded.position), MAD_OK);
    return loaded;
}

static struct loaded load(const char *name)
{
    return load_as((struct mad_load){.path = name});
}

static struct loaded load_text(const char *path, const char *rules)
{
    return load_as((struct mad_load){.path = path, .text = rules, .text_bytes = strlen(rules)});
}

static void unload(struct loaded *loaded)
{
    mad_position_free(loaded->position);
    mad_game_free(loaded->game);
    mad_engine_free(loaded->engine);
}

static struct mad_playouts play(const struct loaded *loaded, uint64_t games, uint64_t seed)
{
    struct mad_playout_limits limits = {.games = games, .seed = seed};
    struct mad_playouts sum;
    assert_int_equal(mad_playout(loaded->position, &limits, &sum), MAD_OK);
    assert_int_equal(sum.games, games);
    assert_int_equal(sum.wins[0] + sum.wins[1] + sum.draws + sum.unfinished, games);
    return sum;
}

static void assert_share(uint64_t part, uint64_t of, double share)
{
    double found = (double)part / (double)of;
    assert_true(found > share - 0.015 && found < share + 0.015); /* over four standard deviations */
}

static void ends_as_often_as_chance_has_it(void **state)
{
    (void)state;
    struct loaded loaded = load("tic-tac-toe");
    struct mad_playouts sum = play(&loaded, 20000, 7);
    assert_share(sum.wins[0], sum.games, 737.0 / 1260);
    assert_share(sum.wins[1], sum.games, 121.0 / 420);
    assert_share(sum.draws, sum.games, 8.0 / 63);
    assert_int_equal(sum.unfinished, 0);
    unload(&loaded);
}

/* Two Kings on three squares each, with nothing to do but to come back. */
static void draws_when_a_position_comes_back(void **state)
{
    (void)state;
    static const char RULES[] = "mad 1\n"
                                "use boards\n"
                                "game \"Corridors\"\n"
                                "players White (w) in capitals going north and Black (b) in small "
                                "letters going south\n"
                                "board 3 by 3\n"
                                "array\n"
                                "  k . .\n"
                                "  x x x\n"
                                "  K . .\n"
                                "piece King (K)\n"
                                "  move step sideways\n"
                                "piece Wall (X)\n"
                                "ends in this order\n"
                                "  draw when position has occurred 3 times\n";
    struct loaded loaded = {NULL, NULL, NULL};
    struct mad_load what = {.path = "corridors.mad", .text = RULES, .text_bytes = sizeof RULES - 1};
    assert_int_equal(mad_engine_new(&loaded.engine), MAD_OK);
    assert_int_equal(mad_game_load(loaded.engine, &what, &loaded.game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(loaded.game, &loaded.position), MAD_OK);
    struct mad_playouts sum = play(&loaded, 100, 3);
    assert_int_equal(sum.draws, 100);
    assert_true(sum.plies >= 800);      /* it takes eight to come back twice */
    assert_true(sum.plies <= 100 * 36); /* there are 18 positions */
    unload(&loaded);
}

/* Ends that the usual position behind a move rules out together, with one more in front that does not
 * let them: it asks about men, and never holds. */
static struct loaded load_walkers(const char *end)
{
    char rules[1000];
    snprintf(rules, sizeof rules,
             "mad 1\n"
             "use boards\n"
             "game \"Walkers\"\n"
             "players One (x) in capitals going north and Two (o) in small letters going south\n"
             "board 3 by 4\n"
             "array\n"
             "  w . w\n"
             "  . w .\n"
             "  . W .\n"
             "  W . W\n"
             "piece Walker (W)\n"
             "  move or capture step orthogonal\n"
             "ends in this order\n"
             "%s"
             "  mover wins when enemy cannot move\n"
             "  draw when position has occurred 3 times\n"
             "  draw after 7 turns each without capture\n",
             end);
    return load_text("walkers.mad", rules);
}

static void ends_as_where_each_end_is_asked(void **state)
{
    (void)state;
    struct loaded at_once = load_walkers(""), each = load_walkers("  draw when no piece\n");
    struct mad_playouts one = play(&at_once, 500, 3), other = play(&each, 500, 3);
    assert_memory_equal(&one, &other, sizeof one);
    assert_true(one.wins[0] > 50 && one.wins[1] > 50 && one.draws > 50);
    unload(&at_once);
    unload(&each);
}

/* Discs that fall, out of pockets, until there are four in a row; `end` is one more end. */
static struct loaded load_discs(unsigned side, const char *end)
{
    char rules[1000];
    snprintf(rules, sizeof rules,
             "mad 1\n"
             "use boards and hands\n"
             "game \"Discs\"\n"
             "players One (x) in capitals going north and Two (o) in small letters going north\n"
             "board %u by %u\n"
             "piece Disc (D)\n"
             "  drop on empty except (step north from empty)\n"
             "pocket stock starts with 14 Disc\n"
             "a player may drop from stock\n"
             "ends in this order\n"
             "  mover wins when a line of 4 (own piece)\n"
             "  draw when no empty\n"
             "%s",
             side, side, end);
    return load_text("discs.mad", rules);
}

/* No position comes back where men are only dropped; but where somebody asks, every move is made whole. */
static void drops_alone_as_with_all_the_rest(void **state)
{
    (void)state;
    for (unsigned side = 6; side <= 14; side += 4) { /* 36, 100 and 196 squares */
        struct loaded alone = load_discs(side, "");
        struct loaded whole = load_discs(side, "  draw when position has occurred 3 times\n");
        struct mad_playouts one = play(&alone, 500, side), other = play(&whole, 500, side);
        assert_memory_equal(&one, &other, sizeof one);
        assert_true(one.wins[0] > 100 && one.wins[1] > 100);
        struct mad_playout_limits limits = {.games = 9, .seed = side, .max_plies = 5};
        assert_int_equal(mad_playout(alone.position, &limits, &one), MAD_OK);
        assert_int_equal(one.unfinished, 9);
        assert_int_equal(one.plies, 45);
        uint64_t first = 0, second = 0;
        assert_int_equal(mad_perft(alone.position, 3, &first, NULL, NULL), MAD_OK);
        assert_int_equal(mad_perft(whole.position, 3, &second, NULL, NULL), MAD_OK);
        assert_int_equal(first, second);
        assert_int_equal(first, side * side * side);
        unload(&alone);
        unload(&whole);
    }
}

static void plays_the_same_games_again(void **state)
{
    (void)state;
    struct loaded loaded = load("mad-elephant-shogi");
    struct mad_playouts first = play(&loaded, 3, 1), again = play(&loaded, 3, 1),
                        others = play(&loaded, 3, 2);
    assert_memory_equal(&first, &again, sizeof first);
    assert_int_not_equal(first.plies, others.plies);
    assert_int_equal(mad_position_ply(loaded.position), 0);
    unload(&loaded);
}

static void stops_long_games(void **state)
{
    (void)state;
    struct loaded loaded = load("chess");
    struct mad_playout_limits limits = {.games = 4, .seed = 1, .max_plies = 3};
    struct mad_playouts sum;
    assert_int_equal(mad_playout(loaded.position, &limits, &sum), MAD_OK);
    assert_int_equal(sum.unfinished, 4); /* nobody mates in three plies */
    assert_int_equal(sum.plies, 12);
    limits.games = 0;
    assert_int_equal(mad_playout(loaded.position, &limits, &sum), MAD_ERROR_MISUSE);
    unload(&loaded);
}

/* A toss of this game: 64 squares for a flattened Pawn, two outcomes each, King's moves beside. */
static void counts_alike_on_any_number_of_threads(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"chess", "mad-elephant-shogi", "connect-four"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        struct loaded loaded = load(NAMES[i]);
        uint64_t one = 0, many = 0;
        if (i == 1) {
            assert_int_equal(mad_position_set(loaded.position,
                                              "4k4/9/9/9/9/4P4/9/9/4K4[] b - - 0 1 flattened=P",
                                              NULL),
                             MAD_OK);
        }
        assert_int_equal(mad_perft(loaded.position, 3, &one, NULL, NULL), MAD_OK);
        for (size_t threads = 1; threads <= 5; threads += 2) {
            assert_int_equal(
                cli_split_perft(mad_perft, loaded.position, 3, threads, &many, NULL, NULL), MAD_OK);
            assert_int_equal(one, many);
        }
        unload(&loaded);
    }
}

static bool always(void *context)
{
    ++*(int *)context;
    return true;
}

static void stops_counting_when_told(void **state)
{
    (void)state;
    struct loaded loaded = load("chess");
    uint64_t nodes = 0;
    int asked = 0;
    assert_int_equal(cli_split_perft(mad_perft, loaded.position, 6, 2, &nodes, always, &asked),
                     MAD_ERROR_STOPPED);
    assert_true(asked > 0);
    assert_true(nodes < 119060324);
    unload(&loaded);
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Of 960 arrays each is missed by 20,000 draws with a chance of (959/960)^20000, one in a thousand million. Each is
 * drawn 20.8 times, and none three times as often. */
static void draws_all_arrays(void **state)
{
    enum { DRAWS = 20000, ARRAYS = 960, MOST = 63 };
    (void)state;
    struct loaded loaded = load("chess960");
    uint64_t *keys = malloc(DRAWS * sizeof *keys);
    int different = 0, alike = 0;
    assert_non_null(keys);
    assert_true(mad_game_is_shuffled(loaded.game));
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        assert_int_equal(mad_position_shuffle(loaded.position, seed), MAD_OK);
        keys[seed] = mad_position_key(loaded.position);
    }
    qsort(keys, DRAWS, sizeof *keys, compare_keys);
    for (int i = 0; i < DRAWS; i++) {
        const bool is_new = i == 0 || keys[i] != keys[i - 1];
        different += is_new;
        alike = is_new ? 1 : alike + 1;
        assert_true(alike <= MOST);
    }
    assert_int_equal(different, ARRAYS);
    free(keys);
    unload(&loaded);
}

/* A position text says what was drawn, with all rights to castle. */
static void reads_back_what_was_drawn(void **state)
{
    (void)state;
    struct loaded loaded = load("chess960");
    mad_position *other = NULL;
    assert_int_equal(mad_position_new(loaded.game, &other), MAD_OK);
    for (uint64_t seed = 0; seed < 1000; seed++) {
        char text[200];
        struct mad_text_error error;
        assert_int_equal(mad_position_shuffle(loaded.position, seed), MAD_OK);
        mad_position_text(loaded.position, text, sizeof text);
        assert_int_equal(mad_position_set(other, text, &error), MAD_OK);
        assert_string_equal(error.text, "");
        assert_int_equal(mad_position_key(other), mad_position_key(loaded.position));
    }
    mad_position_free(other);
    unload(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_as_often_as_chance_has_it),
        cmocka_unit_test(draws_when_a_position_comes_back),
        cmocka_unit_test(ends_as_where_each_end_is_asked),
        cmocka_unit_test(drops_alone_as_with_all_the_rest),
        cmocka_unit_test(plays_the_same_games_again),
        cmocka_unit_test(stops_long_games),
        cmocka_unit_test(counts_alike_on_any_number_of_threads),
        cmocka_unit_test(stops_counting_when_told),
        cmocka_unit_test(draws_all_arrays),
        cmocka_unit_test(reads_back_what_was_drawn),
    };
    return cmocka_run_group_tests_name("playout", tests, NULL, NULL);
}
