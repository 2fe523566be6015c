/* array.c - the men on the board when the game begins.
 *
 * Layer: rules. While sentences are heard the cells keep their letters; a letter gets its piece at
 * the end of each file and before a piece leaves the game, because afterwards another may have the
 * letter. `place` and `replace` wait until everything is said, as pieces may be declared behind them. */
#include <string.h>

#include "array_rows.h"

/* --- hearing ----------------------------------------------------------------------------------- */

static struct mad_cell_said read_cell(const struct mad_node *node)
{
    struct mad_cell_said cell = {.what = MAD_CELL_LETTER, .letter = node->text, .node = node};
    if (node->text == NULL || strcmp(node->text, ".") == 0)
        cell.what = MAD_CELL_EMPTY;
    else if (strcmp(node->text, "*") == 0)
        cell.what = MAD_CELL_HOLE;
    else if (strchr("-|/\\", node->text[0]) != NULL) {
        cell.what = MAD_CELL_HOLE;
        cell.line = node->text[0];
    }
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

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
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

int8_t mad_said_owner_of_case(const struct mad_inherit *in, bool capitals)
{
    const struct mad_node *players = mad_said_find(in, MAD_NODE_PLAYERS, NULL);
    int8_t owner = 0;
    for (const struct mad_node *player = players == NULL ? NULL : players->first; player != NULL;
         player = player->next, owner++)
        if (player->n0 == (int32_t)capitals && player->kind == MAD_NODE_PLAYER)
            return owner;
    return -1;
}

/* Of three players and more: whose men have this letter before their own. */
static int8_t owner_of_letter(const struct mad_inherit *in, char letter)
{
    const struct mad_node *players = mad_said_find(in, MAD_NODE_PLAYERS, NULL);
    int8_t owner = 0;
    for (const struct mad_node *player = players == NULL ? NULL : players->first; player != NULL;
         player = player->next, owner++)
        if (player->kind == MAD_NODE_PLAYER && player->n0 == MAD_CASE_NONE &&
            player->text[0] == letter)
            return owner;
    return -1;
}

int8_t mad_said_player(const struct mad_inherit *in, const char *name)
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
        bool may_own = node->other == NULL || mad_said_player(in, node->other) == owner ||
                       strcmp(node->other, "nobody") == 0;
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
        const bool is_of_many = is_small(cell->letter[0]) && cell->letter[1] != '\0';
        int8_t owner = is_of_many ? owner_of_letter(in, cell->letter[0])
                                  : mad_said_owner_of_case(in, is_capital(cell->letter));
        const struct mad_piece_said *piece =
            owner < 0 ? NULL : piece_of_letter(in, cell->letter + is_of_many, owner);
        if (piece == NULL)
            continue;
        cell->what = MAD_CELL_PIECE;
        bool is_nobodys = piece->node->other != NULL && strcmp(piece->node->other, "nobody") == 0;
        cell->piece = piece->name;
        cell->owner = is_nobodys ? MAD_NOBODY : owner;
    }
}

/* --- the board of cells -------------------------------------------------------------------------- */

static int32_t count_children(const struct mad_node *node)
{
    int32_t count = 0;
    for (const struct mad_node *child = node->first; child != NULL; child = child->next)
        count++;
    return count;
}

/* The width that all rows have, -1 when they differ. */
static int32_t common_width(const struct mad_node *array)
{
    int32_t width = array->first == NULL ? 0 : count_children(array->first);
    for (const struct mad_node *row = array->first; row != NULL; row = row->next)
        if (count_children(row) != width)
            return -1;
    return width;
}

static void check_rows(struct mad_inherit *in)
{
    int32_t rank = in->rules->ranks;
    for (const struct mad_node *row = in->array.node->first; row != NULL && rank > 0;
         row = row->next, rank--) {
        int32_t width = count_children(row);
        if (width == in->rules->files)
            continue;
        mad_inherit_error(in, MAD_FINDING_ARRAY_SIZE, row->span,
                          "rank %d has %d squares, the board is %d wide", (int)rank, (int)width,
                          (int)in->rules->files);
        mad_array_tell_row(in, in->array.node, row, (uint32_t)in->rules->files);
        mad_inherit_note(in, in->rules->board_span, "the board is declared here");
    }
}

