/* second_turns.c - the second generator for chess with turns of more than one move: Seirawan Chess,
 * S-House and Duck Chess.
 *
 * Written from the pages that the rule files name. The moves are those of second_chess.c; each is then
 * made as often as the turn can go on after it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random.h"
#include "second_chess.h"

static struct second_move base[SECOND_MOVES_MAX]; /* moves without what comes after them */

static const struct chess_man seirawan_men[] = {
    {"P", "mfWcfF", MAN_PAWN}, {"N", "N", 0},   {"B", "F*", 0},  {"R", "W*", 0},
    {"Q", "W*F*", 0},          {"H", "NF*", 0}, {"E", "NW*", 0}, {"K", "WF", MAN_ROYAL},
    {NULL, NULL, 0},
};
static const struct chess_man duck_men[] = {
    {"P", "mfWcfF", MAN_PAWN}, {"N", "N", 0},  {"B", "F*", 0},  {"R", "W*", 0},
    {"Q", "W*F*", 0},          {"K", "WF", 0}, {NULL, NULL, 0},
};

#define CASTLING                                                                       \
    .castlings = {{0, 4, 6, 7, 5}, {0, 4, 2, 0, 3}, {1, 4, 6, 7, 5}, {1, 4, 2, 0, 3}}, \
    .castling_letters = "KQkq"

/* --- gating ------------------------------------------------------------------------------------------- */

/* In `state`: bit f of WAITING: the piece of file f on rank 1 has not moved; 8 + f: on rank 8. Hawks and
 * Elephants in reserve lie in RESERVE + 2 * owner, where nothing can be dropped; else in the hand. */
enum { WAITING = STATE_FREE, RESERVE };

static int waiting_square(int bit)
{
    return bit < 8 ? bit : 48 + bit;
}

static int *held(const struct chess_rules *rules, struct second_position *position, int owner,
                 int kind)
{
    static int hand;
    char letter = rules->men[kind - 1].letter[0];
    if (!rules->has_hands && (letter == 'H' || letter == 'E'))
        return &position->state[RESERVE + 2 * owner + (letter == 'E')];
    hand = position->hand[owner][kind];
    return &hand;
}

static void take_from(const struct chess_rules *rules, struct second_position *position, int owner,
                      int kind)
{
    if (rules->has_hands)
        position->hand[owner][kind]--;
    else
        --*held(rules, position, owner, kind);
}

static bool may_gate(const struct chess_rules *rules, const struct second_position *before,
                     int kind, int square)
{
    struct second_position copy = *before;
    bool is_pawn = rules->men[kind - 1].flags & MAN_PAWN;
    return *held(rules, &copy, before->mover, kind) > 0 &&
           (!is_pawn || (chess_own_rank(rules, before->mover, square) >= rules->pawn_drops_from &&
                         chess_own_rank(rules, before->mover, square) <= rules->pawn_drops_to));
}

/* The move, once more for each man that may come in on the square. */
static size_t gate(const struct chess_rules *rules, const struct second_position *before,
                   const struct second_move *move, int square, struct second_move *list)
{
    size_t count = 0;
    for (int kind = 1; rules->men[kind - 1].letter != NULL; kind++) {
        if (!may_gate(rules, before, kind, square))
            continue;
        struct second_move *with = &list[count++];
        *with = *move;
        with->after.cell[square] = (signed char)(before->mover == 0 ? kind : -kind);
        take_from(rules, &with->after, before->mover, kind);
        char *text = with->text + strlen(with->text);
        text += sprintf(text, "/%s", rules->men[kind - 1].letter);
        if (chess_named(rules, move->text) != square)
            *chess_write_square(rules, text, square) = '\0';
    }
    return count;
}

