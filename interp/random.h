/* random.h - numbers from a seed: splitmix64 (Steele, Lea, Flood 2014). Every seed gives a full period, seeds that
 * lie near each other part at once, and numbers are the same on every machine. Layer: interp, private. */
#ifndef MAD_INTERP_RANDOM_H
#define MAD_INTERP_RANDOM_H

#include <stdint.h>

#define MAD_RANDOM_STEP UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t mad_random(uint64_t *state)
{
    uint64_t z = *state += MAD_RANDOM_STEP;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* 32 bits of another kind, quicker by a little: xorshift64*; Vigna, "An experimental exploration of Marsaglia's xorshift
 * generators" (2016). The state is never 0. */
static inline uint32_t mad_random_word(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)((*state * UINT64_C(0x2545f4914f6cdd1d)) >> 32);
}

#endif
