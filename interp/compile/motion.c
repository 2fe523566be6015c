/* motion.c - movement as rays, and rays as tables.
 *
 * Layer: compile. A motion says, for every square, along which rays a man goes. A ray is the list of
 * squares on the way; its target j is reached when exactly `over` of the squares before j are occupied
 * (0: a slide, or a leap when there is but one square). Leaps are one set a square; the rays of other
 * motions become ride tables: the occupation of the squares that matter, extracted and packed, is
 * the index of the result. Rays of one direction share a tag; as many tags as the index has room for
 * share a table, in the order of the directions, so that Rook, Bishop and Queen share theirs. */
#include <string.h>

#include "build.h"
#include "../vm/gather.h"

enum { MAX_RAY = 32, MAX_TAGS = MAD_MAX_DIRECTIONS + 257 };

enum ray_rule {
    RAY_COUNT,        /* exactly `over` men before the target */
    RAY_HURDLE_LAST,  /* one man before the target, right before it */
    RAY_HURDLE_FIRST, /* the same, backwards: the man stands on the first square */
};

struct ray {
    uint16_t tag;
    uint8_t rule, over;
    uint8_t first; /* index of the first square that can be a target */
    uint8_t length;
    int8_t right, up; /* where its last leg was heading */
    uint8_t square[MAX_RAY];
};

struct rays {
    const struct ray **items;
    uint32_t count, capacity;
};

struct mad_motion {
    struct rays *from; /* [squares] */
    bool has_terms;
    struct mad_terms terms; /* made once: from then on the motion stays as it is */
};

/* The final form of a ride table row is struct mad_ride_row of the machine; this is what it is made
 * from, kept so that equal tables are made once. */
struct mad_ride_source {
    struct mad_motion *motion; /* only the rays of this table */
    uint32_t asked, agrees;    /* bits, by men jumped: whether its ways agree with `between` */
};

struct mad_motion *mad_motion_new(struct mad_build *build)
{
    struct mad_motion *motion = mad_build_scratch(build, sizeof *motion);
    if (motion != NULL) {
        motion->from = mad_build_scratch(build, build->squares * sizeof *motion->from);
        if (motion->from == NULL) {
            return NULL;
        }
    }
    return motion;
}

static void share_ray(struct mad_build *build, struct rays *rays, const struct ray *ray)
{
    if (mad_build_grow(build, (void **)&rays->items, &rays->capacity, rays->count,
                       sizeof *rays->items)) {
        rays->items[rays->count++] = ray;
    }
}

/* Keeps the ray if it leads anywhere. */
static void add_ray(struct mad_build *build, struct rays *rays, const struct ray *ray)
{
    enum { AT_ONCE = 64 };
    if (ray->length <= ray->first) {
        return;
    }
    if (build->spare_rays == 0) {
        build->spare_ray = mad_build_scratch(build, AT_ONCE * sizeof *build->spare_ray);
        build->spare_rays = build->spare_ray != NULL ? AT_ONCE : 0;
    }
    if (build->spare_rays != 0) {
        build->spare_rays--;
        *build->spare_ray = *ray;
        share_ray(build, rays, build->spare_ray++);
    }
}

static bool ray_has(const struct ray *ray, uint32_t square)
{
    for (uint32_t i = 0; i < ray->length; i++) {
        if (ray->square[i] == square) {
            return true;
        }
    }
    return false;
}

/* --- from the tree ---------------------------------------------------------------------------------- */

/* The offset of a direction for the player whose motions are made. */
static void vector_of(struct mad_build *build, uint32_t direction, int *right, int *up)
{
    const struct mad_rule_direction *said = &build->rules->directions[direction];
    *right = said->right;
    *up = said->up;
    for (uint32_t from = 0; said->own && from < build->squares; from++) {
        int to = mad_step(build, build->side, direction, from);
        if (to >= 0) {
            int sign = to == mad_square_at(build, from, *right, *up) ? 1 : -1;
            *right *= sign;
            *up *= sign;
            return;
        }
    }
}

static struct ray ray_along(struct mad_build *build, uint32_t direction)
{
    int right, up;
    vector_of(build, direction, &right, &up);
    return (struct ray){.tag = (uint16_t)direction, .right = (int8_t)right, .up = (int8_t)up};
}

static void add_steps(struct mad_build *build, struct mad_motion *motion, uint64_t directions)
{
    for (uint32_t d = 0; d < build->direction_count; d++) {
        if (!(directions >> d & 1)) {
            continue;
        }
        struct ray ray = ray_along(build, d);
        ray.length = 1;
        for (uint32_t from = 0; from < build->squares; from++) {
            int to = mad_step(build, build->side, d, from);
            if (to >= 0) {
                ray.square[0] = (uint8_t)to;
                add_ray(build, &motion->from[from], &ray);
            }
        }
    }
}

static void add_slides(struct mad_build *build, struct mad_motion *motion, uint64_t directions,
                       const struct mad_node *node)
{
    uint32_t limit = node->n0 > 0 && node->n0 < MAX_RAY ? (uint32_t)node->n0 : MAX_RAY;
    for (uint32_t d = 0; d < build->direction_count; d++) {
        if (!(directions >> d & 1)) {
            continue;
        }
        struct ray ray = ray_along(build, d);
        ray.over = (uint8_t)node->n1;
        ray.rule = node->flags & MAD_FLAG_JUST_BEYOND ? RAY_HURDLE_LAST : RAY_COUNT;
        for (uint32_t from = 0; from < build->squares; from++) {
            int to = mad_step(build, build->side, d, from);
            struct mad_squares seen = {{0}};
            squares_add(&seen, from);
            ray.length = 0;
            while (to >= 0 && ray.length < limit && !squares_has(&seen, (uint32_t)to)) {
                squares_add(&seen, (uint32_t)to);
                ray.square[ray.length++] = (uint8_t)to;
                to = mad_step(build, build->side, d, (uint32_t)to);
            }
            add_ray(build, &motion->from[from], &ray);
        }
    }
}

/* The squares walked over by a leap that must not jump: straight first, then diagonally. */
static void add_walk(const struct mad_build *build, struct ray *ray, uint32_t from, int right,
                     int up)
{
    int x = 0, y = 0;
    while (x != right || y != up) {
        int left_x = right > x ? right - x : x - right, left_y = up > y ? up - y : y - up;
        x += left_x >= left_y && right != x ? (right > x ? 1 : -1) : 0;
        y += left_y >= left_x && up != y ? (up > y ? 1 : -1) : 0;
        int at = mad_square_at(build, from, x, y);
        if (at < 0) {
            ray->length = 0; /* a hole is in the way */
            return;
        }
        ray->square[ray->length++] = (uint8_t)at;
    }
    ray->first = (uint8_t)(ray->length - 1);
}

