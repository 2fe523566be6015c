/* reach.c - values of squares that are reached from others.
 *
 * Layer: plan. Steps, movements, rows and what lies between: known where the start is, or one instruction over
 * leap and ride tables. `step north from own Pawn` is known for each square, and shifts the Pawns when there
 * are more. It relies on tables/. */
#include <string.h>

#include "value.h"

static const struct mad_value NONE = {.kind = MAD_KIND_NONE};

struct mad_squares mad_through(const struct mad_squares *from, const struct mad_squares *table)
{
    struct mad_squares reached = {{0}}, left = *from;
    for (uint32_t square; squares_take(&left, &square);) {
        reached = squares_combine(MAD_EITHER, &reached, &table[square]);
    }
    return reached;
}

struct mad_squares *mad_reversed_table(struct mad_codegen *codegen, const struct mad_squares *table)
{
    struct mad_squares *reversed = mad_new_table(codegen);
    for (uint32_t a = 0; reversed != NULL && a < codegen->squares; a++) {
        struct mad_squares left = table[a];
        for (uint32_t b; squares_take(&left, &b);) {
            squares_add(&reversed[b], a);
        }
    }
    return reversed;
}

/* The squares that a table leads to from those of a set. */
static struct mad_value image(struct mad_codegen *codegen, const struct mad_value *of,
                              const struct mad_squares *table, bool one_each)
{
    if (of->kind != MAD_KIND_SQUARES || table == NULL) {
        return NONE;
    }
    if (of->form == MAD_FORM_REGISTER) {
        struct mad_value value =
            mad_emit_set(codegen, MAD_OP_LEAPS, of->reg, 0, mad_codegen_leap(codegen, table));
        value.single = of->single && one_each;
        return value;
    }
    struct mad_squares *result = mad_new_table(codegen);
    for (uint32_t i = 0; result != NULL && i < codegen->squares; i++) {
        result[i] = mad_through(mad_known_at(of, i), table);
    }
    if (of->form == MAD_FORM_CONST && result != NULL) {
        return mad_const_value(&result[0]);
    }
    return mad_table_value(codegen, result);
}

/* `from X`, or where the man stands. */
static struct mad_value start_of(struct mad_codegen *codegen, const struct mad_node *node,
                                 const struct mad_env *env)
{
    const struct mad_node *from = mad_child_of_kind(node, MAD_NODE_FROM);
    return from != NULL ? mad_squares_of(codegen, from->first, env) : mad_here_value(codegen, node);
}

static struct mad_squares *step_table(struct mad_codegen *codegen, uint64_t directions,
                                      bool to_edge)
{
    struct mad_squares *table = mad_new_table(codegen);
    for (uint32_t from = 0; table != NULL && from < codegen->squares; from++) {
        for (uint32_t d = 0; d < codegen->direction_count; d++) {
            if (!(directions >> d & 1) || !squares_has(&codegen->board, from)) {
                continue;
            }
            int to = mad_step(codegen, codegen->side, d, from);
            struct mad_squares way = {{0}}; /* round a ring it meets itself, and may cross others */
            while (to >= 0 && !squares_has(&way, (uint32_t)to) && (uint32_t)to != from) {
                squares_add(&way, (uint32_t)to);
                squares_add(&table[from], (uint32_t)to);
                to = to_edge ? mad_step(codegen, codegen->side, d, (uint32_t)to) : -1;
            }
        }
    }
    return table;
}

