/* lines.h - lines out of a stream of bytes that somebody else writes: a graphical program, an engine.
 *
 * Layer: cli. Never blocks longer than one read. A line longer than CLI_LINES_LONGEST is dropped and
 * reported as such; bytes that are no text (NUL) become blanks, a carriage return at the end goes. */
#ifndef MAD_CLI_PROTOCOL_LINES_H
#define MAD_CLI_PROTOCOL_LINES_H

#include <stdbool.h>

#include "../stream.h"

enum { CLI_LINES_LONGEST = 1 << 20 }; /* a game of 100,000 moves in a `position` line */

struct cli_lines {
    struct cli_stream stream;
    bool is_skipping; /* the rest of a line that is too long */
};

struct cli_lines cli_lines_on(int file);
void cli_lines_free(struct cli_lines *lines);
/* Reads once what there is. */
void cli_lines_read(struct cli_lines *lines);
/* The next whole line, null when there is none yet; good until the next call. The last line may lack its
 * newline. `too_long` says that one was dropped before it. */
char *cli_lines_next(struct cli_lines *lines, bool *too_long);

#endif