static void add_leap(struct mad_build *build, struct mad_motion *motion,
                     const struct mad_node *node, uint32_t tag, int right, int up)
{
    for (uint32_t from = 0; from < build->squares; from++) {
        struct ray ray = {
            .tag = (uint16_t)(MAD_MAX_DIRECTIONS + tag), .right = (int8_t)right, .up = (int8_t)up};
        int to = mad_square_at(build, from, right, up);
        if (to < 0 || (uint32_t)to == from) {
            continue;
        }
        if (node->flags & MAD_FLAG_LAME) {
            add_walk(build, &ray, from, right, up);
        } else if (node->flags & MAD_FLAG_REPEATEDLY) {
            while (to >= 0 && (uint32_t)to != from && ray.length < MAX_RAY &&
                   !ray_has(&ray, (uint32_t)to)) {
                ray.square[ray.length++] = (uint8_t)to;
                to = mad_square_at(build, (uint32_t)to, right, up);
            }
        } else {
            ray.square[ray.length++] = (uint8_t)to;
        }
        add_ray(build, &motion->from[from], &ray);
    }
}

static void add_turned_leap(struct mad_build *build, struct mad_motion *motion,
                            const struct mad_node *node, int right, int up)
{
    uint32_t tag = (uint32_t)((up + MAD_MAX_SIDE) * 2 * MAD_MAX_SIDE + right + MAD_MAX_SIDE) % 256;
    add_leap(build, motion, node, tag, right, up);
}

/* On hexagons there are six turns, and a mirror image of each unless the offset is its own. */
static void add_hexagon_leaps(struct mad_build *build, struct mad_motion *motion,
                              const struct mad_node *node)
{
    int a = node->n0, b = node->n1;
    bool is_own_mirror = a == 0 || b == 0 || a == b || a == 2 * b || b == 2 * a;
    for (int mirror = 0; mirror < (is_own_mirror ? 1 : 2); mirror++) {
        int right = mirror ? b : a, up = mirror ? a : b;
        for (int turn = 0; turn < 6; turn++) {
            add_turned_leap(build, motion, node, right, up);
            int turned = up - right;
            right = up;
            up = turned;
        }
    }
}

/* All turns and mirror images of the offset, each once. */
static void add_leaps(struct mad_build *build, struct mad_motion *motion,
                      const struct mad_node *node)
{
    int a = node->n0, b = node->n1;
    if (a < 0 || b < 0 || a >= MAD_MAX_SIDE || b >= MAD_MAX_SIDE || (a == 0 && b == 0)) {
        mad_build_error(build, MAD_FINDING_NUMBER_RANGE, node->span,
                        "a leap of %d,%d goes nowhere on any board", a, b);
        return;
    }
    if (build->game->hexagons) {
        add_hexagon_leaps(build, motion, node);
        return;
    }
    for (uint32_t turn = 0; turn < 8; turn++) {
        int right = (turn & 1 ? -1 : 1) * (turn & 4 ? b : a),
            up = (turn & 2 ? -1 : 1) * (turn & 4 ? a : b);
        bool seen = ((turn & 1) && (turn & 4 ? b : a) == 0) ||
                    ((turn & 2) && (turn & 4 ? a : b) == 0) || ((turn & 4) && a == b);
        if (!seen) {
            add_turned_leap(build, motion, node, right, up);
        }
    }
}

void mad_motion_add(struct mad_build *build, struct mad_motion *motion,
                    const struct mad_motion *other)
{
    for (uint32_t from = 0; from < build->squares && other != NULL; from++) {
        if (motion->from[from].count == 0) { /* both have the same rays until one gets more */
            motion->from[from] = other->from[from];
            motion->from[from].capacity = other->from[from].count;
            continue;
        }
        for (uint32_t i = 0; i < other->from[from].count; i++) {
            share_ray(build, &motion->from[from], other->from[from].items[i]);
        }
    }
}

void mad_motion_add_way(struct mad_build *build, struct mad_motion *motion, uint32_t from,
                        const uint8_t *way, uint32_t count)
{
    struct ray ray = {.tag = MAX_TAGS - 1, .first = (uint8_t)(count - 1), .length = (uint8_t)count};
    memcpy(ray.square, way, count);
    add_ray(build, &motion->from[from], &ray);
}

static void add_motion(struct mad_build *build, struct mad_motion *motion,
                       const struct mad_node *node, const struct mad_env *env);

/* `motion on zone`, `motion except zone`: the zone must be known now. */
static void add_restricted(struct mad_build *build, struct mad_motion *motion,
                           const struct mad_node *node, const struct mad_env *env)
{
    struct mad_motion *inner = mad_motion_new(build);
    if (inner == NULL) {
        return;
    }
    add_motion(build, inner, node->first, env);
    for (const struct mad_node *zone = node->first->next; zone != NULL; zone = zone->next) {
        struct mad_value value = mad_squares_of(build, zone, env);
        if (value.kind != MAD_KIND_SQUARES) {
            return;
        }
        if (value.form != MAD_FORM_CONST) {
            mad_build_error(build, MAD_FINDING_TYPE, zone->span,
                            "what stands on the board cannot limit a movement here; say `move X`, "
                            "`capture X` or "
                            "`capture King by X`");
            return;
        }
        struct mad_squares allowed = node->kind == MAD_NODE_ON
                                         ? value.set
                                         : squares_combine(MAD_WITHOUT, &build->board, &value.set);
        mad_motion_restrict(build, inner, &build->board, &allowed);
    }
    mad_motion_add(build, motion, inner);
}

static int product(const struct mad_build *build, int a, int b, int x, int y)
{
    return 2 * (a * x + b * y) - (build->game->hexagons ? a * y + b * x : 0);
}

/* The directions of neighbours that are nearest to a heading and not the same: two behind a step, one
 * behind a Knight's leap. */
static uint64_t outward_of(struct mad_build *build, int right, int up)
{
    uint64_t all = mad_directions_named(build, "adjacent"), result = 0;
    int64_t best = 0, best_length = 1;
    for (uint32_t d = 0; d < build->direction_count; d++) {
        int x, y;
        vector_of(build, d, &x, &y);
        int along = product(build, right, up, x, y), length = product(build, x, y, x, y);
        if (!(all >> d & 1) || along <= 0 || right * y == up * x) {
            continue;
        }
        int64_t here = (int64_t)along * along * best_length, there = best * length;
        if (here >= there) { /* the greater the cosine, the nearer */
            result = here == there ? result : 0;
            result |= UINT64_C(1) << d;
            best = (int64_t)along * along;
            best_length = length;
        }
    }
    return result;
}

