/* sources.c - finding lines and columns by walking the text.
 *
 * Layer: grammar. Places are asked for seldom, so nothing is remembered but by
 * who asks for many. A byte that is no well-formed UTF-8 counts as one code point. */
#include "sources.h"

#include <string.h>

#include "limits.h"

void mad_sources_init(struct mad_sources *sources, struct mad_arena *arena)
{
    *sources = (struct mad_sources){.arena = arena};
}

static bool grow(struct mad_sources *sources)
{
    uint16_t capacity = sources->capacity == 0 ? 16 : (uint16_t)(2 * sources->capacity);
    struct mad_source *items = MAD_ARENA_ARRAY(sources->arena, struct mad_source, capacity);
    if (items == NULL)
        return false;
    if (sources->count > 0)
        memcpy(items, sources->items, sources->count * sizeof *items);
    sources->items = items;
    sources->capacity = capacity;
    return true;
}

bool mad_sources_add(struct mad_sources *sources, const char *name, const char *text, size_t bytes,
                     uint16_t *index)
{
    if (sources->count >= MAD_GRAMMAR_MAX_SOURCES)
        return false;
    if (sources->count == sources->capacity && !grow(sources))
        return false;
    const char *copy = mad_arena_copy(sources->arena, name, strlen(name));
    if (copy == NULL)
        return false;
    sources->items[sources->count] = (struct mad_source){copy, text, bytes};
    *index = sources->count++;
    return true;
}

size_t mad_utf8_length(const char *text, size_t bytes)
{
    const unsigned char *s = (const unsigned char *)text;
    if (bytes == 0)
        return 0;
    if (s[0] < 0x80)
        return 1;
    size_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4 || length > bytes)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool outside = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
    return overlong || outside ? 0 : length;
}

static uint32_t count_points(const char *text, size_t bytes)
{
    uint32_t points = 0;
    for (size_t i = 0; i < bytes; points++) {
        size_t length = mad_utf8_length(text + i, bytes - i);
        i += length == 0 ? 1 : length;
    }
    return points;
}

struct mad_position_in_text mad_sources_place(const struct mad_sources *sources,
                                              struct mad_span span)
{
    return mad_sources_place_after(sources, span, &(struct mad_line_start){0});
}

struct mad_position_in_text mad_sources_place_after(const struct mad_sources *sources,
                                                    struct mad_span span,
                                                    struct mad_line_start *before)
{
    struct mad_position_in_text place = {
        .name = "", .line = 1, .column = 1, .length = 1, .line_text = ""};
    if (span.source >= sources->count)
        return place;
    const struct mad_source *source = &sources->items[span.source];
    size_t begin = span.begin < source->bytes ? span.begin : source->bytes;
    size_t start = 0;
    if (before->line != 0 && before->source == span.source && before->start <= begin) {
        place.line = before->line;
        start = before->start;
    }
    const char *newline = NULL;
    while (start < begin && (newline = memchr(source->text + start, '\n', begin - start)) != NULL) {
        place.line++;
        start = (size_t)(newline - source->text) + 1;
    }
    *before = (struct mad_line_start){span.source, place.line, start};
    newline = NULL;
    if (source->bytes > start)
        newline = memchr(source->text + start, '\n', source->bytes - start);
    size_t stop = newline != NULL ? (size_t)(newline - source->text) : source->bytes;
    if (stop > start && source->text[stop - 1] == '\r')
        stop--;
    place.name = source->name;
    place.line_text = source->text + start;
    place.line_bytes = (uint32_t)(stop - start);
    if (begin > stop)
        begin = stop;
    size_t end = begin + span.length < stop ? begin + span.length : stop;
    place.column = count_points(source->text + start, begin - start) + 1;
    uint32_t length = count_points(source->text + begin, end - begin);
    place.length = length == 0 ? 1 : length;
    return place;
}

/* --- comments -------------------------------------------------------------------------------- */

struct line { /* of a text, without its blanks on both sides and its newline */
    const char *text;
    size_t bytes;
    size_t start, stop; /* of the whole line */
};

static struct line line_at(const struct mad_source *source, size_t at)
{
    size_t start = at, stop = at;
    while (start > 0 && source->text[start - 1] != '\n')
        start--;
    while (stop < source->bytes && source->text[stop] != '\n')
        stop++;
    struct line line = {source->text + start, stop - start, start, stop};
    while (line.bytes > 0 && (*line.text == ' ' || *line.text == '\t')) {
        line.text++;
        line.bytes--;
    }
    while (line.bytes > 0 && memchr(" \t\r", line.text[line.bytes - 1], 3) != NULL)
        line.bytes--;
    return line;
}

void mad_sources_comment(const struct mad_sources *sources, struct mad_span span, char *out,
                         size_t size)
{
    size_t used = 0;
    if (span.source < sources->count && span.begin < sources->items[span.source].bytes) {
        const struct mad_source *source = &sources->items[span.source];
        struct line line = line_at(source, span.begin), first = {NULL, 0, 0, 0};
        while (line.start > 0) {
            line = line_at(source, line.start - 1);
            if (line.bytes == 0 || line.text[0] != '#')
                break;
            first = line;
        }
        for (line = first; line.text != NULL && line.bytes > 0 && line.text[0] == '#';
             line = line_at(source, line.stop + 1)) {
            size_t skip = line.bytes > 1 && line.text[1] == ' ' ? 2 : 1;
            bool is_for_lint = line.bytes > skip + 4 && memcmp(line.text + skip, "mad:", 4) == 0;
            for (size_t i = used > 0 ? skip - 1 : skip;
                 i < line.bytes && used + 1 < size && !is_for_lint; i++)
                out[used++] = i < skip ? ' ' : line.text[i];
            if (line.stop + 1 >= source->bytes)
                break;
        }
    }
    if (size > 0)
        out[used] = '\0';
}
