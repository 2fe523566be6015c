/* lsp.c - `mad lsp`: a server of the Language Server Protocol 3.17 for editors, on standard input and output.
 *
 * Layer: cli. Requests are answered in their order. What can be read is read first, so that a request that is taken back
 * while it waits is not worked on. Rules are looked through when no message waits. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../game_file.h"
#include "../text.h"
#include "requests.h"
#include "tokens.h"

/* --- messages out ------------------------------------------------------------------------------------ */

static bool open_message(struct lsp_server *server)
{
    server->message = open_memstream(&server->message_text, &server->message_bytes);
    if (server->message == NULL) {
        server->has_failed = true;
        return false;
    }
    server->json = cli_json_start(server->message);
    cli_json_open(&server->json, NULL, '{');
    cli_json_text(&server->json, "jsonrpc", "2.0");
    return true;
}

static void send_message(struct lsp_server *server)
{
    cli_json_close(&server->json, '}');
    bool is_whole = !ferror(server->message);
    is_whole = fclose(server->message) == 0 && is_whole;
    server->message = NULL;
    /* A stream in memory may end well, and empty, when there was no more of it. */
    is_whole = is_whole && server->message_text != NULL && server->message_bytes > 1 &&
               server->message_text[server->message_bytes - 1] == '}';
    if (is_whole) {
        printf("Content-Length: %zu\r\n\r\n", server->message_bytes);
        fwrite(server->message_text, 1, server->message_bytes, stdout);
        is_whole = fflush(stdout) == 0;
    }
    server->has_failed = server->has_failed || !is_whole;
    free(server->message_text);
    server->message_text = NULL;
}

static bool open_answer(struct lsp_server *server, const cJSON *id)
{
    server->is_answered = false;
    if (!open_message(server)) {
        return false;
    }
    char *text = id != NULL ? cJSON_PrintUnformatted(id) : NULL;
    cli_json_raw(&server->json, "id", text != NULL ? text : "null");
    cJSON_free(text);
    return true;
}

static void close_answer(struct lsp_server *server)
{
    if (!server->is_answered) {
        cli_json_raw(&server->json, "result", "null");
    }
    send_message(server);
}

void lsp_answer_result(struct lsp_server *server, char bracket)
{
    server->is_answered = true;
    if (bracket != 0) {
        cli_json_open(&server->json, "result", bracket);
    }
}

void lsp_refuse(struct lsp_server *server, enum lsp_code code, const char *text)
{
    server->is_answered = true;
    cli_json_open(&server->json, "error", '{');
    cli_json_count(&server->json, "code", code);
    cli_json_text(&server->json, "message", text);
    cli_json_close(&server->json, '}');
}

static void refuse_message(struct lsp_server *server, const cJSON *id, enum lsp_code code,
                           const char *text)
{
    if (open_answer(server, id)) {
        lsp_refuse(server, code, text);
        close_answer(server);
    }
}

bool lsp_note_open(struct lsp_server *server, const char *method)
{
    if (!open_message(server)) {
        return false;
    }
    cli_json_text(&server->json, "method", method);
    cli_json_open(&server->json, "params", '{');
    return true;
}

void lsp_note_close(struct lsp_server *server)
{
    cli_json_close(&server->json, '}');
    send_message(server);
}

void lsp_put_place(struct lsp_server *server, const char *key, struct lsp_place place)
{
    cli_json_open(&server->json, key, '{');
    cli_json_count(&server->json, "line", place.line);
    cli_json_count(&server->json, "character", place.character);
    cli_json_close(&server->json, '}');
}

void lsp_put_range(struct lsp_server *server, const char *key, const struct lsp_document *document,
                   size_t begin, size_t end)
{
    cli_json_open(&server->json, key, '{');
    lsp_put_place(server, "start", lsp_place_at(document, server->units, begin));
    lsp_put_place(server, "end", lsp_place_at(document, server->units, end));
    cli_json_close(&server->json, '}');
}

/* --- messages in --------------------------------------------------------------------------------------- */

const cJSON *lsp_item(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

const char *lsp_text(const cJSON *object, const char *key)
{
    const cJSON *item = lsp_item(object, key);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

static bool read_count(const cJSON *object, const char *key, uint32_t *out)
{
    const cJSON *item = lsp_item(object, key);
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0)) {
        return false;
    }
    *out = item->valuedouble < INT32_MAX ? (uint32_t)item->valuedouble : INT32_MAX;
    return true;
}

