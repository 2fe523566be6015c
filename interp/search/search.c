/* search.c - one search from the request to the report.
 *
 * Layer: search. What the search found is told in the terms of the list
 * that mad_moves_list gives: sorted by coordinate text. */
#include "../game/notation.h"
#include "../game/writer.h"
#include "searcher.h"

/* A search needs something that ends it. */
static bool is_sensible(const struct mad_search_limits *limits)
{
    return limits->depth >= 0 && limits->seconds >= 0 && limits->soft_seconds >= 0 &&
           limits->win_in >= 0 && limits->threads <= MAD_MOST_THREADS &&
           (limits->moves == NULL || limits->move_count > 0) &&
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
    uint32_t count = searcher->stack.list.count;
    status = mad_vm_judge_known(searcher->game, mad_searcher_state(searcher, 0), past, count > 0,
                                &verdict, NULL);
    if (status != MAD_OK)
        return status;
    struct mad_search_limits *limits = &searcher->budget.limits;
    if (count == 1 && limits->depth == 0 && limits->nodes == 0 && limits->waits == NULL)
        limits->depth = 1; /* nobody waits for a move that has to be made anyway */
    return verdict.outcome != MAD_GOES_ON || count == 0 ? MAD_ERROR_OVER : MAD_OK;
}

/* --- the report ------------------------------------------------------------------------------------ */

static enum mad_status list_named(struct mad_searcher *searcher, uint32_t ply,
                                  struct mad_names *names)
{
    enum mad_status status = mad_searcher_list(searcher, ply);
    if (status == MAD_OK)
        status = mad_notation_list(searcher->game, mad_searcher_state(searcher, ply),
                                   &searcher->stack.list, names);
    if (status == MAD_OK)
        mad_notation_sort(&searcher->stack.list, names);
    return status;
}

static uint32_t index_of(const struct mad_searcher *searcher, const struct mad_move *move)
{
    uint32_t index = 0;
    while (index + 1 < searcher->stack.list.count &&
           !mad_move_is_same(&searcher->stack.list.moves[index], move))
        index++;
    return index;
}

