/* habits.h - the table of what people write who come from another notation, looked for where errors are.
 *
 * Layer: grammar. The table is habits.def. */
#ifndef MAD_GRAMMAR_HABITS_H
#define MAD_GRAMMAR_HABITS_H

#include "diagnostic.h"
#include "sources.h"

/* Errors behind `from` (null: all) that a row of the table explains better are told so; what else was found
 * in their lines goes. Each is looked at once. */
void mad_habits_tell(struct mad_findings *list, const struct mad_sources *sources,
                     struct mad_finding *from);

#endif