bool lsp_read_place(const cJSON *item, struct lsp_place *out)
{
    return read_count(item, "line", &out->line) && read_count(item, "character", &out->character);
}

bool lsp_range_asked(struct lsp_server *server, const cJSON *params, struct lsp_place *first,
                     struct lsp_place *last)
{
    const cJSON *range = lsp_item(params, "range");
    bool is_told = lsp_read_place(lsp_item(range, "start"), first) &&
                   lsp_read_place(lsp_item(range, "end"), last);
    if (!is_told) {
        lsp_refuse(server, LSP_INVALID_PARAMS, "range is missing");
    }
    return is_told;
}

struct lsp_document *lsp_document_asked(struct lsp_server *server, const cJSON *params)
{
    const char *uri = lsp_text(lsp_item(params, "textDocument"), "uri");
    struct lsp_document *document = uri != NULL ? lsp_document_find(&server->documents, uri) : NULL;
    if (document == NULL) {
        lsp_refuse(server, LSP_INVALID_PARAMS,
                   uri == NULL ? "textDocument.uri is missing" : "this document is not open");
    }
    return document;
}

/* A NUL would end a text of ours: another control character, which rules cannot hold either, takes its place. */
static void replace_nul(char *text, size_t bytes)
{
    bool is_escaped = false;
    for (size_t i = 0; i < bytes; i++) {
        if (is_escaped && bytes - i >= 5 && memcmp(text + i, "u0000", 5) == 0) {
            text[i + 4] = '1';
        }
        text[i] = text[i] == '\0' ? '\1' : text[i];
        is_escaped = text[i] == '\\' && !is_escaped;
    }
}

/* --- requests ------------------------------------------------------------------------------------------ */

static void tell(struct lsp_server *server, const char *text)
{
    if (lsp_note_open(server, "window/showMessage")) {
        cli_json_count(&server->json, "type", 1);
        cli_json_text(&server->json, "message", text);
        lsp_note_close(server);
    }
}

static void choose_units(struct lsp_server *server, const cJSON *params)
{
    const cJSON *known =
        lsp_item(lsp_item(lsp_item(params, "capabilities"), "general"), "positionEncodings");
    const cJSON *one;
    server->units = LSP_UTF16;
    cJSON_ArrayForEach(one, known)
    {
        const char *name = cJSON_IsString(one) ? one->valuestring : "";
        bool is_8 = strcmp(name, "utf-8") == 0, is_32 = strcmp(name, "utf-32") == 0;
        if (is_8 || is_32 || strcmp(name, "utf-16") == 0) {
            server->units = is_8 ? LSP_UTF8 : is_32 ? LSP_UTF32 : LSP_UTF16;
            return;
        }
    }
}

static void put_capabilities(struct cli_json *json, enum lsp_units units)
{
    cli_json_open(json, "capabilities", '{');
    cli_json_text(json, "positionEncoding",
                  units == LSP_UTF8    ? "utf-8"
                  : units == LSP_UTF32 ? "utf-32"
                                       : "utf-16");
    cli_json_raw(json, "textDocumentSync",
                 "{\"openClose\":true,\"change\":2,\"save\":{\"includeText\":false}}");
    cli_json_raw(json, "codeActionProvider",
                 "{\"codeActionKinds\":[\"quickfix\",\"source.fixAll\"]}");
    cli_json_raw(json, "completionProvider", "{}");
    cli_json_raw(json, "semanticTokensProvider", lsp_token_legend);
    static const char *const able[] = {
        "documentFormattingProvider", "renameProvider",   "documentSymbolProvider",
        "foldingRangeProvider",       "hoverProvider",    "definitionProvider",
        "referencesProvider",         "inlayHintProvider"};
    for (size_t i = 0; i < sizeof able / sizeof *able; i++) {
        cli_json_truth(json, able[i], true);
    }
    cli_json_close(json, '}');
}

