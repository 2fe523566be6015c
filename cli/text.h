/* text.h - safe output: text from rule files, file names and players never reaches the terminal
 * raw.
 *
 * Layer: cli. Control characters and direction overrides are dropped, broken UTF-8 becomes
 * U+FFFD. Widths are columns of a terminal: 2 for East Asian wide characters, 0 for combining
 * marks. */
#ifndef MAD_CLI_TEXT_H
#define MAD_CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Reads one code point at `text` (not at its end); U+FFFD for a broken byte. Returns its bytes. */
size_t cli_utf8_next(const char *text, uint32_t *code);
/* Columns of a code point; 0 for what cli_put drops. A tab counts as 1. */
int cli_code_width(uint32_t code);

void cli_put(FILE *stream, const char *text);
int cli_width(const char *text);
/* How many bytes of the text fit into `width` columns, up to the end of a word if it has to be cut. */
size_t cli_fitting(const char *text, int width);
/* What cli_put would put, cut to `size` bytes with the end; returns its length. */
size_t cli_copy_safe(char *out, size_t size, const char *text);
/* Puts `text` and blanks up to `width` columns. */
void cli_put_padded(FILE *stream, const char *text, int width);
/* Puts words from `column` on, and goes on at `indent` in the next line where one would pass `last`. */
void cli_put_wrapped(FILE *stream, const char *text, int column, int indent, int last);
void cli_put_repeated(FILE *stream, char what, int count);

enum cli_tone {
    CLI_PLAIN,
    CLI_BOLD,
    CLI_DIM,
    CLI_RED,
    CLI_YELLOW,
    CLI_GREEN,
    CLI_CYAN,
    CLI_REVERSE
};
/* Switches the colour, on a terminal and without NO_COLOR only. */
void cli_tone(FILE *stream, enum cli_tone tone);

bool cli_is_terminal(FILE *stream);

#endif
