/* w_play.h - one random game to its end; included by w_run.c.
 *
 * Layer: vm. Moves are listed in batches (w_internal.h): how many there are has to be known, and then one of
 * them alone is told from the others and made. It relies on w_draw.h for the move and on w_judge.h for the
 * ends. */
#include "play.h"

#include "../game/chance.h"

/* One of the outcomes of an open move, by their weights. */
static const struct mad_move *toss(const struct mad_game *game, const struct mad_move_list *list,
                                   uint64_t *seed, const struct mad_move *open)
{
    const struct mad_move *outcome = list->moves + open->delta_first;
    uint32_t left =
        mad_draw(seed, mad_odds_of(mad_move_chance(game, outcome), open->delta_count).of);
    for (uint32_t i = 1; i < open->delta_count; i++, outcome++) {
        uint32_t weight = mad_odds_of(mad_move_chance(game, outcome), open->delta_count).weight;
        if (left < weight) {
            break;
        }
        left -= weight;
    }
    return outcome;
}

/* Makes the n-th move on `next`, a copy of the state: those listed by themselves come first. */
static enum mad_status make_drawn_nth(struct mad_generator *run, uint32_t n, uint64_t *seed,
                                      struct mad_state *next)
{
    const struct mad_move_list *list = run->sink.list;
    if (n < list->count) {
        const struct mad_move *move = &list->moves[n];
        move = mad_move_is_open(move) ? toss(run->game, list, seed, move) : move;
        vm_apply(run->game, run->state, move, list->deltas, next);
        return MAD_OK;
    }
    const struct mad_batch *batch = run->sink.batches->items;
    for (n -= list->count; n >= batch->count; batch++) {
        n -= batch->count;
    }
    return make_drawn(run, batch, n, next);
}

/* What ends ask about the game so far. The state has come about `at` plies from the first one of all. */
static enum mad_status past_of(struct mad_play *play, uint32_t at, struct mad_state *state,
                               uint64_t moves, struct mad_past *past)
{
    const struct mad_game *game = play->game;
    struct mad_watching watching = {0, 0};
    uint32_t first = at, before;
    uint64_t key = state->key;
    enum mad_status status = MAD_OK;
    if (game->program->marks.key_if_used != 0) {
        status = repetition_key_known(game, state, moves, &key);
    }
    if (status != MAD_OK) {
        return status;
    }
    if (at >= play->first) {
        mad_play_enter(play, at, key);
    }
    for (before = play->keys[at].before; before != 0; before = play->keys[before - 1].before) {
        if (play->keys[before - 1].key == key) {
            past->occurrences++;
            first = before - 1;
        }
    }
    for (uint32_t i = first + 1; play->keeps_all && i <= at && status == MAD_OK; i++) {
        status = vm_watch(game, mad_play_state(play, i), &watching);
    }
    past->held = mad_watched(watching);
    return status;
}

/* Takes what the game has entered up to there out again, the last first. */
static void forget(struct mad_play *play, uint32_t at)
{
    for (; at >= play->first && play->game->program->ends.asks_past; at--) {
        *mad_play_head(play, play->keys[at].key) = play->keys[at].before;
    }
}

/* Lists the moves and asks the ends of the present state. */
static enum mad_status list_and_judge(struct mad_play *play, struct mad_generator *run,
                                      struct mad_batches *batches, uint32_t at,
                                      struct mad_state *state, struct mad_verdict *verdict)
{
    const struct mad_game *game = play->game;
    struct mad_past past = {1, 0};
    bool can_move;
    play->list.count = play->list.delta_count = 0;
    enum mad_status status = list_batches(run, game, state, &play->list, batches, &can_move);
    if (status == MAD_OK && game->program->ends.asks_past) {
        status = past_of(play, at, state, run->sink.count, &past);
    }
    return status == MAD_OK ? judge_listed(run, past, can_move, verdict) : status;
}

/* Draws a move and makes it; none where there is none to be made. */
static enum mad_status go(struct mad_play *play, struct mad_generator *run, uint64_t *seed,
                          struct mad_state *next, bool *moved)
{
    enum mad_status status = MAD_OK;
    uint32_t count = (uint32_t)run->sink.count, total;
    if (play->game->outcome_count != 0) {
        count -= play->list.count;
        status = mad_chance_fold(play->game, &play->list, 0, &total);
        count += play->list.count;
    }
    *moved = count != 0;
    if (status == MAD_OK && count != 0) {
        status = make_drawn_nth(run, mad_draw(seed, count), seed, next);
    }
    return status;
}

/* Asked every so many plies, and at each where the rules are slow. */
static inline enum mad_status ask_playing(struct mad_play *play, const struct mad_state *state)
{
    enum { PLIES = 256, STEPS = 1 << 12 };
    const bool is_slow = play->list.steps > STEPS || state->effort != 0;
    if ((++play->polls % PLIES != 0 && !is_slow) || play->interrupt == NULL) {
        return MAD_OK;
    }
    return play->interrupt(play->context) ? MAD_ERROR_STOPPED : MAD_OK;
}

static enum mad_status vm_play(const struct mad_game *game, struct mad_play *play, uint64_t *seed,
                               uint32_t max_plies, struct mad_play_result *result)
{
    struct mad_batches batches;
    struct mad_generator run;
    bool goes_on = true;
    if (game->program->drops_at[0] != MAD_NO_PROGRAM) {
        struct mad_state *state = mad_play_state(play, play->first);
        memcpy(state, mad_play_state(play, play->first - 1), play->stride);
        return play_drops(game, state, seed, max_plies, result);
    }
    *result = (struct mad_play_result){.verdict = {.outcome = MAD_GOES_ON}};
    struct mad_state *state = mad_play_state(play, play->first - 1);
    for (uint32_t at = play->first - 1; goes_on; at++) {
        enum mad_status status = MAD_OK;
        if (at + 2 > play->room) {
            status = mad_play_make_room(play, at + 2);
            state = mad_play_state(play, at);
        }
        if (status == MAD_OK) {
            status = list_and_judge(play, &run, &batches, at, state, &result->verdict);
        }
        if (status == MAD_OK) {
            status = ask_playing(play, state);
        }
        goes_on = result->verdict.outcome == MAD_GOES_ON && result->plies < max_plies;
        if (status == MAD_OK && goes_on) {
            state = mad_play_state(play, at + 1);
            status = go(play, &run, seed, state, &goes_on);
        }
        if (status != MAD_OK) {
            return status;
        }
        result->plies += goes_on;
    }
    forget(play, play->first - 1 + result->plies);
    return MAD_OK;
}

static enum mad_status vm_make_nth(const struct mad_game *game, struct mad_state *state, uint32_t n,
                                   struct mad_move_list *list, struct mad_state *next,
                                   uint64_t *count)
{
    struct mad_batches batches;
    struct mad_generator run;
    bool can_move;
    enum mad_status status = list_batches(&run, game, state, list, &batches, &can_move);
    *count = run.sink.count;
    return status == MAD_OK && n < run.sink.count ? make_drawn_nth(&run, n, NULL, next) : status;
}
