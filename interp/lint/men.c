/* men.c - pieces that cannot move, that never come to the board, or whose lines repeat each other.
 * Layer: interp/lint. */
#include <stdlib.h>

#include "../rules/tree.h"
#include "lint.h"

/* --- lines -------------------------------------------------------------------------------------------- */

static const struct mad_node *child_of_kind(const struct mad_node *node, enum mad_node_kind kind)
{
    const struct mad_node *child = node->first;
    while (child != NULL && child->kind != kind)
        child = child->next;
    return child;
}

static bool is_event_call(const struct mad_ruleset *rules, const struct mad_node *line)
{
    const struct mad_node *call = child_of_kind(line, MAD_NODE_CALL);
    for (uint32_t i = 0; call != NULL && i < rules->verb_count; i++)
        if (rules->verbs[i].name == call->name)
            return child_of_kind(rules->verbs[i].node, MAD_NODE_EVENT_ON) != NULL;
    return false;
}

static bool can_move(const struct mad_ruleset *rules, const struct mad_rule_piece *piece)
{
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *line = piece->lines.items[i];
        if (line->kind == MAD_NODE_MOVE ||
            (line->kind == MAD_NODE_CALL_LINE && !is_event_call(rules, line)))
            return true;
    }
    return false;
}

typedef bool works(const struct mad_ruleset *rules, const struct mad_node *call);

struct search { /* for a sentence that makes a piece, or changes one into it */
    const struct mad_ruleset *rules;
    const char *piece;
    works *does;
};

static bool finds_call(const struct search *search, const struct mad_node *node)
{
    if (node->kind == MAD_NODE_CALL && mad_lint_leads_to(search->rules, node, search->piece) &&
        search->does(search->rules, node))
        return true;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        if (finds_call(search, child))
            return true;
    return false;
}

static bool finds_none(void *context, const struct mad_node *sentence)
{
    return !finds_call(context, sentence);
}

/* A blank that stands for a piece when the call does not say one: `[kinds: pieces, or Queen]`. */
static bool is_default_of_maker(const struct search *search)
{
    for (uint32_t i = 0; i < search->rules->verb_count; i++) {
        const struct mad_node *verb = search->rules->verbs[i].node;
        if (!mad_lint_makes_men(search->rules, verb))
            continue;
        for (const struct mad_node *p = verb->first; p != NULL; p = p->next)
            if (mad_lint_leads_to(search->rules, p, search->piece))
                return true;
    }
    return false;
}

/* A man that has no move of its own may be one that players move besides their own. */
static bool is_moved_by_players(const struct mad_ruleset *rules, const struct mad_rule_piece *piece)
{
    for (uint32_t i = 0; i < rules->player_may.count; i++)
        if (mad_lint_leads_to(rules, rules->player_may.items[i], piece->name) &&
            !mad_lint_makes_men(rules, rules->player_may.items[i]))
            return true;
    return false;
}

/* In games of stones that are put down once and for all nothing moves. */
static bool anything_moves(const struct mad_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->piece_count; i++)
        if (can_move(rules, &rules->pieces[i]))
            return true;
    return false;
}

static bool stands(const struct mad_ruleset *rules, uint32_t index)
{
    uint32_t cells = (uint32_t)(rules->files * rules->ranks);
    for (uint32_t i = 0; rules->array != NULL && i < cells; i++)
        if (rules->array[i].piece == (int32_t)index)
            return true;
    return false;
}

/* A man who comes to the board, but neither by the array nor when another becomes it, is put down to stay, like a
 * stone. */
static bool is_laid(const struct mad_ruleset *rules, uint32_t index)
{
    struct search search = {rules, rules->pieces[index].name, mad_lint_changes_men};
    return !stands(rules, index) && mad_lint_each_sentence(rules, finds_none, &search);
}

