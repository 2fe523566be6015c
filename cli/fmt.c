/* fmt.c - `mad fmt`: lays out rule files the one way. Layer: cli. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "game_file.h"
#include "print_diagnostic.h"
#include "replace_file.h"
#include "text.h"
#include "text_diff.h"

enum { MOST_BYTES = 4 << 20 }; /* the library takes rule files of a quarter of that */

struct text {
    char *bytes; /* ended by NUL, malloced */
    size_t count;
};

static enum cli_exit failed(const char *path, const char *what)
{
    fputs("mad fmt: ", stderr);
    cli_put(stderr, path);
    fprintf(stderr, ": %s: %s\n", what, strerror(errno));
    return CLI_USAGE;
}

static enum cli_exit read_stream(const char *path, FILE *stream, struct text *text)
{
    size_t room = 0;
    do {
        room = room * 2 + (1 << 14);
        char *grown = realloc(text->bytes, room + 1);
        if (grown == NULL) {
            return failed(path, "cannot be read");
        }
        text->bytes = grown;
        text->count += fread(text->bytes + text->count, 1, room - text->count, stream);
    } while (text->count == room && room < MOST_BYTES);
    text->bytes[text->count] = '\0';
    return ferror(stream) ? failed(path, "cannot be read") : CLI_FINE;
}

static enum cli_exit read_file(const char *path, struct text *text)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        return failed(path, "cannot be read");
    }
    enum cli_exit code = read_stream(path, stream, text);
    fclose(stream);
    return code;
}

static enum cli_exit tell_errors(const char *path, enum mad_status status,
                                 const mad_diagnostics *diagnostics)
{
    for (size_t i = 0; diagnostics != NULL && i < mad_diagnostics_count(diagnostics); i++) {
        cli_diagnostic_print(stderr, mad_diagnostics_at(diagnostics, i), CLI_DIAGNOSTIC_HUMAN);
    }
    fputs("mad fmt: ", stderr);
    cli_put(stderr, path);
    fprintf(stderr, " stays as it is%s%s\n", status == MAD_ERROR_RULES ? "" : ": ",
            status == MAD_ERROR_RULES ? "" : mad_status_text(status));
    return CLI_FINDINGS;
}

/* What becomes of a file whose layout differs. */
static enum cli_exit change(const struct cli_args *args, const char *path, const char *before,
                            const char *after)
{
    if (args->value[CLI_OPTION_DIFF] != NULL) {
        if (!cli_text_diff(stdout, path, before, after)) {
            return failed(path, "cannot be compared");
        }
    } else {
        cli_put(stdout, path);
        fputc('\n', stdout);
    }
    if (args->value[CLI_OPTION_CHECK] != NULL) {
        return CLI_FINDINGS;
    }
    if (args->value[CLI_OPTION_DIFF] != NULL) {
        return CLI_FINE;
    }
    return cli_replace_file(path, after) ? CLI_FINE : failed(path, "cannot be written");
}

static enum cli_exit lay_out(const struct cli_args *args, const mad_engine *engine,
                             const char *path, const struct text *text)
{
    char *made = NULL;
    mad_diagnostics *diagnostics = NULL;
    enum mad_status status =
        mad_format(engine, path, text->bytes, text->count, &made, &diagnostics);
    enum cli_exit code = CLI_FINE;
    if (status != MAD_OK) {
        code = tell_errors(path, status, diagnostics);
    } else if (strlen(made) != text->count || memcmp(made, text->bytes, text->count) != 0) {
        code = change(args, path, text->bytes, made);
    }
    mad_diagnostics_free(diagnostics);
    free(made);
    return code;
}

enum cli_exit cli_run_fmt(const struct cli_args *args)
{
    mad_engine *engine = NULL;
    enum cli_exit code = cli_engine_open(&engine);
    for (size_t i = 0; engine != NULL && i < args->operand_count; i++) {
        struct text text = {0};
        enum cli_exit one = read_file(args->operands[i], &text);
        if (one == CLI_FINE) {
            one = lay_out(args, engine, args->operands[i], &text);
        }
        free(text.bytes);
        code = one > code ? one : code;
    }
    mad_engine_free(engine);
    return code;
}
