/* layout.h - a rule text written the one way in which all rule texts are laid out.
 *
 * Layer: grammar. Lines stay lines, in their order, comments included; what changes is indentation (two
 * blanks for each heading or block around a line, four more where a sentence goes on), blanks between
 * words, the columns of an array, and blank lines: never two, and always one before a heading and behind
 * a section (not behind an array). Laying out twice changes nothing. */
#ifndef MAD_GRAMMAR_LAYOUT_H
#define MAD_GRAMMAR_LAYOUT_H

#include "arena.h"
#include "ast.h"
#include "parse.h"

/* The text of `file`, which was parsed from `text` without errors and with these comments, laid out; its
 * length in `*out_bytes`. Null when there is no memory. */
char *mad_layout(struct mad_arena *arena, const char *text, size_t bytes,
                 const struct mad_node *file, const struct mad_comment *comments,
                 size_t *out_bytes);

#endif
