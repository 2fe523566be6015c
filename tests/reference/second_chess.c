/* second_chess.c - the second generator for games of the chess family: boards that are rectangles,
 * men that step, leap, slide and hop, pawns, castling, hands, royal men.
 *
 * Every move is made on a copy of the board, and then it is asked whether the own royal man could be
 * captured. second_chess.h explains the tables, second_chess_games.c holds them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "second_chess.h"

/* --- ways of going ------------------------------------------------------------------------------- */

enum { WAYS_MAX = 48, REACH_MAX = 16, QUIET = 1, TAKES = 2 };

struct way {
    int right, up, reach, how;
    int then_right, then_up; /* from the second step on */
    char hop;                /* 'p', 'g', or 0 */
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

static void add_steps(struct ways *ways, int far, int near, char side, struct way way)
{
    for (way.right = -far; way.right <= far; way.right++)
        for (way.up = -far; way.up <= far; way.up++) {
            bool is_step = (abs(way.right) == far && abs(way.up) == near) ||
                           (abs(way.right) == near && abs(way.up) == far);
            way.then_right = way.right;
            way.then_up = way.up;
            if (is_step && is_towards(side, way.right, way.up))
                ways->at[ways->count++] = way;
        }
}

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

/* The ways from number `first` on go on straight or diagonally outward behind their first step. */
static void bend(struct ways *ways, int first, char then)
{
    int last = ways->count;
    struct ways bent = {.count = first};
    memcpy(bent.at, ways->at, sizeof bent.at);
    for (int i = first; i < last; i++) {
        struct way way = ways->at[i];
        int right = sign_of(way.right), up = sign_of(way.up);
        way.reach = REACH_MAX;
        for (int k = 0; k < (then == 'W' ? 2 : 1); k++) {
            way.then_right = then == 'W' && k == 1 ? 0 : right;
            way.then_up = then == 'W' && k == 0 ? 0 : up;
            bent.at[bent.count++] = way;
        }
    }
    *ways = bent;
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
        struct way way = {.reach = 1, .how = QUIET | TAKES};
        char side = 0;
        for (; *text >= 'a' && *text <= 'z'; text++)
            switch (*text) {
            case 'm': way.how = QUIET; break;
            case 'c': way.how = TAKES; break;
            case 'p':
            case 'g': way.hop = *text; break;
            default: side = *text;
            }
        const char *step = text;
        if (*text == '(')
            text = strchr(text, ')');
        text++;
        if (*text == '*' || (*text >= '1' && *text <= '9')) {
            way.reach = *text == '*' ? REACH_MAX : *text - '0';
            text++;
        }
        int first = ways.count;
        if (*step == '(') {
            sscanf(step, "(%d,%d)", &way.right, &way.up);
            way.then_right = way.right;
            way.then_up = way.up;
            ways.at[ways.count++] = way;
        } else {
            size_t i = 0;
            while (steps[i].letter != *step)
                i++;
            add_steps(&ways, steps[i].far, steps[i].near, side, way);
        }
        if (*text == '>') {
            bend(&ways, first, text[1]);
            text += 3; /* >W* */
        }
    }
    return ways;
}

/* --- the board ------------------------------------------------------------------------------------- */

const struct chess_rules *chess_rules_of(const struct second_game *game)
{
    return game->rules;
}

int chess_squares(const struct chess_rules *rules)
{
    return rules->files * rules->ranks;
}

int chess_square(const struct chess_rules *rules, int file, int rank)
{
    if (rules->is_cylinder)
        file = (file + rules->files) % rules->files;
    return file < 0 || file >= rules->files || rank < 0 || rank >= rules->ranks
               ? -1
               : rank * rules->files + file;
}

int chess_named(const struct chess_rules *rules, const char *name)
{
    return chess_square(rules, name[0] - 'a', atoi(name + 1) - 1);
}

int chess_owner(int man)
{
    return man < 0;
}

