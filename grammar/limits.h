/* limits.h - what a rule text may ask of the front end, each with its reason.
 *
 * Layer: grammar. The limits on what a game may hold are in interp; these are only about text. */
#ifndef MAD_GRAMMAR_LIMITS_H
#define MAD_GRAMMAR_LIMITS_H

enum {
    MAD_GRAMMAR_MAX_BYTES = 1 << 20, /* rule files are pages, not books; bounds parsing time */
    MAD_GRAMMAR_MAX_NESTING = 64,    /* brackets, blocks, depth of a tree: bounds every recursion */
    MAD_GRAMMAR_MAX_STACK = 1000,    /* parser stack: 64 brackets need about 500 entries */
    MAD_GRAMMAR_MAX_SOURCES = 1000,  /* texts of one load; spans have 16 bits for it */
    MAD_GRAMMAR_MAX_NUMBER = 1000000, /* numbers in rules count squares, turns and men */
};

#endif
