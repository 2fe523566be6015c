/* tell.h - what english.c and its helpers share. Layer: doc. */
#ifndef MAD_DOC_TELL_H
#define MAD_DOC_TELL_H

#include "../rules/tree.h"
#include "english.h"

/* A sentence that grows. */
struct mad_telling {
    const struct mad_english *english;
    enum mad_told_as as;
    char *text;
    size_t used, size;
    bool is_cut;
    const struct mad_node *verb; /* whose steps are told, or null */
    int depth;                   /* of names in names */
    const char *mover; /* who has moved, where that is said otherwise than elsewhere; or null */
    const char *other; /* the same of the other player */
    const char *const *names; /* who has moved, and the other one, where both are known; or null */
    bool is_operand;          /* behind `own`, where no `the` stands */
    const struct mad_node
        *when;           /* the condition of the line, said behind its verb's name; or null */
    const char *also;    /* what else is said there; or null */
    const char *subject; /* who `here` is in this sentence */
};

void mad_say(struct mad_telling *telling, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* As it is written, without the dashes of names. */
void mad_say_written(struct mad_telling *telling, const char *text, size_t bytes);
void mad_say_name(struct mad_telling *telling, const char *name);
/* Makes several of what has been said since `begin`, where that ends in a name or a word: "Pawns", "Footmen". */
void mad_say_plural(struct mad_telling *telling, size_t begin);
/* "Knight, Bishop or Queen". */
typedef void mad_say_one(struct mad_telling *telling, const struct mad_node *node);
void mad_say_joined(struct mad_telling *telling, const struct mad_node *first, const char *joiner,
                    mad_say_one *one);

/* squares and pieces, truths and numbers, ways, motions */
void mad_tell(struct mad_telling *telling, const struct mad_node *node);
void mad_tell_with_article(struct mad_telling *telling, const struct mad_node *node);
void mad_tell_operand(struct mad_telling *telling, const struct mad_node *node);
void mad_tell_truth(struct mad_telling *telling, const struct mad_node *node);
void mad_tell_ways(struct mad_telling *telling, const struct mad_node *node);
void mad_tell_motion(struct mad_telling *telling, const struct mad_node *node);
bool mad_is_motion(const struct mad_node *node);
bool mad_is_ways(const struct mad_telling *telling, const struct mad_node *node, int depth);
/* A player, or whoever has squares. */
void mad_tell_player(struct mad_telling *telling, const struct mad_node *node);
bool mad_is_player(const struct mad_telling *telling, const struct mad_node *node);
/* The kind that a man is of: of three players and more each has his own, "Red Pawn"; of two: his name. */
const char *mad_telling_kind(const struct mad_telling *telling, const char *name);
/* "White's Pawn": a man of one player, told as such. */
bool mad_is_told_whose(const struct mad_telling *telling, const struct mad_node *node);
/* " is not at least " of an IS or a WHERE. */
void mad_tell_comparison(struct mad_telling *telling, const struct mad_node *is);
void mad_tell_mover(struct mad_telling *telling, bool is_enemy);

int mad_telling_known(const struct mad_telling *telling, const struct mad_node *truth);
const struct mad_node *mad_telling_child(const struct mad_node *node, enum mad_node_kind kind);
/* `the top 2 of `, before what a call says there of men who stand on one another; else nothing. */
void mad_tell_part(struct mad_telling *telling, const struct mad_node *call, const char *label);

/* The one kind of piece that is royal; null: there are several. */
const char *mad_telling_only_royal(const struct mad_telling *telling);
/* The verb by which alone pieces come in from pockets, behind a move; null: players may drop them in place of a move,
 * or nobody may. */
const char *mad_telling_only_way_in(const struct mad_telling *telling);

/* What the blanks of the verb are filled with; verb: null where it is not known. */
void mad_tell_args(struct mad_telling *telling, const struct mad_node *verb,
                   const struct mad_node *call);
/* A verb by its comment, with what it is called with in its blanks; else by its name. */
void mad_tell_call(struct mad_telling *telling, const struct mad_node *call);
/* What the verb is given for that blank: what stands in the call, else what the blank's `or` says. Null: nothing. */
const struct mad_node *mad_telling_given_for(const struct mad_node *verb,
                                             const struct mad_node *call, const char *blank,
                                             size_t bytes, const char **sort);
/* As the sort of the blank wants it. */
void mad_tell_given(struct mad_telling *telling, const struct mad_node *given, const char *sort);
const struct mad_node *mad_telling_verb(const struct mad_telling *telling, const char *name);
/* What each option is about that is asked there, and how it stands, each in brackets. */
void mad_tell_options(struct mad_telling *telling, const struct mad_node *node,
                      const struct mad_rule_option **told);
/* Whether it is one by its shape; a name may be one too. */
bool mad_is_told_truth(const struct mad_node *node);

#endif
