/* verify.c - checks programs before they may run.
 *
 * Layer: vm. The run loop trusts what it reads: registers, tables, jumps. This is where the trust comes from;
 * operand kinds come from opcode.def. An instruction that reads r9 where no way to it has written r9 is
 * refused. It relies on opcode.def, and on nothing that the compiler says. */
#include "verify.h"

#include <string.h>

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
    case 'U':
    case 'u': return value < MAD_NUMBERS;
    case 'G': return value < 2 * game->counter_count;
    case 'K': return value < game->code_count;
    case 'T': return value < game->type_count;
    case 'M': return value < game->mark_count;
    case 'b': return value < 8;
    case 'B': return value < game->mark_count && game->marks[value].show == MAD_SHOW_NUMBER;
    case 's':
        return value < game->mark_slot + game->mark_count &&
               value != MAD_SLOT_CODE + (uint32_t)game->empty;
    case 'L': return value < game->line_count;
    case 'O': return value < 2;
    case 'Y': return value < 2 || value == MAD_NEXT_PLAYER;
    case 'W': return value < program->ends.watch_count;
    case 'C': return value < MAD_CLASS_FREE + 1;
    case 'Q': return value < game->outcome_count + 1;
    case 'q': return value != 0 && value - 1 + game->squares <= game->outcome_count;
    case 'F': return value < program->fate.count;
    case 'P': return value < game->pocket_count;
    case 'k': return value < program->tables.const_count;
    case 't': return value < program->tables.leap_count;
    case 'r': return value < program->tables.ride_count;
    case 'y': return value < 64 || value > 192;
    case 'p':
    case 'j': return value < program->code_count;
    case 'o': return value < 4;
    default: return true;
    }
}

/* Never among terms; backwards only to an instruction that takes a square out of a set, counts down, or gives
 * up after MAD_MAX_STEPS, so that every program ends. */
static bool may_jump(const struct mad_program *program, uint32_t from, uint32_t to)
{
    uint32_t op = program->code[to].op;
    return !is_term(op) && (to > from || op == MAD_OP_NEXT_MAN || op == MAD_OP_NEXT_SQUARE ||
                            op == MAD_OP_NEXT_TIME);
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
        if (!operand_fits(game, kind, values[operand]) ||
            (kind == 'n' && values[operand] >= mad_op_names(i->op))) {
            return false;
        }
        for (uint32_t left = term != MAD_OPS ? values[operand] : 0; left > 0; left--) {
            if (++last_term >= program->code_count || program->code[last_term].op != term) {
                return false;
            }
        }
    }
    return !mad_op_jumps(i->op) || may_jump(program, address, i->x);
}

/* --- definition before use ------------------------------------------------------------------------
 *
 * On every way that leads to an instruction, each register that it reads has been written. What is written on
 * all ways to an address is worked out from the entries of programs on, where it is the fixed registers;
 * loops are gone through until nothing is found out any more. */

enum { WORDS = MAD_REGISTER_WORDS };
_Static_assert(MAD_VERIFY_WORDS == WORDS + 1, "what is written, and whether anything leads there");

struct flow {
    const struct mad_program *program;
    uint64_t *room; /* MAD_VERIFY_WORDS for each instruction */
    bool changed;
};

static uint64_t *written_at(const struct flow *flow, uint32_t address)
{
    return flow->room + (size_t)address * MAD_VERIFY_WORDS;
}

/* A way leads there on which these are written. */
static void lead_to(struct flow *flow, uint32_t address, const uint64_t *written)
{
    uint64_t *at = written_at(flow, address);
    if (address >= flow->program->code_count) {
        return;
    }
    for (uint32_t w = 0; w < WORDS; w++) {
        const uint64_t both = at[WORDS] != 0 ? at[w] & written[w] : written[w];
        flow->changed = flow->changed || both != at[w] || at[WORDS] == 0;
        at[w] = both;
    }
    at[WORDS] = 1;
}

static void enter(struct flow *flow, uint32_t address)
{
    const uint64_t fixed[WORDS] = {(UINT64_C(1) << MAD_FIXED_REGISTERS) - 1};
    if (address != MAD_NO_PROGRAM) {
        lead_to(flow, address, fixed);
    }
}

