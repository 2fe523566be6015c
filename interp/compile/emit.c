/* emit.c - code, labels, constants and tables of a game in the making. Layer: compile.
 *
 * Equal constants and equal tables are kept once: the Queen's diagonals are the Bishop's. */
#include <string.h>

#include "../vm/opcode.h"
#include "build.h"

void mad_emit(struct mad_build *build, enum mad_op op, uint32_t a, uint32_t b, uint32_t c,
              uint32_t x)
{
    if (build->status != MAD_OK) {
        return;
    }
    if (build->code_count >= MAD_MAX_CODE) {
        mad_build_error(build, MAD_FINDING_LIMIT, build->span,
                        "the rules need more than %d instructions", MAD_MAX_CODE);
        build->status = MAD_ERROR_RULES;
        return;
    }
    uint32_t capacity = build->code_capacity;
    if (!mad_build_grow(build, (void **)&build->spans, &capacity, build->code_count,
                        sizeof *build->spans) ||
        !mad_build_grow(build, (void **)&build->code, &build->code_capacity, build->code_count,
                        sizeof *build->code)) {
        return;
    }
    build->spans[build->code_count] = build->span;
    build->code[build->code_count++] =
        (struct mad_instruction){(uint8_t)op, (uint8_t)a, (uint8_t)b, (uint8_t)c, x};
}

uint32_t mad_emit_value(struct mad_build *build, enum mad_op op, uint32_t b, uint32_t c, uint32_t x)
{
    struct mad_known value = {(uint8_t)op, (uint8_t)b, (uint8_t)c, 0, x};
    for (uint32_t i = build->known_first; i < build->known_count; i++) {
        const struct mad_known *known = &build->known[i];
        if (known->op == value.op && known->b == value.b && known->c == value.c && known->x == x &&
            known->reg < build->next_register) {
            return known->reg;
        }
    }
    value.reg = (uint8_t)mad_build_register(build);
    mad_emit(build, op, value.reg, b, c, x);
    if (build->known_count < MAD_MAX_KNOWN) {
        build->known[build->known_count++] = value;
    }
    return value.reg;
}

void mad_forget_values(struct mad_build *build)
{
    build->known_first = build->known_count;
}

/* Known values that stand for nothing any more keep their place: labels count them. */
void mad_forget_marks(struct mad_build *build)
{
    bool stale[256] = {false}; /* registers */
    for (uint32_t i = build->known_first; i < build->known_count; i++) {
        struct mad_known *known = &build->known[i];
        bool mark = mad_op_names_slot(known->op) && known->x >= build->game->mark_slot;
        if (mark || stale[known->b] || stale[known->c]) {
            stale[known->reg] = true;
            known->op = MAD_OP_STOP;
        }
    }
}

void mad_emit_jump(struct mad_build *build, enum mad_op op, uint32_t a, uint32_t b, uint32_t c,
                   struct mad_label *label)
{
    uint32_t at = build->code_count;
    if (!label->bound && label->chain == 0) {
        label->known = build->known_count;
    }
    mad_emit(build, op, a, b, c, label->bound ? label->address : label->chain);
    if (!label->bound && build->code_count > at) {
        label->chain = at + 1;
    }
}

void mad_label_bind(struct mad_build *build, struct mad_label *label)
{
    if (label->chain != 0 && label->known < build->known_count) {
        build->known_count = label->known;
        if (build->known_first > label->known) { /* what was forgotten since stays so */
            build->known_first = label->known;
        }
    }
    label->bound = true;
    label->address = build->code_count;
    while (label->chain != 0) {
        struct mad_instruction *jump = &build->code[label->chain - 1];
        label->chain = jump->x;
        jump->x = label->address;
    }
}

uint32_t mad_build_register(struct mad_build *build)
{
    if (build->next_register >= MAD_MAX_SETS) {
        mad_build_error(build, MAD_FINDING_LIMIT, build->span,
                        "this line needs more than %d sets at once; split it", MAD_MAX_SETS);
        build->next_register = MAD_FIXED_REGISTERS;
    }
    build->next_register++;
    if (build->next_register > build->most_registers) {
        build->most_registers = build->next_register;
    }
    return build->next_register - 1;
}

uint32_t mad_build_const(struct mad_build *build, const struct mad_squares *set)
{
    for (uint32_t i = 0; i < build->const_count; i++) {
        if (memcmp(&build->consts[i], set, sizeof *set) == 0) {
            return i;
        }
    }
    if (!mad_build_grow(build, (void **)&build->consts, &build->const_capacity, build->const_count,
                        sizeof *set)) {
        return 0;
    }
    build->consts[build->const_count] = *set;
    return build->const_count++;
}

