/* vain.c - what is asked in vain: of the square of a man who is about to move, of squares that are none, and of a player
 * whose turn it is not. Layer: interp/lint. */
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

/* --- who stands where the man stands ------------------------------------------------------------------------- */

/* Whether it is asked if here is empty, or an enemy's: who is about to move stands there himself. */
static bool is_of_nobody(const struct mad_node *node)
{
    const struct mad_node *what = node->first != NULL ? node->first->next : NULL;
    return node->kind == MAD_NODE_IS && (node->n0 == MAD_IS || node->n0 == MAD_IS_ON) &&
           what != NULL && mad_is_word(node->first, MAD_WORD_HERE) &&
           (mad_is_word(what, MAD_WORD_EMPTY) || mad_is_word(what, MAD_WORD_ENEMY) ||
            what->kind == MAD_NODE_ENEMY);
}

static void look_here(struct mad_lint *lint, const struct mad_node *node)
{
    if (is_of_nobody(node) && mad_lint_is_own(lint, node->span)) {
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_IN_VAIN, node->span,
            mad_findings_text(lint->findings,
                              "this %s holds: `here` is where the man stands before he moves",
                              (node->flags & MAD_FLAG_NEGATED) != 0 ? "always" : "never"));
        mad_finding_remedy(lint->findings, finding, "%s",
                           "`move` goes to empty squares alone and `capture` to enemies; another "
                           "square is `step forward is empty`");
        return;
    }
    if (node->kind == MAD_NODE_FORMER)
        return;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        look_here(lint, child);
}

static void check_here(struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->piece_count; i++) {
        const struct mad_rule_lines *lines = &lint->rules->pieces[i].lines;
        for (uint32_t l = 0; l < lines->count; l++) {
            const struct mad_node *line = lines->items[l];
            if (line->kind == MAD_NODE_HELD)
                look_here(lint, line);
            for (const struct mad_node *part = line->first;
                 part != NULL && line->kind != MAD_NODE_EVENT; part = part->next)
                if (part->kind == MAD_NODE_WHEN)
                    look_here(lint, part);
        }
    }
}

/* --- squares that are none --------------------------------------------------------------------------------------- */

/* Whether the sets of both players are known to have no square. */
static bool is_nowhere(const struct mad_lint *lint, const struct mad_node *node,
                       const struct mad_node *other)
{
    for (int player = 0; player < 2; player++) {
        bool set[MAD_MAX_SQUARES] = {false}, all[MAD_MAX_SQUARES] = {false};
        if (!mad_lint_squares_of(lint, node, player, set) ||
            (other != NULL && !mad_lint_squares_of(lint, other, player, all)))
            return false;
        for (uint32_t square = 0; square < lint->game->squares; square++)
            if (set[square] && (other == NULL || all[square]))
                return false;
    }
    return true;
}

/* `rank 2 on rank 4`, `step forward on rank 2 on rank 4`: the square of one rank is on no other. */
static bool see_nowhere(void *context, const struct mad_node *node)
{
    struct mad_lint *lint = context;
    const struct mad_node *a = node->first;
    const bool is_both = node->kind == MAD_NODE_ON && a != NULL && a->next != NULL &&
                         (is_nowhere(lint, node, NULL) ||
                          (a->kind == MAD_NODE_ON && is_nowhere(lint, a->first->next, a->next)));
    if (mad_lint_is_own(lint, node->span) &&
        (is_both || (node->kind == MAD_NODE_EXCEPT && is_nowhere(lint, node, NULL)))) {
        struct mad_finding *finding =
            mad_findings_add(lint->findings, MAD_FINDING_IN_VAIN, node->span,
                             is_both ? "no square is both" : "no square is left of these");
        mad_finding_remedy(lint->findings, finding, "%s",
                           is_both ? "either of them is said by `or`"
                                   : "leave out what is behind `except`");
        return true;
    }
    for (const struct mad_node *child = a; child != NULL; child = child->next)
        (void)see_nowhere(context, child);
    return true;
}

/* --- whose turn it is not ---------------------------------------------------------------------------------------- */

