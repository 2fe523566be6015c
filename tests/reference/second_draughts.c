/* second_draughts.c - the second generator for English Draughts.
 *
 * Written from the rules of the World Checkers Draughts Federation as commonly known. Cell 8 * rank +
 * file; Black (1 a man, 2 a king) starts at the bottom and moves first. A draw at the third time, and
 * after forty turns each in which no man moved and nothing was captured. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "second.h"

enum { SIDE = 8, MAN = 1, KING = 2, FORTY_TURNS = 80, JUMPS_MAX = 12 };

struct listing {
    const struct second_position *before;
    struct second_move *list;
    size_t count;
    int taken[SECOND_MOVES_MAX / 8][JUMPS_MAX]; /* cells, in order; of move k */
    int jumps[SECOND_MOVES_MAX / 8];
};

static int owner(int man)
{
    return man == 0 ? -1 : man < 0;
}

static bool is_on_board(int x, int y)
{
    return x >= 0 && x < SIDE && y >= 0 && y < SIDE;
}

/* Whether the man may go up or down so, step or jump. */
static bool may_go(int man, int dy)
{
    return abs(man) == KING || dy == (man > 0 ? 1 : -1);
}

static bool is_crowned(int man, int y)
{
    return abs(man) == MAN && y == (man > 0 ? SIDE - 1 : 0);
}

static void add(struct listing *listing, const struct second_position *board, int from, int to,
                int man)
{
    struct second_move *move = &listing->list[listing->count++];
    bool crowned = is_crowned(man, to / SIDE);
    move->after = *board;
    move->after.cell[from] = 0;
    move->after.cell[to] = (signed char)(crowned ? 2 * man : man);
    move->after.mover = !board->mover;
    move->after.clock++;
    if (abs(man) == MAN || listing->jumps[listing->count - 1] > 0)
        move->after.clock = 0;
    char *text = second_square(move->text, from % SIDE, from / SIDE);
    text = second_square(text, to % SIDE, to / SIDE);
    strcpy(text, crowned ? "=K" : "");
}

/* From `at`, with `taken` captured on the way: on while it can; a man that is crowned stops. */
static void jump(struct listing *listing, const struct second_position *board, int from, int at,
                 int man, int *taken, int jumps)
{
    bool goes_on = false;
    for (int way = 0; way < 4 && !(jumps > 0 && is_crowned(man, at / SIDE)); way++) {
        int dx = way % 2 * 2 - 1, dy = way / 2 * 2 - 1, x = at % SIDE, y = at / SIDE;
        if (!may_go(man, dy) || !is_on_board(x + 2 * dx, y + 2 * dy))
            continue;
        int over = (y + dy) * SIDE + x + dx, to = (y + 2 * dy) * SIDE + x + 2 * dx;
        if (owner(board->cell[over]) != !board->mover || (board->cell[to] != 0 && to != from))
            continue;
        struct second_position next = *board;
        next.cell[over] = 0;
        next.cell[from] = 0;
        taken[jumps] = over;
        jump(listing, &next, from, to, man, taken, jumps + 1);
        goes_on = true;
    }
    if (goes_on || jumps == 0)
        return;
    memcpy(listing->taken[listing->count], taken, sizeof listing->taken[0]);
    listing->jumps[listing->count] = jumps;
    add(listing, board, from, at, man);
}

/* Ways from one square to another that differ in what they take say what that is. */
static void tell_apart(struct listing *listing)
{
    static char plain[SECOND_MOVES_MAX / 8][SECOND_TEXT_SIZE];
    for (size_t i = 0; i < listing->count; i++)
        memcpy(plain[i], listing->list[i].text, sizeof plain[0]);
    for (size_t i = 0; i < listing->count; i++) {
        bool is_alone = true;
        for (size_t k = 0; k < listing->count; k++)
            is_alone = is_alone && (k == i || strcmp(plain[k], plain[i]) != 0);
        char *text = listing->list[i].text + strlen(plain[i]);
        for (int k = 0; k < listing->jumps[i] && !is_alone; k++) {
            *text++ = ':';
            text = second_square(text, listing->taken[i][k] % SIDE, listing->taken[i][k] / SIDE);
        }
    }
}

