/* list.c - `mad list`: the games that come with mad or lie in its folders, and their variants. Layer: cli. */
#include <stdlib.h>
#include <string.h>

#include "game_file.h"
#include "interrupt.h"
#include "json.h"
#include "rule_folders.h"
#include "text.h"

enum { COLUMNS = 6 };

struct row {
    char *cell[COLUMNS]; /* name, title, inventor, year, board, source; owned */
};

static const char *const column_names[COLUMNS] = {"name", "title", "inventor",
                                                  "year", "board", "source"};

struct listing {
    const struct cli_args *args;
    mad_engine *engine;
    struct row *rows;
    size_t count, capacity;
};

static char *copy(const char *text)
{
    return strdup(text != NULL ? text : "");
}

static enum cli_exit add_row(struct listing *listing, char *name, const struct mad_game_info *info)
{
    char year[20] = "", board[40];
    if (info->year != 0) {
        snprintf(year, sizeof year, "%d", info->year);
    }
    if (info->hexagons) {
        snprintf(board, sizeof board, "hexagon %d", (info->files + 1) / 2);
    } else {
        snprintf(board, sizeof board, "%dx%d", info->files, info->ranks);
    }
    if (listing->count == listing->capacity) {
        size_t capacity = listing->capacity * 2 + 16;
        struct row *rows = realloc(listing->rows, capacity * sizeof *rows);
        if (rows == NULL) {
            free(name);
            return CLI_INTERNAL;
        }
        listing->rows = rows;
        listing->capacity = capacity;
    }
    struct row *row = &listing->rows[listing->count++];
    *row = (struct row){{name, copy(info->title), copy(info->inventor), copy(year), copy(board),
                         copy(info->source)}};
    for (size_t i = 0; i < COLUMNS; i++) {
        if (row->cell[i] == NULL) {
            return CLI_INTERNAL;
        }
    }
    return CLI_FINE;
}

static enum cli_exit add_game(struct listing *listing, const char *file, const char *variant)
{
    struct mad_load load = {.path = file, .variant = variant};
    mad_game *game = NULL;
    enum mad_status status = mad_game_load(listing->engine, &load, &game, NULL);
    char *name = cli_game_name(file, variant);
    if (name == NULL) {
        mad_game_free(game);
        return CLI_INTERNAL;
    }
    if (status != MAD_OK) {
        fprintf(stderr, "mad list: %s: %s\n", name, mad_status_text(status));
        free(name);
        return CLI_FINDINGS;
    }
    struct mad_game_info info = mad_game_info(game);
    enum cli_exit code = add_row(listing, name, &info);
    mad_game_free(game);
    return code;
}

static enum cli_exit add_file(struct listing *listing, const char *file)
{
    struct cli_variants variants = {0};
    enum cli_exit code = cli_variants_find(&variants, listing->engine, file, NULL);
    for (size_t i = 0; i < variants.count && code < CLI_USAGE; i++) {
        enum cli_exit one = add_game(listing, file, variants.titles[i]);
        code = one > code ? one : code;
    }
    cli_variants_free(&variants);
    return code;
}

static void print_columns(const struct listing *listing)
{
    enum { WIDEST = 28 }; /* what is longer pushes its own line aside, not all of them */
    int widths[COLUMNS] = {0};
    for (size_t i = 0; i < listing->count * COLUMNS; i++) {
        int width = cli_width(listing->rows[i / COLUMNS].cell[i % COLUMNS]);
        width = width < WIDEST ? width : WIDEST;
        widths[i % COLUMNS] = width > widths[i % COLUMNS] ? width : widths[i % COLUMNS];
    }
    for (size_t i = 0; i < listing->count; i++) {
        size_t last = COLUMNS - 1; /* no blanks at the ends of lines */
        while (last > 0 && listing->rows[i].cell[last][0] == '\0') {
            last--;
        }
        for (size_t column = 0; column < last; column++) {
            cli_put_padded(stdout, listing->rows[i].cell[column], widths[column]);
            cli_put(stdout, "  ");
        }
        cli_put(stdout, listing->rows[i].cell[last]);
        fputc('\n', stdout);
    }
}

static void print_json(const struct listing *listing)
{
    for (size_t i = 0; i < listing->count; i++) {
        struct cli_json json = cli_json_start(stdout);
        cli_json_open(&json, NULL, '{');
        for (size_t column = 0; column < COLUMNS; column++) {
            const char *text = listing->rows[i].cell[column];
            if (strcmp(column_names[column], "year") == 0 && text[0] != '\0') {
                cli_json_count(&json, "year", atoi(text));
            } else {
                cli_json_text(&json, column_names[column], text[0] == '\0' ? NULL : text);
            }
        }
        cli_json_close(&json, '}');
        cli_json_end(&json);
    }
}

/* What lies in the folders of rule files. */
static enum cli_exit add_found(struct listing *listing)
{
    char **names = NULL;
    size_t count = 0;
    if (cli_rule_names(listing->engine, &names, &count) != MAD_OK) {
        return CLI_INTERNAL;
    }
    enum cli_exit code = CLI_FINE;
    for (size_t i = 0; i < count && code < CLI_USAGE; i++) {
        enum cli_exit one = add_file(listing, names[i]);
        code = one > code ? one : code;
    }
    cli_rule_names_free(names, count);
    return code;
}

enum cli_exit cli_run_list(const struct cli_args *args)
{
    struct listing listing = {.args = args};
    enum cli_exit code = cli_engine_open(&listing.engine);
    if (code != CLI_FINE) {
        return code;
    }
    const char *file;
    for (size_t i = 0; code < CLI_USAGE && (file = mad_shipped_name(listing.engine, i)) != NULL;
         i++) {
        enum cli_exit one = add_file(&listing, file);
        code = one > code ? one : code;
    }
    if (code < CLI_USAGE) {
        enum cli_exit found = add_found(&listing);
        code = found > code ? found : code;
    }
    if (code == CLI_INTERNAL) {
        fputs("mad: out of memory\n", stderr);
    } else if (args->value[CLI_OPTION_JSON] != NULL) {
        print_json(&listing);
    } else {
        print_columns(&listing);
    }
    for (size_t i = 0; i < listing.count * COLUMNS; i++) {
        free(listing.rows[i / COLUMNS].cell[i % COLUMNS]);
    }
    free(listing.rows);
    mad_engine_free(listing.engine);
    return code;
}
