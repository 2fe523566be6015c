/* progress.h - a bar with remaining time on stderr, on a terminal and for work over a second only.
 *
 * Layer: cli. Wants calls of cli_progress_show often; draws at most ten times a second. */
#ifndef MAD_CLI_PROGRESS_H
#define MAD_CLI_PROGRESS_H

#include <stdbool.h>

struct cli_progress {
    bool is_wanted, is_drawn;
    double started, drawn; /* seconds of cli_now */
};

double cli_now(void); /* seconds of a clock that never goes back */

struct cli_progress cli_progress_start(void);
/* `share`: part done, 0..1, below 0 when unknown; `what`: short text before the bar; `rate`: text
 * behind it, may be empty. */
void cli_progress_show(struct cli_progress *progress, double share, const char *what,
                       const char *rate);
void cli_progress_end(struct cli_progress *progress); /* wipes the line */

#endif
