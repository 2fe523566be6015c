/* motion_line.c - lines of movement that tables cannot say.
 *
 * Layer: plan. `capture own piece by step queenwise` and `move slide forward when no own Queen` hang on what
 * stands where. They are said as the verb that they stand for: choose a target from these squares, land on it.
 * What a line takes of the enemy's stays a line. It relies on expand.c and verb.c, which see a verb like any
 * other. */
#include <string.h>

#include "codegen.h"

/* Whether these victims are own men too, by what the words say. */
static bool names_own(const struct mad_codegen *codegen, const struct mad_node *node,
                      uint32_t depth)
{
    switch ((unsigned)node->kind) {
    case MAD_NODE_OWN: return true;
    case MAD_NODE_CONST: return node->n0 == MAD_WORD_PIECE || node->n0 == MAD_WORD_OWN;
    case MAD_NODE_ENEMY: return false;
    case MAD_NODE_REF: {
        const struct mad_rule_definition *definition = mad_definition(codegen, node->name);
        return definition != NULL && depth < MAD_MAX_NESTING &&
               names_own(codegen, definition->expression, depth + 1);
    }
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
    return node->kind == MAD_NODE_OWN ||
           (node->kind == MAD_NODE_CONST && node->n0 == MAD_WORD_OWN) ||
           ((node->kind == MAD_NODE_ON || node->kind == MAD_NODE_EXCEPT) &&
            names_own_alone(node->first));
}

static struct mad_node *make(struct mad_codegen *codegen, enum mad_node_kind kind,
                             const struct mad_node *like, struct mad_node *first,
                             struct mad_node *second)
{
    static struct mad_node nothing;
    struct mad_node *node = mad_codegen_scratch(codegen, sizeof *node);
    if (node == NULL) {
        return &nothing; /* the status says so */
    }
    *node = (struct mad_node){.kind = kind, .span = like->span, .first = first};
    if (first != NULL) {
        first->next = second;
    }
    return node;
}

static struct mad_node *copy(struct mad_codegen *codegen, const struct mad_node *node)
{
    struct mad_node *made = make(codegen, node->kind, node, NULL, NULL);
    *made = *node;
    made->next = NULL;
    return made;
}

static struct mad_node *word(struct mad_codegen *codegen, const struct mad_node *like,
                             enum mad_word which)
{
    struct mad_node *node = make(codegen, MAD_NODE_CONST, like, NULL, NULL);
    node->n0 = (int32_t)which;
    return node;
}

/* The line as a call of a verb that chooses from `among`, of the squares of the motion. */
static const struct mad_node *as_verb(struct mad_codegen *codegen, struct mad_ruleset *rules,
                                      const struct mad_node *line, struct mad_node *among,
                                      const struct mad_node *motion)
{
    static const char TARGET[] = "target", LAND[] = "land", ON[] = "on";
    char *name = mad_codegen_scratch(codegen, sizeof "move");
    struct mad_rule_verb *verbs =
        mad_codegen_scratch(codegen, (rules->verb_count + 1) * sizeof *verbs);
    struct mad_node *choose =
        make(codegen, MAD_NODE_CHOOSE, line,
             make(codegen, MAD_NODE_ON, line, copy(codegen, motion), among), NULL);
    struct mad_node *target = make(codegen, MAD_NODE_REF, line, NULL, NULL);
    struct mad_node *arg = make(codegen, MAD_NODE_ARG, line, target, NULL);
    struct mad_node *land = make(codegen, MAD_NODE_CALL, line, arg, NULL);
    struct mad_node *body = make(codegen, MAD_NODE_BODY, line, choose, land);
    struct mad_node *verb = make(codegen, MAD_NODE_VERB, line, body, NULL);
    struct mad_node *call = make(codegen, MAD_NODE_CALL, line, NULL, NULL);
    const struct mad_node *when = mad_child_of_kind(line, MAD_NODE_WHEN);
    struct mad_node *made =
        make(codegen, MAD_NODE_CALL_LINE, line, call, when != NULL ? copy(codegen, when) : NULL);
    if (name == NULL || verbs == NULL || codegen->status != MAD_OK) {
        return line;
    }
    memcpy(name, "move", sizeof "move"); /* verbs are told apart by where their names lie */
    choose->name = target->name = TARGET;
    arg->text = ON;
    land->name = LAND;
    verb->name = call->name = name;
    memcpy(verbs, rules->verbs, rules->verb_count * sizeof *verbs);
    verbs[rules->verb_count] = (struct mad_rule_verb){.name = name, .node = verb};
    rules->verbs = verbs;
    rules->verb_count++;
    return made;
}

/* Behind the line that stays: own men whom it takes too. */
static const struct mad_node *own_part(struct mad_codegen *codegen, struct mad_ruleset *rules,
                                       const struct mad_node *line)
{
    const struct mad_node *by = mad_child_of_kind(line, MAD_NODE_BY);
    struct mad_node *victims = make(codegen, MAD_NODE_ON, line, word(codegen, line, MAD_WORD_OWN),
                                    copy(codegen, line->first));
    return as_verb(codegen, rules, line, victims, by->first);
}

static void rewrite_lines(struct mad_codegen *codegen, struct mad_ruleset *rules,
                          struct mad_rule_lines *lines)
{
    const struct mad_node **items =
        mad_codegen_scratch(codegen, (2 * lines->count + 1) * sizeof *items);
    uint32_t count = 0;
    for (uint32_t i = 0; items != NULL && i < lines->count; i++) {
        const struct mad_node *line = lines->items[i];
        const struct mad_node *by = mad_child_of_kind(line, MAD_NODE_BY);
        const bool is_motion = line->kind == MAD_NODE_MOVE;
        const bool own = is_motion && by != NULL && (line->n0 & MAD_TO_ENEMY) &&
                         names_own(codegen, line->first, 0);
        codegen->span = line->span;
        if (is_motion && line->n0 == MAD_TO_EMPTY && by == NULL &&
            !mad_when_is_place(codegen, line)) {
            items[count++] =
                as_verb(codegen, rules, line, word(codegen, line, MAD_WORD_EMPTY), line->first);
            continue;
        }
        if (!own || !names_own_alone(line->first)) {
            items[count++] = line;
        }
        if (own) {
            items[count++] = own_part(codegen, rules, line);
        }
    }
    if (items != NULL) {
        lines->items = items;
        lines->count = count;
    }
}

void mad_rewrite_motion_lines(struct mad_codegen *codegen)
{
    struct mad_ruleset *rules = codegen->own_rules;
    struct mad_rule_piece *pieces =
        mad_codegen_scratch(codegen, (rules->piece_count + 1) * sizeof *pieces);
    if (pieces == NULL) {
        return;
    }
    memcpy(pieces, rules->pieces, rules->piece_count * sizeof *pieces);
    rules->pieces = pieces; /* what was handed in stays as it was said */
    for (uint32_t i = 0; i < rules->piece_count && mad_codegen_ok(codegen); i++) {
        rewrite_lines(codegen, rules, &rules->pieces[i].lines);
    }
}
