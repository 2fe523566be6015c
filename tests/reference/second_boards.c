/* second_boards.c - the second generator for games that are not chess: Reversi, Connect Four,
 * Tic-Tac-Toe, Gomoku, Ataxx, Amazons, Breakthrough, Clobber and Jeson Mor.
 *
 * Written from the rules as commonly known. Cell 16 * rank + file, rank 0 the lowest; 1 a man of the
 * first player, -1 of the second. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "second.h"

enum { ROW = 16, ARROW = 2 };

struct board {
    int files, ranks;
    const char
        *array;  /* from the top: capitals of the first player, digits for nothing, X an arrow */
    char letter; /* of men */
    const char *sides; /* letters of the players, in position texts */
    bool has_arrows;
};

static const int queenwise[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                    {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
static const int leaps[8][2] = {{1, 2},  {2, 1},  {2, -1},  {1, -2},
                                {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};

/* --- the board --------------------------------------------------------------------------------- */

static const struct board *board_of(const struct second_game *game)
{
    return game->rules;
}

static bool is_on_board(const struct second_game *game, int x, int y)
{
    return x >= 0 && x < board_of(game)->files && y >= 0 && y < board_of(game)->ranks;
}

static int man_of(int side)
{
    return side == 0 ? 1 : -1;
}

/* What the two call an own man: 1, an enemy: -1, nothing: 0; off the board: 9. */
static int look(const struct second_game *game, const struct second_position *position, int x,
                int y)
{
    if (!is_on_board(game, x, y))
        return 9;
    return position->cell[y * ROW + x] * man_of(position->mover);
}

static int count_men(const struct second_game *game, const struct second_position *position,
                     int man)
{
    int count = 0;
    for (int y = 0; y < board_of(game)->ranks; y++)
        for (int x = 0; x < board_of(game)->files; x++)
            count += position->cell[y * ROW + x] == man;
    return count;
}

static void begin(const struct second_game *game, struct second_position *position,
                  const char *text)
{
    const char *array = text != NULL ? text : board_of(game)->array;
    int x = 0, y = board_of(game)->ranks - 1;
    while (*array && *array != ' ' && *array != '[') {
        if (*array >= '0' && *array <= '9') {
            x += (int)strtol(array, (char **)&array, 10);
            continue;
        }
        if (*array == '/') {
            y--;
            x = 0;
        } else {
            int man = *array >= 'a' ? -1 : 1;
            position->cell[y * ROW + x++] = (signed char)(*array == 'X' ? ARROW : man);
        }
        array++;
    }
    const char *side = strchr(array, ' ');
    position->mover = side != NULL && side[1] == board_of(game)->sides[1];
}

/* Any men anywhere, but for men that have won and players without men. */
static void scatter(const struct second_game *game, uint64_t *random, char *text)
{
    const struct board *board = board_of(game);
    bool has_goals = strcmp(game->name, "breakthrough") == 0;
    size_t density = 2 + random_below(random, 9);
    int men[2] = {0, 0};
    char *start = text;
    for (int y = board->ranks - 1; y >= 0; y--) {
        int gap = 0;
        for (int x = 0; x < board->files; x++) {
            int side = (int)random_below(random, 2);
            bool is_goal = has_goals && y == (side == 0 ? board->ranks - 1 : 0);
            if (random_below(random, 10) >= density || is_goal) {
                gap++;
                continue;
            }
            text = second_gap(text, &gap);
            bool is_arrow = board->has_arrows && random_below(random, 4) > 0;
            *text++ = (char)(is_arrow ? 'X' : board->letter + (side == 1 ? 'a' - 'A' : 0));
            men[side] += !is_arrow;
        }
        text = second_gap(text, &gap);
        *text++ = y > 0 ? '/' : ' ';
    }
    sprintf(text, "%c - - 0 1", board->sides[random_below(random, 2)]);
    if (men[0] == 0 || men[1] == 0)
        scatter(game, random, start);
}

/* A copy of the position with the turn passed on. */
static struct second_position *next(struct second_move *move,
                                    const struct second_position *position)
{
    memset(move->text, 0, sizeof move->text);
    move->after = *position;
    move->after.mover = !position->mover;
    return &move->after;
}

static char *write_step(char *text, int x, int y, int to_x, int to_y)
{
    return second_square(second_square(text, x, y), to_x, to_y);
}

static const struct second_result goes_on = {SECOND_GOES_ON, NULL};

static struct second_result won_by(int side, const char *why)
{
    return (struct second_result){side == 0 ? SECOND_FIRST_WINS : SECOND_SECOND_WINS, why};
}

static const struct second_position *present(const struct second_history *history)
{
    return &history->positions[history->count - 1];
}

/* Who cannot move has lost. */
static struct second_result last_mover_wins(const struct second_game *game,
                                            const struct second_history *history, size_t count)
{
    (void)game;
    return count == 0 ? won_by(!present(history)->mover, "no move") : goes_on;
}

static void add_stone(struct second_move *move, const struct second_position *position, int x,
                      int y, char letter)
{
    next(move, position)->cell[y * ROW + x] = (signed char)man_of(position->mover);
    move->text[0] = letter;
    move->text[1] = '@';
    second_square(move->text + 2, x, y);
}

/* --- Reversi ----------------------------------------------------------------------------------- */

/* Turns what a disc on the square outflanks; how many discs. */
static int outflank(const struct second_game *game, const struct second_position *position, int x,
                    int y, struct second_position *after)
{
    int turned = 0;
    for (int i = 0; i < 8; i++) {
        int dx = queenwise[i][0], dy = queenwise[i][1], far = 1;
        while (look(game, position, x + far * dx, y + far * dy) == -1)
            far++;
        if (look(game, position, x + far * dx, y + far * dy) != 1)
            continue;
        for (int k = 1; k < far; k++, turned++)
            if (after != NULL)
                after->cell[(y + k * dy) * ROW + x + k * dx] = (signed char)man_of(position->mover);
    }
    return turned;
}

static size_t discs(const struct second_game *game, const struct second_position *position,
                    struct second_move *list)
{
    size_t count = 0;
    for (int y = 0; y < board_of(game)->ranks; y++)
        for (int x = 0; x < board_of(game)->files; x++) {
            if (look(game, position, x, y) != 0 || outflank(game, position, x, y, NULL) == 0)
                continue;
            if (list != NULL) {
                struct second_position *after = next(&list[count], position);
                outflank(game, position, x, y, after);
                after->cell[y * ROW + x] = (signed char)man_of(position->mover);
                strcpy(list[count].text, "D@");
                second_square(list[count].text + 2, x, y);
            }
            count++;
        }
    return count;
}

static bool is_over_for_both(const struct second_game *game, const struct second_position *position)
{
    struct second_position other = *position;
    other.mover = !position->mover;
    return discs(game, position, NULL) == 0 && discs(game, &other, NULL) == 0;
}

/* Flipersi: the middle is filled first, and who cannot outflank ends the game. */
static size_t flipersi_moves(const struct second_game *game, const struct second_position *position,
                             struct second_move *list)
{
    size_t count = 0;
    for (int y = 3; y <= 4; y++)
        for (int x = 3; x <= 4; x++)
            if (look(game, position, x, y) == 0)
                add_stone(&list[count++], position, x, y, 'D');
    return count > 0 ? count : discs(game, position, list);
}

static struct second_result flipersi_result(const struct second_game *game,
                                            const struct second_history *history, size_t count)
{
    const struct second_position *now = present(history);
    int first = count_men(game, now, 1), second = count_men(game, now, -1);
    if (count > 0)
        return goes_on;
    if (first == second)
        return (struct second_result){SECOND_DRAWN, "as many discs"};
    return won_by(first < second, "more discs");
}

static size_t reversi_moves(const struct second_game *game, const struct second_position *position,
                            struct second_move *list)
{
    size_t count = discs(game, position, list);
    if (count == 0) {
        next(&list[0], position);
        strcpy(list[0].text, "pass");
        count = 1;
    }
    return count;
}

static struct second_result reversi_result(const struct second_game *game,
                                           const struct second_history *history, size_t count)
{
    (void)count;
    const struct second_position *now = present(history);
    if (!is_over_for_both(game, now))
        return goes_on;
    int first = count_men(game, now, 1), second = count_men(game, now, -1);
    if (first == second)
        return (struct second_result){SECOND_DRAWN, "as many discs"};
    return won_by(first < second, "more discs");
}

/* --- Ataxx ----------------------------------------------------------------------------------- */

static void add_infection(const struct second_game *game, const struct second_position *position,
                          int x, int y, struct second_move *move)
{
    struct second_position *after = next(move, position);
    after->cell[y * ROW + x] = (signed char)man_of(position->mover);
    for (int i = 0; i < 8; i++)
        if (look(game, position, x + queenwise[i][0], y + queenwise[i][1]) == -1)
            after->cell[(y + queenwise[i][1]) * ROW + x + queenwise[i][0]] =
                (signed char)man_of(position->mover);
}

/* Onto one empty square: a new stone when there is an own one beside it, and every jump. */
static size_t infections_of(const struct second_game *game, const struct second_position *position,
                            int x, int y, struct second_move *list)
{
    size_t count = 0;
    bool grows = false;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            if (look(game, position, x + dx, y + dy) != 1)
                continue;
            bool is_near = abs(dx) <= 1 && abs(dy) <= 1;
            if (is_near && grows)
                continue;
            grows = grows || is_near;
            struct second_move *move = &list[count++];
            add_infection(game, position, x, y, move);
            if (is_near) {
                strcpy(move->text, "S@");
                second_square(move->text + 2, x, y);
            } else {
                move->after.cell[(y + dy) * ROW + x + dx] = 0;
                write_step(move->text, x + dx, y + dy, x, y);
            }
        }
    return count;
}

static size_t infections(const struct second_game *game, const struct second_position *position,
                         struct second_move *list)
{
    size_t count = 0;
    for (int y = 0; y < board_of(game)->ranks; y++)
        for (int x = 0; x < board_of(game)->files; x++)
            if (look(game, position, x, y) == 0)
                count += infections_of(game, position, x, y, list + count);
    return count;
}

static size_t ataxx_moves(const struct second_game *game, const struct second_position *position,
                          struct second_move *list)
{
    size_t count = infections(game, position, list);
    if (count == 0) {
        next(&list[0], position);
        strcpy(list[0].text, "pass");
        count = 1;
    }
    return count;
}

static struct second_result ataxx_result(const struct second_game *game,
                                         const struct second_history *history, size_t count)
{
    static struct second_move list[1024];
    const struct second_position *now = present(history);
    struct second_position other = *now;
    int first = count_men(game, now, 1), second = count_men(game, now, -1);
    (void)count;
    other.mover = !now->mover;
    if (count_men(game, now, man_of(now->mover)) == 0)
        return won_by(!now->mover, "no stone left");
    if (infections(game, now, list) > 0 || infections(game, &other, list) > 0)
        return goes_on;
    if (first == second)
        return (struct second_result){SECOND_DRAWN, "as many stones"};
    return won_by(first < second, "more stones");
}

/* --- lines ------------------------------------------------------------------------------------- */

static bool has_line(const struct second_game *game, const struct second_position *position,
                     int man, int length)
{
    for (int y = 0; y < board_of(game)->ranks; y++)
        for (int x = 0; x < board_of(game)->files; x++)
            for (int i = 0; i < 4; i++) {
                int k = 0;
                while (k < length &&
                       is_on_board(game, x + k * queenwise[i][0], y + k * queenwise[i][1]) &&
                       position->cell[(y + k * queenwise[i][1]) * ROW + x + k * queenwise[i][0]] ==
                           man)
                    k++;
                if (k == length)
                    return true;
            }
    return false;
}

static struct second_result line_result(const struct second_game *game,
                                        const struct second_history *history, int length)
{
    const struct second_position *now = present(history);
    if (has_line(game, now, man_of(!now->mover), length))
        return won_by(!now->mover, "a line");
    if (count_men(game, now, 0) == 0)
        return (struct second_result){SECOND_DRAWN, "full board"};
    return goes_on;
}

static size_t connect_four_moves(const struct second_game *game,
                                 const struct second_position *position, struct second_move *list)
{
    size_t count = 0;
    for (int x = 0; x < board_of(game)->files; x++) {
        int y = 0;
        while (y < board_of(game)->ranks && look(game, position, x, y) != 0)
            y++;
        if (y < board_of(game)->ranks)
            add_stone(&list[count++], position, x, y, 'D');
    }
    return count;
}

static struct second_result connect_four_result(const struct second_game *game,
                                                const struct second_history *history, size_t count)
{
    (void)count;
    return line_result(game, history, 4);
}

static size_t stone_moves(const struct second_game *game, const struct second_position *position,
                          struct second_move *list)
{
    size_t count = 0;
    for (int y = 0; y < board_of(game)->ranks; y++)
        for (int x = 0; x < board_of(game)->files; x++)
            if (look(game, position, x, y) == 0)
                add_stone(&list[count++], position, x, y, 'S');
    return count;
}

static struct second_result gomoku_result(const struct second_game *game,
                                          const struct second_history *history, size_t count)
{
    (void)count;
    return line_result(game, history, 5);
}

static struct second_result tic_tac_toe_result(const struct second_game *game,
                                               const struct second_history *history, size_t count)
{
    (void)count;
    return line_result(game, history, 3);
}

/* --- Amazons ----------------------------------------------------------------------------------- */

static size_t shoot(const struct second_game *game, const struct second_position *position,
                    int from, int x, int y, struct second_move *list)
{
    size_t count = 0;
    struct second_position moved = *position;
    moved.cell[from] = 0;
    moved.cell[y * ROW + x] = (signed char)man_of(position->mover);
    for (int i = 0; i < 8; i++) {
        int to_x = x + queenwise[i][0], to_y = y + queenwise[i][1];
        for (; look(game, &moved, to_x, to_y) == 0;
             to_x += queenwise[i][0], to_y += queenwise[i][1]) {
            next(&list[count], &moved)->cell[to_y * ROW + to_x] = ARROW;
            char *text = write_step(list[count++].text, from % ROW, from / ROW, x, y);
            strcpy(text, "/X");
            if (to_y * ROW + to_x != from)
                second_square(text + 2, to_x, to_y);
        }
    }
    return count;
}

static size_t amazons_moves(const struct second_game *game, const struct second_position *position,
                            struct second_move *list)
{
    size_t count = 0;
    for (int y = 0; y < board_of(game)->ranks; y++)
        for (int x = 0; x < board_of(game)->files; x++)
            for (int i = 0; i < 8 && look(game, position, x, y) == 1; i++) {
                int to_x = x + queenwise[i][0], to_y = y + queenwise[i][1];
                for (; look(game, position, to_x, to_y) == 0;
                     to_x += queenwise[i][0], to_y += queenwise[i][1])
                    count += shoot(game, position, y * ROW + x, to_x, to_y, list + count);
            }
    return count;
}

/* --- Breakthrough, Clobber, Jeson Mor ---------------------------------------------------------- */

static void add_step(struct second_move *move, const struct second_position *position, int x, int y,
                     int to_x, int to_y)
{
    struct second_position *after = next(move, position);
    after->cell[to_y * ROW + to_x] = position->cell[y * ROW + x];
    after->cell[y * ROW + x] = 0;
    write_step(move->text, x, y, to_x, to_y);
}

static size_t breakthrough_moves(const struct second_game *game,
                                 const struct second_position *position, struct second_move *list)
{
    size_t count = 0;
    int forward = man_of(position->mover);
    for (int y = 0; y < board_of(game)->ranks; y++)
        for (int x = 0; x < board_of(game)->files; x++)
            for (int aside = -1; aside <= 1 && look(game, position, x, y) == 1; aside++) {
                int there = look(game, position, x + aside, y + forward);
                if (there == 0 || (there == -1 && aside != 0))
                    add_step(&list[count++], position, x, y, x + aside, y + forward);
            }
    return count;
}

static struct second_result breakthrough_result(const struct second_game *game,
                                                const struct second_history *history, size_t count)
{
    (void)count;
    const struct second_position *now = present(history);
    int winner = !now->mover, goal = winner == 0 ? board_of(game)->ranks - 1 : 0;
    for (int x = 0; x < board_of(game)->files; x++)
        if (now->cell[goal * ROW + x] == man_of(winner))
            return won_by(winner, "the other side reached");
    return count_men(game, now, man_of(now->mover)) == 0 ? won_by(winner, "all captured") : goes_on;
}

static size_t clobber_moves(const struct second_game *game, const struct second_position *position,
                            struct second_move *list)
{
    size_t count = 0;
    for (int y = 0; y < board_of(game)->ranks; y++)
        for (int x = 0; x < board_of(game)->files; x++)
            for (int i = 0; i < 8 && look(game, position, x, y) == 1; i += 2)
                if (look(game, position, x + queenwise[i][0], y + queenwise[i][1]) == -1)
                    add_step(&list[count++], position, x, y, x + queenwise[i][0],
                             y + queenwise[i][1]);
    return count;
}

/* state[0]: a Knight has left the middle, and so its owner has won. */
enum { MIDDLE = 4 };

static size_t jeson_mor_moves(const struct second_game *game,
                              const struct second_position *position, struct second_move *list)
{
    size_t count = 0;
    for (int y = 0; y < board_of(game)->ranks; y++)
        for (int x = 0; x < board_of(game)->files; x++)
            for (int i = 0; i < 8 && look(game, position, x, y) == 1; i++) {
                int there = look(game, position, x + leaps[i][0], y + leaps[i][1]);
                if (there != 0 && there != -1)
                    continue;
                add_step(&list[count], position, x, y, x + leaps[i][0], y + leaps[i][1]);
                list[count++].after.state[0] = x == MIDDLE && y == MIDDLE;
            }
    return count;
}

static struct second_result jeson_mor_result(const struct second_game *game,
                                             const struct second_history *history, size_t count)
{
    (void)count;
    const struct second_position *now = present(history);
    if (now->state[0])
        return won_by(!now->mover, "the middle left");
    if (count_men(game, now, man_of(now->mover)) == 0)
        return won_by(!now->mover, "all captured");
    return goes_on;
}

/* In Reversi every disc is a point. */
bool second_board_points(const struct second_game *game, const struct second_position *end,
                         int points[2])
{
    if (game->result != reversi_result)
        return false;
    points[0] = count_men(game, end, 1);
    points[1] = count_men(game, end, -1);
    return true;
}

/* --- the games --------------------------------------------------------------------------------- */

static const struct board reversi = {8, 8, "8/8/8/3dD3/3Dd3/8/8/8", 'D', "bw", false};
static const struct board othello_10 = {10,  10,   "10/10/10/10/4dD4/4Dd4/10/10/10/10",
                                        'D', "bw", false};
static const struct board flipersi = {8, 8, "8/8/8/8/8/8/8/8", 'D', "bw", false};
static const struct board gomoku = {15,  15,   "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15",
                                    'S', "bw", false};
static const struct board connect_four = {7, 6, "7/7/7/7/7/7", 'D', "yr", false};
static const struct board tic_tac_toe = {3, 3, "3/3/3", 'S', "xo", false};
static const struct board ataxx = {7, 7, "S5s/7/7/7/7/7/s5S", 'S', "wb", false};
static const struct board amazons = {10,  10,   "3a2a3/10/10/a8a/10/10/A8A/10/10/3A2A3",
                                     'A', "wb", true};
static const struct board breakthrough = {8,   8,    "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP",
                                          'P', "wb", false};
static const struct board clobber = {5, 6, "PpPpP/pPpPp/PpPpP/pPpPp/PpPpP/pPpPp", 'P', "wb", false};
static const struct board jeson_mor = {9, 9, "nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNN", 'N', "wb", false};

const struct second_game *second_boards(size_t *count)
{
    static const struct second_game games[] = {
        {"reversi", NULL, &reversi, NULL, begin, reversi_moves, reversi_result, scatter},
        {"reversi:othello-on-100-squares", NULL, &othello_10, NULL, begin, reversi_moves,
         reversi_result, scatter},
        {"reversi:flipersi", NULL, &flipersi, NULL, begin, flipersi_moves, flipersi_result,
         scatter},
        {"gomoku", NULL, &gomoku, NULL, begin, stone_moves, gomoku_result, scatter},
        {"connect-four", NULL, &connect_four, NULL, begin, connect_four_moves, connect_four_result,
         NULL},
        {"tic-tac-toe", NULL, &tic_tac_toe, NULL, begin, stone_moves, tic_tac_toe_result, NULL},
        {"ataxx", NULL, &ataxx, NULL, begin, ataxx_moves, ataxx_result, scatter},
        {"amazons", NULL, &amazons, NULL, begin, amazons_moves, last_mover_wins, scatter},
        {"breakthrough", NULL, &breakthrough, NULL, begin, breakthrough_moves, breakthrough_result,
         scatter},
        {"clobber", NULL, &clobber, NULL, begin, clobber_moves, last_mover_wins, scatter},
        {"jeson-mor", NULL, &jeson_mor, NULL, begin, jeson_mor_moves, jeson_mor_result, scatter},
    };
    *count = sizeof games / sizeof *games;
    return games;
}