int chess_own_rank(const struct chess_rules *rules, int owner, int square)
{
    int rank = square / rules->files;
    return owner == 0 ? rank : rules->ranks - 1 - rank;
}

const struct chess_man *chess_man_of(const struct chess_rules *rules, int man)
{
    return &rules->men[abs(man) - 1];
}

int chess_kind(const struct chess_rules *rules, char letter, int owner)
{
    unsigned not_his = owner == 0 ? MAN_SECOND_ONLY : MAN_FIRST_ONLY;
    for (int kind = 0; rules->men[kind].letter != NULL; kind++)
        if (rules->men[kind].letter[0] == letter && !(rules->men[kind].flags & not_his))
            return kind + 1;
    return 0;
}

static bool is_man(int cell)
{
    return cell != 0 && cell != CHESS_HOLE;
}

static bool is_man_of(int cell, int owner)
{
    return is_man(cell) && chess_owner(cell) == owner;
}

int chess_count(const struct chess_rules *rules, const struct second_position *position, int owner,
                const char *letters)
{
    int count = 0;
    for (int square = 0; square < chess_squares(rules); square++)
        if (is_man_of(position->cell[square], owner))
            count += letters == NULL ||
                     strchr(letters, chess_man_of(rules, position->cell[square])->letter[0]);
    return count;
}

/* The squares on a way from each square, for each player, up to the edge of the board or a hole; -1
 * behind the last. */
struct path {
    short to[2][SECOND_CELLS_MAX][REACH_MAX];
};

/* Of the game that is played, for every kind of man; worked out once. */
static struct ways all_ways[SECOND_KINDS_MAX];
static struct path all_paths[SECOND_KINDS_MAX][WAYS_MAX];
/* Whether a capturing way leads there at all, when nothing stands on it. */
static bool leads_to[SECOND_KINDS_MAX][2][SECOND_CELLS_MAX][SECOND_CELLS_MAX];

static void find_path(const struct chess_rules *rules, const struct second_position *array,
                      const struct way *way, int owner, int from, short *to)
{
    int forward = owner == 0 ? 1 : -1, file = from % rules->files, rank = from / rules->files;
    for (int step = 0; step < way->reach && step < REACH_MAX - 1; step++) {
        rank += (step == 0 ? way->up : way->then_up) * forward;
        file += (step == 0 ? way->right : way->then_right) * forward;
        int square = chess_square(rules, file, rank);
        if (square < 0 || array->cell[square] == CHESS_HOLE || square == from)
            break;
        *to++ = (short)square;
        file = square % rules->files;
    }
    *to = -1;
}

static void find_paths(const struct second_game *game)
{
    const struct chess_rules *rules = chess_rules_of(game);
    struct second_position array = {.mover = 0};
    chess_begin(game, &array, NULL);
    memset(leads_to, 0, sizeof leads_to);
    for (int kind = 0; rules->men[kind].letter != NULL; kind++) {
        all_ways[kind] = read_ways(rules->men[kind].ways);
        for (int i = 0; i < all_ways[kind].count; i++)
            for (int from = 0; from < chess_squares(rules); from++)
                for (int owner = 0; owner < 2; owner++) {
                    short *to = all_paths[kind][i].to[owner][from];
                    find_path(rules, &array, &all_ways[kind].at[i], owner, from, to);
                    for (; all_ways[kind].at[i].how & TAKES && *to >= 0; to++)
                        leads_to[kind][owner][from][*to] = true;
                }
    }
}

/* Games with the same men on the same board have the same ways. */
static void know_ways(const struct chess_rules *rules)
{
    static const struct chess_man *men;
    static const char *array;
    static bool is_cylinder;
    const struct second_game game = {.rules = rules};
    if (men == rules->men && array == rules->array && is_cylinder == rules->is_cylinder)
        return;
    find_paths(&game);
    men = rules->men;
    array = rules->array;
    is_cylinder = rules->is_cylinder;
}

