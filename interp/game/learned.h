/* learned.h - what was learned of a game by playing it: worth of men on squares and in pockets at the beginning and
 * at the end, and how much each part of the measured evaluation counts.
 *
 * Layer: game. It is read from a text that was made for the same rules, bounded and checked, and does not change
 * then. Figures are hundredths of the smallest man's worth, as in search/evaluate.h.
 *
 * The text is made of words; `#` begins a comment:
 *
 *   mad learned N                      the edition of this format: 3 with a network, else 1
 *   game NAME   settings A=B,...       what it was learned for, `settings` only when there are some
 *   digest DDDDDDDDDDDDDDDD            of its rules
 *   positions N   full N               how many it was learned from; men on a full board
 *   term N ...   tempo N               256 is what the part counts unlearned, and parts that are not said; worth of
 *                                      being on move
 *   man N ...                          for each code, on the whole: early, late
 *   square N ...                       for each code and square: early, late
 *   pocket N ...                       for each pocket, owner and type: early, late
 *   network TURN WIDTH                 how the second player sees the rows (network.h); figures in each
 *   XXXXX... N ...                     the rows, `-` for one of zeros: of four figures, each 128 more than it is, five
 *                                      digits of base 85 from `$`, the greatest first; then what sums begin with, and
 *                                      weights of who is to move and of the other. In edition 2 two hexadecimal
 *                                      digits for each figure
 *   end
 */
#ifndef MAD_GAME_LEARNED_H
#define MAD_GAME_LEARNED_H

#include "../mad_rules.h"
#include "network.h"
#include "state.h"

/* The parts of the evaluation beside men. */
enum mad_term {
    MAD_TERM_ROYAL,
    MAD_TERM_DANGER,
    MAD_TERM_HUNT,
    MAD_TERM_GOALS,
    MAD_TERM_ROOM, /* this and what follows: see struct mad_tension */
    MAD_TERM_THREATS,
    MAD_TERM_LOOSE,
    MAD_TERM_CHECKS,
    MAD_TERM_ATTACKERS,
    MAD_TERM_CHAINS,
    MAD_TERM_RUNNERS,
    MAD_TERMS,
    MAD_TENSION_TERMS =
        MAD_TERM_ROOM /* the first of them; every file says something of those before */
};

enum {
    MAD_LEARNED_EDITION = 1,
    MAD_LEARNED_IN_HEX = 2, /* its edition with a network in figures of two digits, which is read */
    MAD_LEARNED_WITH_NETWORK = 3, /* the one that is written */
    MAD_LEARNED_MOST = 30000,     /* no figure is larger, either way */
    MAD_TERM_WHOLE = 256,
    MAD_LEARNED_EARLY = 256,
};

struct mad_learned {
    int64_t *cell; /* [code * squares + square] a pair: what the man there is worth to its owner */
    int64_t *pocket; /* [(pocket * 2 + owner) * type_count + type] a pair: of one man there */
    int64_t *man;    /* [code] a pair: where he stood, on the average; royal 0 */
    int32_t term[MAD_TERMS]; /* 1/256 */
    int32_t tempo;
    int32_t full;                /* so many men and more: early; none: late */
    struct mad_network *network; /* or null; owned */
    uint32_t positions;
    void *block;
    size_t block_bytes;
};

/* How long tables are of a number for each man on each square, and for each man in each pocket. */
static inline uint32_t mad_cells_of(const struct mad_game *game)
{
    return game->code_count * (uint32_t)game->squares;
}
static inline uint32_t mad_pockets_of(const struct mad_game *game)
{
    return game->pocket_count * 2 * game->type_count;
}

/* Worth early and late in one number, so that a sum of pairs is the pair of sums. */
static inline int64_t mad_pair(int32_t early, int32_t late)
{
    return (int64_t)late * ((int64_t)1 << 32) + early;
}
static inline int32_t mad_pair_early(int64_t pair)
{
    return (int32_t)(uint32_t)((uint64_t)pair & UINT32_MAX);
}
static inline int32_t mad_pair_late(int64_t pair)
{
    return (int32_t)((pair - mad_pair_early(pair)) / ((int64_t)1 << 32));
}

static inline int32_t mad_pair_middle(int64_t pair)
{
    return (mad_pair_early(pair) + mad_pair_late(pair)) / 2;
}

/* How early it is in the game, by how many men are on the board: from 0 to MAD_LEARNED_EARLY. */
static inline int32_t mad_learned_early(const struct mad_game *game,
                                        const struct mad_learned *learned,
                                        const struct mad_state *state)
{
    int32_t men = 0;
    for (uint32_t word = 0; word < 2u * game->words; word++)
        men += __builtin_popcountll(state->sets[word]);
    return men < learned->full ? men * MAD_LEARNED_EARLY / learned->full : MAD_LEARNED_EARLY;
}

/* All zeros but for the terms. */
MAD_MUST_CHECK enum mad_status mad_learned_make(const struct mad_game *game,
                                                struct mad_learned **out);

/* mad_learned_new and mad_learned_free are public. */
/* Malloced, ended by NUL; null when there is no memory. */
char *mad_learned_write(const struct mad_game *game, const struct mad_learned *learned);

#endif
