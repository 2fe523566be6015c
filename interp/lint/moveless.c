/* moveless.c - players without a move, of whom no rule speaks: whether there can be such, as the sentences go.
 *
 * Layer: interp/lint. A position of a random game in which somebody has no move is told by games.c, and is a fact; here is
 * told only what the rules make likely. A few men on an open board who can go back whence they came are never all
 * blocked, and a designer who is asked about them would have to answer for what never happens. */
#include "../rules/tree.h"
#include "lint.h"

/* --- who always has a man to move ------------------------------------------------------------------------------ */

uint32_t mad_lint_count_men(const struct mad_game *game, const uint8_t *board, int player)
{
    uint32_t count = 0;
    for (uint32_t square = 0; square < game->squares; square++)
        count += board[square] < game->code_count && game->codes[board[square]].owner == player;
    return count;
}

/* In the array. */
static uint32_t count_men(const struct mad_game *game, int player)
{
    return mad_lint_count_men(game, mad_state_board_const(game, game->initial), player);
}

static bool keeps_owners(void *context, const struct mad_node *sentence)
{
    const struct mad_lint *lint = context;
    return !mad_tree_calls(sentence, "turn") && !mad_lint_makes_men(lint->rules, sentence) &&
           sentence->kind != MAD_NODE_DROP && sentence->kind != MAD_NODE_HELD;
}

static bool has_other_laws(const struct mad_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->laws.count; i++) {
        const enum mad_node_kind kind = rules->laws.items[i]->kind;
        if (kind != MAD_NODE_WRAP && kind != MAD_NODE_HOLE && kind != MAD_NODE_LINK &&
            kind != MAD_NODE_CORNER && kind != MAD_NODE_HEXBOARD)
            return true; /* than the shape of the board */
    }
    return rules->illegal.count > 0;
}

/* How many men of the player, and of nobody, stand in the array. */
static uint32_t count_in_the_way(const struct mad_game *game, int player)
{
    return count_men(game, player) + count_men(game, MAD_NOBODY);
}

/* Whether everybody has, as long as the game goes on, a man who goes to more squares than his fellows can stand on: he whose
 * loss ends the game. */
static bool can_always_move(struct mad_lint *lint)
{
    const struct mad_ruleset *rules = lint->rules;
    if (has_other_laws(rules) || !mad_lint_each_sentence(rules, keeps_owners, lint))
        return false;
    for (uint32_t i = 0; i < rules->ends.count; i++) {
        const struct mad_node *end = rules->ends.items[i];
        const struct mad_node *truth = end->kind == MAD_NODE_END_FOR ? end->first->next : NULL;
        if (truth == NULL || truth->kind != MAD_NODE_HAS || !(truth->flags & MAD_FLAG_NEGATED) ||
            !mad_is_word(truth->first, MAD_WORD_ENEMY) || truth->first->next == NULL)
            continue;
        for (uint32_t type = 0; type < rules->piece_count; type++) {
            bool can = mad_is_ref(truth->first->next, rules->pieces[type].name);
            for (int player = 0; player < 2 && can; player++)
                can = lint->game->code_of[type][player] != 0xff &&
                      mad_lone_least_ways(lint->lone, lint->game->code_of[type][player]) >=
                          count_in_the_way(lint->game, player);
            if (can)
                return true;
        }
    }
    return false;
}

/* --- what may leave somebody without a move ----------------------------------------------------------------- */

/* Something holds men: a law, or a line of their own. */
static bool forbids(const struct mad_ruleset *rules)
{
    for (uint32_t type = 0; type < rules->piece_count; type++)
        for (uint32_t i = 0; i < rules->pieces[type].lines.count; i++)
            if (rules->pieces[type].lines.items[i]->kind == MAD_NODE_HELD)
                return true;
    return rules->illegal.count > 0;
}

static bool takes_nobody(void *context, const struct mad_node *sentence)
{
    (void)context;
    return !mad_tree_calls(sentence, "take");
}

static bool makes_nobody(void *context, const struct mad_node *sentence)
{
    const struct mad_lint *lint = context;
    return sentence->kind != MAD_NODE_DROP && !mad_lint_makes_men(lint->rules, sentence);
}

/* Nobody is ever taken, and men stand in each other's way: many of them, or more and more. */
static bool is_crowded(struct mad_lint *lint)
{
    const struct mad_game *game = lint->game;
    for (uint32_t code = 0; code < game->code_count; code++)
        if (game->codes[code].owner < 2 && mad_lone_ever_takes(lint->lone, (uint8_t)code))
            return false;
    if (!mad_lint_each_sentence(lint->rules, takes_nobody, NULL))
        return false;
    const uint32_t men = count_men(game, 0) + count_men(game, 1) + count_men(game, MAD_NOBODY);
    return 4 * men > game->squares || !mad_lint_each_sentence(lint->rules, makes_nobody, lint);
}

/* Men who go one way, and come to where it ends. */
static bool has_one_way_men(const struct mad_lint *lint)
{
    const struct mad_game *game = lint->game;
    for (uint32_t code = 0; code < game->code_count; code++) {
        bool ends = false;
        for (uint32_t square = 0; square < game->squares; square++)
            ends = ends || (!mad_is_hole(game, square) &&
                            !mad_lone_can_move(lint->lone, (uint8_t)code, square));
        if (ends && game->codes[code].owner < 2 && mad_lone_goes_one_way(lint, (uint8_t)code))
            return true;
    }
    return false;
}

/* The file itself says when a game ends; where another one does, it is that one's to mend. */
static bool says_ends(const struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->ends.count; i++)
        if (mad_lint_is_own(lint, lint->rules->ends.items[i]->span))
            return true;
    return false;
}

void mad_lint_tell_moveless(struct mad_lint *lint)
{
    const struct mad_rule_lines *lists[] = {&lint->rules->ends, &lint->rules->laws};
    const bool moves = !lint->options->is_static && mad_lint_lone(lint) != NULL;
    if (moves && can_always_move(lint))
        return;
    for (int l = 0; l < 2; l++)
        for (uint32_t i = 0; i < lists[l]->count; i++)
            if (mad_lint_asks_for_moves(lint, lists[l]->items[i])) {
                mad_lint_tell_half_moveless(lint);
                return;
            }
    if (!says_ends(lint) ||
        !(forbids(lint->rules) || (moves && (is_crowded(lint) || has_one_way_men(lint)))))
        return;
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_NO_MOVE_LEFT, lint->rules->span,
                         "no rule says what happens when a player has no move");
    mad_finding_remedy(
        lint->findings, finding,
        lint->rules->plays_alone
            ? "under `ends in this order` write, say, `mover loses when mover cannot move`"
            : "under `ends in this order` write, say, `draw when enemy cannot move`; "
              "or `pass when mover cannot move`");
}
