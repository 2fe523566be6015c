/* board.c - the board as a graph: squares, their names, and one step in each direction.
 * Several boards are one picture side by side; nobody steps over their edges.
 *
 * Layer: tables. Everything later asks mad_step and never assumes a rectangle. Squares count from the
 * bottom left along the ranks. Own directions are turned half round for the player whose direction
 * of play points down: `forward` from e2 is e3 for White, and from e7 e6 for Black. It relies on the ruleset for
 * files, ranks, holes, and sentences about edges and hexagons. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../plan/codegen.h"

/* The last sentence of this kind among those about the board, or null. */
static const struct mad_node *sentence(const struct mad_codegen *codegen, enum mad_node_kind kind)
{
    const struct mad_node *found = NULL;
    for (uint32_t i = 0; i < codegen->rules->laws.count; i++) {
        if (codegen->rules->laws.items[i]->kind == kind) {
            found = codegen->rules->laws.items[i];
        }
    }
    return found;
}

/* --- names ----------------------------------------------------------------------------------- */

/* `corner 9a`: the name of the square on the top left. Letters go on from it along the ranks, or down
 * the board when the number comes first; numbers go down to 1, or up from 1. */
static void name_from_corner(struct mad_codegen *codegen, const struct mad_node *corner)
{
    struct mad_game *game = codegen->game;
    const char *text = corner->text;
    bool number_first = *text >= '0' && *text <= '9';
    char letter = number_first ? text[strspn(text, "0123456789")] : text[0];
    int number = (int)strtol(number_first ? text : text + 1, NULL, 10);
    int numbers = number_first ? game->files : game->ranks,
        letters = number_first ? game->ranks : game->files;
    if ((number != 1 && number != numbers) || letter < 'a' || letter + letters > 'z' + 1) {
        mad_codegen_error(codegen, MAD_FINDING_OFF_BOARD, corner->span,
                          "the numbers of the squares start or end at the corner, with 1 or %d",
                          numbers);
        return;
    }
    for (uint32_t square = 0; square < codegen->squares; square++) {
        int file = (int)(square % game->files), row = game->ranks - 1 - (int)square / game->files;
        int along = number_first ? file : row, across = number_first ? row : file;
        uint8_t n = (uint8_t)(number == 1 ? 1 + along : number - along);
        char *name = game->square_name[square], l = (char)(letter + across);
        size_t size = sizeof game->square_name[square];
        number_first ? snprintf(name, size, "%d%c", n, l) : snprintf(name, size, "%c%d", l, n);
    }
    game->writing.shogi_drops = number_first;
}

/* Hexagons stand in the slanted rows of a square board; by custom their files have no letter j, and the
 * ranks of each file count from its lower end. */
static void name_hexagons(struct mad_codegen *codegen, int side)
{
    struct mad_game *game = codegen->game;
    for (uint32_t square = 0; square < codegen->squares; square++) {
        int file = (int)(square % game->files), row = (int)(square / game->files);
        uint8_t rank = (uint8_t)(row - (file >= side ? file - side + 1 : 0) + 1);
        snprintf(game->square_name[square], sizeof game->square_name[square], "%c%d",
                 (char)('a' + file + (file >= 9 ? 1 : 0)), rank);
    }
}

static void name_squares(struct mad_codegen *codegen)
{
    struct mad_game *game = codegen->game;
    const struct mad_node *corner = sentence(codegen, MAD_NODE_CORNER),
                          *hexagon = sentence(codegen, MAD_NODE_HEXBOARD);
    game->square_name = mad_codegen_keep(codegen, codegen->squares * sizeof *game->square_name);
    if (game->square_name == NULL) {
        return;
    }
    if (hexagon != NULL) {
        name_hexagons(codegen, hexagon->n0);
        return;
    }
    if (corner != NULL && corner->text != NULL) {
        name_from_corner(codegen, corner);
        return;
    }
    for (uint32_t square = 0; square < codegen->squares; square++) {
        snprintf(game->square_name[square], sizeof game->square_name[square], "%c%d",
                 (char)('a' + square % game->files), (int)(square / game->files + 1));
    }
}

/* --- holes ----------------------------------------------------------------------------------- */

