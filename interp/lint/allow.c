/* allow.c - comments that let a finding be: `# mad: allow(MAD052) the reason`.
 * Layer: interp/lint. Such a comment is about its own line, or, when nothing else stands on it, about
 * the next line that is more than a comment. One at the heading of the game holds for what is found
 * at the headings of its variants, too, and one anywhere in a file that the game is like for what is found at the game's
 * heading: there stands what no sentence of its own is to blame for. */
#include <string.h>

#include "lint.h"

struct allow {
    char id[12];
    bool has_reason;
    uint32_t line; /* that it is about, from 1 */
    struct mad_span span;
};

/* --- reading ------------------------------------------------------------------------------------------- */

struct reader { /* of one text */
    const char *text;
    size_t bytes, at;
    uint32_t line;
    uint16_t source;
};

static size_t end_of_line(const struct reader *reader)
{
    const char *end = memchr(reader->text + reader->at, '\n', reader->bytes - reader->at);
    return end == NULL ? reader->bytes : (size_t)(end - reader->text);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static size_t skip_blanks(const struct reader *reader, size_t at, size_t end)
{
    while (at < end && is_blank(reader->text[at]))
        at++;
    return at;
}

size_t mad_lint_find_comment(const char *text, size_t begin, size_t end)
{
    bool quoted = false;
    size_t at = begin;
    for (; at < end && (quoted || text[at] != '#'); at++)
        quoted = quoted != (text[at] == '"');
    return at;
}

static bool begins_with(const struct reader *reader, size_t at, size_t end, const char *word)
{
    size_t bytes = strlen(word);
    return end - at >= bytes && memcmp(reader->text + at, word, bytes) == 0;
}

/* Reads what stands behind `# mad:`; an id that is none stays empty. */
static void read_comment(const struct reader *reader, size_t at, size_t end, struct allow *allow)
{
    at = skip_blanks(reader, at, end);
    if (!begins_with(reader, at, end, "allow("))
        return;
    at += strlen("allow(");
    size_t used = 0;
    while (at < end && reader->text[at] != ')' && used + 1 < sizeof allow->id)
        allow->id[used++] = reader->text[at++];
    if (at == end || reader->text[at] != ')')
        allow->id[0] = '\0';
    else
        at++;
    allow->has_reason = skip_blanks(reader, at, end) < end;
}

/* The next such comment. */
static bool next_allow(struct reader *reader, struct allow *out)
{
    for (; reader->at < reader->bytes; reader->line++) {
        size_t end = end_of_line(reader);
        size_t hash = mad_lint_find_comment(reader->text, reader->at, end);
        size_t first = skip_blanks(reader, reader->at, end);
        size_t word = skip_blanks(reader, hash < end ? hash + 1 : end, end);
        reader->at = end + 1;
        if (!begins_with(reader, word, end, "mad:"))
            continue;
        *out = (struct allow){.line = reader->line,
                              .span = {.source = reader->source,
                                       .begin = (uint32_t)hash,
                                       .length = (uint16_t)(end - hash)}};
        read_comment(reader, word + strlen("mad:"), end, out);
        for (struct reader ahead = *reader; first == hash && ahead.at < ahead.bytes;) {
            size_t line_end = end_of_line(&ahead), begin = skip_blanks(&ahead, ahead.at, line_end);
            out->line++;
            first = begin < line_end && ahead.text[begin] == '#' ? hash : SIZE_MAX;
            ahead.at = line_end + 1;
        }
        reader->line++;
        return true;
    }
    return false;
}

static struct reader read_source(const struct mad_lint *lint, uint16_t source)
{
    const struct mad_source *item = &lint->sources->items[source];
    return (struct reader){.text = item->text, .bytes = item->bytes, .line = 1, .source = source};
}

/* --- letting be ------------------------------------------------------------------------------------------- */

static uint32_t line_of(const struct mad_lint *lint, struct mad_span span)
{
    return mad_sources_place(lint->sources, span).line;
}

static bool is_at_heading(const struct mad_lint *lint, const struct mad_finding *finding)
{
    return mad_lint_is_own(lint, finding->span) &&
           line_of(lint, finding->span) == line_of(lint, lint->rules->span);
}

static bool is_of_kind(const struct allow *allow, const struct mad_finding *finding)
{
    return allow->has_reason && strcmp(allow->id, mad_finding_about(finding->kind)->id) == 0;
}

static bool is_about(const struct mad_lint *lint, const struct allow *allow,
                     const struct mad_finding *finding)
{
    return is_of_kind(allow, finding) &&
           (allow->line == line_of(lint, finding->span) ||
            (is_at_heading(lint, finding) && allow->line == line_of(lint, lint->rules->game_span)));
}

/* Whether a file that the game is like lets it be. */
static bool is_let_be_before(const struct mad_lint *lint, const struct mad_finding *finding)
{
    for (uint16_t source = 0; source < lint->sources->count; source++) {
        struct reader reader = read_source(lint, source);
        struct allow allow;
        for (uint32_t i = 0;
             source != lint->main_source && i < MAD_LINT_MAX_ALLOWS && next_allow(&reader, &allow);
             i++)
            if (is_of_kind(&allow, finding))
                return true;
    }
    return false;
}

static bool is_let_be(struct mad_lint *lint, struct mad_allows *allows,
                      const struct mad_finding *finding)
{
    struct reader reader = read_source(lint, finding->span.source);
    struct allow allow;
    bool found = false;
    for (uint32_t i = 0; i < MAD_LINT_MAX_ALLOWS && next_allow(&reader, &allow); i++) {
        if (!is_about(lint, &allow, finding))
            continue;
        found = true;
        if (mad_lint_is_own(lint, finding->span))
            allows->used[i] = true;
    }
    return found || (is_at_heading(lint, finding) && is_let_be_before(lint, finding));
}

void mad_allow_apply(struct mad_lint *lint, struct mad_allows *allows)
{
    struct mad_findings *list = lint->findings;
    struct mad_finding **link = &list->first;
    list->last = NULL;
    while (*link != NULL) {
        struct mad_finding *finding = *link;
        if (!is_let_be(lint, allows, finding)) {
            list->last = finding;
            link = &finding->next;
            continue;
        }
        *link = finding->next;
        list->count--;
        list->errors -= mad_finding_about(finding->kind)->level == MAD_LEVEL_ERROR;
    }
}

/* --- comments that let nothing be ---------------------------------------------------------------------------- */

/* Whether such a thing would have been found. What random games do not come across may be there all
 * the same. */
static bool was_looked_for(const struct mad_lint *lint, const char *id)
{
    enum mad_lint_cost cost = mad_lint_cost_of(id);
    return cost == MAD_LINT_STATIC || (cost == MAD_LINT_GENERATE && !lint->options->is_static);
}

/* Alone on its line it goes with that. */
static void tell_unused(struct mad_lint *lint, const struct allow *allow)
{
    const char *text = lint->sources->items[allow->span.source].text;
    struct mad_span span = allow->span;
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_UNUSED_ALLOW, allow->span, allow->id);
    while (span.begin > 0 && is_blank(text[span.begin - 1])) {
        span.begin--;
        span.length++;
    }
    if (span.begin == 0 || text[span.begin - 1] == '\n')
        mad_lint_leave_out_lines(lint, finding, allow->span, true);
    else
        mad_finding_fix(lint->findings, finding, span, true, "%s", "");
}

static void check_one(struct mad_lint *lint, const struct allow *allow, bool is_used)
{
    const struct mad_finding_about *about = mad_finding_find(allow->id);
    if (about == NULL || strcmp(about->id, allow->id) != 0)
        (void)mad_findings_add(lint->findings, MAD_FINDING_ALLOW_SHAPE, allow->span,
                               "no kind of finding is named here");
    else if (!allow->has_reason)
        (void)mad_findings_add(lint->findings, MAD_FINDING_ALLOW_SHAPE, allow->span,
                               "the reason is missing");
    else if (!is_used && was_looked_for(lint, allow->id))
        tell_unused(lint, allow);
}

void mad_allow_check(struct mad_lint *lint, const struct mad_allows *allows)
{
    struct reader reader = read_source(lint, lint->main_source);
    struct allow allow;
    for (uint32_t i = 0; i < MAD_LINT_MAX_ALLOWS && next_allow(&reader, &allow); i++)
        check_one(lint, &allow, allows->used[i]);
}
