/* tree.c - the moves of a record, and the cursor that goes about in them.
 *
 * Layer: record. The position goes with the cursor: back by undoing, forward by making the moves of
 * the tree again. */
#include "record.h"

/* --- reading ------------------------------------------------------------------------------------------ */

struct mad_record_move mad_record_at(const mad_record *record, uint32_t move)
{
    if (!mad_record_has(record, move))
        return (struct mad_record_move){
            .parent = MAD_RECORD_NONE, .next = MAD_RECORD_NONE, .other = MAD_RECORD_NONE};
    return record->nodes[move].move;
}

size_t mad_record_move_count(const mad_record *record)
{
    return record->node_count - record->holes - 1;
}

uint32_t mad_record_last(const mad_record *record)
{
    uint32_t last = MAD_RECORD_START;
    while (record->nodes[last].move.next != MAD_RECORD_NONE)
        last = record->nodes[last].move.next;
    return last;
}

uint32_t mad_record_here(const mad_record *record)
{
    return record->here;
}

mad_position *mad_record_position(mad_record *record)
{
    return record->position;
}

/* --- going -------------------------------------------------------------------------------------------- */

static enum mad_status step_back(struct mad_record *record)
{
    enum mad_status status = mad_position_undo(record->position);
    if (status == MAD_OK)
        record->here = record->nodes[record->here].move.parent;
    return status;
}

/* As if the game were not over. */
static enum mad_status play_raw(struct mad_record *record, const char *text, size_t *index,
                                struct mad_text_error *error)
{
    enum mad_status status = mad_moves_list_raw(record->moves, record->position);
    if (status == MAD_OK)
        status = mad_moves_find(record->moves, text, index, error);
    return status == MAD_OK ? mad_position_apply(record->position, record->moves, *index) : status;
}

static enum mad_status step_to(struct mad_record *record, uint32_t move)
{
    size_t index;
    enum mad_status status = mad_position_play_with(record->position, record->moves,
                                                    record->nodes[move].move.coord, &index, NULL);
    if (status == MAD_ERROR_OVER) /* it was played on */
        status = play_raw(record, record->nodes[move].move.coord, &index, NULL);
    if (status == MAD_OK)
        record->here = move;
    return status;
}

/* Notes in each node from `move` up how to come there; the first one that the cursor is at or behind. */
static uint32_t lay_way(struct mad_record *record, uint32_t move)
{
    struct mad_record_node *nodes = record->nodes;
    uint32_t here = record->here;
    while (here != move) {
        if (nodes[here].ply >= nodes[move].ply) {
            here = nodes[here].move.parent;
            continue;
        }
        uint32_t parent = nodes[move].move.parent;
        nodes[parent].way = move;
        move = parent;
    }
    return here;
}

enum mad_status mad_record_goto(mad_record *record, uint32_t move)
{
    if (!mad_record_has(record, move))
        return MAD_ERROR_MISUSE;
    uint32_t fork = lay_way(record, move);
    enum mad_status status = MAD_OK;
    while (record->here != fork && status == MAD_OK)
        status = step_back(record);
    while (record->here != move && status == MAD_OK)
        status = step_to(record, record->nodes[record->here].way);
    return status;
}

/* --- growing ------------------------------------------------------------------------------------------ */

/* The move behind the cursor that has this text, or MAD_RECORD_NONE; `*link` is where a new one would be
 * linked. */
static uint32_t find_move(struct mad_record *record, const char *coord, uint32_t **link)
{
    uint32_t *at = &record->nodes[record->here].move.next;
    while (*at != MAD_RECORD_NONE && strcmp(record->nodes[*at].move.coord, coord) != 0)
        at = &record->nodes[*at].move.other;
    *link = at;
    return *at;
}

/* The move by numbered squares, in the record's own memory; null where it cannot be written so. */
static enum mad_status keep_pdn(struct mad_record *record, const mad_moves *moves, size_t index,
                                const char **out)
{
    char text[300];
    if (!mad_game_has_dialect(record->game, MAD_DIALECT_PDN))
        return MAD_OK;
    size_t bytes = mad_moves_text_as(moves, index, MAD_DIALECT_PDN, text, sizeof text);
    if (bytes == 0 || bytes >= sizeof text)
        return MAD_OK;
    *out = mad_arena_copy(&record->texts, text, bytes);
    return *out != NULL ? MAD_OK : MAD_ERROR_MEMORY;
}

