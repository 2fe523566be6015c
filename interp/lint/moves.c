/* moves.c - lists of moves for the checks that make them. Layer: interp/lint. */
#include "../limits.h"
#include "../vm/vm.h"
#include "lint.h"

enum { FEW_MOVES = 2048, FEW_DELTAS = 16384 };

static bool make_room(struct mad_lint *lint, uint32_t moves, uint32_t deltas)
{
    struct mad_move_list *list = &lint->list;
    if (list->capacity >= moves && list->delta_capacity >= deltas)
        return true;
    *list = (struct mad_move_list){.moves = mad_lint_room(lint, moves, sizeof *list->moves),
                                   .deltas = mad_lint_room(lint, deltas, sizeof *list->deltas),
                                   .capacity = moves,
                                   .delta_capacity = deltas};
    return lint->status == MAD_OK;
}

enum mad_status mad_lint_list(struct mad_lint *lint, const struct mad_game *game,
                              struct mad_state *state, const struct mad_move_list **out)
{
    enum mad_status status = MAD_ERROR_MEMORY;
    if (!make_room(lint, FEW_MOVES, FEW_DELTAS))
        return status;
    for (;;) {
        lint->list.count = lint->list.delta_count = 0;
        status = mad_vm_generate(game, state, &lint->list);
        if (status != MAD_ERROR_LIMIT || lint->list.capacity >= MAD_MAX_MOVES)
            break;
        if (!make_room(lint, MAD_MAX_MOVES, MAD_MAX_DELTAS))
            return MAD_ERROR_MEMORY;
    }
    *out = &lint->list;
    return status;
}
