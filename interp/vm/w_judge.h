/* w_judge.h - ends, repetition keys and perft; included by w_run.c.
 *
 * Layer: vm. Ends are asked after every move, seen by the player who made it; the first that holds decides.
 * Perft leaves repetition and counters out, and ends that ask whether the side to move can move: such a
 * position has no children anyway. `mover wins when enemy cannot move and enemy is in check` is asked when all
 * other ends do not hold. It relies on w_run.c for whether there is a move. */
#include <stdalign.h>

#include "../memory.h"

static const uint64_t UNKNOWN_MOVES = UINT64_MAX;

/* What looking one move ahead takes from the stack; only a position that needs more asks for memory. */
enum { USUAL_MOVES = 256, USUAL_DELTAS = 1024, USUAL_STATE_BYTES = 4096 };

/* Memory for looking ahead: moves, and the states they lead to. */
struct room {
    struct mad_move_list list;
    unsigned char *states;
    size_t states_bytes;
};

static bool take_room(struct room *room, const struct mad_game *game, uint32_t moves,
                      uint32_t deltas, size_t states)
{
    const struct mad_memory *memory = game->allocator;
    room->list.capacity = moves;
    room->list.delta_capacity = deltas;
    room->states_bytes = states * game->state_bytes;
    room->list.moves = memory->resize(memory->context, NULL, 0, moves * sizeof *room->list.moves);
    room->list.deltas =
        memory->resize(memory->context, NULL, 0, deltas * sizeof *room->list.deltas);
    room->states = memory->resize(memory->context, NULL, 0, room->states_bytes);
    return room->list.moves != NULL && room->list.deltas != NULL && room->states != NULL;
}

static void give_room_back(struct room *room, const struct mad_game *game)
{
    const struct mad_memory *memory = game->allocator;
    mad_memory_free(memory, room->list.moves, room->list.capacity * sizeof *room->list.moves);
    mad_memory_free(memory, room->list.deltas,
                    room->list.delta_capacity * sizeof *room->list.deltas);
    mad_memory_free(memory, room->states, room->states_bytes);
}

static struct mad_state *state_in(const struct room *room, const struct mad_game *game, int index)
{
    return (struct mad_state *)(void *)(room->states + (size_t)index * game->state_bytes);
}

/* The program asked behind each of the moves, until it holds. */
static bool any_move_after(struct mad_generator *run, const struct mad_move_list *list,
                           uint32_t address, struct mad_state *after)
{
    struct mad_generator look;
    bool found = false;
    for (uint32_t i = 0; run->status == MAD_OK && i < list->count && !found; i++) {
        vm_apply(run->game, run->state, &list->moves[i], list->deltas, after);
        run_begin_for(&look, run, after, run->side);
        look.steps += (uint32_t)after->effort << MAD_EFFORT_SHIFT;
        run_program(&look, address, 0);
        mad_run_join(run, &look);
        found = look.holds;
    }
    return found;
}

/* With as much memory as any position can need. */
static bool has_move_after_many(struct mad_generator *run, uint32_t address)
{
    struct room room = {.list = {.count = 0}};
    bool found = false;
    run->status = take_room(&room, run->game, MAD_MAX_MOVES, MAD_MAX_DELTAS, 1)
                      ? generate_for(run, &room.list)
                      : MAD_ERROR_MEMORY;
    if (run->status == MAD_OK) {
        found = any_move_after(run, &room.list, address, state_in(&room, run->game, 0));
    }
    give_room_back(&room, run->game);
    return found;
}

/* Whether `player`, were it his turn, has a move after which the program, seen by the side of this
 * run, holds. */
