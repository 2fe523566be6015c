/* findings.c - see findings.h. Layer: cli. */
#include "findings.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "lists.h"

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

/* Where the page of findings is published, with the `#` before a heading: who publishes it says so when `mad` is built. */
#ifndef MAD_FINDINGS_URI
#define MAD_FINDINGS_URI "mad:grammar/FINDINGS.md#"
#endif

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

/* The same examples as those of `mad explain`. */
static void put_help(struct cli_json *json, const struct mad_explanation *about)
{
    char text[4000];
    const char *avoid = about->avoid != NULL ? about->avoid : "";
    const char *prefer = about->prefer != NULL ? about->prefer : "";
    snprintf(text, sizeof text, "%s%s%s%s%s", about->why, avoid[0] != '\0' ? "\n\nAvoid:\n\n" : "",
             avoid, prefer[0] != '\0' ? "\n\nPrefer:\n\n" : "", prefer);
    put_message(json, "help", text);
}

/* The heading of the finding on the page of all of them, grammar/FINDINGS.md. */
static void put_help_uri(struct cli_json *json, const struct mad_explanation *about)
{
    char text[400];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", MAD_FINDINGS_URI), begin = used;
    used += (size_t)snprintf(text + used, sizeof text - used, "%s-%s-%s", about->id, about->name,
                             cli_severity_name(about->severity));
    for (size_t i = begin; i < used; i++) {
        text[i] = (char)tolower((unsigned char)text[i]);
    }
    cli_json_text(json, "helpUri", text);
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
        put_help(json, &about);
        put_help_uri(json, &about);
        cli_json_open(json, "defaultConfiguration", '{');
        cli_json_text(json, "level", sarif_level(about.severity));
        cli_json_close(json, '}');
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void start_sarif(struct cli_findings *findings)
{
    struct cli_json *json = &findings->json;
    *json = cli_json_start(findings->stream);
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
        if (*path <= ' ' || *path > '~' || strchr("%#?[]<>\"\\^`{|}", *path) != NULL) {
            used += (size_t)snprintf(text + used, 4, "%%%02X", (unsigned)(unsigned char)*path);
        } else {
            text[used++] = *path;
        }
    }
    text[used] = '\0';
    cli_json_text(json, "uri", text);
}

/* What is said of a text that comes with the program is shown where somebody can open it: at the file that was
 * asked for, with the place in words. */
