/* position_read.c - reads positions from extended FEN, as we and as others write it.
 *
 * Layer: game. One function a field, in the order of the text; each leaves the cursor behind what it
 * read, or fills in the error and fails. A text is read as ours first, and only when that fails as one of
 * the dialects that the rule file knows; where it would be another position in one of them, that is said.
 * What is accepted beside our own text stands at mad_position_set_as. */
#include "position_reader.h"
#include "seats.h"

/* --- reading: placement ---------------------------------------------------------------------- */

/* The first file from `file` on that is no hole in this rank. Holes are not written. */
static uint32_t past_holes(const struct mad_game *game, uint32_t rank, uint32_t file)
{
    while (file < game->files && game->square_name[rank * game->files + file][0] == '\0')
        file++;
    return file;
}

static enum mad_status fail_width(struct mad_reader *reader, uint32_t rank, const char *at,
                                  const char *fault)
{
    const struct mad_game *game = reader->game;
    uint32_t first = past_holes(game, rank, 0), last = first, count = 0;
    for (uint32_t file = first; file < game->files; file = past_holes(game, rank, file + 1)) {
        last = file;
        count++;
    }
    if (count == 0)
        return mad_reader_fail(reader, at, "this rank has no squares: nothing is written for it");
    return mad_reader_fail(reader, at, "rank %s to %s is too %s: it must add up to %u squares",
                           game->square_name[rank * game->files + first],
                           game->square_name[rank * game->files + last], fault, (unsigned)count);
}

