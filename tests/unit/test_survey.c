/* test_survey.c - surveys of games: their statistics held against figures worked out by hand or published, what is counted
 * against games without a choice. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "../../interp/mad_survey.h"

#define ABOUT(a, b) assert_true((a) > (b)-5e-4 && (a) < (b) + 5e-4)

struct surveyed {
    mad_engine *engine;
    mad_game *game;
    mad_position *position;
    struct mad_load load;
};

static void open_game(struct surveyed *it, const char *name, const char *text, const char *start)
{
    *it = (struct surveyed){
        .load = {.path = name, .text = text, .text_bytes = text != NULL ? strlen(text) : 0}};
    assert_int_equal(mad_engine_new(&it->engine), MAD_OK);
    assert_int_equal(mad_game_load(it->engine, &it->load, &it->game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(it->game, &it->position), MAD_OK);
    if (start != NULL) {
        assert_int_equal(mad_position_set(it->position, start, NULL), MAD_OK);
    }
}

static void close_game(struct surveyed *it)
{
    mad_position_free(it->position);
    mad_game_free(it->game);
    mad_engine_free(it->engine);
}

static mad_survey *survey_of(const struct surveyed *it, struct mad_survey_plan plan)
{
    mad_survey *survey = NULL;
    assert_int_equal(mad_survey_new(it->position, &plan, &survey), MAD_OK);
    return survey;
}

static struct mad_survey_figures figures_of(mad_survey *survey, enum mad_survey_kind kind)
{
    struct mad_survey_figures figures;
    assert_int_equal(mad_survey_figures(survey, kind, &figures), MAD_OK);
    return figures;
}

/* --- statistics ------------------------------------------------------------------------------------------ */

/* With z = 1.96, z^2 = 3.8415: of 8 in 10 the middle is (0.8 + 0.19207) / 1.38415 = 0.7167, the half
 * 1.96 / 1.38415 * sqrt(0.016 + 0.0096037) = 0.2266; of none in 10 the upper end is 3.8415 / 13.8415. */
static void test_share(void **state)
{
    (void)state;
    struct mad_share share = mad_share_of(8, 10);
    ABOUT(share.value, 0.8);
    ABOUT(share.low, 0.4902);
    ABOUT(share.high, 0.9433);
    share = mad_share_of(0, 10);
    ABOUT(share.low, 0);
    ABOUT(share.high, 0.2775);
    share = mad_share_of(10, 10);
    ABOUT(share.low, 0.7225);
    ABOUT(share.high, 1);
    share = mad_share_of(0, 0);
    ABOUT(share.low, 0);
    ABOUT(share.high, 1);
}

static void test_spread(void **state)
{
    (void)state;
    const uint64_t counts[] = {0, 0, 2, 1, 0, 1, 3, 0, 1, 0}; /* 2 2 3 5 6 6 6 8: mean 4.75 */
    struct mad_spread spread = mad_spread_of(counts, 10);
    assert_int_equal(spread.count, 8);
    ABOUT(spread.mean, 4.75);
    assert_int_equal(spread.least, 2);
    assert_int_equal(spread.low, 2);
    assert_int_equal(spread.median, 5);
    assert_int_equal(spread.high, 6);
    assert_int_equal(spread.most, 8);
    const uint64_t one[] = {0, 0, 0, 5};
    spread = mad_spread_of(one, 4);
    assert_int_equal(spread.least, 3);
    assert_int_equal(spread.low, 3);
    assert_int_equal(spread.median, 3);
    assert_int_equal(spread.high, 3);
    assert_int_equal(mad_spread_of(NULL, 0).count, 0);
}

/* --- random games ------------------------------------------------------------------------------------------- */

/* Of random games of tic-tac-toe the first player wins 737/1260, the second 121/420, 8/63 are drawn (en.wikipedia.org,
 * Tic-tac-toe); of 4000 games a share lies within 4 of its deviations, at most 0.032, of what is expected. */
