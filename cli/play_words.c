/* play_words.c - the words of `mad play`: one table of commands; anything else is a move.
 *
 * Layer: cli. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "game_file.h"
#include "interrupt.h"
#include "level.h"
#include "play.h"
#include "suggest.h"
#include "why.h"

struct word {
    const char *name;
    const char *operand; /* as `help` shows it */
    void (*run)(struct play *play, const char *rest);
    const char *purpose;
    bool wants_operand, takes_operand;
};

static void say_status(const char *what, enum mad_status status)
{
    printf("%s: %s\n", what, mad_status_text(status));
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Whether the man who moves is called so, by his name or his letter. */
static bool is_of_man(const struct play *play, const struct mad_move_info *move, const char *rest)
{
    struct mad_man man;
    if (move->from < 0 || !mad_position_man(play->match.position, move->from, &man)) {
        return false;
    }
    struct mad_piece_info piece = mad_game_piece(play->match.game, (size_t)man.piece);
    return strcmp(piece.letter, rest) == 0 || strcasecmp(piece.name, rest) == 0;
}

/* `moves e2`: from there, and what is dropped there; `moves P`, `moves Pawn`: of such men; `moves N@`,
 * `moves O-O`: that open so in either notation. */
static bool is_asked_for(const struct play *play, const struct mad_move_info *move,
                         const char *rest)
{
    const char *from = move->from >= 0 ? mad_game_square_name(play->match.game, move->from) : NULL;
    int square = mad_game_square(play->match.game, rest);
    return rest[0] == '\0' || (from != NULL && strcmp(from, rest) == 0) ||
           (from == NULL && square >= 0 && move->to == square) || is_of_man(play, move, rest) ||
           (square < 0 && (strncmp(move->coord, rest, strlen(rest)) == 0 ||
                           strncmp(move->text, rest, strlen(rest)) == 0));
}

static bool is_over(const struct play *play)
{
    if (cli_match_is_over(&play->match)) {
        puts("the game is over; `undo`, `new` or `quit`");
        return true;
    }
    if (cli_match_is_stuck(&play->match)) {
        cli_stuck_print(stdout, play->match.position);
        return true;
    }
    return false;
}

static void word_moves(struct play *play, const char *rest)
{
    if (is_over(play)) {
        return;
    }
    int used = 0, blanks = 0, shown = 0; /* blanks: owed to the column before */
    for (size_t i = 0; i < mad_moves_count(play->match.moves); i++) {
        struct mad_move_info move = mad_moves_at(play->match.moves, i);
        if (!is_asked_for(play, &move, rest)) {
            continue;
        }
        bool is_twofold = strcmp(move.coord, move.text) != 0;
        int width = cli_width(move.coord) + 4; /* with two and two blanks */
        width += is_twofold ? cli_width(move.text) : -2;
        int column = (width + 19) / 20 * 20; /* columns of 20, so that they stand in line */
        if (used > 0 && used + column > 80) {
            fputc('\n', stdout);
            used = blanks = 0;
        }
        cli_put_repeated(stdout, ' ', blanks);
        cli_put(stdout, move.coord);
        if (is_twofold) {
            fputs("  ", stdout);
            cli_put(stdout, move.text);
        }
        blanks = column - width + 2;
        used += column;
        shown++;
    }
    if (shown == 0) {
        bool is_square = mad_game_square(play->match.game, rest) >= 0;
        fputs(is_square ? "no moves from " : "no moves that begin with ", stdout);
        cli_put(stdout, rest);
        fputs("; `moves` lists them all\n", stdout);
        return;
    }
    printf("%s%d move%s\n", used > 0 ? "\n" : "", shown, shown == 1 ? "" : "s");
}

/* The moves on the board, those of one number in a line: "3. Nf3 Nc6". */
static void word_history(struct play *play, const char *rest)
{
    (void)rest;
    mad_record *record = play->match.record;
    uint32_t here = mad_record_here(record), at = MAD_RECORD_START;
    int number = 0, side_before = MAD_MOST_PLAYERS;
    if (here == MAD_RECORD_START) {
        puts("no move has been made");
        return;
    }
    while (at != here) {
        at = mad_record_at(record, at).next;
        struct mad_record_move move = mad_record_at(record, at);
        bool begins = move.side < side_before;
        if (begins) {
            printf("%s%3d. ", number > 0 ? "\n" : "", number + 1);
            number++;
        }
        fputs(!begins ? "  " : move.side > 0 ? "...  " : "", stdout);
        cli_put(stdout, move.text);
        side_before = move.side;
    }
    fputc('\n', stdout);
}

static void word_undo(struct play *play, const char *rest)
{
    (void)rest;
    enum mad_status status = cli_match_undo(&play->match);
    if (status == MAD_ERROR_MISUSE) {
        puts("there is no move of yours to take back");
        return;
    }
    if (status == MAD_ERROR_LIMIT) {
        play_give_up(play, "undo", status);
    } else if (status != MAD_OK) {
        say_status("undo", status);
    }
    play_clock_reopen(play);
    play_keep(play);
    play->has_news = true;
    play->is_paused = play->match.is_program[cli_match_side(&play->match)];
}

static void word_redo(struct play *play, const char *rest)
{
    (void)rest;
    enum mad_status status = cli_match_redo(&play->match);
    if (status == MAD_ERROR_MISUSE) {
        puts("there is no move to make again");
        return;
    }
    if (status == MAD_ERROR_LIMIT) {
        play_give_up(play, "redo", status);
    } else if (status != MAD_OK) {
        say_status("redo", status);
    }
    play_clock_start(play);
    play_keep(play);
    play->has_news = true;
}

static void word_hint(struct play *play, const char *rest)
{
    (void)rest;
    size_t best;
    if (is_over(play) || !play_think(play, CLI_LEVELS, &best)) {
        return;
    }
    struct mad_move_info move = mad_moves_at(play->match.moves, best);
    fputs("hint for ", stdout);
    play_say_move(play, &move);
}

/* What --resume goes on with, of a game that is kept already. */
static void keep_settings(struct play *play)
{
    if (play->keep.path != NULL) {
        play_keep(play);
    }
}

static void word_level(struct play *play, const char *rest)
{
    double level = play->level;
    if (rest[0] != '\0' && !cli_parse_count(rest, 1, CLI_LEVELS, &level)) {
        printf("a level is a number from 1, for who learned the rules today, to %d\n", CLI_LEVELS);
        return;
    }
    play->level = (int)level;
    keep_settings(play);
    printf("the program plays at level %d of %d\n", play->level, CLI_LEVELS);
}

static void word_why(struct play *play, const char *rest)
{
    if (play->match.game != play->game.game) { /* of a game that was loaded only moves are known */
        puts("name the game on the command line to ask that: mad play FILE --resume, or mad why");
        return;
    }
    enum cli_exit code = cli_why_print(play->args, &play->game, play->match.position, rest);
    if (code == CLI_INTERNAL) {
        play_give_up(play, "asking why", MAD_ERROR_MEMORY);
    }
}

static void word_threats(struct play *play, const char *rest)
{
    (void)rest;
    if (mad_game_info(play->match.game).players > 2) {
        puts("threats are not told where more than two play; `moves` lists the moves");
    } else if (!is_over(play)) {
        cli_check_print(stdout, play->match.position);
        if (!cli_threats_print(stdout, play->match.position)) {
            cli_put(stdout,
                    mad_game_info(play->match.game).player_name[1 - cli_match_side(&play->match)]);
            puts(" threatens to take nothing");
        }
    }
}

static void word_about(struct play *play, const char *rest)
{
    (void)rest;
    play_greet(play);
}

/* --- analysis --------------------------------------------------------------------------------- */

struct analysis {
    const struct mad_search_limits *usual;
    struct mad_search_report line[3];
    size_t count;
};

static void note_line(void *context, const struct mad_search_report *report)
{
    struct analysis *analysis = context;
    if (report->rank < 3) {
        analysis->line[report->rank] = *report;
        analysis->count = report->rank + 1 > analysis->count ? report->rank + 1 : analysis->count;
    }
}

static bool interrupt_analysis(void *context)
{
    const struct analysis *analysis = context;
    return analysis->usual->interrupt(analysis->usual->context);
}

/* Where thinking ended says nothing of the game: a transcript would not be the same twice. */
static void put_analysis(const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) {
        const struct mad_search_report *line = &analysis->line[i];
        if (line->mate_in != 0) {
            int plies = line->mate_in > 0 ? line->mate_in : -line->mate_in;
            printf("%s in %d", line->mate_in > 0 ? "wins" : "loses", (plies + 1) / 2);
        } else {
            printf("%+.2f", line->score / 100.0);
        }
        printf("  depth %d  ", line->depth);
        cli_put(stdout, line->line);
        fputc('\n', stdout);
    }
}

