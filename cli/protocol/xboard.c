/* xboard.c - `mad xboard`: the Chess Engine Communication Protocol, version 2 (Mann and Muller).
 *
 * Layer: cli. Three states: it plays one side, it plays none (force), it analyses. Thinking on the
 * other's time is a search that waits, behind the move that is expected. What XBoard can hold of a game is
 * in xboard_games.c. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../interp/mad_record.h"
#include "../text.h"
#include "front.h"
#include "start.h"
#include "xboard_games.h"

enum { NOBODY = -1, MATE_SCORE = 100000, MOST_SCORE = 30000, MOST_LINES = 100 };

struct xboard {
    struct cli_front front; /* first: the loop hands this out */
    int side;               /* that it plays; NOBODY in force mode */
    bool is_analysing, is_pondering, ponders, posts, is_agreed;
    bool has_result; /* said already */
    int score;       /* of the last search, for itself */
    char expected[CLI_MOVE_BYTES];

    double fixed, base, increment; /* seconds */
    double clock, other_clock;     /* seconds left, as it was told */
    long long period;              /* moves; 0: none */
    long long depth, nodes_a_second;
    bool is_editing, begins_with_chess;
    struct cli_xboard_edit edit;
};

static struct xboard *xboard_of(struct cli_front *front)
{
    return (struct xboard *)(void *)front;
}

static void complain(struct cli_front *front, const char *what, const char *about)
{
    char safe[200];
    (void)front;
    cli_copy_safe(safe, sizeof safe, about);
    cli_say("Error (%s): %s", what, safe);
}

/* --- thinking ---------------------------------------------------------------------------------------- */

static const mad_position *board(const struct xboard *xboard)
{
    return xboard->front.session.position;
}

static bool is_thinking(const struct xboard *xboard)
{
    return xboard->front.session.is_working && !xboard->is_analysing && !xboard->is_pondering;
}

/* Whatever is under way ends, and an expected move goes back. */
static void rest(struct xboard *xboard)
{
    cli_session_abort(&xboard->front.session);
    if (xboard->is_pondering) {
        enum mad_status status = cli_session_undo(&xboard->front.session);
        (void)status; /* it was made, so it can be unmade */
        xboard->is_pondering = false;
    }
    xboard->front.never_waits = false;
}

static void say_result(struct xboard *xboard)
{
    const struct mad_result *result = &xboard->front.session.result;
    char reason[200];
    if (xboard->has_result || !cli_session_is_over(&xboard->front.session)) {
        return;
    }
    xboard->has_result = true;
    cli_copy_safe(reason, sizeof reason,
                  result->reason != NULL ? result->reason : "no move, and no rule says what then");
    cli_say("%s {%s}",
            mad_result_token(result->outcome != MAD_GOES_ON ? result->outcome : MAD_DRAW), reason);
}

static struct cli_request request_of(const struct xboard *xboard)
{
    int side = mad_position_side(board(xboard));
    struct cli_request request = {.depth = (int)xboard->depth, .clock = {-1, -1}};
    if (xboard->fixed > 0) {
        request.seconds = xboard->fixed;
    } else if (xboard->base > 0) {
        double left = xboard->clock >= 0 ? xboard->clock : xboard->base;
        request.clock[side] = left;
        request.clock[!side] = xboard->other_clock >= 0 ? xboard->other_clock : left;
        request.increment[side] = xboard->increment;
        long long made = mad_position_ply(board(xboard)) / 2;
        request.moves_to_go =
            xboard->period > 0 ? (int)(xboard->period - made % xboard->period) : 0;
    }
    if (xboard->nodes_a_second > 0 && request.seconds > 0) {
        request.nodes = (uint64_t)((double)xboard->nodes_a_second * request.seconds) + 1;
        request.seconds = 0;
    }
    return request;
}

static void begin(struct xboard *xboard, struct cli_request request)
{
    enum mad_status status = cli_session_begin(&xboard->front.session, &request);
    if (status != MAD_OK && status != MAD_ERROR_OVER) {
        complain(&xboard->front, "no search", mad_status_text(status));
    }
}

