/* position_reader.c - see position_reader.h. Layer: game. */
#include "position_reader.h"

#include <stdarg.h>
#include <stdio.h>

/* --- errors and fields --------------------------------------------------------------------------------- */

enum mad_status mad_reader_fail(struct mad_reader *reader, const char *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    reader->error->offset = (size_t)(at - reader->text);
    vsnprintf(reader->error->text, sizeof reader->error->text, format, arguments);
    va_end(arguments);
    return MAD_ERROR_TEXT;
}

void mad_reader_warn(struct mad_reader *reader, const char *at, const char *format, ...)
{
    struct mad_text_error *error = reader->error;
    size_t length = strlen(error->text);
    va_list arguments;
    if (length == 0)
        error->offset = (size_t)(at - reader->text);
    else if (length + 2 < sizeof error->text)
        length += (size_t)snprintf(error->text + length, sizeof error->text - length, "; ");
    va_start(arguments, format);
    vsnprintf(error->text + length, sizeof error->text - length, format, arguments);
    va_end(arguments);
}

struct mad_shown mad_show_byte(char c)
{
    struct mad_shown shown;
    if (c == '\0')
        snprintf(shown.text, sizeof shown.text, "the end");
    else if (c > ' ' && c < 0x7f)
        snprintf(shown.text, sizeof shown.text, "`%c`", c);
    else
        snprintf(shown.text, sizeof shown.text, "byte 0x%02x", (unsigned)(unsigned char)c);
    return shown;
}

struct mad_shown mad_show_token(struct mad_token token)
{
    struct mad_shown shown;
    size_t length = token.length < 24 ? token.length : 24;
    for (size_t i = 0; i < length; i++)
        shown.text[i] = token.start[i] > ' ' && token.start[i] < 0x7f ? token.start[i] : '?';
    snprintf(shown.text + length, sizeof shown.text - length, "%s",
             length < token.length ? "..." : "");
    return shown;
}

bool mad_reader_next(struct mad_reader *reader, struct mad_token *token)
{
    while (*reader->at == ' ')
        reader->at++;
    token->start = reader->at;
    while (*reader->at && *reader->at != ' ')
        reader->at++;
    token->length = (size_t)(reader->at - token->start);
    return token->length > 0;
}

bool mad_token_is(struct mad_token token, const char *text)
{
    return strlen(text) == token.length && memcmp(token.start, text, token.length) == 0;
}

/* --- men ---------------------------------------------------------------------------------------------- */

/* "K Q +S": the letters that a player may use, in his case. */
static void list_letters(const struct mad_reader *reader, uint32_t owner, struct mad_writer *writer)
{
    const struct mad_game *game = reader->game;
    for (uint32_t type = 0; type < game->type_count; type++) {
        const char *letter = mad_dialect_letter(game, reader->dialect, type);
        if (letter == NULL ||
            (game->code_of[type][owner] == 0xff && game->code_of[type][MAD_NOBODY] == 0xff))
            continue;
        if (writer->length > 0)
            mad_writer_char(writer, ' ');
        mad_write_cased(game, letter, owner, writer);
    }
}

static enum mad_status fail_man(struct mad_reader *reader, const char *at)
{
    const struct mad_game *game = reader->game;
    char c = *at == '+' ? at[1] : *at;
    if (!mad_is_capital(c) && !mad_is_small(c))
        return mad_reader_fail(reader, at, "%s is no man: expected a letter%s",
                               mad_show_byte(*at).text, *at == '+' ? " behind `+`" : "");
    uint32_t owner = mad_owner_of_case(game, mad_is_capital(c));
    char letters[120];
    struct mad_writer writer = mad_writer_on(letters, sizeof letters);
    list_letters(reader, owner, &writer);
    return mad_reader_fail(reader, at, "unknown man `%s%c`: the men of %s are %s",
                           *at == '+' ? "+" : "", c, game->player_name[owner], letters);
}

/* The code of a man whose letter is this, in capitals, of that owner or of nobody; 0xff: none. */
static uint8_t find_man(const struct mad_reader *reader, const char *letter, uint32_t owner,
                        bool is_capital)
{
    const struct mad_game *game = reader->game;
    for (uint32_t type = 0; type < game->type_count; type++) {
        uint8_t found = game->code_of[type][owner];
        if (found == 0xff && is_capital)
            found = game->code_of[type][MAD_NOBODY];
        const char *own = found == 0xff ? NULL : mad_dialect_letter(game, reader->dialect, type);
        if (own != NULL && strcmp(own, letter) == 0)
            return found;
    }
    return 0xff;
}

/* Of three players and more: his letter, and the man's. */
static enum mad_status read_seated(struct mad_reader *reader, uint8_t *code)
{
    const struct mad_game *game = reader->game;
    for (uint32_t type = 0; type < game->type_count; type++) {
        const char *letter = game->types[type].letter;
        if (strncmp(reader->at, letter, strlen(letter)) != 0)
            continue;
        reader->at += strlen(letter);
        *code = (uint8_t)type;
        return MAD_OK;
    }
    return mad_reader_fail(reader, reader->at,
                           "%s is no man: expected the letters of player and man",
                           mad_show_byte(*reader->at).text);
}

