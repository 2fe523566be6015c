/* position_layouts.c - reads what is laid out in another way than FEN: SFEN of shogi programs, the
 * positions of PDN, and the opcodes of EPD.
 *
 * Layer: game. SFEN: "The Universal Shogi Interface" (Glaurung site); PDN 3.0, its FEN tag; EPD: PGN
 * Specification and Implementation Guide, 1994, 16.2. */
#include "position_reader.h"

/* --- SFEN ------------------------------------------------------------------------------------------------ */

/* "2P3p" or "-": men in hand with their numbers before them. */
static enum mad_status read_counted(struct mad_reader *reader, struct mad_token token)
{
    uint32_t pocket = mad_find_brackets(reader->game);
    if (mad_token_is(token, "-"))
        return MAD_OK;
    if (pocket == reader->game->pocket_count)
        return mad_reader_fail(reader, token.start, "this game has no hand: write `-`");
    const char *end = token.start + token.length, *behind = reader->at;
    enum mad_status status = MAD_OK;
    for (reader->at = token.start; reader->at < end && status == MAD_OK;) {
        const char *start = reader->at;
        uint32_t count = 0;
        uint8_t code = 0;
        for (; mad_is_digit(*reader->at) && count < 1000; reader->at++)
            count = count * 10 + (uint32_t)(*reader->at - '0');
        if (*start == '0' || count > MAD_MAX_IN_POCKET)
            return mad_reader_fail(reader, start, "expected how many men there are, from 2 on");
        status = mad_reader_man(reader, &code);
        for (uint32_t i = 0; i < (count == 0 ? 1 : count) && status == MAD_OK; i++)
            status = mad_reader_add(reader, start, pocket, code);
    }
    reader->at = behind;
    return status;
}

/* Moves counted from 1, those of both players. */
static enum mad_status read_plies(struct mad_reader *reader, struct mad_token token)
{
    uint16_t number = 0;
    enum mad_status status =
        mad_reader_number(reader, token, 0, MAD_MAX_FULLMOVE, "move number", &number);
    reader->state->fullmove = (uint16_t)(number < 2 ? 1 : (number + 1) / 2);
    return status;
}

enum mad_status mad_reader_sfen(struct mad_reader *reader)
{
    static enum mad_status (*const by_place[])(struct mad_reader *, struct mad_token) = {
        mad_reader_side, read_counted, read_plies};
    struct mad_token token;
    enum mad_status status = mad_reader_placement(reader);
    for (size_t place = 0; status == MAD_OK && mad_reader_next(reader, &token); place++)
        status = place < 3 ? by_place[place](reader, token)
                           : mad_reader_fail(reader, token.start, "`%s` is one field too many",
                                             mad_show_token(token).text);
    return status;
}

/* --- PDN -------------------------------------------------------------------------------------------------- */

struct pdn_man { /* the letter in front of a number: his type, or the one that has no letter */
    uint32_t type;
    size_t length;
};

static struct pdn_man pdn_man_at(const struct mad_game *game, const char *at)
{
    struct pdn_man found = {game->type_count, 0};
    for (uint32_t type = 0; type < game->type_count; type++) {
        const char *letter = mad_dialect_word(game, MAD_DIALECT_PDN, MAD_IN_DIALECT_PIECE, type);
        size_t length = letter == NULL ? 0 : strlen(letter);
        if (letter != NULL && strncmp(at, letter, length) == 0 &&
            (found.type == game->type_count || length > found.length))
            found = (struct pdn_man){type, length};
    }
    return found;
}

static enum mad_status read_square_number(struct mad_reader *reader, uint32_t *number)
{
    const char *start = reader->at;
    uint32_t square;
    const char *behind = mad_dialect_read_square(reader->game, start, &square);
    if (behind == NULL)
        return mad_reader_fail(reader, start, "%s: expected %s", mad_show_byte(*start).text,
                               mad_dialect_names_squares(reader->game)
                                   ? "the name of a square on which men stand"
                                   : "the number of a square, from 1 on");
    reader->at = behind;
    *number = mad_dialect_number(reader->game, square);
    return MAD_OK;
}

static enum mad_status put_numbered(struct mad_reader *reader, const char *at, uint32_t number,
                                    uint32_t owner, uint32_t type)
{
    const struct mad_game *game = reader->game;
    uint32_t square = mad_dialect_numbered(game, number);
    if (type == game->type_count || game->code_of[type][owner] == 0xff)
        return mad_reader_fail(reader, at, "%s is no man of %s", mad_show_byte(*at).text,
                               game->player_name[owner]);
    if (mad_state_board_const(game, reader->state)[square] != game->empty)
        return mad_reader_fail(reader, at, "two men stand on square %u", (unsigned)number);
    mad_state_put(game, reader->state, square, game->code_of[type][owner]);
    return MAD_OK;
}

/* K5, 12, 31-50 */
static enum mad_status read_numbered_men(struct mad_reader *reader, uint32_t owner)
{
    const char *start = reader->at;
    struct pdn_man man = pdn_man_at(reader->game, reader->at);
    uint32_t first = 0, last;
    reader->at += man.length;
    enum mad_status status = read_square_number(reader, &first);
    last = first;
    if (status == MAD_OK && *reader->at == '-') {
        reader->at++;
        status = read_square_number(reader, &last);
    }
    if (status == MAD_OK && last < first)
        return mad_reader_fail(reader, start, "these squares are numbered the wrong way round");
    for (; first <= last && status == MAD_OK; first++)
        status = put_numbered(reader, start, first, owner, man.type);
    return status;
}

