/* never.c - questions that always get the same answer: numbers out of reach, and a check that a law forbids.
 *
 * Layer: interp/lint. What a counter, or a number on squares or pieces, can come to is read from what is done to it anywhere in force; what a law forbids
 * holds behind no legal move. */
#include <limits.h>
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

/* --- how far counters come ---------------------------------------------------------------------------------- */

struct range { /* INT32_MIN and INT32_MAX: without end */
    int32_t least, most;
};

static const struct range any = {INT32_MIN, INT32_MAX};

struct change { /* of one counter, or of the number on one square, over all sentences */
    const char *name;
    struct range range;
    const struct mad_node *last; /* call that changes it; null: none does */
};

/* `set clock to 5`, `increase mover's points by 2`; without a number by one. */
static void note_change(void *context, const struct mad_node *call)
{
    struct change *change = context;
    const struct mad_node *what = mad_argument(call, NULL), *by = mad_argument(call, "by"),
                          *to = mad_argument(call, "to");
    if (what == NULL || !mad_tree_mentions(what, change->name))
        return;
    change->last = call;
    const bool is_up = strcmp(call->name, "increase") == 0,
               is_down = strcmp(call->name, "decrease") == 0;
    const bool is_known = (is_up || is_down) && (by == NULL || by->kind == MAD_NODE_NUMBER);
    if (is_known && is_up) {
        change->range.most = INT32_MAX;
    } else if (is_known) {
        change->range.least = INT32_MIN;
    } else if (strcmp(call->name, "set") == 0 && to != NULL && to->kind == MAD_NODE_NUMBER) {
        change->range.least = to->n0 < change->range.least ? to->n0 : change->range.least;
        change->range.most = to->n0 > change->range.most ? to->n0 : change->range.most;
    } else {
        change->range = any;
    }
}

/* What all sentences make of a number that is in the range to begin with. */
static struct change change_of(const struct mad_ruleset *rules, const char *name,
                               struct range begin)
{
    struct change change = {.name = name, .range = begin};
    mad_lint_each_call(rules, note_change, &change);
    if (change.range.least == INT32_MIN) /* none is less than nothing */
        change.range.least = 0;
    return change;
}

static struct change change_of_counter(const struct mad_ruleset *rules,
                                       const struct mad_rule_counter *counter)
{
    return change_of(rules, counter->name, (struct range){counter->start, counter->start});
}

/* Of a number on squares or pieces: of one of them. */
static struct change change_of_mark(const struct mad_ruleset *rules,
                                    const struct mad_rule_mark *mark)
{
    struct range begin = {0, 0};
    for (uint32_t i = 0; i < mark->starts.count; i++)
        begin.most =
            mark->starts.items[i]->n0 > begin.most ? mark->starts.items[i]->n0 : begin.most;
    struct change change = change_of(rules, mark->name, begin);
    if (change.range.most > mark->most)
        change.range.most = mark->most;
    return change;
}

static struct range opposite(struct range range)
{
    return (struct range){range.most == INT32_MAX ? INT32_MIN : -range.most,
                          range.least == INT32_MIN ? INT32_MAX : -range.least};
}

static int32_t add(int32_t a, int32_t b, int32_t endless)
{
    const int64_t sum = (int64_t)a + b;
    return a == endless || b == endless || sum <= INT32_MIN || sum >= INT32_MAX ? endless
                                                                                : (int32_t)sum;
}

enum { MAX_NAMES = 4 /* one in the other */ };

static uint32_t most_of(const struct mad_lint *lint, const struct mad_node *node, bool is_of_one);

/* `number of own Rook`: men as many as can stand, squares as many as there are. */
static struct range range_of_squares(const struct mad_lint *lint, const struct mad_node *squares)
{
    const uint32_t most = most_of(lint, squares, false), all = lint->game->squares;
    for (uint32_t i = 0; i < lint->rules->pocket_count; i++)
        if (mad_lint_leads_to(lint->rules, squares, lint->rules->pockets[i].name))
            return any;
    return (struct range){0, (int32_t)(most < all ? most : all)};
}

