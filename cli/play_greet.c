/* play_greet.c - what `mad play` says about a game before it begins. Layer: cli.
 *
 * All of it is read off the rules: what the file says of itself, which men and which ends are not those of
 * the game that most people know. */
#include <stdio.h>
#include <string.h>

#include "game_file.h"
#include "play.h"
#include "play_menu.h"

static const char known_game[] =
    "chess"; /* with whose men and ends those of other games are compared */

enum { WIDTH = 79, LINE_BYTES = 1000 };

struct line {
    char text[LINE_BYTES];
    size_t used;
};

static void add(struct line *line, const char *text)
{
    if (line->used < sizeof line->text - 1) {
        line->used += cli_copy_safe(line->text + line->used, sizeof line->text - line->used, text);
    }
}

/* The game, the same loaded with its words, or null, and the one to compare it with. */
struct games {
    const mad_game *game, *told, *known;
};

/* Lines of the terminal that the text takes. */
static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text != '\0'; lines++) {
        cli_take_line(&text, WIDTH);
    }
    return lines;
}

/* Returns how many lines it took. */
static int put_line(const struct line *line)
{
    const char *at = line->text;
    int lines = 0;
    for (; *at != '\0'; lines++) {
        const char *begin = at;
        printf("%.*s\n", (int)cli_take_line(&at, WIDTH), begin);
    }
    return lines;
}

/* --- men ---------------------------------------------------------------------------------------------- */

/* The man of that name in the game that people know; without a name when there is none. */
static struct mad_piece_info namesake(const mad_game *known, const char *name)
{
    size_t i = 0;
    while (i < mad_game_piece_count(known) && strcmp(mad_game_piece(known, i).name, name) != 0) {
        i++;
    }
    return mad_game_piece(known, i);
}

static bool has_line(const struct mad_piece_info *man, const char *line)
{
    for (size_t i = 0; i < man->rule_count; i++) {
        if (strcmp(man->rules[i], line) == 0) {
            return true;
        }
    }
    return false;
}

/* Men of whom the same is odd. */
struct odd_men {
    struct line names, ways;
    bool is_told;
};

enum { MOST_ODD_MEN = 40 };

struct odd_list {
    struct odd_men men[MOST_ODD_MEN];
    size_t count;
};

static bool begins_with(const char *text, const char *begin)
{
    return strncmp(text, begin, strlen(begin)) == 0;
}

/* What is no way to go, though it stands among a man's lines: what follows moves, what a program thinks of him, and
 * that he is dropped as all are. A lone word is the name of a verb, and says nothing. */
static bool is_no_way(const char *rule)
{
    bool is_event = begins_with(rule, "when ") && !begins_with(rule, "when here ");
    bool is_bare = strchr(rule, ' ') == NULL && strcmp(rule, "royal") != 0;
    return is_event || is_bare || begins_with(rule, "worth ") || strcmp(rule, "drop on empty") == 0;
}

