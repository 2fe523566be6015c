/* test_tension.c - who attacks whom and who runs to become better, counted in positions of chess that can be counted by
 * hand, and in which games it is asked at all. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../interp/position.h"
#include "../../interp/search/searcher.h"

struct table {
    mad_engine *engine;
    mad_game *game;
    mad_position *position;
    mad_searcher *searcher;
};

static void open_table(struct table *table, const char *name)
{
    struct mad_load load = {.path = name, .without_learned = true, .with_seats = true};
    assert_int_equal(mad_engine_new(&table->engine), MAD_OK);
    assert_int_equal(mad_game_load(table->engine, &load, &table->game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(table->game, &table->position), MAD_OK);
    assert_int_equal(mad_searcher_new(table->game, 1 << 16, &table->searcher), MAD_OK);
}

static void close_table(struct table *table)
{
    mad_searcher_free(table->searcher);
    mad_position_free(table->position);
    mad_game_free(table->game);
    mad_engine_free(table->engine);
}

static void look_at(struct table *table, const char *text, struct mad_tension of[2])
{
    struct mad_text_error error;
    if (mad_position_set(table->position, text, &error) != MAD_OK)
        fail_msg("%s: %s", text, error.text);
    mad_vm_tension(table->game, mad_position_state(table->position),
                   &table->searcher->evaluator.standing, of, NULL);
}

static void test_counts_who_is_threatened(void **state)
{
    struct table table;
    struct mad_tension of[2];
    (void)state;
    open_table(&table, "chess");
    /* a Pawn attacks a Rook: a threat, for the Rook is worth more, and not the other way round */
    look_at(&table, "4k3/8/8/8/3p4/2R5/8/4K3 w - - 0 1", of);
    assert_int_equal(of[1].threats, 1);
    assert_int_equal(of[0].threats, 0);
    assert_int_equal(of[0].loose + of[1].loose, 0);
    /* a Rook attacks a Knight: no threat, but the Knight is loose, until a Pawn guards him */
    look_at(&table, "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", of);
    assert_int_equal(of[0].threats, 0);
    assert_int_equal(of[0].loose, 1);
    look_at(&table, "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", of);
    assert_int_equal(of[0].loose, 0);
    /* whoever stands between, ends it */
    look_at(&table, "4k3/8/8/3n4/3P4/8/8/3RK3 w - - 0 1", of);
    assert_int_equal(of[0].loose, 0);
    close_table(&table);
}

static void test_counts_safe_checks(void **state)
{
    struct table table;
    struct mad_tension of[2];
    (void)state;
    open_table(&table, "chess");
    /* the Rook checks from c8 and e3, and nobody takes him there; a Pawn on d4 takes on e3 */
    look_at(&table, "4k3/8/8/8/8/2R5/8/4K3 w - - 0 1", of);
    assert_int_equal(of[0].checks, 2);
    assert_int_equal(of[1].checks, 0);
    look_at(&table, "4k3/8/8/8/3p4/2R5/8/4K3 w - - 0 1", of);
    assert_int_equal(of[0].checks, 1);
    /* the Queen checks from a8 and d5, from h7 because her King guards her there, and not from h8 */
    look_at(&table, "6k1/8/6K1/8/8/8/8/7Q w - - 0 1", of);
    assert_int_equal(of[0].checks, 3);
    /* and of the squares beside the King she attacks h7 and h8 */
    assert_int_equal(of[0].attackers, 1);
    assert_int_equal(of[1].attackers, 0);
    close_table(&table);
}

static void test_counts_room_and_chains(void **state)
{
    struct table table;
    struct mad_tension of[2];
    (void)state;
    open_table(&table, "chess");
    /* 64 roots of 14 squares, 239; the Rook has seven on his file and seven on his rank */
    look_at(&table, "4k3/8/8/8/8/2R5/8/4K3 w - - 0 1", of);
    assert_int_equal(of[0].room, 239);
    assert_int_equal(of[0].chains, 0);
    /* behind his Pawn and beside his King b1, c1 and d1 are left to him, 110, and b3 to the Pawn, 64 */
    look_at(&table, "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", of);
    assert_int_equal(of[0].room, 110 + 64);
    /* b3 is guarded by a2, and c4 by b3 */
    look_at(&table, "4k3/8/8/8/2P5/1P6/P7/4K3 w - - 0 1", of);
    assert_int_equal(of[0].chains, 2);
    close_table(&table);
}

