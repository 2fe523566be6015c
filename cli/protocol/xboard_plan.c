/* xboard_plan.c - see xboard_plan.h: men and their slots. Layer: cli. */
#include "xboard_plan.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 12 /* files and ranks: more are an option of building XBoard */ };

/* Letters of XBoard's own men: a man of such a letter gets such a picture. */
static const char slots[] = "PNBRQFEACWMOHIJGDVLSUK";

static void refuse(struct cli_xboard_plan *plan, const char *what, const char *who)
{
    if (plan->why[0] == '\0') {
        snprintf(plan->why, sizeof plan->why, "%s%s", what, who);
    }
}

static bool is_owner(const struct cli_xboard_plan *plan, size_t kind, int owner)
{
    int whose = mad_game_piece(plan->game, kind).owner;
    return whose == owner || whose == -1;
}

static bool is_pawn(const struct cli_xboard_plan *plan, size_t kind, int owner)
{
    return plan->kinds[kind].ways[owner].is_promoted;
}

/* Whether men of that kind are turned into others, whose slot lies behind his. */
static bool is_turning(const struct cli_xboard_plan *plan, size_t kind)
{
    bool is_turning = false;
    for (size_t i = 0; i < plan->count; i++) {
        is_turning = is_turning || (plan->kinds[i].is_turned && !plan->kinds[kind].is_turned &&
                                    plan->kinds[i].letter == plan->kinds[kind].letter);
    }
    return is_turning;
}

static bool is_fit(const struct cli_xboard_plan *plan, size_t kind, int owner, int slot)
{
    if (plan->table[owner][slot] != '.' || slot == CLI_XBOARD_KING) {
        return false;
    }
    if (is_turning(plan, kind)) {
        return slot != CLI_XBOARD_PAWN && slot < CLI_XBOARD_TURNED &&
               plan->table[owner][slot + CLI_XBOARD_TURNED] == '.';
    }
    bool is_pawn_slot = slot == CLI_XBOARD_PAWN || slot == CLI_XBOARD_LANCE;
    return is_pawn(plan, kind, owner) == is_pawn_slot;
}

static void put(struct cli_xboard_plan *plan, size_t kind, int owner, int slot)
{
    plan->kinds[kind].slot[owner] = slot;
    plan->table[owner][slot] = plan->kinds[kind].letter;
    for (size_t i = 0; i < plan->count; i++) {
        struct cli_xboard_kind *turned = &plan->kinds[i];
        if (turned->is_turned && turned->letter == plan->kinds[kind].letter &&
            is_owner(plan, i, owner) && slot + CLI_XBOARD_TURNED < CLI_XBOARD_KING) {
            turned->slot[owner] = slot + CLI_XBOARD_TURNED;
            plan->table[owner][slot + CLI_XBOARD_TURNED] = '+';
        }
    }
}

/* His letter's own slot, else the one that he has on the other side, else any. */
static void find_slot(struct cli_xboard_plan *plan, size_t kind, int owner)
{
    const char *own = strchr(slots, plan->kinds[kind].letter);
    int slot = own != NULL ? (int)(own - slots) : -1, other = plan->kinds[kind].slot[!owner];
    slot = other >= 0 && is_fit(plan, kind, owner, other) ? other : slot;
    if (slot < 0 || !is_fit(plan, kind, owner, slot)) {
        for (slot = 0; slot < CLI_XBOARD_KING && !is_fit(plan, kind, owner, slot); slot++) {
        }
    }
    if (slot == CLI_XBOARD_KING) {
        refuse(plan, "XBoard has no room for so many kinds of men like the ",
               mad_game_piece(plan->game, kind).name);
    } else {
        put(plan, kind, owner, slot);
    }
}

/* Turning men first, for their room is small; then those whose letter has a slot. */
static int rank_of(const struct cli_xboard_plan *plan, size_t kind)
{
    return is_turning(plan, kind) ? 0 : strchr(slots, plan->kinds[kind].letter) != NULL ? 1 : 2;
}

