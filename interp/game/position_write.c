/* position_write.c - writes positions as extended FEN, in our way or as others write it.
 *
 * Layer: game. One function a field, in the order of the text; what they write, position_read.c
 * reads. What a dialect cannot say is an error, never left out. */
#include "position_text.h"

#include <stdio.h>

#include "dialect.h"
#include "position_common.h"
#include "seats.h"

struct layout {
    const struct mad_game *game;
    const struct mad_state *state;
    enum mad_dialect dialect;
    struct mad_writer *writer;
    struct mad_text_error *error;
    bool has_failed; /* error->text says what cannot be said */
};

static void cannot_say(struct layout *layout, const char *what)
{
    if (!layout->has_failed)
        snprintf(layout->error->text, sizeof layout->error->text,
                 "texts of `%s` have no place for %s", mad_dialect_name(layout->dialect), what);
    layout->has_failed = true;
}

static bool is_ours(const struct layout *layout)
{
    return layout->dialect == MAD_DIALECT_OURS || layout->dialect == MAD_DIALECT_SHREDDER;
}

/* --- men ---------------------------------------------------------------------------------------------- */

static void write_man(struct layout *layout, uint32_t type, uint32_t owner)
{
    const char *letter = mad_dialect_letter(layout->game, layout->dialect, type);
    if (letter == NULL)
        cannot_say(layout, layout->game->types[type].name);
    else
        mad_write_cased(layout->game, letter, owner, layout->writer);
}

static void write_empty(struct layout *layout, uint32_t *empty)
{
    if (*empty > 0)
        mad_writer_number(layout->writer, *empty);
    *empty = 0;
}

/* The man there, or all who stand on one another, from the lowest on, in brackets. */
static void write_standing(struct layout *layout, uint32_t square, uint8_t top)
{
    const struct mad_game *game = layout->game;
    const uint32_t below =
        game->stacks.levels == 0 ? 0 : mad_state_below(game, layout->state, square);
    if (below > 0 && !is_ours(layout))
        cannot_say(layout, "men who stand on one another");
    if (below > 0)
        mad_writer_char(layout->writer, '[');
    for (uint32_t level = 0; level <= below; level++) {
        const struct mad_code *man =
            &game->codes[level < below
                             ? mad_state_column_const(game, layout->state, square)[level] - 1
                             : top];
        write_man(layout, man->type, man->owner);
    }
    if (below > 0)
        mad_writer_char(layout->writer, ']');
}

static void write_rank(struct layout *layout, uint32_t rank)
{
    const struct mad_game *game = layout->game;
    const uint8_t *board = mad_state_board_const(game, layout->state);
    uint32_t tilde = mad_find_mark(game, MAD_SHOW_TILDE), empty = 0;
    for (uint32_t file = 0; file < game->files; file++) {
        uint32_t square = rank * game->files + file;
        uint8_t code = board[square];
        bool is_hole = mad_is_hole(game, square);
        if (is_hole && is_ours(layout))
            continue;
        if (!is_hole && code == game->empty) {
            empty++;
            continue;
        }
        write_empty(layout, &empty);
        if (is_hole) {
            mad_writer_char(layout->writer, '*');
            continue;
        }
        write_standing(layout, square, code);
        if (tilde < game->mark_count && mad_state_marked(game, layout->state, tilde, square))
            mad_writer_char(layout->writer, '~');
    }
    write_empty(layout, &empty);
}

/* --- pockets ------------------------------------------------------------------------------------------ */

/* Plain letters by the alphabet, promoted ones behind their plain sisters. */
static bool letter_is_before(const char *a, const char *b)
{
    const char *plain_a = *a == '+' ? a + 1 : a, *plain_b = *b == '+' ? b + 1 : b;
    int order = strcmp(plain_a, plain_b);
    return order < 0 || (order == 0 && plain_a == a && plain_b != b);
}

/* The type that comes next behind `last` (null: the first) in the pocket, or type_count. */
static uint32_t next_in_pocket(const struct mad_game *game, const struct mad_state *state,
                               uint32_t pocket, uint32_t owner, const char *last)
{
    uint32_t best = game->type_count;
    for (uint32_t type = 0; type < game->type_count; type++) {
        const char *letter = game->types[type].letter;
        if (mad_state_pocket_count(game, state, pocket, owner, type) == 0 ||
            (last != NULL && !letter_is_before(last, letter)))
            continue;
        if (best == game->type_count || letter_is_before(letter, game->types[best].letter))
            best = type;
    }
    return best;
}

