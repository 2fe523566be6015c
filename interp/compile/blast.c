/* blast.c - captures that take men around away.
 *
 * Layer: compile. Near which squares that happens is told for any game. When every capture takes away
 * the capturer and all men of some kinds on a few squares, and the laws hang on nothing but where the
 * royals stand and whether the mover's is attacked, masks tell what is legal: a move that takes
 * nothing as in any game of check, a capture by what its blast reaches. Both are read off the programs
 * here: what a blast takes, kind by kind, and at which squares the laws let the mover's royal be
 * attacked, by the square of the enemy's. */
#include <string.h>

#include "../vm/opcode.h"
#include "build.h"

/* A set of squares as it hangs on the square of the mover's royal: these, and his if it is among `along`. */
struct seen {
    struct mad_squares fixed, along;
};

struct law_reader {
    struct mad_build *build;
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
    const struct mad_machine *machine = reader->build->machine;
    *royal = (struct seen){{{0}}, {{0}}};
    if (slot == (uint32_t)MAD_SLOT_CODE + machine->royal_code[1 - reader->side]) {
        royal->fixed = reader->enemy;
    } else if (slot != (uint32_t)MAD_SLOT_CODE + machine->royal_code[reader->side]) {
        return false;
    } else if (!reader->gone) {
        royal->along = reader->build->board;
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
    case MAD_OP_CONST: result.fixed = reader->build->consts[i->x]; break;
    case MAD_OP_AND_CONST:
        result.fixed = both(&b->fixed, &reader->build->consts[i->x]);
        result.along = both(&b->along, &reader->build->consts[i->x]);
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
        for (uint32_t square = 0; square < reader->build->squares; square++) {
            if (squares_has(&b->fixed, square)) {
                result.fixed = either(&result.fixed, &reader->build->leaps[i->x][square]);
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
    const struct mad_squares *board = &reader->build->board, none = {{0}};
    struct seen met = reader->registers[i->a];
    bool unless = false;
    switch ((unsigned)i->op) {
    case MAD_OP_IF_EMPTY: unless = true; break;
    case MAD_OP_IF_SOME: break;
    case MAD_OP_IF_APART: unless = true; /* fall through */
    case MAD_OP_IF_MEET: met = seen_in_both(&met, &reader->registers[i->b]); break;
    case MAD_OP_IF_SAFE: unless = true; /* fall through */
    case MAD_OP_IF_ATTACKED:
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
        &reader->build->code[reader->build->machine->illegal[reader->side]];
    uint32_t count = 0;
    while (first[count].op != MAD_OP_STOP) {
        reader->ways[++count] = (struct mad_squares){{0}};
    }
    reader->ways[0] = reader->build->board;
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
            uint32_t to = i->x - reader->build->machine->illegal[reader->side];
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
    if (!read_laws(reader) || !are_equal(&reader->forbidden, &reader->build->board)) {
        return false;
    }
    reader->gone = false;
    if (!read_laws(reader) || !squares_empty(&reader->forbidden)) {
        return false;
    }
    reader->attacked = true;
    bool known = read_laws(reader);
    *released = without(&reader->build->board, &reader->forbidden);
    return known;
}

/* Where the laws let the royal of `side` be attacked, by the square of the other one, as a leap table; false
 * when they ask for more. Without the other one they do anywhere. */
static bool find_released(struct mad_build *build, uint32_t side)
{
    struct law_reader *reader = mad_build_scratch(build, sizeof *reader);
    struct mad_squares *table = mad_build_scratch(build, build->squares * sizeof *table), all;
    if (reader == NULL || table == NULL || build->machine->illegal[side] == MAD_NO_PROGRAM) {
        return false;
    }
    reader->build = build;
    reader->side = side;
    reader->ways = mad_build_scratch(build, (build->code_count + 1u) * sizeof *reader->ways);
    if (reader->ways == NULL || !read_laws_about(reader, &all) || !are_equal(&all, &build->board)) {
        return false;
    }
    for (uint32_t square = 0; square < build->squares; square++) {
        reader->enemy = (struct mad_squares){{0}};
        squares_add(&reader->enemy, square);
        if (!read_laws_about(reader, &table[square])) {
            return false;
        }
    }
    build->machine->released[side] = mad_build_leap(build, table);
    return true;
}

/* --- what a blast takes -------------------------------------------------------------------------- */

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
static bool add_taken(const struct mad_build *build, uint32_t address, uint32_t code, uint32_t here,
                      struct mad_squares *registers, struct mad_squares *taken)
{
    const struct mad_squares none = {{0}};
    const bool any = code == ANYBODY;
    for (uint32_t r = 0; r < MAD_FIXED_REGISTERS; r++) {
        registers[r] = build->board;
    }
    for (; build->code[address].op != MAD_OP_STOP; address++) {
        const struct mad_instruction *i = &build->code[address];
        struct mad_squares *to = &registers[i->a], *b = &registers[i->b], *c = &registers[i->c];
        const bool mark = mad_op_names_slot(i->op) && i->x >= build->game->mark_slot;
        if (!any && (mark || is_about_fixed(i))) {
            return false;
        }
        bool is_it = any || i->x == MAD_SLOT_CODE + code || i->x == build->game->codes[code].owner;
        switch ((unsigned)i->op) {
        case MAD_OP_HERE:
            *to = none;
            squares_add(to, here);
            break;
        case MAD_OP_LEAP: *to = build->leaps[i->x][here]; break;
        case MAD_OP_SLOT: *to = is_it ? build->board : none; break;
        case MAD_OP_OR_SLOT: *to = is_it ? build->board : *b; break;
        case MAD_OP_OCCUPIED: *to = build->board; break;
        case MAD_OP_CONST: *to = build->consts[i->x]; break;
        case MAD_OP_AND_CONST: *to = both(b, &build->consts[i->x]); break;
        case MAD_OP_AND: *to = both(b, c); break;
        case MAD_OP_OR: *to = either(b, c); break;
        case MAD_OP_EXCEPT: *to = any ? *b : without(b, c); break;
        case MAD_OP_TAKE: *taken = either(taken, to); break;
        default: return false;
        }
    }
    return true;
}

void mad_find_stirred(struct mad_build *build)
{
    struct mad_machine *machine = build->machine;
    struct mad_squares *table = mad_build_scratch(build, build->squares * sizeof *table);
    struct mad_squares *registers = mad_build_scratch(build, MAD_MAX_SETS * sizeof *registers);
    bool near = table != NULL && registers != NULL;
    for (uint32_t here = 0; near && here < build->squares; here++) {
        struct mad_squares taken = {{0}};
        squares_add(&taken, here);
        for (uint32_t code = 0; near && code < build->game->code_count; code++) {
            near = machine->taken[code] == MAD_NO_PROGRAM &&
                   (machine->capturing[code] == MAD_NO_PROGRAM ||
                    add_taken(build, machine->capturing[code], ANYBODY, here, registers, &taken));
        }
        for (uint32_t square = 0; square < build->squares; square++) {
            if (squares_has(&taken, square)) {
                squares_add(&table[square], here);
            }
        }
    }
    machine->stirs_near = near;
    machine->stirred_from = near ? mad_build_leap(build, table) : 0;
}

static bool is_same_program(const struct mad_build *build, uint32_t a, uint32_t b)
{
    for (; build->code[a].op != MAD_OP_STOP; a++, b++) {
        if (memcmp(&build->code[a], &build->code[b], sizeof *build->code) != 0) {
            return false;
        }
    }
    return build->code[b].op == MAD_OP_STOP;
}

/* The blast of every capture, or MAD_NO_PROGRAM: nothing else may be set off by moves. */
static uint32_t find_blast(const struct mad_build *build)
{
    const struct mad_machine *machine = build->machine;
    uint32_t blast = machine->capturing[machine->royal_code[0]];
    for (uint32_t code = 0; code < build->game->code_count && blast != MAD_NO_PROGRAM; code++) {
        if (build->game->codes[code].owner != MAD_NOBODY &&
            (machine->capturing[code] == MAD_NO_PROGRAM ||
             !is_same_program(build, blast, machine->capturing[code]))) {
            return MAD_NO_PROGRAM;
        }
        if (machine->after[code] != MAD_NO_PROGRAM || machine->taken[code] != MAD_NO_PROGRAM) {
            return MAD_NO_PROGRAM;
        }
    }
    return blast;
}

static bool fill_taken(const struct mad_build *build, uint32_t blast, uint32_t code,
                       struct mad_squares *registers, struct mad_squares *table)
{
    for (uint32_t here = 0; here < build->squares; here++) {
        table[here] = (struct mad_squares){{0}};
        if (!add_taken(build, blast, code, here, registers, &table[here]) ||
            !squares_has(&table[here], here)) {
            return false; /* who captures has to go too */
        }
    }
    return true;
}

/* As a leap table: where a blast reaches each square. */
static uint32_t reached_from(struct mad_build *build, const struct mad_squares *taken)
{
    struct mad_squares *from = mad_build_scratch(build, build->squares * sizeof *from);
    for (uint32_t here = 0; from != NULL && here < build->squares; here++) {
        for (uint32_t square = 0; square < build->squares; square++) {
            if (squares_has(&taken[here], square)) {
                squares_add(&from[square], here);
            }
        }
    }
    return from != NULL ? mad_build_leap(build, from) : 0;
}

/* Men are taken in no more than two ways: as royals are, and as those whom the blast spares, unless they
 * are taken themselves, say. */
static bool find_reach(struct mad_build *build, uint32_t blast)
{
    struct mad_machine *machine = build->machine;
    const uint32_t squares = build->squares, codes = build->game->code_count;
    const size_t bytes = squares * sizeof(struct mad_squares);
    struct mad_squares *registers = mad_build_scratch(build, MAD_MAX_SETS * sizeof *registers);
    struct mad_squares *most = mad_build_scratch(build, bytes),
                       *rest = mad_build_scratch(build, bytes),
                       *table = mad_build_scratch(build, bytes);
    uint8_t *spared = mad_build_keep(build, codes + 1u);
    if (registers == NULL || most == NULL || rest == NULL || table == NULL || spared == NULL ||
        !fill_taken(build, blast, machine->royal_code[0], registers, most)) {
        return false;
    }
    machine->spared_codes = spared;
    machine->spared_count = 0;
    for (uint32_t code = 0; code < codes; code++) {
        bool royal = code == machine->royal_code[0] || code == machine->royal_code[1];
        if (!fill_taken(build, blast, code, registers, table)) {
            return false;
        }
        if (memcmp(table, most, bytes) == 0) {
            continue;
        }
        if (royal || (machine->spared_count != 0 && memcmp(table, rest, bytes) != 0)) {
            return false;
        }
        memcpy(rest, table, bytes);
        spared[machine->spared_count++] = (uint8_t)code;
    }
    machine->blasted_from = reached_from(build, most);
    machine->spared_from = reached_from(build, machine->spared_count != 0 ? rest : most);
    return true;
}

/* Whether masks follow how `side` is attacked, and his royal neither captures nor comes from other men. */
static bool is_plain_royal(const struct mad_build *build, uint32_t side)
{
    const struct mad_machine *machine = build->machine;
    const uint8_t royal = machine->royal_code[side];
    for (uint32_t i = 0; i < machine->attack_count[side]; i++) {
        const struct mad_attack *attack = &machine->attacks[side][i];
        if (memchr(attack->codes, royal, attack->code_count) != NULL) {
            return false;
        }
    }
    return !machine->suspicious[1 - side] && machine->extend[side] == MAD_NO_PROGRAM &&
           (machine->choice_count == 0 ||
            memchr(machine->choices, royal, machine->choice_count) == NULL);
}

bool mad_find_blasts(struct mad_build *build)
{
    struct mad_machine *machine = build->machine;
    uint32_t blast = find_blast(build);
    machine->blasts = blast != MAD_NO_PROGRAM && machine->placed == NULL &&
                      is_plain_royal(build, 0) && is_plain_royal(build, 1) &&
                      find_reach(build, blast) && find_released(build, 0) &&
                      find_released(build, 1);
    return machine->blasts;
}