uint32_t mad_build_leap(struct mad_build *build, const struct mad_squares *table)
{
    size_t bytes = build->squares * sizeof *table;
    for (uint32_t i = 0; i < build->leap_count; i++) {
        if (memcmp(build->leaps[i], table, bytes) == 0) {
            return i;
        }
    }
    struct mad_squares *copy = mad_build_scratch(build, bytes);
    if (copy == NULL || !mad_build_grow(build, (void **)&build->leaps, &build->leap_capacity,
                                        build->leap_count, sizeof *build->leaps)) {
        return 0;
    }
    memcpy(copy, table, bytes);
    build->leaps[build->leap_count] = copy;
    return build->leap_count++;
}

static void store_set(const struct mad_build *build, uint64_t *words, const struct mad_squares *set)
{
    memcpy(words, set->word, build->game->words * sizeof *words);
}

/* The sentence each instruction comes from, by file and line. Lines are counted on from the sentence
 * before, which mostly stands a little further up in the same text. */
static void store_places(struct mad_build *build, struct mad_code_place *places)
{
    uint32_t line = 0, begin = 0;
    for (uint32_t i = 0; i < build->code_count; i++) {
        const struct mad_span *span = &build->spans[i];
        const struct mad_source *source = &build->sources->items[span->source];
        bool same_file = i > 0 && span->source == span[-1].source;
        if (!same_file || span->begin < begin) {
            line = 1;
            begin = 0;
        }
        for (; begin < span->begin && begin < source->bytes; begin++) {
            line += source->text[begin] == '\n';
        }
        places[i].file = same_file ? places[i - 1].file : mad_build_keep_text(build, source->name);
        places[i].line = line;
    }
}

/* Leaps before rides, and tables named by their first row. */
static void finish_attacks(struct mad_build *build, uint32_t side)
{
    struct mad_attack *attacks = build->machine->attacks[side];
    uint32_t leaps = 0;
    for (uint32_t i = 0; i < build->machine->attack_count[side]; i++) {
        struct mad_attack attack = attacks[i];
        attack.table *= build->squares;
        attack.full *= build->squares;
        attack.rays *= build->squares;
        if (attack.ride) {
            attacks[i] = attack;
            continue;
        }
        memmove(&attacks[leaps + 1], &attacks[leaps], (i - leaps) * sizeof *attacks);
        attacks[leaps++] = attack;
    }
    build->machine->attack_leaps[side] = leaps;
}

static void finish_dangers(struct mad_build *build, uint32_t side)
{
    struct mad_machine *machine = build->machine;
    for (uint32_t i = 0; i < machine->danger_count[side]; i++) {
        machine->dangers[side][i].table *= build->squares;
    }
    if (machine->legality == MAD_LEGALITY_ROYAL) {
        mad_build_finish_royal(build, side);
    }
}

/* Moves constants, leap tables and code into the game, in the game's width. Ride tables were made in
 * their final form by ride_rows.c. */
void mad_build_finish_tables(struct mad_build *build)
{
    struct mad_machine *machine = build->machine;
    uint32_t words = build->game->words;
    uint64_t *consts = mad_build_keep(build, (size_t)(build->const_count + 1) * words * 8);
    uint64_t *leaps =
        mad_build_keep(build, ((size_t)build->leap_count * build->squares + 1) * words * 8);
    struct mad_instruction *code = mad_build_keep(build, (build->code_count + 1) * sizeof *code);
    struct mad_instruction *fast = mad_build_keep(build, (build->code_count + 1) * sizeof *fast);
    struct mad_code_place *places = mad_build_keep(build, (build->code_count + 1) * sizeof *places);
    machine->shifts = mad_build_keep(build, (build->leap_count + 1) * sizeof *machine->shifts);
    uint32_t fans = 1;
    for (uint32_t i = 0; i < build->code_count; i++) {
        fans += build->code[i].op == MAD_OP_BEFORE_ROWS || build->code[i].op == MAD_OP_ROWS_TO;
    }
    machine->fans = mad_build_keep(build, fans * sizeof *machine->fans);
    if (machine->shifts == NULL || machine->fans == NULL || consts == NULL || leaps == NULL ||
        code == NULL || fast == NULL || places == NULL) {
        return;
    }
    for (uint32_t i = 0; i < build->const_count; i++) {
        store_set(build, consts + (size_t)i * words, &build->consts[i]);
    }
    for (uint32_t i = 0; i < build->leap_count; i++) {
        for (uint32_t square = 0; square < build->squares; square++) {
            store_set(build, leaps + ((size_t)i * build->squares + square) * words,
                      &build->leaps[i][square]);
        }
    }
    memcpy(code, build->code, build->code_count * sizeof *code);
    store_places(build, places);
    machine->consts = consts;
    machine->const_count = build->const_count;
    machine->leaps = leaps;
    machine->leap_count = build->leap_count;
    machine->code = code;
    machine->places = places;
    machine->code_count = build->code_count;
    machine->fast = fast;
    finish_attacks(build, 0);
    finish_attacks(build, 1);
    finish_dangers(build, 0);
    finish_dangers(build, 1);
}
