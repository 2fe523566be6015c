/* test_record.c - game records: the tree and its cursor, header, result, PGN text, failing memory.
 *
 * What a whole record looks like as PGN stands here word by word; files go through tests/cli. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../interp/mad_record.h"
#include "../random.h"

struct text { /* what was written */
    char bytes[4000];
    size_t count;
    size_t limit; /* the sink takes no more */
};

static bool take(void *context, const char *text, size_t bytes)
{
    struct text *out = context;
    if (out->count + bytes > out->limit)
        return false;
    memcpy(out->bytes + out->count, text, bytes);
    out->count += bytes;
    out->bytes[out->count] = '\0';
    return true;
}

struct fixture {
    mad_engine *engine;
    mad_game *game;
    mad_record *record;
};

static struct fixture open_record(const char *path, const char *variant)
{
    struct fixture made = {NULL, NULL, NULL};
    struct mad_load load = {.path = path, .variant = variant};
    assert_int_equal(mad_engine_new(&made.engine), MAD_OK);
    assert_int_equal(mad_game_load(made.engine, &load, &made.game, NULL), MAD_OK);
    assert_int_equal(mad_record_new(made.game, &made.record), MAD_OK);
    return made;
}

static void close_record(struct fixture *fixture)
{
    mad_record_free(fixture->record);
    mad_game_free(fixture->game);
    mad_engine_free(fixture->engine);
}

/* Makes the moves one behind the other; returns the last. */
static uint32_t play(mad_record *record, const char *moves)
{
    char words[400], *rest = NULL;
    strcpy(words, moves);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        struct mad_text_error error;
        enum mad_status status = mad_record_play(record, word, &error);
        if (status != MAD_OK)
            print_message("%s: %s\n", word, error.text);
        assert_int_equal(status, MAD_OK);
    }
    return mad_record_here(record);
}

static const char *written(const mad_record *record, struct text *text)
{
    *text = (struct text){.limit = sizeof text->bytes - 1};
    assert_int_equal(mad_record_write_pgn(record, take, text), MAD_OK);
    return text->bytes;
}

/* The text behind the empty line between header and moves. */
static const char *movetext(const mad_record *record, struct text *text)
{
    return strstr(written(record, text), "\n\n") + 2;
}

static void test_tree(void **state)
{
    (void)state;
    struct fixture chess = open_record("chess", NULL);
    mad_record *record = chess.record;
    struct text text;
    uint32_t e4 = play(record, "e4"), nf3 = play(record, "e5 Nf3"), nc6 = play(record, "Nc6");
    assert_int_equal(mad_record_goto(record, mad_record_at(record, nf3).parent), MAD_OK);
    uint32_t f4 = play(record, "f4"), exf4 = play(record, "exf4");
    assert_int_equal(mad_record_goto(record, mad_record_at(record, f4).parent), MAD_OK);
    play(record, "Bc4");
    assert_string_equal(movetext(record, &text),
                        "1. e4 e5 2. Nf3 (2. f4 exf4) (2. Bc4) 2... Nc6 *\n\n");
    /* a move that is there is followed */
    assert_int_equal(mad_record_goto(record, e4), MAD_OK);
    assert_int_equal(play(record, "e5 g1f3 b8c6"), nc6);
    assert_int_equal(mad_record_move_count(record), 7);
    assert_int_equal(mad_record_last(record), nc6);
    /* from one variation into another */
    assert_int_equal(mad_record_goto(record, exf4), MAD_OK);
    assert_int_equal(mad_position_ply(mad_record_position(record)), 4);
    char fen[100];
    mad_position_text(mad_record_position(record), fen, sizeof fen);
    assert_string_equal(fen, "rnbqkbnr/pppp1ppp/8/8/4Pp2/8/PPPP2PP/RNBQKBNR w KQkq - 0 3");
    /* what was tried in place of a move that is taken back stays */
    assert_int_equal(mad_record_goto(record, nf3), MAD_OK);
    assert_int_equal(mad_record_take_back(record), MAD_OK);
    assert_string_equal(movetext(record, &text), "1. e4 e5 2. f4 (2. Bc4) 2... exf4 *\n\n");
    assert_int_equal(mad_record_move_count(record), 5);
    assert_null(mad_record_at(record, nc6).coord);
    assert_int_equal(mad_record_goto(record, nc6), MAD_ERROR_MISUSE);
    assert_int_equal(mad_record_goto(record, MAD_RECORD_START), MAD_OK);
    assert_int_equal(mad_record_take_back(record), MAD_ERROR_MISUSE);
    /* a refused move leaves all as it was */
    struct mad_text_error error;
    assert_int_equal(mad_record_play(record, "e5", &error), MAD_ERROR_ILLEGAL);
    assert_int_equal(mad_record_move_count(record), 5);
    assert_int_equal(mad_record_clear(record), MAD_OK);
    assert_string_equal(movetext(record, &text), "*\n\n");
    play(record, "d4");
    assert_string_equal(movetext(record, &text), "1. d4 *\n\n");
    close_record(&chess);
}

