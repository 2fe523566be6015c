/* piece_map.c - see piece_map.h. Layer: cli. */
#include "piece_map.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of three players and more each has men of his own, whose letters begin with his. */
static int seat_of(const struct mad_game_info *info, const char *letter)
{
    int seat = info->players - 1;
    while (seat > 0 && info->player_letter[seat] != letter[0]) {
        seat--;
    }
    return seat;
}

static void letter_of(const struct cli_piece_map *map, int piece, int owner, char out[16])
{
    snprintf(out, 16, "%s", mad_game_piece(map->game, (size_t)piece).letter);
    bool is_small = map->info.players == 2 && (owner == 0) != map->info.first_has_capitals;
    for (char *c = out; is_small && *c != '\0'; c++) {
        *c = (char)tolower((unsigned char)*c);
    }
}

enum mad_status cli_piece_map_make(struct cli_piece_map *map, const mad_game *game, int piece,
                                   int owner)
{
    struct mad_game_info info = mad_game_info(game);
    *map = (struct cli_piece_map){
        .game = game, .info = info, .piece = piece, .owner = owner, .square_count = info.squares};
    letter_of(map, piece, owner, map->letter);
    map->owner = info.players > 2 ? seat_of(&info, map->letter) : owner;
    map->files = info.files;
    map->ranks = info.ranks;
    snprintf(map->side, sizeof map->side, "%s %c", info.has_hand ? "[]" : "",
             info.player_letter[map->owner]);
    map->text = malloc((size_t)info.squares * (sizeof map->letter + 1) + sizeof map->side + 1);
    map->squares = calloc((size_t)info.squares, sizeof *map->squares);
    if (map->text == NULL || map->squares == NULL) {
        return MAD_ERROR_MEMORY;
    }
    for (int square = 0; square < info.squares; square++) {
        map->squares[square].is_hole = mad_game_is_hole(game, square);
    }
    enum mad_status status = mad_position_new(game, &map->position);
    return status == MAD_OK ? mad_moves_new(game, &map->moves) : status;
}

void cli_piece_map_free(struct cli_piece_map *map)
{
    mad_moves_free(map->moves);
    mad_position_free(map->position);
    free(map->text);
    free(map->royal);
    free(map->squares);
}

enum {
    MOST_SIDE = 16,
    MOST_LISTED = 40000, /* moves, to find those that want somebody elsewhere */
    MOST_ASIDE = 20000   /* the same, where he stands in no line with where the move ends */
};

/* --- positions with a few men ----------------------------------------------------------------- */

struct lone_men {
    int square, other_square, third_square; /* -1: no such man */
    char other[16];                         /* both of them */
};

/* Null: the square is empty. */
static const char *man_on(const struct cli_piece_map *map, const struct lone_men *men, int square)
{
    return square == men->square                                        ? map->letter
           : square == men->other_square || square == men->third_square ? men->other
           : map->royal != NULL && map->royal[square][0] != '\0'        ? map->royal[square]
                                                                        : NULL;
}

/* Texts are written by hand: a diagram tries thousands of positions. */
static char *put_text(char *out, const char *text)
{
    size_t bytes = strlen(text);
    memcpy(out, text, bytes);
    return out + bytes;
}

static char *put_number(char *out, int number)
{
    if (number > 9) {
        out = put_number(out, number / 10);
    }
    *out = (char)('0' + number % 10);
    return out + 1;
}

static char *put_rank(const struct cli_piece_map *map, const struct lone_men *men, int rank,
                      char *out)
{
    int empty = 0;
    for (int square = rank * map->files; square < (rank + 1) * map->files; square++) {
        const char *what = man_on(map, men, square);
        if (what == NULL) { /* position texts have no holes */
            empty += !map->squares[square].is_hole;
            continue;
        }
        out = put_text(empty > 0 ? put_number(out, empty) : out, what);
        empty = 0;
    }
    return empty > 0 ? put_number(out, empty) : out;
}

static enum mad_status set_men(struct cli_piece_map *map, const struct lone_men *men)
{
    char *end = map->text;
    for (int rank = map->ranks - 1; rank >= 0; rank--) {
        end = put_rank(map, men, rank, end);
        end = rank > 0 ? put_text(end, "/") : end;
    }
    *put_text(end, map->side) = '\0';
    struct mad_text_error error;
    enum mad_status status =
        mad_position_set_as(map->position, map->text, MAD_DIALECT_OURS, &error);
    if (status == MAD_OK) {
        status = mad_moves_list_nameless(map->moves, map->position);
    }
    map->listed += mad_moves_count(map->moves) + 1;
    map->is_short = map->is_short || status == MAD_ERROR_MEMORY;
    return status;
}

