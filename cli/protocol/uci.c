/* uci.c - `mad uci`: the Universal Chess Interface (Meyer-Kahlen and Huber 2000), with UCI_Variant as
 * Fairy-Stockfish has it.
 *
 * Layer: cli. Tables of words and options over a session; USI (usi.c), which differs in some words, is spoken
 * here too. Squares are written as the dialect has it: files
 * are letters from the first player's left, in every game; what the dialect cannot say is written as
 * mad does. A move with a toss (`P?5e`) is sent as the choice that it is, and comes back in `position` with
 * what was tossed (`P?5e:heads`). */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../board.h"
#include "../game_file.h"
#include "../level.h"
#include "front.h"
#include "start.h"
#include "uci.h"

enum {
    MOST_LINES = 500,
    MOST_HASH = 1024, /* MB */
    MOST_SCORE = 30000,
    LONGEST_SECONDS = 1 << 30,
};

struct uci {
    struct cli_front front; /* first: the loop hands this out */
    bool ponders, is_usi;
    struct mad_search_report told; /* the last line of rank 0 */
};

static struct uci *uci_of(struct cli_front *front)
{
    return (struct uci *)(void *)front;
}

static void complain(struct cli_front *front, const char *what, const char *about)
{
    char safe[200];
    (void)front;
    cli_copy_safe(safe, sizeof safe, about);
    cli_say("info string error: %s%s%s", what, safe[0] != '\0' ? ": " : "", safe);
}

static void complain_text(struct cli_front *front, const char *what,
                          const struct mad_text_error *error, enum mad_status status)
{
    complain(front, what, error->text[0] != '\0' ? error->text : mad_status_text(status));
}

/* --- options ---------------------------------------------------------------------------------- */

enum option_type { TYPE_SPIN, TYPE_CHECK, TYPE_STRING, TYPE_VARIANT };

struct uci_option {
    const char *name;
    enum option_type type;
    long long preset, least, most;
    void (*set)(struct uci *uci, const char *value, long long number);
};

static void set_hash(struct uci *uci, const char *value, long long number)
{
    (void)value;
    uci->front.session.table_bytes = (size_t)number << 20;
}

static void set_threads(struct uci *uci, const char *value, long long number)
{
    (void)value;
    uci->front.session.threads = (size_t)number;
}

static void set_seed(struct uci *uci, const char *value, long long number)
{
    (void)value;
    uci->front.session.seed = (uint64_t)number;
}

static void set_level(struct uci *uci, const char *value, long long number)
{
    (void)value;
    uci->front.session.level = number < CLI_LEVELS ? (int)number : 0;
}

static void set_lines(struct uci *uci, const char *value, long long number)
{
    (void)value;
    uci->front.session.lines = (size_t)number;
}

static void set_ponder(struct uci *uci, const char *value, long long number)
{
    (void)value;
    uci->ponders = number != 0;
}

static void set_overhead(struct uci *uci, const char *value, long long number)
{
    (void)value;
    uci->front.session.overhead = (double)number / 1000;
}

static void set_rook(struct uci *uci, const char *value, long long number)
{
    (void)value;
    uci->front.session.tongue.takes_rook = number != 0;
}

static void set_analysis(struct uci *uci, const char *value, long long number)
{
    (void)value;
    uci->front.session.analyses = number != 0;
}

static void set_learned(struct uci *uci, const char *value, long long number)
{
    (void)value;
    uci->front.session.is_unlearned = number == 0;
}

/* What a graphical program has to know to draw the board, as Fairy-Stockfish says it. */
static void say_variant(const struct cli_session *session)
{
    struct mad_game_info info = mad_game_info(session->game);
    char *start = cli_session_text(session);
    char name[200];
    cli_copy_safe(name, sizeof name, session->listed.name);
    if (start != NULL) {
        cli_say("info string variant %s files %d ranks %d pocket %d startpos %s", name, info.files,
                info.ranks, info.has_hand ? 1 : 0, start);
    }
    free(start);
}

static void set_variant(struct uci *uci, const char *value, long long number)
{
    struct mad_text_error error;
    (void)number;
    enum mad_status status = cli_session_load_name(&uci->front.session, value, &error);
    if (status != MAD_OK) {
        complain_text(&uci->front, "UCI_Variant", &error, status);
    } else {
        say_variant(&uci->front.session);
    }
}