/* Where one player moves several times before the other does: the law that says so, null where they alternate. */
static const struct mad_node *law_of_turns(const struct mad_lint *lint)
{
    const struct mad_turn_order *turn = &lint->game->turn;
    bool has_two = turn->goes_on;
    for (uint32_t i = turn->once; i + 1 < turn->count; i++)
        has_two = has_two || turn->order[i] == turn->order[i + 1];
    const struct mad_node *last = NULL;
    for (uint32_t i = 0; i < lint->rules->laws.count && has_two; i++) {
        const struct mad_node *law = lint->rules->laws.items[i];
        if (law->kind == MAD_NODE_TURNS || law->kind == MAD_NODE_AGAIN_WHEN)
            last = law;
    }
    return last;
}

static bool asks_number(const struct mad_node *node, const void *context)
{
    const struct mad_ruleset *rules = context;
    for (uint32_t i = 0; node->kind == MAD_NODE_REF && i < rules->counter_count; i++)
        if (mad_lint_leads_to(rules, node, rules->counters[i].name))
            return true;
    return false;
}

/* Who is in check has no other move before him, where a check ends the turn; counters tell that it is over. */
static bool tells_that_turn_is_over(const struct mad_lint *lint, const struct mad_node *truth)
{
    if (truth->kind == MAD_NODE_IS && truth->n0 == MAD_IS_IN &&
        (truth->flags & MAD_FLAG_NEGATED) == 0)
        return true;
    if (mad_tree_any(truth, asks_number, lint->rules))
        return true;
    for (const struct mad_node *part = truth->kind == MAD_NODE_AND ? truth->first : NULL;
         part != NULL; part = part->next)
        if (tells_that_turn_is_over(lint, part))
            return true;
    return false;
}

/* Whether it is asked whether that player cannot move. */
static bool is_moveless(const struct mad_node *node, const void *player)
{
    return node->kind == MAD_NODE_CAN_MOVE && (node->flags & MAD_FLAG_NEGATED) != 0 &&
           node->first != NULL && node->first->next == NULL &&
           mad_is_word(node->first, *(const enum mad_word *)player);
}

/* Whether the name stands for what is left of a number as moves are counted: some number minus a counter that is set behind
 * every move. */
static bool is_left_of_moves(const struct mad_ruleset *rules, const char *name)
{
    const struct mad_rule_definition *definition = mad_rules_definition(rules, name);
    const struct mad_node *rest = definition != NULL ? definition->expression : NULL;
    if (rest == NULL || rest->kind != MAD_NODE_PLUS || (rest->flags & MAD_FLAG_NEGATED) == 0)
        return false;
    const struct mad_node *counter = rest->first->next;
    for (uint32_t i = 0; counter->kind == MAD_NODE_REF && i < rules->laws.count; i++)
        if (rules->laws.items[i]->kind == MAD_NODE_WHEN_MOVED &&
            mad_tree_mentions(rules->laws.items[i], counter->name))
            return true;
    return false;
}

