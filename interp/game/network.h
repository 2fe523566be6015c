/* network.h - what a small network has learned beside single men: what they are worth together.
 *
 * Layer: game. Each man on a square, each man in a pocket, each mark and each counter is an input, and has a row of
 * MAD_NETWORK_WIDTH figures. The rows of all inputs of a position are added up twice, as each player sees the board; sums are
 * cut off below 0 and above MAD_NETWORK_ONE, squared, and weighed, with weights of their own for who is to move. All
 * of that is whole numbers, the same on every machine.
 *
 * Where both players have the same game the second one's rows are those of the first, on the board turned about;
 * else he has rows of his own. In memory both have all of them. */
#ifndef MAD_GAME_NETWORK_H
#define MAD_GAME_NETWORK_H

#include "../mad_rules.h"
#include "state.h"

enum {
    MAD_NETWORK_WIDTH = 64,
    MAD_NETWORK_PART = 32,      /* figures are added and weighed in parts of so many */
    MAD_NETWORK_ROW_MOST = 127, /* no figure of a row is larger, either way */
    MAD_NETWORK_ONE = 1016,     /* what is 1 in rows and sums */
    MAD_NETWORK_PARTS = 16,     /* of a hundredth, in which the squared sums are weighed */
    MAD_NETWORK_MOST = 30000,   /* no weight is larger, either way */
};

/* How the second player sees the first one's rows: bits. */
enum mad_network_turn {
    MAD_TURN_FILES = 1,
    MAD_TURN_RANKS = 2,
    MAD_TURN_NEVER = 4, /* he does not: he has rows of his own */
};

struct mad_network {
    uint32_t turn;  /* enum mad_network_turn */
    uint32_t width; /* so many figures of each row may be other than 0 */
    int8_t *row;    /* [(player * mad_inputs_of + input) * MAD_NETWORK_WIDTH] */
    int16_t *first; /* [player * MAD_NETWORK_WIDTH] sums of the empty board */
    int16_t *
        last; /* [MAD_NETWORK_WIDTH] weights of who is to move, and behind them those of the other */
    void *block;
    size_t block_bytes;
};

/* Inputs lie one behind the other: code * squares + square, then pockets, marks (mark * squares + square), and counters
 * (counter * 2 + player), of which there are as many as the counter says. */
static inline uint32_t mad_input_of_marks(const struct mad_game *game)
{
    return game->code_count * (uint32_t)game->squares + game->pocket_count * 2 * game->type_count;
}
static inline uint32_t mad_input_of_counters(const struct mad_game *game)
{
    return mad_input_of_marks(game) + game->mark_count * (uint32_t)game->squares;
}
static inline uint32_t mad_inputs_of(const struct mad_game *game)
{
    return mad_input_of_counters(game) + game->counter_count * 2;
}

static inline int8_t *mad_network_row(const struct mad_game *game,
                                      const struct mad_network *network, uint32_t player,
                                      uint32_t input)
{
    return network->row + ((size_t)player * mad_inputs_of(game) + input) * MAD_NETWORK_WIDTH;
}

/* All zeros; as wide as a file of some 90 KB has room for. */
MAD_MUST_CHECK enum mad_status mad_network_make(const struct mad_game *game, uint32_t turn,
                                                struct mad_network **out);
void mad_network_free(const struct mad_game *game, struct mad_network *network);

/* Whether each man has one of the other player's to be seen as: without that nothing can be turned. */
bool mad_network_can_turn(const struct mad_game *game);
/* The same man of the other player's, 0xff when there is none; nobody's stays what he is. */
uint32_t mad_network_other_code(const struct mad_game *game, uint32_t code);
uint32_t mad_network_turned_square(const struct mad_game *game, uint32_t turn, uint32_t square);
/* The input that is to the second player what this one is to the first. */
uint32_t mad_network_turned(const struct mad_game *game, uint32_t turn, uint32_t input);
/* Gives the second player the first one's rows, unless he has his own. */
void mad_network_share(const struct mad_game *game, struct mad_network *network);

#endif
