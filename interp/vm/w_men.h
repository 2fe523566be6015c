/* w_men.h - plain moves of all men of a code, and of one code after the other; included by w_run.c.
 *
 * Layer: vm. The instructions about plain moves stand in a row, and are gone through here, apart from the
 * loop: `men Knight, leaps 1`, `sweep Pawn ...`, `royal King ...`. Where nothing else has to be known
 * (sink.whole: masks tell legality, and no move goes on) they go to one of three sinks: counted, listed,
 * or kept as batches to be drawn from. All else is w_plain.h's.
 * It relies on optimize.c for shapes and shifts, and on w_legality.h for the masks. */

enum sink { COUNT, LIST, BATCH };

RUN_INLINE void batch_moves(struct mad_generator *run, const struct mad_instruction *head,
                            mad_set men, uint32_t leap_terms, uint32_t ride_terms, bool hoppers)
{
    for (; !set_empty(men); men = set_rest(men)) {
        const uint32_t from = set_first(men);
        batch_targets(run, head->a, from,
                      targets_of(run, head + 1, leap_terms, ride_terms, from, hoppers));
    }
}

/* Where a row of instructions writes moves. */
struct written {
    struct mad_move *at; /* null: not begun, or ended */
    mad_set
        has_side_effects; /* moves from or to here; everywhere where room in the list is asked for */
};

/* There is room for as many moves as one man on each square could have, or each man asks for it. */
RUN_INLINE void begin_listing(const struct mad_generator *run, struct written *written)
{
    const struct mad_move_list *list = run->sink.list;
    if (written->at != NULL) {
        return;
    }
    written->at = list->moves + list->count;
    written->has_side_effects = list->capacity - list->count < MAD_BITS * MAD_BITS
                                    ? ~set_none()
                                    : run->masks.has_side_effects;
}

RUN_INLINE void end_listing(struct mad_generator *run, struct written *written)
{
    struct mad_move_list *list = run->sink.list;
    if (written->at != NULL) {
        const uint32_t count = (uint32_t)(written->at - list->moves);
        run->sink.count += count - list->count;
        list->count = count;
        written->at = NULL;
    }
}

/* What is alike for all men of a code whose moves are listed. */
struct listing {
    uint64_t said;             /* by their moves without side effects, but for the squares */
    mad_set special;           /* moves that end here are listed otherwise */
    mad_set with_side_effects; /* men from here have no moves without side effects */
};

RUN_INLINE struct listing listing_of(const struct mad_generator *run, uint32_t code, mad_set men,
                                     mad_set has_side_effects)
{
    const struct mad_program *program = run->program;
    const struct mad_piece_traits *man = &program->piece.traits[code];
    struct listing listing = {
        .said = said_by((struct mad_move){.placed = (uint8_t)code,
                                          .flags = MAD_MOVE_PLAIN | MAD_MOVE_SIDE_EFFECT_FREE}),
        .special = has_side_effects,
        .with_side_effects = has_side_effects,
    };
    if (man->going != 0 || !man->goes_without_side_effects ||
        set_meets(men, mad_const(program, program->arrival.changes[code]))) {
        listing.special |=
            triggering_ends(run, code) | set_load(program->arrival.at + (size_t)code * MAD_WORDS);
        listing.with_side_effects |= man->goes_without_side_effects ? set_none() : ~set_none();
    }
    return listing;
}

