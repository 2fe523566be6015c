/* kin.h - words that stand for one another where people speak of games: kin.def.
 *
 * Layer: grammar, private to it. */
#ifndef MAD_GRAMMAR_KIN_H
#define MAD_GRAMMAR_KIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether it belongs to a word: a letter, a digit, a hyphen or an apostrophe. */
static inline bool mad_kin_is_of_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '\'';
}

/* The row in which the word stands, from 1; 0 where none does. Capital letters are as small ones. */
uint8_t mad_kin_of(const char *word, size_t bytes);
/* Whether it stands in that row. */
bool mad_kin_has(uint8_t row, const char *word, size_t bytes);

/* Puts the line with plainer words for what takes several in `out`, ended; false where there are none, or there is no room. */
bool mad_kin_plain(const char *line, size_t bytes, char *out, size_t room);

#endif
