/* tree.c - equality, search and changed copies of syntax nodes.
 *
 * Layer: rules. Recursion is bounded by the nesting that the parser allows. */
#include "tree.h"

#include <string.h>

/* --- equality ---------------------------------------------------------------------------------- */

bool mad_tree_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

const struct mad_node *mad_tree_arg(const struct mad_node *call, const char *label)
{
    const struct mad_node *arg = call->first;
    while (arg != NULL && (arg->kind != MAD_NODE_ARG || !mad_tree_same_text(arg->text, label)))
        arg = arg->next;
    return arg;
}

const struct mad_node *mad_argument(const struct mad_node *call, const char *label)
{
    const struct mad_node *arg = mad_tree_arg(call, label);
    return arg != NULL ? arg->first : NULL;
}

static bool fields_equal(const struct mad_node *a, const struct mad_node *b)
{
    return a->kind == b->kind && a->flags == b->flags && a->n0 == b->n0 && a->n1 == b->n1 &&
           mad_tree_same_text(a->name, b->name) && mad_tree_same_text(a->other, b->other) &&
           mad_tree_same_text(a->text, b->text);
}

bool mad_tree_equal(const struct mad_node *a, const struct mad_node *b)
{
    if (!fields_equal(a, b))
        return false;
    const struct mad_node *x = a->first;
    const struct mad_node *y = b->first;
    for (; x != NULL && y != NULL; x = x->next, y = y->next)
        if (!mad_tree_equal(x, y))
            return false;
    return x == y;
}

/* --- words ------------------------------------------------------------------------------------- */

/* Nodes that one word of the language makes. */
static const char *const kind_words[MAD_NODE_KINDS] = {
    [MAD_NODE_DROP] = "drop",
    [MAD_NODE_ROYAL] = "royal",
    [MAD_NODE_STEP] = "step",
    [MAD_NODE_SLIDE] = "slide",
    [MAD_NODE_LEAP] = "leap",
    [MAD_NODE_LINE] = "line",
    [MAD_NODE_LEAP_ALONG] = "leap",
    [MAD_NODE_LINE_OF] = "line",
    [MAD_NODE_THEN] = "then",
    [MAD_NODE_TOSS] = "toss",
    [MAD_NODE_REPEATED] = "repeated",
    [MAD_NODE_OWN] = "own",
    [MAD_NODE_ENEMY] = "enemy",
    [MAD_NODE_PASS_WHEN] = "pass",
    [MAD_NODE_END_SCORE] = "scores",
    [MAD_NODE_MUST] = "must",
    [MAD_NODE_BOARD_REPEATED] = "repeated",
    [MAD_NODE_SHUFFLE] = "shuffle",
    [MAD_NODE_SINCE_FIRST] = "since",
    [MAD_NODE_WORTH] = "worth",
    [MAD_NODE_FORMER] = "former",
};

static const char *const given_words[] = {
    [MAD_WORD_EMPTY] = "empty",
    [MAD_WORD_PIECE] = "piece",
    [MAD_WORD_OWN] = "own",
    [MAD_WORD_ENEMY] = "enemy",
    [MAD_WORD_NOTHING] = "nothing",
    [MAD_WORD_BOARD] = "board",
    [MAD_WORD_HERE] = "here",
    [MAD_WORD_ORIGIN] = "origin",
    [MAD_WORD_ROYAL] = "royal",
    [MAD_WORD_ATTACKED] = "attacked",
    [MAD_WORD_MOVER] = "mover",
    [MAD_WORD_NOBODY] = "nobody",
    [MAD_WORD_NEXT_PLAYER] = "next player",
    [MAD_WORD_OUTWARD] = "outward",
    [MAD_WORD_OTHER_SIDE] = "its other side",
};

static const char *const event_words[] = {
    [MAD_EVENT_ENDS] = "ends",           [MAD_EVENT_STARTS] = "starts",
    [MAD_EVENT_STARTS_OR_ENDS] = "ends", [MAD_EVENT_PLACED] = "placed",
    [MAD_EVENT_TAKEN] = "taken",         [MAD_EVENT_CAPTURING] = "capturing",
};

