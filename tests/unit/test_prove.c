/* test_prove.c - wins and draws by force held against the plain definition: all positions that can come are written down,
 * and those from which a player wins are found round by round, until none is added. Through the public functions alone. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../interp/mad_solve.h"

enum { MOST = 1 << 15, BUCKETS = 1 << 16 };

struct choice { /* a move, or the outcomes of one */
    uint32_t *next;
    size_t count;
};

struct place {
    char *text;
    int side;
    enum mad_outcome outcome;
    struct choice *choices;
    size_t count;
    bool is_won[2];
};

struct graph {
    mad_engine *engine;
    mad_game *game;
    mad_position *position, *other;
    mad_moves *moves;
    struct place *places;
    uint32_t count, *buckets;
};

static void open_game(struct graph *graph, const char *name, const char *text, const char *start)
{
    struct mad_load load = {
        .path = name, .text = text, .text_bytes = text != NULL ? strlen(text) : 0};
    *graph = (struct graph){0};
    assert_int_equal(mad_engine_new(&graph->engine), MAD_OK);
    assert_int_equal(mad_game_load(graph->engine, &load, &graph->game, NULL), MAD_OK);
    assert_int_equal(mad_position_new(graph->game, &graph->position), MAD_OK);
    assert_int_equal(mad_position_new(graph->game, &graph->other), MAD_OK);
    assert_int_equal(mad_moves_new(graph->game, &graph->moves), MAD_OK);
    if (start != NULL) {
        assert_int_equal(mad_position_set(graph->position, start, NULL), MAD_OK);
    }
    graph->places = calloc(MOST, sizeof *graph->places);
    graph->buckets = calloc(BUCKETS, sizeof *graph->buckets);
    assert_non_null(graph->places);
    assert_non_null(graph->buckets);
}

static void close_game(struct graph *graph)
{
    for (uint32_t i = 0; i < graph->count; i++) {
        for (size_t k = 0; k < graph->places[i].count; k++) {
            free(graph->places[i].choices[k].next);
        }
        free(graph->places[i].choices);
        free(graph->places[i].text);
    }
    free(graph->places);
    free(graph->buckets);
    mad_moves_free(graph->moves);
    mad_position_free(graph->other);
    mad_position_free(graph->position);
    mad_game_free(graph->game);
    mad_engine_free(graph->engine);
}

/* --- all positions --------------------------------------------------------------------------------------- */

/* The number of the position, without its counts of moves; a new one when it has not come before. */
static uint32_t number_of(struct graph *graph, const mad_position *position)
{
    char text[200];
    assert_true(mad_position_text(position, text, sizeof text) < sizeof text);
    char *field = text; /* the fifth and the sixth count moves */
    for (int i = 0; i < 4 && field != NULL; i++) {
        field = strchr(field + 1, ' ');
    }
    if (field != NULL) {
        const char *rest = strchr(strchr(field + 1, ' ') + 1, ' ');
        char kept[200];
        snprintf(kept, sizeof kept, " 0 1%s", rest != NULL ? rest : "");
        strcpy(field, kept);
    }
    uint32_t hash = 2166136261u;
    for (const char *c = text; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    }
    uint32_t bucket = hash % BUCKETS;
    for (; graph->buckets[bucket] != 0; bucket = (bucket + 1) % BUCKETS) {
        if (strcmp(graph->places[graph->buckets[bucket] - 1].text, text) == 0) {
            return graph->buckets[bucket] - 1;
        }
    }
    assert_true(graph->count < MOST);
    graph->buckets[bucket] = graph->count + 1;
    struct mad_result result;
    assert_int_equal(mad_position_set(graph->other, text, NULL), MAD_OK);
    assert_int_equal(mad_position_result(graph->other, &result), MAD_OK);
    graph->places[graph->count] = (struct place){
        .text = strdup(text), .side = mad_position_side(graph->other), .outcome = result.outcome};
    return graph->count++;
}

static uint32_t number_behind(struct graph *graph, size_t index)
{
    assert_int_equal(mad_position_apply(graph->position, graph->moves, index), MAD_OK);
    uint32_t number = number_of(graph, graph->position);
    assert_int_equal(mad_position_undo(graph->position), MAD_OK);
    return number;
}

