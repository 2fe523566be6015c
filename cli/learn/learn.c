/* learn.c - `mad learn`: the program plays itself, learns from how that went, and keeps what it has learned when a match
 * proves it to be better. Layer: cli.
 *
 * Workers take game after game from a common count, as in `mad match`; what they share lies under one lock. All that
 * has been played is in a file of positions, so that the same command goes on where it was broken off. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../game_file.h"
#include "../interrupt.h"
#include "../match/score.h"
#include "../open_file.h"
#include "../progress.h"
#include "../replace_file.h"
#include "../rule_folders.h"
#include "../text.h"
#include "../workers.h"
#include "positions.h"
#include "rethink.h"
#include "selfplay.h"

enum {
    USUAL_NODES = 200, /* games of more are better, and fewer: many teach more */
    USUAL_GAMES = 10000,
    OPENING_PLIES = 6,
    MATCH_GAMES = 200, /* at most, to prove the gain */
    LEAST_MATCH_GAMES = 40,
    MOST_LINES = 100, /* positions of a game that are kept: those of one hang together */
    LEAST_GAMES = 20, /* to learn from, so that some are left for test */
};

static const struct cli_sprt proof = {.is_wanted = true, .low = 0, .high = 60};

struct learning {
    const struct cli_args *args;
    struct cli_game game;
    struct cli_openings openings;
    uint64_t nodes, seed, wanted, shard, shards;
    size_t threads;
    char *positions, *learned; /* paths; owned */
    mad_learned *candidate;    /* in the match; null: games to learn from are played */
    struct cli_old old;        /* whose positions are thought about anew; none: games are played */
    uint64_t rethink;          /* with so many nodes; 0: not */
    struct cli_player teacher; /* who thinks about them, where the command names one */

    pthread_mutex_t lock; /* of all below */
    struct cli_games games;
    struct cli_score score; /* of the match */
    uint64_t next;
    bool is_done;
    enum cli_exit code;
    FILE *out;
    struct cli_progress progress;
};

struct worker {
    struct learning *learning;
    struct cli_selfplay play;
    struct cli_peer teacher;
    char *lines; /* of the game that is played: "SCORE POSITION\n" ... */
    size_t length, capacity;
    size_t count; /* of the lines */
};

static void fail(struct learning *learning, enum cli_exit code)
{
    learning->is_done = true;
    learning->code = code > learning->code ? code : learning->code;
}

/* --- paths -------------------------------------------------------------------------------------------- */

/* FOLDER/NAME with `suffix`, malloced; `folder` null: the working folder. */
static char *path_of(const char *folder, const mad_game *game, const char *suffix)
{
    const char *name = mad_game_info(game).name;
    size_t size = (folder != NULL ? strlen(folder) + 1 : 0) + strlen(name) + strlen(suffix) + 1;
    char *path = malloc(size);
    if (path == NULL) {
        return NULL;
    }
    snprintf(path, size, "%s%s%s%s", folder != NULL ? folder : "", folder != NULL ? "/" : "", name,
             suffix);
    char *colon = strchr(path + size - 1 - strlen(suffix) - strlen(name), ':');
    if (colon != NULL) {
        *colon = '.';
    }
    return path;
}

/* The folder of the rule file when something can be written there, else that of people's own rule files, which is
 * made. Malloced; null when there is none, and then errno. */
static char *find_folder(const struct cli_game *game)
{
    char *file = mad_shipped_text(game->engine, game->name.path) == NULL
                     ? cli_rule_file_find(game->engine, game->name.path)
                     : NULL;
    if (file != NULL) {
        char *slash = strrchr(file, '/');
        if (slash == NULL) {
            strcpy(file, "."); /* a path is never empty */
        } else {
            slash[slash == file] = '\0';
        }
        if (access(file, W_OK) == 0) {
            return file;
        }
        free(file);
    }
    const char *own = mad_engine_folder(game->engine, 0);
    char *folder = own != NULL ? strdup(own) : NULL;
    for (char *at = folder; at != NULL; at = *at != '\0' ? strchr(at + 1, '/') : NULL) {
        char *slash = strchr(at + 1, '/');
        if (slash != NULL) {
            *slash = '\0';
        }
        (void)mkdir(folder, 0777);
        if (slash == NULL) {
            break;
        }
        *slash = '/';
    }
    if (folder == NULL || access(folder, W_OK) != 0) {
        free(folder);
        return NULL;
    }
    return folder;
}

