/* rethink.c - see rethink.h. Layer: cli. */
#include "rethink.h"

#include <stdlib.h>
#include <string.h>

#include "../../interp/mad_learn.h"
#include "../interrupt.h"
#include "../lists.h"
#include "../progress.h"

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

/* MAD_ERROR_OVER: no game goes on from there, or its end is seen. */
static enum mad_status think(const struct cli_thinker *thinker, const mad_position *position,
                             struct mad_search_report *report)
{
    struct mad_search_limits limits = {.nodes = thinker->nodes, .interrupt = is_interrupted};
    mad_searcher *searcher = thinker->play->players[0];
    mad_searcher_forget(searcher);
    enum mad_status status = mad_searcher_think(searcher, position, &limits, report);
    return status == MAD_OK && report->mate_in != 0 ? MAD_ERROR_OVER : status;
}

static enum mad_status hear(struct cli_peer *teacher, const mad_position *position,
                            const mad_moves *moves, struct mad_search_report *report)
{
    if (!teacher->has_score) {
        cli_peer_blame(teacher, "does not say what positions are worth");
        return MAD_ERROR_NOT_FOUND;
    }
    if (cli_dialect_find(&teacher->tongue, position, moves, teacher->move, &report->best, NULL) !=
        MAD_OK) {
        cli_peer_blame(teacher, "plays %s, which is not legal", teacher->move);
        return MAD_ERROR_NOT_FOUND;
    }
    report->score = teacher->score;
    return teacher->mate_in != 0 ? MAD_ERROR_OVER : MAD_OK;
}

/* The same by another program. */
static enum mad_status ask(struct cli_peer *teacher, const mad_position *position, const char *text,
                           bool is_first, const mad_moves *moves, struct mad_search_report *report)
{
    enum { PATIENCE = 60 }; /* seconds */
    const struct cli_pace *pace = &teacher->player->pace;
    struct cli_turn turn = {.side = mad_position_side(position),
                            .clock = {-1, -1},
                            .pace = {pace, pace},
                            .deadline = cli_now() + PATIENCE + pace->seconds};
    if (!(is_first ? cli_peer_begin : cli_peer_place)(teacher, text)) {
        return MAD_ERROR_NOT_FOUND;
    }
    switch (cli_peer_think(teacher, &turn)) {
    case CLI_REPLY_MOVE: return hear(teacher, position, moves, report);
    case CLI_REPLY_RESIGNS:
    case CLI_REPLY_CLAIMS:
    case CLI_REPLY_REFUSES: return MAD_ERROR_OVER;
    case CLI_REPLY_INTERRUPT: return MAD_ERROR_STOPPED;
    case CLI_REPLY_LATE:
    case CLI_REPLY_SILENT:
    case CLI_REPLY_GONE: break;
    }
    return MAD_ERROR_NOT_FOUND;
}

enum mad_status cli_old_think(const struct cli_old *old, size_t game,
                              const struct cli_thinker *thinker, cli_selfplay_sink sink,
                              void *context)
{
    mad_moves *moves = thinker->play->moves;
    mad_position *position = NULL;
    enum mad_status status = mad_position_new(thinker->play->game, &position);
    for (size_t i = old->first[game]; i < old->first[game + 1] && status == MAD_OK; i++) {
        const char *text = old->text + old->lines[i].at;
        struct mad_search_report report;
        struct mad_text_error error;
        status = mad_position_set_as(position, text, MAD_DIALECT_OURS, &error);
        if (status == MAD_OK) {
            status = mad_moves_list(moves, position);
        }
        /* what drags on may soon be a draw by the teacher's rules, and by ours not */
        bool is_asked = mad_moves_count(moves) > 0 &&
                        (thinker->teacher == NULL || !mad_position_drags(position));
        if (status == MAD_OK && is_asked) {
            status = thinker->teacher == NULL ? think(thinker, position, &report)
                                              : ask(thinker->teacher, position, text,
                                                    i == old->first[game], moves, &report);
            if (cli_interrupted()) {
                status = MAD_ERROR_STOPPED;
            } else if (status == MAD_OK) {
                struct mad_move_info best = mad_moves_at(moves, report.best);
                status = sink(context, position, &report, &best);
            } else if (status == MAD_ERROR_OVER) {
                status = MAD_OK;
            }
        }
    }
    mad_position_free(position);
    return status;
}