/* In SFEN a number goes before a letter that comes more than once. */
static void write_men(struct layout *layout, uint32_t type, uint32_t owner, uint32_t count)
{
    bool is_counted = layout->dialect == MAD_DIALECT_SFEN;
    if (is_counted && count > 1)
        mad_writer_number(layout->writer, count);
    for (uint32_t i = 0; i < (is_counted ? 1 : count); i++)
        write_man(layout, type, owner);
}

static void write_pocket(struct layout *layout, uint32_t pocket)
{
    const struct mad_game *game = layout->game;
    for (int capitals = 1; capitals >= 0; capitals--) {
        uint32_t owner = mad_owner_of_case(game, capitals);
        uint32_t type = next_in_pocket(game, layout->state, pocket, owner, NULL);
        while (type < game->type_count) {
            write_men(layout, type, owner,
                      mad_state_pocket_count(game, layout->state, pocket, owner, type));
            type = next_in_pocket(game, layout->state, pocket, owner, game->types[type].letter);
        }
    }
}

static void write_ranks(struct layout *layout)
{
    for (uint32_t rank = layout->game->ranks; rank-- > 0;) {
        write_rank(layout, rank);
        if (rank > 0)
            mad_writer_char(layout->writer, '/');
    }
}

/* The hand behind the board: in brackets, or as one more rank where the rules say so. */
static void write_placement(struct layout *layout)
{
    uint32_t pocket = mad_find_brackets(layout->game);
    write_ranks(layout);
    if (pocket == layout->game->pocket_count)
        return;
    const char *word =
        mad_dialect_word(layout->game, layout->dialect, MAD_IN_DIALECT_POCKET, pocket);
    bool is_rank = word != NULL && word[0] == '/';
    mad_writer_char(layout->writer, is_rank ? '/' : '[');
    write_pocket(layout, pocket);
    if (!is_rank)
        mad_writer_char(layout->writer, ']');
}

/* --- castling ----------------------------------------------------------------------------------------- */

static char file_letter(const struct mad_game *game, uint32_t square, uint32_t owner)
{
    char small = (char)('a' + square % game->files);
    return mad_owner_of_case(game, true) == owner ? (char)(small - 'a' + 'A') : small;
}

/* `K`, `Q` or the letter of a file; by the array where the right is one of it. */
static char right_letter(const struct layout *layout, const struct mad_mark *mark, uint32_t square)
{
    const struct mad_game *game = layout->game;
    uint8_t code = mad_state_board_const(game, layout->state)[square];
    if (code == game->empty || game->codes[code].owner == MAD_NOBODY)
        return '\0';
    uint32_t owner = game->codes[code].owner;
    uint32_t castler = mad_castler(game, layout->state, mark, owner);
    if (layout->dialect == MAD_DIALECT_SHREDDER)
        return file_letter(game, square, owner);
    if (mad_is_array_right(game, layout->state, mark, square) || castler == MAD_NO_SQUARE)
        return mad_right_letter(game, mark, square);
    bool to_last = square > castler;
    char letter = to_last ? 'K' : 'Q';
    if (mad_outermost_partner(game, layout->state, mark, owner, castler, to_last) != square)
        return file_letter(game, square, owner);
    return mad_owner_of_case(game, true) == owner ? letter : (char)(letter - 'A' + 'a');
}

static bool has_right(const struct layout *layout, uint32_t mark, char letter)
{
    for (uint32_t square = 0; square < layout->game->squares; square++)
        if (mad_state_marked(layout->game, layout->state, mark, square) &&
            right_letter(layout, &layout->game->marks[mark], square) == letter)
            return true;
    return false;
}

/* All rights that have letters of files, capitals first; as K comes before Q, files from the last on. */
static void write_file_rights(const struct layout *layout, uint32_t mark)
{
    const struct mad_game *game = layout->game;
    for (uint32_t turn = 0; turn < 2; turn++)
        for (uint32_t file = game->files; file-- > 0;) {
            char letter = (char)((turn == 0 ? 'A' : 'a') + file);
            bool is_side = layout->dialect != MAD_DIALECT_SHREDDER &&
                           strchr(MAD_CASTLING_LETTERS, letter) != NULL;
            if (!is_side && has_right(layout, mark, letter))
                mad_writer_char(layout->writer, letter);
        }
}

/* The files of waiting men, where a dialect writes them in this field. */
static void write_waiting(const struct layout *layout, uint32_t mark, bool capitals)
{
    const struct mad_game *game = layout->game;
    const uint8_t *board = mad_state_board_const(game, layout->state);
    uint32_t owner = mad_owner_of_case(game, capitals);
    for (uint32_t file = 0; file < game->files; file++)
        for (uint32_t square = file; square < game->squares; square += game->files)
            if (mad_state_marked(game, layout->state, mark, square) &&
                board[square] != game->empty && game->codes[board[square]].owner == owner)
                mad_writer_char(layout->writer, file_letter(game, square, owner));
}

