/* text_diff.h - how one text became another, line by line, in the form of `diff -u`.
 *
 * Layer: cli. */
#ifndef MAD_CLI_TEXT_DIFF_H
#define MAD_CLI_TEXT_DIFF_H

#include <stdbool.h>
#include <stdio.h>

/* False when there is no memory, or the texts are too long and too different. */
bool cli_text_diff(FILE *stream, const char *name, const char *before, const char *after);

#endif
