/* indents.c - what is said of the whole game and stands indented below a heading, as though it were said of that alone.
 *
 * Example: `illegal when here is next to own Bishop`, indented below `piece Guard`, is a law for all men. Relies on spans
 * alone: indentation means nothing to the language, and `mad fmt` writes such lines at the margin. Layer: interp/lint. */
#include "../rules/tree.h"
#include "lint.h"

static bool is_of_piece(enum mad_node_kind kind)
{
    return kind == MAD_NODE_PIECE || kind == MAD_NODE_ADD_TO || kind == MAD_NODE_CHANGE ||
           kind == MAD_NODE_INHERITED_BY;
}

static bool is_heading(enum mad_node_kind kind)
{
    return is_of_piece(kind) || kind == MAD_NODE_ENDS || kind == MAD_NODE_NOTATION ||
           kind == MAD_NODE_TEST;
}

/* Blanks before the line of the node. */
static uint32_t indent(const struct mad_lint *lint, const struct mad_node *node)
{
    const struct mad_position_in_text place = mad_sources_place(lint->sources, node->span);
    uint32_t blanks = 0;
    while (blanks < place.line_bytes &&
           (place.line_text[blanks] == ' ' || place.line_text[blanks] == '\t'))
        blanks++;
    return blanks;
}

static void tell(struct mad_lint *lint, const struct mad_node *node, const struct mad_node *heading)
{
    struct mad_finding *finding = mad_findings_add(
        lint->findings, MAD_FINDING_INDENTED, node->span,
        "this is said of the whole game, though it is indented as a line of a section");
    mad_finding_note_at(lint->findings, finding, heading->span, "the section");
    mad_finding_remedy(lint->findings, finding,
                       node->kind == MAD_NODE_ILLEGAL && is_of_piece(heading->kind)
                           ? "write `cannot move when ...` when this piece alone is meant; else "
                             "write it at the margin, "
                             "as `mad fmt` does"
                           : "write it at the margin, as `mad fmt` does");
}

static void check_below(struct mad_lint *lint, const struct mad_node *list)
{
    const struct mad_node *heading = NULL;
    for (const struct mad_node *node = list->first; node != NULL; node = node->next) {
        if (node->kind == MAD_NODE_VARIANT)
            check_below(lint, node);
        if (is_heading(node->kind) || node->kind == MAD_NODE_VARIANT ||
            node->kind == MAD_NODE_VERB || node->kind == MAD_NODE_GAME) {
            heading = is_heading(node->kind) ? node : NULL;
        } else if (heading != NULL && indent(lint, node) > indent(lint, heading)) {
            tell(lint, node, heading);
            heading = NULL;
        }
    }
}

void mad_lint_indents(struct mad_lint *lint)
{
    check_below(lint, lint->rules->tree);
}
