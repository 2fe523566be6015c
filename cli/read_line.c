/* read_line.c - see read_line.h. Layer: cli. */
#include "read_line.h"

#include <stdio.h>
#include <string.h>

#include "interrupt.h"
#include "text.h"

void cli_reader_start(struct cli_reader *reader)
{
    *reader =
        (struct cli_reader){.has_terminal = cli_is_terminal(stdin) && cli_is_terminal(stdout)};
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

static enum cli_line_kind read_stream(struct cli_reader *reader, const char *prompt)
{
    size_t bytes = 0;
    int c;
    cli_interrupt_clear();
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
    if (!reader->has_terminal) {
        cli_put(stdout, kind == CLI_LINE_GOOD ? reader->text : "");
        fputc('\n', stdout);
    }
    return kind;
}

enum cli_line_kind cli_reader_next(struct cli_reader *reader, const char *prompt)
{
    fflush(stdout);
    if (reader->read != NULL) {
        enum cli_line_kind kind = reader->read(reader->context, prompt, reader->text);
        return kind == CLI_LINE_GOOD ? judge(reader, strlen(reader->text)) : kind;
    }
    return read_stream(reader, prompt);
}
