/* game_keep.c - see game_keep.h. Layer: cli. */
#include "game_keep.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lists.h"
#include "open_file.h"
#include "read_line.h"
#include "replace_file.h"

/* --- saving ----------------------------------------------------------------------------------------- */

struct buffer {
    char *bytes; /* ended by NUL, malloced */
    size_t count, room;
};

static bool append(void *context, const char *text, size_t bytes)
{
    struct buffer *buffer = context;
    if (buffer->count + bytes >= buffer->room) {
        size_t room = (buffer->count + bytes) * 2 + 1024;
        char *grown = realloc(buffer->bytes, room);
        if (grown == NULL) {
            return false;
        }
        buffer->bytes = grown;
        buffer->room = room;
    }
    memcpy(buffer->bytes + buffer->count, text, bytes);
    buffer->count += bytes;
    buffer->bytes[buffer->count] = '\0';
    return true;
}

/* Moves that were taken back stay in the file; this tag says how many, so that they are again when the
 * game is read. */
static const char taken_back_tag[] = "TakenBack";

static enum mad_status note_taken_back(struct cli_match *match)
{
    char text[24] = "";
    size_t count = cli_match_taken_back(match);
    if (count > 0) {
        snprintf(text, sizeof text, "%zu", count);
    }
    const char *tag = mad_record_tag(match->record, taken_back_tag);
    return strcmp(tag != NULL ? tag : "", text) != 0
               ? mad_record_set_tag(match->record, taken_back_tag, text)
               : MAD_OK;
}

bool cli_game_save(struct cli_match *match, const char *path)
{
    struct buffer buffer = {0};
    errno = ENOMEM;
    bool is_good = note_taken_back(match) == MAD_OK &&
                   mad_record_write_pgn(match->record, append, &buffer) == MAD_OK &&
                   cli_replace_file(path, buffer.bytes);
    int reason = errno;
    free(buffer.bytes);
    errno = reason;
    return is_good;
}

/* --- loading ---------------------------------------------------------------------------------------- */

static size_t read_file(void *context, char *buffer, size_t size)
{
    return fread(buffer, 1, size, context);
}

static bool fail(struct cli_load_fault *note, const char *text)
{
    snprintf(note->text, sizeof note->text, "%s", text);
    return false;
}

/* Passes over the games before it. */
static bool find_game(mad_pgn *pgn, uint64_t number, struct mad_pgn_game *game,
                      struct cli_load_fault *note)
{
    for (uint64_t at = 1; at <= number; at++) {
        enum mad_status status = mad_pgn_next(pgn, game);
        if (status == MAD_ERROR_NOT_FOUND) {
            snprintf(note->text, sizeof note->text,
                     at == 1 ? "there is no game in it" : "it holds %" PRIu64 " game%s", at - 1,
                     at == 2 ? "" : "s");
            return false;
        }
        if (status != MAD_OK) {
            return fail(note, mad_status_text(status));
        }
    }
    return true;
}

static void describe(const struct mad_pgn_game *game, struct cli_load_fault *note)
{
    note->text[0] = '\0';
    if (game->fault != NULL) {
        snprintf(note->text, sizeof note->text,
                 "line %" PRIu64 ": %s; the moves before it are there", game->fault_line,
                 game->fault);
    } else if (game->remark != NULL) {
        snprintf(note->text, sizeof note->text, "%s", game->remark);
    }
}

/* Where the main line ends, less what was taken back. */
static enum mad_status go_to_end(mad_record *record)
{
    const char *tag = mad_record_tag(record, taken_back_tag);
    uint32_t at = mad_record_last(record);
    for (long count = tag != NULL ? strtol(tag, NULL, 10) : 0; count > 0 && at != MAD_RECORD_START;
         count--) {
        at = mad_record_at(record, at).parent;
    }
    return mad_record_goto(record, at);
}

/* No game of this, or text that is none at all. */
static bool is_nothing(const struct mad_pgn_game *game)
{
    return game->record == NULL ||
           (game->fault != NULL && mad_record_last(game->record) == MAD_RECORD_START);
}

static bool read_game(struct cli_match *match, mad_pgn *pgn, uint64_t number, FILE *file,
                      struct cli_load_fault *note)
{
    struct mad_pgn_game game = {0};
    bool is_good = find_game(pgn, number, &game, note);
    if (is_good && ferror(file)) {
        is_good = fail(note, strerror(errno));
    } else if (is_good && is_nothing(&game)) {
        is_good = fail(note, game.fault);
    }
    if (!is_good) {
        mad_pgn_free(pgn);
        return false;
    }
    describe(&game, note);
    enum mad_status status = go_to_end(game.record);
    if (status != MAD_OK) {
        mad_pgn_free(pgn);
    } else {
        status = cli_match_take(match, pgn, game.record);
    }
    return status == MAD_OK || fail(note, mad_status_text(status));
}

