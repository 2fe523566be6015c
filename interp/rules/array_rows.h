/* array_rows.h - the row of an array that was probably meant.
 *
 * Layer: rules, private to array.c. */
#ifndef MAD_RULES_ARRAY_ROWS_H
#define MAD_RULES_ARRAY_ROWS_H

#include "inherit_state.h"

/* Says at the error that was told last which squares of the row are missing or too many on a board of so many files, and
 * offers the row as it was probably meant. */
void mad_array_tell_row(struct mad_inherit *in, const struct mad_node *array,
                        const struct mad_node *row, uint32_t files);
/* The letter of the other player's man of the same kind; false when it does not fit. */
bool mad_array_turn_letter(const char *letter, char *out, size_t size);

#endif
