/* record.c - the game record: header, start, result, and what is noted about moves.
 *
 * Layer: record. See record.h for the shape; tree.c has the moves and the cursor. */
#include "record.h"

#include <stdio.h>

#include "../diagnostics.h"
#include "words.h"

/* --- a record -------------------------------------------------------------------------------------- */

/* The first node, without a move. Room for it is there. */
static void plant(struct mad_record *record)
{
    record->nodes[0] = (struct mad_record_node){
        .move = {.parent = MAD_RECORD_NONE, .next = MAD_RECORD_NONE, .other = MAD_RECORD_NONE}};
    record->node_count = 1;
    record->holes = 0;
    record->here = MAD_RECORD_START;
}

enum mad_status mad_record_new(const mad_game *game, mad_record **out)
{
    if (game == NULL || out == NULL)
        return MAD_ERROR_MISUSE;
    const struct mad_memory *memory = mad_game_memory(game);
    struct mad_record *record = mad_memory_new(memory, sizeof *record);
    if (record == NULL)
        return MAD_ERROR_MEMORY;
    struct mad_allocator allocator = mad_memory_allocator(memory);
    record->game = game;
    record->memory = memory;
    mad_arena_init(&record->texts, &allocator, MAD_RECORD_BYTES);
    void *nodes = NULL;
    enum mad_status status =
        mad_memory_grow(memory, &nodes, &record->node_capacity, 64, sizeof *record->nodes);
    record->nodes = nodes;
    if (status == MAD_OK)
        status = mad_position_new(game, &record->position);
    if (status == MAD_OK)
        status = mad_moves_new(game, &record->moves);
    if (status != MAD_OK) {
        mad_record_free(record);
        return status;
    }
    plant(record);
    *out = record;
    return MAD_OK;
}

void mad_record_free(mad_record *record)
{
    if (record == NULL)
        return;
    const struct mad_memory *memory = record->memory;
    mad_moves_free(record->moves);
    mad_position_free(record->position);
    mad_memory_free(memory, record->nodes, record->node_capacity * sizeof *record->nodes);
    mad_memory_free(memory, record->tags, record->tag_capacity * sizeof *record->tags);
    mad_arena_free(&record->texts);
    mad_memory_free(memory, record, sizeof *record);
}

const mad_game *mad_record_game(const mad_record *record)
{
    return record->game;
}

enum mad_status mad_record_clear(mad_record *record)
{
    mad_position *position = NULL;
    enum mad_status status = MAD_OK;
    if (record->start != NULL)
        status = mad_position_new(record->game, &position);
    if (status != MAD_OK)
        return status;
    if (position != NULL) {
        mad_position_free(record->position);
        record->position = position;
    }
    while (mad_position_undo(record->position) == MAD_OK)
        ;
    record->start = NULL;
    record->tag_count = 0;
    record->result = (struct mad_record_result){.outcome = MAD_GOES_ON};
    mad_arena_free(&record->texts);
    plant(record);
    return MAD_OK;
}

/* --- texts ------------------------------------------------------------------------------------------- */

/* A copy that lives as long as the record; null for null and for an empty text. */
static enum mad_status keep(struct mad_record *record, const char *text, const char **out)
{
    size_t bytes = text == NULL ? 0 : strlen(text);
    if (bytes > MAD_RECORD_TEXT_BYTES)
        return MAD_ERROR_LIMIT;
    const char *copy = bytes == 0 ? NULL : mad_arena_copy(&record->texts, text, bytes);
    if (bytes > 0 && copy == NULL)
        return record->texts.total + bytes > MAD_RECORD_BYTES ? MAD_ERROR_LIMIT : MAD_ERROR_MEMORY;
    *out = copy;
    return MAD_OK;
}

/* --- header ------------------------------------------------------------------------------------------ */

bool mad_record_is_reserved(const char *name, size_t bytes)
{
    static const char *const names[] = {"Variant",     "FEN",         "SetUp",
                                        "Result",      "Termination", "Reason",
                                        "RuleOptions", "RuleDigest",  "GameType"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == bytes && memcmp(names[i], name, bytes) == 0)
            return true;
    return false;
}

