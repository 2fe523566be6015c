/* play.h - what random games need from one to the next (w_play.h plays them).
 *
 * Layer: vm. `first` states stand at the beginning of every game, and so do their keys. Where something
 * is asked of all states since a repetition, all states of a game are kept, one behind the other;
 * elsewhere the last of the first ones and the last two. */
#ifndef MAD_VM_PLAY_H
#define MAD_VM_PLAY_H

#include "vm.h"

enum { MAD_PLAY_HEADS = 4096 };

/* The key for repetition of one state. Those whose low bits are alike are chained, the last one first;
 * links are numbers of states + 1, 0 at the end. */
struct mad_play_key {
    uint64_t key;
    uint32_t before;
};

struct mad_play {
    const struct mad_game *game;
    struct mad_move_list list; /* moves that are listed one by one */
    unsigned char *states;
    size_t stride, state_capacity; /* bytes from one to the next, and how many */
    struct mad_play_key *keys;     /* of all states */
    size_t key_capacity;
    bool keeps_all; /* all states stay */
    uint32_t room;  /* so many states and keys fit */
    uint32_t first;
    mad_interrupt interrupt; /* may be null; asked in long games */
    void *context;
    uint32_t polls;
    uint32_t heads[MAD_PLAY_HEADS];
};

/* State number `index` of the game. */
static inline struct mad_state *mad_play_state(const struct mad_play *play, uint32_t index)
{
    size_t slot = index;
    if (!play->keeps_all) {
        slot = index + 1 == play->first ? 0 : 1 + index % 2;
    }
    return (struct mad_state *)(void *)(play->states + slot * play->stride);
}

static inline uint32_t *mad_play_head(struct mad_play *play, uint64_t key)
{
    return &play->heads[key % MAD_PLAY_HEADS];
}

static inline void mad_play_enter(struct mad_play *play, uint32_t index, uint64_t key)
{
    uint32_t *head = mad_play_head(play, key);
    play->keys[index] = (struct mad_play_key){key, *head};
    *head = index + 1;
}

/* Room for so many states and their keys. */
MAD_MUST_CHECK enum mad_status mad_play_make_room(struct mad_play *play, uint32_t count);

#endif
