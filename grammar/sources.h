/* sources.h - the rule texts of one load, and where in them a byte lies.
 *
 * Layer: grammar. Names are copied into the arena; the texts stay with whoever gave them and must
 * live as long as the arena. Lines and columns count from 1; columns count code points. */
#ifndef MAD_GRAMMAR_SOURCES_H
#define MAD_GRAMMAR_SOURCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "source.h"

struct mad_source {
    const char *name;
    const char *text; /* bytes, NUL among them perhaps */
    size_t bytes;
};

struct mad_sources {
    struct mad_arena *arena;
    struct mad_source *items;
    uint16_t count, capacity;
    uint32_t sentences; /* of the texts parsed so far; parse.c counts them */
};

struct mad_position_in_text {
    const char *name;      /* of the text */
    uint32_t line, column; /* from 1 */
    uint32_t length;       /* code points of the span on its first line, at least 1 */
    const char *line_text; /* in the text: not ended by NUL */
    uint32_t line_bytes;   /* without the line end */
};

/* The beginning of a line that was found; the next search starts there, when it can. All zero: none. */
struct mad_line_start {
    uint16_t source;
    uint32_t line; /* from 1; 0: none */
    size_t start;
};

void mad_sources_init(struct mad_sources *sources, struct mad_arena *arena);
/* False when there is no memory or the texts are too many. */
bool mad_sources_add(struct mad_sources *sources, const char *name, const char *text, size_t bytes,
                     uint16_t *index);
struct mad_position_in_text mad_sources_place(const struct mad_sources *sources,
                                              struct mad_span span);
/* The same, for many spans: those in the order of the text are found soonest. */
struct mad_position_in_text mad_sources_place_after(const struct mad_sources *sources,
                                                    struct mad_span span,
                                                    struct mad_line_start *before);
/* The comment right above the line of the span, its lines joined by blanks, cut to `size` with its end.
 * Empty: none. */
void mad_sources_comment(const struct mad_sources *sources, struct mad_span span, char *out,
                         size_t size);
/* Bytes of the code point that begins at text[0], 0 when it is not well-formed UTF-8. */
size_t mad_utf8_length(const char *text, size_t bytes);

#endif
