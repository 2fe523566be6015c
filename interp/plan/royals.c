/* royals.c - who becomes royal, and who ceases to be.
 *
 * Layer: plan. Masks say of a move whether it leaves the mover's royal attacked, and take for granted that the
 * same man is royal before and behind it. `promote to Queen or Crown Prince`, where the Prince is royal, is
 * such a move as makes another: then each move is made and tested. What verbs do is told by their effects. It
 * relies on what piece.c has found of arrivals and events, and on the sentences of verbs. */
#include "codegen.h"

static bool is_royal(const struct mad_codegen *codegen, uint32_t code)
{
    const struct mad_game *game = codegen->game;
    return code < game->code_count && game->codes[code].owner != MAD_NOBODY &&
           game->types[game->codes[code].type].royal;
}

/* Whether a program run for a man of this code changes which men are royal. */
static bool handler_changes(const struct mad_codegen *codegen, uint32_t address, uint32_t code)
{
    bool changes = false;
    for (; !changes && codegen->code[address].op != MAD_OP_STOP; address++) {
        const struct mad_instruction *i = &codegen->code[address];
        changes = (i->op == MAD_OP_BECOME && is_royal(codegen, i->a) != is_royal(codegen, code)) ||
                  (i->op == MAD_OP_PUT && is_royal(codegen, i->b)) || i->op == MAD_OP_TURN ||
                  i->op == MAD_OP_TURN_INTO;
    }
    return changes;
}

static bool arrival_changes(const struct mad_codegen *codegen, uint32_t code)
{
    const struct mad_program *program = codegen->program;
    bool changes = false;
    for (uint32_t row = 0; row < program->arrival.count[code]; row++) {
        const struct mad_arrival *arrival = &program->arrival.ways[code][row];
        for (uint32_t i = 0; i < arrival->count; i++) {
            changes = changes || is_royal(codegen, program->arrival.choices[arrival->first + i]) !=
                                     is_royal(codegen, code);
        }
    }
    for (uint32_t square = 0; program->piece.placed != NULL && square < codegen->squares;
         square++) {
        uint32_t placed = program->piece.placed[(size_t)code * codegen->squares + square];
        changes = changes || is_royal(codegen, placed) != is_royal(codegen, code);
    }
    return changes;
}

bool mad_moves_change_royals(const struct mad_codegen *codegen)
{
    const struct mad_program *program = codegen->program;
    bool changes = false;
    for (uint32_t code = 0; !changes && code < codegen->game->code_count; code++) {
        changes = codegen->game->codes[code].owner != MAD_NOBODY &&
                  (arrival_changes(codegen, code) ||
                   handler_changes(codegen, program->piece.after[code], code) ||
                   handler_changes(codegen, program->piece.taken[code], code) ||
                   handler_changes(codegen, program->piece.capturing[code], code));
    }
    return changes;
}

void mad_find_new_royals(struct mad_codegen *codegen)
{
    for (uint32_t at = 0; at < codegen->code_count; at++) {
        const struct mad_instruction *i = &codegen->code[at];
        codegen->program->laws.royals_appear =
            codegen->program->laws.royals_appear || i->op == MAD_OP_TURN ||
            i->op == MAD_OP_TURN_INTO || (i->op == MAD_OP_BECOME && is_royal(codegen, i->a)) ||
            (i->op == MAD_OP_PUT && is_royal(codegen, i->b));
    }
}
