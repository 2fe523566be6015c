/* move.h - moves: what generation lists and apply makes.
 *
 * Layer: game. A move of line 0 (and other plain ones, delta_count 0) is said whole by from, to and
 * placed: the man on `from` goes to `to`, takes what stands there, and becomes `placed`. Any other
 * move carries its effects as a list of deltas, in the order in which they happen, in the list that
 * it belongs to. */
#ifndef MAD_GAME_MOVE_H
#define MAD_GAME_MOVE_H

#include <stdbool.h>
#include <stdint.h>

enum { MAD_NO_SQUARE = 0xffff };

enum mad_move_flag {
    MAD_MOVE_TAKES = 1,   /* a piece is taken, whatever the word */
    MAD_MOVE_CHANGES = 2, /* the man that moved is of another type afterwards */
    MAD_MOVE_DROP = 4,    /* a man comes from a pocket */
    MAD_MOVE_PLAIN = 8,   /* no deltas: from, to, placed say it all */
    MAD_MOVE_FORCED = 32, /* a duty: `instead of any other move, one must` */
    MAD_MOVE_BREAKS = 16, /* resets the quiet counter though nothing is taken (moves with deltas) */
    MAD_MOVE_UNSURE = 64, /* an open move: not all its outcomes take, or change, alike */
    MAD_MOVE_FIRST = 64,  /* an outcome, until they are folded: the first of its toss */
    MAD_MOVE_SIDE_EFFECT_FREE =
        128, /* plain, and it changes only men, unless he who is taken brings it about; or a drop
                of which all is said by to, placed and the pocket, its second delta if any */
};

/* A move with a toss is listed once for each outcome, these one behind the other: the number in
 * game->outcomes + 1 stands in the upper byte of the flags. chance.h makes one choice of them. */
enum { MAD_MOVE_OUTCOME_SHIFT = 8, MAD_MOVE_OPEN = 0xff /* the outcome is not given */ };

struct mad_move {
    uint16_t from;  /* where the man stood; MAD_NO_SQUARE for drops */
    uint16_t to;    /* where it ends; == from for moves in place */
    uint8_t placed; /* code of the man on `to` afterwards */
    uint8_t line;   /* index in game->lines */
    uint16_t flags; /* enum mad_move_flag; above MAD_MOVE_OUTCOME_SHIFT the outcome of a toss */
    uint32_t delta_first; /* index in the list's deltas */
    uint32_t delta_count;
};

enum mad_delta_kind {
    MAD_DELTA_SQUARE, /* index = square, before and after = codes; `taken` in extra: 1 = taken, 2 = taken as trampled ... (fate index + 1), or MAD_DELTA_PUT */
    MAD_DELTA_MARK,   /* index = square, extra = mark, before and after = 0 or 1 */
    MAD_DELTA_COUNTER, /* index = counter * 2 + player, before and after = what it says */
    MAD_DELTA_LEVEL, /* index = square, extra = level of those below the man on top, before and after = codes + 1, or 0 */
    MAD_DELTA_POCKET, /* index = (pocket * 2 + owner) * type_count + type, before and after = counts */
};

/* In the extra of a square: the move says where, for the man was put there or came there after it. */
enum { MAD_DELTA_PUT = 0xff };
/* Likewise: the man who stood there is below others now. */
enum { MAD_DELTA_COVER = 0xfe };

struct mad_delta {
    uint8_t kind;
    uint8_t extra;
    uint16_t index;
    uint8_t before;
    uint8_t after;
};

/* Whether it takes a man off the board. */
static inline bool mad_delta_takes(const struct mad_delta *delta)
{
    return delta->kind == MAD_DELTA_SQUARE && delta->extra != 0 && delta->extra < MAD_DELTA_COVER;
}

/* A list of moves in memory that the caller provides; generation fails with MAD_ERROR_LIMIT when it
 * does not suffice. */
struct mad_move_list {
    struct mad_move *moves;
    struct mad_delta *deltas;
    uint32_t count, capacity;
    uint32_t delta_count, delta_capacity;
    uint32_t steps; /* that the last listing took, of limits.h; written by it */
};

#endif