static void expand(struct graph *graph, uint32_t number)
{
    assert_int_equal(mad_position_set(graph->position, graph->places[number].text, NULL), MAD_OK);
    assert_int_equal(mad_moves_list(graph->moves, graph->position), MAD_OK);
    size_t count = mad_moves_count(graph->moves);
    struct choice *choices = calloc(count + 1, sizeof *choices);
    for (size_t i = 0; i < count; i++) {
        size_t outcomes = mad_moves_at(graph->moves, i).outcomes;
        choices[i].count = outcomes == 0 ? 1 : outcomes;
        choices[i].next = calloc(choices[i].count, sizeof *choices[i].next);
        for (size_t k = 0; k < choices[i].count; k++) {
            choices[i].next[k] = number_behind(
                graph, outcomes == 0 ? i : mad_moves_outcome(graph->moves, i, k).index);
        }
    }
    graph->places[number].choices = choices;
    graph->places[number].count = count;
}

/* --- the definition ---------------------------------------------------------------------------------------- */

static bool leads_to_win(const struct graph *graph, const struct place *place, int player)
{
    bool is_own = place->side == player;
    for (size_t i = 0; i < place->count; i++) {
        bool is_won = true;
        for (size_t k = 0; k < place->choices[i].count; k++) {
            is_won = is_won && graph->places[place->choices[i].next[k]].is_won[player];
        }
        if (is_won == is_own) {
            return is_own;
        }
    }
    return !is_own && place->count > 0;
}

static void find_wins(struct graph *graph, int player)
{
    bool is_new = true;
    for (uint32_t i = 0; i < graph->count; i++) {
        graph->places[i].is_won[player] =
            graph->places[i].outcome == (player == 0 ? MAD_WIN_FIRST : MAD_WIN_SECOND);
    }
    while (is_new) {
        is_new = false;
        for (uint32_t i = 0; i < graph->count; i++) {
            struct place *place = &graph->places[i];
            if (!place->is_won[player] && leads_to_win(graph, place, player)) {
                place->is_won[player] = is_new = true;
            }
        }
    }
}

/* --- what the solver says ------------------------------------------------------------------------------------ */

static mad_solver *solver_of(const struct graph *graph, enum mad_problem goal, int player,
                             size_t bytes)
{
    struct mad_solve_limits limits = {.goal = goal, .player = player, .table_bytes = bytes};
    mad_solver *solver = NULL;
    assert_int_equal(mad_solver_new(graph->game, &limits, &solver), MAD_OK);
    return solver;
}

static bool reaches(const struct graph *graph, mad_solver *solver, const char *text)
{
    double value;
    assert_int_equal(mad_position_set(graph->other, text, NULL), MAD_OK);
    assert_int_equal(mad_solver_ask(solver, graph->other, MAD_SOLVE_ENDLESS, &value), MAD_OK);
    return value >= 1;
}

/* Every `step`th position, for each player: by a solver that remembers, and by new ones. */
static void compare(const struct graph *graph, uint32_t step, size_t bytes)
{
    for (int player = 0; player < 2; player++) {
        mad_solver *win = solver_of(graph, MAD_PROBLEM_WIN, player, bytes);
        mad_solver *draw = solver_of(graph, MAD_PROBLEM_DRAW, 1 - player, bytes);
        for (uint32_t i = 0; i < graph->count; i += step) {
            const struct place *place = &graph->places[i];
            assert_int_equal(reaches(graph, win, place->text), place->is_won[player]);
            assert_int_equal(reaches(graph, draw, place->text), !place->is_won[player]);
            if (i % (16 * step) == 0) {
                mad_solver *fresh = solver_of(graph, MAD_PROBLEM_WIN, player, bytes);
                assert_int_equal(reaches(graph, fresh, place->text), place->is_won[player]);
                mad_solver_free(fresh);
            }
        }
        mad_solver_free(draw);
        mad_solver_free(win);
    }
}

static void explore(struct graph *graph)
{
    (void)number_of(graph, graph->position);
    for (uint32_t i = 0; i < graph->count; i++) {
        expand(graph, i);
    }
    find_wins(graph, 0);
    find_wins(graph, 1);
}

/* Drawn with best play (en.wikipedia.org, Tic-tac-toe), and 5478 positions with all that can come. */
static void test_tic_tac_toe(void **state)
{
    (void)state;
    struct graph graph;
    open_game(&graph, "tic-tac-toe", NULL, NULL);
    explore(&graph);
    assert_int_equal(graph.count, 5478);
    assert_false(graph.places[0].is_won[0]);
    assert_false(graph.places[0].is_won[1]);
    compare(&graph, 3, 1 << 20);
    close_game(&graph);
}