static bool is_node(const struct mad_node *node, const void *sought)
{
    return node == sought;
}

static bool chooses(const struct mad_node *node, const void *name)
{
    return node->kind == MAD_NODE_CHOOSE && node->name == name;
}

static bool names_some(const struct mad_node *node, const void *name)
{
    return (node->kind == MAD_NODE_LET || node->kind == MAD_NODE_PARAM) && node->name == name;
}

/* Whether it is the name of one square that its verb chooses. */
static bool is_chosen(const struct mad_ruleset *rules, const struct mad_node *where)
{
    for (uint32_t i = 0; where->kind == MAD_NODE_REF && i < rules->verb_count; i++) {
        const struct mad_node *verb = rules->verbs[i].node;
        if (mad_tree_any(verb, is_node, where))
            return mad_tree_any(verb, chooses, where->name) &&
                   !mad_tree_any(verb, names_some, where->name);
    }
    return false;
}

/* `wounds on e4`, of one square. */
static struct range range_of_mark(const struct mad_ruleset *rules, const struct mad_node *node)
{
    const struct mad_node *where = node->first != NULL ? node->first->next : NULL;
    const bool is_one =
        where != NULL && (where->kind == MAD_NODE_SQUARE || mad_is_word(where, MAD_WORD_HERE) ||
                          is_chosen(rules, where));
    for (uint32_t i = 0; is_one && i < rules->mark_count; i++)
        if (mad_is_ref(node->first, rules->marks[i].name) && rules->marks[i].most > 0 &&
            rules->marks[i].plane == 0 && !rules->marks[i].is_height)
            return (struct range){0, rules->marks[i].most};
    return any;
}

/* What a number can be; any where it does not hang on counters and numbers alone. */
static struct range range_of(const struct mad_lint *lint, const struct mad_node *node,
                             unsigned depth)
{
    const struct mad_ruleset *rules = lint->rules;
    if (node == NULL)
        return any;
    if (node->kind == MAD_NODE_NUMBER)
        return (struct range){node->n0, node->n0};
    if (node->kind == MAD_NODE_OF_PLAYER)
        return range_of(lint, node->first, depth);
    if (node->kind == MAD_NODE_FUNCTION && node->n0 == MAD_FN_NUMBER_OF && node->first != NULL)
        return range_of_squares(lint, node->first);
    if (node->kind == MAD_NODE_ON)
        return range_of_mark(rules, node);
    if (node->kind == MAD_NODE_PLUS && node->first != NULL) {
        struct range a = range_of(lint, node->first, depth),
                     b = range_of(lint, node->first->next, depth);
        if ((node->flags & MAD_FLAG_NEGATED) != 0)
            b = opposite(b);
        return (struct range){add(a.least, b.least, INT32_MIN), add(a.most, b.most, INT32_MAX)};
    }
    for (uint32_t i = 0; node->kind == MAD_NODE_REF && i < rules->counter_count; i++)
        if (rules->counters[i].name == node->name)
            return change_of_counter(rules, &rules->counters[i]).range;
    const struct mad_node *meant = depth > 0 ? mad_rules_meaning(rules, node) : NULL;
    return meant != NULL ? range_of(lint, meant, depth - 1) : any;
}

enum answer { OPEN, ALWAYS, NEVER };

static enum answer answer_of(bool can_be, bool can_fail)
{
    return !can_be ? NEVER : !can_fail ? ALWAYS : OPEN;
}

