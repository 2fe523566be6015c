/* report.c - see report.h. Layer: cli. */
#include "report.h"

#include <string.h>

enum cli_diagnostic_form cli_diagnostic_form_chosen(const struct cli_args *args)
{
    static const struct {
        const char *word;
        enum cli_diagnostic_form form;
    } forms[] = {{"json", CLI_DIAGNOSTIC_JSON},
                 {"short", CLI_DIAGNOSTIC_SHORT},
                 {"sarif", CLI_DIAGNOSTIC_SARIF},
                 {"github", CLI_DIAGNOSTIC_GITHUB}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (cli_args_chose(args, CLI_OPTION_FORMAT, forms[i].word, false)) {
            return forms[i].form;
        }
    }
    return args->value[CLI_OPTION_JSON] != NULL ? CLI_DIAGNOSTIC_JSON : CLI_DIAGNOSTIC_HUMAN;
}

/* --- sarif ------------------------------------------------------------------------------------- */

static const char *sarif_level(enum mad_severity severity)
{
    return severity == MAD_SEVERITY_INFO ? "note" : cli_severity_name(severity);
}

static void put_message(struct cli_json *json, const char *key, const char *text)
{
    cli_json_open(json, key, '{');
    cli_json_text(json, "text", text);
    cli_json_close(json, '}');
}

static void put_rules(struct cli_json *json)
{
    cli_json_open(json, "rules", '[');
    for (size_t i = 0; i < mad_explanation_count(); i++) {
        struct mad_explanation about = mad_explanation_at(i);
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "id", about.id);
        cli_json_text(json, "name", about.name);
        put_message(json, "fullDescription", about.why);
        cli_json_open(json, "defaultConfiguration", '{');
        cli_json_text(json, "level", sarif_level(about.severity));
        cli_json_close(json, '}');
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void start_sarif(struct cli_report *report)
{
    struct cli_json *json = &report->json;
    *json = cli_json_start(report->stream);
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cli_json_text(json, "version", "2.1.0");
    cli_json_open(json, "runs", '[');
    cli_json_open(json, NULL, '{');
    cli_json_open(json, "tool", '{');
    cli_json_open(json, "driver", '{');
    cli_json_text(json, "name", "mad");
    cli_json_text(json, "version", MAD_VERSION);
    put_rules(json);
    cli_json_close(json, '}');
    cli_json_close(json, '}');
    cli_json_text(json, "columnKind", "unicodeCodePoints");
    cli_json_open(json, "results", '[');
}

/* Paths as references: what would mean something in one is written as its code. */
static void put_uri(struct cli_json *json, const char *path)
{
    char text[1000];
    size_t used = 0;
    for (; *path != '\0' && used + 4 < sizeof text; path++) {
        if (strchr(" %#?[]<>\"\\^`{|}", *path) != NULL) {
            used += (size_t)snprintf(text + used, 4, "%%%02X", (unsigned)(unsigned char)*path);
        } else {
            text[used++] = *path;
        }
    }
    text[used] = '\0';
    cli_json_text(json, "uri", text);
}

static void put_location(struct cli_json *json, const struct mad_place *place, const char *text)
{
    cli_json_open(json, NULL, '{');
    cli_json_open(json, "physicalLocation", '{');
    cli_json_open(json, "artifactLocation", '{');
    put_uri(json, place->file);
    cli_json_close(json, '}');
    if (place->line > 0) {
        cli_json_open(json, "region", '{');
        cli_json_count(json, "startLine", place->line);
        cli_json_count(json, "startColumn", place->column);
        cli_json_count(json, "endColumn", (int64_t)place->column + place->length);
        cli_json_close(json, '}');
    }
    cli_json_close(json, '}');
    if (text != NULL) {
        put_message(json, "message", text);
    }
    cli_json_close(json, '}');
}

static void add_sarif(struct cli_json *json, const struct mad_diagnostic *diagnostic)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "ruleId", diagnostic->id);
    cli_json_text(json, "level", sarif_level(diagnostic->severity));
    put_message(json, "message", diagnostic->text);
    cli_json_open(json, "locations", '[');
    put_location(json, &diagnostic->place, diagnostic->label);
    cli_json_close(json, ']');
    cli_json_open(json, "relatedLocations", '[');
    for (size_t i = 0; i < diagnostic->note_count; i++) {
        const struct mad_note *note = &diagnostic->notes[i];
        put_location(json, note->place.file != NULL ? &note->place : &diagnostic->place,
                     note->text);
    }
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

static void end_sarif(struct cli_json *json)
{
    cli_json_close(json, ']');
    cli_json_close(json, '}');
    cli_json_close(json, ']');
    cli_json_close(json, '}');
    cli_json_end(json);
}

/* --- github ------------------------------------------------------------------------------------ */

/* In commands a few characters are written as their code, more of them in values of properties. */
static void put_escaped(FILE *stream, const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (strchr(special, *text) != NULL) {
            fprintf(stream, "%%%02X", (unsigned)(unsigned char)*text);
        } else {
            fputc(*text, stream);
        }
    }
}

static void add_github(FILE *stream, const struct mad_diagnostic *diagnostic)
{
    const struct mad_place *place = &diagnostic->place;
    fprintf(stream, "::%s file=",
            diagnostic->severity == MAD_SEVERITY_INFO ? "notice"
                                                      : cli_severity_name(diagnostic->severity));
    put_escaped(stream, place->file, "%\r\n:,");
    if (place->line > 0) {
        fprintf(stream, ",line=%u,col=%u,endColumn=%u", (unsigned)place->line,
                (unsigned)place->column, (unsigned)(place->column + place->length));
    }
    fprintf(stream, ",title=%s %s::", diagnostic->id, diagnostic->name);
    put_escaped(stream, diagnostic->text, "%\r\n");
    for (size_t i = 0; i < diagnostic->note_count; i++) {
        fputs("%0A", stream);
        put_escaped(stream, diagnostic->notes[i].text, "%\r\n");
    }
    fputc('\n', stream);
}

/* --- all forms --------------------------------------------------------------------------------- */

struct cli_report cli_report_start(FILE *stream, enum cli_diagnostic_form form)
{
    struct cli_report report = {.stream = stream, .form = form};
    if (form == CLI_DIAGNOSTIC_SARIF) {
        start_sarif(&report);
    }
    return report;
}

void cli_report_add(struct cli_report *report, const struct mad_diagnostic *diagnostic)
{
    switch (report->form) {
    case CLI_DIAGNOSTIC_SARIF: add_sarif(&report->json, diagnostic); break;
    case CLI_DIAGNOSTIC_GITHUB: add_github(report->stream, diagnostic); break;
    case CLI_DIAGNOSTIC_HUMAN:
    case CLI_DIAGNOSTIC_SHORT:
    case CLI_DIAGNOSTIC_JSON: cli_diagnostic_print(report->stream, diagnostic, report->form); break;
    }
}

void cli_report_end(struct cli_report *report)
{
    if (report->form == CLI_DIAGNOSTIC_SARIF) {
        end_sarif(&report->json);
    }
}
