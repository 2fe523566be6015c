/* array_change.c - `place`, `replace` and `change places` on squares of the array.
 *
 * Layer: rules. Done when everything is said, in the order of the sentences: pieces may be declared
 * behind them, and the board says which squares there are. */
#include "inherit_state.h"

/* --- squares ------------------------------------------------------------------------------------- */

struct square_name {
    int32_t letter, number; /* a is 0 */
    bool number_first;      /* 9a */
};

static bool read_number(const char **text, int32_t *number)
{
    const char *start = *text;
    *number = 0;
    for (; **text >= '0' && **text <= '9' && *text - start < 3; (*text)++)
        *number = *number * 10 + (**text - '0');
    return *text != start;
}

static bool read_square_name(const char *text, struct square_name *out)
{
    out->number_first = *text >= '0' && *text <= '9';
    if (out->number_first && !read_number(&text, &out->number))
        return false;
    if (*text < 'a' || *text > 'z')
        return false;
    out->letter = *text++ - 'a';
    if (!out->number_first && !read_number(&text, &out->number))
        return false;
    return *text == '\0';
}

/* File from the left and row from the top, counted from the corner on the top left. */
static bool find_square(const struct mad_inherit *in, const char *text, int32_t *file, int32_t *row)
{
    const struct mad_node *corner_node = mad_said_find(in, MAD_NODE_CORNER, NULL);
    struct square_name corner = {.letter = 0, .number = in->rules->ranks};
    struct square_name square;
    if (corner_node != NULL && corner_node->text != NULL &&
        !read_square_name(corner_node->text, &corner))
        return false;
    if (!read_square_name(text, &square) || square.number_first != corner.number_first)
        return false;
    const struct mad_node *hexagon = mad_said_find(in, MAD_NODE_HEXBOARD, NULL);
    if (hexagon != NULL) {
        int32_t side = hexagon->n0;
        *file = square.letter - (square.letter > 'j' - 'a' ? 1 : 0); /* there is no file j */
        int32_t up = square.number - 1 + (*file >= side ? *file - side + 1 : 0);
        *row = in->rules->ranks - 1 - up;
        return square.letter != 'j' - 'a' && square.number > 0 && *file < in->rules->files &&
               up < in->rules->ranks && up - *file < side && *file - up < side;
    }
    int32_t letters = square.letter - corner.letter;
    int32_t numbers = corner.number == 1 ? square.number - 1 : corner.number - square.number;
    *file = square.number_first ? numbers : letters;
    *row = square.number_first ? letters : numbers;
    return *file >= 0 && *file < in->rules->files && *row >= 0 && *row < in->rules->ranks;
}

static struct mad_cell_said *cell_at(const struct mad_inherit *in, int32_t file, int32_t row)
{
    return &in->array.cells[row * in->rules->files + file];
}

struct square_change { /* what is done on each square of an expression */
    const struct mad_node *sentence;
    const char *from, *to; /* from null: whatever stands there */
    int8_t owner;          /* -1: stays */
    bool failed;
};

static void change_square(struct mad_inherit *in, struct square_change *change,
                          const struct mad_node *at, int32_t file, int32_t row)
{
    struct mad_cell_said *cell = cell_at(in, file, row);
    const char *what = at->text == NULL ? "that square" : at->text;
    if (cell->what == MAD_CELL_HOLE) {
        mad_inherit_error(in, MAD_FINDING_OFF_BOARD, at->span, "%s is cut out of the board", what);
        change->failed = true;
    } else if (change->from != NULL &&
               (cell->what != MAD_CELL_PIECE || cell->piece != change->from)) {
        mad_inherit_error(in, MAD_FINDING_NOTHING_TO_CHANGE, at->span, "there is no %s on %s",
                          change->from, what);
        if (cell->what == MAD_CELL_PIECE)
            mad_inherit_note(in, cell->node->span, "%s stands there", cell->piece);
        change->failed = true;
    } else {
        cell->what = MAD_CELL_PIECE;
        cell->piece = change->to;
        cell->node = at;
        if (change->owner >= 0)
            cell->owner = change->owner;
    }
}

static void off_board(struct mad_inherit *in, const struct mad_node *at, const char *text)
{
    mad_inherit_error(in, MAD_FINDING_OFF_BOARD, at->span,
                      "there is no square %s on a board of %d by %d", text, (int)in->rules->files,
                      (int)in->rules->ranks);
    mad_inherit_note(in, in->rules->board_span, "the board is declared here");
}

