/* selfplay.c - see selfplay.h. Layer: cli. */
#include "selfplay.h"

#include "../interrupt.h"

enum {
    MOST_PLIES = 500, /* then it is a draw */
    OPENING_BYTES = 4096,
};

static bool is_interrupted(void *context)
{
    (void)context;
    return cli_interrupted();
}

/* Thinks and moves. `*outcome`: what the thought made certain. */
static enum mad_status make_move(struct cli_selfplay *play, mad_position *position,
                                 uint64_t *chance, cli_selfplay_sink sink, void *context,
                                 enum mad_outcome *outcome)
{
    int side = mad_position_side(position);
    struct mad_search_report report;
    struct mad_search_limits limits = {.nodes = play->nodes, .interrupt = is_interrupted};
    enum mad_status status = mad_searcher_think(play->players[side], position, &limits, &report);
    if (status == MAD_OK && cli_interrupted()) {
        status = MAD_ERROR_STOPPED;
    }
    if (status != MAD_OK) {
        return status;
    }
    if (report.mate_in != 0) {
        *outcome = (report.mate_in > 0) == (side == 0) ? MAD_WIN_FIRST : MAD_WIN_SECOND;
        return MAD_OK;
    }
    struct mad_move_info best = mad_moves_at(play->moves, report.best);
    if (sink != NULL) {
        status = sink(context, position, &report, &best);
    }
    return status == MAD_OK
               ? mad_position_apply(position, play->moves,
                                    cli_random_outcome(play->moves, report.best, chance))
               : status;
}

static enum mad_status play_on(struct cli_selfplay *play, mad_position *position, uint64_t *chance,
                               cli_selfplay_sink sink, void *context, enum mad_outcome *outcome)
{
    struct mad_result result = {.outcome = MAD_GOES_ON};
    enum mad_status status = MAD_OK;
    *outcome = MAD_GOES_ON;
    while (status == MAD_OK && *outcome == MAD_GOES_ON && mad_position_ply(position) < MOST_PLIES) {
        status = mad_position_result(position, &result);
        if (status == MAD_OK) {
            status = mad_moves_list(play->moves, position);
        }
        if (status != MAD_OK) {
            return status;
        }
        if (result.outcome != MAD_GOES_ON || mad_moves_count(play->moves) == 0) {
            *outcome = result.outcome;
            break;
        }
        status = make_move(play, position, chance, sink, context, outcome);
    }
    *outcome = *outcome == MAD_GOES_ON ? MAD_DRAW : *outcome;
    return status;
}

enum mad_status cli_selfplay_game(struct cli_selfplay *play, const struct cli_openings *openings,
                                  uint64_t seed, uint64_t number, cli_selfplay_sink sink,
                                  void *context, enum mad_outcome *outcome, unsigned *plies)
{
    char coords[OPENING_BYTES];
    const char *start;
    uint64_t chance = seed ^ number;
    mad_position *position = NULL;
    enum mad_status status = mad_position_new(play->game, &position);
    for (int side = 0; side < 2; side++) {
        mad_searcher_forget(play->players[side]);
    }
    if (status == MAD_OK) {
        status = cli_opening_make(openings, seed, number, position, &start, coords, sizeof coords);
    }
    if (status == MAD_OK) {
        status = play_on(play, position, &chance, sink, context, outcome);
    }
    if (status == MAD_OK) {
        *plies = mad_position_ply(position);
    }
    mad_position_free(position);
    return status;
}
