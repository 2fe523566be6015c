/* position_read.c - reads positions from extended FEN.
 *
 * Layer: game. One function a field, in the order of the text; each leaves the cursor behind what
 * it read, or fills in the error and fails. Nothing is guessed: castling rights whose men are away
 * are the only thing that is dropped, with a warning. */
#include "position_text.h"

#include <stdarg.h>
#include <stdio.h>

#include "position_common.h"

enum { MAX_HALFMOVE = 9999, MAX_FULLMOVE = 9999, MAX_IN_POCKET = 255 };

/* --- characters ------------------------------------------------------------------------------ */

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char capital_of(char c)
{
    return is_small(c) ? (char)(c - 'a' + 'A') : c;
}

/* --- reading: the cursor and its errors ------------------------------------------------------ */

struct reader {
    const struct mad_game *game;
    struct mad_state *state;
    const char *text;
    const char *at;
    struct mad_text_error *error;
};

struct token { /* a field: up to the next blank */
    const char *start;
    size_t length;
};

__attribute__((format(printf, 3, 4))) static enum mad_status fail(struct reader *reader,
                                                                  const char *at,
                                                                  const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    reader->error->offset = (size_t)(at - reader->text);
    vsnprintf(reader->error->text, sizeof reader->error->text, format, arguments);
    va_end(arguments);
    return MAD_ERROR_TEXT;
}

/* A byte as it can be shown in a message. */
struct shown_byte {
    char text[16];
};

static struct shown_byte show_byte(char c)
{
    struct shown_byte shown;
    if (c == '\0')
        snprintf(shown.text, sizeof shown.text, "the end");
    else if (c > ' ' && c < 0x7f)
        snprintf(shown.text, sizeof shown.text, "`%c`", c);
    else
        snprintf(shown.text, sizeof shown.text, "byte 0x%02x", (unsigned)(unsigned char)c);
    return shown;
}

/* A field as it can be shown in a message: cut when long. */
struct shown_token {
    char text[32];
};

static struct shown_token show_token(struct token token)
{
    struct shown_token shown;
    size_t length = token.length < 24 ? token.length : 24;
    for (size_t i = 0; i < length; i++)
        shown.text[i] = token.start[i] > ' ' && token.start[i] < 0x7f ? token.start[i] : '?';
    snprintf(shown.text + length, sizeof shown.text - length, "%s",
             length < token.length ? "..." : "");
    return shown;
}

static bool next_token(struct reader *reader, struct token *token)
{
    while (*reader->at == ' ')
        reader->at++;
    token->start = reader->at;
    while (*reader->at && *reader->at != ' ')
        reader->at++;
    token->length = (size_t)(reader->at - token->start);
    return token->length > 0;
}

static bool token_is(struct token token, const char *text)
{
    return strlen(text) == token.length && memcmp(token.start, text, token.length) == 0;
}

/* --- reading: men ---------------------------------------------------------------------------- */

/* "K Q +S": the letters that a player may use, in his case. */
static void list_letters(const struct mad_game *game, uint32_t owner, struct mad_writer *writer)
{
    for (uint32_t type = 0; type < game->type_count; type++) {
        if (game->code_of[type][owner] == 0xff && game->code_of[type][MAD_NOBODY] == 0xff)
            continue;
        if (writer->length > 0)
            mad_writer_char(writer, ' ');
        mad_write_letter(game, type, owner, writer);
    }
}

static enum mad_status fail_man(struct reader *reader, const char *at)
{
    const struct mad_game *game = reader->game;
    char c = *at == '+' ? at[1] : *at;
    if (!is_capital(c) && !is_small(c))
        return fail(reader, at, "%s is no man: expected a letter%s", show_byte(*at).text,
                    *at == '+' ? " behind `+`" : "");
    uint32_t owner = mad_owner_of_case(game, is_capital(c));
    char letters[120];
    struct mad_writer writer = mad_writer_on(letters, sizeof letters);
    list_letters(game, owner, &writer);
    return fail(reader, at, "unknown man `%s%c`: the men of %s are %s", *at == '+' ? "+" : "", c,
                game->player_name[owner], letters);
}

