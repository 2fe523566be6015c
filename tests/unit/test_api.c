/* test_api.c - the public interface: loading, playing, random games, rule tests, failing memory.
 *
 * Uses the shipped rule files. The allocator of these tests counts what is out and can let the n-th
 * request fail, so that every path that gives up is walked and must give everything back. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../random_play.h"

/* --- memory that counts -------------------------------------------------------------------------- */

struct counting_memory {
    size_t requests;
    size_t fail_at; /* number of the request that fails, from 1; 0: none */
    size_t bytes_out;
    size_t blocks_out;
};

static void *counting_resize(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    struct counting_memory *memory = context;
    if (new_bytes == 0) {
        memory->blocks_out -= block != NULL;
        memory->bytes_out -= old_bytes;
        free(block);
        return NULL;
    }
    if (++memory->requests == memory->fail_at)
        return NULL;
    void *grown = realloc(block, new_bytes);
    assert_non_null(grown);
    memory->blocks_out += block == NULL;
    memory->bytes_out += new_bytes - old_bytes;
    return grown;
}

/* --- helpers --------------------------------------------------------------------------------------- */

static mad_engine *new_engine(void)
{
    mad_engine *engine = NULL;
    assert_int_equal(mad_engine_new(&engine), MAD_OK);
    return engine;
}

static void print_findings(const mad_diagnostics *diagnostics)
{
    for (size_t i = 0; i < mad_diagnostics_count(diagnostics); i++) {
        const struct mad_diagnostic *found = mad_diagnostics_at(diagnostics, i);
        print_message("%s:%u:%u: %s %s\n", found->place.file, found->place.line,
                      found->place.column, found->id, found->text);
    }
}

static mad_game *load(const mad_engine *engine, const char *path, const char *variant)
{
    mad_game *game = NULL;
    mad_diagnostics *diagnostics = NULL;
    struct mad_load what = {.path = path, .variant = variant, .with_seats = true};
    enum mad_status status = mad_game_load(engine, &what, &game, &diagnostics);
    print_findings(diagnostics);
    assert_int_equal(status, MAD_OK);
    assert_int_equal(mad_diagnostics_errors(diagnostics), 0);
    mad_diagnostics_free(diagnostics);
    return game;
}

static enum mad_status load_text(const mad_engine *engine, const char *text, mad_game **game,
                                 mad_diagnostics **diagnostics)
{
    struct mad_load what = {.path = "typed.mad", .text = text, .text_bytes = strlen(text)};
    return mad_game_load(engine, &what, game, diagnostics);
}

static mad_position *new_position(const mad_game *game)
{
    mad_position *position = NULL;
    assert_int_equal(mad_position_new(game, &position), MAD_OK);
    return position;
}

static void play_all(mad_position *position, const char *const *moves, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct mad_text_error error;
        enum mad_status status = mad_position_play(position, moves[i], &error);
        if (status != MAD_OK)
            print_message("%s: %s\n", moves[i], error.text);
        assert_int_equal(status, MAD_OK);
    }
}

/* --- engine ---------------------------------------------------------------------------------------- */

static void test_shipped_texts(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    size_t count = 0;
    for (const char *name; (name = mad_shipped_name(engine, count)) != NULL; count++)
        assert_memory_equal(mad_shipped_text(engine, name), "mad 1", 5);
    assert_true(count >= 4);
    assert_null(mad_shipped_name(engine, count + 7));
    assert_non_null(mad_shipped_text(engine, "chess"));
    assert_null(mad_shipped_text(engine, "no such game"));
    assert_non_null(mad_library_text(engine, "boards"));
    assert_null(mad_library_text(engine, "chess"));
    assert_non_null(mad_library_name(engine, 0));
    mad_engine_free(engine);
    mad_engine_free(NULL);
}

static void test_status_texts(void **state)
{
    (void)state;
    for (int status = MAD_OK; status <= MAD_ERROR_CHANCE; status++)
        assert_string_not_equal(mad_status_text((enum mad_status)status), "unknown status");
}

/* --- loading ---------------------------------------------------------------------------------------- */

static void expect_load(const mad_engine *engine, const char *path, enum mad_status expected)
{
    mad_game *game = NULL;
    mad_diagnostics *diagnostics = NULL;
    struct mad_load what = {.path = path};
    assert_int_equal(mad_game_load(engine, &what, &game, &diagnostics), expected);
    assert_null(game);
    assert_int_equal(mad_diagnostics_errors(diagnostics), 1);
    const struct mad_diagnostic *found = mad_diagnostics_at(diagnostics, 0);
    assert_non_null(found->id);
    assert_true(found->text[0] != '\0');
    mad_diagnostics_free(diagnostics);
}

static void test_unreadable_files(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    expect_load(engine, "no-such-game", MAD_ERROR_NOT_FOUND);
    expect_load(engine, "/no/such/folder/game.mad", MAD_ERROR_NOT_FOUND);
    expect_load(engine, "/", MAD_ERROR_READ);
    char path[] = "/tmp/mad-large-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, MAD_MAX_FILE_BYTES + 1), 0);
    close(file);
    expect_load(engine, path, MAD_ERROR_READ);
    unlink(path);
    mad_engine_free(engine);
}

static void test_load_from_path(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    mad_game *game = load(engine, "rules/chess.mad", NULL);
    assert_string_equal(mad_game_info(game).title, "Chess");
    mad_game_free(game);
    mad_game_free(NULL);
    mad_engine_free(engine);
}

