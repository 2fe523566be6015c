/* requests.h - the requests that lsp.c hands to other rooms. Layer: cli. */
#ifndef MAD_CLI_LSP_REQUESTS_H
#define MAD_CLI_LSP_REQUESTS_H

#include "server.h"

/* edits.c */
void lsp_do_format(struct lsp_server *server, const cJSON *params);
void lsp_do_actions(struct lsp_server *server, const cJSON *params);
void lsp_do_rename(struct lsp_server *server, const cJSON *params);

/* outline.c */
void lsp_do_symbols(struct lsp_server *server, const cJSON *params);
void lsp_do_folding(struct lsp_server *server, const cJSON *params);

/* look.c */
void lsp_do_hover(struct lsp_server *server, const cJSON *params);
void lsp_do_definition(struct lsp_server *server, const cJSON *params);
void lsp_do_references(struct lsp_server *server, const cJSON *params);
void lsp_do_completion(struct lsp_server *server, const cJSON *params);

/* tokens.c */
void lsp_do_tokens(struct lsp_server *server, const cJSON *params);

/* inlays.c */
void lsp_do_inlays(struct lsp_server *server, const cJSON *params);

#endif
