/* fit.c - see fit.h. Layer: learn.
 *
 * Steps of Adam (Kingma and Ba 2014) over batches of shuffled samples, the steps smaller and smaller. What is aimed
 * at is a blend of how the game went and what a search thought. A weight of which samples say little stays where it
 * was: it is drawn there as by some samples more. How many more for single squares, nobody knows beforehand: that is
 * tried, and what foretells the positions for test best is taken. */
#include "fit.h"

#include <math.h>
#include <string.h>

#include "../random.h"

enum {
    BATCH_MOST = 512,
    BATCHES = 200, /* in a round at least, where that gives BATCH_LEAST */
    BATCH_LEAST = 16,
    DRAWN_BACK = 60,  /* as many samples as draw the weight of a group back to where it began */
    LEAST_SCALE = 50, /* a score so far ahead wins three of four times and some */
    MOST_SCALE = 3200,
    FARTHEST = 4, /* times as far ahead is as good, or as bad, in the scores of searches */
};

static const double result_share = 0.4; /* of the aim; the rest is what the search thought */
static const double first_step = 2, last_step = 0.05; /* hundredths of a man */
static const double term_step = 0.01; /* of a term's weight, for a hundredth of a man */

/* The same for single squares, whose samples lie close together in few games. */
static const double drawn_back[] = {60, 2000, 60000};
enum { TRIES = sizeof drawn_back / sizeof *drawn_back };

struct run {
    struct mad_fit *fit;
    size_t weights;
    double *slope, *mean, *square, *began, *best;
    double drawn_back;
    uint64_t seed;
    uint64_t steps;
};

static double forecast(double score, double scale)
{
    return 1 / (1 + exp(-score / scale));
}

/* --- one sample --------------------------------------------------------------------------------------- */

static size_t param_at(const struct mad_fit_item *kind, int age)
{
    return (size_t)kind->param * MAD_AGES + (size_t)age;
}

static size_t group_at(const struct mad_fit *fit, const struct mad_fit_item *kind, int age)
{
    return ((size_t)fit->params + kind->group) * MAD_AGES + (size_t)age;
}

static size_t term_at(const struct mad_fit *fit, int term)
{
    return ((size_t)fit->params + fit->groups) * MAD_AGES + (size_t)term;
}

double mad_fit_score(const struct mad_fit *fit, const struct mad_fit_sample *sample)
{
    const double *weight = fit->weight;
    double ages[MAD_AGES] = {0, 0}, sum;
    for (uint16_t i = 0; i < sample->count; i++) {
        const struct mad_fit_item *kind = &fit->kinds[fit->items[sample->first + i]];
        for (int age = 0; age < MAD_AGES && kind->sign != 0; age++)
            ages[age] +=
                kind->sign * (weight[param_at(kind, age)] + weight[group_at(fit, kind, age)]);
    }
    sum = ages[MAD_EARLY] * sample->early + ages[MAD_LATE] * (1 - sample->early);
    for (int term = 0; term < MAD_TERMS; term++)
        sum += weight[term_at(fit, term)] * sample->term[term];
    return sum + weight[term_at(fit, MAD_TERMS)] * sample->side;
}

static double aim_of(const struct mad_fit *fit, const struct mad_fit_sample *sample)
{
    const double share = sample->drags ? 0 : result_share;
    return share * (sample->result + 1) / 2 +
           (1 - share) * forecast(sample->score, fit->score_scale);
}

/* Adds what would raise the sample's score to the slope, `by` times. */
static void add_slope(struct run *run, const struct mad_fit_sample *sample, double by)
{
    const struct mad_fit *fit = run->fit;
    const double share[MAD_AGES] = {sample->early, 1 - sample->early};
    for (uint16_t i = 0; i < sample->count; i++) {
        const struct mad_fit_item *kind = &fit->kinds[fit->items[sample->first + i]];
        for (int age = 0; age < MAD_AGES && kind->sign != 0; age++) {
            run->slope[param_at(kind, age)] += kind->sign * share[age] * by;
            run->slope[group_at(fit, kind, age)] += kind->sign * share[age] * by;
        }
    }
    for (int term = 0; term < MAD_TERMS; term++)
        run->slope[term_at(fit, term)] += sample->term[term] * by;
    run->slope[term_at(fit, MAD_TERMS)] += sample->side * by;
}

/* --- all samples --------------------------------------------------------------------------------------- */

