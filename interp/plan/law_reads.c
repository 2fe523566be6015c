/* law_reads.c - what the laws look at.
 *
 * Layer: plan. A law that masks do not answer is asked after each move is made. Most laws look only at where
 * some men stand and whether they are attacked; then moves elsewhere cannot change what they say, and the
 * machine asks once, before the moves. What a law looks at is read off its program. Of `illegal when own Queen
 * is attacked` it is the Queens and who attacks them. It relies on opcode.def for what each instruction looks
 * at. */
#include <string.h>

#include "codegen.h"

enum { MAX_CODES = 256 };

struct codes {
    bool has[MAX_CODES];
    bool more;      /* and on what cannot be told so: which squares are empty, say */
    bool elsewhere; /* there may be squares in the set where none of them stands */
};

struct reader {
    struct mad_codegen *codegen;
    struct mad_law_reads *law_reads;
    struct codes registers[MAD_MAX_SETS]; /* men on whose places a set depends */
};

static void add_codes(struct codes *to, const struct codes *more)
{
    for (uint32_t code = 0; code < MAX_CODES; code++) {
        to->has[code] = to->has[code] || more->has[code];
    }
    to->more = to->more || more->more;
    to->elsewhere = to->elsewhere || more->elsewhere;
}

/* `attacker` is MAD_NOBODY when only the places of the men count. */
static bool add_law_read(struct reader *reader, const struct codes *men, uint32_t attacker)
{
    struct mad_law_reads *law_reads = reader->law_reads;
    struct mad_law_read law_read = {.attacker = (uint8_t)attacker};
    const uint32_t codes = reader->codegen->game->code_count;
    if (men->more || (attacker != MAD_NOBODY && men->elsewhere)) {
        return false; /* who attacks a square where nobody stands is not looked for */
    }
    for (uint32_t code = 0; code < codes && attacker != MAD_NOBODY; code++) {
        if (men->has[code] && reader->codegen->program->taking.codes[code]) {
            return false; /* from where verbs take is not told by lines */
        }
    }
    for (uint32_t code = 0; code < MAX_CODES; code++) {
        if (men->has[code] && law_read.code_count == MAD_MAX_LAW_READ_CODES) {
            return false;
        }
        if (men->has[code]) {
            law_read.codes[law_read.code_count++] = (uint8_t)code;
        }
    }
    for (uint32_t i = 0; i < law_reads->count; i++) {
        if (memcmp(&law_reads->items[i], &law_read, sizeof law_read) == 0) {
            return true;
        }
    }
    if (law_read.code_count == 0) {
        return true;
    }
    if (law_reads->count == MAD_MAX_LAW_READS) {
        return false;
    }
    law_reads->items[law_reads->count++] = law_read;
    return true;
}

bool mad_is_lasting(const struct mad_codegen *codegen, uint32_t slot)
{
    const struct mad_program *program = codegen->program;
    if (slot < codegen->game->mark_slot) {
        return false;
    }
    uint32_t mark = slot - codegen->game->mark_slot;
    uint32_t fleeting = program->marks.last_turn | program->marks.touched | program->marks.follow;
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        fleeting |= program->marks.end_with[code];
        if (program->piece.trail_marks[code] != NULL && program->piece.trace_mark[code] == mark) {
            return false;
        }
    }
    return !(fleeting >> mark & 1);
}

/* One instruction of a law; false when what it looks at cannot be told in this way. */
static bool read_instruction(struct reader *reader, const struct mad_instruction *i)
{
    struct codes *registers = reader->registers, result = {.more = false};
    uint32_t codes = reader->codegen->game->code_count;
    switch ((unsigned)i->op) {
    case MAD_OP_OR_SLOT:
    case MAD_OP_SLOT:
        if (i->x < MAD_SLOT_CODE ||
            (i->x >= MAD_SLOT_CODE + codes && !mad_is_lasting(reader->codegen, i->x))) {
            return false;
        }
        if (i->x < MAD_SLOT_CODE + codes) {
            result.has[i->x - MAD_SLOT_CODE] = true;
        } else {
            result.elsewhere = true;
        }
        if (i->op == MAD_OP_OR_SLOT) {
            add_codes(&result, &registers[i->b]);
        }
        break;
    case MAD_OP_CONST: result.elsewhere = true; break;
    case MAD_OP_AND_CONST: add_codes(&result, &registers[i->b]); break;
    case MAD_OP_LINE:
    case MAD_OP_LEAPS:
        add_codes(&result, &registers[i->b]);
        result.elsewhere = true;
        break;
    case MAD_OP_AND:
    case MAD_OP_OR:
    case MAD_OP_EXCEPT:
        add_codes(&result, &registers[i->b]);
        add_codes(&result, &registers[i->c]);
        result.elsewhere =
            i->op == MAD_OP_AND
                ? registers[i->b].elsewhere && registers[i->c].elsewhere
                : registers[i->b].elsewhere || (i->op == MAD_OP_OR && registers[i->c].elsewhere);
        break;
    case MAD_OP_IF_EMPTY:
    case MAD_OP_IF_SOME:
    case MAD_OP_IF_FEWER: return add_law_read(reader, &registers[i->a], MAD_NOBODY);
    case MAD_OP_IF_APART:
    case MAD_OP_IF_WITHIN:
        return add_law_read(reader, &registers[i->a], MAD_NOBODY) &&
               add_law_read(reader, &registers[i->b], MAD_NOBODY);
    case MAD_OP_IF_ATTACKED: return add_law_read(reader, &registers[i->a], i->b);
    case MAD_OP_JUMP:
    case MAD_OP_HOLDS: return true;
    default: return false;
    }
    registers[i->a] = result;
    return i->a >= MAD_FIXED_REGISTERS;
}

