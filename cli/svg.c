/* svg.c - see svg.h. Layer: cli.
 *
 * Units grow to the right and down. A board of hexagons has its files upright: each hexagon lies flat,
 * three quarters of its width from the next file and half its height lower or higher. On a slanted board they stand, and each rank lies
 * half a one beside the rank below. */
#include "svg.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "pictures.h"

enum { SIDE = 40, MARGIN = 24, LINE = 20, FIGURE = 45, BETWEEN_BOARDS = 16 };

#define HEXAGON_WIDTH  46.0
#define HEXAGON_HEIGHT (HEXAGON_WIDTH * 0.8660254)

struct picture {
    FILE *stream;
    const struct cli_diagram *diagram;
    struct cli_look look;
    double left, top, width, height; /* of the board; left and top are its corner */
    double inset; /* of a slanted board: holes to the left of all squares, which take no room */
};

struct point {
    double x, y;
};

/* Ground of the board by its colours, and of a board of lines or of one colour. */
static const char *const colours[] = {"#f0d9b5", "#b58863", "#d9b98c"};
static const char plain_colour[] = "#e8c98f";

static const char style[] = "<style>text{font-family:sans-serif;text-anchor:middle}.o{fill:#444}.w{"
                            "fill:#fff;stroke:#111;color:#222}"
                            ".b{fill:#333;stroke:#111;color:#eee}.n{fill:#8a8f98;stroke:#222;color:"
                            "#fff}.t{stroke:none;fill:currentColor}"
                            "@media(prefers-color-scheme:dark){.o{fill:#bbb}}</style>\n";

/* The class in the style of an owner's men. */
static const char *class_of(const struct picture *picture, int owner)
{
    static const char *const players[] = {"p0", "p1", "p2", "p3"};
    return owner == CLI_OF_NOBODY               ? "n"
           : picture->diagram->info.players > 2 ? players[owner]
           : owner == picture->look.dark        ? "b"
                                                : "w";
}

/* --- places ------------------------------------------------------------------------------------- */

static int turned(const struct picture *picture, int index, int count)
{
    return picture->diagram->is_flipped ? count - 1 - index : index;
}

/* What lies between boards to the left of the file. */
static double gaps(const struct picture *picture, int file)
{
    return BETWEEN_BOARDS * cli_diagram_gaps(picture->diagram, file);
}

static bool is_slanted(const struct picture *picture)
{
    return picture->diagram->info.slant != 0;
}

static bool has_hexagons(const struct picture *picture)
{
    return picture->diagram->info.hexagons || is_slanted(picture);
}

/* What lies between boards above the rank. */
static double gaps_above(const struct picture *picture, int rank)
{
    const struct mad_game_info *info = &picture->diagram->info;
    const int from_top = info->ranks - 1 - turned(picture, rank, info->ranks);
    return BETWEEN_BOARDS * (from_top * info->tiers / info->ranks);
}

/* The middle of a square; for holes too. */
static struct point middle(const struct picture *picture, int square)
{
    const struct mad_game_info *info = &picture->diagram->info;
    int file = square % info->files, rank = square / info->files;
    if (!has_hexagons(picture)) {
        return (struct point){
            picture->left + SIDE * (turned(picture, file, info->files) + 0.5) + gaps(picture, file),
            picture->top + SIDE * (info->ranks - 1 - turned(picture, rank, info->ranks) + 0.5) +
                gaps_above(picture, rank)};
    }
    if (is_slanted(picture)) {
        int at = turned(picture, rank, info->ranks);
        double shift = cli_diagram_shift(picture->diagram, rank) / 2.0;
        return (struct point){picture->left - picture->inset +
                                  HEXAGON_HEIGHT *
                                      (turned(picture, file, info->files) + shift + 0.5) +
                                  gaps(picture, file),
                              picture->top + picture->height - HEXAGON_WIDTH * (0.75 * at + 0.5)};
    }
    double up =
        rank - file / 2.0 - ((info->ranks - 1) - (info->files - 1) / 2.0) / 2; /* from the middle */
    double x = turned(picture, file, info->files) * 0.75 * HEXAGON_WIDTH + HEXAGON_WIDTH / 2;
    return (struct point){picture->left + x,
                          picture->top + picture->height / 2 +
                              (picture->diagram->is_flipped ? up : -up) * HEXAGON_HEIGHT};
}

