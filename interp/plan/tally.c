/* tally.c - numbers that squares and men carry: what they add up to, where they are so many, how they change.
 *
 * Layer: plan. Such a number is a mark for each of its binary digits, so that whatever is asked of it is asked
 * of sets, of all squares at once: `seeds on rank 1` counts the squares of each digit, a 2's digit for two;
 * `board where seeds is at least 6` keeps those with the digits of 4 and 2, or with one above these. It relies on
 * value.c for squares, on number.c for sums, and on the machine's `tally` for changes alone. */
#include "value.h"
#include "verb.h"

static const struct mad_value NONE = {.kind = MAD_KIND_NONE};

bool mad_is_tally(const struct mad_codegen *codegen, const struct mad_node *node,
                  const struct mad_env *env, uint32_t *mark)
{
    return mad_local(env, node) == NULL && mad_is_mark(codegen, node, mark) &&
           codegen->rules->marks[*mark].most > 0;
}

static int32_t largest(const struct mad_codegen *codegen, uint32_t mark)
{
    return codegen->rules->marks[mark].most;
}

/* Of men who stand on one another it says how many are below him on top: he counts as well. */
static bool is_height(const struct mad_codegen *codegen, uint32_t mark)
{
    return codegen->rules->marks[mark].is_height;
}

static struct mad_value men_now(struct mad_codegen *codegen)
{
    const struct mad_node piece = {.kind = MAD_NODE_CONST, .n0 = MAD_WORD_PIECE};
    return mad_squares_of(codegen, &piece, NULL);
}

static struct mad_value digit_of(struct mad_codegen *codegen, uint32_t mark, uint32_t digit)
{
    return mad_slot_value(codegen, codegen->game->mark_slot + mark + digit);
}

/* --- seeds on X ------------------------------------------------------------------------------ */

bool mad_says_tally(const struct mad_codegen *codegen, const struct mad_node *node,
                    const struct mad_env *env, uint32_t *mark)
{
    while (node->kind == MAD_NODE_ON || node->kind == MAD_NODE_EXCEPT ||
           node->kind == MAD_NODE_NEXT_TO) {
        node = node->first;
    }
    return mad_is_tally(codegen, node, env, mark);
}

struct mad_value mad_tally_value(struct mad_codegen *codegen, uint32_t mark,
                                 const struct mad_value *squares)
{
    if (squares->kind != MAD_KIND_SQUARES) {
        return NONE;
    }
    const struct mad_value none = {.kind = MAD_KIND_NUMBER};
    const struct mad_span span = codegen->span;
    const uint32_t sum = mad_in_number(codegen, &none, span),
                   more = mad_in_number(codegen, &none, span);
    for (uint32_t digit = 0; largest(codegen, mark) >> digit > 0; digit++) {
        struct mad_value of = digit_of(codegen, mark, digit);
        of = mad_combine_values(codegen, MAD_BOTH, &of, squares);
        mad_emit(codegen, MAD_OP_SIZE, more, mad_in_register(codegen, &of), 0, digit);
        mad_emit(codegen, MAD_OP_ADD, sum, sum, more, 0);
    }
    if (is_height(codegen, mark)) {
        struct mad_value men = men_now(codegen);
        men = mad_combine_values(codegen, MAD_BOTH, &men, squares);
        mad_emit(codegen, MAD_OP_SIZE, more, mad_in_register(codegen, &men), 0, 0);
        mad_emit(codegen, MAD_OP_ADD, sum, sum, more, 0);
    }
    codegen->values.next_number = more;
    return (struct mad_value){.kind = MAD_KIND_NUMBER, .worked_out = sum + 1};
}

/* --- X where seeds is N ---------------------------------------------------------------------- */

/* The squares of the board where it is at least so much: above a digit that is wanted both that and what is
 * wanted below, above one that is not either will do. */
static struct mad_value at_least(struct mad_codegen *codegen, uint32_t mark, int32_t least)
{
    const struct mad_squares nothing = {{0}};
    if (is_height(codegen, mark) && least-- == 1) {
        return men_now(codegen);
    }
    struct mad_value result =
        mad_const_value(least > largest(codegen, mark) ? &nothing : &codegen->board);
    if (least <= 0 || least > largest(codegen, mark)) {
        return result;
    }
    bool any = false; /* all that is wanted of the digits below is 0 */
    for (uint32_t digit = 0; largest(codegen, mark) >> digit > 0; digit++) {
        struct mad_value has = digit_of(codegen, mark, digit);
        const bool wanted = least >> digit & 1;
        if (any) {
            result = mad_combine_values(codegen, wanted ? MAD_BOTH : MAD_EITHER, &result, &has);
        } else if (wanted) {
            result = has;
            any = true;
        }
    }
    return result;
}

