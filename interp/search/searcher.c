/* searcher.c - the memory of searches: what a game needs once, and what each search needs. See
 * searcher.h. Layer: search. */
#include "searcher.h"

enum {
    TABLE_BYTES = 16 << 20,
};

static void *allocate(const struct mad_memory *memory, size_t bytes)
{
    return memory->resize(memory->context, NULL, 0, bytes);
}

static enum mad_status make_stacks(struct mad_searcher *searcher)
{
    enum mad_status status = mad_stack_make(&searcher->stack, searcher->game, MAD_MAX_PLY + 1);
    searcher->scores =
        allocate(searcher->game->allocator, MAD_STACK_MOVES * sizeof *searcher->scores);
    return status == MAD_OK && searcher->scores == NULL ? MAD_ERROR_MEMORY : status;
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

static enum mad_status make_evaluator(struct mad_searcher *searcher, const mad_learned *learned)
{
    enum mad_status status =
        mad_evaluator_make(&searcher->evaluator, searcher->game, &searcher->stack.list,
                           mad_searcher_state(searcher, 0), mad_searcher_state(searcher, 1));
    if (status == MAD_OK)
        mad_evaluator_learn(&searcher->evaluator, learned);
    memset(searcher->seen, 0, sizeof searcher->seen);
    return status;
}

static enum mad_status make_glance(struct mad_searcher *searcher)
{
    const struct mad_learned *learned = searcher->evaluator.learned;
    return learned != NULL && learned->network != NULL
               ? mad_glance_make(&searcher->glance, searcher->game, learned->network)
               : MAD_OK;
}

enum mad_status mad_searcher_make_own(struct mad_searcher *searcher)
{
    const struct mad_game *game = searcher->game;
    searcher->compels = mad_vm_must_capture(game);
    enum mad_status status = make_stacks(searcher);
    if (status == MAD_OK && searcher->leader != NULL)
        searcher->evaluator = searcher->leader->evaluator;
    else if (status == MAD_OK)
        status = make_evaluator(searcher, game->learned.use);
    if (status == MAD_OK)
        status = make_glance(searcher);
    if (status == MAD_OK)
        status = mad_order_make(&searcher->order, &searcher->evaluator,
                                mad_searcher_state(searcher, MAD_MAX_PLY));
    searcher->evaluator.en_prise = &searcher->order.en_prise;
    return status;
}

enum mad_status mad_searcher_new(const mad_game *game, size_t table_bytes, mad_searcher **out)
{
    if (game == NULL || out == NULL)
        return MAD_ERROR_MISUSE;
    struct mad_searcher *searcher = mad_memory_new(game->allocator, sizeof *searcher);
    if (searcher == NULL)
        return MAD_ERROR_MEMORY;
    searcher->game = game;
    enum mad_status status = mad_searcher_make_own(searcher);
    if (status == MAD_OK)
        status = mad_table_make(&searcher->table, game->allocator,
                                table_bytes != 0 ? table_bytes : TABLE_BYTES);
    if (status == MAD_OK)
        *out = searcher;
    else
        mad_searcher_free(searcher);
    return status;
}

void mad_searcher_free(mad_searcher *searcher)
{
    if (searcher == NULL)
        return;
    const struct mad_memory *memory = searcher->game->allocator;
    mad_together_free(searcher);
    mad_order_free(&searcher->order);
    mad_glance_free(&searcher->glance, searcher->game);
    if (searcher->leader == NULL) {
        mad_table_free(&searcher->table, memory);
        mad_evaluator_free(&searcher->evaluator);
    }
    mad_memory_free(memory, searcher->scores, MAD_STACK_MOVES * sizeof *searcher->scores);
    mad_stack_free(&searcher->stack, searcher->game);
    mad_memory_free(memory, searcher, sizeof *searcher);
}

enum mad_status mad_searcher_use(mad_searcher *searcher, const mad_learned *learned)
{
    mad_together_free(searcher); /* they have the old one */
    mad_searcher_forget(searcher);
    mad_evaluator_free(&searcher->evaluator);
    mad_glance_free(&searcher->glance, searcher->game);
    searcher->evaluator = (struct mad_evaluator){.game = searcher->game};
    enum mad_status status = make_evaluator(searcher, learned);
    return status == MAD_OK ? make_glance(searcher) : status;
}

void mad_searcher_forget(mad_searcher *searcher)
{
    mad_table_empty(&searcher->table);
    mad_order_forget(&searcher->order);
    mad_together_forget(searcher);
}

/* --- one search ------------------------------------------------------------------------------------- */

enum mad_status mad_searcher_set(struct mad_searcher *searcher, const struct mad_position *position)
{
    searcher->position = position;
    searcher->status = MAD_OK;
    searcher->tosses = searcher->gave_away = searcher->deepest = searcher->rank = 0;
    searcher->depth = 0;
    memset(searcher->key_seen, 0, sizeof searcher->key_seen);
    memset(searcher->line_length, 0, sizeof searcher->line_length);
    if (searcher->leader == NULL)
        mad_table_grow_older(&searcher->table);
    mad_order_age(&searcher->order);
    memcpy(mad_searcher_state(searcher, 0), mad_position_state(position),
           searcher->game->state_bytes);
    searcher->team = searcher->game->turn.seats != NULL
                         ? searcher->game->turn.seats->allies[mad_position_side(position)]
                         : 0;
    searcher->in_check[0] = mad_vm_in_check(searcher->game, mad_searcher_state(searcher, 0));
    return make_keys(searcher, position);
}

void mad_searcher_end(struct mad_searcher *searcher)
{
    const struct mad_memory *memory = searcher->game->allocator;
    mad_memory_free(memory, searcher->found, searcher->lines * sizeof *searcher->found);
    mad_memory_free(memory, searcher->allowed, searcher->allowed_room * sizeof *searcher->allowed);
    mad_memory_free(memory, searcher->keys, searcher->key_capacity * sizeof *searcher->keys);
    searcher->found = NULL;
    searcher->allowed = NULL;
    searcher->keys = NULL;
    searcher->lines = searcher->allowed_count = searcher->allowed_room = searcher->key_capacity = 0;
}

enum mad_status mad_searcher_make_room(struct mad_searcher *searcher, uint32_t lines,
                                       const struct mad_move *allowed, uint32_t allowed_count)
{
    const struct mad_memory *memory = searcher->game->allocator;
    searcher->lines = lines;
    searcher->found = mad_memory_new(memory, lines * sizeof *searcher->found);
    if (searcher->found == NULL)
        return MAD_ERROR_MEMORY;
    if (allowed == NULL)
        return MAD_OK;
    searcher->allowed = mad_memory_new(memory, allowed_count * sizeof *allowed);
    if (searcher->allowed == NULL)
        return MAD_ERROR_MEMORY;
    memcpy(searcher->allowed, allowed, allowed_count * sizeof *allowed);
    searcher->allowed_count = searcher->allowed_room = allowed_count;
    return MAD_OK;
}

enum mad_status mad_searcher_list(struct mad_searcher *searcher, uint32_t ply)
{
    searcher->stack.list.count = 0;
    searcher->stack.list.delta_count = 0;
    uint32_t total;
    enum mad_status status =
        mad_vm_generate(searcher->game, mad_searcher_state(searcher, ply), &searcher->stack.list);
    return status == MAD_OK ? mad_chance_fold(searcher->game, &searcher->stack.list, 0, &total)
                            : status;
}
