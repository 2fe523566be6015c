/* cover.c - which sentences of the rules the tests of a game need, and which its games need.
 *
 * Layer: interp. Tests and games are gone through once as they are, and what is seen on the way is noted: moves
 * that are listed, what moves do, counts. Then they are gone through without each sentence in turn, until
 * something is seen that was not there before: the sentence was needed. So it holds for every rule that
 * can be written, however it is compiled, and a sentence that others make idle counts as never needed.
 * Ends are not left out: the verdict says which of them it was. */
#include <stdio.h>
#include <string.h>

#include "../grammar/ast.h"
#include "ablate.h"
#include "game/game_test.h"
#include "hash.h"
#include "limits.h"
#include "memory.h"
#include "position.h"
#include "random.h"

enum {
    /* of 64 positions; counts beyond tell nothing, as each is made for each sentence */
    MOST_ROUNDS = 1 << 9,
    /* what such a round, a load, a look at a position count for beside their own steps */
    ROUND_STEPS = 1 << 8,
    LOAD_STEPS = 1 << 14,
    LOOK_STEPS = 1 << 6,
};

/* What was seen at one moment; `chosen` of a list of moves of a game: which was made. */
struct observation {
    uint64_t value;
    uint32_t chosen;
};

struct trace {
    struct observation *items;
    size_t count, capacity;
};

/* Where in the games something was seen. */
struct moment {
    uint32_t game, ply;
    bool is_known;
    bool is_behind; /* what the move did; else which moves there are */
};

struct need { /* of one sentence */
    const char *test;
    struct moment moment;
};

struct cover {
    const mad_engine *engine;
    const struct mad_load *load;
    const struct mad_cover_options *options;
    const struct mad_memory *memory;
    mad_game *game;
    struct mad_sentence_list sentences;
    bool *without;      /* [sentence] */
    struct need *needs; /* [sentence and end] */
    struct trace tests, games;
    uint64_t steps; /* taken so far */
    mad_cover_sink sink;
    void *context;
};

/* One way through tests or games, of the game or of the game without something. */
struct run {
    struct cover *cover;
    const struct mad_game *game;
    mad_position *position;
    mad_moves *moves;
    mad_searcher *searcher; /* made when games are first searched */
    struct trace *trace;
    size_t at; /* in the trace */
    bool records;
    bool has_parted; /* from the trace */
    const char *test;
    struct moment moment;
    const struct moment *until; /* ends there, before the move is made; null: goes to the end */
    uint32_t asked;             /* by the count in progress, whether to go on */
    char *text;
    size_t text_bytes;
    enum mad_status status;
};

/* Tests may take what they may, and each game as much again: who asks for games waits for them. */
static bool is_spent(const struct cover *cover)
{
    const uint64_t most = cover->options->steps != 0 ? cover->options->steps : MAD_MAX_COVER_STEPS;
    return cover->steps / most > cover->options->games;
}

/* Lists the moves, and pays for it. */
static enum mad_status list_moves(struct run *run)
{
    enum mad_status status = mad_moves_list(run->moves, run->position);
    run->cover->steps += LOOK_STEPS + mad_moves_steps(run->moves);
    return status;
}

/* --- observations ------------------------------------------------------------------------------------ */

static uint64_t mix(uint64_t hash, const char *text)
{
    return mad_hash(mad_hash_text(hash, text), 0xff);
}

/* Notes it, or compares; false when the way ends here. */
static bool observe(struct run *run, uint64_t value, uint32_t chosen)
{
    struct trace *trace = run->trace;
    if (run->records) {
        run->status = mad_memory_grow(run->cover->memory, (void **)&trace->items, &trace->capacity,
                                      trace->count + 1, sizeof *trace->items);
        if (run->status == MAD_OK)
            trace->items[trace->count++] = (struct observation){value, chosen};
    } else {
        run->has_parted = run->at >= trace->count || trace->items[run->at].value != value;
        run->at++;
    }
    return run->status == MAD_OK && !run->has_parted && !is_spent(run->cover);
}

