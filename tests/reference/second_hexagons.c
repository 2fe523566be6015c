/* second_hexagons.c - the second generator for Glinski's Hexagonal Chess.
 *
 * Written from the rules as commonly known. Files a to l without j, file f in the middle with eleven
 * hexagons; a hexagon has a column (0 to 10) and a height, which goes on growing to the right of file
 * f although the rank does not: so steps are the same everywhere. Cell 16 * column + height. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "second.h"

enum { COLUMNS = 11, ROW = 16, CELLS = COLUMNS * ROW, FIFTY_TURNS = 100, PASSED = 0 };
enum kind { NONE, KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN };
static const char letters[] = ".KQRBNP";
static const char files[] = "abcdefghikl";

struct place {
    int column, height;
};

/* Across the edges of a hexagon, one after another all round; and across its corners. */
static const struct place edges[6] = {{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}};
static const struct place corners[6] = {{1, 2}, {2, 1}, {1, -1}, {-1, -2}, {-2, -1}, {-1, 1}};

/* --- the board --------------------------------------------------------------------------------- */

static int rank_of(struct place place)
{
    return place.column > 5 ? place.height - (place.column - 5) : place.height;
}

static int file_length(int column)
{
    return COLUMNS - abs(column - 5);
}

static bool is_on_board(struct place place)
{
    return place.column >= 0 && place.column < COLUMNS && rank_of(place) >= 0 &&
           rank_of(place) < file_length(place.column);
}

static struct place plus(struct place a, struct place b)
{
    return (struct place){a.column + b.column, a.height + b.height};
}

static int cell_of(struct place place)
{
    return place.column * ROW + place.height;
}

static struct place place_of(int cell)
{
    return (struct place){cell / ROW, cell % ROW};
}

static struct place place_named(const char *name)
{
    int column = (int)(strchr(files, name[0]) - files), rank = atoi(name + 1) - 1;
    return (struct place){column, column > 5 ? rank + column - 5 : rank};
}

static int owner(int man)
{
    return man == 0 ? -1 : man < 0;
}

/* --- where men go ------------------------------------------------------------------------------ */

struct goals {
    int cell[64];
    int count;
};

static bool add_goal(struct goals *goals, const struct second_position *position, int side,
                     struct place to)
{
    if (!is_on_board(to) || owner(position->cell[cell_of(to)]) == side)
        return false;
    goals->cell[goals->count++] = cell_of(to);
    return position->cell[cell_of(to)] == NONE;
}

static void add_lines(struct goals *goals, const struct second_position *position, int side,
                      struct place from, const struct place *ways, bool is_far)
{
    for (int i = 0; i < 6; i++) {
        struct place to = plus(from, ways[i]);
        while (add_goal(goals, position, side, to) && is_far)
            to = plus(to, ways[i]);
    }
}

/* Two straight on across edges, then one on across an edge to the left or right of that. */
static void add_knight(struct goals *goals, const struct second_position *position, int side,
                       struct place from)
{
    for (int i = 0; i < 6; i++) {
        struct place far = plus(plus(from, edges[i]), edges[i]);
        add_goal(goals, position, side, plus(far, edges[(i + 1) % 6]));
        add_goal(goals, position, side, plus(far, edges[(i + 5) % 6]));
    }
}

/* What a man may capture, or move to; of Pawns the captures alone. */
static struct goals goals_of(const struct second_position *position, int from)
{
    struct goals goals = {.count = 0};
    int side = owner(position->cell[from]), kind = abs(position->cell[from]);
    struct place place = place_of(from);
    if (kind == QUEEN || kind == ROOK || kind == KING)
        add_lines(&goals, position, side, place, edges, kind != KING);
    if (kind == QUEEN || kind == BISHOP || kind == KING)
        add_lines(&goals, position, side, place, corners, kind != KING);
    if (kind == KNIGHT)
        add_knight(&goals, position, side, place);
    if (kind == PAWN) {
        int ahead = side == 0 ? 0 : 3;
        add_goal(&goals, position, side, plus(place, edges[(ahead + 1) % 6]));
        add_goal(&goals, position, side, plus(place, edges[(ahead + 5) % 6]));
    }
    return goals;
}