struct mad_record_pdn mad_record_pdn(const mad_game *game)
{
    static const char head[] = "GameType ";
    struct mad_game_info info = mad_game_info(game);
    struct mad_record_pdn pdn = {.number = NULL};
    for (size_t i = 0; i < info.called_count && pdn.number == NULL; i++)
        if (strncmp(info.called[i], head, sizeof head - 1) == 0)
            pdn.number = info.called[i] + sizeof head - 1;
    pdn.is_turned = pdn.number != NULL && strcmp(info.player_name[1], "White") == 0;
    return pdn;
}

const char *mad_record_turned_tag(const char *name, char room[256])
{
    static const char *const seats[2] = {"White", "Black"};
    for (int seat = 0; seat < 2; seat++)
        if (strncmp(name, seats[seat], strlen(seats[seat])) == 0) {
            snprintf(room, 256, "%s%s", seats[1 - seat], name + strlen(seats[seat]));
            return room;
        }
    return name;
}

const char *mad_record_player_tag(const mad_game *game, int player)
{
    static const char *const two[] = {"White", "Black"}, *const more[] = {"Player1", "Player2",
                                                                          "Player3", "Player4"};
    _Static_assert(sizeof more / sizeof *more == MAD_MOST_PLAYERS, "a tag for each");
    return mad_game_info(game).players > 2 ? more[player] : two[player];
}

static bool is_tag_name(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    return name != NULL && name[0] != '\0' && strlen(name) < 256 &&
           name[strspn(name, letters)] == '\0' && !mad_record_is_reserved(name, strlen(name));
}

static struct mad_record_tag *find_tag(const struct mad_record *record, const char *name)
{
    for (size_t i = 0; i < record->tag_count; i++)
        if (strcmp(record->tags[i].name, name) == 0)
            return &record->tags[i];
    return NULL;
}

enum mad_status mad_record_set_tag(mad_record *record, const char *name, const char *value)
{
    if (!is_tag_name(name))
        return MAD_ERROR_MISUSE;
    struct mad_record_tag made = {NULL, NULL}, *tag = find_tag(record, name);
    enum mad_status status = keep(record, value, &made.value);
    if (status != MAD_OK || (tag == NULL && made.value == NULL))
        return status;
    if (tag != NULL && made.value == NULL) {
        size_t behind = record->tag_count - (size_t)(tag - record->tags) - 1;
        memmove(tag, tag + 1, behind * sizeof *tag);
        record->tag_count--;
        return MAD_OK;
    }
    if (tag != NULL) {
        tag->value = made.value;
        return MAD_OK;
    }
    void *tags = record->tags;
    status = keep(record, name, &made.name);
    if (status == MAD_OK)
        status = mad_memory_grow(record->memory, &tags, &record->tag_capacity,
                                 record->tag_count + 1, sizeof *record->tags);
    record->tags = tags;
    if (status == MAD_OK)
        record->tags[record->tag_count++] = made;
    return status;
}

const char *mad_record_tag(const mad_record *record, const char *name)
{
    const struct mad_record_tag *tag = find_tag(record, name);
    return tag != NULL ? tag->value : NULL;
}

size_t mad_record_tag_count(const mad_record *record)
{
    return record->tag_count;
}

const char *mad_record_tag_at(const mad_record *record, size_t index, const char **value)
{
    if (index >= record->tag_count)
        return NULL;
    if (value != NULL)
        *value = record->tags[index].value;
    return record->tags[index].name;
}

/* --- start -------------------------------------------------------------------------------------------- */

enum mad_status mad_record_set_start(mad_record *record, const char *text,
                                     struct mad_text_error *error)
{
    return mad_record_set_start_as(record, text, MAD_DIALECT_ANY, error);
}

enum mad_status mad_record_set_start_as(mad_record *record, const char *text,
                                        enum mad_dialect dialect, struct mad_text_error *error)
{
    if (record->node_count > 1)
        return MAD_ERROR_MISUSE;
    enum mad_status status = mad_position_set_as(record->position, text, dialect, error);
    if (status != MAD_OK)
        return status;
    size_t bytes = mad_position_text(record->position, NULL, 0);
    char *own = mad_arena_new(&record->texts, bytes + 1, 1);
    if (own == NULL) {
        mad_position *array = NULL;
        if (mad_position_new(record->game, &array) == MAD_OK) {
            mad_position_free(record->position);
            record->position = array;
            record->start = NULL;
        }
        return MAD_ERROR_MEMORY;
    }
    mad_position_text(record->position, own, bytes + 1);
    record->start = own;
    return MAD_OK;
}

