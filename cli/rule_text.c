/* rule_text.c - see rule_text.h. Layer: cli. */
#define _XOPEN_SOURCE 700 /* strdup */
#include "rule_text.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lists.h"
#include "open_file.h"
#include "text.h"

enum {
    MOST_BYTES = 4 << 20, /* the library takes rule files of a quarter of that */
    MOST_FOLDERS = 16,    /* one in the other */
};

/* --- texts --------------------------------------------------------------------------------------- */

enum cli_exit cli_rule_text_failed(const struct cli_args *args, const char *path, const char *what)
{
    const char *reason = strerror(errno);
    fprintf(stderr, "mad %s: ", args->command->name);
    cli_put(stderr, path);
    fprintf(stderr, ": %s: %s\n", what, reason);
    return CLI_USAGE;
}

bool cli_is_standard_input(const char *path)
{
    return strcmp(path, "-") == 0;
}

static bool read_stream(FILE *stream, struct cli_rule_text *text)
{
    size_t room = 0;
    do {
        room = room * 2 + (1 << 14);
        char *grown = realloc(text->bytes, room + 1);
        if (grown == NULL) {
            return false;
        }
        text->bytes = grown;
        text->count += fread(text->bytes + text->count, 1, room - text->count, stream);
    } while (text->count == room && room < MOST_BYTES);
    text->bytes[text->count] = '\0';
    return !ferror(stream);
}

enum cli_exit cli_rule_text_read(const struct cli_args *args, const char *path,
                                 struct cli_rule_text *text)
{
    bool is_input = cli_is_standard_input(path);
    const char *why = NULL;
    FILE *stream = is_input ? stdin : cli_open_file(path, &why);
    bool is_read = stream != NULL && read_stream(stream, text);
    why = stream != NULL ? strerror(errno) : why;
    enum cli_exit code = is_read ? CLI_FINE : cli_open_failed(args, path, why);
    if (stream != NULL && !is_input) {
        fclose(stream);
    }
    return code;
}

void cli_rule_text_free(struct cli_rule_text *text)
{
    free(text->bytes);
    *text = (struct cli_rule_text){0};
}

/* --- folders ------------------------------------------------------------------------------------- */

static bool add_path(struct cli_rule_paths *paths, char *path)
{
    char **grown =
        path == NULL ? NULL : cli_room(paths->items, paths->count, &paths->capacity, sizeof *grown);
    if (grown == NULL) {
        free(path);
        return false;
    }
    paths->items = grown;
    paths->items[paths->count++] = path;
    return true;
}

static char *path_below(const char *folder, const char *name)
{
    folder = strcmp(folder, ".") == 0 ? "" : folder;
    size_t bytes = strlen(folder), size = bytes + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL) {
        bool has_slash = bytes == 0 || folder[bytes - 1] == '/';
        snprintf(path, size, "%s%s%s", folder, has_slash ? "" : "/", name);
    }
    return path;
}

static int compare_paths(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

static bool is_rule_file(const char *name)
{
    size_t bytes = strlen(name);
    return bytes > 4 && strcmp(name + bytes - 4, ".mad") == 0;
}

static enum cli_exit add_folder(const struct cli_args *args, struct cli_rule_paths *paths,
                                const char *folder, unsigned depth);

/* A file or folder in a folder; what is hidden, or a link to a folder, is passed over. */
static enum cli_exit add_entry(const struct cli_args *args, struct cli_rule_paths *paths,
                               const char *folder, const char *name, unsigned depth)
{
    struct stat status;
    enum cli_exit code = CLI_FINE;
    char *path = name[0] == '.' ? NULL : path_below(folder, name);
    if (path == NULL) {
        return name[0] == '.' ? CLI_FINE : CLI_INTERNAL;
    }
    if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        code = add_folder(args, paths, path, depth + 1);
    } else if (is_rule_file(name)) {
        return add_path(paths, path) ? CLI_FINE : CLI_INTERNAL;
    }
    free(path);
    return code;
}

static enum cli_exit add_folder(const struct cli_args *args, struct cli_rule_paths *paths,
                                const char *folder, unsigned depth)
{
    DIR *entries = depth < MOST_FOLDERS ? opendir(folder) : NULL;
    enum cli_exit code = CLI_FINE;
    if (entries == NULL) {
        errno = depth < MOST_FOLDERS ? errno : ELOOP;
        return cli_rule_text_failed(args, folder, "cannot be read");
    }
    for (struct dirent *entry; code == CLI_FINE && (entry = readdir(entries)) != NULL;) {
        code = add_entry(args, paths, folder, entry->d_name, depth);
    }
    closedir(entries);
    return code;
}

static enum cli_exit add_operand(const struct cli_args *args, struct cli_rule_paths *paths,
                                 const char *operand)
{
    struct stat status;
    size_t first = paths->count;
    if (stat(operand, &status) != 0 || !S_ISDIR(status.st_mode)) {
        return add_path(paths, strdup(operand)) ? CLI_FINE : CLI_INTERNAL;
    }
    enum cli_exit code = add_folder(args, paths, operand, 0);
    if (code == CLI_FINE && paths->count == first) {
        return cli_usage_error(args->command, "there is no rule file (.mad) in '%s'", operand);
    }
    if (paths->count > first) {
        qsort(paths->items + first, paths->count - first, sizeof *paths->items, compare_paths);
    }
    return code;
}

enum cli_exit cli_rule_paths_find(const struct cli_args *args, struct cli_rule_paths *paths)
{
    enum cli_exit code = CLI_FINE;
    *paths = (struct cli_rule_paths){0};
    for (size_t i = 0; i < args->operand_count && code == CLI_FINE; i++) {
        code = add_operand(args, paths, args->operands[i]);
    }
    if (code == CLI_INTERNAL) {
        fputs("mad: out of memory\n", stderr);
    }
    if (code != CLI_FINE) {
        cli_rule_paths_free(paths);
    }
    return code;
}

void cli_rule_paths_free(struct cli_rule_paths *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        free(paths->items[i]);
    }
    free(paths->items);
    *paths = (struct cli_rule_paths){0};
}
