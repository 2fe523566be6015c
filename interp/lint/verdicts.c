/* verdicts.c - ends held against the laws and the men: what a mated player gets, whose last man counts, how few men are too
 * few, and numbers that stand out among the ends.
 *
 * Layer: interp/lint. Read from the sentences alone. */
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

/* --- mate, where no end speaks of check -------------------------------------------------------------------- */

/* `mover is in check`, or the same of the enemy. */
static bool asks_for_check(const struct mad_node *node, const void *player)
{
    return node->kind == MAD_NODE_IS && node->n0 == MAD_IS_IN &&
           mad_is_word(node->first, *(const enum mad_word *)player);
}

static bool any_law_asks(const struct mad_lint *lint, enum mad_word player)
{
    for (uint32_t i = 0; i < lint->rules->illegal.count; i++)
        if (mad_tree_any(lint->rules->illegal.items[i], asks_for_check, &player))
            return true;
    return false;
}

static bool is_moveless(const struct mad_node *truth)
{
    return truth->kind == MAD_NODE_CAN_MOVE && (truth->flags & MAD_FLAG_NEGATED) != 0 &&
           truth->first != NULL && truth->first->next == NULL;
}

/* Kings may not be left in check, nobody is forbidden to give it, and who cannot move draws, mated or not. */
static void check_mated(struct mad_lint *lint)
{
    const struct mad_rule_lines *ends = &lint->rules->ends;
    const struct mad_node *draw = NULL;
    if (!any_law_asks(lint, MAD_WORD_MOVER) || any_law_asks(lint, MAD_WORD_ENEMY))
        return;
    for (uint32_t i = 0; i < ends->count; i++) {
        if (mad_lint_leads_to(lint->rules, ends->items[i], "check"))
            return;
        if (ends->items[i]->kind == MAD_NODE_END_DRAW && is_moveless(ends->items[i]->first))
            draw = ends->items[i];
    }
    if (draw == NULL || !mad_lint_is_own(lint, draw->span))
        return;
    mad_lint_tell_loser_wins(
        lint, draw, "nobody may stay in check, and who is mated gets this draw",
        "above it write `mover wins when enemy cannot move and enemy is in check`; "
        "`without check` where Kings are taken");
}

/* --- whose last man ------------------------------------------------------------------------------------------ */

static bool is_none_of(const struct mad_node *node, const void *player)
{
    return node->kind == MAD_NODE_HAS && (node->flags & MAD_FLAG_NEGATED) != 0 &&
           mad_is_word(node->first, *(const enum mad_word *)player);
}

/* Whether it asks, among other things, whether that player has no more men of some kind. */
static bool counts_out(const struct mad_node *node, enum mad_word player)
{
    return mad_tree_any(node, is_none_of, &player);
}

/* `enemy wins when mover has no King` */
static bool is_for_own_loss(const struct mad_node *end)
{
    const struct mad_node *truth = end->kind == MAD_NODE_END_FOR ? end->first->next : NULL;
    return truth != NULL && end->n0 == 1 && mad_is_word(end->first, MAD_WORD_ENEMY) &&
           truth->kind == MAD_NODE_HAS && counts_out(truth, MAD_WORD_MOVER);
}

/* Who loses his own last King by his own move has lost, and who takes the last one of the enemy has won nothing. */
static void check_last_man(struct mad_lint *lint, const struct mad_node *end)
{
    const struct mad_rule_lines *ends = &lint->rules->ends;
    if (!is_for_own_loss(end) || !mad_lint_is_own(lint, end->span))
        return;
    for (uint32_t i = 0; i < ends->count; i++)
        if (ends->items[i]->kind == MAD_NODE_END_WITHOUT ||
            (ends->items[i]->kind == MAD_NODE_END_FOR &&
             counts_out(ends->items[i], MAD_WORD_ENEMY)))
            return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_ODD_ONE, end->span,
        "this is for who loses his last one by his own move, and no end is for who takes it");
    mad_finding_remedy(lint->findings, finding,
                       "above it write `mover wins when enemy has no ...`");
}

/* --- what would have ended it before ------------------------------------------------------------------------------ */

