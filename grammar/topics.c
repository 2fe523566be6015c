/* topics.c - see topics.h. Layer: grammar. */
#include "topics.h"

#include <string.h>

static const struct mad_topic topics[] = {
#define MAD_TOPIC(places, words, cause, advice) {places, words, cause, advice},
#include "topics.def"
#undef MAD_TOPIC
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_word_byte(char c)
{
    c = lower(c);
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '\'';
}

/* Whether a word of the line is the wanted one, or begins with it where that ends in `*`; `#` is any number in digits, and
 * behind `^` it is the first word. */
static bool has_word(const char *line, size_t bytes, const char *wanted, size_t length)
{
    const bool is_stem = wanted[length - 1] == '*', is_number = wanted[0] == '#';
    const bool is_first = wanted[0] == '^';
    wanted += is_first;
    length -= is_stem + is_first;
    for (size_t begin = 0, end; begin < bytes; begin = end + 1) {
        size_t same = 0;
        for (end = begin; end < bytes && is_word_byte(line[end]);)
            end++;
        while (same < length && begin + same < end && lower(line[begin + same]) == wanted[same])
            same++;
        if (is_number ? begin < end && strspn(line + begin, "0123456789") >= end - begin
                      : same == length && (is_stem || begin + same == end))
            return true;
        if (is_first)
            break;
    }
    return false;
}

/* Whether all words of an alternative stand in the line. */
static bool has_words(const char *line, size_t bytes, const char *words, size_t length)
{
    for (size_t begin = 0; begin < length;) {
        size_t end = begin;
        while (end < length && words[end] != ' ')
            end++;
        if (!has_word(line, bytes, words + begin, end - begin))
            return false;
        begin = end + 1;
    }
    return true;
}

static bool is_about(const struct mad_topic *topic, const char *line, size_t bytes)
{
    for (const char *words = topic->words; *words != '\0';) {
        size_t length = strcspn(words, "|");
        if (has_words(line, bytes, words, length))
            return true;
        words += length + (words[length] == '|');
    }
    return topic->words[0] == '\0';
}

const struct mad_topic *mad_topic_of(const char *line, size_t bytes,
                                     enum mad_nearest_section section)
{
    static const char letters[] = {
        [MAD_NEAREST_IN_GAME] = 'g', [MAD_NEAREST_IN_PIECE] = 'p', [MAD_NEAREST_IN_ENDS] = 'e',
        [MAD_NEAREST_IN_VERB] = 'v', [MAD_NEAREST_IN_TEST] = 't',  [MAD_NEAREST_IN_OTHER] = 'n'};
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
        if (strchr(topics[i].places, letters[section]) != NULL && is_about(&topics[i], line, bytes))
            return &topics[i];
    return NULL;
}