static void do_initialize(struct lsp_server *server, const cJSON *params)
{
    struct cli_json *json = &server->json;
    const char *least = lsp_text(lsp_item(params, "initializationOptions"), "least");
    choose_units(server, params);
    server->least = MAD_SEVERITY_WARNING;
    if (least != NULL) {
        server->least = strcmp(least, "error") == 0  ? MAD_SEVERITY_ERROR
                        : strcmp(least, "info") == 0 ? MAD_SEVERITY_INFO
                                                     : server->least;
    }
    server->stage = LSP_RUNNING;
    lsp_answer_result(server, '{');
    put_capabilities(json, server->units);
    cli_json_open(json, "serverInfo", '{');
    cli_json_text(json, "name", "mad");
    cli_json_text(json, "version", MAD_VERSION);
    cli_json_close(json, '}');
    cli_json_close(json, '}');
}

static void do_shutdown(struct lsp_server *server, const cJSON *params)
{
    (void)params;
    server->stage = LSP_SHUT_DOWN;
}

static void do_exit(struct lsp_server *server, const cJSON *params)
{
    (void)params;
    server->exited = true;
}

/* Texts that a rule file may be made of changed: all are looked through again. */
static void look_again(struct lsp_server *server)
{
    for (size_t i = 0; i < server->documents.count; i++) {
        server->documents.items[i]->wants_quick = true;
        server->documents.items[i]->wants_all = true;
    }
}

static void do_open(struct lsp_server *server, const cJSON *params)
{
    const cJSON *item = lsp_item(params, "textDocument"), *version = lsp_item(item, "version");
    const char *uri = lsp_text(item, "uri"), *text = lsp_text(item, "text"), *why = NULL;
    if (uri == NULL || text == NULL) {
        return;
    }
    struct lsp_document *document = lsp_document_open(&server->documents, uri, text, &why);
    if (document == NULL) {
        tell(server, why);
        return;
    }
    document->version = cJSON_IsNumber(version) ? (int64_t)version->valueint : 0;
    look_again(server);
}

static bool change(struct lsp_server *server, struct lsp_document *document, const cJSON *one)
{
    const cJSON *range = lsp_item(one, "range");
    const char *text = lsp_text(one, "text"), *why = "a change that was sent has no text";
    struct lsp_place first = {0}, last = {0};
    size_t begin = 0, end = document->bytes;
    if (cJSON_IsObject(range)) {
        if (!lsp_read_place(lsp_item(range, "start"), &first) ||
            !lsp_read_place(lsp_item(range, "end"), &last)) {
            tell(server, "a change that was sent has no place");
            return false;
        }
        begin = lsp_offset(document, server->units, first);
        end = lsp_offset(document, server->units, last);
        end = end < begin ? begin : end;
    }
    if (text == NULL || !lsp_document_edit(&server->documents, document, begin, end, text, &why)) {
        tell(server, why);
        return false;
    }
    return true;
}

static void do_change(struct lsp_server *server, const cJSON *params)
{
    const cJSON *item = lsp_item(params, "textDocument"), *version = lsp_item(item, "version");
    const char *uri = lsp_text(item, "uri");
    const cJSON *changes = lsp_item(params, "contentChanges"), *one;
    struct lsp_document *document = uri != NULL ? lsp_document_find(&server->documents, uri) : NULL;
    if (document == NULL) {
        return;
    }
    document->version = cJSON_IsNumber(version) ? (int64_t)version->valueint : document->version;
    cJSON_ArrayForEach(one, changes)
    {
        if (!change(server, document, one)) {
            break;
        }
    }
    look_again(server);
}

static void do_save(struct lsp_server *server, const cJSON *params)
{
    (void)params;
    look_again(server);
}

static void do_close(struct lsp_server *server, const cJSON *params)
{
    const char *uri = lsp_text(lsp_item(params, "textDocument"), "uri");
    struct lsp_document *document = uri != NULL ? lsp_document_find(&server->documents, uri) : NULL;
    if (document != NULL) {
        lsp_document_close(&server->documents, document);
        lsp_publish_nothing(server, uri);
        look_again(server);
    }
}

/* --- dispatch -------------------------------------------------------------------------------------------- */

