/* hints.h - what is said about a sentence that could not be read.
 *
 * Layer: grammar, private to it. One finding for each faulty line; the table of near-English slips is
 * in hints.def. Called by lexer and parser. */
#ifndef MAD_GRAMMAR_HINTS_H
#define MAD_GRAMMAR_HINTS_H

#include "build.h"

/* The parser stood before `token` and could have read one of `expected`. */
void mad_hint_syntax(struct mad_parser *parser, int token, struct mad_span span,
                     const int *expected, int count);
void mad_hint_bad_character(struct mad_parser *parser, struct mad_span span);
/* `array` is not followed by a row. */
void mad_hint_no_rows(struct mad_parser *parser, struct mad_span span);
/* Reports a call whose verb looks like the beginning of another sentence; false if it does not. */
bool mad_hint_unknown_verb(struct mad_parser *parser, const struct mad_node *call);
/* Whether a call looks like a misspelt heading with the name of a piece, or with a title. */
bool mad_hint_is_heading(const struct mad_parser *parser, const struct mad_node *call);
/* The bit of a joiner for mad_parser.joiners, 0 for other tokens. */
uint8_t mad_hint_joiner(int token);

#endif