static void test_header(void **state)
{
    (void)state;
    struct fixture game = open_record("mad-elephant-chess", "chessgi");
    mad_record *record = game.record;
    struct text text;
    char expected[1000];
    assert_int_equal(mad_record_set_tag(record, "White", "A \"quoted\" name"), MAD_OK);
    assert_int_equal(mad_record_set_tag(record, "Annotator", "gone"), MAD_OK);
    assert_int_equal(mad_record_set_tag(record, "Annotator", NULL), MAD_OK);
    assert_int_equal(mad_record_set_tag(record, "TimeControl", "60+1"), MAD_OK);
    assert_int_equal(mad_record_set_tag(record, "FEN", "x"), MAD_ERROR_MISUSE);
    assert_int_equal(mad_record_set_tag(record, "Two words", "x"), MAD_ERROR_MISUSE);
    assert_null(mad_record_tag(record, "Annotator"));
    assert_int_equal(
        mad_record_set_result(record,
                              &(struct mad_record_result){MAD_WIN_SECOND, MAD_BY_TIME, "ran out"}),
        MAD_OK);
    snprintf(
        expected, sizeof expected,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
        "[White \"A \\\"quoted\\\" name\"]\n[Black \"?\"]\n[Result \"0-1\"]\n"
        "[Variant \"mad-elephant-chess:mad-elephant-chessgi\"]\n[RuleDigest \"%s\"]\n"
        "[Termination \"time forfeit\"]\n[Reason \"ran out\"]\n[TimeControl \"60+1\"]\n\n0-1\n\n",
        mad_game_info(game.game).digest);
    assert_string_equal(written(record, &text), expected);
    close_record(&game);
}

static void test_start_and_notes(void **state)
{
    (void)state;
    struct fixture chess = open_record("chess", NULL);
    mad_record *record = chess.record;
    struct text text;
    struct mad_text_error error;
    assert_int_equal(mad_record_set_start(record, "4k3/8/8/8/8/8/8/R3K3 b - - 0 9", &error),
                     MAD_OK);
    assert_int_equal(mad_record_set_comment(record, MAD_RECORD_START, "from here"), MAD_OK);
    uint32_t move = play(record, "Kd7");
    assert_int_equal(mad_record_set_comment(record, move, "away } from"), MAD_OK);
    assert_int_equal(mad_record_add_nag(record, move, 2), MAD_OK);
    assert_int_equal(mad_record_add_nag(record, move, 14), MAD_OK);
    struct mad_record_note note = {
        .has_clock = true, .clock = 3725.5, .has_score = true, .score = -125, .depth = 9};
    assert_int_equal(mad_record_set_note(record, move, &note), MAD_OK);
    move = play(record, "Ra7");
    note =
        (struct mad_record_note){.has_spent = true, .spent = 0.25, .has_score = true, .mate_in = 3};
    assert_int_equal(mad_record_set_note(record, move, &note), MAD_OK);
    assert_int_equal(mad_record_set_start(record, "8/8/8/8/8/8/8/8 w - - 0 1", &error),
                     MAD_ERROR_MISUSE);
    assert_non_null(strstr(written(record, &text),
                           "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 b - - 0 9\"]\n"));
    assert_string_equal(
        movetext(record, &text),
        "{from here} 9... Kd7 $2 $14 {[%eval -1.25,9] [%clk 1:02:05.5] away ) from} "
        "10.\nRa7 {[%eval #3] [%emt 0:00:00.25]} *\n\n");
    close_record(&chess);
}

static void test_judged(void **state)
{
    (void)state;
    struct fixture chess = open_record("chess", NULL);
    mad_record *record = chess.record;
    play(record, "f3 e5 g4");
    assert_int_equal(mad_record_judge(record), MAD_OK);
    assert_int_equal(mad_record_result(record).outcome, MAD_GOES_ON);
    play(record, "Qh4#");
    assert_int_equal(mad_record_goto(record, MAD_RECORD_START), MAD_OK);
    assert_int_equal(mad_record_judge(record), MAD_OK);
    assert_int_equal(mad_record_result(record).outcome, MAD_WIN_SECOND);
    assert_int_equal(mad_record_result(record).termination, MAD_BY_RULE);
    assert_string_equal(mad_record_result(record).reason,
                        "mover wins when enemy cannot move and enemy is in check");
    assert_int_equal(mad_record_here(record), MAD_RECORD_START);
    close_record(&chess);
}

/* A sink that takes no more ends the writing, wherever that is. */
static void test_full_sink(void **state)
{
    (void)state;
    struct fixture chess = open_record("chess", NULL);
    struct text text = {.limit = 10};
    play(chess.record, "e4 e5");
    assert_int_equal(mad_record_write_pgn(chess.record, take, &text), MAD_ERROR_READ);
    close_record(&chess);
}