static bool turns_outward(const struct mad_node *node)
{
    return (node->kind == MAD_NODE_STEP || node->kind == MAD_NODE_SLIDE) &&
           node->first->kind == MAD_NODE_CONST && node->first->n0 == MAD_WORD_OUTWARD;
}

/* One ray more for each that goes on from a square of the first leg, over empty squares alone. */
static void add_second_leg(struct mad_build *build, struct mad_motion *motion, uint32_t from,
                           const struct ray *first, uint32_t end, const struct rays *second)
{
    for (uint32_t i = 0; i < second->count; i++) {
        const struct ray *leg = second->items[i];
        struct ray ray = *first;
        ray.tag = (uint16_t)(MAD_MAX_DIRECTIONS + (first->tag * 16u + leg->tag) % 256);
        ray.first = (uint8_t)(end + 1 + leg->first);
        ray.length = (uint8_t)(end + 1);
        ray.right = leg->right;
        ray.up = leg->up;
        for (uint32_t j = 0; j < leg->length && ray.length < MAX_RAY; j++) {
            if (leg->square[j] == from || ray_has(&ray, leg->square[j])) {
                break; /* it would cross its own way */
            }
            ray.square[ray.length++] = leg->square[j];
        }
        add_ray(build, &motion->from[from], &ray);
    }
}

static bool is_jumpless(const struct mad_build *build, const struct mad_motion *motion)
{
    for (uint32_t from = 0; from < build->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            const struct ray *ray = motion->from[from].items[i];
            if (ray->rule != RAY_COUNT || ray->over != 0) {
                return false;
            }
        }
    }
    return true;
}

/* The second leg, behind a first one that was heading somewhere. */
static struct mad_motion *second_leg(struct mad_build *build, const struct mad_node *node,
                                     const struct ray *first, const struct mad_env *env)
{
    struct mad_motion *motion = mad_motion_new(build);
    if (motion == NULL) {
        return NULL;
    }
    if (!turns_outward(node)) {
        add_motion(build, motion, node, env);
    } else if (node->kind == MAD_NODE_STEP) {
        add_steps(build, motion, outward_of(build, first->right, first->up));
    } else {
        add_slides(build, motion, outward_of(build, first->right, first->up), node);
    }
    return motion;
}

/* A then B: B from each square that A reaches while that is empty; `outward` turns by one notch. */
static void add_bent(struct mad_build *build, struct mad_motion *motion,
                     const struct mad_node *node, const struct mad_env *env)
{
    enum { SPAN = 2 * MAD_MAX_SIDE + 1 };
    const struct mad_node *then = node->first->next;
    struct mad_motion *first = mad_motion_new(build);
    struct mad_motion **legs = mad_build_scratch(build, SPAN * SPAN * sizeof(struct mad_motion *));
    if (first == NULL || legs == NULL) {
        return;
    }
    add_motion(build, first, node->first, env);
    bool jumpless = is_jumpless(build, first);
    for (uint32_t from = 0; from < build->squares && build->status == MAD_OK; from++) {
        for (uint32_t i = 0; i < first->from[from].count && jumpless; i++) {
            const struct ray *ray = first->from[from].items[i];
            struct mad_motion **leg =
                &legs[turns_outward(then)
                          ? (ray->right + MAD_MAX_SIDE) * SPAN + ray->up + MAD_MAX_SIDE
                          : 0];
            if (*leg == NULL) {
                *leg = second_leg(build, then, ray, env);
                jumpless = *leg != NULL && is_jumpless(build, *leg);
            }
            for (uint32_t end = ray->first; end < ray->length && jumpless; end++) {
                add_second_leg(build, motion, from, ray, end, &(*leg)->from[ray->square[end]]);
            }
        }
    }
    if (!jumpless && build->status == MAD_OK) {
        mad_build_error(build, MAD_FINDING_TYPE, node->span,
                        "`then` joins movements over empty squares, none that goes over a piece");
    }
}

/* `amble means leap 1,2 or step orthogonal`; false when nothing is defined under the name. */
static bool add_named(struct mad_build *build, struct mad_motion *motion,
                      const struct mad_node *node)
{
    const struct mad_rule_definition *definition = mad_definition(build, node->name);
    if (definition != NULL && mad_build_enter(build, node->span)) {
        add_motion(build, motion, definition->expression, NULL);
        mad_build_leave(build);
    }
    return definition != NULL;
}

static void add_motion(struct mad_build *build, struct mad_motion *motion,
                       const struct mad_node *node, const struct mad_env *env)
{
    if (build->status != MAD_OK) {
        return;
    }
    switch ((unsigned)node->kind) {
    case MAD_NODE_STEP: add_steps(build, motion, mad_directions_of(build, node->first, env)); break;
    case MAD_NODE_SLIDE:
        add_slides(build, motion, mad_directions_of(build, node->first, env), node);
        break;
    case MAD_NODE_LEAP: add_leaps(build, motion, node); break;
    case MAD_NODE_ON:
    case MAD_NODE_EXCEPT: add_restricted(build, motion, node, env); break;
    case MAD_NODE_THEN: add_bent(build, motion, node, env); break;
    case MAD_NODE_OR:
        for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
            add_motion(build, motion, child, env);
        }
        break;
    case MAD_NODE_REF:
        if (add_named(build, motion, node)) {
            break;
        } /* fall through */
    default:
        mad_build_error(
            build, MAD_FINDING_TYPE, node->span,
            "a movement is wanted here: step, slide or leap, such as `step forward` or `leap 1,2`");
        break;
    }
}

struct mad_motion *mad_motion_of(struct mad_build *build, const struct mad_node *node,
                                 const struct mad_env *env)
{
    struct mad_motion *motion = mad_motion_new(build);
    if (motion != NULL) {
        add_motion(build, motion, node, env);
    }
    return motion;
}

/* --- changing ------------------------------------------------------------------------------------------- */

