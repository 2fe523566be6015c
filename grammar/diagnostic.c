/* diagnostic.c - the list of findings and the texts in it.
 *
 * Layer: grammar. Messages are formatted here, from the table, so that a finding's text is known
 * where it is found. Texts are cut at MAX_TEXT bytes; names that are longer were cut before. */
#include "diagnostic.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MAX_TEXT = 600, MAX_WORD = 40 };

static const struct mad_finding_about table[] = {
#define MAD_FINDING(kind, id, name, level, message, ...) {id, name, MAD_LEVEL_##level, __VA_ARGS__},
#include "diagnostic.def"
#undef MAD_FINDING
};

/* The formats have to be literals for the compiler to read them, hence a case for each. */
static void format_message(char *out, size_t size, enum mad_finding_kind kind, va_list arguments)
{
    out[0] = '\0';
    switch (kind) {
#define MAD_FINDING(kind, id, name, level, message, ...) \
    case MAD_FINDING_##kind:                             \
        (void)vsnprintf(out, size, message, arguments);  \
        break;
#include "diagnostic.def"
#undef MAD_FINDING
    case MAD_FINDING_KINDS: break;
    }
}

void mad_findings_init(struct mad_findings *list, struct mad_arena *arena, uint32_t limit)
{
    *list = (struct mad_findings){.arena = arena, .limit = limit};
}

bool mad_findings_are_full(const struct mad_findings *list)
{
    return list->count >= list->limit;
}

/* A cut text must not end within a code point. */
static const char *keep(struct mad_findings *list, const char *text)
{
    size_t bytes = strlen(text);
    if (bytes + 1 >= MAX_TEXT) {
        while (bytes > 0 && ((unsigned char)text[bytes - 1] & 0xc0) == 0x80)
            bytes--;
        bytes -= bytes > 0;
    }
    const char *copy = mad_arena_copy(list->arena, text, bytes);
    if (copy == NULL)
        list->out_of_memory = true;
    return copy != NULL ? copy : "";
}

struct mad_finding *mad_findings_add(struct mad_findings *list, enum mad_finding_kind kind,
                                     struct mad_span span, ...)
{
    if (table[kind].level == MAD_LEVEL_ERROR)
        list->errors++;
    if (mad_findings_are_full(list)) {
        list->dropped++;
        return NULL;
    }
    struct mad_finding *finding = MAD_ARENA_NEW(list->arena, struct mad_finding);
    if (finding == NULL) {
        list->out_of_memory = true;
        return NULL;
    }
    char text[MAX_TEXT];
    va_list arguments;
    va_start(arguments, span);
    format_message(text, sizeof text, kind, arguments);
    va_end(arguments);
    finding->kind = kind;
    finding->span = span;
    finding->text = keep(list, text);
    if (list->last == NULL)
        list->first = finding;
    else
        list->last->next = finding;
    list->last = finding;
    list->count++;
    return finding;
}

static const char *format_text(struct mad_findings *list, const char *format, va_list arguments)
    MAD_PRINTF(2, 0);

static const char *format_text(struct mad_findings *list, const char *format, va_list arguments)
{
    char text[MAX_TEXT];
    (void)vsnprintf(text, sizeof text, format, arguments);
    return keep(list, text);
}

static struct mad_finding_note *add_note(struct mad_findings *list, struct mad_finding *finding,
                                         const char *text)
{
    struct mad_finding_note *note = MAD_ARENA_NEW(list->arena, struct mad_finding_note);
    if (note == NULL) {
        list->out_of_memory = true;
        return NULL;
    }
    note->text = text;
    struct mad_finding_note **end = &finding->notes;
    while (*end != NULL)
        end = &(*end)->next;
    *end = note;
    return note;
}