/* Programs offer their users what they know and find here, by their own names. */
static void say_combo(const struct cli_session *session, const char *protocol)
{
    printf("option name %s_Variant type combo default %s", protocol, session->listed.name);
    for (size_t i = 0; i < session->catalog.count; i++) {
        printf(" var %s", session->catalog.games[i].name);
    }
    for (size_t i = 0; i < session->catalog.count; i++) {
        const char *at = session->catalog.games[i].others;
        for (size_t length; at != NULL && (length = strcspn(at, " ")) > 0; at += length + 1) {
            printf(" var %.*s", (int)length, at);
            length -= at[length] == '\0';
        }
    }
    fputc('\n', stdout);
    fflush(stdout);
}

static void set_path(struct uci *uci, const char *value, long long number)
{
    struct mad_text_error error;
    const char *name = NULL;
    (void)number;
    if (value[0] == '\0' || strcmp(value, "<empty>") == 0) {
        return;
    }
    enum mad_status status = cli_session_add_file(&uci->front.session, value, &name, &error);
    if (status != MAD_OK) {
        complain_text(&uci->front, "VariantPath", &error, status);
    } else {
        say_combo(&uci->front.session, uci->is_usi ? "USI" : "UCI");
    }
}

static const struct uci_option options[] = {
    {"Hash", TYPE_SPIN, 16, 1, MOST_HASH, set_hash},
    {"Threads", TYPE_SPIN, 1, 1, MAD_MOST_THREADS, set_threads},
    {"MultiPV", TYPE_SPIN, 1, 1, MOST_LINES, set_lines},
    {"Seed", TYPE_SPIN, 0, 0, INT_MAX, set_seed},
    {"Level", TYPE_SPIN, CLI_LEVELS, 1, CLI_LEVELS, set_level},
    {"Ponder", TYPE_CHECK, 0, 0, 1, set_ponder},
    {"Move Overhead", TYPE_SPIN, 10, 0, 5000, set_overhead},
    {"Variant", TYPE_VARIANT, 0, 0, 0, set_variant},
    {"AnalyseMode", TYPE_CHECK, 0, 0, 1, set_analysis},
    {"Learned", TYPE_CHECK, 1, 0, 1, set_learned},
    {"VariantPath", TYPE_STRING, 0, 0, 0, set_path},
    {"Chess960", TYPE_CHECK, 0, 0, 1, set_rook}, /* the last one: USI has it not */
};

static size_t option_count(const struct uci *uci)
{
    return sizeof options / sizeof *options - uci->is_usi;
}

/* Some names open with that of the protocol. */
static void name_option(const struct uci *uci, const struct uci_option *option, char *out,
                        size_t size)
{
    static const char *const of_usi[] = {"Hash", "Ponder", "AnalyseMode"};
    bool has_head = strcmp(option->name, "Variant") == 0 || strcmp(option->name, "Chess960") == 0 ||
                    strcmp(option->name, "AnalyseMode") == 0;
    for (size_t i = 0; i < sizeof of_usi / sizeof *of_usi && uci->is_usi; i++) {
        has_head |= strcmp(option->name, of_usi[i]) == 0;
    }
    snprintf(out, size, "%s%s", !has_head ? "" : uci->is_usi ? "USI_" : "UCI_", option->name);
}

static void say_option(const struct uci *uci, const struct uci_option *option)
{
    char name[40];
    name_option(uci, option, name, sizeof name);
    switch (option->type) {
    case TYPE_SPIN:
        cli_say("option name %s type spin default %lld min %lld max %lld", name, option->preset,
                option->least, option->most);
        break;
    case TYPE_CHECK:
        cli_say("option name %s type check default %s", name,
                option->preset != 0 ? "true" : "false");
        break;
    case TYPE_STRING: cli_say("option name %s type string default <empty>", name); break;
    case TYPE_VARIANT: say_combo(&uci->front.session, uci->is_usi ? "USI" : "UCI"); break;
    }
}

static void set_option(struct cli_front *front, const struct uci_option *option, const char *value)
{
    long long number = 0;
    bool is_good = true;
    switch (option->type) {
    case TYPE_SPIN: is_good = cli_read_amount(value, option->least, option->most, &number); break;
    case TYPE_CHECK:
        number = strcasecmp(value, "true") == 0;
        is_good = number != 0 || strcasecmp(value, "false") == 0;
        break;
    case TYPE_STRING:
    case TYPE_VARIANT: break;
    }
    if (!is_good) {
        complain(front, "no value for this option", option->name);
        return;
    }
    option->set(uci_of(front), value, number);
}

