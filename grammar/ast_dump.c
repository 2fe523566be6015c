/* ast_dump.c - writes a tree, two blanks of indentation a level.
 *
 * Layer: grammar. Each line: shown name of the kind, then the fields that are in use. Numbers are
 * shown where they are not 0, enumerators by their words. The depth of a tree is bounded by the parser, so recursion is. */
#include "ast_dump.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diagnostic.h"

struct growing {
    struct mad_arena *arena;
    char *text;
    size_t length, room;
    bool failed;
};

static void add(struct growing *out, const char *text, size_t bytes)
{
    if (out->failed)
        return;
    if (out->length + bytes + 1 > out->room) {
        size_t room = 2 * (out->length + bytes + 1) + 1024;
        char *bigger = MAD_ARENA_ARRAY(out->arena, char, room);
        if (bigger == NULL) {
            out->failed = true;
            return;
        }
        if (out->length > 0)
            memcpy(bigger, out->text, out->length);
        out->text = bigger;
        out->room = room;
    }
    memcpy(out->text + out->length, text, bytes);
    out->length += bytes;
}

static void add_string(struct growing *out, const char *before, const char *text,
                       const char *behind)
{
    add(out, before, strlen(before));
    add(out, text, strlen(text));
    add(out, behind, strlen(behind));
}

static void add_number(struct growing *out, const char *before, int32_t number)
{
    char digits[16];
    (void)snprintf(digits, sizeof digits, "%d", (int)number);
    add_string(out, before, digits, "");
}

static void add_flags(struct growing *out, uint32_t flags)
{
    static const char *const names[] = {"new",        "own",    "every",      "each",
                                        "one must",   "unless", "negated",    "capital",
                                        "repeatedly", "lame",   "just beyond"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (flags & (UINT32_C(1) << i))
            add_string(out, " +", names[i], "");
}

/* The first number of these kinds is an enumerator of ast.h; empty words stay unsaid. */
static const struct {
    enum mad_node_kind kind;
    const char *words[14];
} enumerators[] = {
    {MAD_NODE_CONST,
     {"empty", "piece", "own", "enemy", "nothing", "board", "here", "origin", "royal", "attacked",
      "mover", "nobody", "next player", "outward"}},
    {MAD_NODE_FUNCTION,
     {"next to", "between", "nearest of", "farthest of", "rank of", "file of", "drops of",
      "kind of", "number of", "opposite of", "worth of"}},
    {MAD_NODE_SOME, {"a", "no", "exactly", "at least", "at most"}},
    {MAD_NODE_IS,
     {"", "on", "next to", "attacked", "in", "at least", "at most", "more than", "less than"}},
    {MAD_NODE_WORTH_THAN,
     {"as much as", "on", "next to", "attacked", "in", "no less than", "no more than", "more than",
      "less than"}},
    {MAD_NODE_WHERE,
     {"", "on", "next to", "attacked", "in", "at least", "at most", "more than", "less than"}},
    {MAD_NODE_EVENT_ON,
     {"ends on", "starts on", "starts or ends on", "placed on", "taken", "capturing"}},
    {MAD_NODE_MARK, {"turns", "move", "touched", "always", "follows"}},
    {MAD_NODE_ARG, {"", "the top", "the bottom"}},
    {MAD_NODE_T_MOVES, {"exactly", "include", "exclude"}},
    {MAD_NODE_T_RESULT, {"wins", "draw", "none"}},
};

static const char *enumerator(const struct mad_node *node)
{
    for (size_t i = 0; i < sizeof enumerators / sizeof enumerators[0]; i++)
        if (enumerators[i].kind == node->kind && node->n0 >= 0 && node->n0 < 14)
            return enumerators[i].words[node->n0];
    return NULL;
}

static void add_node(struct growing *out, const struct mad_node *node, unsigned depth)
{
    for (unsigned i = 0; i < depth; i++)
        add(out, "  ", 2);
    add_string(out, "(", mad_node_kind_name(node->kind), ")");
    if (node->name != NULL)
        add_string(out, " ", node->name, "");
    if (node->other != NULL)
        add_string(out, " other=", node->other, "");
    if (node->text != NULL)
        add_string(out, " \"", node->text, "\"");
    const char *known = enumerator(node);
    if (known != NULL)
        add_string(out, known[0] != '\0' ? " " : "", known, "");
    else if (node->n0 != 0)
        add_number(out, " n0=", node->n0);
    if (node->n1 != 0)
        add_number(out, " n1=", node->n1);
    add_flags(out, node->flags);
    add(out, "\n", 1);
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        add_node(out, child, depth + 1);
}

char *mad_ast_dump(struct mad_arena *arena, const struct mad_node *node)
{
    struct growing out = {.arena = arena};
    add_node(&out, node, 0);
    add(&out, "", 1);
    return out.failed ? NULL : out.text;
}
