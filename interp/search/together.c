/* together.c - several threads search the same position and tell each other through the table (lazy SMP).
 * Layer: search. See searcher.h.
 *
 * The first thread is the caller's: it alone keeps time, reports and is believed. A helper has a searcher of
 * its own, but for table and evaluator, and searches the same root until it is told to stop; half of them one
 * depth ahead. All memory is had before threads begin: the caller's allocator is not asked by two at once. */
#include <signal.h>

#include "../memory.h"
#include "searcher.h"

static bool is_told_to_stop(void *context)
{
    const struct mad_searcher *searcher = context;
    return atomic_load_explicit(&searcher->is_over, memory_order_relaxed);
}

static void *help(void *context)
{
    struct mad_searcher *helper = context;
    if (mad_searcher_begin(helper) == MAD_OK)
        while (mad_searcher_deepen(helper)) {
        }
    return NULL;
}

static enum mad_status make_helper(struct mad_searcher *searcher, struct mad_searcher **out)
{
    struct mad_searcher *helper = mad_memory_new(searcher->game->allocator, sizeof *helper);
    if (helper == NULL)
        return MAD_ERROR_MEMORY;
    helper->game = searcher->game;
    helper->leader = searcher;
    enum mad_status status = mad_searcher_make_own(helper);
    if (status == MAD_OK)
        *out = helper;
    else
        mad_searcher_free(helper);
    return status;
}

/* As many helpers as there is memory for. */
static uint32_t make_helpers(struct mad_searcher *searcher, uint32_t wanted)
{
    while (searcher->helper_count < wanted &&
           make_helper(searcher, &searcher->helpers[searcher->helper_count]) == MAD_OK)
        searcher->helper_count++;
    return searcher->helper_count < wanted ? searcher->helper_count : wanted;
}

/* What the helper looks for; it goes on until it is told to stop, or has had its share. */
static enum mad_status set_helper(struct mad_searcher *helper, uint32_t number)
{
    const struct mad_searcher *leader = helper->leader;
    struct mad_search_limits limits = {.depth = leader->budget.limits.depth,
                                       .nodes = leader->budget.limits.nodes,
                                       .seed = leader->budget.limits.seed,
                                       .interrupt = is_told_to_stop,
                                       .context = helper->leader};
    mad_budget_start(&helper->budget, &limits);
    enum mad_status status = mad_searcher_set(helper, leader->position);
    helper->table = leader->table;
    helper->ahead = (int)(number % 2);
    if (status == MAD_OK)
        status = mad_searcher_make_room(helper, 1, leader->allowed, leader->allowed_count);
    return status;
}

static bool start_thread(struct mad_searcher *helper)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the caller's threads */
    bool is_started = pthread_create(&helper->thread, NULL, help, helper) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

void mad_together_start(struct mad_searcher *searcher)
{
    size_t threads = searcher->budget.limits.threads;
    atomic_store_explicit(&searcher->is_over, false, memory_order_relaxed);
    searcher->helping = 0;
    if (threads <= 1)
        return;
    uint32_t wanted = make_helpers(searcher, (uint32_t)threads - 1), ready = 0;
    uint64_t *nodes = &searcher->budget.limits.nodes, all = *nodes;
    *nodes = all > wanted ? all / (wanted + 1) : all; /* each its share */
    while (ready < wanted && set_helper(searcher->helpers[ready], ready + 1) == MAD_OK)
        ready++;
    if (ready < wanted)
        mad_searcher_end(searcher->helpers[ready]);
    while (searcher->helping < ready && start_thread(searcher->helpers[searcher->helping]))
        searcher->helping++;
    for (uint32_t i = searcher->helping; i < ready; i++)
        mad_searcher_end(searcher->helpers[i]);
    if (*nodes < all)
        *nodes += *nodes * (wanted - searcher->helping); /* of those who do not search */
}

uint64_t mad_together_nodes(const struct mad_searcher *searcher)
{
    uint64_t nodes = searcher->budget.nodes;
    for (uint32_t i = 0; i < searcher->helping; i++)
        nodes += atomic_load_explicit(&searcher->helpers[i]->budget.told, memory_order_relaxed);
    return nodes;
}

void mad_together_stop(struct mad_searcher *searcher)
{
    atomic_store_explicit(&searcher->is_over, true, memory_order_relaxed);
    for (uint32_t i = 0; i < searcher->helping; i++) {
        struct mad_searcher *helper = searcher->helpers[i];
        pthread_join(helper->thread, NULL);
        atomic_store_explicit(&helper->budget.told, helper->budget.nodes, memory_order_relaxed);
        mad_searcher_end(helper);
    }
}

void mad_together_forget(struct mad_searcher *searcher)
{
    for (uint32_t i = 0; i < searcher->helper_count; i++)
        mad_order_forget(&searcher->helpers[i]->order);
}

void mad_together_free(struct mad_searcher *searcher)
{
    for (uint32_t i = 0; i < searcher->helper_count; i++)
        mad_searcher_free(searcher->helpers[i]);
    searcher->helper_count = 0;
}
