/* xboard_view.c - see xboard_plan.h: what XBoard makes of our moves, in games that are tried. Layer: cli.
 *
 * A board of its own, which knows of the rules only what XBoard is told. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dialect.h"
#include "xboard_plan.h"

enum { GAMES = 6, PLIES = 80, NOBODY = -1 };

struct view {
    struct cli_xboard_plan *plan;
    struct mad_game_info info;
    int *men;     /* [squares] kind * 2 + owner, or NOBODY */
    int *start;   /* the same in the array */
    bool *moved;  /* [squares] somebody has gone from here or to here */
    int *pockets; /* [kinds * 2] */
    int passing;  /* square that a Pawn has gone over; -1 */
};

struct step {
    int from, to; /* from -1: put there out of a pocket */
    int kind;     /* of who is put there, or who a Pawn becomes; -1 */
    bool is_turned;
};

static const struct cli_ways *ways_of(const struct view *view, int man)
{
    return &view->plan->kinds[man / 2].ways[man % 2];
}

static int slot_of(const struct view *view, int man)
{
    return view->plan->kinds[man / 2].slot[man % 2];
}

static bool is_pawn(const struct view *view, int man)
{
    int slot = slot_of(view, man);
    return slot == CLI_XBOARD_PAWN || slot == CLI_XBOARD_LANCE;
}

/* --- who may go where ---------------------------------------------------------------------------------- */

/* The square so far from another one, or NOBODY: it is none. */
static int square_at(const struct view *view, int from, int across, int up, bool wraps)
{
    int files = view->info.files, file = from % files + across, rank = from / files + up;
    if (wraps) {
        file = ((file % files) + files) % files;
    }
    bool is_there = file >= 0 && file < files && rank >= 0 && rank < view->info.ranks;
    return is_there ? rank * files + file : NOBODY;
}

/* XBoard notes who has moved on the edges alone; elsewhere a man is new who stands where one of his kind stood. */
static bool is_virgin(const struct view *view, int square)
{
    int rank = square / view->info.files;
    bool is_edge = rank == 0 || rank == view->info.ranks - 1;
    return view->men[square] == view->start[square] && !(is_edge && view->moved[square]);
}

static bool way_leads(const struct view *view, const struct cli_way *way, int from, int to,
                      bool wraps)
{
    int turn = view->men[from] % 2 == 0 ? 1 : -1;
    int across = turn * way->across, up = turn * way->up;
    int most = way->reach == CLI_ENDLESS ? view->info.squares : way->reach;
    int men = 0, last = from, square = square_at(view, from, across, up, wraps);
    if (way->is_first && !is_virgin(view, from)) {
        return false;
    }
    for (int count = 1; square != to; count++) {
        if (square == NOBODY || square == from || count == most) {
            return false;
        }
        men += view->men[square] != NOBODY;
        last = square;
        square = square_at(view, square, across, up, wraps);
    }
    switch (way->kind) {
    case CLI_WAY_LAME: return view->men[square_at(view, last, across / 2, up / 2, wraps)] == NOBODY;
    case CLI_WAY_HOP: return men == 1;
    case CLI_WAY_BEHIND: return men == 1 && view->men[last] != NOBODY;
    default: return men == 0;
    }
}

static bool leads(const struct view *view, int from, int to)
{
    const struct cli_ways *ways = ways_of(view, view->men[from]);
    unsigned wanted = view->men[to] == NOBODY ? CLI_WAY_MOVES : CLI_WAY_TAKES;
    if (to == view->passing && view->men[to] == NOBODY) {
        wanted |= CLI_WAY_EN_PASSANT;
    }
    for (int i = 0; i < ways->count; i++) {
        if ((ways->ways[i].modes & wanted) != 0 &&
            way_leads(view, &ways->ways[i], from, to, ways->wraps)) {
            return true;
        }
    }
    return false;
}

/* XBoard asks of the first royal man alone, from file to file. */
static bool is_checked(const struct view *view, int owner)
{
    if (view->plan->table[owner][CLI_XBOARD_KING] == '.') {
        return false;
    }
    int files = view->info.files, king = -1;
    for (int i = 0; i < view->info.squares && king < 0; i++) {
        int square = i % view->info.ranks * files + i / view->info.ranks, man = view->men[square];
        if (man != NOBODY && man % 2 == owner && slot_of(view, man) == CLI_XBOARD_KING) {
            king = square;
        }
    }
    for (int square = 0; square < view->info.squares && king >= 0; square++) {
        if (view->men[square] != NOBODY && view->men[square] % 2 != owner &&
            leads(view, square, king)) {
            return true;
        }
    }
    return king < 0;
}

