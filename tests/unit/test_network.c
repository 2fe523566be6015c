/* test_network.c - a small network beside what was learned of single men: what it says of positions, worked out by hand,
 * that it says the same however it came there, how it is written, damaged, and trained. */
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
#include "../../interp/memory.h"
#include "../../interp/position.h"
#include "../../interp/random.h"
#include "../../interp/search/searcher.h"

struct table {
    mad_engine *engine;
    mad_game *game;
    mad_position *position;
    mad_moves *moves;
};

static void open_table_with(struct table *table, const struct mad_memory *memory, const char *name)
{
    struct mad_load load = {.path = name, .without_learned = true};
    assert_int_equal(mad_engine_new_with(memory, &table->engine), MAD_OK);
    assert_int_equal(mad_game_load(table->engine, &load, &table->game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(table->game, &table->position), MAD_OK);
    assert_int_equal(mad_moves_new(table->game, &table->moves), MAD_OK);
}

static void open_table(struct table *table, const char *name)
{
    open_table_with(table, &mad_memory_default, name);
}

static void close_table(struct table *table)
{
    mad_moves_free(table->moves);
    mad_position_free(table->position);
    mad_game_free(table->game);
    mad_engine_free(table->engine);
}

static void put(struct table *table, const char *text)
{
    struct mad_text_error error;
    if (mad_position_set(table->position, text, &error) != MAD_OK)
        fail_msg("%s: %s", text, error.text);
}

static struct mad_network *make(const struct table *table, uint32_t turn)
{
    struct mad_network *network = NULL;
    assert_int_equal(mad_network_make(table->game, turn, &network), MAD_OK);
    return network;
}

/* From nothing that was seen before. */
static int worth_of(const struct table *table, const struct mad_network *network)
{
    struct mad_glance glance = {.network = NULL};
    assert_int_equal(mad_glance_make(&glance, table->game, network), MAD_OK);
    int worth = mad_glance_worth(&glance, table->game, mad_position_state(table->position));
    mad_glance_free(&glance, table->game);
    return worth;
}

static uint32_t input_of(const struct mad_game *game, const char *piece, uint32_t player,
                         uint32_t square)
{
    for (uint32_t type = 0; type < game->type_count; type++)
        if (strcmp(game->types[type].name, piece) == 0)
            return (uint32_t)game->code_of[type][player] * game->squares + square;
    fail_msg("no %s", piece);
    return 0;
}

enum { B1 = 1, C3 = 18 };

/* The first sum of a player is 32 and 120 for a Knight of his on b1, 80 on c3, -100 for the other side's on b1 (b8 for
 * Black). 16 parts a hundredth: a weight of 16000 is ten men when the sum is 1016 of 1016. */
static struct mad_network *by_hand(const struct table *table)
{
    struct mad_network *network = make(table, MAD_TURN_RANKS);
    network->first[0] = 32;
    mad_network_row(table->game, network, 0, input_of(table->game, "Knight", 0, B1))[0] = 120;
    mad_network_row(table->game, network, 0, input_of(table->game, "Knight", 0, C3))[0] = 80;
    mad_network_row(table->game, network, 0, input_of(table->game, "Knight", 1, B1))[0] = -100;
    network->last[0] = 16000;
    mad_network_share(table->game, network);
    return network;
}

static void test_says_what_was_worked_out(void **state)
{
    struct table table;
    (void)state;
    open_table(&table, "chess");
    struct mad_network *network = by_hand(&table);
    /* 152 squared is 23104, by 1024 22, times 16000 by 16129: 21.8 hundredths */
    put(&table, "7k/8/8/8/8/8/8/KN6 w - - 0 1");
    assert_int_equal(worth_of(&table, network), 21);
    /* Black sees 32 alone: 1024, by 1024 1, times 16000 by 16129: 0.99 */
    put(&table, "7k/8/8/8/8/8/8/KN6 b - - 0 1");
    assert_int_equal(worth_of(&table, network), 0);
    /* what the other player sees has weights of its own: 1 less 22, 20.8 */
    network->last[MAD_NETWORK_WIDTH] = -16000;
    assert_int_equal(worth_of(&table, network), -20);
    /* Black's Knight on b8 is to him what White's on b1 is to White */
    put(&table, "kn6/8/8/8/8/8/8/7K b - - 0 1");
    assert_int_equal(worth_of(&table, network), 20);
    /* White sees -68, which is less than nothing, and Black, whose Knight is not on b8, 32 */
    network->last[MAD_NETWORK_WIDTH] = 0;
    put(&table, "7k/8/8/8/8/8/8/Kn6 w - - 0 1");
    assert_int_equal(worth_of(&table, network), 0);
    put(&table, "7k/8/8/8/8/8/8/Kn6 b - - 0 1");
    assert_int_equal(worth_of(&table, network), 0);
    /* 1200 is more than 1016, which squared is 1032256, by 1024 1008: 999.9 */
    network->first[0] = network->first[MAD_NETWORK_WIDTH] = 1000;
    put(&table, "7k/8/8/8/8/2N5/8/KN6 w - - 0 1");
    assert_int_equal(worth_of(&table, network), 999);
    mad_network_free(table.game, network);
    close_table(&table);
}

static int evaluate(struct mad_searcher *searcher, const struct table *table)
{
    return mad_evaluate(&searcher->evaluator, &searcher->glance,
                        mad_position_state(table->position));
}

/* What it comes to where White's bare King, wherever he stands in front of the corner, is hunted. */
static void evaluate_hunts(struct mad_searcher *searcher, struct table *table, int scores[48])
{
    for (int i = 0; i < 48; i++) {
        char text[80], *at = text + sprintf(text, "kn6/8");
        for (int rank = 1; rank < 7; rank++)
            at += rank - 1 != i / 8 ? sprintf(at, "/8")
                  : i % 8 == 0      ? sprintf(at, "/K7")
                  : i % 8 == 7      ? sprintf(at, "/7K")
                                    : sprintf(at, "/%dK%d", i % 8, 7 - i % 8);
        sprintf(at, " b - - 0 1");
        put(table, text);
        scores[i] = evaluate(searcher, table);
    }
}

/* Evaluation is what it was without, and what the network says more; where a bare King is hunted, that is nothing. */
static void test_search_counts_it(void **state)
{
    struct table table;
    mad_learned *learned = NULL;
    mad_searcher *searcher = NULL;
    (void)state;
    open_table(&table, "chess");
    const char *both = "kn6/8/8/8/8/8/8/6NK b - - 0 1";
    int without_hunts[48], hunts[48];
    assert_int_equal(mad_learned_make(table.game, &learned), MAD_OK);
    assert_int_equal(mad_searcher_new(table.game, 1 << 16, &searcher), MAD_OK);
    assert_int_equal(mad_searcher_use(searcher, learned), MAD_OK);
    evaluate_hunts(searcher, &table, without_hunts);
    put(&table, both);
    int without = evaluate(searcher, &table);
    learned->network = by_hand(&table);
    assert_int_equal(mad_searcher_use(searcher, learned), MAD_OK);
    assert_int_equal(evaluate(searcher, &table), without + 21);
    evaluate_hunts(searcher, &table, hunts);
    assert_memory_equal(hunts, without_hunts, sizeof hunts);
    assert_int_equal(mad_searcher_use(searcher, NULL), MAD_OK);
    assert_null(searcher->glance.network);
    mad_searcher_free(searcher);
    mad_learned_free(table.game, learned);
    close_table(&table);
}

/* --- figures drawn by lot --------------------------------------------------------------------------------- */

static struct mad_network *at_random(const struct table *table, uint32_t turn, uint64_t seed)
{
    struct mad_network *network = make(table, turn);
    const uint32_t players = turn == MAD_TURN_NEVER ? 2 : 1;
    for (size_t i = 0; i < (size_t)players * mad_inputs_of(table->game) * MAD_NETWORK_WIDTH; i++)
        if (i % MAD_NETWORK_WIDTH < network->width)
            network->row[i] = (int8_t)((int)(mad_random_word(&seed) % 201) - 100);
    for (uint32_t i = 0; i < 2 * MAD_NETWORK_WIDTH; i++)
        if (i % MAD_NETWORK_WIDTH < network->width) {
            network->first[i] = (int16_t)(i < players * MAD_NETWORK_WIDTH ? 8 * i : 0);
            network->last[i] = (int16_t)((int)(mad_random_word(&seed) % 6001) - 3000);
        }
    mad_network_share(table->game, network);
    return network;
}

/* A random game in which every third position is looked at, as a search jumps about. */
static void play_about(const char *name, uint32_t turn)
{
    struct table table;
    struct mad_glance glance = {.network = NULL};
    uint64_t seed = 5;
    int worths = 0;
    open_table(&table, name);
    struct mad_network *network = at_random(&table, turn, 9);
    assert_int_equal(mad_glance_make(&glance, table.game, network), MAD_OK);
    for (int ply = 0; ply < 120; ply++) {
        assert_int_equal(mad_moves_list(table.moves, table.position), MAD_OK);
        if (mad_moves_count(table.moves) == 0)
            break;
        size_t move = mad_random_word(&seed) % mad_moves_count(table.moves);
        assert_int_equal(mad_position_apply(table.position, table.moves, move), MAD_OK);
        if (ply % 3 != 0)
            continue;
        int worth = mad_glance_worth(&glance, table.game, mad_position_state(table.position));
        assert_int_equal(worth, worth_of(&table, network));
        worths += worth != 0;
    }
    assert_true(worths > 3);
    mad_glance_free(&glance, table.game);
    mad_network_free(table.game, network);
    close_table(&table);
}

/* Boards of 64, 90 and 256 squares, pockets, counters, and players with other men. */
static void test_says_the_same_on_every_way(void **state)
{
    (void)state;
    play_about("chess", MAD_TURN_RANKS);
    play_about("crazyhouse", MAD_TURN_RANKS);
    play_about("three-check", MAD_TURN_RANKS);
    play_about("shogi", MAD_TURN_FILES | MAD_TURN_RANKS);
    play_about("xiangqi", MAD_TURN_RANKS);
    play_about("gomoku", MAD_TURN_RANKS);
    play_about("horde", MAD_TURN_NEVER);
}

/* A position is worth to who moves what the same one, seen from the other side of the board, is to the other. */
static void see_the_same(const char *name, uint32_t turn, const char *text, const char *turned)
{
    struct table table;
    open_table(&table, name);
    struct mad_network *network = at_random(&table, turn, 3);
    put(&table, text);
    int worth = worth_of(&table, network);
    assert_int_not_equal(worth, 0);
    put(&table, turned);
    assert_int_equal(worth_of(&table, network), worth);
    mad_network_free(table.game, network);
    close_table(&table);
}

static void test_players_see_the_same(void **state)
{
    (void)state;
    /* the marks of the moves just made apart, for there are none */
    see_the_same("crazyhouse", MAD_TURN_RANKS, "r3k2r/8/8/8/3Pp3/8/8/1N2K2R[Bp] w Kkq - 0 1",
                 "1n2k2r/8/8/3pP3/8/8/8/R3K2R[bP] b KQk - 0 1");
    see_the_same("shogi", MAD_TURN_FILES | MAD_TURN_RANKS,
                 "4k4/9/9/2P6/9/9/7p1/6N2/4K4[Rp] w - - 0 1",
                 "4k4/2n6/1P7/9/9/6p2/9/9/4K4[rP] b - - 0 1");
}

/* --- its text ------------------------------------------------------------------------------------------------ */

static char *text_of(struct table *table, uint32_t turn)
{
    mad_learned *learned = NULL;
    assert_int_equal(mad_learned_make(table->game, &learned), MAD_OK);
    learned->network = at_random(table, turn, 4);
    char *text = mad_learned_write(table->game, learned);
    assert_non_null(text);
    mad_learned_free(table->game, learned);
    return text;
}

static enum mad_status read_text(struct table *table, const char *text, size_t bytes,
                                 mad_learned **out, char *why)
{
    struct mad_text_error error = {0};
    enum mad_status status = mad_learned_new(table->game, text, bytes, out, &error);
    assert_int_equal(status != MAD_OK, error.text[0] != '\0');
    strcpy(why, error.text);
    return status;
}

static void test_reads_what_it_writes(void **state)
{
    static const char *const names[] = {"chess", "crazyhouse", "horde", "shogi"};
    static const uint32_t turns[] = {MAD_TURN_RANKS, MAD_TURN_RANKS, MAD_TURN_NEVER,
                                     MAD_TURN_FILES | MAD_TURN_RANKS};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct table table;
        mad_learned *learned = NULL;
        char why[200];
        open_table(&table, names[i]);
        char *text = text_of(&table, turns[i]);
        struct mad_network *same = at_random(&table, turns[i], 4);
        assert_int_equal(read_text(&table, text, strlen(text), &learned, why), MAD_OK);
        assert_int_equal(learned->network->width, same->width);
        assert_true(strlen(text) < 102400);
        assert_int_equal(learned->network->block_bytes, same->block_bytes);
        assert_memory_equal(learned->network->block, same->block, same->block_bytes);
        char *again = mad_learned_write(table.game, learned);
        assert_string_equal(again, text);
        free(again);
        free(text);
        mad_network_free(table.game, same);
        mad_learned_free(table.game, learned);
        close_table(&table);
    }
}

