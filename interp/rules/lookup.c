/* lookup.c - see ruleset.h: what a name stands for. Layer: rules. */
#include "ruleset.h"

const struct mad_rule_definition *mad_rules_definition(const struct mad_ruleset *rules,
                                                       const char *name)
{
    for (uint32_t i = 0; i < rules->definition_count; i++)
        if (rules->definitions[i].name == name)
            return &rules->definitions[i];
    return NULL;
}

const struct mad_node *mad_rules_meaning(const struct mad_ruleset *rules,
                                         const struct mad_node *node)
{
    const struct mad_rule_definition *definition =
        node->kind == MAD_NODE_REF ? mad_rules_definition(rules, node->name) : NULL;
    return definition != NULL ? definition->expression : NULL;
}

const struct mad_rule_direction *mad_rules_direction(const struct mad_ruleset *rules,
                                                     const struct mad_node *node)
{
    for (uint32_t i = 0; node->kind == MAD_NODE_REF && i < rules->direction_count; i++)
        if (rules->directions[i].name == node->name)
            return &rules->directions[i];
    return NULL;
}
