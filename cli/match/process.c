/* process.c - see process.h. Layer: cli. */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../interrupt.h"
#include "../progress.h"

enum { GLANCE = 50 /* milliseconds between two looks at Ctrl-C */ };

extern char **environ;

/* Pipes are made and marked as not to be inherited while no other thread starts a program. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

static bool make_pipe(int ends[2])
{
    if (pipe(ends) != 0) {
        return false;
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

static void close_pipe(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

static bool spawn(struct cli_process *process, char *const *words, int input, int output)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, normal;
    sigemptyset(&none);
    sigemptyset(&normal);
    sigaddset(&normal, SIGINT);
    sigaddset(&normal, SIGPIPE);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &normal);
    bool is_up = posix_spawnp(&process->pid, words[0], &actions, &attributes, words, environ) == 0;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return is_up;
}

bool cli_process_start(struct cli_process *process, char *const *words)
{
    int to[2], from[2];
    bool is_up = false;
    *process = (struct cli_process){.to = -1, .from = -1};
    (void)signal(SIGPIPE, SIG_IGN); /* a program that has gone is a word unheard, not our end */
    pthread_mutex_lock(&starting);
    if (make_pipe(to)) {
        if (make_pipe(from)) {
            is_up = spawn(process, words, to[0], from[1]);
            if (is_up) {
                close(to[0]);
                close(from[1]);
            } else {
                close_pipe(from);
            }
        }
        if (!is_up) {
            close_pipe(to);
        }
    }
    pthread_mutex_unlock(&starting);
    if (!is_up) {
        *process = (struct cli_process){.to = -1, .from = -1};
        return false;
    }
    process->to = to[1];
    process->from = from[0];
    (void)fcntl(process->to, F_SETFL, O_NONBLOCK);
    process->lines = cli_lines_on(process->from);
    return true;
}

bool cli_process_say(struct cli_process *process, const char *text)
{
    size_t left = strlen(text);
    double deadline = cli_now() + 1;
    while (left > 0 && process->pid != 0) {
        ssize_t said = write(process->to, text, left);
        if (said > 0) {
            text += said;
            left -= (size_t)said;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR) {
            return false;
        }
        struct pollfd file = {.fd = process->to, .events = POLLOUT};
        (void)poll(&file, 1, GLANCE);
        if (cli_now() > deadline) {
            return false;
        }
    }
    return left == 0;
}

enum cli_heard cli_process_hear(struct cli_process *process, double deadline, char **line)
{
    for (;;) {
        bool too_long;
        char *next = cli_lines_next(&process->lines, &too_long);
        double left = deadline - cli_now();
        if (cli_interrupted()) {
            return CLI_HEARD_INTERRUPT;
        }
        if (next != NULL && left > 0) {
            *line = next;
            return CLI_HEARD_LINE;
        }
        if (left <= 0) {
            return CLI_HEARD_NOTHING;
        }
        if (process->lines.stream.has_ended) {
            return CLI_HEARD_END;
        }
        struct pollfd file = {.fd = process->from, .events = POLLIN};
        int wait = left * 1000 < GLANCE ? (int)(left * 1000) + 1 : GLANCE;
        if (poll(&file, 1, wait) > 0) {
            cli_lines_read(&process->lines);
        }
    }
}

/* Whether it has gone, waiting for it so many seconds at most. */
static bool has_gone(const struct cli_process *process, double seconds)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    double deadline = cli_now() + seconds;
    do {
        if (waitpid(process->pid, NULL, WNOHANG) != 0) {
            return true;
        }
        nanosleep(&pause, NULL);
    } while (cli_now() < deadline);
    return false;
}

void cli_process_end(struct cli_process *process)
{
    if (process->pid == 0) {
        return;
    }
    close(process->to);
    bool is_gone = has_gone(process, 0.5);
    kill(-process->pid, SIGKILL); /* what it started, too */
    if (!is_gone) {
        waitpid(process->pid, NULL, 0);
    }
    close(process->from);
    cli_lines_free(&process->lines);
    *process = (struct cli_process){.to = -1, .from = -1};
}
