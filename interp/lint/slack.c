/* slack.c - what says less than it seems to: a branch that is never taken, a number with values that it never has, neighbours
 * of whom one does not know the other, a draw before anybody has come across the board.
 *
 * Layer: interp/lint. */
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

/* --- branches ------------------------------------------------------------------------------------------------- */

/* Whether it is required that the named square is empty, holds somebody, or is there at all: each time it has to be a
 * square of the board. */
static bool requires_square(const struct mad_node *statement, const char *name)
{
    const struct mad_node *truth = statement->kind == MAD_NODE_REQUIRE ? statement->first : NULL;
    if (truth == NULL || truth->flags != 0 || truth->first == NULL ||
        !mad_is_ref(truth->first, name))
        return false;
    return (truth->kind == MAD_NODE_HAS && truth->first->next == NULL) ||
           (truth->kind == MAD_NODE_IS && truth->n0 <= MAD_IS_ON);
}

/* `if beyond has a square`, behind `require beyond is empty`. */
static void check_body(struct mad_lint *lint, const struct mad_node *first)
{
    for (const struct mad_node *one = first; one != NULL; one = one->next) {
        const struct mad_node *truth = one->kind == MAD_NODE_IF ? one->first : NULL;
        const bool asks = truth != NULL && truth->kind == MAD_NODE_HAS && truth->first != NULL &&
                          truth->first->next == NULL && truth->first->kind == MAD_NODE_REF &&
                          mad_lint_is_own(lint, truth->span);
        for (const struct mad_node *before = first; asks && before != one; before = before->next) {
            if (!requires_square(before, truth->first->name))
                continue;
            struct mad_finding *finding =
                mad_findings_add(lint->findings, MAD_FINDING_NEVER_SET, truth->span,
                                 (truth->flags & MAD_FLAG_NEGATED) != 0 ? "this never holds here"
                                                                        : "this always holds here");
            mad_finding_note_at(lint->findings, finding, before->span,
                                "without a square of the board it does not come that far");
            mad_finding_remedy(lint->findings, finding,
                               "`require no piece on %s` lets it be no square, too",
                               truth->first->name);
            break;
        }
        for (const struct mad_node *part = one->first; part != NULL; part = part->next)
            if (part->kind == MAD_NODE_BODY)
                check_body(lint, part->first);
    }
}

static void check_verbs(struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->verb_count; i++)
        for (const struct mad_node *part = lint->rules->verbs[i].node->first; part != NULL;
             part = part->next)
            if (part->kind == MAD_NODE_BODY)
                check_body(lint, part->first);
}

/* --- numbers -------------------------------------------------------------------------------------------------- */

struct values { /* that sentences give to a number */
    const char *name;
    int32_t most;
    uint32_t count; /* different ones above 0 */
    bool is_open;   /* it is counted up, or set to what is no number */
    bool is_lessened;
};

static void note_value(void *context, const struct mad_node *call)
{
    struct values *values = context;
    const struct mad_node *what = mad_argument(call, NULL), *to = mad_argument(call, "to");
    const bool is_set = strcmp(call->name, "set") == 0;
    if (what == NULL || !mad_tree_mentions(what, values->name))
        return;
    if (strcmp(call->name, "decrease") == 0) {
        values->is_lessened = true;
    } else if (!is_set || to == NULL || to->kind != MAD_NODE_NUMBER) {
        values->is_open = true;
    } else if (to->n0 > 0 && to->n0 != values->most) {
        values->count++;
        values->most = to->n0 > values->most ? to->n0 : values->most;
    }
}

/* `number cold of each piece from 0 to 2` that is set to 2 and never counted down, or set to 1 alone. */
static void check_number(struct mad_lint *lint, const struct mad_rule_mark *mark)
{
    struct values values = {.name = mark->name};
    if (mark->most < 2 || mark->plane > 0 || mark->is_height || mark->starts.count > 0 ||
        !mad_lint_is_own(lint, mark->span))
        return;
    mad_lint_each_call(lint->rules, note_value, &values);
    if (values.is_open || values.count != 1 || (values.is_lessened && values.most == mark->most))
        return;
    (void)mad_findings_add(
        lint->findings, MAD_FINDING_NEVER_SET, mark->span,
        values.most < mark->most
            ? mad_findings_text(lint->findings,
                                "`%s` may be up to %d, and never comes to more than %d", mark->name,
                                (int)mark->most, (int)values.most)
            : mad_findings_text(lint->findings, "`%s` is %d or nothing: no sentence counts it down",
                                mark->name, (int)values.most));
}

