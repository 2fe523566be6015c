/* check.c - see check.h. */
#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../interp/engine.h"
#include "../../interp/vm/program.h"
#include "../meaning/meaning.h"
#include "../random_play.h"

enum {
    MAX_HOUSES = 8,
    TEXT_BYTES = 4096,
    MAX_COUNTED = 400, /* moves behind which it is worth counting further */
    WIDTHS = 3,        /* more than what the board needs */
};

static const char *const WAYS[] = {
#define MAD_WAY(name, text) text,
#include "../../interp/vm/ways.def"
#undef MAD_WAY
    "width-128",
    "width-256",
    "width-1024",
    "everything",
};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

const char *check_way_name(unsigned way)
{
    return way < WAY_COUNT ? WAYS[way] : NULL;
}

unsigned check_way_count(void)
{
    return WAY_COUNT;
}

/* The same rules, loaded in one way. */
struct house {
    const char *name;
    mad_engine *engine;
    mad_game *game;
    mad_position *position, *other;
    mad_moves *moves;
};

static void broken(struct check *check, const char *kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void broken(struct check *check, const char *kind, const char *format, ...)
{
    va_list args;
    if (check->verdict == CHECK_BROKEN) {
        return;
    }
    check->verdict = CHECK_BROKEN;
    check->kind = kind;
    va_start(args, format);
    vsnprintf(check->detail, sizeof check->detail, format, args);
    va_end(args);
}

/* Some files have so many ways in each position that they would be counted for minutes. */
static bool has_taken_long(void *context)
{
    const struct check *check = context;
    return check->seconds > 0 &&
           (double)(clock() - check->began) / CLOCKS_PER_SEC > (double)check->seconds;
}

/* --- houses ------------------------------------------------------------------------------------- */

static void close_house(struct house *house)
{
    mad_moves_free(house->moves);
    mad_position_free(house->position);
    mad_position_free(house->other);
    mad_game_free(house->game);
    mad_engine_free(house->engine);
    *house = (struct house){.name = NULL};
}

static struct mad_load_ways ways_of(unsigned way)
{
    struct mad_load_ways ways = {0, 0};
    if (way < MAD_WAYS) {
        ways.left_out = 1u << way;
    } else if (way < MAD_WAYS + WIDTHS) {
        static const uint32_t words[WIDTHS] = {2, 4, 16};
        ways.least_words = words[way - MAD_WAYS];
    } else if (way == MAD_WAYS + WIDTHS) {
        ways.left_out = ~0u;
    }
    return ways;
}

/* Way WAY_COUNT leaves out nothing. */
static enum mad_status open_house(struct house *house, unsigned way, const char *text, size_t bytes)
{
    const struct mad_load load = {.path = "drawn.mad", .text = text, .text_bytes = bytes};
    mad_diagnostics *diagnostics = NULL;
    *house = (struct house){.name = way < WAY_COUNT ? WAYS[way] : "as it is"};
    enum mad_status status = mad_engine_new(&house->engine);
    if (status == MAD_OK) {
        house->engine->ways = ways_of(way);
        status = mad_game_load(house->engine, &load, &house->game, &diagnostics);
    }
    if (status == MAD_ERROR_RULES && mad_diagnostics_errors(diagnostics) == 0) {
        status = MAD_ERROR_MISUSE; /* refused without a word */
    }
    mad_diagnostics_free(diagnostics);
    if (status == MAD_OK) {
        status = mad_position_new(house->game, &house->position);
    }
    if (status == MAD_OK) {
        status = mad_position_new(house->game, &house->other);
    }
    if (status == MAD_OK) {
        status = mad_moves_new(house->game, &house->moves);
    }
    return status;
}

/* --- one position --------------------------------------------------------------------------------- */

static const char *text_of(const mad_position *position, char text[TEXT_BYTES])
{
    mad_position_text(position, text, TEXT_BYTES);
    return text;
}

static bool same_moves(struct check *check, const struct house *a, const struct house *b)
{
    const size_t count = mad_moves_count(a->moves), others = mad_moves_count(b->moves);
    char text[TEXT_BYTES];
    for (size_t i = 0; i < count || i < others; i++) {
        const struct mad_move_info x =
            i < count ? mad_moves_at(a->moves, i) : (struct mad_move_info){.coord = "-"};
        const struct mad_move_info y =
            i < others ? mad_moves_at(b->moves, i) : (struct mad_move_info){.coord = "-"};
        if (strcmp(x.coord, y.coord) != 0) {
            broken(check, "other moves", "%s lists %s where %s lists %s (%zu and %zu moves)\n  %s",
                   a->name, x.coord, b->name, y.coord, count, others, text_of(a->position, text));
            return false;
        }
        if (strcmp(x.text, y.text) != 0 || x.takes != y.takes || x.outcomes != y.outcomes) {
            broken(check, "moves written otherwise", "%s: %s, %s: %s\n  %s", a->name, x.text,
                   b->name, y.text, text_of(a->position, text));
            return false;
        }
    }
    return true;
}

/* What a move leads to, as text, in the other position of a house. */
static bool behind(const struct house *house, size_t index, char text[TEXT_BYTES],
                   struct mad_result *result)
{
    if (mad_position_copy(house->other, house->position) != MAD_OK ||
        mad_position_apply(house->other, house->moves, index) != MAD_OK ||
        mad_position_result(house->other, result) != MAD_OK) {
        return false;
    }
    text_of(house->other, text);
    return true;
}

/* Where an outcome of a choice stands, or the choice itself when nothing is tossed. Choices are sorted, but outcomes
 * stand behind them as they were come upon, which is not alike in all houses. */
static size_t outcome_at(const struct house *house, size_t choice, size_t outcome)
{
    return mad_moves_at(house->moves, choice).outcomes != 0
               ? mad_moves_outcome(house->moves, choice, outcome).index
               : choice;
}

static bool same_behind(struct check *check, const struct house *a, const struct house *b,
                        size_t choice, size_t outcome)
{
    char text[TEXT_BYTES], other[TEXT_BYTES], now[TEXT_BYTES];
    struct mad_result x, y;
    const size_t index = outcome_at(a, choice, outcome);
    const bool known = behind(a, index, text, &x);
    if (known != behind(b, outcome_at(b, choice, outcome), other, &y)) {
        broken(check, "a limit for one alone", "%s or %s, behind %s\n  %s", a->name, b->name,
               mad_moves_at(a->moves, index).coord, text_of(a->position, now));
        return false;
    }
    if (known && strcmp(text, other) != 0) {
        broken(check, "a move leads elsewhere", "%s, from\n  %s\n%s: %s\n%s: %s",
               mad_moves_at(a->moves, index).coord, text_of(a->position, now), a->name, text,
               b->name, other);
        return false;
    }
    if (known && (x.outcome != y.outcome || x.scored != y.scored || x.points[0] != y.points[0] ||
                  x.points[1] != y.points[1])) {
        broken(check, "another result", "%s: %d, %s: %d, behind %s from\n  %s", a->name, x.outcome,
               b->name, y.outcome, mad_moves_at(a->moves, index).coord, text_of(a->position, now));
        return false;
    }
    return true;
}

/* Counts as far as the limit on nodes allows, foretold and made. */
static bool same_counts(struct check *check, const struct house *houses, size_t count)
{
    char text[TEXT_BYTES];
    uint64_t first[4] = {0};
    const size_t moves = mad_moves_count(houses[0].moves);
    const int depth = moves * moves > check->nodes           ? 1
                      : moves * moves * moves > check->nodes ? 2
                                                             : 3;
    for (size_t i = 0; i < count; i++) {
        for (int d = 1; d <= depth; d++) {
            uint64_t told = 0, made = 0;
            if (mad_perft(houses[i].position, d, &told, has_taken_long, check) != MAD_OK ||
                mad_perft_made(houses[i].position, d, &made, has_taken_long, check) != MAD_OK) {
                return true; /* a limit */
            }
            if (told != made) {
                broken(check, "counted is not made",
                       "%s: %d deep %" PRIu64 " are counted, %" PRIu64 " made\n  %s",
                       houses[i].name, d, told, made, text_of(houses[0].position, text));
                return false;
            }
            first[d] = i == 0 ? told : first[d];
            if (told != first[d]) {
                broken(check, "other counts", "%d deep %s has %" PRIu64 ", %s %" PRIu64 "\n  %s", d,
                       houses[0].name, first[d], houses[i].name, told,
                       text_of(houses[0].position, text));
                return false;
            }
        }
    }
    return true;
}

/* Whether all houses agree here. False also when a limit was met: check->verdict tells. */
static bool same_position(struct check *check, const struct house *houses, size_t count)
{
    struct mad_result results[MAX_HOUSES];
    char text[TEXT_BYTES], other[TEXT_BYTES];
    for (size_t i = 0; i < count; i++) {
        const struct house *house = &houses[i];
        const enum mad_status status = mad_moves_list(house->moves, house->position);
        if (status != MAD_OK || mad_position_result(house->position, &results[i]) != MAD_OK) {
            check->verdict = CHECK_LIMIT;
            return false;
        }
        if (i == 0) {
            continue;
        }
        if (results[i].outcome != results[0].outcome) {
            broken(check, "another result", "%s: %d, %s: %d\n  %s", houses[0].name,
                   results[0].outcome, house->name, results[i].outcome,
                   text_of(house->position, text));
            return false;
        }
        if (strcmp(text_of(houses[0].position, text), text_of(house->position, other)) != 0) {
            broken(check, "another position", "%s: %s\n%s: %s", houses[0].name, text, house->name,
                   other);
            return false;
        }
        if (!same_moves(check, &houses[0], house)) {
            return false;
        }
    }
    return true;
}

/* --- a game ------------------------------------------------------------------------------------------ */

/* The houses play the same game. */
static void play_together(struct check *check, struct house *houses, size_t count, uint64_t *random)
{
    for (unsigned ply = 0; ply < check->plies; ply++) {
        if (has_taken_long(check)) {
            check->verdict = CHECK_LIMIT;
            return;
        }
        if (!same_position(check, houses, count)) {
            return;
        }
        const size_t moves = mad_moves_count(houses[0].moves);
        check->positions++;
        check->moves += moves;
        if (moves == 0) {
            check->ended++;
            return;
        }
        for (size_t i = 1; i < count; i++) {
            for (size_t m = 0; m < moves && !has_taken_long(check); m += 1 + moves / 40) {
                const size_t outcomes = mad_moves_at(houses[0].moves, m).outcomes;
                for (size_t outcome = 0; outcome == 0 || outcome < outcomes; outcome++) {
                    if (!same_behind(check, &houses[0], &houses[i], m, outcome)) {
                        return;
                    }
                }
            }
        }
        if (!same_counts(check, houses, count)) {
            return;
        }
        const size_t choice = random_play_next(random) % moves;
        const size_t outcomes = mad_moves_at(houses[0].moves, choice).outcomes;
        const size_t outcome = outcomes != 0 ? random_play_next(random) % outcomes : 0;
        for (size_t i = 0; i < count; i++) {
            const size_t index = outcome_at(&houses[i], choice, outcome);
            const enum mad_status status =
                mad_position_apply(houses[i].position, houses[i].moves, index);
            if (status == MAD_ERROR_LIMIT) { /* what happens by itself is too much */
                check->verdict = CHECK_LIMIT;
                return;
            }
            if (status != MAD_OK) {
                broken(check, "a listed move cannot be made", "%s", houses[i].name);
                return;
            }
        }
    }
}

static bool play_out(struct check *check, const struct house *house, uint64_t seed)
{
    struct mad_playouts sum = {0};
    const struct mad_playout_limits limits = {.games = 3,
                                              .seed = seed | 1,
                                              .max_plies = 60,
                                              .interrupt = has_taken_long,
                                              .context = check};
    const enum mad_status status = mad_playout(house->position, &limits, &sum);
    if (status == MAD_OK && sum.games != 3 && !has_taken_long(check)) {
        broken(check, "random games are missing", "%" PRIu64 " of 3", sum.games);
    }
    return status == MAD_OK;
}

/* Every promise of random_play.h, which ends a game at a limit too. */
static void play_alone(struct check *check, const struct house *house, uint64_t seed)
{
    struct random_play play = {.seed = seed | 1,
                               .max_plies = (int)check->plies,
                               .may_stop = true,
                               .interrupt = has_taken_long,
                               .context = check};
    if (!random_play_games(&play, house->game, 1)) {
        broken(check, play.kind, "%s", play.fault);
    }
    if (play.limited) {
        check->verdict = check->verdict == CHECK_GOOD ? CHECK_LIMIT : check->verdict;
    }
}

/* --- what the rules mean --------------------------------------------------------------------------- */

/* Whether all that can be done here is done within the limits. */
static bool is_within_limits(mad_position *position, mad_moves *moves)
{
    struct mad_result result;
    uint64_t made = 0;
    return mad_position_result(position, &result) == MAD_OK &&
           mad_moves_list(moves, position) == MAD_OK &&
           mad_perft_made(position, 1, &made, NULL, NULL) == MAD_OK;
}

/* A random move in the position; false when there is none. */
static bool make_any(mad_position *position, const mad_moves *moves, uint64_t *random)
{
    const size_t count = mad_moves_count(moves);
    if (count == 0) {
        return false;
    }
    size_t index = random_play_next(random) % count;
    const size_t outcomes = mad_moves_at(moves, index).outcomes;
    if (outcomes != 0) {
        index = mad_moves_outcome(moves, index, random_play_next(random) % outcomes).index;
    }
    return mad_position_apply(position, moves, index) == MAD_OK;
}

/* In which way the two differ: what is made smaller goes on to differ so. */
static const char *difference(const char *fault)
{
    const bool more = strstr(fault, "product alone") != NULL,
               fewer = strstr(fault, "meaning alone") != NULL;
    return more && fewer                       ? "not the moves it means"
           : more                              ? "more moves than it means"
           : fewer                             ? "fewer moves than it means"
           : strstr(fault, "result: ") != NULL ? "another result than it means"
                                               : "not what it means";
}

static void follow_meaning(struct check *check, struct meaning_game *meaning,
                           struct meaning_play *play, const struct house *house, uint64_t *random)
{
    char fault[sizeof check->detail] = "-", text[TEXT_BYTES];
    for (unsigned ply = 0; ply < check->plies && !has_taken_long(check) &&
                           is_within_limits(house->position, house->moves);
         ply++) {
        const bool agrees = meaning_agrees(play, house->position, fault, sizeof fault);
        if (meaning_refusal(meaning) != NULL) {
            check->untold++;
            return;
        }
        if (!agrees) {
            broken(check, difference(fault), "%s %s", text_of(house->position, text), fault);
            return;
        }
        text_of(house->position, text);
        if (!make_any(house->position, house->moves, random)) {
            return;
        }
        if (!meaning_follow(play, house->position) && meaning_refusal(meaning) == NULL) {
            broken(check, "a move that the meaning has not", "behind %s", text);
            return;
        }
    }
}

/* Plays one game of its own beside the definitional interpreter. */
static void play_meaning(struct check *check, const char *text, size_t bytes, uint64_t *random)
{
    const struct mad_load load = {.path = "drawn.mad", .text = text, .text_bytes = bytes};
    struct house house = {.name = "as it is"};
    struct meaning_game *meaning = NULL;
    if (mad_engine_new(&house.engine) == MAD_OK &&
        meaning_load(house.engine, &load, &meaning, &house.game, NULL) == MAD_OK) {
        struct meaning_play *play = meaning_play_new(meaning);
        if (mad_position_new(house.game, &house.position) == MAD_OK &&
            mad_moves_new(house.game, &house.moves) == MAD_OK) {
            follow_meaning(check, meaning, play, &house, random);
        }
        meaning_play_free(play);
        meaning_free(meaning);
    }
    close_house(&house);
}

/* Which ways to leave out: those asked for, or some. */
static unsigned pick_way(const struct check *check, uint64_t *random, unsigned turn)
{
    if (check->left_out != 0) {
        unsigned way = 0;
        for (; way < WAY_COUNT; way++) {
            if ((check->left_out >> way & 1) && turn-- == 0) {
                break;
            }
        }
        return way;
    }
    return turn == 0   ? WAY_COUNT - 1
           : turn == 1 ? MAD_WAYS + (unsigned)(random_play_next(random) % WIDTHS)
           : turn <= 4 ? (unsigned)(random_play_next(random) % MAD_WAYS)
                       : WAY_COUNT;
}

void check_rules(struct check *check, const char *text, size_t bytes, uint64_t seed)
{
    struct house houses[MAX_HOUSES];
    size_t count = 0;
    uint64_t random = seed * 2 + 1;
    check->verdict = CHECK_GOOD;
    check->kind = NULL;
    check->began = clock();
    enum mad_status status = open_house(&houses[count++], WAY_COUNT, text, bytes);
    if (status == MAD_ERROR_MISUSE) {
        broken(check, "rules are refused without a word", "-");
    }
    if (status != MAD_OK) {
        check->verdict = check->verdict == CHECK_BROKEN ? CHECK_BROKEN : CHECK_REFUSED;
        close_house(&houses[0]);
        return;
    }
    for (unsigned turn = 0; count < MAX_HOUSES; turn++) {
        const unsigned way = pick_way(check, &random, turn);
        if (way == WAY_COUNT) {
            break;
        }
        if (open_house(&houses[count], way, text, bytes) == MAD_OK) {
            count++;
        } else { /* the plain way may need more room than there is */
            close_house(&houses[count]);
        }
    }
    play_alone(check, &houses[0], random);
    if (check->verdict != CHECK_BROKEN && play_out(check, &houses[0], seed)) {
        play_together(check, houses, count, &random);
    }
    if (check->verdict == CHECK_GOOD && check->left_out == 0) {
        play_meaning(check, text, bytes, &random);
    }
    while (count > 0) {
        close_house(&houses[--count]);
    }
}
