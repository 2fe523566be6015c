/* collect.c - what each sentence does to what was said before it.
 *
 * Layer: rules. One handler a kind of sentence, found in a table. A handler changes the lists of
 * struct mad_inherit and never a node. */
#include "inherit_state.h"
#include "tree.h"

#include <string.h>

/* --- looking up -------------------------------------------------------------------------------- */

struct mad_piece_said *mad_said_piece(const struct mad_inherit *in, const char *name)
{
    for (uint32_t i = 0; i < in->piece_count; i++)
        if (in->pieces[i].name == name)
            return &in->pieces[i];
    return NULL;
}

static struct mad_said *find_said(const struct mad_inherit *in, enum mad_node_kind kind,
                                  const char *name)
{
    for (uint32_t i = in->said.count; i-- > 0;) {
        const struct mad_node *node = in->said.items[i].node;
        if (node->kind == kind && (name == NULL || node->name == name))
            return &in->said.items[i];
    }
    return NULL;
}

const struct mad_node *mad_said_find(const struct mad_inherit *in, enum mad_node_kind kind,
                                     const char *name)
{
    const struct mad_said *found = find_said(in, kind, name);
    return found == NULL ? NULL : found->node;
}

static bool is_piece(const struct mad_inherit *in, const char *name, size_t bytes)
{
    for (uint32_t i = 0; i < in->piece_count; i++)
        if (strlen(in->pieces[i].name) == bytes && memcmp(in->pieces[i].name, name, bytes) == 0)
            return true;
    return false;
}

bool mad_inherit_split_remedy(struct mad_inherit *in, const char *name)
{
    for (const char *blank = strchr(name, ' '); blank != NULL; blank = strchr(blank + 1, ' ')) {
        size_t bytes = (size_t)(blank - name);
        if (!is_piece(in, name, bytes) || !is_piece(in, blank + 1, strlen(blank + 1)))
            continue;
        mad_inherit_remedy(in, "is a comma missing? `%.*s, %s`", (int)bytes, name, blank + 1);
        return true;
    }
    return false;
}

/* A piece that was there until a line took it away. */
static bool tell_gone(struct mad_inherit *in, const char *name)
{
    for (uint32_t i = in->gone.count; i-- > 0;) {
        const struct mad_node *line = in->gone.items[i];
        if (strcmp(line->name, name) != 0)
            continue;
        if (line->kind == MAD_NODE_REPLACE) {
            mad_inherit_note(in, line->span, "%s stands in its place since this line", line->other);
            mad_inherit_remedy(in, "write `%s`", line->other);
        } else {
            mad_inherit_note(in, line->span, "this line took it out of the game");
            mad_inherit_remedy(in, "leave out `without %s`, or put it behind this line", name);
        }
        return true;
    }
    return false;
}

/* A piece that the same file declares further down: sentences are heard one by one. */
static bool tell_later(struct mad_inherit *in, const char *name, struct mad_span at)
{
    for (uint32_t i = 0; i < in->files->count; i++) {
        const struct mad_file *file = in->files->items[i];
        const struct mad_node *node =
            file->source == at.source && file->tree != NULL ? file->tree->first : NULL;
        while (node != NULL && (node->kind != MAD_NODE_PIECE || strcmp(node->name, name) != 0))
            node = node->next;
        if (node == NULL || node->span.begin < at.begin)
            continue;
        mad_inherit_note(in, node->span, "%s is declared here, further down", name);
        mad_inherit_remedy(
            in, "sentences are heard in their order: write this one below `piece %s`", name);
        return true;
    }
    return false;
}

void mad_inherit_unknown_piece(struct mad_inherit *in, const char *name, struct mad_span at)
{
    struct mad_suggestion suggestion = {.word = name};
    for (uint32_t i = 0; i < in->piece_count; i++)
        mad_suggestion_consider(&suggestion, in->pieces[i].name);
    mad_inherit_error(in, MAD_FINDING_UNDEF_PIECE, at, "%s", name);
    if (mad_inherit_split_remedy(in, name) || tell_gone(in, name) || tell_later(in, name, at))
        return;
    (void)mad_inherit_library_remedy(in, name);
    if (suggestion.best == NULL)
        return;
    mad_inherit_meant(in, &suggestion);
    mad_inherit_note(in, mad_said_piece(in, suggestion.best)->node->span, "`%s` is declared here",
                     suggestion.best);
}