static void word_analyze(struct play *play, const char *rest)
{
    (void)rest;
    struct mad_search_limits usual = play->match.limits;
    struct analysis analysis = {.usual = &usual};
    struct mad_search_report report = {0};
    if (is_over(play)) {
        return;
    }
    play->match.limits.lines = 3;
    play->match.limits.progress = note_line;
    play->match.limits.interrupt = interrupt_analysis;
    play->match.limits.context = &analysis;
    cli_interrupt_clear();
    fflush(stdout);
    enum mad_status status = cli_match_think(&play->match, &report);
    cli_interrupt_clear();
    play->match.limits = usual;
    if (status == MAD_OK) {
        put_analysis(&analysis);
    } else {
        say_status("analyze", status);
    }
}

/* --- the program and the end ------------------------------------------------------------------- */

static void word_go(struct play *play, const char *rest)
{
    (void)rest;
    size_t best;
    if (!is_over(play) && play_think(play, play->level, &best)) {
        play_make(play, best);
        play->is_paused = play->was_hurried;
    }
}

/* How the players end it by themselves. */
static void settle(struct play *play, enum mad_outcome outcome, const char *reason)
{
    enum mad_status status = play_settle(play, outcome, MAD_BY_RULE, reason);
    if (status != MAD_OK) {
        say_status("ending the game", status);
    }
    play_keep(play);
    play->has_news = true;
}

