/* dialect.c - see dialect.h. Layer: cli.
 *
 * A coordinate text is squares and what is said of them: it is taken apart at the names of `from` and
 * `to`, and what is left says how the dialects differ. */
#include "dialect.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* How a dialect calls a square. */
static void write_square(const struct cli_tongue *tongue, const mad_game *game, int square,
                         char *out, size_t size)
{
    struct mad_game_info info = mad_game_info(game);
    int file = square % info.files, rank = square / info.files;
    switch (tongue->dialect) {
    case CLI_DIALECT_UCI: snprintf(out, size, "%c%d", 'a' + file, rank + 1); break;
    case CLI_DIALECT_CECP: snprintf(out, size, "%c%d", 'a' + file, rank + (info.ranks < 10)); break;
    case CLI_DIALECT_USI:
        snprintf(out, size, "%d%c", info.files - file, 'a' + info.ranks - 1 - rank);
        break;
    case CLI_DIALECT_MAD: snprintf(out, size, "%s", mad_game_square_name(game, square)); break;
    }
}

/* Steps over the name of a square at the head of the text; null when it is not there. */
static const char *skip_square(const mad_game *game, const char *text, int square)
{
    const char *name = square >= 0 ? mad_game_square_name(game, square) : NULL;
    size_t length = name != NULL ? strlen(name) : 0;
    return length > 0 && strncmp(text, name, length) == 0 ? text + length : NULL;
}

static bool is_of_nobody(const mad_game *game, char letter)
{
    for (size_t i = 0; i < mad_game_piece_count(game); i++) {
        struct mad_piece_info piece = mad_game_piece(game, i);
        if (piece.letter[0] == letter && piece.letter[1] == '\0') {
            return piece.owner == 2;
        }
    }
    return false;
}

/* A man's letter of ours as the tongue calls him. */
static char letter_there(const struct cli_tongue *tongue, const mad_game *game, char letter)
{
    for (size_t i = 0; i < mad_game_piece_count(game) && tongue->letters != MAD_DIALECT_ANY; i++) {
        const char *ours = mad_game_piece(game, i).letter;
        const char *theirs = mad_game_piece_letter_as(game, i, tongue->letters);
        if (ours[0] == toupper((unsigned char)letter) && ours[1] == '\0' && theirs != NULL &&
            theirs[0] != '\0' && theirs[1] == '\0') {
            return isupper((unsigned char)letter) ? theirs[0]
                                                  : (char)tolower((unsigned char)theirs[0]);
        }
    }
    return letter;
}

/* --- castling --------------------------------------------------------------------------------------- */

/* The square from which another man of the player went in the same move; -1 when none did, or several. */
static int other_origin(const mad_position *position, const mad_moves *moves, size_t index)
{
    const mad_game *game = mad_position_game(position);
    struct mad_move_info move = mad_moves_at(moves, index);
    mad_position *after = NULL;
    int found = -1, count = 0;
    if (move.from < 0 || move.takes || move.outcomes != 0 ||
        mad_position_new(game, &after) != MAD_OK) {
        return -1;
    }
    if (mad_position_copy(after, position) == MAD_OK &&
        mad_position_apply(after, moves, index) == MAD_OK) {
        int squares = mad_game_info(game).squares;
        for (int square = 0; square < squares; square++) {
            struct mad_man before, now;
            if (square != move.from && mad_position_man(position, square, &before) &&
                before.owner == mad_position_side(position) &&
                !(mad_position_man(after, square, &now) && now.piece == before.piece)) {
                found = square;
                count++;
            }
        }
    }
    mad_position_free(after);
    return count == 1 ? found : -1;
}

/* --- one move ----------------------------------------------------------------------------------------- */

/* What stands behind the squares of a move, put as other programs put it. False when it cannot be. */
static bool write_rest(const struct cli_tongue *tongue, const mad_game *game,
                       const struct mad_move_info *move, const char *rest, char *out, size_t size)
{
    char square[16], to[16];
    if (rest[0] == '\0' || strcmp(rest, "+") == 0) {
        snprintf(out, size, "%s", rest);
        return true;
    }
    if (rest[0] == '/' && rest[1] != '\0' && rest[2] != '\0' && !is_of_nobody(game, rest[1])) {
        return false; /* a man put elsewhere than where the move began: write_gating */
    }
    bool is_letter = isalpha((unsigned char)rest[1]) && rest[2] == '\0';
    if (is_letter && (rest[0] == '=' || (rest[0] == '/' && !is_of_nobody(game, rest[1])))) {
        snprintf(out, size, "%c", tolower((unsigned char)letter_there(tongue, game, rest[1])));
        return true;
    }
    int wall = rest[0] != '/'    ? -1
               : is_letter       ? move->from
               : rest[1] != '\0' ? mad_game_square(game, rest + 2)
                                 : -1;
    if (wall < 0) {
        return false;
    }
    write_square(tongue, game, wall, square, sizeof square);
    write_square(tongue, game, move->to, to, sizeof to);
    snprintf(out, size, ",%s%s", to, square);
    return true;
}

