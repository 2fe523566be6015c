/* xboard_plan.h - a game as XBoard can be told of it: which man goes where in its table of letters, and how each moves.
 *
 * Layer: cli. What is told is held against games: XBoard, who knows nothing else, has to allow each of our moves and to
 * see each position as it is. XBoard's parent variant `fairy` brings chess's other habits: promotion on the last rank,
 * taking in passing, check, castling, and pockets for what is taken. */
#ifndef MAD_CLI_PROTOCOL_XBOARD_PLAN_H
#define MAD_CLI_PROTOCOL_XBOARD_PLAN_H

#include "betza.h"

enum {
    CLI_XBOARD_SLOTS = 22,
    CLI_XBOARD_KING = CLI_XBOARD_SLOTS - 1,
    CLI_XBOARD_PAWN = 0,   /* promotes on the last rank, and takes in passing */
    CLI_XBOARD_LANCE = 18, /* another Pawn */
    CLI_XBOARD_TURNED = 11 /* so far behind a man stands what he is turned into */
};

struct cli_xboard_plan {
    const mad_game *game;
    size_t count; /* kinds of men */
    struct cli_xboard_kind {
        struct cli_ways ways[2]; /* by owner */
        int slot[2];             /* -1: the owner has none */
        char letter;             /* capital; of a turned man that of who he was */
        bool is_turned;
    } * kinds; /* [count]; owned */
    char table[2][CLI_XBOARD_SLOTS + 1];
    int held;      /* kinds that come into pockets */
    char why[200]; /* the game cannot be told, for this reason; empty: it can */
};

/* Makes it whole, or `why`. To be freed in every case. */
void cli_xboard_plan_make(struct cli_xboard_plan *plan, const mad_game *game);
void cli_xboard_plan_free(struct cli_xboard_plan *plan);

/* Plays games, and says in `why` what XBoard would not see in them as it is. */
void cli_xboard_plan_try(struct cli_xboard_plan *plan);

#endif
