/* values.c - what a searcher has found out about its game, for people to read. Layer: search. */
#include "searcher.h"

static bool is_neutral(const struct mad_game *game, uint32_t code)
{
    return game->codes[code].owner > 1;
}

/* The n-th code that belongs to a player; code_count past the last. */
static uint32_t nth_code(const struct mad_game *game, size_t n)
{
    uint32_t code = 0;
    for (; code < game->code_count; code++)
        if (!is_neutral(game, code) && n-- == 0)
            break;
    return code;
}

static int moves_of(const struct mad_evaluator *evaluator, uint32_t code)
{
    const struct mad_game *game = evaluator->game;
    uint32_t moves = 0, squares = 0;
    for (uint32_t square = 0; square < game->squares; square++) {
        const uint64_t *reach =
            &evaluator->reach[((size_t)code * game->squares + square) * game->words];
        squares += game->square_name[square][0] != '\0';
        for (uint32_t i = 0; i < game->words; i++)
            moves += (uint32_t)__builtin_popcountll(reach[i]);
    }
    return squares > 0 ? (int)(moves * 100 / squares) : 0;
}

/* Half way between early and late, where that was learned. */
static int32_t square_worth(const struct mad_evaluator *evaluator, size_t cell)
{
    return evaluator->learned != NULL ? mad_pair_middle(evaluator->learned->cell[cell])
                                      : evaluator->square[cell];
}

static int32_t pocket_worth(const struct mad_evaluator *evaluator, uint32_t index)
{
    return evaluator->learned != NULL ? mad_pair_middle(evaluator->learned->pocket[index])
                                      : evaluator->pocket[index];
}

static void find_squares(const struct mad_evaluator *evaluator, uint32_t code,
                         struct mad_worth *value)
{
    const struct mad_game *game = evaluator->game;
    int32_t worth[MAD_MAX_SQUARES];
    for (uint32_t square = 0; square < game->squares; square++)
        worth[square] = square_worth(evaluator, (size_t)code * game->squares + square);
    for (int square = 0; square < game->squares; square++) {
        if (mad_is_hole(game, (uint32_t)square))
            continue;
        if (value->best < 0 || worth[square] > worth[value->best])
            value->best = square;
        if (value->worst < 0 || worth[square] < worth[value->worst])
            value->worst = square;
    }
    value->best_worth = value->best >= 0 ? worth[value->best] : 0;
    value->worst_worth = value->worst >= 0 ? worth[value->worst] : 0;
}

static int in_pocket(const struct mad_evaluator *evaluator, struct mad_code man)
{
    const struct mad_game *game = evaluator->game;
    int best = 0;
    for (uint32_t pocket = 0; pocket < game->pocket_count; pocket++) {
        const uint32_t part = pocket * 2 + mad_pocket_part(game, man.owner);
        int worth = pocket_worth(evaluator, part * game->type_count + man.type);
        best = pocket == 0 || worth > best ? worth : best;
    }
    return best;
}

bool mad_searcher_worth(const mad_searcher *searcher, size_t index, struct mad_worth *value)
{
    const struct mad_evaluator *evaluator = &searcher->evaluator;
    const struct mad_game *game = searcher->game;
    uint32_t code = nth_code(game, index);
    if (code == game->code_count || (game->turn.seats != NULL && code >= game->turn.seats->men))
        return false;
    const struct mad_code man = game->codes[code];
    *value = (struct mad_worth){.piece = game->types[man.type].kind,
                                .player = (int)mad_owner_of(game, code),
                                .royal = evaluator->royal[code],
                                .worth = evaluator->man[code],
                                .moves = moves_of(evaluator, code),
                                .best = -1,
                                .worst = -1,
                                .in_pocket = in_pocket(evaluator, man)};
    value->early = value->late = value->worth;
    if (evaluator->learned != NULL && !value->royal) {
        value->early = mad_pair_early(evaluator->learned->man[code]);
        value->late = mad_pair_late(evaluator->learned->man[code]);
    }
    find_squares(evaluator, code, value);
    return true;
}

/* Goals are counted down in the order in which they are told. */
static bool square_goal(const struct mad_evaluator *evaluator, size_t *n, struct mad_goal *goal)
{
    const struct mad_game *game = evaluator->game;
    for (uint32_t code = 0; code < game->code_count; code++)
        for (uint32_t square = 0; square < game->squares; square++)
            if ((evaluator->goal[code * game->words + square / 64] >> (square % 64) & 1) != 0 &&
                (*n)-- == 0) {
                const struct mad_code man = game->codes[code];
                *goal = (struct mad_goal){.kind = MAD_GOAL_SQUARE,
                                          .piece = game->types[man.type].kind,
                                          .square = (int)square,
                                          .player = (int)mad_owner_of(game, code)};
                return true;
            }
    return false;
}

static bool counter_goal(const struct mad_evaluator *evaluator, size_t *n, struct mad_goal *goal)
{
    const struct mad_game *game = evaluator->game;
    for (uint32_t i = 0; i < evaluator->counters; i++)
        for (int side = 0; side < 2; side++)
            if (evaluator->counter_wins[i][side] != 0 && (*n)-- == 0) {
                *goal = (struct mad_goal){.kind = MAD_GOAL_COUNTER,
                                          .square = -1,
                                          .counter = game->counters[i].name,
                                          .player = side,
                                          .count = evaluator->counter_wins[i][side]};
                return true;
            }
    return false;
}

bool mad_searcher_goal(const mad_searcher *searcher, size_t index, struct mad_goal *goal)
{
    const struct mad_evaluator *evaluator = &searcher->evaluator;
    size_t n = index;
    if (square_goal(evaluator, &n, goal) || counter_goal(evaluator, &n, goal))
        return true;
    if (n > 0 || evaluator->row_count == 0)
        return false;
    *goal = (struct mad_goal){
        .kind = MAD_GOAL_ROW, .square = -1, .player = -1, .count = (int)evaluator->row_length};
    return true;
}
