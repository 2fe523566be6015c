/* corrections_told.h - the words that go with a correction: what it changes, and what is still to be said.
 *
 * Layer: interp, private to corrections.c. Each is false without memory. */
#ifndef MAD_INTERP_CORRECTIONS_TOLD_H
#define MAD_INTERP_CORRECTIONS_TOLD_H

#include "diagnostics.h"
#include "guess.h"

const struct mad_wording *mad_told_wording(const struct mad_diagnostics *list,
                                           const struct mad_diagnostic *item);
/* A note of three texts one behind the other. */
bool mad_told_note(struct mad_diagnostics *list, struct mad_diagnostic *item, const char *before,
                   const char *said, const char *behind);
/* Of a correction that does not compile as it stands only the words are told: more is to be changed. */
bool mad_told_words(struct mad_diagnostics *list, struct mad_diagnostic *item,
                    const struct mad_fix *fix);
/* What the correction changes, where the words of the finding name neither what was written nor what is to be. */
bool mad_told_change(struct mad_diagnostics *list, struct mad_diagnostic *item,
                     const struct mad_fix *fix);
/* Leaves of what is marked the words that the correction changes; where it puts some in, the word behind them, or the last. */
void mad_told_place(const struct mad_diagnostics *list, struct mad_diagnostic *item,
                    const struct mad_fix *fix);

#endif
