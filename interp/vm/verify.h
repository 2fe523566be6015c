/* verify.h - nothing unverified runs. Layer: vm. */
#ifndef MAD_VM_VERIFY_H
#define MAD_VM_VERIFY_H

#include <stdbool.h>

#include "../game/game.h"

/* Checks every instruction of the game: opcodes, operands in range, jumps that land on instructions,
 * terms behind their MEN, no way out of the end of the code. *address is the first that fails. */
bool mad_vm_verify(const struct mad_game *game, uint32_t *address);

#endif
