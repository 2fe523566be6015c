/* diagnostics.c - findings as the public interface hands them out.
 *
 * Layer: interp. See diagnostics.h. A list that could not be filled whole is freed by the caller. */
#include "diagnostics.h"

#include <string.h>

#include "place.h"

enum mad_status mad_diagnostics_new(const struct mad_memory *memory, struct mad_diagnostics **out)
{
    struct mad_diagnostics *list = mad_memory_new(memory, sizeof *list);
    if (list == NULL)
        return MAD_ERROR_MEMORY;
    list->memory = *memory;
    struct mad_allocator allocator = mad_memory_allocator(memory);
    mad_arena_init(&list->arena, &allocator, 0);
    *out = list;
    return MAD_OK;
}

void mad_diagnostics_free(mad_diagnostics *list)
{
    if (list == NULL)
        return;
    while (list != NULL) {
        struct mad_memory memory = list->memory;
        struct mad_diagnostics *parts = list->parts;
        mad_arena_free(&list->arena);
        mad_memory_free(&memory, list, sizeof *list);
        list = parts;
    }
}

size_t mad_diagnostics_count(const mad_diagnostics *list)
{
    return list == NULL ? 0 : list->count;
}

size_t mad_diagnostics_errors(const mad_diagnostics *list)
{
    return list == NULL ? 0 : list->errors;
}

size_t mad_diagnostics_dropped(const mad_diagnostics *list)
{
    return list == NULL ? 0 : list->dropped;
}

const struct mad_diagnostic *mad_diagnostics_at(const mad_diagnostics *list, size_t index)
{
    return list != NULL && index < list->count ? &list->items[index] : NULL;
}

static enum mad_severity severity_of(enum mad_level level)
{
    switch (level) {
    case MAD_LEVEL_ERROR: return MAD_SEVERITY_ERROR;
    case MAD_LEVEL_WARNING: return MAD_SEVERITY_WARNING;
    case MAD_LEVEL_INFO: break;
    }
    return MAD_SEVERITY_INFO;
}

static struct mad_explanation explanation_of(const struct mad_finding_about *about)
{
    return (struct mad_explanation){.id = about->id,
                                    .name = about->name,
                                    .severity = severity_of(about->level),
                                    .why = about->explanation,
                                    .avoid = about->avoid,
                                    .prefer = about->prefer};
}

size_t mad_explanation_count(void)
{
    return MAD_FINDING_KINDS;
}

struct mad_explanation mad_explanation_at(size_t index)
{
    return index < MAD_FINDING_KINDS
               ? explanation_of(mad_finding_about((enum mad_finding_kind)index))
               : (struct mad_explanation){.id = NULL};
}

bool mad_explain(const char *id_or_name, struct mad_explanation *out)
{
    const struct mad_finding_about *about = mad_finding_find(id_or_name);
    if (about != NULL)
        *out = explanation_of(about);
    return about != NULL;
}

static bool copy_text(struct mad_arena *arena, const char *text, const char **out)
{
    *out = text == NULL ? NULL : mad_arena_copy(arena, text, strlen(text));
    return text == NULL || *out != NULL;
}

static bool copy_notes(struct mad_arena *arena, const struct mad_sources *sources,
                       const struct mad_finding_note *first, struct mad_diagnostic *out)
{
    size_t count = 0;
    for (const struct mad_finding_note *note = first; note != NULL; note = note->next)
        count++;
    struct mad_note *notes = MAD_ARENA_ARRAY(arena, struct mad_note, count);
    if (notes == NULL)
        return false;
    out->notes = notes;
    for (const struct mad_finding_note *note = first; note != NULL; note = note->next) {
        struct mad_note *copy = &notes[out->note_count++];
        copy->is_witness = note->is_witness;
        if (!copy_text(arena, note->text, &copy->text) ||
            (note->has_span && !mad_place_make(arena, sources, note->span, &copy->place)))
            return false;
    }
    return true;
}

/* The lines that a fix touches, with it; none where it leaves nothing of them. */
static bool show_fix(struct mad_arena *arena, const struct mad_source *source, struct mad_fix *fix)
{
    size_t first = fix->begin, last = fix->end, text = strlen(fix->text);
    while (first > 0 && source->text[first - 1] != '\n')
        first--;
    while (last < source->bytes && source->text[last] != '\n')
        last++;
    if (text == 0 && fix->begin == first && fix->end > first && source->text[fix->end - 1] == '\n')
        return true; /* whole lines go */
    size_t front = fix->begin - first, behind = last - fix->end;
    char *shown = mad_arena_new(arena, front + text + behind + 1, 1);
    if (shown == NULL)
        return false;
    memcpy(shown, source->text + first, front);
    memcpy(shown + front, fix->text, text);
    memcpy(shown + front + text, source->text + fix->end, behind);
    shown[front + text + behind] = '\0';
    fix->shown = shown;
    return true;
}

