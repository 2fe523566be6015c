/* diagnostics.h - the findings of a load in the form in which they are handed out.
 *
 * Layer: interp, private. The grammar's findings live in the scratch memory of the load; a struct
 * mad_diagnostics is a copy with every place worked out, that owns all of its strings. */
#ifndef MAD_INTERP_DIAGNOSTICS_H
#define MAD_INTERP_DIAGNOSTICS_H

#include "../grammar/arena.h"
#include "../grammar/diagnostic.h"
#include "../grammar/sources.h"
#include "memory.h"

struct mad_wording { /* what grammar knows of an item that is about words, by its text */
    const char *text;
    bool is_unread, is_habit, is_settled; /* as of struct mad_finding */
    const char *draft, *draft_cause;      /* the same */
};

struct mad_diagnostics {
    struct mad_memory memory;
    struct mad_arena arena;
    struct mad_diagnostic *items;
    size_t count;
    size_t errors;  /* found; more than are kept when there were too many */
    size_t dropped; /* of all findings those that were not kept */
    struct mad_wording *wordings;
    size_t wording_count;
    struct mad_rule_main {
        const char *name, *path, *text;
        size_t bytes;
    } main; /* the text of which fixes take bytes; its path when it is that of a file; only where there are fixes */
    struct mad_diagnostics *parts; /* lists whose texts the items share, each the next's owner */
};

/* The grammar's allocator that takes from `memory`. */
static inline struct mad_allocator mad_memory_allocator(const struct mad_memory *memory)
{
    return (struct mad_allocator){memory->resize, memory->context};
}

MAD_MUST_CHECK enum mad_status mad_diagnostics_new(const struct mad_memory *memory,
                                                   struct mad_diagnostics **out);
/* Copies the findings of a load into an empty list; `main` is the source that was asked for, `path` its file or
 * null. */
MAD_MUST_CHECK enum mad_status mad_diagnostics_fill(struct mad_diagnostics *list,
                                                    const struct mad_findings *findings,
                                                    const struct mad_sources *sources,
                                                    uint16_t main, const char *path);
/* Makes an error about a whole file the only one in an empty list; remedy may be null. */
MAD_MUST_CHECK enum mad_status mad_diagnostics_fill_file(struct mad_diagnostics *list,
                                                         enum mad_finding_kind kind,
                                                         const char *file, const char *text,
                                                         const char *remedy);

#endif
