/* playout.c - random games to the end, as fast as they come (vm/w_play.h).
 *
 * Layer: interp. */
#include "memory.h"
#include "position.h"
#include "random.h"

static enum mad_status begin(const mad_position *position, struct mad_play **play)
{
    const struct mad_memory *memory = position->game->allocator;
    size_t bytes = position->count * sizeof(uint64_t);
    uint64_t *keys = memory->resize(memory->context, NULL, 0, bytes);
    if (keys == NULL)
        return MAD_ERROR_MEMORY;
    for (uint32_t i = 0; i < position->count; i++)
        keys[i] = position->plies[i].repetition_key;
    enum mad_status status = mad_vm_play_new(
        position->game, position->states, position->game->state_bytes, keys, position->count, play);
    mad_memory_free(memory, keys, bytes);
    return status;
}

/* The next game, from another array. */
static enum mad_status begin_drawn(mad_position *drawn, const struct mad_playout_limits *limits,
                                   uint64_t seed, struct mad_play **play)
{
    mad_vm_play_free(*play);
    *play = NULL;
    enum mad_status status = mad_position_shuffle(drawn, seed);
    if (status == MAD_OK)
        status = begin(drawn, play);
    if (status == MAD_OK)
        mad_vm_play_until(*play, limits->interrupt, limits->context);
    return status;
}

static void add(struct mad_playouts *sum, const struct mad_play_result *result)
{
    sum->games++;
    sum->plies += result->plies;
    const int winner = mad_winner((enum mad_outcome)result->verdict.outcome);
    if (winner >= 0)
        sum->wins[winner]++;
    sum->draws += result->verdict.outcome == MAD_DRAW;
    sum->unfinished += result->verdict.outcome == MAD_GOES_ON;
}

enum mad_status mad_playout(const mad_position *position, const struct mad_playout_limits *limits,
                            struct mad_playouts *sum)
{
    const uint32_t max_plies = limits->max_plies != 0 ? limits->max_plies : MAD_PLAYOUT_PLIES;
    *sum = (struct mad_playouts){0};
    if (limits->games == 0 && limits->interrupt == NULL)
        return MAD_ERROR_MISUSE;
    struct mad_play *play = NULL;
    uint64_t state = (limits->seed - 1) * MAD_RANDOM_STEP,
             seed = mad_random(&state) | 1; /* not 0 */
    const bool shuffles = limits->shuffles && mad_game_is_shuffled(position->game);
    mad_position *drawn = NULL;
    enum mad_status status =
        shuffles ? mad_position_new(position->game, &drawn) : begin(position, &play);
    if (status == MAD_OK && !shuffles)
        mad_vm_play_until(play, limits->interrupt, limits->context);
    while (status == MAD_OK && (limits->games == 0 || sum->games < limits->games) &&
           (limits->interrupt == NULL || !limits->interrupt(limits->context))) {
        struct mad_play_result result;
        if (shuffles)
            status = begin_drawn(drawn, limits, mad_random(&state), &play);
        if (status != MAD_OK)
            break;
        status = mad_vm_play(position->game, play, &seed, max_plies, &result);
        if (status == MAD_OK)
            add(sum, &result);
    }
    mad_vm_play_free(play);
    mad_position_free(drawn);
    return status == MAD_ERROR_STOPPED ? MAD_OK
                                       : status; /* `sum` says how many games came to an end */
}
