/* print_diagnostic.c - see print_diagnostic.h. Layer: cli.
 *
 * Columns count code points; carets must stand under what they mean on the screen, so blanks before
 * them are as wide as the characters above, and tabs are spread the same way in both lines. A very
 * long line is shown around its caret only. */
#include "print_diagnostic.h"

#include <string.h>

#include "json.h"
#include "text.h"

enum {
    TAB_STOP = 4,
    LINE_SHOWN = 120, /* code points of a source line */
    LINE_BEFORE = 50, /* of them before the caret when the line is cut at the left */
};

static const struct {
    const char *name;
    enum cli_tone tone;
} severities[] = {
    [MAD_SEVERITY_ERROR] = {"error", CLI_RED},
    [MAD_SEVERITY_WARNING] = {"warning", CLI_YELLOW},
    [MAD_SEVERITY_INFO] = {"info", CLI_CYAN},
};

const char *cli_severity_name(enum mad_severity severity)
{
    return severities[severity].name;
}

/* One pass over the shown part of a source line; what is put for each code point differs. */
struct line_walk {
    const char *rest;
    uint32_t column; /* of the code point at rest, from 1 */
    uint32_t end;    /* first column not shown */
    int screen;      /* columns put so far */
};

static struct line_walk walk_start(const struct mad_place *place)
{
    struct line_walk walk = {.rest = place->line_text, .column = 1};
    uint32_t first = place->column > LINE_SHOWN - 20 ? place->column - LINE_BEFORE : 1;
    while (walk.column < first && *walk.rest != '\0') {
        uint32_t code;
        walk.rest += cli_utf8_next(walk.rest, &code);
        walk.column++;
    }
    walk.end = walk.column + LINE_SHOWN;
    return walk;
}

/* Steps over one code point; gives its columns on the screen. False at the end. */
static bool walk_next(struct line_walk *walk, uint32_t *code, int *width)
{
    if (*walk->rest == '\0' || walk->column >= walk->end) {
        return false;
    }
    walk->rest += cli_utf8_next(walk->rest, code);
    *width = *code == '\t' ? TAB_STOP - walk->screen % TAB_STOP : cli_code_width(*code);
    walk->screen += *width;
    walk->column++;
    return true;
}

static void put_source_line(FILE *stream, const struct mad_place *place)
{
    struct line_walk walk = walk_start(place);
    if (walk.column > 1) {
        fputs("...", stream);
    }
    const char *before = walk.rest;
    uint32_t code;
    int width;
    while (walk_next(&walk, &code, &width)) {
        if (code == '\t') {
            cli_put_repeated(stream, ' ', width);
        } else {
            char one[8];
            size_t bytes = (size_t)(walk.rest - before);
            snprintf(one, sizeof one, "%.*s", (int)bytes, before);
            cli_put(stream, one);
        }
        before = walk.rest;
    }
    fputs(*walk.rest != '\0' ? "...\n" : "\n", stream);
}

static void put_carets(FILE *stream, const struct mad_place *place, char mark, const char *label,
                       enum cli_tone tone)
{
    struct line_walk walk = walk_start(place);
    int blanks = walk.column > 1 ? 3 : 0, marks = 0;
    uint32_t code, last = place->column + (place->length > 0 ? place->length : 1);
    int width;
    for (uint32_t column = walk.column; column < last; column = walk.column) {
        if (!walk_next(&walk, &code, &width)) {
            break;
        }
        *(column < place->column ? &blanks : &marks) += width;
    }
    cli_put_repeated(stream, ' ', blanks);
    cli_tone(stream, tone);
    cli_put_repeated(stream, mark, marks > 0 ? marks : 1);
    if (label != NULL && label[0] != '\0') {
        fputc(' ', stream);
        cli_put(stream, label);
    }
    cli_tone(stream, CLI_PLAIN);
    fputc('\n', stream);
}

