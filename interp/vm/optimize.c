/* optimize.c - prepares a verified program for running.
 *
 * Layer: vm. Operands are replaced by what they lead to: tables by their first row, jumps by how far they go,
 * the code of MEN by its set of squares where moves have a choice at their end. Addresses stay as they are.
 * `leaps r9, r8, leap 0` then has the address of the row of square 0. It relies on verify.c: no operand is out
 * of range. */
#include "optimize.h"

#include <stddef.h>
#include <string.h>

#include "../game/move.h"
#include "../game/state.h"
#include "gather.h"
#include "program.h"
#include "opcode.h"

enum { MOST_STEPS = 256 }; /* through ends */

static uint32_t shape_of(const struct mad_instruction *men)
{
    if (men->x != 0) {
        return MAD_SHAPE_ROYAL;
    }
    for (uint32_t ride = 1u + men->b; ride <= (uint32_t)men->b + men->c; ride++) {
        if (men[ride].b != 0) {
            return MAD_SHAPE_HOPPERS;
        }
    }
#define MAD_SHAPE(leaps, rides)                   \
    if (men->b == (leaps) && men->c == (rides)) { \
        return MAD_SHAPE_##leaps##rides;          \
    }
#include "shape.def"
#undef MAD_SHAPE
    return MAD_SHAPE_ANY;
}

/* [base] what does the same by moving the whole set; 0 none */
static const uint8_t SHIFTED[MAD_OPS] = {
#define MAD_OP(op, ...)
#define MAD_SHIFTED(op, base) [MAD_OP_##base] = MAD_OP_##op,
#include "opcode.def"
#undef MAD_OP
#undef MAD_SHIFTED
};

/* By how many steps the shifts of LINE make rows of its length out of single squares, each as long as two
 * rows before it at most; all are less than a word. 0, 1, 2 or 3 of them; more: it cannot be done so. */
static uint32_t row_steps(const struct mad_program *program, const struct mad_instruction *line,
                          uint32_t steps[3])
{
    uint32_t most = 63, have = 1, count = 0;
    for (uint32_t term = 1; term <= line->x; term++) {
        const struct mad_shift *shift = &program->tables.shifts[line[term].x];
        if (!shift->uniform || shift->by <= 0) {
            return 4;
        }
        most = 63u / (uint8_t)shift->by < most ? 63u / (uint8_t)shift->by : most;
    }
    for (; have < line->c && count < 3; have += steps[count++]) {
        uint32_t more = line->c - have < have ? line->c - have : have;
        steps[count] = more < most ? more : most;
    }
    return have < line->c ? 4 : count;
}

/* [base] what does the same for all directions at once; 0 none */
static const uint8_t FANNED[MAD_OPS] = {
#define MAD_OP(op, ...)
#define MAD_FANNED(op, base) [MAD_OP_##base] = MAD_OP_##op,
#include "opcode.def"
#undef MAD_OP
#undef MAD_FANNED
};

static bool is_shifted(const struct mad_program *program, const struct mad_instruction *i)
{
    uint32_t steps[3];
    return SHIFTED[i->op] != 0 && (i->op == MAD_OP_LINE ? row_steps(program, i, steps) < 4
                                                        : program->tables.shifts[i->x].uniform);
}

/* LINE_SHIFTED says how many shifts there are; its terms name them, and how far. */
static void prepare_rows(const struct mad_program *program, uint32_t line)
{
    const struct mad_instruction *head = &program->code[line];
    uint32_t steps[3] = {0, 0, 0};
    program->fast[line].c = (uint8_t)row_steps(program, head, steps);
    for (uint32_t term = 1; term <= head->x; term++) {
        const uint32_t by = (uint8_t)program->tables.shifts[head[term].x].by;
        program->fast[line + term] = (struct mad_instruction){
            MAD_OP_LEAP_TERM, (uint8_t)(steps[0] * by), (uint8_t)(steps[1] * by),
            (uint8_t)(steps[2] * by), head[term].x};
    }
}

/* Where a jump leads in the end. */
static uint32_t goal_of(const struct mad_program *program, uint32_t address)
{
    while (program->code[address].op == MAD_OP_JUMP) {
        address = program->code[address].x;
    }
    return address;
}

static bool names_table(enum mad_op op)
{
    return mad_opcodes[op].operands[3] == 't' || mad_opcodes[op].operands[3] == 'r';
}

