/* motion_line.c - lines of movement that tables cannot say.
 *
 * Layer: plan. `capture own piece by step queenwise` and `move slide forward when no own Queen` hang on what
 * stands where, and so does whom `capture (Pawn on rank 3) by step forward` takes. They are said as the verb that
 * they stand for: choose a target from these squares, land on it.
 * What a line takes of the enemy's stays a line. It relies on expand.c and verb.c, which see a verb like any
 * other. */
#include <string.h>

#include "codegen.h"

/* Whether these victims are own men too, by what the words say. */
static bool names_own(const struct mad_codegen *codegen, const struct mad_node *node,
                      uint32_t depth)
{
    node = mad_meaning(codegen, node);
    switch ((unsigned)node->kind) {
    case MAD_NODE_OWN: return true;
    case MAD_NODE_CONST: return node->n0 == MAD_WORD_PIECE || node->n0 == MAD_WORD_OWN;
    case MAD_NODE_ENEMY: return false;
    case MAD_NODE_EXCEPT: return names_own(codegen, node->first, depth);
    default: break;
    }
    for (const struct mad_node *child = depth < MAD_MAX_NESTING ? node->first : NULL; child != NULL;
         child = child->next) {
        if (names_own(codegen, child, depth + 1)) {
            return true;
        }
    }
    return false;
}

/* Whether they are nobody else. */
static bool names_own_alone(const struct mad_node *node)
{
    return node->kind == MAD_NODE_OWN || mad_is_word(node, MAD_WORD_OWN) ||
           ((node->kind == MAD_NODE_ON || node->kind == MAD_NODE_EXCEPT) &&
            names_own_alone(node->first));
}

/* Nodes for the line that is being said as a verb; once there is no memory for one, the last is made over. */
struct maker {
    struct mad_codegen *codegen;
    struct mad_node spare;
};

static struct mad_node *make(struct maker *maker, enum mad_node_kind kind,
                             const struct mad_node *like, struct mad_node *first,
                             struct mad_node *second)
{
    struct mad_node *node = mad_codegen_scratch(maker->codegen, sizeof *node);
    if (node == NULL) {
        node = &maker->spare; /* the status says so, and nobody reads it */
        first = second = NULL;
    }
    *node = (struct mad_node){.kind = kind, .span = like->span, .first = first};
    if (first != NULL) {
        first->next = second;
    }
    return node;
}

static struct mad_node *copy(struct maker *maker, const struct mad_node *node)
{
    struct mad_node *made = make(maker, node->kind, node, NULL, NULL);
    *made = *node;
    made->next = NULL;
    return made;
}

static struct mad_node *word(struct maker *maker, const struct mad_node *like, enum mad_word which)
{
    struct mad_node *node = make(maker, MAD_NODE_CONST, like, NULL, NULL);
    node->n0 = (int32_t)which;
    return node;
}

static const char TARGET[] = "target", MOVE[] = "move";

static struct mad_node *target_of(struct maker *maker, const struct mad_node *line)
{
    struct mad_node *target = make(maker, MAD_NODE_REF, line, NULL, NULL);
    target->name = TARGET;
    return target;
}

/* How a line may come to be a verb. */
enum rewriting {
    KEPT,
    TO_EMPTY, /* all of it */
    TO_OWN,   /* own men whom it takes; a line that takes others as well stays besides */
    TO_SOME, /* all of a line that takes, where neither kinds nor places alone tell whom and when */
};

static enum rewriting rewriting_of(struct mad_codegen *codegen, const struct mad_node *line)
{
    const struct mad_node *by = mad_child_of_kind(line, MAD_NODE_BY);
    struct mad_types types;
    struct mad_squares places;
    if (line->kind != MAD_NODE_MOVE || (by != NULL && !(line->n0 & MAD_TO_ENEMY))) {
        return KEPT;
    }
    const bool goes = (line->n0 & MAD_TO_ENEMY) && mad_captures_have_ranks(codegen);
    if (by != NULL) {
        return !names_own_alone(line->first) && (goes || !mad_victims(codegen, line, &types) ||
                                                 !mad_when_is_place(codegen, line, &places))
                   ? TO_SOME
               : names_own(codegen, line->first, 0) ? TO_OWN
                                                    : KEPT;
    }
    return !goes && mad_when_is_place(codegen, line, &places) ? KEPT
           : line->n0 == MAD_TO_EMPTY                         ? TO_EMPTY
                                                              : TO_SOME;
}

/* Movements that lead to the same square are one move: `require not (target on M and C)` for each other line that
 * leads to squares of the same kind, one that is a verb too only when it comes before. */
