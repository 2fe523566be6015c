/* value.h - what the files that work out values share.
 *
 * Layer: plan. value.c reads what stands in the rules, names.c what names stand for, number.c sums; reach.c works out
 * which squares are reached from others, lie between them or next to them. */
#ifndef MAD_PLAN_VALUE_H
#define MAD_PLAN_VALUE_H

#include "codegen.h"

/* --- value.c --------------------------------------------------------------------------------- */
static inline struct mad_value mad_register_value(uint32_t reg)
{
    return (struct mad_value){
        .kind = MAD_KIND_SQUARES, .form = MAD_FORM_REGISTER, .reg = (uint8_t)reg};
}

/* The same of the register that holds what the instruction works out: one that has it already, or a new one. */
static inline struct mad_value mad_emit_set(struct mad_codegen *codegen, enum mad_op op, uint32_t b,
                                            uint32_t c, uint32_t x)
{
    return mad_register_value(mad_emit_value(codegen, op, b, c, x));
}

/* What the value is for a man on `square`, when it is known now. */
static inline const struct mad_squares *mad_known_at(const struct mad_value *value, uint32_t square)
{
    return value->form == MAD_FORM_CONST ? &value->set : &value->table[square];
}

static inline bool mad_is_known(const struct mad_value *value)
{
    return value->form != MAD_FORM_REGISTER;
}

/* One set for each square, empty. */
struct mad_squares *mad_new_table(struct mad_codegen *codegen);
/* Nobody needs it any more. */
void mad_spare_table(struct mad_codegen *codegen, struct mad_squares *table);
/* What the value is for a man on each square; no value for null. The table, a new one, is the value's. */
struct mad_value mad_table_value(struct mad_codegen *codegen, struct mad_squares *table);
/* A part of the board that is named: a square, a rectangle, ranks, a file (places.c). */
struct mad_value mad_place_value(struct mad_codegen *codegen, const struct mad_node *node);
/* Where the man stands. */
struct mad_value mad_here_value(struct mad_codegen *codegen, const struct mad_node *node);

/* --- names.c, number.c ----------------------------------------------------------------------- */
struct mad_value mad_sum_value(struct mad_codegen *codegen, const struct mad_node *node,
                               const struct mad_env *env);
/* How many men, or what they are worth: on squares, in a pocket. */
struct mad_value mad_amount_value(struct mad_codegen *codegen, struct mad_value of, bool worth,
                                  bool was, struct mad_span span);

/* `X worth less than Y`: those of X who are worth less than one on Y, or than a number. */
struct mad_value mad_worth_than(struct mad_codegen *codegen, const struct mad_node *node,
                                const struct mad_env *env);
/* All who compare so with what is worth that much. */
struct mad_types mad_types_worth(const struct mad_codegen *codegen, enum mad_is is, int32_t worth);

/* --- tally.c --------------------------------------------------------------------------------- */
/* Whether the node names a number of squares or pieces: which mark is its lowest digit. */
bool mad_is_tally(const struct mad_codegen *codegen, const struct mad_node *node,
                  const struct mad_env *env, uint32_t *mark);
/* Whether it is one of some squares: `seeds on X`, `seeds on X except Y`. */
bool mad_says_tally(const struct mad_codegen *codegen, const struct mad_node *node,
                    const struct mad_env *env, uint32_t *mark);
/* All that it says of these squares, together. */
struct mad_value mad_tally_value(struct mad_codegen *codegen, uint32_t mark,
                                 const struct mad_value *squares);
struct mad_value mad_where_value(struct mad_codegen *codegen, const struct mad_node *node,
                                 const struct mad_env *env);

/* --- reach.c --------------------------------------------------------------------------------- */
/* `line of 4 (own piece)`: who stands in such a line, or, to ask whether there is one, where it ends; `step WAY` and `line WAY over X`; movements such as `slide queenwise`. */
struct mad_value mad_line_of_value(struct mad_codegen *codegen, const struct mad_node *node,
                                   bool ends_alone, const struct mad_env *env);
struct mad_value mad_step_value(struct mad_codegen *codegen, const struct mad_node *node,
                                const struct mad_env *env);
/* `leap N along D`: nowhere where there are fewer squares, and where N is 0 or less. */
struct mad_value mad_leap_along_value(struct mad_codegen *codegen, const struct mad_node *node,
                                      const struct mad_env *env);
struct mad_value mad_motion_value(struct mad_codegen *codegen, const struct mad_node *node,
                                  const struct mad_env *env);
/* Where the motion leads from these squares. */
struct mad_value mad_gone_from(struct mad_codegen *codegen, struct mad_motion *motion,
                               const struct mad_value *start);
/* The whole rank, or file, of each of these squares. */
struct mad_value mad_line_through(struct mad_codegen *codegen, const struct mad_value *of,
                                  bool rank);
/* The squares of `men` that neighbours in `men` lead to from those in `to`, these included. */
struct mad_value mad_joined(struct mad_codegen *codegen, const struct mad_value *men,
                            const struct mad_value *to);
/* `X attacked by Y`, `X attacking Y` (attackers.c). */
struct mad_value mad_attack_value(struct mad_codegen *codegen, const struct mad_node *node,
                                  const struct mad_env *env);
struct mad_value mad_between_value(struct mad_codegen *codegen, const struct mad_value *a,
                                   const struct mad_value *b);
/* `the next N squares along D`: registers of the square that one has come to, of those that are not passed over and
 * of how many are left, and the table that leads on. */
struct mad_series {
    uint32_t at, among, left, step;
};
bool mad_next_squares(struct mad_codegen *codegen, const struct mad_node *node,
                      const struct mad_env *env, struct mad_series *series);
/* Those of the squares nearest to where the man stands, or farthest from it. */
struct mad_value mad_extreme_value(struct mad_codegen *codegen, const struct mad_node *node,
                                   const struct mad_value *of);

#endif
