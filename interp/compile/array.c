/* array.c - the men on the board when the game begins.
 *
 * Layer: compile. While sentences are heard the cells keep their letters; a letter gets its piece at
 * the end of each file and before a piece leaves the game, because afterwards another may have the
 * letter. `place` and `replace` wait until everything is said, as pieces may be declared behind them. */
#include "inherit_state.h"

#include <string.h>

/* --- hearing ----------------------------------------------------------------------------------- */

static struct mad_cell_said read_cell(const struct mad_node *node)
{
    struct mad_cell_said cell = {.what = MAD_CELL_LETTER, .letter = node->text, .node = node};
    if (node->text == NULL || strcmp(node->text, ".") == 0)
        cell.what = MAD_CELL_EMPTY;
    else if (strcmp(node->text, "*") == 0)
        cell.what = MAD_CELL_HOLE;
    return cell;
}

static void read_rows(struct mad_inherit *in, const struct mad_node *array)
{
    in->array = (struct mad_array_said){.node = array};
    for (const struct mad_node *row = array->first; row != NULL; row = row->next)
        for (const struct mad_node *node = row->first; node != NULL; node = node->next) {
            struct mad_cell_said *cells =
                mad_inherit_room(in, in->array.cells, in->array.count, sizeof *cells);
            if (cells == NULL)
                return;
            in->array.cells = cells;
            cells[in->array.count++] = read_cell(node);
        }
}

void mad_array_change(struct mad_inherit *in, const struct mad_node *change)
{
    mad_inherit_push_line(in, &in->array.changes, change);
}

void mad_say_array(struct mad_inherit *in, const struct mad_node *sentence)
{
    if (sentence->kind == MAD_NODE_PLACE) {
        mad_array_change(in, sentence);
        return;
    }
    bool is_new = (sentence->flags & MAD_FLAG_NEW) != 0;
    if (in->array.node == NULL && is_new) {
        mad_inherit_error(in, MAD_FINDING_NOTHING_TO_CHANGE, sentence->span,
                          "`new` forgets what was said before, and no array was");
        mad_inherit_remedy(in, "leave `new` out");
    } else if (in->array.node != NULL && !is_new && sentence->name == NULL) {
        mad_inherit_error(in, MAD_FINDING_DUPLICATE_KEY, sentence->span, "the array");
        mad_inherit_note(in, in->array.node->span, "declared here");
        mad_inherit_remedy(in, "`new array` forgets the old one");
        return;
    }
    read_rows(in, sentence);
}

