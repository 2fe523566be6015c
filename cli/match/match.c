/* match.c - `mad match`: two players, many games, and what they add up to. Layer: cli.
 *
 * Each of the workers has both players to himself and takes game after game from a common count. Only the
 * score, the files and the screen are shared, under one lock. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../game_file.h"
#include "../interrupt.h"
#include "../open_file.h"
#include "../progress.h"
#include "../text.h"
#include "../workers.h"
#include "arbiter.h"
#include "results.h"
#include "table.h"

struct match {
    const struct cli_args *args;
    struct cli_game game;
    struct cli_player players[2];
    struct cli_openings openings;
    struct cli_rules_of_match rules;
    struct cli_sprt sprt;
    uint64_t games, shard, shards;
    char name[200]; /* of the game, as other programs may know it */
    char head[CLI_HEAD_BYTES];

    pthread_mutex_t lock; /* of all below */
    struct cli_score score;
    struct cli_table table;
    uint64_t next;
    bool is_done; /* no other game is begun */
    enum cli_exit code;
    FILE *results, *pgn;
    struct cli_progress progress;
};

/* --- what is wanted --------------------------------------------------------------------------------- */

static void set_pace(struct cli_pace *pace, const struct cli_args *args)
{
    pace->nodes = (uint64_t)args->number[CLI_OPTION_NODES];
    pace->depth = (int)args->number[CLI_OPTION_DEPTH];
    pace->seconds = args->number[CLI_OPTION_TIME];
}

static enum cli_exit read_sprt(struct match *match)
{
    const char *text = match->args->value[CLI_OPTION_SPRT];
    char *end;
    if (text == NULL) {
        return CLI_FINE;
    }
    match->sprt = (struct cli_sprt){.is_wanted = true, .low = strtod(text, &end)};
    bool is_good = end != text && *end == ',';
    if (is_good) {
        text = end + 1;
        match->sprt.high = strtod(text, &end);
        is_good = end != text && *end == '\0' && match->sprt.high > match->sprt.low &&
                  match->sprt.high < 1000 && match->sprt.low > -1000;
    }
    return is_good ? CLI_FINE
                   : cli_usage_error(match->args->command,
                                     "--sprt wants two Elo figures, the lower one first: 0,5");
}

static enum cli_exit read_players(struct match *match)
{
    const struct cli_args *args = match->args;
    static const enum cli_option_id ids[2] = {CLI_OPTION_WHO_FIRST, CLI_OPTION_WHO_SECOND};
    struct cli_pace pace = {0};
    set_pace(&pace, args);
    const char *clock = args->value[CLI_OPTION_TC];
    if (clock != NULL && !cli_pace_parse_clock(&pace, clock)) {
        return cli_usage_error(args->command, "--tc wants [MOVES/]SECONDS[+SECONDS], not '%s'",
                               clock);
    }
    for (int i = 0; i < 2; i++) {
        const char *text = args->value[ids[i]] != NULL ? args->value[ids[i]] : "mad";
        enum cli_exit code = cli_player_parse(&match->players[i], args, text, &pace);
        if (code != CLI_FINE) {
            return code;
        }
    }
    for (int i = 0; i < 2 && strcmp(match->players[0].name, match->players[1].name) == 0; i++) {
        match->players[1 - i].name =
            (char *)(uintptr_t)(args->value[ids[1 - i]] != NULL ? args->value[ids[1 - i]]
                                                                : "mad (the other)");
    }
    return CLI_FINE;
}

/* "giraffe" of "games/giraffe.mad": what the file is called in UCI_Variant. */
static void name_game(struct match *match)
{
    const char *name = mad_game_info(match->game.game).name, *slash = strrchr(name, '/');
    snprintf(match->name, sizeof match->name, "%s", slash != NULL ? slash + 1 : name);
    char *end = strstr(match->name, ".mad");
    if (end != NULL && (end[4] == '\0' || end[4] == ':')) {
        memmove(end, end + 4, strlen(end + 4) + 1);
    }
}

