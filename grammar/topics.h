/* topics.h - what a line is about that is no sentence, and how the language says such things.
 *
 * Layer: grammar. For lines of which nobody can tell what sentence was meant: topics.def has the words by which it is told
 * what they are about, and what to write. */
#ifndef MAD_GRAMMAR_TOPICS_H
#define MAD_GRAMMAR_TOPICS_H

#include "nearest.h"

struct mad_topic {
    const char *places, *words;
    const char *cause, *advice;
};

/* Null when the line is about nothing that is known. */
const struct mad_topic *mad_topic_of(const char *line, size_t bytes,
                                     enum mad_nearest_section section);

#endif
