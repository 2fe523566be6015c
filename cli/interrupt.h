/* interrupt.h - Ctrl-C as a question that long work asks. Layer: cli.
 *
 * Who is asked to stop prints what there is, says on stderr what there is not, and returns; main makes the exit
 * code CLI_INTERRUPTED. The flags are the only globals of the program: a signal handler can reach nothing else. */
#ifndef MAD_CLI_INTERRUPT_H
#define MAD_CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on Ctrl-C sets the flag. When `once`, a second Ctrl-C kills: for work that may be
 * slow to look at the flag. */
void cli_interrupt_catch(bool once);
bool cli_interrupted(void);
void cli_interrupt_clear(void); /* it was an answer, and ends nothing */
/* After Ctrl-C: "interrupted: ", what was not done, and the end of the line, on stderr, the first time that it is
 * called. Returns whether there was one. */
__attribute__((format(printf, 1, 2))) bool cli_interrupt_tell(const char *format, ...);

#endif
