/* compounds.c - men who go in several ways, one of which does not go with the others, or with what else leaps in the game.
 *
 * Layer: interp/lint. Read from the lines alone. Most men of several ways put a known leap beside a slide, or take in the
 * way of another man of the game; a leap that nobody else has, off by a square or two from one that somebody has, is a slip
 * more often than a discovery. A man who leaps so and does nothing else is left alone: he is somebody of his own. */
#include <stdlib.h>
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

struct leap {
    int32_t near, far; /* the smaller offset and the larger one */
};

static struct leap leap_of(const struct mad_node *node)
{
    const int32_t a = abs(node->n0), b = abs(node->n1);
    return (struct leap){a < b ? a : b, a < b ? b : a};
}

static bool is_same(struct leap a, struct leap b)
{
    return a.near == b.near && a.far == b.far;
}

static int32_t apart(struct leap a, struct leap b)
{
    return abs(a.near - b.near) + abs(a.far - b.far);
}

/* What one slip of the hand makes of it. */
static bool is_close(struct leap a, struct leap b)
{
    return apart(a, b) == 1 || apart(a, b) == 2;
}

static bool is_leap(const struct mad_node *node, const void *leap)
{
    return node->kind == MAD_NODE_LEAP && is_same(leap_of(node), *(const struct leap *)leap);
}

static bool piece_has_leap(const struct mad_rule_piece *piece, struct leap leap)
{
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (mad_tree_any(piece->lines.items[i], is_leap, &leap))
            return true;
    return false;
}

/* The leap of a man who does nothing else than leap so; null when he is another. */
static const struct mad_node *only_leap(const struct mad_rule_piece *piece)
{
    const struct mad_node *found = NULL;
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *line = piece->lines.items[i];
        if (line->kind != MAD_NODE_MOVE)
            continue;
        if (found != NULL || line->first->kind != MAD_NODE_LEAP || line->first->next != NULL)
            return NULL;
        found = line->first;
    }
    return found;
}

/* A man who leaps nearly as far, when nobody but the piece itself leaps so far; null when there is none. */
static const struct mad_rule_piece *find_model(const struct mad_lint *lint,
                                               const struct mad_rule_piece *piece, struct leap leap)
{
    const struct mad_rule_piece *model = NULL;
    for (uint32_t i = 0; i < lint->rules->piece_count; i++) {
        const struct mad_rule_piece *other = &lint->rules->pieces[i];
        const struct mad_node *only = only_leap(other);
        if (other == piece)
            continue;
        if (piece_has_leap(other, leap))
            return NULL;
        if (only != NULL && is_close(leap_of(only), leap) &&
            (model == NULL || apart(leap_of(only), leap) < apart(leap_of(only_leap(model)), leap)))
            model = other;
    }
    return model;
}

static void tell(struct mad_lint *lint, const struct mad_node *leap,
                 const struct mad_rule_piece *model)
{
    const struct mad_node *only = only_leap(model);
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_ODD_ONE, leap->span,
                         mad_findings_text(lint->findings, "nobody else leaps so, and the %s %d,%d",
                                           model->name, (int)only->n0, (int)only->n1));
    mad_finding_remedy(lint->findings, finding, "`leap %d,%d`", (int)only->n0, (int)only->n1);
    if (leap->flags == 0 && leap->first == NULL)
        mad_finding_fix(lint->findings, finding, leap->span, false, "leap %d,%d", (int)only->n0,
                        (int)only->n1);
}

/* The parts of a movement: all that `or` joins, or itself. */
static const struct mad_node *first_part(const struct mad_node *movement)
{
    return movement->kind == MAD_NODE_OR ? movement->first : movement;
}

static const struct mad_node *next_part(const struct mad_node *movement,
                                        const struct mad_node *part)
{
    return movement->kind == MAD_NODE_OR ? part->next : NULL;
}

/* `slide diagonal or leap 1,3` in a game with Knights. */
static const struct mad_node *leap_beside_slides(const struct mad_node *movement)
{
    const struct mad_node *leap = NULL;
    bool slides = false;
    for (const struct mad_node *part = first_part(movement); part != NULL;
         part = next_part(movement, part)) {
        if (part->kind == MAD_NODE_LEAP && leap != NULL)
            return NULL; /* several: a pattern of its own */
        if (part->kind == MAD_NODE_LEAP)
            leap = part;
        else if (part->kind != MAD_NODE_SLIDE)
            return NULL;
        slides = slides || part->kind == MAD_NODE_SLIDE;
    }
    return slides ? leap : NULL;
}