/* Whether the two say the same, of the mover and of the enemy: `mover is home`, `enemy is home`. */
static bool is_of_other(const struct mad_node *a, const struct mad_node *b)
{
    const bool are_swapped = (mad_is_word(a, MAD_WORD_MOVER) && mad_is_word(b, MAD_WORD_ENEMY)) ||
                             (a->kind == MAD_NODE_OWN && b->kind == MAD_NODE_ENEMY);
    if (!are_swapped && (a->kind != b->kind || a->flags != b->flags || a->n0 != b->n0 ||
                         a->n1 != b->n1 || a->name != b->name))
        return false;
    const struct mad_node *x = a->first, *y = b->first;
    while (x != NULL && y != NULL && is_of_other(x, y)) {
        x = x->next;
        y = y->next;
    }
    return x == NULL && y == NULL;
}

static bool moves_nobody_else(void *context, const struct mad_node *sentence)
{
    (void)context;
    return !mad_tree_calls(sentence, "bring") && !mad_tree_calls(sentence, "swap");
}

/* `own Lion is on last rank`, or `mover is home` where that is what it means: where somebody stands, which the other one does
 * not change. */
static bool is_place_of_own(const struct mad_lint *lint, const struct mad_node *truth)
{
    if (truth->kind != MAD_NODE_IS || truth->flags != 0 || truth->first->next == NULL)
        return false;
    if (truth->first->kind == MAD_NODE_OWN)
        return truth->n0 == MAD_IS_ON;
    const struct mad_rule_definition *definition =
        mad_is_word(truth->first, MAD_WORD_MOVER)
            ? mad_rules_definition(lint->rules, truth->first->next->name)
            : NULL;
    return definition != NULL && is_place_of_own(lint, definition->expression);
}

/* `enemy wins when enemy is home` where who comes home has won with that very move. */
static void check_before(struct mad_lint *lint, const struct mad_node *end)
{
    const struct mad_node *truth = end->kind == MAD_NODE_END_FOR ? end->first->next : NULL;
    if (truth == NULL || end->n0 != 1 || !mad_is_word(end->first, MAD_WORD_ENEMY) ||
        !mad_lint_is_own(lint, end->span) || !mad_lint_each_living(lint, moves_nobody_else, NULL))
        return;
    for (uint32_t i = 0; i < lint->rules->ends.count; i++) {
        const struct mad_node *other = lint->rules->ends.items[i];
        if (other->kind != MAD_NODE_END_FOR || other->n0 != 1 ||
            !mad_is_word(other->first, MAD_WORD_MOVER) || other->first->next == NULL ||
            !is_place_of_own(lint, other->first->next) || !is_of_other(other->first->next, truth))
            continue;
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_UNREACHED_END, end->span,
            "this end is never reached: who gets there has won with that move already");
        mad_finding_note_at(lint->findings, finding, other->span, "by this end");
        mad_finding_remedy(lint->findings, finding,
                           "leave it out; or let the other end ask for more");
        return;
    }
}

/* --- a King and one man more ------------------------------------------------------------------------------------- */

static uint32_t count_royals(const struct mad_lint *lint, int player)
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    uint32_t count = 0;
    for (uint32_t square = 0; square < game->squares; square++)
        count += board[square] < game->code_count && game->codes[board[square]].owner == player &&
                 game->types[game->codes[board[square]].type].royal;
    return count;
}

/* `piece`, `own piece`, `piece on board`; how many players' men these are, or 0. */
static uint32_t owners_of(const struct mad_node *men)
{
    if (men->kind == MAD_NODE_ON && mad_is_word(men->first->next, MAD_WORD_BOARD))
        return owners_of(men->first);
    if (men->kind == MAD_NODE_OWN || men->kind == MAD_NODE_ENEMY)
        return mad_is_word(men->first, MAD_WORD_PIECE);
    return mad_is_word(men, MAD_WORD_PIECE) ? 2 : 0;
}

/* `move was drop and ...`: it is asked of one kind of move alone. */
static bool asks_for_move(const struct mad_node *node)
{
    for (const struct mad_node *part = node->first; node->kind == MAD_NODE_AND && part != NULL;
         part = part->next)
        if (part->kind == MAD_NODE_MOVE_WAS)
            return true;
    return false;
}

