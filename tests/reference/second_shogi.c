/* second_shogi.c - the second generator for Shogi, its kin and Mad Elephant Shogi.
 *
 * Written from the rules of the Japan Shogi Association as commonly known, from the pages that the rule
 * files name, and from section 5 of the rule page of Mad Elephant Shogi. Cell 9 * row + column, row 0 the
 * far rank of Sente, column 0 the leftmost file of a diagram. cell: a kind, negative for Gote; mark 1:
 * its back is up. hand: captured men by kind; flattened men by kind + FLATTENED. state: where the pawn
 * with an open taunt stands, its cell + 1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "second.h"

enum { SIDE = 9, TAUNT = 0, FLATTENED = 32 };

/* --- men --------------------------------------------------------------------------------------- */

/* Seen by Sente: y -1 is forward. far: how many steps of this at most; the way ends with 0. */
struct way {
    int x, y, far;
};
enum { ALL = 99 };

static const struct way none[] = {{0}};
static const struct way pawn[] = {{0, -1, 1}, {0}};
static const struct way lance[] = {{0, -1, ALL}, {0}};
static const struct way knight[] = {{-1, -2, 1}, {1, -2, 1}, {0}};
static const struct way silver[] = {{0, -1, 1}, {-1, -1, 1}, {1, -1, 1},
                                    {-1, 1, 1}, {1, 1, 1},   {0}};
static const struct way gold[] = {{0, -1, 1}, {-1, -1, 1}, {1, -1, 1}, {-1, 0, 1},
                                  {1, 0, 1},  {0, 1, 1},   {0}};
static const struct way king[] = {{0, -1, 1}, {-1, -1, 1}, {1, -1, 1}, {-1, 0, 1}, {1, 0, 1},
                                  {0, 1, 1},  {-1, 1, 1},  {1, 1, 1},  {0}};
static const struct way bishop[] = {{-1, -1, ALL}, {1, -1, ALL}, {-1, 1, ALL}, {1, 1, ALL}, {0}};
static const struct way rook[] = {{0, -1, ALL}, {0, 1, ALL}, {-1, 0, ALL}, {1, 0, ALL}, {0}};
static const struct way horse[] = {{-1, -1, ALL}, {1, -1, ALL}, {-1, 1, ALL},
                                   {1, 1, ALL},   {0, -1, 1},   {0, 1, 1},
                                   {-1, 0, 1},    {1, 0, 1},    {0}};
static const struct way dragon[] = {{0, -1, ALL}, {0, 1, ALL}, {-1, 0, ALL},
                                    {1, 0, ALL},  {-1, -1, 1}, {1, -1, 1},
                                    {-1, 1, 1},   {1, 1, 1},   {0}};
static const struct way drunk_elephant[] = {{0, -1, 1}, {-1, -1, 1}, {1, -1, 1}, {-1, 0, 1},
                                            {1, 0, 1},  {-1, 1, 1},  {1, 1, 1},  {0}};
static const struct way euro_knight[] = {{-1, -2, 1}, {1, -2, 1}, {-1, 0, 1}, {1, 0, 1}, {0}};
static const struct way giraffe[] = {{0, -1, 1}, {0, 1, 1}, {-1, 0, 1}, {1, 0, 1}, {0}};
static const struct way small_elephant[] = {{-1, -1, 1}, {1, -1, 1}, {-1, 1, 1}, {1, 1, 1}, {0}};
static const struct way yari_rook[] = {{0, -1, ALL}, {-1, 0, ALL}, {1, 0, ALL}, {0}};
static const struct way yari_bishop[] = {{0, -1, ALL}, {-1, -1, 1}, {1, -1, 1}, {0}};
static const struct way yari_knight[] = {{0, -1, ALL}, {-1, -2, 1}, {1, -2, 1}, {0}};
static const struct way yari_gold[] = {{0, -1, 1}, {-1, -1, 1}, {1, -1, 1}, {-1, 0, 1},
                                       {1, 0, 1},  {0, 1, ALL}, {0}};
static const struct way yari_silver[] = {{0, -1, 1}, {-1, -1, 1}, {1, -1, 1}, {0, 1, ALL}, {0}};
static const struct way crane[] = {{0, -1, 1}, {-1, -1, 1}, {1, -1, 1}, {0, 1, 1},
                                   {-1, 1, 1}, {1, 1, 1},   {0}};
static const struct way pheasant[] = {{0, -2, 1}, {-1, 1, 1}, {1, 1, 1}, {0}};
static const struct way left_quail[] = {{0, -1, ALL}, {1, 1, ALL}, {-1, 1, 1}, {0}};
static const struct way right_quail[] = {{0, -1, ALL}, {-1, 1, ALL}, {1, 1, 1}, {0}};
static const struct way eagle[] = {{-1, -1, ALL}, {1, -1, ALL}, {0, 1, ALL}, {0, -1, 1}, {-1, 0, 1},
                                   {1, 0, 1},     {-1, 1, 2},   {1, 1, 2},   {0}};
static const struct way goose[] = {{-2, -2, 1}, {2, -2, 1}, {0, 2, 1}, {0}};

enum royalty { COMMON, ROYAL, BACK_ROYAL };

