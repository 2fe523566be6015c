/* fmt.c - `mad fmt`: lays out rule files the one way. Layer: cli. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game_file.h"
#include "print_diagnostic.h"
#include "replace_file.h"
#include "rule_folders.h"
#include "rule_text.h"
#include "text.h"
#include "text_diff.h"

static enum cli_exit tell_errors(const char *path, enum mad_status status,
                                 const mad_diagnostics *diagnostics)
{
    for (size_t i = 0; diagnostics != NULL && i < mad_diagnostics_count(diagnostics); i++) {
        cli_diagnostic_print(stderr, mad_diagnostics_at(diagnostics, i), CLI_DIAGNOSTIC_HUMAN);
    }
    fputs("mad fmt: ", stderr);
    cli_put(stderr, path);
    fprintf(stderr, " stays as it is%s%s\n", status == MAD_ERROR_RULES ? "" : ": ",
            status == MAD_ERROR_RULES ? "" : mad_status_text(status));
    return CLI_FINDINGS;
}

/* What becomes of a file whose layout differs. */
static enum cli_exit change(const struct cli_args *args, const char *path, const char *before,
                            const char *after)
{
    bool is_input = cli_is_standard_input(path);
    if (args->value[CLI_OPTION_DIFF] != NULL) {
        if (!cli_text_diff(stdout, path, before, after)) {
            return cli_rule_text_failed(args, path, "cannot be compared");
        }
    } else if (!is_input) {
        cli_put(stdout, path);
        fputc('\n', stdout);
    }
    if (args->value[CLI_OPTION_CHECK] != NULL) {
        return CLI_FINDINGS;
    }
    if (args->value[CLI_OPTION_DIFF] != NULL || is_input) {
        return CLI_FINE;
    }
    return cli_replace_file(path, after) ? CLI_FINE
                                         : cli_rule_text_failed(args, path, "cannot be written");
}

static enum cli_exit lay_out(const struct cli_args *args, const mad_engine *engine,
                             const char *path, const struct cli_rule_text *text)
{
    char *made = NULL;
    mad_diagnostics *diagnostics = NULL;
    enum mad_status status =
        mad_format(engine, path, text->bytes, text->count, &made, &diagnostics);
    enum cli_exit code = CLI_FINE;
    if (status != MAD_OK) {
        code = tell_errors(path, status, diagnostics);
    } else if (strlen(made) != text->count || memcmp(made, text->bytes, text->count) != 0) {
        code = change(args, path, text->bytes, made);
    }
    bool is_shown = cli_is_standard_input(path) && args->value[CLI_OPTION_CHECK] == NULL &&
                    args->value[CLI_OPTION_DIFF] == NULL;
    if (is_shown) {
        bool is_made = status == MAD_OK;
        fwrite(is_made ? made : text->bytes, 1, is_made ? strlen(made) : text->count, stdout);
    }
    mad_diagnostics_free(diagnostics);
    free(made);
    return code;
}

/* A file, or what a bare name means, as for every command. */
static enum cli_exit fmt_file(const struct cli_args *args, const mad_engine *engine,
                              const char *operand)
{
    struct cli_rule_text text = {0};
    if (mad_shipped_text(engine, operand) != NULL && access(operand, F_OK) != 0) {
        fprintf(stderr, "mad fmt: '%s' comes with mad and stays as it is\n", operand);
        cli_mention_shadowed(engine, operand);
        return CLI_USAGE;
    }
    char *found = cli_is_standard_input(operand) ? NULL : cli_rule_file_find(engine, operand);
    const char *path = found != NULL ? found : operand;
    enum cli_exit code = cli_rule_text_read(args, path, &text);
    if (code == CLI_FINE) {
        code = lay_out(args, engine, path, &text);
    }
    cli_rule_text_free(&text);
    free(found);
    return code;
}

enum cli_exit cli_run_fmt(const struct cli_args *args)
{
    mad_engine *engine = NULL;
    struct cli_rule_paths paths = {0};
    enum cli_exit code = cli_engine_open(&engine);
    if (code == CLI_FINE) {
        code = cli_rule_paths_find(args, &paths);
    }
    for (size_t i = 0; i < paths.count; i++) {
        enum cli_exit one = fmt_file(args, engine, paths.items[i]);
        code = one > code ? one : code;
    }
    cli_rule_paths_free(&paths);
    mad_engine_free(engine);
    return code;
}
