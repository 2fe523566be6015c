/* danger.c - from where the enemy may attack the squares about a royal.
 *
 * Layer: compile. Where a royal may step, and which squares on its way a verb asks about, is told by one
 * map of attacks for each position. Only men who can reach those squares at all have to be drawn on it:
 * for every square of the royal these are known beforehand. */
#include <string.h>

#include "build.h"

static struct mad_squares reach_of(const struct mad_build *build,
                                   const struct mad_instruction *term, uint32_t from)
{
    return term->op == MAD_OP_RIDE_TERM ? mad_ride_reach(build, term->x, from)
                                        : build->leaps[term->x][from];
}

static void add_table(const struct mad_build *build, struct mad_squares *to,
                      const struct mad_squares *table)
{
    for (uint32_t square = 0; square < build->squares; square++) {
        to[square] = squares_combine(MAD_EITHER, &to[square], &table[square]);
    }
}

static void find_steps(const struct mad_build *build, uint32_t royal, struct mad_squares *steps)
{
    const struct mad_instruction *men = &build->code[build->machine->men_at[royal]];
    for (uint32_t t = 1; men->op == MAD_OP_ROYAL && t <= (uint32_t)men->b + men->c; t++) {
        for (uint32_t square = 0; square < build->squares; square++) {
            struct mad_squares reached = reach_of(build, &men[t], square);
            steps[square] = squares_combine(MAD_EITHER, &steps[square], &reached);
        }
    }
}

/* Which squares the verbs of this side ask about, as far as they follow from where the man stands. */
static void find_asked(const struct mad_build *build, uint32_t side, struct mad_squares *asked)
{
    const struct mad_instruction *last[MAD_MAX_SETS] = {NULL};
    for (uint32_t at = build->machine->generate[side]; at < build->code_count; at++) {
        const struct mad_instruction *i = &build->code[at];
        bool asks = (i->op == MAD_OP_IF_ATTACKED || i->op == MAD_OP_IF_SAFE) && i->b == 1 - side;
        if (i->op == MAD_OP_LEAP) {
            last[i->a] = i;
        } else if (asks && last[i->a] != NULL) {
            add_table(build, asked, build->leaps[last[i->a]->x]);
        } else if (i->op == MAD_OP_STOP) {
            return;
        }
    }
}

/* The table of the squares from which each square is reached. */
static struct mad_squares *backwards(struct mad_build *build, const struct mad_instruction *term)
{
    struct mad_squares *back = mad_build_scratch(build, build->squares * sizeof *back);
    for (uint32_t from = 0; back != NULL && from < build->squares; from++) {
        struct mad_squares reached = reach_of(build, term, from);
        for (uint32_t w = 0; w < 4; w++) {
            for (uint64_t bits = reached.word[w]; bits != 0; bits &= bits - 1) {
                squares_add(&back[w * 64 + (uint32_t)__builtin_ctzll(bits)], from);
            }
        }
    }
    return back;
}

/* For each square of the royal: from where some of the squares wanted then are reached. */
static struct mad_squares *zone_of(struct mad_build *build, const struct mad_squares *back,
                                   const struct mad_squares *wanted)
{
    struct mad_squares *zone = mad_build_scratch(build, build->squares * sizeof *zone);
    for (uint32_t square = 0; zone != NULL && square < build->squares; square++) {
        for (uint32_t w = 0; w < 4; w++) {
            for (uint64_t bits = wanted[square].word[w]; bits != 0; bits &= bits - 1) {
                zone[square] = squares_combine(MAD_EITHER, &zone[square],
                                               &back[w * 64 + (uint32_t)__builtin_ctzll(bits)]);
            }
        }
    }
    return zone;
}

static void add_danger(struct mad_build *build, uint32_t side, uint32_t code,
                       const struct mad_instruction *term)
{
    struct mad_zones *zones = &build->zones[side];
    struct mad_machine *machine = build->machine;
    bool ride = term->op == MAD_OP_RIDE_TERM;
    uint32_t count = machine->danger_count[side];
    for (uint32_t i = 0; i < count; i++) {
        struct mad_danger *danger = &machine->dangers[side][i];
        if (danger->ride == ride && danger->table == term->x) {
            if (memchr(danger->codes, (int)code, danger->code_count) == NULL) {
                danger->codes[danger->code_count++] = (uint8_t)code;
            }
            return;
        }
    }
    struct mad_squares *back = backwards(build, term);
    if (back == NULL) {
        return;
    }
    struct mad_squares *near = zone_of(build, back, zones->steps),
                       *far = zone_of(build, back, zones->asked);
    if (near == NULL || far == NULL) {
        return;
    }
    for (uint32_t square = 0; square < build->squares; square++) {
        far[square] = squares_combine(MAD_WITHOUT, &far[square], &near[square]);
    }
    machine->dangers[side][count] = (struct mad_danger){
        .table = term->x, .ride = ride, .code_count = 1, .codes = {(uint8_t)code, (uint8_t)code}};
    zones->near[count] = near;
    zones->far[count] = far;
    machine->danger_count[side]++;
}

