/* results.c - see results.h. Layer: cli. */
#include "results.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../open_file.h"
#include "../text.h"

enum { LINE_BYTES = 4096 };

static bool is_head(const char *line)
{
    return strncmp(line, "# mad match ", 12) == 0;
}

static enum cli_exit other_match(const char *path, const char *head, const char *line)
{
    fputs("mad match: '", stderr);
    cli_put(stderr, path);
    fputs("' holds the results of another match\n  there: ", stderr);
    cli_put(stderr, line);
    fputs("\n  here:  ", stderr);
    cli_put(stderr, head);
    fputc('\n', stderr);
    return CLI_USAGE;
}

static enum cli_exit no_results(const char *path)
{
    fputs("mad match: '", stderr);
    cli_put(stderr, path);
    fputs("' holds something else than results of `mad match`: they begin with \"# mad match \"\n",
          stderr);
    return CLI_USAGE;
}

/* Lines that are no results are those that were cut short; they are said, and left out. */
static enum cli_exit read_lines(FILE *file, const char *path, char *head, struct cli_score *score)
{
    char line[LINE_BYTES];
    struct cli_outcome outcome;
    size_t odd = 0;
    bool has_head = false;
    while (fgets(line, sizeof line, file) != NULL) {
        bool is_whole = strchr(line, '\n') != NULL;
        line[strcspn(line, "\r\n")] = '\0';
        if (is_head(line) && is_whole && strlen(line) < CLI_HEAD_BYTES) {
            has_head = true;
            if (head[0] == '\0') {
                memcpy(head, line, strlen(line) + 1);
            } else if (strcmp(head, line) != 0) {
                return other_match(path, head, line);
            }
        } else if (is_whole && has_head && cli_outcome_read(line, &outcome)) {
            if (!cli_score_add(score, &outcome)) {
                return CLI_INTERNAL;
            }
        } else if (line[0] != '\0' && !has_head) {
            return no_results(path);
        } else {
            odd += line[0] != '\0';
        }
    }
    if (odd > 0) {
        fprintf(stderr, "mad match: %zu line%s of '", odd, odd == 1 ? "" : "s");
        cli_put(stderr, path);
        fprintf(stderr, "' %s no result and left out\n", odd == 1 ? "is" : "are");
    }
    return CLI_FINE;
}

enum cli_exit cli_results_read(const struct cli_args *args, const char *path, bool may_lack,
                               char head[CLI_HEAD_BYTES], struct cli_score *score)
{
    const char *why;
    FILE *file = cli_open_file(path, &why);
    if (file == NULL) {
        return errno == ENOENT && may_lack ? CLI_FINE : cli_open_failed(args, path, why);
    }
    enum cli_exit code = read_lines(file, path, head, score);
    if (code == CLI_FINE && ferror(file)) {
        code = cli_open_failed(args, path, strerror(errno));
    }
    fclose(file);
    return code;
}

void cli_results_begin(FILE *file, const char *head)
{
    int last = '\n';
    bool is_empty = fseek(file, -1, SEEK_END) != 0;
    if (!is_empty) {
        last = fgetc(file);
    }
    (void)fseek(file, 0, SEEK_END);
    if (last != '\n') {
        fputc('\n', file);
    }
    if (is_empty) {
        fprintf(file, "%s\n", head);
    }
    fflush(file);
}

void cli_head_value(const char *head, const char *key, char *out, size_t size)
{
    const char *at = strstr(head, key);
    size_t length = 0;
    if (at != NULL) {
        at += strlen(key);
        bool is_quoted = *at == '"';
        at += is_quoted;
        length = strcspn(at, is_quoted ? "\"" : " ");
    }
    snprintf(out, size, "%.*s", (int)length, at != NULL ? at : "");
}
