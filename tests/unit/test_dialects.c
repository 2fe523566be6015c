/* test_dialects.c - positions and moves as others write them: the tables in tests/texts.
 *
 * Each position is read, as any text or in its style, and has to come to our text with the note that is said;
 * in its style it is then written and read again. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "../../interp/mad_rules.h"

enum { COLUMNS = 5 };

struct row {
    char *cell[COLUMNS]; /* game, style, text, ours, note */
};

static enum mad_dialect style_of(const char *word)
{
    int style = MAD_DIALECT_PDN;
    while (style > 0 && strcmp(mad_dialect_name((enum mad_dialect)style), word) != 0)
        style--;
    return (enum mad_dialect)style;
}

static void same(const char *came, const char *expected, const struct row *row)
{
    if (strcmp(came, expected) != 0)
        print_message("%s: %s\n", row->cell[0], row->cell[2]);
    assert_string_equal(came, expected);
}

static void check_ours(const mad_position *position, const struct row *row)
{
    char text[600];
    mad_position_text(position, text, sizeof text);
    same(text, row->cell[3], row);
}

/* What is written in the style reads back to the same position. */
static void check_again(mad_position *position, enum mad_dialect style, const struct row *row)
{
    char text[600];
    size_t length = 0;
    struct mad_text_error error;
    assert_int_equal(mad_position_text_as(position, style, text, sizeof text, &length, &error),
                     MAD_OK);
    assert_int_equal(length, strlen(text));
    assert_int_equal(mad_position_set_as(position, text, style, &error), MAD_OK);
    check_ours(position, row);
}

static void check_row(const mad_engine *engine, const struct row *row)
{
    mad_game *game = NULL;
    mad_position *position = NULL;
    struct mad_game_name name;
    assert_int_equal(mad_find_game(engine, row->cell[0], &name), MAD_OK);
    struct mad_load load = {.path = name.path,
                            .variant = name.variant[0] != '\0' ? name.variant : NULL};
    struct mad_text_error error;
    enum mad_dialect style = style_of(row->cell[1]);
    assert_int_equal(mad_game_load(engine, &load, &game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(game, &position), MAD_OK);
    enum mad_status status = mad_position_set_as(position, row->cell[2], style, &error);
    if (strcmp(row->cell[4], "refused") == 0) {
        same(status == MAD_ERROR_TEXT ? "refused" : "read", "refused", row);
    } else {
        same(error.text, strcmp(row->cell[4], "-") == 0 ? "" : row->cell[4], row);
        assert_int_equal(status, MAD_OK);
        check_ours(position, row);
        if (style != MAD_DIALECT_ANY)
            check_again(position, style, row);
    }
    mad_position_free(position);
    mad_game_free(game);
}

/* A typed move comes to the coordinates that are said, or is refused in the way that is said. */
static void check_move(const mad_engine *engine, const struct row *row)
{
    mad_game *game = NULL;
    mad_position *position = NULL;
    mad_moves *moves = NULL;
    struct mad_game_name name;
    assert_int_equal(mad_find_game(engine, row->cell[0], &name), MAD_OK);
    struct mad_load load = {.path = name.path,
                            .variant = name.variant[0] != '\0' ? name.variant : NULL};
    struct mad_text_error error;
    size_t index = 0;
    assert_int_equal(mad_game_load(engine, &load, &game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(game, &position), MAD_OK);
    assert_int_equal(mad_moves_new(game, &moves), MAD_OK);
    if (strcmp(row->cell[1], "-") != 0)
        assert_int_equal(mad_position_set_as(position, row->cell[1], MAD_DIALECT_OURS, &error),
                         MAD_OK);
    assert_int_equal(mad_moves_list(moves, position), MAD_OK);
    enum mad_status status = mad_moves_find(moves, row->cell[2], &index, &error);
    const char *came = status == MAD_OK                ? mad_moves_at(moves, index).coord
                       : status == MAD_ERROR_AMBIGUOUS ? "ambiguous"
                                                       : "illegal";
    same(came, row->cell[3], row);
    if (strcmp(row->cell[4], "-") != 0)
        same(error.text, row->cell[4], row);
    mad_moves_free(moves);
    mad_position_free(position);
    mad_game_free(game);
}

static void each_row(const char *path, void (*check)(const mad_engine *, const struct row *))
{
    char line[2000], *rest;
    mad_engine *engine = NULL;
    size_t rows = 0;
    FILE *table = fopen(path, "r");
    assert_non_null(table);
    assert_int_equal(mad_engine_new(&engine), MAD_OK);
    while (fgets(line, sizeof line, table) != NULL) {
        struct row row;
        if (line[0] == '#')
            continue;
        line[strcspn(line, "\n")] = '\0';
        row.cell[0] = strtok_r(line, "\t", &rest);
        for (int i = 1; i < COLUMNS; i++)
            row.cell[i] = strtok_r(NULL, "\t", &rest);
        assert_non_null(row.cell[COLUMNS - 1]);
        check(engine, &row);
        rows++;
    }
    fclose(table);
    assert_true(rows > 20);
    mad_engine_free(engine);
}

static void test_positions(void **state)
{
    (void)state;
    each_row("tests/texts/positions.tsv", check_row);
}

static void test_moves(void **state)
{
    (void)state;
    each_row("tests/texts/moves.tsv", check_move);
}

/* What a style has no place for is refused, not left out. */
static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *game, *position;
        enum mad_dialect style;
        const char *why;
    } cases[] = {
        {"mad-elephant-chess", "4k3/8/8/3M4/8/8/8/4K3 b - - 0 1 taunt=d5", MAD_DIALECT_FSF,
         "texts of `fsf` have no place for taunt"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", MAD_DIALECT_SFEN,
         "this game has no texts of `sfen`; it has `ours`, `fsf`, `lichess`, `shredder`"},
        {"antichess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", MAD_DIALECT_SHREDDER,
         "this game has no texts of `shredder`; it has `ours`, `fsf`, `lichess`"},
        {"checkers", "8/8/8/8/8/8/8/M7 b - - 0 1", MAD_DIALECT_LICHESS,
         "this game has no texts of `lichess`; it has `ours`, `fsf`, `pdn`"},
    };
    mad_engine *engine = NULL;
    assert_int_equal(mad_engine_new(&engine), MAD_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mad_game *game = NULL;
        mad_position *position = NULL;
        struct mad_load load = {.path = cases[i].game};
        struct mad_text_error error;
        size_t length = 0;
        char text[200];
        assert_int_equal(mad_game_load(engine, &load, &game, NULL), MAD_OK);
        assert_int_equal(mad_position_new(game, &position), MAD_OK);
        assert_int_equal(mad_position_set(position, cases[i].position, &error), MAD_OK);
        assert_int_equal(
            mad_position_text_as(position, cases[i].style, text, sizeof text, &length, &error),
            MAD_ERROR_TEXT);
        assert_string_equal(error.text, cases[i].why);
        mad_position_free(position);
        mad_game_free(game);
    }
    mad_engine_free(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_positions),
                                       cmocka_unit_test(test_moves),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
