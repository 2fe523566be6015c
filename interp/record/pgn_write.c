/* pgn_write.c - writes a record as one game of a PGN file.
 *
 * Layer: record. As the export format of the standard (PGN Specification and Implementation Guide,
 * 1994) has it: the seven tags first, then what says which rules these are, then all others; lines of
 * moves no longer than 79 bytes where a word allows it. Clocks and scores stand in comments as
 * [%clk], [%emt] and [%eval], as other programs write them. */
#include <stdio.h>

#include "record.h"
#include "words.h"

enum { LINE_BYTES = 79, BUFFER_BYTES = 4096, WORD_BYTES = 400 };

struct pgn_writer {
    const struct mad_record *record;
    mad_text_sink sink;
    void *context;
    bool is_pdn;
    struct mad_record_pdn pdn; /* what the game is in PDN; empty otherwise */
    bool has_stopped;
    bool is_open; /* the last word was a bracket: the next one is glued to it */
    size_t column;
    size_t used;
    char buffer[BUFFER_BYTES];
};

/* --- bytes and words ------------------------------------------------------------------------------------ */

static void flush(struct pgn_writer *writer)
{
    if (writer->used > 0 && !writer->has_stopped)
        writer->has_stopped = !writer->sink(writer->context, writer->buffer, writer->used);
    writer->used = 0;
}

static void put(struct pgn_writer *writer, const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        if (writer->used == BUFFER_BYTES)
            flush(writer);
        writer->buffer[writer->used++] = text[i];
        writer->column = text[i] == '\n' ? 0 : writer->column + 1;
    }
}

static void put_text(struct pgn_writer *writer, const char *text)
{
    put(writer, text, strlen(text));
}

/* A word of the movetext, with a blank or a line end before it unless it is glued to the last one. A
 * line must not begin with `%`, which would make all of it a remark. */
static void put_word(struct pgn_writer *writer, const char *word, size_t bytes, bool is_glued)
{
    bool is_over = writer->column + 1 + bytes > LINE_BYTES && word[0] != '%';
    if (!is_glued && !writer->is_open && writer->column > 0)
        put(writer, is_over ? "\n" : " ", 1);
    put(writer, word, bytes);
    writer->is_open = false;
}

/* --- tags ------------------------------------------------------------------------------------------------- */

static void put_tag(struct pgn_writer *writer, const char *name, const char *value)
{
    put_text(writer, "[");
    put_text(writer, name);
    put_text(writer, " \"");
    for (; *value; value++) {
        unsigned char c = (unsigned char)*value;
        if (c == '"' || c == '\\')
            put(writer, "\\", 1);
        put(writer, c < ' ' || c == 0x7f ? " " : value, 1);
    }
    put_text(writer, "\"]\n");
}

static const char *const roster[] = {"Event", "Site", "Date", "Round"};
enum { ROSTER = sizeof roster / sizeof *roster };

/* The tag of that place: those of the players come last. Null behind them. */
static const char *tag_of_roster(const mad_game *game, size_t i)
{
    if (i < ROSTER)
        return roster[i];
    return (int)(i - ROSTER) < mad_game_info(game).players
               ? mad_record_player_tag(game, (int)(i - ROSTER))
               : NULL;
}

static bool is_in_roster(const mad_game *game, const char *name)
{
    const char *tag;
    for (size_t i = 0; (tag = tag_of_roster(game, i)) != NULL; i++)
        if (strcmp(tag, name) == 0)
            return true;
    return false;
}

/* White is the first player, or who is called so. */
static enum mad_outcome told_outcome(const struct pgn_writer *writer)
{
    return mad_turned_outcome(writer->record->result.outcome, writer->pdn.is_turned);
}

static const char *told_tag(const struct pgn_writer *writer, const char *name, char room[256])
{
    return writer->pdn.is_turned ? mad_record_turned_tag(name, room) : name;
}

static void put_roster(struct pgn_writer *writer)
{
    char room[256];
    const char *tag;
    for (size_t i = 0; (tag = tag_of_roster(writer->record->game, i)) != NULL; i++) {
        const char *value = mad_record_tag(writer->record, told_tag(writer, tag, room));
        const char *unknown = strcmp(tag, "Date") == 0 ? "????.??.??" : "?";
        put_tag(writer, tag, value != NULL ? value : unknown);
    }
    put_tag(writer, "Result", mad_result_token(told_outcome(writer)));
}

/* GameType: the number, who begins, files and ranks; A where squares have names, N and the corner of square 1, from the near
 * left on, where they have numbers; 1 where nobody goes to the near left corner. */
