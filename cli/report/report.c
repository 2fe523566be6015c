/* report.c - `mad report`: many games on all processors, and what they say. Layer: cli.
 *
 * Games are dealt out by number. A round is some at random, for these cost little, one between equals and one
 * between unequal players; so a report that is cut short has some of each. */
#include "report.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../interrupt.h"
#include "../open_file.h"
#include "../progress.h"
#include "../replace_file.h"
#include "../text.h"
#include "../workers.h"

enum {
    USUAL_GAMES = 100,
    USUAL_RANDOM_GAMES = 10, /* of a round */
    USUAL_NODES = 1000,
    USUAL_SECONDS = 600,
    USUAL_MOST = 1000,
    POSITIONS = 2400, /* for idle lines, about */
};

/* What the threads share. */
struct shared {
    const struct cli_args *args;
    struct cli_report *report;
    atomic_uint_fast64_t next, done;
    atomic_bool is_failed;
    double started, seconds;
    struct cli_progress progress;
};

struct worker {
    struct shared *shared;
    mad_survey *survey;
    bool is_first; /* it shows the progress */
    enum mad_status status;
};

static uint64_t all_games(const struct cli_report *report)
{
    return report->games * (report->random_games + 2);
}

static bool is_late(const struct shared *shared)
{
    return cli_now() - shared->started >= shared->seconds;
}

static bool is_enough(void *context)
{
    struct worker *worker = context;
    struct shared *shared = worker->shared;
    if (worker->is_first) {
        char rate[60];
        double all = (double)all_games(shared->report), done = (double)shared->done;
        snprintf(rate, sizeof rate, "%.0f of %.0f games", done, all);
        cli_progress_show(&shared->progress, done / all, "report", rate);
    }
    return cli_interrupted() || shared->is_failed || is_late(shared);
}

static void work(void *item)
{
    struct worker *worker = item;
    struct shared *shared = worker->shared;
    uint64_t number, all = all_games(shared->report), random = shared->report->random_games;
    while (worker->status == MAD_OK && (number = shared->next++) < all) {
        uint64_t round = number / (random + 2), place = number % (random + 2);
        worker->status =
            place < random
                ? mad_survey_play(worker->survey, MAD_SURVEY_RANDOM, round * random + place)
                : mad_survey_play(worker->survey,
                                  place == random ? MAD_SURVEY_EVEN : MAD_SURVEY_SKILL, round);
        shared->done += worker->status == MAD_OK;
    }
    shared->is_failed =
        shared->is_failed || (worker->status != MAD_OK && worker->status != MAD_ERROR_STOPPED);
}

/* --- playing ------------------------------------------------------------------------------------------ */

static enum mad_status play_with(struct shared *shared, struct worker *workers, size_t count)
{
    enum mad_status status = MAD_OK;
    if (!cli_workers_run(work, workers, count, sizeof *workers)) {
        status = MAD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count && status == MAD_OK; i++) {
        status = workers[i].status == MAD_ERROR_STOPPED ? MAD_OK : workers[i].status;
    }
    shared->report->survey = workers[0].survey;
    for (size_t i = 1; i < count && status == MAD_OK; i++) {
        status = mad_survey_add(workers[0].survey, workers[i].survey);
    }
    return status;
}

static size_t thread_count(const struct cli_args *args)
{
    return (size_t)cli_args_number(args, CLI_OPTION_ALL_THREADS, (double)cli_processors());
}