/* Whether all that the loop from there to `end` does is to put a man on each square, out of a pocket or
 * out of nothing. */
static bool only_drops(const struct mad_program *program, uint32_t loop, uint32_t end)
{
    const struct mad_instruction *next = program->code + loop, *i = next + 1;
    uint32_t chosen = next->a;
    if (end < loop + 3 || end + 1 >= program->code_count || next->op != MAD_OP_NEXT_SQUARE) {
        return false;
    }
    i += i->op == MAD_OP_GATE;
    if (i->op != MAD_OP_PUT || i->a != chosen) {
        return false;
    }
    i++;
    i += i->op == MAD_OP_SPEND;
    return i->op == MAD_OP_MOVE && i->x == loop;
}

static bool names_numbers(const struct mad_instruction *i)
{
    struct mad_registers all = mad_registers_read(i);
    uint64_t any = 0;
    mad_add_registers(&all, mad_registers_written(i));
    for (uint32_t w = MAD_MAX_SETS / 64; w < MAD_REGISTER_WORDS; w++) {
        any |= all.bits[w];
    }
    return any != 0;
}

/* How many registers, and one more, the loop behind a MANY, over its squares, may read of what was there
 * before: with them it can be begun again for one square. 0: no such loop, or it needs more than that. Or
 * MAD_DROPS with it. What the loop writes before it reads it in the order of the code is its own: a value is written
 * once, and no branch gives another to a register that holds one. */
static uint8_t kept_registers(const struct mad_program *program, uint32_t many)
{
    const struct mad_instruction *i = program->code + many, *copy = i + 1, *loop = i + 2;
    const bool added = copy->op == MAD_OP_OR && copy->a == copy->b; /* to others of the loop */
    if (many + 2 >= program->code_count || copy->c != i->a ||
        !(added ? i->x == many + 2
                : i->x > many + 2 && copy->op == MAD_OP_AND && copy->b == i->a) ||
        !(loop->op == MAD_OP_NEXT_SQUARE ? loop->b == copy->a
                                         : loop->op == MAD_OP_NEXT_MAN && loop->a == copy->a)) {
        return 0;
    }
    const uint32_t end = added ? loop->x : i->x;
    struct mad_registers asked = {{0}}, written = mad_registers_written(copy);
    mad_add_registers(&written, mad_registers_written(loop));
    for (uint32_t at = many + 3; at < end; at++) {
        const struct mad_instruction *inside = &program->code[at];
        const struct mad_registers read = mad_registers_read(inside);
        if ((inside->op == MAD_OP_REPEAT && !added) || names_numbers(inside)) {
            return 0;
        }
        for (uint32_t w = 0; w < MAD_REGISTER_WORDS; w++) {
            asked.bits[w] |= read.bits[w] & ~written.bits[w];
        }
        mad_add_registers(&written, mad_registers_written(inside));
    }
    const uint32_t kept = mad_registers_end(asked);
    if (kept + 1 >= MAD_DROPS) {
        return 0;
    }
    return (uint8_t)((kept + 1) | (only_drops(program, many + 2, end) ? MAD_DROPS : 0u));
}

/* The MOVE of the loop behind a MANY, if all that comes of its men is that each takes somebody and lands, and
 * those of MANY go no further; else null. */
static const struct mad_instruction *jump_behind(const struct mad_program *program, uint32_t many)
{
    const struct mad_instruction *men = program->code + many, *loop = men + 2, *at = loop + 4;
    const struct mad_instruction *const last = program->code + program->code_count - 1;
    if (loop + 5 > last || loop->op != MAD_OP_NEXT_MAN || loop[1].op != MAD_OP_LEAP ||
        loop[2].op != MAD_OP_TAKE || loop[2].a != loop[1].a || loop[2].b != 0 ||
        loop[3].op != MAD_OP_LEAP || loop->a == men->a || loop[1].a == men->a ||
        loop[3].a == men->a ||
        (program->marks.touched | program->marks.follow | program->marks.scratch) != 0) {
        return NULL;
    }
    while (at < last && at->op == MAD_OP_LEAP && at->a != loop[3].a && at->a != men->a) {
        at++;
    }
    if (at == last || at->op != MAD_OP_LAND || at->a != loop[3].a) {
        return NULL;
    }
    at++;
    at = at->op == MAD_OP_JUMP ? program->code + at->x : at;
    if (at + 3 <= last && at->op == MAD_OP_REPEAT && at->c == men->a && men->a != 0) {
        at += 3; /* as it goes on where it finds no way */
    }
    return at->op == MAD_OP_MOVE ? at : NULL;
}