static const struct ways *ways_of(const struct chess_rules *rules, int man)
{
    know_ways(rules);
    return &all_ways[abs(man) - 1];
}

/* The squares that a man reaches on his way number i, the last of them perhaps occupied; how many. */
static int walk(const struct second_position *position, int from, int i, int squares[REACH_MAX])
{
    int man = position->cell[from], count = 0, hopped = 0;
    char hop = all_ways[abs(man) - 1].at[i].hop;
    const short *to = all_paths[abs(man) - 1][i].to[chess_owner(man)][from];
    for (; *to >= 0 && position->cell[*to] != CHESS_HOLE; to++) {
        if (hop == 0 || hopped > 0)
            squares[count++] = *to;
        if (hop == 'g' && hopped > 0)
            break;
        if (position->cell[*to] != 0 && (hop == 0 || hopped++ > 0))
            break;
    }
    return count;
}

/* --- attacks --------------------------------------------------------------------------------------- */

static bool man_attacks(const struct chess_rules *rules, const struct second_position *position,
                        int from, int target)
{
    const struct ways *ways = ways_of(rules, position->cell[from]);
    int squares[REACH_MAX];
    for (int i = 0; i < ways->count; i++)
        if (ways->at[i].how & TAKES)
            for (int k = walk(position, from, i, squares); k-- > 0;)
                if (squares[k] == target)
                    return true;
    return false;
}

bool chess_is_attacked(const struct chess_rules *rules, const struct second_position *position,
                       int square, int by)
{
    know_ways(rules);
    for (int from = 0; from < chess_squares(rules); from++)
        if (is_man_of(position->cell[from], by) &&
            leads_to[abs(position->cell[from]) - 1][by][from][square] &&
            man_attacks(rules, position, from, square))
            return true;
    return false;
}

bool chess_is_in_check(const struct chess_rules *rules, const struct second_position *position,
                       int owner)
{
    for (int square = 0; square < chess_squares(rules); square++)
        if (is_man_of(position->cell[square], owner) &&
            chess_man_of(rules, position->cell[square])->flags & MAN_ROYAL &&
            chess_is_attacked(rules, position, square, !owner))
            return true;
    return false;
}

/* --- moves ------------------------------------------------------------------------------------------- */

struct making {
    const struct chess_rules *rules;
    const struct second_position *before;
    struct second_move *list;
    size_t count;
    size_t first; /* of the man whose moves are listed */
};

char *chess_write_square(const struct chess_rules *rules, char *text, int square)
{
    return second_square(text, square % rules->files, square / rules->files);
}

char *chess_open_move(const struct chess_rules *rules, const struct second_position *before,
                      struct second_move *move, int square)
{
    move->after = *before;
    move->after.mover = !before->mover;
    move->after.clock++;
    move->after.state[STATE_PASSED] = 0;
    move->after.note[NOTE_PASSED] = move->after.note[NOTE_STEPPED] = 0;
    return chess_write_square(rules, move->text, square);
}

static int castling_home(const struct chess_rules *rules, const struct chess_castling *castling)
{
    return castling->owner == 0 ? rules->castling_rank : rules->ranks - 1 - rules->castling_rank;
}

void chess_drop_rights(const struct chess_rules *rules, struct second_position *after,
                       const struct second_position *before)
{
    for (int i = 0; i < CHESS_CASTLINGS; i++) {
        const struct chess_castling *castling = &rules->castlings[i];
        int home = castling_home(rules, castling);
        int king = chess_square(rules, castling->king, home);
        int rook = chess_square(rules, castling->rook, home);
        if (after->cell[king] != before->cell[king] || after->cell[rook] != before->cell[rook])
            after->state[STATE_RIGHTS] &= ~(1 << i);
    }
}

static bool is_listed(const struct making *making, const char *text)
{
    for (size_t i = making->first; i < making->count; i++)
        if (strcmp(making->list[i].text, text) == 0)
            return true;
    return false;
}

