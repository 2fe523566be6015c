/* count_moves.c - counts moves for run_perft.sh: all rows in one process, each game loaded once.
 *
 * usage: count_moves LIMIT <rows. A row is game, depth, nodes, position (- for the array) and source, parted
 * by tabs; rows of more than LIMIT nodes (0: none) are left out, those of few are counted a second time with
 * every last move made. Ends with `N passed, N failed`. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../interp/mad_rules.h"

enum { MAX_LINE = 4096, FEW = 200000 };

struct counter {
    mad_engine *engine;
    char name[MAX_LINE]; /* of the game that is loaded */
    mad_game *game;
    uint64_t limit;
    unsigned long passed, failed, skipped;
};

struct row {
    const char *game, *position, *source;
    int depth;
    uint64_t nodes;
};

/* Cuts the line at its tabs; false for comments, the line of names and what is no row. */
static bool read_row(char *line, struct row *row)
{
    char *fields[5] = {line};
    line[strcspn(line, "\r\n")] = '\0';
    for (int i = 1; i < 5; i++) {
        fields[i] = strchr(fields[i - 1], '\t');
        if (fields[i] == NULL)
            return false;
        *fields[i]++ = '\0';
    }
    *row = (struct row){.game = fields[0],
                        .depth = atoi(fields[1]),
                        .nodes = strtoull(fields[2], NULL, 10),
                        .position = fields[3],
                        .source = fields[4]};
    return row->game[0] != '\0' && row->game[0] != '#' && fields[2][0] >= '0' &&
           fields[2][0] <= '9';
}

/* The game of that name, `chess` or `rules/x.mad` or `x:variant`; null with a message when there is none. */
static const mad_game *game_of(struct counter *counter, const char *name)
{
    char path[MAX_LINE];
    mad_diagnostics *found = NULL;
    if (counter->game != NULL && strcmp(name, counter->name) == 0)
        return counter->game;
    mad_game_free(counter->game);
    counter->game = NULL;
    snprintf(counter->name, sizeof counter->name, "%s", name);
    snprintf(path, sizeof path, "%s", name);
    char *colon = strchr(path, ':');
    if (colon != NULL)
        *colon++ = '\0';
    struct mad_load what = {.path = path, .variant = colon, .with_seats = true};
    if (mad_game_load(counter->engine, &what, &counter->game, &found) != MAD_OK)
        printf("%s: %s\n", name,
               mad_diagnostics_count(found) > 0 ? mad_diagnostics_at(found, 0)->text
                                                : "not loaded");
    mad_diagnostics_free(found);
    return counter->game;
}

static bool count_row(const mad_game *game, const struct row *row, uint64_t *counted,
                      uint64_t *made)
{
    mad_position *position = NULL;
    struct mad_text_error error = {.text = ""};
    enum mad_status status = mad_position_new(game, &position);
    if (status == MAD_OK && strcmp(row->position, "-") != 0)
        status = mad_position_set(position, row->position, &error);
    if (status == MAD_OK)
        status = mad_perft(position, row->depth, counted, NULL, NULL);
    *made = *counted;
    if (status == MAD_OK && row->nodes <= FEW)
        status = mad_perft_made(position, row->depth, made, NULL, NULL);
    mad_position_free(position);
    if (status != MAD_OK)
        printf("%s %s\n", mad_status_text(status), error.text);
    return status == MAD_OK;
}

static void check_row(struct counter *counter, const struct row *row)
{
    uint64_t counted = 0, made = 0;
    if (counter->limit != 0 && row->nodes > counter->limit) {
        counter->skipped++;
        return;
    }
    const mad_game *game = game_of(counter, row->game);
    if (game != NULL && count_row(game, row, &counted, &made) && counted == row->nodes &&
        made == row->nodes) {
        counter->passed++;
        return;
    }
    counter->failed++;
    printf("FAILED %s depth %d %s: expected %" PRIu64 " (%s), counted %" PRIu64 ", made %" PRIu64
           "\n",
           row->game, row->depth, row->position, row->nodes, row->source, counted, made);
}

int main(int argc, char **argv)
{
    static struct counter counter;
    char line[MAX_LINE];
    struct row row;
    counter.limit = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    if (mad_engine_new(&counter.engine) != MAD_OK)
        return 3;
    while (fgets(line, sizeof line, stdin) != NULL)
        if (read_row(line, &row))
            check_row(&counter, &row);
    mad_game_free(counter.game);
    mad_engine_free(counter.engine);
    if (counter.skipped > 0)
        printf("%lu rows of more than %" PRIu64 " nodes left out\n", counter.skipped,
               counter.limit);
    printf("%lu passed, %lu failed\n", counter.passed, counter.failed);
    return counter.failed > 0;
}
