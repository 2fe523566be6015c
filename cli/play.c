/* play.c - `mad play`: the loop of board, player, move. Layer: cli.
 *
 * What can be typed at the prompt is in play_words.c, the game being played in match.c. */
#include "play.h"

#include <stdlib.h>
#include <string.h>

#include "game_file.h"
#include "interrupt.h"
#include "level.h"
#include "play_menu.h"
#include "play_screen.h"
#include "progress.h"

static bool stop_thinking(void *context)
{
    struct play *play = context;
    if (play->screen != NULL) {
        play_screen_tick(play->screen);
    }
    return cli_interrupted();
}

static void show_board(const struct play *play)
{
    if (play->screen != NULL) {
        return; /* it is there */
    }
    struct cli_view view = {play->is_flipped, play->match.from, play->match.to};
    fputc('\n', stdout);
    cli_board_print(stdout, play->match.position, &view);
    cli_check_print(stdout, play->match.position);
    if (play->clock.runs) {
        char text[200];
        play_clock_text(play, text, sizeof text);
        cli_put(stdout, text);
        fputc('\n', stdout);
    }
}

/* Whether the program answers a move of a person at once: what is on the board is shown after that. */
static bool is_in_exchange(const struct play *play)
{
    const struct cli_match *match = &play->match;
    struct mad_record_move last = cli_match_last(match);
    return last.coord != NULL && !match->is_program[last.side] && !play->is_paused &&
           match->is_program[cli_match_side(match)] && !cli_match_is_over(match) &&
           !cli_match_is_stuck(match);
}

/* The board when it has changed, and how the game ended when it has. */
static void show_news(struct play *play)
{
    if (!play->has_news || is_in_exchange(play)) {
        return;
    }
    play->has_news = false;
    show_board(play);
    if (cli_match_is_over(&play->match)) {
        fputs(play->screen == NULL ? "\nThe game is over. " : "The game is over. ", stdout);
        cli_result_print(stdout, &play->match.result);
    } else if (cli_match_is_stuck(&play->match)) {
        fputc('\n', stdout);
        cli_stuck_print(stdout, play->match.position);
    }
    fflush(stdout);
}

void play_say_move(const struct play *play, const struct mad_move_info *move)
{
    cli_put(stdout, mad_game_info(play->match.game).player_name[cli_match_side(&play->match)]);
    fputs(": ", stdout);
    cli_put(stdout, move->text);
    if (strcmp(move->text, move->coord) != 0) {
        fputs("  (", stdout);
        cli_put(stdout, move->coord);
        fputc(')', stdout);
    }
    fputc('\n', stdout);
}

/* --- tosses ------------------------------------------------------------------------------------ */

static void list_outcomes(const struct play *play, size_t index, char *out, size_t size)
{
    size_t count = mad_moves_at(play->match.moves, index).outcomes, used = 0;
    for (size_t i = 0; i < count && used + 8 < size; i++) {
        const char *between = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        used += cli_copy_safe(out + used, size - used, between);
        used += cli_copy_safe(out + used, size - used,
                              mad_moves_outcome(play->match.moves, index, i).name);
    }
}

/* The outcome that the line begins, when it is one alone. */
static bool read_outcome(const struct play *play, size_t index, const char *line, size_t *made)
{
    size_t found = 0, bytes = strcspn(line, " \t");
    for (size_t i = 0; i < mad_moves_at(play->match.moves, index).outcomes; i++) {
        struct mad_outcome_info outcome = mad_moves_outcome(play->match.moves, index, i);
        if (strncmp(outcome.name, line, bytes) == 0) {
            *made = outcome.index;
            found = outcome.name[bytes] == '\0' ? 1 : found + 1;
            if (outcome.name[bytes] == '\0') {
                break;
            }
        }
    }
    return bytes > 0 && found == 1;
}

/* False when nobody said what came. */
static bool ask_for_toss(struct play *play, size_t index, size_t *made)
{
    char outcomes[160] = "", prompt[200];
    list_outcomes(play, index, outcomes, sizeof outcomes);
    snprintf(prompt, sizeof prompt, "toss: %s? ", outcomes);
    for (;;) {
        switch (cli_reader_next(&play->reader, prompt)) {
        case CLI_LINE_GOOD:
            if (read_outcome(play, index, play->reader.text + strspn(play->reader.text, " \t"),
                             made)) {
                return true;
            }
            printf("say what came: %s\n", outcomes);
            break;
        case CLI_LINE_REFUSED: printf("%s\n", play->reader.text); break;
        case CLI_LINE_INTERRUPTED:
            cli_interrupt_clear();
            puts("\nthe move is not made");
            play->is_paused = true;
            return false;
        case CLI_LINE_END: play->has_quit = true; return false;
        }
    }
}

