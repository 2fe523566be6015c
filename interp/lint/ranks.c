/* ranks.c - ranks that may be one off: the next to last one where the last is meant, and pairs that are not as far from
 * their edges.
 *
 * Layer: interp/lint. Where a man stands and where he goes on a double step may be any rank; where he has to come, what he
 * keeps away from and where he may be dropped is nearly always told from the edge on. */
#include <stdlib.h>

#include "lint.h"

enum { SMALLEST = 5 /* ranks: on smaller boards any of them is near an edge */ };

/* The edge beside which the rank lies, counted as it is; 0: it is another rank. */
static int32_t edge_beside(const struct mad_lint *lint, const struct mad_node *node)
{
    const int32_t ranks = lint->rules->ranks;
    if (node == NULL || node->kind != MAD_NODE_RANK || ranks < SMALLEST)
        return 0;
    return node->n0 == 2 ? 1 : node->n0 == ranks - 1 ? ranks : 0;
}

static void tell(struct mad_lint *lint, const struct mad_node *rank, int32_t edge, const char *why)
{
    const bool is_own = (rank->flags & MAD_FLAG_OWN) != 0;
    if (mad_lint_is_told(lint, rank->span))
        return;
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_ODD_ONE, rank->span,
                         mad_findings_text(lint->findings, "%s: %srank %d is the one beside it",
                                           why, is_own ? "own " : "", (int)rank->n0));
    mad_finding_fix(lint->findings, finding, rank->span, false, "%srank %d", is_own ? "own " : "",
                    (int)edge);
}

/* --- where somebody has to come -------------------------------------------------------------------------- */

static void check_goal(struct mad_lint *lint, const struct mad_node *node)
{
    const bool is_place = node->kind == MAD_NODE_ON || node->kind == MAD_NODE_EVERY_IS_ON ||
                          (node->kind == MAD_NODE_IS && node->n0 == MAD_IS_ON);
    const struct mad_node *place = is_place ? node->first->next : NULL;
    const int32_t edge = edge_beside(lint, place);
    if (edge != 0)
        tell(lint, place, edge, "whoever comes there is not at the edge yet");
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        check_goal(lint, child);
}

/* --- where men become others ----------------------------------------------------------------------------- */

/* Whether the man becomes another at the edge as well: before it he may, and there he must. */
static bool becomes_at_edge(const struct mad_lint *lint, uint32_t type)
{
    const struct mad_rule_lines *lines = &lint->rules->pieces[type].lines;
    for (uint32_t i = 0; i < lines->count; i++) {
        const struct mad_node *place = mad_lint_arrival_of(lint, lines->items[i]);
        bool set[MAD_MAX_SQUARES];
        if (place != NULL && mad_lint_squares_of(lint, place, 0, set) &&
            set[mad_lint_plays_up(lint, 0) ? lint->game->squares - 1 : 0])
            return true;
    }
    return false;
}

/* `promotion-rank means own rank 8` on nine ranks. */
static void check_arrival(struct mad_lint *lint, uint32_t type, const struct mad_node *line)
{
    const struct mad_node *said = mad_lint_arrival_of(lint, line);
    const struct mad_node *meant = said != NULL ? mad_rules_meaning(lint->rules, said) : NULL;
    const struct mad_node *place = meant != NULL ? meant : said;
    const int32_t edge = edge_beside(lint, place);
    if (edge > 1 && mad_lint_is_own(lint, place->span) && !becomes_at_edge(lint, type))
        tell(lint, place, edge, "whoever becomes another there is not at the edge yet");
}

/* --- what a line keeps away from, and where men are dropped ---------------------------------------------- */

static bool begins_on(const struct mad_lint *lint, uint32_t type, const struct mad_node *rank)
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    for (int32_t square = 0; square < game->squares; square++) {
        const int32_t row = square / game->files;
        if (board[square] < game->code_count && game->codes[board[square]].type == type &&
            (row + 1 == rank->n0 || game->ranks - row == rank->n0))
            return true;
    }
    return false;
}

static void check_line(struct mad_lint *lint, uint32_t type, const struct mad_node *node)
{
    const bool is_left = node->kind == MAD_NODE_EXCEPT;
    const bool is_drop = node->kind == MAD_NODE_DROP;
    const struct mad_node *rank = is_left ? node->first->next : is_drop ? node->first : NULL;
    if (is_drop && rank->kind == MAD_NODE_ON)
        rank = rank->first->next;
    const int32_t edge = edge_beside(lint, rank);
    if (node->kind == MAD_NODE_WHEN)
        return;
    if (edge != 0 && !begins_on(lint, type, rank))
        tell(lint, rank, edge,
             is_left ? "the rank at the edge is left" : "nobody is dropped at the edge");
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        check_line(lint, type, child);
}

/* --- pairs of ranks, one for each player ------------------------------------------------------------------- */

static void check_pair(struct mad_lint *lint, const struct mad_node *a, const struct mad_node *b)
{
    const int32_t ranks = lint->rules->ranks;
    const bool are_counted = a->kind == MAD_NODE_RANK && b->kind == MAD_NODE_RANK &&
                             ((a->flags | b->flags) & MAD_FLAG_OWN) == 0;
    if (!are_counted || ranks < SMALLEST || abs(a->n0 - b->n0) * 2 <= ranks ||
        abs(a->n0 + b->n0 - ranks - 1) != 1 || !mad_lint_is_own(lint, b->span) ||
        mad_lint_is_told(lint, b->span))
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_ODD_ONE, b->span,
        mad_findings_text(lint->findings,
                          "rank %d is not as far from its edge as rank %d from the other",
                          (int)b->n0, (int)a->n0));
    mad_finding_note_at(lint->findings, finding, a->span, "this one");
    mad_finding_fix(lint->findings, finding, b->span, false, "rank %d", (int)(ranks + 1 - a->n0));
}

/* Of those that are joined, the two ranks, when there are two. */
static bool see_joined(void *context, const struct mad_node *node)
{
    const struct mad_node *pair[2] = {NULL, NULL};
    uint32_t count = 0;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        if (child->kind == MAD_NODE_RANK && count++ < 2)
            pair[count - 1] = child;
        (void)see_joined(context, child);
    }
    if ((node->kind == MAD_NODE_OR || node->kind == MAD_NODE_AND) && count == 2)
        check_pair(context, pair[0], pair[1]);
    return true;
}

void mad_lint_ranks(struct mad_lint *lint)
{
    const struct mad_ruleset *rules = lint->rules;
    if (lint->game->tiling == MAD_TILING_HEXAGONS)
        return;
    for (uint32_t i = 0; i < rules->ends.count; i++)
        if (mad_lint_is_own(lint, rules->ends.items[i]->span))
            check_goal(lint, rules->ends.items[i]);
    for (uint32_t type = 0; type < rules->piece_count; type++)
        for (uint32_t i = 0; i < rules->pieces[type].lines.count; i++) {
            const struct mad_node *line = rules->pieces[type].lines.items[i];
            check_arrival(lint, type, line);
            if (mad_lint_is_own(lint, line->span) &&
                (line->kind == MAD_NODE_MOVE || line->kind == MAD_NODE_DROP))
                check_line(lint, type, line);
        }
    for (uint32_t i = 0; i < rules->mark_count; i++) {
        const struct mad_rule_lines *starts = &rules->marks[i].starts;
        if (starts->count == 2)
            check_pair(lint, starts->items[0], starts->items[1]);
    }
    (void)mad_lint_each_sentence(rules, see_joined, lint);
}
