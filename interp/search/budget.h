/* budget.h - what a search may still spend: time, nodes, the patience of its caller.
 *
 * Layer: search. Every node is paid for with mad_budget_spend; once it says no it goes on saying no.
 * The clock and the caller are asked now and then only, because asking costs as much as a node: after so
 * much work, of which a node is NODE and each move listed there one more. Some games have 35 moves, some
 * 2,000. */
#ifndef MAD_SEARCH_BUDGET_H
#define MAD_SEARCH_BUDGET_H

#include <stdatomic.h>
#include <time.h>

#include "../mad_rules.h"

enum {
    MAD_BUDGET_NODE = 32,
    MAD_BUDGET_POLL = 1 << 14, /* a few milliseconds in the slowest games */
};

struct mad_budget {
    struct mad_search_limits limits;
    struct timespec start;
    double waited; /* seconds since the start that do not count */
    uint64_t nodes;
    _Atomic uint64_t told; /* nodes when the clock was asked last, for other threads to read */
    uint32_t work;         /* since the clock was asked */
    bool is_waiting, is_spent;
    bool is_slow; /* the last moves took long to list: the clock is asked at each node */
};

void mad_budget_start(struct mad_budget *budget, const struct mad_search_limits *limits);
double mad_budget_seconds(const struct mad_budget *budget); /* since the start */
/* Asks the clock and the caller now; false when the search has to end. */
bool mad_budget_poll(struct mad_budget *budget);
/* Whether another iteration, which takes a few times as long as all before, is worth starting. */
bool mad_budget_has_another(const struct mad_budget *budget);

/* Says how many steps the moves of a node took, and whether making it did: where rules are slow the clock
 * is asked at each node. */
static inline void mad_budget_slow(struct mad_budget *budget, uint32_t steps, bool made_slowly)
{
    enum { USUAL = 1 << 12 };
    budget->is_slow = steps > USUAL || made_slowly;
}

/* Pays for a node; false when the search has to end. */
static inline bool mad_budget_spend(struct mad_budget *budget)
{
    if (budget->limits.nodes != 0 && budget->nodes >= budget->limits.nodes)
        budget->is_spent = true;
    if (budget->is_spent)
        return false;
    budget->nodes++;
    budget->work += MAD_BUDGET_NODE;
    return (budget->work < MAD_BUDGET_POLL && !budget->is_slow) || mad_budget_poll(budget);
}

/* Says how many moves were listed at a node that has been paid for. */
static inline void mad_budget_work(struct mad_budget *budget, uint32_t moves)
{
    budget->work += moves;
}

#endif