static const char hexapawn[] =
    "mad 1\n"
    "use boards\n"
    "game \"Hexapawn\"\n"
    "players White (w) in capitals going north and Black (b) in small letters "
    "going south\n"
    "board 3 by 3\n"
    "array\n"
    "  p p p\n"
    "  . . .\n"
    "  P P P\n"
    "piece Pawn (P)\n"
    "  move step forward\n"
    "  capture step forward-diagonal\n"
    "ends in this order\n"
    "  mover wins when mover has a Pawn on last rank\n"
    "  mover wins when enemy cannot move\n";

/* The second player wins (Gardner 1962, "Mathematical Games"). */
static void test_hexapawn(void **state)
{
    (void)state;
    struct graph graph;
    open_game(&graph, "hexapawn.mad", hexapawn, NULL);
    explore(&graph);
    assert_false(graph.places[0].is_won[0]);
    assert_true(graph.places[0].is_won[1]);
    compare(&graph, 1, 1 << 20);
    compare(&graph, 1, 1 << 11); /* a table of 64 entries: much is forgotten */
    close_game(&graph);
}

/* Kings and a Rook go round in circles: what leads back to where one was is no win, and is no proof either that there is
 * none. */
static const char circles[] =
    "mad 1\n"
    "use boards and check\n"
    "game \"Rook ending\"\n"
    "players White (w) in capitals going north and Black (b) in small letters going south\n"
    "board 4 by 3\n"
    "array\n"
    "  . . . k\n"
    "  . . . .\n"
    "  K R . .\n"
    "piece King (K)\n"
    "  royal\n"
    "  move or capture step queenwise\n"
    "piece Rook (R)\n"
    "  move or capture slide orthogonal\n"
    "ends in this order\n"
    "  mover wins when enemy cannot move and enemy is in check\n"
    "  draw when enemy cannot move\n"
    "  draw when position has occurred 3 times\n";

static void test_circles(void **state)
{
    (void)state;
    struct graph graph;
    uint32_t won = 0;
    open_game(&graph, "circles.mad", circles, NULL);
    explore(&graph);
    for (uint32_t i = 0; i < graph.count; i++) {
        won += graph.places[i].is_won[0];
        assert_false(graph.places[i].is_won[1]); /* a King alone */
    }
    assert_true(won > 0 && won < graph.count);
    compare(&graph, 7, 1 << 20);
    close_game(&graph);
}

/* Hexapawn in which a Pawn may also try two steps: tails, and he takes one. Whoever wins, wins whatever falls. */
static const char tossing[] =
    "mad 1\n"
    "use boards\n"
    "game \"Tossed Hexapawn\"\n"
    "players White (w) in capitals going north and Black (b) in small letters "
    "going south\n"
    "board 3 by 4\n"
    "array\n"
    "  p p p\n"
    "  . . .\n"
    "  . . .\n"
    "  P P P\n"
    "piece Pawn (P)\n"
    "  move step forward\n"
    "  capture step forward-diagonal\n"
    "  try along forward\n"
    "verb try along [way: directions]\n"
    "  let middle be step way\n"
    "  let target be step way from middle\n"
    "  require middle is empty and target is empty\n"
    "  toss a coin\n"
    "    heads: land on target\n"
    "    tails: land on middle\n"
    "  end\n"
    "end\n"
    "ends in this order\n"
    "  mover wins when mover has a Pawn on last rank\n"
    "  mover wins when enemy cannot move\n";

static void test_tosses(void **state)
{
    (void)state;
    struct graph graph;
    uint32_t open = 0;
    open_game(&graph, "tossing.mad", tossing, NULL);
    explore(&graph);
    for (uint32_t i = 0; i < graph.count;
         i++) { /* tosses that take it out of both players' hands */
        open += !graph.places[i].is_won[0] && !graph.places[i].is_won[1];
    }
    assert_true(open > 0 && open < graph.count);
    compare(&graph, 5, 1 << 20);
    close_game(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tic_tac_toe),
        cmocka_unit_test(test_hexapawn),
        cmocka_unit_test(test_circles),
        cmocka_unit_test(test_tosses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
