/* words.h - what the words between moves mean: numbers, results. Layer: record, private to it. */
#ifndef MAD_RECORD_WORDS_H
#define MAD_RECORD_WORDS_H

#include "../mad_record.h"

/* Behind `12.` or `12...`; a number alone is one too. */
const char *mad_behind_number(const char *text);
/* Bytes of a `(T)` or `(hop)` at the head of a text, which belongs to the move right before it; 0 where a variation
 * begins, whose moves have digits, or nothing of the kind. */
size_t mad_bracketed(const char *text, size_t bytes);
/* The results of chess, and of draughts, where two points are won. */
bool mad_read_result(const char *text, enum mad_outcome *outcome);
/* `1-0`; `*` when the game goes on. */
const char *mad_result_token(enum mad_outcome outcome);
/* Takes `[%clk 0:10:00]` and the like out of a comment, in place, and notes what they say. */
void mad_take_commands(char *text, struct mad_record_note *note);

#endif
