/* lines.c - see lines.h. Layer: cli. */
#include "lines.h"

#include <string.h>

struct cli_lines cli_lines_on(int file)
{
    return (struct cli_lines){.stream = cli_stream_on(file)};
}

void cli_lines_free(struct cli_lines *lines)
{
    cli_stream_free(&lines->stream);
}

void cli_lines_read(struct cli_lines *lines)
{
    size_t got = cli_stream_read(&lines->stream);
    for (size_t i = lines->stream.used - got; i < lines->stream.used; i++) {
        if (lines->stream.bytes[i] == '\0') {
            lines->stream.bytes[i] = ' ';
        }
    }
}

/* Ends the line of so many bytes, which a newline or the end of the stream follows. */
static char *take(struct cli_stream *stream, size_t bytes, bool has_newline)
{
    char *line = stream->bytes + stream->taken;
    stream->taken += bytes + has_newline;
    if (bytes > 0 && line[bytes - 1] == '\r') {
        bytes--;
    }
    line[bytes] = '\0'; /* there is room for one more behind what was read */
    return line;
}

char *cli_lines_next(struct cli_lines *lines, bool *too_long)
{
    struct cli_stream *stream = &lines->stream;
    *too_long = false;
    while (stream->taken < stream->used) {
        char *line = stream->bytes + stream->taken;
        size_t left = stream->used - stream->taken;
        char *newline = memchr(line, '\n', left);
        size_t bytes = newline != NULL ? (size_t)(newline - line) : left;
        if (lines->is_skipping || bytes > CLI_LINES_LONGEST) {
            stream->taken += bytes + (newline != NULL);
            *too_long |= !lines->is_skipping;
            lines->is_skipping = newline == NULL;
            continue;
        }
        if (newline == NULL && !stream->has_ended) {
            return NULL;
        }
        return take(stream, bytes, newline != NULL);
    }
    return NULL;
}
