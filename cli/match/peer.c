/* peer.c - see peer.h. Layer: cli. */
#include "peer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../progress.h"
#include "../text.h"

static const struct cli_peer_speech *const speeches[] = {
    [CLI_SPEAKS_UCI] = &cli_peer_uci,
    [CLI_SPEAKS_USI] = &cli_peer_usi,
    [CLI_SPEAKS_CECP] = &cli_peer_cecp,
    [CLI_SPEAKS_HERE] = &cli_peer_here,
};

struct cli_peer cli_peer_of(const struct cli_player *player, const struct cli_args *args,
                            const mad_game *game, const char *game_name)
{
    return (struct cli_peer){.player = player,
                             .game = game,
                             .game_name = game_name,
                             .operand = args->operands[0],
                             .settings = args->settings,
                             .setting_count = args->setting_count,
                             .variant_option = args->value[CLI_OPTION_VARIANT]};
}

void cli_peer_free(struct cli_peer *peer)
{
    cli_peer_close(peer);
    free(peer->start_text);
    peer->start_text = NULL;
}

bool cli_peer_blame(struct cli_peer *peer, const char *format, ...)
{
    char text[1000];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    cli_copy_safe(peer->why, sizeof peer->why, text);
    return false;
}

bool cli_peer_unheard(struct cli_peer *peer, enum cli_heard heard, const char *word)
{
    return heard == CLI_HEARD_END
               ? cli_peer_blame(peer, "cannot be run, or has ended, or does not listen")
               : cli_peer_blame(peer, "did not say %s in time", word);
}

bool cli_peer_say(struct cli_peer *peer, const char *format, ...)
{
    char text[2000];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return cli_process_say(&peer->process, text) || cli_peer_unheard(peer, CLI_HEARD_END, "");
}

bool cli_peer_await(struct cli_peer *peer, const char *word, double seconds)
{
    double deadline = cli_now() + seconds;
    size_t length = strlen(word);
    char *line;
    enum cli_heard heard;
    while ((heard = cli_process_hear(&peer->process, deadline, &line)) == CLI_HEARD_LINE) {
        if (strncmp(line, word, length) == 0 && (line[length] == '\0' || line[length] == ' ')) {
            return true;
        }
    }
    return cli_peer_unheard(peer, heard, word);
}

enum cli_reply cli_peer_failure(struct cli_peer *peer, enum cli_heard heard,
                                const struct cli_turn *turn)
{
    bool has_clock = turn->pace[turn->side]->seconds > 0 || turn->clock[turn->side] >= 0;
    switch (heard) {
    case CLI_HEARD_INTERRUPT: return CLI_REPLY_INTERRUPT;
    case CLI_HEARD_END: cli_peer_blame(peer, "ended"); return CLI_REPLY_GONE;
    case CLI_HEARD_NOTHING:
    case CLI_HEARD_LINE: break;
    }
    cli_peer_blame(peer, has_clock ? "has not moved in time" : "does not answer");
    return has_clock ? CLI_REPLY_LATE : CLI_REPLY_SILENT;
}

bool cli_peer_choose(struct cli_peer *peer, const char *list, const char *between)
{
    while (*list != '\0') {
        list += strspn(list, between);
        size_t length = strcspn(list, between);
        char *name = strndup(list, length);
        if (name != NULL && length > 0 && mad_game_is_called(peer->game, name)) {
            free(peer->variant);
            peer->variant = name;
            return true;
        }
        free(name);
        list += length;
    }
    return false;
}

/* --- starting and ending --------------------------------------------------------------------------- */

/* This program itself, told the game by its command line. */
static bool start_own(struct cli_peer *peer)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    char **words = calloc(peer->setting_count + 6, sizeof *words);
    bool is_up = false;
    size_t count = 0, made = 0;
    if (length > 0 && words != NULL) {
        path[length] = '\0';
        words[count++] = path;
        words[count++] = "uci";
        words[count++] = (char *)(uintptr_t)peer->operand;
        if (peer->variant_option != NULL) {
            words[count++] = "--variant";
            words[count++] = (char *)(uintptr_t)peer->variant_option;
        }
        size_t first = count;
        for (; made < peer->setting_count; made++) {
            const struct mad_setting *setting = &peer->settings[made];
            size_t size = strlen(setting->option) + strlen(setting->value) + 8;
            char *word = malloc(size);
            if (word == NULL) {
                break;
            }
            snprintf(word, size, "--set=%s=%s", setting->option, setting->value);
            words[count++] = word;
        }
        is_up = made == peer->setting_count && cli_process_start(&peer->process, words);
        for (size_t i = 0; i < made; i++) {
            free(words[first + i]);
        }
    }
    free(words);
    return is_up;
}

static bool start(struct cli_peer *peer)
{
    const char *command = peer->player->command;
    if (command == NULL) {
        return start_own(peer);
    }
    size_t size = strlen(command) + 8;
    char *line = malloc(size);
    if (line == NULL) {
        return false;
    }
    snprintf(line, size, "exec %s", command);
    char *words[] = {"/bin/sh", "-c", line, NULL};
    bool is_up = cli_process_start(&peer->process, words);
    free(line);
    return is_up;
}

