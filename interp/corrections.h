/* corrections.h - only what compiles is offered as a correction.
 *
 * Layer: interp, private. A fix that makes a sentence of a line may still name what there is not, or want another kind of
 * thing: so each is tried on the whole text, and goes when there is an error where it was put. */
#ifndef MAD_INTERP_CORRECTIONS_H
#define MAD_INTERP_CORRECTIONS_H

#include "corrections_trial.h"
#include "diagnostics.h"
#include "mad_rules.h"

/* Takes the fixes out of the list of that load that do not compile, or that it would take too long to try. The status is
 * MAD_OK or MAD_ERROR_MEMORY. */
MAD_MUST_CHECK enum mad_status mad_corrections_check(const mad_engine *engine,
                                                     const struct mad_load *load,
                                                     struct mad_diagnostics *list,
                                                     const struct mad_corrections_how *how);

#endif
