/* selfplay.h - games of the program against itself, move by move within so many nodes. Layer: cli. */
#ifndef MAD_CLI_LEARN_SELFPLAY_H
#define MAD_CLI_LEARN_SELFPLAY_H

#include "../match/opening.h"

struct cli_selfplay { /* of one thread */
    const mad_game *game;
    mad_moves *moves;
    mad_searcher *players[2]; /* by side; both may be the same */
    uint64_t nodes;           /* a move */
};

/* Told of each position that was thought about and what of. */
typedef enum mad_status (*cli_selfplay_sink)(void *context, const mad_position *position,
                                             const struct mad_search_report *report,
                                             const struct mad_move_info *best);

/* The game of that number from its opening: its result, a draw when it is too long. A win that is seen counts.
 * `sink` may be null. MAD_ERROR_STOPPED when the user interrupts. */
MAD_MUST_CHECK enum mad_status cli_selfplay_game(struct cli_selfplay *play,
                                                 const struct cli_openings *openings, uint64_t seed,
                                                 uint64_t number, cli_selfplay_sink sink,
                                                 void *context, enum mad_outcome *outcome,
                                                 unsigned *plies);

#endif
