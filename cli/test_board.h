/* test_board.h - the position of a test that failed, with what was missing and what was unexpected. Layer: cli. */
#ifndef MAD_CLI_TEST_BOARD_H
#define MAD_CLI_TEST_BOARD_H

#include <stdio.h>

#include "../interp/mad_rules.h"

/* Nothing where the report has no position, or the board is wider than a terminal. */
void cli_test_board_print(FILE *stream, const struct mad_test_report *report);

#endif