static void cut_hexagon(struct mad_codegen *codegen, int side)
{
    for (uint32_t square = 0; square < codegen->squares; square++) {
        int file = (int)(square % codegen->game->files), row = (int)(square / codegen->game->files);
        if (file - row >= side || row - file >= side) {
            squares_remove(&codegen->board, square);
        }
    }
}

/* Stars in the array. */
static void cut_stars(struct mad_codegen *codegen)
{
    const struct mad_rule_cell *cells = codegen->rules->array;
    uint32_t files = codegen->game->files;
    for (uint32_t i = 0; cells != NULL && i < codegen->squares; i++) {
        if (cells[i].piece == -2) {
            squares_remove(&codegen->board,
                           (codegen->game->ranks - 1u - i / files) * files + i % files);
        }
    }
}

/* Whether men are named: they come and go, holes stay. */
static bool names_man(const struct mad_node *node, const void *unused)
{
    (void)unused;
    return node->kind == MAD_NODE_OWN || node->kind == MAD_NODE_ENEMY ||
           node->kind == MAD_NODE_OF_PLAYER || node->kind == MAD_NODE_FORMER ||
           node->kind == MAD_NODE_ATTACKED_BY || node->kind == MAD_NODE_ATTACKING ||
           node->kind == MAD_NODE_WORTH_THAN ||
           (node->kind == MAD_NODE_REF && (node->flags & MAD_FLAG_CAPITAL));
}

static void cut_named(struct mad_codegen *codegen, const struct mad_node *hole)
{
    bool men = mad_tree_any(hole->first, names_man, NULL);
    struct mad_value value =
        men ? (struct mad_value){.kind = MAD_KIND_SQUARES, .form = MAD_FORM_REGISTER}
            : mad_squares_of(codegen, hole->first, NULL);
    if (value.kind != MAD_KIND_SQUARES) {
        return;
    }
    if (value.form != MAD_FORM_CONST) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, hole->span, "squares are cut out by name");
        return;
    }
    codegen->board = squares_combine(MAD_WITHOUT, &codegen->board, &value.set);
}

/* Where the board was said last: its size, or one of its holes. */
static struct mad_span hole_span(const struct mad_codegen *codegen)
{
    const struct mad_rule_lines *laws = &codegen->rules->laws;
    struct mad_span span = codegen->rules->board_span;
    for (uint32_t i = 0; i < laws->count; i++) {
        if (laws->items[i]->kind == MAD_NODE_HOLE) {
            span = laws->items[i]->span;
        }
    }
    return span;
}

static void refuse_man(struct mad_codegen *codegen, uint32_t square)
{
    uint32_t files = codegen->game->files, row = codegen->game->ranks - 1u - square / files;
    const struct mad_rule_cell *cells = codegen->rules->array;
    if (cells != NULL && cells[row * files + square % files].piece >= 0) {
        mad_codegen_error(codegen, MAD_FINDING_OFF_BOARD, hole_span(codegen),
                          "%s stands in the array on %s, which is cut out of the board",
                          codegen->rules->pieces[cells[row * files + square % files].piece].name,
                          codegen->game->square_name[square]);
    }
}

/* Takes the squares that are none out of the board; they have no name. */
static void cut_holes(struct mad_codegen *codegen)
{
    const struct mad_node *hexagon = sentence(codegen, MAD_NODE_HEXBOARD);
    const struct mad_rule_lines *laws = &codegen->rules->laws;
    if (hexagon != NULL) {
        cut_hexagon(codegen, hexagon->n0);
    }
    cut_stars(codegen);
    for (uint32_t i = 0; i < laws->count; i++) {
        if (laws->items[i]->kind == MAD_NODE_HOLE) {
            cut_named(codegen, laws->items[i]);
        }
    }
    for (uint32_t square = 0; square < codegen->squares; square++) {
        if (!squares_has(&codegen->board, square)) {
            refuse_man(codegen, square);
            codegen->game->square_name[square][0] = '\0';
        }
    }
    if (squares_empty(&codegen->board)) {
        mad_codegen_error(codegen, MAD_FINDING_OFF_BOARD, codegen->rules->board_span,
                          "no square of the board is left");
    }
}

/* --- steps ----------------------------------------------------------------------------------- */

bool mad_square_named(const struct mad_codegen *codegen, const char *text, uint32_t *square)
{
    for (uint32_t i = 0; i < codegen->squares; i++) {
        if (*text != '\0' && strcmp(codegen->game->square_name[i], text) == 0) {
            *square = i;
            return true;
        }
    }
    return false;
}

