/* disassemble.c - programs as text, made from the table of opcodes.
 *
 * Layer: vm. For people who want to see what their rules became: `mad disasm`. `leap r13, leap 7` is op, a and
 * x of one instruction. It relies on opcode.c for names and kinds of operands. */
#include <string.h>

#include "../game/writer.h"
#include "disassemble.h"
#include "program.h"
#include "opcode.h"

static void write_code(struct mad_writer *writer, const struct mad_game *game, uint32_t code)
{
    if (code >= game->code_count) {
        mad_writer_text(writer, "nobody");
        return;
    }
    uint32_t owner = game->codes[code].owner;
    mad_writer_text(writer, owner < MAD_NOBODY ? game->player_name[owner] : "nobody");
    mad_writer_text(writer, "'s ");
    mad_writer_text(writer, game->types[game->codes[code].type].name);
}

static void write_slot(struct mad_writer *writer, const struct mad_game *game, uint32_t slot)
{
    if (slot >= game->mark_slot) {
        mad_writer_text(writer, game->marks[slot - game->mark_slot].name);
    } else if (slot >= MAD_SLOT_CODE) {
        write_code(writer, game, slot - MAD_SLOT_CODE);
    } else {
        mad_writer_text(writer, slot < 2 ? game->player_name[slot] : "nobody");
    }
}

static void write_operand(struct mad_writer *writer, const struct mad_game *game, char kind,
                          uint32_t value)
{
    static const struct {
        char kind;
        const char *before;
    } NUMBERED[] = {
        {'D', "r"},        {'S', "r"},        {'R', "r"},      {'N', "level "}, {'k', "const "},
        {'t', "leap "},    {'r', "ride "},    {'j', "@"},      {'p', "@"},      {'e', "end "},
        {'o', "outcome "}, {'F', "fate "},    {'C', "class "}, {'W', "watch "}, {'U', "n"},
        {'u', "n"},        {'G', "counter "},
    };
    switch (kind) {
    case 'K': write_code(writer, game, value); return;
    case 's': write_slot(writer, game, value); return;
    case 'T': mad_writer_text(writer, game->types[value].name); return;
    case 'B':
    case 'M': mad_writer_text(writer, game->marks[value].name); return;
    case 'P': mad_writer_text(writer, game->pockets[value].name); return;
    case 'L': mad_writer_text(writer, game->lines[value].verb); return;
    case 'q':
    case 'Q': mad_writer_text(writer, value > 0 ? game->outcomes[value - 1].name : "none"); return;
    default: break;
    }
    for (size_t i = 0; i < sizeof NUMBERED / sizeof *NUMBERED; i++) {
        if (NUMBERED[i].kind == kind) {
            mad_writer_text(writer, NUMBERED[i].before);
        }
    }
    mad_writer_number(writer, value);
}

/* Of `this|that` the one that the operand which chooses says; the verifier has counted them. */
static void write_name(struct mad_writer *writer, const struct mad_opcode *opcode,
                       const uint32_t *values)
{
    const char *name = opcode->name;
    for (uint32_t operand = 0; operand < 4; operand++) {
        uint32_t skipped = opcode->operands[operand] == 'n' ? values[operand] : 0;
        for (; skipped > 0; skipped--) {
            name = strchr(name, '|') + 1;
        }
    }
    for (; *name != '\0' && *name != '|'; name++) {
        mad_writer_char(writer, *name);
    }
}

static void write_instruction(struct mad_writer *writer, const struct mad_game *game,
                              uint32_t address)
{
    const struct mad_instruction *i = &game->program->code[address];
    const uint32_t values[4] = {i->a, i->b, i->c, i->x};
    const char *separator = " ";
    mad_writer_text(writer, "  ");
    for (uint32_t width = 10000; width > 1 && address < width / 10; width /= 10) {
        mad_writer_char(writer, ' ');
    }
    mad_writer_number(writer, address);
    mad_writer_text(writer, "  ");
    write_name(writer, &mad_opcodes[i->op], values);
    for (uint32_t operand = 0; operand < 4; operand++) {
        char kind = mad_opcodes[i->op].operands[operand];
        if (kind == '-' || kind == 'n') {
            continue;
        }
        mad_writer_text(writer, separator);
        separator = ", ";
        write_operand(writer, game, kind, values[operand]);
    }
    mad_writer_char(writer, '\n');
}