bool chess_close_move(const struct chess_rules *rules, const struct second_position *before,
                      struct second_move *move)
{
    chess_drop_rights(rules, &move->after, before);
    return rules->allows != NULL ? rules->allows(rules, before, &move->after)
                                 : !chess_is_in_check(rules, &move->after, before->mover);
}

/* Keeps the open move if it is legal. Two ways to one square are one move. */
static void close_move(struct making *making)
{
    struct second_move *move = &making->list[making->count];
    if (chess_close_move(making->rules, making->before, move) && !is_listed(making, move->text))
        making->count++;
}

/* Takes a man off the board, into the hand of his captor where men go there. */
static void take(const struct making *making, struct second_position *after, int square)
{
    const struct chess_rules *rules = making->rules;
    int man = making->before->cell[square], captor = making->before->mover;
    bool is_king = chess_man_of(rules, man)->letter[0] == 'K';
    if (rules->captures_to_hand && chess_owner(man) != captor && !is_king) {
        bool was_pawn = making->before->mark[square] && !rules->keeps_promoted;
        int kind = was_pawn ? chess_kind(rules, 'P', captor) : abs(man);
        after->hand[captor][kind]++;
    }
    after->cell[square] = 0;
    after->mark[square] = 0;
    after->clock = 0;
}

/* Moves a man, who becomes `letter` unless that is a blank, and takes what stands on `taken`. */
static void add_move(struct making *making, int from, int to, int taken, char letter)
{
    const struct chess_rules *rules = making->rules;
    struct second_move *move = &making->list[making->count];
    char *text = chess_open_move(rules, making->before, move, from);
    text = chess_write_square(rules, text, to);
    int man = making->before->cell[from];
    if (chess_man_of(rules, man)->flags & MAN_PAWN)
        move->after.clock = 0;
    if (taken >= 0)
        take(making, &move->after, taken);
    move->after.cell[from] = 0;
    move->after.cell[to] = (signed char)man;
    move->after.mark[from] = 0;
    move->after.mark[to] = making->before->mark[from];
    if (letter != ' ') {
        int kind = chess_kind(rules, letter, chess_owner(man));
        move->after.cell[to] = (signed char)(man > 0 ? kind : -kind);
        move->after.mark[to] = rules->captures_to_hand && !rules->keeps_promoted;
        *text++ = '=';
        *text++ = letter;
    }
    *text = '\0';
    if (rules->afterwards != NULL)
        rules->afterwards(rules, making->before, &move->after, from, to, taken);
    close_move(making);
}

static const char *promotions_of(const struct making *making, int from, int to)
{
    const struct chess_rules *rules = making->rules;
    int man = making->before->cell[from], owner = chess_owner(man);
    if (!(chess_man_of(rules, man)->flags & (MAN_PAWN | MAN_PROMOTES)))
        return " ";
    if (rules->promotions != NULL)
        return rules->promotions(rules, making->before, from, to);
    return chess_own_rank(rules, owner, to) == rules->ranks - 1 ? rules->promotes_to[owner] : " ";
}

static void add_moves(struct making *making, int from, int to, int taken)
{
    char letters[SECOND_KINDS_MAX];
    snprintf(letters, sizeof letters, "%s", promotions_of(making, from, to));
    for (const char *letter = letters; *letter != '\0'; letter++)
        add_move(making, from, to, taken, *letter);
}

