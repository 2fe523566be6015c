/* words.h - the words of a text as the lexer hands them out, and what may stand at its end.
 *
 * Layer: grammar; for editors, which show texts that cannot be read yet. No fault is told. */
#ifndef MAD_GRAMMAR_WORDS_H
#define MAD_GRAMMAR_WORDS_H

#include "parse.h"

enum mad_word_sort_of { /* the order is that of enum mad_word_sort in mad_rules.h */
                        MAD_SORT_OF_KEYWORD,
                        MAD_SORT_OF_NAME,
                        MAD_SORT_OF_WORD,
                        MAD_SORT_OF_TEXT,
                        MAD_SORT_OF_LETTER,
                        MAD_SORT_OF_SQUARE,
                        MAD_SORT_OF_NUMBER,
                        MAD_SORT_OF_CELL,
                        MAD_SORT_OF_MOVE,
                        MAD_SORT_OF_COMMENT,
                        MAD_SORT_OF_SIGN,
};

struct mad_word_read {
    struct mad_span span;
    enum mad_word_sort_of sort;
    const char *keyword; /* as the language writes it, or null */
    bool is_first;       /* of its sentence */
};

/* False ends the reading. */
typedef bool (*mad_word_see)(void *context, const struct mad_word_read *word);
/* Comments come behind all others. */
enum mad_parse_status mad_words_read(struct mad_parse_context *context, uint16_t source_index,
                                     mad_word_see see, void *see_context);
/* Keywords, and the texts of the tokens NAME and WORD, that may follow the text, which has to end in `mad_words_stop`. */
enum mad_parse_status mad_words_expected(struct mad_parse_context *context, uint16_t source_index,
                                         bool (*see)(void *context, const char *text),
                                         void *see_context);
/* A word that may stand nowhere. */
extern const char mad_words_stop[];

#endif
