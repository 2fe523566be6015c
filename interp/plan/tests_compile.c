/* tests_compile.c - TEST nodes become the tests that a game carries (game/game_test.h).
 *
 * Layer: plan. Nothing is checked here: moves, positions and squares are texts until the test runs, and a text
 * that makes no sense fails its test with a message. `moves exactly of b1 Nc3 Na3` is kept as four texts. It
 * relies on rules_test.c to read them. */
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
static bool copy_text(const struct tests_build *codegen, const char *text, const char **out)
{
    *out = text == NULL ? NULL : mad_arena_copy(codegen->arena, text, strlen(text));
    return text == NULL || *out != NULL;
}

static bool copy_moves(const struct tests_build *codegen, const struct mad_node *node,
                       struct mad_test_step *step)
{
    step->moves = MAD_ARENA_ARRAY(codegen->arena, const char *, count_siblings(node->first));
    if (step->moves == NULL)
        return false;
    for (const struct mad_node *move = node->first; move != NULL; move = move->next)
        if (!copy_text(codegen, move->text, &step->moves[step->move_count++]))
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

static bool make_step(const struct tests_build *codegen, const struct mad_node *node,
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
    return copy_text(codegen, is_result ? node->name : node->text, &step->text) &&
           (is_result || copy_moves(codegen, node, step)) &&
           mad_place_make_after(codegen->arena, codegen->sources, node->span, codegen->line,
                                &step->place);
}

static bool make_test(const struct tests_build *codegen, const struct mad_node *node,
                      struct mad_game_test *test)
{
    test->steps =
        MAD_ARENA_ARRAY(codegen->arena, struct mad_test_step, count_siblings(node->first));
    if (test->steps == NULL || !copy_text(codegen, node->text, &test->title) ||
        !mad_place_make_after(codegen->arena, codegen->sources, node->span, codegen->line,
                              &test->place))
        return false;
    for (const struct mad_node *line = node->first; line != NULL; line = line->next) {
        const struct step_kind *kind = find_kind(line);
        if (kind != NULL && !make_step(codegen, line, kind, &test->steps[test->step_count++]))
            return false;
    }
    return true;
}

enum mad_status mad_tests_compile(const struct mad_rule_lines *tests,
                                  const struct mad_sources *sources, struct mad_arena *arena,
                                  struct mad_game *game)
{
    struct mad_line_start line = {0};
    const struct tests_build codegen = {arena, sources, &line};
    struct mad_game_test *made = MAD_ARENA_ARRAY(arena, struct mad_game_test, tests->count);
    if (made == NULL)
        return MAD_ERROR_MEMORY;
    for (uint32_t i = 0; i < tests->count; i++)
        if (!make_test(&codegen, tests->items[i], &made[i]))
            return MAD_ERROR_MEMORY;
    game->tests = made;
    game->test_count = tests->count;
    return MAD_OK;
}
