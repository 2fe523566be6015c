/* mover_filter.c - who of the men may do what a verb wants.
 *
 * Layer: plan. What the head of a body requires of each man is asked of all at once where it can be told by
 * squares; so is whether a verb that is repeated finds a way again. Of `require here is next to beasts` only
 * men next to them are left. It relies on reach.c for squares seen from the other end. */
#include "verb.h"

/* A square that is known for each place, where there is one. */
static bool is_one_each(const struct mad_codegen *codegen, const struct mad_value *value)
{
    if (value->kind != MAD_KIND_SQUARES || value->form != MAD_FORM_HERE) {
        return false;
    }
    for (uint32_t i = 0; i < codegen->squares; i++) {
        if (squares_count(&value->table[i]) > 1) {
            return false;
        }
    }
    return true;
}

bool mad_filter_movers_to_some(struct mad_codegen *codegen, const struct mad_value *value,
                               struct mad_value *men)
{
    struct mad_squares places = {{0}};
    if (value->kind != MAD_KIND_SQUARES || value->form != MAD_FORM_HERE) {
        return false;
    }
    for (uint32_t i = 0; i < codegen->squares; i++) {
        if (!squares_empty(&value->table[i])) {
            squares_add(&places, i);
        }
    }
    struct mad_value set = mad_const_value(&places);
    *men = mad_combine_values(codegen, MAD_BOTH, men, &set);
    return true;
}

/* `no King on path`: not the places from which the path meets a King. */
static bool narrow_to_none(struct mad_codegen *codegen, const struct mad_node *on,
                           const struct mad_env *env, struct mad_value *men)
{
    if (on->kind != MAD_NODE_ON) {
        return false;
    }
    struct mad_value path = mad_silent_value(codegen, on->first->next, env),
                     feared = mad_silent_value(codegen, on->first, env);
    if (mad_is_nothing(&feared)) {
        return true;
    }
    if (path.kind != MAD_KIND_SQUARES || path.form != MAD_FORM_HERE ||
        feared.kind != MAD_KIND_PIECES) {
        return false;
    }
    feared = mad_as_squares(codegen, feared, on->span);
    *men = mad_men_reaching(codegen, MAD_WITHOUT, men, path.table, &feared);
    return true;
}

/* `victim is enemy piece` for a square that is known for each place: the places from which it is. */
static bool narrow_to_reaching(struct mad_codegen *codegen, const struct mad_node *is,
                               const struct mad_env *env, struct mad_value *men)
{
    const struct mad_env *local = mad_local(env, is->first);
    if ((is->n0 != MAD_IS && is->n0 != MAD_IS_ON) || (is->flags & MAD_FLAG_NEGATED) ||
        local == NULL || local->node != NULL || !is_one_each(codegen, &local->value) ||
        mad_needs_here(codegen, is->first->next, env)) {
        return false;
    }
    struct mad_value wanted = mad_squares_of(codegen, is->first->next, env);
    *men = mad_men_reaching(codegen, MAD_BOTH, men, local->value.table, &wanted);
    return men->kind == MAD_KIND_SQUARES;
}

/* A requirement that only says where the man must stand narrows the set of men instead of being asked
 * of each: all of them are asked at once. */
static bool narrow_by(struct mad_codegen *codegen, const struct mad_node *truth,
                      const struct mad_env *env, struct mad_value *men)
{
    struct mad_value value;
    if (mad_truth_known(codegen, truth, env) == 1) {
        return true;
    }
    if (mad_truth_as_place(codegen, truth, env, &value)) {
        *men = mad_combine_values(codegen, MAD_BOTH, men, &value);
        return true;
    }
    if (mad_wants_a_square(truth) && truth->first->kind == MAD_NODE_REF) {
        value = mad_silent_value(codegen, truth->first, env);
        return mad_filter_movers_to_some(codegen, &value, men);
    }
    if (truth->kind == MAD_NODE_IS) {
        return narrow_to_reaching(codegen, truth, env, men);
    }
    if (truth->kind == MAD_NODE_SOME && truth->n0 == MAD_SOME_NO) {
        return narrow_to_none(codegen, truth->first, env, men);
    }
    if (truth->kind == MAD_NODE_EVERY_IS_ON) {
        value = mad_silent_value(codegen, truth->first, env);
        return mad_is_nothing(&value);
    }
    return false;
}

