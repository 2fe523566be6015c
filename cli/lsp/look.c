/* look.c - what an editor asks of the word under the caret: what it is, where it comes from, what may stand there.
 *
 * Layer: cli. Names are looked up in the text itself, then in the files that it names, and in those that they name. */
#include <stdlib.h>
#include <string.h>

#include "../piece_map.h"
#include "../text.h"
#include "crib.h"
#include "files.h"
#include "requests.h"
#include "symbols.h"

enum { MOST_ITEMS = 2000 };

/* --- the word that is asked about ------------------------------------------------------------------------ */

struct asked {
    struct lsp_document *document;
    size_t offset;
    struct lsp_symbols symbols;
    const struct mad_text_word *word; /* or null */
    const char *name;
    size_t bytes;
    struct lsp_files *files;
    const struct lsp_file *file;     /* where it is declared; null: in the document */
    const struct lsp_symbol *symbol; /* or null */
};

static bool is_name(const struct mad_text_word *word)
{
    return word != NULL && (word->sort == MAD_SORT_NAME || word->sort == MAD_SORT_WORD);
}

/* Faults are answered. */
static bool ask(struct lsp_server *server, const cJSON *params, struct asked *asked)
{
    struct lsp_place place;
    *asked = (struct asked){.document = lsp_document_asked(server, params)};
    if (asked->document == NULL) {
        return false;
    }
    if (!lsp_read_place(lsp_item(params, "position"), &place)) {
        lsp_refuse(server, LSP_INVALID_PARAMS, "position is missing");
        return false;
    }
    asked->offset = lsp_offset(asked->document, server->units, place);
    if (!lsp_symbols_asked(server, asked->document, &asked->symbols)) {
        return false;
    }
    asked->word = lsp_word_at(&asked->symbols, asked->offset);
    asked->files = lsp_files_find(server, asked->document, &asked->symbols);
    if (is_name(asked->word)) {
        asked->name = lsp_word_text(&asked->symbols, asked->word, &asked->bytes);
        asked->symbol = lsp_symbol_find(&asked->symbols, asked->name, asked->bytes, asked->offset);
    }
    for (size_t i = 0; asked->files != NULL && asked->name != NULL && asked->symbol == NULL &&
                       i < asked->files->count;
         i++) {
        asked->file = &asked->files->items[i];
        asked->symbol = lsp_symbol_find(&asked->file->symbols, asked->name, asked->bytes, SIZE_MAX);
    }
    return true;
}

static void end(struct asked *asked)
{
    lsp_symbols_free(&asked->symbols);
    lsp_files_free(asked->files);
}

/* --- hover ------------------------------------------------------------------------------------------------- */

/* The comment right above a byte, its signs taken off. */
static void put_comment(FILE *stream, const char *text, size_t at)
{
    size_t begin = at;
    while (begin > 0 && text[begin - 1] != '\n') {
        begin--;
    }
    size_t first = begin;
    for (size_t line = first; line > 0; first = line) {
        line--;
        while (line > 0 && text[line - 1] != '\n') {
            line--;
        }
        if (text[line + strspn(text + line, " \t")] != '#') {
            break;
        }
    }
    for (const char *line = text + first; line < text + begin;) {
        size_t bytes = strcspn(line, "\n"), skip = strspn(line, " \t#");
        fprintf(stream, "%.*s\n", (int)(bytes > skip ? bytes - skip : 0), line + skip);
        line += bytes + 1;
    }
}

/* His lines, and where one move takes him. */
static bool put_piece(struct lsp_server *server, const struct asked *asked, FILE *stream)
{
    struct mad_load load = lsp_document_load(asked->document);
    struct cli_piece_map map = {0};
    struct cli_diagram diagram = {0};
    mad_game *game = NULL;
    char name[128];
    int owner = 0;
    snprintf(name, sizeof name, "%.*s", (int)asked->bytes, asked->name);
    if (mad_game_load(server->engine, &load, &game, NULL) != MAD_OK) {
        return false;
    }
    int piece = cli_piece_find(game, name, &owner);
    if (piece >= 0) {
        struct mad_piece_info info = mad_game_piece(game, (size_t)piece);
        fputs("```\n", stream);
        cli_piece_print(stream, &info);
        enum mad_status status = cli_piece_map_make(&map, game, piece, owner);
        status = status == MAD_OK ? cli_piece_map_moves(&map, -1) : status;
        if (status == MAD_OK && !map.is_still &&
            cli_piece_map_diagram(&map, false, false, &diagram)) {
            fputc('\n', stream);
            cli_diagram_print(stream, &diagram);
            fputs("o may move there   x may capture there   * both\n", stream);
        }
        fputs("```\n", stream);
        cli_diagram_free(&diagram);
        cli_piece_map_free(&map);
    }
    mad_game_free(game);
    return piece >= 0;
}