void mad_finding_label(struct mad_findings *list, struct mad_finding *finding, const char *format,
                       ...)
{
    if (finding == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    finding->label = format_text(list, format, arguments);
    va_end(arguments);
}

void mad_finding_note_at(struct mad_findings *list, struct mad_finding *finding,
                         struct mad_span span, const char *format, ...)
{
    if (finding == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    struct mad_finding_note *note = add_note(list, finding, format_text(list, format, arguments));
    va_end(arguments);
    if (note != NULL) {
        note->has_span = true;
        note->span = span;
    }
}

void mad_finding_remedy(struct mad_findings *list, struct mad_finding *finding, const char *format,
                        ...)
{
    if (finding == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    (void)add_note(list, finding, format_text(list, format, arguments));
    va_end(arguments);
}

void mad_finding_witness(struct mad_findings *list, struct mad_finding *finding, const char *format,
                         ...)
{
    if (finding == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    struct mad_finding_note *note = add_note(list, finding, format_text(list, format, arguments));
    va_end(arguments);
    if (note != NULL)
        note->is_witness = true;
}

void mad_finding_fix(struct mad_findings *list, struct mad_finding *finding, struct mad_span at,
                     bool is_safe, const char *format, ...)
{
    struct mad_finding_fix *fix =
        finding != NULL ? MAD_ARENA_NEW(list->arena, struct mad_finding_fix) : NULL;
    if (fix == NULL) {
        list->out_of_memory = list->out_of_memory || finding != NULL;
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    *fix = (struct mad_finding_fix){
        .at = at, .text = format_text(list, format, arguments), .is_safe = is_safe};
    va_end(arguments);
    struct mad_finding_fix **end = &finding->fixes;
    while (*end != NULL)
        end = &(*end)->next;
    *end = fix;
}

void mad_finding_meant(struct mad_findings *list, struct mad_finding *finding, const char *word,
                       const char *meant)
{
    mad_finding_remedy(list, finding, "did you mean `%s`?", meant);
    if (finding != NULL && finding->span.length == strlen(word))
        mad_finding_fix(list, finding, finding->span, mad_slips(word, meant, 1) == 0, "%s", meant);
}

void mad_findings_drop(struct mad_findings *list, struct mad_finding *before)
{
    struct mad_finding **place = before != NULL ? &before->next : &list->first;
    struct mad_finding *gone = *place;
    *place = gone->next;
    if (list->last == gone)
        list->last = before;
    list->count--;
    list->errors -= table[gone->kind].level == MAD_LEVEL_ERROR;
}

const char *mad_findings_text(struct mad_findings *list, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = format_text(list, format, arguments);
    va_end(arguments);
    return text;
}

/* By insertion: the lists are short. */
void mad_findings_sort(struct mad_findings *list, struct mad_finding *from)
{
    struct mad_finding **head = from != NULL ? &from->next : &list->first;
    struct mad_finding *rest = *head;
    *head = NULL;
    while (rest != NULL) {
        struct mad_finding *item = rest, **place = head;
        rest = item->next;
        while (*place != NULL && ((*place)->span.source < item->span.source ||
                                  ((*place)->span.source == item->span.source &&
                                   (*place)->span.begin <= item->span.begin)))
            place = &(*place)->next;
        item->next = *place;
        *place = item;
        if (item->next == NULL)
            list->last = item;
    }
}

const struct mad_finding_about *mad_finding_about(enum mad_finding_kind kind)
{
    return &table[kind];
}

const struct mad_finding_about *mad_finding_find(const char *id_or_name)
{
    for (size_t i = 0; i < MAD_FINDING_KINDS; i++)
        if (strcasecmp(table[i].id, id_or_name) == 0 || strcasecmp(table[i].name, id_or_name) == 0)
            return &table[i];
    return NULL;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Damerau and Levenshtein's distance, swaps of neighbours only, on three rows of the table. */
unsigned mad_slips(const char *a, const char *b, unsigned most)
{
    size_t m = strlen(a), n = strlen(b);
    if (m > MAX_WORD || n > MAX_WORD || m > n + most || n > m + most)
        return most + 1;
    unsigned rows[3][MAX_WORD + 1];
    unsigned *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= n; j++)
        last[j] = (unsigned)j;
    for (size_t i = 1; i <= m; i++) {
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            unsigned wrong = lower(a[i - 1]) != lower(b[j - 1]);
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + wrong);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]))
                now[j] = least(now[j], before[j - 2] + 1);
        }
        unsigned *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return least(last[n], most + 1);
}

const char *mad_did_you_mean(const char *word, const char *const *candidates, size_t count)
{
    size_t length = strlen(word);
    unsigned most = length < 3 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3;
    const char *best = NULL;
    unsigned fewest = most + 1;
    for (size_t i = 0; i < count; i++) {
        if (candidates[i] == NULL)
            continue;
        unsigned slips = mad_slips(word, candidates[i], most);
        if (slips < fewest) {
            fewest = slips;
            best = candidates[i];
        }
    }
    return best;
}
