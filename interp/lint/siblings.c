/* siblings.c - sentences that have a fellow: what is said of all men but one, of moves from everywhere that others make from
 * home.
 *
 * Layer: interp/lint. What is told here can be meant, and seldom is. */
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

/* --- of all men but one ---------------------------------------------------------------------------------------- */

/* The piece that the sentence `a player may turn Pawn as Rook from hand` names first; null: it names none. */
static const char *man_of(const struct mad_node *sentence)
{
    const struct mad_node *arg = sentence->first != NULL ? sentence->first->first : NULL;
    const struct mad_node *man = arg != NULL ? arg->first : NULL;
    return man != NULL && man->kind == MAD_NODE_REF && (man->flags & MAD_FLAG_CAPITAL) ? man->name
                                                                                       : NULL;
}

static bool is_dropped(const struct mad_rule_piece *piece)
{
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (piece->lines.items[i]->kind == MAD_NODE_DROP)
            return true;
    return false;
}

enum { MANY = 3 }; /* sentences that agree */

/* What a player may do with every man that he drops but one. */
static void check_may(struct mad_lint *lint, uint32_t at)
{
    const struct mad_rule_lines *may = &lint->rules->player_may;
    const struct mad_node *last = may->items[at];
    const struct mad_rule_piece *left = NULL;
    uint32_t fellows = 0, left_out = 0;
    for (uint32_t i = 0; i < may->count; i++) {
        const bool is_fellow =
            man_of(may->items[i]) != NULL && may->items[i]->first->name == last->first->name;
        if (is_fellow && i > at)
            return; /* told at the last of them */
        fellows += is_fellow;
    }
    for (uint32_t type = 0; type < lint->rules->piece_count; type++) {
        const struct mad_rule_piece *piece = &lint->rules->pieces[type];
        bool is_named = !is_dropped(piece) || lint->game->types[type].royal;
        for (uint32_t i = 0; i < may->count && !is_named; i++)
            is_named = may->items[i]->first->name == last->first->name &&
                       man_of(may->items[i]) == piece->name;
        left = is_named ? left : piece;
        left_out += !is_named;
    }
    if (man_of(last) == NULL || !mad_lint_is_own(lint, last->span) || fellows < MANY ||
        left_out != 1)
        return;
    (void)mad_findings_add(
        lint->findings, MAD_FINDING_ODD_ONE, last->span,
        mad_findings_text(lint->findings,
                          "this may be done with all men that are dropped but the %s", left->name));
}

/* --- zones by one ------------------------------------------------------------------------------------------------ */

/* Whether two sets of squares are the same but for one number of ranks, which is greater or less by one; that of the second
 * is left in `odd`. */
static bool is_near(const struct mad_node *a, const struct mad_node *b, const struct mad_node **odd)
{
    const bool counts_ranks = a->kind == MAD_NODE_LAST_RANKS || a->kind == MAD_NODE_RANK;
    if (a->kind != b->kind || a->flags != b->flags || a->name != b->name)
        return false;
    if (a->n0 != b->n0) {
        if (!counts_ranks || *odd != NULL || (a->n0 != b->n0 + 1 && a->n0 + 1 != b->n0))
            return false;
        *odd = b;
    }
    const struct mad_node *x = a->first, *y = b->first;
    for (; x != NULL && y != NULL; x = x->next, y = y->next)
        if (!is_near(x, y, odd))
            return false;
    return x == NULL && y == NULL;
}

/* Where something happens by itself to the piece: EVENT_ON with squares; null where it has none of that kind. */
static const struct mad_node *zone_of(const struct mad_rule_piece *piece, int32_t event)
{
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *line = piece->lines.items[i],
                              *on = line->kind == MAD_NODE_EVENT ? line->first : NULL;
        if (on != NULL && on->first != NULL && on->n0 == event)
            return on;
    }
    return NULL;
}

