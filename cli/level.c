/* level.c - see level.h. Layer: cli. */
#include "level.h"

struct level {
    int depth;
    uint64_t nodes;
    size_t lines;
    int margin;
};

static const struct level levels[] = {
#define CLI_LEVEL(depth, nodes, lines, margin) {depth, nodes, lines, margin},
#include "level.def"
};

_Static_assert(sizeof levels / sizeof *levels == CLI_LEVELS, "a row for each level");

enum { MOST_LINES = 64 };

/* What the last depth that was done said of each line; the context of the search meanwhile. */
struct lines {
    struct mad_search_report line[MOST_LINES];
    size_t count;
    const struct mad_search_limits *usual;
};

static void gather(void *context, const struct mad_search_report *report)
{
    struct lines *lines = context;
    if (report->rank < MOST_LINES) {
        lines->line[report->rank] = *report;
        lines->count = report->rank + 1 > lines->count ? report->rank + 1 : lines->count;
    }
    if (lines->usual->progress != NULL) {
        lines->usual->progress(lines->usual->context, report);
    }
}

static bool interrupt(void *context)
{
    const struct lines *lines = context;
    return lines->usual->interrupt != NULL && lines->usual->interrupt(lines->usual->context);
}

static bool waits(void *context)
{
    const struct lines *lines = context;
    return lines->usual->waits(lines->usual->context);
}

/* One scale for scores and forced ends: the sooner the stronger. */
static int value_of(const struct mad_search_report *report)
{
    const int certain = 1000000;
    return report->mate_in > 0   ? certain - report->mate_in
           : report->mate_in < 0 ? -certain - report->mate_in
                                 : report->score;
}

/* One of the moves that look nearly as good as the best. Lines of another depth tell of it too. */
static const struct mad_search_report *draw(const struct cli_thinker *thinker,
                                            const struct lines *lines, int margin)
{
    size_t good = 1;
    while (good < lines->count &&
           value_of(&lines->line[0]) - value_of(&lines->line[good]) <= margin) {
        good++;
    }
    return &lines->line[thinker->draw_lot(thinker->context, good)];
}

enum mad_status cli_level_think(const struct cli_thinker *thinker,
                                const struct mad_search_limits *usual, int number,
                                struct mad_search_report *best, struct mad_search_report *drawn)
{
    const struct level *level = &levels[number - 1];
    struct mad_search_limits limits = *usual;
    struct lines lines = {.usual = usual};
    if (level->depth != 0 && (limits.depth == 0 || limits.depth > level->depth)) {
        limits.depth = level->depth;
    }
    if (level->nodes != 0 && (limits.nodes == 0 || limits.nodes > level->nodes)) {
        limits.nodes = level->nodes;
    }
    if (level->lines > 1) {
        limits.lines = level->lines;
        limits.progress = gather;
        limits.interrupt = interrupt;
        limits.waits = usual->waits != NULL ? waits : NULL;
        limits.context = &lines;
    }
    enum mad_status status = thinker->think(thinker->context, &limits, best);
    if (status == MAD_OK) {
        *drawn = lines.count > 0 ? *draw(thinker, &lines, level->margin) : *best;
    }
    return status;
}

/* --- in a match -------------------------------------------------------------------------------------- */

static enum mad_status think_match(void *context, const struct mad_search_limits *limits,
                                   struct mad_search_report *report)
{
    struct cli_match *match = context;
    const struct mad_search_limits usual = match->limits;
    match->limits = *limits;
    enum mad_status status = cli_match_think(match, report);
    match->limits = usual;
    return status;
}

static uint64_t draw_in_match(void *context, uint64_t below)
{
    return cli_match_draw_lot(context, below);
}

enum mad_status cli_level_think_match(struct cli_match *match, int level,
                                      struct mad_search_report *report, size_t *chosen)
{
    const struct cli_thinker thinker = {
        .think = think_match, .draw_lot = draw_in_match, .context = match};
    const struct mad_search_limits usual = match->limits;
    struct mad_search_report drawn;
    enum mad_status status = cli_level_think(&thinker, &usual, level, report, &drawn);
    if (status == MAD_OK) {
        *chosen = drawn.best;
    }
    return status;
}
