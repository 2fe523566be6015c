/* ends.c - ends as they stand one behind the other: which can never be reached, whom they favour, what they leave open.
 *
 * Layer: interp/lint. Read from the sentences alone: a condition is the list of what `and` joins in it, names of
 * conditions taken for what they mean. */
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

enum { MAX_PARTS = 24, MAX_NAMES = 4 /* one in the other */ };

struct parts { /* of a condition; all of them have to hold */
    const struct mad_node *items[MAX_PARTS];
    uint32_t count;
    bool is_whole; /* no more than there is room for */
};

static void add_parts(const struct mad_lint *lint, const struct mad_node *truth,
                      struct parts *parts, uint32_t depth)
{
    const struct mad_node *meant = mad_rules_meaning(lint->rules, truth);
    if (truth->kind == MAD_NODE_AND) {
        for (const struct mad_node *part = truth->first; part != NULL; part = part->next)
            add_parts(lint, part, parts, depth);
    } else if (meant != NULL && depth < MAX_NAMES) {
        add_parts(lint, meant, parts, depth + 1);
    } else if (parts->count < MAX_PARTS) {
        parts->items[parts->count++] = truth;
    } else {
        parts->is_whole = false;
    }
}

/* Null for ends that are no condition. */
static const struct mad_node *truth_of(const struct mad_node *end)
{
    if (end->kind == MAD_NODE_END_DRAW)
        return end->first;
    return end->kind == MAD_NODE_END_FOR && end->first != NULL ? end->first->next : NULL;
}

static struct parts parts_of(const struct mad_lint *lint, const struct mad_node *truth)
{
    struct parts parts = {.is_whole = true};
    add_parts(lint, truth, &parts, 0);
    return parts;
}

/* --- one behind the other ------------------------------------------------------------------------------- */

/* `enemy cannot move`, or `next player cannot move`: hardly ever another one. */
static bool is_moveless_other(const struct mad_node *part)
{
    const struct mad_node *player = part->first;
    return part->kind == MAD_NODE_CAN_MOVE && (part->flags & MAD_FLAG_NEGATED) && player != NULL &&
           player->next == NULL && player->kind == MAD_NODE_CONST &&
           (player->n0 == MAD_WORD_ENEMY || player->n0 == MAD_WORD_NEXT_PLAYER);
}

/* `enemy has no piece`, where who has none cannot do anything. */
static bool is_manless_other(const struct mad_lint *lint, const struct mad_node *part)
{
    const bool says_so = part->kind == MAD_NODE_HAS && (part->flags & MAD_FLAG_NEGATED) != 0 &&
                         mad_is_word(part->first, MAD_WORD_ENEMY) &&
                         mad_is_word(part->first->next, MAD_WORD_PIECE);
    return says_so && lint->rules->player_may.count == 0 && lint->rules->pocket_count == 0 &&
           !mad_lint_has_pass(lint);
}

static bool has_part(const struct mad_lint *lint, const struct parts *parts,
                     const struct mad_node *part)
{
    for (uint32_t i = 0; i < parts->count; i++)
        if (mad_tree_equal(parts->items[i], part) ||
            (is_moveless_other(part) &&
             (is_moveless_other(parts->items[i]) || is_manless_other(lint, parts->items[i]))))
            return true;
    return false;
}

/* Whether what holds of `narrow` always holds of the condition. */
static bool covers(const struct mad_lint *lint, const struct mad_node *wide,
                   const struct parts *narrow)
{
    struct parts parts = parts_of(lint, wide);
    bool all = parts.is_whole;
    for (uint32_t i = 0; i < parts.count && all; i++)
        all = has_part(lint, narrow, parts.items[i]);
    if (all || wide->kind != MAD_NODE_OR)
        return all;
    for (const struct mad_node *one = wide->first; one != NULL; one = one->next)
        if (covers(lint, one, narrow))
            return true;
    return false;
}

static void tell_covered(struct mad_lint *lint, const struct mad_node *first,
                         const struct mad_node *behind)
{
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_UNREACHED_END, behind->span,
                         "this end is never reached: one before it holds whenever it does");
    mad_finding_note_at(lint->findings, finding, first->span, "this one");
    mad_finding_remedy(lint->findings, finding, "put the end that asks for more before the other");
}