static double loss_of(const struct run *run, bool is_for_test)
{
    const struct mad_fit *fit = run->fit;
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < fit->count; i++)
        if (fit->samples[i].is_for_test == is_for_test) {
            double off = forecast(mad_fit_score(fit, &fit->samples[i]), run->fit->scale) -
                         aim_of(run->fit, &fit->samples[i]);
            sum += off * off;
            count++;
        }
    return count > 0 ? sum / (double)count : 0;
}

typedef double number_of(const struct mad_fit *, const struct mad_fit_sample *);

static double result_of(const struct mad_fit *fit, const struct mad_fit_sample *sample)
{
    (void)fit;
    return (sample->result + 1) / 2.0;
}

static double measured_score(const struct mad_fit *fit, const struct mad_fit_sample *sample)
{
    (void)fit;
    return sample->measured;
}

static double searched_score(const struct mad_fit *fit, const struct mad_fit_sample *sample)
{
    (void)fit;
    return sample->score;
}

/* How far the aim is from what scores foretell, were the scale so. */
static double scaled_loss(const struct mad_fit *fit, number_of *score, number_of *aim, double scale)
{
    double sum = 0;
    for (size_t i = 0; i < fit->count; i++) {
        double off = forecast(score(fit, &fit->samples[i]), scale) - aim(fit, &fit->samples[i]);
        sum += off * off;
    }
    return sum;
}

/* The scale within bounds at which scores foretell the aim best. */
static double find_scale(const struct mad_fit *fit, number_of *score, number_of *aim, double low,
                         double high)
{
    double best = low, least = scaled_loss(fit, score, aim, best);
    for (double scale = low; scale < high; scale *= 1.15) {
        double loss = scaled_loss(fit, score, aim, scale);
        if (loss < least) {
            least = loss;
            best = scale;
        }
    }
    return best;
}

static uint64_t toss(struct run *run, uint64_t below)
{
    return mad_random_word(&run->seed) % below;
}

/* The samples to learn from in a new order; how many. */
static size_t shuffle(struct run *run)
{
    struct mad_fit *fit = run->fit;
    size_t count = 0;
    for (size_t i = 0; i < fit->count; i++)
        if (!fit->samples[i].is_for_test)
            fit->order[count++] = (uint32_t)i;
    for (size_t i = count; i > 1; i--) {
        size_t other = (size_t)toss(run, i);
        uint32_t moved = fit->order[i - 1];
        fit->order[i - 1] = fit->order[other];
        fit->order[other] = moved;
    }
    return count;
}

static void make_step(struct run *run, size_t learned_from, double step)
{
    const double fade = 0.9, fade_square = 0.999, least = 1e-12;
    /* the loss of a sample curves by about a tenth over the scale squared */
    const double pull = 0.1 / (run->fit->scale * run->fit->scale) / (double)learned_from;
    double *weight = run->fit->weight;
    run->steps++;
    double grown = 1 - pow(fade, (double)run->steps),
           grown_square = 1 - pow(fade_square, (double)run->steps);
    for (size_t i = 0; i < run->weights; i++) {
        bool is_term = i >= term_at(run->fit, 0) && i < term_at(run->fit, MAD_TERMS);
        bool is_held = run->fit->is_known
                           ? i != term_at(run->fit, MAD_TERMS)
                           : is_term && (run->fit->held >> (i - term_at(run->fit, 0)) & 1) != 0;
        if (is_held)
            continue;
        double drawn = is_term                                   ? 0
                       : i < (size_t)run->fit->params * MAD_AGES ? run->drawn_back
                                                                 : DRAWN_BACK;
        double slope = run->slope[i] - drawn * pull * (weight[i] - run->began[i]);
        run->mean[i] = fade * run->mean[i] + (1 - fade) * slope;
        run->square[i] = fade_square * run->square[i] + (1 - fade_square) * slope * slope;
        double rise = run->mean[i] / grown / (sqrt(run->square[i] / grown_square) + least);
        weight[i] += rise * (is_term ? step * term_step : step);
        if (is_term && weight[i] < 0) /* else a bare royal is hunted where it is free */
            weight[i] = 0;
    }
}

static void learn_batch(struct run *run, size_t first, size_t count, size_t all, double step)
{
    memset(run->slope, 0, run->weights * sizeof *run->slope);
    for (size_t i = first; i < first + count; i++) {
        const struct mad_fit_sample *sample = &run->fit->samples[run->fit->order[i]];
        double now = forecast(mad_fit_score(run->fit, sample), run->fit->scale);
        double off = aim_of(run->fit, sample) - now;
        add_slope(run, sample, off * now * (1 - now) / run->fit->scale / (double)count);
    }
    make_step(run, all, step);
}

