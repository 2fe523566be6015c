/* vm.h - what the machine does with a compiled game and a state. Width independent: each function
 * picks the instance compiled for 64, 128, 256 or 1024 squares.
 *
 * Layer: vm. It never sees syntax, texts or files. States belong to the caller; generate and count
 * may scribble on the state while they run, and leave every byte as it was. */
#ifndef MAD_VM_VM_H
#define MAD_VM_VM_H

#include "../game/move.h"
#include "../game/state.h"
#include "../mad_rules.h"

/* Appends all legal moves (obligations, compulsion and legality considered; ends not) to `list`. */
MAD_MUST_CHECK enum mad_status mad_vm_generate(const struct mad_game *game, struct mad_state *state,
                                               struct mad_move_list *list);

/* How many moves generate would list. */
MAD_MUST_CHECK enum mad_status mad_vm_count(const struct mad_game *game, struct mad_state *state,
                                            uint64_t *count);

/* Makes the move on a copy. `deltas` is the deltas array of the move's list. from != to. */
void mad_vm_apply(const struct mad_game *game, const struct mad_state *from,
                  const struct mad_move *move, const struct mad_delta *deltas,
                  struct mad_state *to);

/* What giving the move away would lead to; from != to. False where that makes no sense: the players do
 * not simply move by turns. */
MAD_MUST_CHECK bool mad_vm_give_away(const struct mad_game *game, const struct mad_state *from,
                                     struct mad_state *to);

/* Whether a man of `player` captures on the square as the men stand; verbs are not asked. */
bool mad_vm_is_attacked(const struct mad_game *game, struct mad_state *state, uint32_t player,
                        uint32_t square);
/* Whether a royal of the side to move is attacked so. */
bool mad_vm_in_check(const struct mad_game *game, struct mad_state *state);

/* Squares, game->words words: a move of one man that changes nothing else and attacks a royal of the enemy then
 * leaves one of them or comes to one. */
void mad_vm_check_squares(const struct mad_game *game, struct mad_state *state, uint64_t *squares);

/* How men stand to each other, for who asks what they attack. */
enum { MAD_ROOTS = 32 };
struct mad_standing {
    uint8_t order[2 * MAD_MAX_TYPES + 1]; /* codes of both players, the lowest first */
    uint8_t rank[2 * MAD_MAX_TYPES + 1];  /* [code] the same for men who are worth about as much */
    bool royal[2 * MAD_MAX_TYPES + 1];    /* [code] */
    uint32_t count;
    const uint64_t *zone;    /* [square * words] the squares about a royal there */
    int32_t root[MAD_ROOTS]; /* what so many squares to go to are worth */
    /* Codes of men who go one way, and become better at its end. */
    uint8_t runners[2 * MAD_MAX_TYPES + 1];
    uint32_t runner_count;
    const uint64_t
        *stop; /* [(code * squares + square) * words] who of the enemy's stops one there */
    const int32_t *hope; /* [code * squares + square] what it is worth that nobody does */
};
/* What the captures of one player's men come to as they stand. */
struct mad_tension {
    int32_t
        room; /* roots of the squares each attacks that are not his own nor attacked by lesser enemies */
    int32_t threats; /* enemies attacked by lesser men */
    int32_t loose;   /* other enemies who are attacked and not guarded */
    int32_t checks;  /* squares from which a man could give check without being taken for nothing */
    int32_t attackers; /* men who attack a square about the enemy's royal */
    int32_t chains;    /* men of the lowest rank guarded by such men */
    int32_t runners;   /* hope of those whom none of the enemy's stops */
};
/* `tension`: of each player. `en_prise`: squares, [code * game->words] for each man of the side to move, where he can be
 * taken at a loss as the men stand: a lesser enemy attacks them, or any but a royal does and none of his side. Either may
 * be null. Of two players alone. */
void mad_vm_tension(const struct mad_game *game, struct mad_state *state,
                    const struct mad_standing *standing, struct mad_tension *tension,
                    uint64_t *en_prise);

/* Whether moves are forbidden for what they leave. */
bool mad_vm_has_laws(const struct mad_game *game);
/* Whether who can capture has to. */
bool mad_vm_must_capture(const struct mad_game *game);
/* Whether a capture may bring about more than the taking. */
bool mad_vm_captures_trigger(const struct mad_game *game);
/* Whether the move brings about no more than that a man goes, and takes whom he lands on. */
bool mad_vm_goes_alone(const struct mad_game *game, const struct mad_state *state,
                       const struct mad_move *move);

/* The key under which positions count as the same for repetition: without marks that no move of the
 * side to move can use (an en passant square with no capture). */