/* A letter with its `+`; the case says whose man it is. */
static enum mad_status read_man(struct reader *reader, uint8_t *code)
{
    const struct mad_game *game = reader->game;
    const char *at = reader->at;
    char letter[3] = {0};
    size_t length = 0;
    if (*at == '+')
        letter[length++] = *at;
    char c = at[length];
    uint32_t owner = mad_owner_of_case(game, is_capital(c));
    letter[length++] = capital_of(c);
    for (uint32_t type = 0; (is_capital(c) || is_small(c)) && type < game->type_count; type++) {
        uint8_t found = game->code_of[type][owner];
        if (found == 0xff && is_capital(c))
            found = game->code_of[type][MAD_NOBODY];
        if (found == 0xff || strcmp(game->types[type].letter, letter) != 0)
            continue;
        reader->at += length;
        *code = found;
        return MAD_OK;
    }
    return fail_man(reader, at);
}

/* --- reading: placement ---------------------------------------------------------------------- */

/* The first file from `file` on that is no hole in this rank. Holes are not written. */
static uint32_t past_holes(const struct mad_game *game, uint32_t rank, uint32_t file)
{
    while (file < game->files && game->square_name[rank * game->files + file][0] == '\0')
        file++;
    return file;
}

static enum mad_status fail_width(struct reader *reader, uint32_t rank, const char *at,
                                  const char *fault)
{
    const struct mad_game *game = reader->game;
    uint32_t first = past_holes(game, rank, 0), last = first, count = 0;
    for (uint32_t file = first; file < game->files; file = past_holes(game, rank, file + 1)) {
        last = file;
        count++;
    }
    if (count == 0)
        return fail(reader, at, "this rank has no squares: nothing is written for it");
    return fail(reader, at, "rank %s to %s is too %s: it must add up to %u squares",
                game->square_name[rank * game->files + first],
                game->square_name[rank * game->files + last], fault, (unsigned)count);
}

static enum mad_status read_empty(struct reader *reader, uint32_t rank, uint32_t *file)
{
    const struct mad_game *game = reader->game;
    const char *start = reader->at;
    uint32_t count = 0;
    if (*start == '0')
        return fail(reader, start, "a number of empty squares cannot start with 0: leave it out");
    for (; is_digit(*reader->at); reader->at++) {
        count = count * 10 + (uint32_t)(*reader->at - '0');
        if (count > game->files)
            return fail_width(reader, rank, start, "wide");
    }
    for (; count > 0; count--) {
        if (*file >= game->files)
            return fail_width(reader, rank, start, "wide");
        *file = past_holes(game, rank, *file + 1);
    }
    return MAD_OK;
}

static enum mad_status read_standing(struct reader *reader, uint32_t rank, uint32_t *file)
{
    const struct mad_game *game = reader->game;
    const char *start = reader->at;
    if (*start == '~')
        return fail(reader, start, "`~` belongs behind the letter of a man");
    uint8_t code = 0;
    enum mad_status status = read_man(reader, &code);
    if (status != MAD_OK)
        return status;
    if (*file >= game->files)
        return fail_width(reader, rank, start, "wide");
    uint32_t square = rank * game->files + *file;
    *file = past_holes(game, rank, *file + 1);
    mad_state_put(game, reader->state, square, code);
    if (*reader->at != '~')
        return MAD_OK;
    uint32_t tilde = mad_find_mark(game, MAD_SHOW_TILDE);
    if (tilde == game->mark_count)
        return fail(reader, reader->at, "this game marks no men with `~`: leave it out");
    mad_state_mark(game, reader->state, tilde, square);
    reader->at++;
    return MAD_OK;
}

static bool ends_placement(char c)
{
    return c == '\0' || c == ' ' || c == '[';
}

static enum mad_status read_rank(struct reader *reader, uint32_t rank)
{
    uint32_t file = past_holes(reader->game, rank, 0);
    while (*reader->at != '/' && !ends_placement(*reader->at)) {
        enum mad_status status = is_digit(*reader->at) ? read_empty(reader, rank, &file)
                                                       : read_standing(reader, rank, &file);
        if (status != MAD_OK)
            return status;
    }
    if (file < reader->game->files)
        return fail_width(reader, rank, reader->at, "narrow");
    return MAD_OK;
}

