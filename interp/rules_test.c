/* rules_test.c - runs the tests that a rule file carries, through the public interface alone.
 *
 * Layer: interp. A test starts from the array, or from its `position`; the first step that does not
 * come out as written ends it, and its message says what was expected and what came. What a step
 * returns as status is trouble (no memory, a limit); a failed expectation is a message. */
#include <stdarg.h>
#include <stdio.h>

#include "game/seats.h"
#include "../grammar/ast.h"
#include "game/game.h"
#include "game/game_test.h"
#include "limits.h"
#include "memory.h"

struct test_run {
    const struct mad_game *game;
    mad_position *position;
    mad_moves *moves;
    mad_interrupt interrupt; /* may be null */
    void *context;           /* of interrupt */
    bool is_stopped;
    uint32_t asked; /* by the count in progress, whether to go on */
    size_t length;
    const char *heading; /* under which say_move last wrote */
    char message[2000];  /* cut with dots when a list of moves is longer than anyone reads */
    unsigned char goals[MAD_MAX_SQUARES]; /* as in mad_test_report */
};

#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static void
say(struct test_run *run, const char *format, ...)
{
    size_t room = sizeof run->message - run->length;
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(run->message + run->length, room, format, arguments);
    va_end(arguments);
    if (written < 0)
        return;
    if ((size_t)written >= room) {
        memcpy(run->message + sizeof run->message - 4, "...", 4);
        run->length = sizeof run->message - 1;
        return;
    }
    run->length += (size_t)written;
}

/* Findings about the rules stay messages; what remains is trouble that ends the run. */
static enum mad_status trouble_only(enum mad_status status)
{
    return status == MAD_ERROR_MEMORY || status == MAD_ERROR_LIMIT || status == MAD_ERROR_MISUSE
               ? status
               : MAD_OK;
}

static enum mad_status do_position(struct test_run *run, const struct mad_test_step *step)
{
    struct mad_text_error error;
    enum mad_status status = mad_position_set(run->position, step->text, &error);
    if (status != MAD_OK && trouble_only(status) == MAD_OK)
        say(run, "the position cannot be read, at its character %zu: %s", error.offset + 1,
            error.text);
    return trouble_only(status);
}

static enum mad_status do_play(struct test_run *run, const struct mad_test_step *step)
{
    for (uint32_t i = 0; i < step->move_count; i++) {
        struct mad_text_error error = {.offset = 0};
        enum mad_status status = mad_position_play(run->position, step->moves[i], &error);
        if (status == MAD_OK)
            continue;
        if (trouble_only(status) == MAD_OK)
            say(run, "%s cannot be played: %s", step->moves[i],
                error.text[0] != '\0' ? error.text : mad_status_text(status));
        return trouble_only(status);
    }
    return MAD_OK;
}

static bool is_from(const struct mad_game *game, const struct mad_move_info *move,
                    const char *origin)
{
    return origin == NULL || (move->from >= 0 && move->from == mad_game_square(game, origin));
}

/* One more move under a heading; the heading is written when it is not the one in use. */
static void say_move(struct test_run *run, const char *heading, const char *text)
{
    if (run->heading == heading)
        say(run, ", %s", text);
    else
        say(run, "%s%s: %s", run->heading == NULL ? "" : "; ", heading, text);
    run->heading = heading;
}

/* What is wrong with one move, in its own words. */
static void say_why(struct test_run *run, const char *text, const char *why)
{
    say(run, "%s%s: %s", run->heading == NULL ? "" : "; ", text, why);
    run->heading = text; /* no move comes under it */
}

/* The last square that a text names, where the move probably goes; -1: none. */
static int last_square(const struct mad_game *game, const char *text)
{
    int last = -1;
    for (const char *from = text; *from != '\0';) {
        char name[sizeof *game->square_name] = "";
        size_t longest = 0;
        for (size_t n = 0; n + 1 < sizeof name && from[n] != '\0'; n++) {
            name[n] = from[n];
            name[n + 1] = '\0';
            int square = mad_game_square(game, name);
            if (square >= 0) {
                last = square;
                longest = n + 1;
            }
        }
        from += longest > 0 ? longest : 1;
    }
    return last;
}