static const struct deed {
    const char *method;
    void (*run)(struct lsp_server *server, const cJSON *params);
    bool is_request;
} deeds[] = {
    {"initialize", do_initialize, true},
    {"shutdown", do_shutdown, true},
    {"exit", do_exit, false},
    {"textDocument/didOpen", do_open, false},
    {"textDocument/didChange", do_change, false},
    {"textDocument/didSave", do_save, false},
    {"textDocument/didClose", do_close, false},
    {"textDocument/formatting", lsp_do_format, true},
    {"textDocument/codeAction", lsp_do_actions, true},
    {"textDocument/rename", lsp_do_rename, true},
    {"textDocument/documentSymbol", lsp_do_symbols, true},
    {"textDocument/foldingRange", lsp_do_folding, true},
    {"textDocument/hover", lsp_do_hover, true},
    {"textDocument/definition", lsp_do_definition, true},
    {"textDocument/references", lsp_do_references, true},
    {"textDocument/completion", lsp_do_completion, true},
    {"textDocument/semanticTokens/full", lsp_do_tokens, true},
    {"textDocument/inlayHint", lsp_do_inlays, true},
};

static const struct deed *find_deed(const char *method)
{
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
        if (strcmp(deeds[i].method, method) == 0) {
            return &deeds[i];
        }
    }
    return NULL;
}

/* Why a request may not be asked now; 0: it may. */
static int refused_now(const struct lsp_server *server, const char *method)
{
    bool is_first = strcmp(method, "initialize") == 0;
    return server->stage == LSP_STARTING && !is_first ? LSP_NOT_INITIALIZED
           : server->stage == LSP_SHUT_DOWN || (server->stage == LSP_RUNNING && is_first)
               ? LSP_INVALID_REQUEST
               : 0;
}

static void run_request(struct lsp_server *server, const char *method, const cJSON *id,
                        const cJSON *params)
{
    const struct deed *deed = find_deed(method);
    int code = refused_now(server, method);
    if (code != 0) {
        refuse_message(server, id, (enum lsp_code)code,
                       code == LSP_NOT_INITIALIZED      ? "`initialize` has to come first"
                       : server->stage == LSP_SHUT_DOWN ? "the server was shut down"
                                                        : "`initialize` comes once");
    } else if (deed == NULL || !deed->is_request) {
        refuse_message(server, id, LSP_METHOD_NOT_FOUND, "there is no such request");
    } else if (open_answer(server, id)) {
        deed->run(server, params);
        close_answer(server);
    }
}

static void run_message(struct lsp_server *server, const cJSON *message)
{
    const cJSON *id = lsp_item(message, "id"), *params = lsp_item(message, "params");
    const char *method = lsp_text(message, "method");
    bool has_id = cJSON_IsString(id) || cJSON_IsNumber(id);
    if (cJSON_IsObject(message) && method == NULL && id != NULL &&
        (lsp_item(message, "result") != NULL || lsp_item(message, "error") != NULL)) {
        return; /* an answer; nothing was asked */
    }
    if (!cJSON_IsObject(message) || method == NULL || (id != NULL && !has_id)) {
        refuse_message(server, has_id ? id : NULL, LSP_INVALID_REQUEST,
                       "a message is an object with \"method\"; an \"id\" is a number or a text");
    } else if (has_id) {
        run_request(server, method, id, params);
    } else {
        const struct deed *deed = find_deed(method);
        bool is_on = server->stage == LSP_RUNNING || strcmp(method, "exit") == 0;
        if (deed != NULL && !deed->is_request && is_on) {
            deed->run(server, params);
        }
    }
}

/* Numbers and texts are names of requests; nothing else is looked into. */
static bool is_same_id(const cJSON *one, const cJSON *other)
{
    return (cJSON_IsNumber(one) || cJSON_IsString(one)) && cJSON_Compare(one, other, true);
}

/* Takes a waiting request back; one that was answered, or never asked, is let be. */
static void cancel(struct lsp_server *server, const cJSON *message)
{
    const cJSON *id = lsp_item(lsp_item(message, "params"), "id");
    for (size_t i = 0; i < server->waiting_count; i++) {
        cJSON *one = server->waiting[i];
        const char *method = lsp_text(one, "method");
        bool is_late = method != NULL &&
                       (strcmp(method, "initialize") == 0 || strcmp(method, "shutdown") == 0);
        if (!is_late && is_same_id(lsp_item(one, "id"), id)) {
            refuse_message(server, id, LSP_CANCELLED, "taken back");
            cJSON_Delete(one);
            server->waiting_count--;
            memmove(server->waiting + i, server->waiting + i + 1,
                    (server->waiting_count - i) * sizeof(cJSON *));
            return;
        }
    }
}

