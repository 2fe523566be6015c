/* king_zones.c - from where the enemy may attack the squares about a royal.
 *
 * Layer: plan. Where a royal may step is told by one map of attacks for each position. Only men who stand where
 * somebody could reach those squares at all have to be drawn on it: for every square of the royal that is known
 * beforehand. A King on g1 has to fear whoever stands on files f to h, on ranks 1 and 2 or on their diagonals, and
 * nobody on a4. It relies on the attacks that piece.c has found. */
#include <string.h>

#include "value.h"

/* By the square of a royal: where it steps, and from where some leap, or some ride, reaches these squares. */
struct zones {
    struct mad_squares *steps, *near[2];
};

static struct mad_squares reach_of(const struct mad_codegen *codegen,
                                   const struct mad_instruction *term, uint32_t from)
{
    return term->op == MAD_OP_RIDE_TERM ? mad_ride_reach(codegen, term->x, from)
                                        : codegen->tables.leaps[term->x][from];
}

static void find_steps(const struct mad_codegen *codegen, uint32_t royal, struct mad_squares *steps)
{
    const struct mad_instruction *men = &codegen->code[codegen->program->piece.men_at[royal]];
    for (uint32_t t = 1; men->op == MAD_OP_MEN && men->x != 0 && t <= (uint32_t)men->b + men->c;
         t++) {
        for (uint32_t square = 0; square < codegen->squares; square++) {
            struct mad_squares reached = reach_of(codegen, &men[t], square);
            steps[square] = squares_combine(MAD_EITHER, &steps[square], &reached);
        }
    }
}

/* Whether the royal leaps to so many squares from somewhere that one map of them is drawn sooner than each that is
 * free is asked about. */
static bool leaps_far(const struct mad_codegen *codegen, uint32_t royal)
{
    enum { FEW = 4 };
    const struct mad_instruction *men = &codegen->code[codegen->program->piece.men_at[royal]];
    bool far = false;
    for (uint32_t square = 0; men->op == MAD_OP_MEN && square < codegen->squares; square++) {
        uint32_t count = 0;
        for (uint32_t t = 1; t <= men->b; t++) {
            count += squares_count(&codegen->tables.leaps[men[t].x][square]);
        }
        far = far || count > FEW;
    }
    return far;
}

/* The table of the squares from which the term reaches each square. */
static struct mad_squares *backwards(struct mad_codegen *codegen,
                                     const struct mad_instruction *term)
{
    struct mad_squares *table = mad_new_table(codegen);
    for (uint32_t from = 0; table != NULL && from < codegen->squares; from++) {
        table[from] = reach_of(codegen, term, from);
    }
    return table != NULL ? mad_reversed_table(codegen, table) : NULL;
}

/* A way in which men of the code attack, and from where it reaches the steps of the royal. */
static void add_danger(struct mad_codegen *codegen, uint32_t side, uint32_t code,
                       const struct mad_instruction *term, struct zones *zones)
{
    struct mad_program *program = codegen->program;
    bool ride = term->op == MAD_OP_RIDE_TERM;
    uint32_t *count = &program->danger.count[side][ride];
    for (uint32_t i = 0; i < *count; i++) {
        struct mad_danger *danger = &program->danger.rows[side][ride][i];
        if (danger->table == term->x) {
            if (memchr(danger->codes, (int)code, danger->code_count) == NULL) {
                danger->codes[danger->code_count++] = (uint8_t)code;
            }
            return;
        }
    }
    const struct mad_squares *back = backwards(codegen, term);
    for (uint32_t square = 0; back != NULL && square < codegen->squares; square++) {
        const struct mad_squares from = mad_through(&zones->steps[square], back);
        zones->near[ride][square] = squares_combine(MAD_EITHER, &zones->near[ride][square], &from);
    }
    program->danger.rows[side][ride][(*count)++] = (struct mad_danger){
        .table = term->x, .code_count = 1, .codes = {(uint8_t)code, (uint8_t)code}};
}

/* The captures among the plain moves of all enemies; false when a hopper's depend on whom it may jump, or when
 * some of them take no royals. */
