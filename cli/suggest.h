/* suggest.h - "did you mean": the nearest of some words to a misspelt one.
 *
 * Layer: cli. Start with cli_suggest_start, offer the candidates, read `best` (null when nothing is
 * near enough). Borrowed strings. */
#ifndef MAD_CLI_SUGGEST_H
#define MAD_CLI_SUGGEST_H

#include <stddef.h>
#include <stdio.h>

struct cli_suggest {
    const char *word;
    const char *best;
    size_t distance; /* of best; first the bound: candidates must be nearer */
};

struct cli_suggest cli_suggest_start(const char *word);
void cli_suggest_offer(struct cli_suggest *suggest, const char *candidate);
/* Adds to a sentence what may have been meant; nothing when nothing is near. */
void cli_suggest_put(FILE *stream, const struct cli_suggest *suggest);

#endif
