/* play.h - what random games need from one to the next (w_play.c plays them).
 *
 * Layer: vm. `first` states stand at the beginning of every game, and so do their keys. Where something
 * is asked of all states since a repetition, all states of a game are kept, one behind the other;
 * elsewhere the last of the first ones and the last two. */
#ifndef MAD_VM_PLAY_H
#define MAD_VM_PLAY_H

#include "vm.h"

enum { MAD_PLAY_SEEN = 8192 };

struct mad_play {
    const struct mad_game *game;
    struct mad_move_list list; /* moves that are listed one by one */
    unsigned char *states;
    size_t stride, state_capacity; /* bytes from one to the next, and how many */
    uint64_t *keys;                /* of all states, for repetition */
    size_t key_capacity;
    uint32_t first;
    uint16_t seen[MAD_PLAY_SEEN]; /* how many of the keys have such low bits */
};

/* Where state number `index` of the game stands. */
static inline size_t mad_play_slot(const struct mad_play *play, uint32_t index)
{
    if (mad_vm_watches(play->game))
        return index;
    return index + 1 == play->first ? 0 : 1 + index % 2;
}

static inline struct mad_state *mad_play_state(const struct mad_play *play, uint32_t index)
{
    return (struct mad_state *)(void *)(play->states + mad_play_slot(play, index) * play->stride);
}

/* Room for so many states and their keys. */
MAD_MUST_CHECK enum mad_status mad_play_make_room(struct mad_play *play, uint32_t count);

#endif