/* Trouble ends it all; that a text cannot be read or a move not be made is something seen. */
static bool is_trouble(struct run *run, enum mad_status status)
{
    if (status == MAD_ERROR_MEMORY || status == MAD_ERROR_MISUSE)
        run->status = status;
    return run->status != MAD_OK;
}

static bool observe_status(struct run *run, enum mad_status status)
{
    return !is_trouble(run, status) && observe(run, (uint64_t)status, 0) && status == MAD_OK;
}

/* All that a position text tells. */
static bool observe_position(struct run *run)
{
    size_t length = mad_position_text(run->position, NULL, 0);
    run->status =
        mad_memory_grow(run->cover->memory, (void **)&run->text, &run->text_bytes, length + 1, 1);
    if (run->status != MAD_OK)
        return false;
    mad_position_text(run->position, run->text, length + 1);
    return observe(run, mix(MAD_HASH_START, run->text), 0);
}

/* The moves from a square, -1: all. */
static uint64_t list_value(const mad_moves *moves, int from)
{
    uint64_t hash = MAD_HASH_START;
    for (size_t i = 0; i < mad_moves_count(moves); i++) {
        struct mad_move_info info = mad_moves_at(moves, i);
        if (from < 0 || info.from == from)
            hash = mix(hash, info.coord);
    }
    return hash;
}

/* An end that holds is needed where it is first seen to. */
static bool observe_verdict(struct run *run)
{
    struct mad_verdict verdict;
    enum mad_status status = mad_position_judge(run->position, &verdict);
    if (status != MAD_OK)
        return observe_status(run, status);
    bool is_over = verdict.outcome != MAD_GOES_ON;
    if (run->records && is_over && verdict.end < run->cover->sentences.end_count) {
        struct need *need = &run->cover->needs[run->cover->sentences.count + verdict.end];
        if (run->test != NULL && need->test == NULL)
            need->test = run->test;
        if (run->test == NULL && need->test == NULL && !need->moment.is_known)
            need->moment = run->moment;
    }
    return observe(run, is_over ? 1 + (uint64_t)verdict.outcome : 0, 0) && !is_over;
}

/* --- tests --------------------------------------------------------------------------------------------- */

static bool do_play(struct run *run, const struct mad_test_step *step)
{
    for (uint32_t i = 0; i < step->move_count; i++) {
        size_t index = 0;
        enum mad_status status =
            mad_position_play_with(run->position, run->moves, step->moves[i], &index, NULL);
        run->cover->steps += LOOK_STEPS + mad_moves_steps(run->moves);
        if (!observe_status(run, status) || !observe_position(run))
            return false;
    }
    return true;
}

static bool do_moves(struct run *run, const struct mad_test_step *step)
{
    if (!observe_status(run, list_moves(run)))
        return false;
    const int from = step->text != NULL ? mad_game_square(run->game, step->text) : -1;
    if (step->mode == MAD_MOVES_EXACTLY)
        return observe(run, list_value(run->moves, from), 0);
    bool goes_on = true;
    for (uint32_t i = 0; i < step->move_count && goes_on; i++) {
        size_t index = 0;
        enum mad_status status = mad_moves_find_of(run->moves, step->moves[i], from, &index, NULL);
        goes_on = !is_trouble(run, status) && observe(run, (uint64_t)status, 0);
    }
    return goes_on;
}

static bool stop_count(void *context)
{
    struct run *run = context;
    run->cover->steps += ROUND_STEPS;
    return ++run->asked > MOST_ROUNDS;
}

static bool do_count(struct run *run, const struct mad_test_step *step)
{
    uint64_t nodes = 0;
    run->asked = 0;
    if (!run->records && run->at < run->trace->count &&
        run->trace->items[run->at].value == (uint64_t)MAD_ERROR_STOPPED)
        return observe_status(run, MAD_ERROR_STOPPED); /* it would only be broken off again */
    enum mad_status status = mad_perft(run->position, step->depth, &nodes, stop_count, run);
    return observe_status(run, status) && observe(run, nodes, 0);
}

