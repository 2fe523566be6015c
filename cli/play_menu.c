/* play_menu.c - see play_menu.h: families of games, and a search among them. Layer: cli. */
#include "play_menu.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "game_file.h"
#include "interrupt.h"
#include "read_line.h"
#include "shelf.h"
#include "text.h"

enum { WIDTH = 79, MOST_FOUND = 40 };

/* What was listed last, so that a number can be said for one of them. */
struct menu {
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

/* True when the line has chosen a game, or nobody is there any more. */
static bool obey(struct menu *menu, char *line, char name[PLAY_NAME_BYTES])
{
    line += strspn(line, " \t");
    for (size_t length = strlen(line); length > 0 && line[length - 1] == ' ';) {
        line[--length] = '\0';
    }
    if (line[0] == '\0') {
        list_families(menu->shelf);
        return false;
    }
    if (strcmp(line, "quit") == 0) {
        return true;
    }
    const struct cli_shelf_game *game = find_game(menu, line);
    if (game == NULL) {
        list_games(menu, line);
        return false;
    }
    cli_copy_safe(name, PLAY_NAME_BYTES, game->name);
    return true;
}

static void ask(const struct cli_shelf *shelf, char name[PLAY_NAME_BYTES])
{
    static struct cli_reader reader; /* a line is long */
    struct menu menu = {.shelf = shelf};
    bool is_done = false;
    cli_reader_start(&reader);
    cli_interrupt_catch(false);
    list_families(shelf);
    while (!is_done) {
        switch (cli_reader_next(&reader, "Which game? (a name, or words such as `chinese`) ")) {
        case CLI_LINE_GOOD: is_done = obey(&menu, reader.text, name); break;
        case CLI_LINE_REFUSED: puts(reader.text); break;
        case CLI_LINE_INTERRUPTED: is_done = true; break;
        case CLI_LINE_END: is_done = true; break;
        }
    }
}

enum cli_exit play_menu(char name[PLAY_NAME_BYTES])
{
    mad_engine *engine = NULL;
    struct cli_shelf shelf = {0};
    name[0] = '\0';
    enum cli_exit code = cli_engine_open(&engine);
    if (code == CLI_FINE) {
        code = cli_shelf_fill(&shelf, engine);
    }
    if (code < CLI_USAGE) { /* games that do not load have been named */
        code = CLI_FINE;
        ask(&shelf, name);
    }
    cli_shelf_free(&shelf);
    mad_engine_free(engine);
    return code;
}
