/* opening.c - see opening.h. Layer: cli. */
#include "opening.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../game_file.h"
#include "../open_file.h"

enum {
    MOST_PLIES = 100,
    TRIES = 60, /* openings that are over or lopsided are drawn anew */
    SEARCH_NODES = 3000,
    MOST_AHEAD = 60, /* hundredths of the smallest man, in a balanced opening */
    LINE_BYTES = 4096,
};

/* Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). */
uint64_t cli_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

size_t cli_random_outcome(const mad_moves *moves, size_t index, uint64_t *state)
{
    size_t outcomes = mad_moves_at(moves, index).outcomes;
    if (outcomes == 0) {
        return index;
    }
    struct mad_outcome_info outcome = mad_moves_outcome(moves, index, 0);
    uint64_t fallen = cli_random(state) % outcome.of;
    for (size_t i = 1; i < outcomes && fallen >= outcome.weight; i++) {
        fallen -= outcome.weight;
        outcome = mad_moves_outcome(moves, index, i);
    }
    return outcome.index;
}

/* --- a file of positions --------------------------------------------------------------------------- */

static bool add(struct cli_openings *openings, const char *text)
{
    char **positions =
        realloc(openings->positions, (openings->count + 1) * sizeof *openings->positions);
    char *copy = strdup(text);
    if (positions != NULL) {
        openings->positions = positions;
    }
    if (positions == NULL || copy == NULL) {
        free(copy);
        return false;
    }
    positions[openings->count++] = copy;
    return true;
}

static char *trim(char *line)
{
    line[strcspn(line, ";\r\n")] = '\0';
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1])) {
        line[--length] = '\0';
    }
    return line;
}

static enum cli_exit read_positions(struct cli_openings *openings, const struct cli_args *args,
                                    const mad_game *game, FILE *file, const char *name)
{
    char line[LINE_BYTES];
    mad_position *position = NULL;
    enum mad_status status = mad_position_new(game, &position);
    enum cli_exit code = cli_exit_of(status);
    for (unsigned number = 1; code == CLI_FINE && fgets(line, sizeof line, file) != NULL;
         number++) {
        struct mad_text_error error = {0};
        char *text = trim(line), what[300];
        if (text[0] == '\0' || text[0] == '#') {
            continue;
        }
        status = mad_position_set_as(position, text, MAD_DIALECT_OURS, &error);
        if (status != MAD_OK) {
            snprintf(what, sizeof what, "mad match: %s:%u", name, number);
            cli_text_failed(stderr, what, text, status, &error);
            code = CLI_USAGE;
        } else if (!add(openings, text)) {
            code = CLI_INTERNAL;
        }
    }
    mad_position_free(position);
    return code == CLI_FINE && openings->count == 0
               ? cli_usage_error(args->command, "there is no position in '%s'", name)
               : code;
}

enum cli_exit cli_openings_make(struct cli_openings *openings, const struct cli_args *args,
                                const mad_game *game, const char *text)
{
    double plies;
    *openings = (struct cli_openings){0};
    if (strcmp(text, "none") == 0) {
        return CLI_FINE;
    }
    openings->is_balanced = strncmp(text, "balanced:", 9) == 0;
    if (openings->is_balanced || strncmp(text, "random:", 7) == 0) {
        if (!cli_parse_count(strchr(text, ':') + 1, 1, MOST_PLIES, &plies)) {
            return cli_usage_error(args->command, "--openings wants 1 to %d moves, not '%s'",
                                   MOST_PLIES, text);
        }
        openings->plies = (int)plies;
        return CLI_FINE;
    }
    const char *why;
    FILE *file = cli_open_file(text, &why);
    if (file == NULL) {
        return cli_usage_error(args->command,
                               "--openings wants none, random:N, balanced:N or a file of "
                               "positions; '%s' is none: %s",
                               text, why);
    }
    enum cli_exit code = read_positions(openings, args, game, file, text);
    fclose(file);
    return code;
}