/* `a is at least b`, from what the difference of the two can be. */
static enum answer compare(enum mad_is is, struct range a, struct range b)
{
    const struct range d = {add(a.least, opposite(b).least, INT32_MIN),
                            add(a.most, opposite(b).most, INT32_MAX)};
    switch (is) {
    case MAD_IS: return answer_of(d.least <= 0 && d.most >= 0, d.least != 0 || d.most != 0);
    case MAD_IS_AT_LEAST: return answer_of(d.most >= 0, d.least < 0);
    case MAD_IS_AT_MOST: return answer_of(d.least <= 0, d.most > 0);
    case MAD_IS_MORE_THAN: return answer_of(d.most > 0, d.least <= 0);
    case MAD_IS_LESS_THAN: return answer_of(d.least < 0, d.most >= 0);
    case MAD_IS_ON:
    case MAD_IS_NEXT_TO:
    case MAD_IS_ATTACKED:
    case MAD_IS_IN: break;
    }
    return OPEN;
}

static const char *told(enum answer answer, bool is_negated)
{
    return (answer == ALWAYS) != is_negated ? "this always holds" : "this never holds";
}

static bool mentions_counter(const struct mad_ruleset *rules, const struct mad_node *node)
{
    for (uint32_t i = 0; i < rules->counter_count; i++)
        if (mad_lint_leads_to(rules, node, rules->counters[i].name))
            return true;
    return false;
}

/* The call that changes a counter for which the node asks; null: none does, and names.c tells of that. */
static const struct mad_node *change_in(const struct mad_ruleset *rules,
                                        const struct mad_node *node)
{
    const struct mad_node *last = NULL;
    for (uint32_t i = 0; last == NULL && i < rules->counter_count; i++)
        if (mad_lint_leads_to(rules, node, rules->counters[i].name))
            last = change_of_counter(rules, &rules->counters[i]).last;
    return last;
}

/* Where it is always the same number all that changes it goes the other way. */
static void tell_number(struct mad_lint *lint, const struct mad_node *node, enum answer answer,
                        struct range x, const struct mad_node *change)
{
    const char *what = told(answer, (node->flags & MAD_FLAG_NEGATED) != 0);
    const bool is_floor = x.most == INT32_MAX, is_open = is_floor || x.least == INT32_MIN;
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_NEVER_SET, node->span,
        x.least == x.most
            ? mad_findings_text(lint->findings, "%s: the number is always %d", what, (int)x.least)
        : !is_open
            ? mad_findings_text(lint->findings, "%s: the number is from %d to %d", what,
                                (int)x.least, (int)x.most)
            : mad_findings_text(lint->findings, "%s: the number is never %s than %d", what,
                                is_floor ? "less" : "more", (int)(is_floor ? x.least : x.most)));
    if (change != NULL && mad_lint_is_own(lint, change->span) && strcmp(change->name, "set") != 0)
        mad_finding_note_at(lint->findings, finding, change->span,
                            strcmp(change->name, "decrease") == 0 ? "this makes it less"
                                                                  : "this makes it more");
}

/* `checks is at least 3`, `enemy piece where wounds is 3` */
static bool see_number(void *context, const struct mad_node *node)
{
    struct mad_lint *lint = context;
    const struct mad_ruleset *rules = lint->rules;
    const struct mad_node *a = node->first, *b = a != NULL ? a->next : NULL;
    const bool is_where = node->kind == MAD_NODE_WHERE && b != NULL && b->next != NULL;
    if (node->kind == MAD_NODE_IS && b != NULL && mad_lint_is_own(lint, node->span)) {
        const struct range x = range_of(lint, a, MAX_NAMES), y = range_of(lint, b, MAX_NAMES);
        const enum answer answer = compare((enum mad_is)node->n0, x, y);
        const bool hangs_on_counter = answer != OPEN && mentions_counter(rules, node);
        const struct mad_node *change = hangs_on_counter ? change_in(rules, node) : NULL;
        if (change != NULL || (answer != OPEN && !hangs_on_counter && x.least != x.most))
            tell_number(lint, node, answer, x, change);
    }
    for (uint32_t i = 0; is_where && i < rules->mark_count; i++) {
        const struct mad_rule_mark *mark = &rules->marks[i];
        if (mark->name != b->name || mark->most == 0 || mark->plane > 0 || mark->is_height ||
            !mad_lint_is_own(lint, node->span))
            continue;
        const struct change change = change_of_mark(rules, mark);
        const enum answer answer =
            compare((enum mad_is)node->n0, change.range, range_of(lint, b->next, MAX_NAMES));
        if (answer != OPEN && change.last != NULL)
            tell_number(lint, node, answer, change.range, change.last);
    }
    for (const struct mad_node *child = a; child != NULL; child = child->next)
        (void)see_number(context, child);
    return true;
}

