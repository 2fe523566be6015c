/* test_notation.c - texts of moves, that they differ, and which move a typed text means.
 * Layer: tests. The lists are made by hand: what is legal is not the matter here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "interp/game/move_match.h"
#include "interp/game/notation.h"
#include "interp/game/position_text.h"
#include "tiny_game.h"

struct fixture {
    struct mad_game *game;
    struct mad_state *state;
    struct tiny_list moves;
    struct mad_names names;
    struct mad_text_error error;
};

static void open_fixture(struct fixture *f, unsigned features, const char *position)
{
    f->game = tiny_game_new(features);
    assert_non_null(f->game);
    f->state = tiny_state_new(f->game);
    assert_non_null(f->state);
    assert_int_equal(
        mad_position_text_read(f->game, position, MAD_DIALECT_OURS, f->state, NULL, &f->error),
        MAD_OK);
    tiny_list_clear(&f->moves);
    f->names = (struct mad_names){0};
}

static void close_fixture(struct fixture *f)
{
    mad_names_free(f->game, &f->names);
    free(f->state);
    tiny_game_free(f->game);
}

static void add(struct fixture *f, enum tiny_line line, const char *from, const char *to)
{
    tiny_list_add(f->game, f->state, &f->moves, line, from, to, -1, NULL);
}

static void add_change(struct fixture *f, enum tiny_line line, const char *from, const char *to,
                       enum tiny_type type)
{
    tiny_list_add(f->game, f->state, &f->moves, line, from, to, (int)type, NULL);
}

static void add_rampage(struct fixture *f, const char *from, const char *to, const char *taken)
{
    tiny_list_add(f->game, f->state, &f->moves, TINY_RAMPAGE, from, to, -1, taken);
}

static void name_all(struct fixture *f)
{
    assert_int_equal(mad_notation_list(f->game, f->state, &f->moves.list, &f->names), MAD_OK);
    assert_int_equal(f->names.count, f->moves.list.count);
}

/* Both texts of a move, and that each finds it. */
static void check_name(struct fixture *f, uint32_t move, const char *coord, const char *text)
{
    assert_string_equal(mad_names_coord(&f->names, move), coord);
    assert_string_equal(mad_names_text(&f->names, move), text);
    size_t index = 99;
    assert_int_equal(
        mad_move_match(f->game, f->state, &f->moves.list, &f->names, coord, -1, &index, NULL),
        MAD_OK);
    assert_int_equal(index, move);
    index = 99;
    assert_int_equal(
        mad_move_match(f->game, f->state, &f->moves.list, &f->names, text, -1, &index, NULL),
        MAD_OK);
    assert_int_equal(index, move);
}

static enum mad_status match(struct fixture *f, const char *typed, size_t *index)
{
    return mad_move_match(f->game, f->state, &f->moves.list, &f->names, typed, -1, index,
                          &f->error);
}

static void check_match(struct fixture *f, const char *typed, size_t expected)
{
    size_t index = 99;
    enum mad_status status = match(f, typed, &index);
    if (status != MAD_OK)
        print_error("%s: %s\n", typed, f->error.text);
    assert_int_equal(status, MAD_OK);
    assert_int_equal(index, expected);
    assert_string_equal(f->error.text, "");
}

static void check_refused(struct fixture *f, const char *typed, enum mad_status expected,
                          size_t offset, const char *cause)
{
    size_t index = 99;
    assert_int_equal(match(f, typed, &index), expected);
    assert_string_equal(f->error.text, cause);
    assert_int_equal(f->error.offset, offset);
    assert_int_equal(index, 99);
}

/* --- texts ----------------------------------------------------------------------------------- */

