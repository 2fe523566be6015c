/* load.c - a game as the interpreter wants it: the sentences in force, the board, the array.
 *
 * Layer: tests. The ruleset and its trees are taken over from the load that made them, with the
 * arena that they live in. Written from the sections Board, Players and turns, Memory and
 * Pockets of the manual. */
#include <stdio.h>

#include "parts.h"

void *must_have(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "no memory\n");
        abort();
    }
    return memory;
}

void refuse(struct meaning_game *g, const node *at, const char *why)
{
    if (!refused(g))
        snprintf(g->refusal, sizeof g->refusal, "not covered: %s (%s)",
                 at != NULL ? mad_node_kind_name(at->kind) : "-", why);
}

bool goes_on(struct meaning_game *g)
{
    enum { MOST_STEPS = 20000000 };
    if (++g->steps > MOST_STEPS)
        refuse(g, NULL, "it takes too long");
    return !refused(g);
}

const char *meaning_refusal(const struct meaning_game *g)
{
    return refused(g) ? g->refusal : NULL;
}

struct position *copy_of(const struct meaning_game *g, const struct position *from)
{
    struct position *copy = must_have(malloc(g->position_bytes));
    memcpy(copy, from, g->position_bytes);
    return copy;
}

/* --- names ---------------------------------------------------------------------------------- */

int square_named(const struct meaning_game *g, const char *name)
{
    for (int square = 0; square < g->squares; square++)
        if (*name != '\0' && strcmp(g->name[square], name) == 0)
            return square;
    return NONE;
}

int kind_named(const struct meaning_game *g, const char *name)
{
    for (uint32_t i = 0; i < g->rules->piece_count; i++)
        if (g->rules->pieces[i].name == name)
            return (int)i;
    return NONE;
}

static bool has_line(const struct meaning_game *g, int kind, enum mad_node_kind line)
{
    const struct mad_rule_lines *lines = &g->rules->pieces[kind].lines;
    for (uint32_t i = 0; i < lines->count; i++)
        if (lines->items[i]->kind == line)
            return true;
    return false;
}

bool is_royal(const struct meaning_game *g, int kind)
{
    return has_line(g, kind, MAD_NODE_ROYAL);
}

bool may_have(const struct meaning_game *g, int kind, int owner)
{
    int whose = g->rules->pieces[kind].owner;
    return whose < 0 ? owner != NOBODY : whose == (owner == NOBODY ? MAD_NOBODY : owner);
}

const node *child_of(const node *parent, enum mad_node_kind kind)
{
    const node *child = parent != NULL ? parent->first : NULL;
    while (child != NULL && child->kind != kind)
        child = child->next;
    return child;
}

const node *definition_of(const struct meaning_game *g, const char *name)
{
    for (uint32_t i = 0; i < g->rules->definition_count; i++)
        if (g->rules->definitions[i].name == name)
            return g->rules->definitions[i].expression;
    return NULL;
}

const node *verb_of(const struct meaning_game *g, const char *name)
{
    for (uint32_t i = 0; i < g->rules->verb_count; i++)
        if (g->rules->verbs[i].name == name)
            return g->rules->verbs[i].node;
    return NULL;
}

const node *argument_of(const node *call, const char *label)
{
    for (const node *arg = call->first; arg != NULL; arg = arg->next)
        if (label == NULL ? arg->text == NULL : arg->text != NULL && strcmp(arg->text, label) == 0)
            return arg->first;
    return NULL;
}

/* --- the board ------------------------------------------------------------------------------ */

/* The last sentence of this kind among those about the game as a whole. */
static const node *law_of(const struct meaning_game *g, enum mad_node_kind kind)
{
    const node *found = NULL;
    for (uint32_t i = 0; i < g->rules->laws.count; i++)
        if (g->rules->laws.items[i]->kind == kind)
            found = g->rules->laws.items[i];
    return found;
}

/* `corner 9a`: the name of the far left square; letters go on from it, numbers go down to 1 or
 * up. */
static void name_from_corner(struct meaning_game *g, const char *corner)
{
    bool number_first = *corner >= '0' && *corner <= '9';
    char letter = number_first ? corner[strspn(corner, "0123456789")] : corner[0];
    int number = atoi(number_first ? corner : corner + 1);
    for (int square = 0; square < g->squares; square++) {
        int file = square % g->files, row = g->ranks - 1 - square / g->files;
        int n = number_first ? file : row, l = number_first ? row : file;
        n = number == 1 ? 1 + n : number - n;
        if (number_first)
            snprintf(g->name[square], sizeof *g->name, "%d%c", n, letter + l);
        else
            snprintf(g->name[square], sizeof *g->name, "%c%d", letter + l, n);
    }
}

/* Hexagons stand in the slanted rows of a square board. Files have no letter j, and the ranks of
 * each file count from its lower end. */
