/* random.h - a small generator of pseudo-random numbers for the test programs: the same seed gives
 * the same numbers on every machine (splitmix64, Steele, Lea and Flood 2014). */
#ifndef MAD_TESTS_RANDOM_H
#define MAD_TESTS_RANDOM_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* 0 to below - 1; 0 when below is 0. */
static inline size_t random_below(uint64_t *state, size_t below)
{
    return below == 0 ? 0 : (size_t)(random_next(state) % below);
}

#endif