static void measure(struct picture *picture)
{
    const struct mad_game_info *info = &picture->diagram->info;
    if (is_slanted(picture)) {
        double least = HUGE_VAL, most = 0;
        for (int square = 0; square < info->squares; square++) {
            if (!mad_game_is_hole(picture->diagram->game, square)) {
                least = fmin(least, middle(picture, square).x);
                most = fmax(most, middle(picture, square).x);
            }
        }
        picture->inset = least - HEXAGON_HEIGHT / 2;
        picture->width = most - picture->inset + HEXAGON_HEIGHT / 2;
        picture->height = HEXAGON_WIDTH * (0.75 * (info->ranks - 1) + 1);
    } else if (info->hexagons) {
        picture->width = (info->files - 1) * 0.75 * HEXAGON_WIDTH + HEXAGON_WIDTH;
        picture->height = info->ranks * HEXAGON_HEIGHT;
    } else {
        picture->width = SIDE * info->files;
        picture->height = SIDE * info->ranks;
    }
    picture->width += is_slanted(picture) ? 0 : (info->boards - 1) * BETWEEN_BOARDS;
    picture->height += (info->tiers - 1) * BETWEEN_BOARDS;
    picture->left = MARGIN;
    picture->top =
        (picture->diagram->beside[0][0] != '\0' ? LINE + 4 : 4) + (is_slanted(picture) ? LINE : 0);
}

/* --- text ----------------------------------------------------------------------------------------- */

/* With the middle of its letters at the point; `more` are further attributes. */
static void write_at(const struct picture *picture, double x, double y, int size, const char *more,
                     const char *text)
{
    fprintf(picture->stream, "<text x=\"%.5g\" y=\"%.5g\" font-size=\"%d\" %s>", x, y + size * 0.35,
            size, more);
    cli_put_xml(picture->stream, text);
    fputs("</text>\n", picture->stream);
}

/* For who cannot see the board: who stands where. */
static void describe(const struct picture *picture, int mover)
{
    const struct cli_diagram *diagram = picture->diagram;
    fputs("<desc>", picture->stream);
    for (int owner = 0; owner <= CLI_OF_NOBODY; owner++) {
        const char *before = owner < diagram->info.players ? diagram->info.player_name[owner]
                             : diagram->info.players > 2   ? "out"
                                                           : "nobody";
        for (int square = 0; square < diagram->info.squares; square++) {
            const struct cli_cell *cell = &diagram->cells[square];
            if (cell->owner == owner) {
                cli_put_xml(picture->stream, before != NULL ? before : "");
                fputs(before != NULL ? ": " : ", ", picture->stream);
                cli_put_xml(picture->stream,
                            mad_game_piece(diagram->game, (size_t)cell->piece).kind);
                fprintf(picture->stream, " %s", mad_game_square_name(diagram->game, square));
                before = NULL;
            }
        }
        fputs(before == NULL ? ". " : "", picture->stream);
    }
    if (mover >= 0) {
        cli_put_xml(picture->stream, diagram->info.player_name[mover]);
        fputs(" to move.", picture->stream);
    }
    fputs("</desc>\n", picture->stream);
}

/* --- the ground ----------------------------------------------------------------------------------- */

/* A square as a part of a path. */
static void outline(const struct picture *picture, int square)
{
    struct point at = middle(picture, square);
    if (!has_hexagons(picture)) {
        fprintf(picture->stream, "M%.5g %.5gh%dv%dh-%dz", at.x - SIDE / 2.0, at.y - SIDE / 2.0,
                SIDE, SIDE, SIDE);
        return;
    }
    double w = HEXAGON_WIDTH / 2, h = HEXAGON_HEIGHT / 2;
    if (is_slanted(picture)) {
        fprintf(picture->stream, "M%.5g %.5gl%.5g %.5g %.5g %.5gv%.5gl%.5g %.5g %.5g %.5gz",
                at.x - h, at.y - w / 2, h, -w / 2, h, w / 2, w, -h, w / 2, -h, -w / 2);
        return;
    }
    fprintf(picture->stream, "M%.5g %.5gL%.5g %.5g %.5g %.5g %.5g %.5g %.5g %.5g %.5g %.5gz",
            at.x - w, at.y, at.x - w / 2, at.y - h, at.x + w / 2, at.y - h, at.x + w, at.y,
            at.x + w / 2, at.y + h, at.x - w / 2, at.y + h);
}

