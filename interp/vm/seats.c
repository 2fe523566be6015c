/* seats.c - see seats.h.
 *
 * Layer: vm. Each position is judged, listed and left through the doors of doors.c, so that Red's moves are made as Red sees
 * the game and Green's as Green does. It relies on game/seats.c for the change between them. */
#include "seats.h"

#include <string.h>

#include "../memory.h"
#include "../random.h"
#include "play.h"

/* A walk: the moves of each ply stand behind those of the plies above. */
struct walk {
    const struct mad_game *game;
    struct mad_move_list list;
    unsigned char *states;
    mad_interrupt interrupt;
    void *context;
    uint64_t nodes;
};

static enum mad_status walk_below(struct walk *walk, uint32_t ply, int depth)
{
    const struct mad_game *game = walk->game;
    struct mad_state *state = (void *)(walk->states + (size_t)ply * game->state_bytes),
                     *next = (void *)(walk->states + ((size_t)ply + 1) * game->state_bytes);
    const uint32_t first = walk->list.count, first_delta = walk->list.delta_count;
    struct mad_verdict verdict;
    enum mad_status status = mad_vm_judge(game, state, (struct mad_past){0}, &verdict);
    if (status != MAD_OK || verdict.outcome != MAD_GOES_ON)
        return status;
    status = mad_vm_generate(game, state, &walk->list);
    if (status == MAD_OK && walk->interrupt != NULL && walk->interrupt(walk->context))
        status = MAD_ERROR_STOPPED;
    walk->nodes += depth == 1 ? walk->list.count - first : 0;
    for (uint32_t i = first, end = walk->list.count; depth > 1 && i < end && status == MAD_OK;
         i++) {
        mad_vm_apply(game, state, &walk->list.moves[i], walk->list.deltas, next);
        status = mad_state_is_made(next) ? walk_below(walk, ply + 1, depth - 1) : MAD_ERROR_LIMIT;
    }
    walk->list.count = first;
    walk->list.delta_count = first_delta;
    return status;
}

enum mad_status mad_seats_perft(const struct mad_game *game, const struct mad_state *state,
                                int depth, mad_interrupt interrupt, void *context, uint64_t *nodes)
{
    const struct mad_memory *memory = game->allocator;
    const uint32_t moves = 4 * MAD_MAX_MOVES, deltas = 2 * MAD_MAX_DELTAS;
    const size_t bytes = ((size_t)depth + 1) * game->state_bytes;
    struct walk walk = {
        .game = game,
        .interrupt = interrupt,
        .context = context,
        .states = mad_memory_new(memory, bytes),
        .list = {.moves = mad_memory_new(memory, moves * sizeof(struct mad_move)),
                 .deltas = mad_memory_new(memory, deltas * sizeof(struct mad_delta)),
                 .capacity = moves,
                 .delta_capacity = deltas}};
    enum mad_status status =
        walk.states != NULL && walk.list.moves != NULL && walk.list.deltas != NULL
            ? MAD_OK
            : MAD_ERROR_MEMORY;
    if (status == MAD_OK)
        memcpy(walk.states, state, game->state_bytes);
    if (status == MAD_OK && depth > 0)
        status = walk_below(&walk, 0, depth);
    *nodes = depth > 0 ? walk.nodes : 1;
    mad_memory_free(memory, walk.states, bytes);
    mad_memory_free(memory, walk.list.moves, moves * sizeof(struct mad_move));
    mad_memory_free(memory, walk.list.deltas, deltas * sizeof(struct mad_delta));
    return status;
}

/* Lists the moves, unless the game is over. */
static enum mad_status look(struct mad_play *play, struct mad_state *state,
                            struct mad_verdict *verdict)
{
    const struct mad_game *game = play->game;
    play->list.count = play->list.delta_count = 0;
    enum mad_status status =
        mad_vm_judge(game, state, (struct mad_past){.occurrences = 1}, verdict);
    if (status == MAD_OK && verdict->outcome == MAD_GOES_ON)
        status = mad_vm_generate(game, state, &play->list);
    if (status == MAD_OK && play->interrupt != NULL && play->interrupt(play->context))
        status = MAD_ERROR_STOPPED;
    return status;
}

enum mad_status mad_seats_play(const struct mad_game *game, struct mad_play *play, uint64_t *seed,
                               uint32_t max_plies, struct mad_play_result *result)
{
    enum mad_status status = MAD_OK;
    *result = (struct mad_play_result){.verdict = {.outcome = MAD_GOES_ON}};
    for (uint32_t at = play->first - 1; status == MAD_OK; at++) {
        if (at + 2 > play->room)
            status = mad_play_make_room(play, at + 2);
        struct mad_state *state = mad_play_state(play, at), *next = mad_play_state(play, at + 1);
        if (status == MAD_OK)
            status = look(play, state, &result->verdict);
        if (status != MAD_OK || play->list.count == 0 || result->plies == max_plies)
            break;
        const uint32_t drawn = (uint32_t)((uint64_t)mad_random_word(seed) * play->list.count >> 32);
        mad_vm_apply(game, state, &play->list.moves[drawn], play->list.deltas, next);
        status = mad_state_is_made(next) ? MAD_OK : MAD_ERROR_LIMIT;
        result->plies++;
    }
    return status;
}
