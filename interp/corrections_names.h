/* corrections_names.h - examples in the words of the line that they are shown for.
 *
 * Layer: interp, private to corrections.c. */
#ifndef MAD_INTERP_CORRECTIONS_NAMES_H
#define MAD_INTERP_CORRECTIONS_NAMES_H

#include "diagnostics.h"
#include "guess.h"

/* Puts men, players, counters, marks, numbers and squares of the line, or else of the game, in place of those in the sentences
 * that the notes of the error quote. False without memory. */
bool mad_told_with_names(struct mad_diagnostics *list, struct mad_diagnostic *item,
                         struct mad_guess_line line, const struct mad_guess_names *names);
/* Of a name of nothing in a verb: which names there are, and how one is given. */
bool mad_told_locals(struct mad_diagnostics *list, struct mad_diagnostic *item);

/* How a name of nothing is declared, where the words beside it tell what it is: `increase lives by 1` is about a counter.
 * Of several lines of the text with that name the first that tells it counts, and is where the error is. */
bool mad_told_is_used(const struct mad_diagnostics *list, const struct mad_diagnostic *item);
bool mad_told_declaration(struct mad_diagnostics *list, struct mad_diagnostic *item);
/* Whether the words of a sentence tell it of the name. */
bool mad_told_use(const char *sentence, const char *name);
/* The same of a name that a correction keeps. */
bool mad_told_unnamed(struct mad_diagnostics *list, struct mad_diagnostic *item,
                      const char *unnamed, const struct mad_fix *fix);

#endif