static int colour_of(const struct picture *picture, int square)
{
    const struct mad_game_info *info = &picture->diagram->info;
    int sum = square % info->files % (info->files / info->boards) +
              square / info->files % (info->ranks / info->tiers);
    const bool is_checkered = picture->look.board == CLI_BOARD_CHECKERED && !is_slanted(picture);
    return info->hexagons ? sum % 3 : is_checkered ? (sum + 1) % 2 : 0;
}

/* All squares of a colour in one path. */
static void draw_colour(const struct picture *picture, int colour, const char *more)
{
    bool is_open = false;
    for (int square = 0; square < picture->diagram->info.squares; square++) {
        if (!mad_game_is_hole(picture->diagram->game, square) &&
            colour_of(picture, square) == colour) {
            fputs(is_open ? "" : "<path d=\"", picture->stream);
            is_open = true;
            outline(picture, square);
        }
    }
    if (is_open) {
        fprintf(picture->stream, "\" %s/>\n", more);
    }
}

static bool is_in_zone(const struct picture *picture, size_t zone, int player, int file, int rank)
{
    const struct mad_game_info *info = &picture->diagram->info;
    return file >= 0 && file < info->files && rank >= 0 && rank < info->ranks &&
           mad_game_is_in_zone(picture->diagram->game, zone, player, rank * info->files + file);
}

/* Whether no line goes up from here: it would lead from one player's squares to those of the other. */
static bool is_parted(const struct picture *picture, int file, int rank)
{
    const struct cli_diagram *diagram = picture->diagram;
    bool is_border = file == 0 || file == diagram->info.files - 1;
    for (size_t zone = 0; zone < mad_game_zone_count(diagram->game) && !is_border; zone++) {
        if (cli_zone_look_of(mad_game_zone(diagram->game, zone)) == CLI_ZONE_PARTED &&
            is_in_zone(picture, zone, 0, file, rank + 1) &&
            is_in_zone(picture, zone, 1, file, rank) && !is_in_zone(picture, zone, 0, file, rank) &&
            !is_in_zone(picture, zone, 1, file, rank + 1)) {
            return true;
        }
    }
    return false;
}

static bool is_hole(const struct picture *picture, int file, int rank)
{
    const struct cli_diagram *diagram = picture->diagram;
    return mad_game_is_hole(diagram->game, rank * diagram->info.files + file);
}

static bool is_last_of_board(const struct picture *picture, int file)
{
    const struct mad_game_info *info = &picture->diagram->info;
    return (file + 1) % (info->files / info->boards) == 0;
}

static bool is_top_of_board(const struct picture *picture, int rank)
{
    const struct mad_game_info *info = &picture->diagram->info;
    return (rank + 1) % (info->ranks / info->tiers) == 0;
}

/* Lines along files, or along ranks, as far as squares follow each other. */
static void draw_grid(const struct picture *picture, bool is_upright)
{
    int files = picture->diagram->info.files, ranks = picture->diagram->info.ranks;
    int lines = is_upright ? files : ranks, length = is_upright ? ranks : files;
    for (int line = 0; line < lines; line++) {
        for (int begin = 0, end; begin < length - 1; begin = end + 1) {
            for (end = begin; end < length - 1; end++) {
                int file = is_upright ? line : end, rank = is_upright ? end : line;
                if (is_hole(picture, file, rank) ||
                    is_hole(picture, file + !is_upright, rank + is_upright) ||
                    (is_upright ? is_parted(picture, file, rank) || is_top_of_board(picture, rank)
                                : is_last_of_board(picture, file))) {
                    break;
                }
            }
            int first = is_upright ? begin * files + line : line * files + begin;
            int last = is_upright ? end * files + line : line * files + end;
            struct point a = middle(picture, first), b = middle(picture, last);
            if (end > begin) {
                fprintf(picture->stream, "M%.5g %.5g%c%.5g", a.x, a.y, is_upright ? 'V' : 'H',
                        is_upright ? b.y : b.x);
            }
        }
    }
}