static bool is_text(const char *text, size_t bytes)
{
    for (size_t i = 0, step; i < bytes; i += step) {
        uint32_t code;
        unsigned char lead = (unsigned char)text[i];
        step = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        if (lead < 0x80) {
            continue;
        }
        char copy[5] = {0};
        memcpy(copy, text + i, step < bytes - i ? step : bytes - i);
        if (cli_utf8_next(copy, &code) != step) {
            return false;
        }
    }
    return true;
}

static void take_text(struct lsp_server *server, char *text, size_t bytes)
{
    replace_nul(text, bytes);
    const char *end = NULL;
    cJSON *message =
        is_text(text, bytes) ? cJSON_ParseWithLengthOpts(text, bytes, &end, false) : NULL;
    const char *method = lsp_text(message, "method");
    if (message == NULL) {
        refuse_message(server, NULL, LSP_PARSE_ERROR, "this is no JSON");
    } else if (method != NULL && strcmp(method, "$/cancelRequest") == 0) {
        cancel(server, message);
        cJSON_Delete(message);
    } else {
        server->waiting[server->waiting_count++] = message;
    }
}

/* Takes in all whole messages that were read, as many as there is room for. */
static void take_messages(struct lsp_server *server)
{
    char *text = NULL;
    size_t bytes = 0;
    enum lsp_taken taken = LSP_MESSAGE;
    while (server->waiting_count < LSP_MOST_WAITING && taken != LSP_NO_MESSAGE) {
        taken = lsp_wire_next(&server->wire, &text, &bytes);
        if (taken == LSP_MESSAGE) {
            take_text(server, text, bytes);
        } else if (taken != LSP_NO_MESSAGE) {
            refuse_message(server, NULL, LSP_PARSE_ERROR,
                           taken == LSP_TOO_LONG ? "the message is too long"
                                                 : "a message begins with Content-Length: N");
        }
    }
}

static void run_first(struct lsp_server *server)
{
    cJSON *message = server->waiting[0];
    server->waiting_count--;
    memmove(server->waiting, server->waiting + 1, server->waiting_count * sizeof(cJSON *));
    run_message(server, message);
    cJSON_Delete(message);
}

static void work(struct lsp_server *server)
{
    while (!server->exited && !server->has_failed) {
        take_messages(server);
        bool has_room = server->waiting_count < LSP_MOST_WAITING,
             ended = server->wire.stream.has_ended;
        if (has_room && !ended && lsp_wire_waits(&server->wire, 0)) {
            (void)cli_stream_read(&server->wire.stream);
        } else if (server->waiting_count > 0) {
            run_first(server);
        } else if (ended) {
            return;
        } else if (lsp_wire_waits(&server->wire, lsp_diagnose_after(server))) {
            (void)cli_stream_read(&server->wire.stream);
        } else {
            lsp_diagnose(server);
        }
    }
}

static bool is_out_of_memory;

static void *ask_memory(size_t bytes)
{
    void *block = malloc(bytes);
    is_out_of_memory = is_out_of_memory || block == NULL;
    return block;
}

enum cli_exit cli_run_lsp(const struct cli_args *args)
{
    (void)args;
    struct lsp_server *server = calloc(1, sizeof *server);
    cJSON_Hooks hooks = {ask_memory, free};
    if (server == NULL) {
        fputs("mad: out of memory\n", stderr);
        return CLI_INTERNAL;
    }
    enum cli_exit code = cli_engine_open(&server->engine);
    if (code == CLI_FINE) {
        cJSON_InitHooks(&hooks);
        server->wire.stream = cli_stream_on(STDIN_FILENO);
        work(server);
        cJSON_InitHooks(NULL);
        code = server->stage == LSP_SHUT_DOWN ? CLI_FINE : CLI_FINDINGS;
    }
    if (server->has_failed || server->wire.stream.is_out_of_memory || is_out_of_memory) {
        bool is_output = ferror(stdout) != 0;
        fputs(is_output ? "" : "mad: out of memory\n", stderr);
        code = is_output ? CLI_USAGE : CLI_INTERNAL;
    }
    for (size_t i = 0; i < server->waiting_count; i++) {
        cJSON_Delete(server->waiting[i]);
    }
    lsp_documents_free(&server->documents);
    cli_stream_free(&server->wire.stream);
    mad_engine_free(server->engine);
    free(server);
    return code;
}
