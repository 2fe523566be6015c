/* diagram.c - the grid of board.h. Layer: cli.
 *
 * Between two cells stands one column, shared by the frames at its left and right: `.[P]N`. */
#include "board.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void cli_diagram_links(const struct cli_diagram *diagram,
                       void (*visit)(void *context, int one, int other), void *context)
{
    int one, other;
    for (size_t i = 0; mad_game_link(diagram->game, i, &one, &other); i++) {
        visit(context, one, other);
    }
}

/* Shown on the holes between two squares of a file or of a rank. */
static void draw_link(void *context, int one, int other)
{
    struct cli_diagram *diagram = context;
    const int files = diagram->info.files;
    const int first = one < other ? one : other, last = one < other ? other : one;
    const int right = last % files - first % files, up = last / files - first / files;
    const int squares = right == 0 || up == 0 ? right + up : up;
    if (right != 0 && up != 0 && right != up && right != -up) {
        return;
    }
    for (int i = 1; i < squares; i++) {
        const int square = first + i * (up / squares * files + right / squares);
        if (mad_game_is_hole(diagram->game, square)) {
            cli_diagram_set(diagram, square,
                            up == 0       ? "-"
                            : right == 0  ? "|"
                            : right == up ? "/"
                                          : "\\");
        }
    }
}

bool cli_diagram_make(struct cli_diagram *diagram, const mad_game *game)
{
    struct cli_diagram made = {.game = game, .info = mad_game_info(game), .from = -1, .to = -1};
    made.cells = calloc((size_t)made.info.squares, sizeof *made.cells);
    if (made.cells == NULL) {
        fputs("mad: out of memory\n", stderr);
        return false;
    }
    for (int square = 0; square < made.info.squares; square++) {
        made.cells[square].text[0] = mad_game_is_hole(game, square) ? ' ' : '.';
        made.cells[square].owner = -1;
    }
    *diagram = made;
    if (!made.info.hexagons) {
        cli_diagram_links(diagram, draw_link, diagram);
    }
    return true;
}

void cli_diagram_free(struct cli_diagram *diagram)
{
    free(diagram->cells);
    diagram->cells = NULL;
}

void cli_diagram_set(struct cli_diagram *diagram, int square, const char *text)
{
    if (square >= 0 && square < diagram->info.squares) {
        struct cli_cell *cell = &diagram->cells[square];
        snprintf(cell->text, sizeof cell->text, "%s", text);
    }
}

/* A square's name is its file and its rank in either order, one in letters, one in digits. */
struct name_parts {
    char part[2][8];
};

static struct name_parts split_name(const char *name)
{
    struct name_parts parts = {0};
    if (name == NULL) {
        return parts;
    }
    bool opens_with_digit = isdigit((unsigned char)name[0]) != 0;
    size_t first = 0;
    while (name[first] != '\0' && (isdigit((unsigned char)name[first]) != 0) == opens_with_digit) {
        first++;
    }
    snprintf(parts.part[0], sizeof parts.part[0], "%.*s", (int)first, name);
    snprintf(parts.part[1], sizeof parts.part[1], "%s", name + first);
    return parts;
}

/* Which part of the names is the file: the one that differs along a rank. */
static int file_part(const struct cli_diagram *diagram)
{
    int files = diagram->info.files, square = 0;
    while (square + 1 < diagram->info.squares &&
           ((square + 1) % files == 0 || mad_game_is_hole(diagram->game, square) ||
            mad_game_is_hole(diagram->game, square + 1))) {
        square++;
    }
    struct name_parts a = split_name(mad_game_square_name(diagram->game, square));
    struct name_parts b = split_name(mad_game_square_name(diagram->game, square + 1));
    return files > 1 ? strcmp(a.part[0], b.part[0]) == 0 : 0;
}

static void label(const struct cli_diagram *diagram, int square, int part, char out[8])
{
    struct name_parts parts = split_name(mad_game_square_name(diagram->game, square));
    memcpy(out, parts.part[part], sizeof parts.part[part]);
}

/* What the squares from `square` on, `step` apart, have in common in their names; holes have none. */
static void label_line(const struct cli_diagram *diagram, int square, int step, int part,
                       char out[8])
{
    for (int i = 0; i < (step == 1 ? diagram->info.files : diagram->info.ranks) - 1 &&
                    mad_game_is_hole(diagram->game, square);
         i++) {
        square += step;
    }
    label(diagram, square, part, out);
}

