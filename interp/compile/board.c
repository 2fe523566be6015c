/* board.c - the board as a graph: squares, their names, and one step in each direction.
 *
 * Layer: compile. Everything later asks mad_step and never assumes a rectangle. Squares count from the
 * bottom left along the ranks. Own directions are turned half round for the player whose direction
 * of play points down. */
#include <stdio.h>
#include <string.h>

#include "build.h"

static void name_squares(struct mad_build *build)
{
    struct mad_game *game = build->game;
    game->square_name = mad_build_keep(build, build->squares * sizeof *game->square_name);
    if (game->square_name == NULL) {
        return;
    }
    for (uint32_t square = 0; square < build->squares; square++) {
        snprintf(game->square_name[square], sizeof game->square_name[square], "%c%d",
                 (char)('a' + square % game->files), (int)(square / game->files + 1));
    }
}

bool mad_square_named(const struct mad_build *build, const char *text, uint32_t *square)
{
    for (uint32_t i = 0; i < build->squares; i++) {
        if (strcmp(build->game->square_name[i], text) == 0) {
            *square = i;
            return true;
        }
    }
    return false;
}

int mad_step(const struct mad_build *build, uint32_t side, uint32_t direction, uint32_t square)
{
    return build->step[side][direction * build->squares + square];
}

static int step_to(const struct mad_build *build, uint32_t square, int right, int up)
{
    int file = (int)(square % build->game->files) + right,
        rank = (int)(square / build->game->files) + up;
    if (file < 0 || file >= build->game->files || rank < 0 || rank >= build->game->ranks) {
        return -1;
    }
    return rank * build->game->files + file;
}

static void fill_steps(struct mad_build *build, uint32_t side, bool turned)
{
    const struct mad_ruleset *rules = build->rules;
    int16_t *step =
        mad_build_scratch(build, (rules->direction_count + 1) * build->squares * sizeof *step);
    build->step[side] = step;
    for (uint32_t d = 0; d < rules->direction_count && step != NULL; d++) {
        const struct mad_rule_direction *direction = &rules->directions[d];
        int sign = turned && direction->own ? -1 : 1;
        for (uint32_t square = 0; square < build->squares; square++) {
            step[d * build->squares + square] =
                (int16_t)step_to(build, square, sign * direction->right, sign * direction->up);
        }
    }
}

/* The player whose `going` direction points down plays with the own directions turned round. */
static bool is_turned(struct mad_build *build, uint32_t side)
{
    const char *name = build->rules->players[side].direction;
    for (uint32_t d = 0; d < build->rules->direction_count; d++) {
        if (build->rules->directions[d].name == name) {
            return build->rules->directions[d].up < 0 ||
                   (build->rules->directions[d].up == 0 && build->rules->directions[d].right < 0);
        }
    }
    mad_build_unknown(build, build->rules->players_span, name, false, NULL);
    return false;
}

void mad_build_board(struct mad_build *build)
{
    struct mad_game *game = build->game;
    game->files = (uint16_t)build->rules->files;
    game->ranks = (uint16_t)build->rules->ranks;
    game->squares = (uint16_t)(game->files * game->ranks);
    game->words = game->squares <= 64 ? 1 : game->squares <= 128 ? 2 : 4;
    build->squares = game->squares;
    build->direction_count = build->rules->direction_count;
    if (build->direction_count > MAD_MAX_DIRECTIONS) {
        mad_build_error(build, MAD_FINDING_NUMBER_RANGE, build->rules->board_span,
                        "more than %d directions", MAD_MAX_DIRECTIONS);
        build->direction_count = MAD_MAX_DIRECTIONS;
    }
    for (uint32_t square = 0; square < build->squares; square++) {
        squares_add(&build->board, square);
    }
    name_squares(build);
    for (uint32_t side = 0; side < 2; side++) {
        build->turned[side] = is_turned(build, side);
        fill_steps(build, side, build->turned[side]);
    }
}

/* Distances in steps of the adjacent directions (all of them when the library names none). */
static void fill_distances(struct mad_build *build, uint8_t *distance)
{
    uint64_t directions = build->adjacent != 0 ? build->adjacent : ~UINT64_C(0);
    uint32_t n = build->squares;
    uint16_t queue[MAD_MAX_SQUARES];
    memset(distance, 0xff, (size_t)n * n);
    for (uint32_t from = 0; from < n; from++) {
        uint8_t *row = distance + (size_t)from * n;
        uint32_t head = 0, tail = 0;
        row[from] = 0;
        queue[tail++] = (uint16_t)from;
        while (head < tail) {
            uint32_t square = queue[head++];
            for (uint32_t d = 0; d < build->direction_count; d++) {
                int to = directions >> d & 1 ? mad_step(build, 0, d, square) : -1;
                if (to >= 0 && row[to] == 0xff) {
                    row[to] = (uint8_t)(row[square] + 1);
                    queue[tail++] = (uint16_t)to;
                }
            }
        }
    }
}

/* Squares strictly between two squares on one line of an adjacent direction. */
static void fill_between(struct mad_build *build, uint64_t *between)
{
    uint32_t words = build->game->words, n = build->squares;
    for (uint32_t from = 0; from < n; from++) {
        for (uint32_t d = 0; d < build->direction_count; d++) {
            struct mad_squares way = {{0}};
            int to = build->adjacent >> d & 1 ? mad_step(build, 0, d, from) : -1;
            for (uint32_t steps = 0; to >= 0 && steps < n; steps++) {
                memcpy(between + ((size_t)from * n + (uint32_t)to) * words, way.word,
                       words * sizeof *between);
                squares_add(&way, (uint32_t)to);
                to = mad_step(build, 0, d, (uint32_t)to);
            }
        }
    }
}

void mad_build_geometry(struct mad_build *build)
{
    size_t n = build->squares;
    build->adjacent = mad_directions_named(build, "adjacent");
    uint8_t *distance = mad_build_keep(build, n * n);
    uint64_t *between = mad_build_keep(build, n * n * build->game->words * sizeof *between);
    if (distance == NULL || between == NULL) {
        return;
    }
    fill_distances(build, distance);
    fill_between(build, between);
    build->machine->distance = distance;
    build->machine->between = between;
}
