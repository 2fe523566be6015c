/* serve.c - `mad serve --json`: requests and answers in JSON, one a line, for pages and scripts.
 *
 * Layer: cli. A request is an object with "do", and "id", which its answer repeats. Every request gets
 * one answer, or an error object; a search may be followed line by line ("progress": true). While one
 * is under way `stop` and `quit` are obeyed at once, all others wait for its end. */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../board.h"
#include "../game_file.h"
#include "../moves.h"
#include "front.h"
#include "start.h"

enum { MOST_LINES = 100, MOST_HASH = 1024, MOST_COUNT_DEPTH = 100, NOTHING = -1 };

struct serve {
    struct cli_front front; /* first: the loop hands this out */
    struct cli_json json;
    const cJSON *request; /* that is answered; null: it could not be read */
    cJSON *searching;     /* the request of the search that is under way; owned */
    struct mad_search_report lines[MOST_LINES];
    size_t line_count;
    uint64_t *counted; /* below each move; owned */
};

static struct serve *serve_of(struct cli_front *front)
{
    return (struct serve *)(void *)front;
}

/* --- answers ----------------------------------------------------------------------------------------- */

static void open_answer(struct serve *serve, const cJSON *request)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(request, "id");
    char *text = id != NULL ? cJSON_PrintUnformatted(id) : NULL;
    serve->json = cli_json_start(stdout);
    cli_json_open(&serve->json, NULL, '{');
    cli_json_raw(&serve->json, "id", text != NULL ? text : "null");
    cJSON_free(text);
}

static void close_answer(struct serve *serve)
{
    cli_json_close(&serve->json, '}');
    cli_json_end(&serve->json);
    fflush(stdout);
}

/* {"id":..,"error":{"code":..,"text":..,"offset":..}} */
static void refuse_at(struct serve *serve, const char *code, const char *text, long offset)
{
    open_answer(serve, serve->request);
    cli_json_open(&serve->json, "error", '{');
    cli_json_text(&serve->json, "code", code);
    cli_json_text(&serve->json, "text", text);
    if (offset != NOTHING) {
        cli_json_count(&serve->json, "offset", offset);
    }
    cli_json_close(&serve->json, '}');
    close_answer(serve);
}

static void refuse(struct serve *serve, const char *code, const char *text)
{
    refuse_at(serve, code, text, NOTHING);
}

static const char *code_of(enum mad_status status)
{
    switch (status) {
    case MAD_ERROR_RULES: return "rules";
    case MAD_ERROR_NOT_FOUND: return "not-found";
    case MAD_ERROR_READ: return "unreadable";
    case MAD_ERROR_TEXT: return "text";
    case MAD_ERROR_ILLEGAL: return "illegal";
    case MAD_ERROR_AMBIGUOUS: return "ambiguous";
    case MAD_ERROR_OVER: return "over";
    case MAD_ERROR_CHANCE: return "toss";
    case MAD_ERROR_LIMIT: return "limit";
    case MAD_ERROR_STOPPED: return "stopped";
    case MAD_OK:
    case MAD_ERROR_MEMORY:
    case MAD_ERROR_MISUSE: break;
    }
    return status == MAD_ERROR_MEMORY ? "memory" : "misuse";
}

static void refuse_status(struct serve *serve, enum mad_status status,
                          const struct mad_text_error *error)
{
    bool has_text = error != NULL && error->text[0] != '\0';
    refuse_at(serve, code_of(status), has_text ? error->text : mad_status_text(status),
              status == MAD_ERROR_TEXT && has_text ? (long)error->offset : NOTHING);
}

static void complain(struct cli_front *front, const char *what, const char *about)
{
    (void)about;
    serve_of(front)->request = NULL;
    refuse(serve_of(front), "limit", what);
}

/* What can be said about the position: every request that changes it is answered so. */
static void answer_state(struct serve *serve)
{
    const struct cli_session *session = &serve->front.session;
    struct mad_game_info info = mad_game_info(session->game);
    char *text = cli_session_text(session);
    open_answer(serve, serve->request);
    cli_json_text(&serve->json, "game", session->listed.name);
    cli_json_text(&serve->json, "fen", text);
    cli_json_text(&serve->json, "side", info.player_name[mad_position_side(session->position)]);
    cli_json_count(&serve->json, "made", mad_position_ply(session->position));
    cli_json_count(&serve->json, "legal", (int64_t)mad_moves_count(session->moves));
    cli_result_json(&serve->json, &session->result);
    close_answer(serve);
    free(text);
}