static enum mad_status play(struct shared *shared)
{
    const struct cli_args *args = shared->args;
    struct cli_report *report = shared->report;
    struct worker workers[CLI_MAX_THREADS];
    enum mad_status status = MAD_OK;
    size_t count = 0, wanted = thread_count(args);
    uint64_t samples = POSITIONS / all_games(report);
    struct mad_survey_plan plan = {
        .seed = report->seed,
        .nodes = report->nodes,
        .max_plies = (uint32_t)cli_args_number(args, CLI_OPTION_REPORT_MOST, USUAL_MOST),
        .samples = samples < 1    ? 1
                   : samples > 20 ? 20
                                  : (uint32_t)samples,
        .interrupt = is_enough,
    };
    for (; count < wanted && status == MAD_OK; count++) {
        workers[count] = (struct worker){.shared = shared, .is_first = count == 0};
        plan.context = &workers[count];
        status = mad_survey_new(report->game->position, &plan, &workers[count].survey);
    }
    if (status == MAD_OK) {
        status = play_with(shared, workers, count);
    }
    for (size_t i = 0; i < count; i++) {
        if (workers[i].survey != report->survey) {
            mad_survey_free(workers[i].survey);
        }
    }
    return status;
}

/* --- what they add up to -------------------------------------------------------------------------------- */

static void note_idle(void *context, const struct mad_place *place)
{
    struct worker *worker = context;
    struct cli_report *report = worker->shared->report;
    struct cli_idle *idle = realloc(report->idle, (report->idle_count + 1) * sizeof *idle);
    if (idle == NULL) {
        worker->status = MAD_ERROR_MEMORY;
        return;
    }
    report->idle = idle;
    idle += report->idle_count;
    snprintf(idle->place, sizeof idle->place, "%s:%u", place->file, (unsigned)place->line);
    snprintf(idle->text, sizeof idle->text, "%s", place->line_text + strspn(place->line_text, " "));
    for (size_t i = 0; i < report->idle_count; i++) { /* of several pieces, such as both Kings */
        if (strcmp(report->idle[i].place, idle->place) == 0) {
            return;
        }
    }
    report->idle_count++;
}

static enum mad_status find_idle(struct shared *shared)
{
    struct worker worker = {.shared = shared, .is_first = true};
    const struct cli_game *game = shared->report->game;
    struct mad_load load = cli_load(shared->args, game->name.path, game->name.variant);
    shared->seconds += USUAL_SECONDS; /* for this alone */
    enum mad_status status = mad_survey_idle(shared->report->survey, game->engine, &load, is_enough,
                                             note_idle, &worker, &shared->report->positions);
    return status == MAD_ERROR_STOPPED ? MAD_OK : status != MAD_OK ? status : worker.status;
}

/* Points of who looks further against who does not; unfinished games count as drawn. */
static void rate_skill(struct cli_report *report)
{
    size_t count;
    double points = 0;
    const struct mad_survey_game *games =
        mad_survey_games(report->survey, MAD_SURVEY_SKILL, &count);
    for (size_t i = 0; i < count; i++) {
        enum mad_outcome win = cli_report_win(report, games[i].number);
        bool is_even = games[i].outcome == MAD_DRAW || games[i].outcome == MAD_GOES_ON;
        points += games[i].outcome == win ? 1 : is_even ? 0.5 : 0;
    }
    report->skill = mad_share_of(points, count);
}

static enum mad_status sum_up(struct shared *shared)
{
    struct cli_report *report = shared->report;
    enum mad_status status = MAD_OK;
    for (int kind = 0; kind < MAD_SURVEY_KINDS && status == MAD_OK; kind++) {
        status =
            mad_survey_figures(report->survey, (enum mad_survey_kind)kind, &report->figures[kind]);
    }
    if (status == MAD_OK) {
        rate_skill(report);
    }
    if (status == MAD_OK && !cli_interrupted()) {
        status = find_idle(shared);
    }
    cli_report_remark(report);
    return status;
}

/* --- the command --------------------------------------------------------------------------------------------- */

static enum cli_exit say_unwritable(const struct cli_args *args)
{
    fputs("mad report: cannot write ", stderr);
    cli_put(stderr, args->value[CLI_OPTION_HTML]);
    fprintf(stderr, ": %s\n", strerror(errno));
    return CLI_USAGE;
}

