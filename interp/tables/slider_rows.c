/* slider_rows.c - ride tables in their final form.
 *
 * Layer: tables. For every square a row: the squares that matter, and the results for each occupation of
 * them. A row is filled from two halves of its rays, and what both reach joined. For a Rook on a1 twelve squares
 * matter, b1 to g1 and a2 to a7, for behind who stands on the edge there is nothing: 4096 results. It
 * relies on sliders.c for which rays make a table. */
#include <string.h>

#include "../vm/gather.h"
#include "motion.h"

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
static void divide(struct filling *filling, const struct mad_rays *rays)
{
    struct part *a = &filling->halves[0], *b = &filling->halves[1];
    a->squares = b->squares = (struct mad_squares){{0}};
    for (uint32_t r = 0; r < rays->count; r++) {
        struct mad_squares mask = mad_ray_mask(rays->items[r]);
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
static void add_results(struct part *part, uint32_t words, const struct mad_ray *ray)
{
    uint32_t way = 0, first = 0, last = 0, wanted = ray->over;
    for (uint32_t j = 0; j < ray->length; j++) {
        uint32_t men = 0, hurdle = ray->rule == MAD_RAY_HURDLE_LAST    ? last
                                   : ray->rule == MAD_RAY_HURDLE_FIRST ? first
                                                                       : 0;
        do {
            if (j >= ray->first && (uint32_t)__builtin_popcount(men) == wanted &&
                (men & hurdle) == hurdle) {
                add_target(part, words, ray->square[j], men, ((1u << part->bits) - 1) & ~way);
            }
            men = (men - way) & way;
        } while (wanted != 0 && men != 0);
        if (j < mad_ray_bits(ray)) {
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
static void fill_results(struct mad_codegen *codegen, struct filling *filling,
                         const struct mad_rays *rays, const struct mad_squares *mask,
                         uint32_t words, uint64_t *results)
{
    divide(filling, rays);
    filling->whole.squares = *mask;
    filling->whole.results = results;
    number_squares(&filling->whole);
    for (uint32_t h = 0; h < 2; h++) {
        struct part *half = &filling->halves[h];
        number_squares(half);
        if (codegen->status != MAD_OK) {
            return; /* there may be no room by now, in spite of half->room */
        }
        if (words << half->bits > half->room) {
            half->room = words << half->bits;
            half->results = mad_codegen_scratch(codegen, half->room * sizeof *half->results);
        } else {
            memset(half->results, 0, (sizeof *half->results * words) << half->bits);
        }
        for (uint32_t r = 0; r < rays->count && half->results != NULL; r++) {
            struct mad_squares own = mad_ray_mask(rays->items[r]);
            if (squares_within(&own, &half->squares) && (h == 0 || !squares_empty(&own))) {
                add_results(half, words, rays->items[r]);
            }
        }
    }
    if (codegen->status != MAD_OK) {
        return;
    }
    join_halves(filling, words);
    for (uint32_t r = 0; r < rays->count; r++) {
        struct mad_squares own = mad_ray_mask(rays->items[r]);
        if (squares_meet(&own, &filling->halves[0].squares) &&
            squares_meet(&own, &filling->halves[1].squares)) {
            add_results(&filling->whole, words, rays->items[r]);
        }
    }
}

static size_t row_bytes(const struct mad_codegen *codegen)
{
    const uint32_t words = codegen->game->words;
    return words == 1 ? 16 : words == 2 ? 32 : words == 4 ? 96 : words * 8 + 32;
}

/* One row in the layout of struct mad_ride_row: mask, first, shifts. */
static void store_row(const struct mad_codegen *codegen, uint8_t *row,
                      const struct mad_squares *mask, uint32_t first)
{
    uint32_t words = codegen->game->words, shift = 0;
    memcpy(row, mask->word, words * sizeof *mask->word);
    memcpy(row + words * sizeof *mask->word, &first, sizeof first);
    for (uint32_t w = 0; w < words && !mad_is_walked(codegen); w++) {
        row[words * sizeof *mask->word + sizeof first + w] = (uint8_t)shift;
        shift += (uint32_t)__builtin_popcountll(mask->word[w]);
    }
}

/* --- long ways ------------------------------------------------------------------------------- */

/* On the largest boards the ways from one square have thousands of results. They are kept as one bit
 * for each square of the ways, in the order of the squares, and squares share them when their ways
 * have the same shape: when they are the same but for which squares they are. */

enum { MAX_PACKED = 32, MAX_SHAPE_RAYS = 16, LARGE_TABLE = 4096, SHAPE_LISTS = 256 };

struct shape { /* ways with their squares numbered in their order */
    struct mad_ray rays[MAX_SHAPE_RAYS];
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

static struct shape shape_of(const struct mad_rays *rays)
{
    struct shape shape;
    struct mad_squares ways = mad_rays_ways(rays), mask = mad_rays_mask(rays);
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
        struct mad_ray *ray = &shape.rays[i];
        *ray = mad_ray_copy(rays->items[i]);
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
static bool is_packed(const struct mad_codegen *codegen, const struct mad_motion *motion)
{
    uint64_t total = 0;
    if (codegen->game->words != 4) {
        return false;
    }
    for (uint32_t from = 0; from < codegen->squares; from++) {
        const struct mad_rays *rays = &motion->from[from];
        struct mad_squares ways = mad_rays_ways(rays), mask = mad_rays_mask(rays);
        if (rays->count > MAX_SHAPE_RAYS || squares_count(&ways) > MAX_PACKED) {
            return false;
        }
        total += UINT64_C(1) << squares_count(&mask);
    }
    return total > LARGE_TABLE;
}

static void refuse_tables(struct mad_codegen *codegen)
{
    mad_codegen_error(codegen, MAD_FINDING_LIMIT, codegen->rules->board_span,
                      "the tables of these movements need more than %d MB",
                      MAD_MAX_TABLE_BYTES >> 20);
}

static bool make_room(struct mad_codegen *codegen, struct packing *packing, uint32_t more)
{
    uint32_t wanted = packing->capacity < 4096 ? 4096 : packing->capacity;
    while (wanted < packing->count + more) {
        wanted *= 2;
    }
    if (wanted == packing->capacity) {
        return true;
    }
    uint32_t *results = mad_codegen_scratch(codegen, wanted * sizeof *results);
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
static uint32_t pack(struct mad_codegen *codegen, struct packing *packing, struct filling *filling,
                     const struct mad_rays *rays)
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
        refuse_tables(codegen);
        return 0;
    }
    if (!make_room(codegen, packing, results) ||
        !mad_codegen_grow(codegen, (void **)&packing->shapes, &packing->shape_capacity,
                          packing->shape_count, sizeof *packing->shapes)) {
        return 0;
    }
    if (packing->wide_count < results) {
        packing->wide = mad_codegen_scratch(codegen, results * sizeof *packing->wide);
        packing->wide_count = results;
    }
    if (packing->wide == NULL) {
        return 0;
    }
    const struct mad_ray *items[MAX_SHAPE_RAYS];
    for (uint32_t i = 0; i < shape.count; i++) {
        items[i] = &shape.rays[i];
    }
    struct mad_rays ways = {.items = items, .count = shape.count};
    fill_results(codegen, filling, &ways, &(struct mad_squares){{shape.mask}}, 1, packing->wide);
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
static void store_packed(struct mad_codegen *codegen, struct packing *packing,
                         struct filling *filling, uint8_t *row, const struct mad_rays *rays)
{
    struct mad_squares mask = mad_rays_mask(rays), ways = mad_rays_ways(rays);
    uint32_t words = codegen->game->words, spread = 0;
    store_row(codegen, row, &mask, pack(codegen, packing, filling, rays));
    memcpy(row + words * 8 * 2, ways.word, words * 8);
    row += words * 8 + 8;
    *row++ = 1;
    for (uint32_t w = 0; w < words; w++) {
        *row++ = (uint8_t)spread;
        spread += (uint32_t)__builtin_popcountll(ways.word[w]);
    }
}

static uint64_t count_results(const struct mad_codegen *codegen)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < codegen->tables.ride_count; i++) {
        const struct mad_motion *motion = codegen->tables.rides[i].motion;
        bool packed = is_packed(codegen, motion);
        for (uint32_t from = 0; !packed && from < codegen->squares; from++) {
            struct mad_squares mask = mad_rays_mask(&motion->from[from]);
            total += UINT64_C(1) << squares_count(&mask);
        }
    }
    return total;
}

static void keep_packed(struct mad_codegen *codegen, const struct packing *packing)
{
    size_t bytes = packing->count * sizeof *packing->results;
    uint32_t *kept = mad_codegen_keep(codegen, bytes + sizeof *kept);
    if (kept != NULL && packing->count != 0) {
        memcpy(kept, packing->results, bytes);
    }
    codegen->program->tables.packed = kept;
}

/* --- rays as they are -------------------------------------------------------------------------- */

/* Writes the rays behind each other, or counts what that takes. */
static size_t lay_path(const struct mad_rays *rays, uint16_t *path)
{
    size_t count = 1;
    if (path != NULL) {
        *path = (uint16_t)rays->count;
    }
    for (uint32_t i = 0; i < rays->count; i++) {
        const struct mad_ray *ray = rays->items[i];
        if (path != NULL) {
            const uint16_t head[4] = {ray->rule, ray->over, ray->first, ray->length};
            memcpy(path + count, head, sizeof head);
            memcpy(path + count + 4, ray->square, ray->length * sizeof *path);
        }
        count += 4u + ray->length;
    }
    return count;
}

static void keep_paths(struct mad_codegen *codegen, uint8_t *rows)
{
    size_t total = 0, first = 0;
    const uint32_t count = codegen->tables.ride_count * codegen->squares;
    for (uint32_t i = 0; i < count; i++) {
        const struct mad_motion *motion = codegen->tables.rides[i / codegen->squares].motion;
        total += lay_path(&motion->from[i % codegen->squares], NULL);
    }
    if (total * sizeof(uint16_t) > MAD_MAX_TABLE_BYTES) {
        refuse_tables(codegen);
        return;
    }
    uint16_t *paths = mad_codegen_keep(codegen, (total + 1) * sizeof *paths);
    for (uint32_t i = 0; i < count && paths != NULL; i++) {
        const struct mad_motion *motion = codegen->tables.rides[i / codegen->squares].motion;
        const struct mad_rays *rays = &motion->from[i % codegen->squares];
        const struct mad_squares mask = mad_rays_mask(rays);
        store_row(codegen, rows + i * row_bytes(codegen), &mask, (uint32_t)first);
        first += lay_path(rays, paths + first);
    }
    codegen->program->tables.paths = paths;
}

/* --- all of them --------------------------------------------------------------------------------- */

/* Fills the rows, and makes their results; how many there are that are not packed. */
static uint32_t fill_rows(struct mad_codegen *codegen, uint8_t *rows, uint64_t *results)
{
    struct packing *packing = mad_codegen_scratch(codegen, sizeof *packing);
    struct filling *filling = mad_codegen_scratch(codegen, sizeof *filling);
    uint32_t words = codegen->game->words, first = 0;
    for (uint32_t i = 0; codegen->status == MAD_OK && i < codegen->tables.ride_count; i++) {
        bool packed = is_packed(codegen, codegen->tables.rides[i].motion);
        for (uint32_t from = 0; from < codegen->squares; from++) {
            const struct mad_rays *rays = &codegen->tables.rides[i].motion->from[from];
            struct mad_squares mask = mad_rays_mask(rays);
            uint8_t *row = rows + ((size_t)i * codegen->squares + from) * row_bytes(codegen);
            if (packed) {
                store_packed(codegen, packing, filling, row, rays);
                continue;
            }
            store_row(codegen, row, &mask, first);
            fill_results(codegen, filling, rays, &mask, words, results + (size_t)first * words);
            first += 1u << squares_count(&mask);
        }
    }
    if (packing != NULL) {
        keep_packed(codegen, packing);
    }
    return first;
}

void mad_codegen_finish_rides(struct mad_codegen *codegen)
{
    struct mad_program *program = codegen->program;
    uint32_t words = codegen->game->words;
    uint64_t total = mad_is_walked(codegen) ? 0 : count_results(codegen);
    if (total * words * 8 > MAD_MAX_TABLE_BYTES) {
        refuse_tables(codegen);
        return;
    }
    uint8_t *rows = mad_codegen_keep(
        codegen, ((size_t)codegen->tables.ride_count * codegen->squares + 1) * row_bytes(codegen));
    uint64_t *results = mad_codegen_keep_room(codegen, ((size_t)total + 1) * words * 8);
    if (codegen->status != MAD_OK) {
        return;
    }
    if (mad_is_walked(codegen)) {
        keep_paths(codegen, rows);
    } else {
        program->tables.result_count = fill_rows(codegen, rows, results);
    }
    program->tables.rows = rows;
#if !defined(__BMI2__)
    if (!mad_is_walked(codegen)) {
        program->tables.gathers = mad_codegen_keep_room(
            codegen, ((size_t)codegen->tables.ride_count * codegen->squares + 1) * words *
                         sizeof *program->tables.gathers);
    }
#endif
    program->tables.results = results;
    program->tables.ride_hops = mad_codegen_keep(codegen, codegen->tables.ride_count + 1u);
    for (uint32_t i = 0; program->tables.ride_hops != NULL && i < codegen->tables.ride_count; i++) {
        program->tables.ride_hops[i] = mad_ride_hops(codegen, i);
    }
    program->tables.ride_count = codegen->tables.ride_count;
    program->tables.row_bytes = (uint32_t)row_bytes(codegen);
}