/* What is said later and put before the others goes before them because it is meant to. */
static bool may_hide(const struct mad_lint *lint, const struct mad_node *first,
                     const struct mad_node *behind)
{
    return mad_lint_is_own(lint, behind->span) &&
           (!mad_lint_is_own(lint, first->span) || first->span.begin < behind->span.begin) &&
           !mad_tree_equal(first, behind); /* that is for twice.c */
}

static void check_order(struct mad_lint *lint)
{
    const struct mad_rule_lines *ends = &lint->rules->ends;
    for (uint32_t i = 1; i < ends->count; i++) {
        const struct mad_node *truth = truth_of(ends->items[i]);
        if (truth == NULL)
            continue;
        struct parts parts = parts_of(lint, truth);
        for (uint32_t j = 0; j < i; j++) {
            const struct mad_node *first = truth_of(ends->items[j]);
            if (first == NULL || !may_hide(lint, ends->items[j], ends->items[i]) ||
                !covers(lint, first, &parts))
                continue;
            tell_covered(lint, ends->items[j], ends->items[i]);
            break;
        }
    }
}

/* `draw when no empty` */
static bool is_full_board(const struct mad_node *end)
{
    const struct mad_node *truth = end->kind == MAD_NODE_END_DRAW ? end->first : NULL;
    return truth != NULL && truth->kind == MAD_NODE_SOME && truth->n0 == MAD_SOME_NO &&
           mad_is_word(truth->first, MAD_WORD_EMPTY);
}

/* A game that is won with the very move that fills the board, or is the last of the quiet ones, is won in nearly all rules. A
 * position that comes again has won nothing the first time, and will not now. */
static void check_late_wins(struct mad_lint *lint)
{
    const struct mad_rule_lines *ends = &lint->rules->ends;
    const struct mad_node *first = NULL; /* of the file's own that looks back */
    for (uint32_t i = 0; i < ends->count; i++) {
        const struct mad_node *end = ends->items[i];
        const bool wins = end->kind == MAD_NODE_END_FOR || end->kind == MAD_NODE_END_WITHOUT ||
                          end->kind == MAD_NODE_END_WHOEVER;
        if (!mad_lint_is_own(lint, end->span))
            continue;
        const bool looks_back = end->kind == MAD_NODE_END_QUIET || is_full_board(end);
        first = looks_back && first == NULL ? end : first;
        if (looks_back || first == NULL || !wins || !may_hide(lint, first, end))
            continue;
        struct mad_finding *finding =
            mad_findings_add(lint->findings, MAD_FINDING_UNREACHED_END, end->span,
                             "a move that wins by this does not where an end before it holds");
        mad_finding_note_at(lint->findings, finding, first->span, "this one");
        mad_finding_remedy(lint->findings, finding,
                           "put ends by quiet turns and by a full board behind those that win");
        return;
    }
}

/* --- mate ----------------------------------------------------------------------------------------------------- */

enum asked { NOT_ASKED, ASKED, DENIED };

/* Whether the condition wants that player in check, or not in check; null: any player. */
static enum asked check_of(const struct parts *parts, const struct mad_node *player)
{
    for (uint32_t i = 0; i < parts->count; i++) {
        const struct mad_node *part = parts->items[i];
        if (part->kind == MAD_NODE_IS && part->n0 == MAD_IS_IN && part->first != NULL &&
            (player == NULL || mad_tree_equal(part->first, player)))
            return part->flags & MAD_FLAG_NEGATED ? DENIED : ASKED;
    }
    return NOT_ASKED;
}

/* The part that says that a player cannot move. */
static const struct mad_node *moveless_of(const struct parts *parts)
{
    for (uint32_t i = 0; i < parts->count; i++) {
        const struct mad_node *part = parts->items[i];
        if (part->kind == MAD_NODE_CAN_MOVE && (part->flags & MAD_FLAG_NEGATED) &&
            part->first != NULL && part->first->next == NULL)
            return part;
    }
    return NULL;
}

/* Whether an end before this one gives those who cannot move and are not in check, or those who are, the opposite: who
 * tells them apart has thought of both. */
static bool is_told_apart(const struct mad_lint *lint, const struct mad_node *end,
                          const struct mad_node *moveless)
{
    for (uint32_t i = 0; i < lint->rules->ends.count && lint->rules->ends.items[i] != end; i++) {
        const struct mad_node *other = lint->rules->ends.items[i];
        if (other->kind != MAD_NODE_END_FOR || end->kind != MAD_NODE_END_FOR ||
            other->n0 == end->n0 || !mad_tree_equal(other->first, end->first))
            continue;
        struct parts parts = parts_of(lint, truth_of(other));
        const struct mad_node *its = moveless_of(&parts);
        if (its != NULL && mad_tree_equal(its, moveless) && parts.count == 2 &&
            check_of(&parts, moveless->first) != NOT_ASKED)
            return true;
    }
    return false;
}