/* Tells loops that draw such moves. */
static void find_jumps(struct mad_program *program)
{
    for (uint32_t at = 0; at < program->code_count; at++) {
        const bool begins_again = program->code[at].op == MAD_OP_MANY && program->fast[at].c != 0;
        const struct mad_instruction *move = begins_again ? jump_behind(program, at) : NULL;
        if (move != NULL) {
            program->fast[at + 2].b = MAD_JUMPS;
            program->fast[at + 2].c = move->a;
        }
    }
}

/* The registers that a body writes which is repeated. Bodies may lie in each other: each is jumped over, and ends
 * with the only STOP that something is jumped to behind. */
static struct mad_registers changed_registers(const struct mad_program *program, uint32_t body)
{
    struct mad_registers changed = {{0}};
    for (uint32_t at = body; program->code[at].op != MAD_OP_STOP; at++) {
        const struct mad_instruction *i = &program->code[at];
        if (i->op == MAD_OP_JUMP && i->x > at && program->code[i->x - 1].op == MAD_OP_STOP) {
            at = i->x;
        }
        mad_add_registers(&changed, mad_registers_written(&program->code[at]));
    }
    return changed;
}

/* What a round keeps of those registers while the next one runs: all sets, and all numbers, up to the last. */
static void keep_in_rounds(struct mad_program *program, struct mad_instruction *repeat,
                           struct mad_registers changed)
{
    repeat->b = (uint8_t)mad_registers_end(changed);
    for (uint32_t number = program->round_numbers; number < MAD_FIRST_HANDED; number++) {
        const uint32_t bit = MAD_MAX_SETS + number;
        if (changed.bits[bit / 64] >> (bit % 64) & 1) {
            program->round_numbers = number + 1;
        }
    }
}

static struct mad_shift shift_of(const struct mad_game *game, uint32_t table)
{
    struct mad_shift shift = {.uniform = false};
    const uint64_t *row = game->program->tables.leaps + (size_t)table * game->squares * game->words;
    const bool shifts = mad_takes_way(game->program, MAD_WAY_SHIFTS);
    for (int from = 0; shifts && from < game->squares; from++, row += game->words) {
        int to = -1;
        for (int word = 0; word < game->words; word++) {
            if (row[word] == 0) {
                continue;
            }
            if (to >= 0 || (row[word] & (row[word] - 1)) != 0) {
                return (struct mad_shift){.uniform = false};
            }
            to = word * 64 + __builtin_ctzll(row[word]);
        }
        if (to < 0) {
            continue;
        }
        if (to == from || to - from < -63 || to - from > 63 ||
            (shift.uniform && shift.by != to - from)) {
            return (struct mad_shift){.uniform = false};
        }
        shift.uniform = true;
        shift.by = (int8_t)(to - from);
        shift.from[from / 64] |= UINT64_C(1) << (from % 64);
    }
    return shift;
}

/* False: the table leads from squares in more ways, or further, than shifts can say. */
static bool make_spread(const struct mad_game *game, uint32_t table, struct mad_spread *spread)
{
    const uint64_t *row = game->program->tables.leaps + (size_t)table * game->squares * game->words;
    const uint32_t bits = game->words * 64u;
    spread->count = 0;
    for (uint32_t from = 0; from < game->squares; from++, row += game->words) {
        for (uint32_t to = 0; to < bits; to++) {
            if (!(row[to / 64] >> (to % 64) & 1)) {
                to = row[to / 64] >> (to % 64) == 0 ? to | 63 : to; /* nothing more in the word */
                continue;
            }
            const int by = (int)to - (int)from;
            uint32_t i = 0;
            while (i < spread->count && spread->shifts[i].by != by) {
                i++;
            }
            if (by == 0 || by < -63 || by > 63 || i == MAD_MAX_SPREAD) {
                return false;
            }
            if (i == spread->count) {
                spread->shifts[spread->count++] =
                    (struct mad_shift){.uniform = true, .by = (int8_t)by};
            }
            spread->shifts[i].from[from / 64] |= UINT64_C(1) << (from % 64);
        }
    }
    return true;
}

