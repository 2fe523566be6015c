/* betza.h - Betza's notation of moves, told in piece lines.
 *
 * Layer: grammar, private to it. Read where a line could not be: `KNiD`, `mWcF`. */
#ifndef MAD_GRAMMAR_BETZA_H
#define MAD_GRAMMAR_BETZA_H

#include <stdbool.h>
#include <stddef.h>

enum mad_betza {
    MAD_BETZA_NONE,  /* not written in this notation */
    MAD_BETZA_READ,  /* what it says has no line of its own here */
    MAD_BETZA_LINES, /* told in `out` */
};

/* Tells `text` in lines, with line feeds between. `modes`: how lines begin that say neither `m` nor `c`, "move or
 * capture". */
enum mad_betza mad_betza_lines(const char *text, size_t bytes, const char *modes, char *out,
                               size_t size);

#endif