/* Everything that results hang on, and that two files which are added up must have in common. */
static void write_head(struct match *match)
{
    char paces[2][200];
    const struct cli_args *args = match->args;
    struct mad_game_info info = mad_game_info(match->game.game);
    const char *openings = args->value[CLI_OPTION_OPENINGS];
    for (int i = 0; i < 2; i++) {
        cli_pace_write(&match->players[i].pace, paces[i], sizeof paces[i]);
    }
    snprintf(match->head, sizeof match->head,
             "# mad match 1 game=%s%s%s rules=%s first=\"%.200s\" %s second=\"%.200s\" %s "
             "openings=%s seed=%" PRIu64,
             match->name, info.settings[0] != '\0' ? "," : "", info.settings, info.digest,
             match->players[0].name, paces[0], match->players[1].name, paces[1],
             openings != NULL ? openings : "random:8", match->rules.seed);
}

/* More than two are seated in this process, and have no clocks. */
static enum cli_exit seat_many(struct match *match)
{
    const struct cli_args *args = match->args;
    if (args->value[CLI_OPTION_OUT] != NULL) {
        return cli_usage_error(args->command,
                               "--out keeps games of two players; of more, --pgn does");
    }
    for (int i = 0; i < 2; i++) {
        struct cli_player *player = &match->players[i];
        if (player->command != NULL || player->option_count > 0 || player->variant != NULL) {
            return cli_usage_error(args->command,
                                   "no protocol knows more than two players: both are `mad`, with "
                                   "name, nodes, depth or time");
        }
        if (player->pace.base > 0) {
            return cli_usage_error(args->command,
                                   "clocks are for two players: say --time, --nodes or --depth");
        }
        player->speech = CLI_SPEAKS_HERE;
    }
    return CLI_FINE;
}

static enum cli_exit set_up(struct match *match)
{
    const struct cli_args *args = match->args;
    enum cli_exit code = read_players(match);
    code = code == CLI_FINE ? read_sprt(match) : code;
    code = code == CLI_FINE ? cli_args_shard(args, &match->shard, &match->shards) : code;
    code = code == CLI_FINE ? cli_game_open(&match->game, args, args->operands[0]) : code;
    if (code == CLI_FINE && mad_game_info(match->game.game).plays_alone) {
        code = cli_usage_error(args->command,
                               "%s has one player; `mad search` and `mad solve` play it",
                               args->operands[0]);
    }
    if (code == CLI_FINE && mad_game_info(match->game.game).players > 2) {
        code = seat_many(match);
    }
    if (code == CLI_FINE) {
        const char *openings = args->value[CLI_OPTION_OPENINGS];
        code = cli_openings_make(&match->openings, args, match->game.game,
                                 openings != NULL ? openings : "random:8");
    }
    if (code != CLI_FINE) {
        return code;
    }
    double games = args->number[CLI_OPTION_GAMES], margin = args->number[CLI_OPTION_MARGIN];
    match->games = args->value[CLI_OPTION_GAMES] != NULL ? (uint64_t)games
                   : match->sprt.is_wanted               ? 100000
                                                         : 100;
    match->rules = (struct cli_rules_of_match){
        .openings = &match->openings,
        .seed = (uint64_t)args->number[CLI_OPTION_SEED],
        .most_plies =
            args->value[CLI_OPTION_MOST] != NULL ? (unsigned)args->number[CLI_OPTION_MOST] : 1000,
        .margin = args->value[CLI_OPTION_MARGIN] != NULL ? margin : 0.1,
        .patience =
            args->value[CLI_OPTION_PATIENCE] != NULL ? args->number[CLI_OPTION_PATIENCE] : 60,
    };
    name_game(match);
    write_head(match);
    return CLI_FINE;
}

static enum cli_exit open_files(struct match *match)
{
    const struct cli_args *args = match->args;
    const char *out = args->value[CLI_OPTION_OUT], *pgn = args->value[CLI_OPTION_PGN], *why;
    if (out != NULL) { /* what another program adds is not missed: it is kept away first */
        match->results = cli_open_alone(out, &why);
        if (match->results == NULL) {
            return cli_usage_error(args->command, "cannot write '%s': %s", out, why);
        }
        enum cli_exit code = cli_results_read(args, out, true, match->head, &match->score);
        if (code != CLI_FINE) {
            return code;
        }
        match->is_done = cli_score_verdict(&match->score, &match->sprt) != CLI_UNDECIDED;
        cli_results_begin(match->results, match->head);
    }
    match->pgn = pgn != NULL
                     ? cli_open_own_file(pgn, "[Event \"" CLI_MATCH_EVENT "\"]", out != NULL, &why)
                     : NULL;
    return pgn != NULL && match->pgn == NULL
               ? cli_usage_error(args->command, "cannot write '%s': %s", pgn, why)
               : CLI_FINE;
}