static void make_spreads(const struct mad_game *game)
{
    struct mad_program *program = game->program;
    const bool shifts = mad_takes_way(program, MAD_WAY_SHIFTS);
    uint32_t count = 0;
    for (uint32_t at = 0; at < program->code_count && shifts; at++) {
        const struct mad_instruction *i = &program->code[at];
        if ((i->op == MAD_OP_LEAPS || i->op == MAD_OP_RUN) &&
            program->tables.spread_of[i->x] == 0 &&
            make_spread(game, i->x, &program->tables.spreads[count])) {
            program->tables.spread_of[i->x] = ++count;
        }
    }
}

/* The directions of the terms behind an instruction in one fan, if they all look at the same set. */
static bool make_fan(const struct mad_game *game, const struct mad_instruction *head,
                     struct mad_fan *fan)
{
    uint32_t up = 0, down = 0;
    *fan = (struct mad_fan){.to = {0}};
    for (uint32_t term = 1; term <= head->x; term++) {
        const struct mad_shift *shift = &game->program->tables.shifts[head[term].x];
        uint32_t lane = shift->by > 0 ? up++ : MAD_FAN + down++;
        if (!MAD_HAS_FANS || game->words != 1 || !shift->uniform || up > MAD_FAN ||
            down > MAD_FAN || head[term].a != head[1].a) {
            return false;
        }
        fan->to[lane] = shift->by > 0 ? shift->from[0] << shift->by : shift->from[0] >> -shift->by;
        fan->by[lane] = (uint64_t)(shift->by > 0 ? shift->by : -shift->by);
    }
    return head->x != 0;
}

/* How many set registers the program uses; handlers have others. */
static uint32_t registers_of(const struct mad_program *program, uint32_t address)
{
    struct mad_registers used = {{(UINT64_C(1) << MAD_FIXED_REGISTERS) - 1}};
    for (uint32_t at = address, end = address; at <= end && at < program->code_count; at++) {
        const struct mad_instruction *i = &program->code[at];
        bool jumps = mad_op_jumps(i->op) && i->x > end;
        end = jumps ? i->x : at == end && i->op != MAD_OP_STOP ? at + 1 : end;
        mad_add_registers(&used, mad_registers_read(i));
        mad_add_registers(&used, mad_registers_written(i));
    }
    return mad_registers_end(used);
}

/* Whether what goes on after a player's moves hangs on nothing but a mark that ends with men, where they
 * stand, and on his own pockets. */
static bool extends_alone(const struct mad_game *game, uint32_t side)
{
    const struct mad_program *program = game->program;
    const struct mad_instruction *i = program->code + program->extension.program[side];
    const uint32_t mark = program->extension.mark[side];
    for (; i->op != MAD_OP_STOP; i++) {
        if ((i->op == MAD_OP_IF_POCKET_EMPTY || i->op == MAD_OP_IF_POCKET_WAS_EMPTY) &&
            i->b != side) {
            return false;
        }
    }
    return mark != MAD_NO_MARK && (program->marks.touched >> mark & 1) &&
           program->extension.is_safe[side] && !program->extension.must[side];
}

/* Of whatever player's program: what neither hangs on whose it is nor on how far his run has come. */
enum {
    ABOUT_ANYBODY = MAD_ABOUT(NOTHING) | MAD_ABOUT(STATE) | MAD_ABOUT(LAST) | MAD_ABOUT(PAST) |
                    MAD_ABOUT(AHEAD) | MAD_ABOUT(ANSWER),
    ABOUT_MEN = MAD_ABOUT(NOTHING) | MAD_ABOUT(STATE) | MAD_ABOUT(ANSWER),
    ABOUT_ENDS =
        ABOUT_ANYBODY | MAD_ABOUT(ATTACKS), /* a run that has listed moves knows them too */
};

/* Whether the instruction is about these alone, and none of its operands hangs on whose the run is. */
static bool is_alike(const struct mad_instruction *i, uint32_t abouts)
{
    const uint8_t values[3] = {i->a, i->b, i->c};
    for (uint32_t operand = 0; operand < 3; operand++) {
        const uint8_t value = values[operand];
        if (value < MAD_FIXED_REGISTERS &&
            (mad_op_writes(i->op, operand) ||
             (mad_op_reads(i->op, operand) && value != MAD_EMPTY_REGISTER &&
              value != MAD_MEN_REGISTER))) {
            return false;
        }
    }
    return mad_op_is_about(i->op, abouts) && mad_opcodes[i->op].operands[3] != 'p';
}

