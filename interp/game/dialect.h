/* dialect.h - how other programs and people write what belongs to a game: letters of men and players,
 * fields of position texts, ranks.
 *
 * Layer: game. A dialect is data of the rule files (`in fsf, Horse is "N"`); what a layout such as SFEN or
 * PDN looks like is known here, to which games it belongs is not. */
#ifndef MAD_GAME_DIALECT_H
#define MAD_GAME_DIALECT_H

#include "../mad_rules.h"
#include "game.h"
#include "writer.h"

/* The word that a rule file has for something in a dialect; null: the same as ours. */
const char *mad_dialect_word(const struct mad_game *game, enum mad_dialect dialect,
                             enum mad_dialect_kind kind, uint32_t index);
/* The letter of a man: his own, unless the dialect has another one. Null: in this dialect he has none,
 * for his letter is another man's. */
const char *mad_dialect_letter(const struct mad_game *game, enum mad_dialect dialect,
                               uint32_t type);
/* What begins a position text as the letter of the player to move. */
char mad_dialect_player(const struct mad_game *game, enum mad_dialect dialect, uint32_t side);
/* The mark whose squares stand in the field of castling rights, as letters of their files; mark_count when
 * there is none. */
uint32_t mad_dialect_file_mark(const struct mad_game *game, enum mad_dialect dialect);

/* How a counter stands in a field of its own: `3+3` is what is left of three, `+0+0` what has been. */
struct mad_dialect_field {
    bool is_given; /* there is such a field */
    bool counts_down;
    uint8_t from[2]; /* what stands there when the counter is 0 */
};
struct mad_dialect_field mad_dialect_field(const struct mad_game *game, enum mad_dialect dialect,
                                           uint32_t counter);
/* Reads "3+3" or "+0+0" as such a field; false when the text is none. */
bool mad_dialect_read_field(const char *text, size_t bytes, struct mad_dialect_field *field);

/* The squares that are numbered for draughts, from 1 at the far left, or at the near right where the
 * first rank has the first numbers: those of the colour on which all men of the array stand. 0 for others, and everywhere when the men stand on both colours. */
uint32_t mad_dialect_number(const struct mad_game *game, uint32_t square);
uint32_t mad_dialect_numbered(const struct mad_game *game, uint32_t number); /* or MAD_NO_SQUARE */
/* How PDN calls one of these squares: by its number, or by its name where the rules say so. */
bool mad_dialect_names_squares(const struct mad_game *game);
void mad_dialect_write_square(const struct mad_game *game, uint32_t square,
                              struct mad_writer *writer);
/* Behind the square at the head of the text; null when there is none. Numbers are read where there are names, too. */
const char *mad_dialect_read_square(const struct mad_game *game, const char *text,
                                    uint32_t *square);

#endif
