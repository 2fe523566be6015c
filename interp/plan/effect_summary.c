/* effect_summary.c - what a body does, seen from outside.
 *
 * Layer: plan. How often men are moved, taken, put on the whole says whether masks can tell if a way is legal
 * before it is made, and how its moves are written. A body that only lands on a square is like a plain move:
 * pins and checks tell. It relies on the sentences alone, after expand.c: no verb is called in them. */
#include <string.h>

#include "verb.h"

static void add_statements(const struct mad_node *statement, struct mad_effect_summary *summary)
{
    for (; statement != NULL; statement = statement->next) {
        enum mad_effect effect;
        switch ((unsigned)statement->kind) {
        case MAD_NODE_REPEAT:
        case MAD_NODE_FOR_EACH:
        case MAD_NODE_CHOOSE:
        case MAD_NODE_REQUIRE:
        case MAD_NODE_IF:
        case MAD_NODE_MAY:
            summary->requires_after_effect |= summary->any;
            summary->tosses = summary->tosses || mad_is_drawn(statement);
            summary->in_cases = summary->in_cases || mad_is_drawn(statement);
            for (const struct mad_node *child = statement->first; child != NULL;
                 child = child->next) {
                if (child->kind == MAD_NODE_BODY) {
                    summary->in_cases = true;
                    add_statements(child->first, summary);
                }
            }
            break;
        case MAD_NODE_TOSS:
            summary->tosses = summary->in_cases = true;
            for (const struct mad_node *outcome = statement->first; outcome != NULL;
                 outcome = outcome->next) {
                add_statements(outcome->first->first, summary);
            }
            break;
        case MAD_NODE_CALL:
            summary->any = true;
            effect = mad_effect_of(statement);
            summary->count[effect]++;
            summary->moves |= mad_moves_of(statement);
            if (effect == MAD_EFFECT_LAND || effect == MAD_EFFECT_PUT) {
                summary->target = mad_argument(statement, "on");
            }
            summary->man = effect == MAD_EFFECT_PUT ? statement : summary->man;
            summary->kind =
                effect == MAD_EFFECT_BECOME ? mad_argument(statement, NULL) : summary->kind;
            summary->sweeps |= effect == MAD_EFFECT_TAKE && mad_argument(statement, "as") != NULL;
            break;
        default: break;
        }
    }
}

struct mad_effect_summary mad_effect_summary_of(const struct mad_node *statement)
{
    struct mad_effect_summary summary = {.any = false};
    add_statements(statement, &summary);
    return summary;
}

/* How many of the effects change who stands where. */
static uint32_t effects_on_board(const struct mad_effect_summary *summary)
{
    uint32_t count = 0;
    for (uint32_t effect = 0; effect < MAD_EFFECT_NONE; effect++) {
        count += mad_effects[effect].on_board ? summary->count[effect] : 0;
    }
    return count;
}

/* From what the body chooses what stands for this name, in how many places. */
static uint32_t find_choices(const struct mad_node *statement, const char *name,
                             const struct mad_node **from)
{
    uint32_t count = 0;
    for (; statement != NULL; statement = statement->next) {
        if ((statement->kind == MAD_NODE_CHOOSE || statement->kind == MAD_NODE_FOR_EACH ||
             statement->kind == MAD_NODE_LET) &&
            statement->name == name) {
            *from = statement->first;
            count++;
        }
        for (const struct mad_node *child = statement->first; child != NULL; child = child->next) {
            count += child->kind == MAD_NODE_BODY ? find_choices(child->first, name, from) : 0;
        }
    }
    return count;
}

