/* peer_here.c - a player who is this program itself, in this process. Layer: cli.
 *
 * Where more than two play no protocol could tell him of the others; he sees the game as the arbiter does. */
#include <stdio.h>

#include "../interrupt.h"
#include "peer.h"

static bool greet(struct cli_peer *peer)
{
    enum mad_status status =
        peer->searcher == NULL ? mad_searcher_new(peer->game, 0, &peer->searcher) : MAD_OK;
    if (status == MAD_OK && peer->moves == NULL) {
        status = mad_moves_new(peer->game, &peer->moves);
    }
    return status == MAD_OK || cli_peer_blame(peer, "%s", mad_status_text(status));
}

static bool begin(struct cli_peer *peer)
{
    mad_searcher_forget(peer->searcher);
    return true;
}

static bool tell(struct cli_peer *peer, const char *text, bool is_own)
{
    (void)peer, (void)text, (void)is_own;
    return true; /* he sees the board */
}

static bool is_interrupted(void *context)
{
    (void)context;
    return cli_interrupted();
}

static enum cli_reply think(struct cli_peer *peer, const struct cli_turn *turn)
{
    const struct cli_pace *pace = &peer->player->pace;
    const struct mad_search_limits limits = {.nodes = pace->nodes,
                                             .depth = pace->depth,
                                             .seconds = pace->seconds,
                                             .interrupt = is_interrupted};
    struct mad_search_report report;
    enum mad_status status = mad_moves_list(peer->moves, turn->position);
    if (status == MAD_OK) {
        status = mad_searcher_think(peer->searcher, turn->position, &limits, &report);
    }
    if (cli_interrupted()) {
        return CLI_REPLY_INTERRUPT;
    }
    if (status != MAD_OK || report.best >= mad_moves_count(peer->moves)) {
        cli_peer_blame(peer, "%s", mad_status_text(status));
        return CLI_REPLY_REFUSES;
    }
    snprintf(peer->move, sizeof peer->move, "%s", mad_moves_at(peer->moves, report.best).coord);
    return CLI_REPLY_MOVE;
}

static void stop(struct cli_peer *peer)
{
    (void)peer;
}

const struct cli_peer_speech cli_peer_here = {greet, begin, tell, think, stop, false};
