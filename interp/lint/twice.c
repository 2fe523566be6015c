/* twice.c - sentences that stand twice under one heading. Layer: interp/lint. Hearing a sentence again
 * changes nothing, so this is about the text and not about the rules. */
#include "../rules/tree.h"
#include "lint.h"

/* What says nothing new when it is said again. Moves in tests and effects in verbs do. */
static bool is_said_once(enum mad_node_kind kind)
{
    switch ((unsigned)kind) {
    case MAD_NODE_USE:
    case MAD_NODE_SET_OPTION:
    case MAD_NODE_MARK_STARTS:
    case MAD_NODE_PLAYER_MAY:
    case MAD_NODE_AFTER_MOVE:
    case MAD_NODE_ILLEGAL:
    case MAD_NODE_PASS_WHEN:
    case MAD_NODE_MUST:
    case MAD_NODE_WHEN_MOVED:
    case MAD_NODE_MOVE:
    case MAD_NODE_DROP:
    case MAD_NODE_ROYAL:
    case MAD_NODE_HELD:
    case MAD_NODE_CALL_LINE:
    case MAD_NODE_EVENT:
    case MAD_NODE_END_FOR:
    case MAD_NODE_END_DRAW:
    case MAD_NODE_END_QUIET:
    case MAD_NODE_END_WITHOUT:
    case MAD_NODE_END_WHOEVER:
    case MAD_NODE_END_SCORE:
    case MAD_NODE_END_MOST:
    case MAD_NODE_SHOW:
    case MAD_NODE_TEMPLATE:
    case MAD_NODE_DIALECT:
    case MAD_NODE_LETTERLESS: return true;
    default: return false;
    }
}

static bool is_section(enum mad_node_kind kind)
{
    return kind == MAD_NODE_VARIANT || kind == MAD_NODE_PIECE || kind == MAD_NODE_ADD_TO ||
           kind == MAD_NODE_CHANGE || kind == MAD_NODE_INHERITED_BY || kind == MAD_NODE_ENDS ||
           kind == MAD_NODE_NOTATION;
}

static void tell(struct mad_lint *lint, const struct mad_node *again, const struct mad_node *first)
{
    struct mad_finding *finding =
        mad_findings_add(lint->findings, MAD_FINDING_SAME_MOVE, again->span,
                         "this was said before, and saying it again changes nothing");
    mad_finding_note_at(lint->findings, finding, first->span, "here");
    mad_finding_remedy(lint->findings, finding, "leave it out, or say what was meant");
    mad_lint_leave_out(lint, finding, again->span, true);
}

static void check_below(struct mad_lint *lint, const struct mad_node *heading)
{
    for (const struct mad_node *node = heading->first; node != NULL; node = node->next) {
        if (is_section(node->kind))
            check_below(lint, node);
        for (const struct mad_node *old = heading->first; is_said_once(node->kind) && old != node;
             old = old->next)
            if (mad_tree_equal(old, node)) {
                tell(lint, node, old);
                break;
            }
    }
}

void mad_lint_twice(struct mad_lint *lint)
{
    check_below(lint, lint->rules->tree);
}
