/* interrupt.h - Ctrl-C as a question that long work asks. Layer: cli.
 *
 * The flag is the one global of the program: a signal handler can reach nothing else. */
#ifndef MAD_CLI_INTERRUPT_H
#define MAD_CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on Ctrl-C sets the flag. When `once`, a second Ctrl-C kills: for work that may be
 * slow to look at the flag. */
void cli_interrupt_catch(bool once);
bool cli_interrupted(void);
void cli_interrupt_clear(void);

#endif
