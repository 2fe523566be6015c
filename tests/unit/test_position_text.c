/* test_position_text.c - states built by hand, and the text of positions: there and back, and every
 * way to be refused. Layer: tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "interp/game/position_text.h"
#include "tiny_game.h"

static const char start[] = "rnmqkenr/pppppppp/8/8/8/8/PPPPPPPP/RNMQKENR w KQkq - 0 1";

struct fixture {
    struct mad_game *game;
    struct mad_state *state, *other;
    struct mad_text_error error;
    char text[400];
};

static void open_fixture(struct fixture *fixture, unsigned features)
{
    fixture->game = tiny_game_new(features);
    assert_non_null(fixture->game);
    fixture->state = tiny_state_new(fixture->game);
    fixture->other = tiny_state_new(fixture->game);
    assert_non_null(fixture->state);
    assert_non_null(fixture->other);
}

static void close_fixture(struct fixture *fixture)
{
    free(fixture->state);
    free(fixture->other);
    tiny_game_free(fixture->game);
}

static void read_text(struct fixture *fixture, const char *text)
{
    enum mad_status status = mad_position_text_read(fixture->game, text, MAD_DIALECT_OURS,
                                                    fixture->state, NULL, &fixture->error);
    if (status != MAD_OK)
        print_error("%s: %s\n", text, fixture->error.text);
    assert_int_equal(status, MAD_OK);
}

/* Reads `text`, and expects it to be written as `canonical`, which reads back to the same bytes. */
static void check_round(struct fixture *fixture, const char *text, const char *canonical)
{
    read_text(fixture, text);
    assert_string_equal(fixture->error.text, "");
    size_t length =
        mad_position_text_write(fixture->game, fixture->state, fixture->text, sizeof fixture->text);
    assert_string_equal(fixture->text, canonical);
    assert_int_equal(length, strlen(canonical));
    assert_int_equal(mad_position_text_read(fixture->game, fixture->text, MAD_DIALECT_OURS,
                                            fixture->other, NULL, NULL),
                     MAD_OK);
    assert_memory_equal(fixture->state, fixture->other, fixture->game->state_bytes);
    assert_true(fixture->state->key == mad_state_key(fixture->game, fixture->state));
}

static void check_refused(struct fixture *fixture, const char *text, size_t offset,
                          const char *cause)
{
    enum mad_status status = mad_position_text_read(fixture->game, text, MAD_DIALECT_OURS,
                                                    fixture->state, NULL, &fixture->error);
    assert_int_equal(status, MAD_ERROR_TEXT);
    assert_string_equal(fixture->error.text, cause);
    assert_int_equal(fixture->error.offset, offset);
}

static void test_array(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN);
    check_round(&f, start, start);
    assert_memory_equal(f.state, f.game->initial, f.game->state_bytes);
    close_fixture(&f);
}

static void test_round(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN);
    static const char *const texts[] = {
        "4k3/8/8/3P4/2m5/8/8/q3K3 b - - 99 80 taunt=d5",
        "4k3/8/8/3P4/2m5/8/8/q3K3 b - - 0 1 taunt=a1,d5",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 9999 9999",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        "4k3/3+N4/8/8/3Q~p+n~2/8/8/4K3 w - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "KKKKKKKK/8/8/8/8/8/8/kkkkkkkk w - - 0 1",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_round(&f, texts[i], texts[i]);
    close_fixture(&f);
}

static void test_defaults(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN);
    check_round(&f, "r3k2r/8/8/8/8/8/8/R3K2R", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1");
    check_round(&f, "8/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/8 b - - 0 1");
    check_round(&f, "r3k2r/8/8/8/8/8/8/R3K2R w qkQK", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    check_round(&f, "8/8/8/8/8/8/8/8 b - - taunt=e4 ", "8/8/8/8/8/8/8/8 b - - 0 1 taunt=e4");
    close_fixture(&f);
}

static void test_hand(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_WITH_HAND);
    check_round(&f, "8/8/8/8/8/8/8/8[] w - - 0 1", "8/8/8/8/8/8/8/8[] w - - 0 1");
    check_round(&f, "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8[] w - - 0 1");
    check_round(&f, "8/8/8/8/8/8/8/8[pPnQ+NPNe] b", "8/8/8/8/8/8/8/8[N+NPPQenp] b - - 0 1");
    check_round(&f, "8/8/8/8/8/8/8/8[p] b - - 3 4 flat-men=pPN taunt=c3",
                "8/8/8/8/8/8/8/8[p] b - - 3 4 taunt=c3 flat-men=NPp");
    check_refused(&f, "8/8/8/8/8/8/8/8[p b", 15,
                  "this `[` is not closed: expected `]` behind the men in hand");
    check_refused(&f, "8/8/8/8/8/8/8/8[p]b", 18, "expected a blank behind `]`, found `b`");
    check_refused(&f, "8/8/8/8/8/8/8/8[x]", 16,
                  "unknown man `x`: the men of Black are "
                  "k q r n p e m +n");
    check_refused(&f, "8/8/8/8/8/8/8/8[/]", 16, "`/` is no man: expected a letter");
    check_refused(&f, "8/8/8/8/8/8/8/8[] w - - 0 1 flat-men=7", 37,
                  "`7` is no man: expected a letter");
    close_fixture(&f);
}

