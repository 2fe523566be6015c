/* duties.c - what a game as a whole leaves unsaid: captures that nobody must make, in what it differs from its parent.
 *
 * Layer: interp/lint. Read from the sentences alone. */
#include <string.h>

#include "../rules/tree.h"
#include "lint.h"

/* --- jumps ------------------------------------------------------------------------------------------------- */

/* Whether men take when their own move ends, `take jumped`. */
static bool take_behind(const struct mad_ruleset *rules)
{
    for (uint32_t type = 0; type < rules->piece_count; type++)
        for (uint32_t i = 0; i < rules->pieces[type].lines.count; i++) {
            const struct mad_node *line = rules->pieces[type].lines.items[i];
            if (line->kind == MAD_NODE_EVENT && mad_tree_calls(line, "take"))
                return true;
        }
    return false;
}

/* Whether a verb takes, or marks those who are taken behind it, lands, and goes on doing so while it can. */
static bool is_chain(const struct mad_ruleset *rules, const struct mad_node *verb)
{
    const bool takes = mad_lint_calls(rules, verb, "take") ||
                       (mad_lint_calls(rules, verb, "set") && take_behind(rules));
    return mad_lint_has_kind(verb, MAD_NODE_REPEAT) && takes && mad_lint_calls(rules, verb, "land");
}

/* Verbs with which men capture over and over in one move. */
struct chains {
    const struct mad_rule_verb *free,
        *bound;                  /* one that no duty names, and one that a duty names; null: none */
    const struct mad_node *duty; /* the one that names it */
    bool others_free;            /* another one that no duty names */
    bool captures, moves;        /* men capture by lines, move by lines */
};

/* The duty that names the verb; null where none does. */
static const struct mad_node *duty_of(const struct mad_lint *lint, const char *verb)
{
    for (uint32_t i = 0; i < lint->rules->laws.count; i++) {
        const struct mad_node *law = lint->rules->laws.items[i];
        if (law->kind == MAD_NODE_MUST && strcmp(law->name, verb) == 0)
            return law;
    }
    return NULL;
}

static void add_chain(const struct mad_lint *lint, const struct mad_rule_verb *verb,
                      struct chains *chains)
{
    const struct mad_node *duty = duty_of(lint, verb->name);
    if (duty != NULL) {
        chains->bound = verb;
        chains->duty = duty;
        return;
    }
    chains->others_free = chains->others_free || (chains->free != NULL && chains->free != verb);
    chains->free = verb;
}

static struct chains find_chains(const struct mad_lint *lint)
{
    const struct mad_ruleset *rules = lint->rules;
    struct chains chains = {.free = NULL};
    for (uint32_t type = 0; type < rules->piece_count; type++)
        for (uint32_t i = 0; i < rules->pieces[type].lines.count; i++) {
            const struct mad_node *line = rules->pieces[type].lines.items[i];
            const bool is_move = line->kind == MAD_NODE_MOVE;
            chains.moves = chains.moves || is_move;
            chains.captures = chains.captures || (is_move && (line->n0 & MAD_TO_ENEMY) != 0);
            for (uint32_t v = 0; line->kind == MAD_NODE_CALL_LINE && v < rules->verb_count; v++)
                if (rules->verbs[v].name == line->first->name &&
                    is_chain(rules, rules->verbs[v].node))
                    add_chain(lint, &rules->verbs[v], &chains);
        }
    return chains;
}

/* A duty to jump binds those alone who do it by that verb. */
static void tell_half_bound(struct mad_lint *lint, const struct chains *chains)
{
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_LEFT_UNSAID, chains->duty->span,
        mad_findings_text(lint->findings, "who captures by `%s` need not: this binds `%s` alone",
                          chains->free->name, chains->bound->name));
    mad_finding_remedy(lint->findings, finding, "`must capture when possible`");
}

/* Where men capture by jumping on and on alone, captures are compulsory in nearly all games. */
static void check_jumps(struct mad_lint *lint)
{
    const struct chains chains = find_chains(lint);
    const struct mad_rule_verb *chain = chains.free;
    if (chain == NULL || duty_of(lint, "capture") != NULL)
        return;
    if (chains.bound != NULL)
        tell_half_bound(lint, &chains); /* and nothing more: somebody must */
    if (mad_lint_must_capture(lint) || chains.captures || !chains.moves)
        return;
    const bool is_own = mad_lint_is_own(lint, chain->node->span);
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_LEFT_UNSAID, is_own ? chain->node->span : lint->rules->span,
        mad_findings_text(lint->findings,
                          "men capture by `%s` %s, again and again in one move, and need not",
                          chain->name, chains.others_free ? "and other verbs" : "alone"));
    mad_finding_remedy(lint->findings, finding,
                       "`must %s when possible`, or `must capture as many as possible`",
                       chains.others_free ? "capture" : chain->name);
}

