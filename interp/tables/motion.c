/* motion.c - movement as rays.
 *
 * Layer: tables. Clauses of movement are read off the tree, joined, cut short and turned round. `slide north`
 * from a1 is one ray, a2 to a8; turned round it leads from each of these to a1. It relies on board.c for steps, and
 * on value.c for the squares and directions that a clause names. */
#include <string.h>

#include "motion.h"

struct mad_motion *mad_motion_new(struct mad_codegen *codegen)
{
    struct mad_motion *motion = mad_codegen_scratch(codegen, sizeof *motion);
    if (motion != NULL) {
        motion->from = mad_codegen_scratch(codegen, codegen->squares * sizeof *motion->from);
        if (motion->from == NULL) {
            return NULL;
        }
    }
    return motion;
}

void mad_share_ray(struct mad_codegen *codegen, struct mad_rays *rays, const struct mad_ray *ray)
{
    if (mad_codegen_grow(codegen, (void **)&rays->items, &rays->capacity, rays->count,
                         sizeof *rays->items)) {
        rays->items[rays->count++] = ray;
    }
}

/* Keeps the ray if it leads anywhere. */
static void add_ray(struct mad_codegen *codegen, struct mad_rays *rays, const struct mad_ray *ray)
{
    enum { AT_ONCE = 1 << 11 };
    struct mad_table_store *tables = &codegen->tables;
    const size_t bytes = mad_ray_bytes(ray);
    if (ray->length <= ray->first) {
        return;
    }
    if (tables->ray_room_bytes < bytes) {
        tables->ray_room = mad_codegen_scratch(codegen, AT_ONCE);
        tables->ray_room_bytes = tables->ray_room != NULL ? AT_ONCE : 0;
    }
    if (tables->ray_room_bytes != 0) {
        memcpy(tables->ray_room, ray, bytes);
        mad_share_ray(codegen, rays, (const struct mad_ray *)(const void *)tables->ray_room);
        tables->ray_room += bytes;
        tables->ray_room_bytes -= bytes;
    }
}

static bool ray_has(const struct mad_ray *ray, uint32_t square)
{
    for (uint32_t i = 0; i < ray->length; i++) {
        if (ray->square[i] == square) {
            return true;
        }
    }
    return false;
}

/* --- from the tree --------------------------------------------------------------------------- */

/* The offset of a direction for the player whose motions are made. */
static void vector_of(struct mad_codegen *codegen, uint32_t direction, int *right, int *up)
{
    const struct mad_rule_direction *said = &codegen->rules->directions[direction];
    *right = said->right;
    *up = said->up;
    for (uint32_t from = 0; said->own && from < codegen->squares; from++) {
        int to = mad_step(codegen, codegen->side, direction, from);
        if (to >= 0) {
            int sign = to == mad_square_at(codegen, from, *right, *up) ? 1 : -1;
            *right *= sign;
            *up *= sign;
            return;
        }
    }
}

static struct mad_ray ray_along(struct mad_codegen *codegen, uint32_t direction)
{
    int right, up;
    vector_of(codegen, direction, &right, &up);
    return (struct mad_ray){.tag = (uint16_t)direction, .right = (int8_t)right, .up = (int8_t)up};
}

/* Rays of one square, the so-manieth that way. */
static void add_steps(struct mad_codegen *codegen, struct mad_motion *motion, uint64_t directions,
                      int32_t count)
{
    for (uint32_t d = 0; d < codegen->direction_count; d++) {
        if (!(directions >> d & 1)) {
            continue;
        }
        struct mad_ray ray = ray_along(codegen, d);
        ray.length = 1;
        if (count > 1) {
            ray.tag = (uint16_t)(MAD_MAX_DIRECTIONS + (d * 16u + (uint32_t)count) % 256);
        }
        for (uint32_t from = 0; from < codegen->squares; from++) {
            int to = mad_step(codegen, codegen->side, d, from);
            for (int32_t i = 1; i < count && to >= 0; i++) {
                to = mad_step(codegen, codegen->side, d, (uint32_t)to);
            }
            if (to >= 0 && (uint32_t)to != from) {
                ray.square[0] = (uint16_t)to;
                add_ray(codegen, &motion->from[from], &ray);
            }
        }
    }
}

