/* prepare.h - see prepare.c. Layer: vm. */
#ifndef MAD_VM_PREPARE_H
#define MAD_VM_PREPARE_H

#include "../game/game.h"

/* Fills machine->fast from the verified program machine->code, and what making plain moves asks. */
void mad_vm_prepare(const struct mad_game *game);

#endif