const char *mad_record_start(const mad_record *record)
{
    return record->start;
}

/* --- what is noted about moves -------------------------------------------------------------------------- */

enum mad_status mad_record_set_comment(mad_record *record, uint32_t move, const char *text)
{
    if (!mad_record_has(record, move))
        return MAD_ERROR_MISUSE;
    return keep(record, text, &record->nodes[move].move.comment);
}

enum mad_status mad_record_set_before(mad_record *record, uint32_t move, const char *text)
{
    if (!mad_record_has(record, move) || move == MAD_RECORD_START)
        return MAD_ERROR_MISUSE;
    return keep(record, text, &record->nodes[move].move.before);
}

enum mad_status mad_record_add_nag(mad_record *record, uint32_t move, uint8_t nag)
{
    if (!mad_record_has(record, move) || move == MAD_RECORD_START)
        return MAD_ERROR_MISUSE;
    struct mad_record_node *node = &record->nodes[move];
    uint8_t *nags = NULL;
    size_t count = node->move.nag_count;
    if (count == UINT8_MAX)
        return MAD_ERROR_LIMIT;
    if (count == node->nag_room) {
        size_t room = count == 0 ? 4 : count > UINT8_MAX / 2 ? UINT8_MAX : 2 * count;
        nags = mad_arena_new(&record->texts, room, 1);
        if (nags == NULL)
            return MAD_ERROR_MEMORY;
        if (count > 0)
            memcpy(nags, node->move.nags, count);
        node->move.nags = nags;
        node->nag_room = (uint8_t)room;
    }
    ((uint8_t *)node->move.nags)[count] = nag;
    node->move.nag_count++;
    return MAD_OK;
}

enum mad_status mad_record_set_note(mad_record *record, uint32_t move,
                                    const struct mad_record_note *note)
{
    if (!mad_record_has(record, move) || move == MAD_RECORD_START || note == NULL)
        return MAD_ERROR_MISUSE;
    record->nodes[move].move.note = *note;
    return MAD_OK;
}

/* --- result -------------------------------------------------------------------------------------------- */

enum mad_status mad_record_set_result(mad_record *record, const struct mad_record_result *result)
{
    if (result == NULL || mad_winner(result->outcome) >= mad_game_info(record->game).players ||
        result->outcome > MAD_WIN_FOURTH || result->termination > MAD_BY_ABANDONING)
        return MAD_ERROR_MISUSE;
    struct mad_record_result made = *result;
    enum mad_status status = keep(record, result->reason, &made.reason);
    if (status == MAD_OK)
        record->result = made;
    return status;
}

struct mad_record_result mad_record_result(const mad_record *record)
{
    return record->result;
}

static const char *const clock_tags[2] = {"WhiteClock", "BlackClock"};

enum mad_status mad_record_set_clocks(mad_record *record, const double *seconds)
{
    enum mad_status status = MAD_OK;
    for (int side = 0; side < 2 && status == MAD_OK; side++) {
        char text[32];
        mad_time_write(seconds != NULL ? seconds[side] : 0, text);
        status = mad_record_set_tag(record, clock_tags[side], seconds != NULL ? text : NULL);
    }
    return status;
}

bool mad_record_clocks(const mad_record *record, double seconds[2])
{
    double read[2] = {-1, -1};
    for (int side = 0; side < 2; side++) {
        const char *text = mad_record_tag(record, clock_tags[side]);
        if (text != NULL)
            read[side] = mad_time_read(text, strlen(text));
    }
    if (read[0] < 0 || read[1] < 0)
        return false;
    memcpy(seconds, read, sizeof read);
    return true;
}

enum mad_status mad_record_judge(mad_record *record)
{
    uint32_t here = record->here;
    struct mad_result found = {.outcome = MAD_GOES_ON};
    enum mad_status status = mad_record_goto(record, mad_record_last(record));
    if (status == MAD_OK)
        status = mad_position_result(record->position, &found);
    if (status == MAD_OK && found.outcome != MAD_GOES_ON) {
        struct mad_record_result result = {found.outcome, MAD_BY_RULE, found.reason};
        status = mad_record_set_result(record, &result);
    }
    enum mad_status back = mad_record_goto(record, here);
    return status == MAD_OK ? back : status;
}