/* `when its own move ends on last 4 ranks`, where it is the last 3 for all others. */
static void check_zone(struct mad_lint *lint, uint32_t type, const struct mad_node *on)
{
    const struct mad_ruleset *rules = lint->rules;
    const struct mad_node *other = NULL, *odd = NULL;
    uint32_t fellows = 0;
    for (uint32_t i = 0; i < rules->piece_count; i++) {
        const struct mad_node *zone = i != type ? zone_of(&rules->pieces[i], on->n0) : NULL;
        if (zone == NULL)
            continue;
        if (other != NULL && !mad_tree_equal(other, zone))
            return;
        other = zone;
        fellows++;
    }
    if (fellows < MANY || !is_near(other, on, &odd) || odd == NULL)
        return;
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_ODD_ONE, odd->span,
                         mad_findings_text(lint->findings,
                                           "for the %u other men to whom this happens the zone is "
                                           "another, by one rank",
                                           (unsigned)fellows));
    mad_finding_note_at(lint->findings, finding, other->span, "here");
}

/* --- from everywhere --------------------------------------------------------------------------------------------- */

static const struct mad_node *verb_named(const struct mad_ruleset *rules, const char *name)
{
    for (uint32_t i = 0; i < rules->verb_count; i++)
        if (rules->verbs[i].name == name)
            return rules->verbs[i].node;
    return NULL;
}

/* Whether a verb steps on from a square, taking nobody, and leaves a mark: he who does it may be taken in passing. */
static bool steps_on(const struct mad_node *verb)
{
    bool has_second = false, has_mark = false, takes = false, lands = false;
    const struct mad_node *body = verb->first;
    while (body != NULL && body->kind != MAD_NODE_BODY)
        body = body->next;
    if (body == NULL)
        return false;
    for (const struct mad_node *line = body->first; line != NULL; line = line->next) {
        const bool is_call = line->kind == MAD_NODE_CALL;
        has_second = has_second || (line->kind == MAD_NODE_LET && line->first != NULL &&
                                    line->first->kind == MAD_NODE_STEP &&
                                    mad_lint_has_kind(line->first, MAD_NODE_FROM));
        has_mark = has_mark || (is_call && strcmp(line->name, "set") == 0);
        takes = takes || (is_call && strcmp(line->name, "take") == 0);
        lands = lands || (is_call && strcmp(line->name, "land") == 0);
    }
    return has_second && has_mark && lands && !takes && !mad_lint_has_kind(body, MAD_NODE_REPEAT);
}

bool mad_lint_steps_on(const struct mad_ruleset *rules, const struct mad_node *call)
{
    const struct mad_node *verb = verb_named(rules, call->name);
    return verb != NULL && steps_on(verb);
}

/* A double step without a condition. */
static void check_everywhere(struct mad_lint *lint, const struct mad_rule_piece *piece,
                             const struct mad_node *line)
{
    const struct mad_node *call = line->kind == MAD_NODE_CALL_LINE ? line->first : NULL;
    const struct mad_node *verb = call != NULL ? verb_named(lint->rules, call->name) : NULL;
    if (verb == NULL || call->next != NULL || !steps_on(verb))
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_NOT_HOME, line->span,
        mad_findings_text(lint->findings,
                          "the %s may do this from everywhere, and be taken in passing there",
                          piece->name));
    mad_finding_remedy(lint->findings, finding,
                       "`when here is on own rank 2` is for the first move");
}

static const struct mad_node *when_of(const struct mad_node *line)
{
    const struct mad_node *part = line->first;
    while (part != NULL && part->kind != MAD_NODE_WHEN)
        part = part->next;
    return part;
}

/* `double-step along forward` beside `move slide forward up to 2`, under the same condition: one can be taken in passing by
 * the first, and need not make it. */
