/* sweep.c - counting the plain moves of many men at once.
 *
 * Layer: plan. Where every clause of a piece is one and the same step from wherever it stands (a Pawn's), all
 * men of a code can be moved together by shifting their set. The machine counts with the terms made here; it
 * lists moves, and moves pinned men, by the tables of the MEN instruction behind them. Used where the array
 * holds more such men than there are terms. Eight Pawns that step forward are one shift of their set. It relies
 * on optimize.c for the shifts of leap tables. */
#include "codegen.h"

enum { MAX_SWEEPS = 6 };

struct sweep {
    struct mad_squares from;
    int by, by2; /* shift in squares; the second step of a way over one empty square, or 0 */
    uint32_t filter;
};

struct sweeps {
    struct sweep items[MAX_SWEEPS];
    uint32_t count;
};

static bool add_step(struct sweeps *sweeps, uint32_t from, int by, int by2, uint32_t filter)
{
    for (uint32_t i = 0; i < sweeps->count; i++) {
        struct sweep *sweep = &sweeps->items[i];
        if (sweep->by == by && sweep->by2 == by2 && sweep->filter == filter) {
            squares_add(&sweep->from, from);
            return true;
        }
    }
    if (sweeps->count == MAX_SWEEPS || by < -63 || by > 63 || by2 < -63 || by2 > 63) {
        return false;
    }
    struct sweep *made = &sweeps->items[sweeps->count++];
    *made = (struct sweep){.by = by, .by2 = by2, .filter = filter};
    squares_add(&made->from, from);
    return true;
}

static bool add_clause(const struct mad_codegen *codegen, struct sweeps *sweeps,
                       const struct mad_clause *clause)
{
    for (uint32_t from = 0; from < codegen->squares; from++) {
        uint32_t middle, target;
        if (clause->ride) {
            int ways = mad_ride_single_way(codegen, clause->table, from, &middle, &target);
            if (ways < 0 || (ways > 0 && !add_step(sweeps, from, (int)middle - (int)from,
                                                   (int)target - (int)middle, clause->filter))) {
                return false;
            }
            continue;
        }
        for (uint32_t to = 0; to < codegen->squares; to++) {
            if (squares_has(&codegen->tables.leaps[clause->table][from], to) &&
                !add_step(sweeps, from, (int)to - (int)from, 0, clause->filter)) {
                return false;
            }
        }
    }
    return true;
}

/* Whether the program being emitted, from `first` on, makes the set of filter a out of that of filter b. */
static bool is_part(const struct mad_codegen *codegen, uint32_t first, uint32_t a, uint32_t b)
{
    for (uint32_t at = first; at < codegen->code_count; at++) {
        const struct mad_instruction *i = &codegen->code[at];
        if (i->op == MAD_OP_AND && i->a == a && (i->b == b || i->c == b)) {
            return true;
        }
    }
    return false;
}

/* `capture King by step ...` beside `capture step ...`: needed only from where the latter is not. */
static void leave_out_parts(const struct mad_codegen *codegen, uint32_t first,
                            struct sweeps *sweeps)
{
    for (uint32_t i = 0; i < sweeps->count; i++) {
        struct sweep *part = &sweeps->items[i];
        for (uint32_t j = 0; j < sweeps->count; j++) {
            const struct sweep *whole = &sweeps->items[j];
            if (part->by == whole->by && part->by2 == whole->by2 &&
                is_part(codegen, first, part->filter, whole->filter)) {
                part->from = squares_combine(MAD_WITHOUT, &part->from, &whole->from);
            }
        }
        if (squares_empty(&part->from)) {
            *part = sweeps->items[--sweeps->count];
            i--;
        }
    }
}

/* Two terms that take a man to one square would count it twice. */
static bool are_apart(const struct sweeps *sweeps)
{
    for (uint32_t i = 0; i < sweeps->count; i++) {
        for (uint32_t j = i + 1; j < sweeps->count; j++) {
            const struct sweep *a = &sweeps->items[i], *b = &sweeps->items[j];
            struct mad_squares both = squares_combine(MAD_BOTH, &a->from, &b->from);
            if (a->by + a->by2 == b->by + b->by2 && !squares_empty(&both)) {
                return false;
            }
        }
    }
    return true;
}

/* Those of one step, or those of two. */
static void emit_terms(struct mad_codegen *codegen, const struct sweeps *sweeps, bool of_two)
{
    for (uint32_t i = 0; i < sweeps->count; i++) {
        const struct sweep *sweep = &sweeps->items[i];
        if ((sweep->by2 != 0) == of_two) {
            mad_emit(codegen, MAD_OP_SHIFT_TERM, sweep->filter, (uint8_t)(int8_t)sweep->by,
                     (uint8_t)(int8_t)sweep->by2, mad_codegen_const(codegen, &sweep->from));
        }
    }
}

void mad_lower_sweep(struct mad_codegen *codegen, uint32_t code, const struct mad_clause *clauses,
                     uint32_t count, uint32_t first, struct mad_label *past)
{
    const struct mad_code man = codegen->game->codes[code];
    struct mad_value who = {.kind = MAD_KIND_PIECES, .owner = man.owner};
    struct sweeps sweeps = {.count = 0};
    types_add(&who.types, man.type);
    for (uint32_t i = 0; i < count; i++) {
        if (!add_clause(codegen, &sweeps, &clauses[i])) {
            return;
        }
    }
    leave_out_parts(codegen, first, &sweeps);
    if (sweeps.count == 0 || mad_men_in_array(codegen, &who) <= sweeps.count ||
        !are_apart(&sweeps)) {
        return;
    }
    mad_emit_jump(codegen, MAD_OP_SWEEP, code, sweeps.count, 0, past);
    emit_terms(codegen, &sweeps, false);
    emit_terms(codegen, &sweeps, true);
}
