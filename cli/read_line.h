/* read_line.h - one line typed by a person or piped in. Layer: cli.
 *
 * On a terminal that is all, or another room reads the keys; otherwise prompt and line are echoed,
 * so that a transcript reads like a session. Lines with control characters, and lines
 * longer than CLI_LINE_BYTES, are refused, never cut. */
#ifndef MAD_CLI_READ_LINE_H
#define MAD_CLI_READ_LINE_H

#include <stdbool.h>

enum { CLI_LINE_BYTES = 4096 }; /* the longest position text of a 16x16 board takes a quarter */

enum cli_line_kind {
    CLI_LINE_GOOD,
    CLI_LINE_REFUSED,     /* `text` holds the reason */
    CLI_LINE_INTERRUPTED, /* Ctrl-C at the prompt */
    CLI_LINE_END,
};

struct cli_reader {
    bool has_terminal;
    /* Null, or reads lines in place of this room. `text` has room for CLI_LINE_BYTES and an end. */
    enum cli_line_kind (*read)(void *context, const char *prompt, char *text);
    void *context;
    char text[CLI_LINE_BYTES + 1];
};

void cli_reader_start(struct cli_reader *reader);
enum cli_line_kind cli_reader_next(struct cli_reader *reader, const char *prompt);

#endif
