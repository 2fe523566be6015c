/* test.c - `mad test`: runs the `test` blocks of rule files. Layer: cli. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "game_file.h"
#include "interrupt.h"
#include "json.h"
#include "junit.h"
#include "print_diagnostic.h"
#include "test_board.h"
#include "test_record.h"
#include "text.h"
#include "watch.h"

struct run {
    const struct cli_args *args;
    mad_engine *engine;
    const char *title;      /* of the game or variant running */
    struct cli_junit junit; /* of --junit */
    size_t passed, failed, left_out;
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

/* Whether the text stands in the other, in capitals or not. */
static bool has_text(const char *text, const char *part)
{
    size_t length = strlen(part);
    while (*text != '\0' && strncasecmp(text, part, length) != 0) {
        text++;
    }
    return *text != '\0' || length == 0;
}

/* Whether --filter lets the test be reported: its title or that of its game has the text. */
static bool is_wanted(const struct run *run, const struct mad_test_report *report)
{
    const char *filter = run->args->value[CLI_OPTION_FILTER];
    return filter == NULL || has_text(report->title, filter) || has_text(run->title, filter);
}

static void on_report(void *context, const struct mad_test_report *report)
{
    struct run *run = context;
    if (!is_wanted(run, report)) {
        run->left_out++;
        return;
    }
    *(report->passed ? &run->passed : &run->failed) += 1;
    if (run->args->value[CLI_OPTION_JSON] != NULL) {
        print_json(run, report);
        return;
    }
    if (run->args->value[CLI_OPTION_JUNIT] != NULL) {
        cli_junit_add(&run->junit, run->title, report);
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
        cli_test_board_print(stdout, report);
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
    } else if (run->args->value[CLI_OPTION_RECORD] != NULL) {
        code = cli_test_record(run->args, run->engine, &load, game);
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
    /* A recorded test stands under the rules of the file. */
    size_t count =
        run->args->value[CLI_OPTION_RECORD] != NULL && variants.count > 1 ? 1 : variants.count;
    for (size_t i = 0; i < count && !cli_interrupted(); i++) {
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

/* All files once, and the summary. */
static enum cli_exit run_all(const struct cli_args *args)
{
    struct run run = {.args = args};
    bool is_junit = args->value[CLI_OPTION_JUNIT] != NULL,
         is_json = args->value[CLI_OPTION_JSON] != NULL;
    enum cli_exit code = cli_engine_open(&run.engine);
    if (code != CLI_FINE) {
        return code;
    }
    if (is_junit && !cli_junit_start(&run.junit)) {
        mad_engine_free(run.engine);
        fputs("mad: out of memory\n", stderr);
        return CLI_INTERNAL;
    }
    for (size_t i = 0; i < args->operand_count && !cli_interrupted(); i++) {
        enum cli_exit one = run_file(&run, args->operands[i]);
        if (one != CLI_FINE && is_junit) {
            cli_junit_add_error(&run.junit, args->operands[i]);
        }
        code = one > code ? one : code;
    }
    mad_engine_free(run.engine);
    if (is_junit && !cli_junit_end(&run.junit, stdout)) {
        fputs("mad test: the report could not be written whole\n", stderr);
        code = CLI_USAGE;
    }
    if (args->value[CLI_OPTION_RECORD] != NULL) {
        return code;
    }
    /* With --json and --junit stdout holds these only. */
    fprintf(is_json || is_junit ? stderr : stdout, "%zu passed, %zu failed\n", run.passed,
            run.failed);
    if (run.left_out > 0 && run.passed + run.failed == 0) {
        fputs("mad test: no title holds the text of --filter\n", stderr);
        code = code < CLI_FINDINGS ? CLI_FINDINGS : code;
    }
    if (cli_interrupt_tell("not all tests were run")) {
        return CLI_INTERRUPTED;
    }
    return run.failed > 0 && code < CLI_FINDINGS ? CLI_FINDINGS : code;
}

/* The files that the operands name, owned by the caller; false when one names none, which has been said. */
static bool find_paths(const struct cli_args *args, char **paths)
{
    mad_engine *engine = NULL;
    bool are_files = cli_engine_open(&engine) == CLI_FINE;
    for (size_t i = 0; i < args->operand_count && are_files; i++) {
        struct cli_file_name name = {0};
        struct stat state;
        are_files = cli_file_name_parse(&name, args, engine, args->operands[i]) == CLI_FINE;
        if (are_files && (stat(name.path, &state) != 0 || !S_ISREG(state.st_mode))) {
            fputs("mad test: ", stderr);
            cli_put(stderr, args->operands[i]);
            fputs(" is no file that could change; --watch waits for files\n", stderr);
            are_files = false;
        }
        paths[i] = name.path;
        name.path = NULL;
        cli_file_name_free(&name);
    }
    mad_engine_free(engine);
    return are_files;
}

/* Runs all tests again and again; answers what the last run did. */
static enum cli_exit keep_running(const struct cli_args *args, char *const *paths)
{
    const char *lost = NULL, *term = getenv("TERM");
    bool clears = cli_is_terminal(stdout) && term != NULL && strcmp(term, "dumb") != 0;
    enum cli_watched what = CLI_WATCHED_CHANGE;
    enum cli_exit code = CLI_FINE;
    struct cli_watch watch = cli_watch_start(paths, args->operand_count);
    while (what == CLI_WATCHED_CHANGE) {
        fputs(clears ? "\033[H\033[2J\033[3J" : "", stdout);
        code = run_all(args);
        if (cli_interrupted()) {
            return code;
        }
        if (fflush(stdout) != 0) {
            return CLI_USAGE; /* nobody reads on; main says so */
        }
        fputs("waiting for a change; Ctrl-C ends this\n", stderr);
        what = cli_watch_wait(&watch, &lost);
    }
    cli_interrupt_clear(); /* as it was told to end */
    if (what == CLI_WATCHED_LOSS) {
        fputs("mad test: ", stderr);
        cli_put(stderr, lost);
        fputs(" is gone\n", stderr);
        return CLI_USAGE;
    }
    return code;
}

static enum cli_exit watch(const struct cli_args *args)
{
    char **paths = calloc(args->operand_count, sizeof *paths);
    enum cli_exit code = CLI_USAGE;
    if (paths == NULL) {
        fputs("mad: out of memory\n", stderr);
        return CLI_INTERNAL;
    }
    if (find_paths(args, paths)) {
        code = keep_running(args, paths);
    }
    for (size_t i = 0; i < args->operand_count; i++) {
        free(paths[i]);
    }
    free(paths);
    return code;
}

enum cli_exit cli_run_test(const struct cli_args *args)
{
    bool watches = args->value[CLI_OPTION_WATCH] != NULL;
    if (args->value[CLI_OPTION_JUNIT] != NULL && args->value[CLI_OPTION_JSON] != NULL) {
        return cli_usage_error(args->command, "prints --json or --junit, not both");
    }
    if (args->value[CLI_OPTION_RECORD] != NULL &&
        (args->value[CLI_OPTION_JSON] != NULL || args->value[CLI_OPTION_JUNIT] != NULL ||
         args->value[CLI_OPTION_FILTER] != NULL)) {
        return cli_usage_error(args->command, "--record prints rule text, and runs no tests");
    }
    if (watches &&
        (args->value[CLI_OPTION_RECORD] != NULL || args->value[CLI_OPTION_JUNIT] != NULL)) {
        return cli_usage_error(args->command,
                               "--watch runs tests again and again, and so goes with neither "
                               "--record nor --junit");
    }
    cli_interrupt_catch(!watches);
    return watches ? watch(args) : run_all(args);
}