static bool is_stopped(const struct mad_learn_limits *limits)
{
    return limits->interrupt != NULL && limits->interrupt(limits->context);
}

/* One round; false when it was cut short. */
static bool learn_round(struct run *run, const struct mad_learn_limits *limits, int round,
                        int rounds)
{
    size_t all = shuffle(run), size = all / BATCHES;
    size = size < BATCH_LEAST ? BATCH_LEAST : size > BATCH_MOST ? BATCH_MOST : size;
    for (size_t first = 0; first < all; first += size) {
        double done = (round - 1 + (double)first / (double)all) / rounds;
        double step = last_step + (first_step - last_step) * (1 - done) * (1 - done);
        if (is_stopped(limits))
            return false;
        learn_batch(run, first, all - first < size ? all - first : size, all, step);
    }
    return true;
}

static struct mad_learn_report look(const struct run *run, const struct mad_learn_limits *limits,
                                    int round, int rounds)
{
    struct mad_learn_report report = {.round = round,
                                      .rounds = rounds,
                                      .loss = loss_of(run, false),
                                      .test_loss = loss_of(run, true)};
    if (limits->progress != NULL)
        limits->progress(limits->context, &report);
    return report;
}

/* All rounds from the beginning, with `run->drawn_back`; the best of them all is kept. */
static bool try_rounds(struct run *run, const struct mad_learn_limits *limits, int attempt,
                       int tries, int rounds, struct mad_learn_report *best)
{
    struct mad_fit *fit = run->fit;
    memset(fit->scratch, 0, 3 * run->weights * sizeof *fit->scratch);
    memcpy(fit->weight, run->began, run->weights * sizeof *fit->weight);
    run->steps = 0;
    for (int round = 1; round <= rounds; round++) {
        if (!learn_round(run, limits, round, rounds))
            return false;
        struct mad_learn_report report =
            look(run, limits, attempt * rounds + round, tries * rounds);
        if (report.test_loss < best->test_loss) {
            *best = report;
            memcpy(run->best, fit->weight, run->weights * sizeof *fit->weight);
        }
    }
    return true;
}

/* Scores are to be as large as before on the whole, for margins of the search hang on that. Where
 * nothing measured was worth anything, there is no scale to keep. */
static void keep_scale(struct mad_fit *fit, size_t weights)
{
    double before = 0, now = 0;
    for (size_t i = 0; i < fit->count; i++) {
        double score = mad_fit_score(fit, &fit->samples[i]);
        before += (double)fit->samples[i].measured * fit->samples[i].measured;
        now += score * score;
    }
    double by = before > 0 && now > 0 ? sqrt(before / now) : 1;
    for (size_t i = 0; i < weights; i++)
        fit->weight[i] *= by;
    fit->scale_now = fit->scale * by;
}

enum mad_status mad_fit_run(struct mad_fit *fit, const struct mad_learn_limits *limits,
                            struct mad_learn_report *best)
{
    struct run run = {.fit = fit, .weights = mad_fit_weights(fit->params, fit->groups), .seed = 1};
    const int rounds = limits->rounds > 0 ? limits->rounds : MAD_LEARN_ROUNDS,
              tries = fit->is_known ? 1 : TRIES; /* nothing is drawn back where all else stays */
    run.slope = fit->scratch;
    run.mean = run.slope + run.weights;
    run.square = run.mean + run.weights;
    run.began = run.square + run.weights;
    run.best = run.began + run.weights;
    fit->scale = find_scale(fit, measured_score, result_of, LEAST_SCALE, MOST_SCALE);
    fit->score_scale =
        find_scale(fit, searched_score, result_of, fit->scale / FARTHEST, fit->scale * FARTHEST);
    if (fit->is_known)
        fit->scale = find_scale(fit, mad_fit_score, aim_of, LEAST_SCALE, MOST_SCALE);
    memcpy(run.began, fit->weight, run.weights * sizeof *fit->weight);
    memcpy(run.best, fit->weight, run.weights * sizeof *fit->weight);
    *best = look(&run, limits, 0, tries * rounds);
    for (int attempt = 0; attempt < tries; attempt++) {
        run.drawn_back = drawn_back[attempt];
        if (!try_rounds(&run, limits, attempt, tries, rounds, best))
            return MAD_ERROR_STOPPED;
    }
    memcpy(fit->weight, run.best, run.weights * sizeof *fit->weight);
    fit->scale_now = fit->scale;
    if (!fit->is_known)
        keep_scale(fit, run.weights);
    return MAD_OK;
}