/* A ray whose targets are allowed only in part is split: one ray for each run of allowed targets. */
static void add_allowed(struct mad_build *build, struct rays *rays, const struct ray *ray,
                        const struct mad_squares *to)
{
    uint32_t at = ray->first;
    while (at < ray->length) {
        while (at < ray->length && !squares_has(to, ray->square[at])) {
            at++;
        }
        uint32_t end = at;
        while (end < ray->length && squares_has(to, ray->square[end])) {
            end++;
        }
        struct ray part = *ray;
        part.first = (uint8_t)at;
        part.length = (uint8_t)end;
        add_ray(build, rays, &part);
        at = end;
    }
}

void mad_motion_restrict(struct mad_build *build, struct mad_motion *motion,
                         const struct mad_squares *from, const struct mad_squares *to)
{
    for (uint32_t square = 0; square < build->squares; square++) {
        struct rays old = motion->from[square];
        motion->from[square] = (struct rays){0};
        for (uint32_t i = 0; i < old.count && squares_has(from, square); i++) {
            add_allowed(build, &motion->from[square], old.items[i], to);
        }
    }
}

static bool has_way_back(const struct mad_motion *motion, uint32_t from, const struct ray *ray,
                         uint32_t target)
{
    const struct rays *back = &motion->from[ray->square[target]];
    for (uint32_t i = 0; i < back->count; i++) {
        const struct ray *other = back->items[i];
        if (other->rule != ray->rule || other->over != ray->over || other->first > target ||
            other->length <= target || other->square[target] != from) {
            continue;
        }
        uint32_t j = 0;
        while (j < target && other->square[j] == ray->square[target - 1 - j]) {
            j++;
        }
        if (j == target) {
            return true;
        }
    }
    return false;
}

static bool is_symmetric(const struct mad_build *build, const struct mad_motion *motion)
{
    for (uint32_t from = 0; from < build->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            const struct ray *ray = motion->from[from].items[i];
            for (uint32_t target = ray->first; target < ray->length; target++) {
                if (ray->rule != RAY_COUNT || !has_way_back(motion, from, ray, target)) {
                    return false;
                }
            }
        }
    }
    return true;
}

struct mad_motion *mad_motion_reversed(struct mad_build *build, struct mad_motion *motion)
{
    if (motion == NULL || is_symmetric(build, motion)) {
        return motion;
    }
    struct mad_motion *result = mad_motion_new(build);
    if (result == NULL) {
        return NULL;
    }
    for (uint32_t from = 0; from < build->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            const struct ray *ray = motion->from[from].items[i];
            for (uint32_t target = ray->first; target < ray->length; target++) {
                struct ray back = {.tag = ray->tag,
                                   .rule = ray->rule,
                                   .over = ray->over,
                                   .first = (uint8_t)target,
                                   .length = (uint8_t)(target + 1)};
                back.rule = ray->rule == RAY_HURDLE_LAST ? RAY_HURDLE_FIRST : ray->rule;
                for (uint32_t j = 0; j < target; j++) {
                    back.square[j] = ray->square[target - 1 - j];
                }
                back.square[target] = (uint8_t)from;
                add_ray(build, &result->from[ray->square[target]], &back);
            }
        }
    }
    return result;
}

/* --- tables --------------------------------------------------------------------------------------------- */

static bool is_leap(const struct ray *ray)
{
    return ray->length == 1 && ray->over == 0 && ray->rule == RAY_COUNT;
}

/* How many men on the ray matter: all before its last square. */
static uint32_t ray_bits(const struct ray *ray)
{
    return ray->length - 1u;
}

/* The targets that the ray reaches over these men. `before` counts those on the way. */
static struct mad_squares ray_targets(const struct ray *ray, const struct mad_squares *men)
{
    struct mad_squares result = {{0}};
    uint32_t wanted = ray->rule == RAY_COUNT ? ray->over : 1, before = 0;
    bool hurdle = ray->rule == RAY_COUNT; /* whether it stands where it should */
    for (uint32_t target = 0; target < ray->length && before <= wanted; target++) {
        if (target >= ray->first && before == wanted && hurdle) {
            squares_add(&result, ray->square[target]);
        }
        bool man = squares_has(men, ray->square[target]);
        before += man;
        hurdle = ray->rule == RAY_HURDLE_LAST                   ? man
                 : ray->rule == RAY_HURDLE_FIRST && target == 0 ? man
                                                                : hurdle;
    }
    return result;
}

static struct mad_squares ray_mask(const struct ray *ray)
{
    struct mad_squares mask = {{0}};
    for (uint32_t j = 0; j < ray_bits(ray); j++) {
        squares_add(&mask, ray->square[j]);
    }
    return mask;
}

static struct mad_squares rays_mask(const struct rays *rays)
{
    struct mad_squares mask = {{0}};
    for (uint32_t i = 0; i < rays->count; i++) {
        struct mad_squares more = ray_mask(rays->items[i]);
        mask = squares_combine(MAD_EITHER, &mask, &more);
    }
    return mask;
}

static uint32_t index_limit(const struct mad_build *build)
{
    return build->game->words == 1 ? 12 : 10;
}

static bool same_rays(const struct mad_build *build, const struct mad_motion *a,
                      const struct mad_motion *b)
{
    for (uint32_t from = 0; from < build->squares; from++) {
        const struct rays *x = &a->from[from], *y = &b->from[from];
        if (x->count != y->count) {
            return false;
        }
        for (uint32_t i = 0; i < x->count; i++) {
            const struct ray *p = x->items[i], *q = y->items[i];
            if (p->rule != q->rule || p->over != q->over || p->first != q->first ||
                p->length != q->length || memcmp(p->square, q->square, p->length) != 0) {
                return false;
            }
        }
    }
    return true;
}

/* Some squares, numbered, and what is reached for each occupation of them. */
struct part {
    struct mad_squares squares;
    uint8_t place[MAD_MAX_SQUARES]; /* of each of these squares: which bit of the index */
    uint32_t bits;
    uint64_t *results; /* [index][words] */
    uint32_t room;     /* of the results, in words */
};

/* What a row is made with: two parts of its squares, and all of them. */
struct filling {
    struct part halves[2], whole;
};

static bool squares_meet(const struct mad_squares *a, const struct mad_squares *b)
{
    struct mad_squares common = squares_combine(MAD_BOTH, a, b);
    return !squares_empty(&common);
}

/* Gives each ray to a half: the one with which it has squares in common, else the smaller. Of a ray that
 * has some in common with both, the smaller gets the squares that neither has. */
