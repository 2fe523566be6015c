/* mad_solve.h - problems: what a player can force, or both together can reach, within so many moves.
 *
 *   mad_solver    answers for positions of one game, and remembers what it found. One thread at a time.
 *
 * Rules as in mad_rules.h. Ends are those of the rules, but for repetition and counted moves, which problems leave
 * aside: nothing is repeated with profit on the way to a goal. What it says is exact, up to two positions that share a
 * key of 64 bits. */
#ifndef MAD_SOLVE_H
#define MAD_SOLVE_H

#include "mad_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "Wins" is by whatever end of the rules; in chess that is mate. Stalemate: to have no move and not be in check. */
enum mad_problem {
    MAD_PROBLEM_MATE,          /* the player wins, whatever the other does */
    MAD_PROBLEM_SELFMATE,      /* the player makes the other win, who does not want to */
    MAD_PROBLEM_HELPMATE,      /* the player begins, both work together, the other wins */
    MAD_PROBLEM_STALEMATE,     /* the player stalemates the other */
    MAD_PROBLEM_HELPSTALEMATE, /* the player begins, both work together, he is stalemated */
    MAD_PROBLEM_WIN,           /* the player wins, however long it takes */
    MAD_PROBLEM_DRAW,          /* the player does not lose: the other cannot force a win */
    MAD_PROBLEMS
};
const char *mad_problem_name(enum mad_problem goal); /* "selfmate"; null behind the last */

enum { MAD_SOLVE_MOVES = 30 }; /* the most that a problem may take */
/* Whether it is asked however long it takes. Repetition is then no win for anybody: where it is one by the rules, what is
 * said not to be won may be. */
bool mad_problem_is_endless(enum mad_problem goal);
enum { MAD_SOLVE_ENDLESS = INT32_MAX };
/* Moves of single players in a goal in so many moves: 2 * moves - 1, or 2 * moves where the other has the last, and as many
 * where one plays alone; MAD_SOLVE_ENDLESS of an endless goal. */
uint32_t mad_problem_plies(const mad_game *game, enum mad_problem goal, uint32_t moves);

struct mad_solve_limits {
    enum mad_problem goal;
    int player; /* who solves: 0 or 1 */
    bool
        is_likely; /* tosses fall by their weights; else whatever they show the goal has to be reached */
    uint64_t nodes;          /* positions to look at, in all; 0: no limit */
    size_t table_bytes;      /* at most; 0: 64 MB */
    mad_interrupt interrupt; /* may be null */
    void *context;
};

typedef struct mad_solver mad_solver;
MAD_MUST_CHECK enum mad_status mad_solver_new(const mad_game *game,
                                              const struct mad_solve_limits *limits,
                                              mad_solver **out);
void mad_solver_free(mad_solver *solver);
/* How likely the goal is reached in at most so many moves of single players, 0 to 1; 0 or 1 where no toss is weighed.
 * MAD_ERROR_STOPPED when nodes are spent or `interrupt` said so. */
MAD_MUST_CHECK enum mad_status mad_solver_ask(mad_solver *solver, const mad_position *position,
                                              uint32_t plies, double *value);
/* Of endless goals: whether mad_solver_ask would answer without looking at positions. Behind a goal that is reached it would
 * for one move at least. True of others. */
bool mad_solver_knows(const mad_solver *solver, const mad_position *position);
/* Plies of the win that was found last for MAD_PROBLEM_WIN, which need not be the shortest. With fewer plies than it takes,
 * mad_solver_ask says no. */
uint32_t mad_solver_length(const mad_solver *solver);
uint64_t mad_solver_nodes(const mad_solver *solver); /* looked at so far */

#ifdef __cplusplus
}
#endif

#endif