static enum mad_status add_move(struct mad_record *record, const mad_moves *moves, size_t index,
                                int side, uint32_t number)
{
    struct mad_move_info move = mad_moves_at(moves, index);
    void *nodes = record->nodes;
    if (record->node_count >= MAD_RECORD_MOVES)
        return MAD_ERROR_LIMIT;
    enum mad_status status = mad_memory_grow(record->memory, &nodes, &record->node_capacity,
                                             record->node_count + 1, sizeof *record->nodes);
    record->nodes = nodes;
    if (status != MAD_OK)
        return status;
    uint32_t *link, made = (uint32_t)record->node_count;
    if (find_move(record, move.coord, &link) != MAD_RECORD_NONE) {
        record->here = *link;
        return MAD_OK;
    }
    const struct mad_record_node *parent = &record->nodes[record->here];
    bool is_variation = parent->move.next != MAD_RECORD_NONE;
    struct mad_record_node node = {
        .move = {.parent = record->here,
                 .next = MAD_RECORD_NONE,
                 .other = MAD_RECORD_NONE,
                 .side = side,
                 .number = number},
        .ply = parent->ply + 1,
        .nesting = (uint8_t)(parent->nesting + is_variation),
    };
    if (node.nesting > MAD_RECORD_NESTING)
        return MAD_ERROR_LIMIT;
    node.move.coord = mad_arena_copy(&record->texts, move.coord, strlen(move.coord));
    node.move.text = mad_arena_copy(&record->texts, move.text, strlen(move.text));
    if (node.move.coord == NULL || node.move.text == NULL)
        return MAD_ERROR_MEMORY;
    status = keep_pdn(record, moves, index, &node.pdn);
    if (status != MAD_OK)
        return status;
    record->nodes[made] = node;
    record->node_count++;
    *link = made;
    record->here = made;
    return MAD_OK;
}

/* After move `index` of the list has been made in the position. */
static enum mad_status enter(struct mad_record *record, const mad_moves *moves, size_t index,
                             int side, uint32_t number)
{
    enum mad_status status = add_move(record, moves, index, side, number);
    if (status != MAD_OK && mad_position_undo(record->position) != MAD_OK)
        return MAD_ERROR_MISUSE;
    return status;
}

enum mad_status mad_record_play(mad_record *record, const char *text, struct mad_text_error *error)
{
    int side = mad_position_side(record->position);
    uint32_t number = mad_position_move_number(record->position);
    size_t index;
    enum mad_status status =
        mad_position_play_with(record->position, record->moves, text, &index, error);
    return status == MAD_OK ? enter(record, record->moves, index, side, number) : status;
}

enum mad_status mad_record_play_on(mad_record *record, const char *text,
                                   struct mad_text_error *error)
{
    int side = mad_position_side(record->position);
    uint32_t number = mad_position_move_number(record->position);
    struct mad_result result = {.outcome = MAD_GOES_ON};
    size_t index;
    enum mad_status status = mad_position_result(record->position, &result);
    if (status == MAD_OK && result.outcome != MAD_DRAW)
        return mad_record_play(record, text, error);
    if (status == MAD_OK)
        status = play_raw(record, text, &index, error);
    return status == MAD_OK ? enter(record, record->moves, index, side, number) : status;
}

enum mad_status mad_record_make(mad_record *record, const mad_moves *moves, size_t index)
{
    int side = mad_position_side(record->position);
    uint32_t number = mad_position_move_number(record->position);
    enum mad_status status = mad_position_apply(record->position, moves, index);
    return status == MAD_OK ? enter(record, moves, index, side, number) : status;
}

/* --- taking back --------------------------------------------------------------------------------------- */

/* Makes holes of a move and all behind it, deepest first, without recursion: a game may be long. */
static void cut(struct mad_record *record, uint32_t top)
{
    struct mad_record_node *nodes = record->nodes;
    uint32_t move = top;
    for (;;) {
        if (nodes[move].move.next != MAD_RECORD_NONE) {
            move = nodes[move].move.next;
            continue;
        }
        uint32_t parent = nodes[move].move.parent;
        if (move != top)
            nodes[parent].move.next = nodes[move].move.other;
        nodes[move] = (struct mad_record_node){.ply = 0};
        record->holes++;
        if (move == top)
            break;
        move = parent;
    }
    for (; record->node_count > 1 && nodes[record->node_count - 1].move.coord == NULL;
         record->node_count--)
        record->holes--;
}

enum mad_status mad_record_take_back(mad_record *record)
{
    uint32_t move = record->here;
    enum mad_status status = move == MAD_RECORD_START ? MAD_ERROR_MISUSE : step_back(record);
    if (status != MAD_OK)
        return status;
    uint32_t *link = &record->nodes[record->here].move.next;
    while (*link != move)
        link = &record->nodes[*link].move.other;
    *link = record->nodes[move].move.other;
    cut(record, move);
    return MAD_OK;
}