static void add_slides(struct mad_codegen *codegen, struct mad_motion *motion, uint64_t directions,
                       const struct mad_node *node)
{
    uint32_t limit = node->n0 > 0 && node->n0 < MAD_MAX_RAY ? (uint32_t)node->n0 : MAD_MAX_RAY;
    for (uint32_t d = 0; d < codegen->direction_count; d++) {
        if (!(directions >> d & 1)) {
            continue;
        }
        struct mad_ray ray = ray_along(codegen, d);
        ray.over = (uint8_t)node->n1;
        ray.rule = node->flags & MAD_FLAG_JUST_BEYOND ? MAD_RAY_HURDLE_LAST : MAD_RAY_COUNT;
        for (uint32_t from = 0; from < codegen->squares; from++) {
            int to = mad_step(codegen, codegen->side, d, from);
            struct mad_squares seen = {{0}};
            squares_add(&seen, from);
            ray.length = 0;
            while (to >= 0 && ray.length < limit && !squares_has(&seen, (uint32_t)to)) {
                squares_add(&seen, (uint32_t)to);
                ray.square[ray.length++] = (uint16_t)to;
                to = mad_step(codegen, codegen->side, d, (uint32_t)to);
            }
            add_ray(codegen, &motion->from[from], &ray);
        }
    }
}

/* The squares walked over by a leap that must not jump: straight first, then diagonally. */
static void add_walk(const struct mad_codegen *codegen, struct mad_ray *ray, uint32_t from,
                     int right, int up)
{
    int x = 0, y = 0;
    while (x != right || y != up) {
        int left_x = right > x ? right - x : x - right, left_y = up > y ? up - y : y - up;
        x += left_x >= left_y && right != x ? (right > x ? 1 : -1) : 0;
        y += left_y >= left_x && up != y ? (up > y ? 1 : -1) : 0;
        int at = mad_square_at(codegen, from, x, y);
        if (at < 0) {
            ray->length = 0; /* a hole is in the way */
            return;
        }
        ray->square[ray->length++] = (uint16_t)at;
    }
    ray->first = (uint8_t)(ray->length - 1);
}

/* How many boards further a leap leads. */
static int boards_on(const struct mad_node *leap)
{
    const struct mad_node *on = mad_child_of_kind(leap, MAD_NODE_NUMBER);
    return on != NULL ? on->n0 : 0;
}

static void add_leap(struct mad_codegen *codegen, struct mad_motion *motion,
                     const struct mad_node *node, uint32_t tag, int right, int up)
{
    const int on = boards_on(node);
    for (uint32_t from = 0; from < codegen->squares; from++) {
        struct mad_ray ray = {.tag = (uint16_t)(MAD_MAX_DIRECTIONS + tag),
                              .right = (int8_t)(on == 0 ? right : 0),
                              .up = (int8_t)(on == 0 ? up : 0)};
        int to = mad_square_on(codegen, from, right, up, on);
        if (to < 0 || (uint32_t)to == from) {
            continue;
        }
        if (node->flags & MAD_FLAG_LAME) {
            add_walk(codegen, &ray, from, right, up);
        } else if (node->flags & MAD_FLAG_REPEATEDLY) {
            while (to >= 0 && (uint32_t)to != from && ray.length < MAD_MAX_RAY &&
                   !ray_has(&ray, (uint32_t)to)) {
                ray.square[ray.length++] = (uint16_t)to;
                to = mad_square_at(codegen, (uint32_t)to, right, up);
            }
        } else {
            ray.square[ray.length++] = (uint16_t)to;
        }
        add_ray(codegen, &motion->from[from], &ray);
    }
}

static void add_turned_leap(struct mad_codegen *codegen, struct mad_motion *motion,
                            const struct mad_node *node, int right, int up)
{
    uint32_t tag = (uint32_t)((up + 16) * 32 + right + 16) % 256;
    add_leap(codegen, motion, node, tag, right, up);
}