/* Whether the player has such a man in the array: XBoard wants its King on the board. */
static bool is_in_array(const struct cli_xboard_plan *plan, const mad_position *array, size_t kind,
                        int owner)
{
    int squares = mad_game_info(plan->game).squares;
    struct mad_man man;
    for (int square = 0; square < squares; square++) {
        if (mad_position_man(array, square, &man) && man.piece == (int)kind && man.owner == owner) {
            return true;
        }
    }
    return false;
}

static void find_slots(struct cli_xboard_plan *plan, const mad_position *array, bool has_king)
{
    for (int owner = 0; owner < 2; owner++) {
        memset(plan->table[owner], '.', CLI_XBOARD_SLOTS);
        plan->table[owner][CLI_XBOARD_SLOTS] = '\0';
        for (size_t i = 0; i < plan->count; i++) {
            plan->kinds[i].slot[owner] = -1;
        }
        for (size_t i = 0; i < plan->count && has_king; i++) {
            if (mad_game_piece(plan->game, i).royal && is_in_array(plan, array, i, owner) &&
                plan->table[owner][CLI_XBOARD_KING] == '.') {
                put(plan, i, owner, CLI_XBOARD_KING);
            }
        }
    }
    for (int rank = 0; rank < 3; rank++) {
        for (size_t i = 0; i < plan->count; i++) {
            for (int owner = 0; owner < 2; owner++) {
                const struct cli_xboard_kind *kind = &plan->kinds[i];
                if (rank_of(plan, i) == rank && kind->slot[owner] < 0 && !kind->is_turned &&
                    is_owner(plan, i, owner)) {
                    find_slot(plan, i, owner);
                }
            }
        }
    }
}

/* Kinds before the King in XBoard's table have a place in its pockets. */
static void count_held(struct cli_xboard_plan *plan)
{
    plan->held = 0;
    for (int slot = 0; slot < CLI_XBOARD_KING && mad_game_info(plan->game).has_hand; slot++) {
        plan->held += isalpha((unsigned char)plan->table[0][slot]) != 0;
    }
}

static void name_kinds(struct cli_xboard_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct mad_piece_info piece = mad_game_piece(plan->game, i);
        bool is_turned = piece.letter[0] == '+';
        plan->kinds[i].is_turned = is_turned;
        plan->kinds[i].letter = piece.letter[is_turned];
        if (piece.owner == 2) {
            refuse(plan, "XBoard has no men that belong to nobody", "");
        } else if (!isalpha((unsigned char)piece.letter[is_turned]) ||
                   piece.letter[is_turned + 1] != '\0') {
            refuse(plan, "XBoard wants one letter for each man", "");
        }
    }
}

static void look_at_board(struct cli_xboard_plan *plan)
{
    struct mad_game_info info = mad_game_info(plan->game);
    if (info.hexagons) {
        refuse(plan, "XBoard has no boards of hexagons", "");
    } else if (info.files > LARGEST || info.ranks > LARGEST) {
        refuse(plan, "XBoard has no boards so large", "");
    }
    for (int square = 0; square < info.squares; square++) {
        if (mad_game_is_hole(plan->game, square)) {
            refuse(plan, "XBoard has no boards with holes like this one", "");
        }
    }
    if (mad_game_pocket_name(plan->game, 0) != NULL &&
        mad_game_pocket_name(plan->game, 1) != NULL) {
        refuse(plan, "XBoard has one pocket for each player", "");
    }
}