static enum cli_exit find_paths(struct learning *learning)
{
    const struct cli_args *args = learning->args;
    const char *out = args->value[CLI_OPTION_OUT];
    char *folder = find_folder(&learning->game);
    if (folder == NULL && out == NULL) {
        return cli_usage_error(args->command, "there is no folder to write to: %s",
                               strerror(errno));
    }
    learning->learned = path_of(folder != NULL && strcmp(folder, ".") != 0 ? folder : NULL,
                                learning->game.game, ".learned");
    learning->positions = out != NULL ? strdup(out)
                                      : path_of(strcmp(folder, ".") != 0 ? folder : NULL,
                                                learning->game.game, ".positions");
    free(folder);
    return learning->learned != NULL && learning->positions != NULL ? CLI_FINE : CLI_INTERNAL;
}

/* --- workers -------------------------------------------------------------------------------------------- */

static const struct cli_old_line *old_at(const struct learning *learning, uint64_t index)
{
    return &learning->old.lines[learning->old.first[index]];
}

/* The number of the game that comes `index`-th. */
static uint64_t number_at(const struct learning *learning, uint64_t index)
{
    return learning->old.count > 0 ? old_at(learning, index)->number : index;
}

static bool take_game(struct learning *learning, uint64_t *index)
{
    bool is_found = false;
    pthread_mutex_lock(&learning->lock);
    while (!learning->is_done && !is_found && learning->next < learning->wanted) {
        *index = learning->next++;
        uint64_t number = number_at(learning, *index);
        is_found = learning->candidate != NULL || (number % learning->shards == learning->shard &&
                                                   !cli_games_has(&learning->games, number));
    }
    pthread_mutex_unlock(&learning->lock);
    return is_found && !cli_interrupted();
}

static bool append(struct worker *worker, const char *text, size_t bytes)
{
    if (worker->length + bytes + 1 > worker->capacity) {
        size_t capacity = 2 * (worker->length + bytes + 1);
        char *lines = realloc(worker->lines, capacity);
        if (lines == NULL) {
            return false;
        }
        worker->lines = lines;
        worker->capacity = capacity;
    }
    memcpy(worker->lines + worker->length, text, bytes + 1);
    worker->length += bytes;
    return true;
}

/* Positions where nothing is taken next are worth what they look like. */
static enum mad_status note(void *context, const mad_position *position,
                            const struct mad_search_report *report,
                            const struct mad_move_info *best)
{
    struct worker *worker = context;
    char text[4096], score[16];
    size_t used = mad_position_text(position, text, sizeof text);
    if (best->takes || used + 1 >= sizeof text) {
        return MAD_OK;
    }
    snprintf(score, sizeof score, "%d ",
             mad_position_side(position) == 0 ? report->score : -report->score);
    worker->count++;
    text[used] = '\n';
    text[used + 1] = '\0';
    return append(worker, score, strlen(score)) && append(worker, text, used + 1)
               ? MAD_OK
               : MAD_ERROR_MEMORY;
}

/* The lines of the game, or so many of them all along it, with its number and result before them, in one piece. */
static bool write_game(FILE *out, const struct worker *worker, uint64_t number, int result)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    bool is_good = stream != NULL;
    if (is_good && worker->count == 0) {
        is_good = fprintf(stream, "%" PRIu64 " %d -\n", number, result) > 0;
    }
    const char *at = worker->lines;
    for (size_t i = 0; is_good && i < worker->count; i++) {
        const char *end = strchr(at, '\n') + 1;
        bool is_kept = worker->count <= MOST_LINES ||
                       i * MOST_LINES / worker->count != (i + 1) * MOST_LINES / worker->count;
        is_good = !is_kept ||
                  fprintf(stream, "%" PRIu64 " %d %.*s", number, result, (int)(end - at), at) > 0;
        at = end;
    }
    is_good = stream != NULL && fclose(stream) == 0 && is_good;
    is_good = is_good && fwrite(text, 1, size, out) == size && fflush(out) == 0;
    free(text);
    return is_good;
}

