/* shelf.c - see shelf.h. Layer: cli. */
#include "shelf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_file.h"
#include "lists.h"
#include "rule_folders.h"
#include "text.h"

/* --- filling --------------------------------------------------------------------------------------- */

static void free_game(struct cli_shelf_game *game)
{
    char *const owned[] = {game->name,  game->title,  game->family, game->inventor, game->year,
                           game->board, game->source, game->called, game->about};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
        free(owned[i]);
    }
}

static char *copy(const char *text)
{
    return strdup(text != NULL ? text : "");
}

static char *join(const char *const *texts, size_t count)
{
    size_t bytes = 1;
    for (size_t i = 0; i < count; i++) {
        bytes += strlen(texts[i]) + 2;
    }
    char *joined = malloc(bytes);
    if (joined != NULL) {
        char *end = joined;
        *end = '\0';
        for (size_t i = 0; i < count; i++) {
            end += sprintf(end, "%s%s", i > 0 ? ", " : "", texts[i]);
        }
    }
    return joined;
}

static struct cli_shelf_game *new_game(struct cli_shelf *shelf)
{
    struct cli_shelf_game *games =
        cli_room(shelf->games, shelf->count, &shelf->capacity, sizeof *games);
    if (games == NULL) {
        return NULL;
    }
    shelf->games = games;
    return &shelf->games[shelf->count];
}

/* A game that is being added. */
struct adding {
    struct cli_shelf *shelf;
    const char *file, *variant;
    enum cli_exit code;
};

static enum cli_exit add(struct cli_shelf *shelf, const char *file, const char *variant,
                         const struct mad_game_info *info)
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
    struct cli_shelf_game *game = new_game(shelf);
    if (game == NULL) {
        return CLI_INTERNAL;
    }
    *game = (struct cli_shelf_game){
        .name = cli_game_name(file, variant),
        .title = copy(info->title),
        .family = copy(info->family != NULL ? info->family : info->title),
        .inventor = copy(info->inventor),
        .year = copy(year),
        .board = copy(board),
        .source = copy(info->source),
        .called = join(info->called, info->called_count),
        .about = copy(info->about_count > 0 ? info->about[0] : NULL),
    };
    if (game->name == NULL || game->title == NULL || game->family == NULL ||
        game->inventor == NULL || game->year == NULL || game->board == NULL ||
        game->source == NULL || game->called == NULL || game->about == NULL) {
        free_game(game);
        return CLI_INTERNAL;
    }
    shelf->count++;
    return CLI_FINE;
}

static void add_heading(void *context, const struct mad_game_info *info)
{
    struct adding *adding = context;
    adding->code = add(adding->shelf, adding->file, adding->variant, info);
}

static enum cli_exit add_variant(struct cli_shelf *shelf, const mad_engine *engine,
                                 const char *file, const char *variant)
{
    struct mad_load load = {.path = file, .variant = variant};
    struct adding adding = {.shelf = shelf, .file = file, .variant = variant};
    enum mad_status status = mad_visit_heading(engine, &load, add_heading, &adding);
    if (status != MAD_OK) {
        fputs("mad: ", stderr);
        cli_put(stderr, file);
        fputs(variant != NULL ? ":" : "", stderr);
        cli_put(stderr, variant != NULL ? variant : "");
        fprintf(stderr, ": %s\n", mad_status_text(status));
        return status == MAD_ERROR_MEMORY ? CLI_INTERNAL : CLI_FINDINGS;
    }
    return adding.code;
}

static enum cli_exit add_file(struct cli_shelf *shelf, const mad_engine *engine, const char *file)
{
    struct cli_variants variants = {0};
    enum cli_exit code = cli_variants_find(&variants, engine, file, NULL);
    for (size_t i = 0; i < variants.count && code < CLI_USAGE; i++) {
        enum cli_exit one = add_variant(shelf, engine, file, variants.titles[i]);
        code = one > code ? one : code;
    }
    cli_variants_free(&variants);
    return code;
}

