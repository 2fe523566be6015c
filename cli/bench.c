/* bench.c - `mad bench`: what the search finds in every game, as a signature of it. Layer: cli.
 *
 * What is printed hangs on the rules and the search alone, never on clock or machine: tests compare it
 * with a table. */
#include <inttypes.h>
#include <stdlib.h>

#include "game_file.h"
#include "interrupt.h"
#include "json.h"
#include "text.h"

enum { USUAL_DEPTH = 5, USUAL_NODES = 5000 };

struct bench {
    const struct cli_args *args;
    mad_engine *engine;
    struct mad_search_limits limits;
    uint64_t nodes;
    double seconds;
};

static bool is_enough(void *context)
{
    (void)context;
    return cli_interrupted();
}

static void print(const struct bench *bench, const char *name,
                  const struct mad_search_report *report, const char *move)
{
    if (bench->args->value[CLI_OPTION_JSON] == NULL) {
        cli_put(stdout, name);
        printf("\t%" PRIu64 "\t%d\t%d\t", report->nodes, report->depth, report->score);
        cli_put(stdout, move);
        fputc('\n', stdout);
        return;
    }
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "game", name);
    cli_json_count(&json, "nodes", (int64_t)report->nodes);
    cli_json_count(&json, "depth", report->depth);
    cli_json_count(&json, "score", report->score);
    cli_json_text(&json, "move", move);
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

static enum mad_status search_game(struct bench *bench, const mad_game *game, const char *name)
{
    struct mad_search_report report;
    mad_position *position = NULL;
    mad_moves *moves = NULL;
    enum mad_status status = mad_position_new(game, &position);
    if (status == MAD_OK) {
        status = mad_moves_new(game, &moves);
    }
    if (status == MAD_OK) {
        status = mad_search(position, &bench->limits, &report);
    }
    if (status == MAD_OK) {
        status = mad_moves_list(moves, position);
    }
    if (status == MAD_OK && !cli_interrupted()) {
        print(bench, name, &report, mad_moves_at(moves, report.best).coord);
        bench->nodes += report.nodes;
        bench->seconds += report.seconds;
    }
    mad_moves_free(moves);
    mad_position_free(position);
    return status;
}

static enum cli_exit bench_variant(struct bench *bench, const char *path, const char *title)
{
    struct mad_load load = {
        .path = path, .variant = title, .with_seats = true, .without_learned = true};
    mad_diagnostics *diagnostics = NULL;
    mad_game *game = NULL;
    enum mad_status status = mad_game_load(bench->engine, &load, &game, &diagnostics);
    enum cli_exit code = CLI_FINE;
    char *name = cli_game_name(path, title);
    if (status != MAD_OK || name == NULL) {
        code = cli_diagnostics_failed(bench->engine, &load,
                                      name == NULL ? MAD_ERROR_MEMORY : status, diagnostics);
    } else {
        status = search_game(bench, game, name);
        if (status != MAD_OK) {
            code = cli_game_failed(bench->args, game, name, status);
        }
    }
    free(name);
    mad_diagnostics_free(diagnostics);
    mad_game_free(game);
    return code;
}

static enum cli_exit bench_file(struct bench *bench, const char *operand)
{
    struct cli_file_name name = {0};
    struct cli_variants variants = {0};
    enum cli_exit code = cli_file_name_parse(&name, bench->args, bench->engine, operand);
    if (code == CLI_FINE) {
        code = cli_variants_find(&variants, bench->engine, name.path, name.variant);
    }
    for (size_t i = 0; i < variants.count && code < CLI_USAGE && !cli_interrupted(); i++) {
        enum cli_exit one = bench_variant(bench, name.path, variants.titles[i]);
        code = one > code ? one : code;
    }
    cli_variants_free(&variants);
    cli_file_name_free(&name);
    return code;
}

static enum cli_exit bench_all(struct bench *bench)
{
    const struct cli_args *args = bench->args;
    enum cli_exit code = CLI_FINE;
    for (size_t i = 0; code < CLI_USAGE && !cli_interrupted(); i++) {
        const char *file = args->operand_count == 0  ? mad_shipped_name(bench->engine, i)
                           : i < args->operand_count ? args->operands[i]
                                                     : NULL;
        if (file == NULL) {
            break;
        }
        enum cli_exit one = bench_file(bench, file);
        code = one > code ? one : code;
    }
    return code;
}

enum cli_exit cli_run_bench(const struct cli_args *args)
{
    struct bench bench = {.args = args, .limits = {.interrupt = is_enough}};
    bench.limits.depth = (int)args->number[CLI_OPTION_DEPTH];
    bench.limits.nodes = (uint64_t)args->number[CLI_OPTION_NODES];
    if (args->value[CLI_OPTION_DEPTH] == NULL) {
        bench.limits.depth = args->value[CLI_OPTION_NODES] == NULL ? USUAL_DEPTH : 0;
        bench.limits.nodes += bench.limits.nodes == 0 ? USUAL_NODES : 0;
    }
    enum cli_exit code = cli_engine_open(&bench.engine);
    if (code != CLI_FINE) {
        return code;
    }
    cli_interrupt_catch(true);
    code = bench_all(&bench);
    if (bench.nodes > 0) {
        fprintf(stderr, "%" PRIu64 " positions in %.2f s\n", bench.nodes, bench.seconds);
    }
    mad_engine_free(bench.engine);
    return cli_interrupt_tell("not all games were searched") ? CLI_INTERRUPTED : code;
}
