/* piece_map.c - see piece_map.h. Layer: cli. */
#include "piece_map.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void letter_of(const mad_game *game, int piece, int owner, char out[16])
{
    snprintf(out, 16, "%s", mad_game_piece(game, (size_t)piece).letter);
    for (char *c = out; owner == 1 && *c != '\0'; c++) {
        *c = (char)tolower((unsigned char)*c);
    }
}

enum mad_status cli_piece_map_make(struct cli_piece_map *map, const mad_game *game, int piece,
                                   int owner)
{
    struct mad_game_info info = mad_game_info(game);
    *map = (struct cli_piece_map){
        .game = game, .piece = piece, .owner = owner, .square_count = info.squares};
    letter_of(game, piece, owner, map->letter);
    map->text_size = (size_t)info.squares * 4 + 100; /* nearly all squares are numbers */
    map->text = malloc(map->text_size);
    map->squares = calloc((size_t)info.squares, sizeof *map->squares);
    if (map->text == NULL || map->squares == NULL) {
        return MAD_ERROR_MEMORY;
    }
    enum mad_status status = mad_position_new(game, &map->position);
    return status == MAD_OK ? mad_moves_new(game, &map->moves) : status;
}

void cli_piece_map_free(struct cli_piece_map *map)
{
    mad_moves_free(map->moves);
    mad_position_free(map->position);
    free(map->text);
    free(map->squares);
}

/* --- positions with one or two men ------------------------------------------------------------ */

struct lone_men {
    int square, other_square; /* other_square -1: no other man */
    char other[16];
};

static size_t put_rank(const struct cli_piece_map *map, const struct lone_men *men, int rank,
                       char *out, size_t size)
{
    struct mad_game_info info = mad_game_info(map->game);
    size_t used = 0;
    int empty = 0;
    for (int file = 0; file <= info.files; file++) {
        int square = rank * info.files + file;
        const char *what = file == info.files                    ? ""
                           : square == men->square               ? map->letter
                           : square == men->other_square         ? men->other
                           : mad_game_is_hole(map->game, square) ? "*"
                                                                 : NULL;
        if (what == NULL) {
            empty++;
            continue;
        }
        if (empty > 0) {
            used += (size_t)snprintf(out + used, size - used, "%d", empty);
        }
        used += (size_t)snprintf(out + used, size - used, "%s", what);
        empty = 0;
    }
    return used;
}

static enum mad_status set_men(struct cli_piece_map *map, const struct lone_men *men)
{
    struct mad_game_info info = mad_game_info(map->game);
    size_t used = 0;
    for (int rank = info.ranks - 1; rank >= 0; rank--) {
        used += put_rank(map, men, rank, map->text + used, map->text_size - used);
        if (rank > 0) {
            map->text[used++] = '/';
        }
    }
    snprintf(map->text + used, map->text_size - used, "%s %c", info.has_hand ? "[]" : "",
             info.player_letter[map->owner]);
    struct mad_text_error error;
    enum mad_status status = mad_position_set(map->position, map->text, &error);
    return status == MAD_OK ? mad_moves_list_raw(map->moves, map->position) : status;
}

/* Stands a man of the enemy on `square`, one that the position text may have there: of the same
 * kind when that is no royal piece, else the first that will do. False when there is none. */
static bool set_victim(struct cli_piece_map *map, int square)
{
    int count = (int)mad_game_piece_count(map->game);
    struct lone_men men = {.square = map->origin, .other_square = square};
    for (int i = -1; i < count; i++) {
        int piece = i < 0 ? map->piece : i;
        struct mad_piece_info info = mad_game_piece(map->game, (size_t)piece);
        if (info.royal || info.owner == map->owner) {
            continue;
        }
        letter_of(map->game, piece, 1 - map->owner, men.other);
        if (set_men(map, &men) == MAD_OK) {
            return true;
        }
    }
    return false;
}

