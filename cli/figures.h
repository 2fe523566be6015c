/* figures.h - signs of Unicode in place of the letters of men. Layer: cli. */
#ifndef MAD_CLI_FIGURES_H
#define MAD_CLI_FIGURES_H

#include "../interp/mad_rules.h"

/* The sign of a man, null when his game has no usual ones. */
const char *cli_figure(const mad_game *game, const struct mad_man *man);

#endif