/* `capture leap 1,3` of a man who captures in no other way, and moves otherwise. */
static const struct mad_node *leap_of_half(const struct mad_rule_piece *piece,
                                           const struct mad_node *line)
{
    const bool is_half = line->n0 == MAD_TO_EMPTY || line->n0 == MAD_TO_ENEMY;
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (piece->lines.items[i] != line && piece->lines.items[i]->kind == MAD_NODE_MOVE &&
            (piece->lines.items[i]->n0 & line->n0) != 0)
            return NULL;
    return is_half && line->first->kind == MAD_NODE_LEAP && only_leap(piece) == NULL ? line->first
                                                                                     : NULL;
}

static void check_leap(struct mad_lint *lint, const struct mad_rule_piece *piece,
                       const struct mad_node *line)
{
    const struct mad_node *leap = leap_beside_slides(line->first);
    leap = leap != NULL ? leap : leap_of_half(piece, line);
    const struct mad_rule_piece *model =
        leap != NULL ? find_model(lint, piece, leap_of(leap)) : NULL;
    if (model != NULL)
        tell(lint, leap, model);
}

/* --- along a slide ---------------------------------------------------------------------------------------- */

/* Which of the four ways along ranks and files, and of the four aslant, the directions in a node lead; one bit each. */
static unsigned ways_of(const struct mad_ruleset *rules, const struct mad_node *node,
                        uint32_t depth)
{
    unsigned ways = 0;
    const struct mad_rule_direction *way = mad_rules_direction(rules, node);
    const struct mad_node *meant = depth > 0 ? mad_rules_meaning(rules, node) : NULL;
    if (way != NULL && abs(way->right) <= 1 && abs(way->up) <= 1)
        return 1u << ((way->up + 1) * 3 + way->right + 1);
    if (meant != NULL)
        return ways_of(rules, meant, depth - 1);
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        ways |= ways_of(rules, child, depth);
    return ways;
}

enum {
    STRAIGHT = 1u << 1 | 1u << 3 | 1u << 5 | 1u << 7,
    BEHIND = 1u << 0 | 1u << 1 | 1u << 2,
    ASLANT = 1u << 0 | 1u << 2 | 1u << 6 | 1u << 8,
    MAX_DEPTH = 4, /* of names that stand for names */
    SHORT = 2
};

/* A leap that ends on a line along which the man slides anyway. One of three squares or more goes over men in the way, which
 * may be what it is for. */
static void check_along(struct mad_lint *lint, const struct mad_node *movement)
{
    const struct mad_node *leap = leap_beside_slides(movement);
    if (leap == NULL)
        return;
    const struct leap by = leap_of(leap);
    const unsigned wanted = by.far > SHORT      ? 0
                            : by.near == 0      ? STRAIGHT
                            : by.near == by.far ? ASLANT
                                                : 0;
    for (const struct mad_node *part = first_part(movement); part != NULL && wanted != 0;
         part = next_part(movement, part)) {
        if (part->kind != MAD_NODE_SLIDE || part->n0 != 0 || part->n1 != 0 ||
            part->first->next != NULL ||
            (ways_of(lint->rules, part->first, MAX_DEPTH) & wanted) != wanted)
            continue;
        struct mad_finding *finding =
            mad_findings_add(lint->findings, MAD_FINDING_ODD_ONE, leap->span,
                             "this leads to squares to which the piece slides anyway");
        mad_finding_note_at(lint->findings, finding, part->span, "this slide");
        mad_finding_remedy(lint->findings, finding,
                           "another leap, unless it is meant to go over men in the way");
        return;
    }
}

/* --- a double step another way ---------------------------------------------------------------------------------- */