static void change_rectangle(struct mad_inherit *in, struct square_change *change,
                             const struct mad_node *node)
{
    int32_t x0, y0, x1, y1;
    const char *other = node->first == NULL || node->first->text == NULL ? "" : node->first->text;
    if (!find_square(in, node->text, &x0, &y0)) {
        off_board(in, node, node->text);
        return;
    }
    if (!find_square(in, other, &x1, &y1)) {
        off_board(in, node, other);
        return;
    }
    for (int32_t row = y0 < y1 ? y0 : y1; row <= (y0 < y1 ? y1 : y0); row++)
        for (int32_t file = x0 < x1 ? x0 : x1; file <= (x0 < x1 ? x1 : x0); file++)
            if (!change->failed)
                change_square(in, change, node, file, row);
}

/* Squares of the array are named: single ones, rectangles, ranks, and lists of them. */
static void change_squares(struct mad_inherit *in, struct square_change *change,
                           const struct mad_node *node)
{
    int32_t file, row;
    if (node->kind == MAD_NODE_SQUARE) {
        if (find_square(in, node->text, &file, &row))
            change_square(in, change, node, file, row);
        else
            off_board(in, node, node->text);
    } else if (node->kind == MAD_NODE_RECTANGLE) {
        change_rectangle(in, change, node);
    } else if (node->kind == MAD_NODE_RANK && (node->flags & MAD_FLAG_OWN) == 0 && node->n0 >= 1 &&
               node->n0 <= in->rules->ranks) {
        for (file = 0; file < in->rules->files && !change->failed; file++)
            change_square(in, change, node, file, in->rules->ranks - node->n0);
    } else if (node->kind == MAD_NODE_AND || node->kind == MAD_NODE_OR ||
               node->kind == MAD_NODE_LIST) {
        for (const struct mad_node *child = node->first; child != NULL; child = child->next)
            change_squares(in, change, child);
    } else {
        mad_inherit_error(in, MAD_FINDING_TYPE, node->span,
                          "the array wants squares by name, like `c1 and c8`");
    }
}

/* --- changes ------------------------------------------------------------------------------------- */

/* Does a sentence behind change `index` take the piece out of the game? */
static bool leaves_later(const struct mad_inherit *in, uint32_t index, const char *name)
{
    for (uint32_t i = index + 1; i < in->array.changes.count; i++) {
        const struct mad_node *node = in->array.changes.items[i];
        if (node->name == name && node->name != NULL && node->kind != MAD_NODE_PLACE &&
            node->first == NULL)
            return true;
    }
    return false;
}

static bool is_known_piece(struct mad_inherit *in, uint32_t index, const char *name)
{
    if (mad_said_piece(in, name) != NULL || leaves_later(in, index, name))
        return true;
    mad_inherit_unknown_piece(in, name, in->array.changes.items[index]->span);
    return false;
}

/* Everywhere: from one piece to another, or (to null) off the board. */
static void change_all(struct mad_inherit *in, const char *from, const char *to)
{
    for (uint32_t i = 0; i < in->array.count; i++) {
        struct mad_cell_said *cell = &in->array.cells[i];
        if (cell->what != MAD_CELL_PIECE || cell->piece != from)
            continue;
        cell->piece = to;
        if (to == NULL)
            cell->what = MAD_CELL_EMPTY;
    }
}

/* A man of the game's own array who is taken out of it below: an inherited array loses him, this one is to be written
 * without him. */
static void tell_own_men(struct mad_inherit *in, const struct mad_node *gone)
{
    for (uint32_t i = 0; i < in->array.count; i++) {
        const struct mad_cell_said *cell = &in->array.cells[i];
        if (cell->what != MAD_CELL_PIECE || cell->piece != gone->name || cell->node == NULL ||
            cell->node->span.source != in->span.source || gone->span.source != in->span.source ||
            cell->node->span.begin < in->span.begin || gone->span.begin < cell->node->span.begin)
            continue;
        mad_inherit_error(in, MAD_FINDING_UNDEF_PIECE, cell->node->span, "%s", cell->node->text);
        mad_inherit_remedy(
            in, "`without %s` takes him out of the game: write `.` or another letter", gone->name);
        mad_inherit_note(in, gone->span, "here");
        return;
    }
}

static void settle_place(struct mad_inherit *in, uint32_t index)
{
    const struct mad_node *node = in->array.changes.items[index];
    struct square_change change = {.sentence = node, .to = node->other};
    change.owner = mad_said_player(in, node->name);
    if (change.owner < 0) {
        mad_inherit_error(in, MAD_FINDING_UNDEF_PIECE, node->span, "%s", node->name);
        mad_inherit_remedy(in, "the players are %s and %s", in->rules->players[0].name,
                           in->rules->players[1].name);
    } else if (is_known_piece(in, index, node->other) && node->first != NULL) {
        change_squares(in, &change, node->first);
    }
}

