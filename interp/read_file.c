/* read_file.c - see read_file.h. Layer: interp; the only file below cli that opens files. */
#define _XOPEN_SOURCE 700 /* S_ISSOCK */
#include "read_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "limits.h"

enum { READ_BYTES = 16 << 10 }; /* first room for a file; doubles */

static enum mad_status read_stream(const struct mad_memory *memory, FILE *stream,
                                   struct mad_text_file *file)
{
    while (file->count <= MAD_MAX_FILE_BYTES) {
        void *block = file->bytes;
        size_t needed = file->count == 0 ? READ_BYTES : file->count + 1;
        if (mad_memory_grow(memory, &block, &file->capacity, needed, 1) != MAD_OK)
            return MAD_ERROR_MEMORY;
        file->bytes = block;
        size_t count = fread(file->bytes + file->count, 1, file->capacity - file->count, stream);
        file->count += count;
        if (count == 0)
            return ferror(stream) ? MAD_ERROR_READ : MAD_OK;
    }
    errno = 0;
    return MAD_ERROR_READ;
}

const char *mad_strange_kind(mode_t mode)
{
    return S_ISREG(mode)    ? NULL
           : S_ISDIR(mode)  ? "is a directory, not a rule file"
           : S_ISFIFO(mode) ? "is a pipe, not a rule file"
           : S_ISSOCK(mode) ? "is a socket, not a rule file"
                            : "is a device, not a rule file";
}

/* A pipe that nobody writes would be waited for, and a device may never end; what a shell hands over as a file
 * (`<(COMMAND)`) is open at its other end. */
static bool is_endless(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && mad_strange_kind(status.st_mode) != NULL &&
           !S_ISDIR(status.st_mode) && strncmp(path, "/dev/fd/", 8) != 0 &&
           strncmp(path, "/proc/self/fd/", 14) != 0 && strcmp(path, "/dev/stdin") != 0;
}

enum mad_status mad_read_file(const struct mad_memory *memory, const char *path,
                              struct mad_text_file *file)
{
    *file = (struct mad_text_file){.bytes = NULL};
    errno = 0;
    FILE *stream = is_endless(path) ? NULL : fopen(path, "rb");
    if (stream == NULL)
        return errno == ENOENT || errno == ENOTDIR ? MAD_ERROR_NOT_FOUND
               : errno == ENOMEM                   ? MAD_ERROR_MEMORY
                                                   : MAD_ERROR_READ;
    enum mad_status status = read_stream(memory, stream, file);
    int reason = errno;
    fclose(stream);
    errno = reason;
    return status;
}
