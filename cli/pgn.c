/* pgn.c - `mad pgn`: games in files, replayed by the rules of their variants. Layer: cli.
 *
 * Files are read as streams, one game at a time. What is found out goes to stdout, a line a game. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "../interp/mad_record.h"
#include "board.h"
#include "game_file.h"
#include "interrupt.h"
#include "open_file.h"
#include "progress.h"

struct run; /* one `mad pgn` */

struct action {
    const char *name;
    enum cli_exit (*game)(struct run *run, const struct mad_pgn_game *game);
};

struct run {
    const struct cli_args *args;
    struct cli_game rules; /* of --game; its engine is there always */
    const struct action *action;
    const char *path;
    uint64_t games, faults, shown;
    struct cli_progress progress;
    uint64_t size, done; /* bytes of all files, 0: unknown; of those that have been read */
    double started;
    FILE *file;
    bool has_read_error;
};

/* --- reading ------------------------------------------------------------------------------------------ */

static size_t read_file(void *context, char *buffer, size_t size)
{
    struct run *run = context;
    size_t count = cli_interrupted() ? 0 : fread(buffer, 1, size, run->file);
    run->has_read_error |= ferror(run->file) != 0 && !cli_interrupted();
    return count;
}

/* The part of all files that has been read, below 0: nobody knows. */
static double share_read(const struct run *run, const mad_pgn *pgn)
{
    return run->size > 0 ? (double)(run->done + mad_pgn_bytes(pgn)) / (double)run->size : -1;
}

static void show_progress(struct run *run, const mad_pgn *pgn)
{
    char rate[60];
    double spent = cli_now() - run->started;
    if ((run->games & 63) != 0) {
        return;
    }
    snprintf(rate, sizeof rate, "%" PRIu64 ", %.0f/s", run->games,
             spent > 0 ? (double)run->games / spent : 0);
    cli_progress_show(&run->progress, share_read(run, pgn), "games", rate);
}

/* --- words about a game --------------------------------------------------------------------------------- */

static const char *tag(const struct mad_pgn_game *game, const char *name)
{
    const char *value = game->record != NULL ? mad_record_tag(game->record, name) : NULL;
    return value != NULL ? value : "?";
}

/* Who plays first, and second: PGN calls them White and Black in every game of two, the rules may not. */
static void put_players(const struct mad_pgn_game *game)
{
    const mad_game *rules = mad_record_game(game->record);
    struct mad_game_info info = mad_game_info(rules);
    for (int player = 0; player < info.players; player++) {
        const char *said = mad_record_player_tag(rules, player);
        fputs(player > 0 ? " - " : "", stdout);
        cli_put(stdout, tag(game, said));
        if (strcmp(info.player_name[player], said) != 0) {
            fputs(" (", stdout);
            cli_put(stdout, info.player_name[player]);
            fputc(')', stdout);
        }
    }
}

static size_t main_line_length(const mad_record *record)
{
    size_t count = 0;
    for (uint32_t at = mad_record_at(record, MAD_RECORD_START).next; at != MAD_RECORD_NONE;
         at = mad_record_at(record, at).next) {
        count++;
    }
    return count;
}

/* FILE:LINE: game N (Anna - Ben): */
static void put_place(const struct run *run, const struct mad_pgn_game *game, uint64_t line)
{
    cli_put(stdout, run->path);
    printf(":%" PRIu64 ": game %" PRIu64, line, game->number);
    if (game->record != NULL &&
        mad_record_tag(game->record, mad_record_player_tag(mad_record_game(game->record), 0)) !=
            NULL) {
        fputs(" (", stdout);
        put_players(game);
        fputc(')', stdout);
    }
    fputs(": ", stdout);
}

/* --- check ------------------------------------------------------------------------------------------------ */

static void check_json(const struct run *run, const struct mad_pgn_game *game)
{
    struct cli_json json = cli_json_start(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "file", run->path);
    cli_json_count(&json, "game", (int64_t)game->number);
    cli_json_count(&json, "line", (int64_t)game->line);
    cli_json_text(&json, "variant", game->variant);
    cli_json_text(&json, "rules",
                  game->record != NULL ? mad_game_info(mad_record_game(game->record)).name : NULL);
    cli_json_count(&json, "moves",
                   game->record != NULL ? (int64_t)main_line_length(game->record) : 0);
    cli_json_text(&json, "result",
                  game->record != NULL ? mad_result_token(mad_record_result(game->record).outcome)
                                       : NULL);
    cli_json_text(&json, "fault", game->fault);
    if (game->fault != NULL) {
        cli_json_count(&json, "fault_line", (int64_t)game->fault_line);
        cli_json_count(&json, "fault_column", (int64_t)game->fault_column);
    }
    cli_json_text(&json, "remark", game->remark);
    cli_json_close(&json, '}');
    cli_json_end(&json);
}

