/* session.c - see session.h. Layer: cli. */
#include "session.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../level.h"
#include "../rule_folders.h"
#include "../text.h"
#include "clock.h"

enum mad_status cli_session_make(struct cli_session *session)
{
    *session = (struct cli_session){.events = {-1, -1}, .overhead = 0.01};
    atomic_init(&session->is_stopped, false);
    atomic_init(&session->is_waiting, false);
    enum mad_status status = cli_engine_new(&session->engine);
    if (status != MAD_OK) {
        return status;
    }
    if (!cli_catalog_make(&session->catalog, session->engine)) {
        return MAD_ERROR_MEMORY;
    }
    return pipe(session->events) == 0 ? MAD_OK : MAD_ERROR_READ;
}

void cli_session_free(struct cli_session *session)
{
    cli_session_abort(session);
    for (int i = 0; i < 2; i++) {
        if (session->events[i] >= 0) {
            close(session->events[i]);
        }
    }
    mad_searcher_free(session->searcher);
    mad_moves_free(session->moves);
    mad_position_free(session->position);
    mad_game_free(session->game);
    cli_listed_free(&session->listed);
    cli_catalog_free(&session->catalog);
    mad_engine_free(session->engine);
}

void cli_session_forget(struct cli_session *session)
{
    if (session->searcher != NULL) {
        mad_searcher_forget(session->searcher);
    }
}

/* --- the game --------------------------------------------------------------------------------------- */

static void say_why(struct mad_text_error *error, enum mad_status status,
                    const mad_diagnostics *diagnostics)
{
    const struct mad_diagnostic *first = NULL;
    size_t count = diagnostics != NULL ? mad_diagnostics_count(diagnostics) : 0;
    for (size_t i = 0; i < count && first == NULL; i++) {
        const struct mad_diagnostic *one = mad_diagnostics_at(diagnostics, i);
        first = one->severity == MAD_SEVERITY_ERROR ? one : NULL;
    }
    *error = (struct mad_text_error){0};
    if (first != NULL && first->place.line != 0) {
        snprintf(error->text, sizeof error->text, "%s:%u: %s", first->place.file,
                 (unsigned)first->place.line, first->text);
    } else {
        snprintf(error->text, sizeof error->text, "%s",
                 first != NULL ? first->text : mad_status_text(status));
    }
}

static enum mad_status refresh(struct cli_session *session)
{
    enum mad_status status = mad_position_result(session->position, &session->result);
    return status == MAD_OK ? mad_moves_list(session->moves, session->position) : status;
}

enum mad_status cli_session_load(struct cli_session *session, const struct cli_listed *listed,
                                 struct mad_text_error *error)
{
    struct cli_listed copy = {.name = strdup(listed->name),
                              .path = strdup(listed->path),
                              .variant = listed->variant != NULL ? strdup(listed->variant) : NULL};
    struct mad_load load = {.path = copy.path,
                            .variant = copy.variant,
                            .settings = session->settings,
                            .setting_count = session->setting_count};
    mad_game *game = NULL;
    mad_position *position = NULL;
    mad_moves *moves = NULL;
    mad_diagnostics *diagnostics = NULL;
    enum mad_status status =
        copy.name == NULL || copy.path == NULL || (copy.variant == NULL && listed->variant != NULL)
            ? MAD_ERROR_MEMORY
            : mad_game_load(session->engine, &load, &game, &diagnostics);
    if (status == MAD_OK) {
        status = mad_position_new(game, &position);
    }
    if (status == MAD_OK) {
        status = mad_moves_new(game, &moves);
    }
    if (status != MAD_OK) {
        say_why(error, status, diagnostics);
        mad_position_free(position);
        mad_game_free(game);
        cli_listed_free(&copy);
    } else {
        mad_searcher_free(session->searcher);
        session->searcher = NULL;
        mad_moves_free(session->moves);
        mad_position_free(session->position);
        mad_game_free(session->game);
        cli_listed_free(&session->listed);
        session->game = game;
        session->position = position;
        session->moves = moves;
        session->listed = copy;
        status = refresh(session);
    }
    mad_diagnostics_free(diagnostics);
    return status;
}

enum mad_status cli_session_load_name(struct cli_session *session, const char *name,
                                      struct mad_text_error *error)
{
    const struct cli_listed *listed = cli_catalog_find(&session->catalog, session->engine, name);
    if (listed != NULL) {
        return cli_session_load(session, listed, error);
    }
    *error = (struct mad_text_error){0};
    size_t used = cli_copy_safe(error->text, sizeof error->text / 2, "no game here is called ");
    cli_copy_safe(error->text + used, sizeof error->text - used, name);
    return MAD_ERROR_NOT_FOUND;
}

enum mad_status cli_session_add_file(struct cli_session *session, const char *path,
                                     const char **name, struct mad_text_error *error)
{
    size_t before = session->catalog.count;
    enum mad_status status = cli_catalog_add(&session->catalog, session->engine, path);
    if (status != MAD_OK) {
        say_why(error, status, NULL);
    } else {
        *name = session->catalog.games[before].name;
    }
    return status;
}

