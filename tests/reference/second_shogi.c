/* second_shogi.c - the second generator for Shogi, its kin and Mad Elephant Shogi.
 *
 * Written from the rules of the Japan Shogi Association as commonly known, Shigenobu Kusumoto's
 * Minishogi, and section 5 of the rule page of Mad Elephant Shogi. Cell 9 * row + column, row 0 the far
 * rank of Sente, column 0 the leftmost file of a diagram (file 9). cell: a kind, negative for Gote;
 * mark 1: promoted. hand: captured men by kind; flattened men by kind + FLATTENED. state: where the
 * pawn with an open taunt stands, its cell + 1. Kings have been captured where none stands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "second.h"

enum { SIDE = 9, TAUNT = 0, FLATTENED = 32 };
enum kind { NONE, PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, KING, ELEPHANT, KINDS };
static const char letters[] = ".PLNSGBRKE";

struct rules {
    int files, ranks;
    int camp; /* ranks on which a man may promote */
    bool has_elephants;
    bool first_must_vary; /* Sente loses by repetition without check */
    const char *kinds;    /* what is scattered: letters, the frequent ones often */
    const char *array;    /* ranks from the top, capitals for Sente, dots for nothing */
};

/* Seen by Sente: y -1 is forward. */
struct way {
    int x, y;
    bool is_far;
};

static const struct way none[] = {{0}};
static const struct way pawn[] = {{0, -1, false}, {0}};
static const struct way lance[] = {{0, -1, true}, {0}};
static const struct way knight[] = {{-1, -2, false}, {1, -2, false}, {0}};
static const struct way silver[] = {{0, -1, false}, {-1, -1, false}, {1, -1, false},
                                    {-1, 1, false}, {1, 1, false},   {0}};
static const struct way gold[] = {{0, -1, false},
                                  {-1, -1, false},
                                  {1, -1, false},
                                  {-1, 0, false},
                                  {1, 0, false},
                                  {0, 1, false},
                                  {0}};
static const struct way king[] = {{0, -1, false}, {-1, -1, false}, {1, -1, false},
                                  {-1, 0, false}, {1, 0, false},   {0, 1, false},
                                  {-1, 1, false}, {1, 1, false},   {0}};
static const struct way bishop[] = {
    {-1, -1, true}, {1, -1, true}, {-1, 1, true}, {1, 1, true}, {0}};
static const struct way rook[] = {{0, -1, true}, {0, 1, true}, {-1, 0, true}, {1, 0, true}, {0}};
static const struct way horse[] = {{-1, -1, true}, {1, -1, true},  {-1, 1, true},
                                   {1, 1, true},   {0, -1, false}, {0, 1, false},
                                   {-1, 0, false}, {1, 0, false},  {0}};
static const struct way dragon[] = {{0, -1, true},  {0, 1, true},    {-1, 0, true},
                                    {1, 0, true},   {-1, -1, false}, {1, -1, false},
                                    {-1, 1, false}, {1, 1, false},   {0}};

static const struct way *ways_of(int kind, bool promoted)
{
    switch (kind) {
    case PAWN: return promoted ? gold : pawn;
    case LANCE: return promoted ? gold : lance;
    case KNIGHT: return promoted ? gold : knight;
    case SILVER: return promoted ? gold : silver;
    case GOLD: return gold;
    case BISHOP: return promoted ? horse : bishop;
    case ROOK: return promoted ? dragon : rook;
    case KING: return king;
    }
    return none;
}

/* --- the board --------------------------------------------------------------------------------- */

static const struct rules *rules_of(const struct second_game *game)
{
    return game->rules;
}

static bool is_on_board(const struct rules *rules, int x, int y)
{
    return x >= 0 && x < rules->files && y >= 0 && y < rules->ranks;
}

static int owner(const struct second_position *position, int cell)
{
    if (position->cell[cell] == 0)
        return -1;
    return position->cell[cell] < 0;
}

static int kind_on(const struct second_position *position, int cell)
{
    return abs(position->cell[cell]);
}

static void put(struct second_position *position, int cell, int side, int kind, bool promoted)
{
    position->cell[cell] = (signed char)(side == 0 ? kind : -kind);
    position->mark[cell] = promoted;
}

static void clear(struct second_position *position, int cell)
{
    position->cell[cell] = 0;
    position->mark[cell] = 0;
}