static bool has_move_after(struct mad_generator *run, uint32_t player, uint32_t address)
{
    struct mad_move moves[USUAL_MOVES];
    struct mad_delta deltas[USUAL_DELTAS];
    alignas(32) unsigned char after[USUAL_STATE_BYTES];
    struct mad_move_list list = {
        .moves = moves, .deltas = deltas, .capacity = USUAL_MOVES, .delta_capacity = USUAL_DELTAS};
    struct mad_ahead ahead;
    bool found = true;
    if (run->status != MAD_OK) {
        return found;
    }
    look_ahead(run, player, &ahead);
    enum mad_status status =
        run->game->state_bytes <= USUAL_STATE_BYTES ? generate_for(run, &list) : MAD_ERROR_LIMIT;
    if (status == MAD_ERROR_LIMIT) {
        found = has_move_after_many(run, address);
    } else {
        run->status = status;
        found = any_move_after(run, &list, address, (struct mad_state *)(void *)after);
    }
    look_back(run, &ahead);
    return found;
}

/* Asks the program at that address; has_moves: of the side to move, -1 when that is not known. */
static enum mad_status judge(const struct mad_game *game, struct mad_state *state, uint32_t address,
                             struct mad_past past, int has_moves, struct mad_verdict *verdict,
                             uint32_t *steps)
{
    struct mad_generator run;
    run_begin(&run, game, state, state->mover);
    run.asked.past = past;
    run.has_moves = has_moves;
    run_program(&run, address, 0);
    if (run.status == MAD_OK) {
        *verdict = run.asked.verdict;
    }
    if (steps != NULL) {
        *steps += run.steps;
    }
    return run.status;
}

static enum mad_status vm_judge(const struct mad_game *game, struct mad_state *state,
                                struct mad_past past, struct mad_verdict *verdict)
{
    return judge(game, state, game->program->entry.judge[state->mover], past, -1, verdict, NULL);
}

static enum mad_status vm_judge_known(const struct mad_game *game, struct mad_state *state,
                                      struct mad_past past, bool has_moves,
                                      struct mad_verdict *verdict, uint32_t *steps)
{
    bool may_pass =
        game->program->entry.pass[state->side] != MAD_NO_PROGRAM; /* that was one of them */
    return judge(game, state, game->program->entry.judge[state->mover], past,
                 may_pass ? -1 : has_moves, verdict, steps);
}

/* As vm_judge_known behind list_batches, of its run; can_move: other than by passing. */
static enum mad_status judge_listed(struct mad_generator *run, struct mad_past past, bool can_move,
                                    struct mad_verdict *verdict)
{
    const struct mad_program *program = run->program;
    const uint32_t mover = run->state->mover;
    if (!program->ends.see_all[mover]) {
        return judge(run->game, run->state, program->entry.judge[mover], past, can_move, verdict,
                     NULL);
    }
    run->asked.past = past;
    run->has_moves = can_move;
    run->steps = 0;
    run_listing(run, program->entry.judge[mover], 0);
    *verdict = run->asked.verdict;
    return run->status;
}

/* A turn is over when it is no longer that player who is to move. */
static enum mad_status vm_watch(const struct mad_game *game, struct mad_state *state,
                                struct mad_watching *watching)
{
    for (uint32_t i = 0; i < game->program->ends.watch_count; i++) {
        const struct mad_watch *watch = &game->program->ends.watches[i];
        struct mad_generator run;
        if (watch->turns_of != state->mover || state->side == state->mover ||
            (watching->failed >> i & 1)) {
            continue;
        }
        run_begin(&run, game, state, watch->seen_by);
        run_program(&run, watch->address, 0);
        if (run.status != MAD_OK) {
            return run.status;
        }
        watching->seen |= 1u << i;
        watching->failed |= run.holds ? 0 : 1u << i;
    }
    return MAD_OK;
}

static enum mad_status vm_holds(const struct mad_game *game, struct mad_state *state,
                                uint32_t address, bool *holds)
{
    struct mad_generator run;
    run_begin(&run, game, state, 0);
    run_program(&run, address, 0);
    *holds = run.holds;
    return run.status;
}

/* `moves`: how many there are, passing included. How many there are with the mark on the board, less those
 * without: it matters when a move of the side to move needs it. */
