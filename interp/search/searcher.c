/* searcher.c - the memory of a search: made once, freed once. See alpha_beta.h. Layer: search. */
#include "alpha_beta.h"

enum {
    STATE_ALIGNMENT = 32,
    TABLE_BYTES = 16 << 20,
    TABLE_DEPTH = 6,    /* from here on a search may fill the table; four times less a ply before */
    ENTRIES_A_NODE = 2, /* a search of few nodes needs no large table */
    STACK_MOVES = 4 * MAD_MAX_MOVES, /* of all plies; touched only as far as it is used */
    STACK_DELTAS = 2 * MAD_MAX_DELTAS,
};

static void *allocate(const struct mad_memory *memory, size_t bytes)
{
    return memory->resize(memory->context, NULL, 0, bytes);
}

static enum mad_status make_stacks(struct mad_searcher *searcher)
{
    const struct mad_memory *memory = searcher->game->allocator;
    struct mad_move_list *list = &searcher->list;
    list->capacity = STACK_MOVES;
    list->delta_capacity = STACK_DELTAS;
    searcher->state_bytes = (MAD_MAX_PLY + 1) * searcher->stride;
    list->moves = allocate(memory, STACK_MOVES * sizeof *list->moves);
    list->deltas = allocate(memory, STACK_DELTAS * sizeof *list->deltas);
    searcher->scores = allocate(memory, STACK_MOVES * sizeof *searcher->scores);
    searcher->states = allocate(memory, searcher->state_bytes);
    return list->moves != NULL && list->deltas != NULL && searcher->scores != NULL &&
                   searcher->states != NULL
               ? MAD_OK
               : MAD_ERROR_MEMORY;
}

/* The game so far, as repetition sees it. The root's own key is entered by the search. */
static enum mad_status make_keys(struct mad_searcher *searcher, const struct mad_position *position)
{
    searcher->history_count = position->count - 1;
    searcher->key_capacity = position->count + MAD_MAX_PLY;
    searcher->keys =
        allocate(searcher->game->allocator, searcher->key_capacity * sizeof *searcher->keys);
    if (searcher->keys == NULL)
        return MAD_ERROR_MEMORY;
    for (uint32_t i = 0; i < searcher->history_count; i++) {
        searcher->keys[i] = position->plies[i].repetition_key;
        searcher->key_seen[searcher->keys[i] % MAD_KEY_BUCKETS]++;
    }
    return MAD_OK;
}

/* No more than a search so limited can fill: clearing it takes time. */
static size_t table_bytes(const struct mad_search_limits *limits)
{
    size_t bytes = limits->table_bytes != 0 ? limits->table_bytes : TABLE_BYTES;
    if (limits->depth > 0 && limits->depth < TABLE_DEPTH)
        bytes >>= 2 * (TABLE_DEPTH - limits->depth);
    if (limits->nodes > 0 && limits->nodes < bytes / (ENTRIES_A_NODE * sizeof(struct mad_entry)))
        bytes = (size_t)limits->nodes * ENTRIES_A_NODE * sizeof(struct mad_entry);
    return bytes;
}

enum mad_status mad_searcher_make(struct mad_searcher *searcher,
                                  const struct mad_position *position)
{
    searcher->game = position->game;
    searcher->position = position;
    searcher->stride = (searcher->game->state_bytes + (size_t)STATE_ALIGNMENT - 1) /
                       STATE_ALIGNMENT * STATE_ALIGNMENT;
    enum mad_status status = make_stacks(searcher);
    if (status == MAD_OK)
        status = make_keys(searcher, position);
    if (status == MAD_OK)
        status =
            mad_evaluator_make(&searcher->evaluator, searcher->game, &searcher->list,
                               mad_searcher_state(searcher, 0), mad_searcher_state(searcher, 1));
    if (status == MAD_OK)
        status = mad_order_make(&searcher->order, &searcher->evaluator);
    if (status == MAD_OK)
        status = mad_table_make(&searcher->table, searcher->game->allocator,
                                table_bytes(&searcher->budget.limits));
    if (status == MAD_OK)
        memcpy(mad_searcher_state(searcher, 0), mad_position_state(position),
               searcher->game->state_bytes);
    return status;
}

void mad_searcher_free(struct mad_searcher *searcher)
{
    const struct mad_memory *memory = searcher->game->allocator;
    struct mad_move_list *list = &searcher->list;
    mad_table_free(&searcher->table, memory);
    mad_order_free(&searcher->order);
    mad_evaluator_free(&searcher->evaluator);
    mad_memory_free(memory, searcher->found, searcher->lines * sizeof *searcher->found);
    mad_memory_free(memory, searcher->allowed,
                    searcher->budget.limits.move_count * sizeof *searcher->allowed);
    mad_memory_free(memory, searcher->keys, searcher->key_capacity * sizeof *searcher->keys);
    mad_memory_free(memory, searcher->states, searcher->state_bytes);
    mad_memory_free(memory, searcher->scores, STACK_MOVES * sizeof *searcher->scores);
    mad_memory_free(memory, list->deltas, STACK_DELTAS * sizeof *list->deltas);
    mad_memory_free(memory, list->moves, STACK_MOVES * sizeof *list->moves);
}

enum mad_status mad_searcher_list(struct mad_searcher *searcher, uint32_t ply)
{
    searcher->list.count = 0;
    searcher->list.delta_count = 0;
    uint32_t total;
    enum mad_status status =
        mad_vm_generate(searcher->game, mad_searcher_state(searcher, ply), &searcher->list);
    return status == MAD_OK ? mad_chance_fold(searcher->game, &searcher->list, 0, &total) : status;
}
