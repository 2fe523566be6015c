/* symmetry.c - whether both players have the same game, and how one's board lies on the other's. Layer: learn.
 *
 * Nothing is read from the rules: where a man alone on the board can go has been measured, and the array is there. */
#include "learner.h"

static uint32_t mirrored(const struct mad_game *game, uint32_t square, bool files, bool ranks)
{
    uint32_t file = square % game->files, rank = square / game->files;
    file = files ? game->files - 1u - file : file;
    rank = ranks ? game->ranks - 1u - rank : rank;
    return rank * game->files + file;
}

static uint32_t other_code(const struct mad_game *game, uint32_t code)
{
    const struct mad_code man = game->codes[code];
    return man.owner < 2 ? game->code_of[man.type][1 - man.owner] : code;
}

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
                   *other = reach_of(evaluator, other_code(game, code), to[square]);
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
           (code == game->empty ? other == game->empty : other == other_code(game, code));
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

bool mad_learn_mirror(const struct mad_evaluator *evaluator, uint16_t to[MAD_MAX_SQUARES])
{
    static const bool ways[][2] = {{false, true}, {true, true}, {true, false}, {false, false}};
    const struct mad_game *game = evaluator->game;
    for (uint32_t code = 0; code < game->code_count; code++)
        if (other_code(game, code) == UINT8_MAX)
            return false;
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        for (uint32_t square = 0; square < game->squares; square++)
            to[square] = (uint16_t)mirrored(game, square, ways[way][0], ways[way][1]);
        if (is_mirror(evaluator, to))
            return true;
    }
    return false;
}