static void put_declaration(const struct asked *asked, FILE *stream)
{
    const char *text = asked->file != NULL ? asked->file->text : asked->document->text;
    size_t at = asked->symbol->begin;
    fprintf(stream, "```\n%.*s\n```\n", (int)strcspn(text + at, "\n"), text + at);
    put_comment(stream, text, at);
    if (asked->file != NULL) {
        fprintf(stream, "\n%s/%s.mad\n", asked->file->is_library ? "stdlib" : "rules",
                asked->file->name);
    }
}

/* What the findings at the byte mean. */
static void put_findings(struct lsp_server *server, const struct asked *asked, FILE *stream)
{
    const struct lsp_document *document = asked->document;
    bool is_fresh = document->found != NULL && document->found_age == document->age;
    for (size_t i = 0; is_fresh && i < mad_diagnostics_count(document->found); i++) {
        const struct mad_diagnostic *found = mad_diagnostics_at(document->found, i);
        struct mad_explanation about;
        const struct mad_place *place = &found->place;
        if (place->line == 0 || found->severity > server->least ||
            strcmp(place->file, lsp_document_name(document)) != 0) {
            continue;
        }
        size_t begin = lsp_offset_of_column(document, place->line, place->column);
        size_t last = lsp_offset_of_column(document, place->line, place->column + place->length);
        if (asked->offset >= begin && asked->offset <= last && mad_explain(found->id, &about)) {
            fprintf(stream, "%s %s: %s\n\n", about.id, about.name, about.why);
        }
    }
}

void lsp_do_hover(struct lsp_server *server, const cJSON *params)
{
    struct asked asked;
    char *text = NULL;
    size_t bytes = 0;
    if (!ask(server, params, &asked)) {
        return;
    }
    FILE *stream = open_memstream(&text, &bytes);
    if (stream != NULL) {
        put_findings(server, &asked, stream);
        bool is_piece = asked.word != NULL && asked.word->sort == MAD_SORT_NAME &&
                        put_piece(server, &asked, stream);
        if (!is_piece && asked.symbol != NULL) {
            put_declaration(&asked, stream);
        } else if (asked.word != NULL && asked.word->keyword != NULL) {
            lsp_put_crib(stream, asked.word->keyword);
        }
    }
    bool is_whole = stream != NULL && fclose(stream) == 0;
    server->has_failed = server->has_failed || !is_whole;
    if (is_whole && bytes > 0) {
        lsp_answer_result(server, '{');
        cli_json_open(&server->json, "contents", '{');
        cli_json_text(&server->json, "kind", "markdown");
        cli_json_text(&server->json, "value", text);
        cli_json_close(&server->json, '}');
        if (asked.word != NULL) {
            lsp_put_range(server, "range", asked.document, asked.word->begin, asked.word->end);
        }
        cli_json_close(&server->json, '}');
    }
    free(text);
    end(&asked);
}

/* --- places ------------------------------------------------------------------------------------------------ */

static void put_location(struct lsp_server *server, const struct lsp_document *document,
                         size_t begin, size_t last)
{
    cli_json_open(&server->json, NULL, '{');
    cli_json_text(&server->json, "uri", document->uri);
    lsp_put_range(server, "range", document, begin, last);
    cli_json_close(&server->json, '}');
}

/* A place in a file that is not open: it is opened for a moment. */
static bool put_location_in(struct lsp_server *server, const struct lsp_file *file, size_t begin,
                            size_t last)
{
    struct lsp_documents alone = {0};
    const char *why;
    char *uri = lsp_uri_of_path(file->path);
    struct lsp_document *document =
        uri != NULL ? lsp_document_open(&alone, uri, file->text, &why) : NULL;
    if (document != NULL) {
        put_location(server, document, begin, last);
    }
    lsp_documents_free(&alone);
    free(uri);
    return document != NULL;
}