/* `mover` for `enemy`, where the end gives one of them the game; null where it gives it to nobody, or by his name. */
static const char *other_of(const struct mad_node *end)
{
    const bool is_of_one = end->kind == MAD_NODE_END_FOR;
    return is_of_one && mad_is_word(end->first, MAD_WORD_MOVER)   ? "enemy"
           : is_of_one && mad_is_word(end->first, MAD_WORD_ENEMY) ? "mover"
                                                                  : NULL;
}

static struct mad_finding *tell_once(struct mad_lint *lint, const struct mad_node *end,
                                     const char *what)
{
    for (struct mad_finding *f = lint->findings->first; f != NULL; f = f->next)
        if (f->kind == MAD_FINDING_LOSER_WINS) {
            mad_finding_note_at(lint->findings, f, end->span, "here, too: %s", what);
            return NULL;
        }
    return mad_findings_add(lint->findings, MAD_FINDING_LOSER_WINS, end->span, what);
}

void mad_lint_tell_loser_wins(struct mad_lint *lint, const struct mad_node *end, const char *what,
                              const char *remedy)
{
    struct mad_finding *finding = NULL;
    if ((end->flags & MAD_FLAG_EACH) == 0) /* `a player who cannot move wins` is meant so */
        finding = tell_once(lint, end, what);
    if (finding == NULL)
        return;
    const char *other = remedy == NULL ? other_of(end) : NULL;
    if (other != NULL) {
        mad_finding_remedy(lint->findings, finding, "say `%s %s`", other,
                           end->n0 == 1 ? "wins" : "loses");
        mad_finding_fix(lint->findings, finding, end->first->span, false, "%s", other);
    } else {
        mad_finding_remedy(lint->findings, finding, "%s",
                           remedy != NULL ? remedy : "let the other one win");
    }
}

static void check_mate(struct mad_lint *lint, const struct mad_node *end)
{
    const struct mad_node *truth = truth_of(end);
    if (truth == NULL || !mad_lint_is_own(lint, end->span) || mad_lint_is_told(lint, truth->span))
        return; /* where the wrong player is asked, who wins is not the slip */
    struct parts parts = parts_of(lint, truth);
    const struct mad_node *moveless = moveless_of(&parts);
    const bool is_mate = moveless != NULL && check_of(&parts, moveless->first) == ASKED;
    if (!is_mate && (moveless == NULL || parts.count > 1 || end->kind == MAD_NODE_END_DRAW))
        return;
    bool is_draw = end->kind == MAD_NODE_END_DRAW;
    bool favours_him = !is_draw && (end->n0 == 1) == mad_tree_equal(end->first, moveless->first);
    if ((!is_draw && !favours_him) || (!is_mate && is_told_apart(lint, end, moveless)))
        return;
    mad_lint_tell_loser_wins(lint, end,
                             is_draw   ? "who is mated gets a draw"
                             : is_mate ? "who is mated wins"
                                       : "who cannot move wins",
                             is_draw ? "where stalemate is meant say `is not in check`" : NULL);
}

/* `own has no King` is `mover has no King`. */
static bool is_same_player(const struct mad_node *a, const struct mad_node *b)
{
    return mad_tree_equal(a, b) || (mad_is_word(a, MAD_WORD_OWN) && mad_is_word(b, MAD_WORD_MOVER));
}

/* Who must capture may be glad to have lost all. */
bool mad_lint_must_capture(const struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->laws.count; i++)
        if (lint->rules->laws.items[i]->kind == MAD_NODE_MUST)
            return true;
    return false;
}

static bool is_piece_name(const struct mad_lint *lint, const struct mad_node *node)
{
    for (uint32_t i = 0; node->kind == MAD_NODE_REF && i < lint->rules->piece_count; i++)
        if (lint->rules->pieces[i].name == node->name)
            return true;
    return false;
}

