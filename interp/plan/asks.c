/* asks.c - what laws and ends ask of where men stand.
 *
 * Layer: plan. A law that masks do not answer is asked after each move is made, and so are ends. Most look only
 * at where some men stand, and whether they are attacked: then moves elsewhere cannot change what they say, and
 * the machine asks once, before the moves. What is asked is read off the programs, as questions about sets. Of
 * `illegal when own Queen is attacked` it is the Queens and who attacks them; of `mover wins when enemy has no
 * Pawn` how many Pawns there are, which no move of a Rook changes that takes none. It relies on the programs as
 * they were emitted, and on opcode.def for what each instruction looks at. */
#include <string.h>

#include "codegen.h"

enum { MAX_CODES = 256, MAX_QUESTIONS = 24 };

enum known {
    UNKNOWN, /* it hangs on what cannot be told so: which squares are empty, say */
    HANGS,   /* on nothing but where men of the codes stand */
    MEN,     /* those of these squares on which men of the codes stand */
    STEADY,  /* squares that no plain move changes */
    FIXED,   /* these squares */
};

struct set {
    enum known known;
    bool elsewhere; /* there may be squares where none of those men stands */
    bool has[MAX_CODES];
    struct mad_squares squares;
};

struct question {
    struct set men;
    uint32_t attacker; /* MAD_NOBODY: only where they stand matters */
};

struct reader {
    struct mad_codegen *codegen;
    struct set registers[MAD_MAX_SETS];
    struct question questions[MAX_QUESTIONS];
    uint32_t count;
    bool counts; /* a counter is looked at, which `when moved` may change */
};

static void add_codes(struct set *to, const struct set *more)
{
    for (uint32_t code = 0; code < MAX_CODES; code++) {
        to->has[code] = to->has[code] || more->has[code];
    }
}

/* Whether the slot is that of a mark which no plain move sets or clears. */
static bool is_lasting(const struct mad_codegen *codegen, uint32_t slot)
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

/* --- sets ------------------------------------------------------------------------------------ */

static struct set fixed_set(const struct mad_squares *squares)
{
    return (struct set){.known = FIXED, .elsewhere = true, .squares = *squares};
}

static struct set set_of_slot(const struct reader *reader, uint32_t slot)
{
    const struct mad_game *game = reader->codegen->game;
    struct set set = {.known = MEN, .squares = reader->codegen->board};
    if (slot >= game->mark_slot) {
        set.known = is_lasting(reader->codegen, slot) ? STEADY : UNKNOWN;
        set.elsewhere = true;
    }
    for (uint32_t code = 0; set.known == MEN && code < game->code_count; code++) {
        set.has[code] =
            slot < MAD_SLOT_CODE ? game->codes[code].owner == slot : code == slot - MAD_SLOT_CODE;
    }
    return set;
}

static struct set all_men(const struct reader *reader)
{
    struct set set = {.known = MEN, .squares = reader->codegen->board};
    memset(set.has, true, reader->codegen->game->code_count);
    return set;
}

static struct set combined(enum mad_combine how, const struct set *a, const struct set *b)
{
    struct set result = *a;
    const bool same_squares = memcmp(&a->squares, &b->squares, sizeof a->squares) == 0;
    if (a->known == UNKNOWN || b->known == UNKNOWN) {
        result.known = UNKNOWN;
        return result;
    }
    if (how == MAD_EITHER && a->known == FIXED && squares_empty(&a->squares)) {
        return *b;
    }
    if (how == MAD_BOTH && a->known == FIXED && b->known == MEN) {
        return combined(how, b, a);
    }
    if (how != MAD_EITHER && b->known == FIXED && (a->known == FIXED || a->known == MEN)) {
        result.squares = squares_combine(how, &a->squares, &b->squares);
        return result;
    }
    if (how == MAD_BOTH && a->known == MEN && b->known == MEN) {
        result.squares = squares_combine(how, &a->squares, &b->squares);
        for (uint32_t code = 0; code < MAX_CODES; code++) {
            result.has[code] = a->has[code] && b->has[code];
        }
        return result;
    }
    result.known = how == MAD_EITHER && a->known == MEN && b->known == MEN && same_squares ? MEN
                   : a->known >= STEADY && b->known >= STEADY                              ? STEADY
                                                                                           : HANGS;
    result.elsewhere = how == MAD_BOTH     ? a->elsewhere && b->elsewhere
                       : how == MAD_EITHER ? a->elsewhere || b->elsewhere
                                           : a->elsewhere;
    add_codes(&result, b);
    return result;
}

/* --- programs -------------------------------------------------------------------------------- */

static bool ask(struct reader *reader, const struct set *men, uint32_t attacker)
{
    if (attacker == MAD_NOBODY && men->known >= STEADY) {
        return true;
    }
    for (uint32_t i = 0; i < reader->count; i++) {
        const struct question *asked = &reader->questions[i];
        if (asked->attacker == attacker && asked->men.known == men->known &&
            memcmp(asked->men.has, men->has, sizeof men->has) == 0 &&
            memcmp(&asked->men.squares, &men->squares, sizeof men->squares) == 0) {
            return true;
        }
    }
    if (reader->count == MAX_QUESTIONS || men->known == UNKNOWN) {
        return false;
    }
    reader->questions[reader->count++] = (struct question){*men, attacker};
    return true;
}

