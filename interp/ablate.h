/* ablate.h - the same game without some of its sentences: what a sentence is for shows in what changes
 * when it is not there.
 *
 * Layer: interp, private. The sentences of a load are numbered in one order: lines of pieces, what players
 * may do, laws, each statement of `when moved`, fates of captured men, and each `require` of each verb. Loads of the same text number
 * them alike. Declarations and the board stay: without them it would be no game. Ends are listed behind
 * the others, in the order in which they are judged; they stay, too, unless `count` counts them. */
#ifndef MAD_INTERP_ABLATE_H
#define MAD_INTERP_ABLATE_H

#include "mad_rules.h"

struct mad_sentence {
    struct mad_place place; /* strings in the block of the list */
    char file[160], text[240];
    bool is_law;       /* it forbids or compels, and makes no move itself */
    bool is_condition; /* it is a law, or a `require` */
};

struct mad_sentence_list {
    const struct mad_memory *memory;
    struct mad_sentence *items;
    uint32_t count, end_count, capacity; /* the ends stand behind the other `count` */
};

/* Of the game that `load` describes. Free the list in any case. */
MAD_MUST_CHECK enum mad_status mad_ablate_list(const mad_engine *engine,
                                               const struct mad_load *load,
                                               struct mad_sentence_list *out);
void mad_ablate_free(struct mad_sentence_list *list);

/* The game without the sentences n for which without[n]; `count` as the list has it. MAD_ERROR_RULES when
 * nothing can be compiled that lacks them. */
MAD_MUST_CHECK enum mad_status mad_ablate_load(const mad_engine *engine,
                                               const struct mad_load *load, const bool *without,
                                               uint32_t count, mad_game **out);

/* Sets without[n] also for those sentences that cannot be compiled when these are missing: what speaks of `pass` where
 * nothing passes. */
MAD_MUST_CHECK enum mad_status mad_ablate_users(const mad_engine *engine,
                                                const struct mad_load *load, bool *without,
                                                const struct mad_sentence_list *list);

#endif
