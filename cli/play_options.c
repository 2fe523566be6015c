/* play_options.c - the options of the game that is played: shown and set at the prompt, and named in the menu.
 *
 * Layer: cli. Other options are other rules: the game is loaded anew, and another one begins. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "suggest.h"

/* --- what is set ------------------------------------------------------------------------------------ */

/* Room for the settings there are and one more; null without memory. */
static struct mad_setting *more_settings(const struct cli_args *args)
{
    struct mad_setting *settings = calloc(args->setting_count + 1, sizeof *settings);
    if (settings == NULL) {
        fputs("mad: out of memory\n", stderr);
    } else if (args->setting_count > 0) {
        memcpy(settings, args->settings, args->setting_count * sizeof *settings);
    }
    return settings;
}

static void use_settings(struct play *play, struct mad_setting *settings, size_t count)
{
    play->own_args = *play->args;
    play->own_args.settings = settings;
    play->own_args.setting_count = count;
    free(play->own_settings);
    play->own_settings = settings;
    play->args = &play->own_args;
}

bool play_take_settings(struct play *play, char *words)
{
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(word, '=');
        if (equals == NULL) {
            continue;
        }
        struct mad_setting *settings = more_settings(play->args);
        if (settings == NULL) {
            return false;
        }
        *equals = '\0';
        settings[play->args->setting_count] = (struct mad_setting){word, equals + 1};
        use_settings(play, settings, play->args->setting_count + 1);
    }
    return true;
}

/* --- the word ----------------------------------------------------------------------------------------- */

struct choice {
    const char *option, *value;
    bool is_so_already;
};

static void say_values(const char *option, const char *const *values, size_t count)
{
    cli_put(stdout, option);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? " may be " : i + 1 == count ? " or " : ", ", stdout);
        cli_put(stdout, values[i]);
    }
    fputc('\n', stdout);
}

/* Reads NAME=VALUE, or the two as words; says what is wrong, and `lists` that the options are listed. */
static bool read_choice(const mad_game *game, char *text, const char *lists, struct choice *choice)
{
    struct cli_suggest suggest;
    char *name = text, *value = text + strcspn(text, " ="), *end = value + strlen(value);
    value += strspn(value, " =") > 0 ? strspn(value, " =") : 0;
    name[strcspn(name, " =")] = '\0';
    suggest = cli_suggest_start(name);
    for (size_t i = 0; i < mad_game_option_count(game); i++) {
        const char *now, *const *values;
        size_t count;
        const char *option = mad_game_option(game, i, &now, &values, &count);
        cli_suggest_offer(&suggest, option);
        for (size_t v = 0; strcmp(option, name) == 0 && v < count && value < end; v++) {
            if (strcmp(values[v], value) == 0) {
                *choice = (struct choice){option, values[v], strcmp(now, value) == 0};
                return true;
            }
        }
        if (strcmp(option, name) == 0) {
            say_values(option, values, count);
            return false;
        }
    }
    fputs("there is no option '", stdout);
    cli_put(stdout, name);
    fputc('\'', stdout);
    cli_suggest_put(stdout, &suggest);
    printf("%s%s\n", suggest.best != NULL ? "" : "; ", suggest.best != NULL ? "" : lists);
    return false;
}

bool play_are_settings(const mad_game *game, char *words)
{
    struct choice choice;
    char *rest = NULL;
    bool are_good = true;
    for (char *word = strtok_r(words, " ", &rest); word != NULL && are_good;
         word = strtok_r(NULL, " ", &rest)) {
        are_good = read_choice(game, word, "`NAME ?` lists them", &choice);
    }
    return are_good;
}

/* The game with the settings as they are now, and that one. */
static bool load_so(struct play *play, const struct choice *choice, mad_game **game)
{
    size_t count = play->args->setting_count, at = 0;
    struct mad_setting *settings = more_settings(play->args);
    if (settings == NULL) {
        return false;
    }
    while (at < count && strcmp(settings[at].option, choice->option) != 0) {
        at++;
    }
    settings[at] = (struct mad_setting){choice->option, choice->value};
    count += at == count;
    struct mad_load load = cli_load(play->args, play->game.name.path, play->game.name.variant);
    load.settings = settings;
    load.setting_count = count;
    mad_diagnostics *diagnostics = NULL;
    enum mad_status status = mad_game_load(play->game.engine, &load, game, &diagnostics);
    if (status != MAD_OK) {
        cli_diagnostics_failed(play->game.engine, &load, status, diagnostics);
    }
    mad_diagnostics_free(diagnostics);
    for (size_t i = 0; status == MAD_OK && i < mad_game_option_count(*game); i++) {
        const char *value, *option = mad_game_option(*game, i, &value, NULL, NULL);
        for (size_t s = 0; s < count; s++) {
            if (strcmp(settings[s].option, option) == 0) { /* texts that live as long as it does */
                settings[s] = (struct mad_setting){option, value};
            }
        }
    }
    if (status != MAD_OK) {
        free(settings);
        return false;
    }
    use_settings(play, settings, count);
    return true;
}

static void begin_with(struct play *play, mad_game *game)
{
    struct cli_match next, *old = &play->match;
    enum mad_status status = cli_match_make(&next, game);
    if (status != MAD_OK) {
        cli_match_free(&next);
        play_give_up(play, "beginning a game", status);
        mad_game_free(game);
        return;
    }
    memcpy(next.is_program, old->is_program, sizeof next.is_program);
    next.limits = old->limits;
    next.chance = old->chance;
    cli_match_free(old);
    play->match = next;
    status = cli_match_shuffle(&play->match);
    mad_position_free(play->game.position);
    play->game.position = NULL;
    mad_game_free(play->game.game);
    play->game.game = game;
    play_keep_no_longer(play);
    play->has_news = true;
    play->is_paused = false;
    cli_mention_unused(game);
    if (status != MAD_OK) {
        play_give_up(play, "beginning a game", status);
    }
}

void play_word_option(struct play *play, const char *rest)
{
    char text[CLI_LINE_BYTES];
    struct choice choice;
    const mad_game *game = play->match.game;
    if (mad_game_option_count(game) == 0) {
        puts("this game has no options");
        return;
    }
    if (rest[0] == '\0') {
        cli_game_options_print(game, "`option NAME=VALUE` begins a game with another one:");
        return;
    }
    snprintf(text, sizeof text, "%s", rest); /* a question takes the line's place */
    if (!read_choice(game, text, "`option` lists them", &choice)) {
        return;
    }
    if (choice.is_so_already) {
        puts("it is so already");
        return;
    }
    if (game !=
        play->game.game) { /* from a file of games: its rules are known, not where they stand */
        puts("name the game on the command line to set that: mad play FILE --set OPTION=VALUE");
        return;
    }
    if (cli_match_last(&play->match).coord != NULL &&
        !play_ask(play, "that begins a new game; shall this one end? ")) {
        puts("nothing is changed");
        return;
    }
    mad_game *made = NULL;
    if (load_so(play, &choice, &made)) {
        begin_with(play, made);
    }
}