/* setoption name NAME [value VALUE]; both may have blanks in them. */
static void word_setoption(struct cli_front *front, char *rest)
{
    char *value = strstr(rest, " value ");
    if (strncmp(rest, "name ", 5) != 0) {
        complain(front, "setoption wants: name NAME value VALUE", rest);
        return;
    }
    char *name = rest + 5;
    if (value != NULL) {
        *value = '\0';
        value += strlen(" value ");
        value += strspn(value, " \t");
    }
    for (size_t i = 0; i < option_count(uci_of(front)); i++) {
        char own[40];
        name_option(uci_of(front), &options[i], own, sizeof own);
        if (strcasecmp(own, name) == 0 ||
            (options[i].type == TYPE_VARIANT && strcasecmp("UCI_Variant", name) == 0)) {
            set_option(front, &options[i], value != NULL ? value : "");
            return;
        }
    }
    complain(front, "there is no option", name);
}

/* --- answers ------------------------------------------------------------------------------------- */

static int at_most(int value, int most)
{
    return value > most ? most : value < -most ? -most : value;
}

static void say_line(struct cli_front *front, const struct mad_search_report *report)
{
    const struct cli_session *session = &front->session;
    char score[40], line[4 * sizeof report->line];
    int mate = (abs(report->mate_in) + 1) / 2;
    mate = uci_of(front)->is_usi ? abs(report->mate_in) : mate; /* USI counts moves of one player */
    if (report->mate_in != 0) {
        snprintf(score, sizeof score, "mate %d", report->mate_in > 0 ? mate : -mate);
    } else {
        snprintf(score, sizeof score, "cp %d", at_most(report->score, MOST_SCORE));
    }
    cli_dialect_write_line(&session->tongue, session->position, report->line, line, sizeof line);
    double seconds = report->seconds > 1e-6 ? report->seconds : 1e-6;
    cli_say("info depth %d seldepth %d multipv %zu score %s nodes %" PRIu64 " nps %.0f hashfull %d"
            " time %.0f pv %s",
            report->depth, report->deepest, report->rank + 1, score, report->nodes,
            (double)report->nodes / seconds, report->full, report->seconds * 1000, line);
}

static void on_line(struct cli_front *front, const struct mad_search_report *report)
{
    const struct cli_session *session = &front->session;
    if (session->request.work == CLI_WORK_COUNT) {
        char move[CLI_MOVE_BYTES];
        cli_dialect_write(&session->tongue, session->position, session->moves, report->best, move,
                          sizeof move);
        cli_say("%s: %" PRIu64, move, report->nodes);
        return;
    }
    say_line(front, report);
    if (report->rank == 0) {
        uci_of(front)->told = *report;
    }
}

static void say_best(struct cli_front *front, const struct mad_search_report *report)
{
    const struct cli_session *session = &front->session;
    const struct mad_search_report *told = &uci_of(front)->told;
    char line[4 * sizeof report->line], *rest = line;
    if (told->best != report->best || told->line[0] == '\0') {
        say_line(front, report); /* found since the last depth was done */
    }
    cli_dialect_write_line(&session->tongue, session->position, report->line, line, sizeof line);
    const char *best = cli_next_word(&rest), *answer = cli_next_word(&rest);
    bool is_ponder = uci_of(front)->ponders && answer != NULL;
    cli_say("bestmove %s%s%s", best != NULL ? best : "(none)", is_ponder ? " ponder " : "",
            is_ponder ? answer : "");
}

static void on_done(struct cli_front *front, const struct cli_event *answer)
{
    if (front->session.request.work == CLI_WORK_COUNT) {
        if (answer->status == MAD_OK) {
            cli_say("\nNodes searched: %" PRIu64 "\n", answer->report.nodes);
        } else {
            complain(front, "the count was cut short", mad_status_text(answer->status));
        }
        return;
    }
    if (answer->status == MAD_OK) {
        say_best(front, &answer->report);
    } else {
        complain(front, "no search", mad_status_text(answer->status));
        cli_say("bestmove (none)");
    }
    uci_of(front)->told = (struct mad_search_report){0};
}

/* --- position --------------------------------------------------------------------------------------- */

