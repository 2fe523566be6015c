/* play.c - one game of a survey, and what is counted of it. Layer: interp/survey. */
#include "../hash.h"
#include "../memory.h"
#include "../random.h"
#include "survey.h"

enum {
    OPENING_PLIES = 8, /* in which a move about as good as the best will do */
    OPENING_LINES = 4,
    OPENING_MARGIN = 30, /* hundredths of what the smallest man is worth */
    TABLE_BYTES = 4 << 20,
};

/* --- choosing a move ---------------------------------------------------------------------------------- */

/* The lines of the last depth that was looked at in full. */
struct lines {
    const struct mad_survey_plan *plan;
    size_t moves[OPENING_LINES];
    int scores[OPENING_LINES];
    size_t count;
};

static void note_line(void *context, const struct mad_search_report *report)
{
    struct lines *lines = context;
    if (report->rank < OPENING_LINES) {
        lines->moves[report->rank] = report->best;
        lines->scores[report->rank] = report->score;
        lines->count = report->rank + 1;
    }
}

static bool is_interrupted(void *context)
{
    const struct mad_survey_plan *plan = ((const struct lines *)context)->plan;
    return plan->interrupt != NULL && plan->interrupt(plan->context);
}

static enum mad_status search(struct mad_survey *survey, uint64_t nodes, size_t *index)
{
    int side = mad_position_side(survey->position);
    struct lines lines = {.plan = &survey->plan};
    struct mad_search_limits limits = {
        .nodes = nodes, .interrupt = is_interrupted, .context = &lines};
    struct mad_search_report report;
    enum mad_status status = MAD_OK;
    if (survey->position->count < survey->start->count + OPENING_PLIES) {
        limits.nodes = survey->plan.nodes;
        limits.lines = OPENING_LINES;
        limits.progress = note_line;
    }
    if (survey->searchers[side] == NULL)
        status = mad_searcher_new(survey->game, TABLE_BYTES, &survey->searchers[side]);
    if (status == MAD_OK)
        status = mad_searcher_think(survey->searchers[side], survey->position, &limits, &report);
    if (status != MAD_OK)
        return status;
    if (is_interrupted(&lines))
        return MAD_ERROR_STOPPED;
    size_t good = 0;
    while (good < lines.count && lines.scores[good] >= lines.scores[0] - OPENING_MARGIN)
        good++;
    *index = good > 1 ? lines.moves[mad_random(&survey->random) % good] : report.best;
    return MAD_OK;
}

int mad_survey_deeper(const mad_game *game, uint64_t number)
{
    return mad_plays_alone(game) ? 0 : (int)(number % 2);
}

static enum mad_status choose(struct mad_survey *survey, enum mad_survey_kind kind, uint64_t number,
                              size_t *index)
{
    size_t count = mad_moves_count(survey->moves);
    uint64_t nodes = survey->plan.nodes;
    if (kind == MAD_SURVEY_RANDOM || count == 1) {
        *index = (size_t)(mad_random(&survey->random) % count);
        return MAD_OK;
    }
    if (kind == MAD_SURVEY_SKILL &&
        mad_position_side(survey->position) == mad_survey_deeper(survey->game, number))
        nodes *= MAD_SURVEY_DEEPER;
    return search(survey, nodes, index);
}

static size_t toss(struct mad_survey *survey, size_t index)
{
    size_t outcomes = mad_moves_at(survey->moves, index).outcomes;
    if (outcomes == 0)
        return index;
    struct mad_outcome_info outcome = mad_moves_outcome(survey->moves, index, 0);
    uint64_t fallen = mad_random(&survey->random) % outcome.of;
    for (size_t i = 1; i < outcomes && fallen >= outcome.weight; i++) {
        fallen -= outcome.weight;
        outcome = mad_moves_outcome(survey->moves, index, i);
    }
    return outcome.index;
}

/* --- samples --------------------------------------------------------------------------------------------- */