/* The captures among the plain moves of all enemies; false when a hopper's depend on whom it may jump. */
static bool add_dangers(struct mad_build *build, uint32_t side)
{
    const struct mad_machine *machine = build->machine;
    for (uint32_t code = 0; code < build->game->code_count; code++) {
        const struct mad_instruction *men = &build->code[machine->men_at[code]];
        if (build->game->codes[code].owner != 1 - side || machine->men_at[code] == MAD_NO_PROGRAM) {
            continue;
        }
        for (uint32_t t = 1; t <= (uint32_t)men->b + men->c; t++) {
            bool takes = men[t].a != 1 && men[t].a != 4; /* not to empty squares alone */
            if (takes && men[t].op == MAD_OP_RIDE_TERM && men[t].b != 0) {
                return false;
            }
            if (takes) {
                add_danger(build, side, code, &men[t]);
            }
        }
    }
    return true;
}

/* Whether a man attacks royals as he attacks others, and a royal on a line is attacked when squares
 * behind it are but for him. */
static bool are_lines_plain(const struct mad_machine *machine, uint32_t side)
{
    for (uint32_t i = 0; i < machine->attack_count[1 - side]; i++) {
        const struct mad_attack *attack = &machine->attacks[1 - side][i];
        if (attack->royal_only || (attack->ride && (attack->hops || attack->suspect))) {
            return false;
        }
    }
    return true;
}

static uint32_t most_terms(const struct mad_build *build, uint32_t side)
{
    uint32_t count = 0;
    for (uint32_t code = 0; code < build->game->code_count; code++) {
        const struct mad_instruction *men = &build->code[build->machine->men_at[code]];
        bool moves = build->machine->men_at[code] != MAD_NO_PROGRAM;
        count += build->game->codes[code].owner != side && moves ? (uint32_t)men->b + men->c : 0;
    }
    return count;
}

void mad_find_dangers(struct mad_build *build, uint32_t side)
{
    struct mad_machine *machine = build->machine;
    struct mad_zones *zones = &build->zones[side];
    size_t count = most_terms(build, side) + 1u, bytes = build->squares * sizeof *zones->steps;
    zones->steps = mad_build_scratch(build, bytes);
    zones->asked = mad_build_scratch(build, bytes);
    zones->near = mad_build_scratch(build, count * sizeof *zones->near);
    zones->far = mad_build_scratch(build, count * sizeof *zones->far);
    machine->dangers[side] = mad_build_keep(build, count * sizeof *machine->dangers[side]);
    if (build->status != MAD_OK) {
        return;
    }
    find_steps(build, machine->royal_code[side], zones->steps);
    find_asked(build, side, zones->asked);
    machine->dangers_known[side] = add_dangers(build, side);
    machine->dangers_of_all[side] = machine->dangers_known[side] && are_lines_plain(machine, side);
    add_table(build, zones->asked, zones->steps);
    for (uint32_t square = 0; square < build->squares; square++) {
        squares_add(&zones->steps[square], square);
        squares_add(&zones->asked[square], square);
    }
}

static uint64_t *add_to_row(const struct mad_build *build, uint64_t *row,
                            const struct mad_squares *set)
{
    memcpy(row, set->word, build->game->words * sizeof *row);
    return row + build->game->words;
}

/* From where it may reach the square. */
static const struct mad_squares *zone_of_attack(const struct mad_build *build,
                                                const struct mad_attack *attack, uint32_t square)
{
    uint32_t table = !attack->ride ? attack->table : attack->suspect ? attack->rays : attack->full;
    return &build->leaps[table / build->squares][square];
}

void mad_build_finish_royal(struct mad_build *build, uint32_t side)
{
    struct mad_machine *machine = build->machine;
    const struct mad_zones *zones = &build->zones[side];
    const struct mad_attack *attacks = machine->attacks[1 - side];
    uint32_t count = machine->attack_count[1 - side], dangers = machine->danger_count[side],
             sets = MAD_ROW_ATTACKS + count + 2 * dangers;
    uint64_t *row = mad_build_keep(build, (size_t)build->squares * sets * build->game->words * 8);
    machine->royal_rows[side] = row;
    machine->royal_row_sets[side] = sets;
    for (uint32_t square = 0; row != NULL && square < build->squares; square++) {
        struct mad_squares leaps = {{0}}, near = {{0}}, far = {{0}};
        for (uint32_t i = 0; i < machine->attack_leaps[1 - side]; i++) {
            leaps = squares_combine(MAD_EITHER, &leaps, zone_of_attack(build, &attacks[i], square));
        }
        for (uint32_t i = 0; i < dangers; i++) {
            near = squares_combine(MAD_EITHER, &near, &zones->near[i][square]);
            far = squares_combine(MAD_EITHER, &far, &zones->far[i][square]);
        }
        row = add_to_row(build, row, &zones->steps[square]);
        row = add_to_row(build, row, &zones->asked[square]);
        row = add_to_row(build, row, &leaps);
        row = add_to_row(build, row, &near);
        row = add_to_row(build, row, &far);
        for (uint32_t i = 0; i < count; i++) {
            row = add_to_row(build, row, zone_of_attack(build, &attacks[i], square));
        }
        for (uint32_t i = 0; i < dangers; i++) {
            row = add_to_row(build, row, &zones->near[i][square]);
        }
        for (uint32_t i = 0; i < dangers; i++) {
            row = add_to_row(build, row, &zones->far[i][square]);
        }
    }
}