/* --- lists ------------------------------------------------------------------------------------- */

static void append(struct mad_inherit *in, struct mad_saids *list, const struct mad_node *node)
{
    struct mad_said *items = mad_inherit_room(in, list->items, list->count, sizeof *items);
    if (items == NULL)
        return;
    list->items = items;
    items[list->count++] = (struct mad_said){.node = node, .scope = in->scope};
}

static bool is_said(const struct mad_inherit *in, const struct mad_node *node)
{
    for (uint32_t i = 0; i < in->said.count; i++)
        if (mad_tree_equal(in->said.items[i].node, node))
            return true;
    return false;
}

/* Forgets every sentence of a kind; with a name only those of that name. */
static void forget(struct mad_inherit *in, enum mad_node_kind kind, const char *name)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < in->said.count; i++) {
        const struct mad_node *node = in->said.items[i].node;
        if (node->kind != kind || (name != NULL && node->name != name))
            in->said.items[kept++] = in->said.items[i];
    }
    in->said.count = kept;
}

/* `new x` where there is no x. */
static void nothing_to_forget(struct mad_inherit *in, const struct mad_node *node, const char *what)
{
    mad_inherit_error(in, MAD_FINDING_NOTHING_TO_CHANGE, node->span,
                      "`new` forgets what was said before, and no %s was", what);
    mad_inherit_remedy(in, "leave `new` out");
}

/* Whether `new` forgets what stands in the same part of the file: that would be said for nothing. */
static bool is_forgotten_at_once(struct mad_inherit *in, const struct mad_node *before,
                                 const struct mad_node *node, const char *remedy)
{
    const bool is_whole = !in->scope.in_variant || in->level > 0;
    if (before == NULL || (node->flags & MAD_FLAG_NEW) == 0 ||
        before->span.source != node->span.source ||
        (!is_whole && before->span.begin < in->span.begin))
        return false;
    mad_inherit_error(in, MAD_FINDING_NOTHING_TO_CHANGE, node->span,
                      "`new` forgets what this file has said itself");
    mad_inherit_note(in, before->span, "this would be forgotten");
    mad_inherit_remedy(in, "%s", remedy);
    return true;
}

static const char *const keep_one = "leave out one of the two";

static void said_twice(struct mad_inherit *in, const struct mad_node *node,
                       const struct mad_node *before, const char *what)
{
    mad_inherit_error(in, MAD_FINDING_DUPLICATE_KEY, node->span, "%s", what);
    mad_inherit_note(in, before->span, "declared here");
}

/* --- names: directions, definitions, options, marks, counters, pockets, verbs --------------------- */

static bool is_value_kind(enum mad_node_kind kind)
{
    return kind == MAD_NODE_DIRECTION || kind == MAD_NODE_MEANS || kind == MAD_NODE_MARK ||
           kind == MAD_NODE_COUNTER || kind == MAD_NODE_POCKET || kind == MAD_NODE_OPTION;
}

/* Who has this name already: names that stand in expressions are one family, verbs another. */
static struct mad_said *find_rival(const struct mad_inherit *in, const struct mad_node *node)
{
    for (uint32_t i = 0; i < in->said.count; i++) {
        const struct mad_node *other = in->said.items[i].node;
        bool rivals =
            other->kind == node->kind || (is_value_kind(other->kind) && is_value_kind(node->kind));
        if (rivals && other->name == node->name)
            return &in->said.items[i];
    }
    return NULL;
}

static void how_to_declare_anew(struct mad_inherit *in, const struct mad_node *node)
{
    if (node->kind == MAD_NODE_MEANS)
        mad_inherit_remedy(in, "`new %s means ...` forgets the old meaning", node->name);
    else if (node->kind == MAD_NODE_VERB)
        mad_inherit_remedy(in, "`new verb %s ...` forgets the old one", node->name);
    else if (node->kind == MAD_NODE_OPTION)
        mad_inherit_remedy(in, "`set %s to ...` chooses one of its values", node->name);
    else if (node->kind == MAD_NODE_MARK)
        mad_inherit_remedy(in, "`mark %s starts on ...` adds squares to it", node->name);
    else if (node->kind == MAD_NODE_POCKET)
        mad_inherit_remedy(in, "`new pocket %s ...` forgets what the old one starts with",
                           node->name);
    else
        mad_inherit_remedy(in, "choose another name, or leave this line out");
}

