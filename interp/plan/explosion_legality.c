/* explosion_legality.c - captures that take men around away.
 *
 * Layer: plan. When every capture takes away the capturer and all men of some kinds on a few squares, and the laws hang on nothing but where the royals stand and
 * whether the mover's is attacked, masks tell what is legal: a move that takes nothing as in any game of check,
 * a capture by what its blast reaches. Both are read off the programs here: what a blast takes, kind by kind,
 * and at which squares the laws let the mover's royal be attacked, by the square of the enemy's. Atomic chess
 * is the example. It relies on the programs of captures and laws as they were emitted. */
#include <string.h>

#include "../vm/opcode.h"
#include "codegen.h"

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

/* --- sets ------------------------------------------------------------------------------------ */

/* Who reads a program by itself, and what stands for its registers. */
struct reader {
    struct mad_codegen *codegen;
    uint32_t here;
    struct mad_squares sets[MAD_MAX_SETS];
};

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

/* An instruction that works out a set, with these squares for the slot that it may name; false for any other. */
static bool work_out(struct reader *reader, const struct mad_instruction *i,
                     const struct mad_squares *slot)
{
    const struct mad_table_store *tables = &reader->codegen->tables;
    const struct mad_squares *b = &reader->sets[i->b], *c = &reader->sets[i->c];
    struct mad_squares result = {{0}};
    switch ((unsigned)i->op) {
    case MAD_OP_HERE: squares_add(&result, reader->here); break;
    case MAD_OP_LEAP: result = tables->leaps[i->x][reader->here]; break;
    case MAD_OP_SLOT: result = *slot; break;
    case MAD_OP_CONST: result = tables->consts[i->x]; break;
    case MAD_OP_AND: result = both(b, c); break;
    case MAD_OP_OR: result = either(b, c); break;
    case MAD_OP_EXCEPT: result = without(b, c); break;
    case MAD_OP_LEAPS: result = mad_through(b, tables->leaps[i->x]); break;
    default: return false;
    }
    reader->sets[i->a] = result;
    return true;
}

/* --- laws where only the royals stand -------------------------------------------------------- */

/* The royals by owner, none where one is gone, and whether the mover's is attacked. */
struct duel {
    struct mad_squares royal[2];
    bool attacked;
};

/* 1 when a law forbids the move behind which this is left, 0 when none does, -1 when they ask for more. */
static int is_forbidden(struct reader *reader, uint32_t side, const struct duel *duel)
{
    const struct mad_instruction *code = reader->codegen->code;
    const struct mad_program *program = reader->codegen->program;
    uint32_t at = program->entry.illegal[side];
    while (code[at].op != MAD_OP_STOP) {
        const struct mad_instruction *i = &code[at++];
        const struct mad_squares *set = &reader->sets[i->a];
        const bool second = i->x == MAD_SLOT_CODE + (uint32_t)program->laws.royal_code[1],
                   first = i->x == MAD_SLOT_CODE + (uint32_t)program->laws.royal_code[0];
        struct mad_squares met;
        bool jumps = false;
        if (is_about_fixed(i) || (mad_op_names_slot(i->op) && !first && !second)) {
            return -1;
        }
        switch ((unsigned)i->op) {
        case MAD_OP_HOLDS: return 1;
        case MAD_OP_JUMP: jumps = true; break;
        case MAD_OP_IF_EMPTY: jumps = squares_empty(set); break;
        case MAD_OP_IF_SOME: jumps = !squares_empty(set); break;
        case MAD_OP_IF_APART:
            met = both(set, &reader->sets[i->b]);
            jumps = squares_empty(&met) == (i->c == 0);
            break;
        case MAD_OP_IF_ATTACKED:
            if (i->b == side || !are_equal(set, &duel->royal[side])) {
                return -1;
            }
            jumps = (duel->attacked && !squares_empty(set)) != (i->c != 0);
            break;
        default:
            if (!work_out(reader, i, &duel->royal[second])) {
                return -1;
            }
        }
        at = jumps ? i->x : at;
    }
    return 0;
}

/* With the enemy's royal there: whether losing the own one is forbidden, and a royal that is not attacked
 * never; `released` are the squares on which it may be. */
static bool find_released_by(struct reader *reader, uint32_t side, const struct mad_squares *enemy,
                             struct mad_squares *released)
{
    const struct mad_codegen *codegen = reader->codegen;
    struct duel duel = {.attacked = false};
    duel.royal[1 - side] = *enemy;
    if (is_forbidden(reader, side, &duel) != 1) {
        return false;
    }
    for (uint32_t square = 0; square < codegen->squares; square++) {
        if (!squares_has(&codegen->board, square) || squares_has(enemy, square)) {
            continue;
        }
        struct mad_squares *own = &duel.royal[side];
        *own = (struct mad_squares){{0}};
        squares_add(own, square);
        duel.attacked = false;
        const int unless_attacked = is_forbidden(reader, side, &duel);
        duel.attacked = true;
        const int forbidden = is_forbidden(reader, side, &duel);
        if (unless_attacked != 0 || forbidden < 0) {
            return false;
        }
        if (forbidden == 0) {
            squares_add(released, square);
        }
    }
    return true;
}

