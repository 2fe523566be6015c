/* runners.c - men on their way to become better whom nobody of their kind stops any more (evaluate.h). Layer: search.
 *
 * A man who never comes back to where he was, and becomes another in the end, is a runner: a Pawn of chess. Runners of
 * the enemy who stand on his way, or attack a square of it, stop him: one on e5 the Pawns on d6, d7, e6, e7, f6 and f7.
 * Whom none of them stops is worth more, the nearer he is to the end: other men have to see to him. Where men are
 * dropped from pockets nobody's way is free for long, and there are no runners. */
#include "../memory.h"
#include "../vm/vm.h"
#include "evaluate.h"

enum { MOST_SQUARES = 128 }; /* of a board whose ways are looked at: it takes their square */

/* What part of that which he gains counts, in 1/256, by how many moves he is away. */
static const int32_t share[] = {0, 16, 12, 7, 4, 2, 1};
enum { SHARE_PARTS = 256, SHARES = sizeof share / sizeof *share };

/* While they are looked for: sets of squares, [code * squares + square]. */
struct finding {
    struct mad_evaluator *to;
    const struct mad_game *game;
    struct mad_state *state;
    uint8_t *away; /* as mad_runners_find has them */
    const int32_t *promise;
    uint64_t *stop; /* as in struct mad_standing */
    uint64_t *way;  /* where he goes from there, by any number of moves */
    uint64_t *held; /* squares on which he stops others: his own and those he attacks */
};

static void add(uint64_t *set, uint32_t square)
{
    set[square / 64] |= UINT64_C(1) << (square % 64);
}

static bool meet(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    uint64_t both = 0;
    for (uint32_t i = 0; i < words; i++)
        both |= a[i] & b[i];
    return both != 0;
}

/* Ways of a man alone on the board; false when he comes back somewhere. */
static bool follow(const struct finding *finding, uint32_t code)
{
    const uint32_t squares = finding->game->squares, words = finding->game->words;
    const size_t first = (size_t)code * squares * words;
    uint64_t *way = finding->way + first;
    memcpy(way, finding->to->reach + first, (size_t)squares * words * sizeof *way);
    for (uint32_t middle = 0; middle < squares; middle++) /* as in join_steps of measure.c */
        for (uint32_t from = 0; from < squares; from++)
            for (uint32_t i = 0; mad_is_in(way + from * words, middle) && i < words; i++)
                way[from * words + i] |= way[middle * words + i];
    for (uint32_t from = 0; from < squares; from++)
        if (mad_is_in(way + from * words, from))
            return false;
    return true;
}

/* By how many moves each of his squares is away from where he becomes another. */
static void find_distances(const struct finding *finding, uint32_t code)
{
    const struct mad_game *game = finding->game;
    const size_t first = (size_t)code * game->squares;
    uint8_t *away = finding->away + first;
    for (uint8_t steps = 2; steps < SHARES; steps++)
        for (uint32_t from = 0; from < game->squares; from++)
            for (uint32_t to = 0; away[from] == 0 && to < game->squares; to++)
                if (away[to] == steps - 1 &&
                    mad_is_in(finding->to->reach + (first + from) * game->words, to))
                    away[from] = steps;
}

static void find_held(const struct finding *finding, uint32_t code)
{
    const struct mad_game *game = finding->game;
    const uint32_t player = game->codes[code].owner;
    for (uint32_t at = 0; at < game->squares; at++) {
        uint64_t *held = finding->held + ((size_t)code * game->squares + at) * game->words;
        if (mad_is_hole(game, at))
            continue;
        mad_begin_board(game, finding->state, player);
        mad_state_put(game, finding->state, at, (uint8_t)code);
        mad_state_finish(game, finding->state);
        add(held, at);
        for (uint32_t square = 0; square < game->squares; square++)
            if (mad_vm_is_attacked(game, finding->state, player, square))
                add(held, square);
    }
}

static void find_stops(const struct finding *finding, uint32_t code, uint32_t enemy)
{
    const struct mad_game *game = finding->game;
    const uint32_t words = game->words;
    for (uint32_t from = 0; from < game->squares; from++) {
        const size_t cell = (size_t)code * game->squares + from;
        for (uint32_t at = 0; at < game->squares; at++)
            if (meet(finding->way + cell * words,
                     finding->held + ((size_t)enemy * game->squares + at) * words, words))
                add(finding->stop + cell * words, at);
    }
}

static void find_all(const struct finding *finding)
{
    struct mad_evaluator *to = finding->to;
    const struct mad_game *game = to->game;
    for (uint32_t code = 0; code < game->code_count; code++)
        if (finding->promise[code] > 0 && !to->royal[code] && follow(finding, code)) {
            to->standing.runners[to->standing.runner_count++] = (uint8_t)code;
            find_distances(finding, code);
            find_held(finding, code);
        }
    const uint8_t *runners = to->standing.runners;
    for (uint32_t i = 0; i < to->standing.runner_count; i++)
        for (uint32_t j = 0; j < to->standing.runner_count; j++)
            if (game->codes[runners[i]].owner != game->codes[runners[j]].owner)
                find_stops(finding, runners[i], runners[j]);
}

/* What it is worth that nobody stops him. */
static void find_hopes(const struct finding *finding, int32_t *hope)
{
    for (uint32_t cell = 0; cell < mad_cells_of(finding->game); cell++)
        hope[cell] = finding->promise[cell / finding->game->squares] * share[finding->away[cell]] /
                     SHARE_PARTS;
}

static size_t bytes_of(const struct mad_game *game)
{
    return mad_cells_of(game) * (game->words * sizeof(uint64_t) + sizeof(int32_t));
}

enum mad_status mad_runners_find(struct mad_evaluator *evaluator, uint8_t *away,
                                 const int32_t *promise, struct mad_state *state)
{
    const struct mad_game *game = evaluator->game;
    const size_t words = (size_t)mad_cells_of(game) * game->words, bytes = words * sizeof(uint64_t);
    if (game->squares > MOST_SQUARES || game->pocket_count > 0 || game->turn.seats != NULL)
        return MAD_OK; /* of three and four players nobody asks so whom one man attacks */
    struct finding finding = {.to = evaluator,
                              .game = game,
                              .state = state,
                              .away = away,
                              .promise = promise,
                              .stop = mad_memory_new(game->allocator, bytes_of(game)),
                              .way = mad_memory_new(game->allocator, 2 * bytes)};
    const bool has_room = finding.stop != NULL && finding.way != NULL;
    evaluator->ways = finding.stop;
    if (has_room) {
        int32_t *hope = (int32_t *)(finding.stop + words);
        finding.held = finding.way + words;
        find_all(&finding);
        find_hopes(&finding, hope);
        evaluator->standing.stop = finding.stop;
        evaluator->standing.hope = hope;
    }
    mad_memory_free(game->allocator, finding.way, 2 * bytes);
    return has_room ? MAD_OK : MAD_ERROR_MEMORY;
}

void mad_runners_free(struct mad_evaluator *evaluator)
{
    mad_memory_free(evaluator->game->allocator, evaluator->ways, bytes_of(evaluator->game));
    evaluator->ways = NULL;
}
