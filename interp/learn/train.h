/* train.h - a small network (game/network.h), trained to add what a fitted sum (fit.h) does not say.
 *
 * Layer: learn. */
#ifndef MAD_LEARN_TRAIN_H
#define MAD_LEARN_TRAIN_H

#include "../game/network.h"
#include "fit.h"

/* `fit` has been run, with items that are inputs of the network. The network is filled in; its turn is set before. It goes on
 * from what is known, where that is as wide and turns alike; null: nothing is. The same samples give the same network from
 * there. MAD_ERROR_STOPPED: the interrupt said so. */
MAD_MUST_CHECK enum mad_status mad_train_run(const struct mad_game *game, const struct mad_fit *fit,
                                             const struct mad_learn_limits *limits,
                                             const struct mad_network *known,
                                             struct mad_network *network,
                                             struct mad_learn_report *best);

#endif
