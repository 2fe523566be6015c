/* cover.c - `mad cover`: which lines of the rules the tests need, and games. Layer: cli. */
#include <stdlib.h>
#include <string.h>

#include "game_file.h"
#include "interrupt.h"
#include "json.h"
#include "lists.h"
#include "slips.h"
#include "text.h"

/* A line of a rule file with a sentence in force. */
struct line {
    char *file, *text;
    uint32_t number;
    bool by_tests, by_games, is_unseen;
};

struct cover {
    const struct cli_args *args;
    mad_engine *engine;
    struct line *lines;
    size_t count, capacity;
    const char *main_file; /* the one that was asked for; its lines come first */
    bool is_short;         /* of memory */
};

/* --- gathering ----------------------------------------------------------------------------------------- */

static struct line *add_line(struct cover *cover, const struct mad_place *place)
{
    struct line *grown = cli_room(cover->lines, cover->count, &cover->capacity, sizeof *grown);
    if (grown == NULL) {
        return NULL;
    }
    cover->lines = grown;
    struct line *line = &cover->lines[cover->count];
    *line = (struct line){.file = strdup(place->file),
                          .text = strdup(place->line_text != NULL ? place->line_text : ""),
                          .number = place->line};
    cover->count++;
    return line->file != NULL && line->text != NULL ? line : NULL;
}

/* A line may hold for several pieces, and in several variants: it is needed when one of them needs it. */
static void on_line(void *context, const struct mad_cover_line *found)
{
    struct cover *cover = context;
    struct line *line = NULL;
    for (size_t i = 0; i < cover->count && line == NULL; i++) {
        bool is_it = cover->lines[i].number == found->place.line &&
                     strcmp(cover->lines[i].file, found->place.file) == 0;
        line = is_it ? &cover->lines[i] : NULL;
    }
    if (line == NULL && !cover->is_short) {
        line = add_line(cover, &found->place);
    }
    cover->is_short = cover->is_short || line == NULL;
    if (line != NULL) {
        line->by_tests = line->by_tests || found->test != NULL;
        line->by_games = line->by_games || found->position != NULL;
        line->is_unseen = line->is_unseen || found->is_unseen;
    }
}

static bool stop_covering(void *context)
{
    (void)context;
    return cli_interrupted();
}

static enum cli_exit cover_variant(struct cover *cover, const char *path, const char *variant)
{
    const struct cli_args *args = cover->args;
    struct mad_load load = cli_load(args, path, variant);
    struct mad_cover_options options = {
        .games = (uint32_t)args->number[CLI_OPTION_COVER_GAMES],
        .seed = args->value[CLI_OPTION_SEED] != NULL ? (uint64_t)args->number[CLI_OPTION_SEED] : 1,
        .nodes = (uint64_t)args->number[CLI_OPTION_NODES],
        .steps = (uint64_t)args->number[CLI_OPTION_STEPS],
        .interrupt = stop_covering,
    };
    mad_game *game = NULL;
    mad_diagnostics *diagnostics = NULL;
    enum mad_status status = mad_game_load(cover->engine, &load, &game, &diagnostics);
    enum cli_exit code = CLI_FINE;
    if (status != MAD_OK) {
        code = cli_diagnostics_failed(cover->engine, &load, status, diagnostics);
    } else {
        status = mad_cover(cover->engine, &load, &options, on_line, cover);
        status = cover->is_short ? MAD_ERROR_MEMORY : status;
        code = status == MAD_OK ? CLI_FINE : cli_game_failed(args, game, "trying lines", status);
    }
    mad_diagnostics_free(diagnostics);
    mad_game_free(game);
    return code;
}

/* --- telling ------------------------------------------------------------------------------------------- */

static bool is_reached(const struct line *line)
{
    return line->by_tests || line->by_games;
}

static int compare_lines(const void *a, const void *b)
{
    const struct line *one = a, *other = b;
    int order = strcmp(one->file, other->file);
    return order != 0 ? order : (one->number > other->number) - (one->number < other->number);
}

/* Lines of the file that begins at `first`: how many, and how many of them are reached. */
static size_t file_size(const struct cover *cover, size_t first, size_t *reached)
{
    size_t count = 0;
    *reached = 0;
    while (first + count < cover->count &&
           strcmp(cover->lines[first + count].file, cover->lines[first].file) == 0) {
        *reached += is_reached(&cover->lines[first + count]);
        count++;
    }
    return count;
}

/* Rounded down: 100 is all. */
static unsigned percent(size_t reached, size_t count)
{
    return count == 0 ? 100 : (unsigned)(reached * 100 / count);
}

static bool is_main(const struct cover *cover, const char *file)
{
    size_t length = strlen(file), name = strlen(cover->main_file);
    return strcmp(file, cover->main_file) == 0 ||
           (length > name + 5 && file[length - name - 5] == '/' &&
            strncmp(file + length - name - 4, cover->main_file, name) == 0 &&
            strcmp(file + length - 4, ".mad") == 0);
}

static void print_file(const struct cover *cover, size_t first, size_t count, size_t reached)
{
    cli_tone(stdout, CLI_BOLD);
    cli_put_padded(stdout, cover->lines[first].file, 32);
    cli_tone(stdout, CLI_PLAIN);
    printf(" %4zu of %zu lines, %u %%\n", reached, count, percent(reached, count));
    for (size_t i = first; i < first + count; i++) {
        const struct line *line = &cover->lines[i];
        if (!line->by_tests) {
            const char *text = line->text + strspn(line->text, " \t");
            cli_tone(stdout, line->by_games || line->is_unseen ? CLI_YELLOW : CLI_RED);
            printf("%7u  %s", (unsigned)line->number,
                   line->by_games    ? "games  "
                   : line->is_unseen ? "unseen "
                                     : "never  ");
            cli_tone(stdout, CLI_PLAIN);
            cli_put(stdout, text);
            fputc('\n', stdout);
        }
    }
}