static enum mad_status read_placement(struct reader *reader)
{
    unsigned ranks = reader->game->ranks;
    while (*reader->at == ' ')
        reader->at++;
    if (*reader->at == '\0')
        return fail(reader, reader->at,
                    "the position is empty: expected %u ranks from the top, with `/` between them",
                    ranks);
    for (uint32_t rank = ranks; rank-- > 0;) {
        enum mad_status status = read_rank(reader, rank);
        if (status != MAD_OK)
            return status;
        if (*reader->at == '/' && rank == 0)
            return fail(reader, reader->at, "too many ranks: the board has %u", ranks);
        if (*reader->at != '/' && rank > 0)
            return fail(reader, reader->at,
                        "only %u rank%s: the board has %u, with `/` between them",
                        ranks - (unsigned)rank, ranks - rank == 1 ? "" : "s", ranks);
        if (rank > 0)
            reader->at++;
    }
    return MAD_OK;
}

/* Men up to the byte `end`, left to the caller; a blank and the end of the text stop it. */
static enum mad_status read_pocket(struct reader *reader, uint32_t pocket, char end)
{
    const struct mad_game *game = reader->game;
    while (*reader->at != end && *reader->at != ' ' && *reader->at != '\0') {
        const char *start = reader->at;
        uint8_t code = 0;
        enum mad_status status = read_man(reader, &code);
        if (status != MAD_OK)
            return status;
        const struct mad_code *man = &game->codes[code];
        uint8_t *count = mad_state_pocket(game, reader->state, pocket, man->owner, man->type);
        if (*count == MAX_IN_POCKET)
            return fail(reader, start, "more than %d men of one kind in a pocket", MAX_IN_POCKET);
        ++*count;
    }
    return MAD_OK;
}

/* A missing hand is an empty one, like other fields that are missing. */
static enum mad_status read_hand(struct reader *reader)
{
    if (*reader->at != '[')
        return MAD_OK;
    const char *start = reader->at;
    uint32_t pocket = mad_find_brackets(reader->game);
    if (pocket == reader->game->pocket_count)
        return fail(reader, start, "this game has no hand: leave out `[...]`");
    reader->at++;
    enum mad_status status = read_pocket(reader, pocket, ']');
    if (status != MAD_OK)
        return status;
    if (*reader->at != ']')
        return fail(reader, start, "this `[` is not closed: expected `]` behind the men in hand");
    reader->at++;
    if (*reader->at != ' ' && *reader->at != '\0')
        return fail(reader, reader->at, "expected a blank behind `]`, found %s",
                    show_byte(*reader->at).text);
    return MAD_OK;
}

/* --- reading: fields by place ---------------------------------------------------------------- */

static enum mad_status read_side(struct reader *reader, struct token token)
{
    const struct mad_game *game = reader->game;
    for (uint8_t side = 0; side < 2; side++)
        if (token.length == 1 && *token.start == game->player_letter[side]) {
            reader->state->side = side;
            mad_state_usual_turn(game, reader->state);
            return MAD_OK;
        }
    return fail(reader, token.start, "`%s` is no side to move: `%c` is %s, `%c` is %s",
                show_token(token).text, game->player_letter[0], game->player_name[0],
                game->player_letter[1], game->player_name[1]);
}

/* Says that a right was dropped because the man of the array is not on its square. */
static void warn_dropped(struct reader *reader, const char *at, uint32_t square)
{
    const struct mad_game *game = reader->game;
    struct mad_text_error *error = reader->error;
    uint8_t code = mad_state_board_const(game, game->initial)[square];
    size_t length = strlen(error->text);
    if (length == 0)
        error->offset = (size_t)(at - reader->text);
    snprintf(error->text + length, sizeof error->text - length,
             "%scastling right `%c` dropped: no %s on %s", length > 0 ? "; " : "", *at,
             game->types[game->codes[code].type].name, game->square_name[square]);
}

static bool stands_as_in_array(struct reader *reader, const char *at, uint32_t square)
{
    const struct mad_game *game = reader->game;
    if (square == MAD_NO_SQUARE || mad_state_board_const(game, reader->state)[square] ==
                                       mad_state_board_const(game, game->initial)[square])
        return true;
    warn_dropped(reader, at, square);
    return false;
}

