/* suggest.h - which known name a misspelt one was meant to be.
 *
 * Layer: compile. Start with the word that was not found, consider every name that it could have
 * been; `best` is then the closest one that is close enough, or null. */
#ifndef MAD_COMPILE_SUGGEST_H
#define MAD_COMPILE_SUGGEST_H

#include <stddef.h>

struct mad_suggestion {
    const char *word;
    const char *best;
    size_t distance; /* of best: letters changed, left out, put in or swapped, case not counted */
};

struct mad_suggestion mad_suggestion_for(const char *word);
void mad_suggestion_consider(struct mad_suggestion *suggestion, const char *name);

#endif
