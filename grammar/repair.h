/* repair.h - the one slip that keeps a sentence from being one.
 *
 * Layer: grammar, private to it. Called by hints.c when a sentence could not be read. */
#ifndef MAD_GRAMMAR_REPAIR_H
#define MAD_GRAMMAR_REPAIR_H

#include "build.h"

enum { MAD_REPAIR_MAX_WORD = 40, MAD_REPAIR_MAX_MEANT = 3 };

struct mad_repair {
    struct mad_span span; /* what is wrong; where something is missing, the word before which */
    char meant[MAD_REPAIR_MAX_MEANT][MAD_REPAIR_MAX_WORD]; /* each of them makes it a sentence */
    size_t count;
    bool has_more;   /* than those: there are many ways to go on */
    int first_token; /* of the sentence as it was probably meant */
};

struct mad_repair_text { /* the sentence at `begin` of a text */
    const struct mad_allocator *allocator;
    const char *text;
    uint32_t bytes, begin;
    uint16_t source;
};

enum mad_repair_pass {
    MAD_REPAIR_UNKNOWN, /* words that are none of the language */
    MAD_REPAIR_KNOWN,   /* words that are, and became so by losing a letter: `on` for `own` */
    MAD_REPAIR_PARTLY,  /* as the first, when there are more faults behind it */
};

/* Looks for a word of the sentence at hand that stands for another: a word of the language, or a name
 * with a capital letter that is written elsewhere in the text. False when with no other word the
 * sentence can be read, or when there is no memory, which is noted. */
bool mad_repair_word(const struct mad_repair_text *of, struct mad_span fault,
                     enum mad_repair_pass pass, bool *out_of_memory, struct mad_repair *out);
/* The same for the first word of a sentence that was read as the call of a verb that there is not. */
bool mad_repair_call(const struct mad_repair_text *of, bool *out_of_memory, struct mad_repair *out);
/* Looks for one of the expected tokens, or a word of a phrase, that is missing. */
bool mad_repair_missing(const struct mad_repair_text *of, struct mad_span fault,
                        const int *expected, int count, bool *out_of_memory,
                        struct mad_repair *out);

/* Whether the sentence can be read with other text for its bytes from `begin` to `end` of the whole text; the new
 * text may be several lines. A call as its first line does not count when `begins` is set: any words are one.
 * `room` is memory for it; what was in there is gone. */
bool mad_repair_reads(const struct mad_repair_text *of, struct mad_arena *room, uint32_t begin,
                      uint32_t end, const char *text, size_t bytes, bool begins,
                      bool *out_of_memory);

#endif