/* Tosses for a move that hangs on it, and says what came. */
static bool toss(struct play *play, size_t *index)
{
    size_t made = *index;
    if (!play->asks_for_tosses) {
        made = cli_match_toss(&play->match, *index);
    } else if (!ask_for_toss(play, *index, &made)) {
        return false;
    }
    fputs("tossed: ", stdout);
    cli_put(stdout, strrchr(mad_moves_at(play->match.moves, made).coord, ':') + 1);
    fputc('\n', stdout);
    *index = made;
    return true;
}

void play_make(struct play *play, size_t index)
{
    struct mad_move_info move = mad_moves_at(play->match.moves, index);
    play_say_move(play, &move);
    if (move.outcomes != 0 && !toss(play, &index)) {
        return;
    }
    double spent = cli_now() - play->clock.turn_started;
    enum mad_status status = cli_match_apply(&play->match, index);
    if (status == MAD_OK) {
        play_clock_note(play, spent);
    }
    play_clock_start(play);
    play->has_news = true;
    play_keep(play);
    if (status != MAD_OK) {
        play_give_up(play, "making the move", status);
    }
}

void play_give_up(struct play *play, const char *what, enum mad_status status)
{
    play->code = cli_game_failed(play->args, play->match.game, what, status);
    play->has_news = false;
    play->has_quit = true;
}

/* What the search thought, on a terminal only: it hangs on the clock, and transcripts must not. */
static void say_thoughts(const struct play *play, const struct mad_search_report *report)
{
    if (!cli_is_terminal(stderr)) {
        return;
    }
    cli_tone(stderr, CLI_DIM);
    fprintf(stderr, "depth %d, ", report->depth);
    if (report->mate_in != 0) {
        int moves = ((report->mate_in > 0 ? report->mate_in : -report->mate_in) + 1) / 2;
        fprintf(stderr, "%s in %d move%s", report->mate_in > 0 ? "wins" : "loses", moves,
                moves == 1 ? "" : "s");
    } else {
        fprintf(stderr, "score %+.2f for ", report->score / 100.0);
        cli_put(stderr, mad_game_info(play->match.game).player_name[cli_match_side(&play->match)]);
    }
    fprintf(stderr, ", %.1f s, line: ", report->seconds);
    cli_put(stderr, report->line);
    cli_tone(stderr, CLI_PLAIN);
    fputc('\n', stderr);
}

bool play_think(struct play *play, int level, size_t *best)
{
    struct mad_search_report report = {0};
    struct mad_search_limits usual = play->match.limits;
    play_clock_limit(play, &play->match.limits);
    cli_interrupt_clear();
    fflush(stdout);
    if (play->screen != NULL) {
        play_screen_think(play->screen);
    }
    bool is_watched = cli_is_terminal(stderr);
    fputs(is_watched ? "thinking ... (Ctrl-C: play now)" : "", stderr);
    enum mad_status status = cli_level_think_match(&play->match, level, &report, best);
    play->match.limits = usual;
    fputs(is_watched ? "\r\033[K" : "", stderr);
    play->was_hurried = cli_interrupted();
    cli_interrupt_clear();
    if (status == MAD_ERROR_LIMIT) {
        play_give_up(play, "looking for a move", status);
        return false;
    }
    if (status != MAD_OK) {
        fprintf(stderr, "mad play: the program found no move: %s\n", mad_status_text(status));
        return false;
    }
    if (level == CLI_LEVELS) {
        say_thoughts(play, &report);
    }
    return true;
}

/* Lets the program move. When nobody else plays, Ctrl-C also stops the game at the prompt. */
static void program_moves(struct play *play)
{
    size_t best;
    if (!play_think(play, play->level, &best)) {
        play->is_paused = true;
        return;
    }
    if (play_clock_flag(play)) {
        return;
    }
    play_make(play, best);
    play->is_paused = play->was_hurried && !cli_match_has_person(&play->match);
}