/* Whether it may be the enemy's. */
static bool is_of_enemy(const struct cli_piece_map *map, const struct mad_piece_info *piece)
{
    const struct mad_game_info *info = &map->info;
    return info->players > 2 ? (info->allies[map->owner] >> seat_of(info, piece->letter) & 1) == 0
                             : piece->owner != map->owner;
}

/* Chooses the man that stands for the enemy, one that the position text may have on `square` and maybe
 * on `third`: of the same kind when that is no royal piece, else the first that will do. False when
 * there is none. */
static bool set_victims(struct cli_piece_map *map, int square, int third)
{
    int count = (int)mad_game_piece_count(map->game);
    struct lone_men men = {.square = map->origin, .other_square = square, .third_square = third};
    for (int i = map->spares_its_kind ? 0 : -1; i < count; i++) {
        int piece = i < 0 ? map->piece : i;
        struct mad_piece_info info = mad_game_piece(map->game, (size_t)piece);
        if (info.royal || !is_of_enemy(map, &info) ||
            (map->spares_its_kind && piece == map->piece)) {
            continue;
        }
        letter_of(map, piece, 1 - map->owner, men.other);
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
    enum mad_status status = set_men(map, &(struct lone_men){map->origin, -1, -1, ""});
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
        if (square != map->origin && !map->squares[square].is_hole &&
            set_victims(map, square, -1) && captures_on(map, square)) {
            map->squares[square].may_capture = *has_moves = true;
        }
    }
    return MAD_OK;
}

/* What another man makes possible that stands elsewhere than where the move ends: moves when `third` is
 * -1, captures of the man there otherwise. */
static void find_hops_over(struct cli_piece_map *map, int square, int third)
{
    if (square == map->origin || third == map->origin || third == square ||
        map->squares[square].is_hole || (third >= 0 && map->squares[third].is_hole) ||
        !set_victims(map, square, third)) {
        return;
    }
    for (size_t i = 0; i < mad_moves_count(map->moves); i++) {
        struct mad_move_info move = mad_moves_at(map->moves, i);
        if (move.from != map->origin || move.to < 0 || move.to == map->origin ||
            move.to == square || (third >= 0 && (move.to != third || !move.takes))) {
            continue;
        }
        struct cli_piece_square *found = &map->squares[move.to];
        bool is_new = third < 0 ? !found->may_move : !found->may_capture;
        if (is_new && !found->may_hop) { /* those before were nearer */
            found->may_hop = true;
            found->over = square;
        }
    }
}

/* How many steps of a King a square is from the origin. */
static int steps_to(const struct cli_piece_map *map, int square)
{
    int files = map->files;
    int across = abs(square % files - map->origin % files),
        up = abs(square / files - map->origin / files);
    return across > up ? across : up;
}

/* Whether a square lies behind another, as seen from the origin. */
static bool is_behind(const struct cli_piece_map *map, int square, int other)
{
    int files = map->files;
    int across = square % files - map->origin % files, up = square / files - map->origin / files;
    int to_across = other % files - map->origin % files,
        to_up = other / files - map->origin / files;
    return across * to_up == up * to_across && across * to_across >= 0 && up * to_up >= 0 &&
           abs(across) + abs(up) > abs(to_across) + abs(to_up);
}

/* Men near the piece first: where there are very many moves those far away are not tried, and those aside are the first. */
static void find_hops(struct cli_piece_map *map)
{
    for (int steps = 1; steps < 2 * MOST_SIDE && map->listed < MOST_LISTED; steps++) {
        for (int square = 0; square < map->square_count; square++) {
            for (int third = -1; third < map->square_count && steps_to(map, square) == steps &&
                                 map->listed < MOST_LISTED;
                 third++) {
                if (third >= 0 && map->listed >= MOST_ASIDE && !is_behind(map, third, square)) {
                    continue;
                }
                find_hops_over(map, square, third);
            }
        }
    }
}

/* Of several boards that of the one in the middle, at whose edges some moves would be missing. */
static int middle_of(int size, int boards)
{
    const int each = size / boards;
    return (boards - 1) / 2 * each + (each - 1) / 2;
}

static int middle(const mad_game *game)
{
    struct mad_game_info info = mad_game_info(game);
    int square =
        middle_of(info.ranks, info.tiers) * info.files + middle_of(info.files, info.boards);
    while (mad_game_is_hole(game, square) && square + 1 < info.squares) {
        square++;
    }
    return square;
}