static enum cli_exit check_game(struct run *run, const struct mad_pgn_game *game)
{
    if (run->args->value[CLI_OPTION_JSON] != NULL) {
        check_json(run, game);
        return CLI_FINE;
    }
    if (game->fault != NULL) {
        put_place(run, game, game->fault_line);
        cli_put(stdout, game->fault);
        fputc('\n', stdout);
    }
    if (game->remark != NULL) {
        put_place(run, game, game->line);
        fputs("note: ", stdout);
        cli_put(stdout, game->remark);
        fputc('\n', stdout);
    }
    return CLI_FINE;
}

/* --- show -------------------------------------------------------------------------------------------------- */

static bool put_pgn(void *context, const char *text, size_t bytes)
{
    return fwrite(text, 1, bytes, context) == bytes;
}

static enum cli_exit write_game(struct run *run, const struct mad_pgn_game *game)
{
    const char *style = run->args->value[CLI_OPTION_STYLE];
    enum mad_dialect dialect = style == NULL               ? MAD_DIALECT_ANY
                               : strcmp(style, "pdn") == 0 ? MAD_DIALECT_PDN
                                                           : MAD_DIALECT_OURS;
    enum mad_status status = mad_record_write_pgn_as(game->record, dialect, put_pgn, stdout);
    if (status == MAD_ERROR_TEXT) {
        return cli_usage_error(run->args->command,
                               "--style pdn: game %" PRIu64
                               " is %s, which has no numbered squares; "
                               "--style ours writes it",
                               game->number, mad_game_info(mad_record_game(game->record)).name);
    }
    return status == MAD_OK ? CLI_FINE : cli_status_failed(run->args, "writing", status);
}

static enum cli_exit show_whole(struct run *run, const struct mad_pgn_game *game)
{
    mad_position *position = mad_record_position(game->record);
    uint32_t last = mad_record_last(game->record);
    struct cli_view view = {.from = -1, .to = -1};
    enum cli_exit code = write_game(run, game);
    enum mad_status status = mad_record_goto(game->record, last);
    if (code != CLI_FINE || status != MAD_OK) {
        return code != CLI_FINE ? code : cli_status_failed(run->args, "replaying", status);
    }
    return cli_board_print(stdout, position, &view) ? CLI_FINE : CLI_INTERNAL;
}

static enum cli_exit show_game(struct run *run, const struct mad_pgn_game *game)
{
    if (run->args->value[CLI_OPTION_JSON] != NULL) {
        return check_game(run, game);
    }
    if (run->args->value[CLI_OPTION_NUMBER] != NULL && game->record != NULL) {
        enum cli_exit code = show_whole(run, game);
        return code != CLI_FINE ? code : check_game(run, game);
    }
    printf("%-5" PRIu64 "  ", game->number);
    if (game->record == NULL) {
        cli_put(stdout, game->fault);
        fputc('\n', stdout);
        return CLI_FINE;
    }
    size_t moves = main_line_length(game->record);
    cli_put_padded(stdout, mad_result_token(mad_record_result(game->record).outcome), 7);
    printf("  %4zu move%s  ", moves, moves == 1 ? " " : "s");
    cli_put(stdout, mad_game_info(mad_record_game(game->record)).name);
    fputs("  ", stdout);
    put_players(game);
    fputs("  ", stdout);
    cli_put(stdout, tag(game, "Date"));
    fputs(game->fault != NULL ? "  (has a fault)\n" : "\n", stdout);
    return CLI_FINE;
}

static enum cli_exit filter_game(struct run *run, const struct mad_pgn_game *game)
{
    return game->record != NULL && game->fault == NULL ? write_game(run, game) : CLI_FINE;
}

/* --- to-epd ------------------------------------------------------------------------------------------------- */

/* The first four fields and what has a name; the two counters become opcodes. */
static void put_epd(const mad_position *position, const char *text, const char *move,
                    uint64_t number)
{
    char copy[2000];
    const char *quiet = "0", *full = "1";
    snprintf(copy, sizeof copy, "%s", text);
    char *rest = NULL;
    int field = 0;
    (void)position;
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (field == 4) {
            quiet = word;
        } else if (field == 5) {
            full = word;
        } else {
            fputs(field > 0 ? " " : "", stdout);
            cli_put(stdout, word);
        }
        field++;
    }
    printf(" hmvc %s; fmvn %s;", quiet, full);
    if (move != NULL) {
        fputs(" sm ", stdout);
        cli_put(stdout, move);
        fputc(';', stdout);
    }
    printf(" id \"game %" PRIu64 "\";\n", number);
}

