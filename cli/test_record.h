/* test_record.h - tests for lines of the rules that no test needs, found in games, to read and accept. Layer: cli. */
#ifndef MAD_CLI_TEST_RECORD_H
#define MAD_CLI_TEST_RECORD_H

#include "game_file.h"

/* Prints a `test` block for each line that drawn games need and no test does, laid out as in rule files. `game` is
 * what `load` describes. */
enum cli_exit cli_test_record(const struct cli_args *args, const mad_engine *engine,
                              const struct mad_load *load, const mad_game *game);

#endif