void cli_diagram_file_label(const struct cli_diagram *diagram, int file, char out[8])
{
    label_line(diagram, file, diagram->info.files, file_part(diagram), out);
}

void cli_diagram_rank_label(const struct cli_diagram *diagram, int rank, char out[8])
{
    label_line(diagram, rank * diagram->info.files, 1, 1 - file_part(diagram), out);
}

int cli_diagram_gaps(const struct cli_diagram *diagram, int file)
{
    int files = diagram->info.files, at = diagram->is_flipped ? files - 1 - file : file;
    return at * diagram->info.boards / files;
}

int cli_diagram_shift(const struct cli_diagram *diagram, int rank)
{
    int last = diagram->info.ranks - 1, slant = diagram->info.slant;
    int up = diagram->is_flipped ? last - rank : rank;
    return slant > 0 ? up : slant < 0 ? last - up : 0;
}

struct layout {
    int file_part;
    int label_width, cell_width;
};

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static struct layout measure(const struct cli_diagram *diagram)
{
    struct layout layout = {.file_part = file_part(diagram), .label_width = 1, .cell_width = 1};
    for (int square = 0; square < diagram->info.squares; square++) {
        char text[8];
        layout.cell_width = larger(layout.cell_width, cli_width(diagram->cells[square].text));
        label(diagram, square, layout.file_part, text);
        layout.cell_width = larger(layout.cell_width, cli_width(text));
        label(diagram, square, 1 - layout.file_part, text);
        layout.label_width = larger(layout.label_width, cli_width(text));
    }
    if (diagram->info.slant != 0 && layout.cell_width % 2 == 0) {
        layout.cell_width++; /* half of it, with the blank, is whole columns */
    }
    return layout;
}

static void put_shift(FILE *stream, const struct cli_diagram *diagram, const struct layout *layout,
                      int rank)
{
    cli_put_repeated(stream, ' ', cli_diagram_shift(diagram, rank) * (layout->cell_width + 1) / 2);
}

static void put_gap(FILE *stream, const struct cli_cell *left, const struct cli_cell *right)
{
    static const char opening[] = {' ', '[', '('}, closing[] = {' ', ']', ')'};
    enum cli_frame before = left != NULL ? left->frame : CLI_FRAME_NONE;
    enum cli_frame after = right != NULL ? right->frame : CLI_FRAME_NONE;
    if (before != CLI_FRAME_NONE && after != CLI_FRAME_NONE) {
        fputc('|', stream);
    } else {
        fputc(before != CLI_FRAME_NONE ? closing[before] : opening[after], stream);
    }
}

/* Right-aligned: digits of tables stand below each other, and signs (+P) before the letter. */
static void put_cell(FILE *stream, const struct cli_cell *cell, int width)
{
    cli_put_repeated(stream, ' ', width - cli_width(cell->text));
    if (cell->tone != CLI_PLAIN) {
        cli_tone(stream, cell->tone);
    }
    cli_put(stream, cell->text);
    if (cell->tone != CLI_PLAIN) {
        cli_tone(stream, CLI_PLAIN);
    }
}

static void put_gap_of_boards(FILE *stream, const struct cli_cell *left)
{
    put_gap(stream, left, NULL);
    fputc(' ', stream);
}

static void put_rank(FILE *stream, const struct cli_diagram *diagram, const struct layout *layout,
                     int rank)
{
    int files = diagram->info.files;
    char text[8];
    label_line(diagram, rank * files, 1, 1 - layout->file_part, text);
    put_shift(stream, diagram, layout, rank);
    cli_put_repeated(stream, ' ', layout->label_width - cli_width(text));
    cli_put(stream, text);
    fputc(' ', stream);
    const struct cli_cell *left = NULL;
    for (int at = 0, gaps = 0; at < files; at++) {
        int file = diagram->is_flipped ? files - 1 - at : at;
        const struct cli_cell *cell = &diagram->cells[rank * files + file];
        for (; gaps < cli_diagram_gaps(diagram, file); gaps++) {
            put_gap_of_boards(stream, left);
            left = NULL;
        }
        put_gap(stream, left, cell);
        put_cell(stream, cell, layout->cell_width);
        left = cell;
    }
    const char *beside = rank == diagram->info.ranks - 1 ? diagram->beside[0]
                         : rank == 0                     ? diagram->beside[1]
                                                         : "";
    if (left->frame != CLI_FRAME_NONE || beside[0] != '\0') {
        put_gap(stream, left, NULL);
    }
    if (beside[0] != '\0') {
        fputs("   ", stream);
        cli_put(stream, beside);
    }
    fputc('\n', stream);
}

