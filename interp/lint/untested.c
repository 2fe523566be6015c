/* untested.c - laws, events, and lines of men and verbs that no test needs.
 *
 * Layer: interp/lint. What a test needs is found out by `mad cover`'s means: the tests are gone through once as they are and
 * once without each sentence. That is a load for each, and so it is done only for who wants to see remarks. Ends are
 * told by tests.c. */
#include "lint.h"

enum { MOST_LOOKS = 1000 }; /* sentences without which the tests are tried */

struct look {
    struct mad_lint *lint;
    const char *file;
    bool *is_idle; /* [line], from 1 */
    uint32_t line_count;
    uint32_t looks;
};

static bool is_over(void *context)
{
    struct look *look = context;
    return ++look->looks > MOST_LOOKS || mad_lint_is_stopped(look->lint);
}

static void note(void *context, const struct mad_cover_line *line)
{
    struct look *look = context;
    look->looks = line->is_unseen ? MOST_LOOKS + 1 : look->looks;
    if (!line->is_needed && line->place.line <= look->line_count &&
        strcmp(line->place.file, look->file) == 0)
        look->is_idle[line->place.line] = true;
}

static uint32_t line_of(const struct look *look, struct mad_span span)
{
    return mad_lint_is_own(look->lint, span) ? mad_sources_place(look->lint->sources, span).line
                                             : 0;
}

/* A variant has its game's lines from there, where they are told. */
static bool is_of_part(const struct look *look, struct mad_span span)
{
    return mad_lint_is_own(look->lint, span) && span.begin > look->lint->rules->span.begin;
}

/* The sentence on that line, without its comment. */
static struct mad_span span_of(const struct look *look, uint32_t line)
{
    const struct mad_source *source = &look->lint->sources->items[look->lint->main_source];
    size_t begin = 0;
    for (uint32_t at = 1; at < line && begin < source->bytes; begin++)
        at += source->text[begin] == '\n';
    while (begin < source->bytes && (source->text[begin] == ' ' || source->text[begin] == '\t'))
        begin++;
    size_t end = begin;
    while (end < source->bytes && source->text[end] != '\n')
        end++;
    end = mad_lint_find_comment(source->text, begin, end);
    while (end > begin && strchr(" \t\r", source->text[end - 1]) != NULL)
        end--;
    size_t length = end - begin < UINT16_MAX ? end - begin : UINT16_MAX;
    return (struct mad_span){
        .source = look->lint->main_source, .begin = (uint32_t)begin, .length = (uint16_t)length};
}

/* Of a man of whom nothing is needed one finding is enough. */
static void tell_man(struct look *look, const struct mad_rule_piece *piece)
{
    bool is_whole = is_of_part(look, piece->span), has_lines = false;
    for (uint32_t i = 0; i < piece->lines.count && is_whole; i++) {
        uint32_t line = line_of(look, piece->lines.items[i]->span);
        has_lines = has_lines || line > 0;
        is_whole = line == 0 || look->is_idle[line];
    }
    if (!is_whole || !has_lines)
        return;
    struct mad_findings *findings = look->lint->findings;
    (void)mad_findings_add(
        findings, MAD_FINDING_UNTESTED_LINE, piece->span,
        mad_findings_text(findings, "no test needs any line of the %s", piece->name));
    for (uint32_t i = 0; i < piece->lines.count; i++)
        look->is_idle[line_of(look, piece->lines.items[i]->span)] = false;
}

static void tell_all(struct look *look)
{
    const struct mad_ruleset *rules = look->lint->rules;
    for (uint32_t i = 0; i < rules->ends.count; i++)
        look->is_idle[line_of(look, rules->ends.items[i]->span)] = false;
    for (uint32_t i = 0; i < rules->piece_count; i++)
        tell_man(look, &rules->pieces[i]);
    for (uint32_t line = 1; line <= look->line_count; line++) {
        struct mad_span span = look->is_idle[line] ? span_of(look, line) : (struct mad_span){0};
        if (look->is_idle[line] && is_of_part(look, span))
            (void)mad_findings_add(look->lint->findings, MAD_FINDING_UNTESTED_LINE, span,
                                   "no test needs this: without it all of them come out the same");
    }
}

void mad_lint_untested(struct mad_lint *lint, const mad_engine *engine, const struct mad_load *load)
{
    const struct mad_source *source = &lint->sources->items[lint->main_source];
    struct look look = {.lint = lint, .file = source->name, .line_count = 1};
    if (lint->rules->tests.count == 0 || lint->status != MAD_OK)
        return;
    for (size_t i = 0; i < source->bytes; i++)
        look.line_count += source->text[i] == '\n';
    look.is_idle = mad_lint_room(lint, look.line_count + 1, sizeof *look.is_idle);
    if (look.is_idle == NULL)
        return;
    struct mad_cover_options options = {
        .file = look.file,
        .line = mad_sources_place(lint->sources, lint->rules->span).line,
        .interrupt = is_over,
        .context = &look};
    enum mad_status status = mad_cover(engine, load, &options, note, &look);
    if (status == MAD_OK)
        tell_all(&look);
    else if (status == MAD_ERROR_STOPPED && look.looks > MOST_LOOKS)
        (void)mad_findings_add(lint->findings, MAD_FINDING_UNTESTED_LINE, lint->rules->span,
                               "there are so many rules that lint did not look which of them no "
                               "test needs: `mad cover` tells");
    else if (status == MAD_ERROR_MEMORY)
        lint->status = status;
}