/* Where the piece stands in the array, first of all; -1 when it does not. */
static int home(struct cli_piece_map *map)
{
    mad_position *position = NULL;
    int found = -1;
    if (mad_position_new(map->game, &position) != MAD_OK) {
        map->is_short = true;
        return -1;
    }
    for (int square = map->square_count - 1; square >= 0; square--) {
        struct mad_man man;
        if (mad_position_man(position, square, &man) && man.piece == map->piece &&
            man.player == map->owner) {
            map->squares[square].is_home = true;
            found = square;
        }
    }
    mad_position_free(position);
    return found;
}

/* Royal men stand where the array has them, for laws that look at them. False when there are none. */
static bool set_royals(struct cli_piece_map *map)
{
    mad_position *position = NULL;
    bool found = false;
    map->royal = calloc((size_t)map->square_count, sizeof *map->royal);
    if (map->royal == NULL || mad_position_new(map->game, &position) != MAD_OK) {
        map->is_short = true;
        return false;
    }
    for (int square = 0; square < map->square_count; square++) {
        struct mad_man man;
        if (square != map->origin && mad_position_man(position, square, &man) &&
            mad_game_piece(map->game, (size_t)man.piece).royal) {
            snprintf(map->royal[square], sizeof map->royal[square], "%s", man.letter);
            found = true;
        }
    }
    mad_position_free(position);
    return found;
}

static bool has_hops(const struct cli_piece_map *map)
{
    bool found = false;
    for (int square = 0; square < map->square_count; square++) {
        found = found || map->squares[square].may_hop;
    }
    return found;
}

/* --- many moves ------------------------------------------------------------------------------- */

/* Notes those that captures of others than its own kind newly reach: where they stand is not bound as it is itself. */
static void take_from(struct cli_piece_map *map, int square, bool *grows)
{
    map->origin = square;
    for (int to = 0; to < map->square_count && map->listed < MOST_LISTED; to++) {
        if (map->squares[to].distance < 0 && !map->squares[to].is_hole &&
            set_victims(map, to, -1) && captures_on(map, to)) {
            map->squares[to].distance = map->squares[square].distance + 1;
            *grows = true;
        }
    }
}

