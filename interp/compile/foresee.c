/* foresee.c - squares that cannot be chosen in vain.
 *
 * Layer: compile. A verb that chooses a square, looks each way for a row of men from there and wants
 * one at least fails on most squares. Seen from the other end of the rows, all squares with one are
 * found at once: from the men behind the row back over it. */
#include "build.h"

bool mad_mentions(const struct mad_node *node, const char *name)
{
    if (node->kind == MAD_NODE_REF && node->name == name) {
        return true;
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        if (mad_mentions(child, name)) {
            return true;
        }
    }
    return false;
}

/* What a `let` in the round says of the name; null when none does. */
static const struct mad_node *said_of(const struct mad_node *statement, const struct mad_node *ref)
{
    for (; statement != NULL && ref->kind == MAD_NODE_REF; statement = statement->next) {
        if (statement->kind == MAD_NODE_LET && statement->name == ref->name) {
            return statement->first;
        }
    }
    return NULL;
}

static bool is_ref(const struct mad_node *node, const char *name)
{
    return node != NULL && node->kind == MAD_NODE_REF && node->name == name;
}

static const struct mad_node *start_of(const struct mad_node *step)
{
    const struct mad_node *from = mad_child_of_kind(step, MAD_NODE_FROM);
    return from != NULL ? from->first : NULL;
}

/* `line way over X from target`. */
static bool is_row(const struct mad_node *node, const char *way, const char *target)
{
    return node != NULL && node->kind == MAD_NODE_LINE && is_ref(node->first, way) &&
           mad_child_of_kind(node, MAD_NODE_OVER) != NULL && is_ref(start_of(node), target);
}

/* `(step way from (row or target)) except row`: the square behind the row. */
static bool is_behind(const struct mad_node *node, const char *way, const char *row,
                      const char *target)
{
    if (node == NULL || node->kind != MAD_NODE_EXCEPT || node->first->next->next != NULL ||
        !is_ref(node->first->next, row)) {
        return false;
    }
    const struct mad_node *step = node->first,
                          *both = step->kind == MAD_NODE_STEP && is_ref(step->first, way)
                                      ? start_of(step)
                                      : NULL;
    if (both == NULL || both->kind != MAD_NODE_OR || both->first->next->next != NULL) {
        return false;
    }
    const struct mad_node *a = both->first, *b = a->next;
    return (is_ref(a, row) && is_ref(b, target)) || (is_ref(a, target) && is_ref(b, row));
}

/* The round's sentences: lets, then `if BEHIND is X: set MARK on ROW`. */
struct round {
    const struct mad_node *over; /* men of the row */
    const struct mad_node *end;  /* who stands behind it */
};

static bool read_round(const struct mad_node *each, const char *target, const char *mark,
                       struct round *round)
{
    const struct mad_node *body = each->first->next, *statement = body != NULL ? body->first : NULL,
                          *lets = statement;
    while (statement != NULL && statement->kind == MAD_NODE_LET) {
        statement = statement->next;
    }
    if (statement == NULL || statement->kind != MAD_NODE_IF || statement->next != NULL) {
        return false;
    }
    const struct mad_node *is = statement->first, *then = is->next;
    const struct mad_node *set = then != NULL && then->next == NULL ? then->first : NULL;
    if (is->kind != MAD_NODE_IS || (is->flags & MAD_FLAG_NEGATED) || is->n0 != MAD_IS ||
        set == NULL || set->next != NULL || !mad_sets_mark(set, mark)) {
        return false;
    }
    const struct mad_node *on = mad_argument(set, "on"), *row = said_of(lets, on);
    if (!is_row(row, each->name, target) ||
        !is_behind(said_of(lets, is->first), each->name, on->name, target)) {
        return false;
    }
    round->over = mad_child_of_kind(row, MAD_NODE_OVER)->first;
    round->end = is->first->next;
    const struct mad_node *names[] = {round->over, round->end};
    for (uint32_t i = 0; i < 2; i++) {
        for (const struct mad_node *let = lets; let->kind == MAD_NODE_LET; let = let->next) {
            if (mad_mentions(names[i], let->name)) {
                return false;
            }
        }
        if (mad_mentions(names[i], target) || mad_mentions(names[i], each->name) ||
            mad_mentions(names[i], mark)) {
            return false;
        }
    }
    return true;
}

bool mad_foresee(struct mad_build *build, const struct mad_node *choose, const struct mad_env *env,
                 struct mad_value *squares)
{
    const struct mad_node *each = choose->next, *require = each != NULL ? each->next : NULL;
    struct round round;
    if (each == NULL || each->kind != MAD_NODE_FOR_EACH || require == NULL ||
        require->kind != MAD_NODE_REQUIRE || require->first->kind != MAD_NODE_HAS ||
        (require->first->flags & MAD_FLAG_NEGATED) || require->first->first->kind != MAD_NODE_REF ||
        !read_round(each, choose->name, require->first->first->name, &round)) {
        return false;
    }
    struct mad_value ways = mad_silent_value(build, each->first, env);
    if (ways.kind != MAD_KIND_DIRECTIONS) {
        return false;
    }
    struct mad_value over = mad_squares_of(build, round.over, env),
                     end = mad_squares_of(build, round.end, env);
    struct mad_value behind = mad_combine_values(build, MAD_WITHOUT, &end, &over);
    struct mad_squares nothing = {{0}};
    struct mad_value found = mad_const_value(&nothing);
    for (uint32_t d = 0; d < build->direction_count && mad_build_ok(build); d++) {
        if (ways.directions >> d & 1) {
            struct mad_value before = mad_before_row(build, d, &over, &behind);
            found = found.form == MAD_FORM_CONST
                        ? before
                        : mad_combine_values(build, MAD_EITHER, &found, &before);
        }
    }
    *squares = mad_combine_values(build, MAD_BOTH, squares, &found);
    return squares->kind == MAD_KIND_SQUARES;
}