int mad_step(const struct mad_codegen *codegen, uint32_t side, uint32_t direction, uint32_t square)
{
    return codegen->step[side][direction * codegen->squares + square];
}

/* Which of several boards has the square. */
static int board_of(const struct mad_codegen *codegen, uint32_t square)
{
    const int files = codegen->game->files;
    return (int)square % files / codegen->rules->one.width +
           (int)square / files / codegen->rules->one.height;
}

int mad_square_on(const struct mad_codegen *codegen, uint32_t square, int right, int up, int on)
{
    const int files = codegen->game->files, ranks = codegen->game->ranks,
              width = codegen->rules->one.width, height = codegen->rules->one.height;
    const int beside = files / width, boards = beside * (ranks / height);
    const int board = board_of(codegen, square) + on;
    int file = (int)square % width + right, rank = (int)square / files % height + up;
    if (codegen->wraps[0]) {
        file = (file % width + width) % width;
    }
    if (codegen->wraps[1]) {
        rank = (rank % height + height) % height;
    }
    if (file < 0 || file >= width || rank < 0 || rank >= height || board < 0 || board >= boards) {
        return -1;
    }
    const int at =
        beside > 1 ? rank * files + board * width + file : (board * height + rank) * files + file;
    return squares_has(&codegen->board, (uint32_t)at) ? at : -1;
}

int mad_square_at(const struct mad_codegen *codegen, uint32_t square, int right, int up)
{
    return mad_square_on(codegen, square, right, up, 0);
}

/* `track circuit leads over a1, b1 and a1`: from each square to the one behind it; own tracks are turned half round. */
static void fill_track(struct mad_codegen *codegen, const struct mad_node *track, bool turned,
                       int16_t *step)
{
    const uint32_t end = codegen->squares - 1u;
    const struct mad_node *first = track->kind == MAD_NODE_LIST ? track->first : NULL;
    uint32_t from = 0, to = 0;
    for (uint32_t square = 0; square < codegen->squares; square++) {
        step[square] = -1;
    }
    for (const struct mad_node *node = first; node != NULL; node = node->next, from = to) {
        if (node->kind != MAD_NODE_SQUARE) {
            first = NULL;
            break;
        }
        const bool named = mad_square_named(codegen, node->text, &to);
        to = turned ? end - to : to;
        if (!named || !squares_has(&codegen->board, to)) {
            mad_codegen_error(codegen, MAD_FINDING_OFF_BOARD, node->span,
                              named ? "seen from the other side %s is off the board"
                                    : "%s is off the board",
                              node->text);
            return;
        }
        if (node != first && step[from] >= 0) {
            mad_codegen_error(codegen, MAD_FINDING_OFF_BOARD, node->span,
                              "a track leads on from each square to one other; only the last may "
                              "be one that it has come over");
            return;
        }
        if (node != first) {
            step[from] = (int16_t)to;
        }
    }
    if (first == NULL) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, track->span,
                          "a track leads over squares that are named, as in `track circuit leads "
                          "over a1, b1, b2 and a1`");
    }
}

static void fill_steps(struct mad_codegen *codegen, uint32_t side, bool turned)
{
    const struct mad_ruleset *rules = codegen->rules;
    int16_t *step = mad_codegen_scratch(codegen, (rules->direction_count + 1) * codegen->squares *
                                                     sizeof *step);
    codegen->step[side] = step;
    for (uint32_t d = 0; d < rules->direction_count && step != NULL; d++) {
        const struct mad_rule_direction *direction = &rules->directions[d];
        int sign = turned && direction->own ? -1 : 1;
        if (direction->track != NULL) {
            fill_track(codegen, direction->track, turned && direction->own,
                       step + d * codegen->squares);
            continue;
        }
        const bool above = rules->one.height != rules->ranks;
        const int right = direction->right - (above ? 0 : direction->on * rules->one.width),
                  up = direction->up - (above ? direction->on * rules->one.height : 0);
        for (uint32_t square = 0; square < codegen->squares; square++) {
            step[d * codegen->squares + square] =
                (int16_t)mad_square_on(codegen, square, sign * right, sign * up, direction->on);
        }
    }
}

