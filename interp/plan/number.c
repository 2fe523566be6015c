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
    if (codegen->values.next_number >= (is_handler ? MAD_NUMBERS : MAD_FIRST_HANDED)) {
        mad_codegen_error(codegen, MAD_FINDING_LIMIT, codegen->span,
                          "this needs more than %d numbers at once; make the sentence shorter",
                          MAD_FIRST_HANDED);
        codegen->values.next_number = 0;
    }
    return codegen->values.next_number++;
}

static struct mad_value number_value(uint32_t reg)
{
    return (struct mad_value){.kind = MAD_KIND_NUMBER, .worked_out = reg + 1};
}

struct mad_value mad_number_kept(struct mad_codegen *codegen, uint32_t reg, int32_t more)
{
    const uint32_t into = new_number(codegen);
    mad_emit(codegen, MAD_OP_NUMBER, into, 0, 0, (uint32_t)more);
    mad_emit(codegen, MAD_OP_ADD, into, reg, into, 0);
    return number_value(into);
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

/* --- X worth less than Y --------------------------------------------------------------------- */

static bool is_none(struct mad_types types)
{
    return (types.word[0] | types.word[1]) == 0;
}

struct mad_types mad_types_worth(const struct mad_codegen *codegen, enum mad_is is, int32_t worth)
{
    const uint8_t *worths = codegen->program->piece.worth;
    struct mad_types types = {{0, 0}};
    for (uint32_t type = 0; worths != NULL && type < codegen->game->type_count; type++) {
        const int32_t its = worths[type];
        const bool holds = is == MAD_IS             ? its == worth
                           : is == MAD_IS_AT_LEAST  ? its >= worth
                           : is == MAD_IS_AT_MOST   ? its <= worth
                           : is == MAD_IS_MORE_THAN ? its > worth
                                                    : its < worth;
        if (holds) {
            types_add(&types, type);
        }
    }
    return types;
}

/* Those who are compared: `enemy piece` are all men of one owner, whoever he is. */
struct compared {
    struct mad_value men; /* squares */
    int owner;            /* whose they are, -1: anybody's */
    bool is_all;          /* all of them that are his */
};

static struct mad_value men_worth(struct mad_codegen *codegen, const struct compared *compared,
                                  struct mad_types types)
{
    const struct mad_value men = {
        .kind = MAD_KIND_PIECES, .types = types, .owner = compared->owner};
    const struct mad_value squares = mad_as_squares(codegen, men, codegen->span);
    return compared->is_all ? squares
                            : mad_combine_values(codegen, MAD_BOTH, &compared->men, &squares);
}

static struct compared whom(struct mad_codegen *codegen, const struct mad_node *node,
                            const struct mad_env *env)
{
    const bool is_own = node->kind == MAD_NODE_OWN;
    const bool is_whose = is_own || node->kind == MAD_NODE_ENEMY;
    struct compared compared = {.owner = -1};
    if (is_whose) {
        compared.owner = (int)(is_own ? codegen->side : 1 - codegen->side);
        compared.is_all = mad_is_word(node->first, MAD_WORD_PIECE);
    }
    if (!compared.is_all) {
        compared.men = mad_squares_of(codegen, node, env);
    }
    return compared;
}

/* Every square of the board, if one of these is somewhere. */
static struct mad_value everywhere_if(struct mad_codegen *codegen, const struct mad_value *squares)
{
    struct mad_squares *table = mad_new_table(codegen);
    for (uint32_t i = 0; table != NULL && i < codegen->squares; i++) {
        table[i] = codegen->board;
    }
    return mad_reached(codegen, squares, table);
}

/* Those with whom they are compared are asked for by what they are worth: of each worth who compares so with it counts
 * if somebody of that worth is there. */
static struct mad_value worth_than_men(struct mad_codegen *codegen, enum mad_is is,
                                       const struct compared *compared,
                                       const struct mad_value *others, bool former)
{
    static const struct compared ANYBODY = {.owner = -1, .is_all = true};
    const bool was = codegen->former;
    struct mad_value found = mad_const_value(&(struct mad_squares){{0}});
    for (int32_t worth = 0; worth <= UINT8_MAX; worth++) {
        const struct mad_types same = mad_types_worth(codegen, MAD_IS, worth),
                               types = mad_types_worth(codegen, is, worth);
        if (is_none(same) || is_none(types)) {
            continue;
        }
        const struct mad_room room = mad_codegen_room(codegen);
        codegen->former = was || former;
        struct mad_value some = men_worth(codegen, &ANYBODY, same);
        codegen->former = was;
        some = mad_combine_values(codegen, MAD_BOTH, others, &some);
        const struct mad_value all = everywhere_if(codegen, &some),
                               men = men_worth(codegen, compared, types),
                               those = mad_combine_values(codegen, MAD_BOTH, &all, &men);
        found = mad_combine_values(codegen, MAD_EITHER, &found, &those);
        mad_codegen_leave_room(codegen, room, &found);
    }
    return found;
}

/* Whether nothing has happened yet that could have made another of the man whose line it is. */
static bool is_he(const struct mad_codegen *codegen, const struct mad_node *node)
{
    return mad_is_word(node, MAD_WORD_HERE) && codegen->man.line_of != 0 && codegen->has_here &&
           !codegen->changed && !codegen->former;
}

static bool is_anybody_worth_something(struct mad_codegen *codegen, const struct mad_node *node)
{
    const bool any = !is_none(mad_types_worth(codegen, MAD_IS_MORE_THAN, 0));
    if (!any) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                          "no piece is worth anything: say `worth 3` under the pieces that are "
                          "compared");
    }
    return any;
}

struct mad_value mad_worth_than(struct mad_codegen *codegen, const struct mad_node *node,
                                const struct mad_env *env)
{
    const enum mad_is is = (enum mad_is)node->n0;
    const struct mad_node *second = node->first->next;
    if (!is_anybody_worth_something(codegen, node)) {
        return NONE;
    }
    const struct compared compared = whom(codegen, node->first, env);
    if (is_he(codegen, second)) {
        const uint32_t type = codegen->game->codes[codegen->man.line_of - 1].type;
        const int32_t worth = codegen->program->piece.worth[type];
        return men_worth(codegen, &compared, mad_types_worth(codegen, is, worth));
    }
    struct mad_value others = mad_value_of(codegen, second, env);
    if (others.kind != MAD_KIND_NUMBER) {
        others = mad_as_squares(codegen, others, second->span);
        return worth_than_men(codegen, is, &compared, &others, second->kind == MAD_NODE_FORMER);
    }
    if (others.counter != 0 || others.worked_out != 0 || others.size) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, second->span,
                          "what a man is worth is compared with that of others, `worth less than "
                          "here`, or with a number that is written, `worth less than 3`");
        return NONE;
    }
    return men_worth(codegen, &compared, mad_types_worth(codegen, is, others.number));
}
