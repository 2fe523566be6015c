/* shuffle.h - arrays drawn before a game: `shuffle X until C`.
 *
 * Layer: vm. */
#ifndef MAD_VM_SHUFFLE_H
#define MAD_VM_SHUFFLE_H

#include "../game/state.h"
#include "../mad_rules.h"

enum { MAD_SHUFFLE_TRIES = 10000 }; /* of Chess960 one in five fits */

/* The array with its men shuffled, and what is marked with them, so that every condition holds: each such array is
 * as likely, and the same seed draws the same. MAD_ERROR_LIMIT: none was found. */
MAD_MUST_CHECK enum mad_status mad_shuffle(const struct mad_game *game, uint64_t seed,
                                           struct mad_state *state);

#endif