static int find_king(const struct second_position *position, int side)
{
    for (int cell = 0; cell < SIDE * SIDE; cell++)
        if (position->cell[cell] == (side == 0 ? KING : -KING))
            return cell;
    return -1;
}

/* How many ranks from the far edge, as the side sees it. */
static int ranks_from_far(const struct rules *rules, int side, int y)
{
    return side == 0 ? y : rules->ranks - 1 - y;
}

static bool is_in_camp(const struct rules *rules, int side, int cell)
{
    return ranks_from_far(rules, side, cell / SIDE) < rules->camp;
}

/* Pawns and Lances on the last rank, Knights on the last two could never move again. */
static bool is_stuck(const struct rules *rules, int side, int kind, int cell)
{
    int far = ranks_from_far(rules, side, cell / SIDE);
    return ((kind == PAWN || kind == LANCE) && far < 1) || (kind == KNIGHT && far < 2);
}

/* --- where men go ------------------------------------------------------------------------------ */

/* Fills in the cells that the man on `from` may go to, captures included; how many. */
static int goals_of(const struct rules *rules, const struct second_position *position, int from,
                    int *goals)
{
    int side = owner(position, from), kind = kind_on(position, from), count = 0;
    int x = from % SIDE, y = from / SIDE, forward = side == 0 ? 1 : -1;
    bool promoted = position->mark[from];
    for (const struct way *way = ways_of(kind, promoted); way->x != 0 || way->y != 0; way++)
        for (int step = 1; step == 1 || way->is_far; step++) {
            int to_x = x + way->x * step, to_y = y + way->y * step * forward;
            if (!is_on_board(rules, to_x, to_y))
                break;
            int to = to_y * SIDE + to_x, there = owner(position, to);
            if (there != side)
                goals[count++] = to;
            if (there >= 0)
                break;
        }
    if (kind != ELEPHANT)
        return count;
    for (int dy = -1; dy <= 1; dy += 2)
        for (int dx = -1; dx <= 1; dx += 2) {
            int reach = promoted ? 1 : 2;
            if (!is_on_board(rules, x + dx * reach, y + dy * reach))
                continue;
            int to = (y + dy * reach) * SIDE + x + dx * reach, there = owner(position, to);
            if (there == side)
                continue;
            bool captures = there >= 0;
            if (promoted && captures && kind_on(position, to) != KING)
                continue;
            if (!promoted && captures && position->cell[(y + dy) * SIDE + x + dx] != 0)
                continue;
            goals[count++] = to;
        }
    return count;
}

static bool is_attacked(const struct rules *rules, const struct second_position *position,
                        int target, int by)
{
    int goals[64];
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        if (owner(position, cell) != by)
            continue;
        int count = goals_of(rules, position, cell, goals);
        for (int i = 0; i < count; i++)
            if (goals[i] == target)
                return true;
    }
    return false;
}

static bool is_in_check(const struct rules *rules, const struct second_position *position, int side)
{
    int cell = find_king(position, side);
    return cell >= 0 && is_attacked(rules, position, cell, !side);
}

/* --- moves ------------------------------------------------------------------------------------- */

struct listing {
    const struct rules *rules;
    const struct second_position *before;
    struct second_move *list;
    size_t count, most; /* stop when there are `most` */
};

static size_t list_moves(const struct rules *rules, const struct second_position *position,
                         struct second_move *list, size_t most);

static char *write_cell(const struct rules *rules, char *text, int cell)
{
    return text + sprintf(text, "%d%c", rules->files - cell % SIDE, 'a' + cell / SIDE);
}

static void pass_turn(struct second_position *position)
{
    position->mover = !position->mover;
    position->state[TAUNT] = 0;
}

static struct second_move *add(struct listing *listing, const struct second_position *after)
{
    struct second_move *move = &listing->list[listing->count++];
    memset(move->text, 0, sizeof move->text);
    move->after = *after;
    pass_turn(&move->after);
    return move;
}

static bool is_full(const struct listing *listing)
{
    return listing->count >= listing->most;
}