static void draw_link(void *context, int one, int other)
{
    const struct picture *picture = context;
    struct point a = middle(picture, one), b = middle(picture, other);
    fprintf(picture->stream, "M%.5g %.5gL%.5g %.5g", a.x, a.y, b.x, b.y);
}

/* The diagonals of each rectangle that the zone consists of. */
static void draw_crosses(const struct picture *picture, size_t zone, int player)
{
    const struct mad_game_info *info = &picture->diagram->info;
    for (int square = 0; square < info->squares; square++) {
        int file = square % info->files, rank = square / info->files, wide = 0, high = 0;
        if (!is_in_zone(picture, zone, player, file, rank) ||
            (player == 1 && is_in_zone(picture, zone, 0, file, rank)) || /* drawn */
            (!is_last_of_board(picture, file - 1) &&
             is_in_zone(picture, zone, player, file - 1, rank)) ||
            (!is_top_of_board(picture, rank - 1) &&
             is_in_zone(picture, zone, player, file, rank - 1))) {
            continue;
        }
        while (!is_last_of_board(picture, file + wide) &&
               is_in_zone(picture, zone, player, file + wide + 1, rank)) {
            wide++;
        }
        while (!is_top_of_board(picture, rank + high) &&
               is_in_zone(picture, zone, player, file, rank + high + 1)) {
            high++;
        }
        struct point a = middle(picture, square),
                     b = middle(picture, square + high * info->files + wide);
        fprintf(picture->stream, "M%.5g %.5gL%.5g %.5gM%.5g %.5gL%.5g %.5g", a.x, a.y, b.x, b.y,
                a.x, b.y, b.x, a.y);
    }
}

/* The dots by which a large board of lines without other signs is found one's way on: as on the boards of Go, third or
 * fourth lines, the middle, and from nineteen lines on the middles of the sides. */
static void draw_star_points(const struct picture *picture)
{
    const struct mad_game_info *info = &picture->diagram->info;
    const int side = info->files, near = side < 13 ? 2 : 3, steps = (side - 1) / 2 - near;
    if (side != info->ranks || side % 2 == 0 || side < 9 || info->boards > 1 ||
        mad_game_zone_count(picture->diagram->game) > 0) {
        return;
    }
    for (int i = 0; i < 9; i++) {
        const int file = near + i % 3 * steps, rank = near + i / 3 * steps;
        if ((i % 2 == 0 || side >= 19) && !is_hole(picture, file, rank)) {
            const struct point at = middle(picture, rank * info->files + file);
            fprintf(picture->stream, "<circle cx=\"%.5g\" cy=\"%.5g\" r=\"3\" fill=\"#6b4d24\"/>\n",
                    at.x, at.y);
        }
    }
}

/* Men stand where lines meet. */
static void draw_lines(const struct picture *picture)
{
    const mad_game *game = picture->diagram->game;
    fprintf(picture->stream,
            "<rect x=\"%.5g\" y=\"%.5g\" width=\"%.5g\" height=\"%.5g\" fill=\"%s\"/>\n<path d=\"",
            picture->left, picture->top, picture->width, picture->height, plain_colour);
    draw_grid(picture, false);
    draw_grid(picture, true);
    cli_diagram_links(picture->diagram, draw_link, (void *)(uintptr_t)picture);
    for (size_t zone = 0; zone < mad_game_zone_count(game); zone++) {
        if (cli_zone_look_of(mad_game_zone(game, zone)) == CLI_ZONE_CROSSED) {
            draw_crosses(picture, zone, 0);
            draw_crosses(picture, zone, 1);
        }
    }
    fputs("\" fill=\"none\" stroke=\"#6b4d24\"/>\n", picture->stream);
    draw_star_points(picture);
}

static void draw_ground(const struct picture *picture)
{
    char more[80];
    if (picture->look.board == CLI_BOARD_LINES) {
        draw_lines(picture);
        return;
    }
    if (picture->look.board == CLI_BOARD_PLAIN || is_slanted(picture)) {
        snprintf(more, sizeof more, "fill=\"%s\" stroke=\"#6b4d24\"", plain_colour);
        draw_colour(picture, 0, more);
        return;
    }
    for (int colour = 0; colour < 3; colour++) {
        snprintf(more, sizeof more, "fill=\"%s\"", colours[colour]);
        draw_colour(picture, colour, more);
    }
}

