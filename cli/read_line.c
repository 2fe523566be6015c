/* read_line.c - see read_line.h. Layer: cli. */
#include "read_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <editline/readline.h>

#include "interrupt.h"
#include "text.h"

static char *complete_nothing(const char *text, int state)
{
    (void)text;
    (void)state;
    return NULL;
}

void cli_reader_start(struct cli_reader *reader)
{
    reader->has_terminal = cli_is_terminal(stdin) && cli_is_terminal(stdout);
    reader->text[0] = '\0';
    if (reader->has_terminal) {
        rl_completion_entry_function = complete_nothing; /* file names are no moves */
        using_history();
        stifle_history(500);
    }
}

static enum cli_line_kind refuse(struct cli_reader *reader, const char *reason)
{
    snprintf(reader->text, sizeof reader->text, "%s", reason);
    return CLI_LINE_REFUSED;
}

static bool is_control(unsigned char byte)
{
    return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

/* `bytes` are those of the line, of which the first CLI_LINE_BYTES are in reader->text. */
static enum cli_line_kind judge(struct cli_reader *reader, size_t bytes)
{
    if (bytes > CLI_LINE_BYTES) {
        return refuse(reader, "that line is too long to be a move or a command");
    }
    reader->text[bytes] = '\0';
    for (size_t i = 0; i < bytes; i++) {
        if (is_control((unsigned char)reader->text[i])) {
            return refuse(reader, "that line has control characters in it");
        }
    }
    return CLI_LINE_GOOD;
}

static enum cli_line_kind read_terminal(struct cli_reader *reader, const char *prompt)
{
    cli_interrupt_clear();
    char *line = readline(prompt);
    if (cli_interrupted()) {
        free(line);
        return CLI_LINE_INTERRUPTED;
    }
    if (line == NULL) {
        fputc('\n', stdout);
        return CLI_LINE_END;
    }
    size_t bytes = strlen(line);
    if (bytes > 0) {
        add_history(line);
    }
    memcpy(reader->text, line, bytes < CLI_LINE_BYTES ? bytes : CLI_LINE_BYTES);
    free(line);
    return judge(reader, bytes);
}

static enum cli_line_kind read_pipe(struct cli_reader *reader, const char *prompt)
{
    size_t bytes = 0;
    int c;
    fputs(prompt, stdout);
    fflush(stdout);
    while ((c = getchar()) != EOF && c != '\n') {
        if (bytes < CLI_LINE_BYTES) {
            reader->text[bytes] = (char)c;
        }
        bytes += bytes <= CLI_LINE_BYTES; /* one more says: too long */
    }
    if (c == EOF && bytes == 0) {
        bool was_interrupted = cli_interrupted();
        clearerr(stdin);
        fputc('\n', stdout);
        return was_interrupted ? CLI_LINE_INTERRUPTED : CLI_LINE_END;
    }
    if (bytes > 0 && bytes <= CLI_LINE_BYTES && reader->text[bytes - 1] == '\r') {
        bytes--; /* a file from elsewhere */
    }
    enum cli_line_kind kind = judge(reader, bytes);
    cli_put(stdout, kind == CLI_LINE_GOOD ? reader->text : "");
    fputc('\n', stdout);
    return kind;
}

enum cli_line_kind cli_reader_next(struct cli_reader *reader, const char *prompt)
{
    fflush(stdout);
    return reader->has_terminal ? read_terminal(reader, prompt) : read_pipe(reader, prompt);
}