static void add_move(struct listing *listing, int from, int to, bool promotes)
{
    const struct second_position *before = listing->before;
    struct second_position after = *before;
    int side = before->mover, kind = kind_on(before, from), victim = kind_on(before, to);
    if (victim != NONE && victim != KING)
        after.hand[side][victim]++;
    clear(&after, from);
    put(&after, to, side, kind, before->mark[from] || promotes);
    if (victim != KING && is_in_check(listing->rules, &after, side))
        return;
    struct second_move *move = add(listing, &after);
    char *text = write_cell(listing->rules, move->text, from);
    text = write_cell(listing->rules, text, to);
    strcpy(text, promotes ? "+" : "");
}

static void add_board_moves(struct listing *listing, int from)
{
    const struct second_position *before = listing->before;
    int goals[64], count = goals_of(listing->rules, before, from, goals);
    int kind = kind_on(before, from), side = before->mover;
    for (int i = 0; i < count && !is_full(listing); i++) {
        bool may =
            !before->mark[from] && kind != GOLD && kind != KING &&
            (is_in_camp(listing->rules, side, from) || is_in_camp(listing->rules, side, goals[i]));
        if (!is_stuck(listing->rules, side, before->mark[from] ? GOLD : kind, goals[i]))
            add_move(listing, from, goals[i], false);
        if (may)
            add_move(listing, from, goals[i], true);
    }
}

static bool has_pawn_on_file(const struct rules *rules, const struct second_position *position,
                             int side, int file)
{
    for (int y = 0; y < rules->ranks; y++) {
        int cell = y * SIDE + file;
        if (owner(position, cell) == side && kind_on(position, cell) == PAWN &&
            !position->mark[cell])
            return true;
    }
    return false;
}

/* Whether the enemy King, which the Pawn on the cell stands right in front of, has no way out. */
static bool is_mate_by_pawn(const struct rules *rules, const struct second_position *dropped,
                            int side, int cell)
{
    static struct second_move reply[32]; /* shared: a Pawn never answers the check of a Pawn */
    int ahead = side == 0 ? cell - SIDE : cell + SIDE;
    if (find_king(dropped, !side) != ahead)
        return false;
    struct second_position next = *dropped;
    pass_turn(&next);
    return list_moves(rules, &next, reply, 1) == 0;
}

/* The position with the man on the board, where that is allowed; men are not yet taken from where
 * they lay. */
static bool may_drop(const struct rules *rules, const struct second_position *before, int kind,
                     int cell, int from, struct second_position *after)
{
    int side = before->mover;
    if (before->cell[cell] != 0 || is_stuck(rules, side, kind, cell))
        return false;
    if (kind == PAWN && has_pawn_on_file(rules, before, side, cell % SIDE))
        return false;
    *after = *before;
    put(after, cell, side, kind, false);
    after->hand[side][from]--;
    if (is_in_check(rules, after, side))
        return false;
    return kind != PAWN || !is_mate_by_pawn(rules, after, side, cell);
}

static void add_drops(struct listing *listing, int kind)
{
    const struct rules *rules = listing->rules;
    const struct second_position *before = listing->before;
    struct second_position after;
    for (int y = 0; y < rules->ranks; y++)
        for (int x = 0; x < rules->files && !is_full(listing); x++) {
            if (before->hand[before->mover][kind] == 0 ||
                !may_drop(rules, before, kind, y * SIDE + x, kind, &after))
                continue;
            struct second_move *move = add(listing, &after);
            write_cell(rules, move->text + sprintf(move->text, "%c*", letters[kind]), y * SIDE + x);
        }
}

/* --- Mad Elephants ----------------------------------------------------------------------------- */

static void add_attempts(struct listing *listing, int kind)
{
    const struct rules *rules = listing->rules;
    const struct second_position *before = listing->before;
    struct second_position after;
    for (int y = 0; y < rules->ranks; y++)
        for (int x = 0; x < rules->files && !is_full(listing); x++) {
            if (before->hand[before->mover][FLATTENED + kind] == 0 ||
                !may_drop(rules, before, kind, y * SIDE + x, FLATTENED + kind, &after))
                continue;
            char text[8];
            write_cell(rules, text + sprintf(text, "%c?", letters[kind]), y * SIDE + x);
            struct second_move *heads = add(listing, &after);
            sprintf(heads->text, "%s:heads", text);
            struct second_move *tails = add(listing, before);
            sprintf(tails->text, "%s:tails", text);
        }
}