/* --- the games ------------------------------------------------------------------------------------------ */

static bool write_text(void *context, const char *text, size_t bytes)
{
    return fwrite(text, 1, bytes, context) == bytes;
}

/* The next game that is of this shard and not played yet. */
static bool take_number(struct match *match, uint64_t *number)
{
    bool is_found = false;
    pthread_mutex_lock(&match->lock);
    while (!match->is_done && !is_found && match->next < match->games) {
        *number = match->next++;
        is_found =
            *number / 2 % match->shards == match->shard && !cli_score_has(&match->score, *number);
    }
    pthread_mutex_unlock(&match->lock);
    return is_found && !cli_interrupted();
}

static void show(struct match *match)
{
    char line[200];
    uint64_t share = (match->games + match->shards - 1) / match->shards;
    cli_table_line(&match->table, line, sizeof line);
    cli_progress_show(&match->progress, share > 0 ? (double)match->score.count / (double)share : -1,
                      match->name, line);
}

static void fail(struct match *match, enum cli_exit code)
{
    match->is_done = true;
    match->code = code > match->code ? code : match->code;
}

static void keep(struct match *match, const struct cli_arbiter *arbiter,
                 const struct cli_outcome *outcome)
{
    pthread_mutex_lock(&match->lock);
    if (!cli_score_add(&match->score, outcome)) {
        fail(match, CLI_INTERNAL);
    }
    if (match->pgn != NULL &&
        (mad_record_write_pgn(arbiter->record, write_text, match->pgn) != MAD_OK ||
         fflush(match->pgn) != 0)) {
        cli_progress_end(&match->progress);
        perror("mad match: --pgn");
        fail(match, CLI_USAGE);
    }
    if (match->results != NULL) {
        cli_outcome_write(match->results, outcome);
        if (fflush(match->results) != 0 || ferror(match->results)) {
            cli_progress_end(&match->progress);
            perror("mad match: --out");
            fail(match, CLI_USAGE);
        }
    }
    match->is_done |= cli_score_verdict(&match->score, &match->sprt) != CLI_UNDECIDED;
    show(match);
    pthread_mutex_unlock(&match->lock);
}

static void say_trouble(struct match *match, const struct cli_arbiter *arbiter,
                        enum mad_status status, int fault)
{
    pthread_mutex_lock(&match->lock);
    if (!match->is_done) {
        cli_progress_end(&match->progress);
        fputs("mad match: ", stderr);
        if (status == MAD_ERROR_NOT_FOUND) {
            cli_put(stderr, match->players[fault].name);
            fputs(": ", stderr);
            cli_put(stderr, arbiter->peers[fault].why);
        } else {
            cli_put(stderr, mad_status_text(status));
        }
        fputc('\n', stderr);
    }
    fail(match, status == MAD_ERROR_NOT_FOUND ? CLI_USAGE : cli_exit_of(status));
    pthread_mutex_unlock(&match->lock);
}

static enum mad_status make_arbiter(const struct match *match, struct cli_arbiter *arbiter)
{
    *arbiter = (struct cli_arbiter){.rules = &match->rules};
    for (int i = 0; i < 2; i++) {
        arbiter->peers[i] =
            cli_peer_of(&match->players[i], match->args, match->game.game, match->name);
    }
    enum mad_status status = mad_record_new(match->game.game, &arbiter->record);
    return status == MAD_OK ? mad_moves_new(match->game.game, &arbiter->moves) : status;
}

