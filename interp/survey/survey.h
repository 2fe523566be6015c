/* survey.h - what is counted of games. Layer: interp/survey, private. */
#ifndef MAD_SURVEY_SURVEY_H
#define MAD_SURVEY_SURVEY_H

#include "../mad_survey.h"
#include "../game/position_text.h"
#include "../position.h"

enum {
    MAD_SURVEY_CHOICES = 1024,
    MAD_SURVEY_PLIES = 1024,
    MAD_SURVEY_FIRSTS = MAD_MAX_LINES + 1 + MAD_MAX_TYPES,
};

/* A position of a game, and the move that was made in it. The texts stand one behind the other in one block. */
struct mad_sample {
    char *before; /* null: none */
    const char *coord, *after;
    size_t bytes;
    uint64_t moves; /* digest of the coordinate texts of all that could be made */
    uint64_t order; /* of its game */
};

struct mad_ply_choices {
    uint64_t choices, times;
};

/* What is counted of one game, or of all of one kind; the arrays are as long as the game has ends and pieces. */
struct mad_count {
    uint64_t *ends;
    struct mad_survey_men *men;
    uint64_t choices[MAD_SURVEY_CHOICES];
    struct mad_ply_choices at[MAD_SURVEY_PLIES]; /* by ply */
};

struct mad_kind {
    struct mad_survey_game *games; /* by number, once sorted */
    size_t count, capacity;
    bool is_sorted;
    struct mad_count sum;
};

struct mad_survey {
    const struct mad_game *game;
    struct mad_survey_plan plan;
    struct mad_position *position, *start;
    mad_moves *moves;
    mad_searcher *searchers[2]; /* of each player; null until somebody searches */
    uint64_t random;            /* of moves, openings and tosses */
    uint64_t sampling;          /* of samples */
    struct mad_count now;       /* of the game that is played */
    struct mad_kind kinds[MAD_SURVEY_KINDS];
    struct mad_sample *samples; /* of all games */
    size_t sample_count, sample_capacity,
        first_sample; /* the first one of the game that is played */
    struct mad_sample
        firsts[MAD_SURVEY_FIRSTS]; /* of each verb's lines, and of promotion to each piece */
};

/* --- survey.c --- */
/* Of the coordinate texts of a list. */
uint64_t mad_survey_digest(const mad_moves *moves);
void mad_count_clear(const struct mad_game *game, struct mad_count *count);
void mad_count_add(const struct mad_game *game, struct mad_count *count,
                   const struct mad_count *more);
MAD_MUST_CHECK enum mad_status mad_kind_add(const struct mad_game *game, struct mad_kind *kind,
                                            const struct mad_survey_game *games, size_t count);
void mad_sample_free(const struct mad_game *game, struct mad_sample *sample);
/* Copies in place of what `to` holds. */
MAD_MUST_CHECK enum mad_status mad_sample_copy(const struct mad_game *game, struct mad_sample *to,
                                               const struct mad_sample *from);
/* Room for so many samples of all games. */
MAD_MUST_CHECK enum mad_status mad_samples_room(struct mad_survey *survey, size_t count);

#endif
