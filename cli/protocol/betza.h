/* betza.h - how men move, in Betza's notation as XBoard reads it.
 *
 * Layer: cli. Found out by trial: a man is put on a board that is empty, or full but for what is asked, and the compiled
 * rules list his moves. What cannot be said so is found by whoever holds the outcome against games (xboard_view.h).
 * Steps are those of White, who goes up; Black's are turned by half a circle. */
#ifndef MAD_CLI_PROTOCOL_BETZA_H
#define MAD_CLI_PROTOCOL_BETZA_H

#include "../../interp/mad_rules.h"

enum { CLI_MOST_WAYS = 96, CLI_BETZA_BYTES = 400, CLI_ENDLESS = 0, CLI_LONGEST = 16 };

enum cli_way_kind {
    CLI_WAY_PLAIN,  /* a leap, or steps over empty squares */
    CLI_WAY_LAME,   /* the square half way has to be empty */
    CLI_WAY_HOP,    /* over one man, anywhere on the way */
    CLI_WAY_BEHIND, /* over one man, to the square behind him */
};
enum cli_way_mode { CLI_WAY_MOVES = 1, CLI_WAY_TAKES = 2, CLI_WAY_EN_PASSANT = 4 };

/* One direction. */
struct cli_way {
    signed char across, up; /* of one step */
    unsigned char reach;    /* steps; CLI_ENDLESS: as far as the board goes */
    unsigned char kind, modes;
    bool is_first; /* only of a man who has not moved yet */
};

/* A kind of man of one player. */
struct cli_ways {
    struct cli_way ways[CLI_MOST_WAYS];
    int count;
    int castles;      /* squares that it goes when it castles; 0: it does not */
    bool is_odd;      /* something that it does has no word in the notation */
    bool is_promoted; /* by letter: e7e8q */
    bool is_turned;   /* shogi's way: c3c4+ */
    bool wraps;       /* goes on at the other side of the board, as on a cylinder */
};

/* Rows and columns of men, for trials. */
struct cli_trial;
/* Null without memory, or when the game has no position of its own. `wraps`: what goes over one side of the board is looked
 * for at the other. */
struct cli_trial *cli_trial_new(const mad_game *game, bool wraps);
void cli_trial_free(struct cli_trial *trial);
void cli_ways_find(struct cli_trial *trial, int piece, int owner, struct cli_ways *ways);

/* Whether some way leads so far, seen by White, on a board without other men. */
bool cli_ways_reach(const struct cli_ways *ways, int across, int up, bool takes);

/* In `out`; false when it does not fit. */
bool cli_ways_write(const struct cli_ways *ways, char out[CLI_BETZA_BYTES]);

#endif
