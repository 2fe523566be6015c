/* nearest_words.h - the words of a line, and what each of them may stand for.
 *
 * Layer: grammar, private to nearest.c. */
#ifndef MAD_GRAMMAR_NEAREST_WORDS_H
#define MAD_GRAMMAR_NEAREST_WORDS_H

#include "build.h"
#include "nearest.h"

enum {
    MAD_NEAREST_WORDS = 30, /* of a line; longer ones are not looked at */
    MAD_NEAREST_PARTS = 16, /* words of a phrase */
    MAD_NEAREST_FORGOTTEN = 2,
    MAD_NEAREST_NEVER = 100, /* costs more than anything that is told */
};

/* A token, or a name: words with blanks or hyphens between them. */
struct mad_nearest_term {
    const char *text;
    int token;
    enum mad_nearest_kind kind; /* of names */
    bool is_name, is_capital;
    uint8_t count;
    uint16_t words[MAD_NEAREST_PARTS];
    uint16_t next_first, next_second; /* with the same first and second word; 0: none */
};

/* Each word in small letters once. */
struct mad_nearest_lexeme {
    const char *text;
    int literal;            /* the token that it is by its form: a number, a square ...; or 0 */
    uint16_t first, second; /* terms in which it stands there */
    uint16_t next;          /* with the same hash */
    uint32_t stem;          /* the same for all forms of a word; 0 where it has none */
    uint8_t kin;            /* its row of kin.def, or 0 */
    bool is_told;           /* it has a row in the table */
};

struct mad_nearest_reading {
    unsigned cost;
    uint8_t taken; /* words of the line */
    uint8_t count; /* words that they stand for; none: they say nothing */
    uint8_t gap;   /* what comes from this word on may stand later; 0: nothing */
    const uint16_t *words;
    const struct mad_nearest_reading *next;
};

struct mad_nearest_input {
    const char *text; /* as it was typed */
    size_t bytes;
    uint16_t word;
    bool is_capital, may_go, may_move;
    bool is_of_term;   /* with those beside it, as it stands */
    bool may_go_along; /* with others of a phrase that says nothing */
    unsigned least;    /* that any reading costs for it */
    const struct mad_nearest_reading *readings;
};

struct mad_nearest_missing {
    int token;
    uint16_t term;
    unsigned cost;
};

struct mad_nearest_lexicon {
    struct mad_arena *arena;
    struct mad_nearest_lexeme *lexemes; /* from 1 */
    struct mad_nearest_term *terms;     /* from 1 */
    size_t lexeme_count, term_count;
    struct mad_nearest_missing missing[64];
    size_t missing_count;
    struct mad_nearest_input input[MAD_NEAREST_WORDS];
    size_t input_count;
    uint16_t buckets[1024];
    bool out_of_memory;
};

/* False when the line is too long, or there is no memory. */
bool mad_nearest_read(struct mad_nearest_lexicon *lexicon, const struct mad_nearest_task *task);

#endif
