/* rounds.c - `repeat`: the whole verb again from where the man has come to.
 *
 * Layer: plan. The body is lowered once more as a program of its own, which the machine runs within the one
 * before. `repeat along way with carried minus 1, or stop` fills blanks anew: of directions, kinds and squares,
 * which are known now, each filling is a program; numbers are handed on in registers. It relies on call.c for
 * what fits a blank, and on verb.c for the sentences. */
#include <string.h>

#include "expr.h"
#include "verb.h"

/* --- what fills the blanks ------------------------------------------------------------------- */

static bool is_number(const struct mad_env *blank)
{
    return blank->node == NULL && blank->value.kind == MAD_KIND_NUMBER;
}

static bool has_number(const struct mad_env *blanks)
{
    while (blanks != NULL && !is_number(blanks)) {
        blanks = blanks->next;
    }
    return blanks != NULL;
}

/* What fills the blank in the rounds to come; of no kind: that it cannot has been told. */
static struct mad_value filling_of(struct mad_verb *verb, const struct mad_node *blank,
                                   const struct mad_node *given, const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    struct mad_value value = mad_value_of(codegen, given, env);
    if (value.kind == MAD_KIND_PIECES && strcmp(blank->other, "squares") == 0) {
        value = mad_as_squares(codegen, value, given->span);
    }
    if (value.kind != MAD_KIND_NONE && !mad_fits_blank(blank, value.kind)) {
        mad_refuse_given(codegen, verb->rule, blank, given, value.kind);
        value.kind = MAD_KIND_NONE;
    } else if (value.kind == MAD_KIND_SQUARES && value.form != MAD_FORM_CONST) {
        struct mad_finding *finding = mad_findings_add(
            codegen->diagnostics, MAD_FINDING_CALL_SHAPE, given->span,
            "squares that are known in play alone are not handed on to the next round");
        mad_finding_remedy(codegen->diagnostics, finding,
                           "say `mark seen lasts 1 move` above, `set seen on X` here, and ask for "
                           "`seen` at the beginning of the verb");
        codegen->errors++;
        value.kind = MAD_KIND_NONE;
    }
    return value;
}

static const struct mad_env *fill(struct mad_codegen *codegen, const struct mad_env *blanks,
                                  const char *name, struct mad_value value)
{
    struct mad_env *filled = mad_codegen_scratch(codegen, sizeof *filled);
    if (filled != NULL) {
        *filled = (struct mad_env){.name = name, .value = value, .next = blanks};
    }
    return filled != NULL ? filled : blanks;
}

/* In the register in which it is handed on: each such number has its own, in the order of the heading. */
static struct mad_value hand_number(struct mad_codegen *codegen, struct mad_value value,
                                    struct mad_span span, uint32_t *used)
{
    const uint32_t into = MAD_FIRST_HANDED + *used, numbers = codegen->values.next_number;
    if (into >= MAD_NUMBERS / 2) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, span,
                          "a verb that repeats itself hands on at most %d numbers",
                          MAD_NUMBERS / 2 - MAD_FIRST_HANDED);
        return (struct mad_value){.kind = MAD_KIND_NONE};
    }
    const uint32_t number = mad_in_number(codegen, &value, span),
                   more =
                       mad_in_number(codegen, &(struct mad_value){.kind = MAD_KIND_NUMBER}, span);
    mad_emit(codegen, MAD_OP_ADD, into, number, more, 0);
    codegen->values.next_number = numbers;
    ++*used;
    return (struct mad_value){.kind = MAD_KIND_NUMBER, .worked_out = into + 1};
}

/* The blanks as they are filled in the rounds to come; those that `repeat` does not speak of stay as they are. Null:
 * they cannot be. */
static const struct mad_env *hand_on(struct mad_verb *verb, const struct mad_node *repeat,
                                     const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    struct mad_node call = *repeat;
    const struct mad_env *blanks = NULL;
    uint32_t numbers = 0;
    if (repeat->first == NULL && !has_number(verb->blanks)) {
        return verb->blanks;
    }
    call.name = verb->rule->name;
    if (!mad_check_call(codegen, verb->rule, &call)) {
        return NULL;
    }
    for (const struct mad_node *p = verb->rule->node->first; p != NULL; p = p->next) {
        const struct mad_env *was =
            p->kind == MAD_NODE_PARAM ? mad_env_find(verb->blanks, p->name) : NULL;
        const struct mad_node *given = was != NULL ? mad_argument(repeat, p->text) : NULL;
        if (was == NULL) {
            continue;
        }
        struct mad_value value = given != NULL ? filling_of(verb, p, given, env) : was->value;
        if (given == NULL && was->node != NULL) {
            struct mad_env *kept = mad_codegen_scratch(codegen, sizeof *kept);
            if (kept == NULL) {
                return NULL;
            }
            *kept = *was;
            kept->next = blanks;
            blanks = kept;
            continue;
        }
        if (value.kind == MAD_KIND_NUMBER) {
            value = hand_number(codegen, value, repeat->span, &numbers);
        }
        if (value.kind == MAD_KIND_NONE) {
            return NULL;
        }
        blanks = fill(codegen, blanks, p->name, value);
    }
    return blanks;
}

