/* tree.h - questions about syntax nodes and changed copies of them, as inheritance needs them.
 *
 * Layer: rules. Nodes are never changed in place: a rule file is parsed once and may be said in
 * several games of one load. A changed node is a copy in the arena; what did not change is shared.
 * The siblings behind the root that is passed in (`next`) never matter. */
#ifndef MAD_RULES_TREE_H
#define MAD_RULES_TREE_H

#include <stdbool.h>

#include "../../grammar/arena.h"
#include "../../grammar/ast.h"

/* Both null, or alike. */
bool mad_tree_same_text(const char *a, const char *b);

/* Same kind, same fields, same children; spans may differ. Names must come from one intern table. */
bool mad_tree_equal(const struct mad_node *a, const struct mad_node *b);

/* Does the word stand in the node or below it: as a name (`check` in `in check` too), as the verb
 * that is called, or as the word of the language that makes the node (`capture`, `slide`, `royal`)?
 * Names that the node itself introduces (blanks and `let` in verbs) do not count. */
bool mad_tree_mentions(const struct mad_node *node, const char *word);

/* The node alone, with the children of the original and no sibling behind it; null: no memory. */
struct mad_node *mad_tree_copy(struct mad_arena *arena, const struct mad_node *node);

/* A changed copy of a node, with no sibling behind it; null: no memory. */
typedef struct mad_node *mad_tree_change(struct mad_arena *arena, const struct mad_node *node,
                                         const void *context);
/* Puts changed copies in place of the children that the copy of a node shares with it; false: no memory. */
bool mad_tree_change_children(struct mad_arena *arena, struct mad_node *copy,
                              mad_tree_change *change, const void *context);

/* The node with every reference to `old` made one to `fresh`; the node itself when there is none.
 * Null when there is no memory. */
const struct mad_node *mad_tree_rename(struct mad_arena *arena, const struct mad_node *node,
                                       const char *old, const char *fresh);

/* The node without `name`: a list of alternatives loses that one, anything else that mentions it is
 * gone, up to the node itself (*out null). False when there is no memory. */
bool mad_tree_strike(struct mad_arena *arena, const struct mad_node *node, const char *name,
                     const struct mad_node **out);

/* Whether the test holds for the node or one below it. */
typedef bool mad_tree_test(const struct mad_node *node, const void *context);
bool mad_tree_any(const struct mad_node *node, mad_tree_test *test, const void *context);

/* The first node for which the test holds, it or one below it, or null. Those for which `skip` holds, where that is not null, are
 * passed over with all that is below them. */
const struct mad_node *mad_tree_find(const struct mad_node *node, mad_tree_test *test,
                                     mad_tree_test *skip, const void *context);
/* A test: `kind` points to an enum mad_node_kind. */
bool mad_tree_is_kind(const struct mad_node *node, const void *kind);

/* Whether an effect or a verb of that name is called there. */
bool mad_tree_calls(const struct mad_node *node, const char *name);

/* The argument of a call with this label (null: its object), as an ARG or as what it says; null when there is none. */
const struct mad_node *mad_tree_arg(const struct mad_node *call, const char *label);
const struct mad_node *mad_argument(const struct mad_node *call, const char *label);

/* Is the word (`check`) this name (`check`, `in check`)? */
bool mad_tree_is_named(const char *name, const char *word);

#endif
