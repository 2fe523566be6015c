/* second_chess.h - the tables in which second_chess.c reads what a game of the chess family is, and
 * what it offers to the functions of single games.
 *
 * Ways of going are written in few letters, several in a row: `m` only without capture, `c` only
 * capturing; `f` forward, `b` backward, `s` sideways, `v` forward and backward; `p` over exactly one
 * man on the way, `g` to the square just behind the first man; then how far a step goes: W (1,0),
 * F (1,1), D (2,0), N (2,1), A (2,2), H (3,0), C (3,1), Z (3,2), G (3,3), or right and up in
 * parentheses, such as (-1,1); then `*` for as often as the way is free, or a digit for at most so
 * often. `F>W*` goes one step and may then slide on outward in another direction. King WF, Queen
 * W*F*, Nightrider N*, Pawn mfWcfF. */
#ifndef MAD_TESTS_SECOND_CHESS_H
#define MAD_TESTS_SECOND_CHESS_H

#include "second.h"

enum { CHESS_CASTLINGS = 4, CHESS_HOLE = 100 };

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
    MAN_ROYAL = 1,       /* may not be left attacked */
    MAN_PAWN = 2,        /* steps twice at first, captures en passant, promotes, resets the clock */
    MAN_FIRST_ONLY = 4,  /* of the first player's army */
    MAN_SECOND_ONLY = 8, /* two armies may use one letter */
    MAN_NO_PASSING = 32, /* a Pawn who captures nobody en passant */
    MAN_PROMOTES = 16,   /* is no Pawn, but `promotions` is asked about him too */
};

struct chess_man {
    const char *letter; /* as in position texts; null behind the last */
    const char *ways;   /* of the first player; forward is up the board */
    unsigned flags;
};

struct chess_castling {
    int owner, king, king_to, rook, rook_to; /* files, on the owner's own castling rank */
};

enum chess_stalemate { STALEMATE_DRAWS, STALEMATE_LOSES, STALEMATE_WINS }; /* for the one to move */

struct chess_rules {
    int files, ranks;
    const char *array; /* like a position text, up to the castling field; `*` is no square */
    const struct chess_man *men;
    const char *promotes_to[2];   /* letters, of each player */
    unsigned double_ranks[2];     /* bit r: pawns on their r-th rank, from 0, may step twice */
    unsigned unpassable_ranks[2]; /* and these of them cannot be captured en passant then */
    struct chess_castling castlings[CHESS_CASTLINGS];
    int castling_rank;            /* own rank, from 0 */
    const char *castling_letters; /* one for each of castlings; null: no castling */
    bool castles_through_attack;
    bool is_cylinder;
    bool has_hands, captures_to_hand, keeps_promoted;
    bool drops_nothing;  /* men in hand come in otherwise */
    int pawn_drops_from; /* their own ranks, from 0, on which Pawns may be dropped */
    int pawn_drops_to;
    enum chess_stalemate stalemate;
    int plies;      /* without capture or Pawn move, then a draw; 0: no such rule */
    int repetition; /* times, then a draw; 0: no such rule */
    /* Whether a Pawn may step twice from here. Null: double_ranks. */
    bool (*doubles)(const struct chess_rules *rules, const struct second_position *before,
                    int from);
    /* What a move of this man to this square may make of him, a blank for nothing. Null: promotes_to
     * on the last rank. */
    const char *(*promotions)(const struct chess_rules *rules, const struct second_position *before,
                              int from, int to);
    /* What else a move changes. Null: nothing. `taken` is a square, or -1. */
    void (*afterwards)(const struct chess_rules *rules, const struct second_position *before,
                       struct second_position *after, int from, int to, int taken);
    /* Whether the player who moved may leave this behind. Null: when no royal man is attacked. */
    bool (*allows)(const struct chess_rules *rules, const struct second_position *before,
                   const struct second_position *after);
    /* Whether a King on this square would be in danger, for castling. Null: when attacked. */
    bool (*endangers)(const struct chess_rules *rules, const struct second_position *position,
                      int square, int by);
};

/* --- the board --- */
const struct chess_rules *chess_rules_of(const struct second_game *game);
int chess_squares(const struct chess_rules *rules);
int chess_square(const struct chess_rules *rules, int file, int rank); /* -1 off the board */
int chess_named(const struct chess_rules *rules, const char *name);
int chess_owner(int man);                                                   /* 0 or 1 */
int chess_own_rank(const struct chess_rules *rules, int owner, int square); /* from 0 */
const struct chess_man *chess_man_of(const struct chess_rules *rules, int man);
int chess_kind(const struct chess_rules *rules, char letter, int owner); /* 0: none */
int chess_count(const struct chess_rules *rules, const struct second_position *position, int owner,
                const char *letters); /* men with one of the letters; null: all men */
bool chess_is_attacked(const struct chess_rules *rules, const struct second_position *position,
                       int square, int by);
bool chess_is_in_check(const struct chess_rules *rules, const struct second_position *position,
                       int owner);

/* --- the functions of a game --- */
void chess_begin(const struct second_game *game, struct second_position *position,
                 const char *text);
size_t chess_moves(const struct second_game *game, const struct second_position *position,
                   struct second_move *list);
struct second_result chess_result(const struct second_game *game,
                                  const struct second_history *history, size_t moves);
/* Repetition and the counting of moves alone. */
struct second_result chess_drawn(const struct second_game *game,
                                 const struct second_history *history);
struct second_result chess_win(int owner, const char *why);
/* For moves of other kinds: the next move of the list, a copy with the other side to move, its text
 * beginning with a square. Returns the end of the text. */
char *chess_open_move(const struct chess_rules *rules, const struct second_position *before,
                      struct second_move *move, int square);
char *chess_write_square(const struct chess_rules *rules, char *text, int square);
/* Ends the castling rights of men that have left their places. */
void chess_drop_rights(const struct chess_rules *rules, struct second_position *after,
                       const struct second_position *before);
/* For moves of other kinds: whether it is legal; castling rights of men who have left are ended. */
bool chess_close_move(const struct chess_rules *rules, const struct second_position *before,
                      struct second_move *move);
/* Men of the array, as many as chance keeps, anywhere; the game is not over. */
void chess_scatter(const struct second_game *game, uint64_t *random, char *text);

#endif
