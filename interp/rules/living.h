/* living.h - looking through the sentences of a ruleset, and through those that are in force.
 *
 * Layer: rules. A verb that nobody calls and a name that nobody uses are said, and nothing comes of them. */
#ifndef MAD_RULES_LIVING_H
#define MAD_RULES_LIVING_H

#include "../../grammar/arena.h"
#include "ruleset.h"

/* Called for each; false from it ends the walk. True when it was not ended. */
typedef bool (*mad_rules_see)(void *context, const struct mad_node *sentence);
bool mad_rules_each_sentence(const struct mad_ruleset *rules, mad_rules_see see, void *context);

/* The same for those that others in force lead to. `room` is for what is noted on the way; false without memory, which is
 * noted. */
bool mad_rules_each_living(const struct mad_ruleset *rules, struct mad_arena *room,
                           mad_rules_see see, void *context, bool *out_of_memory);

/* [option_count] Whether a sentence in force asks for each option; in `room`. Null without memory. */
const bool *mad_rules_asked(const struct mad_ruleset *rules, struct mad_arena *room);
/* [mark_count] The same of marks. */
const bool *mad_rules_asked_marks(const struct mad_ruleset *rules, struct mad_arena *room);

#endif
