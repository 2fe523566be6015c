/* second_janggi.c - the second generator for Janggi.
 *
 * Written from the page that the rule file names. Cell 9 * rank + file, rank 0 Cho's own. Generals that
 * face each other: whose turn it is ends that, or passes, and then the game is drawn. Who is not in
 * check may pass; two passes in a row are a draw, and so is the fourth time. state[PASSED]: the last
 * turn was a pass. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "second.h"

enum { FILES = 9, RANKS = 10, CELLS = FILES * RANKS, PASSED = 0 };
enum kind { NONE, GENERAL, GUARD, ELEPHANT, HORSE, CHARIOT, CANNON, SOLDIER };
static const char letters[] = ".KAEHRCP";

static const int around[8][2] = {{0, 1}, {0, -1}, {1, 0},  {-1, 0},
                                 {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

/* --- the board --------------------------------------------------------------------------------- */

static bool is_on_board(int x, int y)
{
    return x >= 0 && x < FILES && y >= 0 && y < RANKS;
}

static int at(const struct second_position *position, int x, int y)
{
    return position->cell[y * FILES + x];
}

/* 0 Cho, 1 Han, -1 nobody. */
static int owner(int man)
{
    return man == NONE ? -1 : man < 0;
}

/* The middle rank of the palace that the point is in; -1 outside. */
static int palace_of(int x, int y)
{
    if (x < 3 || x > 5 || (y > 2 && y < 7))
        return -1;
    return y <= 2 ? 1 : 8;
}

/* Whether a line of the board joins the two neighbours: in palaces, to and from the middle aslant. */
static bool are_joined(int x, int y, int dx, int dy)
{
    if (!is_on_board(x + dx, y + dy))
        return false;
    if (dx == 0 || dy == 0)
        return true;
    int middle = palace_of(x, y);
    if (middle < 0 || palace_of(x + dx, y + dy) != middle)
        return false;
    return (x == 4 && y == middle) || (x + dx == 4 && y + dy == middle);
}

/* --- where men go ------------------------------------------------------------------------------ */

struct goals {
    int cell[64];
    int count;
};

static void add_goal(struct goals *goals, const struct second_position *position, int side, int x,
                     int y)
{
    if (is_on_board(x, y) && owner(at(position, x, y)) != side)
        goals->cell[goals->count++] = y * FILES + x;
}

/* Generals and Guards: one point along a line of their palace. */
static void add_palace_step(struct goals *goals, const struct second_position *position, int side,
                            int x, int y, const int *way)
{
    if (are_joined(x, y, way[0], way[1]) && palace_of(x + way[0], y + way[1]) >= 0)
        add_goal(goals, position, side, x + way[0], y + way[1]);
}

static void add_chariot(struct goals *goals, const struct second_position *position, int side,
                        int x, int y, const int *way)
{
    while (are_joined(x, y, way[0], way[1])) {
        x += way[0];
        y += way[1];
        add_goal(goals, position, side, x, y);
        if (at(position, x, y) != NONE)
            return;
    }
}

/* It jumps over exactly one man, who is no Cannon, whether it captures or not, and captures none. */
static void add_cannon(struct goals *goals, const struct second_position *position, int side, int x,
                       int y, const int *way)
{
    bool has_jumped = false;
    while (are_joined(x, y, way[0], way[1])) {
        x += way[0];
        y += way[1];
        int man = at(position, x, y);
        if (has_jumped && abs(man) != CANNON)
            add_goal(goals, position, side, x, y);
        if (man != NONE && (has_jumped || abs(man) == CANNON))
            return;
        has_jumped = has_jumped || man != NONE;
    }
}

/* One point straight and then one (Horse) or two (Elephant) aslant, with nobody on the way. */
static void add_leaper(struct goals *goals, const struct second_position *position, int side, int x,
                       int y, const int *way, int aslant)
{
    if (!is_on_board(x + way[0], y + way[1]) || at(position, x + way[0], y + way[1]) != NONE)
        return;
    for (int aside = -1; aside <= 1; aside += 2) {
        int dx = way[0] + aside * way[1], dy = way[1] + aside * way[0];
        int to_x = x + way[0] + dx, to_y = y + way[1] + dy;
        if (aslant == 2 && (!is_on_board(to_x, to_y) || at(position, to_x, to_y) != NONE))
            continue;
        add_goal(goals, position, side, to_x + (aslant - 1) * dx, to_y + (aslant - 1) * dy);
    }
}

static void add_soldier(struct goals *goals, const struct second_position *position, int side,
                        int x, int y, const int *way)
{
    if (way[1] != (side == 0 ? -1 : 1) && are_joined(x, y, way[0], way[1]))
        add_goal(goals, position, side, x + way[0], y + way[1]);
}

static struct goals goals_of(const struct second_position *position, int from)
{
    struct goals goals = {.count = 0};
    int x = from % FILES, y = from / FILES;
    int man = at(position, x, y), side = owner(man);
    for (int i = 0; i < 8; i++) {
        bool is_straight = i < 4;
        switch ((enum kind)abs(man)) {
        case GENERAL:
        case GUARD: add_palace_step(&goals, position, side, x, y, around[i]); break;
        case CHARIOT: add_chariot(&goals, position, side, x, y, around[i]); break;
        case CANNON: add_cannon(&goals, position, side, x, y, around[i]); break;
        case SOLDIER: add_soldier(&goals, position, side, x, y, around[i]); break;
        case ELEPHANT:
        case HORSE:
            if (is_straight)
                add_leaper(&goals, position, side, x, y, around[i], abs(man) == HORSE ? 1 : 2);
            break;
        case NONE: break;
        }
    }
    return goals;
}

