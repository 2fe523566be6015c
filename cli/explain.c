/* explain.c - `mad explain [ID]`: what a finding means, with rule text to avoid and to prefer.
 * Layer: cli. */
#include "json.h"
#include "options.h"
#include "print_diagnostic.h"
#include "suggest.h"
#include "text.h"

enum { COLUMNS = 90 };

/* The text in lines of words. */
static void put_wrapped(const char *text)
{
    int used = 0;
    while (*text != '\0') {
        int width = 0;
        while (text[width] != '\0' && text[width] != ' ') {
            width++;
        }
        if (used > 0 && used + 1 + width > COLUMNS) {
            putchar('\n');
            used = 0;
        }
        used += printf("%s%.*s", used > 0 ? " " : "", width, text);
        text += width;
        text += *text == ' ';
    }
    putchar('\n');
}

static void put_example(const char *heading, const char *text)
{
    if (text == NULL) {
        return;
    }
    printf("\n%s:\n    ", heading);
    for (; *text != '\0'; text++) {
        putchar(*text);
        if (*text == '\n' && text[1] != '\n') {
            fputs("    ", stdout);
        }
    }
    putchar('\n');
}

static void put_json(const struct mad_explanation *about)
{
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "id", about->id);
    cli_json_text(&json, "name", about->name);
    cli_json_text(&json, "severity", cli_severity_name(about->severity));
    cli_json_text(&json, "why", about->why);
    cli_json_text(&json, "avoid", about->avoid);
    cli_json_text(&json, "prefer", about->prefer);
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

static void list(bool as_json)
{
    for (size_t i = 0; i < mad_explanation_count(); i++) {
        struct mad_explanation about = mad_explanation_at(i);
        if (as_json) {
            put_json(&about);
        } else {
            printf("%s  %-8s %s\n", about.id, cli_severity_name(about.severity), about.name);
        }
    }
}

static enum cli_exit unknown(const char *name)
{
    struct cli_suggest suggest = cli_suggest_start(name);
    for (size_t i = 0; i < mad_explanation_count(); i++) {
        cli_suggest_offer(&suggest, mad_explanation_at(i).name);
        cli_suggest_offer(&suggest, mad_explanation_at(i).id);
    }
    fputs("mad: no finding is called '", stderr);
    cli_put(stderr, name);
    fputs("'", stderr);
    cli_suggest_put(stderr, &suggest);
    fputs("\n`mad explain` lists them.\n", stderr);
    return CLI_USAGE;
}

enum cli_exit cli_run_explain(const struct cli_args *args)
{
    bool as_json = args->value[CLI_OPTION_JSON] != NULL;
    struct mad_explanation about;
    if (args->operand_count == 0) {
        list(as_json);
        return CLI_FINE;
    }
    if (!mad_explain(args->operands[0], &about)) {
        return unknown(args->operands[0]);
    }
    if (as_json) {
        put_json(&about);
        return CLI_FINE;
    }
    printf("%s %s (%s)\n\n", about.id, about.name, cli_severity_name(about.severity));
    put_wrapped(about.why);
    put_example("avoid", about.avoid);
    put_example("prefer", about.prefer);
    return CLI_FINE;
}
