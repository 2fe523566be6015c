/* stream.c - see stream.h. Layer: cli. */
#include "stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 1 << 16 };

struct cli_stream cli_stream_on(int file)
{
    return (struct cli_stream){.file = file};
}

void cli_stream_free(struct cli_stream *stream)
{
    free(stream->bytes);
    *stream = (struct cli_stream){.file = -1, .has_ended = true};
}

static bool make_room(struct cli_stream *stream)
{
    if (stream->taken > 0) {
        memmove(stream->bytes, stream->bytes + stream->taken, stream->used - stream->taken);
        stream->used -= stream->taken;
        stream->taken = 0;
    }
    if (stream->used + CHUNK < stream->capacity) {
        return true;
    }
    size_t capacity = stream->capacity * 2 + 2 * (size_t)CHUNK;
    char *bytes = realloc(stream->bytes, capacity);
    if (bytes == NULL) {
        return false;
    }
    stream->bytes = bytes;
    stream->capacity = capacity;
    return true;
}

size_t cli_stream_read(struct cli_stream *stream)
{
    if (stream->has_ended || !make_room(stream)) {
        stream->is_out_of_memory = !stream->has_ended;
        stream->has_ended = true;
        return 0;
    }
    ssize_t got = read(stream->file, stream->bytes + stream->used, CHUNK);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
        return 0;
    }
    stream->has_ended = got <= 0;
    stream->used += got > 0 ? (size_t)got : 0;
    return got > 0 ? (size_t)got : 0;
}