static void test_plain(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN, "4k3/2P5/8/3p4/2N1P3/8/8/R3K2R w KQ -");
    add(&f, TINY_MOVE, "e4", "e5");
    add(&f, TINY_MOVE, "e4", "d5");
    add(&f, TINY_MOVE, "c4", "e5");
    add_change(&f, TINY_MOVE, "c7", "c8", TINY_QUEEN);
    add_change(&f, TINY_MOVE, "c7", "c8", TINY_KNIGHT);
    add_change(&f, TINY_MOVE, "c4", "e3", TINY_KNIGHT_UP);
    add(&f, TINY_MOVE, "c4", "e3");
    add(&f, TINY_CASTLE, "e1", "g1");
    add(&f, TINY_MOVE, "e1", "f1");
    name_all(&f);
    check_name(&f, 0, "e4e5", "e5");
    check_name(&f, 1, "e4d5", "exd5");
    check_name(&f, 2, "c4e5", "Ne5");
    check_name(&f, 3, "c7c8=Q", "c8=Q");
    check_name(&f, 4, "c7c8=N", "c8=N");
    check_name(&f, 5, "c4e3+", "Ne3+");
    check_name(&f, 6, "c4e3", "Ne3");
    check_name(&f, 7, "e1g1", "O-O");
    check_name(&f, 8, "e1f1", "Kf1");
    close_fixture(&f);
}

static void test_disambiguation(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN, "4k3/8/8/Q6Q/R7/8/8/RN3N1Q w - -");
    add(&f, TINY_MOVE, "b1", "d2"); /* files differ */
    add(&f, TINY_MOVE, "f1", "d2");
    add(&f, TINY_MOVE, "a4", "a2"); /* ranks differ */
    add(&f, TINY_MOVE, "a1", "a2");
    add(&f, TINY_MOVE, "a5", "e1"); /* three: file, both, rank */
    add(&f, TINY_MOVE, "h5", "e1");
    add(&f, TINY_MOVE, "h1", "e1");
    name_all(&f);
    check_name(&f, 0, "b1d2", "Nbd2");
    check_name(&f, 1, "f1d2", "Nfd2");
    check_name(&f, 2, "a4a2", "R4a2");
    check_name(&f, 3, "a1a2", "R1a2");
    check_name(&f, 4, "a5e1", "Qae1");
    check_name(&f, 5, "h5e1", "Qh5e1");
    check_name(&f, 6, "h1e1", "Q1e1");
    close_fixture(&f);
}

static void test_result_counts(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN, "4k3/8/8/8/2E1E3/8/8/4K3 w - -");
    add_change(&f, TINY_MOVE, "c4", "e6", TINY_MAD);
    add(&f, TINY_MOVE, "e4", "e6");
    name_all(&f);
    check_name(&f, 0, "c4e6=M", "Ee6=M");
    check_name(&f, 1, "e4e6", "Ee6");
    close_fixture(&f);
}

static void test_letterless(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN, "4k3/8/3p4/2P1P3/8/8/8/4K3 w - -");
    add(&f, TINY_MOVE, "c5", "d6"); /* takes: the file is there already */
    add(&f, TINY_MOVE, "e5", "d6");
    add(&f, TINY_MOVE, "c5", "d7"); /* a man without letter that goes aslant */
    add(&f, TINY_MOVE, "e5", "d7");
    name_all(&f);
    check_name(&f, 0, "c5d6", "cxd6");
    check_name(&f, 1, "e5d6", "exd6");
    check_name(&f, 2, "c5d7", "cd7");
    check_name(&f, 3, "e5d7", "ed7");
    close_fixture(&f);
}

static void test_templates(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_WITH_HAND, "4k3/8/8/p2pP3/8/M7/p6M/4K3[PN] w - d6");
    add_rampage(&f, "a3", "h3", "");
    add_rampage(&f, "a3", "a8", "a5");
    add_rampage(&f, "h2", "a2", "a2");
    add(&f, TINY_TAUNTS, "e5", "e5");
    add(&f, TINY_TAUNTS, "h2", "h2");
    add_change(&f, TINY_CONVERT, "e5", "e5", TINY_ELEPHANT);
    add_change(&f, TINY_DROP, NULL, "d4", TINY_KNIGHT);
    add_change(&f, TINY_DROP, NULL, "d4", TINY_PAWN);
    tiny_list_add(f.game, f.state, &f.moves, TINY_EN_PASSANT, "e5", "d6", -1, "d5");
    name_all(&f);
    check_name(&f, 0, "a3:h3", "Mh3");
    check_name(&f, 1, "a3:a8", "M:a5-a8");
    check_name(&f, 2, "h2:a2", "M:a2");
    check_name(&f, 3, "e5(T)", "e5(T)");
    check_name(&f, 4, "h2(T)", "Mh2(T)");
    check_name(&f, 5, "e5=E", "e5=E");
    check_name(&f, 6, "N@d4", "N@d4");
    check_name(&f, 7, "P@d4", "P@d4");
    check_name(&f, 8, "e5d6", "exd6");
    close_fixture(&f);
}

