/* blame.h - findings that show in another file than the one that caused them.
 *
 * Layer: rules. A file of the library is no user's to mend. */
#ifndef MAD_RULES_BLAME_H
#define MAD_RULES_BLAME_H

#include "../../grammar/diagnostic.h"
#include "../../grammar/sources.h"
#include "ruleset.h"

/* Errors of other files than the main one that stand where a name is used which the main file declares anew are told at
 * that declaration, once each. */
void mad_blame_own(struct mad_findings *findings, const struct mad_sources *sources,
                   const struct mad_ruleset *rules, uint16_t main_source);

#endif