/* Names of the programs that begin at an address. */
static void write_entries(struct mad_writer *writer, const struct mad_game *game, uint32_t address)
{
    const struct mad_program *program = game->program;
    for (uint32_t player = 0; player < 2 && address != MAD_NO_PROGRAM; player++) {
        const struct {
            const char *name;
            uint32_t at;
        } programs[] = {
            {"duty", program->entry.duty[player]},
            {"generate", program->entry.generate[player]},
            {"after each move", program->extension.program[player]},
            {"illegal", program->entry.illegal[player]},
            {"bound by the law about royals", program->laws.guard[player]},
            {"ends", program->entry.judge[player]},
            {"ends for counting", program->entry.judge_static[player]},
            {"whether a still move may end the game", program->ends.precheck[player]},
            {"whether laws beside masks may hold", program->laws.doubt[player]},
            {"what verbs may take", program->taking.ways[player]},
        };
        for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
            if (programs[i].at == address) {
                mad_writer_text(writer, "\n");
                mad_writer_text(writer, programs[i].name);
                mad_writer_text(writer, ", ");
                mad_writer_text(writer, game->player_name[player]);
                mad_writer_text(writer, ":\n");
            }
        }
    }
    for (uint32_t code = 0; code < game->code_count && address != MAD_NO_PROGRAM; code++) {
        if (program->piece.after[code] == address || program->piece.taken[code] == address ||
            program->piece.capturing[code] == address ||
            program->piece.filters_at[code] == address) {
            mad_writer_text(
                writer, program->piece.after[code] == address       ? "\nafter a move of "
                        : program->piece.taken[code] == address     ? "\nbefore the taking of "
                        : program->piece.capturing[code] == address ? "\nafter a capture by "
                                                                    : "\nsquares for a pinned ");
            write_code(writer, game, code);
            mad_writer_text(writer, ":\n");
        }
    }
}

static void write_place(struct mad_writer *writer, const struct mad_program *program,
                        uint32_t address)
{
    const struct mad_code_place *place = &program->places[address];
    const struct mad_code_place *before = address > 0 ? &program->places[address - 1] : NULL;
    if (place->file == NULL ||
        (before != NULL && before->line == place->line && before->file == place->file)) {
        return;
    }
    mad_writer_text(writer, "; ");
    mad_writer_text(writer, place->file);
    mad_writer_char(writer, ':');
    mad_writer_number(writer, place->line);
    mad_writer_char(writer, '\n');
}

size_t mad_vm_disassemble(const struct mad_game *game, char *buffer, size_t size)
{
    const struct mad_program *program = game->program;
    struct mad_writer writer = mad_writer_on(buffer, size);
    mad_writer_text(&writer, "; ");
    mad_writer_number(&writer, program->code_count);
    mad_writer_text(&writer, " instructions, ");
    mad_writer_number(&writer, program->tables.const_count);
    mad_writer_text(&writer, " constant sets, ");
    mad_writer_number(&writer, program->tables.leap_count);
    mad_writer_text(&writer, " leap tables, ");
    mad_writer_number(&writer, program->tables.ride_count);
    mad_writer_text(&writer, " ride tables with ");
    mad_writer_number(&writer, program->tables.result_count);
    mad_writer_text(&writer, " entries\n");
    for (uint32_t address = 0; address < program->code_count; address++) {
        write_entries(&writer, game, address);
        write_place(&writer, program, address);
        write_instruction(&writer, game, address);
    }
    return writer.length;
}
