/* position_common.c - what the letters, keys and rights of a position text mean in a game.
 *
 * Layer: game. For position_write.c and position_read.c; see position_common.h. */
#include "position_common.h"

static char small_of(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool has_capitals(const struct mad_game *game, uint32_t owner)
{
    return game->turn.seats != NULL || owner == MAD_NOBODY ||
           (owner == 0) == game->writing.capitals_first;
}

uint32_t mad_owner_of_case(const struct mad_game *game, bool is_capital)
{
    return is_capital == game->writing.capitals_first ? 0 : 1;
}

uint32_t mad_find_mark(const struct mad_game *game, enum mad_mark_show show)
{
    uint32_t mark = 0;
    while (mark < game->mark_count && game->marks[mark].show != show)
        mark++;
    return mark;
}

uint32_t mad_find_brackets(const struct mad_game *game)
{
    uint32_t pocket = 0;
    while (pocket < game->pocket_count && game->pockets[pocket].show != MAD_POCKET_BRACKETS)
        pocket++;
    return pocket;
}

const char *mad_mark_key(const struct mad_mark *mark)
{
    return mark->shown ? mark->shown : mark->name;
}

const char *mad_pocket_key(const struct mad_pocket *pocket)
{
    return pocket->shown ? pocket->shown : pocket->name;
}

char mad_key_char(char c)
{
    return c == ' ' ? '-' : c;
}

void mad_write_key(const char *key, struct mad_writer *writer)
{
    mad_writer_char(writer, ' ');
    for (; *key; key++)
        mad_writer_char(writer, mad_key_char(*key));
    mad_writer_char(writer, '=');
}

void mad_write_letter(const struct mad_game *game, uint32_t type, uint32_t owner,
                      struct mad_writer *writer)
{
    mad_write_cased(game, game->types[type].letter, owner, writer);
}

void mad_write_cased(const struct mad_game *game, const char *letter, uint32_t owner,
                     struct mad_writer *writer)
{
    for (; *letter; letter++)
        mad_writer_char(writer, has_capitals(game, owner) ? *letter : small_of(*letter));
}

static bool is_castler(const struct mad_game *game, const struct mad_mark *mark, uint8_t code,
                       uint32_t owner)
{
    return code != game->empty && game->codes[code].owner == owner &&
           mark->until[game->codes[code].type / 8] >> (game->codes[code].type % 8) & 1;
}

uint32_t mad_castler(const struct mad_game *game, const struct mad_state *state,
                     const struct mad_mark *mark, uint32_t owner)
{
    const uint8_t *board = mad_state_board_const(game, state);
    uint32_t home = mad_initial_castler(game, mark, owner);
    if (home == MAD_NO_SQUARE || is_castler(game, mark, board[home], owner))
        return home;
    uint32_t first = home / game->files * game->files;
    for (uint32_t square = first; square < first + game->files; square++)
        if (is_castler(game, mark, board[square], owner))
            return square;
    return MAD_NO_SQUARE;
}

bool mad_is_partner(const struct mad_game *game, const struct mad_state *state,
                    const struct mad_mark *mark, uint32_t owner, uint32_t square)
{
    const uint8_t *array = mad_state_board_const(game, game->initial);
    uint8_t code = mad_state_board_const(game, state)[square];
    if (code == game->empty || game->codes[code].owner != owner)
        return false;
    for (uint32_t at = 0; at < game->squares; at++)
        if (mark->initial[at / 8] >> (at % 8) & 1 && array[at] == code)
            return true;
    return false;
}

uint32_t mad_outermost_partner(const struct mad_game *game, const struct mad_state *state,
                               const struct mad_mark *mark, uint32_t owner, uint32_t castler,
                               bool to_last_file)
{
    uint32_t first = castler / game->files * game->files, last = first + game->files - 1;
    uint32_t square = to_last_file ? last : first;
    for (; square != castler; square += to_last_file ? UINT32_MAX : 1)
        if (mad_is_partner(game, state, mark, owner, square))
            return square;
    return MAD_NO_SQUARE;
}

bool mad_is_array_right(const struct mad_game *game, const struct mad_state *state,
                        const struct mad_mark *mark, uint32_t square)
{
    const uint8_t *array = mad_state_board_const(game, game->initial);
    uint8_t code = mad_state_board_const(game, state)[square];
    if (mad_right_letter(game, mark, square) == '\0' || array[square] != code)
        return false;
    uint32_t owner = game->codes[code].owner, home = mad_initial_castler(game, mark, owner);
    return home == MAD_NO_SQUARE || mad_castler(game, state, mark, owner) == home;
}

uint32_t mad_initial_castler(const struct mad_game *game, const struct mad_mark *mark,
                             uint32_t owner)
{
    const uint8_t *board = mad_state_board_const(game, game->initial);
    for (uint32_t square = 0; square < game->squares; square++) {
        uint8_t code = board[square];
        if (code == game->empty || game->codes[code].owner != owner)
            continue;
        uint8_t type = game->codes[code].type;
        if (mark->until[type / 8] >> (type % 8) & 1)
            return square;
    }
    return MAD_NO_SQUARE;
}

char mad_right_letter(const struct mad_game *game, const struct mad_mark *mark, uint32_t square)
{
    uint8_t code = mad_state_board_const(game, game->initial)[square];
    if (!(mark->initial[square / 8] >> (square % 8) & 1) || code == game->empty)
        return '\0';
    uint32_t owner = game->codes[code].owner;
    uint32_t castler = mad_initial_castler(game, mark, owner);
    uint32_t file = castler == MAD_NO_SQUARE ? (game->files - 1u) / 2 : castler % game->files;
    char letter = square % game->files > file ? 'K' : 'Q';
    return has_capitals(game, owner) ? letter : small_of(letter);
}