bool cli_game_load(struct cli_match *match, const struct cli_game *game, const char *path,
                   uint64_t number, struct cli_load_fault *note)
{
    mad_pgn *pgn = NULL;
    const char *why;
    FILE *file = cli_open_file(path, &why);
    if (file == NULL) {
        return fail(note, why);
    }
    bool is_good = false;
    if (mad_pgn_new(game->engine, game->game, read_file, file, &pgn) == MAD_OK) {
        is_good = read_game(match, pgn, number, file, note);
    } else {
        fail(note, mad_status_text(MAD_ERROR_MEMORY));
    }
    fclose(file);
    return is_good;
}

/* --- copies ----------------------------------------------------------------------------------------- */

enum { MOST_COPIES = 9, NAME_BYTES = 80 };

/* $XDG_STATE_HOME/mad, or what the XDG Base Directory Specification says in its place; malloced. */
static char *state_folder(void)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME"), *behind = "/mad";
    if (state == NULL || state[0] != '/') {
        state = home;
        behind = "/.local/state/mad";
    }
    if (state == NULL || state[0] != '/') {
        errno = ENOENT;
        return NULL;
    }
    size_t size = strlen(state) + strlen(behind) + 1;
    char *folder = malloc(size);
    if (folder != NULL) {
        snprintf(folder, size, "%s%s", state, behind);
    }
    return folder;
}

/* With all folders on the way to it. */
static bool make_folder(char *folder)
{
    for (char *at = folder + 1;; at++) {
        if (*at != '/' && *at != '\0') {
            continue;
        }
        char end = *at;
        *at = '\0';
        bool is_there = mkdir(folder, 0700) == 0 || errno == EEXIST;
        *at = end;
        if (!is_there || end == '\0') {
            return is_there;
        }
    }
}

/* Letters, digits and dashes are themselves, a colon is `_`, for it is in all names of variants, and whatever
 * else there is %XX: no two names become one. Returns its length; `out` has room for three times the name. */
static size_t escape(const char *name, char *out)
{
    char *end = out;
    for (const unsigned char *c = (const unsigned char *)name; *c != '\0'; c++) {
        if (*c < 0x80 && (isalnum(*c) || *c == '-')) {
            *end++ = (char)*c;
        } else if (*c == ':') {
            *end++ = '_';
        } else {
            end += sprintf(end, "%%%02X", *c);
        }
    }
    *end = '\0';
    return (size_t)(end - out);
}

/* FOLDER/NAME.pgn, NAME.2.pgn ...; malloced. Of a long name the end, behind a digest: of the name, for that of the rules is
 * another one when they have been changed. */
static char *copy_path(const char *folder, const char *game_name, int copy)
{
    size_t size = strlen(folder) + NAME_BYTES + 40;
    char number[16] = "", digest[20] = "";
    char *path = malloc(size), *escaped = malloc(3 * strlen(game_name) + 1);
    if (path == NULL || escaped == NULL) {
        free(path);
        free(escaped);
        return NULL;
    }
    size_t length = escape(game_name, escaped), left_out = 0;
    if (length > NAME_BYTES) {
        left_out = length - NAME_BYTES;
        snprintf(digest, sizeof digest, "%016" PRIx64 "-",
                 cli_digest(CLI_NO_DIGEST, game_name, strlen(game_name)));
    }
    if (copy > 1) {
        snprintf(number, sizeof number, ".%d", copy);
    }
    snprintf(path, size, "%s/%s%s%s.pgn", folder, digest, escaped + left_out, number);
    free(escaped);
    return path;
}

/* An open file that is locked for the copy; -1 when another program has it, or errno says why not. The lock
 * goes with the program, however it ends. */
static int lock_copy(const char *path)
{
    size_t size = strlen(path) + sizeof ".lock";
    char *name = malloc(size);
    if (name == NULL) {
        return -1;
    }
    snprintf(name, size, "%s.lock", path);
    int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    free(name);
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (file >= 0 && fcntl(file, F_SETLK, &whole) != 0) {
        int reason = errno;
        close(file);
        errno = reason;
        return -1;
    }
    return file;
}