/* `moves-left is 0` in a law, which is asked before the move is counted. */
static void look_for_none_left(struct mad_lint *lint, const struct mad_node *node)
{
    const struct mad_node *number = node->first != NULL ? node->first->next : NULL;
    const bool is_left = node->kind == MAD_NODE_IS && number != NULL &&
                         number->kind == MAD_NODE_NUMBER && node->first->kind == MAD_NODE_REF &&
                         is_left_of_moves(lint->rules, node->first->name);
    const bool is_none =
        is_left && (number->n0 + (node->n0 == MAD_IS_LESS_THAN ? -1 : 0)) <= 0 &&
        (node->n0 == MAD_IS || node->n0 == MAD_IS_AT_MOST || node->n0 == MAD_IS_LESS_THAN);
    if (is_none && mad_lint_is_own(lint, node->span)) {
        struct mad_finding *finding =
            mad_findings_add(lint->findings, MAD_FINDING_IN_VAIN, node->span,
                             (node->flags & MAD_FLAG_NEGATED) != 0
                                 ? "this always holds: a law is asked before its move is counted"
                                 : "this never holds: a law is asked before its move is counted");
        mad_finding_fix(lint->findings, finding, node->span, false, "%s is %s1", node->first->name,
                        (node->flags & MAD_FLAG_NEGATED) != 0 ? "not " : "");
        return;
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        look_for_none_left(lint, child);
}

static const struct mad_node *truth_of(const struct mad_node *end)
{
    return end->kind == MAD_NODE_END_DRAW                        ? end->first
           : end->kind == MAD_NODE_END_FOR && end->first != NULL ? end->first->next
                                                                 : NULL;
}

/* `mover loses when mover cannot move`, `enemy wins when mover cannot move`: who writes so speaks of him who is next. Offers
 * the end as the one who has just moved sees it. `mover wins when mover cannot move` is nearly always a slip of one word;
 * false where the end speaks of another, or stands elsewhere. */
static bool offer_other_view(struct mad_lint *lint, struct mad_finding *finding,
                             const struct mad_node *end, const struct mad_node *asked)
{
    const struct mad_node *whose = end->kind == MAD_NODE_END_FOR ? end->first : NULL;
    const bool is_mover = whose != NULL && mad_is_word(whose, MAD_WORD_MOVER);
    const bool is_enemy = whose != NULL && mad_is_word(whose, MAD_WORD_ENEMY);
    const char *text = lint->sources->items[end->span.source].text;
    if ((!is_mover && !is_enemy) || asked->span.source != end->span.source ||
        asked->span.begin < whose->next->span.begin)
        return false;
    const uint32_t condition = whose->next->span.begin, name = asked->first->span.begin,
                   rest = name + asked->first->span.length,
                   behind = end->span.begin + end->span.length;
    const int before = (int)(name - condition), after = (int)(behind - rest);
    const bool wins = is_mover || end->n0 == 1;
    mad_finding_fix(lint->findings, finding, end->span, false, "mover %s when %.*senemy%.*s",
                    wins ? "wins" : "loses", before, text + condition, after, text + rest);
    if (is_mover && end->n0 == 1)
        mad_finding_fix(lint->findings, finding, end->span, false, "mover loses when %.*senemy%.*s",
                        before, text + condition, after, text + rest);
    return true;
}

/* Whether a turn ends, or somebody passes, when who is to go on with it cannot move. */
static bool lets_stuck_off(const struct mad_ruleset *rules)
{
    static const enum mad_word mover = MAD_WORD_MOVER, next = MAD_WORD_NEXT_PLAYER;
    for (uint32_t i = 0; i < rules->laws.count; i++) {
        const struct mad_node *law = rules->laws.items[i];
        if (law->kind == MAD_NODE_PASS_WHEN ||
            (law->kind == MAD_NODE_END_TURN_WHEN &&
             (mad_tree_any(law, is_moveless, &mover) || mad_tree_any(law, is_moveless, &next))))
            return true;
    }
    return false;
}

/* Where turns have one move each, who has just moved is asked; where they have more, the enemy though it may not be his turn. */
static void check_turn(struct mad_lint *lint, const struct mad_node *law, bool alternates,
                       const struct mad_node *end)
{
    const enum mad_word player = alternates ? MAD_WORD_MOVER : MAD_WORD_ENEMY;
    const struct mad_node *truth = truth_of(end);
    const struct mad_node *asked =
        truth != NULL ? mad_tree_find(truth, is_moveless, NULL, &player) : NULL;
    if (asked == NULL || (!alternates && tells_that_turn_is_over(lint, truth)))
        return;
    const struct mad_span place =
        mad_lint_is_own(lint, asked->span) || alternates ? asked->span : law->span;
    if (!mad_lint_is_own(lint, place))
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_IN_VAIN, place,
        alternates ? "`mover` has just moved: whether he could again is asked, and not who is next"
                   : "`enemy cannot move` is asked while a turn goes on, too, when he is not next");
    if (alternates && offer_other_view(lint, finding, end, asked))
        return;
    if (place.begin == asked->span.begin && place.source == asked->span.source)
        mad_finding_fix(lint->findings, finding, asked->first->span, false, "%s",
                        alternates ? "enemy" : "next player");
    else
        mad_finding_note_at(lint->findings, finding, asked->span,
                            "write the ends anew, with `next player cannot move`");
    if (!alternates && end->kind == MAD_NODE_END_FOR && !lets_stuck_off(lint->rules))
        mad_finding_note_at(lint->findings, finding, law->span,
                            "and beside this `end-turn when mover cannot move`, or who is stuck in "
                            "the midst of his own turn is next");
}

