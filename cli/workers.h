/* workers.h - the same work on several threads.
 *
 * Layer: cli. The library shares compiled games between threads; positions and lists belong to one. */
#ifndef MAD_CLI_WORKERS_H
#define MAD_CLI_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

enum { CLI_MAX_THREADS = 64 };

/* How many threads this machine can run at once, from 1 to CLI_MAX_THREADS. */
size_t cli_processors(void);
/* Calls `work` once for each of the items, each on a thread of its own, the first on this one; returns
 * when all have. False when a thread could not be made: its item was left out. */
bool cli_workers_run(void (*work)(void *item), void *items, size_t count, size_t item_bytes);

#endif