MAD_MUST_CHECK enum mad_status mad_vm_repetition_key(const struct mad_game *game,
                                                     struct mad_state *state, uint64_t *key);

struct mad_verdict {
    uint16_t end;      /* index of the end that holds, in the order of the rules */
    uint8_t outcome;   /* enum mad_outcome */
    bool scored;       /* it is decided by points */
    int32_t points[2]; /* of two; what more have counted, the state says */
};
/* What ends ask about the game so far. */
struct mad_past {
    uint32_t occurrences; /* of this position, this time included; 0 leaves repetition and the quiet
                             counter out (perft) */
    uint32_t held; /* bits: watches of the machine that held all along since the first of them */
};

/* Looks at the states that came behind the first occurrence of a position, one by one in any order and
 * the present one among them; begin with zeros, and ask mad_watched in the end. */
struct mad_watching {
    uint32_t seen, failed; /* bits */
};
bool mad_vm_watches(const struct mad_game *game); /* whether there is anything to look for */
MAD_MUST_CHECK enum mad_status mad_vm_watch(const struct mad_game *game, struct mad_state *state,
                                            struct mad_watching *watching);
static inline uint32_t mad_watched(struct mad_watching watching)
{
    return watching.seen & ~watching.failed; /* of nobody's turns nothing is true */
}

/* Whether a condition of the program holds, as the first player sees it. */
MAD_MUST_CHECK enum mad_status mad_vm_holds(const struct mad_game *game, struct mad_state *state,
                                            uint32_t address, bool *holds);

/* The first end that holds. */
MAD_MUST_CHECK enum mad_status mad_vm_judge(const struct mad_game *game, struct mad_state *state,
                                            struct mad_past past, struct mad_verdict *verdict);

/* The same for a caller that knows whether the side to move has a legal move. What it took, of limits.h, is
 * added to `*steps`, which may be null. */
MAD_MUST_CHECK enum mad_status mad_vm_judge_known(const struct mad_game *game,
                                                  struct mad_state *state, struct mad_past past,
                                                  bool has_moves, struct mad_verdict *verdict,
                                                  uint32_t *steps);

/* Random games, in which every move is drawn alike from all legal ones, tosses by their weights, and
 * every end is asked after each. */
struct mad_play;
struct mad_play_result {
    struct mad_verdict verdict;
    uint32_t plies;
};
/* For games that go on from the last of these states; `keys` are the keys for repetition of all. */
MAD_MUST_CHECK enum mad_status mad_vm_play_new(const struct mad_game *game,
                                               const unsigned char *states, size_t stride,
                                               const uint64_t *keys, uint32_t count,
                                               struct mad_play **out);
void mad_vm_play_free(struct mad_play *play);
/* From now on games ask whether to go on, and end with MAD_ERROR_STOPPED. */
void mad_vm_play_until(struct mad_play *play, mad_interrupt interrupt, void *context);
/* One of them, `max_plies` long at most. The seed, not 0, goes on from game to game. */
MAD_MUST_CHECK enum mad_status mad_vm_play(const struct mad_game *game, struct mad_play *play,
                                           uint64_t *seed, uint32_t max_plies,
                                           struct mad_play_result *result);
/* Makes the n-th of all legal moves as random games do, outcomes of a toss one by one, and says how
 * many there are; no more than that when n is not among them. `list` is for its use. */
MAD_MUST_CHECK enum mad_status mad_vm_make_nth(const struct mad_game *game, struct mad_state *state,
                                               uint32_t n, struct mad_move_list *list,
                                               struct mad_state *next, uint64_t *count);

/* perft as in cli.md: children summed to `depth`, ended positions have none. Moves of the last ply are
 * counted without being made, unless make_leaves. */
MAD_MUST_CHECK enum mad_status mad_vm_perft(const struct mad_game *game,
                                            const struct mad_state *state, int depth,
                                            bool make_leaves, mad_interrupt interrupt,
                                            void *context, uint64_t *nodes);

/* Makes each move of the list on a copy, `state`, which `look` may look at: null does nothing. `turned` is
 * room for another state; the sum of what look finds, up to its first error. Room in the list behind its
 * last move is written to. */
typedef enum mad_status (*mad_look)(const struct mad_game *game, struct mad_state *state,
                                    uint64_t *found);
MAD_MUST_CHECK enum mad_status mad_vm_make_each(const struct mad_game *game,
                                                const struct mad_state *before,
                                                const struct mad_move_list *list,
                                                struct mad_state *turned, struct mad_state *state,
                                                mad_look look, uint64_t *sum);

#endif
