/* rights.h - castling rights of arrays other than that of the rules.
 *
 * Layer: interp, private. */
#ifndef MAD_INTERP_RIGHTS_H
#define MAD_INTERP_RIGHTS_H

#include "game/state.h"
#include "mad_rules.h"

/* Drops the rights whose men stand elsewhere than in the array, and whom the rules do not let castle from
 * there even when nobody else is on the board; says so in `error`. `scratch` has room for a state. */
MAD_MUST_CHECK enum mad_status mad_rights_check(const struct mad_game *game,
                                                struct mad_state *state, struct mad_state *scratch,
                                                struct mad_text_error *error);

#endif