static void play_moves(struct cli_front *front, char *rest)
{
    char *word;
    while ((word = cli_next_word(&rest)) != NULL) {
        struct mad_text_error error;
        enum mad_status status = cli_session_play(&front->session, word, &error);
        if (status != MAD_OK) {
            char what[80];
            snprintf(what, sizeof what, "position, move %u",
                     (unsigned)mad_position_ply(front->session.position) + 1);
            complain_text(front, what, &error, status);
            return;
        }
    }
}

/* position startpos|fen TEXT|sfen TEXT [moves M M ...]: what is wrong leaves what was right before it. */
static void word_position(struct cli_front *front, char *rest)
{
    struct mad_text_error error;
    char *moves = strstr(rest, " moves");
    if (moves != NULL && (moves[6] == ' ' || moves[6] == '\0')) {
        *moves = '\0';
        moves += 6;
    } else {
        moves = NULL;
    }
    char *kind = cli_next_word(&rest);
    enum mad_status status;
    if (kind != NULL && strcmp(kind, "startpos") == 0) {
        status = cli_session_set(&front->session, NULL, &error);
    } else if (kind != NULL && (strcmp(kind, "fen") == 0 || strcmp(kind, "sfen") == 0)) {
        status = cli_session_set(&front->session, rest, &error);
    } else {
        complain(front, "position wants startpos, or fen or sfen and a text",
                 kind != NULL ? kind : "");
        return;
    }
    if (status != MAD_OK || error.text[0] != '\0') {
        complain_text(front, "position", &error, status);
    }
    if (status == MAD_OK && moves != NULL) {
        play_moves(front, moves);
    }
}

/* --- go --------------------------------------------------------------------------------------------- */

struct go {
    struct cli_request request;
    bool has_limit, is_infinite, ponders;
    double byoyomi; /* seconds for each move when the clock is empty */
};

/* Limits that are a number; each says where it goes. */
static bool take_number(struct go *go, const char *name, long long number, bool is_usi)
{
    struct cli_request *request = &go->request;
    double seconds = (double)number / 1000;
    if (strcmp(name, "depth") == 0) {
        request->depth = (int)(number < 200 ? number : 200);
    } else if (strcmp(name, "nodes") == 0) {
        request->nodes = (uint64_t)number;
    } else if (strcmp(name, "movetime") == 0) {
        request->seconds = seconds > 0 ? seconds : 0.001;
    } else if (strcmp(name, "mate") == 0) {
        request->win_in = (int)(number < 1000 ? 2 * number - 1 : 1999);
        request->depth = request->depth == 0 ? request->win_in + 1 : request->depth;
    } else if (strcmp(name, "wtime") == 0) {
        request->clock[is_usi] = seconds;
    } else if (strcmp(name, "btime") == 0) {
        request->clock[!is_usi] = seconds;
    } else if (strcmp(name, "winc") == 0) {
        request->increment[is_usi] = seconds;
        return true;
    } else if (strcmp(name, "binc") == 0) {
        request->increment[!is_usi] = seconds;
        return true;
    } else if (strcmp(name, "byoyomi") == 0) {
        go->byoyomi = seconds;
    } else if (strcmp(name, "movestogo") == 0) {
        request->moves_to_go = (int)(number < 1000 ? number : 1000);
        return true;
    } else {
        return false;
    }
    go->has_limit = true;
    return true;
}

static const char *const number_names[] = {"depth", "nodes", "movetime", "mate",      "wtime",
                                           "btime", "winc",  "binc",     "movestogo", "byoyomi"};

static bool is_number_name(const char *word)
{
    for (size_t i = 0; i < sizeof number_names / sizeof *number_names; i++) {
        if (strcmp(number_names[i], word) == 0) {
            return true;
        }
    }
    return false;
}

static void take_move(struct cli_front *front, struct go *go, const char *word)
{
    const struct cli_session *session = &front->session;
    struct cli_request *request = &go->request;
    struct mad_text_error error = {0};
    size_t index;
    enum mad_status status =
        cli_dialect_find(&session->tongue, session->position, session->moves, word, &index, &error);
    if (status != MAD_OK) {
        complain_text(front, "go searchmoves", &error, status);
        return;
    }
    size_t *moves = realloc(request->moves, (request->move_count + 1) * sizeof *moves);
    if (moves != NULL) {
        request->moves = moves;
        moves[request->move_count++] = index;
    }
}