/* --- how many men there are ------------------------------------------------------------------------------------ */

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Of how many squares a set can be at most: of men who are never more than in the array. `is_of_one` is set for a player's. */
static uint32_t most_of(const struct mad_lint *lint, const struct mad_node *node, bool is_of_one)
{
    const struct mad_ruleset *rules = lint->rules;
    uint32_t most = 0;
    switch ((unsigned)node->kind) {
    case MAD_NODE_REF:
        for (uint32_t type = 0; type < rules->piece_count; type++)
            if (rules->pieces[type].name == node->name) {
                for (int player = 0; is_of_one && player < (int)rules->player_count; player++)
                    most = larger(most, mad_lint_most_men(lint, type, player));
                return is_of_one ? most : mad_lint_most_men(lint, type, -1);
            }
        return UINT32_MAX;
    case MAD_NODE_OWN:
    case MAD_NODE_ENEMY: return node->first == NULL ? UINT32_MAX : most_of(lint, node->first, true);
    case MAD_NODE_ON:
    case MAD_NODE_EXCEPT:
    case MAD_NODE_WHERE: return most_of(lint, node->first, is_of_one);
    case MAD_NODE_OR:
        for (const struct mad_node *part = node->first; part != NULL; part = part->next) {
            const uint32_t more = most_of(lint, part, is_of_one);
            most = more > UINT32_MAX - most ? UINT32_MAX : most + more;
        }
        return most;
    default: return UINT32_MAX;
    }
}

/* `at least 5 Rook` where two are all. */
static bool see_quantity(void *context, const struct mad_node *node)
{
    struct mad_lint *lint = context;
    const struct mad_node *some = node->kind == MAD_NODE_SOME  ? node
                                  : node->kind == MAD_NODE_HAS ? node->first->next
                                                               : NULL;
    const bool is_some = some != NULL && some->kind == MAD_NODE_SOME && some->first != NULL &&
                         (some->n0 == MAD_SOME_AT_LEAST || some->n0 == MAD_SOME_EXACTLY);
    const bool is_of_one = node->kind == MAD_NODE_HAS && !mad_is_word(node->first, MAD_WORD_BOARD);
    const uint32_t most = is_some && mad_lint_is_own(lint, node->span)
                              ? most_of(lint, some->first, is_of_one)
                              : UINT32_MAX;
    if (most != UINT32_MAX && (uint32_t)some->n1 > most) {
        (void)mad_findings_add(lint->findings, MAD_FINDING_NEVER_SET, node->span,
                               mad_findings_text(lint->findings,
                                                 "this never holds: there are never more than %u",
                                                 (unsigned)most));
        return true;
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        (void)see_quantity(context, child);
    return true;
}

/* --- what a law forbids ---------------------------------------------------------------------------------------- */

/* `illegal when mover is in check`, and nothing beside it; null: there is none. */
static const struct mad_node *law_of_check(const struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->illegal.count; i++) {
        const struct mad_node *truth = lint->rules->illegal.items[i];
        if (truth->kind == MAD_NODE_IS && truth->n0 == MAD_IS_IN && truth->flags == 0 &&
            mad_is_word(truth->first, MAD_WORD_MOVER))
            return truth;
    }
    return NULL;
}

