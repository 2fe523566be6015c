/* suggest.c - distance between names (Damerau's, adjacent swaps counted once).
 *
 * Layer: compile. Three rows of the usual table suffice; longer words than a row are not compared. */
#include "suggest.h"

#include <string.h>

enum { LONGEST = 63 };

static char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t distance_between(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        last[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        now[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t other = folded(a[i - 1]) != folded(b[j - 1]);
            now[j] = least(last[j - 1] + other, least(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) &&
                folded(a[i - 2]) == folded(b[j - 1]))
                now[j] = least(now[j], before[j - 2] + 1);
        }
        size_t *oldest = before;
        before = last;
        last = now;
        now = oldest;
    }
    return last[b_length];
}

struct mad_suggestion mad_suggestion_for(const char *word)
{
    /* A third of the letters may differ, one at least, and never all of them. */
    size_t length = word == NULL ? 0 : strlen(word);
    size_t allowed = length < 2 ? 0 : length < 6 ? 1 : length / 3;
    return (struct mad_suggestion){.word = word, .distance = allowed + 1};
}

void mad_suggestion_consider(struct mad_suggestion *suggestion, const char *name)
{
    if (suggestion->word == NULL || name == NULL)
        return;
    size_t a = strlen(suggestion->word);
    size_t b = strlen(name);
    if (a > LONGEST || b > LONGEST)
        return;
    size_t distance = distance_between(suggestion->word, a, name, b);
    if (distance < suggestion->distance) {
        suggestion->distance = distance;
        suggestion->best = name;
    }
}