static void test_bad_text_has_places(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    mad_game *game = NULL;
    mad_diagnostics *diagnostics = NULL;
    assert_int_equal(
        load_text(engine, "mad 1\ngame \"X\" like chess\n\nboard 8 bye 8\n", &game, &diagnostics),
        MAD_ERROR_RULES);
    assert_null(game);
    assert_true(mad_diagnostics_errors(diagnostics) >= 1);
    const struct mad_diagnostic *found = mad_diagnostics_at(diagnostics, 0);
    assert_string_equal(found->place.file, "typed.mad");
    assert_int_equal(found->place.line, 4);
    assert_string_equal(found->place.line_text, "board 8 bye 8");
    assert_true(found->place.column > 1 && found->place.length >= 1);
    assert_null(mad_diagnostics_at(diagnostics, 1000));
    mad_diagnostics_free(diagnostics);
    mad_diagnostics_free(NULL);
    mad_engine_free(engine);
}

static void test_variants(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    char **titles = NULL;
    size_t count = 0;
    struct mad_load what = {.path = "mad-elephant-chess"};
    assert_int_equal(mad_list_variants(engine, &what, &titles, &count), MAD_OK);
    assert_int_equal(count, 3);
    assert_string_equal(titles[2], "Mad Elephant Chessgi");
    mad_strings_free(titles, count);
    static const char *const names[] = {"Mad Elephant Chessgi", "mad-elephant-chessgi", "chessgi"};
    for (size_t i = 0; i < 3; i++) {
        mad_game *game = load(engine, what.path, names[i]);
        assert_string_equal(mad_game_info(game).title, "Mad Elephant Chessgi");
        assert_true(mad_game_info(game).has_hand);
        mad_game_free(game);
    }
    mad_game *game = NULL;
    mad_diagnostics *diagnostics = NULL;
    what.variant = "no such variant";
    assert_int_equal(mad_game_load(engine, &what, &game, &diagnostics), MAD_ERROR_NOT_FOUND);
    mad_diagnostics_free(diagnostics);
    mad_engine_free(engine);
}

static void test_options(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    struct mad_setting setting = {"castling-under-attack", "allowed"};
    struct mad_load what = {.path = "chess", .settings = &setting, .setting_count = 1};
    mad_game *game = NULL;
    assert_int_equal(mad_game_load(engine, &what, &game, NULL), MAD_OK);
    bool found = false;
    for (size_t i = 0; i < mad_game_option_count(game); i++) {
        const char *value = NULL;
        const char *const *values = NULL;
        size_t count = 0;
        if (strcmp(mad_game_option(game, i, &value, &values, &count), setting.option) != 0)
            continue;
        found = true;
        assert_string_equal(value, "allowed");
        assert_int_equal(count, 2);
    }
    assert_true(found);
    assert_string_equal(mad_game_info(game).settings, "castling-under-attack=allowed");
    mad_game_free(game);
    setting.value = "forbidden"; /* as the rules say it: what was learned of them fits */
    game = NULL;
    assert_int_equal(mad_game_load(engine, &what, &game, NULL), MAD_OK);
    assert_string_equal(mad_game_info(game).settings, "");
    mad_game_free(game);
    setting.option = "no-such-option";
    mad_diagnostics *diagnostics = NULL;
    game = NULL;
    assert_int_not_equal(mad_game_load(engine, &what, &game, &diagnostics), MAD_OK);
    assert_int_equal(mad_diagnostics_errors(diagnostics), 1);
    mad_diagnostics_free(diagnostics);
    mad_engine_free(engine);
}

/* --- what a game says about itself --------------------------------------------------------------------- */

/* The farthest first, its own file last. */
static void test_built_on(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    struct mad_load what = {.path = "gothic"};
    mad_game *game = NULL;
    assert_int_equal(mad_game_load(engine, &what, &game, NULL), MAD_OK);
    struct mad_game_info info = mad_game_info(game);
    assert_int_equal(info.built_on_count, 3);
    assert_string_equal(info.built_on[0], "Chess");
    assert_string_equal(info.built_on[1], "Capablanca Chess");
    assert_string_equal(info.built_on[2], "Gothic Chess");
    mad_game_free(game);
    mad_engine_free(engine);
}

