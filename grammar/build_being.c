/* build_being.c - `X is Y`, and what is said of every X, of no X, of so many X.
 *
 * Layer: grammar. Behind `is` the same words stand, whoever they are said of. What is said of some is told by the words for
 * sets: `no X is on Y` is `no (X on Y)`; what is said of every one has truths of its own. */
#include "build.h"

/* `next to here on rank 1` without brackets: which of the two is meant? */
static bool is_open_next_to(const struct mad_node *b)
{
    const struct mad_node *leftmost = b;
    while (leftmost->kind == MAD_NODE_ON || leftmost->kind == MAD_NODE_EXCEPT ||
           leftmost->kind == MAD_NODE_NEXT_TO)
        leftmost = leftmost->first;
    return leftmost != b && leftmost->kind == MAD_NODE_FUNCTION && leftmost->n0 == MAD_FN_NEXT_TO &&
           leftmost->span.begin == b->span.begin;
}

struct mad_node *mad_build_being(struct mad_parser *parser, struct mad_span span, int is,
                                 int32_t negated, struct mad_node *b)
{
    struct mad_node *node = mad_build_one(parser, MAD_NODE_IS, span, b);
    if (parser->out_of_memory)
        return node;
    node->n0 = is;
    node->n1 = b != NULL && b->kind == MAD_NODE_NUMBER ? b->n0 : 0;
    node->flags = (uint32_t)negated;
    if (is == MAD_IS && is_open_next_to(b))
        (void)mad_findings_add(parser->context->findings, MAD_FINDING_MIXED_JOINERS, b->span,
                               "next to", b->kind == MAD_NODE_ON ? "on" : "except");
    if (is == MAD_IS && b->kind == MAD_NODE_FUNCTION && b->n0 == MAD_FN_NEXT_TO) {
        node->n0 = MAD_IS_NEXT_TO;
        node->first = b->first;
    } else if (is == MAD_IS && b->kind == MAD_NODE_CONST && b->n0 == MAD_WORD_ATTACKED) {
        node->n0 = MAD_IS_ATTACKED;
        node->first = NULL;
    }
    return node;
}

struct mad_node *mad_build_worth(struct mad_parser *parser, struct mad_span span, int is,
                                 struct mad_node *a, struct mad_node *b)
{
    struct mad_node *node = mad_build_two(parser, MAD_NODE_WORTH_THAN, span, a, b);
    if (!parser->out_of_memory)
        node->n0 = is;
    return node;
}

/* Those of A of whom it is said: null where there are no such words. */
static struct mad_node *those(struct mad_parser *parser, struct mad_span span, struct mad_node *a,
                              const struct mad_node *being)
{
    if (being->n0 >= MAD_IS_WORTH)
        return mad_build_worth(parser, span, being->n0 - MAD_IS_WORTH, a, being->first);
    switch (being->n0) {
    case MAD_IS:
    case MAD_IS_ON: return mad_build_two(parser, MAD_NODE_ON, span, a, being->first);
    case MAD_IS_NEXT_TO: return mad_build_two(parser, MAD_NODE_NEXT_TO, span, a, being->first);
    case MAD_IS_ATTACKED_BY:
        return mad_build_two(parser, MAD_NODE_ATTACKED_BY, span, a, being->first);
    default: return NULL;
    }
}

/* What holds when it holds of one of them, and has words for those of whom it does. */
static bool is_said_of_one(const struct mad_node *being)
{
    return being->n0 == MAD_IS_ATTACKED_BY || being->n0 >= MAD_IS_WORTH;
}

struct mad_node *mad_build_said(struct mad_parser *parser, struct mad_span span, struct mad_node *a,
                                struct mad_node *being)
{
    if (parser->out_of_memory)
        return being;
    struct mad_node *node;
    if (is_said_of_one(being)) {
        node = mad_build_one(parser, MAD_NODE_SOME, span, those(parser, span, a, being));
        node->n0 = being->flags != 0 ? MAD_SOME_NO : MAD_SOME_A;
        return node;
    }
    if (being->n0 == MAD_IS_GROUP)
        return mad_build_flag(mad_build_one(parser, MAD_NODE_IS_GROUP, span, a), being->flags);
    node = mad_build_two(parser, MAD_NODE_IS, span, a, being->first);
    node->n0 = being->n0;
    node->n1 = being->n1;
    node->flags = being->flags;
    return node;
}

