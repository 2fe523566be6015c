/* wire.h - messages with a head, as the Language Server Protocol frames them, out of a stream of bytes.
 *
 * Layer: cli. What is no message is passed over and reported once; the next head is looked for behind it. */
#ifndef MAD_CLI_LSP_WIRE_H
#define MAD_CLI_LSP_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "../stream.h"

enum { LSP_LONGEST_MESSAGE = 64 << 20, LSP_LONGEST_HEAD = 4096 };

struct lsp_wire {
    struct cli_stream stream;
    bool is_lost; /* looking for the next head */
};

enum lsp_taken { LSP_NO_MESSAGE, LSP_MESSAGE, LSP_BAD_HEAD, LSP_TOO_LONG };

/* Whether something can be read within so many milliseconds; -1: waits as long as it takes. */
bool lsp_wire_waits(const struct lsp_wire *wire, int milliseconds);
/* The next whole message; its text is good until the next read. */
enum lsp_taken lsp_wire_next(struct lsp_wire *wire, char **text, size_t *bytes);

#endif
