/* vm.c - picks the instance of the machine for the game's width.
 *
 * Layer: vm. A board of 9 by 10 has 90 squares, and so the instance of 128. It relies on width.def for what
 * there is of each. */
#include "vm.h"

#include "program.h"

#define MAD_WIDTH(type, name, parameters) \
    type name##_64 parameters;            \
    type name##_128 parameters;           \
    type name##_256 parameters;
#include "width.def"
#undef MAD_WIDTH

#define PICK(function, ...)                           \
    (game->words == 1   ? function##_64(__VA_ARGS__)  \
     : game->words == 2 ? function##_128(__VA_ARGS__) \
                        : function##_256(__VA_ARGS__))

enum mad_status mad_vm_generate(const struct mad_game *game, struct mad_state *state,
                                struct mad_move_list *list)
{
    return PICK(mad_generate, game, state, list);
}

enum mad_status mad_vm_count(const struct mad_game *game, struct mad_state *state, uint64_t *count)
{
    return PICK(mad_count, game, state, count);
}

void mad_vm_apply(const struct mad_game *game, const struct mad_state *from,
                  const struct mad_move *move, const struct mad_delta *deltas, struct mad_state *to)
{
    PICK(mad_apply, game, from, move, deltas, to);
}

bool mad_vm_give_away(const struct mad_game *game, const struct mad_state *from,
                      struct mad_state *to)
{
    if (game->turn.count != 0)
        return false;
    PICK(mad_give_away, game, from, to);
    return true;
}

bool mad_vm_is_attacked(const struct mad_game *game, struct mad_state *state, uint32_t player,
                        uint32_t square)
{
    return PICK(mad_attacks, game, state, player, square);
}

bool mad_vm_in_check(const struct mad_game *game, struct mad_state *state)
{
    return PICK(mad_in_check, game, state);
}

void mad_vm_check_squares(const struct mad_game *game, struct mad_state *state, uint64_t *squares)
{
    PICK(mad_check_squares, game, state, squares);
}

bool mad_vm_captures_trigger(const struct mad_game *game)
{
    return game->program->explosion.triggers;
}

bool mad_vm_must_capture(const struct mad_game *game)
{
    return game->program->must_capture;
}

enum mad_status mad_vm_repetition_key(const struct mad_game *game, struct mad_state *state,
                                      uint64_t *key)
{
    return PICK(mad_repetition_key, game, state, key);
}

bool mad_vm_watches(const struct mad_game *game)
{
    return game->program->ends.watch_count != 0;
}

enum mad_status mad_vm_watch(const struct mad_game *game, struct mad_state *state,
                             struct mad_watching *watching)
{
    return PICK(mad_watch_turn, game, state, watching);
}

enum mad_status mad_vm_judge(const struct mad_game *game, struct mad_state *state,
                             struct mad_past past, struct mad_verdict *verdict)
{
    return PICK(mad_judge, game, state, past, verdict);
}

enum mad_status mad_vm_judge_known(const struct mad_game *game, struct mad_state *state,
                                   struct mad_past past, bool has_moves,
                                   struct mad_verdict *verdict)
{
    return PICK(mad_judge_known, game, state, past, has_moves, verdict);
}

enum mad_status mad_vm_judge_steps(const struct mad_game *game, struct mad_state *state,
                                   struct mad_past past, bool has_moves,
                                   struct mad_verdict *verdict, uint32_t *steps)
{
    return PICK(mad_judge_steps, game, state, past, has_moves, verdict, steps);
}

enum mad_status mad_vm_perft(const struct mad_game *game, const struct mad_state *state, int depth,
                             bool make_leaves, mad_interrupt interrupt, void *context,
                             uint64_t *nodes)
{
    return PICK(mad_perft_run, game, state, depth, make_leaves, interrupt, context, nodes);
}

enum mad_status mad_vm_play(struct mad_play *play, uint64_t *seed, uint32_t max_plies,
                            struct mad_play_result *result)
{
    const struct mad_game *game = mad_vm_played(play);
    return PICK(mad_play_game, play, seed, max_plies, result);
}

enum mad_status mad_vm_make_nth(const struct mad_game *game, struct mad_state *state, uint32_t n,
                                struct mad_move_list *list, struct mad_state *next, uint64_t *count)
{
    return PICK(mad_make_nth, game, state, n, list, next, count);
}
