/* learner.c - see mad_learn.h: from positions to samples, and from fitted weights to what is written. Layer: learn. */
#include "learner.h"

#include <math.h>

#include "../memory.h"
#include "train.h"

enum { NOTHING_HAPPENS = 16 }; /* plies without capture or the like: the game drags on */

enum mad_status mad_learner_new(const mad_game *game, mad_learner **out)
{
    enum { SMALL_TABLE = 64 };
    if (game == NULL || out == NULL)
        return MAD_ERROR_MISUSE;
    struct mad_learner *learner = mad_memory_new(game->allocator, sizeof *learner);
    if (learner == NULL)
        return MAD_ERROR_MEMORY;
    learner->game = game;
    learner->full = 1;
    enum mad_status status = mad_searcher_new(game, SMALL_TABLE, &learner->searcher);
    if (status == MAD_OK)
        status = mad_searcher_use(learner->searcher, NULL);
    if (status == MAD_OK)
        *out = learner;
    else
        mad_learner_free(learner);
    return status;
}

void mad_learner_free(mad_learner *learner)
{
    if (learner == NULL)
        return;
    const struct mad_memory *memory = learner->game->allocator;
    mad_searcher_free(learner->searcher);
    mad_memory_free(memory, learner->samples, learner->capacity * sizeof *learner->samples);
    mad_memory_free(memory, learner->items, learner->item_capacity * sizeof *learner->items);
    mad_memory_free(memory, learner->men, learner->men_capacity * sizeof *learner->men);
    mad_memory_free(memory, learner, sizeof *learner);
}

size_t mad_learner_count(const mad_learner *learner)
{
    return learner->count;
}

/* --- samples -------------------------------------------------------------------------------------- */

/* Room for another sample with so many items. */
static enum mad_status make_room(struct mad_learner *learner, size_t items)
{
    const struct mad_memory *memory = learner->game->allocator;
    void *samples = learner->samples, *pool = learner->items, *men = learner->men;
    enum mad_status status = mad_memory_grow(memory, &samples, &learner->capacity,
                                             learner->count + 1, sizeof *learner->samples);
    learner->samples = samples;
    if (status == MAD_OK)
        status = mad_memory_grow(memory, &pool, &learner->item_capacity,
                                 learner->item_count + items, sizeof *learner->items);
    learner->items = pool;
    if (status == MAD_OK)
        status = mad_memory_grow(memory, &men, &learner->men_capacity, learner->count + 1,
                                 sizeof *learner->men);
    learner->men = men;
    return status;
}

/* A man in a pocket is an item for each time that he is there, a counter for each that it has counted. */
static size_t items_in(const struct mad_game *game, const struct mad_state *state)
{
    const uint8_t *pocket = (const uint8_t *)state + game->pocket_offset;
    size_t count = game->squares;
    for (uint32_t i = 0; i < mad_pockets_of(game); i++)
        count += pocket[i];
    for (uint32_t i = 0; i < game->counter_count * 2; i++)
        count += state->counters[i / 2][i % 2];
    for (uint32_t i = 0; i < game->mark_count * game->words; i++)
        count += (size_t)__builtin_popcountll(state->sets[game->mark_slot * game->words + i]);
    return count;
}

static void add_items(struct mad_learner *learner, const struct mad_state *state,
                      struct mad_fit_sample *sample)
{
    const struct mad_game *game = learner->game;
    const uint8_t *board = mad_state_board_const(game, state),
                  *pocket = (const uint8_t *)state + game->pocket_offset;
    uint32_t *items = learner->items;
    int32_t men = 0;
    sample->first = learner->item_count;
    for (uint32_t square = 0; square < game->squares; square++)
        if (board[square] < game->code_count && game->codes[board[square]].owner < 2) {
            items[learner->item_count++] = board[square] * game->squares + square;
            men++;
        }
    for (uint32_t i = 0; i < mad_pockets_of(game); i++)
        for (uint8_t n = 0; n < pocket[i]; n++)
            items[learner->item_count++] = mad_cells_of(game) + i;
    for (uint32_t i = 0; i < game->mark_count * game->squares; i++)
        if (mad_state_marked(game, state, i / game->squares, i % game->squares))
            items[learner->item_count++] = mad_input_of_marks(game) + i;
    for (uint32_t i = 0; i < game->counter_count * 2; i++)
        for (uint8_t n = 0; n < state->counters[i / 2][i % 2]; n++)
            items[learner->item_count++] = mad_input_of_counters(game) + i;
    sample->count = (uint16_t)(learner->item_count - sample->first);
    learner->men[learner->count] = (uint16_t)men;
    learner->full = men > learner->full ? men : learner->full;
}