RUN_INLINE void list_moves(struct mad_generator *run, const struct mad_instruction *head,
                           mad_set men, uint32_t leap_terms, uint32_t ride_terms, bool hoppers,
                           struct written *written)
{
    const uint32_t code = head->a;
    begin_listing(run, written);
    struct listing listing = listing_of(run, code, men, written->has_side_effects);
    const mad_set occupied = run->occupied;
    const uint64_t one_from = said_by((struct mad_move){.from = 1});
    const uint64_t one_to = said_by((struct mad_move){.to = 1});
    const uint64_t one_side_effect_free =
        said_by((struct mad_move){.flags = MAD_MOVE_SIDE_EFFECT_FREE});
    struct mad_move *at = written->at;
    for (; !set_empty(men); men = set_rest(men)) {
        const uint32_t from = set_first(men);
        mad_set targets = targets_of(run, head + 1, leap_terms, ride_terms, from, hoppers);
        uint64_t said = listing.said + from * one_from;
        if (set_has(listing.with_side_effects, from)) {
            said -= one_side_effect_free;
        }
        if (!set_meets(targets, listing.special | occupied)) {
            at = write_moves(at, targets, said, one_to);
        } else if (!set_meets(targets, listing.special)) {
            struct mad_move *const first = at;
            at = write_moves(at, targets, said, one_to);
            write_taking(first, targets, occupied);
        } else {
            written->at = at;
            end_listing(run, written);
            add_targets(run, code, from, targets, false);
            begin_listing(run, written); /* there may be less room now */
            listing = listing_of(run, code, men, written->has_side_effects);
            at = written->at;
        }
    }
    written->at = at;
}

/* How many moves these men have, some of whom choose among more or fewer kinds at the end. */
static __attribute__((noinline)) uint64_t count_choices(const struct mad_generator *run,
                                                        const struct mad_instruction *head,
                                                        mad_set men)
{
    uint64_t count = 0;
    for (; !set_empty(men); men = set_rest(men)) {
        const uint32_t from = set_first(men);
        count += count_targets(run, head->a, from,
                               targets_of(run, head + 1, head->b, head->c, from, true));
    }
    return count;
}

/* How many moves these men, one at least, have where nothing else has to be known (`whole`). */
RUN_INLINE uint64_t count_men(const struct mad_generator *run, const struct mad_instruction *head,
                              mad_set men, uint32_t leap_terms, uint32_t ride_terms, bool hoppers)
{
    const struct mad_program *program = run->program;
    const uint32_t code = head->a;
    uint64_t count = 0;
    if (!set_meets(men, mad_const(program, mad_arrives_from(head)))) {
        do {
            count += set_size(
                targets_of(run, head + 1, leap_terms, ride_terms, set_first(men), hoppers));
            men = set_rest(men);
        } while (!set_empty(men));
        return count;
    }
    const uint32_t ends = program->arrival.choice_ends[code];
    const uint64_t more = program->arrival.more_ways[code];
    if (more != 0) { /* some have a choice at the end, of so many ways besides the first */
        do {
            const uint32_t from = set_first(men);
            mad_set targets = targets_of(run, head + 1, leap_terms, ride_terms, from, hoppers);
            count += set_size(targets) + more * set_size(targets & mad_leap(run, ends, from));
            men = set_rest(men);
        } while (!set_empty(men));
        return count;
    }
    return count_choices(run, head, men);
}

/* The same where some moves have to be made to see if they are legal (MAD_LEGALITY_SUSPECT). */
RUN_INLINE void count_tested(struct mad_generator *run, const struct mad_instruction *head,
                             mad_set men, uint32_t leap_terms, uint32_t ride_terms, bool hoppers)
{
    for (; !set_empty(men); men = set_rest(men)) {
        const uint32_t from = set_first(men);
        mad_set targets = targets_of(run, head + 1, leap_terms, ride_terms, from, hoppers);
        mad_set tested = targets & doubtful(run, from);
        run->sink.count += count_targets(run, head->a, from, targets & ~tested);
        if (!set_empty(tested)) {
            add_targets(run, head->a, from, tested, true);
        }
    }
}

/* --- all men of a code at once --------------------------------------------------------------- */

/* What one term of a sweep gives, where there is still room for it. */
RUN_INLINE void sweep_batch(struct mad_generator *run, uint32_t code, mad_set targets, int step)
{
    if (!set_empty(targets)) {
        struct mad_batch *batch = new_batch(run, targets, set_size(targets));
        batch->from = MAD_NO_SQUARE;
        batch->code = (uint8_t)code;
        batch->step = (int8_t)step;
    }
}

/* Where all men of the instruction go by one of its terms: by one step, or by another behind it over an empty
 * square. */