/* --- neighbours -------------------------------------------------------------------------------------------------- */

enum { MAX_WAYS = 32 };

struct ways {
    struct mad_course items[MAX_WAYS];
    uint32_t count;
    bool is_known,
        takes_own; /* directions that turn with the player are taken as of who goes north */
};

static void add_ways(const struct mad_ruleset *rules, const struct mad_node *node,
                     struct ways *ways, uint32_t depth)
{
    const struct mad_rule_direction *way = mad_rules_direction(rules, node);
    const struct mad_node *meant = depth > 0 ? mad_rules_meaning(rules, node) : NULL;
    if (way != NULL && (!way->own || ways->takes_own) && way->track == NULL &&
        ways->count < MAX_WAYS)
        ways->items[ways->count++] = (struct mad_course){way->right, way->up, true};
    else if (meant != NULL)
        add_ways(rules, meant, ways, depth - 1);
    else if (node->kind == MAD_NODE_OR)
        for (const struct mad_node *one = node->first; one != NULL; one = one->next)
            add_ways(rules, one, ways, depth);
    else
        ways->is_known = false;
}

/* `next to means north, south, east, west or north-west`: who is next to whom is mutual. */
static void check_neighbours(struct mad_lint *lint)
{
    enum { MAX_DEPTH = 4 };
    const struct mad_rule_definition *next = NULL;
    for (uint32_t i = 0; i < lint->rules->definition_count; i++)
        if (strcmp(lint->rules->definitions[i].name, "adjacent") == 0)
            next = &lint->rules->definitions[i];
    struct ways ways = {.is_known = next != NULL};
    if (next == NULL || !mad_lint_is_own(lint, next->expression->span))
        return;
    add_ways(lint->rules, next->expression, &ways, MAX_DEPTH);
    for (uint32_t i = 0; i < ways.count && ways.is_known; i++) {
        bool has_back = false;
        for (uint32_t k = 0; k < ways.count; k++)
            has_back = has_back || (ways.items[k].right == -ways.items[i].right &&
                                    ways.items[k].up == -ways.items[i].up);
        if (has_back)
            continue;
        (void)mad_findings_add(lint->findings, MAD_FINDING_ODD_ONE, next->expression->span,
                               "of one of these directions the opposite is missing: who is next to "
                               "another has him next to himself");
        return;
    }
}

/* --- goals that no step leads to ------------------------------------------------------------------------------------ */

/* Adds all squares to which a step, or a slide, leads from anywhere, for who goes north; false when that is not known. */
static bool find_ends(const struct mad_lint *lint, const struct mad_node *movement, bool *ends)
{
    enum { MAX_DEPTH = 4 };
    const struct mad_game *game = lint->game;
    struct ways ways = {.is_known = true, .takes_own = true};
    if ((movement->kind != MAD_NODE_STEP && movement->kind != MAD_NODE_SLIDE) ||
        movement->first == NULL || movement->first->next != NULL)
        return false;
    add_ways(lint->rules, movement->first, &ways, MAX_DEPTH);
    for (int32_t from = 0; from < game->squares && ways.is_known; from++)
        for (uint32_t i = 0; i < ways.count; i++) {
            const int32_t file = from % game->files + ways.items[i].right,
                          rank = from / game->files + ways.items[i].up;
            if (!mad_is_hole(game, (uint32_t)from) && file >= 0 && rank >= 0 &&
                file < game->files && rank < game->ranks)
                ends[rank * game->files + file] = true;
        }
    return ways.is_known && ways.count > 0;
}

