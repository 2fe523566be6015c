/* other_side.c - `its other side`: the man whose letter is the same, with a `+` before it or without.
 *
 * Layer: rules. In a line of a piece it is that piece's, in `a player may ...` that of the piece which the call names; where
 * the call names several it is said once for each. Behind this file only names are left of it. */
#include <string.h>

#include "inherit_state.h"
#include "tree.h"

static bool is_other_side(const struct mad_node *node, const void *context)
{
    (void)context;
    return mad_is_word(node, MAD_WORD_OTHER_SIDE);
}

static bool speaks_of_it(const struct mad_node *node)
{
    return mad_tree_any(node, is_other_side, NULL);
}

/* Letters are compared as they are shown, where small ones are large. */
static bool is_letter_of(const char *letter, const char *other)
{
    for (; *letter != '\0' && *other != '\0'; letter++, other++) {
        const char capital =
            (char)(*letter >= 'a' && *letter <= 'z' ? *letter - 'a' + 'A' : *letter);
        if (capital != (char)(*other >= 'a' && *other <= 'z' ? *other - 'a' + 'A' : *other))
            return false;
    }
    return *letter == *other;
}

/* Both are the same player's, or anybody's. */
static bool meet(const struct mad_node *a, const struct mad_node *b)
{
    return a->other == NULL || b->other == NULL || mad_tree_same_text(a->other, b->other);
}

static const char *other_side_of(const struct mad_inherit *in, const struct mad_node *piece)
{
    const char *letter = piece->text != NULL ? piece->text : "";
    for (uint32_t i = 0; i < in->piece_count && *letter != '\0'; i++) {
        const struct mad_node *other = in->pieces[i].node;
        if (other->text == NULL || !meet(piece, other))
            continue;
        if (*letter == '+' ? is_letter_of(letter + 1, other->text)
                           : *other->text == '+' && is_letter_of(letter, other->text + 1))
            return in->pieces[i].name;
    }
    return NULL;
}

/* A copy in which one node is another name, and the other side of that piece has its own. */
struct naming {
    const struct mad_node *listed; /* what the name stands in place of, or null */
    const char *piece, *side;
};

static struct mad_node *named_copy(struct mad_arena *arena, const struct mad_node *node,
                                   const void *context)
{
    const struct naming *naming = context;
    struct mad_node *copy = mad_tree_copy(arena, node);
    if (copy == NULL)
        return NULL;
    if (node != naming->listed && !is_other_side(node, NULL))
        return mad_tree_change_children(arena, copy, named_copy, naming) ? copy : NULL;
    *copy = (struct mad_node){.kind = MAD_NODE_REF,
                              .flags = MAD_FLAG_CAPITAL,
                              .span = node->span,
                              .name = node == naming->listed ? naming->piece : naming->side};
    return copy;
}

static const struct mad_node *name_for(struct mad_inherit *in, const struct mad_node *sentence,
                                       const struct mad_node *listed,
                                       const struct mad_piece_said *piece)
{
    const struct naming naming = {listed, piece->name, other_side_of(in, piece->node)};
    if (naming.side != NULL) {
        const struct mad_node *named = named_copy(in->load->arena, sentence, &naming);
        in->status = named != NULL ? in->status : MAD_ERROR_MEMORY;
        return named;
    }
    const char *letter = piece->node->text != NULL ? piece->node->text : "";
    mad_inherit_error(in, MAD_FINDING_TYPE, sentence->span, "%s has no other side", piece->name);
    if (*letter == '+')
        mad_inherit_remedy(in, "it is the piece with the letter %s: there is none", letter + 1);
    else
        mad_inherit_remedy(in, "it is the piece with the letter +%s: there is none", letter);
    return NULL;
}

/* --- what a player may do --------------------------------------------------------------------------- */

/* What the call says first that is the name of a piece, or a list of such names. */
static const struct mad_node *named_pieces(const struct mad_inherit *in,
                                           const struct mad_node *call)
{
    for (const struct mad_node *arg = call->first; arg != NULL; arg = arg->next) {
        const struct mad_node *told = arg->kind == MAD_NODE_ARG ? arg->first : NULL;
        const struct mad_node *one =
            told != NULL && (told->kind == MAD_NODE_OR || told->kind == MAD_NODE_AND) ? told->first
                                                                                      : told;
        if (one != NULL && one->kind == MAD_NODE_REF && mad_said_piece(in, one->name) != NULL)
            return told;
    }
    return NULL;
}

static void keep(struct mad_inherit *in, const struct mad_node *node, struct mad_scope scope)
{
    struct mad_said *items = mad_inherit_room(in, in->said.items, in->said.count, sizeof *items);
    if (items == NULL)
        return;
    in->said.items = items;
    items[in->said.count++] = (struct mad_said){.node = node, .scope = scope};
}

static void may_for_each(struct mad_inherit *in, const struct mad_said *said)
{
    const struct mad_node *told = named_pieces(in, said->node->first);
    const bool is_list = told != NULL && told->kind != MAD_NODE_REF;
    if (told == NULL) {
        mad_inherit_error(in, MAD_FINDING_TYPE, said->node->span,
                          "`its other side`: of which piece?");
        mad_inherit_remedy(
            in, "name it in the same call: `drop-other-side Pawn as its other side from hand`");
    }
    const struct mad_node *one = is_list ? told->first : told;
    for (; one != NULL; one = is_list ? one->next : NULL) {
        const struct mad_piece_said *piece = mad_said_piece(in, one->name);
        const struct mad_node *named = piece != NULL ? name_for(in, said->node, told, piece) : NULL;
        if (piece == NULL)
            mad_inherit_unknown_piece(in, one->name, one->span);
        if (named == NULL)
            return;
        keep(in, named, said->scope);
    }
}

static void name_in_lines(struct mad_inherit *in, const struct mad_piece_said *piece)
{
    for (uint32_t i = 0; i < piece->lines.count; i++) {
        const struct mad_node *line = piece->lines.items[i];
        const struct mad_node *named = speaks_of_it(line) ? name_for(in, line, NULL, piece) : line;
        if (named == NULL)
            return;
        piece->lines.items[i] = named;
    }
}

void mad_name_other_sides(struct mad_inherit *in)
{
    for (uint32_t i = 0; i < in->piece_count && in->status == MAD_OK; i++)
        name_in_lines(in, &in->pieces[i]);
    const struct mad_saids all = in->said;
    in->said = (struct mad_saids){NULL, 0};
    for (uint32_t i = 0; i < all.count && in->status == MAD_OK; i++)
        if (all.items[i].node->kind == MAD_NODE_PLAYER_MAY && speaks_of_it(all.items[i].node))
            may_for_each(in, &all.items[i]);
        else
            keep(in, all.items[i].node, all.items[i].scope);
}
