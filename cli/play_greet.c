/* play_greet.c - what `mad play` says about a game before it begins. Layer: cli.
 *
 * All of it is read off the rules: what the file says of itself, which men and which ends are not those of
 * the game that most people know. */
#include <stdio.h>
#include <string.h>

#include "play.h"

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

/* How many of so many bytes end with a sentence; 0 when none does. */
static size_t whole_sentences(const char *text, size_t bytes)
{
    while (bytes > 0 && (text[bytes - 1] != '.' || text[bytes] != ' ')) {
        bytes--;
    }
    return bytes;
}

/* On `most` lines of the terminal at most, and cut behind them, where a sentence ends if one does. Returns
 * how many lines are left. */
static int put_line(const struct line *line, int most)
{
    const char *at = line->text;
    for (; most > 0 && *at != '\0'; most--) {
        bool is_cut = most == 1 && cli_width(at) > WIDTH;
        const char *begin = at;
        size_t bytes = cli_take_line(&at, is_cut ? WIDTH - 4 : WIDTH);
        size_t whole = is_cut ? whole_sentences(begin, bytes) : 0;
        printf("%.*s%s\n", (int)(whole > 0 ? whole : bytes), begin,
               is_cut && whole == 0 ? " ..." : "");
    }
    return most;
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

/* All that is odd about him: half of it would mislead. */
static void tell_man(struct line *line, const struct mad_piece_info *man, const mad_game *known,
                     bool only_new_men)
{
    struct mad_piece_info other = namesake(known, man->name);
    size_t told = 0;
    if (other.name != NULL && only_new_men) {
        return;
    }
    for (size_t i = 0; i < man->rule_count; i++) {
        if (other.name != NULL && has_line(&other, man->rules[i])) {
            continue;
        }
        if (told++ == 0) {
            add(line, line->used > 0 ? "; " : "");
            add(line, man->name);
            add(line, ": ");
        } else {
            add(line, ", ");
        }
        add(line, man->rules[i]);
    }
}

static struct line tell_men(const mad_game *game, const mad_game *known, bool only_new_men)
{
    struct line line = {.used = 0};
    for (size_t i = 0; i < mad_game_piece_count(game); i++) {
        struct mad_piece_info man = mad_game_piece(game, i);
        tell_man(&line, &man, known, only_new_men);
    }
    return line;
}

static struct line name_new_men(const mad_game *game, const mad_game *known)
{
    struct line line = {.used = 0};
    add(&line, "`rules NAME` tells of ");
    for (size_t i = 0, said = 0; i < mad_game_piece_count(game); i++) {
        struct mad_piece_info man = mad_game_piece(game, i), other = namesake(known, man.name);
        size_t same = 0;
        while (other.name != NULL && same < man.rule_count && has_line(&other, man.rules[same])) {
            same++;
        }
        if (other.name == NULL || same < man.rule_count) {
            add(&line, said++ > 0 ? ", " : "");
            add(&line, man.name);
        }
    }
    return line;
}

/* As much as there is room for. */
static int put_men(const mad_game *game, const mad_game *known, int most)
{
    for (int only_new_men = 0; only_new_men < 2; only_new_men++) {
        struct line line = tell_men(game, known, only_new_men);
        if (line.used == 0 && !only_new_men) {
            return most;
        }
        if (line.used > 0 && cli_width(line.text) <= WIDTH) {
            return put_line(&line, most);
        }
    }
    struct line names = name_new_men(game, known);
    put_line(&names, 1);
    return most - 1;
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

static int put_about(const mad_game *game, int most)
{
    struct mad_game_info info = mad_game_info(game);
    struct line line = {.used = 0};
    for (size_t i = 0; i < info.about_count; i++) {
        add(&line, i > 0 ? " " : "");
        add(&line, info.about[i]);
    }
    return put_line(&line, most);
}

static void put_rules(const mad_game *game, const mad_game *known, int most)
{
    struct line line = {.used = 0};
    for (size_t i = 0; i < mad_game_rule_count(game); i++) {
        const char *rule = mad_game_rule(game, i);
        if (!is_known_rule(known, rule) && rule[strlen(rule) - 1] != ':') {
            add(&line, line.used > 0 ? "; " : "");
            add(&line, rule);
        }
    }
    put_line(&line, most);
}

void play_greet(const struct play *play)
{
    const struct mad_load load = {.path = known_game};
    const mad_game *game = play->match.game;
    mad_game *known = NULL;
    int left = 1 + put_about(game, 2);
    if (mad_game_load(play->game.engine, &load, &known, NULL) == MAD_OK) {
        left = put_men(game, known, left);
        put_rules(game, known, left > 0 ? 1 : 0);
    }
    mad_game_free(known);
}
