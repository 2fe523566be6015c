/* disassemble.c - programs as text, made from the table of opcodes.
 *
 * Layer: vm. For people who want to see what their rules became: `mad disasm`. */
#include <string.h>

#include "../game/writer.h"
#include "disassemble.h"
#include "machine.h"
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
        {'D', "r"},      {'S', "r"},      {'R', "r"},        {'N', "level "},
        {'k', "const "}, {'t', "leap "},  {'r', "ride "},    {'j', "@"},
        {'p', "@"},      {'e', "end "},   {'o', "outcome "}, {'F', "fate "},
        {'C', "class "}, {'W', "watch "}, {'U', "n"},        {'G', "counter "},
    };
    switch (kind) {
    case 'K': write_code(writer, game, value); return;
    case 's': write_slot(writer, game, value); return;
    case 'T': mad_writer_text(writer, game->types[value].name); return;
    case 'M': mad_writer_text(writer, game->marks[value].name); return;
    case 'P': mad_writer_text(writer, game->pockets[value].name); return;
    case 'L': mad_writer_text(writer, game->lines[value].verb); return;
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

static void write_instruction(struct mad_writer *writer, const struct mad_game *game,
                              uint32_t address)
{
    const struct mad_instruction *i = &game->machine->code[address];
    const uint32_t values[4] = {i->a, i->b, i->c, i->x};
    const char *separator = " ";
    mad_writer_text(writer, "  ");
    for (uint32_t width = 10000; width > 1 && address < width / 10; width /= 10) {
        mad_writer_char(writer, ' ');
    }
    mad_writer_number(writer, address);
    mad_writer_text(writer, "  ");
    mad_writer_text(writer, mad_opcodes[i->op].name);
    for (uint32_t operand = 0; operand < 4; operand++) {
        char kind = mad_opcodes[i->op].operands[operand];
        if (kind == '-') {
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
    const struct mad_machine *machine = game->machine;
    for (uint32_t player = 0; player < 2 && address != MAD_NO_PROGRAM; player++) {
        const struct {
            const char *name;
            uint32_t at;
        } programs[] = {
            {"duty", machine->duty[player]},
            {"generate", machine->generate[player]},
            {"after each move", machine->extend[player]},
            {"illegal", machine->illegal[player]},
            {"bound by the law about royals", machine->guard[player]},
            {"ends", machine->judge[player]},
            {"ends for counting", machine->judge_static[player]},
            {"whether a still move may end the game", machine->hush[player]},
            {"whether laws beside masks may hold", machine->doubt[player]},
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
        if (machine->after[code] == address || machine->taken[code] == address ||
            machine->capturing[code] == address || machine->filters_at[code] == address) {
            mad_writer_text(writer, machine->after[code] == address   ? "\nafter a move of "
                                    : machine->taken[code] == address ? "\nbefore the taking of "
                                    : machine->capturing[code] == address
                                        ? "\nafter a capture by "
                                        : "\nsquares for a pinned ");
            write_code(writer, game, code);
            mad_writer_text(writer, ":\n");
        }
    }
}

static void write_place(struct mad_writer *writer, const struct mad_machine *machine,
                        uint32_t address)
{
    const struct mad_code_place *place = &machine->places[address];
    const struct mad_code_place *before = address > 0 ? &machine->places[address - 1] : NULL;
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
    const struct mad_machine *machine = game->machine;
    struct mad_writer writer = mad_writer_on(buffer, size);
    mad_writer_text(&writer, "; ");
    mad_writer_number(&writer, machine->code_count);
    mad_writer_text(&writer, " instructions, ");
    mad_writer_number(&writer, machine->const_count);
    mad_writer_text(&writer, " constant sets, ");
    mad_writer_number(&writer, machine->leap_count);
    mad_writer_text(&writer, " leap tables, ");
    mad_writer_number(&writer, machine->ride_count);
    mad_writer_text(&writer, " ride tables with ");
    mad_writer_number(&writer, machine->result_count);
    mad_writer_text(&writer, " entries\n");
    for (uint32_t address = 0; address < machine->code_count; address++) {
        write_entries(&writer, game, address);
        write_place(&writer, machine, address);
        write_instruction(&writer, game, address);
    }
    return writer.length;
}