/* Whether the part says that the player has none of some men left, or no more than so many. */
static bool is_bare_of(const struct mad_lint *lint, const struct mad_node *part,
                       const struct mad_node *player)
{
    const struct mad_node *men = part->first != NULL ? part->first->next : NULL;
    bool is_few = (part->flags & MAD_FLAG_NEGATED) != 0;
    if (part->kind == MAD_NODE_SOME && part->first != NULL) /* `exactly 1 own piece` */
        return part->n0 != MAD_SOME_A && part->n0 != MAD_SOME_AT_LEAST && part->n1 < 2 &&
               part->first->kind == (mad_is_word(player, MAD_WORD_MOVER)   ? MAD_NODE_OWN
                                     : mad_is_word(player, MAD_WORD_ENEMY) ? MAD_NODE_ENEMY
                                                                           : MAD_NODE_FILE) &&
               mad_is_word(part->first->first, MAD_WORD_PIECE) && !mad_lint_must_capture(lint);
    if (part->kind != MAD_NODE_HAS || men == NULL || !is_same_player(part->first, player))
        return false;
    if (men->kind == MAD_NODE_SOME && men->first != NULL) {
        is_few = !is_few && (men->n0 == MAD_SOME_AT_MOST || men->n0 == MAD_SOME_EXACTLY);
        men = men->first;
    }
    return is_few && (mad_is_word(men, MAD_WORD_PIECE) ? !mad_lint_must_capture(lint)
                                                       : is_piece_name(lint, men));
}

/* `a Pawn on last rank`, `at least 3 Pawn on last rank`. */
static bool is_somewhere(const struct mad_node *men)
{
    if (men->kind == MAD_NODE_SOME)
        return men->n0 != MAD_SOME_NO && men->n0 != MAD_SOME_AT_MOST && men->first != NULL &&
               is_somewhere(men->first);
    return men->kind == MAD_NODE_ON;
}

/* A man or a row of the mover's, or of the enemy's, that is somewhere; a counter of his that has come to a number. */
static bool is_reached_by(const struct mad_node *part, bool is_enemy)
{
    const struct mad_node *what = part->first;
    const enum mad_node_kind whose = is_enemy ? MAD_NODE_ENEMY : MAD_NODE_OWN;
    if (what == NULL || (part->flags & MAD_FLAG_NEGATED))
        return false;
    if (part->kind == MAD_NODE_HAS) /* `mover has a Pawn on last rank` */
        return mad_is_word(what, is_enemy ? MAD_WORD_ENEMY : MAD_WORD_MOVER) &&
               what->next != NULL && is_somewhere(what->next);
    if ((part->kind == MAD_NODE_IS && part->n0 == MAD_IS_ON) || part->kind == MAD_NODE_IS_GROUP)
        return what->kind == whose;
    if (part->kind == MAD_NODE_IS && part->n0 == MAD_IS_AT_LEAST)
        return what->kind == MAD_NODE_OF_PLAYER && what->name != NULL &&
               strcmp(what->name, is_enemy ? "enemy" : "mover") == 0;
    return part->kind == MAD_NODE_SOME && part->n0 != MAD_SOME_AT_MOST &&
           what->kind == MAD_NODE_LINE_OF && what->first != NULL && what->first->kind == whose;
}

/* Who gets somewhere does so by a move of his own: that he has won is asked when he has moved, not a move later. */
static void tell_of_enemy(struct mad_lint *lint, const struct mad_node *end,
                          const struct mad_node *part)
{
    const struct mad_node *what =
        part->first->kind == MAD_NODE_LINE_OF ? part->first->first : part->first;
    const char *own = what->kind == MAD_NODE_ENEMY       ? "own"
                      : what->kind == MAD_NODE_OF_PLAYER ? "mover's"
                                                         : "mover";
    struct mad_finding *finding = tell_once(lint, end, "who gets that far loses");
    if (finding == NULL)
        return;
    struct mad_span span = what->span;
    span.length = (uint16_t)strlen(what->kind == MAD_NODE_OF_PLAYER ? "enemy's" : "enemy");
    mad_finding_remedy(lint->findings, finding, "say `%s`", own);
    mad_finding_fix(lint->findings, finding, span, false, "%s", own);
}

