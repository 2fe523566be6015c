/* tests_compile.h - TEST nodes become the tests that a game carries.
 *
 * Layer: plan. Runs after lowering, while the syntax tree is still there. */
#ifndef MAD_PLAN_TESTS_COMPILE_H
#define MAD_PLAN_TESTS_COMPILE_H

#include "../../grammar/arena.h"
#include "../../grammar/sources.h"
#include "../game/game.h"
#include "../mad_rules.h"
#include "../rules/ruleset.h"

/* Sets game->tests and test_count; everything is copied into `arena`, the game's. */
MAD_MUST_CHECK enum mad_status mad_tests_compile(const struct mad_rule_lines *tests,
                                                 const struct mad_sources *sources,
                                                 struct mad_arena *arena, struct mad_game *game);

#endif
