/* watch.c - see watch.h. Layer: cli.
 *
 * The files are looked at some times a second: that works on every file system, and for files that editors replace by new ones of
 * the same name. */
#include "watch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "interrupt.h"

enum { LOOKS_A_SECOND = 5, LOOKS_UNTIL_LOST = 2 * LOOKS_A_SECOND };

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

static uint64_t look_at(const char *path)
{
    struct stat state;
    uint64_t hash = 1;
    for (const char *c = path; *c != '\0'; c++) {
        hash = mixed(hash, (unsigned char)*c);
    }
    if (stat(path, &state) != 0) {
        return hash;
    }
    hash = mixed(hash, (uint64_t)state.st_ino);
    hash = mixed(hash, (uint64_t)state.st_size);
    hash = mixed(hash, (uint64_t)state.st_mtim.tv_sec);
    return mixed(hash, (uint64_t)state.st_mtim.tv_nsec);
}

static bool is_rule_file(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".mad") == 0;
}

/* Folders are read in any order, so that files add up. */
static uint64_t look_around(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash + 1 - path);
    char name[4096];
    if (folder + 1 >= sizeof name) {
        return 0;
    }
    snprintf(name, sizeof name, "%.*s", (int)folder, path);
    DIR *listing = opendir(folder == 0 ? "." : name);
    uint64_t sum = 0;
    for (struct dirent *entry; listing != NULL && (entry = readdir(listing)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (is_rule_file(entry->d_name) && folder + length < sizeof name) {
            memcpy(name + folder, entry->d_name, length + 1);
            sum += look_at(name);
        }
    }
    if (listing != NULL) {
        closedir(listing);
    }
    return sum;
}

static uint64_t look(const struct cli_watch *watch)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < watch->count; i++) {
        sum += look_at(watch->paths[i]) + look_around(watch->paths[i]);
    }
    return sum;
}

static const char *missing(const struct cli_watch *watch)
{
    struct stat state;
    for (size_t i = 0; i < watch->count; i++) {
        if (stat(watch->paths[i], &state) != 0) {
            return watch->paths[i];
        }
    }
    return NULL;
}

struct cli_watch cli_watch_start(char *const *paths, size_t count)
{
    struct cli_watch watch = {.paths = paths, .count = count};
    watch.seen = look(&watch);
    return watch;
}

enum cli_watched cli_watch_wait(struct cli_watch *watch, const char **lost)
{
    const struct timespec pause = {0, 1000000000 / LOOKS_A_SECOND};
    uint64_t last = watch->seen;
    for (int looks_missing = 0; looks_missing < LOOKS_UNTIL_LOST;) {
        nanosleep(&pause, NULL); /* Ctrl-C ends it early */
        if (cli_interrupted()) {
            return CLI_WATCHED_STOP;
        }
        uint64_t now = look(watch);
        *lost = missing(watch);
        looks_missing = *lost == NULL ? 0 : looks_missing + 1;
        /* Twice the same: nobody is about to write the rest. */
        if (*lost == NULL && now != watch->seen && now == last) {
            watch->seen = now;
            return CLI_WATCHED_CHANGE;
        }
        last = now;
    }
    return CLI_WATCHED_LOSS;
}