static void show(struct learning *learning, size_t done, size_t all, const char *what)
{
    char rate[60];
    snprintf(rate, sizeof rate, "%zu of %zu games", done, all);
    cli_progress_show(&learning->progress, (double)done / (double)all, what, rate);
}

static size_t games_of_shard(const struct learning *learning)
{
    return (size_t)((learning->wanted + learning->shards - 1 - learning->shard) / learning->shards);
}

static void keep_lesson(struct worker *worker, uint64_t number, int result)
{
    struct learning *learning = worker->learning;
    pthread_mutex_lock(&learning->lock);
    if (!write_game(learning->out, worker, number, result)) {
        int reason = errno;
        cli_progress_end(&learning->progress);
        cli_usage_error(learning->args->command, "cannot write '%s': %s", learning->positions,
                        strerror(reason));
        fail(learning, CLI_USAGE);
    } else if (!cli_games_add(&learning->games, number)) {
        fail(learning, CLI_INTERNAL);
    }
    show(learning, learning->games.count, games_of_shard(learning),
         learning->old.count > 0 ? "thinking" : "playing");
    pthread_mutex_unlock(&learning->lock);
}

static void keep_score(struct worker *worker, uint64_t number, int first_side,
                       enum mad_outcome outcome, unsigned plies)
{
    struct learning *learning = worker->learning;
    int won = outcome == MAD_WIN_FIRST ? 0 : outcome == MAD_WIN_SECOND ? 1 : -1;
    struct cli_outcome game = {.number = number,
                               .first_side = first_side,
                               .points = won < 0             ? 1
                                         : won == first_side ? 2
                                                             : 0,
                               .end = CLI_END_RULE,
                               .fault = -1,
                               .plies = plies};
    pthread_mutex_lock(&learning->lock);
    if (!cli_score_add(&learning->score, &game)) {
        fail(learning, CLI_INTERNAL);
    }
    learning->is_done |= learning->score.count >= LEAST_MATCH_GAMES &&
                         cli_score_verdict(&learning->score, &proof) != CLI_UNDECIDED;
    show(learning, learning->score.count, MATCH_GAMES, "match");
    pthread_mutex_unlock(&learning->lock);
}

/* In the match games 2n and 2n + 1 begin alike, and the one who has learned changes sides. */
static enum mad_status play_game(struct worker *worker, uint64_t number)
{
    struct learning *learning = worker->learning;
    bool is_match = learning->candidate != NULL;
    struct cli_selfplay play = worker->play;
    int side = (int)(number % 2);
    enum mad_outcome outcome;
    unsigned plies = 0;
    if (is_match && side == 1) {
        play.players[0] = worker->play.players[1];
        play.players[1] = worker->play.players[0];
    }
    worker->length = worker->count = 0;
    if (!append(worker, "", 0)) {
        return MAD_ERROR_MEMORY;
    }
    enum mad_status status = cli_selfplay_game(
        &play, &learning->openings, learning->seed + is_match, is_match ? number / 2 : number,
        is_match ? NULL : note, worker, &outcome, &plies);
    if (status == MAD_OK && is_match) {
        keep_score(worker, number, side, outcome, plies);
    } else if (status == MAD_OK) {
        keep_lesson(worker, number,
                    outcome == MAD_WIN_FIRST    ? 1
                    : outcome == MAD_WIN_SECOND ? -1
                                                : 0);
    }
    return status;
}