static void fill_square(const struct picture *picture, int square, const char *fill, double opacity)
{
    fputs("<path d=\"", picture->stream);
    outline(picture, square);
    fprintf(picture->stream, "\" fill=\"%s\" fill-opacity=\"%.5g\"/>\n", fill, opacity);
}

/* What lies below the men: parts of the board that have a name, check, the last move, squares out of reach. */
static void tint(const struct picture *picture, int square)
{
    const struct cli_cell *cell = &picture->diagram->cells[square];
    if (cell->zones > 0 && cell->shades > 0) {
        fill_square(picture, square, "#1f6f5c", cell->shades > 1 ? 0.45 : 0.28);
    }
    if (cell->frame == CLI_FRAME_MOVED) {
        fill_square(picture, square, "#e6e04a", 0.5);
    }
    if (cell->is_checked) {
        fill_square(picture, square, "#e0342b", 0.6);
    }
    if (cell->is_shaded) {
        fill_square(picture, square, "#555566", 0.35);
    }
}

/* --- men ------------------------------------------------------------------------------------------ */

/* Of three players and more each has his own. */
static int first_of_kind(const struct picture *picture, int piece)
{
    const mad_game *game = picture->diagram->game;
    const char *kind = mad_game_piece(game, (size_t)piece).kind;
    int first = 0;
    while (strcmp(mad_game_piece(game, (size_t)first).kind, kind) != 0) {
        first++;
    }
    return first;
}

static bool is_figure(const struct picture *picture, const struct cli_cell *cell)
{
    return picture->look.men == CLI_MEN_FIGURES &&
           cli_picture_has(picture->diagram->game, (size_t)cell->piece);
}

/* Each figure that is on the board once, for `use`. */
static void define_figures(const struct picture *picture)
{
    const struct cli_diagram *diagram = picture->diagram;
    fputs("<defs>\n", picture->stream);
    for (size_t piece = 0; piece < mad_game_piece_count(diagram->game); piece++) {
        bool is_there = false;
        for (int square = 0; square < diagram->info.squares; square++) {
            const struct cli_cell *cell = &diagram->cells[square];
            is_there = is_there ||
                       (cell->owner >= 0 && first_of_kind(picture, cell->piece) == (int)piece &&
                        is_figure(picture, cell));
        }
        if (is_there) {
            char id[24];
            snprintf(id, sizeof id, "m%zu", piece);
            cli_picture_define(picture->stream, mad_game_piece(diagram->game, piece).kind, id);
        }
    }
    fputs("</defs>\n", picture->stream);
}

static void put_letter(const struct picture *picture, struct point at, const char *text, int size,
                       const char *more)
{
    char letter[16];
    snprintf(letter, sizeof letter, "%s", text);
    for (char *c = letter; *c != '\0'; c++) {
        *c =
            (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c); /* the colour tells whose it is */
    }
    write_at(picture, at.x, at.y, cli_width(letter) > 1 ? size * 3 / 4 : size, more, letter);
}

/* The sign of a man, and his letter small below it; or his letter alone. */
static void put_sign(const struct picture *picture, struct point at, const struct cli_cell *cell,
                     int size, const char *more)
{
    const struct cli_diagram *diagram = picture->diagram;
    const char *sign = cli_sign_of(
        &diagram->info, mad_game_piece(diagram->game, (size_t)cell->piece).kind, cell->owner);
    if (sign == NULL) {
        put_letter(picture, at, cell->text, size, more);
        return;
    }
    write_at(picture, at.x, at.y - 3, size, more, sign);
    put_letter(picture, (struct point){at.x, at.y + 9.5}, cell->text, 8, more);
}