/* A round has numbers of its own, for it hands on others. */
static const struct mad_env *receive(struct mad_codegen *codegen, const struct mad_env *blanks)
{
    const struct mad_env *own = NULL;
    for (; blanks != NULL; blanks = blanks->next) {
        struct mad_env *copy = mad_codegen_scratch(codegen, sizeof *copy);
        if (copy == NULL) {
            return own;
        }
        *copy = *blanks;
        if (is_number(blanks)) {
            copy->value = mad_number_kept(codegen, blanks->value.worked_out - 1, 0);
        }
        copy->next = own;
        own = copy;
    }
    return own;
}

static bool is_filled_alike(const struct mad_env *a, const struct mad_env *b)
{
    for (; a != NULL && b != NULL; a = a->next, b = b->next) {
        const struct mad_value *x = &a->value, *y = &b->value;
        if (a->node != b->node || a->outer != b->outer || x->kind != y->kind ||
            x->directions != y->directions || x->owner != y->owner || x->pocket != y->pocket ||
            memcmp(&x->types, &y->types, sizeof x->types) != 0 ||
            (x->kind == MAD_KIND_SQUARES && memcmp(&x->set, &y->set, sizeof x->set) != 0)) {
            return false;
        }
    }
    return a == b;
}

/* --- the program of a round ------------------------------------------------------------------ */

/* The body as it runs again from where the man has come to: a program of its own. */
static uint32_t lower_repeated(struct mad_verb *verb, const struct mad_env *blanks)
{
    struct mad_codegen *codegen = verb->codegen;
    const struct mad_node *body = mad_child_of_kind(verb->rule->node, MAD_NODE_BODY);
    const uint32_t registers = codegen->values.next_register, first = codegen->values.known_first,
                   numbers = codegen->values.next_number, address = codegen->code_count + 1;
    struct mad_label past = {0}, end = {0};
    struct mad_verb inner = *verb;
    bool changed = codegen->changed;
    mad_emit_jump(codegen, MAD_OP_JUMP, 0, 0, 0, &past);
    verb->rounds->items[verb->rounds->count++] = (struct mad_round){blanks, address};
    inner.block = NULL;
    inner.ending = 0;
    inner.effects = true;
    inner.gated = false;
    inner.level = 0;
    inner.fail = (struct mad_fail){&end, 0, false};
    codegen->values.next_register = MAD_FIXED_REGISTERS;
    codegen->values.next_number = 0;
    codegen->changed = true;
    mad_forget_values(codegen);
    inner.blanks = receive(codegen, blanks);
    mad_lower_rest(&inner, body->first, inner.blanks);
    mad_label_bind(codegen, &end);
    mad_emit(codegen, MAD_OP_STOP, 0, 0, 0, 0);
    codegen->changed = changed;
    codegen->values.next_register = registers;
    codegen->values.next_number = numbers;
    mad_forget_values(codegen);
    mad_label_bind(codegen, &past);
    codegen->values.known_first =
        codegen->values.known_count > first ? codegen->values.known_count : first;
    return address;
}

/* Where the body lies that is filled in this way; 0: there is none, which has been told. */
static uint32_t address_of_round(struct mad_verb *verb, const struct mad_env *blanks)
{
    const struct mad_rounds *rounds = verb->rounds;
    for (uint32_t i = 0; i < rounds->count; i++) {
        if (is_filled_alike(rounds->items[i].blanks, blanks)) {
            return rounds->items[i].address;
        }
    }
    if (rounds->count == MAD_MAX_REPEATS) {
        mad_codegen_error(verb->codegen, MAD_FINDING_LIMIT, verb->codegen->span,
                          "more than %d ways to fill the blanks of a verb that repeats itself",
                          MAD_MAX_REPEATS);
        return 0;
    }
    return lower_repeated(verb, blanks);
}

/* The whole body again while it finds a way; then the way ends. With `, or stop` it ends here as well. Without a
 * number it crosses a limit before it is cut short. */
void mad_lower_repeat(struct mad_verb *verb, const struct mad_node *repeat,
                      const struct mad_env *env)
{
    struct mad_codegen *codegen = verb->codegen;
    const uint32_t most = repeat->n0 == 0 ? MAD_MAX_ROUNDS + 1 : (uint32_t)repeat->n0;
    if (repeat->next != NULL || verb->block != NULL || repeat->n0 < 0 ||
        repeat->n0 > MAD_MAX_ROUNDS) {
        mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, repeat->span,
                          "`repeat` is the last line of a verb, and `at most N times` at most %d",
                          MAD_MAX_ROUNDS);
        return;
    }
    const struct mad_env *blanks = hand_on(verb, repeat, env);
    const uint32_t address = blanks != NULL ? address_of_round(verb, blanks) : 0;
    if (address == 0) {
        return;
    }
    struct mad_verb here = *verb;
    struct mad_label stop = {0};
    const bool may_stop = repeat->n1 != 0;
    if (may_stop) {
        here.effects = true;
        mad_save_level(&here);
    }
    mad_emit(codegen, MAD_OP_REPEAT, most, 0, verb->ending, address);
    mad_emit(codegen, MAD_OP_SAVE, may_stop ? here.level : verb->fail.level, 1, 0, 0);
    mad_emit_jump(codegen, MAD_OP_JUMP, 0, 0, 0, may_stop ? &stop : verb->fail.label);
    mad_label_bind(codegen, &stop);
    mad_lower_end(verb);
}
