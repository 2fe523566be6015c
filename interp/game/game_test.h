/* game_test.h - the `test` blocks of a rule file in the shape in which they are run.
 *
 * Layer: game. Made by plan/tests_compile.c from syntax nodes, run by rules_test.c. Everything,
 * texts of places included, lies in the arena of the game. Steps are done in order; the first that
 * fails ends its test. */
#ifndef MAD_GAME_GAME_TEST_H
#define MAD_GAME_GAME_TEST_H

#include "../mad_rules.h"

enum mad_test_step_kind {
    MAD_STEP_POSITION, /* text */
    MAD_STEP_PLAY,     /* moves */
    MAD_STEP_MOVES,    /* moves, mode, text = origin square or null */
    MAD_STEP_COUNT,    /* depth, text = decimal count */
    MAD_STEP_RESULT,   /* mode, text = player or null */
};

struct mad_test_step {
    enum mad_test_step_kind kind;
    uint8_t mode; /* enum mad_moves_test, enum mad_result_test of the syntax tree */
    int32_t depth;
    const char *text;
    const char **moves;
    uint32_t move_count;
    bool scored; /* of a result: `3 to 1` is said */
    int32_t points[2];
    struct mad_place place;
};

struct mad_game_test {
    const char *title;
    struct mad_place place;
    struct mad_test_step *steps;
    uint32_t step_count;
};

#endif
