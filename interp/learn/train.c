/* train.c - see train.h. Layer: learn.
 *
 * What is aimed at is what searches thought alone: it follows from the position, where results of few games would be learned
 * by heart (of 1,341 games of chess, the positions not learned from were foretold worse with each round). The steps are
 * those of Adam (Kingma and Ba 2014), all weights but the last drawn to nothing; slopes are led back through the squares
 * and the sums to the rows. Figures are real numbers while they are learned; rows are kept within an eighth, so that they
 * fit a byte in the end. */
#include "train.h"

#include <math.h>

#include "../memory.h"
#include "../random.h"

enum {
    WIDTH = MAD_NETWORK_WIDTH,
    BATCH_MOST = 512,
    BATCHES = 200, /* in a round at least, where that gives BATCH_LEAST */
    BATCH_LEAST = 16,
    ROUNDS = 12,
};

static const float first_step = 1e-3F, last_step = 2e-5F;
static const float next_step = 3e-4F; /* the first one where a network goes on learning */
/* Weights are drawn to nothing by so much of a step: the more the fewer positions there are to learn from. */
static const float drawn_most = 3, drawn_by_all = 150e3F;
static const float row_most = 0.1F, sum_first = 0.3F; /* to begin with */

typedef float wide __attribute__((vector_size(4 * MAD_NETWORK_WIDTH), aligned(4), may_alias));
typedef int32_t mask __attribute__((vector_size(4 * MAD_NETWORK_WIDTH)));

struct train {
    const struct mad_game *game;
    const struct mad_fit *fit;
    uint32_t inputs, players; /* players: with rows of their own */
    uint32_t *turned;         /* [inputs] what each is to the second player */
    size_t weights;           /* rows, then sums of the empty board, then last weights */
    float *weight, *slope, *mean, *square, *best; /* [weights] */
    uint32_t *order;                              /* [fit->count] */
    float first_step;
    float drawn; /* to nothing, this part of a step */
    uint64_t seed, steps;
    void *block;
    size_t block_bytes;
};

static enum mad_status lay_out(struct train *train)
{
    train->inputs = mad_inputs_of(train->game);
    train->weights = ((size_t)train->players * (train->inputs + 1) + 2) * WIDTH;
    train->block_bytes = 5 * train->weights * sizeof *train->weight +
                         train->inputs * sizeof *train->turned +
                         train->fit->count * sizeof *train->order;
    train->block = mad_memory_new(train->game->allocator, train->block_bytes);
    if (train->block == NULL)
        return MAD_ERROR_MEMORY;
    train->weight = train->block;
    train->slope = train->weight + train->weights;
    train->mean = train->slope + train->weights;
    train->square = train->mean + train->weights;
    train->best = train->square + train->weights;
    train->turned = (uint32_t *)(train->best + train->weights);
    train->order = train->turned + train->inputs;
    return MAD_OK;
}

/* Where in the weights a row begins. */
static size_t row_at(const struct train *train, uint32_t player, uint32_t input)
{
    if (player == 1 && train->players == 1)
        return (size_t)train->turned[input] * WIDTH;
    return ((size_t)player * train->inputs + input) * WIDTH;
}

static size_t first_at(const struct train *train, uint32_t player)
{
    return ((size_t)train->players * train->inputs + (train->players == 1 ? 0 : player)) * WIDTH;
}

static size_t last_at(const struct train *train)
{
    return (size_t)train->players * (train->inputs + 1) * WIDTH;
}

static float toss(struct train *train, float most)
{
    return most * ((float)mad_random_word(&train->seed) / (float)(1u << 31) - 1);
}

/* The last weights are zeros: there is nothing to add. So is all beyond the width, and stays it: the sums there are not
 * open. */
static void begin_anew(struct train *train, const struct mad_network *network)
{
    train->first_step = first_step;
    for (size_t i = 0; i < last_at(train); i++)
        if (i % WIDTH < network->width)
            train->weight[i] = i < first_at(train, 0) ? toss(train, row_most) : sum_first;
}

/* What of a worth is 1 in the last weights. */
static float worth_of_one(const struct train *train)
{
    return (float)(train->fit->scale_now * MAD_NETWORK_PARTS);
}

static void go_on(struct train *train, const struct mad_network *known)
{
    const float one = MAD_NETWORK_ONE;
    train->first_step = next_step;
    for (uint32_t player = 0; player < train->players; player++)
        for (uint32_t input = 0; input < train->inputs; input++)
            for (uint32_t i = 0; i < WIDTH; i++)
                train->weight[row_at(train, player, input) + i] =
                    mad_network_row(train->game, known, player, input)[i] / one;
    for (uint32_t i = 0; i < 2 * WIDTH; i++) {
        train->weight[first_at(train, i / WIDTH) + i % WIDTH] = known->first[i] / one;
        train->weight[last_at(train) + i] = known->last[i] / worth_of_one(train);
    }
}