/* Whether the game in the copy goes on: its result is in the header. */
static bool is_unfinished(const char *path)
{
    char line[300];
    bool found = false;
    const char *why;
    FILE *file = cli_open_file(path, &why);
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL && line[0] == '[') {
        found = strncmp(line, "[Result \"*\"]", 12) == 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

/* The text between the quotes of `[TAG "TEXT"]`, which loses the backslashes that are not its own. */
static void unquote(char *text)
{
    char *to = text;
    for (; *text != '\0' && *text != '"'; text++) {
        text += *text == '\\' && text[1] != '\0';
        *to++ = *text;
    }
    *to = '\0';
}

char *cli_keep_tag(const struct cli_keep *keep, const char *tag)
{
    char line[CLI_LINE_BYTES], *found = NULL;
    size_t bytes = strlen(tag);
    const char *why;
    FILE *file = cli_open_file(keep->path, &why);
    while (file != NULL && found == NULL && fgets(line, sizeof line, file) != NULL &&
           line[0] == '[') {
        if (strncmp(line + 1, tag, bytes) == 0 && strncmp(line + 1 + bytes, " \"", 2) == 0 &&
            strchr(line, '\n') != NULL) {
            found = line + bytes + 3;
            unquote(found);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return found != NULL ? strdup(found) : NULL;
}

/* How much a new game would like to have the copy: one that is free or done with first, then the oldest. */
static double rank_of(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        return -1;
    }
    double written = (double)status.st_mtim.tv_sec + (double)status.st_mtim.tv_nsec / 1e9;
    return is_unfinished(path) ? written : 0;
}

/* Takes the copy, if nobody has it, in place of the one that was held. */
static bool take(struct cli_keep *keep, const char *path)
{
    int lock = lock_copy(path);
    char *own = lock >= 0 ? malloc(strlen(path) + 1) : NULL;
    if (own == NULL) {
        if (lock >= 0) {
            close(lock);
        }
        return false;
    }
    strcpy(own, path);
    cli_keep_end(keep);
    keep->path = own;
    keep->lock = lock;
    return true;
}

/* Takes the copy in place of `best` if nobody has it and a new game would rather have it. What it holds is
 * certain only when it is locked: who had it may have just ended. */
static void try_copy(struct cli_keep *best, double *best_rank, const char *path)
{
    struct cli_keep tried = {0};
    bool is_first = best->path == NULL;
    if ((!is_first && rank_of(path) >= *best_rank) || !take(&tried, path)) {
        return;
    }
    double rank = rank_of(path);
    if (is_first || rank < *best_rank) {
        cli_keep_end(best);
        *best = tried;
        *best_rank = rank;
    } else {
        cli_keep_end(&tried);
    }
}

bool cli_keep_begin(struct cli_keep *keep, const char *game_name)
{
    struct cli_keep best = {0};
    double best_rank = 0;
    char *folder = state_folder();
    bool is_there = folder != NULL && make_folder(folder);
    for (int copy = 1; is_there && copy <= MOST_COPIES; copy++) {
        char *path = copy_path(folder, game_name, copy);
        if (path != NULL) {
            try_copy(&best, &best_rank, path);
        }
        free(path);
    }
    free(folder);
    *keep = best;
    return best.path != NULL;
}

/* Whether the file is a copy of a game of these rules. */
static bool is_copy_of(const char *file, const char *folder, const char *game_name)
{
    size_t length = strlen(file);
    if (length < 5 || strcmp(file + length - 4, ".pgn") != 0) {
        return false;
    }
    bool is_copy = game_name == NULL;
    for (int copy = 1; copy <= MOST_COPIES && !is_copy; copy++) {
        char *path = copy_path(folder, game_name, copy);
        is_copy = path != NULL && strcmp(strrchr(path, '/') + 1, file) == 0;
        free(path);
    }
    return is_copy;
}

static void offer(struct cli_keep *best, double *best_time, const char *folder, const char *file)
{
    struct stat status;
    size_t size = strlen(folder) + strlen(file) + 2;
    char *path = malloc(size);
    if (path == NULL) {
        return;
    }
    snprintf(path, size, "%s/%s", folder, file);
    if (stat(path, &status) == 0) {
        double written = (double)status.st_mtim.tv_sec + (double)status.st_mtim.tv_nsec / 1e9;
        if ((best->path == NULL || written > *best_time) && take(best, path)) {
            *best_time = written;
        }
    }
    free(path);
}

bool cli_keep_find(struct cli_keep *keep, const char *game_name)
{
    struct cli_keep best = {0};
    double best_time = 0;
    struct dirent *entry;
    char *folder = state_folder();
    DIR *files = folder != NULL ? opendir(folder) : NULL;
    while (files != NULL && (entry = readdir(files)) != NULL) {
        if (is_copy_of(entry->d_name, folder, game_name)) {
            offer(&best, &best_time, folder, entry->d_name);
        }
    }
    if (files != NULL) {
        closedir(files);
    }
    free(folder);
    *keep = best;
    return best.path != NULL;
}

void cli_keep_end(struct cli_keep *keep)
{
    if (keep->path != NULL) {
        close(keep->lock);
    }
    free(keep->path);
    *keep = (struct cli_keep){0};
}
