/* verify.c - checks programs before they may run.
 *
 * Layer: vm. The run loop trusts what it reads: registers, tables, jumps. This is where the trust comes
 * from; operand kinds come from opcode.def. */
#include "verify.h"

#include "../game/state.h"
#include "machine.h"

static const char OPERANDS[MAD_OPS][4] = {
#define MAD_OP(op, name, a, b, c, x, meaning) [MAD_OP_##op] = {#a[0], #b[0], #c[0], #x[0]},
#include "opcode.def"
#undef MAD_OP
};

static bool is_term(uint32_t op)
{
    return op == MAD_OP_LEAP_TERM || op == MAD_OP_RIDE_TERM || op == MAD_OP_SHIFT_TERM;
}

static bool moves_men(uint32_t op)
{
    return op == MAD_OP_MEN || op == MAD_OP_HOPPERS || op == MAD_OP_ROYAL;
}

static bool looks_along_rows(uint32_t op)
{
    return op == MAD_OP_LINE || op == MAD_OP_BEFORE_ROWS || op == MAD_OP_ROWS_TO;
}

/* The number of values an operand of this kind may have; UINT32_MAX: any. */
static uint32_t bound_of(const struct mad_game *game, char kind)
{
    const struct mad_machine *machine = game->machine;
    switch (kind) {
    case 'D':
    case 'S': return MAD_MAX_SETS;
    case 'N': return MAD_SAVE_LEVELS;
    case 'U': return MAD_NUMBERS;
    case 'G': return 2 * game->counter_count;
    case 'K': return game->code_count;
    case 'T': return game->type_count;
    case 'M': return game->mark_count;
    case 'L': return game->line_count;
    case 'C': return MAD_GATE_FREE + 1;
    case 'Q': return game->outcome_count + 1;
    case 'F': return machine->fate_count;
    case 'P': return game->pocket_count;
    case 'k': return machine->const_count;
    case 't': return machine->leap_count;
    case 'r': return machine->ride_count;
    case 'p':
    case 'j': return machine->code_count;
    case 'o': return 4;
    default: return UINT32_MAX;
    }
}

static bool operand_fits(const struct mad_game *game, uint32_t op, uint32_t operand, uint32_t value)
{
    char kind = OPERANDS[op][operand];
    if ((op == MAD_OP_SLOT || op == MAD_OP_OR_SLOT || op == MAD_OP_FORMER) && operand == 3) {
        return value < game->mark_slot + game->mark_count &&
               value != MAD_SLOT_CODE + (uint32_t)game->empty;
    }
    if ((op == MAD_OP_IF_ATTACKED || op == MAD_OP_IF_SAFE || op == MAD_OP_IF_POCKET_EMPTY ||
         op == MAD_OP_IF_POCKET_WAS_EMPTY || op == MAD_OP_SPEND || op == MAD_OP_TURN) &&
        operand == 1) {
        return value < 2; /* players */
    }
    if ((op == MAD_OP_IF_STUCK || op == MAD_OP_IF_FREE || op == MAD_OP_UNLESS_AFTER) &&
        operand == 0) {
        return value < 2 || (value == MAD_NEXT_PLAYER && op != MAD_OP_UNLESS_AFTER);
    }
    if (op == MAD_OP_UNLESS_HELD && operand == 0) {
        return value < game->machine->watch_count;
    }
    if (op == MAD_OP_SHIFT_TERM && (operand == 1 || operand == 2)) {
        return value < 64 || value > 192; /* up or down by less than a word */
    }
    return value < bound_of(game, kind);
}

/* Never among terms; backwards only to an instruction that takes a square out of a set, or gives up
 * after MAD_MAX_STEPS, so that every program ends. */
static bool may_jump(const struct mad_machine *machine, uint32_t from, uint32_t to)
{
    uint32_t op = machine->code[to].op;
    return !is_term(op) && (to > from || op == MAD_OP_NEXT_MAN || op == MAD_OP_NEXT_SQUARE);
}

static bool instruction_fits(const struct mad_game *game, uint32_t address)
{
    const struct mad_machine *machine = game->machine;
    const struct mad_instruction *i = &machine->code[address];
    if (i->op >= MAD_OPS) {
        return false;
    }
    const uint32_t values[4] = {i->a, i->b, i->c, i->x};
    for (uint32_t operand = 0; operand < 4; operand++) {
        if (!operand_fits(game, i->op, operand, values[operand])) {
            return false;
        }
    }
    if (OPERANDS[i->op][3] == 'j' && !may_jump(machine, address, i->x)) {
        return false;
    }
    if (i->op == MAD_OP_IF_BUSY) {
        return address + 1 < machine->code_count && machine->code[address + 1].op == MAD_OP_JUMP;
    }
    if (i->op == MAD_OP_SWEEP) {
        for (uint32_t term = address + 1; term <= address + i->b; term++) {
            if (term >= machine->code_count || machine->code[term].op != MAD_OP_SHIFT_TERM) {
                return false;
            }
        }
    }
    if (looks_along_rows(i->op) && i->x > UINT8_MAX) {
        return false;
    }
    if (i->op == MAD_OP_RAYS || looks_along_rows(i->op)) {
        uint32_t terms = i->op == MAD_OP_RAYS ? i->c : i->x;
        for (uint32_t term = address + 1; term <= address + terms; term++) {
            if (term >= machine->code_count || machine->code[term].op != MAD_OP_LEAP_TERM) {
                return false;
            }
        }
    }
    if (moves_men(i->op)) {
        uint32_t end = address + 1u + i->b + i->c;
        for (uint32_t term = address + 1; term < end; term++) {
            uint32_t wanted = term <= address + i->b ? MAD_OP_LEAP_TERM : MAD_OP_RIDE_TERM;
            if (term >= machine->code_count || machine->code[term].op != wanted) {
                return false;
            }
        }
    }
    return true;
}

bool mad_vm_verify(const struct mad_game *game, uint32_t *address)
{
    const struct mad_machine *machine = game->machine;
    uint32_t expected_terms = 0;
    for (uint32_t at = 0; at < machine->code_count; at++) {
        *address = at;
        const struct mad_instruction *i = &machine->code[at];
        if (!instruction_fits(game, at) || is_term(i->op) != (expected_terms > 0)) {
            return false;
        }
        expected_terms = i->op == MAD_OP_SWEEP     ? i->b
                         : i->op == MAD_OP_RAYS    ? i->c
                         : looks_along_rows(i->op) ? i->x
                         : expected_terms > 0      ? expected_terms - 1
                         : moves_men(i->op)        ? i->b + (uint32_t)i->c
                                                   : 0;
    }
    uint32_t last = machine->code_count - 1;
    *address = last;
    return machine->code_count != 0 && machine->code[last].op == MAD_OP_STOP && expected_terms == 0;
}
