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

/* --- men put on the board first ----------------------------------------------------------------------- */

static bool has_men_in_hand(const struct second_position *position)
{
    int count = 0;
    for (int kind = 0; kind < SECOND_KINDS_MAX; kind++)
        count += position->hand[position->mover][kind];
    return count > 0;
}

static struct second_move *put_down(const struct chess_rules *rules,
                                    const struct second_position *before, int kind, int square,
                                    struct second_move *move)
{
    int owner = before->mover;
    chess_open_move(rules, before, move, square);
    char *text = move->text + sprintf(move->text, "%s@", rules->men[kind - 1].letter);
    *chess_write_square(rules, text, square) = '\0';
    move->after.hand[owner][kind]--;
    move->after.cell[square] = (signed char)(owner == 0 ? kind : -kind);
    return move;
}

/* Of each colour of the own first rank: at most one Bishop, and one or a square for one. */
static bool can_bishops_differ(const struct chess_rules *rules,
                               const struct second_position *position, int owner)
{
    int bishops[2] = {0, 0}, places[2] = {0, 0};
    for (int file = 0; file < 8; file++) {
        int man = position->cell[chess_square(rules, file, owner == 0 ? 0 : 7)];
        bool is_bishop = abs(man) == chess_kind(rules, 'B', owner);
        bishops[file % 2] += is_bishop;
        places[file % 2] += is_bishop || man == 0;
    }
    return bishops[0] < 2 && bishops[1] < 2 && places[0] > 0 && places[1] > 0;
}

/* The rights of a King on the e-file and Rooks in the corners, in the order of the table. */
static int rights_of_places(const struct chess_rules *rules, const struct second_position *position,
                            int owner)
{
    int home = owner == 0 ? 0 : 7, rights = 0;
    for (int i = 0; i < CHESS_CASTLINGS; i++) {
        const struct chess_castling *castling = &rules->castlings[i];
        int king = position->cell[chess_square(rules, castling->king, home)];
        int rook = position->cell[chess_square(rules, castling->rook, home)];
        if (castling->owner == owner && abs(king) == chess_kind(rules, 'K', owner) &&
            abs(rook) == chess_kind(rules, 'R', owner))
            rights |= 1 << i;
    }
    return rights;
}

static size_t placement_moves(const struct second_game *game,
                              const struct second_position *position, struct second_move *list)
{
    const struct chess_rules *rules = chess_rules_of(game);
    int owner = position->mover;
    size_t count = 0;
    for (int kind = 1; rules->men[kind - 1].letter != NULL; kind++)
        for (int file = 0; file < 8; file++) {
            int square = chess_square(rules, file, owner == 0 ? 0 : 7);
            if (position->hand[owner][kind] == 0 || position->cell[square] != 0)
                continue;
            struct second_move *move = put_down(rules, position, kind, square, &list[count]);
            if (!can_bishops_differ(rules, &move->after, owner))
                continue;
            move->after.state[STATE_RIGHTS] |= rights_of_places(rules, &move->after, owner);
            count++;
        }
    return has_men_in_hand(position) ? count : chess_moves(game, position, list);
}

/* --- Sittuyin ----------------------------------------------------------------------------------------- */

static const char *no_promotion(const struct chess_rules *rules,
                                const struct second_position *before, int from, int to)
{
    (void)rules;
    (void)before;
    (void)from;
    (void)to;
    return " ";
}

static size_t sittuyin_drops(const struct chess_rules *rules,
                             const struct second_position *position, struct second_move *list)
{
    int owner = position->mover;
    size_t count = 0;
    for (int kind = 1; rules->men[kind - 1].letter != NULL; kind++)
        for (int square = 0; square < chess_squares(rules); square++) {
            int rank = chess_own_rank(rules, owner, square);
            int last = kind == chess_kind(rules, 'R', owner) ? 0 : 2;
            if (position->hand[owner][kind] > 0 && position->cell[square] == 0 && rank <= last)
                put_down(rules, position, kind, square, &list[count++]);
        }
    return count;
}