bool mad_position_drags(const mad_position *position)
{
    return mad_position_state(position)->quiet >= NOTHING_HAPPENS;
}

enum mad_status mad_learner_add(mad_learner *learner, const mad_position *position,
                                const struct mad_lesson *lesson)
{
    if (learner == NULL || position == NULL || lesson == NULL || position->game != learner->game ||
        learner->count >= UINT32_MAX)
        return MAD_ERROR_MISUSE;
    const struct mad_evaluator *evaluator = &learner->searcher->evaluator;
    struct mad_state *state = mad_position_state(position);
    int32_t term[MAD_TERMS] = {0}, side = state->side == 0 ? 1 : -1;
    if (mad_vm_in_check(learner->game, state))
        return MAD_OK;
    enum mad_status status = make_room(learner, items_in(learner->game, state));
    if (status != MAD_OK)
        return status;
    struct mad_fit_sample *sample = &learner->samples[learner->count];
    *sample =
        (struct mad_fit_sample){.result = (int8_t)lesson->result,
                                .side = (int8_t)side,
                                .is_for_test = lesson->is_for_test,
                                .drags = mad_position_drags(position),
                                .score = (float)lesson->score,
                                .measured = (float)(mad_evaluate(evaluator, NULL, state) * side)};
    mad_evaluate_terms(evaluator, state, term);
    for (int i = 0; i < MAD_TERMS; i++)
        sample->term[i] = (float)term[i];
    add_items(learner, state, sample);
    learner->has_test |= lesson->is_for_test;
    learner->has_other |= !lesson->is_for_test;
    learner->count++;
    return MAD_OK;
}

/* --- what is fitted ------------------------------------------------------------------------------------ */

/* Where both players have the same game, what is learned of one's men holds for the other's. */
static void tie(const struct mad_learner *learner, struct mad_fit_item *kinds)
{
    const struct mad_game *game = learner->game;
    uint16_t to[MAD_MAX_SQUARES];
    bool is_alike = mad_learn_mirror(&learner->searcher->evaluator, to);
    for (uint32_t code = 0; code < game->code_count; code++) {
        const struct mad_code man = game->codes[code];
        uint32_t like = man.owner == 1 && is_alike ? game->code_of[man.type][0] : code;
        for (uint32_t square = 0; square < game->squares; square++)
            kinds[code * game->squares + square] = (struct mad_fit_item){
                .param = like * game->squares + (like == code ? square : to[square]),
                .group = like,
                .sign = man.owner == 0   ? 1
                        : man.owner == 1 ? -1
                                         : 0};
    }
    for (uint32_t i = 0; i < mad_pockets_of(game); i++) {
        bool is_first = i / game->type_count % 2 == 0;
        uint32_t like = is_first || !is_alike ? i : i - game->type_count;
        kinds[mad_cells_of(game) + i] = (struct mad_fit_item){.param = mad_cells_of(game) + like,
                                                              .group = game->code_count + like,
                                                              .sign = is_first ? 1 : -1};
    }
}

/* Everything is worth what was measured. */
static void set_measured(const struct mad_learner *learner, struct mad_fit *fit)
{
    const struct mad_game *game = learner->game;
    const struct mad_evaluator *evaluator = &learner->searcher->evaluator;
    double *group = fit->weight + (size_t)fit->params * MAD_AGES;
    double *term = group + (size_t)fit->groups * MAD_AGES;
    for (uint32_t age = 0; age < MAD_AGES; age++) {
        for (uint32_t code = 0; code < game->code_count; code++) {
            group[code * MAD_AGES + age] = evaluator->man[code];
            for (uint32_t square = 0; square < game->squares; square++) {
                uint32_t cell = code * game->squares + square;
                if (evaluator->square[cell] != 0)
                    fit->weight[cell * MAD_AGES + age] =
                        evaluator->square[cell] - evaluator->man[code];
            }
        }
        for (uint32_t i = 0; i < mad_pockets_of(game); i++)
            group[(game->code_count + i) * MAD_AGES + age] = evaluator->pocket[i];
    }
    for (int i = 0; i < MAD_TERMS; i++)
        term[i] = 1;
}

static void set_pair(double weight[MAD_AGES], int64_t pair)
{
    weight[MAD_EARLY] = mad_pair_early(pair);
    weight[MAD_LATE] = mad_pair_late(pair);
}

