/* board.h - boards as text: ranks at the left, files below, the first player at the bottom.
 *
 * Layer: cli. A diagram is a grid of short texts with optional frames; cli_board_print fills
 * one from a position. Labels are taken from the names of the squares, so shogi boards come out
 * right. */
#ifndef MAD_CLI_BOARD_H
#define MAD_CLI_BOARD_H

#include <stdbool.h>
#include <stdio.h>

#include "../interp/mad_rules.h"
#include "json.h"
#include "text.h"

enum cli_frame { CLI_FRAME_NONE, CLI_FRAME_MOVED, CLI_FRAME_MARKED }; /* 'P'  [P]  (P) */

enum { CLI_OF_NOBODY = 4 }; /* also men of who is out */

struct cli_cell {
    char text[16];
    int owner;       /* player, of the man who stands there, or CLI_OF_NOBODY; -1: none does */
    int piece;       /* of the game, of that man */
    bool is_checked; /* he is royal, and could be taken */
    bool is_shaded;  /* out of reach, in a piece's map */
    bool is_needed;  /* ... somebody has to stand there for a move marked + or # */
    enum cli_frame frame;
    enum cli_tone tone;
    int zones;  /* of the rules, so many hold this square */
    int shades; /* and so many of those that pictures shade */
};

struct cli_diagram {
    struct mad_game_info info;
    const mad_game *game;
    bool is_flipped;
    int from, to;           /* of the last move, for an arrow; -1: none */
    char beside[2][200];    /* text at the right of the second player's edge, of the first's */
    struct cli_cell *cells; /* [info.squares], owned */
};

/* All cells empty squares ("." or a blank for a hole). False without memory, which has been
 * said. */
bool cli_diagram_make(struct cli_diagram *diagram, const mad_game *game);
void cli_diagram_free(struct cli_diagram *diagram);
void cli_diagram_set(struct cli_diagram *diagram, int square, const char *text);
void cli_diagram_print(FILE *stream, const struct cli_diagram *diagram);
/* What the squares of a file or of a rank have in common in their names. */
void cli_diagram_file_label(const struct cli_diagram *diagram, int file, char out[8]);
/* The name of the square's rank when that begins with it, as shown; ranks of hexagons are bent, and so have no name in
 * common along a row. Else empty. */
void cli_diagram_rank_beside(const struct cli_diagram *diagram, int square, char out[8]);
/* How many boards end to the left of the file, as shown. */
int cli_diagram_gaps(const struct cli_diagram *diagram, int file);
/* Of a slanted board: how many halves of a hexagon the rank lies to the right of the one that lies leftmost, as shown. */
int cli_diagram_shift(const struct cli_diagram *diagram, int rank);
void cli_diagram_rank_label(const struct cli_diagram *diagram, int rank, char out[8]);

/* Calls `visit` for each two squares that lie apart and are neighbours by a line of the rules. */
void cli_diagram_links(const struct cli_diagram *diagram,
                       void (*visit)(void *context, int one, int other), void *context);

struct cli_view {
    bool is_flipped;
    int from, to; /* squares of the last move, -1: none */
};

/* Men, pockets and frames of a position. False without memory, which has been said. */
bool cli_diagram_of_position(struct cli_diagram *diagram, const mad_position *position,
                             const struct cli_view *view);
/* Board, pockets, player to move, marks that the position text shows. False without memory. */
bool cli_board_print(FILE *stream, const mad_position *position, const struct cli_view *view);

/* "the Pawn on e4 by the Knight on f6", a line each, for all but royal men. False when nobody, royal
 * or not, could be taken. */
bool cli_threats_print(FILE *stream, const mad_position *position);
/* "check by the Queen on e3 and the Rook on e1" and a newline; nothing when there is none. */
void cli_check_print(FILE *stream, const mad_position *position);
/* The same in a buffer, without newline; empty when there is none. */
void cli_check_text(const mad_position *position, char *out, size_t size);

/* The zones that are shaded, "palace, far-bank". */
void cli_zones_text(const mad_game *game, char *out, size_t size);
/* "taunt: b7, checks: 2": what the position text shows by name. */
void cli_fields_text(const mad_position *position, char *out, size_t size);

/* The position text, malloced; null without memory, which has been said. */
char *cli_position_text(const mad_position *position);

/* "White wins: RULE LINE", "White wins 3 to 1: RULE LINE", "draw: RULE LINE" and a newline. */
void cli_result_print(FILE *stream, const struct mad_result *result);
/* "result": "1-0" ... "*" while it goes on, "reason", and "points": [3, 1] by player where they decide. */
void cli_result_json(struct cli_json *json, const struct mad_result *result);

/* "White has no move and no end rule decides" and a newline. */
void cli_stuck_print(FILE *stream, const mad_position *position);

/* Name of a piece, then its rule lines, each indented. */
void cli_piece_print(FILE *stream, const struct mad_piece_info *piece);
/* Index of the piece that a letter (in its owner's case, if both cases are used) or name means, its
 * owner in `owner` (0 when either may have it); -1 when there is none. */
int cli_piece_find(const mad_game *game, const char *text, int *owner);
/* "there is no piece 'X'; did you mean ...?" and the pieces there are. */
void cli_piece_unknown(FILE *stream, const mad_game *game, const char *text);
/* The text, indented; nothing for null. */
void cli_about_print(const char *text);
/* The heading, then "castling-under-attack=forbidden, or allowed" and what it means, for each option. */
void cli_game_options_print(const mad_game *game, const char *heading);
/* All pieces, then the laws and ends. */
void cli_rules_print(FILE *stream, const mad_game *game);
void cli_rules_json(struct cli_json *json, const struct mad_piece_info *piece);

#endif
