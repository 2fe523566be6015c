/* kin.c - see kin.h. Layer: grammar. */
#include "kin.h"

#include <string.h>
#include <strings.h>

static const char *const rows[] = {
#define MAD_KIN(words) words,
#define MAD_PLAIN(from, to)
#include "kin.def"
#undef MAD_KIN
#undef MAD_PLAIN
};

static const struct {
    const char *from, *to;
} plain[] = {
#define MAD_KIN(words)
#define MAD_PLAIN(from, to) {from, to},
#include "kin.def"
#undef MAD_KIN
#undef MAD_PLAIN
};

_Static_assert(sizeof rows / sizeof *rows < UINT8_MAX, "a row has a number of one byte");

static bool has(const char *words, const char *word, size_t bytes)
{
    while (*words != '\0') {
        const size_t length = strcspn(words, "|");
        if (length == bytes && strncasecmp(words, word, bytes) == 0)
            return true;
        words += length + (words[length] == '|');
    }
    return false;
}

uint8_t mad_kin_of(const char *word, size_t bytes)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows && bytes > 0; i++)
        if (has(rows[i], word, bytes))
            return (uint8_t)(i + 1);
    return 0;
}

bool mad_kin_has(uint8_t row, const char *word, size_t bytes)
{
    return row > 0 && row <= sizeof rows / sizeof *rows && has(rows[row - 1], word, bytes);
}

/* The longest of the phrases that begins there: how many bytes it takes, 0 where none does. */
static size_t phrase_at(const char *text, size_t bytes, const char **to)
{
    size_t most = 0;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        for (const char *from = plain[i].from; *from != '\0';) {
            const size_t length = strcspn(from, "|");
            if (length > most && length <= bytes && strncasecmp(text, from, length) == 0 &&
                (length == bytes || !mad_kin_is_of_word(text[length]))) {
                most = length;
                *to = plain[i].to;
            }
            from += length + (from[length] == '|');
        }
    return most;
}

bool mad_kin_plain(const char *line, size_t bytes, char *out, size_t room)
{
    size_t used = 0, changes = 0;
    for (size_t at = 0; at < bytes;) {
        const char *to = NULL;
        const bool begins = at == 0 || !mad_kin_is_of_word(line[at - 1]);
        const size_t taken = begins ? phrase_at(line + at, bytes - at, &to) : 0,
                     more = taken > 0 ? strlen(to) : 1;
        if (used + more + 1 > room)
            return false;
        memcpy(out + used, taken > 0 ? to : line + at, more);
        used += more;
        at += taken > 0 ? taken : 1;
        changes += taken > 0;
    }
    out[used] = '\0';
    return changes > 0;
}