/* Notes the squares that moves from `square` newly reach. */
static enum mad_status step_from(struct cli_piece_map *map, int square, bool *grows)
{
    enum mad_status status = set_men(map, &(struct lone_men){square, -1, -1, ""});
    if (status == MAD_ERROR_TEXT && map->squares[square].distance > 0) {
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
    if (map->spares_its_kind) {
        take_from(map, square, grows);
    }
    return map->is_short ? MAD_ERROR_MEMORY : MAD_OK;
}

/* From all squares of distance 0. */
static enum mad_status spread(struct cli_piece_map *map)
{
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

enum mad_status cli_piece_map_reach(struct cli_piece_map *map, int origin)
{
    for (int square = 0; square < map->square_count; square++) {
        map->squares[square].distance = square == origin ? 0 : -1;
    }
    map->origin = origin;
    return spread(map);
}

/* --- where it stays, and is shown ----------------------------------------------------------------------------------- */

/* Whether all that it can do it can do without a man to take: else moves on an empty board tell too little. */
static bool moves_as_it_takes(const struct cli_piece_map *map)
{
    bool does = true;
    for (int square = 0; square < map->square_count; square++) {
        const struct cli_piece_square *found = &map->squares[square];
        does = does && !found->may_hop && (found->may_move || !found->may_capture);
    }
    return does;
}

/* What it reaches from the squares of distance 0: its own in the array, and `origin`. */
static enum mad_status spread_from_home(struct cli_piece_map *map, int origin)
{
    for (int square = 0; square < map->square_count; square++) {
        map->squares[square].distance = map->squares[square].is_home || square == origin ? 0 : -1;
    }
    return spread(map);
}

/* Of the squares that it ever comes to the one with most moves, and of those the one next to the origin; the origin where
 * that is one that it comes to. */
static int best_kept(struct cli_piece_map *map)
{
    int best = map->origin;
    size_t most = 0;
    for (int square = 0; square < map->square_count && map->squares[map->origin].distance < 0;
         square++) {
        if (map->squares[square].distance < 0 ||
            set_men(map, &(struct lone_men){square, -1, -1, ""}) != MAD_OK) {
            continue;
        }
        const size_t count = mad_moves_count(map->moves);
        if (count > most || (count == most && steps_to(map, square) < steps_to(map, best))) {
            best = square;
            most = count;
        }
    }
    return best;
}

/* Where nothing comes from a hand, a man is shown where it can come to stand. */
static enum mad_status move_to_kept(struct cli_piece_map *map)
{
    const int first = map->origin = middle(map->game);
    enum mad_status status = spread_from_home(map, -1);
    if (status == MAD_OK && map->squares[first].distance < 0 && !moves_as_it_takes(map)) {
        map->spares_its_kind = true;
        map->listed = 0;
        status = spread_from_home(map, -1);
        map->spares_its_kind = false;
        map->origin = first;
        if (map->listed >= MOST_LISTED) {
            return status; /* not all has been tried */
        }
    }
    const int square = status == MAD_OK ? best_kept(map) : map->origin;
    bool has_moves = false;
    if (status != MAD_OK || square == map->origin) {
        return status;
    }
    map->origin = square;
    for (int i = 0; i < map->square_count; i++) {
        map->squares[i].may_move = map->squares[i].may_capture = false;
    }
    return find_moves(map, &has_moves);
}

enum mad_status cli_piece_map_moves(struct cli_piece_map *map, int origin)
{
    bool has_moves = false;
    map->origin = origin >= 0 ? origin : middle(map->game);
    enum mad_status status = find_moves(map, &has_moves);
    if (status == MAD_OK) {
        find_hops(map);
        has_moves = has_moves || has_hops(map);
    }
    int square = home(map);
    if (!has_moves && square >= 0 && origin < 0) {
        map->origin = square;
        status = find_moves(map, &has_moves);
    }
    if (!has_moves) {
        map->origin = origin >= 0 ? origin : middle(map->game);
        if (set_royals(map)) {
            status = find_moves(map, &has_moves);
        }
    } else if (status == MAD_OK && origin < 0 && square >= 0 && !has_hops(map) &&
               !mad_game_info(map->game).has_hand) {
        status = move_to_kept(map);
    }
    map->is_still = !has_moves;
    return map->is_short ? MAD_ERROR_MEMORY : status;
}

enum mad_status cli_piece_map_zone(struct cli_piece_map *map)
{
    int origin = map->origin, kept = 0;
    if (map->is_still || !moves_as_it_takes(map)) {
        return MAD_OK;
    }
    enum mad_status status = spread_from_home(map, origin);
    for (int square = 0; square < map->square_count; square++) {
        kept += map->squares[square].distance >= 0;
    }
    for (int square = 0; square < map->square_count; square++) {
        map->squares[square].is_out = map->squares[square].distance < 0 && kept > 1;
    }
    return status;
}

/* --- as a diagram --------------------------------------------------------------------------------------- */

/* A man of the map: the piece itself, or a royal one that has to be there. */
static void set_map_man(struct cli_diagram *diagram, const struct cli_piece_map *map, int square,
                        const char *letter)
{
    bool is_small = false;
    for (const char *c = letter; *c != '\0'; c++) {
        is_small = is_small || (*c >= 'a' && *c <= 'z');
    }
    cli_diagram_set(diagram, square, letter);
    diagram->cells[square].owner = square == map->origin                          ? map->owner
                                   : is_small == diagram->info.first_has_capitals ? 1
                                                                                  : 0;
    int owner,
        piece = square == map->origin ? map->piece : cli_piece_find(map->game, letter, &owner);
    diagram->cells[square].piece = piece < 0 ? 0 : piece;
}

/* The grid of one piece: what stands for each square, given by what was found out about it. */
bool cli_piece_map_diagram(const struct cli_piece_map *map, bool is_flipped, bool in_distances,
                           struct cli_diagram *diagram)
{
    if (!cli_diagram_make(diagram, map->game)) {
        return false;
    }
    diagram->is_flipped = is_flipped;
    for (int square = 0; square < diagram->info.squares; square++) {
        const struct cli_piece_square *found = &map->squares[square];
        const char *royal = map->royal != NULL ? map->royal[square] : "";
        char text[16] = "-";
        if (!in_distances) {
            static const char *const marks[2][4] = {{".", "o", "x", "*"}, {"+", "#", "+", "*"}};
            snprintf(text, sizeof text, "%s",
                     marks[found->may_hop][found->may_move + 2 * found->may_capture]);
        } else if (found->distance >= 0) {
            snprintf(text, sizeof text, "%d", found->distance);
        }
        if (square == map->origin || royal[0] != '\0') {
            set_map_man(diagram, map, square, square == map->origin ? map->letter : royal);
        } else if (!map->squares[square].is_hole) {
            cli_diagram_set(diagram, square, text);
            diagram->cells[square].is_shaded = !in_distances && found->is_out;
        }
        if (!in_distances && found->may_hop && found->over >= 0) {
            diagram->cells[found->over].is_needed = true;
        }
    }
    diagram->cells[map->origin].tone = CLI_BOLD;
    return true;
}
