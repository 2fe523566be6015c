/* doors.c - every question to the machine: of the instance that has the width of the game, and of the game as he sees it
 * who is to move.
 *
 * Layer: vm. A board of 9 by 10 has 90 squares, and so the instance of 128. Where more than two play, a move is made by one player against all others; then whoever is next sees the
 * state. It relies on game/seats.c for that change, and on seats.c for counts and random
 * games, on width.def for what there is of each instance. */
#include "seats.h"

#include "program.h"

/* mad_NAME, of the width that the game has. */
#define MAD_PICK(name, arguments)                    \
    (game->words == 1   ? mad_##name##_64 arguments  \
     : game->words == 2 ? mad_##name##_128 arguments \
     : game->words == 4 ? mad_##name##_256 arguments \
                        : mad_##name##_1024 arguments)
#define MAD_INSTANCES(type, name, parameters) \
    type mad_##name##_64 parameters;          \
    type mad_##name##_128 parameters;         \
    type mad_##name##_256 parameters;         \
    type mad_##name##_1024 parameters;
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

/* As he sees it who has just moved: the first end that holds for him. */
static enum mad_status judge_as(const struct mad_game *game, uint32_t seat, struct mad_state *state,
                                struct mad_past past, struct mad_verdict *verdict)
{
    mad_seat_look_back(game, seat, state);
    return MINE->program->entry.judge[0] == MAD_NO_PROGRAM
               ? MAD_OK
               : picked_judge(MINE, state, past, verdict);
}

/* Who is out by what the move has left. */
static enum mad_status send_out(const struct mad_game *game, struct mad_state *state)
{
    const struct mad_seats *seats = game->turn.seats;
    enum mad_status status = MAD_OK;
    for (uint32_t seat = 0; seats->out_count > 0 && seat < seats->count && status == MAD_OK;
         seat++) {
        struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
        if ((mad_seats_out(state) >> seat & 1) != 0) {
            continue;
        }
        status = judge_as(game, seat, state, (struct mad_past){0}, &verdict);
        if (status == MAD_OK && verdict.outcome != MAD_GOES_ON && verdict.end < seats->out_count) {
            mad_seat_leave(game, seat, (seats->stay >> verdict.end & 1) != 0, state);
        }
    }
    return status;
}

/* Whether only allies are left, or nobody. */
static bool is_decided(const struct mad_seats *seats, const struct mad_state *state)
{
    const uint32_t left = ~mad_seats_out(state) & ((1u << seats->count) - 1);
    return left == 0 || (left & ~seats->allies[__builtin_ctz(left)]) == 0;
}

/* Behind that player's move: whoever comes next and is not out is to move. */
static enum mad_status pass_on(const struct mad_game *game, uint32_t mover, struct mad_state *state)
{
    const struct mad_seats *seats = game->turn.seats;
    enum mad_status status = send_out(game, state);
    uint64_t moves = 1;
    uint32_t seat = mover;
    state->turn = mad_seat_turn(mad_seat_now(state), mover, mad_seats_out(state));
    do {
        const uint32_t next = mad_seat_behind(game, state, seat);
        state->fullmove =
            (uint16_t)(state->fullmove + (next <= seat && state->fullmove < MAD_MAX_COUNT));
        mad_seat_end_marks(game, seat, next, state);
        mad_seat_take(game, seat = next, state);
        if (status == MAD_OK && seats->stuck != MAD_NO_END && !is_decided(seats, state)) {
            status = picked_count(MINE, state, &moves);
        }
        if (moves == 0) {
            mad_seat_leave(game, seat, (seats->stay >> seats->stuck & 1) != 0, state);
        }
    } while (status == MAD_OK && moves == 0 && !is_decided(seats, state));
    return status;
}

static void seated_apply(const struct mad_game *game, const struct mad_state *from,
                         const struct mad_move *move, const struct mad_delta *deltas,
                         struct mad_state *to)
{
    picked_apply(mad_seat_of(game, from), from, move, deltas, to);
    if (mad_state_is_made(to) && pass_on(game, mad_seat_now(from), to) != MAD_OK) {
        to->effort = MAD_EFFORT_TOO_MUCH;
    }
}

static bool seated_give_away(const struct mad_game *game, const struct mad_state *from,
                             struct mad_state *to)
{
    (void)game, (void)from, (void)to;
    return false;
}

static void seated_check_squares(const struct mad_game *game, struct mad_state *state,
                                 uint64_t *squares)
{
    picked_check_squares(MINE, state, squares);
}

static void seated_tension(const struct mad_game *game, struct mad_state *state,
                           const struct mad_standing *standing, struct mad_tension *tension,
                           uint64_t *en_prise)
{
    picked_tension(MINE, state, standing, tension, en_prise);
}

/* As he sees it who is next: all others have moved. */
static enum mad_status judge_by_next(const struct mad_game *game, struct mad_state *state,
                                     struct mad_past past, struct mad_verdict *verdict)
{
    struct mad_verdict seen = {.outcome = MAD_GOES_ON, .end = MAD_NO_END};
    if (MINE->program->entry.judge[state->mover] == MAD_NO_PROGRAM)
        return MAD_OK;
    const enum mad_status status = picked_judge(MINE, state, past, &seen);
    if (seen.outcome != MAD_GOES_ON && (verdict->outcome == MAD_GOES_ON || seen.end < verdict->end))
        *verdict = seen;
    return status;
}

/* Who has most of a counter, allies together, wins; as much of two draws. */
static void count_most(const struct mad_game *game, const struct mad_state *state, uint32_t counter,
                       struct mad_verdict *verdict)
{
    const struct mad_seats *seats = game->turn.seats;
    int32_t most = -1;
    for (uint32_t seat = 0; seat < seats->count; seat++) {
        int32_t together = 0;
        for (uint32_t left = seats->allies[seat]; left != 0; left &= left - 1) {
            together += state->counters[counter + (uint32_t)__builtin_ctz(left)][0];
        }
        if (seat != (uint32_t)__builtin_ctz(seats->allies[seat])) {
            continue; /* the first of them stands for all */
        }
        verdict->outcome = together == most  ? MAD_DRAW
                           : together > most ? (uint8_t)mad_seat_win(game, seat)
                                             : verdict->outcome;
        most = together > most ? together : most;
    }
    verdict->scored = true;
}

/* Ends are seen by who has just moved, unless he is out by that move. */
static enum mad_status seated_judge(const struct mad_game *game, struct mad_state *state,
                                    struct mad_past past, struct mad_verdict *verdict)
{
    const struct mad_seats *seats = game->turn.seats;
    const uint32_t next = mad_seat_now(state), last = mad_seat_last(state),
                   out = mad_seats_out(state);
    enum mad_status status = MAD_OK;
    *verdict = (struct mad_verdict){.outcome = MAD_GOES_ON, .end = MAD_NO_END};
    if ((out >> last & 1) == 0) {
        status = judge_as(game, last, state, past, verdict);
        mad_seat_take(game, next, state);
        if (status == MAD_OK) {
            status = judge_by_next(game, state, past, verdict);
        }
    }
    if (verdict->outcome == MAD_GOES_ON || verdict->end < seats->out_count) {
        verdict->outcome = MAD_GOES_ON; /* a text may say less: he is out behind a move */
        verdict->end = MAD_NO_END;
    } else if (seats->winner[verdict->end] == MAD_SEAT_WITH_MOST) {
        count_most(game, state, seats->counter[verdict->end], verdict);
    } else if (verdict->outcome != MAD_DRAW) {
        const uint32_t named = seats->winner[verdict->end], who = named == MAD_SEAT_OF_MOVER ? last
                                                                  : named == MAD_SEAT_OF_NEXT
                                                                      ? next
                                                                      : named;
        const uint32_t others = ((1u << seats->count) - 1) & ~seats->allies[who];
        verdict->outcome = (uint8_t)mad_seat_win(
            game, seats->loses[verdict->end] ? (uint32_t)__builtin_ctz(others) : who);
    }
    if (seats->last < verdict->end && is_decided(seats, state)) {
        const uint32_t left = ~out & ((1u << seats->count) - 1);
        verdict->outcome =
            (uint8_t)(left != 0 ? mad_seat_win(game, (uint32_t)__builtin_ctz(left)) : MAD_DRAW);
        verdict->end = (uint16_t)seats->last;
        if (seats->winner[seats->last] == MAD_SEAT_WITH_MOST) {
            count_most(game, state, seats->counter[seats->last], verdict);
        }
    }
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
    return mad_seats_play(game, play, seed, max_plies, result);
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

static enum mad_status seated_make_each(const struct mad_game *game, const struct mad_state *before,
                                        const struct mad_move_list *list, struct mad_state *turned,
                                        struct mad_state *state, mad_look look, uint64_t *sum)
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

#define MAD_SEEN(type, name, parameters, arguments)                        \
    type mad_vm_##name parameters                                          \
    {                                                                      \
        game = game->turn.seats == NULL ? game : mad_seat_of(game, state); \
        return picked_##name arguments;                                    \
    }
#define MAD_WIDTH(type, name, parameters, arguments)                                         \
    type mad_vm_##name parameters                                                            \
    {                                                                                        \
        return game->turn.seats == NULL ? picked_##name arguments : seated_##name arguments; \
    }
#define MAD_WIDTH_VOID(name, parameters, arguments)                                   \
    void mad_vm_##name parameters                                                     \
    {                                                                                 \
        game->turn.seats == NULL ? picked_##name arguments : seated_##name arguments; \
    }
#include "width.def"
