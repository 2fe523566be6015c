/* lint.c - `mad lint`: prints what is wrong with rule files. Layer: cli. */
#include <stdlib.h>
#include <string.h>

#include "game_file.h"
#include "interrupt.h"
#include "lint_fix.h"
#include "print_diagnostic.h"
#include "replace_file.h"
#include "findings.h"
#include "rule_folders.h"
#include "rule_text.h"
#include "text_diff.h"

struct lint {
    const struct cli_args *args;
    mad_engine *engine;
    struct mad_lint_options options;
    enum cli_diagnostic_form form;
    enum mad_severity fail_on, least; /* that makes the exit code 1, that is printed */
    struct cli_findings findings;
    bool is_quiet;   /* a difference shows what is found */
    size_t found[3]; /* by severity, printed or not */
    size_t fixed;    /* corrections made */
    size_t dropped;  /* findings that were not kept */
    size_t unshown;  /* errors that --max-errors leaves out */
};

enum { GAMES = 12 }; /* random games by default: they take a tenth of a second for chess */

/* Whether it is an error behind as many as are to be shown. */
static bool is_too_much(const struct lint *lint, enum mad_severity severity)
{
    return lint->args->value[CLI_OPTION_MAX_ERRORS] != NULL && severity == MAD_SEVERITY_ERROR &&
           (double)lint->found[severity] > lint->args->number[CLI_OPTION_MAX_ERRORS];
}

static void print_list(struct lint *lint, const mad_diagnostics *list)
{
    for (size_t i = 0; i < mad_diagnostics_count(list); i++) {
        const struct mad_diagnostic *found = mad_diagnostics_at(list, i);
        lint->found[found->severity]++;
        const bool is_left_out = is_too_much(lint, found->severity) && !lint->is_quiet;
        lint->unshown += is_left_out;
        if (found->severity <= lint->least && !lint->is_quiet && !is_left_out) {
            cli_findings_add(&lint->findings, found);
        }
    }
}

/* What is found in the rules is counted; a variant or option that is not there is no finding. */
static enum cli_exit print_found(struct lint *lint, const struct mad_load *load,
                                 enum mad_status status, mad_diagnostics *found)
{
    size_t errors = found != NULL ? mad_diagnostics_errors(found) : 0;
    enum cli_exit code = cli_exit_of(status);
    if (cli_is_file_missing(status, found) || status == MAD_ERROR_MEMORY ||
        (status != MAD_OK && errors == 0)) {
        code = cli_load_failed(lint->engine, load, status);
    } else {
        print_list(lint, found);
        lint->dropped += mad_diagnostics_dropped(found);
    }
    mad_diagnostics_free(found);
    return code == CLI_FINDINGS ? CLI_FINE : code;
}

static enum cli_exit lint_load(struct lint *lint, const struct mad_load *load)
{
    mad_diagnostics *found = NULL;
    enum mad_status status = mad_lint(lint->engine, load, &lint->options, &found);
    return print_found(lint, load, status, found);
}

/* The corrected text in the place where it belongs. */
static enum cli_exit put_text(struct lint *lint, const char *path,
                              const struct cli_rule_text *before, const char *after)
{
    const struct cli_args *args = lint->args;
    if (args->value[CLI_OPTION_DIFF] != NULL) {
        return after == NULL || cli_text_diff(stdout, path, before->bytes, after)
                   ? CLI_FINE
                   : cli_rule_text_failed(args, path, "cannot be compared");
    }
    if (cli_is_standard_input(path)) {
        fwrite(after != NULL ? after : before->bytes, 1,
               after != NULL ? strlen(after) : before->count, stdout);
        return CLI_FINE;
    }
    return after == NULL || cli_replace_file(path, after)
               ? CLI_FINE
               : cli_rule_text_failed(args, path, "cannot be written");
}

/* What is found behind the corrections is told; with --diff, when there is none, what is found in the file as it is, which is
 * else only counted. */