/* The ray from the Mad Elephant to the edge. */
static int ray_of(const struct rules *rules, int from, int dx, int dy, int *ray)
{
    int count = 0;
    for (int x = from % SIDE + dx, y = from / SIDE + dy; is_on_board(rules, x, y); x += dx, y += dy)
        ray[count++] = y * SIDE + x;
    return count;
}

static void add_rampage(struct listing *listing, int from, int dx, int dy, bool is_forced)
{
    const struct second_position *before = listing->before;
    int ray[SIDE], count = ray_of(listing->rules, from, dx, dy, ray), side = before->mover;
    if (count == 0)
        return;
    struct second_position after = *before;
    for (int i = 0; i < count; i++) {
        int victim = kind_on(before, ray[i]);
        if (victim == KING && !is_forced)
            return;
        if (victim != NONE && victim != KING)
            after.hand[side][FLATTENED + victim]++;
        clear(&after, ray[i]);
    }
    clear(&after, from);
    put(&after, ray[count - 1], side, ELEPHANT, true);
    if (!is_forced && is_in_check(listing->rules, &after, side))
        return;
    struct second_move *move = add(listing, &after);
    char *text = write_cell(listing->rules, move->text, from);
    *text = ':';
    write_cell(listing->rules, text + 1, ray[count - 1]);
}

/* The Mad Elephants of `side` beside a cell: how many, and where the last of them stands. */
static int mad_elephants_beside(const struct rules *rules, const struct second_position *position,
                                int cell, int side, int *last)
{
    int count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int x = cell % SIDE + dx, y = cell / SIDE + dy, there = y * SIDE + x;
            if (!is_on_board(rules, x, y) || owner(position, there) != side ||
                kind_on(position, there) != ELEPHANT || !position->mark[there])
                continue;
            count++;
            *last = there;
        }
    return count;
}

static void add_taunt(struct listing *listing, int from)
{
    const struct second_position *before = listing->before;
    int last = 0;
    if (kind_on(before, from) != PAWN || before->mark[from] ||
        mad_elephants_beside(listing->rules, before, from, !before->mover, &last) != 1)
        return;
    struct second_move *move = add(listing, before);
    strcpy(write_cell(listing->rules, move->text, from), "(T)");
    move->after.state[TAUNT] = from + 1;
}

static void add_answer_to_taunt(struct listing *listing)
{
    const struct second_position *before = listing->before;
    int pawn_cell = before->state[TAUNT] - 1, from = 0;
    mad_elephants_beside(listing->rules, before, pawn_cell, before->mover, &from);
    add_rampage(listing, from, pawn_cell % SIDE - from % SIDE, pawn_cell / SIDE - from / SIDE,
                true);
}

/* --- the list and the end ---------------------------------------------------------------------- */

static size_t list_moves(const struct rules *rules, const struct second_position *position,
                         struct second_move *list, size_t most)
{
    struct listing listing = {rules, position, list, 0, most};
    if (position->state[TAUNT] != 0) {
        add_answer_to_taunt(&listing);
        return listing.count;
    }
    for (int cell = 0; cell < SIDE * SIDE && !is_full(&listing); cell++) {
        if (owner(position, cell) != position->mover)
            continue;
        add_board_moves(&listing, cell);
        add_taunt(&listing, cell);
        if (kind_on(position, cell) == ELEPHANT && position->mark[cell])
            for (int way = 0; way < 9; way++)
                if (way != 4)
                    add_rampage(&listing, cell, way % 3 - 1, way / 3 - 1, false);
    }
    for (int kind = PAWN; kind < KINDS && !is_full(&listing); kind++) {
        add_drops(&listing, kind);
        add_attempts(&listing, kind);
    }
    return listing.count;
}

static size_t moves(const struct second_game *game, const struct second_position *position,
                    struct second_move *list)
{
    return list_moves(rules_of(game), position, list, SECOND_MOVES_MAX - 2);
}

/* Whether the side was in check whenever it was its turn since the first time. */
static bool was_always_in_check(const struct rules *rules, const struct second_history *history,
                                int side)
{
    for (size_t i = second_first_time(history); i < history->count; i++)
        if (history->positions[i].mover == side &&
            !is_in_check(rules, &history->positions[i], side))
            return false;
    return true;
}

