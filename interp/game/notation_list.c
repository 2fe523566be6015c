/* notation_list.c - names the moves of a list so that no two share a text.
 *
 * Layer: game. Every move starts with its shortest text. Equal texts are found by sorting, and
 * moves that share one climb a rung each round: first they say more of where they come from, then
 * they are written as coordinates, those of line 0 last. Coordinates all differ, so the climbing
 * ends. Texts that were given up stay behind in names->bytes until the next list. */
#include "notation.h"

#include "chance.h"

#include <stdlib.h>
#include <string.h>

#include "../memory.h"

enum rung { RUNG_SHORT, RUNG_ORIGIN, RUNG_COORDINATES };

/* What is added to coordinates that are the same. */
enum detail { DETAIL_NONE, DETAIL_TAKEN, DETAIL_MORE, DETAIL_VERB, DETAIL_NUMBER };

struct mad_name_item { /* a text on its way through sorting */
    const char *text;
    const struct mad_delta *deltas; /* of the move */
    uint32_t move, delta_count;
    bool is_coord;
};

struct job {
    const struct mad_game *game;
    const struct mad_state *state;
    const struct mad_move_list *list;
    struct mad_names *names;
    size_t choice; /* in names->bytes: text of the choice whose outcome is being named */
};

/* --- writing into the store ------------------------------------------------------------------ */

typedef void (*write_function)(const struct job *job, uint32_t move, struct mad_writer *writer);

/* Appends a text; growing the store moves it, so texts are kept as offsets. */
static enum mad_status append(const struct job *job, uint32_t move, write_function write,
                              size_t *offset)
{
    struct mad_names *names = job->names;
    for (;;) {
        size_t room = names->byte_capacity - names->byte_count;
        struct mad_writer writer =
            mad_writer_on(room > 0 ? names->bytes + names->byte_count : NULL, room);
        write(job, move, &writer);
        if (writer.length < room) {
            *offset = names->byte_count;
            names->byte_count += writer.length + 1;
            return MAD_OK;
        }
        void *bytes = names->bytes;
        enum mad_status status =
            mad_memory_grow(job->game->allocator, &bytes, &names->byte_capacity,
                            names->byte_count + writer.length + 1, sizeof *names->bytes);
        names->bytes = bytes;
        if (status != MAD_OK)
            return status;
    }
}

/* `(hop)` from "hop-2": by its lack of digits alone a file of games tells this from a variation. */
static void write_verb(const char *verb, struct mad_writer *writer)
{
    mad_writer_char(writer, '(');
    for (; *verb; verb++) {
        const char *at = verb + (*verb == '-');
        if (*at < '0' || *at > '9')
            mad_writer_char(writer, *verb);
    }
    mad_writer_char(writer, ')');
}

/* The verb whose line this is, be it one that has become a plain move; else that of line 0. */
static const char *verb_of(const struct job *job, uint32_t index)
{
    const struct mad_game *game = job->game;
    const struct mad_move *move = &job->list->moves[index];
    if (move->line == 0 && move->from < game->squares) {
        const uint8_t code = mad_state_board_const(game, job->state)[move->from];
        for (const struct mad_straight *s = game->lines[0].straights; s != NULL; s = s->next) {
            if (s->code == code && s->to[move->from] == move->to)
                return s->verb;
        }
    }
    return game->lines[move->line].verb;
}

static bool has_verb(const struct job *job, uint32_t index)
{
    return verb_of(job, index) != job->game->lines[0].verb;
}

static void write_coord(const struct job *job, uint32_t index, struct mad_writer *writer)
{
    const struct mad_move *move = &job->list->moves[index];
    const struct mad_name *name = &job->names->names[index];
    mad_notation_write_coord(job->game, job->state, job->list, move, writer);
    if (name->detail >= DETAIL_TAKEN) {
        struct mad_squares taken;
        mad_notation_taken(job->game, job->list, move, &taken);
        for (uint32_t i = 0; i < taken.count; i++) {
            mad_writer_char(writer, ':');
            mad_writer_text(writer, job->game->square_name[taken.at[i]]);
        }
    }
    if (name->detail >= DETAIL_MORE && job->game->stacks.levels != 0)
        mad_notation_write_more(job->game, job->list, move, writer);
    if (name->detail >= DETAIL_VERB)
        write_verb(verb_of(job, index), writer);
    if (name->detail >= DETAIL_NUMBER) {
        mad_writer_char(writer, '/');
        mad_writer_number(writer, name->number);
    }
}

