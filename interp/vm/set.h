/* set.h - sets of squares, for the width that MAD_BITS names: 64, 128, 256 or 1024 squares.
 *
 * Layer: vm, included by the w_*.c files that are compiled once for each width. A set is one machine word or
 * one vector; & | ^ ~ work on all of them. Square s is bit s % 64 of word s / 64. On 8 by 8 e4 is bit 28 of one
 * word. It relies on MAD_BITS and, where the processor has them, on its vectors. */
#ifndef MAD_VM_SET_H
#define MAD_VM_SET_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "gather.h"

#ifndef MAD_BITS /* of whoever reads one file by itself, as editors do; the Makefile names it */
#define MAD_BITS 64
#endif

#define MAD_PASTE_(a, b) a##_##b
#define MAD_PASTE(a, b)  MAD_PASTE_(a, b)
/* The name of a function in the instance for this width. */
#define MAD_W(name) MAD_PASTE(name, MAD_BITS)
#define MAD_WORDS   (MAD_BITS / 64)

#if MAD_BITS == 64
typedef uint64_t mad_set;
#elif MAD_BITS == 128
typedef uint64_t mad_set __attribute__((vector_size(16)));
#elif MAD_BITS == 256
typedef uint64_t mad_set __attribute__((vector_size(32)));
#elif MAD_BITS == 1024
typedef uint64_t mad_set __attribute__((vector_size(128), aligned(32)));
#else
#error "MAD_BITS is 64, 128, 256 or 1024"
#endif

