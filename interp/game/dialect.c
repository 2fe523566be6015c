/* dialect.c - see dialect.h. Layer: game. */
#include "dialect.h"

#include <stdlib.h>
#include <string.h>

#include "move.h"
#include "state.h"

static const char *const names[] = {
    [MAD_DIALECT_ANY] = "any",   [MAD_DIALECT_OURS] = "ours",
    [MAD_DIALECT_FSF] = "fsf",   [MAD_DIALECT_LICHESS] = "lichess",
    [MAD_DIALECT_SFEN] = "sfen", [MAD_DIALECT_SHREDDER] = "shredder",
    [MAD_DIALECT_PDN] = "pdn",   [MAD_DIALECT_WXF] = "wxf",
    [MAD_DIALECT_ICCS] = "iccs",
};

const char *mad_dialect_name(enum mad_dialect dialect)
{
    return (size_t)dialect < sizeof names / sizeof *names ? names[dialect] : NULL;
}

const char *mad_dialect_word(const struct mad_game *game, enum mad_dialect dialect,
                             enum mad_dialect_kind kind, uint32_t index)
{
    for (uint32_t i = 0; i < game->writing.dialect_count; i++) {
        const struct mad_dialect_entry *entry = &game->writing.dialects[i];
        if (entry->dialect == dialect && entry->kind == kind && entry->index == index)
            return entry->text;
    }
    return NULL;
}

bool mad_game_has_dialect(const struct mad_game *game, enum mad_dialect dialect)
{
    for (uint32_t i = 0; i < game->writing.dialect_count; i++)
        if (game->writing.dialects[i].dialect == dialect)
            return true;
    return false;
}

const char *mad_dialect_letter(const struct mad_game *game, enum mad_dialect dialect, uint32_t type)
{
    const char *own = game->types[type].letter;
    const char *word = mad_dialect_word(game, dialect, MAD_IN_DIALECT_PIECE, type);
    if (word != NULL)
        return word;
    for (uint32_t i = 0; i < game->writing.dialect_count; i++) {
        const struct mad_dialect_entry *entry = &game->writing.dialects[i];
        if (entry->dialect == dialect && entry->kind == MAD_IN_DIALECT_PIECE &&
            strcmp(entry->text, own) == 0)
            return NULL;
    }
    return own;
}

char mad_dialect_player(const struct mad_game *game, enum mad_dialect dialect, uint32_t side)
{
    const char *word = mad_dialect_word(game, dialect, MAD_IN_DIALECT_PLAYER, side);
    return word != NULL ? word[0] : game->player_letter[side];
}

uint32_t mad_dialect_file_mark(const struct mad_game *game, enum mad_dialect dialect)
{
    uint32_t mark = 0;
    for (; mark < game->mark_count; mark++) {
        const char *word = mad_dialect_word(game, dialect, MAD_IN_DIALECT_MARK, mark);
        if (word != NULL && strcmp(word, "castling") == 0)
            break;
    }
    return mark;
}

bool mad_dialect_read_field(const char *text, size_t bytes, struct mad_dialect_field *field)
{
    struct mad_dialect_field read = {.is_given = true, .counts_down = bytes > 0 && text[0] != '+'};
    size_t at = !read.counts_down;
    for (int player = 0; player < 2; player++) {
        if (at >= bytes || text[at] < '0' || text[at] > '9')
            return false;
        read.from[player] = (uint8_t)(text[at++] - '0');
        if (player == 0 && (at >= bytes || text[at++] != '+'))
            return false;
    }
    if (at != bytes)
        return false;
    *field = read;
    return true;
}

struct mad_dialect_field mad_dialect_field(const struct mad_game *game, enum mad_dialect dialect,
                                           uint32_t counter)
{
    struct mad_dialect_field field = {.is_given = false};
    const char *word = mad_dialect_word(game, dialect, MAD_IN_DIALECT_COUNTER, counter);
    if (word == NULL || !mad_dialect_read_field(word, strlen(word), &field))
        field.is_given = false;
    return field;
}

/* --- numbered squares --------------------------------------------------------------------------------- */

static uint32_t colour_of(const struct mad_game *game, uint32_t square)
{
    return (square % game->files + square / game->files) % 2;
}

/* The colour of all men of the array, or 2. */
static uint32_t playing_colour(const struct mad_game *game)
{
    const uint8_t *board = mad_state_board_const(game, game->initial);
    bool has[2] = {false, false};
    for (uint32_t square = 0; square < game->squares; square++)
        if (board[square] != game->empty)
            has[colour_of(game, square)] = true;
    return has[0] == has[1] ? 2 : has[1];
}

/* Visits the squares in their order; the one whose number or square is wanted. */
static uint32_t count_squares(const struct mad_game *game, uint32_t square, uint32_t number,
                              uint32_t *found)
{
    uint32_t colour = playing_colour(game), count = 0;
    bool is_near = mad_dialect_word(game, MAD_DIALECT_PDN, MAD_IN_DIALECT_FIRST_RANK, 0) != NULL;
    for (uint32_t rank = game->ranks; rank-- > 0 && colour < 2;)
        for (uint32_t file = 0; file < game->files; file++) {
            uint32_t at = rank * game->files + file;
            if (is_near)
                at = game->squares - 1u - at;
            if (colour_of(game, at) != colour)
                continue;
            count++;
            if (at == square || count == number) {
                *found = at;
                return count;
            }
        }
    *found = MAD_NO_SQUARE;
    return 0;
}

uint32_t mad_dialect_number(const struct mad_game *game, uint32_t square)
{
    uint32_t found;
    return count_squares(game, square, 0, &found);
}

uint32_t mad_dialect_numbered(const struct mad_game *game, uint32_t number)
{
    uint32_t found = MAD_NO_SQUARE;
    if (number > 0)
        (void)count_squares(game, MAD_NO_SQUARE, number, &found);
    return found;
}

bool mad_dialect_names_squares(const struct mad_game *game)
{
    return mad_dialect_word(game, MAD_DIALECT_PDN, MAD_IN_DIALECT_FIRST_SQUARE, 0) != NULL;
}

void mad_dialect_write_square(const struct mad_game *game, uint32_t square,
                              struct mad_writer *writer)
{
    if (mad_dialect_names_squares(game))
        mad_writer_text(writer, game->square_name[square]);
    else
        mad_writer_number(writer, mad_dialect_number(game, square));
}

const char *mad_dialect_read_square(const struct mad_game *game, const char *text, uint32_t *square)
{
    bool is_named = mad_dialect_names_squares(game) && (*text < '0' || *text > '9');
    size_t letters = is_named ? strspn(text, "abcdefghijklmnopqrstuvwxyz") : 0;
    size_t length = letters + strspn(text + letters, "0123456789");
    char name[8];
    if (length == letters || length >= sizeof name)
        return NULL;
    memcpy(name, text, length);
    name[length] = '\0';
    *square = is_named ? 0 : mad_dialect_numbered(game, (uint32_t)strtoul(name, NULL, 10));
    while (is_named && *square < game->squares && strcmp(game->square_name[*square], name) != 0)
        ++*square;
    return *square < game->squares && mad_dialect_number(game, *square) != 0 ? text + length : NULL;
}
