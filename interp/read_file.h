/* read_file.h - a file from disk into memory, as far as a rule file may go.
 *
 * Layer: interp. What would be waited for, a pipe that nobody writes or a device without end, is not opened. */
#ifndef MAD_READ_FILE_H
#define MAD_READ_FILE_H

#include <stddef.h>
#include <sys/stat.h>

#include "mad_rules.h"
#include "memory.h"

struct mad_text_file { /* read from disk; one byte more than a rule file may have at most */
    char *bytes;       /* of `capacity`: the caller frees them in every case */
    size_t count, capacity;
};

/* With MAD_ERROR_READ errno tells why, 0: it is too large. */
MAD_MUST_CHECK enum mad_status mad_read_file(const struct mad_memory *memory, const char *path,
                                             struct mad_text_file *file);
/* What kind of thing this is that is no plain file; null when it is one. */
const char *mad_strange_kind(mode_t mode);

#endif