static void add_walks(struct making *making, int from)
{
    making->first = making->count;
    const struct second_position *before = making->before;
    int man = before->cell[from], squares[REACH_MAX];
    const struct ways *ways = ways_of(making->rules, man);
    for (int i = 0; i < ways->count; i++) {
        const struct way *way = &ways->at[i];
        int count = walk(before, from, i, squares);
        for (int k = 0; k < count; k++) {
            int to = squares[k], there = before->cell[to];
            if (there == 0 && way->how & QUIET)
                add_moves(making, from, to, -1);
            if (there != 0 && chess_owner(there) != chess_owner(man) && way->how & TAKES)
                add_moves(making, from, to, to);
            if (there == 0 && way->how == TAKES && before->note[NOTE_PASSED] == to + 1 &&
                (chess_man_of(making->rules, man)->flags & (MAN_PAWN | MAN_NO_PASSING)) == MAN_PAWN)
                add_moves(making, from, to, before->note[NOTE_STEPPED] - 1);
        }
    }
}

/* Two steps of the pawn's own quiet way forward. */
static void add_double_steps(struct making *making, int from)
{
    const struct chess_rules *rules = making->rules;
    const struct second_position *before = making->before;
    int man = before->cell[from], owner = chess_owner(man), forward = man > 0 ? 1 : -1;
    const struct ways *ways = ways_of(rules, man);
    int own_rank = chess_own_rank(rules, owner, from);
    bool doubles = rules->doubles != NULL ? rules->doubles(rules, before, from)
                                          : rules->double_ranks[owner] >> own_rank & 1;
    if (!doubles || !(chess_man_of(rules, man)->flags & MAN_PAWN))
        return;
    for (int i = 0; i < ways->count; i++) {
        const struct way *way = &ways->at[i];
        int file = from % rules->files, rank = from / rules->files, up = way->up * forward;
        int over = chess_square(rules, file + way->right, rank + up);
        int to = chess_square(rules, file + 2 * way->right, rank + 2 * up);
        if (way->how != QUIET || way->up <= 0 || over < 0 || to < 0 || before->cell[over] != 0 ||
            before->cell[to] != 0)
            continue;
        size_t first = making->count;
        add_moves(making, from, to, -1);
        if (rules->unpassable_ranks[owner] >> own_rank & 1)
            continue;
        for (size_t k = first; k < making->count; k++) {
            making->list[k].after.note[NOTE_PASSED] = over + 1;
            making->list[k].after.note[NOTE_STEPPED] = to + 1;
        }
    }
}

static bool is_endangered(const struct chess_rules *rules, const struct second_position *position,
                          int square, int by)
{
    if (rules->castles_through_attack)
        return false;
    return rules->endangers != NULL ? rules->endangers(rules, position, square, by)
                                    : chess_is_attacked(rules, position, square, by);
}

/* The way of both men is free but for themselves, and the King is never in danger on his. */
static void add_castling(struct making *making, const struct chess_castling *castling)
{
    const struct chess_rules *rules = making->rules;
    const struct second_position *before = making->before;
    int home = castling_home(rules, castling);
    int king = chess_square(rules, castling->king, home);
    int rook = chess_square(rules, castling->rook, home);
    int king_to = chess_square(rules, castling->king_to, home);
    int rook_to = chess_square(rules, castling->rook_to, home);
    int step = rook > king ? 1 : -1;
    for (int square = king + step; square != rook; square += step)
        if (before->cell[square] != 0)
            return;
    for (int square = king; square != king_to + step; square += step)
        if (is_endangered(rules, before, square, !castling->owner))
            return;
    struct second_move *move = &making->list[making->count];
    *chess_write_square(rules, chess_open_move(rules, before, move, king), king_to) = '\0';
    move->after.cell[king] = move->after.cell[rook] = 0;
    move->after.cell[king_to] = before->cell[king];
    move->after.cell[rook_to] = before->cell[rook];
    if (rules->afterwards != NULL)
        rules->afterwards(rules, before, &move->after, king, king_to, -1);
    close_move(making);
}

