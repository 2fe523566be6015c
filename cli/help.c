/* help.c - `mad help [COMMAND]`. Layer: cli. */
#include "options.h"

enum cli_exit cli_run_help(const struct cli_args *args)
{
    if (args->operand_count == 0) {
        cli_print_commands();
        return CLI_FINE;
    }
    const struct cli_command *command = cli_command_find(args->operands[0]);
    if (command == NULL) {
        return cli_command_unknown(args->operands[0]);
    }
    cli_print_command_help(command);
    return CLI_FINE;
}
