/* format.c - mad_format: a rule text laid out the one way. Layer: interp.
 *
 * What was laid out is parsed again and has to make the same tree: a layout never changes a meaning. */
#include <stdlib.h>
#include <string.h>

#include "format.h"

#include "../grammar/layout.h"
#include "../grammar/parse.h"
#include "rules/tree.h"
#include "corrections.h"
#include "engine.h"
#include "limits.h"

enum {
    MAX_SCRATCH = 64 << 20
}; /* two trees and three texts of the largest file need a third of it */

struct formatting {
    struct mad_arena arena;
    struct mad_intern names;
    struct mad_sources sources;
    struct mad_findings findings;
    struct mad_parse_context context;
};

static enum mad_status parse(struct formatting *f, const char *name, const char *text, size_t bytes,
                             struct mad_node **tree)
{
    uint16_t source = 0;
    if (!mad_sources_add(&f->sources, name, text, bytes, &source))
        return MAD_ERROR_MEMORY;
    f->context = (struct mad_parse_context){
        .arena = &f->arena, .intern = &f->names, .sources = &f->sources, .findings = &f->findings};
    switch (mad_parse(&f->context, source, tree)) {
    case MAD_PARSE_OK: return MAD_OK;
    case MAD_PARSE_ERRORS: return MAD_ERROR_RULES;
    case MAD_PARSE_MEMORY: break;
    }
    return MAD_ERROR_MEMORY;
}

const char *mad_laid_out(struct mad_arena *arena, const char *name, const char *text, size_t bytes,
                         size_t *out_bytes)
{
    struct mad_intern names;
    struct mad_sources sources;
    struct mad_findings findings;
    struct mad_node *tree = NULL;
    uint16_t source = 0;
    mad_intern_init(&names, arena);
    mad_sources_init(&sources, arena);
    mad_findings_init(&findings, arena, 1);
    struct mad_parse_context context = {
        .arena = arena, .intern = &names, .sources = &sources, .findings = &findings};
    if (!mad_sources_add(&sources, name, text, bytes, &source) ||
        mad_parse(&context, source, &tree) != MAD_PARSE_OK)
        return NULL;
    return mad_layout(arena, text, bytes, tree, context.comments, out_bytes);
}

static enum mad_status lay_out(struct formatting *f, const char *name, const char *text,
                               size_t bytes, char **out)
{
    struct mad_node *before = NULL, *after = NULL;
    size_t used = 0;
    enum mad_status status = parse(f, name, text, bytes, &before);
    if (status != MAD_OK)
        return status;
    const char *zero = memchr(text, '\0', bytes);
    if (zero != NULL) { /* elsewhere than in a comment it has been refused */
        struct mad_span span = {(uint32_t)(zero - text), 1, before->span.source};
        (void)mad_findings_add(&f->findings, MAD_FINDING_BAD_CHAR, span,
                               "a byte 0 in a comment: take it out");
        return MAD_ERROR_RULES;
    }
    char *made = mad_layout(&f->arena, text, bytes, before, f->context.comments, &used);
    if (made == NULL)
        return MAD_ERROR_MEMORY;
    status = parse(f, name, made, used, &after);
    if (status == MAD_OK && !mad_tree_equal(before, after))
        status = MAD_ERROR_LIMIT;
    if (status != MAD_OK)
        return status == MAD_ERROR_MEMORY ? status : MAD_ERROR_LIMIT;
    *out = malloc(used + 1);
    if (*out == NULL)
        return MAD_ERROR_MEMORY;
    memcpy(*out, made, used + 1);
    return MAD_OK;
}

enum mad_status mad_format(const mad_engine *engine, const char *name, const char *text,
                           size_t bytes, char **out, mad_diagnostics **diagnostics)
{
    struct formatting f = {0};
    mad_diagnostics *told = NULL;
    if (engine == NULL || name == NULL || text == NULL || out == NULL)
        return MAD_ERROR_MISUSE;
    if (mad_diagnostics_new(&engine->memory, &told) != MAD_OK)
        return MAD_ERROR_MEMORY;
    struct mad_allocator allocator = mad_memory_allocator(&engine->memory);
    mad_arena_init(&f.arena, &allocator, MAX_SCRATCH);
    mad_intern_init(&f.names, &f.arena);
    mad_sources_init(&f.sources, &f.arena);
    mad_findings_init(&f.findings, &f.arena, MAD_MAX_ERRORS);
    enum mad_status status = lay_out(&f, name, text, bytes, out);
    struct mad_load load = {
        .path = name, .text = text, .text_bytes = bytes, .text_is_of_path = true};
    const struct mad_corrections_how how = {.judge = NULL};
    if (status == MAD_ERROR_RULES && diagnostics != NULL &&
        (mad_diagnostics_fill(told, &f.findings, &f.sources, 0, name) != MAD_OK ||
         mad_corrections_check(engine, &load, told, &how) != MAD_OK))
        status = MAD_ERROR_MEMORY;
    mad_arena_free(&f.arena);
    if (diagnostics != NULL && status != MAD_ERROR_MEMORY)
        *diagnostics = told;
    else
        mad_diagnostics_free(told);
    return status;
}
