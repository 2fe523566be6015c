/* call.c - lines that call verbs: the blanks are bound, and the men gone through who may do it.
 *
 * Layer: plan. `rampage along queenwise avoiding King` binds `ways` and `feared`, and begins a loop over the
 * Mad Elephants. It relies on mover_filter.c for who need not be tried, and leaves the body to verb.c. */
#include <stdio.h>
#include <string.h>

#include "expr.h"
#include "plan_text.h"
#include "verb.h"

const struct mad_node *mad_body_of(const struct mad_rule_verb *verb)
{
    return verb != NULL ? mad_child_of_kind(verb->node, MAD_NODE_BODY) : NULL;
}

bool mad_is_event_verb(const struct mad_codegen *codegen, const struct mad_node *line)
{
    const struct mad_node *call =
        line->kind == MAD_NODE_CALL_LINE ? mad_child_of_kind(line, MAD_NODE_CALL) : NULL;
    const struct mad_rule_verb *verb = call != NULL ? mad_verb(codegen, call->name) : NULL;
    return verb != NULL && mad_child_of_kind(verb->node, MAD_NODE_EVENT_ON) != NULL;
}

/* How the heading of a verb goes, "promote to ...". */
static void call_remedy(struct mad_codegen *codegen, const struct mad_rule_verb *verb,
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
    mad_finding_remedy(codegen->diagnostics, finding, "write `%s`", text);
}

/* The first blank of a label that the call does not give; null: there is none. */
static const struct mad_node *blank_left(const struct mad_rule_verb *verb,
                                         const struct mad_node *call)
{
    for (const struct mad_node *p = verb->node->first; p != NULL; p = p->next)
        if (p->kind == MAD_NODE_PARAM && p->text != NULL && mad_tree_arg(call, p->text) == NULL)
            return p;
    return NULL;
}

/* `castle east`: what belongs behind a label stands without it. */
static void tell_unknown(struct mad_codegen *codegen, const struct mad_rule_verb *verb,
                         const struct mad_node *call, const struct mad_node *arg)
{
    const struct mad_node *blank = arg->text == NULL ? blank_left(verb, call) : NULL;
    const char *text =
        blank != NULL ? mad_findings_text(codegen->diagnostics, "`%s` is missing", blank->text)
                      : mad_findings_text(codegen->diagnostics, "`%s` takes nothing after `%s`",
                                          call->name, arg->text != NULL ? arg->text : call->name);
    struct mad_finding *finding =
        mad_findings_add(codegen->diagnostics, MAD_FINDING_CALL_SHAPE, arg->span, text);
    codegen->errors++;
    if (blank != NULL)
        mad_finding_fix(codegen->diagnostics, finding,
                        (struct mad_span){arg->span.begin, 0, arg->span.source}, false, "%s ",
                        blank->text);
    else
        call_remedy(codegen, verb, finding);
}

bool mad_check_call(struct mad_codegen *codegen, const struct mad_rule_verb *verb,
                    const struct mad_node *call)
{
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        bool known = false;
        for (const struct mad_node *p = verb->node->first; p != NULL; p = p->next) {
            known = known || (p->kind == MAD_NODE_PARAM && mad_tree_same_text(p->text, arg->text));
        }
        if (!known) {
            tell_unknown(codegen, verb, call, arg);
            return false;
        }
    }
    return mad_check_parts(codegen, call) && !mad_says_twice(codegen, call);
}

bool mad_fits_blank(const struct mad_node *blank, enum mad_kind given)
{
    static const struct {
        const char *blank;
        enum mad_kind first, second;
    } kinds[] = {
        {"squares", MAD_KIND_SQUARES, MAD_KIND_PIECES},
        {"directions", MAD_KIND_DIRECTIONS, MAD_KIND_DIRECTIONS},
        {"pieces", MAD_KIND_PIECES, MAD_KIND_SQUARES}, /* `piece` is every kind */
        {"pocket", MAD_KIND_POCKET, MAD_KIND_POCKET},
        {"number", MAD_KIND_NUMBER, MAD_KIND_NUMBER},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (given != MAD_KIND_NONE && strcmp(blank->other, kinds[i].blank) == 0) {
            return given == kinds[i].first || given == kinds[i].second;
        }
    }
    return true;
}

