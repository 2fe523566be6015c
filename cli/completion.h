/* completion.h - what shells complete commands, options and names of games with, made from commands.def, options.def
 * and the shipped games.
 *
 * Layer: cli. */
#ifndef MAD_CLI_COMPLETION_H
#define MAD_CLI_COMPLETION_H

#include "cli.h"

/* Prints the completions for "bash", "zsh" or "fish". */
enum cli_exit cli_completion_print(const char *shell);

#endif
