/* rethink.c - see rethink.h. Layer: cli. */
#include "rethink.h"

#include <stdlib.h>
#include <string.h>

#include "../interrupt.h"
#include "../lists.h"

enum mad_status cli_old_keep(void *context, const struct cli_kept *kept)
{
    struct cli_old *old = context;
    size_t bytes = strlen(kept->text) + 1;
    struct cli_old_line *lines =
        cli_room(old->lines, old->line_count, &old->line_capacity, sizeof *lines);
    if (lines == NULL) {
        return MAD_ERROR_MEMORY;
    }
    old->lines = lines;
    if (old->length + bytes > old->capacity) {
        size_t capacity = 2 * (old->length + bytes);
        char *text = realloc(old->text, capacity);
        if (text == NULL) {
            return MAD_ERROR_MEMORY;
        }
        old->text = text;
        old->capacity = capacity;
    }
    memcpy(old->text + old->length, kept->text, bytes);
    old->lines[old->line_count++] = (struct cli_old_line){
        .number = kept->number, .at = old->length, .result = kept->lesson.result};
    old->length += bytes;
    return MAD_OK;
}

/* By game, and as they came. */
static int compare(const void *a, const void *b)
{
    const struct cli_old_line *first = a, *second = b;
    return first->number != second->number ? (first->number < second->number ? -1 : 1)
           : first->at < second->at        ? -1
                                           : 1;
}

bool cli_old_sort(struct cli_old *old)
{
    old->first = malloc((old->line_count + 1) * sizeof *old->first);
    if (old->first == NULL) {
        return false;
    }
    if (old->line_count > 0) {
        qsort(old->lines, old->line_count, sizeof *old->lines, compare);
    }
    for (size_t i = 0; i < old->line_count; i++) {
        if (i == 0 || old->lines[i].number != old->lines[i - 1].number) {
            old->first[old->count++] = i;
        }
    }
    old->first[old->count] = old->line_count;
    return true;
}

void cli_old_free(struct cli_old *old)
{
    free(old->lines);
    free(old->text);
    free(old->first);
    *old = (struct cli_old){0};
}

static bool is_interrupted(void *context)
{
    (void)context;
    return cli_interrupted();
}

static enum mad_status think(const struct cli_selfplay *play, uint64_t nodes,
                             mad_position *position, cli_selfplay_sink sink, void *context)
{
    struct mad_search_report report;
    struct mad_search_limits limits = {.nodes = nodes, .interrupt = is_interrupted};
    mad_searcher_forget(play->players[0]);
    enum mad_status status = mad_moves_list(play->moves, position);
    if (status == MAD_OK) {
        status = mad_searcher_think(play->players[0], position, &limits, &report);
    }
    if (status == MAD_OK && cli_interrupted()) {
        return MAD_ERROR_STOPPED;
    }
    if (status != MAD_OK || report.mate_in != 0) {
        return status == MAD_ERROR_OVER ? MAD_OK : status;
    }
    struct mad_move_info best = mad_moves_at(play->moves, report.best);
    return sink(context, position, &report, &best);
}

enum mad_status cli_old_think(const struct cli_old *old, size_t game,
                              const struct cli_selfplay *play, uint64_t nodes,
                              cli_selfplay_sink sink, void *context)
{
    mad_position *position = NULL;
    enum mad_status status = mad_position_new(play->game, &position);
    for (size_t i = old->first[game]; i < old->first[game + 1] && status == MAD_OK; i++) {
        struct mad_text_error error;
        status =
            mad_position_set_as(position, old->text + old->lines[i].at, MAD_DIALECT_OURS, &error);
        if (status == MAD_OK) {
            status = think(play, nodes, position, sink, context);
        }
    }
    mad_position_free(position);
    return status;
}
