/* lint_fix.h - `mad lint --fix`: the corrections that lint offers, put into a text.
 *
 * Layer: cli. */
#ifndef MAD_CLI_LINT_FIX_H
#define MAD_CLI_LINT_FIX_H

#include "../interp/mad_rules.h"

/* Lints the text of `load` (set by the caller: path, text, text_bytes), and as long as there is something to correct
 * takes the corrected text in its place. `*text` is the last of them, malloced and ended by NUL, null when nothing was
 * corrected; `*found` is what is found in it, or in the text of `load`. `*fixed` counts corrections. The status is that
 * of mad_lint. */
enum mad_status cli_lint_fix(const mad_engine *engine, const struct mad_load *load,
                             const struct mad_lint_options *options, bool is_unsafe, char **text,
                             mad_diagnostics **found, size_t *fixed);

#endif