/* Everything is worth what was learned before. */
static void set_learned(const struct mad_game *game, const struct mad_learned *learned,
                        struct mad_fit *fit)
{
    double *group = fit->weight + (size_t)fit->params * MAD_AGES;
    double *term = group + (size_t)fit->groups * MAD_AGES;
    for (uint32_t code = 0; code < game->code_count; code++) {
        set_pair(&group[code * MAD_AGES], learned->man[code]);
        for (uint32_t cell = code * game->squares; cell < (code + 1) * game->squares; cell++)
            set_pair(&fit->weight[cell * MAD_AGES], learned->cell[cell] - learned->man[code]);
    }
    for (uint32_t i = 0; i < mad_pockets_of(game); i++)
        set_pair(&group[(game->code_count + i) * MAD_AGES], learned->pocket[i]);
    for (int i = 0; i < MAD_TERMS; i++)
        term[i] = (double)learned->term[i] / MAD_TERM_WHOLE;
    term[MAD_TERMS] = learned->tempo;
}

static double worth_at(const struct mad_fit *fit, uint32_t item, int age)
{
    const struct mad_fit_item *kind = &fit->kinds[item];
    return fit->weight[(size_t)kind->param * MAD_AGES + (size_t)age] +
           fit->weight[((size_t)fit->params + kind->group) * MAD_AGES + (size_t)age];
}

static int32_t whole(double number)
{
    double most = MAD_LEARNED_MOST;
    return (int32_t)lround(number > most ? most : number < -most ? -most : number);
}

static int64_t pair_at(const struct mad_fit *fit, uint32_t item)
{
    return mad_pair(whole(worth_at(fit, item, MAD_EARLY)), whole(worth_at(fit, item, MAD_LATE)));
}

/* What men of each group are worth on the average where they were met, early and late. `sums`, a worth and a share of
 * samples for each age of a group, is scratch. */
static void set_men(const struct mad_learner *learner, const struct mad_fit *fit, double *sums,
                    struct mad_learned *learned)
{
    const struct mad_game *game = learner->game;
    const struct mad_evaluator *evaluator = &learner->searcher->evaluator;
    memset(sums, 0, 2 * (size_t)fit->groups * MAD_AGES * sizeof *sums);
    for (size_t i = 0; i < fit->count; i++) {
        const struct mad_fit_sample *sample = &fit->samples[i];
        const double share[MAD_AGES] = {sample->early, 1 - sample->early};
        for (uint16_t n = 0; n < sample->count; n++)
            for (uint32_t age = 0; age < MAD_AGES; age++) {
                uint32_t item = fit->items[sample->first + n];
                double *sum = &sums[2 * (fit->kinds[item].group * MAD_AGES + age)];
                sum[0] += worth_at(fit, item, (int)age) * share[age];
                sum[1] += share[age];
            }
    }
    for (uint32_t code = 0; code < game->code_count; code++) {
        const double *sum = &sums[2 * fit->kinds[code * game->squares].group * MAD_AGES];
        int32_t worth[MAD_AGES];
        for (int age = 0; age < MAD_AGES; age++)
            worth[age] = sum[2 * age + 1] > 0 ? whole(sum[2 * age] / sum[2 * age + 1])
                                              : evaluator->man[code];
        if (!evaluator->royal[code] && game->codes[code].owner < 2)
            learned->man[code] = mad_pair(worth[MAD_EARLY], worth[MAD_LATE]);
    }
}

/* What there is of a network from before, or null. */
static const struct mad_network *known_network(const struct mad_game *game)
{
    return game->learned.use != NULL ? game->learned.use->network : NULL;
}

/* Trains a network on what the fitted sum leaves over; null with MAD_OK where none is wanted, or none helps. */
static enum mad_status train(const struct mad_learner *learner, const struct mad_fit *fit,
                             const struct mad_learn_limits *limits, struct mad_network **out,
                             struct mad_learn_report *report)
{
    struct mad_network *network = NULL;
    if (!limits->with_network)
        return MAD_OK;
    enum mad_status status =
        mad_network_make(learner->game, mad_learn_turn(&learner->searcher->evaluator), &network);
    if (status == MAD_OK)
        status = mad_train_run(learner->game, fit, limits, known_network(learner->game), network,
                               report);
    if (status == MAD_OK && report->round > 0)
        *out = network;
    else
        mad_network_free(learner->game, network);
    return status;
}

/* Positions kept are those in which the mover has something better to do than to take: the further they were searched, the
 * more being on move seems to be worth, and a quiet search that counts on it stands still too early. */