enum mad_status cli_session_set(struct cli_session *session, const char *text,
                                struct mad_text_error *error)
{
    *error = (struct mad_text_error){0};
    enum mad_status status;
    if (text != NULL) {
        struct mad_text_error other;
        status = mad_position_set_as(session->position, text, session->texts, error);
        if (status == MAD_ERROR_TEXT &&
            mad_position_set_as(session->position, text, MAD_DIALECT_OURS, &other) == MAD_OK) {
            status = MAD_OK;
            *error = other;
        }
    } else {
        mad_position *fresh = NULL;
        status = mad_position_new(session->game, &fresh);
        if (status == MAD_OK) {
            mad_position_free(session->position);
            session->position = fresh;
        }
    }
    return status == MAD_OK ? refresh(session) : status;
}

char *cli_session_text(const struct cli_session *session)
{
    enum mad_dialect dialect =
        session->texts != MAD_DIALECT_ANY ? session->texts : MAD_DIALECT_OURS;
    return cli_dialect_text(session->position, dialect);
}

enum mad_status cli_session_play(struct cli_session *session, const char *text,
                                 struct mad_text_error *error)
{
    size_t index;
    *error = (struct mad_text_error){0};
    enum mad_status status =
        cli_dialect_find(&session->tongue, session->position, session->moves, text, &index, error);
    if (status == MAD_OK) {
        status = mad_position_apply(session->position, session->moves, index);
    }
    if (status == MAD_OK) {
        status = refresh(session);
    }
    if (status != MAD_OK && error->text[0] == '\0') {
        snprintf(error->text, sizeof error->text, "%s", mad_status_text(status));
    }
    return status;
}

enum mad_status cli_session_undo(struct cli_session *session)
{
    enum mad_status status = mad_position_undo(session->position);
    return status == MAD_OK ? refresh(session) : status;
}

bool cli_session_is_over(const struct cli_session *session)
{
    return session->result.outcome != MAD_GOES_ON || mad_moves_count(session->moves) == 0;
}

/* --- the searching thread ----------------------------------------------------------------------------- */

static void tell(const struct cli_session *session, const struct cli_event *event)
{
    while (write(session->events[1], event, sizeof *event) < 0 && errno == EINTR) {
    }
}

static bool is_stopped(void *context)
{
    const struct cli_session *session = context;
    return atomic_load_explicit(&session->is_stopped, memory_order_relaxed);
}

static bool is_waiting(void *context)
{
    const struct cli_session *session = context;
    return atomic_load_explicit(&session->is_waiting, memory_order_relaxed);
}

static void tell_line(void *context, const struct mad_search_report *report)
{
    struct cli_event event = {.kind = CLI_EVENT_LINE, .report = *report};
    tell(context, &event);
}

/* Counts below the move; `position` and `moves` are this thread's own. */
static enum mad_status count_below(struct cli_session *session, mad_position *position,
                                   const mad_moves *moves, size_t index, uint64_t *nodes)
{
    struct mad_move_info move = mad_moves_at(moves, index);
    if (move.outcomes != 0) {
        enum mad_status status = MAD_OK;
        *nodes = 0;
        for (size_t i = 0; i < move.outcomes && status == MAD_OK; i++) {
            uint64_t more;
            status = count_below(session, position, moves, mad_moves_outcome(moves, index, i).index,
                                 &more);
            *nodes += status == MAD_OK ? more : 0;
        }
        return status;
    }
    enum mad_status status = mad_position_apply(position, moves, index);
    if (status != MAD_OK) {
        return status;
    }
    status = mad_perft(position, session->request.depth - 1, nodes, is_stopped, session);
    enum mad_status undone = mad_position_undo(position);
    return status != MAD_OK ? status : undone;
}

static enum mad_status count(struct cli_session *session, struct mad_search_report *sum)
{
    mad_position *position = NULL;
    enum mad_status status = mad_position_new(session->game, &position);
    if (status == MAD_OK) {
        status = mad_position_copy(position, session->position);
    }
    for (size_t i = 0; i < mad_moves_count(session->moves) && status == MAD_OK; i++) {
        struct mad_search_report report = {.best = i};
        status = count_below(session, position, session->moves, i, &report.nodes);
        sum->nodes += report.nodes;
        if (status == MAD_OK) {
            tell_line(session, &report);
        }
    }
    mad_position_free(position);
    return status;
}

static enum mad_status think(void *context, const struct mad_search_limits *limits,
                             struct mad_search_report *report)
{
    struct cli_session *session = context;
    return mad_searcher_think(session->searcher, session->position, limits, report);
}