static void work(void *item)
{
    struct match *match = *(struct match **)item;
    struct cli_arbiter arbiter;
    struct cli_outcome outcome;
    uint64_t number;
    int fault = 0;
    enum mad_status status = make_arbiter(match, &arbiter);
    while (status == MAD_OK && take_number(match, &number)) {
        status = cli_arbiter_play(&arbiter, number, &outcome, &fault);
        if (status == MAD_OK) {
            keep(match, &arbiter, &outcome);
        }
    }
    if (status != MAD_OK && !(status == MAD_ERROR_OVER || cli_interrupted())) {
        say_trouble(match, &arbiter, status, fault);
    }
    for (int i = 0; i < 2; i++) {
        cli_peer_free(&arbiter.peers[i]);
    }
    mad_moves_free(arbiter.moves);
    mad_record_free(arbiter.record);
}

static enum cli_exit play(struct match *match)
{
    struct match *items[CLI_MAX_THREADS];
    double wanted = match->args->number[CLI_OPTION_THREADS];
    size_t count = wanted > 0 ? (size_t)wanted : 1;
    for (size_t i = 0; i < count; i++) {
        items[i] = match;
    }
    match->progress = cli_progress_start();
    cli_interrupt_catch(false);
    if (!cli_workers_run(work, items, count, sizeof *items)) {
        fputs("mad match: not all threads could be started\n", stderr);
    }
    cli_progress_end(&match->progress);
    if (match->code == CLI_FINE && cli_interrupt_tell("the games that were finished:")) {
        match->code = CLI_INTERRUPTED;
    }
    return match->code;
}

/* --- the command ------------------------------------------------------------------------------------------ */

static void print(const struct match *match)
{
    if (match->args->value[CLI_OPTION_JSON] != NULL) {
        cli_table_json(stdout, &match->table);
    } else {
        cli_table_print(stdout, &match->table);
    }
}

static void free_match(struct match *match)
{
    cli_player_free(&match->players[0]);
    cli_player_free(&match->players[1]);
    cli_openings_free(&match->openings);
    cli_score_free(&match->score);
    cli_game_close(&match->game);
    if (match->results != NULL) {
        fclose(match->results);
    }
    if (match->pgn != NULL) {
        fclose(match->pgn);
    }
    pthread_mutex_destroy(&match->lock);
}

/* The operands are files of results. */
static enum cli_exit merge(struct match *match)
{
    char game[200], names[2][250];
    enum cli_exit code = read_sprt(match);
    for (size_t i = 0; i < match->args->operand_count && code == CLI_FINE; i++) {
        code = cli_results_read(match->args, match->args->operands[i], false, match->head,
                                &match->score);
    }
    if (code == CLI_FINE && match->head[0] == '\0') {
        code = cli_usage_error(match->args->command, "there are no results in these files");
    }
    if (code == CLI_FINE) {
        cli_head_value(match->head, "game=", game, sizeof game);
        cli_head_value(match->head, "first=", names[0], sizeof names[0]);
        cli_head_value(match->head, "second=", names[1], sizeof names[1]);
        match->table.game = game;
        match->table.names[0] = names[0];
        match->table.names[1] = names[1];
        match->table.players[0] = "the first player";
        match->table.players[1] = "the second";
        print(match);
    }
    return code;
}

enum cli_exit cli_run_match(const struct cli_args *args)
{
    struct match match = {.args = args, .lock = PTHREAD_MUTEX_INITIALIZER, .shards = 1};
    match.table = (struct cli_table){.score = &match.score, .sprt = &match.sprt};
    enum cli_exit code;
    if (args->value[CLI_OPTION_MERGE] != NULL) {
        code = merge(&match);
    } else if (args->operand_count != 1) {
        code = cli_usage_error(args->command, "wants one game; --merge takes files of results");
    } else {
        code = set_up(&match);
        code = code == CLI_FINE ? open_files(&match) : code;
        if (code == CLI_FINE) {
            struct mad_game_info info = mad_game_info(match.game.game);
            match.table.game = match.name;
            for (int i = 0; i < 2; i++) {
                match.table.names[i] = match.players[i].name;
            }
            for (int i = 0; i < info.players; i++) {
                match.table.players[i] = info.player_name[i];
            }
            code = play(&match);
            if (code != CLI_USAGE) {
                print(&match);
            }
        }
    }
    free_match(&match);
    return code;
}
