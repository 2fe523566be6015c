/* play_keep.c - what `mad play` has to do with files: saving, loading, the copy that --resume reads.
 *
 * Layer: cli. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "level.h"
#include "play.h"
#include "progress.h"
#include "rule_folders.h"

static const char program_name[] = "mad";
static const char clock_tag[] = "TimeControl", level_tag[] = "Level", flip_tag[] = "Flip",
                  rule_file_tag[] = "RuleFile"; /* in the copy alone: where the rules are */

/* --- the copy ------------------------------------------------------------------------------------------ */

static void say_not_kept(struct play *play)
{
    if (!play->keep.has_failed) {
        fprintf(stderr, "mad play: this game is not kept for --resume: %s\n", strerror(errno));
    }
    play->keep.has_failed = true;
}

/* Who plays, and when; a game from a file has that already. */
static void set_tags(struct play *play)
{
    mad_record *record = play->match.record;
    time_t now = time(NULL);
    struct tm day;
    char date[32] = "";
    if (localtime_r(&now, &day) != NULL) {
        strftime(date, sizeof date, "%Y.%m.%d", &day);
    }
    /* Without memory they are not there, and nothing else is amiss. */
    bool is_set = mad_record_tag(record, "Date") != NULL ||
                  mad_record_set_tag(record, "Date", date) == MAD_OK;
    for (int seat = 0; seat < mad_game_info(play->match.game).players && is_set; seat++) {
        const char *tag = mad_record_player_tag(play->match.game, seat);
        const char *name = mad_record_tag(record, tag);
        bool was_program = name != NULL && strcmp(name, program_name) == 0;
        bool is_program = play->match.is_program[seat];
        if (is_program != was_program && (name == NULL || was_program)) {
            is_set = mad_record_set_tag(record, tag, is_program ? program_name : NULL) == MAD_OK;
        }
    }
}

static void set_clock_tag(struct play *play)
{
    char text[64];
    if (play->clock.runs && mad_record_tag(play->match.record, clock_tag) == NULL) {
        snprintf(text, sizeof text, "%g+%g", play->clock.base, play->clock.increment);
        play->clock.runs = mad_record_set_tag(play->match.record, clock_tag, text) == MAD_OK;
    }
}

/* How it is played; what is as usual is not said. */
static void set_play_tags(struct play *play)
{
    mad_record *record = play->match.record;
    char level[12] = "";
    if (play->level < CLI_LEVELS) {
        snprintf(level, sizeof level, "%d", play->level);
    }
    const char *said[] = {level, play->is_flipped ? "yes" : ""}, *names[] = {level_tag, flip_tag};
    for (int i = 0; i < 2; i++) {
        const char *tag = mad_record_tag(record, names[i]);
        if (strcmp(tag != NULL ? tag : "", said[i]) != 0 &&
            mad_record_set_tag(record, names[i], said[i]) != MAD_OK) {
            return; /* without memory they are not there, and nothing else is amiss */
        }
    }
}

static void take_play_tags(struct play *play)
{
    const mad_record *record = play->match.record;
    const char *level = mad_record_tag(record, level_tag), *flip = mad_record_tag(record, flip_tag);
    double number = 0;
    if (level != NULL && play->args->value[CLI_OPTION_LEVEL] == NULL &&
        cli_parse_count(level, 1, CLI_LEVELS, &number)) {
        play->level = (int)number;
    }
    play->is_flipped |= flip != NULL && strcmp(flip, "yes") == 0;
}

/* Under which name copies of the game on the command line are kept: files of one name in two folders are not one
 * game. Malloced; null without memory. */
static char *kept_name(const struct play *play)
{
    const char *name = mad_game_info(play->game.game).name, *colon = strchr(name, ':');
    bool is_shipped = mad_shipped_text(play->game.engine, play->game.name.path) != NULL;
    char *found = is_shipped ? NULL : cli_rule_file_find(play->game.engine, play->game.name.path);
    char *path = found != NULL ? realpath(found, NULL) : NULL;
    free(found);
    if (path == NULL || colon == NULL) {
        return path != NULL ? path : strdup(name);
    }
    char *grown = realloc(path, strlen(path) + strlen(colon) + 1);
    if (grown == NULL) {
        free(path);
        return NULL;
    }
    return strcat(grown, colon);
}

static bool begin_copy(struct play *play)
{
    bool is_named = play->match.game == play->game.game;
    char *own = is_named ? kept_name(play) : NULL;
    const char *name = is_named ? own : mad_game_info(play->match.game).name;
    errno = ENOMEM;
    bool is_there = name != NULL && cli_keep_begin(&play->keep, name);
    free(own);
    return is_there;
}