enum mad_status mad_reader_man(struct mad_reader *reader, uint8_t *code)
{
    const struct mad_game *game = reader->game;
    const char *at = reader->at;
    char letter[3] = {0};
    if (game->turn.seats != NULL)
        return read_seated(reader, code);
    size_t length = 0;
    if (*at == '+')
        letter[length++] = *at;
    char c = at[length];
    bool is_letter = mad_is_capital(c) || mad_is_small(c);
    uint32_t owner = mad_owner_of_case(game, mad_is_capital(c));
    letter[length++] = mad_capital_of(c);
    uint8_t found = is_letter || c == '*' ? find_man(reader, letter, is_letter ? owner : MAD_NOBODY,
                                                     mad_is_capital(c))
                                          : 0xff;
    if (found == 0xff)
        return fail_man(reader, at);
    reader->at += length;
    *code = found;
    return MAD_OK;
}

enum mad_status mad_reader_add(struct mad_reader *reader, const char *at, uint32_t pocket,
                               uint8_t code)
{
    const struct mad_game *game = reader->game;
    const struct mad_code *man = &game->codes[code];
    if (man->owner == MAD_NOBODY && game->turn.seats == NULL)
        return mad_reader_fail(reader, at, "a man of nobody is in nobody's pocket");
    const uint32_t part = mad_pocket_part(game, man->owner);
    uint8_t *count = mad_state_pocket(game, reader->state, pocket, part, man->type);
    if (*count == MAD_MAX_IN_POCKET)
        return mad_reader_fail(reader, at, "more than %d men of one kind in a pocket",
                               MAD_MAX_IN_POCKET);
    ++*count;
    return MAD_OK;
}

enum mad_status mad_reader_pocket(struct mad_reader *reader, uint32_t pocket, char end)
{
    while (*reader->at != end && *reader->at != ' ' && *reader->at != '\0') {
        const char *start = reader->at;
        uint8_t code = 0;
        enum mad_status status = mad_reader_man(reader, &code);
        if (status == MAD_OK)
            status = mad_reader_add(reader, start, pocket, code);
        if (status != MAD_OK)
            return status;
    }
    return MAD_OK;
}

/* --- fields ------------------------------------------------------------------------------------------- */

/* Of three players and more. */
static enum mad_status read_seat(struct mad_reader *reader, struct mad_token token)
{
    const struct mad_seats *seats = reader->game->turn.seats;
    for (uint32_t seat = 0; seat < seats->count; seat++)
        if (token.length == 1 && *token.start == reader->game->player_letter[seat]) {
            reader->state->turn = (uint8_t)seat;
            return MAD_OK;
        }
    return mad_reader_fail(reader, token.start, "`%s` is no player of this game",
                           mad_show_token(token).text);
}

enum mad_status mad_reader_side(struct mad_reader *reader, struct mad_token token)
{
    const struct mad_game *game = reader->game;
    char letters[2];
    if (game->turn.seats != NULL)
        return read_seat(reader, token);
    for (uint8_t side = 0; side < 2 - mad_plays_alone(game); side++) {
        letters[side] = mad_dialect_player(game, reader->dialect, side);
        if (token.length != 1 || *token.start != letters[side])
            continue;
        reader->state->side = side;
        mad_state_usual_turn(game, reader->state);
        return MAD_OK;
    }
    if (mad_plays_alone(game))
        return mad_reader_fail(reader, token.start,
                               "`%s` is no side to move: `%c` is %s, who plays alone",
                               mad_show_token(token).text, letters[0], game->player_name[0]);
    return mad_reader_fail(reader, token.start, "`%s` is no side to move: `%c` is %s, `%c` is %s",
                           mad_show_token(token).text, letters[0], game->player_name[0], letters[1],
                           game->player_name[1]);
}

enum mad_status mad_reader_square(struct mad_reader *reader, struct mad_token name,
                                  uint32_t *square)
{
    const struct mad_game *game = reader->game;
    uint32_t first = 0, last = game->squares - 1u;
    for (*square = 0; *square < game->squares; ++*square) /* holes have no names */
        if (name.length > 0 && mad_token_is(name, game->square_name[*square]))
            return MAD_OK;
    while (first < last && mad_is_hole(game, first))
        first++;
    while (last > first && mad_is_hole(game, last))
        last--;
    return mad_reader_fail(reader, name.start, "`%s` is no square: they are named %s to %s",
                           mad_show_token(name).text, game->square_name[first],
                           game->square_name[last]);
}

/* Squares joined by commas, each once. */
enum mad_status mad_reader_squares(struct mad_reader *reader, uint32_t mark, struct mad_token token)
{
    const struct mad_game *game = reader->game;
    const char *end = token.start + token.length;
    for (const char *at = token.start;;) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        struct mad_token name = {at, (size_t)((comma ? comma : end) - at)};
        uint32_t square = 0;
        enum mad_status status = mad_reader_square(reader, name, &square);
        if (status != MAD_OK)
            return status;
        if (mad_state_marked(game, reader->state, mark, square))
            return mad_reader_fail(reader, at, "square %s is written twice",
                                   game->square_name[square]);
        mad_state_mark(game, reader->state, mark, square);
        if (comma == NULL)
            return MAD_OK;
        at = comma + 1;
    }
}

enum mad_status mad_reader_number(struct mad_reader *reader, struct mad_token token, uint32_t least,
                                  uint32_t most, const char *what, uint16_t *out)
{
    uint32_t number = 0;
    bool is_number = token.length <= 4;
    for (size_t i = 0; is_number && i < token.length; i++) {
        is_number = mad_is_digit(token.start[i]);
        number = number * 10 + (uint32_t)(token.start[i] - '0');
    }
    if (!is_number || number < least || number > most)
        return mad_reader_fail(reader, token.start,
                               "`%s` is no %s: expected a number from %u to %u",
                               mad_show_token(token).text, what, (unsigned)least, (unsigned)most);
    *out = (uint16_t)number;
    return MAD_OK;
}
