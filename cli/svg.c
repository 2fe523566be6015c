/* svg.c - see svg.h. Layer: cli.
 *
 * Units grow to the right and down. A board of hexagons has its files upright: each hexagon lies flat,
 * three quarters of its width from the next file and half its height lower or higher. */
#include "svg.h"

#include <string.h>

enum { SIDE = 40, MARGIN = 24, LINE = 20 };

#define HEXAGON_WIDTH  46.0
#define HEXAGON_HEIGHT (HEXAGON_WIDTH * 0.8660254)

struct picture {
    FILE *stream;
    const struct cli_diagram *diagram;
    double left, top, width, height; /* of the board; left and top are its corner */
};

struct point {
    double x, y;
};

static const char *const colours[] = {"#f2e3c2", "#c9a26d", "#dfc496"};
static const char *const disc[3][2] = {{"#ffffff", "#222222"},
                                       {"#333333", "#ffffff"},
                                       {"#8a8f98", "#ffffff"}}; /* the last: nobody's */

/* --- places ------------------------------------------------------------------------------------- */

static int turned(const struct picture *picture, int index, int count)
{
    return picture->diagram->is_flipped ? count - 1 - index : index;
}

/* The middle of a square; for holes too. */
static struct point middle(const struct picture *picture, int square)
{
    const struct mad_game_info *info = &picture->diagram->info;
    int file = square % info->files, rank = square / info->files;
    if (!info->hexagons) {
        return (struct point){
            picture->left + SIDE * (turned(picture, file, info->files) + 0.5),
            picture->top + SIDE * (info->ranks - 1 - turned(picture, rank, info->ranks) + 0.5)};
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
    if (info->hexagons) {
        picture->width = (info->files - 1) * 0.75 * HEXAGON_WIDTH + HEXAGON_WIDTH;
        picture->height = info->ranks * HEXAGON_HEIGHT;
    } else {
        picture->width = SIDE * info->files;
        picture->height = SIDE * info->ranks;
    }
    picture->left = MARGIN;
    picture->top = picture->diagram->beside[0][0] != '\0' ? LINE + 4 : 4;
}

/* --- what is drawn ------------------------------------------------------------------------------ */

static void put_text(FILE *stream, const char *text)
{
    char safe[400];
    (void)cli_copy_safe(safe, sizeof safe, text);
    for (const char *c = safe; *c != '\0'; c++) {
        switch (*c) {
        case '&': fputs("&amp;", stream); break;
        case '<': fputs("&lt;", stream); break;
        case '>': fputs("&gt;", stream); break;
        default: fputc(*c, stream); break;
        }
    }
}

static void write_at(const struct picture *picture, double x, double y, int size,
                     const char *colour, const char *anchor, const char *text)
{
    fprintf(picture->stream,
            "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" fill=\"%s\" text-anchor=\"%s\">", x,
            y + size * 0.35, size, colour, anchor);
    put_text(picture->stream, text);
    fputs("</text>\n", picture->stream);
}

static void draw_square(const struct picture *picture, int square)
{
    const struct mad_game_info *info = &picture->diagram->info;
    int file = square % info->files, rank = square / info->files;
    struct point at = middle(picture, square);
    if (!info->hexagons) {
        fprintf(picture->stream,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
                at.x - SIDE / 2.0, at.y - SIDE / 2.0, SIDE, SIDE, colours[(file + rank + 1) % 2]);
        return;
    }
    double w = HEXAGON_WIDTH / 2, h = HEXAGON_HEIGHT / 2;
    fprintf(picture->stream,
            "<polygon points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f\" "
            "fill=\"%s\"/>\n",
            at.x - w, at.y, at.x - w / 2, at.y - h, at.x + w / 2, at.y - h, at.x + w, at.y,
            at.x + w / 2, at.y + h, at.x - w / 2, at.y + h, colours[(file + rank) % 3]);
}

static void draw_frame(const struct picture *picture, struct point at, enum cli_frame frame)
{
    if (frame != CLI_FRAME_NONE) {
        fprintf(picture->stream,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"18\" fill=\"none\" stroke=\"%s\" "
                "stroke-width=\"3\"/>\n",
                at.x, at.y, frame == CLI_FRAME_MOVED ? "#2a7de1" : "#d2322d");
    }
}

static void draw_man(const struct picture *picture, struct point at, const struct cli_cell *cell)
{
    char letter[16];
    snprintf(letter, sizeof letter, "%s", cell->text);
    for (char *c = letter; *c != '\0'; c++) {
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c); /* the disc tells whose it is */
    }
    fprintf(picture->stream,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"15\" fill=\"%s\" stroke=\"#222222\"/>\n", at.x,
            at.y, disc[cell->owner][0]);
    write_at(picture, at.x, at.y, cli_width(letter) > 1 ? 15 : 20, disc[cell->owner][1], "middle",
             letter);
}