/* The last move, which had that coordinate text, and the positions about it. */
static enum mad_status make_sample(const struct mad_survey *survey, const char *coord,
                                   uint64_t moves, uint64_t order, struct mad_sample *out)
{
    const struct mad_game *game = survey->game;
    const struct mad_position *position = survey->position;
    const struct mad_state *before = mad_position_state_at(position, position->count - 2);
    const struct mad_state *after = mad_position_state(position);
    size_t first = mad_position_text_write(game, before, NULL, 0) + 1;
    size_t last = mad_position_text_write(game, after, NULL, 0) + 1;
    size_t word = strlen(coord) + 1;
    char *block = mad_memory_new(game->allocator, first + word + last);
    if (block == NULL)
        return MAD_ERROR_MEMORY;
    mad_position_text_write(game, before, block, first);
    memcpy(block + first, coord, word);
    mad_position_text_write(game, after, block + first + word, last);
    mad_sample_free(game, out);
    *out = (struct mad_sample){.before = block,
                               .coord = block + first,
                               .after = block + first + word,
                               .bytes = first + word + last,
                               .moves = moves,
                               .order = order};
    return MAD_OK;
}

/* Of what kind a move is, of which the first ones are kept; 0: of none. */
static uint32_t kind_of(const struct mad_game *game, const struct mad_move *move)
{
    bool is_promotion = (move->flags & MAD_MOVE_CHANGES) != 0 && move->placed < game->empty;
    return is_promotion ? MAD_MAX_LINES + 1 + game->codes[move->placed].type : move->line;
}

static enum mad_status keep_first(struct mad_survey *survey, const char *coord, uint64_t moves,
                                  uint64_t order)
{
    const struct mad_position *position = survey->position;
    uint32_t kind = kind_of(survey->game, &position->plies[position->count - 1].move);
    struct mad_sample *first = &survey->firsts[kind];
    bool is_wanted = kind != 0 && (first->before == NULL || order < first->order);
    return is_wanted ? make_sample(survey, coord, moves, order, first) : MAD_OK;
}

/* Of all positions of a game some, each as likely as any other, and the first ones of their kinds. */
static enum mad_status keep_samples(struct mad_survey *survey, const char *coord, uint64_t moves,
                                    uint64_t order)
{
    uint32_t ply = survey->position->count - survey->start->count - 1;
    uint64_t place = ply < survey->plan.samples ? ply : mad_random(&survey->sampling) % (ply + 1);
    size_t at = survey->first_sample + (size_t)place;
    enum mad_status status = keep_first(survey, coord, moves, order);
    if (status != MAD_OK || place >= survey->plan.samples)
        return status;
    if (at == survey->sample_count) {
        status = mad_samples_room(survey, at + 1);
        if (status != MAD_OK)
            return status;
        survey->samples[survey->sample_count++] = (struct mad_sample){0};
    }
    return make_sample(survey, coord, moves, order, &survey->samples[at]);
}

/* --- counting ---------------------------------------------------------------------------------------------- */

static void count_choices(struct mad_survey *survey)
{
    size_t choices = mad_moves_count(survey->moves);
    uint32_t ply = survey->position->count - survey->start->count;
    survey->now.choices[choices < MAD_SURVEY_CHOICES ? choices : MAD_SURVEY_CHOICES - 1]++;
    if (ply < MAD_SURVEY_PLIES) {
        survey->now.at[ply].choices += choices;
        survey->now.at[ply].times++;
    }
}

/* Men of each kind who have gone from the board, and who have come. Of the mover's own, one who has come stands for one who
 * has gone: he was promoted. */
static void count_men(struct mad_survey *survey)
{
    const struct mad_game *game = survey->game;
    const struct mad_position *position = survey->position;
    const struct mad_state *before = mad_position_state_at(position, position->count - 2);
    const uint8_t *was = mad_state_board_const(game, before);
    const uint8_t *is = mad_state_board_const(game, mad_position_state(position));
    const struct mad_move *move = &position->plies[position->count - 1].move;
    struct mad_survey_men *men = survey->now.men;
    int32_t more[MAD_MAX_TYPES * 3] = {0}, own_come = 0;
    for (uint32_t square = 0; square < game->squares; square++) {
        if (was[square] == is[square])
            continue;
        if (was[square] < game->empty)
            more[was[square]]--;
        if (is[square] < game->empty)
            more[is[square]]++;
    }
    uint8_t mover = move->from == MAD_NO_SQUARE ? move->placed : was[move->from];
    if (mover < game->empty)
        men[game->codes[mover].type].moved++;
    if (move->from == MAD_NO_SQUARE && mover < game->empty && more[mover] > 0)
        more[mover]--;
    for (uint32_t code = 0; code < game->code_count; code++) {
        if (more[code] <= 0)
            continue;
        men[game->codes[code].type].made += (uint64_t)more[code];
        own_come += game->codes[code].owner == before->side ? more[code] : 0;
    }
    for (uint32_t code = 0; code < game->code_count; code++) {
        int32_t gone = more[code] < 0 ? -more[code] : 0;
        if (game->codes[code].owner == before->side) {
            int32_t promoted = gone < own_come ? gone : own_come;
            own_come -= promoted;
            gone -= promoted;
        }
        men[game->codes[code].type].taken += (uint64_t)gone;
    }
}