static bool add_dangers(struct mad_codegen *codegen, uint32_t side, struct zones *zones)
{
    const struct mad_program *program = codegen->program;
    if (program->attack.all[1 - side] != program->attack.count[1 - side]) {
        return false;
    }
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        const struct mad_instruction *men = &codegen->code[program->piece.men_at[code]];
        if (codegen->game->codes[code].owner != 1 - side ||
            program->piece.men_at[code] == MAD_NO_PROGRAM) {
            continue;
        }
        for (uint32_t t = 1; t <= (uint32_t)men->b + men->c; t++) {
            bool takes = men[t].a != 1 && men[t].a != 4; /* not to empty squares alone */
            if (takes && men[t].op == MAD_OP_RIDE_TERM && men[t].b != 0) {
                return false;
            }
            if (takes) {
                add_danger(codegen, side, code, &men[t], zones);
            }
        }
    }
    return true;
}

/* Whether a man attacks royals as he attacks others, and a royal on a line is attacked when squares
 * behind it are but for him. */
static bool are_lines_plain(const struct mad_codegen *codegen, uint32_t side)
{
    const struct mad_program *program = codegen->program;
    for (uint32_t i = 0; i < program->attack.count[1 - side]; i++) {
        const struct mad_attack *attack = &program->attack.rows[1 - side][i];
        if (!mad_takes_all(codegen, attack) ||
            (attack->ride && (attack->hops || attack->suspect))) {
            return false;
        }
    }
    return true;
}

static uint32_t most_terms(const struct mad_codegen *codegen, uint32_t side)
{
    uint32_t count = 0;
    for (uint32_t code = 0; code < codegen->game->code_count; code++) {
        const struct mad_instruction *men = &codegen->code[codegen->program->piece.men_at[code]];
        bool moves = codegen->program->piece.men_at[code] != MAD_NO_PROGRAM;
        count += codegen->game->codes[code].owner != side && moves ? (uint32_t)men->b + men->c : 0;
    }
    return count;
}

/* From where leaps attack the royal, by its square. */
static void find_leaps(const struct mad_codegen *codegen, uint32_t side, struct mad_squares *leaps)
{
    for (uint32_t i = 0; i < codegen->program->attack.count[1 - side]; i++) {
        const struct mad_attack *attack = &codegen->program->attack.rows[1 - side][i];
        for (uint32_t square = 0; !attack->ride && square < codegen->squares; square++) {
            leaps[square] = squares_combine(MAD_EITHER, &leaps[square],
                                            &codegen->tables.leaps[attack->table][square]);
        }
    }
}

void mad_find_dangers(struct mad_codegen *codegen, uint32_t side)
{
    struct mad_program *program = codegen->program;
    const size_t count = most_terms(codegen, side) + 1u;
    struct zones zones = {mad_new_table(codegen), {mad_new_table(codegen), mad_new_table(codegen)}};
    struct mad_squares *leaps = mad_new_table(codegen);
    for (uint32_t ride = 0; ride < 2; ride++) {
        program->danger.rows[side][ride] =
            mad_codegen_keep(codegen, count * sizeof *program->danger.rows[side][ride]);
    }
    if (codegen->status != MAD_OK) {
        return;
    }
    find_steps(codegen, program->laws.royal_code[side], zones.steps);
    find_leaps(codegen, side, leaps);
    program->danger.known[side] = add_dangers(codegen, side, &zones) &&
                                  mad_takes_way(program, MAD_WAY_KING_ZONES) &&
                                  leaps_far(codegen, program->laws.royal_code[side]);
    program->danger.of_all[side] = program->danger.known[side] && are_lines_plain(codegen, side);
    for (uint32_t square = 0; square < codegen->squares; square++) {
        squares_add(&zones.steps[square], square);
    }
    program->danger.steps[side] = mad_codegen_leap(codegen, zones.steps) * codegen->squares;
    for (uint32_t ride = 0; ride < 2; ride++) {
        program->danger.near[side][ride] =
            mad_codegen_leap(codegen, zones.near[ride]) * codegen->squares;
    }
    program->danger.leaps[side] = mad_codegen_leap(codegen, leaps) * codegen->squares;
}
