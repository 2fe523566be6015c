/* expand.c - verbs that call verbs, before anything is lowered.
 *
 * Layer: plan. A verb's body may call another verb as though its sentences stood there: `shove along ways` for
 * all that `verb shove along [ways: directions]` says. So they are put there: the blanks become what the call
 * gives for them, and names that the body makes are made anew, so that none is mistaken for one of the
 * caller's. Whoever looks at bodies afterwards sees effects and choices alone. A verb that leads back to
 * itself, and one whose text would grow beyond measure, is told. It relies on nothing but the trees, and
 * changes only copies. */
#include <string.h>

#include "verb.h"

enum {
    MAX_COPIED = 1 << 14
}; /* nodes of one verb, with all that it calls: definitions can double the work */

struct expansion {
    struct mad_codegen *codegen;
    const struct mad_rule_verb *calling[MAD_MAX_NESTING]; /* from the verb that is expanded on */
    uint32_t depth, copied;
};

/* What the names of a body are in the body of the caller. */
struct renamed {
    const struct mad_env *blanks;
    struct local {
        const char *name, *fresh;
        struct local *next;
    } * locals;
};

static struct mad_node *copy_of(struct expansion *expansion, const struct mad_node *node)
{
    struct mad_node *copy = mad_codegen_scratch(expansion->codegen, sizeof *copy);
    if (++expansion->copied == MAX_COPIED) {
        mad_codegen_error(expansion->codegen, MAD_FINDING_LIMIT, node->span,
                          "a verb, with the verbs that it calls, has more than %d words",
                          MAX_COPIED);
    }
    if (copy == NULL || expansion->copied >= MAX_COPIED) {
        return NULL;
    }
    *copy = *node;
    copy->next = NULL;
    return copy;
}

static const char *fresh_name(struct expansion *expansion, struct renamed *renamed,
                              const char *name)
{
    const struct local *known = renamed->locals;
    while (known != NULL && known->name != name) {
        known = known->next;
    }
    if (known != NULL) {
        return known->fresh;
    }
    size_t bytes = strlen(name) + 1;
    char *fresh = mad_codegen_scratch(expansion->codegen, bytes);
    struct local *local = mad_codegen_scratch(expansion->codegen, sizeof *local);
    if (fresh == NULL || local == NULL) {
        return name;
    }
    memcpy(fresh, name, bytes); /* names are told apart by where they lie */
    *local = (struct local){name, fresh, renamed->locals};
    renamed->locals = local;
    return fresh;
}

static bool makes_name(const struct mad_node *node)
{
    return node->kind == MAD_NODE_LET || node->kind == MAD_NODE_CHOOSE ||
           node->kind == MAD_NODE_FOR_EACH;
}

/* The node with all below it, as it stands in the caller's body. */
static struct mad_node *instance_of(struct expansion *expansion, const struct mad_node *node,
                                    struct renamed *renamed)
{
    const struct mad_env *blank = mad_local(renamed->blanks, node);
    struct mad_node *copy = copy_of(expansion, blank != NULL ? blank->node : node);
    if (copy == NULL || blank != NULL) {
        return copy;
    }
    struct mad_node **link = &copy->first;
    *link = NULL;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        *link = instance_of(expansion, child, renamed);
        if (*link == NULL) {
            return NULL;
        }
        link = &(*link)->next;
        if (child == node->first && makes_name(node)) { /* its expression does not know it */
            copy->name = fresh_name(expansion, renamed, node->name);
        }
    }
    if (node->kind == MAD_NODE_REF) {
        for (const struct local *local = renamed->locals; local != NULL; local = local->next) {
            copy->name = local->name == node->name ? local->fresh : copy->name;
        }
    }
    return copy;
}

/* --- the verbs that are called --------------------------------------------------------------- */

static bool expand_into(struct expansion *expansion, const struct mad_node *statements,
                        struct mad_node ***link);

static bool repeats(const struct mad_node *body)
{
    for (const struct mad_node *s = body->first; s != NULL; s = s->next) {
        if (s->kind == MAD_NODE_REPEAT) {
            return true;
        }
    }
    return false;
}

