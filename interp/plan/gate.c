/* gate.c - what is known of a way before its effects begin.
 *
 * Layer: plan. `choose target from step north on empty` and then `land on target`: whether the way is legal is
 * told by masks, and counting need not go it. A GATE, MANY or TWO_MAN stands before the effects for that. All
 * of them count a way that is not gone, so they stand only where the way is a move for certain: whoever lands,
 * or is put, comes to squares that are known by then, and a way on which he would come to none is given up.
 * Where that cannot be told beforehand nothing is counted beforehand either. It relies on effect_summary.c for
 * what is done, and on w_ways.h to count by these instructions as the way itself would. */
#include "verb.h"

/* --- where men come to ----------------------------------------------------------------------- */

/* Whether the value of the node is the same before the effects as among them; `landed`: the man has left
 * meanwhile. */
static bool is_settled(struct mad_codegen *codegen, const struct mad_node *node,
                       const struct mad_env *env, bool landed)
{
    const struct mad_env *local = mad_local(env, node);
    if (node == NULL || (local != NULL && local->node == NULL)) {
        return node != NULL && local->value.kind == MAD_KIND_SQUARES;
    }
    struct mad_value value = mad_silent_value(codegen, node, env);
    return value.kind == MAD_KIND_SQUARES && (value.form == MAD_FORM_CONST || !landed);
}

enum { MAX_COMINGS = 8 };

/* Where men land, or are put, on what is left of a way; `told`: that is all, and each value is now what it
 * will be then. */
struct comings {
    struct {
        const struct mad_node *on;
        const struct mad_env *env;
    } items[MAX_COMINGS];
    uint32_t count;
    bool told;
    bool unheld; /* who comes out of a pocket may not be in it */
};

/* `chosen`: a name that will stand for one square each time; null: none. */
static void find_comings(const struct mad_verb *verb, const struct mad_node *statement,
                         const struct mad_env *env, const char *chosen, struct comings *comings)
{
    const struct mad_block *block = verb->block;
    bool first = true, landed = false, names = false;
    *comings = (struct comings){.told = true};
    for (;; statement = statement->next) {
        for (; statement == NULL && block != NULL; block = block->outer) {
            statement = block->next;
            env = block->env;
        }
        if (statement == NULL) {
            return;
        }
        names = names || statement->kind == MAD_NODE_LET;
        enum mad_effect effect = mad_effect_of(statement);
        if (effect == MAD_EFFECT_NONE) {
            const struct mad_node only = {
                .kind = statement->kind, .name = statement->name, .first = statement->first};
            const struct mad_effect_summary summary = mad_effect_summary_of(&only);
            comings->told = comings->told && summary.count[MAD_EFFECT_LAND] +
                                                     summary.count[MAD_EFFECT_PUT] +
                                                     summary.count[MAD_EFFECT_STACK] ==
                                                 0;
            first = first && !summary.any;
            continue;
        }
        if (mad_brings_somebody(statement)) {
            const struct mad_node *on = mad_argument(statement, "on");
            if (!mad_is_ref(on, chosen)) {
                bool settled = on != NULL && !names && comings->count < MAX_COMINGS &&
                               (first || is_settled(verb->codegen, on, env, landed));
                comings->told = comings->told && settled;
            }
            comings->unheld = comings->unheld || mad_may_be_unheld(statement, env);
            if (comings->told) {
                comings->items[comings->count].on = on;
                comings->items[comings->count++].env = env;
            }
        }
        landed = landed || (mad_moves_of(statement) & MAD_MOVES_HIM) != 0;
        first = false;
    }
}

static bool is_some(struct mad_codegen *codegen, const struct mad_node *node,
                    const struct mad_env *env)
{
    const struct mad_env *local = mad_local(env, node);
    struct mad_value value =
        local != NULL && local->node == NULL ? local->value : mad_silent_value(codegen, node, env);
    return value.kind == MAD_KIND_SQUARES && value.some;
}

bool mad_comes_for_certain(const struct mad_verb *verb, const struct mad_node *statement,
                           const struct mad_env *env, const char *chosen)
{
    struct comings comings;
    find_comings(verb, statement, env, chosen, &comings);
    comings.told = comings.told && !comings.unheld;
    for (uint32_t i = 0; comings.told && i < comings.count; i++) {
        const struct mad_node *on = comings.items[i].on;
        comings.told = mad_is_ref(on, chosen) || is_some(verb->codegen, on, comings.items[i].env);
    }
    return comings.told;
}

void mad_fail_nowhere(struct mad_verb *verb, const struct mad_node *on, const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    struct mad_value value = mad_squares_of(codegen, on, env);
    if (value.kind != MAD_KIND_SQUARES || value.some) {
        return;
    }
    struct mad_label somewhere = {0};
    if (!verb->effects || verb->fail.clean) {
        mad_emit_jump(codegen, MAD_OP_IF_EMPTY, mad_in_register(codegen, &value), 0, 0,
                      verb->fail.label);
        return;
    }
    mad_emit_jump(codegen, MAD_OP_IF_SOME, mad_in_register(codegen, &value), 0, 0, &somewhere);
    mad_give_up(verb);
    mad_label_bind(codegen, &somewhere);
}

