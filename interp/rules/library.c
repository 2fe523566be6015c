/* library.c - see library.h. Layer: rules. The files are parsed when somebody asks: that is when a
 * load has failed already. */
#include "library.h"

#include <string.h>

#include "../../grammar/parse.h"
#include "tree.h"

static bool declares_names(enum mad_node_kind kind)
{
    return kind == MAD_NODE_DIRECTION || kind == MAD_NODE_MEANS || kind == MAD_NODE_MARK ||
           kind == MAD_NODE_COUNTER || kind == MAD_NODE_POCKET || kind == MAD_NODE_OPTION ||
           kind == MAD_NODE_VERB || kind == MAD_NODE_PIECE;
}

/* `new` gives a name that another file declares another meaning. */
static bool declares(const struct mad_node *tree, const char *name)
{
    for (const struct mad_node *node = tree->first; node != NULL; node = node->next)
        if (declares_names(node->kind) && (node->flags & MAD_FLAG_NEW) == 0 &&
            mad_tree_is_named(node->name, name))
            return true;
    return false;
}

const struct mad_node *mad_library_parse(struct mad_findings *findings,
                                         const struct mad_rule_text *text)
{
    struct mad_arena *arena = findings->arena;
    struct mad_intern names;
    struct mad_sources sources;
    struct mad_findings unheard;
    struct mad_node *tree = NULL;
    uint16_t source = 0;
    mad_intern_init(&names, arena);
    mad_sources_init(&sources, arena);
    mad_findings_init(&unheard, arena, 0);
    struct mad_parse_context context = {
        .arena = arena, .intern = &names, .sources = &sources, .findings = &unheard};
    bool is_read = mad_sources_add(&sources, text->shown, text->text, text->bytes, &source);
    enum mad_parse_status status = is_read ? mad_parse(&context, source, &tree) : MAD_PARSE_MEMORY;
    if (status == MAD_PARSE_MEMORY)
        findings->out_of_memory = true;
    return status == MAD_PARSE_OK ? tree : NULL;
}

/* How many letters two words begin with in common. */
static size_t shared(const char *a, const char *b)
{
    size_t bytes = 0;
    while (a[bytes] != '\0' && a[bytes] == b[bytes])
        bytes++;
    return bytes;
}

/* Of several the one that is named most like it: `promote` is what promotion.mad is about. */
const char *mad_library_of(const struct mad_rule_texts *texts, struct mad_findings *findings,
                           const char *name)
{
    const char *best = NULL, *file = NULL;
    if (texts->name == NULL || texts->text == NULL)
        return NULL;
    for (size_t i = 0; (file = texts->name(texts->context, MAD_TEXT_LIBRARY, i)) != NULL; i++) {
        struct mad_rule_text text = {0};
        if ((best != NULL && shared(file, name) <= shared(best, name)) ||
            !texts->text(texts->context, MAD_TEXT_LIBRARY, file, &text))
            continue;
        const struct mad_node *tree = mad_library_parse(findings, &text);
        if (tree != NULL && declares(tree, name))
            best = file;
    }
    return best;
}
