/* second_chess.h - the tables in which second_chess.c reads what a game of the chess family is.
 *
 * Ways of going are written in few letters, several in a row: `m` only without capture, `c` only
 * capturing; `f` forward, `b` backward, `s` sideways, `v` forward and backward; then how far a step
 * goes: W (1,0), F (1,1), D (2,0), N (2,1), A (2,2), H (3,0), C (3,1), Z (3,2), G (3,3); then `*` for as often as
 * the way is free, or a digit for at most so often. King WF, Queen W*F*, Nightrider N*. */
#ifndef MAD_TESTS_SECOND_CHESS_H
#define MAD_TESTS_SECOND_CHESS_H

#include "second.h"

enum { CHESS_SIDES = 2, CHESS_CASTLINGS = 4 };

/* Places in `state` and `note` of a position. */
enum {
    STATE_RIGHTS, /* bit i: castling i of the table is still allowed */
    STATE_PASSED, /* 1 + the square that en passant may capture on, when a capture exists; or 0 */
    STATE_FREE,   /* from here on for the functions of single games */
};
enum {
    NOTE_PASSED,  /* 1 + the square that the last double step passed over */
    NOTE_STEPPED, /* 1 + the square where that man stands */
    NOTE_FREE,
};

enum {
    MAN_ROYAL = 1, /* may not be left attacked; where that is the rule */
    MAN_PAWN = 2,  /* steps twice at first, captures en passant, promotes, resets the clock */
};

struct chess_man {
    const char *letter; /* as in position texts; null behind the last */
    const char *ways;   /* of the first player; forward is up the board */
    unsigned flags;
};

struct chess_castling {
    int owner, king, king_to, rook, rook_to; /* files, on the owner's own first rank */
};

struct chess_rules {
    int files, ranks;
    const char *array; /* like a position text, up to the castling field */
    const struct chess_man *men;
    const char *promotes_to; /* letters, on the last rank */
    unsigned
        double_ranks[CHESS_SIDES]; /* bit r: pawns on their r-th rank, from 0, may step twice */
    struct chess_castling castlings[CHESS_CASTLINGS];
    char castling_letters[CHESS_CASTLINGS + 1];
};

#endif