static struct mad_node *not_gone_otherwise(struct maker *maker, const struct mad_rule_lines *lines,
                                           uint32_t index, enum rewriting as)
{
    struct mad_codegen *codegen = maker->codegen;
    const struct mad_node *line = lines->items[index];
    struct mad_node *requires = NULL;
    for (uint32_t i = lines->count; i-- > 0;) {
        const struct mad_node *other = lines->items[i], *by = mad_child_of_kind(other, MAD_NODE_BY);
        const struct mad_node *when = mad_child_of_kind(other, MAD_NODE_WHEN);
        const enum rewriting how = rewriting_of(codegen, other);
        const bool leads_there = other->kind == MAD_NODE_MOVE &&
                                 (how == as        ? i < index
                                  : as == TO_SOME  ? (other->n0 & MAD_TO_ENEMY) != 0
                                  : how == TO_SOME ? as == TO_OWN && i < index && by != NULL
                                                   : as == TO_EMPTY && how == KEPT && by == NULL &&
                                                         (other->n0 & MAD_TO_EMPTY));
        if (!leads_there || i == index || mad_screens_of(codegen, other, 0) != NULL) {
            continue;
        }
        struct mad_node *there = copy(maker, by != NULL ? by->first : other->first);
        if (by == NULL && as == TO_SOME) {
            there = make(maker, MAD_NODE_ON, line, word(maker, line, MAD_WORD_ENEMY), there);
        } else if (by != NULL) {
            there = make(maker, MAD_NODE_ON, line, copy(maker, other->first), there);
        }
        struct mad_node *truth = make(maker, MAD_NODE_IS, line, target_of(maker, line), there);
        truth->n0 = MAD_IS_ON;
        if (when != NULL) {
            struct mad_node *holds = copy(maker, when->first);
            if (when->flags & MAD_FLAG_UNLESS) {
                holds = make(maker, MAD_NODE_NOT, line, holds, NULL);
            }
            truth = make(maker, MAD_NODE_AND, line, truth, holds);
        }
        truth = make(maker, MAD_NODE_NOT, line, truth, NULL);
        truth = make(maker, MAD_NODE_REQUIRE, line, truth, NULL);
        truth->next = requires;
        requires = truth;
    }
    return requires;
}

bool mad_was_motion(const struct mad_node *verb)
{
    return strcmp(verb->name, MOVE) == 0;
}

/* The line as a call of a verb that chooses from `among`, of the squares of the motion. */
static const struct mad_node *as_verb(struct maker *maker, struct mad_ruleset *rules,
                                      const struct mad_node *line, struct mad_node *among,
                                      const struct mad_node *motion, struct mad_node *requires)
{
    static const char LAND[] = "land", ON[] = "on";
    struct mad_codegen *codegen = maker->codegen;
    char *name = mad_codegen_scratch(codegen, sizeof MOVE);
    struct mad_rule_verb *verbs =
        mad_codegen_scratch(codegen, (rules->verb_count + 1) * sizeof *verbs);
    struct mad_node *arg = make(maker, MAD_NODE_ARG, line, target_of(maker, line), NULL);
    struct mad_node *land = make(maker, MAD_NODE_CALL, line, arg, NULL);
    struct mad_node *last = requires;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    if (last != NULL) {
        last->next = land;
    }
    struct mad_node *choose =
        make(maker, MAD_NODE_CHOOSE, line,
             make(maker, MAD_NODE_ON, line, copy(maker, motion), among), NULL);
    struct mad_node *body =
        make(maker, MAD_NODE_BODY, line, choose, requires != NULL ? requires : land);
    struct mad_node *verb = make(maker, MAD_NODE_VERB, line, body, NULL);
    struct mad_node *call = make(maker, MAD_NODE_CALL, line, NULL, NULL);
    const struct mad_node *when = mad_child_of_kind(line, MAD_NODE_WHEN);
    struct mad_node *made =
        make(maker, MAD_NODE_CALL_LINE, line, call, when != NULL ? copy(maker, when) : NULL);
    if (name == NULL || verbs == NULL || codegen->status != MAD_OK) {
        return line;
    }
    memcpy(name, MOVE, sizeof MOVE); /* verbs are told apart by where their names lie */
    choose->name = TARGET;
    arg->text = ON;
    land->name = LAND;
    verb->name = call->name = name;
    if (rules->verb_count > 0) {
        memcpy(verbs, rules->verbs, rules->verb_count * sizeof *verbs);
    }
    verbs[rules->verb_count] = (struct mad_rule_verb){.name = name, .node = verb};
    rules->verbs = verbs;
    rules->verb_count++;
    return made;
}

static const struct mad_node *rewritten(struct maker *maker, struct mad_ruleset *rules,
                                        const struct mad_rule_lines *lines, uint32_t index,
                                        enum rewriting how)
{
    const struct mad_node *line = lines->items[index];
    struct mad_node *requires = not_gone_otherwise(maker, lines, index, how);
    if (how == TO_EMPTY) {
        return as_verb(maker, rules, line, word(maker, line, MAD_WORD_EMPTY), line->first,
                       requires);
    }
    const struct mad_node *by = mad_child_of_kind(line, MAD_NODE_BY);
    if (by == NULL) {
        return as_verb(maker, rules, line, word(maker, line, MAD_WORD_ENEMY), line->first,
                       requires);
    }
    const enum mad_word whose = how == TO_OWN                               ? MAD_WORD_OWN
                                : names_own(maker->codegen, line->first, 0) ? MAD_WORD_PIECE
                                                                            : MAD_WORD_ENEMY;
    struct mad_node *victims =
        make(maker, MAD_NODE_ON, line, word(maker, line, whose), copy(maker, line->first));
    return as_verb(maker, rules, line, victims, by->first, requires);
}

