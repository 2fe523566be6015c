/* values.c - `mad values`: what the program thinks the pieces of a game are worth, and what it has found that
 * the game is about. Layer: cli. */
#include <inttypes.h>

#include "game_file.h"
#include "json.h"
#include "text.h"

struct table {
    const struct cli_args *args;
    const mad_game *game;
    mad_searcher *searcher;
    struct mad_game_info info;
    struct mad_learned_info learned;
    bool has_pockets, is_learned;
    int name_width;
};

static void put_worth(int worth)
{
    printf("%7.2f", worth / 100.0);
}

static void put_square(const struct table *table, int square, int worth)
{
    fputs("  ", stdout);
    cli_put_padded(stdout, square >= 0 ? mad_game_square_name(table->game, square) : "-", 4);
    put_worth(worth);
}

static void print_value(const struct table *table, const struct mad_worth *value)
{
    char name[200];
    snprintf(name, sizeof name, "%s %s", table->info.player_name[value->player], value->piece);
    cli_put_padded(stdout, name, table->name_width);
    if (value->royal) {
        printf("%7s", "royal");
    } else {
        put_worth(value->worth);
    }
    if (table->is_learned) {
        put_worth(value->early);
        put_worth(value->late);
    }
    put_worth(value->moves);
    put_square(table, value->best, value->best_worth);
    put_square(table, value->worst, value->worst_worth);
    if (table->has_pockets) {
        put_worth(value->in_pocket);
    }
    fputc('\n', stdout);
}

static void print_value_json(const struct table *table, const struct mad_worth *value)
{
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "piece", value->piece);
    cli_json_text(&json, "player", table->info.player_name[value->player]);
    cli_json_truth(&json, "royal", value->royal);
    cli_json_count(&json, "worth", value->worth);
    if (table->is_learned) {
        cli_json_count(&json, "early", value->early);
        cli_json_count(&json, "late", value->late);
    }
    cli_json_count(&json, "moves", value->moves);
    cli_json_text(&json, "best",
                  value->best >= 0 ? mad_game_square_name(table->game, value->best) : NULL);
    cli_json_count(&json, "best_worth", value->best_worth);
    cli_json_text(&json, "worst",
                  value->worst >= 0 ? mad_game_square_name(table->game, value->worst) : NULL);
    cli_json_count(&json, "worst_worth", value->worst_worth);
    cli_json_count(&json, "in_pocket", value->in_pocket);
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

static void print_goal(const struct table *table, const struct mad_goal *goal)
{
    const char *player = goal->player >= 0 ? table->info.player_name[goal->player] : "";
    cli_put(stdout, player);
    switch (goal->kind) {
    case MAD_GOAL_SQUARE:
        fputs(" wins with ", stdout);
        cli_put(stdout, goal->piece);
        fputs(" on ", stdout);
        cli_put(stdout, mad_game_square_name(table->game, goal->square));
        break;
    case MAD_GOAL_COUNTER:
        fputs(" wins when ", stdout);
        cli_put(stdout, goal->counter);
        printf(" comes to %d", goal->count);
        break;
    case MAD_GOAL_ROW: printf("a row of %d wins", goal->count); break;
    }
    fputc('\n', stdout);
}

static void print_goal_json(const struct table *table, const struct mad_goal *goal)
{
    static const char *const kinds[] = {"square", "row", "counter"};
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "goal", kinds[goal->kind]);
    cli_json_text(&json, "player",
                  goal->player >= 0 ? table->info.player_name[goal->player] : NULL);
    if (goal->kind == MAD_GOAL_SQUARE) {
        cli_json_text(&json, "piece", goal->piece);
        cli_json_text(&json, "square", mad_game_square_name(table->game, goal->square));
    } else {
        cli_json_text(&json, "counter", goal->counter);
        cli_json_count(&json, "count", goal->count);
    }
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

static void print_heading(struct table *table)
{
    struct mad_worth value;
    for (size_t i = 0; mad_searcher_worth(table->searcher, i, &value); i++) {
        int width = cli_width(table->info.player_name[value.player]) + 1 + cli_width(value.piece);
        table->name_width = width > table->name_width ? width : table->name_width;
        table->has_pockets |= value.in_pocket != 0;
    }
    cli_put_padded(stdout, "", table->name_width);
    printf("  worth%s  moves  %-11s  %-11s%s\n", table->is_learned ? "  early   late" : "",
           "best on", "worst on", table->has_pockets ? "in hand" : "");
}

static void print_all(struct table *table)
{
    bool is_json = table->args->value[CLI_OPTION_JSON] != NULL;
    struct mad_worth value;
    struct mad_goal goal;
    if (!is_json) {
        print_heading(table);
    }
    for (size_t i = 0; mad_searcher_worth(table->searcher, i, &value); i++) {
        (is_json ? print_value_json : print_value)(table, &value);
    }
    for (size_t i = 0; mad_searcher_goal(table->searcher, i, &goal); i++) {
        (is_json ? print_goal_json : print_goal)(table, &goal);
    }
    if (table->is_learned && !is_json) {
        printf("learned from %" PRIu32 " positions: ", table->learned.positions);
        cli_put(stdout, table->learned.path);
        fputc('\n', stdout);
    }
}

enum cli_exit cli_run_values(const struct cli_args *args)
{
    enum { SMALL_TABLE = 64 };
    struct cli_game game;
    enum cli_exit code = cli_game_open(&game, args, args->operands[0]);
    if (code != CLI_FINE) {
        return code;
    }
    struct table table = {.args = args, .game = game.game, .info = mad_game_info(game.game)};
    table.is_learned = mad_game_learned(game.game, &table.learned) && table.learned.fault == NULL;
    enum mad_status status = mad_searcher_new(game.game, SMALL_TABLE, &table.searcher);
    if (status == MAD_OK) {
        print_all(&table);
    } else {
        code = cli_game_failed(args, game.game, "measuring", status);
    }
    mad_searcher_free(table.searcher);
    cli_game_close(&game);
    return code;
}