bool play_ask(struct play *play, const char *question)
{
    switch (cli_reader_next(&play->reader, question)) {
    case CLI_LINE_GOOD: {
        char answer = play->reader.text[strspn(play->reader.text, " \t")];
        return answer == 'y' || answer == 'Y';
    }
    case CLI_LINE_REFUSED: break;
    case CLI_LINE_INTERRUPTED: cli_interrupt_clear(); break;
    case CLI_LINE_END: play->has_quit = true; break;
    }
    return false;
}

static void make_prompt(const struct play *play, char *out, size_t size)
{
    const char *player = mad_game_info(play->match.game).player_name[cli_match_side(&play->match)];
    size_t used = cli_copy_safe(out, size - 2, cli_match_is_over(&play->match) ? "over" : player);
    memcpy(out + used, "> ", 3);
}

static void person_moves(struct play *play)
{
    char prompt[200];
    make_prompt(play, prompt, sizeof prompt);
    switch (cli_reader_next(&play->reader, prompt)) {
    case CLI_LINE_GOOD:
        if (!play_clock_flag(play)) {
            play_obey(play, play->reader.text);
        }
        break;
    case CLI_LINE_REFUSED: printf("%s\n", play->reader.text); break;
    case CLI_LINE_INTERRUPTED:
        cli_interrupt_clear();
        puts("\n`quit` or Ctrl-D leaves");
        break;
    case CLI_LINE_END: play->has_quit = true; break;
    }
}

static int count_players_of(const struct play *play, bool is_program)
{
    const struct mad_game_info info = mad_game_info(play->match.game);
    int count = 0;
    for (int player = 0; player < (info.plays_alone ? 1 : info.players); player++) {
        count += play->match.is_program[player] == is_program;
    }
    return count;
}

/* "Red, Black and Green" */
static void put_players_of(const struct play *play, bool is_program)
{
    const struct mad_game_info info = mad_game_info(play->match.game);
    int left = count_players_of(play, is_program);
    for (int player = 0, before = 0; left > 0; player++) {
        if (play->match.is_program[player] == is_program) {
            fputs(before++ == 0 ? "" : left == 1 ? " and " : ", ", stdout);
            cli_put(stdout, info.player_name[player]);
            left--;
        }
    }
}

/* Title, who plays what, and where to ask. */
static void greet(const struct play *play)
{
    struct mad_game_info info = mad_game_info(play->match.game);
    cli_tone(stdout, CLI_BOLD);
    cli_put(stdout, info.title);
    cli_tone(stdout, CLI_PLAIN);
    fputs(": ", stdout);
    const bool first = play->match.is_program[0];
    fputs(first ? "the program plays " : "you play ", stdout);
    put_players_of(play, first);
    if (!info.plays_alone && count_players_of(play, !first) > 0) {
        fputs(first ? ", you " : ", the program ", stdout);
        put_players_of(play, !first);
    }
    fputs(info.plays_alone ? " alone" : "", stdout);
    fputs(cli_match_has_person(&play->match) ? "; `help` lists the commands\n" : "\n", stdout);
}

static void play_loop(struct play *play)
{
    greet(play);
    if (play->reader.has_terminal) {
        play_greet(play);
    }
    fflush(stdout);
    cli_mention_unused(play->match.game);
    play_clock_start(play);
    play->has_news = true;
    while (!play->has_quit) {
        show_news(play);
        bool is_over = cli_match_is_over(&play->match) || cli_match_is_stuck(&play->match);
        if (!is_over && !play->is_paused && play->match.is_program[cli_match_side(&play->match)]) {
            program_moves(play);
        } else if (is_over && !cli_match_has_person(&play->match) && play->screen == NULL) {
            play->has_quit = true;
        } else {
            person_moves(play);
        }
    }
}

