/* whose.c - ends that forget whose men they speak of. Layer: interp/lint. */
#include "../rules/tree.h"
#include "lint.h"

static const struct mad_rule_piece *piece_named(const struct mad_ruleset *rules,
                                                const struct mad_node *node)
{
    for (uint32_t i = 0; node->kind == MAD_NODE_REF && i < rules->piece_count; i++)
        if (rules->pieces[i].name == node->name)
            return &rules->pieces[i];
    return NULL;
}

static bool is_of_both(const struct mad_node *node, const void *rules)
{
    const struct mad_rule_piece *piece = piece_named(rules, node);
    return piece != NULL && piece->owner == -1;
}

static bool says_whose(const struct mad_node *node, const void *rules)
{
    (void)rules;
    return node->kind == MAD_NODE_OWN || node->kind == MAD_NODE_ENEMY ||
           node->kind == MAD_NODE_OF_PLAYER;
}

static bool is_row(const struct mad_node *node, const void *rules)
{
    (void)rules;
    return (node->kind == MAD_NODE_LINE_OF || node->kind == MAD_NODE_JOINED_TO) &&
           node->first != NULL;
}

/* In a row, or a chain, of men of both players who it is, named without saying whose; or null. */
static const struct mad_node *find_row_of_both(const struct mad_ruleset *rules,
                                               const struct mad_node *node)
{
    const struct mad_node *row = mad_tree_find(node, is_row, NULL, rules);
    return row != NULL ? mad_tree_find(row->first, is_of_both, says_whose, rules) : NULL;
}

static void check_rows(struct mad_lint *lint, const struct mad_node *end)
{
    const struct mad_node *truth = end->first != NULL ? end->first->next : NULL;
    const struct mad_node *man = truth != NULL ? find_row_of_both(lint->rules, truth) : NULL;
    if (man == NULL)
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_WHOSE, man->span,
        mad_findings_text(lint->findings,
                          "men of both players together make this row, and one of them wins"));
    mad_finding_fix(lint->findings, finding, man->span, false, "(own %s)", man->name);
}

/* --- two ends, one for each player ------------------------------------------------------------------------ */

static int player_of(const struct mad_ruleset *rules, const char *name)
{
    return name == NULL                     ? -1
           : name == rules->players[0].name ? 0
           : name == rules->players[1].name ? 1
                                            : -1;
}

/* Who wins by the end, where it names him; or -1. */
static int winner_of(const struct mad_ruleset *rules, const struct mad_node *end)
{
    const int player = end->first != NULL && end->first->kind == MAD_NODE_REF
                           ? player_of(rules, end->first->name)
                           : -1;
    return player < 0 || end->n0 == 1 ? player : 1 - player;
}

/* A player's man of a kind that both have. */
static bool is_named_man(const struct mad_node *node, const void *context)
{
    const struct mad_ruleset *rules = context;
    return node->kind == MAD_NODE_OF_PLAYER && player_of(rules, node->name) >= 0 &&
           node->first != NULL && is_of_both(node->first, rules);
}

static bool is_place(const struct mad_node *node)
{
    return node->kind == MAD_NODE_RANK || node->kind == MAD_NODE_FILE_OF_BOARD ||
           node->kind == MAD_NODE_SQUARE || node->kind == MAD_NODE_RECTANGLE;
}

/* The same sentence, but for squares, numbers and players. */
static bool is_alike(const struct mad_node *a, const struct mad_node *b)
{
    if (is_place(a) && is_place(b))
        return true;
    if (a->kind != b->kind || (a->kind == MAD_NODE_REF && a->name != b->name))
        return false;
    const struct mad_node *left = a->first, *right = b->first;
    for (; left != NULL && right != NULL; left = left->next, right = right->next)
        if (!is_alike(left, right))
            return false;
    return left == NULL && right == NULL;
}

/* `White wins when a White's Stone on e4`, `Black wins when a White's Stone on e5`. */
static void check_pair(struct mad_lint *lint, const struct mad_node *one,
                       const struct mad_node *other)
{
    const struct mad_ruleset *rules = lint->rules;
    const int winner = winner_of(rules, one), loser = winner_of(rules, other);
    if (winner < 0 || loser < 0 || winner == loser ||
        !is_alike(one->first->next, other->first->next))
        return;
    const struct mad_node *first = mad_tree_find(one->first->next, is_named_man, NULL, rules),
                          *second = mad_tree_find(other->first->next, is_named_man, NULL, rules);
    if (first == NULL || second == NULL || first->name != second->name)
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_WHOSE, second->span,
        mad_findings_text(lint->findings,
                          "one end is for %s and the other for %s, and both ask for %s's %s",
                          rules->players[winner].name, rules->players[loser].name, second->name,
                          second->first->name));
    mad_finding_note_at(lint->findings, finding, first->span, "the other end");
    mad_finding_fix(lint->findings, finding, second->span, false, "%s's %s",
                    rules->players[1 - player_of(rules, second->name)].name, second->first->name);
}

void mad_lint_whose(struct mad_lint *lint)
{
    const struct mad_rule_lines *ends = &lint->rules->ends;
    for (uint32_t i = 0; i < ends->count; i++) {
        const struct mad_node *end = ends->items[i];
        if (end->kind != MAD_NODE_END_FOR || !mad_lint_is_own(lint, end->span))
            continue;
        check_rows(lint, end);
        for (uint32_t before = 0; before < i; before++)
            if (ends->items[before]->kind == MAD_NODE_END_FOR)
                check_pair(lint, ends->items[before], end);
    }
}