/* --- stuck in the midst of a turn -------------------------------------------------------------------------------- */

/* `mover wins when next player cannot move`, and nothing beside it: in the midst of a turn who is next has just moved. */
static void check_midst(struct mad_lint *lint, const struct mad_node *law,
                        const struct mad_node *end)
{
    static const enum mad_word next = MAD_WORD_NEXT_PLAYER;
    const struct mad_node *truth =
        end->kind == MAD_NODE_END_FOR && end->n0 == 1 && mad_is_word(end->first, MAD_WORD_MOVER)
            ? end->first->next
            : NULL;
    if (truth == NULL || !is_moveless(truth, &next) || !mad_lint_is_own(lint, end->span) ||
        lets_stuck_off(lint->rules))
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_IN_VAIN, end->span,
        "who is stuck in the midst of his own turn is next as well, and wins by this");
    mad_finding_note_at(lint->findings, finding, law->span, "a turn has several moves");
    mad_finding_remedy(lint->findings, finding,
                       "beside the turns write `end-turn when mover cannot move`: his turn is over "
                       "then, and the enemy is next");
}

/* --- turns that are not alike --------------------------------------------------------------------------------------- */

/* Whether the armies stand in some image of each other: who has other men may have other turns. */
static bool are_armies_alike(const struct mad_lint *lint)
{
    for (int image = 0; image < MAD_IMAGES; image++)
        if (mad_lint_stands_so(lint, (enum mad_image)image, 0, 1))
            return true;
    return lint->rules->array == NULL;
}

/* `repeat Black, Black and White`: for ever one of them has more moves. */
static void check_shares(struct mad_lint *lint)
{
    const struct mad_turn_order *turn = &lint->game->turn;
    const struct mad_node *law = NULL;
    uint32_t shares[2] = {0, 0};
    for (uint32_t i = turn->once; i < turn->count; i++)
        shares[turn->order[i] & 1]++;
    for (uint32_t i = 0; i < lint->rules->laws.count; i++)
        if (lint->rules->laws.items[i]->kind == MAD_NODE_TURNS)
            law = lint->rules->laws.items[i];
    if (law == NULL || shares[0] == shares[1] || shares[0] == 0 || shares[1] == 0 ||
        !mad_lint_is_own(lint, law->span) || !are_armies_alike(lint))
        return;
    const int more = shares[1] > shares[0];
    (void)mad_findings_add(
        lint->findings, MAD_FINDING_ODD_ONE, law->span,
        mad_findings_text(lint->findings,
                          "of the moves that are repeated %s has %u and %s %u, and the armies are "
                          "alike",
                          lint->rules->players[more].name, (unsigned)shares[more],
                          lint->rules->players[1 - more].name, (unsigned)shares[1 - more]));
}

void mad_lint_vain(struct mad_lint *lint)
{
    const struct mad_rule_lines *ends = &lint->rules->ends;
    const struct mad_turn_order *turn = &lint->game->turn;
    const struct mad_node *law = law_of_turns(lint);
    const bool alternates = turn->count == 0 && !turn->goes_on && !lint->rules->plays_alone;
    check_here(lint);
    (void)mad_lint_each_sentence(lint->rules, see_nowhere, lint);
    for (uint32_t i = 0; i < lint->rules->illegal.count && turn->goes_on; i++)
        look_for_none_left(lint, lint->rules->illegal.items[i]);
    for (uint32_t i = 0; i < ends->count && (law != NULL || alternates); i++)
        check_turn(lint, law, alternates, ends->items[i]);
    for (uint32_t i = 0; i < ends->count && law != NULL; i++)
        check_midst(lint, law, ends->items[i]);
    check_shares(lint);
}
