/* ends_precheck.c - which plain moves cannot bring an end about.
 *
 * Layer: plan. Ends and `when moved` are asked after every move. Most ask first how many men of some kinds
 * stand on some squares: while the answer is the same as before the move, what follows need not be asked again.
 * A program that asks no more than that is read here; for each man on each square it is told which of its
 * questions count him there, and a plain move that changes none of them is still. `mover wins when enemy has no
 * Pawn`: a move of a Rook that takes no Pawn is still. It relies on the programs of ends.c as they were
 * emitted, and on opcode.def for what they look at. */
#include <string.h>

#include "codegen.h"

enum { MAX_CODES = 256, MAX_QUESTIONS = 8 };

enum known {
    UNKNOWN,
    FIXED,  /* these squares */
    STEADY, /* squares that no plain move changes */
    MEN,    /* those of these squares on which men of the codes stand */
};

struct set {
    enum known known;
    bool has[MAX_CODES];
    struct mad_squares squares;
};

struct reader {
    struct mad_codegen *codegen;
    struct set registers[MAD_MAX_SETS];
    struct set questions[MAX_QUESTIONS]; /* MEN: how many */
    uint32_t count;
};

static bool ask(struct reader *reader, const struct set *men)
{
    if (men->known != MEN) {
        return men->known != UNKNOWN;
    }
    for (uint32_t i = 0; i < reader->count; i++) {
        const struct set *asked = &reader->questions[i];
        if (memcmp(asked->has, men->has, sizeof men->has) == 0 &&
            memcmp(&asked->squares, &men->squares, sizeof men->squares) == 0) {
            return true;
        }
    }
    if (reader->count == MAX_QUESTIONS) {
        return false;
    }
    reader->questions[reader->count++] = *men;
    return true;
}

static void read_slot(const struct reader *reader, uint32_t slot, struct set *set)
{
    const struct mad_game *game = reader->codegen->game;
    memset(set, 0, sizeof *set);
    set->known = slot < game->mark_slot                  ? MEN
                 : mad_is_lasting(reader->codegen, slot) ? STEADY
                                                         : UNKNOWN;
    set->squares = reader->codegen->board;
    for (uint32_t code = 0; set->known == MEN && code < game->code_count; code++) {
        set->has[code] =
            slot < MAD_SLOT_CODE ? game->codes[code].owner == slot : code == slot - MAD_SLOT_CODE;
    }
}

static void read_men(const struct reader *reader, struct set *set)
{
    memset(set, 0, sizeof *set);
    set->known = MEN;
    set->squares = reader->codegen->board;
    memset(set->has, true, reader->codegen->game->code_count);
}

/* Both sets, or the first without the second, where the second is known beforehand; or the other way
 * round. */
static struct set cut(const struct set *a, const struct set *b, bool except)
{
    struct set result = *a;
    if (b->known == FIXED && (a->known == FIXED || a->known == MEN)) {
        result.squares = squares_combine(except ? MAD_WITHOUT : MAD_BOTH, &a->squares, &b->squares);
        return result;
    }
    if (a->known == FIXED && b->known == MEN && !except) {
        return cut(b, a, false);
    }
    if (a->known == MEN && b->known == MEN && !except) {
        result.squares = squares_combine(MAD_BOTH, &a->squares, &b->squares);
        for (uint32_t code = 0; code < MAX_CODES; code++) {
            result.has[code] = a->has[code] && b->has[code];
        }
        return result;
    }
    result.known =
        (a->known == FIXED || a->known == STEADY) && (b->known == FIXED || b->known == STEADY)
            ? STEADY
            : UNKNOWN;
    return result;
}

static struct set joined(const struct set *a, const struct set *b)
{
    struct set result = *a;
    if (a->known == FIXED && squares_empty(&a->squares)) {
        return *b;
    }
    bool alike = a->known == MEN && b->known == MEN &&
                 memcmp(&a->squares, &b->squares, sizeof a->squares) == 0;
    for (uint32_t code = 0; alike && code < MAX_CODES; code++) {
        result.has[code] = a->has[code] || b->has[code];
    }
    result.known = alike ? MEN : UNKNOWN;
    return result;
}

/* One instruction; false when more is asked than how many men stand somewhere. */
static bool read_instruction(struct reader *reader, const struct mad_instruction *i)
{
    struct set *registers = reader->registers, slot, result;
    const struct set *a = &registers[i->a], *b = &registers[i->b], *c = &registers[i->c];
    switch ((unsigned)i->op) {
    case MAD_OP_SLOT: read_slot(reader, i->x, &result); break;
    case MAD_OP_OR_SLOT:
        read_slot(reader, i->x, &slot);
        result = joined(b, &slot);
        break;
    case MAD_OP_OR: result = joined(b, c); break;
    case MAD_OP_OCCUPIED: read_men(reader, &result); break;
    case MAD_OP_CONST:
        memset(&result, 0, sizeof result);
        result.known = FIXED;
        result.squares = reader->codegen->tables.consts[i->x];
        break;
    case MAD_OP_AND_CONST:
        memset(&slot, 0, sizeof slot);
        slot.known = FIXED;
        slot.squares = reader->codegen->tables.consts[i->x];
        result = cut(b, &slot, false);
        break;
    case MAD_OP_AND:
    case MAD_OP_EXCEPT: result = cut(b, c, i->op == MAD_OP_EXCEPT); break;
    case MAD_OP_IF_EMPTY:
    case MAD_OP_IF_SOME:
    case MAD_OP_IF_FEWER: return ask(reader, a);
    case MAD_OP_IF_APART: result = cut(a, b, false); return ask(reader, &result);
    case MAD_OP_IF_WITHIN:
        result = cut(a, b, a->known != FIXED || b->known != MEN);
        return ask(reader, &result);
    case MAD_OP_SIZE: return ask(reader, b);
    case MAD_OP_NUMBER:
    case MAD_OP_COUNTER: /* only `when moved` changes it, which does nothing then */
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

static struct reader *read_code(struct mad_codegen *codegen, uint32_t first, uint32_t end)
{
    struct reader *reader = mad_codegen_scratch(codegen, sizeof *reader);
    if (reader == NULL) {
        return NULL;
    }
    reader->codegen = codegen;
    read_men(reader, &reader->registers[MAD_MEN_REGISTER]);
    for (uint32_t at = first; at < end; at++) {
        if (!read_instruction(reader, &codegen->code[at])) {
            return NULL;
        }
    }
    return reader;
}

bool mad_asks_for_numbers(struct mad_codegen *codegen, uint32_t first, uint32_t end)
{
    return read_code(codegen, first, end) != NULL;
}

const uint8_t *mad_questions_of(struct mad_codegen *codegen, uint32_t first, uint32_t end)
{
    uint32_t codes = codegen->game->code_count;
    struct reader *reader = read_code(codegen, first, end);
    uint8_t *asked = mad_codegen_keep(codegen, (codes + 1u) * codegen->squares);
    for (uint32_t i = 0; reader != NULL && asked != NULL && i < reader->count; i++) {
        const struct set *men = &reader->questions[i];
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
