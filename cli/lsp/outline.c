/* outline.c - what a rule file holds, for an editor's list and for folding. Layer: cli. */
#include <stdlib.h>

#include "../text.h"
#include "files.h"
#include "requests.h"

static void open_symbol(struct lsp_server *server, const struct lsp_document *document,
                        const struct lsp_symbols *symbols, const struct lsp_symbol *symbol)
{
    const struct mad_text_word *word = &symbols->words[symbol->word];
    char name[200];
    size_t bytes;
    const char *text = lsp_word_text(symbols, word, &bytes);
    snprintf(name, sizeof name, "%.*s", (int)(bytes < 190 ? bytes : 190), text);
    cli_json_open(&server->json, NULL, '{');
    cli_json_text(&server->json, "name", bytes > 0 ? name : symbol->what);
    cli_json_text(&server->json, "detail", symbol->what);
    cli_json_count(&server->json, "kind", symbol->kind);
    lsp_put_range(server, "range", document, symbol->begin, symbol->end);
    lsp_put_range(server, "selectionRange", document, word->begin, word->end);
}

void lsp_do_symbols(struct lsp_server *server, const cJSON *params)
{
    struct lsp_document *document = lsp_document_asked(server, params);
    struct lsp_symbols symbols;
    bool is_inside = false;
    if (document == NULL || !lsp_symbols_asked(server, document, &symbols)) {
        return;
    }
    lsp_answer_result(server, '[');
    for (size_t i = 0; i < symbols.count; i++) {
        const struct lsp_symbol *symbol = &symbols.items[i];
        if (symbol->is_outer && is_inside) {
            cli_json_close(&server->json, ']');
            cli_json_close(&server->json, '}');
        }
        if (!symbol->is_local) {
            open_symbol(server, document, &symbols, symbol);
        }
        if (symbol->is_outer) {
            cli_json_open(&server->json, "children", '[');
            is_inside = true;
        } else if (!symbol->is_local) {
            cli_json_close(&server->json, '}');
        }
    }
    if (is_inside) {
        cli_json_close(&server->json, ']');
        cli_json_close(&server->json, '}');
    }
    cli_json_close(&server->json, ']');
    lsp_symbols_free(&symbols);
}

void lsp_do_folding(struct lsp_server *server, const cJSON *params)
{
    struct lsp_document *document = lsp_document_asked(server, params);
    struct lsp_symbols symbols;
    if (document == NULL || !lsp_symbols_asked(server, document, &symbols)) {
        return;
    }
    lsp_answer_result(server, '[');
    for (size_t i = 0; i < symbols.count; i++) {
        const struct lsp_symbol *symbol = &symbols.items[i];
        uint32_t first = lsp_place_at(document, server->units, symbol->begin).line;
        uint32_t last = lsp_place_at(document, server->units, symbol->end).line;
        if (!symbol->is_local && last > first) {
            cli_json_open(&server->json, NULL, '{');
            cli_json_count(&server->json, "startLine", first);
            cli_json_count(&server->json, "endLine", last);
            cli_json_close(&server->json, '}');
        }
    }
    cli_json_close(&server->json, ']');
    lsp_symbols_free(&symbols);
}
