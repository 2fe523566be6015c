/* motion.c - ways and motions in English. Layer: doc. */
#include <stdlib.h>
#include <string.h>

#include "tell.h"

enum { MOST_NAMES_DEEP = 8 };

static const struct way {
    const char *name, *words;
    bool needs_ranks;
} ways[] = {
#define MAD_WAY(name, words, ranks) {name, words, ranks},
#include "english.def"
};

static const struct leap {
    int right, up;
    const char *words;
} leaps[] = {
#define MAD_LEAP_NAMED(right, up, words) {right, up, words},
#include "english.def"
};

static const struct mad_rule_direction *direction_of(const struct mad_telling *telling,
                                                     const struct mad_node *node)
{
    return mad_rules_direction(telling->english->rules, node);
}

static bool is_jump(const struct mad_rule_direction *direction)
{
    return direction->track == NULL && direction->on == 0 &&
           (abs(direction->right) > 1 || abs(direction->up) > 1);
}

static const char *words_for(const struct mad_telling *telling, const char *name)
{
    const struct mad_ruleset *rules = telling->english->rules;
    for (uint32_t i = 0; i < rules->player_count; i++) { /* `Red forward`, of three or four */
        const size_t bytes = strlen(rules->players[i].name);
        const bool is_his = strncmp(name, rules->players[i].name, bytes) == 0 && name[bytes] == ' ';
        name += is_his ? bytes + 1 : 0;
    }
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(ways[i].name, name) == 0 &&
            (telling->english->has_ranks || !ways[i].needs_ranks)) {
            return ways[i].words;
        }
    }
    return NULL;
}

bool mad_is_ways(const struct mad_telling *telling, const struct mad_node *node, int depth)
{
    const struct mad_node *meaning = mad_rules_meaning(telling->english->rules, node);
    switch ((int)node->kind) {
    case MAD_NODE_CONST: return mad_is_word(node, MAD_WORD_OUTWARD);
    case MAD_NODE_FUNCTION: return node->n0 == MAD_FN_OPPOSITE_OF;
    case MAD_NODE_OR:
    case MAD_NODE_AND:
    case MAD_NODE_LIST: return mad_is_ways(telling, node->first, depth);
    case MAD_NODE_REF:
        return direction_of(telling, node) != NULL || (meaning != NULL && depth < MOST_NAMES_DEEP &&
                                                       mad_is_ways(telling, meaning, depth + 1));
    default: return false;
    }
}

/* Whether some of them leads farther than a king's step. */
static bool has_jump(const struct mad_telling *telling, const struct mad_node *node, int depth)
{
    if (node->kind == MAD_NODE_OR || node->kind == MAD_NODE_LIST || node->kind == MAD_NODE_AND) {
        bool has = false;
        for (const struct mad_node *part = node->first; part != NULL && !has; part = part->next) {
            has = has_jump(telling, part, depth);
        }
        return has;
    }
    const struct mad_rule_direction *direction = direction_of(telling, node);
    const struct mad_node *meaning = mad_rules_meaning(telling->english->rules, node);
    return direction != NULL ? is_jump(direction)
                             : meaning != NULL && depth < MOST_NAMES_DEEP &&
                                   has_jump(telling, meaning, depth + 1);
}

static void tell_direction(struct mad_telling *telling, const struct mad_rule_direction *direction)
{
    const int right = direction->right, up = direction->up;
    if (!is_jump(direction)) {
        mad_say(telling, direction->track != NULL ? "along the track " : "");
        mad_say_name(telling, direction->name);
        return;
    }
    if (up != 0) {
        mad_say(telling, "%d %s", abs(up),
                direction->own ? (up < 0 ? "backward" : "forward") : (up < 0 ? "south" : "north"));
    }
    if (right != 0) {
        mad_say(telling, "%s%d %s", up != 0 ? " and " : "", abs(right),
                direction->own ? (right < 0 ? "to the left" : "to the right")
                               : (right < 0 ? "west" : "east"));
    }
}

/* Whether they are two jumps to either side, as a Knight of shogi has. */
static bool is_mirrored(const struct mad_telling *telling, const struct mad_node *node)
{
    const struct mad_node *first = node->kind == MAD_NODE_OR ? node->first : NULL;
    if (first == NULL || first->next->next != NULL || first->kind != MAD_NODE_REF ||
        first->next->kind != MAD_NODE_REF) {
        return false;
    }
    const struct mad_rule_direction *one = direction_of(telling, first);
    const struct mad_rule_direction *other = direction_of(telling, first->next);
    return one != NULL && other != NULL && is_jump(one) && is_jump(other) && one->own &&
           other->own && one->up == other->up && one->up != 0 && one->right == -other->right &&
           one->right != 0;
}

