/* play_screen_draw.c - see play_screen.h: where things stand on the terminal, and drawing them. Layer: cli.
 *
 * The board stands at the top left, what there is to know beside it, what was said below, the line that is
 * typed at the bottom. Nothing is ever drawn outside of the terminal, however small it is. */
#define _XOPEN_SOURCE_EXTENDED
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS
#include <curses.h>
#include <string.h>

#include "figures.h"
#include "pictures.h"
#include "play_screen.h"
#include "progress.h"

enum ground {
    GROUND_PLAIN,
    GROUND_ZONE,
    GROUND_ZONES,
    GROUND_MOVED,
    GROUND_MARKED,
    GROUND_TARGET,
    GROUND_CHOSEN,
    GROUNDS
};
enum { BETWEEN_BOARDS = 2 }; /* columns */
/* Columns beside the board, where there is a choice; boards of hexagons leave no room below. */
enum { SCREEN_PANEL = 26, SCREEN_WIDE_PANEL = 40 };

struct layout {
    struct cli_diagram diagram;
    int label_width, cell_width, pitch, row_pitch; /* of a square, with what is between two */
    int board_rows, board_columns;
};

/* --- measuring ---------------------------------------------------------------------------------- */

static void measure(struct layout *layout)
{
    const struct mad_game_info *info = &layout->diagram.info;
    char label[8];
    layout->cell_width = layout->label_width = 1;
    for (int square = 0; square < info->squares; square++) {
        int width = cli_width(layout->diagram.cells[square].text);
        layout->cell_width = width > layout->cell_width ? width : layout->cell_width;
    }
    for (int rank = 0; rank < info->ranks; rank++) {
        cli_diagram_rank_label(&layout->diagram, rank, label);
        int width = cli_width(label);
        layout->label_width = width > layout->label_width ? width : layout->label_width;
    }
    for (int file = 0; file < info->files; file++) {
        cli_diagram_file_label(&layout->diagram, file, label);
        int width = cli_width(label);
        layout->cell_width = width > layout->cell_width ? width : layout->cell_width;
    }
    int rows = info->hexagons ? 2 * info->ranks - 1 : info->ranks;
    int panel = info->hexagons ? SCREEN_WIDE_PANEL : SCREEN_PANEL;
    int halves =
        info->slant != 0 ? info->ranks - 1 : 0; /* of a square, that ranks are shifted in all */
    int gaps = (info->boards - 1) * BETWEEN_BOARDS;
    int most = 2 * (COLS - panel - layout->label_width - 2 - gaps) / (2 * info->files + halves);
    const int gaps_above = info->tiers - 1; /* rows between boards */
    int row_pitch = (LINES - 6 - gaps_above) / rows;
    row_pitch = row_pitch < 1 ? 1 : row_pitch > 3 ? 3 : row_pitch;
    int round = info->hexagons ? 3 * row_pitch + 1 : 2 * row_pitch; /* as wide as it is high */
    int widest = layout->cell_width + 3 > round ? layout->cell_width + 3 : round;
    layout->pitch = most > widest ? widest : most;
    if (info->slant != 0) {
        layout->pitch -= layout->pitch % 2;
    }
    if (layout->pitch <= layout->cell_width) {
        layout->pitch = layout->cell_width + 1;
        layout->pitch += info->slant != 0 ? layout->pitch % 2 : 0;
    }
    /* Rows lie twice as far apart as columns. */
    layout->row_pitch = row_pitch > (layout->pitch + 1) / 2 ? (layout->pitch + 1) / 2 : row_pitch;
    layout->board_rows = rows * layout->row_pitch + gaps_above + 1;
    layout->board_columns =
        layout->label_width + (2 * info->files + halves) * layout->pitch / 2 + gaps + 2;
}

static void put_figures(struct layout *layout, const mad_position *position)
{
    for (int square = 0; square < layout->diagram.info.squares; square++) {
        struct mad_man man;
        const char *sign = mad_position_man(position, square, &man)
                               ? cli_figure(layout->diagram.game, &man)
                               : NULL;
        if (sign != NULL) {
            cli_diagram_set(&layout->diagram, square, sign);
        }
    }
}