/* Parts of the board alone: not what hangs on men, on the piece that moves or on an option, nor what cannot be. */
static void test_zones(void **state)
{
    (void)state;
    static const char text[] = "mad 1\n"
                               "game \"X\" like king-of-the-hill\n"
                               "nook means hill or a1\n"
                               "beyond means last 3 ranks\n"
                               "manned means own piece on hill\n"
                               "near means step north\n"
                               "at-ease means castling-under-attack is allowed\n"
                               "nowhere-known means (piece on last rank) or hill\n"
                               "all means board\n"
                               "way means north or east\n";
    mad_engine *engine = new_engine();
    struct mad_load what = {.path = "x.mad", .text = text, .text_bytes = strlen(text)};
    mad_game *game = NULL;
    assert_int_equal(mad_game_load(engine, &what, &game, NULL), MAD_OK);
    static const char *const names[] = {"promotion-rank", "hill", "nook", "beyond"};
    assert_int_equal(mad_game_zone_count(game), 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(mad_game_zone(game, i), names[i]);
    assert_null(mad_game_zone(game, 4));
    for (int square = -1; square <= 64; square++) {
        const int rank = square / 8;
        const bool is_hill = square == 27 || square == 28 || square == 35 || square == 36;
        const bool is_there = square >= 0 && square < 64;
        for (int player = 0; player < 2; player++)
            assert_int_equal(mad_game_is_in_zone(game, 1, player, square), is_hill);
        assert_int_equal(mad_game_is_in_zone(game, 3, 0, square), is_there && rank >= 5);
        assert_int_equal(mad_game_is_in_zone(game, 3, 1, square), is_there && rank <= 2);
        assert_false(mad_game_is_in_zone(game, 4, 0, square));
    }
    mad_game_free(game);
    mad_engine_free(engine);
}

static void test_game_info(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    mad_game *game = load(engine, "chess", NULL);
    struct mad_game_info info = mad_game_info(game);
    assert_int_equal(info.squares, 64);
    assert_int_equal(info.year, 1851);
    assert_string_equal(info.player_name[0], "White");
    assert_int_equal(info.player_letter[1], 'b');
    assert_false(info.has_hand);
    assert_int_equal(mad_game_piece_count(game), 6);
    bool royal = false;
    for (size_t i = 0; i < mad_game_piece_count(game); i++) {
        struct mad_piece_info piece = mad_game_piece(game, i);
        royal |= piece.royal;
        assert_true(piece.rule_count > 0);
        assert_true(piece.rules[0][0] != '\0');
    }
    assert_true(royal);
    assert_true(mad_game_rule_count(game) > 0);
    assert_null(mad_game_rule(game, 100000));
    assert_null(mad_game_piece(game, 100).name);
    assert_int_equal(mad_game_square(game, "e4"), 28);
    assert_string_equal(mad_game_square_name(game, 28), "e4");
    assert_null(mad_game_square_name(game, 64));
    assert_int_equal(mad_game_square(game, "j4"), -1);
    assert_false(mad_game_is_hole(game, 28));
    mad_game_free(game);
    mad_engine_free(engine);
}

/* --- playing ----------------------------------------------------------------------------------------- */

static void test_men_and_pockets(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    mad_game *game = load(engine, "crazyhouse", NULL);
    mad_position *position = new_position(game);
    struct mad_man man;
    assert_true(mad_position_man(position, 0, &man));
    assert_string_equal(man.letter, "R");
    assert_true(mad_position_man(position, 63, &man));
    assert_string_equal(man.letter, "r");
    assert_int_equal(man.owner, 1);
    assert_false(mad_position_man(position, 28, &man));
    assert_false(mad_position_man(position, 64, &man));
    static const char *const moves[] = {"e2e4", "d7d5", "e4d5"};
    assert_true(mad_position_man(position, 51, &man));
    play_all(position, moves, 3);
    assert_string_equal(mad_game_pocket_name(game, 0), "hand");
    assert_null(mad_game_pocket_name(game, 1));
    assert_int_equal(mad_position_pocket(position, 0, 0, man.piece), 1);
    assert_int_equal(mad_position_pocket(position, 0, 1, man.piece), 0);
    mad_position_free(position);
    mad_game_free(game);
    mad_engine_free(engine);
}

static void test_mate_ends_the_game(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    mad_game *game = load(engine, "chess", NULL);
    mad_position *position = new_position(game);
    static const char *const moves[] = {"f2f3", "e7e5", "g2g4", "d8h4"};
    play_all(position, moves, 4);
    struct mad_result result;
    assert_int_equal(mad_position_result(position, &result), MAD_OK);
    assert_int_equal(result.outcome, MAD_WIN_SECOND);
    assert_string_equal(result.reason, "mover wins when enemy cannot move and enemy is in check");
    mad_moves *list = NULL;
    assert_int_equal(mad_moves_new(game, &list), MAD_OK);
    assert_int_equal(mad_moves_list(list, position), MAD_OK);
    assert_int_equal(mad_moves_count(list), 0);
    struct mad_text_error error;
    assert_int_equal(mad_position_play(position, "a2a3", &error), MAD_ERROR_OVER);
    assert_true(error.text[0] != '\0');
    mad_moves_free(list);
    mad_position_free(position);
    mad_game_free(game);
    mad_engine_free(engine);
}

static void test_repetition(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    mad_game *game = load(engine, "chess", NULL);
    mad_position *position = new_position(game);
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8",
                                        "g1f3", "g8f6", "f3g1", "f6g8"};
    struct mad_result result;
    play_all(position, moves, 7);
    assert_int_equal(mad_position_result(position, &result), MAD_OK);
    assert_int_equal(result.outcome, MAD_GOES_ON);
    play_all(position, moves + 7, 1);
    assert_int_equal(mad_position_result(position, &result), MAD_OK);
    assert_int_equal(result.outcome, MAD_DRAW);
    assert_int_equal(mad_position_undo(position), MAD_OK);
    assert_int_equal(mad_position_result(position, &result), MAD_OK);
    assert_int_equal(result.outcome, MAD_GOES_ON);
    mad_position_free(position);
    mad_game_free(game);
    mad_engine_free(engine);
}

static void test_copy_and_set(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    mad_game *game = load(engine, "chess", NULL);
    mad_position *position = new_position(game), *other = new_position(game);
    static const char *const moves[] = {"e2e4", "e7e5"};
    char text[200], before[200];
    mad_position_text(position, before, sizeof before);
    play_all(position, moves, 2);
    assert_int_equal(mad_position_copy(other, position), MAD_OK);
    assert_int_equal(mad_position_ply(other), 2);
    assert_int_equal(mad_position_undo(other), MAD_OK);
    assert_int_equal(mad_position_undo(other), MAD_OK);
    assert_int_equal(mad_position_undo(other), MAD_ERROR_MISUSE);
    mad_position_text(other, text, sizeof text);
    assert_string_equal(text, before);
    struct mad_text_error error;
    mad_position_text(position, before, sizeof before);
    assert_int_equal(mad_position_set(position, "8/8/nonsense w - - 0 1", &error), MAD_ERROR_TEXT);
    assert_true(error.text[0] != '\0');
    assert_int_equal(mad_position_ply(position), 2);
    mad_position_text(position, text, sizeof text);
    assert_string_equal(text, before);
    assert_int_equal(mad_position_set(position, "4k3/8/8/8/8/8/8/4K3 b - - 0 1", &error), MAD_OK);
    assert_int_equal(mad_position_ply(position), 0);
    assert_int_equal(mad_position_side(position), 1);
    mad_position_free(other);
    mad_position_free(position);
    mad_position_free(NULL);
    mad_game_free(game);
    mad_engine_free(engine);
}