static void check_lines(struct mad_lint *lint, uint32_t index, bool appears)
{
    const struct mad_rule_piece *piece = &lint->rules->pieces[index];
    if (piece->owner == MAD_NOBODY || can_move(lint->rules, piece) ||
        !anything_moves(lint->rules) || is_moved_by_players(lint->rules, piece) ||
        (appears && is_laid(lint->rules, index)) ||
        (piece->lines.count == 0 && mad_lint_end_asks_for(lint, piece->name)))
        return; /* who is only to be taken, or kept, need not move */
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_NO_MOVES, piece->span, piece->name);
    mad_finding_remedy(
        lint->findings, finding,
        "say how it moves below its heading, like `move or capture step orthogonal`");
}

/* --- appearing ------------------------------------------------------------------------------------------ */

static bool stands_or_waits(const struct mad_ruleset *rules, uint32_t index)
{
    for (uint32_t p = 0; p < rules->pocket_count; p++)
        for (uint32_t i = 0; i < rules->pockets[p].stock.count; i++)
            if (rules->pockets[p].stock.items[i]->name == rules->pieces[index].name)
                return true;
    return stands(rules, index);
}

/* Whether a sentence that is no line of a piece, or a line of one that appears, may bring the piece to the board. */
static bool is_made(const struct mad_ruleset *rules, uint32_t index, const bool *appears)
{
    struct search search = {rules, rules->pieces[index].name, mad_lint_makes_men};
    bool in_lines = false;
    for (uint32_t i = 0; i < rules->piece_count; i++)
        for (uint32_t k = 0; k < rules->pieces[i].lines.count; k++) {
            const bool finds = finds_call(&search, rules->pieces[i].lines.items[k]);
            if (finds && appears[i])
                return true;
            in_lines = in_lines || finds;
        }
    return is_default_of_maker(&search) ||
           (!in_lines && !mad_lint_each_sentence(rules, finds_none, &search));
}

/* Never more than in the array: no sentence brings or makes one, and none waits beside the board. */
static bool is_made_by_none(const struct mad_ruleset *rules, uint32_t index)
{
    struct search search = {rules, rules->pieces[index].name, mad_lint_changes_men};
    struct search of_side = {rules, rules->pieces[index].name, mad_lint_makes_men};
    return rules->pocket_count == 0 && !is_default_of_maker(&search) &&
           mad_lint_each_sentence(rules, finds_none, &search) &&
           mad_lint_each_sentence(rules, finds_none, &of_side);
}

uint32_t mad_lint_most_men(const struct mad_lint *lint, uint32_t type, int player)
{
    const struct mad_ruleset *rules = lint->rules;
    const uint8_t *board = mad_state_board_const(lint->game, lint->game->initial);
    uint32_t count = 0;
    if (rules->pieces[type].letter[0] == '+' || !is_made_by_none(rules, type))
        return UINT32_MAX;
    for (uint32_t square = 0; square < lint->game->squares; square++) {
        const uint8_t code = board[square];
        count += code < lint->game->code_count && mad_lint_kind_of(lint, code) == type &&
                 (player < 0 || mad_lint_owner_of(lint, code) == player);
    }
    return count;
}

/* Two that only become each other do not. */
const bool *mad_lint_appearing(struct mad_lint *lint)
{
    const struct mad_ruleset *rules = lint->rules;
    bool *appears = mad_lint_room(lint, rules->piece_count + 1, sizeof *appears);
    for (uint32_t i = 0; appears != NULL && i < rules->piece_count; i++)
        appears[i] = stands_or_waits(rules, i);
    for (bool grows = appears != NULL; grows;) {
        grows = false;
        for (uint32_t i = 0; i < rules->piece_count; i++) {
            const bool is_new = !appears[i] && is_made(rules, i, appears);
            appears[i] = appears[i] || is_new;
            grows = grows || is_new;
        }
    }
    return appears;
}