/* False without memory, which has been said. */
static bool lay_out(struct layout *layout, const struct play_screen *screen)
{
    const struct cli_match *match = &screen->play->match;
    struct cli_view view = {screen->play->is_flipped, match->from, match->to};
    if (!cli_diagram_of_position(&layout->diagram, match->position, &view)) {
        return false;
    }
    if (screen->has_figures && !screen->play->has_letters) {
        put_figures(layout, match->position);
    }
    for (int square = 0; square < layout->diagram.info.squares; square++) {
        struct cli_cell *cell = &layout->diagram.cells[square];
        if (cell->zones > 0 && strcmp(cell->text, ".") == 0) {
            cli_diagram_set(&layout->diagram, square, cell->zones > 1 ? "=" : ":");
        }
    }
    measure(layout);
    return true;
}

/* Rows of a square above its man. */
static int rows_above(const struct layout *layout)
{
    return (layout->row_pitch - 1) / 2;
}

/* Row of a square, and the column where its man stands. */
static void place(const struct layout *layout, int square, int *row, int *column)
{
    const struct mad_game_info *info = &layout->diagram.info;
    int file = square % info->files, rank = square / info->files;
    int at = layout->diagram.is_flipped ? info->files - 1 - file : file;
    if (info->hexagons) {
        int middle = info->files / 2, top = 2 * (info->ranks - 1) - middle;
        int height = 2 * rank - file;
        *row = (layout->diagram.is_flipped ? height + middle : top - height) * layout->row_pitch;
    } else {
        int from_top = layout->diagram.is_flipped ? rank : info->ranks - 1 - rank;
        *row = from_top * layout->row_pitch + from_top * info->tiers / info->ranks +
               rows_above(layout);
    }
    *column = layout->label_width + 1 + at * layout->pitch +
              cli_diagram_gaps(&layout->diagram, file) * BETWEEN_BOARDS +
              cli_diagram_shift(&layout->diagram, rank) * layout->pitch / 2 +
              (layout->pitch - layout->cell_width + 1) / 2;
}

int play_screen_square_at(const struct play_screen *screen, int row, int column)
{
    struct layout layout;
    int found = -1, best = 0;
    if (!lay_out(&layout, screen)) {
        return -1;
    }
    for (int square = 0; square < layout.diagram.info.squares; square++) {
        int y, x;
        place(&layout, square, &y, &x);
        y -= rows_above(&layout);
        int away = column > x ? column - x : x - column;
        if (row >= y && row < y + layout.row_pitch && away <= layout.pitch / 2 + 1 &&
            !mad_game_is_hole(layout.diagram.game, square) && (found < 0 || away < best)) {
            found = square;
            best = away;
        }
    }
    cli_diagram_free(&layout.diagram);
    return found;
}

/* --- drawing ------------------------------------------------------------------------------------ */

/* What fits into `width` columns from there; the rest is cut. */
static void put_at(int row, int column, int width, const char *text)
{
    char safe[1000];
    cli_copy_safe(safe, sizeof safe, text);
    if (row < 0 || row >= LINES || column < 0 || column >= COLS) {
        return;
    }
    width = width > COLS - column ? COLS - column : width;
    mvaddnstr(row, column, safe, (int)cli_fitting(safe, width));
}

static int pair_of(int owner, enum ground ground)
{
    int fore = owner < CLI_OF_NOBODY ? owner + 1 : 0;
    return 1 + fore * GROUNDS + (int)ground;
}

static void make_colors(const struct mad_game_info *info)
{
    enum { GREYS = 232 }; /* of 256 colours, from dark on */
    static const short back[GROUNDS] = {-1,        GREYS + 4,   GREYS + 7,    COLOR_BLUE,
                                        COLOR_RED, COLOR_GREEN, COLOR_MAGENTA};
    for (int owner = 0; owner <= info->players; owner++) {
        short fore = owner == 0 ? -1 : cli_army_of(info, owner - 1).screen;
        for (int ground = 0; ground < GROUNDS; ground++) {
            bool is_grey = back[ground] >= GREYS;
            init_pair((short)(1 + owner * GROUNDS + ground),
                      (owner == 0 && is_grey) || fore == back[ground] ? COLOR_WHITE : fore,
                      is_grey && COLORS < 256 ? -1 : back[ground]);
        }
    }
}

/* Where the man who goes, or on whom the arrows stand, can go. */
static void find_targets(const struct play_screen *screen, bool targets[])
{
    const struct cli_match *match = &screen->play->match;
    int from = screen->chosen >= 0 ? screen->chosen : screen->square;
    for (size_t i = 0; from >= 0 && i < mad_moves_count(match->moves); i++) {
        struct mad_move_info move = mad_moves_at(match->moves, i);
        if (move.from == from && move.to >= 0) {
            targets[move.to] = true;
        }
    }
}

