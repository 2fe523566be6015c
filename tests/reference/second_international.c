/* second_international.c - the second generator for International Draughts.
 *
 * Written from the rules as commonly known. Cell 10 * rank + file; White (1 a man, 2 a king) moves
 * first. Of all captures only those of most men; what is captured goes when the move is over and is
 * jumped once. Two ways that take the same men to the same square are one move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "second.h"

enum { SIDE = 10, CELLS = SIDE * SIDE, MAN = 1, KING = 2, QUIET_TURNS = 50, WAYS_MAX = 4096 };

struct way { /* a capture or a step */
    int from, to, taken;
    bool is_taken[CELLS];
};

static struct way ways[WAYS_MAX];
static size_t way_count;

static bool is_on_board(int x, int y)
{
    return x >= 0 && x < SIDE && y >= 0 && y < SIDE;
}

static void keep(const struct way *way)
{
    for (size_t i = 0; i < way_count; i++)
        if (ways[i].from == way->from && ways[i].to == way->to &&
            memcmp(ways[i].is_taken, way->is_taken, sizeof way->is_taken) == 0)
            return;
    if (way_count < WAYS_MAX)
        ways[way_count++] = *way;
}

/* On from way->to; the square where the move began counts as empty. */
static void capture(const struct second_position *position, struct way *way)
{
    int man = position->cell[way->from], x = way->to % SIDE, y = way->to / SIDE;
    int far = abs(man) == KING ? SIDE : 1;
    if (way->taken > 0)
        keep(way);
    for (int i = 0; i < 4; i++) {
        int dx = i % 2 * 2 - 1, dy = i / 2 * 2 - 1, gap = 1;
#define AT(n)      (is_on_board(x + dx * (n), y + dy * (n)) ? (y + dy * (n)) * SIDE + x + dx * (n) : -1)
#define IS_FREE(n) (AT(n) >= 0 && (position->cell[AT(n)] == 0 || AT(n) == way->from))
        while (gap < far && IS_FREE(gap))
            gap++;
        int victim = AT(gap), here = way->to;
        if (victim < 0 || position->cell[victim] * man >= 0 || victim == way->from ||
            way->is_taken[victim])
            continue;
        for (int land = gap + 1; land <= gap + far && IS_FREE(land); land++) {
            way->is_taken[victim] = true;
            way->taken++;
            way->to = AT(land);
            capture(position, way);
            way->taken--;
            way->is_taken[victim] = false;
            way->to = here;
        }
    }
}

static void step(const struct second_position *position, int from)
{
    int man = position->cell[from], far = abs(man) == KING ? SIDE : 1;
    for (int i = 0; i < 4; i++) {
        int dx = i % 2 * 2 - 1, dy = i / 2 * 2 - 1;
        if (abs(man) == MAN && dy != man)
            continue;
        for (int n = 1; n <= far; n++) {
            int x = from % SIDE + dx * n, y = from / SIDE + dy * n;
            if (!is_on_board(x, y) || position->cell[y * SIDE + x] != 0)
                break;
            struct way way = {from, y * SIDE + x, 0, {false}};
            keep(&way);
        }
    }
}

static char *write_way(const struct way *way, bool tells_taken, bool is_crowned, char *text)
{
    text = second_square(text, way->from % SIDE, way->from / SIDE);
    text = second_square(text, way->to % SIDE, way->to / SIDE);
    text += sprintf(text, "%s", is_crowned ? "=K" : "");
    for (int cell = 0; cell < CELLS && tells_taken; cell++)
        if (way->is_taken[cell]) {
            *text++ = ':';
            text = second_square(text, cell % SIDE, cell / SIDE);
        }
    return text;
}

static size_t moves(const struct second_game *game, const struct second_position *position,
                    struct second_move *list)
{
    (void)game;
    int most = 0, sign = position->mover == 0 ? 1 : -1;
    size_t count = 0;
    way_count = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        struct way way = {cell, cell, 0, {false}};
        if (position->cell[cell] * sign > 0)
            capture(position, &way);
    }
    for (int cell = 0; cell < CELLS && way_count == 0; cell++)
        for (; cell < CELLS; cell++)
            if (position->cell[cell] * sign > 0)
                step(position, cell);
    for (size_t i = 0; i < way_count; i++)
        most = ways[i].taken > most ? ways[i].taken : most;
    for (size_t i = 0; i < way_count; i++) {
        int man = position->cell[ways[i].from], same = 0;
        if (ways[i].taken < most)
            continue;
        for (size_t k = 0; k < way_count; k++)
            same +=
                ways[k].taken == most && ways[k].from == ways[i].from && ways[k].to == ways[i].to;
        bool is_crowned = abs(man) == MAN && ways[i].to / SIDE == (man > 0 ? SIDE - 1 : 0);
        struct second_move *move = &list[count++];
        memset(move->text, 0, sizeof move->text);
        write_way(&ways[i], same > 1, is_crowned, move->text);
        move->after = *position;
        for (int cell = 0; cell < CELLS; cell++)
            if (ways[i].is_taken[cell])
                move->after.cell[cell] = 0;
        move->after.cell[ways[i].from] = 0;
        move->after.cell[ways[i].to] = (signed char)(is_crowned ? 2 * man : man);
        move->after.mover = !position->mover;
        move->after.clock = most > 0 || abs(man) == MAN ? 0 : position->clock + 1;
    }
    return count;
}

static struct second_result result(const struct second_game *game,
                                   const struct second_history *history, size_t count)
{
    (void)game;
    const struct second_position *now = &history->positions[history->count - 1];
    if (count == 0)
        return (struct second_result){now->mover ? SECOND_FIRST_WINS : SECOND_SECOND_WINS,
                                      "no move"};
    if (second_times(history) >= 3)
        return (struct second_result){SECOND_DRAWN, "third repetition"};
    if (now->clock >= QUIET_TURNS)
        return (struct second_result){SECOND_DRAWN, "25 turns"};
    return (struct second_result){SECOND_GOES_ON, NULL};
}

static void begin(const struct second_game *game, struct second_position *position,
                  const char *text)
{
    (void)game;
    const char *array = text != NULL ? text
                                     : "1m1m1m1m1m/m1m1m1m1m1/1m1m1m1m1m/m1m1m1m1m1/10/10/"
                                       "1M1M1M1M1M/M1M1M1M1M1/1M1M1M1M1M/M1M1M1M1M1 w";
    int x = 0, y = SIDE - 1;
    while (*array != ' ') {
        if (*array >= '0' && *array <= '9') {
            x += (int)strtol(array, (char **)&array, 10);
            continue;
        }
        if (*array == '/') {
            y--;
            x = 0;
        } else {
            int man = *array == 'M' || *array == 'm' ? MAN : KING;
            position->cell[y * SIDE + x++] = (signed char)(*array >= 'a' ? -man : man);
        }
        array++;
    }
    position->mover = array[1] == 'b';
}

const struct second_game *second_international(size_t *count)
{
    static const struct second_game games[] = {
        {"international-draughts", NULL, NULL, NULL, begin, moves, result, NULL},
    };
    *count = sizeof games / sizeof *games;
    return games;
}
