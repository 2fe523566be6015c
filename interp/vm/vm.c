/* vm.c - what is known of a game's program, and needs none of the machine's instances.
 *
 * Layer: vm. It relies on doors.c for all other questions. */
#include "vm.h"

#include "program.h"

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

bool mad_vm_has_laws(const struct mad_game *game)
{
    return game->program->legality != MAD_LEGALITY_NONE;
}

bool mad_vm_must_capture(const struct mad_game *game)
{
    return game->program->must_capture;
}

bool mad_vm_watches(const struct mad_game *game)
{
    return game->program->ends.watch_count != 0;
}