static struct second_result repeated(const struct rules *rules,
                                     const struct second_history *history)
{
    bool sente = was_always_in_check(rules, history, 0);
    bool gote = was_always_in_check(rules, history, 1);
    if (sente != gote)
        return (struct second_result){sente ? SECOND_FIRST_WINS : SECOND_SECOND_WINS,
                                      "perpetual check"};
    if (rules->first_must_vary && !sente)
        return (struct second_result){SECOND_SECOND_WINS, "Sente repeated"};
    return (struct second_result){SECOND_DRAWN, "fourfold repetition"};
}

static struct second_result result(const struct second_game *game,
                                   const struct second_history *history, size_t count)
{
    const struct second_position *now = &history->positions[history->count - 1];
    bool has_sente = find_king(now, 0) >= 0, has_gote = find_king(now, 1) >= 0;
    if (!has_sente && !has_gote)
        return (struct second_result){SECOND_DRAWN, "both Kings captured"};
    if (!has_sente || !has_gote)
        return (struct second_result){has_sente ? SECOND_FIRST_WINS : SECOND_SECOND_WINS,
                                      "King captured"};
    if (count == 0)
        return (struct second_result){now->mover ? SECOND_FIRST_WINS : SECOND_SECOND_WINS,
                                      is_in_check(rules_of(game), now, now->mover) ? "mate"
                                                                                   : "no move"};
    if (second_times(history) >= 4)
        return repeated(rules_of(game), history);
    return (struct second_result){SECOND_GOES_ON, NULL};
}

/* --- position texts ---------------------------------------------------------------------------- */

static int kind_of_letter(char letter)
{
    const char *found = strchr(letters + 1, letter >= 'a' ? letter - 'a' + 'A' : letter);
    return letter != '\0' && found != NULL ? (int)(found - letters) : NONE;
}

static void read_pocket(struct second_position *position, const char *text, char end, int first)
{
    for (; *text && *text != end; text++)
        position->hand[*text >= 'a'][first + kind_of_letter(*text)]++;
}

static void begin(const struct second_game *game, struct second_position *position,
                  const char *text)
{
    const char *array = text != NULL ? text : rules_of(game)->array;
    int x = 0, y = 0;
    bool promoted = false;
    for (; *array && *array != '['; array++) {
        if (*array == '+') {
            promoted = true;
        } else if (*array == '/') {
            y++;
            x = 0;
        } else if (*array >= '1' && *array <= '9') {
            x += *array - '0';
        } else {
            put(position, y * SIDE + x++, *array >= 'a', kind_of_letter(*array), promoted);
            promoted = false;
        }
    }
    const char *rest = strchr(array, ']'), *flattened = strstr(array, " flattened=");
    if (rest == NULL)
        return;
    read_pocket(position, array + 1, ']', 0);
    position->mover = rest[2] == 'w';
    if (flattened != NULL)
        read_pocket(position, flattened + strlen(" flattened="), ' ', FLATTENED);
}

static char *write_rank(const struct rules *rules, const struct second_position *position, int y,
                        char *text)
{
    int gap = 0;
    for (int x = 0; x < rules->files; x++) {
        int cell = y * SIDE + x, kind = kind_on(position, cell);
        if (kind == NONE) {
            gap++;
            continue;
        }
        text = second_gap(text, &gap);
        if (position->mark[cell])
            *text++ = '+';
        *text++ = (char)(letters[kind] + (owner(position, cell) == 1 ? 'a' - 'A' : 0));
    }
    return second_gap(text, &gap);
}

static char *write_pocket(const struct second_position *position, int first, char *text)
{
    for (int side = 0; side < 2; side++)
        for (int kind = PAWN; kind < KINDS; kind++)
            for (int i = 0; i < position->hand[side][first + kind]; i++)
                *text++ = (char)(letters[kind] + (side == 1 ? 'a' - 'A' : 0));
    return text;
}

static void put_somewhere(const struct rules *rules, uint64_t *random,
                          struct second_position *position, int side, int kind)
{
    int x = (int)random_below(random, (uint32_t)rules->files);
    int y = (int)random_below(random, (uint32_t)rules->ranks), cell = y * SIDE + x;
    bool promoted = kind != KING && kind != GOLD && random_below(random, 4) == 0;
    if (position->cell[cell] == 0 && (promoted || !is_stuck(rules, side, kind, cell)))
        put(position, cell, side, kind, promoted);
}

