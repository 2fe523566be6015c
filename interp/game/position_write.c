/* position_write.c - writes positions as extended FEN.
 *
 * Layer: game. One function a field, in the order of the text; what they write, position_read.c
 * reads. */
#include "position_text.h"

#include "position_common.h"

static void write_rank(const struct mad_game *game, const struct mad_state *state, uint32_t rank,
                       struct mad_writer *writer)
{
    const uint8_t *board = mad_state_board_const(game, state);
    uint32_t tilde = mad_find_mark(game, MAD_SHOW_TILDE);
    uint32_t empty = 0;
    for (uint32_t file = 0; file < game->files; file++) {
        uint32_t square = rank * game->files + file;
        uint8_t code = board[square];
        if (game->square_name[square][0] == '\0')
            continue; /* a hole */
        if (code == game->empty) {
            empty++;
            continue;
        }
        if (empty > 0)
            mad_writer_number(writer, empty);
        empty = 0;
        mad_write_letter(game, game->codes[code].type, game->codes[code].owner, writer);
        if (tilde < game->mark_count && mad_state_marked(game, state, tilde, square))
            mad_writer_char(writer, '~');
    }
    if (empty > 0)
        mad_writer_number(writer, empty);
}

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

static void write_pocket(const struct mad_game *game, const struct mad_state *state,
                         uint32_t pocket, struct mad_writer *writer)
{
    for (int capitals = 1; capitals >= 0; capitals--) {
        uint32_t owner = mad_owner_of_case(game, capitals);
        uint32_t type = next_in_pocket(game, state, pocket, owner, NULL);
        while (type < game->type_count) {
            uint32_t count = mad_state_pocket_count(game, state, pocket, owner, type);
            for (; count > 0; count--)
                mad_write_letter(game, type, owner, writer);
            type = next_in_pocket(game, state, pocket, owner, game->types[type].letter);
        }
    }
}

static void write_placement(const struct mad_game *game, const struct mad_state *state,
                            struct mad_writer *writer)
{
    for (uint32_t rank = game->ranks; rank-- > 0;) {
        write_rank(game, state, rank, writer);
        if (rank > 0)
            mad_writer_char(writer, '/');
    }
    uint32_t pocket = mad_find_brackets(game);
    if (pocket == game->pocket_count)
        return;
    mad_writer_char(writer, '[');
    write_pocket(game, state, pocket, writer);
    mad_writer_char(writer, ']');
}

static bool has_right(const struct mad_game *game, const struct mad_state *state, uint32_t mark,
                      char letter)
{
    for (uint32_t square = 0; square < game->squares; square++)
        if (mad_state_marked(game, state, mark, square) &&
            mad_right_letter(game, &game->marks[mark], square) == letter)
            return true;
    return false;
}

static void write_castling(const struct mad_game *game, const struct mad_state *state,
                           struct mad_writer *writer)
{
    uint32_t mark = mad_find_mark(game, MAD_SHOW_CASTLING);
    size_t before = writer->length;
    if (mark < game->mark_count)
        for (const char *letter = MAD_CASTLING_LETTERS; *letter; letter++)
            if (has_right(game, state, mark, *letter))
                mad_writer_char(writer, *letter);
    if (writer->length == before)
        mad_writer_char(writer, '-');
}

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
    for (uint32_t word = 0; word < game->words; word++)
        if (state->sets[(game->mark_slot + mark) * game->words + word] != 0)
            return false;
    return true;
}

/* Counters are written once they have left their start: both players' joined by a comma. */
static void write_counter(const struct mad_game *game, const struct mad_state *state,
                          uint32_t index, struct mad_writer *writer)
{
    const struct mad_counter *counter = &game->counters[index];
    const uint8_t *values = state->counters[index];
    if (values[0] == counter->start && values[1] == counter->start)
        return;
    mad_write_key(counter->shown, writer);
    mad_writer_number(writer, values[0]);
    if (counter->each) {
        mad_writer_char(writer, ',');
        mad_writer_number(writer, values[1]);
    }
}

static void write_named(const struct mad_game *game, const struct mad_state *state,
                        struct mad_writer *writer)
{
    for (uint32_t mark = 0; mark < game->mark_count; mark++) {
        if (game->marks[mark].show != MAD_SHOW_FIELD || mark_is_empty(game, state, mark))
            continue;
        mad_write_key(mad_mark_key(&game->marks[mark]), writer);
        write_squares(game, state, mark, writer);
    }
    for (uint32_t pocket = 0; pocket < game->pocket_count; pocket++) {
        if (game->pockets[pocket].show != MAD_POCKET_FIELD ||
            (next_in_pocket(game, state, pocket, 0, NULL) == game->type_count &&
             next_in_pocket(game, state, pocket, 1, NULL) == game->type_count))
            continue;
        mad_write_key(mad_pocket_key(&game->pockets[pocket]), writer);
        write_pocket(game, state, pocket, writer);
    }
    for (uint32_t i = 0; i < game->counter_count; i++)
        write_counter(game, state, i, writer);
    if (game->turn_count > 0 && state->turn != game->turn_usual[state->side]) {
        mad_write_key("turn", writer);
        mad_writer_number(writer, state->turn + 1u);
    }
}

size_t mad_position_text_write(const struct mad_game *game, const struct mad_state *state,
                               char *buffer, size_t size)
{
    struct mad_writer writer = mad_writer_on(buffer, size);
    write_placement(game, state, &writer);
    mad_writer_char(&writer, ' ');
    mad_writer_char(&writer, game->player_letter[state->side]);
    mad_writer_char(&writer, ' ');
    write_castling(game, state, &writer);
    mad_writer_char(&writer, ' ');
    uint32_t passed = mad_find_mark(game, MAD_SHOW_EN_PASSANT);
    if (passed == game->mark_count || write_squares(game, state, passed, &writer) == 0)
        mad_writer_char(&writer, '-');
    mad_writer_char(&writer, ' ');
    mad_writer_number(&writer, state->quiet);
    mad_writer_char(&writer, ' ');
    mad_writer_number(&writer, state->fullmove);
    write_named(game, state, &writer);
    return writer.length;
}
