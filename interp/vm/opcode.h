/* opcode.h - what opcode.def says of each instruction, as a table.
 *
 * Layer: vm. Whoever asks of instructions what they look at, or what their operands are, asks here, so
 * that a new row of opcode.def answers all of them. */
#ifndef MAD_VM_OPCODE_H
#define MAD_VM_OPCODE_H

#include <assert.h>

#include "program.h"

/* See opcode.def. Sets of them are bits, MAD_ABOUT(NOTHING) | MAD_ABOUT(STATE). */
enum mad_about {
    MAD_ABOUT_NOTHING,
    MAD_ABOUT_STATE,
    MAD_ABOUT_LAST,
    MAD_ABOUT_PAST,
    MAD_ABOUT_AHEAD,
    MAD_ABOUT_ATTACKS,
    MAD_ABOUT_HERE,
    MAD_ABOUT_BEGUN,
    MAD_ABOUT_MOVES,
    MAD_ABOUT_WAYS,
    MAD_ABOUT_BOARD,
    MAD_ABOUT_REST,
    MAD_ABOUT_ANSWER,
};
#define MAD_ABOUT(what) (1u << MAD_ABOUT_##what)

struct mad_opcode {
    const char *name; /* `this|that` where operand n chooses */
    char operands[4]; /* a, b, c, x */
    uint8_t about;    /* enum mad_about */
};

extern const struct mad_opcode mad_opcodes[MAD_OPS];

static inline bool mad_op_is_about(uint32_t op, uint32_t abouts)
{
    return abouts >> mad_opcodes[op].about & 1;
}

static inline bool mad_op_jumps(uint32_t op)
{
    return mad_opcodes[op].operands[3] == 'j';
}

static inline bool mad_op_names_slot(uint32_t op)
{
    return mad_opcodes[op].operands[3] == 's';
}

static inline bool mad_op_reads(uint32_t op, uint32_t operand)
{
    return mad_opcodes[op].operands[operand] == 'S' || mad_opcodes[op].operands[operand] == 'R';
}

static inline bool mad_op_writes(uint32_t op, uint32_t operand)
{
    return mad_opcodes[op].operands[operand] == 'D' || mad_opcodes[op].operands[operand] == 'R';
}

/* How many there are that operand n chooses among. */
static inline uint32_t mad_op_names(uint32_t op)
{
    uint32_t count = 1;
    for (const char *at = mad_opcodes[op].name; *at != '\0'; at++) {
        count += *at == '|';
    }
    return count;
}

/* The instruction that follows so many times as such an operand says; MAD_OPS: none does. */
static inline enum mad_op mad_term_of(char operand)
{
    return operand == 'l'   ? MAD_OP_LEAP_TERM
           : operand == 'i' ? MAD_OP_RIDE_TERM
           : operand == 'h' ? MAD_OP_SHIFT_TERM
                            : MAD_OPS;
}

/* How many terms follow an instruction. */
static inline uint32_t mad_terms_behind(const struct mad_instruction *i)
{
    const uint32_t values[4] = {i->a, i->b, i->c, i->x};
    uint32_t count = 0;
    for (uint32_t operand = 0; operand < 4; operand++) {
        bool counts = mad_term_of(mad_opcodes[i->op].operands[operand]) != MAD_OPS;
        count += counts ? values[operand] : 0;
    }
    return count;
}

/* Registers of an instruction as bits: those of sets, and behind them those of numbers. */
enum { MAD_REGISTER_WORDS = (MAD_MAX_SETS + MAD_NUMBERS) / 64 };
static_assert(MAD_NUMBERS % 64 == 0 && MAD_MAX_SETS % 64 == 0, "they are counted in words");
struct mad_registers {
    uint64_t bits[MAD_REGISTER_WORDS];
};
struct mad_registers mad_registers_read(const struct mad_instruction *i);
struct mad_registers mad_registers_written(const struct mad_instruction *i);
/* One more than the last register of a set among them; 0: there is none. */
uint32_t mad_registers_end(struct mad_registers registers);

static inline void mad_add_registers(struct mad_registers *registers, struct mad_registers more)
{
    for (uint32_t w = 0; w < MAD_REGISTER_WORDS; w++) {
        registers->bits[w] |= more.bits[w];
    }
}

#endif
