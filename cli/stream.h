/* stream.h - a stream of bytes that somebody else writes, kept until they are taken.
 *
 * Layer: cli. What stands on it, lines or messages with a head, is their readers' business. */
#ifndef MAD_CLI_STREAM_H
#define MAD_CLI_STREAM_H

#include <stdbool.h>
#include <stddef.h>

struct cli_stream {
    int file;
    char *bytes;                  /* owned; null before the first read */
    size_t capacity, used, taken; /* behind what was read there is always room for one more */
    bool has_ended, is_out_of_memory;
};

struct cli_stream cli_stream_on(int file);
void cli_stream_free(struct cli_stream *stream);
/* Reads once what there is, waiting for it, and gives the number of bytes: the last ones of those that are
 * kept. 0 at the end of the stream, without memory (the members say which), or when a signal came. */
size_t cli_stream_read(struct cli_stream *stream);

#endif
