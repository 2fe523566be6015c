/* uci.h - what UCI and USI share. Layer: cli. */
#ifndef MAD_CLI_PROTOCOL_UCI_H
#define MAD_CLI_PROTOCOL_UCI_H

#include "../options.h"
#include "session.h"

enum cli_exit cli_uci_run(const struct cli_args *args, bool is_usi);
/* Leaves only games of shogi in the catalog; CLI_USAGE, which is said, when the one that is loaded is none. */
enum cli_exit cli_usi_keep(struct cli_session *session, const struct cli_args *args);

#endif