static void check_winner(struct mad_lint *lint, const struct mad_node *end)
{
    const struct mad_node *truth = end->kind == MAD_NODE_END_FOR ? truth_of(end) : NULL;
    if (truth == NULL || end->n0 != 1 || !mad_lint_is_own(lint, end->span))
        return;
    struct parts parts = parts_of(lint, truth);
    const bool favours_enemy = mad_is_word(end->first, MAD_WORD_ENEMY);
    const bool is_seen = favours_enemy || mad_is_word(end->first, MAD_WORD_MOVER);
    for (uint32_t i = 0; i < parts.count; i++) {
        bool is_bare = is_bare_of(lint, parts.items[i], end->first);
        if (!is_bare && !(is_seen && is_reached_by(parts.items[i], !favours_enemy)))
            continue;
        if (is_bare || favours_enemy)
            mad_lint_tell_loser_wins(
                lint, end, is_bare ? "who has lost these men wins" : "who gets that far loses",
                NULL);
        else
            tell_of_enemy(lint, end, parts.items[i]);
        return;
    }
}

/* Of `mover has exactly 1 piece` the number; -1 of other conditions. */
static int32_t count_of(const struct mad_node *part, enum mad_word player)
{
    const struct mad_node *some = part->first != NULL ? part->first->next : NULL;
    return part->kind == MAD_NODE_HAS && part->flags == 0 && mad_is_word(part->first, player) &&
                   some != NULL && some->kind == MAD_NODE_SOME && some->n0 == MAD_SOME_EXACTLY
               ? some->n1
               : -1;
}

/* A draw with so many men of the mover and (or) so many of the enemy holds with the numbers exchanged, too. */
static void check_even(struct mad_lint *lint, const struct mad_node *end)
{
    int32_t own = -1, other = -1;
    if (end->kind != MAD_NODE_END_DRAW || !mad_lint_is_own(lint, end->span) ||
        (end->first->kind != MAD_NODE_AND && end->first->kind != MAD_NODE_OR))
        return;
    for (const struct mad_node *part = end->first->first; part != NULL; part = part->next) {
        const int32_t a = count_of(part, MAD_WORD_MOVER), b = count_of(part, MAD_WORD_ENEMY);
        own = a >= 0 ? a : own;
        other = b >= 0 ? b : other;
    }
    if (own < 0 || other < 0 || own == other)
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_ODD_ONE, end->span,
        mad_findings_text(
            lint->findings,
            "the mover has %d in this draw and the enemy %d, and not the other way round", (int)own,
            (int)other));
    mad_finding_remedy(lint->findings, finding,
                       "say the same number of both, or a second end for the other way round");
}

/* Whether men of the same kinds begin on both sides, as many of each. */
static bool has_even_armies(const struct mad_lint *lint)
{
    const struct mad_game *game = lint->game;
    const uint8_t *board = mad_state_board_const(game, game->initial);
    int32_t more[MAD_MAX_TYPES] = {0};
    for (uint32_t square = 0; square < game->squares; square++)
        if (board[square] < game->code_count && game->codes[board[square]].owner < 2)
            more[game->codes[board[square]].type] += game->codes[board[square]].owner == 0 ? 1 : -1;
    for (uint32_t type = 0; type < game->type_count; type++)
        if (more[type] != 0)
            return false;
    return true;
}

/* A named player who wins by something, where the other one, with the same army, wins by nothing that he is named
 * for. */
static void check_named(struct mad_lint *lint)
{
    const struct mad_node *named[2] = {NULL, NULL};
    for (uint32_t i = 0; i < lint->rules->ends.count; i++) {
        const struct mad_node *end = lint->rules->ends.items[i];
        for (int player = 0; player < 2; player++)
            if (end->kind == MAD_NODE_END_FOR && end->first->kind == MAD_NODE_REF &&
                end->first->name == lint->rules->players[player].name)
                named[player] = end;
            else if (end->kind == MAD_NODE_END_SCORE || end->kind == MAD_NODE_END_MOST ||
                     end->kind == MAD_NODE_END_WITHOUT || end->kind == MAD_NODE_END_WHOEVER)
                return;
    }
    const struct mad_node *only = named[0] != NULL ? named[0] : named[1];
    if (only == NULL || (named[0] != NULL && named[1] != NULL) ||
        !mad_lint_is_own(lint, only->span) ||
        !mad_lint_has_kind(only->first->next, MAD_NODE_OF_PLAYER) || !has_even_armies(lint))
        return;
    (void)mad_findings_add(lint->findings, MAD_FINDING_ODD_ONE, only->span,
                           mad_findings_text(lint->findings,
                                             "%s is named in an end, and the other player in none",
                                             only->first->name));
}