static void test_misused_lists(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    mad_game *game = load(engine, "chess", NULL);
    mad_position *position = new_position(game);
    mad_moves *list = NULL;
    size_t index = 0;
    assert_int_equal(mad_moves_new(game, &list), MAD_OK);
    assert_int_equal(mad_moves_find(list, "e2e4", &index, NULL), MAD_ERROR_MISUSE);
    assert_int_equal(mad_position_apply(position, list, 0), MAD_ERROR_MISUSE);
    assert_int_equal(mad_moves_list(list, position), MAD_OK);
    assert_int_equal(mad_moves_count(list), 20);
    for (size_t i = 1; i < mad_moves_count(list); i++)
        assert_true(strcmp(mad_moves_at(list, i - 1).coord, mad_moves_at(list, i).coord) < 0);
    assert_int_equal(mad_position_apply(position, list, 20), MAD_ERROR_MISUSE);
    assert_int_equal(mad_moves_find(list, "Nf3", &index, NULL), MAD_OK);
    assert_string_equal(mad_moves_at(list, index).coord, "g1f3");
    assert_int_equal(mad_moves_find(list, "e2e5", &index, NULL), MAD_ERROR_ILLEGAL);
    assert_int_equal(mad_position_apply(position, list, 0), MAD_OK);
    assert_int_equal(mad_position_apply(position, list, 0), MAD_ERROR_MISUSE);
    mad_moves_free(list);
    mad_moves_free(NULL);
    mad_position_free(position);
    mad_game_free(game);
    mad_engine_free(engine);
}

/* Without texts there is nothing to look for; places and numbers are the same. */
static void test_nameless_lists(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    mad_game *game = load(engine, "chess", NULL);
    mad_position *position = new_position(game);
    mad_moves *list = NULL;
    size_t index = 0, to_third = 0;
    assert_int_equal(mad_moves_new(game, &list), MAD_OK);
    assert_int_equal(mad_moves_list(list, position), MAD_OK); /* texts that have to go again */
    assert_int_equal(mad_moves_list_nameless(list, position), MAD_OK);
    assert_int_equal(mad_moves_count(list), 20);
    for (size_t i = 0; i < mad_moves_count(list); i++) {
        assert_string_equal(mad_moves_at(list, i).coord, "");
        assert_string_equal(mad_moves_at(list, i).text, "");
        to_third += mad_moves_at(list, i).to / 8 == 2;
    }
    assert_int_equal(to_third, 12); /* eight Pawns, two ways of either Knight */
    assert_int_equal(mad_moves_find(list, "e2e4", &index, NULL), MAD_ERROR_MISUSE);
    assert_int_equal(mad_position_apply(position, list, 3), MAD_OK);
    mad_moves_free(list);
    mad_position_free(position);
    mad_game_free(game);
    mad_engine_free(engine);
}

static void test_tosses(void **state)
{
    mad_engine *engine = new_engine();
    mad_game *game = load(engine, "mad-elephant-shogi", NULL);
    mad_position *position = new_position(game);
    mad_moves *moves = NULL;
    struct mad_text_error error;
    size_t index = 0, made = 0;
    (void)state;
    assert_int_equal(
        mad_position_set(position, "4k4/9/9/9/9/4P4/9/9/4K4[] b - - 0 1 flattened=P", &error),
        MAD_OK);
    assert_int_equal(mad_moves_new(game, &moves), MAD_OK);
    assert_int_equal(mad_moves_list(moves, position), MAD_OK);
    assert_int_equal(mad_moves_count(moves), 70);
    assert_int_equal(mad_moves_find(moves, "P?4b", &index, &error), MAD_OK);
    assert_int_equal(mad_moves_at(moves, index).outcomes, 2);
    assert_int_equal(mad_position_apply(position, moves, index), MAD_ERROR_CHANCE);
    assert_int_equal(mad_position_ply(position), 0);

    struct mad_outcome_info tails = mad_moves_outcome(moves, index, 1);
    assert_string_equal(tails.name, "tails");
    assert_int_equal(tails.weight * 2, tails.of);
    assert_string_equal(mad_moves_at(moves, tails.index).coord, "P?4b:tails");
    assert_int_equal(mad_moves_at(moves, tails.index).outcomes, 0);
    assert_int_equal(mad_moves_find(moves, "P?4b:TAILS", &made, &error), MAD_OK);
    assert_true(made == tails.index);
    assert_null(mad_moves_outcome(moves, index, 2).name);
    assert_null(mad_moves_outcome(moves, tails.index, 0).name);
    assert_int_equal(mad_moves_find(moves, "P5e", &made, &error), MAD_OK);
    assert_null(mad_moves_outcome(moves, made, 0).name);
    assert_int_equal(mad_position_apply(position, moves, 1000), MAD_ERROR_MISUSE);

    assert_int_equal(mad_position_play(position, "P?4b", &error), MAD_ERROR_CHANCE);
    assert_non_null(strstr(error.text, "P?4b:heads"));
    assert_int_equal(mad_position_play(position, "P?4b:edge", &error), MAD_ERROR_ILLEGAL);
    assert_int_equal(mad_position_apply(position, moves, tails.index), MAD_OK);
    assert_int_equal(mad_position_side(position), 1);
    mad_moves_free(moves);
    mad_position_free(position);
    mad_game_free(game);
    mad_engine_free(engine);
}