/* Cannons attack over a screen: Black's on e8 has the Soldier on e5 to jump over, and beyond him nobody but the Rook. */
static void test_follows_hoppers(void **state)
{
    struct table table;
    struct mad_tension of[2];
    (void)state;
    open_table(&table, "xiangqi");
    look_at(&table, "3k5/9/4c4/9/9/4p4/9/4R4/9/5K3 w - - 0 1", of);
    assert_int_equal(of[1].loose, 1);
    look_at(&table, "3k5/9/4c4/9/9/9/9/4R4/9/5K3 w - - 0 1", of);
    assert_int_equal(of[1].loose, 0);
    close_table(&table);
}

static uint32_t square_of(const char *name)
{
    return (uint32_t)(name[0] - 'a') + 8 * (uint32_t)(name[1] - '1');
}

static uint8_t man_on(const struct table *table, const char *name)
{
    return mad_state_board_const(table->game, mad_position_state(table->position))[square_of(name)];
}

static bool is_en_prise(struct table *table, uint8_t code, const char *name)
{
    static uint64_t squares[2 * MAD_MAX_TYPES + 1];
    mad_vm_tension(table->game, mad_position_state(table->position),
                   &table->searcher->evaluator.standing, NULL, squares);
    return mad_is_in(&squares[code], square_of(name));
}

static void test_knows_who_is_en_prise(void **state)
{
    struct table table;
    struct mad_tension of[2];
    (void)state;
    open_table(&table, "chess");
    look_at(&table, "4k3/8/8/8/3p4/2R5/6P1/4K3 w - - 0 1", of);
    const uint8_t rook = man_on(&table, "c3"), pawn = man_on(&table, "g2");
    /* a lesser enemy attacks c3 and e3; that e3 is guarded helps a Pawn alone */
    assert_true(is_en_prise(&table, rook, "c3"));
    assert_true(is_en_prise(&table, rook, "e3"));
    assert_false(is_en_prise(&table, rook, "d3"));
    assert_false(is_en_prise(&table, pawn, "e3"));
    /* that the King takes on e7 does not count: a lone one is mated beside him */
    assert_false(is_en_prise(&table, rook, "e7"));
    /* as Black sees it: the Rook attacks c8 and g3; on d3 nobody guards a Pawn, on c3 he is guarded by the one on d4 */
    look_at(&table, "4k3/8/8/8/3p4/2R5/6P1/4K3 b - - 0 1", of);
    const uint8_t black = man_on(&table, "d4");
    assert_true(is_en_prise(&table, black, "d3"));
    assert_false(is_en_prise(&table, black, "c3"));
    close_table(&table);
}

/* What the order gives for the moves of a man to a square; all must be quiet. */
static int32_t order_of(struct table *table, const char *from, const char *to)
{
    struct mad_searcher *searcher = table->searcher;
    int32_t score = INT32_MIN;
    assert_int_equal(mad_searcher_set(searcher, table->position), MAD_OK);
    assert_int_equal(mad_searcher_list(searcher, 0), MAD_OK);
    mad_order_score(&searcher->order, mad_searcher_state(searcher, 0), &searcher->stack.list, 0,
                    searcher->stack.list.count, 0, 0, searcher->scores);
    for (uint32_t i = 0; i < searcher->stack.list.count; i++)
        if (searcher->stack.list.moves[i].from == square_of(from) &&
            searcher->stack.list.moves[i].to == square_of(to))
            score = searcher->scores[i];
    mad_searcher_end(searcher);
    assert_int_not_equal(score, INT32_MIN);
    return score;
}

