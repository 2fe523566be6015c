/* replace_file.c - see replace_file.h. Layer: cli. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "replace_file.h"

#include <errno.h>
#include <fcntl.h>
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
    } else if (file >= 0) {
        close(file);
    }
    if (!is_good && file >= 0) {
        int reason = errno;
        (void)unlink(beside);
        errno = reason;
    }
    return is_good;
}

/* A pipe without a reader is an error, not waited for. */
static FILE *open_over(const char *path)
{
    int file = open(path, O_WRONLY | O_TRUNC | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    FILE *stream = file >= 0 && fcntl(file, F_SETFL, 0) == 0 ? fdopen(file, "wb") : NULL;
    if (stream == NULL && file >= 0) {
        int reason = errno;
        close(file);
        errno = reason;
    }
    return stream;
}

static bool write_over(const char *path, const char *bytes)
{
    FILE *stream = open_over(path);
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
static bool replace_now(const char *path, const struct stat *status, const char *bytes)
{
    size_t size = strlen(path) + sizeof ".XXXXXX";
    char *beside = malloc(size);
    mode_t rights = status != NULL ? status->st_mode & 0777 : new_rights();
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

/* Signals that would leave the copy behind wait until it is gone. */
static bool replace(const char *path, const struct stat *status, const char *bytes)
{
    sigset_t waiting, before;
    sigemptyset(&waiting);
    sigaddset(&waiting, SIGINT);
    sigaddset(&waiting, SIGTERM);
    sigaddset(&waiting, SIGHUP);
    sigprocmask(SIG_BLOCK, &waiting, &before);
    bool is_good = replace_now(path, status, bytes);
    int reason = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return is_good;
}

/* A link that leads nowhere is left alone: what it names cannot be made beside it. */
static bool make(const char *path, const char *bytes)
{
    struct stat link;
    if (lstat(path, &link) == 0) {
        errno = ENOENT;
        return false;
    }
    return errno == ENOENT && replace(path, NULL, bytes);
}

static bool find_and_replace(const char *path, const char *bytes)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        return errno == ENOENT && make(path, bytes);
    }
    if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (!S_ISREG(status.st_mode)) { /* such as a pipe: it cannot be replaced */
        return write_over(path, bytes);
    }
    char *real = realpath(path, NULL);
    bool is_good = real != NULL && replace(real, &status, bytes);
    int reason = errno;
    free(real);
    errno = reason;
    return is_good;
}

/* A file that may not grow so far is an error like others. */
bool cli_replace_file(const char *path, const char *bytes)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, usual;
    sigaction(SIGXFSZ, &ignore, &usual);
    bool is_good = find_and_replace(path, bytes);
    int reason = errno;
    sigaction(SIGXFSZ, &usual, NULL);
    errno = reason;
    return is_good;
}

bool cli_has_good_folder(const char *path)
{
    char folder[300];
    const char *slash = strrchr(path, '/');
    size_t bytes = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
    snprintf(folder, sizeof folder, "%.*s", (int)bytes, path);
    return access(bytes > 0 ? folder : ".", W_OK | X_OK) == 0;
}