/* A toss is never taken for a move with a question mark. */
static void test_toss_is_no_opinion(void **state)
{
    mad_engine *engine = new_engine();
    mad_game *game = load(engine, "mad-elephant-shogi", NULL);
    mad_position *position = new_position(game);
    struct mad_text_error error;
    (void)state;
    assert_int_equal(mad_position_play(position, "P?5f", &error), MAD_ERROR_ILLEGAL);
    assert_int_equal(mad_position_play(position, "P5f?!", &error), MAD_OK);
    mad_position_free(position);
    mad_game_free(game);
    mad_engine_free(engine);
}

static void test_perft(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    static const struct {
        const char *name;
        uint64_t nodes[3];
    } known[] = {
        {"chess", {20, 400, 8902}},
        {"crazyhouse", {20, 400, 8902}},
        {"mad-elephant-chess", {36, 1294, 46315}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        mad_game *game = load(engine, known[i].name, NULL);
        mad_position *position = new_position(game);
        for (int depth = 1; depth <= 3; depth++) {
            uint64_t nodes = 0;
            assert_int_equal(mad_perft(position, depth, &nodes, NULL, NULL), MAD_OK);
            assert_int_equal(nodes, known[i].nodes[depth - 1]);
        }
        mad_position_free(position);
        mad_game_free(game);
    }
    mad_engine_free(engine);
}

/* --- random games --------------------------------------------------------------------------------------- */

static void assert_same(const char *a, const char *b)
{
    assert_string_equal(a != NULL ? a : "-", b != NULL ? b : "-");
}

static void compare_heading(void *context, const struct mad_game_info *info)
{
    const struct mad_game_info *whole = context;
    assert_same(info->title, whole->title);
    assert_same(info->inventor, whole->inventor);
    assert_same(info->source, whole->source);
    assert_same(info->family, whole->family);
    assert_int_equal(info->year, whole->year);
    assert_int_equal(info->files, whole->files);
    assert_int_equal(info->ranks, whole->ranks);
    assert_int_equal(info->hexagons, whole->hexagons);
    assert_int_equal(info->about_count, whole->about_count);
    for (size_t i = 0; i < info->about_count; i++)
        assert_same(info->about[i], whole->about[i]);
    assert_int_equal(info->called_count, whole->called_count);
    for (size_t i = 0; i < info->called_count; i++)
        assert_same(info->called[i], whole->called[i]);
}

/* The heading of a file says what the compiled game says of itself. */
static void test_headings(void **state)
{
    static const char *const paths[] = {"chess",   "glinski",           "mad-elephant-chess",
                                        "xiangqi", "four-player-chess", "shogi"};
    struct mad_load what = {.with_seats = true};
    mad_engine *engine = new_engine();
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        what.path = paths[i];
        char **titles = NULL;
        size_t count = 0;
        assert_int_equal(mad_list_variants(engine, &what, &titles, &count), MAD_OK);
        for (size_t k = 0; k <= count; k++) {
            mad_game *game = NULL;
            what.variant = k > 0 ? titles[k - 1] : NULL;
            assert_int_equal(mad_game_load(engine, &what, &game, NULL), MAD_OK);
            struct mad_game_info info = mad_game_info(game);
            assert_int_equal(mad_visit_heading(engine, &what, compare_heading, &info), MAD_OK);
            mad_game_free(game);
        }
        mad_strings_free(titles, count);
        what.variant = NULL;
    }
    what.path = "nowhere";
    assert_int_equal(mad_visit_heading(engine, &what, compare_heading, NULL), MAD_ERROR_NOT_FOUND);
    what = (struct mad_load){.text = "mad 1\ngame", .text_bytes = 10};
    assert_int_equal(mad_visit_heading(engine, &what, compare_heading, NULL), MAD_ERROR_RULES);
    mad_engine_free(engine);
}

static void play_random(const mad_engine *engine, const char *name, const char *variant)
{
    mad_game *game = load(engine, name, variant);
    struct random_play play = {.seed = 20010815, .max_plies = 100};
    bool good = random_play_games(&play, game, 1);
    if (!good)
        print_message("%s: %s\n", mad_game_info(game).title, play.fault);
    assert_true(good);
    mad_game_free(game);
}

static void test_random_games(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    const char *name;
    for (size_t i = 0; (name = mad_shipped_name(engine, i)) != NULL; i++) {
        char **titles = NULL;
        size_t count = 0;
        struct mad_load what = {.path = name};
        play_random(engine, name, NULL);
        assert_int_equal(mad_list_variants(engine, &what, &titles, &count), MAD_OK);
        for (size_t j = 0; j < count; j++)
            play_random(engine, name, titles[j]);
        mad_strings_free(titles, count);
    }
    mad_engine_free(engine);
}

