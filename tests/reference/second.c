/* second.c - plays random games with the interpreter and with the second generator side by side.
 *
 * usage: second [--tally] GAMES SEED [NAME ...]: so many games of each game that the generator knows,
 * or of those named. second --list names them. In every position both must list the same moves and
 * say the same about the result, and the interpreter's counting must agree: one move deep everywhere,
 * two moves deep now and then. Ends with `N passed, N failed`; a test is one game played to its end
 * or to MAX_PLIES. --tally says of each game how the games ended.
 *
 *        second --count DEPTH NAME [TEXT]: the second generator's own counts of moves, from the array
 * or a position text. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../interp/mad_rules.h"
#include "../random.h"
#include "second.h"

enum {
    MAX_PLIES = 500,
    KINDS_OF_END = 40,
    SETTINGS_MAX = 8,
    COUNTED_TWICE = 128,
    MANY_MOVES = 200,
    COUNT_DEPTH_MAX = 8
};

static const struct second_game *(*const families[])(size_t *) = {
    second_chess,    second_elephants, second_shogi, second_xiangqi, second_hexagons,
    second_draughts, second_boards,    second_turns, second_janggi,  second_international,
};
enum { FAMILIES = sizeof families / sizeof *families };

/* --- helpers for the games --------------------------------------------------------------------- */

size_t second_times(const struct second_history *history)
{
    const struct second_position *now = &history->positions[history->count - 1];
    size_t times = 0;
    for (size_t i = 0; i < history->count; i++)
        times += memcmp(&history->positions[i], now, offsetof(struct second_position, clock)) == 0;
    return times;
}

size_t second_first_time(const struct second_history *history)
{
    const struct second_position *now = &history->positions[history->count - 1];
    size_t first = 0;
    while (memcmp(&history->positions[first], now, offsetof(struct second_position, clock)) != 0)
        first++;
    return first;
}

char *second_square(char *text, int file, int rank)
{
    *text = (char)('a' + file);
    return text + 1 + sprintf(text + 1, "%d", rank + 1);
}

char *second_gap(char *text, int *gap)
{
    int length = *gap > 0 ? sprintf(text, "%d", *gap) : 0;
    *gap = 0;
    return text + length;
}

/* --- one game ---------------------------------------------------------------------------------- */

struct ends { /* how games ended, and how many */
    const char *why[KINDS_OF_END];
    enum second_outcome outcome[KINDS_OF_END];
    unsigned long times[KINDS_OF_END];
    size_t count;
};

/* A move that the interpreter can make: of one with a toss, each outcome. */
struct their_move {
    const char *coord;
    size_t index; /* in its list */
};

struct duel {
    const struct second_game *game;
    const mad_game *compiled;
    mad_position *position;
    mad_moves *listed; /* by the interpreter */
    struct their_move *theirs;
    size_t their_count;
    struct second_move *ours;
    size_t our_count;
    struct second_position *positions; /* MAX_PLIES + 1 */
    size_t count;
    char played[MAX_PLIES][SECOND_TEXT_SIZE];
    const char *start;  /* null: the array */
    const char *script; /* texts of the moves to begin with */
    char text[SECOND_TEXT_MAX];
    uint64_t seed, random;
    bool dawdles; /* goes back to earlier positions */
    struct ends ends;
    unsigned long plies;
};

static int compare_moves(const void *a, const void *b)
{
    return strcmp(((const struct second_move *)a)->text, ((const struct second_move *)b)->text);
}

static const char *outcome_text(enum second_outcome outcome)
{
    static const char *const texts[] = {"goes on", "first wins", "second wins", "draw"};
    return texts[outcome];
}

static enum second_outcome outcome_of(enum mad_outcome outcome)
{
    switch (outcome) {
    case MAD_WIN_FIRST: return SECOND_FIRST_WINS;
    case MAD_WIN_SECOND: return SECOND_SECOND_WINS;
    case MAD_DRAW: return SECOND_DRAWN;
    case MAD_GOES_ON:
    case MAD_WIN_THIRD: /* of two players there is none */
    case MAD_WIN_FOURTH: break;
    }
    return SECOND_GOES_ON;
}