void play_give_over(struct play *play, int player, const char *reason)
{
    struct cli_match *match = &play->match;
    cli_put(stdout, reason);
    fputs("; the program plays on for ", stdout);
    cli_put(stdout, mad_game_info(match->game).player_name[player]);
    fputc('\n', stdout);
    match->is_program[player] = true;
    play_keep(play);
}

static void word_resign(struct play *play, const char *rest)
{
    (void)rest;
    const int side = cli_match_side(&play->match);
    if (!is_over(play) && mad_game_info(play->match.game).players > 2) {
        play_give_over(play, side, "resigned: nobody wins by it");
    } else if (!is_over(play)) {
        settle(play, cli_match_side(&play->match) == 0 ? MAD_WIN_SECOND : MAD_WIN_FIRST,
               "the other player resigned");
    }
}

/* The program takes what it would hardly get by playing on: in the first moves half a man more, later what
 * is not worse than how it stands. */
static bool program_agrees(struct play *play)
{
    enum { EARLY = 30, HALF = 50 };
    struct mad_search_report report = {0};
    enum mad_status status = cli_match_think(&play->match, &report);
    bool is_early = mad_position_move_number(play->match.position) < EARLY;
    if (status != MAD_OK) {
        say_status("looking at the position", status);
        return false;
    }
    return report.mate_in > 0 || (report.mate_in == 0 && report.score >= (is_early ? HALF : 0));
}

static void word_draw(struct play *play, const char *rest)
{
    (void)rest;
    char question[200];
    if (is_over(play)) {
        return;
    }
    const struct mad_game_info info = mad_game_info(play->match.game);
    for (int other = 0; other < info.players; other++) {
        if (other == cli_match_side(&play->match)) {
            continue;
        }
        const char *name = info.player_name[other];
        size_t used = cli_copy_safe(question, 120, name);
        snprintf(question + used, sizeof question - used, ", do you accept a draw? ");
        if (!(play->match.is_program[other] ? program_agrees(play) : play_ask(play, question))) {
            cli_put(stdout, name);
            puts(" declines the draw");
            return;
        }
    }
    settle(play, MAD_DRAW, "agreed");
}

/* --- positions -------------------------------------------------------------------------------- */

static void word_board(struct play *play, const char *rest)
{
    (void)rest;
    play->has_news = true;
}

static void word_letters(struct play *play, const char *rest)
{
    (void)rest;
    play->has_letters = !play->has_letters;
    puts(play->screen == NULL || play->has_letters
             ? "men are shown by their letters, in which moves are typed"
             : "men are shown by their figures, if they have any");
}