/* Whether ends speak of players without a move who are in check, and of those who are not. */
void mad_lint_tell_half_moveless(struct mad_lint *lint)
{
    const struct mad_node *mate = NULL, *stalemate = NULL;
    for (uint32_t i = 0; i < lint->rules->ends.count; i++) {
        const struct mad_node *end = lint->rules->ends.items[i], *truth = truth_of(end);
        struct parts parts = {0};
        if (truth != NULL)
            parts = parts_of(lint, truth);
        enum asked asked = check_of(&parts, NULL);
        bool is_simple = moveless_of(&parts) != NULL && asked != NOT_ASKED;
        if (!is_simple && mad_lint_asks_for_moves(lint, end))
            return; /* both, as far as one can tell */
        mate = is_simple && asked == ASKED ? end : mate;
        stalemate = is_simple && asked == DENIED ? end : stalemate;
    }
    const struct mad_node *only = mate != NULL ? mate : stalemate;
    if (only == NULL || (mate != NULL && stalemate != NULL) || mad_lint_has_pass(lint))
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_NO_MOVE_LEFT,
        mad_lint_is_own(lint, only->span) ? only->span : lint->rules->span,
        mate != NULL ? "no rule says what happens when a player has no move and is not in check"
                     : "no rule says what happens when a player has no move and is in check");
    mad_finding_remedy(
        lint->findings, finding,
        mate != NULL ? "behind this end write, say, `draw when enemy cannot move`"
                     : "write, say, `mover wins when enemy cannot move and enemy is in check`");
}

/* --- whose ------------------------------------------------------------------------------------------------------ */

/* As who has moved sees it. */
static bool is_seen_by_mover(const struct mad_node *node, const void *nothing)
{
    (void)nothing;
    return node->kind == MAD_NODE_OWN || node->kind == MAD_NODE_ENEMY ||
           mad_is_word(node, MAD_WORD_OWN) || mad_is_word(node, MAD_WORD_ENEMY) ||
           mad_is_word(node, MAD_WORD_MOVER);
}

static bool is_shared_piece(const struct mad_lint *lint, const struct mad_node *node)
{
    for (uint32_t i = 0; node->kind == MAD_NODE_REF && i < lint->rules->piece_count; i++)
        if (lint->rules->pieces[i].name == node->name)
            return lint->rules->pieces[i].owner < 0;
    return false;
}

/* `mover is Black` */
static bool says_who_moved(const struct parts *parts)
{
    for (uint32_t i = 0; i < parts->count; i++) {
        const struct mad_node *part = parts->items[i];
        if (part->kind == MAD_NODE_IS && part->first != NULL &&
            mad_is_word(part->first, MAD_WORD_MOVER) && part->first->next != NULL &&
            part->first->next->kind == MAD_NODE_REF)
            return true;
    }
    return false;
}

/* `no King` */
static bool is_none(const struct mad_node *part)
{
    return part->kind == MAD_NODE_SOME && part->n0 == MAD_SOME_NO;
}

/* `own Rook is attacked by ...` */
static bool is_attacked_own(const struct mad_node *part)
{
    static const enum mad_node_kind attacked_by = MAD_NODE_ATTACKED_BY;
    const struct mad_node *attacked = mad_tree_find(part, mad_tree_is_kind, NULL, &attacked_by);
    return attacked != NULL && attacked->first->kind == MAD_NODE_OWN;
}

/* Where the part asks for a man without saying whose he is, and both players have him: who is named; else null. */
static const struct mad_node *man_of_both(const struct mad_lint *lint, const struct mad_node *part)
{
    const bool is_of_men =
        part->kind == MAD_NODE_IS &&
        (part->n0 == MAD_IS_ON || part->n0 == MAD_IS_NEXT_TO || part->n0 == MAD_IS_ATTACKED);
    static const enum mad_node_kind attacked_by = MAD_NODE_ATTACKED_BY;
    const struct mad_node *attacked = mad_tree_find(part, mad_tree_is_kind, NULL, &attacked_by);
    if (attacked != NULL && is_shared_piece(lint, attacked->first->next))
        return attacked->first->next; /* `own Rook is attacked by Pawn` */
    return (is_of_men || is_none(part)) && part->first != NULL && is_shared_piece(lint, part->first)
               ? part->first
               : NULL;
}

