/* rule_folders.c - see rule_folders.h. Layer: cli. */
#include "rule_folders.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lists.h"
#include "text.h"

static const char suffix[] = ".mad";

/* `bytes` of a folder, then what is behind it. The specification has relative paths ignored. */
static enum mad_status add(mad_engine *engine, const char *folder, size_t bytes, const char *behind)
{
    if (bytes == 0 || folder[0] != '/') {
        return MAD_OK;
    }
    size_t size = bytes + strlen(behind) + 1;
    char *path = malloc(size);
    if (path == NULL) {
        return MAD_ERROR_MEMORY;
    }
    snprintf(path, size, "%.*s%s", (int)bytes, folder, behind);
    enum mad_status status = mad_engine_add_folder(engine, path);
    free(path);
    return status;
}

static bool is_set(const char *text)
{
    return text != NULL && text[0] != '\0';
}

static enum mad_status add_all(mad_engine *engine)
{
    const char *own = getenv("XDG_DATA_HOME"), *home = getenv("HOME"),
               *all = getenv("XDG_DATA_DIRS");
    enum mad_status status = MAD_OK;
    if (is_set(own)) {
        status = add(engine, own, strlen(own), "/mad");
    } else if (is_set(home)) {
        status = add(engine, home, strlen(home), "/.local/share/mad");
    }
    if (!is_set(all)) {
        all = "/usr/local/share:/usr/share";
    }
    while (status == MAD_OK && *all != '\0') {
        size_t bytes = strcspn(all, ":");
        status = add(engine, all, bytes, "/mad");
        all += bytes + (all[bytes] == ':');
    }
    return status;
}

enum mad_status cli_engine_new(mad_engine **engine)
{
    mad_engine *made = NULL;
    enum mad_status status = mad_engine_new(&made);
    if (status == MAD_OK) {
        status = add_all(made);
    }
    if (status == MAD_OK) {
        *engine = made;
    } else {
        mad_engine_free(made);
    }
    return status;
}

static bool has_suffix(const char *name)
{
    size_t bytes = strlen(name), tail = sizeof suffix - 1;
    return bytes > tail && strcmp(name + bytes - tail, suffix) == 0;
}

/* NAME.mad in the folder, "" for the working one; malloced, null when nothing is there. */
static char *find_in(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + sizeof suffix + 1;
    char *path = malloc(size);
    struct stat status;
    if (path != NULL) {
        snprintf(path, size, "%s%s%s%s", folder, folder[0] != '\0' ? "/" : "", name,
                 has_suffix(name) ? "" : suffix);
        if (stat(path, &status) != 0) {
            free(path);
            path = NULL;
        }
    }
    return path;
}

static char *find_in_folders(const mad_engine *engine, const char *name)
{
    const char *folder;
    char *path = NULL;
    for (size_t i = 0; path == NULL && strchr(name, '/') == NULL &&
                       (folder = mad_engine_folder(engine, i)) != NULL;
         i++) {
        path = find_in(folder, name);
    }
    return path;
}

/* NAME.mad in the working folder, for a bare NAME. */
static char *find_in_working(const char *name)
{
    return strchr(name, '/') == NULL && !has_suffix(name) ? find_in("", name) : NULL;
}

char *cli_rule_file_find(const mad_engine *engine, const char *name)
{
    struct stat status;
    char *path = stat(name, &status) == 0 ? strdup(name) : find_in_working(name);
    return path != NULL ? path : find_in_folders(engine, name);
}

void cli_mention_shadowed(const mad_engine *engine, const char *name)
{
    bool is_shipped = mad_shipped_text(engine, name) != NULL;
    char *path = is_shipped ? find_in_working(name) : NULL;
    path = is_shipped && path == NULL ? find_in_folders(engine, name) : path;
    if (path != NULL) {
        fputs("mad: note: '", stderr);
        cli_put(stderr, name);
        fputs("' is the game that comes with mad; '", stderr);
        cli_put(stderr, path);
        fputs("' has the same name: give its path to use it\n", stderr);
        free(path);
    }
}

/* --- listing ------------------------------------------------------------------------------------- */

struct names {
    char **all;
    size_t count, capacity;
};

static bool add_name(struct names *names, const char *name, size_t bytes)
{
    char **all = cli_room(names->all, names->count, &names->capacity, sizeof *all);
    if (all == NULL) {
        return false;
    }
    names->all = all;
    char *copy = strndup(name, bytes);
    if (copy != NULL) {
        names->all[names->count++] = copy;
    }
    return copy != NULL;
}

static bool add_folder(struct names *names, const mad_engine *engine, const char *folder)
{
    DIR *files = opendir(folder);
    struct dirent *file;
    bool is_whole = true;
    while (is_whole && files != NULL && (file = readdir(files)) != NULL) {
        if (has_suffix(file->d_name)) {
            size_t bytes = strlen(file->d_name) - (sizeof suffix - 1);
            is_whole = add_name(names, file->d_name, bytes);
            if (is_whole && mad_shipped_text(engine, names->all[names->count - 1]) != NULL) {
                cli_mention_shadowed(engine, names->all[--names->count]);
                free(names->all[names->count]);
            }
        }
    }
    if (files != NULL) {
        closedir(files);
    }
    return is_whole;
}

static int compare(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

enum mad_status cli_rule_names(const mad_engine *engine, char ***out, size_t *count)
{
    struct names names = {0};
    const char *folder;
    bool is_whole = true;
    for (size_t i = 0; is_whole && (folder = mad_engine_folder(engine, i)) != NULL; i++) {
        is_whole = add_folder(&names, engine, folder);
    }
    if (!is_whole) {
        cli_rule_names_free(names.all, names.count);
        return MAD_ERROR_MEMORY;
    }
    if (names.count > 0) {
        qsort(names.all, names.count, sizeof *names.all, compare);
    }
    size_t kept = 0;
    for (size_t i = 0; i < names.count; i++) {
        if (kept > 0 && strcmp(names.all[kept - 1], names.all[i]) == 0) {
            free(names.all[i]);
        } else {
            names.all[kept++] = names.all[i];
        }
    }
    *out = names.all;
    *count = kept;
    return MAD_OK;
}

void cli_rule_names_free(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(names[i]);
    }
    free(names);
}