/* Clocks below zero are clocks that have run out. */
static void take_words(struct cli_front *front, struct go *go, char *rest)
{
    bool are_moves = false;
    char *word;
    while ((word = cli_next_word(&rest)) != NULL) {
        long long number;
        if (is_number_name(word)) {
            char *value = cli_next_word(&rest);
            bool is_clock = strcmp(word, "wtime") == 0 || strcmp(word, "btime") == 0;
            if (!cli_read_amount(value, is_clock ? -LONGEST_SECONDS * 1000LL : 0,
                                 strcmp(word, "nodes") == 0 ? INT64_MAX : LONGEST_SECONDS * 1000LL,
                                 &number)) {
                complain(front, "go: no number behind", word);
            } else {
                take_number(go, word, is_clock && number < 1 ? 1 : number, uci_of(front)->is_usi);
            }
            are_moves = false;
        } else if (strcmp(word, "infinite") == 0) {
            go->is_infinite = true;
        } else if (strcmp(word, "ponder") == 0) {
            go->ponders = true;
        } else if (strcmp(word, "searchmoves") == 0) {
            are_moves = true;
            continue;
        } else if (are_moves) {
            take_move(front, go, word);
            continue;
        } else {
            complain(front, "go does not know", word);
        }
        are_moves = false;
    }
}

static void begin(struct cli_front *front, const struct cli_request *request)
{
    enum mad_status status = cli_session_begin(&front->session, request);
    if (status == MAD_ERROR_OVER) {
        const char *reason = front->session.result.reason;
        complain(front, "the game is over",
                 reason != NULL ? reason : "there is no move and no end rule decides");
        const bool is_usi = uci_of(front)->is_usi, /* which has no mate in 0 */
            is_won = mad_winner(front->session.result.outcome) >= 0;
        cli_say("info depth 0 score %s\nbestmove %s", is_won && !is_usi ? "mate 0" : "cp 0",
                is_usi ? "resign" : "(none)");
    } else if (status != MAD_OK) {
        complain(front, "go", mad_status_text(status));
        cli_say("bestmove (none)");
    }
}

static void count(struct cli_front *front, const char *word)
{
    long long depth;
    if (!cli_read_number(word, 1, 100, &depth)) {
        complain(front, "go perft wants a depth from 1 to 100", "");
        return;
    }
    struct cli_request request = {.work = CLI_WORK_COUNT, .depth = (int)depth};
    begin(front, &request);
}

/* With an empty clock the seconds for each move are all there is; else they are as good as an increment. */
static void count_byoyomi(struct go *go, int side)
{
    if (go->byoyomi > 0 && go->request.clock[side] <= 0.001) {
        go->request.seconds = go->byoyomi;
        go->request.clock[0] = go->request.clock[1] = -1;
    } else if (go->byoyomi > 0) {
        go->request.increment[side] += go->byoyomi;
    }
}

static void word_go(struct cli_front *front, char *rest)
{
    struct go go = {.request = {.clock = {-1, -1}}};
    if (strncmp(rest, "perft", 5) == 0 && (rest[5] == ' ' || rest[5] == '\0')) {
        rest += 5;
        count(front, cli_next_word(&rest));
        return;
    }
    take_words(front, &go, rest);
    int side = mad_position_side(front->session.position);
    count_byoyomi(&go, side);
    bool has_clock = go.request.clock[side] >= 0;
    bool is_bound = go.request.depth > 0 || go.request.nodes > 0 || go.request.seconds > 0 ||
                    go.request.win_in > 0 || has_clock;
    go.request.waits = go.is_infinite || go.ponders || !is_bound;
    if (go.is_infinite) { /* without end, whatever else was said */
        go.request.seconds = 0;
        go.request.clock[0] = go.request.clock[1] = -1;
    }
    begin(front, &go.request);
}

/* --- the other words ------------------------------------------------------------------------------------- */

static void word_uci(struct cli_front *front, char *rest)
{
    (void)rest;
    cli_say("id name mad " MAD_VERSION "\nid author the mad authors\n");
    for (size_t i = 0; i < option_count(uci_of(front)); i++) {
        say_option(uci_of(front), &options[i]);
    }
    cli_say(uci_of(front)->is_usi ? "usiok" : "uciok");
}

