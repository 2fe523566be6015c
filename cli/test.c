/* test.c - `mad test`: runs the `test` blocks of rule files. Layer: cli. */
#include <stdlib.h>

#include "game_file.h"
#include "interrupt.h"
#include "json.h"
#include "print_diagnostic.h"
#include "text.h"

struct run {
    const struct cli_args *args;
    mad_engine *engine;
    const char *title; /* of the game or variant running */
    size_t passed, failed;
};

static void print_json(const struct run *run, const struct mad_test_report *report)
{
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "game", run->title);
    cli_json_text(&json, "title", report->title);
    cli_json_truth(&json, "passed", report->passed);
    cli_json_text(&json, "file", report->place.file);
    cli_json_count(&json, "line", report->place.line);
    cli_json_text(&json, "text", report->text);
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

static void on_report(void *context, const struct mad_test_report *report)
{
    struct run *run = context;
    *(report->passed ? &run->passed : &run->failed) += 1;
    if (run->args->value[CLI_OPTION_JSON] != NULL) {
        print_json(run, report);
        return;
    }
    cli_tone(stdout, report->passed ? CLI_GREEN : CLI_RED);
    fputs(report->passed ? "ok" : "FAILED", stdout);
    cli_tone(stdout, CLI_PLAIN);
    fputc(' ', stdout);
    cli_put(stdout, report->place.file != NULL ? report->place.file : "?");
    printf(":%u ", (unsigned)report->place.line);
    cli_put(stdout, run->title);
    fputs(": ", stdout);
    cli_put(stdout, report->title);
    fputc('\n', stdout);
    if (!report->passed && report->text != NULL) {
        fputs("  ", stdout);
        cli_put(stdout, report->text);
        fputc('\n', stdout);
    }
}

static bool stop_testing(void *context)
{
    (void)context;
    return cli_interrupted();
}

/* Loads one game or variant and runs its tests. */
static enum cli_exit run_variant(struct run *run, const char *path, const char *variant)
{
    struct mad_load load = cli_load(run->args, path, variant);
    mad_game *game = NULL;
    mad_diagnostics *diagnostics = NULL;
    enum mad_status status = mad_game_load(run->engine, &load, &game, &diagnostics);
    enum cli_exit code = cli_exit_of(status);
    if (status != MAD_OK) {
        code = cli_diagnostics_failed(run->engine, &load, status, diagnostics);
    } else {
        size_t ran = 0, failed = 0;
        run->title = mad_game_info(game).title;
        status = mad_game_run_tests_until(game, on_report, stop_testing, run, &ran, &failed);
        code =
            status == MAD_OK ? CLI_FINE : cli_game_failed(run->args, game, "running tests", status);
    }
    mad_diagnostics_free(diagnostics);
    mad_game_free(game);
    return code;
}

static enum cli_exit run_file(struct run *run, const char *operand)
{
    struct cli_file_name name = {0};
    struct cli_variants variants = {0};
    enum cli_exit code = cli_file_name_parse(&name, run->args, run->engine, operand);
    if (code == CLI_FINE) {
        code = cli_variants_find(&variants, run->engine, name.path, name.variant);
    }
    for (size_t i = 0; i < variants.count && !cli_interrupted(); i++) {
        enum cli_exit one = run_variant(run, name.path, variants.titles[i]);
        if (one != CLI_FINE && variants.titles[i] == NULL) {
            code = one; /* the variants would only repeat what is wrong with the game */
            break;
        }
        code = one > code ? one : code;
    }
    cli_variants_free(&variants);
    cli_file_name_free(&name);
    return code;
}

enum cli_exit cli_run_test(const struct cli_args *args)
{
    struct run run = {.args = args};
    enum cli_exit code = cli_engine_open(&run.engine);
    if (code != CLI_FINE) {
        return code;
    }
    cli_interrupt_catch(true);
    for (size_t i = 0; i < args->operand_count && !cli_interrupted(); i++) {
        enum cli_exit one = run_file(&run, args->operands[i]);
        code = one > code ? one : code;
    }
    mad_engine_free(run.engine);
    /* With --json stdout holds objects only. */
    fprintf(args->value[CLI_OPTION_JSON] != NULL ? stderr : stdout, "%zu passed, %zu failed\n",
            run.passed, run.failed);
    if (cli_interrupted()) {
        fputs("interrupted: not all tests were run\n", stderr);
    }
    return (run.failed > 0 || cli_interrupted()) && code < CLI_FINDINGS ? CLI_FINDINGS : code;
}