static bool copy_fixes(struct mad_arena *arena, const struct mad_sources *sources,
                       const struct mad_finding_fix *first, struct mad_diagnostic *out)
{
    size_t count = 0;
    for (const struct mad_finding_fix *fix = first; fix != NULL; fix = fix->next)
        count++;
    struct mad_fix *fixes = MAD_ARENA_ARRAY(arena, struct mad_fix, count);
    if (fixes == NULL)
        return false;
    out->fixes = fixes;
    for (const struct mad_finding_fix *fix = first; fix != NULL; fix = fix->next) {
        const struct mad_source *source = &sources->items[fix->at.source];
        struct mad_fix *copy = &fixes[out->fix_count++];
        *copy = (struct mad_fix){.begin = fix->at.begin,
                                 .end = fix->at.begin + fix->at.length,
                                 .first_line = mad_sources_place(sources, fix->at).line,
                                 .is_safe = fix->is_safe};
        if (!copy_text(arena, fix->text, &copy->text) ||
            !copy_text(arena, source->name, &copy->file) || !show_fix(arena, source, copy))
            return false;
    }
    return true;
}

static bool copy_finding(struct mad_arena *arena, const struct mad_sources *sources,
                         const struct mad_finding *finding, struct mad_diagnostic *out)
{
    const struct mad_finding_about *about = mad_finding_about(finding->kind);
    out->id = about->id;
    out->name = about->name;
    out->severity = severity_of(about->level);
    return copy_text(arena, finding->text, &out->text) &&
           copy_text(arena, finding->label, &out->label) &&
           mad_place_make(arena, sources, finding->span, &out->place) &&
           copy_notes(arena, sources, finding->notes, out) &&
           copy_fixes(arena, sources, finding->fixes, out);
}

static bool keep_main(struct mad_diagnostics *list, const struct mad_source *source,
                      const char *path)
{
    list->main.text = mad_arena_copy(&list->arena, source->text, source->bytes);
    list->main.bytes = source->bytes;
    return list->main.text != NULL && copy_text(&list->arena, source->name, &list->main.name) &&
           copy_text(&list->arena, path, &list->main.path);
}

enum mad_status mad_diagnostics_fill(struct mad_diagnostics *list,
                                     const struct mad_findings *findings,
                                     const struct mad_sources *sources, uint16_t main,
                                     const char *path)
{
    bool has_fixes = false;
    if (findings->out_of_memory)
        return MAD_ERROR_MEMORY;
    list->items = MAD_ARENA_ARRAY(&list->arena, struct mad_diagnostic, findings->count);
    list->wordings = MAD_ARENA_ARRAY(&list->arena, struct mad_wording, findings->count);
    if (list->items == NULL || list->wordings == NULL)
        return MAD_ERROR_MEMORY;
    for (const struct mad_finding *finding = findings->first; finding != NULL;
         finding = finding->next) {
        if (!copy_finding(&list->arena, sources, finding, &list->items[list->count++]))
            return MAD_ERROR_MEMORY;
        has_fixes = has_fixes || finding->fixes != NULL;
        struct mad_wording wording = {list->items[list->count - 1].text,
                                      finding->is_unread,
                                      finding->is_habit,
                                      finding->is_settled,
                                      NULL,
                                      NULL};
        if (!copy_text(&list->arena, finding->draft, &wording.draft) ||
            !copy_text(&list->arena, finding->draft_cause, &wording.draft_cause))
            return MAD_ERROR_MEMORY;
        if (finding->is_habit || finding->is_unread || finding->is_settled ||
            finding->draft != NULL)
            list->wordings[list->wording_count++] = wording;
    }
    list->errors = findings->errors;
    list->dropped = findings->dropped;
    return (!has_fixes && list->errors == 0) || keep_main(list, &sources->items[main], path)
               ? MAD_OK
               : MAD_ERROR_MEMORY;
}

enum mad_status mad_diagnostics_fill_file(struct mad_diagnostics *list, enum mad_finding_kind kind,
                                          const char *file, const char *text, const char *remedy)
{
    const struct mad_finding_about *about = mad_finding_about(kind);
    struct mad_diagnostic *item = MAD_ARENA_NEW(&list->arena, struct mad_diagnostic);
    struct mad_note *note = MAD_ARENA_NEW(&list->arena, struct mad_note);
    if (item == NULL || note == NULL || !copy_text(&list->arena, text, &item->text) ||
        !copy_text(&list->arena, file, &item->place.file) ||
        !copy_text(&list->arena, remedy, &note->text))
        return MAD_ERROR_MEMORY;
    item->id = about->id;
    item->name = about->name;
    item->severity = severity_of(about->level);
    item->place.length = 1;
    item->notes = note;
    item->note_count = remedy != NULL;
    list->items = item;
    list->count = 1;
    list->errors = 1;
    return MAD_OK;
}