RUN_INLINE mad_set swept(const struct mad_generator *run, const uint64_t *consts,
                         const struct mad_instruction *term, mad_set men)
{
    mad_set moved =
        set_shifted(men & set_load(consts + (size_t)term->x * MAD_WORDS), (int8_t)term->b);
    if (term->c != 0) {
        moved = set_shifted(moved & run->set[MAD_EMPTY_REGISTER], (int8_t)term->c);
    }
    return moved & run->set[term->a];
}

/* Counts all men of a code at once, where nobody has a choice on arrival, or puts them in batches. */
RUN_INLINE bool sweep_men(struct mad_generator *run, const struct mad_instruction *head,
                          const enum sink sink)
{
    const struct mad_instruction *term = head + 1, *const end = term + head->b;
    mad_set men = mad_slot(run->state, MAD_SLOT_CODE + head->a) & run->masks.free_men;
    uint64_t count = 0;
    if (set_meets(men, mad_const(run->program, run->program->arrival.from[head->a])) ||
        (sink == COUNT && run->legality == MAD_LEGALITY_SUSPECT) ||
        (sink == BATCH && run->sink.batches->count + head->b > MAD_MAX_BATCHES)) {
        return false;
    }
    for (; term < end; term++) {
        mad_set moved = swept(run, run->program->tables.consts, term, men);
        if (sink == COUNT) {
            count += set_size(moved);
        } else {
            sweep_batch(run, head->a, moved, (int8_t)term->b + (int8_t)term->c);
        }
    }
    run->sink.count += count;
    return true;
}

/* Lists the moves of all men of a code at once where nothing but the moves has to be known (`whole`): where
 * each ends says where it began. False, and none is listed, where they are not all free of side effects or end with
 * another man. */
RUN_INLINE bool list_sweep(const struct mad_generator *run, const struct mad_instruction *head,
                           struct written *written)
{
    const struct mad_instruction *term = head + 1, *const end = term + head->b;
    const uint64_t one_from = said_by((struct mad_move){.from = 1});
    const uint64_t *const consts = run->program->tables.consts;
    uint64_t one = said_by((struct mad_move){.to = 1}) + one_from;
    const mad_set men = mad_slot(run->state, MAD_SLOT_CODE + head->a) & run->masks.free_men;
    if (set_empty(men)) {
        return true;
    }
    begin_listing(run, written);
    const struct listing listing = listing_of(run, head->a, men, written->has_side_effects);
    const mad_set occupied = run->occupied;
    struct mad_move *at = written->at;
    __asm__("" : "+r"(one)); /* a product is one instruction, what stands for it three */
    if (set_meets(men, listing.with_side_effects)) {
        return false;
    }
    for (; term < end; term++) {
        const mad_set moved = swept(run, consts, term, men);
        const int64_t step = (int8_t)term->b + (int8_t)term->c;
        struct mad_move *const first = at;
        if (set_meets(moved, listing.special)) {
            return false;
        }
        at = write_moves(at, moved, listing.said - (uint64_t)step * one_from, one);
        if (set_meets(moved, occupied)) {
            write_taking(first, moved, occupied);
        }
    }
    written->at = at;
    return true;
}

/* --- one code after the other ---------------------------------------------------------------- */

/* The moves of all men of a code by so many terms; behind the instruction. */
RUN_INLINE const struct mad_instruction *go_by(struct mad_generator *run,
                                               const struct mad_instruction *head,
                                               const enum sink sink, uint32_t leap_terms,
                                               uint32_t ride_terms, bool hoppers,
                                               struct written *written)
{
    const mad_set men = mad_slot(run->state, MAD_SLOT_CODE + head->a) & run->masks.free_men;
    if (set_empty(men)) {
        return head + 1 + leap_terms + ride_terms;
    }
    if (sink == COUNT && run->legality == MAD_LEGALITY_SUSPECT) {
        count_tested(run, head, men, leap_terms, ride_terms, hoppers);
    } else if (sink == COUNT) {
        run->sink.count += count_men(run, head, men, leap_terms, ride_terms, hoppers);
    } else if (sink == LIST) {
        list_moves(run, head, men, leap_terms, ride_terms, hoppers, written);
    } else {
        batch_moves(run, head, men, leap_terms, ride_terms, hoppers);
    }
    return head + 1 + leap_terms + ride_terms;
}