static bool makes_name(const struct mad_node *node, const void *name)
{
    return node->name == name && (node->kind == MAD_NODE_PARAM || node->kind == MAD_NODE_LET ||
                                  node->kind == MAD_NODE_CHOOSE || node->kind == MAD_NODE_FOR_EACH);
}

/* Whether some verb has a blank or a name of its own that is spelled like this: then it may be that. */
static bool may_be_local(const struct mad_codegen *codegen, const struct mad_node *given)
{
    bool found = false;
    for (uint32_t i = 0; given->kind == MAD_NODE_REF && i < codegen->rules->verb_count && !found;
         i++) {
        found = mad_tree_any(codegen->rules->verbs[i].node, makes_name, given->name);
    }
    return found;
}

void mad_refuse_given(struct mad_codegen *codegen, const struct mad_rule_verb *verb,
                      const struct mad_node *blank, const struct mad_node *given,
                      enum mad_kind kind)
{
    static const char *const names[MAD_KINDS] = {
        [MAD_KIND_SQUARES] = "squares", [MAD_KIND_DIRECTIONS] = "directions",
        [MAD_KIND_PIECES] = "pieces",   [MAD_KIND_PLAYER] = "a player",
        [MAD_KIND_NUMBER] = "a number", [MAD_KIND_POCKET] = "a pocket",
    };
    struct mad_findings *list = codegen->diagnostics;
    const char *text =
        mad_findings_text(list, "`%s%s%s` wants %s here, and this is %s", verb->name,
                          blank->text != NULL ? " ... " : "",
                          blank->text != NULL ? blank->text : "", blank->other, names[kind]);
    struct mad_finding *finding = mad_findings_add(list, MAD_FINDING_TYPE, given->span, text);
    codegen->errors++;
    mad_finding_note_at(list, finding, blank->span, "the blank");
}

/* Whether the sentence goes through what fills the blank, one by one, or another verb may. */
static bool goes_through(const struct mad_node *node, const void *blank)
{
    const bool goes = node->kind == MAD_NODE_CHOOSE || node->kind == MAD_NODE_FOR_EACH ||
                      node->kind == MAD_NODE_ARG;
    return goes && node->first != NULL && mad_is_ref(node->first, blank);
}

