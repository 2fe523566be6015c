/* playout.c - random games to the end, as fast as they come.
 *
 * Layer: interp. Every move is drawn alike from all legal ones, and every end rule is asked after each,
 * repetition and counters included. The generator is xorshift64* (Vigna, "An experimental exploration
 * of Marsaglia's xorshift generators", 2016). */
#include "memory.h"
#include "position.h"

#include "game/chance.h"

struct playout {
    mad_position *position; /* the game being played */
    struct mad_move_list list;
    uint64_t seed;
};

static uint32_t draw(struct playout *playout, uint32_t below)
{
    uint64_t x = playout->seed;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    playout->seed = x;
    return (uint32_t)(((x * UINT64_C(2685821657736338717)) >> 32) * below >> 32);
}

/* One of the outcomes of an open move, by their weights. */
static const struct mad_move *toss(struct playout *playout, const struct mad_move *open)
{
    const struct mad_game *game = playout->position->game;
    const struct mad_move *outcome = playout->list.moves + open->delta_first;
    uint32_t left = draw(playout, mad_move_chance(game, outcome)->of);
    for (uint32_t i = 1; i < open->delta_count; i++, outcome++) {
        uint32_t weight = mad_move_chance(game, outcome)->weight;
        if (left < weight)
            break;
        left -= weight;
    }
    return outcome;
}

/* Lists the choices of the present state, and says whether the game is over there. */
static enum mad_status look(struct playout *playout, struct mad_verdict *verdict)
{
    mad_position *position = playout->position;
    struct mad_past past;
    uint32_t total;
    playout->list.count = playout->list.delta_count = 0;
    enum mad_status status = mad_position_past(position, &past);
    if (status == MAD_OK)
        status = mad_vm_generate(position->game, mad_position_state(position), &playout->list);
    if (status == MAD_OK && position->game->outcome_count != 0)
        status = mad_chance_fold(position->game, &playout->list, 0, &total);
    if (status == MAD_OK)
        status = mad_vm_judge_known(position->game, mad_position_state(position), past,
                                    playout->list.count != 0, verdict);
    return status;
}

static enum mad_status play_game(struct playout *playout, uint32_t max_plies,
                                 struct mad_playouts *sum)
{
    mad_position *position = playout->position;
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    const uint32_t first = position->count;
    enum mad_status status = look(playout, &verdict);
    while (status == MAD_OK && verdict.outcome == MAD_GOES_ON && playout->list.count != 0 &&
           position->count - first < max_plies) {
        const struct mad_move *move = &playout->list.moves[draw(playout, playout->list.count)];
        if (mad_move_is_open(move))
            move = toss(playout, move);
        status = mad_position_make(position, move, playout->list.deltas);
        if (status == MAD_OK)
            status = look(playout, &verdict);
    }
    if (status == MAD_OK) {
        sum->games++;
        sum->plies += position->count - first;
        sum->wins[0] += verdict.outcome == MAD_WIN_FIRST;
        sum->wins[1] += verdict.outcome == MAD_WIN_SECOND;
        sum->draws += verdict.outcome == MAD_DRAW;
        sum->unfinished += verdict.outcome == MAD_GOES_ON;
    }
    while (position->count > first && mad_position_undo(position) == MAD_OK)
        continue;
    return status;
}

static enum mad_status begin(struct playout *playout, const mad_position *position)
{
    const struct mad_memory *memory = position->game->allocator;
    struct mad_move_list *list = &playout->list;
    enum mad_status status = mad_position_new(position->game, &playout->position);
    if (status == MAD_OK)
        status = mad_position_copy(playout->position, position);
    if (status != MAD_OK)
        return status;
    list->capacity = MAD_MAX_MOVES;
    list->delta_capacity = MAD_MAX_DELTAS;
    list->moves = memory->resize(memory->context, NULL, 0, MAD_MAX_MOVES * sizeof *list->moves);
    list->deltas = memory->resize(memory->context, NULL, 0, MAD_MAX_DELTAS * sizeof *list->deltas);
    return list->moves != NULL && list->deltas != NULL ? MAD_OK : MAD_ERROR_MEMORY;
}

static void end(struct playout *playout, const struct mad_memory *memory)
{
    mad_memory_free(memory, playout->list.moves, MAD_MAX_MOVES * sizeof *playout->list.moves);
    mad_memory_free(memory, playout->list.deltas, MAD_MAX_DELTAS * sizeof *playout->list.deltas);
    mad_position_free(playout->position);
}

enum mad_status mad_playout(const mad_position *position, const struct mad_playout_limits *limits,
                            struct mad_playouts *sum)
{
    *sum = (struct mad_playouts){0};
    if (limits->games == 0 && limits->interrupt == NULL)
        return MAD_ERROR_MISUSE;
    struct playout playout = {.seed = limits->seed * 2 + 1}; /* any seed will do, but not 0 */
    enum mad_status status = begin(&playout, position);
    for (uint32_t i = 0; i < 8; i++) /* seeds that lie near each other part soon */
        draw(&playout, 1);
    while (status == MAD_OK && (limits->games == 0 || sum->games < limits->games) &&
           (limits->interrupt == NULL || !limits->interrupt(limits->context)))
        status = play_game(&playout, limits->max_plies != 0 ? limits->max_plies : MAD_PLAYOUT_PLIES,
                           sum);
    end(&playout, position->game->allocator);
    return status;
}
