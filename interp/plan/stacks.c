/* stacks.c - men who stand on one another.
 *
 * Layer: plan. Every other sentence sees the man on top of a square, and moves or takes all who stand there;
 * `the top of X` and `the bottom of X` are said where it matters: `land on the top of X` takes nobody,
 * `bring the top of victim to the bottom of here` puts a prisoner below who stands here. It relies on memory.c
 * for how many men are counted on each square. */
#include <string.h>

#include "value.h"
#include "verb.h"

_Static_assert(MAD_PART_WHOLE == (int)MAD_STACK_INSTEAD && MAD_PART_TOP == (int)MAD_STACK_UPON &&
                   MAD_PART_BOTTOM == (int)MAD_STACK_BELOW,
               "what is said is where they come to stand");

enum mad_part mad_part_of(const struct mad_node *call, const char *label)
{
    const struct mad_node *arg = mad_tree_arg(call, label);
    return arg != NULL ? (enum mad_part)arg->n0 : MAD_PART_WHOLE;
}

bool mad_says_part(const struct mad_node *call)
{
    bool says = false;
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        says = says || arg->n0 != MAD_PART_WHOLE;
    }
    return says;
}

uint8_t mad_moves_of(const struct mad_node *call)
{
    const enum mad_effect effect = mad_effect_of(call);
    if (effect != MAD_EFFECT_STACK) {
        return effect != MAD_EFFECT_NONE ? mad_effects[effect].moves : 0;
    }
    return strcmp(call->name, "take") == 0 ? MAD_MOVES_OTHERS
           : strcmp(call->name, "land") == 0
               ? MAD_MOVES_HIM
               : mad_effects[effect].moves; /* whoever stands here may be among them */
}

static void refuse_part(struct mad_codegen *codegen, const struct mad_node *at, const char *remedy)
{
    struct mad_finding *finding =
        mad_findings_add(codegen->diagnostics, MAD_FINDING_CALL_SHAPE, at->span,
                         "men who stand on one another are not spoken of like this here");
    mad_finding_remedy(codegen->diagnostics, finding, "%s", remedy);
    codegen->errors++;
}

bool mad_check_parts(struct mad_codegen *codegen, const struct mad_node *call)
{
    static const struct {
        const char *word, *label;
        uint32_t parts; /* bits */
        bool counted;
    } KNOWN[] = {{"land", "on", 1u << MAD_PART_TOP | 1u << MAD_PART_BOTTOM, false},
                 {"bring", NULL, 1u << MAD_PART_TOP, true},
                 {"bring", "to", 1u << MAD_PART_TOP | 1u << MAD_PART_BOTTOM, false},
                 {"take", NULL, 1u << MAD_PART_TOP, true},
                 {"put", "on", 1u << MAD_PART_TOP, false}};
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        const bool counted = arg->first != NULL && arg->first->next != NULL;
        bool known = arg->n0 == MAD_PART_WHOLE;
        for (size_t i = 0; !known && i < sizeof KNOWN / sizeof *KNOWN; i++) {
            known = strcmp(KNOWN[i].word, call->name) == 0 &&
                    mad_tree_same_text(KNOWN[i].label, arg->text) &&
                    (KNOWN[i].parts >> arg->n0 & 1) != 0 && (KNOWN[i].counted || !counted);
        }
        if (!known) {
            refuse_part(codegen, arg,
                        "what is said of a square is said of the man on top, and of all who stand "
                        "there when they move or are taken; beside that there are `land on the top "
                        "of X`, `land on the bottom of X`, `bring the top 2 of X to the top of Y`, "
                        "`take the top of X` and `put man on the top of X`");
            return false;
        }
        if (arg->n0 != MAD_PART_WHOLE && !mad_men_stack(codegen)) {
            refuse_part(codegen, arg, "say `men stand on one another` above the pieces");
            return false;
        }
    }
    return true;
}

/* How many of the men on top are spoken of, in a register. */
static uint32_t how_many(struct mad_codegen *codegen, const struct mad_node *arg,
                         const struct mad_env *env)
{
    const bool all = arg == NULL || arg->n0 == MAD_PART_WHOLE;
    const struct mad_node *said = arg != NULL && arg->first != NULL ? arg->first->next : NULL;
    const struct mad_value one = {.kind = MAD_KIND_NUMBER, .number = all ? MAD_MAX_HEIGHT : 1};
    const struct mad_value number = said != NULL ? mad_value_of(codegen, said, env) : one;
    return mad_in_number(codegen, &number, said != NULL ? said->span : codegen->span);
}

/* `take the top 2 of X`: one after the other. */
static void lower_take_top(struct mad_codegen *codegen, const struct mad_node *call,
                           const struct mad_env *env)
{
    const struct mad_node *squares = mad_argument(call, NULL), *said = squares->next;
    const struct mad_value number = said != NULL
                                        ? mad_value_of(codegen, said, env)
                                        : (struct mad_value){.kind = MAD_KIND_NUMBER, .number = 1};
    if (number.kind != MAD_KIND_NUMBER || number.counter != 0 || number.worked_out != 0 ||
        number.size || number.number < 1 || number.number > MAD_MAX_HEIGHT) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, said->span,
                          "a number from 1 to %d is wanted here, as in `take the top 2 of X`",
                          (int)MAD_MAX_HEIGHT);
        return;
    }
    const struct mad_value value = mad_squares_of(codegen, squares, env);
    if (value.kind == MAD_KIND_SQUARES) {
        const uint32_t where = mad_in_register(codegen, &value),
                       fate = mad_fate_of(codegen, mad_argument(call, "as"));
        for (int32_t i = 0; i < number.number; i++) {
            mad_emit(codegen, MAD_OP_TAKE, where, fate, 1, 0);
        }
    }
}

void mad_lower_stack(struct mad_codegen *codegen, const struct mad_node *call,
                     const struct mad_env *env)
{
    const bool lands = strcmp(call->name, "land") == 0;
    const char *label = lands ? "on" : "to";
    const struct mad_node *object = mad_argument(call, NULL), *where = mad_argument(call, label);
    const bool whole = mad_part_of(call, NULL) == MAD_PART_WHOLE;
    if (strcmp(call->name, "take") == 0) {
        lower_take_top(codegen, call, env);
        return;
    }
    if (!lands &&
        ((whole && mad_is_word(object, MAD_WORD_HERE)) ||
         (mad_part_of(call, label) == MAD_PART_WHOLE && mad_is_word(where, MAD_WORD_HERE)))) {
        refuse_part(codegen, call,
                    whole ? "all who stand here go by `land on the top of X`"
                          : "who stands here would be taken: say `to the top of here`, or `to the "
                            "bottom of here`");
        return;
    }
    const uint32_t numbers = codegen->values.next_number;
    const struct mad_value to = mad_squares_of(codegen, where, env);
    const struct mad_value from =
        lands ? (struct mad_value){.kind = MAD_KIND_NONE} : mad_squares_of(codegen, object, env);
    if (to.kind == MAD_KIND_SQUARES && (lands || from.kind == MAD_KIND_SQUARES)) {
        const uint32_t here =
            lands ? mad_emit_value(codegen, MAD_OP_HERE, 0, 0, 0) : mad_in_register(codegen, &from);
        const uint32_t count = how_many(codegen, lands ? NULL : mad_tree_arg(call, NULL), env);
        mad_emit(codegen, MAD_OP_STACK, here, mad_in_register(codegen, &to), count,
                 mad_part_of(call, label));
    }
    codegen->values.next_number = numbers;
}
