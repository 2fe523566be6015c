/* help.c - `mad help [COMMAND]`: for readers, as manual pages, and as completions for shells. Layer: cli. */
#include <string.h>

#include "completion.h"
#include "manual.h"
#include "options.h"

enum cli_exit cli_run_help(const struct cli_args *args)
{
    const struct cli_command *command = NULL;
    const char *shell = args->value[CLI_OPTION_COMPLETION];
    if (args->operand_count > 0) {
        command = cli_command_find(args->operands[0]);
        if (command == NULL) {
            return cli_command_unknown(args->operands[0]);
        }
    }
    if (shell != NULL && (command != NULL || args->value[CLI_OPTION_MAN] != NULL)) {
        return cli_usage_error(args->command, "--completion stands alone: it is of all commands");
    }
    if (shell != NULL) {
        return cli_completion_print(shell);
    }
    if (args->value[CLI_OPTION_MAN] != NULL) {
        cli_manual_print(command);
    } else if (command != NULL) {
        cli_print_command_help(command);
    } else {
        cli_print_commands();
    }
    return CLI_FINE;
}