static void add_drops(struct making *making, int kind)
{
    const struct chess_rules *rules = making->rules;
    int owner = making->before->mover;
    bool is_pawn = rules->men[kind - 1].flags & MAN_PAWN;
    for (int to = 0; to < chess_squares(rules); to++) {
        int own_rank = chess_own_rank(rules, owner, to);
        if (making->before->cell[to] != 0 ||
            (is_pawn && (own_rank < rules->pawn_drops_from || own_rank > rules->pawn_drops_to)))
            continue;
        struct second_move *move = &making->list[making->count];
        chess_open_move(rules, making->before, move, to);
        sprintf(move->text, "%s@", rules->men[kind - 1].letter);
        *chess_write_square(rules, move->text + 2, to) = '\0';
        making->first = making->count; /* no drop is there twice */
        move->after.hand[owner][kind]--;
        move->after.cell[to] = (signed char)(owner == 0 ? kind : -kind);
        close_move(making);
    }
}

static size_t list_moves(const struct chess_rules *rules, const struct second_position *position,
                         struct second_move *list)
{
    struct making making = {rules, position, list, 0, 0};
    for (int from = 0; from < chess_squares(rules); from++)
        if (is_man_of(position->cell[from], position->mover)) {
            add_walks(&making, from);
            add_double_steps(&making, from);
        }
    for (int i = 0; rules->castling_letters != NULL && i < CHESS_CASTLINGS; i++)
        if (position->state[STATE_RIGHTS] >> i & 1 && rules->castlings[i].owner == position->mover)
            add_castling(&making, &rules->castlings[i]);
    for (int kind = 1; kind < SECOND_KINDS_MAX; kind++)
        if (position->hand[position->mover][kind] > 0)
            add_drops(&making, kind);
    return making.count;
}

/* En passant counts for repetitions only where a legal capture exists. */
static void note_passed(const struct chess_rules *rules, struct second_position *after)
{
    static struct second_move replies[SECOND_MOVES_MAX];
    int passed = after->note[NOTE_PASSED];
    if (passed == 0)
        return;
    int stepped = after->note[NOTE_STEPPED] - 1;
    struct making making = {rules, after, replies, 0, 0};
    for (int from = 0; from < chess_squares(rules); from++)
        if (is_man_of(after->cell[from], after->mover) &&
            chess_man_of(rules, after->cell[from])->flags & MAN_PAWN)
            add_walks(&making, from);
    for (size_t i = 0; i < making.count; i++)
        if (replies[i].after.cell[stepped] == 0)
            after->state[STATE_PASSED] = passed;
}

size_t chess_moves(const struct second_game *game, const struct second_position *position,
                   struct second_move *list)
{
    const struct chess_rules *rules = chess_rules_of(game);
    size_t count = list_moves(rules, position, list);
    for (size_t i = 0; i < count; i++)
        note_passed(rules, &list[i].after);
    return count;
}

/* --- results ------------------------------------------------------------------------------------------- */

struct second_result chess_win(int owner, const char *why)
{
    return (struct second_result){owner == 0 ? SECOND_FIRST_WINS : SECOND_SECOND_WINS, why};
}

struct second_result chess_drawn(const struct second_game *game,
                                 const struct second_history *history)
{
    const struct chess_rules *rules = chess_rules_of(game);
    if (rules->repetition > 0 && second_times(history) >= (size_t)rules->repetition)
        return (struct second_result){SECOND_DRAWN, "repetition"};
    if (rules->plies > 0 && history->positions[history->count - 1].clock >= rules->plies)
        return (struct second_result){SECOND_DRAWN, "counted moves"};
    return (struct second_result){SECOND_GOES_ON, NULL};
}

struct second_result chess_result(const struct second_game *game,
                                  const struct second_history *history, size_t moves)
{
    const struct chess_rules *rules = chess_rules_of(game);
    const struct second_position *now = &history->positions[history->count - 1];
    if (moves > 0)
        return chess_drawn(game, history);
    if (chess_is_in_check(rules, now, now->mover))
        return chess_win(!now->mover, "checkmate");
    switch (rules->stalemate) {
    case STALEMATE_LOSES: return chess_win(!now->mover, "stalemate loses");
    case STALEMATE_WINS: return chess_win(now->mover, "stalemate wins");
    case STALEMATE_DRAWS: break;
    }
    return (struct second_result){SECOND_DRAWN, "stalemate"};
}

