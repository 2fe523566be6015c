/* position_named.c - reads the fields of a position text that have names: name=value. Layer: game. */
#include "position_reader.h"
#include "seats.h"

static bool key_is(struct mad_token key, const char *name)
{
    if (strlen(name) != key.length)
        return false;
    for (size_t i = 0; i < key.length; i++)
        if (mad_key_char(name[i]) != key.start[i])
            return false;
    return true;
}

/* Number of the field: marks first, then pockets, then counters; their sum when there is none. */
static uint32_t find_field(const struct mad_game *game, struct mad_token key)
{
    for (uint32_t mark = 0; mark < game->mark_count; mark++)
        if (mad_is_mark_field(&game->marks[mark]) && key_is(key, mad_mark_key(&game->marks[mark])))
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
        if (mad_is_mark_field(&game->marks[mark]))
            mad_write_key(mad_mark_key(&game->marks[mark]), writer);
    for (uint32_t pocket = 0; pocket < game->pocket_count; pocket++)
        if (game->pockets[pocket].show == MAD_POCKET_FIELD)
            mad_write_key(mad_pocket_key(&game->pockets[pocket]), writer);
    for (uint32_t i = 0; i < game->counter_count; i++)
        mad_write_key(game->counters[i].shown, writer);
}

static enum mad_status fail_field(struct mad_reader *reader, struct mad_token key)
{
    char fields[100];
    struct mad_writer writer = mad_writer_on(fields, sizeof fields);
    list_fields(reader->game, &writer);
    if (writer.length == 0)
        return mad_reader_fail(reader, key.start,
                               "unknown field `%s=`: this game has no fields with names",
                               mad_show_token(key).text);
    return mad_reader_fail(reader, key.start, "unknown field `%s=`: this game has%s",
                           mad_show_token(key).text, fields);
}

/* b1:4,c1:4; squares that are left out have 0. */
static enum mad_status read_tally(struct mad_reader *reader, uint32_t mark, struct mad_token token)
{
    const struct mad_game *game = reader->game;
    const char *end = token.start + token.length;
    for (bool more = true; more;) {
        const char *comma = memchr(token.start, ',', (size_t)(end - token.start)),
                   *stop = comma != NULL ? comma : end,
                   *colon = memchr(token.start, ':', (size_t)(stop - token.start));
        if (colon == NULL)
            return mad_reader_fail(reader, token.start,
                                   "expected a square and its number, joined by a colon");
        const struct mad_token name = {token.start, (size_t)(colon - token.start)},
                               number = {colon + 1, (size_t)(stop - colon - 1)};
        uint32_t square = 0;
        uint16_t value = 0;
        enum mad_status status = mad_reader_square(reader, name, &square);
        if (status == MAD_OK)
            status = mad_reader_number(reader, number, 0, game->marks[mark].most, "number", &value);
        if (status != MAD_OK)
            return status;
        if (mad_state_tally(game, reader->state, mark, square) != 0)
            return mad_reader_fail(reader, token.start, "square %s is written twice",
                                   game->square_name[square]);
        mad_state_set_tally(game, reader->state, mark, square, value);
        if (game->marks[mark].of_men &&
            mad_state_board_const(game, reader->state)[square] == game->empty)
            return mad_reader_fail(reader, token.start, "`%s` is a number of pieces: on %s is none",
                                   game->marks[mark].name, game->square_name[square]);
        more = comma != NULL;
        token.start = more ? comma + 1 : end;
    }
    return MAD_OK;
}

