/* interrupt.c - see interrupt.h. Layer: cli. */
#include "interrupt.h"

#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include "text.h"

static volatile sig_atomic_t was_interrupted;
static bool was_told;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    was_interrupted = 1;
}

void cli_interrupt_catch(bool once)
{
    /* No SA_RESTART: reading a line at a prompt shall end too. */
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    action.sa_flags = once ? (int)SA_RESETHAND : 0;
    was_interrupted = 0;
    sigaction(SIGINT, &action, NULL);
}

bool cli_interrupted(void)
{
    return was_interrupted != 0;
}

void cli_interrupt_clear(void)
{
    was_interrupted = 0;
}

bool cli_interrupt_tell(const char *format, ...)
{
    if (!cli_interrupted() || was_told) {
        return cli_interrupted();
    }
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fflush(stdout); /* what there is first, where both go to one place */
    fputs("interrupted: ", stderr);
    cli_put(stderr, text);
    fputc('\n', stderr);
    was_told = true;
    return true;
}