static void draw_cross(const struct picture *picture, struct point at, double reach)
{
    fprintf(picture->stream,
            "<path d=\"M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f\" stroke=\"#b02a25\" "
            "stroke-width=\"3\"/>\n",
            at.x - reach, at.y - reach, at.x + reach, at.y + reach, at.x - reach, at.y + reach,
            at.x + reach, at.y - reach);
}

static void draw_ring(const struct picture *picture, struct point at)
{
    fprintf(picture->stream,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"11\" fill=\"none\" stroke=\"#1d5c8f\" "
            "stroke-width=\"3\"/>\n",
            at.x, at.y);
}

static void draw_plus(const struct picture *picture, struct point at)
{
    fprintf(picture->stream,
            "<path d=\"M%.1f %.1fh14m-7 -7v14\" stroke=\"#5b3a8e\" stroke-width=\"3\"/>\n",
            at.x - 7, at.y);
}

/* The signs of a piece's map: see `mad help show`. Anything else, distances, is written. */
static void draw_sign(const struct picture *picture, struct point at, const char *text)
{
    if (strcmp(text, ".") == 0 || strcmp(text, " ") == 0) {
        return;
    }
    if (text[1] != '\0' || strchr("ox*+#", text[0]) == NULL) {
        write_at(picture, at.x, at.y, 16, "#222222", "middle", text);
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

static void draw_labels(const struct picture *picture)
{
    const struct cli_diagram *diagram = picture->diagram;
    char text[8];
    for (int file = 0; file < diagram->info.files; file++) {
        cli_diagram_file_label(diagram, file, text);
        write_at(picture, middle(picture, file).x, picture->top + picture->height + 12, 13,
                 "#444444", "middle", text);
    }
    for (int rank = 0; !diagram->info.hexagons && rank < diagram->info.ranks; rank++) {
        cli_diagram_rank_label(diagram, rank, text);
        write_at(picture, picture->left - 6, middle(picture, rank * diagram->info.files).y, 13,
                 "#444444", "end", text);
    }
}

/* What waits beside the board, the second player's above it. */
static void draw_pockets(const struct picture *picture)
{
    for (int side = 0; side < 2; side++) {
        bool is_above = (side == 0) != picture->diagram->is_flipped;
        write_at(picture, picture->left, is_above ? 12 : picture->top + picture->height + 32, 14,
                 "#222222", "start", picture->diagram->beside[side]);
    }
}

static void draw_mover(const struct picture *picture, int mover)
{
    bool is_below = (mover == 0) != picture->diagram->is_flipped;
    fprintf(picture->stream,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" fill=\"%s\" stroke=\"#222222\"/>\n",
            picture->left + picture->width + 12,
            is_below ? picture->top + picture->height - 10 : picture->top + 10, disc[mover][0]);
}

void cli_svg_print(FILE *stream, const struct cli_diagram *diagram, const char *title, int mover)
{
    struct picture picture = {.stream = stream, .diagram = diagram};
    measure(&picture);
    bool has_pockets = diagram->beside[0][0] != '\0' || diagram->beside[1][0] != '\0';
    double width = picture.left + picture.width + (mover >= 0 ? MARGIN : 4);
    double height = picture.top + picture.height + MARGIN + (has_pockets ? LINE : 0);
    fprintf(stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
            "height=\"%.0f\" font-family=\"sans-serif\">\n<title>",
            width, height, width, height);
    put_text(stream, title);
    fputs("</title>\n", stream);
    for (int square = 0; square < diagram->info.squares; square++) {
        const struct cli_cell *cell = &diagram->cells[square];
        struct point at = middle(&picture, square);
        if (mad_game_is_hole(diagram->game, square)) {
            continue;
        }
        draw_square(&picture, square);
        if (cell->owner >= 0) {
            draw_man(&picture, at, cell);
        } else {
            draw_sign(&picture, at, cell->text);
        }
        draw_frame(&picture, at, cell->frame);
    }
    draw_labels(&picture);
    draw_pockets(&picture);
    if (mover >= 0) {
        draw_mover(&picture, mover);
    }
    fputs("</svg>\n", stream);
}
