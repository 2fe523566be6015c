/* peer_cecp.c - a player who speaks XBoard's protocol, version 2 (Mann and Muller, "Chess Engine
 * Communication Protocol"). Layer: cli.
 *
 * He plays on his own once he was told `go`: a move of the other sets him thinking, so it is held back
 * until it is his turn and the clocks can be told first. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../progress.h"
#include "../protocol/front.h"
#include "peer.h"

enum { HELLO_SECONDS = 3, GAMES_SECONDS = 20, LONG_HELLO_SECONDS = 60, PING_SECONDS = 60 };

/* --- hello -------------------------------------------------------------------------------------------- */

/* Cuts NAME=VALUE off the text; values stand in quotes when there are blanks in them. */
static bool next_feature(char **text, char **name, char **value)
{
    char *at = *text + strspn(*text, " \t");
    char *equals = strchr(at, '=');
    if (equals == NULL) {
        return false;
    }
    *equals = '\0';
    *name = at;
    *value = equals + 1;
    bool is_quoted = **value == '"';
    *value += is_quoted;
    char *end = *value + strcspn(*value, is_quoted ? "\"" : " \t");
    *text = end + (*end != '\0');
    *end = '\0';
    return true;
}

static void take_feature(struct cli_peer *peer, const char *name, const char *value)
{
    bool is_on = strcmp(value, "1") == 0;
    struct {
        const char *name;
        bool *flag;
    } flags[] = {{"usermove", &peer->wants_usermove},
                 {"ping", &peer->has_ping},
                 {"setboard", &peer->has_setboard},
                 {"memory", &peer->takes_memory},
                 {"done", &peer->has_done}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (strcmp(flags[i].name, name) == 0) {
            *flags[i].flag = is_on;
        }
    }
    if (strcmp(name, "variants") == 0) {
        (void)cli_peer_choose(peer, value, ", ");
    }
}

/* Whether he has to say first that he knows the game: what all know is chess. */
static bool has_to_say(const struct cli_peer *peer)
{
    return peer->variant == NULL && peer->player->variant == NULL &&
           !mad_game_is_called(peer->game, "chess");
}

/* Listens to features until he says that these were all; `done=0` asks for patience. Who has none keeps silent: that is
 * believed at once of nobody who would have to name the game. */
static bool hear_features(struct cli_peer *peer)
{
    double start = cli_now();
    double patience = has_to_say(peer) ? GAMES_SECONDS : HELLO_SECONDS;
    char *line;
    enum cli_heard heard = CLI_HEARD_LINE;
    while (!peer->has_done &&
           (heard = cli_process_hear(&peer->process, start + patience, &line)) == CLI_HEARD_LINE) {
        char *name, *value, *rest = strstr(line, "feature ");
        if (rest == NULL) {
            continue;
        }
        rest += strlen("feature ");
        while (next_feature(&rest, &name, &value)) {
            take_feature(peer, name, value);
            patience = strcmp(name, "done") == 0 ? LONG_HELLO_SECONDS : patience;
        }
    }
    return heard != CLI_HEARD_END || cli_peer_unheard(peer, heard, "");
}

static bool set_options(struct cli_peer *peer)
{
    const struct cli_player *player = peer->player;
    bool is_fine = true;
    for (size_t i = 0; i < player->option_count && is_fine; i++) {
        const struct cli_player_option *option = &player->options[i];
        is_fine = strcmp(option->name, "memory") == 0
                      ? cli_peer_say(peer, "memory %s\n", option->value)
                      : cli_peer_say(peer, "option %s=%s\n", option->name, option->value);
    }
    return is_fine;
}

static bool greet(struct cli_peer *peer)
{
    peer->tongue.dialect = CLI_DIALECT_CECP;
    peer->tongue.letters = MAD_DIALECT_FSF;
    peer->wants_usermove = peer->has_ping = peer->has_setboard = peer->has_done = false;
    if (!cli_peer_say(peer, "xboard\nprotover 2\n") || !hear_features(peer)) {
        return false;
    }
    if (has_to_say(peer)) {
        return cli_peer_blame(peer, "knows no game called %s; variant=NAME says how it calls it",
                              peer->game_name);
    }
    return set_options(peer);
}

/* --- a game -------------------------------------------------------------------------------------------- */

static bool say_pace(struct cli_peer *peer)
{
    const struct cli_pace *pace = &peer->player->pace;
    if (pace->depth > 0 && !cli_peer_say(peer, "sd %d\n", pace->depth)) {
        return false;
    }
    if (pace->seconds > 0) {
        return cli_peer_say(peer, "st %g\n", pace->seconds);
    }
    int seconds = (int)pace->base;
    return pace->base <= 0 || cli_peer_say(peer, "level %d %d:%02d %g\n", pace->moves, seconds / 60,
                                           seconds % 60, pace->increment);
}

/* Whether he is there and has heard everything. */
static bool is_awake(struct cli_peer *peer)
{
    char pong[40];
    if (!peer->has_ping) {
        return true;
    }
    snprintf(pong, sizeof pong, "pong %ld", ++peer->pings);
    return cli_peer_say(peer, "ping %ld\n", peer->pings) &&
           cli_peer_await(peer, pong, PING_SECONDS);
}

