/* mad_survey.h - many games of a variant, and what they say about it: who wins, how long they last, how they end, what
 * is used and what is not.
 *
 *   mad_survey    plays games one after the other and counts. One thread at a time; several are added up.
 *
 * Rules as in mad_rules.h. A game hangs on the seed, its kind and its number alone, and sums do not on the order in
 * which they are made: the same games on any number of threads come to the same figures. */
#ifndef MAD_SURVEY_H
#define MAD_SURVEY_H

#include "mad_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mad_survey_kind {
    MAD_SURVEY_RANDOM, /* each move is drawn alike from all legal ones */
    MAD_SURVEY_EVEN,   /* both players search */
    MAD_SURVEY_SKILL, /* one of them looks at MAD_SURVEY_DEEPER times as many positions: mad_survey_deeper */
    MAD_SURVEY_KINDS
};
const char *mad_survey_kind_name(enum mad_survey_kind kind); /* "random"; null behind the last */

enum { MAD_SURVEY_DEEPER = 4 };
/* Who looks further in the game of that number: the first player in games of even number, in the next the second, from
 * the same opening; where one plays alone always the first. */
int mad_survey_deeper(const mad_game *game, uint64_t number);

struct mad_survey_plan {
    uint64_t seed;
    uint64_t nodes;          /* that a search looks at for a move */
    uint32_t max_plies;      /* of a game, which is unfinished then; 0: MAD_PLAYOUT_PLIES */
    uint32_t samples;        /* positions that a game contributes to mad_survey_idle */
    mad_interrupt interrupt; /* may be null */
    void *context;
};

typedef struct mad_survey mad_survey;
/* Games go on from `start`, which may be gone afterwards. */
MAD_MUST_CHECK enum mad_status mad_survey_new(const mad_position *start,
                                              const struct mad_survey_plan *plan, mad_survey **out);
void mad_survey_free(mad_survey *survey);
/* Plays the game of that number and counts it. Where searches play, the first moves are drawn from those that seem about
 * as good as the best: no two games need be alike. MAD_ERROR_STOPPED when `interrupt` said so: it does not count. */
MAD_MUST_CHECK enum mad_status mad_survey_play(mad_survey *survey, enum mad_survey_kind kind,
                                               uint64_t number);
/* Adds what `more`, of the same game and plan, has counted. */
MAD_MUST_CHECK enum mad_status mad_survey_add(mad_survey *survey, const mad_survey *more);

/* --- single games ---------------------------------------------------------------------------------- */

struct mad_survey_game {
    uint64_t number;
    uint64_t key;             /* the same for the same moves */
    enum mad_outcome outcome; /* MAD_GOES_ON: unfinished */
    uint32_t plies;           /* moves of single players */
    bool is_stuck,
        is_repeated; /* nobody could move, and no rule said what then; some position came again */
};
/* All that were counted, by number; they live until the next call that plays or adds. */
const struct mad_survey_game *mad_survey_games(mad_survey *survey, enum mad_survey_kind kind,
                                               size_t *count);

/* --- figures ----------------------------------------------------------------------------------------- */

/* A share of something, and where it lies with 95 % (Wilson 1927). Of points, among which halves are, the interval is
 * wider than it would have to be. */
struct mad_share {
    double value, low, high; /* 0 to 1; of nothing 0, 0 and 1 */
};
struct mad_share mad_share_of(double part, uint64_t whole);

/* How numbers are spread: a quarter of them is not above `low`, half of them not above `median`. */
struct mad_spread {
    uint64_t count;
    double mean;
    uint32_t least, low, median, high, most;
};
/* Of numbers from 0, of which number i came counts[i] times. */
struct mad_spread mad_spread_of(const uint64_t *counts, size_t size);

struct mad_survey_figures {
    uint64_t games, wins[2], draws;
    uint64_t unfinished, stuck; /* stuck ones are among the unfinished */
    uint64_t repeated, different;
    struct mad_share score;            /* points of the first player, in finished games */
    struct mad_spread length, choices; /* plies; legal moves at a time, above 1023 as 1023 */
    uint32_t shortest_win;             /* plies; 0: none */
};
MAD_MUST_CHECK enum mad_status mad_survey_figures(mad_survey *survey, enum mad_survey_kind kind,
                                                  struct mad_survey_figures *out);

/* An end of the rules as written, and how many games it has ended; false behind the last. */
bool mad_survey_end(const mad_survey *survey, enum mad_survey_kind kind, size_t index,
                    const char **text, uint64_t *games);

/* Of a piece as mad_game_piece numbers them: moves it made, men of it that were taken or otherwise went, and that came to
 * be by promotion or the like. What a player drops moves. False behind the last. */
struct mad_survey_men {
    uint64_t moved, taken, made;
};
bool mad_survey_men(const mad_survey *survey, enum mad_survey_kind kind, size_t piece,
                    struct mad_survey_men *out);

/* Legal moves on the average where so many plies had been made; false where no game came. */
bool mad_survey_choices_at(const mad_survey *survey, enum mad_survey_kind kind, uint32_t ply,
                           double *mean);

/* --- rules that never mattered ------------------------------------------------------------------------ */

/* Tells of each line of the rules without which nothing would have been different: in none of the positions that were
 * kept of these games another list of moves, in none another effect of the move that was made. Each is left out alone;
 * ends are none of them. `load` has to be that of the game. `*positions` is how many there were. `interrupt` gets
 * `context`, and may be null; MAD_ERROR_STOPPED when it said so. */
typedef void (*mad_idle_sink)(void *context, const struct mad_place *place);
MAD_MUST_CHECK enum mad_status mad_survey_idle(const mad_survey *survey, const mad_engine *engine,
                                               const struct mad_load *load, mad_interrupt interrupt,
                                               mad_idle_sink sink, void *context,
                                               size_t *positions);

#ifdef __cplusplus
}
#endif

#endif