static bool castles(const struct view *view, const struct step *step)
{
    int files = view->info.files, gone = step->to - step->from;
    int way = gone > 0 ? 1 : -1, square = step->from;
    int castles = ways_of(view, view->men[step->from])->castles;
    if (slot_of(view, view->men[step->from]) != CLI_XBOARD_KING || castles == 0 ||
        step->to / files != step->from / files || abs(gone) != castles ||
        !is_virgin(view, step->from)) {
        return false;
    }
    do {
        square += way;
    } while (view->men[square] == NOBODY && square % files != 0 && square % files != files - 1);
    return (square % files == 0 || square % files == files - 1) && view->men[square] != NOBODY &&
           view->men[square] == view->start[square];
}

static bool may_put(const struct view *view, const struct step *step, int owner)
{
    int rank = step->to / view->info.files, man = step->kind * 2 + owner;
    bool is_edge = rank == 0 || rank == view->info.ranks - 1;
    return view->men[step->to] == NOBODY && view->pockets[man] > 0 &&
           !(is_edge && slot_of(view, man) == CLI_XBOARD_PAWN);
}

static bool is_last_rank(const struct view *view, int square, int owner)
{
    return square / view->info.files == (owner == 0 ? view->info.ranks - 1 : 0);
}

static bool may_go(const struct view *view, const struct step *step, int owner)
{
    int man = step->from >= 0 ? view->men[step->from] : NOBODY;
    if (step->from < 0) {
        return may_put(view, step, owner);
    }
    if (man == NOBODY || man % 2 != owner ||
        (!leads(view, step->from, step->to) && !castles(view, step))) {
        return false;
    }
    if (step->is_turned) {
        return slot_of(view, man) < CLI_XBOARD_TURNED && !is_pawn(view, man) &&
               view->plan->table[owner][slot_of(view, man) + CLI_XBOARD_TURNED] == '+';
    }
    return (step->kind >= 0) == (is_pawn(view, man) && is_last_rank(view, step->to, owner));
}

/* --- what it does ---------------------------------------------------------------------------------------- */

/* Who he was before he was turned. */
static int turned_back(const struct view *view, int man)
{
    const struct cli_xboard_kind *kinds = view->plan->kinds;
    for (size_t i = 0; i < view->plan->count && kinds[man / 2].is_turned; i++) {
        if (!kinds[i].is_turned && kinds[i].letter == kinds[man / 2].letter) {
            return (int)i * 2 + man % 2;
        }
    }
    return man;
}

static int turned(const struct view *view, int man)
{
    const struct cli_xboard_kind *kinds = view->plan->kinds;
    for (size_t i = 0; i < view->plan->count; i++) {
        if (kinds[i].is_turned && kinds[i].letter == kinds[man / 2].letter) {
            return (int)i * 2 + man % 2;
        }
    }
    return man;
}

static void take(struct view *view, int square)
{
    if (square < 0 || square >= view->info.files * view->info.ranks) {
        return;
    }
    int man = view->men[square];
    if (man != NOBODY && view->info.has_hand) {
        view->pockets[turned_back(view, man) ^ 1]++;
    }
    view->men[square] = NOBODY;
}

/* A Pawn who goes aslant to an empty square behind the middle has taken in passing, whatever else was meant. */
static void take_in_passing(struct view *view, const struct step *step, int owner)
{
    int files = view->info.files, rank = step->from / files, half = view->info.ranks / 2;
    bool is_far = owner == 0 ? rank >= half : rank < half;
    if (is_far && step->to % files != step->from % files && view->men[step->to] == NOBODY) {
        take(view, step->to + (owner == 0 ? -files : files));
    }
}

/* A King who goes two squares along his rank takes the nearest man over. */
static void bring_rook(struct view *view, const struct step *step)
{
    int files = view->info.files, gone = step->to - step->from, way = gone > 0 ? 1 : -1;
    int file = step->from % files, square = step->from;
    if (step->to / files != step->from / files || abs(gone) < 2 || file == 0 || file == files - 1) {
        return;
    }
    do {
        square += way;
    } while (view->men[square] == NOBODY && square % files != 0 && square % files != files - 1);
    int rook = view->men[square];
    view->men[square] = NOBODY;
    view->men[step->to - way] = rook;
}