static void name_hexagons(struct meaning_game *g, int side)
{
    for (int square = 0; square < g->squares; square++) {
        int file = square % g->files, row = square / g->files;
        if (file - row >= side || row - file >= side)
            continue;
        int rank = row - (file >= side ? file - side + 1 : 0) + 1;
        snprintf(g->name[square], sizeof *g->name, "%c%d", 'a' + file + (file >= 9), rank);
        add(&g->board, square);
    }
}

static void name_squares(struct meaning_game *g)
{
    const node *corner = law_of(g, MAD_NODE_CORNER), *hexagon = law_of(g, MAD_NODE_HEXBOARD);
    if (hexagon != NULL) {
        name_hexagons(g, hexagon->n0);
        return;
    }
    for (int square = 0; square < g->squares; square++) {
        add(&g->board, square);
        snprintf(g->name[square], sizeof *g->name, "%c%d", 'a' + square % g->files,
                 square / g->files + 1);
    }
    if (corner != NULL)
        name_from_corner(g, corner->text);
}

/* The array counts from the far left square along the rank. */
static int square_of_cell(const struct meaning_game *g, int cell)
{
    return (g->ranks - 1 - cell / g->files) * g->files + cell % g->files;
}

static struct view outside(struct meaning_game *g)
{
    return (struct view){g, g->start, g->start, NULL, g->start, 0, NONE, NONE, 0, false, false};
}

static void cut_holes(struct meaning_game *g)
{
    set holes = {{0}};
    for (int cell = 0; g->rules->array != NULL && cell < g->squares; cell++)
        if (g->rules->array[cell].piece == -2)
            add(&holes, square_of_cell(g, cell));
    for (uint32_t i = 0; i < g->rules->laws.count; i++) {
        struct view view = outside(g);
        if (g->rules->laws.items[i]->kind == MAD_NODE_HOLE)
            holes = either(holes, squares_of(&view, g->rules->laws.items[i]->first, NULL));
    }
    g->board = without(g->board, holes);
    for (int square = 0; square < g->squares; square++)
        if (!has(&g->board, square))
            g->name[square][0] = '\0';
}

/* So far from there, so many boards on: they are drawn side by side, or one above the other, and nobody goes over
 * their edges. */
int square_on(const struct meaning_game *g, int square, int right, int up, int on)
{
    const int width = g->rules->one.width, height = g->rules->one.height, beside = g->files / width;
    int board = square % g->files / width + square / g->files / height + on;
    int file = square % width + right, rank = square / g->files % height + up;
    if (g->wraps_sideways)
        file = (file % width + width) % width;
    if (g->wraps_up)
        rank = (rank % height + height) % height;
    if (file < 0 || file >= width || rank < 0 || rank >= height || board < 0 ||
        board >= beside * (g->ranks / height))
        return NONE;
    const int across = board % beside, above = board / beside;
    int at = (above * height + rank) * g->files + across * width + file;
    return has(&g->board, at) ? at : NONE;
}

int square_at(const struct meaning_game *g, int square, int right, int up)
{
    return square_on(g, square, right, up, 0);
}

void vector_of(const struct meaning_game *g, int side, int direction, int *right, int *up)
{
    const struct mad_rule_direction *said = &g->rules->directions[direction];
    *right = said->right;
    *up = said->up;
    for (int quarter = 0; said->own && quarter < g->quarters[side]; quarter++) {
        const int ahead = *up;
        *up = -*right;
        *right = ahead;
    }
}

static int square_said(const struct meaning_game *g, const node *n)
{
    int square = g->squares - 1;
    while (square >= 0 && strcmp(g->name[square], n->text) != 0)
        square--;
    return square;
}

/* Where a step of `right` and `up` leads by a sentence like `link a1, d1 and g1`. */
static int linked(const struct meaning_game *g, int square, int right, int up)
{
    for (uint32_t i = 0; i < g->rules->laws.count; i++) {
        const node *link = g->rules->laws.items[i];
        if (link->kind != MAD_NODE_LINK)
            continue;
        for (const node *n = link->first->first; n->next != NULL; n = n->next)
            for (int back = 0; back < 2; back++) {
                int from = square_said(g, back ? n->next : n),
                    to = square_said(g, back ? n : n->next);
                int x = to % g->files - from % g->files, y = to / g->files - from / g->files;
                if (from == square && x * up == y * right && x * right + y * up > 0)
                    return to;
            }
    }
    return NONE;
}

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

