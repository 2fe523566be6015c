/* list_moves.c - the library from C: loads a game, lists its moves, counts positions.
 *
 * usage: list_moves GAME DEPTH     GAME as `mad perft` takes it
 * build: cc list_moves.c $(pkg-config --cflags --libs madrules) */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <mad_rules.h>

static void print_findings(const mad_diagnostics *findings)
{
    for (size_t i = 0; i < mad_diagnostics_count(findings); i++) {
        const struct mad_diagnostic *finding = mad_diagnostics_at(findings, i);
        fprintf(stderr, "%s:%u: %s\n", finding->place.file, (unsigned)finding->place.line,
                finding->text);
    }
}

static enum mad_status print_moves(const mad_game *game, mad_position *position)
{
    mad_moves *moves = NULL;
    enum mad_status status = mad_moves_new(game, &moves);
    if (status == MAD_OK)
        status = mad_moves_list(moves, position);
    for (size_t i = 0; status == MAD_OK && i < mad_moves_count(moves); i++)
        printf("%s%s", i > 0 ? " " : "", mad_moves_at(moves, i).text);
    putchar('\n');
    mad_moves_free(moves);
    return status;
}

static enum mad_status count(const mad_game *game, int depth)
{
    mad_position *position = NULL;
    uint64_t nodes = 0;
    enum mad_status status = mad_position_new(game, &position);
    if (status == MAD_OK)
        status = print_moves(game, position);
    if (status == MAD_OK)
        status = mad_perft(position, depth, &nodes, NULL, NULL);
    if (status == MAD_OK)
        printf("%" PRIu64 "\n", nodes);
    mad_position_free(position);
    return status;
}

int main(int argc, char **argv)
{
    mad_engine *engine = NULL;
    mad_game *game = NULL;
    mad_diagnostics *findings = NULL;
    if (argc != 3) {
        fputs("usage: list_moves GAME DEPTH\n", stderr);
        return 2;
    }
    struct mad_load load = {.path = argv[1]};
    enum mad_status status = mad_engine_new(&engine);
    if (status == MAD_OK)
        status = mad_game_load(engine, &load, &game, &findings);
    if (findings != NULL)
        print_findings(findings);
    if (status == MAD_OK)
        status = count(game, atoi(argv[2]));
    if (status != MAD_OK)
        fprintf(stderr, "list_moves: %s\n", mad_status_text(status));
    mad_diagnostics_free(findings);
    mad_game_free(game);
    mad_engine_free(engine);
    return status == MAD_OK ? 0 : 1;
}
