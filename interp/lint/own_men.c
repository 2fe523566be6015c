/* own_men.c - verbs that take their owner's men by landing on them, without saying so.
 *
 * Layer: interp/lint. Told by the words alone: `choose friend from own piece` and then `land on friend`, with
 * nobody taken, brought away, swapped or turned in between. */
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

enum { MOST_NAMES = 16, MOST_DEEP = 32 };

struct own_names { /* of squares on which own men stand, and nobody else */
    const char *items[MOST_NAMES];
    uint32_t count;
    struct mad_lint *lint;
};

static bool knows(const struct own_names *names, const char *name)
{
    for (uint32_t i = 0; i < names->count; i++)
        if (names->items[i] == name)
            return true;
    return false;
}

static const struct mad_node *meaning_of(const struct mad_ruleset *rules, const char *name)
{
    for (uint32_t i = 0; i < rules->definition_count; i++)
        if (rules->definitions[i].name == name)
            return rules->definitions[i].expression;
    return NULL;
}

/* Whether there are own men on these squares alone, by what the words say. */
static bool is_own_alone(const struct own_names *names, const struct mad_node *node, uint32_t depth)
{
    const struct mad_node *meaning =
        node->kind == MAD_NODE_REF ? meaning_of(names->lint->rules, node->name) : NULL;
    bool is = node->kind == MAD_NODE_OR;
    if (depth == 0)
        return false;
    switch ((unsigned)node->kind) {
    case MAD_NODE_OWN: return true;
    case MAD_NODE_CONST: return node->n0 == MAD_WORD_OWN;
    case MAD_NODE_REF:
        return knows(names, node->name) ||
               (meaning != NULL && is_own_alone(names, meaning, depth - 1));
    case MAD_NODE_EXCEPT: return is_own_alone(names, node->first, depth - 1);
    case MAD_NODE_ON:
    case MAD_NODE_OR:
        for (const struct mad_node *part = node->first; part != NULL; part = part->next) {
            const bool own = is_own_alone(names, part, depth - 1);
            is = node->kind == MAD_NODE_OR ? is && own : is || own;
        }
        return is;
    default: return false;
    }
}

static bool is_one_of(const char *name, const char *const *list)
{
    while (*list != NULL && strcmp(*list, name) != 0)
        list++;
    return *list != NULL;
}

static void tell(struct own_names *names, const struct mad_node *call, const struct mad_node *on)
{
    const struct mad_source *source = &names->lint->sources->items[on->span.source];
    struct mad_finding *finding =
        mad_findings_add(names->lint->findings, MAD_FINDING_TAKES_OWN, call->span,
                         mad_findings_text(names->lint->findings, "%.*s", (int)on->span.length,
                                           source->text + on->span.begin));
    mad_finding_remedy(names->lint->findings, finding,
                       "`swap here with ...` lets two men change places; where it is meant, say "
                       "`take ...` before");
}

static void check_body(struct own_names *names, const struct mad_node *statement)
{
    static const char *const GIVEN[] = {"put",      "become",   "set",      "clear",
                                        "increase", "decrease", "end-turn", NULL};
    for (; statement != NULL; statement = statement->next) {
        if ((statement->kind == MAD_NODE_CHOOSE || statement->kind == MAD_NODE_LET) &&
            names->count < MOST_NAMES && is_own_alone(names, statement->first, MOST_DEEP))
            names->items[names->count++] = statement->name;
        if (statement->kind == MAD_NODE_CALL && strcmp(statement->name, "land") == 0) {
            const struct mad_node *on = statement->first != NULL ? statement->first->first : NULL;
            if (on != NULL && is_own_alone(names, on, MOST_DEEP))
                tell(names, statement, on);
            names->count = 0;
        } else if (statement->kind == MAD_NODE_CALL && !is_one_of(statement->name, GIVEN)) {
            names->count = 0; /* they are not there any more, or a verb may have seen to it */
        }
        for (const struct mad_node *part = statement->first; part != NULL; part = part->next)
            if (part->kind == MAD_NODE_BODY) {
                const uint32_t count = names->count;
                check_body(names, part->first);
                names->count = count < names->count ? count : names->count;
            }
    }
}

void mad_lint_own_men(struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->verb_count; i++) {
        const struct mad_node *verb = lint->rules->verbs[i].node;
        struct own_names names = {.lint = lint};
        for (const struct mad_node *part = verb->first; part != NULL; part = part->next)
            if (part->kind == MAD_NODE_BODY && mad_lint_is_own(lint, verb->span))
                check_body(&names, part->first);
    }
}
