/* symbols.h - the words of a rule text, and what it declares by name.
 *
 * Layer: cli. Found out from the words alone, so that a text with faults has symbols too. */
#ifndef MAD_CLI_LSP_SYMBOLS_H
#define MAD_CLI_LSP_SYMBOLS_H

#include "../../interp/mad_rules.h"

struct lsp_symbol {
    const char *what;  /* "piece", "verb" ... */
    int kind;          /* SymbolKind of the protocol */
    int item;          /* CompletionItemKind */
    bool is_outer;     /* a game or variant: others lie in it */
    bool is_local;     /* known in its section alone */
    size_t word;       /* index of its name */
    size_t begin, end; /* bytes of the whole, down to the next; of a local one its section */
};

struct lsp_symbols {
    const char *text; /* borrowed */
    struct mad_text_word *words;
    size_t word_count;
    struct lsp_symbol *items;
    size_t count, capacity;
};

enum mad_status lsp_symbols_read(const mad_engine *engine, const char *text, size_t bytes,
                                 struct lsp_symbols *out);
void lsp_symbols_free(struct lsp_symbols *symbols);
/* The word at or right before the byte; null: none. */
const struct mad_text_word *lsp_word_at(const struct lsp_symbols *symbols, size_t offset);
/* Whether the word is written so; quotation marks do not count. */
bool lsp_word_is(const struct lsp_symbols *symbols, const struct mad_text_word *word,
                 const char *name, size_t bytes);
/* Its text without quotation marks. */
const char *lsp_word_text(const struct lsp_symbols *symbols, const struct mad_text_word *word,
                          size_t *bytes);
/* What declares the name as it is known at that byte; null: nothing in this text. */
const struct lsp_symbol *lsp_symbol_find(const struct lsp_symbols *symbols, const char *name,
                                         size_t bytes, size_t offset);
/* A file that the text names: behind `like` or `array of`, or with `is_library` behind `use`. False ends the visit. */
typedef bool (*lsp_file_visit)(void *context, const char *name, bool is_library);
void lsp_files_visit(const struct lsp_symbols *symbols, lsp_file_visit visit, void *context);

#endif
