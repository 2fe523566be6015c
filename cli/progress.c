/* progress.c - see progress.h. Layer: cli. */
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

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

/* Columns of the terminal that stderr is; what one does not tell is guessed. */
static int columns(void)
{
    struct winsize size;
    bool is_told = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_told ? size.ws_col : 80;
}

/* "[###...] 34 %, 5 s left"; the bar is as long as there is room for. */
static void describe_share(double share, double spent, int room, char *out, size_t size)
{
    char bar[CLI_BAR_WIDTH + 4] = "", numbers[60];
    double seen = share > 0.99 ? 0.99 : share;
    room -= snprintf(numbers, sizeof numbers, "%2.0f %%, %.0f s left", seen * 100,
                     spent * (1 - seen) / seen);
    room = room - 3 < CLI_BAR_WIDTH ? room - 3 : CLI_BAR_WIDTH; /* two brackets and a blank */
    if (room > 0) {
        bar[0] = '[';
        memset(bar + 1, '.', (size_t)room);
        memset(bar + 1, '#', (size_t)(seen * room));
        memcpy(bar + 1 + room, "] ", 3);
    }
    snprintf(out, size, "%s%s", bar, numbers);
}

void cli_progress_show(struct cli_progress *progress, double share, const char *what,
                       const char *rate)
{
    double now = cli_now(), spent = now - progress->started;
    if (!progress->is_wanted || spent < 1 || now - progress->drawn < 0.1) {
        return;
    }
    progress->drawn = now;
    progress->is_drawn = true;
    char line[500], done[CLI_BAR_WIDTH + 80];
    const char *comma = rate[0] == '\0' ? "" : ", ";
    /* What runs over the edge goes on in another line, which the next one would not be drawn over. */
    int width = columns() - 3; /* "^C" stands behind it before it is wiped */
    if (share > 0) {
        int room = width - cli_width(what) - 1 - cli_width(comma) - cli_width(rate);
        describe_share(share, spent, room, done, sizeof done);
    } else {
        snprintf(done, sizeof done, "%.0f s", spent);
    }
    snprintf(line, sizeof line, "%s %s%s%s", what, done, comma, rate);
    fprintf(stderr, "\r\033[K%.*s", (int)cli_fitting(line, width), line);
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
