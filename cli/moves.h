/* moves.h - legal moves as JSON. Layer: cli. */
#ifndef MAD_CLI_MOVES_H
#define MAD_CLI_MOVES_H

#include "../interp/mad_rules.h"
#include "json.h"

/* "moves": an object for each, with the outcomes of tosses. */
void cli_moves_json(struct cli_json *json, const mad_game *game, const mad_moves *moves);

#endif
