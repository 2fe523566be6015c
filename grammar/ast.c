/* ast.c - names of the kinds of nodes, from ast.def.
 *
 * Layer: grammar. */
#include "ast.h"

const char *mad_node_kind_name(enum mad_node_kind kind)
{
    static const char *const names[] = {
#define MAD_NODE(kind, shown, shape) shown,
#include "ast.def"
#undef MAD_NODE
    };
    return kind < MAD_NODE_KINDS ? names[kind] : "?";
}
