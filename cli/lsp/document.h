/* document.h - the rule texts that are open in an editor, and places in them.
 *
 * Layer: cli. Lines and characters count from 0 here, characters in the units that were agreed upon; a
 * place behind the end of a line or text is that end. */
#ifndef MAD_CLI_LSP_DOCUMENT_H
#define MAD_CLI_LSP_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../interp/mad_rules.h"

enum lsp_units { LSP_UTF16, LSP_UTF8, LSP_UTF32 }; /* what a character is */

struct lsp_place {
    uint32_t line, character;
};

struct lsp_document {
    char *uri;
    char *path; /* of a file:, else null */
    char *text; /* UTF-8 without NUL, ended by one */
    size_t bytes;
    size_t *lines; /* where each begins */
    size_t line_count;
    int64_t version;
    uint64_t age;                /* raised by each change */
    mad_diagnostics *found;      /* what was published last; null: nothing yet */
    uint64_t found_age;          /* of the text in which it was found */
    bool wants_quick, wants_all; /* to be looked through without games, with them */
};

struct lsp_documents {
    struct lsp_document **items; /* owned */
    size_t count, capacity;
    size_t bytes; /* of all texts */
};

enum { LSP_MOST_BYTES = 256 << 20, LSP_MOST_DOCUMENTS = 4096 };

void lsp_documents_free(struct lsp_documents *documents);
struct lsp_document *lsp_document_find(const struct lsp_documents *documents, const char *uri);
struct lsp_document *lsp_document_of_path(const struct lsp_documents *documents, const char *path);
/* Opens it, or gives it another text. Null: too many, too long, or no memory, as `*why` says. */
struct lsp_document *lsp_document_open(struct lsp_documents *documents, const char *uri,
                                       const char *text, const char **why);
void lsp_document_close(struct lsp_documents *documents, struct lsp_document *document);
/* Puts `text` in the place of bytes; false: as above, and the document stays. */
bool lsp_document_edit(struct lsp_documents *documents, struct lsp_document *document, size_t begin,
                       size_t end, const char *text, const char **why);

/* The name under which the library knows it. */
const char *lsp_document_name(const struct lsp_document *document);
struct mad_load lsp_document_load(const struct lsp_document *document);

size_t lsp_offset(const struct lsp_document *document, enum lsp_units units,
                  struct lsp_place place);
struct lsp_place lsp_place_at(const struct lsp_document *document, enum lsp_units units,
                              size_t offset);
/* The byte of a column of the library: line and code points from 1. */
size_t lsp_offset_of_column(const struct lsp_document *document, uint32_t line, uint32_t column);
/* Units of so many bytes of UTF-8. */
uint32_t lsp_units_in(enum lsp_units units, const char *text, size_t bytes);

/* "file:///a%20b" <-> "/a b"; malloced, null: it is no file, or there is no memory. */
char *lsp_path_of_uri(const char *uri);
char *lsp_uri_of_path(const char *path);

#endif
