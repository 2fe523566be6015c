/* solve.h - one problem while it is solved, shared by the files of `mad solve`. Layer: cli. */
#ifndef MAD_CLI_SOLVE_H
#define MAD_CLI_SOLVE_H

#include "../interp/mad_solve.h"
#include "game_file.h"
#include "json.h"
#include "progress.h"

enum { CLI_SOLVE_DEPTH = 2 * MAD_SOLVE_MOVES + 1, CLI_SOLVE_LABEL = 200 };

struct cli_problem {
    const struct cli_args *args;
    mad_position *position; /* at its root again whenever a function here returns */
    mad_solver *solver;
    struct mad_solve_limits limits;
    mad_moves *lists[CLI_SOLVE_DEPTH]; /* of the positions on the path; made when first wanted */
    struct cli_progress progress;
    char label[CLI_SOLVE_LABEL]; /* name of the problem; empty: it has none */
    uint32_t moves;              /* in which the goal is to be reached */
    bool
        asks_all; /* of an endless goal: every move is searched, not only what is known looked up */
    bool is_cut;  /* ... until the positions were spent */
};

bool cli_problem_helps(const struct cli_problem *problem); /* both work together */
/* Lists the moves of the position, `depth` moves behind the root. */
enum mad_status cli_problem_list(struct cli_problem *problem, uint32_t depth, mad_moves **list);
/* The value of a listed move when so many plies are to go, itself among them. */
enum mad_status cli_problem_value(struct cli_problem *problem, const mad_moves *list, size_t index,
                                  uint32_t plies, double *value);

/* What follows on move `index` of the root's list, `plies` to go before it: each answer, and how the goal is reached
 * then. As text, or as a list in `json` when that is not null. */
enum mad_status cli_problem_tree(struct cli_problem *problem, size_t index, uint32_t plies,
                                 struct cli_json *json);

#endif
