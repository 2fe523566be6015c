/* server.h - what the rooms of the language server share: its state, answers, and what is read from requests.
 *
 * Layer: cli. One message is written at a time: lsp_answer_result or lsp_refuse within the handling of a request,
 * lsp_note_open outside of it. */
#ifndef MAD_CLI_LSP_SERVER_H
#define MAD_CLI_LSP_SERVER_H

#include <cjson/cJSON.h>

#include "../json.h"
#include "document.h"
#include "wire.h"

/* Codes of JSON-RPC and of the protocol. */
enum lsp_code {
    LSP_PARSE_ERROR = -32700,
    LSP_INVALID_REQUEST = -32600,
    LSP_METHOD_NOT_FOUND = -32601,
    LSP_INVALID_PARAMS = -32602,
    LSP_INTERNAL_ERROR = -32603,
    LSP_NOT_INITIALIZED = -32002,
    LSP_CANCELLED = -32800,
    LSP_REQUEST_FAILED = -32803,
};

enum lsp_stage { LSP_STARTING, LSP_RUNNING, LSP_SHUT_DOWN };

enum { LSP_MOST_WAITING = 256 };

struct lsp_server {
    mad_engine *engine;
    struct lsp_wire wire;
    struct lsp_documents documents;
    enum lsp_units units;
    enum mad_severity least; /* of the findings that are told */
    enum lsp_stage stage;
    bool exited;                      /* the client said so */
    bool has_failed;                  /* no memory, or standard output is gone */
    cJSON *waiting[LSP_MOST_WAITING]; /* messages, in their order; owned */
    size_t waiting_count;

    struct cli_json json; /* of the message in the making */
    FILE *message;
    char *message_text;
    size_t message_bytes;
    bool is_answered;
};

/* Opens the "result" of the request: '{', '['; 0: it is written with cli_json by the caller under that key. */
void lsp_answer_result(struct lsp_server *server, char bracket);
void lsp_refuse(struct lsp_server *server, enum lsp_code code, const char *text);
/* A message of our own: its params are open until lsp_note_close. False: no memory. */
bool lsp_note_open(struct lsp_server *server, const char *method);
void lsp_note_close(struct lsp_server *server);

void lsp_put_place(struct lsp_server *server, const char *key, struct lsp_place place);
void lsp_put_range(struct lsp_server *server, const char *key, const struct lsp_document *document,
                   size_t begin, size_t end);

/* Null when it is not there or of another kind. */
const char *lsp_text(const cJSON *object, const char *key);
const cJSON *lsp_item(const cJSON *object, const char *key);
/* False when it is no place. */
bool lsp_read_place(const cJSON *item, struct lsp_place *out);
/* Where the range of the request begins and ends; false, and refused, when it has none. */
bool lsp_range_asked(struct lsp_server *server, const cJSON *params, struct lsp_place *first,
                     struct lsp_place *last);
/* The document that textDocument names; null, and refused, when it is not open. */
struct lsp_document *lsp_document_asked(struct lsp_server *server, const cJSON *params);

/* diagnose.c: looks through one rule file that waits for it, the most urgent first; stops when a message comes. */
void lsp_diagnose(struct lsp_server *server);
/* Milliseconds for which no message should come before lsp_diagnose goes on; -1: nothing waits. */
int lsp_diagnose_after(const struct lsp_server *server);
void lsp_put_diagnostic(struct lsp_server *server, const struct lsp_document *document,
                        const struct mad_diagnostic *found);
void lsp_publish_nothing(struct lsp_server *server, const char *uri);

#endif