static size_t gating_moves(const struct second_game *game, const struct second_position *position,
                           struct second_move *list)
{
    const struct chess_rules *rules = chess_rules_of(game);
    size_t count = 0, moves = chess_moves(game, position, base);
    for (size_t i = 0; i < moves; i++) {
        struct second_position *after = &base[i].after;
        for (int bit = 0; bit < 16; bit++)
            if (after->cell[waiting_square(bit)] != position->cell[waiting_square(bit)])
                after->state[WAITING] &= ~(1 << bit);
        list[count++] = base[i];
        for (int bit = 0; bit < 16; bit++)
            if (position->state[WAITING] >> bit & 1 && after->cell[waiting_square(bit)] == 0)
                count += gate(rules, position, &base[i], waiting_square(bit), list + count);
    }
    return count;
}

static void gating_begin(const struct second_game *game, struct second_position *position,
                         const char *text)
{
    const struct chess_rules *rules = chess_rules_of(game);
    char bare[SECOND_TEXT_MAX];
    const char *whole = text != NULL ? text : rules->array, *hand = strchr(whole, '[');
    const char *after = hand != NULL ? strchr(hand, ']') + 1 : whole;
    const char *waiting = strstr(whole, " waiting=");
    snprintf(bare, sizeof bare, "%.*s%s", hand != NULL ? (int)(hand - whole) : 0, whole, after);
    chess_begin(game, position, rules->has_hands ? whole : bare);
    for (; !rules->has_hands && hand != NULL && *hand != ']'; hand++) {
        const char *letter = strchr("HEhe", *hand);
        if (letter != NULL)
            position->state[RESERVE + (letter - strchr("HEhe", 'H'))]++;
    }
    position->state[WAITING] = text == NULL ? 0xffff : 0;
    for (waiting = waiting != NULL ? waiting + strlen(" waiting=") : "";
         *waiting != '\0' && *waiting != ' '; waiting += waiting[2] == ',' ? 3 : 2)
        position->state[WAITING] |= 1 << (waiting[0] - 'a' + (waiting[1] == '8' ? 8 : 0));
}

/* A random position with some men of the first ranks waiting, and some of the four in reserve. */
static void gating_scatter(const struct second_game *game, uint64_t *random, char *text)
{
    char plain[SECOND_TEXT_MAX], hand[8] = "", waiting[80] = "", *end = hand;
    struct second_position position = {.mover = 0};
    chess_scatter(game, random, plain);
    chess_begin(game, &position, plain);
    for (int i = 0; i < 4; i++)
        if (random_below(random, 3) > 0)
            *end++ = "HEhe"[i];
    for (int bit = 0; bit < 16; bit++) {
        int man = position.cell[waiting_square(bit)];
        if (man == 0 || chess_owner(man) != bit / 8 || random_below(random, 4) == 0)
            continue;
        strcat(waiting, waiting[0] == '\0' ? " waiting=" : ",");
        *chess_write_square(chess_rules_of(game), waiting + strlen(waiting), waiting_square(bit)) =
            '\0';
    }
    const char *rest = strpbrk(plain, "[ ");
    if (*rest == '[')
        sprintf(text, "%s%s", plain, waiting);
    else
        sprintf(text, "%.*s[%s]%s%s", (int)(rest - plain), plain, hand, rest, waiting);
}

/* --- the Duck ----------------------------------------------------------------------------------------- */

/* state[DUCK]: 1 + its square; 0 when it is not on the board. The square counts as none of the board. */
enum { DUCK = STATE_FREE };

static size_t duck_moves(const struct second_game *game, const struct second_position *position,
                         struct second_move *list)
{
    const struct chess_rules *rules = chess_rules_of(game);
    size_t count = 0, moves = chess_moves(game, position, base);
    int duck = position->state[DUCK] - 1;
    for (size_t i = 0; i < moves; i++)
        for (int square = 0; square < chess_squares(rules); square++) {
            if (base[i].after.cell[square] != 0 || count == SECOND_MOVES_MAX)
                continue;
            struct second_move *move = &list[count++];
            *move = base[i];
            if (duck >= 0)
                move->after.cell[duck] = 0;
            move->after.cell[square] = CHESS_HOLE;
            move->after.state[DUCK] = square + 1;
            if (move->after.note[NOTE_PASSED] == square + 1)
                move->after.note[NOTE_PASSED] = move->after.state[STATE_PASSED] = 0;
            char *text = move->text + strlen(move->text);
            text += sprintf(text, "/D");
            if (chess_named(rules, base[i].text) != square)
                *chess_write_square(rules, text, square) = '\0';
        }
    return count;
}