static bool is_in_check(const struct second_position *position, int side)
{
    for (int cell = 0; cell < CELLS; cell++) {
        if (owner(position->cell[cell]) != !side)
            continue;
        struct goals goals = goals_of(position, cell);
        for (int i = 0; i < goals.count; i++)
            if (position->cell[goals.cell[i]] == (side == 0 ? KING : -KING))
                return true;
    }
    return false;
}

/* --- moves ------------------------------------------------------------------------------------- */

struct listing {
    const struct second_position *before;
    struct second_move *list;
    size_t count;
};

/* `victim` is the cell of what is captured, or -1; `becomes` the kind that arrives. */
static void add_move(struct listing *listing, int from, int to, int victim, int becomes)
{
    const struct second_position *before = listing->before;
    struct second_move *move = &listing->list[listing->count];
    int side = before->mover, kind = abs(before->cell[from]);
    move->after = *before;
    if (victim >= 0)
        move->after.cell[victim] = NONE;
    move->after.cell[from] = NONE;
    move->after.cell[to] = (signed char)(side == 0 ? becomes : -becomes);
    if (is_in_check(&move->after, side))
        return;
    move->after.mover = !side;
    move->after.note[PASSED] = 0;
    move->after.clock = kind == PAWN || victim >= 0 ? 0 : before->clock + 1;
    struct place start = place_of(from), end = place_of(to);
    int length = sprintf(move->text, "%c%d%c%d", files[start.column], rank_of(start) + 1,
                         files[end.column], rank_of(end) + 1);
    if (becomes != kind)
        sprintf(move->text + length, "=%c", letters[becomes]);
    listing->count++;
}

/* The far end of every file promotes. */
static void add_pawn_move(struct listing *listing, int from, int to, int victim)
{
    int side = listing->before->mover;
    struct place ahead = plus(place_of(to), edges[side == 0 ? 0 : 3]);
    if (is_on_board(ahead)) {
        add_move(listing, from, to, victim, PAWN);
        return;
    }
    for (int kind = QUEEN; kind <= KNIGHT; kind++)
        add_move(listing, from, to, victim, kind);
}

