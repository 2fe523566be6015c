/* standing.c - lines for men who stand on a rank of their own to which none of them comes. Layer: interp/lint. */
#include <string.h>

#include "lint.h"

/* The rank of `here is on own rank 2`, counted from the player and from 1; 0 when the line says nothing such. */
static int32_t rank_wanted(const struct mad_node *node)
{
    if (node->kind == MAD_NODE_IS && node->n0 <= MAD_IS_ON && node->flags == 0 &&
        node->first != NULL && node->first->kind == MAD_NODE_CONST &&
        node->first->n0 == MAD_WORD_HERE && node->first->next != NULL &&
        node->first->next->kind == MAD_NODE_RANK && (node->first->next->flags & MAD_FLAG_OWN))
        return node->first->next->n0;
    if (node->kind != MAD_NODE_AND)
        return 0;
    for (const struct mad_node *part = node->first; part != NULL; part = part->next)
        if (rank_wanted(part) != 0)
            return rank_wanted(part);
    return 0;
}

static const struct mad_node *condition_of(const struct mad_node *line)
{
    for (const struct mad_node *part = line->first; part != NULL; part = part->next)
        if (part->kind == MAD_NODE_WHEN && part->flags == 0)
            return part->first;
    return NULL;
}

static bool may_be_dropped(const struct mad_rule_piece *piece)
{
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (piece->lines.items[i]->kind == MAD_NODE_DROP)
            return true;
    return false;
}

/* Whether such a man of the player who stands in the array can ever be on that rank, counted from the player. Also when
 * none stands there: he may come from anywhere. */
static bool comes_to_rank(const struct mad_lint *lint, uint32_t type, uint8_t owner, int32_t rank)
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    bool stands = false;
    uint8_t code = game->code_of[type][owner];
    int32_t row = mad_lint_plays_up(lint, owner) ? rank - 1 : game->ranks - rank;
    bool seen[MAD_MAX_SQUARES];
    for (uint32_t square = 0; square < game->squares; square++) {
        if (board[square] != code)
            continue;
        stands = true;
        memset(seen, 0, sizeof seen);
        mad_lone_add_reached(lint->lone, code, square, seen);
        for (int32_t file = 0; file < game->files; file++)
            if (row >= 0 && row < game->ranks && seen[row * game->files + file])
                return true;
    }
    return !stands && code != 0xff;
}

static void check_man(struct mad_lint *lint, uint32_t type)
{
    const struct mad_rule_piece *piece = &lint->rules->pieces[type];
    if (lint->game->tiling == MAD_TILING_HEXAGONS || may_be_dropped(piece))
        return;
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *line = piece->lines.items[i], *condition = condition_of(line);
        int32_t rank = condition != NULL ? rank_wanted(condition) : 0;
        if (rank == 0 || comes_to_rank(lint, type, 0, rank) || comes_to_rank(lint, type, 1, rank))
            continue;
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_NEVER_STANDS,
            mad_lint_is_own(lint, line->span) ? line->span : mad_lint_span_of_man(lint, type),
            mad_findings_text(lint->findings, "no %s ever stands on his own rank %d", piece->name,
                              (int)rank));
        if (!mad_lint_is_own(lint, line->span))
            mad_finding_note_at(lint->findings, finding, line->span,
                                "this line is for those there");
    }
}

void mad_lint_standing(struct mad_lint *lint)
{
    if (mad_lint_lone(lint) == NULL || mad_lint_is_stopped(lint))
        return;
    for (uint32_t type = 0; type < lint->game->type_count; type++)
        check_man(lint, type);
}
