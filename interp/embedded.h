/* embedded.h - the rule texts that are part of the program.
 *
 * Layer: interp. The build generates build/embedded.c from stdlib and rules, sorted by name. A text
 * has a NUL behind its last byte, which `bytes` does not count. */
#ifndef MAD_INTERP_EMBEDDED_H
#define MAD_INTERP_EMBEDDED_H

#include <stddef.h>

struct mad_embedded {
    const char *name; /* file name without directory and `.mad`; null ends the array */
    const unsigned char *text;
    size_t bytes;
};

extern const struct mad_embedded mad_embedded_library[];
extern const struct mad_embedded mad_embedded_rules[];
extern const struct mad_embedded mad_embedded_learned[]; /* of these; the name without `.learned` */

/* The entry of that name, or null. */
const struct mad_embedded *mad_embedded_find(const struct mad_embedded *array, const char *name);

#endif