static bool is_on_long_diagonal(int square)
{
    return square % 8 == square / 8 || square % 8 == 7 - square / 8;
}

/* The Pawn becomes a General where it stands or on an empty square aslant of it, unless he would stand
 * aslant of an enemy there, or the enemy be in check then. */
static size_t crown(const struct chess_rules *rules, const struct second_position *position,
                    int from, struct second_move *list)
{
    size_t count = 0;
    int owner = position->mover, kind = chess_kind(rules, 'F', owner);
    for (int way = 0; way < 5; way++) {
        int dx = way == 4 ? 0 : way % 2 * 2 - 1, dy = way == 4 ? 0 : way / 2 * 2 - 1;
        int to = chess_square(rules, from % 8 + dx, from / 8 + dy);
        if (to < 0 || (to != from && position->cell[to] != 0))
            continue;
        struct second_move *move = &list[count];
        char *text = chess_open_move(rules, position, move, from);
        text = to == from ? text : chess_write_square(rules, text, to);
        strcpy(text, "=F");
        move->after.clock = 0;
        move->after.cell[from] = 0;
        move->after.cell[to] = (signed char)(owner == 0 ? kind : -kind);
        bool attacks = false;
        for (int i = 0; i < 4; i++) {
            int square = chess_square(rules, to % 8 + i % 2 * 2 - 1, to / 8 + i / 2 * 2 - 1);
            int man = square < 0 ? 0 : position->cell[square];
            attacks = attacks || (man != 0 && chess_owner(man) != owner);
        }
        if (!attacks && !chess_is_in_check(rules, &move->after, owner) &&
            !chess_is_in_check(rules, &move->after, !owner))
            count++;
    }
    return count;
}

/* In `note`: moves of the bare King since there is no Pawn, and how many there may be. */
enum { NOTE_BARE = NOTE_FREE, NOTE_MOST };

static int men_of_both(const struct chess_rules *rules, const struct second_position *position,
                       const char *letters)
{
    return chess_count(rules, position, 0, letters) + chess_count(rules, position, 1, letters);
}

/* 16 against a Rook, 44 against General and Elephant, 64 against General and Knight. */
static void count_bare_moves(const struct chess_rules *rules, int mover,
                             struct second_position *after)
{
    bool is_bare = chess_count(rules, after, mover, NULL) == 1;
    bool has_general = men_of_both(rules, after, "F") > 0;
    if (after->note[NOTE_MOST] > 0) {
        after->note[NOTE_BARE] += is_bare;
        return;
    }
    if (men_of_both(rules, after, "P") > 0 ||
        (!is_bare && chess_count(rules, after, !mover, NULL) > 1))
        return;
    if (men_of_both(rules, after, "R") > 0)
        after->note[NOTE_MOST] = 16;
    else if (has_general && men_of_both(rules, after, "S") > 0)
        after->note[NOTE_MOST] = 44;
    else if (has_general && men_of_both(rules, after, "N") > 0)
        after->note[NOTE_MOST] = 64;
}

static struct second_result sittuyin_result(const struct second_game *game,
                                            const struct second_history *history, size_t moves)
{
    const int *note = history->positions[history->count - 1].note;
    if (moves > 0 && note[NOTE_MOST] > 0 && note[NOTE_BARE] > note[NOTE_MOST])
        return (struct second_result){SECOND_DRAWN, "counted moves of a bare King"};
    return chess_result(game, history, moves);
}

static size_t list_sittuyin_moves(const struct second_game *game,
                                  const struct second_position *position, struct second_move *list)
{
    const struct chess_rules *rules = chess_rules_of(game);
    int owner = position->mover;
    if (has_men_in_hand(position))
        return sittuyin_drops(rules, position, list);
    size_t count = chess_moves(game, position, list);
    int pawns = chess_count(rules, position, owner, "P"), pawn = chess_kind(rules, 'P', owner);
    if (chess_count(rules, position, owner, "F") > 0)
        return count;
    for (int square = 0; square < chess_squares(rules); square++) {
        bool is_place = is_on_long_diagonal(square) && chess_own_rank(rules, owner, square) >= 4;
        if (position->cell[square] == (owner == 0 ? pawn : -pawn) && (is_place || pawns == 1))
            count += crown(rules, position, square, list + count);
    }
    return count;
}