/* The first move of that code; list.count when there is none. */
static uint32_t index_of_code(const struct mad_searcher *searcher, uint32_t code)
{
    uint32_t index = 0;
    while (index < searcher->stack.list.count &&
           mad_move_code(&searcher->stack.list.moves[index]) != code)
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
static enum mad_status write_line(struct mad_searcher *searcher, const struct mad_found *found,
                                  struct mad_names *names, uint32_t index, struct mad_writer *line)
{
    enum mad_status status = MAD_OK;
    for (uint32_t ply = 0; status == MAD_OK; ply++) {
        if (index >= searcher->stack.list.count || !append(line, mad_names_coord(names, index)))
            break;
        if (mad_move_is_open(&searcher->stack.list.moves[index]))
            break; /* what comes next hangs on the toss */
        mad_vm_apply(searcher->game, mad_searcher_state(searcher, ply),
                     &searcher->stack.list.moves[index], searcher->stack.list.deltas,
                     mad_searcher_state(searcher, ply + 1));
        if (ply + 1 >= found->line_length)
            break;
        status = list_named(searcher, ply + 1, names);
        index = index_of_code(searcher, found->line[ply + 1]);
    }
    return status;
}

static int mate_in(int score)
{
    if (score > MAD_SCORE_NEAR)
        return MAD_SCORE_MATE - score;
    return score < -MAD_SCORE_NEAR ? -MAD_SCORE_MATE - score : 0;
}

static enum mad_status make_report(struct mad_searcher *searcher, uint32_t rank,
                                   struct mad_search_report *report)
{
    const struct mad_found *found = &searcher->found[rank];
    struct mad_names names = {0};
    struct mad_search_report made = {
        .score = found->score,
        .mate_in = mate_in(found->score),
        .depth = searcher->depth,
        .deepest = (int)searcher->deepest,
        .rank = rank,
        .full = mad_table_full(&searcher->table),
        .nodes = mad_together_nodes(searcher),
    };
    struct mad_writer line = mad_writer_on(made.line, sizeof made.line);
    enum mad_status status = list_named(searcher, 0, &names);
    if (status == MAD_OK) {
        made.best = index_of(searcher, &found->best);
        status = write_line(searcher, found, &names, (uint32_t)made.best, &line);
    }
    mad_names_free(searcher->game, &names);
    made.seconds = mad_budget_seconds(&searcher->budget);
    if (status == MAD_OK)
        *report = made;
    return status;
}

static enum mad_status tell_progress(struct mad_searcher *searcher)
{
    const struct mad_search_limits *limits = &searcher->budget.limits;
    struct mad_search_report report;
    enum mad_status status = MAD_OK;
    for (uint32_t rank = 0; rank < searcher->lines && status == MAD_OK; rank++) {
        status = make_report(searcher, rank, &report);
        if (status == MAD_OK)
            limits->progress(limits->context, &report);
    }
    return status;
}

/* --- what is asked for --------------------------------------------------------------------------------- */

/* Takes the moves asked for out of the root's list, each once. */
static enum mad_status make_allowed(struct mad_searcher *searcher)
{
    const struct mad_search_limits *limits = &searcher->budget.limits;
    struct mad_names names = {0};
    searcher->allowed =
        mad_memory_new(searcher->game->allocator, limits->move_count * sizeof *searcher->allowed);
    searcher->allowed_room = (uint32_t)limits->move_count;
    enum mad_status status =
        searcher->allowed != NULL ? list_named(searcher, 0, &names) : MAD_ERROR_MEMORY;
    mad_names_free(searcher->game, &names);
    for (size_t i = 0; i < limits->move_count && status == MAD_OK; i++) {
        size_t same = 0;
        while (limits->moves[same] != limits->moves[i])
            same++;
        if (limits->moves[i] >= searcher->stack.list.count)
            status = MAD_ERROR_MISUSE;
        else if (same == i)
            searcher->allowed[searcher->allowed_count++] =
                searcher->stack.list.moves[limits->moves[i]];
    }
    return status;
}

/* Room for the lines, of which there are no more than moves. */
static enum mad_status make_lines(struct mad_searcher *searcher)
{
    const struct mad_search_limits *limits = &searcher->budget.limits;
    enum mad_status status = limits->moves != NULL ? make_allowed(searcher) : MAD_OK;
    if (status != MAD_OK)
        return status;
    uint32_t count = limits->moves != NULL ? searcher->allowed_count : searcher->stack.list.count;
    uint32_t lines = limits->lines > count ? count : (uint32_t)limits->lines;
    return mad_searcher_make_room(searcher, lines + (lines == 0), NULL, 0);
}

static enum mad_status run(struct mad_searcher *searcher, struct mad_search_report *report)
{
    enum mad_status status = mad_searcher_begin(searcher);
    while (status == MAD_OK && mad_searcher_deepen(searcher))
        if (searcher->budget.limits.progress != NULL)
            status = tell_progress(searcher);
    if (status == MAD_OK)
        status = searcher->status;
    return status == MAD_OK ? make_report(searcher, 0, report) : status;
}

enum mad_status mad_searcher_think(mad_searcher *searcher, const mad_position *position,
                                   const struct mad_search_limits *limits,
                                   struct mad_search_report *report)
{
    if (searcher == NULL || position == NULL || limits == NULL || report == NULL ||
        position->game != searcher->game || !is_sensible(limits))
        return MAD_ERROR_MISUSE;
    mad_budget_start(&searcher->budget, limits);
    enum mad_status status = mad_searcher_set(searcher, position);
    if (status == MAD_OK)
        status = check_root(searcher, position);
    if (status == MAD_OK)
        status = make_lines(searcher);
    if (status == MAD_OK) {
        mad_together_start(searcher);
        status = run(searcher, report);
        mad_together_stop(searcher);
        if (status == MAD_OK)
            report->nodes = mad_together_nodes(searcher);
    }
    mad_searcher_end(searcher);
    return status;
}

enum {
    TABLE_BYTES = 16 << 20,
    TABLE_DEPTH = 6,    /* from here on a search may fill the table; four times less a ply before */
    ENTRIES_A_NODE = 2, /* a search of few nodes needs no large table */
};

/* No more than a search so limited can fill: clearing it takes time. */
static size_t table_bytes(const struct mad_search_limits *limits)
{
    size_t bytes = limits->table_bytes != 0 ? limits->table_bytes : TABLE_BYTES;
    if (limits->depth > 0 && limits->depth < TABLE_DEPTH)
        bytes >>= 2 * (TABLE_DEPTH - limits->depth);
    if (limits->nodes > 0 && limits->nodes < bytes / (ENTRIES_A_NODE * sizeof(struct mad_slot)))
        bytes = (size_t)limits->nodes * ENTRIES_A_NODE * sizeof(struct mad_slot);
    return bytes;
}

enum mad_status mad_search(const mad_position *position, const struct mad_search_limits *limits,
                           struct mad_search_report *report)
{
    if (position == NULL || limits == NULL || report == NULL || !is_sensible(limits))
        return MAD_ERROR_MISUSE;
    mad_searcher *searcher = NULL;
    enum mad_status status = mad_searcher_new(position->game, table_bytes(limits), &searcher);
    if (status == MAD_OK)
        status = mad_searcher_think(searcher, position, limits, report);
    mad_searcher_free(searcher);
    return status;
}