static void note_goal(struct test_run *run, int square, unsigned char what)
{
    if (square >= 0)
        run->goals[square] |= what;
}

/* Looks for a text of the step among the moves of its square, or among all. */
static enum mad_status find_of(const struct test_run *run, const struct mad_test_step *step,
                               uint32_t nth, size_t *index, struct mad_text_error *error)
{
    const int square = step->text != NULL ? mad_game_square(run->game, step->text) : -1;
    return mad_moves_find_of(run->moves, step->moves[nth], square, index, error);
}

/* Says which texts of the step are no legal move of its square; `is_named` notes what the others mean. */
static void match_named(struct test_run *run, const struct mad_test_step *step, bool *is_named)
{
    static const char missing[] = "expected, but not legal",
                      elsewhere[] = "legal, but of another square";
    for (uint32_t i = 0; i < step->move_count; i++) {
        size_t index = 0;
        struct mad_text_error error = {.offset = 0};
        enum mad_status status = find_of(run, step, i, &index, NULL);
        if (status == MAD_OK) {
            is_named[index] = true;
            continue;
        }
        if (status == MAD_ERROR_OVER || status == MAD_ERROR_AMBIGUOUS) {
            status = find_of(run, step, i, &index, &error); /* the same, in words */
            say_why(run, step->moves[i], error.text);
            if (status == MAD_ERROR_OVER)
                return; /* so it is for all of them */
            continue;
        }
        say_move(run,
                 step->text != NULL &&
                         mad_moves_find(run->moves, step->moves[i], &index, NULL) == MAD_OK
                     ? elsewhere
                     : missing,
                 step->moves[i]);
        note_goal(run, last_square(run->game, step->moves[i]), MAD_TEST_MISSING);
    }
}

static void say_unexpected(struct test_run *run, const char *origin, const bool *is_named)
{
    static const char heading[] = "legal, but not expected";
    for (size_t i = 0; i < mad_moves_count(run->moves); i++) {
        struct mad_move_info move = mad_moves_at(run->moves, i);
        if (!is_named[i] && is_from(run->game, &move, origin)) {
            say_move(run, heading, move.text);
            note_goal(run, move.to, MAD_TEST_UNEXPECTED);
        }
    }
}

/* Whether moves of the line are written like this: `O-O`, `follow`. */
static bool is_written(const struct mad_line *line, const char *text)
{
    if (line->written != NULL && strstr(text, line->written) != NULL)
        return true;
    for (uint32_t i = 0; i < line->template_count; i++)
        if (strcmp(line->templates[i].text, text) == 0)
            return true;
    return false;
}

/* Whether a text names a square, or is what a line is written as: else it is never a move. That a game
 * without castling has none is worth a test too. */
static bool names_square(const struct mad_game *game, const char *text)
{
    if (strspn(text, "O-") == strlen(text))
        return true;
    for (uint32_t i = 0; i < game->line_count; i++)
        if (is_written(&game->lines[i], text))
            return true;
    return last_square(game, text) >= 0;
}

static void expect_absent(struct test_run *run, const struct mad_test_step *step)
{
    static const char heading[] = "legal, but excluded",
                      strange[] = "excluded, but looks like no move of this game";
    for (uint32_t i = 0; i < step->move_count; i++) {
        size_t index = 0;
        enum mad_status status = find_of(run, step, i, &index, NULL);
        if (status == MAD_OK || status == MAD_ERROR_AMBIGUOUS) {
            say_move(run, heading, step->moves[i]);
            note_goal(run, last_square(run->game, step->moves[i]), MAD_TEST_UNEXPECTED);
        } else if (status == MAD_ERROR_TEXT || !names_square(run->game, step->moves[i]))
            say_move(run, strange, step->moves[i]);
    }
}