static void go(struct view *view, const struct step *step, int owner)
{
    int files = view->info.files;
    view->moved[step->to] = true;
    if (step->from < 0) {
        view->passing = -1;
        view->men[step->to] = step->kind * 2 + owner;
        view->pockets[step->kind * 2 + owner]--;
        return;
    }
    int man = view->men[step->from], up = step->to / files - step->from / files;
    if (is_pawn(view, man)) {
        take_in_passing(view, step, owner);
    } else if (slot_of(view, man) == CLI_XBOARD_KING) {
        bring_rook(view, step);
    }
    bool is_passed = is_pawn(view, man) && abs(up) == 2;
    view->passing = is_passed ? (step->from + step->to) / 2 : -1;
    take(view, step->to);
    view->men[step->from] = NOBODY;
    view->moved[step->from] = true;
    view->men[step->to] = step->is_turned   ? turned(view, man)
                          : step->kind >= 0 ? step->kind * 2 + owner
                                            : man;
}

/* --- against games ----------------------------------------------------------------------------------------- */

static int kind_of(const struct view *view, char letter, int owner)
{
    for (size_t i = 0; i < view->plan->count; i++) {
        const struct cli_xboard_kind *kind = &view->plan->kinds[i];
        if (!kind->is_turned && kind->letter == toupper((unsigned char)letter) &&
            kind->slot[owner] >= 0) {
            return (int)i;
        }
    }
    return -1;
}

/* a1b2, a1b2q, a1b2+, P@a1; false for anything else. */
static bool read_step(const struct view *view, const struct mad_move_info *move, const char *text,
                      int owner, struct step *step)
{
    *step = (struct step){.from = move->from, .to = move->to, .kind = -1};
    if (isupper((unsigned char)text[0]) && text[1] == '@') {
        step->kind = kind_of(view, text[0], owner);
        text += 2;
    } else if (!islower((unsigned char)text[0]) || move->from < 0) {
        return false;
    } else {
        text += 1 + strspn(text + 1, "0123456789");
    }
    size_t digits = islower((unsigned char)text[0]) ? strspn(text + 1, "0123456789") : 0;
    text += 1 + digits;
    if (digits == 0 || move->to < 0 || move->to == move->from) {
        return false;
    }
    step->is_turned = strcmp(text, "+") == 0;
    if (islower((unsigned char)text[0]) && text[1] == '\0') {
        step->kind = kind_of(view, text[0], owner);
    }
    return text[0] == '\0' || step->is_turned || step->kind >= 0;
}

/* The board as it is. */
static void read_men(const struct view *view, const mad_position *position, int *men)
{
    for (int square = 0; square < view->info.squares; square++) {
        struct mad_man man;
        men[square] = mad_position_man(position, square, &man) ? man.piece * 2 + man.owner : NOBODY;
    }
}

static bool read_pockets(const struct view *view, const mad_position *position, int *pockets)
{
    char *text = cli_dialect_text(position, MAD_DIALECT_OURS);
    const char *at = text != NULL ? strchr(text, '[') : NULL;
    memset(pockets, 0, 2 * view->plan->count * sizeof *pockets);
    for (; at != NULL && *at != ']' && *at != '\0'; at++) {
        int owner = (isupper((unsigned char)*at) != 0) == view->info.first_has_capitals ? 0 : 1;
        int kind = isalpha((unsigned char)*at) ? kind_of(view, *at, owner) : -1;
        if (kind >= 0) {
            pockets[kind * 2 + owner]++;
        }
    }
    free(text);
    return text != NULL;
}

static bool is_same(const struct view *view, const mad_position *position, int *men, int *pockets)
{
    read_men(view, position, men);
    return memcmp(men, view->men, (size_t)view->info.squares * sizeof *men) == 0 &&
           (!view->info.has_hand ||
            (read_pockets(view, position, pockets) &&
             memcmp(pockets, view->pockets, 2 * view->plan->count * sizeof *pockets) == 0));
}

static void refuse(const struct view *view, const char *why, const char *move)
{
    char *out = view->plan->why;
    if (out[0] == '\0') {
        snprintf(out, sizeof view->plan->why, "%.120s%s%.60s", why,
                 move[0] != '\0' ? ", such as " : "", move);
    }
}

