/* edits.c - changes of a rule file that an editor offers: layout, corrections, other names.
 *
 * Layer: cli. Nothing is written here: the editor is told what to change. */
#include <stdlib.h>
#include <string.h>

#include "../lint_fix.h"
#include "requests.h"
#include "symbols.h"

enum { LONGEST_NAME = 200 };

static void put_edit(struct lsp_server *server, const struct lsp_document *document, size_t begin,
                     size_t end, const char *text)
{
    cli_json_open(&server->json, NULL, '{');
    lsp_put_range(server, "range", document, begin, end);
    cli_json_text(&server->json, "newText", text);
    cli_json_close(&server->json, '}');
}

/* --- layout ------------------------------------------------------------------------------------------ */

void lsp_do_format(struct lsp_server *server, const cJSON *params)
{
    struct lsp_document *document = lsp_document_asked(server, params);
    char *made = NULL;
    if (document == NULL) {
        return;
    }
    enum mad_status status = mad_format(server->engine, lsp_document_name(document), document->text,
                                        document->bytes, &made, NULL);
    if (status != MAD_OK) {
        lsp_refuse(server, LSP_REQUEST_FAILED,
                   status == MAD_ERROR_RULES ? "a text with faults is not laid out"
                                             : mad_status_text(status));
        return;
    }
    lsp_answer_result(server, '[');
    if (strcmp(made, document->text) != 0) {
        put_edit(server, document, 0, document->bytes, made);
    }
    cli_json_close(&server->json, ']');
    free(made);
}

/* --- corrections ------------------------------------------------------------------------------------- */

static void open_edits(struct lsp_server *server, const struct lsp_document *document)
{
    cli_json_open(&server->json, "edit", '{');
    cli_json_open(&server->json, "changes", '{');
    cli_json_open(&server->json, document->uri, '[');
}

static void close_edits(struct lsp_server *server)
{
    cli_json_close(&server->json, ']');
    cli_json_close(&server->json, '}');
    cli_json_close(&server->json, '}');
}

/* "write `chess`", or what is taken out. */
static void put_title(struct lsp_server *server, const struct lsp_document *document,
                      const struct mad_fix *fix)
{
    char title[160];
    bool is_gone = fix->text[0] == '\0';
    int bytes = is_gone ? (int)(fix->end - fix->begin) : (int)strcspn(fix->text, "\n");
    snprintf(title, sizeof title, "%s `%.*s`", is_gone ? "take out" : "write",
             bytes > 100 ? 100 : bytes, is_gone ? document->text + fix->begin : fix->text);
    cli_json_text(&server->json, "title", title);
}

static void put_fix(struct lsp_server *server, const struct lsp_document *document,
                    const struct mad_diagnostic *found, const struct mad_fix *fix)
{
    cli_json_open(&server->json, NULL, '{');
    put_title(server, document, fix);
    cli_json_text(&server->json, "kind", "quickfix");
    cli_json_truth(&server->json, "isPreferred", fix->is_safe);
    cli_json_open(&server->json, "diagnostics", '[');
    lsp_put_diagnostic(server, document, found);
    cli_json_close(&server->json, ']');
    open_edits(server, document);
    put_edit(server, document, fix->begin, fix->end, fix->text);
    close_edits(server);
    cli_json_close(&server->json, '}');
}

/* All corrections that mean for certain what was meant, made together and compiled. */
static void put_all(struct lsp_server *server, const struct lsp_document *document)
{
    struct mad_load load = lsp_document_load(document);
    struct mad_lint_options options = {.is_static = true};
    mad_diagnostics *left = NULL;
    char *text = NULL;
    size_t fixed = 0;
    enum mad_status status =
        cli_lint_fix(server->engine, &load, &options, false, &text, &left, &fixed);
    if (status != MAD_ERROR_MEMORY && text != NULL) {
        cli_json_open(&server->json, NULL, '{');
        cli_json_text(&server->json, "title", "correct all that is certain");
        cli_json_text(&server->json, "kind", "source.fixAll");
        open_edits(server, document);
        put_edit(server, document, 0, document->bytes, text);
        close_edits(server);
        cli_json_close(&server->json, '}');
    }
    mad_diagnostics_free(left);
    free(text);
}

