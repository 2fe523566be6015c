/* words.h - what the words between moves mean: numbers, results, how games end. Layer: record, private to it. */
#ifndef MAD_RECORD_WORDS_H
#define MAD_RECORD_WORDS_H

#include "../mad_record.h"

/* Behind `12.` or `12...`; a number alone is one too. */
const char *mad_behind_number(const char *text);
/* Bytes of a `(T)` or `(hop)` at the head of a text, which belongs to the move right before it; 0 where a variation
 * begins, whose moves have digits, or nothing of the kind. */
size_t mad_bracketed(const char *text, size_t bytes);
/* The word that a PGN file has for it; MAD_BY_RULE for words that it does not know. */
const char *mad_termination_word(enum mad_termination termination);
enum mad_termination mad_termination_read(const char *text);
/* The outcome seen by the other player when it is turned. */
static inline enum mad_outcome mad_turned_outcome(enum mad_outcome outcome, bool is_turned)
{
    bool is_won = outcome == MAD_WIN_FIRST || outcome == MAD_WIN_SECOND;
    return !is_turned || !is_won      ? outcome
           : outcome == MAD_WIN_FIRST ? MAD_WIN_SECOND
                                      : MAD_WIN_FIRST;
}
/* h:mm:ss, and thousandths where there are any. */
void mad_time_write(double seconds, char out[32]);
/* h:mm:ss, mm:ss or seconds, with a fraction or without; -1: none of these. */
double mad_time_read(const char *text, size_t bytes);
/* Takes `[%clk 0:10:00]` and the like out of a comment, in place, and notes what they say. */
void mad_take_commands(char *text, struct mad_record_note *note);

#endif
