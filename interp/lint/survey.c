/* survey.c - what many random games say: lines that another one makes needless, laws that forbid nothing, who has it easier,
 * whether anybody wins.
 *
 * Layer: interp/lint. `mad report` plays more games, and better ones; here are enough to say what stands out, and they are
 * played for who wants to see remarks alone. */
#include "../mad_survey.h"
#include "lint.h"

enum {
    GAMES = 120,
    PLIES = 200,
    SAMPLES = 6, /* positions of a game that are looked at without a line */
    MOST_LOOKS = 200000,
    DRAWN = 99, /* per cent, from which it is told: who draws his moves by lot seldom gives mate */
    EVEN_LOW = 42,
    EVEN_HIGH =
        58, /* per cent of the points: beyond, even the most cautious guess is none of an even game */
};

struct survey {
    struct mad_lint *lint;
    size_t positions;
    uint32_t looks;
    bool *is_idle; /* [line], from 1 */
    uint32_t line_count;
};

static bool is_over(void *context)
{
    struct survey *survey = context;
    return ++survey->looks > MOST_LOOKS || mad_lint_is_stopped(survey->lint);
}

static void note(void *context, const struct mad_place *place)
{
    struct survey *survey = context;
    const struct mad_source *source = &survey->lint->sources->items[survey->lint->main_source];
    if (place->line <= survey->line_count && place->file != NULL &&
        strcmp(place->file, source->name) == 0)
        survey->is_idle[place->line] = true;
}

/* Whether something worse is told of the sentence already, or of another with a word about it. */
static bool is_told(const struct mad_lint *lint, struct mad_span span)
{
    for (const struct mad_finding *f = lint->findings->first; f != NULL; f = f->next) {
        bool is = mad_finding_about(f->kind)->level != MAD_LEVEL_INFO &&
                  f->span.source == span.source && f->span.begin == span.begin;
        for (const struct mad_finding_note *note = f->notes; note != NULL && !is; note = note->next)
            is = note->has_span && note->span.source == span.source &&
                 note->span.begin == span.begin;
        if (is)
            return true;
    }
    return false;
}

/* Lines of moves alone: a verb may be rare, and what happens by itself too; whom a line names may be there for the
 * law about check. */
static void tell_needless(struct survey *survey)
{
    struct mad_lint *lint = survey->lint;
    for (uint32_t type = 0; type < lint->rules->piece_count; type++)
        for (uint32_t i = 0; i < lint->rules->pieces[type].lines.count; i++) {
            const struct mad_node *line = lint->rules->pieces[type].lines.items[i];
            const bool is_of_part =
                mad_lint_is_own(lint, line->span) && line->span.begin > lint->rules->span.begin;
            if (line->kind != MAD_NODE_MOVE || !is_of_part ||
                mad_lint_has_kind(line, MAD_NODE_BY) || is_told(lint, line->span) ||
                !survey->is_idle[mad_sources_place(lint->sources, line->span).line])
                continue;
            (void)mad_findings_add(
                lint->findings, MAD_FINDING_NEEDLESS, line->span,
                mad_findings_text(
                    lint->findings,
                    "without this line the %s had the same moves in %zu positions of %d random "
                    "games, seed %llu",
                    lint->rules->pieces[type].name, survey->positions, GAMES,
                    (unsigned long long)lint->options->seed));
        }
}

static void tell_idle(struct survey *survey, const struct mad_node *node, const char *what)
{
    struct mad_lint *lint = survey->lint;
    if (!mad_lint_is_own(lint, node->span) || node->span.begin <= lint->rules->span.begin ||
        is_told(lint, node->span) ||
        !survey->is_idle[mad_sources_place(lint->sources, node->span).line])
        return;
    (void)mad_findings_add(
        lint->findings, MAD_FINDING_IDLE_LAW, node->span,
        mad_findings_text(lint->findings, "this %s in %zu positions of %d random games, seed %llu",
                          what, survey->positions, GAMES, (unsigned long long)lint->options->seed));
}

