/* rethink.h - positions of games played before, thought about anew: `mad learn --rethink`.
 *
 * Layer: cli. What a search of few nodes says of a position is hardly nearer to the truth than what the position looks
 * like; so the games may be played fast, and their positions be searched further afterwards, by who has learned more. */
#ifndef MAD_CLI_LEARN_RETHINK_H
#define MAD_CLI_LEARN_RETHINK_H

#include "../match/peer.h"
#include "positions.h"
#include "selfplay.h"

/* Games that were played before, sorted by number, and their positions. */
struct cli_old {
    struct cli_old_line {
        uint64_t number;
        size_t at; /* of the position in `text` */
        int result;
    } * lines; /* owned, as all below */
    size_t line_count, line_capacity;
    char *text; /* positions, each ended by NUL */
    size_t length, capacity;
    size_t *first; /* [count + 1] line of each game */
    size_t count;
};

/* A sink, whose context is a struct cli_old. */
enum mad_status cli_old_keep(void *context, const struct cli_kept *kept);
/* When all positions have been kept; false without memory. */
bool cli_old_sort(struct cli_old *old);
void cli_old_free(struct cli_old *old);

/* Who thinks: the program within so many nodes, or a teacher. */
struct cli_thinker {
    const struct cli_selfplay *play;
    uint64_t nodes;
    struct cli_peer *teacher; /* null: the program */
};

/* Thinks about each position of a game, and tells the sink. A position that no game goes on from is left out, and so is one
 * whose end is seen, or one that drags on where a teacher thinks. MAD_ERROR_NOT_FOUND: the teacher cannot be had, or
 * says what cannot be: his `why` tells. */
enum mad_status cli_old_think(const struct cli_old *old, size_t game,
                              const struct cli_thinker *thinker, cli_selfplay_sink sink,
                              void *context);

#endif
