/* library.h - where the texts of other files come from, and which of them declares a name.
 *
 * Layer: rules. Names are asked for by messages alone: one that nothing declares may stand in a file that was not
 * used. */
#ifndef MAD_RULES_LIBRARY_H
#define MAD_RULES_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include "../../grammar/diagnostic.h"

enum mad_text_kind {
    MAD_TEXT_LIBRARY, /* after `use` */
    MAD_TEXT_GAME,    /* after `like` and `array of` */
};

struct mad_rule_text {
    const char *shown; /* its name in messages, "stdlib/check.mad"; copied */
    const char *text;  /* lives as long as the load */
    size_t bytes;
    const char *problem; /* why there is none though something of that name is there; else null */
};

/* Where the texts of other files come from. */
struct mad_rule_texts {
    void *context;
    /* False when there is no such file, or none that may be read. */
    bool (*text)(void *context, enum mad_text_kind kind, const char *name,
                 struct mad_rule_text *out);
    /* Names for suggestions, index from 0, null behind the last; may be null. */
    const char *(*name)(void *context, enum mad_text_kind kind, size_t index);
};

/* The first library file that declares the name (a piece, direction, verb, mark, option ...), or null.
 * Want of memory is noted in the findings, in whose arena the work is done. */
const char *mad_library_of(const struct mad_rule_texts *texts, struct mad_findings *findings,
                           const char *name);

/* The sentences of the text; null when it is none of rules, or there is no memory. */
const struct mad_node *mad_library_parse(struct mad_findings *findings,
                                         const struct mad_rule_text *text);

#endif