static int find_general(const struct second_position *position, int side)
{
    for (int cell = 0; cell < CELLS; cell++)
        if (position->cell[cell] == (side == 0 ? GENERAL : -GENERAL))
            return cell;
    return -1;
}

static bool is_in_check(const struct second_position *position, int side)
{
    int general = find_general(position, side);
    for (int cell = 0; cell < CELLS; cell++) {
        if (owner(position->cell[cell]) != !side)
            continue;
        struct goals goals = goals_of(position, cell);
        for (int i = 0; i < goals.count; i++)
            if (goals.cell[i] == general)
                return true;
    }
    return false;
}

static bool is_faced(const struct second_position *position)
{
    int cho = find_general(position, 0), han = find_general(position, 1);
    if (cho % FILES != han % FILES)
        return false;
    for (int cell = cho + FILES; cell < han; cell += FILES)
        if (position->cell[cell] != NONE)
            return false;
    return true;
}

/* --- moves and the end ------------------------------------------------------------------------- */

static size_t moves(const struct second_game *game, const struct second_position *position,
                    struct second_move *list)
{
    (void)game;
    size_t count = 0;
    bool faced = is_faced(position);
    for (int from = 0; from < CELLS; from++) {
        if (owner(position->cell[from]) != position->mover)
            continue;
        struct goals goals = goals_of(position, from);
        for (int i = 0; i < goals.count; i++) {
            int to = goals.cell[i];
            struct second_move *move = &list[count];
            move->after = *position;
            move->after.cell[to] = position->cell[from];
            move->after.cell[from] = NONE;
            move->after.state[PASSED] = 0;
            if (is_in_check(&move->after, position->mover) || (faced && is_faced(&move->after)))
                continue;
            move->after.mover = !position->mover;
            char *text = second_square(move->text, from % FILES, from / FILES);
            second_square(text, to % FILES, to / FILES);
            count++;
        }
    }
    if (!faced && is_in_check(position, position->mover))
        return count;
    list[count].after = *position;
    list[count].after.state[PASSED] = position->state[PASSED] + 1;
    list[count].after.mover = !position->mover;
    strcpy(list[count].text, "pass");
    return count + 1;
}

static struct second_result result(const struct second_game *game,
                                   const struct second_history *history, size_t count)
{
    (void)game;
    const struct second_position *now = &history->positions[history->count - 1];
    if (count == 0)
        return (struct second_result){now->mover ? SECOND_FIRST_WINS : SECOND_SECOND_WINS, "mate"};
    if (now->state[PASSED] > 0 && is_faced(now))
        return (struct second_result){SECOND_DRAWN, "Generals face each other"};
    if (now->state[PASSED] > 1)
        return (struct second_result){SECOND_DRAWN, "both passed"};
    if (second_times(history) >= 4)
        return (struct second_result){SECOND_DRAWN, "fourth repetition"};
    return (struct second_result){SECOND_GOES_ON, NULL};
}

/* --- position texts ---------------------------------------------------------------------------- */

static void begin(const struct second_game *game, struct second_position *position,
                  const char *text)
{
    const char *array = text != NULL ? text : game->rules;
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

/* Soldiers never stand behind the rank where they begin, Guards in their palace. */
static bool may_stand(int kind, int side, int x, int y)
{
    int own_rank = side == 0 ? y : RANKS - 1 - y;
    if (kind == SOLDIER)
        return own_rank >= 3;
    return kind != GUARD || (palace_of(x, y) >= 0 && own_rank <= 2);
}

static void scatter(const struct second_game *game, uint64_t *random, char *text)
{
    (void)game;
    struct second_position position;
    do {
        memset(&position, 0, sizeof position);
        for (int side = 0; side < 2; side++) {
            int x = 3 + (int)random_below(random, 3), y = (int)random_below(random, 3);
            position.cell[(side == 0 ? y : RANKS - 1 - y) * FILES + x] =
                side == 0 ? GENERAL : -GENERAL;
        }
        for (int men = (int)random_below(random, 20); men > 0; men--) {
            int kind = GUARD + (int)random_below(random, 6), side = (int)random_below(random, 2);
            int cell = (int)random_below(random, CELLS);
            if (position.cell[cell] == NONE && may_stand(kind, side, cell % FILES, cell / FILES))
                position.cell[cell] = (signed char)(side == 0 ? kind : -kind);
        }
        position.mover = (int)random_below(random, 2);
    } while (is_in_check(&position, !position.mover) || is_faced(&position));
    for (int y = RANKS - 1; y >= 0; y--) {
        text = write_rank(&position, y, text);
        *text++ = y > 0 ? '/' : ' ';
    }
    strcpy(text, position.mover == 0 ? "w - - 0 1" : "b - - 0 1");
}

/* --- the games --------------------------------------------------------------------------------- */

/* Lines of the palaces, Generals that come to face each other. */
static const char *const starts[] = {
    "3k5/4a4/3a5/9/9/9/9/3A5/4A4/4K4 w - - 0 1",
    "3k5/9/3c1R3/9/9/9/9/3C1r3/9/5K3 b - - 0 1",
    NULL,
};

const struct second_game *second_janggi(size_t *count)
{
    static const char inner[] = "rhea1aehr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RHEA1AEHR w";
    static const char outer[] = "reha1aher/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/REHA1AHER w";
    static const char mixed[] = "rhea1aher/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/REHA1AEHR w";
    static const struct second_game games[] = {
        {"janggi", NULL, inner, starts, begin, moves, result, scatter},
        {"janggi:janggi-with-outer-elephants", NULL, outer, NULL, begin, moves, result, scatter},
        {"janggi", "cho-elephant-left=outside han-elephant-left=outside", mixed, NULL, begin, moves,
         result, scatter},
    };
    *count = sizeof games / sizeof *games;
    return games;
}