static void divide(struct filling *filling, const struct rays *rays)
{
    struct part *a = &filling->halves[0], *b = &filling->halves[1];
    a->squares = b->squares = (struct mad_squares){{0}};
    for (uint32_t r = 0; r < rays->count; r++) {
        struct mad_squares mask = ray_mask(rays->items[r]);
        bool in_a = squares_meet(&a->squares, &mask), in_b = squares_meet(&b->squares, &mask);
        bool smaller = squares_count(&b->squares) < squares_count(&a->squares);
        struct part *half = in_a != in_b ? in_b ? b : a : smaller ? b : a;
        struct part *other = half == a ? b : a;
        mask = squares_combine(MAD_WITHOUT, &mask, &other->squares);
        half->squares = squares_combine(MAD_EITHER, &half->squares, &mask);
    }
}

static void number_squares(struct part *part)
{
    struct mad_squares left = part->squares;
    for (part->bits = 0; !squares_empty(&left); part->bits++) {
        uint32_t square = squares_first(&left);
        part->place[square] = (uint8_t)part->bits;
        squares_remove(&left, square);
    }
}

/* The square is reached with these men on the way, whatever stands on the other squares. */
static void add_target(struct part *part, uint32_t words, uint32_t square, uint32_t men,
                       uint32_t others)
{
    uint32_t rest = 0;
    do {
        part->results[(size_t)(men | rest) * words + square / 64] |= UINT64_C(1) << square % 64;
        rest = (rest - others) & others;
    } while (rest != 0);
}

/* Adds what a ray reaches: before a target stand no men, or as many as it jumps, in every way. */
static void add_results(struct part *part, uint32_t words, const struct ray *ray)
{
    uint32_t way = 0, first = 0, last = 0, wanted = ray->rule == RAY_COUNT ? ray->over : 1;
    for (uint32_t j = 0; j < ray->length; j++) {
        uint32_t men = 0, hurdle = ray->rule == RAY_HURDLE_LAST    ? last
                                   : ray->rule == RAY_HURDLE_FIRST ? first
                                                                   : 0;
        do {
            if (j >= ray->first && (uint32_t)__builtin_popcount(men) == wanted &&
                (men & hurdle) == hurdle) {
                add_target(part, words, ray->square[j], men, ((1u << part->bits) - 1) & ~way);
            }
            men = (men - way) & way;
        } while (wanted != 0 && men != 0);
        if (j < ray_bits(ray)) {
            last = 1u << part->place[ray->square[j]];
            first = j == 0 ? last : first;
            way |= last;
        }
    }
}

/* The bits of the whole that are those of a half, which has the same order. */
static uint32_t bits_in(const struct part *whole, const struct part *half)
{
    struct mad_squares left = half->squares;
    uint32_t bits = 0;
    while (!squares_empty(&left)) {
        uint32_t square = squares_first(&left);
        bits |= 1u << whole->place[square];
        squares_remove(&left, square);
    }
    return bits;
}

static void join_halves(struct filling *filling, uint32_t words)
{
    const struct part *a = &filling->halves[0], *b = &filling->halves[1];
    uint32_t a_bits = bits_in(&filling->whole, a), b_bits = bits_in(&filling->whole, b);
    uint32_t a_index = 0, b_index = 0;
    const uint64_t *a_result = a->results;
    do {
        const uint64_t *b_result = b->results;
        do {
            uint64_t *result = filling->whole.results + (size_t)(a_index | b_index) * words;
            for (uint32_t w = 0; w < words; w++) {
                result[w] = a_result[w] | *b_result++;
            }
            b_index = (b_index - b_bits) & b_bits;
        } while (b_index != 0);
        a_result += words;
        a_index = (a_index - a_bits) & a_bits;
    } while (a_index != 0);
}

/* The results of one square's rays for every occupation of its mask, in index order. They are made for
 * two halves of the squares, then put together; a ray that needs squares of both is added to the whole. */
static void fill_results(struct mad_build *build, struct filling *filling, const struct rays *rays,
                         const struct mad_squares *mask, uint32_t words, uint64_t *results)
{
    divide(filling, rays);
    filling->whole.squares = *mask;
    filling->whole.results = results;
    number_squares(&filling->whole);
    for (uint32_t h = 0; h < 2; h++) {
        struct part *half = &filling->halves[h];
        number_squares(half);
        if (words << half->bits > half->room) {
            half->room = words << half->bits;
            half->results = mad_build_scratch(build, half->room * sizeof *half->results);
        } else {
            memset(half->results, 0, (sizeof *half->results * words) << half->bits);
        }
        for (uint32_t r = 0; r < rays->count && half->results != NULL; r++) {
            struct mad_squares own = ray_mask(rays->items[r]);
            if (squares_within(&own, &half->squares) && (h == 0 || !squares_empty(&own))) {
                add_results(half, words, rays->items[r]);
            }
        }
    }
    if (build->status != MAD_OK) {
        return;
    }
    join_halves(filling, words);
    for (uint32_t r = 0; r < rays->count; r++) {
        struct mad_squares own = ray_mask(rays->items[r]);
        if (squares_meet(&own, &filling->halves[0].squares) &&
            squares_meet(&own, &filling->halves[1].squares)) {
            add_results(&filling->whole, words, rays->items[r]);
        }
    }
}

static size_t row_bytes(const struct mad_build *build)
{
    return build->game->words == 1 ? 16 : build->game->words == 2 ? 32 : 96;
}

/* One row in the layout of struct mad_ride_row: mask, first, shifts. */
static void store_row(const struct mad_build *build, uint8_t *row, const struct mad_squares *mask,
                      uint32_t first)
{
    uint32_t words = build->game->words, shift = 0;
    memcpy(row, mask->word, words * sizeof *mask->word);
    memcpy(row + words * sizeof *mask->word, &first, sizeof first);
    for (uint32_t w = 0; w < words; w++) {
        row[words * sizeof *mask->word + sizeof first + w] = (uint8_t)shift;
        shift += (uint32_t)__builtin_popcountll(mask->word[w]);
    }
}

static uint32_t add_ride(struct mad_build *build, struct mad_motion *motion)
{
    if (motion == NULL) {
        return 0;
    }
    for (uint32_t i = 0; i < build->ride_count; i++) {
        if (same_rays(build, build->rides[i].motion, motion)) {
            return i;
        }
    }
    if (!mad_build_grow(build, (void **)&build->rides, &build->ride_capacity, build->ride_count,
                        sizeof *build->rides)) {
        return 0;
    }
    build->rides[build->ride_count] = (struct mad_ride_source){.motion = motion};
    return build->ride_count++;
}