/* Taking a tag away needs no memory. */
static bool forget_rule_file(mad_record *record)
{
    return mad_record_set_tag(record, rule_file_tag, "") == MAD_OK;
}

/* The copy says where rules lie that did not come with mad; no other file does. */
static bool save_copy(struct play *play)
{
    mad_record *record = play->match.record;
    bool is_own = play->match.game == play->game.game &&
                  mad_shipped_text(play->game.engine, play->game.name.path) == NULL;
    char *name = is_own ? kept_name(play) : NULL;
    bool is_set =
        name != NULL && name[0] == '/' && mad_record_set_tag(record, rule_file_tag, name) == MAD_OK;
    bool is_saved = cli_game_save(&play->match, play->keep.path);
    int reason = errno;
    free(name);
    is_saved &= !is_set || forget_rule_file(record);
    errno = reason;
    return is_saved;
}

static void write_copy(struct play *play)
{
    if (play->keep.path == NULL && !begin_copy(play)) {
        say_not_kept(play);
    } else if (!save_copy(play)) {
        say_not_kept(play);
    }
}

void play_keep(struct play *play)
{
    double begun = cli_now();
    set_tags(play);
    set_clock_tag(play);
    set_play_tags(play);
    if (!play->keep.has_failed) {
        write_copy(play);
    }
    play->clock.turn_started += cli_now() - begun; /* writing took nobody's time */
}

void play_keep_no_longer(struct play *play)
{
    play_clock_start(play);
    cli_keep_end(&play->keep);
    free(play->own_file);
    play->own_file = NULL;
}

/* --- loading ---------------------------------------------------------------------------------------------- */

/* Whom the program plays, as the header says. */
static void seat_players(struct play *play)
{
    const struct cli_args *args = play->args;
    if (args->value[CLI_OPTION_FIRST] != NULL || args->value[CLI_OPTION_SECOND] != NULL) {
        return;
    }
    for (int seat = 0; seat < mad_game_info(play->match.game).players; seat++) {
        const char *name =
            mad_record_tag(play->match.record, mad_record_player_tag(play->match.game, seat));
        play->match.is_program[seat] = name != NULL && strcmp(name, program_name) == 0;
    }
}

enum { RULES_BYTES = 400 };

/* What tells rules from others: where they are from, the options set, and all that was read. */
static void describe_rules(const mad_game *game, char out[RULES_BYTES])
{
    out[0] = '\0';
    if (game != NULL) { /* one is loaded */
        struct mad_game_info info = mad_game_info(game);
        snprintf(out, RULES_BYTES, "%s %s %s", info.digest, info.settings, info.name);
    }
}

bool play_load(struct play *play, const char *path, uint64_t number, bool with_players)
{
    struct cli_load_fault note;
    char before[RULES_BYTES], now[RULES_BYTES]; /* the same ones may have been read again */
    describe_rules(play->match.game, before);
    bool is_good = cli_game_load(&play->match, &play->game, path, number, &note);
    if (note.text[0] != '\0') {
        FILE *stream = with_players ? stderr : stdout;
        cli_put(stream, path);
        fputs(is_good ? ": note: " : ": cannot be loaded: ", stream);
        cli_put(stream, note.text);
        fputc('\n', stream);
    }
    describe_rules(play->match.game, now);
    if (is_good && !with_players && strcmp(before, now) != 0) {
        cli_put(stdout, path);
        fputs(" is of another game: ", stdout);
        cli_put(stdout, mad_game_info(play->match.game).title);
        fputc('\n', stdout);
    }
    if (is_good && with_players) {
        is_good = forget_rule_file(play->match.record);
        seat_players(play);
        take_play_tags(play);
        const char *clock = mad_record_tag(play->match.record, clock_tag);
        if (clock != NULL && !play->clock.runs) {
            (void)play_clock_parse_tag(clock, &play->clock); /* else no clock runs */
        }
    }
    play->has_news = true;
    return is_good;
}

static enum cli_exit say_nothing_kept(const struct play *play)
{
    bool is_asked = play->args->operand_count > 0;
    fputs("mad play: no game ", stderr);
    if (is_asked) {
        fputs("of ", stderr);
        cli_put(stderr, mad_game_info(play->game.game).title);
        fputc(' ', stderr);
    }
    fputs("is kept that --resume could go on with, or another program has it open\n", stderr);
    return CLI_USAGE;
}

