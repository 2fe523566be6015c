/* vm.c - picks the instance of the machine for the game's width.
 *
 * Layer: vm. A board of 9 by 10 has 90 squares, and so the instance of 128. It relies on width.def for what
 * there is of each. */
#include "vm.h"

#include "program.h"

#define MAD_PICK(name, arguments)                    \
    (game->words == 1   ? mad_##name##_64 arguments  \
     : game->words == 2 ? mad_##name##_128 arguments \
                        : mad_##name##_256 arguments)
#define MAD_INSTANCES(type, name, parameters) \
    type mad_##name##_64 parameters;          \
    type mad_##name##_128 parameters;         \
    type mad_##name##_256 parameters;
#define MAD_WIDTH(type, name, parameters, arguments) \
    MAD_INSTANCES(type, name, parameters)            \
    type mad_vm_##name parameters                    \
    {                                                \
        return MAD_PICK(name, arguments);            \
    }
#define MAD_WIDTH_VOID(name, parameters, arguments) \
    MAD_INSTANCES(void, name, parameters)           \
    void mad_vm_##name parameters                   \
    {                                               \
        MAD_PICK(name, arguments);                  \
    }
#include "width.def"

bool mad_vm_captures_trigger(const struct mad_game *game)
{
    return game->program->explosion.triggers;
}

bool mad_vm_goes_alone(const struct mad_game *game, const struct mad_state *state,
                       const struct mad_move *move)
{
    const uint8_t *board = mad_state_board_const(game, state);
    return (move->flags & MAD_MOVE_SIDE_EFFECT_FREE) &&
           game->program->piece.traits[board[move->to]].taken_without_side_effects;
}

bool mad_vm_must_capture(const struct mad_game *game)
{
    return game->program->must_capture;
}

bool mad_vm_watches(const struct mad_game *game)
{
    return game->program->ends.watch_count != 0;
}
