/* match.h - a game being played: its record, the legal moves, who plays.
 *
 * Layer: cli. Knows nothing of prompts and screens. The cursor of the record is on its main line; moves
 * behind it were taken back and can be made again, until another move is made in their place. */
#ifndef MAD_CLI_MATCH_H
#define MAD_CLI_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../interp/mad_record.h"

struct cli_match {
    const mad_game *game;
    mad_record *record;
    mad_pgn *reader;          /* whom the record belongs to; null: to the match */
    mad_position *position;   /* of the record */
    mad_moves *moves;         /* legal moves of the position as it stands */
    struct mad_result result; /* of the position, or as the players settled it */
    bool is_settled;
    int from, to; /* squares of the last move, -1: none */
    bool is_program[MAD_MOST_PLAYERS];
    struct mad_search_limits limits;
    mad_searcher *searcher; /* null until the program has to think */
    uint64_t chance;        /* state of the generator that tosses */
};

/* A new game; to be freed also on failure. */
enum mad_status cli_match_make(struct cli_match *match, const mad_game *game);
void cli_match_free(struct cli_match *match);
/* Goes on with the record of a reader, which belongs to the match in any case. Its rules may be others. */
enum mad_status cli_match_take(struct cli_match *match, mad_pgn *reader, mad_record *record);

/* Makes the moves of a text, one after the other, up to the first that cannot be made. */
enum mad_status cli_match_replay(struct cli_match *match, const char *movetext);

bool cli_match_is_over(const struct cli_match *match);
/* Nobody has decided it, and yet there is no move: the rules say nothing of that. */
bool cli_match_is_stuck(const struct cli_match *match);
/* Whether not all players are programs. */
bool cli_match_has_person(const struct cli_match *match);
int cli_match_side(const struct cli_match *match);
/* The move that led here, all empty at the start. */
struct mad_record_move cli_match_last(const struct cli_match *match);
/* How many moves behind the cursor were taken back. */
size_t cli_match_taken_back(const struct cli_match *match);

/* Tosses for a move that has outcomes; the index of the one that came. */
size_t cli_match_toss(struct cli_match *match, size_t index);
/* A number below `below`, drawn from the same chance. */
uint64_t cli_match_draw_lot(struct cli_match *match, uint64_t below);
enum mad_status cli_match_apply(struct cli_match *match, size_t index);
enum mad_status cli_match_think(struct cli_match *match, struct mad_search_report *report);

/* Takes moves back until a person is to move; one move when none plays; what was settled is open again
 * first. MAD_ERROR_MISUSE when there is nothing to take back. */
enum mad_status cli_match_undo(struct cli_match *match);
/* Makes moves again that were taken back, until a person is to move. */
enum mad_status cli_match_redo(struct cli_match *match);
/* Ends the game in another way than by the rules of the board. */
enum mad_status cli_match_settle(struct cli_match *match, enum mad_outcome outcome,
                                 enum mad_termination termination, const char *reason);
/* A new game from the position text, or from the array when it is null. */
enum mad_status cli_match_restart(struct cli_match *match, const char *text,
                                  struct mad_text_error *error);
/* Begins a new game with an array drawn by `chance`, where the rules shuffle it. */
MAD_MUST_CHECK enum mad_status cli_match_shuffle(struct cli_match *match);

#endif