static void print_place(const struct duel *duel, const char *what)
{
    char text[1024];
    mad_position_text(duel->position, text, sizeof text);
    printf("FAILED %s, seed %" PRIu64 ": %s\n  position: %s\n", duel->game->name, duel->seed, what,
           text);
    if (duel->start != NULL)
        printf("  from: %s\n", duel->start);
    printf("  played:");
    for (size_t i = 0; i + 1 < duel->count; i++)
        printf(" %s", duel->played[i]);
    printf("\n");
}

static void print_only(const struct duel *duel)
{
    size_t i = 0, k = 0, count = duel->their_count;
    while (i < duel->our_count || k < count) {
        int order = i == duel->our_count ? 1
                    : k == count         ? -1
                                         : strcmp(duel->ours[i].text, duel->theirs[k].coord);
        if (order < 0)
            printf("  only the second generator: %s\n", duel->ours[i].text);
        if (order > 0)
            printf("  only the interpreter: %s\n", duel->theirs[k].coord);
        i += order <= 0;
        k += order >= 0;
    }
}

static int compare_theirs(const void *a, const void *b)
{
    return strcmp(((const struct their_move *)a)->coord, ((const struct their_move *)b)->coord);
}

static void add_theirs(struct duel *duel, size_t index)
{
    if (duel->their_count < SECOND_MOVES_MAX)
        duel->theirs[duel->their_count++] =
            (struct their_move){mad_moves_at(duel->listed, index).coord, index};
}

static bool list_theirs(struct duel *duel)
{
    duel->their_count = 0;
    if (mad_moves_list(duel->listed, duel->position) != MAD_OK)
        return false;
    for (size_t i = 0; i < mad_moves_count(duel->listed); i++) {
        size_t outcomes = mad_moves_at(duel->listed, i).outcomes;
        if (outcomes == 0)
            add_theirs(duel, i);
        for (size_t k = 0; k < outcomes; k++)
            add_theirs(duel, mad_moves_outcome(duel->listed, i, k).index);
    }
    qsort(duel->theirs, duel->their_count, sizeof *duel->theirs, compare_theirs);
    return true;
}

static bool is_same_list(struct duel *duel)
{
    bool is_same = duel->our_count == duel->their_count;
    qsort(duel->ours, duel->our_count, sizeof *duel->ours, compare_moves);
    for (size_t i = 0; i < duel->our_count && is_same; i++)
        is_same = strcmp(duel->ours[i].text, duel->theirs[i].coord) == 0;
    if (!is_same) {
        print_place(duel, "the lists of moves differ");
        print_only(duel);
    }
    return is_same;
}

/* Where points decide, they have to be the same too. */
static bool are_same_points(struct duel *duel, const struct mad_result *theirs)
{
    const struct second_position *end = &duel->positions[duel->count - 1];
    int points[2] = {0, 0};
    bool scored = second_board_points(duel->game, end, points) ||
                  second_hexagon_points(duel->game, end, points);
    if (theirs->outcome == MAD_GOES_ON)
        return true;
    if (scored == (theirs->scored != 0) &&
        (!scored || (points[0] == theirs->points[0] && points[1] == theirs->points[1])))
        return true;
    print_place(duel, "the points differ");
    printf("  the second generator: %d to %d\n  the interpreter: %d to %d\n", points[0], points[1],
           theirs->points[0], theirs->points[1]);
    return false;
}

static bool is_same_result(struct duel *duel, struct second_result ours)
{
    struct mad_result theirs = {.outcome = MAD_GOES_ON};
    if (mad_position_result(duel->position, &theirs) != MAD_OK) {
        print_place(duel, "the interpreter knows no result");
        return false;
    }
    if (ours.outcome == outcome_of(theirs.outcome))
        return are_same_points(duel, &theirs);
    print_place(duel, "the results differ");
    printf("  the second generator: %s (%s)\n  the interpreter: %s (%s)\n",
           outcome_text(ours.outcome), ours.why ? ours.why : "-",
           outcome_text(outcome_of(theirs.outcome)), theirs.reason ? theirs.reason : "-");
    return false;
}

/* Positions `depth` moves on. One that is over has none behind it; repetition and the counting of
 * moves are left out. */