/* What edition 2 wrote: the first row in two digits a figure, all others of zeros. */
static enum mad_status read_hex(struct table *table, const char *row, mad_learned **out, char *why)
{
    char *text = text_of(table, MAD_TURN_RANKS), *at = strstr(text, "network");
    uint32_t inputs = mad_inputs_of(table->game);
    assert_true(strlen(at) > 2 * inputs + 80);
    at += sprintf(at, "network 2 4\n%s\n", row);
    for (uint32_t i = 1; i < inputs; i++)
        at += sprintf(at, "-\n");
    sprintf(at, "1 2 3 4\n5 6 7 8\n9 10 11 12\nend\n");
    *strchr(text, '3') = '2'; /* "mad learned 3" */
    enum mad_status status = read_text(table, text, strlen(text), out, why);
    free(text);
    return status;
}

static void test_reads_what_the_edition_before_wrote(void **state)
{
    struct table table;
    mad_learned *learned = NULL;
    char why[200];
    (void)state;
    open_table(&table, "los-alamos");
    assert_int_equal(read_hex(&table, "7f81ff00", &learned, why), MAD_OK);
    const int8_t *row = mad_network_row(table.game, learned->network, 0, 0);
    assert_int_equal(row[0], 127);
    assert_int_equal(row[1], -127);
    assert_int_equal(row[2], -1);
    assert_int_equal(row[3], 0);
    assert_int_equal(learned->network->last[3], 8);
    mad_learned_free(table.game, learned);
    assert_int_equal(read_hex(&table, "7f80ff00", &learned, why), MAD_ERROR_TEXT); /* -128 */
    assert_int_equal(read_hex(&table, "7f8gff00", &learned, why), MAD_ERROR_TEXT);
    assert_int_equal(read_hex(&table, "7f81ff", &learned, why), MAD_ERROR_TEXT);
    close_table(&table);
}