static struct second_result duck_result(const struct second_game *game,
                                        const struct second_history *history, size_t moves)
{
    const struct second_position *now = &history->positions[history->count - 1];
    if (chess_count(chess_rules_of(game), now, now->mover, "K") == 0)
        return chess_win(!now->mover, "King captured");
    if (moves == 0)
        return chess_win(now->mover, "no move wins");
    return chess_drawn(game, history);
}

static void duck_begin(const struct second_game *game, struct second_position *position,
                       const char *text)
{
    char copy[SECOND_TEXT_MAX];
    snprintf(copy, sizeof copy, "%s", text != NULL ? text : chess_rules_of(game)->array);
    char *duck = strchr(copy, 'D');
    if (duck != NULL)
        *duck = '*';
    chess_begin(game, position, copy);
    for (int square = 0; square < 64; square++)
        if (position->cell[square] == CHESS_HOLE)
            position->state[DUCK] = square + 1;
}

/* --- the games ---------------------------------------------------------------------------------------- */

static const struct chess_rules seirawan = {
    .files = 8,
    .ranks = 8,
    .array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQkq",
    .men = seirawan_men,
    .promotes_to = {"HEQRBN", "HEQRBN"},
    .double_ranks = {2, 2},
    CASTLING,
    .plies = 100,
    .repetition = 3};
static const struct chess_rules shouse = {
    .files = 8,
    .ranks = 8,
    .array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQkq",
    .men = seirawan_men,
    .promotes_to = {"HEQRBN", "HEQRBN"},
    .double_ranks = {2, 2},
    CASTLING,
    .has_hands = true,
    .captures_to_hand = true,
    .pawn_drops_from = 1,
    .pawn_drops_to = 6,
    .plies = 100,
    .repetition = 3};
static const struct chess_rules duck = {.files = 8,
                                        .ranks = 8,
                                        .array =
                                            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
                                        .men = duck_men,
                                        .promotes_to = {"QRBN", "QRBN"},
                                        .double_ranks = {2, 2},
                                        CASTLING,
                                        .castles_through_attack = true,
                                        .stalemate = STALEMATE_WINS,
                                        .plies = 100,
                                        .repetition = 3};

static const char *const gating_starts[] = {
    "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1 waiting=e1,h1",
    "4k3/8/8/8/8/8/8/K1R4r[H] w - - 0 1 waiting=c1",
    "r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1 waiting=a1,e1,h1,a8,e8,h8",
    NULL,
};
static const char *const duck_starts[] = {
    "4k3/8/8/8/3p3D/8/4P3/4K3 w - - 0 1",
    "4K2D/8/8/8/8/8/pp6/k7 w - - 0 1",
    "r3k2r/p6p/8/8/2D5/8/P6P/R3K2R w KQkq - 0 1",
    "8/8/4k3/8/2D5/8/8/1K6 w - - 0 1",
    NULL,
};

const struct second_game *second_turns(size_t *count)
{
    static const struct second_game games[] = {
        {"seirawan", NULL, &seirawan, gating_starts, gating_begin, gating_moves, chess_result,
         gating_scatter},
        {"shouse", NULL, &shouse, gating_starts, gating_begin, gating_moves, chess_result,
         gating_scatter},
        {"duck", NULL, &duck, duck_starts, duck_begin, duck_moves, duck_result, chess_scatter},
    };
    *count = sizeof games / sizeof *games;
    return games;
}