const struct mad_env *mad_learn(struct mad_codegen *codegen, const struct mad_node *truth,
                                const struct mad_env *env)
{
    for (const struct mad_node *part = truth->first; truth->kind == MAD_NODE_AND && part != NULL;
         part = part->next) {
        env = mad_learn(codegen, part, env);
    }
    if ((!mad_wants_a_square(truth) && truth->kind != MAD_NODE_IS) ||
        (truth->flags & MAD_FLAG_NEGATED) || truth->first->kind != MAD_NODE_REF) {
        return env;
    }
    const struct mad_env *known = mad_env_find(env, truth->first->name);
    if (known == NULL || known->node != NULL || known->value.kind != MAD_KIND_SQUARES ||
        known->value.some) {
        return env;
    }
    struct mad_value value = known->value;
    value.some = true;
    return mad_bind(codegen, known->name, value, env);
}

const struct mad_node *mad_filter_movers(struct mad_codegen *codegen,
                                         const struct mad_node *statement,
                                         const struct mad_env **env, struct mad_value *men)
{
    const bool filters = mad_takes_way(codegen->program, MAD_WAY_MOVER_FILTER);
    for (; filters && statement != NULL && mad_codegen_ok(codegen); statement = statement->next) {
        if (statement->kind == MAD_NODE_LET) {
            struct mad_value value = mad_silent_value(codegen, statement->first, *env);
            const bool stands_now = value.kind == MAD_KIND_PIECES && value.owner >= 0;
            if (value.kind == MAD_KIND_NONE || stands_now) {
                return statement; /* `let x be own King` is read where it stands */
            }
            *env = mad_bind(codegen, statement->name, value, *env);
        } else if (statement->kind != MAD_NODE_REQUIRE ||
                   !narrow_by(codegen, statement->first, *env, men)) {
            return statement;
        } else {
            *env = mad_learn(codegen, statement->first, *env);
        }
    }
    return statement;
}

/* The mark in `choose x from ... on mark ...`; a value of no kind when there is none. */
static struct mad_value mark_to_choose_on(struct mad_codegen *codegen,
                                          const struct mad_node *statement)
{
    if (statement == NULL || statement->kind != MAD_NODE_CHOOSE ||
        statement->first->kind != MAD_NODE_ON) {
        return (struct mad_value){.kind = MAD_KIND_NONE};
    }
    for (const struct mad_node *part = statement->first->first; part != NULL; part = part->next) {
        uint32_t mark;
        if (mad_is_mark(codegen, part, &mark)) {
            return mad_slot_value(codegen, codegen->game->mark_slot + mark);
        }
    }
    return (struct mad_value){.kind = MAD_KIND_NONE};
}

void mad_skip_without_mark(struct mad_codegen *codegen, const struct mad_node *statement,
                           struct mad_label *end)
{
    struct mad_value mark = mark_to_choose_on(codegen, statement);
    if (mark.kind == MAD_KIND_SQUARES && mad_takes_way(codegen->program, MAD_WAY_MARK_SKIP)) {
        mad_emit_jump(codegen, MAD_OP_IF_EMPTY, mark.reg, 0, 0, end);
    }
}

void mad_filter_movers_by_mark(struct mad_codegen *codegen, const struct mad_node *choice,
                               const struct mad_env *env, struct mad_value *men)
{
    struct mad_value mark = mark_to_choose_on(codegen, choice), reach = {.kind = MAD_KIND_NONE};
    if (mark.kind == MAD_KIND_SQUARES && mad_takes_way(codegen->program, MAD_WAY_MARK_SKIP)) {
        const struct mad_node *steps = choice->first;
        while (steps->kind == MAD_NODE_ON) { /* `step D on empty on mark` */
            steps = steps->first;
        }
        reach = mad_silent_value(codegen, steps, env);
    }
    if (reach.kind == MAD_KIND_SQUARES && reach.form == MAD_FORM_HERE) {
        *men = mad_men_reaching(codegen, MAD_BOTH, men, reach.table, &mark);
    }
}

bool mad_chooses_on_arrival(const struct mad_codegen *codegen, uint32_t code)
{
    for (uint32_t row = 0; row < codegen->program->arrival.count[code]; row++) {
        if (codegen->program->arrival.ways[code][row].count > 1) {
            return true;
        }
    }
    return false;
}

/* --- who goes on ----------------------------------------------------------------------------- */

/* A way of effects alone behind which the verb is repeated. */
struct once {
    struct mad_value landing;
    struct mad_value emptied; /* squares that it may leave empty, whoever goes it */
};

