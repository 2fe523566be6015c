/* evaluate.h - what positions are worth, found out from the game itself.
 *
 * Layer: search. Nobody tells what a man is worth: generation is asked how many moves a man of each
 * code has on boards of random men, and where it can go on an empty board. From that come the worth of
 * the man, of the squares it stands on, of being on the way to becoming something better, and of
 * waiting in a pocket. Scores are hundredths of the smallest man's worth. Royal men have no worth of
 * their own: the ends of the game say what losing them means; what counts is where they stand.
 *
 * All of it is the same for every search of a game, on every machine. */
#ifndef MAD_SEARCH_EVALUATE_H
#define MAD_SEARCH_EVALUATE_H

#include "../game/learned.h"
#include "../game/move.h"
#include "../game/seats.h"
#include "../game/state.h"
#include "../mad_rules.h"
#include "../vm/vm.h"
#include "glance.h"

enum { MAD_EVALUATION_MOST = 900000 }; /* either way; beyond it lie ends that a search has seen */

enum { MAD_ROYAL_GAIN = 50000 }; /* for the order of moves: more than all other men */

enum { MAD_ROW_MOST = 8 };

/* Steps of the machine for what is found out by trial: where rules are slow less is tried. */
enum { MAD_TRIAL_STEPS = 1 << 24 };

/* Who is en prise in the position that was looked at last. */
struct mad_en_prise {
    uint64_t *squares; /* as mad_vm_tension gives them; null: it is not asked */
    uint64_t key;      /* of its state; 0: of none */
};

struct mad_evaluator {
    const struct mad_game *game;
    int32_t *man;     /* [code] worth; royal 0 */
    int32_t *gain;    /* [code] the same with MAD_ROYAL_GAIN; [game->empty] 0 */
    int32_t *square;  /* [code * squares + square] worth of the man there, seen by its owner */
    int32_t *freedom; /* [code * squares + square] for royals: moves there less the average */
    int32_t *pocket;  /* [(pocket * 2 + owner) * type_count + type] worth of one man there */
    bool *royal;      /* [code] */
    uint8_t *steps;   /* [from * squares + to] moves of a royal, 0xff: cannot get there */
    uint64_t
        *reach; /* [(code * squares + square) * words] where a man alone on the board could go */
    uint64_t *zone; /* [square * words] the square and those a royal there steps to */
    uint64_t *goal; /* [code * words] squares where the man wins */
    void *ways;     /* what `standing` says of runners */
    uint16_t *rows; /* [row_count * row_length] squares of rows that win; null: there are none */
    uint32_t row_count, row_length;
    int32_t
        row_worth[MAD_ROW_MOST + 2]; /* by how many men of one player and nobody else are there */
    uint8_t row_man[2 * MAD_MAX_TYPES + 1];    /* [code] 1 of the first player, 16 of the second */
    uint32_t counters;                         /* so many may decide the game */
    int32_t counter[MAD_MAX_COUNTERS][2][32];  /* worth of what it has come to, by player */
    uint8_t counter_wins[MAD_MAX_COUNTERS][2]; /* what it has to come to; 0: it decides nothing */
    struct mad_standing standing;              /* count 0: who attacks what says nothing */
    struct mad_en_prise *en_prise;             /* where the search keeps who was; null: nowhere */
    int32_t full; /* worth of a player's men in the array, at least 1 */
    const struct mad_learned
        *learned; /* or null; it takes the place of what men were found worth */
    void *block;
    size_t block_bytes;
};

/* `list` is lent as scratch and given back empty; `state` and `after` are scratch of state_bytes. */
MAD_MUST_CHECK enum mad_status mad_evaluator_make(struct mad_evaluator *evaluator,
                                                  const struct mad_game *game,
                                                  struct mad_move_list *list,
                                                  struct mad_state *state, struct mad_state *after);
void mad_evaluator_free(struct mad_evaluator *evaluator);
/* From now on men are worth what was learned, which is lent. */
void mad_evaluator_learn(struct mad_evaluator *evaluator, const struct mad_learned *learned);

/* Whose men a code says, from 0; 2 of two players: nobody's. */
static inline uint32_t mad_owner_of(const struct mad_game *game, uint32_t code)
{
    return game->turn.seats != NULL ? mad_seat_of_code(game, code) : game->codes[code].owner;
}

static inline uint32_t mad_players_of(const struct mad_game *game)
{
    return game->turn.seats != NULL ? game->turn.seats->count : 2;
}

