/* library.h - which file of the library declares a name.
 *
 * Layer: rules. For messages alone: a name that nothing declares may stand in a file that was not
 * used. */
#ifndef MAD_RULES_LIBRARY_H
#define MAD_RULES_LIBRARY_H

#include "inherit.h"

/* The first library file that declares the name (a piece, direction, verb, mark, option ...), or null.
 * Want of memory is noted in the findings, in whose arena the work is done. */
const char *mad_library_of(const struct mad_rule_texts *texts, struct mad_findings *findings,
                           const char *name);

#endif