/* --- reading requests ---------------------------------------------------------------------------------- */

/* A text of the request, null when it is not there; a fault when it is something else. */
static bool read_text(struct serve *serve, const char *name, const char **out)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(serve->request, name);
    char what[80];
    *out = NULL;
    if (item == NULL || cJSON_IsNull(item)) {
        return true;
    }
    if (!cJSON_IsString(item)) {
        snprintf(what, sizeof what, "\"%s\" has to be a text", name);
        refuse(serve, "request", what);
        return false;
    }
    *out = item->valuestring;
    return true;
}

/* The same for a number from `least` to `most`; `*out` stays as it is when there is none. */
static bool read_number(struct serve *serve, const char *name, double least, double most,
                        double *out)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(serve->request, name);
    char what[120];
    if (item == NULL || cJSON_IsNull(item)) {
        return true;
    }
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= least && item->valuedouble <= most)) {
        snprintf(what, sizeof what, "\"%s\" has to be a number from %g to %g", name, least, most);
        refuse(serve, "request", what);
        return false;
    }
    *out = item->valuedouble;
    return true;
}

/* Makes the moves of a text or of an array of texts; faults are answered. */
static bool play_moves(struct serve *serve, const char *name)
{
    const cJSON *moves = cJSON_GetObjectItemCaseSensitive(serve->request, name), *move;
    struct mad_text_error error;
    if (moves == NULL || cJSON_IsNull(moves)) {
        return true;
    }
    bool is_array = cJSON_IsArray(moves);
    for (move = is_array ? moves->child : moves; move != NULL;
         move = is_array ? move->next : NULL) {
        if (!cJSON_IsString(move)) {
            refuse(serve, "request", "moves have to be texts");
            return false;
        }
        enum mad_status status = cli_session_play(&serve->front.session, move->valuestring, &error);
        if (status != MAD_OK) {
            refuse_status(serve, status, &error);
            return false;
        }
    }
    return true;
}

/* --- requests -------------------------------------------------------------------------------------------- */

/* {"do":"games"} */
static void do_games(struct serve *serve)
{
    const struct cli_catalog *catalog = &serve->front.session.catalog;
    open_answer(serve, serve->request);
    cli_json_open(&serve->json, "games", '[');
    for (size_t i = 0; i < catalog->count; i++) {
        cli_json_text(&serve->json, NULL, catalog->games[i].name);
    }
    cli_json_close(&serve->json, ']');
    close_answer(serve);
}

/* {"do":"load","game":NAME} or {"do":"load","file":PATH} */
static void do_load(struct serve *serve)
{
    struct cli_session *session = &serve->front.session;
    struct mad_text_error error = {0};
    const char *name, *path;
    enum mad_status status = MAD_OK;
    if (!read_text(serve, "game", &name) || !read_text(serve, "file", &path)) {
        return;
    }
    if (name == NULL && path == NULL) {
        refuse(serve, "request", "load wants a \"game\" or a \"file\"");
        return;
    }
    if (path != NULL) {
        const char *first = NULL;
        status = cli_session_add_file(session, path, &first, &error);
        name = name != NULL ? name : first;
    }
    if (status == MAD_OK) {
        status = cli_session_load_name(session, name, &error);
    }
    if (status != MAD_OK) {
        refuse_status(serve, status, &error);
    } else {
        answer_state(serve);
    }
}

/* How position texts are read and written from now on: "ours", "fsf", "sfen" ... */
static bool choose_style(struct serve *serve, const char *style)
{
    for (int i = MAD_DIALECT_OURS; style != NULL && i <= MAD_DIALECT_PDN; i++) {
        if (strcmp(mad_dialect_name((enum mad_dialect)i), style) == 0) {
            serve->front.session.texts = (enum mad_dialect)i;
            return true;
        }
    }
    if (style != NULL) {
        refuse(serve, "request", "\"style\" has to be ours, fsf, lichess, sfen, shredder or pdn");
    }
    return style == NULL;
}

