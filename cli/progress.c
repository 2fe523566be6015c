/* progress.c - see progress.h. Layer: cli. */
#include "progress.h"

#include <stdio.h>
#include <time.h>

#include "text.h"

enum { CLI_BAR_WIDTH = 30 };

double cli_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

struct cli_progress cli_progress_start(void)
{
    return (struct cli_progress){.is_wanted = cli_is_terminal(stderr), .started = cli_now()};
}

void cli_progress_show(struct cli_progress *progress, double share, const char *what,
                       const char *rate)
{
    double now = cli_now();
    if (!progress->is_wanted || now - progress->started < 1 || now - progress->drawn < 0.1) {
        return;
    }
    progress->drawn = now;
    progress->is_drawn = true;
    fprintf(stderr, "\r\033[K%s ", what);
    if (share > 0) {
        double seen = share > 0.99 ? 0.99 : share;
        int filled = (int)(seen * CLI_BAR_WIDTH);
        fputc('[', stderr);
        cli_put_repeated(stderr, '#', filled);
        cli_put_repeated(stderr, '.', CLI_BAR_WIDTH - filled);
        fprintf(stderr, "] %2.0f %%, %.0f s left", seen * 100,
                (now - progress->started) * (1 - seen) / seen);
    } else {
        fprintf(stderr, "%.0f s", now - progress->started);
    }
    fprintf(stderr, "%s%s", rate[0] == '\0' ? "" : ", ", rate);
    fflush(stderr);
}

void cli_progress_end(struct cli_progress *progress)
{
    if (progress->is_drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        progress->is_drawn = false;
    }
}
