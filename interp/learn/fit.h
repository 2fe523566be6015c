/* fit.h - weights of a sum whose sign tells who wins, fitted to games (logistic regression).
 *
 * Layer: learn. It knows numbers alone: a sample is a list of items, each of which adds the weight of a parameter, and of
 * the group that the parameter is in, for one player or the other, blended from early and late. */
#ifndef MAD_LEARN_FIT_H
#define MAD_LEARN_FIT_H

#include "../game/learned.h"
#include "../mad_learn.h"

struct mad_fit_item { /* what an item adds for its owner */
    uint32_t param, group;
    int8_t sign; /* 1: for the first player, -1: for the second, 0: nothing */
};

struct mad_fit_sample {
    size_t first; /* of its items in the pool */
    uint16_t count;
    int8_t result; /* 1, 0, -1 for the first player */
    int8_t side;   /* to move: 1 the first player, -1 */
    bool is_for_test;
    bool drags;     /* nothing has happened for long: how the game went says little of it */
    float early;    /* 0 to 1 */
    float score;    /* of a search, for the first player */
    float measured; /* what the evaluation says unlearned, for the first player */
    float term[MAD_TERMS];
};

enum { MAD_EARLY, MAD_LATE, MAD_AGES };

/* Parameters lie one behind the other: of each param by age, of each group by age, of each term, of the tempo. */
struct mad_fit {
    const struct mad_fit_sample *samples;
    size_t count;
    const uint32_t *items;            /* the pool */
    const struct mad_fit_item *kinds; /* by item */
    uint32_t params, groups;
    uint32_t held; /* a bit for each term that keeps its weight */
    bool
        is_known; /* the sum stays as it is, but for what being on move is worth: its scale is found */
    double *weight;  /* [mad_fit_weights] in: where to begin, and to stay near; out: the best */
    double *scratch; /* [5 * mad_fit_weights] */
    uint32_t *order; /* [count] scratch */
    /* out: scores that make 1 / (1 + 1/e) of a win likely: of the evaluation before and now, whose scores mean the same
     * afterwards, since margins of the search hang on them; and of searches, which may be another program's */
    double scale, scale_now, score_scale;
};

static inline size_t mad_fit_weights(uint32_t params, uint32_t groups)
{
    return ((size_t)params + groups) * MAD_AGES + MAD_TERMS + 1;
}

/* What the sum says, for the first player. */
double mad_fit_score(const struct mad_fit *fit, const struct mad_fit_sample *sample);

/* MAD_ERROR_STOPPED: the interrupt said so. */
MAD_MUST_CHECK enum mad_status mad_fit_run(struct mad_fit *fit,
                                           const struct mad_learn_limits *limits,
                                           struct mad_learn_report *best);

#endif
