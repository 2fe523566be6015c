/* player.h - who plays a match, as the command line says it.
 *
 * Layer: cli. WHO is `mad`, this program, or PROTOCOL:COMMAND, another one; behind it settings, each after a
 * semicolon: `uci:fairy-stockfish; name=Fairy; Hash=32; nodes=1000`. */
#ifndef MAD_CLI_MATCH_PLAYER_H
#define MAD_CLI_MATCH_PLAYER_H

#include "../options.h"

enum cli_speech { CLI_SPEAKS_UCI, CLI_SPEAKS_USI, CLI_SPEAKS_CECP, CLI_SPEAKS_HERE };

/* What a player may spend. Zeros: no such limit. */
struct cli_pace {
    uint64_t nodes; /* a move */
    int depth;
    double seconds;         /* a move */
    double base, increment; /* a clock in seconds, and what each move adds */
    int moves;              /* base is given again every so many moves; 0: never */
};

struct cli_player_option {
    char *name, *value;
    bool is_told; /* the player has said that he has such a one */
};

struct cli_player {
    enum cli_speech speech;
    char *name;
    char *command;                     /* null: this program */
    char *variant;                     /* the game, as the player calls it; null: to be found out */
    struct cli_player_option *options; /* of the player himself */
    size_t option_count;
    struct cli_pace pace;
    char *text; /* what the strings above lie in */
};

/* `pace` is what holds when the text says nothing else. On CLI_USAGE the fault has been said. */
enum cli_exit cli_player_parse(struct cli_player *player, const struct cli_args *args,
                               const char *text, const struct cli_pace *pace);
void cli_player_free(struct cli_player *player);

/* "60+0.5", "40/60+0.5" seconds into a clock; false when it is no such text. */
bool cli_pace_parse_clock(struct cli_pace *pace, const char *text);
/* "nodes=1000", "tc=60+0.5" ... */
void cli_pace_write(const struct cli_pace *pace, char *out, size_t size);

#endif
