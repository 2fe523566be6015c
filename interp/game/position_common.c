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
    return owner == MAD_NOBODY || (owner == 0) == game->capitals_first;
}

uint32_t mad_owner_of_case(const struct mad_game *game, bool is_capital)
{
    return is_capital == game->capitals_first ? 0 : 1;
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
    for (const char *letter = game->types[type].letter; *letter; letter++)
        mad_writer_char(writer, has_capitals(game, owner) ? *letter : small_of(*letter));
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