struct mad_node *mad_build_is(struct mad_parser *parser, struct mad_span span, enum mad_is is,
                              struct mad_node *a, struct mad_node *b)
{
    return mad_build_said(parser, span, a, mad_build_being(parser, span, (int)is, 0, b));
}

struct mad_node *mad_build_joins(struct mad_parser *parser, struct mad_span span,
                                 struct mad_node *a, struct mad_node *b, struct mad_node *c)
{
    struct mad_node *chain = mad_build_two(parser, MAD_NODE_JOINED_TO, span, a, b);
    struct mad_node *some = mad_build_one(parser, MAD_NODE_SOME, span,
                                          mad_build_two(parser, MAD_NODE_ON, span, chain, c));
    some->n0 = MAD_SOME_A;
    return some;
}

struct mad_node *mad_build_standing(struct mad_parser *parser, struct mad_node *being,
                                    enum mad_word player)
{
    struct mad_node *who = mad_build_number(parser, MAD_NODE_CONST, being->span, (int32_t)player);
    struct mad_node *word =
        mad_build_named(parser, MAD_NODE_REF, being->first->span, being->first->name);
    struct mad_node *said = mad_build_being(parser, being->span, being->n0, 0, word);
    return mad_build_flag(mad_build_said(parser, being->span, who, said), being->flags);
}

struct mad_node *mad_build_whoever(struct mad_parser *parser, struct mad_span span,
                                   struct mad_node *being, struct mad_node *claim, int32_t wins)
{
    struct mad_node *is_mover = mad_build_standing(parser, being, MAD_WORD_MOVER);
    struct mad_nodes parts =
        mad_nodes_add(mad_nodes_of(is_mover), mad_build_standing(parser, being, MAD_WORD_ENEMY));
    if (claim != NULL)
        parts = mad_nodes_add(parts, claim);
    struct mad_node *node = mad_build_list(parser, MAD_NODE_END_WHOEVER, span, parts);
    if (!parser->out_of_memory)
        node->n0 = wins;
    return node;
}

/* Behind every move it is the enemy who is to move, and who is asked. */
struct mad_node *mad_build_stuck(struct mad_parser *parser, struct mad_span span,
                                 enum mad_word winner)
{
    struct mad_node *who = mad_build_number(parser, MAD_NODE_CONST, span, (int32_t)winner);
    struct mad_node *enemy = mad_build_number(parser, MAD_NODE_CONST, span, MAD_WORD_ENEMY);
    struct mad_node *stuck = mad_build_one(parser, MAD_NODE_CAN_MOVE, span, enemy);
    struct mad_node *end =
        mad_build_two(parser, MAD_NODE_END_FOR, span, who, mad_build_flag(stuck, MAD_FLAG_NEGATED));
    if (!parser->out_of_memory)
        end->n0 = 1;
    return mad_build_flag(end, MAD_FLAG_EACH);
}

/* Words as they stand in the text. */
#define SAID(parser, node) (int)(node)->span.length, (parser)->text + (node)->span.begin

/* `every X is not on Y`: none is, or not all are? */
static void tell_not(struct mad_parser *parser, struct mad_span span, bool is_no,
                     const struct mad_node *a, const struct mad_node *being)
{
    struct mad_findings *list = parser->context->findings;
    struct mad_finding *finding = mad_parser_report(
        parser, MAD_FINDING_SYNTAX, span,
        is_no ? "`no` and `not` in one" : "`not` here could mean none of them, or not all of them");
    if (finding == NULL)
        return;
    mad_finding_fix(list, finding, span, is_no, is_no ? "every %.*s is %.*s" : "no %.*s is %.*s",
                    SAID(parser, a), SAID(parser, being));
    if (!is_no)
        mad_finding_fix(list, finding, span, false, "not (every %.*s is %.*s)", SAID(parser, a),
                        SAID(parser, being));
}