/* Thinks when it is its turn. */
static void take_turn(struct xboard *xboard)
{
    const struct cli_session *session = &xboard->front.session;
    if (session->is_working || cli_session_is_over(session)) {
        say_result(xboard);
        return;
    }
    if (xboard->is_analysing) {
        struct cli_request request = {.clock = {-1, -1}, .waits = true};
        xboard->front.never_waits = true;
        begin(xboard, request);
    } else if (mad_position_side(board(xboard)) == xboard->side) {
        begin(xboard, request_of(xboard));
    }
}

/* Thinks about what it will do when the expected move comes. */
static void ponder(struct xboard *xboard)
{
    struct cli_session *session = &xboard->front.session;
    struct mad_text_error error;
    if (!xboard->ponders || xboard->expected[0] == '\0' || cli_session_is_over(session) ||
        mad_position_side(board(xboard)) == xboard->side ||
        cli_session_play(session, xboard->expected, &error) != MAD_OK) {
        return;
    }
    xboard->is_pondering = true;
    xboard->front.never_waits = true;
    struct cli_request request = request_of(xboard);
    request.waits = true;
    begin(xboard, request);
    if (!session->is_working) {
        rest(xboard);
    }
}

static int at_most(int value, int most)
{
    return value > most ? most : value < -most ? -most : value;
}

static int score_of(const struct mad_search_report *report)
{
    int moves = (abs(report->mate_in) + 1) / 2;
    return report->mate_in > 0   ? MATE_SCORE + moves
           : report->mate_in < 0 ? -MATE_SCORE - moves
                                 : at_most(report->score, MOST_SCORE);
}

/* depth score centiseconds nodes line */
static void on_line(struct cli_front *front, const struct mad_search_report *report)
{
    const struct xboard *xboard = xboard_of(front);
    char line[4 * sizeof report->line];
    if (!xboard->posts && !xboard->is_analysing) {
        return;
    }
    cli_dialect_write_line(&front->session.tongue, board(xboard), report->line, line, sizeof line);
    cli_say("%d %d %.0f %" PRIu64 " %s", report->depth, score_of(report), report->seconds * 100,
            report->nodes, line);
}

static void make_best(struct xboard *xboard, const struct mad_search_report *report)
{
    struct cli_session *session = &xboard->front.session;
    char line[4 * sizeof report->line], *rest_of_line = line, move[CLI_MOVE_BYTES];
    struct mad_text_error error;
    cli_dialect_write_line(&session->tongue, session->position, report->line, line, sizeof line);
    const char *best = cli_next_word(&rest_of_line), *answer = cli_next_word(&rest_of_line);
    snprintf(xboard->expected, sizeof xboard->expected, "%s", answer != NULL ? answer : "");
    snprintf(move, sizeof move, "%s", best != NULL ? best : "");
    xboard->score = score_of(report);
    enum mad_status status = cli_session_play(session, move, &error);
    if (status != MAD_OK) {
        complain(&xboard->front, "cannot make its move", error.text);
        xboard->side = NOBODY;
        return;
    }
    cli_say("move %s", move);
    say_result(xboard);
    if (mad_position_side(board(xboard)) == xboard->side) {
        take_turn(xboard); /* a game with several moves a turn */
    } else {
        ponder(xboard);
    }
}

static void on_done(struct cli_front *front, const struct cli_event *answer)
{
    struct xboard *xboard = xboard_of(front);
    if (xboard->is_analysing || xboard->is_pondering) {
        return; /* the search had no more to find; analysis waits for what comes */
    }
    if (answer->status != MAD_OK) {
        complain(front, "no search", mad_status_text(answer->status));
        return;
    }
    make_best(xboard, &answer->report);
}

/* --- games and positions ----------------------------------------------------------------------------- */

/* Puts the game back to its start, with our side as `new` says. */
static void restart(struct xboard *xboard)
{
    struct mad_text_error error;
    enum mad_status status = cli_session_set(&xboard->front.session, NULL, &error);
    if (status != MAD_OK) {
        complain(&xboard->front, "new", mad_status_text(status));
    }
    xboard->has_result = false;
    xboard->expected[0] = '\0';
    xboard->clock = xboard->other_clock = -1;
}