static void test_pocket_is_bounded(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_WITH_HAND);
    char text[400] = "8/8/8/8/8/8/8/8[";
    size_t length = strlen(text);
    memset(text + length, 'P', 256);
    strcpy(text + length + 256, "]");
    check_refused(&f, text, length + 255, "more than 255 men of one kind in a pocket");
    strcpy(text + length + 255, "]");
    read_text(&f, text);
    close_fixture(&f);
}

static void test_rights_without_men(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN);
    read_text(&f, "r3k2r/8/8/8/8/8/1K6/R6R w KQkq - 0 1");
    assert_string_equal(f.error.text, "castling right `K` dropped: no King on e1; "
                                      "castling right `Q` dropped: no King on e1");
    assert_int_equal(f.error.offset, 26);
    read_text(&f, "r3k2r/8/8/8/8/8/8/RK5R w KQkq - 0 1");
    assert_string_equal(f.error.text, "");
    mad_position_text_write(f.game, f.state, f.text, sizeof f.text);
    assert_string_equal(f.text, "r3k2r/8/8/8/8/8/8/RK5R w KQkq - 0 1");
    read_text(&f, "r3k2n/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_string_equal(f.error.text, "castling right `k` dropped: no Rook on h8");
    mad_position_text_write(f.game, f.state, f.text, sizeof f.text);
    assert_string_equal(f.text, "r3k2n/8/8/8/8/8/8/R3K2R w KQq - 0 1");
    close_fixture(&f);
}

static void test_refused_placement(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN);
    check_refused(&f, "", 0,
                  "the position is empty: expected 8 ranks from the top, with `/` between them");
    check_refused(&f, "  ", 2,
                  "the position is empty: expected 8 ranks from the top, with `/` between them");
    check_refused(&f, "8/8/8/8/8/8/8 w", 13,
                  "only 7 ranks: the board has 8, with `/` between them");
    check_refused(&f, "8", 1, "only 1 rank: the board has 8, with `/` between them");
    check_refused(&f, "8/8/8/8/8/8/8/8/8 w", 15, "too many ranks: the board has 8");
    check_refused(&f, "8/7/8/8/8/8/8/8 w", 3,
                  "rank a7 to h7 is too narrow: it must add up to 8 squares");
    check_refused(&f, "8/8/9/8/8/8/8/8 w", 4,
                  "rank a6 to h6 is too wide: it must add up to 8 squares");
    check_refused(&f, "8/8/8/8/8/8/8/PPPPPPPPP w", 22,
                  "rank a1 to h1 is too wide: it must add up to 8 squares");
    check_refused(&f, "8/8/99999999999999/8", 4,
                  "rank a6 to h6 is too wide: it must add up to 8 squares");
    check_refused(&f, "08/8/8/8/8/8/8/8 w", 0,
                  "a number of empty squares cannot start with 0: leave it out");
    check_refused(&f, "8/8/3B4/8/8/8/8/8 w", 5,
                  "unknown man `B`: the men of White are K Q R N P E M +N");
    check_refused(&f, "8/8/3+Q4/8/8/8/8/8 w", 5,
                  "unknown man `+Q`: the men of White are K Q R N P E M +N");
    check_refused(&f, "8/8/3+/8/8/8/8/8 w", 5, "`+` is no man: expected a letter behind `+`");
    check_refused(&f, "8/8/3*4/8/8/8/8/8 w", 5, "`*` is no man: expected a letter");
    check_refused(&f, "8/8/3\xc3\xa9/8", 5, "byte 0xc3 is no man: expected a letter");
    check_refused(&f, "8/8/~/8", 4, "`~` belongs behind the letter of a man");
    check_refused(&f, "8/8/8/8/8/8/8/8[] w", 15, "this game has no hand: leave out `[...]`");
    close_fixture(&f);
}

