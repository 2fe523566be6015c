/* explosion_legality.c - captures that take men around away.
 *
 * Layer: plan. Near which squares that happens is told for any game. When every capture takes away the capturer
 * and all men of some kinds on a few squares, and the laws hang on nothing but where the royals stand and
 * whether the mover's is attacked, masks tell what is legal: a move that takes nothing as in any game of check,
 * a capture by what its blast reaches. Both are read off the programs here: what a blast takes, kind by kind,
 * and at which squares the laws let the mover's royal be attacked, by the square of the enemy's. Atomic chess
 * is the example. It relies on the programs of captures and laws as they were emitted. */
#include <string.h>

#include "../vm/opcode.h"
#include "codegen.h"

/* A set of squares as it hangs on the square of the mover's royal: these, and his if it is among `along`. */
struct seen {
    struct mad_squares fixed, along;
};

struct law_reader {
    struct mad_codegen *codegen;
    uint32_t side;
    bool gone;                /* the mover's royal is */
    bool attacked;            /* else: it is attacked */
    struct mad_squares enemy; /* where the enemy's stands; empty: it is gone */
    struct mad_squares *ways; /* [instruction] squares of the mover's with which it is come to */
    struct mad_squares forbidden; /* with which the laws hold */
    struct seen registers[MAD_MAX_SETS];
};

static struct mad_squares both(const struct mad_squares *a, const struct mad_squares *b)
{
    return squares_combine(MAD_BOTH, a, b);
}

static struct mad_squares either(const struct mad_squares *a, const struct mad_squares *b)
{
    return squares_combine(MAD_EITHER, a, b);
}

static struct mad_squares without(const struct mad_squares *a, const struct mad_squares *b)
{
    return squares_combine(MAD_WITHOUT, a, b);
}

static bool are_equal(const struct mad_squares *a, const struct mad_squares *b)
{
    return squares_within(a, b) && squares_within(b, a);
}

static struct seen seen_in_both(const struct seen *a, const struct seen *b)
{
    struct mad_squares any = either(&b->along, &b->fixed), first = both(&a->along, &any),
                       second = both(&b->along, &a->fixed);
    return (struct seen){both(&a->fixed, &b->fixed), either(&first, &second)};
}

/* False when it is no slot of a royal. */
static bool read_royal(const struct law_reader *reader, uint32_t slot, struct seen *royal)
{
    const struct mad_program *program = reader->codegen->program;
    *royal = (struct seen){{{0}}, {{0}}};
    if (slot == (uint32_t)MAD_SLOT_CODE + program->laws.royal_code[1 - reader->side]) {
        royal->fixed = reader->enemy;
    } else if (slot != (uint32_t)MAD_SLOT_CODE + program->laws.royal_code[reader->side]) {
        return false;
    } else if (!reader->gone) {
        royal->along = reader->codegen->board;
    }
    return true;
}

/* An instruction that works out a set. */
static bool read_set(struct law_reader *reader, const struct mad_instruction *i)
{
    struct seen *sets = reader->registers, *to = &sets[i->a], result = {{{0}}, {{0}}};
    const struct seen *b = &sets[i->b], *c = &sets[i->c];
    switch ((unsigned)i->op) {
    case MAD_OP_SLOT:
        if (!read_royal(reader, i->x, &result)) {
            return false;
        }
        break;
    case MAD_OP_OR_SLOT:
        if (!read_royal(reader, i->x, &result)) {
            return false;
        }
        result.fixed = either(&result.fixed, &b->fixed);
        result.along = either(&result.along, &b->along);
        break;
    case MAD_OP_CONST: result.fixed = reader->codegen->tables.consts[i->x]; break;
    case MAD_OP_AND_CONST:
        result.fixed = both(&b->fixed, &reader->codegen->tables.consts[i->x]);
        result.along = both(&b->along, &reader->codegen->tables.consts[i->x]);
        break;
    case MAD_OP_AND: result = seen_in_both(b, c); break;
    case MAD_OP_OR:
        result.fixed = either(&b->fixed, &c->fixed);
        result.along = either(&b->along, &c->along);
        break;
    case MAD_OP_LEAPS:
        if (!squares_empty(&b->along)) {
            return false;
        }
        for (uint32_t square = 0; square < reader->codegen->squares; square++) {
            if (squares_has(&b->fixed, square)) {
                result.fixed = either(&result.fixed, &reader->codegen->tables.leaps[i->x][square]);
            }
        }
        break;
    default: return false;
    }
    *to = result;
    return i->a >= MAD_FIXED_REGISTERS;
}