static enum mad_status do_moves(struct test_run *run, const struct mad_test_step *step)
{
    if (step->text != NULL && mad_game_square(run->game, step->text) < 0) {
        say(run, "there is no square %s", step->text);
        return MAD_OK;
    }
    enum mad_status status = mad_moves_list(run->moves, run->position);
    if (status != MAD_OK)
        return status;
    if (step->mode == MAD_MOVES_EXCLUDE) {
        expect_absent(run, step);
        return MAD_OK;
    }
    size_t bytes = mad_moves_count(run->moves) + 1;
    bool *is_named = mad_memory_new(run->game->allocator, bytes);
    if (is_named == NULL)
        return MAD_ERROR_MEMORY;
    match_named(run, step, is_named);
    if (step->mode == MAD_MOVES_EXACTLY)
        say_unexpected(run, step->text, is_named);
    mad_memory_free(run->game->allocator, is_named, bytes);
    return MAD_OK;
}

/* Asked by long counts, and once before each test. */
static bool stop(void *context)
{
    struct test_run *run = context;
    run->is_stopped = run->is_stopped || (run->interrupt != NULL && run->interrupt(run->context));
    return run->is_stopped;
}

/* The same, and whether a count has asked more often than a test may. */
static bool stop_count(void *context)
{
    struct test_run *run = context;
    return ++run->asked > MAD_MAX_TEST_COUNT || stop(run);
}

static enum mad_status do_count(struct test_run *run, const struct mad_test_step *step)
{
    uint64_t nodes = 0;
    run->asked = 0;
    enum mad_status status = mad_perft(run->position, step->depth, &nodes, stop_count, run);
    if (run->asked > MAD_MAX_TEST_COUNT) {
        say(run, "counting %d moves deep takes too long for a test; count less deep", step->depth);
        return MAD_OK;
    }
    if (status != MAD_OK)
        return status == MAD_ERROR_STOPPED ? MAD_OK : status;
    char found[24];
    snprintf(found, sizeof found, "%llu", (unsigned long long)nodes);
    if (strcmp(found, step->text) != 0)
        say(run, "expected a count of %s, found %s", step->text, found);
    return MAD_OK;
}

/* -1: there is none of that name. */
static int player_named(const struct mad_game *game, const char *name)
{
    for (int i = 0; i < MAD_MAX_PLAYERS && name != NULL; i++)
        if (game->player_name[i] != NULL && strcmp(name, game->player_name[i]) == 0)
            return i;
    return -1;
}

static enum mad_outcome expected_outcome(const struct mad_game *game,
                                         const struct mad_test_step *step)
{
    if (step->mode == MAD_RESULT_DRAW)
        return MAD_DRAW;
    if (step->mode == MAD_RESULT_NONE)
        return MAD_GOES_ON;
    return mad_seat_win(game, (uint32_t)player_named(game, step->text));
}

static void say_outcome(struct test_run *run, enum mad_outcome outcome)
{
    if (mad_winner(outcome) >= 0)
        say(run, "%s wins", run->game->player_name[mad_winner(outcome)]);
    else
        say(run, outcome == MAD_DRAW ? "a draw" : "no result");
}

static enum mad_status do_result(struct test_run *run, const struct mad_test_step *step)
{
    struct mad_result result;
    if (step->mode == MAD_RESULT_WINS && player_named(run->game, step->text) < 0) {
        say(run, "there is no player %s", step->text == NULL ? "" : step->text);
        return MAD_OK;
    }
    enum mad_status status = mad_position_result(run->position, &result);
    if (status != MAD_OK)
        return status;
    enum mad_outcome expected = expected_outcome(run->game, step);
    bool second = expected == MAD_WIN_SECOND; /* points begin with the winner's */
    if (result.outcome == expected &&
        (!step->scored || (result.scored == 2 && result.points[second] == step->points[0] &&
                           result.points[!second] == step->points[1])))
        return MAD_OK;
    say(run, "expected ");
    say_outcome(run, expected);
    if (step->scored)
        say(run, " %d to %d", step->points[0], step->points[1]);
    say(run, ", found ");
    say_outcome(run, result.outcome);
    second = result.outcome == MAD_WIN_SECOND;
    if (result.scored == 2)
        say(run, " %d to %d", result.points[second], result.points[!second]);
    for (int player = 0; result.scored > 2 && player < result.scored; player++)
        say(run, "%s%d", player == 0 ? " " : "-", result.points[player]);
    if (result.reason != NULL)
        say(run, " (%s)", result.reason);
    return MAD_OK;
}