static void tell_hexagon(struct mad_inherit *in, const struct mad_node *hexagon)
{
    mad_inherit_remedy(in,
                       "leave the picture out and say where the men stand, `place White's King on "
                       "b1`; as a picture a hexagon of side %d has %d slanted rows of %d squares, "
                       "with `*` for those that are not part of it",
                       (int)hexagon->n0, (int)in->rules->ranks, (int)in->rules->files);
}

/* One finding where the picture as a whole is of another size, at what the file itself says: at the
 * board when the array stands before it, else at the row that is wrong. */
static void wrong_size(struct mad_inherit *in, int32_t width, int32_t rows)
{
    const struct mad_node *array = in->array.node;
    const struct mad_ruleset *rules = in->rules;
    const struct mad_node *at = array;
    for (const struct mad_node *row = array->first; row != NULL; row = row->next)
        if (at == array || width == rules->files)
            at = row; /* the first is too wide or narrow, or the last is one too many or few */
    uint16_t main_source = in->load->main_source;
    bool is_older =
        rules->board_span.source == main_source &&
        (array->span.source != main_source || array->span.begin < rules->board_span.begin);
    mad_inherit_error(in, MAD_FINDING_ARRAY_SIZE, is_older ? rules->board_span : at->span,
                      "the array is %d by %d, the board %d by %d", (int)width, (int)rows,
                      (int)rules->files, (int)rules->ranks);
    mad_inherit_note(in, is_older ? array->span : rules->board_span, "the %s is declared here",
                     is_older ? "array" : "board");
    const struct mad_node *hexagon = mad_said_find(in, MAD_NODE_HEXBOARD, NULL);
    if (hexagon != NULL)
        tell_hexagon(in, hexagon);
    else if (is_older)
        mad_inherit_remedy(in, "another board wants its own array: `new array`");
}

/* Rows of the right number and width. */
static bool check_shape(struct mad_inherit *in)
{
    int32_t rows = count_children(in->array.node);
    int32_t width = common_width(in->array.node);
    if (width == in->rules->files && rows == in->rules->ranks)
        return true;
    if (width < 0)
        check_rows(in);
    if (width >= 0 || rows != in->rules->ranks)
        wrong_size(in, width < 0 ? in->rules->files : width, rows);
    return false;
}

/* A picture of a hexagon has slanted rows: what it shows beyond the hexagon are no squares. */
static bool check_hexagon(struct mad_inherit *in)
{
    const struct mad_node *hexagon = mad_said_find(in, MAD_NODE_HEXBOARD, NULL);
    int32_t files = in->rules->files, side = hexagon == NULL ? 0 : hexagon->n0;
    for (uint32_t i = 0; hexagon != NULL && i < in->array.count; i++) {
        int32_t file = (int32_t)i % files, rank = in->rules->ranks - 1 - (int32_t)i / files;
        bool is_outside = file - rank >= side || rank - file >= side;
        if (!is_outside || in->array.cells[i].what == MAD_CELL_HOLE)
            continue;
        mad_inherit_error(in, MAD_FINDING_ARRAY_SIZE, in->array.node->span,
                          "the array is a rectangle, the board a hexagon");
        mad_inherit_note(in, hexagon->span, "the board is declared here");
        tell_hexagon(in, hexagon);
        return false;
    }
    return true;
}