/* Where the laws let the royal of `side` be attacked, by the square of the other one, as a leap table; false
 * when they ask for more. Without the other one they do anywhere. */
static bool find_released(struct mad_codegen *codegen, uint32_t side)
{
    struct reader *reader = mad_codegen_scratch(codegen, sizeof *reader);
    struct mad_squares *table = mad_codegen_scratch(codegen, codegen->squares * sizeof *table);
    struct mad_squares nowhere = {{0}}, all = {{0}};
    if (reader == NULL || table == NULL ||
        codegen->program->entry.illegal[side] == MAD_NO_PROGRAM) {
        return false;
    }
    reader->codegen = codegen;
    if (!find_released_by(reader, side, &nowhere, &all) || !are_equal(&all, &codegen->board)) {
        return false;
    }
    for (uint32_t square = 0; square < codegen->squares; square++) {
        struct mad_squares enemy = {{0}};
        squares_add(&enemy, square);
        if (!find_released_by(reader, side, &enemy, &table[square])) {
            return false;
        }
    }
    codegen->program->explosion.released[side] = mad_codegen_leap(codegen, table);
    return true;
}

/* --- what a blast takes ---------------------------------------------------------------------- */

/* Adds the squares on which a program run for a man on `here` takes men of the code, all of which it takes
 * if they stand there. False when that cannot be told. */
static bool add_taken(struct reader *reader, uint32_t address, uint32_t code,
                      struct mad_squares *taken)
{
    const struct mad_codegen *codegen = reader->codegen;
    for (; codegen->code[address].op != MAD_OP_STOP; address++) {
        const struct mad_instruction *i = &codegen->code[address];
        const bool is_it = i->x == MAD_SLOT_CODE + code || i->x == codegen->game->codes[code].owner;
        const struct mad_squares none = {{0}};
        if (is_about_fixed(i) || (mad_op_names_slot(i->op) && i->x >= codegen->game->mark_slot) ||
            i->op == MAD_OP_LEAPS) { /* it hangs on who stands elsewhere */
            return false;
        }
        if (i->op == MAD_OP_TAKE) {
            *taken = either(taken, &reader->sets[i->a]);
        } else if (i->op == MAD_OP_OCCUPIED) {
            reader->sets[i->a] = codegen->board;
        } else if (!work_out(reader, i, is_it ? &codegen->board : &none)) {
            return false;
        }
    }
    return true;
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

static bool fill_taken(struct reader *reader, uint32_t explosion, uint32_t code,
                       struct mad_squares *table)
{
    for (uint32_t here = 0; here < reader->codegen->squares; here++) {
        table[here] = (struct mad_squares){{0}};
        reader->here = here;
        if (!add_taken(reader, explosion, code, &table[here]) || !squares_has(&table[here], here)) {
            return false; /* who captures has to go too */
        }
    }
    return true;
}

/* Men are taken in no more than two ways: as royals are, and as those whom the blast spares, unless they
 * are taken themselves, say. */
static bool find_reach(struct mad_codegen *codegen, uint32_t explosion)
{
    struct mad_program *program = codegen->program;
    const uint32_t squares = codegen->squares, codes = codegen->game->code_count;
    const size_t bytes = squares * sizeof(struct mad_squares);
    struct reader *reader = mad_codegen_scratch(codegen, sizeof *reader);
    struct mad_squares *most = mad_codegen_scratch(codegen, bytes),
                       *rest = mad_codegen_scratch(codegen, bytes),
                       *table = mad_codegen_scratch(codegen, bytes);
    uint8_t *spared = mad_codegen_keep(codegen, codes + 1u);
    if (reader == NULL || most == NULL || rest == NULL || table == NULL || spared == NULL) {
        return false;
    }
    reader->codegen = codegen;
    if (!fill_taken(reader, explosion, program->laws.royal_code[0], most)) {
        return false;
    }
    program->explosion.spared_codes = spared;
    program->explosion.spared_count = 0;
    for (uint32_t code = 0; code < codes; code++) {
        bool royal = code == program->laws.royal_code[0] || code == program->laws.royal_code[1];
        if (!fill_taken(reader, explosion, code, table)) {
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
    const struct mad_squares *least = program->explosion.spared_count != 0 ? rest : most;
    program->explosion.exploded_from = mad_codegen_leap(codegen, mad_reversed_table(codegen, most));
    program->explosion.spared_from = mad_codegen_leap(codegen, mad_reversed_table(codegen, least));
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