/* `exactly 2 own piece`, where the King is one, and cannot be taken. */
static void check_few(struct mad_lint *lint, const struct mad_node *node, uint32_t royals,
                      bool is_of_player)
{
    const bool is_has = node->kind == MAD_NODE_HAS;
    if (node->kind == MAD_NODE_SOME && node->n0 == MAD_SOME_EXACTLY && node->first != NULL) {
        const uint32_t owners =
            is_of_player && mad_is_word(node->first, MAD_WORD_PIECE) ? 1 : owners_of(node->first);
        if (owners > 0 && (uint32_t)node->n1 == owners * royals + 1) {
            struct mad_finding *finding = mad_findings_add(
                lint->findings, MAD_FINDING_ODD_ONE, node->span,
                mad_findings_text(lint->findings,
                                  "somebody has one man more than the royal piece, which cannot be "
                                  "taken: those alone are %u",
                                  (unsigned)(owners * royals)));
            mad_finding_remedy(lint->findings, finding, "`exactly %u`",
                               (unsigned)(owners * royals));
        }
    }
    for (const struct mad_node *child = node->first; child != NULL && !asks_for_move(node);
         child = child->next)
        check_few(lint, child, royals, is_has);
}

static void check_bare(struct mad_lint *lint)
{
    const uint32_t royals = count_royals(lint, 0);
    if (royals == 0 || royals != count_royals(lint, 1) || !any_law_asks(lint, MAD_WORD_MOVER))
        return;
    for (uint32_t i = 0; i < lint->rules->ends.count; i++) {
        const struct mad_node *end = lint->rules->ends.items[i];
        const bool is_of_both = /* ends.c holds the two parts against each other */
            end->kind == MAD_NODE_END_DRAW &&
            (end->first->kind == MAD_NODE_AND || end->first->kind == MAD_NODE_OR);
        if (!is_of_both && mad_lint_is_own(lint, end->span))
            check_few(lint, end, royals, false);
    }
    for (uint32_t i = 0; i < lint->rules->definition_count; i++)
        if (mad_lint_is_own(lint, lint->rules->definitions[i].span))
            check_few(lint, lint->rules->definitions[i].expression, royals, false);
}

/* --- one rank that is another --------------------------------------------------------------------------------------- */

struct ranks { /* that the ends name */
    uint32_t counts[MAD_MAX_SIDE + 2];
    const struct mad_node *last[MAD_MAX_SIDE + 2]; /* of each where it was named last */
};

static void count_ranks(const struct mad_node *node, struct ranks *ranks)
{
    if (node->kind == MAD_NODE_RANK && (node->flags & MAD_FLAG_OWN) == 0 && node->n0 > 0 &&
        node->n0 <= MAD_MAX_SIDE) {
        ranks->counts[node->n0]++;
        ranks->last[node->n0] = node;
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        count_ranks(child, ranks);
}

enum { MANY = 3 }; /* that agree: the one that does not stands out */

/* Rank 8 again and again, and once rank 7. */
static void check_ranks(struct mad_lint *lint)
{
    struct ranks ranks = {.counts = {0}};
    for (uint32_t i = 0; i < lint->rules->ends.count; i++)
        if (mad_lint_is_own(lint, lint->rules->ends.items[i]->span))
            count_ranks(lint->rules->ends.items[i], &ranks);
    for (int32_t rank = 1; rank <= MAD_MAX_SIDE; rank++)
        for (int32_t by = -1; by <= 1; by += 2) {
            const int32_t odd = rank + by;
            if (ranks.counts[rank] < MANY || ranks.counts[odd] != 1)
                continue;
            struct mad_finding *finding = mad_findings_add(
                lint->findings, MAD_FINDING_ODD_ONE, ranks.last[odd]->span,
                mad_findings_text(lint->findings, "everywhere else the ends say rank %d",
                                  (int)rank));
            mad_finding_fix(lint->findings, finding, ranks.last[odd]->span, false, "rank %d",
                            (int)rank);
        }
}

void mad_lint_verdicts(struct mad_lint *lint)
{
    check_mated(lint);
    for (uint32_t i = 0; i < lint->rules->ends.count; i++) {
        check_last_man(lint, lint->rules->ends.items[i]);
        check_before(lint, lint->rules->ends.items[i]);
    }
    check_bare(lint);
    check_ranks(lint);
}
