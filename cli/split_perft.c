/* split_perft.c - see split_perft.h. Layer: cli.
 *
 * The jobs are the positions two moves on, dealt out in turn to whoever is free: hundreds of them, so
 * that the threads end together. Each thread plays the moves on a position of its own. */
#include "split_perft.h"

#include <stdatomic.h>

#include "workers.h"

struct split {
    cli_perft perft;
    const mad_position *position;
    int depth;
    atomic_size_t next; /* job that nobody has taken */
    atomic_bool stopped;
    mad_interrupt interrupt;
    void *context;
};

struct counter { /* one thread */
    struct split *split;
    bool is_first;
    mad_position *position;
    mad_moves *moves, *replies;
    size_t job; /* number of the next job that it comes to */
    uint64_t nodes;
    enum mad_status status;
};

static bool is_stopped(void *context)
{
    struct counter *counter = context;
    struct split *split = counter->split;
    if (counter->is_first && split->interrupt != NULL && split->interrupt(split->context)) {
        atomic_store(&split->stopped, true);
    }
    return atomic_load(&split->stopped);
}

/* The index of number `n` of all moves that can be made, the outcomes of tosses one by one; false when
 * there are fewer. */
static bool move_at(const mad_moves *moves, size_t n, size_t *index)
{
    size_t count = mad_moves_count(moves);
    for (size_t i = 0; i < count; i++) {
        size_t outcomes = mad_moves_at(moves, i).outcomes, ways = outcomes != 0 ? outcomes : 1;
        if (n < ways) {
            *index = outcomes != 0 ? mad_moves_outcome(moves, i, n).index : i;
            return true;
        }
        n -= ways;
    }
    return false;
}

static enum mad_status count_job(struct counter *counter, size_t index)
{
    uint64_t nodes = 0;
    enum mad_status status = mad_position_apply(counter->position, counter->replies, index);
    if (status == MAD_OK) {
        status = counter->split->perft(counter->position, counter->split->depth - 2, &nodes,
                                       is_stopped, counter);
        enum mad_status undone = mad_position_undo(counter->position);
        status = status != MAD_OK ? status : undone;
    }
    counter->nodes += nodes;
    return status;
}

/* The jobs behind the present position, which is one move on: those that this thread has taken. */
static enum mad_status count_replies(struct counter *counter, size_t *taken)
{
    uint64_t children = 0;
    enum mad_status status = mad_perft(counter->position, 1, &children, NULL, NULL);
    if (status == MAD_OK && children != 0) { /* else the game is over */
        status = mad_moves_list_raw(counter->replies, counter->position);
    }
    size_t index;
    for (size_t n = 0; status == MAD_OK && children != 0 && move_at(counter->replies, n, &index);
         n++) {
        if (counter->job++ == *taken && !is_stopped(counter)) {
            status = count_job(counter, index);
            *taken = atomic_fetch_add(&counter->split->next, 1);
        }
    }
    return status;
}

static enum mad_status count_share(struct counter *counter)
{
    const mad_game *game = mad_position_game(counter->split->position);
    enum mad_status status = mad_position_new(game, &counter->position);
    if (status == MAD_OK)
        status = mad_position_copy(counter->position, counter->split->position);
    if (status == MAD_OK)
        status = mad_moves_new(game, &counter->moves);
    if (status == MAD_OK)
        status = mad_moves_new(game, &counter->replies);
    if (status == MAD_OK)
        status = mad_moves_list_raw(counter->moves, counter->position);
    size_t taken = atomic_fetch_add(&counter->split->next, 1), index;
    for (size_t n = 0; status == MAD_OK && !atomic_load(&counter->split->stopped) &&
                       move_at(counter->moves, n, &index);
         n++) {
        status = mad_position_apply(counter->position, counter->moves, index);
        if (status == MAD_OK)
            status = count_replies(counter, &taken);
        if (status == MAD_OK)
            status = mad_position_undo(counter->position);
    }
    return status;
}

static void work(void *item)
{
    struct counter *counter = item;
    counter->status = count_share(counter);
    mad_moves_free(counter->replies);
    mad_moves_free(counter->moves);
    mad_position_free(counter->position);
}

enum mad_status cli_split_perft(cli_perft perft, const mad_position *position, int depth,
                                size_t threads, uint64_t *nodes, mad_interrupt interrupt,
                                void *context)
{
    uint64_t children = 0;
    enum mad_status status = mad_perft(position, 1, &children, NULL, NULL);
    if (threads < 2 || depth < 3 || status != MAD_OK || children == 0) {
        return perft(position, depth, nodes, interrupt, context);
    }
    struct split split = {.perft = perft,
                          .position = position,
                          .depth = depth,
                          .interrupt = interrupt,
                          .context = context};
    struct counter counters[CLI_MAX_THREADS];
    for (size_t i = 0; i < threads; i++) {
        counters[i] = (struct counter){.split = &split, .is_first = i == 0};
    }
    if (!cli_workers_run(work, counters, threads, sizeof *counters)) {
        return MAD_ERROR_MEMORY;
    }
    *nodes = 0;
    for (size_t i = 0; i < threads; i++) {
        /* what went wrong on one thread stops the others, and is what is told */
        if (counters[i].status != MAD_OK && (status == MAD_OK || status == MAD_ERROR_STOPPED)) {
            status = counters[i].status;
        }
        *nodes += counters[i].nodes;
    }
    return status == MAD_OK && atomic_load(&split.stopped) ? MAD_ERROR_STOPPED : status;
}
