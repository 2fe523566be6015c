/* tracks.c - tracks with two squares that have changed places, or with one that lies elsewhere. Layer: interp/lint. */
#include <stdlib.h>
#include <string.h>

#include "lint.h"

enum { MAX_STEPS = 4096, FEWEST = 5 /* steps from which it is told what the others are like */ };

struct track {
    const struct mad_node *squares[MAX_STEPS];
    int32_t at[MAX_STEPS];
    uint32_t count;
};

static int32_t square_named(const struct mad_game *game, const char *name)
{
    for (int32_t square = 0; square < game->squares; square++)
        if (strcmp(game->square_name[square], name) == 0)
            return square;
    return -1;
}

static bool read_track(const struct mad_lint *lint, const struct mad_node *list,
                       struct track *track)
{
    track->count = 0;
    for (const struct mad_node *node = list->first; node != NULL; node = node->next) {
        const int32_t square = node->kind == MAD_NODE_SQUARE && track->count < MAX_STEPS
                                   ? square_named(lint->game, node->text)
                                   : -1;
        if (square < 0)
            return false;
        track->squares[track->count] = node;
        track->at[track->count++] = square;
    }
    return track->count > FEWEST;
}

/* Whether the two squares touch, at an edge or at a corner. */
static bool is_near(const struct mad_lint *lint, int32_t a, int32_t b)
{
    const int32_t files = lint->game->files;
    return a != b && abs(a % files - b % files) <= 1 && abs(a / files - b / files) <= 1;
}

/* Steps to squares that are no neighbours; the last one that is such a step is left in `far`. */
static uint32_t count_far(const struct mad_lint *lint, const struct track *track, uint32_t *far)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i + 1 < track->count; i++)
        if (!is_near(lint, track->at[i], track->at[i + 1])) {
            *far = i;
            count++;
        }
    return count;
}

/* The first of two squares side by side in the track without which all steps were to neighbours, if they changed places; 0:
 * there are none, as the first square of all stays. */
static uint32_t find_crossed(const struct mad_lint *lint, struct track *track)
{
    for (uint32_t i = 1; i + 2 < track->count; i++) {
        const int32_t a = track->at[i], b = track->at[i + 1];
        uint32_t far = 0;
        track->at[i] = b;
        track->at[i + 1] = a;
        const bool is_whole = count_far(lint, track, &far) == 0;
        track->at[i] = a;
        track->at[i + 1] = b;
        if (is_whole)
            return i;
    }
    return 0;
}

static void check_track(struct mad_lint *lint, const struct mad_node *list, struct track *track)
{
    uint32_t far = 0;
    const uint32_t count = count_far(lint, track, &far);
    const uint32_t crossed = count > 0 && count <= 2 ? find_crossed(lint, track) : 0;
    const bool is_alone = count == 1 && far > 0 && far + 2 < track->count;
    if (crossed == 0 && !is_alone)
        return;
    const struct mad_node *one = track->squares[crossed > 0 ? crossed : far],
                          *other = track->squares[crossed > 0 ? crossed + 1 : far + 1];
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_IN_VAIN, crossed > 0 ? one->span : other->span,
        mad_findings_text(lint->findings,
                          crossed > 0 ? "%s and %s have changed places: each other step of this "
                                        "track is to a neighbour"
                                      : "from %s to %s is no step to a neighbour, and each other "
                                        "step of this track is",
                          one->text, other->text));
    if (crossed == 0 || list->span.source != one->span.source)
        return;
    const uint32_t begin = one->span.begin, end = other->span.begin + other->span.length;
    mad_finding_fix(lint->findings, finding,
                    (struct mad_span){begin, (uint16_t)(end - begin), one->span.source}, false,
                    "%s%.*s%s", other->text, (int)(other->span.begin - begin - one->span.length),
                    lint->sources->items[one->span.source].text + begin + one->span.length,
                    one->text);
}

void mad_lint_tracks(struct mad_lint *lint)
{
    struct track *track = mad_lint_room(lint, 1, sizeof *track);
    const struct mad_ruleset *rules = lint->rules;
    if (track == NULL || lint->game->tiling == MAD_TILING_HEXAGONS || lint->game->info.tiers > 1)
        return;
    for (uint32_t i = 0; i < rules->direction_count; i++)
        if (rules->directions[i].track != NULL &&
            mad_lint_is_own(lint, rules->directions[i].span) &&
            read_track(lint, rules->directions[i].track, track))
            check_track(lint, rules->directions[i].track, track);
}
