/* findings.h - findings in the form that was asked for, one after the other.
 *
 * Layer: cli. Human, short and json are those of print_diagnostic.h; github are the commands by which
 * a workflow of that site marks lines; sarif (OASIS SARIF 2.1.0) is one document for all findings, so
 * a report is ended even when nothing was added. */
#ifndef MAD_CLI_FINDINGS_H
#define MAD_CLI_FINDINGS_H

#include "json.h"
#include "options.h"
#include "print_diagnostic.h"

struct cli_findings {
    FILE *stream;
    enum cli_diagnostic_form form;
    struct cli_json json; /* of sarif */
    const char
        *main; /* the file that was asked for: findings in texts that are no files stand at it */
};

/* What --format (or --json) asks for. */
enum cli_diagnostic_form cli_diagnostic_form_chosen(const struct cli_args *args);

struct cli_findings cli_findings_start(FILE *stream, enum cli_diagnostic_form form);
void cli_findings_add(struct cli_findings *findings, const struct mad_diagnostic *diagnostic);
void cli_findings_end(struct cli_findings *findings);

#endif