/* With which squares of the mover's royal a test jumps; false when that cannot be told. */
static bool read_test(const struct law_reader *reader, const struct mad_instruction *i,
                      struct mad_squares *jumps)
{
    const struct mad_squares *board = &reader->codegen->board, none = {{0}};
    struct seen met = reader->registers[i->a];
    bool unless = false;
    switch ((unsigned)i->op) {
    case MAD_OP_IF_EMPTY: unless = true; break;
    case MAD_OP_IF_SOME: break;
    case MAD_OP_IF_APART:
        unless = i->c == 0;
        met = seen_in_both(&met, &reader->registers[i->b]);
        break;
    case MAD_OP_IF_ATTACKED:
        unless = i->c;
        if (i->b == reader->side || !squares_empty(&met.fixed) ||
            !are_equal(&met.along, reader->gone ? &none : board)) {
            return false;
        }
        met.along = reader->attacked ? met.along : none;
        break;
    default: return false;
    }
    *jumps = squares_empty(&met.fixed) ? met.along : *board;
    *jumps = unless ? without(board, jumps) : *jumps;
    return true;
}

/* Follows the laws with all squares of the mover's royal at once; false when they ask for more. Jumps only
 * lead on. */
static bool read_laws(struct law_reader *reader)
{
    const struct mad_instruction *first =
        &reader->codegen->code[reader->codegen->program->entry.illegal[reader->side]];
    uint32_t count = 0;
    while (first[count].op != MAD_OP_STOP) {
        reader->ways[++count] = (struct mad_squares){{0}};
    }
    reader->ways[0] = reader->codegen->board;
    reader->forbidden = (struct mad_squares){{0}};
    for (uint32_t at = 0; at < count; at++) {
        const struct mad_instruction *i = &first[at];
        struct mad_squares here = reader->ways[at], jumps = {{0}};
        if (i->op == MAD_OP_HOLDS) {
            reader->forbidden = either(&reader->forbidden, &here);
            continue;
        }
        if (i->op == MAD_OP_JUMP) {
            jumps = here;
        } else if (read_test(reader, i, &jumps)) {
            jumps = both(&jumps, &here);
        } else if (!read_set(reader, i)) {
            return false;
        }
        if (!squares_empty(&jumps)) {
            uint32_t to = i->x - reader->codegen->program->entry.illegal[reader->side];
            reader->ways[to] = either(&reader->ways[to], &jumps);
        }
        here = without(&here, &jumps);
        reader->ways[at + 1] = either(&reader->ways[at + 1], &here);
    }
    return true;
}

/* With the enemy's royal there: whether losing the own one is forbidden, and a royal that is not attacked
 * never; `released` are the squares on which it may be. */
static bool read_laws_about(struct law_reader *reader, struct mad_squares *released)
{
    reader->gone = true;
    reader->attacked = false;
    if (!read_laws(reader) || !are_equal(&reader->forbidden, &reader->codegen->board)) {
        return false;
    }
    reader->gone = false;
    if (!read_laws(reader) || !squares_empty(&reader->forbidden)) {
        return false;
    }
    reader->attacked = true;
    bool known = read_laws(reader);
    *released = without(&reader->codegen->board, &reader->forbidden);
    return known;
}

/* Where the laws let the royal of `side` be attacked, by the square of the other one, as a leap table; false
 * when they ask for more. Without the other one they do anywhere. */
static bool find_released(struct mad_codegen *codegen, uint32_t side)
{
    struct law_reader *reader = mad_codegen_scratch(codegen, sizeof *reader);
    struct mad_squares *table = mad_codegen_scratch(codegen, codegen->squares * sizeof *table), all;
    if (reader == NULL || table == NULL ||
        codegen->program->entry.illegal[side] == MAD_NO_PROGRAM) {
        return false;
    }
    reader->codegen = codegen;
    reader->side = side;
    reader->ways = mad_codegen_scratch(codegen, (codegen->code_count + 1u) * sizeof *reader->ways);
    if (reader->ways == NULL || !read_laws_about(reader, &all) ||
        !are_equal(&all, &codegen->board)) {
        return false;
    }
    for (uint32_t square = 0; square < codegen->squares; square++) {
        reader->enemy = (struct mad_squares){{0}};
        squares_add(&reader->enemy, square);
        if (!read_laws_about(reader, &table[square])) {
            return false;
        }
    }
    codegen->program->explosion.released[side] = mad_codegen_leap(codegen, table);
    return true;
}

/* --- what a blast takes ---------------------------------------------------------------------- */

enum { ANYBODY = 256 }; /* no code */

