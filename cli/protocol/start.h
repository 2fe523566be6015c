/* start.h - the session that a command line asks for: `mad uci [FILE]` and its kin. Layer: cli. */
#ifndef MAD_CLI_PROTOCOL_START_H
#define MAD_CLI_PROTOCOL_START_H

#include "../options.h"
#include "session.h"

/* A session with the game of the operand, or `preset`; what goes wrong is said on stderr. To be freed in
 * every case. */
enum cli_exit cli_session_open(struct cli_session *session, const struct cli_args *args,
                               const char *preset);

#endif
