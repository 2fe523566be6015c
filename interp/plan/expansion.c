/* expansion.c - how large sentences are with all that their names stand for.
 *
 * Layer: plan. A definition that names another twice doubles it, and twenty such lines say a million things.
 * Everything that looks at trees follows names; it may do so because this has been measured before, each
 * definition and verb once. `a means b or b`, `b means c or c` and so on is told at the line that makes it too
 * large. It relies on the trees alone. */
#include "codegen.h"

static const uint32_t UNKNOWN = 0, OPEN = UINT32_MAX;

struct measure {
    struct mad_codegen *codegen;
    uint32_t *definitions, *verbs; /* [index] parts; UNKNOWN, or OPEN: it is being measured */
    uint32_t depth;                /* names inside each other */
    uint64_t total;
    bool is_told;
};

static uint32_t size_of(struct measure *measure, const struct mad_node *node);

static void tell(struct measure *measure, struct mad_span span, uint32_t limit)
{
    if (!measure->is_told) {
        mad_codegen_error(
            measure->codegen, MAD_FINDING_LIMIT, span,
            "with all that the names in it stand for this has more than %u parts; let "
            "definitions name each other less often",
            (unsigned)limit);
        measure->is_told = true;
    }
}

/* The parts of what a name stands for, worked out once. One that stands for itself is told of elsewhere. */
static uint32_t named(struct measure *measure, uint32_t *known, const struct mad_node *tree)
{
    if (*known != UNKNOWN && *known != OPEN) {
        return *known;
    }
    if (*known == OPEN || tree == NULL || measure->depth == MAD_MAX_NESTING || measure->is_told) {
        return 1;
    }
    *known = OPEN;
    measure->depth++;
    uint32_t size = size_of(measure, tree);
    measure->depth--;
    if (size > MAD_MAX_EXPANSION) {
        tell(measure, tree->span, MAD_MAX_EXPANSION);
        size = 1;
    }
    *known = size;
    return size;
}

static uint32_t size_of_name(struct measure *measure, const struct mad_node *node)
{
    const struct mad_ruleset *rules = measure->codegen->rules;
    if (node->kind == MAD_NODE_REF) {
        const struct mad_rule_definition *found = mad_definition(measure->codegen, node->name);
        return found == NULL ? 1
                             : named(measure, &measure->definitions[found - rules->definitions],
                                     found->expression);
    }
    if (node->kind == MAD_NODE_CALL) {
        const struct mad_rule_verb *found = mad_verb(measure->codegen, node->name);
        return found == NULL ? 1
                             : named(measure, &measure->verbs[found - rules->verbs], found->node);
    }
    return 1;
}

/* At most one part more than may be. */
static uint32_t size_of(struct measure *measure, const struct mad_node *node)
{
    uint32_t size = size_of_name(measure, node);
    for (const struct mad_node *child = node->first;
         child != NULL && size <= MAD_MAX_EXPANSION && !measure->is_told; child = child->next) {
        size += size_of(measure, child);
    }
    return size;
}

static void measure_lines(struct measure *measure, const struct mad_rule_lines *lines)
{
    for (uint32_t i = 0; i < lines->count && !measure->is_told; i++) {
        const uint32_t size = size_of(measure, lines->items[i]);
        measure->total += size;
        if (size > MAD_MAX_EXPANSION) {
            tell(measure, lines->items[i]->span, MAD_MAX_EXPANSION);
        } else if (measure->total > MAD_MAX_ALL_EXPANSION) {
            tell(measure, lines->items[i]->span, MAD_MAX_ALL_EXPANSION);
        }
    }
}

void mad_codegen_measure(struct mad_codegen *codegen)
{
    const struct mad_ruleset *rules = codegen->rules;
    struct measure measure = {.codegen = codegen};
    measure.definitions =
        mad_codegen_scratch(codegen, (rules->definition_count + 1) * sizeof(uint32_t));
    measure.verbs = mad_codegen_scratch(codegen, (rules->verb_count + 1) * sizeof(uint32_t));
    if (measure.definitions == NULL || measure.verbs == NULL) {
        return;
    }
    for (uint32_t i = 0; i < rules->definition_count; i++) {
        (void)named(&measure, &measure.definitions[i], rules->definitions[i].expression);
    }
    for (uint32_t i = 0; i < rules->verb_count; i++) {
        (void)named(&measure, &measure.verbs[i], rules->verbs[i].node);
    }
    for (uint32_t i = 0; i < rules->piece_count; i++) {
        measure_lines(&measure, &rules->pieces[i].lines);
    }
    measure_lines(&measure, &rules->player_may);
    measure_lines(&measure, &rules->illegal);
    measure_lines(&measure, &rules->choices);
    measure_lines(&measure, &rules->laws);
    measure_lines(&measure, &rules->ends);
}
