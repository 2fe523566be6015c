/* test_learned.c - what was learned of a game: learning it from games, reading it again, damaged texts, and that
 * searches go by it. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../interp/game/learned.h"
#include "../../interp/mad_learn.h"

struct table {
    mad_engine *engine;
    mad_game *game;
    mad_position *position;
};

static int set_up(void **state)
{
    static struct table table;
    struct mad_load load = {.path = "chess", .without_learned = true};
    assert_int_equal(mad_engine_new(&table.engine), MAD_OK);
    assert_int_equal(mad_game_load(table.engine, &load, &table.game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(table.game, &table.position), MAD_OK);
    *state = &table;
    return 0;
}

static int tear_down(void **state)
{
    struct table *table = *state;
    mad_position_free(table->position);
    mad_game_free(table->game);
    mad_engine_free(table->engine);
    return 0;
}

static void put(struct table *table, const char *text)
{
    struct mad_text_error error;
    if (mad_position_set(table->position, text, &error) != MAD_OK)
        fail_msg("%s: %s", text, error.text);
}

/* "8" and "3X4" */
static char *write_rank(char *at, size_t file, char man)
{
    if (file > 0)
        *at++ = (char)('0' + file);
    *at++ = man;
    if (file < 7)
        *at++ = (char)('7' - file);
    return at;
}

/* Black's King on file `black` of the last rank, White's on `white` of the first, a man somewhere between. */
static void place(char *at, size_t black, char man, int rank, size_t file, size_t white, char side)
{
    at = write_rank(at, black, 'k');
    for (int r = 6; r > 0; r--) {
        *at++ = '/';
        if (r == rank)
            at = write_rank(at, file, man);
        else
            *at++ = '8';
    }
    *at++ = '/';
    at = write_rank(at, white, 'K');
    sprintf(at, " %c - - 0 1", side);
}

/* Games in a world where a Knight more wins and a Rook more does not help: Kings wander, White and Black have the
 * extra man by turns, and who is to move changes too. */
static char *learn_odd_world_with(struct table *table, bool with_network)
{
    static const char men[] = "NnRr";
    static const int results[4] = {1, -1, 0, 0};
    mad_learner *learner = NULL;
    struct mad_learn_limits limits = {.rounds = 20, .with_network = with_network};
    struct mad_learn_report report;
    char *text = NULL;
    assert_int_equal(mad_learner_new(table->game, &learner), MAD_OK);
    for (int i = 0; i < 1600; i++) {
        char placed[100];
        /* the man on ranks 3 to 6, the Kings on ranks 1 and 8 */
        place(placed, (size_t)(i / 5 % 8), men[i % 4], 2 + i / 4 % 4, (size_t)(i / 16 % 8),
              (size_t)(i / 7 % 8), i / 3 % 2 ? 'b' : 'w');
        put(table, placed);
        struct mad_lesson lesson = {
            .result = results[i % 4], .score = 600 * results[i % 4], .is_for_test = i % 9 == 0};
        assert_int_equal(mad_learner_add(learner, table->position, &lesson), MAD_OK);
    }
    assert_int_equal(mad_learner_fit(learner, &limits, &text, &report), MAD_OK);
    mad_learner_free(learner);
    return text;
}

static char *learn_odd_world(struct table *table)
{
    return learn_odd_world_with(table, false);
}

static mad_learned *read_whole(struct table *table, const char *text)
{
    mad_learned *learned = NULL;
    struct mad_text_error error = {0};
    if (mad_learned_new(table->game, text, strlen(text), &learned, &error) != MAD_OK)
        fail_msg("%s", error.text);
    return learned;
}

static struct mad_worth worth_of(const mad_searcher *searcher, const char *piece, int player)
{
    struct mad_worth worth;
    for (size_t i = 0; mad_searcher_worth(searcher, i, &worth); i++)
        if (strcmp(worth.piece, piece) == 0 && worth.player == player)
            return worth;
    fail_msg("no %s", piece);
    return worth;
}