/* 2, or 2,0 where each player has his own. */
static enum mad_status read_counter(struct mad_reader *reader, uint32_t index,
                                    struct mad_token token)
{
    const struct mad_counter *counter = &reader->game->counters[index];
    const char *end = token.start + token.length;
    for (uint32_t player = 0; player < (counter->each ? 2u : 1u); player++) {
        const char *comma = memchr(token.start, ',', (size_t)(end - token.start));
        bool more = counter->each && player == 0;
        struct mad_token number = {token.start,
                                   (size_t)((more && comma ? comma : end) - token.start)};
        uint16_t value = 0;
        if (more && comma == NULL)
            return mad_reader_fail(reader, token.start,
                                   "expected two numbers joined by a comma: %s,%s",
                                   reader->game->player_name[0], reader->game->player_name[1]);
        enum mad_status status = mad_reader_number(reader, number, 0, 255, "count", &value);
        if (status != MAD_OK)
            return status;
        reader->state->counters[index][player] = (uint8_t)value;
        token.start = more ? comma + 1 : end;
    }
    return MAD_OK;
}

/* Which of the turns it is, counted from 1: one of the player to move. */
static enum mad_status read_turn(struct mad_reader *reader, struct mad_token token)
{
    const struct mad_game *game = reader->game;
    uint16_t turn = 0;
    enum mad_status status = mad_reader_number(reader, token, 1, game->turn.count, "turn", &turn);
    if (status == MAD_OK && game->turn.order[turn - 1] != reader->state->side)
        return mad_reader_fail(reader, token.start, "turn %u is one of %s", (unsigned)turn,
                               game->player_name[game->turn.order[turn - 1]]);
    if (status == MAD_OK)
        reader->state->turn = (uint8_t)(turn - 1);
    return status;
}

/* The letters of players who are out. */
static enum mad_status read_out(struct mad_reader *reader, struct mad_token token)
{
    const struct mad_game *game = reader->game;
    uint32_t out = 0;
    for (size_t i = 0; i < token.length; i++) {
        uint32_t seat = 0;
        while (seat < game->turn.seats->count && game->player_letter[seat] != token.start[i])
            seat++;
        if (seat == game->turn.seats->count || (out >> seat & 1) != 0)
            return mad_reader_fail(reader, token.start + i,
                                   "expected letters of players who are out, each once");
        if (seat == mad_seat_now(reader->state))
            return mad_reader_fail(reader, token.start + i, "%s is to move, and not out",
                                   game->player_name[seat]);
        out |= 1u << seat;
    }
    reader->state->turn = mad_seat_turn(mad_seat_now(reader->state), 0, out);
    return MAD_OK;
}

enum mad_status mad_reader_named(struct mad_reader *reader, struct mad_token token, uint32_t *seen)
{
    const struct mad_game *game = reader->game;
    const char *equals = memchr(token.start, '=', token.length);
    if (equals == NULL)
        return mad_reader_fail(reader, token.start,
                               "`%s` is one field too many: only name=value may stand here",
                               mad_show_token(token).text);
    struct mad_token key = {token.start, (size_t)(equals - token.start)};
    struct mad_token value = {equals + 1, token.length - key.length - 1};
    if (game->turn.count > 0 && mad_token_is(key, "turn"))
        return read_turn(reader, value);
    if (game->turn.seats != NULL && mad_token_is(key, "out"))
        return read_out(reader, value);
    uint32_t field = find_field(game, key);
    if (field == game->mark_count + game->pocket_count + game->counter_count)
        return fail_field(reader, key);
    if (*seen >> field & 1)
        return mad_reader_fail(reader, token.start, "field `%s=` is written twice",
                               mad_show_token(key).text);
    *seen |= (uint32_t)1 << field;
    if (value.length == 0)
        return mad_reader_fail(reader, value.start, "field `%s=` is empty: leave it out",
                               mad_show_token(key).text);
    if (field < game->mark_count && game->marks[field].show == MAD_SHOW_NUMBER)
        return read_tally(reader, field, value);
    if (field < game->mark_count)
        return mad_reader_squares(reader, field, value);
    if (field >= game->mark_count + game->pocket_count)
        return read_counter(reader, field - game->mark_count - game->pocket_count, value);
    reader->at = value.start;
    return mad_reader_pocket(reader, field - game->mark_count, ' ');
}
static_assert(MAD_MAX_MARKS + MAD_MAX_POCKETS + MAD_MAX_COUNTERS <= 32,
              "fields that were seen fit a word");
