/* game.h - a compiled game: immutable after loading, shared by any number of threads.
 *
 * Layer: game. lower.c fills it, everything else reads it. It owns one block of memory (an arena of
 * its own), freed by mad_game_free. Squares are numbered from 0 at the bottom left, along the rank
 * first (a1 = 0, b1 = 1, ...). A piece `code` names a piece type and its owner; codes are dense, and
 * the last one, game->empty, stands for an empty square. Players are 0 (moves first) and 1. */
#ifndef MAD_GAME_GAME_H
#define MAD_GAME_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../limits.h"

/* What is told of lines to people; all null: the load was without comments. Items may be null. */
struct mad_about_lines {
    const char **comments, **blocks, **told; /* blocks: what stands below lines that open one */
};

struct mad_piece_type {
    const char *name;   /* "Mad Elephant" */
    const char *kind;   /* the same but for "Red Pawn" where more than two play: "Pawn" */
    const char *letter; /* "M", "+S": upper case */
    bool letterless;    /* written without letter in moves, like the Pawn */
    bool royal;
    int8_t owner;       /* 0, 1, -1 when both may have it, or MAD_NOBODY */
    const char **rules; /* its lines in force, as written in the rule files */
    uint32_t rule_count;
    const char *about;            /* comment; null: none, or the load was without */
    struct mad_about_lines lines; /* [rule_count] */
};

struct mad_word_said { /* X means Y, or the blanks of verb X and what it does; Y in English */
    const char *name, *meaning, *about, *block, *told;
};

enum { MAD_NOBODY = 2 }; /* owner of men that block and belong to neither player */

struct mad_code { /* a piece type of one owner */
    uint8_t type;
    uint8_t owner;
};

enum mad_mark_show {
    MAD_SHOW_FIELD,
    MAD_SHOW_CASTLING,
    MAD_SHOW_EN_PASSANT,
    MAD_SHOW_TILDE,
    MAD_SHOW_NUMBER, /* the lowest digit of a number, for all of it */
    MAD_SHOW_DIGIT,  /* another one */
};

/* How a plain move leaves a mark: a man of this code went from here to there. */
struct mad_left {
    uint16_t code, from, to, marked;
};

struct mad_mark {
    const char *name;
    const char *shown; /* key of `key=value`, for MAD_SHOW_FIELD */
    enum mad_mark_show show;
    uint8_t life; /* enum mad_life */
    bool of_men;  /* it goes where its man goes */
    uint8_t
        most; /* MAD_SHOW_NUMBER: the largest, whose binary digits are this mark and those behind it */
    uint8_t initial[MAD_MAX_SQUARES / 8]; /* bit sq: set in the array */
    const struct mad_left *left; /* all ways in which it comes to be set; null: there are others */
    uint32_t left_count;
    uint8_t until[(MAD_MAX_TYPES + 7) / 8]; /* bit type: ends when its owner's such man moves */
};

/* Whether it is written as name=value, with all digits of a number. */
static inline bool mad_is_mark_field(const struct mad_mark *mark)
{
    return mark->show == MAD_SHOW_FIELD || mark->show == MAD_SHOW_NUMBER;
}

/* Whether it says nothing by itself: it is part of a number. */
static inline bool mad_is_digit_of(const struct mad_mark *mark)
{
    return mark->show == MAD_SHOW_NUMBER || mark->show == MAD_SHOW_DIGIT;
}

enum mad_pocket_show { MAD_POCKET_FIELD, MAD_POCKET_BRACKETS };

struct mad_pocket {
    const char *name;
    const char *shown;
    enum mad_pocket_show show;
    uint8_t initial[2][MAD_MAX_TYPES];
};

struct mad_counter {
    const char *name;
    const char *shown; /* key of `key=value` */
    uint8_t start;
    bool each; /* one for each player */
};

struct mad_option {
    const char *name;
    const char *about; /* what the comment above it says, or null */
    const char *value;
    const char **values;
    uint32_t value_count;
};

/* Squares that the rules give a name: palace, hill, promotion-rank. */
struct mad_zone {
    const char *name;
    uint64_t squares[2][MAD_MAX_SQUARES / 64]; /* by player: sets */
};

/* How moves of one verb are written: the first whose condition holds. Parts in braces are filled in:
 * {letter} {from} {to} {from file} {x} {man}, {:taken} (`:` and square for each piece taken, in order
 * along the path), {-to} (`-` and the end square unless something was taken there). */
struct mad_template {
    const char *text;
    bool when_nothing_taken;
};

/* The first `{` of such a text that begins none of them, null when there is none; in notation.c. */
const char *mad_notation_odd_blank(const char *text);

/* A verb's line that has become plain moves of the men of a code: where it leads from each square, `from` itself where
 * nowhere. No other plain move of the man leads there. */
struct mad_straight {
    const struct mad_straight *next;
    const char *verb; /* as in struct mad_line */
    const uint16_t *to;
    uint8_t code;
};

