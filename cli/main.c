/* main.c - the door of the house: finds the command, has its words parsed, runs it.
 *
 * Layer: cli. Also makes sure that a result that could not be written is no success. */
#include <fcntl.h>
#include <locale.h>
#if defined __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "options.h"

static enum cli_exit run(int count, char **words)
{
    if (count < 2 || strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0) {
        cli_print_commands();
        return CLI_FINE;
    }
    if (strcmp(words[1], "--version") == 0) {
        puts("mad " MAD_VERSION);
        return CLI_FINE;
    }
    const struct cli_command *command = cli_command_find(words[1]);
    if (command == NULL) {
        return cli_command_unknown(words[1]);
    }
    struct cli_args args;
    enum cli_exit code = cli_args_parse(&args, command, count - 2, words + 2);
    if (code == CLI_FINE && args.value[CLI_OPTION_HELP] != NULL) {
        cli_print_command_help(command);
    } else if (code == CLI_FINE) {
        code = command->run(&args);
    }
    cli_args_free(&args);
    return code;
}

/* Loading a game takes and gives back tables all the time: the system needs not hear of each. */
static void keep_memory(void)
{
#if defined __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 1 << 28);
    mallopt(M_MMAP_THRESHOLD, 1 << 25);
#endif
}

/* A standard input that was closed is an empty one; else the next file that is opened would be it. */
static void open_input(void)
{
    if (fcntl(STDIN_FILENO, F_GETFD) < 0) {
        (void)open("/dev/null", O_RDONLY);
    }
}

int main(int count, char **words)
{
    keep_memory();
    open_input();
    setlocale(LC_CTYPE, ""); /* for editing lines in UTF-8; numbers stay in the C locale */
    enum cli_exit code = run(count, words);
    if (code != CLI_INTERNAL && cli_interrupt_tell("not all was done")) {
        code = CLI_INTERRUPTED;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("mad: standard output");
        return CLI_USAGE;
    }
    return (int)code;
}