void mad_tell_ways(struct mad_telling *telling, const struct mad_node *node)
{
    const char *words = node->kind == MAD_NODE_REF ? words_for(telling, node->name) : NULL;
    const struct mad_rule_definition *meaning =
        node->kind == MAD_NODE_REF ? mad_rules_definition(telling->english->rules, node->name)
                                   : NULL;
    const struct mad_rule_direction *direction = direction_of(telling, node);
    if (words != NULL) {
        mad_say(telling, "%s", words);
    } else if (direction != NULL) {
        tell_direction(telling, direction);
    } else if (meaning != NULL && telling->depth < MOST_NAMES_DEEP && telling->english->has_ranks &&
               mad_is_ways(telling, meaning->expression, 0)) {
        telling->depth++;
        mad_tell_ways(telling, meaning->expression);
        telling->depth--;
    } else if (node->kind == MAD_NODE_REF) {
        mad_say_name(telling, node->name);
    } else if (is_mirrored(telling, node)) {
        const struct mad_rule_direction *one = direction_of(telling, node->first);
        mad_say(telling, "%d %s and %d to the left or right", abs(one->up),
                one->up < 0 ? "backward" : "forward", abs(one->right));
    } else if (node->kind == MAD_NODE_OR || node->kind == MAD_NODE_LIST) {
        mad_say_joined(telling, node->first, "or", mad_tell_ways);
    } else if (node->kind == MAD_NODE_FUNCTION && node->n0 == MAD_FN_OPPOSITE_OF) {
        mad_say(telling, "the other way than ");
        mad_tell_ways(telling, node->first);
    } else {
        mad_tell(telling, node);
    }
}

bool mad_is_motion(const struct mad_node *node)
{
    switch ((int)node->kind) {
    case MAD_NODE_STEP:
    case MAD_NODE_SLIDE:
    case MAD_NODE_LEAP:
    case MAD_NODE_LEAP_ALONG:
    case MAD_NODE_LINE:
    case MAD_NODE_THEN: return true;
    case MAD_NODE_OR:
    case MAD_NODE_ON:
    case MAD_NODE_EXCEPT:
    case MAD_NODE_NEXT_TO: return mad_is_motion(node->first);
    default: return false;
    }
}

static void tell_origin(struct mad_telling *telling, const struct mad_node *motion)
{
    const struct mad_node *from = mad_telling_child(motion, MAD_NODE_FROM);
    if (from != NULL) {
        mad_say(telling, " from ");
        mad_tell(telling, from->first);
    }
}

static void tell_slide(struct mad_telling *telling, const struct mad_node *slide)
{
    const struct mad_node *over = mad_telling_child(slide, MAD_NODE_OVER);
    if ((slide->flags & MAD_FLAG_JUST_BEYOND) != 0) {
        mad_tell_ways(telling, slide->first);
        mad_say(telling,
                slide->n1 == 1 ? " to the square right behind the first piece on the way"
                               : " to the square right behind the %dth piece on the way",
                slide->n1);
    } else {
        if (slide->n0 > 0) {
            mad_say(telling, "up to %d squares ", slide->n0);
        } else {
            mad_say(telling, "any number of squares ");
        }
        mad_tell_ways(telling, slide->first);
        if (slide->n1 > 0) {
            mad_say(telling, ", over exactly ");
            if (slide->n1 == 1) {
                mad_say(telling, "one ");
            } else {
                mad_say(telling, "%d ", slide->n1);
            }
            if (over != NULL) {
                mad_tell(telling, over->first);
            } else {
                mad_say(telling, slide->n1 == 1 ? "piece" : "pieces");
            }
        }
    }
}

static void tell_leap(struct mad_telling *telling, const struct mad_node *leap)
{
    const int a = leap->n0 < leap->n1 ? leap->n0 : leap->n1;
    const int b = leap->n0 < leap->n1 ? leap->n1 : leap->n0;
    const char *words = NULL;
    const bool is_lame = (leap->flags & MAD_FLAG_LAME) != 0;
    const struct mad_node *boards = leap->first;
    if (boards != NULL && boards->kind == MAD_NODE_NUMBER) {
        mad_say(telling, "a leap of %d,%d to a square %d board%s %s", leap->n0, leap->n1,
                abs(boards->n0), abs(boards->n0) == 1 ? "" : "s", boards->n0 < 0 ? "back" : "on");
        return;
    }
    for (size_t i = 0; i < sizeof leaps / sizeof *leaps; i++) {
        words = leaps[i].right == a && leaps[i].up == b ? leaps[i].words : words;
    }
    if (words != NULL) {
        mad_say(telling, "%s", words);
    } else if (!telling->english->has_ranks) {
        mad_say(telling, "a leap of %d,%d", leap->n0, leap->n1);
    } else if (a == b || a == 0) {
        mad_say(telling, "exactly %d square%s %s", b, b == 1 ? "" : "s",
                a == b ? "diagonally" : "along rank or file");
        mad_say(telling, is_lame || b == 1 ? "" : ", jumping over whoever stands between");
    } else {
        mad_say(telling, "a leap of %d squares one way and %d across", b, a);
    }
    if ((leap->flags & MAD_FLAG_REPEATEDLY) != 0) {
        mad_say(telling,
                ", repeated as often as it likes in the same direction over empty squares");
    }
    if (is_lame) {
        mad_say(telling, a == b || a == 0 ? ", unless a piece stands between"
                         : b == 2         ? ", unless a piece stands right beside it on the way"
                                  : ", first straight and then diagonally on, unless a piece "
                                    "stands on that way");
    }
}