/* A game that XBoard cannot hold is refused, and the one before stays. */
static void load(struct xboard *xboard, const char *name)
{
    struct cli_session *session = &xboard->front.session;
    struct mad_text_error error = {0};
    struct cli_xboard_plan plan = {0};
    char *before = strdup(session->listed.name), slashed[200];
    snprintf(slashed, sizeof slashed, "%s", cli_xboard_game(session, name));
    for (char *c = slashed; *c != '\0'; c++) {
        *c = *c == '/' ? ':' : *c;
    }
    enum mad_status status = cli_session_load_name(session, slashed, &error);
    if (status == MAD_OK) {
        cli_xboard_ask(&plan, &session->listed, session->game);
    }
    bool is_good = status == MAD_OK && plan.why[0] == '\0';
    if (!is_good) {
        complain(&xboard->front, status == MAD_OK ? plan.why : error.text, name);
    }
    if (status == MAD_OK && !is_good && before != NULL) {
        status = cli_session_load_name(session, before, &error);
    }
    free(before);
    restart(xboard);
    if (is_good) {
        /* XBoard's own games have letters of their own, others those that it is told */
        session->tongue.letters = plan.count == 0 ? MAD_DIALECT_FSF : MAD_DIALECT_ANY;
        cli_xboard_say_setup(session, &plan);
    }
    cli_xboard_plan_free(&plan);
}

static void word_new(struct cli_front *front, char *text)
{
    struct xboard *xboard = xboard_of(front);
    (void)text;
    rest(xboard);
    xboard->is_analysing = xboard->is_editing = false;
    xboard->side = 1;
    xboard->depth = 0;
    xboard->fixed = 0;
    if (strcmp(front->session.listed.name, "chess") != 0 && xboard->begins_with_chess) {
        load(xboard, "normal");
    }
    restart(xboard);
}

static void word_variant(struct cli_front *front, char *text)
{
    struct xboard *xboard = xboard_of(front);
    rest(xboard);
    load(xboard, text);
}

static void word_setboard(struct cli_front *front, char *text)
{
    struct xboard *xboard = xboard_of(front);
    struct mad_text_error error;
    rest(xboard);
    enum mad_status status = cli_session_set(&front->session, text, &error);
    xboard->has_result = false;
    xboard->expected[0] = '\0';
    if (status != MAD_OK) {
        cli_say("tellusererror Illegal position: %s", error.text);
    }
    take_turn(xboard);
}

static void word_edit(struct cli_front *front, char *text)
{
    struct xboard *xboard = xboard_of(front);
    (void)text;
    rest(xboard);
    xboard->is_editing = true;
    if (!cli_xboard_edit_begin(&xboard->edit, board(xboard))) {
        complain(front, "there is no memory", "edit");
    }
}

/* A line of `edit`; the last one sets the position. */
static void edit(struct xboard *xboard, const char *line)
{
    struct mad_text_error error;
    if (strcmp(line, ".") != 0) {
        if (!cli_xboard_edit_line(&xboard->edit, xboard->front.session.game, line)) {
            complain(&xboard->front, "cannot be put so", line);
        }
        return;
    }
    xboard->is_editing = false;
    enum mad_status status = cli_xboard_edit_end(&xboard->edit, &xboard->front.session, &error);
    if (status != MAD_OK) {
        cli_say("tellusererror Illegal position: %s", error.text);
    }
    xboard->has_result = false;
}

/* --- moves --------------------------------------------------------------------------------------------- */

/* The move that was expected has come: the search goes on as one for the next move. */
static bool is_expected(const struct xboard *xboard, const char *text)
{
    return xboard->is_pondering && strcmp(text, xboard->expected) == 0;
}