static void check_step_and_slide(struct mad_lint *lint, const struct mad_rule_piece *piece,
                                 const struct mad_node *line, const struct mad_node *other)
{
    const struct mad_node *call = line->kind == MAD_NODE_CALL_LINE ? line->first : NULL;
    const struct mad_node *verb = call != NULL ? verb_named(lint->rules, call->name) : NULL;
    const struct mad_node *slide = other->kind == MAD_NODE_MOVE ? other->first : NULL;
    const struct mad_node *when = when_of(line), *also = when_of(other);
    if (verb == NULL || slide == NULL || slide->kind != MAD_NODE_SLIDE || slide->n0 == 1 ||
        slide->n1 != 0 || (other->n0 & MAD_TO_EMPTY) == 0 || call->first == NULL ||
        (also != NULL && (when == NULL || !mad_tree_equal(when, also))) ||
        !mad_tree_equal(call->first->first, slide->first) || !steps_on(verb))
        return;
    const bool is_own = mad_lint_is_own(lint, other->span);
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_SAME_MOVE, is_own ? other->span : line->span,
        mad_findings_text(lint->findings,
                          "another line leads the %s to the same squares, and lets him be taken in "
                          "passing",
                          piece->name));
    mad_finding_note_at(lint->findings, finding, is_own ? line->span : other->span, "this one");
    mad_finding_remedy(lint->findings, finding, "leave one of the two out: `no longer %s`",
                       call->name);
}

static void check_pairs(struct mad_lint *lint, const struct mad_rule_piece *piece)
{
    for (uint32_t i = 0; i < piece->lines.count; i++)
        for (uint32_t k = 0; k < piece->lines.count; k++)
            if (mad_lint_is_own(lint, piece->lines.items[i]->span) ||
                mad_lint_is_own(lint, piece->lines.items[k]->span))
                check_step_and_slide(lint, piece, piece->lines.items[i], piece->lines.items[k]);
}

/* --- whose men ------------------------------------------------------------------------------------------------------ */

/* `turn here to mover` */
static bool turns_itself(const struct mad_node *node, const void *context)
{
    (void)context;
    return node->kind == MAD_NODE_CALL && strcmp(node->name, "turn") == 0 &&
           mad_is_word(mad_argument(node, NULL), MAD_WORD_HERE) &&
           mad_is_word(mad_argument(node, "to"), MAD_WORD_MOVER);
}

/* `when taken: turn here to mover`: of a man who is taken the mover is his own player. */
static void check_taken(struct mad_lint *lint, const struct mad_node *event)
{
    const bool is_taken = event->kind == MAD_NODE_EVENT && event->first != NULL &&
                          event->first->kind == MAD_NODE_EVENT_ON &&
                          event->first->n0 == MAD_EVENT_TAKEN;
    const struct mad_node *call = is_taken ? mad_tree_find(event, turns_itself, NULL, NULL) : NULL;
    if (call == NULL || !mad_lint_is_own(lint, call->span))
        return;
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_WHOSE, call->span,
                         "`mover` is the player of the man who is taken: he is his already");
    mad_finding_remedy(lint->findings, finding, "`turn here to enemy`: to the one who takes him");
}

/* `turn (next to here on own piece) to mover`, `put enemy Stone on target` */
static bool see_whose(void *context, const struct mad_node *node)
{
    struct mad_lint *lint = context;
    const struct mad_node *object = node->first != NULL ? node->first->first : NULL;
    const struct mad_node *to =
        node->first != NULL && node->first->next != NULL ? node->first->next->first : NULL;
    if (node->kind == MAD_NODE_CALL && object != NULL && mad_lint_is_own(lint, node->span)) {
        const bool has_own = mad_lint_has_kind(object, MAD_NODE_OWN),
                   has_enemy = mad_lint_has_kind(object, MAD_NODE_ENEMY);
        const bool to_mover = mad_is_word(to, MAD_WORD_MOVER),
                   to_enemy = mad_is_word(to, MAD_WORD_ENEMY);
        if (strcmp(node->name, "turn") == 0 && has_own != has_enemy &&
            (has_own ? to_mover : to_enemy))
            (void)mad_findings_add(lint->findings, MAD_FINDING_WHOSE, object->span,
                                   has_own ? "these are the mover's own already"
                                           : "these are the enemy's already");
        if (strcmp(node->name, "put") == 0 && object->kind == MAD_NODE_ENEMY)
            (void)mad_findings_add(lint->findings, MAD_FINDING_WHOSE, object->span,
                                   "this puts a man of the other player on the board");
    }
    check_taken(lint, node);
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        (void)see_whose(context, child);
    return true;
}

