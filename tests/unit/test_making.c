/* test_making.c - the moves of a position made one after the other, and moves drawn without being listed,
 * leave what each of them leaves alone.
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

enum { MOST_MOVES = 4096, MOST_DELTAS = 1 << 16, GAMES = 6, PLIES = 60, MOST_DRAWN = 400 };

static struct {
    struct mad_state *before, *turned, *state, *alone, *seen;
    struct mad_move_list list, drawn;
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

static void make_list(const struct mad_game *game)
{
    uint64_t sum = 0;
    making.looked = 0;
    assert_int_equal(mad_vm_make_each(game, making.before, &making.list, making.turned,
                                      making.state, is_as_alone, &sum),
                     MAD_OK);
    assert_int_equal(making.looked, making.list.count);
    assert_true(sum == 3 * making.list.count);
}

/* With room in the list behind its last move, and without. */
static void make_all(const struct mad_game *game)
{
    const uint32_t capacity = making.list.capacity;
    make_list(game);
    making.list.capacity = making.list.count;
    make_list(game);
    making.list.capacity = capacity;
}

/* A random game, with all the moves of each of its positions. */
static void walk(const struct mad_game *game, void (*look_at)(const struct mad_game *game),
                 uint32_t *seed)
{
    memcpy(making.before, game->initial, game->state_bytes);
    for (uint32_t ply = 0; ply < PLIES; ply++) {
        making.list.count = making.list.delta_count = 0;
        assert_int_equal(mad_vm_generate(game, making.before, &making.list), MAD_OK);
        if (making.list.count == 0) {
            return;
        }
        look_at(game);
        *seed = *seed * 1664525u + 1013904223u;
        const struct mad_move *move = &making.list.moves[(*seed >> 8) % making.list.count];
        mad_vm_apply(game, making.before, move, making.list.deltas, making.alone);
        memcpy(making.before, making.alone, game->state_bytes);
    }
}

static void walk_all(const struct mad_load *what, void (*look_at)(const struct mad_game *game),
                     uint32_t *seed)
{
    mad_engine *engine = NULL;
    mad_game *game = NULL;
    assert_int_equal(mad_engine_new(&engine), MAD_OK);
    assert_int_equal(mad_game_load(engine, what, &game, NULL), MAD_OK);
    making.before = new_state(game);
    making.turned = new_state(game);
    making.state = new_state(game);
    making.alone = new_state(game);
    making.seen = new_state(game);
    for (uint32_t n = 0; n < GAMES; n++) {
        walk(game, look_at, seed);
    }
    free(making.before);
    free(making.turned);
    free(making.state);
    free(making.alone);
    free(making.seen);
    mad_game_free(game);
    mad_engine_free(engine);
}

/* All moves of the position drawn: each leaves what one of those listed does, and no two the same one's. */
static void draw_all(const struct mad_game *game)
{
    bool found[MOST_DRAWN] = {false};
    const uint32_t count = making.list.count;
    assert_true(count <= MOST_DRAWN);
    for (uint32_t n = 0; n < count; n++) {
        struct mad_move_list *const drawn = &making.drawn;
        uint64_t total = 0;
        uint32_t i = 0;
        drawn->count = drawn->delta_count = 0;
        assert_int_equal(mad_vm_make_nth(game, making.before, n, drawn, making.state, &total),
                         MAD_OK);
        assert_int_equal(total, count);
        assert_true(making.state->key == mad_state_key(game, making.state));
        clear_scratch(game, making.state);
        for (bool same = false; !same; i++) {
            assert_true(i < count);
            mad_vm_apply(game, making.before, &making.list.moves[i], making.list.deltas,
                         making.alone);
            clear_scratch(game, making.alone);
            same = !found[i] && memcmp(making.state, making.alone, game->state_bytes) == 0;
        }
        found[i - 1] = true;
    }
}

/* Men who jump over others: who is crowned, who is another once he has taken somebody; with the lines of
 * one game more at three places. */
