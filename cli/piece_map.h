/* piece_map.h - tries out one piece on an otherwise empty board: where one move takes it, and
 * how many moves it needs to each square.
 *
 * Layer: cli. Nothing here knows how a piece moves: positions are set by their text and the
 * moves listed as if the game were not over. Owns a position and a move list; free after use,
 * also after a failure. */
#ifndef MAD_CLI_PIECE_MAP_H
#define MAD_CLI_PIECE_MAP_H

#include <stdbool.h>

#include "board.h"

struct cli_piece_square {
    bool may_move, may_capture;
    bool may_hop; /* goes or captures there only when another man is somewhere else */
    int over;     /* ... the nearest square where he may be */
    bool is_hole;
    bool is_home; /* one of its men is there in the array */
    bool is_out;  /* none of them ever comes there */
    int distance; /* moves from the origin, -1: never */
};

struct cli_piece_map {
    const mad_game *game;
    struct mad_game_info
        info; /* of the game: asked once, for it is looked at for each man that is set up */
    int piece, owner, origin, square_count;
    bool is_still;        /* no move was found */
    bool spares_its_kind; /* victims are of other kinds */
    size_t listed;        /* moves, so far */
    bool is_short;        /* memory did not suffice to look everywhere */
    char letter[16];      /* in the case of the owner */
    mad_position *position;
    mad_moves *moves;
    char (*royal)[16]; /* [square_count] men that have to be there too; null when there are none */
    char *text; /* buffer for position texts, in which every square may be a man with a `/` */
    int files, ranks;
    char side[16];                    /* what stands behind the board in them */
    struct cli_piece_square *squares; /* [square_count] */
};

enum mad_status cli_piece_map_make(struct cli_piece_map *map, const mad_game *game, int piece,
                                   int owner);
/* Fills may_move, may_capture and may_hop: from `origin`; when that is -1 from the middle of the board, or where it
 * never comes there from where it has most moves, or from its square in the array; with the royal men of the array
 * beside it when it cannot move without them. */
enum mad_status cli_piece_map_moves(struct cli_piece_map *map, int origin);
/* Fills is_out, behind the other; nothing is, when captures take it elsewhere than moves. */
enum mad_status cli_piece_map_zone(struct cli_piece_map *map);
/* Fills the distances from `origin`. */
enum mad_status cli_piece_map_reach(struct cli_piece_map *map, int origin);
/* What stands for each square; false without memory, which has been said. */
bool cli_piece_map_diagram(const struct cli_piece_map *map, bool is_flipped, bool in_distances,
                           struct cli_diagram *diagram);
void cli_piece_map_free(struct cli_piece_map *map);

#endif