static uint64_t count_positions(const struct second_game *game,
                                const struct second_position *position, int depth)
{
    if (depth == 0)
        return 1;
    struct second_position here = *position;
    here.clock = 0;
    const struct second_history history = {&here, 1};
    static struct second_move lists[COUNT_DEPTH_MAX + 1][SECOND_MOVES_MAX];
    struct second_move *list = lists[depth];
    size_t count = game->moves(game, &here, list);
    uint64_t positions = 0;
    if (game->result(game, &history, count).outcome == SECOND_GOES_ON)
        for (size_t i = 0; i < count; i++)
            positions += count_positions(game, &list[i].after, depth - 1);
    return positions;
}

/* Counting takes other ways through the interpreter than listing. */
static bool is_same_count(struct duel *duel)
{
    int depth = duel->count % COUNTED_TWICE == 0 && duel->our_count < MANY_MOVES ? 2 : 1;
    uint64_t theirs = 0, ours = duel->our_count;
    if (depth == 2)
        ours = count_positions(duel->game, &duel->positions[duel->count - 1], 2);
    if (mad_perft(duel->position, depth, &theirs, NULL, NULL) == MAD_OK && theirs == ours)
        return true;
    print_place(duel, "the counts of moves differ");
    printf("  %d deep: the second generator %" PRIu64 ", the interpreter %" PRIu64 "\n", depth,
           ours, theirs);
    return false;
}

/* The interpreter's position text says where the men are, who is in hand and whose turn it is. */
static bool is_same_text(struct duel *duel)
{
    const struct second_position *ours = &duel->positions[duel->count - 1];
    struct second_position theirs;
    char text[SECOND_TEXT_MAX];
    mad_position_text(duel->position, text, sizeof text);
    memset(&theirs, 0, sizeof theirs);
    duel->game->begin(duel->game, &theirs, text);
    if (memcmp(theirs.cell, ours->cell, sizeof theirs.cell) == 0 &&
        memcmp(theirs.hand, ours->hand, sizeof theirs.hand) == 0 && theirs.mover == ours->mover)
        return true;
    print_place(duel, "the positions differ");
    return false;
}

static void count_end(struct ends *ends, struct second_result result)
{
    size_t i = 0;
    while (i < ends->count &&
           (ends->outcome[i] != result.outcome || strcmp(ends->why[i], result.why) != 0))
        i++;
    if (i == KINDS_OF_END)
        return;
    if (i == ends->count)
        ends->count++;
    ends->why[i] = result.why;
    ends->outcome[i] = result.outcome;
    ends->times[i]++;
}

static bool was_there(const struct duel *duel, const struct second_position *position)
{
    for (size_t i = 0; i < duel->count; i++)
        if (memcmp(&duel->positions[i], position, offsetof(struct second_position, clock)) == 0)
            return true;
    return false;
}

/* Any move; in every fourth game half of the time one back to an earlier position, where there is
 * one, so that games end by repetition too. */
static size_t choose(struct duel *duel)
{
    size_t chosen = random_below(&duel->random, duel->our_count);
    if (duel->dawdles && random_below(&duel->random, 2) == 0)
        for (size_t i = 0; i < duel->our_count; i++) {
            size_t k = (chosen + i) % duel->our_count;
            if (was_there(duel, &duel->ours[k].after))
                return k;
        }
    return chosen;
}

/* The move that the script says next; our_count when there is no such move. */
static size_t choose_by_script(struct duel *duel)
{
    size_t length = strcspn(duel->script, " "), i = 0;
    while (i < duel->our_count && (strncmp(duel->ours[i].text, duel->script, length) != 0 ||
                                   duel->ours[i].text[length] != '\0'))
        i++;
    duel->script += length + strspn(duel->script + length, " ");
    return i;
}

static bool make(struct duel *duel)
{
    size_t chosen = *duel->script ? choose_by_script(duel) : choose(duel);
    if (chosen == duel->our_count) {
        print_place(duel, "the next move of the start is none");
        return false;
    }
    memcpy(duel->played[duel->count - 1], duel->ours[chosen].text, sizeof duel->played[0]);
    if (mad_position_apply(duel->position, duel->listed, duel->theirs[chosen].index) != MAD_OK) {
        print_place(duel, "the interpreter cannot make a move that it listed");
        return false;
    }
    duel->positions[duel->count++] = duel->ours[chosen].after;
    return true;
}

