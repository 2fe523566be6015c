/* outline.h - hangs the flat sentences of a text below their headings and into their blocks.
 *
 * Layer: grammar, private to it; runs once behind the parser. */
#ifndef MAD_GRAMMAR_OUTLINE_H
#define MAD_GRAMMAR_OUTLINE_H

#include "build.h"

/* The MAD_NODE_FILE made of parser->first ..., faults reported; null when there is no memory. */
struct mad_node *mad_outline(struct mad_parser *parser);

#endif