static enum mad_status repetition_key_known(const struct mad_game *game, struct mad_state *state,
                                            uint64_t moves, uint64_t *key)
{
    const struct mad_program *program = game->program;
    uint64_t result = state->key;
    for (uint32_t mark = 0; program->marks.key_if_used >> mark != 0; mark++) {
        uint32_t slot = game->mark_slot + mark;
        mad_set squares = mad_slot(state, slot);
        if (!(program->marks.key_if_used >> mark & 1) || set_empty(squares)) {
            continue;
        }
        uint64_t with = moves, without = 0;
        enum mad_status status = moves == UNKNOWN_MOVES ? vm_count(game, state, &with) : MAD_OK;
        if (status == MAD_OK) {
            set_store(state->sets + slot * MAD_WORDS, set_none());
            status = vm_count(game, state, &without);
            set_store(state->sets + slot * MAD_WORDS, squares);
        }
        if (status != MAD_OK) {
            return status;
        }
        for (mad_set rest = squares; with == without && !set_empty(rest); rest = set_rest(rest)) {
            result ^= game->keys.square[slot * game->squares + set_first(rest)];
        }
    }
    *key = result;
    return MAD_OK;
}

static enum mad_status vm_repetition_key(const struct mad_game *game, struct mad_state *state,
                                         uint64_t *key)
{
    return repetition_key_known(game, state, UNKNOWN_MOVES, key);
}

/* --- perft ----------------------------------------------------------------------------------- */

enum {
    STEPS_SAVED = 24, /* about as many steps of a forecast take as long as one count of moves */
    LONGEST_PAUSE = 15,
};

struct perft {
    const struct mad_game *game;
    int depth;        /* of the root */
    struct room room; /* its list is a stack: each depth appends behind its parents' moves */
    mad_interrupt interrupt;
    void *context;
    uint32_t polls;
    bool
        is_slow; /* in the present position each move may take long: the caller is asked more often */
    bool makes_leaves; /* else the moves of the last ply are only counted */
    struct mad_forecast forecast;
    uint32_t failures,
        pause; /* forecasts that failed in a row, and positions without one to come */
};

static bool is_over_by(const struct mad_game *game, struct mad_state *state, uint32_t address,
                       enum mad_status *status)
{
    struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
    if (address == MAD_NO_PROGRAM) {
        return false;
    }
    *status = judge(game, state, address, (struct mad_past){0, 0}, -1, &verdict, NULL);
    return verdict.outcome != MAD_GOES_ON;
}

static bool is_over(const struct mad_game *game, struct mad_state *state, enum mad_status *status)
{
    return is_over_by(game, state, game->program->entry.judge_static[state->mover], status);
}

/* Whether the one move that there is may be passing, behind the end of the game: ends that hold for a player
 * who cannot move are asked for no other. */
static inline bool may_be_stuck(const struct mad_game *game, const struct mad_state *state,
                                uint32_t mover)
{
    return game->program->ends.when_stuck[mover] ||
           game->program->entry.pass[state->side] != MAD_NO_PROGRAM;
}

/* Whether it is: all ends are asked, but for what was before. */
static __attribute__((noinline)) bool is_over_when_stuck(const struct mad_game *game,
                                                         struct mad_state *state,
                                                         enum mad_status *status)
{
    return may_be_stuck(game, state, state->mover) &&
           is_over_by(game, state, game->program->entry.judge[state->mover], status);
}

/* The moves in a position on the last ply, behind the ends that are asked first. */
static __attribute__((noinline)) enum mad_status count_unless_over(const struct mad_game *game,
                                                                   struct mad_state *state,
                                                                   uint64_t *nodes)
{
    enum mad_status status = vm_count(game, state, nodes);
    if (*nodes == 1 && status == MAD_OK && is_over_when_stuck(game, state, &status)) {
        *nodes = 0;
    }
    return status;
}

static enum mad_status perft_node(struct perft *perft, int depth, uint64_t *nodes);

