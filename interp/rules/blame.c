/* blame.c - see blame.h.
 *
 * Layer: rules. `new orthogonal means e4` makes the library's `queenwise means orthogonal or diagonal` wrong, where the
 * error is found: the name in the text of the sentence leads back to the one who gave it another meaning. */
#include "blame.h"

#include <string.h>

struct blame {
    const struct mad_sources *sources;
    const struct mad_ruleset *rules;
    uint16_t main_source;
};

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

static bool has_word(const char *text, size_t bytes, const char *word)
{
    const size_t length = strlen(word);
    for (size_t at = 0; at + length <= bytes; at++)
        if (memcmp(text + at, word, length) == 0 && (at == 0 || !is_word_byte(text[at - 1])) &&
            (at + length == bytes || !is_word_byte(text[at + length])))
            return true;
    return false;
}

/* The declaration of the main file whose name stands in the text, the last of them; length 0: there is none. */
static struct mad_span declared(const struct blame *blame, const char *text, size_t bytes)
{
    const struct mad_ruleset *rules = blame->rules;
    struct mad_span found = {0};
#define LOOK(items, total, place)                                                           \
    for (uint32_t i = 0; i < (total); i++)                                                  \
        if ((place).source == blame->main_source && has_word(text, bytes, (items)[i].name)) \
            found = (place);
    LOOK(rules->definitions, rules->definition_count, rules->definitions[i].span)
    LOOK(rules->directions, rules->direction_count, rules->directions[i].span)
    LOOK(rules->marks, rules->mark_count, rules->marks[i].span)
    LOOK(rules->pockets, rules->pocket_count, rules->pockets[i].span)
    LOOK(rules->counters, rules->counter_count, rules->counters[i].span)
    LOOK(rules->verbs, rules->verb_count, rules->verbs[i].node->span)
#undef LOOK
    return found;
}

static struct mad_span line_of(const struct mad_source *source, struct mad_span span)
{
    uint32_t begin = span.begin, end = span.begin;
    while (begin > 0 && source->text[begin - 1] != '\n')
        begin--;
    while (end < source->bytes && source->text[end] != '\n' && end - begin < UINT16_MAX)
        end++;
    return (struct mad_span){begin, (uint16_t)(end - begin), span.source};
}

static struct mad_span cause_of(const struct blame *blame, struct mad_span span)
{
    const struct mad_source *source = &blame->sources->items[span.source];
    struct mad_span found = {0};
    if (span.begin > source->bytes || span.length > source->bytes - span.begin)
        return found;
    found = declared(blame, source->text + span.begin, span.length);
    if (found.length > 0)
        return found;
    const struct mad_span line = line_of(source, span);
    return declared(blame, source->text + line.begin, line.length);
}

static bool is_told(const struct mad_findings *findings, const struct mad_finding *until,
                    struct mad_span span)
{
    for (const struct mad_finding *item = findings->first; item != until; item = item->next)
        if (item->span.source == span.source && item->span.begin == span.begin)
            return true;
    return false;
}

void mad_blame_own(struct mad_findings *findings, const struct mad_sources *sources,
                   const struct mad_ruleset *rules, uint16_t main_source)
{
    const struct blame blame = {sources, rules, main_source};
    struct mad_finding *before = NULL, *next;
    for (struct mad_finding *item = findings->first; item != NULL; item = next) {
        const bool is_foreign =
            item->span.source != main_source && item->span.source < sources->count;
        const bool is_error = mad_finding_about(item->kind)->level == MAD_LEVEL_ERROR;
        const struct mad_span cause =
            is_foreign && is_error ? cause_of(&blame, item->span) : (struct mad_span){0};
        next = item->next;
        if (cause.length > 0 && is_told(findings, item, cause)) {
            mad_findings_drop(findings, before); /* it follows from what was told there */
            continue;
        }
        if (cause.length > 0) {
            item->notes = NULL;
            item->fixes = NULL;
            if (item->kind == MAD_FINDING_TYPE) {
                mad_finding_note_at(findings, item, item->span, "here: %s", item->text);
                item->text = "what this says does not fit where it is used";
            }
            item->label = NULL;
            item->span = cause;
        }
        before = item;
    }
}