/* Whether the options in force leave the sentence in force; the array cannot ask for anything else. */
static bool is_in_force(struct mad_inherit *in, const struct mad_node *node)
{
    const struct mad_node *when = node->first;
    while (when != NULL && when->kind != MAD_NODE_WHEN)
        when = when->next;
    const struct mad_node *truth = when != NULL ? when->first : NULL;
    if (truth == NULL)
        return true;
    mad_inherit_push_line(in, &in->rules->choices, truth);
    for (uint32_t i = 0; truth->kind == MAD_NODE_IS && truth->n0 == MAD_IS &&
                         truth->first->next != NULL && i < in->rules->option_count;
         i++) {
        const struct mad_rule_option *option = &in->rules->options[i];
        if (truth->first->kind == MAD_NODE_REF && truth->first->name == option->name &&
            truth->first->next->kind == MAD_NODE_REF) {
            bool is_value = truth->first->next->name == option->value;
            bool wanted =
                ((truth->flags & MAD_FLAG_NEGATED) != 0) == ((when->flags & MAD_FLAG_UNLESS) != 0);
            return is_value == wanted;
        }
    }
    mad_inherit_error(in, MAD_FINDING_TYPE, truth->span, "the array can only ask for an option");
    mad_inherit_remedy(in, "say `option name is a or b, normally a`, and `when name is b` here");
    return false;
}

/* The square of the array that a sentence names; null, and told of, where there is none. */
static struct mad_cell_said *named_cell(struct mad_inherit *in, const struct mad_node *square)
{
    int32_t file, row;
    if (!find_square(in, square->text, &file, &row)) {
        off_board(in, square, square->text);
        return NULL;
    }
    struct mad_cell_said *cell = cell_at(in, file, row);
    if (cell->what == MAD_CELL_HOLE) {
        mad_inherit_error(in, MAD_FINDING_OFF_BOARD, square->span, "%s is cut out of the board",
                          square->text);
        return NULL;
    }
    return cell;
}

static void nobody_moves(struct mad_inherit *in, const struct mad_node *node, const char *why)
{
    mad_inherit_error(in, MAD_FINDING_NOTHING_TO_CHANGE, node->span, "%s", why);
    mad_inherit_remedy(in, "say `b1 and c1 change places` of two squares of the array, or `Knight "
                           "and Bishop change places` of two kinds of men who stand in it");
}

/* Every man of one kind becomes one of the other, and the other way round; false where neither stands in the array. */
static bool exchange_kinds(struct mad_inherit *in, const char *one, const char *other)
{
    bool any = false;
    for (uint32_t i = 0; i < in->array.count; i++) {
        struct mad_cell_said *cell = &in->array.cells[i];
        const char *to = cell->what != MAD_CELL_PIECE ? NULL
                         : cell->piece == one         ? other
                         : cell->piece == other       ? one
                                                      : NULL;
        cell->piece = to != NULL ? to : cell->piece;
        any = any || to != NULL;
    }
    return any;
}

static void settle_exchange(struct mad_inherit *in, uint32_t index)
{
    const struct mad_node *node = in->array.changes.items[index], *one = node->first,
                          *other = one->next;
    if (one->kind == MAD_NODE_REF) {
        if (is_known_piece(in, index, one->name) && is_known_piece(in, index, other->name) &&
            (one->name == other->name || !exchange_kinds(in, one->name, other->name)))
            nobody_moves(in, node,
                         one->name == other->name ? "one kind cannot change places"
                                                  : "neither stands in the array");
        return;
    }
    struct mad_cell_said *a = named_cell(in, one), *b = a != NULL ? named_cell(in, other) : NULL;
    if (b == NULL)
        return;
    if (a == b || (a->what == MAD_CELL_EMPTY && b->what == MAD_CELL_EMPTY)) {
        nobody_moves(in, node,
                     a == b ? "one square cannot change places" : "both squares are empty");
        return;
    }
    const struct mad_cell_said was = *a;
    *a = *b;
    *b = was;
}

static void settle_change(struct mad_inherit *in, uint32_t index)
{
    const struct mad_node *node = in->array.changes.items[index];
    if (!is_in_force(in, node))
        return;
    if (node->kind == MAD_NODE_PLACE) {
        settle_place(in, index);
    } else if (node->kind == MAD_NODE_CHANGE_PLACES) {
        settle_exchange(in, index);
    } else if (node->kind != MAD_NODE_REPLACE) {
        tell_own_men(in, node);
        change_all(in, node->name, NULL);
    } else if (is_known_piece(in, index, node->other)) {
        struct square_change change = {
            .sentence = node, .from = node->name, .to = node->other, .owner = -1};
        if (node->first == NULL)
            change_all(in, node->name, node->other);
        else
            change_squares(in, &change, node->first);
    } else if (node->first == NULL) {
        change_all(in, node->name, NULL); /* told; the men left over are no second fault */
    }
}

void mad_settle_array_changes(struct mad_inherit *in)
{
    for (uint32_t i = 0; i < in->array.changes.count && in->status == MAD_OK; i++)
        settle_change(in, i);
}
