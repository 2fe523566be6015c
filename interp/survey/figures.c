/* figures.c - what the games of a survey add up to (mad_survey.h). Layer: interp/survey. */
#include <math.h>
#include <stdlib.h>

#include "../memory.h"
#include "survey.h"

struct mad_share mad_share_of(double part, uint64_t whole)
{
    const double z = 1.959964; /* of the normal distribution, 95 % lie within */
    if (whole == 0)
        return (struct mad_share){0, 0, 1};
    double n = (double)whole, p = part / n;
    double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return (struct mad_share){p, fmax(0, middle - half), fmin(1, middle + half)};
}

struct mad_spread mad_spread_of(const uint64_t *counts, size_t size)
{
    struct mad_spread spread = {0};
    double sum = 0;
    uint64_t seen = 0;
    for (size_t i = 0; i < size; i++) {
        spread.count += counts[i];
        sum += (double)counts[i] * (double)i;
    }
    for (size_t i = 0; i < size; i++) {
        uint64_t before = seen;
        uint32_t number = (uint32_t)i;
        seen += counts[i];
        if (counts[i] == 0)
            continue;
        if (before == 0)
            spread.least = number;
        if (4 * before < spread.count && 4 * seen >= spread.count)
            spread.low = number;
        if (2 * before < spread.count && 2 * seen >= spread.count)
            spread.median = number;
        if (4 * before < 3 * spread.count && 4 * seen >= 3 * spread.count)
            spread.high = number;
        spread.most = number;
    }
    spread.mean = spread.count > 0 ? sum / (double)spread.count : 0;
    return spread;
}

/* --- games ---------------------------------------------------------------------------------------- */

static int by_number(const void *one, const void *other)
{
    uint64_t a = ((const struct mad_survey_game *)one)->number;
    uint64_t b = ((const struct mad_survey_game *)other)->number;
    return (a > b) - (a < b);
}

const struct mad_survey_game *mad_survey_games(mad_survey *survey, enum mad_survey_kind kind,
                                               size_t *count)
{
    struct mad_kind *games = &survey->kinds[kind];
    if (!games->is_sorted && games->count > 0)
        qsort(games->games, games->count, sizeof *games->games, by_number);
    games->is_sorted = true;
    *count = games->count;
    return games->games;
}

static int by_size(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

/* How many of the games differ from each other; `room` for a number each. */
static uint64_t count_different(const struct mad_kind *games, uint64_t *room)
{
    uint64_t different = 0;
    for (size_t i = 0; i < games->count; i++)
        room[i] = games->games[i].key;
    qsort(room, games->count, sizeof *room, by_size);
    for (size_t i = 0; i < games->count; i++)
        different += i == 0 || room[i] != room[i - 1];
    return different;
}

static uint32_t longest(const struct mad_kind *games)
{
    uint32_t most = 0;
    for (size_t i = 0; i < games->count; i++)
        most = games->games[i].plies > most ? games->games[i].plies : most;
    return most;
}

static void count_game(struct mad_survey_figures *figures, const struct mad_survey_game *game)
{
    figures->games++;
    figures->wins[0] += game->outcome == MAD_WIN_FIRST;
    figures->wins[1] += game->outcome == MAD_WIN_SECOND;
    figures->draws += game->outcome == MAD_DRAW;
    figures->unfinished += game->outcome == MAD_GOES_ON;
    figures->stuck += game->is_stuck;
    figures->repeated += game->is_repeated;
    bool is_won = game->outcome == MAD_WIN_FIRST || game->outcome == MAD_WIN_SECOND;
    if (is_won && (figures->shortest_win == 0 || game->plies < figures->shortest_win))
        figures->shortest_win = game->plies;
}

enum mad_status mad_survey_figures(mad_survey *survey, enum mad_survey_kind kind,
                                   struct mad_survey_figures *out)
{
    const struct mad_kind *games = &survey->kinds[kind];
    const struct mad_memory *memory = survey->game->allocator;
    struct mad_survey_figures figures = {0};
    size_t lengths = (size_t)longest(games) + 1;
    size_t room_count = lengths > games->count ? lengths : games->count;
    uint64_t *room = mad_memory_new(memory, room_count * sizeof *room);
    if (room == NULL)
        return MAD_ERROR_MEMORY;
    for (size_t i = 0; i < games->count; i++) {
        count_game(&figures, &games->games[i]);
        room[games->games[i].plies]++;
    }
    figures.length = mad_spread_of(room, games->count > 0 ? lengths : 0);
    figures.choices = mad_spread_of(games->sum.choices, MAD_SURVEY_CHOICES);
    figures.different = count_different(games, room);
    figures.score = mad_share_of((double)figures.wins[0] + (double)figures.draws / 2,
                                 figures.games - figures.unfinished);
    mad_memory_free(memory, room, room_count * sizeof *room);
    *out = figures;
    return MAD_OK;
}

/* --- ends, men, choices ------------------------------------------------------------------------------ */

bool mad_survey_end(const mad_survey *survey, enum mad_survey_kind kind, size_t index,
                    const char **text, uint64_t *games)
{
    if (index >= survey->game->info.end_count)
        return false;
    *text = survey->game->info.end_texts[index];
    *games = survey->kinds[kind].sum.ends[index];
    return true;
}

bool mad_survey_men(const mad_survey *survey, enum mad_survey_kind kind, size_t piece,
                    struct mad_survey_men *out)
{
    if (piece >= survey->game->type_count)
        return false;
    *out = survey->kinds[kind].sum.men[piece];
    return true;
}

bool mad_survey_choices_at(const mad_survey *survey, enum mad_survey_kind kind, uint32_t ply,
                           double *mean)
{
    if (ply >= MAD_SURVEY_PLIES || survey->kinds[kind].sum.at[ply].times == 0)
        return false;
    const struct mad_ply_choices *at = &survey->kinds[kind].sum.at[ply];
    *mean = (double)at->choices / (double)at->times;
    return true;
}
