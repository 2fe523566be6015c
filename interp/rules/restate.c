/* restate.c - `inherited ...`: what is taken over from other files, said again for who reads this one alone.
 *
 * Layer: rules. Such a sentence changes nothing; it is refused when it is not true where it stands, so that it can be
 * believed. */
#include "inherit_state.h"
#include "tree.h"

#include <string.h>

/* Where in its file this sentence, or the variant in which it stands, begins to say what is its own. */
static bool is_own(const struct mad_inherit *in, const struct mad_node *said,
                   const struct mad_node *again)
{
    const bool is_whole = !in->scope.in_variant || in->level > 0;
    return said->span.source == again->span.source &&
           (is_whole || said->span.begin >= in->span.begin);
}

static void tell_own(struct mad_inherit *in, const struct mad_node *said,
                     const struct mad_node *again)
{
    mad_inherit_error(in, MAD_FINDING_NOT_INHERITED, again->span,
                      "this is not inherited: the file says it itself");
    mad_inherit_note(in, said->span, "here");
    mad_inherit_remedy(in, "leave it out");
}

/* The sentence as it stands in the text. */
static void quote_remedy(struct mad_inherit *in, const struct mad_node *said)
{
    const char *text = in->load->sources->items[said->span.source].text + said->span.begin;
    mad_inherit_note(in, said->span, "this is inherited");
    if (said->kind == MAD_NODE_VERB)
        mad_inherit_remedy(in, "write all its lines as they stand there, or leave it out");
    else if (memchr(text, '\n', said->span.length) == NULL)
        mad_inherit_remedy(in, "write `%s%.*s`", said->kind == MAD_NODE_PIECE ? "inherited " : "",
                           (int)said->span.length, text);
}

/* --- sentences ----------------------------------------------------------------------------------- */

static bool is_of_name(const struct mad_node *said, const struct mad_node *again)
{
    return said->kind == again->kind && said->name == again->name;
}

void mad_say_inherited(struct mad_inherit *in, const struct mad_node *sentence)
{
    const struct mad_node *again = sentence->kind == MAD_NODE_VERB ? sentence : sentence->first;
    const struct mad_node *nearest = NULL;
    for (uint32_t i = 0; i < in->said.count; i++) {
        const struct mad_node *said = in->said.items[i].node;
        struct mad_node same = *again;
        same.flags = said->flags; /* `new` and `only` say what they put an end to */
        if (mad_tree_equal(said, &same)) {
            if (is_own(in, said, again))
                tell_own(in, said, again);
            return;
        }
        if (is_of_name(said, again))
            nearest = said;
    }
    mad_inherit_error(in, MAD_FINDING_NOT_INHERITED, again->span,
                      nearest == NULL && again->name != NULL
                          ? "this is not inherited: nothing is said of `%s`"
                          : "this is not inherited",
                      again->name);
    if (nearest != NULL)
        quote_remedy(in, nearest);
    else
        mad_inherit_remedy(in, "leave `inherited` out to say it here");
}

/* --- lines of pieces ----------------------------------------------------------------------------- */

static const struct mad_node *first_line(const struct mad_node *heading)
{
    const struct mad_node *line = heading->first;
    while (line != NULL && (line->kind == MAD_NODE_REF || line->kind == MAD_NODE_LIST))
        line = line->next;
    return line;
}

static bool is_line_of(const struct mad_piece_said *piece, const struct mad_node *line,
                       const struct mad_node **found)
{
    *found = NULL;
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *said = piece->lines.items[i];
        struct mad_node same = *line;
        same.flags = (line->flags & ~(uint32_t)MAD_FLAG_NEW) | (said->flags & MAD_FLAG_NEW);
        const bool is_same = mad_tree_equal(said, &same);
        if (is_same || said->kind == line->kind)
            *found = said;
        if (is_same)
            return true;
    }
    return false;
}

static bool has_line(const struct mad_node *line, const struct mad_node *said)
{
    struct mad_node same = *said;
    same.flags &= ~(uint32_t)MAD_FLAG_NEW;
    while (line != NULL && !mad_tree_equal(&same, line))
        line = line->next;
    return line != NULL;
}

struct lack { /* of a line that all of several pieces are said to have */
    const struct mad_piece_said *first, *owner; /* without it; with it, or null */
    const struct mad_node *nearest;             /* of the first, or null */
    uint32_t count;                             /* without it */
};