/* Jumps that are drawn, with and without a crown at their end, make what listed ones make. */
static void test_drawn_jumps(void **state)
{
    (void)state;
    static const char *const positions[] = {
        "8/2m1m3/1M6/8/8/8/8/8 b - - 0 1",         /* crowned */
        "8/8/8/8/3m4/2M5/8/8 b - - 0 1",           /* not */
        "8/8/8/8/3K4/2m1m3/8/8 b - - 3 1",         /* backward */
        "8/2m1m3/1M6/5m2/3m2M1/2M5/8/8 b - - 0 1", /* one goes on, two do not */
        "8/8/8/8/8/1m6/2M5/8 w - - 0 1",           /* to be crowned, the other player */
    };
    mad_engine *engine = new_engine();
    mad_game *game = load(engine, "rules/checkers.mad", NULL);
    struct random_play play = {.seed = 1};
    assert_true(random_play_open(&play, game));
    assert_int_equal(mad_position_new(game, &play.position), MAD_OK);
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct mad_text_error error;
        assert_int_equal(mad_position_set(play.position, positions[i], &error), MAD_OK);
        if (!random_play_check_drawing(&play)) {
            print_message("%s\n", play.fault);
            fail();
        }
    }
    mad_position_free(play.position);
    random_play_close(&play);
    mad_game_free(game);
    mad_engine_free(engine);
}

/* --- tests in rule files ------------------------------------------------------------------------------------ */

struct collected {
    size_t count;
    struct {
        bool passed;
        uint32_t line;
        char text[400];
    } reports[16];
};

static void collect(void *context, const struct mad_test_report *report)
{
    struct collected *all = context;
    assert_true(all->count < 16);
    all->reports[all->count].passed = report->passed;
    all->reports[all->count].line = report->place.line;
    snprintf(all->reports[all->count].text, sizeof all->reports[0].text, "%s",
             report->text == NULL ? "" : report->text);
    all->count++;
}

static const char tests_text[] = "mad 1\n"
                                 "game \"X\" like chess\n"
                                 "test \"good\"\n"
                                 "  count is 20\n"
                                 "  count 2 moves deep is 400\n"
                                 "  play e4 e5 Nf3\n"
                                 "  moves include Nc6 Nf6\n"
                                 "  moves exclude Ke6 e4\n"
                                 "  moves exactly of b8 Nc6 Na6\n"
                                 "  result none\n"
                                 "test \"moves\"\n"
                                 "  moves exactly of b1 Nc3 Nd2\n"
                                 "test \"count\"\n"
                                 "  count is 21\n"
                                 "test \"play\"\n"
                                 "  play e4 e4\n"
                                 "test \"position\"\n"
                                 "  position \"8/8 w\"\n"
                                 "test \"result\"\n"
                                 "  play f3 e5 g4 Qh4\n"
                                 "  result White wins\n";

static void test_rule_tests(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    mad_game *game = NULL;
    mad_diagnostics *diagnostics = NULL;
    enum mad_status status = load_text(engine, tests_text, &game, &diagnostics);
    print_findings(diagnostics);
    assert_int_equal(status, MAD_OK);
    mad_diagnostics_free(diagnostics);
    struct collected all = {.count = 0};
    size_t run = 0, failed = 0;
    assert_int_equal(mad_game_run_tests(game, collect, &all, &run, &failed), MAD_OK);
    assert_int_equal(run, 6);
    assert_int_equal(failed, 5);
    assert_true(all.reports[0].passed);
    assert_string_equal(all.reports[1].text,
                        "expected, but not legal: Nd2; legal, but not expected: Na3");
    assert_int_equal(all.reports[1].line, 12);
    assert_string_equal(all.reports[2].text, "expected a count of 21, found 20");
    assert_non_null(strstr(all.reports[3].text, "e4 cannot be played"));
    assert_non_null(strstr(all.reports[4].text, "cannot be read"));
    assert_non_null(strstr(all.reports[5].text, "expected White wins, found Black wins"));
    mad_game_free(game);
    mad_engine_free(engine);
}

static bool stop_at_third(void *context)
{
    return ++*(int *)context > 2;
}

/* A count too long to wait for is broken off; the tests before it have been run. */
static void test_interrupted_rule_tests(void **state)
{
    (void)state;
    static const char text[] = "mad 1\n"
                               "game \"Long\" like chess\n"
                               "test \"short\"\n"
                               "  count is 20\n"
                               "test \"long\"\n"
                               "  count 30 moves deep is 1\n"
                               "test \"behind it\"\n"
                               "  count is 20\n";
    mad_engine *engine = new_engine();
    mad_game *game = NULL;
    mad_diagnostics *diagnostics = NULL;
    assert_int_equal(load_text(engine, text, &game, &diagnostics), MAD_OK);
    mad_diagnostics_free(diagnostics);
    int asked = 0;
    size_t run = 0, failed = 9;
    assert_int_equal(mad_game_run_tests_until(game, NULL, stop_at_third, &asked, &run, &failed),
                     MAD_OK);
    assert_int_equal(run, 1);
    assert_int_equal(failed, 0);
    mad_game_free(game);
    mad_engine_free(engine);
}

/* The reason why a text is no move, found by generating without duties and without laws. */
static void test_reasons_of_the_rules(void **state)
{
    (void)state;
    static const struct {
        const char *game, *position, *typed, *error;
    } cases[] = {
        {"chess", "k3r3/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3",
         "`e2d3` is not legal here: a law forbids what it leaves: illegal when mover is in check"},
        {"mad-elephant-chess", "M4r1k/1p2epp1/2n4p/8/8/8/1P4P1/K6R w - - 1 2 taunt=b7", "a1b1",
         "`a1b1` is not legal here: White must play M:b7:c6:g2:h1"},
        {"chess", "k7/8/8/8/8/8/8/K6N w - - 0 1", "Nh3",
         "`Nh3` is not legal here: no rule of Knight allows a move to h3"},
    };
    mad_engine *engine = new_engine();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mad_game *game = load(engine, cases[i].game, NULL);
        mad_position *position = NULL;
        struct mad_text_error error;
        assert_int_equal(mad_position_new(game, &position), MAD_OK);
        assert_int_equal(mad_position_set(position, cases[i].position, &error), MAD_OK);
        assert_int_equal(mad_position_play(position, cases[i].typed, &error), MAD_ERROR_ILLEGAL);
        error.text[strlen(cases[i].error)] = '\0'; /* close matches may follow */
        assert_string_equal(error.text, cases[i].error);
        mad_position_free(position);
        mad_game_free(game);
    }
    mad_engine_free(engine);
}

