/* sliders.c - rays as tables.
 *
 * Layer: tables. Leaps are one set a square; the rays of other motions become ride tables: the occupation
 * of the squares that matter, extracted and packed, is the index of the result. Rays of one direction
 * share a tag; as many tags as the index has room for share a table, in the order of the directions, so
 * that Rook, Bishop and Queen share theirs. It relies on motion.c for the rays. */
#include <string.h>

#include "../plan/value.h"
#include "motion.h"

static bool is_leap(const struct mad_ray *ray)
{
    return ray->length == 1 && ray->over == 0 && ray->rule == MAD_RAY_COUNT;
}

/* The targets that the ray reaches over these men. `before` counts those on the way. */
static struct mad_squares ray_targets(const struct mad_ray *ray, const struct mad_squares *men)
{
    struct mad_squares result = {{0}};
    uint32_t wanted = ray->over, before = 0;
    bool hurdle = ray->rule == MAD_RAY_COUNT; /* whether it stands where it should */
    for (uint32_t target = 0; target < ray->length && before <= wanted; target++) {
        if (target >= ray->first && before == wanted && hurdle) {
            squares_add(&result, ray->square[target]);
        }
        bool man = squares_has(men, ray->square[target]);
        before += man;
        hurdle = ray->rule == MAD_RAY_HURDLE_LAST                   ? man
                 : ray->rule == MAD_RAY_HURDLE_FIRST && target == 0 ? man
                                                                    : hurdle;
    }
    return result;
}

struct mad_squares mad_ray_mask(const struct mad_ray *ray)
{
    struct mad_squares mask = {{0}};
    for (uint32_t j = 0; j < mad_ray_bits(ray); j++) {
        squares_add(&mask, ray->square[j]);
    }
    return mask;
}

struct mad_squares mad_rays_mask(const struct mad_rays *rays)
{
    struct mad_squares mask = {{0}};
    for (uint32_t i = 0; i < rays->count; i++) {
        struct mad_squares more = mad_ray_mask(rays->items[i]);
        mask = squares_combine(MAD_EITHER, &mask, &more);
    }
    return mask;
}

struct mad_squares mad_rays_ways(const struct mad_rays *rays)
{
    struct mad_squares ways = {{0}};
    for (uint32_t i = 0; i < rays->count; i++) {
        for (uint32_t j = 0; j < rays->items[i]->length; j++) {
            squares_add(&ways, rays->items[i]->square[j]);
        }
    }
    return ways;
}

static uint32_t index_limit(const struct mad_codegen *codegen)
{
    return codegen->game->words == 1 ? 12 : 10;
}

static bool same_rays(const struct mad_codegen *codegen, const struct mad_motion *a,
                      const struct mad_motion *b)
{
    for (uint32_t from = 0; from < codegen->squares; from++) {
        const struct mad_rays *x = &a->from[from], *y = &b->from[from];
        if (x->count != y->count) {
            return false;
        }
        for (uint32_t i = 0; i < x->count; i++) {
            const struct mad_ray *p = x->items[i], *q = y->items[i];
            if (p->rule != q->rule || p->over != q->over || p->first != q->first ||
                p->length != q->length ||
                memcmp(p->square, q->square, p->length * sizeof *p->square) != 0) {
                return false;
            }
        }
    }
    return true;
}

static uint32_t add_ride(struct mad_codegen *codegen, struct mad_motion *motion)
{
    if (motion == NULL) {
        return 0;
    }
    for (uint32_t i = 0; i < codegen->tables.ride_count; i++) {
        if (same_rays(codegen, codegen->tables.rides[i].motion, motion)) {
            return i;
        }
    }
    if (!mad_codegen_grow(codegen, (void **)&codegen->tables.rides, &codegen->tables.ride_capacity,
                          codegen->tables.ride_count, sizeof *codegen->tables.rides)) {
        return 0;
    }
    codegen->tables.rides[codegen->tables.ride_count] = (struct mad_ride_source){.motion = motion};
    return codegen->tables.ride_count++;
}

static uint32_t collect_tags(const struct mad_codegen *codegen, const struct mad_motion *motion,
                             uint16_t *tags)
{
    bool seen[MAD_MAX_TAGS] = {false};
    uint32_t count = 0;
    for (uint32_t from = 0; from < codegen->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            if (!is_leap(motion->from[from].items[i])) {
                seen[motion->from[from].items[i]->tag] = true;
            }
        }
    }
    for (uint32_t tag = 0; tag < MAD_MAX_TAGS; tag++) {
        if (seen[tag]) {
            tags[count++] = (uint16_t)tag;
        }
    }
    return count;
}

