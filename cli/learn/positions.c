/* positions.c - see positions.h. Layer: cli. */
#include "positions.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../game_file.h"
#include "../lists.h"
#include "../open_file.h"
#include "../text.h"

enum {
    LINE_BYTES = 8192,
    TEST_GAMES = 10, /* each tenth is for test */
    MOST_SCORE = 2000000,
};

/* --- games ------------------------------------------------------------------------------------------ */

static size_t place_of(const struct cli_games *games, uint64_t number)
{
    return cli_place_of(games->numbers, games->count, sizeof *games->numbers, number);
}

bool cli_games_has(const struct cli_games *games, uint64_t number)
{
    size_t place = place_of(games, number);
    return place < games->count && games->numbers[place] == number;
}

bool cli_games_add(struct cli_games *games, uint64_t number)
{
    size_t place = place_of(games, number);
    if (place < games->count && games->numbers[place] == number) {
        return true;
    }
    uint64_t *numbers = cli_room(games->numbers, games->count, &games->capacity, sizeof *numbers);
    if (numbers == NULL) {
        return false;
    }
    games->numbers = numbers;
    cli_open_place(numbers, games->count, sizeof *numbers, place);
    games->numbers[place] = number;
    games->count++;
    return true;
}

void cli_games_free(struct cli_games *games)
{
    free(games->numbers);
    *games = (struct cli_games){0};
}

/* --- reading ---------------------------------------------------------------------------------------- */

void cli_positions_head(const mad_game *game, char head[CLI_POSITIONS_HEAD])
{
    struct mad_game_info info = mad_game_info(game);
    snprintf(head, CLI_POSITIONS_HEAD, "# mad positions 1 game=%.150s%s%.150s rules=%s", info.name,
             info.settings[0] != '\0' ? "," : "", info.settings, info.digest);
}

struct reading {
    const struct cli_args *args;
    const char *path;
    unsigned long line;
    mad_position *position;
    cli_positions_sink sink;     /* null: numbers are read, and no more */
    void *context;               /* of the sink */
    const struct cli_games *all; /* of which each tenth is for test */
    bool with_empty;             /* games without positions count */
    struct cli_games *games;     /* those known before, and at last those of this file */
    struct cli_games met;        /* in this file */
    uint64_t last;               /* game of the last line; UINT64_MAX: none yet */
    bool is_known;               /* that game was known before */
    size_t left_out;             /* games that were */
};

static enum cli_exit bad_line(const struct reading *reading, const char *what)
{
    return cli_usage_error(reading->args->command, "%s:%lu: %s; take the line out", reading->path,
                           reading->line, what);
}

/* A whole number between two bounds, and the blank behind it. */
static bool take_number(char **at, long low, long high, long *out)
{
    char *end;
    bool has_digit = strchr("0123456789", **at == '-' ? (*at)[1] : **at) != NULL && **at != '\0';
    errno = 0;
    *out = has_digit ? strtol(*at, &end, 10) : 0;
    if (!has_digit || errno != 0 || *out < low || *out > high || *end != ' ') {
        return false;
    }
    *at = end + 1;
    return true;
}

static enum cli_exit begin_game(struct reading *reading, uint64_t number)
{
    reading->last = number;
    reading->is_known = cli_games_has(reading->games, number);
    reading->left_out += reading->is_known;
    return cli_games_add(&reading->met, number) ? CLI_FINE : CLI_INTERNAL;
}

/* NUMBER RESULT SCORE POSITION, or NUMBER RESULT - */
static enum cli_exit read_line(struct reading *reading, char *line)
{
    long number, result, score = 0;
    struct mad_text_error error = {0};
    char *at = line;
    bool is_good = take_number(&at, 0, LONG_MAX, &number) && take_number(&at, -1, 1, &result) &&
                   line[0] != '-';
    bool is_empty = is_good && strcmp(at, "-") == 0;
    if (!is_good || (!is_empty && !take_number(&at, -MOST_SCORE, MOST_SCORE, &score))) {
        return bad_line(reading, "this is no line of positions");
    }
    if ((uint64_t)number != reading->last && (!is_empty || reading->with_empty)) {
        enum cli_exit code = begin_game(reading, (uint64_t)number);
        if (code != CLI_FINE) {
            return code;
        }
    }
    if (is_empty || reading->is_known || reading->sink == NULL) {
        return CLI_FINE;
    }
    enum mad_status status = mad_position_set_as(reading->position, at, MAD_DIALECT_OURS, &error);
    if (status == MAD_ERROR_TEXT) {
        return bad_line(reading, error.text);
    }
    size_t rank = place_of(reading->all, (uint64_t)number);
    struct cli_kept kept = {.number = (uint64_t)number,
                            .position = reading->position,
                            .text = at,
                            .lesson = {.result = (int)result,
                                       .score = (int)score,
                                       .is_for_test = rank % TEST_GAMES == TEST_GAMES - 1}};
    if (status == MAD_OK) {
        status = reading->sink(reading->context, &kept);
    }
    return status == MAD_OK ? CLI_FINE : cli_status_failed(reading->args, reading->path, status);
}