/* `double-step along forward` of a man who steps aslant. */
static void check_double(struct mad_lint *lint, const struct mad_rule_piece *piece,
                         const struct mad_node *line)
{
    const struct mad_node *call = line->kind == MAD_NODE_CALL_LINE ? line->first : NULL;
    unsigned single = 0, all = 0;
    if (call == NULL || call->first == NULL || !mad_lint_steps_on(lint->rules, call))
        return;
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (piece->lines.items[i]->kind == MAD_NODE_MOVE &&
            (piece->lines.items[i]->n0 & MAD_TO_EMPTY) != 0)
            single |= ways_of(lint->rules, piece->lines.items[i]->first, MAX_DEPTH);
    all = ways_of(lint->rules, call->first, MAX_DEPTH);
    const bool is_own = mad_lint_is_own(lint, line->span);
    const bool is_told = is_own && (all & BEHIND) == all; /* by contrast.c */
    if (single == 0 || all == 0 || (all & ~single) == 0 || is_told)
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_ODD_ONE, is_own ? line->span : lint->rules->span,
        mad_findings_text(lint->findings, "the %s does this another way than he steps",
                          piece->name));
    if (!is_own)
        mad_finding_note_at(lint->findings, finding, line->span, "this line is inherited");
    mad_finding_remedy(lint->findings, finding, "`no longer %s`, or along the way that he goes",
                       call->name);
}

/* --- a slide of one square ----------------------------------------------------------------------------------- */

/* Offers `step forward` for `slide forward up to 1`; a larger number may have been meant. */
static void offer_step(struct mad_lint *lint, struct mad_finding *finding, struct mad_span span)
{
    static const char slide[] = "slide ", one[] = " up to 1";
    const char *text = lint->sources->items[span.source].text + span.begin;
    const size_t before = strlen(slide), behind = strlen(one);
    if (span.length > before + behind && strncmp(text, slide, before) == 0 &&
        strncmp(text + span.length - behind, one, behind) == 0)
        mad_finding_fix(lint->findings, finding, span, false, "step %.*s",
                        (int)(span.length - before - behind), text + before);
}

static void check_short(struct mad_lint *lint, const struct mad_node *node)
{
    if (node->kind == MAD_NODE_SLIDE && node->n0 == 1) {
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_ODD_ONE, node->span, "a slide of one square is a step");
        mad_finding_remedy(lint->findings, finding, "`step`, or a larger number");
        offer_step(lint, finding, node->span);
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        check_short(lint, child);
}

/* --- who is called alike ---------------------------------------------------------------------------------------- */

/* `Mad Elephant` and `Elephant` */
static bool is_of_name(const char *longer, const char *name)
{
    const size_t length = strlen(longer), tail = strlen(name);
    return length > tail + 1 && longer[length - tail - 1] == ' ' &&
           strcmp(longer + length - tail, name) == 0;
}

static const struct mad_node *line_with_leap(const struct mad_rule_piece *piece)
{
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (piece->lines.items[i]->kind == MAD_NODE_MOVE &&
            piece->lines.items[i]->first->kind == MAD_NODE_LEAP)
            return piece->lines.items[i]->first;
    return NULL;
}

/* Two of whom one has the other's name in his own, and who leap, but not equally far. */
static void check_kin(struct mad_lint *lint, const struct mad_rule_piece *piece,
                      const struct mad_rule_piece *other)
{
    const struct mad_node *a = line_with_leap(piece), *b = line_with_leap(other);
    const bool is_kin =
        is_of_name(piece->name, other->name) || is_of_name(other->name, piece->name);
    if (!is_kin || a == NULL || b == NULL || !is_close(leap_of(a), leap_of(b)) ||
        !mad_lint_is_own(lint, a->span) || !mad_lint_is_own(lint, b->span))
        return;
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_ODD_ONE, a->span,
                         mad_findings_text(lint->findings, "the %s leaps so, and the %s otherwise",
                                           piece->name, other->name));
    mad_finding_note_at(lint->findings, finding, b->span, "here");
}

void mad_lint_compounds(struct mad_lint *lint)
{
    for (uint32_t type = 0; type < lint->rules->piece_count; type++) {
        const struct mad_rule_piece *piece = &lint->rules->pieces[type];
        for (uint32_t i = 0; i < piece->lines.count; i++) {
            const struct mad_node *line = piece->lines.items[i];
            check_double(lint, piece, line);
            if (!mad_lint_is_own(lint, line->span))
                continue;
            check_short(lint, line);
            if (line->kind != MAD_NODE_MOVE)
                continue;
            check_along(lint, line->first);
            check_leap(lint, piece, line);
        }
        for (uint32_t other = 0; other < type; other++)
            check_kin(lint, piece, &lint->rules->pieces[other]);
    }
}
