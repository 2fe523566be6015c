/* kin.h - words that stand for one another where people speak of games: kin.def.
 *
 * Layer: grammar, private to it. */
#ifndef MAD_GRAMMAR_KIN_H
#define MAD_GRAMMAR_KIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The row in which the word stands, from 1; 0 where none does. Capital letters are as small ones. */
uint8_t mad_kin_of(const char *word, size_t bytes);
/* Whether it stands in that row. */
bool mad_kin_has(uint8_t row, const char *word, size_t bytes);

#endif