/* A pocket that a library wants to be there, and says no more about. */
static bool is_there(const struct mad_inherit *in, const struct mad_said *rival,
                     const struct mad_node *node)
{
    return in->level > 0 && node->kind == MAD_NODE_POCKET && node->first == NULL &&
           rival->node->kind == MAD_NODE_POCKET && rival->node->span.source != node->span.source;
}

static void say_named(struct mad_inherit *in, const struct mad_node *node)
{
    struct mad_said *rival = find_rival(in, node);
    bool is_new = (node->flags & MAD_FLAG_NEW) != 0;
    if (rival != NULL && is_there(in, rival, node))
        return;
    if (rival == NULL) {
        if (is_new) {
            mad_inherit_error(in, MAD_FINDING_NOTHING_TO_CHANGE, node->span,
                              "`new` forgets what was said before, and `%s` was not", node->name);
            mad_inherit_remedy(in, "leave `new` out");
        }
        append(in, &in->said, node);
        return;
    }
    if (is_forgotten_at_once(in, rival->node, node, keep_one))
        return;
    if (!is_new || rival->node->kind != node->kind) {
        mad_inherit_error(in, MAD_FINDING_REDEFINED, node->span, "%s", node->name);
        mad_inherit_note(in, rival->node->span, "declared here");
        if (rival->node->kind == node->kind || rival->node->kind == MAD_NODE_OPTION)
            how_to_declare_anew(in, rival->node);
        return;
    }
    rival->node = node;
    rival->scope = in->scope;
}

/* --- sentences that stand once, or gather ----------------------------------------------------------- */

static void say_once(struct mad_inherit *in, const struct mad_node *node)
{
    const struct mad_node *before = mad_said_find(in, node->kind, NULL);
    const char *what = mad_node_kind_name(node->kind);
    bool is_new = (node->flags & MAD_FLAG_NEW) != 0;
    if (before == NULL && is_new)
        nothing_to_forget(in, node, what);
    if (before != NULL && !is_new) {
        said_twice(in, node, before, what);
        mad_inherit_remedy(in, "`new %s ...` forgets the old one", what);
        return;
    }
    if (is_forgotten_at_once(in, before, node, keep_one))
        return;
    forget(in, node->kind, NULL);
    append(in, &in->said, node);
}

/* The men of the array are of him who was that many places further down before, of so many players. */
static void move_owners_up(struct mad_inherit *in, int8_t places, int8_t players)
{
    for (uint32_t i = 0; i < in->array.count; i++) {
        struct mad_cell_said *cell = &in->array.cells[i];
        if (cell->what == MAD_CELL_PIECE && cell->owner >= 0 && cell->owner < players)
            cell->owner = (int8_t)((cell->owner + players - places) % players);
    }
}

/* New players may have their turns the other way round; men in the array keep the case they have. */
static void say_players(struct mad_inherit *in, const struct mad_node *node)
{
    int8_t before = mad_said_owner_of_case(in, true);
    say_once(in, node);
    int8_t after = mad_said_owner_of_case(in, true);
    if (before >= 0 && after >= 0 && after != before)
        move_owners_up(in, 1, 2);
    forget(in, MAD_NODE_MOVES_FIRST, NULL); /* said of the others */
}

static const struct mad_node *find_board(const struct mad_inherit *in)
{
    const struct mad_node *board = mad_said_find(in, MAD_NODE_BOARD, NULL);
    return board != NULL ? board : mad_said_find(in, MAD_NODE_HEXBOARD, NULL);
}