/* The same of a whole program. */
static bool are_alike(const struct mad_program *program, uint32_t address, uint32_t abouts)
{
    uint32_t farthest = address; /* to which anything before leads */
    for (uint32_t at = address; at < program->code_count; at++) {
        const struct mad_instruction *i = &program->code[at];
        if (!is_alike(i, abouts)) {
            return false;
        }
        if (mad_op_jumps(i->op) && i->x > farthest) {
            farthest = i->x;
        }
        if (i->op == MAD_OP_STOP && at >= farthest) {
            return true;
        }
        at += mad_terms_behind(i);
    }
    return false;
}

/* The MANY of a program that does nothing but to drop one kind of man on empty squares; or none. */
static uint32_t only_drop(const struct mad_game *game, uint32_t address)
{
    const struct mad_program *program = game->program;
    bool empty[MAD_MAX_SETS] = {[MAD_EMPTY_REGISTER] =
                                    true}; /* no man stands on any square of the set */
    uint32_t at = address + 1, end;
    if (program->code[address].op != MAD_OP_SAVE || program->code[address].a != 0 ||
        program->code[address].b != 0) {
        return MAD_NO_PROGRAM;
    }
    for (; program->code[at].op != MAD_OP_MANY; at++) {
        const struct mad_instruction *i = &program->code[at];
        bool jumps = mad_op_jumps(i->op);
        if (!is_alike(i, ABOUT_ANYBODY) || (jumps && i->op != MAD_OP_IF_POCKET_EMPTY) ||
            i->op == MAD_OP_STOP) {
            return MAD_NO_PROGRAM;
        }
        if (mad_op_writes(i->op, 0)) {
            empty[i->a] = i->op == MAD_OP_AND      ? empty[i->b] || empty[i->c]
                          : i->op == MAD_OP_EXCEPT ? empty[i->b]
                                                   : false;
        }
        at += mad_terms_behind(i);
    }
    const struct mad_instruction *many = &program->code[at];
    if (!(program->fast[at].c & MAD_DROPS) || !empty[many->a]) {
        return MAD_NO_PROGRAM;
    }
    for (uint32_t i = address; i < at; i++) { /* without a man in the pocket there is no way */
        if (program->code[i].op == MAD_OP_IF_POCKET_EMPTY && program->code[i].x != many->x) {
            return MAD_NO_PROGRAM;
        }
    }
    for (end = many->x; program->code[end].op == MAD_OP_JUMP; end = program->code[end].x) {
    }
    return program->code[end].op == MAD_OP_STOP ? at : MAD_NO_PROGRAM;
}

/* Finds whether all moves of a game are drops that change nothing but one man and his pocket. */
static void find_drops(const struct mad_game *game)
{
    struct mad_program *program = game->program;
    uint32_t at[2];
    bool alone = program->drops_without_side_effects && program->marks.last_turn == 0 &&
                 program->marks.scratch == 0 && !program->must_capture &&
                 !program->ends.asks_past && program->ends.watch_count == 0 &&
                 game->outcome_count == 0;
    for (uint32_t side = 0; side < 2; side++) {
        alone = alone && program->laws.none[side] && program->entry.duty[side] == MAD_NO_PROGRAM &&
                program->entry.pass[side] == MAD_NO_PROGRAM &&
                are_alike(program, program->entry.judge[side], ABOUT_MEN) &&
                (program->entry.judge_static[side] == MAD_NO_PROGRAM ||
                 are_alike(program, program->entry.judge_static[side], ABOUT_MEN));
        at[side] = alone ? only_drop(game, program->entry.generate[side]) : MAD_NO_PROGRAM;
        alone = alone && at[side] != MAD_NO_PROGRAM;
    }
    alone = alone && mad_takes_way(program, MAD_WAY_DROPS);
    program->drops_at[0] = alone ? at[0] : MAD_NO_PROGRAM;
    program->drops_at[1] = alone ? at[1] : MAD_NO_PROGRAM;
}

/* Whether a player's moves are plain ones and verbs alone, and no law beside that about his royal says
 * which; his enemy's men all attack along lines that end where somebody stands. */