bool mad_next_squares(struct mad_codegen *codegen, const struct mad_node *node,
                      const struct mad_env *env, struct mad_series *series)
{
    const struct mad_node *ways = node->first->next, *skip = mad_child_of_kind(node, MAD_NODE_OVER);
    const struct mad_value number = mad_value_of(codegen, node->first, env),
                           start = start_of(codegen, node, env);
    const uint64_t directions = mad_directions_of(codegen, ways, env);
    struct mad_value among = mad_const_value(&codegen->board);
    const uint32_t n = mad_in_number(codegen, &number, node->first->span);
    if (skip != NULL) {
        const struct mad_value not = mad_squares_of(codegen, skip->first, env);
        among = mad_combine_values(codegen, MAD_WITHOUT, &among, &not );
    }
    if ((directions & (directions - 1)) != 0) {
        mad_codegen_error(
            codegen, MAD_FINDING_TYPE, ways->span,
            "one way is wanted here: choose one of them, or go through them with `for "
            "each`");
    }
    if (start.kind == MAD_KIND_SQUARES && !start.single) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                          "one square is wanted to start from: choose one, or go through them with "
                          "`for each`");
    }
    if (start.kind != MAD_KIND_SQUARES || among.kind != MAD_KIND_SQUARES || directions == 0 ||
        !mad_codegen_ok(codegen)) {
        return false;
    }
    const struct mad_value zero = {.kind = MAD_KIND_NUMBER};
    series->left = mad_in_number(codegen, &zero, node->span);
    mad_emit(codegen, MAD_OP_ADD, series->left, series->left, n, 0);
    series->among = mad_in_register(codegen, &among);
    const uint32_t from = mad_in_register(codegen, &start);
    series->at = mad_codegen_register(codegen);
    mad_emit(codegen, MAD_OP_AND, series->at, from, from, 0);
    series->step = mad_codegen_leap(codegen, step_table(codegen, directions, false));
    return mad_codegen_ok(codegen);
}

/* What a line goes over, and what is to stand behind: `to` is empty when it does not say. */
struct row {
    uint64_t directions;
    struct mad_value over, to;
};

static struct row row_of(struct mad_codegen *codegen, const struct mad_node *line,
                         const struct mad_env *env)
{
    const struct mad_node *to = mad_child_of_kind(line, MAD_NODE_TO);
    struct row row = {
        .directions = mad_directions_of(codegen, line->first, env),
        .over = mad_squares_of(codegen, mad_child_of_kind(line, MAD_NODE_OVER)->first, env)};
    if (to != NULL) {
        const struct mad_value end = mad_squares_of(codegen, to->first, env);
        row.to = mad_combine_values(codegen, MAD_WITHOUT, &end, &row.over);
    }
    return row;
}

/* One instruction for rows in all directions; `op` says what is wanted of them. */
static struct mad_value rows_value(struct mad_codegen *codegen, enum mad_op op,
                                   const struct row *row, const struct mad_value *start)
{
    if (row->over.kind != MAD_KIND_SQUARES || row->to.kind != MAD_KIND_SQUARES ||
        start->kind != MAD_KIND_SQUARES) {
        return NONE;
    }
    uint64_t directions = row->directions;
    uint32_t among = mad_in_register(codegen, &row->over), end = mad_in_register(codegen, &row->to),
             from = mad_in_register(codegen, start), result = mad_codegen_register(codegen);
    mad_emit(codegen, op, result, among, end, (uint32_t)__builtin_popcountll(directions));
    for (; directions != 0 && mad_codegen_ok(codegen); directions &= directions - 1) {
        const struct mad_squares *table = step_table(codegen, directions & -directions, false);
        if (op == MAD_OP_BEFORE_ROWS && table != NULL) {
            table = mad_reversed_table(codegen, table);
        }
        mad_emit(codegen, MAD_OP_LEAP_TERM, from, 0, 0, mad_codegen_leap(codegen, table));
    }
    return mad_register_value(result);
}

struct mad_value mad_row_starts(struct mad_codegen *codegen, const struct mad_node *line,
                                const struct mad_value *among, const struct mad_env *env)
{
    const struct row row = row_of(codegen, line, env);
    return rows_value(codegen, MAD_OP_BEFORE_ROWS, &row, among);
}

static struct mad_value run_along(struct mad_codegen *codegen, const struct mad_value *from,
                                  const struct mad_value *over, const struct mad_squares *step)
{
    const uint32_t start = mad_in_register(codegen, from), among = mad_in_register(codegen, over);
    return mad_emit_set(codegen, MAD_OP_RUN, start, among, mad_codegen_leap(codegen, step));
}

/* Whether so many steps of a table that goes from square to square, or fewer, lead back to the square. */
static bool comes_back(const struct mad_squares *step, uint32_t from, uint32_t most)
{
    uint32_t at = from, steps = 0;
    while (steps < most && !squares_empty(&step[at]) && (at != from || steps == 0)) {
        at = squares_first(&step[at]);
        steps++;
    }
    return at == from && steps > 0;
}