static int32_t find_tempo(const struct mad_game *game, const struct mad_learn_limits *limits,
                          double fitted)
{
    return game->learned.use != NULL ? game->learned.use->tempo
           : limits->is_rethought    ? 0
                                     : whole(fitted);
}

/* Games end before bare royals are hunted down: nothing in them speaks for hunting less than before. */
static void keep_hunt(const struct mad_game *game, struct mad_learned *learned)
{
    int32_t before = game->learned.use != NULL ? game->learned.use->term[MAD_TERM_HUNT] : 0;
    if (learned->term[MAD_TERM_HUNT] < before)
        learned->term[MAD_TERM_HUNT] = before;
}

/* The network is taken over; null: there is none. */
static char *write_learned(const struct mad_learner *learner, const struct mad_fit *fit,
                           const struct mad_learn_limits *limits, struct mad_network *network)
{
    const struct mad_game *game = learner->game;
    struct mad_learned *learned = NULL;
    const double *term = fit->weight + ((size_t)fit->params + fit->groups) * MAD_AGES;
    if (mad_learned_make(game, &learned) != MAD_OK) {
        mad_network_free(game, network);
        return NULL;
    }
    learned->network = network;
    learned->positions = (uint32_t)learner->count;
    learned->full = learner->full;
    for (int i = 0; i < MAD_TERMS; i++)
        learned->term[i] = whole(term[i] * MAD_TERM_WHOLE);
    keep_hunt(game, learned);
    learned->tempo = find_tempo(game, limits, term[MAD_TERMS]);
    for (uint32_t cell = 0; cell < mad_cells_of(game); cell++)
        learned->cell[cell] = fit->kinds[cell].sign != 0 ? pair_at(fit, cell) : 0;
    for (uint32_t i = 0; i < mad_pockets_of(game); i++)
        learned->pocket[i] = pair_at(fit, mad_cells_of(game) + i);
    if (fit->is_known)
        memcpy(learned->man, game->learned.use->man, game->code_count * sizeof *learned->man);
    else
        set_men(learner, fit, fit->scratch, learned);
    char *text = mad_learned_write(game, learned);
    mad_learned_free(game, learned);
    return text;
}

enum mad_status mad_learner_fit(mad_learner *learner, const struct mad_learn_limits *limits,
                                char **text, struct mad_learn_report *report)
{
    if (learner == NULL || limits == NULL || text == NULL || report == NULL || !learner->has_test ||
        !learner->has_other)
        return MAD_ERROR_MISUSE;
    const struct mad_game *game = learner->game;
    const struct mad_memory *memory = game->allocator;
    uint32_t params = mad_cells_of(game) + mad_pockets_of(game),
             groups = game->code_count + mad_pockets_of(game);
    size_t weights = mad_fit_weights(params, groups);
    size_t bytes = 6 * weights * sizeof(double),
           kind_bytes = mad_inputs_of(game) * sizeof(struct mad_fit_item),
           order_bytes = learner->count * sizeof(uint32_t);
    struct mad_network *network = NULL;
    double *block = mad_memory_new(memory, bytes);
    struct mad_fit_item *kinds = mad_memory_new(memory, kind_bytes);
    uint32_t *order = mad_memory_new(memory, order_bytes);
    enum mad_status status = MAD_ERROR_MEMORY;
    if (block != NULL && kinds != NULL && order != NULL) {
        struct mad_fit fit = {.samples = learner->samples,
                              .count = learner->count,
                              .items = learner->items,
                              .kinds = kinds,
                              .params = params,
                              .groups = groups,
                              .held = 1u << MAD_TERM_HUNT, /* who hunts wins, near or far */
                              .is_known = limits->with_network && game->learned.use != NULL,
                              .weight = block,
                              .scratch = block + weights,
                              .order = order};
        for (size_t i = 0; i < learner->count; i++)
            learner->samples[i].early = (float)learner->men[i] / (float)learner->full;
        tie(learner, kinds);
        if (game->learned.use != NULL)
            set_learned(game, game->learned.use, &fit);
        else
            set_measured(learner, &fit);
        status = mad_fit_run(&fit, limits, report);
        if (status == MAD_OK)
            status = train(learner, &fit, limits, &network, report);
        char *made = status == MAD_OK ? write_learned(learner, &fit, limits, network) : NULL;
        if (status == MAD_OK && made == NULL)
            status = MAD_ERROR_MEMORY;
        if (status == MAD_OK)
            *text = made;
    }
    mad_memory_free(memory, order, order_bytes);
    mad_memory_free(memory, kinds, kind_bytes);
    mad_memory_free(memory, block, bytes);
    return status;
}
