/* print_diagnostic.h - findings about rule files, as text for people and for programs.
 *
 * Layer: cli. Three forms: human (place, text, the line with carets, notes, remedy), short (one
 * line like a compiler's), json (one object a line). */
#ifndef MAD_CLI_PRINT_DIAGNOSTIC_H
#define MAD_CLI_PRINT_DIAGNOSTIC_H

#include <stdbool.h>
#include <stdio.h>

#include "../interp/mad_rules.h"

enum cli_diagnostic_form {
    CLI_DIAGNOSTIC_HUMAN,
    CLI_DIAGNOSTIC_SHORT,
    CLI_DIAGNOSTIC_JSON,
    CLI_DIAGNOSTIC_SARIF, /* report.h alone knows these */
    CLI_DIAGNOSTIC_GITHUB,
};

void cli_diagnostic_print(FILE *stream, const struct mad_diagnostic *diagnostic,
                          enum cli_diagnostic_form form);
const char *cli_severity_name(enum mad_severity severity);

/* Whether an earlier finding of the list says what finding `index` says: a line that is compiled for both
 * players, or in several variants, may be found at fault more than once. */
bool cli_diagnostic_is_known(const mad_diagnostics *list, size_t index);

#endif
