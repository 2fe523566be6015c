/* draw.h - draws rule files at random: the same seed, the same file on every machine.
 *
 * A file is drawn from rows of text (rows.c): `choose $S from <squares>` is a sentence with a place for
 * a set of squares in it, and `$S` a new name for squares. Each word in angle brackets stands for a kind
 * of expression, so that what is drawn is right by grammar and mostly by meaning; places (draw_place)
 * say which words have a meaning there. Files that the library refuses are part of the yield, but few:
 * they say nothing about the machine. */
#ifndef MAD_TESTS_DRAW_H
#define MAD_TESTS_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../interp/limits.h"

/* Where an expression or sentence stands. */
enum draw_place {
    DRAW_PIECE = 1,  /* a line of a piece: part of the board, for a movement */
    DRAW_WHEN = 2,   /* behind `when` of such a line, or a meaning that is used there */
    DRAW_VERB = 4,   /* the sentences of a verb */
    DRAW_EVENT = 8,  /* what happens by itself to a man */
    DRAW_MOVED = 16, /* `when moved` */
    DRAW_LAW = 32,
    DRAW_END = 64,
    DRAW_AFTER = 128, /* a verb behind `after each move` */
    DRAW_DROP = 256,  /* a verb that a player may do without a man */
};

/* What a name stands for. */
enum draw_kind {
    DRAW_SQUARES,
    DRAW_SQUARE,
    DRAW_WAYS,
    DRAW_MEN_KINDS,
    DRAW_NUMBER,
    DRAW_POCKET,
    DRAW_MARK,
    DRAW_COUNTER,
    DRAW_OWN_COUNTER, /* one for each player */
    DRAW_ZONE,
    DRAW_WAYS_NAMED,
    DRAW_TRUTH,
};

enum { DRAW_MAX_NAMES = 48, DRAW_MAX_MEN = 8 };

struct draw_name {
    char text[12];
    enum draw_kind kind;
};

struct draw_man {
    const char *name;
    char letter;
    int owner; /* 0, 1, -1 both, 2 nobody */
    bool royal;
    bool goes_to_hand;
    bool inherited; /* a Knight of the library, of whom the file says again what he does */
};

struct draw_verb {
    char call[160]; /* with its arguments as rows still to be drawn */
    char name[12];
    bool with_man; /* else a player does it without one */
    bool after;    /* for `after each move` */
    bool callable; /* drawn to its end, and neither repeated nor tossed: other verbs may call it */
};

struct drawing {
    uint64_t random;
    char *text;
    size_t count, capacity;
    bool failed; /* no memory */

    unsigned place;
    int depth;  /* how much deeper expressions may go */
    int indent; /* of lines */

    struct draw_name names[DRAW_MAX_NAMES]; /* globals first, then locals */
    int name_count, new_names;              /* those behind name_count are not yet in force */
    int names_made;

    int files, ranks;
    char cells[MAD_MAX_SIDE]
              [MAD_MAX_SIDE]; /* of the array, from the near left corner; `*` is a hole */
    bool hexagons, checks;
    bool two_boards;   /* side by side, and no step leads from one to the other */
    bool corner;       /* squares are named from the far left one, numbers first */
    bool option;       /* `spicy is yes` can be asked */
    bool stacked;      /* men stand on one another */
    bool turns, moves; /* a turn may have several moves; so many, which are counted */
    struct draw_man men[DRAW_MAX_MEN];
    int man_count;
    bool worth_in_order; /* the men are, and none says so himself */
    struct draw_verb verbs[6];
    int verb_count;
    char again
        [160]; /* what may fill blanks of the verb in its next round, as rows still to be drawn */
    bool has_deed; /* a verb that is no move: what happens by itself may call it */
};

/* A whole file for a seed; malloced, null without memory. */
char *draw_rules(uint64_t seed, size_t *bytes);

/* --- draw.c: text, chance and names --- */
void draw_put(struct drawing *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
size_t draw_below(struct drawing *d, size_t below);
bool draw_chance(struct drawing *d, unsigned percent);
void draw_line_start(struct drawing *d);
/* A name of one of the kinds (bits) that is in force, or null. */
const char *draw_known_name(struct drawing *d, unsigned kinds);
/* A new name, in force from draw_settle_names on. */
const char *draw_new_name(struct drawing *d, enum draw_kind kind);
void draw_settle_names(struct drawing *d);
const struct draw_man *draw_man_of(struct drawing *d);
void draw_name_square(const struct drawing *d, int file, int rank, char out[8]);
void draw_square_name(struct drawing *d, char out[8]); /* any square */

/* --- rows.c: expressions and sentences --- */
void draw_row(struct drawing *d, const char *text);
void draw_rows_of(struct drawing *d, const char *name);
/* --- body.c: sentences of verbs and events --- */
void draw_block(struct drawing *d, int sentences);
void draw_verb(struct drawing *d, bool with_man, bool after);
/* A verb that is no move, for what happens by itself. */
void draw_deed(struct drawing *d);

/* --- men.c: pieces --- */
void draw_men(struct drawing *d);
#endif
