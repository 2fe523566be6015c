/* second_chess.c - the second generator for games of the chess family: boards that are rectangles,
 * men that step, leap and slide, pawns, castling, royal men.
 *
 * Every move is made on a copy of the board, and then it is asked whether the own royal man could be
 * captured. second_chess.h explains the tables, second_chess_games.c holds them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "second_chess.h"

/* --- ways of going ------------------------------------------------------------------------------- */

enum { WAYS_MAX = 48, QUIET = 1, TAKES = 2 };

struct way {
    int right, up, reach, how;
};

struct ways {
    struct way at[WAYS_MAX];
    int count;
};

/* Whether the letter in front of a step (0: none) lets this direction through. */
static bool is_towards(char side, int right, int up)
{
    switch (side) {
    case 'f': return up > 0;
    case 'b': return up < 0;
    case 's': return abs(right) > abs(up);
    case 'v': return abs(up) > abs(right);
    default: return true;
    }
}

static void add_steps(struct ways *ways, int far, int near, char side, int reach, int how)
{
    for (int right = -far; right <= far; right++)
        for (int up = -far; up <= far; up++) {
            bool is_step =
                (abs(right) == far && abs(up) == near) || (abs(right) == near && abs(up) == far);
            if (is_step && is_towards(side, right, up))
                ways->at[ways->count++] = (struct way){right, up, reach, how};
        }
}

/* Reads "mfWcfF" into ways. */
static struct ways read_ways(const char *text)
{
    static const struct {
        char letter;
        int far, near;
    } steps[] = {{'W', 1, 0}, {'F', 1, 1}, {'D', 2, 0}, {'N', 2, 1}, {'A', 2, 2},
                 {'H', 3, 0}, {'C', 3, 1}, {'Z', 3, 2}, {'G', 3, 3}};
    struct ways ways = {.count = 0};
    while (*text != '\0') {
        int how = QUIET | TAKES, reach = 1;
        char side = 0;
        for (; *text >= 'a' && *text <= 'z'; text++)
            if (*text == 'm')
                how = QUIET;
            else if (*text == 'c')
                how = TAKES;
            else
                side = *text;
        size_t step = 0;
        while (steps[step].letter != *text)
            step++;
        text++;
        if (*text == '*' || (*text >= '1' && *text <= '9'))
            reach = *text == '*' ? 99 : *text - '0', text++;
        add_steps(&ways, steps[step].far, steps[step].near, side, reach, how);
    }
    return ways;
}

/* --- the board ------------------------------------------------------------------------------------- */

static const struct chess_rules *rules_of(const struct second_game *game)
{
    return game->rules;
}

static int square_of(const struct chess_rules *rules, int file, int rank)
{
    return file < 0 || file >= rules->files || rank < 0 || rank >= rules->ranks
               ? -1
               : rank * rules->files + file;
}

static int owner_of(int man)
{
    return man < 0;
}

static const struct chess_man *man_of(const struct chess_rules *rules, int man)
{
    return &rules->men[abs(man) - 1];
}

/* The ways of every kind of man of the game that is played, read once. */
static const struct ways *ways_of(const struct chess_rules *rules, int man)
{
    static const struct chess_rules *known;
    static struct ways ways[SECOND_KINDS_MAX];
    if (known != rules)
        for (int kind = 0; rules->men[kind].letter != NULL; kind++)
            ways[kind] = read_ways(rules->men[kind].ways);
    known = rules;
    return &ways[abs(man) - 1];
}

static int rank_seen_by(const struct chess_rules *rules, int owner, int rank)
{
    return owner == 0 ? rank : rules->ranks - 1 - rank;
}

/* --- attacks --------------------------------------------------------------------------------------- */

static bool man_attacks(const struct chess_rules *rules, const struct second_position *position,
                        int from, int target)
{
    int man = position->cell[from], forward = man > 0 ? 1 : -1;
    const struct ways *ways = ways_of(rules, man);
    for (int i = 0; i < ways->count; i++) {
        const struct way *way = &ways->at[i];
        int file = from % rules->files, rank = from / rules->files;
        if (!(way->how & TAKES))
            continue;
        for (int step = 0; step < way->reach; step++) {
            file += way->right;
            rank += way->up * forward;
            int square = square_of(rules, file, rank);
            if (square == target)
                return true;
            if (square < 0 || position->cell[square] != 0)
                break;
        }
    }
    return false;
}

