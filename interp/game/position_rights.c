/* position_rights.c - reads castling rights: the letters of the array, X-FEN and Shredder-FEN for other
 * arrays, and the files of waiting men that some programs write beside them.
 *
 * Layer: game. A right is a mark on the square of the partner. `K` and `Q` are those of the array where its
 * men stand; elsewhere they are the outermost partner on that side of the castler (X-FEN). A letter of a
 * file names the partner that stands there (Shredder-FEN). Whether the rules let them castle from there is
 * asked by who has the machine (position.c). */
#include "position_reader.h"

/* Says that a right was dropped because the man of the array is not on its square. */
static void warn_dropped(struct mad_reader *reader, const char *at, uint32_t square)
{
    const struct mad_game *game = reader->game;
    uint8_t code = mad_state_board_const(game, game->initial)[square];
    mad_reader_warn(reader, at, "castling right `%c` dropped: no %s on %s", *at,
                    game->types[game->codes[code].type].name, game->square_name[square]);
}

static bool stands_as_in_array(const struct mad_reader *reader, uint32_t square)
{
    const struct mad_game *game = reader->game;
    return square == MAD_NO_SQUARE || mad_state_board_const(game, reader->state)[square] ==
                                          mad_state_board_const(game, game->initial)[square];
}

static void give_right(struct mad_reader *reader, uint32_t mark, uint32_t square, uint32_t castler)
{
    uint32_t waiting = mad_dialect_file_mark(reader->game, reader->dialect);
    mad_state_mark(reader->game, reader->state, mark, square);
    if (waiting == reader->game->mark_count)
        return;
    mad_state_mark(reader->game, reader->state, waiting, square);
    if (castler != MAD_NO_SQUARE)
        mad_state_mark(reader->game, reader->state, waiting, castler);
}

/* `K` or `Q` where King or Rook stand elsewhere than in the array. */
static bool give_outermost(struct mad_reader *reader, uint32_t mark, char letter, uint32_t owner)
{
    const struct mad_game *game = reader->game;
    uint32_t castler = mad_castler(game, reader->state, &game->marks[mark], owner);
    if (castler == MAD_NO_SQUARE)
        return false;
    uint32_t partner = mad_outermost_partner(game, reader->state, &game->marks[mark], owner,
                                             castler, mad_capital_of(letter) == 'K');
    if (partner != MAD_NO_SQUARE)
        give_right(reader, mark, partner, castler);
    return partner != MAD_NO_SQUARE;
}

static enum mad_status read_side_right(struct mad_reader *reader, uint32_t mark, const char *at)
{
    const struct mad_game *game = reader->game;
    uint32_t owner = mad_owner_of_case(game, mad_is_capital(*at)), away = MAD_NO_SQUARE;
    uint32_t castler = mad_initial_castler(game, &game->marks[mark], owner);
    bool exists = false, given = false;
    for (uint32_t square = 0; square < game->squares; square++) {
        if (mad_right_letter(game, &game->marks[mark], square) != *at)
            continue;
        exists = true;
        bool stands = stands_as_in_array(reader, castler) && stands_as_in_array(reader, square);
        if (stands)
            give_right(reader, mark, square, castler);
        else if (away == MAD_NO_SQUARE)
            away = stands_as_in_array(reader, castler) ? square : castler;
        given |= stands;
    }
    if (!exists)
        return mad_reader_fail(
            reader, at, "nobody has the castling right %s in the array of this game: leave it out",
            mad_show_byte(*at).text);
    if (!given && !give_outermost(reader, mark, *at, owner))
        warn_dropped(reader, at, away);
    return MAD_OK;
}

/* A letter of a file: the partner there, on the rank of the castler. */
static enum mad_status read_file_right(struct mad_reader *reader, uint32_t mark, const char *at)
{
    const struct mad_game *game = reader->game;
    uint32_t owner = mad_owner_of_case(game, mad_is_capital(*at));
    uint32_t file = (uint32_t)(mad_capital_of(*at) - 'A');
    uint32_t castler = mad_castler(game, reader->state, &game->marks[mark], owner);
    uint32_t square =
        castler == MAD_NO_SQUARE ? castler : castler / game->files * game->files + file;
    if (square == MAD_NO_SQUARE ||
        !mad_is_partner(game, reader->state, &game->marks[mark], owner, square))
        mad_reader_warn(reader, at, "castling right `%c` dropped: nobody on that file can castle",
                        *at);
    else
        give_right(reader, mark, square, castler);
    return MAD_OK;
}

/* A letter of a file where a man waits who has not moved, as in the array. */
static enum mad_status read_waiting(struct mad_reader *reader, uint32_t mark, const char *at)
{
    const struct mad_game *game = reader->game;
    uint32_t owner = mad_owner_of_case(game, mad_is_capital(*at));
    uint32_t file = (uint32_t)(mad_capital_of(*at) - 'A');
    const uint8_t *board = mad_state_board_const(game, game->initial);
    bool exists = false;
    for (uint32_t square = file; square < game->squares && file < game->files;
         square += game->files) {
        if (!(game->marks[mark].initial[square / 8] >> (square % 8) & 1) ||
            board[square] == game->empty || game->codes[board[square]].owner != owner)
            continue;
        exists = true;
        if (mad_state_board_const(game, reader->state)[square] == game->empty)
            mad_reader_warn(reader, at, "`%c` dropped: nobody stands on %s", *at,
                            game->square_name[square]);
        else
            mad_state_mark(game, reader->state, mark, square);
    }
    return exists ? MAD_OK
                  : mad_reader_fail(reader, at, "nobody waits on the file `%c` in the array", *at);
}

static enum mad_status read_letter(struct mad_reader *reader, const char *at)
{
    const struct mad_game *game = reader->game;
    uint32_t mark = mad_find_mark(game, MAD_SHOW_CASTLING);
    uint32_t waiting = mad_dialect_file_mark(game, reader->dialect);
    bool has_rights = mark < game->mark_count, has_waiting = waiting < game->mark_count;
    bool is_file =
        (mad_is_capital(*at) || mad_is_small(*at)) && mad_capital_of(*at) - 'A' < (int)game->files;
    if (has_rights && strchr(MAD_CASTLING_LETTERS, *at) != NULL)
        return read_side_right(reader, mark, at);
    if (has_waiting && is_file)
        return read_waiting(reader, waiting, at);
    if (has_rights && is_file)
        return read_file_right(reader, mark, at);
    return mad_reader_fail(reader, at, "%s is no castling right: expected letters of `%s`, or `-`",
                           mad_show_byte(*at).text, MAD_CASTLING_LETTERS);
}

enum mad_status mad_reader_castling(struct mad_reader *reader, struct mad_token token)
{
    const struct mad_game *game = reader->game;
    if (mad_token_is(token, "-"))
        return MAD_OK;
    if (mad_find_mark(game, MAD_SHOW_CASTLING) == game->mark_count &&
        mad_dialect_file_mark(game, reader->dialect) == game->mark_count)
        return mad_reader_fail(reader, token.start,
                               "this game has no castling rights: write `-`, not `%s`",
                               mad_show_token(token).text);
    for (size_t i = 0; i < token.length; i++) {
        const char *at = token.start + i;
        if (memchr(token.start, *at, i) != NULL)
            return mad_reader_fail(reader, at, "castling right `%c` is written twice", *at);
        enum mad_status status = read_letter(reader, at);
        if (status != MAD_OK)
            return status;
    }
    return MAD_OK;
}
