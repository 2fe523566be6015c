/* meaning.h - the meaning of the rule language, executable: a second interpreter that shares
 * nothing with the compiler and the machine.
 *
 * Layer: tests. It takes the sentences in force as the library has put them together
 * (inheritance, options), each still a syntax node, and does what the manual, grammar/README.md,
 * says of it: men in a list, every way walked on a copy, laws and ends asked of the copy,
 * nothing worked out beforehand. What it cannot say it refuses: see meaning_refusal. Everything
 * here ends the program when memory runs out. */
#ifndef MAD_TESTS_MEANING_H
#define MAD_TESTS_MEANING_H

#include "../../interp/mad_rules.h"

struct meaning_game; /* the sentences of one game, and its board */
struct meaning_play; /* a game in progress: every position that there was */

/* Loads as mad_game_load does, and with it: `product` gets the compiled game when it is not
 * null, and `diagnostics` what loading found. The engine has to live longer than the game. */
MAD_MUST_CHECK enum mad_status meaning_load(const mad_engine *engine, const struct mad_load *load,
                                            struct meaning_game **out, mad_game **product,
                                            mad_diagnostics **diagnostics);
void meaning_free(struct meaning_game *game);

/* "not covered: NODE (why)" when a sentence was met that this interpreter does not have, or that
 * took too long; null otherwise. Asked behind every call: what that call gave back means nothing
 * then. It stays. */
const char *meaning_refusal(const struct meaning_game *game);

/* The positions of the game's tests, from 0; null behind the last. */
const char *meaning_test_position(const struct meaning_game *game, size_t index);

/* --- playing -------------------------------------------------------------------------------- */

struct meaning_play *meaning_play_new(struct meaning_game *game); /* from the array */
void meaning_play_free(struct meaning_play *play);
/* Begins anew where the product's position stands; what was before is unknown.
 */
void meaning_play_from(struct meaning_play *play, const mad_position *position);

/* Whether the present position is an array that `shuffle` may draw. */
bool meaning_is_array(struct meaning_play *play);

struct meaning_move {
    int from, to;        /* squares as in mad_rules.h; -1: none */
    const char *verb;    /* "move" for those of no verb, "pass" */
    const char *outcome; /* of its toss, or null */
    int choice;          /* the outcomes of one toss have the same number, not 0 */
    int weight, of;      /* of the outcome, as written: `1 in 6` */
    bool takes;
    struct position *after,
        *alone; /* behind it, and before what happens `when moved`; they belong to the list */
    /* private: what tells moves apart and which of them are none */
    bool is_legal, is_forced, is_plain, extends;
    int taken, choice_of_kind, ranks[4];
    const void *toss, *tossed;
};

struct meaning_moves {
    struct meaning_move *items;
    size_t count, room;
};

/* The legal moves, each outcome of a toss for itself, as if the game were not over; in no order.
 * The list is emptied first; zeroed at the beginning, freed with meaning_moves_free. */
void meaning_moves(struct meaning_play *play, struct meaning_moves *moves);
void meaning_moves_free(struct meaning_moves *moves);
void meaning_apply(struct meaning_play *play, const struct meaning_move *move);

struct meaning_result {
    enum mad_outcome outcome;
    int end; /* number of the sentence among the ends, from 0; -1 while the game
              goes on */
    bool scored;
    int points[MAD_MOST_PLAYERS];
};
struct meaning_result meaning_result(struct meaning_play *play);

/* Men and marks in words, for messages. */
void meaning_text(const struct meaning_play *play, char *text, size_t size);

/* --- beside the product --------------------------------------------------------------------- */

/* Whether the product's position is the same, lists the same moves with the same positions
 * behind them (of tosses: the same outcomes with the same chances), and tells the same result by
 * the same end. False with what differs in `fault`, or with the refusal. The position is as
 * before. */
bool meaning_agrees(struct meaning_play *play, mad_position *position, char *fault, size_t size);
/* Makes the move that leads where the product has gone: false when there is none. */
bool meaning_follow(struct meaning_play *play, const mad_position *position);

#endif
