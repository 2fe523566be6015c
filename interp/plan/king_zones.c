/* king_zones.c - from where the enemy may attack the squares about a royal.
 *
 * Layer: plan. Where a royal may step, and which squares on its way a verb asks about, is told by one map of
 * attacks for each position. Only men who can reach those squares at all have to be drawn on it: for every
 * square of the royal these are known beforehand. A King on g1 has to fear a Rook on any square of files f to h
 * and ranks 1 and 2, and none on a5 that looks elsewhere. It relies on the attacks that piece.c has found. */
#include <string.h>

#include "codegen.h"

static struct mad_squares reach_of(const struct mad_codegen *codegen,
                                   const struct mad_instruction *term, uint32_t from)
{
    return term->op == MAD_OP_RIDE_TERM ? mad_ride_reach(codegen, term->x, from)
                                        : codegen->tables.leaps[term->x][from];
}

static void add_table(const struct mad_codegen *codegen, struct mad_squares *to,
                      const struct mad_squares *table)
{
    for (uint32_t square = 0; square < codegen->squares; square++) {
        to[square] = squares_combine(MAD_EITHER, &to[square], &table[square]);
    }
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

/* Which squares the verbs of this side ask about, as far as they follow from where the man stands. */
static void find_asked(const struct mad_codegen *codegen, uint32_t side, struct mad_squares *asked)
{
    const struct mad_instruction *last[MAD_MAX_SETS] = {NULL};
    for (uint32_t at = codegen->program->entry.generate[side]; at < codegen->code_count; at++) {
        const struct mad_instruction *i = &codegen->code[at];
        bool asks = i->op == MAD_OP_IF_ATTACKED && i->b == 1 - side;
        if (i->op == MAD_OP_LEAP) {
            last[i->a] = i;
        } else if (asks && last[i->a] != NULL) {
            add_table(codegen, asked, codegen->tables.leaps[last[i->a]->x]);
        } else if (i->op == MAD_OP_STOP) {
            return;
        }
    }
}

/* The table of the squares from which the term reaches each square. */
static struct mad_squares *backwards(struct mad_codegen *codegen,
                                     const struct mad_instruction *term)
{
    struct mad_squares *table = mad_codegen_scratch(codegen, codegen->squares * sizeof *table);
    for (uint32_t from = 0; table != NULL && from < codegen->squares; from++) {
        table[from] = reach_of(codegen, term, from);
    }
    return table != NULL ? mad_reversed_table(codegen, table) : NULL;
}

/* For each square of the royal: from where some of the squares wanted then are reached. */
static struct mad_squares *zone_of(struct mad_codegen *codegen, const struct mad_squares *back,
                                   const struct mad_squares *wanted)
{
    struct mad_squares *zone = mad_codegen_scratch(codegen, codegen->squares * sizeof *zone);
    for (uint32_t square = 0; zone != NULL && square < codegen->squares; square++) {
        zone[square] = mad_through(codegen, &wanted[square], back);
    }
    return zone;
}

static void add_danger(struct mad_codegen *codegen, uint32_t side, uint32_t code,
                       const struct mad_instruction *term)
{
    struct mad_zones *zones = &codegen->zones[side];
    struct mad_program *program = codegen->program;
    bool ride = term->op == MAD_OP_RIDE_TERM;
    uint32_t count = program->danger.count[side];
    for (uint32_t i = 0; i < count; i++) {
        struct mad_danger *danger = &program->danger.rows[side][i];
        if (danger->ride == ride && danger->table == term->x) {
            if (memchr(danger->codes, (int)code, danger->code_count) == NULL) {
                danger->codes[danger->code_count++] = (uint8_t)code;
            }
            return;
        }
    }
    struct mad_squares *back = backwards(codegen, term);
    if (back == NULL) {
        return;
    }
    struct mad_squares *near = zone_of(codegen, back, zones->steps),
                       *far = zone_of(codegen, back, zones->asked);
    if (near == NULL || far == NULL) {
        return;
    }
    for (uint32_t square = 0; square < codegen->squares; square++) {
        far[square] = squares_combine(MAD_WITHOUT, &far[square], &near[square]);
    }
    program->danger.rows[side][count] = (struct mad_danger){
        .table = term->x, .ride = ride, .code_count = 1, .codes = {(uint8_t)code, (uint8_t)code}};
    zones->near[count] = near;
    zones->far[count] = far;
    program->danger.count[side]++;
}

/* The captures among the plain moves of all enemies; false when a hopper's depend on whom it may jump, or when
 * some of them take no royals. */
static bool add_dangers(struct mad_codegen *codegen, uint32_t side)
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
                add_danger(codegen, side, code, &men[t]);
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

void mad_find_dangers(struct mad_codegen *codegen, uint32_t side)
{
    struct mad_program *program = codegen->program;
    struct mad_zones *zones = &codegen->zones[side];
    size_t count = most_terms(codegen, side) + 1u, bytes = codegen->squares * sizeof *zones->steps;
    zones->steps = mad_codegen_scratch(codegen, bytes);
    zones->asked = mad_codegen_scratch(codegen, bytes);
    zones->near = mad_codegen_scratch(codegen, count * sizeof *zones->near);
    zones->far = mad_codegen_scratch(codegen, count * sizeof *zones->far);
    program->danger.rows[side] =
        mad_codegen_keep(codegen, count * sizeof *program->danger.rows[side]);
    if (codegen->status != MAD_OK) {
        return;
    }
    find_steps(codegen, program->laws.royal_code[side], zones->steps);
    find_asked(codegen, side, zones->asked);
    program->danger.known[side] =
        add_dangers(codegen, side) && mad_takes_way(program, MAD_WAY_KING_ZONES);
    program->danger.of_all[side] = program->danger.known[side] && are_lines_plain(codegen, side);
    add_table(codegen, zones->asked, zones->steps);
    for (uint32_t square = 0; square < codegen->squares; square++) {
        squares_add(&zones->steps[square], square);
        squares_add(&zones->asked[square], square);
    }
}

static uint64_t *add_to_row(const struct mad_codegen *codegen, uint64_t *row,
                            const struct mad_squares *set)
{
    memcpy(row, set->word, codegen->game->words * sizeof *row);
    return row + codegen->game->words;
}

/* From where it may reach the square. */
static const struct mad_squares *zone_of_attack(const struct mad_codegen *codegen,
                                                const struct mad_attack *attack, uint32_t square)
{
    uint32_t table = !attack->ride ? attack->table : attack->suspect ? attack->rays : attack->full;
    return &codegen->tables.leaps[table / codegen->squares][square];
}

void mad_codegen_finish_royal(struct mad_codegen *codegen, uint32_t side)
{
    struct mad_program *program = codegen->program;
    const struct mad_zones *zones = &codegen->zones[side];
    const struct mad_attack *attacks = program->attack.rows[1 - side];
    uint32_t count = program->attack.count[1 - side], dangers = program->danger.count[side],
             sets = MAD_ROW_ATTACKS + count + 2 * dangers;
    uint64_t *row =
        mad_codegen_keep(codegen, (size_t)codegen->squares * sets * codegen->game->words * 8);
    program->danger.royal_rows[side] = row;
    program->danger.royal_row_sets[side] = sets;
    for (uint32_t square = 0; row != NULL && square < codegen->squares; square++) {
        struct mad_squares leaps = {{0}}, near = {{0}}, far = {{0}};
        for (uint32_t i = 0; i < program->attack.leaps[1 - side]; i++) {
            leaps =
                squares_combine(MAD_EITHER, &leaps, zone_of_attack(codegen, &attacks[i], square));
        }
        for (uint32_t i = 0; i < dangers; i++) {
            near = squares_combine(MAD_EITHER, &near, &zones->near[i][square]);
            far = squares_combine(MAD_EITHER, &far, &zones->far[i][square]);
        }
        row = add_to_row(codegen, row, &zones->steps[square]);
        row = add_to_row(codegen, row, &zones->asked[square]);
        row = add_to_row(codegen, row, &leaps);
        row = add_to_row(codegen, row, &near);
        row = add_to_row(codegen, row, &far);
        for (uint32_t i = 0; i < count; i++) {
            row = add_to_row(codegen, row, zone_of_attack(codegen, &attacks[i], square));
        }
        for (uint32_t i = 0; i < dangers; i++) {
            row = add_to_row(codegen, row, &zones->near[i][square]);
        }
        for (uint32_t i = 0; i < dangers; i++) {
            row = add_to_row(codegen, row, &zones->far[i][square]);
        }
    }
}
