/* lint.c - `mad lint`: prints what is wrong with rule files. Layer: cli. */
#include "game_file.h"
#include "interrupt.h"
#include "print_diagnostic.h"
#include "report.h"

struct lint {
    const struct cli_args *args;
    mad_engine *engine;
    struct mad_lint_options options;
    enum cli_diagnostic_form form;
    enum mad_severity fail_on, least; /* that makes the exit code 1, that is printed */
    struct cli_report report;
    size_t found[3]; /* by severity, printed or not */
};

enum { GAMES = 12 }; /* random games by default: they take a tenth of a second for chess */

static void print_list(struct lint *lint, const mad_diagnostics *list)
{
    for (size_t i = 0; i < mad_diagnostics_count(list); i++) {
        const struct mad_diagnostic *found = mad_diagnostics_at(list, i);
        lint->found[found->severity]++;
        if (found->severity <= lint->least) {
            cli_report_add(&lint->report, found);
        }
    }
}

static enum cli_exit lint_load(struct lint *lint, const struct mad_load *load)
{
    mad_diagnostics *diagnostics = NULL;
    enum mad_status status = mad_lint(lint->engine, load, &lint->options, &diagnostics);
    size_t errors = diagnostics != NULL ? mad_diagnostics_errors(diagnostics) : 0;
    enum cli_exit code = cli_exit_of(status);
    if (cli_is_file_missing(status, diagnostics) || (status != MAD_OK && errors == 0)) {
        code = cli_load_failed(lint->engine, load, status);
    } else {
        print_list(lint, diagnostics);
    }
    mad_diagnostics_free(diagnostics);
    /* What is found in the rules is counted; a variant or option that is not there is no finding. */
    return code == CLI_FINDINGS ? CLI_FINE : code;
}

static enum cli_exit lint_file(struct lint *lint, const char *operand)
{
    struct cli_file_name name = {0};
    enum cli_exit code = cli_file_name_parse(&name, lint->args, lint->engine, operand);
    if (code == CLI_FINE) {
        struct mad_load load = cli_load(lint->args, name.path, name.variant);
        code = lint_load(lint, &load);
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
        .interrupt = is_interrupted,
    };
}

static void print_summary(const struct lint *lint)
{
    const char *separator = "";
    fflush(stdout); /* findings first, where both go to one place */
    for (int severity = MAD_SEVERITY_ERROR; severity <= (int)lint->least; severity++) {
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
    struct lint lint = {.args = args};
    enum cli_exit code = cli_engine_open(&lint.engine);
    if (code != CLI_FINE) {
        return code;
    }
    choose(&lint);
    cli_interrupt_catch(true);
    lint.report = cli_report_start(stdout, lint.form);
    for (size_t i = 0; i < args->operand_count && !cli_interrupted(); i++) {
        enum cli_exit one = lint_file(&lint, args->operands[i]);
        code = one > code ? one : code;
    }
    cli_report_end(&lint.report);
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
