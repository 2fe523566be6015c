/* deeds.c - what a body does, seen from outside.
 *
 * Layer: compile. How often men are moved, taken, put on the whole says whether masks can tell if a way
 * is legal before it is made, and how its moves are written. */
#include "verb.h"

void mad_deeds_of(const struct mad_node *statement, struct mad_deeds *deeds, bool *effects)
{
    for (; statement != NULL; statement = statement->next) {
        const struct mad_node *take = NULL;
        switch ((unsigned)statement->kind) {
        case MAD_NODE_REPEAT:
        case MAD_NODE_FOR_EACH:
        case MAD_NODE_CHOOSE:
        case MAD_NODE_REQUIRE:
        case MAD_NODE_IF:
        case MAD_NODE_MAY:
            deeds->requires_after_effect |= *effects;
            for (const struct mad_node *child = statement->first; child != NULL;
                 child = child->next) {
                if (child->kind == MAD_NODE_BODY) {
                    deeds->in_cases = true;
                    mad_deeds_of(child->first, deeds, effects);
                }
            }
            break;
        case MAD_NODE_TOSS:
            deeds->tosses = deeds->in_cases = true;
            for (const struct mad_node *outcome = statement->first; outcome != NULL;
                 outcome = outcome->next) {
                mad_deeds_of(outcome->first->first, deeds, effects);
            }
            break;
        case MAD_NODE_CALL:
            *effects = true;
            switch (mad_effect_of(statement)) {
            case MAD_EFFECT_LAND:
                deeds->land++;
                deeds->target = mad_argument(statement, "on");
                break;
            case MAD_EFFECT_BRING: deeds->bring++; break;
            case MAD_EFFECT_TAKE:
                deeds->take++;
                take = mad_argument(statement, "as");
                deeds->sweeps |= take != NULL;
                break;
            case MAD_EFFECT_PUT:
                deeds->put++;
                deeds->target = mad_argument(statement, "on");
                break;
            case MAD_EFFECT_BECOME:
                deeds->become++;
                deeds->kind = mad_argument(statement, NULL);
                break;
            case MAD_EFFECT_TURN: deeds->turn++; break;
            case MAD_EFFECT_SET:
            case MAD_EFFECT_CLEAR:
            case MAD_EFFECT_INCREASE:
            case MAD_EFFECT_DECREASE:
            case MAD_EFFECT_NONE: break;
            }
            break;
        default: break;
        }
    }
}

/* Whether what a man becomes is known to be a kind that is not royal. */
static bool becomes_common(struct mad_build *build, const struct mad_node *kind,
                           const struct mad_env *env)
{
    if (kind == NULL || kind->kind != MAD_NODE_REF ||
        (mad_env_find(env, kind->name) == NULL && mad_build_type(build, kind->name) < 0)) {
        return false;
    }
    struct mad_value value = mad_silent_value(build, kind, env);
    bool common = value.kind == MAD_KIND_PIECES;
    for (uint32_t type = 0; common && type < build->game->type_count; type++) {
        common = !types_has(&value.types, type) || !build->game->types[type].royal;
    }
    return common;
}

enum mad_gate mad_gate_of_deeds(struct mad_build *build, const struct mad_deeds *deeds,
                                const struct mad_env *env)
{
    uint32_t board =
        deeds->land + deeds->bring + deeds->take + deeds->put + deeds->become + deeds->turn;
    if (board == 0 || (board == 1 && deeds->become == 1)) {
        return MAD_GATE_STAY;
    }
    if (deeds->land == 1 && (board == 1 || (board == 2 && !deeds->in_cases &&
                                            becomes_common(build, deeds->kind, env)))) {
        return MAD_GATE_PLAIN;
    }
    if (board == 2 && deeds->land == 1 && deeds->bring == 1) {
        return MAD_GATE_ESCORT;
    }
    if (deeds->land == 1 && deeds->take != 0 && board == 1 + deeds->take) {
        return MAD_GATE_SWEPT;
    }
    return board == 1 && deeds->put == 1 ? MAD_GATE_DROP : MAD_GATE_TEST;
}

enum mad_line_shape mad_shape_of_deeds(const struct mad_deeds *deeds)
{
    if (deeds->land == 0 && deeds->put == 0) {
        return deeds->become != 0 ? MAD_SHAPE_BECOME : MAD_SHAPE_STAY;
    }
    if (deeds->land == 0) {
        return MAD_SHAPE_DROP;
    }
    return deeds->sweeps ? MAD_SHAPE_RAMPAGE : MAD_SHAPE_MOVE;
}

bool mad_puts_alone(struct mad_build *build, const struct mad_node *call)
{
    const struct mad_rule_verb *rule = mad_verb(build, call->name);
    const struct mad_node *body =
        rule != NULL ? mad_child_of_kind(rule->node, MAD_NODE_BODY) : NULL;
    struct mad_deeds deeds = {0};
    bool effects = false;
    mad_deeds_of(body != NULL ? body->first : NULL, &deeds, &effects);
    return deeds.land + deeds.bring + deeds.take + deeds.become + deeds.turn == 0;
}
