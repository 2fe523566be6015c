/* rights.c - see rights.h. Layer: interp. */
#include "rights.h"

#include <stdio.h>

#include "game/move.h"
#include "game/position_common.h"
#include "memory.h"
#include "vm/vm.h"

enum { ROOM_MOVES = 512, ROOM_DELTAS = 4096 };

/* The two alone on the board, with the right. */
static void set_up(const struct mad_game *game, const struct mad_state *state, uint32_t mark,
                   uint32_t castler, uint32_t partner, struct mad_state *alone)
{
    const uint8_t *board = mad_state_board_const(game, state);
    mad_state_clear(game, alone);
    alone->side = game->codes[board[castler]].owner;
    alone->mover = (uint8_t)(1 - alone->side);
    mad_state_usual_turn(game, alone);
    mad_state_put(game, alone, castler, board[castler]);
    mad_state_put(game, alone, partner, board[partner]);
    mad_state_mark(game, alone, mark, partner);
    mad_state_finish(game, alone);
}

/* How many moves the two have; UINT32_MAX when there are too many to be told. */
static enum mad_status count_moves(const struct mad_game *game, struct mad_state *alone,
                                   uint32_t *count)
{
    const struct mad_memory *memory = game->allocator;
    struct mad_move_list list = {.capacity = ROOM_MOVES, .delta_capacity = ROOM_DELTAS};
    list.moves = mad_memory_new(memory, ROOM_MOVES * sizeof *list.moves);
    list.deltas = mad_memory_new(memory, ROOM_DELTAS * sizeof *list.deltas);
    enum mad_status status = list.moves == NULL || list.deltas == NULL
                                 ? MAD_ERROR_MEMORY
                                 : mad_vm_generate(game, alone, &list);
    *count = status == MAD_OK ? list.count : UINT32_MAX;
    mad_memory_free(memory, list.moves, ROOM_MOVES * sizeof *list.moves);
    mad_memory_free(memory, list.deltas, ROOM_DELTAS * sizeof *list.deltas);
    return status == MAD_ERROR_LIMIT ? MAD_OK : status;
}

/* Whether the right makes a move that there is not without it: who castles may be where he goes already, and so
 * may his partner. */
static enum mad_status can_castle(const struct mad_game *game, struct mad_state *alone,
                                  uint32_t mark, uint32_t partner, bool *out)
{
    uint32_t with = 0, without = 0;
    enum mad_status status = count_moves(game, alone, &with);
    alone->sets[(game->mark_slot + mark) * game->words + partner / 64] &=
        ~(UINT64_C(1) << (partner % 64));
    mad_state_finish(game, alone);
    if (status == MAD_OK)
        status = count_moves(game, alone, &without);
    *out = with == UINT32_MAX || with != without; /* more than two men can: nothing is known */
    return status;
}

static void drop(const struct mad_game *game, struct mad_state *state, uint32_t mark,
                 uint32_t castler, uint32_t partner, struct mad_text_error *error)
{
    const uint8_t *board = mad_state_board_const(game, state);
    size_t length = strlen(error->text);
    snprintf(error->text + length, sizeof error->text - length,
             "%scastling right dropped: the rules let no %s on %s castle with a %s on %s",
             length > 0 ? "; " : "", game->types[game->codes[board[castler]].type].name,
             game->square_name[castler], game->types[game->codes[board[partner]].type].name,
             game->square_name[partner]);
    state->sets[(game->mark_slot + mark) * game->words + partner / 64] &=
        ~(UINT64_C(1) << (partner % 64));
    mad_state_finish(game, state);
}

enum mad_status mad_rights_check(const struct mad_game *game, struct mad_state *state,
                                 struct mad_state *scratch, struct mad_text_error *error)
{
    uint32_t mark = mad_find_mark(game, MAD_SHOW_CASTLING);
    const uint8_t *board = mad_state_board_const(game, state);
    for (uint32_t square = 0; mark < game->mark_count && square < game->squares; square++) {
        if (!mad_state_marked(game, state, mark, square) || board[square] == game->empty ||
            game->codes[board[square]].owner == MAD_NOBODY ||
            mad_is_array_right(game, state, &game->marks[mark], square))
            continue;
        uint32_t castler =
            mad_castler(game, state, &game->marks[mark], game->codes[board[square]].owner);
        bool is_good = castler == MAD_NO_SQUARE;
        if (is_good)
            continue;
        set_up(game, state, mark, castler, square, scratch);
        enum mad_status status = can_castle(game, scratch, mark, square, &is_good);
        if (status != MAD_OK)
            return status;
        if (!is_good)
            drop(game, state, mark, castler, square, error);
    }
    return MAD_OK;
}