/* On hexagons there are six turns, and a mirror image of each unless the offset is its own. */
static void add_hexagon_leaps(struct mad_codegen *codegen, struct mad_motion *motion,
                              const struct mad_node *node)
{
    int a = node->n0, b = node->n1;
    bool is_own_mirror = a == 0 || b == 0 || a == b || a == 2 * b || b == 2 * a;
    for (int mirror = 0; mirror < (is_own_mirror ? 1 : 2); mirror++) {
        int right = mirror ? b : a, up = mirror ? a : b;
        for (int turn = 0; turn < 6; turn++) {
            add_turned_leap(codegen, motion, node, right, up);
            int turned = up - right;
            right = up;
            up = turned;
        }
    }
}

/* All turns and mirror images of the offset, each once. */
static void add_leaps(struct mad_codegen *codegen, struct mad_motion *motion,
                      const struct mad_node *node)
{
    int a = node->n0, b = node->n1;
    const struct mad_ruleset *rules = codegen->rules;
    if (boards_on(node) != 0 && rules->one.width == rules->files &&
        rules->one.height == rules->ranks) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, node->span,
                          "this leap leads to another board, and the game has one");
        return;
    }
    if (boards_on(node) != 0)
        mad_codegen_leads_on(codegen, node->span);
    if (a < 0 || b < 0 || a >= MAD_MAX_SIDE || b >= MAD_MAX_SIDE ||
        (a == 0 && b == 0 && boards_on(node) == 0)) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, node->span,
                          "a leap of %d,%d goes nowhere on any board", a, b);
        return;
    }
    if (codegen->game->tiling == MAD_TILING_HEXAGONS) {
        add_hexagon_leaps(codegen, motion, node);
        return;
    }
    for (uint32_t turn = 0; turn < 8; turn++) {
        int right = (turn & 1 ? -1 : 1) * (turn & 4 ? b : a),
            up = (turn & 2 ? -1 : 1) * (turn & 4 ? a : b);
        bool seen = ((turn & 1) && (turn & 4 ? b : a) == 0) ||
                    ((turn & 2) && (turn & 4 ? a : b) == 0) || ((turn & 4) && a == b);
        if (!seen) {
            add_turned_leap(codegen, motion, node, right, up);
        }
    }
}

void mad_motion_add(struct mad_codegen *codegen, struct mad_motion *motion,
                    const struct mad_motion *other)
{
    for (uint32_t from = 0; from < codegen->squares && other != NULL; from++) {
        if (motion->from[from].count == 0) { /* both have the same rays until one gets more */
            motion->from[from] = other->from[from];
            motion->from[from].capacity = other->from[from].count;
            continue;
        }
        for (uint32_t i = 0; i < other->from[from].count; i++) {
            mad_share_ray(codegen, &motion->from[from], other->from[from].items[i]);
        }
    }
}

void mad_motion_add_way(struct mad_codegen *codegen, struct mad_motion *motion, uint32_t from,
                        const uint16_t *way, uint32_t count)
{
    struct mad_ray ray = {
        .tag = MAD_MAX_TAGS - 1, .first = (uint8_t)(count - 1), .length = (uint8_t)count};
    memcpy(ray.square, way, count * sizeof *way);
    add_ray(codegen, &motion->from[from], &ray);
}

static void add_motion(struct mad_codegen *codegen, struct mad_motion *motion,
                       const struct mad_node *node, const struct mad_env *env);

static void add_leaps_along(struct mad_codegen *codegen, struct mad_motion *motion,
                            const struct mad_node *node, const struct mad_env *env)
{
    const struct mad_node *number = node->first->next;
    const uint64_t directions = mad_directions_of(codegen, node->first, env);
    const struct mad_value count = mad_silent_value(codegen, number, env);
    if (!mad_codegen_ok(codegen)) {
        return;
    }
    if (!mad_is_written(&count)) {
        struct mad_findings *list = codegen->diagnostics;
        mad_codegen_error(codegen, MAD_FINDING_TYPE, number->span,
                          "how far a line of a piece leads is known before the game begins");
        if (list->last != NULL)
            mad_finding_remedy(list, list->last,
                               "say a number, or say it in a verb: `choose goal from leap (number "
                               "of own Pawn) along way`, and `land on goal`");
        return;
    }
    if (mad_leap_is_possible(codegen, node, count.number)) {
        add_steps(codegen, motion, directions, count.number);
    }
}