/* `exactly 4 squares forward`, `as many squares along the track as steps-thrown`. */
static void tell_leap_along(struct mad_telling *telling, const struct mad_node *leap)
{
    const struct mad_node *number = leap->first->next;
    const bool is_written = number->kind == MAD_NODE_NUMBER;
    if (is_written) {
        mad_say(telling, number->n0 == 1 ? "exactly 1 square " : "exactly %d squares ", number->n0);
    } else {
        mad_say(telling, "as many squares ");
    }
    mad_tell_ways(telling, leap->first);
    if (!is_written) {
        mad_say(telling, " as ");
        mad_tell(telling, number);
    }
    mad_say(telling, ", over whoever stands between");
}

static void tell_line(struct mad_telling *telling, const struct mad_node *line)
{
    const struct mad_node *over = mad_telling_child(line, MAD_NODE_OVER);
    const struct mad_node *to = mad_telling_child(line, MAD_NODE_TO);
    mad_say(telling, over != NULL ? "the unbroken row of " : "the line ");
    if (over != NULL) {
        mad_tell(telling, over->first);
        mad_say(telling, " ");
    }
    mad_tell_ways(telling, line->first);
    mad_say(telling, over == NULL ? " to the edge" : "");
    if (to != NULL) {
        mad_say(telling, ", behind which comes ");
        mad_tell(telling, to->first);
    }
}

static void tell_ending(struct mad_telling *telling, const struct mad_node *node)
{
    const struct mad_node *where = node->first->next;
    const bool is_empty = node->kind == MAD_NODE_ON && mad_is_word(where, MAD_WORD_EMPTY);
    mad_tell_motion(telling, node->first);
    mad_say(telling, is_empty                        ? ", to an empty square"
                     : node->kind == MAD_NODE_ON     ? ", only to "
                     : node->kind == MAD_NODE_EXCEPT ? ", but never to "
                                                     : ", only next to ");
    if (!is_empty && node->kind == MAD_NODE_NEXT_TO) {
        mad_tell_with_article(telling, where);
    } else if (!is_empty) {
        mad_tell(telling, where);
    }
}

/* Motions that have commas in them are held apart by more than those. */
static void tell_either(struct mad_telling *telling, const struct mad_node *node)
{
    bool has_commas = false;
    for (const struct mad_node *part = node->first; part != NULL; part = part->next) {
        has_commas |= part->kind != MAD_NODE_STEP &&
                      (part->kind != MAD_NODE_SLIDE || part->n1 > 0) &&
                      (part->kind != MAD_NODE_LEAP || part->flags != 0 || part->n0 == part->n1 ||
                       part->n0 == 0 || part->n1 == 0);
    }
    for (const struct mad_node *part = node->first; part != NULL; part = part->next) {
        mad_tell_motion(telling, part);
        mad_say(telling, part->next == NULL         ? ""
                         : has_commas               ? "; or "
                         : part->next->next == NULL ? " or "
                                                    : ", ");
    }
}

void mad_tell_motion(struct mad_telling *telling, const struct mad_node *node)
{
    switch ((int)node->kind) {
    case MAD_NODE_STEP:
        mad_say(telling, has_jump(telling, node->first, 0)         ? "a jump "
                         : mad_rules_link(telling->english->rules) ? "to the next square "
                                                                   : "one square ");
        mad_tell_ways(telling, node->first);
        break;
    case MAD_NODE_SLIDE: tell_slide(telling, node); break;
    case MAD_NODE_LEAP: tell_leap(telling, node); break;
    case MAD_NODE_LEAP_ALONG: tell_leap_along(telling, node); break;
    case MAD_NODE_LINE: tell_line(telling, node); break;
    case MAD_NODE_THEN:
        mad_tell_motion(telling, node->first);
        mad_say(telling, ", and then ");
        mad_tell_motion(telling, node->first->next);
        break;
    case MAD_NODE_OR: tell_either(telling, node); break;
    case MAD_NODE_ON:
    case MAD_NODE_EXCEPT:
    case MAD_NODE_NEXT_TO: tell_ending(telling, node); return;
    default: mad_tell(telling, node); return;
    }
    tell_origin(telling, node);
}