static void enter_programs(struct flow *flow, const struct mad_game *game)
{
    const struct mad_program *program = flow->program;
    for (uint32_t player = 0; player < 2; player++) {
        const uint32_t entries[] = {
            program->entry.pass[player],         program->entry.end_turn[player],
            program->entry.moved[player],        program->entry.duty[player],
            program->entry.generate[player],     program->entry.illegal[player],
            program->entry.judge[player],        program->extension.program[player],
            program->entry.judge_static[player], program->ends.precheck[player],
            program->laws.guard[player],         program->laws.doubt[player]};
        for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
            enter(flow, entries[i]);
        }
    }
    for (uint32_t code = 0; code < game->code_count; code++) {
        enter(flow, program->piece.filters_at[code]);
        enter(flow, program->piece.after[code]);
        enter(flow, program->piece.taken[code]);
        enter(flow, program->piece.capturing[code]);
    }
    for (uint32_t i = 0; i < game->shuffles.count; i++) {
        enter(flow, game->shuffles.items[i].condition);
    }
    for (uint32_t i = 0; i < program->ends.watch_count; i++) {
        enter(flow, program->ends.watches[i].address);
    }
}

/* Whether all is written that the instruction reads; adds what it writes. */
static bool reads_written(const struct mad_instruction *i, uint64_t *written)
{
    const struct mad_registers reads = mad_registers_read(i), writes = mad_registers_written(i);
    bool all = true;
    for (uint32_t w = 0; w < WORDS; w++) {
        all = all && (reads.bits[w] & ~written[w]) == 0;
        written[w] |= writes.bits[w];
    }
    return all;
}

/* The next round of a verb knows the numbers that are handed on to it. */
static void enter_round(struct flow *flow, uint32_t address, const uint64_t *written)
{
    uint64_t known[WORDS] = {(UINT64_C(1) << MAD_FIXED_REGISTERS) - 1};
    for (uint32_t number = MAD_FIRST_HANDED; number < MAD_NUMBERS / 2; number++) {
        const uint32_t bit = MAD_MAX_SETS + number;
        known[bit / 64] |= written[bit / 64] & UINT64_C(1) << (bit % 64);
    }
    lead_to(flow, address, known);
}

/* Where the machine goes on behind the instruction. */
static void go_on(struct flow *flow, uint32_t at, const uint64_t *written)
{
    const struct mad_instruction *i = &flow->program->code[at];
    const bool ends = i->op == MAD_OP_STOP || mad_op_is_about(i->op, MAD_ABOUT(ANSWER));
    if (mad_op_jumps(i->op)) {
        lead_to(flow, i->x, written);
    }
    if (i->op == MAD_OP_REPEAT) {
        enter_round(flow, i->x, written);
    } else if (mad_opcodes[i->op].operands[3] == 'p') {
        enter(flow, i->x);
    }
    if (!ends && i->op != MAD_OP_JUMP && i->op != MAD_OP_MOVE) {
        lead_to(flow, at + 1, written);
    }
    if (i->op == MAD_OP_UNLESS_AFTER) {
        lead_to(flow, at + 2, written);
    } else if (i->op == MAD_OP_REPEAT) {
        lead_to(flow, at + 3, written);
    }
}

static bool defines_before_use(const struct mad_game *game, uint64_t *room, uint32_t *address)
{
    struct flow flow = {.program = game->program, .room = room, .changed = true};
    memset(room, 0, (size_t)game->program->code_count * MAD_VERIFY_WORDS * sizeof *room);
    enter_programs(&flow, game);
    for (flow.changed = true; flow.changed;) {
        flow.changed = false;
        for (uint32_t at = 0; at < game->program->code_count; at++) {
            uint64_t written[WORDS];
            memcpy(written, written_at(&flow, at), sizeof written);
            if (written_at(&flow, at)[WORDS] == 0) {
                continue; /* nothing leads there yet */
            }
            *address = at;
            if (!reads_written(&game->program->code[at], written)) {
                return false;
            }
            go_on(&flow, at, written);
        }
    }
    return true;
}

bool mad_vm_verify(const struct mad_game *game, uint64_t *room, uint32_t *address)
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
    return program->code_count != 0 && program->code[last].op == MAD_OP_STOP &&
           expected_terms == 0 && defines_before_use(game, room, address);
}
