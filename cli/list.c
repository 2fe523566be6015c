/* list.c - `mad list`: the games that come with mad and their variants, by family. Layer: cli. */
#include <stdlib.h>
#include <string.h>

#include "game_file.h"
#include "json.h"
#include "shelf.h"
#include "text.h"

enum { NAME_COLUMN = 2, TEXT_COLUMN = 24, LAST_COLUMN = 80 };

static void print_text(const char *text)
{
    cli_put_repeated(stdout, ' ', TEXT_COLUMN);
    cli_put_wrapped(stdout, text, TEXT_COLUMN, TEXT_COLUMN, LAST_COLUMN);
    fputc('\n', stdout);
}

/* "Amazon Chess, 8x8, Ralph Betza 1977"; null without memory. */
static char *summary(const struct cli_shelf_game *game)
{
    size_t size =
        strlen(game->title) + strlen(game->board) + strlen(game->inventor) + strlen(game->year) + 6;
    bool has_who = game->inventor[0] != '\0', has_year = game->year[0] != '\0';
    char *text = malloc(size);
    if (text != NULL) {
        snprintf(text, size, "%s, %s%s%s%s%s", game->title, game->board,
                 has_who || has_year ? ", " : "", game->inventor, has_who && has_year ? " " : "",
                 game->year);
    }
    return text;
}

static bool print_game(const struct cli_shelf_game *game, bool in_full)
{
    char *text = summary(game);
    if (text == NULL) {
        return false;
    }
    cli_put_repeated(stdout, ' ', NAME_COLUMN);
    cli_put(stdout, game->name);
    int used = NAME_COLUMN + cli_width(game->name);
    if (used >= TEXT_COLUMN) {
        fputc('\n', stdout);
        used = 0;
    }
    cli_put_repeated(stdout, ' ', TEXT_COLUMN - used);
    cli_put_wrapped(stdout, text, TEXT_COLUMN, TEXT_COLUMN, LAST_COLUMN);
    fputc('\n', stdout);
    free(text);
    if (in_full && game->called[0] != '\0') {
        cli_put_repeated(stdout, ' ', TEXT_COLUMN);
        int column = TEXT_COLUMN + printf("also called ");
        cli_put_wrapped(stdout, game->called, column, TEXT_COLUMN, LAST_COLUMN);
        fputc('\n', stdout);
    }
    if (in_full && game->about[0] != '\0') {
        print_text(game->about);
    }
    if (in_full && game->source[0] != '\0') {
        print_text(game->source);
    }
    return true;
}

static void print_json(const struct cli_shelf_game *game)
{
    const char *const texts[][2] = {{"name", game->name},         {"title", game->title},
                                    {"inventor", game->inventor}, {"year", game->year},
                                    {"board", game->board},       {"source", game->source},
                                    {"family", game->family},     {"called", game->called}};
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (strcmp(texts[i][0], "year") == 0 && texts[i][1][0] != '\0') {
            cli_json_count(&json, "year", atoi(texts[i][1]));
        } else {
            cli_json_text(&json, texts[i][0], texts[i][1][0] == '\0' ? NULL : texts[i][1]);
        }
    }
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

/* The operands with blanks between; null without memory. */
static char *joined_words(const struct cli_args *args)
{
    size_t bytes = 1;
    for (size_t i = 0; i < args->operand_count; i++) {
        bytes += strlen(args->operands[i]) + 1;
    }
    char *words = malloc(bytes);
    if (words != NULL) {
        char *end = words;
        *end = '\0';
        for (size_t i = 0; i < args->operand_count; i++) {
            end += sprintf(end, "%s%s", i > 0 ? " " : "", args->operands[i]);
        }
    }
    return words;
}

/* Only headings are read of what is listed; whoever wrote the file wants to know that there is no game in it. */
static enum cli_exit check_game(const mad_engine *engine, const struct cli_shelf_game *game)
{
    char *file = strdup(game->name);
    if (file == NULL) {
        return CLI_INTERNAL;
    }
    char *colon = strchr(file, ':');
    if (colon != NULL) {
        *colon = '\0';
    }
    enum cli_exit code = CLI_FINE;
    if (mad_shipped_text(engine, file) == NULL) {
        struct mad_load load = {
            .path = file, .variant = colon != NULL ? colon + 1 : NULL, .with_seats = true};
        mad_game *loaded = NULL;
        enum mad_status status = mad_game_load(engine, &load, &loaded, NULL);
        mad_game_free(loaded);
        code = status == MAD_OK             ? CLI_FINE
               : status == MAD_ERROR_MEMORY ? CLI_INTERNAL
                                            : CLI_FINDINGS;
    }
    if (code == CLI_FINDINGS) {
        fputs("mad list: ", stderr);
        cli_put(stderr, game->name);
        fputs(" cannot be played: `mad lint ", stderr);
        cli_put(stderr, file);
        fputs("` tells why\n", stderr);
    }
    free(file);
    return code;
}

static enum cli_exit print_shelf(const struct cli_args *args, const mad_engine *engine,
                                 const struct cli_shelf *shelf, const char *words)
{
    enum cli_exit code = CLI_FINE;
    const char *family = NULL;
    bool is_search = args->operand_count > 0;
    for (size_t i = 0; i < shelf->count; i++) {
        const struct cli_shelf_game *game = &shelf->games[i];
        if (is_search && !cli_shelf_matches(game, words)) {
            continue;
        }
        if (args->value[CLI_OPTION_JSON] != NULL) {
            print_json(game);
        } else {
            if (family == NULL || strcmp(family, game->family) != 0) {
                fputs(family != NULL ? "\n" : "", stdout);
                cli_tone(stdout, CLI_BOLD);
                cli_put(stdout, game->family);
                cli_tone(stdout, CLI_PLAIN);
                fputc('\n', stdout);
            }
            if (!print_game(game, is_search)) {
                fputs("mad: out of memory\n", stderr);
                return CLI_INTERNAL;
            }
        }
        family = game->family;
        enum cli_exit one = check_game(engine, game);
        if (one >= CLI_USAGE) {
            fputs("mad: out of memory\n", stderr);
            return one;
        }
        code = one > code ? one : code;
    }
    if (family == NULL) {
        fputs("mad list: no game that comes with mad is known by '", stderr);
        cli_put(stderr, words);
        fputs("'; names, titles, inventors, years and families are looked through\n", stderr);
        return CLI_FINDINGS;
    }
    return code;
}

enum cli_exit cli_run_list(const struct cli_args *args)
{
    mad_engine *engine = NULL;
    struct cli_shelf shelf = {0};
    char *words = joined_words(args);
    if (words == NULL) {
        fputs("mad: out of memory\n", stderr);
        return CLI_INTERNAL;
    }
    enum cli_exit code = cli_engine_open(&engine);
    if (code == CLI_FINE) {
        code = cli_shelf_fill(&shelf, engine);
    }
    if (code < CLI_USAGE) {
        enum cli_exit printed = print_shelf(args, engine, &shelf, words);
        code = printed > code ? printed : code;
    }
    cli_shelf_free(&shelf);
    mad_engine_free(engine);
    free(words);
    return code;
}