/* --- letters ----------------------------------------------------------------------------------- */

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool same_letter(const char *a, const char *b)
{
    while (*a != '\0' && upper(*a) == upper(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

static bool is_capital(const char *letter)
{
    for (; *letter != '\0'; letter++)
        if (*letter >= 'a' && *letter <= 'z')
            return false;
    return true;
}

/* Which player has the capitals (or the small letters): 0, 1, or -1 while nobody was declared. */
static int8_t owner_of_case(const struct mad_inherit *in, bool capitals)
{
    const struct mad_node *players = mad_said_find(in, MAD_NODE_PLAYERS, NULL);
    int8_t owner = 0;
    for (const struct mad_node *player = players == NULL ? NULL : players->first; player != NULL;
         player = player->next, owner++)
        if ((player->n0 != 0) == capitals)
            return owner;
    return -1;
}

static int8_t player_index(const struct mad_inherit *in, const char *name)
{
    const struct mad_node *players = mad_said_find(in, MAD_NODE_PLAYERS, NULL);
    int8_t index = 0;
    for (const struct mad_node *player = players == NULL ? NULL : players->first; player != NULL;
         player = player->next, index++)
        if (player->name == name)
            return index;
    return -1;
}

static const struct mad_piece_said *piece_of_letter(const struct mad_inherit *in,
                                                    const char *letter, int8_t owner)
{
    for (uint32_t i = 0; i < in->piece_count; i++) {
        const struct mad_node *node = in->pieces[i].node;
        bool may_own = node->other == NULL || player_index(in, node->other) == owner;
        if (may_own && node->text != NULL && same_letter(node->text, letter))
            return &in->pieces[i];
    }
    return NULL;
}

void mad_array_bind(struct mad_inherit *in)
{
    for (uint32_t i = 0; i < in->array.count; i++) {
        struct mad_cell_said *cell = &in->array.cells[i];
        if (cell->what != MAD_CELL_LETTER)
            continue;
        int8_t owner = owner_of_case(in, is_capital(cell->letter));
        const struct mad_piece_said *piece =
            owner < 0 ? NULL : piece_of_letter(in, cell->letter, owner);
        if (piece == NULL)
            continue;
        cell->what = MAD_CELL_PIECE;
        cell->piece = piece->name;
        cell->owner = owner;
    }
}

/* --- the board of cells -------------------------------------------------------------------------- */

static struct mad_cell_said *cell_at(const struct mad_inherit *in, int32_t file, int32_t row)
{
    return &in->array.cells[row * in->rules->files + file];
}

/* Rows of the right number and width; tells what is wrong at the row. */
static bool check_shape(struct mad_inherit *in)
{
    const struct mad_ruleset *rules = in->rules;
    bool fits = true;
    int32_t rows = 0;
    const struct mad_node *last = in->array.node;
    for (const struct mad_node *row = in->array.node->first; row != NULL; row = row->next, rows++) {
        int32_t width = 0;
        for (const struct mad_node *cell = row->first; cell != NULL; cell = cell->next)
            width++;
        last = row;
        if (width == rules->files || rows >= rules->ranks)
            continue;
        fits = false;
        mad_inherit_error(in, MAD_FINDING_ARRAY_SIZE, row->span,
                          "rank %d has %d squares, the board is %d wide",
                          (int)(rules->ranks - rows), (int)width, (int)rules->files);
        mad_inherit_note(in, rules->board_span, "the board is declared here");
    }
    if (rows != rules->ranks) {
        fits = false;
        mad_inherit_error(in, MAD_FINDING_ARRAY_SIZE, last->span,
                          "the array has %d ranks, the board has %d", (int)rows, (int)rules->ranks);
        mad_inherit_note(in, rules->board_span, "the board is declared here");
    }
    return fits;
}

static void unknown_letter(struct mad_inherit *in, const struct mad_cell_said *cell)
{
    mad_inherit_error(in, MAD_FINDING_UNDEF_PIECE, cell->node->span, "%s", cell->letter);
    for (uint32_t i = 0; i < in->piece_count; i++) {
        const struct mad_node *node = in->pieces[i].node;
        if (node->text == NULL || !same_letter(node->text, cell->letter))
            continue;
        mad_inherit_note(in, node->span, "the letter belongs to a piece of the other player");
        return;
    }
    mad_inherit_remedy(in, "empty squares are `.`, squares cut out of the board `*`");
}

/* The same letter wrong on many squares is one mistake. */
static void tell_unknown_letters(struct mad_inherit *in)
{
    for (uint32_t i = 0; i < in->array.count; i++) {
        const struct mad_cell_said *cell = &in->array.cells[i];
        bool told = cell->what != MAD_CELL_LETTER;
        for (uint32_t j = 0; j < i && !told; j++)
            told = in->array.cells[j].what == MAD_CELL_LETTER &&
                   same_letter(in->array.cells[j].letter, cell->letter);
        if (!told)
            unknown_letter(in, cell);
    }
}

static void make_empty(struct mad_inherit *in)
{
    uint32_t count = (uint32_t)(in->rules->files * in->rules->ranks);
    in->array.cells = mad_inherit_alloc(in, count * sizeof *in->array.cells);
    if (in->array.cells == NULL)
        return;
    for (uint32_t i = 0; i < count; i++)
        in->array.cells[i] = (struct mad_cell_said){.what = MAD_CELL_EMPTY};
    in->array.count = count;
}

static void take_array_of(struct mad_inherit *in)
{
    const struct mad_node *array = in->array.node;
    const struct mad_ruleset *other = mad_inherit_other_game(in, array->name, array->span);
    make_empty(in);
    if (other == NULL || in->status != MAD_OK)
        return;
    if (other->files != in->rules->files || other->ranks != in->rules->ranks) {
        mad_inherit_error(in, MAD_FINDING_ARRAY_SIZE, array->span,
                          "the array of %s is %d by %d, the board %d by %d", array->name,
                          (int)other->files, (int)other->ranks, (int)in->rules->files,
                          (int)in->rules->ranks);
        return;
    }
    for (uint32_t i = 0; i < in->array.count; i++) {
        struct mad_rule_cell cell = other->array[i];
        if (cell.piece == -2)
            in->array.cells[i].what = MAD_CELL_HOLE;
        if (cell.piece < 0)
            continue;
        in->array.cells[i] = (struct mad_cell_said){.what = MAD_CELL_PIECE,
                                                    .node = array,
                                                    .piece = other->pieces[cell.piece].name,
                                                    .owner = cell.owner};
    }
}

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
    int32_t letters = square.letter - corner.letter;
    int32_t numbers = corner.number == 1 ? square.number - 1 : corner.number - square.number;
    *file = square.number_first ? numbers : letters;
    *row = square.number_first ? letters : numbers;
    return *file >= 0 && *file < in->rules->files && *row >= 0 && *row < in->rules->ranks;
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
            mad_inherit_remedy(in, "a %s stands there", cell->piece);
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
        if (node->name == name && node->kind != MAD_NODE_PLACE && node->first == NULL)
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

static void settle_place(struct mad_inherit *in, uint32_t index)
{
    const struct mad_node *node = in->array.changes.items[index];
    struct square_change change = {.sentence = node, .to = node->other};
    change.owner = player_index(in, node->name);
    if (change.owner < 0) {
        mad_inherit_error(in, MAD_FINDING_UNDEF_PIECE, node->span, "%s", node->name);
        mad_inherit_remedy(in, "the players are %s and %s", in->rules->players[0].name,
                           in->rules->players[1].name);
    } else if (is_known_piece(in, index, node->other) && node->first != NULL) {
        change_squares(in, &change, node->first);
    }
}

static void settle_change(struct mad_inherit *in, uint32_t index)
{
    const struct mad_node *node = in->array.changes.items[index];
    if (node->kind == MAD_NODE_PLACE) {
        settle_place(in, index);
    } else if (node->kind != MAD_NODE_REPLACE) {
        change_all(in, node->name, NULL);
    } else if (is_known_piece(in, index, node->other)) {
        struct square_change change = {
            .sentence = node, .from = node->name, .to = node->other, .owner = -1};
        if (node->first == NULL)
            change_all(in, node->name, node->other);
        else
            change_squares(in, &change, node->first);
    }
}

/* --- the result ---------------------------------------------------------------------------------- */

static int16_t piece_index(const struct mad_inherit *in, const char *name)
{
    for (uint32_t i = 0; i < in->piece_count; i++)
        if (in->pieces[i].name == name)
            return (int16_t)i;
    return -1;
}

/* A piece that is missing is one mistake, on however many squares it would stand. */
static bool is_first_of_its_piece(const struct mad_inherit *in, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++)
        if (in->array.cells[i].piece == in->array.cells[index].piece)
            return false;
    return true;
}

static void check_owner(struct mad_inherit *in, const struct mad_cell_said *cell,
                        const struct mad_rule_piece *piece)
{
    if (piece->owner < 0 || piece->owner == cell->owner)
        return;
    mad_inherit_error(in, MAD_FINDING_TYPE, cell->node->span, "only %s can have a %s",
                      in->rules->players[piece->owner].name, piece->name);
    mad_inherit_note(in, piece->span, "declared here");
}

static void write_cells(struct mad_inherit *in)
{
    struct mad_rule_cell *cells = mad_inherit_alloc(in, in->array.count * sizeof *cells);
    if (cells == NULL)
        return;
    for (uint32_t i = 0; i < in->array.count; i++) {
        const struct mad_cell_said *cell = &in->array.cells[i];
        cells[i] = (struct mad_rule_cell){.piece = cell->what == MAD_CELL_HOLE ? -2 : -1};
        if (cell->what != MAD_CELL_PIECE)
            continue;
        cells[i].piece = piece_index(in, cell->piece);
        cells[i].owner = cell->owner;
        if (cells[i].piece >= 0)
            check_owner(in, cell, &in->rules->pieces[cells[i].piece]);
        else if (is_first_of_its_piece(in, i))
            mad_inherit_unknown_piece(in, cell->piece, cell->node->span);
    }
    in->rules->array = cells;
}

void mad_settle_array(struct mad_inherit *in)
{
    if (in->rules->files <= 0 || in->rules->ranks <= 0)
        return; /* told already */
    if (in->array.node == NULL) {
        make_empty(in);
    } else if (in->array.node->name != NULL) {
        take_array_of(in);
    } else {
        mad_array_bind(in);
        tell_unknown_letters(in);
        if (!check_shape(in))
            return;
    }
    for (uint32_t i = 0; i < in->array.changes.count && in->status == MAD_OK; i++)
        settle_change(in, i);
    if (in->status == MAD_OK)
        write_cells(in);
}