/* `move step forward on own rank 1`: where a step ends is asked, and not where it begins. */
static bool see_goal(void *context, const struct mad_node *node)
{
    struct mad_lint *lint = context;
    bool ends[MAD_MAX_SQUARES] = {false}, wanted[MAD_MAX_SQUARES], any = false, is_place = false;
    if (node->kind == MAD_NODE_ON && mad_lint_is_own(lint, node->span) &&
        mad_lint_squares_of(lint, node->first->next, 0, wanted) &&
        find_ends(lint, node->first, ends)) {
        for (int32_t square = 0; square < lint->game->squares; square++) {
            any = any || (ends[square] && wanted[square]);
            is_place = is_place || wanted[square];
        }
        if (!any && is_place) {
            struct mad_finding *finding =
                mad_findings_add(lint->findings, MAD_FINDING_IN_VAIN, node->span,
                                 "no such step ends there: this is never done");
            mad_finding_remedy(lint->findings, finding,
                               "where the man stands before he moves is asked by `when here is on "
                               "...`");
        }
        return true;
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        (void)see_goal(context, child);
    return true;
}

static void check_goals(struct mad_lint *lint)
{
    const struct mad_course course = mad_lint_course_of(lint, 0);
    for (uint32_t i = 0; i < lint->rules->laws.count; i++)
        if (lint->rules->laws.items[i]->kind == MAD_NODE_WRAP ||
            lint->rules->laws.items[i]->kind == MAD_NODE_LINK)
            return; /* steps lead elsewhere, too */
    if (course.right == 0 && course.up == 1 && lint->game->tiling != MAD_TILING_HEXAGONS)
        (void)mad_lint_each_living(lint, see_goal, lint);
}

/* --- draws --------------------------------------------------------------------------------------------------------- */

/* `draw after 5 turns each`: in fewer than the board has ranks nothing much can happen. */
static void check_draws(struct mad_lint *lint)
{
    const int32_t files = lint->rules->one.width, ranks = lint->rules->one.height,
                  side = files > ranks ? files : ranks;
    for (uint32_t i = 0; i < lint->rules->ends.count; i++) {
        const struct mad_node *end = lint->rules->ends.items[i];
        if (end->kind == MAD_NODE_END_QUIET && end->n0 < side && mad_lint_is_own(lint, end->span))
            mad_finding_remedy(
                lint->findings,
                mad_findings_add(lint->findings, MAD_FINDING_ODD_ONE, end->span,
                                 mad_findings_text(lint->findings,
                                                   "%d turns each are few: step by step a man "
                                                   "needs more to come across this board",
                                                   (int)end->n0)),
                "`draw after %d0 turns each`, or as many as are meant", (int)end->n0);
    }
}

/* --- counters ---------------------------------------------------------------------------------------------------- */

/* `checks is at least 3` in an end by which somebody wins who is not named. */
static const struct mad_node *find_goal(const struct mad_node *node, const char *counter)
{
    const struct mad_node *number = node->first != NULL ? node->first->next : NULL;
    if (node->kind == MAD_NODE_IS && node->flags == 0 && mad_is_ref(node->first, counter) &&
        number != NULL && number->kind == MAD_NODE_NUMBER && number->n0 > 1 &&
        (node->n0 == MAD_IS || node->n0 == MAD_IS_AT_LEAST || node->n0 == MAD_IS_MORE_THAN))
        return node;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        const struct mad_node *found = find_goal(child, counter);
        if (found != NULL)
            return found;
    }
    return NULL;
}

struct deeds {
    const struct mad_lint *lint;
    const char *counter;
    bool are_some; /* that one player does, and not whatever is moved */
};

static bool raises(const struct mad_node *node, const void *counter)
{
    return node->kind == MAD_NODE_CALL && node->name != NULL &&
           strcmp(node->name, "increase") == 0 && mad_argument(node, NULL) != NULL &&
           mad_is_ref(mad_argument(node, NULL), counter);
}

static bool see_deed(void *context, const struct mad_node *sentence)
{
    struct deeds *deeds = context;
    const bool is_plain =
        sentence->kind == MAD_NODE_WHEN_MOVED && !mad_lint_has_kind(sentence, MAD_NODE_IF);
    deeds->are_some =
        deeds->are_some || (!is_plain && mad_tree_any(sentence, raises, deeds->counter));
    return true;
}

/* A counter of both that counts what each does, and by which he wins who comes to a number: `for each player` is
 * forgotten. One that counts all moves is a clock, and one deed is one of who has moved. */