static void word_flip(struct play *play, const char *rest)
{
    (void)rest;
    play->is_flipped = !play->is_flipped;
    keep_settings(play);
    play->has_news = true;
}

static void word_fen(struct play *play, const char *rest)
{
    (void)rest;
    char *text = cli_styled_text(play->args, play->match.position);
    if (text != NULL) {
        cli_put(stdout, text);
        fputc('\n', stdout);
    }
    free(text);
}

static void restart(struct play *play, const char *text)
{
    struct mad_text_error error = {0};
    enum mad_status status = cli_match_restart(&play->match, text, &error);
    if (status == MAD_ERROR_LIMIT) {
        play_give_up(play, "new game", status);
        return;
    }
    if (status != MAD_OK || error.text[0] != '\0') {
        cli_text_failed(stdout, status == MAD_OK ? "note" : "setfen", text != NULL ? text : "",
                        status, &error);
    }
    if (status == MAD_OK) {
        play_keep_no_longer(play);
        play->has_news = true;
        play->is_paused = false;
    }
}

static void word_setfen(struct play *play, const char *rest)
{
    restart(play, rest);
}

static void word_new(struct play *play, const char *rest)
{
    (void)rest;
    restart(play, NULL);
    enum mad_status status = cli_match_shuffle(&play->match);
    if (status != MAD_OK) {
        play_give_up(play, "new game", status);
    }
}

/* --- help and rules --------------------------------------------------------------------------- */

static void word_rules(struct play *play, const char *rest)
{
    const mad_game *game = play->match.game;
    int owner, index = rest[0] == '\0' ? -1 : cli_piece_find(game, rest, &owner);
    if (rest[0] == '\0') {
        cli_rules_print(stdout, game);
    } else if (index < 0) {
        cli_piece_unknown(stdout, game, rest);
    } else {
        struct mad_piece_info piece = mad_game_piece(game, (size_t)index);
        cli_piece_print(stdout, &piece);
    }
}

static void word_quit(struct play *play, const char *rest)
{
    (void)rest;
    play->has_quit = true;
}

static void word_help(struct play *play, const char *rest);

static const struct word words[] = {
    {"moves", "[TEXT]", word_moves, "the legal moves: all, of a square, of a man, or that begin so",
     false, true},
    {"history", "", word_history, "list the moves made so far", false, false},
    {"undo", "", word_undo, "take back to your last turn", false, false},
    {"redo", "", word_redo, "make again what was taken back", false, false},
    {"hint", "", word_hint, "what the program would play", false, false},
    {"threats", "", word_threats, "who could be taken next", false, false},
    {"why", "MOVE", word_why, "why a move is legal, or what forbids it", true, true},
    {"analyze", "", word_analyze, "the best moves, each with its score and line", false, false},
    {"level", "[N]", word_level, "how strongly the program plays: 1 to 10", false, true},
    {"option", "[X=Y]", play_word_option, "the options of this game, or a new one with it set",
     false, true},
    {"go", "", word_go, "let the program make this move", false, false},
    {"board", "", word_board, "show the board again", false, false},
    {"letters", "", word_letters, "show men by letters, or by figures again", false, false},
    {"flip", "", word_flip, "turn the board round", false, false},
    {"fen", "", word_fen, "print the position text", false, false},
    {"setfen", "TEXT", word_setfen, "start a game from a position text", true, true},
    {"about", "", word_about, "what is different in this game", false, false},
    {"rules", "[PIECE]", word_rules, "the rules in force, all or of a piece", false, true},
    {"draw", "", word_draw, "offer a draw", false, false},
    {"resign", "", word_resign, "give the game up", false, false},
    {"save", "FILE", play_word_save, "write the game there, as PGN", true, true},
    {"load", "FILE [N]", play_word_load, "go on with the game in a file of PGN, or with the N-th",
     true, true},
    {"new", "", word_new, "start a new game", false, false},
    {"help", "", word_help, "this list", false, true},
    {"quit", "", word_quit, "leave", false, false},
    {"exit", "", word_quit, NULL, false, false}, /* what people type from other programs */
    {"q", "", word_quit, NULL, false, false},
};

enum { WORD_COUNT = sizeof words / sizeof words[0] };