static void begin(struct train *train, const struct mad_network *known,
                  const struct mad_network *network)
{
    if (known != NULL && known->width == network->width && known->turn == network->turn)
        go_on(train, known);
    else
        begin_anew(train, network);
    for (uint32_t input = 0; input < train->inputs && train->players == 1; input++)
        train->turned[input] = mad_network_turned(train->game, network->turn, input);
}

/* --- one sample --------------------------------------------------------------------------------------- */

struct look {     /* who is to move first, then the other */
    wide cut[2];  /* sums, cut off */
    mask open[2]; /* where they were not */
    float forecast;
};

static uint32_t viewer(const struct mad_fit_sample *sample, uint32_t which)
{
    return sample->side > 0 ? which : 1 - which;
}

static void look_at(const struct train *train, const struct mad_fit_sample *sample,
                    struct look *look)
{
    const uint32_t *items = train->fit->items + sample->first;
    float score = (float)(mad_fit_score(train->fit, sample) * sample->side / train->fit->scale_now);
    for (uint32_t which = 0; which < 2; which++) {
        uint32_t player = viewer(sample, which);
        wide sum = *(const wide *)&train->weight[first_at(train, player)];
        for (uint32_t i = 0; i < sample->count; i++)
            sum += *(const wide *)&train->weight[row_at(train, player, items[i])];
        mask is_over = sum > 1;
        look->open[which] = (sum > 0) & ~is_over;
        look->cut[which] = (wide)((mask)sum & look->open[which]) -
                           __builtin_convertvector(is_over, wide); /* over: -1 */
        wide part = look->cut[which] * look->cut[which] *
                    *(const wide *)&train->weight[last_at(train) + which * WIDTH];
        for (uint32_t i = 0; i < WIDTH; i++)
            score += part[i];
    }
    look->forecast = 1 / (1 + expf(-score));
}

static float aim_of(const struct train *train, const struct mad_fit_sample *sample)
{
    return 1 / (1 + expf(-sample->score * sample->side / (float)train->fit->score_scale));
}

/* Adds what would raise the sample's score to the slope, `by` times. */
static void add_slope(struct train *train, const struct mad_fit_sample *sample,
                      const struct look *look, float by)
{
    const uint32_t *items = train->fit->items + sample->first;
    for (uint32_t which = 0; which < 2; which++) {
        uint32_t player = viewer(sample, which);
        size_t last = last_at(train) + which * WIDTH;
        *(wide *)&train->slope[last] += look->cut[which] * look->cut[which] * by;
        wide back = *(const wide *)&train->weight[last] * look->cut[which] * (2 * by);
        back = (wide)((mask)back & look->open[which]);
        *(wide *)&train->slope[first_at(train, player)] += back;
        for (uint32_t i = 0; i < sample->count; i++)
            *(wide *)&train->slope[row_at(train, player, items[i])] += back;
    }
}

/* --- all samples --------------------------------------------------------------------------------------- */

static double loss_of(const struct train *train, bool is_for_test)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < train->fit->count; i++)
        if (train->fit->samples[i].is_for_test == is_for_test) {
            struct look look;
            look_at(train, &train->fit->samples[i], &look);
            double off = look.forecast - aim_of(train, &train->fit->samples[i]);
            sum += off * off;
            count++;
        }
    return count > 0 ? sum / (double)count : 0;
}

static size_t shuffle(struct train *train)
{
    size_t count = 0;
    for (size_t i = 0; i < train->fit->count; i++)
        if (!train->fit->samples[i].is_for_test)
            train->order[count++] = (uint32_t)i;
    for (size_t i = count; i > 1; i--) {
        size_t other = mad_random_word(&train->seed) % i;
        uint32_t moved = train->order[i - 1];
        train->order[i - 1] = train->order[other];
        train->order[other] = moved;
    }
    return count;
}