static void play(struct cli_front *front, const char *text)
{
    struct xboard *xboard = xboard_of(front);
    struct mad_text_error error;
    if (is_expected(xboard, text)) {
        xboard->is_pondering = front->never_waits = false;
        cli_session_go_on(&front->session);
        return;
    }
    rest(xboard);
    if (cli_session_is_over(&front->session)) {
        cli_say("Illegal move (the game is over): %s", text);
        return;
    }
    enum mad_status status = cli_session_play(&front->session, text, &error);
    if (status != MAD_OK) {
        char safe[200];
        cli_copy_safe(safe, sizeof safe, text);
        cli_say("Illegal move (%s): %s", error.text, safe);
    }
    take_turn(xboard);
}

static void word_usermove(struct cli_front *front, char *text)
{
    play(front, text);
}

static void word_undo(struct cli_front *front, char *text)
{
    struct xboard *xboard = xboard_of(front);
    (void)text;
    rest(xboard);
    if (cli_session_undo(&front->session) != MAD_OK) {
        complain(front, "there is no move to take back", "undo");
    }
    xboard->has_result = false;
    take_turn(xboard);
}

/* Takes back a move of each player; whose turn it is stays. */
static void word_remove(struct cli_front *front, char *text)
{
    struct xboard *xboard = xboard_of(front);
    (void)text;
    rest(xboard);
    if (mad_position_ply(front->session.position) < 2 ||
        cli_session_undo(&front->session) != MAD_OK ||
        cli_session_undo(&front->session) != MAD_OK) {
        complain(front, "there are no two moves to take back", "remove");
    }
    xboard->has_result = false;
    take_turn(xboard);
}

static void word_force(struct cli_front *front, char *text)
{
    struct xboard *xboard = xboard_of(front);
    (void)text;
    rest(xboard);
    xboard->side = NOBODY;
}

static void word_go(struct cli_front *front, char *text)
{
    struct xboard *xboard = xboard_of(front);
    (void)text;
    rest(xboard);
    xboard->is_analysing = false;
    xboard->side = mad_position_side(front->session.position);
    take_turn(xboard);
}

static void word_playother(struct cli_front *front, char *text)
{
    struct xboard *xboard = xboard_of(front);
    (void)text;
    rest(xboard);
    xboard->is_analysing = false;
    xboard->side = !mad_position_side(front->session.position);
    ponder(xboard);
}

static void word_move_now(struct cli_front *front, char *text)
{
    (void)text;
    if (is_thinking(xboard_of(front))) {
        cli_session_stop(&front->session);
    }
}

static void word_result(struct cli_front *front, char *text)
{
    word_force(front, text);
    xboard_of(front)->has_result = true;
}

/* It takes a draw when it does not think that it is ahead. */
static void word_draw(struct cli_front *front, char *text)
{
    const struct xboard *xboard = xboard_of(front);
    (void)text;
    if (mad_position_ply(front->session.position) >= 20 && xboard->score <= 0 &&
        !cli_session_is_over(&front->session)) {
        cli_say("offer draw");
    }
}

/* --- analysis ------------------------------------------------------------------------------------------- */

static void word_analyze(struct cli_front *front, char *text)
{
    struct xboard *xboard = xboard_of(front);
    (void)text;
    rest(xboard);
    xboard->is_analysing = true;
    xboard->side = NOBODY;
    take_turn(xboard);
}

static void word_exit(struct cli_front *front, char *text)
{
    struct xboard *xboard = xboard_of(front);
    (void)text;
    rest(xboard);
    xboard->is_analysing = false;
}

static void word_hint(struct cli_front *front, char *text)
{
    const struct xboard *xboard = xboard_of(front);
    (void)text;
    if (xboard->expected[0] != '\0') {
        cli_say("Hint: %s", xboard->expected);
    }
}

/* --- time ------------------------------------------------------------------------------------------------ */

static bool read_seconds(const char *text, double *out)
{
    char *end;
    double minutes = strtod(text, &end);
    if (end == text || minutes < 0) {
        return false;
    }
    *out = minutes * 60;
    if (*end == ':') {
        char *last;
        double seconds = strtod(end + 1, &last);
        *out += seconds;
        return last != end + 1 && *last == '\0' && seconds >= 0;
    }
    return *end == '\0';
}

