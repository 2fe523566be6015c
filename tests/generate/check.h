/* check.h - holds a rule file against every way that the library has of playing it.
 *
 * The file is loaded as it is, and again with short ways of the machine left out and with wider sets of
 * squares; all of these play the same short random game. In each position all have to agree: which
 * moves there are, how they are written, how many there are behind them, what each leads to, who has
 * won. And each keeps the promises of random_play.h by itself: what is counted is listed, made and
 * drawn; keys, texts and undo. At last a game is held against what the rules mean (tests/meaning). */
#ifndef MAD_TESTS_CHECK_H
#define MAD_TESTS_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "../../interp/mad_rules.h"

enum check_verdict {
    CHECK_GOOD,
    CHECK_REFUSED, /* the rules are no rules */
    CHECK_LIMIT,   /* a limit was met while playing */
    CHECK_BROKEN,
};

struct check {
    unsigned plies;    /* of the game, at most */
    unsigned seconds;  /* of processor time, behind which a file is played no further; 0: any */
    unsigned nodes;    /* to count so deep that no more than about these are made */
    uint64_t left_out; /* bits: hold against no more than these ways; 0: some that the seed picks */

    clock_t began;
    enum check_verdict verdict;
    const char *kind;  /* of what is broken: the same text for the same kind */
    char detail[9000]; /* position, move, who differs */
    unsigned long positions, moves, ended;
    unsigned long untold; /* games that the definitional interpreter could not follow */
};

/* The name of a way that can be left out, null behind the last; those behind the ways are widths. */
const char *check_way_name(unsigned way);
unsigned check_way_count(void);

void check_rules(struct check *check, const char *text, size_t bytes, uint64_t seed);
#endif