/* A line of a rule file that makes moves by a verb; line 0 is every plain move. */
struct mad_line {
    const char *verb;    /* "rampage", interned text; line 0: "move" */
    const char *written; /* fixed text of the move ("O-O") or null */
    const struct mad_template *templates;
    uint32_t template_count;
    uint8_t shape;  /* enum mad_line_shape: which coordinate text */
    bool is_motion; /* that moves or captures by its words, whatever it has been made */
    const struct mad_straight *straights; /* of line 0 */
};

/* What a toss may come to. The outcomes of one toss stand one behind the other in game->outcomes. */
struct mad_chance {
    const char *name;      /* "heads" */
    uint32_t weight, of;   /* comes weight times of `of`; 0: those that there are come alike */
    uint16_t first, count; /* of its toss */
};

enum mad_line_shape {
    MAD_SHAPE_MOVE,    /* e2e4, e7e8=Q */
    MAD_SHAPE_RAMPAGE, /* a3:a8: lands, and takes elsewhere than on the end square along the way */
    MAD_SHAPE_STAY, /* d5(T): nothing on the board changes; the letter is the verb's first, upper case */
    MAD_SHAPE_BECOME, /* e4=E: changes kind in place */
    MAD_SHAPE_DROP,   /* N@d5, P*5e */
};

/* What somebody else calls a thing of this game: `in fsf, Horse is "N"`. */
enum mad_dialect_kind {
    MAD_IN_DIALECT_PIECE,
    MAD_IN_DIALECT_PLAYER,
    MAD_IN_DIALECT_MARK,
    MAD_IN_DIALECT_POCKET,
    MAD_IN_DIALECT_COUNTER,
    MAD_IN_DIALECT_FIRST_RANK,
    MAD_IN_DIALECT_FIRST_SQUARE,
};
struct mad_dialect_entry {
    uint8_t dialect; /* enum mad_dialect */
    uint8_t kind, index;
    const char *text; /* letters in capitals for pieces */
};

struct mad_game_test; /* game_test.h */
struct mad_learned;   /* learned.h */
struct mad_memory;    /* ../mad_rules.h */

/* Two squares that a line joins. */
struct mad_link {
    uint16_t one, other;
};

/* What a game says about itself. */
struct mad_game_about {
    const char *title, *inventor, *source, *family;
    const char *name, *settings; /* in records, and its options given from outside; set by load.c */
    char digest[17];             /* of all rule texts, in small hexadecimal digits; set by load.c */
    int32_t year;
    const char **about;
    uint32_t about_count;
    const char **called; /* other names */
    uint32_t called_count;
    const char **built_on; /* titles of the games that it is like, its own file's last */
    uint32_t built_on_count;
    struct mad_zone *zones;
    uint32_t zone_count;
    const char **laws;             /* lines that belong to no piece, as written; ends among them */
    uint32_t law_count, first_end; /* the ends are the last of them */
    struct mad_about_lines law_lines; /* [law_count] */
    struct mad_word_said *words;      /* null: the load was without comments */
    uint32_t word_count;
    const char **end_texts; /* the ends as written, by the index that mad_vm_judge gives */
    const char **end_reasons
        [2]; /* the same in English, when the first or the second player has won by it; null where
                                    there is none, or are none */
    uint32_t end_count;
    const char *plan;       /* null: the load was without it */
    uint16_t boards;        /* side by side on pictures; the files are those of all of them */
    struct mad_link *links; /* what sentences `link` and lines in the array join */
    uint32_t link_count;
    bool are_apart; /* the rules say that the boards do not touch */
    uint16_t tiers; /* boards one above the other; the ranks are those of all of them */
};

/* What was learned by playing it. */
struct mad_learned_file {
    struct mad_learned *use; /* null: nothing, or nothing that fits */
    const char *path;        /* null: there is no file */
    const char *fault;       /* why it is not used; null: it is */
};

/* Shape of the squares. With `board hexagon` files stand upright, and a step up right goes to the next file and row; on
 * slanted boards each rank lies half a hexagon to the right, or left, of the rank below. */
enum mad_tiling {
    MAD_TILING_SQUARES,
    MAD_TILING_HEXAGONS,
    MAD_TILING_SLANTED_RIGHT,
    MAD_TILING_SLANTED_LEFT
};

/* Of a game of three players and more: the game as each of them sees it, he against all others. Codes, marks and
 * layout are the same. */
enum {
    MAD_NO_END = UINT16_MAX,
    MAD_SEAT_OF_MOVER = 0xff,
    MAD_SEAT_WITH_MOST = 0xfe,
    MAD_SEAT_OF_NEXT = 0xfd
};
struct mad_seats {
    const struct mad_game *game[MAD_MAX_PLAYERS];
    uint32_t count;
    uint32_t men;                         /* codes from there on are of walls, one for each man */
    uint32_t allies[MAD_MAX_PLAYERS];     /* bits: he himself and his allies */
    uint32_t turn_marks[MAD_MAX_PLAYERS]; /* bits: marks that last until he is to move */
    const char *winners[MAD_MAX_PLAYERS]; /* "Red and Green" */
    /* Of the ends the first ones say who is out. */
    uint32_t out_count;
    uint32_t stay;   /* bits of them: his men stay; else they leave the game */
    uint32_t stuck;  /* the one of them that asks who cannot move; MAD_NO_END: none */
    uint32_t last;   /* `the last player wins`, likewise */
    uint32_t most;   /* the first that asks who has most of a counter; MAD_NO_END: none */
    uint8_t *winner; /* [end] who has won by it; MAD_SEAT_OF_MOVER: who has just moved;
                        MAD_SEAT_OF_NEXT: who is to move; MAD_SEAT_WITH_MOST: who has most of the counter */
    bool *loses;     /* [end] he has lost by it, and the other of two teams has won */
    uint8_t
        *counter; /* [end] of which the first player's is that one, those of the others behind it */
};

