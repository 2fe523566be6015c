/* report.h - findings in the form that was asked for, one after the other.
 *
 * Layer: cli. Human, short and json are those of print_diagnostic.h; github are the commands by which
 * a workflow of that site marks lines; sarif (OASIS SARIF 2.1.0) is one document for all findings, so
 * a report is ended even when nothing was added. */
#ifndef MAD_CLI_REPORT_H
#define MAD_CLI_REPORT_H

#include "json.h"
#include "options.h"
#include "print_diagnostic.h"

struct cli_report {
    FILE *stream;
    enum cli_diagnostic_form form;
    struct cli_json json; /* of sarif */
};

/* What --format (or --json) asks for. */
enum cli_diagnostic_form cli_diagnostic_form_chosen(const struct cli_args *args);

struct cli_report cli_report_start(FILE *stream, enum cli_diagnostic_form form);
void cli_report_add(struct cli_report *report, const struct mad_diagnostic *diagnostic);
void cli_report_end(struct cli_report *report);

#endif