/* Whether what is named is known to be a kind that is not royal. */
static bool is_common(struct mad_codegen *codegen, const struct mad_node *kind,
                      const struct mad_node *body, const struct mad_env *env)
{
    if (kind == NULL || kind->kind != MAD_NODE_REF) {
        return false;
    }
    const struct mad_node *from = kind;
    uint32_t choices = find_choices(body, kind->name, &from);
    if (choices > 1 || (choices == 0 && mad_env_find(env, kind->name) == NULL &&
                        mad_named(codegen, MAD_NAME_PIECE, kind->name) < 0)) {
        return false;
    }
    struct mad_value value = mad_silent_value(codegen, from, env);
    bool common = value.kind == MAD_KIND_PIECES || value.kind == MAD_KIND_POCKET;
    for (uint32_t type = 0; common && type < codegen->game->type_count; type++) {
        bool may = value.kind == MAD_KIND_POCKET ? mad_has_line(codegen, type, MAD_NODE_DROP)
                                                 : types_has(&value.types, type);
        common = !may || !codegen->game->types[type].royal;
    }
    return common;
}

/* Whether a man who is put attacks nobody of the mover's, nor is royal himself. */
static bool is_put_safely(struct mad_codegen *codegen, const struct mad_node *put,
                          const struct mad_node *body, const struct mad_env *env)
{
    const struct mad_node *man = mad_argument(put, NULL), *as = mad_argument(put, "as");
    if (man != NULL && man->kind == MAD_NODE_OF_PLAYER && strcmp(man->name, "nobody") == 0) {
        return true;
    }
    man = as != NULL ? as : man != NULL && man->kind == MAD_NODE_OWN ? man->first : man;
    return is_common(codegen, man, body, env);
}

enum mad_legality_class mad_class_of_effects(struct mad_codegen *codegen,
                                             const struct mad_effect_summary *summary, int type,
                                             const struct mad_node *body, const struct mad_env *env)
{
    const uint32_t *const count = summary->count, board = effects_on_board(summary);
    bool keeps_kind =
        count[MAD_EFFECT_BECOME] == 0 ||
        (type >= 0 && !codegen->game->types[type].royal && count[MAD_EFFECT_BECOME] == 1 &&
         is_common(codegen, summary->kind, body, env));
    if (mad_men_stack(codegen)) {
        return MAD_CLASS_TEST; /* whoever goes may leave somebody else there */
    }
    if (board == count[MAD_EFFECT_BECOME] && keeps_kind) {
        return MAD_CLASS_STAY;
    }
    if (count[MAD_EFFECT_LAND] == 1 && keeps_kind &&
        (board == 1 || (board == 2 && count[MAD_EFFECT_BECOME] == 1 && !summary->in_cases))) {
        return MAD_CLASS_PLAIN;
    }
    if (board == 2 && count[MAD_EFFECT_LAND] == 1 && count[MAD_EFFECT_BRING] == 1) {
        return MAD_CLASS_TWO_MAN;
    }
    return board == 1 && count[MAD_EFFECT_PUT] == 1 &&
                   is_put_safely(codegen, summary->man, body, env)
               ? MAD_CLASS_DROP
               : MAD_CLASS_TEST;
}

enum mad_line_shape mad_shape_of_effects(const struct mad_effect_summary *summary)
{
    if (summary->moves & MAD_MOVES_HIM) {
        return summary->sweeps ? MAD_SHAPE_RAMPAGE : MAD_SHAPE_MOVE;
    }
    return summary->count[MAD_EFFECT_PUT] != 0      ? MAD_SHAPE_DROP
           : summary->count[MAD_EFFECT_BECOME] != 0 ? MAD_SHAPE_BECOME
                                                    : MAD_SHAPE_STAY;
}

bool mad_puts_alone(struct mad_codegen *codegen, const struct mad_node *call)
{
    const struct mad_rule_verb *rule = mad_verb(codegen, call->name);
    const struct mad_node *body = mad_body_of(rule);
    const struct mad_env *env = rule != NULL ? mad_verb_bind(codegen, rule, call, NULL) : NULL;
    if (body == NULL || env == NULL) {
        return false;
    }
    const struct mad_effect_summary summary = mad_effect_summary_of(body->first);
    return effects_on_board(&summary) == summary.count[MAD_EFFECT_PUT] &&
           (summary.count[MAD_EFFECT_PUT] == 0 ||
            (summary.count[MAD_EFFECT_PUT] == 1 &&
             is_put_safely(codegen, summary.man, body->first, env)));
}