/* --- one game -------------------------------------------------------------------------------------------------- */

static uint64_t order_of(enum mad_survey_kind kind, uint64_t number)
{
    return number * MAD_SURVEY_KINDS + kind;
}

static enum mad_status make_move(struct mad_survey *survey, enum mad_survey_kind kind,
                                 struct mad_survey_game *game)
{
    size_t index = 0;
    count_choices(survey);
    enum mad_status status = choose(survey, kind, game->number, &index);
    if (status != MAD_OK)
        return status;
    index = toss(survey, index);
    status = mad_position_apply(survey->position, survey->moves, index);
    if (status != MAD_OK)
        return status;
    count_men(survey);
    const struct mad_ply *ply = &survey->position->plies[survey->position->count - 1];
    game->plies++;
    game->is_repeated |= ply->occurrences > 1;
    game->key = mad_hash(game->key, ply->repetition_key);
    return survey->plan.samples == 0
               ? MAD_OK
               : keep_samples(survey, mad_moves_at(survey->moves, index).coord,
                              mad_survey_digest(survey->moves), order_of(kind, game->number));
}

static enum mad_status play(struct mad_survey *survey, enum mad_survey_kind kind,
                            struct mad_survey_game *game)
{
    const struct mad_survey_plan *plan = &survey->plan;
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    enum mad_status status = mad_position_copy(survey->position, survey->start);
    while (status == MAD_OK) {
        if (plan->interrupt != NULL && plan->interrupt(plan->context))
            return MAD_ERROR_STOPPED;
        status = mad_moves_list(survey->moves, survey->position);
        if (status == MAD_OK)
            status = mad_position_judge(survey->position, &verdict);
        game->is_stuck = verdict.outcome == MAD_GOES_ON && mad_moves_count(survey->moves) == 0;
        if (status != MAD_OK || verdict.outcome != MAD_GOES_ON || game->is_stuck ||
            game->plies >= plan->max_plies)
            break;
        status = make_move(survey, kind, game);
    }
    game->outcome = (enum mad_outcome)verdict.outcome;
    if (game->outcome != MAD_GOES_ON)
        survey->now.ends[verdict.end]++;
    return status;
}

/* Of a game that does not count. The first moves of their kinds stay: they were made by the rules, and have taken the place
 * of others. */
static void drop_samples(struct mad_survey *survey)
{
    while (survey->sample_count > survey->first_sample)
        mad_sample_free(survey->game, &survey->samples[--survey->sample_count]);
}

/* Games of a pair begin with the same numbers. */
static void seed(struct mad_survey *survey, enum mad_survey_kind kind, uint64_t number)
{
    bool is_paired = kind == MAD_SURVEY_SKILL && !mad_plays_alone(survey->game);
    uint64_t pair = is_paired ? number / 2 : number;
    survey->random = survey->plan.seed;
    survey->random = mad_random(&survey->random) + (uint64_t)kind;
    survey->random = mad_random(&survey->random) + pair;
    survey->sampling = ~survey->random;
}

enum mad_status mad_survey_play(mad_survey *survey, enum mad_survey_kind kind, uint64_t number)
{
    if (survey == NULL || kind >= MAD_SURVEY_KINDS ||
        (kind != MAD_SURVEY_RANDOM && survey->plan.nodes == 0))
        return MAD_ERROR_MISUSE;
    struct mad_survey_game game = {.number = number, .key = MAD_HASH_START};
    seed(survey, kind, number);
    mad_count_clear(survey->game, &survey->now);
    survey->first_sample = survey->sample_count;
    for (int i = 0; i < 2; i++)
        if (survey->searchers[i] != NULL)
            mad_searcher_forget(survey->searchers[i]);
    enum mad_status status = play(survey, kind, &game);
    if (status == MAD_OK)
        status = mad_kind_add(survey->game, &survey->kinds[kind], &game, 1);
    if (status == MAD_OK)
        mad_count_add(survey->game, &survey->kinds[kind].sum, &survey->now);
    if (status != MAD_OK)
        drop_samples(survey);
    return status;
}
