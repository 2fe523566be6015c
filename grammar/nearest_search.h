/* nearest_search.h - what the parts of the search for the nearest sentence share: its nodes, and what costs how much.
 *
 * Layer: grammar, private to nearest.c, nearest_where.c and nearest_told.c. */
#ifndef MAD_GRAMMAR_NEAREST_SEARCH_H
#define MAD_GRAMMAR_NEAREST_SEARCH_H

#include "nearest.h"
#include "nearest_words.h"

enum {
    MAD_NEAREST_MOST = 14, /* what an answer costs */
    MAD_NEAREST_FOUND = 64,
    MAD_NEAREST_OTHER_KIND = 4, /* a name of another kind than is wanted */
    MAD_NEAREST_NONE = 0xffffff,
};

struct mad_nearest_frame { /* of a stack of the parser; each once */
    uint32_t below, next;
    uint16_t state;
};

struct mad_nearest_node {
    uint32_t parent, stack, left; /* words that are still to be said */
    uint32_t said;                /* the sentence so far, as a hash */
    const struct mad_nearest_reading *reading,
        *later;                             /* being said; the part of one behind its gap */
    const struct mad_nearest_reading *read; /* with this step */
    uint32_t next;                          /* in its bucket */
    uint16_t term, made,
        token; /* being said; said with this step: a term, or a lexeme; the last one */
    uint16_t cost;
    uint8_t term_at, reading_at; /* words said of them */
    uint8_t tokens;              /* said of the sentence */
    uint8_t input;               /* where the reading begins */
    uint8_t behind;              /* the word behind those that were read last */
    bool made_is_lexeme, is_missing, is_moved, is_done;
    bool starts_line;               /* with this step */
    bool is_new, is_split;          /* the last token is a new name; a second line has begun */
    bool was_missing, was_left_out; /* the last token; a word behind it */
    bool is_strange_gone;           /* the word is one of which nothing is known */
    bool is_player;                 /* the last token names one */
    bool is_bare;                   /* a direction behind `step`, and no bracket before it */
    bool is_meaning, is_without;    /* behind `means`, `without` */
    bool is_loss_gone, is_denied;   /* `captured` was left out; something is not, or not so often */
    bool has_subject;               /* something stands before an `is` that was typed */
    bool is_option;                 /* whose values are names of their own */
    uint16_t head;                  /* the first token */
    uint16_t forgotten; /* a word of the term being said that is not there, with this step */
    uint16_t doer;      /* the token that named who does something last */
};

struct mad_nearest_search {
    const struct mad_nearest_task *task;
    struct mad_nearest_lexicon words;
    struct mad_nearest_frame *frames;
    uint32_t frame_count, frame_slots[4096];
    struct mad_nearest_node *nodes;
    uint32_t node_count, *slots;
    uint32_t buckets[MAD_NEAREST_MOST + 1], first; /* the stack before a sentence */
    struct mad_nearest found[MAD_NEAREST_FOUND];
    size_t count;
};

/* --- nearest.c ------------------------------------------------------------------------------------------ */

/* As mad_nearest, for the line as it is alone. */
size_t mad_nearest_alone(const struct mad_nearest_task *task, struct mad_nearest *out, size_t room,
                         bool *out_of_memory);

/* --- nearest_where.c: what may stand where -------------------------------------------------------------- */

bool mad_nearest_is_among(int token, const int *list, size_t count);
/* A sentence may begin behind the last token. */
bool mad_nearest_begins(int last);
/* Below a line that begins so stand lines of a piece. */
bool mad_nearest_heads(int head);
/* A name may stand here that is declared later. */
bool mad_nearest_may_name(int last);
/* What it costs that a name stands here; that a sentence begins with the token in this section; that the one token stands
 * behind the other, though no shipped game has it so. */
unsigned mad_nearest_cost_of_name(int last, const struct mad_nearest_term *term);
unsigned mad_nearest_cost_of_section(const struct mad_nearest_search *s,
                                     const struct mad_nearest_node *node, int token);
unsigned mad_nearest_cost_behind(int last, int token);
/* Behind it many name a man, or a rank, and leave to the reader whose it is. */
bool mad_nearest_forgets_whose(int last);
bool mad_nearest_may_miss(const struct mad_nearest_search *s, const struct mad_nearest_node *from,
                          int token);

/* --- nearest_order.c: the same words otherwise ------------------------------------------------------------- */

/* The line with its phrases in other orders, those first that turn it round. How many there are; 0 without memory. */
size_t mad_nearest_orders(const struct mad_nearest_task *task, const char **lines, size_t room,
                          bool *out_of_memory);
/* With the name given in the line for which `it` stands; null where there is none. */
const char *mad_nearest_named(const struct mad_nearest_task *task, bool *out_of_memory);

/* What is told where no word was changed. */
#define MAD_NEAREST_NO_WORDS "the words are right; blanks, hyphens or capitals are not"

/* --- nearest_told.c: answers ------------------------------------------------------------------------------ */

/* Keeps the sentence to which the node leads, with what was changed, unless it is there. */
void mad_nearest_note(struct mad_nearest_search *s, uint32_t at);

#endif