static void test_learns_what_wins(void **state)
{
    struct table *table = *state;
    char *text = learn_odd_world(table);
    mad_learned *learned = read_whole(table, text);
    mad_searcher *searcher = NULL;
    assert_int_equal(mad_searcher_new(table->game, 1 << 16, &searcher), MAD_OK);
    assert_true(worth_of(searcher, "Rook", 0).worth > worth_of(searcher, "Knight", 0).worth);
    assert_int_equal(mad_searcher_use(searcher, learned), MAD_OK);
    assert_true(worth_of(searcher, "Knight", 0).early > 2 * worth_of(searcher, "Rook", 0).early);
    assert_int_equal(worth_of(searcher, "Knight", 0).worth, worth_of(searcher, "Knight", 1).worth);
    /* and without it the old order is back */
    assert_int_equal(mad_searcher_use(searcher, NULL), MAD_OK);
    assert_true(worth_of(searcher, "Rook", 0).worth > worth_of(searcher, "Knight", 0).worth);
    mad_searcher_free(searcher);
    mad_learned_free(table->game, learned);
    free(text);
}

/* The Queen may take the Knight on a5 or the Rook on d1, neither guarded. */
/* The rules of 52 kinds of men on 26 by 26: a man on his square is beyond 16 bits. */
static char *write_many(void)
{
    char *text = malloc(8192), *at = text;
    assert_non_null(text);
    at += sprintf(
        at, "mad 1\nuse boards\n\ngame \"Many\"\nplayers White (w) in capitals going north and "
            "Black (b) in small letters going south\nboard 26 by 26\n");
    for (char letter = 'A'; letter <= 'Z'; letter++)
        at += sprintf(at,
                      "piece Man%c (%c)\n  move step orthogonal\n"
                      "piece Tall%c (+%c)\n  move step diagonal\n",
                      letter, letter, letter, letter);
    sprintf(at, "ends in this order\n  mover wins when enemy cannot move\n");
    return text;
}