/* A new board is another board: holes, edges and names of the old one go with it. */
static void say_board(struct mad_inherit *in, const struct mad_node *node)
{
    const struct mad_node *before = find_board(in);
    bool is_new = (node->flags & MAD_FLAG_NEW) != 0;
    if (before == NULL && is_new)
        nothing_to_forget(in, node, "board");
    if (before != NULL && !is_new) {
        said_twice(in, node, before, "the board");
        mad_inherit_remedy(in, "`new board ...` forgets the old one");
        return;
    }
    if (is_forgotten_at_once(in, before, node, keep_one))
        return;
    static const enum mad_node_kind parts[] = {MAD_NODE_BOARD, MAD_NODE_HEXBOARD, MAD_NODE_HOLE,
                                               MAD_NODE_WRAP,  MAD_NODE_LINK,     MAD_NODE_CORNER};
    for (size_t i = 0; before != NULL && i < sizeof parts / sizeof *parts; i++)
        forget(in, parts[i], NULL);
    append(in, &in->said, node);
}

/* The last one said counts; the same part of a file says it once. */
static void say_last(struct mad_inherit *in, const struct mad_node *node)
{
    const char *name =
        node->kind == MAD_NODE_FATE || node->kind == MAD_NODE_SHOW ? node->name : NULL;
    for (uint32_t i = 0; i < in->said.count; i++) {
        const struct mad_said *before = &in->said.items[i];
        if (before->node->kind != node->kind || (name != NULL && before->node->name != name) ||
            before->scope.source != in->scope.source ||
            before->scope.in_variant != in->scope.in_variant)
            continue;
        said_twice(in, node, before->node,
                   node->kind == MAD_NODE_FATE   ? "where such pieces go"
                   : node->kind == MAD_NODE_SHOW ? "how this is shown"
                                                 : mad_node_kind_name(node->kind));
        mad_inherit_remedy(in, "%s", keep_one);
        return;
    }
    forget(in, node->kind, name);
    append(in, &in->said, node);
}

/* The players from him on, and then those before him. */
static const struct mad_node *players_from(struct mad_inherit *in, const struct mad_node *players,
                                           const struct mad_node *first)
{
    struct mad_node *turned = mad_inherit_alloc(in, sizeof *turned), **link = NULL;
    const struct mad_node *player = first;
    if (turned == NULL)
        return players;
    *turned = *players;
    link = &turned->first;
    do {
        struct mad_node *copy = mad_inherit_alloc(in, sizeof *copy);
        if (copy == NULL)
            return players;
        *copy = *player;
        copy->next = NULL;
        *link = copy;
        link = &copy->next;
        player = player->next != NULL ? player->next : players->first;
    } while (player != first);
    return turned;
}

/* `White moves first`: they move in the order of their names, from him on. */
static void say_moves_first(struct mad_inherit *in, const struct mad_node *node)
{
    const struct mad_node *players = mad_said_find(in, MAD_NODE_PLAYERS, NULL), *first = NULL;
    struct mad_suggestion suggestion = {.word = node->name};
    int8_t places = 0, count = 0;
    bool is_alone = false; /* that is told in alone.c */
    for (const struct mad_node *player = players != NULL ? players->first : NULL; player != NULL;
         player = player->next, count++) {
        is_alone = is_alone || player->kind != MAD_NODE_PLAYER;
        first = player->name == node->name && first == NULL ? player : first;
        places = (int8_t)(places + (first == NULL));
        if (player->kind == MAD_NODE_PLAYER)
            mad_suggestion_consider(&suggestion, player->name);
    }
    if (first == NULL) {
        mad_inherit_error(in, MAD_FINDING_UNDEF_PIECE, node->span, "%s", node->name);
        if (suggestion.best != NULL)
            mad_inherit_meant(in, &suggestion);
        else
            mad_inherit_remedy(in, "name one of those of `players ...`, which stands above");
        return;
    }
    say_last(in, node);
    if (places == 0 || is_alone)
        return;
    const struct mad_node *turned = players_from(in, players, first);
    for (uint32_t i = 0; i < in->said.count; i++)
        if (in->said.items[i].node == players)
            in->said.items[i].node = turned;
    move_owners_up(in, places, count);
}

/* A sentence that stands for several: they are said, and it is kept for what it says of its own. */
static void say_each_turn(struct mad_inherit *in, const struct mad_node *node)
{
    say_once(in, node);
    for (const struct mad_node *part = node->first; part != NULL; part = part->next)
        if (part->kind != MAD_NODE_WHEN_MOVED)
            mad_collect(in, part);
}