static struct mad_node *every(struct mad_parser *parser, struct mad_span span, struct mad_node *a,
                              const struct mad_node *being)
{
    if (being->n0 == MAD_IS_ATTACKED)
        return mad_build_one(parser, MAD_NODE_EVERY_IS_ATTACKED, span, a);
    struct mad_node *board = mad_build_number(parser, MAD_NODE_CONST, span, MAD_WORD_BOARD);
    struct mad_node *where = being->n0 == MAD_IS_NEXT_TO || is_said_of_one(being)
                                 ? those(parser, being->span, board, being)
                                 : being->first;
    return mad_build_two(parser, MAD_NODE_EVERY_IS_ON, span, a, where);
}

static struct mad_node *refused(struct mad_parser *parser, struct mad_span span,
                                const struct mad_node *a, const struct mad_node *being)
{
    struct mad_findings *list = parser->context->findings;
    const bool attacked = being->n0 == MAD_IS_ATTACKED;
    struct mad_finding *finding = mad_parser_report(
        parser, MAD_FINDING_SYNTAX, span,
        attacked ? "who is attacked is counted by whom he is attacked by"
                 : "of so many, of none or of every one is said that they are on squares, next to "
                   "them or attacked");
    if (finding != NULL && attacked)
        mad_finding_remedy(list, finding, "`%.*s attacked by ...`, and who attacks them",
                           SAID(parser, a));
    return mad_build(parser, MAD_NODE_IS, span);
}

struct mad_node *mad_build_how_many(struct mad_parser *parser, struct mad_span span,
                                    struct mad_node *how, struct mad_node *being)
{
    if (parser->out_of_memory)
        return how;
    struct mad_node *a = how->first;
    const bool is_every = how->n0 == MAD_SOME_EVERY, is_no = how->n0 == MAD_SOME_NO,
               is_one = how->n0 == MAD_SOME_A, negated = being->flags != 0;
    if (negated && (is_every || is_no)) {
        tell_not(parser, span, is_no, a, being);
        return mad_build(parser, MAD_NODE_IS, span);
    }
    if (being->n0 == MAD_IS_ATTACKED && (is_no || (is_one && !negated))) {
        being->flags = is_no ? MAD_FLAG_NEGATED : 0;
        return mad_build_said(parser, span, a, being);
    }
    const bool can_count = being->n0 == MAD_IS || being->n0 == MAD_IS_ON ||
                           being->n0 == MAD_IS_NEXT_TO || is_said_of_one(being);
    if (!can_count && !(being->n0 == MAD_IS_ATTACKED && (is_every || is_one)))
        return refused(parser, span, a, being);
    if (is_every)
        return every(parser, span, a, being);
    if (being->n0 == MAD_IS_ATTACKED)
        return mad_build_one(parser, MAD_NODE_NOT, span, every(parser, span, a, being));
    struct mad_node *part =
        those(parser, span,
              negated ? mad_build_number(parser, MAD_NODE_CONST, span, MAD_WORD_BOARD) : a, being);
    how->first = negated ? mad_build_two(parser, MAD_NODE_EXCEPT, span, a, part) : part;
    how->span = span;
    return how;
}

struct mad_node *mad_build_has(struct mad_parser *parser, struct mad_span span,
                               struct mad_node *who, struct mad_node *some)
{
    if (parser->out_of_memory)
        return who;
    const bool is_no = some->n0 == MAD_SOME_NO;
    struct mad_node *node = mad_build_two(parser, MAD_NODE_HAS, span, who,
                                          is_no || some->n0 == MAD_SOME_A ? some->first : some);
    return is_no ? mad_build_flag(node, MAD_FLAG_NEGATED) : node;
}

struct mad_node *mad_build_number_is(struct mad_parser *parser, struct mad_span span,
                                     enum mad_is is, uint32_t flags, const char *name,
                                     struct mad_node *number)
{
    struct mad_node *node = mad_build_two(
        parser, MAD_NODE_IS, span, mad_build_named(parser, MAD_NODE_REF, span, name), number);
    node->n0 = (int32_t)is;
    node->flags = flags;
    return node;
}

struct mad_node *mad_build_where(struct mad_parser *parser, struct mad_span span,
                                 struct mad_node *squares, struct mad_node *is)
{
    if (parser->out_of_memory)
        return mad_build(parser, MAD_NODE_WHERE, span);
    struct mad_node *node = mad_build_two(parser, MAD_NODE_WHERE, span, squares, is->first);
    node->n0 = is->n0;
    node->flags = is->flags;
    return node;
}
