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
}

static bool interrupt(void *context)
{
    const struct lines *lines = context;
    return lines->usual->interrupt != NULL && lines->usual->interrupt(lines->usual->context);
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
static size_t draw(struct cli_match *match, const struct lines *lines, int margin)
{
    size_t good = 1;
    while (good < lines->count &&
           value_of(&lines->line[0]) - value_of(&lines->line[good]) <= margin) {
        good++;
    }
    return lines->line[cli_match_draw_lot(match, good)].best;
}

enum mad_status cli_level_think(struct cli_match *match, int number,
                                struct mad_search_report *report, size_t *chosen)
{
    const struct level *level = &levels[number - 1];
    struct mad_search_limits usual = match->limits;
    struct lines lines = {.usual = &usual};
    if (level->depth != 0 && (usual.depth == 0 || usual.depth > level->depth)) {
        match->limits.depth = level->depth;
    }
    match->limits.nodes = level->nodes;
    match->limits.lines = level->lines;
    match->limits.progress = level->lines > 1 ? gather : NULL;
    match->limits.interrupt = interrupt;
    match->limits.context = &lines;
    enum mad_status status = cli_match_think(match, report);
    match->limits = usual;
    if (status == MAD_OK) {
        *chosen = lines.count > 0 ? draw(match, &lines, level->margin) : report->best;
    }
    return status;
}