static enum mad_status think_again(struct worker *worker, uint64_t index)
{
    const struct learning *learning = worker->learning;
    struct cli_thinker thinker = {
        .play = &worker->play,
        .nodes = learning->rethink,
        .teacher = learning->args->value[CLI_OPTION_TEACHER] != NULL ? &worker->teacher : NULL};
    worker->length = worker->count = 0;
    enum mad_status status = append(worker, "", 0)
                                 ? cli_old_think(&learning->old, index, &thinker, note, worker)
                                 : MAD_ERROR_MEMORY;
    if (status == MAD_OK) {
        keep_lesson(worker, number_at(learning, index), old_at(learning, index)->result);
    }
    return status;
}

static enum mad_status set_up(struct worker *worker)
{
    enum { TABLE_BYTES = 1 << 20 };
    const struct learning *learning = worker->learning;
    struct cli_selfplay *play = &worker->play;
    enum mad_status status = mad_moves_new(play->game, &play->moves);
    if (status == MAD_OK) {
        status = mad_searcher_new(play->game, TABLE_BYTES, &play->players[0]);
    }
    if (learning->candidate == NULL) {
        play->players[1] = play->players[0];
        return status;
    }
    if (status == MAD_OK) {
        status = mad_searcher_new(play->game, TABLE_BYTES, &play->players[1]);
    }
    return status == MAD_OK ? mad_searcher_use(play->players[0], learning->candidate) : status;
}

static enum cli_exit say_failure(const struct worker *worker, enum mad_status status)
{
    if (status != MAD_ERROR_NOT_FOUND) {
        return cli_game_failed(worker->learning->args, worker->play.game, "playing", status);
    }
    fputs("mad learn: --teacher ", stderr);
    cli_put(stderr, worker->teacher.player->name);
    fputs(": ", stderr);
    cli_put(stderr, worker->teacher.why);
    fputc('\n', stderr);
    return CLI_USAGE;
}

static void work(void *item)
{
    struct worker *worker = item;
    struct learning *learning = worker->learning;
    uint64_t index;
    enum mad_status status = set_up(worker);
    while (status == MAD_OK && take_game(learning, &index)) {
        status = learning->old.count > 0 ? think_again(worker, index) : play_game(worker, index);
    }
    if (status != MAD_OK && status != MAD_ERROR_STOPPED) {
        pthread_mutex_lock(&learning->lock);
        if (learning->code == CLI_FINE) {
            cli_progress_end(&learning->progress);
            fail(learning, say_failure(worker, status));
        }
        pthread_mutex_unlock(&learning->lock);
    }
    cli_peer_free(&worker->teacher);
    if (worker->play.players[1] != worker->play.players[0]) {
        mad_searcher_free(worker->play.players[1]);
    }
    mad_searcher_free(worker->play.players[0]);
    mad_moves_free(worker->play.moves);
    free(worker->lines);
}

static enum cli_exit run_workers(struct learning *learning)
{
    struct worker workers[CLI_MAX_THREADS];
    learning->next = 0;
    learning->is_done = false;
    learning->progress = cli_progress_start();
    for (size_t i = 0; i < learning->threads; i++) {
        workers[i] = (struct worker){
            .learning = learning,
            .play = {.game = learning->game.game, .nodes = learning->nodes},
            .teacher = cli_peer_of(&learning->teacher, learning->args, learning->game.game,
                                   mad_game_info(learning->game.game).name)};
    }
    bool is_whole = cli_workers_run(work, workers, learning->threads, sizeof *workers);
    cli_progress_end(&learning->progress);
    if (!is_whole && learning->code == CLI_FINE) {
        return cli_status_failed(learning->args, "playing", MAD_ERROR_MEMORY);
    }
    return learning->code;
}

/* --- one thing after the other ----------------------------------------------------------------------------- */

static enum cli_exit interrupted(const struct learning *learning)
{
    cli_interrupt_tell("%zu games are in '%s'; the same command goes on from there",
                       learning->games.count, learning->positions);
    return CLI_INTERRUPTED;
}

static enum cli_exit not_written(const struct learning *learning, const char *why)
{
    return cli_usage_error(learning->args->command, "cannot write '%s': %s", learning->positions,
                           why);
}

