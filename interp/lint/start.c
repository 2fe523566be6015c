/* start.c - games that are over before they begin. Layer: interp/lint. */
#include "../position.h"
#include "lint.h"

bool mad_lint_says_first(const struct mad_lint *lint)
{
    uint32_t players = 0;
    for (const struct mad_node *node = lint->rules->tree->first; node != NULL; node = node->next) {
        if (node->kind == MAD_NODE_MOVES_FIRST || node->kind == MAD_NODE_TURNS)
            return true;
        for (const struct mad_node *player = node->kind == MAD_NODE_PLAYERS ? node->first : NULL;
             player != NULL; player = player->next)
            players += player->kind == MAD_NODE_PLAYER;
    }
    return players < 2;
}

/* The line of an end, for a note; null when it is not known. */
static const struct mad_node *end_at(const struct mad_lint *lint, uint32_t index)
{
    return index < lint->rules->ends.count ? lint->rules->ends.items[index] : NULL;
}

static void tell_over(struct mad_lint *lint, const struct mad_verdict *verdict)
{
    const char *who =
        verdict->outcome == MAD_DRAW
            ? "the game is drawn before the first move"
            : mad_findings_text(lint->findings, "%s has won before the first move",
                                lint->game->player_name[verdict->outcome == MAD_WIN_SECOND]);
    const struct mad_node *end = end_at(lint, verdict->end);
    bool is_own = end != NULL && mad_lint_is_own(lint, end->span);
    struct mad_finding *finding = mad_findings_add(lint->findings, MAD_FINDING_OVER_AT_START,
                                                   is_own ? end->span : lint->rules->span, who);
    if (end != NULL && !is_own)
        mad_finding_note_at(lint->findings, finding, end->span, "this end holds in the array");
    lint->has_no_game = true;
}

static void tell_first_win(struct mad_lint *lint, const mad_position *position, int side)
{
    char text[300];
    (void)mad_position_text(position, text, sizeof text);
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_FIRST_MOVE_WINS, lint->rules->span,
                         mad_findings_text(lint->findings, "%s wins with the first move",
                                           lint->game->player_name[side]));
    mad_finding_witness(lint->findings, finding, "mad show %s --fen \"%s\"",
                        mad_lint_shown_name(lint), text);
}

/* Whether the move takes whoever stands where it goes, in the way in which all are taken. */
static bool takes_there(const struct mad_move *move, const struct mad_delta *deltas)
{
    for (uint32_t i = 0; i < move->delta_count; i++) {
        const struct mad_delta *delta = &deltas[move->delta_first + i];
        if (delta->kind == MAD_DELTA_SQUARE && delta->index == move->to && delta->extra == 1)
            return true;
    }
    return false;
}

/* The type of the man who takes another of his own player; -1 for other moves. */
static int32_t takes_own(const struct mad_game *game, const struct mad_state *state,
                         const struct mad_move *move, const struct mad_delta *deltas, int side)
{
    const uint8_t *board = mad_state_board_const(game, state);
    if (move->from >= game->squares || move->to >= game->squares || move->from == move->to)
        return -1;
    const uint8_t man = board[move->from], other = board[move->to];
    return man < game->code_count && other < game->code_count && game->codes[man].owner == side &&
                   game->codes[other].owner == side && takes_there(move, deltas)
               ? game->codes[man].type
               : -1;
}

/* A verb that lands on whoever stands there. */
static void tell_own_taken(struct mad_lint *lint, uint32_t type, uint32_t square)
{
    const struct mad_rule_piece *piece = &lint->rules->pieces[type];
    const struct mad_node *call = NULL;
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (piece->lines.items[i]->kind == MAD_NODE_CALL_LINE &&
            mad_lint_is_own(lint, piece->lines.items[i]->span))
            call = piece->lines.items[i];
    if (call == NULL)
        return; /* a line that says `capture own piece` means it */
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_TAKES_OWN, call->span,
        mad_findings_text(lint->findings, "with the first move the %s can take his own man on %s",
                          piece->name, lint->game->square_name[square]));
    mad_finding_remedy(
        lint->findings, finding,
        "before `land on goal` write `require goal is not own piece`; two men change "
        "places with `swap here with goal`");
}

/* Whether one of the first moves ends the game in favour of who makes it. */
static enum mad_status try_first_moves(struct mad_lint *lint, mad_position *position,
                                       const struct mad_move_list *list)
{
    int side = mad_position_side(position);
    bool is_told = false;
    for (uint32_t i = 0; i < list->count; i++) {
        struct mad_verdict verdict = {.outcome = MAD_GOES_ON};
        const int32_t taker = takes_own(lint->game, mad_position_state(position), &list->moves[i],
                                        list->deltas, side);
        if (taker >= 0 && !is_told)
            tell_own_taken(lint, (uint32_t)taker, list->moves[i].to);
        is_told = is_told || taker >= 0;
        enum mad_status status = mad_position_make(position, &list->moves[i], list->deltas);
        mad_lint_pay_for(lint, mad_position_state(position));
        if (status == MAD_OK)
            status = mad_position_judge(position, &verdict);
        if (status != MAD_OK || mad_lint_is_stopped(lint))
            return status;
        if (verdict.outcome == (side == 0 ? MAD_WIN_FIRST : MAD_WIN_SECOND)) {
            tell_first_win(lint, position, side);
            return MAD_OK;
        }
        status = mad_position_undo(position);
        if (status != MAD_OK)
            return status;
    }
    return MAD_OK;
}

static enum mad_status check(struct mad_lint *lint, mad_position *position)
{
    struct mad_verdict verdict;
    const struct mad_move_list *list = NULL;
    enum mad_status status = mad_position_judge(position, &verdict);
    if (status == MAD_OK && verdict.outcome != MAD_GOES_ON) {
        tell_over(lint, &verdict);
        return status;
    }
    if (status == MAD_OK)
        status = mad_lint_list(lint, lint->game, mad_position_state(position), &list);
    if (status == MAD_OK && list->count > 0)
        return try_first_moves(lint, position, list);
    if (status == MAD_OK) {
        (void)mad_findings_add(lint->findings, MAD_FINDING_NO_FIRST_MOVE, lint->rules->span,
                               lint->game->player_name[mad_position_side(position)]);
        lint->has_no_game = true;
    }
    return status;
}

void mad_lint_start(struct mad_lint *lint)
{
    mad_position *position = NULL;
    enum mad_status status = mad_position_new(lint->game, &position);
    if (status == MAD_OK)
        status = check(lint, position);
    mad_position_free(position);
    if (status == MAD_ERROR_MEMORY)
        lint->status = status;
    else if (status != MAD_OK)
        lint->has_no_game = true;
}