/* The game of the copy with its options, as if they stood on the command line. */
static enum cli_exit open_kept(struct play *play, const char *operand)
{
    struct cli_game game = {0};
    char *settings =
        play->args->setting_count == 0 ? cli_keep_tag(&play->keep, "RuleOptions") : NULL;
    if (settings != NULL) {
        play->own_words = settings;
        if (!play_take_settings(play, settings)) {
            return CLI_INTERNAL;
        }
    } else if (play->game.game != NULL) {
        return CLI_FINE;
    }
    enum cli_exit code = cli_game_open(&game, play->args, operand);
    if (code == CLI_FINE) {
        cli_game_close(&play->game);
        play->game = game;
    } else {
        cli_game_close(&game);
    }
    return code;
}

/* Nobody named the game: the copy does. What is not found stays unknown until the copy itself is read. */
static enum cli_exit open_found(struct play *play)
{
    char *operand = cli_keep_tag(&play->keep, rule_file_tag);
    enum cli_exit code = CLI_FINE;
    bool is_known = operand != NULL;
    if (!is_known) {
        operand = cli_keep_tag(&play->keep, "Variant");
        char *colon = operand != NULL ? strchr(operand, ':') : NULL;
        size_t bytes = colon != NULL ? (size_t)(colon - operand) : 0;
        char *file = operand != NULL ? strndup(operand, bytes > 0 ? bytes : strlen(operand)) : NULL;
        is_known = file != NULL && mad_shipped_text(play->game.engine, file) != NULL;
        free(file);
    }
    if (is_known) {
        code = open_kept(play, operand);
    }
    free(operand);
    return code;
}

enum cli_exit play_resume(struct play *play)
{
    const struct cli_args *args = play->args;
    bool has_file = args->operand_count > 0;
    if (args->value[CLI_OPTION_FEN] != NULL || args->value[CLI_OPTION_PLAY] != NULL) {
        return cli_usage_error(args->command, "--resume goes on from a game; --fen and --play "
                                              "begin another one");
    }
    enum cli_exit code = has_file ? cli_game_open(&play->game, args, args->operands[0])
                                  : cli_engine_open(&play->game.engine);
    if (code != CLI_FINE) {
        return code;
    }
    char *name = has_file ? kept_name(play) : NULL;
    if (has_file && name == NULL) {
        fputs("mad play: out of memory\n", stderr);
        return CLI_INTERNAL;
    }
    bool is_found = cli_keep_find(&play->keep, name);
    free(name);
    if (!is_found) {
        return say_nothing_kept(play);
    }
    code = has_file ? open_kept(play, args->operands[0]) : open_found(play);
    if (code != CLI_FINE) {
        return code;
    }
    play_choose(play, play->args);
    if (!play_load(play, play->keep.path, 1, true)) {
        fputs("mad play: the rules of a file have to be named: mad play FILE --resume\n", stderr);
        return CLI_USAGE;
    }
    return CLI_FINE;
}

/* --- words ------------------------------------------------------------------------------------ */

static bool is_own_file(const struct play *play, const char *path)
{
    return play->own_file != NULL && strcmp(play->own_file, path) == 0;
}

static void remember_file(struct play *play, const char *path)
{
    size_t size = strlen(path) + 1;
    char *own = malloc(size);
    if (own != NULL) {
        free(play->own_file);
        play->own_file = memcpy(own, path, size);
    }
}

/* A file that is there is replaced without a question only by the game that was written there before. */
void play_word_save(struct play *play, const char *rest)
{
    struct stat status;
    char path[CLI_LINE_BYTES], question[300];
    snprintf(path, sizeof path, "%s", rest); /* a question takes the line's place */
    if (!is_own_file(play, path) && stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
        size_t used = cli_copy_safe(question, 240, path);
        snprintf(question + used, sizeof question - used, " is there already; replace it? ");
        if (!play_ask(play, question)) {
            puts("nothing is saved");
            return;
        }
    }
    bool is_good = cli_game_save(&play->match, path);
    fputs(is_good ? "saved: " : "cannot be saved: ", stdout);
    cli_put(stdout, path);
    if (is_good) {
        remember_file(play, path);
        fputc('\n', stdout);
    } else {
        printf(": %s\n", strerror(errno));
    }
}

/* FILE, or FILE and the number of a game in it. */
void play_word_load(struct play *play, const char *rest)
{
    char path[CLI_LINE_BYTES];
    double number = 1;
    struct stat status;
    snprintf(path, sizeof path, "%s", rest);
    char *blank = strrchr(path, ' ');
    if (blank != NULL && stat(path, &status) != 0 && cli_parse_count(blank + 1, 0, 1e15, &number)) {
        *blank = '\0';
    }
    if (number < 1) {
        puts("the games of a file are numbered from 1");
        return;
    }
    if (!play_load(play, path, (uint64_t)number, false)) {
        play->has_news = false;
        return;
    }
    play_keep_no_longer(play); /* which starts the clock */
    play_keep(play);
    play->is_paused = play->match.is_program[cli_match_side(&play->match)];
}