static enum cli_exit play_games(struct learning *learning)
{
    const char *why;
    learning->out = cli_open_alone(learning->positions, &why); /* before it is read */
    if (learning->out == NULL) {
        return not_written(learning, why);
    }
    enum cli_exit code = cli_positions_list(learning->args, learning->positions, true,
                                            learning->game.game, &learning->games);
    bool is_needed = code == CLI_FINE &&
                     (learning->old.count > 0 || learning->games.count < games_of_shard(learning));
    if (is_needed) {
        code = cli_positions_begin(learning->out, learning->game.game)
                   ? run_workers(learning)
                   : not_written(learning, strerror(errno));
    }
    if (fclose(learning->out) != 0 && code == CLI_FINE) {
        code = not_written(learning, strerror(errno));
    }
    return is_needed && code == CLI_FINE && cli_interrupted() ? interrupted(learning) : code;
}

/* The i-th of the files, from 1; null behind the last. Without `is_given` it is the one that games are written to. */
static const char *file_at(const struct learning *learning, size_t i, bool is_given)
{
    if (!is_given) {
        return i == 1 ? learning->positions : NULL;
    }
    return i < learning->args->operand_count ? learning->args->operands[i] : NULL;
}

/* Gives all positions to the sink; how many games they are of. */
static enum cli_exit read_files(const struct learning *learning, bool is_given,
                                cli_positions_sink sink, void *context, size_t *count)
{
    const struct cli_args *args = learning->args;
    struct cli_games all = {0}, games = {0};
    enum cli_exit code = CLI_FINE;
    const char *file;
    for (size_t i = 1; code == CLI_FINE && (file = file_at(learning, i, is_given)) != NULL; i++) {
        code = cli_positions_list(args, file, false, learning->game.game, &all);
    }
    for (size_t i = 1; code == CLI_FINE && (file = file_at(learning, i, is_given)) != NULL; i++) {
        code = cli_positions_read(args, file, learning->game.game, &all, &games, sink, context);
    }
    cli_games_free(&all);
    *count = games.count;
    cli_games_free(&games);
    return code;
}

static enum mad_status add_lesson(void *context, const struct cli_kept *kept)
{
    return mad_learner_add(context, kept->position, &kept->lesson);
}

static enum cli_exit read_positions(struct learning *learning, mad_learner *learner)
{
    bool is_given = learning->args->value[CLI_OPTION_MERGE] != NULL && learning->rethink == 0;
    size_t count = 0;
    enum cli_exit code = read_files(learning, is_given, add_lesson, learner, &count);
    if (code == CLI_FINE) {
        printf("%zu positions of %zu games\n", mad_learner_count(learner), count);
        fflush(stdout);
    }
    if (code == CLI_FINE && count < LEAST_GAMES) {
        fprintf(
            stderr,
            "mad learn: these are too few to learn from, %d games with positions in which nothing "
            "is taken are the least: play more --games\n",
            LEAST_GAMES);
        code = CLI_FINDINGS;
    }
    return code;
}

/* Thinks anew about the positions that are given; what comes of it is in the file that games are written to. */
static enum cli_exit rethink(struct learning *learning)
{
    size_t count = 0;
    enum cli_exit code = read_files(learning, true, cli_old_keep, &learning->old, &count);
    if (code == CLI_FINE && !cli_old_sort(&learning->old)) {
        code = cli_status_failed(learning->args, "thinking", MAD_ERROR_MEMORY);
    }
    if (code == CLI_FINE && learning->old.count == 0) {
        fputs("mad learn: there are no positions to think about: play --games\n", stderr);
        code = CLI_FINDINGS;
    }
    learning->wanted = learning->old.count;
    if (code == CLI_FINE) {
        code = play_games(learning);
    }
    cli_old_free(&learning->old);
    return code;
}