static void test_tries_first_to_save_men(void **state)
{
    struct table table;
    struct mad_tension of[2];
    (void)state;
    open_table(&table, "chess");
    look_at(&table, "4k3/8/8/8/3p4/2R5/6P1/4K3 w - - 0 1", of);
    assert_true(order_of(&table, "c3", "c2") > order_of(&table, "g2", "g3"));
    /* from one such square to the other nothing is saved */
    assert_int_equal(order_of(&table, "c3", "e3"), order_of(&table, "g2", "g3"));
    /* where nothing has to be saved, what is thrown away comes last: on g7 the Knight takes */
    look_at(&table, "4n1k1/8/6P1/8/8/8/P7/4K3 w - - 0 1", of);
    assert_true(order_of(&table, "g6", "g7") < order_of(&table, "a2", "a3"));
    close_table(&table);
}

/* Who must capture, or has no royal to lose, may want to be taken. */
static void test_is_not_asked_everywhere(void **state)
{
    const struct {
        const char *name;
        bool asks;
    } games[] = {{"chess", true},         {"shogi", true},    {"antichess", false},
                 {"breakthrough", false}, {"kinglet", false}, {"chaturaji", false}};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct table table;
        open_table(&table, games[i].name);
        assert_int_equal(table.searcher->evaluator.standing.count > 0, games[i].asks);
        close_table(&table);
    }
}

/* White's hope less Black's. */
static int32_t hope_in(struct table *table, const char *text)
{
    struct mad_tension of[2];
    look_at(table, text, of);
    return of[0].runners - of[1].runners;
}

static void test_sees_who_is_stopped(void **state)
{
    struct table table;
    (void)state;
    open_table(&table, "chess");
    assert_true(hope_in(&table, "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1") > 0);
    /* on his way, or attacking a square of it, which stops Black's as well: e5 attacks d6 */
    assert_int_equal(hope_in(&table, "4k3/4p3/8/4P3/8/8/8/4K3 w - - 0 1"), 0);
    assert_int_equal(hope_in(&table, "4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1"), 0);
    /* past each other: White's is three moves away, Black's four */
    assert_true(hope_in(&table, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1") > 0);
    /* other men than Pawns are no runners, and do not stop any */
    assert_int_equal(hope_in(&table, "4k3/4n3/8/4P3/8/8/8/4K3 w - - 0 1"),
                     hope_in(&table, "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1"));
    close_table(&table);
}

static void test_counts_the_nearer_for_more(void **state)
{
    struct table table;
    (void)state;
    open_table(&table, "chess");
    const int32_t near = hope_in(&table, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"),
                  far = hope_in(&table, "4k3/8/P7/8/8/8/8/4K3 w - - 0 1");
    assert_true(near > far && far > 0);
    /* two are worth twice as much, and Black's are White's the other way round */
    assert_int_equal(hope_in(&table, "4k3/P6P/8/8/8/8/8/4K3 w - - 0 1"), 2 * near);
    assert_int_equal(hope_in(&table, "4k3/8/8/8/8/8/p7/4K3 w - - 0 1"), -near);
    close_table(&table);
}

static void test_asks_where_there_are_runners(void **state)
{
    /* one kind for each player; in shogi and crazyhouse men come from pockets; soldiers of xiangqi stay soldiers */
    static const struct {
        const char *game;
        uint32_t runners;
    } rows[] = {{"chess", 2}, {"capablanca", 2}, {"shogi", 0}, {"crazyhouse", 0}, {"xiangqi", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct table table;
        open_table(&table, rows[i].game);
        assert_int_equal(table.searcher->evaluator.standing.runner_count, rows[i].runners);
        close_table(&table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_knows_who_is_en_prise),
        cmocka_unit_test(test_tries_first_to_save_men),
        cmocka_unit_test(test_sees_who_is_stopped),
        cmocka_unit_test(test_counts_the_nearer_for_more),
        cmocka_unit_test(test_asks_where_there_are_runners),
        cmocka_unit_test(test_counts_who_is_threatened),
        cmocka_unit_test(test_counts_safe_checks),
        cmocka_unit_test(test_counts_room_and_chains),
        cmocka_unit_test(test_follows_hoppers),
        cmocka_unit_test(test_is_not_asked_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