/* --- position texts --------------------------------------------------------------------------------------- */

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* The man of a letter, his sign saying whose. */
static int read_man(const struct chess_rules *rules, char c)
{
    return is_capital(c) ? chess_kind(rules, c, 0) : -chess_kind(rules, (char)(c - 'a' + 'A'), 1);
}

/* The next square of the rank from `file` on that is one. */
static int past_holes(const struct chess_rules *rules, const struct second_position *position,
                      int file, int rank)
{
    while (file < rules->files && position->cell[rank * rules->files + file] == CHESS_HOLE)
        file++;
    return file;
}

/* Holes are written as `*` in the array, and not at all in other texts. */
static const char *read_cells(const struct chess_rules *rules, struct second_position *position,
                              const char *text)
{
    int file = 0, rank = rules->ranks - 1;
    for (; *text != ' ' && *text != '[' && *text != '\0'; text++) {
        if (*text == '/') {
            file = 0;
            rank--;
        } else if (*text >= '0' && *text <= '9') {
            char *end = NULL;
            for (long empty = strtol(text, &end, 10); empty > 0; empty--)
                file = past_holes(rules, position, file, rank) + 1;
            text = end - 1;
        } else if (*text == '~') {
            position->mark[chess_square(rules, file - 1, rank)] = 1;
        } else {
            int man = *text == '*' ? CHESS_HOLE : read_man(rules, *text);
            file = past_holes(rules, position, file, rank);
            position->cell[chess_square(rules, file++, rank)] = (signed char)man;
        }
    }
    return text;
}

static const char *read_hand(const struct chess_rules *rules, struct second_position *position,
                             const char *text)
{
    for (text++; *text != ']'; text++) {
        int man = read_man(rules, *text);
        position->hand[chess_owner(man)][abs(man)]++;
    }
    return text + 1;
}

/* Placement, hands, side and castling; the rest of a text is not looked at. */
void chess_begin(const struct second_game *game, struct second_position *position, const char *text)
{
    const struct chess_rules *rules = chess_rules_of(game);
    const char *array = read_cells(rules, position, rules->array);
    for (int square = 0; text != NULL && square < chess_squares(rules); square++)
        if (position->cell[square] != CHESS_HOLE)
            position->cell[square] = 0;
    text = text == NULL ? array : read_cells(rules, position, text);
    if (*text == '[')
        text = read_hand(rules, position, text);
    position->mover = text[1] == 'b';
    text += 2 + (text[2] != '\0');
    for (; rules->castling_letters != NULL && *text != ' ' && *text != '\0'; text++)
        for (int i = 0; i < CHESS_CASTLINGS; i++)
            if (rules->castling_letters[i] == *text)
                position->state[STATE_RIGHTS] |= 1 << i;
}

/* --- random positions ---------------------------------------------------------------------------------------- */

static char letter_of(const struct chess_rules *rules, int man)
{
    char letter = chess_man_of(rules, man)->letter[0];
    return man > 0 ? letter : (char)(letter - 'A' + 'a');
}

static void write_position(const struct chess_rules *rules, const struct second_position *position,
                           char *text)
{
    for (int rank = rules->ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < rules->files; file++) {
            int man = position->cell[chess_square(rules, file, rank)];
            if (man == CHESS_HOLE)
                continue;
            if (man == 0) {
                empty++;
                continue;
            }
            if (empty > 0)
                text += sprintf(text, "%d", empty);
            empty = 0;
            *text++ = letter_of(rules, man);
            if (position->mark[chess_square(rules, file, rank)])
                *text++ = '~';
        }
        if (empty > 0)
            text += sprintf(text, "%d", empty);
        *text++ = rank > 0 ? '/' : rules->has_hands ? '[' : ' ';
    }
    for (int owner = 0; rules->has_hands && owner < 2; owner++)
        for (int kind = 1; kind < SECOND_KINDS_MAX; kind++)
            for (int i = 0; i < position->hand[owner][kind]; i++)
                *text++ = letter_of(rules, owner == 0 ? kind : -kind);
    sprintf(text, "%s%c - - 0 1", rules->has_hands ? "] " : "", position->mover == 0 ? 'w' : 'b');
}

