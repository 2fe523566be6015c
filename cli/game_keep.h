/* game_keep.h - games in files: saving and loading one, and the copies that are kept unasked.
 *
 * Layer: cli. Files are PGN. Copies lie in $XDG_STATE_HOME/mad, some for each game; each is locked by the
 * program that writes it, for as long as it runs. */
#ifndef MAD_CLI_GAME_KEEP_H
#define MAD_CLI_GAME_KEEP_H

#include <stdbool.h>

#include "game_file.h"
#include "match.h"

/* Writes the game in the place of the file, whole or not at all; errno when false. */
bool cli_game_save(struct cli_match *match, const char *path);

/* Why a game could not be read: a sentence. */
struct cli_load_fault {
    char text[500];
};
/* Goes on with game `number` of a file, from 1, where its main line ends. Its rules are those of `game` or of
 * another game that comes with mad. `note` says why it cannot be done, or what is odd about it. */
bool cli_game_load(struct cli_match *match, const struct cli_game *game, const char *path,
                   uint64_t number, struct cli_load_fault *note);

struct cli_keep {
    char *path; /* of the copy, owned; null: there is none yet, or none can be */
    int lock;   /* an open file */
    bool has_failed;
};

/* A copy that nobody writes, for a new game of these rules: one not in use, else the one that was written
 * longest ago. errno when false. */
bool cli_keep_begin(struct cli_keep *keep, const char *game_name);
/* The copy that was written last, of these rules or, when null, of any, if nobody writes it now. */
bool cli_keep_find(struct cli_keep *keep, const char *game_name);
/* What the header of the copy says; malloced, null when it does not. */
char *cli_keep_tag(const struct cli_keep *keep, const char *tag);
void cli_keep_end(struct cli_keep *keep);

#endif