/* What a line goes over that starts on one square: round a ring it does not meet itself. */
static struct mad_value over_others(struct mad_codegen *codegen, const struct mad_value *over,
                                    const struct mad_value *start, const struct mad_squares *step)
{
    bool is_ring = false;
    for (uint32_t i = 0; start->single && step != NULL && i < codegen->squares && !is_ring; i++) {
        is_ring = comes_back(step, i, codegen->squares);
    }
    return is_ring ? mad_combine_values(codegen, MAD_WITHOUT, over, start) : *over;
}

/* `line way over enemy piece`: the unbroken run of them from the start on. */
static struct mad_value run_value(struct mad_codegen *codegen, const struct mad_node *node,
                                  const struct mad_value *start, const struct mad_env *env)
{
    const struct row row = row_of(codegen, node, env);
    const bool has_end = row.to.kind != MAD_KIND_NONE;
    struct mad_value result = mad_const_value(&(struct mad_squares){{0}});
    if (start->kind != MAD_KIND_SQUARES || row.over.kind != MAD_KIND_SQUARES) {
        return NONE;
    }
    if (has_end && start->single) {
        return rows_value(codegen, MAD_OP_ROWS_TO, &row, start);
    }
    for (uint64_t ways = row.directions; ways != 0 && codegen->status == MAD_OK; ways &= ways - 1) {
        const struct mad_squares *step = step_table(codegen, ways & -ways, false);
        const struct mad_value over = over_others(codegen, &row.over, start, step);
        struct mad_value run = run_along(codegen, start, &over, step);
        if (has_end && step != NULL) { /* from several squares: where it meets the run back */
            const struct mad_value back =
                run_along(codegen, &row.to, &row.over, mad_reversed_table(codegen, step));
            run = mad_combine_values(codegen, MAD_BOTH, &run, &back);
        }
        result = mad_combine_values(codegen, MAD_EITHER, &result, &run);
    }
    return result;
}

/* The directions of `adjacent` that go up the board, or to the right: the others are the same lines. */
static uint64_t half_of_adjacent(const struct mad_codegen *codegen)
{
    uint64_t half = 0;
    for (uint32_t d = 0; d < codegen->direction_count; d++) {
        const struct mad_rule_direction *way = &codegen->rules->directions[d];
        if ((codegen->adjacent >> d & 1) && (way->up > 0 || (way->up == 0 && way->right > 0))) {
            half |= UINT64_C(1) << d;
        }
    }
    return half;
}

/* One step this way, in lines of so many: a ring of fewer squares is cut open, for nobody stands in a line twice. */
static struct mad_squares *row_table(struct mad_codegen *codegen, uint64_t way, uint32_t length)
{
    struct mad_squares *table = step_table(codegen, way, false);
    for (uint32_t from = 0; table != NULL && from < codegen->squares; from++) {
        if (comes_back(table, from, length - 1)) {
            table[from] = (struct mad_squares){{0}};
        }
    }
    return table;
}

/* The squares where lines of so many of `men` end. */
static struct mad_value line_ends(struct mad_codegen *codegen, const struct mad_value *men,
                                  uint32_t length)
{
    uint64_t half = half_of_adjacent(codegen);
    const uint32_t from = mad_in_register(codegen, men), before = codegen->code_count;
    struct mad_value ends =
        mad_emit_set(codegen, MAD_OP_LINE, from, length, (uint32_t)__builtin_popcountll(half));
    for (; codegen->code_count > before && half != 0 && codegen->status == MAD_OK;
         half &= half - 1) {
        const struct mad_squares *table = row_table(codegen, half & -half, length);
        mad_emit(codegen, MAD_OP_LEAP_TERM, 0, 0, 0, mad_codegen_leap(codegen, table));
    }
    return ends;
}

/* So many steps of a table that goes from square to square. */
static const struct mad_squares *steps_of(struct mad_codegen *codegen,
                                          const struct mad_squares *step, uint32_t count)
{
    struct mad_squares *steps = mad_new_table(codegen);
    for (uint32_t from = 0; steps != NULL && step != NULL && from < codegen->squares; from++) {
        squares_add(&steps[from], from);
        for (uint32_t i = 0; i < count && !squares_empty(&steps[from]); i++) {
            steps[from] = step[squares_first(&steps[from])];
        }
    }
    return steps;
}

