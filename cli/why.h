/* why.h - tells why a move is legal or not; `mad why` and the prompt of `mad play`. Layer: cli. */
#ifndef MAD_CLI_WHY_H
#define MAD_CLI_WHY_H

#include "game_file.h"

/* On stdout, as text or with --json. CLI_FINDINGS when the move is not legal. */
enum cli_exit cli_why_print(const struct cli_args *args, const struct cli_game *game,
                            const mad_position *position, const char *move);

#endif
