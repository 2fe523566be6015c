/* learned.c - see learned.h. Layer: game. */
#include "learned.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../memory.h"
#include "writer.h"

/* Four figures of a network's row are as many digits; a figure of zero is so much in them. */
enum { BASE = 85, DIGITS = 5, FIRST_DIGIT = '$', FIGURE_ZERO = 128 };

enum mad_status mad_learned_make(const struct mad_game *game, struct mad_learned **out)
{
    size_t pairs = mad_cells_of(game) + mad_pockets_of(game) + game->code_count;
    struct mad_learned *learned = mad_memory_new(game->allocator, sizeof *learned);
    if (learned == NULL)
        return MAD_ERROR_MEMORY;
    learned->block_bytes = pairs * sizeof *learned->cell;
    learned->block = mad_memory_new(game->allocator, learned->block_bytes);
    if (learned->block == NULL) {
        mad_memory_free(game->allocator, learned, sizeof *learned);
        return MAD_ERROR_MEMORY;
    }
    learned->cell = learned->block;
    learned->pocket = learned->cell + mad_cells_of(game);
    learned->man = learned->pocket + mad_pockets_of(game);
    for (int term = 0; term < MAD_TERMS; term++)
        learned->term[term] = MAD_TERM_WHOLE;
    learned->full = 1;
    *out = learned;
    return MAD_OK;
}

void mad_learned_free(const struct mad_game *game, struct mad_learned *learned)
{
    if (learned == NULL)
        return;
    mad_network_free(game, learned->network);
    mad_memory_free(game->allocator, learned->block, learned->block_bytes);
    mad_memory_free(game->allocator, learned, sizeof *learned);
}

/* --- reading -------------------------------------------------------------------------------------- */

struct reader {
    const char *text, *at, *end;
    enum mad_status status;
    struct mad_text_error *error;
};