static size_t sittuyin_moves(const struct second_game *game, const struct second_position *position,
                             struct second_move *list)
{
    size_t count = list_sittuyin_moves(game, position, list);
    for (size_t i = 0; i < count; i++)
        count_bare_moves(chess_rules_of(game), position->mover, &list[i].after);
    return count;
}

/* --- Marseillais Chess -------------------------------------------------------------------------------- */

/* state: moves left in this turn; a number that tells which captures in passing are possible. note: 1 +
 * the squares that the enemy passed over in his last turn, and those that the mover did in this one. */
enum { LEFT = STATE_FREE, CAPTURABLE, THEIRS = NOTE_FREE, OURS = THEIRS + 2 };

/* Captures of the Pawn that passed over the square, while it stands where it came to. */
static size_t capture_in_passing(const struct chess_rules *rules,
                                 const struct second_position *position, int square,
                                 struct second_move *list)
{
    size_t count = 0;
    int owner = position->mover, ahead = owner == 0 ? 8 : -8, pawn = chess_kind(rules, 'P', owner);
    int own = owner == 0 ? pawn : -pawn;
    if (position->cell[square] != 0 || position->cell[square - ahead] != -own)
        return 0;
    for (int dx = -1; dx <= 1; dx += 2) {
        int from = chess_square(rules, square % 8 + dx, (square - ahead) / 8);
        if (from < 0 || position->cell[from] != own)
            continue;
        struct second_move *move = &list[count];
        char *text = chess_open_move(rules, position, move, from);
        *chess_write_square(rules, text, square) = '\0';
        move->after.cell[from] = move->after.cell[square - ahead] = 0;
        move->after.cell[square] = (signed char)own;
        move->after.clock = 0;
        count += !chess_is_in_check(rules, &move->after, owner);
    }
    return count;
}

/* What is left of the turn, or the other's turn. */
static void go_on(const struct chess_rules *rules, const struct second_position *before,
                  struct second_position *after, bool in_passing)
{
    int owner = before->mover, *note = after->note;
    for (int i = 0; i < 2; i++)
        if (note[THEIRS + i] > 0 && (!in_passing || after->cell[note[THEIRS + i] - 1] != 0))
            note[THEIRS + i] = 0;
    if (note[NOTE_PASSED] > 0)
        note[note[OURS] > 0 ? OURS + 1 : OURS] = note[NOTE_PASSED];
    note[NOTE_PASSED] = note[NOTE_STEPPED] = after->state[STATE_PASSED] = 0;
    after->state[CAPTURABLE] = 0;
    if (before->state[LEFT] == 2 && !chess_is_in_check(rules, after, !owner)) {
        after->mover = owner;
        after->state[LEFT] = 1;
        return;
    }
    after->mover = !owner;
    after->state[LEFT] = 2;
    for (int i = 0; i < 2; i++) {
        note[THEIRS + i] = note[OURS + i];
        note[OURS + i] = 0;
    }
}

static void note_capturable(const struct chess_rules *rules, struct second_position *position)
{
    static struct second_move list[8];
    for (int i = 0; i < 2; i++) {
        int square = position->note[THEIRS + i] - 1;
        if (square >= 0 && capture_in_passing(rules, position, square, list) > 0)
            position->state[CAPTURABLE] |= 1 << (square % 8);
    }
}

static size_t marseillais_moves(const struct second_game *game,
                                const struct second_position *position, struct second_move *list)
{
    const struct chess_rules *rules = chess_rules_of(game);
    size_t count = chess_moves(game, position, list), plain = count;
    for (int i = 0; i < 2; i++)
        if (position->note[THEIRS + i] > 0)
            count +=
                capture_in_passing(rules, position, position->note[THEIRS + i] - 1, list + count);
    for (size_t i = 0; i < count; i++) {
        go_on(rules, position, &list[i].after, i >= plain);
        note_capturable(rules, &list[i].after);
    }
    return count;
}