static void word_isready(struct cli_front *front, char *rest)
{
    (void)rest;
    (void)cli_session_prepare(&front->session); /* what fails is told when it is searched */
    cli_say("readyok");
}

static void word_ucinewgame(struct cli_front *front, char *rest)
{
    struct mad_text_error error;
    (void)rest;
    enum mad_status status = cli_session_set(&front->session, NULL, &error);
    if (status != MAD_OK) {
        complain_text(front, "ucinewgame", &error, status);
    }
    cli_session_forget(&front->session);
}

static void word_stop(struct cli_front *front, char *rest)
{
    (void)rest;
    cli_session_stop(&front->session);
}

static void word_ponderhit(struct cli_front *front, char *rest)
{
    (void)rest;
    cli_session_go_on(&front->session);
}

static void word_quit(struct cli_front *front, char *rest)
{
    (void)rest;
    cli_front_finish(front);
    front->has_quit = true;
}

static void word_d(struct cli_front *front, char *rest)
{
    const struct cli_session *session = &front->session;
    struct cli_view view = {false, -1, -1};
    (void)rest;
    char *text = cli_session_text(session);
    if (cli_board_print(stdout, session->position, &view) && text != NULL) {
        cli_say("Fen: %s\nKey: %016" PRIX64, text, mad_position_key(session->position));
    }
    free(text);
}

/* Nothing more is said in debug mode: what is wrong is always said. */
static void word_debug(struct cli_front *front, char *rest)
{
    if (strcmp(rest, "on") != 0 && strcmp(rest, "off") != 0) {
        complain(front, "debug wants on or off", rest);
    }
}

static void word_register(struct cli_front *front, char *rest)
{
    (void)front;
    (void)rest;
    cli_say("registration checking\nregistration ok");
}

/* Mates alone: what USI calls tsume. */
static void word_go_usi(struct cli_front *front, char *rest)
{
    if (strncmp(rest, "mate", 4) == 0 && (rest[4] == ' ' || rest[4] == '\0')) {
        cli_say("checkmate notimplemented");
        return;
    }
    word_go(front, rest);
}

static const struct cli_word words_usi[] = {
    {"usi", word_uci, true},
    {"isready", word_isready, true},
    {"setoption", word_setoption, false},
    {"usinewgame", word_ucinewgame, false},
    {"position", word_position, false},
    {"go", word_go_usi, false},
    {"stop", word_stop, true},
    {"ponderhit", word_ponderhit, true},
    {"gameover", word_stop, true},
    {"d", word_d, false},
    {"quit", word_quit, true},
};

static const struct cli_word words[] = {
    {"uci", word_uci, true},
    {"isready", word_isready, true},
    {"setoption", word_setoption, false},
    {"ucinewgame", word_ucinewgame, false},
    {"position", word_position, false},
    {"go", word_go, false},
    {"stop", word_stop, true},
    {"ponderhit", word_ponderhit, true},
    {"debug", word_debug, true},
    {"register", word_register, true},
    {"d", word_d, false},
    {"quit", word_quit, true},
};

static void other(struct cli_front *front, char *line)
{
    complain(front, "unknown command", line);
}

enum cli_exit cli_uci_run(const struct cli_args *args, bool is_usi)
{
    struct uci uci = {.front = {.words = is_usi ? words_usi : words,
                                .word_count = is_usi ? sizeof words_usi / sizeof *words_usi
                                                     : sizeof words / sizeof *words,
                                .other = other,
                                .complain = complain,
                                .line = on_line,
                                .done = on_done},
                      .is_usi = is_usi};
    struct cli_session *session = &uci.front.session;
    enum cli_exit code = cli_session_open(session, args, is_usi ? "shogi" : "chess");
    if (code == CLI_FINE && is_usi) {
        code = cli_usi_keep(session, args);
    }
    if (code == CLI_FINE) {
        session->tongue.dialect = is_usi ? CLI_DIALECT_USI : CLI_DIALECT_UCI;
        session->tongue.letters = is_usi ? MAD_DIALECT_ANY : MAD_DIALECT_FSF;
        session->texts = is_usi ? MAD_DIALECT_SFEN : MAD_DIALECT_FSF;
        code = cli_front_run(&uci.front);
    }
    cli_front_free(&uci.front);
    return code;
}

enum cli_exit cli_run_uci(const struct cli_args *args)
{
    return cli_uci_run(args, false);
}
