/* cli.h - what every room of the command line knows: exit codes and the table of commands.
 *
 * Layer: cli, the only one that prints or reads the terminal. It sees the library through
 * mad_rules.h alone. Results go to stdout, everything else to stderr. Commands never exit: they
 * return one of the codes below, main hands it to the shell. */
#ifndef MAD_CLI_CLI_H
#define MAD_CLI_CLI_H

#include <stddef.h>
#include <stdint.h>

enum cli_exit {
    CLI_FINE = 0,
    CLI_FINDINGS =
        1,         /* errors in rules, failed tests, an illegal move, work cut short by a limit */
    CLI_USAGE = 2, /* wrong command line, input or output failed */
    CLI_INTERNAL = 3, /* no memory, or a fault of this program */
    CLI_INTERRUPTED =
        130, /* Ctrl-C: what is printed is what there was; shells say the same of who is killed by it */
};

/* Options by their number in options.def: a bit each. */
__extension__ typedef unsigned __int128 cli_option_set;

struct cli_args; /* options.h */

enum { CLI_ANY_NUMBER = 1 << 20 };

struct cli_command {
    const char *name;
    enum cli_exit (*run)(const struct cli_args *args);
    const char *purpose;    /* one line */
    const char *usage;      /* operands as shown in usage lines: "FILE DEPTH" */
    size_t least, most;     /* operands */
    cli_option_set options; /* bits of enum cli_option_id */
    const char *details;    /* more for `mad help COMMAND`, lines, may be empty */
};

/* cli_run_NAME of every command. */
#define CLI_COMMAND(name, ...) enum cli_exit cli_run_##name(const struct cli_args *args);
#include "commands.def"

const struct cli_command *cli_command_find(const char *name);
const struct cli_command *cli_command_at(size_t index); /* null behind the last */
/* Says on stderr that there is no such command, with the nearest one; returns CLI_USAGE. */
enum cli_exit cli_command_unknown(const char *name);

void cli_print_commands(void); /* to stdout */
void cli_print_command_help(const struct cli_command *command);

#endif