static bool forecasts(const struct mad_game *game, uint32_t side)
{
    const struct mad_program *program = game->program;
    bool plain = game->turn.count == 0 && program->legality <= MAD_LEGALITY_ROYAL &&
                 program->entry.pass[side] == MAD_NO_PROGRAM &&
                 (program->extension.program[side] == MAD_NO_PROGRAM ||
                  (extends_alone(game, side) && !program->must_capture)) &&
                 program->laws.guard[side] == MAD_NO_PROGRAM && !program->must_capture_most &&
                 !program->laws.spares_royal && !program->laws.beside[side].known &&
                 !(program->legality == MAD_LEGALITY_ROYAL && program->must_capture);
    for (uint32_t i = 0;
         plain && program->legality == MAD_LEGALITY_ROYAL && i < program->attack.count[1 - side];
         i++) {
        const struct mad_attack *attack = &program->attack.rows[1 - side][i];
        plain = !attack->suspect && !attack->hops && attack->blind_count == 0;
    }
    for (uint32_t code = 0; plain && code < game->code_count; code++) {
        plain =
            game->codes[code].owner != side || program->piece.filters_at[code] == MAD_NO_PROGRAM;
    }
    return plain;
}

/* Whether a program that is asked behind a player's move comes to no end from there on while the other, who
 * is to move, can move. At most `steps` instructions are followed. */
static bool wants_stuck(const struct mad_program *program, uint32_t at, uint32_t other,
                        uint32_t *steps)
{
    for (;; at++) {
        const struct mad_instruction *i = &program->code[at];
        bool asks = i->op == MAD_OP_IF_FREE && (i->a == other || i->a == MAD_NEXT_PLAYER);
        if (i->op == MAD_OP_STOP) {
            return true;
        }
        if (*steps == 0 || i->op == MAD_OP_VERDICT || i->op == MAD_OP_SCORE ||
            i->op == MAD_OP_HOLDS || i->op == MAD_OP_UNLESS_AFTER) {
            return false;
        }
        --*steps;
        if (asks && i->c) {
            continue;
        }
        if (mad_op_jumps(i->op)) {
            if (i->x <= at) {
                return false;
            }
            if (asks || i->op == MAD_OP_JUMP) {
                at = i->x - 1;
            } else if (!wants_stuck(program, i->x, other, steps)) {
                return false;
            }
        }
    }
}

/* Whether all that happens behind a plain move, from there on, is that men are put: what is asked before
 * are sets alone, and those can be told of squares and men as they will stand. How many choices are gone
 * through goes to `choices`. */
static bool only_asks_sets(const struct mad_program *program, uint32_t at, uint32_t *choices)
{
    for (*choices = 0; program->code[at].op != MAD_OP_STOP; at++) {
        const struct mad_instruction *i = &program->code[at];
        /* A MANY that begins anew needs no registers from here. */
        if (i->op == MAD_OP_MANY && (kept_registers(program, at) & ~(uint32_t)MAD_DROPS) == 1) {
            ++*choices;
            at = i->x - 1;
        } else if (!mad_op_writes(i->op, 0) ||
                   !mad_op_is_about(i->op,
                                    MAD_ABOUT(NOTHING) | MAD_ABOUT(STATE) | MAD_ABOUT(HERE))) {
            return false;
        }
    }
    return *choices != 0;
}

/* How much a round of each loop over squares counts for, beyond one: for so many instructions, loops in it
 * apart, which count for themselves. */
static void weigh_rounds(struct mad_program *program)
{
    enum { LIGHT = 64 };
    for (uint32_t at = 0; at < program->code_count; at++) {
        const struct mad_instruction *i = &program->code[at];
        if (!mad_op_jumps(i->op) || i->x > at || program->code[i->x].op != MAD_OP_NEXT_SQUARE) {
            continue;
        }
        const uint32_t weight = (at - i->x) / LIGHT;
        struct mad_instruction *loop = &program->fast[i->x];
        loop->c = weight > UINT8_MAX ? UINT8_MAX : weight > loop->c ? (uint8_t)weight : loop->c;
    }
}

/* A row begins with its mask. */
static void make_gathers(const struct mad_game *game)
{
    const struct mad_program *program = game->program;
    uint32_t rows =
        program->tables.gathers != NULL ? program->tables.ride_count * game->squares : 0;
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t w = 0; w < game->words; w++) {
            uint64_t mask;
            memcpy(&mask,
                   program->tables.rows + (size_t)row * program->tables.row_bytes + w * sizeof mask,
                   sizeof mask);
            mad_gather_make(&program->tables.gathers[(size_t)row * game->words + w], mask);
        }
    }
}

