/* position_common.h - what reading and writing position texts share.
 *
 * Layer: game, private to position_write.c and position_read.c. Castling rights are marks on the
 * squares of the partners; their letters are made from the array, so nothing here knows which men
 * castle. */
#ifndef MAD_GAME_POSITION_COMMON_H
#define MAD_GAME_POSITION_COMMON_H

#include "move.h"
#include "state.h"
#include "writer.h"

/* The letters of castling rights, in the order in which they are written. */
#define MAD_CASTLING_LETTERS "KQkq"

uint32_t mad_owner_of_case(const struct mad_game *game, bool is_capital);

/* The first mark, the first pocket shown like this; their count when there is none. */
uint32_t mad_find_mark(const struct mad_game *game, enum mad_mark_show show);
uint32_t mad_find_brackets(const struct mad_game *game);

/* Key of a field: what the rule file shows it as, else its name. */
const char *mad_mark_key(const struct mad_mark *mark);
const char *mad_pocket_key(const struct mad_pocket *pocket);
/* Blanks would end the field, so they are written as dashes. */
char mad_key_char(char c);
/* " key=" */
void mad_write_key(const char *key, struct mad_writer *writer);
/* The letter of a man in the case of his owner. */
void mad_write_letter(const struct mad_game *game, uint32_t type, uint32_t owner,
                      struct mad_writer *writer);

/* The same letter for a man of a dialect, whose letter is given in capitals. */
void mad_write_cased(const struct mad_game *game, const char *letter, uint32_t owner,
                     struct mad_writer *writer);

/* Who castles in this state: the player's man on the rank of the castler of the array, that one first; or
 * MAD_NO_SQUARE. */
uint32_t mad_castler(const struct mad_game *game, const struct mad_state *state,
                     const struct mad_mark *mark, uint32_t owner);
/* Whether one stands there whom the mark is on in the array, by kind and owner. */
bool mad_is_partner(const struct mad_game *game, const struct mad_state *state,
                    const struct mad_mark *mark, uint32_t owner, uint32_t square);
/* The partner farthest from the castler on his rank, to the side of the last file or of the first. */
uint32_t mad_outermost_partner(const struct mad_game *game, const struct mad_state *state,
                               const struct mad_mark *mark, uint32_t owner, uint32_t castler,
                               bool to_last_file);
/* Whether castler and partner stand where the array has them. */
bool mad_is_array_right(const struct mad_game *game, const struct mad_state *state,
                        const struct mad_mark *mark, uint32_t square);

/* Where the player's first man in the array stands with whose move the mark ends, or MAD_NO_SQUARE. */
uint32_t mad_initial_castler(const struct mad_game *game, const struct mad_mark *mark,
                             uint32_t owner);
/* The letter of the right that a mark on `square` stands for; NUL when it stands for none. */
char mad_right_letter(const struct mad_game *game, const struct mad_mark *mark, uint32_t square);

#endif
