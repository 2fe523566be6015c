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
/* The same for pages and pictures: signs that mean something there are written as their names. */
void cli_put_xml(FILE *stream, const char *text);
int cli_width(const char *text);
/* How many bytes of the text are shown in so many columns. */
size_t cli_fitting(const char *text, int width);
/* Bytes of the next line of a text that is shown in so many columns: up to a newline, or as many words as fit, but one at
 * least. `*text` goes on behind it, and behind the blanks there. */
size_t cli_take_line(const char **text, int width);
/* What cli_put would put, cut to `size` bytes with the end; returns its length. */
size_t cli_copy_safe(char *out, size_t size, const char *text);
/* Puts `text` and blanks up to `width` columns. */
void cli_put_padded(FILE *stream, const char *text, int width);
/* Puts words from `column` on, and goes on at `indent` in the next line where one would pass `last`. */
void cli_put_wrapped(FILE *stream, const char *text, int column, int indent, int last);
/* Puts lines: those that hold two blanks in a row, or open with one, are laid out by hand and go on below their last
 * column where they are too long; the others are prose, and one paragraph. */
void cli_put_prose(FILE *stream, const char *text, int last);
/* Where the last column of a line begins that is laid out by hand; 0: it is prose. */
size_t cli_kept_column(const char *line, size_t bytes);
void cli_put_repeated(FILE *stream, char what, int count);

enum cli_tone {
    CLI_PLAIN,
    CLI_BOLD,
    CLI_DIM,
    CLI_RED,
    CLI_YELLOW,
    CLI_GREEN,
    CLI_CYAN,
    CLI_BLUE,
    CLI_MAGENTA,
    CLI_REVERSE
};
/* Switches the colour, on a terminal and without NO_COLOR only, or with CLICOLOR_FORCE. */
void cli_tone(FILE *stream, enum cli_tone tone);
/* What --color says, "always" or "never", holds from now on; "auto" and null leave it to the environment. */
void cli_tone_choose(const char *when);

bool cli_is_terminal(FILE *stream);

#endif