/* One instruction; false when what it asks cannot be told in this way. */
static bool read_instruction(struct reader *reader, const struct mad_instruction *i)
{
    struct set *registers = reader->registers, result;
    const struct set *a = &registers[i->a], *b = &registers[i->b], *c = &registers[i->c];
    switch ((unsigned)i->op) {
    case MAD_OP_SLOT: result = set_of_slot(reader, i->x); break;
    case MAD_OP_OCCUPIED: result = all_men(reader); break;
    case MAD_OP_CONST: result = fixed_set(&reader->codegen->tables.consts[i->x]); break;
    case MAD_OP_LEAPS:
        result = *b;
        result.known = b->known == UNKNOWN ? UNKNOWN : b->known >= STEADY ? STEADY : HANGS;
        result.elsewhere = true;
        break;
    case MAD_OP_AND: result = combined(MAD_BOTH, b, c); break;
    case MAD_OP_OR: result = combined(MAD_EITHER, b, c); break;
    case MAD_OP_EXCEPT: result = combined(MAD_WITHOUT, b, c); break;
    case MAD_OP_IF_EMPTY:
    case MAD_OP_IF_SOME:
    case MAD_OP_IF_FEWER: return ask(reader, a, MAD_NOBODY);
    case MAD_OP_IF_APART:
        result = combined(MAD_BOTH, a, b);
        return ask(reader, &result, MAD_NOBODY);
    case MAD_OP_IF_WITHIN:
        result = combined(a->known == FIXED && b->known == MEN ? MAD_BOTH : MAD_WITHOUT, a, b);
        return ask(reader, &result, MAD_NOBODY);
    case MAD_OP_IF_ATTACKED: return ask(reader, a, i->b);
    case MAD_OP_SIZE: return ask(reader, b, MAD_NOBODY);
    case MAD_OP_COUNTER: reader->counts = true; return true;
    case MAD_OP_NUMBER:
    case MAD_OP_ADD:
    case MAD_OP_IF_MORE:
    case MAD_OP_JUMP:
    case MAD_OP_HOLDS:
    case MAD_OP_VERDICT: return true;
    default: return false;
    }
    registers[i->a] = result;
    return i->a >= MAD_FIXED_REGISTERS;
}

/* Null when more is asked than can be told. */
static struct reader *read_code(struct mad_codegen *codegen, uint32_t first, uint32_t end)
{
    struct reader *reader = mad_codegen_scratch(codegen, sizeof *reader);
    if (reader == NULL) {
        return NULL;
    }
    reader->codegen = codegen;
    reader->registers[MAD_MEN_REGISTER] = all_men(reader);
    for (uint32_t at = first; at < end; at++) {
        if (!read_instruction(reader, &codegen->code[at])) {
            return NULL;
        }
    }
    return reader;
}

/* --- what laws look at ----------------------------------------------------------------------- */

static bool add_law_read(const struct mad_codegen *codegen, const struct question *question,
                         struct mad_law_reads *law_reads)
{
    const struct set *men = &question->men;
    struct mad_law_read law_read = {.attacker = (uint8_t)question->attacker};
    if (question->attacker != MAD_NOBODY && men->elsewhere) {
        return false; /* who attacks a square where nobody stands is not looked for */
    }
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        const bool by_verbs =
            question->attacker != MAD_NOBODY && codegen->program->taking.codes[code];
        if (men->has[code] && (by_verbs || law_read.code_count == MAD_MAX_LAW_READ_CODES)) {
            return false; /* from where verbs take is not told by lines */
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

static bool read_laws(struct mad_codegen *codegen, uint32_t first, uint32_t end,
                      struct mad_law_reads *law_reads)
{
    const struct reader *reader = read_code(codegen, first, end);
    bool told = reader != NULL && !reader->counts;
    *law_reads = (struct mad_law_reads){.known = false};
    for (uint32_t i = 0; told && i < reader->count; i++) {
        told = add_law_read(codegen, &reader->questions[i], law_reads);
    }
    return told;
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
    return read_laws(codegen, first, end, &law_reads);
}

bool mad_asks_for_enemies(struct mad_codegen *codegen, uint32_t first, uint32_t end)
{
    struct mad_law_reads law_reads;
    return read_laws(codegen, first, end, &law_reads) &&
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
    if (address == MAD_NO_PROGRAM || !read_laws(codegen, address, end, law_reads)) {
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

/* --- what ends ask --------------------------------------------------------------------------- */

enum { MAX_ENDS_ASK = 8 }; /* bits */

/* The questions when all of them are how many men stand somewhere; null otherwise. */
static const struct reader *read_numbers(struct mad_codegen *codegen, uint32_t first, uint32_t end)
{
    const struct reader *reader = read_code(codegen, first, end);
    bool told = reader != NULL && reader->count <= MAX_ENDS_ASK;
    for (uint32_t i = 0; told && i < reader->count; i++) {
        told = reader->questions[i].men.known == MEN && reader->questions[i].attacker == MAD_NOBODY;
    }
    return told ? reader : NULL;
}

bool mad_asks_for_numbers(struct mad_codegen *codegen, uint32_t first, uint32_t end)
{
    return read_numbers(codegen, first, end) != NULL;
}

const uint8_t *mad_questions_of(struct mad_codegen *codegen, uint32_t first, uint32_t end)
{
    uint32_t codes = codegen->game->code_count;
    const struct reader *reader = read_numbers(codegen, first, end);
    uint8_t *asked = mad_codegen_keep(codegen, (codes + 1u) * codegen->squares);
    for (uint32_t i = 0; reader != NULL && asked != NULL && i < reader->count; i++) {
        const struct set *men = &reader->questions[i].men;
        for (uint32_t code = 0; code < codes; code++) {
            for (uint32_t square = 0; men->has[code] && square < codegen->squares; square++) {
                if (squares_has(&men->squares, square)) {
                    asked[code * codegen->squares + square] |= (uint8_t)(1u << i);
                }
            }
        }
    }
    return reader != NULL ? asked : NULL;
}
