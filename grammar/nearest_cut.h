/* nearest_cut.h - a line or a phrase cut into its words.
 *
 * Layer: grammar, private to nearest_words.c. */
#ifndef MAD_GRAMMAR_NEAREST_CUT_H
#define MAD_GRAMMAR_NEAREST_CUT_H

#include <stdbool.h>
#include <stddef.h>

struct mad_nearest_cut { /* a text, and the word in it */
    const char *at, *end;
    size_t bytes;
    int literal; /* the token that it is by its form: a number, a square ...; or 0 */
};

/* The next word behind the last one; false at the end. */
bool mad_nearest_cut_next(struct mad_nearest_cut *c);

static inline bool mad_nearest_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool mad_nearest_is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool mad_nearest_is_letter(char c)
{
    return mad_nearest_is_small(c) || (c >= 'A' && c <= 'Z');
}

#endif