static void test_refused_fields(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN);
    static const char board[] = "8/8/8/8/8/8/8/8 ";
    static const struct {
        const char *fields;
        size_t offset;
        const char *cause;
    } cases[] = {
        {"W", 0, "`W` is no side to move: `w` is White, `b` is Black"},
        {"wb", 0, "`wb` is no side to move: `w` is White, `b` is Black"},
        {"w x", 2, "`x` is no castling right: expected letters of `KQkq`, or `-`"},
        {"w K-", 3, "`-` is no castling right: expected letters of `KQkq`, or `-`"},
        {"w --", 2, "`-` is no castling right: expected letters of `KQkq`, or `-`"},
        {"w KK", 3, "castling right `K` is written twice"},
        {"w - e9", 4, "`e9` is no square: they are named a1 to h8"},
        {"w - - -1", 6, "`-1` is no halfmove count: expected a number from 0 to 9999"},
        {"w - - 10000", 6, "`10000` is no halfmove count: expected a number from 0 to 9999"},
        {"w - - 0 1x", 8, "`1x` is no move number: expected a number from 0 to 9999"},
        {"w - - 0 1 2", 10, "`2` is one field too many: only name=value may stand here"},
        {"w - - 0 1 taunt=", 16, "field `taunt=` is empty: leave it out"},
        {"w - - 0 1 taunt=e4,", 19, "`` is no square: they are named a1 to h8"},
        {"w - - 0 1 taunt=e4,e4", 19, "square e4 is written twice"},
        {"w - - 0 1 taunt=e4 taunt=e5", 19, "field `taunt=` is written twice"},
        {"w - - 0 1 tount=e4", 10, "unknown field `tount=`: this game has taunt="},
        {"w - - 0 1 passed=e4", 10, "unknown field `passed=`: this game has taunt="},
        {"w - - taunt=e4 7", 15, "`7` is one field too many: only name=value may stand here"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100];
        strcpy(text, board);
        strcat(text, cases[i].fields);
        check_refused(&f, text, strlen(board) + cases[i].offset, cases[i].cause);
    }
    close_fixture(&f);
}

static void test_game_without_memory(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_WITHOUT_MARKS);
    check_round(&f, "r3k2r/8/8/8/8/8/8/R3K2R b", "r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1");
    check_refused(&f, "8/8/8/8/8/8/8/8 w KQ", 18,
                  "this game has no castling rights: write `-`, not `KQ`");
    check_refused(&f, "8/8/8/8/8/8/8/8 w - e3", 20,
                  "this game has no en passant square: write `-`, not `e3`");
    check_refused(&f, "8/8/8/8/8/8/8/8 w taunt=e3", 18,
                  "unknown field `taunt=`: this game has no fields with names");
    check_refused(&f, "Q~7/8/8/8/8/8/8/8 w", 1, "this game marks no men with `~`: leave it out");
    close_fixture(&f);
}

static void test_short_buffer(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN);
    assert_int_equal(mad_position_text_write(f.game, f.game->initial, NULL, 0), strlen(start));
    memset(f.text, 'x', sizeof f.text);
    assert_int_equal(mad_position_text_write(f.game, f.game->initial, f.text, 5), strlen(start));
    assert_string_equal(f.text, "rnmq");
    assert_int_equal(f.text[5], 'x');
    close_fixture(&f);
}

static void test_put_replaces(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN);
    mad_state_put(f.game, f.state, 12, 2 * TINY_QUEEN);
    mad_state_put(f.game, f.state, 12, 2 * TINY_ROOK + 1);
    mad_state_put(f.game, f.other, 12, 2 * TINY_ROOK + 1);
    assert_memory_equal(f.state, f.other, f.game->state_bytes);
    assert_true(mad_state_has(f.game, f.state, 1, 12));
    assert_false(mad_state_has(f.game, f.state, 0, 12));
    mad_state_put(f.game, f.state, 12, f.game->empty);
    mad_state_clear(f.game, f.other);
    assert_memory_equal(f.state, f.other, f.game->state_bytes);
    close_fixture(&f);
}

static void test_key_tells_apart(void **context)
{
    (void)context;
    static const char *const texts[] = {
        "4k3/8/8/8/8/8/8/4K3[] w",        "4k3/8/8/8/8/8/8/4K3[] b",  "4k3/8/8/8/8/8/8/4K3[P] w",
        "4k3/8/8/8/8/8/8/4K3[PP] w",      "4k3/8/8/8/8/8/8/4K3[p] w", "4k3/8/8/8/8/8/8/4K3 w - e3",
        "4k3/8/8/8/8/8/8/4K3 w taunt=e3", "4k3/8/8/8/8/8/8/3K4 w",
    };
    enum { COUNT = sizeof texts / sizeof *texts };
    uint64_t keys[COUNT];
    struct fixture f;
    open_fixture(&f, TINY_WITH_HAND);
    for (size_t i = 0; i < COUNT; i++) {
        read_text(&f, texts[i]);
        keys[i] = f.state->key;
        for (size_t j = 0; j < i; j++)
            assert_true(keys[i] != keys[j]);
    }
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_array),
        cmocka_unit_test(test_round),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_hand),
        cmocka_unit_test(test_pocket_is_bounded),
        cmocka_unit_test(test_rights_without_men),
        cmocka_unit_test(test_refused_placement),
        cmocka_unit_test(test_refused_fields),
        cmocka_unit_test(test_game_without_memory),
        cmocka_unit_test(test_short_buffer),
        cmocka_unit_test(test_put_replaces),
        cmocka_unit_test(test_key_tells_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
