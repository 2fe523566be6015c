/* score.c - see score.h. Layer: cli. */
#include "score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../lists.h"

void cli_score_free(struct cli_score *score)
{
    free(score->games);
    *score = (struct cli_score){0};
}

static size_t place_of(const struct cli_score *score, uint64_t number)
{
    return cli_place_of(score->games, score->count, sizeof *score->games, number);
}

bool cli_score_has(const struct cli_score *score, uint64_t number)
{
    size_t place = place_of(score, number);
    return place < score->count && score->games[place].number == number;
}

static void count(struct cli_score *score, const struct cli_outcome *outcome)
{
    int of_side = outcome->first_side == 0 ? outcome->points : 2 - outcome->points;
    score->wins += outcome->points == 2;
    score->draws += outcome->points == 1;
    score->losses += outcome->points == 0;
    score->sides[2 - of_side]++;
    for (int seat = 0; seat < MAD_MOST_PLAYERS; seat++) {
        score->seats[seat] += outcome->won >> seat & 1;
    }
    score->ends[outcome->end]++;
    if (outcome->fault >= 0) {
        score->faults[outcome->fault][outcome->end]++;
    }
    score->shortest =
        score->count == 1 || outcome->plies < score->shortest ? outcome->plies : score->shortest;
    score->longest = outcome->plies > score->longest ? outcome->plies : score->longest;
    score->plies += outcome->plies;
}

bool cli_score_add(struct cli_score *score, const struct cli_outcome *outcome)
{
    size_t place = place_of(score, outcome->number);
    if (cli_score_has(score, outcome->number)) {
        return true;
    }
    struct cli_outcome *games =
        cli_room(score->games, score->count, &score->capacity, sizeof *games);
    if (games == NULL) {
        return false;
    }
    score->games = games;
    cli_open_place(games, score->count, sizeof *games, place);
    score->games[place] = *outcome;
    score->count++;
    count(score, outcome);
    size_t other = place; /* of the same pair, which stands beside it */
    if (place > 0 && score->games[place - 1].number == (outcome->number ^ 1)) {
        other = place - 1;
    } else if (place + 1 < score->count &&
               score->games[place + 1].number == (outcome->number ^ 1)) {
        other = place + 1;
    }
    if (other != place) {
        score->pairs[outcome->points + score->games[other].points]++;
    }
    return true;
}

/* --- Elo ------------------------------------------------------------------------------------------ */

double cli_elo_of(double share)
{
    return share <= 0 ? -INFINITY : share >= 1 ? INFINITY : 400 * log10(share / (1 - share));
}

static double share_of(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

struct moments {
    double count, mean, variance; /* of pairs, in shares of their points */
};

static struct moments moments_of(const uint64_t pairs[5])
{
    struct moments moments = {0};
    for (int i = 0; i < 5; i++) {
        moments.count += (double)pairs[i];
        moments.mean += (double)pairs[i] * i / 4;
    }
    moments.mean /= moments.count > 0 ? moments.count : 1;
    for (int i = 0; i < 5; i++) {
        double off = i / 4.0 - moments.mean;
        moments.variance += (double)pairs[i] * off * off;
    }
    moments.variance /= moments.count > 0 ? moments.count : 1;
    return moments;
}

struct cli_elo cli_score_elo(const struct cli_score *score)
{
    struct moments moments = moments_of(score->pairs);
    struct cli_elo elo = {0};
    if (score->count == 0) {
        return elo;
    }
    elo.share = ((double)score->wins + (double)score->draws / 2) / (double)score->count;
    elo.elo = cli_elo_of(elo.share);
    if (moments.count < 2 || moments.variance <= 0) {
        return elo;
    }
    double error = sqrt(moments.variance / moments.count);
    elo.is_known = true;
    elo.low = cli_elo_of(moments.mean - 1.959964 * error);
    elo.high = cli_elo_of(moments.mean + 1.959964 * error);
    elo.better = erfc(-(moments.mean - 0.5) / error / sqrt(2)) / 2;
    return elo;
}

/* --- the sequential test --------------------------------------------------------------------------- */

/* By what the chance of each result is divided where it is the likeliest one with which pairs bring `share` on the average:
 * 1 + tilt (result - share), so that the divided chances have that average. */
static double tilt_to(const double chances[5], double share)
{
    double low = -1 / (1 - share), high = 1 / share;
    for (int round = 0; round < 100; round++) {
        double tilt = (low + high) / 2, off = 0;
        for (int i = 0; i < 5; i++) {
            off += chances[i] * (i / 4.0 - share) / (1 + tilt * (i / 4.0 - share));
        }
        *(off > 0 ? &low : &high) = tilt;
    }
    return (low + high) / 2;
}

/* The generalised ratio of likelihoods: each of the two figures with the chances of results that explain best what came.
 * Results that have not come count as a thousandth of a pair, so that there is always something to explain. Van den Bergh,
 * "The generalized sequential probability ratio test" (2020). */
double cli_score_ratio(const struct cli_score *score, const struct cli_sprt *sprt, double *bound)
{
    const double error = 0.05, least = 1e-3;
    double count = 0, chances[5], ratio = 0;
    double low = share_of(sprt->low), high = share_of(sprt->high);
    *bound = log((1 - error) / error);
    if (moments_of(score->pairs).count <= 0) {
        return 0;
    }
    for (int i = 0; i < 5; i++) {
        chances[i] = score->pairs[i] > 0 ? (double)score->pairs[i] : least;
        count += chances[i];
    }
    for (int i = 0; i < 5; i++) {
        chances[i] /= count;
    }
    double to_low = tilt_to(chances, low), to_high = tilt_to(chances, high);
    for (int i = 0; i < 5; i++) {
        ratio +=
            chances[i] * log((1 + to_low * (i / 4.0 - low)) / (1 + to_high * (i / 4.0 - high)));
    }
    return count * ratio;
}

enum cli_verdict cli_score_verdict(const struct cli_score *score, const struct cli_sprt *sprt)
{
    double bound, ratio = cli_score_ratio(score, sprt, &bound);
    if (!sprt->is_wanted) {
        return CLI_UNDECIDED;
    }
    return ratio >= bound ? CLI_ACCEPT_HIGH : ratio <= -bound ? CLI_ACCEPT_LOW : CLI_UNDECIDED;
}
