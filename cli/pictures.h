/* pictures.h - how men and boards look, by stdlib/pictures.def. Layer: cli. */
#ifndef MAD_CLI_PICTURES_H
#define MAD_CLI_PICTURES_H

#include <stdbool.h>
#include <stdio.h>

#include "../interp/mad_rules.h"
#include "text.h"

enum cli_board_look { CLI_BOARD_CHECKERED, CLI_BOARD_PLAIN, CLI_BOARD_LINES };
enum cli_men_look { CLI_MEN_FIGURES, CLI_MEN_DISCS, CLI_MEN_ROUND, CLI_MEN_PENTAGONS };
enum cli_zone_look { CLI_ZONE_SHADED, CLI_ZONE_CROSSED, CLI_ZONE_PARTED, CLI_ZONE_UNSEEN };

struct cli_look {
    enum cli_board_look board;
    enum cli_men_look men;
    int dark; /* which player's men are */
};

/* The look of a game, by its title or family; checkered with figures where nothing else is said. */
struct cli_look cli_look_of(const struct mad_game_info *info);

/* The colours of a player's men. */
struct cli_army {
    const char *fill, *ink; /* of pictures */
    enum cli_tone tone;     /* of text */
    short screen;           /* one of the eight colours of a terminal */
};
struct cli_army cli_army_of(const struct mad_game_info *info, int player);

/* What stands on a man of that name and owner in place of his letter; null: nothing. */
const char *cli_sign_of(const struct mad_game_info *info, const char *man, int owner);
/* How a zone of the rules is drawn on a board of lines. */
enum cli_zone_look cli_zone_look_of(const char *zone);

/* Whether a kind of man has a figure that none of the game before it has. */
bool cli_picture_has(const mad_game *game, size_t piece);
/* His figure as `<g id=ID>`, 45 by 45 units; it takes fill, stroke and, for what is drawn upon it, colour from
 * whoever uses it. */
void cli_picture_define(FILE *stream, const char *man, const char *id);

#endif