static void step(struct listing *listing, int from)
{
    const struct second_position *board = listing->before;
    int man = board->cell[from];
    for (int way = 0; way < 4; way++) {
        int x = from % SIDE + way % 2 * 2 - 1, dy = way / 2 * 2 - 1, y = from / SIDE + dy;
        if (!is_on_board(x, y) || !may_go(man, dy) || board->cell[y * SIDE + x] != 0)
            continue;
        listing->jumps[listing->count] = 0;
        add(listing, board, from, y * SIDE + x, man);
    }
}

static size_t moves(const struct second_game *game, const struct second_position *position,
                    struct second_move *list)
{
    (void)game;
    static struct listing listing;
    int taken[JUMPS_MAX + 1] = {0};
    listing.before = position;
    listing.list = list;
    listing.count = 0;
    for (int cell = 0; cell < SIDE * SIDE; cell++)
        if (owner(position->cell[cell]) == position->mover)
            jump(&listing, position, cell, cell, position->cell[cell], taken, 0);
    for (int cell = 0; cell < SIDE * SIDE && listing.count == 0; cell++) {
        for (; cell < SIDE * SIDE; cell++)
            if (owner(position->cell[cell]) == position->mover)
                step(&listing, cell);
    }
    tell_apart(&listing);
    return listing.count;
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
    if (now->clock >= FORTY_TURNS)
        return (struct second_result){SECOND_DRAWN, "forty turns"};
    return (struct second_result){SECOND_GOES_ON, NULL};
}

static void begin(const struct second_game *game, struct second_position *position,
                  const char *text)
{
    (void)game;
    const char *array =
        text != NULL ? text : "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 b";
    static const char letters[] = ".MK..km"; /* at a man, as an index from the end when negative */
    int x = 0, y = SIDE - 1;
    for (; *array != ' '; array++) {
        const char *letter = strchr(letters + 1, *array);
        if (*array == '/') {
            y--;
            x = 0;
        } else if (letter != NULL) {
            int index = (int)(letter - letters);
            position->cell[y * SIDE + x++] = (signed char)(index < 4 ? index : index - 7);
        } else {
            x += *array - '0';
        }
    }
    position->mover = array[1] == 'w';
}

/* Some men and Kings of both on the dark squares. */
static void scatter(const struct second_game *game, uint64_t *random, char *text)
{
    (void)game;
    static const char letters[] = "MKmk";
    size_t density = 2 + random_below(random, 8);
    for (int y = SIDE - 1; y >= 0; y--) {
        int gap = 0;
        for (int x = 0; x < SIDE; x++) {
            char letter = letters[random_below(random, 4)];
            bool crowned = letter == 'M' ? y == SIDE - 1 : letter == 'm' && y == 0;
            if ((x + y) % 2 != 0 || crowned || random_below(random, density) != 0) {
                gap++;
                continue;
            }
            text = second_gap(text, &gap);
            *text++ = letter;
        }
        text = second_gap(text, &gap);
        *text++ = y > 0 ? '/' : ' ';
    }
    strcpy(text, random_below(random, 2) == 0 ? "b - - 0 1" : "w - - 0 1");
}

/* Kings with many ways round, Kings that nobody catches. */
static const char *const starts[] = {
    "8/2m1m1m1/8/2m1m1m1/8/2m1m1m1/3K4/8 b - - 0 1",
    "8/8/1m1m1m2/8/1m1m1m2/8/1m1m1m2/K7 b - - 0 1",
    "1k1k4/8/8/8/8/8/8/K1K1K3 b - - 0 1",
    "3k4/8/1m6/8/5M2/8/6K1/8 w - - 0 1",
    NULL,
};

const struct second_game *second_draughts(size_t *count)
{
    static const struct second_game games[] = {
        {"checkers", NULL, NULL, starts, begin, moves, result, scatter},
    };
    *count = sizeof games / sizeof *games;
    return games;
}