static void put_game_type(struct pgn_writer *writer)
{
    char text[80];
    const mad_game *game = writer->record->game;
    struct mad_game_info info = mad_game_info(game);
    int first = mad_game_numbered_square(game, 1), number = 1, square = first;
    int right = first % info.files >= info.files / 2, top = first / info.files >= info.ranks / 2;
    while (square > 0)
        square = mad_game_numbered_square(game, ++number);
    bool is_named = mad_game_names_squares(game);
    snprintf(text, sizeof text, "%.10s,%c,%d,%d,%c%d,%d", writer->pdn.number,
             writer->pdn.is_turned ? 'B' : 'W', info.files, info.ranks, is_named ? 'A' : 'N',
             is_named ? 0 : 2 * top + right, square != 0);
    put_tag(writer, "GameType", text);
}

/* Which rules: a file without a tag Variant is one of the game that the standard is about. */
static void put_rules(struct pgn_writer *writer)
{
    struct mad_game_info info = mad_game_info(writer->record->game);
    if (writer->pdn.number != NULL)
        put_game_type(writer);
    if (strcmp(info.name, MAD_PGN_USUAL_GAME) != 0)
        put_tag(writer, "Variant", info.name);
    if (info.settings[0] != '\0')
        put_tag(writer, "RuleOptions", info.settings);
    put_tag(writer, "RuleDigest", info.digest);
}

/* The start by numbered squares; ours where PDN has no place for all of it. */
static enum mad_status put_start(struct pgn_writer *writer)
{
    const struct mad_record *record = writer->record;
    mad_position *position = NULL;
    size_t length = 0;
    char text[2000];
    bool is_told = false;
    enum mad_status status = writer->is_pdn ? mad_position_new(record->game, &position) : MAD_OK;
    if (status != MAD_OK)
        return status;
    if (position != NULL) {
        is_told = mad_position_set_as(position, record->start, MAD_DIALECT_OURS, NULL) == MAD_OK &&
                  mad_position_text_as(position, MAD_DIALECT_PDN, text, sizeof text, &length,
                                       NULL) == MAD_OK &&
                  length < sizeof text;
        mad_position_free(position);
    }
    put_tag(writer, "SetUp", "1");
    put_tag(writer, "FEN", is_told ? text : record->start);
    return MAD_OK;
}

static enum mad_status put_header(struct pgn_writer *writer)
{
    char room[256];
    const struct mad_record *record = writer->record;
    put_roster(writer);
    put_rules(writer);
    enum mad_status status = record->start != NULL ? put_start(writer) : MAD_OK;
    if (record->result.termination != MAD_UNTERMINATED)
        put_tag(writer, "Termination", mad_termination_word(record->result.termination));
    if (record->result.reason != NULL)
        put_tag(writer, "Reason", record->result.reason);
    for (size_t i = 0; i < record->tag_count; i++)
        if (!is_in_roster(record->game, record->tags[i].name))
            put_tag(writer, told_tag(writer, record->tags[i].name, room), record->tags[i].value);
    put(writer, "\n", 1);
    return status;
}

/* --- comments ----------------------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Words of a comment; a brace would end it, and no text can say one. */
static void put_words(struct pgn_writer *writer, const char *text)
{
    char word[WORD_BYTES];
    while (*text) {
        size_t bytes = 0;
        while (is_blank(*text))
            text++;
        for (; *text && !is_blank(*text) && bytes < sizeof word; text++)
            word[bytes++] = *text == '}' ? ')' : *text;
        if (bytes > 0)
            put_word(writer, word, bytes, false);
    }
}

static void put_braced(struct pgn_writer *writer, const char *command, const char *text)
{
    if (command[0] == '\0' && text == NULL)
        return;
    put_word(writer, "{", 1, false);
    writer->is_open = true;
    put_words(writer, command);
    if (text != NULL)
        put_words(writer, text);
    put_word(writer, "}", 1, true);
}

/* [%clk 1:02:03.5] */
static size_t write_clock(char *text, size_t size, const char *name, double time)
{
    char out[32];
    mad_time_write(time, out);
    return (size_t)snprintf(text, size, "[%%%s %s] ", name, out);
}

static void write_note(const struct mad_record_note *note, char text[200])
{
    size_t length = 0, size = 200;
    text[0] = '\0';
    if (note->has_score && note->mate_in != 0)
        length += (size_t)snprintf(text, size, "[%%eval #%d", note->mate_in);
    else if (note->has_score)
        length += (size_t)snprintf(text, size, "[%%eval %.2f", note->score / 100.0);
    if (note->has_score && note->depth > 0)
        length += (size_t)snprintf(text + length, size - length, ",%d", note->depth);
    if (note->has_score)
        length += (size_t)snprintf(text + length, size - length, "] ");
    if (note->has_clock)
        length += write_clock(text + length, size - length, "clk", note->clock);
    if (note->has_spent)
        length += write_clock(text + length, size - length, "emt", note->spent);
}

