/* open_file.c - see open_file.h. Layer: cli. */
#include "open_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

const char *cli_strange_kind(unsigned mode)
{
    return S_ISREG(mode)    ? NULL
           : S_ISDIR(mode)  ? "it is a directory"
           : S_ISFIFO(mode) ? "it is a pipe"
           : S_ISSOCK(mode) ? "it is a socket"
                            : "it is a device";
}

/* It is open already, so that its other end is there. */
static bool is_handed_over(const char *path)
{
    return strncmp(path, "/dev/fd/", 8) == 0 || strcmp(path, "/dev/stdin") == 0 ||
           strncmp(path, "/proc/self/fd/", 14) == 0;
}

FILE *cli_open_file(const char *path, const char **why)
{
    struct stat status;
    const char *kind = NULL;
    FILE *stream = NULL;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    bool is_good = file >= 0 && fstat(file, &status) == 0;
    if (is_good && (S_ISDIR(status.st_mode) || !is_handed_over(path))) {
        kind = cli_strange_kind(status.st_mode);
    }
    if (is_good && kind == NULL && fcntl(file, F_SETFL, 0) == 0) {
        stream = fdopen(file, "rb");
    }
    if (stream == NULL) {
        *why = kind != NULL ? kind : strerror(errno);
        if (file >= 0) {
            close(file);
        }
        errno = kind != NULL ? EINVAL : errno;
    }
    return stream;
}

enum { FIRST_BYTES = 64 };

/* Whether it is empty, or begins so. */
static bool begins_with(int file, const char *first)
{
    char bytes[FIRST_BYTES];
    size_t length = strlen(first);
    ssize_t count = pread(file, bytes, length < sizeof bytes ? length : sizeof bytes, 0);
    return count == 0 || (count == (ssize_t)length && memcmp(bytes, first, length) == 0);
}

bool cli_is_own_file(const char *path, const char *first)
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) {
        return true;
    }
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool is_own = file >= 0 && begins_with(file, first);
    if (file >= 0) {
        close(file);
    }
    return is_own;
}

static int open_own(const char *path, const char *first, bool adds, const char **why)
{
    struct stat status;
    bool is_strange = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    int how = is_strange ? O_WRONLY | O_NONBLOCK : O_RDWR | O_CREAT | (adds ? O_APPEND : 0);
    int file = open(path, how | O_NOCTTY | O_CLOEXEC, 0666);
    *why = NULL;
    if (file < 0) {
        *why = errno == ENXIO ? "it is a pipe that nobody reads" : strerror(errno);
    } else if (is_strange) {
        *why = fcntl(file, F_SETFL, 0) != 0 ? strerror(errno) : NULL;
    } else if (!begins_with(file, first)) {
        *why = "it holds something else; name another file, or take it away";
    } else if (!adds && ftruncate(file, 0) != 0) {
        *why = strerror(errno);
    }
    return file;
}

FILE *cli_open_own_file(const char *path, const char *first, bool adds, const char **why)
{
    int file = open_own(path, first, adds, why);
    FILE *stream = *why == NULL ? fdopen(file, adds ? "ab" : "wb") : NULL;
    if (stream == NULL && file >= 0) {
        *why = *why == NULL ? strerror(errno) : *why;
        close(file);
    }
    return stream;
}

FILE *cli_open_alone(const char *path, const char **why)
{
    FILE *file = fopen(path, "a+e");
    *why = NULL;
    if (file == NULL) {
        *why = strerror(errno);
    } else if (flock(fileno(file), LOCK_EX | LOCK_NB) != 0) {
        *why = errno == EWOULDBLOCK ? "another program has it open" : strerror(errno);
        fclose(file);
    }
    return *why == NULL ? file : NULL;
}

enum cli_exit cli_open_failed(const struct cli_args *args, const char *path, const char *why)
{
    fprintf(stderr, "mad %s: cannot read '", args->command->name);
    cli_put(stderr, path);
    fprintf(stderr, "': %s\n", why);
    return CLI_USAGE;
}