const char *play_word_name(size_t index)
{
    return index < WORD_COUNT && words[index].purpose != NULL ? words[index].name : NULL;
}

static void word_help(struct play *play, const char *rest)
{
    (void)rest;
    size_t count = mad_moves_count(play->match.moves);
    fputs("Type a move", stdout);
    if (count > 0) {
        struct mad_move_info move = mad_moves_at(play->match.moves, count / 2);
        fputs(", like ", stdout);
        cli_put(stdout, move.text);
        if (strcmp(move.text, move.coord) != 0) {
            fputs(" or ", stdout);
            cli_put(stdout, move.coord);
        }
    }
    puts(", or one of these:");
    for (size_t i = 0; play_word_name(i) != NULL; i++) {
        int used = printf("  %s %s", words[i].name, words[i].operand);
        cli_put_repeated(stdout, ' ', 18 - used);
        puts(words[i].purpose);
    }
    puts("Ctrl-C makes a thinking program play at once.");
}

static const struct word *find_word(const char *name)
{
    for (size_t i = 0; i < WORD_COUNT; i++) {
        if (strcmp(words[i].name, name) == 0) {
            return &words[i];
        }
    }
    return NULL;
}

static void run_word(struct play *play, const struct word *word, const char *rest)
{
    if (word->wants_operand && rest[0] == '\0') {
        printf("`%s` wants %s behind it\n", word->name, word->operand);
    } else if (!word->takes_operand && rest[0] != '\0') {
        printf("`%s` takes nothing behind it\n", word->name);
    } else {
        word->run(play, rest);
    }
}

/* --- a line ----------------------------------------------------------------------------------- */

/* A misspelt word looks like one: letters alone, and near to one. */
static bool suggest_word(const char *name)
{
    struct cli_suggest suggest = cli_suggest_start(name);
    for (const char *c = name; *c != '\0'; c++) {
        if (!isalpha((unsigned char)*c)) {
            return false;
        }
    }
    for (size_t i = 0; i < WORD_COUNT; i++) {
        cli_suggest_offer(&suggest, words[i].name);
    }
    if (suggest.best != NULL) {
        printf("did you mean the command `%s`?\n", suggest.best);
    }
    return suggest.best != NULL;
}

static void say_what_can_be_played(const struct play *play)
{
    if (mad_moves_count(play->match.moves) != 1) {
        puts("`moves` lists what can be played");
        return;
    }
    fputs("the one legal move is ", stdout);
    cli_put(stdout, mad_moves_at(play->match.moves, 0).text);
    fputc('\n', stdout);
}

/* Whether the move says what comes out of a toss that the program makes. */
static bool is_foretold(const struct play *play, size_t index)
{
    if (play->asks_for_tosses || index < mad_moves_count(play->match.moves)) {
        return false;
    }
    const char *coord = mad_moves_at(play->match.moves, index).coord;
    printf("what comes out is tossed: type the move alone, `%.*s`; --toss ask lets you say it\n",
           (int)(strrchr(coord, ':') - coord), coord);
    return true;
}

static void try_move(struct play *play, const char *text)
{
    size_t index;
    struct mad_text_error error = {0};
    if (is_over(play)) {
        return;
    }
    enum mad_status status = mad_moves_find(play->match.moves, text, &index, &error);
    if (status == MAD_OK && is_foretold(play, index)) {
        return;
    }
    if (status == MAD_OK) {
        play_make(play, index);
        play->is_paused = false;
        return;
    }
    cli_put(stdout, error.text[0] != '\0' ? error.text : mad_status_text(status));
    fputc('\n', stdout);
    if (!suggest_word(text) && status == MAD_ERROR_ILLEGAL &&
        strstr(error.text, "close to it") == NULL) {
        say_what_can_be_played(play);
    }
}

void play_obey(struct play *play, char *line)
{
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1])) {
        line[--length] = '\0';
    }
    if (length == 0) {
        return;
    }
    size_t bytes = strcspn(line, " \t");
    char end = line[bytes];
    line[bytes] = '\0';
    const struct word *word = find_word(line);
    if (word != NULL) {
        char *rest = line + bytes + (end != '\0');
        run_word(play, word, rest + strspn(rest, " \t"));
        return;
    }
    line[bytes] = end;
    try_move(play, line);
}