/* What lies in the folders of rule files. */
static enum cli_exit add_found(struct cli_shelf *shelf, const mad_engine *engine)
{
    char **names = NULL;
    size_t count = 0;
    if (cli_rule_names(engine, &names, &count) != MAD_OK) {
        return CLI_INTERNAL;
    }
    enum cli_exit code = CLI_FINE;
    for (size_t i = 0; i < count && code < CLI_USAGE; i++) {
        enum cli_exit one = add_file(shelf, engine, names[i]);
        code = one > code ? one : code;
    }
    cli_rule_names_free(names, count);
    return code;
}

static int by_family(const void *a, const void *b)
{
    const struct cli_shelf_game *one = a, *other = b;
    int order = strcmp(one->family, other->family);
    return order != 0 ? order : strcmp(one->name, other->name);
}

enum cli_exit cli_shelf_fill(struct cli_shelf *shelf, const mad_engine *engine)
{
    struct cli_shelf made = {0};
    enum cli_exit code = CLI_FINE;
    const char *file;
    for (size_t i = 0; code < CLI_USAGE && (file = mad_shipped_name(engine, i)) != NULL; i++) {
        enum cli_exit one = add_file(&made, engine, file);
        code = one > code ? one : code;
    }
    if (code < CLI_USAGE) {
        enum cli_exit found = add_found(&made, engine);
        code = found > code ? found : code;
    }
    if (code >= CLI_USAGE) {
        fputs("mad: out of memory\n", stderr);
        cli_shelf_free(&made);
        return code;
    }
    if (made.count > 0) {
        qsort(made.games, made.count, sizeof *made.games, by_family);
    }
    *shelf = made;
    return code;
}

void cli_shelf_free(struct cli_shelf *shelf)
{
    for (size_t i = 0; i < shelf->count; i++) {
        free_game(&shelf->games[i]);
    }
    free(shelf->games);
    *shelf = (struct cli_shelf){0};
}

/* --- finding --------------------------------------------------------------------------------------- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* Whether a word of the text begins with these `length` letters, capitals or not. */
static bool has_word(const char *text, const char *word, size_t length)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (!is_word(*at) || (at != text && is_word(at[-1]))) {
            continue;
        }
        size_t same = 0;
        while (same < length &&
               tolower((unsigned char)at[same]) == tolower((unsigned char)word[same])) {
            same++;
        }
        if (same == length) {
            return true;
        }
    }
    return false;
}

/* Whether the letters of the text begin with those of `words`, whatever stands between them. */
static bool begins_with(const char *text, const char *words)
{
    for (;; text++, words++) {
        while (*words != '\0' && !is_word(*words)) {
            words++;
        }
        while (*text != '\0' && *text != ',' && !is_word(*text)) {
            text++;
        }
        if (*words == '\0') {
            return true;
        }
        if (tolower((unsigned char)*text) != tolower((unsigned char)*words)) {
            return false;
        }
    }
}

static bool is_known_as(const char *names, const char *words)
{
    for (const char *at = names; at != NULL; at = strstr(at, ", ")) {
        at += *at == ',' ? 2 : 0;
        if (begins_with(at, words)) {
            return true;
        }
    }
    return false;
}

bool cli_shelf_matches(const struct cli_shelf_game *game, const char *words)
{
    const char *const places[] = {game->name,     game->title, game->called,
                                  game->inventor, game->year,  game->family};
    bool has_all = true, has_any = false;
    for (const char *word = words; *word != '\0' && has_all;) {
        size_t length = 0;
        while (is_word(word[length])) {
            length++;
        }
        bool is_found = length == 0;
        for (size_t i = 0; i < sizeof places / sizeof *places && !is_found; i++) {
            is_found = has_word(places[i], word, length);
        }
        has_any = has_any || length > 0;
        has_all = is_found;
        word += length > 0 ? length : 1;
    }
    return has_any && (has_all || is_known_as(game->name, words) ||
                       is_known_as(game->title, words) || is_known_as(game->called, words));
}
