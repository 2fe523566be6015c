/* search.c - mad_search: one search from the request to the report.
 *
 * Layer: search. Nothing outlives the call. What the search found is told in the terms of the list
 * that mad_moves_list gives: sorted by coordinate text. */
#include "../game/notation.h"
#include "../game/writer.h"
#include "alpha_beta.h"

/* A search needs something that ends it. */
static bool is_sensible(const struct mad_search_limits *limits)
{
    return limits->depth >= 0 && limits->seconds >= 0 &&
           (limits->depth > 0 || limits->seconds > 0 || limits->nodes > 0 ||
            limits->interrupt != NULL);
}

/* Whether there is anything to search for. */
static enum mad_status check_root(struct mad_searcher *searcher,
                                  const struct mad_position *position)
{
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    struct mad_past past = {1, 0};
    enum mad_status status = mad_searcher_list(searcher, 0);
    if (status == MAD_OK)
        status = mad_position_past(position, &past);
    if (status != MAD_OK)
        return status;
    uint32_t count = searcher->list.count;
    status = mad_vm_judge_known(searcher->game, mad_searcher_state(searcher, 0), past, count > 0,
                                &verdict);
    if (status != MAD_OK)
        return status;
    struct mad_search_limits *limits = &searcher->budget.limits;
    if (count == 1 && limits->depth == 0 && limits->nodes == 0)
        limits->depth = 1; /* nobody waits for a move that has to be made anyway */
    return verdict.outcome != MAD_GOES_ON || count == 0 ? MAD_ERROR_OVER : MAD_OK;
}

/* --- the report ------------------------------------------------------------------------------------ */

static bool is_same_move(const struct mad_move *a, const struct mad_move *b)
{
    return a->from == b->from && a->to == b->to && a->placed == b->placed && a->line == b->line &&
           a->delta_first == b->delta_first && a->delta_count == b->delta_count;
}

static enum mad_status list_named(struct mad_searcher *searcher, uint32_t ply,
                                  struct mad_names *names)
{
    enum mad_status status = mad_searcher_list(searcher, ply);
    if (status == MAD_OK)
        status = mad_notation_list(searcher->game, mad_searcher_state(searcher, ply),
                                   &searcher->list, names);
    if (status == MAD_OK)
        mad_notation_sort(&searcher->list, names);
    return status;
}

static uint32_t index_of_best(const struct mad_searcher *searcher)
{
    uint32_t index = 0;
    while (index + 1 < searcher->list.count &&
           !is_same_move(&searcher->list.moves[index], &searcher->best))
        index++;
    return index;
}

/* The first move of that code; list.count when there is none. */
static uint32_t index_of_code(const struct mad_searcher *searcher, uint32_t code)
{
    uint32_t index = 0;
    while (index < searcher->list.count && mad_move_code(&searcher->list.moves[index]) != code)
        index++;
    return index;
}

/* False when the text does not fit whole any more. */
static bool append(struct mad_writer *line, const char *text)
{
    size_t space = line->length > 0;
    if (line->length + space + strlen(text) >= line->size)
        return false;
    if (space)
        mad_writer_char(line, ' ');
    mad_writer_text(line, text);
    return true;
}

/* Plays the expected line from the root, whose moves are listed and named. */
static enum mad_status write_line(struct mad_searcher *searcher, struct mad_names *names,
                                  uint32_t index, struct mad_writer *line)
{
    enum mad_status status = MAD_OK;
    for (uint32_t ply = 0; status == MAD_OK; ply++) {
        if (index >= searcher->list.count || !append(line, mad_names_coord(names, index)))
            break;
        if (mad_move_is_open(&searcher->list.moves[index]))
            break; /* what comes next hangs on the toss */
        mad_vm_apply(searcher->game, mad_searcher_state(searcher, ply),
                     &searcher->list.moves[index], searcher->list.deltas,
                     mad_searcher_state(searcher, ply + 1));
        if (ply + 1 >= searcher->best_line_length)
            break;
        status = list_named(searcher, ply + 1, names);
        index = index_of_code(searcher, searcher->best_line[ply + 1]);
    }
    return status;
}

static int mate_in(int score)
{
    if (score > MAD_SCORE_NEAR)
        return MAD_SCORE_MATE - score;
    return score < -MAD_SCORE_NEAR ? -MAD_SCORE_MATE - score : 0;
}

static enum mad_status make_report(struct mad_searcher *searcher, struct mad_search_report *report)
{
    struct mad_names names = {0};
    struct mad_search_report made = {
        .score = searcher->best_score,
        .mate_in = mate_in(searcher->best_score),
        .depth = searcher->depth,
        .nodes = searcher->budget.nodes,
    };
    struct mad_writer line = mad_writer_on(made.line, sizeof made.line);
    enum mad_status status = list_named(searcher, 0, &names);
    if (status == MAD_OK) {
        made.best = index_of_best(searcher);
        status = write_line(searcher, &names, (uint32_t)made.best, &line);
    }
    mad_names_free(searcher->game, &names);
    made.seconds = mad_budget_seconds(&searcher->budget);
    if (status == MAD_OK)
        *report = made;
    return status;
}

enum mad_status mad_search(const mad_position *position, const struct mad_search_limits *limits,
                           struct mad_search_report *report)
{
    if (position == NULL || limits == NULL || report == NULL || !is_sensible(limits))
        return MAD_ERROR_MISUSE;
    const struct mad_memory *memory = position->game->allocator;
    struct mad_searcher *searcher = mad_memory_new(memory, sizeof *searcher);
    if (searcher == NULL)
        return MAD_ERROR_MEMORY;
    mad_budget_start(&searcher->budget, limits);
    enum mad_status status = mad_searcher_make(searcher, position);
    if (status == MAD_OK)
        status = check_root(searcher, position);
    if (status == MAD_OK)
        status = mad_searcher_run(searcher);
    if (status == MAD_OK)
        status = make_report(searcher, report);
    mad_searcher_free(searcher);
    mad_memory_free(memory, searcher, sizeof *searcher);
    return status;
}
