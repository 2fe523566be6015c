/* call.c - lines that call verbs: the blanks are bound, and the men gone through who may do it.
 *
 * Layer: compile. */
#include <stdio.h>

#include "verb.h"

const struct mad_rule_verb *mad_verb(const struct mad_build *build, const char *name)
{
    for (uint32_t i = 0; i < build->rules->verb_count; i++) {
        if (build->rules->verbs[i].name == name) {
            return &build->rules->verbs[i];
        }
    }
    return NULL;
}

/* How the heading of a verb goes, "promote to ...". */
static void call_remedy(struct mad_build *build, const struct mad_rule_verb *verb,
                        struct mad_finding *finding)
{
    char text[200];
    int used = snprintf(text, sizeof text, "%s", verb->name);
    for (const struct mad_node *p = verb->node->first; p != NULL; p = p->next) {
        if (p->kind == MAD_NODE_PARAM && p->first == NULL && used > 0 &&
            (size_t)used < sizeof text) {
            used += snprintf(text + used, sizeof text - (size_t)used, "%s%s ...",
                             p->text != NULL ? " " : "", p->text != NULL ? p->text : "");
        }
    }
    mad_finding_remedy(build->diagnostics, finding, "write `%s`", text);
}

/* False when the call does not fit the blanks; then it was told, once. */
static bool check_call_labels(struct mad_build *build, const struct mad_rule_verb *verb,
                              const struct mad_node *call)
{
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        bool known = false;
        for (const struct mad_node *p = verb->node->first; p != NULL; p = p->next) {
            known = known || (p->kind == MAD_NODE_PARAM && mad_same_label(p->text, arg->text));
        }
        if (!known) {
            const char *text =
                mad_findings_text(build->diagnostics, "`%s` takes nothing after `%s`", call->name,
                                  arg->text != NULL ? arg->text : call->name);
            build->errors++;
            call_remedy(
                build, verb,
                mad_findings_add(build->diagnostics, MAD_FINDING_CALL_SHAPE, arg->span, text));
            return false;
        }
    }
    return true;
}

const struct mad_env *mad_verb_bind(struct mad_build *build, const struct mad_rule_verb *verb,
                                    const struct mad_node *call, const struct mad_env *outer)
{
    const struct mad_env *env = NULL;
    if (!check_call_labels(build, verb, call) || mad_says_twice(build, call)) {
        return NULL;
    }
    for (const struct mad_node *p = verb->node->first; p != NULL; p = p->next) {
        if (p->kind != MAD_NODE_PARAM) {
            continue;
        }
        const struct mad_node *given = mad_argument(call, p->text);
        struct mad_env *bound = mad_build_scratch(build, sizeof *bound);
        if (bound == NULL) {
            return NULL;
        }
        if (given == NULL && p->first == NULL) {
            mad_build_error(build, MAD_FINDING_CALL_SHAPE, call->span, "`%s` wants %s after `%s`",
                            call->name, p->other, p->text != NULL ? p->text : call->name);
        }
        *bound = (struct mad_env){.name = p->name,
                                  .node = given != NULL ? given : p->first,
                                  .outer = given != NULL ? outer : NULL,
                                  .next = env};
        if (bound->node == NULL) {
            return NULL;
        }
        env = bound;
    }
    static const struct mad_env EMPTY_ENV = {.name = "", .value = {.kind = MAD_KIND_NONE}};
    return env != NULL ? env : &EMPTY_ENV;
}

struct men_line {                /* what all ways of one line of one piece share */
    const struct mad_node *when; /* null when it is in the set of men already */
};

