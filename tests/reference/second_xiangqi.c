/* second_xiangqi.c - the second generator for Xiangqi, Minixiangqi and Manchu.
 *
 * Written from the rules as commonly known. Cell ROW * rank + file, rank 0 Red's own. Repetition: the
 * third time is a draw, but who checked with every move since the first time has lost; chasing is not
 * looked at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "second.h"

enum { ROW = 9, CELLS = ROW * 10 };
enum kind { NONE, GENERAL, ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON, SOLDIER, BANNER };
static const char letters[] = ".KAEHRCPB";

struct board {
    int files, ranks;
    bool has_river;
    const char *array;
};

static const int straight[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
static const int aslant[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

/* --- the board --------------------------------------------------------------------------------- */

static bool is_on_board(const struct board *board, int x, int y)
{
    return x >= 0 && x < board->files && y >= 0 && y < board->ranks;
}

static int at(const struct second_position *position, int x, int y)
{
    return position->cell[y * ROW + x];
}

/* 0 Red, 1 Black, -1 nobody. */
static int owner(int man)
{
    return man == 0 ? -1 : man < 0;
}

/* The rank as the side counts it. */
static int own_rank(const struct board *board, int side, int y)
{
    return side == 0 ? y : board->ranks - 1 - y;
}

static bool is_in_palace(const struct board *board, int side, int x, int y)
{
    return abs(x - board->files / 2) <= 1 && own_rank(board, side, y) >= 0 &&
           own_rank(board, side, y) <= 2;
}

/* Not beyond the river. */
static bool is_at_home(const struct board *board, int side, int y)
{
    return board->has_river && own_rank(board, side, y) <= 4;
}

/* --- where men go ------------------------------------------------------------------------------ */

struct goals {
    int cell[32];
    int count;
};

/* Adds the square when it is on the board and holds no own man. */
static void add_goal(const struct board *board, struct goals *goals,
                     const struct second_position *position, int side, int x, int y)
{
    if (is_on_board(board, x, y) && owner(at(position, x, y)) != side)
        goals->cell[goals->count++] = y * ROW + x;
}

/* A Banner goes like a Chariot, and captures like a Cannon too. */
static void add_line(const struct board *board, struct goals *goals,
                     const struct second_position *position, int side, int x, int y, const int *way,
                     int kind)
{
    int screens = 0;
    for (x += way[0], y += way[1]; is_on_board(board, x, y); x += way[0], y += way[1]) {
        bool is_empty = at(position, x, y) == NONE;
        if (screens == 0 && (is_empty || kind != CANNON))
            add_goal(board, goals, position, side, x, y);
        if (screens == 1 && !is_empty) {
            add_goal(board, goals, position, side, x, y);
            return;
        }
        if (!is_empty && kind == CHARIOT)
            return;
        screens += !is_empty;
    }
}

static void add_horse(const struct board *board, struct goals *goals,
                      const struct second_position *position, int side, int x, int y,
                      const int *way)
{
    if (!is_on_board(board, x + way[0], y + way[1]) || at(position, x + way[0], y + way[1]) != NONE)
        return;
    for (int aside = -1; aside <= 1; aside += 2)
        add_goal(board, goals, position, side, x + 2 * way[0] + aside * way[1],
                 y + 2 * way[1] + aside * way[0]);
}

static void add_soldier(const struct board *board, struct goals *goals,
                        const struct second_position *position, int side, int x, int y)
{
    add_goal(board, goals, position, side, x, side == 0 ? y + 1 : y - 1);
    if (is_at_home(board, side, y))
        return;
    add_goal(board, goals, position, side, x - 1, y);
    add_goal(board, goals, position, side, x + 1, y);
}

/* The General sees the other one along an open file. */
static void add_general_opposite(const struct board *board, struct goals *goals,
                                 const struct second_position *position, int side, int x, int y)
{
    int step = side == 0 ? 1 : -1;
    for (y += step; is_on_board(board, x, y); y += step) {
        int man = at(position, x, y);
        if (man == (side == 0 ? -GENERAL : GENERAL))
            goals->cell[goals->count++] = y * ROW + x;
        if (man != NONE)
            return;
    }
}

