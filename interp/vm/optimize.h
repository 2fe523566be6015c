/* optimize.h - see optimize.c. Layer: vm. */
#ifndef MAD_VM_OPTIMIZE_H
#define MAD_VM_OPTIMIZE_H

#include "../game/game.h"

/* Fills program->fast from the verified program program->code, and what making plain moves asks. */
void mad_vm_optimize(const struct mad_game *game);

/* Parts of it. */
void mad_gather_traits(const struct mad_game *game); /* program->piece.traits, traits.c */
void mad_find_stretches(const struct mad_game *game,
                        uint32_t side); /* program->forecast.stretches, stretches.c */

#endif
