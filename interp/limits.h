/* limits.h - every limit on what a rule file may ask for, by name; limits.def has the reasons. Crossing one
 * is a diagnostic at a line, never a crash, a hang or a silent cut. */
#ifndef MAD_LIMITS_H
#define MAD_LIMITS_H

enum {
#define MAD_LIMIT(name, value, what, reason) name = value,
#define MAD_BOUND(name, value, reason)       name = value,
#include "limits.def"
#undef MAD_LIMIT
#undef MAD_BOUND
};

#endif
