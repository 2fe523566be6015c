/* ast_dump.h - the tree as text, one node a line, for golden tests and for people.
 *
 * Layer: grammar. The text grows in an arena. */
#ifndef MAD_GRAMMAR_AST_DUMP_H
#define MAD_GRAMMAR_AST_DUMP_H

#include "arena.h"
#include "ast.h"

/* The text, ended by NUL, or null when there is no memory. */
char *mad_ast_dump(struct mad_arena *arena, const struct mad_node *node);

#endif
