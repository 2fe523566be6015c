/* junit.h - test reports as JUnit XML, which build servers read. Layer: cli.
 *
 * Suites carry their counts in front, so cases are kept until the end. */
#ifndef MAD_CLI_JUNIT_H
#define MAD_CLI_JUNIT_H

#include <stdbool.h>
#include <stdio.h>

#include "../interp/mad_rules.h"

struct cli_junit {
    FILE *cases; /* what they say; null when there is no memory */
    char *text;
    size_t bytes, tests, failures, errors;
};

bool cli_junit_start(struct cli_junit *junit); /* false without memory */
void cli_junit_add(struct cli_junit *junit, const char *game, const struct mad_test_report *report);
/* The tests of the file could not be run. */
void cli_junit_add_error(struct cli_junit *junit, const char *file);
/* Writes everything and frees it; false when it was not kept whole, or could not be written. */
bool cli_junit_end(struct cli_junit *junit, FILE *stream);

#endif
