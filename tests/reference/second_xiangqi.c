/* second_xiangqi.c - the second generator for Xiangqi.
 *
 * Written from the rules as commonly known. Cell 9 * rank + file, rank 0 Red's own. Repetition: the
 * third time is a draw, but who checked with every move since the first time has lost; chasing is not
 * looked at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "second.h"

enum { FILES = 9, RANKS = 10, CELLS = FILES * RANKS };
enum kind { NONE, GENERAL, ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON, SOLDIER };
static const char letters[] = ".KAEHRCP";

static const int straight[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
static const int aslant[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

/* --- the board --------------------------------------------------------------------------------- */

static bool is_on_board(int x, int y)
{
    return x >= 0 && x < FILES && y >= 0 && y < RANKS;
}

static int at(const struct second_position *position, int x, int y)
{
    return position->cell[y * FILES + x];
}

/* 0 Red, 1 Black, -1 nobody. */
static int owner(int man)
{
    return man == 0 ? -1 : man < 0;
}

/* The rank as the side counts it. */
static int own_rank(int side, int y)
{
    return side == 0 ? y : RANKS - 1 - y;
}

static bool is_in_palace(int side, int x, int y)
{
    return x >= 3 && x <= 5 && own_rank(side, y) <= 2;
}

static bool is_at_home(int side, int y)
{
    return own_rank(side, y) <= 4;
}

/* --- where men go ------------------------------------------------------------------------------ */

struct goals {
    int cell[32];
    int count;
};

/* Adds the square when it is on the board and holds no own man. */
static void add_goal(struct goals *goals, const struct second_position *position, int side, int x,
                     int y)
{
    if (is_on_board(x, y) && owner(at(position, x, y)) != side)
        goals->cell[goals->count++] = y * FILES + x;
}

static void add_line(struct goals *goals, const struct second_position *position, int side, int x,
                     int y, const int *way, bool is_cannon)
{
    int screens = 0;
    for (x += way[0], y += way[1]; is_on_board(x, y); x += way[0], y += way[1]) {
        bool is_empty = at(position, x, y) == NONE;
        if (screens == 0 && (is_empty || !is_cannon))
            add_goal(goals, position, side, x, y);
        if (screens == 1 && !is_empty) {
            add_goal(goals, position, side, x, y);
            return;
        }
        if (!is_empty && !is_cannon)
            return;
        screens += !is_empty;
    }
}

static void add_horse(struct goals *goals, const struct second_position *position, int side, int x,
                      int y, const int *way)
{
    if (!is_on_board(x + way[0], y + way[1]) || at(position, x + way[0], y + way[1]) != NONE)
        return;
    for (int aside = -1; aside <= 1; aside += 2)
        add_goal(goals, position, side, x + 2 * way[0] + aside * way[1],
                 y + 2 * way[1] + aside * way[0]);
}

static void add_soldier(struct goals *goals, const struct second_position *position, int side,
                        int x, int y)
{
    add_goal(goals, position, side, x, side == 0 ? y + 1 : y - 1);
    if (is_at_home(side, y))
        return;
    add_goal(goals, position, side, x - 1, y);
    add_goal(goals, position, side, x + 1, y);
}

/* The General sees the other one along an open file. */
static void add_general_opposite(struct goals *goals, const struct second_position *position,
                                 int side, int x, int y)
{
    int step = side == 0 ? 1 : -1;
    for (y += step; is_on_board(x, y); y += step) {
        int man = at(position, x, y);
        if (man == (side == 0 ? -GENERAL : GENERAL))
            goals->cell[goals->count++] = y * FILES + x;
        if (man != NONE)
            return;
    }
}

/* For finding out what is attacked, the other General too. */
static struct goals goals_of(const struct second_position *position, int from, bool is_attack)
{
    struct goals goals = {.count = 0};
    int x = from % FILES, y = from / FILES;
    int man = at(position, x, y), side = owner(man), kind = abs(man);
    if (kind == SOLDIER)
        add_soldier(&goals, position, side, x, y);
    if (kind == GENERAL && is_attack)
        add_general_opposite(&goals, position, side, x, y);
    for (int i = 0; i < 4; i++) {
        const int *line = straight[i], *slope = aslant[i];
        if (kind == GENERAL && is_in_palace(side, x + line[0], y + line[1]))
            add_goal(&goals, position, side, x + line[0], y + line[1]);
        if (kind == ADVISOR && is_in_palace(side, x + slope[0], y + slope[1]))
            add_goal(&goals, position, side, x + slope[0], y + slope[1]);
        if (kind == ELEPHANT && is_on_board(x + 2 * slope[0], y + 2 * slope[1]) &&
            is_at_home(side, y + 2 * slope[1]) && at(position, x + slope[0], y + slope[1]) == NONE)
            add_goal(&goals, position, side, x + 2 * slope[0], y + 2 * slope[1]);
        if (kind == HORSE)
            add_horse(&goals, position, side, x, y, line);
        if (kind == CHARIOT || kind == CANNON)
            add_line(&goals, position, side, x, y, line, kind == CANNON);
    }
    return goals;
}