/* A board without men, with him to move. */
static inline void mad_begin_board(const struct mad_game *game, struct mad_state *state,
                                   uint32_t player)
{
    mad_state_clear(game, state);
    if (game->turn.seats != NULL)
        state->turn = mad_seat_turn(player, 0, 0);
    else
        state->side = (uint8_t)player;
}

static inline bool mad_is_neutral(const struct mad_game *game, uint32_t code)
{
    return game->turn.seats == NULL && game->codes[code].owner > 1;
}

/* 1 for a man of the player, -1 for one of the other, 0 for nobody's. */
static inline int mad_sign_for(const struct mad_game *game, uint8_t code, uint8_t side)
{
    uint8_t owner = game->codes[code].owner;
    return owner == side ? 1 : owner == 1 - side ? -1 : 0;
}

/* Whether a set of squares has that one. */
static inline bool mad_is_in(const uint64_t *set, uint32_t square)
{
    return (set[square / 64] >> (square % 64) & 1) != 0;
}

static inline int32_t mad_clamp(int32_t value, int32_t most)
{
    return value > most ? most : value < -most ? -most : value;
}

/* What there is beside men, seen by the first player: as it is measured, not as it was learned to count. */
void mad_evaluate_terms(const struct mad_evaluator *evaluator, struct mad_state *state,
                        int32_t term[MAD_TERMS]);

/* Seen by the side to move. `glance` is of a network that was learned, or has none, or is null. */
int mad_evaluate(const struct mad_evaluator *evaluator, struct mad_glance *glance,
                 struct mad_state *state);

/* Of three players and more: the men of these who are not out, less those of all others. */
int mad_evaluate_team(const struct mad_evaluator *evaluator, const struct mad_state *state,
                      uint32_t team);

/* All men on the board, those of `side` less the other's, royals counted by MAD_ROYAL_GAIN. */
int mad_evaluate_men(const struct mad_evaluator *evaluator, const struct mad_state *state,
                     uint8_t side);

/* The men of the player where they stand, and those in his pockets. */
int32_t mad_evaluate_side(const struct mad_evaluator *evaluator, const struct mad_state *state,
                          uint8_t side);

/* What the move changes in men at once, for the player who makes it; a royal taken counts too. */
int mad_evaluate_gain(const struct mad_evaluator *evaluator, const struct mad_state *state,
                      const struct mad_move_list *list, const struct mad_move *move);

/* --- places.c --- */
/* Where men are all alike, what squares are worth by random games; to be called when men are measured. The
 * list and the states are scratch. */
void mad_places_measure(struct mad_evaluator *evaluator, struct mad_move_list *list,
                        struct mad_state *state, struct mad_state *after);

/* --- gather.c --- */
/* Finds whether all men of a player together win somewhere; to be called when men are measured. `state` is scratch. */
void mad_gather_find(struct mad_evaluator *evaluator, struct mad_state *state);

/* --- tension.c --- */
/* Ranks men by what they are worth; to be called when that has changed. */
void mad_tension_rank(struct mad_evaluator *evaluator);
/* The terms that hang on who attacks what; nothing, where that is not asked. */
void mad_tension_weigh(const struct mad_evaluator *evaluator, struct mad_state *state,
                       int32_t term[MAD_TERMS]);

/* --- runners.c --- */
/* Finds who runs to become better; to be called when men are measured. `away` [code * squares + square] is 1 where a man's
 * next move makes another of him, 0 elsewhere, and is filled with how many moves he is away from there, as far as that
 * counts; `promise` [code] is what he gains by it. `state` is scratch. */
MAD_MUST_CHECK enum mad_status mad_runners_find(struct mad_evaluator *evaluator, uint8_t *away,
                                                const int32_t *promise, struct mad_state *state);
void mad_runners_free(struct mad_evaluator *evaluator);

/* --- goals.c --- */
/* Finds what the ends are about; to be called when men are measured. `state` is scratch. */
MAD_MUST_CHECK enum mad_status mad_goals_find(struct mad_evaluator *evaluator,
                                              struct mad_state *state);
void mad_goals_free(struct mad_evaluator *evaluator);
/* How near the first player is to what wins, less the second. */
int32_t mad_goals_weigh(const struct mad_evaluator *evaluator, const struct mad_state *state);
/* What a man more, of whoever is on the way there, would bring on each square. */
void mad_goals_heat(const struct mad_evaluator *evaluator, const struct mad_state *state,
                    int32_t *heat);

#endif