/* All of it, in the colours that are set. */
static void fill_square(const struct layout *layout, int row, int column)
{
    column -= (layout->pitch - layout->cell_width + 1) / 2;
    row -= rows_above(layout);
    for (int i = 0; i < layout->row_pitch; i++) {
        put_at(row + i, column, layout->pitch, "                ");
    }
}

static void put_cell(const struct play_screen *screen, const struct layout *layout, int square,
                     bool is_target)
{
    static const char *const signs[GROUNDS] = {"  ", "  ", "  ", "[]", "()", "<>", "{}"};
    const struct cli_cell *cell = &layout->diagram.cells[square];
    int row, column;
    place(layout, square, &row, &column);
    enum ground ground = square == screen->chosen          ? GROUND_CHOSEN
                         : is_target                       ? GROUND_TARGET
                         : cell->frame == CLI_FRAME_MARKED ? GROUND_MARKED
                         : cell->frame == CLI_FRAME_MOVED  ? GROUND_MOVED
                         : cell->zones > 1                 ? GROUND_ZONES
                         : cell->zones == 1                ? GROUND_ZONE
                                                           : GROUND_PLAIN;
    attr_t attributes = square == screen->square ? A_REVERSE : A_NORMAL;
    attributes |= cell->owner == 0 ? A_BOLD : A_NORMAL;
    if (screen->has_color) {
        attr_set(attributes, (short)pair_of(cell->owner, ground), NULL);
    } else {
        attr_set(attributes, 0, NULL);
    }
    if (ground == GROUND_ZONE || ground == GROUND_ZONES) {
        fill_square(layout, row, column);
    }
    if (ground > GROUND_ZONES || attributes == A_REVERSE) {
        char before[2] = {signs[ground][0], '\0'}, behind[2] = {signs[ground][1], '\0'};
        put_at(row, column - 1, 1, before);
        put_at(row, column + layout->cell_width, 1, behind);
    }
    int blanks = layout->cell_width - cli_width(cell->text);
    put_at(row, column, blanks, "                ");
    put_at(row, column + blanks, layout->cell_width - blanks, cell->text);
    attr_set(A_NORMAL, 0, NULL);
}

/* Lines of the board go over holes, from square to square. */
static void put_lines_of_board(const struct layout *layout)
{
    for (int square = 0; square < layout->diagram.info.squares; square++) {
        const char *text = layout->diagram.cells[square].text;
        bool is_flat = text[0] == '-';
        int row, column, way = (is_flat ? layout->pitch : layout->row_pitch) - 1;
        place(layout, square, &row, &column);
        for (int i = -way; i <= way && mad_game_is_hole(layout->diagram.game, square); i++) {
            put_at(row + (is_flat ? 0 : i), column + (is_flat ? i : 0), 1, text);
        }
    }
}

/* Beside the first square of the row, or of a bent rank of hexagons. */
static void put_rank_labels(const struct layout *layout)
{
    const struct mad_game_info *info = &layout->diagram.info;
    char label[8];
    int row, column;
    for (int rank = 0; rank < info->ranks && !info->hexagons; rank++) {
        cli_diagram_rank_label(&layout->diagram, rank, label);
        place(layout, rank * info->files, &row, &column);
        int shift = cli_diagram_shift(&layout->diagram, rank) * layout->pitch / 2;
        put_at(row, shift + layout->label_width - cli_width(label), 8, label);
    }
    for (int square = 0; square < info->squares && info->hexagons; square++) {
        if (!mad_game_is_hole(layout->diagram.game, square)) {
            cli_diagram_rank_beside(&layout->diagram, square, label);
            place(layout, square, &row, &column);
            put_at(row, column - 1 - cli_width(label), 8, label);
        }
    }
}

static void put_board(const struct play_screen *screen, const struct layout *layout)
{
    const struct mad_game_info *info = &layout->diagram.info;
    bool targets[1024] = {false};
    char label[8];
    find_targets(screen, targets);
    put_lines_of_board(layout);
    for (int square = 0; square < info->squares; square++) {
        if (!mad_game_is_hole(layout->diagram.game, square)) {
            put_cell(screen, layout, square, square < 1024 && targets[square]);
        }
    }
    put_rank_labels(layout); /* beside shaded squares, whose ground is wider than they are */
    int lowest = layout->diagram.is_flipped ? (info->ranks - 1) * info->files : 0;
    for (int file = 0; file < info->files; file++) {
        int row, column;
        place(layout, lowest + file, &row, &column);
        cli_diagram_file_label(&layout->diagram, file, label);
        put_at(layout->board_rows - 1, column + layout->cell_width - cli_width(label), 8, label);
    }
}

