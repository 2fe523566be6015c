/* survey.c - what a survey holds, and adding surveys up (mad_survey.h). Layer: interp/survey. */
#include "survey.h"

#include "../hash.h"
#include "../memory.h"

const char *mad_survey_kind_name(enum mad_survey_kind kind)
{
    static const char *const names[] = {"random", "even", "skill"};
    return kind < MAD_SURVEY_KINDS ? names[kind] : NULL;
}

uint64_t mad_survey_digest(const mad_moves *moves)
{
    uint64_t digest = MAD_HASH_START;
    for (size_t i = 0; i < mad_moves_count(moves); i++)
        digest = mad_hash(mad_hash_text(digest, mad_moves_at(moves, i).coord), '\0');
    return digest;
}

/* --- memory ---------------------------------------------------------------------------------------- */

static size_t end_bytes(const struct mad_game *game)
{
    return (game->info.end_count + 1) * sizeof(uint64_t);
}

static size_t men_bytes(const struct mad_game *game)
{
    return game->type_count * sizeof(struct mad_survey_men);
}

static enum mad_status make_count(const struct mad_game *game, struct mad_count *count)
{
    count->ends = mad_memory_new(game->allocator, end_bytes(game));
    count->men = mad_memory_new(game->allocator, men_bytes(game));
    return count->ends != NULL && count->men != NULL ? MAD_OK : MAD_ERROR_MEMORY;
}

static void free_count(const struct mad_game *game, struct mad_count *count)
{
    mad_memory_free(game->allocator, count->ends, end_bytes(game));
    mad_memory_free(game->allocator, count->men, men_bytes(game));
}

void mad_sample_free(const struct mad_game *game, struct mad_sample *sample)
{
    mad_memory_free(game->allocator, sample->before, sample->bytes);
    *sample = (struct mad_sample){0};
}

enum mad_status mad_survey_new(const mad_position *start, const struct mad_survey_plan *plan,
                               mad_survey **out)
{
    if (start == NULL || plan == NULL || out == NULL)
        return MAD_ERROR_MISUSE;
    const struct mad_game *game = start->game;
    struct mad_survey *survey = mad_memory_new(game->allocator, sizeof *survey);
    if (survey == NULL)
        return MAD_ERROR_MEMORY;
    survey->game = game;
    survey->plan = *plan;
    if (plan->max_plies == 0)
        survey->plan.max_plies = MAD_PLAYOUT_PLIES;
    enum mad_status status = mad_position_new(game, &survey->position);
    if (status == MAD_OK)
        status = mad_position_new(game, &survey->start);
    if (status == MAD_OK)
        status = mad_position_copy(survey->start, start);
    if (status == MAD_OK)
        status = mad_moves_new(game, &survey->moves);
    if (status == MAD_OK)
        status = make_count(game, &survey->now);
    for (int kind = 0; kind < MAD_SURVEY_KINDS && status == MAD_OK; kind++)
        status = make_count(game, &survey->kinds[kind].sum);
    if (status == MAD_OK)
        *out = survey;
    else
        mad_survey_free(survey);
    return status;
}

void mad_survey_free(mad_survey *survey)
{
    if (survey == NULL)
        return;
    const struct mad_game *game = survey->game;
    const struct mad_memory *memory = game->allocator;
    for (int kind = 0; kind < MAD_SURVEY_KINDS; kind++) {
        struct mad_kind *games = &survey->kinds[kind];
        mad_memory_free(memory, games->games, games->capacity * sizeof *games->games);
        free_count(game, &games->sum);
    }
    free_count(game, &survey->now);
    for (size_t i = 0; i < survey->sample_count; i++)
        mad_sample_free(game, &survey->samples[i]);
    mad_memory_free(memory, survey->samples, survey->sample_capacity * sizeof *survey->samples);
    for (size_t i = 0; i < MAD_SURVEY_FIRSTS; i++)
        mad_sample_free(game, &survey->firsts[i]);
    mad_searcher_free(survey->searchers[0]);
    mad_searcher_free(survey->searchers[1]);
    mad_moves_free(survey->moves);
    mad_position_free(survey->start);
    mad_position_free(survey->position);
    mad_memory_free(memory, survey, sizeof *survey);
}