static void write_castling(const struct layout *layout)
{
    const struct mad_game *game = layout->game;
    uint32_t mark = mad_find_mark(game, MAD_SHOW_CASTLING);
    uint32_t waiting = mad_dialect_file_mark(game, layout->dialect);
    size_t before = layout->writer->length;
    for (const char *letter = MAD_CASTLING_LETTERS; *letter; letter++) {
        if (mark < game->mark_count && layout->dialect != MAD_DIALECT_SHREDDER &&
            has_right(layout, mark, *letter))
            mad_writer_char(layout->writer, *letter);
        if (waiting < game->mark_count && (*letter == 'Q' || *letter == 'q'))
            write_waiting(layout, waiting, *letter == 'Q');
    }
    if (mark < game->mark_count)
        write_file_rights(layout, mark);
    if (layout->writer->length == before)
        mad_writer_char(layout->writer, '-');
}

/* --- other fields ---------------------------------------------------------------------------------------- */

/* The squares of a mark joined by commas; how many. */
static uint32_t write_squares(const struct mad_game *game, const struct mad_state *state,
                              uint32_t mark, struct mad_writer *writer)
{
    uint32_t count = 0;
    for (uint32_t square = 0; square < game->squares; square++) {
        if (!mad_state_marked(game, state, mark, square))
            continue;
        if (count++ > 0)
            mad_writer_char(writer, ',');
        mad_writer_text(writer, game->square_name[square]);
    }
    return count;
}

static bool mark_is_empty(const struct mad_game *game, const struct mad_state *state, uint32_t mark)
{
    const uint32_t most = game->marks[mark].most;
    for (uint32_t digit = 0; digit == 0 || most >> digit > 0; digit++)
        for (uint32_t word = 0; word < game->words; word++)
            if (state->sets[(game->mark_slot + mark + digit) * game->words + word] != 0)
                return false;
    return true;
}

/* b1:4,c1:4 */
static void write_tally(const struct mad_game *game, const struct mad_state *state, uint32_t mark,
                        struct mad_writer *writer)
{
    const char *between = "";
    for (uint32_t square = 0; square < game->squares; square++) {
        const uint32_t number = mad_state_tally(game, state, mark, square);
        if (number == 0)
            continue;
        mad_writer_text(writer, between);
        mad_writer_text(writer, game->square_name[square]);
        mad_writer_char(writer, ':');
        mad_writer_number(writer, number);
        between = ",";
    }
}

/* Counters are written once they have left their start: both players' joined by a comma. */
static bool is_at_start(const struct layout *layout, uint32_t index)
{
    const struct mad_counter *counter = &layout->game->counters[index];
    const uint8_t *values = layout->state->counters[index];
    return values[0] == counter->start && values[1] == counter->start;
}

static void write_counter(const struct layout *layout, uint32_t index)
{
    const struct mad_counter *counter = &layout->game->counters[index];
    mad_write_key(counter->shown, layout->writer);
    mad_writer_number(layout->writer, layout->state->counters[index][0]);
    if (counter->each) {
        mad_writer_char(layout->writer, ',');
        mad_writer_number(layout->writer, layout->state->counters[index][1]);
    }
}

/* Counters that have a field of their own: `3+3` before the other counters, `+0+0` behind them. */
static void write_given(const struct layout *layout, bool counts_down)
{
    for (uint32_t i = 0; i < layout->game->counter_count; i++) {
        struct mad_dialect_field field = mad_dialect_field(layout->game, layout->dialect, i);
        if (!field.is_given || field.counts_down != counts_down)
            continue;
        mad_writer_char(layout->writer, ' ');
        for (int player = 0; player < 2; player++) {
            uint32_t value = layout->state->counters[i][player], from = field.from[player];
            if (!counts_down || player == 1)
                mad_writer_char(layout->writer, '+');
            mad_writer_number(layout->writer, !counts_down   ? from + value
                                              : value > from ? 0
                                                             : from - value);
        }
    }
}

