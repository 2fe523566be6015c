/* rows.h - rows of an array that are written as in a position text, or as on a diagram.
 *
 * Layer: grammar. */
#ifndef MAD_GRAMMAR_ROWS_H
#define MAD_GRAMMAR_ROWS_H

#include "build.h"

/* Tells of `rnbqkbnr`, `rnbqkbnr/pppppppp/8` and their kin, all rows in the span at once, and how they are
 * written. */
void mad_rows_tight(struct mad_parser *parser, struct mad_span span);
/* Tells of rows that begin with the numbers of their ranks, of which there may be a last one of files' letters. */
void mad_rows_numbered(struct mad_parser *parser, struct mad_span span);

/* Whether such a line, without its comment, is a row as an array has them, of three squares or more. */
bool mad_rows_is_row(const char *line, size_t bytes);
/* Whether the line with that byte is one, and the line above it: what is said of the first row is said of all. */
bool mad_rows_goes_on(const struct mad_parser *parser, uint32_t at);

#endif
