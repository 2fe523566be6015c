/* xboard_games.h - what XBoard can hold of a game, and how it is told.
 *
 * Layer: cli. XBoard knows some games by itself (xboard_games.def); others it learns from `setup` and `piece`, when what
 * can be said so is the whole game (xboard_plan.h). All others are refused with the reason. */
#ifndef MAD_CLI_PROTOCOL_XBOARD_GAMES_H
#define MAD_CLI_PROTOCOL_XBOARD_GAMES_H

#include "session.h"
#include "xboard_plan.h"

/* XBoard's name of a game of the catalog, in `out`: one that it does not take for another game. */
void cli_xboard_name(const char *ours, char *out, size_t size);
/* The name in the catalog of what XBoard calls so; the same text when it is none. */
const char *cli_xboard_game(const struct cli_session *session, const char *theirs);
/* Whether XBoard can hold the game: `plan->why` says why not. To be freed in every case. */
void cli_xboard_ask(struct cli_xboard_plan *plan, const struct cli_listed *listed,
                    const mad_game *game);
/* "feature variants=...": every game that it can hold. Takes some seconds. */
void cli_xboard_say_variants(const struct cli_session *session);
/* `setup` and `piece` for a game that XBoard does not know by itself. */
void cli_xboard_say_setup(const struct cli_session *session, struct cli_xboard_plan *plan);
/* `edit`: a board is put up man by man, without counters and rights. */
struct cli_xboard_edit {
    char (*men)[4]; /* [squares] letters in the case of their owner; owned */
    int owner;
    int side; /* to move */
};
bool cli_xboard_edit_begin(struct cli_xboard_edit *edit, const mad_position *position);
/* "#" clears the board, "c" changes the colour, "Pa4" puts a man, "xa4" takes one away. */
bool cli_xboard_edit_line(struct cli_xboard_edit *edit, const mad_game *game, const char *line);
enum mad_status cli_xboard_edit_end(struct cli_xboard_edit *edit, struct cli_session *session,
                                    struct mad_text_error *error);
void cli_xboard_edit_free(struct cli_xboard_edit *edit);

#endif