static void put_excerpt(FILE *stream, const struct mad_place *place, char mark, const char *label,
                        enum cli_tone tone)
{
    if (place->line_text == NULL) {
        return;
    }
    fprintf(stream, "%5u | ", (unsigned)place->line);
    put_source_line(stream, place);
    fputs("      | ", stream);
    put_carets(stream, place, mark, label, tone);
}

static void put_place(FILE *stream, const struct mad_place *place)
{
    cli_put(stream, place->file != NULL ? place->file : "?");
    if (place->line > 0) {
        fprintf(stream, ":%u:%u", (unsigned)place->line, (unsigned)place->column);
    }
}

static bool is_same_file(const char *a, const char *b)
{
    while (a != NULL && b != NULL && *a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return a != NULL && b != NULL && *a == *b;
}

static void put_note(FILE *stream, const struct mad_diagnostic *diagnostic,
                     const struct mad_note *note)
{
    if (note->place.file == NULL) {
        fputs(note->is_witness ? "   see: " : "   fix: ", stream);
        cli_put(stream, note->text);
        fputc('\n', stream);
        return;
    }
    if (!is_same_file(note->place.file, diagnostic->place.file) || note->place.line_text == NULL) {
        fputs("   in ", stream);
        put_place(stream, &note->place);
        if (note->place.line_text == NULL) {
            fputs(": ", stream);
            cli_put(stream, note->text);
        }
        fputc('\n', stream);
    }
    put_excerpt(stream, &note->place, '-', note->text, CLI_CYAN);
}

/* Those about other places, or the others. */
static void put_notes(FILE *stream, const struct mad_diagnostic *diagnostic, bool have_place)
{
    for (size_t i = 0; i < diagnostic->note_count; i++) {
        if ((diagnostic->notes[i].place.file != NULL) == have_place) {
            put_note(stream, diagnostic, &diagnostic->notes[i]);
        }
    }
}

/* The corrected lines, each behind a `+`. */
static void put_fix(FILE *stream, const struct mad_fix *fix)
{
    uint32_t number = fix->first_line;
    for (const char *line = fix->shown; line != NULL; number++) {
        const char *end = strchr(line, '\n');
        struct mad_place place = {.column = 1};
        char text[LINE_SHOWN * 4];
        snprintf(text, sizeof text, "%.*s", end != NULL ? (int)(end - line) : (int)strlen(line),
                 line);
        place.line_text = text;
        fprintf(stream, "%5u + ", (unsigned)number);
        put_source_line(stream, &place);
        line = end != NULL ? end + 1 : NULL;
    }
}

static bool has_remedy(const struct mad_diagnostic *diagnostic)
{
    for (size_t i = 0; i < diagnostic->note_count; i++) {
        const struct mad_note *note = &diagnostic->notes[i];
        if (note->place.file == NULL && !note->is_witness) {
            return true;
        }
    }
    return false;
}

/* A remedy in words has said already what lines show, and that one be left out. */
static void put_fixes(FILE *stream, const struct mad_diagnostic *diagnostic)
{
    bool is_said = has_remedy(diagnostic);
    for (size_t i = 0; i < diagnostic->fix_count; i++) {
        const struct mad_fix *fix = &diagnostic->fixes[i];
        const char *heading = fix->shown != NULL ? "fix: write" : "fix: leave this out";
        if (i > 0 || !is_said) {
            fprintf(stream, "   %s\n", i == 0 ? heading : "or");
        }
        put_fix(stream, fix);
    }
}

/* How to say that it is meant. What is said of such comments themselves cannot be let be. */
static void put_allowance(FILE *stream, const struct mad_diagnostic *diagnostic)
{
    const bool is_of_comment = strcmp(diagnostic->name, "unused-allow") == 0 ||
                               strcmp(diagnostic->name, "allow-shape") == 0;
    if (diagnostic->severity == MAD_SEVERITY_WARNING && !is_of_comment) {
        fprintf(stream, "   if meant: `# mad: allow(%s) the reason` above this line\n",
                diagnostic->id);
    }
}

static void put_headline(FILE *stream, const struct mad_diagnostic *diagnostic)
{
    cli_tone(stream, CLI_BOLD);
    put_place(stream, &diagnostic->place);
    fputs(": ", stream);
    cli_tone(stream, CLI_PLAIN);
    cli_tone(stream, severities[diagnostic->severity].tone);
    fprintf(stream, "%s[%s]", severities[diagnostic->severity].name, diagnostic->id);
    cli_tone(stream, CLI_PLAIN);
    fputc(' ', stream);
    cli_put(stream, diagnostic->text);
    fputc('\n', stream);
}

static void put_place_json(struct cli_json *json, const struct mad_place *place)
{
    cli_json_text(json, "file", place->file);
    cli_json_count(json, "line", place->line);
    cli_json_count(json, "column", place->column);
    cli_json_count(json, "length", place->length);
}

static void put_json(FILE *stream, const struct mad_diagnostic *diagnostic)
{
    struct cli_json json = cli_json_start(stream);
    cli_json_open(&json, NULL, '{');
    put_place_json(&json, &diagnostic->place);
    cli_json_text(&json, "severity", severities[diagnostic->severity].name);
    cli_json_text(&json, "id", diagnostic->id);
    cli_json_text(&json, "name", diagnostic->name);
    cli_json_text(&json, "text", diagnostic->text);
    cli_json_text(&json, "label", diagnostic->label);
    cli_json_open(&json, "notes", '[');
    for (size_t i = 0; i < diagnostic->note_count; i++) {
        cli_json_open(&json, NULL, '{');
        if (diagnostic->notes[i].place.file != NULL) {
            put_place_json(&json, &diagnostic->notes[i].place);
        }
        cli_json_text(&json, "text", diagnostic->notes[i].text);
        cli_json_close(&json, '}');
    }
    cli_json_close(&json, ']');
    cli_json_open(&json, "fixes", '[');
    for (size_t i = 0; i < diagnostic->fix_count; i++) {
        const struct mad_fix *fix = &diagnostic->fixes[i];
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "file", fix->file);
        cli_json_count(&json, "begin", fix->begin);
        cli_json_count(&json, "end", fix->end);
        cli_json_text(&json, "text", fix->text);
        cli_json_truth(&json, "safe", fix->is_safe);
        cli_json_close(&json, '}');
    }
    cli_json_close(&json, ']');
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

void cli_diagnostic_print(FILE *stream, const struct mad_diagnostic *diagnostic,
                          enum cli_diagnostic_form form)
{
    if (form == CLI_DIAGNOSTIC_JSON) {
        put_json(stream, diagnostic);
        return;
    }
    put_headline(stream, diagnostic);
    if (form == CLI_DIAGNOSTIC_SHORT) {
        return;
    }
    put_excerpt(stream, &diagnostic->place, '^', diagnostic->label,
                severities[diagnostic->severity].tone);
    put_notes(stream, diagnostic, true);
    put_notes(stream, diagnostic, false);
    put_fixes(stream, diagnostic);
    put_allowance(stream, diagnostic);
}

/* --- the same again ---------------------------------------------------------------------------- */

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_same(const struct mad_diagnostic *a, const struct mad_diagnostic *b)
{
    return a->place.line == b->place.line && a->place.column == b->place.column &&
           is_same_text(a->id, b->id) && is_same_text(a->place.file, b->place.file) &&
           is_same_text(a->text, b->text);
}

bool cli_diagnostic_is_known(const mad_diagnostics *list, size_t index)
{
    const struct mad_diagnostic *found = mad_diagnostics_at(list, index);
    for (size_t i = 0; i < index; i++) {
        if (is_same(mad_diagnostics_at(list, i), found)) {
            return true;
        }
    }
    return false;
}