static enum cli_exit not_ours(const struct reading *reading, const char *head)
{
    return cli_usage_error(reading->args->command,
                           "'%s' holds no positions of this game as it is now: it would "
                           "have to begin with '%s'",
                           reading->path, head);
}

/* Whether all of the file is a head that was cut short. The line may go on behind a NUL, so bytes are counted. */
static bool is_cut_head(FILE *file, const char *line, const char *head)
{
    size_t length = strlen(line);
    return ftell(file) == (long)length && strncmp(line, head, length) == 0;
}

static enum cli_exit read_lines(struct reading *reading, FILE *file, const char *head)
{
    char line[LINE_BYTES];
    enum cli_exit code = CLI_FINE;
    while (code == CLI_FINE && fgets(line, sizeof line, file) != NULL) {
        char *end = strchr(line, '\n');
        reading->line++;
        if (end == NULL && reading->line == 1 && !is_cut_head(file, line, head)) {
            return not_ours(reading, head);
        }
        if (end == NULL) {
            code = feof(file) ? CLI_FINE : bad_line(reading, "this line is too long");
            continue;
        }
        *end = '\0';
        if (reading->line == 1 && strcmp(line, head) != 0) {
            return not_ours(reading, head);
        }
        if (line[0] != '#') {
            code = read_line(reading, line);
        }
    }
    if (code == CLI_FINE && ferror(file)) {
        code = cli_usage_error(reading->args->command, "cannot read '%s': %s", reading->path,
                               strerror(errno));
    }
    for (size_t i = 0; i < reading->met.count && code == CLI_FINE; i++) {
        code = cli_games_add(reading->games, reading->met.numbers[i]) ? CLI_FINE : CLI_INTERNAL;
    }
    return code;
}

static enum cli_exit read_file(struct reading *reading, bool may_lack, const mad_game *game)
{
    char head[CLI_POSITIONS_HEAD];
    const char *why;
    FILE *file = cli_open_file(reading->path, &why);
    if (file == NULL) {
        return errno == ENOENT && may_lack ? CLI_FINE
                                           : cli_open_failed(reading->args, reading->path, why);
    }
    cli_positions_head(game, head);
    enum mad_status status = mad_position_new(game, &reading->position);
    enum cli_exit code = status == MAD_OK ? read_lines(reading, file, head)
                                          : cli_status_failed(reading->args, reading->path, status);
    mad_position_free(reading->position);
    cli_games_free(&reading->met);
    fclose(file);
    return code;
}

enum cli_exit cli_positions_list(const struct cli_args *args, const char *path, bool may_lack,
                                 const mad_game *game, struct cli_games *games)
{
    struct reading reading = {
        .args = args, .path = path, .with_empty = may_lack, .games = games, .last = UINT64_MAX};
    return read_file(&reading, may_lack, game);
}

enum cli_exit cli_positions_read(const struct cli_args *args, const char *path,
                                 const mad_game *game, const struct cli_games *all,
                                 struct cli_games *games, cli_positions_sink sink, void *context)
{
    struct reading reading = {.args = args,
                              .path = path,
                              .sink = sink,
                              .context = context,
                              .all = all,
                              .games = games,
                              .last = UINT64_MAX};
    enum cli_exit code = read_file(&reading, false, game);
    if (code == CLI_FINE && reading.left_out > 0) {
        fprintf(stderr, "mad learn: note: %zu game%s of '", reading.left_out,
                reading.left_out == 1 ? "" : "s");
        cli_put(stderr, path);
        fputs(
            "' are left out, for others of their numbers were read before: parts of one seed have "
            "numbers of their own\n",
            stderr);
    }
    return code;
}

/* --- writing ---------------------------------------------------------------------------------------- */

/* Takes away a last line that was cut short; false with errno. */
static bool mend_end(FILE *file)
{
    long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    for (long whole = end; whole >= 0 && end - whole < LINE_BYTES; whole--) {
        if (whole == 0 || (fseek(file, whole - 1, SEEK_SET) == 0 && fgetc(file) == '\n')) {
            return ftruncate(fileno(file), whole) == 0 && fseek(file, 0, SEEK_END) == 0;
        }
    }
    errno = EINVAL;
    return false;
}

bool cli_positions_begin(FILE *file, const mad_game *game)
{
    char head[CLI_POSITIONS_HEAD];
    if (!mend_end(file)) {
        return false;
    }
    if (ftell(file) != 0) {
        return true;
    }
    cli_positions_head(game, head);
    return fprintf(file, "%s\n", head) > 0 && fflush(file) == 0;
}