/* `link a1 and d1`: in all directions in which d1 lies from a1, it is the next square from there; and back. */
static void link_pair(struct mad_codegen *codegen, struct mad_span span, uint32_t from, uint32_t to)
{
    const struct mad_ruleset *rules = codegen->rules;
    int files = codegen->game->files, leads = 0, changes = 0;
    int right = (int)to % files - (int)from % files, up = (int)to / files - (int)from / files;
    for (uint32_t square = 0; square < codegen->squares; square++) {
        int x = (int)square % files - (int)from % files,
            y = (int)square / files - (int)from / files;
        int along = x * right + y * up;
        if (squares_has(&codegen->board, square) && x * up == y * right && along > 0 &&
            along < right * right + up * up) {
            mad_codegen_error(codegen, MAD_FINDING_OFF_BOARD, span,
                              "%s lies between %s and %s: only what no square parts is linked",
                              codegen->game->square_name[square], codegen->game->square_name[from],
                              codegen->game->square_name[to]);
            return;
        }
    }
    codegen->game->info.links[codegen->game->info.link_count++] =
        (struct mad_link){(uint16_t)from, (uint16_t)to};
    for (uint32_t d = 0; d < codegen->direction_count; d++) {
        int x = rules->directions[d].right, y = rules->directions[d].up, along = x * right + y * up;
        if (along == 0 || x * up != y * right) {
            continue;
        }
        for (uint32_t side = 0; side < 2; side++) {
            bool back = (along < 0) != (codegen->turned[side] && rules->directions[d].own);
            uint32_t at = back ? to : from, next = back ? from : to;
            int16_t *step = &codegen->step[side][d * codegen->squares + at];
            changes += *step != (int)next;
            *step = (int16_t)next;
            leads++;
        }
    }
    if (leads != 0 && changes == 0) {
        mad_codegen_error(codegen, MAD_FINDING_OFF_BOARD, span,
                          "%s is the next square of %s already; leave this link out",
                          codegen->game->square_name[to], codegen->game->square_name[from]);
    }
    if (leads == 0) {
        mad_codegen_error(codegen, MAD_FINDING_OFF_BOARD, span,
                          "no direction leads from %s to %s: say `direction name 1,2`, so many "
                          "squares to the right and up",
                          codegen->game->square_name[from], codegen->game->square_name[to]);
    }
}

static void link_squares(struct mad_codegen *codegen, const struct mad_node *link)
{
    const struct mad_node *first = link->first->kind == MAD_NODE_AND ? link->first->first : NULL;
    const struct mad_node *before = first;
    for (const struct mad_node *node = first; first != NULL && node != NULL && codegen->errors == 0;
         before = node, node = node->next) {
        uint32_t from = 0, to = 0;
        if (node->kind != MAD_NODE_SQUARE) {
            first = NULL;
        } else if (!mad_square_named(codegen, node->text, &to)) {
            mad_codegen_error(codegen, MAD_FINDING_OFF_BOARD, node->span, "%s is off the board",
                              node->text);
        } else if (node != first && mad_square_named(codegen, before->text, &from)) {
            link_pair(codegen, node->span, from, to);
        }
    }
    if (first == NULL) {
        mad_codegen_error(codegen, MAD_FINDING_TYPE, link->first->span,
                          "squares of one line are linked by name, as in `link a1, d1 and g1`");
    }
}

/* Lines drawn in the array over what is no square: each joins the squares at its ends. */
static void link_drawn(struct mad_codegen *codegen)
{
    const struct mad_rule_cell *cells = codegen->rules->array;
    const int files = codegen->game->files, ranks = codegen->game->ranks;
    for (int i = 0; cells != NULL && i < files * ranks && codegen->errors == 0; i++) {
        const int file = i % files, rank = ranks - 1 - i / files;
        int right = 0, up = 0, steps = 0;
        if (!mad_rule_line_course(cells[i].line, &right, &up) ||
            cells[i - right + up * files].line == cells[i].line) {
            continue; /* not where it begins */
        }
        while (cells[i + steps * (right - up * files)].line == cells[i].line) {
            steps++;
        }
        const uint32_t from = (uint32_t)((rank - up) * files + file - right),
                       to = (uint32_t)((rank + steps * up) * files + file + steps * right);
        if (squares_has(&codegen->board, from) && squares_has(&codegen->board, to)) {
            link_pair(codegen, codegen->rules->array_span, from, to);
        } else {
            mad_codegen_error(
                codegen, MAD_FINDING_OFF_BOARD, codegen->rules->array_span,
                "a line is drawn to %s, which is cut out of the board",
                codegen->game->square_name[squares_has(&codegen->board, from) ? to : from]);
        }
    }
}