static bool has_word(const mad_game *game, const char *name)
{
    struct mad_word_info word;
    for (size_t i = 0; mad_game_word(game, i, &word); i++) {
        if (strcmp(word.name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Where the rule has the word; null: nowhere. */
static const char *find_word(const char *rule, const char *name)
{
    size_t bytes = strlen(name);
    const char *at = strstr(rule, name);
    bool is_whole = at != NULL && at > rule && at[-1] == ' ' &&
                    (at[bytes] == ' ' || at[bytes] == ',' || at[bytes] == '\0');
    return is_whole ? at : NULL;
}

/* The rule, with a word of this game's own told by its meaning; squares by name would be too long. */
static void add_explained(struct line *line, const char *rule, const struct games *games)
{
    struct mad_word_info word;
    for (size_t i = 0; games->told != NULL && mad_game_word(games->told, i, &word); i++) {
        const char *at = find_word(rule, word.name);
        struct line before = {.used = 0};
        add(&before, rule);
        if (at != NULL && (size_t)(at - rule) < before.used &&
            strpbrk(word.meaning, "0123456789") == NULL && !has_word(games->known, word.name)) {
            before.text[at - rule] = '\0';
            add(line, before.text);
            add(line, word.meaning);
            rule = at + strlen(word.name);
        }
    }
    add(line, rule);
}

/* All that is odd about him: half of it would mislead. */
static struct line odd_ways(const struct mad_piece_info *man, const struct mad_piece_info *other,
                            const struct games *games)
{
    static const char both[] = "move or capture ";
    struct line ways = {.used = 0};
    for (size_t i = 0; i < man->rule_count; i++) {
        const char *rule = man->rules[i];
        bool is_usual = other->name != NULL && has_line(other, rule);
        if (!is_usual && !is_no_way(rule)) {
            add(&ways, ways.used > 0 ? ", " : "");
            add_explained(&ways, begins_with(rule, both) ? rule + strlen(both) : rule, games);
        }
    }
    return ways;
}

static void note_man(struct odd_list *list, const char *name, const struct line *ways)
{
    size_t i = 0;
    while (i < list->count && strcmp(list->men[i].ways.text, ways->text) != 0) {
        i++;
    }
    if (i == MOST_ODD_MEN || ways->used == 0) {
        return;
    }
    if (i == list->count) {
        list->men[list->count++] = (struct odd_men){.ways = *ways};
    }
    add(&list->men[i].names, list->men[i].names.used > 0 ? ", " : "");
    add(&list->men[i].names, name);
}

/* New men first, then those whom people know otherwise. */
static void list_odd_men(struct odd_list *list, const struct games *games)
{
    const mad_game *game = games->game, *known = games->known;
    for (int is_new = 1; is_new >= 0; is_new--) {
        for (size_t i = 0; i < mad_game_piece_count(game); i++) {
            struct mad_piece_info man = mad_game_piece(game, i), other = namesake(known, man.name);
            if ((other.name == NULL) == is_new) {
                struct line ways = odd_ways(&man, &other, games);
                note_man(list, man.name, &ways);
            }
        }
    }
}

/* The ways of those who are told, and where to ask about the others, by their names or not. */
static struct line tell_men(const struct odd_list *list, bool names_others)
{
    struct line line = {.used = 0};
    size_t others = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (list->men[i].is_told) {
            add(&line, line.used > 0 ? "; " : "");
            add(&line, list->men[i].names.text);
            add(&line, ": ");
            add(&line, list->men[i].ways.text);
        } else {
            others++;
        }
    }
    if (others > 0) {
        add(&line, line.used > 0 ? "; " : "");
        add(&line, "`rules NAME` tells of ");
        add(&line, names_others ? "" : others < list->count ? "the others" : "each man");
    }
    for (size_t i = 0, named = 0; i < list->count && names_others; i++) {
        if (!list->men[i].is_told) {
            add(&line, named++ > 0 ? ", " : "");
            add(&line, list->men[i].names.text);
        }
    }
    return line;
}

static bool is_in(const struct line *line, int most)
{
    return line->used < sizeof line->text - 1 && count_lines(line->text) <= most;
}

/* Tells as many as there is room for; returns how many lines that took. */
static int put_men(struct odd_list *list, int most)
{
    for (size_t i = 0; i < list->count; i++) {
        list->men[i].is_told = true;
        struct line line = tell_men(list, false);
        list->men[i].is_told = is_in(&line, most);
    }
    struct line names = tell_men(list, true), line = tell_men(list, false);
    return put_line(is_in(&names, most) ? &names : &line);
}

/* --- rules -------------------------------------------------------------------------------------------- */

static bool is_known_rule(const mad_game *known, const char *rule)
{
    for (size_t i = 0; i < mad_game_rule_count(known); i++) {
        if (strcmp(mad_game_rule(known, i), rule) == 0) {
            return true;
        }
    }
    return false;
}

/* The first bytes of a text, with an end of their own. */
static struct line beginning(const struct line *whole, size_t bytes, const char *end)
{
    struct line line = {.used = bytes};
    memcpy(line.text, whole->text, bytes);
    add(&line, end);
    return line;
}

/* What fits of the text: whole sentences or parts of them, or else words. */
static struct line cut(const struct line *whole, int most)
{
    struct line line = *whole;
    for (int by_word = 0; by_word < 2 && !is_in(&line, most); by_word++) {
        for (size_t end = whole->used; end > 1 && !is_in(&line, most); end--) {
            if (by_word && whole->text[end] == ' ') {
                line = beginning(whole, end, " ...");
            } else if (strchr(".;:", whole->text[end - 1]) != NULL && whole->text[end] == ' ') {
                line = beginning(whole, end - 1, ".");
            }
        }
    }
    return line;
}

/* What the game says of itself; so much of it as two lines hold. */
static struct line tell_about(const mad_game *game)
{
    struct mad_game_info info = mad_game_info(game);
    struct line line = {.used = 0};
    for (size_t i = 0; i < info.about_count; i++) {
        add(&line, i > 0 ? " " : "");
        add(&line, info.about[i]);
    }
    return cut(&line, 2);
}

/* Those that there is room for, and a sign when there are more. */
static void put_rules(const struct games *games, int most)
{
    struct line line = {.used = 0};
    bool has_more = false;
    for (size_t i = 0; i < mad_game_rule_count(games->game); i++) {
        const char *rule = mad_game_rule(games->game, i);
        struct line longer = line;
        if (is_known_rule(games->known, rule) || rule[strlen(rule) - 1] == ':') {
            continue;
        }
        add(&longer, line.used > 0 ? "; " : "");
        add(&longer, rule);
        if (is_in(&longer, most) && !has_more) {
            line = longer;
        } else {
            has_more = true;
        }
    }
    struct line open = line;
    add(&open, "; ...");
    put_line(has_more && line.used > 0 && is_in(&open, most) ? &open : &line);
}

/* The game once more, with its words; null when it cannot be loaded again. */
static mad_game *load_with_words(const struct play *play)
{
    const struct cli_game *open = &play->game;
    if (open->game != play->match.game ||
        open->name.path == NULL) { /* it comes from a file of games */
        return play_load_named(open->engine, mad_game_info(play->match.game).name);
    }
    struct mad_load load = cli_load(play->args, open->name.path, open->name.variant);
    mad_game *game = NULL;
    load.with_comments = true;
    return mad_game_load(open->engine, &load, &game, NULL) == MAD_OK ? game : NULL;
}

void play_greet(const struct play *play)
{
    static struct odd_list list; /* too large for a stack frame */
    const mad_engine *engine = play->game.engine;
    const mad_game *game = play->match.game;
    mad_game *known = play_load_named(engine, known_game);
    mad_game *told = load_with_words(play);
    const struct games games = {game, told, known};
    list.count = 0;
    if (known != NULL) {
        list_odd_men(&list, &games);
    }
    struct line line = tell_about(game);
    int left = 3 - put_line(&line);
    left -= put_men(&list, left);
    if (known != NULL && left > 0) {
        put_rules(&games, 1);
    }
    mad_game_free(told);
    mad_game_free(known);
}
