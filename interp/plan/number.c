/* number.c - numbers of an expression: sums, how many men there are, and what they are worth.
 *
 * Layer: plan. What is known now is a constant, `2 + 3`; all else is left in a register for numbers. It relies
 * on value.c for squares and men that are counted. */
#include "expr.h"
#include "value.h"

static const struct mad_value NONE = {.kind = MAD_KIND_NONE};

static uint32_t new_number(struct mad_codegen *codegen)
{
    const bool is_handler = codegen->values.register_end > MAD_HANDLER_REGISTERS;
    if (codegen->values.next_number >= (is_handler ? MAD_NUMBERS : MAD_NUMBERS / 2)) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, codegen->span,
                          "this needs more than %d numbers at once; make the sentence shorter",
                          MAD_NUMBERS / 2);
        codegen->values.next_number = 0;
    }
    return codegen->values.next_number++;
}

static struct mad_value number_value(uint32_t reg)
{
    return (struct mad_value){.kind = MAD_KIND_NUMBER, .worked_out = reg + 1};
}

uint32_t mad_in_number(struct mad_codegen *codegen, const struct mad_value *value,
                       struct mad_span span)
{
    if (value->worked_out != 0) {
        return value->worked_out - 1;
    }
    uint32_t into = new_number(codegen);
    if (value->kind != MAD_KIND_NUMBER) {
        if (value->kind != MAD_KIND_NONE) {
            mad_codegen_error(codegen, MAD_FINDING_TYPE, span,
                              "a number is wanted here, such as `number of X` or a counter");
        }
    } else if (value->counter != 0) {
        mad_emit(codegen, MAD_OP_COUNTER, into, value->counter - 1, 0, 0);
    } else if (value->size) {
        mad_emit(codegen, MAD_OP_SIZE, into, value->reg, 0, 0);
    } else {
        mad_emit(codegen, MAD_OP_NUMBER, into, 0, 0, (uint32_t)value->number);
    }
    return into;
}

/* A plus B, A minus B: the sum stands where A's number stood. */
struct mad_value mad_sum_value(struct mad_codegen *codegen, const struct mad_node *node,
                               const struct mad_env *env)
{
    struct mad_value a = mad_value_of(codegen, node->first, env);
    uint32_t left = mad_in_number(codegen, &a, node->first->span),
             before = codegen->values.next_number;
    struct mad_value b = mad_value_of(codegen, node->first->next, env);
    uint32_t right = mad_in_number(codegen, &b, node->first->next->span);
    uint32_t into =
        a.worked_out != 0 && node->first->kind != MAD_NODE_PLUS ? new_number(codegen) : left;
    mad_emit(codegen, MAD_OP_ADD, into, left, right, (node->flags & MAD_FLAG_NEGATED) != 0);
    codegen->values.next_number = into >= before ? into + 1 : before;
    return number_value(into);
}

/* `number of X`, `worth of X`: of squares, or of what a player's pocket holds; `worth of former X` is that of the men
 * who stood there. */
struct mad_value mad_amount_value(struct mad_codegen *codegen, struct mad_value of, bool worth,
                                  bool was, struct mad_span span)
{
    if (of.kind == MAD_KIND_POCKET && of.was) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, span,
                          "what a pocket holds is counted as it is now: leave out `former`");
        return NONE;
    }
    if (of.kind == MAD_KIND_POCKET && of.owned) {
        uint32_t into = new_number(codegen);
        mad_emit(codegen, MAD_OP_HELD, into, of.pocket, (uint32_t)of.owner, worth);
        return number_value(into);
    }
    if (of.kind == MAD_KIND_POCKET) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, span,
                          "every player has such a pocket; say `own %s` or `enemy %s`",
                          codegen->rules->pockets[of.pocket].name,
                          codegen->rules->pockets[of.pocket].name);
        return NONE;
    }
    of = mad_as_squares(codegen, of, span);
    uint32_t reg = of.kind == MAD_KIND_SQUARES ? mad_in_register(codegen, &of) : 0;
    if (!worth) {
        return (struct mad_value){.kind = MAD_KIND_NUMBER, .size = true, .reg = (uint8_t)reg};
    }
    uint32_t into = new_number(codegen);
    mad_emit(codegen, was ? MAD_OP_WORTH_FORMER : MAD_OP_WORTH, into, reg, 0, 0);
    return number_value(into);
}
