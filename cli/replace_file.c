/* replace_file.c - see replace_file.h. Layer: cli. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "replace_file.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A new file beside `path`, with these rights; `beside` has room for the name. */
static bool write_beside(const char *path, mode_t rights, const char *bytes, char *beside,
                         size_t size)
{
    snprintf(beside, size, "%s.XXXXXX", path);
    int file = mkstemp(beside);
    FILE *stream = file >= 0 ? fdopen(file, "wb") : NULL;
    bool is_good = stream != NULL && fputs(bytes, stream) >= 0 && fflush(stream) == 0 &&
                   fchmod(file, rights) == 0 && fsync(file) == 0;
    if (stream != NULL) {
        is_good = fclose(stream) == 0 && is_good;
    }
    if (!is_good && file >= 0) {
        int reason = errno;
        (void)unlink(beside);
        errno = reason;
    }
    return is_good;
}

static bool write_over(const char *path, const char *bytes)
{
    FILE *stream = fopen(path, "wb");
    bool is_good = stream != NULL && fputs(bytes, stream) >= 0;
    if (stream != NULL) {
        is_good = fclose(stream) == 0 && is_good;
    }
    return is_good;
}

/* Into the file itself, for it has other names that have to name the same. There is room: a copy of what it
 * shall hold lies beside it, and stays there when this fails. */
static bool move_over(const char *path, const char *bytes, const char *beside)
{
    bool is_good = write_over(path, bytes);
    if (is_good) {
        (void)unlink(beside);
    }
    return is_good;
}

static mode_t new_rights(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* `status` is null for a file that is not there yet. */
static bool replace(const char *path, const struct stat *status, const char *bytes)
{
    size_t size = strlen(path) + sizeof ".XXXXXX";
    char *beside = malloc(size);
    mode_t rights = status != NULL ? status->st_mode & 07777 : new_rights();
    bool is_good = beside != NULL && write_beside(path, rights, bytes, beside, size);
    if (is_good && status != NULL && status->st_nlink > 1) {
        is_good = move_over(path, bytes, beside);
    } else if (is_good && rename(beside, path) != 0) {
        int reason = errno;
        (void)unlink(beside);
        errno = reason;
        is_good = false;
    }
    free(beside);
    return is_good;
}

static bool find_and_replace(const char *path, const char *bytes)
{
    struct stat status;
    char *real = realpath(path, NULL);
    if (real == NULL) {
        return errno == ENOENT && replace(path, NULL, bytes);
    }
    bool is_good = stat(real, &status) == 0;
    if (is_good && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        is_good = false;
    } else if (is_good) {
        /* what is no file, such as a pipe, cannot be replaced */
        is_good = S_ISREG(status.st_mode) ? replace(real, &status, bytes) : write_over(real, bytes);
    }
    free(real);
    return is_good;
}

/* Signals that would leave the copy behind wait until it is gone; a file that may not grow so far is an error
 * like others. */
bool cli_replace_file(const char *path, const char *bytes)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, usual;
    sigset_t waiting, before;
    sigemptyset(&waiting);
    sigaddset(&waiting, SIGINT);
    sigaddset(&waiting, SIGTERM);
    sigaddset(&waiting, SIGHUP);
    sigprocmask(SIG_BLOCK, &waiting, &before);
    sigaction(SIGXFSZ, &ignore, &usual);
    bool is_good = find_and_replace(path, bytes);
    int reason = errno;
    sigaction(SIGXFSZ, &usual, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return is_good;
}
