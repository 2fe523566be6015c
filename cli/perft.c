/* perft.c - `mad perft`: counts positions depth by depth, or below each move. Layer: cli.
 *
 * The library does not say how far a count has come, so the bar expects that a depth takes
 * longer than the one before by the factor by which the position numbers last grew; --divide
 * knows the share of moves done. */
#include <inttypes.h>
#include <stdlib.h>

#include "board.h"
#include "game_file.h"
#include "interrupt.h"
#include "progress.h"
#include "split_perft.h"

enum { MAX_DEPTH = 100 };

struct count {
    const struct cli_args *args;
    cli_perft perft;
    struct cli_progress progress;
    int depth;
    double started;
    double expected; /* seconds this depth may take; 0: unknown */
    double share;    /* of --divide, done; 0: unknown */
    double mnps;     /* of the depth before */
    uint64_t nodes[MAX_DEPTH + 1];
    double seconds[MAX_DEPTH + 1];
};

static bool on_tick(void *context)
{
    struct count *count = context;
    double share =
        count->expected > 0 ? (cli_now() - count->started) / count->expected : count->share;
    char what[40], rate[40] = "";
    snprintf(what, sizeof what, "depth %d", count->depth);
    if (count->mnps > 0) {
        snprintf(rate, sizeof rate, "%.1f Mnps", count->mnps);
    }
    cli_progress_show(&count->progress, share, what, rate);
    return cli_interrupted();
}

static double millions_a_second(uint64_t nodes, double seconds)
{
    return seconds > 0 ? (double)nodes / seconds * 1e-6 : 0;
}

static void print_depth(const struct count *count)
{
    int depth = count->depth;
    if (count->args->value[CLI_OPTION_JSON] != NULL) {
        struct cli_json json = cli_json_start(stdout);
        cli_json_open(&json, NULL, '{');
        cli_json_count(&json, "depth", depth);
        cli_json_count(&json, "nodes", (int64_t)count->nodes[depth]);
        cli_json_real(&json, "seconds", count->seconds[depth]);
        cli_json_close(&json, '}');
        cli_json_end(&json);
    } else {
        printf("%3d %16" PRIu64 " %10.3f s %9.2f Mnps\n", depth, count->nodes[depth],
               count->seconds[depth], count->mnps);
    }
    fflush(stdout);
}

static void expect(struct count *count)
{
    int last = count->depth - 1;
    count->expected = 0;
    if (last >= 2 && count->nodes[last - 1] > 0) {
        count->expected =
            count->seconds[last] * (double)count->nodes[last] / (double)count->nodes[last - 1];
    }
}

static enum mad_status count_depth(struct count *count, const mad_position *position)
{
    expect(count);
    count->progress = cli_progress_start();
    count->started = cli_now();
    uint64_t nodes = 0;
    const struct cli_args *args = count->args;
    size_t threads =
        args->value[CLI_OPTION_THREADS] != NULL ? (size_t)args->number[CLI_OPTION_THREADS] : 1;
    enum mad_status status =
        cli_split_perft(count->perft, position, count->depth, threads, &nodes, on_tick, count);
    count->nodes[count->depth] = nodes;
    count->seconds[count->depth] = cli_now() - count->started;
    count->mnps = millions_a_second(nodes, count->seconds[count->depth]);
    cli_progress_end(&count->progress);
    return status;
}

static enum cli_exit count_all(struct count *count, const mad_position *position, int depth)
{
    for (count->depth = depth > 0 ? 1 : 0; count->depth <= depth; count->depth++) {
        enum mad_status status = count_depth(count, position);
        if (cli_interrupt_tell("depth %d was not finished", count->depth)) {
            return CLI_INTERRUPTED;
        }
        if (status != MAD_OK) {
            return cli_game_failed(count->args, mad_position_game(position), "counting", status);
        }
        print_depth(count);
    }
    return CLI_FINE;
}

/* --- --divide --------------------------------------------------------------------------------- */

static void print_below(const struct count *count, const char *move, uint64_t nodes)
{
    if (count->args->value[CLI_OPTION_JSON] != NULL) {
        struct cli_json json = cli_json_start(stdout);
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "move", move);
        cli_json_count(&json, "nodes", (int64_t)nodes);
        cli_json_close(&json, '}');
        cli_json_end(&json);
    } else {
        cli_put(stdout, move);
        printf(": %" PRIu64 "\n", nodes);
    }
    fflush(stdout);
}