/* White begins with one move, or with two. */
static void marseillais_begin(const struct second_game *game, struct second_position *position,
                              const char *text)
{
    chess_begin(game, position, text);
    position->state[LEFT] = strstr(game->name, ":unbalanced") == NULL && text == NULL ? 1 : 2;
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

static const struct chess_man placement_men[] = {
    {"P", "mfWcfF", MAN_PAWN}, {"N", "N", 0},          {"B", "F*", 0},  {"R", "W*", 0},
    {"Q", "W*F*", 0},          {"K", "WF", MAN_ROYAL}, {NULL, NULL, 0},
};
static const struct chess_man sittuyin_men[] = {
    {"P", "mfWcfF", MAN_PAWN}, {"N", "N", 0},   {"S", "FfW", 0}, {"R", "W*", 0}, {"F", "F", 0},
    {"K", "WF", MAN_ROYAL},    {NULL, NULL, 0},
};
#define PLACEMENT                                                                  \
    .files = 8, .ranks = 8, .men = placement_men, .promotes_to = {"QRBN", "QRBN"}, \
    .double_ranks = {2, 2}, CASTLING, .has_hands = true, .plies = 100, .repetition = 3
#define SITTUYIN                                                            \
    .files = 8, .ranks = 8, .men = sittuyin_men, .promotes_to = {"F", "F"}, \
    .promotions = no_promotion, .has_hands = true, .plies = 100, .repetition = 3
static const struct chess_rules placement = {
    PLACEMENT, .array = "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w -"};
static const struct chess_rules sittuyin = {
    SITTUYIN, .array = "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFSSNNRRkfssnnrr] w -"};
/* When all have been put down; for random positions. */
static const struct chess_rules placement_placed = {
    PLACEMENT, .array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq"};
static const struct chess_rules sittuyin_placed = {
    SITTUYIN, .array = "r3k2r/2sfsn1n/4pppp/pppp4/4PPPP/PPPP4/2SFSN1N/R3K2R[] w -"};

static void placed_scatter(const struct second_game *game, uint64_t *random, char *text)
{
    struct second_game placed = *game;
    placed.rules = game->rules == &placement ? &placement_placed : &sittuyin_placed;
    placed.moves = chess_moves;
    placed.result = chess_result;
    chess_scatter(&placed, random, text);
}

static const struct chess_rules marseillais = {
    .files = 8,
    .ranks = 8,
    .array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
    .men = placement_men,
    .promotes_to = {"QRBN", "QRBN"},
    .double_ranks = {2, 2},
    CASTLING,
    .plies = 200,
    .repetition = 3};

/* Captures in passing with both moves, and with one that gives check and so ends the turn. */
static const char *const marseillais_starts[] = {
    "4k3/8/8/8/3p1p2/8/4P1P1/4K3 w - - 0 1 moves e2e4 g2g4",
    "4k3/8/8/8/3p1p2/8/3KP1P1/8 w - - 0 1 moves e2e4 g2g4 d4e3 d2c2 c2b2",
    "r3k2r/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/R3K2R w KQkq - 0 1",
    NULL,
};

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
        {"placement", NULL, &placement, NULL, chess_begin, placement_moves, chess_result,
         placed_scatter},
        {"sittuyin", NULL, &sittuyin, NULL, chess_begin, sittuyin_moves, sittuyin_result,
         placed_scatter},
        {"marseillais", NULL, &marseillais, marseillais_starts, marseillais_begin,
         marseillais_moves, chess_result, NULL},
        {"marseillais:unbalanced-marseillais-chess", NULL, &marseillais, marseillais_starts,
         marseillais_begin, marseillais_moves, chess_result, NULL},
        {"duck", NULL, &duck, duck_starts, duck_begin, duck_moves, duck_result, chess_scatter},
    };
    *count = sizeof games / sizeof *games;
    return games;
}