/* Puts what the called verb says where its call stands. */
static bool expand_call(struct expansion *expansion, const struct mad_rule_verb *verb,
                        const struct mad_node *call, struct mad_node ***link)
{
    struct mad_codegen *codegen = expansion->codegen;
    const struct mad_node *body = mad_child_of_kind(verb->node, MAD_NODE_BODY);
    struct renamed renamed = {.blanks = mad_verb_bind(codegen, verb, call, NULL)};
    for (uint32_t i = 0; i < expansion->depth; i++) {
        if (expansion->calling[i] == verb) {
            mad_codegen_error(codegen, MAD_FINDING_RECURSION, call->span,
                              "'%s' leads back to itself", verb->name);
            return false;
        }
    }
    if (mad_child_of_kind(verb->node, MAD_NODE_EVENT_ON) != NULL) {
        mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, call->span,
                          "`%s` says in its heading when it happens: it stands under a piece, in "
                          "a line of its own",
                          verb->name);
        return false;
    }
    if (body != NULL && repeats(body)) {
        mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, call->span,
                          "`%s` repeats itself: call it under a piece, not in a verb", verb->name);
        return false;
    }
    struct mad_node *instance =
        renamed.blanks != NULL && body != NULL ? instance_of(expansion, body, &renamed) : NULL;
    if (instance == NULL || expansion->depth == MAD_MAX_NESTING) {
        return false;
    }
    expansion->calling[expansion->depth++] = verb;
    codegen->rules->verbs[verb - codegen->rules->verbs].is_called = true;
    bool done = expand_into(expansion, instance->first, link);
    expansion->depth--;
    return done;
}

/* A statement with its bodies expanded. */
static struct mad_node *expand_statement(struct expansion *expansion,
                                         const struct mad_node *statement)
{
    struct mad_node *copy = copy_of(expansion, statement);
    if (copy == NULL) {
        return NULL;
    }
    struct mad_node **link = &copy->first;
    for (const struct mad_node *child = statement->first; child != NULL; child = child->next) {
        bool is_block = child->kind == MAD_NODE_BODY || child->kind == MAD_NODE_OUTCOME;
        *link = copy_of(expansion, child);
        if (*link == NULL) {
            return NULL;
        }
        if (is_block && child->kind == MAD_NODE_OUTCOME) {
            (*link)->first = expand_statement(expansion, child->first);
        } else if (is_block) {
            struct mad_node **inner = &(*link)->first;
            *inner = NULL;
            if (!expand_into(expansion, child->first, &inner)) {
                return NULL;
            }
        }
        link = &(*link)->next;
    }
    return copy;
}

static bool calls_verb(const struct mad_node *node, const void *codegen)
{
    return node->kind == MAD_NODE_CALL && mad_effect_of(node) == MAD_EFFECT_NONE &&
           mad_verb(codegen, node->name) != NULL;
}

/* The statements, one behind the other, at *link, which moves on. */
static bool expand_into(struct expansion *expansion, const struct mad_node *statements,
                        struct mad_node ***link)
{
    for (const struct mad_node *s = statements; s != NULL; s = s->next) {
        const struct mad_rule_verb *verb =
            calls_verb(s, expansion->codegen) ? mad_verb(expansion->codegen, s->name) : NULL;
        if (verb != NULL) {
            if (!expand_call(expansion, verb, s, link)) {
                return false;
            }
            continue;
        }
        **link = expand_statement(expansion, s);
        if (**link == NULL) {
            return false;
        }
        *link = &(**link)->next;
    }
    return true;
}

void mad_expand_verbs(struct mad_codegen *codegen)
{
    const uint32_t count = codegen->rules->verb_count;
    struct mad_rule_verb *expanded = mad_codegen_scratch(codegen, (count + 1) * sizeof *expanded);
    for (uint32_t i = 0; expanded != NULL && i < count && mad_codegen_ok(codegen); i++) {
        const struct mad_rule_verb *verb = &codegen->rules->verbs[i];
        expanded[i] = *verb;
        if (!mad_tree_any(verb->node, calls_verb, codegen)) {
            continue;
        }
        struct expansion expansion = {.codegen = codegen, .calling = {verb}, .depth = 1};
        struct mad_node *copy = expand_statement(&expansion, verb->node);
        expanded[i].node = copy != NULL ? copy : verb->node;
    }
    if (expanded != NULL && mad_codegen_ok(codegen)) {
        codegen->own_rules->verbs = expanded; /* what was handed in stays as it was said */
    }
}
