/* parse.h - a rule text becomes a tree.
 *
 * Layer: grammar; the way in for everyone above. mad_parse reads one text of `sources`, reports every
 * fault that it finds (one for each faulty sentence) and makes the tree described in ast.def. Nothing
 * is looked up: which words are names of what is the compiler's business. */
#ifndef MAD_GRAMMAR_PARSE_H
#define MAD_GRAMMAR_PARSE_H

#include "arena.h"
#include "ast.h"
#include "diagnostic.h"
#include "intern.h"
#include "sources.h"

enum mad_parse_status {
    MAD_PARSE_OK,
    MAD_PARSE_ERRORS, /* the findings say which */
    MAD_PARSE_MEMORY, /* an allocation failed; findings may be missing */
};

struct mad_comment { /* from `#` to the end of the line */
    struct mad_span span;
    struct mad_comment *next;
};

struct mad_parse_context {
    struct mad_arena *arena; /* the tree and the comments go there */
    struct mad_intern *intern;
    struct mad_sources *sources;
    struct mad_findings *findings;
    struct mad_comment *comments; /* of the text parsed last, in its order; set by mad_parse */
};

/* `*file` is a MAD_NODE_FILE, left untouched unless the answer is MAD_PARSE_OK. */
enum mad_parse_status mad_parse(struct mad_parse_context *context, uint16_t source_index,
                                struct mad_node **file);

/* What a sentence was probably meant to begin with that was read as the call of a verb which turns
 * out not to exist: "`no longer`" for `nolonger promote`. Null when nothing is close. */
const char *mad_call_meant(const struct mad_sources *sources, struct mad_findings *findings,
                           struct mad_span call);

/* The word of the language that may stand among names and resembles this one, or null. */
const char *mad_word_like(const char *word);

#endif
