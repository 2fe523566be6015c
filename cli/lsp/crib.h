/* crib.h - what the words of the language say, from the tables of the manual. Layer: cli. */
#ifndef MAD_CLI_LSP_CRIB_H
#define MAD_CLI_LSP_CRIB_H

#include <stdio.h>

/* The rows of the manual that explain the word, in Markdown; nothing when none does. */
void lsp_put_crib(FILE *stream, const char *keyword);

#endif
