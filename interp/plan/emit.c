/* emit.c - code, labels, constants and tables of a game in the making. Layer: plan.
 *
 * Equal constants and equal tables are kept once: the Queen's diagonals are the Bishop's. It relies on verify.c
 * to find what is malformed, and gives up in silence once codegen->status is set. */
#include <string.h>

#include "../vm/opcode.h"
#include "codegen.h"

/* Operands are bytes; steps down the board are negative. */
static bool is_operand(uint32_t value)
{
    return value <= MAD_MAX_OPERAND || value >= (uint32_t)-128;
}

void mad_emit(struct mad_codegen *codegen, enum mad_op op, uint32_t a, uint32_t b, uint32_t c,
              uint32_t x)
{
    if (codegen->status != MAD_OK) {
        return;
    }
    if (codegen->code_count >= MAD_MAX_CODE) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, codegen->span,
                          "the rules need more than %d instructions", MAD_MAX_CODE);
        codegen->status = MAD_ERROR_RULES;
        return;
    }
    if (!is_operand(a) || !is_operand(b) || !is_operand(c)) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, codegen->span,
                          "this sentence counts or numbers beyond %d; say it with less",
                          MAD_MAX_OPERAND);
        return;
    }
    uint32_t capacity = codegen->code_capacity;
    if (!mad_codegen_grow(codegen, (void **)&codegen->spans, &capacity, codegen->code_count,
                          sizeof *codegen->spans) ||
        !mad_codegen_grow(codegen, (void **)&codegen->code, &codegen->code_capacity,
                          codegen->code_count, sizeof *codegen->code)) {
        return;
    }
    codegen->spans[codegen->code_count] = codegen->span;
    codegen->code[codegen->code_count++] =
        (struct mad_instruction){(uint8_t)op, (uint8_t)a, (uint8_t)b, (uint8_t)c, x};
}

uint32_t mad_emit_value(struct mad_codegen *codegen, enum mad_op op, uint32_t b, uint32_t c,
                        uint32_t x)
{
    struct mad_known value = {(uint8_t)op, (uint8_t)b, (uint8_t)c, 0, x, codegen->code_count};
    for (uint32_t i = codegen->values.known_first; i < codegen->values.known_count; i++) {
        const struct mad_known *known = &codegen->values.known[i];
        if (known->op == value.op && known->b == value.b && known->c == value.c && known->x == x &&
            known->reg < codegen->values.next_register) {
            return known->reg;
        }
    }
    value.reg = (uint8_t)mad_codegen_register(codegen);
    mad_emit(codegen, op, value.reg, b, c, x);
    if (codegen->values.known_count < MAD_MAX_KNOWN) {
        codegen->values.known[codegen->values.known_count++] = value;
    }
    return value.reg;
}

void mad_forget_values(struct mad_codegen *codegen)
{
    codegen->values.known_first = codegen->values.known_count;
}

/* Known values that stand for nothing any more keep their place: labels count them. */
void mad_forget_marks(struct mad_codegen *codegen)
{
    bool stale[256] = {false}; /* registers */
    for (uint32_t i = codegen->values.known_first; i < codegen->values.known_count; i++) {
        struct mad_known *known = &codegen->values.known[i];
        bool mark = mad_op_names_slot(known->op) && known->x >= codegen->game->mark_slot;
        if (mark || stale[known->b] || stale[known->c]) {
            stale[known->reg] = true;
            known->op = MAD_OP_STOP;
        }
    }
}

void mad_emit_jump(struct mad_codegen *codegen, enum mad_op op, uint32_t a, uint32_t b, uint32_t c,
                   struct mad_label *label)
{
    uint32_t at = codegen->code_count;
    if (!label->bound && label->chain == 0) {
        label->from = at;
    }
    mad_emit(codegen, op, a, b, c, label->bound ? label->address : label->chain);
    if (!label->bound && codegen->code_count > at) {
        label->chain = at + 1;
    }
}

void mad_label_bind(struct mad_codegen *codegen, struct mad_label *label)
{
    while (label->chain != 0 && codegen->values.known_count > 0 &&
           codegen->values.known[codegen->values.known_count - 1].at > label->from) {
        codegen->values.known_count--;
        if (codegen->values.known_first >
            codegen->values.known_count) { /* what was forgotten since stays so */
            codegen->values.known_first = codegen->values.known_count;
        }
    }
    label->bound = true;
    label->address = codegen->code_count;
    while (label->chain != 0) {
        struct mad_instruction *jump = &codegen->code[label->chain - 1];
        label->chain = jump->x;
        jump->x = label->address;
    }
}

uint32_t mad_codegen_register(struct mad_codegen *codegen)
{
    if (codegen->values.next_register >= codegen->values.register_end) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, codegen->span,
                          "this needs more than %d sets at once; make the sentence shorter, or use "
                          "fewer names",
                          MAD_MAX_NAMED_SETS);
        codegen->values.next_register = MAD_FIXED_REGISTERS;
    }
    codegen->values.next_register++;
    if (codegen->values.next_register > codegen->values.most_registers) {
        codegen->values.most_registers = codegen->values.next_register;
    }
    return codegen->values.next_register - 1;
}

