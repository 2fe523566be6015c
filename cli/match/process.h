/* process.h - another program, spoken to in lines, that may die, lie, flood or never answer.
 *
 * Layer: cli. Started in a process group of its own, so that all it starts can be ended with it. Nothing
 * here waits longer than it was told to, or than Ctrl-C. */
#ifndef MAD_CLI_MATCH_PROCESS_H
#define MAD_CLI_MATCH_PROCESS_H

#include <sys/types.h>

#include "../protocol/lines.h"

struct cli_process {
    pid_t pid; /* 0: none */
    int to, from;
    struct cli_lines lines;
};

enum cli_heard { CLI_HEARD_LINE, CLI_HEARD_NOTHING, CLI_HEARD_END, CLI_HEARD_INTERRUPT };

/* False when it cannot be started; `words` end with null. */
bool cli_process_start(struct cli_process *process, char *const *words);
/* Says lines, newlines included. False when nobody takes them within a second. */
bool cli_process_say(struct cli_process *process, const char *text);
/* The next line, if one comes before `deadline` (cli_now). */
enum cli_heard cli_process_hear(struct cli_process *process, double deadline, char **line);
/* Closes its input and gives it a moment to go by itself; then it is killed. */
void cli_process_end(struct cli_process *process);

#endif