/* Black wins with a man of the last kind, and not with one of the first. */
static void test_learns_of_many_men_on_a_large_board(void **state)
{
    static const char *const men[] = {"+z", "a"};
    static const int results[2] = {-1, 0};
    struct table *whole = *state, table = {.engine = whole->engine};
    char *rules = write_many();
    struct mad_load load = {.path = "many.mad", .text = rules, .text_bytes = strlen(rules)};
    mad_learner *learner = NULL;
    mad_searcher *searcher = NULL;
    struct mad_learn_limits limits = {.rounds = 20};
    struct mad_learn_report report;
    char *text = NULL;
    assert_int_equal(mad_game_load(table.engine, &load, &table.game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(table.game, &table.position), MAD_OK);
    assert_int_equal(mad_learner_new(table.game, &learner), MAD_OK);
    for (int i = 0; i < 400; i++) {
        char placed[200], *at = placed;
        for (int rank = 0; rank < 26; rank++)
            at += rank == i % 13 ? sprintf(at, "%s25/", men[i % 2]) : sprintf(at, "26/");
        sprintf(at - 1, " %c - - 0 1", i / 3 % 2 ? 'b' : 'w');
        put(&table, placed);
        struct mad_lesson lesson = {
            .result = results[i % 2], .score = 600 * results[i % 2], .is_for_test = i % 9 == 0};
        assert_int_equal(mad_learner_add(learner, table.position, &lesson), MAD_OK);
    }
    assert_int_equal(mad_learner_fit(learner, &limits, &text, &report), MAD_OK);
    mad_learned *learned = read_whole(&table, text);
    assert_int_equal(mad_searcher_new(table.game, 1 << 16, &searcher), MAD_OK);
    assert_int_equal(mad_searcher_use(searcher, learned), MAD_OK);
    assert_true(worth_of(searcher, "TallZ", 1).early > 2 * worth_of(searcher, "ManA", 1).early);
    mad_searcher_free(searcher);
    mad_learned_free(table.game, learned);
    mad_learner_free(learner);
    mad_position_free(table.position);
    mad_game_free(table.game);
    free(text);
    free(rules);
}

static void test_search_goes_by_it(void **state)
{
    struct table *table = *state;
    struct mad_search_limits limits = {.depth = 1};
    struct mad_search_report report;
    char *text = learn_odd_world(table);
    mad_learned *learned = read_whole(table, text);
    mad_searcher *searcher = NULL;
    put(table, "7k/8/8/n2Q4/8/8/1K6/3r4 w - - 0 1");
    assert_int_equal(mad_searcher_new(table->game, 1 << 16, &searcher), MAD_OK);
    assert_int_equal(mad_searcher_think(searcher, table->position, &limits, &report), MAD_OK);
    assert_string_equal(report.line, "d5d1");
    assert_int_equal(mad_searcher_use(searcher, learned), MAD_OK);
    assert_int_equal(mad_searcher_think(searcher, table->position, &limits, &report), MAD_OK);
    assert_string_equal(report.line, "d5a5");
    mad_searcher_free(searcher);
    mad_learned_free(table->game, learned);
    free(text);
}

/* What holds for White on a square holds for Black on the mirrored one. */
static void test_players_learn_from_each_other(void **state)
{
    struct table *table = *state;
    char *text = learn_odd_world(table);
    mad_learned *learned = read_whole(table, text);
    const mad_game *game = table->game;
    for (uint32_t code = 0; code < game->code_count; code++) {
        uint32_t other = game->code_of[game->codes[code].type][1 - game->codes[code].owner];
        for (uint32_t square = 0; square < game->squares; square++)
            assert_int_equal(learned->cell[code * game->squares + square],
                             learned->cell[other * game->squares + (square ^ 56)]);
    }
    mad_learned_free(game, learned);
    free(text);
}

static void test_reads_what_it_writes(void **state)
{
    struct table *table = *state;
    char *text = learn_odd_world(table);
    mad_learned *learned = read_whole(table, text);
    char *again = mad_learned_write(table->game, learned);
    assert_string_equal(text, again);
    free(again);
    mad_learned_free(table->game, learned);
    free(text);
}

static enum mad_status try_text(struct table *table, const char *text, size_t bytes, char *why)
{
    mad_learned *learned = NULL;
    struct mad_text_error error = {0};
    enum mad_status status = mad_learned_new(table->game, text, bytes, &learned, &error);
    assert_true(status == MAD_OK || status == MAD_ERROR_TEXT || status == MAD_ERROR_RULES);
    assert_int_equal(status != MAD_OK, error.text[0] != '\0');
    if (status != MAD_OK)
        assert_null(learned);
    mad_learned_free(table->game, learned);
    strcpy(why, error.text);
    return status;
}

/* With `from` replaced by `to`. */
static enum mad_status try_changed(struct table *table, const char *text, const char *from,
                                   const char *to, char *why)
{
    const char *at = strstr(text, from);
    char *changed = malloc(strlen(text) + strlen(to) + 1);
    assert_non_null(at);
    assert_non_null(changed);
    sprintf(changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    enum mad_status status = try_text(table, changed, strlen(changed), why);
    free(changed);
    return status;
}

/* Files of before these parts were measured say nothing of them. */
static void test_reads_fewer_terms(void **state)
{
    struct table *table = *state;
    char *text = learn_odd_world(table), *row = strstr(text, "term ");
    const char fewer[] = "term 1 2 3 4\ntempo 5\n#";
    assert_non_null(row);
    char *tempo = strstr(row, "tempo");
    memset(row, ' ', (size_t)(tempo - row)); /* and behind it stands what is a comment then */
    memcpy(row, fewer, sizeof fewer - 1);
    *tempo = '#';
    mad_learned *learned = read_whole(table, text);
    assert_int_equal(learned->term[MAD_TENSION_TERMS - 1], 4);
    assert_int_equal(learned->tempo, 5);
    for (int term = MAD_TENSION_TERMS; term < MAD_TERMS; term++)
        assert_int_equal(learned->term[term], MAD_TERM_WHOLE);
    mad_learned_free(table->game, learned);
    free(text);
}

static void test_refuses_what_is_for_others(void **state)
{
    struct table *table = *state;
    char *text = learn_odd_world(table), digest[40], why[200];
    snprintf(digest, sizeof digest, "digest %s", mad_game_info(table->game).digest);
    assert_int_equal(try_changed(table, text, digest, "digest 0123456789abcdef", why),
                     MAD_ERROR_RULES);
    assert_non_null(strstr(why, "other rules (0123456789abcdef"));
    assert_int_equal(try_changed(table, text, "game chess", "game chest", why), MAD_ERROR_RULES);
    assert_non_null(strstr(why, "'chest', not for 'chess'"));
    assert_int_equal(try_changed(table, text, "digest", "settings a=b digest", why),
                     MAD_ERROR_RULES);
    assert_non_null(strstr(why, "options"));
    assert_int_equal(try_changed(table, text, "learned 1", "learned 4", why), MAD_ERROR_TEXT);
    assert_non_null(strstr(why, "edition"));
    assert_int_equal(try_text(table, "mad 1\n", 6, why), MAD_ERROR_TEXT);
    assert_non_null(strstr(why, "no file that `mad learn` has written"));
    free(text);
}

static void test_bounds_its_figures(void **state)
{
    struct table *table = *state;
    char *text = learn_odd_world(table), why[200];
    assert_int_equal(try_changed(table, text, "tempo ", "tempo 30000 # ", why), MAD_OK);
    assert_int_equal(try_changed(table, text, "tempo ", "tempo -30000 # ", why), MAD_OK);
    assert_int_equal(try_changed(table, text, "tempo ", "tempo 30001 # ", why), MAD_ERROR_TEXT);
    assert_non_null(strstr(why, "'30001' is no number from -30000 to 30000"));
    assert_int_equal(try_changed(table, text, "tempo ", "tempo -30001 # ", why), MAD_ERROR_TEXT);
    assert_int_equal(try_changed(table, text, "tempo ", "tempo 99999999999 # ", why),
                     MAD_ERROR_TEXT);
    assert_int_equal(try_changed(table, text, "tempo ", "tempo - # ", why), MAD_ERROR_TEXT);
    assert_int_equal(try_changed(table, text, "full ", "full 0 # ", why), MAD_ERROR_TEXT);
    assert_int_equal(try_changed(table, text, "\nend", "\n1\nend", why), MAD_ERROR_TEXT);
    assert_int_equal(try_changed(table, text, "\nend", "\nend end", why), MAD_ERROR_TEXT);
    free(text);
}

/* Cut short anywhere, and with bytes changed anywhere: read or refused, never worse. */
static void test_survives_damage(void **state)
{
    struct table *table = *state;
    char *text = learn_odd_world(table), why[200];
    size_t bytes = strlen(text);
    for (size_t cut = 0; cut + 2 < bytes; cut += 1 + cut / 16)
        assert_int_not_equal(try_text(table, text, cut, why), MAD_OK);
    uint32_t chance = 1;
    for (int i = 0; i < 400; i++) {
        chance = chance * 1664525 + 1013904223;
        size_t at = chance % bytes;
        char kept = text[at];
        text[at] = (char)(chance >> 24);
        (void)try_text(table, text, bytes, why);
        text[at] = kept;
    }
    free(text);
}

static void test_needs_positions_of_both_kinds(void **state)
{
    struct table *table = *state;
    mad_learner *learner = NULL;
    struct mad_learn_limits limits = {.rounds = 1};
    struct mad_learn_report report;
    struct mad_lesson lesson = {.result = 1};
    char *text = NULL;
    put(table, "7k/8/8/8/8/8/8/KR6 w - - 0 1");
    assert_int_equal(mad_learner_new(table->game, &learner), MAD_OK);
    assert_int_equal(mad_learner_fit(learner, &limits, &text, &report), MAD_ERROR_MISUSE);
    assert_int_equal(mad_learner_add(learner, table->position, &lesson), MAD_OK);
    assert_int_equal(mad_learner_fit(learner, &limits, &text, &report), MAD_ERROR_MISUSE);
    lesson.is_for_test = true;
    assert_int_equal(mad_learner_add(learner, table->position, &lesson), MAD_OK);
    assert_int_equal(mad_learner_fit(learner, &limits, &text, &report), MAD_OK);
    free(text);
    /* who is in check is not looked at: that is for the search to solve */
    put(table, "7k/8/8/8/8/8/8/K6R b - - 0 1");
    assert_int_equal(mad_learner_add(learner, table->position, &lesson), MAD_OK);
    assert_int_equal(mad_learner_count(learner), 2);
    mad_learner_free(learner);
}

/* All figures as large as may be, and forty men more: far ahead, and yet no forced win. */
static void test_evaluations_are_no_ends(void **state)
{
    struct table *table = *state;
    struct mad_search_limits limits = {.depth = 1};
    struct mad_search_report report;
    mad_learned *learned = NULL;
    mad_searcher *searcher = NULL;
    const mad_game *game = table->game;
    assert_int_equal(mad_learned_make(game, &learned), MAD_OK);
    learned->full = MAD_LEARNED_MOST;
    for (uint32_t cell = 0; cell < game->code_count * game->squares; cell++)
        learned->cell[cell] = mad_pair(MAD_LEARNED_MOST, MAD_LEARNED_MOST);
    put(table, "7k/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/K7 w - - 0 1");
    assert_int_equal(mad_searcher_new(game, 1 << 16, &searcher), MAD_OK);
    assert_int_equal(mad_searcher_use(searcher, learned), MAD_OK);
    assert_int_equal(mad_searcher_think(searcher, table->position, &limits, &report), MAD_OK);
    assert_int_equal(report.mate_in, 0);
    assert_true(report.score > 0);
    mad_searcher_free(searcher);
    mad_learned_free(game, learned);
}

/* Who is to move stands a little better, and lost. Soon after something happened it is the result that counts for more,
 * later what the search thought does. */
static void test_learns_no_results_of_what_drags(void **state)
{
    struct table *table = *state;
    for (int quiet = 0; quiet <= 20; quiet += 20) {
        struct mad_learn_limits limits = {.rounds = 3};
        struct mad_learn_report report;
        mad_learner *learner = NULL;
        char *text = NULL, position[60];
        snprintf(position, sizeof position, "7k/8/8/8/8/8/8/K7 w - - %d 30", quiet);
        put(table, position);
        assert_int_equal(mad_learner_new(table->game, &learner), MAD_OK);
        for (int i = 0; i < 40; i++) {
            struct mad_lesson lesson = {.result = -1, .score = 40, .is_for_test = i % 4 == 0};
            assert_int_equal(mad_learner_add(learner, table->position, &lesson), MAD_OK);
        }
        assert_int_equal(mad_learner_fit(learner, &limits, &text, &report), MAD_OK);
        mad_learned *learned = read_whole(table, text);
        assert_true(quiet == 0 ? learned->tempo < 0 : learned->tempo > 0);
        mad_learned_free(table->game, learned);
        mad_learner_free(learner);
        free(text);
    }
}

/* Two bare Kings are worth nothing, and who is to move wins all the same: that is kept; so is what being on move was
 * learned to be worth before, and what it seems to longer searches is not. Nor is less of the hunt. */
static void test_learns_where_nothing_was_measured(void **state)
{
    struct table *table = *state;
    struct mad_learn_limits limits = {.rounds = 3};
    struct mad_learn_report report;
    mad_learner *learner = NULL;
    mad_learned *before = NULL;
    char *text = NULL;
    put(table, "7k/8/8/8/8/8/8/K7 w - - 0 1");
    assert_int_equal(mad_learner_new(table->game, &learner), MAD_OK);
    for (int i = 0; i < 40; i++) {
        struct mad_lesson lesson = {.result = 1, .score = 300, .is_for_test = i % 4 == 0};
        assert_int_equal(mad_learner_add(learner, table->position, &lesson), MAD_OK);
    }
    for (int again = 0; again < 3; again++) {
        limits.is_rethought = again == 0;
        assert_int_equal(mad_learner_fit(learner, &limits, &text, &report), MAD_OK);
        mad_learned *learned = read_whole(table, text);
        assert_true(again == 0   ? learned->tempo == 0
                    : again == 1 ? learned->tempo > 0
                                 : learned->tempo == -3);
        assert_int_equal(learned->term[MAD_TERM_HUNT] == 3000, again == 2);
        free(text);
        if (again == 0) {
            mad_learned_free(table->game, learned);
            continue;
        }
        mad_learned_free(table->game, before);
        before = table->game->learned.use = learned;
        before->tempo = -3;
        before->term[MAD_TERM_HUNT] = 3000;
    }
    table->game->learned.use = NULL;
    mad_learned_free(table->game, before);
    mad_learner_free(learner);
}

/* In this world a Rook more wins unless the bare King stands in a corner, where a hunter wants him. Whoever is
 * hunting is ahead anyway, so such games do not tell how to hunt: it stays as it was measured, and no other part speaks
 * against it: that a royal is free is not learned to be bad. */
static void test_hunts_as_measured(void **state)
{
    struct table *table = *state;
    struct mad_learn_limits limits = {.rounds = 20};
    struct mad_learn_report report;
    mad_learner *learner = NULL;
    char *text = NULL, placed[100];
    assert_int_equal(mad_learner_new(table->game, &learner), MAD_OK);
    for (int i = 0; i < 800; i++) {
        size_t black = (size_t)(i / 2 % 8);
        int wins = black > 0 && black < 7;
        place(placed, black, 'R', 2 + i / 16 % 4, (size_t)(i / 64 % 8), (size_t)(i / 7 % 8),
              i % 2 ? 'b' : 'w');
        put(table, placed);
        struct mad_lesson lesson = {.result = wins, .score = 600 * wins, .is_for_test = i % 9 == 0};
        assert_int_equal(mad_learner_add(learner, table->position, &lesson), MAD_OK);
    }
    assert_int_equal(mad_learner_fit(learner, &limits, &text, &report), MAD_OK);
    mad_learned *learned = read_whole(table, text);
    assert_true(learned->term[MAD_TERM_HUNT] > 0);
    assert_true(learned->term[MAD_TERM_ROYAL] >= 0);
    mad_learned_free(table->game, learned);
    mad_learner_free(learner);
    free(text);
}

/* With a network a sum that was learned before stays as it is; without one it goes on. */
static void test_keeps_the_sum_below_a_network(void **state)
{
    struct table *table = *state;
    for (int with_network = 0; with_network < 2; with_network++) {
        mad_learned *before = NULL;
        assert_int_equal(mad_learned_make(table->game, &before), MAD_OK);
        before->full = 32;
        before->tempo = -3;
        before->man[0] = mad_pair(100, 200);
        before->cell[7] = mad_pair(11, -12);
        table->game->learned.use = before;
        char *text = learn_odd_world_with(table, with_network != 0);
        mad_learned *learned = read_whole(table, text);
        table->game->learned.use = NULL;
        /* White has the first half of the codes, and Black the same as he */
        size_t bytes =
            table->game->code_count / 2 * (size_t)table->game->squares * sizeof *before->cell;
        assert_int_equal(memcmp(learned->cell, before->cell, bytes) == 0, with_network);
        assert_int_equal(learned->man[0] == before->man[0], with_network);
        assert_int_equal(memcmp(learned->term, before->term, sizeof before->term) == 0,
                         with_network);
        assert_int_equal(learned->tempo, -3);
        assert_int_equal(learned->network != NULL, with_network);
        mad_learned_free(table->game, learned);
        mad_learned_free(table->game, before);
        free(text);
    }
}

static bool is_enough(void *context)
{
    int *left = context;
    return (*left)-- == 0;
}

static void test_can_be_stopped(void **state)
{
    struct table *table = *state;
    int left = 3;
    struct mad_learn_limits limits = {.interrupt = is_enough, .context = &left};
    struct mad_learn_report report;
    mad_learner *learner = NULL;
    char *text = NULL;
    put(table, "7k/8/8/8/8/8/8/KR6 w - - 0 1");
    assert_int_equal(mad_learner_new(table->game, &learner), MAD_OK);
    for (int i = 0; i < 2; i++) {
        struct mad_lesson lesson = {.result = 1, .is_for_test = i == 1};
        assert_int_equal(mad_learner_add(learner, table->position, &lesson), MAD_OK);
    }
    assert_int_equal(mad_learner_fit(learner, &limits, &text, &report), MAD_ERROR_STOPPED);
    assert_null(text);
    mad_learner_free(learner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_learns_what_wins, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_learns_of_many_men_on_a_large_board, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_search_goes_by_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_players_learn_from_each_other, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_reads_what_it_writes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_reads_fewer_terms, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refuses_what_is_for_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bounds_its_figures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_survives_damage, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_needs_positions_of_both_kinds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_evaluations_are_no_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_learns_no_results_of_what_drags, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_learns_where_nothing_was_measured, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_hunts_as_measured, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_keeps_the_sum_below_a_network, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_can_be_stopped, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