static void tell_missing(struct mad_lint *lint, const struct mad_rule_piece *piece)
{
    const struct search search = {lint->rules, piece->name, mad_lint_makes_men};
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_NEVER_APPEARS, piece->span, piece->name);
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (finds_call(&search, piece->lines.items[i])) {
            mad_finding_note_at(lint->findings, finding, piece->lines.items[i]->span,
                                "only who is one himself makes one, by this line");
            break;
        }
    mad_finding_remedy(lint->findings, finding,
                       "put it into the array (letter %s), or let a piece become it",
                       piece->letter);
}

/* --- promotion -------------------------------------------------------------------------------------------- */

bool mad_lint_is_royal(const struct mad_rule_piece *piece)
{
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (piece->lines.items[i]->kind == MAD_NODE_ROYAL)
            return true;
    return false;
}

static bool changes_itself(const struct mad_ruleset *rules, const struct mad_rule_piece *piece)
{
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (piece->lines.items[i]->kind == MAD_NODE_EVENT ||
            (piece->lines.items[i]->kind == MAD_NODE_CALL_LINE &&
             is_event_call(rules, piece->lines.items[i])))
            return true;
    return false;
}

static bool stands_for(const struct mad_ruleset *rules, uint32_t index, int8_t owner)
{
    uint32_t cells = (uint32_t)(rules->files * rules->ranks);
    for (uint32_t i = 0; rules->array != NULL && i < cells; i++)
        if (rules->array[i].piece == (int32_t)index &&
            (owner < 0 || rules->array[i].owner == owner))
            return true;
    return false;
}

static const struct mad_node *promotion_of(const struct mad_lint *lint, const struct mad_node *line)
{
    bool is_promotion = line->kind == MAD_NODE_CALL_LINE && is_event_call(lint->rules, line);
    return is_promotion ? child_of_kind(line, MAD_NODE_CALL) : NULL;
}

/* Whether a line of the piece promotes it to a piece of that name. */
static bool promotes_to(const struct mad_lint *lint, const struct mad_rule_piece *of,
                        const char *name)
{
    for (uint32_t i = 0; i < of->lines.count; i++) {
        const struct mad_node *call = promotion_of(lint, of->lines.items[i]);
        if (call != NULL && mad_lint_leads_to(lint->rules, call, name))
            return true;
    }
    return false;
}

/* The one kind of the array that the piece does not become, -1 when there are more or none, or when a test says so. A kind
 * for which an end asks is not like the others. */
static int32_t left_out(const struct mad_lint *lint, const struct mad_rule_piece *of)
{
    const char *letters[MAD_MAX_TYPES];
    int32_t missing = -1;
    uint32_t named = 0, missed = 0;
    for (uint32_t i = 0; i < lint->rules->piece_count; i++) {
        const struct mad_rule_piece *piece = &lint->rules->pieces[i];
        if (promotes_to(lint, of, piece->name)) {
            letters[named++] = piece->letter;
        } else if (!mad_lint_is_royal(piece) && !changes_itself(lint->rules, piece) &&
                   stands_for(lint->rules, i, of->owner)) {
            missed++;
            missing = (int32_t)i;
        }
    }
    if (named < 2 || missed != 1 ||
        mad_lint_end_asks_for(lint, lint->rules->pieces[missing].name) ||
        mad_lint_test_leaves_out(lint, lint->rules->pieces[missing].letter, letters, named))
        return -1;
    return missing;
}

static void check_promotion(struct mad_lint *lint, const struct mad_rule_piece *piece)
{
    const struct mad_node *last = NULL;
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (promotion_of(lint, piece->lines.items[i]) != NULL &&
            mad_lint_is_own(lint, piece->lines.items[i]->span))
            last = piece->lines.items[i];
    int32_t missing = last == NULL ? -1 : left_out(lint, piece);
    if (missing >= 0)
        (void)mad_findings_add(
            lint->findings, MAD_FINDING_LEFT_OUT, last->span,
            mad_findings_text(lint->findings, "of the pieces in the array only the %s is left out",
                              lint->rules->pieces[missing].name));
}

