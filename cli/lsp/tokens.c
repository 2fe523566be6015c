/* tokens.c - what each word of a rule file is, for editors that colour by meaning: a verb, a mark, a name that this file
 * or one that it names declares.
 *
 * Layer: cli. */
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "requests.h"
#include "tokens.h"

/* Types of the protocol, in the order of the legend. */
enum type {
    COMMENT,
    KEYWORD,
    STRING,
    NUMBER,
    CLASS,
    FUNCTION,
    VARIABLE,
    PARAMETER,
    CONSTANT,
    EVENT
};
enum { DECLARED = 1 };

const char lsp_token_legend[] =
    "{\"full\":true,\"legend\":{\"tokenTypes\":[\"comment\",\"keyword\",\"string\",\"number\","
    "\"class\",\"function\","
    "\"variable\",\"parameter\",\"enumMember\",\"event\"],\"tokenModifiers\":[\"declaration\"]}}";

struct known { /* a name that is declared somewhere */
    const char *name;
    size_t bytes;
    const char *what;
};

struct names {
    struct known *items;
    size_t count;
};

static int compare_text(const char *a, size_t a_bytes, const char *b, size_t b_bytes)
{
    int order = memcmp(a, b, a_bytes < b_bytes ? a_bytes : b_bytes);
    return order != 0 ? order : (a_bytes > b_bytes) - (a_bytes < b_bytes);
}

static int compare(const void *a, const void *b)
{
    const struct known *one = a, *other = b;
    return compare_text(one->name, one->bytes, other->name, other->bytes);
}

static void add_names(struct names *names, const struct lsp_symbols *symbols)
{
    for (size_t i = 0; i < symbols->count; i++) {
        const struct lsp_symbol *symbol = &symbols->items[i];
        struct known *known = &names->items[names->count];
        if (!symbol->is_local && symbols->words[symbol->word].sort == MAD_SORT_WORD) {
            known->name = lsp_word_text(symbols, &symbols->words[symbol->word], &known->bytes);
            known->what = symbol->what;
            names->count++;
        }
    }
}

/* All names that the files declare, in order. False without memory. */
static bool find_names(const struct lsp_files *files, struct names *names)
{
    size_t room = 1;
    for (size_t i = 0; i < files->count; i++) {
        room += files->items[i].symbols.count;
    }
    names->items = calloc(room, sizeof *names->items);
    for (size_t i = 0; names->items != NULL && i < files->count; i++) {
        add_names(names, &files->items[i].symbols);
    }
    if (names->items != NULL) {
        qsort(names->items, names->count, sizeof *names->items, compare);
    }
    return names->items != NULL;
}

static enum type type_of_name(const struct lsp_symbol *symbol, const char *what)
{
    return what == NULL                         ? VARIABLE
           : strcmp(what, "verb") == 0          ? FUNCTION
           : strcmp(what, "direction") == 0     ? CONSTANT
           : strcmp(what, "option") == 0        ? CONSTANT
           : symbol != NULL && symbol->is_local ? PARAMETER
                                                : VARIABLE;
}

/* False for what is not coloured. */
static bool find_type(const struct lsp_symbols *symbols, const struct names *names, size_t at,
                      enum type *type)
{
    static const struct {
        enum mad_word_sort sort;
        enum type type;
    } plain[] = {{MAD_SORT_COMMENT, COMMENT}, {MAD_SORT_KEYWORD, KEYWORD}, {MAD_SORT_TEXT, STRING},
                 {MAD_SORT_NUMBER, NUMBER},   {MAD_SORT_NAME, CLASS},      {MAD_SORT_LETTER, CLASS},
                 {MAD_SORT_SQUARE, CONSTANT}, {MAD_SORT_MOVE, EVENT}};
    const struct mad_text_word *word = &symbols->words[at];
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (word->sort == plain[i].sort) {
            *type = plain[i].type;
            return true;
        }
    }
    if (word->sort != MAD_SORT_WORD) {
        return false;
    }
    struct known wanted = {.name = NULL};
    wanted.name = lsp_word_text(symbols, word, &wanted.bytes);
    const struct lsp_symbol *symbol =
        lsp_symbol_find(symbols, wanted.name, wanted.bytes, word->begin);
    const struct known *known =
        symbol == NULL ? bsearch(&wanted, names->items, names->count, sizeof wanted, compare)
                       : NULL;
    *type = type_of_name(symbol, symbol != NULL  ? symbol->what
                                 : known != NULL ? known->what
                                                 : NULL);
    return symbol != NULL || known != NULL;
}

static bool is_declared(const struct lsp_symbols *symbols, size_t at)
{
    for (size_t i = 0; i < symbols->count; i++) {
        if (symbols->items[i].word == at) {
            return true;
        }
    }
    return false;
}

static void put_tokens(struct lsp_server *server, const struct lsp_document *document,
                       const struct lsp_symbols *symbols, const struct names *names)
{
    struct lsp_place last = {0, 0};
    for (size_t i = 0; i < symbols->word_count; i++) {
        const struct mad_text_word *word = &symbols->words[i];
        enum type type;
        const char *text = document->text + word->begin;
        size_t bytes = strcspn(text, "\n");
        bytes = bytes < word->end - word->begin ? bytes : word->end - word->begin;
        if (!find_type(symbols, names, i, &type)) {
            continue;
        }
        struct lsp_place place = lsp_place_at(document, server->units, word->begin);
        bool is_same_line = place.line == last.line;
        cli_json_count(&server->json, NULL, place.line - last.line);
        cli_json_count(&server->json, NULL, place.character - (is_same_line ? last.character : 0));
        cli_json_count(&server->json, NULL, lsp_units_in(server->units, text, bytes));
        cli_json_count(&server->json, NULL, type);
        cli_json_count(&server->json, NULL, is_declared(symbols, i) ? DECLARED : 0);
        last = place;
    }
}

void lsp_do_tokens(struct lsp_server *server, const cJSON *params)
{
    struct lsp_document *document = lsp_document_asked(server, params);
    struct lsp_symbols symbols;
    struct names names = {0};
    if (document == NULL || !lsp_symbols_asked(server, document, &symbols)) {
        return;
    }
    struct lsp_files *files = lsp_files_find(server, document, &symbols);
    if (files != NULL && find_names(files, &names)) {
        lsp_answer_result(server, '{');
        cli_json_open(&server->json, "data", '[');
        put_tokens(server, document, &symbols, &names);
        cli_json_close(&server->json, ']');
        cli_json_close(&server->json, '}');
    } else {
        server->has_failed = true;
    }
    free(names.items);
    lsp_files_free(files);
    lsp_symbols_free(&symbols);
}
