/* watch.h - waiting for rule files to change. Layer: cli. */
#ifndef MAD_CLI_WATCH_H
#define MAD_CLI_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What tells one state of the files from another: of each of them, and of all rule files beside it, which it may be like or
 * use, when it was written and how long it is. */
struct cli_watch {
    char *const *paths;
    size_t count;
    uint64_t seen;
};

/* Takes note of the files as they are. */
struct cli_watch cli_watch_start(char *const *paths, size_t count);

enum cli_watched {
    CLI_WATCHED_CHANGE,
    CLI_WATCHED_LOSS, /* one of the paths is gone, and does not come back as it does when an editor saves */
    CLI_WATCHED_STOP, /* Ctrl-C */
};
/* Waits. Behind a change the files are noted as they are then; `lost` is the path that is gone. */
enum cli_watched cli_watch_wait(struct cli_watch *watch, const char **lost);

#endif