static enum cli_exit write_page(const struct cli_args *args, const struct cli_report *report)
{
    char *page = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&page, &bytes);
    bool is_made = stream != NULL && cli_report_html(stream, report);
    if (stream != NULL) {
        is_made = fclose(stream) == 0 && is_made;
    }
    enum cli_exit code = is_made ? CLI_FINE : CLI_INTERNAL;
    if (is_made && !cli_replace_file(args->value[CLI_OPTION_HTML], page)) {
        code = say_unwritable(args);
    }
    free(page);
    return code;
}

static enum cli_exit show(const struct cli_args *args, const struct cli_report *report)
{
    if (args->value[CLI_OPTION_JSON] != NULL) {
        cli_report_json(stdout, report);
    } else {
        cli_report_print(stdout, report);
    }
    return args->value[CLI_OPTION_HTML] != NULL ? write_page(args, report) : CLI_FINE;
}

static enum cli_exit run(const struct cli_args *args, struct cli_report *report)
{
    struct shared shared = {.args = args,
                            .report = report,
                            .started = cli_now(),
                            .seconds =
                                cli_args_number(args, CLI_OPTION_REPORT_SECONDS, USUAL_SECONDS),
                            .progress = cli_progress_start()};
    cli_interrupt_catch(true);
    enum mad_status status = play(&shared);
    bool is_stopped = cli_interrupted();
    if (shared.done < all_games(report)) {
        report->cut = is_stopped ? "interrupted" : "out of time";
    }
    if (status == MAD_OK) {
        status = sum_up(&shared);
    }
    cli_progress_end(&shared.progress);
    if (status != MAD_OK) {
        return cli_game_failed(args, report->game->game, "playing", status);
    }
    enum cli_exit code = show(args, report);
    return cli_interrupt_tell("the report is on what was played until then") ? CLI_INTERRUPTED
                                                                             : code;
}

static enum cli_exit check_start(const struct cli_game *game)
{
    struct mad_result result;
    mad_moves *moves = NULL;
    enum mad_status status = mad_position_result(game->position, &result);
    if (status == MAD_OK) {
        status = mad_moves_new(game->game, &moves);
    }
    if (status == MAD_OK) {
        status = mad_moves_list(moves, game->position);
    }
    bool is_over = status == MAD_OK && mad_moves_count(moves) == 0;
    mad_moves_free(moves);
    if (is_over) {
        fputs("mad report: the game is over before it begins: there is nothing to play\n", stderr);
        return CLI_FINDINGS;
    }
    return status == MAD_OK ? CLI_FINE : cli_exit_of(status);
}

enum cli_exit cli_run_report(const struct cli_args *args)
{
    struct cli_game game;
    struct cli_report report = {
        .game = &game,
        .games = (uint64_t)cli_args_number(args, CLI_OPTION_REPORT_GAMES, USUAL_GAMES),
        .random_games = args->value[CLI_OPTION_REPORT_GAMES] != NULL ? 1 : USUAL_RANDOM_GAMES,
        .seed = (uint64_t)cli_args_number(args, CLI_OPTION_SEED, 1),
        .nodes = (uint64_t)cli_args_number(args, CLI_OPTION_NODES, USUAL_NODES),
    };
    const char *page = args->value[CLI_OPTION_HTML];
    if (page != NULL && !cli_is_own_file(page, cli_report_page_start)) {
        return cli_usage_error(
            args->command,
            "--html: %s is no page of a report, and stays as it is; name another "
            "file, or take it away",
            page);
    }
    if (page != NULL && !cli_has_good_folder(page)) {
        return say_unwritable(args);
    }
    enum cli_exit code = cli_game_open_position(&game, args, args->operands[0]);
    if (code != CLI_FINE) {
        return code;
    }
    report.info = mad_game_info(game.game);
    code = check_start(&game);
    code = code == CLI_FINE ? run(args, &report) : code;
    free(report.idle);
    mad_survey_free(report.survey);
    cli_game_close(&game);
    return code;
}