/* {"do":"position","fen":TEXT,"style":"fsf","moves":[M, M ...]}; without "fen" from the array. */
static void do_position(struct serve *serve)
{
    struct mad_text_error error;
    const char *text, *style;
    if (!read_text(serve, "fen", &text) || !read_text(serve, "style", &style) ||
        !choose_style(serve, style)) {
        return;
    }
    enum mad_status status = cli_session_set(&serve->front.session, text, &error);
    if (status != MAD_OK) {
        refuse_status(serve, status, &error);
    } else if (play_moves(serve, "moves")) {
        answer_state(serve);
    }
}

static void do_make(struct serve *serve)
{
    if (cJSON_GetObjectItemCaseSensitive(serve->request, "move") == NULL) {
        refuse(serve, "request", "make wants a \"move\"");
    } else if (play_moves(serve, "move")) {
        answer_state(serve);
    }
}

static void do_undo(struct serve *serve)
{
    enum mad_status status = cli_session_undo(&serve->front.session);
    if (status != MAD_OK) {
        refuse(serve, "misuse", "there is no move to take back");
    } else {
        answer_state(serve);
    }
}

static void do_moves(struct serve *serve)
{
    const struct cli_session *session = &serve->front.session;
    open_answer(serve, serve->request);
    cli_moves_json(&serve->json, session->game, session->moves);
    close_answer(serve);
}

static void do_show(struct serve *serve)
{
    const struct cli_session *session = &serve->front.session;
    struct mad_game_info info = mad_game_info(session->game);
    open_answer(serve, serve->request);
    cli_json_count(&serve->json, "files", info.files);
    cli_json_count(&serve->json, "ranks", info.ranks);
    cli_json_open(&serve->json, "men", '{');
    for (int square = 0; square < info.squares; square++) {
        struct mad_man man;
        if (mad_position_man(session->position, square, &man)) {
            cli_json_text(&serve->json, mad_game_square_name(session->game, square), man.letter);
        }
    }
    cli_json_close(&serve->json, '}');
    close_answer(serve);
}

/* --- searches ---------------------------------------------------------------------------------------------- */

static void begin(struct serve *serve, const struct cli_request *request)
{
    struct mad_text_error error = {0};
    serve->line_count = 0;
    enum mad_status status = cli_session_begin(&serve->front.session, request);
    if (status != MAD_OK) {
        snprintf(error.text, sizeof error.text, "%s",
                 status == MAD_ERROR_OVER && serve->front.session.result.reason != NULL
                     ? serve->front.session.result.reason
                     : mad_status_text(status));
        refuse_status(serve, status, &error);
        return;
    }
    serve->searching = cJSON_Duplicate(serve->request, true);
}

/* The moves that alone are to be searched, by their texts; faults are answered. */
static bool read_chosen(struct serve *serve, struct cli_request *request)
{
    const struct cli_session *session = &serve->front.session;
    const cJSON *moves = cJSON_GetObjectItemCaseSensitive(serve->request, "only"), *move;
    struct mad_text_error error = {0};
    int count = cJSON_GetArraySize(moves);
    if (moves == NULL) {
        return true;
    }
    request->moves =
        cJSON_IsArray(moves) && count > 0 ? calloc((size_t)count, sizeof *request->moves) : NULL;
    if (request->moves == NULL) {
        refuse(serve, "request", "\"only\" has to be a list of moves");
        return false;
    }
    cJSON_ArrayForEach(move, moves)
    {
        enum mad_status status =
            cJSON_IsString(move) ? cli_dialect_find(&session->tongue, session->position,
                                                    session->moves, move->valuestring,
                                                    &request->moves[request->move_count++], &error)
                                 : MAD_ERROR_TEXT;
        if (status != MAD_OK) {
            refuse_status(serve, status, &error);
            free(request->moves);
            return false;
        }
    }
    return true;
}

/* {"do":"search","depth":N,"nodes":N,"seconds":S,"lines":N,"threads":N,"hash":MB,"only":[M..],
 * "progress":true}; without a limit it goes on until it is told to stop. */
static void do_search(struct serve *serve)
{
    struct cli_session *session = &serve->front.session;
    double depth = 0, nodes = 0, seconds = 0, lines = 1, threads = 1, hash = 0;
    struct cli_request request = {.clock = {-1, -1}};
    if (!read_number(serve, "depth", 1, 200, &depth) ||
        !read_number(serve, "nodes", 1, 1e15, &nodes) ||
        !read_number(serve, "seconds", 0.001, 1e6, &seconds) ||
        !read_number(serve, "lines", 1, MOST_LINES, &lines) ||
        !read_number(serve, "threads", 1, MAD_MOST_THREADS, &threads) ||
        !read_number(serve, "hash", 1, MOST_HASH, &hash) || !read_chosen(serve, &request)) {
        return;
    }
    request.depth = (int)depth;
    request.nodes = (uint64_t)nodes;
    request.seconds = seconds;
    request.waits = depth <= 0 && nodes <= 0 && seconds <= 0;
    session->lines = (size_t)lines;
    session->threads = (size_t)threads;
    session->table_bytes = (size_t)hash << 20;
    begin(serve, &request);
}

