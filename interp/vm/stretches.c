/* stretches.c - cuts the programs that list moves into parts that hand nothing to each other.
 *
 * Layer: vm. Forecasts follow each part by itself, and again only where it asks about what a move changes. A
 * part ends where no register that was written before is read any more, and no jump leads across: castling
 * and en passant are two parts. It relies on opcode.def for who reads what. */
#include <string.h>

#include "../game/state.h"
#include "opcode.h"
#include "optimize.h"
#include "program.h"

/* Which registers are read at or behind an instruction before they are written. */
static void read_backwards(const struct mad_instruction *i, struct mad_registers *live)
{
    const struct mad_registers reads = mad_registers_read(i), writes = mad_registers_written(i);
    for (uint32_t w = 0; w < MAD_REGISTER_WORDS; w++) {
        live->bits[w] = (live->bits[w] & ~writes.bits[w]) | reads.bits[w];
    }
    live->bits[0] &= ~((UINT64_C(1) << MAD_FIXED_REGISTERS) - 1);
}

/* What a stretch asks about. */
enum asked {
    ASKED_NOTHING, /* it only moves men plainly */
    ASKED_SQUARES,
    ASKED_MEN, /* or marks */
};

static enum asked asked_by(uint32_t op)
{
    if (mad_op_is_about(op, MAD_ABOUT(MOVES)) || op == MAD_OP_SAVE || op == MAD_OP_JUMP ||
        op == MAD_OP_STOP) {
        return ASKED_NOTHING;
    }
    return mad_op_names_slot(op) ? ASKED_MEN : ASKED_SQUARES;
}

enum { MAX_CUTS = 256 };

struct cuts {
    uint32_t at[MAX_CUTS + 1]; /* the last one: where the program ends */
    uint32_t count;
};

/* The addresses in a program that no jump from before leads past. What asks about no men stays together. */
static void find_cuts(const struct mad_program *program, uint32_t address, struct cuts *cuts)
{
    uint32_t at = address, far = address;
    enum asked asked = ASKED_NOTHING, before = ASKED_MEN;
    cuts->count = 0;
    cuts->at[0] = address;
    for (; at < program->code_count; at++) {
        const struct mad_instruction *i = &program->code[at];
        if (at >= far && at != address && cuts->count < MAX_CUTS - 1) {
            cuts->count += asked != before || asked == ASKED_MEN;
            cuts->at[cuts->count] = at;
            before = asked;
            asked = ASKED_NOTHING;
        }
        if (at >= far && i->op == MAD_OP_STOP) {
            break;
        }
        far = mad_op_jumps(i->op) && i->x > far ? i->x : far;
        asked = asked_by(i->op) > asked ? asked_by(i->op) : asked;
    }
    cuts->count += cuts->at[cuts->count] != at;
    cuts->at[cuts->count] = at;
}

/* Strikes out those over which a jump leads back from behind, and behind which a register is read that was
 * written before. */
static void strike_cuts(const struct mad_program *program, struct cuts *cuts)
{
    struct mad_registers live = {{0}};
    uint32_t at = cuts->at[cuts->count], back = at;
    for (uint32_t cut = cuts->count; cut-- > 1;) {
        while (at > cuts->at[cut]) {
            const struct mad_instruction *i = &program->code[--at];
            read_backwards(i, &live);
            back = mad_op_jumps(i->op) && i->x < back ? i->x : back;
        }
        if (mad_registers_end(live) != 0 || back < at) {
            cuts->at[cut] = MAD_NO_PROGRAM;
        }
    }
}

/* Cuts a player's program into stretches; those for which there is no room stay joined. */
static void cut_program(const struct mad_game *game, uint32_t side, uint32_t address, bool duty)
{
    struct mad_program *program = game->program;
    uint32_t *const count = &program->forecast.stretch_count[side];
    struct mad_stretch *stretch = NULL;
    struct cuts cuts;
    find_cuts(program, address, &cuts);
    strike_cuts(program, &cuts);
    for (uint32_t at = address, cut = 0; at < cuts.at[cuts.count]; at++) {
        const struct mad_instruction *i = &program->code[at];
        while (cut < cuts.count && (cuts.at[cut] < at || cuts.at[cut] == MAD_NO_PROGRAM)) {
            cut++;
        }
        if (stretch == NULL || (cuts.at[cut] == at && *count < MAD_MAX_STRETCHES)) {
            stretch = &program->forecast.stretches[side][(*count)++];
            *stretch = (struct mad_stretch){.first = at, .duty = duty};
        }
        stretch->end = at + 1;
        if (mad_op_names_slot(i->op) && i->x >= game->mark_slot) {
            program->forecast.asked_marks[side][i->x - game->mark_slot] |= 1u << (*count - 1);
            program->forecast.all_asked_marks[side] |= 1u << (i->x - game->mark_slot);
        }
    }
}

/* Whether a stretch is given up at once where none of a player's men are near a mark. */
static void find_near(const struct mad_game *game, uint32_t side, struct mad_stretch *stretch)
{
    const struct mad_program *program = game->program;
    const struct mad_instruction *i = &program->code[stretch->first];
    static const uint8_t ROW[] = {MAD_OP_SLOT,  MAD_OP_IF_EMPTY, MAD_OP_SLOT,    MAD_OP_IF_EMPTY,
                                  MAD_OP_LEAPS, MAD_OP_AND,      MAD_OP_IF_EMPTY};
    if (stretch->end - stretch->first < sizeof ROW) {
        return;
    }
    for (uint32_t part = 0; part < sizeof ROW; part++) {
        if (i[part].op != ROW[part] ||
            (ROW[part] == MAD_OP_IF_EMPTY && i[part].x != stretch->end)) {
            return;
        }
    }
    bool marked =
        i[0].x >= game->mark_slot && (program->marks.last_turn >> (i[0].x - game->mark_slot) & 1);
    bool met = (i[5].b == i[2].a && i[5].c == i[4].a) || (i[5].b == i[4].a && i[5].c == i[2].a);
    bool own = i[2].x >= MAD_SLOT_CODE && i[2].x < game->mark_slot &&
               game->codes[i[2].x - MAD_SLOT_CODE].owner == side;
    if (marked && met && own && i[0].a != i[2].a && i[2].a != i[4].a && i[1].a == i[0].a &&
        i[3].a == i[2].a && i[4].b == i[0].a && i[6].a == i[5].a) {
        stretch->near = true;
        stretch->near_slot = (uint16_t)i[2].x;
        stretch->near_table = i[4].x * game->squares;
    }
}

void mad_find_stretches(const struct mad_game *game, uint32_t side)
{
    struct mad_program *program = game->program;
    program->forecast.stretch_count[side] = 0;
    program->forecast.all_asked_marks[side] = 0;
    memset(program->forecast.asked_marks[side], 0, sizeof program->forecast.asked_marks[side]);
    if (program->forecast.allowed[side] && program->entry.duty[side] != MAD_NO_PROGRAM) {
        cut_program(game, side, program->entry.duty[side], true);
    }
    if (program->forecast.allowed[side]) {
        cut_program(game, side, program->entry.generate[side], false);
    }
    for (uint32_t i = 0;
         mad_takes_way(program, MAD_WAY_NEAR) && i < program->forecast.stretch_count[side]; i++) {
        find_near(game, side, &program->forecast.stretches[side][i]);
    }
}