/* --- nothing new ------------------------------------------------------------------------------------------------- */

static bool is_about_the_game(enum mad_node_kind kind)
{
    return kind == MAD_NODE_EDITION || kind == MAD_NODE_CREDIT || kind == MAD_NODE_TEST ||
           kind == MAD_NODE_GAME;
}

/* A game that has a source of its own and says nothing that its parent does not. */
static void check_news(struct mad_lint *lint)
{
    const char *parent = NULL;
    for (const struct mad_node *node = lint->rules->tree->first; node != NULL; node = node->next) {
        if (!is_about_the_game(node->kind))
            return;
        parent = node->kind == MAD_NODE_GAME ? node->name : parent;
    }
    if (parent == NULL || lint->rules->info.source == NULL)
        return;
    (void)mad_findings_add(
        lint->findings, MAD_FINDING_LEFT_UNSAID, lint->rules->game_span,
        mad_findings_text(lint->findings, "by its rules this is `%s`: nothing differs", parent));
}

/* --- worth ------------------------------------------------------------------------------------------------- */

static bool has_no_comparison(void *context, const struct mad_node *sentence)
{
    const struct mad_node **found = context;
    static const enum mad_node_kind kind = MAD_NODE_WORTH_THAN;
    *found = mad_tree_find(sentence, mad_tree_is_kind, NULL, &kind);
    return *found == NULL;
}

/* Where men are compared by what they are worth each of them should be worth something. */
static void check_worth(struct mad_lint *lint)
{
    const struct mad_node *found = NULL;
    mad_lint_each_living(lint, has_no_comparison, &found);
    for (uint32_t type = 0; found != NULL && type < lint->rules->piece_count; type++) {
        const struct mad_rule_piece *piece = &lint->rules->pieces[type];
        bool says = piece->owner == MAD_NOBODY;
        for (uint32_t i = 0; i < piece->lines.count; i++)
            says = says || piece->lines.items[i]->kind == MAD_NODE_WORTH;
        if (says)
            continue;
        struct mad_finding *finding = mad_findings_add(
            lint->findings, MAD_FINDING_WORTHLESS, found->span,
            mad_findings_text(lint->findings,
                              "men are compared by `worth`, and %s has none: he counts 0",
                              piece->name));
        mad_finding_remedy(lint->findings, finding, "say `worth 1`, or what it is, under %s",
                           piece->name);
        return;
    }
}

/* Whether the node asks what men are worth. */
static bool asks_worth(const struct mad_node *node, const void *unused)
{
    (void)unused;
    return node->kind == MAD_NODE_WORTH_THAN ||
           (node->kind == MAD_NODE_FUNCTION && node->n0 == MAD_FN_WORTH_OF);
}

static bool asks_no_worth(void *context, const struct mad_node *sentence)
{
    (void)context;
    return !mad_tree_any(sentence, asks_worth, NULL);
}

/* A line `worth`, where no rule asks what men are worth: it does not tell the program what to think of them. */
static void check_unasked_worth(struct mad_lint *lint)
{
    const struct mad_node *found = NULL;
    for (uint32_t type = 0; type < lint->rules->piece_count; type++)
        for (uint32_t i = 0; i < lint->rules->pieces[type].lines.count; i++) {
            const struct mad_node *line = lint->rules->pieces[type].lines.items[i];
            if (line->kind == MAD_NODE_WORTH && mad_lint_is_own(lint, line->span) && found == NULL)
                found = line;
        }
    if (found == NULL || !mad_lint_each_living(lint, asks_no_worth, NULL))
        return;
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_UNUSED, found->span, "worth");
    mad_finding_remedy(lint->findings, finding,
                       "no rule asks what men are worth, and the program finds that out by itself: "
                       "leave it out, or say "
                       "`use points`, by which captures count");
}

void mad_lint_duties(struct mad_lint *lint)
{
    check_worth(lint);
    check_unasked_worth(lint);
    check_jumps(lint);
    check_news(lint);
}
