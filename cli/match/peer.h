/* peer.h - a player of a match as the arbiter sees him: he is told the moves, and says his own.
 *
 * Layer: cli. One peer is one process, used by one thread, for game after game; a fault of his ends the
 * game, never the match. peer_uci.c and peer_cecp.c know the protocols. */
#ifndef MAD_CLI_MATCH_PEER_H
#define MAD_CLI_MATCH_PEER_H

#include "../../interp/mad_record.h"
#include "../protocol/dialect.h"
#include "player.h"
#include "process.h"

enum cli_reply {
    CLI_REPLY_MOVE,
    CLI_REPLY_RESIGNS,
    CLI_REPLY_CLAIMS,  /* says that the game is over */
    CLI_REPLY_REFUSES, /* says that a move was illegal, or that there is none */
    CLI_REPLY_LATE,
    CLI_REPLY_SILENT, /* no clock is running, and yet nobody waits for ever */
    CLI_REPLY_GONE,
    CLI_REPLY_INTERRUPT,
};

/* What is asked of the player to move. */
struct cli_turn {
    mad_position *position;
    int side;
    double clock[2];                /* seconds left, where two play; below 0: no clock */
    const struct cli_pace *pace[2]; /* of those two; of more, of him who is asked twice */
    int moves_to_go;                /* until the clock is set again; 0: never */
    double deadline;                /* cli_now */
};

struct cli_peer;

struct cli_peer_speech {
    /* Says hello, sets options; false when he does not answer so. */
    bool (*greet)(struct cli_peer *peer);
    bool (*begin)(struct cli_peer *peer);
    /* A move was made, by whomever: `text` in the peer's tongue. */
    bool (*tell)(struct cli_peer *peer, const char *text, bool is_own);
    enum cli_reply (*think)(struct cli_peer *peer, const struct cli_turn *turn);
    void (*stop)(struct cli_peer *peer); /* after a game, however it ended */
    bool says_all;                       /* the whole game is told whenever he shall think */
};

struct cli_peer {
    const struct cli_player *player;
    const mad_game *game;
    const char *game_name;
    const char *variant_option; /* of --variant, or null */
    const char *operand; /* the game as the command line of this match names it, for `mad` itself */
    const struct mad_setting *settings;
    size_t setting_count;
    const char *start; /* our position text, null: the array */
    char *start_text;  /* the same in the peer's dialect; owned */

    const struct cli_peer_speech *speech;
    struct cli_process process;
    struct cli_tongue tongue;
    char *variant; /* how he calls the game, owned; null: he is not told */
    char *told;    /* the moves of the game, a blank before each; owned */
    size_t told_bytes, told_capacity;

    char move[CLI_MOVE_BYTES]; /* the answer */
    char why[200];             /* what is wrong, or what was claimed */
    enum mad_outcome claim;    /* MAD_GOES_ON: no result in so many words */
    int score, mate_in, depth; /* what he thinks of the game, for himself; depth 0: nothing */
    bool has_score, is_thinking;

    /* of CECP */
    bool wants_usermove, has_ping, has_setboard, has_done, takes_memory, is_playing;
    long pings;
    char pending[CLI_MOVE_BYTES]; /* a move of the other that sets him thinking */

    /* of this program where no protocol knows so many players */
    mad_searcher *searcher;
    mad_moves *moves;
};

extern const struct cli_peer_speech cli_peer_uci, cli_peer_usi, cli_peer_cecp, cli_peer_here;

/* One who has not been started; all that he is told of is lent. `game_name` is what the game is called where he does not
 * know it. */
struct cli_peer cli_peer_of(const struct cli_player *player, const struct cli_args *args,
                            const mad_game *game, const char *game_name);
/* Ends him for good. */
void cli_peer_free(struct cli_peer *peer);
/* Starts the program unless it runs. False with `why`. */
bool cli_peer_open(struct cli_peer *peer);
bool cli_peer_begin(struct cli_peer *peer, const char *start);
/* Another start in a game that has begun: nothing that the player knows is forgotten where his protocol allows that. */
bool cli_peer_place(struct cli_peer *peer, const char *start);
bool cli_peer_tell(struct cli_peer *peer, const mad_position *before, const mad_moves *moves,
                   size_t index, bool is_own);
enum cli_reply cli_peer_think(struct cli_peer *peer, const struct cli_turn *turn);
void cli_peer_stop(struct cli_peer *peer);
void cli_peer_close(struct cli_peer *peer);

/* For the protocols. */
bool cli_peer_say(struct cli_peer *peer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool cli_peer_blame(struct cli_peer *peer, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* fills `why`, returns false */
/* Says in `why` that it has gone, or has not said the word; returns false. */
bool cli_peer_unheard(struct cli_peer *peer, enum cli_heard heard, const char *word);
/* Lines until one opens with this word; false with `why` when it does not come. */
bool cli_peer_await(struct cli_peer *peer, const char *word, double seconds);
enum cli_reply cli_peer_failure(struct cli_peer *peer, enum cli_heard heard,
                                const struct cli_turn *turn);
/* Whether one of the names in the list, with any of these characters between, is that of the game. Then
 * it is what the peer calls it. */
bool cli_peer_choose(struct cli_peer *peer, const char *list, const char *between);

#endif
