/* stack.c - see stack.h. Layer: search. */
#include "stack.h"

#include "../memory.h"

enum mad_status mad_stack_make(struct mad_stack *stack, const struct mad_game *game, uint32_t plies)
{
    const struct mad_memory *memory = game->allocator;
    struct mad_move_list *list = &stack->list;
    stack->plies = plies;
    list->capacity = MAD_STACK_MOVES;
    list->delta_capacity = MAD_STACK_DELTAS;
    list->moves = memory->resize(memory->context, NULL, 0, MAD_STACK_MOVES * sizeof *list->moves);
    list->deltas =
        memory->resize(memory->context, NULL, 0, MAD_STACK_DELTAS * sizeof *list->deltas);
    stack->states = memory->resize(memory->context, NULL, 0, (size_t)game->state_bytes * plies);
    return list->moves != NULL && list->deltas != NULL && stack->states != NULL ? MAD_OK
                                                                                : MAD_ERROR_MEMORY;
}

void mad_stack_free(struct mad_stack *stack, const struct mad_game *game)
{
    const struct mad_memory *memory = game->allocator;
    struct mad_move_list *list = &stack->list;
    mad_memory_free(memory, stack->states, (size_t)game->state_bytes * stack->plies);
    mad_memory_free(memory, list->deltas, MAD_STACK_DELTAS * sizeof *list->deltas);
    mad_memory_free(memory, list->moves, MAD_STACK_MOVES * sizeof *list->moves);
}