/* --- gates ----------------------------------------------------------------------------------- */

/* `bring partner to beside`, `land on goal` and nothing more on the board: a look at where the royal
 * would stand is enough. False when the squares are not all known by now. */
static bool emit_two_man(struct mad_verb *verb, const struct mad_node *statement,
                         const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    const struct mad_node *squares[3] = {NULL, NULL, NULL}; /* target, from, to */
    uint32_t reg[3];
    for (; statement != NULL; statement = statement->next) {
        enum mad_effect effect = mad_effect_of(statement);
        if (effect == MAD_EFFECT_NONE) {
            return false;
        }
        if (effect == MAD_EFFECT_LAND) {
            squares[0] = mad_argument(statement, "on");
        } else if (effect == MAD_EFFECT_BRING) {
            squares[1] = mad_argument(statement, NULL);
            squares[2] = mad_argument(statement, "to");
        }
    }
    for (uint32_t i = 0; i < 3; i++) {
        if (!is_settled(codegen, squares[i], env, true)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < 3; i++) {
        struct mad_value value = mad_squares_of(codegen, squares[i], env);
        if (value.kind != MAD_KIND_SQUARES) {
            return false;
        }
        reg[i] = mad_in_register(codegen, &value);
    }
    mad_emit_jump(codegen, MAD_OP_TWO_MAN, reg[0], reg[1], reg[2], verb->fail.label);
    return true;
}

/* Where a man comes to several squares, or to one that only the effects tell, the way has to be gone. */
void mad_emit_gate(struct mad_verb *verb, const struct mad_node *statement,
                   const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    struct mad_value target = {.kind = MAD_KIND_NONE};
    struct comings comings;
    find_comings(verb, statement, env, NULL, &comings);
    verb->gated = comings.told;
    for (uint32_t i = 0; comings.told && i < comings.count; i++) {
        mad_fail_nowhere(verb, comings.items[i].on, comings.items[i].env);
        target = mad_squares_of(codegen, comings.items[i].on, comings.items[i].env);
    }
    if (!verb->gated) {
        return;
    }
    verb->comes = true;
    if (verb->gate == MAD_CLASS_TWO_MAN && verb->block == NULL) {
        verb->second_man =
            mad_takes_way(codegen->program, MAD_WAY_TWO_MAN) && emit_two_man(verb, statement, env);
        if (verb->second_man) {
            return;
        }
    }
    uint32_t reg =
        MAD_MEN_REGISTER; /* any set that is not empty, for ways that leave the board alone */
    if (verb->gate == MAD_CLASS_PLAIN || verb->gate == MAD_CLASS_DROP) {
        verb->gated = target.kind == MAD_KIND_SQUARES && target.single;
        if (!verb->gated) {
            return;
        }
        reg = mad_in_register(codegen, &target);
    }
    mad_emit_jump(codegen, MAD_OP_GATE, reg, verb->gate, 0, verb->fail.label);
}

/* Whether all that follows a choice among squares is a toss that the law allows on the squares of one gate,
 * and how many outcomes it has. */
bool mad_is_toss_gated(struct mad_verb *verb, const struct mad_node *toss, const char *chosen,
                       const struct mad_env *env, enum mad_legality_class *gate, uint32_t *outcomes)
{
    bool first = true;
    *outcomes = 0;
    if (toss == NULL || toss->kind != MAD_NODE_TOSS || toss->next != NULL || verb->block != NULL ||
        verb->effects || verb->extends || verb->part != MAD_TOSS_NONE) {
        return false;
    }
    for (const struct mad_node *outcome = toss->first; outcome != NULL; outcome = outcome->next) {
        const struct mad_effect_summary summary = mad_effect_summary_of(outcome->first->first);
        ++*outcomes;
        if (!mad_only_effects(outcome->first->first)) {
            return false;
        }
        if (!mad_outcome_is_asked(toss, outcome)) {
            continue;
        }
        enum mad_legality_class its =
            mad_class_of_effects(verb->codegen, &summary, verb->type,
                                 mad_child_of_kind(verb->rule->node, MAD_NODE_BODY)->first, env);
        if (its == MAD_CLASS_DROP && !mad_is_ref(summary.target, chosen)) {
            return false;
        }
        its = mad_class_of_move(verb->codegen, verb->rule->name, verb->type, its);
        if ((its != MAD_CLASS_DROP && its != MAD_CLASS_STAY && its != MAD_CLASS_FREE) ||
            (!first && its != *gate)) {
            return false;
        }
        *gate = its;
        first = false;
    }
    return !first;
}

/* By what the squares of a choice are told, when effects alone follow: by themselves only if the man
 * lands there, or is put there, whatever else is so. */
enum mad_legality_class mad_gate_of_many(const struct mad_verb *verb,
                                         const struct mad_node *effects, const char *chosen)
{
    const struct mad_effect_summary summary = mad_effect_summary_of(effects);
    if (verb->gate != MAD_CLASS_PLAIN && verb->gate != MAD_CLASS_DROP) {
        return verb->gate;
    }
    bool there = mad_is_ref(summary.target, chosen) && !summary.in_cases;
    return there ? verb->gate : MAD_CLASS_TEST;
}