struct kind { /* a tile: the letter of its front, how both sides go; back null: it never turns */
    char letter;
    const struct way *front, *back;
    enum royalty royalty;
};

enum turning {               /* when a tile that can turn does */
               MAY_IN_CAMP,  /* may when it starts or ends in the camp */
               MUST_IN_CAMP, /* must */
               MUST_ON_ARRIVAL,
               EVERY_MOVE, /* must, back and forth */
               EVERY_CAPTURE,
};

enum repetition {
    FOURTH_IS_DRAWN,    /* unless one side checked all the time: it has lost */
    FOURTH_LOSES_SENTE, /* the same; else Sente has lost */
    FOURTH_LOSES_MOVER, /* who brought it about */
    THIRD_IS_DRAWN,
};

struct rules {
    int files, ranks;
    const char *array;        /* ranks from the top, capitals for Sente */
    const struct kind *kinds; /* the first is none, the last too */
    int camp;                 /* ranks on which a man may turn */
    enum turning turning;
    enum repetition repetition;
    int pawns;       /* of kind 1 on one file; 0: any number */
    bool pawn_mates; /* a dropped one may */
    bool no_drops, drops_either_side, may_be_stuck;
    bool has_lions;       /* the King may be left and captured, or be brought to the far rank */
    bool bare_king_loses; /* who has nothing else */
    /* Other readings of Mad Elephant Shogi: the Pawn that taunts must be the only one beside the Mad
     * Elephants that it taunts; no taunts, no attempts while in check. */
    bool counts_impasse, lone_pawn, taunts_not_in_check, attempts_not_in_check;
    bool has_elephants; /* Mad Elephant Shogi */
};
enum { PAWN = 1, ELEPHANT = 9 }; /* of kinds that rules speak of */

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

static void put(struct second_position *position, int cell, int side, int kind, bool turned)
{
    position->cell[cell] = (signed char)(side == 0 ? kind : -kind);
    position->mark[cell] = turned;
}

static void clear(struct second_position *position, int cell)
{
    position->cell[cell] = 0;
    position->mark[cell] = 0;
}

static bool is_royal(const struct rules *rules, const struct second_position *position, int cell)
{
    enum royalty royalty = rules->kinds[kind_on(position, cell)].royalty;
    return royalty == ROYAL || (royalty == BACK_ROYAL && position->mark[cell]);
}

/* How many royal men the side has; *cell is where the last of them stands. */
static int find_royals(const struct rules *rules, const struct second_position *position, int side,
                       int *cell)
{
    int count = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        if (owner(position, i) == side && is_royal(rules, position, i)) {
            count++;
            *cell = i;
        }
    return count;
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

static const struct way *ways_of(const struct rules *rules, int kind, bool turned)
{
    return turned ? rules->kinds[kind].back : rules->kinds[kind].front;
}

/* Whether it could never go anywhere from there, not even on an empty board. */
static bool is_stuck(const struct rules *rules, int side, int kind, bool turned, int cell)
{
    if (rules->may_be_stuck || (rules->has_elephants && kind == ELEPHANT))
        return false;
    int turn = side == 0 ? 1 : -1;
    for (const struct way *way = ways_of(rules, kind, turned); way->far > 0; way++)
        if (is_on_board(rules, cell % SIDE + way->x * turn, cell / SIDE + way->y * turn))
            return false;
    return true;
}

/* --- where men go ------------------------------------------------------------------------------ */

struct goals { /* captures included */
    int cell[64];
    int count;
};

static void add_elephant_goals(const struct rules *rules, const struct second_position *position,
                               int from, struct goals *goals)
{
    bool is_mad = position->mark[from];
    for (int way = 0; way < 4; way++) {
        int dx = way % 2 * 2 - 1, dy = way / 2 * 2 - 1, reach = is_mad ? 1 : 2;
        int x = from % SIDE, y = from / SIDE;
        if (!is_on_board(rules, x + dx * reach, y + dy * reach))
            continue;
        int to = (y + dy * reach) * SIDE + x + dx * reach, there = owner(position, to);
        if (there == owner(position, from))
            continue;
        if (is_mad && there >= 0 && !is_royal(rules, position, to))
            continue;
        if (!is_mad && there >= 0 && position->cell[(y + dy) * SIDE + x + dx] != 0)
            continue;
        goals->cell[goals->count++] = to;
    }
}

static struct goals goals_of(const struct rules *rules, const struct second_position *position,
                             int from)
{
    struct goals goals = {.count = 0};
    int side = owner(position, from), kind = kind_on(position, from);
    const struct way *way = ways_of(rules, kind, position->mark[from]);
    for (; way->far > 0; way++)
        for (int step = 1; step <= way->far; step++) {
            int turn = side == 0 ? step : -step;
            int x = from % SIDE + way->x * turn, y = from / SIDE + way->y * turn;
            if (!is_on_board(rules, x, y) || owner(position, y * SIDE + x) == side)
                break;
            goals.cell[goals.count++] = y * SIDE + x;
            if (position->cell[y * SIDE + x] != 0)
                break;
        }
    if (rules->has_elephants && kind == ELEPHANT)
        add_elephant_goals(rules, position, from, &goals);
    return goals;
}

static bool is_attacked(const struct rules *rules, const struct second_position *position,
                        int target, int by)
{
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        if (owner(position, cell) != by)
            continue;
        struct goals goals = goals_of(rules, position, cell);
        for (int i = 0; i < goals.count; i++)
            if (goals.cell[i] == target)
                return true;
    }
    return false;
}

