/* play_menu.h - `mad play` without a game: which one shall it be? Layer: cli. */
#ifndef MAD_CLI_PLAY_MENU_H
#define MAD_CLI_PLAY_MENU_H

#include "../interp/mad_rules.h"
#include "cli.h"

enum { PLAY_NAME_BYTES = 300 };

/* Which game was chosen. */
struct play_choice {
    char name
        [PLAY_NAME_BYTES]; /* what commands take as FILE; empty when whoever was asked has left */
    char *settings;        /* "OPTION=VALUE OPTION=VALUE" or null; malloced */
};

/* Asks until one game is chosen. */
enum cli_exit play_menu(struct play_choice *choice);

/* The game of that name, of a variant with a colon, with its words and comments; null, and nothing is said, when it cannot
 * be loaded. The caller frees it. */
mad_game *play_load_named(const mad_engine *engine, const char *name);

#endif
