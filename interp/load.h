/* load.h - a look at what a load has made while its texts and trees are still there.
 *
 * Layer: interp, private; lint reads it. */
#ifndef MAD_INTERP_LOAD_H
#define MAD_INTERP_LOAD_H

#include "../grammar/arena.h"
#include "../grammar/diagnostic.h"
#include "../grammar/sources.h"
#include "rules/ruleset.h"
#include "game/game.h"
#include "mad_rules.h"

struct mad_loaded {
    struct mad_game *game;
    const struct mad_ruleset *rules;
    const struct mad_sources *sources;
    struct mad_arena *scratch;     /* dropped with the texts */
    struct mad_findings *findings; /* handed out at the end */
    uint16_t main_source;          /* index in sources of the file that was asked for */
};

/* Called once, when a game has been made; anything but MAD_OK ends the load with that status. */
typedef enum mad_status (*mad_load_visit)(void *context, struct mad_loaded *loaded);

/* mad_game_load with a visit, which may be null. */
MAD_MUST_CHECK enum mad_status mad_load_visited(const mad_engine *engine,
                                                const struct mad_load *load, mad_load_visit visit,
                                                void *context, mad_game **out,
                                                mad_diagnostics **diagnostics);

/* Changes what a load has collected before it is compiled; anything but MAD_OK ends the load. `diagnostics` may be null. */
typedef enum mad_status (*mad_rules_edit)(void *context, struct mad_ruleset *rules,
                                          const struct mad_sources *sources);
MAD_MUST_CHECK enum mad_status mad_load_edited(const mad_engine *engine,
                                               const struct mad_load *load, mad_rules_edit edit,
                                               void *context, mad_game **out,
                                               mad_diagnostics **diagnostics);

/* The same of which no game is wanted, but only whether one can be made: faults are told where they are, and no more of them. `edit`
 * may be null. */
MAD_MUST_CHECK enum mad_status mad_load_tried(const mad_engine *engine, const struct mad_load *load,
                                              mad_rules_edit edit, void *context,
                                              mad_diagnostics **diagnostics);

#endif