static uint32_t collect_tags(const struct mad_build *build, const struct mad_motion *motion,
                             uint16_t *tags)
{
    bool seen[MAX_TAGS] = {false};
    uint32_t count = 0;
    for (uint32_t from = 0; from < build->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            if (!is_leap(motion->from[from].items[i])) {
                seen[motion->from[from].items[i]->tag] = true;
            }
        }
    }
    for (uint32_t tag = 0; tag < MAX_TAGS; tag++) {
        if (seen[tag]) {
            tags[count++] = (uint16_t)tag;
        }
    }
    return count;
}

/* Equal tables are found by comparing rays in order, so the order is that of the tags. */
static void sort_rays(struct rays *rays)
{
    for (uint32_t i = 1; i < rays->count; i++) {
        for (uint32_t j = i; j > 0 && rays->items[j - 1]->tag > rays->items[j]->tag; j--) {
            const struct ray *swapped = rays->items[j];
            rays->items[j] = rays->items[j - 1];
            rays->items[j - 1] = swapped;
        }
    }
}

/* The part of a motion whose rays have one of these tags; leaps of a ridden direction (a slide at the
 * edge that is one square long) come along, so that one table says all of it. */
static struct mad_motion *with_tags(struct mad_build *build, const struct mad_motion *motion,
                                    const bool *wanted)
{
    struct mad_motion *part = mad_motion_new(build);
    for (uint32_t from = 0; part != NULL && from < build->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            if (wanted[motion->from[from].items[i]->tag]) {
                share_ray(build, &part->from[from], motion->from[from].items[i]);
            }
        }
        sort_rays(&part->from[from]);
    }
    return part;
}

/* Adds to the masks, one for each square, those of the rays with a tag; the size of the largest. */
static uint32_t add_masks(const struct mad_build *build, const struct mad_motion *motion,
                          uint32_t tag, struct mad_squares *masks)
{
    uint32_t most = 0;
    for (uint32_t from = 0; from < build->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            if (motion->from[from].items[i]->tag == tag) {
                struct mad_squares mask = ray_mask(motion->from[from].items[i]);
                masks[from] = squares_combine(MAD_EITHER, &masks[from], &mask);
            }
        }
        uint32_t size = squares_count(&masks[from]);
        most = size > most ? size : most;
    }
    return most;
}

static void add_leap_term(struct mad_build *build, const struct mad_motion *motion,
                          const bool *ridden, struct mad_terms *terms)
{
    struct mad_squares *table = mad_build_scratch(build, build->squares * sizeof *table);
    bool any = false;
    for (uint32_t from = 0; table != NULL && from < build->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            const struct ray *ray = motion->from[from].items[i];
            if (is_leap(ray) && !ridden[ray->tag]) {
                squares_add(&table[from], ray->square[0]);
                any = true;
            }
        }
    }
    if (any) {
        terms->leap = mad_build_leap(build, table);
    }
}

static struct mad_terms make_terms(struct mad_build *build, const struct mad_motion *motion)
{
    struct mad_terms terms = {.leap = UINT32_MAX};
    uint16_t tags[MAX_TAGS];
    bool ridden[MAX_TAGS] = {false}, wanted[MAX_TAGS] = {false};
    uint32_t count = collect_tags(build, motion, tags), joined = 0;
    struct mad_squares *masks =
        count == 0 ? NULL : mad_build_scratch(build, build->squares * sizeof *masks);
    for (uint32_t i = 0; i < count; i++) {
        ridden[tags[i]] = true;
    }
    for (uint32_t i = 0; i < count && build->status == MAD_OK; i++) {
        uint32_t bits = add_masks(build, motion, tags[i], masks);
        if (bits > index_limit(build) && joined != 0) {
            if (terms.ride_count + 1 < sizeof terms.rides / sizeof *terms.rides) {
                terms.rides[terms.ride_count++] = add_ride(build, with_tags(build, motion, wanted));
            }
            memset(wanted, 0, sizeof wanted);
            memset(masks, 0, build->squares * sizeof *masks);
            bits = add_masks(build, motion, tags[i], masks);
        }
        if (bits > 16) {
            mad_build_error(build, MAD_FINDING_LIMIT, build->span,
                            "lines this long need too large tables");
            joined = 0;
            break;
        }
        wanted[tags[i]] = true;
        joined++;
    }
    if (joined != 0 && build->status == MAD_OK) {
        terms.rides[terms.ride_count++] = add_ride(build, with_tags(build, motion, wanted));
    }
    add_leap_term(build, motion, ridden, &terms);
    return terms;
}

struct mad_terms mad_motion_terms(struct mad_build *build, struct mad_motion *motion)
{
    if (motion != NULL && !motion->has_terms) {
        motion->terms = make_terms(build, motion);
        motion->has_terms = true;
    }
    bool is_made = motion != NULL && build->status == MAD_OK; /* else memory ran out */
    return is_made ? motion->terms : (struct mad_terms){.leap = UINT32_MAX};
}

int mad_ride_single_way(const struct mad_build *build, uint32_t ride, uint32_t from,
                        uint32_t *middle, uint32_t *target)
{
    const struct rays *rays = &build->rides[ride].motion->from[from];
    if (rays->count != 1) {
        return rays->count == 0 ? 0 : -1;
    }
    const struct ray *ray = rays->items[0];
    if (ray->rule != RAY_COUNT || ray->over != 0 || ray->first != 1 || ray->length != 2) {
        return -1;
    }
    *middle = ray->square[0];
    *target = ray->square[1];
    return 1;
}

struct mad_squares mad_ride_reach(const struct mad_build *build, uint32_t ride, uint32_t from)
{
    const struct rays *rays = &build->rides[ride].motion->from[from];
    struct mad_squares reached = {{0}};
    for (uint32_t i = 0; i < rays->count; i++) {
        for (uint32_t j = rays->items[i]->first; j < rays->items[i]->length; j++) {
            squares_add(&reached, rays->items[i]->square[j]);
        }
    }
    return reached;
}

bool mad_ride_hops(const struct mad_build *build, uint32_t ride)
{
    for (uint32_t from = 0; from < build->squares; from++) {
        const struct rays *rays = &build->rides[ride].motion->from[from];
        for (uint32_t i = 0; i < rays->count; i++) {
            const struct ray *ray = rays->items[i];
            if (ray->rule != RAY_COUNT || ray->over != 0 || ray->first != 0) {
                return true;
            }
        }
    }
    return false;
}

