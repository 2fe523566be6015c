/* svg.h - a diagram as a picture, for pages and printing.
 *
 * Layer: cli. Men are figures, discs or pentagons as stdlib/pictures.def says, letters where it has none; signs of a
 * piece's map are small figures. Nothing from outside is needed, no fonts but that of the letters. Squares are
 * 40 units wide. Colours of what lies beside the board go with the reader's choice of light or dark. */
#ifndef MAD_CLI_SVG_H
#define MAD_CLI_SVG_H

#include "board.h"

/* A whole SVG document. `title` is what the picture is of; `mover` marks whose move it is, -1: nobody's. */
void cli_svg_print(FILE *stream, const struct cli_diagram *diagram, const char *title, int mover);

#endif