/* Who has two royal men may lose one of them. */
static bool is_in_check(const struct rules *rules, const struct second_position *position, int side)
{
    int cell = 0;
    return find_royals(rules, position, side, &cell) == 1 &&
           is_attacked(rules, position, cell, !side);
}

/* Whether the side may not leave the position behind. */
static bool is_forbidden(const struct rules *rules, const struct second_position *position,
                         int side)
{
    return !rules->has_lions && is_in_check(rules, position, side);
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

/* 7g, or b2 where files are letters. */
static char *write_cell(const struct rules *rules, char *text, int cell)
{
    if (rules->has_lions)
        return second_square(text, cell % SIDE, rules->ranks - 1 - cell / SIDE);
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

static void add_move(struct listing *listing, int from, int to, bool turns)
{
    const struct rules *rules = listing->rules;
    const struct second_position *before = listing->before;
    struct second_position after = *before;
    int side = before->mover, kind = kind_on(before, from), victim = kind_on(before, to);
    int king_cell = 0;
    if (victim != 0 && rules->kinds[victim].royalty != ROYAL && !rules->no_drops)
        after.hand[side][victim]++;
    clear(&after, from);
    put(&after, to, side, kind, before->mark[from] != turns);
    bool captures_king = victim != 0 && find_royals(rules, &after, !side, &king_cell) == 0;
    if (!captures_king && is_forbidden(rules, &after, side))
        return;
    struct second_move *move = add(listing, &after);
    char *text = write_cell(rules, move->text, from);
    text = write_cell(rules, text, to);
    if (rules->turning == EVERY_CAPTURE)
        return; /* it turns by itself, and nothing is written */
    if (turns && before->mark[from])
        sprintf(text, "=%c", rules->kinds[kind].letter);
    else
        strcpy(text, turns ? "+" : "");
}

static bool may_turn(const struct rules *rules, const struct second_position *before, int from,
                     int to)
{
    int side = before->mover;
    if (rules->kinds[kind_on(before, from)].back == NULL)
        return false;
    switch (rules->turning) {
    case MAY_IN_CAMP:
    case MUST_IN_CAMP:
        return !before->mark[from] &&
               (is_in_camp(rules, side, from) || is_in_camp(rules, side, to));
    case MUST_ON_ARRIVAL: return !before->mark[from] && is_in_camp(rules, side, to);
    case EVERY_MOVE: return true;
    case EVERY_CAPTURE: return before->cell[to] != 0;
    }
    return false;
}

static bool must_turn(const struct rules *rules, const struct second_position *before, int from,
                      int to)
{
    return may_turn(rules, before, from, to) &&
           (rules->turning != MAY_IN_CAMP ||
            is_stuck(rules, before->mover, kind_on(before, from), before->mark[from], to));
}

static void add_board_moves(struct listing *listing, int from)
{
    const struct rules *rules = listing->rules;
    const struct second_position *before = listing->before;
    struct goals goals = goals_of(rules, before, from);
    for (int i = 0; i < goals.count && !is_full(listing); i++) {
        if (may_turn(rules, before, from, goals.cell[i]))
            add_move(listing, from, goals.cell[i], true);
        if (!must_turn(rules, before, from, goals.cell[i]))
            add_move(listing, from, goals.cell[i], false);
    }
}

static int pawns_on_file(const struct rules *rules, const struct second_position *position,
                         int side, int file)
{
    int count = 0;
    for (int y = 0; y < rules->ranks; y++) {
        int cell = y * SIDE + file;
        count += owner(position, cell) == side && kind_on(position, cell) == PAWN &&
                 !position->mark[cell];
    }
    return count;
}

/* Whether the enemy King, which the Pawn on the cell stands right in front of, has no way out. */
static bool is_mate_by_pawn(const struct rules *rules, const struct second_position *dropped,
                            int side, int cell)
{
    static struct second_move reply[32]; /* shared: a Pawn never answers the check of a Pawn */
    int ahead = side == 0 ? cell - SIDE : cell + SIDE, royal = 0;
    if (find_royals(rules, dropped, !side, &royal) != 1 || royal != ahead)
        return false;
    struct second_position next = *dropped;
    pass_turn(&next);
    return list_moves(rules, &next, reply, 1) == 0;
}

/* The position with the man from the pocket on the board, where that is allowed. */
static bool may_drop(const struct listing *listing, int kind, bool turned, int cell, int pocket,
                     struct second_position *after)
{
    const struct rules *rules = listing->rules;
    const struct second_position *before = listing->before;
    int side = before->mover;
    if (before->hand[side][pocket] == 0 || before->cell[cell] != 0 ||
        is_stuck(rules, side, kind, turned, cell))
        return false;
    if (kind == PAWN && !turned && rules->pawns > 0 &&
        pawns_on_file(rules, before, side, cell % SIDE) >= rules->pawns)
        return false;
    *after = *before;
    put(after, cell, side, kind, turned);
    after->hand[side][pocket]--;
    if (is_forbidden(rules, after, side))
        return false;
    return kind != PAWN || turned || rules->pawn_mates ||
           !is_mate_by_pawn(rules, after, side, cell);
}

static void add_drops(struct listing *listing, int kind, bool turned)
{
    const struct rules *rules = listing->rules;
    struct second_position after;
    for (int y = 0; y < rules->ranks; y++)
        for (int x = 0; x < rules->files && !is_full(listing); x++) {
            if (!may_drop(listing, kind, turned, y * SIDE + x, kind, &after))
                continue;
            struct second_move *move = add(listing, &after);
            char *text =
                move->text + sprintf(move->text, "%s%c%c", turned ? "+" : "",
                                     rules->kinds[kind].letter, rules->has_lions ? '@' : '*');
            write_cell(rules, text, y * SIDE + x);
        }
}

/* --- Mad Elephants ----------------------------------------------------------------------------- */

static void add_attempts(struct listing *listing, int kind)
{
    const struct rules *rules = listing->rules;
    struct second_position after;
    if (rules->attempts_not_in_check && is_in_check(rules, listing->before, listing->before->mover))
        return;
    for (int y = 0; y < rules->ranks; y++)
        for (int x = 0; x < rules->files && !is_full(listing); x++) {
            if (!may_drop(listing, kind, false, y * SIDE + x, FLATTENED + kind, &after))
                continue;
            char text[8];
            write_cell(rules, text + sprintf(text, "%c?", rules->kinds[kind].letter), y * SIDE + x);
            sprintf(add(listing, &after)->text, "%s:heads", text);
            sprintf(add(listing, listing->before)->text, "%s:tails", text);
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
        bool is_king = is_royal(listing->rules, before, ray[i]);
        if (is_king && !is_forced)
            return;
        if (victim != 0 && !is_king)
            after.hand[side][FLATTENED + victim]++;
        clear(&after, ray[i]);
    }
    clear(&after, from);
    put(&after, ray[count - 1], side, ELEPHANT, true);
    if (!is_forced && is_forbidden(listing->rules, &after, side))
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

/* Own Pawns beside some Mad Elephant that stands beside the cell. */
static int pawns_beside_elephants(const struct rules *rules, const struct second_position *position,
                                  int cell)
{
    int count = 0, side = position->mover, unused = 0;
    for (int from = 0; from < SIDE * SIDE; from++) {
        bool found = false;
        if (owner(position, from) != side || kind_on(position, from) != PAWN ||
            position->mark[from])
            continue;
        for (int mad = 0; mad < SIDE * SIDE; mad++) {
            struct second_position alone = {.cell = {0}};
            if (owner(position, mad) != !side || kind_on(position, mad) != ELEPHANT ||
                !position->mark[mad])
                continue;
            put(&alone, mad, !side, ELEPHANT, true);
            found = found || (mad_elephants_beside(rules, &alone, cell, !side, &unused) == 1 &&
                              mad_elephants_beside(rules, &alone, from, !side, &unused) == 1);
        }
        count += found;
    }
    return count;
}

static void add_taunt(struct listing *listing, int from)
{
    const struct rules *rules = listing->rules;
    const struct second_position *before = listing->before;
    int last = 0, mad = mad_elephants_beside(rules, before, from, !before->mover, &last);
    if (kind_on(before, from) != PAWN || before->mark[from] || mad == 0)
        return;
    if (rules->lone_pawn ? pawns_beside_elephants(rules, before, from) != 1 : mad != 1)
        return;
    if (rules->taunts_not_in_check && is_in_check(rules, before, before->mover))
        return;
    struct second_move *move = add(listing, before);
    strcpy(write_cell(rules, move->text, from), "(T)");
    move->after.state[TAUNT] = from + 1;
}

static void add_answers_to_taunt(struct listing *listing)
{
    const struct second_position *before = listing->before;
    int taunter = before->state[TAUNT] - 1, x = taunter % SIDE, y = taunter / SIDE;
    for (int from = 0; from < SIDE * SIDE; from++) {
        int dx = x - from % SIDE, dy = y - from / SIDE;
        if (abs(dx) <= 1 && abs(dy) <= 1 && owner(before, from) == before->mover &&
            kind_on(before, from) == ELEPHANT && before->mark[from])
            add_rampage(listing, from, dx, dy, true);
    }
}

/* --- the list ---------------------------------------------------------------------------------- */

static void add_elephant_turns(struct listing *listing, int cell)
{
    add_taunt(listing, cell);
    if (kind_on(listing->before, cell) != ELEPHANT || !listing->before->mark[cell])
        return;
    for (int way = 0; way < 9; way++)
        if (way != 4)
            add_rampage(listing, cell, way % 3 - 1, way / 3 - 1, false);
}

static size_t list_moves(const struct rules *rules, const struct second_position *position,
                         struct second_move *list, size_t most)
{
    struct listing listing = {rules, position, list, 0, most};
    if (position->state[TAUNT] != 0) {
        add_answers_to_taunt(&listing);
        return listing.count;
    }
    for (int cell = 0; cell < SIDE * SIDE && !is_full(&listing); cell++) {
        if (owner(position, cell) != position->mover)
            continue;
        add_board_moves(&listing, cell);
        if (rules->has_elephants)
            add_elephant_turns(&listing, cell);
    }
    for (int kind = 1; rules->kinds[kind].letter != '\0' && !is_full(&listing); kind++) {
        add_drops(&listing, kind, false);
        if (rules->drops_either_side && rules->kinds[kind].back != NULL)
            add_drops(&listing, kind, true);
        if (rules->has_elephants)
            add_attempts(&listing, kind);
    }
    return listing.count;
}

static size_t moves(const struct second_game *game, const struct second_position *position,
                    struct second_move *list)
{
    return list_moves(rules_of(game), position, list, SECOND_MOVES_MAX - 2);
}

/* --- the end ----------------------------------------------------------------------------------- */

static struct second_result won_by(int side, const char *why)
{
    return (struct second_result){side == 0 ? SECOND_FIRST_WINS : SECOND_SECOND_WINS, why};
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
    const struct second_position *now = &history->positions[history->count - 1];
    if (rules->repetition == THIRD_IS_DRAWN)
        return (struct second_result){SECOND_DRAWN, "third repetition"};
    if (rules->repetition == FOURTH_LOSES_MOVER)
        return won_by(now->mover, "repeated by the other");
    bool sente = was_always_in_check(rules, history, 0);
    bool gote = was_always_in_check(rules, history, 1);
    if (sente != gote)
        return won_by(!sente, "perpetual check");
    if (rules->repetition == FOURTH_LOSES_SENTE && !sente)
        return won_by(1, "Sente repeated");
    return (struct second_result){SECOND_DRAWN, "fourfold repetition"};
}

static int count_men(const struct second_position *position, int side)
{
    int count = 0;
    for (int cell = 0; cell < SIDE * SIDE; cell++)
        count += owner(position, cell) == side;
    return count;
}

/* A Lion on the far rank has won when it was not captured at once, or cannot be. Who came first. */
static struct second_result lion_result(const struct rules *rules,
                                        const struct second_position *now)
{
    for (int i = 0; i < 2; i++) {
        int side = i == 0 ? now->mover : !now->mover, cell = 0;
        if (find_royals(rules, now, side, &cell) == 0 ||
            ranks_from_far(rules, side, cell / SIDE) != 0)
            continue;
        if (side == now->mover || !is_attacked(rules, now, cell, !side))
            return won_by(side, "the far rank reached");
    }
    return (struct second_result){SECOND_GOES_ON, NULL};
}

/* Rooks and Bishops count 5, others 1, the King and what is flattened nothing. */
static int points_of(const struct rules *rules, const struct second_position *position, int side)
{
    int points = 0;
    for (int kind = 1; rules->kinds[kind].letter != '\0'; kind++) {
        char letter = rules->kinds[kind].letter;
        int worth = letter == 'R' || letter == 'B' ? 5 : letter != 'K';
        points += worth * position->hand[side][kind];
        for (int cell = 0; cell < SIDE * SIDE; cell++)
            points += worth * (owner(position, cell) == side && kind_on(position, cell) == kind);
    }
    return points;
}

/* Both Kings in the camps of their enemies: who has 24 points does not lose. */
static struct second_result impasse_result(const struct rules *rules,
                                           const struct second_position *now)
{
    int sente = 0, gote = 0;
    find_royals(rules, now, 0, &sente);
    find_royals(rules, now, 1, &gote);
    if (!is_in_camp(rules, 0, sente) || !is_in_camp(rules, 1, gote))
        return (struct second_result){SECOND_GOES_ON, NULL};
    bool sente_has = points_of(rules, now, 0) >= 24, gote_has = points_of(rules, now, 1) >= 24;
    if (sente_has == gote_has)
        return (struct second_result){SECOND_DRAWN, "impasse"};
    return won_by(gote_has, "points at the impasse");
}

static struct second_result result(const struct second_game *game,
                                   const struct second_history *history, size_t count)
{
    const struct second_position *now = &history->positions[history->count - 1];
    const struct rules *rules = rules_of(game);
    int cell = 0, sente = find_royals(rules, now, 0, &cell),
        gote = find_royals(rules, now, 1, &cell);
    if (sente == 0 && gote == 0)
        return (struct second_result){SECOND_DRAWN, "both Kings captured"};
    if (sente == 0 || gote == 0)
        return won_by(sente == 0, "King captured");
    if (rules->has_lions) {
        struct second_result reached = lion_result(rules, now);
        if (reached.outcome != SECOND_GOES_ON)
            return reached;
    }
    if (rules->bare_king_loses && count_men(now, now->mover) == 1)
        return won_by(!now->mover, "bare King");
    if (rules->counts_impasse && impasse_result(rules, now).outcome != SECOND_GOES_ON)
        return impasse_result(rules, now);
    if (count == 0)
        return won_by(!now->mover, is_in_check(rules, now, now->mover) ? "mate" : "no move");
    if (second_times(history) >= (rules->repetition == THIRD_IS_DRAWN ? 3 : 4))
        return repeated(rules, history);
    return (struct second_result){SECOND_GOES_ON, NULL};
}

/* --- position texts ---------------------------------------------------------------------------- */

static int kind_of_letter(const struct rules *rules, char letter)
{
    int kind = 1;
    while (rules->kinds[kind].letter != (letter >= 'a' ? letter - 'a' + 'A' : letter))
        kind++;
    return kind;
}

static void read_pocket(const struct rules *rules, struct second_position *position,
                        const char *text, char end, int first)
{
    for (; *text && *text != end; text++)
        position->hand[*text >= 'a'][first + kind_of_letter(rules, *text)]++;
}

static void begin(const struct second_game *game, struct second_position *position,
                  const char *text)
{
    const struct rules *rules = rules_of(game);
    const char *array = text != NULL ? text : rules->array;
    int x = 0, y = 0;
    bool promoted = false;
    for (; *array && *array != '[' && *array != ' '; array++) {
        if (*array == '+') {
            promoted = true;
        } else if (*array == '/') {
            y++;
            x = 0;
        } else if (*array >= '1' && *array <= '9') {
            x += *array - '0';
        } else {
            put(position, y * SIDE + x++, *array >= 'a', kind_of_letter(rules, *array), promoted);
            promoted = false;
        }
    }
    const char *rest = strchr(array, ' '), *flattened = strstr(array, " flattened=");
    if (*array == '[')
        read_pocket(rules, position, array + 1, ']', 0);
    position->mover = rest != NULL && rest[1] == 'w';
    if (flattened != NULL)
        read_pocket(rules, position, flattened + strlen(" flattened="), ' ', FLATTENED);
}

static char *write_rank(const struct rules *rules, const struct second_position *position, int y,
                        char *text)
{
    int gap = 0;
    for (int x = 0; x < rules->files; x++) {
        int cell = y * SIDE + x, kind = kind_on(position, cell);
        if (kind == 0) {
            gap++;
            continue;
        }
        text = second_gap(text, &gap);
        if (position->mark[cell])
            *text++ = '+';
        *text++ = (char)(rules->kinds[kind].letter + (owner(position, cell) == 1 ? 'a' - 'A' : 0));
    }
    return second_gap(text, &gap);
}

static char *write_pocket(const struct rules *rules, const struct second_position *position,
                          int first, char *text)
{
    for (int side = 0; side < 2; side++)
        for (int kind = 1; rules->kinds[kind].letter != '\0'; kind++)
            for (int i = 0; i < position->hand[side][first + kind]; i++)
                *text++ = (char)(rules->kinds[kind].letter + (side == 1 ? 'a' - 'A' : 0));
    return text;
}

static void put_somewhere(const struct rules *rules, uint64_t *random,
                          struct second_position *position, int side, int kind)
{
    int x = (int)random_below(random, (size_t)rules->files);
    int y = (int)random_below(random, (size_t)rules->ranks), cell = y * SIDE + x;
    bool turned = rules->kinds[kind].back != NULL && random_below(random, 4) == 0;
    if (position->cell[cell] == 0 && !is_stuck(rules, side, kind, turned, cell))
        put(position, cell, side, kind, turned);
}

/* A man on the board, or now and then in a pocket. */
static void scatter_man(const struct rules *rules, uint64_t *random,
                        struct second_position *position, size_t kinds)
{
    int side = (int)random_below(random, 2), kind = 1 + (int)random_below(random, kinds);
    int place = (int)random_below(random, 6);
    if (rules->kinds[kind].royalty == ROYAL ||
        strchr(rules->array, rules->kinds[kind].letter) == NULL)
        kind = PAWN;
    if (place == 0 && !rules->no_drops)
        position->hand[side][kind]++;
    else if (place == 1 && rules->has_elephants)
        position->hand[side][FLATTENED + kind]++;
    else
        put_somewhere(rules, random, position, side, kind);
}

static void scatter(const struct second_game *game, uint64_t *random, char *text)
{
    const struct rules *rules = rules_of(game);
    struct second_position position;
    size_t kinds = 0, most = (size_t)(rules->files * rules->ranks) / 4;
    int royal = 1, cell = 0;
    while (rules->kinds[kinds + 1].letter != '\0')
        kinds++;
    while (rules->kinds[royal].royalty != ROYAL)
        royal++;
    do {
        memset(&position, 0, sizeof position);
        put_somewhere(rules, random, &position, 0, royal);
        put_somewhere(rules, random, &position, 1, royal);
        for (size_t men = random_below(random, most); men > 0; men--)
            scatter_man(rules, random, &position, kinds);
        position.mover = (int)random_below(random, 2);
    } while (find_royals(rules, &position, 0, &cell) == 0 ||
             find_royals(rules, &position, 1, &cell) == 0 ||
             is_in_check(rules, &position, !position.mover));
    for (int y = 0; y < rules->ranks; y++) {
        text = write_rank(rules, &position, y, text);
        *text++ = '/';
    }
    text--;
    if (!rules->no_drops) {
        *text = '[';
        text = write_pocket(rules, &position, 0, text + 1);
        *text++ = ']';
    }
    text += sprintf(text, " %c - - 0 1", position.mover == 0 ? 'b' : 'w');
    char *flattened = text + sprintf(text, " flattened="), *end = flattened;
    if (rules->has_elephants)
        end = write_pocket(rules, &position, FLATTENED, flattened);
    *(end == flattened ? text : end) = '\0';
}

/* --- the games --------------------------------------------------------------------------------- */

static const struct kind shogi_kinds[] = {
    {0},
    {'P', pawn, gold, COMMON},
    {'L', lance, gold, COMMON},
    {'N', knight, gold, COMMON},
    {'S', silver, gold, COMMON},
    {'G', gold, NULL, COMMON},
    {'B', bishop, horse, COMMON},
    {'R', rook, dragon, COMMON},
    {'K', king, NULL, ROYAL},
    {0},
};
static const struct kind sho_kinds[] = {
    {0},
    {'P', pawn, gold, COMMON},
    {'L', lance, gold, COMMON},
    {'N', knight, gold, COMMON},
    {'S', silver, gold, COMMON},
    {'G', gold, NULL, COMMON},
    {'B', bishop, horse, COMMON},
    {'R', rook, dragon, COMMON},
    {'K', king, NULL, ROYAL},
    {'E', drunk_elephant, king, BACK_ROYAL},
    {0},
};
static const struct kind euro_kinds[] = {
    {0},
    {'P', pawn, gold, COMMON},
    {'N', euro_knight, gold, COMMON},
    {'G', gold, NULL, COMMON},
    {'B', bishop, horse, COMMON},
    {'R', rook, dragon, COMMON},
    {'K', king, NULL, ROYAL},
    {0},
};
static const struct kind yari_kinds[] = {
    {0},
    {'P', pawn, yari_silver, COMMON},
    {'B', yari_bishop, yari_gold, COMMON},
    {'N', yari_knight, yari_gold, COMMON},
    {'R', yari_rook, rook, COMMON},
    {'K', king, NULL, ROYAL},
    {0},
};
static const struct kind tori_kinds[] = {
    {0},
    {'S', pawn, goose, COMMON},
    {'F', drunk_elephant, eagle, COMMON},
    {'C', crane, NULL, COMMON},
    {'P', pheasant, NULL, COMMON},
    {'L', left_quail, NULL, COMMON},
    {'R', right_quail, NULL, COMMON},
    {'K', king, NULL, ROYAL},
    {0},
};
static const struct kind kyoto_kinds[] = {
    {0},
    {'P', pawn, rook, COMMON},
    {'S', silver, bishop, COMMON},
    {'N', knight, gold, COMMON},
    {'L', lance, gold, COMMON},
    {'K', king, NULL, ROYAL},
    {0},
};
static const struct kind micro_kinds[] = {
    {0},
    {'P', pawn, knight, COMMON},
    {'L', lance, silver, COMMON},
    {'B', bishop, gold, COMMON},
    {'R', rook, gold, COMMON},
    {'K', king, NULL, ROYAL},
    {0},
};
static const struct kind dobutsu_kinds[] = {
    {0},
    {'C', pawn, gold, COMMON},
    {'E', small_elephant, NULL, COMMON},
    {'G', giraffe, NULL, COMMON},
    {'L', king, NULL, ROYAL},
    {0},
};

static const struct rules shogi = {
    9, 9, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL", shogi_kinds, 3, .pawns = 1};
static const struct rules shogi_impasse = {
    9,
    9,
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
    shogi_kinds,
    3,
    .pawns = 1,
    .counts_impasse = true};
static const struct rules minishogi = {
    5, 5, "rbsgk/4p/5/P4/KGSBR", shogi_kinds, 1, .repetition = FOURTH_LOSES_SENTE, .pawns = 1};
static const struct kind elephant_kinds[] = {
    {0},
    {'P', pawn, gold, COMMON},
    {'L', lance, gold, COMMON},
    {'N', knight, gold, COMMON},
    {'S', silver, gold, COMMON},
    {'G', gold, NULL, COMMON},
    {'B', bishop, horse, COMMON},
    {'R', rook, dragon, COMMON},
    {'K', king, NULL, ROYAL},
    {'E', none, none, COMMON}, /* they go their own ways */
    {0},
};
#define MAD_ELEPHANT                                                                          \
    9, 9, "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL", elephant_kinds, 3, \
        .pawns = 1, .has_elephants = true
static const struct rules mad_elephant = {MAD_ELEPHANT};
static const struct rules lone_pawn = {MAD_ELEPHANT, .lone_pawn = true};
static const struct rules no_taunt = {MAD_ELEPHANT, .taunts_not_in_check = true};
static const struct rules impasse = {MAD_ELEPHANT, .counts_impasse = true};
static const struct rules no_excuses = {MAD_ELEPHANT, .taunts_not_in_check = true,
                                        .attempts_not_in_check = true};
static const struct rules no_attempt = {MAD_ELEPHANT, .attempts_not_in_check = true};
static const struct rules gorogoro = {5,           6, "sgkgs/5/1ppp1/1PPP1/5/SGKGS",
                                      shogi_kinds, 2, .pawns = 1};
static const struct rules judkins = {6, 6, "rbnsgk/5p/6/6/P5/KGSNBR", shogi_kinds, 2, .pawns = 1};
static const struct rules sho = {9,
                                 9,
                                 "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL",
                                 sho_kinds,
                                 3,
                                 .no_drops = true,
                                 .bare_king_loses = true};
static const struct rules euro = {
    8,          8, "1nbgkgn1/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/1NGKGBN1",
    euro_kinds, 3, .turning = MUST_IN_CAMP,
    .pawns = 1};
static const struct rules yari = {7,
                                  9,
                                  "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR",
                                  yari_kinds,
                                  3,
                                  .repetition = THIRD_IS_DRAWN,
                                  .pawns = 1,
                                  .pawn_mates = true};
static const struct rules tori = {7,
                                  7,
                                  "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR",
                                  tori_kinds,
                                  2,
                                  .turning = MUST_IN_CAMP,
                                  .repetition = FOURTH_LOSES_MOVER,
                                  .pawns = 2};
static const struct rules kyoto = {5,
                                   5,
                                   "p+nks+l/5/5/5/+LSK+NP",
                                   kyoto_kinds,
                                   0,
                                   .turning = EVERY_MOVE,
                                   .repetition = FOURTH_IS_DRAWN,
                                   .pawn_mates = true,
                                   .drops_either_side = true,
                                   .may_be_stuck = true};
static const struct rules micro = {4,
                                   5,
                                   "kb+r+l/p3/4/3P/+L+RBK",
                                   micro_kinds,
                                   0,
                                   .turning = EVERY_CAPTURE,
                                   .repetition = FOURTH_IS_DRAWN,
                                   .pawn_mates = true,
                                   .drops_either_side = true,
                                   .may_be_stuck = true};
static const struct rules dobutsu = {3,
                                     4,
                                     "gle/1c1/1C1/ELG",
                                     dobutsu_kinds,
                                     1,
                                     .turning = MUST_ON_ARRIVAL,
                                     .repetition = THIRD_IS_DRAWN,
                                     .pawn_mates = true,
                                     .may_be_stuck = true,
                                     .has_lions = true};

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

/* Taunts, from the rule page. */
static const char *const elephant_starts[] = {
    "k8/9/9/9/4+e4/4P4/9/9/8K[] b - - 0 1",
    "9/9/9/4+e4/4P4/9/4k4/9/8K[] b - - 0 1",
    "9/9/9/4+e4/4P4/4k4/9/9/4K4[] b - - 0 1",
    "k8/9/9/9/4+e4/4P4/4+e4/9/8K[] b - - 0 1",
    "k8/9/9/9/4+e4/3P1P3/9/9/8K[] b - - 0 1",
    "k3r4/9/9/9/9/9/3P1P3/3PKP3/3GGG3[] b - - 0 1 flattened=G",
    "k3r4/9/9/9/9/7+e1/7P1/9/4K4[] b - - 0 1",
    "4k4/9/4+e4/3P5/4R4/9/9/9/4K4[] b - - 0 1",
    "7nk/7p1/7G1/9/9/9/9/9/4K4[P] b - - 0 1 flattened=g",
    "4r3k/9/9/4P4/9/2+E6/9/9/4K4[] b - - 0 1",
    "k3+e4/3PPP3/+e1PP1P1+e1/4K4/9/9/9/9/9[] b - - 0 1",
    "9/9/9/9/9/4k4/1+E1p1pp1+E/3ppp3/K3+E4[] w - - 0 1 flattened=Pp",
    NULL,
};

const struct second_game *second_shogi(size_t *count)
{
    static const struct second_game games[] = {
        {"shogi", NULL, &shogi, shogi_starts, begin, moves, result, scatter},
        {"shogi:shogi-impasse", NULL, &shogi_impasse, NULL, begin, moves, result, scatter},
        {"minishogi", NULL, &minishogi, minishogi_starts, begin, moves, result, scatter},
        {"mad-elephant-shogi", NULL, &mad_elephant, elephant_starts, begin, moves, result, scatter},
        {"mad-elephant-shogi", "taunt-needs=lone-pawn", &lone_pawn, elephant_starts, begin, moves,
         result, scatter},
        {"mad-elephant-shogi", "taunt-in-check=forbidden", &no_taunt, elephant_starts, begin, moves,
         result, scatter},
        {"mad-elephant-shogi", "attempt-in-check=forbidden", &no_attempt, elephant_starts, begin,
         moves, result, scatter},
        {"mad-elephant-shogi:mad-elephant-shogi-no-excuses", NULL, &no_excuses, elephant_starts,
         begin, moves, result, scatter},
        {"mad-elephant-shogi:mad-elephant-shogi-lone-pawns-taunt", NULL, &lone_pawn,
         elephant_starts, begin, moves, result, scatter},
        {"mad-elephant-shogi:mad-elephant-shogi-impasse", NULL, &impasse, elephant_starts, begin,
         moves, result, scatter},
        {"gorogoro", NULL, &gorogoro, NULL, begin, moves, result, scatter},
        {"judkins", NULL, &judkins, NULL, begin, moves, result, scatter},
        {"shoshogi", NULL, &sho, NULL, begin, moves, result, scatter},
        {"euroshogi", NULL, &euro, NULL, begin, moves, result, scatter},
        {"yarishogi", NULL, &yari, NULL, begin, moves, result, scatter},
        {"torishogi", NULL, &tori, NULL, begin, moves, result, scatter},
        {"kyoto", NULL, &kyoto, NULL, begin, moves, result, scatter},
        {"micro", NULL, &micro, NULL, begin, moves, result, scatter},
        {"dobutsu", NULL, &dobutsu, NULL, begin, moves, result, scatter},
    };
    *count = sizeof games / sizeof *games;
    return games;
}