static bool is_attacked(const struct chess_rules *rules, const struct second_position *position,
                        int target, int by)
{
    for (int from = 0; from < rules->files * rules->ranks; from++)
        if (position->cell[from] != 0 && owner_of(position->cell[from]) == by &&
            man_attacks(rules, position, from, target))
            return true;
    return false;
}

static bool is_royal_attacked(const struct chess_rules *rules,
                              const struct second_position *position, int owner)
{
    for (int square = 0; square < rules->files * rules->ranks; square++) {
        int man = position->cell[square];
        if (man != 0 && owner_of(man) == owner && man_of(rules, man)->flags & MAN_ROYAL &&
            is_attacked(rules, position, square, !owner))
            return true;
    }
    return false;
}

/* --- moves ------------------------------------------------------------------------------------------- */

struct making {
    const struct second_game *game;
    const struct chess_rules *rules;
    const struct second_position *before;
    struct second_move *list;
    size_t count;
};

static char *write_square(const struct chess_rules *rules, char *text, int square)
{
    return second_square(text, square % rules->files, square / rules->files);
}

/* A new move in the list, its position a copy with the other side to move. */
static struct second_move *open_move(struct making *making, int from, int to)
{
    struct second_move *move = &making->list[making->count];
    move->after = *making->before;
    move->after.mover = !making->before->mover;
    move->after.clock++;
    move->after.state[STATE_PASSED] = 0;
    move->after.note[NOTE_PASSED] = move->after.note[NOTE_STEPPED] = 0;
    *write_square(making->rules, write_square(making->rules, move->text, from), to) = '\0';
    return move;
}

/* A castling right ends when the king or that rook leaves, or is captured, at home. */
static void drop_rights(const struct chess_rules *rules, struct second_position *after,
                        const struct second_position *before)
{
    for (int i = 0; i < CHESS_CASTLINGS; i++) {
        const struct chess_castling *castling = &rules->castlings[i];
        int home = castling->owner == 0 ? 0 : rules->ranks - 1;
        int king = square_of(rules, castling->king, home);
        int rook = square_of(rules, castling->rook, home);
        if (after->cell[king] != before->cell[king] || after->cell[rook] != before->cell[rook])
            after->state[STATE_RIGHTS] &= ~(1 << i);
    }
}

static size_t list_raw(const struct second_game *game, const struct second_position *position,
                       struct second_move *list);

/* En passant counts for repetitions only where a legal capture exists. */
static void note_passed(struct making *making, struct second_position *after)
{
    static struct second_move replies[SECOND_MOVES_MAX];
    int passed = after->note[NOTE_PASSED];
    if (passed == 0)
        return;
    after->state[STATE_PASSED] = passed;
    size_t count = list_raw(making->game, after, replies);
    after->state[STATE_PASSED] = 0;
    int stepped = after->note[NOTE_STEPPED] - 1;
    for (size_t i = 0; i < count; i++)
        if (replies[i].after.cell[stepped] == 0 && replies[i].after.cell[passed - 1] != 0)
            after->state[STATE_PASSED] = passed;
}

static void close_move(struct making *making)
{
    struct second_move *move = &making->list[making->count];
    drop_rights(making->rules, &move->after, making->before);
    if (!is_royal_attacked(making->rules, &move->after, making->before->mover))
        making->count++;
}

static int kind_of(const struct chess_rules *rules, char letter)
{
    for (int kind = 0; rules->men[kind].letter != NULL; kind++)
        if (rules->men[kind].letter[0] == letter)
            return kind + 1;
    return 0;
}

static void add_move(struct making *making, int from, int to)
{
    const struct chess_rules *rules = making->rules;
    int man = making->before->cell[from], sign = man > 0 ? 1 : -1;
    bool is_pawn = man_of(rules, man)->flags & MAN_PAWN;
    bool promotes =
        is_pawn && rank_seen_by(rules, owner_of(man), to / rules->files) == rules->ranks - 1;
    for (const char *letter = promotes ? rules->promotes_to : " "; *letter != '\0'; letter++) {
        struct second_move *move = open_move(making, from, to);
        if (is_pawn || making->before->cell[to] != 0)
            move->after.clock = 0;
        move->after.cell[from] = 0;
        move->after.cell[to] = (signed char)man;
        if (promotes) {
            move->after.cell[to] = (signed char)(sign * kind_of(rules, *letter));
            size_t length = strlen(move->text);
            move->text[length] = '=';
            move->text[length + 1] = *letter;
            move->text[length + 2] = '\0';
        }
        close_move(making);
    }
}

