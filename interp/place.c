/* place.c - copies of places in rule texts.
 *
 * Layer: interp. See place.h. */
#include "place.h"

#include <string.h>

bool mad_place_make(struct mad_arena *arena, const struct mad_sources *sources,
                    struct mad_span span, struct mad_place *out)
{
    return mad_place_make_after(arena, sources, span, &(struct mad_line_start){0}, out);
}

bool mad_place_make_after(struct mad_arena *arena, const struct mad_sources *sources,
                          struct mad_span span, struct mad_line_start *before,
                          struct mad_place *out)
{
    struct mad_position_in_text found = mad_sources_place_after(sources, span, before);
    struct mad_place place = {
        .file = mad_arena_copy(arena, found.name, strlen(found.name)),
        .line = found.line,
        .column = found.column,
        .length = found.length,
        .line_text = mad_arena_copy(arena, found.line_text, found.line_bytes),
    };
    if (place.file == NULL || place.line_text == NULL)
        return false;
    *out = place;
    return true;
}