/* --- moves ---------------------------------------------------------------------------------------------------- */

/* `1.` before a move of the first player, `1...` before one of the second where that is not plain. */
static void put_number(struct pgn_writer *writer, const struct mad_record_move *move,
                       const struct mad_record_move *last)
{
    char text[16];
    if (last != NULL && last->number == move->number && last->side <= move->side)
        return;
    int bytes =
        snprintf(text, sizeof text, "%u.%s", (unsigned)move->number, move->side == 0 ? "" : "..");
    put_word(writer, text, (size_t)bytes, false);
}

/* Whether a text reads as one word of movetext. */
static bool is_one_word(const char *text)
{
    const char *at = text;
    for (size_t more = 1; *at && more > 0; at += more)
        more = *at == '(' ? mad_bracketed(at, strlen(at)) : strchr(" \t\n{};[]$\"<>)", *at) == NULL;
    return *at == '\0' && text[0] != '\0' && text[0] != '(' && text[0] != '*' && text[0] != '%';
}

static void put_move(struct pgn_writer *writer, const struct mad_record_node *node)
{
    char nag[8];
    const struct mad_record_move *move = &node->move;
    const char *text = writer->is_pdn && node->pdn != NULL ? node->pdn
                       : is_one_word(move->text)           ? move->text
                                                           : move->coord;
    put_word(writer, text, strlen(text), false);
    for (size_t i = 0; i < move->nag_count; i++) {
        int bytes = snprintf(nag, sizeof nag, "$%u", (unsigned)move->nags[i]);
        put_word(writer, nag, (size_t)bytes, false);
    }
}

/* From a move to the end of its line, with the variations on the way. Nesting is bounded. */
static void put_line(struct pgn_writer *writer, uint32_t first)
{
    const struct mad_record_node *nodes = writer->record->nodes;
    struct mad_record_move last;
    bool is_plain = false; /* the last word was move `last` */
    for (uint32_t at = first; at != MAD_RECORD_NONE; at = nodes[at].move.next) {
        const struct mad_record_move *move = &nodes[at].move;
        char note[200];
        write_note(&move->note, note);
        put_braced(writer, "", move->before);
        put_number(writer, move, is_plain && move->before == NULL ? &last : NULL);
        put_move(writer, &nodes[at]);
        put_braced(writer, note, move->comment);
        last = *move;
        is_plain = note[0] == '\0' && move->comment == NULL;
        if (nodes[move->parent].move.next != at)
            continue;
        for (uint32_t other = move->other; other != MAD_RECORD_NONE;
             other = nodes[other].move.other) {
            put_word(writer, "(", 1, false);
            writer->is_open = true;
            put_line(writer, other);
            put_word(writer, ")", 1, true);
            is_plain = false;
        }
    }
}

enum mad_status mad_record_write_pgn(const mad_record *record, mad_text_sink sink, void *context)
{
    return mad_record_write_pgn_as(record, MAD_DIALECT_ANY, sink, context);
}

enum mad_status mad_record_write_pgn_as(const mad_record *record, enum mad_dialect dialect,
                                        mad_text_sink sink, void *context)
{
    if (record == NULL || sink == NULL)
        return MAD_ERROR_MISUSE;
    struct pgn_writer writer = {.record = record, .sink = sink, .context = context};
    bool has_pdn = mad_game_has_dialect(record->game, MAD_DIALECT_PDN);
    if (dialect > MAD_DIALECT_OURS && (dialect != MAD_DIALECT_PDN || !has_pdn))
        return MAD_ERROR_TEXT;
    writer.is_pdn = has_pdn && dialect != MAD_DIALECT_OURS;
    if (writer.is_pdn)
        writer.pdn = mad_record_pdn(record->game);
    const char *result = mad_result_token(told_outcome(&writer));
    enum mad_status status = put_header(&writer);
    if (status != MAD_OK)
        return status;
    put_braced(&writer, "", record->nodes[0].move.comment);
    if (record->nodes[0].move.next != MAD_RECORD_NONE)
        put_line(&writer, record->nodes[0].move.next);
    put_word(&writer, result, strlen(result), false);
    put_text(&writer, "\n\n");
    flush(&writer);
    return writer.has_stopped ? MAD_ERROR_READ : MAD_OK;
}