/* What counts by itself is counted behind each move. */
static void say_counter(struct mad_inherit *in, const struct mad_node *node)
{
    say_named(in, node);
    if (node->first != NULL)
        mad_collect(in, node->first);
}

static void say_more(struct mad_inherit *in, const struct mad_node *node)
{
    if ((node->flags & MAD_FLAG_NEW) != 0) {
        const struct mad_node *before = mad_said_find(in, node->kind, NULL);
        if (before == NULL)
            nothing_to_forget(in, node, mad_node_kind_name(node->kind));
        if (is_forgotten_at_once(in, before, node, "leave `new` out: both hold then"))
            return;
        forget(in, node->kind, NULL);
    }
    if (!is_said(in, node))
        append(in, &in->said, node);
}

/* Of two sentences about the same moves one would go unheard. */
static void say_must(struct mad_inherit *in, const struct mad_node *node)
{
    const struct mad_node *before = mad_said_find(in, MAD_NODE_MUST, node->name);
    if (before == NULL || mad_tree_equal(before, node)) {
        say_more(in, node);
        return;
    }
    mad_inherit_error(in, MAD_FINDING_DUPLICATE_KEY, node->span, "when one must %s", node->name);
    mad_inherit_note(in, before->span, "declared here");
    mad_inherit_remedy(in, before->span.source == node->span.source
                               ? keep_one
                               : "`without must` takes out what was said before");
}

/* Sets are heard in order, also when one says again what an earlier one said; a variant that sets an option of its own file
 * to what it is anyway says nothing. */
static void say_set(struct mad_inherit *in, const struct mad_node *node)
{
    const struct mad_node *option = mad_said_find(in, MAD_NODE_OPTION, node->name),
                          *set = mad_said_find(in, MAD_NODE_SET_OPTION, node->name);
    const struct mad_node *before = set != NULL ? set : option;
    if (in->level == 0 && in->scope.in_variant && option != NULL &&
        option->span.source == node->span.source && before->other == node->other) {
        mad_inherit_error(in, MAD_FINDING_ODD_ONE, node->span, "`%s` is %s anyway", node->name,
                          node->other);
        mad_inherit_note(in, before->span, "by this");
    }
    append(in, &in->said, node);
}

/* Credits and tests are those of the file that is loaded, never inherited. */
static void say_own(struct mad_inherit *in, const struct mad_node *node)
{
    if (in->level == 0)
        append(in, &in->said, node);
}

/* A family goes on in the games that are like one of it. */
static void say_credit(struct mad_inherit *in, const struct mad_node *node)
{
    if (in->level == 0 || (node->name != NULL && strcmp(node->name, "family") == 0))
        append(in, &in->said, node);
}

/* --- pieces ------------------------------------------------------------------------------------ */

static void add_line(struct mad_inherit *in, struct mad_piece_said *piece,
                     const struct mad_node *line)
{
    for (uint32_t i = 0; i < piece->lines.count; i++)
        if (mad_tree_equal(piece->lines.items[i], line))
            return;
    mad_inherit_push_line(in, &piece->lines, line);
}

/* Of those named which one; their count when none. */
static uint32_t place_of(const struct mad_addition *addition, const char *name)
{
    uint32_t i = 0;
    while (i < addition->names.count && addition->names.items[i]->name != name)
        i++;
    return i;
}

/* `worth 1 to 8 in this order` is said of several, one for each number. */
static void tell_no_order(struct mad_inherit *in, const struct mad_node *line, uint32_t names)
{
    const int32_t steps = line->n1 > line->n0 ? line->n1 - line->n0 : line->n0 - line->n1;
    if (line->kind != MAD_NODE_WORTHS)
        return;
    if (names == 0) {
        mad_inherit_error(in, MAD_FINDING_TYPE, line->span,
                          "in which order? This is said of several pieces that are named");
        mad_inherit_remedy(in, "say it under `add to Pawn, Knight and Rook`; here say `worth %d`",
                           (int)line->n0);
    } else if ((uint32_t)steps + 1 != names) {
        mad_inherit_error(in, MAD_FINDING_TYPE, line->span,
                          "%d to %d are %d numbers, and %d %s named: one for each is wanted",
                          (int)line->n0, (int)line->n1, (int)steps + 1, (int)names,
                          names == 1 ? "piece is" : "pieces are");
        if (names == 1)
            mad_inherit_remedy(in, "say `worth %d`, or name more pieces", (int)line->n0);
        else
            mad_inherit_remedy(in, "say `worth %d to %d in this order`, or name as many pieces",
                               (int)line->n0, (int)line->n0 + (int)names - 1);
    }
}

