/* peer_uci.c - a player who speaks UCI or USI. Layer: cli. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../progress.h"
#include "../protocol/front.h"
#include "peer.h"

enum { HELLO_SECONDS = 20, READY_SECONDS = 60 };

/* "option name UCI_Variant type combo default A var A var B ..." */
static bool knows_variant(struct cli_peer *peer, const char *line)
{
    const char *list = strstr(line, " default ");
    return list != NULL && cli_peer_choose(peer, list + strlen(" default "), " \t");
}

static bool is_variant_option(const char *line)
{
    return strstr(line, "name UCI_Variant ") != NULL;
}

/* "option name Skill Level type spin ...": names are the same in capitals and small letters. */
static void note_option(const struct cli_peer *peer, const char *line)
{
    const struct cli_player *player = peer->player;
    for (size_t i = 0; i < player->option_count; i++) {
        struct cli_player_option *option = &player->options[i];
        size_t length = strlen(option->name);
        option->is_told |= strncmp(line, "option name ", 12) == 0 &&
                           strncasecmp(line + 12, option->name, length) == 0 &&
                           strncmp(line + 12 + length, " type ", 6) == 0;
    }
}

static bool has_options(struct cli_peer *peer)
{
    for (size_t i = 0; i < peer->player->option_count; i++) {
        if (!peer->player->options[i].is_told) {
            return cli_peer_blame(peer, "has no option called %s", peer->player->options[i].name);
        }
    }
    return true;
}

/* Listens until all options are told. A player who knows many games has to know this one. */
static bool hear_options(struct cli_peer *peer, const char *last)
{
    double deadline = cli_now() + HELLO_SECONDS;
    bool has_variants = false, knows = false;
    char *line;
    enum cli_heard heard;
    while ((heard = cli_process_hear(&peer->process, deadline, &line)) == CLI_HEARD_LINE) {
        if (strcmp(line, last) == 0) {
            if (has_variants && !knows && peer->player->variant == NULL) {
                return cli_peer_blame(peer,
                                      "knows no game called %s; variant=NAME says how it "
                                      "calls it",
                                      peer->game_name);
            }
            return has_options(peer);
        }
        note_option(peer, line);
        if (is_variant_option(line)) {
            has_variants = true;
            knows = knows_variant(peer, line);
        }
    }
    return cli_peer_unheard(peer, heard, last);
}

static bool set_options(struct cli_peer *peer)
{
    const struct cli_player *player = peer->player;
    const char *variant = player->variant != NULL ? player->variant : peer->variant;
    bool is_fine = true;
    for (size_t i = 0; i < player->option_count && is_fine; i++) {
        is_fine = cli_peer_say(peer, "setoption name %s value %s\n", player->options[i].name,
                               player->options[i].value);
    }
    if (variant != NULL && is_fine) {
        is_fine = cli_peer_say(peer, "setoption name UCI_Variant value %s\n", variant);
    }
    return is_fine && cli_peer_say(peer, "isready\n") &&
           cli_peer_await(peer, "readyok", READY_SECONDS);
}

static bool greet_uci(struct cli_peer *peer)
{
    peer->tongue.dialect = CLI_DIALECT_UCI;
    peer->tongue.letters = MAD_DIALECT_FSF;
    return cli_peer_say(peer, "uci\n") && hear_options(peer, "uciok") && set_options(peer);
}

static bool greet_usi(struct cli_peer *peer)
{
    peer->tongue.dialect = CLI_DIALECT_USI;
    return cli_peer_say(peer, "usi\n") && hear_options(peer, "usiok") && set_options(peer);
}

static bool begin_uci(struct cli_peer *peer)
{
    return cli_peer_say(peer, "ucinewgame\nisready\n") &&
           cli_peer_await(peer, "readyok", READY_SECONDS);
}

static bool begin_usi(struct cli_peer *peer)
{
    return cli_peer_say(peer, "usinewgame\nisready\n") &&
           cli_peer_await(peer, "readyok", READY_SECONDS);
}

static bool tell(struct cli_peer *peer, const char *text, bool is_own)
{
    (void)peer;
    (void)text;
    (void)is_own; /* the whole game is told when he shall think */
    return true;
}

/* --- thinking ----------------------------------------------------------------------------------------- */

static bool say_position(struct cli_peer *peer)
{
    bool is_usi = peer->tongue.dialect == CLI_DIALECT_USI;
    const char *kind = peer->start == NULL ? "startpos" : is_usi ? "sfen " : "fen ";
    return cli_process_say(&peer->process, "position ") && cli_process_say(&peer->process, kind) &&
           cli_process_say(&peer->process, peer->start != NULL ? peer->start_text : "") &&
           (peer->told_bytes == 0 || (cli_process_say(&peer->process, " moves") &&
                                      cli_process_say(&peer->process, peer->told))) &&
           cli_process_say(&peer->process, "\n");
}

