/* tokens.h - semantic tokens. Layer: cli. */
#ifndef MAD_CLI_LSP_TOKENS_H
#define MAD_CLI_LSP_TOKENS_H

/* The value of semanticTokensProvider. */
extern const char lsp_token_legend[];

#endif