static void tell_unknown(struct mad_codegen *codegen, struct mad_span zone)
{
    struct mad_findings *list = codegen->diagnostics;
    const struct mad_finding *before = list->last;
    mad_codegen_error(codegen, MAD_FINDING_TYPE, zone,
                      "where a motion may end is known before the game begins: what stands on the "
                      "board, or is marked on it, cannot limit it here");
    if (list->last != before)
        mad_finding_remedy(list, list->last,
                           "`move X` goes to empty squares, `capture X` to enemies, `capture King "
                           "by X` to Kings; to others goes a verb, by `choose goal from step way "
                           "on ...` and `land on goal`");
}

/* `motion on zone`, `motion except zone`: the zone must be known now. */
static void add_restricted(struct mad_codegen *codegen, struct mad_motion *motion,
                           const struct mad_node *node, const struct mad_env *env)
{
    struct mad_motion *inner = mad_motion_new(codegen);
    if (inner == NULL) {
        return;
    }
    add_motion(codegen, inner, node->first, env);
    for (const struct mad_node *zone = node->first->next; zone != NULL; zone = zone->next) {
        struct mad_value value = mad_squares_of(codegen, zone, env);
        if (value.kind != MAD_KIND_SQUARES) {
            return;
        }
        if (value.form != MAD_FORM_CONST) {
            tell_unknown(codegen, zone->span);
            return;
        }
        struct mad_squares allowed =
            node->kind == MAD_NODE_ON ? value.set
                                      : squares_combine(MAD_WITHOUT, &codegen->board, &value.set);
        mad_motion_restrict(codegen, inner, &codegen->board, &allowed);
    }
    mad_motion_add(codegen, motion, inner);
}

static int product(const struct mad_codegen *codegen, int a, int b, int x, int y)
{
    return 2 * (a * x + b * y) - (codegen->game->tiling == MAD_TILING_HEXAGONS ? a * y + b * x : 0);
}

/* The directions of neighbours that are nearest to a heading and not the same: two behind a step, one
 * behind a Knight's leap. */
static uint64_t outward_of(struct mad_codegen *codegen, int right, int up)
{
    uint64_t all = mad_directions_named(codegen, "adjacent"), result = 0;
    int64_t best = 0, best_length = 1;
    for (uint32_t d = 0; d < codegen->direction_count; d++) {
        int x, y;
        vector_of(codegen, d, &x, &y);
        int along = product(codegen, right, up, x, y), length = product(codegen, x, y, x, y);
        if (!(all >> d & 1) || along <= 0 || right * y == up * x ||
            codegen->rules->directions[d].on != 0) {
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
           mad_is_word(node->first, MAD_WORD_OUTWARD);
}

/* One ray more for each that goes on from a square of the first leg, over empty squares alone. */
static void add_second_leg(struct mad_codegen *codegen, struct mad_motion *motion, uint32_t from,
                           const struct mad_ray *first, uint32_t end, const struct mad_rays *second)
{
    for (uint32_t i = 0; i < second->count; i++) {
        const struct mad_ray *leg = second->items[i];
        struct mad_ray ray = mad_ray_copy(first);
        ray.tag = (uint16_t)(MAD_MAX_DIRECTIONS + (first->tag * 16u + leg->tag) % 256);
        ray.first = (uint8_t)(end + 1 + leg->first);
        ray.length = (uint8_t)(end + 1);
        ray.right = leg->right;
        ray.up = leg->up;
        for (uint32_t j = 0; j < leg->length && ray.length < MAD_MAX_RAY; j++) {
            if (leg->square[j] == from || ray_has(&ray, leg->square[j])) {
                break; /* it would cross its own way */
            }
            ray.square[ray.length++] = leg->square[j];
        }
        add_ray(codegen, &motion->from[from], &ray);
    }
}

static bool is_jumpless(const struct mad_codegen *codegen, const struct mad_motion *motion)
{
    for (uint32_t from = 0; from < codegen->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            const struct mad_ray *ray = motion->from[from].items[i];
            if (ray->rule != MAD_RAY_COUNT || ray->over != 0) {
                return false;
            }
        }
    }
    return true;
}

/* The second leg, behind a first one that was heading somewhere. */
static struct mad_motion *second_leg(struct mad_codegen *codegen, const struct mad_node *node,
                                     const struct mad_ray *first, const struct mad_env *env)
{
    struct mad_motion *motion = mad_motion_new(codegen);
    if (motion == NULL) {
        return NULL;
    }
    if (!turns_outward(node)) {
        add_motion(codegen, motion, node, env);
    } else if (first->tag < codegen->direction_count &&
               codegen->rules->directions[first->tag].on != 0) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                          "`outward` goes on from a heading on one board; `%s` leads to another",
                          codegen->rules->directions[first->tag].name);
    } else if (first->right == 0 && first->up == 0) {
        mad_codegen_error(
            codegen, MAD_FINDING_TYPE, node->span,
            "`outward` goes on from a heading on one board; what stands before it has none");
    } else if (node->kind == MAD_NODE_STEP) {
        add_steps(codegen, motion, outward_of(codegen, first->right, first->up), 1);
    } else {
        add_slides(codegen, motion, outward_of(codegen, first->right, first->up), node);
    }
    return motion;
}

