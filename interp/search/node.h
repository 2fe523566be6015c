/* node.h - one node of the tree, and what the files of the search do with it.
 *
 * Layer: search, private to node.c, toss.c, quiet.c, prune.c and alpha_beta.c. */
#ifndef MAD_SEARCH_NODE_H
#define MAD_SEARCH_NODE_H

#include "searcher.h"

enum { MAD_NO_WORTH = -MAD_SCORE_INFINITE };

struct mad_search_node {
    struct mad_state *state;
    uint64_t key; /* for the table */
    uint32_t ply;
    int depth, alpha, beta;
    uint32_t first, first_delta; /* in the list */
    uint32_t count;
    uint32_t table_move;
    int worth;      /* as the men stand; MAD_NO_WORTH in check */
    bool in_check;  /* a royal of the side to move is attacked */
    bool improves;  /* worth more than the player's last node on the path */
    bool gave_away; /* led to by giving the move away */
};

/* --- node.c --- */
bool mad_is_stopped(const struct mad_searcher *searcher);
struct mad_search_node mad_node_open(struct mad_searcher *searcher, uint32_t ply, int depth,
                                     int alpha, int beta);
void mad_node_close(struct mad_searcher *searcher, const struct mad_search_node *node);
/* Makes a move of the node's on the state of the next ply. */
void mad_node_make(struct mad_searcher *searcher, const struct mad_search_node *node,
                   uint32_t index);
/* Positions below the node can repeat it from here on, until it is left. */
void mad_node_enter(struct mad_searcher *searcher, const struct mad_search_node *node);
void mad_node_leave(struct mad_searcher *searcher, const struct mad_search_node *node);
/* Lists the moves and asks the ends; true when the score is settled. */
bool mad_node_is_settled(struct mad_searcher *searcher, struct mad_search_node *node,
                         bool may_repeat, int *score);
/* What a state is worth as the men stand, seen by who is to move. */
int mad_state_worth(struct mad_searcher *searcher, struct mad_state *state);
/* The same, a seed put in. */
int mad_node_worth(struct mad_searcher *searcher, const struct mad_search_node *node);
/* How the node looks before any of its moves is tried. */
void mad_node_look(struct mad_searcher *searcher, struct mad_search_node *node);

/* --- toss.c --- */
/* The score behind the move that has been made, as seen by who made it. */
int mad_search_below(struct mad_searcher *searcher, const struct mad_search_node *node, int depth,
                     int alpha, int beta);
int mad_quiesce_below(struct mad_searcher *searcher, const struct mad_search_node *node, int deep,
                      int alpha, int beta);
/* How far the search goes behind a toss: so many full plies, or, past the last one, how many behind it. */
struct mad_reach {
    int depth, deep;
};

int mad_node_toss(struct mad_searcher *searcher, const struct mad_search_node *node, uint32_t index,
                  struct mad_reach reach, int alpha);

/* --- quiet.c --- */
/* `deep`: plies since the last full one. */
int mad_quiesce(struct mad_searcher *searcher, uint32_t ply, int deep, int alpha, int beta);

/* --- prune.c --- */
/* Whether a move may give check; `about` by mad_vm_check_squares. */
bool mad_may_check(const struct mad_game *game, const struct mad_state *state,
                   const struct mad_move *move, const uint64_t *about);
/* How much less deep a move is tried at first. */
int mad_reduction(const struct mad_searcher *searcher, const struct mad_search_node *node,
                  uint32_t index);
/* Whether moves from this one on can hardly lift the score, when one has scored `best`. */
bool mad_is_hopeless(const struct mad_searcher *searcher, const struct mad_search_node *node,
                     uint32_t index, int alpha, int best);
/* Whether the man who made the move, which has been made, can be taken, and who takes him cannot. */
bool mad_is_thrown_away(const struct mad_searcher *searcher, const struct mad_search_node *node,
                        uint32_t index);
/* Whether the position is so good that a few plies will not change it. */
bool mad_is_safe(const struct mad_searcher *searcher, const struct mad_search_node *node,
                 int *score);
/* Whether it would be good enough even to give the move away. */
bool mad_is_good_anyway(struct mad_searcher *searcher, const struct mad_search_node *node,
                        int *score);

/* --- alpha_beta.c --- */
/* One node `depth` plies from the last full one, seen by its side to move. */
int mad_search_node(struct mad_searcher *searcher, uint32_t ply, int depth, int alpha, int beta);

#endif
