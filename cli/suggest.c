/* suggest.c - see suggest.h. Distance: letters put in, left out, changed, or two neighbours swapped
 * (optimal string alignment), upper and lower case alike. Layer: cli. */
#include "suggest.h"

#include <ctype.h>
#include <string.h>

#include "text.h"

enum { CLI_SUGGEST_LONGEST = 40 }; /* words above are no misspellings of our short ones */

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static int folded(char c)
{
    return tolower((unsigned char)c);
}

static size_t edit_distance(const char *a, const char *b)
{
    size_t rows[3][CLI_SUGGEST_LONGEST + 1];
    size_t a_length = strlen(a), b_length = strlen(b);
    for (size_t j = 0; j <= b_length; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t change = above[j - 1] + (folded(a[i - 1]) != folded(b[j - 1]));
            row[j] = smaller(smaller(above[j], row[j - 1]) + 1, change);
            if (i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) &&
                folded(a[i - 2]) == folded(b[j - 1])) {
                row[j] = smaller(row[j], two_above[j - 2] + 1);
            }
        }
    }
    return rows[a_length % 3][b_length];
}

struct cli_suggest cli_suggest_start(const char *word)
{
    /* A third of the letters may be wrong, and one in a short word. */
    return (struct cli_suggest){.word = word, .distance = strlen(word) / 3 + 2};
}

void cli_suggest_offer(struct cli_suggest *suggest, const char *candidate)
{
    size_t longest = CLI_SUGGEST_LONGEST;
    if (candidate == NULL || strlen(suggest->word) > longest || strlen(candidate) > longest) {
        return;
    }
    size_t distance = edit_distance(suggest->word, candidate);
    if (distance < suggest->distance && distance < strlen(candidate)) {
        suggest->distance = distance;
        suggest->best = candidate;
    }
}

void cli_suggest_put(FILE *stream, const struct cli_suggest *suggest)
{
    if (suggest->best != NULL) {
        fputs("; did you mean '", stream);
        cli_put(stream, suggest->best);
        fputs("'?", stream);
    }
}