uint32_t mad_ride_full(struct mad_build *build, uint32_t ride)
{
    struct mad_squares *table = mad_build_scratch(build, build->squares * sizeof *table);
    struct mad_squares nobody = {{0}};
    for (uint32_t from = 0; table != NULL && from < build->squares; from++) {
        const struct rays *rays = &build->rides[ride].motion->from[from];
        for (uint32_t i = 0; i < rays->count; i++) {
            struct mad_squares targets = ray_targets(rays->items[i], &nobody);
            table[from] = squares_combine(MAD_EITHER, &table[from], &targets);
        }
    }
    return table != NULL ? mad_build_leap(build, table) : 0;
}

uint32_t mad_ride_rays(struct mad_build *build, uint32_t ride)
{
    struct mad_squares *table = mad_build_scratch(build, build->squares * sizeof *table);
    for (uint32_t from = 0; table != NULL && from < build->squares; from++) {
        const struct rays *rays = &build->rides[ride].motion->from[from];
        for (uint32_t i = 0; i < rays->count; i++) {
            for (uint32_t j = 0; j < rays->items[i]->length; j++) {
                squares_add(&table[from], rays->items[i]->square[j]);
            }
        }
    }
    return table != NULL ? mad_build_leap(build, table) : 0;
}

/* The squares jumped on the way to each target of a ray agree with `between`, where it knows, and no
 * target was `seen` before; `write` puts them there instead. */
static bool ray_between(const struct mad_build *build, uint32_t from, const struct ray *ray,
                        uint32_t over, struct mad_squares *seen, bool write, uint64_t *between)
{
    uint32_t words = build->game->words;
    struct mad_squares way = {{0}};
    bool agree = ray->rule == RAY_COUNT && ray->over == over && (over == 0 || ray->first <= over);
    for (uint32_t target = 0; target < ray->length; target++) {
        uint64_t *cell = between + ((size_t)from * build->squares + ray->square[target]) * words;
        bool known = false;
        for (uint32_t w = 0; w < words; w++) {
            known = known || cell[w] != 0;
        }
        if (target >= ray->first && write) {
            memcpy(cell, way.word, words * sizeof *cell);
        } else if (target >= ray->first) {
            agree = agree && !squares_has(seen, ray->square[target]) &&
                    (!known || memcmp(cell, way.word, words * sizeof *cell) == 0);
            squares_add(seen, ray->square[target]);
        }
        squares_add(&way, ray->square[target]);
    }
    return agree;
}

static bool add_between(struct mad_build *build, uint32_t ride, uint32_t over, uint64_t *between)
{
    bool agree = true;
    for (int write = 0; write < 2; write++) {
        for (uint32_t from = 0; from < build->squares && agree; from++) {
            const struct rays *rays = &build->rides[ride].motion->from[from];
            struct mad_squares seen = {{0}};
            for (uint32_t i = 0; i < rays->count && agree; i++) {
                agree = ray_between(build, from, rays->items[i], over, &seen, write != 0, between);
            }
        }
    }
    return agree;
}

bool mad_ride_between(struct mad_build *build, uint32_t ride, uint32_t over, uint64_t *between)
{
    struct mad_ride_source *source = &build->rides[ride];
    uint32_t bit = 1u << over;
    if (!(source->asked & bit)) {
        source->agrees |= add_between(build, ride, over, between) ? bit : 0;
        source->asked |= bit;
    }
    return source->agrees & bit;
}

/* --- long ways ----------------------------------------------------------------------------------- */

/* On the largest boards the ways from one square have thousands of results. They are kept as one bit
 * for each square of the ways, in the order of the squares, and squares share them when their ways
 * have the same shape: when they are the same but for which squares they are. */

enum { MAX_PACKED = 32, MAX_SHAPE_RAYS = 16, LARGE_TABLE = 4096, SHAPE_LISTS = 256 };

struct shape { /* ways with their squares numbered in their order */
    struct ray rays[MAX_SHAPE_RAYS];
    uint32_t count, mask; /* bits: the squares that matter */
    uint32_t hash;        /* of the rays */
    uint32_t first;       /* of its results */
    uint32_t next;        /* shape + 1 of those whose hashes begin alike, or 0 */
};

struct packing {
    struct shape *shapes;
    uint32_t shape_count, shape_capacity;
    uint32_t lists[SHAPE_LISTS]; /* the newest shape + 1 of each list */
    uint32_t *results;
    uint32_t count, capacity;
    uint64_t *wide; /* [wide_count] the results of a shape in the making */
    uint32_t wide_count;
};

static struct mad_squares rays_ways(const struct rays *rays)
{
    struct mad_squares ways = {{0}};
    for (uint32_t i = 0; i < rays->count; i++) {
        for (uint32_t j = 0; j < rays->items[i]->length; j++) {
            squares_add(&ways, rays->items[i]->square[j]);
        }
    }
    return ways;
}

static struct shape shape_of(const struct rays *rays)
{
    struct shape shape;
    struct mad_squares ways = rays_ways(rays), mask = rays_mask(rays);
    uint8_t number[MAD_MAX_SQUARES] = {0};
    shape.mask = shape.hash = shape.first = shape.next = 0;
    for (uint32_t n = 0; !squares_empty(&ways); n++) {
        uint32_t square = squares_first(&ways);
        squares_remove(&ways, square);
        shape.mask |= (uint32_t)squares_has(&mask, square) << n;
        number[square] = (uint8_t)n;
    }
    shape.count = rays->count;
    for (uint32_t i = 0; i < rays->count; i++) {
        struct ray *ray = &shape.rays[i];
        *ray = *rays->items[i];
        ray->tag = 0;
        ray->right = ray->up = 0;
        memset(ray->square, 0, sizeof ray->square);
        for (uint32_t j = 0; j < ray->length; j++) {
            ray->square[j] = number[rays->items[i]->square[j]];
            shape.hash = (shape.hash + ray->square[j] + 1) * UINT32_C(0x9e3779b1);
        }
        shape.hash += ray->length;
    }
    return shape;
}

/* Whether the table is large, and the ways from every square are few enough. */
static bool is_packed(const struct mad_build *build, const struct mad_motion *motion)
{
    uint64_t total = 0;
    if (build->game->words != 4) {
        return false;
    }
    for (uint32_t from = 0; from < build->squares; from++) {
        const struct rays *rays = &motion->from[from];
        struct mad_squares ways = rays_ways(rays), mask = rays_mask(rays);
        if (rays->count > MAX_SHAPE_RAYS || squares_count(&ways) > MAX_PACKED) {
            return false;
        }
        total += UINT64_C(1) << squares_count(&mask);
    }
    return total > LARGE_TABLE;
}

