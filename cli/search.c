/* search.c - `mad search`: the best moves of a position, each with its score and the line expected behind it.
 * Layer: cli. */
#include <stdlib.h>

#include "board.h"
#include "game_file.h"
#include "interrupt.h"
#include "progress.h"

enum { MOST_LINES = 256 };

/* One search and what it told last, line by line. */
struct searching {
    const struct cli_args *args;
    mad_position *position;
    mad_moves *moves;
    struct cli_progress progress;
    struct mad_search_limits limits;
    struct mad_search_report told[MOST_LINES];
    size_t lines;
    double started;
    int depth;      /* in full */
    uint64_t nodes; /* when that was done */
};

static bool on_tick(void *context)
{
    struct searching *searching = context;
    const struct mad_search_limits *limits = &searching->limits;
    double share = limits->seconds > 0 ? (cli_now() - searching->started) / limits->seconds
                   : limits->nodes > 0 ? (double)searching->nodes / (double)limits->nodes
                                       : (double)searching->depth / limits->depth;
    char what[40];
    snprintf(what, sizeof what, "depth %d", searching->depth + 1);
    cli_progress_show(&searching->progress, share, what, "");
    return cli_interrupted();
}

static void on_depth(void *context, const struct mad_search_report *report)
{
    struct searching *searching = context;
    if (report->rank < MOST_LINES) {
        searching->told[report->rank] = *report;
        searching->lines = report->rank + 1;
    }
    searching->depth = report->depth;
    searching->nodes = report->nodes;
}

/* --- what is printed -------------------------------------------------------------------------------- */

static void print_score(const struct searching *searching, const struct mad_search_report *report)
{
    int side = mad_position_side(searching->position);
    const char *name = mad_game_info(mad_position_game(searching->position)).player_name[side];
    if (report->mate_in != 0) {
        int plies = report->mate_in > 0 ? report->mate_in : -report->mate_in;
        cli_put(stdout, name);
        printf(" %s in %d pl%s", report->mate_in > 0 ? "wins" : "loses", plies,
               plies == 1 ? "y" : "ies");
    } else {
        printf("%+.2f for ", report->score / 100.0);
        cli_put(stdout, name);
    }
}

static void print_line(const struct searching *searching, const struct mad_search_report *report)
{
    struct mad_move_info move = mad_moves_at(searching->moves, report->best);
    cli_put(stdout, move.coord);
    fputs("  ", stdout);
    cli_put(stdout, move.text);
    fputs("\n  ", stdout);
    print_score(searching, report);
    printf(", depth %d\n  line: ", report->depth);
    cli_put(stdout, report->line);
    fputc('\n', stdout);
}

static void print_line_json(const struct searching *searching,
                            const struct mad_search_report *report)
{
    struct mad_move_info move = mad_moves_at(searching->moves, report->best);
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_count(&json, "rank", (int64_t)report->rank + 1);
    cli_json_text(&json, "coord", move.coord);
    cli_json_text(&json, "text", move.text);
    cli_json_count(&json, "score", report->score);
    if (report->mate_in != 0) {
        cli_json_count(&json, "mate_in", report->mate_in);
    }
    cli_json_text(&json, "line", report->line);
    cli_json_count(&json, "depth", report->depth);
    cli_json_count(&json, "deepest", report->deepest);
    cli_json_count(&json, "nodes", (int64_t)report->nodes);
    cli_json_real(&json, "seconds", report->seconds);
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

/* A game that is over has no best move: its result is told, and nothing on stdout. */
static enum cli_exit say_over(const struct searching *searching)
{
    struct mad_result result;
    const mad_game *game = mad_position_game(searching->position);
    enum mad_status status = mad_position_result(searching->position, &result);
    if (status != MAD_OK) {
        return cli_game_failed(searching->args, game, "searching", status);
    }
    if (result.outcome != MAD_GOES_ON) {
        cli_result_print(stderr, &result);
    } else {
        cli_stuck_print(stderr, searching->position);
    }
    return CLI_FINE;
}

/* --- searching -------------------------------------------------------------------------------------- */

static void set_limits(struct searching *searching)
{
    const struct cli_args *args = searching->args;
    struct mad_search_limits *limits = &searching->limits;
    limits->depth = (int)args->number[CLI_OPTION_DEPTH];
    limits->nodes = (uint64_t)args->number[CLI_OPTION_NODES];
    limits->seconds = args->number[CLI_OPTION_TIME];
    if (limits->depth == 0 && limits->nodes == 0 && limits->seconds <= 0) {
        limits->seconds = 1;
    }
    limits->lines = (size_t)args->number[CLI_OPTION_LINES];
    limits->seed = (uint64_t)args->number[CLI_OPTION_SEED];
    limits->threads = (size_t)args->number[CLI_OPTION_THREADS];
    limits->interrupt = on_tick;
    limits->progress = on_depth;
    limits->context = searching;
}

static enum cli_exit search(struct searching *searching)
{
    struct mad_search_report best;
    const mad_game *game = mad_position_game(searching->position);
    enum mad_status status = mad_moves_list(searching->moves, searching->position);
    searching->progress = cli_progress_start();
    searching->started = cli_now();
    set_limits(searching);
    if (status == MAD_OK) {
        status = mad_search(searching->position, &searching->limits, &best);
    }
    cli_progress_end(&searching->progress);
    if (status == MAD_ERROR_OVER) {
        return say_over(searching);
    }
    if (status != MAD_OK) {
        return cli_game_failed(searching->args, game, "searching", status);
    }
    if (searching->lines <= 1) { /* newer than what the last full depth told */
        searching->told[0] = best;
        searching->lines = 1;
    }
    for (size_t i = 0; i < searching->lines; i++) {
        if (searching->args->value[CLI_OPTION_JSON] != NULL) {
            print_line_json(searching, &searching->told[i]);
        } else {
            print_line(searching, &searching->told[i]);
        }
    }
    return cli_interrupt_tell("the search was not finished") ? CLI_INTERRUPTED : CLI_FINE;
}

enum cli_exit cli_run_search(const struct cli_args *args)
{
    struct cli_game game;
    enum cli_exit code = cli_game_open_position(&game, args, args->operands[0]);
    if (code != CLI_FINE) {
        return code;
    }
    struct searching *searching = calloc(1, sizeof *searching);
    enum mad_status status =
        searching != NULL ? mad_moves_new(game.game, &searching->moves) : MAD_ERROR_MEMORY;
    if (status == MAD_OK) {
        searching->args = args;
        searching->position = game.position;
        cli_interrupt_catch(true);
        code = search(searching);
        mad_moves_free(searching->moves);
    } else {
        code = cli_game_failed(args, game.game, "listing moves", status);
    }
    free(searching);
    cli_game_close(&game);
    return code;
}
