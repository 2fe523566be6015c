/* lower.h - a ruleset becomes a compiled game.
 *
 * Layer: plan; the door between what rule texts say and what the machine runs. */
#ifndef MAD_PLAN_LOWER_H
#define MAD_PLAN_LOWER_H

#include "../../grammar/arena.h"
#include "../../grammar/diagnostic.h"
#include "../../grammar/sources.h"
#include "../game/game.h"
#include "../mad_rules.h"
#include "../rules/inherit.h"
#include "../rules/ruleset.h"

struct mad_lower_context {
    struct mad_arena *scratch; /* of the load: dropped after it */
    struct mad_arena *arena;   /* of the game: everything that stays */
    struct mad_findings *diagnostics;
    const struct mad_sources *sources;
    const struct mad_rule_texts *texts; /* the library, for messages; may be null */
    uint32_t left_out;    /* enum mad_way as bits: ways of the machine that are not to be taken */
    uint32_t least_words; /* of a set of squares, for tests; 0: as many as the board needs */
    bool with_plan;       /* game->plan is made (plan_text.c) */
    bool with_comments;   /* comments and words are kept (texts.c) */
};

/* Checks kinds and names, lowers all rules for both players, makes the tables. MAD_ERROR_RULES with
 * findings in the diagnostics. The game and all it points to live in context->arena; game->memory is
 * that arena. */
MAD_MUST_CHECK enum mad_status mad_lower(const struct mad_ruleset *rules,
                                         struct mad_lower_context *context, struct mad_game **out);
/* The same for three players and more: the game as each of them sees it, of which the first one's is for all that does
 * not differ. */
MAD_MUST_CHECK enum mad_status mad_lower_seats(const struct mad_ruleset *rules,
                                               struct mad_intern *names,
                                               struct mad_lower_context *context,
                                               struct mad_game **out);

#endif