/* How many bits are set. */
static inline uint32_t mad_bits_of(uint64_t x)
{
#if defined(__POPCNT__)
    return (uint32_t)__builtin_popcountll(x);
#else
    const uint64_t fives = UINT64_C(0x5555555555555555), threes = UINT64_C(0x3333333333333333);
    x -= x >> 1 & fives;
    x = (x & threes) + (x >> 2 & threes);
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(x * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* The other way than mad_extract: the low bits of x on the places of m. */
static inline uint64_t mad_deposit(uint64_t x, uint64_t m)
{
#if defined(__BMI2__)
    return _pdep_u64(x, m);
#else
    uint64_t result = 0;
    for (; x != 0 && m != 0; x >>= 1) {
        result |= x & 1 ? m & (0 - m) : 0;
        m &= m - 1;
    }
    return result;
#endif
}

#if MAD_BITS == 64

static inline mad_set set_none(void)
{
    return 0;
}
static inline mad_set set_of(uint32_t square)
{
    return UINT64_C(1) << square;
}
static inline bool set_empty(mad_set s)
{
    return s == 0;
}
static inline bool set_has(mad_set s, uint32_t square)
{
    return s >> square & 1;
}
static inline uint32_t set_size(mad_set s)
{
    return mad_bits_of(s);
}
static inline uint32_t set_first(mad_set s)
{
    return (uint32_t)__builtin_ctzll(s);
}
static inline mad_set set_rest(mad_set s)
{
    return s & (s - 1);
}
static inline uint64_t set_word(mad_set s, uint32_t w)
{
    (void)w;
    return s;
}

#else

static inline mad_set set_none(void)
{
    return (mad_set){0};
}

#if defined(__AVX2__) && MAD_BITS == 128
#define MAD_TEST_NONE(a, b)   _mm_testz_si128((__m128i)(a), (__m128i)(b)) /* no square in both */
#define MAD_TEST_WITHIN(a, b) _mm_testc_si128((__m128i)(b), (__m128i)(a)) /* all of a in b */
#define MAD_SHIFT_EACH(a, by) (mad_set) _mm_sllv_epi64((__m128i)(a), (__m128i)(by))
static const mad_set MAD_WORD_STARTS = {0, 64};
#elif defined(__AVX2__) && MAD_BITS == 256
#define MAD_TEST_NONE(a, b)   _mm256_testz_si256((__m256i)(a), (__m256i)(b))
#define MAD_TEST_WITHIN(a, b) _mm256_testc_si256((__m256i)(b), (__m256i)(a))
#define MAD_SHIFT_EACH(a, by) (mad_set) _mm256_sllv_epi64((__m256i)(a), (__m256i)(by))
static const mad_set MAD_WORD_STARTS = {0, 64, 128, 192};
#endif

static inline mad_set set_of(uint32_t square)
{
    mad_set s = {0};
#if defined(MAD_SHIFT_EACH)
    /* Words elsewhere are shifted by 64 or more, taken without sign, and come out empty. */
    s = MAD_SHIFT_EACH(s + 1, (uint64_t)square - MAD_WORD_STARTS);
#elif MAD_BITS > 256
    s[square / 64] = UINT64_C(1) << (square % 64);
#else
    for (uint32_t w = 0; w < MAD_WORDS; w++) {
        s[w] = (uint64_t)(square / 64 == w) << (square % 64);
    }
#endif
    return s;
}

static inline bool set_empty(mad_set s)
{
#if defined(MAD_TEST_NONE)
    return MAD_TEST_NONE(s, s);
#else
    uint64_t any = 0;
    for (uint32_t w = 0; w < MAD_WORDS; w++) {
        any |= s[w];
    }
    return any == 0;
#endif
}

static inline bool set_has(mad_set s, uint32_t square)
{
#if defined(MAD_TEST_NONE)
    return !MAD_TEST_NONE(s, set_of(square));
#else
    return s[square / 64] >> (square % 64) & 1;
#endif
}

static inline uint32_t set_size(mad_set s)
{
    uint32_t size = 0;
    for (uint32_t w = 0; w < MAD_WORDS; w++) {
        size += mad_bits_of(s[w]);
    }
    return size;
}

/* The lowest square of a set that is not empty. */
static inline uint32_t set_first(mad_set s)
{
#pragma GCC unroll 4
    for (uint32_t w = 0; w + 1 < MAD_WORDS; w++) {
        if (s[w] != 0) {
            return w * 64 + (uint32_t)__builtin_ctzll(s[w]);
        }
    }
    return (MAD_WORDS - 1) * 64 + (uint32_t)__builtin_ctzll(s[MAD_WORDS - 1]);
}

static inline mad_set set_rest(mad_set s)
{
#if MAD_BITS > 256
    mad_set rest = s;
    rest[set_first(s) / 64] &= s[set_first(s) / 64] - 1;
    return rest;
#else
    return s & ~set_of(set_first(s));
#endif
}

static inline uint64_t set_word(mad_set s, uint32_t w)
{
    return s[w];
}

#endif

/* The n-th lowest square of a set that has more than n. */
static inline uint32_t set_nth(mad_set s, uint32_t n)
{
#if MAD_BITS == 64
    return (uint32_t)__builtin_ctzll(mad_deposit(UINT64_C(1) << n, s));
#else
    uint32_t w = 0, size = mad_bits_of(s[0]);
    for (; w + 1 < MAD_WORDS && n >= size; size = mad_bits_of(s[w])) {
        n -= size;
        w++;
    }
    return w * 64 + (uint32_t)__builtin_ctzll(mad_deposit(UINT64_C(1) << n, s[w]));
#endif
}

#if MAD_BITS != 64
/* Each word in the place of the next one, before them the last of t; and the other way, behind them the first of t. */
#if MAD_BITS == 128
#define MAD_WORDS_UP(s, t)   __builtin_shufflevector(s, t, 3, 0)
#define MAD_WORDS_DOWN(s, t) __builtin_shufflevector(s, t, 1, 2)
#elif MAD_BITS == 256
#define MAD_WORDS_UP(s, t)   __builtin_shufflevector(s, t, 7, 0, 1, 2)
#define MAD_WORDS_DOWN(s, t) __builtin_shufflevector(s, t, 1, 2, 3, 4)
#else
#define MAD_WORDS_UP(s, t) \
    __builtin_shufflevector(s, t, 31, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)
#define MAD_WORDS_DOWN(s, t) \
    __builtin_shufflevector(s, t, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
#endif
#endif

/* The set moved so many squares up, 1 to 63; what leaves the words is lost. */
static inline mad_set set_up(mad_set s, uint32_t by)
{
#if MAD_BITS == 64
    return s << by;
#else
    return s << by | MAD_WORDS_UP(s, set_none()) >> (64 - by);
#endif
}

/* The set moved `by` squares up, or down when negative, by less than 64 and not by none. None may leave the words, so
 * that what goes round from one end to the other is nothing. */
static inline mad_set set_shifted(mad_set s, int by)
{
#if MAD_BITS == 64
    return s << (by & 63) | s >> (-by & 63);
#else
    return by > 0 ? s << (by & 63) | MAD_WORDS_UP(s, s) >> (-by & 63)
                  : s >> (-by & 63) | MAD_WORDS_DOWN(s, s) << (by & 63);
#endif
}

static inline bool set_meets(mad_set a, mad_set b)
{
#if defined(MAD_TEST_NONE)
    return !MAD_TEST_NONE(a, b);
#else
    return !set_empty(a & b);
#endif
}
static inline bool set_within(mad_set a, mad_set b)
{
#if defined(MAD_TEST_WITHIN)
    return MAD_TEST_WITHIN(a, b);
#else
    return set_empty(a & ~b);
#endif
}

/* Sets in memory are MAD_WORDS words, aligned to 8 bytes only. */
static inline mad_set set_load(const uint64_t *words)
{
    mad_set s;
    memcpy(&s, words, sizeof s);
    return s;
}

static inline void set_store(uint64_t *words, mad_set s)
{
    memcpy(words, &s, sizeof s);
}

#endif