static bool do_step(struct run *run, const struct mad_test_step *step)
{
    switch (step->kind) {
    case MAD_STEP_POSITION:
        return observe_status(run, mad_position_set(run->position, step->text, NULL));
    case MAD_STEP_PLAY: return do_play(run, step);
    case MAD_STEP_MOVES: return do_moves(run, step);
    case MAD_STEP_COUNT: return do_count(run, step);
    case MAD_STEP_RESULT:
        (void)observe_verdict(run);
        return run->status == MAD_OK && !run->has_parted;
    }
    return false;
}

static void run_tests(struct run *run)
{
    for (uint32_t i = 0; i < run->game->test_count && run->status == MAD_OK && !run->has_parted &&
                         !is_spent(run->cover);
         i++) {
        const struct mad_game_test *test = &run->game->tests[i];
        run->test = run->cover->game->tests[i].title; /* outlives the run */
        run->status = mad_position_new(run->game, &run->position);
        if (run->status != MAD_OK)
            return;
        for (uint32_t s = 0; s < test->step_count && do_step(run, &test->steps[s]); s++)
            continue;
        mad_position_free(run->position);
        run->position = NULL;
    }
}

/* --- games --------------------------------------------------------------------------------------------- */

/* Of all that the choice hangs on. */
static uint64_t drawn(const struct run *run)
{
    uint64_t z = run->cover->options->seed + ((uint64_t)run->moment.game << 32) + run->moment.ply;
    z *= MAD_RANDOM_STEP;
    return mad_random(&z);
}

enum { TABLE_BYTES = 1 << 20 };

/* The move that a search takes, as if it were the first that it looks at: what is seen does not hang on what was before. */
static void search(struct run *run, struct mad_search_report *report)
{
    const struct mad_cover_options *options = run->cover->options;
    struct mad_search_limits limits = {
        .nodes = options->nodes, .interrupt = options->interrupt, .context = options->context};
    if (run->searcher == NULL)
        run->status = mad_searcher_new(run->game, TABLE_BYTES, &run->searcher);
    else
        mad_searcher_forget(run->searcher);
    if (run->status == MAD_OK)
        run->status = mad_searcher_think(run->searcher, run->position, &limits, report);
}

/* Which move is made: with an outcome, where it tosses. */
static uint32_t choose(struct run *run)
{
    struct mad_search_report report = {.best = drawn(run) % mad_moves_count(run->moves)};
    if (run->cover->options->nodes > 0 && run->moment.ply > 0)
        search(run, &report); /* the first move is drawn: the games part */
    size_t outcomes = mad_moves_at(run->moves, report.best).outcomes;
    return (uint32_t)(outcomes == 0
                          ? report.best
                          : mad_moves_outcome(run->moves, report.best, drawn(run) / 64 % outcomes)
                                .index);
}

static bool is_there(const struct run *run)
{
    return run->until != NULL && run->until->game == run->moment.game &&
           run->until->ply == run->moment.ply;
}

/* Lists the moves and makes one of them; false at the end of the game, or of the run. */
static bool do_ply(struct run *run)
{
    run->moment.is_behind = false;
    enum mad_status status = list_moves(run);
    if (status != MAD_OK)
        return observe_status(run, status);
    uint32_t chosen = 0;
    if (mad_moves_count(run->moves) > 0)
        chosen = run->records                  ? choose(run)
                 : run->at < run->trace->count ? run->trace->items[run->at].chosen
                                               : 0;
    if (run->status != MAD_OK || !observe(run, list_value(run->moves, -1), chosen) ||
        mad_moves_count(run->moves) == 0 || is_there(run))
        return false;
    run->moment.is_behind = true;
    return observe_status(run, mad_position_apply(run->position, run->moves, chosen)) &&
           observe_position(run) && observe_verdict(run);
}

/* Leaves the position where `until` says, for whoever frees the run. */
static void run_games(struct run *run)
{
    const struct mad_cover_options *options = run->cover->options;
    run->test = NULL;
    for (uint32_t game = 0; game < options->games && run->status == MAD_OK && !run->has_parted &&
                            !is_spent(run->cover);
         game++) {
        run->moment = (struct moment){.game = game, .is_known = true};
        run->status = mad_position_new(run->game, &run->position);
        while (run->status == MAD_OK && run->moment.ply < MAD_COVER_PLIES && do_ply(run))
            run->moment.ply++;
        if (is_there(run))
            return;
        mad_position_free(run->position);
        run->position = NULL;
        if (run->records && options->interrupt != NULL && options->interrupt(options->context))
            run->status = MAD_ERROR_STOPPED;
    }
}