static void test_taken_along_the_way(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN, "4k3/8/p7/p7/8/8/p1p5/M3K3 w - -");
    add_rampage(&f, "a1", "a8", "a6 a2 a5");
    add_rampage(&f, "a1", "h1", "c2 a2"); /* not on one line: in the order in which it happens */
    name_all(&f);
    check_name(&f, 0, "a1:a8", "M:a2:a5:a6-a8");
    check_name(&f, 1, "a1:h1", "M:c2:a2-h1");
    check_match(&f, "Mxa2xa5xa6-a8", 0);
    check_match(&f, "Ma2a5a6a8", 0);
    check_match(&f, "Ma1:a8", 0);
    check_match(&f, "a1a8", 0);
    close_fixture(&f);
}

static void test_shogi_drops(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_WITH_HAND | TINY_SHOGI, "4k3/8/8/8/8/8/8/4K3[P] w - -");
    add_change(&f, TINY_DROP, NULL, "d4", TINY_PAWN);
    name_all(&f);
    check_name(&f, 0, "P*d4", "P@d4");
    close_fixture(&f);
}

/* --- texts that would be the same ------------------------------------------------------------ */

static void test_leap_and_rampage(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN, "4k3/8/5M2/8/8/8/8/4K2M w - -");
    add(&f, TINY_MOVE, "f6", "h8");
    add_rampage(&f, "f6", "h8", "");
    add_rampage(&f, "h1", "h8", "");
    add_rampage(&f, "f6", "f8", "");
    name_all(&f);
    check_name(&f, 0, "f6h8", "Mf6h8");
    check_name(&f, 1, "f6:h8", "f6:h8");
    check_name(&f, 2, "h1:h8", "Mh1h8");
    check_name(&f, 3, "f6:f8", "Mf8");
    check_match(&f, "Mf6:h8", 1); /* exact with its letter before the leap without sign */
    check_match(&f, "M:f8", 3);
    check_refused(&f, "Mh8", MAD_ERROR_AMBIGUOUS, 0,
                  "several moves fit, say which: Mf6h8, f6:h8, Mh1h8");
    close_fixture(&f);
}

static void test_leap_takes(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN, "4k2n/8/5M2/8/8/8/8/4K3 w - -");
    add(&f, TINY_MOVE, "f6", "h8");
    add_rampage(&f, "f6", "h8", "h8");
    name_all(&f);
    check_name(&f, 0, "f6h8", "Mxh8");
    check_name(&f, 1, "f6:h8", "M:h8");
    close_fixture(&f);
}

static void test_same_coordinates(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN, "4k3/8/3p4/8/1p6/8/8/N3K2R w - -");
    add(&f, TINY_MOVE, "a1", "e5");
    tiny_list_add(f.game, f.state, &f.moves, TINY_HOP, "a1", "e5", -1, "b4");
    tiny_list_add(f.game, f.state, &f.moves, TINY_HOP, "a1", "e5", -1, "d6");
    add(&f, TINY_CASTLE, "e1", "g1");
    add(&f, TINY_HOP, "e1", "g1");
    add(&f, TINY_HOP, "h1", "g2");
    add(&f, TINY_HOP, "h1", "g2");
    name_all(&f);
    check_name(&f, 0, "a1e5", "Ne5");
    check_name(&f, 1, "a1e5:b4", "a1e5:b4");
    check_name(&f, 2, "a1e5:d6", "a1e5:d6");
    check_name(&f, 3, "e1g1(castle)", "O-O");
    check_name(&f, 4, "e1g1(hop)", "Kg1");
    check_name(&f, 5, "h1g2(hop)", "h1g2(hop)");
    check_name(&f, 6, "h1g2(hop)/2", "h1g2(hop)/2");
    close_fixture(&f);
}

