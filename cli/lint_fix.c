/* lint_fix.c - see lint_fix.h.
 *
 * Layer: cli. Corrections take the place of byte ranges; of those that overlap the first is made, and what is left of the
 * others is found again in the next round. A round that leaves more errors than were there is taken back: each
 * correction compiles by itself, two of them need not do so together. */
#include "lint_fix.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 10 };

struct picked {
    const struct mad_fix **items;
    size_t count;
};

static int compare_fixes(const void *one, const void *other)
{
    const struct mad_fix *a = *(const struct mad_fix *const *)one;
    const struct mad_fix *b = *(const struct mad_fix *const *)other;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

static void drop_overlaps(struct picked *picked)
{
    size_t kept = 0;
    for (size_t i = 0; i < picked->count; i++) {
        const struct mad_fix *last = kept > 0 ? picked->items[kept - 1] : NULL;
        const struct mad_fix *fix = picked->items[i];
        if (last == NULL || (fix->begin >= last->end && fix->begin > last->begin)) {
            picked->items[kept++] = fix;
        }
    }
    picked->count = kept;
}

/* The first correction of each finding that may be made, in the order of the text. */
static bool pick(const mad_diagnostics *found, const struct mad_load *load, bool is_unsafe,
                 struct picked *picked)
{
    size_t count = mad_diagnostics_count(found);
    *picked = (struct picked){.items = malloc((count + 1) * sizeof *picked->items)};
    for (size_t i = 0; picked->items != NULL && i < count; i++) {
        const struct mad_diagnostic *item = mad_diagnostics_at(found, i);
        const struct mad_fix *fix = item->fix_count > 0 ? &item->fixes[0] : NULL;
        if (fix != NULL && (fix->is_safe || is_unsafe) && fix->end <= load->text_bytes &&
            strcmp(fix->file, load->path) == 0) {
            picked->items[picked->count++] = fix;
        }
    }
    if (picked->items != NULL && picked->count > 0) {
        qsort(picked->items, picked->count, sizeof *picked->items, compare_fixes);
        drop_overlaps(picked);
    }
    return picked->items != NULL;
}

static char *put_in(const struct mad_load *load, const struct picked *picked)
{
    size_t bytes = load->text_bytes + 1, used = 0, at = 0;
    for (size_t i = 0; i < picked->count; i++) {
        bytes += strlen(picked->items[i]->text);
    }
    char *out = malloc(bytes);
    for (size_t i = 0; out != NULL && i < picked->count; i++) {
        const struct mad_fix *fix = picked->items[i];
        size_t added = strlen(fix->text);
        memcpy(out + used, load->text + at, fix->begin - at);
        used += fix->begin - at;
        memcpy(out + used, fix->text, added);
        used += added;
        at = fix->end;
    }
    if (out != NULL) {
        memcpy(out + used, load->text + at, load->text_bytes - at);
        out[used + load->text_bytes - at] = '\0';
    }
    return out;
}

/* One round: the text with all that is picked, and what is found in it then. False when it is no better. */
static bool go_on(const mad_engine *engine, struct mad_load *load,
                  const struct mad_lint_options *options, const struct picked *picked,
                  mad_diagnostics **found, enum mad_status *status)
{
    char *made = picked->count > 0 ? put_in(load, picked) : NULL;
    mad_diagnostics *left = NULL;
    if (made == NULL) {
        *status = picked->count > 0 ? MAD_ERROR_MEMORY : *status;
        return false;
    }
    struct mad_load next = *load;
    next.text = made;
    next.text_bytes = strlen(made);
    enum mad_status now = mad_lint(engine, &next, options, &left);
    if (now == MAD_ERROR_MEMORY || mad_diagnostics_errors(left) > mad_diagnostics_errors(*found)) {
        *status = now == MAD_ERROR_MEMORY ? now : *status;
        mad_diagnostics_free(left);
        free(made);
        return false;
    }
    mad_diagnostics_free(*found);
    *found = left;
    *load = next;
    *status = now;
    return true;
}

enum mad_status cli_lint_fix(const mad_engine *engine, const struct mad_load *load,
                             const struct mad_lint_options *options, bool is_unsafe, char **text,
                             mad_diagnostics **found, size_t *fixed)
{
    struct mad_load now = *load;
    *text = NULL;
    *fixed = 0;
    enum mad_status status = mad_lint(engine, &now, options, found);
    bool goes_on =
        status != MAD_ERROR_MEMORY &&
        strlen(now.text) == now.text_bytes; /* a NUL would end the text that is written */
    for (unsigned round = 0; goes_on && round < MOST_ROUNDS; round++) {
        struct picked picked;
        goes_on = pick(*found, &now, is_unsafe, &picked);
        status = goes_on ? status : MAD_ERROR_MEMORY;
        goes_on = goes_on && go_on(engine, &now, options, &picked, found, &status);
        if (goes_on) {
            free(*text);
            *text = (char *)(uintptr_t)now.text; /* that put_in made */
            *fixed += picked.count;
        }
        free(picked.items);
    }
    return status;
}