static enum mad_status ask_to_go_on(const struct perft *perft)
{
    return perft->interrupt != NULL && perft->interrupt(perft->context) ? MAD_ERROR_STOPPED
                                                                        : MAD_OK;
}

/* The same once in so many positions, or in each where that may take long. */
static inline enum mad_status ask_now_and_then(struct perft *perft)
{
    enum { POSITIONS = 64 };
    return perft->is_slow || ++perft->polls % POSITIONS == 0 ? ask_to_go_on(perft) : MAD_OK;
}

/* Whether many moves like those of this position are not made and counted at once, going by what it took
 * to make it and to list them. */
static bool is_slow(const struct mad_state *state, const struct mad_move_list *list)
{
    enum { STEPS = 1 << 12 };
    return list->steps > STEPS || state->effort != 0;
}

static struct mad_move_list moves_behind(const struct mad_move_list *list, uint32_t first)
{
    struct mad_move_list behind = *list;
    behind.moves += first;
    behind.count -= first;
    behind.capacity -= first;
    return behind;
}

/* Whether no still move of the side to move ends the game. */
static bool is_ends_prechecked(const struct perft *perft, int depth)
{
    struct mad_generator run;
    const struct mad_game *game = perft->game;
    struct mad_state *state = state_in(&perft->room, game, depth);
    uint32_t address = game->program->ends.precheck[state->side];
    if (address == MAD_NO_PROGRAM) {
        return false;
    }
    run_begin(&run, game, state, state->side);
    run_program(&run, address, 0);
    return run.status == MAD_OK && !run.holds && run.asked.verdict.outcome == MAD_GOES_ON;
}

/* Whether a move sets off nothing and changes none of the numbers of men that ends first ask for. */
static inline bool is_still(const struct mad_game *game, const struct mad_state *state,
                            const struct mad_move *move)
{
    const struct mad_program *program = game->program;
    const uint8_t *asked = program->ends.questions[state->side];
    if (!(move->flags & MAD_MOVE_PLAIN)) {
        return false;
    }
    const uint8_t *board = mad_state_board_const(game, state);
    const uint32_t code = board[move->from], victim = board[move->to], squares = game->squares;
    return asked[code * squares + move->from] == asked[move->placed * squares + move->to] &&
           asked[victim * squares + move->to] == 0 &&
           !mad_triggers(game, state, move->to, code, &program->piece.traits[victim]);
}

/* The same of a move of a verb: whatever it sets off is among its deltas. */
static bool is_still_way(const struct mad_game *game, const struct mad_state *state,
                         const struct mad_move *move, const struct mad_delta *delta)
{
    const uint8_t *asked = game->program->ends.questions[state->side];
    const struct mad_delta *const end = delta + move->delta_count;
    if ((move->flags & MAD_MOVE_PLAIN) ||
        game->program->entry.moved[state->side] != MAD_NO_PROGRAM) {
        return false;
    }
    for (; delta < end; delta++) {
        bool counts = delta->kind == MAD_DELTA_SQUARE &&
                      asked[delta->before * game->squares + delta->index] !=
                          asked[delta->after * game->squares + delta->index];
        if (counts || (delta->kind != MAD_DELTA_SQUARE && delta->kind != MAD_DELTA_POCKET)) {
            return false;
        }
    }
    return true;
}

/* Whether no end has to be asked behind the move, where no still move ends the game. */
static inline bool is_silent(const struct mad_game *game, const struct mad_state *state,
                             const struct mad_move *move, const struct mad_delta *deltas)
{
    return is_still(game, state, move) ||
           is_still_way(game, state, move, deltas + move->delta_first);
}

/* Nothing is foretold for a while where that has failed, or not paid, again and again. */
static void begin_forecast(struct perft *perft, struct mad_state *state)
{
    if (perft->pause != 0) {
        perft->pause--;
        return;
    }
    forecast_begin(&perft->forecast, perft->game, state);
    perft->failures++;
    perft->pause = perft->failures < LONGEST_PAUSE ? perft->failures : LONGEST_PAUSE;
}

