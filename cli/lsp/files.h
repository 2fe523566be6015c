/* files.h - the texts that a rule file names, and those that they name. Layer: cli. */
#ifndef MAD_CLI_LSP_FILES_H
#define MAD_CLI_LSP_FILES_H

#include "server.h"
#include "symbols.h"

enum { LSP_MOST_FILES = 64 };

struct lsp_file {
    char name[128];
    bool is_library;
    char *path; /* of a file, owned; null: it is inside of the program */
    char *read; /* owned, or null */
    const char *text;
    struct lsp_symbols symbols;
};

struct lsp_files {
    struct lsp_server *server;
    const struct lsp_document *document;
    struct lsp_file items[LSP_MOST_FILES];
    size_t count;
};

/* The words of the document, and what it declares; false, and refused, when they cannot be read. */
bool lsp_symbols_asked(struct lsp_server *server, const struct lsp_document *document,
                       struct lsp_symbols *symbols);

/* All files that the text is made of beside itself; null without memory. */
struct lsp_files *lsp_files_find(struct lsp_server *server, const struct lsp_document *document,
                                 const struct lsp_symbols *symbols);
void lsp_files_free(struct lsp_files *files);

#endif