/* A then B: B from each square that A reaches while that is empty; `outward` turns by one notch. */
static void add_bent(struct mad_codegen *codegen, struct mad_motion *motion,
                     const struct mad_node *node, const struct mad_env *env)
{
    enum { SPAN = 2 * MAD_MAX_SIDE + 1 };
    const struct mad_node *then = node->first->next;
    struct mad_motion *first = mad_motion_new(codegen);
    struct mad_motion **legs =
        mad_codegen_scratch(codegen, SPAN * SPAN * sizeof(struct mad_motion *));
    if (first == NULL || legs == NULL) {
        return;
    }
    const struct mad_node *told = mad_child_of_kind(then, MAD_NODE_FROM);
    if (told != NULL) {
        mad_codegen_error(codegen, MAD_FINDING_OUT_OF_PLACE, told->span,
                          "`from` means nothing behind `then`: what follows begins where the "
                          "movement before it ends");
        return;
    }
    add_motion(codegen, first, node->first, env);
    bool jumpless = is_jumpless(codegen, first);
    for (uint32_t from = 0; from < codegen->squares && codegen->status == MAD_OK; from++) {
        for (uint32_t i = 0; i < first->from[from].count && jumpless; i++) {
            const struct mad_ray *ray = first->from[from].items[i];
            struct mad_motion **leg =
                &legs[turns_outward(then)
                          ? (ray->right + MAD_MAX_SIDE) * SPAN + ray->up + MAD_MAX_SIDE
                          : 0];
            if (*leg == NULL) {
                *leg = second_leg(codegen, then, ray, env);
                jumpless = *leg != NULL && is_jumpless(codegen, *leg);
            }
            for (uint32_t end = ray->first; end < ray->length && jumpless; end++) {
                add_second_leg(codegen, motion, from, ray, end, &(*leg)->from[ray->square[end]]);
            }
        }
    }
    if (!jumpless && codegen->status == MAD_OK) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, node->span,
                          "`then` joins movements over empty squares, none that goes over a piece");
    }
}

/* `amble means leap 1,2 or step orthogonal`; false when nothing is defined under the name. */
static bool add_named(struct mad_codegen *codegen, struct mad_motion *motion,
                      const struct mad_node *node)
{
    const struct mad_rule_definition *definition = mad_definition(codegen, node->name);
    if (definition != NULL && mad_codegen_enter(codegen, node->span)) {
        struct mad_span before = mad_codegen_begin_use(codegen, node->span);
        add_motion(codegen, motion, definition->expression, NULL);
        mad_codegen_end_use(codegen, before);
        mad_codegen_leave(codegen);
    }
    return definition != NULL;
}

