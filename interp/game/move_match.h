/* move_match.h - which move of a list a typed text means.
 *
 * Layer: game. The exact coordinate text or text of a move always means that move. After that the
 * reading grows lenient by steps, and the first step at which anything fits decides: one move is
 * the answer, several are MAD_ERROR_AMBIGUOUS. */
#ifndef MAD_GAME_MOVE_MATCH_H
#define MAD_GAME_MOVE_MATCH_H

#include "move_reason.h"
#include "notation.h"

/* `names` are the names of `list`, of which those from the square `from` are meant, all with -1. MAD_ERROR_TEXT: no move of any game looks like this;
 * MAD_ERROR_ILLEGAL: error->text says why and names close matches; MAD_ERROR_AMBIGUOUS: it names the
 * moves that fit. `*index` is set with MAD_OK only. `error` may be null. */
MAD_MUST_CHECK enum mad_status mad_move_match(const struct mad_game *game,
                                              const struct mad_state *state,
                                              const struct mad_move_list *list,
                                              const struct mad_names *names, const char *text,
                                              int from, size_t *index,
                                              struct mad_text_error *error);
/* Says in `error` why the text is none of the moves, knowing what hinders it. */
void mad_move_refuse(const struct mad_game *game, const struct mad_state *state,
                     const struct mad_move_list *list, const struct mad_names *names,
                     const char *text, enum mad_hindrance hindrance, struct mad_text_error *error);

#endif
