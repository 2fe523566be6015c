/* guess.h - the line that was probably meant by one with an error in it.
 *
 * Layer: interp, private to corrections.c. grammar/nearest.h finds what is a sentence; here stands which names there
 * are, and how a sentence becomes the correction of an error. */
#ifndef MAD_INTERP_GUESS_H
#define MAD_INTERP_GUESS_H

#include "../grammar/nearest.h"
#include "diagnostics.h"
#include "mad_rules.h"

struct mad_guess_names {
    struct mad_arena *arena;
    struct mad_nearest_name *items;
    size_t count, room;
    bool is_filled; /* with those of a game */
    bool out_of_memory;
};

/* The names of the game that the load makes of its text; is_filled is set when it is one. */
MAD_MUST_CHECK enum mad_status mad_guess_game(const mad_engine *engine, const struct mad_load *load,
                                              struct mad_guess_names *names,
                                              mad_diagnostics **found);
/* The names that a text gives by itself to what only stands in it: `let`, `choose`, blanks of verbs; and those of files,
 * which are there whatever becomes of the text. */
void mad_guess_local(struct mad_guess_names *names, const char *text, size_t bytes);

/* Whether an error of this kind may be one of wording. */
bool mad_guess_may(const struct mad_diagnostic *item);

struct mad_guess_line { /* of a text, without what is blank before it and behind it */
    size_t begin, end;
};
struct mad_guess_line mad_guess_line(const char *text, size_t bytes, uint32_t number);
/* Where the line of that byte begins, with what is blank there. */
size_t mad_guess_first(const char *text, size_t at);
/* How many characters stand there: columns are of them. */
uint32_t mad_guess_columns(const char *text, size_t begin, size_t end);
/* Makes the sentence the only correction of the error, which is told anew. False without memory. */
bool mad_guess_tell(struct mad_diagnostics *list, struct mad_diagnostic *item,
                    struct mad_guess_line line, const struct mad_nearest *meant, size_t count);
/* The correction itself. */
bool mad_guess_fix(struct mad_diagnostics *list, const struct mad_diagnostic *item,
                   struct mad_guess_line line, const char *meant, struct mad_fix *out);

#endif