/* --- lines said twice -------------------------------------------------------------------------------------- */

static bool are_equal_lists(const struct mad_node *a, const struct mad_node *b)
{
    while (a != NULL && b != NULL && mad_tree_equal(a, b)) {
        a = a->next;
        b = b->next;
    }
    return a == b;
}

static bool is_same_leap(const struct mad_node *a, const struct mad_node *b)
{
    return a->kind == MAD_NODE_LEAP && b->kind == MAD_NODE_LEAP && a->n0 == b->n1 &&
           a->n1 == b->n0 && a->flags == b->flags && are_equal_lists(a->first, b->first);
}

enum { MAX_WAYS = 32, MAX_DEPTH = 4 }; /* of names that stand for names */

struct ways { /* the directions that a name means */
    const struct mad_rule_direction *items[MAX_WAYS];
    uint32_t count;
    bool is_whole; /* no more than there is room for, and nothing but directions */
};

static void add_ways(const struct mad_ruleset *rules, const struct mad_node *node,
                     struct ways *ways, uint32_t depth)
{
    if (node->kind == MAD_NODE_OR) {
        for (const struct mad_node *one = node->first; one != NULL; one = one->next)
            add_ways(rules, one, ways, depth);
        return;
    }
    const struct mad_rule_direction *way = mad_rules_direction(rules, node);
    const struct mad_node *meant = depth > 0 ? mad_rules_meaning(rules, node) : NULL;
    if (way != NULL && ways->count < MAX_WAYS)
        ways->items[ways->count++] = way;
    else if (meant != NULL)
        add_ways(rules, meant, ways, depth - 1);
    else
        ways->is_whole = false;
}

/* Whether the directions of a movement are all among those of another; `forward` is `north` for one player alone, and
 * among all eight for both. */
static bool has_ways(const struct mad_ruleset *rules, const struct mad_node *wide,
                     const struct mad_node *narrow)
{
    struct ways all = {.is_whole = true}, some = {.is_whole = true};
    if (wide == NULL || narrow == NULL || wide->next != NULL || narrow->next != NULL)
        return false;
    add_ways(rules, wide, &all, MAX_DEPTH);
    add_ways(rules, narrow, &some, MAX_DEPTH);
    for (uint32_t i = 0; i < some.count; i++)
        for (int turn = 1; turn >= -1; turn -= 2) {
            bool has = false;
            const struct mad_rule_direction *way = some.items[i];
            for (uint32_t k = 0; k < all.count && !has; k++) {
                const int by = all.items[k]->own == way->own ? 1 : turn;
                has = all.items[k]->right == by * way->right && all.items[k]->up == by * way->up;
            }
            if (!has)
                return false;
        }
    return all.is_whole && some.is_whole && some.count > 0;
}

/* `slide D` goes wherever `step D` does, `A or B` wherever A does; a leap of 2,0 is one of 0,2. */
static bool reaches(const struct mad_ruleset *rules, const struct mad_node *wide,
                    const struct mad_node *narrow)
{
    const bool is_step = narrow->kind == MAD_NODE_STEP && narrow->flags == 0;
    const bool is_ride = wide->kind == MAD_NODE_SLIDE && wide->n1 == 0 && wide->flags == 0;
    const bool are_slides = is_ride && narrow->kind == MAD_NODE_SLIDE && narrow->n1 == 0 &&
                            narrow->flags == 0 &&
                            (wide->n0 == 0 || (narrow->n0 != 0 && narrow->n0 <= wide->n0));
    const bool are_steps = is_step && wide->kind == MAD_NODE_STEP && wide->flags == 0;
    if (mad_tree_equal(wide, narrow) || is_same_leap(wide, narrow) ||
        (((is_ride && is_step) || are_slides || are_steps) &&
         has_ways(rules, wide->first, narrow->first)))
        return true;
    if (narrow->kind == MAD_NODE_OR) {
        for (const struct mad_node *one = narrow->first; one != NULL; one = one->next)
            if (!reaches(rules, wide, one))
                return false;
        return true;
    }
    for (const struct mad_node *one = wide->first; wide->kind == MAD_NODE_OR && one != NULL;
         one = one->next)
        if (reaches(rules, one, narrow))
            return true;
    return false;
}