/* level MOVES BASE INCREMENT: base in minutes, or minutes:seconds */
static void word_level(struct cli_front *front, char *text)
{
    struct xboard *xboard = xboard_of(front);
    char *all = strdup(text), *words = text;
    const char *moves = cli_next_word(&words), *base = cli_next_word(&words);
    const char *increment = cli_next_word(&words);
    double seconds;
    if (!cli_read_number(moves, 0, 1000, &xboard->period) || base == NULL ||
        !read_seconds(base, &seconds) || increment == NULL || atof(increment) < 0) {
        complain(front, "level wants MOVES BASE INCREMENT", all != NULL ? all : "");
    } else {
        xboard->base = seconds;
        xboard->increment = atof(increment);
        xboard->fixed = 0;
        xboard->clock = xboard->other_clock = -1;
    }
    free(all);
}

static void word_st(struct cli_front *front, char *text)
{
    double seconds = atof(text);
    if (!(seconds > 0 && seconds < 1e6)) {
        complain(front, "st wants seconds", text);
        return;
    }
    xboard_of(front)->fixed = seconds;
}

static void take_number(struct cli_front *front, const char *text, long long *out)
{
    if (!cli_read_amount(text, 0, INT32_MAX, out)) {
        complain(front, "not a number", text);
    }
}

static void word_sd(struct cli_front *front, char *text)
{
    take_number(front, text, &xboard_of(front)->depth);
    if (xboard_of(front)->depth > 200) {
        xboard_of(front)->depth = 200;
    }
}

static void word_nps(struct cli_front *front, char *text)
{
    take_number(front, text, &xboard_of(front)->nodes_a_second);
}

static void word_time(struct cli_front *front, char *text)
{
    long long hundredths = -1;
    take_number(front, text, &hundredths);
    xboard_of(front)->clock = hundredths >= 0 ? (double)hundredths / 100 : -1;
}

static void word_otim(struct cli_front *front, char *text)
{
    long long hundredths = -1;
    take_number(front, text, &hundredths);
    xboard_of(front)->other_clock = hundredths >= 0 ? (double)hundredths / 100 : -1;
}

/* --- settings ---------------------------------------------------------------------------------------------- */

static void word_memory(struct cli_front *front, char *text)
{
    long long megabytes = 0;
    take_number(front, text, &megabytes);
    megabytes = megabytes > 1024 ? 1024 : megabytes;
    front->session.table_bytes = (size_t)megabytes << 20;
}

static void word_option(struct cli_front *front, char *text)
{
    char *value = strchr(text, '=');
    long long lines;
    if (value == NULL || strncmp(text, "MultiPV=", 8) != 0 ||
        !cli_read_number(value + 1, 1, MOST_LINES, &lines)) {
        complain(front, "no such option, or not this value", text);
        return;
    }
    front->session.lines = (size_t)lines;
}

static void word_hard(struct cli_front *front, char *text)
{
    (void)text;
    xboard_of(front)->ponders = true;
}

static void word_easy(struct cli_front *front, char *text)
{
    struct xboard *xboard = xboard_of(front);
    (void)text;
    xboard->ponders = false;
    if (xboard->is_pondering) {
        rest(xboard);
    }
}

static void word_post(struct cli_front *front, char *text)
{
    (void)text;
    xboard_of(front)->posts = true;
}

static void word_nopost(struct cli_front *front, char *text)
{
    (void)text;
    xboard_of(front)->posts = false;
}

/* --- hello ---------------------------------------------------------------------------------------------------- */

static void word_protover(struct cli_front *front, char *text)
{
    (void)text;
    cli_say("feature done=0");
    cli_say("feature myname=\"mad " MAD_VERSION "\" ping=1 setboard=1 playother=1 san=0 "
            "usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=0 "
            "pause=0 nps=1 debug=1 memory=1 smp=0 exclude=0");
    cli_say("feature option=\"MultiPV -spin 1 1 %d\"", MOST_LINES);
    cli_xboard_say_variants(&front->session);
    cli_say("feature done=1");
}

static void word_ping(struct cli_front *front, char *text)
{
    char safe[40];
    (void)cli_session_prepare(&front->session); /* what fails is told when it is searched */
    cli_copy_safe(safe, sizeof safe, text);
    cli_say("pong %s", safe);
}

