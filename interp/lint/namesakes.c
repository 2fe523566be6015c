/* namesakes.c - men that have the name of one of the library and move otherwise.
 *
 * Layer: interp/lint. A man who differs in one number or one direction from the one whose name he has is told of as one
 * of whom that was forgotten; of others it is worth knowing. */
#include <string.h>

#include "../embedded.h"
#include "../rules/library.h"
#include "lint.h"

struct contrast { /* between two lines */
    const struct mad_node *own, *library;
    uint32_t count;
};

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Whether two lines are the same but for offsets of leaps and for directions, which are counted. */
static bool is_alike(const struct mad_node *a, const struct mad_node *b, struct contrast *contrast)
{
    const bool is_leap = a->kind == MAD_NODE_LEAP,
               is_name = a->kind == MAD_NODE_REF && (a->flags & MAD_FLAG_CAPITAL) == 0;
    if (a->kind != b->kind || a->flags != b->flags)
        return false;
    const bool is_other_leap = is_leap && (a->n0 != b->n0 || a->n1 != b->n1) &&
                               (a->n0 != b->n1 || a->n1 != b->n0),
               is_other_name = is_name && !is_same_text(a->name, b->name);
    if (is_other_leap || is_other_name) {
        contrast->own = a;
        contrast->library = b;
        contrast->count++;
    } else if (!is_leap && (a->n0 != b->n0 || a->n1 != b->n1 || !is_same_text(a->name, b->name) ||
                            !is_same_text(a->text, b->text))) {
        return false;
    }
    const struct mad_node *x = a->first, *y = b->first;
    for (; x != NULL && y != NULL; x = x->next, y = y->next)
        if (!is_alike(x, y, contrast))
            return false;
    return x == NULL && y == NULL;
}

/* One way of a line to go: `step diagonal or leap 0,2` has two, and so have two lines. */
struct way {
    const struct mad_node *line, *part; /* part: null where the line is compared as a whole */
};

static const struct mad_node *next_move(const struct mad_node *line)
{
    while (line != NULL && line->kind != MAD_NODE_MOVE)
        line = line->next;
    return line;
}

static struct way first_way(const struct mad_node *line)
{
    const struct mad_node *motion = line != NULL ? line->first : NULL;
    const bool is_bare = motion != NULL && motion->next == NULL;
    return (struct way){line, is_bare && motion->kind == MAD_NODE_OR ? motion->first
                              : is_bare                              ? motion
                                                                     : NULL};
}

/* The next one of the same line; its line is null behind the last. */
static struct way next_way(struct way way)
{
    const bool is_one_of = way.part != NULL && way.line->first->kind == MAD_NODE_OR;
    const bool has_more = is_one_of && way.part->next != NULL;
    return (struct way){has_more ? way.line : NULL, has_more ? way.part->next : NULL};
}

static bool goes_alike(struct way a, struct way b, struct contrast *contrast)
{
    if (a.part == NULL || b.part == NULL)
        return a.part == b.part && is_alike(a.line, b.line, contrast);
    return a.line->n0 == b.line->n0 && a.line->flags == b.line->flags &&
           is_alike(a.part, b.part, contrast);
}

/* Whether their ways to `move` and `capture` are alike, one after the other. */
static bool are_alike(const struct mad_rule_piece *piece, const struct mad_node *other,
                      struct contrast *contrast)
{
    struct way its = first_way(next_move(other->first));
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *line = piece->lines.items[i];
        struct way own = first_way(line->kind == MAD_NODE_MOVE ? line : NULL);
        for (; own.line != NULL; own = next_way(own)) {
            if (its.line == NULL || !goes_alike(own, its, contrast))
                return false;
            const struct mad_node *behind = its.line->next;
            its = next_way(its);
            its = its.line == NULL ? first_way(next_move(behind)) : its;
        }
    }
    return its.line == NULL;
}

