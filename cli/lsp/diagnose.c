/* diagnose.c - tells an editor what is wrong with the rule files that are open.
 *
 * Layer: cli. What can be told without making moves is told as soon as no message waits; what needs games when the
 * editor has been quiet for a while. A message that comes meanwhile goes first: what was begun is begun anew. */
#include <stdlib.h>
#include <string.h>

#include "../print_diagnostic.h"
#include "server.h"

enum { GAMES = 12, QUIET = 300 };

static bool has_message(void *context)
{
    const struct lsp_server *server = context;
    return lsp_wire_waits(&server->wire, 0);
}

/* --- one finding ------------------------------------------------------------------------------------- */

static bool is_own(const struct lsp_document *document, const struct mad_place *place)
{
    return place->line > 0 && place->file != NULL &&
           strcmp(place->file, lsp_document_name(document)) == 0;
}

/* A place of the library in the text of the document; one that lies elsewhere is its beginning. */
static void put_place(struct lsp_server *server, const struct lsp_document *document,
                      const struct mad_place *place)
{
    size_t begin = 0, end = 0;
    if (is_own(document, place)) {
        begin = lsp_offset_of_column(document, place->line, place->column);
        end = lsp_offset_of_column(document, place->line, place->column + place->length);
    }
    lsp_put_range(server, "range", document, begin, end);
}

/* The text, what stands under the caret, and what has no place of its own. */
static void put_text(struct lsp_server *server, const struct lsp_document *document,
                     const struct mad_diagnostic *found)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&text, &bytes);
    if (stream == NULL) {
        server->has_failed = true;
        return;
    }
    fputs(found->text, stream);
    if (found->label != NULL) {
        fprintf(stream, "\n%s", found->label);
    }
    if (!is_own(document, &found->place) && found->place.file != NULL &&
        strcmp(found->place.file, lsp_document_name(document)) != 0) {
        fprintf(stream, "\n%s:%u: %s", found->place.file, (unsigned)found->place.line,
                found->place.line_text != NULL ? found->place.line_text : "");
    }
    for (size_t i = 0; i < found->note_count; i++) {
        const struct mad_note *note = &found->notes[i];
        if (note->place.file == NULL) {
            fprintf(stream, "\n%s", note->text);
        } else if (!is_own(document, &note->place)) {
            fprintf(stream, "\n%s (%s:%u)", note->text, note->place.file,
                    (unsigned)note->place.line);
        }
    }
    bool is_whole = fclose(stream) == 0;
    server->has_failed = server->has_failed || !is_whole;
    cli_json_text(&server->json, "message", is_whole ? text : found->text);
    free(text);
}

static void put_related(struct lsp_server *server, const struct lsp_document *document,
                        const struct mad_diagnostic *found)
{
    cli_json_open(&server->json, "relatedInformation", '[');
    for (size_t i = 0; i < found->note_count; i++) {
        const struct mad_note *note = &found->notes[i];
        if (note->place.file != NULL && is_own(document, &note->place)) {
            cli_json_open(&server->json, NULL, '{');
            cli_json_open(&server->json, "location", '{');
            cli_json_text(&server->json, "uri", document->uri);
            put_place(server, document, &note->place);
            cli_json_close(&server->json, '}');
            cli_json_text(&server->json, "message", note->text);
            cli_json_close(&server->json, '}');
        }
    }
    cli_json_close(&server->json, ']');
}

void lsp_put_diagnostic(struct lsp_server *server, const struct lsp_document *document,
                        const struct mad_diagnostic *found)
{
    static const int levels[] = {
        [MAD_SEVERITY_ERROR] = 1, [MAD_SEVERITY_WARNING] = 2, [MAD_SEVERITY_INFO] = 3};
    cli_json_open(&server->json, NULL, '{');
    put_place(server, document, &found->place);
    cli_json_count(&server->json, "severity", levels[found->severity]);
    cli_json_text(&server->json, "code", found->id);
    cli_json_text(&server->json, "source", "mad");
    put_text(server, document, found);
    put_related(server, document, found);
    cli_json_close(&server->json, '}');
}

/* --- documents --------------------------------------------------------------------------------------- */

static void publish(struct lsp_server *server, const struct lsp_document *document,
                    const mad_diagnostics *found)
{
    if (!lsp_note_open(server, "textDocument/publishDiagnostics")) {
        return;
    }
    cli_json_text(&server->json, "uri", document->uri);
    cli_json_count(&server->json, "version", document->version);
    cli_json_open(&server->json, "diagnostics", '[');
    for (size_t i = 0; i < mad_diagnostics_count(found); i++) {
        const struct mad_diagnostic *one = mad_diagnostics_at(found, i);
        if (one->severity <= server->least && !cli_diagnostic_is_known(found, i)) {
            lsp_put_diagnostic(server, document, one);
        }
    }
    cli_json_close(&server->json, ']');
    lsp_note_close(server);
}

void lsp_publish_nothing(struct lsp_server *server, const char *uri)
{
    if (lsp_note_open(server, "textDocument/publishDiagnostics")) {
        cli_json_text(&server->json, "uri", uri);
        cli_json_open(&server->json, "diagnostics", '[');
        cli_json_close(&server->json, ']');
        lsp_note_close(server);
    }
}

static void look_through(struct lsp_server *server, struct lsp_document *document, bool is_quick)
{
    struct mad_load load = lsp_document_load(document);
    struct mad_lint_options options = {.is_static = is_quick,
                                       .games = GAMES,
                                       .seed = 1,
                                       .wants_remarks = server->least == MAD_SEVERITY_INFO,
                                       .interrupt = has_message,
                                       .context = server};
    mad_diagnostics *found = NULL;
    enum mad_status status = mad_lint(server->engine, &load, &options, &found);
    if (status == MAD_ERROR_MEMORY) {
        server->has_failed = true;
    }
    if (status == MAD_ERROR_MEMORY || has_message(server)) { /* cut short, perhaps */
        mad_diagnostics_free(found);
        return;
    }
    *(is_quick ? &document->wants_quick : &document->wants_all) = false;
    publish(server, document, found);
    mad_diagnostics_free(document->found);
    document->found = found;
    document->found_age = document->age;
}

/* The document that waits for a look of that kind; null: none. */
static struct lsp_document *next(const struct lsp_server *server, bool is_quick)
{
    for (size_t i = 0; i < server->documents.count; i++) {
        struct lsp_document *document = server->documents.items[i];
        if (is_quick ? document->wants_quick : document->wants_all) {
            return document;
        }
    }
    return NULL;
}

int lsp_diagnose_after(const struct lsp_server *server)
{
    return next(server, true) != NULL ? 0 : next(server, false) != NULL ? QUIET : -1;
}

void lsp_diagnose(struct lsp_server *server)
{
    struct lsp_document *quick = next(server, true), *all = next(server, false);
    if (quick != NULL) {
        look_through(server, quick, true);
    } else if (all != NULL) {
        look_through(server, all, false);
    }
}