static bool play_on(struct duel *duel)
{
    struct second_result result = {SECOND_GOES_ON, "unfinished"};
    while (duel->count <= MAX_PLIES) {
        struct second_history history = {duel->positions, duel->count};
        duel->our_count =
            duel->game->moves(duel->game, &duel->positions[duel->count - 1], duel->ours);
        result = duel->game->result(duel->game, &history, duel->our_count);
        if (!is_same_result(duel, result) || !is_same_text(duel))
            return false;
        if (result.outcome != SECOND_GOES_ON)
            duel->our_count = 0;
        if (!list_theirs(duel) || !is_same_list(duel))
            return false;
        if (result.outcome != SECOND_GOES_ON)
            break;
        if (!is_same_count(duel))
            return false;
        if (duel->our_count == 0) {
            print_place(duel, "the game goes on without a move");
            return false;
        }
        result.why = "unfinished";
        duel->plies++;
        if (!make(duel))
            return false;
    }
    count_end(&duel->ends, result);
    return true;
}

/* Half of the games start from the array, a quarter from the texts in turn, a quarter from random
 * positions; from the array where there are none. */
static const char *start_of(struct duel *duel)
{
    const struct second_game *game = duel->game;
    size_t texts = 0;
    while (game->starts != NULL && game->starts[texts] != NULL)
        texts++;
    size_t kind = random_below(&duel->random, 4);
    if (kind == 0 && texts > 0)
        return game->starts[random_below(&duel->random, texts)];
    if (kind != 1 || game->scatter == NULL)
        return NULL;
    game->scatter(game, &duel->random, duel->text);
    return duel->text;
}

/* Parts the position text of the start from the moves behind it. */
static void set_script(struct duel *duel)
{
    const char *moves = duel->start != NULL ? strstr(duel->start, " moves ") : NULL;
    duel->script = "";
    if (moves == NULL)
        return;
    duel->script = moves + strlen(" moves ");
    snprintf(duel->text, sizeof duel->text, "%.*s", (int)(moves - duel->start), duel->start);
    duel->start = duel->text;
}

static bool play_game(struct duel *duel, uint64_t seed)
{
    struct mad_text_error error = {0};
    duel->seed = duel->random = seed;
    duel->dawdles = random_below(&duel->random, 4) == 0;
    duel->start = start_of(duel);
    set_script(duel);
    duel->position = NULL;
    if (mad_position_new(duel->compiled, &duel->position) != MAD_OK)
        return false;
    bool good =
        duel->start == NULL || mad_position_set(duel->position, duel->start, &error) == MAD_OK;
    if (!good)
        printf("FAILED %s: %s: %s\n", duel->game->name, duel->start, error.text);
    memset(&duel->positions[0], 0, sizeof duel->positions[0]);
    duel->game->begin(duel->game, &duel->positions[0], duel->start);
    duel->count = 1;
    good = good && play_on(duel);
    mad_position_free(duel->position);
    return good;
}

/* --- many games -------------------------------------------------------------------------------- */

struct request {
    const mad_engine *engine;
    unsigned long games;
    uint64_t seed;
    bool tallies;
    unsigned long passed, failed;
};

static mad_game *load(const mad_engine *engine, const struct second_game *game)
{
    char name[120], settings[200] = "";
    struct mad_setting setting[SETTINGS_MAX];
    struct mad_load request = {.path = name, .settings = setting};
    snprintf(name, sizeof name, "%s", game->name);
    char *colon = strchr(name, ':');
    if (colon != NULL) {
        *colon = '\0';
        request.variant = colon + 1;
    }
    if (game->settings != NULL)
        snprintf(settings, sizeof settings, "%s", game->settings);
    for (char *word = strtok(settings, " "); word != NULL && request.setting_count < SETTINGS_MAX;
         word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        if (equals == NULL)
            return NULL;
        *equals = '\0';
        setting[request.setting_count++] = (struct mad_setting){word, equals + 1};
    }
    mad_game *out = NULL;
    return mad_game_load(engine, &request, &out, NULL) == MAD_OK ? out : NULL;
}

static void print_tally(const struct duel *duel)
{
    printf("%s%s%s: %lu plies", duel->game->name, duel->game->settings ? " " : "",
           duel->game->settings ? duel->game->settings : "", duel->plies);
    for (size_t i = 0; i < duel->ends.count; i++)
        printf(", %lu %s (%s)", duel->ends.times[i], outcome_text(duel->ends.outcome[i]),
               duel->ends.why[i]);
    printf("\n");
}