/* Every move has to have words, and XBoard has to allow it. */
static void try_moves(const struct view *view, const mad_position *position, const mad_moves *moves,
                      struct step *steps)
{
    static const struct cli_tongue tongue = {.dialect = CLI_DIALECT_CECP};
    int owner = mad_position_side(position);
    for (size_t i = 0; i < mad_moves_count(moves) && view->plan->why[0] == '\0'; i++) {
        struct mad_move_info move = mad_moves_at(moves, i);
        char text[CLI_MOVE_BYTES];
        cli_dialect_write(&tongue, position, moves, i, text, sizeof text);
        if (move.outcomes != 0) {
            refuse(view, "XBoard does not know what a toss is", "");
        } else if (!read_step(view, &move, text, owner, &steps[i])) {
            refuse(view, "XBoard has no words for some moves of this game", move.coord);
        } else if (steps[i].from < 0 && !view->info.has_hand) {
            refuse(view, "XBoard puts only such men on the board as come from a pocket", "");
        } else if (!may_go(view, &steps[i], owner)) {
            refuse(view, "XBoard would not allow some moves of this game", move.coord);
        }
    }
}

static void make(struct view *view, mad_position *position, const mad_moves *moves, size_t index,
                 const struct step *step, int *men, int *pockets)
{
    int owner = mad_position_side(position);
    char coord[CLI_MOVE_BYTES];
    snprintf(coord, sizeof coord, "%s", mad_moves_at(moves, index).coord);
    go(view, step, owner);
    struct mad_result result;
    if (mad_position_apply(position, moves, index) != MAD_OK ||
        mad_position_result(position, &result) != MAD_OK || result.outcome != MAD_GOES_ON) {
        return; /* nobody asks XBoard what the board is like behind the end */
    }
    if (mad_position_side(position) == owner) {
        refuse(view, "XBoard wants the players to move in turn", "");
    } else if (!is_same(view, position, men, pockets)) {
        refuse(view, "XBoard would not see what some moves of this game do", coord);
    } else if (is_checked(view, owner)) {
        refuse(view, "XBoard would not allow some moves of this game, for it sees check", coord);
    }
}

static void restart(struct view *view, const mad_position *position)
{
    read_men(view, position, view->men);
    read_men(view, position, view->start);
    (void)read_pockets(view, position, view->pockets);
    memset(view->moved, 0, (size_t)view->info.squares * sizeof *view->moved);
    view->passing = -1;
}

/* The numbers are drawn by Knuth's generator: any will do, as long as they are the same each time. */
static void try_games(struct view *view, mad_position *position, mad_moves *moves, int *men,
                      int *pockets)
{
    uint64_t random = 1;
    for (int game = 0; game < GAMES && view->plan->why[0] == '\0'; game++) {
        restart(view, position);
        for (int ply = 0; ply < PLIES && view->plan->why[0] == '\0'; ply++) {
            size_t count = mad_moves_list(moves, position) == MAD_OK ? mad_moves_count(moves) : 0;
            struct step *steps = count > 0 ? malloc(count * sizeof *steps) : NULL;
            if (steps == NULL) {
                break;
            }
            try_moves(view, position, moves, steps);
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            size_t index = (size_t)((random >> 33) % count);
            if (view->plan->why[0] == '\0') {
                make(view, position, moves, index, &steps[index], men, pockets);
            }
            free(steps);
        }
        while (mad_position_undo(position) == MAD_OK) {
        }
    }
}

void cli_xboard_plan_try(struct cli_xboard_plan *plan)
{
    struct view view = {.plan = plan, .info = mad_game_info(plan->game)};
    size_t squares = (size_t)view.info.squares, kinds = 2 * plan->count;
    mad_position *position = NULL;
    mad_moves *moves = NULL;
    int *numbers = calloc(3 * squares + 2 * kinds, sizeof *numbers);
    view.moved = calloc(squares, sizeof *view.moved);
    if (numbers == NULL || view.moved == NULL ||
        mad_position_new(plan->game, &position) != MAD_OK ||
        mad_moves_new(plan->game, &moves) != MAD_OK) {
        refuse(&view, "there is no memory", "");
    } else {
        view.men = numbers;
        view.start = numbers + squares;
        view.pockets = numbers + 3 * squares;
        try_games(&view, position, moves, numbers + 2 * squares, view.pockets + kinds);
    }
    mad_moves_free(moves);
    mad_position_free(position);
    free(view.moved);
    free(numbers);
}
