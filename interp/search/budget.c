/* budget.c - see budget.h. Layer: search. */
#include "budget.h"

void mad_budget_start(struct mad_budget *budget, const struct mad_search_limits *limits)
{
    *budget = (struct mad_budget){.limits = *limits};
    (void)clock_gettime(CLOCK_MONOTONIC, &budget->start);
}

double mad_budget_seconds(const struct mad_budget *budget)
{
    struct timespec now = budget->start;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - budget->start.tv_sec) +
           (double)(now.tv_nsec - budget->start.tv_nsec) / 1e9;
}

bool mad_budget_poll(struct mad_budget *budget)
{
    const struct mad_search_limits *limits = &budget->limits;
    if (limits->interrupt != NULL && limits->interrupt(limits->context))
        budget->is_spent = true;
    else if (limits->seconds > 0 && mad_budget_seconds(budget) >= limits->seconds)
        budget->is_spent = true;
    return !budget->is_spent;
}

bool mad_budget_has_another(const struct mad_budget *budget)
{
    const double worth_starting = 0.6; /* of the time: what is left behind it rarely ends a depth */
    double seconds = budget->limits.seconds;
    return !budget->is_spent &&
           (seconds <= 0 || mad_budget_seconds(budget) < worth_starting * seconds);
}