static void refuse_tables(struct mad_build *build)
{
    mad_build_error(build, MAD_FINDING_LIMIT, build->rules->board_span,
                    "the tables of these movements need more than %d MB",
                    MAD_MAX_TABLE_BYTES >> 20);
}

static bool make_room(struct mad_build *build, struct packing *packing, uint32_t more)
{
    uint32_t wanted = packing->capacity < 4096 ? 4096 : packing->capacity;
    while (wanted < packing->count + more) {
        wanted *= 2;
    }
    if (wanted == packing->capacity) {
        return true;
    }
    uint32_t *results = mad_build_scratch(build, wanted * sizeof *results);
    if (results == NULL) {
        return false;
    }
    if (packing->count != 0) {
        memcpy(results, packing->results, packing->count * sizeof *results);
    }
    packing->results = results;
    packing->capacity = wanted;
    return true;
}

/* Where the results of the ways begin; they are made when none before had their shape. */
static uint32_t pack(struct mad_build *build, struct packing *packing, struct filling *filling,
                     const struct rays *rays)
{
    struct shape shape = shape_of(rays);
    uint32_t *list = &packing->lists[shape.hash >> 24];
    for (uint32_t i = *list; i != 0; i = packing->shapes[i - 1].next) {
        const struct shape *known = &packing->shapes[i - 1];
        if (known->hash == shape.hash && known->count == shape.count && known->mask == shape.mask &&
            memcmp(known->rays, shape.rays, shape.count * sizeof *shape.rays) == 0) {
            return known->first;
        }
    }
    uint32_t results = 1u << __builtin_popcount(shape.mask);
    shape.first = packing->count;
    if ((packing->count + results) * sizeof *packing->results > MAD_MAX_TABLE_BYTES) {
        refuse_tables(build);
        return 0;
    }
    if (!make_room(build, packing, results) ||
        !mad_build_grow(build, (void **)&packing->shapes, &packing->shape_capacity,
                        packing->shape_count, sizeof *packing->shapes)) {
        return 0;
    }
    if (packing->wide_count < results) {
        packing->wide = mad_build_scratch(build, results * sizeof *packing->wide);
        packing->wide_count = results;
    }
    if (packing->wide == NULL) {
        return 0;
    }
    const struct ray *items[MAX_SHAPE_RAYS];
    for (uint32_t i = 0; i < shape.count; i++) {
        items[i] = &shape.rays[i];
    }
    struct rays ways = {.items = items, .count = shape.count};
    fill_results(build, filling, &ways, &(struct mad_squares){{shape.mask}}, 1, packing->wide);
    for (uint32_t index = 0; index < results; index++) {
        packing->results[shape.first + index] = (uint32_t)packing->wide[index];
    }
    shape.next = *list;
    packing->shapes[packing->shape_count++] = shape;
    *list = packing->shape_count;
    packing->count += results;
    return shape.first;
}

/* In the layout of struct mad_ride_row for 256 squares. */
static void store_packed(struct mad_build *build, struct packing *packing, struct filling *filling,
                         uint8_t *row, const struct rays *rays)
{
    struct mad_squares mask = rays_mask(rays), ways = rays_ways(rays);
    uint32_t words = build->game->words, spread = 0;
    store_row(build, row, &mask, pack(build, packing, filling, rays));
    memcpy(row + words * 8 * 2, ways.word, words * 8);
    row += words * 8 + 8;
    *row++ = 1;
    for (uint32_t w = 0; w < words; w++) {
        *row++ = (uint8_t)spread;
        spread += (uint32_t)__builtin_popcountll(ways.word[w]);
    }
}

static uint64_t count_results(const struct mad_build *build)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < build->ride_count; i++) {
        const struct mad_motion *motion = build->rides[i].motion;
        bool packed = is_packed(build, motion);
        for (uint32_t from = 0; !packed && from < build->squares; from++) {
            struct mad_squares mask = rays_mask(&motion->from[from]);
            total += UINT64_C(1) << squares_count(&mask);
        }
    }
    return total;
}

static void keep_packed(struct mad_build *build, const struct packing *packing)
{
    size_t bytes = packing->count * sizeof *packing->results;
    uint32_t *kept = mad_build_keep(build, bytes + sizeof *kept);
    if (kept != NULL && packing->count != 0) {
        memcpy(kept, packing->results, bytes);
    }
    build->machine->packed = kept;
}

/* Makes all ride tables in their final form, in the game. */
void mad_build_finish_rides(struct mad_build *build)
{
    struct mad_machine *machine = build->machine;
    uint32_t words = build->game->words;
    uint64_t total = count_results(build);
    if (total * words * 8 > MAD_MAX_TABLE_BYTES) {
        refuse_tables(build);
        return;
    }
    uint8_t *rows =
        mad_build_keep(build, ((size_t)build->ride_count * build->squares + 1) * row_bytes(build));
    uint64_t *results = mad_build_keep_room(build, ((size_t)total + 1) * words * 8);
    struct packing *packing = mad_build_scratch(build, sizeof *packing);
    struct filling *filling = mad_build_scratch(build, sizeof *filling);
    uint32_t first = 0;
    if (build->status != MAD_OK) {
        return;
    }
    for (uint32_t i = 0; i < build->ride_count; i++) {
        bool packed = is_packed(build, build->rides[i].motion);
        for (uint32_t from = 0; from < build->squares; from++) {
            const struct rays *rays = &build->rides[i].motion->from[from];
            struct mad_squares mask = rays_mask(rays);
            uint8_t *row = rows + ((size_t)i * build->squares + from) * row_bytes(build);
            if (packed) {
                store_packed(build, packing, filling, row, rays);
                continue;
            }
            store_row(build, row, &mask, first);
            fill_results(build, filling, rays, &mask, words, results + (size_t)first * words);
            first += 1u << squares_count(&mask);
        }
    }
    keep_packed(build, packing);
    machine->rows = rows;
#if !defined(__BMI2__)
    machine->gathers = mad_build_keep_room(build, ((size_t)build->ride_count * build->squares + 1) *
                                                      words * sizeof *machine->gathers);
#endif
    machine->results = results;
    machine->ride_hops = mad_build_keep(build, build->ride_count + 1u);
    for (uint32_t i = 0; machine->ride_hops != NULL && i < build->ride_count; i++) {
        machine->ride_hops[i] = mad_ride_hops(build, i);
    }
    machine->ride_count = build->ride_count;
    machine->result_count = first;
    machine->row_bytes = (uint32_t)row_bytes(build);
}
