/* older_names.c - names that a file has given up go on being read in the files that use it.
 *
 * Layer: rules. `castling-rooks was called castling-squares`: every later sentence in which the older name stands is
 * heard with the newer one. Whoever declares the older name himself means his own. */
#include <string.h>

#include "inherit_state.h"
#include "tree.h"

void mad_say_older_name(struct mad_inherit *in, const struct mad_node *sentence)
{
    mad_inherit_push_line(in, &in->older, sentence);
}

static bool declares(const struct mad_node *node, const char *name)
{
    return (node->kind == MAD_NODE_MARK || node->kind == MAD_NODE_COUNTER ||
            node->kind == MAD_NODE_POCKET || node->kind == MAD_NODE_MEANS ||
            node->kind == MAD_NODE_DIRECTION || node->kind == MAD_NODE_VERB) &&
           (node->flags & MAD_FLAG_NEW) == 0 && node->name == name;
}

static bool is_declared(const struct mad_inherit *in, const char *name)
{
    for (uint32_t i = 0; i < in->said.count; i++)
        if (declares(in->said.items[i].node, name))
            return true;
    return false;
}

/* Where the name stands in the text of a node, as a word of its own. */
static bool find_word(const struct mad_inherit *in, const struct mad_node *node, const char *name,
                      struct mad_span *at)
{
    const struct mad_source *source = &in->load->sources->items[node->span.source];
    const size_t bytes = strlen(name);
    const char *text = source->text + node->span.begin,
               *end = text + node->span.length -
                      (node->span.length < bytes ? node->span.length : bytes) + 1;
    for (; text < end && strncmp(text, name, bytes) != 0; text++)
        continue;
    *at = node->span;
    at->begin = (uint32_t)(text - source->text);
    at->length = (uint16_t)bytes;
    return text < end;
}

/* For every place where it stands. */
static void tell(struct mad_inherit *in, const struct mad_node *node, const struct mad_node *older)
{
    struct mad_span at;
    if (node->name == older->other && find_word(in, node, older->other, &at)) {
        struct mad_findings *findings = in->load->findings;
        const char *text = mad_findings_text(findings, "this is called `%s` now", older->name);
        struct mad_finding *finding = mad_findings_add(findings, MAD_FINDING_OLDER_WORDS, at, text);
        mad_finding_fix(findings, finding, at, true, "%s", older->name);
    }
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        tell(in, child, older);
}

const struct mad_node *mad_with_names_of_now(struct mad_inherit *in,
                                             const struct mad_node *sentence)
{
    for (uint32_t i = 0; i < in->older.count && sentence != NULL; i++) {
        const struct mad_node *older = in->older.items[i], *before = sentence;
        if (sentence->kind == MAD_NODE_TEST || declares(sentence, older->other) ||
            is_declared(in, older->other))
            continue;
        sentence = mad_tree_rename(in->load->arena, sentence, older->other, older->name);
        if (sentence == NULL)
            in->status = MAD_ERROR_MEMORY;
        else if (sentence != before && in->level == 0)
            tell(in, before, older);
    }
    return sentence;
}