/* --- with and without ---------------------------------------------------------------------------------- */

static void run_open(struct run *run, struct cover *cover, const struct mad_game *game)
{
    *run = (struct run){.cover = cover, .game = game};
    run->status = mad_moves_new(game, &run->moves);
}

static void run_close(struct run *run)
{
    mad_searcher_free(run->searcher);
    mad_moves_free(run->moves);
    mad_position_free(run->position);
    mad_memory_free(run->cover->memory, run->text, run->text_bytes);
}

static void run_both(struct run *run)
{
    run->trace = &run->cover->tests;
    if (run->status == MAD_OK)
        run_tests(run);
    if (run->status != MAD_OK || run->has_parted)
        return;
    run->trace = &run->cover->games;
    run->at = 0;
    run_games(run);
}

static enum mad_status look_with(struct cover *cover)
{
    struct run run;
    run_open(&run, cover, cover->game);
    run.records = true;
    run_both(&run);
    enum mad_status status = run.status;
    run_close(&run);
    return status;
}

/* --- telling ------------------------------------------------------------------------------------------- */

/* A move that is in the first list and not in the other; null when there is none. */
static const char *find_missing(const mad_moves *moves, const mad_moves *other, int *from)
{
    size_t k = 0;
    for (size_t i = 0; i < mad_moves_count(moves); i++) {
        struct mad_move_info info = mad_moves_at(moves, i);
        while (k < mad_moves_count(other) && strcmp(mad_moves_at(other, k).coord, info.coord) < 0)
            k++;
        if (k == mad_moves_count(other) || strcmp(mad_moves_at(other, k).coord, info.coord) != 0) {
            *from = info.from;
            return info.text;
        }
    }
    return NULL;
}

/* Goes to the moment in the game as it is, and says what is there; `without` is null for an end. */
static enum mad_status tell_moment(struct cover *cover, struct mad_cover_line *line,
                                   const struct moment *moment, const struct run *without)
{
    struct run run;
    run_open(&run, cover, cover->game);
    run.trace = &cover->games;
    run.until = moment;
    if (run.status == MAD_OK)
        run_games(&run);
    size_t length = run.position != NULL ? mad_position_text(run.position, NULL, 0) : 0;
    if (run.status == MAD_OK && run.position != NULL)
        run.status =
            mad_memory_grow(cover->memory, (void **)&run.text, &run.text_bytes, length + 1, 1);
    if (run.status == MAD_OK && run.position != NULL) {
        mad_position_text(run.position, run.text, length + 1);
        line->position = run.text;
        if (!moment->is_behind)
            line->move = find_missing(run.moves, without->moves, &line->from);
        line->need = line->move != NULL ? MAD_COVER_MAKES : MAD_COVER_FORBIDS;
        if (!moment->is_behind && line->move == NULL)
            line->move = find_missing(without->moves, run.moves, &line->from);
        if (moment->is_behind) {
            struct mad_move_info info =
                mad_moves_at(run.moves, cover->games.items[run.at - 1].chosen);
            line->move = info.text;
            line->from = info.from;
            line->need = without != NULL ? MAD_COVER_CHANGES : MAD_COVER_ENDS;
        }
    }
    if (run.status == MAD_OK)
        cover->sink(cover->context, line);
    enum mad_status status = run.status;
    run_close(&run);
    return status;
}

static enum mad_status tell(struct cover *cover, uint32_t sentence, const struct run *without)
{
    const struct need *need = &cover->needs[sentence];
    struct mad_cover_line line = {.place = cover->sentences.items[sentence].place,
                                  .is_needed = need->test != NULL || need->moment.is_known,
                                  .is_unseen = is_spent(cover),
                                  .test = need->test,
                                  .from = -1};
    if (need->test == NULL && need->moment.is_known && !is_spent(cover))
        return tell_moment(cover, &line, &need->moment, without);
    cover->sink(cover->context, &line);
    return MAD_OK;
}

