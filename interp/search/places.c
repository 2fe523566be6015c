/* places.c - where it is good to stand, told by random games (evaluate.h). Layer: search.
 *
 * Where men are put on the board and never move, moves tell nothing about the squares: what is put on one may
 * be turned over again, on another never. Then random games are played to the end, and each square is worth as
 * much as those won who held it. */
#include "../random.h"
#include "../vm/vm.h"
#include "evaluate.h"

enum {
    GAMES = 400,
    PLIES = 250,
    WORTH = 400, /* of a square whose holder always wins */
    FEWEST = 50, /* plies that a square was held, below which nothing is known of it */
    MOST_STEPS = MAD_TRIAL_STEPS / 16, /* or groups of stones on 169 squares take ten seconds */
};

struct held { /* on one square */
    int32_t won[2], plies[2];
};

struct random_games {
    const struct mad_game *game;
    struct mad_move_list *list;
    struct mad_state *state, *after;
    uint64_t seed;
    uint32_t steps;
    struct held all[MAD_MAX_SQUARES];
    int32_t held[MAD_MAX_SQUARES][2]; /* plies of the present game, by player */
};

static uint32_t toss(struct random_games *games, uint32_t below)
{
    return mad_random_word(&games->seed) % below;
}

static void note_men(struct random_games *games)
{
    const struct mad_game *game = games->game;
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t word = 0; word < game->words; word++)
            for (uint64_t men = games->state->sets[side * game->words + word]; men != 0;
                 men &= men - 1)
                games->held[word * 64 + (uint32_t)__builtin_ctzll(men)][side]++;
}

/* Plays one game and returns how it went; MAD_GOES_ON: too long, or cut short. */
static enum mad_outcome play(struct random_games *games)
{
    const struct mad_game *game = games->game;
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    memset(games->held, 0, sizeof games->held);
    memcpy(games->state, game->initial, game->state_bytes);
    for (int ply = 0; ply < PLIES; ply++) {
        games->list->count = games->list->delta_count = 0;
        if (games->steps > MOST_STEPS)
            return MAD_GOES_ON;
        enum mad_status status = mad_vm_generate(game, games->state, games->list);
        games->steps += games->list->steps + ((uint32_t)games->state->effort << MAD_EFFORT_SHIFT);
        if (status != MAD_OK ||
            mad_vm_judge_known(game, games->state, (struct mad_past){1, 0}, games->list->count > 0,
                               &verdict, NULL) != MAD_OK)
            return MAD_GOES_ON;
        if (verdict.outcome != MAD_GOES_ON || games->list->count == 0)
            return (enum mad_outcome)verdict.outcome;
        note_men(games);
        const struct mad_move *move = &games->list->moves[toss(games, games->list->count)];
        mad_vm_apply(game, games->state, move, games->list->deltas, games->after);
        memcpy(games->state, games->after, game->state_bytes);
    }
    return MAD_GOES_ON;
}

static void add_game(struct random_games *games, enum mad_outcome outcome)
{
    for (uint32_t square = 0; square < games->game->squares; square++)
        for (int side = 0; side < 2; side++) {
            int32_t plies = games->held[square][side];
            bool won = outcome == (side == 0 ? MAD_WIN_FIRST : MAD_WIN_SECOND);
            games->all[square].plies[side] += plies;
            games->all[square].won[side] += outcome == MAD_DRAW ? 0 : won ? plies : -plies;
        }
}

/* Whether men are put on the board and stay where they are, and no row of them wins. */
static bool men_stay(const struct mad_evaluator *evaluator)
{
    const struct mad_game *game = evaluator->game;
    return game->code_count == 2 && game->codes[0].owner + game->codes[1].owner == 1 &&
           evaluator->man[0] == 0 && evaluator->man[1] == 0 && !evaluator->royal[0] &&
           evaluator->row_count == 0;
}

void mad_places_measure(struct mad_evaluator *evaluator, struct mad_move_list *list,
                        struct mad_state *state, struct mad_state *after)
{
    const struct mad_game *game = evaluator->game;
    struct random_games games = {
        .game = game, .list = list, .state = state, .after = after, .seed = 1};
    if (!men_stay(evaluator))
        return;
    for (int i = 0; i < GAMES && games.steps <= MOST_STEPS; i++) {
        enum mad_outcome outcome = play(&games);
        if (outcome != MAD_GOES_ON)
            add_game(&games, outcome);
    }
    list->count = list->delta_count = 0;
    for (uint32_t code = 0; code < 2; code++)
        for (uint32_t square = 0; square < game->squares; square++) {
            uint8_t side = game->codes[code].owner;
            int32_t plies = games.all[square].plies[side];
            int32_t *worth = &evaluator->square[code * game->squares + square];
            if (plies >= FEWEST)
                *worth = (int32_t)((int64_t)games.all[square].won[side] * WORTH / plies);
        }
}