void lsp_do_definition(struct lsp_server *server, const cJSON *params)
{
    struct asked asked;
    char why[300];
    if (!ask(server, params, &asked)) {
        return;
    }
    const struct lsp_file *file = asked.symbol != NULL ? asked.file : NULL;
    for (size_t i = 0; asked.symbol == NULL && asked.name != NULL && asked.files != NULL &&
                       i < asked.files->count;
         i++) { /* the name of a file */
        const struct lsp_file *one = &asked.files->items[i];
        bool is_it =
            strlen(one->name) == asked.bytes && memcmp(one->name, asked.name, asked.bytes) == 0;
        file = is_it && one->text != NULL ? one : file;
    }
    if (file != NULL && file->path == NULL) {
        snprintf(why, sizeof why,
                 "this is declared in %s/%s.mad, which is inside of mad: there is no file to open",
                 file->is_library ? "stdlib" : "rules", file->name);
        lsp_refuse(server, LSP_REQUEST_FAILED, why);
    } else if (asked.symbol != NULL || file != NULL) {
        const struct lsp_symbols *symbols = file != NULL ? &file->symbols : &asked.symbols;
        const struct mad_text_word *word =
            asked.symbol != NULL ? &symbols->words[asked.symbol->word] : NULL;
        size_t begin = word != NULL ? word->begin : 0, last = word != NULL ? word->end : 0;
        lsp_answer_result(server, '[');
        if (file != NULL) {
            put_location_in(server, file, begin, last);
        } else {
            put_location(server, asked.document, begin, last);
        }
        cli_json_close(&server->json, ']');
    }
    end(&asked);
}

static void put_uses(struct lsp_server *server, const struct asked *asked,
                     const struct lsp_document *document, const struct lsp_symbols *symbols)
{
    for (size_t i = 0; i < symbols->word_count; i++) {
        const struct mad_text_word *word = &symbols->words[i];
        const struct lsp_symbol *symbol = asked->file == NULL ? asked->symbol : NULL;
        bool is_in = symbol == NULL || !symbol->is_local ||
                     (symbol->begin <= word->begin && word->end <= symbol->end);
        if (is_in && word->sort == asked->word->sort &&
            lsp_word_is(symbols, word, asked->name, asked->bytes)) {
            put_location(server, document, word->begin, word->end);
        }
    }
}

void lsp_do_references(struct lsp_server *server, const cJSON *params)
{
    struct asked asked;
    if (!ask(server, params, &asked)) {
        return;
    }
    lsp_answer_result(server, '[');
    if (asked.name != NULL) {
        put_uses(server, &asked, asked.document, &asked.symbols);
    }
    for (size_t i = 0; asked.name != NULL && asked.symbol != NULL && !asked.symbol->is_local &&
                       asked.files != NULL && i < asked.files->count;
         i++) {
        const struct lsp_file *file = &asked.files->items[i];
        for (size_t w = 0; file->path != NULL && w < file->symbols.word_count; w++) {
            const struct mad_text_word *word = &file->symbols.words[w];
            if (word->sort == asked.word->sort &&
                lsp_word_is(&file->symbols, word, asked.name, asked.bytes)) {
                put_location_in(server, file, word->begin, word->end);
            }
        }
    }
    cli_json_close(&server->json, ']');
    end(&asked);
}

/* --- completion -------------------------------------------------------------------------------------------- */

static void put_item(struct lsp_server *server, const struct asked *asked, size_t begin,
                     const char *text, size_t bytes, int kind, const char *detail)
{
    char label[200];
    snprintf(label, sizeof label, "%.*s", (int)(bytes < 190 ? bytes : 190), text);
    cli_json_open(&server->json, NULL, '{');
    cli_json_text(&server->json, "label", label);
    cli_json_count(&server->json, "kind", kind);
    if (detail != NULL) {
        cli_json_text(&server->json, "detail", detail);
    }
    cli_json_open(&server->json, "textEdit", '{');
    lsp_put_range(server, "range", asked->document, begin, asked->offset);
    cli_json_text(&server->json, "newText", label);
    cli_json_close(&server->json, '}');
    cli_json_close(&server->json, '}');
}

