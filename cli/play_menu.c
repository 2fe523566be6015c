/* play_menu.c - see play_menu.h: families of games, and a search among them. Layer: cli. */
#include "play_menu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "board.h"
#include "game_file.h"
#include "interrupt.h"
#include "play.h"
#include "read_line.h"
#include "shelf.h"
#include "text.h"

enum { WIDTH = 79, MOST_FOUND = 40 };

/* What was listed last, so that a number can be said for one of them. */
struct menu {
    const mad_engine *engine;
    const struct cli_shelf *shelf;
    size_t listed[MOST_FOUND], count;
};

static bool begins_family(const struct cli_shelf *shelf, size_t index)
{
    return index == 0 || strcmp(shelf->games[index].family, shelf->games[index - 1].family) != 0;
}

static size_t family_size(const struct cli_shelf *shelf, size_t first)
{
    size_t count = 1;
    while (first + count < shelf->count && !begins_family(shelf, first + count)) {
        count++;
    }
    return count;
}

/* In lines of the terminal's width, with how many games there are of each. */
static void list_families(const struct cli_shelf *shelf)
{
    int column = 0;
    for (size_t i = 0; i < shelf->count; i += family_size(shelf, i)) {
        char text[200];
        size_t size = family_size(shelf, i), used;
        used = cli_copy_safe(text, 150, shelf->games[i].family);
        if (size > 1) {
            snprintf(text + used, sizeof text - used, " (%zu)", size);
        }
        bool is_last = i + size == shelf->count;
        int width = cli_width(text) + !is_last;
        if (column > 0 && column + 1 + width > WIDTH) {
            fputc('\n', stdout);
            column = 0;
        }
        printf("%s%s%s", column > 0 ? " " : "", text, is_last ? "\n" : ",");
        column += width + (column > 0);
    }
}

static void list_games(struct menu *menu, const char *words)
{
    size_t found = 0;
    menu->count = 0;
    for (size_t i = 0; i < menu->shelf->count; i++) {
        const struct cli_shelf_game *game = &menu->shelf->games[i];
        if (!cli_shelf_matches(game, words) || found++ >= MOST_FOUND) {
            continue;
        }
        menu->listed[menu->count++] = i;
        printf("%3zu  ", menu->count);
        cli_put_padded(stdout, game->title, 32);
        fputs("  ", stdout);
        cli_put(stdout, game->name);
        fputc('\n', stdout);
    }
    if (found > MOST_FOUND) {
        printf("... and %zu more: add a word\n", found - MOST_FOUND);
    } else if (found == 0) {
        puts("no game is called so; Enter lists the families");
    }
}

/* The game that a number of the list, a name or a title means alone; null: none does. */
static const struct cli_shelf_game *find_game(const struct menu *menu, const char *line)
{
    const struct cli_shelf *shelf = menu->shelf;
    const struct cli_shelf_game *only = NULL;
    double number;
    size_t found = 0;
    if (cli_parse_count(line, 1, (double)menu->count, &number)) {
        return &shelf->games[menu->listed[(size_t)number - 1]];
    }
    for (size_t i = 0; i < shelf->count; i++) {
        const struct cli_shelf_game *game = &shelf->games[i];
        if (strcasecmp(game->name, line) == 0 || strcasecmp(game->title, line) == 0) {
            return game;
        }
        if (cli_shelf_matches(game, line)) {
            only = game;
            found++;
        }
    }
    return found == 1 ? only : NULL;
}

mad_game *play_load_named(const mad_engine *engine, const char *name)
{
    char path[PLAY_NAME_BYTES];
    snprintf(path, sizeof path, "%s", name);
    char *colon = strchr(path, ':');
    const struct mad_load how = {
        .path = path, .variant = colon != NULL ? colon + 1 : NULL, .with_comments = true};
    mad_game *game = NULL;
    if (colon != NULL) {
        *colon = '\0';
    }
    return mad_game_load(engine, &how, &game, NULL) == MAD_OK ? game : NULL;
}

/* Whether a game has the options that are written behind its name; says what is wrong. */
static bool has_options(const struct menu *menu, const struct cli_shelf_game *shelved,
                        const char *settings)
{
    mad_game *game = settings != NULL ? play_load_named(menu->engine, shelved->name) : NULL;
    char *words = game != NULL ? strdup(settings) : NULL;
    bool is_good = words == NULL || play_are_settings(game, words); /* else loading it says why */
    free(words);
    mad_game_free(game);
    return is_good;
}

