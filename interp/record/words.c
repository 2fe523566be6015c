/* words.c - see words.h, and mad_movetext_next. Layer: record. */
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *mad_behind_number(const char *text)
{
    const char *at = text;
    while (*at >= '0' && *at <= '9')
        at++;
    if (*at != '.' && *at != '\0')
        return text;
    while (*at == '.')
        at++;
    return at;
}

size_t mad_bracketed(const char *text, size_t bytes)
{
    size_t at = 1;
    if (bytes < 3 || text[0] != '(')
        return 0;
    if (text[1] >= 'A' && text[1] <= 'Z')
        at = 2;
    else
        while (at < bytes && ((text[at] >= 'a' && text[at] <= 'z') || (text[at] == '-' && at > 1)))
            at++;
    return at > 1 && at < bytes && text[at] == ')' ? at + 1 : 0;
}

/* How results are told everywhere. The first of an outcome is the one that is written; in draughts two points are
 * won. */
static const struct {
    const char *token;
    enum mad_outcome outcome;
} results[] = {
    {"*", MAD_GOES_ON},    {"1-0", MAD_WIN_FIRST},   {"0-1", MAD_WIN_SECOND},
    {"1/2-1/2", MAD_DRAW}, {"0-0-1", MAD_WIN_THIRD}, {"0-0-0-1", MAD_WIN_FOURTH},
    {"1/2", MAD_DRAW},     {"2-0", MAD_WIN_FIRST},   {"0-2", MAD_WIN_SECOND},
    {"1-1", MAD_DRAW},
};

size_t mad_result_read(const char *text, enum mad_outcome *outcome)
{
    size_t bytes = strcspn(text, " \t\r\n{");
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (strlen(results[i].token) == bytes && memcmp(results[i].token, text, bytes) == 0) {
            *outcome = results[i].outcome;
            return bytes;
        }
    return 0;
}

const char *mad_result_token(enum mad_outcome outcome)
{
    size_t i = 0;
    while (results[i].outcome != outcome)
        i++;
    return results[i].token;
}

static const char *const terminations[] = {
    [MAD_UNTERMINATED] = "unterminated",    [MAD_BY_RULE] = "normal",
    [MAD_BY_TIME] = "time forfeit",         [MAD_BY_ILLEGAL] = "rules infraction",
    [MAD_BY_ADJUDICATION] = "adjudication", [MAD_BY_ABANDONING] = "abandoned",
};

const char *mad_termination_word(enum mad_termination termination)
{
    return terminations[termination];
}

enum mad_termination mad_termination_read(const char *text)
{
    for (size_t i = 0; i < sizeof terminations / sizeof *terminations; i++)
        if (strcasecmp(terminations[i], text) == 0)
            return (enum mad_termination)i;
    return MAD_BY_RULE;
}

enum { WORD_BYTES = sizeof((struct mad_movetext *)NULL)->word };

/* --- times -------------------------------------------------------------------------------------------- */

void mad_time_write(double seconds, char out[32])
{
    double most = 3.5e6, whole = seconds < 0 ? 0 : seconds > most ? most : seconds;
    unsigned at = (unsigned)whole, parts = (unsigned)((whole - at) * 1000 + 0.5);
    at += parts / 1000;
    parts %= 1000;
    int length = snprintf(out, 32, "%u:%02u:%02u.%03u", at / 3600, at / 60 % 60, at % 60, parts);
    while (out[length - 1] == '0' && parts != 0)
        out[--length] = '\0';
    if (parts == 0)
        out[length - 4] = '\0';
}

double mad_time_read(const char *text, size_t bytes)
{
    double time = 0, part = 0, unit = 1;
    bool has_point = false, has_digit = false;
    for (size_t i = 0; i < bytes; i++) {
        char c = text[i];
        if (c >= '0' && c <= '9') {
            unit /= has_point ? 10 : 1;
            part = has_point ? part + (c - '0') * unit : part * 10 + (c - '0');
            has_digit = true;
        } else if (c == ':' && !has_point) {
            time = (time + part) * 60;
            part = 0;
        } else if (c == '.' && !has_point) {
            has_point = true;
        } else {
            return -1;
        }
    }
    return has_digit && time + part < 1e9 ? time + part : -1;
}

/* --- commands in comments ----------------------------------------------------------------------------- */

/* 0.34, #3, #-3, with a depth behind a comma or without. */
static bool read_score(const char *text, size_t bytes, struct mad_record_note *note)
{
    char copy[40], *end;
    if (bytes == 0 || bytes >= sizeof copy || strspn(text, "#+-.,0123456789") < bytes)
        return false;
    memcpy(copy, text, bytes);
    copy[bytes] = '\0';
    bool is_mate = copy[0] == '#';
    double value = strtod(copy + is_mate, &end);
    long depth = *end == ',' ? strtol(end + 1, &end, 10) : 0;
    if (end == copy + is_mate || *end != '\0' || value > 1e6 || value < -1e6 || depth < 0 ||
        depth > 9999 || (is_mate && value == 0))
        return false;
    note->has_score = true;
    note->mate_in = is_mate ? (int)value : 0;
    note->score = is_mate ? 0 : (int)(value * 100 + (value < 0 ? -0.5 : 0.5));
    note->depth = (int)depth;
    return true;
}