/* --- one move --------------------------------------------------------------------------------- */

static bool captures_on(const struct cli_piece_map *map, int square)
{
    for (size_t i = 0; i < mad_moves_count(map->moves); i++) {
        struct mad_move_info move = mad_moves_at(map->moves, i);
        if (move.from == map->origin && move.to == square && move.takes) {
            return true;
        }
    }
    return false;
}

static enum mad_status find_moves(struct cli_piece_map *map, bool *has_moves)
{
    enum mad_status status =
        set_men(map, &(struct lone_men){.square = map->origin, .other_square = -1});
    if (status != MAD_OK) {
        return status;
    }
    for (size_t i = 0; i < mad_moves_count(map->moves); i++) {
        struct mad_move_info move = mad_moves_at(map->moves, i);
        if (move.from == map->origin && move.to != map->origin && move.to >= 0 && !move.takes) {
            map->squares[move.to].may_move = *has_moves = true;
        }
    }
    for (int square = 0; square < map->square_count; square++) {
        if (square != map->origin && !mad_game_is_hole(map->game, square) &&
            set_victim(map, square) && captures_on(map, square)) {
            map->squares[square].may_capture = *has_moves = true;
        }
    }
    return MAD_OK;
}

static int middle(const mad_game *game)
{
    struct mad_game_info info = mad_game_info(game);
    int square = (info.ranks - 1) / 2 * info.files + (info.files - 1) / 2;
    while (mad_game_is_hole(game, square) && square + 1 < info.squares) {
        square++;
    }
    return square;
}

/* Where the piece stands in the array; -1 when it does not. */
static int home(const struct cli_piece_map *map)
{
    mad_position *position = NULL;
    int found = -1;
    if (mad_position_new(map->game, &position) != MAD_OK) {
        return -1;
    }
    for (int square = 0; square < map->square_count && found < 0; square++) {
        struct mad_man man;
        if (mad_position_man(position, square, &man) && man.piece == map->piece &&
            man.owner == map->owner) {
            found = square;
        }
    }
    mad_position_free(position);
    return found;
}

enum mad_status cli_piece_map_moves(struct cli_piece_map *map)
{
    bool has_moves = false;
    map->origin = middle(map->game);
    enum mad_status status = find_moves(map, &has_moves);
    int square = home(map);
    if (has_moves || square < 0) {
        return status;
    }
    map->origin = square;
    return find_moves(map, &has_moves);
}

/* --- many moves ------------------------------------------------------------------------------- */

/* Notes the squares that moves from `square` newly reach. */
static enum mad_status step_from(struct cli_piece_map *map, int square, bool *grows)
{
    enum mad_status status = set_men(map, &(struct lone_men){.square = square, .other_square = -1});
    if (status == MAD_ERROR_TEXT && square != map->origin) {
        return MAD_OK; /* the piece cannot stay there: a Pawn on the last rank */
    }
    if (status != MAD_OK) {
        return status;
    }
    for (size_t i = 0; i < mad_moves_count(map->moves); i++) {
        struct mad_move_info move = mad_moves_at(map->moves, i);
        if (move.from == square && move.to >= 0 && map->squares[move.to].distance < 0) {
            map->squares[move.to].distance = map->squares[square].distance + 1;
            *grows = true;
        }
    }
    return MAD_OK;
}

enum mad_status cli_piece_map_reach(struct cli_piece_map *map, int origin)
{
    for (int square = 0; square < map->square_count; square++) {
        map->squares[square].distance = square == origin ? 0 : -1;
    }
    map->origin = origin;
    bool grows = true;
    for (int distance = 0; grows; distance++) {
        grows = false;
        for (int square = 0; square < map->square_count; square++) {
            enum mad_status status = MAD_OK;
            if (map->squares[square].distance == distance) {
                status = step_from(map, square, &grows);
            }
            if (status != MAD_OK) {
                return status;
            }
        }
    }
    return MAD_OK;
}
