/* intern.h - equal text, equal pointer.
 *
 * Layer: grammar. The texts live in the arena given at the start and end in NUL. Names of one load
 * are compared by pointer everywhere behind the parser. */
#ifndef MAD_GRAMMAR_INTERN_H
#define MAD_GRAMMAR_INTERN_H

#include <stddef.h>

#include "arena.h"

struct mad_intern {
    struct mad_arena *arena;
    const char **slots; /* open addressing, null where free */
    size_t slot_count;  /* a power of two */
    size_t used;
};

void mad_intern_init(struct mad_intern *intern, struct mad_arena *arena);
/* The one copy of this text, or null when there is no memory. */
const char *mad_intern_text(struct mad_intern *intern, const char *text, size_t bytes);
const char *mad_intern_string(struct mad_intern *intern, const char *text);
/* The copy if there is one already, else null; makes nothing. */
const char *mad_intern_find(const struct mad_intern *intern, const char *text, size_t bytes);

#endif
