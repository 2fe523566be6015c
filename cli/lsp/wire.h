/* wire.h - messages with a head, as the Language Server Protocol frames them, out of a stream of bytes.
 *
 * Layer: cli. What is no message is passed over and reported once; the next head is looked for behind it. */
#ifndef MAD_CLI_LSP_WIRE_H
#define MAD_CLI_LSP_WIRE_H

#include <stdbool.h>
#include <stddef.h>

enum { LSP_LONGEST_MESSAGE = 64 << 20, LSP_LONGEST_HEAD = 4096 };

struct lsp_wire {
    int file;
    char *bytes; /* owned */
    size_t capacity, used, taken;
    bool is_lost; /* looking for the next head */
    bool has_ended, is_out_of_memory;
};

enum lsp_taken { LSP_NO_MESSAGE, LSP_MESSAGE, LSP_BAD_HEAD, LSP_TOO_LONG };

struct lsp_wire lsp_wire_on(int file);
void lsp_wire_free(struct lsp_wire *wire);
/* Reads once what there is, waiting for it. False at the end of the stream, or without memory. */
bool lsp_wire_read(struct lsp_wire *wire);
/* Whether something can be read within so many milliseconds; -1: waits as long as it takes. */
bool lsp_wire_waits(const struct lsp_wire *wire, int milliseconds);
/* The next whole message; its text is good until the next read. */
enum lsp_taken lsp_wire_next(struct lsp_wire *wire, char **text, size_t *bytes);

#endif