/* --- beside the board ----------------------------------------------------------------------------- */

struct panel {
    int row, column, rows; /* next row, and how many rows there are in all */
};

static void put_line(struct panel *panel, attr_t attributes, const char *text)
{
    if (panel->row < panel->rows && text[0] != '\0') {
        attr_set(attributes, 0, NULL);
        put_at(panel->row++, panel->column, COLS - panel->column, text);
        attr_set(A_NORMAL, 0, NULL);
    }
}

/* A text of several words on as many rows as it needs. */
static void put_wrapped(struct panel *panel, attr_t attributes, const char *text)
{
    int width = COLS - panel->column;
    while (*text != '\0' && width > 0) {
        char part[200];
        const char *line = text;
        snprintf(part, sizeof part, "%.*s", (int)cli_take_line(&text, width), line);
        put_line(panel, attributes, part);
    }
}

static void put_players(struct panel *panel, const struct play_screen *screen)
{
    const struct play *play = screen->play;
    struct mad_game_info info = mad_game_info(play->match.game);
    for (int at = 0; at < info.players; at++) {
        int side = play->is_flipped ? at : info.players - 1 - at;
        bool is_on_move = cli_match_side(&play->match) == side && !cli_match_is_over(&play->match);
        char text[200], clock[32] = "", level[20] = "";
        if (info.plays_alone && side == 1) {
            continue;
        }
        if (play->clock.runs) {
            play_clock_put(play_clock_left(play, side), clock);
        }
        if (play->match.is_program[side]) {
            snprintf(level, sizeof level, ", level %d", play->level);
        }
        snprintf(text, sizeof text, "%s %.40s: %s%s  %s", is_on_move ? ">" : " ",
                 info.player_name[side], play->match.is_program[side] ? "program" : "you", level,
                 clock);
        put_line(panel, is_on_move ? A_BOLD : A_NORMAL, text);
    }
}

/* The last moves that there are rows for, those of one number in a row. */
static void put_moves(struct panel *panel, const struct play_screen *screen)
{
    mad_record *record = screen->play->match.record;
    int number = 0, rows = 0, side_before, free_rows = panel->rows - panel->row;
    uint32_t here = mad_record_here(record);
    for (int pass = 0; pass < 2; pass++) {
        char text[200] = "";
        number = 0;
        side_before = MAD_MOST_PLAYERS;
        for (uint32_t at = MAD_RECORD_START; at != here;) {
            at = mad_record_at(record, at).next;
            struct mad_record_move move = mad_record_at(record, at);
            size_t used = strlen(text);
            if (move.side < side_before) {
                if (pass == 1 && number > rows - free_rows) {
                    put_line(panel, A_NORMAL, text);
                }
                number++;
                used = (size_t)snprintf(text, sizeof text, "%3d.%s", number,
                                        move.side > 0 ? " ..." : "");
            }
            if (used < sizeof text) {
                snprintf(text + used, sizeof text - used, " %s", move.text);
            }
            side_before = move.side;
        }
        if (pass == 1) {
            put_line(panel, A_NORMAL, text);
        }
        rows = number;
    }
}

/* --- below the board ------------------------------------------------------------------------------ */

static int count_lines(const char *text)
{
    int count = 0;
    for (; *text != '\0'; text++) {
        count += *text == '\n';
    }
    return count;
}

/* Where a board leaves no room below it, what is said stands beside it, in the lower half. */
struct place_of_message {
    bool is_beside;
    int row, rows, columns;
};

static struct place_of_message message_place(const struct layout *layout)
{
    struct place_of_message at = {.row = layout->board_rows, .columns = COLS};
    at.rows = LINES - 1 - at.row;
    int beside = COLS - layout->board_columns;
    if (at.rows < 4 && beside >= SCREEN_PANEL && LINES > 12) {
        at = (struct place_of_message){true, LINES / 2, LINES - 1 - LINES / 2, beside};
    } else if (at.rows < 1) { /* over the lowest ranks */
        at.rows = 1;
        at.row = LINES - 2;
    }
    return at;
}

/* The text on lines so wide at most, in room of the screen. */
static const char *wrap(const char *text, int columns)
{
    static char wrapped[SCREEN_TEXT_BYTES * 2];
    size_t used = 0, most = sizeof wrapped - 2;
    while (*text != '\0' && used < most) {
        const char *line = text;
        size_t bytes = cli_take_line(&text, columns);
        bytes = bytes < most - used ? bytes : most - used;
        memcpy(wrapped + used, line, bytes);
        used += bytes;
        wrapped[used++] = '\n';
    }
    wrapped[used] = '\0';
    return wrapped;
}