static enum cli_exit epd_game(struct run *run, const struct mad_pgn_game *game)
{
    if (game->record == NULL) {
        return CLI_FINE;
    }
    for (uint32_t at = MAD_RECORD_START; at != MAD_RECORD_NONE;
         at = mad_record_at(game->record, at).next) {
        uint32_t next = mad_record_at(game->record, at).next;
        enum mad_status status = mad_record_goto(game->record, at);
        if (status != MAD_OK) {
            return cli_status_failed(run->args, "replaying", status);
        }
        char *text = cli_position_text(mad_record_position(game->record));
        if (text == NULL) {
            return CLI_INTERNAL;
        }
        put_epd(mad_record_position(game->record), text,
                next != MAD_RECORD_NONE ? mad_record_at(game->record, next).text : NULL,
                game->number);
        free(text);
    }
    return CLI_FINE;
}

/* --- which games --------------------------------------------------------------------------------------------- */

static bool contains(const char *text, const char *part, size_t bytes)
{
    if (bytes == 0) {
        return text[0] == '\0';
    }
    for (; *text != '\0'; text++) {
        if (strncasecmp(text, part, bytes) == 0) {
            return true;
        }
    }
    return false;
}

/* The value that a name in --where stands for. */
static const char *value_of(const struct mad_pgn_game *game, const char *name)
{
    if (strcmp(name, "Result") == 0) {
        return mad_result_token(mad_record_result(game->record).outcome);
    }
    if (strcmp(name, "Variant") == 0) {
        return mad_game_info(mad_record_game(game->record)).name;
    }
    const char *value = mad_record_tag(game->record, name);
    return value != NULL ? value : "";
}

/* Whether the game has what --where asks: "TAG=TEXT" between commas, each of them. */
static bool is_asked_for(const struct run *run, const struct mad_pgn_game *game)
{
    const char *at = run->args->value[CLI_OPTION_WHERE];
    if (run->args->value[CLI_OPTION_NUMBER] != NULL &&
        game->number != (uint64_t)run->args->number[CLI_OPTION_NUMBER]) {
        return false;
    }
    while (at != NULL && *at != '\0') {
        char name[64];
        size_t bytes = strcspn(at, ","), equals = strcspn(at, "=");
        if (game->record == NULL || equals >= bytes || equals >= sizeof name) {
            return false;
        }
        memcpy(name, at, equals);
        name[equals] = '\0';
        if (!contains(value_of(game, name), at + equals + 1, bytes - equals - 1)) {
            return false;
        }
        at += bytes + (at[bytes] == ',');
    }
    return true;
}

static enum cli_exit check_where(const struct cli_args *args)
{
    const char *at = args->value[CLI_OPTION_WHERE];
    while (at != NULL && *at != '\0') {
        size_t bytes = strcspn(at, ","), equals = strcspn(at, "=");
        if (equals == 0 || equals >= bytes || equals >= 64) {
            return cli_usage_error(args->command,
                                   "--where wants TAG=TEXT, with commas between, "
                                   "not '%s'",
                                   at);
        }
        at += bytes + (at[bytes] == ',');
    }
    return CLI_FINE;
}

/* --- files -------------------------------------------------------------------------------------------------- */

static enum cli_exit each_game(struct run *run, mad_pgn *pgn)
{
    enum cli_exit code = CLI_FINE;
    while (code == CLI_FINE && !cli_interrupted()) {
        struct mad_pgn_game game;
        enum mad_status status = mad_pgn_next(pgn, &game);
        if (status == MAD_ERROR_NOT_FOUND) {
            break;
        }
        if (status != MAD_OK) {
            return cli_status_failed(run->args, run->path, status);
        }
        if (cli_interrupted()) { /* in the middle of this game, perhaps */
            break;
        }
        run->games++;
        show_progress(run, pgn);
        if (!is_asked_for(run, &game)) {
            continue;
        }
        if (run->action->game != check_game || game.fault != NULL || game.remark != NULL) {
            cli_progress_end(&run->progress); /* what is printed stands on a line of its own */
        }
        run->shown++;
        run->faults += game.fault != NULL;
        code = run->action->game(run, &game);
        if (ferror(stdout)) {
            return CLI_USAGE;
        }
    }
    return code;
}