static void write_text(const struct job *job, uint32_t index, struct mad_writer *writer)
{
    const struct mad_name *name = &job->names->names[index];
    if (name->rung == RUNG_COORDINATES)
        mad_writer_text(writer, mad_names_coord(job->names, index));
    else
        mad_notation_write_text(job->game, job->state, job->list, &job->list->moves[index],
                                (enum mad_origin)name->origin, writer);
}

static void write_outcome(const struct job *job, uint32_t index, struct mad_writer *writer)
{
    const struct mad_chance *chance = mad_move_chance(job->game, &job->list->moves[index]);
    mad_writer_text(writer, job->names->bytes + job->choice);
    mad_writer_char(writer, ':');
    mad_writer_text(writer, chance->name);
}

/* --- finding equal texts --------------------------------------------------------------------- */

/* Moves with the same text stand by what they do, so that their numbers do not hang on the order in which
 * they were listed. */
static int compare_items(const void *a, const void *b)
{
    const struct mad_name_item *left = a, *right = b;
    int order = strcmp(left->text, right->text);
    if (order == 0 && left->delta_count == right->delta_count && left->delta_count != 0)
        order = memcmp(left->deltas, right->deltas, left->delta_count * sizeof *left->deltas);
    else if (order == 0)
        order = (left->delta_count > right->delta_count) - (left->delta_count < right->delta_count);
    if (order != 0)
        return order;
    return left->move < right->move ? -1 : left->move > right->move;
}

/* A run of items with the same text. */
struct group {
    const struct mad_name_item *first;
    uint32_t count;
};

static struct group group_at(const struct mad_name_item *items, uint32_t start, uint32_t count)
{
    uint32_t end = start + 1;
    while (end < count && strcmp(items[end].text, items[start].text) == 0)
        end++;
    return (struct group){items + start, end - start};
}

/* The same text may be the coordinates and the notation of one move. */
static bool is_collision(struct group group)
{
    return group.first->move != group.first[group.count - 1].move;
}

static struct mad_name_item item_of(const struct job *job, uint32_t index, bool is_coord)
{
    const struct mad_move *move = &job->list->moves[index];
    const bool is_open = job->game->outcome_count != 0 && mad_move_is_open(move);
    return (struct mad_name_item){.text = is_coord ? mad_names_coord(job->names, index)
                                                   : mad_names_text(job->names, index),
                                  .deltas = is_open ? NULL : job->list->deltas + move->delta_first,
                                  .move = index,
                                  .delta_count = is_open ? 0 : move->delta_count,
                                  .is_coord = is_coord};
}

static uint32_t collect(const struct job *job, bool with_texts)
{
    struct mad_names *names = job->names;
    uint32_t count = 0;
    for (uint32_t move = 0; move < job->list->count; move++) {
        names->items[count++] = item_of(job, move, true);
        if (with_texts)
            names->items[count++] = item_of(job, move, false);
    }
    if (count > 1)
        qsort(names->items, count, sizeof *names->items, compare_items);
    return count;
}

/* --- coordinates that differ ----------------------------------------------------------------- */

/* Adds to the coordinates of those in the group that are not plain; of all where all are. */
static void add_detail(const struct job *job, struct group group, enum detail detail)
{
    bool has_other = false;
    for (uint32_t i = 0; i < group.count; i++)
        has_other |= has_verb(job, group.first[i].move);
    for (uint32_t i = detail == DETAIL_NUMBER; i < group.count; i++) {
        uint32_t move = group.first[i].move;
        if (detail != DETAIL_NUMBER && has_other && !has_verb(job, move))
            continue;
        job->names->names[move].detail = (uint8_t)detail;
        job->names->names[move].number = i + 1;
        job->names->names[move].is_stale = true;
    }
}

static enum mad_status rewrite(const struct job *job, write_function write, bool is_coord)
{
    for (uint32_t move = 0; move < job->list->count; move++) {
        struct mad_name *name = &job->names->names[move];
        if (!name->is_stale)
            continue;
        enum mad_status status = append(job, move, write, is_coord ? &name->coord : &name->text);
        if (status != MAD_OK)
            return status;
        name->is_stale = false;
    }
    return MAD_OK;
}