/* Laws that forbade nothing, and duties that nobody had to be told of. */
static void tell_idle_laws(struct survey *survey)
{
    const struct mad_ruleset *rules = survey->lint->rules;
    for (uint32_t i = 0; i < rules->illegal.count; i++)
        tell_idle(survey, rules->illegal.items[i], "forbade nothing");
    for (uint32_t i = 0; i < rules->laws.count; i++)
        if (rules->laws.items[i]->kind == MAD_NODE_MUST)
            tell_idle(survey, rules->laws.items[i], "held nobody to anything");
    for (uint32_t type = 0; type < rules->piece_count; type++)
        for (uint32_t i = 0; i < rules->pieces[type].lines.count; i++) {
            const struct mad_node *line = rules->pieces[type].lines.items[i];
            if ((line->flags & MAD_FLAG_ONE_MUST) != 0)
                tell_idle(survey, line, "held nobody to anything");
        }
}

static void tell_figures(struct survey *survey, const struct mad_survey_figures *figures)
{
    struct mad_lint *lint = survey->lint;
    const uint64_t open = figures->draws + figures->unfinished;
    if (100 * open >= DRAWN * figures->games)
        (void)mad_findings_add(
            lint->findings, MAD_FINDING_DRAWN, lint->rules->span,
            mad_findings_text(lint->findings,
                              "nobody won %llu of %llu random games of at most %d moves, seed %llu",
                              (unsigned long long)open, (unsigned long long)figures->games, PLIES,
                              (unsigned long long)lint->options->seed));
    else if (!lint->rules->plays_alone &&
             (100 * figures->score.low > EVEN_HIGH || 100 * figures->score.high < EVEN_LOW))
        (void)mad_findings_add(
            lint->findings, MAD_FINDING_ADVANTAGE, lint->rules->span,
            mad_findings_text(
                lint->findings,
                "%s has %.0f %% of the points of %llu random games (with 95 %% certainty %.0f to "
                "%.0f), seed %llu",
                lint->rules->players[0].name, 100 * figures->score.value,
                (unsigned long long)(figures->games - figures->unfinished),
                100 * figures->score.low, 100 * figures->score.high,
                (unsigned long long)lint->options->seed));
}

static enum mad_status play(struct survey *survey, mad_survey *games, const mad_engine *engine,
                            const struct mad_load *load)
{
    struct mad_survey_figures figures;
    enum mad_status status = MAD_OK;
    for (uint64_t number = 0; number < GAMES && status == MAD_OK; number++)
        status = mad_survey_play(games, MAD_SURVEY_RANDOM, number);
    if (status == MAD_OK)
        status = mad_survey_figures(games, MAD_SURVEY_RANDOM, &figures);
    if (status == MAD_OK)
        status = mad_survey_idle(games, engine, load, is_over, note, survey, &survey->positions);
    if (status == MAD_OK) {
        tell_needless(survey);
        tell_idle_laws(survey);
        tell_figures(survey, &figures);
    }
    return status;
}

void mad_lint_survey(struct mad_lint *lint, const mad_engine *engine, const struct mad_load *load)
{
    const struct mad_source *source = &lint->sources->items[lint->main_source];
    struct survey survey = {.lint = lint, .line_count = 1};
    if (lint->status != MAD_OK || lint->has_no_game || lint->game->turn.seats != NULL)
        return;
    for (size_t i = 0; i < source->bytes; i++)
        survey.line_count += source->text[i] == '\n';
    survey.is_idle = mad_lint_room(lint, survey.line_count + 1, sizeof *survey.is_idle);
    if (survey.is_idle == NULL)
        return;
    const struct mad_survey_plan plan = {.seed = lint->options->seed,
                                         .max_plies = PLIES,
                                         .samples = SAMPLES,
                                         .interrupt = is_over,
                                         .context = &survey};
    mad_position *start = NULL;
    mad_survey *games = NULL;
    enum mad_status status = mad_position_new(lint->game, &start);
    if (status == MAD_OK)
        status = mad_survey_new(start, &plan, &games);
    if (status == MAD_OK)
        status = play(&survey, games, engine, load);
    mad_survey_free(games);
    mad_position_free(start);
    if (status == MAD_ERROR_MEMORY)
        lint->status = status;
}