static void play_games(struct request *request, const struct second_game *game)
{
    mad_game *compiled = load(request->engine, game);
    struct duel *duel = calloc(1, sizeof *duel);
    if (duel != NULL) {
        duel->ours = malloc(SECOND_MOVES_MAX * sizeof *duel->ours);
        duel->theirs = malloc(SECOND_MOVES_MAX * sizeof *duel->theirs);
        duel->positions = malloc((MAX_PLIES + 2) * sizeof *duel->positions);
    }
    if (compiled == NULL || duel == NULL || duel->ours == NULL || duel->theirs == NULL ||
        duel->positions == NULL || mad_moves_new(compiled, &duel->listed) != MAD_OK) {
        printf("FAILED %s: it cannot be loaded\n", game->name);
        request->failed++;
    } else {
        duel->game = game;
        duel->compiled = compiled;
        for (uint64_t seed = request->seed; seed < request->seed + request->games; seed++)
            *(play_game(duel, seed) ? &request->passed : &request->failed) += 1;
        if (request->tallies)
            print_tally(duel);
        mad_moves_free(duel->listed);
    }
    if (duel != NULL) {
        free(duel->ours);
        free(duel->theirs);
        free(duel->positions);
    }
    free(duel);
    mad_game_free(compiled);
    fflush(stdout);
}

static bool is_asked_for(const struct second_game *game, int count, char **names)
{
    bool is_named = count == 0;
    for (int i = 0; i < count; i++)
        is_named = is_named || strcmp(names[i], game->name) == 0;
    return is_named;
}

static int list_games(void)
{
    for (size_t family = 0; family < FAMILIES; family++) {
        size_t count = 0;
        const struct second_game *games = families[family](&count);
        for (size_t i = 0; i < count; i++)
            printf("%s%s%s\n", games[i].name, games[i].settings ? " " : "",
                   games[i].settings ? games[i].settings : "");
    }
    return 0;
}

static int print_counts(int depth, const char *name, const char *text)
{
    for (size_t family = 0; family < FAMILIES && depth <= COUNT_DEPTH_MAX; family++) {
        size_t count = 0;
        const struct second_game *games = families[family](&count);
        for (size_t i = 0; i < count; i++) {
            if (games[i].settings != NULL || strcmp(games[i].name, name) != 0)
                continue;
            struct second_position position = {.mover = 0};
            games[i].begin(&games[i], &position, text);
            for (int d = 1; d <= depth; d++)
                printf("%d\t%" PRIu64 "\n", d, count_positions(&games[i], &position, d));
            return 0;
        }
    }
    fprintf(stderr, "no such game, or deeper than %d: %s\n", COUNT_DEPTH_MAX, name);
    return 2;
}

int main(int argc, char **argv)
{
    struct request request = {0};
    int at = 1, asked = 0;
    if (argc > 3 && strcmp(argv[1], "--count") == 0)
        return print_counts(atoi(argv[2]), argv[3], argc > 4 ? argv[4] : NULL);
    if (argc > 1 && strcmp(argv[1], "--list") == 0)
        return list_games();
    if (argc > 1 && strcmp(argv[1], "--tally") == 0) {
        request.tallies = true;
        at++;
    }
    if (argc < at + 2) {
        fprintf(stderr, "usage: second [--tally] GAMES SEED [NAME ...], or second --list\n");
        return 2;
    }
    request.games = strtoul(argv[at], NULL, 10);
    request.seed = strtoull(argv[at + 1], NULL, 10);
    mad_engine *engine = NULL;
    if (mad_engine_new(&engine) != MAD_OK)
        return 3;
    request.engine = engine;
    for (size_t family = 0; family < FAMILIES; family++) {
        size_t count = 0;
        const struct second_game *games = families[family](&count);
        for (size_t i = 0; i < count; i++)
            if (is_asked_for(&games[i], argc - at - 2, argv + at + 2)) {
                play_games(&request, &games[i]);
                asked++;
            }
    }
    mad_engine_free(engine);
    if (asked == 0)
        printf("FAILED: no such game; second --list names them\n");
    printf("%lu passed, %lu failed\n", request.passed, request.failed + (asked == 0));
    return request.failed > 0 || asked == 0;
}