static void draw_disc(const struct picture *picture, struct point at, const struct cli_cell *cell)
{
    bool is_stack = picture->look.men == CLI_MEN_DISCS;
    fprintf(picture->stream, "<g class=\"%s\"><circle cx=\"%.5g\" cy=\"%.5g\" r=\"15\"/>",
            class_of(picture, cell->owner), at.x, at.y);
    if (is_stack) {
        fprintf(picture->stream, "<circle cx=\"%.5g\" cy=\"%.5g\" r=\"11\" stroke=\"#888\"/>", at.x,
                at.y);
    }
    if (!is_stack || cell->piece > 0 || strpbrk(cell->text, "0123456789") != NULL) {
        put_letter(picture, at, cell->text, 20, "class=\"t\"");
    }
    fputs("</g>\n", picture->stream);
}

/* Of xiangqi: the letter in the colour of the side. */
static void draw_round(const struct picture *picture, struct point at, const struct cli_cell *cell)
{
    const char *colour = cell->owner == 0 ? "#b3261e" : "#1c1c1c";
    char more[40];
    fprintf(picture->stream,
            "<circle cx=\"%.5g\" cy=\"%.5g\" r=\"17\" fill=\"#fdf3da\" stroke=\"#333\"/>"
            "<circle cx=\"%.5g\" cy=\"%.5g\" r=\"14\" fill=\"none\" stroke=\"%s\"/>",
            at.x, at.y, at.x, at.y, colour);
    snprintf(more, sizeof more, "fill=\"%s\"", colour);
    put_sign(picture, at, cell, 18, more);
}

/* Of shogi: it points at the enemy, and is red when promoted. */
static void draw_pentagon(const struct picture *picture, struct point at,
                          const struct cli_cell *cell)
{
    bool points_down = (cell->owner == 1) != picture->diagram->is_flipped;
    fprintf(picture->stream,
            "<g transform=\"translate(%.5g %.5g)%s\"><path d=\"M0-17 11-11 14 16H-14L-11-11z\" "
            "fill=\"#f9e6bf\" stroke=\"#4a3517\"/>",
            at.x, at.y, points_down ? " rotate(180)" : "");
    put_sign(picture, (struct point){0, 3}, cell, 18,
             cell->text[0] == '+' ? "fill=\"#b3261e\"" : "fill=\"#222\"");
    fputs("</g>\n", picture->stream);
}

static void draw_man(const struct picture *picture, struct point at, const struct cli_cell *cell)
{
    if (is_figure(picture, cell)) {
        fprintf(picture->stream,
                "<use href=\"#m%d\" class=\"%s\" transform=\"translate(%.5g %.5g) scale(.88)\"/>\n",
                first_of_kind(picture, cell->piece), class_of(picture, cell->owner),
                at.x - FIGURE * 0.44, at.y - FIGURE * 0.44);
    } else if (picture->look.men == CLI_MEN_ROUND) {
        draw_round(picture, at, cell);
    } else if (picture->look.men == CLI_MEN_PENTAGONS) {
        draw_pentagon(picture, at, cell);
    } else {
        draw_disc(picture, at, cell);
    }
}

/* --- signs ------------------------------------------------------------------------------------------ */

static void draw_cross(const struct picture *picture, struct point at, double reach)
{
    fprintf(picture->stream,
            "<path d=\"M%.5g %.5gl%.5g %.5gm0 %.5gl%.5g %.5g\" stroke=\"#b02a25\" "
            "stroke-width=\"3.5\"/>\n",
            at.x - reach, at.y - reach, 2 * reach, 2 * reach, -2 * reach, -2 * reach, 2 * reach);
}

static void draw_ring(const struct picture *picture, struct point at)
{
    fprintf(picture->stream,
            "<circle cx=\"%.5g\" cy=\"%.5g\" r=\"11\" fill=\"none\" stroke=\"#14507f\" "
            "stroke-width=\"3.5\"/>\n",
            at.x, at.y);
}

static void draw_plus(const struct picture *picture, struct point at)
{
    fprintf(picture->stream,
            "<path d=\"M%.5g %.5gh14m-7 -7v14\" stroke=\"#5b3a8e\" stroke-width=\"3.5\"/>\n",
            at.x - 7, at.y);
}

