/* lint.h - what the checks of a rule file share.
 *
 * Layer: interp, private to lint/. A check reads the ruleset and the game of one load and adds to its
 * findings; lint.c runs all of them (checks.def), leaves out what comments let be, and puts the
 * findings of a game and its variants together. What a check needs while it works comes from the
 * scratch memory of the load. */
#ifndef MAD_LINT_LINT_H
#define MAD_LINT_LINT_H

#include "../load.h"

enum mad_lint_cost {
    MAD_LINT_STATIC,   /* reads sentences */
    MAD_LINT_GENERATE, /* makes moves from positions that it sets up */
    MAD_LINT_PLAY,     /* plays random games */
};

struct mad_lint {
    const struct mad_lint_options *options;
    const struct mad_ruleset *rules;
    const struct mad_game *game;
    const struct mad_sources *sources;
    struct mad_arena *scratch;
    struct mad_findings *findings;
    uint16_t main_source;
    enum mad_status status; /* trouble: no memory; checks that follow do nothing */
};

/* Whether a sentence stands in the file that is linted; what others say is theirs to mend. */
static inline bool mad_lint_is_own(const struct mad_lint *lint, struct mad_span span)
{
    return span.source == lint->main_source;
}

/* Memory of zeroes that is dropped with the load; null sets the status. */
void *mad_lint_room(struct mad_lint *lint, size_t count, size_t bytes);

/* What it takes to find such a thing. */
enum mad_lint_cost mad_lint_cost_of(const char *id);

/* --- walk.c: every sentence in force ------------------------------------------------------------- */

/* Calls `see` for each; false from it ends the walk. True when it was not ended. */
typedef bool (*mad_lint_see)(void *context, const struct mad_node *sentence);
bool mad_lint_each_sentence(const struct mad_ruleset *rules, mad_lint_see see, void *context);

/* Whether a name stands in the node, or in what a name in it means. */
bool mad_lint_leads_to(const struct mad_ruleset *rules, const struct mad_node *node,
                       const char *name);
/* Whether carrying out the call may bring pieces to the board that were not there. */
bool mad_lint_makes_men(const struct mad_ruleset *rules, const struct mad_node *call);

/* --- allow.c: findings that the file lets be ------------------------------------------------------ */

enum { MAD_LINT_MAX_ALLOWS = 256 }; /* in one file: more are not looked at */

struct mad_allows { /* of the main file: which of its comments let something be, by their order */
    bool used[MAD_LINT_MAX_ALLOWS];
};

/* Takes findings that are let be out of the list, and notes which comments did it. */
void mad_allow_apply(struct mad_lint *lint, struct mad_allows *allows);
/* Tells of comments that let nothing be, and of those that are malformed. */
void mad_allow_check(struct mad_lint *lint, const struct mad_allows *allows);

/* --- the checks, one function a row of checks.def -------------------------------------------------- */

#define MAD_CHECK(name, cost) void mad_lint_##name(struct mad_lint *lint);
#include "checks.def"
#undef MAD_CHECK

#endif