/* What is written as name=value in our texts; the name of the first such thing that a dialect lacks. */
static void write_named_marks(struct layout *layout)
{
    const struct mad_game *game = layout->game;
    uint32_t waiting = mad_dialect_file_mark(game, layout->dialect);
    for (uint32_t mark = 0; mark < game->mark_count; mark++) {
        if (!mad_is_mark_field(&game->marks[mark]) || mark == waiting ||
            mark_is_empty(game, layout->state, mark))
            continue;
        if (!is_ours(layout))
            cannot_say(layout, mad_mark_key(&game->marks[mark]));
        mad_write_key(mad_mark_key(&game->marks[mark]), layout->writer);
        if (game->marks[mark].show == MAD_SHOW_NUMBER)
            write_tally(game, layout->state, mark, layout->writer);
        else
            write_squares(game, layout->state, mark, layout->writer);
    }
}

static void write_named_pockets(struct layout *layout)
{
    const struct mad_game *game = layout->game;
    for (uint32_t pocket = 0; pocket < game->pocket_count; pocket++) {
        if (game->pockets[pocket].show != MAD_POCKET_FIELD ||
            (next_in_pocket(game, layout->state, pocket, 0, NULL) == game->type_count &&
             next_in_pocket(game, layout->state, pocket, 1, NULL) == game->type_count))
            continue;
        if (!is_ours(layout))
            cannot_say(layout, mad_pocket_key(&game->pockets[pocket]));
        mad_write_key(mad_pocket_key(&game->pockets[pocket]), layout->writer);
        write_pocket(layout, pocket);
    }
}

static void write_named(struct layout *layout)
{
    const struct mad_game *game = layout->game;
    write_named_marks(layout);
    write_named_pockets(layout);
    for (uint32_t i = 0; i < game->counter_count; i++) {
        if (is_at_start(layout, i) || mad_dialect_field(game, layout->dialect, i).is_given)
            continue;
        if (!is_ours(layout))
            cannot_say(layout, game->counters[i].shown);
        write_counter(layout, i);
    }
    if (game->turn.seats != NULL && mad_seats_out(layout->state) != 0) {
        mad_write_key("out", layout->writer);
        for (uint32_t seat = 0; seat < game->turn.seats->count; seat++)
            if ((mad_seats_out(layout->state) >> seat & 1) != 0)
                mad_writer_char(layout->writer, game->player_letter[seat]);
    }
    if (game->turn.count > 0 && layout->state->turn != game->turn.usual[layout->state->side]) {
        if (!is_ours(layout))
            cannot_say(layout, "which of several moves of a turn it is");
        mad_write_key("turn", layout->writer);
        mad_writer_number(layout->writer, layout->state->turn + 1u);
    }
}

static void write_player(const struct layout *layout)
{
    mad_writer_char(layout->writer, ' ');
    mad_writer_char(layout->writer,
                    layout->game->turn.seats != NULL
                        ? layout->game->player_letter[mad_seat_now(layout->state)]
                        : mad_dialect_player(layout->game, layout->dialect, layout->state->side));
    mad_writer_char(layout->writer, ' ');
}

/* --- layouts --------------------------------------------------------------------------------------------- */

static void write_fen(struct layout *layout)
{
    const struct mad_game *game = layout->game;
    struct mad_writer *writer = layout->writer;
    write_placement(layout);
    write_player(layout);
    write_castling(layout);
    mad_writer_char(writer, ' ');
    uint32_t passed = mad_find_mark(game, MAD_SHOW_EN_PASSANT);
    if (passed == game->mark_count || write_squares(game, layout->state, passed, writer) == 0)
        mad_writer_char(writer, '-');
    write_given(layout, true);
    mad_writer_char(writer, ' ');
    mad_writer_number(writer, layout->state->quiet);
    mad_writer_char(writer, ' ');
    mad_writer_number(writer, layout->state->fullmove);
    write_given(layout, false);
    write_named(layout);
}

/* placement, player, hands, moves of both players from 1 */
static void write_sfen(struct layout *layout)
{
    uint32_t pocket = mad_find_brackets(layout->game);
    write_ranks(layout);
    write_player(layout);
    size_t before = layout->writer->length;
    if (pocket < layout->game->pocket_count)
        write_pocket(layout, pocket);
    if (layout->writer->length == before)
        mad_writer_char(layout->writer, '-');
    mad_writer_char(layout->writer, ' ');
    mad_writer_number(layout->writer, 2u * layout->state->fullmove - 1u + layout->state->side);
    write_named(layout);
}

