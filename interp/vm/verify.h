/* verify.h - nothing unverified runs. Layer: vm. */
#ifndef MAD_VM_VERIFY_H
#define MAD_VM_VERIFY_H

#include <stdbool.h>

#include "../game/game.h"

enum { MAD_VERIFY_WORDS = (MAD_MAX_SETS + MAD_NUMBERS) / 64 + 1 };

/* Checks every instruction of the game: opcodes, operands in range, jumps that land on instructions,
 * terms behind their MEN, no way out of the end of the code, no register that is read before it is written on
 * some way. *address is the first that fails; room: MAD_VERIFY_WORDS words for each instruction. */
bool mad_vm_verify(const struct mad_game *game, uint64_t *room, uint32_t *address);

#endif