static const char *place_in_words(const struct cli_findings *findings, struct mad_place *place,
                                  const char *said, char *text, size_t size)
{
    if (place->file == NULL || access(place->file, F_OK) == 0 || findings->main == NULL) {
        return said;
    }
    snprintf(text, size, "%s:%u:%u: %s", place->file, (unsigned)place->line,
             (unsigned)place->column, said != NULL ? said : "here");
    *place = (struct mad_place){.file = findings->main};
    return text;
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

static void put_fixes(struct cli_json *json, const struct mad_diagnostic *diagnostic)
{
    cli_json_open(json, "fixes", '[');
    for (size_t i = 0; i < diagnostic->fix_count; i++) {
        const struct mad_fix *fix = &diagnostic->fixes[i];
        cli_json_open(json, NULL, '{');
        put_message(json, "description",
                    fix->shown == NULL ? "leave this out"
                    : fix->is_safe     ? "write what was meant"
                                       : "write what may have been meant");
        cli_json_open(json, "artifactChanges", '[');
        cli_json_open(json, NULL, '{');
        cli_json_open(json, "artifactLocation", '{');
        put_uri(json, fix->file);
        cli_json_close(json, '}');
        cli_json_open(json, "replacements", '[');
        cli_json_open(json, NULL, '{');
        cli_json_open(json, "deletedRegion", '{');
        cli_json_count(json, "byteOffset", fix->begin);
        cli_json_count(json, "byteLength", (int64_t)fix->end - fix->begin);
        cli_json_close(json, '}');
        put_message(json, "insertedContent", fix->text);
        cli_json_close(json, '}');
        cli_json_close(json, ']');
        cli_json_close(json, '}');
        cli_json_close(json, ']');
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

/* With the end of each text, so that they do not run together. */
static uint64_t digest_on(uint64_t digest, const char *text)
{
    return text != NULL ? cli_digest(digest, text, strlen(text) + 1) : cli_digest(digest, "", 1);
}

/* The same for the same finding in the same words of a file, wherever in it they stand by now. */
static void put_fingerprint(struct cli_json *json, const struct mad_diagnostic *diagnostic)
{
    char text[17];
    uint64_t digest = digest_on(CLI_NO_DIGEST, diagnostic->id);
    digest = digest_on(digest, diagnostic->place.file);
    digest = digest_on(digest, diagnostic->place.line_text);
    digest = digest_on(digest, diagnostic->text);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)digest);
    cli_json_open(json, "partialFingerprints", '{');
    cli_json_text(json, "madFinding/v1", text);
    cli_json_close(json, '}');
}

static int64_t rule_index(const char *id)
{
    for (size_t i = 0; i < mad_explanation_count(); i++) {
        if (strcmp(mad_explanation_at(i).id, id) == 0) {
            return (int64_t)i;
        }
    }
    return -1;
}

enum { MAX_SAID = 1000 };

static void put_place(const struct cli_findings *findings, struct cli_json *json,
                      const struct mad_place *at, const char *said)
{
    char text[MAX_SAID];
    struct mad_place place = *at;
    const char *shown = place_in_words(findings, &place, said, text, sizeof text);
    put_location(json, &place, shown);
}

static void add_sarif(struct cli_findings *findings, const struct mad_diagnostic *diagnostic)
{
    struct cli_json *json = &findings->json;
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "ruleId", diagnostic->id);
    cli_json_count(json, "ruleIndex", rule_index(diagnostic->id));
    cli_json_text(json, "level", sarif_level(diagnostic->severity));
    put_message(json, "message", diagnostic->text);
    cli_json_open(json, "locations", '[');
    put_place(findings, json, &diagnostic->place, diagnostic->label);
    cli_json_close(json, ']');
    cli_json_open(json, "relatedLocations", '[');
    for (size_t i = 0; i < diagnostic->note_count; i++) {
        const struct mad_note *note = &diagnostic->notes[i];
        put_place(findings, json, note->place.file != NULL ? &note->place : &diagnostic->place,
                  note->text);
    }
    cli_json_close(json, ']');
    put_fixes(json, diagnostic);
    put_fingerprint(json, diagnostic);
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

static void add_github(const struct cli_findings *findings, const struct mad_diagnostic *diagnostic)
{
    FILE *stream = findings->stream;
    char said[MAX_SAID];
    struct mad_place place = diagnostic->place;
    const char *text = place_in_words(findings, &place, diagnostic->text, said, sizeof said);
    fprintf(stream, "::%s file=",
            diagnostic->severity == MAD_SEVERITY_INFO ? "notice"
                                                      : cli_severity_name(diagnostic->severity));
    put_escaped(stream, place.file, "%\r\n:,");
    if (place.line > 0) {
        fprintf(stream, ",line=%u,col=%u,endColumn=%u", (unsigned)place.line,
                (unsigned)place.column, (unsigned)(place.column + place.length));
    }
    fprintf(stream, ",title=%s %s::", diagnostic->id, diagnostic->name);
    put_escaped(stream, text, "%\r\n");
    for (size_t i = 0; i < diagnostic->note_count; i++) {
        const struct mad_place *at = &diagnostic->notes[i].place;
        fputs("%0A", stream);
        if (at->file != NULL) { /* what stands there cannot be seen here */
            put_escaped(stream, at->file, "%\r\n");
            fprintf(stream, ":%u: ", (unsigned)at->line);
        }
        put_escaped(stream, diagnostic->notes[i].text, "%\r\n");
    }
    fputc('\n', stream);
}

/* --- all forms --------------------------------------------------------------------------------- */

struct cli_findings cli_findings_start(FILE *stream, enum cli_diagnostic_form form)
{
    struct cli_findings findings = {.stream = stream, .form = form};
    if (form == CLI_DIAGNOSTIC_SARIF) {
        start_sarif(&findings);
    }
    return findings;
}

void cli_findings_add(struct cli_findings *findings, const struct mad_diagnostic *diagnostic)
{
    switch (findings->form) {
    case CLI_DIAGNOSTIC_SARIF: add_sarif(findings, diagnostic); break;
    case CLI_DIAGNOSTIC_GITHUB: add_github(findings, diagnostic); break;
    case CLI_DIAGNOSTIC_HUMAN:
    case CLI_DIAGNOSTIC_SHORT:
    case CLI_DIAGNOSTIC_JSON:
        cli_diagnostic_print(findings->stream, diagnostic, findings->form);
        break;
    }
}

void cli_findings_end(struct cli_findings *findings)
{
    if (findings->form == CLI_DIAGNOSTIC_SARIF) {
        end_sarif(&findings->json);
    }
}