static bool begin(struct cli_peer *peer)
{
    const char *variant = peer->player->variant != NULL ? peer->player->variant : peer->variant;
    peer->is_playing = false;
    peer->pending[0] = '\0';
    if (!cli_peer_say(peer, "new\n")) {
        return false;
    }
    if (variant != NULL && strcmp(variant, "normal") != 0 &&
        !cli_peer_say(peer, "variant %s\n", variant)) {
        return false;
    }
    if (!cli_peer_say(peer, "force\neasy\npost\n") || !say_pace(peer)) {
        return false;
    }
    if (peer->start != NULL) {
        if (!peer->has_setboard) {
            return cli_peer_blame(peer, "cannot begin with a position");
        }
        if (!cli_peer_say(peer, "setboard %s\n", peer->start_text)) {
            return false;
        }
    }
    return is_awake(peer);
}

static bool say_move(struct cli_peer *peer, const char *text)
{
    return cli_peer_say(peer, "%s%s\n", peer->wants_usermove ? "usermove " : "", text);
}

static bool tell(struct cli_peer *peer, const char *text, bool is_own)
{
    if (is_own) {
        return true;
    }
    if (peer->is_playing) {
        snprintf(peer->pending, sizeof peer->pending, "%s", text);
        return true;
    }
    return say_move(peer, text);
}

/* --- thinking -------------------------------------------------------------------------------------------- */

static bool say_clocks(struct cli_peer *peer, const struct cli_turn *turn)
{
    double own = turn->clock[turn->side], other = turn->clock[!turn->side];
    return own < 0 || cli_peer_say(peer, "time %ld\notim %ld\n", (long)(own * 100),
                                   (long)((other >= 0 ? other : own) * 100));
}

static bool set_thinking(struct cli_peer *peer, const struct cli_turn *turn)
{
    if (!say_clocks(peer, turn)) {
        return false;
    }
    if (!peer->is_playing) {
        peer->is_playing = true;
        return cli_peer_say(peer, "go\n");
    }
    bool is_said = peer->pending[0] != '\0' ? say_move(peer, peer->pending)
                                            : cli_peer_say(peer, "force\ngo\n");
    peer->pending[0] = '\0';
    return is_said;
}

/* "7 31 12 4000 e2e4 ...": depth, score, centiseconds, nodes, line. */
static bool hear_thought(struct cli_peer *peer, char *line)
{
    long long depth, score;
    char *rest = line, *word = cli_next_word(&rest);
    char digits[20];
    size_t length = word != NULL ? strspn(word, "0123456789") : 0;
    if (length == 0 || length >= sizeof digits) {
        return false;
    }
    snprintf(digits, sizeof digits, "%.*s", (int)length, word);
    if (!cli_read_number(digits, 0, 1000, &depth) ||
        !cli_read_number(cli_next_word(&rest), -1000000, 1000000, &score)) {
        return false;
    }
    peer->depth = (int)depth;
    peer->has_score = true;
    peer->mate_in = score > 100000    ? (int)(score - 100000)
                    : score < -100000 ? (int)(score + 100000)
                                      : 0;
    peer->score = peer->mate_in == 0 ? (int)score : 0;
    return true;
}

static bool opens_with(const char *line, const char *head)
{
    return strncasecmp(line, head, strlen(head)) == 0;
}

/* True when the line settles what he does. */
static bool hear_answer(struct cli_peer *peer, char *line, enum cli_reply *reply)
{
    char *rest = line;
    if (opens_with(line, "move ") || opens_with(line, "My move is")) {
        char *word, *last = NULL;
        while ((word = cli_next_word(&rest)) != NULL) {
            last = word;
        }
        snprintf(peer->move, sizeof peer->move, "%s", last);
        *reply = CLI_REPLY_MOVE;
        return true;
    }
    if (opens_with(line, "resign")) {
        cli_peer_blame(peer, "resigns");
        *reply = CLI_REPLY_RESIGNS;
        return true;
    }
    if (mad_result_read(line, &peer->claim) > 0 && peer->claim != MAD_GOES_ON) {
        cli_peer_blame(peer, "claims %s", line);
        *reply = CLI_REPLY_CLAIMS;
        return true;
    }
    if (opens_with(line, "Illegal move") || opens_with(line, "Error")) {
        cli_peer_blame(peer, "says %s", line);
        *reply = CLI_REPLY_REFUSES;
        return true;
    }
    (void)(isdigit((unsigned char)line[strspn(line, " \t")]) && hear_thought(peer, line));
    return false;
}

static enum cli_reply think(struct cli_peer *peer, const struct cli_turn *turn)
{
    char *line;
    enum cli_heard heard;
    enum cli_reply reply;
    bool was_told = false;
    if (!set_thinking(peer, turn)) {
        return CLI_REPLY_GONE;
    }
    while ((heard = cli_process_hear(&peer->process, turn->deadline, &line)) == CLI_HEARD_LINE) {
        if (!hear_answer(peer, line, &reply)) {
            continue;
        }
        if (reply == CLI_REPLY_CLAIMS && peer->claim == MAD_DRAW && !was_told) {
            was_told = true; /* a rule that this game has not: he is asked to play on */
            if (cli_peer_say(peer, "force\ngo\n")) {
                continue;
            }
        }
        return reply;
    }
    return cli_peer_failure(peer, heard, turn);
}

/* One who still thinks might move in the next game: he is ended. */
static void stop(struct cli_peer *peer)
{
    if (peer->is_thinking || !cli_peer_say(peer, "force\n") || !is_awake(peer)) {
        cli_peer_close(peer);
    }
}

const struct cli_peer_speech cli_peer_cecp = {greet, begin, tell, think, stop, false};
