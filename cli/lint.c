/* lint.c - `mad lint`: prints what is wrong with rule files. Layer: cli.
 *
 * A game and its variants share most of their lines; a finding that several of them have is printed
 * once. Findings live in the lists that they came in, kept until all is printed. */
#include <stdlib.h>

#include "game_file.h"
#include "interrupt.h"
#include "print_diagnostic.h"

struct lint {
    const struct cli_args *args;
    mad_engine *engine;
    enum cli_diagnostic_form form;
    enum mad_severity fail_on;
    mad_diagnostics **lists; /* of the file at hand */
    size_t list_count;
    size_t found[3]; /* by severity */
};

/* Whether a list before list `last`, or an earlier finding in it, says the same. */
static bool is_known(const struct lint *lint, size_t last, size_t index)
{
    const struct mad_diagnostic *found = mad_diagnostics_at(lint->lists[last], index);
    for (size_t list = 0; list <= last; list++) {
        size_t end = list == last ? index : mad_diagnostics_count(lint->lists[list]);
        for (size_t i = 0; i < end; i++) {
            if (cli_diagnostic_is_same(mad_diagnostics_at(lint->lists[list], i), found)) {
                return true;
            }
        }
    }
    return false;
}

/* Prints the findings of the newest list that are new. */
static void print_list(struct lint *lint)
{
    size_t last = lint->list_count - 1;
    for (size_t i = 0; i < mad_diagnostics_count(lint->lists[last]); i++) {
        if (!is_known(lint, last, i)) {
            const struct mad_diagnostic *found = mad_diagnostics_at(lint->lists[last], i);
            lint->found[found->severity]++;
            cli_diagnostic_print(stdout, found, lint->form);
        }
    }
}

static enum cli_exit lint_variant(struct lint *lint, const char *path, const char *variant)
{
    struct mad_load load = cli_load(lint->args, path, variant);
    mad_game *game = NULL;
    mad_diagnostics *diagnostics = NULL;
    enum mad_status status = mad_game_load(lint->engine, &load, &game, &diagnostics);
    mad_game_free(game);
    size_t errors = diagnostics != NULL ? mad_diagnostics_errors(diagnostics) : 0;
    if (cli_is_file_missing(status, diagnostics) || (status != MAD_OK && errors == 0)) {
        mad_diagnostics_free(diagnostics);
        return cli_load_failed(lint->engine, &load, status);
    }
    if (diagnostics != NULL) {
        lint->lists[lint->list_count++] = diagnostics;
        print_list(lint);
    }
    /* What is found in the rules is counted; a variant or option that is not there is no finding. */
    return cli_exit_of(status) == CLI_FINDINGS ? CLI_FINE : cli_exit_of(status);
}

static enum cli_exit lint_variants(struct lint *lint, const char *path,
                                   const struct cli_variants *variants)
{
    enum cli_exit code = CLI_FINE;
    lint->lists = calloc(variants->count, sizeof(mad_diagnostics *));
    lint->list_count = 0;
    if (lint->lists == NULL) {
        fputs("mad: out of memory\n", stderr);
        return CLI_INTERNAL;
    }
    for (size_t i = 0; i < variants->count && code == CLI_FINE && !cli_interrupted(); i++) {
        code = lint_variant(lint, path, variants->titles[i]);
    }
    for (size_t i = 0; i < lint->list_count; i++) {
        mad_diagnostics_free(lint->lists[i]);
    }
    free(lint->lists);
    return code;
}

static enum cli_exit lint_file(struct lint *lint, const char *operand)
{
    struct cli_file_name name = {0};
    struct cli_variants variants = {0};
    enum cli_exit code = cli_file_name_parse(&name, lint->args, operand);
    if (code == CLI_FINE) {
        code = cli_variants_find(&variants, lint->engine, name.path, name.variant);
    }
    if (code == CLI_FINE) {
        code = lint_variants(lint, name.path, &variants);
    }
    cli_variants_free(&variants);
    cli_file_name_free(&name);
    return code;
}

static void choose(struct lint *lint)
{
    const struct cli_args *args = lint->args;
    if (cli_args_chose(args, CLI_OPTION_FORMAT, "json", false) ||
        args->value[CLI_OPTION_JSON] != NULL) {
        lint->form = CLI_DIAGNOSTIC_JSON;
    } else if (cli_args_chose(args, CLI_OPTION_FORMAT, "short", false)) {
        lint->form = CLI_DIAGNOSTIC_SHORT;
    }
    if (cli_args_chose(args, CLI_OPTION_FAIL_ON, "warning", false)) {
        lint->fail_on = MAD_SEVERITY_WARNING;
    } else if (cli_args_chose(args, CLI_OPTION_FAIL_ON, "info", false)) {
        lint->fail_on = MAD_SEVERITY_INFO;
    }
}

static void print_summary(const struct lint *lint)
{
    const char *separator = "";
    fflush(stdout); /* findings first, where both go to one place */
    for (int severity = MAD_SEVERITY_ERROR; severity <= (int)MAD_SEVERITY_INFO; severity++) {
        size_t count = lint->found[severity];
        if (count > 0) {
            fprintf(stderr, "%s%zu %s%s", separator, count,
                    severity == MAD_SEVERITY_INFO ? "remark"
                                                  : cli_severity_name((enum mad_severity)severity),
                    count == 1 ? "" : "s");
            separator = ", ";
        }
    }
    fputs(separator[0] == '\0' ? "nothing to complain about\n" : "\n", stderr);
}

enum cli_exit cli_run_lint(const struct cli_args *args)
{
    struct lint lint = {.args = args, .form = CLI_DIAGNOSTIC_HUMAN, .fail_on = MAD_SEVERITY_ERROR};
    enum cli_exit code = cli_engine_open(&lint.engine);
    if (code != CLI_FINE) {
        return code;
    }
    choose(&lint);
    cli_interrupt_catch(true);
    for (size_t i = 0; i < args->operand_count && !cli_interrupted(); i++) {
        enum cli_exit one = lint_file(&lint, args->operands[i]);
        code = one > code ? one : code;
    }
    mad_engine_free(lint.engine);
    if (code == CLI_FINE) {
        print_summary(&lint);
    }
    bool has_findings = cli_interrupted();
    for (size_t severity = 0; severity <= (size_t)lint.fail_on; severity++) {
        has_findings = has_findings || lint.found[severity] > 0;
    }
    return code == CLI_FINE && has_findings ? CLI_FINDINGS : code;
}
