/* rays.c - counting ways along several rays at once.
 *
 * Layer: plan. A verb that chooses one of several ways, wants squares on it, perhaps without certain men there,
 * and then only acts, is a way for each man and ray that fits. The machine counts all of them with the terms
 * made here; it lists them by the instructions behind, which go through the rays one by one. `choose way from
 * queenwise`, with `line way to edge` as its path, is the example: eight directions at once. It relies on
 * tables/ for the paths, and on the instructions behind it when moves are listed. */
#include <string.h>

#include "codegen.h"

enum { MAX_RAYS = 16 };

struct ray {
    const struct mad_squares *path; /* [squares] */
    const struct mad_node *feared;  /* men who may not be on it; null: any may */
    const struct mad_env *env;
};

/* The value where it is known for each square where the man may stand. */
static const struct mad_squares *table_of(struct mad_codegen *codegen, const struct mad_node *node,
                                          const struct mad_env *env)
{
    struct mad_value value = mad_silent_value(codegen, node, env);
    return value.kind == MAD_KIND_SQUARES && value.form == MAD_FORM_HERE ? value.table : NULL;
}

static bool is_within(const struct mad_codegen *codegen, const struct mad_squares *inner,
                      const struct mad_squares *outer)
{
    for (uint32_t i = 0; i < codegen->squares; i++) {
        struct mad_squares beyond = squares_combine(MAD_WITHOUT, &inner[i], &outer[i]);
        if (!squares_empty(&beyond)) {
            return false;
        }
    }
    return true;
}

static bool is_none(struct mad_codegen *codegen, const struct mad_node *node,
                    const struct mad_env *env)
{
    struct mad_value value = mad_silent_value(codegen, node, env);
    return value.kind == MAD_KIND_SQUARES && value.form == MAD_FORM_CONST &&
           squares_empty(&value.set);
}

/* `path has a square`, `no King on path`, or what is known. */
static bool read_requirement(struct mad_codegen *codegen, const struct mad_node *truth,
                             struct ray *ray)
{
    if (mad_truth_known(codegen, truth, ray->env) == 1) {
        return true;
    }
    if (mad_wants_a_square(truth) && ray->path == NULL) {
        ray->path = table_of(codegen, truth->first, ray->env);
        return ray->path != NULL;
    }
    if (truth->kind == MAD_NODE_EVERY_IS_ON) {
        return is_none(codegen, truth->first, ray->env);
    }
    const struct mad_node *on = truth->first;
    if (truth->kind != MAD_NODE_SOME || truth->n0 != MAD_SOME_NO || on->kind != MAD_NODE_ON ||
        on->first->next->next != NULL || ray->path == NULL || ray->feared != NULL) {
        return false;
    }
    const struct mad_squares *path = table_of(codegen, on->first->next, ray->env);
    if (path == NULL || !is_within(codegen, path, ray->path) ||
        !is_within(codegen, ray->path, path)) {
        return false;
    }
    if (!is_none(codegen, on->first, ray->env)) {
        ray->feared = on->first;
        return !mad_needs_here(codegen, ray->feared, ray->env);
    }
    return true;
}

/* Whether there is a square of this wherever there is one of the ray. */
static bool is_somewhere(struct mad_codegen *codegen, const struct mad_node *node,
                         const struct ray *ray)
{
    struct mad_value value = mad_silent_value(codegen, node, ray->env);
    bool is = value.kind == MAD_KIND_SQUARES;
    for (uint32_t i = 0; is && !value.some && i < codegen->squares; i++) {
        is = squares_empty(&ray->path[i]) ||
             (value.form == MAD_FORM_HERE && !squares_empty(&value.table[i]));
    }
    return is;
}

/* What is done: whoever lands, or is put, comes to some square; for MAD_CLASS_SWEPT only men on the ray are
 * taken, and the man lands on it. */
static bool read_effect(struct mad_codegen *codegen, const struct mad_node *call,
                        const struct ray *ray, enum mad_legality_class gate)
{
    const bool lands = strcmp(call->name, "land") == 0, puts = strcmp(call->name, "put") == 0;
    const struct mad_node *where = strcmp(call->name, "take") == 0 ? mad_argument(call, NULL)
                                   : lands || puts                 ? mad_argument(call, "on")
                                                                   : NULL;
    if ((lands || puts) && (where == NULL || !is_somewhere(codegen, where, ray))) {
        return false;
    }
    if (gate != MAD_CLASS_SWEPT || where == NULL) {
        return gate != MAD_CLASS_SWEPT;
    }
    const struct mad_squares *squares = table_of(codegen, where, ray->env);
    return squares != NULL && is_within(codegen, squares, ray->path);
}

static bool read_ray(struct mad_codegen *codegen, const struct mad_node *statement,
                     enum mad_legality_class gate, struct ray *ray)
{
    bool acts = false, landed = false; /* once he has landed, squares are counted from there */
    for (; statement != NULL; statement = statement->next) {
        if (landed) {
            return false;
        }
        if (statement->kind == MAD_NODE_LET) {
            struct mad_env *bound = mad_codegen_scratch(codegen, sizeof *bound);
            struct mad_value value = mad_silent_value(codegen, statement->first, ray->env);
            if (value.kind == MAD_KIND_NONE || bound == NULL) {
                return false;
            }
            *bound = (struct mad_env){.name = statement->name, .value = value, .next = ray->env};
            ray->env = bound;
        } else if (statement->kind == MAD_NODE_REQUIRE) {
            if (acts || !read_requirement(codegen, statement->first, ray)) {
                return false;
            }
        } else if (statement->kind != MAD_NODE_CALL || ray->path == NULL ||
                   !read_effect(codegen, statement, ray, gate)) {
            return false;
        } else {
            acts = true;
            landed = strcmp(statement->name, "land") == 0;
        }
    }
    return acts && ray->path != NULL;
}

void mad_lower_rays(struct mad_codegen *codegen, const struct mad_node *choose, uint64_t directions,
                    const struct mad_env *env, const struct mad_value *men,
                    enum mad_legality_class gate, struct mad_label *past)
{
    struct ray rays[MAX_RAYS];
    uint32_t count = 0, feared[MAX_RAYS];
    if (!mad_takes_way(codegen->program, MAD_WAY_RAYS)) {
        return;
    }
    for (uint32_t d = 0; d < codegen->direction_count; d++) {
        if (!(directions >> d & 1)) {
            continue;
        }
        struct mad_env *bound = mad_codegen_scratch(codegen, sizeof *bound);
        if (bound == NULL || count == MAX_RAYS) {
            return;
        }
        struct mad_value way = {.kind = MAD_KIND_DIRECTIONS, .directions = UINT64_C(1) << d};
        *bound = (struct mad_env){.name = choose->name, .value = way, .next = env};
        rays[count] = (struct ray){.env = bound};
        if (!read_ray(codegen, choose->next, gate, &rays[count])) {
            return;
        }
        count++;
    }
    uint32_t from = mad_in_register(codegen, men);
    for (uint32_t i = 0; i < count; i++) {
        struct mad_squares none = {{0}};
        struct mad_value squares = rays[i].feared != NULL
                                       ? mad_squares_of(codegen, rays[i].feared, rays[i].env)
                                       : mad_const_value(&none);
        feared[i] = mad_in_register(codegen, &squares);
    }
    mad_emit_jump(codegen, MAD_OP_RAYS, from, gate, count, past);
    for (uint32_t i = 0; i < count; i++) {
        mad_emit(codegen, MAD_OP_LEAP_TERM, feared[i], 0, 0,
                 mad_codegen_leap(codegen, rays[i].path));
    }
}