void cli_openings_free(struct cli_openings *openings)
{
    for (size_t i = 0; i < openings->count; i++) {
        free(openings->positions[i]);
    }
    free(openings->positions);
    *openings = (struct cli_openings){0};
}

/* --- random moves --------------------------------------------------------------------------------------- */

/* Makes up to `plies` random moves; `*made` of them could be made. */
static enum mad_status wander(mad_position *position, mad_moves *moves, int plies, uint64_t *state,
                              char *coords, size_t size, int *made)
{
    size_t used = 0;
    coords[0] = '\0';
    for (*made = 0; *made < plies; ++*made) {
        enum mad_status status = mad_moves_list(moves, position);
        if (status != MAD_OK || mad_moves_count(moves) == 0) {
            return status;
        }
        size_t index = (size_t)(cli_random(state) % mad_moves_count(moves));
        index = cli_random_outcome(moves, index, state);
        int bytes = snprintf(coords + used, size - used, "%s ", mad_moves_at(moves, index).coord);
        if (used + (size_t)bytes >= size) {
            return MAD_ERROR_LIMIT;
        }
        used += (size_t)bytes;
        status = mad_position_apply(position, moves, index);
        if (status != MAD_OK) {
            return status;
        }
    }
    return MAD_OK;
}

/* Whether a game can begin here. */
static bool is_playable(const struct cli_openings *openings, mad_position *position,
                        mad_moves *moves)
{
    struct mad_result result;
    struct mad_search_report report;
    struct mad_search_limits limits = {.nodes = SEARCH_NODES};
    if (mad_position_result(position, &result) != MAD_OK || result.outcome != MAD_GOES_ON ||
        mad_moves_list(moves, position) != MAD_OK || mad_moves_count(moves) == 0) {
        return false;
    }
    return !openings->is_balanced || (mad_search(position, &limits, &report) == MAD_OK &&
                                      report.score <= MOST_AHEAD && report.score >= -MOST_AHEAD);
}

static enum mad_status back(mad_position *position, int made)
{
    enum mad_status status = MAD_OK;
    while (made-- > 0 && status == MAD_OK) {
        status = mad_position_undo(position);
    }
    return status;
}

/* Draws until one is playable; where games are short, with fewer and fewer moves. */
static enum mad_status draw(const struct cli_openings *openings, mad_position *position,
                            mad_moves *moves, uint64_t *state, char *coords, size_t size)
{
    for (int plies = openings->plies; plies > 0; plies--) {
        for (int tries = 0; tries < TRIES; tries++) {
            int made;
            enum mad_status status = wander(position, moves, plies, state, coords, size, &made);
            if (status != MAD_OK) {
                return status;
            }
            if (made == plies && is_playable(openings, position, moves)) {
                return MAD_OK;
            }
            status = back(position, made);
            if (status != MAD_OK) {
                return status;
            }
        }
    }
    coords[0] = '\0';
    return MAD_OK;
}

enum mad_status cli_opening_make(const struct cli_openings *openings, uint64_t seed,
                                 uint64_t number, mad_position *position, const char **start,
                                 char *coords, size_t size)
{
    uint64_t state = seed;
    state = cli_random(&state) + number;
    coords[0] = '\0';
    *start = NULL;
    if (openings->count > 0) {
        /* the seed says where in the file a match begins */
        uint64_t from = seed;
        *start = openings->positions[(cli_random(&from) + number) % openings->count];
        return mad_position_set_as(position, *start, MAD_DIALECT_OURS, &(struct mad_text_error){0});
    }
    mad_moves *moves = NULL;
    enum mad_status status = mad_moves_new(mad_position_game(position), &moves);
    if (status == MAD_OK) {
        status = draw(openings, position, moves, &state, coords, size);
    }
    mad_moves_free(moves);
    return status;
}