/* What there is to know of a game before it is chosen: what it says of itself, and its options. */
static void tell(const struct menu *menu, const struct cli_shelf_game *shelved)
{
    mad_game *game = play_load_named(menu->engine, shelved->name);
    cli_put(stdout, shelved->title);
    fputs("  ", stdout);
    cli_put(stdout, shelved->name);
    fputc('\n', stdout);
    if (game == NULL) {
        return;
    }
    struct mad_game_info info = mad_game_info(game);
    for (size_t i = 0; i < info.about_count; i++) {
        cli_put_wrapped(stdout, info.about[i], 0, 0, WIDTH);
        fputc('\n', stdout);
    }
    if (mad_game_option_count(game) > 0) {
        cli_game_options_print(game, "Options, to be typed behind its name:");
    }
    mad_game_free(game);
}

/* Where the words with `=` begin that end the line. */
static char *find_settings(char *line)
{
    char *settings = line + strlen(line);
    for (char *word = settings; word > line;) {
        while (word > line && word[-1] == ' ') {
            word--;
        }
        while (word > line && word[-1] != ' ') {
            word--;
        }
        const char *equals = strchr(word, '=');
        if (equals == NULL || equals == word || equals > word + strcspn(word, " ")) {
            break;
        }
        settings = word;
    }
    return settings;
}

static void trim(char *line)
{
    for (size_t length = strlen(line); length > 0 && line[length - 1] == ' ';) {
        line[--length] = '\0';
    }
}

static bool is_leaving(const char *line)
{
    return strcmp(line, "quit") == 0 || strcmp(line, "q") == 0 || strcmp(line, "exit") == 0;
}

/* True when the line has chosen a game, or nobody is there any more. */
static bool obey(struct menu *menu, char *line, struct play_choice *choice)
{
    line += strspn(line, " \t");
    trim(line);
    char *settings = find_settings(line);
    char *own = settings[0] != '\0' ? strdup(settings) : NULL;
    bool has_settings = settings[0] != '\0';
    settings[0] = '\0';
    trim(line);
    bool is_question = line[0] != '\0' && line[strlen(line) - 1] == '?';
    line[strlen(line) - is_question] = '\0';
    trim(line);
    const struct cli_shelf_game *game = line[0] != '\0' ? find_game(menu, line) : NULL;
    bool is_chosen = game != NULL && !is_question && (own != NULL || !has_settings);
    if (line[0] == '\0') {
        list_families(menu->shelf);
    } else if (is_leaving(line)) {
        is_chosen = true;
        game = NULL;
    } else if (game == NULL) {
        list_games(menu, line);
    } else if (is_question) {
        tell(menu, game);
    } else if (is_chosen) {
        is_chosen = has_options(menu, game, own);
    }
    if (is_chosen && game != NULL) {
        cli_copy_safe(choice->name, PLAY_NAME_BYTES, game->name);
        choice->settings = own;
        own = NULL;
    }
    free(own);
    return is_chosen;
}

static void ask(const mad_engine *engine, const struct cli_shelf *shelf, struct play_choice *choice)
{
    static struct cli_reader reader; /* a line is long */
    struct menu menu = {.engine = engine, .shelf = shelf};
    bool is_done = false;
    cli_reader_start(&reader);
    cli_interrupt_catch(false);
    list_families(shelf);
    puts("Type a name, or words such as `chinese`; `NAME ?` tells about one.");
    while (!is_done) {
        switch (cli_reader_next(&reader, "Which game? ")) {
        case CLI_LINE_GOOD: is_done = obey(&menu, reader.text, choice); break;
        case CLI_LINE_REFUSED: puts(reader.text); break;
        case CLI_LINE_INTERRUPTED: is_done = true; break;
        case CLI_LINE_END: is_done = true; break;
        }
    }
}

enum cli_exit play_menu(struct play_choice *choice)
{
    mad_engine *engine = NULL;
    struct cli_shelf shelf = {0};
    *choice = (struct play_choice){.settings = NULL};
    enum cli_exit code = cli_engine_open(&engine);
    if (code == CLI_FINE) {
        code = cli_shelf_fill(&shelf, engine);
    }
    if (code < CLI_USAGE) { /* games that do not load have been named */
        code = CLI_FINE;
        ask(engine, &shelf, choice);
    }
    cli_shelf_free(&shelf);
    mad_engine_free(engine);
    return code;
}
