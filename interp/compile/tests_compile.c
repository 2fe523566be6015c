/* tests_compile.c - TEST nodes become the tests that a game carries (game/game_test.h).
 *
 * Layer: compile. Nothing is checked here: moves, positions and squares are texts until the test runs,
 * and a text that makes no sense fails its test with a message. */
#include "tests_compile.h"

#include <string.h>

#include "../game/game_test.h"
#include "../place.h"

struct tests_build {
    struct mad_arena *arena;
    const struct mad_sources *sources;
    struct mad_line_start *line; /* the last that was asked for */
};

static uint32_t count_siblings(const struct mad_node *node)
{
    uint32_t count = 0;
    for (; node != NULL; node = node->next)
        count++;
    return count;
}

/* A null text stays null. */
static bool copy_text(const struct tests_build *build, const char *text, const char **out)
{
    *out = text == NULL ? NULL : mad_arena_copy(build->arena, text, strlen(text));
    return text == NULL || *out != NULL;
}

static bool copy_moves(const struct tests_build *build, const struct mad_node *node,
                       struct mad_test_step *step)
{
    step->moves = MAD_ARENA_ARRAY(build->arena, const char *, count_siblings(node->first));
    if (step->moves == NULL)
        return false;
    for (const struct mad_node *move = node->first; move != NULL; move = move->next)
        if (!copy_text(build, move->text, &step->moves[step->move_count++]))
            return false;
    return true;
}

struct step_kind {
    enum mad_node_kind node;
    enum mad_test_step_kind step;
};

static const struct step_kind step_kinds[] = {
    {MAD_NODE_T_POSITION, MAD_STEP_POSITION}, {MAD_NODE_T_PLAY, MAD_STEP_PLAY},
    {MAD_NODE_T_MOVES, MAD_STEP_MOVES},       {MAD_NODE_T_COUNT, MAD_STEP_COUNT},
    {MAD_NODE_T_RESULT, MAD_STEP_RESULT},
};

static const struct step_kind *find_kind(const struct mad_node *node)
{
    for (size_t i = 0; i < sizeof step_kinds / sizeof *step_kinds; i++)
        if (step_kinds[i].node == node->kind)
            return &step_kinds[i];
    return NULL;
}

static bool make_step(const struct tests_build *build, const struct mad_node *node,
                      const struct step_kind *kind, struct mad_test_step *step)
{
    step->kind = kind->step;
    step->mode = (uint8_t)node->n0;
    step->depth = kind->step == MAD_STEP_COUNT ? node->n0 : 0;
    bool is_result = kind->step == MAD_STEP_RESULT;
    if (is_result && node->first != NULL) {
        step->scored = true;
        step->points[0] = node->first->n0;
        step->points[1] = node->first->n1;
    }
    return copy_text(build, is_result ? node->name : node->text, &step->text) &&
           (is_result || copy_moves(build, node, step)) &&
           mad_place_make_after(build->arena, build->sources, node->span, build->line,
                                &step->place);
}

static bool make_test(const struct tests_build *build, const struct mad_node *node,
                      struct mad_game_test *test)
{
    test->steps = MAD_ARENA_ARRAY(build->arena, struct mad_test_step, count_siblings(node->first));
    if (test->steps == NULL || !copy_text(build, node->text, &test->title) ||
        !mad_place_make_after(build->arena, build->sources, node->span, build->line, &test->place))
        return false;
    for (const struct mad_node *line = node->first; line != NULL; line = line->next) {
        const struct step_kind *kind = find_kind(line);
        if (kind != NULL && !make_step(build, line, kind, &test->steps[test->step_count++]))
            return false;
    }
    return true;
}

enum mad_status mad_tests_compile(const struct mad_rule_lines *tests,
                                  const struct mad_sources *sources, struct mad_arena *arena,
                                  struct mad_game *game)
{
    struct mad_line_start line = {0};
    const struct tests_build build = {arena, sources, &line};
    struct mad_game_test *made = MAD_ARENA_ARRAY(arena, struct mad_game_test, tests->count);
    if (made == NULL)
        return MAD_ERROR_MEMORY;
    for (uint32_t i = 0; i < tests->count; i++)
        if (!make_test(&build, tests->items[i], &made[i]))
            return MAD_ERROR_MEMORY;
    game->tests = made;
    game->test_count = tests->count;
    return MAD_OK;
}