/* Equal tables are found by comparing rays in order, so the order is that of the tags. */
static void sort_rays(struct mad_rays *rays)
{
    for (uint32_t i = 1; i < rays->count; i++) {
        for (uint32_t j = i; j > 0 && rays->items[j - 1]->tag > rays->items[j]->tag; j--) {
            const struct mad_ray *swapped = rays->items[j];
            rays->items[j] = rays->items[j - 1];
            rays->items[j - 1] = swapped;
        }
    }
}

/* The part of a motion whose rays have one of these tags; leaps of a ridden direction (a slide at the
 * edge that is one square long) come along, so that one table says all of it. */
static struct mad_motion *with_tags(struct mad_codegen *codegen, const struct mad_motion *motion,
                                    const bool *wanted)
{
    struct mad_motion *part = mad_motion_new(codegen);
    for (uint32_t from = 0; part != NULL && from < codegen->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            if (wanted[motion->from[from].items[i]->tag]) {
                mad_share_ray(codegen, &part->from[from], motion->from[from].items[i]);
            }
        }
        sort_rays(&part->from[from]);
    }
    return part;
}

/* Adds to the masks, one for each square, those of the rays with a tag; the size of the largest. Where rays are walked
 * no index is made of them, and nobody asks. */
static uint32_t add_masks(const struct mad_codegen *codegen, const struct mad_motion *motion,
                          uint32_t tag, struct mad_squares *masks)
{
    uint32_t most = 0;
    if (mad_is_walked(codegen)) {
        return 0;
    }
    for (uint32_t from = 0; from < codegen->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            if (motion->from[from].items[i]->tag == tag) {
                struct mad_squares mask = mad_ray_mask(motion->from[from].items[i]);
                masks[from] = squares_combine(MAD_EITHER, &masks[from], &mask);
            }
        }
        uint32_t size = squares_count(&masks[from]);
        most = size > most ? size : most;
    }
    return most;
}

/* Whether a ray with the tag comes over men to where a wanted one comes over men. Over whom is told by what the
 * whole table reaches with some men off the board, so that such rays want tables of their own; boards that go
 * round have them. */
static bool meet_behind_men(const struct mad_codegen *codegen, const struct mad_motion *motion,
                            const bool *wanted, uint32_t tag)
{
    bool meet = false;
    for (uint32_t from = 0; from < codegen->squares && !meet; from++) {
        struct mad_squares reached[2] = {{{0}}, {{0}}};
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            const struct mad_ray *ray = motion->from[from].items[i];
            const bool counts = ray->over != 0 && (ray->tag == tag || wanted[ray->tag]);
            for (uint32_t j = ray->first; counts && j < ray->length; j++) {
                squares_add(&reached[ray->tag == tag], ray->square[j]);
            }
        }
        const struct mad_squares both = squares_combine(MAD_BOTH, &reached[0], &reached[1]);
        meet = !squares_empty(&both);
    }
    return meet;
}

static void add_leap_term(struct mad_codegen *codegen, const struct mad_motion *motion,
                          const bool *ridden, struct mad_terms *terms)
{
    struct mad_squares *table = NULL;
    for (uint32_t from = 0; from < codegen->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            const struct mad_ray *ray = motion->from[from].items[i];
            const bool is_wanted = is_leap(ray) && !ridden[ray->tag];
            if (is_wanted && table == NULL) {
                table = mad_codegen_scratch(codegen, codegen->squares * sizeof *table);
            }
            if (is_wanted && table != NULL) {
                squares_add(&table[from], ray->square[0]);
            }
        }
    }
    if (table != NULL) {
        terms->leap = mad_codegen_leap(codegen, table);
    }
}

static void add_ride_term(struct mad_codegen *codegen, struct mad_terms *terms,
                          struct mad_motion *motion)
{
    if (mad_codegen_grow(codegen, (void **)&terms->rides, &terms->ride_capacity, terms->ride_count,
                         sizeof *terms->rides)) {
        terms->rides[terms->ride_count++] = add_ride(codegen, motion);
    }
}