static void word_nothing(struct cli_front *front, char *text)
{
    (void)front;
    (void)text;
}

static void word_quit(struct cli_front *front, char *text)
{
    (void)text;
    rest(xboard_of(front));
    front->has_quit = true;
}

/* What has no bearing on this program is heard and left: names and ratings of people, odds of books. */
static const struct cli_word words[] = {
    {"xboard", word_nothing, true},
    {"protover", word_protover, false},
    {"accepted", word_nothing, true},
    {"rejected", word_nothing, true},
    {"new", word_new, true},
    {"variant", word_variant, true},
    {"quit", word_quit, true},
    {"random", word_nothing, true},
    {"force", word_force, true},
    {"go", word_go, false},
    {"playother", word_playother, false},
    {"level", word_level, true},
    {"st", word_st, true},
    {"sd", word_sd, true},
    {"nps", word_nps, true},
    {"time", word_time, true},
    {"otim", word_otim, true},
    {"usermove", word_usermove, false},
    {"?", word_move_now, true},
    {"ping", word_ping, false},
    {"draw", word_draw, true},
    {"result", word_result, true},
    {"setboard", word_setboard, true},
    {"edit", word_edit, true},
    {"hint", word_hint, true},
    {"bk", word_nothing, true},
    {"undo", word_undo, true},
    {"remove", word_remove, true},
    {"hard", word_hard, true},
    {"easy", word_easy, true},
    {"post", word_post, true},
    {"nopost", word_nopost, true},
    {"analyze", word_analyze, true},
    {"exit", word_exit, true},
    {"name", word_nothing, true},
    {"rating", word_nothing, true},
    {"computer", word_nothing, true},
    {"memory", word_memory, true},
    {"option", word_option, true},
};

/* Moves without `usermove`, lines of `edit`, and what is none of these. */
static void other(struct cli_front *front, char *line)
{
    struct xboard *xboard = xboard_of(front);
    size_t index;
    if (xboard->is_editing) {
        edit(xboard, line);
    } else if (strcmp(line, ".") == 0 && xboard->is_analysing) {
        return; /* no figures between two depths */
    } else if (cli_dialect_find(&front->session.tongue, front->session.position,
                                front->session.moves, line, &index, NULL) == MAD_OK ||
               (strlen(line) >= 4 && strchr(line, ' ') == NULL &&
                strchr("123456789@", line[1]) != NULL)) {
        play(front, line);
    } else {
        complain(front, "unknown command", line);
    }
}

/* What `variant` refuses is not begun with, either. */
static enum cli_exit refuse_operand(const struct cli_args *args, struct cli_session *session)
{
    struct cli_xboard_plan plan = {0};
    enum cli_exit code = CLI_FINE;
    if (args->operand_count > 0) {
        cli_xboard_ask(&plan, &session->listed, session->game);
        code = plan.why[0] == '\0' ? CLI_FINE
                                   : cli_usage_error(args->command, "%s: %s; try `uci`",
                                                     session->listed.name, plan.why);
    }
    cli_xboard_plan_free(&plan);
    return code;
}

enum cli_exit cli_run_xboard(const struct cli_args *args)
{
    struct xboard xboard = {.front = {.words = words,
                                      .word_count = sizeof words / sizeof *words,
                                      .other = other,
                                      .complain = complain,
                                      .line = on_line,
                                      .done = on_done},
                            .side = 1,
                            .base = 300,
                            .clock = -1,
                            .other_clock = -1};
    enum cli_exit code = cli_session_open(&xboard.front.session, args, "chess");
    if (code == CLI_FINE) {
        code = refuse_operand(args, &xboard.front.session);
    }
    if (code == CLI_FINE) {
        xboard.front.session.tongue.dialect = CLI_DIALECT_CECP;
        xboard.front.session.texts = MAD_DIALECT_FSF;
        xboard.begins_with_chess = args->operand_count == 0;
        code = cli_front_run(&xboard.front);
    }
    cli_xboard_edit_free(&xboard.edit);
    cli_front_free(&xboard.front);
    return code;
}