struct mad_scope mad_codegen_scope(const struct mad_codegen *codegen)
{
    return (struct mad_scope){codegen->values.next_register, codegen->values.known_first,
                              codegen->values.known_count, codegen->changed};
}

void mad_codegen_back_to(struct mad_codegen *codegen, struct mad_scope scope)
{
    codegen->values.next_register = scope.registers;
    codegen->values.known_first = scope.known_first;
    codegen->values.known_count = scope.known_count;
    codegen->changed = scope.changed;
}

void mad_codegen_take_back(struct mad_codegen *codegen, struct mad_scope scope, uint32_t address)
{
    mad_codegen_back_to(codegen, scope);
    codegen->code_count = address;
}

struct mad_room mad_codegen_room(const struct mad_codegen *codegen)
{
    return (struct mad_room){codegen->values.next_register, codegen->values.known_count};
}

/* Where little is left, what one sentence has worked out is forgotten behind it. A value that got a name
 * moves to the first register that becomes free. */
void mad_codegen_leave_room(struct mad_codegen *codegen, struct mad_room room,
                            struct mad_value *named)
{
    enum { WANTED = 80 };
    if (codegen->values.next_register + WANTED <= codegen->values.register_end ||
        codegen->values.next_register <= room.registers) {
        return;
    }
    codegen->values.next_register = room.registers;
    if (codegen->values.known_count > room.known) {
        codegen->values.known_count = room.known;
    }
    if (codegen->values.known_first > codegen->values.known_count) {
        codegen->values.known_first = codegen->values.known_count;
    }
    bool is_in_register =
        named != NULL && ((named->kind == MAD_KIND_SQUARES && named->form == MAD_FORM_REGISTER) ||
                          (named->kind == MAD_KIND_NUMBER && named->size));
    if (is_in_register && named->reg >= room.registers) {
        uint32_t kept = mad_codegen_register(codegen);
        if (kept != named->reg) {
            mad_emit(codegen, MAD_OP_AND, kept, named->reg, named->reg, 0);
        }
        named->reg = (uint8_t)kept;
    }
}

uint32_t mad_codegen_const(struct mad_codegen *codegen, const struct mad_squares *set)
{
    for (uint32_t i = 0; i < codegen->tables.const_count; i++) {
        if (memcmp(&codegen->tables.consts[i], set, sizeof *set) == 0) {
            return i;
        }
    }
    if (!mad_codegen_grow(codegen, (void **)&codegen->tables.consts,
                          &codegen->tables.const_capacity, codegen->tables.const_count,
                          sizeof *set)) {
        return 0;
    }
    codegen->tables.consts[codegen->tables.const_count] = *set;
    return codegen->tables.const_count++;
}

uint32_t mad_codegen_leap(struct mad_codegen *codegen, const struct mad_squares *table)
{
    size_t bytes = codegen->squares * sizeof *table;
    if (table == NULL) { /* no memory */
        return 0;
    }
    for (uint32_t i = 0; i < codegen->tables.leap_count; i++) {
        if (memcmp(codegen->tables.leaps[i], table, bytes) == 0) {
            return i;
        }
    }
    if (!mad_codegen_grow(codegen, (void **)&codegen->tables.leaps, &codegen->tables.leap_capacity,
                          codegen->tables.leap_count, sizeof *codegen->tables.leaps)) {
        return 0;
    }
    codegen->tables.leaps[codegen->tables.leap_count] = table;
    return codegen->tables.leap_count++;
}

static void store_set(const struct mad_codegen *codegen, uint64_t *words,
                      const struct mad_squares *set)
{
    memcpy(words, set->word, codegen->game->words * sizeof *words);
}

/* The sentence each instruction comes from, by file and line. Lines are counted on from the sentence
 * before, which mostly stands a little further up in the same text. */
static void store_places(struct mad_codegen *codegen, struct mad_code_place *places)
{
    uint32_t line = 0, begin = 0;
    for (uint32_t i = 0; i < codegen->code_count; i++) {
        const struct mad_span *span = &codegen->spans[i];
        const struct mad_source *source = &codegen->sources->items[span->source];
        bool same_file = i > 0 && span->source == span[-1].source;
        if (!same_file || span->begin < begin) {
            line = 1;
            begin = 0;
        }
        for (; begin < span->begin && begin < source->bytes; begin++) {
            line += source->text[begin] == '\n';
        }
        places[i].file =
            same_file ? places[i - 1].file : mad_codegen_keep_text(codegen, source->name);
        places[i].line = line;
    }
}

