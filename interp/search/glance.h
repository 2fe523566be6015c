/* glance.h - what a network says of a position, found out from what it said of the one before.
 *
 * Layer: search. Positions that are looked at one behind the other have most men in common: what has changed is added to
 * the sums, or taken away from them. Nothing is assumed of how one position came from the other. A glance belongs to one
 * thread. */
#ifndef MAD_SEARCH_GLANCE_H
#define MAD_SEARCH_GLANCE_H

#include "../game/network.h"

struct mad_glance {
    const struct mad_network *network;
    uint16_t sum[2][MAD_NETWORK_WIDTH]; /* by player, modulo 65536: int16_t */
    struct mad_state *seen;             /* which these are of */
};

MAD_MUST_CHECK enum mad_status mad_glance_make(struct mad_glance *glance,
                                               const struct mad_game *game,
                                               const struct mad_network *network);
void mad_glance_free(struct mad_glance *glance, const struct mad_game *game);

/* Hundredths of the smallest man's worth, for who is to move. */
int32_t mad_glance_worth(struct mad_glance *glance, const struct mad_game *game,
                         const struct mad_state *state);

#endif