static char capital_of(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static void write_numbered(struct layout *layout, uint32_t owner)
{
    const struct mad_game *game = layout->game;
    const uint8_t *board = mad_state_board_const(game, layout->state);
    bool is_first = true;
    mad_writer_char(layout->writer, ':');
    mad_writer_char(layout->writer, capital_of(mad_dialect_player(game, MAD_DIALECT_PDN, owner)));
    for (uint32_t number = 1; mad_dialect_numbered(game, number) != MAD_NO_SQUARE; number++) {
        uint8_t code = board[mad_dialect_numbered(game, number)];
        if (code == game->empty || game->codes[code].owner != owner)
            continue;
        const char *letter =
            mad_dialect_word(game, MAD_DIALECT_PDN, MAD_IN_DIALECT_PIECE, game->codes[code].type);
        if (letter == NULL)
            cannot_say(layout, game->types[game->codes[code].type].name);
        if (!is_first)
            mad_writer_char(layout->writer, ',');
        is_first = false;
        mad_writer_text(layout->writer, letter != NULL ? letter : "");
        mad_dialect_write_square(game, mad_dialect_numbered(game, number), layout->writer);
    }
}

/* W:W31,32,K45:B1,2:H0:F1 */
static void write_pdn(struct layout *layout)
{
    char player = mad_dialect_player(layout->game, MAD_DIALECT_PDN, layout->state->side);
    mad_writer_char(layout->writer, capital_of(player));
    write_numbered(layout, 0);
    write_numbered(layout, 1);
    mad_writer_text(layout->writer, ":H");
    mad_writer_number(layout->writer, layout->state->quiet);
    mad_writer_text(layout->writer, ":F");
    mad_writer_number(layout->writer, layout->state->fullmove);
    write_named(layout);
}

/* Whether the game has texts of a dialect. Those of chess programs are about castling rights or the square that a Pawn passed,
 * or the rules say what of theirs stands in them. */
static bool is_written(const struct mad_game *game, enum mad_dialect dialect)
{
    bool castles = mad_find_mark(game, MAD_SHOW_CASTLING) < game->mark_count;
    switch (dialect) {
    case MAD_DIALECT_SHREDDER: return castles;
    case MAD_DIALECT_LICHESS:
        return castles || mad_find_mark(game, MAD_SHOW_EN_PASSANT) < game->mark_count ||
               mad_game_has_dialect(game, dialect);
    case MAD_DIALECT_SFEN:
    case MAD_DIALECT_PDN: return mad_game_has_dialect(game, dialect);
    case MAD_DIALECT_WXF:
    case MAD_DIALECT_ICCS:
    case MAD_DIALECTS: return false; /* they are about moves */
    case MAD_DIALECT_ANY:
    case MAD_DIALECT_OURS:
    case MAD_DIALECT_FSF: break;
    }
    return true;
}

static void say_what_is_written(const struct mad_game *game, enum mad_dialect dialect,
                                struct mad_text_error *error)
{
    struct mad_writer writer = mad_writer_on(error->text, sizeof error->text);
    mad_writer_text(&writer, "this game has no texts of `");
    mad_writer_text(&writer, mad_dialect_name(dialect));
    mad_writer_text(&writer, "`; it has");
    for (int other = MAD_DIALECT_OURS; other <= MAD_DIALECT_PDN; other++)
        if (is_written(game, (enum mad_dialect)other)) {
            mad_writer_text(&writer, other == MAD_DIALECT_OURS ? " `" : ", `");
            mad_writer_text(&writer, mad_dialect_name((enum mad_dialect)other));
            mad_writer_char(&writer, '`');
        }
}

enum mad_status mad_position_text_write_as(const struct mad_game *game,
                                           const struct mad_state *state, enum mad_dialect dialect,
                                           char *buffer, size_t size, size_t *length,
                                           struct mad_text_error *error)
{
    struct mad_text_error unwanted;
    struct mad_writer writer = mad_writer_on(buffer, size);
    struct layout layout = {game, state, dialect, &writer, error != NULL ? error : &unwanted,
                            false};
    bool is_sfen = dialect == MAD_DIALECT_SFEN, is_pdn = dialect == MAD_DIALECT_PDN;
    *layout.error = (struct mad_text_error){.offset = 0};
    if (!is_written(game, dialect)) {
        say_what_is_written(game, dialect, layout.error);
        return MAD_ERROR_TEXT;
    }
    if (is_sfen)
        write_sfen(&layout);
    else if (is_pdn)
        write_pdn(&layout);
    else
        write_fen(&layout);
    if (layout.has_failed)
        return MAD_ERROR_TEXT;
    *length = writer.length;
    return MAD_OK;
}

size_t mad_position_text_write(const struct mad_game *game, const struct mad_state *state,
                               char *buffer, size_t size)
{
    struct mad_text_error unwanted;
    size_t length = 0;
    enum mad_status status =
        mad_position_text_write_as(game, state, MAD_DIALECT_OURS, buffer, size, &length, &unwanted);
    assert(status == MAD_OK); /* our own text can say everything */
    (void)status;
    return length;
}
