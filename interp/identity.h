/* identity.h - what a loaded game is called in records: name, settings, digest of its rule texts, comments and layout aside.
 *
 * Layer: interp, private. A record that carries these can be told to have been played by other rules. */
#ifndef MAD_INTERP_IDENTITY_H
#define MAD_INTERP_IDENTITY_H

#include "../grammar/arena.h"
#include "../grammar/sources.h"
#include "game/game.h"
#include "mad_rules.h"
#include "rules/ruleset.h"

/* Fills in name, settings and digest of a game that was made from `load` and these texts, all of them.
 * False when there is no memory. */
bool mad_identity_fill(struct mad_arena *arena, const struct mad_load *load,
                       const struct mad_sources *sources, const struct mad_ruleset *rules,
                       struct mad_game *game);

#endif