static bool is_indexed_word(const char *const *words, size_t count, int32_t index, const char *word)
{
    return index >= 0 && (size_t)index < count && words[index] != NULL &&
           strcmp(words[index], word) == 0;
}

static bool is_made_by(const struct mad_node *node, const char *word)
{
    if (node->kind == MAD_NODE_MOVE)
        return ((node->n0 & MAD_TO_EMPTY) != 0 && strcmp(word, "move") == 0) ||
               ((node->n0 & MAD_TO_ENEMY) != 0 && strcmp(word, "capture") == 0);
    if (node->kind == MAD_NODE_CONST)
        return is_indexed_word(given_words, sizeof given_words / sizeof *given_words, node->n0,
                               word);
    if (node->kind == MAD_NODE_EVENT_ON)
        return is_indexed_word(event_words, sizeof event_words / sizeof *event_words, node->n0,
                               word);
    if (node->kind == MAD_NODE_QUIET_BREAK && node->name == NULL)
        return strcmp(word, "capture") == 0;
    return kind_words[node->kind] != NULL && strcmp(kind_words[node->kind], word) == 0;
}

bool mad_tree_is_named(const char *name, const char *word)
{
    if (name == NULL)
        return false;
    return strcmp(name, word) == 0 || (strncmp(name, "in ", 3) == 0 && strcmp(name + 3, word) == 0);
}

/* Nodes whose name is made by them, not looked up. */
static bool introduces_name(enum mad_node_kind kind)
{
    return kind == MAD_NODE_LET || kind == MAD_NODE_CHOOSE || kind == MAD_NODE_FOR_EACH ||
           kind == MAD_NODE_PARAM || kind == MAD_NODE_CREDIT || kind == MAD_NODE_OUTCOME;
}

/* Nodes whose second name is looked up too. */
static bool refers_by_other(enum mad_node_kind kind)
{
    return kind == MAD_NODE_FATE || kind == MAD_NODE_PLACE || kind == MAD_NODE_REPLACE;
}

static bool node_mentions(const struct mad_node *node, const char *word)
{
    if (!introduces_name(node->kind) && mad_tree_is_named(node->name, word))
        return true;
    if (refers_by_other(node->kind) && mad_tree_is_named(node->other, word))
        return true;
    return is_made_by(node, word);
}

const struct mad_node *mad_tree_find(const struct mad_node *node, mad_tree_test *test,
                                     mad_tree_test *skip, const void *context)
{
    if (test(node, context))
        return node;
    const struct mad_node *found = NULL;
    const bool is_passed = skip != NULL && skip(node, context);
    for (const struct mad_node *child = is_passed ? NULL : node->first;
         child != NULL && found == NULL; child = child->next)
        found = mad_tree_find(child, test, skip, context);
    return found;
}

bool mad_tree_any(const struct mad_node *node, mad_tree_test *test, const void *context)
{
    return mad_tree_find(node, test, NULL, context) != NULL;
}

bool mad_tree_is_kind(const struct mad_node *node, const void *kind)
{
    return node->kind == *(const enum mad_node_kind *)kind;
}

static bool mentions(const struct mad_node *node, const void *word)
{
    return node_mentions(node, word);
}

bool mad_tree_mentions(const struct mad_node *node, const char *word)
{
    return mad_tree_any(node, mentions, word);
}

static bool is_call_of(const struct mad_node *node, const void *name)
{
    return node->kind == MAD_NODE_CALL && strcmp(node->name, name) == 0;
}

bool mad_tree_calls(const struct mad_node *node, const char *name)
{
    return mad_tree_any(node, is_call_of, name);
}

/* --- changed copies ---------------------------------------------------------------------------- */

struct mad_node *mad_tree_copy(struct mad_arena *arena, const struct mad_node *node)
{
    struct mad_node *copy = MAD_ARENA_NEW(arena, struct mad_node);
    if (copy != NULL) {
        *copy = *node;
        copy->next = NULL;
    }
    return copy;
}

static bool refers_to(const struct mad_node *node, const char *name)
{
    return !introduces_name(node->kind) && node->name == name;
}

