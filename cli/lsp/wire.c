/* wire.c - see wire.h. Layer: cli. */
#include "wire.h"

#include <poll.h>
#include <string.h>
#include <strings.h>

static const char length_name[] = "Content-Length:";

bool lsp_wire_waits(const struct lsp_wire *wire, int milliseconds)
{
    struct pollfd what = {.fd = wire->stream.file, .events = POLLIN};
    return poll(&what, 1, milliseconds) != 0;
}

/* Bytes of the head with the blank line that ends it, 0: it goes on. */
static size_t head_bytes(const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] == '\n' && i + 1 < bytes && text[i + 1] == '\n') {
            return i + 2;
        }
        if (text[i] == '\n' && i + 2 < bytes && text[i + 1] == '\r' && text[i + 2] == '\n') {
            return i + 3;
        }
    }
    return 0;
}

/* What one line of a head says the length is; false: it says nothing of it. A length that is none is too much. */
static bool read_length(const char *line, size_t bytes, size_t *out)
{
    size_t i = sizeof length_name - 1, first;
    if (bytes < i || strncasecmp(line, length_name, i) != 0) {
        return false;
    }
    while (i < bytes && (line[i] == ' ' || line[i] == '\t')) {
        i++;
    }
    *out = 0;
    for (first = i; i < bytes && line[i] >= '0' && line[i] <= '9'; i++) {
        *out = *out > LSP_LONGEST_MESSAGE ? *out : *out * 10 + (size_t)(line[i] - '0');
    }
    while (i > first && i < bytes && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r')) {
        i++;
    }
    return i == bytes && i > first;
}

static bool find_length(const char *head, size_t bytes, size_t *out)
{
    for (size_t at = 0; at < bytes;) {
        const char *newline = memchr(head + at, '\n', bytes - at);
        size_t line = newline != NULL ? (size_t)(newline - head) - at : bytes - at;
        if (read_length(head + at, line, out)) {
            return true;
        }
        at += line + 1;
    }
    return false;
}

/* Passes over what is no head, up to where one may begin. */
static bool find_head(struct lsp_wire *wire)
{
    size_t wanted = sizeof length_name - 1, left = wire->stream.used - wire->stream.taken;
    for (size_t i = 0; left >= wanted && i <= left - wanted; i++) {
        if (strncasecmp(wire->stream.bytes + wire->stream.taken + i, length_name, wanted) == 0) {
            wire->stream.taken += i;
            wire->is_lost = false;
            return true;
        }
    }
    wire->stream.taken += left >= wanted ? left - wanted + 1 : 0;
    return false;
}

static enum lsp_taken lose(struct lsp_wire *wire, size_t bytes)
{
    wire->stream.taken += bytes;
    wire->is_lost = true;
    return LSP_BAD_HEAD;
}

enum lsp_taken lsp_wire_next(struct lsp_wire *wire, char **text, size_t *bytes)
{
    size_t length = 0;
    if (wire->stream.bytes == NULL || (wire->is_lost && !find_head(wire))) {
        return LSP_NO_MESSAGE;
    }
    char *head = wire->stream.bytes + wire->stream.taken;
    size_t left = wire->stream.used - wire->stream.taken;
    size_t size = head_bytes(head, left < LSP_LONGEST_HEAD ? left : LSP_LONGEST_HEAD);
    if (size == 0) {
        return left >= LSP_LONGEST_HEAD ? lose(wire, 1) : LSP_NO_MESSAGE;
    }
    if (!find_length(head, size, &length)) {
        return lose(wire, size);
    }
    if (length > LSP_LONGEST_MESSAGE) {
        wire->stream.taken += size;
        wire->is_lost = true;
        return LSP_TOO_LONG;
    }
    if (left - size < length) {
        return LSP_NO_MESSAGE;
    }
    *text = head + size;
    *bytes = length;
    wire->stream.taken += size + length;
    return LSP_MESSAGE;
}