/* Kings, some men on the board and a few in the hands. */
static void scatter(const struct second_game *game, uint64_t *random, char *text)
{
    const struct rules *rules = rules_of(game);
    struct second_position position;
    do {
        memset(&position, 0, sizeof position);
        put_somewhere(rules, random, &position, 0, KING);
        put_somewhere(rules, random, &position, 1, KING);
        for (int men = (int)random_below(random, 16); men > 0; men--) {
            int side = (int)random_below(random, 2);
            int kind = rules->kinds[random_below(random, (uint32_t)strlen(rules->kinds))];
            int pocket = (int)random_below(random, 6);
            if (pocket == 0)
                position.hand[side][kind_of_letter((char)kind)]++;
            else if (pocket == 1 && rules->has_elephants)
                position.hand[side][FLATTENED + kind_of_letter((char)kind)]++;
            else
                put_somewhere(rules, random, &position, side, kind_of_letter((char)kind));
        }
        position.mover = (int)random_below(random, 2);
    } while (find_king(&position, 0) < 0 || find_king(&position, 1) < 0 ||
             is_in_check(rules, &position, !position.mover));
    for (int y = 0; y < rules->ranks; y++) {
        text = write_rank(rules, &position, y, text);
        *text++ = y < rules->ranks - 1 ? '/' : '[';
    }
    text = write_pocket(&position, 0, text);
    text += sprintf(text, "] %c - - 0 1", position.mover == 0 ? 'b' : 'w');
    if (!rules->has_elephants)
        return;
    char *flattened = text + sprintf(text, " flattened=");
    if (write_pocket(&position, FLATTENED, flattened) == flattened)
        *text = '\0';
    else
        *write_pocket(&position, FLATTENED, flattened) = '\0';
}

/* --- the games --------------------------------------------------------------------------------- */

static const struct rules shogi_rules = {
    9,
    9,
    3,
    false,
    false,
    "PPPLNSGBR",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"};
static const struct rules minishogi_rules = {5, 5, 1, false, true, "PSGBR", "rbsgk/4p/5/P4/KGSBR"};

/* Checks without end, and repetition without. */
static const char *const shogi_starts[] = {
    "8k/9/9/9/8R/9/9/9/4K4[] w - - 0 1 moves 1a2a 1e2e 2a1a 2e1e 1a2a 1e2e 2a1a 2e1e "
    "1a2a 1e2e 2a1a 2e1e",
    "4k4/9/9/9/8r/9/9/9/8K[] b - - 0 1 moves 1i2i 1e2e 2i1i 2e1e 1i2i 1e2e 2i1i 2e1e "
    "1i2i 1e2e 2i1i 2e1e",
    "8k/9/9/9/8R/9/9/9/4K4[] w - - 0 1 moves 1a2a 1e2e 2a1a 2e1e 1a2a 1e3e 2a1a 3e1e "
    "1a2a 1e2e 2a1a 2e1e",
    "4k4/9/9/9/4p4/9/9/9/4K3R[Pp] b - - 0 1 moves 1i1h 5a4a 1h1i 4a5a 1i1h 5a4a 1h1i 4a5a "
    "1i1h 5a4a 1h1i 4a5a",
    NULL,
};
static const char *const minishogi_starts[] = {
    "4k/5/4R/5/K4[] w - - 0 1 moves 1a2a 1c2c 2a1a 2c1c 1a2a 1c2c 2a1a 2c1c "
    "1a2a 1c2c 2a1a 2c1c",
    "k4/5/r4/5/4K[] b - - 0 1 moves 1e1d 5c4c 1d1e 4c5c 1e1d 5c4c 1d1e 4c5c "
    "1e1d 5c4c 1d1e 4c5c",
    "k4/5/4r/5/4K[] b - - 0 1 moves 1e2e 1c2c 2e1e 2c1c 1e2e 1c2c 2e1e 2c1c "
    "1e2e 1c2c 2e1e 2c1c",
    NULL,
};

const struct second_game *second_shogi(size_t *count)
{
    static const struct second_game games[] = {
        {"shogi", NULL, &shogi_rules, shogi_starts, begin, moves, result, scatter},
        {"minishogi", NULL, &minishogi_rules, minishogi_starts, begin, moves, result, scatter},
    };
    *count = sizeof games / sizeof *games;
    return games;
}
