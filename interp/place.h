/* place.h - places in rule texts that outlive the texts.
 *
 * Layer: interp, private. The grammar's spans die with the load; what is told to others is a struct
 * mad_place whose strings are copies in the arena of whoever tells. */
#ifndef MAD_INTERP_PLACE_H
#define MAD_INTERP_PLACE_H

#include "../grammar/arena.h"
#include "../grammar/sources.h"
#include "mad_rules.h"

/* False when there is no memory. */
bool mad_place_make(struct mad_arena *arena, const struct mad_sources *sources,
                    struct mad_span span, struct mad_place *out);
/* The same, for many spans in the order of the text: see mad_sources_place_after. */
bool mad_place_make_after(struct mad_arena *arena, const struct mad_sources *sources,
                          struct mad_span span, struct mad_line_start *before,
                          struct mad_place *out);

#endif