/* Where a line leads that is drawn in the array over what is no square. */
static int drawn(const struct meaning_game *g, int square, int right, int up)
{
    if ((right != 0 && up != 0 && abs(right) != abs(up)) || (right == 0 && up == 0))
        return NONE;
    right = sign_of(right);
    up = sign_of(up);
    const char *line = right == 0 ? "|" : up == 0 ? "-" : right == up ? "/" : "\\";
    int at = square, crossed = 0;
    for (;; crossed++) {
        const int file = at % g->files + right, rank = at / g->files + up;
        if (file < 0 || file >= g->files || rank < 0 || rank >= g->ranks || g->rules->array == NULL)
            return NONE;
        at = rank * g->files + file;
        if (g->rules->array[(g->ranks - 1 - rank) * g->files + file].line != *line)
            return crossed > 0 && has(&g->board, at) ? at : NONE;
    }
}

/* The square behind this one on a track; seen from the other side the board is turned half round. */
static int next_on_track(const struct meaning_game *g, const node *track, bool turned, int square)
{
    const int end = g->squares - 1, from = turned ? end - square : square;
    for (const node *n = track->first; n->next != NULL; n = n->next)
        if (square_said(g, n) == from)
            return turned ? end - square_said(g, n->next) : square_said(g, n->next);
    return NONE;
}

static int find_step(const struct meaning_game *g, int side, int direction, int square)
{
    const struct mad_rule_direction *said = &g->rules->directions[direction];
    int right, up;
    if (said->track != NULL)
        return next_on_track(g, said->track, said->own && g->quarters[side] != 0, square);
    vector_of(g, side, direction, &right, &up);
    int to = linked(g, square, right, up);
    if (to == NONE)
        to = drawn(g, square, right, up);
    if (to != NONE)
        return to;
    const int on = g->rules->directions[direction].on;
    const bool beside = g->rules->one.width != g->files;
    return square_on(g, square, right - (beside ? on * g->rules->one.width : 0),
                     up - (beside ? 0 : on * g->rules->one.height), on);
}

int step(const struct meaning_game *g, int side, int direction, int square)
{
    const int of = side * (int)g->rules->direction_count + direction;
    int16_t *known = &g->step[of * g->squares + square];
    if (*known == 0)
        *known = (int16_t)(find_step(g, side, direction, square) - NONE + 1);
    return *known + NONE - 1;
}

/* --- players and turns ---------------------------------------------------------------------- */

/* Where two play he is turned half round who plays towards a direction that points down, or else to the left. */
static int quarters_of(const struct meaning_game *g, int side)
{
    for (uint32_t i = 0; i < g->rules->direction_count; i++) {
        const struct mad_rule_direction *d = &g->rules->directions[i];
        if (d->name != g->rules->players[side].direction)
            continue;
        if (d->up != 0)
            return d->up < 0 ? 2 : 0;
        if (plays_many(g))
            return d->right > 0 ? 1 : 3;
        return d->right < 0 ? 2 : 0;
    }
    return 0;
}

static void add_turns(struct meaning_game *g, const node *name)
{
    for (; name != NULL && name->kind == MAD_NODE_REF; name = name->next) {
        if (g->turn_count == (int)(sizeof g->turns / sizeof *g->turns)) {
            refuse(g, name, "so many turns");
            return;
        }
        g->turns[g->turn_count++] = name->name == g->rules->players[1].name;
    }
}

/* --- the array ------------------------------------------------------------------------------ */

static void place_men(struct meaning_game *g)
{
    for (int cell = 0; g->rules->array != NULL && cell < g->squares; cell++) {
        const struct mad_rule_cell *said = &g->rules->array[cell];
        if (said->piece >= 0)
            g->start->cell[square_of_cell(g, cell)] = (int16_t)man_of(
                said->piece, !plays_many(g) && said->owner == MAD_NOBODY ? NOBODY : said->owner);
    }
}

static void start_marks(struct meaning_game *g)
{
    struct view view = outside(g);
    for (uint32_t m = 0; m < g->rules->mark_count; m++)
        for (uint32_t i = 0; i < g->rules->marks[m].starts.count; i++) {
            const struct mad_rule_mark *mark = &g->rules->marks[m];
            const node *said = mark->starts.items[i], *where = mark->most > 0 ? said->first : said;
            set squares = squares_of(&view, where, NULL);
            if (mark->most > 0 && mark->life == MAD_LIFE_FOLLOWS)
                squares = both(squares, men_of(&view, NONE));
            for (int s = first_of(squares); s != NONE; s = next_of(&squares, s + 1))
                *mark_at(g, g->start, (int)m, s) = (int16_t)(mark->most > 0 ? said->n0 : 1);
        }
}

static void fill_pockets(struct meaning_game *g)
{
    for (uint32_t p = 0; p < g->rules->pocket_count; p++) {
        const struct mad_rule_lines *stock = &g->rules->pockets[p].stock;
        for (uint32_t i = 0; i < stock->count; i++) {
            int kind = kind_named(g, stock->items[i]->name);
            for (int owner = 0; kind != NONE && owner < (int)g->rules->player_count; owner++)
                if (may_have(g, kind, owner)) /* each player has his own men alone */
                    *pocket_at(g, g->start, (int)p, owner, kind) = (int16_t)stock->items[i]->n0;
        }
    }
}

