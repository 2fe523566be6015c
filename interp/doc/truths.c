/* truths.c - conditions in English. Layer: doc. */
#include <stdio.h>
#include <string.h>

#include "tell.h"

enum { MOST_NAMES_DEEP = 4 };

static void say_quantity(struct mad_telling *telling, const struct mad_node *some)
{
    static const char *const words[] = {[MAD_SOME_A] = "",
                                        [MAD_SOME_NO] = "no ",
                                        [MAD_SOME_EXACTLY] = "exactly ",
                                        [MAD_SOME_AT_LEAST] = "at least ",
                                        [MAD_SOME_AT_MOST] = "at most "};
    mad_say(telling, "%s", words[some->n0]);
    if (some->n0 > MAD_SOME_NO) {
        mad_say(telling, "%d ", some->n1);
    }
}

static bool is_many(const struct mad_node *some)
{
    return some->n0 > MAD_SOME_NO && some->n1 != 1;
}

static void say_counted(struct mad_telling *telling, const struct mad_node *some,
                        const struct mad_node *what)
{
    say_quantity(telling, some);
    if (some->n0 == MAD_SOME_A) {
        mad_tell_with_article(telling, what);
    } else if (some->n0 == MAD_SOME_NO && mad_is_word(what, MAD_WORD_EMPTY)) {
        mad_say(telling, "empty square");
    } else {
        const size_t before = telling->used;
        mad_tell_operand(telling, what);
        if (is_many(some)) {
            mad_say_plural(telling, before);
        }
    }
}

/* `X joins Y to Z`: some of those of X that hang on Y are on Z. */
static bool tell_chain(struct mad_telling *telling, const struct mad_node *some)
{
    const struct mad_node *on = some->first, *chain = on->first;
    if (some->n0 != MAD_SOME_A || on->kind != MAD_NODE_ON || chain->kind != MAD_NODE_JOINED_TO)
        return false;
    mad_say(telling, "a chain of ");
    const size_t begin = telling->used;
    mad_tell(telling, chain->first);
    mad_say_plural(telling, begin);
    mad_say(telling, " leads from ");
    mad_tell(telling, chain->first->next);
    mad_say(telling, " to ");
    mad_tell(telling, chain->next);
    return true;
}

/* `exactly 1 own piece on board`, `no X next to Y`. */
static void tell_some(struct mad_telling *telling, const struct mad_node *some)
{
    const struct mad_node *what = some->first;
    const bool is_row = what->kind == MAD_NODE_LINE_OF; /* which is of several */
    const char *is = is_many(some) || is_row ? "are" : "is";
    if (tell_chain(telling, some)) {
        return;
    }
    if (what->kind == MAD_NODE_ON || what->kind == MAD_NODE_NEXT_TO) {
        say_counted(telling, some, what->first);
        mad_say(telling, " %s %s ", is, what->kind == MAD_NODE_ON ? "on" : "next to");
        if (what->kind == MAD_NODE_ON) {
            mad_tell(telling, what->first->next);
        } else {
            mad_tell_with_article(telling, what->first->next);
        }
    } else if (what->kind == MAD_NODE_ATTACKED_BY) {
        mad_tell(telling, what->first);
        mad_say(telling, some->n0 == MAD_SOME_NO ? " is not attacked by " : " is attacked by ");
        mad_tell_with_article(telling, what->first->next);
    } else {
        mad_say(telling, "there %s ", is);
        say_counted(telling, some, what);
    }
}

static void tell_has(struct mad_telling *telling, const struct mad_node *has)
{
    const struct mad_node *what = has->first->next;
    const bool is_not = (has->flags & MAD_FLAG_NEGATED) != 0;
    mad_tell_player(telling, has->first);
    if (what == NULL) {
        mad_say(telling, is_not ? " has no square" : " has a square");
    } else if (what->kind == MAD_NODE_SOME) {
        mad_say(telling, " has ");
        say_counted(telling, what, what->first);
    } else if (is_not) {
        mad_say(telling, " has no ");
        mad_tell(telling, what);
    } else {
        mad_say(telling, " has ");
        mad_tell_with_article(telling, what);
    }
}

