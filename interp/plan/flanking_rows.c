/* flanking_rows.c - squares that cannot be chosen in vain.
 *
 * Layer: plan. A verb that chooses a square, looks each way for a row of men from there and wants one at least
 * fails on most squares. Seen from the other end of the rows, all squares with one are found at once: from the
 * men behind the row back over it. Reversi's `place` is the example: an empty square from which a row of
 * enemies leads to an own man. It relies on reach.c for rows backwards. */
#include <string.h>

#include "codegen.h"

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

bool mad_find_flanking_rows(struct mad_codegen *codegen, const struct mad_node *choose,
                            const struct mad_env *env, struct mad_value *squares)
{
    const struct mad_node *each = choose->next, *require = each != NULL ? each->next : NULL;
    struct round round;
    if (!mad_takes_way(codegen->program, MAD_WAY_FLANKING) || each == NULL ||
        each->kind != MAD_NODE_FOR_EACH || require == NULL || require->kind != MAD_NODE_REQUIRE ||
        !mad_wants_a_square(require->first) || require->first->first->kind != MAD_NODE_REF ||
        !read_round(each, choose->name, require->first->first->name, &round)) {
        return false;
    }
    struct mad_value ways = mad_silent_value(codegen, each->first, env);
    if (ways.kind != MAD_KIND_DIRECTIONS) {
        return false;
    }
    struct mad_value over = mad_squares_of(codegen, round.over, env),
                     end = mad_squares_of(codegen, round.end, env);
    struct mad_value behind = mad_combine_values(codegen, MAD_WITHOUT, &end, &over);
    *squares =
        mad_rows_value(codegen, MAD_OP_BEFORE_ROWS, ways.directions, &over, &behind, squares);
    return squares->kind == MAD_KIND_SQUARES;
}

/* The mark that a requirement behind a round wants somewhere; null when it is no such thing. */
static const char *wanted_mark(const struct mad_node *each)
{
    const struct mad_node *require = each->next;
    return require != NULL && require->kind == MAD_NODE_REQUIRE &&
                   mad_wants_a_square(require->first) && require->first->first->kind == MAD_NODE_REF
               ? require->first->first->name
               : NULL;
}

/* How many sentences set or clear the mark, and whether any repeats itself. */
static uint32_t changes_of(const struct mad_node *node, const char *mark)
{
    uint32_t count = node->kind == MAD_NODE_REPEAT ? 2 : 0;
    if (node->kind == MAD_NODE_CALL &&
        (strcmp(node->name, "set") == 0 || strcmp(node->name, "clear") == 0)) {
        const struct mad_node *object = mad_argument(node, NULL);
        count += object != NULL && mad_mentions(object, mark);
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        count += changes_of(child, mark);
    }
    return count;
}

static bool speaks_of(const struct mad_node *tree, const char *name)
{
    return tree->name == name || mad_mentions(tree, name);
}

bool mad_is_note(const struct mad_codegen *codegen, const struct mad_rule_verb *verb,
                 const struct mad_node *each)
{
    const char *name = wanted_mark(each);
    const int found = name != NULL ? mad_mark_named(codegen, name) : -1;
    const struct mad_rule_mark *mark = found >= 0 ? &codegen->rules->marks[found] : NULL;
    uint32_t law = 0;
    return mark != NULL && mark->life == MAD_LIFE_MOVE && mark->starts.count == 0 &&
           mark->until == NULL && changes_of(verb->node, name) == 1 &&
           /* what follows a move may see what was noted */
           mad_next_law(codegen, MAD_NODE_AFTER_MOVE, &law) == NULL &&
           !mad_any_tree(codegen->rules, speaks_of, name, verb->node);
}

struct mad_value mad_note_of(struct mad_codegen *codegen, const struct mad_node *each,
                             const struct mad_env *env)
{
    const struct mad_value none = {.kind = MAD_KIND_NONE};
    const char *mark = wanted_mark(each);
    struct round round;
    const struct mad_node *body = each->first->next;
    const struct mad_node *line = body != NULL ? body->first : NULL;
    while (line != NULL && line->kind == MAD_NODE_LET && line->first->kind != MAD_NODE_LINE) {
        line = line->next;
    }
    const struct mad_node *start =
        line != NULL && line->kind == MAD_NODE_LET ? start_of(line->first) : NULL;
    if (start == NULL || start->kind != MAD_NODE_REF || mark == NULL ||
        !read_round(each, start->name, mark, &round)) {
        return none;
    }
    struct mad_value ways = mad_silent_value(codegen, each->first, env);
    if (ways.kind != MAD_KIND_DIRECTIONS) {
        return none;
    }
    struct mad_value over = mad_squares_of(codegen, round.over, env),
                     end = mad_squares_of(codegen, round.end, env),
                     from = mad_squares_of(codegen, start, env);
    return mad_rows_value(codegen, MAD_OP_ROWS_TO, ways.directions, &over, &end, &from);
}