/* Castling with a man put where the Rook was is written as the Rook's move to the King: h1e1h. */
static bool write_gating(const struct cli_tongue *tongue, const mad_game *game,
                         const struct mad_move_info *move, const char *rest, char *out, size_t size)
{
    char from[16], gate[16];
    int square =
        rest[0] == '/' && isalpha((unsigned char)rest[1]) ? mad_game_square(game, rest + 2) : -1;
    if (square < 0 || is_of_nobody(game, rest[1])) {
        return false;
    }
    write_square(tongue, game, move->from, from, sizeof from);
    write_square(tongue, game, square, gate, sizeof gate);
    snprintf(out, size, "%s%s%c", gate, from,
             tolower((unsigned char)letter_there(tongue, game, rest[1])));
    return true;
}

/* A move from square to square, or a drop; false for everything else. */
static bool write_plain(const struct cli_tongue *tongue, const mad_game *game,
                        const struct mad_move_info *move, char *out, size_t size)
{
    char from[16], to[16], more[40];
    const char *rest = skip_square(game, move->coord, move->from);
    rest = rest != NULL ? skip_square(game, rest, move->to) : NULL;
    if (move->to < 0) {
        return false;
    }
    write_square(tongue, game, move->to, to, sizeof to);
    if (rest != NULL) {
        write_square(tongue, game, move->from, from, sizeof from);
        if (write_rest(tongue, game, move, rest, more, sizeof more)) {
            snprintf(out, size, "%s%s%s", from, to, more);
            return true;
        }
        return write_gating(tongue, game, move, rest, out, size);
    }
    size_t letters = strcspn(move->coord, "@*");
    const char *target = move->coord + letters;
    if (move->from >= 0 || letters == 0 || target[0] == '\0' ||
        (rest = skip_square(game, target + 1, move->to)) == NULL || rest[0] != '\0') {
        return false;
    }
    char sign = tongue->dialect == CLI_DIALECT_USI ? '*' : '@';
    char first = letters == 1 ? letter_there(tongue, game, move->coord[0]) : move->coord[0];
    snprintf(out, size, "%c%.*s%c%s", first, (int)letters - 1, move->coord + 1, sign, to);
    return true;
}

/* A move that leaves everything where it is: the royal man on his square, as Fairy-Stockfish has it. */
static void write_pass(const struct cli_tongue *tongue, const mad_position *position, char *out,
                       size_t size)
{
    const mad_game *game = mad_position_game(position);
    int squares = mad_game_info(game).squares, side = mad_position_side(position);
    char name[16];
    snprintf(out, size, "%s", tongue->dialect == CLI_DIALECT_CECP ? "@@@@" : "0000");
    for (int square = 0; square < squares && out[0] == '0'; square++) {
        struct mad_man man;
        if (mad_position_man(position, square, &man) && man.owner == side &&
            mad_game_piece(game, (size_t)man.piece).royal) {
            write_square(tongue, game, square, name, sizeof name);
            snprintf(out, size, "%s%s", name, name);
        }
    }
}

void cli_dialect_write(const struct cli_tongue *tongue, const mad_position *position,
                       const mad_moves *moves, size_t index, char *out, size_t size)
{
    const mad_game *game = mad_position_game(position);
    struct mad_move_info move = mad_moves_at(moves, index);
    if (tongue->dialect != CLI_DIALECT_MAD && strcmp(move.coord, "pass") == 0) {
        write_pass(tongue, position, out, size);
        return;
    }
    if (tongue->dialect == CLI_DIALECT_MAD || !write_plain(tongue, game, &move, out, size)) {
        snprintf(out, size, "%s", move.coord);
        return;
    }
    int rook = tongue->takes_rook ? other_origin(position, moves, index) : -1;
    if (rook >= 0) {
        char from[16], to[16];
        write_square(tongue, game, move.from, from, sizeof from);
        write_square(tongue, game, rook, to, sizeof to);
        snprintf(out, size, "%s%s", from, to);
    }
}

