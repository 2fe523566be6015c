/* arbiter.h - one game of a match: our rules decide what is legal, when it ends, and how tosses fall.
 *
 * Layer: cli. What a player does wrong costs him the game and never more. */
#ifndef MAD_CLI_MATCH_ARBITER_H
#define MAD_CLI_MATCH_ARBITER_H

#include "../../interp/mad_record.h"
#include "opening.h"
#include "outcome.h"
#include "peer.h"

struct cli_rules_of_match { /* the same for all its games */
    const struct cli_openings *openings;
    uint64_t seed;
    unsigned most_plies; /* then it is a draw */
    double margin;       /* seconds a player may be late */
    double patience;     /* seconds for a move where no clock runs */
};

/* Tag of its games; a file of them begins with it. */
#define CLI_MATCH_EVENT "mad match"

/* What one worker keeps from game to game. */
struct cli_arbiter {
    const struct cli_rules_of_match *rules;
    struct cli_peer peers[2]; /* the first and the second player */
    mad_record *record;       /* of the last game */
    mad_moves *moves;
};

/* MAD_OK with what came of it; MAD_ERROR_OVER when it was interrupted; MAD_ERROR_NOT_FOUND when a player
 * cannot be had at all, `*fault` says which, and his `why` why. */
enum mad_status cli_arbiter_play(struct cli_arbiter *arbiter, uint64_t number,
                                 struct cli_outcome *outcome, int *fault);

#endif