/* Leaps before rides, and tables named by their first row. */
static void finish_attacks(struct mad_codegen *codegen, uint32_t side)
{
    struct mad_attack *attacks = codegen->program->attack.rows[side];
    uint32_t leaps = 0;
    for (uint32_t i = 0; i < codegen->program->attack.all[side]; i++) {
        struct mad_attack attack = attacks[i];
        attack.table *= codegen->squares;
        attack.full *= codegen->squares;
        attack.rays *= codegen->squares;
        if (attack.ride || i >= codegen->program->attack.count[side]) {
            attacks[i] = attack;
            continue;
        }
        memmove(&attacks[leaps + 1], &attacks[leaps], (i - leaps) * sizeof *attacks);
        attacks[leaps++] = attack;
    }
    codegen->program->attack.leaps[side] = leaps;
}

static void finish_strikes(struct mad_codegen *codegen)
{
    struct mad_attack_table *attack = &codegen->program->attack;
    const uint32_t codes = codegen->game->code_count;
    struct mad_strike *kept = mad_codegen_keep(codegen, (attack->strike_count + 1) * sizeof *kept);
    MAD_KEEP(codegen, attack->strikes_of, codes + 1u);
    if (kept == NULL || attack->strikes_of == NULL) {
        return;
    }
    for (uint32_t i = 0; i < attack->strike_count; i++) {
        kept[i] = attack->strikes[i];
        kept[i].table *= codegen->squares;
        for (uint32_t code = kept[i].code + 1u; code <= codes; code++) {
            attack->strikes_of[code] = i + 1;
        }
    }
    attack->strikes = kept;
}

static void finish_dangers(struct mad_codegen *codegen, uint32_t side)
{
    struct mad_program *program = codegen->program;
    for (uint32_t ride = 0; ride < 2; ride++) {
        for (uint32_t i = 0; i < program->danger.count[side][ride]; i++) {
            program->danger.rows[side][ride][i].table *= codegen->squares;
        }
    }
}

/* Moves constants, leap tables and code into the game, in the game's width. Ride tables were made in
 * their final form by slider_rows.c. */
void mad_codegen_finish_tables(struct mad_codegen *codegen)
{
    struct mad_program *program = codegen->program;
    uint32_t words = codegen->game->words;
    uint64_t *consts =
        mad_codegen_keep(codegen, (size_t)(codegen->tables.const_count + 1) * words * 8);
    uint64_t *leaps = mad_codegen_keep(
        codegen, ((size_t)codegen->tables.leap_count * codegen->squares + 1) * words * 8);
    uint64_t *lines =
        mad_codegen_keep_room(codegen, (size_t)codegen->tables.line_count * words * 8);
    struct mad_instruction *code =
        mad_codegen_keep(codegen, (codegen->code_count + 1) * sizeof *code);
    struct mad_instruction *fast =
        mad_codegen_keep(codegen, (codegen->code_count + 1) * sizeof *fast);
    struct mad_code_place *places =
        mad_codegen_keep(codegen, (codegen->code_count + 1) * sizeof *places);
    MAD_KEEP(codegen, program->tables.shifts, codegen->tables.leap_count + 1);
    uint32_t fans = 1, spreads = 1;
    for (uint32_t i = 0; i < codegen->code_count; i++) {
        spreads += codegen->code[i].op == MAD_OP_LEAPS || codegen->code[i].op == MAD_OP_RUN;
        fans += codegen->code[i].op == MAD_OP_BEFORE_ROWS || codegen->code[i].op == MAD_OP_ROWS_TO;
    }
    MAD_KEEP(codegen, program->tables.fans, fans);
    program->tables.spreads =
        mad_codegen_keep_room(codegen, spreads * sizeof *program->tables.spreads);
    MAD_KEEP(codegen, program->tables.spread_of, codegen->tables.leap_count + 1);
    if (program->tables.shifts == NULL || program->tables.fans == NULL ||
        program->tables.spreads == NULL || program->tables.spread_of == NULL || consts == NULL ||
        leaps == NULL || lines == NULL || code == NULL || fast == NULL || places == NULL) {
        return;
    }
    for (uint32_t i = 0; i < codegen->tables.const_count; i++) {
        store_set(codegen, consts + (size_t)i * words, &codegen->tables.consts[i]);
    }
    for (uint32_t i = 0; i < codegen->tables.line_count; i++) {
        store_set(codegen, lines + (size_t)i * words, &codegen->tables.lines[i]);
    }
    program->tables.lines = lines;
    for (uint32_t i = 0; i < codegen->tables.leap_count; i++) {
        for (uint32_t square = 0; square < codegen->squares; square++) {
            store_set(codegen, leaps + ((size_t)i * codegen->squares + square) * words,
                      &codegen->tables.leaps[i][square]);
        }
    }
    memcpy(code, codegen->code, codegen->code_count * sizeof *code);
    store_places(codegen, places);
    program->tables.consts = consts;
    program->tables.const_count = codegen->tables.const_count;
    program->tables.leaps = leaps;
    program->tables.leap_count = codegen->tables.leap_count;
    program->code = code;
    program->places = places;
    program->code_count = codegen->code_count;
    program->fast = fast;
    finish_attacks(codegen, 0);
    finish_attacks(codegen, 1);
    finish_strikes(codegen);
    finish_dangers(codegen, 0);
    finish_dangers(codegen, 1);
}