/* One of the movements that `or` joins goes nowhere where another does not go. */
static void check_choice(struct mad_lint *lint, const struct mad_node *line)
{
    const struct mad_node *choice = line->kind == MAD_NODE_MOVE ? line->first : NULL;
    if (choice == NULL || choice->kind != MAD_NODE_OR || !mad_lint_is_own(lint, line->span))
        return;
    for (const struct mad_node *a = choice->first; a != NULL; a = a->next)
        for (const struct mad_node *b = choice->first; b != NULL; b = b->next) {
            if (a == b || !reaches(lint->rules, a, b) || (b < a && reaches(lint->rules, b, a)))
                continue;
            struct mad_finding *finding =
                mad_findings_add(lint->findings, MAD_FINDING_SAME_MOVE, b->span,
                                 "another part of the line says this already");
            mad_finding_note_at(lint->findings, finding, a->span, "here");
            mad_finding_remedy(lint->findings, finding, "leave one of the two out");
            return;
        }
}

/* Whether the first line lets all be done that the second does. */
static bool says_all_of(const struct mad_ruleset *rules, const struct mad_node *wide,
                        const struct mad_node *narrow)
{
    if (wide->kind != MAD_NODE_MOVE || narrow->kind != MAD_NODE_MOVE || wide->first == NULL ||
        narrow->first == NULL)
        return mad_tree_equal(wide, narrow);
    return (wide->n0 & narrow->n0) == narrow->n0 && reaches(rules, wide->first, narrow->first) &&
           are_equal_lists(wide->first->next, narrow->first->next);
}

static void check_pair(struct mad_lint *lint, const struct mad_node *a, const struct mad_node *b)
{
    bool first_is_wide = says_all_of(lint->rules, a, b);
    const struct mad_node *wide = first_is_wide ? a : b, *narrow = first_is_wide ? b : a;
    bool is_own = mad_lint_is_own(lint, a->span) || mad_lint_is_own(lint, b->span);
    if (!is_own || mad_tree_equal(a, b) || (!first_is_wide && !says_all_of(lint->rules, b, a)))
        return;
    const struct mad_node *at = mad_lint_is_own(lint, narrow->span) ? narrow : wide;
    const char *text = at == narrow ? "another line of the piece says this already"
                                    : "this line says what another line of the piece says already";
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_SAME_MOVE, at->span, text);
    mad_finding_note_at(lint->findings, finding, (at == narrow ? wide : narrow)->span, "here");
    const bool is_inherited =
        !mad_lint_is_own(lint, wide->span) && /* and what is written is shorter */
        narrow->kind == MAD_NODE_MOVE && narrow->first->kind == MAD_NODE_SLIDE &&
        narrow->first->n0 != 0;
    mad_finding_remedy(lint->findings, finding, "%s",
                       is_inherited ? "leave it out; or, where it is meant in place of that, "
                                      "write `new` before it, below `change`"
                                    : "leave one of the two out");
    if (at == narrow)
        mad_lint_leave_out(lint, finding, at->span, !is_inherited);
}

static void check_repetition(struct mad_lint *lint, const struct mad_rule_lines *lines)
{
    for (uint32_t i = 0; i < lines->count; i++) {
        check_choice(lint, lines->items[i]);
        for (uint32_t j = i + 1; j < lines->count; j++)
            check_pair(lint, lines->items[i], lines->items[j]);
    }
}