static void add_motion(struct mad_codegen *codegen, struct mad_motion *motion,
                       const struct mad_node *node, const struct mad_env *env)
{
    if (codegen->status != MAD_OK) {
        return;
    }
    switch ((unsigned)node->kind) {
    case MAD_NODE_STEP:
        add_steps(codegen, motion, mad_directions_of(codegen, node->first, env), 1);
        break;
    case MAD_NODE_LEAP_ALONG: add_leaps_along(codegen, motion, node, env); break;
    case MAD_NODE_SLIDE:
        add_slides(codegen, motion, mad_directions_of(codegen, node->first, env), node);
        break;
    case MAD_NODE_LEAP: add_leaps(codegen, motion, node); break;
    case MAD_NODE_ON:
    case MAD_NODE_EXCEPT: add_restricted(codegen, motion, node, env); break;
    case MAD_NODE_THEN: add_bent(codegen, motion, node, env); break;
    case MAD_NODE_OR:
        for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
            add_motion(codegen, motion, child, env);
        }
        break;
    case MAD_NODE_REF:
        if (add_named(codegen, motion, node)) {
            break;
        } /* fall through */
    default:
        mad_codegen_error(
            codegen, MAD_FINDING_TYPE, node->span,
            "a movement is wanted here: step, slide or leap, such as `step forward` or `leap 1,2`");
        break;
    }
}

struct mad_motion *mad_motion_of(struct mad_codegen *codegen, const struct mad_node *node,
                                 const struct mad_env *env)
{
    struct mad_motion *motion = mad_motion_new(codegen);
    if (motion != NULL) {
        add_motion(codegen, motion, node, env);
    }
    return motion;
}

/* --- changing -------------------------------------------------------------------------------- */

/* A ray whose targets are allowed only in part is split: one ray for each run of allowed targets. */
static void add_allowed(struct mad_codegen *codegen, struct mad_rays *rays,
                        const struct mad_ray *ray, const struct mad_squares *to)
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
        struct mad_ray part = mad_ray_copy(ray);
        part.first = (uint8_t)at;
        part.length = (uint8_t)end;
        add_ray(codegen, rays, &part);
        at = end;
    }
}

void mad_motion_restrict(struct mad_codegen *codegen, struct mad_motion *motion,
                         const struct mad_squares *from, const struct mad_squares *to)
{
    for (uint32_t square = 0; square < codegen->squares; square++) {
        struct mad_rays old = motion->from[square];
        motion->from[square] = (struct mad_rays){0};
        for (uint32_t i = 0; i < old.count && squares_has(from, square); i++) {
            add_allowed(codegen, &motion->from[square], old.items[i], to);
        }
    }
}

static bool has_way_back(const struct mad_motion *motion, uint32_t from, const struct mad_ray *ray,
                         uint32_t target)
{
    const struct mad_rays *back = &motion->from[ray->square[target]];
    for (uint32_t i = 0; i < back->count; i++) {
        const struct mad_ray *other = back->items[i];
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

static bool is_symmetric(const struct mad_codegen *codegen, const struct mad_motion *motion)
{
    for (uint32_t from = 0; from < codegen->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            const struct mad_ray *ray = motion->from[from].items[i];
            for (uint32_t target = ray->first; target < ray->length; target++) {
                if (ray->rule != MAD_RAY_COUNT || !has_way_back(motion, from, ray, target)) {
                    return false;
                }
            }
        }
    }
    return true;
}

struct mad_motion *mad_motion_reversed(struct mad_codegen *codegen, struct mad_motion *motion)
{
    if (motion == NULL || is_symmetric(codegen, motion)) {
        return motion;
    }
    struct mad_motion *result = mad_motion_new(codegen);
    if (result == NULL) {
        return NULL;
    }
    for (uint32_t from = 0; from < codegen->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            const struct mad_ray *ray = motion->from[from].items[i];
            for (uint32_t target = ray->first; target < ray->length; target++) {
                struct mad_ray back = {.tag = ray->tag,
                                       .rule = ray->rule,
                                       .over = ray->over,
                                       .first = (uint8_t)target,
                                       .length = (uint8_t)(target + 1)};
                back.rule = ray->rule == MAD_RAY_HURDLE_LAST ? MAD_RAY_HURDLE_FIRST : ray->rule;
                for (uint32_t j = 0; j < target; j++) {
                    back.square[j] = ray->square[target - 1 - j];
                }
                back.square[target] = (uint16_t)from;
                add_ray(codegen, &result->from[ray->square[target]], &back);
            }
        }
    }
    return result;
}