/* Whether the node asks for a man of the mover's own: `step way on own piece`, `victim is own piece`. */
static bool is_own_man(const struct mad_node *node)
{
    const struct mad_node *last = node->first;
    while (last != NULL && last->next != NULL)
        last = last->next;
    return (node->flags & MAD_FLAG_NEGATED) == 0 && last != NULL &&
           (node->kind == MAD_NODE_ON || (node->kind == MAD_NODE_IS && node->n0 <= MAD_IS_ON)) &&
           last->kind == MAD_NODE_OWN && mad_is_word(last->first, MAD_WORD_PIECE);
}

/* `let victim be step way on own piece` ... `take victim` */
static void check_victims(struct mad_lint *lint, const struct mad_node *body)
{
    for (const struct mad_node *call = body->first; call != NULL; call = call->next) {
        const struct mad_node *object = call->first != NULL ? call->first->first : NULL;
        if (call->first != NULL && call->kind != MAD_NODE_CALL)
            check_victims(lint, call);
        if (call->kind != MAD_NODE_CALL || strcmp(call->name, "take") != 0 || object == NULL ||
            object->kind != MAD_NODE_REF)
            continue;
        for (const struct mad_node *line = body->first; line != call; line = line->next) {
            const bool names_it =
                (line->kind == MAD_NODE_LET || line->kind == MAD_NODE_CHOOSE)
                    ? line->name == object->name
                    : line->kind == MAD_NODE_REQUIRE && mad_tree_mentions(line, object->name);
            if (names_it && line->first != NULL && is_own_man(line->first) &&
                mad_lint_is_own(lint, line->span))
                (void)mad_findings_add(lint->findings, MAD_FINDING_TAKES_OWN, line->first->span,
                                       "these are the mover's own men, and they are taken");
        }
    }
}

/* --- turns that come to nothing --------------------------------------------------------------------------------------- */

static bool is_left_to_chance(const struct mad_node *node, const void *unused)
{
    (void)unused;
    return node->kind == MAD_NODE_TOSS ||
           (node->kind == MAD_NODE_CHOOSE && (node->flags & MAD_FLAG_AT_RANDOM) != 0);
}

/* What comes out of a toss nobody repeats at will. */
static bool leaves_nothing_to_chance(void *context, const struct mad_node *sentence)
{
    (void)context;
    return !mad_tree_any(sentence, is_left_to_chance, NULL);
}

static bool captures_nobody(void *context, const struct mad_node *sentence)
{
    (void)context;
    return (sentence->kind != MAD_NODE_MOVE || (sentence->n0 & MAD_TO_ENEMY) == 0) &&
           !mad_tree_calls(sentence, "take");
}

/* Turns without anything new are counted, and positions that come again are not. Where nobody captures all turns are
 * counted, and the game ends anyway. */
static void check_repeated(struct mad_lint *lint)
{
    const struct mad_node *quiet = NULL;
    for (uint32_t i = 0; i < lint->rules->ends.count; i++) {
        const struct mad_node *end = lint->rules->ends.items[i];
        if (mad_lint_has_kind(end, MAD_NODE_REPEATED))
            return;
        quiet = end->kind == MAD_NODE_END_QUIET ? end : quiet;
    }
    if (quiet == NULL || !mad_lint_is_own(lint, quiet->span) ||
        !mad_lint_each_sentence(lint->rules, leaves_nothing_to_chance, NULL) ||
        mad_lint_each_sentence(lint->rules, captures_nobody, NULL))
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_ENDLESS, quiet->span,
        "this ends games that go nowhere, and no end speaks of positions that come again");
    mad_finding_remedy(lint->findings, finding, "`draw when position has occurred 3 times`");
}

/* --- turns in a row ------------------------------------------------------------------------------------------------- */