/* Whether the instruction names a register that holds something when a run begins. */
static bool is_about_fixed(const struct mad_instruction *i)
{
    const uint8_t values[3] = {i->a, i->b, i->c};
    bool is = false;
    for (uint32_t operand = 0; operand < 3; operand++) {
        is = is || (values[operand] < MAD_FIXED_REGISTERS &&
                    (mad_op_reads(i->op, operand) || mad_op_writes(i->op, operand)));
    }
    return is;
}

/* Adds the squares on which a program run for a man on `here` takes men of the code, all of which it takes
 * if they stand there; of anybody, those on which it may take some. False when that cannot be told. */
static bool add_taken(const struct mad_codegen *codegen, uint32_t address, uint32_t code,
                      uint32_t here, struct mad_squares *registers, struct mad_squares *taken)
{
    const struct mad_squares none = {{0}};
    const bool any = code == ANYBODY;
    for (uint32_t r = 0; r < MAD_FIXED_REGISTERS; r++) {
        registers[r] = codegen->board;
    }
    for (; codegen->code[address].op != MAD_OP_STOP; address++) {
        const struct mad_instruction *i = &codegen->code[address];
        struct mad_squares *to = &registers[i->a], *b = &registers[i->b], *c = &registers[i->c];
        const bool mark = mad_op_names_slot(i->op) && i->x >= codegen->game->mark_slot;
        if (!any && (mark || is_about_fixed(i))) {
            return false;
        }
        bool is_it =
            any || i->x == MAD_SLOT_CODE + code || i->x == codegen->game->codes[code].owner;
        switch ((unsigned)i->op) {
        case MAD_OP_HERE:
            *to = none;
            squares_add(to, here);
            break;
        case MAD_OP_LEAP: *to = codegen->tables.leaps[i->x][here]; break;
        case MAD_OP_SLOT: *to = is_it ? codegen->board : none; break;
        case MAD_OP_OR_SLOT: *to = is_it ? codegen->board : *b; break;
        case MAD_OP_OCCUPIED: *to = codegen->board; break;
        case MAD_OP_CONST: *to = codegen->tables.consts[i->x]; break;
        case MAD_OP_AND_CONST: *to = both(b, &codegen->tables.consts[i->x]); break;
        case MAD_OP_AND: *to = both(b, c); break;
        case MAD_OP_OR: *to = either(b, c); break;
        case MAD_OP_EXCEPT: *to = any ? *b : without(b, c); break;
        case MAD_OP_TAKE: *taken = either(taken, to); break;
        default: return false;
        }
    }
    return true;
}

void mad_find_triggered(struct mad_codegen *codegen)
{
    struct mad_program *program = codegen->program;
    struct mad_squares *table = mad_codegen_scratch(codegen, codegen->squares * sizeof *table);
    struct mad_squares *registers = mad_codegen_scratch(codegen, MAD_MAX_SETS * sizeof *registers);
    bool near = table != NULL && registers != NULL;
    for (uint32_t here = 0; near && here < codegen->squares; here++) {
        struct mad_squares taken = {{0}};
        squares_add(&taken, here);
        for (uint32_t code = 0; near && code < codegen->game->code_count; code++) {
            near = program->piece.taken[code] == MAD_NO_PROGRAM &&
                   (program->piece.capturing[code] == MAD_NO_PROGRAM ||
                    add_taken(codegen, program->piece.capturing[code], ANYBODY, here, registers,
                              &taken));
        }
        for (uint32_t square = 0; square < codegen->squares; square++) {
            if (squares_has(&taken, square)) {
                squares_add(&table[square], here);
            }
        }
    }
    program->explosion.near = near;
    program->explosion.triggered_from = near ? mad_codegen_leap(codegen, table) : 0;
}

static bool is_same_program(const struct mad_codegen *codegen, uint32_t a, uint32_t b)
{
    for (; codegen->code[a].op != MAD_OP_STOP; a++, b++) {
        if (memcmp(&codegen->code[a], &codegen->code[b], sizeof *codegen->code) != 0) {
            return false;
        }
    }
    return codegen->code[b].op == MAD_OP_STOP;
}

/* The blast of every capture, or MAD_NO_PROGRAM: nothing else may be set off by moves. */
static uint32_t find_explosion(const struct mad_codegen *codegen)
{
    const struct mad_program *program = codegen->program;
    uint32_t explosion = program->piece.capturing[program->laws.royal_code[0]];
    for (uint32_t code = 0; code < codegen->game->code_count && explosion != MAD_NO_PROGRAM;
         code++) {
        if (codegen->game->codes[code].owner != MAD_NOBODY &&
            (program->piece.capturing[code] == MAD_NO_PROGRAM ||
             !is_same_program(codegen, explosion, program->piece.capturing[code]))) {
            return MAD_NO_PROGRAM;
        }
        if (program->piece.after[code] != MAD_NO_PROGRAM ||
            program->piece.taken[code] != MAD_NO_PROGRAM) {
            return MAD_NO_PROGRAM;
        }
    }
    return explosion;
}