/* Told once, however many lack it: it is one fault. */
static void tell_lack(struct mad_inherit *in, const struct lack *lack, const struct mad_node *line)
{
    const char *name = lack->first->name;
    if (lack->count == 1) {
        mad_inherit_error(in, MAD_FINDING_NOT_INHERITED, line->span,
                          "%s has inherited no such line", name);
        if (lack->nearest != NULL)
            quote_remedy(in, lack->nearest);
        else
            mad_inherit_note(in, lack->first->node->span, "%s is declared here", name);
        return;
    }
    mad_inherit_error(in, MAD_FINDING_NOT_INHERITED, line->span,
                      "%s and %u %s have inherited no such line", name, lack->count - 1,
                      lack->count == 2 ? "other" : "others");
    mad_inherit_note(in, lack->first->node->span, "%s is declared here", name);
    if (lack->owner != NULL)
        mad_inherit_remedy(in, "%s has it: write it below `inherited by %s`", lack->owner->name,
                           lack->owner->name);
    else
        mad_inherit_remedy(in, "leave it out, or write a line that all of them have");
}

static bool is_named(const struct mad_node *name, const char *piece)
{
    while (name != NULL && name->kind == MAD_NODE_REF && name->name != piece)
        name = name->next;
    return name != NULL && name->kind == MAD_NODE_REF;
}

/* Of the pieces that the heading names, or of all but those. */
static void check_lines(struct mad_inherit *in, const struct mad_node *heading,
                        const struct mad_node *names, bool is_every)
{
    for (const struct mad_node *line = first_line(heading); line != NULL; line = line->next) {
        struct lack lack = {0};
        bool is_told = false;
        for (uint32_t i = 0; i < in->piece_count && !is_told; i++) {
            const struct mad_piece_said *piece = &in->pieces[i];
            const struct mad_node *found;
            if (is_named(names, piece->name) == is_every)
                continue;
            const bool is_there = is_line_of(piece, line, &found);
            if (is_there && is_own(in, found, line)) {
                tell_own(in, found, line);
                is_told = true;
            } else if (is_there) {
                lack.owner = lack.owner != NULL ? lack.owner : piece;
            } else if (lack.count++ == 0) {
                lack.first = piece;
                lack.nearest = found;
            }
        }
        if (lack.count > 0)
            tell_lack(in, &lack, line);
    }
}

/* `inherited piece`: his letter, and all his lines. */
static void check_piece(struct mad_inherit *in, const struct mad_piece_said *piece,
                        const struct mad_node *heading)
{
    const struct mad_node *man = heading->first, *said = piece->node;
    if (is_own(in, said, heading)) {
        tell_own(in, said, heading);
        return;
    }
    if (strcmp(said->text, man->text) != 0 || said->other != man->other) {
        mad_inherit_error(in, MAD_FINDING_NOT_INHERITED, man->span,
                          "that is not how %s is declared", piece->name);
        quote_remedy(in, said);
        return;
    }
    check_lines(in, heading, man, false);
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *line = piece->lines.items[i];
        if (has_line(first_line(heading), line))
            continue;
        mad_inherit_error(in, MAD_FINDING_NOT_INHERITED, heading->span,
                          "%s has inherited more than this", piece->name);
        quote_remedy(in, line);
        return;
    }
}

void mad_say_inherited_by(struct mad_inherit *in, const struct mad_node *heading)
{
    const bool is_every = (heading->flags & MAD_FLAG_EVERY) != 0;
    const struct mad_node *names = is_every ? heading->first->first : heading->first;
    if (first_line(heading) == NULL && heading->n0 == 0) {
        mad_inherit_error(in, MAD_FINDING_NOT_INHERITED, heading->span,
                          "which lines are inherited? None stands below");
        mad_inherit_remedy(in, "write them below it, or leave it out");
        return;
    }
    for (const struct mad_node *name = names; name != NULL && name->kind == MAD_NODE_REF;
         name = name->next)
        if (mad_said_piece(in, name->name) == NULL)
            mad_inherit_unknown_piece(in, name->name, name->span);
    if (heading->n0 == 0)
        check_lines(in, heading, names, is_every);
    for (uint32_t i = 0; i < in->piece_count && heading->n0 == 1; i++)
        if (is_named(names, in->pieces[i].name) != is_every)
            check_piece(in, &in->pieces[i], heading);
}
