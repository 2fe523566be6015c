/* front.c - see front.h. Layer: cli. */
#include "front.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../text.h"

enum { MOST_WAITING_BYTES = 8 << 20 };

void cli_say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    fputc('\n', stdout);
    fflush(stdout);
}

char *cli_next_word(char **text)
{
    char *word = *text + strspn(*text, " \t");
    char *end = word + strcspn(word, " \t");
    *text = end + (*end != '\0');
    *end = '\0';
    return *word != '\0' ? word : NULL;
}

bool cli_read_number(const char *word, long long low, long long high, long long *out)
{
    if (word == NULL || !(isdigit((unsigned char)word[0]) || word[0] == '-')) {
        return false;
    }
    char *end;
    errno = 0;
    long long number = strtoll(word, &end, 10);
    if (errno != 0 || *end != '\0' || number < low || number > high) {
        return false;
    }
    *out = number;
    return true;
}

bool cli_read_amount(const char *word, long long low, long long high, long long *out)
{
    char whole[32];
    const char *point = word != NULL ? strchr(word, '.') : NULL;
    size_t bytes = point != NULL ? (size_t)(point - word) : 0;
    if (bytes == 0 || bytes >= sizeof whole || point[1] == '\0' ||
        point[1 + strspn(point + 1, "0123456789")] != '\0') {
        return cli_read_number(word, low, high, out);
    }
    memcpy(whole, word, bytes);
    whole[bytes] = '\0';
    return cli_read_number(whole, low, high, out);
}

/* --- words -------------------------------------------------------------------------------------- */

static const struct cli_word *find_word(const struct cli_front *front, const char *line)
{
    size_t length = strcspn(line, " \t");
    for (size_t i = 0; i < front->word_count; i++) {
        const char *name = front->words[i].name;
        if (strlen(name) == length && strncmp(name, line, length) == 0) {
            return &front->words[i];
        }
    }
    return NULL;
}

static char *trim(char *line)
{
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1])) {
        line[--length] = '\0';
    }
    return line;
}

static void obey(struct cli_front *front, char *line)
{
    const struct cli_word *word = find_word(front, line);
    if (word == NULL) {
        front->other(front, line);
        return;
    }
    char *rest = line + strlen(word->name);
    word->run(front, rest + strspn(rest, " \t"));
}

/* Keeps a line for later; refuses when too much waits already. */
static void keep(struct cli_front *front, const char *line)
{
    size_t bytes = strlen(line) + 1 + sizeof line;
    if (front->waiting_count == front->waiting_capacity) {
        size_t capacity = front->waiting_capacity * 2 + 16;
        char **waiting = realloc(front->waiting, capacity * sizeof *waiting);
        front->waiting = waiting != NULL ? waiting : front->waiting;
        front->waiting_capacity = waiting != NULL ? capacity : front->waiting_capacity;
    }
    char *copy = front->waiting_bytes + bytes <= MOST_WAITING_BYTES &&
                         front->waiting_count < front->waiting_capacity
                     ? strdup(line)
                     : NULL;
    if (copy == NULL) {
        front->complain(front, "too much waits for the end of this search, not kept", line);
        return;
    }
    front->waiting_bytes += bytes;
    front->waiting[front->waiting_count++] = copy;
}

static void take_line(struct cli_front *front, char *text)
{
    char *line = trim(text);
    const struct cli_word *word = find_word(front, line);
    bool is_urgent =
        front->is_urgent != NULL ? front->is_urgent(front, line) : word != NULL && word->at_once;
    if (line[0] == '\0') {
        return;
    }
    bool is_busy = (front->session.is_working && !front->never_waits) || front->waiting_count > 0;
    if (is_busy && !is_urgent) {
        keep(front, line);
    } else {
        obey(front, line);
    }
}

static void take_waiting(struct cli_front *front)
{
    while (front->waiting_count > 0 && !front->has_quit &&
           (!front->session.is_working || front->never_waits)) {
        char *line = front->waiting[0];
        front->waiting_bytes -= strlen(line) + 1 + sizeof line;
        memmove(front->waiting, front->waiting + 1, --front->waiting_count * sizeof line);
        obey(front, line);
        free(line);
    }
}

/* --- the loop ------------------------------------------------------------------------------------ */

static void take_answer(struct cli_front *front)
{
    struct cli_event answer;
    if (cli_session_take(&front->session, &answer)) {
        front->done(front, &answer);
    }
}

static void read_input(struct cli_front *front)
{
    bool too_long;
    char *line;
    cli_lines_read(&front->input);
    do {
        line = cli_lines_next(&front->input, &too_long);
        if (too_long) {
            front->complain(front, "a line is too long", "");
        }
        if (line != NULL) {
            take_line(front, line);
            take_answer(front);
        }
    } while (line != NULL && !front->has_quit);
}

/* Waits until there is something to read from either side, and reads it. */
static void step(struct cli_front *front)
{
    struct pollfd files[2] = {{.fd = front->session.events[0], .events = POLLIN},
                              {.fd = front->input.stream.file, .events = POLLIN}};
    struct cli_event line;
    nfds_t count = front->input.stream.has_ended ? 1 : 2;
    if (poll(files, count, -1) < 0) {
        front->has_quit = errno != EINTR;
        return;
    }
    if (files[0].revents != 0 && cli_session_read(&front->session, &line)) {
        front->line(front, &line.report);
    }
    if (count == 2 && files[1].revents != 0) {
        read_input(front);
    }
}

enum { UNREACHED = 60 /* plies: no search of a game that matters comes so far */ };

/* Whether nothing but a word to stop would end it: behind the end of input there is nobody to say it. */
static bool is_endless(const struct cli_request *request)
{
    bool has_clock = request->clock[0] >= 0 || request->clock[1] >= 0;
    bool has_depth = request->depth > 0 && request->depth < UNREACHED;
    bool has_limit = has_depth || request->nodes > 0 || request->win_in > 0;
    return request->work == CLI_WORK_SEARCH && !has_clock && !has_limit && request->seconds <= 0;
}

static void run(struct cli_front *front)
{
    front->input = cli_lines_on(STDIN_FILENO);
    while (!front->has_quit) {
        take_answer(front);
        take_waiting(front);
        if (front->input.stream.has_ended) {
            if (!front->session.is_working) {
                return;
            }
            if (atomic_load(&front->session.is_waiting) || is_endless(&front->session.request)) {
                cli_session_stop(&front->session);
            }
        }
        if (!front->has_quit) {
            step(front);
        }
    }
}

enum cli_exit cli_front_run(struct cli_front *front)
{
    run(front);
    if (front->input.stream.is_out_of_memory) {
        fputs("mad: out of memory\n", stderr);
        return CLI_INTERNAL;
    }
    return CLI_FINE;
}

void cli_front_finish(struct cli_front *front)
{
    struct cli_event line;
    cli_session_stop(&front->session);
    while (front->session.is_working) {
        if (!front->session.has_answer && cli_session_read(&front->session, &line)) {
            front->line(front, &line.report);
        }
        take_answer(front);
    }
}

void cli_front_free(struct cli_front *front)
{
    for (size_t i = 0; i < front->waiting_count; i++) {
        free(front->waiting[i]);
    }
    free(front->waiting);
    cli_lines_free(&front->input);
    cli_session_free(&front->session);
}
