/* english.h - lines of the rules as English sentences, for pages that people read.
 *
 * Layer: doc; it reads trees and the ruleset, and asks who lowers them what options have decided. Names of the rules
 * that a page may have to explain stand between MAD_NAME_BEGINS and MAD_NAME_ENDS; the name of a verb whose steps the
 * page may show, between MAD_VERB_BEGINS and MAD_NAME_ENDS, is said in other words already; what a verb calls by a name
 * between MAD_LOCAL_BEGINS and MAD_NAME_ENDS. What has no English yet is
 * said as it is written. */
#ifndef MAD_DOC_ENGLISH_H
#define MAD_DOC_ENGLISH_H

#include "../../grammar/sources.h"
#include "../rules/ruleset.h"

#define MAD_NAME_BEGINS  '\1'
#define MAD_NAME_ENDS    '\2'
#define MAD_VERB_BEGINS  '\3'
#define MAD_LOCAL_BEGINS '\4' /* a name of a verb's own, up to MAD_NAME_ENDS */

enum mad_told_as {
    MAD_TOLD_LINE, /* of a piece */
    MAD_TOLD_LAW,
    MAD_TOLD_END,
    MAD_TOLD_STEP, /* in a verb */
    MAD_TOLD_WORD, /* what a name means */
    MAD_TOLD_AS_ALL
};

struct mad_english {
    const struct mad_sources *sources;
    const struct mad_ruleset *rules;
    bool has_ranks; /* orthogonal is along rank or file */
    void *context;
    /* 1 and 0: the options in force have decided it so; -1: they have not */
    int (*known)(void *context, const struct mad_node *truth);
};

/* The sentence, ended by a full stop or a colon; `written` is the line as it stands, for what has no English. Empty:
 * the options in force leave it nothing to say. What does not fit is cut, and ends with `...`. */
void mad_english_line(const struct mad_english *english, enum mad_told_as as,
                      const struct mad_node *line, const char *written, char *out, size_t size);
/* Why a game has ended by the end: what it asks, without a full stop and without marks at names; `names` are the player who
 * has just moved and the other one, or null where that is not known. False where it is no plain question: the players are
 * rated, or are more than two. */
bool mad_english_reason(const struct mad_english *english, const struct mad_node *end,
                        const char *const names[2], char *out, size_t size);
/* What the name means, without a full stop. */
void mad_english_meaning(const struct mad_english *english, const struct mad_node *expression,
                         char *out, size_t size);
/* The steps of a body, a line each, with two blanks before it for each block that it is in; `head` is whose body it
 * is, for what has been said on its line. */
void mad_english_steps(const struct mad_english *english, const struct mad_node *head, char *out,
                       size_t size);
/* With what the rules use the verb, for the words of its steps that only its blanks explain: a line for each way in
 * which they do, as steps are told; empty: it has no blanks. */
void mad_english_uses(const struct mad_english *english, const struct mad_node *verb, char *out,
                      size_t size);
/* What is said of the options that the line asks, and how they stand; empty: it asks none. */
void mad_english_options(const struct mad_english *english, const struct mad_node *line, char *out,
                         size_t size);
/* Bytes of the first sentence of a comment. */
size_t mad_english_sentence(const char *text);
/* The comment without the sentences that quote the language, which are for people who write rules. */
void mad_english_remark(const char *comment, char *out, size_t size);
/* Whether `orthogonal` is along ranks and files. */
bool mad_english_has_ranks(const struct mad_ruleset *rules);

#endif