static enum mad_status count_below(struct count *count, mad_position *position,
                                   const mad_moves *moves, size_t index, uint64_t *nodes)
{
    enum mad_status status = mad_position_apply(position, moves, index);
    if (status != MAD_OK) {
        return status;
    }
    status = count->perft(position, count->depth - 1, nodes, on_tick, count);
    enum mad_status undone = mad_position_undo(position);
    return status != MAD_OK ? status : undone;
}

static enum cli_exit divide_move(struct count *count, mad_position *position,
                                 const mad_moves *moves, size_t index)
{
    uint64_t nodes = 0;
    enum mad_status status = count_below(count, position, moves, index, &nodes);
    cli_progress_end(&count->progress);
    if (cli_interrupt_tell("depth %d was not finished", count->depth)) {
        return CLI_INTERRUPTED;
    }
    if (status != MAD_OK) {
        return cli_game_failed(count->args, mad_position_game(position), "counting", status);
    }
    print_below(count, mad_moves_at(moves, index).coord, nodes);
    count->nodes[count->depth] += nodes;
    return CLI_FINE;
}

/* Each outcome of a move with a toss is counted by itself. */
static enum cli_exit divide_outcomes(struct count *count, mad_position *position,
                                     const mad_moves *moves, size_t index)
{
    enum cli_exit code = CLI_FINE;
    for (size_t i = 0; code == CLI_FINE && i < mad_moves_at(moves, index).outcomes; i++) {
        code = divide_move(count, position, moves, mad_moves_outcome(moves, index, i).index);
    }
    return code;
}

static enum cli_exit divide_moves(struct count *count, mad_position *position,
                                  const mad_moves *moves)
{
    size_t move_count = mad_moves_count(moves);
    for (size_t i = 0; i < move_count; i++) {
        count->share = (double)i / (double)move_count;
        enum cli_exit code = mad_moves_at(moves, i).outcomes != 0
                                 ? divide_outcomes(count, position, moves, i)
                                 : divide_move(count, position, moves, i);
        if (code != CLI_FINE) {
            return code;
        }
    }
    uint64_t total = count->nodes[count->depth];
    count->seconds[count->depth] = cli_now() - count->started;
    if (count->args->value[CLI_OPTION_JSON] != NULL) {
        print_depth(count);
    } else {
        printf("total: %" PRIu64 "\n", total);
    }
    return CLI_FINE;
}

static enum cli_exit divide(struct count *count, mad_position *position, int depth)
{
    mad_moves *moves = NULL;
    enum mad_status status = mad_moves_new(mad_position_game(position), &moves);
    if (status == MAD_OK) {
        status = mad_moves_list(moves, position);
    }
    enum cli_exit code;
    if (status != MAD_OK) {
        code = cli_game_failed(count->args, mad_position_game(position), "listing moves", status);
    } else {
        count->depth = depth;
        count->started = cli_now();
        count->progress = cli_progress_start();
        code = divide_moves(count, position, moves);
    }
    mad_moves_free(moves);
    return code;
}

enum cli_exit cli_run_perft(const struct cli_args *args)
{
    double depth;
    if (!cli_parse_count(args->operands[1], 0, MAX_DEPTH, &depth)) {
        return cli_usage_error(args->command, "DEPTH is a number from 0 to %d, not '%s'", MAX_DEPTH,
                               args->operands[1]);
    }
    if (args->value[CLI_OPTION_DIVIDE] != NULL && args->value[CLI_OPTION_THREADS] != NULL) {
        return cli_usage_error(args->command, "--divide counts on one thread");
    }
    if (args->value[CLI_OPTION_DIVIDE] != NULL && depth < 1) {
        return cli_usage_error(args->command, "--divide wants a DEPTH of 1 or more");
    }
    struct cli_game game;
    enum cli_exit code = cli_game_open_position(&game, args, args->operands[0]);
    if (code == CLI_FINE) {
        struct count count = {.args = args,
                              .perft = args->value[CLI_OPTION_MAKE_LEAVES] != NULL ? mad_perft_made
                                                                                   : mad_perft};
        cli_interrupt_catch(true);
        code = args->value[CLI_OPTION_DIVIDE] != NULL
                   ? divide(&count, game.position, (int)depth)
                   : count_all(&count, game.position, (int)depth);
        cli_game_close(&game);
    }
    return code;
}