/* Whether actions of a kind are asked for: all are when nothing is said. */
static bool wants(const cJSON *params, const char *kind)
{
    const cJSON *only = lsp_item(lsp_item(params, "context"), "only"), *one;
    bool is_asked = !cJSON_IsArray(only);
    cJSON_ArrayForEach(one, only)
    {
        size_t bytes = cJSON_IsString(one) ? strlen(one->valuestring) : 0;
        is_asked =
            is_asked || (cJSON_IsString(one) && strncmp(kind, one->valuestring, bytes) == 0 &&
                         (bytes == 0 || kind[bytes] == '\0' || kind[bytes] == '.'));
    }
    return is_asked;
}

void lsp_do_actions(struct lsp_server *server, const cJSON *params)
{
    struct lsp_document *document = lsp_document_asked(server, params);
    struct lsp_place first, last;
    bool has_safe = false;
    if (document == NULL || !lsp_range_asked(server, params, &first, &last)) {
        return;
    }
    lsp_answer_result(server, '[');
    bool is_fresh = document->found != NULL && document->found_age == document->age;
    for (size_t i = 0; is_fresh && i < mad_diagnostics_count(document->found); i++) {
        const struct mad_diagnostic *found = mad_diagnostics_at(document->found, i);
        for (size_t f = 0; f < found->fix_count; f++) {
            const struct mad_fix *fix = &found->fixes[f];
            bool is_own = strcmp(fix->file, lsp_document_name(document)) == 0 &&
                          fix->end <= document->bytes && found->severity <= server->least;
            uint32_t line = found->place.line - 1;
            has_safe = has_safe || (is_own && fix->is_safe);
            if (is_own && line >= first.line && line <= last.line && wants(params, "quickfix")) {
                put_fix(server, document, found, fix);
            }
        }
    }
    if (has_safe && wants(params, "source.fixAll")) {
        put_all(server, document);
    }
    cli_json_close(&server->json, ']');
}

/* --- other names ------------------------------------------------------------------------------------- */

struct renaming {
    struct lsp_symbols symbols;
    const struct mad_text_word *word; /* under the caret */
    const struct lsp_symbol *symbol;
    const char *name;
    size_t bytes;
};

/* Finds what is to be renamed; null, or why it cannot be. */
static const char *find_renamed(struct lsp_server *server, const struct lsp_document *document,
                                const cJSON *params, struct renaming *out)
{
    struct lsp_place place;
    *out = (struct renaming){.word = NULL};
    if (!lsp_read_place(lsp_item(params, "position"), &place)) {
        return "position is missing";
    }
    size_t offset = lsp_offset(document, server->units, place);
    if (lsp_symbols_read(server->engine, document->text, document->bytes, &out->symbols) !=
        MAD_OK) {
        return "the text cannot be read";
    }
    out->word = lsp_word_at(&out->symbols, offset);
    if (out->word == NULL ||
        (out->word->sort != MAD_SORT_NAME && out->word->sort != MAD_SORT_WORD)) {
        return out->word != NULL && out->word->sort == MAD_SORT_KEYWORD
                   ? "this is a word of the language"
                   : "here is no name";
    }
    out->name = lsp_word_text(&out->symbols, out->word, &out->bytes);
    out->symbol = lsp_symbol_find(&out->symbols, out->name, out->bytes, offset);
    return out->symbol != NULL ? NULL : "this name is not declared in this file";
}

static bool is_renamed(const struct renaming *renaming, const struct mad_text_word *word)
{
    const struct lsp_symbol *symbol = renaming->symbol;
    bool is_in = !symbol->is_local || (symbol->begin <= word->begin && word->end <= symbol->end);
    return is_in && word->sort == renaming->word->sort &&
           lsp_word_is(&renaming->symbols, word, renaming->name, renaming->bytes);
}