/* So many moves have been foretold in this position. */
static void end_forecast(struct perft *perft, uint32_t foretold)
{
    if (perft->forecast.known && perft->forecast.steps <= STEPS_SAVED * foretold) {
        perft->failures = perft->pause = 0;
    }
}

/* The moves of a position two plies from the end: how many there are behind each, foretold or counted;
 * `judged`: ends look at men, and are asked behind each that is not still. */
static inline __attribute__((always_inline)) enum mad_status count_behind(
    struct perft *perft, const struct mad_move_list *list, const bool judged, uint64_t *nodes)
{
    const struct mad_game *game = perft->game;
    struct mad_state *state = state_in(&perft->room, game, 2);
    struct mad_state *child = state_in(&perft->room, game, 1);
    const struct mad_move *move = list->moves, *const end = move + list->count;
    const struct mad_move *last = move; /* of those that may be foretold in a row */
    const bool prechecked = judged && is_ends_prechecked(perft, 2);
    const bool stuck = game->program->entry.pass[0] != MAD_NO_PROGRAM ||
                       game->program->entry.pass[1] != MAD_NO_PROGRAM;
    const uint64_t alone = stuck ? 1 : UINT64_MAX; /* the one answer may be passing: it is made */
    enum mad_status status = MAD_OK;
    uint32_t foretold = 0;
    bool begun = !judged;
    perft->forecast.known = false;
    if (begun) {
        begin_forecast(perft, state);
    }
    if (!judged && !perft->forecast.known && !perft->is_slow) {
        return vm_make_each(game, state, list, state_in(&perft->room, game, perft->depth + 1),
                            child, stuck ? count_unless_over : vm_count, nodes);
    }
    *nodes = 0;
    while (move < end && status == MAD_OK) {
        if (perft->is_slow && (status = ask_to_go_on(perft)) != MAD_OK) {
            break;
        }
        if (perft->forecast.known) {
            const struct mad_move *const first = move, *stop = perft->is_slow ? move + 1 : end;
            last = move < last ? last : judged ? move : stop;
            while (judged && last < stop && is_silent(game, state, last, list->deltas)) {
                last++;
            }
            move = foretell_each(&perft->forecast, move, last, list->deltas, alone, nodes);
            foretold += (uint32_t)(move - first);
            if (move == end) {
                break;
            }
        }
        const bool silent = prechecked && is_silent(game, state, move, list->deltas);
        uint64_t below = 0;
        if (silent && !begun) {
            begin_forecast(perft, state);
            begun = true;
            continue;
        }
        if (silent && (move->flags & MAD_MOVE_PLAIN)) {
            apply_still(game, state, move, child);
        } else {
            vm_apply(game, state, move, list->deltas, child);
        }
        status = judged && !silent ? perft_node(perft, 1, &below)
                 : stuck           ? count_unless_over(game, child, &below)
                                   : vm_count(game, child, &below);
        *nodes += below;
        move++;
    }
    if (begun) {
        end_forecast(perft, foretold);
    }
    return status;
}

static enum mad_status count_each(struct perft *perft, int depth, const struct mad_move_list *list,
                                  uint64_t *nodes)
{
    struct mad_state *state = state_in(&perft->room, perft->game, depth);
    struct mad_state *child = state_in(&perft->room, perft->game, depth - 1);
    enum mad_status status = MAD_OK;
    *nodes = 0;
    for (uint32_t i = 0; i < list->count && status == MAD_OK; i++) {
        uint64_t below = 0;
        vm_apply(perft->game, state, &list->moves[i], list->deltas, child);
        status = perft_node(perft, depth - 1, &below);
        *nodes += below;
    }
    return status;
}

