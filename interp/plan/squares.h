/* squares.h - sets of squares and of kinds of pieces while rules are lowered.
 *
 * Layer: plan. A game is lowered before it is known to the machine, so these are as wide as any board. */
#ifndef MAD_PLAN_SQUARES_H
#define MAD_PLAN_SQUARES_H

#include <stdbool.h>
#include <stdint.h>

#include "../limits.h"

enum { MAD_SQUARE_WORDS = MAD_MAX_SQUARES / 64 };

/* A set of squares while compiling, as wide as any board. */
struct mad_squares {
    uint64_t word[MAD_SQUARE_WORDS];
};

static inline bool squares_has(const struct mad_squares *s, uint32_t square)
{
    return s->word[square / 64] >> (square % 64) & 1;
}

static inline void squares_add(struct mad_squares *s, uint32_t square)
{
    s->word[square / 64] |= UINT64_C(1) << (square % 64);
}

static inline void squares_remove(struct mad_squares *s, uint32_t square)
{
    s->word[square / 64] &= ~(UINT64_C(1) << (square % 64));
}

static inline bool squares_empty(const struct mad_squares *s)
{
    uint64_t any = 0;
    for (int w = 0; w < MAD_SQUARE_WORDS; w++) {
        any |= s->word[w];
    }
    return any == 0;
}

static inline uint32_t squares_count(const struct mad_squares *s)
{
    uint32_t count = 0;
    for (int w = 0; w < MAD_SQUARE_WORDS; w++) {
        count += (uint32_t)__builtin_popcountll(s->word[w]);
    }
    return count;
}

/* The lowest square of a set that is not empty. */
static inline uint32_t squares_first(const struct mad_squares *s)
{
    uint32_t w = 0;
    while (w + 1 < MAD_SQUARE_WORDS && s->word[w] == 0) {
        w++;
    }
    return s->word[w] == 0 ? 0 : w * 64 + (uint32_t)__builtin_ctzll(s->word[w]);
}

/* Takes the lowest square out of a set, to go through it; false when it is empty. */
static inline bool squares_take(struct mad_squares *s, uint32_t *square)
{
    for (uint32_t w = 0; w < MAD_SQUARE_WORDS; w++) {
        if (s->word[w] != 0) {
            *square = w * 64 + (uint32_t)__builtin_ctzll(s->word[w]);
            s->word[w] &= s->word[w] - 1;
            return true;
        }
    }
    return false;
}

static inline bool squares_within(const struct mad_squares *a, const struct mad_squares *b)
{
    uint64_t beyond = 0;
    for (int w = 0; w < MAD_SQUARE_WORDS; w++) {
        beyond |= a->word[w] & ~b->word[w];
    }
    return beyond == 0;
}

enum mad_combine { MAD_BOTH, MAD_EITHER, MAD_WITHOUT };

static inline struct mad_squares squares_combine(enum mad_combine how, const struct mad_squares *a,
                                                 const struct mad_squares *b)
{
    struct mad_squares result;
    for (int w = 0; w < MAD_SQUARE_WORDS; w++) {
        result.word[w] = how == MAD_BOTH     ? a->word[w] & b->word[w]
                         : how == MAD_EITHER ? a->word[w] | b->word[w]
                                             : a->word[w] & ~b->word[w];
    }
    return result;
}

/* Piece types as a set. */
struct mad_types {
    uint64_t word[2];
};

static inline bool types_has(const struct mad_types *t, uint32_t type)
{
    return t->word[type / 64] >> (type % 64) & 1;
}

static inline void types_add(struct mad_types *t, uint32_t type)
{
    t->word[type / 64] |= UINT64_C(1) << (type % 64);
}

static inline struct mad_types types_combine(enum mad_combine how, struct mad_types a,
                                             struct mad_types b)
{
    for (int w = 0; w < 2; w++) {
        a.word[w] = how == MAD_BOTH     ? a.word[w] & b.word[w]
                    : how == MAD_EITHER ? a.word[w] | b.word[w]
                                        : a.word[w] & ~b.word[w];
    }
    return a;
}

#endif
