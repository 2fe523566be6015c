/* order.h - which moves to try first.
 *
 * Layer: search. The order is: the table's move, moves that win men (most won first, and of those the
 * cheapest man that does it), moves that cut off here before in sister positions (killers), other
 * moves by whom they save or throw away and by what they achieved elsewhere (history), moves that cost men. How
 * deep late moves are searched hangs on it (prune.c). */
#ifndef MAD_SEARCH_ORDER_H
#define MAD_SEARCH_ORDER_H

#include "../game/chance.h"
#include "evaluate.h"

enum { MAD_MAX_PLY = 96 }; /* deepest node; bounds recursion and memory */
enum { MAD_KILLERS = 2 };
enum { MAD_ORDER_GAIN_SCALE = 8 }; /* of hundredths, so that the mover breaks ties */

enum { /* scores of moves; the classes do not overlap */
       MAD_ORDER_TABLE = 1 << 30,
       MAD_ORDER_WINS = 1 << 28,
       MAD_ORDER_KILLER = 1 << 24,
       MAD_ORDER_HISTORY_MOST = 1 << 20,
       MAD_ORDER_COSTS = -(1 << 24),
};

struct mad_order {
    const struct mad_evaluator *evaluator;
    uint32_t killers[MAD_MAX_PLY][MAD_KILLERS];
    int32_t *history;              /* [code * squares + to] */
    struct mad_en_prise en_prise;  /* [code * words] */
    int32_t heat[MAD_MAX_SQUARES]; /* what a man on each square does for rows that win */
    bool exchanges;                /* what a man takes may cost him: nobody has to capture */
    bool triggers;                 /* a capture may bring about more than the taking */
    struct mad_state *scratch;     /* room for a state */
};

MAD_MUST_CHECK enum mad_status mad_order_make(struct mad_order *order,
                                              const struct mad_evaluator *evaluator,
                                              struct mad_state *scratch);
void mad_order_free(struct mad_order *order);
void mad_order_forget(struct mad_order *order);
/* Another search begins: killers are of other positions, and what was learned counts less. */
void mad_order_age(struct mad_order *order);

/* Names a move across lists: never 0, nearly always different for different moves of a position. The upper bits of
 * squares beyond 256 lie over those of men and lines, of which there are hardly as many. */
static inline uint32_t mad_move_code(const struct mad_move *move)
{
    uint32_t code = ((uint32_t)move->from & 0xffu) << 24 | ((uint32_t)move->to & 0xffu) << 16 |
                    (uint32_t)move->placed << 8 | move->line;
    code ^= (move->from & 0x300u) << 6 ^ (move->to & 0x300u) >> 2;
    return code != 0 ? code : 1;
}

/* Scores the moves of the list from `first` to before `end`; scores[i] belongs to moves[i]. */
void mad_order_score(struct mad_order *order, struct mad_state *state,
                     const struct mad_move_list *list, uint32_t first, uint32_t end,
                     uint32_t table_move, uint32_t ply, int32_t *scores);
/* Brings the best of the moves from `next` to before `end`, and its score, to `next`. */
void mad_order_pick(struct mad_move_list *list, uint32_t next, uint32_t end, int32_t *scores);

/* Whether a move certainly takes something. */
static inline bool mad_order_takes(const struct mad_move *move)
{
    return (move->flags & (MAD_MOVE_TAKES | MAD_MOVE_UNSURE)) == MAD_MOVE_TAKES;
}

/* Whether a move takes nothing and changes nothing but where a man stands, or leaves that to chance. */
static inline bool mad_order_is_quiet(const struct mad_move *move)
{
    return !(move->flags & (MAD_MOVE_TAKES | MAD_MOVE_CHANGES)) || (move->flags & MAD_MOVE_UNSURE);
}

/* A quiet move was so good that the rest need not be tried. */
void mad_order_reward(struct mad_order *order, const struct mad_move *move, uint32_t ply,
                      int depth);
/* A quiet move was tried before the one that was so good. */
void mad_order_blame(struct mad_order *order, const struct mad_move *move, int depth);

#endif