/* `squares` joined with what comes of them in 1, 2 ... up to `length` - 1 steps: twice as many each time. */
static struct mad_value joined_along(struct mad_codegen *codegen, struct mad_value squares,
                                     const struct mad_squares *step, uint32_t length,
                                     enum mad_combine how)
{
    for (uint32_t done = 1; done < length && codegen->status == MAD_OK;) {
        const uint32_t more = done < length - done ? done : length - done;
        const struct mad_value gone = image(codegen, &squares, steps_of(codegen, step, more), true);
        squares = mad_combine_values(codegen, how, &squares, &gone);
        done += more;
    }
    return squares;
}

/* Who stands in a line of so many that goes this way: forward to where it ends, and back again. */
static struct mad_value line_along(struct mad_codegen *codegen, const struct mad_value *men,
                                   uint32_t length, uint64_t way)
{
    const struct mad_squares *on = row_table(codegen, way, length);
    const struct mad_squares *back = on != NULL ? mad_reversed_table(codegen, on) : NULL;
    const struct mad_value ends = joined_along(codegen, *men, on, length, MAD_BOTH);
    return joined_along(codegen, ends, back, length, MAD_EITHER);
}

struct mad_value mad_line_of_value(struct mad_codegen *codegen, const struct mad_node *node,
                                   bool ends_alone, const struct mad_env *env)
{
    struct mad_value men = mad_squares_of(codegen, node->first, env);
    if (men.kind != MAD_KIND_SQUARES) {
        return NONE;
    }
    if (node->n0 < 1 || node->n0 > MAD_MAX_SIDE) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, node->span,
                          "a line has 1 to %d squares", MAD_MAX_SIDE);
        return NONE;
    }
    const uint32_t length = (uint32_t)node->n0;
    if (ends_alone) {
        return line_ends(codegen, &men, length);
    }
    struct mad_value lines = mad_const_value(&(struct mad_squares){{0}});
    for (uint64_t half = half_of_adjacent(codegen); half != 0; half &= half - 1) {
        struct mad_value line = line_along(codegen, &men, length, half & -half);
        lines = mad_combine_values(codegen, MAD_EITHER, &lines, &line);
    }
    return lines;
}

struct mad_value mad_step_value(struct mad_codegen *codegen, const struct mad_node *node,
                                const struct mad_env *env)
{
    struct mad_value start = start_of(codegen, node, env);
    bool line = node->kind == MAD_NODE_LINE;
    if (line && mad_child_of_kind(node, MAD_NODE_OVER) != NULL) {
        return run_value(codegen, node, &start, env);
    }
    uint64_t directions = mad_directions_of(codegen, node->first, env);
    return image(codegen, &start, step_table(codegen, directions, line),
                 !line && (directions & (directions - 1)) == 0);
}

bool mad_leap_is_possible(struct mad_codegen *codegen, const struct mad_node *node, int32_t count)
{
    const bool leads_on = count >= 1 && (uint32_t)count <= codegen->squares;
    if (!leads_on) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, node->first->next->span,
                          "a leap of %d squares goes nowhere on this board", count);
    }
    return leads_on;
}