/* The signs of a piece's map: see `mad help show`. Anything else, distances, is written. */
static void draw_sign(const struct picture *picture, struct point at, const struct cli_cell *cell)
{
    const char *text = cell->text;
    if (cell->is_needed) {
        fprintf(picture->stream,
                "<circle cx=\"%.5g\" cy=\"%.5g\" r=\"16\" fill=\"#8a8f98\" fill-opacity=\".6\"/>\n",
                at.x, at.y);
    }
    if (strcmp(text, ".") == 0 || strcmp(text, " ") == 0) {
        return;
    }
    if (text[1] != '\0' || strchr("ox*+#", text[0]) == NULL) {
        write_at(picture, at.x, at.y, 16, "fill=\"#222\"", text);
        return;
    }
    if (strchr("o*#", text[0]) != NULL) {
        draw_ring(picture, at);
    }
    if (strchr("x*", text[0]) != NULL) {
        draw_cross(picture, at, 6);
    }
    if (strchr("+#", text[0]) != NULL) {
        draw_plus(picture, at);
    }
}

static void draw_mark(const struct picture *picture, struct point at)
{
    fprintf(picture->stream,
            "<circle cx=\"%.5g\" cy=\"%.5g\" r=\"18\" fill=\"none\" stroke=\"#5b3a8e\" "
            "stroke-width=\"2\" stroke-dasharray=\"5 3\"/>\n",
            at.x, at.y);
}

/* From where the last move began to where it ended. */
static void draw_arrow(const struct picture *picture)
{
    if (picture->diagram->from < 0 || picture->diagram->to < 0 ||
        picture->diagram->from == picture->diagram->to) {
        return;
    }
    struct point a = middle(picture, picture->diagram->from),
                 b = middle(picture, picture->diagram->to);
    double length = hypot(b.x - a.x, b.y - a.y), x = (b.x - a.x) / length, y = (b.y - a.y) / length;
    b = (struct point){b.x - 13 * x, b.y - 13 * y}; /* beside the man who went */
    struct point neck = {b.x - 13 * x, b.y - 13 * y};
    fprintf(picture->stream,
            "<path d=\"M%.5g %.5gL%.5g %.5g\" stroke=\"#15803d\" stroke-width=\"5\" "
            "stroke-opacity=\".7\"/>"
            "<path d=\"M%.5g %.5gL%.5g %.5gL%.5g %.5gz\" fill=\"#15803d\" fill-opacity=\".7\"/>\n",
            a.x + 10 * x, a.y + 10 * y, neck.x, neck.y, b.x, b.y, neck.x - 8 * y, neck.y + 8 * x,
            neck.x + 8 * y, neck.y - 8 * x);
}

/* --- beside the board --------------------------------------------------------------------------------- */

/* A rank of hexagons bends: its name stands before its first one. */
static void draw_bent_rank_labels(const struct picture *picture)
{
    const struct cli_diagram *diagram = picture->diagram;
    double aside = HEXAGON_HEIGHT * (diagram->is_flipped ? 0.42 : -0.42);
    char text[8];
    for (int square = 0; square < diagram->info.squares; square++) {
        if (!mad_game_is_hole(diagram->game, square)) {
            struct point at = middle(picture, square);
            cli_diagram_rank_beside(diagram, square, text);
            if (text[0] != '\0') {
                write_at(picture, at.x - HEXAGON_WIDTH * 0.42, at.y + aside, 11, "class=\"o\"",
                         text);
            }
        }
    }
}

/* Where a file or a rank ends in the picture: at its rightmost end, which on a slanted board lies above, or below where
 * ranks lead to the left; a rank at its leftmost. Holes bear no name there. */
static struct point end_of(const struct picture *picture, int index, bool is_file)
{
    const struct mad_game_info *info = &picture->diagram->info;
    const int count = is_file ? info->ranks : info->files;
    for (int i = 0; i < count; i++) {
        const int at = turned(picture, is_file && info->slant > 0 ? count - 1 - i : i, count);
        const int square = is_file ? at * info->files + index : index * info->files + at;
        if (!is_slanted(picture) || !mad_game_is_hole(picture->diagram->game, square)) {
            return middle(picture, square);
        }
    }
    return (struct point){0, 0};
}

