/* fmt.c - `mad fmt`: lays out rule files the one way. Layer: cli. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "game_file.h"
#include "print_diagnostic.h"
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

/* A new file beside `path`, with its rights; null on failure. `beside` has room for the name. */
static bool write_beside(const char *path, const struct stat *status, const char *bytes,
                         char *beside, size_t size)
{
    snprintf(beside, size, "%s.XXXXXX", path);
    int file = mkstemp(beside);
    FILE *stream = file >= 0 ? fdopen(file, "wb") : NULL;
    bool is_good = stream != NULL && fputs(bytes, stream) >= 0 && fflush(stream) == 0 &&
                   fchmod(file, status->st_mode & 07777) == 0;
    if (stream != NULL) {
        is_good = fclose(stream) == 0 && is_good;
    }
    if (!is_good && file >= 0) {
        int reason = errno;
        (void)unlink(beside);
        errno = reason;
    }
    return is_good;
}

/* Into the file itself, for it has other names that have to name the same. There is room: a copy of what it
 * shall hold lies beside it, and stays there when this fails. */
static bool write_over(const char *path, const char *bytes, const char *beside)
{
    FILE *stream = fopen(path, "wb");
    bool is_good = stream != NULL && fputs(bytes, stream) >= 0;
    if (stream != NULL) {
        is_good = fclose(stream) == 0 && is_good;
    }
    if (is_good) {
        (void)unlink(beside);
    }
    return is_good;
}

/* Writes beside the file that the path leads to, and puts the result in its place, so that it is never there
 * by halves. */
static bool replace(const char *path, const char *bytes)
{
    struct stat status;
    char *real = realpath(path, NULL);
    size_t size = real != NULL ? strlen(real) + sizeof ".XXXXXX" : 0;
    char *beside = real != NULL ? malloc(size) : NULL;
    bool is_good = beside != NULL && stat(real, &status) == 0 &&
                   write_beside(real, &status, bytes, beside, size);
    if (is_good && status.st_nlink > 1) {
        is_good = write_over(real, bytes, beside);
    } else if (is_good && rename(beside, real) != 0) {
        int reason = errno;
        (void)unlink(beside);
        errno = reason;
        is_good = false;
    }
    free(beside);
    free(real);
    return is_good;
}

/* Signals that would leave the copy behind wait until it is gone. */
static enum cli_exit write_file(const char *path, const char *bytes)
{
    sigset_t waiting, before;
    sigemptyset(&waiting);
    sigaddset(&waiting, SIGINT);
    sigaddset(&waiting, SIGTERM);
    sigaddset(&waiting, SIGHUP);
    sigprocmask(SIG_BLOCK, &waiting, &before);
    enum cli_exit code = replace(path, bytes) ? CLI_FINE : failed(path, "cannot be written");
    sigprocmask(SIG_SETMASK, &before, NULL);
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
    return args->value[CLI_OPTION_DIFF] != NULL ? CLI_FINE : write_file(path, after);
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