static void put_symbols(struct lsp_server *server, const struct asked *asked, size_t begin,
                        const struct lsp_symbols *symbols, bool is_own, bool wants_names,
                        bool wants_words)
{
    for (size_t i = 0; i < symbols->count && i < MOST_ITEMS; i++) {
        const struct lsp_symbol *symbol = &symbols->items[i];
        const struct mad_text_word *word = &symbols->words[symbol->word];
        bool is_known =
            !symbol->is_local || (is_own && symbol->begin < begin && begin <= symbol->end + 1);
        bool is_wanted = (wants_names && word->sort == MAD_SORT_NAME) ||
                         (wants_words && word->sort == MAD_SORT_WORD);
        if (is_known && is_wanted && word->begin != begin) {
            size_t bytes;
            const char *text = lsp_word_text(symbols, word, &bytes);
            put_item(server, asked, begin, text, bytes, symbol->item, symbol->what);
        }
    }
}

static const char *keyword_before(const struct asked *asked, size_t begin)
{
    const char *found = NULL;
    for (size_t i = 0; i < asked->symbols.word_count && asked->symbols.words[i].end <= begin; i++) {
        const struct mad_text_word *word = &asked->symbols.words[i];
        bool opens_list = found != NULL && strcmp(found, "use") == 0 && !word->is_first;
        found = opens_list && word->keyword != NULL && strcmp(word->keyword, "from") != 0 ? found
                : opens_list && word->keyword == NULL                                     ? found
                                                      : word->keyword;
    }
    return found != NULL ? found : "";
}

/* Names of files where only they can stand. */
static bool put_files(struct lsp_server *server, const struct asked *asked, size_t begin)
{
    const char *before = keyword_before(asked, begin), *name;
    bool is_game = strcmp(before, "like") == 0 || strcmp(before, "array of") == 0;
    bool is_library = strcmp(before, "use") == 0 || strcmp(before, "from") == 0;
    for (size_t i = 0; is_game && (name = mad_shipped_name(server->engine, i)) != NULL; i++) {
        put_item(server, asked, begin, name, strlen(name), 9, "game");
    }
    for (size_t i = 0; is_library && (name = mad_library_name(server->engine, i)) != NULL; i++) {
        put_item(server, asked, begin, name, strlen(name), 9, "library");
    }
    return is_game || strcmp(before, "use") == 0;
}

void lsp_do_completion(struct lsp_server *server, const cJSON *params)
{
    struct asked asked;
    const char **expected = NULL;
    size_t count = 0;
    bool wants_names = false, wants_words = false;
    if (!ask(server, params, &asked)) {
        return;
    }
    size_t begin = asked.offset;
    while (begin > 0 && strchr("\n\r\t \"(),:[]", asked.document->text[begin - 1]) == NULL) {
        begin--;
    }
    enum mad_status status =
        mad_text_expected(server->engine, asked.document->text, begin, &expected, &count);
    if (status != MAD_OK) {
        lsp_refuse(server, LSP_REQUEST_FAILED, mad_status_text(status));
        end(&asked);
        return;
    }
    lsp_answer_result(server, '[');
    bool is_done = put_files(server, &asked, begin);
    for (size_t i = 0; !is_done && i < count; i++) {
        bool is_names = strcmp(expected[i], "a capitalised name") == 0;
        bool is_words = strcmp(expected[i], "a name in small letters") == 0;
        wants_names = wants_names || is_names;
        wants_words = wants_words || is_words;
        if (!is_names && !is_words) {
            put_item(server, &asked, begin, expected[i], strlen(expected[i]), 14, NULL);
        }
    }
    if (!is_done) {
        put_symbols(server, &asked, begin, &asked.symbols, true, wants_names, wants_words);
    }
    for (size_t i = 0; !is_done && asked.files != NULL && i < asked.files->count; i++) {
        put_symbols(server, &asked, begin, &asked.files->items[i].symbols, false, wants_names,
                    wants_words);
    }
    cli_json_close(&server->json, ']');
    free(expected);
    end(&asked);
}