static void draw_rank_labels(const struct picture *picture)
{
    const struct cli_diagram *diagram = picture->diagram;
    double half = is_slanted(picture) ? HEXAGON_HEIGHT / 2 : SIDE / 2.0;
    char text[8];
    for (int rank = 0; rank < diagram->info.ranks; rank++) {
        const struct point at = end_of(picture, rank, false);
        cli_diagram_rank_label(diagram, rank, text);
        write_at(picture, at.x - half - 10, at.y, 13, "class=\"o\"", text);
    }
}

static void draw_labels(const struct picture *picture)
{
    const struct cli_diagram *diagram = picture->diagram;
    char text[8];
    for (int file = 0; file < diagram->info.files; file++) {
        struct point at = end_of(picture, file, true);
        if (is_slanted(picture)) {
            at.x += HEXAGON_HEIGHT * 0.4;
            at.y -= HEXAGON_WIDTH * 0.6 * diagram->info.slant;
        } else {
            at.y = picture->top + picture->height + 12;
        }
        cli_diagram_file_label(diagram, file, text);
        write_at(picture, at.x, at.y, 13, "class=\"o\"", text);
    }
    if (diagram->info.hexagons) {
        draw_bent_rank_labels(picture);
    } else {
        draw_rank_labels(picture);
    }
}

/* What waits beside the board, the second player's above it. */
static void draw_pockets(const struct picture *picture)
{
    for (int side = 0; side < 2; side++) {
        bool is_above = (side == 0) != picture->diagram->is_flipped;
        if (picture->diagram->beside[side][0] != '\0') {
            write_at(picture, picture->left, is_above ? 12 : picture->top + picture->height + 32,
                     14, "class=\"o\" style=\"text-anchor:start\"", picture->diagram->beside[side]);
        }
    }
}

static void draw_mover(const struct picture *picture, int mover)
{
    bool is_below = (mover == 0) != picture->diagram->is_flipped;
    fprintf(picture->stream, "<circle cx=\"%.5g\" cy=\"%.5g\" r=\"6\" class=\"%s\"/>\n",
            picture->left + picture->width + 12,
            is_below ? picture->top + picture->height - 10 : picture->top + 10,
            class_of(picture, mover));
}

static void draw_squares(const struct picture *picture)
{
    const struct cli_diagram *diagram = picture->diagram;
    for (int square = 0; square < diagram->info.squares; square++) {
        tint(picture, square);
    }
    draw_arrow(picture);
    for (int square = 0; square < diagram->info.squares; square++) {
        const struct cli_cell *cell = &diagram->cells[square];
        if (cell->owner >= 0) {
            draw_man(picture, middle(picture, square), cell);
        } else if (!mad_game_is_hole(diagram->game, square)) {
            draw_sign(picture, middle(picture, square), cell);
        }
        if (cell->frame == CLI_FRAME_MARKED) {
            draw_mark(picture, middle(picture, square));
        }
    }
}

void cli_svg_print(FILE *stream, const struct cli_diagram *diagram, const char *title, int mover)
{
    struct picture picture = {
        .stream = stream, .diagram = diagram, .look = cli_look_of(&diagram->info)};
    measure(&picture);
    bool has_pockets = diagram->beside[0][0] != '\0' || diagram->beside[1][0] != '\0';
    double width = picture.left + picture.width + (mover >= 0 ? MARGIN : 4);
    double height = picture.top + picture.height + MARGIN + (has_pockets ? LINE : 0);
    fprintf(stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
            "height=\"%.0f\" role=\"img\">\n<title>",
            width, height, width, height);
    cli_put_xml(stream, title);
    fputs("</title>\n", stream);
    describe(&picture, mover);
    fputs(style, stream);
    for (int player = 0; player < diagram->info.players && diagram->info.players > 2; player++) {
        const struct cli_army army = cli_army_of(&diagram->info, player);
        fprintf(stream, "%s.p%d{fill:%s;stroke:#111;color:%s}%s", player == 0 ? "<style>" : "",
                player, army.fill, army.ink,
                player == diagram->info.players - 1 ? "</style>\n" : "");
    }
    define_figures(&picture);
    draw_ground(&picture);
    draw_squares(&picture);
    draw_labels(&picture);
    draw_pockets(&picture);
    if (mover >= 0) {
        draw_mover(&picture, mover);
    }
    fputs("</svg>\n", stream);
}
