/* concern.c - what the laws look at.
 *
 * Layer: compile. A law that masks do not answer is asked after each move is made. Most laws look only
 * at where some men stand and whether they are attacked; then moves elsewhere cannot change what they
 * say, and the machine asks once, before the moves. What a law looks at is read off its program. */
#include <string.h>

#include "build.h"

enum { MAX_CODES = 256 };

struct codes {
    bool has[MAX_CODES];
    bool more; /* and on what cannot be told so: which squares are empty, say */
};

struct reader {
    struct mad_build *build;
    struct mad_concerns *concerns;
    struct codes registers[MAD_MAX_SETS]; /* men on whose places a set depends */
};

static void add_codes(struct codes *to, const struct codes *more)
{
    for (uint32_t code = 0; code < MAX_CODES; code++) {
        to->has[code] = to->has[code] || more->has[code];
    }
    to->more = to->more || more->more;
}

/* `attacker` is MAD_NOBODY when only the places of the men count. */
static bool add_concern(struct reader *reader, const struct codes *men, uint32_t attacker)
{
    struct mad_concerns *concerns = reader->concerns;
    struct mad_concern concern = {.attacker = (uint8_t)attacker};
    if (men->more) {
        return false;
    }
    for (uint32_t code = 0; code < MAX_CODES; code++) {
        if (men->has[code] && concern.code_count == MAD_MAX_CONCERN_CODES) {
            return false;
        }
        if (men->has[code]) {
            concern.codes[concern.code_count++] = (uint8_t)code;
        }
    }
    for (uint32_t i = 0; i < concerns->count; i++) {
        if (memcmp(&concerns->items[i], &concern, sizeof concern) == 0) {
            return true;
        }
    }
    if (concern.code_count == 0) {
        return true;
    }
    if (concerns->count == MAD_MAX_CONCERNS) {
        return false;
    }
    concerns->items[concerns->count++] = concern;
    return true;
}

bool mad_is_lasting(const struct mad_build *build, uint32_t slot)
{
    const struct mad_machine *machine = build->machine;
    if (slot < build->game->mark_slot) {
        return false;
    }
    uint32_t mark = slot - build->game->mark_slot;
    uint32_t fleeting = machine->mark_lasts_turn | machine->mark_touched | machine->mark_follows;
    for (uint32_t code = 0; code < build->game->code_count; code++) {
        fleeting |= machine->mark_ends_with[code];
        if (machine->traces[code] != NULL && machine->trace_mark[code] == mark) {
            return false;
        }
    }
    return !(fleeting >> mark & 1);
}

/* One instruction of a law; false when what it looks at cannot be told in this way. */
static bool read_instruction(struct reader *reader, const struct mad_instruction *i)
{
    struct codes *registers = reader->registers, result = {.more = false};
    uint32_t codes = reader->build->game->code_count;
    switch ((unsigned)i->op) {
    case MAD_OP_OR_SLOT:
    case MAD_OP_SLOT:
        if (i->x < MAD_SLOT_CODE ||
            (i->x >= MAD_SLOT_CODE + codes && !mad_is_lasting(reader->build, i->x))) {
            return false;
        }
        if (i->x < MAD_SLOT_CODE + codes) {
            result.has[i->x - MAD_SLOT_CODE] = true;
        }
        if (i->op == MAD_OP_OR_SLOT) {
            add_codes(&result, &registers[i->b]);
        }
        break;
    case MAD_OP_CONST: break;
    case MAD_OP_AND_CONST:
    case MAD_OP_LINE:
    case MAD_OP_LEAPS: add_codes(&result, &registers[i->b]); break;
    case MAD_OP_AND:
    case MAD_OP_OR:
    case MAD_OP_EXCEPT:
    case MAD_OP_EXCEPT_LEAPS:
        add_codes(&result, &registers[i->b]);
        add_codes(&result, &registers[i->c]);
        break;
    case MAD_OP_IF_EMPTY:
    case MAD_OP_IF_SOME:
    case MAD_OP_IF_FEWER:
    case MAD_OP_IF_NOT_FEWER: return add_concern(reader, &registers[i->a], MAD_NOBODY);
    case MAD_OP_IF_APART:
    case MAD_OP_IF_MEET:
    case MAD_OP_IF_WITHIN:
    case MAD_OP_IF_BEYOND:
        return add_concern(reader, &registers[i->a], MAD_NOBODY) &&
               add_concern(reader, &registers[i->b], MAD_NOBODY);
    case MAD_OP_IF_ATTACKED:
    case MAD_OP_IF_SAFE: return add_concern(reader, &registers[i->a], i->b);
    case MAD_OP_JUMP:
    case MAD_OP_HOLDS: return true;
    default: return false;
    }
    registers[i->a] = result;
    return i->a >= MAD_FIXED_REGISTERS;
}