static void link_all(struct mad_codegen *codegen)
{
    const struct mad_rule_lines *laws = &codegen->rules->laws;
    uint32_t most = 0;
    for (uint32_t i = 0; codegen->rules->array != NULL && i < codegen->squares; i++) {
        most += codegen->rules->array[i].line != 0;
    }
    for (uint32_t i = 0; i < laws->count; i++) {
        const struct mad_node *square =
            laws->items[i]->kind == MAD_NODE_LINK ? laws->items[i]->first->first : NULL;
        for (; square != NULL; square = square->next) {
            most++;
        }
    }
    codegen->game->info.links =
        mad_codegen_keep(codegen, (most + 1) * sizeof *codegen->game->info.links);
    for (uint32_t i = 0; i < laws->count && codegen->game->info.links != NULL; i++) {
        if (laws->items[i]->kind == MAD_NODE_LINK) {
            link_squares(codegen, laws->items[i]);
        }
    }
    if (codegen->game->info.links != NULL) {
        link_drawn(codegen);
    }
}

/* Those of the library are for boards of every size; one that the file itself declares should lead
 * somewhere. */
static void check_directions(struct mad_codegen *codegen)
{
    for (uint32_t d = 0; d < codegen->direction_count && codegen->step[0] != NULL; d++) {
        const struct mad_rule_direction *direction = &codegen->rules->directions[d];
        bool leads = direction->span.source != codegen->rules->span.source ||
                     (direction->track != NULL && codegen->errors != 0); /* which has been told */
        for (uint32_t square = 0; square < codegen->squares && !leads; square++) {
            leads = mad_step(codegen, 0, d, square) >= 0 || mad_step(codegen, 1, d, square) >= 0;
        }
        if (!leads) {
            struct mad_finding *finding = mad_findings_add(
                codegen->diagnostics, MAD_FINDING_NO_STEP, direction->span,
                mad_findings_text(codegen->diagnostics, "the direction `%s`", direction->name));
            mad_finding_note_at(codegen->diagnostics, finding, codegen->rules->board_span,
                                "the board has %d files and %d ranks", codegen->game->files,
                                codegen->game->ranks);
            codegen->errors++;
        }
    }
}

static void touches(struct mad_codegen *codegen, struct mad_span at, const char *what)
{
    struct mad_finding *finding = mad_findings_add(
        codegen->diagnostics, MAD_FINDING_GAME_SHAPE, at,
        mad_findings_text(codegen->diagnostics,
                          "%s leads from one board to another, and they do not touch", what));
    mad_finding_note_at(codegen->diagnostics, finding, codegen->rules->board_span, "as this says");
    mad_finding_remedy(codegen->diagnostics, finding, "leave `not touching` out there");
    codegen->errors++;
}

void mad_codegen_leads_on(struct mad_codegen *codegen, struct mad_span at)
{
    if (codegen->rules->one.is_apart)
        touches(codegen, at, "this leap");
}

/* Boards that do not touch: neither a direction, nor a track or a link leads from one to another. */
static void check_apart(struct mad_codegen *codegen)
{
    if (!codegen->rules->one.is_apart || codegen->step[0] == NULL)
        return;
    for (uint32_t d = 0; d < codegen->direction_count; d++) {
        for (uint32_t square = 0; square < codegen->squares; square++) {
            const int to = mad_step(codegen, 0, d, square);
            if (to < 0 || board_of(codegen, (uint32_t)to) == board_of(codegen, square))
                continue;
            const struct mad_rule_direction *direction = &codegen->rules->directions[d];
            touches(codegen, direction->span,
                    mad_findings_text(codegen->diagnostics, "`%s`", direction->name));
            break;
        }
    }
}