bool cli_peer_open(struct cli_peer *peer)
{
    if (peer->process.pid != 0) {
        return true;
    }
    peer->speech = speeches[peer->player->speech];
    if (peer->player->speech == CLI_SPEAKS_HERE) {
        return peer->speech->greet(peer);
    }
    if (!start(peer)) {
        return cli_peer_blame(peer, "cannot be started");
    }
    if (!peer->speech->greet(peer)) {
        cli_peer_close(peer);
        return false;
    }
    return true;
}

void cli_peer_close(struct cli_peer *peer)
{
    if (peer->process.pid != 0) {
        (void)cli_process_say(&peer->process, "quit\n");
    }
    cli_process_end(&peer->process);
    mad_searcher_free(peer->searcher);
    mad_moves_free(peer->moves);
    peer->searcher = NULL;
    peer->moves = NULL;
    free(peer->variant);
    free(peer->told);
    peer->variant = peer->told = NULL;
    peer->told_bytes = peer->told_capacity = 0;
}

/* --- a game ------------------------------------------------------------------------------------------- */

/* The start in the words of the protocol. */
static bool translate(struct cli_peer *peer, const char *text)
{
    static const enum mad_dialect dialects[] = {[CLI_SPEAKS_UCI] = MAD_DIALECT_FSF,
                                                [CLI_SPEAKS_USI] = MAD_DIALECT_SFEN,
                                                [CLI_SPEAKS_CECP] = MAD_DIALECT_FSF};
    mad_position *position = NULL;
    struct mad_text_error error;
    free(peer->start_text);
    peer->start_text = NULL;
    peer->start = text;
    if (text != NULL && mad_position_new(peer->game, &position) == MAD_OK &&
        mad_position_set_as(position, text, MAD_DIALECT_OURS, &error) == MAD_OK) {
        peer->start_text = cli_dialect_text(position, dialects[peer->player->speech]);
    }
    mad_position_free(position);
    return text == NULL || peer->start_text != NULL;
}

bool cli_peer_begin(struct cli_peer *peer, const char *text)
{
    bool was_up = peer->process.pid != 0;
    if (peer->player->speech == CLI_SPEAKS_HERE) {
        return cli_peer_open(peer) && peer->speech->begin(peer);
    }
    if (!translate(peer, text)) {
        return cli_peer_blame(peer, "cannot be told where the game begins");
    }
    peer->told_bytes = 0;
    if (was_up && peer->speech->begin(peer)) {
        return true;
    }
    cli_peer_close(peer); /* one that has gone between two games is started anew */
    return cli_peer_open(peer) && peer->speech->begin(peer);
}

bool cli_peer_place(struct cli_peer *peer, const char *text)
{
    if (peer->process.pid == 0 || !peer->speech->says_all) {
        return cli_peer_begin(peer, text);
    }
    peer->told_bytes = 0;
    return translate(peer, text) || cli_peer_blame(peer, "cannot be told the position");
}

static bool note(struct cli_peer *peer, const char *text)
{
    size_t bytes = strlen(text) + 1;
    if (peer->told_bytes + bytes + 1 > peer->told_capacity) {
        size_t capacity = 2 * peer->told_capacity + bytes + 1000;
        char *told = realloc(peer->told, capacity);
        if (told == NULL) {
            return cli_peer_blame(peer, "there is no memory for the moves");
        }
        peer->told = told;
        peer->told_capacity = capacity;
    }
    snprintf(peer->told + peer->told_bytes, peer->told_capacity - peer->told_bytes, " %s", text);
    peer->told_bytes += bytes;
    return true;
}

bool cli_peer_tell(struct cli_peer *peer, const mad_position *before, const mad_moves *moves,
                   size_t index, bool is_own)
{
    char text[CLI_MOVE_BYTES];
    cli_dialect_write(&peer->tongue, before, moves, index, text, sizeof text);
    return note(peer, text) && peer->speech->tell(peer, text, is_own);
}

enum cli_reply cli_peer_think(struct cli_peer *peer, const struct cli_turn *turn)
{
    peer->why[0] = peer->move[0] = '\0';
    peer->has_score = false;
    peer->claim = MAD_GOES_ON;
    peer->score = peer->mate_in = peer->depth = 0;
    peer->is_thinking = true;
    enum cli_reply reply = peer->speech->think(peer, turn);
    peer->is_thinking =
        reply == CLI_REPLY_LATE || reply == CLI_REPLY_SILENT || reply == CLI_REPLY_INTERRUPT;
    if (reply == CLI_REPLY_GONE) {
        cli_peer_close(peer);
    }
    return reply;
}

void cli_peer_stop(struct cli_peer *peer)
{
    if (peer->process.pid != 0) {
        peer->speech->stop(peer);
    }
    peer->is_thinking = false;
}