bool play_screen_has_room(const struct play_screen *screen, const char *text)
{
    struct layout layout;
    bool has_room = true;
    if (lay_out(&layout, screen)) {
        struct place_of_message at = message_place(&layout);
        has_room = count_lines(wrap(text, at.columns)) <= at.rows;
        cli_diagram_free(&layout.diagram);
    }
    return has_room;
}

/* The lines from `skip` on. */
static void put_lines(const char *text, int skip, int row, int column, int rows)
{
    char line[1000];
    for (; *text != '\0' && rows > 0; skip--) {
        size_t bytes = strcspn(text, "\n");
        if (skip <= 0) {
            snprintf(line, sizeof line, "%.*s", (int)(bytes < 900 ? bytes : 900), text);
            put_at(row++, column, COLS, line);
            rows--;
        }
        text += bytes + (text[bytes] == '\n');
    }
}

static void put_panel(const struct play_screen *screen, const struct layout *layout)
{
    const struct cli_match *match = &screen->play->match;
    struct place_of_message message = message_place(layout);
    bool is_shared = message.is_beside && screen->message[0] != '\0';
    struct panel panel = {0, layout->board_columns, is_shared ? message.row : layout->board_rows};
    char text[400];
    put_line(&panel, A_BOLD, layout->diagram.info.title);
    put_players(&panel, screen);
    for (int side = 0; side < 2; side++) {
        put_wrapped(&panel, A_NORMAL,
                    layout->diagram.beside[screen->play->is_flipped ? 1 - side : side]);
    }
    cli_fields_text(match->position, text, sizeof text);
    put_wrapped(&panel, A_BOLD, text);
    cli_check_text(match->position, text, sizeof text);
    put_wrapped(&panel, A_BOLD, text);
    cli_zones_text(match->game, text + 2, sizeof text - 2);
    if (text[2] != '\0') {
        memcpy(text, ": ", 2);
        put_wrapped(&panel, A_NORMAL, text);
    }
    if (panel.row < panel.rows) {
        panel.row++;
    }
    put_moves(&panel, screen);
}

static void put_input(const struct play_screen *screen, bool is_thinking)
{
    int width = cli_width(screen->prompt), row = LINES - 1, column;
    char before[CLI_LINE_BYTES + 1];
    if (is_thinking) {
        put_at(row, 0, COLS, "thinking ... (Ctrl-C: play now)");
        return;
    }
    memcpy(before, screen->line, screen->cursor);
    before[screen->cursor] = '\0';
    column = width + cli_width(before);
    const char *line = screen->line; /* its end is shown when it is too long */
    while (column >= COLS && *line != '\0') {
        uint32_t code;
        line += cli_utf8_next(line, &code);
        column -= cli_code_width(code);
    }
    put_at(row, 0, COLS, screen->prompt);
    put_at(row, width, COLS - width, line);
    move(row, column < 0 ? 0 : column < COLS ? column : COLS - 1);
}

static void put_message(const struct play_screen *screen, const struct layout *layout)
{
    struct place_of_message at = message_place(layout);
    const char *text = wrap(screen->message, at.columns);
    int lines = count_lines(text);
    for (int row = at.row; row < LINES && row >= 0 && lines > 0 && !at.is_beside; row++) {
        move(row, 0);
        clrtoeol();
    }
    put_lines(text, lines - at.rows, at.row, COLS - at.columns, at.rows);
}

void play_screen_draw(struct play_screen *screen, bool is_thinking)
{
    struct layout layout;
    if (!lay_out(&layout, screen)) {
        return;
    }
    if (screen->has_color) {
        make_colors(&layout.diagram.info);
    }
    erase();
    put_board(screen, &layout);
    put_panel(screen, &layout);
    put_message(screen, &layout);
    put_input(screen, is_thinking);
    screen->drawn = cli_now();
    refresh();
    cli_diagram_free(&layout.diagram);
}

int play_screen_draw_page(const char *text, int top)
{
    const char *wrapped = wrap(text, COLS);
    erase();
    put_lines(wrapped, top, 0, 0, LINES - 1);
    attr_set(A_REVERSE, 0, NULL);
    put_at(LINES - 1, 0, COLS, "arrows, PgUp, PgDn, Space: more   Enter, q: back to the board");
    attr_set(A_NORMAL, 0, NULL);
    refresh();
    return count_lines(wrapped);
}
