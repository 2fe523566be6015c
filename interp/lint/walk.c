/* walk.c - looking through the sentences in force. Layer: interp/lint. */
#include <string.h>

#include "../rules/living.h"
#include "../rules/tree.h"
#include "../limits.h"
#include "lint.h"

bool mad_lint_each_sentence(const struct mad_ruleset *rules, mad_lint_see see, void *context)
{
    return mad_rules_each_sentence(rules, see, context);
}

bool mad_lint_each_living(struct mad_lint *lint, mad_lint_see see, void *context)
{
    bool out_of_memory = false;
    bool is_whole = mad_rules_each_living(lint->rules, lint->scratch, see, context, &out_of_memory);
    if (out_of_memory && lint->status == MAD_OK)
        lint->status = MAD_ERROR_MEMORY;
    return is_whole;
}

struct calls {
    mad_lint_see_call *see;
    void *context;
};

static bool see_calls(void *context, const struct mad_node *node)
{
    const struct calls *calls = context;
    if (node->kind == MAD_NODE_CALL && node->name != NULL)
        calls->see(calls->context, node);
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        (void)see_calls(context, child);
    return true;
}

void mad_lint_each_call(const struct mad_ruleset *rules, mad_lint_see_call *see, void *context)
{
    struct calls calls = {see, context};
    (void)mad_lint_each_sentence(rules, see_calls, &calls);
    for (uint32_t i = 0; i < rules->turn_ends.count; i++)
        (void)see_calls(&calls, rules->turn_ends.items[i]);
}

static bool is_of_kind(const struct mad_node *node, const void *kind)
{
    return node->kind == *(const enum mad_node_kind *)kind;
}

bool mad_lint_has_kind(const struct mad_node *node, enum mad_node_kind kind)
{
    return mad_tree_any(node, is_of_kind, &kind);
}

/* --- names ----------------------------------------------------------------------------------------- */

static bool leads(const struct mad_ruleset *rules, const struct mad_node *node, const char *name,
                  uint32_t depth)
{
    if (mad_tree_mentions(node, name))
        return true;
    for (uint32_t i = 0; depth > 0 && i < rules->definition_count; i++) {
        const struct mad_rule_definition *definition = &rules->definitions[i];
        if (mad_tree_mentions(node, definition->name) && definition->expression != node &&
            leads(rules, definition->expression, name, depth - 1))
            return true;
    }
    return false;
}

enum { MAX_DEPTH = 4 }; /* of names that stand for names: deeper ones are rare, and cost */

bool mad_lint_leads_to(const struct mad_ruleset *rules, const struct mad_node *node,
                       const char *name)
{
    return leads(rules, node, name, MAX_DEPTH);
}

/* --- calls ------------------------------------------------------------------------------------------- */

static bool is_named(const struct mad_node *call, const char *name)
{
    return call->kind == MAD_NODE_CALL && call->name != NULL && strcmp(call->name, name) == 0;
}

/* `turn X into K`, which `turn X to mover` is not. */
static const char TURN_INTO[] = "turn into";

static bool turns_into(const struct mad_node *node)
{
    return is_named(node, "turn") && mad_tree_arg(node, "into") != NULL;
}

static bool calls(const struct mad_ruleset *rules, const struct mad_node *node, const char *name,
                  uint32_t depth)
{
    if (name == TURN_INTO ? turns_into(node) : is_named(node, name))
        return true;
    for (uint32_t i = 0; node->kind == MAD_NODE_CALL && depth > 0 && i < rules->verb_count; i++)
        if (rules->verbs[i].name == node->name &&
            calls(rules, rules->verbs[i].node, name, depth - 1))
            return true;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        if (calls(rules, child, name, depth))
            return true;
    return false;
}

bool mad_lint_calls(const struct mad_ruleset *rules, const struct mad_node *node, const char *name)
{
    return calls(rules, node, name, MAX_DEPTH);
}

bool mad_lint_changes_men(const struct mad_ruleset *rules, const struct mad_node *call)
{
    return calls(rules, call, "become", MAX_DEPTH) || calls(rules, call, TURN_INTO, MAX_DEPTH);
}

bool mad_lint_makes_men(const struct mad_ruleset *rules, const struct mad_node *call)
{
    return mad_lint_changes_men(rules, call) || calls(rules, call, "put", MAX_DEPTH);
}