static void test_sorting(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN, "4k3/8/8/8/8/8/P1P5/RN2K3 w - -");
    static const char *const squares[][2] = {{"e1", "f1"}, {"b1", "c3"}, {"a2", "a4"}, {"c2", "c3"},
                                             {"a1", "a2"}, {"b1", "a3"}, {"a2", "a3"}};
    static const char *const sorted[] = {"a1a2", "a2a3", "a2a4", "b1a3", "b1c3", "c2c3", "e1f1"};
    for (size_t i = 0; i < 7; i++)
        add(&f, TINY_MOVE, squares[i][0], squares[i][1]);
    name_all(&f);
    mad_notation_sort(&f.moves.list, &f.names);
    for (uint32_t i = 0; i < 7; i++) {
        assert_string_equal(mad_names_coord(&f.names, i), sorted[i]);
        assert_int_equal(f.moves.moves[i].from, tiny_square(f.game, sorted[i]));
        assert_int_equal(f.moves.moves[i].to, tiny_square(f.game, sorted[i] + 2));
    }
    close_fixture(&f);
}

static void test_no_moves(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_PLAIN, "8/8/8/8/8/8/8/8");
    name_all(&f);
    mad_notation_sort(&f.moves.list, &f.names);
    check_refused(&f, "e4", MAD_ERROR_ILLEGAL, 0,
                  "`e4` is not legal here: there are no legal moves");
    close_fixture(&f);
}

static uint32_t next_random(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 16) % below;
}

/* Moves that nobody would make, many between the same squares. */
static void add_at_random(struct fixture *f, uint32_t *seed)
{
    static const char *const from[] = {"a1", "a4", "d1", "d4", "e4", "h8"};
    static const char *const to[] = {"a8", "d8", "h4", "d5"};
    static const char *const taken[] = {"", "d6", "a8 d6", "d5"};
    enum tiny_line line = (enum tiny_line)next_random(seed, TINY_LINES);
    int becomes = next_random(seed, 3) == 0 ? (int)next_random(seed, TINY_TYPES) : -1;
    const char *origin = from[next_random(seed, 6)];
    if (line == TINY_DROP) {
        origin = NULL;
        becomes = becomes < 0 ? TINY_PAWN : becomes;
    }
    bool with_deltas = line != TINY_MOVE && next_random(seed, 2) == 0;
    tiny_list_add(f->game, f->state, &f->moves, line, origin, to[next_random(seed, 4)], becomes,
                  with_deltas ? taken[next_random(seed, 4)] : NULL);
}

static void test_any_list_has_different_texts(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_WITH_HAND, "r2q3k/8/3p4/3n4/P2PM3/8/8/R2R3K w - -");
    uint32_t seed = 1;
    for (int round = 0; round < 300; round++) {
        tiny_list_clear(&f.moves);
        for (uint32_t count = next_random(&seed, 33); count > 0; count--)
            add_at_random(&f, &seed);
        name_all(&f);
        if (round % 2)
            mad_notation_sort(&f.moves.list, &f.names);
        for (uint32_t i = 0; i < f.names.count; i++)
            check_name(&f, i, mad_names_coord(&f.names, i), mad_names_text(&f.names, i));
    }
    close_fixture(&f);
}

/* --- typed texts ----------------------------------------------------------------------------- */

static void open_typing(struct fixture *f)
{
    open_fixture(f, TINY_PLAIN, "k7/4P3/8/3pP3/8/8/2P5/RN2KNM1 w Q d6");
    add(f, TINY_MOVE, "b1", "d2");
    add(f, TINY_MOVE, "f1", "d2");
    add(f, TINY_MOVE, "b1", "c3");
    add_change(f, TINY_MOVE, "e7", "e8", TINY_QUEEN);
    add_change(f, TINY_MOVE, "e7", "e8", TINY_KNIGHT);
    tiny_list_add(f->game, f->state, &f->moves, TINY_EN_PASSANT, "e5", "d6", -1, "d5");
    add(f, TINY_CASTLE, "e1", "g1");
    add(f, TINY_MOVE, "c2", "c4");
    add_change(f, TINY_CONVERT, "c2", "c2", TINY_ELEPHANT);
    name_all(f);
}