/* What the line says of the piece that stands at this place among those named. */
static const struct mad_node *line_for(struct mad_inherit *in, const struct mad_node *line,
                                       uint32_t place)
{
    if (line->kind != MAD_NODE_WORTHS)
        return line;
    struct mad_node *worth = mad_inherit_alloc(in, sizeof *worth);
    if (worth == NULL)
        return line;
    *worth = *line;
    worth->kind = MAD_NODE_WORTH;
    worth->n0 = line->n0 + (line->n1 > line->n0 ? (int32_t)place : -(int32_t)place);
    worth->n1 = 0;
    worth->next = NULL;
    return worth;
}

static void add_to_piece(struct mad_inherit *in, const struct mad_addition *addition,
                         struct mad_piece_said *piece)
{
    const uint32_t place = place_of(addition, piece->name);
    if ((place < addition->names.count) == addition->to_every)
        return; /* an exception, or not one of those named */
    for (uint32_t i = 0; i < addition->lines.count; i++)
        add_line(in, piece, line_for(in, addition->lines.items[i], place));
}

/* The entry in which the lines of the piece are to stand, or null after an error. */
static struct mad_piece_said *declare_piece(struct mad_inherit *in, const struct mad_node *node)
{
    struct mad_piece_said *old = mad_said_piece(in, node->name);
    bool is_new = (node->flags & MAD_FLAG_NEW) != 0;
    if (old != NULL && !is_new) {
        mad_inherit_error(in, MAD_FINDING_REDEFINED, node->span, "%s", node->name);
        mad_inherit_note(in, old->node->span, "declared here");
        if (in->brought_by != NULL)
            mad_inherit_remedy(in, "leave %s out: `use A and B from ...` takes the other men alone",
                               node->name);
        else
            mad_inherit_remedy(
                in, "`change %s` or `add to %s` keep what it does, `new piece %s` forgets it",
                node->name, node->name, node->name);
        return NULL;
    }
    if (old != NULL && is_forgotten_at_once(in, old->node, node, keep_one))
        return NULL;
    if (old != NULL) {
        mad_array_bind(in); /* its letter in the array meant the old one, which has the same name */
        *old = (struct mad_piece_said){.name = node->name, .node = node};
        return old;
    }
    if (is_new) {
        mad_inherit_error(in, MAD_FINDING_NOTHING_TO_CHANGE, node->span,
                          "`new` forgets what was said before, and no piece %s was", node->name);
        mad_inherit_remedy(in, "leave `new` out");
    }
    struct mad_piece_said *pieces =
        mad_inherit_room(in, in->pieces, in->piece_count, sizeof *pieces);
    if (pieces == NULL)
        return NULL;
    in->pieces = pieces;
    pieces[in->piece_count] = (struct mad_piece_said){.name = node->name, .node = node};
    return &pieces[in->piece_count++];
}

static void say_piece(struct mad_inherit *in, const struct mad_node *node)
{
    struct mad_piece_said *piece = declare_piece(in, node);
    if (piece == NULL)
        return;
    for (const struct mad_node *line = node->first; line != NULL; line = line->next) {
        tell_no_order(in, line, 0);
        mad_inherit_push_line(in, &piece->lines, line);
    }
    for (uint32_t i = 0; i < in->addition_count; i++)
        add_to_piece(in, &in->additions[i], piece);
}

