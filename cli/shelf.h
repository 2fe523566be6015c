/* shelf.h - the games that come with mad or lie in its folders, as a library has them on a shelf: by family, and found by any
 * words that people know of them.
 *
 * Layer: cli. What is known of a game is what its rule file says; nothing here names one. */
#ifndef MAD_CLI_SHELF_H
#define MAD_CLI_SHELF_H

#include <stdbool.h>
#include <stddef.h>

#include "../interp/mad_rules.h"
#include "cli.h"

struct cli_shelf_game {
    char *name;   /* what commands take as FILE: "crazyhouse", "amazon:georgian-chess" */
    char *title;  /* strings are never null, but empty where the file says nothing */
    char *family; /* of a file that names none: its title */
    char *inventor, *year, *board, *source;
    char *called; /* other names, a comma and a blank between */
    char *about;  /* first line of the introduction */
};

struct cli_shelf {
    struct cli_shelf_game *games; /* owned; by family, then by name */
    size_t count, capacity;
};

/* All shipped games, those in the folders of rule files, and their variants. CLI_FINDINGS when some do not load, which has been said; the
 * others are there. CLI_INTERNAL without memory. */
enum cli_exit cli_shelf_fill(struct cli_shelf *shelf, const mad_engine *engine);
void cli_shelf_free(struct cli_shelf *shelf);

/* Whether each of the words, or its beginning, stands in the name, title, other names, inventor, year or
 * family of the game; or all of them glued together begin one of its names, as in "3check". */
bool cli_shelf_matches(const struct cli_shelf_game *game, const char *words);

#endif