static void tell_is(struct mad_telling *telling, const struct mad_node *is)
{
    const struct mad_node *a = is->first, *b = a->next;
    const bool is_here = mad_is_word(a, MAD_WORD_HERE);
    const bool is_not = (is->flags & MAD_FLAG_NEGATED) != 0;
    const bool stands = is->n0 == MAD_IS_ON || is->n0 == MAD_IS_NEXT_TO;
    if (is_here && stands) {
        mad_say(telling, is_not ? "it does not stand " : "it stands ");
        mad_say(telling, is->n0 == MAD_IS_ON ? "on " : "next to ");
    } else {
        if (is_here) {
            mad_say(telling, "it");
        } else {
            mad_tell_player(telling, a);
        }
        mad_tell_comparison(telling, is);
    }
    if (b != NULL && is->n0 == MAD_IS && mad_is_word(b, MAD_WORD_EMPTY)) {
        mad_say(telling, "empty");
    } else if (b != NULL && is->n0 == MAD_IS && mad_is_player(telling, b)) {
        mad_tell_player(telling, b);
    } else if (b != NULL && is->n0 == MAD_IS && b->kind == MAD_NODE_REF &&
               (b->flags & MAD_FLAG_CAPITAL) == 0) {
        mad_tell_operand(telling, b);
    } else if (b != NULL && (is->n0 == MAD_IS || is->n0 == MAD_IS_NEXT_TO)) {
        mad_tell_with_article(telling, b);
    } else if (b != NULL && is->n0 == MAD_IS_IN) {
        mad_say_name(telling, b->name);
    } else if (b != NULL) {
        mad_tell(telling, b);
    }
}

/* Whether both say the same, the one of the mover and the other of the enemy. */
static bool is_same_of_both(const struct mad_node *a, const struct mad_node *b)
{
    if (mad_is_word(a, MAD_WORD_MOVER) && mad_is_word(b, MAD_WORD_ENEMY)) {
        return true;
    }
    if (a->kind != b->kind || a->name != b->name || a->flags != b->flags || a->n0 != b->n0 ||
        a->n1 != b->n1) {
        return false;
    }
    const struct mad_node *one = a->first, *other = b->first;
    for (; one != NULL && other != NULL; one = one->next, other = other->next) {
        if (!is_same_of_both(one, other)) {
            return false;
        }
    }
    return one == NULL && other == NULL;
}

/* `mover is bare and enemy is bare` are two who are bare. */
static bool tell_of_both(struct mad_telling *telling, const struct mad_node *a,
                         const struct mad_node *b)
{
    if (b == NULL || a->kind != MAD_NODE_IS || a->n0 > (int32_t)MAD_IS_IN ||
        !mad_is_word(a->first, MAD_WORD_MOVER) || !is_same_of_both(a, b)) {
        return false;
    }
    mad_say(telling,
            (a->flags & MAD_FLAG_NEGATED) != 0 ? "neither player is " : "both players are ");
    if (a->n0 == MAD_IS_IN) {
        mad_say_name(telling, a->first->next->name);
    } else {
        mad_tell_operand(telling, a->first->next);
    }
    return true;
}

static void tell_both_or_one(struct mad_telling *telling, const struct mad_node *node)
{
    const bool is_and = node->kind == MAD_NODE_AND;
    bool is_first = true;
    for (const struct mad_node *part = node->first; part != NULL; part = part->next) {
        if (mad_telling_known(telling, part) >= 0) {
            continue; /* the other ones decide, for else this would be known too */
        }
        const bool is_excuse = part->kind == MAD_NODE_NOT && (part->flags & MAD_FLAG_UNLESS) != 0;
        mad_say(telling, is_first ? "" : is_excuse ? ", unless " : is_and ? ", and " : ", or ");
        if (is_excuse && !is_first) {
            mad_tell_truth(telling, part->first);
            continue;
        }
        is_first = false;
        if (is_and && tell_of_both(telling, part, part->next)) {
            part = part->next;
        } else if (is_and && part->kind == MAD_NODE_OR) {
            mad_say(telling, "either ");
            mad_tell_truth(telling, part);
        } else {
            mad_tell_truth(telling, part);
        }
    }
}

bool mad_is_told_truth(const struct mad_node *node)
{
    switch ((int)node->kind) {
    case MAD_NODE_AND:
    case MAD_NODE_OR: /* a name may be one, and only truths stand beside truths */
        for (const struct mad_node *part = node->first; part != NULL; part = part->next) {
            if (mad_is_told_truth(part)) {
                return true;
            }
        }
        return false;
    case MAD_NODE_NOT:
    case MAD_NODE_SOME:
    case MAD_NODE_HAS:
    case MAD_NODE_IS:
    case MAD_NODE_EVERY_IS_ON:
    case MAD_NODE_EVERY_IS_ATTACKED:
    case MAD_NODE_IS_GROUP:
    case MAD_NODE_CAN_MOVE:
    case MAD_NODE_MOVE_WAS:
    case MAD_NODE_REPEATED:
    case MAD_NODE_BOARD_REPEATED:
    case MAD_NODE_SINCE_FIRST: return true;
    default: return false;
    }
}

/* A name alone: what it means, where that is short and nothing more is said of it; false when it has been said to
 * hold. */