/* The tracefile of geninfo(1), which lcov, genhtml and build servers read. */
static void print_lcov(const struct cover *cover, size_t first, size_t count, size_t reached)
{
    fputs("TN:\nSF:", stdout);
    cli_put(stdout, cover->lines[first].file);
    fputc('\n', stdout);
    for (size_t i = first; i < first + count; i++) {
        printf("DA:%u,%d\n", (unsigned)cover->lines[i].number, is_reached(&cover->lines[i]));
    }
    printf("LF:%zu\nLH:%zu\nend_of_record\n", count, reached);
}

static void print_json(const struct cover *cover, size_t first, size_t count, size_t reached)
{
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "file", cover->lines[first].file);
    cli_json_count(&json, "count", (int64_t)count);
    cli_json_count(&json, "reached", (int64_t)reached);
    cli_json_open(&json, "lines", '[');
    for (size_t i = first; i < first + count; i++) {
        cli_json_open(&json, NULL, '{');
        cli_json_count(&json, "line", cover->lines[i].number);
        cli_json_text(&json, "text", cover->lines[i].text);
        cli_json_truth(&json, "tests", cover->lines[i].by_tests);
        cli_json_truth(&json, "games", cover->lines[i].by_games);
        cli_json_truth(&json, "unseen", cover->lines[i].is_unseen && !is_reached(&cover->lines[i]));
        cli_json_close(&json, '}');
    }
    cli_json_close(&json, ']');
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

/* The file that was asked for first, then the others that it uses; its percentage. */
static unsigned print_files(const struct cover *cover)
{
    const struct cli_args *args = cover->args;
    unsigned of_main = 100;
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0, count; i < cover->count; i += count) {
            size_t reached;
            count = file_size(cover, i, &reached);
            bool is_wanted = is_main(cover, cover->lines[i].file) == (round == 0);
            if (!is_wanted) {
                continue;
            }
            of_main = round == 0 ? percent(reached, count) : of_main;
            if (args->value[CLI_OPTION_JSON] != NULL ||
                cli_args_chose(args, CLI_OPTION_COVER_FORMAT, "json", false)) {
                print_json(cover, i, count, reached);
            } else if (cli_args_chose(args, CLI_OPTION_COVER_FORMAT, "lcov", false)) {
                print_lcov(cover, i, count, reached);
            } else {
                print_file(cover, i, count, reached);
            }
        }
    }
    return of_main;
}

/* What took too long counts as not reached; it is said, for nobody knows. */
static void say_unseen(const struct cover *cover)
{
    size_t count = 0;
    for (size_t i = 0; i < cover->count; i++) {
        count += cover->lines[i].is_unseen && !is_reached(&cover->lines[i]);
    }
    if (count > 0) {
        fflush(stdout);
        fprintf(
            stderr,
            "mad cover: %zu lines were not looked at, and count as not reached: it would take too "
            "long; more --steps, smaller counts in the tests or a single variant tell of more\n",
            count);
    }
}

static enum cli_exit finish(struct cover *cover)
{
    const struct cli_args *args = cover->args;
    if (cover->count > 0) {
        qsort(cover->lines, cover->count, sizeof *cover->lines, compare_lines);
    }
    unsigned reached = print_files(cover);
    say_unseen(cover);
    if (args->value[CLI_OPTION_FAIL_UNDER] != NULL &&
        reached < (unsigned)args->number[CLI_OPTION_FAIL_UNDER]) {
        fputs("mad cover: ", stderr);
        cli_put(stderr, cover->main_file);
        fprintf(stderr, ": %u %% of its lines are reached, fewer than %.0f\n", reached,
                args->number[CLI_OPTION_FAIL_UNDER]);
        return CLI_FINDINGS;
    }
    return CLI_FINE;
}

enum cli_exit cli_run_cover(const struct cli_args *args)
{
    struct cover cover = {.args = args};
    struct cli_file_name name = {0};
    struct cli_variants variants = {0};
    bool has_games = args->number[CLI_OPTION_COVER_GAMES] > 0;
    bool has_slips = args->value[CLI_OPTION_SLIPS] != NULL;
    if (!has_games && (args->value[CLI_OPTION_NODES] != NULL ||
                       (args->value[CLI_OPTION_SEED] != NULL && !has_slips))) {
        return cli_usage_error(args->command, "--seed and --nodes are for --games");
    }
    if (has_slips && (has_games || args->value[CLI_OPTION_COVER_FORMAT] != NULL)) {
        return cli_usage_error(args->command, "--slips goes without --games and --format");
    }
    enum cli_exit code = cli_engine_open(&cover.engine);
    if (code == CLI_FINE) {
        code = cli_file_name_parse(&name, args, cover.engine, args->operands[0]);
    }
    if (code == CLI_FINE) {
        code = cli_variants_find(&variants, cover.engine, name.path, name.variant);
    }
    cover.main_file = name.path;
    cli_interrupt_catch(true);
    if (code == CLI_FINE && has_slips) {
        code = cli_cover_slips(args, cover.engine, name.path, &variants);
    }
    for (size_t i = 0; i < variants.count && code == CLI_FINE && !has_slips; i++) {
        code = cover_variant(&cover, name.path, variants.titles[i]);
    }
    if (code == CLI_FINE && !has_slips) {
        code = finish(&cover);
    }
    for (size_t i = 0; i < cover.count; i++) {
        free(cover.lines[i].file);
        free(cover.lines[i].text);
    }
    free(cover.lines);
    cli_variants_free(&variants);
    cli_file_name_free(&name);
    mad_engine_free(cover.engine);
    return code;
}
