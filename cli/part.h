/* part.h - where two games part: the first position with other moves in them, or where one ends and the other
 * does not. Layer: cli.
 *
 * Positions are looked at from the start, breadth first, and then along random games of the first one. */
#ifndef MAD_CLI_PART_H
#define MAD_CLI_PART_H

#include "../interp/mad_rules.h"

struct cli_parting_limits {
    uint64_t positions; /* to be looked at breadth first */
    int plies;          /* ... and so deep at most */
    uint64_t games;     /* random ones */
    int game_plies;
    uint64_t seed;
    uint64_t moves; /* to be listed in all, 0: any number */
};

struct cli_parting {
    char *position;    /* text, malloced; null: they are alike as far as was looked */
    char path[4096];   /* moves that lead there, each behind a blank */
    char only[2][600]; /* moves that one of the games has alone, or how it ends there */
    enum mad_outcome results[2];
    uint64_t looked; /* at so many positions */
    uint64_t listed; /* so many moves */
};

/* Of two games on boards of the same squares. Ctrl-C ends it early. */
MAD_MUST_CHECK enum mad_status cli_find_parting(const mad_game *const games[2],
                                                const struct cli_parting_limits *limits,
                                                struct cli_parting *out);

#endif
