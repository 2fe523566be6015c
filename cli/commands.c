/* commands.c - the table of commands made from commands.def, and what is said about it.
 *
 * Layer: cli. */
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "suggest.h"
#include "text.h"

static const struct cli_command commands[] = {
#define CLI_COMMAND(name, purpose, usage, least, most, options, details) \
    {#name, cli_run_##name, purpose, usage, least, most, options, details},
#include "commands.def"
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0], WIDEST = 80 };

const struct cli_command *cli_command_find(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

const struct cli_command *cli_command_at(size_t index)
{
    return index < COMMAND_COUNT ? &commands[index] : NULL;
}

enum cli_exit cli_command_unknown(const char *name)
{
    struct cli_suggest suggest = cli_suggest_start(name);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        cli_suggest_offer(&suggest, commands[i].name);
    }
    cli_suggest_offer(&suggest, name[0] == '-' ? "--version" : NULL);
    cli_suggest_offer(&suggest, name[0] == '-' ? "--help" : NULL);
    fprintf(stderr, "mad: there is no %s '", name[0] == '-' ? "option" : "command");
    cli_put(stderr, name);
    fputs("'", stderr);
    cli_suggest_put(stderr, &suggest);
    fputs("\n`mad help` lists the commands.\n", stderr);
    return CLI_USAGE;
}

void cli_print_commands(void)
{
    puts("mad plays chess variants described in rule files.\n\nusage: mad COMMAND ...\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        int used = printf("  %s %s", commands[i].name, commands[i].usage);
        if (used >= 20) {
            putchar('\n');
            used = 0;
        }
        cli_put_repeated(stdout, ' ', 20 - used);
        cli_put_wrapped(stdout, commands[i].purpose, 20, 20, WIDEST);
        putchar('\n');
    }
    putchar('\n');
    cli_put_prose(
        stdout,
        "FILE is a path or the name of a game that comes with mad (`mad list`); FILE:NAME is a "
        "variant in it. `mad help COMMAND` tells more, `mad --version` the version.",
        WIDEST);
}

void cli_print_command_help(const struct cli_command *command)
{
    int used = printf("mad %s: ", command->name);
    cli_put_wrapped(stdout, command->purpose, used, used, WIDEST);
    printf("\n\nusage: mad %s%s%s%s\n", command->name, command->usage[0] != '\0' ? " " : "",
           command->usage, command->options != 0 ? " [OPTIONS]" : "");
    if (command->details[0] != '\0') {
        putchar('\n');
        cli_put_prose(stdout, command->details, WIDEST);
    }
    if (command->options != 0) {
        puts("\nOptions:");
        cli_print_options(stdout, command->options);
    }
}