/* The player whose `going` direction points down plays with the own directions turned round. */
static bool is_turned(struct mad_codegen *codegen, uint32_t side)
{
    const struct mad_rule_player *player = &codegen->rules->players[side];
    for (uint32_t d = 0; d < codegen->rules->direction_count; d++) {
        const struct mad_rule_direction *going = &codegen->rules->directions[d];
        if (going->name == player->direction) {
            if (going->up == 0 || going->right != 0) {
                mad_codegen_error(codegen, MAD_FINDING_TYPE, player->span,
                                  "%s goes %s, but players go straight up or down the board: "
                                  "`going north`, `going south`",
                                  player->name, player->direction);
            }
            return going->up < 0;
        }
    }
    codegen->wants_direction = true;
    mad_codegen_unknown(codegen, player->span, player->direction, false, NULL);
    codegen->wants_direction = false;
    return false;
}

/* How many words of a set: a power of two. The lines of long boards have no tables, see mad_is_walked. */
static uint16_t words_of(const struct mad_game *game)
{
    enum { LONG = 16 };
    return game->squares > 256 || game->files > LONG || game->ranks > LONG ? MAD_SQUARE_WORDS
           : game->squares > 128                                           ? 4
           : game->squares > 64                                            ? 2
                                                                           : 1;
}

void mad_codegen_board(struct mad_codegen *codegen)
{
    struct mad_game *game = codegen->game;
    game->files = (uint16_t)codegen->rules->files;
    game->info.boards = (uint16_t)(codegen->rules->files / codegen->rules->one.width);
    game->info.are_apart = codegen->rules->one.is_apart;
    game->info.tiers = (uint16_t)(codegen->rules->ranks / codegen->rules->one.height);
    game->ranks = (uint16_t)codegen->rules->ranks;
    game->squares = (uint16_t)(game->files * game->ranks);
    game->words = words_of(game);
    if (game->words < codegen->least_words) {
        game->words = (uint16_t)codegen->least_words;
    }
    codegen->squares = game->squares;
    codegen->direction_count = codegen->rules->direction_count;
    if (codegen->direction_count > MAD_MAX_DIRECTIONS) {
        mad_codegen_error(codegen, MAD_FINDING_NUMBER_RANGE, codegen->rules->board_span,
                          "more than %d directions", MAD_MAX_DIRECTIONS);
        codegen->direction_count = MAD_MAX_DIRECTIONS;
    }
    for (uint32_t square = 0; square < codegen->squares; square++) {
        squares_add(&codegen->board, square);
    }
    const struct mad_node *wrap = sentence(codegen, MAD_NODE_WRAP);
    codegen->wraps[0] = wrap != NULL;
    codegen->wraps[1] = wrap != NULL && wrap->name != NULL && strcmp(wrap->name, "both") == 0;
    if (sentence(codegen, MAD_NODE_HEXBOARD) != NULL) {
        game->tiling = MAD_TILING_HEXAGONS;
    }
    name_squares(codegen);
    if (game->square_name == NULL) {
        return;
    }
    cut_holes(codegen);
    for (uint32_t side = 0; side < 2; side++) {
        codegen->turned[side] = is_turned(codegen, side);
        fill_steps(codegen, side, codegen->turned[side]);
    }
    if (codegen->step[1] != NULL) {
        link_all(codegen);
    }
    check_directions(codegen);
    check_apart(codegen);
}

/* Distances in steps of the adjacent directions (all of them when the library names none). */
static void fill_distances(struct mad_codegen *codegen, uint16_t *distance)
{
    uint64_t directions = codegen->adjacent != 0 ? codegen->adjacent : ~UINT64_C(0);
    uint32_t n = codegen->squares;
    struct mad_squares *next_to = mad_codegen_scratch(codegen, n * sizeof *next_to);
    memset(distance, 0xff, (size_t)n * n * sizeof *distance);
    for (uint32_t d = 0; next_to != NULL && d < codegen->direction_count; d++) {
        for (uint32_t from = 0; from < n && (directions >> d & 1); from++) {
            int to = mad_step(codegen, 0, d, from);
            if (to >= 0) {
                squares_add(&next_to[from], (uint32_t)to);
            }
        }
    }
    for (uint32_t from = 0; next_to != NULL && from < n; from++) {
        struct mad_squares reached = {{0}}, edge = {{0}};
        squares_add(&edge, from);
        for (uint32_t steps = 0; !squares_empty(&edge); steps++) {
            struct mad_squares further = {{0}};
            reached = squares_combine(MAD_EITHER, &reached, &edge);
            while (!squares_empty(&edge)) {
                uint32_t square = squares_first(&edge);
                squares_remove(&edge, square);
                distance[(size_t)from * n + square] = (uint16_t)steps;
                further = squares_combine(MAD_EITHER, &further, &next_to[square]);
            }
            edge = squares_combine(MAD_WITHOUT, &further, &reached);
        }
    }
}

