/* eyes.c - what lint would say of a line that is offered in place of another; and the loads of the public interface, whose
 * offers are seen so.
 *
 * Layer: interp/lint. See corrections.h. Only what is said of the line itself counts, and hangs on its words: that nobody uses
 * a name, or that a man only moves, may be mended by other lines, or meant. Checks that play do not run. */
#include "../corrections.h"
#include "lint.h"

enum { SHARE = 64 /* of the steps that a lint may take */ };

struct seen {
    uint32_t first, last; /* lines */
    unsigned faults;
};

/* What is hardly ever meant, whatever other lines say. */
static bool is_of_words(enum mad_finding_kind kind)
{
    static const enum mad_finding_kind kinds[] = {
        MAD_FINDING_MOVES_ASYMMETRIC, MAD_FINDING_OVER_AT_START, MAD_FINDING_NO_FIRST_MOVE,
        MAD_FINDING_GOAL_UNREACHED,   MAD_FINDING_NO_ARRIVAL,    MAD_FINDING_NEVER_STANDS,
        MAD_FINDING_NOTHING_TO_TAKE,  MAD_FINDING_WHOSE,         MAD_FINDING_DOUBLE_NO,
        MAD_FINDING_IN_VAIN};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i] == kind)
            return true;
    return false;
}

static enum mad_status see(void *context, struct mad_loaded *loaded)
{
    static const struct mad_lint_options options = {.games = 0};
    struct seen *seen = context;
    struct mad_lint lint = {.options = &options,
                            .rules = loaded->rules,
                            .game = loaded->game,
                            .sources = loaded->sources,
                            .scratch = loaded->scratch,
                            .findings = loaded->findings,
                            .main_source = loaded->main_source,
                            .steps = MAD_MAX_LINT_STEPS - MAD_MAX_LINT_STEPS / SHARE};
    mad_lint_run_checks(&lint);
    for (const struct mad_finding *f = lint.findings->first; f != NULL; f = f->next) {
        const uint32_t line = mad_sources_place(lint.sources, f->span).line;
        if (mad_lint_is_own(&lint, f->span) && line >= seen->first && line <= seen->last &&
            is_of_words(f->kind))
            seen->faults++;
    }
    return lint.status;
}

enum mad_status mad_lint_judge(const mad_engine *engine, const struct mad_load *load,
                               uint32_t first, uint32_t last, unsigned *faults)
{
    struct seen seen = {.first = first, .last = last};
    mad_game *game = NULL;
    enum mad_status status = mad_load_visited(engine, load, see, &seen, &game, NULL);
    if (status == MAD_OK)
        mad_game_free(game);
    *faults = seen.faults;
    return status == MAD_ERROR_MEMORY ? status : MAD_OK;
}

enum mad_status mad_game_load(const mad_engine *engine, const struct mad_load *load, mad_game **out,
                              mad_diagnostics **diagnostics)
{
    const struct mad_corrections_how how = {.judge = mad_lint_judge};
    enum mad_status status = mad_load_visited(engine, load, NULL, NULL, out, diagnostics);
    if (diagnostics == NULL || status == MAD_ERROR_MEMORY || status == MAD_ERROR_MISUSE)
        return status;
    if (mad_corrections_check(engine, load, *diagnostics, &how) == MAD_OK)
        return status;
    if (status == MAD_OK)
        mad_game_free(*out);
    mad_diagnostics_free(*diagnostics);
    *diagnostics = NULL;
    return MAD_ERROR_MEMORY;
}
