/* searcher.h - the tree search: deeper and deeper, best moves first, what cannot matter left out.
 *
 * Layer: search. Negamax with a window of one point behind the first move, a transposition table, and
 * quiescence on moves that win men. It knows nothing of what a game is about: the ends of the rules
 * are asked at every node, generation says what has to be done. What it needs for the tree is allocated
 * by mad_searcher_new, what hangs on the game so far and on the request when a search begins; the search
 * itself allocates nothing. The same position and the same limit on depth or nodes give the same result
 * everywhere, from a new searcher. */
#ifndef MAD_SEARCH_SEARCHER_H
#define MAD_SEARCH_SEARCHER_H

#include <pthread.h>

#include "../game/seats.h"
#include "../position.h"
#include "budget.h"
#include "order.h"
#include "stack.h"
#include "table.h"

enum {
    MAD_SCORE_MATE = 1000000,                          /* a win, less the plies until it is there */
    MAD_SCORE_NEAR = MAD_SCORE_MATE - 2 * MAD_MAX_PLY, /* beyond it lie forced ends alone */
    MAD_SCORE_INFINITE = MAD_SCORE_MATE + 1,
    MAD_MAX_DEPTH = 64,
    MAD_KEY_BUCKETS = 1 << 12, /* a power of two */
};

_Static_assert(MAD_EVALUATION_MOST < MAD_SCORE_NEAR - 2 * MAD_MAX_PLY, "no evaluation is an end");

enum { MAD_SEEN_WORTHS = 1 << 14 }; /* a power of two */

/* What a position was found to be worth; key 0: none. */
struct mad_seen_worth {
    uint64_t key; /* of its node */
    int worth;
};

/* One of the lines asked for, as far as it is known. */
struct mad_found {
    struct mad_move best; /* of the root's list as generation gives it */
    int score;
    uint32_t line[MAD_MAX_PLY];
    uint32_t line_length; /* 0: nothing found yet */
};

struct mad_searcher {
    const struct mad_game *game;
    const struct mad_position *position; /* the game so far; its present state is the root */
    uint32_t team; /* of three players and more: bits of those for whom the root plays; else 0 */
    struct mad_budget budget;
    struct mad_evaluator evaluator;
    struct mad_glance glance; /* of what was learned, where that has a network */
    struct mad_seen_worth seen[MAD_SEEN_WORTHS];
    struct mad_order order;
    struct mad_table table;

    struct mad_stack stack;
    int32_t *scores; /* of the moves of the stack, for the order */

    uint64_t *keys;         /* of the game so far, then of the path below the root */
    uint32_t history_count; /* how many belong to the game */
    uint32_t key_capacity;
    uint32_t key_seen[MAD_KEY_BUCKETS]; /* how many of the keys fall there: mostly none */

    uint32_t tosses;                  /* on the path: what lies behind has no expected line */
    uint32_t move_count[MAD_MAX_PLY]; /* of the nodes on the path */
    int worth[MAD_MAX_PLY];           /* of these, as the men stand */
    bool in_check[MAD_MAX_PLY + 1];   /* of these; known when a node is opened */
    uint32_t gave_away;               /* the ply that the last move given away led to; 0: none */
    bool compels;                     /* captures are compulsory: what men are worth says little */
    uint32_t line[MAD_MAX_PLY][MAD_MAX_PLY]; /* expected moves from each ply on, mad_move_code */
    uint32_t line_length[MAD_MAX_PLY];
    enum mad_status status; /* what went wrong, while searching */

    struct mad_move *allowed;             /* at the root, null: all */
    uint32_t allowed_count, allowed_room; /* room: of the block */

    /* found so far, best first */
    struct mad_found *found; /* [lines] */
    uint32_t lines,
        rank;         /* rank: of the line that is searched, without the moves of those before */
    int depth;        /* of the last complete iteration */
    uint32_t deepest; /* ply that was looked at */

    /* several threads (together.c) */
    struct mad_searcher *leader; /* of a helper, whose table and evaluator it shares; else null */
    struct mad_searcher *helpers[MAD_MOST_THREADS - 1];
    uint32_t helper_count, helping; /* made; at work in this search */
    int ahead;                      /* so much deeper than it would */
    pthread_t thread;               /* of a helper */
    atomic_bool is_over;            /* helpers are told to stop */
};

/* Stacks and histories; table and evaluator are there, or those of the leader. */
MAD_MUST_CHECK enum mad_status mad_searcher_make_own(struct mad_searcher *searcher);
/* Room for so many lines of the moves allowed (null: all), which become the searcher's copy. */
MAD_MUST_CHECK enum mad_status mad_searcher_make_room(struct mad_searcher *searcher, uint32_t lines,
                                                      const struct mad_move *allowed,
                                                      uint32_t allowed_count);

/* --- together.c --- */
/* Begins as many threads as the limits ask for, or as there is memory for; when the searcher is set and has
 * room. Then mad_together_stop in every case, before mad_searcher_end. */
void mad_together_start(struct mad_searcher *searcher);
void mad_together_stop(struct mad_searcher *searcher);
uint64_t mad_together_nodes(const struct mad_searcher *searcher); /* of all threads */
void mad_together_forget(struct mad_searcher *searcher);
void mad_together_free(struct mad_searcher *searcher);

/* Gets ready for a search from the position, `searcher->budget` being set; mad_searcher_end in every
 * case. */
MAD_MUST_CHECK enum mad_status mad_searcher_set(struct mad_searcher *searcher,
                                                const struct mad_position *position);
void mad_searcher_end(struct mad_searcher *searcher);

/* Where the search starts and, above it, room for one state a ply. */
static inline struct mad_state *mad_searcher_state(const struct mad_searcher *searcher,
                                                   uint32_t ply)
{
    return mad_stack_state(&searcher->stack, searcher->game, ply);
}

/* For whom a state is searched: for who is to move; of three players and more 0 where he is of the root's team, and 1 where
 * he is of all others, who are taken to play together against it (Sturtevant and Korf 2000, "On Pruning Techniques for
 * Multi-Player Games": paranoid). */
static inline uint32_t mad_searcher_side(const struct mad_searcher *searcher,
                                         const struct mad_state *state)
{
    return searcher->team == 0 ? state->side : ~(searcher->team >> mad_seat_now(state)) & 1u;
}

/* Lists the moves of the state alone, at the bottom of the stack, folded (chance.h). */
MAD_MUST_CHECK enum mad_status mad_searcher_list(struct mad_searcher *searcher, uint32_t ply);

/* Something to play even when nothing gets finished. The root has moves and is not over. */
MAD_MUST_CHECK enum mad_status mad_searcher_begin(struct mad_searcher *searcher);
/* One depth more of every line; false when there is none to be had: the budget is spent, the limit
 * reached, or all is decided. Then `searcher->status` says whether something went wrong. */
bool mad_searcher_deepen(struct mad_searcher *searcher);
/* Whether two moves of one generation are the same. */
bool mad_move_is_same(const struct mad_move *a, const struct mad_move *b);

#endif
