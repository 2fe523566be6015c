/* measure.c - runs a command some times and tells what one run takes: the shortest time and the
 * largest memory. For `make bench`; prints `1.9 ms, 3.1 MB`.
 *
 * usage: measure TIMES COMMAND ARGUMENT... */
#define _DEFAULT_SOURCE /* wait4 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Runs the command with its output thrown away; false when it does not run or fails. */
static bool run_once(char **command, double *seconds, long *kilobytes)
{
    double start = seconds_now();
    pid_t child = fork();
    if (child < 0)
        return false;
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        if (null >= 0)
            dup2(null, STDOUT_FILENO);
        execvp(command[0], command);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) != child)
        return false;
    *seconds = seconds_now() - start;
    *kilobytes = usage.ru_maxrss;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: measure TIMES COMMAND ARGUMENT...\n", stderr);
        return 2;
    }
    double shortest = 1e9;
    long largest = 0;
    for (long left = strtol(argv[1], NULL, 10); left > 0; left--) {
        double seconds;
        long kilobytes;
        if (!run_once(argv + 2, &seconds, &kilobytes)) {
            fprintf(stderr, "measure: %s failed\n", argv[2]);
            return 1;
        }
        shortest = seconds < shortest ? seconds : shortest;
        largest = kilobytes > largest ? kilobytes : largest;
    }
    printf("%.1f ms, %.1f MB\n", shortest * 1e3, (double)largest / 1024);
    return 0;
}
