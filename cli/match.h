/* match.h - a game being played: the position, what led to it, what was taken back, who plays.
 *
 * Layer: cli. Knows nothing of prompts and screens. The record holds every move made and not
 * overwritten; `made` of them stand on the board, the rest can be redone. */
#ifndef MAD_CLI_MATCH_H
#define MAD_CLI_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../interp/mad_rules.h"

struct cli_record {     /* a move */
    char *coord, *text; /* owned */
    int side;           /* who made it */
    int from, to;
};

struct cli_match {
    const mad_game *game;
    mad_position *position;
    mad_moves *moves;         /* legal moves of the position as it stands */
    struct mad_result result; /* of the position, or of resigning */
    struct cli_record *record;
    size_t record_count, record_capacity, made;
    bool is_program[2], is_resigned;
    struct mad_search_limits limits;
    mad_searcher *searcher; /* null until the program has to think */
    uint64_t chance;        /* state of the generator that tosses */
};

/* Takes the position over, also on failure. */
enum mad_status cli_match_make(struct cli_match *match, mad_position *position);
void cli_match_free(struct cli_match *match);

bool cli_match_is_over(const struct cli_match *match);
/* Nobody has decided it, and yet there is no move: the rules say nothing of that. */
bool cli_match_is_stuck(const struct cli_match *match);
int cli_match_side(const struct cli_match *match);
/* The move that led here, null at the start. */
const struct cli_record *cli_match_last(const struct cli_match *match);

/* Tosses for a move that has outcomes; the index of the one that came. */
size_t cli_match_toss(struct cli_match *match, size_t index);
enum mad_status cli_match_apply(struct cli_match *match, size_t index);
enum mad_status cli_match_think(struct cli_match *match, struct mad_search_report *report);

/* Takes moves back until a person is to move; one move when none plays; after resigning, that.
 * MAD_ERROR_MISUSE when there is nothing to take back. */
enum mad_status cli_match_undo(struct cli_match *match);
/* Makes moves again that were taken back, until a person is to move. */
enum mad_status cli_match_redo(struct cli_match *match);
void cli_match_resign(struct cli_match *match);
/* A new game from the position text, or from the array when it is null. */
enum mad_status cli_match_restart(struct cli_match *match, const char *text,
                                  struct mad_text_error *error);

#endif