static void add_en_passant(struct making *making, int from, int to)
{
    struct second_move *move = open_move(making, from, to);
    move->after.cell[to] = move->after.cell[from];
    move->after.cell[from] = 0;
    move->after.cell[making->before->note[NOTE_STEPPED] - 1] = 0;
    move->after.clock = 0;
    close_move(making);
}

static void add_walks(struct making *making, int from)
{
    const struct chess_rules *rules = making->rules;
    const struct second_position *before = making->before;
    int man = before->cell[from], forward = man > 0 ? 1 : -1;
    const struct ways *ways = ways_of(rules, man);
    for (int i = 0; i < ways->count; i++) {
        const struct way *way = &ways->at[i];
        int file = from % rules->files, rank = from / rules->files;
        for (int step = 0; step < way->reach; step++) {
            file += way->right;
            rank += way->up * forward;
            int to = square_of(rules, file, rank);
            if (to < 0)
                break;
            int there = before->cell[to];
            if (there == 0 && way->how & QUIET)
                add_move(making, from, to);
            if (there != 0 && owner_of(there) != owner_of(man) && way->how & TAKES)
                add_move(making, from, to);
            if (there == 0 && way->how == TAKES && before->note[NOTE_PASSED] == to + 1 &&
                man_of(rules, man)->flags & MAN_PAWN)
                add_en_passant(making, from, to);
            if (there != 0)
                break;
        }
    }
}

/* Two steps of the pawn's own quiet way. */
static void add_double_steps(struct making *making, int from)
{
    const struct chess_rules *rules = making->rules;
    const struct second_position *before = making->before;
    int man = before->cell[from], forward = man > 0 ? 1 : -1;
    const struct ways *ways = ways_of(rules, man);
    int rank = rank_seen_by(rules, owner_of(man), from / rules->files);
    if (!(man_of(rules, man)->flags & MAN_PAWN) ||
        !(rules->double_ranks[owner_of(man)] >> rank & 1))
        return;
    for (int i = 0; i < ways->count; i++) {
        const struct way *way = &ways->at[i];
        if (way->how != QUIET)
            continue;
        int file = from % rules->files, up = way->up * forward;
        int over = square_of(rules, file + way->right, from / rules->files + up);
        int to = square_of(rules, file + 2 * way->right, from / rules->files + 2 * up);
        if (over < 0 || to < 0 || before->cell[over] != 0 || before->cell[to] != 0)
            continue;
        size_t count = making->count;
        add_move(making, from, to);
        if (making->count == count)
            continue;
        making->list[count].after.note[NOTE_PASSED] = over + 1;
        making->list[count].after.note[NOTE_STEPPED] = to + 1;
    }
}

static void add_castling(struct making *making, const struct chess_castling *castling)
{
    const struct chess_rules *rules = making->rules;
    const struct second_position *before = making->before;
    int home = castling->owner == 0 ? 0 : rules->ranks - 1;
    int king = square_of(rules, castling->king, home),
        rook = square_of(rules, castling->rook, home);
    int king_to = square_of(rules, castling->king_to, home);
    int rook_to = square_of(rules, castling->rook_to, home);
    int step = king_to > king ? 1 : -1;
    for (int square = king; square != rook; square += rook > king ? 1 : -1)
        if (square != king && before->cell[square] != 0)
            return;
    for (int square = king; square != king_to + step; square += step)
        if (is_attacked(rules, before, square, !castling->owner))
            return;
    struct second_move *move = open_move(making, king, king_to);
    move->after.cell[king] = move->after.cell[rook] = 0;
    move->after.cell[king_to] = before->cell[king];
    move->after.cell[rook_to] = before->cell[rook];
    close_move(making);
}