/* Reads `take X`, `land on Y`, `repeat`, with X and Y known for each place. */
static bool read_once(struct mad_codegen *codegen, const struct mad_node *body,
                      const struct mad_env *env, const struct mad_value *men, struct once *once)
{
    once->landing.kind = MAD_KIND_NONE;
    once->emptied = *men;
    for (; body != NULL && body->kind == MAD_NODE_CALL; body = body->next) {
        enum mad_effect effect = mad_effect_of(body);
        const struct mad_node *what = mad_argument(body, effect == MAD_EFFECT_LAND ? "on" : NULL);
        struct mad_value squares = {.kind = MAD_KIND_NONE};
        if (what != NULL && (effect == MAD_EFFECT_TAKE || effect == MAD_EFFECT_LAND)) {
            squares = mad_silent_value(codegen, what, env);
        }
        if (!is_one_each(codegen, &squares) || once->landing.kind != MAD_KIND_NONE) {
            return false;
        }
        if (effect == MAD_EFFECT_LAND) {
            once->landing = squares;
        } else {
            squares = mad_reached(codegen, men, squares.table);
            once->emptied = mad_combine_values(codegen, MAD_EITHER, &once->emptied, &squares);
        }
    }
    return body != NULL && body->kind == MAD_NODE_REPEAT && body->first == NULL &&
           once->landing.kind != MAD_KIND_NONE && once->landing.some;
}

/* Leaves those places from which the verb may find a way behind what has been done once, as far as its
 * first sentences tell: enemies only become fewer meanwhile, empty squares more. */
static struct mad_value going_on_from(struct mad_codegen *codegen, const struct mad_node *statement,
                                      const struct mad_env *env, const struct mad_value *empty,
                                      struct mad_value places)
{
    for (; statement != NULL && mad_codegen_ok(codegen); statement = statement->next) {
        const struct mad_node *said = statement->first;
        if (statement->kind == MAD_NODE_LET) {
            struct mad_value value = mad_silent_value(codegen, said, env);
            if (value.kind == MAD_KIND_NONE) {
                return places;
            }
            env = mad_bind(codegen, statement->name, value, env);
        } else if (statement->kind == MAD_NODE_REQUIRE && said->kind == MAD_NODE_IS &&
                   (said->n0 == MAD_IS || said->n0 == MAD_IS_ON) &&
                   !(said->flags & MAD_FLAG_NEGATED) && said->first->kind == MAD_NODE_REF) {
            struct mad_value square = mad_silent_value(codegen, said->first, env), wanted;
            if (is_one_each(codegen, &square) && !mad_needs_here(codegen, said->first->next, env)) {
                wanted = mad_squares_of(codegen, said->first->next, env);
                bool is_empty =
                    wanted.form == MAD_FORM_REGISTER && wanted.reg == MAD_EMPTY_REGISTER;
                if (is_empty || said->first->next->kind == MAD_NODE_ENEMY) {
                    places = mad_men_reaching(codegen, MAD_BOTH, &places, square.table,
                                              is_empty ? empty : &wanted);
                }
            }
        } else if (statement->kind == MAD_NODE_CHOOSE) {
            struct mad_value choice = mad_silent_value(codegen, said, env), way,
                             all = mad_const_value(&(struct mad_squares){{0}});
            if (choice.kind != MAD_KIND_DIRECTIONS) {
                return places;
            }
            while (mad_take_one(&choice, &way)) {
                const struct mad_env *bound = mad_bind(codegen, statement->name, way, env);
                struct mad_value from =
                    going_on_from(codegen, statement->next, bound, empty, places);
                all = mad_combine_values(codegen, MAD_EITHER, &all, &from);
            }
            return all;
        } else if (statement->kind != MAD_NODE_REQUIRE) {
            return places;
        }
    }
    return places;
}

bool mad_who_goes_on(struct mad_verb *verb, const struct mad_node *body, const struct mad_env *env,
                     const struct mad_value *men, struct mad_value *who)
{
    struct mad_codegen *codegen = verb->codegen;
    const struct mad_node *again = mad_child_of_kind(verb->rule->node, MAD_NODE_BODY)->first;
    struct once once;
    const uint32_t code =
        verb->type >= 0 ? codegen->game->code_of[verb->type][codegen->side] : 0xff;
    if (code == 0xff || verb->level != 0 || mad_chooses_on_arrival(codegen, code)) {
        return false;
    }
    for (uint32_t victim = 0; victim < codegen->game->code_count; victim++) {
        if (codegen->program->piece.taken[victim] != MAD_NO_PROGRAM) {
            return false;
        }
    }
    if (!read_once(codegen, body, env, men, &once)) {
        return false;
    }
    struct mad_value empty = {
        .kind = MAD_KIND_SQUARES, .form = MAD_FORM_REGISTER, .reg = MAD_EMPTY_REGISTER};
    empty = mad_combine_values(codegen, MAD_EITHER, &empty, &once.emptied);
    struct mad_value landings = mad_reached(codegen, men, once.landing.table);
    struct mad_value from = going_on_from(codegen, again, verb->blanks, &empty, landings);
    *who = mad_men_reaching(codegen, MAD_BOTH, men, once.landing.table, &from);
    return who->kind == MAD_KIND_SQUARES;
}