/* The line with another motion. */
static const struct mad_node *with_motion(struct maker *maker, const struct mad_node *line,
                                          struct mad_node *motion)
{
    struct mad_node *made = copy(maker, line), **link = &made->first;
    const struct mad_node *by = mad_child_of_kind(line, MAD_NODE_BY);
    for (const struct mad_node *child = line->first; child != NULL; child = child->next) {
        *link = copy(maker, child);
        if (child == by) {
            (*link)->first = motion;
        } else if (by == NULL && child == line->first) {
            *link = motion;
        }
        link = &(*link)->next;
    }
    return made;
}

/* A hopper that jumps some men alone is a line of its own: `A or B` is two. Counts them; `out` may be null.
 * `zone`: the `on` or `except` around them. */
static uint32_t part_motion(struct maker *maker, const struct mad_node *line,
                            const struct mad_node *motion, const struct mad_node *zone,
                            const struct mad_node **out)
{
    const struct mad_rule_definition *definition =
        motion->kind == MAD_NODE_REF ? mad_definition(maker->codegen, motion->name) : NULL;
    uint32_t count = 0;
    if (definition != NULL) {
        return part_motion(maker, line, definition->expression, zone, out);
    }
    if ((motion->kind == MAD_NODE_ON || motion->kind == MAD_NODE_EXCEPT) && zone == NULL) {
        return part_motion(maker, line, motion->first, motion, out);
    }
    if (motion->kind == MAD_NODE_OR) {
        for (const struct mad_node *part = motion->first; part != NULL; part = part->next) {
            count += part_motion(maker, line, part, zone, out != NULL ? out + count : NULL);
        }
        return count;
    }
    if (out != NULL) {
        struct mad_node *alone = copy(maker, motion);
        *out = with_motion(
            maker, line,
            zone == NULL ? alone
                         : make(maker, zone->kind, zone, alone, copy(maker, zone->first->next)));
    }
    return 1;
}

/* All lines, those that hop over some men alone in parts. */
static void part_lines(struct maker *maker, struct mad_rule_lines *lines)
{
    struct mad_codegen *codegen = maker->codegen;
    for (uint32_t i = 0; i < lines->count && mad_codegen_ok(codegen); i++) {
        const struct mad_node *line = lines->items[i], *by = mad_child_of_kind(line, MAD_NODE_BY);
        const struct mad_node *motion = by != NULL ? by->first : line->first;
        if (line->kind != MAD_NODE_MOVE || mad_screens_of(codegen, motion, 0) == NULL) {
            continue;
        }
        const uint32_t parts = part_motion(maker, line, motion, NULL, NULL);
        const struct mad_node **items =
            mad_codegen_scratch(codegen, (lines->count + parts) * sizeof *items);
        if (parts < 2 || items == NULL) {
            continue;
        }
        memcpy(items, lines->items, i * sizeof *items);
        (void)part_motion(maker, line, motion, NULL, items + i);
        memcpy(items + i + parts, lines->items + i + 1, (lines->count - i - 1) * sizeof *items);
        lines->items = items;
        lines->count += parts - 1;
        i += parts - 1;
    }
}

static void rewrite_lines(struct maker *maker, struct mad_ruleset *rules,
                          struct mad_rule_lines *lines)
{
    struct mad_codegen *codegen = maker->codegen;
    const struct mad_node **items =
        mad_codegen_scratch(codegen, (2 * lines->count + 1) * sizeof *items);
    uint32_t count = 0;
    for (uint32_t i = 0; items != NULL && i < lines->count && mad_codegen_ok(codegen); i++) {
        const struct mad_node *line = lines->items[i];
        codegen->span = line->span;
        const enum rewriting how = rewriting_of(codegen, line);
        if (how == KEPT || (how == TO_OWN && !names_own_alone(line->first))) {
            items[count++] = line;
        }
        if (how != KEPT) {
            items[count++] = rewritten(maker, rules, lines, i, how);
        }
    }
    if (items != NULL && mad_codegen_ok(codegen)) {
        lines->items = items;
        lines->count = count;
    }
}

void mad_rewrite_motion_lines(struct mad_codegen *codegen)
{
    struct maker maker = {.codegen = codegen};
    struct mad_ruleset *rules = codegen->own_rules;
    mad_fold_lines(codegen);
    for (uint32_t i = 0; i < rules->piece_count && mad_codegen_ok(codegen); i++) {
        part_lines(&maker, &rules->pieces[i].lines);
        rewrite_lines(&maker, rules, &rules->pieces[i].lines);
    }
}