static size_t list_raw(const struct second_game *game, const struct second_position *position,
                       struct second_move *list)
{
    const struct chess_rules *rules = rules_of(game);
    struct making making = {game, rules, position, list, 0};
    for (int from = 0; from < rules->files * rules->ranks; from++)
        if (position->cell[from] != 0 && owner_of(position->cell[from]) == position->mover) {
            add_walks(&making, from);
            add_double_steps(&making, from);
        }
    for (int i = 0; i < CHESS_CASTLINGS; i++)
        if (position->state[STATE_RIGHTS] >> i & 1 && rules->castlings[i].owner == position->mover)
            add_castling(&making, &rules->castlings[i]);
    return making.count;
}

static size_t chess_moves(const struct second_game *game, const struct second_position *position,
                          struct second_move *list)
{
    struct making making = {game, rules_of(game), position, list, 0};
    size_t count = list_raw(game, position, list);
    for (size_t i = 0; i < count; i++)
        note_passed(&making, &list[i].after);
    return count;
}

/* --- results ------------------------------------------------------------------------------------------- */

static struct second_result chess_result(const struct second_game *game,
                                         const struct second_history *history, size_t moves)
{
    const struct second_position *now = &history->positions[history->count - 1];
    if (moves == 0 && is_royal_attacked(rules_of(game), now, now->mover))
        return (struct second_result){now->mover == 0 ? SECOND_SECOND_WINS : SECOND_FIRST_WINS,
                                      "checkmate"};
    if (moves == 0)
        return (struct second_result){SECOND_DRAWN, "stalemate"};
    if (second_times(history) >= 3)
        return (struct second_result){SECOND_DRAWN, "repetition"};
    if (now->clock >= 100)
        return (struct second_result){SECOND_DRAWN, "50 moves"};
    return (struct second_result){SECOND_GOES_ON, NULL};
}

/* --- position texts --------------------------------------------------------------------------------------- */

static const char *read_cells(const struct chess_rules *rules, struct second_position *position,
                              const char *text)
{
    int file = 0, rank = rules->ranks - 1;
    for (; *text != ' ' && *text != '\0'; text++) {
        if (*text == '/') {
            file = 0;
            rank--;
        } else if (*text >= '0' && *text <= '9') {
            char *end = NULL;
            file += (int)strtol(text, &end, 10);
            text = end - 1;
        } else {
            bool is_first = *text >= 'A' && *text <= 'Z';
            int kind = kind_of(rules, is_first ? *text : (char)(*text - 'a' + 'A'));
            position->cell[square_of(rules, file++, rank)] = (signed char)(is_first ? kind : -kind);
        }
    }
    return text;
}

/* Placement, side and castling; the rest of a text is not looked at. */
static void chess_begin(const struct second_game *game, struct second_position *position,
                        const char *text)
{
    const struct chess_rules *rules = rules_of(game);
    text = read_cells(rules, position, text == NULL ? rules->array : text);
    while (*text == ' ')
        text++;
    position->mover = *text == 'b';
    text += 2;
    for (; *text != ' ' && *text != '\0'; text++)
        for (int i = 0; i < CHESS_CASTLINGS; i++)
            if (rules->castling_letters[i] == *text)
                position->state[STATE_RIGHTS] |= 1 << i;
}

/* --- games -------------------------------------------------------------------------------------------------- */

static const struct chess_man orthodox_men[] = {
    {"P", "mfWcfF", MAN_PAWN}, {"N", "N", 0}, {"B", "F*", 0}, {"R", "W*", 0}, {"Q", "W*F*", 0},
    {"K", "WF", MAN_ROYAL},    {0},
};

static const struct chess_rules orthodox = {
    .files = 8,
    .ranks = 8,
    .array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
    .men = orthodox_men,
    .promotes_to = "QRBN",
    .double_ranks = {1 << 1, 1 << 1},
    .castlings = {{0, 4, 6, 7, 5}, {0, 4, 2, 0, 3}, {1, 4, 6, 7, 5}, {1, 4, 2, 0, 3}},
    .castling_letters = "KQkq",
};

static const char *const chess_starts[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    NULL,
};

static const struct second_game games[] = {
    {"chess", NULL, &orthodox, chess_starts, chess_begin, chess_moves, chess_result, NULL},
};

const struct second_game *second_chess(size_t *count)
{
    *count = sizeof games / sizeof *games;
    return games;
}
