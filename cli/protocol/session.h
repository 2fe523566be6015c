/* session.h - one engine behind every protocol: a game, a position, and a thread that searches it.
 *
 * Layer: cli. The front ends (uci.c, xboard.c, usi.c, serve.c) translate; this knows no protocol. All
 * functions are called by one thread; the searching thread speaks to it through a pipe alone, so that
 * nothing is locked and everything said is said in one place. While a search is under way, game and
 * position stay as they are. */
#ifndef MAD_CLI_PROTOCOL_SESSION_H
#define MAD_CLI_PROTOCOL_SESSION_H

#include <pthread.h>
#include <stdatomic.h>

#include "catalog.h"
#include "dialect.h"

enum cli_event_kind {
    CLI_EVENT_LINE, /* a depth is done; of a count: a move is counted */
    CLI_EVENT_DONE,
};

struct cli_event {
    enum cli_event_kind kind;
    enum mad_status status;
    struct mad_search_report report;
};

enum cli_work { CLI_WORK_SEARCH, CLI_WORK_COUNT };

/* What a search is asked for. All zeros: think until told to stop. */
struct cli_request {
    enum cli_work work;
    int depth; /* of a count: how deep */
    uint64_t nodes;
    int win_in;          /* plies */
    double seconds;      /* for this move */
    double clock[2];     /* seconds left of each player; below 0: no clock */
    double increment[2]; /* seconds added with each move */
    int moves_to_go;     /* until time is added; 0: none is */
    bool waits; /* the answer is held back, and no time counts, until cli_session_go_on or stop */
    size_t *moves; /* only these, malloced, taken over; null: all */
    size_t move_count;
};

struct cli_session {
    mad_engine *engine;
    struct cli_catalog catalog;
    const struct mad_setting *settings; /* of every game that is loaded */
    size_t setting_count;

    struct cli_listed listed; /* the game that is loaded; owned */
    mad_game *game;
    mad_position *position;
    mad_moves *moves;         /* legal in the position */
    mad_searcher *searcher;   /* of the game; null until something is searched */
    size_t searcher_bytes;    /* `table_bytes` when it was made */
    bool searcher_unlearned;  /* `is_unlearned` then */
    struct mad_result result; /* of the position */
    struct cli_tongue tongue; /* how moves are written and read */
    enum mad_dialect texts;   /* and position texts */

    size_t lines;       /* how many best moves are wanted */
    size_t table_bytes; /* 0: as mad_search has it */
    size_t threads;     /* 0: one */
    uint64_t seed;      /* of choosing among moves about as good; 0: none */
    int level;          /* how strongly it plays (level.h); 0: as well as it can */
    uint64_t lots;      /* drawn for the level; state of the generator, 0: to begin with the seed */
    double overhead;    /* seconds that are lost between the programs with every move */
    bool analyses;      /* a single legal move is searched too */
    bool is_unlearned;  /* searches do without what was learned of the game */

    pthread_t thread;
    bool is_working; /* a search or a count is under way, or held back */
    bool has_answer; /* `answer` is what came of it */
    struct cli_event answer;
    struct cli_request request;
    struct mad_search_limits limits;
    atomic_bool is_stopped, is_waiting;
    int events[2]; /* pipe: struct cli_event, smaller than what a pipe takes at once */
};

/* MAD_ERROR_READ: no pipe. To be freed in every case. No game is loaded yet. */
enum mad_status cli_session_make(struct cli_session *session);
void cli_session_free(struct cli_session *session); /* stops a search */
/* What comes is another game: nothing that was found out about positions so far is remembered. */
void cli_session_forget(struct cli_session *session);

/* Loads the game in place of the one that is there, which stays when it fails; then `error->text` says
 * why. The position is the array. */
enum mad_status cli_session_load(struct cli_session *session, const struct cli_listed *listed,
                                 struct mad_text_error *error);
/* The same by a name of the catalog. */
enum mad_status cli_session_load_name(struct cli_session *session, const char *name,
                                      struct mad_text_error *error);
/* Offers the games of a file too; the first of them in `name`, which is the catalog's. */
enum mad_status cli_session_add_file(struct cli_session *session, const char *path,
                                     const char **name, struct mad_text_error *error);

/* A new game from the position text, in the dialect or else as mad writes it, or from the array when it
 * is null. */
enum mad_status cli_session_set(struct cli_session *session, const char *text,
                                struct mad_text_error *error);
/* Makes a move; one with a toss only with its outcome. */
enum mad_status cli_session_play(struct cli_session *session, const char *text,
                                 struct mad_text_error *error);
enum mad_status cli_session_undo(struct cli_session *session);
/* The position text, malloced: in the dialect, or ours when it has no words for the position. Null without
 * memory. */
char *cli_session_text(const struct cli_session *session);
bool cli_session_is_over(const struct cli_session *session);

/* Does what the first search of a game would begin with, so that it begins at once and is stopped at once. */
enum mad_status cli_session_prepare(struct cli_session *session);
/* Begins; takes the request's moves over. MAD_ERROR_OVER when there is nothing to search for. */
enum mad_status cli_session_begin(struct cli_session *session, const struct cli_request *request);
void cli_session_stop(struct cli_session *session);
/* From now on time counts, and the answer is not held back: what was expected has been played. */
void cli_session_go_on(struct cli_session *session);
/* Stops, waits for the end and throws the answer away. */
void cli_session_abort(struct cli_session *session);
/* Reads one event; to be called when session->events[0] has something. False for an answer, which
 * cli_session_take hands out. */
bool cli_session_read(struct cli_session *session, struct cli_event *line);
/* The answer, when there is one and it is not held back; then the session is free again. */
bool cli_session_take(struct cli_session *session, struct cli_event *answer);

#endif