void play_choose(struct play *play, const struct cli_args *args)
{
    struct cli_match *match = &play->match;
    static const enum cli_option_id seats[] = {CLI_OPTION_FIRST, CLI_OPTION_SECOND,
                                               CLI_OPTION_THIRD, CLI_OPTION_FOURTH};
    _Static_assert(sizeof seats / sizeof *seats == MAD_MOST_PLAYERS, "an option for each");
    for (int player = 0; player < MAD_MOST_PLAYERS; player++) {
        const bool usually = player > 1 || (player == 1 && !match->is_program[0]);
        match->is_program[player] = cli_args_chose(args, seats[player], "program", usually);
    }
    match->limits.interrupt = stop_thinking;
    match->limits.context = play;
    match->limits.depth = (int)args->number[CLI_OPTION_DEPTH];
    match->limits.seconds = args->value[CLI_OPTION_TIME] != NULL    ? args->number[CLI_OPTION_TIME]
                            : args->value[CLI_OPTION_DEPTH] != NULL ? 0
                                                                    : 1;
    play->level =
        args->value[CLI_OPTION_LEVEL] != NULL ? (int)args->number[CLI_OPTION_LEVEL] : CLI_LEVELS;
    match->limits.seed = (uint64_t)args->number[CLI_OPTION_SEED];
    match->chance = args->value[CLI_OPTION_SEED] != NULL
                        ? (uint64_t)args->number[CLI_OPTION_SEED] + 1
                        : (uint64_t)(cli_now() * 1e9);
    play->asks_for_tosses = cli_args_chose(args, CLI_OPTION_TOSS, "ask", false);
    play->is_flipped = args->value[CLI_OPTION_FLIP] != NULL;
}

/* What --fen and --play have led to, as a record: both have been found to be right. */
static enum mad_status set_up(struct play *play, const struct cli_args *args)
{
    enum mad_status status = cli_match_make(&play->match, play->game.game);
    if (status == MAD_OK && args->value[CLI_OPTION_FEN] != NULL) {
        while (mad_position_undo(play->game.position) == MAD_OK) {
        }
        struct mad_text_error error;
        char *text = cli_position_text(play->game.position);
        status = text != NULL ? cli_match_restart(&play->match, text, &error) : MAD_ERROR_MEMORY;
        free(text);
    }
    if (status == MAD_OK && args->value[CLI_OPTION_PLAY] != NULL) {
        status = cli_match_replay(&play->match, args->value[CLI_OPTION_PLAY]);
    }
    return status;
}

/* The game that is named, or that is chosen from the menu; has_quit when none is. */
static enum cli_exit open_game(struct play *play, const struct cli_args *args)
{
    struct play_choice choice;
    if (args->operand_count > 0) {
        return cli_game_open_position(&play->game, args, args->operands[0]);
    }
    enum cli_exit code = play_menu(&choice);
    play->own_words = choice.settings;
    if (code == CLI_FINE && choice.name[0] == '\0') {
        play->has_quit = true;
        return CLI_FINE;
    }
    if (code == CLI_FINE && choice.settings != NULL && !play_take_settings(play, choice.settings)) {
        return CLI_INTERNAL;
    }
    return code == CLI_FINE ? cli_game_open_position(&play->game, play->args, choice.name) : code;
}

static enum cli_exit begin_new(struct play *play, const struct cli_args *args)
{
    enum cli_exit code = open_game(play, args);
    if (play->has_quit) {
        return code;
    }
    if (code != CLI_FINE) {
        return code;
    }
    enum mad_status status = set_up(play, args);
    play_choose(play, args);
    if (status == MAD_OK && args->value[CLI_OPTION_FEN] == NULL &&
        args->value[CLI_OPTION_PLAY] == NULL) {
        status = cli_match_shuffle(&play->match);
    }
    return status == MAD_OK ? CLI_FINE : cli_game_failed(args, play->game.game, "starting", status);
}

enum cli_exit cli_run_play(const struct cli_args *args)
{
    struct play play = {.args = args};
    const char *clock = args->value[CLI_OPTION_PLAY_TC];
    if (clock != NULL && !play_clock_parse(clock, &play.clock)) {
        return cli_usage_error(
            args->command, "--tc wants minutes, or minutes+seconds such as 5+3 or 1:30+2, not '%s'",
            clock);
    }
    enum cli_exit code =
        args->value[CLI_OPTION_RESUME] != NULL ? play_resume(&play) : begin_new(&play, args);
    if (code == CLI_FINE && !play.has_quit) {
        cli_reader_start(&play.reader);
        cli_interrupt_catch(false);
        play_screen_start(&play);
        play_loop(&play);
        play_screen_end(&play);
        code = play.code;
    }
    cli_match_free(&play.match);
    cli_keep_end(&play.keep);
    free(play.own_file);
    free(play.own_settings);
    free(play.own_words);
    cli_game_close(&play.game);
    return code;
}
