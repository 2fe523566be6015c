/* play_menu.h - `mad play` without a game: which one shall it be? Layer: cli. */
#ifndef MAD_CLI_PLAY_MENU_H
#define MAD_CLI_PLAY_MENU_H

#include "cli.h"

enum { PLAY_NAME_BYTES = 300 };

/* Asks until one game is chosen, and puts what commands take as FILE into `name`; empty when whoever was
 * asked has left. */
enum cli_exit play_menu(char name[PLAY_NAME_BYTES]);

#endif
