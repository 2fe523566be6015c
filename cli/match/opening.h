/* opening.h - where the games of a match begin: each opening is played twice, with both sides.
 *
 * Layer: cli. `random:N` is N random moves from the array, `balanced:N` such that a short search sees
 * neither player ahead by much, `none` the array, anything else a file with a position text a line
 * (EPD's `;` and what is behind it are left out). An opening hangs on the seed and its number alone. */
#ifndef MAD_CLI_MATCH_OPENING_H
#define MAD_CLI_MATCH_OPENING_H

#include "../../interp/mad_rules.h"
#include "../options.h"

struct cli_openings {
    int plies; /* random moves */
    bool is_balanced;
    char **positions; /* of a file; owned */
    size_t count;
};

enum cli_exit cli_openings_make(struct cli_openings *openings, const struct cli_args *args,
                                const mad_game *game, const char *text);
void cli_openings_free(struct cli_openings *openings);

/* A generator: the same state gives the same numbers. */
uint64_t cli_random(uint64_t *state);
/* Which of the move's outcomes comes: an index for mad_position_apply. The move itself when it has none. */
size_t cli_random_outcome(const mad_moves *moves, size_t index, uint64_t *state);

/* The opening of that number. `*start` is its position text, null for the array; `position`, which is the
 * start, has the moves made; `coords` gets their coordinate texts, a blank behind each. */
enum mad_status cli_opening_make(const struct cli_openings *openings, uint64_t seed,
                                 uint64_t number, mad_position *position, const char **start,
                                 char *coords, size_t size);

#endif