static void make_start(struct meaning_game *g)
{
    const struct mad_ruleset *rules = g->rules;
    g->cells = (size_t)g->squares * (1 + rules->mark_count) +
               (size_t)rules->pocket_count * MOST_PLAYERS * rules->piece_count +
               (size_t)rules->counter_count * MOST_PLAYERS +
               (men_stack(g) ? (size_t)g->squares * MAD_MAX_HEIGHT : 0);
    g->position_bytes = sizeof *g->start + g->cells * sizeof *g->start->cell;
    g->start = must_have(calloc(1, g->position_bytes));
    cut_holes(g);
    g->start->side = g->turn_count > 0 ? g->turns[0] : 0;
    /* Nobody has moved; it is as if his enemy had, where he has one, or of several who moves before him. */
    g->start->mover = rules->plays_alone ? 0
                      : plays_many(g)    ? (int)rules->player_count - 1
                                         : 1 - g->start->side;
    g->start->fullmove = 1;
    g->start->last = (struct last){.origin = NONE, .kind = NONE};
    place_men(g);
    start_marks(g);
    fill_pockets(g);
    for (uint32_t i = 0; i < rules->counter_count; i++)
        for (int player = 0; player < MOST_PLAYERS; player++)
            *counter_at(g, g->start, (int)i, player) = (int16_t)rules->counters[i].start;
}

static void begin(struct meaning_game *g)
{
    const struct mad_ruleset *rules = g->rules;
    const node *wrap = law_of(g, MAD_NODE_WRAP), *turns = law_of(g, MAD_NODE_TURNS);
    g->files = rules->files;
    g->ranks = rules->ranks;
    g->squares = g->files * g->ranks;
    if (g->squares > MOST_SQUARES || rules->piece_count > MOST_KINDS ||
        rules->direction_count > MOST_DIRECTIONS) {
        refuse(g, NULL, "so large a game");
        return;
    }
    g->wraps_sideways = wrap != NULL;
    g->wraps_up = wrap != NULL && strcmp(wrap->name, "both") == 0;
    g->hexagons = law_of(g, MAD_NODE_HEXBOARD) != NULL;
    for (int player = 0; player < (int)rules->player_count; player++)
        g->quarters[player] = quarters_of(g, player);
    name_squares(g);
    if (turns != NULL) {
        add_turns(g, turns->first);
        g->turns_once = g->turn_count;
        add_turns(g, child_of(turns, MAD_NODE_LIST)->first);
    }
    g->step = must_have(
        calloc((size_t)rules->player_count * (rules->direction_count + 1) * (size_t)g->squares,
               sizeof *g->step));
    g->goes_on = law_of(g, MAD_NODE_AGAIN_WHEN) != NULL;
    for (; g->goes_on && g->turn_count < 4; g->turn_count++)
        g->turns[g->turn_count] = g->turn_count / 2;
    make_start(g);
}

/* --- loading -------------------------------------------------------------------------------- */

/* The arena changes hands: what the load does with it from here on begins in an empty one. */
static enum mad_status take_over(void *context, struct mad_loaded *loaded)
{
    struct meaning_game *g = context;
    struct mad_allocator allocator = loaded->scratch->allocator;
    g->rules = loaded->rules;
    g->arena = *loaded->scratch;
    mad_arena_init(loaded->scratch, &allocator, g->arena.limit);
    return MAD_OK;
}

enum mad_status meaning_load(const mad_engine *engine, const struct mad_load *load,
                             struct meaning_game **out, mad_game **product,
                             mad_diagnostics **diagnostics)
{
    struct meaning_game *g = must_have(calloc(1, sizeof *g));
    mad_game *game = NULL;
    enum mad_status status = mad_load_visited(engine, load, take_over, g, &game, diagnostics);
    if (status != MAD_OK) {
        meaning_free(g);
        return status;
    }
    begin(g);
    *out = g;
    if (product != NULL)
        *product = game;
    else
        mad_game_free(game);
    return MAD_OK;
}

const char *meaning_test_position(const struct meaning_game *g, size_t index)
{
    for (uint32_t i = 0; i < g->rules->tests.count; i++)
        for (const node *line = g->rules->tests.items[i]->first; line != NULL; line = line->next)
            if (line->kind == MAD_NODE_T_POSITION && index-- == 0)
                return line->text;
    return NULL;
}

void meaning_free(struct meaning_game *g)
{
    if (g == NULL)
        return;
    if (g->rules != NULL)
        mad_arena_free(&g->arena);
    free(g->start);
    free(g->step);
    free(g);
}
