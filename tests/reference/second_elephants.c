/* second_elephants.c - the second generator for Mad Elephant Chess and its variants: chess in which
 * Kings are captured, with conversion, rampage and taunt beside the moves of second_chess.c. */
#include <stdlib.h>
#include <string.h>

#include "second_chess.h"

enum { STATE_TAUNT = STATE_FREE }; /* 1 + the square of the man whose taunt is unanswered */

struct elephant_rules {
    struct chess_rules chess; /* first, so that second_chess.c can read it */
    bool everyone_taunts;
    bool placed_are_mad; /* Elephants that come to be on the last two ranks in any way */
};

static const struct elephant_rules *elephant_rules_of(const struct second_game *game)
{
    return game->rules;
}

/* --- men ------------------------------------------------------------------------------------------ */

static bool is_letter(const struct chess_rules *rules, int man, char letter)
{
    return man != 0 && chess_man_of(rules, man)->letter[0] == letter;
}

/* Pawns on the last rank; an Elephant whose own move ends on the last two is mad. */
static const char *elephant_promotions(const struct chess_rules *rules,
                                       const struct second_position *before, int from, int to)
{
    int man = before->cell[from], own_rank = chess_own_rank(rules, before->mover, to);
    if (is_letter(rules, man, 'E'))
        return own_rank >= 6 ? "M" : " ";
    return is_letter(rules, man, 'P') && own_rank == 7 ? "EMNBRQ" : " ";
}

static const struct chess_man men[] = {{"P", "mfWcfF", MAN_PAWN},
                                       {"N", "N", 0},
                                       {"B", "F*", 0},
                                       {"R", "W*", 0},
                                       {"Q", "W*F*", 0},
                                       {"K", "WF", 0},
                                       {"E", "A", MAN_PROMOTES},
                                       {"M", "A", 0},
                                       {0}};

/* --- rampage and taunt ----------------------------------------------------------------------------- */