static void put_files(FILE *stream, const struct cli_diagram *diagram, const struct layout *layout)
{
    int files = diagram->info.files;
    for (int at = 0, gaps = 0; at < files; at++) {
        int file = diagram->is_flipped ? files - 1 - at : at;
        char text[8];
        for (; gaps < cli_diagram_gaps(diagram, file); gaps++) {
            put_gap_of_boards(stream, NULL);
        }
        label_line(diagram, file, files, layout->file_part, text);
        cli_put_repeated(stream, ' ', 1 + layout->cell_width - cli_width(text));
        cli_put(stream, text);
    }
    fputc('\n', stream);
}

/* The square of the file that is shown as the `at`-th on a line of hexagons, -1: none stands there. */
static int hexagon_at(const struct cli_diagram *diagram, int height, int at)
{
    int files = diagram->info.files, file = diagram->is_flipped ? files - 1 - at : at;
    int rank = (height + file) / 2, square = rank * files + file;
    bool is_there = height + file >= 0 && (height + file) % 2 == 0 && rank < diagram->info.ranks &&
                    !mad_game_is_hole(diagram->game, square);
    return is_there ? square : -1;
}

void cli_diagram_rank_beside(const struct cli_diagram *diagram, int square, char out[8])
{
    int files = diagram->info.files, part = 1 - file_part(diagram);
    int beside = square % files + (diagram->is_flipped ? 1 : -1);
    label(diagram, square, part, out);
    for (int rank = 0; beside >= 0 && beside < files && rank < diagram->info.ranks; rank++) {
        char other[8];
        label(diagram, rank * files + beside, part, other);
        if (strcmp(other, out) == 0) {
            out[0] = '\0';
        }
    }
}

/* Every other file of a board of hexagons stands half a hexagon lower: two lines for each of them. */
static void put_hexagon_line(FILE *stream, const struct cli_diagram *diagram,
                             const struct layout *layout, int height)
{
    const struct cli_cell *left = NULL;
    int files = diagram->info.files, first = 0;
    while (first < files - 1 && hexagon_at(diagram, height, first) < 0) {
        first++;
    }
    char rank[8] = "";
    cli_diagram_rank_beside(diagram, hexagon_at(diagram, height, first), rank);
    cli_put_repeated(stream, ' ',
                     layout->label_width + first * (layout->cell_width + 1) - cli_width(rank));
    cli_put(stream, rank);
    for (int at = first; at < files; at++) {
        int square = hexagon_at(diagram, height, at);
        const struct cli_cell *cell = square >= 0 ? &diagram->cells[square] : NULL;
        put_gap(stream, left, cell);
        if (cell != NULL) {
            put_cell(stream, cell, layout->cell_width);
        } else {
            cli_put_repeated(stream, ' ', layout->cell_width);
        }
        left = cell;
    }
    if (left != NULL && left->frame != CLI_FRAME_NONE) {
        put_gap(stream, left, NULL);
    }
    fputc('\n', stream);
}

static void print_hexagons(FILE *stream, const struct cli_diagram *diagram)
{
    struct layout layout = measure(diagram);
    int middle = diagram->info.files / 2, top = 2 * (diagram->info.ranks - 1) - middle;
    for (int height = top; height >= -middle; height--) {
        put_hexagon_line(stream, diagram, &layout,
                         diagram->is_flipped ? top - middle - height : height);
    }
    cli_put_repeated(stream, ' ', layout.label_width);
    put_files(stream, diagram, &layout);
    for (int side = 0; side < 2; side++) {
        if (diagram->beside[side][0] != '\0') {
            cli_put(stream, diagram->beside[side]);
            fputc('\n', stream);
        }
    }
}

void cli_diagram_print(FILE *stream, const struct cli_diagram *diagram)
{
    if (diagram->info.hexagons) {
        print_hexagons(stream, diagram);
        return;
    }
    struct layout layout = measure(diagram);
    int ranks = diagram->info.ranks;
    for (int at = ranks - 1; at >= 0; at--) {
        put_rank(stream, diagram, &layout, diagram->is_flipped ? ranks - 1 - at : at);
        if (at != 0 && at % (ranks / diagram->info.tiers) == 0) {
            fputc('\n', stream); /* behind the last rank of a board */
        }
    }
    put_shift(stream, diagram, &layout, diagram->is_flipped ? ranks - 1 : 0);
    cli_put_repeated(stream, ' ', layout.label_width + 1);
    put_files(stream, diagram, &layout);
}
