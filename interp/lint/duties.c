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
    const bool takes =
        mad_tree_calls(verb, "take") || (mad_tree_calls(verb, "set") && take_behind(rules));
    return mad_lint_has_kind(verb, MAD_NODE_REPEAT) && takes && mad_tree_calls(verb, "land");
}

/* The verb with which all men capture who capture at all, over and over in one move; null where they do otherwise too, or
 * do nothing else. */
static const struct mad_rule_verb *only_chain(const struct mad_lint *lint)
{
    const struct mad_rule_verb *found = NULL;
    bool moves = false;
    for (uint32_t type = 0; type < lint->rules->piece_count; type++)
        for (uint32_t i = 0; i < lint->rules->pieces[type].lines.count; i++) {
            const struct mad_node *line = lint->rules->pieces[type].lines.items[i];
            if (line->kind == MAD_NODE_MOVE && (line->n0 & MAD_TO_ENEMY) != 0)
                return NULL;
            moves = moves || line->kind == MAD_NODE_MOVE;
            for (uint32_t v = 0; line->kind == MAD_NODE_CALL_LINE && v < lint->rules->verb_count;
                 v++)
                if (lint->rules->verbs[v].name == line->first->name &&
                    is_chain(lint->rules, lint->rules->verbs[v].node))
                    found = &lint->rules->verbs[v];
        }
    return moves ? found : NULL;
}

/* Where men capture by jumping on and on, captures are compulsory in nearly all games. */
static void check_jumps(struct mad_lint *lint)
{
    const struct mad_rule_verb *chain = only_chain(lint);
    if (chain == NULL || mad_lint_must_capture(lint))
        return;
    const bool is_own = mad_lint_is_own(lint, chain->node->span);
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_LEFT_UNSAID, is_own ? chain->node->span : lint->rules->span,
        mad_findings_text(lint->findings,
                          "men capture by `%s` alone, again and again in one move, and need not",
                          chain->name));
    mad_finding_remedy(lint->findings, finding,
                       "`must %s when possible`, or `must capture as many as possible`",
                       chain->name);
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

static const struct mad_node *comparison_in(const struct mad_node *node)
{
    const struct mad_node *found = node->kind == MAD_NODE_WORTH_THAN ? node : NULL;
    for (const struct mad_node *child = node->first; child != NULL && found == NULL;
         child = child->next)
        found = comparison_in(child);
    return found;
}

static bool has_no_comparison(void *context, const struct mad_node *sentence)
{
    const struct mad_node **found = context;
    *found = comparison_in(sentence);
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

void mad_lint_duties(struct mad_lint *lint)
{
    check_worth(lint);
    check_jumps(lint);
    check_news(lint);
}
