/* limits.h - what a rule text may ask of the front end, by name; limits.def has the reasons.
 *
 * Layer: grammar. The limits on what a game may hold are in interp; these are only about text. */
#ifndef MAD_GRAMMAR_LIMITS_H
#define MAD_GRAMMAR_LIMITS_H

enum {
#define MAD_LIMIT(name, value, what, reason) name = value,
#define MAD_BOUND(name, value, reason)       name = value,
#include "limits.def"
#undef MAD_LIMIT
#undef MAD_BOUND
};

#endif