/* Whether it is one word of the same sort, and no word of the text yet; else why not. */
static const char *why_no_name(const struct lsp_server *server, const struct renaming *renaming,
                               const char *name)
{
    struct mad_text_word *words = NULL;
    size_t count = 0, bytes = strlen(name);
    char text[LONGEST_NAME + 8];
    if (bytes == 0 || bytes > LONGEST_NAME) {
        return "this is no name";
    }
    /* Behind `piece` every keyword is one, but none that only begins sentences. */
    snprintf(text, sizeof text, "%s", name);
    if (mad_text_words(server->engine, text, bytes, &words, &count) != MAD_OK) {
        return "this is no name";
    }
    bool is_name = count == 1 && words[0].sort == renaming->word->sort && words[0].begin == 0 &&
                   words[0].end == bytes;
    bool is_keyword = count == 1 && words[0].sort == MAD_SORT_KEYWORD;
    free(words);
    if (!is_name) {
        return is_keyword ? "this is a word of the language"
               : renaming->word->sort == MAD_SORT_NAME
                   ? "this is no name: it begins with a capital, and has letters, digits and "
                     "hyphens"
                   : "this is no name: it has small letters, digits and hyphens";
    }
    for (size_t i = 0; i < renaming->symbols.word_count; i++) {
        if (renaming->symbols.words[i].sort == renaming->word->sort &&
            lsp_word_is(&renaming->symbols, &renaming->symbols.words[i], name, bytes)) {
            return "this name is used in this file already";
        }
    }
    return NULL;
}

static size_t count_errors(const struct lsp_server *server, const struct lsp_document *document,
                           const char *text)
{
    struct mad_load load = lsp_document_load(document);
    struct mad_lint_options options = {.is_static = true};
    mad_diagnostics *found = NULL;
    load.text = text;
    load.text_bytes = strlen(text);
    if (mad_lint(server->engine, &load, &options, &found) == MAD_ERROR_MEMORY) {
        return SIZE_MAX;
    }
    size_t errors = mad_diagnostics_errors(found), count = mad_diagnostics_count(found);
    mad_diagnostics_free(found);
    return errors * 1000 + count; /* a name of the library that is hidden now is a warning */
}

/* The text as it is then, malloced. */
static char *renamed_text(const struct lsp_document *document, const struct renaming *renaming,
                          const char *name)
{
    size_t bytes = document->bytes + 1, at = 0, used = 0, added = strlen(name);
    for (size_t i = 0; i < renaming->symbols.word_count; i++) {
        bytes += is_renamed(renaming, &renaming->symbols.words[i]) ? added : 0;
    }
    char *made = malloc(bytes);
    for (size_t i = 0; made != NULL && i < renaming->symbols.word_count; i++) {
        const struct mad_text_word *word = &renaming->symbols.words[i];
        if (is_renamed(renaming, word)) {
            memcpy(made + used, document->text + at, word->begin - at);
            used += word->begin - at;
            memcpy(made + used, name, added);
            used += added;
            at = word->end;
        }
    }
    if (made != NULL) {
        memcpy(made + used, document->text + at, document->bytes - at + 1);
    }
    return made;
}

static const char *why_worse(const struct lsp_server *server, const struct lsp_document *document,
                             const struct renaming *renaming, const char *name)
{
    char *made = renamed_text(document, renaming, name);
    bool is_worse = made == NULL || count_errors(server, document, made) >
                                        count_errors(server, document, document->text);
    free(made);
    return is_worse ? "with this name the rules would have more faults: it means something else"
                    : NULL;
}

void lsp_do_rename(struct lsp_server *server, const cJSON *params)
{
    struct lsp_document *document = lsp_document_asked(server, params);
    const char *name = lsp_text(params, "newName");
    struct renaming renaming;
    if (document == NULL) {
        return;
    }
    const char *why = find_renamed(server, document, params, &renaming);
    why = why == NULL && name == NULL ? "newName is missing" : why;
    why = why == NULL ? why_no_name(server, &renaming, name) : why;
    why = why == NULL ? why_worse(server, document, &renaming, name) : why;
    if (why != NULL) {
        lsp_refuse(server, LSP_REQUEST_FAILED, why);
    } else {
        lsp_answer_result(server, '{');
        cli_json_open(&server->json, "changes", '{');
        cli_json_open(&server->json, document->uri, '[');
        for (size_t i = 0; i < renaming.symbols.word_count; i++) {
            const struct mad_text_word *word = &renaming.symbols.words[i];
            if (is_renamed(&renaming, word)) {
                put_edit(server, document, word->begin, word->end, name);
            }
        }
        cli_json_close(&server->json, ']');
        cli_json_close(&server->json, '}');
        cli_json_close(&server->json, '}');
    }
    lsp_symbols_free(&renaming.symbols);
}
