/* ast.h - the syntax tree: one node shape for everything, described row by row in ast.def.
 *
 * Layer: grammar (knows no game). Nodes live in the arena they were made in and are never changed
 * after outline.c has nested them. Children are a singly linked list. Names are interned: equal
 * text means equal pointer within one struct mad_intern. */
#ifndef MAD_GRAMMAR_AST_H
#define MAD_GRAMMAR_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source.h"

enum mad_node_kind {
#define MAD_NODE(kind, shown, shape) MAD_NODE_##kind,
#include "ast.def"
#undef MAD_NODE
    MAD_NODE_KINDS
};

/* Bits of mad_node.flags. */
enum {
    MAD_FLAG_NEW = 1,       /* `new`: forgets what was inherited under this name */
    MAD_FLAG_OWN = 2,       /* turns with the player */
    MAD_FLAG_EVERY = 4,     /* every piece */
    MAD_FLAG_EACH = 8,      /* for each player */
    MAD_FLAG_ONE_MUST = 16, /* when ..., instead of any other move, one must ... */
    MAD_FLAG_UNLESS = 32,   /* unless in place of when */
    MAD_FLAG_NEGATED = 64,  /* not, no, cannot */
    MAD_FLAG_CAPITAL = 128, /* a capitalised (or quoted) name */
    MAD_FLAG_REPEATEDLY = 256,
    MAD_FLAG_LAME = 512, /* not over a piece */
    MAD_FLAG_JUST_BEYOND = 1024,
    MAD_FLAG_COIN = 2048, /* a toss of a coin, not one of given chances */
    MAD_FLAG_MUST = 4096, /* an outcome that must be legal */
    MAD_FLAG_AT_RANDOM = 8192,
    MAD_FLAG_ABOVE = 16384,    /* boards stand one above the other, not side by side */
    MAD_FLAG_STACKED = 32768,  /* the number of men on a square, who stand on one another */
    MAD_FLAG_DECLARES = 65536, /* of a heading of several pieces: it declares them, too */
    MAD_FLAG_APART = 131072,   /* no step leads from one board to another */
    MAD_FLAG_AGAIN = 262144, /* of a verb: `inherited`, said again for who reads this file alone */
};

enum { MAD_ENDS_WHOLE, MAD_ENDS_BEFORE, MAD_ENDS_AFTER };
enum { MAD_CASE_NONE = 2 }; /* of a player whose men have his letter before theirs */
enum { MAD_TO_EMPTY = 1, MAD_TO_ENEMY = 2 };
/* How a counter counts moves by itself. */
enum mad_counts {
    MAD_COUNTS_EACH = 1, /* for each player */
    MAD_COUNTS_ROW = 2,  /* in a row: a move after which it is not so begins anew */
    MAD_COUNTS = 4,      /* with any of these */
};
/* Whom it makes win, or lose, when an end would make both. */
enum mad_both { MAD_BOTH_DRAW, MAD_BOTH_MOVER, MAD_BOTH_ENEMY };
/* Of captures that take as many: by such a man, of most such men, of such a man as early as possible. */
enum mad_rank { MAD_RANK_WITH, MAD_RANK_MANY, MAD_RANK_EARLY };

enum mad_life {
    MAD_LIFE_TURNS, /* lasts 1 turn: to the end of the enemy's next turn */
    MAD_LIFE_MOVE,  /* lasts 1 move: scratch memory within one move */
    MAD_LIFE_TOUCHED, /* lasts until its piece moves or is taken: a square loses it when its piece leaves or is taken */
    MAD_LIFE_ALWAYS,  /* lasts until cleared: until a clear */
    MAD_LIFE_FOLLOWS, /* follows its piece */
};

/* Whose man he is, and into whose pocket he goes, who is taken. */
enum mad_joins {
    MAD_JOINS_ENEMY, /* of his player: he changes sides */
    MAD_JOINS_TAKER,
    MAD_JOINS_ALLY, /* of who took him */
    MAD_JOINS_KINDS
};

enum mad_event {
    MAD_EVENT_ENDS,           /* when its own move ends on X */
    MAD_EVENT_STARTS,         /* when its own move starts on X */
    MAD_EVENT_STARTS_OR_ENDS, /* when its own move starts or ends on X */
    MAD_EVENT_PLACED,         /* when placed on X: dropped, promoted or converted there */
    MAD_EVENT_TAKEN,          /* when taken */
    MAD_EVENT_CAPTURING,      /* when capturing */
};

enum mad_moves_test { MAD_MOVES_EXACTLY, MAD_MOVES_INCLUDE, MAD_MOVES_EXCLUDE };
enum mad_result_test { MAD_RESULT_WINS, MAD_RESULT_DRAW, MAD_RESULT_NONE };

/* What an argument says of the men who stand on one another: all of them, those on top, or below them. */
enum mad_part { MAD_PART_WHOLE, MAD_PART_TOP, MAD_PART_BOTTOM };

/* Words of the language that stand for a value. */
enum mad_word {
    MAD_WORD_EMPTY,
    MAD_WORD_PIECE,
    MAD_WORD_OWN,
    MAD_WORD_ENEMY,
    MAD_WORD_NOTHING,
    MAD_WORD_BOARD,
    MAD_WORD_HERE,
    MAD_WORD_ORIGIN,
    MAD_WORD_ROYAL,
    MAD_WORD_ATTACKED,
    MAD_WORD_MOVER,
    MAD_WORD_NOBODY,
    MAD_WORD_NEXT_PLAYER,
    MAD_WORD_OUTWARD,
    MAD_WORD_OTHER_SIDE,
};

enum mad_function {
    MAD_FN_NEXT_TO,
    MAD_FN_BETWEEN,
    MAD_FN_NEAREST,
    MAD_FN_FARTHEST,
    MAD_FN_RANK_OF,
    MAD_FN_FILE_OF,
    MAD_FN_DROPS_OF,
    MAD_FN_KIND_OF,
    MAD_FN_NUMBER_OF,
    MAD_FN_OPPOSITE_OF,
    MAD_FN_WORTH_OF,
};

enum mad_quantity {
    MAD_SOME_A,
    MAD_SOME_NO,
    MAD_SOME_EXACTLY,
    MAD_SOME_AT_LEAST,
    MAD_SOME_AT_MOST
};

enum mad_is {
    MAD_IS, /* A is B: A is not empty and lies in B, of men one of them; for numbers, options and kinds: equal */
    MAD_IS_ON, /* the same, said of places */
    MAD_IS_NEXT_TO,
    MAD_IS_ATTACKED, /* some square of A */
    MAD_IS_IN,       /* player is in check: B is the REF named `in check` */
    MAD_IS_AT_LEAST,
    MAD_IS_AT_MOST,
    MAD_IS_MORE_THAN,
    MAD_IS_LESS_THAN,
};

struct mad_node {
    enum mad_node_kind kind;
    uint32_t flags;
    struct mad_span span;
    const char *name;
    const char *other;
    const char *text;
    int32_t n0, n1;
    struct mad_node *first; /* first child */
    struct mad_node *next;  /* next sibling */
};

/* The shown name of a kind, as in ast.def. */
const char *mad_node_kind_name(enum mad_node_kind kind);

/* Whether it is this word, or this name; null is neither. */
static inline bool mad_is_word(const struct mad_node *node, enum mad_word word)
{
    return node != NULL && node->kind == MAD_NODE_CONST && node->n0 == (int32_t)word;
}
static inline bool mad_is_ref(const struct mad_node *node, const char *name)
{
    return node != NULL && node->kind == MAD_NODE_REF && node->name == name;
}

#endif
