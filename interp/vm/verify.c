/* verify.c - checks programs before they may run.
 *
 * Layer: vm. The run loop trusts what it reads: registers, tables, jumps. This is where the trust comes
 * from; operand kinds come from opcode.def. */
#include "verify.h"

#include "../game/state.h"
#include "program.h"
#include "opcode.h"

static bool is_term(uint32_t op)
{
    return op == MAD_OP_LEAP_TERM || op == MAD_OP_RIDE_TERM || op == MAD_OP_SHIFT_TERM;
}

/* See opcode.def. */
static bool operand_fits(const struct mad_game *game, char kind, uint32_t value)
{
    const struct mad_program *program = game->program;
    switch (kind) {
    case 'D':
    case 'S':
    case 'R': return value < MAD_MAX_SETS;
    case 'N': return value < MAD_SAVE_LEVELS;
    case 'U': return value < MAD_NUMBERS;
    case 'G': return value < 2 * game->counter_count;
    case 'K': return value < game->code_count;
    case 'T': return value < game->type_count;
    case 'M': return value < game->mark_count;
    case 's':
        return value < game->mark_slot + game->mark_count &&
               value != MAD_SLOT_CODE + (uint32_t)game->empty;
    case 'L': return value < game->line_count;
    case 'O': return value < 2;
    case 'Y': return value < 2 || value == MAD_NEXT_PLAYER;
    case 'W': return value < program->watch_count;
    case 'C': return value < MAD_CLASS_FREE + 1;
    case 'Q': return value < game->outcome_count + 1;
    case 'F': return value < program->fate_count;
    case 'P': return value < game->pocket_count;
    case 'k': return value < program->const_count;
    case 't': return value < program->leap_count;
    case 'r': return value < program->ride_count;
    case 'y': return value < 64 || value > 192;
    case 'l':
    case 'i':
    case 'h': return value <= UINT8_MAX;
    case 'p':
    case 'j': return value < program->code_count;
    case 'o': return value < 4;
    default: return true;
    }
}

/* Never among terms; backwards only to an instruction that takes a square out of a set, or gives up
 * after MAD_MAX_STEPS, so that every program ends. */
static bool may_jump(const struct mad_program *program, uint32_t from, uint32_t to)
{
    uint32_t op = program->code[to].op;
    return !is_term(op) && (to > from || op == MAD_OP_NEXT_MAN || op == MAD_OP_NEXT_SQUARE);
}

static bool instruction_fits(const struct mad_game *game, uint32_t address)
{
    const struct mad_program *program = game->program;
    const struct mad_instruction *i = &program->code[address];
    if (i->op >= MAD_OPS) {
        return false;
    }
    const uint32_t values[4] = {i->a, i->b, i->c, i->x};
    uint32_t last_term = address;
    for (uint32_t operand = 0; operand < 4; operand++) {
        const char kind = mad_opcodes[i->op].operands[operand];
        const enum mad_op term = mad_term_of(kind);
        if (!operand_fits(game, kind, values[operand])) {
            return false;
        }
        for (uint32_t left = term != MAD_OPS ? values[operand] : 0; left > 0; left--) {
            if (++last_term >= program->code_count || program->code[last_term].op != term) {
                return false;
            }
        }
    }
    if (mad_op_jumps(i->op) && !may_jump(program, address, i->x)) {
        return false;
    }
    return i->op != MAD_OP_IF_BUSY ||
           (address + 1 < program->code_count && program->code[address + 1].op == MAD_OP_JUMP);
}

bool mad_vm_verify(const struct mad_game *game, uint32_t *address)
{
    const struct mad_program *program = game->program;
    uint32_t expected_terms = 0;
    for (uint32_t at = 0; at < program->code_count; at++) {
        *address = at;
        const struct mad_instruction *i = &program->code[at];
        if (!instruction_fits(game, at) || is_term(i->op) != (expected_terms > 0)) {
            return false;
        }
        expected_terms = is_term(i->op) ? expected_terms - 1 : mad_terms_behind(i);
    }
    uint32_t last = program->code_count - 1;
    *address = last;
    return program->code_count != 0 && program->code[last].op == MAD_OP_STOP && expected_terms == 0;
}
