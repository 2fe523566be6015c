/* tiny_game.h - a small compiled game made by hand, for units that need no rule file.
 *
 * Layer: tests. Eight by eight with the usual letters, a leaping E that becomes M, a promoted +N,
 * all four ways of showing marks and two pockets. It has no machine: positions and texts only. The
 * game belongs to the caller of tiny_game_new. */
#ifndef MAD_TESTS_TINY_GAME_H
#define MAD_TESTS_TINY_GAME_H

#include "interp/game/move.h"
#include "interp/game/state.h"

enum tiny_type {
    TINY_KING,
    TINY_QUEEN,
    TINY_ROOK,
    TINY_KNIGHT,
    TINY_PAWN,
    TINY_ELEPHANT,
    TINY_MAD,
    TINY_KNIGHT_UP,
    TINY_TYPES
};
enum tiny_mark { TINY_CASTLING, TINY_PASSED, TINY_TAUNT, TINY_PROMOTED, TINY_MARKS };
enum tiny_pocket { TINY_HAND, TINY_FLAT, TINY_POCKETS };
enum tiny_line {
    TINY_MOVE,
    TINY_CASTLE,
    TINY_EN_PASSANT,
    TINY_RAMPAGE,
    TINY_TAUNTS,
    TINY_CONVERT,
    TINY_DROP,
    TINY_HOP,
    TINY_LINES
};

enum tiny_features {
    TINY_PLAIN = 0,
    TINY_WITH_HAND = 1, /* both pockets; else none */
    TINY_WITHOUT_MARKS = 2,
    TINY_SHOGI = 4, /* drops written P*e5 */
};

struct mad_game *tiny_game_new(unsigned features);
void tiny_game_free(struct mad_game *game);
struct mad_state *tiny_state_new(const struct mad_game *game);
int tiny_square(const struct mad_game *game, const char *name);

/* A list of at most 32 moves, each with few deltas. */
struct tiny_list {
    struct mad_move moves[32];
    struct mad_delta deltas[256];
    struct mad_move_list list;
};
void tiny_list_clear(struct tiny_list *moves);
/* A move by the names of its squares; `from` null for drops, `becomes` a type or -1, `taken` the
 * squares taken, or null for what an ordinary move takes on `to`. */
void tiny_list_add(const struct mad_game *game, const struct mad_state *state,
                   struct tiny_list *moves, enum tiny_line line, const char *from, const char *to,
                   int becomes, const char *taken);

#endif
