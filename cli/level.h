/* level.h - how strongly the program plays: 1, for who learned the rules today, to CLI_LEVELS, as well as it
 * can. Layer: cli. */
#ifndef MAD_CLI_LEVEL_H
#define MAD_CLI_LEVEL_H

#include "match.h"

enum { CLI_LEVELS = 10 };

/* Who searches for the level, and draws for it; each gets the context. */
struct cli_thinker {
    enum mad_status (*think)(void *context, const struct mad_search_limits *limits,
                             struct mad_search_report *report);
    uint64_t (*draw_lot)(void *context, uint64_t below); /* a number below `below` */
    void *context;
};

/* Thinks as the level does within the limits, and draws a move; `best` is of the best one seen, `drawn` of the one to be
 * played. */
enum mad_status cli_level_think(const struct cli_thinker *thinker,
                                const struct mad_search_limits *limits, int level,
                                struct mad_search_report *best, struct mad_search_report *drawn);
/* The same within match->limits, and the index of the move drawn. */
enum mad_status cli_level_think_match(struct cli_match *match, int level,
                                      struct mad_search_report *report, size_t *chosen);

#endif