static enum mad_status perft_node(struct perft *perft, int depth, uint64_t *nodes)
{
    const struct mad_game *game = perft->game;
    struct mad_state *state = state_in(&perft->room, game, depth);
    struct mad_state *child = state_in(&perft->room, game, depth - 1);
    enum mad_status status = MAD_OK;
    /* What is counted or listed may tell all the ends want to know: one move may be passing. */
    const bool late = game->program->ends.when_stuck[state->mover];
    *nodes = 0;
    if (!late && (is_over(game, state, &status) || status != MAD_OK)) {
        return status;
    }
    if (depth == 1 && !perft->makes_leaves) {
        return count_unless_over(game, state, nodes);
    }
    status = ask_now_and_then(perft);
    if (status != MAD_OK) {
        return status;
    }
    const uint32_t first = perft->room.list.count, first_delta = perft->room.list.delta_count;
    status = vm_generate(game, state, &perft->room.list);
    struct mad_move_list list = moves_behind(&perft->room.list, first);
    perft->is_slow = is_slow(state, &list);
    if (status == MAD_OK && list.count == 1 && is_over_when_stuck(game, state, &status)) {
        list.count = 0;
    }
    if (status == MAD_OK && depth == 1) {
        status = vm_make_each(game, state, &list, state_in(&perft->room, game, perft->depth + 1),
                              child, NULL, nodes);
        *nodes = list.count;
    } else if (status == MAD_OK && depth == 2 && !perft->makes_leaves) {
        status = game->program->entry.judge_static[state->side] == MAD_NO_PROGRAM
                     ? count_behind(perft, &list, false, nodes)
                     : count_behind(perft, &list, true, nodes);
    } else if (status == MAD_OK) {
        status = count_each(perft, depth, &list, nodes);
    }
    perft->room.list.count = first;
    perft->room.list.delta_count = first_delta;
    return status;
}

/* With room for so many moves of all depths together. */
static enum mad_status count_within(struct perft *perft, const struct mad_state *state,
                                    uint32_t moves, uint32_t deltas, uint64_t *nodes)
{
    const struct mad_game *game = perft->game;
    const int depth = perft->depth;
    enum mad_status status = MAD_ERROR_MEMORY;
    perft->room.list.count = perft->room.list.delta_count = 0;
    if (take_room(&perft->room, game, moves, deltas, (size_t)depth + 2)) {
        struct mad_state *first = state_in(&perft->room, game, depth);
        memcpy(first, state, game->state_bytes);
        status = !perft->makes_leaves && game->program->drops_at[0] != MAD_NO_PROGRAM
                     ? count_drops(game, first, depth, perft->interrupt, perft->context, nodes)
                     : perft_node(perft, depth, nodes);
    }
    give_room_back(&perft->room, game);
    return status;
}

/* Room for a few thousand moves is enough for nearly every game. Where it is not, or another limit was
 * crossed, it is counted once more with as much as any position can need: moves of one position times depth,
 * in practice far fewer; memory is only touched where it is used. */
static enum mad_status vm_perft(const struct mad_game *game, const struct mad_state *state,
                                int depth, bool make_leaves, mad_interrupt interrupt, void *context,
                                uint64_t *nodes)
{
    if (depth <= 0) {
        *nodes = 1;
        return depth < 0 ? MAD_ERROR_MISUSE : MAD_OK;
    }
    struct perft perft;
    perft.game = game;
    perft.depth = depth;
    perft.interrupt = interrupt;
    perft.context = context;
    perft.polls = 0;
    perft.is_slow = false;
    perft.failures = perft.pause = 0;
    perft.makes_leaves = make_leaves;
    enum {
        FEW = 4096,
        MOST = MAD_MAX_MOVES * 4,
        UNASKED = MAD_BITS * MAD_BITS, /* room enough for no man to ask for it: see begin_listing */
        USUAL = UNASKED + FEW < MOST ? UNASKED + FEW : MOST
    };
    enum mad_status status = count_within(&perft, state, USUAL, FEW, nodes);
    return status == MAD_ERROR_LIMIT ? count_within(&perft, state, MOST, MAD_MAX_DELTAS, nodes)
                                     : status;
}
