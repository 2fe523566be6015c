/* budget.c - see budget.h. Layer: search. */
#include "budget.h"

void mad_budget_start(struct mad_budget *budget, const struct mad_search_limits *limits)
{
    *budget = (struct mad_budget){.limits = *limits, .is_waiting = limits->waits != NULL};
    (void)clock_gettime(CLOCK_MONOTONIC, &budget->start);
}

double mad_budget_seconds(const struct mad_budget *budget)
{
    struct timespec now = budget->start;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - budget->start.tv_sec) +
           (double)(now.tv_nsec - budget->start.tv_nsec) / 1e9;
}

/* Whether a limit in seconds, if there is one, is over. */
static bool is_past(const struct mad_budget *budget, double seconds)
{
    return seconds > 0 && !budget->is_waiting &&
           mad_budget_seconds(budget) - budget->waited >= seconds;
}

static void ask_whether_to_wait(struct mad_budget *budget)
{
    if (budget->is_waiting && !budget->limits.waits(budget->limits.context)) {
        budget->is_waiting = false;
        budget->waited = mad_budget_seconds(budget);
    }
}

bool mad_budget_poll(struct mad_budget *budget)
{
    const struct mad_search_limits *limits = &budget->limits;
    budget->work = 0;
    atomic_store_explicit(&budget->told, budget->nodes, memory_order_relaxed);
    ask_whether_to_wait(budget);
    if ((limits->interrupt != NULL && limits->interrupt(limits->context)) ||
        is_past(budget, limits->seconds))
        budget->is_spent = true;
    return !budget->is_spent;
}

bool mad_budget_has_another(const struct mad_budget *budget)
{
    return !budget->is_spent && !is_past(budget, budget->limits.soft_seconds);
}