uint32_t mad_codegen_line(struct mad_codegen *codegen, const struct mad_squares *way, uint32_t like)
{
    struct mad_table_store *tables = &codegen->tables;
    if (squares_empty(way)) {
        return 0;
    }
    if (like != 0 && memcmp(&tables->lines[like], way, sizeof *way) == 0) {
        return like;
    }
    if (!mad_codegen_grow(codegen, (void **)&tables->lines, &tables->line_capacity,
                          tables->line_count, sizeof *way)) {
        return 0;
    }
    tables->lines[tables->line_count] = *way;
    return tables->line_count++;
}

/* Squares strictly between two squares on one line of an adjacent direction: by the shortest way, where the
 * board is glued together, and of several the one whose direction is declared first. */
static void fill_between(struct mad_codegen *codegen, uint32_t *between)
{
    const size_t n = codegen->squares;
    uint32_t *least = mad_codegen_scratch(codegen, n * sizeof *least); /* steps; 0: not seen yet */
    struct mad_squares *best = mad_codegen_scratch(codegen, n * sizeof *best);
    for (uint32_t from = 0; from < n && least != NULL && best != NULL; from++) {
        memset(least, 0, n * sizeof *least);
        for (uint32_t d = 0; d < codegen->direction_count; d++) {
            struct mad_squares way = {{0}};
            int to = codegen->adjacent >> d & 1 ? mad_step(codegen, 0, d, from) : -1;
            for (uint32_t steps = 1; to >= 0 && (uint32_t)to != from && steps < n; steps++) {
                if (least[to] == 0 || steps < least[to]) {
                    least[to] = steps;
                    best[to] = way;
                }
                squares_add(&way, (uint32_t)to);
                to = mad_step(codegen, 0, d, (uint32_t)to);
            }
        }
        for (uint32_t to = 0; to < n; to++) {
            between[from * n + to] =
                least[to] > 1 ? mad_codegen_line(codegen, &best[to], between[to * n + from]) : 0;
        }
    }
}

/* Squares whose neighbours are those at the four sides and one pair of opposite corners lie like hexagons of which every
 * rank is shifted. */
static enum mad_tiling tiling_of(const struct mad_codegen *codegen)
{
    enum {
        SIDES = 0xaa,
        RISING = 0x101,
        FALLING = 0x44
    }; /* bits of three by three squares, by row */
    uint32_t neighbours = 0;
    for (uint32_t d = 0; d < codegen->direction_count; d++) {
        const struct mad_rule_direction *direction = &codegen->rules->directions[d];
        if (!(codegen->adjacent >> d & 1)) {
            continue;
        }
        if (direction->own || direction->right * direction->right > 1 ||
            direction->up * direction->up > 1) {
            return MAD_TILING_SQUARES;
        }
        neighbours |= 1u << (3 * (direction->up + 1) + direction->right + 1);
    }
    return neighbours == (SIDES | FALLING)  ? MAD_TILING_SLANTED_RIGHT
           : neighbours == (SIDES | RISING) ? MAD_TILING_SLANTED_LEFT
                                            : MAD_TILING_SQUARES;
}

void mad_codegen_geometry(struct mad_codegen *codegen)
{
    size_t n = codegen->squares;
    codegen->adjacent = mad_directions_named(codegen, "adjacent");
    if (codegen->game->tiling == MAD_TILING_SQUARES) {
        codegen->game->tiling = tiling_of(codegen);
    }
    uint16_t *distance = mad_codegen_keep(codegen, n * n * sizeof *distance);
    uint32_t *between = mad_codegen_keep(codegen, n * n * sizeof *between);
    if (distance == NULL || between == NULL) {
        return;
    }
    fill_distances(codegen, distance);
    if (!mad_codegen_grow(codegen, (void **)&codegen->tables.lines, &codegen->tables.line_capacity,
                          0, sizeof *codegen->tables.lines)) {
        return;
    }
    codegen->tables.lines[codegen->tables.line_count++] = (struct mad_squares){{0}};
    fill_between(codegen, between);
    codegen->program->tables.distance = distance;
    codegen->program->tables.between = codegen->program->tables.ways = between;
}
