/* moves.c - `mad moves`: the legal moves of a position. Layer: cli. */
#include <stdlib.h>

#include "board.h"
#include "game_file.h"
#include "moves.h"

static void print_plain(const mad_moves *moves, const mad_position *position,
                        const struct mad_result *result)
{
    for (size_t i = 0; i < mad_moves_count(moves); i++) {
        struct mad_move_info move = mad_moves_at(moves, i);
        cli_put(stdout, move.coord);
        fputs("  ", stdout);
        cli_put(stdout, move.text);
        fputc('\n', stdout);
    }
    if (result->outcome != MAD_GOES_ON) {
        cli_result_print(stderr, result);
    } else if (mad_moves_count(moves) == 0) {
        cli_stuck_print(stderr, position);
    }
}

static void print_outcomes_json(struct cli_json *json, const mad_moves *moves, size_t index)
{
    cli_json_open(json, "outcomes", '[');
    for (size_t i = 0; i < mad_moves_at(moves, index).outcomes; i++) {
        struct mad_outcome_info outcome = mad_moves_outcome(moves, index, i);
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", outcome.name);
        cli_json_text(json, "coord", mad_moves_at(moves, outcome.index).coord);
        cli_json_count(json, "weight", outcome.weight);
        cli_json_count(json, "of", outcome.of);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void print_move_json(struct cli_json *json, const mad_game *game, const mad_moves *moves,
                            size_t index)
{
    struct mad_move_info made = mad_moves_at(moves, index), *move = &made;
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "coord", move->coord);
    cli_json_text(json, "text", move->text);
    cli_json_text(json, "from", move->from < 0 ? NULL : mad_game_square_name(game, move->from));
    cli_json_text(json, "to", move->to < 0 ? NULL : mad_game_square_name(game, move->to));
    cli_json_truth(json, "takes", move->takes);
    cli_json_text(json, "verb", move->verb);
    if (move->outcomes != 0) {
        print_outcomes_json(json, moves, index);
    }
    cli_json_close(json, '}');
}

void cli_moves_json(struct cli_json *json, const mad_game *game, const mad_moves *moves)
{
    cli_json_open(json, "moves", '[');
    for (size_t i = 0; i < mad_moves_count(moves); i++) {
        print_move_json(json, game, moves, i);
    }
    cli_json_close(json, ']');
}

static enum cli_exit print_json(const struct cli_args *args, const mad_moves *moves,
                                const mad_position *position, const struct mad_result *result)
{
    char *text = cli_styled_text(args, position);
    if (text == NULL) {
        return CLI_USAGE;
    }
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    cli_moves_json(&json, mad_position_game(position), moves);
    cli_json_text(&json, "fen", text);
    cli_result_json(&json, result);
    cli_json_close(&json, '}');
    cli_json_end(&json);
    free(text);
    return CLI_FINE;
}

static enum cli_exit list_moves(const struct cli_args *args, mad_moves *moves,
                                mad_position *position)
{
    struct mad_result result;
    enum mad_status status = mad_position_result(position, &result);
    if (status == MAD_OK) {
        status = mad_moves_list(moves, position);
    }
    if (status != MAD_OK) {
        return cli_game_failed(args, mad_position_game(position), "listing moves", status);
    }
    if (args->value[CLI_OPTION_JSON] != NULL) {
        return print_json(args, moves, position, &result);
    }
    print_plain(moves, position, &result);
    return CLI_FINE;
}

enum cli_exit cli_run_moves(const struct cli_args *args)
{
    struct cli_game game;
    mad_moves *moves = NULL;
    enum cli_exit code = cli_game_open_position(&game, args, args->operands[0]);
    if (code == CLI_FINE) {
        enum mad_status status = mad_moves_new(game.game, &moves);
        code = status == MAD_OK ? list_moves(args, moves, game.position)
                                : cli_game_failed(args, game.game, "listing moves", status);
        mad_moves_free(moves);
        cli_game_close(&game);
    }
    return code;
}
