/* motion.h - what the files that make movement share.
 *
 * Layer: tables. motion.c makes rays, sliders.c tells which of them share a table, and what it is asked
 * beside its results; slider_rows.c makes the tables as the machine reads them.
 *
 * A motion says, for every square, along which rays a man goes. A ray is the list of squares on the way;
 * its target j is reached when exactly `over` of the squares before j are occupied (0: a slide, or a
 * leap when there is but one square). */
#ifndef MAD_TABLES_MOTION_H
#define MAD_TABLES_MOTION_H

#include <stddef.h>
#include <string.h>

#include "../plan/codegen.h"

enum {
    MAD_MAX_RAY = 2 * MAD_MAX_SIDE /* there, and on from there */,
    MAD_MAX_TAGS = MAD_MAX_DIRECTIONS + 257
};

struct mad_ray {
    uint16_t tag;
    uint8_t rule, over;
    uint8_t first; /* index of the first square that can be a target */
    uint8_t length;
    int8_t right, up; /* where its last leg was heading */
    uint16_t square[MAD_MAX_RAY];
};

struct mad_rays {
    const struct mad_ray **items;
    uint32_t count, capacity;
};

struct mad_motion {
    struct mad_rays *from; /* [squares] */
    bool has_terms;
    struct mad_terms terms; /* made once: from then on the motion stays as it is */
};

/* The final form of a ride table row is struct mad_ride_row of the machine; this is what it is made
 * from, kept so that equal tables are made once. */
struct mad_ride_source {
    struct mad_motion *motion; /* only the rays of this table */
    uint32_t asked, agrees;    /* bits, by men jumped: whether its ways agree with `between` */
};

/* A ray is kept without room for more squares than it has. */
static inline size_t mad_ray_bytes(const struct mad_ray *ray)
{
    return offsetof(struct mad_ray, square) + ray->length * sizeof *ray->square;
}

static inline struct mad_ray mad_ray_copy(const struct mad_ray *ray)
{
    struct mad_ray copy = {0};
    memcpy(&copy, ray, mad_ray_bytes(ray));
    return copy;
}

/* Adds the ray, which has to stay where it is. */
void mad_share_ray(struct mad_codegen *codegen, struct mad_rays *rays, const struct mad_ray *ray);

/* Whether the machine follows rays square by square: of the widest sets it has no tables of results. */
static inline bool mad_is_walked(const struct mad_codegen *codegen)
{
    return codegen->game->words == MAD_SQUARE_WORDS;
}

/* How many men on the ray matter: all before its last square. */
static inline uint32_t mad_ray_bits(const struct mad_ray *ray)
{
    return ray->length - 1u;
}

/* The squares of a ray, or of several, on which men matter. */
struct mad_squares mad_ray_mask(const struct mad_ray *ray);
struct mad_squares mad_rays_mask(const struct mad_rays *rays);
/* All of their squares. */
struct mad_squares mad_rays_ways(const struct mad_rays *rays);

#endif
