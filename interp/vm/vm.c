/* vm.c - picks the instance of the machine for the game's width.
 *
 * Layer: vm. A board of 9 by 10 has 90 squares, and so the instance of 128. It relies on width.def for what
 * there is of each. */
#include "vm.h"

#include "program.h"
#include "seats.h"

/* mad_NAME, of the width that the game has. */
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
    static inline type picked_##name parameters      \
    {                                                \
        return MAD_PICK(name, arguments);            \
    }
#define MAD_WIDTH_VOID(name, parameters, arguments) \
    MAD_INSTANCES(void, name, parameters)           \
    static inline void picked_##name parameters     \
    {                                               \
        MAD_PICK(name, arguments);                  \
    }
#include "width.def"
#undef MAD_WIDTH
#undef MAD_WIDTH_VOID

/* --- three players and more -------------------------------------------------------------------- */

#define MINE mad_seat_of(game, state)

static enum mad_status seated_generate(const struct mad_game *game, struct mad_state *state,
                                       struct mad_move_list *list)
{
    return picked_generate(MINE, state, list);
}

static enum mad_status seated_count(const struct mad_game *game, struct mad_state *state,
                                    uint64_t *count)
{
    return picked_count(MINE, state, count);
}

static void seated_apply(const struct mad_game *game, const struct mad_state *from,
                         const struct mad_move *move, const struct mad_delta *deltas,
                         struct mad_state *to)
{
    picked_apply(mad_seat_of(game, from), from, move, deltas, to);
    mad_seat_pass(game, to);
}

static bool seated_give_away(const struct mad_game *game, const struct mad_state *from,
                             struct mad_state *to)
{
    (void)game, (void)from, (void)to;
    return false;
}

static bool seated_is_attacked(const struct mad_game *game, struct mad_state *state,
                               uint32_t player, uint32_t square)
{
    return picked_is_attacked(MINE, state, player, square);
}

static bool seated_in_check(const struct mad_game *game, struct mad_state *state)
{
    return picked_in_check(MINE, state);
}

static void seated_check_squares(const struct mad_game *game, struct mad_state *state,
                                 uint64_t *squares)
{
    picked_check_squares(MINE, state, squares);
}

static enum mad_status seated_repetition_key(const struct mad_game *game, struct mad_state *state,
                                             uint64_t *key)
{
    return picked_repetition_key(MINE, state, key);
}

static enum mad_status seated_watch(const struct mad_game *game, struct mad_state *state,
                                    struct mad_watching *watching)
{
    return picked_watch(MINE, state, watching);
}

/* Ends are seen by who has just moved; whoever wins, it is told of him by his place among the players. */
static enum mad_status seated_judge(const struct mad_game *game, struct mad_state *state,
                                    struct mad_past past, struct mad_verdict *verdict)
{
    const uint32_t next = state->turn;
    mad_seat_look_back(game, state);
    enum mad_status status = picked_judge(MINE, state, past, verdict);
    mad_seat_take(game, next, state);
    return status;
}

static enum mad_status seated_judge_known(const struct mad_game *game, struct mad_state *state,
                                          struct mad_past past, bool has_moves,
                                          struct mad_verdict *verdict, uint32_t *steps)
{
    (void)has_moves;
    if (steps != NULL) {
        *steps += 1;
    }
    return seated_judge(game, state, past, verdict);
}

static enum mad_status seated_play(const struct mad_game *game, struct mad_play *play,
                                   uint64_t *seed, uint32_t max_plies,
                                   struct mad_play_result *result)
{
    (void)game, (void)play, (void)seed, (void)max_plies, (void)result;
    return MAD_ERROR_MISUSE;
}

static enum mad_status seated_make_nth(const struct mad_game *game, struct mad_state *state,
                                       uint32_t n, struct mad_move_list *list,
                                       struct mad_state *next, uint64_t *count)
{
    enum mad_status status = picked_generate(MINE, state, list);
    *count = list->count;
    if (status == MAD_OK && n < list->count) {
        seated_apply(game, state, &list->moves[n], list->deltas, next);
    }
    return status;
}

static enum mad_status seated_perft(const struct mad_game *game, const struct mad_state *state,
                                    int depth, bool make_leaves, mad_interrupt interrupt,
                                    void *context, uint64_t *nodes)
{
    (void)make_leaves;
    return mad_seats_perft(game, state, depth, interrupt, context, nodes);
}

static enum mad_status seated_make_each(const struct mad_game *game,
                                        const struct mad_state *before,
                                        const struct mad_move_list *list,
                                        struct mad_state *turned, struct mad_state *state,
                                        mad_look look, uint64_t *sum)
{
    enum mad_status status = MAD_OK;
    (void)turned;
    for (uint32_t i = 0; i < list->count && status == MAD_OK; i++) {
        seated_apply(game, before, &list->moves[i], list->deltas, state);
        status = look != NULL ? look(game, state, sum) : MAD_OK;
    }
    return status;
}

/* --- the doors --------------------------------------------------------------------------------- */

#define MAD_WIDTH(type, name, parameters, arguments)                                     \
    type mad_vm_##name parameters                                                        \
    {                                                                                    \
        return game->seats == NULL ? picked_##name arguments : seated_##name arguments; \
    }
#define MAD_WIDTH_VOID(name, parameters, arguments)                                \
    void mad_vm_##name parameters                                                  \
    {                                                                              \
        game->seats == NULL ? picked_##name arguments : seated_##name arguments; \
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
