/* play.c - the memory of random games; see play.h.
 *
 * Layer: vm. It relies on w_play.h to ask for room before a state is written. */
#include "play.h"

#include <string.h>

#include "../memory.h"

enum { FIRST_STATES = 256 };

enum mad_status mad_play_make_room(struct mad_play *play, uint32_t count)
{
    const struct mad_memory *memory = play->game->allocator;
    const size_t wanted = count > FIRST_STATES ? count : FIRST_STATES;
    void *block = play->states;
    enum mad_status status = mad_memory_grow(memory, &block, &play->state_capacity,
                                             play->keeps_all ? wanted : 3, play->stride);
    play->states = block;
    if (status != MAD_OK)
        return status;
    block = play->keys;
    status = mad_memory_grow(memory, &block, &play->key_capacity, wanted, sizeof *play->keys);
    play->keys = block;
    play->room = (uint32_t)(play->keeps_all && play->state_capacity < play->key_capacity
                                ? play->state_capacity
                                : play->key_capacity);
    return status;
}

static enum mad_status begin(struct mad_play *play, const unsigned char *states,
                             const uint64_t *keys)
{
    const struct mad_memory *memory = play->game->allocator;
    struct mad_move_list *list = &play->list;
    enum mad_status status = mad_play_make_room(play, play->first);
    list->moves = memory->resize(memory->context, NULL, 0, MAD_MAX_MOVES * sizeof *list->moves);
    list->deltas = memory->resize(memory->context, NULL, 0, MAD_MAX_DELTAS * sizeof *list->deltas);
    list->capacity = MAD_MAX_MOVES;
    list->delta_capacity = MAD_MAX_DELTAS;
    if (status != MAD_OK || list->moves == NULL || list->deltas == NULL)
        return MAD_ERROR_MEMORY;
    for (uint32_t i = 0; i < play->first; i++) {
        if (play->keeps_all || i + 1 == play->first)
            memcpy(mad_play_state(play, i), states + i * play->stride, play->stride);
        mad_play_enter(play, i, keys[i]);
    }
    return MAD_OK;
}

enum mad_status mad_vm_play_new(const struct mad_game *game, const unsigned char *states,
                                size_t stride, const uint64_t *keys, uint32_t count,
                                struct mad_play **out)
{
    struct mad_play *play = mad_memory_new(game->allocator, sizeof *play);
    if (play == NULL)
        return MAD_ERROR_MEMORY;
    play->game = game;
    play->stride = stride;
    play->first = count;
    play->keeps_all = mad_vm_watches(game);
    enum mad_status status = begin(play, states, keys);
    if (status != MAD_OK) {
        mad_vm_play_free(play);
        return status;
    }
    *out = play;
    return MAD_OK;
}

void mad_vm_play_until(struct mad_play *play, mad_interrupt interrupt, void *context)
{
    play->interrupt = interrupt;
    play->context = context;
}

void mad_vm_play_free(struct mad_play *play)
{
    if (play == NULL)
        return;
    const struct mad_memory *memory = play->game->allocator;
    const struct mad_move_list *list = &play->list;
    mad_memory_free(memory, list->moves, MAD_MAX_MOVES * sizeof *list->moves);
    mad_memory_free(memory, list->deltas, MAD_MAX_DELTAS * sizeof *list->deltas);
    mad_memory_free(memory, play->states, play->state_capacity * play->stride);
    mad_memory_free(memory, play->keys, play->key_capacity * sizeof *play->keys);
    mad_memory_free(memory, play, sizeof *play);
}