/* A table for a number that is written; else one instruction for each way. */
struct mad_value mad_leap_along_value(struct mad_codegen *codegen, const struct mad_node *node,
                                      const struct mad_env *env)
{
    const uint32_t numbers = codegen->values.next_number;
    const struct mad_value start = start_of(codegen, node, env),
                           number = mad_value_of(codegen, node->first->next, env);
    const uint64_t directions = mad_directions_of(codegen, node->first, env);
    const bool is_written = mad_is_written(&number), one_way = (directions & (directions - 1)) == 0;
    struct mad_value reached = mad_const_value(&(struct mad_squares){{0}});
    if (start.kind != MAD_KIND_SQUARES || directions == 0 ||
        (is_written && !mad_leap_is_possible(codegen, node, number.number))) {
        return NONE;
    }
    const uint32_t count =
        is_written ? 0 : mad_in_number(codegen, &number, node->first->next->span);
    const uint32_t from = is_written ? 0 : mad_in_register(codegen, &start);
    for (uint64_t ways = directions; ways != 0 && mad_codegen_ok(codegen); ways &= ways - 1) {
        const struct mad_squares *step = step_table(codegen, ways & -ways, false);
        const struct mad_value way =
            is_written
                ? image(codegen, &start, steps_of(codegen, step, (uint32_t)number.number), one_way)
                : mad_emit_set(codegen, MAD_OP_STEPS, from, count, mad_codegen_leap(codegen, step));
        reached = mad_combine_values(codegen, MAD_EITHER, &reached, &way);
    }
    reached.single = reached.kind == MAD_KIND_SQUARES && start.single && one_way;
    codegen->values.next_number = numbers;
    return reached;
}

struct mad_value mad_gone_from(struct mad_codegen *codegen, struct mad_motion *motion,
                               const struct mad_value *start)
{
    const struct mad_terms terms = mad_motion_terms(codegen, motion);
    struct mad_value reached = mad_const_value(&(struct mad_squares){{0}});
    if (start->kind != MAD_KIND_SQUARES || codegen->status != MAD_OK) {
        return NONE;
    }
    const uint32_t from = mad_in_register(codegen, start);
    if (terms.leap != UINT32_MAX) {
        reached = mad_emit_set(codegen, MAD_OP_LEAPS, from, 0, terms.leap);
    }
    for (uint32_t i = 0; i < terms.ride_count; i++) {
        const struct mad_value ride = mad_emit_set(codegen, MAD_OP_RIDES, from, 0, terms.rides[i]);
        reached = mad_combine_values(codegen, MAD_EITHER, &reached, &ride);
    }
    return reached;
}

/* Slides and leaps in verbs: the tables of a piece's movement, from one square or several. */
struct mad_value mad_motion_value(struct mad_codegen *codegen, const struct mad_node *node,
                                  const struct mad_env *env)
{
    const struct mad_node *first = node; /* a bent movement starts where its first leg does */
    while (first->kind == MAD_NODE_THEN) {
        first = first->first;
    }
    struct mad_value start = start_of(codegen, first, env);
    if (mad_child_of_kind(first, MAD_NODE_OVER) != NULL) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                          "only a line of a piece can say over which pieces it goes; say "
                          "`over %d piece` here",
                          node->n1);
        return NONE;
    }
    return mad_gone_from(codegen, mad_motion_of(codegen, node, env), &start);
}

struct mad_value mad_men_reaching(struct mad_codegen *codegen, enum mad_combine how,
                                  const struct mad_value *men, const struct mad_squares *table,
                                  const struct mad_value *of)
{
    struct mad_value places = image(codegen, of, mad_reversed_table(codegen, table), false);
    return mad_combine_values(codegen, how, men, &places);
}

struct mad_value mad_reached(struct mad_codegen *codegen, const struct mad_value *men,
                             const struct mad_squares *table)
{
    return image(codegen, men, table, false);
}

struct mad_value mad_neighbours(struct mad_codegen *codegen, const struct mad_value *of)
{
    return image(codegen, of, step_table(codegen, codegen->adjacent, false), false);
}

/* Further and further along the table, over `men` alone. */
static struct mad_squares spread(struct mad_squares from, const struct mad_squares *men,
                                 const struct mad_squares *table)
{
    struct mad_squares fresh = from;
    while (!squares_empty(&fresh)) {
        struct mad_squares next = mad_through(&fresh, table);
        next = squares_combine(MAD_BOTH, &next, men);
        fresh = squares_combine(MAD_WITHOUT, &next, &from);
        from = squares_combine(MAD_EITHER, &from, &next);
    }
    return from;
}