static void loop_over_men(struct mad_verb *verb, const struct men_line *line,
                          const struct mad_node *body, const struct mad_env *env,
                          struct mad_value men)
{
    struct mad_build *build = verb->build;
    struct mad_label again = {0}, end = {0};
    uint32_t from = mad_in_register(build, &men), rest = mad_build_register(build),
             first = build->known_first, count = build->known_count;
    if (verb->gated && verb->gate != MAD_GATE_PLAIN && verb->gate != MAD_GATE_DROP &&
        mad_only_effects(body) && line->when == NULL) {
        mad_emit_jump(build, MAD_OP_MANY, from, verb->gate, 0, &end);
    } else {
        mad_emit_jump(build, MAD_OP_IF_EMPTY, from, 0, 0, &end);
    }
    bool same_for_all = line->when != NULL && !mad_needs_here(build, line->when->first, NULL);
    if (same_for_all) {
        mad_jump_if(build, line->when->first, NULL, (line->when->flags & MAD_FLAG_UNLESS) != 0,
                    &end);
    }
    struct mad_value who;
    struct mad_verb inner = *verb;
    inner.ending = 0;
    if (line->when == NULL && mad_who_goes_on(verb, body, env, &men, &who)) {
        struct mad_value others = mad_combine_values(build, MAD_WITHOUT, &men, &who);
        uint32_t on = mad_in_register(build, &who), ending = mad_in_register(build, &others);
        enum mad_gate gate = verb->gate == MAD_GATE_FREE ? MAD_GATE_FREE : MAD_GATE_TEST;
        mad_emit(build, MAD_OP_AND, rest, on, on, 0);
        mad_emit_jump(build, MAD_OP_MANY, ending, gate, 0, &again);
        mad_emit(build, MAD_OP_OR, rest, rest, ending, 0);
        inner.ending = ending;
    } else {
        mad_emit(build, MAD_OP_AND, rest, from, from, 0);
    }
    mad_label_bind(build, &again);
    mad_emit_jump(build, MAD_OP_NEXT_MAN, rest, 0, 0, &end);
    inner.fail = (struct mad_fail){&again, 0, true};
    inner.nobody = &end;
    if (line->when != NULL && !same_for_all) {
        mad_jump_if(build, line->when->first, NULL, (line->when->flags & MAD_FLAG_UNLESS) != 0,
                    &again);
    }
    mad_lower_rest(&inner, body, env);
    build->changed = false;
    mad_label_bind(build, &end);
    build->known_first =
        first; /* what was worked out for one man is not known of the next line's */
    build->known_count = count;
}

/* Choices among directions and kinds come before the men, so that each can narrow the set of men. */
static void lower_for_men(struct mad_verb *verb, const struct men_line *line,
                          const struct mad_node *body, const struct mad_env *env,
                          struct mad_value men)
{
    struct mad_build *build = verb->build;
    body = mad_narrow(build, body, &env, &men);
    struct mad_value choice = {.kind = MAD_KIND_NONE};
    if (body != NULL && body->kind == MAD_NODE_CHOOSE) {
        choice = mad_silent_value(build, body->first, env);
    }
    bool directions = choice.kind == MAD_KIND_DIRECTIONS, pieces = choice.kind == MAD_KIND_PIECES;
    if (!directions && !pieces) {
        (void)mad_narrow_to_some(build, &choice,
                                 &men); /* who has no square to choose does nothing */
        mad_narrow_by_mark(build, body, env, &men);
        loop_over_men(verb, line, body, env, men);
        return;
    }
    uint32_t count = directions ? build->direction_count : build->game->type_count;
    struct mad_label past = {0};
    if (directions && verb->gated && line->when == NULL) {
        mad_lower_rays(build, body, choice.directions, env, &men, verb->gate, &past);
    }
    for (uint32_t i = 0; i < count && build->status == MAD_OK; i++) {
        struct mad_value value = {.kind = choice.kind, .owner = -1};
        struct mad_env *bound = mad_build_scratch(verb->build, sizeof *bound);
        if (bound == NULL ||
            !(directions ? choice.directions >> i & 1 : types_has(&choice.types, i))) {
            continue;
        }
        value.directions = directions ? UINT64_C(1) << i : 0;
        if (pieces) {
            types_add(&value.types, i);
        }
        mad_bind_value(bound, body->name, value, env);
        uint32_t registers = build->next_register, known = build->known_count;
        lower_for_men(verb, line, body->next, bound, men);
        if (build->next_register >
            MAD_MAX_SETS / 2) { /* values known so far may stay while there is room */
            build->next_register = registers;
            build->known_count = known;
        }
    }
    mad_label_bind(build, &past);
}

static uint32_t line_index(struct mad_build *build, const struct mad_node *line,
                           const struct mad_rule_verb *verb, enum mad_line_shape shape)
{
    struct mad_game *game = build->game;
    const char *written = line != NULL ? line->text : NULL;
    for (uint32_t i = 1; i < game->line_count; i++) {
        if (game->lines[i].verb == verb->name && mad_same_label(game->lines[i].written, written)) {
            return i;
        }
    }
    if (game->line_count >= MAD_MAX_LINES) {
        mad_build_error(build, MAD_FINDING_LIMIT, build->span, "more than %d lines that call verbs",
                        MAD_MAX_LINES);
        return 0;
    }
    struct mad_line *made = &game->lines[game->line_count];
    *made = (struct mad_line){.verb = verb->name, .written = written, .shape = (uint8_t)shape};
    return game->line_count++;
}

/* Whether something more happens, or has to be chosen, when a man of this code has arrived. */
static bool ends_in_more(const struct mad_build *build, uint32_t code)
{
    const struct mad_machine *machine = build->machine;
    return machine->arrival_count[code] != 0 || machine->after[code] != MAD_NO_PROGRAM ||
           machine->capturing[code] != MAD_NO_PROGRAM;
}