static enum mad_status part_coords(const struct job *job)
{
    for (int detail = DETAIL_TAKEN; detail <= DETAIL_NUMBER; detail++) {
        uint32_t count = collect(job, false), collisions = 0;
        struct group group;
        for (uint32_t start = 0; start < count; start += group.count) {
            group = group_at(job->names->items, start, count);
            if (!is_collision(group))
                continue;
            add_detail(job, group, (enum detail)detail);
            collisions++;
        }
        if (collisions == 0)
            break;
        enum mad_status status = rewrite(job, write_coord, true);
        if (status != MAD_OK)
            return status;
    }
    return MAD_OK;
}

/* --- texts that differ ----------------------------------------------------------------------- */

static bool shares_part(const struct job *job, struct group group, uint32_t move, bool file)
{
    uint32_t files = job->game->files;
    uint16_t from = job->list->moves[move].from;
    for (uint32_t i = 0; i < group.count; i++) {
        uint32_t other = group.first[i].move;
        uint16_t square = job->list->moves[other].from;
        if (other != move &&
            (file ? square % files == from % files : square / files == from / files))
            return true;
    }
    return false;
}

/* As little of the origin as tells the move from the others: file, else rank, else both. */
static enum mad_origin least_origin(const struct job *job, struct group group, uint32_t move)
{
    if (!shares_part(job, group, move, true))
        return MAD_ORIGIN_FILE;
    if (!shares_part(job, group, move, false))
        return MAD_ORIGIN_RANK;
    return MAD_ORIGIN_SQUARE;
}

static void climb(const struct job *job, uint32_t move, enum rung rung, enum mad_origin origin)
{
    struct mad_name *name = &job->names->names[move];
    name->rung = (uint8_t)rung;
    name->origin = (uint8_t)origin;
    name->is_stale = true;
}

/* What a group that shares a text consists of. */
struct mixture {
    bool has_short, has_other_line; /* on the first rung; above it and not of line 0 */
    bool is_algebraic;              /* all of them, and all on the first rung */
};

static struct mixture look_at(const struct job *job, struct group group)
{
    struct mixture mixture = {.is_algebraic = true};
    for (uint32_t i = 0; i < group.count; i++) {
        const struct mad_name *name = &job->names->names[group.first[i].move];
        const struct mad_move *move = &job->list->moves[group.first[i].move];
        bool is_text = !group.first[i].is_coord;
        mixture.has_short |= is_text && name->rung == RUNG_SHORT;
        mixture.has_other_line |=
            is_text && name->rung == RUNG_ORIGIN && has_verb(job, group.first[i].move);
        mixture.is_algebraic &= is_text && name->rung == RUNG_SHORT &&
                                mad_notation_style(job->game, move) == MAD_STYLE_ALGEBRAIC;
    }
    return mixture;
}

/* Moves of one kind say the least that parts them; different kinds say the whole square. */
static void part_group(const struct job *job, struct group group)
{
    struct mixture mixture = look_at(job, group);
    for (uint32_t i = 0; i < group.count; i++) {
        uint32_t move = group.first[i].move;
        const struct mad_name *name = &job->names->names[move];
        if (group.first[i].is_coord || name->rung == RUNG_COORDINATES)
            continue;
        if (mixture.is_algebraic)
            climb(job, move, RUNG_ORIGIN, least_origin(job, group, move));
        else if (mixture.has_short && name->rung == RUNG_SHORT)
            climb(job, move, RUNG_ORIGIN, MAD_ORIGIN_SQUARE);
        else if (!mixture.has_short && (!mixture.has_other_line || has_verb(job, move)))
            climb(job, move, RUNG_COORDINATES, MAD_ORIGIN_SQUARE);
    }
}

static enum mad_status part_texts(const struct job *job)
{
    for (;;) {
        uint32_t count = collect(job, true), collisions = 0;
        struct group group;
        for (uint32_t start = 0; start < count; start += group.count) {
            group = group_at(job->names->items, start, count);
            if (!is_collision(group))
                continue;
            part_group(job, group);
            collisions++;
        }
        if (collisions == 0)
            return MAD_OK;
        enum mad_status status = rewrite(job, write_text, false);
        if (status != MAD_OK)
            return status;
    }
}

/* --- the list -------------------------------------------------------------------------------- */

/* How many moves there are with the outcomes behind the choices. */
static uint32_t count_all(const struct job *job)
{
    uint32_t total = job->list->count;
    for (uint32_t move = 0; job->game->outcome_count != 0 && move < job->list->count; move++)
        if (mad_move_is_open(&job->list->moves[move]))
            total += job->list->moves[move].delta_count;
    return total;
}

