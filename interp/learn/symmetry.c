/* symmetry.c - whether both players have the same game, and how one's board lies on the other's. Layer: learn.
 *
 * Nothing is read from the rules: where a man alone on the board can go has been measured, and the array is there. */
#include "../game/network.h"
#include "learner.h"

static const uint64_t *reach_of(const struct mad_evaluator *evaluator, uint32_t code,
                                uint32_t square)
{
    const struct mad_game *game = evaluator->game;
    return &evaluator->reach[((size_t)code * game->squares + square) * game->words];
}

/* Whether the other player's man on the mirrored square reaches the mirrored squares. */
static bool goes_alike(const struct mad_evaluator *evaluator, uint32_t code, uint32_t square,
                       const uint16_t to[MAD_MAX_SQUARES])
{
    const struct mad_game *game = evaluator->game;
    const uint64_t *own = reach_of(evaluator, code, square),
                   *other = reach_of(evaluator, mad_network_other_code(game, code), to[square]);
    for (uint32_t i = 0; i < game->squares; i++)
        if ((own[i / 64] >> (i % 64) & 1) != (other[to[i] / 64] >> (to[i] % 64) & 1))
            return false;
    return true;
}

static bool stands_alike(const struct mad_game *game, uint32_t square,
                         const uint16_t to[MAD_MAX_SQUARES])
{
    const uint8_t *board = mad_state_board_const(game, game->initial);
    bool is_hole = game->square_name[square][0] == '\0',
         other_is_hole = game->square_name[to[square]][0] == '\0';
    uint32_t code = board[square], other = board[to[square]];
    return is_hole == other_is_hole &&
           (code == game->empty ? other == game->empty
                                : other == mad_network_other_code(game, code));
}

static bool is_mirror(const struct mad_evaluator *evaluator, const uint16_t to[MAD_MAX_SQUARES])
{
    const struct mad_game *game = evaluator->game;
    for (uint32_t square = 0; square < game->squares; square++)
        if (!stands_alike(game, square, to))
            return false;
    for (uint32_t code = 0; code < game->code_count; code++)
        for (uint32_t square = 0; square < game->squares && game->codes[code].owner == 0; square++)
            if (!goes_alike(evaluator, code, square, to))
                return false;
    return true;
}

/* How the board has to be turned, `to` being filled in; MAD_TURN_NEVER: no way. */
static uint32_t find_turn(const struct mad_evaluator *evaluator, uint16_t to[MAD_MAX_SQUARES])
{
    static const uint32_t turns[] = {MAD_TURN_RANKS, MAD_TURN_FILES | MAD_TURN_RANKS,
                                     MAD_TURN_FILES, 0};
    const struct mad_game *game = evaluator->game;
    for (size_t way = 0; way < sizeof turns / sizeof *turns && mad_network_can_turn(game); way++) {
        for (uint32_t square = 0; square < game->squares; square++)
            to[square] = (uint16_t)mad_network_turned_square(game, turns[way], square);
        if (is_mirror(evaluator, to))
            return turns[way];
    }
    return MAD_TURN_NEVER;
}

bool mad_learn_mirror(const struct mad_evaluator *evaluator, uint16_t to[MAD_MAX_SQUARES])
{
    return find_turn(evaluator, to) != MAD_TURN_NEVER;
}

uint32_t mad_learn_turn(const struct mad_evaluator *evaluator)
{
    uint16_t to[MAD_MAX_SQUARES];
    return find_turn(evaluator, to);
}