static bool is_in_check(const struct second_position *position, int side)
{
    for (int cell = 0; cell < CELLS; cell++) {
        if (owner(position->cell[cell]) != !side)
            continue;
        struct goals goals = goals_of(position, cell, true);
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
    (void)game;
    size_t count = 0;
    for (int from = 0; from < CELLS; from++) {
        if (owner(position->cell[from]) != position->mover)
            continue;
        struct goals goals = goals_of(position, from, false);
        for (int i = 0; i < goals.count; i++) {
            int to = goals.cell[i];
            struct second_move *move = &list[count];
            move->after = *position;
            move->after.cell[to] = position->cell[from];
            move->after.cell[from] = NONE;
            if (is_in_check(&move->after, position->mover))
                continue;
            move->after.mover = !position->mover;
            char *text = second_square(move->text, from % FILES, from / FILES);
            second_square(text, to % FILES, to / FILES);
            count++;
        }
    }
    return count;
}

/* Whether the side was in check whenever it was its turn since the first time. */
static bool was_always_in_check(const struct second_history *history, int side)
{
    for (size_t i = second_first_time(history); i < history->count; i++)
        if (history->positions[i].mover == side && !is_in_check(&history->positions[i], side))
            return false;
    return true;
}

static struct second_result result(const struct second_game *game,
                                   const struct second_history *history, size_t count)
{
    (void)game;
    const struct second_position *now = &history->positions[history->count - 1];
    if (count == 0)
        return (struct second_result){now->mover ? SECOND_FIRST_WINS : SECOND_SECOND_WINS,
                                      is_in_check(now, now->mover) ? "mate" : "no move"};
    if (second_times(history) < 3)
        return (struct second_result){SECOND_GOES_ON, NULL};
    bool red = was_always_in_check(history, 0), black = was_always_in_check(history, 1);
    if (red == black)
        return (struct second_result){SECOND_DRAWN, "third repetition"};
    return (struct second_result){red ? SECOND_FIRST_WINS : SECOND_SECOND_WINS, "perpetual check"};
}

static void begin(const struct second_game *game, struct second_position *position,
                  const char *text)
{
    (void)game;
    const char *array =
        text != NULL ? text : "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w";
    int x = 0, y = RANKS - 1;
    for (; *array != ' '; array++) {
        bool lower = *array >= 'a';
        const char *letter = strchr(letters + 1, lower ? *array - 'a' + 'A' : *array);
        if (*array == '/') {
            y--;
            x = 0;
        } else if (letter != NULL) {
            int kind = (int)(letter - letters);
            position->cell[y * FILES + x++] = (signed char)(lower ? -kind : kind);
        } else {
            x += *array - '0';
        }
    }
    position->mover = array[1] == 'b';
}

static char *write_rank(const struct second_position *position, int y, char *text)
{
    int gap = 0;
    for (int x = 0; x < FILES; x++) {
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

static bool may_stand(int kind, int side, int x, int y)
{
    switch (kind) {
    case ADVISOR: return is_in_palace(side, x, y) && (x + own_rank(side, y)) % 2 == 1;
    case ELEPHANT:
        return is_at_home(side, y) && own_rank(side, y) % 2 == 0 && x % 2 == 0 &&
               (x / 2 + own_rank(side, y) / 2) % 2 == 1;
    case SOLDIER: return own_rank(side, y) >= 3 && (!is_at_home(side, y) || x % 2 == 0);
    }
    return true;
}

/* Both Generals in their palaces and up to a dozen others. */
static void scatter(const struct second_game *game, uint64_t *random, char *text)
{
    (void)game;
    struct second_position position;
    do {
        memset(&position, 0, sizeof position);
        for (int side = 0; side < 2; side++) {
            int x = 3 + (int)random_below(random, 3), y = (int)random_below(random, 3);
            position.cell[own_rank(side, y) * FILES + x] = side == 0 ? GENERAL : -GENERAL;
        }
        for (int men = (int)random_below(random, 13); men > 0; men--) {
            int kind = ADVISOR + (int)random_below(random, 6), side = (int)random_below(random, 2);
            int cell = (int)random_below(random, CELLS);
            if (position.cell[cell] == NONE && may_stand(kind, side, cell % FILES, cell / FILES))
                position.cell[cell] = (signed char)(side == 0 ? kind : -kind);
        }
        position.mover = (int)random_below(random, 2);
    } while (is_in_check(&position, !position.mover));
    for (int y = RANKS - 1; y >= 0; y--) {
        text = write_rank(&position, y, text);
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

const struct second_game *second_xiangqi(size_t *count)
{
    static const struct second_game games[] = {
        {"xiangqi", NULL, NULL, starts, begin, moves, result, scatter},
    };
    *count = sizeof games / sizeof *games;
    return games;
}
