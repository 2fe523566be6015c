/* seats.h - a game of three players and more, as one of them sees it. Layer: rules. */
#ifndef MAD_RULES_SEATS_H
#define MAD_RULES_SEATS_H

#include "../../grammar/diagnostic.h"
#include "../../grammar/intern.h"
#include "ruleset.h"

/* Tells of what is not built for so many. */
bool mad_seats_check(struct mad_findings *findings, const struct mad_ruleset *rules);

/* Bits of the player and his allies. */
uint32_t mad_seat_allies(const struct mad_ruleset *rules, uint32_t player);

/* Bits of the marks, as every seat numbers them, that last until the player is to move. */
uint32_t mad_seat_turn_marks(const struct mad_ruleset *rules, uint32_t player);

/* Whether the word stands there, or in what is named there. */
bool mad_seats_asks(const struct mad_ruleset *rules, const struct mad_node *node,
                    enum mad_word word);

/* `out` shares with the ruleset what does not differ. False: there is no memory. */
bool mad_seat_rules(struct mad_arena *arena, struct mad_intern *names,
                    const struct mad_ruleset *rules, uint32_t seat, struct mad_ruleset *out);

#endif