/* Without what nothing can be compiled is needed by all tests there are. */
static enum mad_status look_without(struct cover *cover, uint32_t sentence)
{
    mad_game *game = NULL;
    struct need *need = &cover->needs[sentence];
    if (is_spent(cover))
        return tell(cover, sentence, NULL);
    cover->steps += LOAD_STEPS;
    cover->without[sentence] = true;
    enum mad_status status =
        mad_ablate_load(cover->engine, cover->load, cover->without, cover->sentences.count, &game);
    cover->without[sentence] = false;
    if (status == MAD_ERROR_RULES) {
        need->test = cover->game->test_count > 0 ? cover->game->tests[0].title : NULL;
        return tell(cover, sentence, NULL);
    }
    if (status != MAD_OK)
        return status;
    struct run run;
    run_open(&run, cover, game);
    run_both(&run);
    if (run.has_parted && run.test != NULL)
        need->test = run.test;
    else if (run.has_parted)
        need->moment = run.moment;
    status = run.status;
    if (status == MAD_OK)
        status = tell(cover, sentence, &run);
    run_close(&run);
    mad_game_free(game);
    return status;
}

static bool is_asked(const struct cover *cover, const struct mad_sentence *sentence)
{
    const struct mad_cover_options *options = cover->options;
    return options->file == NULL ||
           (strcmp(sentence->file, options->file) == 0 && sentence->place.line > options->line);
}

/* --- the whole ----------------------------------------------------------------------------------------- */

static enum mad_status look(struct cover *cover)
{
    const struct mad_sentence_list *sentences = &cover->sentences;
    const struct mad_cover_options *options = cover->options;
    enum mad_status status = look_with(cover);
    for (uint32_t i = 0; i < sentences->count && status == MAD_OK; i++) {
        if (!is_asked(cover, &sentences->items[i]))
            continue;
        status = look_without(cover, i);
        if (status == MAD_OK && options->interrupt != NULL && options->interrupt(options->context))
            status = MAD_ERROR_STOPPED;
    }
    /* who is out is no verdict */
    const struct mad_seats *seats = cover->game->turn.seats;
    for (uint32_t i = seats != NULL ? seats->out_count : 0;
         i < sentences->end_count && status == MAD_OK; i++)
        status = tell(cover, sentences->count + i, NULL);
    return status;
}

enum mad_status mad_cover(const mad_engine *engine, const struct mad_load *load,
                          const struct mad_cover_options *options, mad_cover_sink sink,
                          void *context)
{
    if (engine == NULL || load == NULL || options == NULL || sink == NULL)
        return MAD_ERROR_MISUSE;
    struct cover cover = {
        .engine = engine, .load = load, .options = options, .sink = sink, .context = context};
    enum mad_status status = mad_game_load(engine, load, &cover.game, NULL);
    if (status != MAD_OK)
        return status;
    cover.memory = mad_game_memory(cover.game);
    status = mad_ablate_list(engine, load, &cover.sentences);
    size_t count = cover.sentences.count + cover.sentences.end_count + 1;
    if (status == MAD_OK) {
        cover.without = mad_memory_new(cover.memory, count * sizeof *cover.without);
        cover.needs = mad_memory_new(cover.memory, count * sizeof *cover.needs);
        status = cover.without != NULL && cover.needs != NULL ? look(&cover) : MAD_ERROR_MEMORY;
    }
    mad_memory_free(cover.memory, cover.without, count * sizeof *cover.without);
    mad_memory_free(cover.memory, cover.needs, count * sizeof *cover.needs);
    mad_memory_free(cover.memory, cover.tests.items,
                    cover.tests.capacity * sizeof *cover.tests.items);
    mad_memory_free(cover.memory, cover.games.items,
                    cover.games.capacity * sizeof *cover.games.items);
    mad_ablate_free(&cover.sentences);
    mad_game_free(cover.game);
    return status;
}
