/* front.h - the loop of a protocol: lines come in, words of a table are obeyed, lines go out.
 *
 * Layer: cli. While a search is under way words that are `at_once` are obeyed and the others wait for
 * its end, in their order; all are obeyed while the front end `never_waits`. At the end of input a search that has limits of its own is finished, any other
 * is stopped, and the loop ends. */
#ifndef MAD_CLI_PROTOCOL_FRONT_H
#define MAD_CLI_PROTOCOL_FRONT_H

#include "../cli.h"
#include "lines.h"
#include "session.h"

struct cli_front;

struct cli_word {
    const char *name;
    void (*run)(struct cli_front *front, char *rest); /* rest: what stands behind, trimmed */
    bool at_once;
};

struct cli_front {
    struct cli_session session;
    const struct cli_word *words;
    size_t word_count;
    bool (*is_urgent)(struct cli_front *front, const char *line); /* null: a word that is at_once */
    void (*other)(struct cli_front *front, char *line); /* a line that opens with no word */
    void (*complain)(struct cli_front *front, const char *what, const char *about);
    void (*line)(struct cli_front *front, const struct mad_search_report *report);
    void (*done)(struct cli_front *front, const struct cli_event *answer);
    bool has_quit, never_waits;

    struct cli_lines input;
    char **waiting; /* lines that wait for the end of a search; owned */
    size_t waiting_count, waiting_capacity, waiting_bytes;
};

/* Runs until `has_quit` or the end of input; CLI_INTERNAL, and told, where a line found no room. */
enum cli_exit cli_front_run(struct cli_front *front);
/* Stops a search, if there is one, and has its answer told. */
void cli_front_finish(struct cli_front *front);
/* Frees the lines and the session. */
void cli_front_free(struct cli_front *front);

/* Prints a line and flushes. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The next word of the text, ended in place; null at its end. Steps `*text` behind it. */
char *cli_next_word(char **text);
/* A whole number; false, and `*out` as before, when the word is null or anything else. */
bool cli_read_number(const char *word, long long low, long long high, long long *out);
/* The same where a part of one is as good as none: some programs write `movetime 100.5`, and mean 100. */
bool cli_read_amount(const char *word, long long low, long long high, long long *out);

#endif