/* Both players' men of a kind move alike, turned by half a circle, as far as one looks; games tell. */
static void find_ways(struct cli_xboard_plan *plan, bool looks_twice, bool wraps)
{
    struct cli_trial *trial = cli_trial_new(plan->game, wraps);
    for (size_t i = 0; i < plan->count && trial != NULL && plan->why[0] == '\0'; i++) {
        for (int owner = 0; owner < 2; owner++) {
            bool is_known = owner == 1 && !looks_twice && is_owner(plan, i, 0);
            if (is_known) {
                plan->kinds[i].ways[1] = plan->kinds[i].ways[0];
            } else if (is_owner(plan, i, owner)) {
                cli_ways_find(trial, (int)i, owner, &plan->kinds[i].ways[owner]);
            }
            if (plan->kinds[i].ways[owner].is_odd) {
                refuse(plan, "XBoard has no words for how this man moves: ",
                       mad_game_piece(plan->game, i).name);
            }
        }
    }
    if (trial == NULL) {
        refuse(plan, "there is no memory", "");
    }
    cli_trial_free(trial);
}

/* A description may not be empty, nor too long. */
static void write_ways(struct cli_xboard_plan *plan)
{
    char text[CLI_BETZA_BYTES];
    for (size_t i = 0; i < plan->count; i++) {
        for (int owner = 0; owner < 2; owner++) {
            if (is_owner(plan, i, owner) &&
                (!cli_ways_write(&plan->kinds[i].ways[owner], text) || text[0] == '\0')) {
                refuse(plan, "XBoard has no words for a man like the ",
                       mad_game_piece(plan->game, i).name);
            }
        }
    }
}

static void try_with(struct cli_xboard_plan *plan, const mad_position *array, bool has_king)
{
    if (plan->why[0] == '\0') {
        find_slots(plan, array, has_king);
        count_held(plan);
    }
    if (plan->why[0] == '\0') {
        cli_xboard_plan_try(plan);
    }
    if (plan->why[0] == '\0') {
        write_ways(plan);
    }
}

/* With a King, whom XBoard guards, else without; then after a second look at how each player's men move. False when there are
 * no words for some man: no game is tried then. */
static bool make(struct cli_xboard_plan *plan, const mad_position *array, bool wraps)
{
    char first[sizeof plan->why] = "";
    for (int looks = 1; looks <= 2; looks++) {
        find_ways(plan, looks == 2, wraps);
        if (plan->why[0] != '\0') {
            return false;
        }
        for (int has_king = 1; has_king >= 0; has_king--) {
            try_with(plan, array, has_king != 0);
            if (plan->why[0] == '\0') {
                return true;
            }
            if (first[0] == '\0') {
                memcpy(first, plan->why, sizeof first);
            }
            plan->why[0] = '\0';
        }
        if (strstr(first, "allow") == NULL) {
            break;
        }
    }
    memcpy(plan->why, first, sizeof first);
    return true;
}

/* On the board as it lies there, else as on a cylinder. */
static void make_flat_or_round(struct cli_xboard_plan *plan, const mad_position *array)
{
    char first[sizeof plan->why];
    if (make(plan, array, false)) {
        return;
    }
    memcpy(first, plan->why, sizeof first);
    plan->why[0] = '\0';
    (void)make(plan, array, true);
    if (plan->why[0] != '\0') {
        memcpy(plan->why, first, sizeof first);
    }
}

void cli_xboard_plan_make(struct cli_xboard_plan *plan, const mad_game *game)
{
    mad_position *array = NULL;
    *plan = (struct cli_xboard_plan){.game = game, .count = mad_game_piece_count(game)};
    plan->kinds = calloc(plan->count, sizeof *plan->kinds);
    if (plan->kinds == NULL || mad_position_new(game, &array) != MAD_OK) {
        refuse(plan, "there is no memory", "");
    } else {
        look_at_board(plan);
        name_kinds(plan);
    }
    if (plan->why[0] == '\0') {
        make_flat_or_round(plan, array);
    }
    mad_position_free(array);
}

void cli_xboard_plan_free(struct cli_xboard_plan *plan)
{
    free(plan->kinds);
    plan->kinds = NULL;
}