static bool is_pawn_start(int side, int cell)
{
    static const char names[2][9][4] = {{"b1", "c2", "d3", "e4", "f5", "g4", "h3", "i2", "k1"},
                                        {"b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "k7"}};
    for (int i = 0; i < 9; i++)
        if (cell_of(place_named(names[side][i])) == cell)
            return true;
    return false;
}

static void add_pawn(struct listing *listing, int from)
{
    const struct second_position *before = listing->before;
    int side = before->mover, ahead = side == 0 ? 0 : 3;
    struct place one = plus(place_of(from), edges[ahead]), two = plus(one, edges[ahead]);
    if (is_on_board(one) && before->cell[cell_of(one)] == NONE) {
        add_pawn_move(listing, from, cell_of(one), -1);
        if (is_pawn_start(side, from) && is_on_board(two) && before->cell[cell_of(two)] == NONE) {
            size_t count = listing->count;
            add_pawn_move(listing, from, cell_of(two), -1);
            if (listing->count > count)
                listing->list[count].after.note[PASSED] = cell_of(one) + 1;
        }
    }
    for (int aside = 1; aside <= 5; aside += 4) {
        struct place to = plus(place_of(from), edges[(ahead + aside) % 6]);
        if (!is_on_board(to))
            continue;
        int cell = cell_of(to);
        if (owner(before->cell[cell]) == !side)
            add_pawn_move(listing, from, cell, cell);
        if (before->note[PASSED] == cell + 1)
            add_pawn_move(listing, from, cell, cell_of(plus(to, edges[(ahead + 3) % 6])));
    }
}

static size_t list_moves(const struct second_position *position, struct second_move *list)
{
    struct listing listing = {position, list, 0};
    for (int from = 0; from < CELLS; from++) {
        if (owner(position->cell[from]) != position->mover)
            continue;
        if (abs(position->cell[from]) == PAWN) {
            add_pawn(&listing, from);
            continue;
        }
        struct goals goals = goals_of(position, from);
        for (int i = 0; i < goals.count; i++) {
            int to = goals.cell[i];
            add_move(&listing, from, to, position->cell[to] == NONE ? -1 : to,
                     abs(position->cell[from]));
        }
    }
    return listing.count;
}

static bool has_en_passant(const struct second_position *position, const struct second_move *list,
                           size_t count)
{
    struct place place = place_of(position->note[PASSED] - 1);
    char name[16];
    snprintf(name, sizeof name, "%c%d", files[place.column], rank_of(place) + 1);
    for (size_t i = 0; i < count; i++) {
        struct place from = place_named(list[i].text);
        bool is_pawn = abs(position->cell[cell_of(from)]) == PAWN;
        const char *to = list[i].text + (list[i].text[2] <= '9' ? 3 : 2);
        if (is_pawn && files[from.column] != to[0] && strcmp(to, name) == 0)
            return true;
    }
    return false;
}

/* The right to capture in passing makes another position when somebody can use it: then it goes to
 * `state`. */
static size_t moves(const struct second_game *game, const struct second_position *position,
                    struct second_move *list)
{
    (void)game;
    static struct second_move replies[1024];
    size_t count = list_moves(position, list);
    for (size_t i = 0; i < count; i++) {
        struct second_position *after = &list[i].after;
        after->state[PASSED] = 0;
        if (after->note[PASSED] != 0 && has_en_passant(after, replies, list_moves(after, replies)))
            after->state[PASSED] = after->note[PASSED];
    }
    return count;
}

/* --- the end ----------------------------------------------------------------------------------- */

static struct second_result result(const struct second_game *game,
                                   const struct second_history *history, size_t count)
{
    (void)game;
    const struct second_position *now = &history->positions[history->count - 1];
    if (count == 0 && is_in_check(now, now->mover))
        return (struct second_result){now->mover ? SECOND_FIRST_WINS : SECOND_SECOND_WINS, "mate"};
    if (count == 0)
        return (struct second_result){now->mover ? SECOND_FIRST_WINS : SECOND_SECOND_WINS,
                                      "stalemate"};
    if (second_times(history) >= 3)
        return (struct second_result){SECOND_DRAWN, "third repetition"};
    if (now->clock >= FIFTY_TURNS)
        return (struct second_result){SECOND_DRAWN, "fifty turns"};
    return (struct second_result){SECOND_GOES_ON, NULL};
}

/* A stalemate is three to one. */
bool second_hexagon_points(const struct second_game *game, const struct second_position *end,
                           int points[2])
{
    static struct second_move list[1024];
    if (game->result != result || is_in_check(end, end->mover) || list_moves(end, list) > 0)
        return false;
    points[end->mover] = 1;
    points[!end->mover] = 3;
    return true;
}

static void set_up_array(struct second_position *position)
{
    static const struct {
        const char *names;
        int man;
    } array[] = {
        {"g1", KING},       {"e1", QUEEN},
        {"c1 i1", ROOK},    {"f1 f2 f3", BISHOP},
        {"d1 h1", KNIGHT},  {"b1 c2 d3 e4 f5 g4 h3 i2 k1", PAWN},
        {"g10", -KING},     {"e10", -QUEEN},
        {"c8 i8", -ROOK},   {"f9 f10 f11", -BISHOP},
        {"d9 h9", -KNIGHT}, {"b7 c7 d7 e7 f7 g7 h7 i7 k7", -PAWN},
    };
    for (size_t i = 0; i < sizeof array / sizeof *array; i++)
        for (const char *name = array[i].names; name != NULL; name = strchr(name, ' ')) {
            name += *name == ' ';
            position->cell[cell_of(place_named(name))] = (signed char)array[i].man;
        }
}

/* Rows of one height, from the top; numbers are empty hexagons. */
static void begin(const struct second_game *game, struct second_position *position,
                  const char *text)
{
    (void)game;
    if (text == NULL) {
        set_up_array(position);
        return;
    }
    for (int height = COLUMNS - 1; height >= 0; height--, text++) {
        struct place place = {0, height};
        while (!is_on_board(place))
            place.column++;
        while (*text != '/' && *text != ' ') {
            bool lower = *text >= 'a' && *text <= 'z';
            const char *letter = strchr(letters + 1, lower ? *text - 'a' + 'A' : *text);
            if (*text >= '0' && *text <= '9') {
                place.column += (int)strtol(text, (char **)&text, 10);
                continue;
            }
            int kind = (int)(letter - letters);
            position->cell[cell_of(place)] = (signed char)(lower ? -kind : kind);
            place.column++;
            text++;
        }
    }
    position->mover = *text == 'b';
}

static char *write_row(const struct second_position *position, int height, char *text)
{
    int gap = 0;
    for (int column = 0; column < COLUMNS; column++) {
        struct place place = {column, height};
        int man = is_on_board(place) ? position->cell[cell_of(place)] : NONE;
        gap += is_on_board(place) && man == NONE;
        if (man == NONE)
            continue;
        text = second_gap(text, &gap);
        *text++ = (char)(letters[abs(man)] + (man < 0 ? 'a' - 'A' : 0));
    }
    return second_gap(text, &gap);
}

static struct place random_place(uint64_t *random)
{
    struct place place;
    do {
        place.column = (int)random_below(random, COLUMNS);
        place.height = (int)random_below(random, COLUMNS);
    } while (!is_on_board(place));
    return place;
}

static bool has_both_kings(const struct second_position *position)
{
    int kings = 0;
    for (int cell = 0; cell < CELLS; cell++)
        kings += position->cell[cell] == KING ? 1 : position->cell[cell] == -KING ? 2 : 0;
    return kings == 3;
}

/* Kings and up to a dozen others; no Pawn where it would have promoted. */
static void scatter(const struct second_game *game, uint64_t *random, char *text)
{
    (void)game;
    struct second_position position;
    do {
        memset(&position, 0, sizeof position);
        int white = cell_of(random_place(random)), black = cell_of(random_place(random));
        position.cell[white] = KING;
        position.cell[black] = white == black ? KING : -KING;
        for (int men = (int)random_below(random, 13); men > 0; men--) {
            struct place place = random_place(random);
            int kind = QUEEN + (int)random_below(random, 7), side = (int)random_below(random, 2);
            kind = kind > PAWN ? PAWN : kind;
            int behind = rank_of(place), ahead = file_length(place.column) - 1 - behind;
            if (position.cell[cell_of(place)] == NONE &&
                (kind != PAWN || (side == 0 ? ahead : behind) > 0))
                position.cell[cell_of(place)] = (signed char)(side == 0 ? kind : -kind);
        }
        position.mover = (int)random_below(random, 2);
    } while (is_in_check(&position, !position.mover) || !has_both_kings(&position));
    for (int height = COLUMNS - 1; height >= 0; height--) {
        text = write_row(&position, height, text);
        *text++ = height > 0 ? '/' : ' ';
    }
    strcpy(text, position.mover == 0 ? "w - - 0 1" : "b - - 0 1");
}

const struct second_game *second_hexagons(size_t *count)
{
    static const struct second_game games[] = {
        {"glinski", NULL, NULL, NULL, begin, moves, result, scatter},
    };
    *count = sizeof games / sizeof *games;
    return games;
}