static enum cli_exit fix_text(struct lint *lint, const struct mad_load *load,
                              const struct cli_rule_text *before)
{
    mad_diagnostics *found = NULL;
    char *after = NULL;
    size_t fixed = 0;
    enum mad_status status =
        cli_lint_fix(lint->engine, load, &lint->options,
                     lint->args->value[CLI_OPTION_UNSAFE] != NULL, &after, &found, &fixed);
    enum cli_exit code = cli_exit_of(status);
    if (status != MAD_ERROR_MEMORY) {
        code = put_text(lint, load->path, before, after);
    }
    if (code != CLI_FINE) {
        mad_diagnostics_free(found);
    } else {
        lint->fixed += fixed;
        lint->is_quiet = after != NULL && lint->args->value[CLI_OPTION_DIFF] != NULL;
        code = print_found(lint, load, status, found);
    }
    free(after);
    return code;
}

static bool changes_files(const struct cli_args *args)
{
    return args->value[CLI_OPTION_FIX] != NULL || args->value[CLI_OPTION_DIFF] != NULL;
}

static bool is_shipped(const struct lint *lint, const char *path)
{
    return mad_shipped_text(lint->engine, path) != NULL;
}

/* What lies in a folder of rule files can be meant by its name alone. */
static enum cli_exit lint_text(struct lint *lint, struct mad_load *load)
{
    struct cli_rule_text text = {0};
    char *path =
        cli_is_standard_input(load->path) ? NULL : cli_rule_file_find(lint->engine, load->path);
    load->path = path != NULL ? path : load->path;
    enum cli_exit code = cli_rule_text_read(lint->args, load->path, &text);
    load->text = text.bytes;
    load->text_bytes = text.count;
    load->text_is_of_path = true;
    if (code == CLI_FINE) {
        code = changes_files(lint->args) ? fix_text(lint, load, &text) : lint_load(lint, load);
    }
    cli_rule_text_free(&text);
    free(path);
    return code;
}

static enum cli_exit lint_file(struct lint *lint, const char *operand)
{
    struct cli_file_name name = {0};
    if (cli_is_standard_input(operand)) {
        struct mad_load load = cli_load(lint->args, operand, lint->args->value[CLI_OPTION_VARIANT]);
        return lint_text(lint, &load);
    }
    enum cli_exit code = cli_file_name_parse(&name, lint->args, lint->engine, operand);
    if (code == CLI_FINE) {
        struct mad_load load = cli_load(lint->args, name.path, name.variant);
        bool is_text = changes_files(lint->args);
        if (is_text && is_shipped(lint, name.path)) {
            fprintf(stderr, "mad lint: '%s' comes with mad and stays as it is\n", name.path);
            is_text = false;
        }
        code = is_text ? lint_text(lint, &load) : lint_load(lint, &load);
    }
    cli_file_name_free(&name);
    return code;
}

static enum mad_severity severity_chosen(const struct cli_args *args, enum cli_option_id option,
                                         enum mad_severity by_default)
{
    enum mad_severity severity = by_default;
    severity = cli_args_chose(args, option, "error", false) ? MAD_SEVERITY_ERROR : severity;
    severity = cli_args_chose(args, option, "warning", false) ? MAD_SEVERITY_WARNING : severity;
    return cli_args_chose(args, option, "info", false) ? MAD_SEVERITY_INFO : severity;
}

static bool is_interrupted(void *context)
{
    (void)context;
    return cli_interrupted();
}

/* A corrected text, or a difference, goes to standard output, and has it for itself. */
static bool is_output_taken(const struct cli_args *args)
{
    bool is_taken = args->value[CLI_OPTION_DIFF] != NULL;
    for (size_t i = 0; i < args->operand_count; i++) {
        is_taken = is_taken || (args->value[CLI_OPTION_FIX] != NULL &&
                                cli_is_standard_input(args->operands[i]));
    }
    return is_taken;
}