static void test_random_games(void **state)
{
    (void)state;
    struct surveyed it;
    open_game(&it, "tic-tac-toe", NULL, NULL);
    mad_survey *survey = survey_of(&it, (struct mad_survey_plan){.seed = 1});
    for (uint64_t i = 0; i < 4000; i++) {
        assert_int_equal(mad_survey_play(survey, MAD_SURVEY_RANDOM, i), MAD_OK);
    }
    struct mad_survey_figures figures = figures_of(survey, MAD_SURVEY_RANDOM);
    const double shares[3] = {0.5849, 0.2881, 0.1270};
    const uint64_t came[3] = {figures.wins[0], figures.wins[1], figures.draws};
    for (int i = 0; i < 3; i++) {
        assert_true((double)came[i] > 4000 * (shares[i] - 0.032) &&
                    (double)came[i] < 4000 * (shares[i] + 0.032));
    }
    assert_int_equal(figures.wins[0] + figures.wins[1] + figures.draws, 4000);
    assert_int_equal(figures.shortest_win, 5); /* three Signs against two */
    assert_int_equal(figures.length.most, 9);
    assert_int_equal(figures.choices.most, 9);
    assert_int_equal(figures.repeated, 0); /* the board fills */
    const char *text;
    uint64_t won, drawn;
    assert_true(mad_survey_end(survey, MAD_SURVEY_RANDOM, 0, &text, &won));
    assert_string_equal(text, "mover wins when a line of 3 (own piece)");
    assert_true(mad_survey_end(survey, MAD_SURVEY_RANDOM, 1, &text, &drawn));
    assert_false(mad_survey_end(survey, MAD_SURVEY_RANDOM, 2, &text, &drawn));
    assert_int_equal(won, figures.wins[0] + figures.wins[1]);
    assert_int_equal(drawn, figures.draws);
    double mean;
    for (uint32_t ply = 0; ply < 5; ply++) { /* one square fewer each time; none is over before */
        assert_true(mad_survey_choices_at(survey, MAD_SURVEY_RANDOM, ply, &mean));
        ABOUT(mean, 9 - (double)ply);
    }
    assert_false(mad_survey_choices_at(survey, MAD_SURVEY_RANDOM, 9, &mean));
    mad_survey_free(survey);
    close_game(&it);
}

/* Games dealt out to two surveys and added are the same as by one. */
static void test_adding(void **state)
{
    (void)state;
    struct surveyed it;
    const struct mad_survey_plan plan = {.seed = 7, .nodes = 60, .max_plies = 30, .samples = 2};
    open_game(&it, "breakthrough", NULL, NULL);
    mad_survey *all = survey_of(&it, plan), *odd = survey_of(&it, plan),
               *even = survey_of(&it, plan);
    for (uint64_t i = 0; i < 6; i++) {
        for (int kind = 0; kind < MAD_SURVEY_KINDS; kind++) {
            assert_int_equal(mad_survey_play(all, (enum mad_survey_kind)kind, i), MAD_OK);
            assert_int_equal(
                mad_survey_play(i % 2 == 0 ? even : odd, (enum mad_survey_kind)kind, 5 - i),
                MAD_OK);
        }
    }
    assert_int_equal(mad_survey_add(odd, even), MAD_OK);
    for (int kind = 0; kind < MAD_SURVEY_KINDS; kind++) {
        size_t count, other;
        const struct mad_survey_game *one =
            mad_survey_games(all, (enum mad_survey_kind)kind, &count);
        const struct mad_survey_game *two =
            mad_survey_games(odd, (enum mad_survey_kind)kind, &other);
        assert_int_equal(count, 6);
        assert_int_equal(other, 6);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(one[i].number, i);
            assert_int_equal(two[i].number, i);
            assert_true(one[i].key == two[i].key);
            assert_int_equal(one[i].plies, two[i].plies);
        }
        struct mad_survey_men men, same;
        assert_true(mad_survey_men(all, (enum mad_survey_kind)kind, 0, &men));
        assert_true(mad_survey_men(odd, (enum mad_survey_kind)kind, 0, &same));
        assert_true(men.moved > 0);
        assert_int_equal(men.moved, same.moved);
        assert_int_equal(men.taken, same.taken);
        assert_false(mad_survey_men(all, (enum mad_survey_kind)kind, 1, &men));
    }
    mad_survey_free(all);
    mad_survey_free(odd);
    mad_survey_free(even);
    close_game(&it);
}

/* --- what is counted -------------------------------------------------------------------------------------------- */

static void assert_men(const mad_survey *survey, const struct surveyed *it, const char *name,
                       uint64_t moved, uint64_t taken)
{
    struct mad_survey_men men;
    for (size_t i = 0; mad_survey_men(survey, MAD_SURVEY_RANDOM, i, &men); i++) {
        if (strcmp(mad_game_piece(it->game, i).name, name) == 0) {
            assert_int_equal(men.moved, moved);
            assert_int_equal(men.taken, taken);
            return;
        }
    }
    fail_msg("no %s", name);
}

/* White can do nothing but take the Rook with his Pawn, and promote him: he moves, is not taken, and is something else. */
static void test_men(void **state)
{
    (void)state;
    struct surveyed it;
    struct mad_survey_men men;
    uint64_t made = 0;
    open_game(&it, "chess", NULL, "nr5k/P7/8/8/8/8/5q2/K7 w - - 0 1");
    mad_survey *survey = survey_of(&it, (struct mad_survey_plan){.seed = 3, .max_plies = 1});
    for (uint64_t i = 0; i < 8; i++) {
        assert_int_equal(mad_survey_play(survey, MAD_SURVEY_RANDOM, i), MAD_OK);
    }
    assert_int_equal(figures_of(survey, MAD_SURVEY_RANDOM).choices.median, 4);
    assert_int_equal(figures_of(survey, MAD_SURVEY_RANDOM).unfinished, 8);
    assert_men(survey, &it, "Pawn", 8, 0);
    assert_men(survey, &it, "Rook", 0, 8);
    assert_men(survey, &it, "King", 0, 0);
    for (size_t i = 0; mad_survey_men(survey, MAD_SURVEY_RANDOM, i, &men); i++) {
        made += men.made;
    }
    assert_int_equal(made, 8);
    mad_survey_free(survey);
    close_game(&it);
}

