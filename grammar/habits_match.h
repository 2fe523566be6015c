/* habits_match.h - patterns of habits.def held against a line.
 *
 * Layer: grammar, private to habits.c. What a pattern is stands in habits.def. */
#ifndef MAD_GRAMMAR_HABITS_MATCH_H
#define MAD_GRAMMAR_HABITS_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAD_HABIT_BLANKS = 12, MAD_HABIT_KEPT = 400 };

struct mad_habit_match {
    const char *line; /* without its comment */
    size_t bytes, begin, end;
    unsigned steps; /* left */
    char indent[32];
    char kept[MAD_HABIT_BLANKS][MAD_HABIT_KEPT];
    unsigned count;
    const uint8_t *
        kin; /* null, or for each byte of the line at which a word begins its row of kin.def: then words stand
                           for others of theirs, and articles for nothing */
};

static inline bool mad_habit_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The first byte behind `at` that is not blank. */
static inline size_t mad_habit_skip(const struct mad_habit_match *m, size_t at)
{
    while (at < m->bytes && mad_habit_is_blank(m->line[at]))
        at++;
    return at;
}

/* Where the pattern fits first, behind `from`; texts in quotation marks are passed over. */
bool mad_habit_find(struct mad_habit_match *m, const char *pattern, size_t from);

#endif