static enum mad_status read_right(struct reader *reader, uint32_t mark, const char *at)
{
    const struct mad_game *game = reader->game;
    bool exists = false;
    for (uint32_t square = 0; square < game->squares; square++) {
        if (mad_right_letter(game, &game->marks[mark], square) != *at)
            continue;
        exists = true;
        uint32_t castler =
            mad_initial_castler(game, &game->marks[mark], mad_owner_of_case(game, is_capital(*at)));
        if (stands_as_in_array(reader, at, castler) && stands_as_in_array(reader, at, square))
            mad_state_mark(game, reader->state, mark, square);
    }
    if (exists)
        return MAD_OK;
    return fail(reader, at,
                "nobody has the castling right %s in the array of this game: leave it out",
                show_byte(*at).text);
}

static enum mad_status read_castling(struct reader *reader, struct token token)
{
    if (token_is(token, "-"))
        return MAD_OK;
    uint32_t mark = mad_find_mark(reader->game, MAD_SHOW_CASTLING);
    if (mark == reader->game->mark_count)
        return fail(reader, token.start, "this game has no castling rights: write `-`, not `%s`",
                    show_token(token).text);
    for (size_t i = 0; i < token.length; i++) {
        const char *at = token.start + i;
        if (strchr(MAD_CASTLING_LETTERS, *at) == NULL)
            return fail(reader, at, "%s is no castling right: expected letters of `%s`, or `-`",
                        show_byte(*at).text, MAD_CASTLING_LETTERS);
        if (memchr(token.start, *at, i) != NULL)
            return fail(reader, at, "castling right `%c` is written twice", *at);
        enum mad_status status = read_right(reader, mark, at);
        if (status != MAD_OK)
            return status;
    }
    return MAD_OK;
}

static uint32_t find_square(const struct mad_game *game, struct token name)
{
    for (uint32_t square = 0; square < game->squares; square++)
        if (token_is(name, game->square_name[square]))
            return square;
    return MAD_NO_SQUARE;
}

/* Squares joined by commas, each once. */
static enum mad_status read_squares(struct reader *reader, uint32_t mark, struct token token)
{
    const struct mad_game *game = reader->game;
    const char *end = token.start + token.length;
    for (const char *at = token.start;;) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        struct token name = {at, (size_t)((comma ? comma : end) - at)};
        uint32_t square = find_square(game, name);
        if (square == MAD_NO_SQUARE)
            return fail(reader, at, "`%s` is no square: they are named %s to %s",
                        show_token(name).text, game->square_name[0],
                        game->square_name[game->squares - 1]);
        if (mad_state_marked(game, reader->state, mark, square))
            return fail(reader, at, "square %s is written twice", game->square_name[square]);
        mad_state_mark(game, reader->state, mark, square);
        if (comma == NULL)
            return MAD_OK;
        at = comma + 1;
    }
}

/* Empty, but for men of nobody: those may come at any time. */
static bool is_clear(const struct reader *reader, uint32_t square)
{
    const struct mad_game *game = reader->game;
    uint8_t code = mad_state_board_const(game, reader->state)[square];
    return code == game->empty || game->codes[code].owner == MAD_NOBODY;
}

/* Whether the player who moved last can have left the mark there with his move. In a turn of several
 * moves others may have come after that one. */
static bool can_be_left(const struct reader *reader, const struct mad_mark *mark, uint32_t square)
{
    const struct mad_game *game = reader->game;
    uint8_t mover = 1 - reader->state->side;
    if (game->turn_count > 0)
        return true;
    for (uint32_t i = 0; i < mark->left_count; i++) {
        const struct mad_left *left = &mark->left[i];
        uint8_t there = mad_state_board_const(game, reader->state)[left->to];
        if (left->marked == square && game->codes[left->code].owner == mover &&
            there != game->empty && game->codes[there].owner == mover &&
            is_clear(reader, left->from))
            return is_clear(reader, square);
    }
    return mark->left == NULL;
}

static enum mad_status check_left(struct reader *reader, uint32_t mark, const char *at)
{
    const struct mad_game *game = reader->game;
    for (uint32_t square = 0; square < game->squares; square++)
        if (mad_state_marked(game, reader->state, mark, square) &&
            !can_be_left(reader, &game->marks[mark], square))
            return fail(reader, at, "no man of %s can just have passed over %s: write `-`",
                        game->player_name[1 - reader->state->side], game->square_name[square]);
    return MAD_OK;
}