/* Offers the letter of the man across the board, or of the one who stands there when it is turned half round. */
static bool offer_across(struct mad_inherit *in, uint32_t index)
{
    const uint32_t files = (uint32_t)in->rules->files, ranks = (uint32_t)in->rules->ranks;
    const uint32_t file = index % files, mirror = (ranks - 1 - index / files) * files;
    const uint32_t across[] = {mirror + file, mirror + files - 1 - file};
    const struct mad_node *node = in->array.cells[index].node;
    char letters[2][8];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2 && in->array.count == files * ranks; i++) {
        const struct mad_cell_said *cell = &in->array.cells[across[i]];
        if (cell->what == MAD_CELL_PIECE && cell->node->text != NULL &&
            mad_array_turn_letter(cell->node->text, letters[count], sizeof letters[count]) &&
            (count == 0 || strcmp(letters[0], letters[1]) != 0))
            count++;
    }
    for (uint32_t i = 0; i < count; i++)
        mad_finding_fix(in->load->findings, in->finding, node->span, false, "%s", letters[i]);
    return count > 0;
}

static void unknown_letter(struct mad_inherit *in, uint32_t index)
{
    const struct mad_cell_said *cell = &in->array.cells[index];
    mad_inherit_error(in, MAD_FINDING_UNDEF_PIECE, cell->node->span, "%s", cell->letter);
    for (uint32_t i = 0; i < in->piece_count; i++) {
        const struct mad_node *node = in->pieces[i].node;
        if (node->text == NULL || !same_letter(node->text, cell->letter))
            continue;
        mad_inherit_note(in, node->span, "the letter belongs to a piece of the other player");
        return;
    }
    if (!offer_across(in, index))
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
            unknown_letter(in, i);
    }
}

/* Whether what is drawn there leads on to a square, `right` and `down` from cell to cell. */
static bool line_ends_well(const struct mad_inherit *in, uint32_t index, int32_t right,
                           int32_t down)
{
    const int32_t files = in->rules->files, ranks = in->rules->ranks;
    int32_t file = (int32_t)index % files, row = (int32_t)index / files;
    const char line = in->array.cells[index].line;
    const struct mad_cell_said *cell;
    do {
        file += right;
        row += down;
        if (file < 0 || file >= files || row < 0 || row >= ranks)
            return false;
        cell = &in->array.cells[row * files + file];
    } while (cell->line == line);
    return cell->what != MAD_CELL_HOLE;
}

/* Lines that are drawn lead from square to square; one that does not is told of. */
static bool check_lines(struct mad_inherit *in)
{
    for (uint32_t i = 0; i < in->array.count; i++) {
        const struct mad_cell_said *cell = &in->array.cells[i];
        int right = 0, up = 0;
        if (!mad_rule_line_course(cell->line, &right, &up) ||
            (line_ends_well(in, i, right, -up) && line_ends_well(in, i, -right, up)))
            continue;
        mad_inherit_error(in, MAD_FINDING_ARRAY_SHAPE, cell->node->span,
                          "a line is drawn here that leads to no square");
        mad_inherit_remedy(in,
                           "lines `-`, `|`, `/` and `\\` lead from one square over what is none to "
                           "the next; empty squares are `.`, squares cut out of the board `*`");
        return false;
    }
    return true;
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
        in->array.cells[i].line = cell.line;
        if (cell.piece < 0)
            continue;
        in->array.cells[i] = (struct mad_cell_said){.what = MAD_CELL_PIECE,
                                                    .node = array,
                                                    .piece = other->pieces[cell.piece].name,
                                                    .owner = cell.owner};
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
        cells[i] = (struct mad_rule_cell){.piece = cell->what == MAD_CELL_HOLE ? -2 : -1,
                                          .line = cell->line};
        if (cell->what != MAD_CELL_PIECE)
            continue;
        cells[i].is_placed =
            cell->node->kind != MAD_NODE_CELL && cell->node->kind != MAD_NODE_ARRAY;
        cells[i].span = cell->node->span;
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
        if (!check_shape(in) || !check_hexagon(in) || !check_lines(in))
            return;
    }
    mad_settle_array_changes(in);
    if (in->status == MAD_OK)
        write_cells(in);
}