/* XBoard's engines write the one promotion that there is with `q`, whatever the game calls it: of such a text the move that
 * differs in this letter alone, when it is the only one. */
static bool find_promotion(const struct cli_tongue *tongue, const mad_position *position,
                           const mad_moves *moves, const char *text, size_t *index)
{
    size_t length = strlen(text), found = 0;
    if (tongue->dialect != CLI_DIALECT_CECP || length == 0 || text[length - 1] != 'q') {
        return false;
    }
    for (size_t i = 0; i < mad_moves_count(moves); i++) {
        char written[CLI_MOVE_BYTES];
        cli_dialect_write(tongue, position, moves, i, written, sizeof written);
        if (strlen(written) == length && strncasecmp(written, text, length - 1) == 0) {
            *index = i;
            found++;
        }
    }
    return found == 1;
}

enum mad_status cli_dialect_find(const struct cli_tongue *tongue, const mad_position *position,
                                 const mad_moves *moves, const char *text, size_t *index,
                                 struct mad_text_error *error)
{
    struct cli_tongue plain = {tongue->dialect, false, tongue->letters};
    for (size_t i = 0; i < mad_moves_count(moves); i++) {
        char written[CLI_MOVE_BYTES];
        cli_dialect_write(tongue, position, moves, i, written, sizeof written);
        bool is_it = strcasecmp(written, text) == 0;
        if (!is_it && tongue->takes_rook) {
            cli_dialect_write(&plain, position, moves, i, written, sizeof written);
            is_it = strcasecmp(written, text) == 0;
        }
        if (is_it) {
            *index = i;
            return MAD_OK;
        }
    }
    enum mad_status status = mad_moves_find(moves, text, index, error);
    return status == MAD_ERROR_ILLEGAL && find_promotion(tongue, position, moves, text, index)
               ? MAD_OK
               : status;
}

char *cli_dialect_text(const mad_position *position, enum mad_dialect dialect)
{
    struct mad_text_error error;
    size_t length;
    if (mad_position_text_as(position, dialect, NULL, 0, &length, &error) != MAD_OK) {
        dialect = MAD_DIALECT_OURS;
        if (mad_position_text_as(position, dialect, NULL, 0, &length, &error) != MAD_OK) {
            return NULL;
        }
    }
    char *text = malloc(length + 1);
    if (text != NULL &&
        mad_position_text_as(position, dialect, text, length + 1, &length, &error) != MAD_OK) {
        free(text);
        text = NULL;
    }
    return text;
}

/* --- lines -------------------------------------------------------------------------------------------- */

struct walk {
    const struct cli_tongue *tongue;
    mad_position *position;
    mad_moves *moves;
    char *out;
    size_t size, used;
};

/* False when the line ends here. */
static bool walk_on(struct walk *walk, const char *coord)
{
    size_t index;
    char written[CLI_MOVE_BYTES];
    if (mad_moves_list(walk->moves, walk->position) != MAD_OK ||
        mad_moves_find(walk->moves, coord, &index, NULL) != MAD_OK) {
        return false;
    }
    cli_dialect_write(walk->tongue, walk->position, walk->moves, index, written, sizeof written);
    if (walk->used + strlen(written) + 2 > walk->size) {
        return false;
    }
    walk->used += (size_t)snprintf(walk->out + walk->used, walk->size - walk->used, "%s%s",
                                   walk->used > 0 ? " " : "", written);
    return mad_position_apply(walk->position, walk->moves, index) == MAD_OK;
}

void cli_dialect_write_line(const struct cli_tongue *tongue, const mad_position *position,
                            const char *line, char *out, size_t size)
{
    const mad_game *game = mad_position_game(position);
    struct walk walk = {.tongue = tongue, .out = out, .size = size};
    char *copy = strdup(line), *rest = NULL;
    out[0] = '\0';
    if (copy != NULL && mad_position_new(game, &walk.position) == MAD_OK &&
        mad_position_copy(walk.position, position) == MAD_OK &&
        mad_moves_new(game, &walk.moves) == MAD_OK) {
        char *word = strtok_r(copy, " ", &rest);
        while (word != NULL && walk_on(&walk, word)) {
            word = strtok_r(NULL, " ", &rest);
        }
    }
    mad_moves_free(walk.moves);
    mad_position_free(walk.position);
    free(copy);
}