static void test_shipped_rule_tests(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    const char *name;
    for (size_t i = 0; (name = mad_shipped_name(engine, i)) != NULL; i++) {
        mad_game *game = load(engine, name, NULL);
        size_t run = 0, failed = 0;
        assert_int_equal(mad_game_run_tests(game, NULL, NULL, &run, &failed), MAD_OK);
        assert_int_equal(failed, 0);
        mad_game_free(game);
    }
    mad_engine_free(engine);
}

/* --- failing memory ------------------------------------------------------------------------------------------- */

/* Small, with a variant, a finding of each cost and a comment that lets one be. */
static const char lint_text[] =
    "mad 1\nuse boards\ngame \"Small\"\n"
    "players White (w) in capitals going north and Black (b) in small letters going south\n"
    "board 3 by 4\narray\n  p p p\n  . . .\n  . . .\n  P P P\n"
    "piece Pawn (P)\n  move step forward\n  move step north when here is on a1\n"
    "# mad: allow(MAD035) nobody goes there\nfar means c4\n"
    "near means a1\n"
    "option hops is rare or usual, normally rare\n"
    "verb hop\n  if hops is usual: take own Quen\n  land on b3\nend\n"
    "add to Pawn\n  hop when hops is usual\n"
    "ends in this order\n  mover wins when enemy has no Pawn\n"
    "test \"none\"\n  play a1a2\n"
    "variant \"Other\"\n  new near means b1\n";

static enum mad_status lint_small(const mad_engine *engine, uint32_t games,
                                  mad_diagnostics **diagnostics)
{
    struct mad_load what = {
        .path = "small.mad", .text = lint_text, .text_bytes = sizeof lint_text - 1};
    struct mad_lint_options options = {.games = games, .is_static = games == 0, .seed = 7};
    return mad_lint(engine, &what, &options, diagnostics);
}

static size_t count_of(const mad_diagnostics *list, const char *id)
{
    size_t count = 0;
    for (size_t i = 0; i < mad_diagnostics_count(list); i++)
        count += strcmp(mad_diagnostics_at(list, i)->id, id) == 0;
    return count;
}

static void test_lint(void **state)
{
    (void)state;
    mad_engine *engine = new_engine();
    mad_diagnostics *list = NULL, *again = NULL;
    assert_int_equal(lint_small(engine, 5, &list), MAD_ERROR_RULES);
    assert_int_equal(count_of(list, "MAD035"), 1); /* near, when the variant is done with it */
    assert_int_equal(count_of(list, "MAD071"), 1);
    assert_int_equal(count_of(list, "MAD087"), 1); /* the variant has it from the game */
    assert_int_equal(count_of(list, "MAD107"), 1);
    assert_int_equal(count_of(list, "MAD902"), 0);
    assert_int_equal(count_of(list, "MAD031"), 1); /* with the other value of the option */
    assert_int_equal(mad_diagnostics_errors(list), 1);
    assert_int_equal(lint_small(engine, 5, &again), MAD_ERROR_RULES);
    assert_int_equal(mad_diagnostics_count(again), mad_diagnostics_count(list));
    for (size_t i = 0; i < mad_diagnostics_count(list); i++)
        assert_string_equal(mad_diagnostics_at(list, i)->text, mad_diagnostics_at(again, i)->text);
    mad_diagnostics_free(list);
    mad_diagnostics_free(again);
    assert_int_equal(lint_small(engine, 0, &list), MAD_ERROR_RULES);
    assert_int_equal(count_of(list, "MAD071"), 0); /* it takes moves to see it */
    assert_int_equal(count_of(list, "MAD087"), 0); /* and that a Pawn never goes back */
    mad_diagnostics_free(list);
    assert_int_equal(mad_lint(engine, NULL, NULL, &list), MAD_ERROR_MISUSE);
    mad_engine_free(engine);
}

static void test_explanations(void **state)
{
    (void)state;
    struct mad_explanation about;
    assert_true(mad_explain("letter-collision", &about));
    assert_string_equal(about.id, "MAD040");
    assert_false(mad_explain("MAD999", &about));
    for (size_t i = 0; i < mad_explanation_count(); i++)
        assert_true(mad_explain(mad_explanation_at(i).id, &about) &&
                    about.why == mad_explanation_at(i).why);
    assert_null(mad_explanation_at(mad_explanation_count()).id);
}