static void say_add_to(struct mad_inherit *in, const struct mad_node *node)
{
    struct mad_addition *additions =
        mad_inherit_room(in, in->additions, in->addition_count, sizeof *additions);
    if (additions == NULL)
        return;
    in->additions = additions;
    struct mad_addition *addition = &additions[in->addition_count++];
    *addition = (struct mad_addition){
        .node = node, .to_every = (node->flags & MAD_FLAG_EVERY) != 0, .is_own = in->level == 0};
    for (const struct mad_node *child = node->first; child != NULL; child = child->next) {
        if (child->kind == MAD_NODE_REF)
            mad_inherit_push_line(in, &addition->names, child);
        else if (child->kind != MAD_NODE_LIST)
            mad_inherit_push_line(in, &addition->lines, child);
        else
            for (const struct mad_node *name = child->first; name != NULL; name = name->next)
                mad_inherit_push_line(in, &addition->names, name);
    }
    for (uint32_t i = 0; i < addition->lines.count; i++)
        tell_no_order(in, addition->lines.items[i], addition->to_every ? 0 : addition->names.count);
    for (uint32_t i = 0; i < in->piece_count; i++)
        add_to_piece(in, addition, &in->pieces[i]);
}

/* First what it no longer does, wherever that stands in the block; then what it does now. */
static void say_change(struct mad_inherit *in, const struct mad_node *node)
{
    struct mad_piece_said *piece = mad_said_piece(in, node->name);
    if (piece == NULL) {
        mad_inherit_unknown_piece(in, node->name, node->span);
        return;
    }
    for (const struct mad_node *line = node->first; line != NULL; line = line->next)
        if (line->kind == MAD_NODE_NO_LONGER)
            mad_no_longer(in, piece, line);
        else if ((line->flags & MAD_FLAG_NEW) != 0)
            mad_forget_line(in, piece, node, line);
    for (const struct mad_node *line = node->first; line != NULL; line = line->next)
        if (line->kind != MAD_NODE_NO_LONGER) {
            tell_no_order(in, line, 0);
            add_line(in, piece, line);
        }
}

/* --- ends ---------------------------------------------------------------------------------------- */

/* Puts an end at an index, those from there on move one up. */
static void insert_end(struct mad_inherit *in, uint32_t index, const struct mad_node *node,
                       int32_t place)
{
    append(in, &in->ends, node);
    if (in->status != MAD_OK)
        return;
    struct mad_said *items = in->ends.items;
    memmove(items + index + 1, items + index, (in->ends.count - 1 - index) * sizeof *items);
    items[index] = (struct mad_said){.node = node, .scope = in->scope, .place = place};
}

/* Ends that a library put before or behind the others before those were said keep their place. */
static uint32_t first_end_behind(const struct mad_inherit *in)
{
    uint32_t index = 0;
    while (index < in->ends.count && in->ends.items[index].place == MAD_ENDS_BEFORE)
        index++;
    return index;
}

static void say_ends(struct mad_inherit *in, const struct mad_node *node)
{
    uint32_t index = 0;
    bool is_new = (node->flags & MAD_FLAG_NEW) != 0;
    if (is_new) {
        if (in->ends_node == NULL && in->ends.count == 0)
            nothing_to_forget(in, node, "ends");
        if (is_forgotten_at_once(in, in->ends_node, node, keep_one))
            return;
        in->ends.count = 0;
    } else if (node->n0 == MAD_ENDS_WHOLE && in->ends_node != NULL) {
        said_twice(in, node, in->ends_node, "how the game ends");
        mad_inherit_remedy(in, "`new ends in this order` forgets the old ones; "
                               "`add to ends before the others` and `add to ends after the others` "
                               "keep them");
        return;
    }
    if (node->n0 == MAD_ENDS_WHOLE) {
        in->ends_node = node;
        index = first_end_behind(in);
    } else if (node->n0 == MAD_ENDS_AFTER) {
        index = in->ends.count;
    }
    for (const struct mad_node *line = node->first; line != NULL; line = line->next)
        insert_end(in, index++, line, node->n0);
}

/* --- notation ------------------------------------------------------------------------------------ */

/* How a verb is written is said anew as a whole: what other files said of it is forgotten. */
static void forget_templates(struct mad_inherit *in, const char *verb)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < in->said.count; i++) {
        const struct mad_said *said = &in->said.items[i];
        bool elsewhere = said->scope.source != in->scope.source ||
                         said->scope.in_variant != in->scope.in_variant;
        if (said->node->kind != MAD_NODE_TEMPLATE || said->node->name != verb || !elsewhere)
            in->said.items[kept++] = *said;
    }
    in->said.count = kept;
}