struct mad_value mad_where_value(struct mad_codegen *codegen, const struct mad_node *node,
                                 const struct mad_env *env)
{
    const struct mad_node *name = node->first->next, *number = name->next;
    struct mad_value squares = mad_squares_of(codegen, node->first, env);
    uint32_t mark = 0;
    if (!mad_is_tally(codegen, name, env, &mark)) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, name->span,
                          "`where` asks for a number of squares or pieces: say `number %s on each "
                          "square from 0 to 63`",
                          name->name);
        return NONE;
    }
    const struct mad_value said = mad_silent_value(codegen, number, env);
    if (said.kind != MAD_KIND_NUMBER || said.counter != 0 || said.worked_out != 0 || said.size) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, number->span,
                          "`where` wants a number that is written, as in `where %s is at least 2`",
                          name->name);
        return NONE;
    }
    const enum mad_is is = (enum mad_is)node->n0;
    const bool up = is == MAD_IS_MORE_THAN || is == MAD_IS_AT_MOST;
    const bool below = is == MAD_IS_LESS_THAN || is == MAD_IS_AT_MOST;
    struct mad_value that = at_least(codegen, mark, said.number + up);
    if (is == MAD_IS) {
        const struct mad_value more = at_least(codegen, mark, said.number + 1);
        that = mad_combine_values(codegen, MAD_WITHOUT, &that, &more);
    }
    const bool without = below != ((node->flags & MAD_FLAG_NEGATED) != 0);
    return mad_combine_values(codegen, without ? MAD_WITHOUT : MAD_BOTH, &squares, &that);
}

/* --- set, increase, decrease ----------------------------------------------------------------- */

void mad_lower_tally(struct mad_codegen *codegen, enum mad_effect effect,
                     const struct mad_node *call, uint32_t mark, const struct mad_env *env)
{
    const struct mad_node *on = mad_argument(call, "on"),
                          *by = mad_argument(call, effect == MAD_EFFECT_SET ? "to" : "by");
    const char *name = codegen->rules->marks[mark].name;
    if (is_height(codegen, mark)) {
        struct mad_finding *finding =
            mad_findings_add(codegen->diagnostics, MAD_FINDING_TYPE, call->span,
                             "how high men stand on one another follows from who stands there");
        mad_finding_remedy(
            codegen->diagnostics, finding,
            "let them come and go: `bring the top of X to the top of Y`, `land on the "
            "top of X`, `take the top of X`");
        codegen->errors++;
        return;
    }
    if (on == NULL || by == NULL) {
        const bool adds = effect == MAD_EFFECT_INCREASE || effect == MAD_EFFECT_DECREASE;
        mad_codegen_error(codegen, MAD_FINDING_CALL_SHAPE, call->span, "say `%s %s on X %s`",
                          adds ? call->name : "set", name,
                          adds                         ? "by 1"
                          : effect == MAD_EFFECT_CLEAR ? "to 0"
                                                       : "to 1");
        return;
    }
    const struct mad_value said = mad_silent_value(codegen, by, env);
    if (mad_is_written(&said) && (said.number < 0 || said.number > largest(codegen, mark))) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, by->span, "`%s` goes from 0 to %d",
                          name, (int)largest(codegen, mark));
        return;
    }
    const uint32_t numbers = codegen->values.next_number;
    const struct mad_value squares = mad_squares_of(codegen, on, env),
                           amount = mad_value_of(codegen, by, env);
    const uint32_t n = mad_in_number(codegen, &amount, by->span);
    if (squares.kind == MAD_KIND_SQUARES) {
        mad_emit(codegen, MAD_OP_TALLY, mad_in_register(codegen, &squares), n,
                 effect == MAD_EFFECT_SET        ? MAD_TALLY_SET
                 : effect == MAD_EFFECT_INCREASE ? MAD_TALLY_ADD
                                                 : MAD_TALLY_TAKE,
                 mark);
    }
    codegen->values.next_number = numbers;
}