static enum mad_status reserve(const struct job *job)
{
    struct mad_names *names = job->names;
    const struct mad_memory *memory = job->game->allocator;
    void *block = names->names;
    enum mad_status status = mad_memory_grow(memory, &block, &names->name_capacity, count_all(job),
                                             sizeof *names->names);
    names->names = block;
    if (status != MAD_OK)
        return status;
    block = names->items;
    status = mad_memory_grow(memory, &block, &names->item_capacity, (size_t)job->list->count * 2,
                             sizeof *names->items);
    names->items = block;
    return status;
}

static enum mad_status write_all(const struct job *job)
{
    for (uint32_t move = 0; move < job->list->count; move++)
        job->names->names[move] = (struct mad_name){.is_stale = true};
    enum mad_status status = rewrite(job, write_coord, true);
    if (status == MAD_OK)
        status = part_coords(job);
    for (uint32_t move = 0; move < job->list->count; move++)
        job->names->names[move].is_stale = true;
    if (status == MAD_OK)
        status = rewrite(job, write_text, false);
    return status == MAD_OK ? part_texts(job) : status;
}

/* --- outcomes ---------------------------------------------------------------------------------- */

/* A text of the choice with what came out behind it. */
static enum mad_status append_outcome(struct job *job, size_t choice, uint32_t outcome,
                                      size_t *offset)
{
    job->choice = choice;
    return append(job, outcome, write_outcome, offset);
}

static enum mad_status name_outcomes(struct job *job, uint32_t choice)
{
    const struct mad_move *open = &job->list->moves[choice];
    enum mad_status status = MAD_OK;
    for (uint32_t i = 0; i < open->delta_count && status == MAD_OK; i++) {
        uint32_t outcome = open->delta_first + i;
        struct mad_name made = {0}, named = job->names->names[choice];
        status = append_outcome(job, named.coord, outcome, &made.coord);
        if (status == MAD_OK)
            status = append_outcome(job, named.text, outcome, &made.text);
        job->names->names[outcome] = made;
    }
    return status;
}

static enum mad_status name_all_outcomes(struct job *job)
{
    enum mad_status status = MAD_OK;
    for (uint32_t move = 0; move < job->list->count && status == MAD_OK; move++)
        if (mad_move_is_open(&job->list->moves[move]))
            status = name_outcomes(job, move);
    return status;
}

enum mad_status mad_notation_list(const struct mad_game *game, const struct mad_state *state,
                                  const struct mad_move_list *list, struct mad_names *names)
{
    struct job job = {game, state, list, names, 0};
    names->count = 0;
    names->byte_count = 0;
    enum mad_status status = reserve(&job);
    if (status == MAD_OK)
        status = write_all(&job);
    if (status == MAD_OK && game->outcome_count != 0)
        status = name_all_outcomes(&job);
    if (status == MAD_OK)
        names->count = list->count;
    return status;
}

bool mad_names_is_numbered(const struct mad_names *names, uint32_t move)
{
    const struct mad_name *name = &names->names[move];
    return name->detail == DETAIL_NUMBER && name->number > 1 &&
           strcmp(mad_names_text(names, move), mad_names_coord(names, move)) == 0;
}

static void swap(struct mad_move_list *list, struct mad_names *names, uint32_t a, uint32_t b)
{
    struct mad_move move = list->moves[a];
    list->moves[a] = list->moves[b];
    list->moves[b] = move;
    struct mad_name name = names->names[a];
    names->names[a] = names->names[b];
    names->names[b] = name;
}

void mad_notation_sort(struct mad_move_list *list, struct mad_names *names)
{
    for (uint32_t move = 0; move < names->count; move++)
        names->items[move] =
            (struct mad_name_item){.text = mad_names_coord(names, move), .move = move};
    if (names->count > 1)
        qsort(names->items, names->count, sizeof *names->items, compare_items);
    /* Each cycle of the order is walked once; a place that is done names itself. */
    for (uint32_t start = 0; start < names->count; start++) {
        uint32_t place = start;
        while (names->items[place].move != start) {
            uint32_t next = names->items[place].move;
            swap(list, names, place, next);
            names->items[place].move = place;
            place = next;
        }
        names->items[place].move = place;
    }
}

void mad_names_free(const struct mad_game *game, struct mad_names *names)
{
    const struct mad_memory *memory = game->allocator;
    mad_memory_free(memory, names->names, names->name_capacity * sizeof *names->names);
    mad_memory_free(memory, names->bytes, names->byte_capacity);
    mad_memory_free(memory, names->items, names->item_capacity * sizeof *names->items);
    *names = (struct mad_names){0};
}
