/* test_making.c - the moves of a position made one after the other leave what each of them leaves alone.
 *
 * Counts do not show it where nobody looks at the last positions: here every one of them is held against
 * the move made by itself, and its key against that of its men and marks. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "../../interp/game/game.h"
#include "../../interp/vm/vm.h"

typedef enum mad_status (*look)(const struct mad_game *game, struct mad_state *state,
                                uint64_t *found);
typedef enum mad_status make_each(const struct mad_game *game, const struct mad_state *before,
                                  const struct mad_move_list *list, struct mad_state *turned,
                                  struct mad_state *state, look look, uint64_t *sum);
make_each mad_make_each_64, mad_make_each_128, mad_make_each_256;

enum { MOST_MOVES = 4096, MOST_DELTAS = 1 << 16, GAMES = 6, PLIES = 60 };

static struct {
    struct mad_state *before, *turned, *state, *alone, *seen;
    struct mad_move_list list;
    uint32_t looked; /* at so many */
} making;

/* What stands in the slot of empty squares means nothing. */
static void clear_scratch(const struct mad_game *game, struct mad_state *state)
{
    memset(state->sets + (MAD_SLOT_CODE + game->empty) * (size_t)game->words, 0,
           game->words * sizeof *state->sets);
}

static enum mad_status is_as_alone(const struct mad_game *game, struct mad_state *state,
                                   uint64_t *found)
{
    assert_true(making.looked < making.list.count);
    const struct mad_move *move = &making.list.moves[making.looked++];
    mad_vm_apply(game, making.before, move, making.list.deltas, making.alone);
    memcpy(making.seen, state, game->state_bytes);
    clear_scratch(game, making.alone);
    clear_scratch(game, making.seen);
    assert_memory_equal(making.seen, making.alone, game->state_bytes);
    assert_true(state->key == mad_state_key(game, state));
    *found = 3;
    return MAD_OK;
}

static struct mad_state *new_state(const struct mad_game *game)
{
    struct mad_state *state = malloc(game->state_bytes);
    assert_non_null(state);
    return state;
}

static void make_all(const struct mad_game *game)
{
    make_each *const make = game->words == 1   ? mad_make_each_64
                            : game->words == 2 ? mad_make_each_128
                                               : mad_make_each_256;
    uint64_t sum = 0;
    making.looked = 0;
    assert_int_equal(
        make(game, making.before, &making.list, making.turned, making.state, is_as_alone, &sum),
        MAD_OK);
    assert_int_equal(making.looked, making.list.count);
    assert_true(sum == 3 * making.list.count);
}

static void walk(const struct mad_game *game, uint32_t *seed)
{
    memcpy(making.before, game->initial, game->state_bytes);
    for (uint32_t ply = 0; ply < PLIES; ply++) {
        making.list.count = making.list.delta_count = 0;
        assert_int_equal(mad_vm_generate(game, making.before, &making.list), MAD_OK);
        if (making.list.count == 0) {
            return;
        }
        make_all(game);
        *seed = *seed * 1664525u + 1013904223u;
        const struct mad_move *move = &making.list.moves[(*seed >> 8) % making.list.count];
        mad_vm_apply(game, making.before, move, making.list.deltas, making.alone);
        memcpy(making.before, making.alone, game->state_bytes);
    }
}

static void makes_in_a_row_what_it_makes_alone(void **unused)
{
    (void)unused;
    static const char *const NAMES[] = {"chess",       "mad-chess", "mad-elephant-chess",
                                        "crazyhouse",  "seirawan",  "atomic",
                                        "three-check", "checkers",  "marseillais",
                                        "capablanca",  "shogi",     "grant-acedrex"};
    uint32_t seed = 2026;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        struct mad_load what = {.path = NAMES[i]};
        mad_engine *engine = NULL;
        mad_game *game = NULL;
        assert_int_equal(mad_engine_new(&engine), MAD_OK);
        assert_int_equal(mad_game_load(engine, &what, &game, NULL), MAD_OK);
        making.before = new_state(game);
        making.turned = new_state(game);
        making.state = new_state(game);
        making.alone = new_state(game);
        making.seen = new_state(game);
        for (uint32_t n = 0; n < GAMES; n++) {
            walk(game, &seed);
        }
        free(making.before);
        free(making.turned);
        free(making.state);
        free(making.alone);
        free(making.seen);
        mad_game_free(game);
        mad_engine_free(engine);
    }
}

int main(void)
{
    making.list = (struct mad_move_list){
        .moves = malloc(MOST_MOVES * sizeof *making.list.moves),
        .deltas = malloc(MOST_DELTAS * sizeof *making.list.deltas),
        .capacity = MOST_MOVES,
        .delta_capacity = MOST_DELTAS,
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_in_a_row_what_it_makes_alone),
    };
    const int failed = making.list.moves != NULL && making.list.deltas != NULL
                           ? cmocka_run_group_tests(tests, NULL, NULL)
                           : 1;
    free(making.list.moves);
    free(making.list.deltas);
    return failed;
}