/* {"do":"perft","depth":N,"divide":true} */
static void do_perft(struct serve *serve)
{
    double depth = 0;
    if (!read_number(serve, "depth", 1, MOST_COUNT_DEPTH, &depth)) {
        return;
    }
    if (depth < 1) {
        refuse(serve, "request", "perft wants a \"depth\"");
        return;
    }
    free(serve->counted);
    serve->counted =
        calloc(mad_moves_count(serve->front.session.moves) + 1, sizeof *serve->counted);
    if (serve->counted == NULL) {
        refuse_status(serve, MAD_ERROR_MEMORY, NULL);
        return;
    }
    struct cli_request request = {.work = CLI_WORK_COUNT, .depth = (int)depth};
    begin(serve, &request);
}

static void do_stop(struct serve *serve)
{
    bool was_working = serve->front.session.is_working;
    cli_session_stop(&serve->front.session);
    open_answer(serve, serve->request);
    cli_json_truth(&serve->json, "stopped", was_working);
    close_answer(serve);
}

static void do_quit(struct serve *serve)
{
    cli_front_finish(&serve->front);
    open_answer(serve, serve->request);
    cli_json_truth(&serve->json, "quit", true);
    close_answer(serve);
    serve->front.has_quit = true;
}

static const struct {
    const char *name;
    void (*run)(struct serve *serve);
    bool at_once;
} deeds[] = {
    {"games", do_games, false}, {"load", do_load, false},     {"position", do_position, false},
    {"make", do_make, false},   {"undo", do_undo, false},     {"moves", do_moves, false},
    {"show", do_show, false},   {"search", do_search, false}, {"perft", do_perft, false},
    {"stop", do_stop, true},    {"quit", do_quit, true},
};

enum { DEED_COUNT = sizeof deeds / sizeof *deeds };

static size_t find_deed(const cJSON *request)
{
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(request, "do");
    size_t i = 0;
    while (i < DEED_COUNT &&
           !(cJSON_IsString(name) && strcmp(deeds[i].name, name->valuestring) == 0)) {
        i++;
    }
    return i;
}

static bool is_urgent(struct cli_front *front, const char *line)
{
    cJSON *request = cJSON_Parse(line);
    size_t deed = find_deed(request);
    bool is_it = deed < DEED_COUNT && deeds[deed].at_once;
    (void)front;
    cJSON_Delete(request);
    return is_it;
}

static void take_request(struct cli_front *front, char *line)
{
    struct serve *serve = serve_of(front);
    const char *fault = NULL;
    cJSON *request = cJSON_ParseWithOpts(line, &fault, true);
    serve->request = request;
    size_t deed = find_deed(request);
    if (request == NULL) {
        refuse_at(serve, "json", "this is no JSON",
                  fault != NULL && fault >= line ? (long)(fault - line) : NOTHING);
    } else if (!cJSON_IsObject(request) || deed == DEED_COUNT) {
        refuse(
            serve, "request",
            "a request is an object with \"do\": games, load, position, make, undo, moves, show, "
            "search, perft, stop or quit");
    } else {
        deeds[deed].run(serve);
    }
    serve->request = NULL;
    cJSON_Delete(request);
}

/* --- what comes of searches ------------------------------------------------------------------------------ */

static void put_line(struct serve *serve, const struct mad_search_report *report)
{
    const struct cli_session *session = &serve->front.session;
    char line[sizeof report->line], *rest = line, *word;
    struct mad_move_info best = mad_moves_at(session->moves, report->best);
    snprintf(line, sizeof line, "%s", report->line);
    cli_json_text(&serve->json, "coord", best.coord);
    cli_json_text(&serve->json, "text", best.text);
    cli_json_count(&serve->json, "score", report->score);
    if (report->mate_in != 0) {
        cli_json_count(&serve->json, "mate", report->mate_in);
    } else {
        cli_json_text(&serve->json, "mate", NULL);
    }
    cli_json_open(&serve->json, "line", '[');
    while ((word = cli_next_word(&rest)) != NULL) {
        cli_json_text(&serve->json, NULL, word);
    }
    cli_json_close(&serve->json, ']');
}