/* For finding out what is attacked, the other General too. */
static struct goals goals_of(const struct board *board, const struct second_position *position,
                             int from, bool is_attack)
{
    struct goals goals = {.count = 0};
    int x = from % ROW, y = from / ROW;
    int man = at(position, x, y), side = owner(man), kind = abs(man);
    if (kind == SOLDIER)
        add_soldier(board, &goals, position, side, x, y);
    if (kind == GENERAL && is_attack)
        add_general_opposite(board, &goals, position, side, x, y);
    for (int i = 0; i < 4; i++) {
        const int *line = straight[i], *slope = aslant[i];
        if (kind == GENERAL && is_in_palace(board, side, x + line[0], y + line[1]))
            add_goal(board, &goals, position, side, x + line[0], y + line[1]);
        if (kind == ADVISOR && is_in_palace(board, side, x + slope[0], y + slope[1]))
            add_goal(board, &goals, position, side, x + slope[0], y + slope[1]);
        if (kind == ELEPHANT && is_on_board(board, x + 2 * slope[0], y + 2 * slope[1]) &&
            is_at_home(board, side, y + 2 * slope[1]) &&
            at(position, x + slope[0], y + slope[1]) == NONE)
            add_goal(board, &goals, position, side, x + 2 * slope[0], y + 2 * slope[1]);
        if (kind == HORSE || kind == BANNER)
            add_horse(board, &goals, position, side, x, y, line);
        if (kind == CHARIOT || kind == CANNON || kind == BANNER)
            add_line(board, &goals, position, side, x, y, line, kind);
    }
    return goals;
}

static bool is_in_check(const struct board *board, const struct second_position *position, int side)
{
    for (int cell = 0; cell < CELLS; cell++) {
        if (owner(position->cell[cell]) != !side)
            continue;
        struct goals goals = goals_of(board, position, cell, true);
        for (int i = 0; i < goals.count; i++)
            if (position->cell[goals.cell[i]] == (side == 0 ? GENERAL : -GENERAL))
                return true;
    }
    return false;
}

/* --- moves and the end ------------------------------------------------------------------------- */

static size_t moves(const struct second_game *game, const struct second_position *position,
                    struct second_move *list)
{
    const struct board *board = game->rules;
    size_t count = 0;
    for (int from = 0; from < CELLS; from++) {
        if (owner(position->cell[from]) != position->mover)
            continue;
        struct goals goals = goals_of(board, position, from, false);
        for (int i = 0; i < goals.count; i++) {
            int to = goals.cell[i];
            struct second_move *move = &list[count];
            move->after = *position;
            move->after.cell[to] = position->cell[from];
            move->after.cell[from] = NONE;
            if (is_in_check(board, &move->after, position->mover))
                continue;
            move->after.mover = !position->mover;
            char *text = second_square(move->text, from % ROW, from / ROW);
            second_square(text, to % ROW, to / ROW);
            count++;
        }
    }
    return count;
}

/* Whether the side was in check whenever it was its turn since the first time. */
static bool was_always_in_check(const struct board *board, const struct second_history *history,
                                int side)
{
    for (size_t i = second_first_time(history); i < history->count; i++)
        if (history->positions[i].mover == side &&
            !is_in_check(board, &history->positions[i], side))
            return false;
    return true;
}

static struct second_result result(const struct second_game *game,
                                   const struct second_history *history, size_t count)
{
    const struct board *board = game->rules;
    const struct second_position *now = &history->positions[history->count - 1];
    if (count == 0)
        return (struct second_result){now->mover ? SECOND_FIRST_WINS : SECOND_SECOND_WINS,
                                      is_in_check(board, now, now->mover) ? "mate" : "no move"};
    if (second_times(history) < 3)
        return (struct second_result){SECOND_GOES_ON, NULL};
    bool red = was_always_in_check(board, history, 0),
         black = was_always_in_check(board, history, 1);
    if (red == black)
        return (struct second_result){SECOND_DRAWN, "third repetition"};
    return (struct second_result){red ? SECOND_FIRST_WINS : SECOND_SECOND_WINS, "perpetual check"};
}

static void begin(const struct second_game *game, struct second_position *position,
                  const char *text)
{
    const struct board *board = game->rules;
    const char *array = text != NULL ? text : board->array;
    int x = 0, y = board->ranks - 1;
    for (; *array != ' '; array++) {
        bool lower = *array >= 'a';
        const char *letter = strchr(letters + 1, lower ? *array - 'a' + 'A' : *array);
        if (*array == '/') {
            y--;
            x = 0;
        } else if (letter != NULL) {
            int kind = (int)(letter - letters);
            position->cell[y * ROW + x++] = (signed char)(lower ? -kind : kind);
        } else {
            x += *array - '0';
        }
    }
    position->mover = array[1] == 'b';
}