static void test_lenient(void **context)
{
    (void)context;
    static const struct {
        const char *typed;
        size_t index;
    } cases[] = {
        {"Nb1d2", 0},   {"N1c3", 2},      {"Nb1-c3", 2},  {"Nc3#", 2},   {"Nc3!?", 2},
        {" Nc3 # ", 2}, {"b1-c3", 2},     {"e7e8q", 3},   {"e7e8n", 4},  {"e8Q", 3},
        {"e7-e8=Q", 3}, {"e8=Q+", 3},     {"ed6", 5},     {"e:d6", 5},   {"exd6 e.p.", 5},
        {"exd6ep", 5},  {"e5xd6 e.p", 5}, {"exd6ep!", 5}, {"0-0", 6},    {"o-o", 6},
        {"OO", 6},      {"O-O+", 6},      {"Pc4", 7},     {"Pc2-c4", 7}, {"c2-c4", 7},
        {"c2=E", 8},    {"c2E", 8},       {"Pc2=E", 8},   {"Pexd6", 5},  {"Pe8=N", 4},
        {"nc3", 2},     {"NC3", 2},       {"C2C4", 7},    {"c2=e", 8},   {"e8=(q)", 3},
    };
    struct fixture f;
    open_typing(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_match(&f, cases[i].typed, cases[i].index);
    close_fixture(&f);
}

static void test_not_lenient(void **context)
{
    (void)context;
    struct fixture f;
    open_typing(&f);
    check_refused(&f, "Nd2", MAD_ERROR_AMBIGUOUS, 0, "several moves fit, say which: Nbd2, Nfd2");
    check_refused(&f, "N1-d2", MAD_ERROR_AMBIGUOUS, 0, "several moves fit, say which: Nbd2, Nfd2");
    check_refused(&f, "nd2", MAD_ERROR_AMBIGUOUS, 0, "several moves fit, say which: Nbd2, Nfd2");
    check_refused(
        &f, "Nc4", MAD_ERROR_ILLEGAL, 0,
        "`Nc4` is not legal here: no rule of Knight allows a move to c4; close to it: c4, Nc3");
    check_refused(&f, "Nxc3", MAD_ERROR_ILLEGAL, 0,
                  "`Nxc3` is not legal here: write the whole move; close to it: Nc3");
    check_refused(&f, "e8", MAD_ERROR_ILLEGAL, 0,
                  "`e8` is not legal here: write the whole move; close to it: e8=Q, e8=N");
    check_refused(&f, "resign the game", MAD_ERROR_ILLEGAL, 0,
                  "`resign the game` is not legal here");
    check_refused(&f, "0-0-0", MAD_ERROR_ILLEGAL, 0, "`0-0-0` is not legal here; close to it: O-O");
    check_refused(&f, "-", MAD_ERROR_ILLEGAL, 0, "`-` is not legal here");
    close_fixture(&f);
}

static void test_no_move_at_all(void **context)
{
    (void)context;
    struct fixture f;
    open_typing(&f);
    check_refused(&f, "", MAD_ERROR_TEXT, 0, "expected a move, found nothing");
    check_refused(&f, "   ", MAD_ERROR_TEXT, 0, "expected a move, found nothing");
    check_refused(&f, "e2\te4", MAD_ERROR_TEXT, 2, "a move has no control characters");
    check_refused(&f, "c4\n", MAD_ERROR_TEXT, 2, "a move has no control characters");
    check_refused(&f, "12345678901234567890123456789012345678901", MAD_ERROR_TEXT, 40,
                  "too long for a move");
    check_refused(&f, "1234567890123456789012345678901234567890", MAD_ERROR_ILLEGAL, 0,
                  "`1234567890123456789012345678901234567890` is not legal here");
    close_fixture(&f);
}

/* The first thing that cannot be is said. */
static void test_reasons(void **context)
{
    (void)context;
    static const struct {
        const char *typed, *reason;
    } cases[] = {
        {"i9", "the board has no square i9"},
        {"e5i5", "the board has no square i5"},
        {"Nz4", "the board has no square z4"},
        {"h4h5", "nothing stands on h4"},
        {"d5d4", "d5 holds Black's Pawn and White is to move"},
        {"D5-D4", "d5 holds Black's Pawn and White is to move"},
        {"Xd4", "no piece has the letter X"},
        {"Qd4", "White has no Queen on the board"},
        {"Q@d4", "no rule of Queen allows a drop on d4"},
        {"g1h8", "no rule of Mad Elephant allows g1-h8"},
        {"Rh7", "no rule of Rook allows a move to h7"},
        {"R1h7", "no rule of Rook allows a move to h7"},
        {"h5", "no rule of Pawn allows a move to h5"},
    };
    struct fixture f;
    open_typing(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char begin[120];
        size_t index = 99;
        snprintf(begin, sizeof begin, "`%s` is not legal here: %s", cases[i].typed,
                 cases[i].reason);
        assert_int_equal(match(&f, cases[i].typed, &index), MAD_ERROR_ILLEGAL);
        f.error.text[strlen(begin)] = '\0';
        assert_string_equal(f.error.text, begin);
    }
    close_fixture(&f);
}

static void test_promotion_sign_is_heard(void **context)
{
    (void)context;
    struct fixture f;
    open_fixture(&f, TINY_SHOGI, "4k3/8/8/8/8/8/8/N3K3 w - -");
    add_change(&f, TINY_MOVE, "a1", "b3", TINY_KNIGHT_UP);
    add(&f, TINY_MOVE, "a1", "b3");
    name_all(&f);
    check_match(&f, "N-b3+", 0);
    check_match(&f, "N-b3", 1);
    check_match(&f, "Na1b3+", 0);
    check_match(&f, "Nb3!", 1);
    close_fixture(&f);
}

/* --- memory ---------------------------------------------------------------------------------- */

struct failing {
    const struct mad_memory *real;
    int left; /* allocations until one fails */
};

static void *resize_or_fail(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    struct failing *failing = context;
    if (new_bytes > 0 && failing->left-- <= 0)
        return NULL;
    return failing->real->resize(failing->real->context, block, old_bytes, new_bytes);
}

static void test_memory_fails(void **context)
{
    (void)context;
    struct fixture f;
    open_typing(&f);
    const struct mad_memory *real = f.game->allocator;
    struct failing failing = {real, 0};
    struct mad_memory memory = {resize_or_fail, &failing};
    enum mad_status status = MAD_ERROR_MEMORY;
    for (int round = 0; status != MAD_OK && round < 100; round++) {
        mad_names_free(f.game, &f.names);
        f.game->allocator = &memory;
        failing.left = round;
        status = mad_notation_list(f.game, f.state, &f.moves.list, &f.names);
        f.game->allocator = real;
        if (status == MAD_OK)
            break;
        assert_int_equal(status, MAD_ERROR_MEMORY);
        assert_int_equal(f.names.count, 0);
    }
    assert_int_equal(status, MAD_OK);
    check_name(&f, 0, "b1d2", "Nbd2");
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_disambiguation),
        cmocka_unit_test(test_result_counts),
        cmocka_unit_test(test_letterless),
        cmocka_unit_test(test_templates),
        cmocka_unit_test(test_taken_along_the_way),
        cmocka_unit_test(test_shogi_drops),
        cmocka_unit_test(test_leap_and_rampage),
        cmocka_unit_test(test_leap_takes),
        cmocka_unit_test(test_same_coordinates),
        cmocka_unit_test(test_sorting),
        cmocka_unit_test(test_no_moves),
        cmocka_unit_test(test_any_list_has_different_texts),
        cmocka_unit_test(test_lenient),
        cmocka_unit_test(test_not_lenient),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_no_move_at_all),
        cmocka_unit_test(test_promotion_sign_is_heard),
        cmocka_unit_test(test_memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