static bool fill_taken(const struct mad_codegen *codegen, uint32_t explosion, uint32_t code,
                       struct mad_squares *registers, struct mad_squares *table)
{
    for (uint32_t here = 0; here < codegen->squares; here++) {
        table[here] = (struct mad_squares){{0}};
        if (!add_taken(codegen, explosion, code, here, registers, &table[here]) ||
            !squares_has(&table[here], here)) {
            return false; /* who captures has to go too */
        }
    }
    return true;
}

/* As a leap table: where a blast reaches each square. */
static uint32_t reached_from(struct mad_codegen *codegen, const struct mad_squares *taken)
{
    struct mad_squares *from = mad_codegen_scratch(codegen, codegen->squares * sizeof *from);
    for (uint32_t here = 0; from != NULL && here < codegen->squares; here++) {
        for (uint32_t square = 0; square < codegen->squares; square++) {
            if (squares_has(&taken[here], square)) {
                squares_add(&from[square], here);
            }
        }
    }
    return from != NULL ? mad_codegen_leap(codegen, from) : 0;
}

/* Men are taken in no more than two ways: as royals are, and as those whom the blast spares, unless they
 * are taken themselves, say. */
static bool find_reach(struct mad_codegen *codegen, uint32_t explosion)
{
    struct mad_program *program = codegen->program;
    const uint32_t squares = codegen->squares, codes = codegen->game->code_count;
    const size_t bytes = squares * sizeof(struct mad_squares);
    struct mad_squares *registers = mad_codegen_scratch(codegen, MAD_MAX_SETS * sizeof *registers);
    struct mad_squares *most = mad_codegen_scratch(codegen, bytes),
                       *rest = mad_codegen_scratch(codegen, bytes),
                       *table = mad_codegen_scratch(codegen, bytes);
    uint8_t *spared = mad_codegen_keep(codegen, codes + 1u);
    if (registers == NULL || most == NULL || rest == NULL || table == NULL || spared == NULL ||
        !fill_taken(codegen, explosion, program->laws.royal_code[0], registers, most)) {
        return false;
    }
    program->explosion.spared_codes = spared;
    program->explosion.spared_count = 0;
    for (uint32_t code = 0; code < codes; code++) {
        bool royal = code == program->laws.royal_code[0] || code == program->laws.royal_code[1];
        if (!fill_taken(codegen, explosion, code, registers, table)) {
            return false;
        }
        if (memcmp(table, most, bytes) == 0) {
            continue;
        }
        if (royal || (program->explosion.spared_count != 0 && memcmp(table, rest, bytes) != 0)) {
            return false;
        }
        memcpy(rest, table, bytes);
        spared[program->explosion.spared_count++] = (uint8_t)code;
    }
    program->explosion.exploded_from = reached_from(codegen, most);
    program->explosion.spared_from =
        reached_from(codegen, program->explosion.spared_count != 0 ? rest : most);
    return true;
}

/* Whether masks follow how `side` is attacked, and his royal neither captures nor comes from other men. */
static bool is_plain_royal(const struct mad_codegen *codegen, uint32_t side)
{
    const struct mad_program *program = codegen->program;
    const uint8_t royal = program->laws.royal_code[side];
    for (uint32_t i = 0; i < program->attack.all[side]; i++) {
        const struct mad_attack *attack = &program->attack.rows[side][i];
        if (memchr(attack->codes, royal, attack->code_count) != NULL) {
            return false;
        }
    }
    return !program->attack.suspicious[1 - side] &&
           program->extension.program[side] == MAD_NO_PROGRAM &&
           (program->arrival.choice_count == 0 ||
            memchr(program->arrival.choices, royal, program->arrival.choice_count) == NULL);
}

bool mad_find_explosions(struct mad_codegen *codegen)
{
    struct mad_program *program = codegen->program;
    uint32_t explosion = find_explosion(codegen);
    program->explosion.masked = explosion != MAD_NO_PROGRAM && program->piece.placed == NULL &&
                                is_plain_royal(codegen, 0) && is_plain_royal(codegen, 1) &&
                                find_reach(codegen, explosion) && find_released(codegen, 0) &&
                                find_released(codegen, 1);
    return program->explosion.masked;
}