/* Whether such a check is that an own royal piece is attacked. */
static bool is_of_royals(const struct mad_lint *lint, const struct mad_node *law)
{
    for (uint32_t i = 0; i < lint->rules->definition_count; i++) {
        const struct mad_node *meant = lint->rules->definitions[i].expression;
        if (mad_is_ref(law->first->next, lint->rules->definitions[i].name))
            return meant->kind == MAD_NODE_IS && meant->n0 == MAD_IS_ATTACKED &&
                   meant->flags == 0 && meant->first->kind == MAD_NODE_OWN &&
                   mad_is_word(meant->first->first, MAD_WORD_ROYAL);
    }
    return false;
}

/* `royal`, or a piece that is. */
static bool is_royal(const struct mad_lint *lint, const struct mad_node *node)
{
    for (uint32_t kind = 0; node->kind == MAD_NODE_REF && kind < lint->rules->piece_count; kind++)
        if (lint->rules->pieces[kind].name == node->name)
            return mad_lint_is_royal(&lint->rules->pieces[kind]);
    return mad_is_word(node, MAD_WORD_ROYAL);
}

struct forbidden {
    struct mad_lint *lint;
    const struct mad_node *law;
    bool is_of_royals;
};

static bool asks_for_it(const struct forbidden *forbidden, const struct mad_node *node)
{
    if (node->kind != MAD_NODE_IS || node->first == NULL)
        return false;
    if (node->n0 == MAD_IS_IN)
        return mad_tree_equal(node->first, forbidden->law->first) && node->first->next != NULL &&
               mad_tree_equal(node->first->next, forbidden->law->first->next);
    const bool is_own = node->first->kind == MAD_NODE_OWN ||
                        (node->first->kind == MAD_NODE_OF_PLAYER && node->first->name != NULL &&
                         strcmp(node->first->name, "mover") == 0);
    return forbidden->is_of_royals && node->n0 == MAD_IS_ATTACKED && is_own &&
           node->first->first != NULL && is_royal(forbidden->lint, node->first->first);
}

/* What is asked behind a move, of whoever made it. */
static void look_for_it(const struct forbidden *forbidden, const struct mad_node *node)
{
    struct mad_lint *lint = forbidden->lint;
    if (node == forbidden->law || node->kind == MAD_NODE_CAN_MOVE ||
        node->kind == MAD_NODE_SINCE_FIRST || node->kind == MAD_NODE_FORMER)
        return;
    if (asks_for_it(forbidden, node) && mad_lint_is_own(lint, node->span)) {
        struct mad_finding *finding =
            mad_findings_add(lint->findings, MAD_FINDING_NEVER_SET, node->span,
                             (node->flags & MAD_FLAG_NEGATED) != 0
                                 ? "this always holds: no legal move leaves it otherwise"
                                 : "this never holds: no legal move leaves it so");
        mad_finding_note_at(lint->findings, finding, forbidden->law->span, "by this law");
        mad_finding_remedy(lint->findings, finding, "%s",
                           (node->flags & MAD_FLAG_NEGATED) != 0
                               ? "leave it out, or ask it of `enemy`"
                               : "ask it of `enemy`");
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        look_for_it(forbidden, child);
}

static void check_forbidden(struct mad_lint *lint)
{
    const struct mad_ruleset *rules = lint->rules;
    struct forbidden forbidden = {lint, law_of_check(lint), false};
    if (forbidden.law == NULL)
        return;
    forbidden.is_of_royals = is_of_royals(lint, forbidden.law);
    for (uint32_t i = 0; i < rules->ends.count; i++)
        look_for_it(&forbidden, rules->ends.items[i]);
    for (uint32_t i = 0; i < rules->illegal.count; i++)
        look_for_it(&forbidden, rules->illegal.items[i]);
    for (uint32_t i = 0; i < rules->laws.count; i++)
        if (rules->laws.items[i]->kind == MAD_NODE_WHEN_MOVED)
            look_for_it(&forbidden, rules->laws.items[i]);
}

void mad_lint_never(struct mad_lint *lint)
{
    (void)mad_lint_each_sentence(lint->rules, see_number, lint);
    (void)mad_lint_each_sentence(lint->rules, see_quantity, lint);
    check_forbidden(lint);
}