/* One command, `text` behind its `[%`; false when it is none that a note holds. */
static bool read_command(const char *text, size_t bytes, struct mad_record_note *note)
{
    const char *blank = memchr(text, ' ', bytes);
    if (blank == NULL)
        return false;
    size_t name = (size_t)(blank - text);
    while (*blank == ' ')
        blank++;
    size_t rest = bytes - (size_t)(blank - text);
    if (name == 4 && memcmp(text, "eval", 4) == 0)
        return read_score(blank, rest, note);
    if (name != 3 || (memcmp(text, "clk", 3) != 0 && memcmp(text, "emt", 3) != 0))
        return false;
    double time = mad_time_read(blank, rest);
    if (time < 0)
        return false;
    bool is_clock = text[0] == 'c';
    *(is_clock ? &note->has_clock : &note->has_spent) = true;
    *(is_clock ? &note->clock : &note->spent) = time;
    return true;
}

void mad_take_commands(char *text, struct mad_record_note *note)
{
    char *out = text;
    for (const char *at = text; *at;) {
        const char *end = at[0] == '[' && at[1] == '%' ? strchr(at, ']') : NULL;
        if (end != NULL && read_command(at + 2, (size_t)(end - at) - 2, note)) {
            at = end + 1;
            while (*at == ' ')
                at++;
            continue;
        }
        *out++ = *at++;
    }
    while (out > text && out[-1] == ' ')
        out--;
    *out = '\0';
}

/* --- moves of a text ---------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Behind a comment or a variation that begins here, or null when it is not closed. */
static const char *behind_aside(const char *text)
{
    size_t depth = 0;
    for (; *text; text++) {
        if (*text == '{') {
            text = strchr(text, '}');
            if (text == NULL)
                return NULL;
        }
        depth += *text == '(';
        depth -= *text == ')' && depth > 0;
        if (depth == 0)
            return text + 1;
    }
    return NULL;
}

static size_t word_length(const char *text)
{
    size_t length = 0, more = 1;
    for (; more > 0; length += more)
        if (text[length] == '(')
            more =
                length > 0 ? mad_bracketed(text + length, strnlen(text + length, WORD_BYTES)) : 0;
        else
            more = text[length] != '\0' && !is_blank(text[length]) &&
                   strchr("{};$)", text[length]) == NULL;
    return length;
}

/* Skips what is no word; null at the end of the text. */
static const char *next_word(const char *at, const char **fault)
{
    while (at != NULL && *at != '\0') {
        if (is_blank(*at) || *at == ')' || *at == '}') {
            at++;
        } else if (*at == '{' || *at == '(') {
            *fault = *at == '{' ? "a comment is not closed" : "a variation is not closed";
            at = behind_aside(at);
            *fault = at == NULL ? *fault : NULL;
        } else if (*at == ';') {
            at += strcspn(at, "\n");
        } else if (*at == '$') {
            at += 1 + strspn(at + 1, "0123456789");
        } else {
            return at;
        }
    }
    return NULL;
}

static bool is_number(const char *text, size_t bytes)
{
    return bytes > 0 && strspn(text, "0123456789") == bytes;
}

/* A number without a point is that of a move when a move is behind it; else it was meant as one. */
static bool is_before_move(const char *at)
{
    const char *fault;
    enum mad_outcome outcome;
    const char *word = next_word(at, &fault);
    return word != NULL && !is_number(word, word_length(word)) &&
           mad_result_read(word, &outcome) == 0;
}

bool mad_movetext_next(struct mad_movetext *walk)
{
    enum mad_outcome outcome;
    while ((walk->at = next_word(walk->at, &walk->fault)) != NULL) {
        size_t length = word_length(walk->at), bytes = length;
        if (bytes >= sizeof walk->word)
            bytes = sizeof walk->word - 1;
        memcpy(walk->word, walk->at, bytes);
        walk->word[bytes] = '\0';
        walk->at += length == 0 ? 1 : length;
        walk->move = is_number(walk->word, length) && !is_before_move(walk->at)
                         ? walk->word
                         : mad_behind_number(walk->word);
        if (*walk->move != '\0' && mad_result_read(walk->move, &outcome) == 0 &&
            strcmp(walk->move, "e.p.") != 0 && strcmp(walk->move, "ep") != 0)
            return true;
    }
    return false;
}
