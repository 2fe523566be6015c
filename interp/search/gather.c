/* gather.c - games won by whoever brings all his men to some part of the board (evaluate.h). Layer: search.
 *
 * As goals.c it reads nothing from the rules but the parts of the board that they name: a player's men are put there, and
 * the ends are asked whether he has won. Then a man is worth the more the nearer he is to the square of it that is
 * farthest from where his side begins: whoever comes first goes through to the end, and leaves room. */
#include "../memory.h"
#include "../vm/vm.h"
#include "evaluate.h"

enum {
    STEP_WORTH = 20, /* of a step nearer */
    FAR = UINT8_MAX, /* more steps than there are */
    LEAST_MEN = 2,   /* one alone is found by goals.c */
};

/* What he calls so. */
static const uint64_t *zone_of(const struct mad_game *game, uint32_t zone, uint32_t player)
{
    return game->turn.seats != NULL ? game->turn.seats->game[player]->info.zones[zone].squares[0]
                                    : game->info.zones[zone].squares[player];
}

static uint32_t men_of(const struct mad_game *game, uint32_t player)
{
    const uint8_t *array = mad_state_board_const(game, game->initial);
    uint32_t count = 0;
    for (uint32_t square = 0; square < game->squares; square++)
        count += array[square] != game->empty && mad_owner_of(game, array[square]) == player;
    return count;
}

static bool has_won(const struct mad_game *game, struct mad_state *state, uint32_t player,
                    uint32_t *steps)
{
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    mad_state_usual_turn(game, state);
    if (game->turn.seats != NULL)
        mad_seat_begin(game, state);
    mad_state_finish(game, state);
    if (game->turn.seats == NULL)
        state->mover = (uint8_t)player;
    enum mad_status status =
        mad_vm_judge_known(game, state, (struct mad_past){1, 0}, true, &verdict, steps);
    return status == MAD_OK && verdict.outcome == mad_seat_win(game, player);
}

/* The first square from there on that is free of men and of the zone. */
static uint32_t free_from(const struct mad_game *game, const struct mad_state *state,
                          const uint64_t *zone, uint32_t square)
{
    const uint8_t *board = mad_state_board_const(game, state);
    while (square < game->squares &&
           (mad_is_hole(game, square) || mad_is_in(zone, square) || board[square] != game->empty))
        square++;
    return square;
}

/* Puts his men of the array into the zone, and all others where they stand, or else beside it; false when there is no room. */
static bool set_up(const struct mad_game *game, struct mad_state *state, uint32_t player,
                   const uint64_t *zone)
{
    const uint8_t *array = mad_state_board_const(game, game->initial);
    uint32_t in = 0, beside = 0;
    mad_begin_board(game, state, (player + 1) % mad_players_of(game)); /* he has moved last */
    for (uint32_t pass = 0; pass < 2; pass++) /* his men last: they fill what is left */
        for (uint32_t square = 0; square < game->squares; square++) {
            const uint8_t code = array[square];
            const bool is_his = code != game->empty && mad_owner_of(game, code) == player;
            uint32_t to = square;
            if (code == game->empty || is_his != (pass == 1))
                continue;
            if (is_his) {
                while (in < game->squares && !mad_is_in(zone, in))
                    in++;
                to = in++;
            } else if (mad_is_in(zone, square)) {
                to = beside = free_from(game, state, zone, beside);
            }
            if (to >= game->squares)
                return false;
            mad_state_put(game, state, to, code);
        }
    return true;
}

/* Whether he has won there, and would not have if any one of his men stood elsewhere. */
static bool needs_all(const struct mad_game *game, struct mad_state *state, uint32_t player,
                      const uint64_t *zone, uint32_t *steps)
{
    const uint32_t men = men_of(game, player);
    if (!set_up(game, state, player, zone) || !has_won(game, state, player, steps))
        return false;
    for (uint32_t one = 0, at = 0; one < men; one++, at++) {
        if (!set_up(game, state, player, zone))
            return false;
        while (!mad_is_in(zone, at))
            at++;
        const uint8_t code = mad_state_board_const(game, state)[at];
        const uint32_t to = free_from(game, state, zone, 0);
        if (to == game->squares)
            return false;
        mad_state_put(game, state, at, game->empty);
        mad_state_put(game, state, to, code);
        if (has_won(game, state, player, steps))
            return false;
    }
    return true;
}

/* Moves of such a man alone on the board from each square to this one. */
static void walk_back(const struct mad_evaluator *evaluator, uint32_t code, uint32_t goal,
                      uint8_t *steps)
{
    const struct mad_game *game = evaluator->game;
    bool goes_on = true;
    memset(steps, FAR, game->squares);
    steps[goal] = 0;
    for (uint32_t step = 1; step < FAR && goes_on; step++) {
        goes_on = false;
        for (uint32_t from = 0; from < game->squares; from++) {
            const uint64_t *reach =
                &evaluator->reach[((size_t)code * game->squares + from) * game->words];
            for (uint32_t to = 0; to < game->squares && steps[from] == FAR; to++)
                if (steps[to] == step - 1 && mad_is_in(reach, to)) {
                    steps[from] = (uint8_t)step;
                    goes_on = true;
                }
        }
    }
}

/* How far his men of that code are from it at the beginning, all together; 0: not each of them comes there. */
static uint32_t way_to(const struct mad_game *game, uint32_t code, const uint8_t *steps)
{
    const uint8_t *array = mad_state_board_const(game, game->initial);
    uint32_t sum = 0;
    for (uint32_t square = 0; square < game->squares; square++) {
        if (array[square] == code && steps[square] == FAR)
            return 0;
        sum += array[square] == code ? steps[square] : 0;
    }
    return sum;
}

static void draw_to(struct mad_evaluator *evaluator, uint32_t code, const uint64_t *zone)
{
    const struct mad_game *game = evaluator->game;
    uint8_t steps[MAD_MAX_SQUARES], best[MAD_MAX_SQUARES];
    uint32_t farthest = 0, most = 0;
    memset(best, FAR, sizeof best);
    for (uint32_t goal = 0; goal < game->squares; goal++) {
        if (!mad_is_in(zone, goal))
            continue;
        walk_back(evaluator, code, goal, steps);
        const uint32_t way = way_to(game, code, steps);
        for (uint32_t square = 0; square < game->squares; square++) /* else: to the nearest */
            if (way > farthest || (farthest == 0 && steps[square] < best[square]))
                best[square] = steps[square];
        farthest = way > farthest ? way : farthest;
    }
    for (uint32_t square = 0; square < game->squares; square++)
        most = best[square] != FAR && best[square] > most ? best[square] : most;
    for (uint32_t square = 0; square < game->squares; square++)
        if (best[square] != FAR)
            evaluator->square[(size_t)code * game->squares + square] +=
                (int32_t)(most - best[square]) * STEP_WORTH;
}

void mad_gather_find(struct mad_evaluator *evaluator, struct mad_state *state)
{
    const struct mad_game *game = evaluator->game;
    uint32_t steps = 0; /* of the machine */
    for (uint32_t player = 0; player < mad_players_of(game); player++)
        for (uint32_t i = 0; i < game->info.zone_count && men_of(game, player) >= LEAST_MEN; i++) {
            const uint64_t *zone = zone_of(game, i, player);
            if (steps > MAD_TRIAL_STEPS || !needs_all(game, state, player, zone, &steps))
                continue;
            for (uint32_t code = 0; code < game->code_count; code++)
                if (mad_owner_of(game, code) == player && !evaluator->royal[code])
                    draw_to(evaluator, code, zone);
            break;
        }
}
