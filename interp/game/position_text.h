/* position_text.h - positions as text: extended FEN, the same in every game.
 *
 *   placement[hand] side castling ep halfmove fullmove name=value ...
 *
 * Layer: game. What is written reads back to the same state; what is malformed is refused with the
 * byte where the fault lies, its cause and a remedy, and never repaired. */
#ifndef MAD_GAME_POSITION_TEXT_H
#define MAD_GAME_POSITION_TEXT_H

#include "../mad_rules.h"
#include "state.h"

/* Writes the text of `state`; returns its length without the NUL, like snprintf. */
size_t mad_position_text_write(const struct mad_game *game, const struct mad_state *state,
                               char *buffer, size_t size);

/* Writes it as a dialect has it; `*length` as above. MAD_ERROR_TEXT, with the reason, where the dialect
 * cannot say it all. */
MAD_MUST_CHECK enum mad_status mad_position_text_write_as(const struct mad_game *game,
                                                          const struct mad_state *state,
                                                          enum mad_dialect dialect, char *buffer,
                                                          size_t size, size_t *length,
                                                          struct mad_text_error *error);

/* Reads `text` into `*state` (game->state_bytes bytes of the caller, without meaning on failure; so many
 * are at `scratch`). Fields may be missing from the end. MAD_ERROR_TEXT with `*error` filled; with MAD_OK,
 * error->text carries a warning, or is empty. `error` may be null. */
MAD_MUST_CHECK enum mad_status mad_position_text_read(const struct mad_game *game, const char *text,
                                                      enum mad_dialect dialect,
                                                      struct mad_state *state,
                                                      struct mad_state *scratch,
                                                      struct mad_text_error *error);

#endif