/* The verb that a sentence calls, its blanks bound; null when it cannot be called, which has been said. */
static const struct mad_rule_verb *begin_call(struct mad_build *build, const struct mad_node *call,
                                              const struct mad_node **body,
                                              const struct mad_env **env)
{
    const struct mad_rule_verb *rule = mad_verb(build, call->name);
    build->span = call->span;
    if (rule == NULL) {
        mad_build_unknown_verb(build, call);
        return NULL;
    }
    *body = mad_child_of_kind(rule->node, MAD_NODE_BODY);
    *env = mad_verb_bind(build, rule, call, NULL);
    return *env != NULL && *body != NULL ? rule : NULL;
}

void mad_lower_extension(struct mad_build *build, const struct mad_node *call)
{
    const struct mad_node *body;
    const struct mad_env *env;
    const struct mad_rule_verb *rule = begin_call(build, call, &body, &env);
    struct mad_label end = {0};
    uint32_t repeat = 0;
    if (rule == NULL) {
        return;
    }
    struct mad_verb verb = {.build = build,
                            .rule = rule,
                            .gate = MAD_GATE_TEST,
                            .mask_gate = MAD_GATE_TEST,

                            .repeat = &repeat,
                            .blanks = env,
                            .extends = true,
                            .fail = {&end, 0, true}};
    build->next_register = MAD_FIXED_REGISTERS;
    build->known_first = build->known_count = 0;
    build->changed = build->has_here = true;
    mad_lower_rest(&verb, body->first, env);
    build->changed = build->has_here = false;
    mad_label_bind(build, &end);
}

void mad_lower_call(struct mad_build *build, const struct mad_node *line,
                    const struct mad_node *call, int code)
{
    const struct mad_node *body;
    const struct mad_env *env;
    const struct mad_rule_verb *rule = begin_call(build, call, &body, &env);
    if (rule == NULL) {
        return;
    }
    struct mad_deeds deeds = {0};
    struct mad_label end = {0};
    bool effects = false;
    mad_deeds_of(body->first, &deeds, &effects);
    struct mad_verb verb = {
        .build = build, .rule = rule, .mask_gate = mad_gate_of_deeds(build, &deeds, env)};
    int type = code >= 0 ? build->game->codes[code].type : -1;
    uint32_t repeat = 0;
    verb.repeat = &repeat;
    verb.blanks = env;
    verb.type = type;
    verb.gate = mad_gate_of_move(build, rule->name, type, verb.mask_gate);
    if (deeds.tosses && code >= 0 && mad_chooses_on_arrival(build, (uint32_t)code)) {
        mad_build_error(build, MAD_FINDING_CALL_SHAPE, call->span,
                        "`%s` tosses, and a %s may choose what it becomes where it lands: nothing "
                        "is chosen behind a toss",
                        call->name, build->game->types[type].name);
        return;
    }
    verb.gated = !deeds.requires_after_effect && !deeds.tosses &&
                 !(code >= 0 && deeds.land != 0 && ends_in_more(build, (uint32_t)code));
    verb.line = line_index(build, line, rule, mad_shape_of_deeds(&deeds));
    build->next_register = MAD_FIXED_REGISTERS;
    build->next_number = 0;
    build->changed = false;
    build->known_first = build->known_count = 0;
    const struct mad_node *when = line != NULL ? mad_child_of_kind(line, MAD_NODE_WHEN) : NULL;
    if (when != NULL &&
        mad_truth_known(build, when->first, NULL) == ((when->flags & MAD_FLAG_UNLESS) != 0)) {
        return; /* an option is set so that it never comes to this */
    }
    mad_skip_without_mark(build, body->first, &end);
    if (code >= 0) {
        struct mad_value place, men = mad_slot_value(build, MAD_SLOT_CODE + (uint32_t)code);
        build->has_here = true;
        if (when != NULL && !(when->flags & MAD_FLAG_UNLESS) &&
            mad_truth_as_place(build, when->first, NULL, &place)) {
            men = mad_combine_values(build, MAD_BOTH, &men, &place);
            mad_emit_jump(build, MAD_OP_IF_EMPTY, mad_in_register(build, &men), 0, 0, &end);
            when = NULL;
        } else if (body->first != NULL && body->first->kind == MAD_NODE_CHOOSE) {
            /* without men nothing is narrowed, for each direction anew */
            mad_emit_jump(build, MAD_OP_IF_EMPTY, mad_in_register(build, &men), 0, 0, &end);
        }
        lower_for_men(&verb, &(struct men_line){when}, body->first, env, men);
    } else {
        build->has_here = false;
        if (when != NULL) {
            mad_jump_if(build, when->first, NULL, (when->flags & MAD_FLAG_UNLESS) != 0, &end);
        }
        mad_emit(build, MAD_OP_SAVE, 0, 0, 0, 0);
        verb.fail = (struct mad_fail){&end, 0, true};
        mad_lower_rest(&verb, body->first, env);
    }
    build->has_here = false;
    mad_label_bind(build, &end);
}