/* In which order the players move; none where they move by turns, one move each. */
struct mad_turn_order {
    const struct mad_seats
        *seats; /* of three players and more, who move one after the other; else null */
    uint8_t order[MAD_MAX_TURNS]; /* whose move it is, one after the other */
    uint8_t count;
    uint8_t once;     /* how many stand before those that are repeated */
    uint8_t usual[2]; /* by player: where his turn begins among those repeated */
    bool goes_on;     /* a turn that does not end goes on, whoever stands next in the order */
};

/* What `shuffle` draws before a game. */
struct mad_shuffle {
    uint16_t *
        squares; /* [rows][size]: what stands on those of a row changes places, in each row alike */
    uint16_t rows, size;
    uint32_t condition; /* program that holds for an array that is wanted; 0: any */
};
struct mad_shuffles {
    const struct mad_shuffle *items;
    uint32_t count;
};

/* How men, squares and moves are written. */
struct mad_writing {
    struct mad_dialect_entry *dialects;
    uint32_t dialect_count;
    bool capitals_first; /* player 0 has the capitals */
    bool shogi_drops;    /* drops written P*5e */
};

/* What is put together, by XOR, to the key of a position. */
struct mad_keys {
    uint64_t *square; /* [(slot * squares) + sq] for code and mark slots */
    uint64_t *pocket; /* [(pocket_index * 256) + count] */
    uint64_t side;
};

/* Men who stand on one another. */
struct mad_stacks {
    uint32_t offset;      /* who stands below others; see mad_state_column */
    uint32_t height_mark; /* lowest digit of how many stand below him on top */
    uint16_t levels;      /* how many may stand below one; 0: nobody does */
};

struct mad_game {
    struct mad_game_about info;
    struct mad_option *options;
    uint32_t option_count;
    struct mad_game_test *tests; /* filled by tests_compile.c after lowering */
    uint32_t test_count;

    /* board */
    uint16_t squares, files, ranks;
    char (*square_name)[6];                   /* "e4" */
    const char *player_name[MAD_MAX_PLAYERS]; /* null where there are fewer */
    char player_letter[MAD_MAX_PLAYERS];
    enum mad_tiling tiling;
    struct mad_writing writing;

    /* pieces */
    struct mad_piece_type *types;
    uint32_t type_count;
    struct mad_code *codes; /* codes[empty] is {0xff, 0xff} */
    uint32_t code_count;    /* without empty */
    uint8_t empty;          /* == code_count */
    char (*code_letter)[8]; /* letter in the case of the owner, "k", "+s"; set by load.c */
    uint8_t (*code_of)[3];  /* code_of[type][owner], 0xff where the owner cannot have it */

    /* memory */
    struct mad_mark *marks;
    uint32_t mark_count;
    struct mad_pocket *pockets;
    uint32_t pocket_count;
    struct mad_counter *counters;
    uint32_t counter_count;

    struct mad_turn_order turn;

    /* lines that make moves */
    struct mad_line *lines;
    uint32_t line_count;

    struct mad_chance *outcomes; /* of all tosses */
    uint32_t outcome_count;

    /* state layout (state.h) */
    uint16_t words;     /* 64-bit words a set: 1, 2 or 4 */
    uint32_t mark_slot; /* slot of mark 0 in state->sets */
    uint32_t board_offset, pocket_offset, state_bytes;
    struct mad_stacks stacks;        /* behind the board */
    uint32_t past_offset;            /* how men have stood, where a law asks; 0: none does */
    const struct mad_state *initial; /* the array */
    struct mad_shuffles shuffles;
    struct mad_keys keys;

    struct mad_program *program; /* programs and tables; vm/machine.h */
    struct mad_learned_file learned;
    void *memory;                       /* the arena that holds all this */
    const struct mad_memory *allocator; /* for positions and move lists; set by load.c */
};

static inline bool mad_is_hole(const struct mad_game *game, uint32_t square)
{
    return game->square_name[square][0] == '\0';
}

/* Whether the mark is the lowest digit of a number that people are told: how high men stand is among them. */
static inline bool mad_is_number_told(const struct mad_game *game, uint32_t mark)
{
    return game->marks[mark].show == MAD_SHOW_NUMBER ||
           (game->stacks.levels > 0 && mark == game->stacks.height_mark);
}

/* Whether there is one player, and every move is his: the other one is Nobody. */
static inline bool mad_plays_alone(const struct mad_game *game)
{
    return game->turn.count == 1;
}

#endif
