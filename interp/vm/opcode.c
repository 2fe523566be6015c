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

/* Those of the operands of these kinds, of sets and of numbers. */
static struct mad_registers registers_of(const struct mad_instruction *i, const char *sets,
                                         char number)
{
    const uint32_t values[4] = {i->a, i->b, i->c, i->x};
    struct mad_registers registers = {{0}};
    for (uint32_t operand = 0; operand < 4; operand++) {
        const char kind = mad_opcodes[i->op].operands[operand];
        if (kind == sets[0] || kind == sets[1] || kind == number) {
            const uint32_t bit = values[operand] + (kind == number ? MAD_MAX_SETS : 0);
            registers.bits[bit / 64] |= UINT64_C(1) << (bit % 64);
        }
    }
    return registers;
}

struct mad_registers mad_registers_read(const struct mad_instruction *i)
{
    return registers_of(i, "SR", 'U');
}

struct mad_registers mad_registers_written(const struct mad_instruction *i)
{
    return registers_of(i, "DR", 'u');
}

uint32_t mad_registers_end(struct mad_registers registers)
{
    uint32_t end = MAD_MAX_SETS;
    while (end > 0 && !(registers.bits[(end - 1) / 64] >> ((end - 1) % 64) & 1)) {
        end--;
    }
    return end;
}