static long milliseconds(double seconds)
{
    return seconds > 0.001 ? (long)(seconds * 1000) : 1;
}

/* In USI the first player is Black, and so are his clocks. */
static void write_go(const struct cli_peer *peer, const struct cli_turn *turn, char *out,
                     size_t size)
{
    const struct cli_pace *pace = turn->pace[turn->side];
    bool is_usi = peer->tongue.dialect == CLI_DIALECT_USI;
    size_t used = (size_t)snprintf(out, size, "go");
    if (pace->depth > 0) {
        used += (size_t)snprintf(out + used, size - used, " depth %d", pace->depth);
    }
    if (pace->nodes > 0) {
        used += (size_t)snprintf(out + used, size - used, " nodes %" PRIu64, pace->nodes);
    }
    if (pace->seconds > 0) {
        used +=
            (size_t)snprintf(out + used, size - used, " movetime %ld", milliseconds(pace->seconds));
    }
    for (int side = 0; side < 2 && pace->base > 0; side++) {
        char letter = (side == 0) != is_usi ? 'w' : 'b';
        double left = turn->clock[side] >= 0 ? turn->clock[side] : turn->clock[!side];
        used += (size_t)snprintf(out + used, size - used, " %ctime %ld %cinc %ld", letter,
                                 milliseconds(left), letter,
                                 (long)(turn->pace[side]->increment * 1000));
    }
    if (pace->base > 0 && pace->moves > 0) {
        used += (size_t)snprintf(out + used, size - used, " movestogo %d", turn->moves_to_go);
    }
    snprintf(out + used, size - used, "\n");
}

/* What he thinks of the game: "info depth 7 score cp 31 ..." */
static void hear_info(struct cli_peer *peer, char *line)
{
    char *word, *rest = line;
    long long number;
    while ((word = cli_next_word(&rest)) != NULL && strcmp(word, "pv") != 0 &&
           strcmp(word, "string") != 0) {
        bool is_depth = strcmp(word, "depth") == 0, is_cp = strcmp(word, "cp") == 0;
        if (strcmp(word, "multipv") == 0) {
            word = cli_next_word(&rest);
            if (word != NULL && strcmp(word, "1") != 0) {
                return;
            }
        } else if ((is_depth || is_cp || strcmp(word, "mate") == 0) &&
                   cli_read_number(cli_next_word(&rest), -1000000, 1000000, &number)) {
            if (is_depth) {
                peer->depth = (int)number;
                continue;
            }
            peer->has_score = true;
            peer->score = is_cp ? (int)number : 0;
            peer->mate_in = is_cp ? 0 : (int)number;
        }
    }
}

static enum cli_reply hear_best(struct cli_peer *peer, char *rest)
{
    const char *move = cli_next_word(&rest);
    if (move != NULL && strcmp(move, "resign") == 0) {
        cli_peer_blame(peer, "resigns");
        return CLI_REPLY_RESIGNS;
    }
    if (move != NULL && strcmp(move, "win") == 0) {
        cli_peer_blame(peer, "declares a win");
        return CLI_REPLY_CLAIMS;
    }
    if (move == NULL || strcmp(move, "(none)") == 0) {
        cli_peer_blame(peer, "sees no move");
        return CLI_REPLY_REFUSES;
    }
    snprintf(peer->move, sizeof peer->move, "%s", move);
    return CLI_REPLY_MOVE;
}

static enum cli_reply think(struct cli_peer *peer, const struct cli_turn *turn)
{
    char go[300], *line;
    enum cli_heard heard;
    write_go(peer, turn, go, sizeof go);
    if (!say_position(peer) || !cli_process_say(&peer->process, go)) {
        (void)cli_peer_unheard(peer, CLI_HEARD_END, "");
        return CLI_REPLY_GONE;
    }
    while ((heard = cli_process_hear(&peer->process, turn->deadline, &line)) == CLI_HEARD_LINE) {
        if (strncmp(line, "bestmove", 8) == 0 && (line[8] == ' ' || line[8] == '\0')) {
            return hear_best(peer, line + 8);
        }
        if (strncmp(line, "info ", 5) == 0) {
            hear_info(peer, line + 5);
        }
    }
    return cli_peer_failure(peer, heard, turn);
}

/* A player who still thinks is stopped; one who does not obey is ended. */
static void stop(struct cli_peer *peer)
{
    if (peer->is_thinking &&
        (!cli_peer_say(peer, "stop\n") || !cli_peer_await(peer, "bestmove", 1))) {
        cli_peer_close(peer);
    }
}

const struct cli_peer_speech cli_peer_uci = {greet_uci, begin_uci, tell, think, stop, true};
const struct cli_peer_speech cli_peer_usi = {greet_usi, begin_usi, tell, think, stop, true};