static enum mad_status read_empty(struct mad_reader *reader, uint32_t rank, uint32_t *file)
{
    const struct mad_game *game = reader->game;
    const char *start = reader->at;
    uint32_t count = 0;
    if (*start == '0')
        return mad_reader_fail(reader, start,
                               "a number of empty squares cannot start with 0: leave it out");
    for (; mad_is_digit(*reader->at); reader->at++) {
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

static enum mad_status read_standing(struct mad_reader *reader, uint32_t rank, uint32_t *file)
{
    const struct mad_game *game = reader->game;
    const char *start = reader->at;
    if (*start == '~')
        return mad_reader_fail(reader, start, "`~` belongs behind the letter of a man");
    uint8_t code = 0;
    enum mad_status status = mad_reader_man(reader, &code);
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
        return mad_reader_fail(reader, reader->at, "this game marks no men with `~`: leave it out");
    mad_state_mark(game, reader->state, tilde, square);
    reader->at++;
    return MAD_OK;
}

/* `[sSo]`: men on one square, from the lowest to him on top. */
static enum mad_status read_stack(struct mad_reader *reader, uint32_t rank, uint32_t *file)
{
    const struct mad_game *game = reader->game;
    const char *const start = reader->at++;
    const uint32_t square = rank * game->files + *file;
    uint32_t count = 0;
    for (; *reader->at != ']'; count++) {
        const char *const at = reader->at;
        uint8_t code = 0;
        if (*at == '\0' || *at == ' ' || *at == '/')
            return mad_reader_fail(reader, start,
                                   "this `[` is not closed: expected `]` behind the man on top");
        enum mad_status status = mad_reader_man(reader, &code);
        if (status != MAD_OK)
            return status;
        if (!mad_state_put_on(game, reader->state, square, code))
            return mad_reader_fail(reader, at, "more than %u men on %s",
                                   (unsigned)game->stacks.levels + 1, game->square_name[square]);
    }
    if (count < 2)
        return mad_reader_fail(reader, start,
                               "brackets hold men who stand on one another, from the lowest on, as "
                               "in `[Aa]`: %s",
                               count == 0 ? "there is none" : "one alone needs none");
    reader->at++;
    *file = past_holes(game, rank, *file + 1);
    return MAD_OK;
}

/* Holes, which we do not write and others write as `*`, stand between two squares or at the edge. */
static enum mad_status read_holes(struct mad_reader *reader, uint32_t rank, uint32_t file)
{
    const struct mad_game *game = reader->game;
    const char *start = reader->at;
    uint32_t holes = 0;
    while (holes < file && game->square_name[rank * game->files + file - holes - 1][0] == '\0')
        holes++;
    for (; *reader->at == '*'; reader->at++)
        ;
    if ((size_t)(reader->at - start) == holes)
        return MAD_OK;
    return mad_reader_fail(reader, start, "`*` is a hole of the board: there %s here",
                           holes == 0 ? "is none" : "are others");
}

static bool has_holes(const struct mad_game *game, uint32_t rank)
{
    for (uint32_t file = 0; file < game->files; file++)
        if (game->square_name[rank * game->files + file][0] == '\0')
            return true;
    return false;
}

static bool ends_placement(char c)
{
    return c == '\0' || c == ' ' || c == '[';
}

static enum mad_status read_rank(struct mad_reader *reader, uint32_t rank)
{
    uint32_t file = past_holes(reader->game, rank, 0);
    const struct mad_game *game = reader->game;
    while (*reader->at != '/' &&
           (!ends_placement(*reader->at) ||
            (*reader->at == '[' && game->stacks.levels > 0 && file < game->files))) {
        bool is_hole = *reader->at == '*' && has_holes(reader->game, rank);
        enum mad_status status = *reader->at == '['          ? read_stack(reader, rank, &file)
                                 : is_hole                   ? read_holes(reader, rank, file)
                                 : mad_is_digit(*reader->at) ? read_empty(reader, rank, &file)
                                                             : read_standing(reader, rank, &file);
        if (status != MAD_OK)
            return status;
    }
    if (file < reader->game->files)
        return fail_width(reader, rank, reader->at, "narrow");
    return MAD_OK;
}

/* Some write the hands as one more rank. */
static bool has_hand_behind(const struct mad_reader *reader)
{
    return mad_find_brackets(reader->game) < reader->game->pocket_count &&
           reader->dialect != MAD_DIALECT_SFEN;
}

enum mad_status mad_reader_placement(struct mad_reader *reader)
{
    unsigned ranks = reader->game->ranks;
    while (*reader->at == ' ')
        reader->at++;
    if (*reader->at == '\0')
        return mad_reader_fail(
            reader, reader->at,
            "the position is empty: expected %u ranks from the top, with `/` between them", ranks);
    for (uint32_t rank = ranks; rank-- > 0;) {
        enum mad_status status = read_rank(reader, rank);
        if (status != MAD_OK)
            return status;
        if (*reader->at == '/' && rank == 0 && has_hand_behind(reader))
            return MAD_OK;
        if (*reader->at == '/' && rank == 0)
            return mad_reader_fail(reader, reader->at, "too many ranks: the board has %u", ranks);
        if (*reader->at != '/' && rank > 0)
            return mad_reader_fail(reader, reader->at,
                                   "only %u rank%s: the board has %u, with `/` between them",
                                   ranks - (unsigned)rank, ranks - rank == 1 ? "" : "s", ranks);
        if (rank > 0)
            reader->at++;
    }
    return MAD_OK;
}

/* A missing hand is an empty one, like other fields that are missing. */
static enum mad_status read_hand(struct mad_reader *reader)
{
    const char *start = reader->at;
    uint32_t pocket = mad_find_brackets(reader->game);
    if (*start == '/') {
        reader->at++;
        return mad_reader_pocket(reader, pocket, ' ');
    }
    if (*start != '[')
        return MAD_OK;
    if (pocket == reader->game->pocket_count)
        return mad_reader_fail(reader, start, "this game has no hand: leave out `[...]`");
    reader->at++;
    reader->at += *reader->at == '-' && reader->at[1] == ']';
    enum mad_status status = mad_reader_pocket(reader, pocket, ']');
    if (status != MAD_OK)
        return status;
    if (*reader->at != ']')
        return mad_reader_fail(reader, start,
                               "this `[` is not closed: expected `]` behind the men in hand");
    reader->at++;
    if (*reader->at != ' ' && *reader->at != '\0')
        return mad_reader_fail(reader, reader->at, "expected a blank behind `]`, found %s",
                               mad_show_byte(*reader->at).text);
    return MAD_OK;
}

/* --- fields by place --------------------------------------------------------------------------------- */

/* Empty, but for men of nobody: those may come at any time. */
static bool is_clear(const struct mad_reader *reader, uint32_t square)
{
    const struct mad_game *game = reader->game;
    uint8_t code = mad_state_board_const(game, reader->state)[square];
    return code == game->empty || game->codes[code].owner == MAD_NOBODY;
}

/* Whether the player who moved last can have left the mark there with his move. In a turn of several
 * moves others may have come after that one. */
static bool can_be_left(const struct mad_reader *reader, const struct mad_mark *mark,
                        uint32_t square)
{
    const struct mad_game *game = reader->game;
    uint8_t mover = 1 - reader->state->side;
    if (game->turn.count > 0)
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

static enum mad_status check_left(struct mad_reader *reader, uint32_t mark, const char *at)
{
    const struct mad_game *game = reader->game;
    for (uint32_t square = 0; square < game->squares; square++)
        if (mad_state_marked(game, reader->state, mark, square) &&
            !can_be_left(reader, &game->marks[mark], square))
            return mad_reader_fail(
                reader, at, "no man of %s can just have passed over %s: write `-`",
                game->player_name[1 - reader->state->side], game->square_name[square]);
    return MAD_OK;
}

static enum mad_status read_en_passant(struct mad_reader *reader, struct mad_token token)
{
    if (mad_token_is(token, "-"))
        return MAD_OK;
    uint32_t mark = mad_find_mark(reader->game, MAD_SHOW_EN_PASSANT);
    if (mark == reader->game->mark_count)
        return mad_reader_fail(reader, token.start,
                               "this game has no en passant square: write `-`, not `%s`",
                               mad_show_token(token).text);
    enum mad_status status = mad_reader_squares(reader, mark, token);
    return status == MAD_OK ? check_left(reader, mark, token.start) : status;
}

static enum mad_status read_halfmove(struct mad_reader *reader, struct mad_token token)
{
    return mad_reader_number(reader, token, 0, MAD_MAX_HALFMOVE, "halfmove count",
                             &reader->state->quiet);
}

static enum mad_status read_fullmove(struct mad_reader *reader, struct mad_token token)
{
    enum mad_status status = mad_reader_number(reader, token, 0, MAD_MAX_FULLMOVE, "move number",
                                               &reader->state->fullmove);
    if (status == MAD_OK && reader->state->fullmove == 0) {
        mad_reader_warn(reader, token.start, "move number 0 is read as 1");
        reader->state->fullmove = 1;
    }
    return status;
}

/* The counter that some dialect has in a field like this. */
static uint32_t find_counter(const struct mad_game *game, bool counts_down,
                             struct mad_dialect_field *field)
{
    for (uint32_t i = 0; i < game->counter_count; i++)
        for (int dialect = 0; dialect < MAD_DIALECTS; dialect++) {
            *field = mad_dialect_field(game, (enum mad_dialect)dialect, i);
            if (field->is_given && field->counts_down == counts_down)
                return i;
        }
    return game->counter_count;
}

/* 3+3 or +0+0. */
static enum mad_status read_given(struct mad_reader *reader, struct mad_token token,
                                  const struct mad_dialect_field *given)
{
    const struct mad_game *game = reader->game;
    struct mad_dialect_field field;
    uint32_t counter = find_counter(game, given->counts_down, &field);
    if (counter == game->counter_count)
        return mad_reader_fail(reader, token.start,
                               "this game counts nothing as `%s`: leave it out",
                               mad_show_token(token).text);
    for (int player = 0; player < 2; player++) {
        int count = given->counts_down ? field.from[player] - given->from[player]
                                       : given->from[player] - field.from[player];
        if (count < 0)
            return mad_reader_fail(reader, token.start, "`%s`: at most %u are left",
                                   mad_show_token(token).text, (unsigned)field.from[player]);
        reader->state->counters[counter][player] = (uint8_t)count;
    }
    return MAD_OK;
}

/* --- the whole ---------------------------------------------------------------------------------------- */

/* Others leave out all fields that their game never needs: a number cannot be one of them. Behind a field that is there it
 * belongs to a text that is laid out in another way. */
static bool leaves_out_rights(const struct mad_reader *reader, struct mad_token token)
{
    for (size_t i = 0; i < token.length; i++)
        if (token.start[i] < '0' || token.start[i] > '9')
            return false;
    return reader->dialect == MAD_DIALECT_FSF;
}

static enum mad_status read_fields(struct mad_reader *reader)
{
    static enum mad_status (*const by_place[])(struct mad_reader *, struct mad_token) = {
        mad_reader_side, mad_reader_castling, read_en_passant, read_halfmove, read_fullmove,
    };
    enum { HALFMOVE = 3 };
    size_t place = 0, places = sizeof by_place / sizeof *by_place;
    uint32_t seen = 0;
    struct mad_token token;
    while (mad_reader_next(reader, &token)) {
        struct mad_dialect_field field;
        enum mad_status status;
        bool is_named = memchr(token.start, '=', token.length) != NULL;
        if (place == 1 && leaves_out_rights(reader, token))
            place = HALFMOVE;
        if (place >= HALFMOVE && mad_dialect_read_field(token.start, token.length, &field)) {
            status = read_given(reader, token, &field);
        } else if (place >= HALFMOVE && !is_named && mad_is_small(*token.start)) {
            return mad_reader_opcodes(reader, token);
        } else {
            bool is_placed = place < places && !is_named;
            place = is_named && place < HALFMOVE ? HALFMOVE
                                                 : place; /* names come last, opcodes behind */
            status = is_placed ? by_place[place++](reader, token)
                               : mad_reader_named(reader, token, &seen);
            if (is_named)
                place = place > places ? place : places;
        }
        if (status != MAD_OK)
            return status;
    }
    return MAD_OK;
}

static enum mad_status read_fen(struct mad_reader *reader)
{
    enum mad_status status = mad_reader_placement(reader);
    if (status == MAD_OK)
        status = read_hand(reader);
    return status == MAD_OK ? read_fields(reader) : status;
}

static enum mad_status read_layout(struct mad_reader *reader)
{
    bool is_other = reader->dialect == MAD_DIALECT_SFEN || reader->dialect == MAD_DIALECT_PDN;
    if (is_other && !mad_game_has_dialect(reader->game, reader->dialect))
        return mad_reader_fail(reader, reader->text, "the rules of this game know nothing of %s",
                               mad_dialect_name(reader->dialect));
    return reader->dialect == MAD_DIALECT_SFEN  ? mad_reader_sfen(reader)
           : reader->dialect == MAD_DIALECT_PDN ? mad_reader_pdn(reader)
                                                : read_fen(reader);
}

/* Who is out has lost what he had in hand. */
static enum mad_status begin_seats(struct mad_reader *reader)
{
    const struct mad_game *game = reader->game;
    for (uint32_t pocket = 0; pocket < game->pocket_count; pocket++)
        for (uint32_t type = 0; type < game->type_count; type++)
            if (mad_state_pocket_count(game, reader->state, pocket, 0, type) > 0 &&
                (mad_seats_out(reader->state) >> mad_seat_of_code(game, type) & 1) != 0)
                return mad_reader_fail(reader, reader->text, "who is out has nothing in hand");
    mad_seat_begin(game, reader->state);
    return MAD_OK;
}

static enum mad_status read_as(const struct mad_game *game, const char *text,
                               enum mad_dialect dialect, struct mad_state *state,
                               struct mad_text_error *error)
{
    struct mad_reader reader = {game, state, text, text, error, dialect, false};
    *error = (struct mad_text_error){.offset = 0};
    mad_state_clear(game, state);
    mad_state_usual_turn(game, state);
    enum mad_status status = read_layout(&reader);
    if (status == MAD_OK && game->turn.seats != NULL)
        status = begin_seats(&reader);
    if (status == MAD_OK)
        mad_state_finish(game, state);
    return status;
}

/* The dialects in which a text is read when it is not said whose it is. */
static const enum mad_dialect guessed[] = {MAD_DIALECT_FSF, MAD_DIALECT_LICHESS, MAD_DIALECT_SFEN,
                                           MAD_DIALECT_PDN};
enum { GUESSED = sizeof guessed / sizeof *guessed };

/* Says so when the text would be another position in another dialect. */
static void warn_other(const struct mad_game *game, const char *text, const struct mad_state *state,
                       struct mad_state *scratch, struct mad_text_error *error)
{
    struct mad_text_error unwanted;
    struct mad_reader reader = {.game = game, .text = text, .at = text, .error = error};
    if (strchr(text, '=') != NULL)
        return; /* only our texts have fields with names */
    for (size_t i = 0; i < GUESSED; i++) {
        if (!mad_game_has_dialect(game, guessed[i]) ||
            read_as(game, text, guessed[i], scratch, &unwanted) != MAD_OK ||
            scratch->key == state->key)
            continue;
        const char *name = mad_dialect_name(guessed[i]);
        if (scratch->side != state->side)
            mad_reader_warn(
                &reader, text,
                "read as our own text, %s to move; as one of `%s` it is %s who moves: say "
                "which with --fen-style",
                game->player_name[state->side], name, game->player_name[scratch->side]);
        else
            mad_reader_warn(
                &reader, text,
                "read as our own text; as one of `%s` it is another position: say which "
                "with --fen-style",
                name);
        return;
    }
}

/* As ours, else as the first dialect that reads it. The error is that of the attempt that came farthest. */
static enum mad_status read_any(const struct mad_game *game, const char *text,
                                struct mad_state *state, struct mad_state *scratch,
                                struct mad_text_error *error)
{
    enum mad_status status = read_as(game, text, MAD_DIALECT_OURS, state, error);
    for (size_t i = 0; status == MAD_OK && error->text[0] != '\0' && i < GUESSED; i++) {
        struct mad_text_error other;
        if (mad_game_has_dialect(game, guessed[i]) &&
            read_as(game, text, guessed[i], scratch, &other) == MAD_OK && other.text[0] == '\0') {
            memcpy(state, scratch, game->state_bytes);
            *error = other;
            return status; /* nothing had to be dropped: so it was meant */
        }
    }
    if (status == MAD_OK) {
        warn_other(game, text, state, scratch, error);
        return status;
    }
    for (size_t i = 0; i < GUESSED; i++) {
        struct mad_text_error other;
        if (!mad_game_has_dialect(game, guessed[i]))
            continue;
        status = read_as(game, text, guessed[i], state, &other);
        if (status == MAD_OK || other.offset > error->offset)
            *error = other;
        if (status == MAD_OK)
            return status;
    }
    return MAD_ERROR_TEXT;
}

enum mad_status mad_position_text_read(const struct mad_game *game, const char *text,
                                       enum mad_dialect dialect, struct mad_state *state,
                                       struct mad_state *scratch, struct mad_text_error *error)
{
    struct mad_text_error unwanted;
    if (error == NULL)
        error = &unwanted;
    return dialect == MAD_DIALECT_ANY ? read_any(game, text, state, scratch, error)
                                      : read_as(game, text, dialect, state, error);
}