/* xorshift64*; Vigna, "An experimental exploration of Marsaglia's xorshift generators" (2016). */
static uint64_t draw_lot(void *context, uint64_t below)
{
    struct cli_session *session = context;
    uint64_t x =
        session->lots != 0 ? session->lots : (session->seed + 1) * UINT64_C(0x9e3779b97f4a7c15) | 1;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    session->lots = x;
    return ((x * UINT64_C(0x2545f4914f6cdd1d)) >> 32) % below;
}

/* With all that was found out before in this game; else its men are measured now, which may take seconds. */
static enum mad_status prepare(struct cli_session *session)
{
    if (session->searcher != NULL && session->searcher_bytes == session->table_bytes &&
        session->searcher_unlearned == session->is_unlearned) {
        return MAD_OK;
    }
    mad_searcher_free(session->searcher);
    session->searcher = NULL;
    session->searcher_bytes = session->table_bytes;
    session->searcher_unlearned = session->is_unlearned;
    enum mad_status status =
        mad_searcher_new(session->game, session->table_bytes, &session->searcher);
    return status == MAD_OK && session->is_unlearned ? mad_searcher_use(session->searcher, NULL)
                                                     : status;
}

enum mad_status cli_session_prepare(struct cli_session *session)
{
    return session->is_working || session->game == NULL ? MAD_OK : prepare(session);
}

static enum mad_status search(struct cli_session *session, struct mad_search_report *report)
{
    enum mad_status status = prepare(session);
    if (status != MAD_OK || session->level == 0 || session->analyses) {
        return status == MAD_OK ? think(session, &session->limits, report) : status;
    }
    const struct cli_thinker thinker = {.think = think, .draw_lot = draw_lot, .context = session};
    struct mad_search_report best;
    return cli_level_think(&thinker, &session->limits, session->level, &best, report);
}

static void *work(void *context)
{
    struct cli_session *session = context;
    struct cli_event event = {.kind = CLI_EVENT_DONE};
    event.status = session->request.work == CLI_WORK_COUNT ? count(session, &event.report)
                                                           : search(session, &event.report);
    tell(session, &event);
    return NULL;
}

static void set_limits(struct cli_session *session)
{
    const struct cli_request *request = &session->request;
    struct mad_search_limits limits = {.depth = request->depth,
                                       .nodes = request->nodes,
                                       .win_in = request->win_in,
                                       .lines = session->lines,
                                       .threads = session->threads,
                                       .seed = session->seed,
                                       .moves = request->moves,
                                       .move_count = request->move_count,
                                       .interrupt = is_stopped,
                                       .progress = tell_line,
                                       .context = session};
    struct cli_times times =
        cli_clock_times(request, mad_position_side(session->position), session->overhead);
    limits.seconds = times.hard;
    limits.soft_seconds = times.soft;
    if (request->waits || session->analyses) {
        limits.waits = is_waiting;
    }
    session->limits = limits;
}

enum mad_status cli_session_begin(struct cli_session *session, const struct cli_request *request)
{
    if (session->is_working || (request->work == CLI_WORK_SEARCH && cli_session_is_over(session))) {
        free(request->moves);
        return session->is_working ? MAD_ERROR_MISUSE : MAD_ERROR_OVER;
    }
    session->request = *request;
    atomic_store(&session->is_stopped, false);
    atomic_store(&session->is_waiting, request->waits);
    set_limits(session);
    sigset_t interrupt, before;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, &before); /* Ctrl-C is for the other thread */
    session->is_working = pthread_create(&session->thread, NULL, work, session) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!session->is_working) {
        free(request->moves);
        return MAD_ERROR_MEMORY;
    }
    session->has_answer = false;
    return MAD_OK;
}

/* --- what comes of it ----------------------------------------------------------------------------------- */

void cli_session_stop(struct cli_session *session)
{
    atomic_store(&session->is_stopped, true);
}

void cli_session_go_on(struct cli_session *session)
{
    atomic_store(&session->is_waiting, false);
}

bool cli_session_read(struct cli_session *session, struct cli_event *line)
{
    struct cli_event event;
    ssize_t got;
    while ((got = read(session->events[0], &event, sizeof event)) < 0 && errno == EINTR) {
    }
    if (got != (ssize_t)sizeof event) {
        return false;
    }
    if (event.kind == CLI_EVENT_LINE) {
        *line = event;
        return true;
    }
    session->answer = event;
    session->has_answer = true;
    return false;
}

bool cli_session_take(struct cli_session *session, struct cli_event *answer)
{
    bool is_held = atomic_load(&session->is_waiting) && !atomic_load(&session->is_stopped);
    if (!session->is_working || !session->has_answer || is_held) {
        return false;
    }
    pthread_join(session->thread, NULL);
    *answer = session->answer;
    free(session->request.moves);
    session->request.moves = NULL;
    session->is_working = session->has_answer = false;
    return true;
}

void cli_session_abort(struct cli_session *session)
{
    struct cli_event event;
    if (!session->is_working) {
        return;
    }
    cli_session_stop(session);
    while (!session->has_answer) {
        (void)cli_session_read(session, &event);
    }
    (void)cli_session_take(session, &event);
}