/* Each move of a position, played by its text alone, is the same move with the same texts as in the list of
 * all of them, along random games. */
static void check_names(mad_position *position, mad_moves *all, mad_moves *few)
{
    size_t step = mad_moves_count(all) / 16 + 1; /* some of them, where there are thousands */
    for (size_t i = 0; i < mad_moves_count(all); i += step) {
        struct mad_move_info move = mad_moves_at(all, i);
        const char *texts[] = {move.coord, move.text};
        for (int which = 0; which < 2 && move.outcomes == 0; which++) {
            size_t index = 0;
            assert_int_equal(mad_position_play_with(position, few, texts[which], &index, NULL),
                             MAD_OK);
            assert_string_equal(mad_moves_at(few, index).coord, move.coord);
            assert_string_equal(mad_moves_at(few, index).text, move.text);
            assert_int_equal(mad_position_undo(position), MAD_OK);
        }
    }
}

static void test_names_alone(void **state)
{
    (void)state;
    static const char *const games[] = {"chess",      "crazyhouse", "seirawan",
                                        "atomic",     "xiangqi",    "international-draughts",
                                        "capablanca", "duck",       "mad-elephant-chess"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct fixture fixture = open_record(games[i], NULL);
        mad_position *position = mad_record_position(fixture.record);
        mad_moves *all = NULL, *few = NULL;
        uint64_t seed = i;
        assert_int_equal(mad_moves_new(fixture.game, &all), MAD_OK);
        assert_int_equal(mad_moves_new(fixture.game, &few), MAD_OK);
        for (int ply = 0; ply < 30; ply++) {
            assert_int_equal(mad_moves_list(all, position), MAD_OK);
            if (mad_moves_count(all) == 0)
                break;
            check_names(position, all, few);
            size_t index = random_below(&seed, mad_moves_count(all));
            assert_int_equal(mad_record_make(fixture.record, all, index), MAD_OK);
        }
        mad_moves_free(all);
        mad_moves_free(few);
        close_record(&fixture);
    }
}

/* Memory that ends at the n-th request, for each n: nothing breaks, and nothing is kept. */
struct short_memory {
    size_t requests, fail_at, blocks;
};

static void *short_resize(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    struct short_memory *memory = context;
    (void)old_bytes;
    if (new_bytes == 0) {
        memory->blocks -= block != NULL;
        free(block);
        return NULL;
    }
    if (++memory->requests == memory->fail_at)
        return NULL;
    void *grown = realloc(block, new_bytes);
    memory->blocks += block == NULL && grown != NULL;
    return grown;
}

struct input {
    const char *text;
};

static size_t give(void *context, char *buffer, size_t size)
{
    struct input *input = context;
    size_t bytes = strlen(input->text) < size ? strlen(input->text) : size;
    memcpy(buffer, input->text, bytes);
    input->text += bytes;
    return bytes;
}

/* MAD_ERROR_NOT_FOUND when the file was read to its end. */
static enum mad_status read_all(const mad_engine *engine, const mad_game *game, size_t *games)
{
    struct input input = {
        "[White \"A\"]\n\n1. e4 {good} e5 $1 (1... c5) 2. Nf3 {[%clk 0:01:00] a} {b} *\n\n"
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n\n1. e5 *\n"};
    mad_pgn *pgn = NULL;
    struct mad_pgn_game read;
    enum mad_status status = mad_pgn_new(engine, game, give, &input, &pgn);
    for (*games = 0; status == MAD_OK; *games += status == MAD_OK)
        status = mad_pgn_next(pgn, &read);
    mad_pgn_free(pgn);
    return status;
}

static void test_short_memory(void **state)
{
    (void)state;
    struct short_memory count = {0, 0, 0};
    struct mad_memory memory = {short_resize, &count};
    struct mad_load load = {.path = "chess"};
    mad_engine *engine = NULL;
    mad_game *game = NULL;
    assert_int_equal(mad_engine_new_with(&memory, &engine), MAD_OK);
    assert_int_equal(mad_game_load(engine, &load, &game, NULL), MAD_OK);
    size_t kept = count.blocks;
    for (size_t n = 0, last = 1; n <= last; n++) {
        size_t games = 0;
        count.requests = 0;
        count.fail_at = n;
        enum mad_status status = read_all(engine, game, &games);
        assert_int_equal(count.blocks, kept);
        assert_int_equal(status, n == 0 ? MAD_ERROR_NOT_FOUND : MAD_ERROR_MEMORY);
        if (n == 0) {
            assert_int_equal(games, 3);
            assert_true(count.requests > 10);
            last = count.requests;
        }
    }
    mad_game_free(game);
    mad_engine_free(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_start_and_notes),
        cmocka_unit_test(test_judged),
        cmocka_unit_test(test_full_sink),
        cmocka_unit_test(test_names_alone),
        cmocka_unit_test(test_short_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
