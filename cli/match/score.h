/* score.h - what the games of a match add up to: points, Elo with its interval, a sequential test.
 *
 * Layer: cli. Games 2n and 2n + 1 begin alike with sides changed, so their results hang together: the
 * interval and the test count pairs by their points (0, 1/2, 1, 3/2, 2: the pentanomial model), which
 * takes out what an opening gives to one side. */
#ifndef MAD_CLI_MATCH_SCORE_H
#define MAD_CLI_MATCH_SCORE_H

#include "outcome.h"

struct cli_score {
    struct cli_outcome *games; /* owned; sorted by number, each once */
    size_t count, capacity;
    uint64_t wins, draws, losses;     /* of the first player of the match */
    uint64_t sides[3];                /* won by the side that moves first, drawn, by the other */
    uint64_t seats[MAD_MOST_PLAYERS]; /* won by each, where more than two play */
    uint64_t pairs[5];                /* by their half points */
    uint64_t ends[CLI_END_COUNT];
    uint64_t faults[2][CLI_END_COUNT]; /* of each player */
    uint64_t plies;
    unsigned shortest, longest;
};

struct cli_elo {
    bool is_known;         /* a pair or more that differ */
    double share;          /* of the points */
    double elo, low, high; /* 95 %; infinite where all is won or lost */
    double better;         /* how likely the first player is the better one */
};

enum cli_verdict { CLI_UNDECIDED, CLI_ACCEPT_LOW, CLI_ACCEPT_HIGH };

struct cli_sprt {
    bool is_wanted;
    double low, high; /* Elo of the two suppositions; errors of 5 % each */
};

void cli_score_free(struct cli_score *score);
/* False without memory. A game of a number that is there is left out. */
bool cli_score_add(struct cli_score *score, const struct cli_outcome *outcome);
bool cli_score_has(const struct cli_score *score, uint64_t number);
/* What a share of the points is in Elo: without end at none and at all of them. */
double cli_elo_of(double share);
struct cli_elo cli_score_elo(const struct cli_score *score);
/* The logarithm of how much likelier the higher supposition is, and the bound on either side. */
double cli_score_ratio(const struct cli_score *score, const struct cli_sprt *sprt, double *bound);
enum cli_verdict cli_score_verdict(const struct cli_score *score, const struct cli_sprt *sprt);

#endif
