/* idle.c - lines of the rules without which nothing would have been different. Layer: interp/survey.
 *
 * The game is compiled again without one of its lines, and the positions of the survey are looked at by those rules: the
 * first in which other moves are listed, or the move that was made does something else, is enough. So it holds for every
 * rule that can be written. */
#include "../ablate.h"
#include "../memory.h"
#include "survey.h"

struct trial {
    mad_game *game;
    mad_position *position;
    mad_moves *moves;
};

static void trial_close(struct trial *trial)
{
    mad_moves_free(trial->moves);
    mad_position_free(trial->position);
    mad_game_free(trial->game);
}

static enum mad_status trial_open(const mad_engine *engine, const struct mad_load *load,
                                  const bool *without, uint32_t count, struct trial *trial)
{
    *trial = (struct trial){0};
    enum mad_status status = mad_ablate_load(engine, load, without, count, &trial->game);
    if (status == MAD_OK)
        status = mad_position_new(trial->game, &trial->position);
    return status == MAD_OK ? mad_moves_new(trial->game, &trial->moves) : status;
}

static bool is_text(const mad_position *position, const char *text)
{
    size_t bytes = strlen(text) + 1;
    const struct mad_memory *memory = mad_game_memory(mad_position_game(position));
    char *room = mad_memory_new(memory, bytes);
    bool is_same = room != NULL && mad_position_text(position, room, bytes) + 1 == bytes &&
                   strcmp(room, text) == 0;
    mad_memory_free(memory, room, bytes);
    return is_same;
}

/* Whether these rules see the sample as the game did. */
static bool is_alike(const struct trial *trial, const struct mad_sample *sample)
{
    size_t index;
    return mad_position_set_as(trial->position, sample->before, MAD_DIALECT_OURS, NULL) == MAD_OK &&
           mad_moves_list_raw(trial->moves, trial->position) == MAD_OK &&
           mad_survey_digest(trial->moves) == sample->moves &&
           mad_moves_find(trial->moves, sample->coord, &index, NULL) == MAD_OK &&
           mad_position_apply(trial->position, trial->moves, index) == MAD_OK &&
           is_text(trial->position, sample->after);
}

/* The sample of that number: those of all games, then the first of their kinds; null where there is none. */
static const struct mad_sample *sample_at(const struct mad_survey *survey, size_t index)
{
    const struct mad_sample *sample = index < survey->sample_count
                                          ? &survey->samples[index]
                                          : &survey->firsts[index - survey->sample_count];
    return sample->before != NULL ? sample : NULL;
}

static bool is_idle(const struct mad_survey *survey, const struct trial *trial,
                    mad_interrupt interrupt, void *context)
{
    for (size_t i = 0; i < survey->sample_count + MAD_SURVEY_FIRSTS; i++) {
        const struct mad_sample *sample = sample_at(survey, i);
        if (interrupt != NULL && i % 16 == 0 && interrupt(context))
            return false;
        if (sample != NULL && !is_alike(trial, sample))
            return false;
    }
    return true;
}

static enum mad_status look(const struct mad_survey *survey, const mad_engine *engine,
                            const struct mad_load *load, mad_interrupt interrupt,
                            mad_idle_sink sink, void *context,
                            const struct mad_sentence_list *sentences, bool *without)
{
    enum mad_status status = MAD_OK;
    for (uint32_t i = 0; i < sentences->count && status == MAD_OK; i++) {
        struct trial trial;
        if (interrupt != NULL && interrupt(context))
            return MAD_ERROR_STOPPED;
        without[i] = true;
        status = trial_open(engine, load, without, sentences->count, &trial);
        if (status == MAD_OK && is_idle(survey, &trial, interrupt, context))
            sink(context, &sentences->items[i].place);
        without[i] = false;
        trial_close(&trial);
        status = status == MAD_ERROR_MEMORY ? status : MAD_OK; /* what cannot be left out matters */
    }
    return status;
}

enum mad_status mad_survey_idle(const mad_survey *survey, const mad_engine *engine,
                                const struct mad_load *load, mad_interrupt interrupt,
                                mad_idle_sink sink, void *context, size_t *positions)
{
    const struct mad_memory *memory = survey->game->allocator;
    struct mad_sentence_list sentences;
    size_t count = 0;
    for (size_t i = 0; i < survey->sample_count + MAD_SURVEY_FIRSTS; i++)
        count += sample_at(survey, i) != NULL;
    enum mad_status status = mad_ablate_list(engine, load, &sentences);
    bool *without = mad_memory_new(memory, sentences.count + 1);
    if (status == MAD_OK && without == NULL)
        status = MAD_ERROR_MEMORY;
    if (status == MAD_OK && count > 0)
        status = look(survey, engine, load, interrupt, sink, context, &sentences, without);
    mad_memory_free(memory, without, sentences.count + 1);
    mad_ablate_free(&sentences);
    if (status == MAD_OK)
        *positions = count;
    return status;
}
