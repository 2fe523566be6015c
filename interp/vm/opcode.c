/* opcode.c - the table of opcode.def.
 *
 * Layer: vm. It relies on opcode.def, of which there is one row for each instruction. */
#include "opcode.h"

const struct mad_opcode mad_opcodes[MAD_OPS] = {
#define MAD_OP(op, name, a, b, c, x, about, meaning) \
    [MAD_OP_##op] = {name, {#a[0], #b[0], #c[0], #x[0]}, MAD_ABOUT_##about},
#include "opcode.def"
#undef MAD_OP
};