/* `turns White and White then repeat White and Black`: of those that are repeated the first is of him who had the last. */
static void check_turns(struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->laws.count; i++) {
        const struct mad_node *law = lint->rules->laws.items[i], *last = NULL;
        const struct mad_node *turn = law->kind == MAD_NODE_TURNS ? law->first : NULL;
        for (; turn != NULL && turn->kind == MAD_NODE_REF; turn = turn->next)
            last = turn;
        if (last == NULL || turn == NULL || turn->first == NULL ||
            turn->first->name != last->name || !mad_lint_is_own(lint, law->span))
            continue;
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_ODD_ONE, turn->first->span,
            mad_findings_text(lint->findings,
                              "what is repeated begins with %s, who has had the turn before it",
                              last->name));
        mad_finding_note_at(lint->findings, finding, last->span, "this one");
    }
}

/* --- by the movement of another -------------------------------------------------------------------------------------- */

/* The movement that the line hands to a verb, `shoot to slide diagonal`; null: none alone. */
static const struct mad_node *handed(const struct mad_node *line)
{
    const struct mad_node *arg = line->kind == MAD_NODE_CALL_LINE ? line->first->first : NULL;
    const struct mad_node *what = arg != NULL && arg->next == NULL ? arg->first : NULL;
    return what != NULL && (what->kind == MAD_NODE_SLIDE || what->kind == MAD_NODE_STEP ||
                            what->kind == MAD_NODE_LEAP)
               ? what
               : NULL;
}

static bool moves_by(const struct mad_rule_piece *piece, const struct mad_node *movement)
{
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (piece->lines.items[i]->kind == MAD_NODE_MOVE &&
            mad_tree_equal(piece->lines.items[i]->first, movement))
            return true;
    return false;
}

/* Every man does it by his own movement, and this one by that of another. */
static void check_handed(struct mad_lint *lint, const struct mad_rule_piece *piece,
                         const struct mad_node *line)
{
    const struct mad_node *what = handed(line);
    const struct mad_rule_piece *whose = NULL;
    uint32_t agree = 0;
    if (what == NULL || moves_by(piece, what))
        return;
    for (uint32_t type = 0; type < lint->rules->piece_count; type++) {
        const struct mad_rule_piece *other = &lint->rules->pieces[type];
        for (uint32_t i = 0; i < other->lines.count; i++) {
            const struct mad_node *its = other->lines.items[i], *movement = handed(its);
            if (other == piece || movement == NULL || its->first->name != line->first->name ||
                !moves_by(other, movement))
                continue;
            agree++;
            whose = mad_tree_equal(movement, what) ? other : whose;
        }
    }
    if (agree < MANY || whose == NULL)
        return;
    (void)mad_findings_add(
        lint->findings, MAD_FINDING_ODD_ONE, what->span,
        mad_findings_text(lint->findings,
                          "others do this by their own movement, and the %s by that of the %s",
                          piece->name, whose->name));
}

void mad_lint_siblings(struct mad_lint *lint)
{
    const struct mad_ruleset *rules = lint->rules;
    for (uint32_t type = 0; type < rules->piece_count; type++)
        for (uint32_t i = 0; i < rules->pieces[type].lines.count; i++) {
            const struct mad_node *line = rules->pieces[type].lines.items[i];
            if (!mad_lint_is_own(lint, line->span))
                continue;
            if (line->kind == MAD_NODE_EVENT && line->first->first != NULL)
                check_zone(lint, type, line->first);
            check_everywhere(lint, &rules->pieces[type], line);
            check_handed(lint, &rules->pieces[type], line);
        }
    for (uint32_t type = 0; type < rules->piece_count; type++)
        check_pairs(lint, &rules->pieces[type]);
    for (uint32_t i = 0; i < rules->player_may.count; i++)
        check_may(lint, i);
    check_repeated(lint);
    check_turns(lint);
    for (uint32_t i = 0; i < rules->verb_count; i++)
        check_victims(lint, rules->verbs[i].node);
    (void)mad_lint_each_sentence(rules, see_whose, lint);
}