void mad_vm_optimize(const struct mad_game *game)
{
    struct mad_program *program = game->program;
    struct mad_instruction *fast = program->fast;
    make_gathers(game);
    for (uint32_t table = 0; table < program->tables.leap_count; table++) {
        program->tables.shifts[table] = shift_of(game, table);
    }
    make_spreads(game);
    uint32_t fans = 0, fan_term = 0, row_terms = 0;
    for (uint32_t at = 0; at < program->code_count; at++) {
        const struct mad_instruction *i = &program->code[at];
        fast[at] = *i;
        if (row_terms != 0) {
            row_terms--; /* they keep the numbers of their tables */
            fast[at].x = at == fan_term ? fans - 1 : i->x;
        } else if (FANNED[i->op] != 0) {
            row_terms = i->x;
            if (make_fan(game, i, &program->tables.fans[fans])) {
                fast[at].op = FANNED[i->op];
                fan_term = at + 1;
                fans++;
            }
        } else if (is_shifted(program, i)) {
            fast[at].op = SHIFTED[i->op];
            if (i->op == MAD_OP_LEAPS) {
                fast[at].x *= (uint32_t)sizeof *program->tables.shifts;
            }
        } else if (names_table(i->op)) {
            fast[at].x *= game->squares;
        } else if (mad_op_jumps(i->op)) {
            fast[at].x = goal_of(program, i->x) - at;
        } else if (i->op == MAD_OP_MEN) {
            fast[at].x = program->arrival.from[i->a] | shape_of(i) << MAD_SHAPE_BIT;
        }
        if (i->op == MAD_OP_MANY) {
            fast[at].c = kept_registers(program, at);
        }
        if (i->op == MAD_OP_REPEAT) {
            keep_in_rounds(program, &fast[at], changed_registers(program, i->x));
        }
        program->ends.asks_past =
            program->ends.asks_past || mad_op_is_about(i->op, MAD_ABOUT(PAST));
    }
    for (uint32_t at = 0; at < program->code_count; at++) {
        if (fast[at].op == MAD_OP_LINE_SHIFTED) {
            prepare_rows(program, at);
        }
    }
    mad_gather_traits(game);
    for (uint32_t code = 0; code < game->code_count; code++) {
        program->arrival.choice_ends[code] *= game->squares;
    }
    for (uint32_t side = 0; side < 2; side++) {
        program->laws.masks_alone[side] =
            program->legality == MAD_LEGALITY_ROYAL &&
            program->extension.program[side] == MAD_NO_PROGRAM &&
            program->laws.guard[side] == MAD_NO_PROGRAM && !program->laws.spares_royal &&
            !program->laws.beside[side].known && program->danger.known[side];
        program->laws.none[side] = program->legality == MAD_LEGALITY_NONE &&
                                   program->extension.program[side] == MAD_NO_PROGRAM;
        program->ends.see_all[side] = mad_takes_way(program, MAD_WAY_SAME_ENDS) &&
                                      are_alike(program, program->entry.judge[side], ABOUT_ENDS);
    }
    program->explosion.exploded_from *= game->squares;
    program->explosion.spared_from *= game->squares;
    program->explosion.released[0] *= game->squares;
    program->explosion.released[1] *= game->squares;
    find_drops(game);
    find_jumps(program);
    weigh_rounds(program);
    uint32_t registers[2] = {registers_of(program, program->entry.generate[0]),
                             registers_of(program, program->entry.generate[1])};
    program->registers = registers[0] > registers[1] ? registers[0] : registers[1];
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t steps = MOST_STEPS;
        program->ends.when_stuck[side] =
            game->turn.count == 0 && program->entry.judge_static[side] != MAD_NO_PROGRAM &&
            wants_stuck(program, program->entry.judge_static[side], 1 - side, &steps);
        program->extension.lightly[side] = mad_takes_way(program, MAD_WAY_EXTENSIONS) &&
                                           program->extension.must[side] &&
                                           (program->marks.touched | program->marks.follow) == 0 &&
                                           only_asks_sets(program, program->extension.program[side],
                                                          &program->extension.choices[side]);
    }
    const bool foretells = mad_takes_way(program, MAD_WAY_FORECAST);
    program->forecast.allowed[0] = foretells && forecasts(game, 0);
    program->forecast.allowed[1] = foretells && forecasts(game, 1);
    mad_find_stretches(game, 0);
    mad_find_stretches(game, 1);
}
