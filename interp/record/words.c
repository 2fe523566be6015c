/* words.c - see words.h, and mad_movetext_next. Layer: record. */
#include "words.h"

#include <string.h>

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

bool mad_read_result(const char *text, enum mad_outcome *outcome)
{
    static const struct {
        const char *text;
        enum mad_outcome outcome;
    } results[] = {
        {"1-0", MAD_WIN_FIRST},  {"0-1", MAD_WIN_SECOND}, {"1/2-1/2", MAD_DRAW},
        {"*", MAD_GOES_ON},      {"1/2", MAD_DRAW},       {"2-0", MAD_WIN_FIRST},
        {"0-2", MAD_WIN_SECOND}, {"1-1", MAD_DRAW},
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (strcmp(results[i].text, text) == 0) {
            *outcome = results[i].outcome;
            return true;
        }
    return false;
}

const char *mad_result_token(enum mad_outcome outcome)
{
    static const char *const tokens[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return tokens[outcome];
}

enum { WORD_BYTES = sizeof((struct mad_movetext *)NULL)->word };

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
static const char *next_word(const char *at)
{
    while (at != NULL && *at != '\0') {
        if (is_blank(*at) || *at == ')' || *at == '}')
            at++;
        else if (*at == '{' || *at == '(')
            at = behind_aside(at);
        else if (*at == ';')
            at += strcspn(at, "\n");
        else if (*at == '$')
            at += 1 + strspn(at + 1, "0123456789");
        else
            return at;
    }
    return NULL;
}

bool mad_movetext_next(struct mad_movetext *walk)
{
    enum mad_outcome outcome;
    while ((walk->at = next_word(walk->at)) != NULL) {
        size_t length = word_length(walk->at), bytes = length;
        if (bytes >= sizeof walk->word)
            bytes = sizeof walk->word - 1;
        memcpy(walk->word, walk->at, bytes);
        walk->word[bytes] = '\0';
        walk->at += length == 0 ? 1 : length;
        walk->move = mad_behind_number(walk->word);
        if (*walk->move != '\0' && !mad_read_result(walk->move, &outcome) &&
            strcmp(walk->move, "e.p.") != 0 && strcmp(walk->move, "ep") != 0)
            return true;
    }
    return false;
}
