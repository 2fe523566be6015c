/* inherit.h - rule texts become the flat list of the sentences in force.
 *
 * Layer: rules. Sentences are heard in order of reading: the game after `like` first, then the
 * file, `use` where it stands, the variant last. `new`, `change`, `without` and `replace` work on what
 * was said before them; `add to` also holds for pieces declared later, and squares, letters, options
 * and marks are looked up when everything has been said. Findings go to their list; the ruleset
 * and every string in it live in the arena. Each file is parsed once a load. */
#ifndef MAD_RULES_INHERIT_H
#define MAD_RULES_INHERIT_H

#include "../../grammar/arena.h"
#include "../../grammar/diagnostic.h"
#include "../../grammar/intern.h"
#include "../../grammar/sources.h"
#include "../mad_rules.h"
#include "library.h"
#include "ruleset.h"

struct mad_inherit_load {
    struct mad_arena *arena;
    struct mad_intern *names;
    struct mad_sources *sources;
    struct mad_findings *findings;
    struct mad_rule_texts texts;
    uint16_t main_source;               /* index of the main file in sources */
    const char *variant;                /* null: the game itself */
    const struct mad_setting *settings; /* win over every `set` */
    size_t setting_count;
};

/* MAD_ERROR_RULES when there are errors, MAD_ERROR_NOT_FOUND when there is no such variant or option
 * (told in the findings too). */
MAD_MUST_CHECK enum mad_status mad_inherit(const struct mad_inherit_load *load,
                                           struct mad_ruleset **out);

/* What a file says of itself, without reading any other file. */
struct mad_inherit_titles {
    const char *game; /* null when the file holds no game */
    const char **variants;
    uint32_t variant_count;
    struct mad_inherit_name *names; /* by which else they are called */
    uint32_t name_count;
};
struct mad_inherit_name {
    const char *variant; /* null: the game itself */
    const char *name;
};
MAD_MUST_CHECK enum mad_status mad_inherit_titles(const struct mad_inherit_load *load,
                                                  struct mad_inherit_titles *out);

/* The line on which the sentence stands, without blanks around it and comment behind it. Null when
 * there is no memory. */
const char *mad_inherit_line_text(struct mad_arena *arena, const struct mad_sources *sources,
                                  const struct mad_node *node);

#endif
