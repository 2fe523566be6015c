/* doc_plain.c - see doc_plain.h; the table is doc.def. Layer: cli. */
#include "doc_plain.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct phrase {
    const char *said, *plain;
    bool is_directed;
} phrases[] = {
#define DOC_PHRASE(phrase, plain)   {phrase, plain, false},
#define DOC_DIRECTED(phrase, plain) {phrase, plain, true},
#include "doc.def"
};

static bool is_word_end(char c)
{
    return !isalnum((unsigned char)c) && c != '-' && c != '\'';
}

/* How many bytes of the text are the phrase; 0: it does not stand there. What # is there is left in `word`. */
static size_t match(const char *phrase, const char *text, const char **word, size_t *bytes)
{
    const char *at = text;
    for (; *phrase != '\0'; phrase++) {
        if (*phrase == '#') {
            *word = at;
            *bytes = strcspn(at, " ()");
            *bytes -= *bytes > 0 && at[*bytes - 1] == ',';
            at += *bytes;
        } else if (*phrase == *at) {
            at++;
        } else {
            return 0;
        }
    }
    return is_word_end(*at) ? (size_t)(at - text) : 0;
}

static size_t put(char *out, size_t size, size_t used, const char *text, size_t bytes)
{
    int more = used < size ? snprintf(out + used, size - used, "%.*s", (int)bytes, text) : 0;
    return used + (more > 0 ? (size_t)more : 0);
}

void cli_doc_plain(const char *line, bool has_ranks, char *out, size_t size)
{
    size_t used = 0;
    bool begins = true;
    out[0] = '\0';
    for (const char *at = line; *at != '\0';) {
        const char *word = "";
        size_t bytes = 0, length = 0, i = 0;
        for (; begins && i < sizeof phrases / sizeof *phrases && length == 0; i++) {
            if (has_ranks || !phrases[i].is_directed) {
                length = match(phrases[i].said, at, &word, &bytes);
            }
        }
        begins = is_word_end(*at);
        if (length == 0) {
            used = put(out, size, used, at++, 1);
            continue;
        }
        const char *plain = phrases[i - 1].plain;
        const size_t front = strcspn(plain, "#");
        used = put(out, size, used, plain, front);
        if (plain[front] == '#') {
            used = put(out, size, used, word, bytes);
            used = put(out, size, used, plain + front + 1, strlen(plain));
        }
        at += length;
        begins = false;
    }
    if (used >= size) {
        snprintf(out, size, "%s", line);
    }
}