static enum mad_status read_en_passant(struct reader *reader, struct token token)
{
    if (token_is(token, "-"))
        return MAD_OK;
    uint32_t mark = mad_find_mark(reader->game, MAD_SHOW_EN_PASSANT);
    if (mark == reader->game->mark_count)
        return fail(reader, token.start, "this game has no en passant square: write `-`, not `%s`",
                    show_token(token).text);
    enum mad_status status = read_squares(reader, mark, token);
    return status == MAD_OK ? check_left(reader, mark, token.start) : status;
}

static enum mad_status read_number(struct reader *reader, struct token token, uint32_t least,
                                   uint32_t most, const char *what, uint16_t *out)
{
    uint32_t number = 0;
    bool is_number = token.length <= 4;
    for (size_t i = 0; is_number && i < token.length; i++) {
        is_number = is_digit(token.start[i]);
        number = number * 10 + (uint32_t)(token.start[i] - '0');
    }
    if (!is_number || number < least || number > most)
        return fail(reader, token.start, "`%s` is no %s: expected a number from %u to %u",
                    show_token(token).text, what, (unsigned)least, (unsigned)most);
    *out = (uint16_t)number;
    return MAD_OK;
}

static enum mad_status read_halfmove(struct reader *reader, struct token token)
{
    return read_number(reader, token, 0, MAX_HALFMOVE, "halfmove count", &reader->state->quiet);
}

static enum mad_status read_fullmove(struct reader *reader, struct token token)
{
    return read_number(reader, token, 1, MAX_FULLMOVE, "move number", &reader->state->fullmove);
}

/* --- reading: name=value --------------------------------------------------------------------- */

static bool key_is(struct token key, const char *name)
{
    if (strlen(name) != key.length)
        return false;
    for (size_t i = 0; i < key.length; i++)
        if (mad_key_char(name[i]) != key.start[i])
            return false;
    return true;
}

/* Number of the field: marks first, then pockets, then counters; their sum when there is none. */
static uint32_t find_field(const struct mad_game *game, struct token key)
{
    for (uint32_t mark = 0; mark < game->mark_count; mark++)
        if (game->marks[mark].show == MAD_SHOW_FIELD &&
            key_is(key, mad_mark_key(&game->marks[mark])))
            return mark;
    for (uint32_t pocket = 0; pocket < game->pocket_count; pocket++)
        if (game->pockets[pocket].show == MAD_POCKET_FIELD &&
            key_is(key, mad_pocket_key(&game->pockets[pocket])))
            return game->mark_count + pocket;
    uint32_t first = game->mark_count + game->pocket_count;
    for (uint32_t i = 0; i < game->counter_count; i++)
        if (key_is(key, game->counters[i].shown))
            return first + i;
    return first + game->counter_count;
}

static void list_fields(const struct mad_game *game, struct mad_writer *writer)
{
    for (uint32_t mark = 0; mark < game->mark_count; mark++)
        if (game->marks[mark].show == MAD_SHOW_FIELD)
            mad_write_key(mad_mark_key(&game->marks[mark]), writer);
    for (uint32_t pocket = 0; pocket < game->pocket_count; pocket++)
        if (game->pockets[pocket].show == MAD_POCKET_FIELD)
            mad_write_key(mad_pocket_key(&game->pockets[pocket]), writer);
    for (uint32_t i = 0; i < game->counter_count; i++)
        mad_write_key(game->counters[i].shown, writer);
}

static enum mad_status fail_field(struct reader *reader, struct token key)
{
    char fields[100];
    struct mad_writer writer = mad_writer_on(fields, sizeof fields);
    list_fields(reader->game, &writer);
    if (writer.length == 0)
        return fail(reader, key.start, "unknown field `%s=`: this game has no fields with names",
                    show_token(key).text);
    return fail(reader, key.start, "unknown field `%s=`: this game has%s", show_token(key).text,
                fields);
}