struct direction {
    int right, up;
};
static const struct direction directions[8] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                               {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

static int next_square(const struct chess_rules *rules, int square, struct direction way)
{
    return chess_square(rules, square % 8 + way.right, square / 8 + way.up);
}

/* The Mad Elephant runs to the edge and removes everything on its way. Kings only when taunted. */
static size_t add_rampage(const struct chess_rules *rules, const struct second_position *before,
                          struct second_move *move, int from, struct direction way, bool taunted)
{
    int last = from;
    char *text = chess_open_move(rules, before, move, from);
    for (int at = next_square(rules, from, way); at >= 0; at = next_square(rules, at, way)) {
        if (is_letter(rules, before->cell[at], 'K') && !taunted)
            return 0;
        if (before->cell[at] != 0)
            move->after.clock = 0;
        move->after.cell[at] = 0;
        last = at;
    }
    if (last == from)
        return 0;
    *text++ = ':';
    *chess_write_square(rules, text, last) = '\0';
    move->after.cell[from] = 0;
    move->after.cell[last] = before->cell[from];
    move->after.state[STATE_TAUNT] = 0;
    chess_drop_rights(rules, &move->after, before);
    return 1;
}

static bool is_own_mad(const struct chess_rules *rules, const struct second_position *position,
                       int square, int owner)
{
    return square >= 0 && is_letter(rules, position->cell[square], 'M') &&
           chess_owner(position->cell[square]) == owner;
}

/* All that a taunted player may do: rampage with a Mad Elephant next to the taunter, over him. */
static size_t list_answers(const struct chess_rules *rules, const struct second_position *position,
                           struct second_move *list)
{
    int taunter = position->state[STATE_TAUNT] - 1;
    size_t count = 0;
    for (int i = 0; i < 8; i++) {
        struct direction back = {-directions[i].right, -directions[i].up};
        int from = next_square(rules, taunter, directions[i]);
        if (is_own_mad(rules, position, from, position->mover))
            count += add_rampage(rules, position, &list[count], from, back, true);
    }
    return count;
}

static size_t add_taunt(const struct chess_rules *rules, const struct second_position *before,
                        struct second_move *move, int square)
{
    for (int i = 0; i < 8; i++) {
        int beside = next_square(rules, square, directions[i]);
        if (!is_own_mad(rules, before, beside, !before->mover))
            continue;
        strcpy(chess_open_move(rules, before, move, square), "(T)");
        move->after.state[STATE_TAUNT] = square + 1;
        return 1;
    }
    return 0;
}

static size_t add_conversion(const struct second_game *game, const struct second_position *before,
                             struct second_move *move, int square)
{
    const struct chess_rules *rules = chess_rules_of(game);
    bool is_mad = elephant_rules_of(game)->placed_are_mad &&
                  chess_own_rank(rules, before->mover, square) >= 6;
    int elephant = chess_kind(rules, is_mad ? 'M' : 'E', before->mover);
    strcpy(chess_open_move(rules, before, move, square), is_mad ? "=M" : "=E");
    move->after.cell[square] = (signed char)(before->mover == 0 ? elephant : -elephant);
    move->after.clock = 0;
    return 1;
}

static size_t elephant_moves(const struct second_game *game, const struct second_position *position,
                             struct second_move *list)
{
    const struct chess_rules *rules = chess_rules_of(game);
    if (position->state[STATE_TAUNT] != 0)
        return list_answers(rules, position, list);
    size_t count = chess_moves(game, position, list);
    for (int from = 0; from < 64; from++) {
        int man = position->cell[from];
        bool is_pawn = is_letter(rules, man, 'P');
        if (man == 0 || chess_owner(man) != position->mover)
            continue;
        if (is_pawn)
            count += add_conversion(game, position, &list[count], from);
        if (is_pawn || elephant_rules_of(game)->everyone_taunts)
            count += add_taunt(rules, position, &list[count], from);
        for (int i = 0; i < 8 && is_letter(rules, man, 'M'); i++)
            count += add_rampage(rules, position, &list[count], from, directions[i], false);
    }
    return count;
}

/* --- results ------------------------------------------------------------------------------------------ */

static struct second_result elephant_result(const struct second_game *game,
                                            const struct second_history *history, size_t moves)
{
    const struct chess_rules *rules = chess_rules_of(game);
    const struct second_position *now = &history->positions[history->count - 1];
    bool has_first = chess_count(rules, now, 0, "K") > 0;
    bool has_second = chess_count(rules, now, 1, "K") > 0;
    if (!has_first && !has_second)
        return (struct second_result){SECOND_DRAWN, "both Kings gone"};
    if (!has_first || !has_second)
        return chess_win(has_second, "King captured");
    return chess_result(game, history, moves);
}

/* --- games ---------------------------------------------------------------------------------------------- */

#define ELEPHANTS                                                                              \
    .files = 8, .ranks = 8, .men = men, .double_ranks = {2, 2}, .repetition = 3, .plies = 100, \
    .castling_letters = "KQkq",                                                                \
    .castlings = {{0, 4, 6, 7, 5}, {0, 4, 2, 0, 3}, {1, 4, 6, 7, 5}, {1, 4, 2, 0, 3}}
#define USUAL .castles_through_attack = true, .promotions = elephant_promotions
#define ARRAY .array = "rnmqkenr/pppppppp/8/8/8/8/PPPPPPPP/RNMQKENR w KQkq"

static const struct elephant_rules mad_elephant = {.chess = {ELEPHANTS, USUAL, ARRAY}};
static const struct elephant_rules no_elephants = {
    .chess = {ELEPHANTS, USUAL, .array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"}};
static const struct elephant_rules everyone = {.chess = {ELEPHANTS, USUAL, ARRAY},
                                               .everyone_taunts = true};
static const struct elephant_rules elephant_chessgi = {
    .chess = {ELEPHANTS, USUAL, .array = "rnmqkenr/pppppppp/8/8/8/8/PPPPPPPP/RNMQKENR[] w KQkq",
              .has_hands = true, .captures_to_hand = true, .keeps_promoted = true,
              .pawn_drops_from = 0, .pawn_drops_to = 6}};

/* Other readings, which are options. */
static const char *mad_promotions(const struct chess_rules *rules,
                                  const struct second_position *before, int from, int to)
{
    const char *letters = elephant_promotions(rules, before, from, to);
    return letters[0] == 'E' ? letters + 1 : letters;
}
static const struct elephant_rules placed_mad = {
    .chess = {ELEPHANTS, ARRAY, .castles_through_attack = true, .promotions = mad_promotions},
    .placed_are_mad = true};
static const struct elephant_rules careful = {
    .chess = {ELEPHANTS, ARRAY, .promotions = elephant_promotions}};

static const char *const starts[] = {
    "r4r1k/pp2epp1/2n4p/8/8/M7/1P4P1/K6R w - - 0 1",
    "k7/8/2m1m3/3P4/8/8/8/K7 w - - 0 1",
    "8/4m3/4P3/8/4k3/8/4K3/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/M3K2R w Kkq - 0 1",
    "r6k/1P6/2p1e3/3m1P2/2P1M3/3E1p2/1p6/R6K w - - 0 1",
    "4k3/pm2m2p/2p1p3/3P1P2/2p1p3/3P1P2/PM2M2P/4K3 w - - 0 1",
    NULL,
};

#define GAME(variant, settings, rules, starts)                                                 \
    {                                                                                          \
        "mad-elephant-chess" variant, settings, &(rules), starts, chess_begin, elephant_moves, \
            elephant_result, chess_scatter                                                     \
    }

static const struct second_game games[] = {
    GAME("", NULL, mad_elephant, starts),
    GAME(":no-starting-elephants", NULL, no_elephants, starts),
    GAME(":everyone-can-taunt", NULL, everyone, starts),
    GAME(":mad-elephant-chessgi", NULL, elephant_chessgi, NULL),
    GAME("", "elephants-placed-on-last-ranks=mad", placed_mad, starts),
    GAME("", "castling-under-attack=forbidden", careful, starts),
};

const struct second_game *second_elephants(size_t *count)
{
    *count = sizeof games / sizeof *games;
    return games;
}