static char *write_rank(const struct board *board, const struct second_position *position, int y,
                        char *text)
{
    int gap = 0;
    for (int x = 0; x < board->files; x++) {
        int man = at(position, x, y);
        if (man == NONE) {
            gap++;
            continue;
        }
        text = second_gap(text, &gap);
        *text++ = (char)(letters[abs(man)] + (man < 0 ? 'a' - 'A' : 0));
    }
    return second_gap(text, &gap);
}

static bool may_stand(const struct board *board, int kind, int side, int x, int y)
{
    switch (kind) {
    case ADVISOR: return is_in_palace(board, side, x, y) && (x + own_rank(board, side, y)) % 2 == 1;
    case ELEPHANT:
        return is_at_home(board, side, y) && own_rank(board, side, y) % 2 == 0 && x % 2 == 0 &&
               (x / 2 + own_rank(board, side, y) / 2) % 2 == 1;
    case SOLDIER:
        return !board->has_river || !is_at_home(board, side, y) ||
               (own_rank(board, side, y) >= 3 && x % 2 == 0);
    case BANNER: return side == 0;
    }
    return true;
}

/* Both Generals in their palaces and up to a dozen others. */
static void scatter(const struct second_game *game, uint64_t *random, char *text)
{
    const struct board *board = game->rules;
    struct second_position position;
    do {
        memset(&position, 0, sizeof position);
        for (int side = 0; side < 2; side++) {
            int x = board->files / 2 - 1 + (int)random_below(random, 3);
            int y = (int)random_below(random, 3);
            position.cell[own_rank(board, side, y) * ROW + x] = side == 0 ? GENERAL : -GENERAL;
        }
        for (int men = (int)random_below(random, 13); men > 0; men--) {
            int kind = ADVISOR + (int)random_below(random, 7), side = (int)random_below(random, 2);
            int x = (int)random_below(random, (size_t)board->files);
            int y = (int)random_below(random, (size_t)board->ranks), cell = y * ROW + x;
            if (position.cell[cell] == NONE && strchr(board->array, letters[kind]) != NULL &&
                may_stand(board, kind, side, x, y))
                position.cell[cell] = (signed char)(side == 0 ? kind : -kind);
        }
        position.mover = (int)random_below(random, 2);
    } while (is_in_check(board, &position, !position.mover));
    for (int y = board->ranks - 1; y >= 0; y--) {
        text = write_rank(board, &position, y, text);
        *text++ = y > 0 ? '/' : ' ';
    }
    strcpy(text, position.mover == 0 ? "w - - 0 1" : "b - - 0 1");
}

/* Few men, so that Generals meet, Soldiers walk far and positions come back; and checks without end. */
static const char *const starts[] = {
    "3ak4/4a4/9/4P4/9/2C6/9/4E4/4A4/3AK4 w - - 0 1",
    "2eak4/4a4/4e4/9/2h6/6p2/4C4/3CE4/9/2EAKA3 b - - 0 1",
    "4k4/9/3P5/9/9/9/4p4/9/9/3K5 w - - 0 1",
    "3k5/4P4/9/9/1h7/9/7R1/9/4p4/5K3 w - - 0 1",
    "3k5/9/9/9/9/9/3R5/9/9/5K3 b - - 0 1 "
    "moves d10e10 d4e4 e10d10 e4d4 d10e10 d4e4 e10d10 e4d4",
    "3k5/9/9/9/9/9/3R5/9/9/5K3 b - - 0 1 "
    "moves d10e10 d4c4 e10d10 c4d4 d10e10 d4c4 e10d10 c4d4",
    "3k5/9/9/9/9/9/2R6/9/9/5K3 w - - 0 1 "
    "moves c4d4 d10e10 d4e4 e10d10 e4d4 d10e10 d4e4 e10d10 e4d4",
    "5k3/9/9/3r5/9/9/9/9/9/3K5 w - - 0 1 "
    "moves d1e1 d7e7 e1d1 e7d7 d1e1 d7e7 e1d1 e7d7",
    NULL,
};

static const struct board xiangqi = {
    9, 10, true, "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w"};
static const struct board minixiangqi = {7, 7, false, "rchkhcr/p1ppp1p/7/7/7/P1PPP1P/RCHKHCR w"};
static const struct board manchu = {9, 10, true,
                                    "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/9/9/B1EAKAE2 w"};

const struct second_game *second_xiangqi(size_t *count)
{
    static const struct second_game games[] = {
        {"xiangqi", NULL, &xiangqi, starts, begin, moves, result, scatter},
        {"minixiangqi", NULL, &minixiangqi, NULL, begin, moves, result, scatter},
        {"manchu", NULL, &manchu, NULL, begin, moves, result, scatter},
    };
    *count = sizeof games / sizeof *games;
    return games;
}
