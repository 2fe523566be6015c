/* settle.c - what names stand for when the man who gave them their values moves on.
 *
 * Layer: plan. `let behind be step south`, and later `land on goal`, `set spot on behind`: the value is known
 * for each square where the man may stand, and means the square where he stood when it was named. Before he
 * lands such values are put in registers, and what follows reads these. Names are shared by the branches of a
 * verb, of which each lands for itself: so they are bound anew, and never changed. It relies on emit.c for
 * registers that nobody else is given. */
#include "verb.h"

static bool is_about_here(const struct mad_env *at)
{
    return at->node == NULL && at->value.kind == MAD_KIND_SQUARES &&
           at->value.form == MAD_FORM_HERE;
}

/* The body from which the blanks among these names are read: one and the same for all of them. */
static const struct mad_env *outer_of(const struct mad_env *env)
{
    while (env != NULL && (env->node == NULL || env->outer == NULL)) {
        env = env->next;
    }
    return env != NULL ? env->outer : NULL;
}

const struct mad_env *mad_settle(struct mad_codegen *codegen, const struct mad_env *env)
{
    const struct mad_env *outer = outer_of(env), *last = NULL, *settled = env;
    const struct mad_env *settled_outer = outer != NULL ? mad_settle(codegen, outer) : NULL;
    for (const struct mad_env *at = env; at != NULL; at = at->next) {
        bool changes = is_about_here(at) || (at->outer == outer && settled_outer != outer);
        last = changes ? at : last;
    }
    for (const struct mad_env **link = &settled; last != NULL; env = env->next) {
        struct mad_env *copy = mad_codegen_scratch(codegen, sizeof *copy);
        if (copy == NULL) {
            break;
        }
        *copy = *env;
        copy->outer = env->outer == outer ? settled_outer : env->outer;
        if (is_about_here(env)) {
            copy->value.reg = (uint8_t)mad_in_register(codegen, &env->value);
            copy->value.form = MAD_FORM_REGISTER;
        }
        *link = copy;
        link = &copy->next;
        last = env == last ? NULL : last;
    }
    return settled;
}

const struct mad_block *mad_settle_blocks(struct mad_codegen *codegen,
                                          const struct mad_block *block)
{
    const struct mad_block *settled = block;
    const struct mad_block **link = &settled;
    for (; block != NULL; block = block->outer) {
        struct mad_block *copy = mad_codegen_scratch(codegen, sizeof *copy);
        if (copy == NULL) {
            return settled;
        }
        *copy = *block;
        copy->env = mad_settle(codegen, block->env);
        *link = copy;
        link = &copy->outer;
    }
    return settled;
}

static bool any_lands(const struct mad_codegen *codegen, const struct mad_node *statement,
                      uint32_t depth)
{
    for (; statement != NULL; statement = statement->next) {
        if (mad_may_land(codegen, statement, depth)) {
            return true;
        }
    }
    return false;
}

bool mad_may_land(const struct mad_codegen *codegen, const struct mad_node *statement,
                  uint32_t depth)
{
    if (statement->kind == MAD_NODE_CALL) {
        const struct mad_node *body = mad_body_of(mad_verb(codegen, statement->name));
        return depth == MAD_MAX_NESTING || (mad_moves_of(statement) & MAD_MOVES_HIM) != 0 ||
               (body != NULL && any_lands(codegen, body->first, depth + 1));
    }
    for (const struct mad_node *child = statement->first; child != NULL; child = child->next) {
        if (child->kind == MAD_NODE_BODY && any_lands(codegen, child->first, depth)) {
            return true;
        }
    }
    return false;
}