/* Whether a move must make such a man out of another, where it ends. */
static bool is_forced(const struct mad_build *build, uint32_t code)
{
    const struct mad_machine *machine = build->machine;
    for (uint32_t from = 0; from < build->game->code_count; from++) {
        for (uint32_t row = 0; row < machine->arrival_count[from]; row++) {
            const struct mad_arrival *arrival = &machine->arrivals[from][row];
            if (arrival->count == 1 && machine->choices[arrival->first] == code) {
                return true;
            }
        }
    }
    uint32_t places = (build->game->code_count + 1u) * build->squares;
    for (uint32_t i = 0; machine->placed != NULL && i < places; i++) {
        if (machine->placed[i] == code && i / build->squares != code) {
            return true;
        }
    }
    return false;
}

static bool is_choice(const struct mad_build *build, uint32_t code)
{
    for (uint32_t i = 0; i < build->machine->choice_count; i++) {
        if (build->machine->choices[i] == code) {
            return true;
        }
    }
    return false;
}

static bool read_code(struct mad_build *build, uint32_t first, uint32_t end,
                      struct mad_concerns *concerns)
{
    struct reader *reader = mad_build_scratch(build, sizeof *reader);
    *concerns = (struct mad_concerns){.known = false};
    if (reader == NULL) {
        return false;
    }
    reader->build = build;
    reader->concerns = concerns;
    for (uint32_t i = 0; i < MAD_FIXED_REGISTERS; i++) {
        reader->registers[i].more = true;
    }
    for (uint32_t at = first; at < end; at++) {
        if (!read_instruction(reader, &build->code[at])) {
            return false;
        }
    }
    return true;
}

bool mad_only_places_of_enemies(const struct mad_build *build, const struct mad_concerns *concerns,
                                uint32_t side)
{
    bool only = true;
    for (uint32_t i = 0; i < concerns->count; i++) {
        const struct mad_concern *concern = &concerns->items[i];
        only = only && concern->attacker == MAD_NOBODY;
        for (uint32_t c = 0; c < concern->code_count; c++) {
            only = only && build->game->codes[concern->codes[c]].owner == 1 - side;
        }
    }
    return only;
}

bool mad_is_readable(struct mad_build *build, uint32_t first, uint32_t end)
{
    struct mad_concerns concerns;
    return read_code(build, first, end, &concerns);
}

bool mad_asks_for_enemies(struct mad_build *build, uint32_t first, uint32_t end)
{
    struct mad_concerns concerns;
    return read_code(build, first, end, &concerns) &&
           mad_only_places_of_enemies(build, &concerns, build->side);
}

bool mad_find_concerns(struct mad_build *build, uint32_t address, struct mad_concerns *concerns)
{
    struct mad_machine *machine = build->machine;
    uint32_t end = address;
    *concerns = (struct mad_concerns){.known = false};
    while (address != MAD_NO_PROGRAM && build->code[end].op != MAD_OP_STOP) {
        end++;
    }
    if (address == MAD_NO_PROGRAM || !read_code(build, address, end, concerns)) {
        return false;
    }
    for (uint32_t i = 0; i < concerns->count; i++) {
        for (uint32_t c = 0; c < concerns->items[i].code_count; c++) {
            uint32_t code = concerns->items[i].codes[c];
            if (is_forced(build, code)) {
                return false;
            }
            concerns->made = concerns->made || is_choice(build, code);
        }
    }
    for (uint32_t code = 0; code < build->game->code_count; code++) {
        if (machine->after[code] != MAD_NO_PROGRAM) {
            return false;
        }
    }
    concerns->known = true;
    return true;
}