struct mad_value mad_joined(struct mad_codegen *codegen, const struct mad_value *men,
                            const struct mad_value *to)
{
    struct mad_squares *steps = step_table(codegen, codegen->adjacent, false);
    struct mad_value from = mad_combine_values(codegen, MAD_BOTH, men, to);
    if (from.kind != MAD_KIND_SQUARES || steps == NULL) {
        return NONE;
    }
    if (!mad_is_known(men) || !mad_is_known(&from)) {
        uint32_t among = mad_in_register(codegen, men), first = mad_in_register(codegen, &from);
        struct mad_value more =
            mad_emit_set(codegen, MAD_OP_RUN, first, among, mad_codegen_leap(codegen, steps));
        return mad_combine_values(codegen, MAD_EITHER, &from, &more);
    }
    struct mad_squares *table = mad_new_table(codegen);
    for (uint32_t i = 0; table != NULL && i < codegen->squares; i++) {
        table[i] = spread(*mad_known_at(&from, i), mad_known_at(men, i), steps);
    }
    return mad_table_value(codegen, table);
}

struct mad_value mad_line_through(struct mad_codegen *codegen, const struct mad_value *of,
                                  bool rank)
{
    struct mad_squares *table = mad_new_table(codegen);
    uint32_t files = codegen->game->files, width = (uint32_t)codegen->rules->one.width;
    const uint32_t height = (uint32_t)codegen->rules->one.height;
    for (uint32_t a = 0; table != NULL && a < codegen->squares; a++) {
        for (uint32_t b = 0; b < codegen->squares; b++) {
            if (squares_has(&codegen->board, b) &&
                (rank ? a / width == b / width
                      : a % files == b % files && a / files / height == b / files / height)) {
                squares_add(&table[a], b);
            }
        }
    }
    return image(codegen, of, table, false);
}

static struct mad_squares between_squares(const struct mad_codegen *codegen,
                                          const struct mad_squares *a, const struct mad_squares *b)
{
    struct mad_squares result = {{0}};
    if (!squares_empty(a) && !squares_empty(b)) {
        size_t at = (size_t)squares_first(a) * codegen->squares + squares_first(b);
        result = codegen->tables.lines[codegen->program->tables.between[at]];
    }
    return result;
}

struct mad_value mad_between_value(struct mad_codegen *codegen, const struct mad_value *a,
                                   const struct mad_value *b)
{
    if (a->kind != MAD_KIND_SQUARES || b->kind != MAD_KIND_SQUARES) {
        return NONE;
    }
    if (!mad_is_known(a) || !mad_is_known(b)) {
        uint32_t left = mad_in_register(codegen, a), right = mad_in_register(codegen, b);
        return mad_emit_set(codegen, MAD_OP_BETWEEN, left, right, 0);
    }
    struct mad_squares *table = mad_new_table(codegen);
    for (uint32_t i = 0; table != NULL && i < codegen->squares; i++) {
        table[i] = between_squares(codegen, mad_known_at(a, i), mad_known_at(b, i));
    }
    return mad_table_value(codegen, table);
}

/* nearest of, farthest of: measured in steps from where the man stands. */
struct mad_value mad_extreme_value(struct mad_codegen *codegen, const struct mad_node *node,
                                   const struct mad_value *of)
{
    const bool nearest = node->n0 == MAD_FN_NEAREST;
    if (of->kind != MAD_KIND_SQUARES || mad_here_value(codegen, node).kind == MAD_KIND_NONE) {
        return NONE;
    }
    if (!mad_is_known(of)) {
        struct mad_value value = mad_emit_set(codegen, MAD_OP_NEAREST, of->reg, !nearest, 0);
        value.single = true; /* on a line; otherwise whoever uses it takes the first */
        value.some = of->some;
        return value;
    }
    struct mad_squares *table = mad_new_table(codegen);
    for (uint32_t i = 0; table != NULL && i < codegen->squares; i++) {
        const uint16_t *distance = codegen->program->tables.distance + (size_t)i * codegen->squares;
        struct mad_squares left = *mad_known_at(of, i);
        int best = nearest ? UINT16_MAX + 1 : -1;
        for (uint32_t square; squares_take(&left, &square);) {
            if (nearest ? distance[square] > best : distance[square] < best) {
                continue;
            }
            if (distance[square] != best) {
                memset(&table[i], 0, sizeof table[i]);
                best = distance[square];
            }
            squares_add(&table[i], square);
        }
    }
    struct mad_value value = mad_table_value(codegen, table);
    value.some = value.some || of->some;
    return value;
}