static void make_step(struct train *train, float step)
{
    const float most = (float)MAD_NETWORK_ROW_MOST / MAD_NETWORK_ONE;
    const float fade = 0.9F, fade_square = 0.999F, least = 1e-8F;
    train->steps++;
    float grown = 1 - powf(fade, (float)train->steps),
          grown_square = 1 - powf(fade_square, (float)train->steps);
    for (size_t i = 0; i < train->weights; i++) {
        float slope = train->slope[i], *weight = &train->weight[i];
        *weight -= i < last_at(train) ? step * train->drawn * *weight : 0;
        train->mean[i] = fade * train->mean[i] + (1 - fade) * slope;
        train->square[i] = fade_square * train->square[i] + (1 - fade_square) * slope * slope;
        *weight += step * train->mean[i] / grown / (sqrtf(train->square[i] / grown_square) + least);
        if (i < first_at(train, 0))
            *weight = *weight > most ? most : *weight < -most ? -most : *weight;
    }
}

static void learn_batch(struct train *train, size_t first, size_t count, float step)
{
    memset(train->slope, 0, train->weights * sizeof *train->slope);
    for (size_t i = first; i < first + count; i++) {
        const struct mad_fit_sample *sample = &train->fit->samples[train->order[i]];
        struct look look;
        look_at(train, sample, &look);
        add_slope(train, sample, &look, (aim_of(train, sample) - look.forecast) / (float)count);
    }
    make_step(train, step);
}

/* One round; false when it was cut short. */
static bool learn_round(struct train *train, const struct mad_learn_limits *limits, int round,
                        int rounds)
{
    size_t all = shuffle(train), size = all / BATCHES;
    size = size < BATCH_LEAST ? BATCH_LEAST : size > BATCH_MOST ? BATCH_MOST : size;
    for (size_t first = 0; first < all; first += size) {
        float left = 1 - ((float)(round - 1) + (float)first / (float)all) / (float)rounds;
        if (limits->interrupt != NULL && limits->interrupt(limits->context))
            return false;
        learn_batch(train, first, all - first < size ? all - first : size,
                    last_step + (train->first_step - last_step) * left * left);
    }
    return true;
}

static enum mad_status learn(struct train *train, const struct mad_learn_limits *limits,
                             struct mad_learn_report *best)
{
    int rounds = limits->rounds > 0 ? limits->rounds : ROUNDS;
    train->drawn = fminf(drawn_most, drawn_by_all / (float)train->fit->count);
    for (int round = 0; round <= rounds; round++) {
        if (round > 0 && !learn_round(train, limits, round, rounds))
            return MAD_ERROR_STOPPED;
        struct mad_learn_report report = {.round = round,
                                          .rounds = rounds,
                                          .loss = loss_of(train, false),
                                          .test_loss = loss_of(train, true)};
        if (limits->progress != NULL)
            limits->progress(limits->context, &report);
        if (round == 0 || report.test_loss < best->test_loss) {
            *best = report;
            memcpy(train->best, train->weight, train->weights * sizeof *train->weight);
        }
    }
    return MAD_OK;
}

/* --- whole numbers --------------------------------------------------------------------------------------- */

static int32_t whole(float number, int32_t most)
{
    float bound = (float)most;
    return (int32_t)lroundf(number > bound ? bound : number < -bound ? -bound : number);
}

static void write_network(const struct train *train, struct mad_network *network)
{
    const float one = MAD_NETWORK_ONE, worth = worth_of_one(train);
    for (uint32_t i = 0; i < 2 * WIDTH; i++) {
        network->first[i] = (int16_t)whole(
            train->best[first_at(train, i / WIDTH) + i % WIDTH] * one, MAD_NETWORK_MOST);
        network->last[i] =
            (int16_t)whole(train->best[last_at(train) + i] * worth, MAD_NETWORK_MOST);
    }
    for (uint32_t player = 0; player < train->players; player++)
        for (uint32_t input = 0; input < train->inputs; input++)
            for (uint32_t i = 0; i < WIDTH; i++)
                mad_network_row(train->game, network, player, input)[i] = (int8_t)whole(
                    train->best[row_at(train, player, input) + i] * one, MAD_NETWORK_ROW_MOST);
    mad_network_share(train->game, network);
}

enum mad_status mad_train_run(const struct mad_game *game, const struct mad_fit *fit,
                              const struct mad_learn_limits *limits,
                              const struct mad_network *known, struct mad_network *network,
                              struct mad_learn_report *best)
{
    struct train train = {
        .game = game, .fit = fit, .players = network->turn == MAD_TURN_NEVER ? 2 : 1, .seed = 1};
    enum mad_status status = lay_out(&train);
    if (status == MAD_OK) {
        begin(&train, known, network);
        status = learn(&train, limits, best);
    }
    if (status == MAD_OK)
        write_network(&train, network);
    mad_memory_free(game->allocator, train.block, train.block_bytes);
    return status;
}
