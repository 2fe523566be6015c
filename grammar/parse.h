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

/* How the sentence begins that a line beginning with this word was probably meant to be ("`move` or
 * `move or capture`"), for words that turn out to be no verb; null when none is close. */
const char *mad_sentence_like(struct mad_findings *findings, const char *word);

#endif