static void tell_whose(struct mad_lint *lint, struct mad_span sentence, const struct mad_node *man,
                       const char *likely)
{
    const char *other = strcmp(likely, "own") == 0 ? "enemy" : "own";
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_WHOSE, sentence,
        mad_findings_text(lint->findings, "whose %s? This asks for those of both players",
                          man->name));
    mad_finding_remedy(lint->findings, finding, "say `%s %s` or `%s %s`", likely, man->name, other,
                       man->name);
    mad_finding_fix(lint->findings, finding, man->span, false, "%s %s", likely, man->name);
    mad_finding_fix(lint->findings, finding, man->span, false, "%s %s", other, man->name);
}

/* `a Rook` as a condition of its own, of any player. */
static bool is_some_of_both(const struct mad_lint *lint, const struct mad_node *node)
{
    return node->kind == MAD_NODE_SOME && node->n0 == MAD_SOME_A &&
           is_shared_piece(lint, node->first);
}

/* The part of an `and` or `or`, which is kept in `joined`, that says who has a man, and behind which another is asked of
 * everybody; or null. */
static const struct mad_node *has_of_one(const struct mad_lint *lint, const struct mad_node *truth,
                                         const struct mad_node **joined)
{
    const bool is_joined = truth->kind == MAD_NODE_AND || truth->kind == MAD_NODE_OR;
    for (const struct mad_node *part = truth->first; part != NULL; part = part->next) {
        const struct mad_node *other = part->next;
        if (is_joined && part->kind == MAD_NODE_HAS && part->first->next != NULL && other != NULL &&
            is_some_of_both(lint, other)) {
            *joined = truth;
            return part;
        }
        const struct mad_node *below = has_of_one(lint, part, joined);
        if (below != NULL)
            return below;
    }
    return NULL;
}

/* `nobody has a Queen and a Rook`: the second man is asked of both players, whoever has none of the first. */
static void check_lists(struct mad_lint *lint, const struct mad_node *truth)
{
    const struct mad_node *joined = NULL,
                          *has = truth != NULL ? has_of_one(lint, truth, &joined) : NULL;
    if (has == NULL || !mad_lint_is_own(lint, has->span) ||
        has->next->span.source != has->span.source)
        return;
    const struct mad_node *who = has->first, *man = who->next, *other = has->next;
    const char *text = lint->sources->items[has->span.source].text;
    const bool is_each = joined->kind == MAD_NODE_AND && !mad_is_word(who, MAD_WORD_NOBODY);
    const struct mad_span both = {
        has->span.begin, (uint16_t)(other->span.begin + other->span.length - has->span.begin),
        has->span.source};
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_WHOSE, other->span,
        mad_findings_text(lint->findings,
                          "whose %s? `%.*s` is a condition of its own, of both players",
                          other->first->name, (int)other->span.length, text + other->span.begin));
    for (int way = 0; way < 2; way++)
        if (is_each == (way == 0))
            mad_finding_fix(lint->findings, finding, other->span, false, "%.*s has %.*s",
                            (int)who->span.length, text + who->span.begin, (int)other->span.length,
                            text + other->span.begin);
        else
            mad_finding_fix(lint->findings, finding, both, false, "%.*s has %s (%.*s or %s)",
                            (int)who->span.length, text + who->span.begin,
                            (has->flags & MAD_FLAG_NEGATED) != 0 ? "no" : "a",
                            (int)man->span.length, text + man->span.begin, other->first->name);
}

static void check_whose(struct mad_lint *lint, const struct mad_node *end)
{
    const struct mad_node *player = end->kind == MAD_NODE_END_FOR ? end->first : NULL;
    const struct mad_node *truth = truth_of(end);
    if (player == NULL || truth == NULL || !mad_lint_is_own(lint, end->span))
        return;
    struct parts parts = parts_of(lint, truth);
    /* who asks whose move it was knows that it is asked of both */
    bool is_named = player->kind == MAD_NODE_REF && !says_who_moved(&parts);
    for (uint32_t i = 0; i < parts.count; i++) {
        const struct mad_node *part = parts.items[i];
        if (is_named && mad_tree_any(part, is_seen_by_mover, NULL)) {
            struct mad_finding *finding = mad_findings_add(
                lint->findings, MAD_FINDING_WHOSE, end->span,
                mad_findings_text(lint->findings,
                                  "this is asked of whoever has moved, and %s wins whoever that is",
                                  player->name));
            mad_finding_remedy(lint->findings, finding,
                               "say `mover wins`, or name the player in the condition: `%s's King`",
                               player->name);
            return;
        }
        const struct mad_node *man = is_named ? NULL : man_of_both(lint, part);
        if (man != NULL) {
            tell_whose(lint, end->span, man,
                       (is_none(part) && end->n0 == 1) || is_attacked_own(part) ? "enemy" : "own");
            return;
        }
    }
}