void mad_lint_men(struct mad_lint *lint)
{
    const bool *appears = mad_lint_appearing(lint);
    for (uint32_t i = 0; i < lint->rules->piece_count; i++) {
        const struct mad_rule_piece *piece = &lint->rules->pieces[i];
        check_repetition(lint, &piece->lines);
        check_promotion(lint, piece);
        if (!mad_lint_is_own(lint, piece->span))
            continue;
        check_lines(lint, i, appears == NULL || appears[i]);
        if (appears != NULL && !appears[i])
            tell_missing(lint, piece);
    }
}

/* --- leaps that end nowhere --------------------------------------------------------------------------------- */

static bool fits(const struct mad_ruleset *rules, int32_t right, int32_t up)
{
    return right < rules->one.width && up < rules->ranks;
}

static bool is_wrapped(const struct mad_ruleset *rules)
{
    for (uint32_t i = 0; i < rules->laws.count; i++)
        if (rules->laws.items[i]->kind == MAD_NODE_WRAP)
            return true;
    return false;
}

static bool see_leap(void *context, const struct mad_node *node)
{
    struct mad_lint *lint = context;
    if (node->kind == MAD_NODE_LEAP && mad_lint_is_own(lint, node->span) &&
        !fits(lint->rules, node->n0, node->n1) && !fits(lint->rules, node->n1, node->n0))
        (void)mad_findings_add(
            lint->findings, MAD_FINDING_NO_STEP, node->span,
            mad_findings_text(lint->findings, "a leap of %d,%d", (int)node->n0, (int)node->n1));
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        (void)see_leap(context, child);
    return true;
}

/* --- what never stops a motion ------------------------------------------------------------------------------ */

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Leaps over no square, slides that end before they could be stopped, and those over more men than a line has room for. */
static bool see_bound(void *context, const struct mad_node *node)
{
    struct mad_lint *lint = context;
    const int32_t side = larger(lint->rules->one.width, lint->rules->ranks);
    const bool is_own = mad_lint_is_own(lint, node->span);
    if (is_own && node->kind == MAD_NODE_LEAP && (node->flags & MAD_FLAG_LAME) != 0 &&
        larger(abs(node->n0), abs(node->n1)) == 1)
        (void)mad_findings_add(lint->findings, MAD_FINDING_NO_BOUND, node->span,
                               mad_findings_text(lint->findings,
                                                 "no square lies on the way of a leap of %d,%d",
                                                 (int)node->n0, (int)node->n1));
    if (is_own && node->kind == MAD_NODE_SLIDE && node->n0 >= side)
        (void)mad_findings_add(lint->findings, MAD_FINDING_NO_BOUND, node->span,
                               mad_findings_text(lint->findings,
                                                 "no line of this board is %d squares long",
                                                 (int)node->n0 + 1));
    if (is_own && node->kind == MAD_NODE_SLIDE && node->n1 + 2 > side)
        (void)mad_findings_add(lint->findings, MAD_FINDING_NO_BOUND, node->span,
                               mad_findings_text(lint->findings,
                                                 "no line of this board has room for %d others and "
                                                 "a square behind them",
                                                 (int)node->n1));
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        (void)see_bound(context, child);
    return true;
}

/* Whether lines end at the edges of the picture. */
static bool has_other_lines(const struct mad_lint *lint)
{
    const struct mad_ruleset *rules = lint->rules;
    for (uint32_t i = 0; i < rules->direction_count; i++)
        if (rules->directions[i].track != NULL)
            return true;
    return mad_rules_link(rules) || lint->game->tiling == MAD_TILING_HEXAGONS || is_wrapped(rules);
}

void mad_lint_leaps(struct mad_lint *lint)
{
    if (!is_wrapped(lint->rules))
        (void)mad_lint_each_sentence(lint->rules, see_leap, lint);
    if (!has_other_lines(lint))
        (void)mad_lint_each_sentence(lint->rules, see_bound, lint);
}