static void choose(struct lint *lint)
{
    const struct cli_args *args = lint->args;
    lint->form = cli_diagnostic_form_chosen(args);
    lint->fail_on = severity_chosen(args, CLI_OPTION_FAIL_ON, MAD_SEVERITY_ERROR);
    lint->least = severity_chosen(args, CLI_OPTION_LEAST, MAD_SEVERITY_WARNING);
    lint->least = lint->least < lint->fail_on ? lint->fail_on : lint->least;
    lint->options = (struct mad_lint_options){
        .is_static = args->value[CLI_OPTION_STATIC] != NULL,
        .games = args->value[CLI_OPTION_BUDGET] != NULL ? (uint32_t)args->number[CLI_OPTION_BUDGET]
                                                        : GAMES,
        .seed = args->value[CLI_OPTION_SEED] != NULL ? (uint64_t)args->number[CLI_OPTION_SEED] : 1,
        .wants_remarks = lint->least == MAD_SEVERITY_INFO,
        .interrupt = is_interrupted,
    };
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void print_summary(const struct lint *lint)
{
    const char *separator = "";
    fflush(stdout); /* findings first, where both go to one place */
    if (lint->fixed > 0) {
        fprintf(stderr, "%zu correction%s", lint->fixed, plural(lint->fixed));
        fputs(lint->args->value[CLI_OPTION_DIFF] != NULL ? " can be made" : " made", stderr);
        separator = ", ";
    }
    for (int severity = MAD_SEVERITY_ERROR; severity <= (int)lint->least; severity++) {
        size_t count = lint->found[severity];
        if (count > 0) {
            fprintf(stderr, "%s%zu %s%s", separator, count,
                    severity == MAD_SEVERITY_INFO ? "remark"
                                                  : cli_severity_name((enum mad_severity)severity),
                    plural(count));
            fputs(lint->fixed > 0 && separator[0] != '\0' ? " left" : "", stderr);
            if (severity == MAD_SEVERITY_ERROR && lint->unshown > 0) {
                fprintf(stderr, " (%zu of them not shown)", lint->unshown);
            }
            separator = ", ";
        }
    }
    if (lint->dropped > 0) {
        fprintf(stderr, "%sat least %zu more that are not shown", separator, lint->dropped);
    }
    fputs(separator[0] == '\0' ? "nothing to complain about\n" : "\n", stderr);
}

static enum cli_exit lint_all(struct lint *lint)
{
    struct cli_rule_paths paths = {0};
    enum cli_exit code = cli_rule_paths_find(lint->args, &paths);
    for (size_t i = 0; i < paths.count && !cli_interrupted(); i++) {
        lint->findings.main = paths.items[i];
        enum cli_exit one = lint_file(lint, paths.items[i]);
        code = one > code ? one : code;
    }
    cli_rule_paths_free(&paths);
    return code;
}

enum cli_exit cli_run_lint(const struct cli_args *args)
{
    struct lint lint = {.args = args};
    if (args->value[CLI_OPTION_UNSAFE] != NULL && !changes_files(args)) {
        return cli_usage_error(args->command, "--unsafe goes with --fix or --diff");
    }
    enum cli_exit code = cli_engine_open(&lint.engine);
    if (code != CLI_FINE) {
        return code;
    }
    choose(&lint);
    cli_interrupt_catch(true);
    lint.findings = cli_findings_start(is_output_taken(args) ? stderr : stdout, lint.form);
    code = lint_all(&lint);
    cli_findings_end(&lint.findings);
    mad_engine_free(lint.engine);
    if (cli_interrupt_tell("not all was checked")) {
        return CLI_INTERRUPTED;
    }
    if (code == CLI_FINE) {
        print_summary(&lint);
    }
    bool has_findings = false;
    for (size_t severity = 0; severity <= (size_t)lint.fail_on; severity++) {
        has_findings = has_findings || lint.found[severity] > 0;
    }
    return code == CLI_FINE && has_findings ? CLI_FINDINGS : code;
}