static void put_effort(struct serve *serve, const struct mad_search_report *report)
{
    cli_json_count(&serve->json, "depth", report->depth);
    cli_json_count(&serve->json, "seldepth", report->deepest);
    cli_json_count(&serve->json, "nodes", (int64_t)report->nodes);
    cli_json_real(&serve->json, "seconds", report->seconds);
}

static void on_line(struct cli_front *front, const struct mad_search_report *report)
{
    struct serve *serve = serve_of(front);
    if (front->session.request.work == CLI_WORK_COUNT) {
        serve->counted[report->best] = report->nodes;
        return;
    }
    if (report->rank < MOST_LINES) {
        serve->lines[report->rank] = *report;
        serve->line_count = report->rank + 1;
    }
    if (!cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(serve->searching, "progress"))) {
        return;
    }
    open_answer(serve, serve->searching);
    cli_json_open(&serve->json, "progress", '{');
    put_effort(serve, report);
    cli_json_count(&serve->json, "rank", (int64_t)report->rank + 1);
    put_line(serve, report);
    cli_json_close(&serve->json, '}');
    close_answer(serve);
}

static void answer_count(struct serve *serve, const struct mad_search_report *report)
{
    const struct cli_session *session = &serve->front.session;
    open_answer(serve, serve->searching);
    cli_json_count(&serve->json, "depth", session->request.depth);
    cli_json_count(&serve->json, "nodes", (int64_t)report->nodes);
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(serve->searching, "divide"))) {
        cli_json_open(&serve->json, "moves", '{');
        for (size_t i = 0; i < mad_moves_count(session->moves); i++) {
            cli_json_count(&serve->json, mad_moves_at(session->moves, i).coord,
                           (int64_t)serve->counted[i]);
        }
        cli_json_close(&serve->json, '}');
    }
    close_answer(serve);
}

static void answer_search(struct serve *serve, const struct mad_search_report *report)
{
    open_answer(serve, serve->searching);
    put_effort(serve, report);
    put_line(serve, report);
    if (serve->line_count > 1) {
        cli_json_open(&serve->json, "lines", '[');
        for (size_t i = 0; i < serve->line_count; i++) {
            cli_json_open(&serve->json, NULL, '{');
            put_line(serve, &serve->lines[i]);
            cli_json_close(&serve->json, '}');
        }
        cli_json_close(&serve->json, ']');
    }
    close_answer(serve);
}

static void on_done(struct cli_front *front, const struct cli_event *answer)
{
    struct serve *serve = serve_of(front);
    serve->request = serve->searching;
    if (answer->status != MAD_OK) {
        bool is_cut = atomic_load(&front->session.is_stopped);
        struct mad_text_error error = {0};
        snprintf(error.text, sizeof error.text, "%s",
                 is_cut ? "it was stopped" : mad_status_text(answer->status));
        refuse_status(serve, answer->status, &error);
    } else if (front->session.request.work == CLI_WORK_COUNT) {
        answer_count(serve, &answer->report);
    } else {
        answer_search(serve, &answer->report);
    }
    serve->request = NULL;
    cJSON_Delete(serve->searching);
    serve->searching = NULL;
}

enum cli_exit cli_run_serve(const struct cli_args *args)
{
    if (args->value[CLI_OPTION_JSON] == NULL) {
        return cli_usage_error(args->command, "speaks JSON alone: say --json");
    }
    struct serve *serve = calloc(1, sizeof *serve);
    if (serve == NULL) {
        fputs("mad: out of memory\n", stderr);
        return CLI_INTERNAL;
    }
    serve->front = (struct cli_front){.other = take_request,
                                      .is_urgent = is_urgent,
                                      .complain = complain,
                                      .line = on_line,
                                      .done = on_done};
    enum cli_exit code = cli_session_open(&serve->front.session, args, "chess");
    if (code == CLI_FINE) {
        cli_front_run(&serve->front);
    }
    cli_front_free(&serve->front);
    cJSON_Delete(serve->searching);
    free(serve->counted);
    free(serve);
    return code;
}