/* 2, or 2,0 where each player has his own. */
static enum mad_status read_counter(struct reader *reader, uint32_t index, struct token token)
{
    const struct mad_counter *counter = &reader->game->counters[index];
    const char *end = token.start + token.length;
    for (uint32_t player = 0; player < (counter->each ? 2u : 1u); player++) {
        const char *comma = memchr(token.start, ',', (size_t)(end - token.start));
        bool more = counter->each && player == 0;
        struct token number = {token.start, (size_t)((more && comma ? comma : end) - token.start)};
        uint16_t value = 0;
        if (more && comma == NULL)
            return fail(reader, token.start, "expected two numbers joined by a comma: %s,%s",
                        reader->game->player_name[0], reader->game->player_name[1]);
        enum mad_status status = read_number(reader, number, 0, 255, "count", &value);
        if (status != MAD_OK)
            return status;
        reader->state->counters[index][player] = (uint8_t)value;
        token.start = more ? comma + 1 : end;
    }
    return MAD_OK;
}

/* Which of the turns it is, counted from 1: one of the player to move. */
static enum mad_status read_turn(struct reader *reader, struct token token)
{
    const struct mad_game *game = reader->game;
    uint16_t turn = 0;
    enum mad_status status = read_number(reader, token, 1, game->turn_count, "turn", &turn);
    if (status == MAD_OK && game->turns[turn - 1] != reader->state->side)
        return fail(reader, token.start, "turn %u is one of %s", (unsigned)turn,
                    game->player_name[game->turns[turn - 1]]);
    if (status == MAD_OK)
        reader->state->turn = (uint8_t)(turn - 1);
    return status;
}

static enum mad_status read_named(struct reader *reader, struct token token, uint32_t *seen)
{
    const struct mad_game *game = reader->game;
    const char *equals = memchr(token.start, '=', token.length);
    if (equals == NULL)
        return fail(reader, token.start,
                    "`%s` is one field too many: only name=value may stand here",
                    show_token(token).text);
    struct token key = {token.start, (size_t)(equals - token.start)};
    struct token value = {equals + 1, token.length - key.length - 1};
    if (game->turn_count > 0 && token_is(key, "turn"))
        return read_turn(reader, value);
    uint32_t field = find_field(game, key);
    if (field == game->mark_count + game->pocket_count + game->counter_count)
        return fail_field(reader, key);
    if (*seen >> field & 1)
        return fail(reader, token.start, "field `%s=` is written twice", show_token(key).text);
    *seen |= (uint32_t)1 << field;
    if (value.length == 0)
        return fail(reader, value.start, "field `%s=` is empty: leave it out",
                    show_token(key).text);
    if (field < game->mark_count)
        return read_squares(reader, field, value);
    if (field >= game->mark_count + game->pocket_count)
        return read_counter(reader, field - game->mark_count - game->pocket_count, value);
    reader->at = value.start;
    return read_pocket(reader, field - game->mark_count, ' ');
}
static_assert(MAD_MAX_MARKS + MAD_MAX_POCKETS + MAD_MAX_COUNTERS <= 32,
              "fields that were seen fit a word");

/* --- reading: the whole ---------------------------------------------------------------------- */

static enum mad_status read_fields(struct reader *reader)
{
    static enum mad_status (*const by_place[])(struct reader *, struct token) = {
        read_side, read_castling, read_en_passant, read_halfmove, read_fullmove,
    };
    size_t place = 0, places = sizeof by_place / sizeof *by_place;
    uint32_t seen = 0;
    struct token token;
    while (next_token(reader, &token)) {
        if (memchr(token.start, '=', token.length) != NULL)
            place = places; /* names come last */
        enum mad_status status =
            place < places ? by_place[place++](reader, token) : read_named(reader, token, &seen);
        if (status != MAD_OK)
            return status;
    }
    return MAD_OK;
}

enum mad_status mad_position_text_read(const struct mad_game *game, const char *text,
                                       struct mad_state *state, struct mad_text_error *error)
{
    struct mad_text_error unwanted;
    struct reader reader = {game, state, text, text, error ? error : &unwanted};
    reader.error->offset = 0;
    reader.error->text[0] = '\0';
    mad_state_clear(game, state);
    mad_state_usual_turn(game, state);
    enum mad_status status = read_placement(&reader);
    if (status == MAD_OK)
        status = read_hand(&reader);
    if (status == MAD_OK)
        status = read_fields(&reader);
    if (status == MAD_OK)
        mad_state_finish(game, state);
    return status;
}
