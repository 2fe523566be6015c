/* positions.h - files of positions and how their games went, from which `mad learn` learns.
 *
 * Layer: cli. A head says of which rules they are, then comes a line a position:
 *
 *   # mad positions 1 game=giraffe rules=0123456789abcdef
 *   17 1 -35 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
 *
 * number of the game, its result for the first player (1, 0, -1), what a search thought of the position, seen by the
 * first player, the position; of a game without such positions `18 0 -`. A game is written when it is over; lines cut
 * short, as a full disk leaves them, are no lines. Files of shards are added up by reading them one after the other. */
#ifndef MAD_CLI_LEARN_POSITIONS_H
#define MAD_CLI_LEARN_POSITIONS_H

#include <stdio.h>

#include "../../interp/mad_learn.h"
#include "../options.h"

enum { CLI_POSITIONS_HEAD = 400 };

/* Which games there are, by number. */
struct cli_games {
    uint64_t *numbers; /* sorted, each once; owned */
    size_t count, capacity;
};
bool cli_games_add(struct cli_games *games, uint64_t number); /* false without memory */
bool cli_games_has(const struct cli_games *games, uint64_t number);
void cli_games_free(struct cli_games *games);

void cli_positions_head(const mad_game *game, char head[CLI_POSITIONS_HEAD]);

/* The numbers of the games in the file; those without positions count when `may_lack`, which a file does that is not
 * there as well. What is wrong is said on stderr, here and below. */
enum cli_exit cli_positions_list(const struct cli_args *args, const char *path, bool may_lack,
                                 const mad_game *game, struct cli_games *games);
/* What a line holds: lent. */
struct cli_kept {
    uint64_t number; /* of the game */
    const mad_position *position;
    const char *text; /* the position as it is written */
    struct mad_lesson lesson;
};
typedef enum mad_status (*cli_positions_sink)(void *context, const struct cli_kept *kept);

/* Gives each position of the file to the sink, and adds its games to `games`; those of which a number is there already
 * are left out, which is said. Each tenth of `all` is for test. */
enum cli_exit cli_positions_read(const struct cli_args *args, const char *path,
                                 const mad_game *game, const struct cli_games *all,
                                 struct cli_games *games, cli_positions_sink sink, void *context);
/* Makes an open file ready for more, and begins it with the head when it is empty; false with errno. */
bool cli_positions_begin(FILE *file, const mad_game *game);

#endif