struct told {
    unsigned lines[8];
    size_t count;
};

static void note(void *context, const struct mad_place *place)
{
    struct told *told = context;
    assert_true(told->count < 8);
    told->lines[told->count++] = place->line;
}

static bool is_stopped(void *context)
{
    int *left = context;
    return (*left)-- <= 0;
}

static void test_interrupt(void **state)
{
    (void)state;
    struct surveyed it;
    int left = 20;
    open_game(&it, "chess", NULL, NULL);
    mad_survey *survey = survey_of(
        &it, (struct mad_survey_plan){.samples = 4, .interrupt = is_stopped, .context = &left});
    assert_int_equal(mad_survey_play(survey, MAD_SURVEY_RANDOM, 0), MAD_ERROR_STOPPED);
    assert_int_equal(figures_of(survey, MAD_SURVEY_RANDOM).games, 0);
    assert_men(survey, &it, "Pawn", 0, 0);
    struct told told = {{0}, 0};
    size_t positions = 1;
    assert_int_equal(mad_survey_idle(survey, it.engine, &it.load, NULL, note, &told, &positions),
                     MAD_OK);
    assert_int_equal(positions, 0);
    assert_int_equal(mad_survey_play(survey, MAD_SURVEY_EVEN, 0), MAD_ERROR_MISUSE); /* no nodes */
    mad_survey_free(survey);
    close_game(&it);
}

static void drop_place(void *context, const struct mad_place *place)
{
    (void)context;
    (void)place;
}

/* A game that is broken off takes away nothing of what others have shown, though its first move of a kind has taken the
 * place of theirs. */
static void test_broken_off(void **state)
{
    (void)state;
    struct surveyed it;
    int left = 1 << 20;
    size_t before = 0, after = 0;
    open_game(&it, "mad-elephant-chess", NULL, NULL);
    mad_survey *survey = survey_of(
        &it, (struct mad_survey_plan){.samples = 4, .interrupt = is_stopped, .context = &left});
    assert_int_equal(mad_survey_play(survey, MAD_SURVEY_RANDOM, 1), MAD_OK);
    assert_int_equal(mad_survey_idle(survey, it.engine, &it.load, NULL, drop_place, NULL, &before),
                     MAD_OK);
    assert_true(before > 4); /* rampages and castling are of kinds */
    left = 60;
    assert_int_equal(mad_survey_play(survey, MAD_SURVEY_RANDOM, 0), MAD_ERROR_STOPPED);
    assert_int_equal(mad_survey_idle(survey, it.engine, &it.load, NULL, drop_place, NULL, &after),
                     MAD_OK);
    assert_true(after >= before);
    mad_survey_free(survey);
    close_game(&it);
}

/* --- rules that never matter --------------------------------------------------------------------------------------- */

/* Nobody can ever capture, so that he who can has to; and what a Ghost does, who is not there, does not matter. */
static void test_idle(void **state)
{
    static const char text[] =
        "mad 1\n"
        "use boards\n"
        "game \"Race\"\n"
        "players White (w) in capitals going north and Black (b) in small letters "
        "going south\n"
        "board 3 by 4\n"
        "array\n"
        "  r . r\n"
        "  . . .\n"
        "  . . .\n"
        "  . R .\n"
        "piece Runner (R)\n"
        "  move step forward\n"
        "piece Ghost (G)\n"
        "  move slide queenwise\n" /* line 14 */
        "must capture when possible\n"
        "ends in this order\n"
        "  mover wins when mover has a Runner on last rank\n"
        "  draw when enemy cannot move\n";
    (void)state;
    struct surveyed it;
    struct told told = {{0}, 0};
    size_t positions = 0;
    open_game(&it, "race.mad", text, NULL);
    mad_survey *survey = survey_of(&it, (struct mad_survey_plan){.seed = 1, .samples = 20});
    assert_int_equal(mad_survey_idle(survey, it.engine, &it.load, NULL, note, &told, &positions),
                     MAD_OK);
    assert_int_equal(positions, 0);
    assert_int_equal(told.count, 0); /* where nothing was played, nothing is told */
    assert_int_equal(mad_survey_play(survey, MAD_SURVEY_RANDOM, 0), MAD_OK);
    assert_int_equal(mad_survey_idle(survey, it.engine, &it.load, NULL, note, &told, &positions),
                     MAD_OK);
    assert_int_equal(positions, 5);
    assert_int_equal(told.count, 2);
    assert_int_equal(told.lines[0], 14);
    assert_int_equal(told.lines[1], 15);
    mad_survey_free(survey);
    close_game(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_share),        cmocka_unit_test(test_spread),
        cmocka_unit_test(test_random_games), cmocka_unit_test(test_adding),
        cmocka_unit_test(test_men),          cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_broken_off),   cmocka_unit_test(test_idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
