/* svg.h - a diagram as a picture, for pages and printing.
 *
 * Layer: cli. Men are discs with their letters, signs of a piece's map small figures: no fonts of men
 * and nothing from outside is needed. Squares are 40 units wide. */
#ifndef MAD_CLI_SVG_H
#define MAD_CLI_SVG_H

#include "board.h"

/* A whole SVG document. `title` is what the picture is of; `mover` marks whose move it is, -1: nobody's. */
void cli_svg_print(FILE *stream, const struct cli_diagram *diagram, const char *title, int mover);

#endif
