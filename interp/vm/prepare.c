/* prepare.c - prepares a verified program for running.
 *
 * Layer: vm. Plain moves of a common shape and rows of instructions that often follow each other are
 * done in one step (see the end of opcode.def), and operands are replaced by what they lead to: tables
 * by their first row, the code of MEN by its set of squares where moves have a choice at their end.
 * Addresses stay as they are. */
#include "prepare.h"

#include "machine.h"

enum { LONGEST = 4, NONE = MAD_OPS };

struct shape {
    uint8_t op, leaps, rides;
};

static const struct shape SHAPES[] = {
#define MAD_OP(op, name, a, b, c, x, meaning)
#define MAD_SHAPE(op, name, leaps, rides) {MAD_OP_##op, leaps, rides},
#define MAD_FUSED(op, name, first, second, third, fourth)
#include "opcode.def"
#undef MAD_SHAPE
#undef MAD_FUSED
};

struct row {
    uint8_t op;
    uint8_t parts[LONGEST]; /* NONE behind the last */
};

#define MAD_OP_NONE NONE
static const struct row ROWS[] = {
#define MAD_SHAPE(op, name, leaps, rides)
#define MAD_FUSED(op, name, first, second, third, fourth) \
    {MAD_OP_##op, {MAD_OP_##first, MAD_OP_##second, MAD_OP_##third, MAD_OP_##fourth}},
#include "opcode.def"
#undef MAD_OP
#undef MAD_SHAPE
#undef MAD_FUSED
};

static bool begins(const struct row *row, const struct mad_machine *machine, uint32_t address)
{
    for (uint32_t i = 0; i < LONGEST && row->parts[i] != NONE; i++) {
        if (address + i >= machine->code_count || machine->code[address + i].op != row->parts[i]) {
            return false;
        }
    }
    return true;
}

static uint8_t fused(const struct mad_machine *machine, uint32_t address)
{
    const struct mad_instruction *i = &machine->code[address];
    for (size_t s = 0; i->op == MAD_OP_MEN && s < sizeof SHAPES / sizeof *SHAPES; s++) {
        if (SHAPES[s].leaps == i->b && SHAPES[s].rides == i->c) {
            return SHAPES[s].op;
        }
    }
    for (size_t r = 0; r < sizeof ROWS / sizeof *ROWS; r++) {
        if (begins(&ROWS[r], machine, address)) {
            return ROWS[r].op;
        }
    }
    return i->op;
}

static bool names_table(enum mad_op op)
{
    static const char LAST[MAD_OPS] = {
#define MAD_OP(op, name, a, b, c, x, meaning) [MAD_OP_##op] = #x[0],
#include "opcode.def"
#undef MAD_OP
    };
    return LAST[op] == 't' || LAST[op] == 'r';
}

/* Which moves set off more than the men who go and are taken; marks on their squares apart. */
static uint8_t stirs_of(const struct mad_machine *machine, uint32_t code)
{
    bool ends_marks = machine->mark_ends_with[code] != 0;
    uint32_t stirs = 0;
    if (machine->after[code] != MAD_NO_PROGRAM || ends_marks) {
        stirs |= MAD_STIRS_BY_MOVE;
    }
    if (machine->taken[code] != MAD_NO_PROGRAM || ends_marks) {
        stirs |= MAD_STIRS_WHEN_TAKEN;
    }
    if (machine->capturing[code] != MAD_NO_PROGRAM) {
        stirs |= MAD_STIRS_BY_CAPTURE;
    }
    return (uint8_t)stirs;
}

void mad_vm_prepare(const struct mad_game *game)
{
    struct mad_machine *machine = game->machine;
    struct mad_instruction *fast = machine->fast;
    for (uint32_t at = 0; at < machine->code_count; at++) {
        const struct mad_instruction *i = &machine->code[at];
        fast[at] = *i;
        fast[at].op = fused(machine, at);
        if (names_table(i->op)) {
            fast[at].x *= game->squares;
        } else if (i->op == MAD_OP_MEN || i->op == MAD_OP_HOPPERS || i->op == MAD_OP_ROYAL) {
            fast[at].x = machine->arrives_from[i->a];
        }
    }
    bool captures_stir = false;
    for (uint32_t code = 0; code < game->code_count; code++) {
        machine->stirs[code] = stirs_of(machine, code);
        captures_stir = captures_stir || machine->taken[code] != MAD_NO_PROGRAM ||
                        machine->capturing[code] != MAD_NO_PROGRAM;
    }
    machine->captures_stir = captures_stir;
}
