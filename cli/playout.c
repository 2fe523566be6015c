/* playout.c - `mad playout`: random games to the end. Layer: cli. */
#include <inttypes.h>

#include "board.h"
#include "game_file.h"
#include "interrupt.h"
#include "progress.h"
#include "workers.h"

struct player { /* one thread */
    mad_position *position;
    struct mad_playout_limits limits;
    struct mad_playouts sum;
    enum mad_status status;
    struct cli_progress *progress; /* of the first; null: another thread's */
    double started, seconds;       /* 0: as many games as wanted */
};

static bool is_enough(void *context)
{
    struct player *player = context;
    double spent = cli_now() - player->started;
    if (player->progress != NULL) {
        cli_progress_show(player->progress, player->seconds > 0 ? spent / player->seconds : -1,
                          "random games", "");
    }
    return cli_interrupted() || (player->seconds > 0 && spent >= player->seconds);
}

static void play(void *item)
{
    struct player *player = item;
    player->limits.interrupt = is_enough;
    player->limits.context = player;
    player->status = mad_playout(player->position, &player->limits, &player->sum);
}

/* Of each player, in the order in which they move. */
static const char *const ordinals[MAD_MOST_PLAYERS] = {"first", "second", "third", "fourth"};

static void print(const struct cli_args *args, const struct mad_playouts *sum, int players,
                  double seconds)
{
    double rate = seconds > 0 ? (double)sum->games / seconds : 0;
    if (args->value[CLI_OPTION_JSON] != NULL) {
        struct cli_json json = cli_json_start(stdout);
        cli_json_open(&json, NULL, '{');
        cli_json_count(&json, "games", (int64_t)sum->games);
        cli_json_count(&json, "plies", (int64_t)sum->plies);
        for (int player = 0; player < players; player++) {
            cli_json_count(&json, ordinals[player], (int64_t)sum->wins[player]);
        }
        cli_json_count(&json, "draws", (int64_t)sum->draws);
        cli_json_count(&json, "unfinished", (int64_t)sum->unfinished);
        cli_json_real(&json, "seconds", seconds);
        cli_json_close(&json, '}');
        cli_json_end(&json);
        return;
    }
    printf("%" PRIu64 " games, %" PRIu64 " moves in %.2f s: %.0f games/s, %.2f million moves/s\n",
           sum->games, sum->plies, seconds, rate,
           seconds > 0 ? (double)sum->plies / seconds * 1e-6 : 0);
    for (int player = 0; player < players; player++) {
        printf(player == 0 ? "%s player won %" PRIu64 : ", %s %" PRIu64, ordinals[player],
               sum->wins[player]);
    }
    printf(", drawn %" PRIu64 ", unfinished %" PRIu64 "\n", sum->draws, sum->unfinished);
}

static void add(struct mad_playouts *sum, const struct mad_playouts *more)
{
    sum->games += more->games;
    sum->plies += more->plies;
    for (int player = 0; player < MAD_MOST_PLAYERS; player++) {
        sum->wins[player] += more->wins[player];
    }
    sum->draws += more->draws;
    sum->unfinished += more->unfinished;
}

/* Games are dealt out to the threads, each with a seed of its own. */
static enum cli_exit play_all(const struct cli_args *args, mad_position *position, size_t threads)
{
    struct player players[CLI_MAX_THREADS];
    struct cli_progress progress = cli_progress_start();
    struct mad_playouts sum = {0};
    enum mad_status status = MAD_OK;
    uint64_t games = (uint64_t)args->number[CLI_OPTION_GAMES], seed = 1;
    double seconds = args->value[CLI_OPTION_SECONDS] != NULL ? args->number[CLI_OPTION_SECONDS]
                     : games == 0                            ? 5
                                                             : 0;
    if (args->value[CLI_OPTION_SEED] != NULL) {
        seed = (uint64_t)args->number[CLI_OPTION_SEED];
    }
    threads = games != 0 && games < threads ? (size_t)games : threads;
    double started = cli_now();
    for (size_t i = 0; i < threads; i++) {
        players[i] = (struct player){.position = position,
                                     .progress = i == 0 ? &progress : NULL,
                                     .started = started,
                                     .seconds = seconds,
                                     .limits = {.shuffles = args->value[CLI_OPTION_FEN] == NULL &&
                                                            args->value[CLI_OPTION_PLAY] == NULL,
                                                .games = games / threads + (i < games % threads),
                                                .seed = seed * CLI_MAX_THREADS + i}};
    }
    bool complete = cli_workers_run(play, players, threads, sizeof *players);
    seconds = cli_now() - started;
    cli_progress_end(&progress);
    for (size_t i = 0; i < threads; i++) {
        add(&sum, &players[i].sum);
        status = players[i].status != MAD_OK ? players[i].status : status;
    }
    if (status != MAD_OK || !complete) {
        return cli_game_failed(args, mad_position_game(position), "playing",
                               complete ? status : MAD_ERROR_MEMORY);
    }
    print(args, &sum, mad_game_info(mad_position_game(position)).players, seconds);
    return cli_interrupt_tell("not all games were played") ? CLI_INTERRUPTED : CLI_FINE;
}

enum cli_exit cli_run_playout(const struct cli_args *args)
{
    struct cli_game game;
    enum cli_exit code = cli_game_open_position(&game, args, args->operands[0]);
    if (code == CLI_FINE) {
        cli_interrupt_catch(true);
        code = play_all(
            args, game.position,
            args->value[CLI_OPTION_THREADS] != NULL ? (size_t)args->number[CLI_OPTION_THREADS] : 1);
        cli_game_close(&game);
    }
    return code;
}
