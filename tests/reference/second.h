/* second.h - what the second generator and the games that it knows agree on.
 *
 * The second generator is another opinion on the rules: written from the rule pages and not from the
 * rule files, without any code of the interpreter, as simple as can be. A game is a table of three
 * functions; a position is a plain struct that is copied whole; a move is its text and the position
 * behind it. second.c plays random games and compares. */
#ifndef MAD_TESTS_SECOND_H
#define MAD_TESTS_SECOND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SECOND_TEXT_MAX = 1024, /* bytes of a position text */
    SECOND_CELLS_MAX = 256,
    SECOND_KINDS_MAX = 64,
    SECOND_EXTRAS = 16,
    SECOND_MOVES_MAX = 8192,
    SECOND_TEXT_SIZE = 48, /* of a move, with its end */
};

/* A free area for all: what a game does not use stays zero. Everything before `clock` is what has to
 * be the same for a repetition (second_times). No padding, so that memory can be compared. */
struct second_position {
    signed char cell[SECOND_CELLS_MAX]; /* 0 empty, a kind of man of the first player, or -kind */
    signed char mark[SECOND_CELLS_MAX]; /* of squares or the men on them: promoted, moved ... */
    signed char hand[2][SECOND_KINDS_MAX];
    int mover;                /* 0 or 1 */
    int state[SECOND_EXTRAS]; /* rights, en passant, what a game has to remember */
    int clock;                /* plies since something irreversible */
    int note[SECOND_EXTRAS];  /* remembered, but the same position without it */
};

struct second_move {
    char text[SECOND_TEXT_SIZE]; /* as `mad moves` writes it: e2e4, e7e8=Q, N@d5 */
    struct second_position after;
};

enum second_outcome { SECOND_GOES_ON, SECOND_FIRST_WINS, SECOND_SECOND_WINS, SECOND_DRAWN };
struct second_result {
    enum second_outcome outcome;
    const char *why; /* "checkmate"; for the tally */
};

/* The positions of a game so far, the present one last. */
struct second_history {
    const struct second_position *positions;
    size_t count; /* at least 1 */
};

struct second_game {
    const char *name;     /* as given to mad: "atomic" or "mad-elephant-chess:chessgi" */
    const char *settings; /* "option=value option=value", or null */
    const void *rules;    /* what the functions of a family need to know about this game */
    /* Position texts to start games from beside the array, null behind the last; or null. Behind
     * ` moves ` may stand moves to begin with. */
    const char *const *starts;
    /* Sets up the array (text null) or the position text; `position` is all zero before. */
    void (*begin)(const struct second_game *game, struct second_position *position,
                  const char *text);
    /* The legal moves, in any order, as if the game were not over; how many. */
    size_t (*moves)(const struct second_game *game, const struct second_position *position,
                    struct second_move *list);
    /* How the game stands, `moves` being the number of legal moves now. */
    struct second_result (*result)(const struct second_game *game,
                                   const struct second_history *history, size_t moves);
    /* Writes the text of a random position to start from, of at most SECOND_TEXT_MAX bytes; or null. */
    void (*scatter)(const struct second_game *game, uint64_t *random, char *text);
};

/* The games of a family; count is set. One function for each file second_*.c, listed in second.c. */
const struct second_game *second_chess(size_t *count);
const struct second_game *second_elephants(size_t *count);
const struct second_game *second_shogi(size_t *count);
const struct second_game *second_xiangqi(size_t *count);
const struct second_game *second_hexagons(size_t *count);
const struct second_game *second_draughts(size_t *count);
const struct second_game *second_boards(size_t *count);
const struct second_game *second_turns(size_t *count);
const struct second_game *second_janggi(size_t *count);
const struct second_game *second_international(size_t *count);

/* How many points each player has at the end of a game that points decide; false where they do not.
 * One for each family with such games. */
bool second_board_points(const struct second_game *game, const struct second_position *end,
                         int points[2]);
bool second_hexagon_points(const struct second_game *game, const struct second_position *end,
                           int points[2]);

/* How often the present position occurred, itself included: everything before `clock` the same. */
size_t second_times(const struct second_history *history);
/* The index of the first of them. */
size_t second_first_time(const struct second_history *history);
/* Writes a square of a chess board: second_square(text, 4, 3) makes "e4". Returns its end. */
char *second_square(char *text, int file, int rank);
/* Writes the number of empty squares passed over in a position text, unless it is 0, and forgets it.
 * Returns its end. */
char *second_gap(char *text, int *gap);

#endif