static bool is_reference(const struct mad_node *node, const void *name)
{
    return refers_to(node, name) || (refers_by_other(node->kind) && node->other == name);
}

static bool has_reference(const struct mad_node *node, const char *name)
{
    return mad_tree_any(node, is_reference, name);
}

bool mad_tree_change_children(struct mad_arena *arena, struct mad_node *copy,
                              mad_tree_change *change, const void *context)
{
    const struct mad_node *child = copy->first;
    struct mad_node **link = &copy->first;
    *link = NULL;
    for (; child != NULL; child = child->next) {
        *link = change(arena, child, context);
        if (*link == NULL)
            return false;
        link = &(*link)->next;
    }
    return true;
}

struct renaming {
    const char *old, *fresh;
};

static struct mad_node *rename_copy(struct mad_arena *arena, const struct mad_node *node,
                                    const void *context)
{
    const struct renaming *names = context;
    struct mad_node *copy = mad_tree_copy(arena, node);
    if (copy == NULL || !has_reference(node, names->old))
        return copy; /* shares its children with the original */
    if (refers_to(node, names->old))
        copy->name = names->fresh;
    if (refers_by_other(node->kind) && node->other == names->old)
        copy->other = names->fresh;
    return mad_tree_change_children(arena, copy, rename_copy, names) ? copy : NULL;
}

const struct mad_node *mad_tree_rename(struct mad_arena *arena, const struct mad_node *node,
                                       const char *old, const char *fresh)
{
    const struct renaming names = {old, fresh};
    return has_reference(node, old) ? rename_copy(arena, node, &names) : node;
}

/* Nodes that stay when one of several children goes. */
static bool may_lose(const struct mad_node *parent, const struct mad_node *child)
{
    if (child->kind == MAD_NODE_QUIET_BREAK || child->kind == MAD_NODE_STOCK)
        return true; /* what they belong to says something without them */
    bool is_name = child->kind == MAD_NODE_REF ||
                   ((child->kind == MAD_NODE_OWN || child->kind == MAD_NODE_ENEMY) &&
                    child->first != NULL && child->first->kind == MAD_NODE_REF);
    return is_name && (parent->kind == MAD_NODE_LIST || parent->kind == MAD_NODE_OR);
}

static bool strike(struct mad_arena *arena, const struct mad_node *node, const char *name,
                   struct mad_node **out);

/* The children that stay, linked; false in *whole when the node cannot stand without those that go. */
static bool strike_children(struct mad_arena *arena, const struct mad_node *node, const char *name,
                            struct mad_node *copy, bool *whole)
{
    struct mad_node **link = &copy->first;
    *link = NULL;
    *whole = true;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        struct mad_node *kept;
        if (!strike(arena, child, name, &kept))
            return false;
        if (kept == NULL && !may_lose(node, child)) {
            *whole = false;
            return true;
        }
        if (kept != NULL) {
            *link = kept;
            link = &kept->next;
        }
    }
    return true;
}

static bool strike(struct mad_arena *arena, const struct mad_node *node, const char *name,
                   struct mad_node **out)
{
    *out = NULL;
    if (refers_to(node, name))
        return true;
    struct mad_node *copy = mad_tree_copy(arena, node);
    if (copy == NULL)
        return false;
    if (has_reference(node, name)) {
        bool whole;
        if (!strike_children(arena, node, name, copy, &whole))
            return false;
        bool is_list = node->kind == MAD_NODE_LIST || node->kind == MAD_NODE_OR;
        if (!whole || (is_list && copy->first == NULL))
            return true;
        if (node->kind == MAD_NODE_OR && copy->first->next == NULL)
            copy = copy->first; /* one alternative is no choice */
    }
    *out = copy;
    return true;
}

bool mad_tree_strike(struct mad_arena *arena, const struct mad_node *node, const char *name,
                     const struct mad_node **out)
{
    struct mad_node *kept = NULL;
    if (!has_reference(node, name)) {
        *out = node;
        return true;
    }
    if (!strike(arena, node, name, &kept))
        return false;
    *out = kept;
    return true;
}