static void check_counter(struct mad_lint *lint, const struct mad_rule_counter *counter)
{
    struct deeds deeds = {.lint = lint, .counter = counter->name};
    const struct mad_node *goal = NULL;
    for (uint32_t i = 0; i < lint->rules->ends.count && goal == NULL; i++) {
        const struct mad_node *end = lint->rules->ends.items[i];
        if (end->kind == MAD_NODE_END_FOR && end->first->kind == MAD_NODE_CONST)
            goal = find_goal(end->first->next, counter->name);
    }
    if (counter->each || goal == NULL || !mad_lint_is_own(lint, counter->span))
        return;
    (void)mad_lint_each_living(lint, see_deed, &deeds);
    if (!deeds.are_some)
        return;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_WHOSE, counter->span,
        mad_findings_text(lint->findings,
                          "`%s` counts what either player does, and who comes to the number has "
                          "won: it is one for both",
                          counter->name));
    mad_finding_note_at(lint->findings, finding, goal->span, "this asks for it");
    mad_finding_remedy(lint->findings, finding,
                       "`counter %s for each player starts at %d`, and ask for `mover's %s`",
                       counter->name, (int)counter->start, counter->name);
}

/* --- both ways of one comparison --------------------------------------------------------------------------------- */

static bool are_opposed(int32_t a, int32_t b)
{
    const bool a_is_up = a == MAD_IS_MORE_THAN || a == MAD_IS_AT_LEAST,
               b_is_down = b == MAD_IS_LESS_THAN || b == MAD_IS_AT_MOST;
    return a_is_up && b_is_down;
}

/* How many comparisons of two sentences that are alike else go the other way; UINT32_MAX: they are not alike. */
static uint32_t count_opposed(const struct mad_node *a, const struct mad_node *b)
{
    const bool is_opposed = a->kind == MAD_NODE_IS && b->kind == MAD_NODE_IS &&
                            (are_opposed(a->n0, b->n0) || are_opposed(b->n0, a->n0));
    uint32_t count = is_opposed;
    if (a->kind != b->kind || a->flags != b->flags || (a->n0 != b->n0 && !is_opposed) ||
        a->n1 != b->n1 || a->name != b->name || !mad_tree_same_text(a->text, b->text))
        return UINT32_MAX;
    const struct mad_node *x = a->first, *y = b->first;
    for (; x != NULL && y != NULL; x = x->next, y = y->next) {
        const uint32_t below = count_opposed(x, y);
        if (below == UINT32_MAX)
            return below;
        count += below;
    }
    return x == y ? count : UINT32_MAX;
}

/* `mover wins when ... more than ...` and `mover wins when ... less than ...`: one of them is the other player's. */
static void check_both_ways(struct mad_lint *lint)
{
    const struct mad_rule_lines *ends = &lint->rules->ends;
    for (uint32_t i = 1; i < ends->count; i++)
        for (uint32_t before = 0; before < i; before++) {
            const struct mad_node *one = ends->items[before], *end = ends->items[i];
            if (one->kind != MAD_NODE_END_FOR || end->kind != MAD_NODE_END_FOR ||
                !mad_lint_is_own(lint, end->span) || mad_lint_is_told(lint, end->span) ||
                one->n0 != end->n0 || !mad_tree_equal(one->first, end->first) ||
                count_opposed(one->first->next, end->first->next) != 1)
                continue;
            struct mad_finding *finding =
                mad_findings_add(lint->findings, MAD_FINDING_ODD_ONE, end->span,
                                 "this is said of the same player for more and for less");
            mad_finding_note_at(lint->findings, finding, one->span, "here");
            const bool is_mover = mad_is_word(end->first, MAD_WORD_MOVER);
            if (is_mover || mad_is_word(end->first, MAD_WORD_ENEMY))
                mad_finding_fix(lint->findings, finding, end->first->span, false, "%s",
                                is_mover ? "enemy" : "mover");
        }
}

void mad_lint_slack(struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->counter_count && !lint->rules->plays_alone; i++)
        check_counter(lint, &lint->rules->counters[i]);
    check_verbs(lint);
    check_neighbours(lint);
    check_draws(lint);
    check_goals(lint);
    check_both_ways(lint);
    for (uint32_t i = 0; i < lint->rules->mark_count; i++)
        check_number(lint, &lint->rules->marks[i]);
}
