/* known.c - what is known of a truth while rules are lowered.
 *
 * Layer: plan. `rampage is off` hangs on an option, `man is Pawn` on the kind that a blank or a choice stands for: both
 * are settled now, and what joins them by `not`, `and`, `or` as far as that goes. `here is on own rank 2` is no more
 * than a set of squares on which the man must stand. It relies on value.c for what words stand for. */
#include "expr.h"
#include "value.h"

static const struct mad_rule_option *option_of(const struct mad_codegen *codegen,
                                               const struct mad_node *node)
{
    return node->kind == MAD_NODE_REF ? mad_option(codegen, node->name) : NULL;
}

static int option_is(struct mad_codegen *codegen, const struct mad_rule_option *option,
                     const struct mad_node *value, bool negated)
{
    for (uint32_t i = 0; i < option->value_count; i++) {
        if (value->kind == MAD_NODE_REF && option->values[i] == value->name) {
            return (option->value == value->name) != negated;
        }
    }
    mad_codegen_error(codegen, MAD_FINDING_TYPE, value->span, "option '%s' has no such value",
                      option->name);
    return 0;
}

/* `man is Pawn`, where `man` is a kind that was chosen or filled in: -1 when it is something else. */
static int kind_is(struct mad_codegen *codegen, const struct mad_node *node,
                   const struct mad_env *env)
{
    if (node->first->kind != MAD_NODE_REF || mad_env_find(env, node->first->name) == NULL) {
        return -1;
    }
    struct mad_value kind = mad_silent_value(codegen, node->first, env);
    if (kind.kind != MAD_KIND_PIECES) {
        return -1;
    }
    struct mad_value wanted = mad_silent_value(codegen, node->first->next, env);
    if (wanted.kind != MAD_KIND_PIECES) {
        return -1;
    }
    bool within = (kind.types.word[0] & ~wanted.types.word[0]) == 0 &&
                  (kind.types.word[1] & ~wanted.types.word[1]) == 0;
    return within == !(node->flags & MAD_FLAG_NEGATED);
}

int mad_truth_by(struct mad_codegen *codegen, const struct mad_node *node, mad_truth_told *told,
                 const void *context)
{
    int known, result;
    switch ((unsigned)node->kind) {
    case MAD_NODE_NOT:
        known = mad_truth_by(codegen, node->first, told, context);
        return known < 0 ? known : !known;
    case MAD_NODE_AND:
    case MAD_NODE_OR:
        result = node->kind == MAD_NODE_AND;
        for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
            known = mad_truth_by(codegen, child, told, context);
            if (known == (node->kind == MAD_NODE_OR)) {
                return known;
            }
            result = known < 0 ? -1 : result;
        }
        return result;
    default: return told(codegen, node, context);
    }
}

static int told_by_options(struct mad_codegen *codegen, const struct mad_node *node,
                           const void *env)
{
    if (node->kind != MAD_NODE_IS || (enum mad_is)node->n0 != MAD_IS) {
        return -1;
    }
    const struct mad_rule_option *option = option_of(codegen, node->first);
    return option != NULL
               ? option_is(codegen, option, node->first->next, node->flags & MAD_FLAG_NEGATED)
               : kind_is(codegen, node, env);
}

int mad_truth_known(struct mad_codegen *codegen, const struct mad_node *node,
                    const struct mad_env *env)
{
    return mad_truth_by(codegen, node, told_by_options, env);
}

/* --- conditions on where the man stands ------------------------------------------------------ */

bool mad_needs_here(struct mad_codegen *codegen, const struct mad_node *node,
                    const struct mad_env *env)
{
    return (mad_reads_of(codegen, node, env) & MAD_READS(HERE)) != 0;
}

bool mad_truth_as_place(struct mad_codegen *codegen, const struct mad_node *node,
                        const struct mad_env *env, struct mad_value *set)
{
    if (node->kind == MAD_NODE_REF && mad_env_find(env, node->name) == NULL) {
        const struct mad_rule_definition *definition = mad_definition(codegen, node->name);
        bool is_place = false;
        if (definition != NULL && mad_codegen_enter(codegen, node->span)) {
            is_place = mad_truth_as_place(codegen, definition->expression, NULL, set);
            mad_codegen_leave(codegen);
        }
        return is_place;
    }
    if (node->kind != MAD_NODE_IS || (node->flags & MAD_FLAG_NEGATED) ||
        !mad_is_word(node->first, MAD_WORD_HERE)) {
        return false;
    }
    enum mad_is is = (enum mad_is)node->n0;
    if ((is != MAD_IS && is != MAD_IS_ON && is != MAD_IS_NEXT_TO) ||
        mad_needs_here(codegen, node->first->next, env)) {
        return false;
    }
    *set = mad_squares_of(codegen, node->first->next, env);
    if (is == MAD_IS_NEXT_TO) {
        *set = mad_neighbours(codegen, set);
    }
    return true;
}