/* The man of that name in the text; null: it has none. */
static const struct mad_node *find_man(struct mad_lint *lint, const struct mad_embedded *text,
                                       const char *name)
{
    const struct mad_rule_text rules = {
        .shown = text->name, .text = (const char *)text->text, .bytes = text->bytes};
    const char *heading = mad_findings_text(lint->findings, "\npiece %s (", name);
    if (heading == NULL || strstr(rules.text, heading) == NULL)
        return NULL;
    const struct mad_node *tree = mad_library_parse(lint->findings, &rules);
    const struct mad_node *node = tree != NULL ? tree->first : NULL;
    while (node != NULL && (node->kind != MAD_NODE_PIECE || strcmp(node->name, name) != 0))
        node = node->next;
    return node;
}

static bool is_royal(const struct mad_node *line)
{
    return line->kind == MAD_NODE_ROYAL;
}

/* Whether there is nothing else to say of him than how he moves; then whether he is royal. */
static bool is_plain(const struct mad_rule_piece *piece, bool *royal)
{
    *royal = false;
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *line = piece->lines.items[i];
        *royal = *royal || is_royal(line);
        if (line->kind != MAD_NODE_MOVE && !is_royal(line))
            return false;
    }
    return true;
}

static bool is_plain_in_library(const struct mad_node *man, bool royal)
{
    bool is_so = false;
    for (const struct mad_node *line = man->first; line != NULL; line = line->next) {
        is_so = is_so || is_royal(line);
        if (line->kind != MAD_NODE_MOVE && !is_royal(line))
            return false;
    }
    return is_so == royal && next_move(man->first) != NULL;
}

struct namesake {
    const struct mad_embedded *text; /* null: there is none */
    struct contrast contrast;
    bool is_slip;
};

static void tell(struct mad_lint *lint, const struct mad_rule_piece *piece,
                 const struct namesake *namesake)
{
    const struct mad_embedded *text = namesake->text;
    const struct mad_node *man = namesake->contrast.library;
    const char *about =
        mad_findings_text(lint->findings, "the %s of stdlib/%s.mad %s", piece->name, text->name,
                          namesake->is_slip ? "has another word or number here" : "goes otherwise");
    struct mad_finding *finding = mad_findings_add(
        lint->findings, namesake->is_slip ? MAD_FINDING_ODD_ONE : MAD_FINDING_NAMESAKE,
        namesake->is_slip ? namesake->contrast.own->span : piece->span, about);
    if (namesake->is_slip)
        mad_finding_remedy(lint->findings, finding, "his is `%.*s`", (int)man->span.length,
                           (const char *)text->text + man->span.begin);
    else
        mad_finding_remedy(lint->findings, finding,
                           "`use %s from %s` where he is meant, and another name where he is not",
                           piece->name, text->name);
}

/* The library may have several of a name; one who goes as this one does settles it. */
static void check_name(struct mad_lint *lint, const struct mad_rule_piece *piece)
{
    struct namesake found = {.text = NULL};
    bool royal = false;
    if (!is_plain(piece, &royal))
        return;
    for (const struct mad_embedded *text = mad_embedded_library; text->name != NULL; text++) {
        const struct mad_node *man = find_man(lint, text, piece->name);
        struct contrast contrast = {.count = 0};
        if (man == NULL || !is_plain_in_library(man, royal))
            continue;
        const bool is_like = are_alike(piece, man, &contrast);
        const bool is_slip = is_like && contrast.count == 1;
        if (is_like && contrast.count == 0)
            return;
        if (found.text == NULL || (is_slip && !found.is_slip))
            found = (struct namesake){text, contrast, is_slip};
    }
    if (found.text != NULL)
        tell(lint, piece, &found);
}

void mad_lint_namesakes(struct mad_lint *lint)
{
    for (uint32_t i = 0; i < lint->rules->piece_count && lint->game->tiling != MAD_TILING_HEXAGONS;
         i++)
        if (mad_lint_is_own(lint, lint->rules->pieces[i].span))
            check_name(lint, &lint->rules->pieces[i]);
}