/* Whether a ray of the tag may have been longer. */
static bool is_cut(const struct mad_codegen *codegen, const struct mad_motion *motion, uint32_t tag)
{
    bool is = false;
    for (uint32_t from = 0; from < codegen->squares; from++) {
        for (uint32_t i = 0; i < motion->from[from].count; i++) {
            const struct mad_ray *ray = motion->from[from].items[i];
            is = is || (ray->tag == tag && ray->length == MAD_MAX_RAY);
        }
    }
    return is;
}

static struct mad_terms make_terms(struct mad_codegen *codegen, const struct mad_motion *motion)
{
    struct mad_terms terms = {.leap = UINT32_MAX};
    uint16_t tags[MAD_MAX_TAGS];
    bool ridden[MAD_MAX_TAGS] = {false}, wanted[MAD_MAX_TAGS] = {false};
    uint32_t count = collect_tags(codegen, motion, tags), joined = 0;
    struct mad_squares *masks = count == 0 ? NULL : mad_new_table(codegen);
    for (uint32_t i = 0; i < count; i++) {
        ridden[tags[i]] = true;
    }
    for (uint32_t i = 0; i < count && codegen->status == MAD_OK; i++) {
        uint32_t bits = add_masks(codegen, motion, tags[i], masks);
        if (joined != 0 && ((!mad_is_walked(codegen) && bits > index_limit(codegen)) ||
                            meet_behind_men(codegen, motion, wanted, tags[i]))) {
            add_ride_term(codegen, &terms, with_tags(codegen, motion, wanted));
            memset(wanted, 0, sizeof wanted);
            memset(masks, 0, codegen->squares * sizeof *masks);
            bits = add_masks(codegen, motion, tags[i], masks);
        }
        if (mad_is_walked(codegen) ? is_cut(codegen, motion, tags[i]) : bits > 16) {
            mad_codegen_error(codegen, MAD_FINDING_LIMIT, codegen->span,
                              "lines this long need too large tables");
            joined = 0;
            break;
        }
        wanted[tags[i]] = true;
        joined++;
    }
    if (joined != 0 && codegen->status == MAD_OK) {
        add_ride_term(codegen, &terms, with_tags(codegen, motion, wanted));
    }
    mad_spare_table(codegen, masks);
    add_leap_term(codegen, motion, ridden, &terms);
    return terms;
}

struct mad_terms mad_motion_terms(struct mad_codegen *codegen, struct mad_motion *motion)
{
    if (motion != NULL && !motion->has_terms) {
        motion->terms = make_terms(codegen, motion);
        motion->has_terms = true;
    }
    bool is_made = motion != NULL && codegen->status == MAD_OK; /* else memory ran out */
    return is_made ? motion->terms : (struct mad_terms){.leap = UINT32_MAX};
}

int mad_ride_single_way(const struct mad_codegen *codegen, uint32_t ride, uint32_t from,
                        uint32_t *middle, uint32_t *target)
{
    const struct mad_rays *rays = &codegen->tables.rides[ride].motion->from[from];
    if (rays->count != 1) {
        return rays->count == 0 ? 0 : -1;
    }
    const struct mad_ray *ray = rays->items[0];
    if (ray->rule != MAD_RAY_COUNT || ray->over != 0 || ray->first != 1 || ray->length != 2) {
        return -1;
    }
    *middle = ray->square[0];
    *target = ray->square[1];
    return 1;
}

struct mad_squares mad_ride_reach(const struct mad_codegen *codegen, uint32_t ride, uint32_t from)
{
    const struct mad_rays *rays = &codegen->tables.rides[ride].motion->from[from];
    struct mad_squares reached = {{0}};
    for (uint32_t i = 0; i < rays->count; i++) {
        for (uint32_t j = rays->items[i]->first; j < rays->items[i]->length; j++) {
            squares_add(&reached, rays->items[i]->square[j]);
        }
    }
    return reached;
}

bool mad_ride_hops(const struct mad_codegen *codegen, uint32_t ride)
{
    for (uint32_t from = 0; from < codegen->squares; from++) {
        const struct mad_rays *rays = &codegen->tables.rides[ride].motion->from[from];
        for (uint32_t i = 0; i < rays->count; i++) {
            const struct mad_ray *ray = rays->items[i];
            if (ray->rule != MAD_RAY_COUNT || ray->over != 0 || ray->first != 0) {
                return true;
            }
        }
    }
    return false;
}