static enum mad_status do_step(struct test_run *run, const struct mad_test_step *step)
{
    switch (step->kind) {
    case MAD_STEP_POSITION: return do_position(run, step);
    case MAD_STEP_PLAY: return do_play(run, step);
    case MAD_STEP_MOVES: return do_moves(run, step);
    case MAD_STEP_COUNT: return do_count(run, step);
    case MAD_STEP_RESULT: return do_result(run, step);
    }
    return MAD_ERROR_MISUSE;
}

static void say_limit(struct test_run *run)
{
    struct mad_limit_info limit;
    if (!mad_game_limit(run->game, &limit))
        say(run, "%s", mad_status_text(MAD_ERROR_LIMIT));
    else if (limit.file == NULL)
        say(run, "%s", limit.text);
    else
        say(run, "%s:%u: %s", limit.file, (unsigned)limit.line, limit.text);
}

/* Where a step looked at moves or at the result, and found others. */
static void tell_position(struct test_run *run, const struct mad_test_step *step,
                          struct mad_test_report *report)
{
    bool is_seen = step->kind == MAD_STEP_PLAY || step->kind == MAD_STEP_MOVES ||
                   step->kind == MAD_STEP_RESULT;
    report->position = is_seen ? run->position : NULL;
    for (size_t square = 0; square < sizeof run->goals; square++)
        if (run->goals[square] != 0)
            report->goals = run->goals;
}

static enum mad_status run_test(struct test_run *run, const struct mad_game_test *test,
                                struct mad_test_report *report)
{
    *report = (struct mad_test_report){.title = test->title, .passed = true, .place = test->place};
    run->length = 0;
    run->heading = NULL;
    run->message[0] = '\0';
    memset(run->goals, 0, sizeof run->goals);
    for (uint32_t i = 0; i < test->step_count; i++) {
        enum mad_status status = do_step(run, &test->steps[i]);
        if (status == MAD_ERROR_LIMIT)
            say_limit(run);
        else if (status != MAD_OK)
            return status;
        if (run->is_stopped)
            break;
        if (run->length == 0)
            continue;
        report->passed = false;
        report->place = test->steps[i].place;
        report->text = run->message;
        tell_position(run, &test->steps[i], report);
        break;
    }
    return MAD_OK;
}

enum mad_status mad_game_run_tests(const mad_game *game, mad_test_sink sink, void *context,
                                   size_t *run_count, size_t *failed_count)
{
    return mad_game_run_tests_until(game, sink, NULL, context, run_count, failed_count);
}

enum mad_status mad_game_run_tests_until(const mad_game *game, mad_test_sink sink,
                                         mad_interrupt interrupt, void *context, size_t *run_count,
                                         size_t *failed_count)
{
    struct test_run *run = mad_memory_new(game->allocator, sizeof *run);
    if (run == NULL)
        return MAD_ERROR_MEMORY;
    run->game = game;
    run->interrupt = interrupt;
    run->context = context;
    enum mad_status status = mad_moves_new(game, &run->moves);
    size_t failed = 0;
    uint32_t done = 0;
    for (; done < game->test_count && status == MAD_OK && !stop(run); done++) {
        struct mad_test_report report;
        /* Every test begins with a position of its own, as the array has it. */
        status = mad_position_new(game, &run->position);
        if (status != MAD_OK)
            break;
        status = run_test(run, &game->tests[done], &report);
        bool is_told = status == MAD_OK && !run->is_stopped;
        failed += is_told && !report.passed;
        if (is_told && sink != NULL)
            sink(context, &report);
        mad_position_free(run->position);
        if (!is_told)
            break;
    }
    mad_moves_free(run->moves);
    mad_memory_free(game->allocator, run, sizeof *run);
    if (status == MAD_OK && run_count != NULL)
        *run_count = done;
    if (status == MAD_OK && failed_count != NULL)
        *failed_count = failed;
    return status;
}