/* The same by any terms. */
static __attribute__((noinline)) void go_by_any(struct mad_generator *run,
                                                const struct mad_instruction *head,
                                                const enum sink sink)
{
    struct written written = {.at = NULL};
    if (mad_shape_of(head) == MAD_SHAPE_ANY && head->b == 0 && head->c == 4) {
        go_by(run, head, sink, 0, 4, false, &written); /* apart: that many terms take registers */
    } else {
        go_by(run, head, sink, head->b, head->c, true, &written);
    }
    if (sink == LIST) {
        end_listing(run, &written);
    }
}

/* Squares from which men of that code would attack a royal that a law spares are closed to them. */
static void spare(struct mad_generator *run, uint32_t code)
{
    if (run->masks.spares) {
        set_filters(run, run->masks.answers & ~run->masks.barred[code]);
    }
}

/* All instructions that stand in a row; behind the last of them. */
RUN_INLINE const struct mad_instruction *go_row(struct mad_generator *run,
                                                const struct mad_instruction *i,
                                                const enum sink sink)
{
    struct written written = {.at = NULL};
    for (;;) {
        if (i->op == MAD_OP_MEN) {
            switch (mad_shape_of(i)) {
#define MAD_SHAPE(leaps, rides)                                     \
    case MAD_SHAPE_##leaps##rides:                                  \
        i = go_by(run, i, sink, (leaps), (rides), false, &written); \
        break;
#include "shape.def"
#undef MAD_SHAPE
            default:
                if (sink == LIST) {
                    end_listing(run, &written);
                }
                if (mad_shape_of(i) != MAD_SHAPE_ROYAL) {
                    go_by_any(run, i, sink);
                } else if (sink == COUNT) {
                    count_royal(run, i);
                } else {
                    list_royal(run, i);
                }
                i += 1 + i->b + i->c;
                break;
            }
        } else if (i->op == MAD_OP_SWEEP) {
            const bool done = sink == LIST ? list_sweep(run, i, &written) : sweep_men(run, i, sink);
            i += done ? (int32_t)i->x : 1 + i->b;
        } else if (i->op == MAD_OP_SPARE) {
            spare(run, i->a);
            i++;
        } else {
            break;
        }
    }
    if (sink == LIST) {
        end_listing(run, &written);
    }
    return i;
}

static __attribute__((noinline)) const struct mad_instruction *count_row(
    struct mad_generator *run, const struct mad_instruction *i)
{
    return go_row(run, i, COUNT);
}

static __attribute__((noinline)) const struct mad_instruction *list_row(
    struct mad_generator *run, const struct mad_instruction *i)
{
    return go_row(run, i, LIST);
}

static __attribute__((noinline)) const struct mad_instruction *batch_row(
    struct mad_generator *run, const struct mad_instruction *i)
{
    return go_row(run, i, BATCH);
}

/* One instruction where more has to be known; behind it. */
static __attribute__((noinline)) const struct mad_instruction *go_otherwise(
    struct mad_generator *run, const struct mad_instruction *i, bool counting)
{
    if (i->op == MAD_OP_SWEEP) {
        return i + 1 + i->b;
    }
    if (i->op == MAD_OP_SPARE) {
        spare(run, i->a);
        return i + 1;
    }
    if (mad_shape_of(i) == MAD_SHAPE_ROYAL) {
        counting ? count_royal(run, i) : list_royal(run, i);
    } else {
        men_moves(run, i, mad_slot(run->state, MAD_SLOT_CODE + i->a) & run->masks.free_men,
                  counting);
    }
    return i + 1 + i->b + i->c;
}

/* What instructions about plain moves do, from this one on; behind the last that is done. */
RUN_INLINE const struct mad_instruction *plain_moves(struct mad_generator *run,
                                                     const struct mad_instruction *i, bool counting)
{
    return !run->sink.whole            ? go_otherwise(run, i, counting)
           : counting                  ? count_row(run, i)
           : run->sink.batches != NULL ? batch_row(run, i)
                                       : list_row(run, i);
}
