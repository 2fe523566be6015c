/* slips.h - which slips of the hand in a rule file its tests would notice. Layer: cli. */
#ifndef MAD_CLI_SLIPS_H
#define MAD_CLI_SLIPS_H

#include "game_file.h"

/* `mad cover FILE --slips N`: draws at most N, runs the tests with each, and prints those that change a game and that no
 * test notices, with a test that would. Of the whole file, or of the variants named. */
enum cli_exit cli_cover_slips(const struct cli_args *args, const mad_engine *engine,
                              const char *path, const struct cli_variants *variants);

#endif
