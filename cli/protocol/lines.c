/* lines.c - see lines.h. Layer: cli. */
#include "lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 1 << 16 };

struct cli_lines cli_lines_on(int file)
{
    return (struct cli_lines){.file = file};
}

void cli_lines_free(struct cli_lines *lines)
{
    free(lines->bytes);
    *lines = (struct cli_lines){.file = -1, .has_ended = true};
}

static bool make_room(struct cli_lines *lines)
{
    if (lines->taken > 0) {
        memmove(lines->bytes, lines->bytes + lines->taken, lines->used - lines->taken);
        lines->used -= lines->taken;
        lines->taken = 0;
    }
    if (lines->used + CHUNK < lines->capacity) {
        return true;
    }
    size_t capacity = lines->capacity * 2 + 2 * (size_t)CHUNK;
    char *bytes = realloc(lines->bytes, capacity);
    if (bytes == NULL) {
        return false;
    }
    lines->bytes = bytes;
    lines->capacity = capacity;
    return true;
}

bool cli_lines_read(struct cli_lines *lines)
{
    if (lines->has_ended || !make_room(lines)) {
        lines->is_out_of_memory = !lines->has_ended;
        lines->has_ended = true;
        return false;
    }
    ssize_t got = read(lines->file, lines->bytes + lines->used, CHUNK);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
        return true;
    }
    if (got <= 0) {
        lines->has_ended = true;
        return false;
    }
    char *fresh = lines->bytes + lines->used;
    for (ssize_t i = 0; i < got; i++) {
        fresh[i] = fresh[i] == '\0' ? ' ' : fresh[i];
    }
    lines->used += (size_t)got;
    return true;
}

/* Ends the line of so many bytes, which a newline or the end of the stream follows. */
static char *take(struct cli_lines *lines, size_t bytes, bool has_newline)
{
    char *line = lines->bytes + lines->taken;
    lines->taken += bytes + has_newline;
    if (bytes > 0 && line[bytes - 1] == '\r') {
        bytes--;
    }
    line[bytes] = '\0'; /* there is room for one more behind what was read */
    return line;
}

char *cli_lines_next(struct cli_lines *lines, bool *too_long)
{
    *too_long = false;
    while (lines->taken < lines->used) {
        char *line = lines->bytes + lines->taken;
        size_t left = lines->used - lines->taken;
        char *newline = memchr(line, '\n', left);
        size_t bytes = newline != NULL ? (size_t)(newline - line) : left;
        if (lines->is_skipping || bytes > CLI_LINES_LONGEST) {
            lines->taken += bytes + (newline != NULL);
            *too_long |= !lines->is_skipping;
            lines->is_skipping = newline == NULL;
            continue;
        }
        if (newline == NULL && !lines->has_ended) {
            return NULL;
        }
        return take(lines, bytes, newline != NULL);
    }
    return NULL;
}
