/* manual.h - manual pages of the commands, made from commands.def and options.def.
 *
 * Layer: cli. Roff with the macros of man(7), to stdout. */
#ifndef MAD_CLI_MANUAL_H
#define MAD_CLI_MANUAL_H

#include "options.h"

/* mad-COMMAND(1), or mad(1) for null. */
void cli_manual_print(const struct cli_command *command);

#endif