/* Whether a move must make such a man out of another, where it ends. */
static bool is_forced(const struct mad_codegen *codegen, uint32_t code)
{
    const struct mad_program *program = codegen->program;
    for (uint32_t from = 0; from < codegen->game->code_count; from++) {
        for (uint32_t row = 0; row < program->arrival.count[from]; row++) {
            const struct mad_arrival *arrival = &program->arrival.ways[from][row];
            if (arrival->count == 1 && program->arrival.choices[arrival->first] == code) {
                return true;
            }
        }
    }
    uint32_t places = (codegen->game->code_count + 1u) * codegen->squares;
    for (uint32_t i = 0; program->piece.placed != NULL && i < places; i++) {
        if (program->piece.placed[i] == code && i / codegen->squares != code) {
            return true;
        }
    }
    return false;
}

static bool is_choice(const struct mad_codegen *codegen, uint32_t code)
{
    for (uint32_t i = 0; i < codegen->program->arrival.choice_count; i++) {
        if (codegen->program->arrival.choices[i] == code) {
            return true;
        }
    }
    return false;
}

static bool read_code(struct mad_codegen *codegen, uint32_t first, uint32_t end,
                      struct mad_law_reads *law_reads)
{
    struct reader *reader = mad_codegen_scratch(codegen, sizeof *reader);
    *law_reads = (struct mad_law_reads){.known = false};
    if (reader == NULL) {
        return false;
    }
    reader->codegen = codegen;
    reader->law_reads = law_reads;
    for (uint32_t i = 0; i < MAD_FIXED_REGISTERS; i++) {
        reader->registers[i].more = true;
    }
    for (uint32_t at = first; at < end; at++) {
        if (!read_instruction(reader, &codegen->code[at])) {
            return false;
        }
    }
    return true;
}

bool mad_only_places_of_enemies(const struct mad_codegen *codegen,
                                const struct mad_law_reads *law_reads, uint32_t side)
{
    bool only = true;
    for (uint32_t i = 0; i < law_reads->count; i++) {
        const struct mad_law_read *law_read = &law_reads->items[i];
        only = only && law_read->attacker == MAD_NOBODY;
        for (uint32_t c = 0; c < law_read->code_count; c++) {
            only = only && codegen->game->codes[law_read->codes[c]].owner == 1 - side;
        }
    }
    return only;
}

bool mad_is_readable(struct mad_codegen *codegen, uint32_t first, uint32_t end)
{
    struct mad_law_reads law_reads;
    return read_code(codegen, first, end, &law_reads);
}

bool mad_asks_for_enemies(struct mad_codegen *codegen, uint32_t first, uint32_t end)
{
    struct mad_law_reads law_reads;
    return read_code(codegen, first, end, &law_reads) &&
           mad_only_places_of_enemies(codegen, &law_reads, codegen->side);
}

bool mad_find_law_reads(struct mad_codegen *codegen, uint32_t address,
                        struct mad_law_reads *law_reads)
{
    struct mad_program *program = codegen->program;
    uint32_t end = address;
    *law_reads = (struct mad_law_reads){.known = false};
    if (!mad_takes_way(program, MAD_WAY_LAW_READS)) {
        return false;
    }
    while (address != MAD_NO_PROGRAM && codegen->code[end].op != MAD_OP_STOP) {
        end++;
    }
    if (address == MAD_NO_PROGRAM || !read_code(codegen, address, end, law_reads)) {
        return false;
    }
    for (uint32_t i = 0; i < law_reads->count; i++) {
        for (uint32_t c = 0; c < law_reads->items[i].code_count; c++) {
            uint32_t code = law_reads->items[i].codes[c];
            if (is_forced(codegen, code)) {
                return false;
            }
            law_reads->made = law_reads->made || is_choice(codegen, code);
        }
    }
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        if (program->piece.after[code] != MAD_NO_PROGRAM) {
            return false;
        }
    }
    law_reads->known = true;
    return true;
}