static enum mad_status read_pdn_player(struct mad_reader *reader, uint32_t *owner)
{
    const struct mad_game *game = reader->game;
    char c = mad_capital_of(*reader->at);
    for (*owner = 0; *owner < 2; ++*owner)
        if (mad_capital_of(mad_dialect_player(game, MAD_DIALECT_PDN, *owner)) == c) {
            reader->at++;
            return MAD_OK;
        }
    return mad_reader_fail(
        reader, reader->at, "%s is no player: `%c` is %s, `%c` is %s",
        mad_show_byte(*reader->at).text,
        mad_capital_of(mad_dialect_player(game, MAD_DIALECT_PDN, 0)), game->player_name[0],
        mad_capital_of(mad_dialect_player(game, MAD_DIALECT_PDN, 1)), game->player_name[1]);
}

static enum mad_status read_pdn_men(struct mad_reader *reader)
{
    uint32_t owner;
    enum mad_status status = read_pdn_player(reader, &owner);
    while (status == MAD_OK && *reader->at != ':' && *reader->at != '.' && *reader->at != '\0') {
        status = read_numbered_men(reader, owner);
        if (status == MAD_OK && *reader->at == ',')
            reader->at++;
        else if (status == MAD_OK && strchr(":.", *reader->at) == NULL)
            status = mad_reader_fail(reader, reader->at, "%s: expected `,` or `:`",
                                     mad_show_byte(*reader->at).text);
    }
    return status;
}

/* H and F and their numbers: the counters. */
static enum mad_status read_pdn_counter(struct mad_reader *reader)
{
    bool is_quiet = *reader->at++ == 'H';
    struct mad_token token = {reader->at, strspn(reader->at, "0123456789")};
    reader->at += token.length;
    return is_quiet ? mad_reader_number(reader, token, 0, MAD_MAX_HALFMOVE, "halfmove count",
                                        &reader->state->quiet)
                    : mad_reader_number(reader, token, 1, MAD_MAX_FULLMOVE, "move number",
                                        &reader->state->fullmove);
}

enum mad_status mad_reader_pdn(struct mad_reader *reader)
{
    uint32_t side = 0;
    while (*reader->at == ' ')
        reader->at++;
    enum mad_status status = read_pdn_player(reader, &side);
    if (status != MAD_OK)
        return status;
    reader->state->side = (uint8_t)side;
    mad_state_usual_turn(reader->game, reader->state);
    while (status == MAD_OK && *reader->at == ':') {
        reader->at++;
        bool is_counter = (*reader->at == 'H' || *reader->at == 'F') && mad_is_digit(reader->at[1]);
        status = is_counter ? read_pdn_counter(reader) : read_pdn_men(reader);
    }
    while (status == MAD_OK && (*reader->at == '.' || *reader->at == ' '))
        reader->at++;
    if (status == MAD_OK && *reader->at != '\0')
        return mad_reader_fail(reader, reader->at, "%s: expected `:` and the men of a player",
                               mad_show_byte(*reader->at).text);
    return status;
}

/* --- EPD --------------------------------------------------------------------------------------------------- */

/* Behind the operands of an opcode: its semicolon, with what stands in quotation marks skipped. */
static enum mad_status end_operands(struct mad_reader *reader, const char *opcode)
{
    bool is_quoted = false;
    for (; *reader->at != '\0' && (*reader->at != ';' || is_quoted); reader->at++)
        is_quoted ^= *reader->at == '"';
    if (*reader->at != ';')
        return mad_reader_fail(reader, opcode, "this opcode is not closed with `;`");
    reader->at++;
    return MAD_OK;
}

/* hmvc and fmvn are the counters of a position; others speak of it. */
static enum mad_status read_opcode(struct mad_reader *reader, struct mad_token opcode)
{
    bool is_quiet = mad_token_is(opcode, "hmvc"), is_number = mad_token_is(opcode, "fmvn");
    if (is_quiet || is_number) {
        while (*reader->at == ' ')
            reader->at++;
        struct mad_token number = {reader->at, strcspn(reader->at, " ;")};
        enum mad_status status = is_quiet
                                     ? mad_reader_number(reader, number, 0, MAD_MAX_HALFMOVE,
                                                         "halfmove count", &reader->state->quiet)
                                     : mad_reader_number(reader, number, 1, MAD_MAX_FULLMOVE,
                                                         "move number", &reader->state->fullmove);
        if (status != MAD_OK)
            return status;
    }
    return end_operands(reader, opcode.start);
}

enum mad_status mad_reader_opcodes(struct mad_reader *reader, struct mad_token first)
{
    struct mad_token opcode = first;
    enum mad_status status = MAD_OK;
    if (strchr(first.start, ';') == NULL) /* a word too many */
        return mad_reader_fail(
            reader, first.start,
            "`%s` is no part of a position: numbers or name=value may stand here, and "
            "opcodes of EPD, which end with `;`",
            mad_show_token(first).text);
    do {
        if (!mad_is_small(*opcode.start) && !mad_is_capital(*opcode.start))
            return mad_reader_fail(reader, opcode.start, "`%s` is no opcode of EPD",
                                   mad_show_token(opcode).text);
        const char *semicolon = memchr(opcode.start, ';', opcode.length);
        if (semicolon != NULL)
            opcode.length = (size_t)(semicolon - opcode.start);
        reader->at = opcode.start + opcode.length;
        status = read_opcode(reader, opcode);
    } while (status == MAD_OK && mad_reader_next(reader, &opcode));
    return status;
}