static bool tell_named_truth(struct mad_telling *telling, const struct mad_node *node,
                             const char *holds)
{
    const struct mad_rule_definition *definition =
        mad_rules_definition(telling->english->rules, node->name);
    const struct mad_node *meaning = definition != NULL ? definition->expression : NULL;
    char about[80] = "";
    const bool is_long =
        meaning != NULL && (meaning->kind == MAD_NODE_OR ||
                            (meaning->kind == MAD_NODE_AND && meaning->first->next->next != NULL));
    if (definition != NULL) {
        mad_sources_comment(telling->english->sources, definition->span, about, sizeof about);
    }
    if (meaning != NULL && !is_long && about[0] == '\0' && telling->depth < MOST_NAMES_DEEP &&
        mad_is_told_truth(meaning)) {
        telling->depth++;
        mad_tell_truth(telling, meaning);
        telling->depth--;
    } else if (meaning != NULL) {
        mad_say_name(telling, node->name);
        mad_say(telling, " %s", holds);
        return false;
    } else {
        mad_tell(telling, node);
    }
    return true;
}

/* "*facing* does not hold", "it is not so that ...". */
static void tell_not(struct mad_telling *telling, const struct mad_node *truth)
{
    const size_t before = telling->used;
    if (truth->kind == MAD_NODE_REF && !tell_named_truth(telling, truth, "does not hold")) {
        return;
    }
    telling->used = before;
    telling->text[before] = '\0';
    mad_say(telling, "it is not so that ");
    mad_tell_truth(telling, truth);
}

/* "a drop", "an attempt", "forced". */
static void say_sort_of_move(struct mad_telling *telling, const char *name)
{
    const size_t bytes = strlen(name);
    const bool is_adjective = bytes > 2 && strcmp(name + bytes - 2, "ed") == 0;
    mad_say(telling, is_adjective ? "" : strchr("aeio", name[0]) != NULL ? "an " : "a ");
    mad_say_written(telling, name, bytes);
}

/* "every Pawn", "every one of White's Pegs": of whoever is told of, each. */
static void tell_every(struct mad_telling *telling, const struct mad_node *of)
{
    const bool is_of_player = mad_is_told_whose(telling, of);
    const size_t begin = telling->used;
    mad_say(telling, is_of_player ? "every one of " : "every ");
    mad_tell(telling, of);
    if (is_of_player) {
        mad_say_plural(telling, begin);
    }
}

void mad_tell_truth(struct mad_telling *telling, const struct mad_node *node)
{
    const bool is_not = (node->flags & MAD_FLAG_NEGATED) != 0;
    switch ((int)node->kind) {
    case MAD_NODE_AND:
    case MAD_NODE_OR: tell_both_or_one(telling, node); break;
    case MAD_NODE_NOT: tell_not(telling, node->first); break;
    case MAD_NODE_SOME: tell_some(telling, node); break;
    case MAD_NODE_HAS: tell_has(telling, node); break;
    case MAD_NODE_IS: tell_is(telling, node); break;
    case MAD_NODE_EVERY_IS_ON:
        tell_every(telling, node->first);
        mad_say(telling, " is on ");
        mad_tell(telling, node->first->next);
        break;
    case MAD_NODE_EVERY_IS_ATTACKED:
        tell_every(telling, node->first);
        mad_say(telling, " is attacked");
        break;
    case MAD_NODE_IS_GROUP:
        mad_say(telling, "all ");
        mad_tell(telling, node->first);
        mad_say(telling, is_not ? " are not one group" : " are one group");
        break;
    case MAD_NODE_CAN_MOVE:
        mad_tell_player(telling, node->first);
        if (node->first->next == NULL) {
            mad_say(telling, is_not ? " cannot move" : " can move");
        } else {
            mad_say(telling, is_not ? " has no move after which " : " has a move after which ");
            const char *mover = telling->mover;
            telling->mover = telling->as == MAD_TOLD_END ? "the player" : mover;
            mad_tell_truth(telling, node->first->next);
            telling->mover = mover;
        }
        break;
    case MAD_NODE_MOVE_WAS:
        mad_say(telling, "the move was ");
        if (node->first != NULL) {
            mad_say(telling, "made by ");
            mad_tell_with_article(telling, node->first);
        } else {
            say_sort_of_move(telling, node->name);
        }
        break;
    case MAD_NODE_REPEATED:
        mad_say(telling, "the same position has occurred %d times", node->n0);
        break;
    case MAD_NODE_BOARD_REPEATED:
        mad_say(telling,
                "the same pieces have stood on the same squares %d times%s, whoever is to move",
                node->n0, node->n1 != 0 ? " at the end of a turn" : "");
        break;
    case MAD_NODE_SINCE_FIRST:
        mad_say(telling, "after every turn of ");
        mad_tell_player(telling, node->first);
        mad_say(telling, " since the first time ");
        mad_tell_truth(telling, node->first->next);
        break;
    case MAD_NODE_REF: (void)tell_named_truth(telling, node, "holds"); break;
    default: mad_tell(telling, node); break;
    }
}
