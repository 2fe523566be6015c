/* disassemble.h - programs as text. Layer: vm. */
#ifndef MAD_VM_DISASSEMBLE_H
#define MAD_VM_DISASSEMBLE_H

#include "../game/game.h"
#include "../game/state.h"

/* Writes like snprintf: returns the whole length, fills what fits. */
size_t mad_vm_disassemble(const struct mad_game *game, char *buffer, size_t size);

#endif
