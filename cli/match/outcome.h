/* outcome.h - what came of a game of a match, as a line that can be kept, read again and added up.
 *
 * Layer: cli. A file of results is a head that says which match it is, and a line a game:
 *
 *   17 first=0 points=2 end=rule by=- plies=54 reason=mover wins when ...
 *
 * `first` is the side that the first player had, `points` his half points, `by` who was at fault. Lines
 * cut short, as a full disk leaves them, are no lines: such a game is played again. */
#ifndef MAD_CLI_MATCH_OUTCOME_H
#define MAD_CLI_MATCH_OUTCOME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../../interp/mad_rules.h"

/* How a game came to its end. CLI_END(id, name, in the table) */
#define CLI_ENDS(END)                                          \
    END(RULE, "rule", "by the rules")                          \
    END(RESIGNED, "resigned", "resigned")                      \
    END(STUCK, "stuck", "no move, and no rule says what then") \
    END(LENGTH, "length", "too long")                          \
    END(TIME, "time", "late")                                  \
    END(ILLEGAL, "illegal", "illegal moves")                   \
    END(CLAIM, "claim", "false claims")                        \
    END(SILENT, "silent", "never answered")                    \
    END(CRASH, "crash", "died")

enum cli_end {
#define END(id, name, words) CLI_END_##id,
    CLI_ENDS(END)
#undef END
        CLI_END_COUNT
};

const char *cli_end_name(enum cli_end end);
const char *cli_end_words(enum cli_end end);

struct cli_outcome {
    uint64_t number; /* of the game, from 0; games 2n and 2n + 1 share an opening */
    int first_side;  /* the side of the first player */
    int points;      /* half points of the first player */
    unsigned
        won; /* bits: seats that have won, where more than two play; they are kept in no file */
    enum cli_end end;
    int fault; /* 0, 1: of the first or second player; -1: nobody's */
    unsigned plies;
    char reason[160];
};

void cli_outcome_write(FILE *stream, const struct cli_outcome *outcome);
bool cli_outcome_read(const char *line, struct cli_outcome *outcome);

#endif
