/* words.c - mad_text_words and mad_text_expected: what editors ask of texts that may not be rules yet.
 *
 * Layer: interp. */
#include <stdlib.h>
#include <string.h>

#include "../grammar/limits.h"
#include "../grammar/words.h"
#include "engine.h"
#include "diagnostics.h"
#include "memory.h"
#include "mad_rules.h"

enum { MAX_SCRATCH = 64 << 20, MAX_TOLD = 1 };

struct reading {
    struct mad_arena arena;
    struct mad_intern names;
    struct mad_sources sources;
    struct mad_findings findings;
    struct mad_parse_context context;
    uint16_t source;
    void *items; /* malloced */
    size_t count, capacity;
};

_Static_assert((int)MAD_SORT_SIGN == (int)MAD_SORT_OF_SIGN,
               "the sorts of grammar and of interp are the same");

static bool begin(struct reading *reading, const mad_engine *engine, const char *text, size_t bytes)
{
    struct mad_allocator allocator = mad_memory_allocator(&engine->memory);
    mad_arena_init(&reading->arena, &allocator, MAX_SCRATCH);
    mad_intern_init(&reading->names, &reading->arena);
    mad_sources_init(&reading->sources, &reading->arena);
    mad_findings_init(&reading->findings, &reading->arena, MAX_TOLD);
    reading->context = (struct mad_parse_context){.arena = &reading->arena,
                                                  .intern = &reading->names,
                                                  .sources = &reading->sources,
                                                  .findings = &reading->findings};
    return mad_sources_add(&reading->sources, "text", text, bytes, &reading->source);
}

/* Room for one more item of so many bytes; null without memory. */
static void *add(struct reading *reading, size_t bytes)
{
    if (reading->count == reading->capacity) {
        size_t capacity = reading->capacity * 2 + 256;
        void *grown = realloc(reading->items, capacity * bytes);
        if (grown == NULL)
            return NULL;
        reading->items = grown;
        reading->capacity = capacity;
    }
    return (char *)reading->items + reading->count++ * bytes;
}

static bool see_word(void *context, const struct mad_word_read *word)
{
    struct mad_text_word *made = add(context, sizeof *made);
    if (made != NULL)
        *made = (struct mad_text_word){.begin = word->span.begin,
                                       .end = word->span.begin + word->span.length,
                                       .sort = (enum mad_word_sort)word->sort,
                                       .keyword = word->keyword,
                                       .is_first = word->is_first};
    return made != NULL;
}

static bool see_expected(void *context, const char *text)
{
    const char **made = add(context, sizeof *made);
    if (made != NULL)
        *made = text;
    return made != NULL;
}

static int compare_words(const void *one, const void *other)
{
    const struct mad_text_word *a = one, *b = other;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

/* Hands out what was read, or nothing. */
static enum mad_status end(struct reading *reading, enum mad_parse_status status, void **out,
                           size_t *count)
{
    mad_arena_free(&reading->arena);
    if (status != MAD_PARSE_OK) {
        free(reading->items);
        return MAD_ERROR_MEMORY;
    }
    *out = reading->items;
    *count = reading->count;
    return MAD_OK;
}

enum mad_status mad_text_words(const mad_engine *engine, const char *text, size_t bytes,
                               struct mad_text_word **out, size_t *count)
{
    struct reading reading = {0};
    void *items = NULL;
    if (engine == NULL || text == NULL || out == NULL || count == NULL)
        return MAD_ERROR_MISUSE;
    if (bytes > MAD_GRAMMAR_MAX_BYTES)
        return MAD_ERROR_LIMIT;
    enum mad_parse_status read =
        begin(&reading, engine, text, bytes)
            ? mad_words_read(&reading.context, reading.source, see_word, &reading)
            : MAD_PARSE_MEMORY;
    enum mad_status status = end(&reading, read, &items, count);
    if (status == MAD_OK) {
        *out = items;
        if (*count > 0)
            qsort(items, *count, sizeof **out, compare_words);
    }
    return status;
}

enum mad_status mad_text_expected(const mad_engine *engine, const char *text, size_t bytes,
                                  const char ***out, size_t *count)
{
    struct reading reading = {0};
    size_t stop = strlen(mad_words_stop);
    void *items = NULL;
    if (engine == NULL || text == NULL || out == NULL || count == NULL)
        return MAD_ERROR_MISUSE;
    if (bytes > MAD_GRAMMAR_MAX_BYTES - stop)
        return MAD_ERROR_LIMIT;
    char *whole = malloc(bytes + stop + 1);
    if (whole == NULL)
        return MAD_ERROR_MEMORY;
    memcpy(whole, text, bytes);
    memcpy(whole + bytes, mad_words_stop, stop + 1);
    enum mad_parse_status read =
        begin(&reading, engine, whole, bytes + stop)
            ? mad_words_expected(&reading.context, reading.source, see_expected, &reading)
            : MAD_PARSE_MEMORY;
    enum mad_status status = end(&reading, read, &items, count);
    free(whole);
    if (status == MAD_OK)
        *out = items;
    return status;
}