static void show_round(void *context, const struct mad_learn_report *report)
{
    struct learning *learning = context;
    char rate[60];
    snprintf(rate, sizeof rate, "round %d, off by %.4f", report->round, sqrt(report->test_loss));
    cli_progress_show(&learning->progress, (double)report->round / report->rounds, "learning",
                      rate);
}

static bool is_interrupted(void *context)
{
    (void)context;
    return cli_interrupted();
}

/* What is learned, as the text of a file, malloced. */
static enum cli_exit fit(struct learning *learning, char **text)
{
    mad_learner *learner = NULL;
    struct mad_learn_report report;
    struct mad_learn_limits limits = {.with_network =
                                          learning->args->value[CLI_OPTION_NETWORK] != NULL,
                                      .is_rethought = learning->rethink > 0,
                                      .interrupt = is_interrupted,
                                      .progress = show_round,
                                      .context = learning};
    enum mad_status status = mad_learner_new(learning->game.game, &learner);
    enum cli_exit code = status == MAD_OK ? read_positions(learning, learner)
                                          : cli_status_failed(learning->args, "learning", status);
    if (code == CLI_FINE) {
        learning->progress = cli_progress_start();
        status = mad_learner_fit(learner, &limits, text, &report);
        cli_progress_end(&learning->progress);
        if (status == MAD_OK) {
            printf("learned in %d rounds: %s not learned from are foretold with an error of %.4f\n",
                   report.round, limits.with_network ? "searches of games" : "games",
                   sqrt(report.test_loss));
            fflush(stdout);
        } else {
            code = status == MAD_ERROR_STOPPED
                       ? interrupted(learning)
                       : cli_status_failed(learning->args, "learning", status);
        }
    }
    mad_learner_free(learner);
    return code;
}

static void print_score(const struct learning *learning)
{
    const struct cli_score *score = &learning->score;
    struct cli_elo elo = cli_score_elo(score);
    printf("match against %s: %" PRIu64 " won, %" PRIu64 " drawn, %" PRIu64 " lost, Elo %+.0f",
           mad_game_learned(learning->game.game, &(struct mad_learned_info){0}) ? "what was there"
                                                                                : "unlearned",
           score->wins, score->draws, score->losses, elo.elo);
    if (elo.is_known) {
        printf(" (95 %%: %+.0f to %+.0f)", elo.low, elo.high);
    }
    fputc('\n', stdout);
    fflush(stdout);
}

/* Plays what was learned against what searches use now. */
static enum cli_exit prove(struct learning *learning, const char *text)
{
    struct mad_text_error error = {0};
    enum mad_status status =
        mad_learned_new(learning->game.game, text, strlen(text), &learning->candidate, &error);
    if (status != MAD_OK) {
        return cli_status_failed(learning->args, "learning", status);
    }
    learning->wanted = MATCH_GAMES;
    enum cli_exit code = run_workers(learning);
    if (code == CLI_FINE && cli_interrupted()) {
        return interrupted(learning);
    }
    if (code != CLI_FINE) {
        return code;
    }
    print_score(learning);
    struct cli_elo elo = cli_score_elo(&learning->score);
    bool is_better = cli_score_verdict(&learning->score, &proof) == CLI_ACCEPT_HIGH ||
                     (elo.is_known && elo.elo > 0 && elo.better >= 0.95);
    if (!is_better) {
        fputs("no gain is proved, so nothing was changed: more games (--games) or more nodes "
              "(--nodes) may help\n",
              stderr);
    }
    return is_better ? CLI_FINE : CLI_FINDINGS;
}

static enum cli_exit write_learned(struct learning *learning, const char *text)
{
    if (!cli_replace_file(learning->learned, text)) {
        return cli_usage_error(learning->args->command, "cannot write '%s': %s", learning->learned,
                               strerror(errno));
    }
    fputs("written: ", stdout);
    cli_put(stdout, learning->learned);
    fputc('\n', stdout);
    return CLI_FINE;
}

