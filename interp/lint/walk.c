/* walk.c - looking through the sentences in force. Layer: interp/lint. */
#include <string.h>

#include "../rules/tree.h"
#include "../limits.h"
#include "lint.h"

static bool each_line(const struct mad_rule_lines *lines, mad_lint_see see, void *context)
{
    for (uint32_t i = 0; i < lines->count; i++)
        if (!see(context, lines->items[i]))
            return false;
    return true;
}

/* All sentences that need not be called or named. */
static bool each_root(const struct mad_ruleset *rules, mad_lint_see see, void *context)
{
    const struct mad_rule_lines *lists[] = {&rules->player_may, &rules->illegal, &rules->laws,
                                            &rules->ends, &rules->choices};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!each_line(lists[i], see, context))
            return false;
    for (uint32_t i = 0; i < rules->piece_count; i++)
        if (!each_line(&rules->pieces[i].lines, see, context))
            return false;
    for (uint32_t i = 0; i < rules->mark_count; i++) {
        const struct mad_node *until = rules->marks[i].until;
        if (!each_line(&rules->marks[i].starts, see, context) ||
            (until != NULL && !see(context, until)))
            return false;
    }
    return true;
}

static bool each_part(const struct mad_node *verb, mad_lint_see see, void *context)
{
    for (const struct mad_node *part = verb->first; part != NULL; part = part->next)
        if (!see(context, part))
            return false;
    return true;
}

bool mad_lint_each_sentence(const struct mad_ruleset *rules, mad_lint_see see, void *context)
{
    if (!each_root(rules, see, context))
        return false;
    for (uint32_t i = 0; i < rules->definition_count; i++)
        if (!see(context, rules->definitions[i].expression))
            return false;
    for (uint32_t i = 0; i < rules->verb_count; i++)
        if (!each_part(rules->verbs[i].node, see, context))
            return false;
    return true;
}

struct living {
    const struct mad_ruleset *rules;
    bool *verbs, *definitions; /* that are led to */
    bool has_grown;
};

static bool see_living(void *context, const struct mad_node *sentence)
{
    struct living *living = context;
    for (uint32_t i = 0; i < living->rules->verb_count; i++)
        if (!living->verbs[i] && mad_tree_mentions(sentence, living->rules->verbs[i].name))
            living->verbs[i] = living->has_grown = true;
    for (uint32_t i = 0; i < living->rules->definition_count; i++)
        if (!living->definitions[i] &&
            mad_tree_mentions(sentence, living->rules->definitions[i].name))
            living->definitions[i] = living->has_grown = true;
    return true;
}

static bool each_led_to(const struct living *living, mad_lint_see see, void *context)
{
    for (uint32_t i = 0; i < living->rules->definition_count; i++)
        if (living->definitions[i] && !see(context, living->rules->definitions[i].expression))
            return false;
    for (uint32_t i = 0; i < living->rules->verb_count; i++)
        if (living->verbs[i] && !each_part(living->rules->verbs[i].node, see, context))
            return false;
    return true;
}

bool mad_lint_each_living(struct mad_lint *lint, mad_lint_see see, void *context)
{
    const struct mad_ruleset *rules = lint->rules;
    struct living living = {rules, mad_lint_room(lint, rules->verb_count + 1, sizeof(bool)),
                            mad_lint_room(lint, rules->definition_count + 1, sizeof(bool)), true};
    if (living.verbs == NULL || living.definitions == NULL)
        return false;
    (void)each_root(rules, see_living, &living);
    while (living.has_grown) {
        living.has_grown = false;
        (void)each_led_to(&living, see_living, &living);
    }
    return each_root(rules, see, context) && each_led_to(&living, see, context);
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

static bool calls(const struct mad_ruleset *rules, const struct mad_node *node, const char *name,
                  uint32_t depth)
{
    if (is_named(node, name))
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
    return calls(rules, call, "become", MAX_DEPTH);
}

bool mad_lint_makes_men(const struct mad_ruleset *rules, const struct mad_node *call)
{
    return mad_lint_changes_men(rules, call) || calls(rules, call, "put", MAX_DEPTH);
}