/* `illegal when Queen is attacked`: whose? */
static void check_law(struct mad_lint *lint, const struct mad_node *truth)
{
    if (!mad_lint_is_own(lint, truth->span))
        return;
    struct parts parts = parts_of(lint, truth);
    for (uint32_t i = 0; i < parts.count; i++) {
        const struct mad_node *man = man_of_both(lint, parts.items[i]);
        if (man == NULL || is_none(parts.items[i]))
            continue;
        tell_whose(lint, truth->span, man, is_attacked_own(parts.items[i]) ? "enemy" : "own");
        return;
    }
}

/* --- edges ----------------------------------------------------------------------------------------------------- */

/* Of the ranks, or of the files, that a node names: whether the first and the last are among them, and one that is
 * neither. */
struct edges {
    enum mad_node_kind kind;
    int32_t count; /* of all there are */
    bool first, last;
    const struct mad_node *inside;
};

/* The number of the rank or file, from 1; 0 when the node is none, or is counted from the player. */
static int32_t number_of_line(const struct mad_node *node, enum mad_node_kind kind)
{
    if (node->kind != kind || (node->flags & MAD_FLAG_OWN) != 0)
        return 0;
    if (kind == MAD_NODE_RANK)
        return node->n0;
    return node->text != NULL && node->text[0] >= 'a' && node->text[1] == '\0'
               ? node->text[0] - 'a' + 1
               : 0;
}

static void find_edges(const struct mad_node *node, struct edges *edges)
{
    const int32_t number = number_of_line(node, edges->kind);
    edges->first = edges->first || number == 1;
    edges->last = edges->last || number == edges->count;
    if (number > 1 && number < edges->count)
        edges->inside = node;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        find_edges(child, edges);
}

/* A chain from one edge of the board that ends before the other. */
static void check_edges(struct mad_lint *lint, const struct mad_node *end)
{
    static const enum mad_node_kind joined = MAD_NODE_JOINED_TO;
    const struct edges lines[] = {
        {.kind = MAD_NODE_RANK, .count = lint->rules->ranks},
        {.kind = MAD_NODE_FILE_OF_BOARD, .count = lint->rules->files},
    };
    if (!mad_lint_is_own(lint, end->span) || !mad_tree_any(end, mad_tree_is_kind, &joined))
        return;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct edges edges = lines[i];
        find_edges(end, &edges);
        if (edges.inside == NULL || edges.first == edges.last)
            continue;
        const int32_t wanted = edges.first ? edges.count : 1;
        const bool is_rank = edges.kind == MAD_NODE_RANK;
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_ODD_ONE, edges.inside->span,
            is_rank ? mad_findings_text(lint->findings,
                                        "rank %d is no edge of the board: the last is %d",
                                        (int)edges.inside->n0, (int)edges.count)
                    : mad_findings_text(lint->findings,
                                        "file %s is no edge of the board: the last is %c",
                                        edges.inside->text, (char)('a' + edges.count - 1)));
        if (is_rank)
            mad_finding_fix(lint->findings, finding, edges.inside->span, false, "rank %d",
                            (int)wanted);
        else
            mad_finding_fix(lint->findings, finding, edges.inside->span, false, "file %c",
                            (char)('a' + wanted - 1));
    }
}

void mad_lint_outcomes(struct mad_lint *lint)
{
    check_order(lint);
    check_late_wins(lint);
    check_named(lint);
    for (uint32_t i = 0; i < lint->rules->illegal.count; i++) {
        check_law(lint, lint->rules->illegal.items[i]);
        check_lists(lint, lint->rules->illegal.items[i]);
    }
    for (uint32_t i = 0; i < lint->rules->ends.count; i++) {
        check_mate(lint, lint->rules->ends.items[i]);
        check_winner(lint, lint->rules->ends.items[i]);
        check_whose(lint, lint->rules->ends.items[i]);
        check_lists(lint, truth_of(lint->rules->ends.items[i]));
        check_even(lint, lint->rules->ends.items[i]);
        check_edges(lint, lint->rules->ends.items[i]);
    }
}