static enum cli_exit learn(struct learning *learning)
{
    char *text = NULL;
    enum cli_exit code = CLI_FINE;
    if (learning->rethink > 0) {
        code = rethink(learning);
    } else if (learning->args->value[CLI_OPTION_MERGE] == NULL) {
        code = play_games(learning);
    }
    if (code != CLI_FINE || learning->args->value[CLI_OPTION_SHARD] != NULL) {
        return code;
    }
    code = fit(learning, &text);
    if (code == CLI_FINE) {
        code = prove(learning, text);
    }
    if (code == CLI_FINE) {
        code = write_learned(learning, text);
    }
    free(text);
    return code;
}

static enum cli_exit read_options(struct learning *learning)
{
    const struct cli_args *args = learning->args;
    bool is_merge = args->value[CLI_OPTION_MERGE] != NULL,
         is_shard = args->value[CLI_OPTION_SHARD] != NULL;
    learning->threads =
        (size_t)cli_args_number(args, CLI_OPTION_ALL_THREADS, (double)cli_processors());
    learning->nodes = (uint64_t)cli_args_number(args, CLI_OPTION_NODES, USUAL_NODES);
    learning->wanted = (uint64_t)cli_args_number(args, CLI_OPTION_GAMES, USUAL_GAMES);
    learning->seed = (uint64_t)cli_args_number(args, CLI_OPTION_SEED, 1);
    learning->rethink = (uint64_t)cli_args_number(args, CLI_OPTION_RETHINK, 0);
    if (is_merge != (args->operand_count > 1)) {
        return cli_usage_error(args->command,
                               is_merge ? "--merge wants files of positions behind the game"
                                        : "files of positions are read with --merge");
    }
    if (learning->rethink > 0 && !(is_merge && args->value[CLI_OPTION_OUT] != NULL)) {
        return cli_usage_error(args->command,
                               "--rethink wants --merge with files of positions, and --out, where "
                               "to write them with what is thought of them");
    }
    for (size_t i = 1; learning->rethink > 0 && i < args->operand_count; i++) {
        if (strcmp(args->operands[i], args->value[CLI_OPTION_OUT]) == 0) {
            return cli_usage_error(args->command, "--rethink wants --out to be another file than "
                                                  "those it reads");
        }
    }
    const char *teacher = args->value[CLI_OPTION_TEACHER];
    if (teacher != NULL && learning->rethink == 0) {
        return cli_usage_error(args->command, "--teacher wants --rethink N, positions for him to "
                                              "think about");
    }
    if (is_merge && learning->rethink == 0 && (is_shard || args->value[CLI_OPTION_OUT] != NULL)) {
        return cli_usage_error(args->command, "--merge plays no games: --%s is out of place",
                               is_shard ? "shard" : "out");
    }
    if (is_shard && args->value[CLI_OPTION_OUT] == NULL) {
        return cli_usage_error(args->command, "--shard wants --out, a file for each part");
    }
    if (teacher != NULL) {
        enum cli_exit code = cli_player_parse(&learning->teacher, args, teacher,
                                              &(struct cli_pace){.nodes = learning->rethink});
        if (code != CLI_FINE) {
            return code;
        }
    }
    return cli_args_shard(args, &learning->shard, &learning->shards);
}

enum cli_exit cli_run_learn(const struct cli_args *args)
{
    struct learning learning = {.args = args, .openings = {.plies = OPENING_PLIES}};
    pthread_mutex_init(&learning.lock, NULL);
    enum cli_exit code = read_options(&learning);
    if (code == CLI_FINE) {
        code = cli_game_open(&learning.game, args, args->operands[0]);
    }
    if (code == CLI_FINE) {
        code = find_paths(&learning);
    }
    if (code == CLI_FINE) {
        cli_interrupt_catch(true);
        code = learn(&learning);
    }
    mad_learned_free(learning.game.game, learning.candidate);
    cli_score_free(&learning.score);
    cli_games_free(&learning.games);
    cli_player_free(&learning.teacher);
    free(learning.positions);
    free(learning.learned);
    cli_game_close(&learning.game);
    pthread_mutex_destroy(&learning.lock);
    return code;
}
