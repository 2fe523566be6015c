/* level.h - how strongly the program plays: 1, for who learned the rules today, to CLI_LEVELS, as well as it
 * can. Layer: cli. */
#ifndef MAD_CLI_LEVEL_H
#define MAD_CLI_LEVEL_H

#include "match.h"

enum { CLI_LEVELS = 10 };

/* Thinks as the level does within match->limits, and draws a move; `report` is of the best one seen. */
enum mad_status cli_level_think(struct cli_match *match, int level,
                                struct mad_search_report *report, size_t *chosen);

#endif