static void say_notation(struct mad_inherit *in, const struct mad_node *node)
{
    for (const struct mad_node *line = node->first; line != NULL; line = line->next) {
        if (line->kind == MAD_NODE_TEMPLATE)
            forget_templates(in, line->name);
        if (line->kind == MAD_NODE_SHOW)
            say_last(in, line);
        else
            say_more(in, line);
    }
}

static void say_edition(struct mad_inherit *in, const struct mad_node *node)
{
    if (node->n0 != 1)
        mad_inherit_error(in, MAD_FINDING_EDITION, node->span,
                          "this program reads edition 1 of the language, the file is of edition %d",
                          (int)node->n0);
}

/* --- the table ----------------------------------------------------------------------------------- */

static void say_verb(struct mad_inherit *in, const struct mad_node *verb)
{
    ((verb->flags & MAD_FLAG_AGAIN) != 0 ? mad_say_inherited : say_named)(in, verb);
}

static void (*const sayers[MAD_NODE_KINDS])(struct mad_inherit *, const struct mad_node *) = {
    [MAD_NODE_EDITION] = say_edition,
    [MAD_NODE_USE] = mad_inherit_use,
    [MAD_NODE_CREDIT] = say_credit,
    [MAD_NODE_TEST] = say_own,
    [MAD_NODE_PIECE] = say_piece,
    [MAD_NODE_ADD_TO] = say_add_to,
    [MAD_NODE_CHANGE] = say_change,
    [MAD_NODE_ENDS] = say_ends,
    [MAD_NODE_NOTATION] = say_notation,
    [MAD_NODE_BOARD] = say_board,
    [MAD_NODE_HEXBOARD] = say_board,
    [MAD_NODE_WRAP] = say_last,
    [MAD_NODE_CORNER] = say_last,
    [MAD_NODE_HOLE] = say_more,
    [MAD_NODE_LINK] = say_more,
    [MAD_NODE_PLAYERS] = say_players,
    [MAD_NODE_TURNS] = say_once,
    [MAD_NODE_MOVES_FIRST] = say_moves_first,
    [MAD_NODE_ARRAY] = mad_say_array,
    [MAD_NODE_PLACE] = mad_say_array,
    [MAD_NODE_REPLACE] = mad_say_replace,
    [MAD_NODE_CHANGE_PLACES] = mad_array_change,
    [MAD_NODE_WITHOUT] = mad_say_without,
    [MAD_NODE_DIRECTION] = say_named,
    [MAD_NODE_MEANS] = say_named,
    [MAD_NODE_OPTION] = say_named,
    [MAD_NODE_MARK] = say_named,
    [MAD_NODE_COUNTER] = say_counter,
    [MAD_NODE_POCKET] = say_named,
    [MAD_NODE_VERB] = say_verb,
    [MAD_NODE_SET_OPTION] = say_set,
    [MAD_NODE_MARK_STARTS] = say_more,
    [MAD_NODE_FATE] = say_last,
    [MAD_NODE_PLAYER_MAY] = say_more,
    [MAD_NODE_ILLEGAL] = say_more,
    [MAD_NODE_PASS_WHEN] = say_more,
    [MAD_NODE_END_TURN_WHEN] = say_more,
    [MAD_NODE_AGAIN_WHEN] = say_more,
    [MAD_NODE_MUST] = say_must,
    [MAD_NODE_WHEN_MOVED] = say_more,
    [MAD_NODE_AFTER_MOVE] = say_more,
    [MAD_NODE_EACH_TURN] = say_each_turn,
    [MAD_NODE_TURN_ENDS] = say_more,
    [MAD_NODE_ALLIES] = say_more,
    [MAD_NODE_SHUFFLE] = say_more,
    [MAD_NODE_WAS_CALLED] = mad_say_older_name,
    [MAD_NODE_INHERITED] = mad_say_inherited,
    [MAD_NODE_INHERITED_BY] = mad_say_inherited_by,
};

void mad_collect(struct mad_inherit *in, const struct mad_node *sentence)
{
    bool is_heard = !in->has_gaps || sentence->kind == MAD_NODE_USE;
    if (in->status != MAD_OK || !is_heard || sayers[sentence->kind] == NULL)
        return;
    sentence = mad_with_names_of_now(in, sentence);
    if (sentence != NULL)
        sayers[sentence->kind](in, sentence);
}