uint32_t mad_ride_full(struct mad_codegen *codegen, uint32_t ride)
{
    struct mad_squares *table = mad_codegen_scratch(codegen, codegen->squares * sizeof *table);
    struct mad_squares nobody = {{0}};
    for (uint32_t from = 0; table != NULL && from < codegen->squares; from++) {
        const struct mad_rays *rays = &codegen->tables.rides[ride].motion->from[from];
        for (uint32_t i = 0; i < rays->count; i++) {
            struct mad_squares targets = ray_targets(rays->items[i], &nobody);
            table[from] = squares_combine(MAD_EITHER, &table[from], &targets);
        }
    }
    return table != NULL ? mad_codegen_leap(codegen, table) : 0;
}

uint32_t mad_ride_rays(struct mad_codegen *codegen, uint32_t ride)
{
    struct mad_squares *table = mad_codegen_scratch(codegen, codegen->squares * sizeof *table);
    for (uint32_t from = 0; table != NULL && from < codegen->squares; from++) {
        table[from] = mad_rays_ways(&codegen->tables.rides[ride].motion->from[from]);
    }
    return table != NULL ? mad_codegen_leap(codegen, table) : 0;
}

/* What rules ask for with `between` stays as it is: the ways of riders are another table, as soon as there is
 * one that goes off its lines. */
static uint32_t *ways_apart(struct mad_codegen *codegen)
{
    struct mad_program *program = codegen->program;
    const size_t bytes = (size_t)codegen->squares * codegen->squares * sizeof(uint32_t);
    if (program->tables.ways == program->tables.between) {
        uint32_t *apart = mad_codegen_keep(codegen, bytes);
        if (apart == NULL) {
            return program->tables.ways;
        }
        memcpy(apart, program->tables.between, bytes);
        program->tables.ways = apart;
    }
    return program->tables.ways;
}

/* The squares jumped on the way to each target of a ray agree with the known ways, where there are any, and no
 * target was `seen` before; `write` puts them there instead. */
static bool ray_between(struct mad_codegen *codegen, uint32_t from, const struct mad_ray *ray,
                        uint32_t over, struct mad_squares *seen, bool write)
{
    const size_t squares = codegen->squares;
    struct mad_squares *steps = &codegen->tables.stepped[from], way = {{0}};
    bool agree =
        ray->rule == MAD_RAY_COUNT && ray->over == over && (over == 0 || ray->first <= over);
    for (uint32_t target = 0; target < ray->length; target++) {
        const size_t at = from * squares + ray->square[target];
        const uint32_t line = codegen->program->tables.ways[at];
        const bool same = memcmp(&codegen->tables.lines[line], &way, sizeof way) == 0;
        const bool known = line != 0 || squares_has(steps, ray->square[target]);
        if (target >= ray->first && write) {
            if (!same) {
                uint32_t *ways = ways_apart(codegen);
                ways[at] =
                    mad_codegen_line(codegen, &way, ways[ray->square[target] * squares + from]);
            }
            if (target == 0) {
                squares_add(steps, ray->square[target]);
            }
        } else if (target >= ray->first) {
            agree = agree && !squares_has(seen, ray->square[target]) && (!known || same);
            squares_add(seen, ray->square[target]);
        }
        squares_add(&way, ray->square[target]);
    }
    return agree;
}

static bool add_between(struct mad_codegen *codegen, uint32_t ride, uint32_t over)
{
    bool agree = true;
    if (codegen->tables.stepped == NULL) {
        codegen->tables.stepped =
            mad_codegen_scratch(codegen, codegen->squares * sizeof *codegen->tables.stepped);
        agree = codegen->tables.stepped != NULL;
    }
    for (int write = 0; write < 2; write++) {
        for (uint32_t from = 0; from < codegen->squares && agree; from++) {
            const struct mad_rays *rays = &codegen->tables.rides[ride].motion->from[from];
            struct mad_squares seen = {{0}};
            for (uint32_t i = 0; i < rays->count && agree; i++) {
                agree = ray_between(codegen, from, rays->items[i], over, &seen, write != 0);
            }
        }
    }
    return agree;
}

bool mad_ride_between(struct mad_codegen *codegen, uint32_t ride, uint32_t over)
{
    struct mad_ride_source *source = &codegen->tables.rides[ride];
    uint32_t bit = 1u << over;
    if (!(source->asked & bit)) {
        source->agrees |= add_between(codegen, ride, over) ? bit : 0;
        source->asked |= bit;
    }
    return source->agrees & bit;
}