__attribute__((format(printf, 3, 4))) static void fail(struct reader *reader,
                                                       enum mad_status status, const char *format,
                                                       ...)
{
    va_list list;
    if (reader->status != MAD_OK)
        return;
    reader->status = status;
    if (reader->error == NULL)
        return;
    reader->error->offset = (size_t)(reader->at - reader->text);
    va_start(list, format);
    (void)vsnprintf(reader->error->text, sizeof reader->error->text, format, list);
    va_end(list);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* The next word, not ended by NUL; its length, 0 at the end. */
static size_t next_word(struct reader *reader, const char **word)
{
    while (reader->at < reader->end && (is_blank(*reader->at) || *reader->at == '#')) {
        bool is_comment = *reader->at == '#';
        while (is_comment && reader->at < reader->end && *reader->at != '\n')
            reader->at++;
        reader->at += reader->at < reader->end;
    }
    *word = reader->at;
    while (reader->at < reader->end && !is_blank(*reader->at))
        reader->at++;
    return (size_t)(reader->at - *word);
}

static bool is_word(const char *word, size_t length, const char *expected)
{
    return length == strlen(expected) && memcmp(word, expected, length) == 0;
}

static void expect(struct reader *reader, const char *expected)
{
    const char *word;
    size_t length = next_word(reader, &word);
    if (!is_word(word, length, expected))
        fail(reader, MAD_ERROR_TEXT, "'%s' is missing: the file is damaged, learn anew", expected);
}

static int32_t read_number(struct reader *reader, int32_t low, int32_t high)
{
    const char *word;
    size_t length = next_word(reader, &word), at = length > 0 && word[0] == '-';
    int64_t value = 0;
    bool is_good = at < length && length - at <= 9;
    for (; at < length && is_good; at++) {
        is_good = word[at] >= '0' && word[at] <= '9';
        value = value * 10 + (word[at] - '0');
    }
    value = length > 0 && word[0] == '-' ? -value : value;
    if (!is_good || value < low || value > high) {
        fail(reader, MAD_ERROR_TEXT,
             "'%.*s' is no number from %d to %d: the file is damaged, learn anew",
             (int)(length < 20 ? length : 20), word, low, high);
        return 0;
    }
    return (int32_t)value;
}

static int32_t read_worth(struct reader *reader)
{
    return reader->status == MAD_OK ? read_number(reader, -MAD_LEARNED_MOST, MAD_LEARNED_MOST) : 0;
}

static void read_pairs(struct reader *reader, int64_t *pairs, size_t count)
{
    for (size_t i = 0; i < count && reader->status == MAD_OK; i++) {
        int32_t early = read_worth(reader);
        pairs[i] = mad_pair(early, read_worth(reader));
    }
}

/* Names in the text stand without blanks. */
static void write_name(struct mad_writer *writer, const char *name)
{
    for (; *name != '\0'; name++)
        mad_writer_char(writer, is_blank(*name) ? ',' : *name);
}

/* Whether the word is the name as it is written. */
static bool is_name(const char *word, size_t length, const char *name)
{
    bool is_same = length == strlen(name);
    for (size_t i = 0; i < length && is_same; i++)
        is_same = word[i] == (is_blank(name[i]) ? ',' : name[i]);
    return is_same;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_hex(const char *word, size_t length, uint32_t width, int8_t *row)
{
    bool is_good = length == 2 * (size_t)width;
    for (uint32_t i = 0; i < width && is_good; i++) {
        int high = hex_digit(word[2 * i]), low = hex_digit(word[2 * i + 1]);
        is_good = high >= 0 && low >= 0;
        row[i] = (int8_t)(uint8_t)(high * 16 + low);
    }
    return is_good;
}

static bool read_fours(const char *word, size_t length, uint32_t width, int8_t *row)
{
    bool is_good = width % 4 == 0 && length == width / 4 * DIGITS;
    for (uint32_t i = 0; i < width && is_good; i += 4) {
        uint64_t four = 0;
        for (const char *end = word + DIGITS; word < end && is_good; word++) {
            is_good = *word >= FIRST_DIGIT && *word < FIRST_DIGIT + BASE;
            four = four * BASE + (uint64_t)(*word - FIRST_DIGIT);
        }
        is_good = is_good && four <= UINT32_MAX;
        for (uint32_t n = 0; n < 4; n++)
            row[i + n] = (int8_t)((int32_t)(four >> (24 - 8 * n) & 0xff) - FIGURE_ZERO);
    }
    return is_good;
}

/* A row of the network: `width` figures, the others stay 0. */
static void read_row(struct reader *reader, int32_t edition, uint32_t width, int8_t *row)
{
    const char *word;
    size_t length = reader->status == MAD_OK ? next_word(reader, &word) : 0;
    if (reader->status != MAD_OK || is_word(word, length, "-"))
        return;
    bool is_good =
        (edition == MAD_LEARNED_IN_HEX ? read_hex : read_fours)(word, length, width, row);
    for (uint32_t i = 0; i < width && is_good; i++)
        is_good = row[i] >= -MAD_NETWORK_ROW_MOST;
    if (!is_good)
        fail(reader, MAD_ERROR_TEXT,
             "'%.*s' is no row of %u figures from -127 to 127: the file is damaged, learn anew",
             (int)(length < 20 ? length : 20), word, width);
}

static void read_weights(struct reader *reader, int16_t *weights, uint32_t count)
{
    for (uint32_t i = 0; i < count && reader->status == MAD_OK; i++)
        weights[i] = (int16_t)read_number(reader, -MAD_NETWORK_MOST, MAD_NETWORK_MOST);
}

static void read_network(struct reader *reader, const struct mad_game *game, int32_t edition,
                         struct mad_learned *learned)
{
    expect(reader, "network");
    uint32_t turn = (uint32_t)read_number(reader, 0, MAD_TURN_NEVER);
    uint32_t width = (uint32_t)read_number(reader, 1, MAD_NETWORK_WIDTH);
    if (turn != MAD_TURN_NEVER && !mad_network_can_turn(game))
        fail(reader, MAD_ERROR_TEXT, "the players have other men: the file is damaged, learn anew");
    if (reader->status == MAD_OK)
        reader->status = mad_network_make(game, turn, &learned->network);
    if (reader->status == MAD_OK)
        learned->network->width = width;
    const uint32_t players = turn == MAD_TURN_NEVER ? 2 : 1;
    for (uint32_t i = 0; i < players * mad_inputs_of(game) && reader->status == MAD_OK; i++)
        read_row(reader, edition, width, mad_network_row(game, learned->network, 0, i));
    for (uint32_t i = 0; i < players && reader->status == MAD_OK; i++)
        read_weights(reader, learned->network->first + i * MAD_NETWORK_WIDTH, width);
    for (uint32_t i = 0; i < 2 && reader->status == MAD_OK; i++)
        read_weights(reader, learned->network->last + i * MAD_NETWORK_WIDTH, width);
    if (reader->status == MAD_OK)
        mad_network_share(game, learned->network);
}

/* For which rules; these have to be those of the game. Returns the edition. */
static int32_t read_head(struct reader *reader, const struct mad_game *game)
{
    const char *word;
    expect(reader, "mad");
    expect(reader, "learned");
    if (reader->status != MAD_OK) {
        reader->status = MAD_OK;
        fail(reader, MAD_ERROR_TEXT, "this is no file that `mad learn` has written");
        return 0;
    }
    const int32_t edition = read_number(reader, 1, MAD_LEARNED_MOST);
    if (edition > MAD_LEARNED_WITH_NETWORK)
        fail(reader, MAD_ERROR_TEXT, "another edition of mad has written it: learn anew");
    expect(reader, "game");
    size_t length = next_word(reader, &word), shown = length < 60 ? length : 60;
    if (!is_name(word, length, game->info.name))
        fail(reader, MAD_ERROR_RULES, "it was learned for '%.*s', not for '%.60s'", (int)shown,
             word, game->info.name);
    length = next_word(reader, &word);
    bool has_settings = is_word(word, length, "settings");
    if (has_settings)
        length = next_word(reader, &word);
    if (!is_name(word, has_settings ? length : 0, game->info.settings))
        fail(reader, MAD_ERROR_RULES, "it was learned for other values of options");
    if (has_settings)
        length = next_word(reader, &word);
    if (!is_word(word, length, "digest"))
        fail(reader, MAD_ERROR_TEXT, "'digest' is missing: the file is damaged, learn anew");
    length = next_word(reader, &word);
    if (!is_word(word, length, game->info.digest))
        fail(reader, MAD_ERROR_RULES,
             "it was learned for other rules (%.*s, these are %s): learn anew",
             (int)(length < 16 ? length : 16), word, game->info.digest);
    return edition;
}

/* As many parts as the file says something of; those that came later count as they are measured. */
static void read_terms(struct reader *reader, struct mad_learned *learned)
{
    for (int term = 0; term < MAD_TERMS && reader->status == MAD_OK; term++) {
        struct reader ahead = *reader;
        const char *word;
        size_t length = next_word(&ahead, &word);
        if (term >= MAD_TENSION_TERMS && is_word(word, length, "tempo"))
            break;
        learned->term[term] = read_worth(reader);
    }
}

static void read_body(struct reader *reader, const struct mad_game *game, int32_t edition,
                      struct mad_learned *learned)
{
    const char *word;
    expect(reader, "positions");
    learned->positions = (uint32_t)read_number(reader, 0, 999999999);
    expect(reader, "full");
    learned->full = read_number(reader, 1, MAD_MAX_SQUARES);
    expect(reader, "term");
    read_terms(reader, learned);
    expect(reader, "tempo");
    learned->tempo = read_worth(reader);
    expect(reader, "man");
    read_pairs(reader, learned->man, game->code_count);
    expect(reader, "square");
    read_pairs(reader, learned->cell, mad_cells_of(game));
    expect(reader, "pocket");
    read_pairs(reader, learned->pocket, mad_pockets_of(game));
    if (edition >= MAD_LEARNED_IN_HEX)
        read_network(reader, game, edition, learned);
    expect(reader, "end");
    if (reader->status == MAD_OK && next_word(reader, &word) != 0)
        fail(reader, MAD_ERROR_TEXT, "more stands behind its end: the file is damaged, learn anew");
}

enum mad_status mad_learned_new(const struct mad_game *game, const char *text, size_t bytes,
                                struct mad_learned **out, struct mad_text_error *error)
{
    struct reader reader = {.text = text, .at = text, .end = text + bytes, .error = error};
    struct mad_learned *learned = NULL;
    enum mad_status status = mad_learned_make(game, &learned);
    if (status != MAD_OK)
        return status;
    const int32_t edition = read_head(&reader, game);
    if (reader.status == MAD_OK)
        read_body(&reader, game, edition, learned);
    if (reader.status == MAD_OK)
        *out = learned;
    else
        mad_learned_free(game, learned);
    return reader.status;
}

/* --- writing -------------------------------------------------------------------------------------- */

static void write_signed(struct mad_writer *writer, int32_t number)
{
    if (number < 0)
        mad_writer_char(writer, '-');
    mad_writer_number(writer, (uint32_t)(number < 0 ? -number : number));
}

static void write_row(struct mad_writer *writer, const char *head, const int32_t *numbers,
                      size_t count)
{
    mad_writer_text(writer, head);
    for (size_t i = 0; i < count; i++) {
        mad_writer_char(writer, ' ');
        write_signed(writer, numbers[i]);
    }
    mad_writer_char(writer, '\n');
}

static void write_pair(struct mad_writer *writer, int64_t pair)
{
    mad_writer_char(writer, ' ');
    write_signed(writer, mad_pair_early(pair));
    mad_writer_char(writer, ' ');
    write_signed(writer, mad_pair_late(pair));
}

/* The board of a code, a line a rank from the first on, under its name as a comment. */
static void write_board(struct mad_writer *writer, const struct mad_game *game,
                        const struct mad_learned *learned, uint32_t code)
{
    uint8_t owner = game->codes[code].owner;
    mad_writer_text(writer, "# ");
    mad_writer_text(writer, owner < 2 ? game->player_name[owner] : "nobody");
    mad_writer_text(writer, "'s ");
    mad_writer_text(writer, game->types[game->codes[code].type].name);
    for (uint32_t square = 0; square < game->squares; square++) {
        if (square % game->files == 0)
            mad_writer_char(writer, '\n');
        write_pair(writer, learned->cell[(size_t)code * game->squares + square]);
    }
    mad_writer_char(writer, '\n');
}

static bool is_zero(const int8_t *row)
{
    static const int8_t zeros[MAD_NETWORK_WIDTH];
    return memcmp(row, zeros, sizeof zeros) == 0;
}

static void write_weights(struct mad_writer *writer, const int16_t *weights, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            mad_writer_char(writer, ' ');
        write_signed(writer, weights[i]);
    }
    mad_writer_char(writer, '\n');
}

static void write_four(struct mad_writer *writer, const int8_t *figures)
{
    char digits[DIGITS];
    uint32_t four = 0;
    for (uint32_t i = 0; i < 4; i++)
        four = four << 8 | (uint32_t)(figures[i] + FIGURE_ZERO);
    for (uint32_t i = DIGITS; i-- > 0; four /= BASE)
        digits[i] = (char)(FIRST_DIGIT + four % BASE);
    for (uint32_t i = 0; i < DIGITS; i++)
        mad_writer_char(writer, digits[i]);
}

/* A line a row. */
static void write_network(struct mad_writer *writer, const struct mad_game *game,
                          const struct mad_network *network)
{
    const int32_t shape[] = {(int32_t)network->turn, (int32_t)network->width};
    const uint32_t players = network->turn == MAD_TURN_NEVER ? 2 : 1;
    write_row(writer, "network", shape, 2);
    for (uint32_t i = 0; i < players * mad_inputs_of(game); i++) {
        const int8_t *row = mad_network_row(game, network, 0, i);
        for (uint32_t n = 0; n < network->width && !is_zero(row); n += 4)
            write_four(writer, row + n);
        mad_writer_text(writer, is_zero(row) ? "-\n" : "\n");
    }
    for (uint32_t i = 0; i < players; i++)
        write_weights(writer, network->first + i * MAD_NETWORK_WIDTH, network->width);
    for (uint32_t i = 0; i < 2; i++)
        write_weights(writer, network->last + i * MAD_NETWORK_WIDTH, network->width);
}

static void write_all(struct mad_writer *writer, const struct mad_game *game,
                      const struct mad_learned *learned)
{
    int32_t edition = learned->network != NULL ? MAD_LEARNED_WITH_NETWORK : MAD_LEARNED_EDITION;
    int32_t positions = (int32_t)learned->positions;
    write_row(writer, "mad learned", &edition, 1);
    mad_writer_text(writer, "game ");
    write_name(writer, game->info.name);
    if (game->info.settings[0] != '\0') {
        mad_writer_text(writer, "\nsettings ");
        write_name(writer, game->info.settings);
    }
    mad_writer_text(writer, "\ndigest ");
    mad_writer_text(writer, game->info.digest);
    mad_writer_char(writer, '\n');
    write_row(writer, "positions", &positions, 1);
    write_row(writer, "full", &learned->full, 1);
    write_row(writer, "term", learned->term, MAD_TERMS);
    write_row(writer, "tempo", &learned->tempo, 1);
    mad_writer_text(writer, "man");
    for (uint32_t code = 0; code < game->code_count; code++)
        write_pair(writer, learned->man[code]);
    mad_writer_text(writer, "\nsquare\n");
    for (uint32_t code = 0; code < game->code_count; code++)
        write_board(writer, game, learned, code);
    mad_writer_text(writer, "pocket");
    for (size_t i = 0; i < mad_pockets_of(game); i++)
        write_pair(writer, learned->pocket[i]);
    mad_writer_char(writer, '\n');
    if (learned->network != NULL)
        write_network(writer, game, learned->network);
    mad_writer_text(writer, "end\n");
}

char *mad_learned_write(const struct mad_game *game, const struct mad_learned *learned)
{
    struct mad_writer writer = mad_writer_on(NULL, 0);
    write_all(&writer, game, learned);
    size_t size = writer.length + 1;
    char *text = malloc(size);
    if (text != NULL) {
        writer = mad_writer_on(text, size);
        write_all(&writer, game, learned);
    }
    return text;
}