/* Where squares are wanted `King` is where Kings stand: who goes through them goes from square to square. */
static const struct mad_node *as_wanted(struct mad_codegen *codegen,
                                        const struct mad_rule_verb *verb,
                                        const struct mad_node *blank, const struct mad_node *given)
{
    if (strcmp(blank->other, "squares") != 0 || mad_kind_of(codegen, given) != MAD_KIND_PIECES ||
        !mad_tree_any(verb->node, goes_through, blank->name)) {
        return given;
    }
    struct mad_node *made = mad_codegen_scratch(codegen, 3 * sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made[0] = (struct mad_node){.kind = MAD_NODE_ON, .span = given->span, .first = &made[1]};
    made[1] = *given;
    made[1].next = &made[2];
    made[2] = (struct mad_node){.kind = MAD_NODE_CONST, .span = given->span, .n0 = MAD_WORD_BOARD};
    return made;
}

const struct mad_env *mad_verb_bind(struct mad_codegen *codegen, const struct mad_rule_verb *verb,
                                    const struct mad_node *call, const struct mad_env *outer)
{
    const struct mad_env *env = NULL;
    if (!mad_check_call(codegen, verb, call)) {
        return NULL;
    }
    for (const struct mad_node *p = verb->node->first; p != NULL; p = p->next) {
        if (p->kind != MAD_NODE_PARAM) {
            continue;
        }
        const struct mad_node *given = mad_argument(call, p->text);
        struct mad_env *bound = mad_codegen_scratch(codegen, sizeof *bound);
        if (bound == NULL) {
            return NULL;
        }
        if (given == NULL && p->first == NULL) {
            mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, call->span,
                              "`%s` wants %s after `%s`", call->name, p->other,
                              p->text != NULL ? p->text : call->name);
        }
        if (given != NULL && !mad_fits_blank(p, mad_kind_of(codegen, given)) &&
            !may_be_local(codegen, given)) {
            mad_refuse_given(codegen, verb, p, given, mad_kind_of(codegen, given));
            return NULL;
        }
        const struct mad_node *fills = given != NULL ? given : p->first;
        *bound = (struct mad_env){.name = p->name,
                                  .node = fills != NULL ? as_wanted(codegen, verb, p, fills) : NULL,
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

/* Goes to `label` unless the line's `when` holds. */
static void jump_unless_when(struct mad_codegen *codegen, const struct mad_node *when,
                             struct mad_label *label)
{
    codegen->place = MAD_PLACE_LINE;
    mad_jump_if(codegen, when->first, NULL, (when->flags & MAD_FLAG_UNLESS) != 0, label);
    codegen->place = MAD_PLACE_VERB;
}

/* `when`: of the line; null when it is in the set of men already. */
static void loop_over_men(struct mad_verb *verb, const struct mad_node *when,
                          const struct mad_node *body, const struct mad_env *env,
                          struct mad_value men)
{
    struct mad_codegen *codegen = verb->codegen;
    struct mad_label again = {0}, end = {0};
    uint32_t from = mad_in_register(codegen, &men), rest = mad_codegen_register(codegen),
             first = codegen->values.known_first, count = codegen->values.known_count;
    if (verb->gated && verb->gate != MAD_CLASS_PLAIN && verb->gate != MAD_CLASS_DROP &&
        mad_only_effects(body) && when == NULL && mad_comes_for_certain(verb, body, env, NULL)) {
        mad_emit_jump(codegen, MAD_OP_MANY, from, verb->gate, 0, &end);
    } else {
        mad_emit_jump(codegen, MAD_OP_IF_EMPTY, from, 0, 0, &end);
    }
    bool same_for_all = when != NULL && !mad_needs_here(codegen, when->first, NULL);
    if (same_for_all) {
        jump_unless_when(codegen, when, &end);
    }
    struct mad_value who;
    struct mad_verb inner = *verb;
    inner.ending = 0;
    if (when == NULL && mad_who_goes_on(verb, body, env, &men, &who)) {
        struct mad_value others = mad_combine_values(codegen, MAD_WITHOUT, &men, &who);
        uint32_t on = mad_in_register(codegen, &who), ending = mad_in_register(codegen, &others);
        enum mad_legality_class gate =
            verb->gate == MAD_CLASS_FREE ? MAD_CLASS_FREE : MAD_CLASS_TEST;
        mad_emit(codegen, MAD_OP_AND, rest, on, on, 0);
        mad_emit_jump(codegen, MAD_OP_MANY, ending, gate, 0, &again);
        mad_emit(codegen, MAD_OP_OR, rest, rest, ending, 0);
        inner.ending = ending;
    } else {
        mad_emit(codegen, MAD_OP_AND, rest, from, from, 0);
    }
    mad_label_bind(codegen, &again);
    mad_emit_jump(codegen, MAD_OP_NEXT_MAN, rest, 0, 0, &end);
    inner.fail = (struct mad_fail){&again, 0, true};
    if (when != NULL && !same_for_all) {
        jump_unless_when(codegen, when, &again);
    }
    mad_lower_rest(&inner, body, env);
    codegen->changed = false;
    mad_label_bind(codegen, &end);
    codegen->values.known_first =
        first; /* what was worked out for one man is not known of the next line's */
    codegen->values.known_count = count;
}

/* Choices among directions and kinds come before the men, so that each can narrow the set of men. */
static void lower_for_men(struct mad_verb *verb, const struct mad_node *when,
                          const struct mad_node *body, const struct mad_env *env,
                          struct mad_value men)
{
    struct mad_codegen *codegen = verb->codegen;
    body = mad_filter_movers(codegen, body, &env, &men);
    struct mad_value choice = {.kind = MAD_KIND_NONE};
    if (body != NULL && body->kind == MAD_NODE_CHOOSE && !mad_is_drawn(body)) {
        choice = mad_silent_value(codegen, body->first, env);
    }
    bool directions = choice.kind == MAD_KIND_DIRECTIONS,
         pieces = choice.kind == MAD_KIND_PIECES && !choice.owned;
    if (!directions && !pieces) {
        (void)mad_filter_movers_to_some(codegen, &choice,
                                        &men); /* who has no square to choose does nothing */
        mad_filter_movers_by_mark(codegen, body, env, &men);
        loop_over_men(verb, when, body, env, men);
        return;
    }
    struct mad_value one;
    while (codegen->status == MAD_OK && mad_take_one(&choice, &one)) {
        struct mad_room room = mad_codegen_room(codegen);
        lower_for_men(verb, when, body->next, mad_bind(codegen, body->name, one, env), men);
        mad_codegen_leave_room(codegen, room, NULL);
    }
}

static uint32_t line_index(struct mad_codegen *codegen, const struct mad_node *line,
                           const struct mad_rule_verb *verb, enum mad_line_shape shape)
{
    struct mad_game *game = codegen->game;
    const char *written = line != NULL ? line->text : NULL;
    for (uint32_t i = 1; i < game->line_count; i++) {
        if (game->lines[i].verb == verb->name &&
            mad_tree_same_text(game->lines[i].written, written)) {
            return i;
        }
    }
    if (game->line_count >= MAD_MAX_LINES) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, codegen->span,
                          "more than %d lines that call verbs", MAD_MAX_LINES);
        return 0;
    }
    if (written != NULL) {
        mad_check_blanks(codegen, codegen->span, written);
    }
    struct mad_line *made = &game->lines[game->line_count];
    *made = (struct mad_line){.verb = verb->name,
                              .written = written,
                              .shape = (uint8_t)shape,
                              .is_motion = mad_was_motion(verb->node)};
    return game->line_count++;
}

/* Whether something more happens, or has to be chosen, when a man of this code has arrived. */
static bool ends_in_more(const struct mad_codegen *codegen, uint32_t code)
{
    const struct mad_program *program = codegen->program;
    return program->arrival.count[code] != 0 || program->piece.after[code] != MAD_NO_PROGRAM ||
           program->piece.capturing[code] != MAD_NO_PROGRAM;
}

/* The same whoever he is when the way ends: some effects may put another man in his place. */
static bool way_ends_in_more(struct mad_codegen *codegen, uint32_t code,
                             const struct mad_verb *verb, const struct mad_effect_summary *summary)
{
    bool more = ends_in_more(codegen, code);
    bool anybody = (summary->moves & MAD_MOVES_OTHERS) != 0 && verb->mask_gate != MAD_CLASS_TWO_MAN;
    struct mad_value kinds = {.kind = MAD_KIND_NONE};
    if (summary->count[MAD_EFFECT_BECOME] == 1 && summary->kind != NULL &&
        summary->kind->kind == MAD_NODE_REF &&
        (mad_env_find(verb->blanks, summary->kind->name) != NULL ||
         mad_named(codegen, MAD_NAME_PIECE, summary->kind->name) >= 0)) {
        kinds = mad_silent_value(codegen, summary->kind, verb->blanks);
    }
    for (uint32_t other = 0; !more && other < codegen->game->code_count; other++) {
        bool becomes = summary->count[MAD_EFFECT_BECOME] != 0 &&
                       codegen->game->codes[other].owner == codegen->side &&
                       (kinds.kind != MAD_KIND_PIECES ||
                        types_has(&kinds.types, codegen->game->codes[other].type));
        more = (anybody || becomes) && ends_in_more(codegen, other);
    }
    return more;
}

/* The verb that a sentence calls, its blanks bound; null when it cannot be called, which has been said. */
static const struct mad_rule_verb *begin_call(struct mad_codegen *codegen,
                                              const struct mad_node *call,
                                              const struct mad_node **body,
                                              const struct mad_env **env)
{
    const struct mad_rule_verb *rule = mad_verb(codegen, call->name);
    codegen->span = call->span;
    if (rule == NULL) {
        mad_codegen_unknown_verb(codegen, call);
        return NULL;
    }
    if (mad_child_of_kind(rule->node, MAD_NODE_EVENT_ON) != NULL) {
        mad_codegen_error(
            codegen, MAD_FINDING_CALL_SHAPE, call->span,
            "`%s` is no move: its heading says when it happens; call it under a piece", call->name);
        return NULL;
    }
    *body = mad_body_of(rule);
    *env = mad_verb_bind(codegen, rule, call, NULL);
    return *env != NULL && *body != NULL ? rule : NULL;
}

/* Where a player has moved no piece, and put none, nothing stands `here` that could go on from there, land or become
 * another. */
static void skip_nowhere(struct mad_codegen *codegen, const struct mad_node *body,
                         const struct mad_env *env, struct mad_label *end)
{
    const struct mad_effect_summary summary = mad_effect_summary_of(body->first);
    if (codegen->rules->player_may.count != 0 &&
        (mad_needs_here(codegen, body, env) || summary.count[MAD_EFFECT_LAND] != 0 ||
         summary.count[MAD_EFFECT_STACK] != 0 || summary.count[MAD_EFFECT_BECOME] != 0)) {
        uint32_t here = mad_emit_value(codegen, MAD_OP_ORIGIN, 1, 0, 0);
        mad_emit_jump(codegen, MAD_OP_IF_EMPTY, here, 0, 0, end);
    }
}

void mad_lower_extension(struct mad_codegen *codegen, const struct mad_node *call)
{
    const struct mad_node *body;
    const struct mad_env *env;
    const struct mad_rule_verb *rule = begin_call(codegen, call, &body, &env);
    struct mad_label end = {0};
    struct mad_rounds rounds = {.count = 0};
    if (rule == NULL) {
        return;
    }
    struct mad_verb verb = {.codegen = codegen,
                            .rule = rule,
                            .gate = MAD_CLASS_TEST,
                            .mask_gate = MAD_CLASS_TEST,

                            .rounds = &rounds,
                            .blanks = env,
                            .extends = true,
                            .fail = {&end, 0, true}};
    mad_begin_program(codegen, codegen->side, MAD_PLACE_AFTER);
    codegen->changed = codegen->has_here = true;
    skip_nowhere(codegen, body, env, &end);
    mad_lower_rest(&verb, body->first, env);
    codegen->place = MAD_PLACE_LINE;
    codegen->changed = codegen->has_here = false;
    mad_label_bind(codegen, &end);
}

/* Nobody chooses behind a toss what he becomes where he lands: neither who goes, nor whom the verb, lowered from
 * `start` on, makes of him or puts in his place. */
static void refuse_choice_behind_toss(struct mad_codegen *codegen, const struct mad_node *call,
                                      uint32_t code, uint32_t start)
{
    for (uint32_t at = start; at < codegen->code_count && !mad_chooses_on_arrival(codegen, code);
         at++) {
        const struct mad_instruction *i = &codegen->code[at];
        const uint32_t comes = i->op == MAD_OP_BECOME ? i->a : i->op == MAD_OP_PUT ? i->b : code;
        code = mad_chooses_on_arrival(codegen, comes) ? comes : code;
    }
    if (mad_chooses_on_arrival(codegen, code)) {
        mad_codegen_error(
            codegen, MAD_FINDING_CALL_SHAPE, call->span,
            "`%s` tosses, and a %s may choose what it becomes where it lands: nothing "
            "is chosen behind a toss",
            call->name, codegen->game->types[codegen->game->codes[code].type].name);
    }
}

/* The body for all men of the code; returns where what it does with them begins. */
static uint32_t lower_for_code(struct mad_verb *verb, const struct mad_node *when,
                               const struct mad_node *body, uint32_t code, struct mad_label *end)
{
    struct mad_codegen *codegen = verb->codegen;
    struct mad_value place, men = mad_slot_value(codegen, MAD_SLOT_CODE + code);
    const bool is_place = when != NULL && !(when->flags & MAD_FLAG_UNLESS) &&
                          mad_truth_as_place(codegen, when->first, NULL, &place);
    if (is_place) {
        men = mad_combine_values(codegen, MAD_BOTH, &men, &place);
    }
    /* without men nothing is narrowed, for each direction anew */
    if (is_place || (body != NULL && body->kind == MAD_NODE_CHOOSE)) {
        mad_emit_jump(codegen, MAD_OP_IF_EMPTY, mad_in_register(codegen, &men), 0, 0, end);
    }
    const uint32_t start = codegen->code_count;
    lower_for_men(verb, is_place ? NULL : when, body, verb->blanks, men);
    return start;
}

void mad_lower_call(struct mad_codegen *codegen, const struct mad_node *line,
                    const struct mad_node *call, int code)
{
    const struct mad_node *body;
    const struct mad_env *env;
    const struct mad_rule_verb *rule = begin_call(codegen, call, &body, &env);
    if (rule == NULL) {
        return;
    }
    const struct mad_effect_summary summary = mad_effect_summary_of(body->first);
    struct mad_label end = {0};
    int type = code >= 0 ? codegen->game->codes[code].type : -1;
    struct mad_verb verb = {.codegen = codegen,
                            .rule = rule,
                            .mask_gate =
                                mad_class_of_effects(codegen, &summary, type, body->first, env)};
    struct mad_rounds rounds = {.count = 0};
    verb.rounds = &rounds;
    verb.blanks = env;
    verb.type = type;
    verb.gate = mad_class_of_move(codegen, rule->name, type, verb.mask_gate);
    verb.gated = mad_takes_way(codegen->program, MAD_WAY_GATES) && !summary.requires_after_effect &&
                 !summary.tosses &&
                 !(code >= 0 &&
                   ((summary.moves & MAD_MOVES_HIM) != 0 || summary.count[MAD_EFFECT_TAKE] != 0) &&
                   way_ends_in_more(codegen, (uint32_t)code, &verb, &summary));
    verb.line = line_index(codegen, line, rule, mad_shape_of_effects(&summary));
    mad_note_call(&verb, line, body->first, env, code, &summary);
    mad_begin_program(codegen, codegen->side, MAD_PLACE_LINE);
    if (line != NULL && mad_line_known(codegen, line) == 0) {
        return; /* an option is set so that it never comes to this */
    }
    codegen->place = MAD_PLACE_VERB;
    mad_skip_without_mark(codegen, body->first, &end);
    const struct mad_node *when = line != NULL ? mad_child_of_kind(line, MAD_NODE_WHEN) : NULL;
    codegen->has_here = code >= 0;
    codegen->man.line_of = (uint32_t)(code + 1);
    if (code >= 0) {
        const uint32_t start = lower_for_code(&verb, when, body->first, (uint32_t)code, &end);
        if (summary.tosses) {
            refuse_choice_behind_toss(codegen, call, (uint32_t)code, start);
        }
    } else {
        if (when != NULL) {
            jump_unless_when(codegen, when, &end);
        }
        mad_emit(codegen, MAD_OP_SAVE, 0, 0, 0, 0);
        verb.fail = (struct mad_fail){&end, 0, true};
        mad_lower_rest(&verb, body->first, env);
    }
    codegen->place = MAD_PLACE_LINE;
    codegen->has_here = false;
    codegen->man.line_of = 0;
    mad_label_bind(codegen, &end);
}