/* What all files hold; 0 when one of them is none that has an end. */
static uint64_t size_of_files(const struct cli_args *args)
{
    uint64_t size = 0;
    for (size_t i = 1; i < args->operand_count; i++) {
        struct stat about;
        if (stat(args->operands[i], &about) != 0 || !S_ISREG(about.st_mode)) {
            return 0;
        }
        size += (uint64_t)about.st_size;
    }
    return size;
}

static void say_how_far(const struct run *run, const mad_pgn *pgn)
{
    double share = share_read(run, pgn);
    char part[40] = "";
    if (share >= 0) {
        snprintf(part, sizeof part, ", at %.0f %%", share * 100);
    }
    cli_interrupt_tell("behind game %" PRIu64 "%s", run->games, part);
}

static enum cli_exit one_file(struct run *run)
{
    mad_pgn *pgn = NULL;
    bool is_input = strcmp(run->path, "-") == 0;
    const char *why = NULL;
    run->file = is_input ? stdin : cli_open_file(run->path, &why);
    run->has_read_error = false;
    if (run->file == NULL) {
        return cli_open_failed(run->args, run->path, why);
    }
    enum mad_status status = mad_pgn_new(run->rules.engine, run->rules.game, read_file, run, &pgn);
    enum cli_exit code =
        status == MAD_OK ? each_game(run, pgn) : cli_status_failed(run->args, run->path, status);
    cli_progress_end(&run->progress);
    if (pgn != NULL && cli_interrupted()) {
        say_how_far(run, pgn);
    }
    run->done += pgn != NULL ? mad_pgn_bytes(pgn) : 0;
    mad_pgn_free(pgn);
    if (code == CLI_FINE && run->has_read_error) {
        code = cli_open_failed(run->args, run->path, strerror(errno != 0 ? errno : EIO));
    }
    if (!is_input) {
        fclose(run->file);
    }
    return code;
}

static bool is_number_missing(const struct run *run)
{
    return run->args->value[CLI_OPTION_NUMBER] != NULL && run->shown == 0 &&
           run->args->value[CLI_OPTION_WHERE] == NULL;
}

/* What `check` says at the end; the others say only what went wrong. */
static void put_sum(const struct run *run)
{
    FILE *stream = strcmp(run->action->name, "check") == 0 ? stdout : stderr;
    if (run->args->value[CLI_OPTION_JSON] != NULL) {
        return;
    }
    if (run->games == 0) {
        fputs("no games\n", stream);
    } else if (is_number_missing(run)) {
        fprintf(stderr, "no game has the number %" PRIu64 ": there %s %" PRIu64 "\n",
                (uint64_t)run->args->number[CLI_OPTION_NUMBER], run->games == 1 ? "is" : "are",
                run->games);
    } else if (stream == stdout || run->faults > 0) {
        fprintf(stream, "%" PRIu64 " game%s, %" PRIu64 " with faults\n", run->shown,
                run->shown == 1 ? "" : "s", run->faults);
    }
}

static const struct action *find_action(const struct cli_args *args)
{
    static const struct action actions[] = {
        {"check", check_game}, {"show", show_game}, {"filter", filter_game}, {"to-epd", epd_game}};
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(args->operands[0], actions[i].name) == 0) {
            return &actions[i];
        }
    }
    return NULL;
}

static enum cli_exit open_rules(struct run *run)
{
    const char *name = run->args->value[CLI_OPTION_GAME];
    return name != NULL ? cli_game_open(&run->rules, run->args, name)
                        : cli_engine_open(&run->rules.engine);
}

enum cli_exit cli_run_pgn(const struct cli_args *args)
{
    struct run run = {.args = args, .action = find_action(args)};
    if (run.action == NULL) {
        return cli_usage_error(args->command, "'%s' is none of check, show, filter and to-epd",
                               args->operands[0]);
    }
    if (args->setting_count > 0 && args->value[CLI_OPTION_GAME] == NULL) {
        return cli_usage_error(args->command, "--set goes with --game");
    }
    enum cli_exit code = check_where(args);
    if (code == CLI_FINE) {
        code = open_rules(&run);
    }
    if (code != CLI_FINE) {
        return code;
    }
    cli_interrupt_catch(true);
    run.progress = cli_progress_start();
    run.started = cli_now();
    run.size = size_of_files(args);
    for (size_t i = 1; i < args->operand_count && code == CLI_FINE && !cli_interrupted(); i++) {
        run.path = args->operands[i];
        code = one_file(&run);
    }
    if (code == CLI_FINE) {
        put_sum(&run);
        code =
            run.faults > 0 || run.games == 0 || is_number_missing(&run) ? CLI_FINDINGS : CLI_FINE;
    }
    cli_game_close(&run.rules);
    return code;
}