/* --- adding ------------------------------------------------------------------------------------------ */

void mad_count_add(const struct mad_game *game, struct mad_count *count,
                   const struct mad_count *more)
{
    for (uint32_t i = 0; i < game->info.end_count; i++)
        count->ends[i] += more->ends[i];
    for (uint32_t i = 0; i < game->type_count; i++) {
        count->men[i].moved += more->men[i].moved;
        count->men[i].taken += more->men[i].taken;
        count->men[i].made += more->men[i].made;
    }
    for (int i = 0; i < MAD_SURVEY_CHOICES; i++)
        count->choices[i] += more->choices[i];
    for (int i = 0; i < MAD_SURVEY_PLIES; i++) {
        count->at[i].choices += more->at[i].choices;
        count->at[i].times += more->at[i].times;
    }
}

void mad_count_clear(const struct mad_game *game, struct mad_count *count)
{
    memset(count->ends, 0, end_bytes(game));
    memset(count->men, 0, men_bytes(game));
    memset(count->choices, 0, sizeof count->choices);
    memset(count->at, 0, sizeof count->at);
}

enum mad_status mad_kind_add(const struct mad_game *game, struct mad_kind *kind,
                             const struct mad_survey_game *games, size_t count)
{
    void *block = kind->games;
    enum mad_status status = mad_memory_grow(game->allocator, &block, &kind->capacity,
                                             kind->count + count, sizeof *games);
    kind->games = block;
    if (status != MAD_OK || count == 0)
        return status;
    memcpy(kind->games + kind->count, games, count * sizeof *games);
    kind->count += count;
    kind->is_sorted = false;
    return MAD_OK;
}

enum mad_status mad_sample_copy(const struct mad_game *game, struct mad_sample *to,
                                const struct mad_sample *from)
{
    char *block = mad_memory_new(game->allocator, from->bytes);
    if (block == NULL)
        return MAD_ERROR_MEMORY;
    memcpy(block, from->before, from->bytes);
    mad_sample_free(game, to);
    *to = *from;
    to->before = block;
    to->coord = block + (from->coord - from->before);
    to->after = block + (from->after - from->before);
    return MAD_OK;
}

enum mad_status mad_samples_room(struct mad_survey *survey, size_t count)
{
    void *block = survey->samples;
    enum mad_status status = mad_memory_grow(
        survey->game->allocator, &block, &survey->sample_capacity, count, sizeof *survey->samples);
    survey->samples = block;
    return status;
}

static enum mad_status add_samples(struct mad_survey *survey, const struct mad_survey *more)
{
    enum mad_status status = mad_samples_room(survey, survey->sample_count + more->sample_count);
    for (size_t i = 0; i < more->sample_count && status == MAD_OK; i++) {
        struct mad_sample *place = &survey->samples[survey->sample_count];
        *place = (struct mad_sample){0};
        status = mad_sample_copy(survey->game, place, &more->samples[i]);
        survey->sample_count += status == MAD_OK;
    }
    for (size_t i = 0; i < MAD_SURVEY_FIRSTS && status == MAD_OK; i++) {
        struct mad_sample *here = &survey->firsts[i];
        const struct mad_sample *there = &more->firsts[i];
        if (there->before != NULL && (here->before == NULL || there->order < here->order))
            status = mad_sample_copy(survey->game, here, there);
    }
    return status;
}

enum mad_status mad_survey_add(mad_survey *survey, const mad_survey *more)
{
    enum mad_status status = survey->game == more->game ? MAD_OK : MAD_ERROR_MISUSE;
    for (int kind = 0; kind < MAD_SURVEY_KINDS && status == MAD_OK; kind++) {
        const struct mad_kind *from = &more->kinds[kind];
        status = mad_kind_add(survey->game, &survey->kinds[kind], from->games, from->count);
        if (status == MAD_OK)
            mad_count_add(survey->game, &survey->kinds[kind].sum, &from->sum);
    }
    return status == MAD_OK ? add_samples(survey, more) : status;
}