#define LEAPERS(words, line, drop, may, end)                                                 \
    "mad 1\n"                                                                                \
    "use boards" words "\n"                                                                  \
    "game \"Leapers\"\n"                                                                     \
    "players Black (b) in capitals going north and White (w) in small letters going south\n" \
    "board 8 by 8\n"                                                                         \
    "array\n"                                                                                \
    "  . m . h . m . m\n"                                                                    \
    "  m . m . m . h .\n"                                                                    \
    "  . m . m . m . m\n"                                                                    \
    "  . . . . . . . .\n"                                                                    \
    "  . . . . . . . .\n"                                                                    \
    "  M . M . M . M .\n"                                                                    \
    "  . H . M . M . M\n"                                                                    \
    "  M . M . H . M .\n" line "piece Man (M)\n"                                             \
    "  move step forward-diagonal\n"                                                         \
    "  jump along forward-diagonal\n"                                                        \
    "  when its own move ends on last rank: become King\n" drop "piece Hunter (H)\n"         \
    "  move step forward-diagonal\n"                                                         \
    "  jump along forward-diagonal\n"                                                        \
    "  when capturing: become King\n"                                                        \
    "piece King (K)\n"                                                                       \
    "  move step diagonal\n"                                                                 \
    "  jump along diagonal\n"                                                                \
    "must jump when possible\n"                                                              \
    "verb jump along [ways: directions]\n"                                                   \
    "  choose way from ways\n"                                                               \
    "  let victim be step way\n"                                                             \
    "  require victim is enemy piece\n"                                                      \
    "  let landing be step way from victim\n"                                                \
    "  require landing is empty\n"                                                           \
    "  take victim\n"                                                                        \
    "  land on landing\n"                                                                    \
    "  repeat at most 12 times\n"                                                            \
    "end\n" may "ends in this order\n"                                                       \
    "  mover wins when enemy cannot move\n" end                                              \
    "  draw after 40 turns each without capture or Man move\n"

static void draws_what_it_lists(void **unused)
{
    (void)unused;
    static const struct {
        const char *path, *text;
    } DRAWN[] = {
        {"checkers", NULL},
        {"breakthrough", NULL},
        {"chess", NULL},
        {"three-check", NULL},
        {"mad-elephant-chess", NULL},
        {"international-draughts", NULL},
        {"tests/perft/games/strikes.mad", NULL},
        {"leapers.mad", LEAPERS("", "", "", "", "")},
        {"leapers.mad", LEAPERS("",
                                "mark fresh lasts until its piece moves or is taken\n"
                                "mark fresh starts on rank 8\n",
                                "", "", "  draw when fresh has no square\n")},
        {"leapers.mad", LEAPERS(" and hands",
                                "pocket hand\n"
                                "captured pieces change sides and go to hand\n",
                                "  drop on empty\n", "a player may drop from hand\n", "")},
    };
    uint32_t seed = 64;
    for (size_t i = 0; i < sizeof DRAWN / sizeof *DRAWN; i++) {
        const char *text = DRAWN[i].text;
        walk_all(&(struct mad_load){.path = DRAWN[i].path,
                                    .text = text,
                                    .text_bytes = text == NULL ? 0 : strlen(text)},
                 draw_all, &seed);
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
        walk_all(&(struct mad_load){.path = NAMES[i]}, make_all, &seed);
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
    making.drawn = (struct mad_move_list){
        .moves = malloc(MAD_MAX_MOVES * sizeof *making.drawn.moves),
        .deltas = malloc(MAD_MAX_DELTAS * sizeof *making.drawn.deltas),
        .capacity = MAD_MAX_MOVES,
        .delta_capacity = MAD_MAX_DELTAS,
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_in_a_row_what_it_makes_alone),
        cmocka_unit_test(draws_what_it_lists),
    };
    const int failed = making.list.moves != NULL && making.list.deltas != NULL &&
                               making.drawn.moves != NULL && making.drawn.deltas != NULL
                           ? cmocka_run_group_tests(tests, NULL, NULL)
                           : 1;
    free(making.list.moves);
    free(making.list.deltas);
    free(making.drawn.moves);
    free(making.drawn.deltas);
    return failed;
}