/* Pawns neither on the first rank nor where they would have promoted. */
static bool may_stand(const struct chess_rules *rules, const struct second_position *position,
                      int man, int square)
{
    struct second_position mover = *position;
    int own_rank = chess_own_rank(rules, chess_owner(man), square);
    mover.mover = chess_owner(man);
    return !(chess_man_of(rules, man)->flags & MAN_PAWN) ||
           (own_rank > 0 && own_rank < rules->ranks - 1 &&
            (rules->promotions == NULL ||
             strcmp(rules->promotions(rules, &mover, square, square), " ") == 0));
}

/* Who may have been a Pawn, where that matters. */
static bool may_be_promoted(const struct chess_rules *rules, int man)
{
    return man != 0 && rules->captures_to_hand && !rules->keeps_promoted &&
           rules->promotes_to[chess_owner(man)] != NULL &&
           strchr(rules->promotes_to[chess_owner(man)], chess_man_of(rules, man)->letter[0]);
}

/* Kings and other royal men all stay. */
static void scatter_men(const struct second_game *game, uint64_t *random,
                        struct second_position *position)
{
    const struct chess_rules *rules = chess_rules_of(game);
    struct second_position array = {.mover = 0};
    size_t kept = 1 + random_below(random, 6);
    chess_begin(game, &array, NULL);
    memset(position, 0, sizeof *position);
    position->mover = (int)random_below(random, 2);
    for (int square = 0; square < chess_squares(rules); square++)
        if (array.cell[square] == CHESS_HOLE)
            position->cell[square] = CHESS_HOLE;
    for (int from = 0; from < chess_squares(rules); from++) {
        int man = array.cell[from];
        if (!is_man(man))
            continue;
        bool stays = chess_man_of(rules, man)->letter[0] == 'K' ||
                     chess_man_of(rules, man)->flags & MAN_ROYAL || random_below(random, 7) < kept;
        int to = (int)random_below(random, (size_t)chess_squares(rules));
        if (!stays)
            continue;
        while (position->cell[to] != 0 || !may_stand(rules, position, man, to))
            to = (int)random_below(random, (size_t)chess_squares(rules));
        if (rules->captures_to_hand && !(chess_man_of(rules, man)->flags & MAN_ROYAL) &&
            chess_man_of(rules, man)->letter[0] != 'K' && random_below(random, 4) == 0)
            position->hand[random_below(random, 2)][abs(man)]++;
        else
            position->cell[to] = (signed char)man;
        position->mark[to] =
            may_be_promoted(rules, position->cell[to]) && random_below(random, 4) == 0;
    }
}

/* Whether the one who is not to move may have left this behind, and the game goes on. */
static bool may_start(const struct second_game *game, const struct second_position *position)
{
    static struct second_move list[SECOND_MOVES_MAX];
    const struct chess_rules *rules = chess_rules_of(game);
    const struct second_history history = {position, 1};
    struct second_position before = *position;
    before.mover = !position->mover;
    bool is_legal = rules->allows != NULL ? rules->allows(rules, &before, position)
                                          : !chess_is_in_check(rules, position, !position->mover);
    return is_legal && game->result(game, &history, game->moves(game, position, list)).outcome ==
                           SECOND_GOES_ON;
}

void chess_scatter(const struct second_game *game, uint64_t *random, char *text)
{
    struct second_position position;
    do
        scatter_men(game, random, &position);
    while (!may_start(game, &position));
    write_position(chess_rules_of(game), &position, text);
}