/* With the first `from` behind "network" replaced by `to`. */
static enum mad_status try_changed(struct table *table, const char *from, const char *to, char *why)
{
    mad_learned *learned = NULL;
    char *text = text_of(table, MAD_TURN_RANKS);
    char *at = strstr(strstr(text, "network"), from);
    char *changed = malloc(strlen(text) + strlen(to) + 1);
    assert_non_null(at);
    assert_non_null(changed);
    sprintf(changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    enum mad_status status = read_text(table, changed, strlen(changed), &learned, why);
    mad_learned_free(table->game, learned);
    free(changed);
    free(text);
    return status;
}

static void test_refuses_damaged_rows(void **state)
{
    struct table table;
    char why[200];
    (void)state;
    open_table(&table, "chess");
    assert_int_equal(try_changed(&table, "\nend", "\n # it ends\nend", why), MAD_OK);
    assert_int_equal(try_changed(&table, "64\n", "64\n-\n", why),
                     MAD_ERROR_TEXT); /* one too many */
    assert_int_equal(try_changed(&table, "64\n", "64\ny", why), MAD_ERROR_TEXT);
    assert_non_null(strstr(why, "no row of 64 figures from -127 to 127"));
    assert_int_equal(try_changed(&table, " 64\n", " 65\n", why), MAD_ERROR_TEXT);
    assert_non_null(strstr(why, "from 1 to 64"));
    assert_int_equal(try_changed(&table, " 64\n", " 60\n", why), MAD_ERROR_TEXT);
    assert_int_equal(try_changed(&table, "network 2", "network 5", why), MAD_ERROR_TEXT);
    assert_int_equal(try_changed(&table, "network 2", "network 4", why), MAD_ERROR_TEXT);
    assert_int_equal(try_changed(&table, "\nend", " 1\nend", why), MAD_ERROR_TEXT);
    close_table(&table);
    open_table(&table, "horde"); /* where nobody has a King to be White's */
    assert_int_equal(try_changed(&table, "network 2", "network 2", why),
                     mad_network_can_turn(table.game) ? MAD_OK : MAD_ERROR_TEXT);
    close_table(&table);
}

/* Cut short anywhere, and with bytes changed anywhere: read or refused, never worse. */
static void test_survives_damage(void **state)
{
    struct table table;
    mad_learned *learned = NULL;
    char why[200];
    (void)state;
    open_table(&table, "los-alamos");
    char *text = text_of(&table, MAD_TURN_RANKS);
    size_t bytes = strlen(text);
    uint64_t chance = 1;
    for (size_t cut = 0; cut + 2 < bytes; cut += 1 + cut / 16)
        assert_int_not_equal(read_text(&table, text, cut, &learned, why), MAD_OK);
    for (int i = 0; i < 300; i++) {
        size_t at = mad_random_word(&chance) % bytes;
        char kept = text[at];
        text[at] = (char)mad_random_word(&chance);
        if (read_text(&table, text, bytes, &learned, why) == MAD_OK) {
            (void)worth_of(&table, learned->network);
            mad_learned_free(table.game, learned);
            learned = NULL;
        }
        text[at] = kept;
    }
    free(text);
    close_table(&table);
}

/* --- training ---------------------------------------------------------------------------------------------- */

/* A Rook and a Knight of one player, on the left or the right each: worth something together where they are on the same
 * side, and as much to the enemy where they are not. No sum over single men says that. */
static void set_pair(struct table *table, int i, int *score)
{
    char text[80];
    bool knight_left = i & 1, rook_left = i >> 1 & 1, black = i >> 2 & 1;
    snprintf(text, sizeof text, "%s/8/%s/8/%s/8/8/%s %c - - 0 1", i >> 3 & 1 ? "6k1" : "5k2",
             knight_left ? (black ? "n7" : "N7") : (black ? "7n" : "7N"),
             rook_left ? (black ? "r7" : "R7") : (black ? "7r" : "7R"), i >> 4 & 1 ? "2K5" : "3K4",
             i >> 5 & 1 ? 'b' : 'w');
    put(table, text);
    *score = (knight_left == rook_left ? 400 : -400) * (black ? -1 : 1);
}

static mad_learned *learn_pairs(struct table *table, bool with_network, double *off)
{
    struct mad_learn_limits limits = {.rounds = 60, .with_network = with_network};
    struct mad_learn_report report;
    struct mad_text_error error = {0};
    mad_learner *learner = NULL;
    mad_learned *learned = NULL;
    char *text = NULL;
    assert_int_equal(mad_learner_new(table->game, &learner), MAD_OK);
    for (int i = 0; i < 64 * 20; i++) {
        struct mad_lesson lesson = {.is_for_test = i / 64 % 8 == 0};
        set_pair(table, i % 64, &lesson.score);
        lesson.result = lesson.score > 0 ? 1 : -1;
        assert_int_equal(mad_learner_add(learner, table->position, &lesson), MAD_OK);
    }
    assert_int_equal(mad_learner_fit(learner, &limits, &text, &report), MAD_OK);
    assert_int_equal(mad_learned_new(table->game, text, strlen(text), &learned, &error), MAD_OK);
    *off = report.test_loss;
    mad_learner_free(learner);
    free(text);
    return learned;
}

static void test_learns_what_men_are_worth_together(void **state)
{
    struct table table;
    double off, off_alone;
    (void)state;
    open_table(&table, "chess");
    mad_learned *learned = learn_pairs(&table, true, &off);
    assert_non_null(learned->network);
    assert_int_equal(learned->network->turn, MAD_TURN_RANKS);
    for (int i = 0; i < 64; i++) {
        int score, side;
        set_pair(&table, i, &score);
        side = mad_position_side(table.position) == 0 ? 1 : -1;
        assert_true(worth_of(&table, learned->network) * side * (score > 0 ? 1 : -1) > 100);
    }
    mad_learned_free(table.game, learned);
    learned = learn_pairs(&table, false, &off_alone);
    assert_null(learned->network);
    assert_true(off < off_alone / 4);
    mad_learned_free(table.game, learned);
    close_table(&table);
}

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

static enum mad_status learn_something(struct table *table, char **text)
{
    struct mad_learn_limits limits = {.rounds = 1, .with_network = true};
    struct mad_learn_report report;
    mad_learner *learner = NULL;
    enum mad_status status = mad_learner_new(table->game, &learner);
    for (int i = 0; i < 40 && status == MAD_OK; i++) {
        struct mad_lesson lesson = {.result = 1, .score = 300, .is_for_test = i % 4 == 0};
        status = mad_learner_add(learner, table->position, &lesson);
    }
    if (status == MAD_OK)
        status = mad_learner_fit(learner, &limits, text, &report);
    mad_learner_free(learner);
    return status;
}

/* Whichever request for memory fails: that is said, nothing is made, and nothing is lost. */
static void test_training_without_memory(void **state)
{
    (void)state;
    struct table table;
    struct counting counting = {0};
    struct mad_memory memory = {counting_resize, &counting};
    size_t failures = 0, request = 0;
    open_table_with(&table, &memory, "tic-tac-toe");
    size_t before = counting.bytes_out;
    do {
        char *text = NULL;
        counting.requests = 0;
        counting.fail_at = ++request;
        enum mad_status status = learn_something(&table, &text);
        assert_true(status == MAD_ERROR_MEMORY ? text == NULL : status == MAD_OK && text != NULL);
        assert_int_equal(counting.bytes_out, before);
        failures += status != MAD_OK;
        free(text);
    } while (counting.requests >= request && request < 1000);
    assert_true(failures > 10 && failures == request - 1);
    counting.fail_at = 0;
    close_table(&table);
    assert_int_equal(counting.bytes_out, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_says_what_was_worked_out),
        cmocka_unit_test(test_search_counts_it),
        cmocka_unit_test(test_says_the_same_on_every_way),
        cmocka_unit_test(test_players_see_the_same),
        cmocka_unit_test(test_reads_what_it_writes),
        cmocka_unit_test(test_reads_what_the_edition_before_wrote),
        cmocka_unit_test(test_refuses_damaged_rows),
        cmocka_unit_test(test_survives_damage),
        cmocka_unit_test(test_learns_what_men_are_worth_together),
        cmocka_unit_test(test_training_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