/* A session that uses everything; gives up at the first failure and always cleans up. */
static enum mad_status use_everything(const mad_engine *engine, const struct mad_load *what)
{
    mad_game *game = NULL;
    mad_diagnostics *diagnostics = NULL;
    mad_position *position = NULL, *other = NULL;
    mad_moves *list = NULL;
    struct mad_text_error error;
    char text[200];
    enum mad_status status = mad_game_load(engine, what, &game, &diagnostics);
    if (status == MAD_OK)
        status = mad_position_new(game, &position);
    if (status == MAD_OK)
        status = mad_position_new(game, &other);
    if (status == MAD_OK)
        status = mad_moves_new(game, &list);
    for (int ply = 0; ply < 10 && status == MAD_OK; ply++) {
        status = mad_moves_list(list, position);
        if (status == MAD_OK && mad_moves_count(list) > 0)
            status = mad_position_apply(position, list, 0);
        if (status == MAD_OK)
            status = mad_position_copy(other, position);
    }
    if (status == MAD_OK) {
        mad_position_text(position, text, sizeof text);
        status = mad_position_set(other, text, &error);
    }
    if (status == MAD_OK && what->text != NULL) /* the shipped ones are long: 1000 requests each */
        status = mad_game_run_tests(game, NULL, NULL, NULL, NULL);
    mad_moves_free(list);
    mad_position_free(other);
    mad_position_free(position);
    mad_game_free(game);
    mad_diagnostics_free(diagnostics);
    return status;
}

/* Fails the first request, then the second, ... until nothing fails any more. */
static void fail_every_request(const struct mad_load *what, enum mad_status end)
{
    for (size_t n = 1;; n++) {
        struct counting_memory counting = {.fail_at = n};
        struct mad_memory memory = {counting_resize, &counting};
        mad_engine *engine = NULL;
        enum mad_status status = mad_engine_new_with(&memory, &engine);
        if (status == MAD_OK)
            status = use_everything(engine, what);
        mad_engine_free(engine);
        assert_int_equal(counting.blocks_out, 0);
        assert_int_equal(counting.bytes_out, 0);
        if (counting.requests < n) {
            assert_int_equal(status, end);
            return;
        }
        assert_int_equal(status, MAD_ERROR_MEMORY);
    }
}

static void test_lint_failing_memory(void **state)
{
    (void)state;
    enum mad_status status = MAD_ERROR_MEMORY;
    for (size_t n = 1; status == MAD_ERROR_MEMORY; n++) {
        struct counting_memory counting = {.fail_at = n};
        struct mad_memory memory = {counting_resize, &counting};
        mad_engine *engine = NULL;
        mad_diagnostics *list = NULL;
        status = mad_engine_new_with(&memory, &engine);
        if (status == MAD_OK)
            status = lint_small(engine, 1, &list);
        assert_int_equal(status, counting.requests < n ? MAD_ERROR_RULES : MAD_ERROR_MEMORY);
        mad_diagnostics_free(list);
        mad_engine_free(engine);
        assert_int_equal(counting.blocks_out, 0);
    }
}

static void test_failing_memory(void **state)
{
    (void)state;
    static const char bad[] =
        "mad 1\nuse boards, nothing-such\ngame \"X\" like chess\nboard 8 bye 8\n"
        "piece Quen (Q)\n  move slid diagonal\n  fly\n";
    fail_every_request(&(struct mad_load){.path = "chess"}, MAD_OK);
    fail_every_request(&(struct mad_load){.path = "mad-elephant-chess"}, MAD_OK);
    fail_every_request(&(struct mad_load){.path = "mad-elephant-chess", .variant = "chessgi"},
                       MAD_OK);
    fail_every_request(&(struct mad_load){.path = "typed.mad",
                                          .text = tests_text,
                                          .text_bytes = sizeof tests_text - 1},
                       MAD_OK);
    fail_every_request(
        &(struct mad_load){.path = "bad.mad", .text = bad, .text_bytes = sizeof bad - 1},
        MAD_ERROR_RULES);
    fail_every_request(&(struct mad_load){.path = "rules/chess.mad"}, MAD_OK);
    fail_every_request(&(struct mad_load){.path = "no-such-game"}, MAD_ERROR_NOT_FOUND);
}

/* Arenas ask for memory only when a chunk is full; titles of many lengths move the place in the load
 * where that happens. */
static void test_failing_memory_elsewhere(void **state)
{
    (void)state;
    enum { STEP = 3300, LAST = 4 };
    static char text[STEP * LAST + 100], title[STEP * LAST + 1];
    for (int i = 0; i <= LAST; i++) {
        memset(title, 'X', sizeof title);
        title[i * STEP] = '\0';
        snprintf(text, sizeof text, "mad 1\ngame \"X%s\" like mad-elephant-chess\n", title);
        fail_every_request(
            &(struct mad_load){.path = "long.mad", .text = text, .text_bytes = strlen(text)},
            MAD_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped_texts),
        cmocka_unit_test(test_headings),
        cmocka_unit_test(test_status_texts),
        cmocka_unit_test(test_unreadable_files),
        cmocka_unit_test(test_load_from_path),
        cmocka_unit_test(test_bad_text_has_places),
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_zones),
        cmocka_unit_test(test_built_on),
        cmocka_unit_test(test_game_info),
        cmocka_unit_test(test_men_and_pockets),
        cmocka_unit_test(test_mate_ends_the_game),
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_copy_and_set),
        cmocka_unit_test(test_misused_lists),
        cmocka_unit_test(test_nameless_lists),
        cmocka_unit_test(test_tosses),
        cmocka_unit_test(test_toss_is_no_opinion),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_drawn_jumps),
        cmocka_unit_test(test_rule_tests),
        cmocka_unit_test(test_interrupted_rule_tests),
        cmocka_unit_test(test_reasons_of_the_rules),
        cmocka_unit_test(test_shipped_rule_tests),
        cmocka_unit_test(test_lint),
        cmocka_unit_test(test_explanations),
        cmocka_unit_test(test_lint_failing_memory),
        cmocka_unit_test(test_failing_memory),
        cmocka_unit_test(test_failing_memory_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
