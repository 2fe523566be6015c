/* second_chess_games.c - the games of the chess family that the second generator knows: arrays, men and
 * how they go, from the pages that the rule files name as their sources and from the definitions of
 * Fairy-Stockfish; functions for what only one game does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "second_chess.h"

/* --- parts of tables ------------------------------------------------------------------------------ */

#define BOARD(wide, high)    .files = (wide), .ranks = (high)
#define DOUBLE_FROM(rank)    .double_ranks = {1 << ((rank)-1), 1 << ((rank)-1)}
#define PROMOTES_TO(letters) .promotes_to = {letters, letters}
#define DRAWS                .repetition = 3, .plies = 100
/* Files, from 0: of the King, of the Rook and where both go, east and then west. */
#define CASTLING(k, kr, kk, krr, qr, qk, qrr) \
    .castling_letters = "KQkq",               \
    .castlings = {                            \
        {0, k, kk, kr, krr}, {0, k, qk, qr, qrr}, {1, k, kk, kr, krr}, {1, k, qk, qr, qrr}}
#define CASTLING_OF_CHESS CASTLING(4, 7, 6, 5, 0, 2, 3)
#define PAWN                    \
    {                           \
        "P", "mfWcfF", MAN_PAWN \
    }
#define KING                 \
    {                        \
        "K", "WF", MAN_ROYAL \
    }
#define PLAIN_KING   \
    {                \
        "K", "WF", 0 \
    }
#define QUEEN          \
    {                  \
        "Q", "W*F*", 0 \
    }
#define ROOK         \
    {                \
        "R", "W*", 0 \
    }
#define BISHOP       \
    {                \
        "B", "F*", 0 \
    }
#define KNIGHT      \
    {               \
        "N", "N", 0 \
    }
#define END \
    {       \
        0   \
    }

static const struct chess_man orthodox_men[] = {PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, END};
static const struct chess_man plain_men[] = {PAWN, KNIGHT, BISHOP, ROOK, QUEEN, PLAIN_KING, END};

#define ARRAY_OF_CHESS .array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"
/* All of chess but men, array and castling. */
#define LIKE_CHESS BOARD(8, 8), DOUBLE_FROM(2), DRAWS

static int king_square(const struct chess_rules *rules, const struct second_position *position,
                       int owner)
{
    for (int square = 0; square < chess_squares(rules); square++) {
        int man = position->cell[square];
        if (man != 0 && man != CHESS_HOLE && chess_owner(man) == owner &&
            chess_man_of(rules, man)->letter[0] == 'K')
            return square;
    }
    return -1;
}

static const struct second_position *last_of(const struct second_history *history)
{
    return &history->positions[history->count - 1];
}

static bool is_listed(const struct chess_rules *rules, const char *names, int square)
{
    for (const char *name = names; name != NULL; name = strchr(name, ' ')) {
        name += *name == ' ';
        if (chess_named(rules, name) == square)
            return true;
    }
    return false;
}

/* --- chess, and other men in it --------------------------------------------------------------------- */

static const struct chess_rules chess = {LIKE_CHESS, ARRAY_OF_CHESS, CASTLING_OF_CHESS,
                                         .men = orthodox_men, PROMOTES_TO("QRBN")};

static const struct chess_rules chess_under_attack = {
    LIKE_CHESS,          ARRAY_OF_CHESS,      CASTLING_OF_CHESS,
    .men = orthodox_men, PROMOTES_TO("QRBN"), .castles_through_attack = true};

static const char *const chess_starts[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    NULL,
};

static const struct chess_man berolina_men[] = {
    {"P", "mfFcfW", MAN_PAWN}, KNIGHT, BISHOP, ROOK, QUEEN, KING, END};
static const struct chess_rules berolina = {LIKE_CHESS, ARRAY_OF_CHESS, CASTLING_OF_CHESS,
                                            .men = berolina_men, PROMOTES_TO("QRBN")};

static const struct chess_rules torpedo = {BOARD(8, 8),
                                           DRAWS,
                                           ARRAY_OF_CHESS,
                                           CASTLING_OF_CHESS,
                                           .men = orthodox_men,
                                           PROMOTES_TO("QRBN"),
                                           .double_ranks = {255, 255}};

/* Backward, but not to the first rank. */
static bool pawnback_allows(const struct chess_rules *rules, const struct second_position *before,
                            const struct second_position *after)
{
    for (int file = 0; file < 8; file++) {
        int home = chess_square(rules, file, before->mover == 0 ? 0 : 7);
        int man = after->cell[home];
        if (man != 0 && chess_owner(man) == before->mover &&
            chess_man_of(rules, man)->flags & MAN_PAWN)
            return false;
    }
    return !chess_is_in_check(rules, after, before->mover);
}
/* Pawn moves can be taken back and so reset no clock; captures do. */
static void pawnback_afterwards(const struct chess_rules *rules,
                                const struct second_position *before, struct second_position *after,
                                int from, int to, int taken)
{
    (void)rules, (void)from, (void)to;
    if (taken < 0)
        after->clock = before->clock + 1;
}
static const struct chess_man pawnback_men[] = {
    {"P", "mfWmbWcfF", MAN_PAWN}, KNIGHT, BISHOP, ROOK, QUEEN, KING, END};
static const struct chess_rules pawnback = {LIKE_CHESS,
                                            ARRAY_OF_CHESS,
                                            CASTLING_OF_CHESS,
                                            .men = pawnback_men,
                                            PROMOTES_TO("QRBN"),
                                            .allows = pawnback_allows,
                                            .afterwards = pawnback_afterwards};

static const struct chess_man pawnsideways_men[] = {
    {"P", "mfWmsWcfF", MAN_PAWN}, KNIGHT, BISHOP, ROOK, QUEEN, KING, END};
static const struct chess_rules pawnsideways = {LIKE_CHESS, ARRAY_OF_CHESS, CASTLING_OF_CHESS,
                                                .men = pawnsideways_men, PROMOTES_TO("QRBN")};

/* Pawns walk from corner to corner. */
static const char *legan_promotions(const struct chess_rules *rules,
                                    const struct second_position *before, int from, int to)
{
    (void)from;
    return is_listed(rules, before->mover == 0 ? "a5 a6 a7 a8 b8 c8 d8" : "h4 h3 h2 h1 g1 f1 e1",
                     to)
               ? "QRBN"
               : " ";
}
static const struct chess_man legan_men[] = {
    {"P", "m(-1,1)c(0,1)c(-1,0)", MAN_PAWN}, KNIGHT, BISHOP, ROOK, QUEEN, KING, END};
static const struct chess_rules legan = {
    BOARD(8, 8), DRAWS, .array = "knbrp3/bqpp4/npp5/rp1p3P/p3P1PR/5PPN/4PPQB/3PRBNK w -",
    .men = legan_men, .promotions = legan_promotions};

static const struct chess_man almost_men[] = {PAWN, KNIGHT, BISHOP, ROOK, {"C", "W*N", 0},
                                              KING, QUEEN,  END};
static const struct chess_rules almost = {
    LIKE_CHESS, .array = "rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq", CASTLING_OF_CHESS,
    .men = almost_men, PROMOTES_TO("CRBN")};
static const struct chess_rules sort_of_almost = {
    LIKE_CHESS, .array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq", CASTLING_OF_CHESS,
    .men = almost_men, .promotes_to = {"CRBN", "QRBN"}};
static const struct chess_rules chigorin = {
    LIKE_CHESS, .array = "rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNCKNNR w KQkq", CASTLING_OF_CHESS,
    .men = almost_men, .promotes_to = {"CRN", "QRB"}};

static const struct chess_man amazon_men[] = {PAWN, KNIGHT, BISHOP, ROOK, {"A", "W*F*N", 0},
                                              KING, END};
static const struct chess_rules amazon = {
    LIKE_CHESS, .array = "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq", CASTLING_OF_CHESS,
    .men = amazon_men, PROMOTES_TO("ARBN")};
static const struct chess_rules georgian = {
    LIKE_CHESS, .array = "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w -", .men = amazon_men,
    PROMOTES_TO("ARBN"), .unpassable_ranks = {255, 255}};

static const struct chess_man grasshopper_men[] = {
    PAWN, KNIGHT, BISHOP, ROOK, QUEEN, {"G", "gW*gF*", 0}, KING, END};
static const struct chess_rules grasshopper = {
    BOARD(8, 8),
    DRAWS,
    .array = "rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR w KQkq",
    CASTLING_OF_CHESS,
    .men = grasshopper_men,
    PROMOTES_TO("QRBNG")};

static const struct chess_man nightrider_men[] = {PAWN,  {"N", "N*", 0}, BISHOP, ROOK,
                                                  QUEEN, KING,           END};
static const struct chess_rules nightrider = {LIKE_CHESS, ARRAY_OF_CHESS, CASTLING_OF_CHESS,
                                              .men = nightrider_men, PROMOTES_TO("QRBN")};

static const struct chess_man hoppel_poppel_men[] = {
    PAWN, {"N", "mNcF*", 0}, {"B", "mF*cN", 0}, ROOK, QUEEN, KING, END};
static const struct chess_rules hoppel_poppel = {LIKE_CHESS, ARRAY_OF_CHESS, CASTLING_OF_CHESS,
                                                 .men = hoppel_poppel_men, PROMOTES_TO("QRBN")};

static const struct chess_man new_zealand_men[] = {
    PAWN, {"N", "mNcW*", 0}, BISHOP, {"R", "mW*cN", 0}, QUEEN, KING, END};
static const struct chess_rules new_zealand = {LIKE_CHESS, ARRAY_OF_CHESS, CASTLING_OF_CHESS,
                                               .men = new_zealand_men, PROMOTES_TO("QRBN")};

static const struct chess_man perfect_men[] = {
    PAWN, KNIGHT, BISHOP, ROOK, QUEEN, {"C", "W*N", 0}, {"M", "F*N", 0}, {"G", "W*F*N", 0},
    KING, END};
static const struct chess_rules perfect = {
    LIKE_CHESS, .array = "cmqgkbnr/pppppppp/8/8/8/8/PPPPPPPP/CMQGKBNR w KQkq", CASTLING_OF_CHESS,
    .men = perfect_men, PROMOTES_TO("GCMQRBN")};

static const struct chess_man knightmate_men[] = {PAWN,  {"M", "WF", 0},        BISHOP, ROOK,
                                                  QUEEN, {"K", "N", MAN_ROYAL}, END};
static const struct chess_rules knightmate = {
    LIKE_CHESS, .array = "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq", CASTLING_OF_CHESS,
    .men = knightmate_men, PROMOTES_TO("QRBM")};

static const struct chess_man coregal_men[] = {PAWN, KNIGHT, BISHOP, ROOK, {"Q", "W*F*", MAN_ROYAL},
                                               KING, END};
static const struct chess_rules coregal = {LIKE_CHESS, ARRAY_OF_CHESS, CASTLING_OF_CHESS,
                                           .men = coregal_men, PROMOTES_TO("QRBN")};

static const struct chess_rules cylinder = {
    LIKE_CHESS, .array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w -", .men = orthodox_men,
    PROMOTES_TO("QRBN"), .is_cylinder = true};

static const struct chess_rules gardner = {BOARD(5, 5), DRAWS,
                                           .array = "rnbqk/ppppp/5/PPPPP/RNBQK w -",
                                           .men = orthodox_men, PROMOTES_TO("QRBN")};
static const struct chess_rules los_alamos = {BOARD(6, 6), DRAWS,
                                              .array = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w -",
                                              .men = orthodox_men, PROMOTES_TO("QRN")};

/* --- large boards --------------------------------------------------------------------------------------- */

static const struct chess_man capablanca_men[] = {
    PAWN, KNIGHT, BISHOP, ROOK, QUEEN, {"A", "F*N", 0}, {"C", "W*N", 0}, KING, END};
#define LIKE_CAPABLANCA \
    BOARD(10, 8), DOUBLE_FROM(2), DRAWS, .men = capablanca_men, PROMOTES_TO("ACQRBN")
static const struct chess_rules capablanca = {
    LIKE_CAPABLANCA, CASTLING(5, 9, 8, 7, 0, 2, 3),
    .array = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq"};
static const struct chess_rules gothic = {
    LIKE_CAPABLANCA, CASTLING(5, 9, 8, 7, 0, 2, 3),
    .array = "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq"};
static const struct chess_rules embassy = {
    LIKE_CAPABLANCA, CASTLING(4, 9, 7, 6, 0, 1, 2),
    .array = "rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq"};

static const struct chess_man janus_men[] = {PAWN,  KNIGHT,          BISHOP, ROOK,
                                             QUEEN, {"J", "F*N", 0}, KING,   END};
static const struct chess_rules janus = {
    BOARD(10, 8),
    DOUBLE_FROM(2),
    DRAWS,
    CASTLING(4, 9, 8, 7, 0, 1, 2),
    .men = janus_men,
    PROMOTES_TO("JQRBN"),
    .array = "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq"};

static const struct chess_man royal_court_men[] = {PAWN,  KNIGHT,          BISHOP, ROOK,
                                                   QUEEN, {"C", "WFN", 0}, KING,   END};
static const struct chess_rules royal_court = {
    BOARD(10, 8),
    DOUBLE_FROM(2),
    DRAWS,
    CASTLING(5, 9, 8, 7, 0, 2, 3),
    .men = royal_court_men,
    PROMOTES_TO("CQRBN"),
    .array = "rcnbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RCNBQKBNCR w KQkq"};

static const struct chess_man modern_men[] = {PAWN,  KNIGHT,          BISHOP, ROOK,
                                              QUEEN, {"M", "F*N", 0}, KING,   END};
static const struct chess_rules modern = {
    BOARD(9, 9),
    DOUBLE_FROM(2),
    DRAWS,
    CASTLING(4, 8, 6, 5, 0, 2, 3),
    .men = modern_men,
    PROMOTES_TO("MQRBN"),
    .array = "rnbqkmbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBMKQBNR w KQkq"};
static const struct chess_man chancellor_men[] = {PAWN,  KNIGHT,          BISHOP, ROOK,
                                                  QUEEN, {"C", "W*N", 0}, KING,   END};
static const struct chess_rules chancellor = {
    BOARD(9, 9),
    DOUBLE_FROM(2),
    DRAWS,
    CASTLING(4, 8, 6, 5, 0, 2, 3),
    .men = chancellor_men,
    PROMOTES_TO("CQRBN"),
    .array = "rnbqkcnbr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKCNBR w KQkq"};

static const struct chess_man gustav_men[] = {PAWN, KNIGHT, BISHOP, ROOK, QUEEN, {"A", "W*F*N", 0},
                                              KING, END};
static const struct chess_rules gustav = {
    BOARD(10, 8),
    DOUBLE_FROM(2),
    DRAWS,
    CASTLING(5, 8, 7, 6, 1, 3, 4),
    .men = gustav_men,
    PROMOTES_TO("AQRBN"),
    .array = "arnbqkbnra/*pppppppp*/*8*/*8*/*8*/*8*/*PPPPPPPP*/ARNBQKBNRA w KQkq"};

static const char *troitzky_promotions(const struct chess_rules *rules,
                                       const struct second_position *before, int from, int to)
{
    (void)from;
    return is_listed(rules,
                     before->mover == 0 ? "a6 b8 c9 d9 e10 f10 g9 h9 i8 j6"
                                        : "a5 b3 c2 d2 e1 f1 g2 h2 i3 j5",
                     to)
               ? "QRBN"
               : " ";
}
static const struct chess_rules troitzky = {
    BOARD(10, 10),
    DOUBLE_FROM(3),
    DRAWS,
    .men = orthodox_men,
    .promotions = troitzky_promotions,
    .array = "****qk****/**rnbbnr**/*pppppppp*/*8*/10/10/*8*/*PPPPPPPP*/**RNBBNR**/****QK**** w -"};

static const struct chess_man tencubed_men[] = {
    PAWN,           KNIGHT, BISHOP, ROOK, QUEEN, {"A", "F*N", 0}, {"M", "W*N", 0}, {"C", "WDA", 0},
    {"W", "FC", 0}, KING,   END};
static const struct chess_rules tencubed = {
    BOARD(10, 10),
    DOUBLE_FROM(3),
    DRAWS,
    .men = tencubed_men,
    PROMOTES_TO("AMQ"),
    .array = "2cwamwc2/1rnbqkbnr1/pppppppppp/10/10/10/10/PPPPPPPPPP/1RNBQKBNR1/2CWAMWC2 w -"};

/* On the last three ranks, to what was lost: no more of a kind than "Q1" says; on the last one he must. */
static const char *promotions_within(const struct chess_rules *rules,
                                     const struct second_position *before, int to,
                                     const char *const *limits)
{
    static char letters[SECOND_KINDS_MAX];
    int own_rank = chess_own_rank(rules, before->mover, to), count = 0;
    if (own_rank < 7)
        return " ";
    for (; *limits != NULL; limits++) {
        char letter[2] = {(*limits)[0], '\0'};
        if (chess_count(rules, before, before->mover, letter) < (*limits)[1] - '0')
            letters[count++] = letter[0];
    }
    if (own_rank < 9)
        letters[count++] = ' ';
    letters[count] = '\0';
    return letters;
}
static const char *grand_promotions(const struct chess_rules *rules,
                                    const struct second_position *before, int from, int to)
{
    static const char *const limits[] = {"Q1", "M1", "C1", "R2", "B2", "N2", NULL};
    (void)from;
    return promotions_within(rules, before, to, limits);
}
static const struct chess_man grand_men[] = {
    PAWN, KNIGHT, BISHOP, ROOK, QUEEN, {"C", "F*N", 0}, {"M", "W*N", 0}, KING, END};
static const struct chess_rules grand = {
    BOARD(10, 10),
    DOUBLE_FROM(3),
    DRAWS,
    .men = grand_men,
    .promotions = grand_promotions,
    .array = "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w -"};

static const struct chess_man shako_men[] = {
    PAWN, KNIGHT, BISHOP, ROOK, QUEEN, {"C", "mW*cpW*", 0}, {"E", "FA", 0}, KING, END};
static const struct chess_rules shako = {
    BOARD(10, 10),
    DOUBLE_FROM(3),
    DRAWS,
    CASTLING(5, 8, 7, 6, 1, 3, 4),
    .castling_rank = 1,
    .men = shako_men,
    PROMOTES_TO("QRBNCE"),
    .array = "c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C w KQkq"};

/* On the ninth rank, or in the corners behind it. */
static const char *omicron_promotions(const struct chess_rules *rules,
                                      const struct second_position *before, int from, int to)
{
    (void)from;
    return chess_own_rank(rules, before->mover, to) >= 8 ? "WCQRBN" : " ";
}
static const struct chess_man omicron_men[] = {
    PAWN, KNIGHT, BISHOP, ROOK, QUEEN, {"C", "WDA", 0}, {"W", "FC", 0}, KING, END};
static const struct chess_rules omicron = {
    BOARD(12, 10),
    DOUBLE_FROM(3),
    DRAWS,
    CASTLING(6, 9, 8, 7, 2, 4, 5),
    .castling_rank = 1,
    .men = omicron_men,
    .promotions = omicron_promotions,
    .array = "w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/"
             "*CRNBQKBNRC*/W**********W w KQkq"};

/* As in Grand Chess, with two men of each of the new kinds. */
static const char *opulent_promotions(const struct chess_rules *rules,
                                      const struct second_position *before, int from, int to)
{
    static const char *const limits[] = {"Q1", "M1", "C1", "R2", "B2", "N2", "W2", "L2", NULL};
    (void)from;
    return promotions_within(rules, before, to, limits);
}
static const struct chess_man opulent_men[] = {
    PAWN,           {"N", "NW", 0},  BISHOP, ROOK, QUEEN, {"C", "F*N", 0}, {"M", "W*N", 0},
    {"W", "FC", 0}, {"L", "FDH", 0}, KING,   END};
static const struct chess_rules opulent = {
    BOARD(10, 10),
    DOUBLE_FROM(3),
    DRAWS,
    .men = opulent_men,
    .promotions = opulent_promotions,
    .array = "rw6wr/mlbnqknblc/pppppppppp/10/10/10/10/PPPPPPPPPP/MLBNQKNBLC/RW6WR w -"};

/* Sergeants step twice too, and promote to all but Elephants. */
static bool wolf_doubles(const struct chess_rules *rules, const struct second_position *before,
                         int from)
{
    int own_rank = chess_own_rank(rules, before->mover, from), file = from % 8;
    bool is_sergeant = chess_man_of(rules, before->cell[from])->letter[0] == 'S';
    return own_rank == 1 ||
           (own_rank == 2 && !is_sergeant && (file == 1 || file == 2 || file == 5 || file == 6));
}
static const char *wolf_promotions(const struct chess_rules *rules,
                                   const struct second_position *before, int from, int to)
{
    if (chess_own_rank(rules, before->mover, to) < 9)
        return " ";
    return chess_man_of(rules, before->cell[from])->letter[0] == 'S' ? "QWFRBN" : "QWFRBNE";
}
static const struct chess_man wolf_men[] = {PAWN,
                                            {"S", "mfWcfWfF", MAN_PAWN | MAN_NO_PASSING},
                                            {"N", "N*", 0},
                                            BISHOP,
                                            ROOK,
                                            QUEEN,
                                            {"W", "W*N", 0},
                                            {"F", "F*N", 0},
                                            {"E", "W*F*N*", 0},
                                            KING,
                                            END};
static const struct chess_rules wolf = {
    BOARD(8, 10),
    DRAWS,
    .men = wolf_men,
    .promotions = wolf_promotions,
    .doubles = wolf_doubles,
    .array = "qwfrbbnk/pssppssp/1pp2pp1/8/8/8/8/1PP2PP1/PSSPPSSP/KNBBRFWQ w -"};

/* --- other goals ------------------------------------------------------------------------------------------ */

static bool is_beside_enemy_king(const struct chess_rules *rules,
                                 const struct second_position *position, int square, int enemy)
{
    int king = king_square(rules, position, enemy);
    return king >= 0 && abs(king % 8 - square % 8) <= 1 && abs(king / 8 - square / 8) <= 1;
}

/* A King beside the other cannot be exploded without the other. */
static bool atomic_endangers(const struct chess_rules *rules,
                             const struct second_position *position, int square, int by)
{
    return !is_beside_enemy_king(rules, position, square, by) &&
           chess_is_attacked(rules, position, square, by);
}

static bool atomic_allows(const struct chess_rules *rules, const struct second_position *before,
                          const struct second_position *after)
{
    int own = king_square(rules, after, before->mover);
    if (own < 0)
        return false;
    return king_square(rules, after, !before->mover) < 0 ||
           !atomic_endangers(rules, after, own, !before->mover);
}

static void atomic_afterwards(const struct chess_rules *rules, const struct second_position *before,
                              struct second_position *after, int from, int to, int taken)
{
    (void)before, (void)from;
    if (taken < 0)
        return;
    for (int right = -1; right <= 1; right++)
        for (int up = -1; up <= 1; up++) {
            int square = chess_square(rules, to % 8 + right, to / 8 + up);
            if (square < 0 || after->cell[square] == 0)
                continue;
            if (square == to || !(chess_man_of(rules, after->cell[square])->flags & MAN_PAWN))
                after->cell[square] = 0;
        }
}

static struct second_result atomic_result(const struct second_game *game,
                                          const struct second_history *history, size_t moves)
{
    const struct chess_rules *rules = chess_rules_of(game);
    const struct second_position *now = last_of(history);
    int king = king_square(rules, now, now->mover);
    if (king < 0)
        return chess_win(!now->mover, "explosion");
    if (moves == 0 && !atomic_endangers(rules, now, king, !now->mover))
        return (struct second_result){SECOND_DRAWN, "stalemate"};
    return chess_result(game, history, moves);
}

static const struct chess_rules atomic = {LIKE_CHESS,
                                          ARRAY_OF_CHESS,
                                          CASTLING_OF_CHESS,
                                          .men = orthodox_men,
                                          PROMOTES_TO("QRBN"),
                                          .afterwards = atomic_afterwards,
                                          .allows = atomic_allows,
                                          .endangers = atomic_endangers};

/* Without check: who has no King has lost, who blew up both too. */
static struct second_result king_gone_result(const struct second_game *game,
                                             const struct second_history *history, size_t moves)
{
    const struct second_position *now = last_of(history);
    for (int i = 0; i < 2; i++) {
        int owner = i == 0 ? !now->mover : now->mover;
        if (king_square(chess_rules_of(game), now, owner) < 0)
            return chess_win(!owner, "the King is gone");
    }
    return chess_result(game, history, moves);
}
static const struct chess_rules nocheck_atomic = {LIKE_CHESS,
                                                  ARRAY_OF_CHESS,
                                                  CASTLING_OF_CHESS,
                                                  .men = plain_men,
                                                  PROMOTES_TO("QRBN"),
                                                  .afterwards = atomic_afterwards,
                                                  .castles_through_attack = true};

/* No explosion harms Kings, and no King takes the other. */
static void atomar_afterwards(const struct chess_rules *rules, const struct second_position *before,
                              struct second_position *after, int from, int to, int taken)
{
    struct second_position blown = *after;
    atomic_afterwards(rules, before, &blown, from, to, taken);
    for (int square = 0; square < 64; square++) {
        int man = after->cell[square];
        if (man != 0 && chess_man_of(rules, man)->letter[0] == 'K')
            blown.cell[square] = (signed char)man;
    }
    *after = blown;
}
static bool atomar_allows(const struct chess_rules *rules, const struct second_position *before,
                          const struct second_position *after)
{
    int enemy = king_square(rules, before, !before->mover);
    return enemy < 0 || king_square(rules, after, before->mover) != enemy;
}
static const struct chess_rules atomar = {LIKE_CHESS,
                                          ARRAY_OF_CHESS,
                                          CASTLING_OF_CHESS,
                                          .men = plain_men,
                                          PROMOTES_TO("QRBN"),
                                          .afterwards = atomar_afterwards,
                                          .allows = atomar_allows,
                                          .castles_through_attack = true};

/* Captures are compulsory. */
static size_t antichess_moves(const struct second_game *game,
                              const struct second_position *position, struct second_move *list)
{
    const struct chess_rules *rules = chess_rules_of(game);
    size_t count = chess_moves(game, position, list), captures = 0;
    int enemies = chess_count(rules, position, !position->mover, NULL);
    for (size_t i = 0; i < count; i++)
        if (chess_count(rules, &list[i].after, !position->mover, NULL) < enemies)
            list[captures++] = list[i];
    return captures > 0 ? captures : count;
}
static const struct chess_rules antichess = {
    LIKE_CHESS, .array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w -", .men = plain_men,
    PROMOTES_TO("KQRBN"), .stalemate = STALEMATE_WINS};

/* With castling, where a King may also castle when he is attacked. */
static const struct chess_rules giveaway = {LIKE_CHESS,
                                            ARRAY_OF_CHESS,
                                            CASTLING_OF_CHESS,
                                            .men = plain_men,
                                            PROMOTES_TO("KQRBN"),
                                            .stalemate = STALEMATE_WINS,
                                            .castles_through_attack = true};
static const struct chess_rules codrus = {LIKE_CHESS,
                                          ARRAY_OF_CHESS,
                                          CASTLING_OF_CHESS,
                                          .men = plain_men,
                                          PROMOTES_TO("QRBN"),
                                          .stalemate = STALEMATE_WINS,
                                          .castles_through_attack = true};
static const struct chess_rules losers = {LIKE_CHESS, ARRAY_OF_CHESS, CASTLING_OF_CHESS,
                                          .men = orthodox_men, PROMOTES_TO("QRBN")};

/* Who cannot move loses if he has more men. */
static struct second_result suicide_result(const struct second_game *game,
                                           const struct second_history *history, size_t moves)
{
    const struct chess_rules *rules = chess_rules_of(game);
    const struct second_position *now = last_of(history);
    int first = chess_count(rules, now, 0, NULL), second = chess_count(rules, now, 1, NULL);
    if (moves > 0)
        return chess_result(game, history, moves);
    if (first == second)
        return (struct second_result){SECOND_DRAWN, "as many men"};
    return chess_win(first > second, "fewer men");
}

/* Who has lost his King has won. */
static struct second_result codrus_result(const struct second_game *game,
                                          const struct second_history *history, size_t moves)
{
    for (int owner = 0; owner < 2; owner++)
        if (king_square(chess_rules_of(game), last_of(history), owner) < 0)
            return chess_win(owner, "lost the King");
    return chess_result(game, history, moves);
}

static struct second_result losers_result(const struct second_game *game,
                                          const struct second_history *history, size_t moves)
{
    const struct second_position *now = last_of(history);
    for (int owner = 0; owner < 2; owner++)
        if (chess_count(chess_rules_of(game), now, owner, NULL) == 1)
            return chess_win(owner, "nothing but the King");
    if (moves == 0)
        return chess_win(now->mover, "mated or stalemated");
    return chess_result(game, history, moves);
}

static void three_check_afterwards(const struct chess_rules *rules,
                                   const struct second_position *before,
                                   struct second_position *after, int from, int to, int taken)
{
    (void)from, (void)to, (void)taken;
    if (chess_is_in_check(rules, after, !before->mover))
        after->state[STATE_FREE + before->mover]++;
}
static struct second_result three_check_result(const struct second_game *game,
                                               const struct second_history *history, size_t moves)
{
    for (int owner = 0; owner < 2; owner++)
        if (last_of(history)->state[STATE_FREE + owner] >= 3)
            return chess_win(owner, "third check");
    return chess_result(game, history, moves);
}
static const struct chess_rules three_check = {
    LIKE_CHESS,          ARRAY_OF_CHESS,      CASTLING_OF_CHESS,
    .men = orthodox_men, PROMOTES_TO("QRBN"), .afterwards = three_check_afterwards};

static struct second_result hill_result(const struct second_game *game,
                                        const struct second_history *history, size_t moves)
{
    const struct chess_rules *rules = chess_rules_of(game);
    for (int owner = 0; owner < 2; owner++)
        if (is_listed(rules, "d4 d5 e4 e5", king_square(rules, last_of(history), owner)))
            return chess_win(owner, "King in the middle");
    return chess_result(game, history, moves);
}

/* Nobody may be in check, nor give it. */
static bool racing_allows(const struct chess_rules *rules, const struct second_position *before,
                          const struct second_position *after)
{
    (void)before;
    return !chess_is_in_check(rules, after, 0) && !chess_is_in_check(rules, after, 1);
}
/* When White is there first, Black may come there too with his next move, if he can. */
static struct second_result racing_result(const struct second_game *game,
                                          const struct second_history *history, size_t moves)
{
    static struct second_move replies[SECOND_MOVES_MAX];
    const struct chess_rules *rules = chess_rules_of(game);
    const struct second_position *now = last_of(history);
    bool has_first = king_square(rules, now, 0) / 8 == 7, may_follow = false;
    bool has_second = king_square(rules, now, 1) / 8 == 7;
    if (has_first && has_second)
        return (struct second_result){SECOND_DRAWN, "both are there"};
    if (has_second)
        return chess_win(1, "there first");
    if (!has_first)
        return chess_result(game, history, moves);
    for (size_t i = chess_moves(game, now, replies); now->mover == 1 && i-- > 0;)
        may_follow = may_follow || king_square(rules, &replies[i].after, 1) / 8 == 7;
    return may_follow ? chess_drawn(game, history) : chess_win(0, "there first");
}
static const struct chess_rules racing_kings = {BOARD(8, 8),
                                                DRAWS,
                                                .array = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w -",
                                                .men = orthodox_men,
                                                PROMOTES_TO("QRBN"),
                                                .allows = racing_allows};

static struct second_result horde_result(const struct second_game *game,
                                         const struct second_history *history, size_t moves)
{
    if (chess_count(chess_rules_of(game), last_of(history), 0, NULL) == 0)
        return chess_win(1, "the horde is gone");
    return chess_result(game, history, moves);
}
static const struct chess_rules horde = {
    BOARD(8, 8),
    DRAWS,
    CASTLING_OF_CHESS,
    .men = orthodox_men,
    PROMOTES_TO("QRBN"),
    .array = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq",
    .double_ranks = {3, 2},
    .unpassable_ranks = {1, 0}};

/* Who has fewer than `count` left of any of the kinds has lost; if both have, who did not move. */
static struct second_result loss_of(const struct second_game *game,
                                    const struct second_history *history, const char *kinds,
                                    int count)
{
    const struct second_position *now = last_of(history);
    for (int i = 0; i < 2; i++) {
        int owner = i == 0 ? now->mover : !now->mover;
        for (const char *kind = kinds; *kind != '\0'; kind++) {
            char letter[2] = {*kind, '\0'};
            if (chess_count(chess_rules_of(game), now, owner, letter) < count)
                return chess_win(!owner, i == 0 ? "lost a kind" : "lost a kind by moving");
        }
    }
    return (struct second_result){SECOND_GOES_ON, NULL};
}

static struct second_result extinction_result(const struct second_game *game,
                                              const struct second_history *history, size_t moves)
{
    struct second_result loss = loss_of(game, history, "KQRBNP", 1);
    return loss.outcome != SECOND_GOES_ON ? loss : chess_result(game, history, moves);
}
static struct second_result kinglet_result(const struct second_game *game,
                                           const struct second_history *history, size_t moves)
{
    struct second_result loss = loss_of(game, history, "P", 1);
    return loss.outcome != SECOND_GOES_ON ? loss : chess_result(game, history, moves);
}
static struct second_result three_kings_result(const struct second_game *game,
                                               const struct second_history *history, size_t moves)
{
    struct second_result loss = loss_of(game, history, "K", 3);
    return loss.outcome != SECOND_GOES_ON ? loss : chess_result(game, history, moves);
}
static const struct chess_rules extinction = {LIKE_CHESS,           ARRAY_OF_CHESS,
                                              CASTLING_OF_CHESS,    .men = plain_men,
                                              PROMOTES_TO("KQRBN"), .castles_through_attack = true};
static const char *const extinction_starts[] = {
    "2b3nk/1P5p/8/8/8/r6q/8/R1BNQ2K w - - 0 1",
    "2b1q2r/1P6/8/8/8/2nk4/7p/1RBNQ1K1 w - - 0 1",
    NULL,
};
static const struct chess_rules kinglet = {LIKE_CHESS,        ARRAY_OF_CHESS,
                                           CASTLING_OF_CHESS, .men = plain_men,
                                           PROMOTES_TO("K"),  .castles_through_attack = true};
static const struct chess_rules three_kings = {
    LIKE_CHESS, .array = "knbqkbnk/pppppppp/8/8/8/8/PPPPPPPP/KNBQKBNK w -", .men = plain_men,
    PROMOTES_TO("QRBN")};

/* Black may leave one of two Kings attacked, but not all. */
static bool all_kings_attacked(const struct chess_rules *rules,
                               const struct second_position *position, int owner)
{
    for (int square = 0; square < 64; square++) {
        int man = position->cell[square];
        if (man != 0 && chess_owner(man) == owner && chess_man_of(rules, man)->letter[0] == 'K' &&
            !chess_is_attacked(rules, position, square, !owner))
            return false;
    }
    return true;
}
static bool spartan_allows(const struct chess_rules *rules, const struct second_position *before,
                           const struct second_position *after)
{
    return !all_kings_attacked(rules, after, before->mover);
}
static const char *spartan_promotions(const struct chess_rules *rules,
                                      const struct second_position *before, int from, int to)
{
    (void)from;
    if (chess_own_rank(rules, before->mover, to) < 7)
        return " ";
    return before->mover == 0 ? "QRBN" : chess_count(rules, before, 1, "K") > 1 ? "GWLC" : "KGWLC";
}
/* A Hoplite may leap two squares from his first rank. */
static size_t spartan_moves(const struct second_game *game, const struct second_position *position,
                            struct second_move *list)
{
    const struct chess_rules *rules = chess_rules_of(game);
    size_t count = chess_moves(game, position, list);
    for (int file = 0; position->mover == 1 && file < 8; file++)
        for (int right = -2; right <= 2; right += 4) {
            int from = chess_square(rules, file, 6), to = chess_square(rules, file + right, 4);
            int man = position->cell[from];
            if (man >= 0 || chess_man_of(rules, man)->letter[0] != 'H' || to < 0 ||
                position->cell[to] != 0)
                continue;
            char *text = chess_open_move(rules, position, &list[count], from);
            *chess_write_square(rules, text, to) = '\0';
            list[count].after.cell[from] = 0;
            list[count].after.cell[to] = (signed char)man;
            list[count].after.clock = 0;
            count += chess_close_move(rules, position, &list[count]);
        }
    return count;
}
static struct second_result spartan_result(const struct second_game *game,
                                           const struct second_history *history, size_t moves)
{
    const struct second_position *now = last_of(history);
    if (moves > 0)
        return chess_drawn(game, history);
    if (all_kings_attacked(chess_rules_of(game), now, now->mover))
        return chess_win(!now->mover, "checkmate");
    return (struct second_result){SECOND_DRAWN, "stalemate"};
}
static const struct chess_man spartan_men[] = {PAWN,
                                               KNIGHT,
                                               BISHOP,
                                               ROOK,
                                               QUEEN,
                                               PLAIN_KING,
                                               {"H", "mfFcfW", MAN_PAWN},
                                               {"G", "W*F", 0},
                                               {"W", "F*N", 0},
                                               {"L", "FAmsW", 0},
                                               {"C", "WD", 0},
                                               END};
static const struct chess_rules spartan = {BOARD(8, 8),
                                           DRAWS,
                                           CASTLING_OF_CHESS,
                                           .men = spartan_men,
                                           .promotions = spartan_promotions,
                                           .allows = spartan_allows,
                                           .double_ranks = {2, 0},
                                           .unpassable_ranks = {255, 255},
                                           .array =
                                               "lgkcckwl/hhhhhhhh/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ"};

/* --- Shatar --------------------------------------------------------------------------------------------- */

static bool is_checked_by(const struct chess_rules *rules, const struct second_position *position,
                          int owner, const char *letters)
{
    struct second_position others = *position;
    for (int square = 0; square < 64; square++) {
        int man = others.cell[square];
        if (man != 0 && chess_owner(man) != owner &&
            !strchr(letters, chess_man_of(rules, man)->letter[0]))
            others.cell[square] = 100; /* in the way, and harmless */
    }
    return chess_is_attacked(rules, &others, king_square(rules, position, owner), !owner);
}
/* Whether the row of checks that goes on has had one by Bers, Rook or Knight in it. */
static void shatar_afterwards(const struct chess_rules *rules, const struct second_position *before,
                              struct second_position *after, int from, int to, int taken)
{
    int enemy = !before->mover;
    (void)from, (void)to, (void)taken;
    if (!chess_is_in_check(rules, after, enemy))
        after->state[STATE_FREE + before->mover] = 0;
    else if (is_checked_by(rules, after, enemy, "JRN"))
        after->state[STATE_FREE + before->mover] = 1;
}
/* A Knight may not give mate. */
static bool shatar_allows(const struct chess_rules *rules, const struct second_position *before,
                          const struct second_position *after)
{
    static struct second_move replies[SECOND_MOVES_MAX];
    struct chess_rules plain = *rules;
    const struct second_game game = {.rules = &plain};
    plain.allows = NULL;
    if (chess_is_in_check(rules, after, before->mover))
        return false;
    return is_checked_by(rules, after, !before->mover, "JRBP") ||
           !chess_is_in_check(rules, after, !before->mover) ||
           chess_moves(&game, after, replies) > 0;
}
static struct second_result shatar_result(const struct second_game *game,
                                          const struct second_history *history, size_t moves)
{
    const struct chess_rules *rules = chess_rules_of(game);
    const struct second_position *now = last_of(history);
    if (chess_count(rules, now, 0, NULL) == 1 || chess_count(rules, now, 1, NULL) == 1)
        return (struct second_result){SECOND_DRAWN, "robado"};
    if (moves == 0 && chess_is_in_check(rules, now, now->mover) &&
        !now->state[STATE_FREE + !now->mover])
        return (struct second_result){SECOND_DRAWN, "niol"};
    return chess_result(game, history, moves);
}
static const struct chess_man shatar_men[] = {PAWN, KNIGHT, BISHOP, ROOK, {"J", "W*F", 0},
                                              KING, END};
static const struct chess_rules shatar = {
    BOARD(8, 8),
    DRAWS,
    .men = shatar_men,
    PROMOTES_TO("J"),
    .afterwards = shatar_afterwards,
    .allows = shatar_allows,
    .array = "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w -"};

/* --- hands ------------------------------------------------------------------------------------------------- */

#define EMPTY_HANDS .array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq"
#define LIKE_CRAZYHOUSE                                                                      \
    LIKE_CHESS, EMPTY_HANDS, CASTLING_OF_CHESS, .men = orthodox_men, PROMOTES_TO("QRBN"),    \
                                                .has_hands = true, .captures_to_hand = true, \
                                                .pawn_drops_to = 6
static const struct chess_rules crazyhouse = {LIKE_CRAZYHOUSE, .pawn_drops_from = 1};
static const struct chess_rules crazyhouse_first_rank = {LIKE_CRAZYHOUSE, .pawn_drops_from = 0};
static const struct chess_rules loop = {LIKE_CRAZYHOUSE, .pawn_drops_from = 1,
                                        .keeps_promoted = true};
static const struct chess_rules chessgi = {LIKE_CRAZYHOUSE, .pawn_drops_from = 0,
                                           .keeps_promoted = true};
static const struct chess_rules pocket_knight = {
    LIKE_CHESS,          .array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq",
    CASTLING_OF_CHESS,   .men = orthodox_men,
    PROMOTES_TO("QRBN"), .has_hands = true};

/* --- older games --------------------------------------------------------------------------------------------- */

static bool is_bare(const struct second_game *game, const struct second_position *position,
                    int owner)
{
    return chess_count(chess_rules_of(game), position, owner, NULL) == 1;
}

/* Whoever has only his King left loses, unless he leaves the other the same with his next move. */
static struct second_result shatranj_result(const struct second_game *game,
                                            const struct second_history *history, size_t moves)
{
    const struct second_position *now = last_of(history);
    if (moves > 0 && is_bare(game, now, !now->mover))
        return is_bare(game, now, now->mover) ? (struct second_result){SECOND_DRAWN, "both bare"}
                                              : chess_win(now->mover, "bare King");
    return chess_result(game, history, moves);
}

static const struct chess_man shatranj_men[] = {PAWN, KNIGHT, {"A", "A", 0}, ROOK, {"F", "F", 0},
                                                KING, END};
static const struct chess_rules shatranj = {BOARD(8, 8),
                                            .repetition = 3,
                                            .plies = 140,
                                            .men = shatranj_men,
                                            PROMOTES_TO("F"),
                                            .array =
                                                "rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w -",
                                            .stalemate = STALEMATE_LOSES};

static const struct chess_man courier_men[] = {
    PAWN,           KNIGHT,         {"A", "A", 0}, ROOK, {"F", "F", 0},
    {"C", "F*", 0}, {"M", "WF", 0}, {"W", "W", 0}, KING, END};
static const struct chess_rules courier = {
    BOARD(12, 8),
    DRAWS,
    .men = courier_men,
    PROMOTES_TO("F"),
    .array = "rnacmk1wcanr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNACMK1WCANR w -",
    .stalemate = STALEMATE_LOSES};

/* --- Grant Acedrex -------------------------------------------------------------------------------------- */

enum { STATE_KINGS = STATE_FREE }; /* bits: that player's King has not moved */

static void acedrex_begin(const struct second_game *game, struct second_position *position,
                          const char *text)
{
    chess_begin(game, position, text);
    position->state[STATE_KINGS] = text == NULL ? 3 : 0;
}

/* The King leaps two squares once, without capturing. */
static size_t acedrex_moves(const struct second_game *game, const struct second_position *position,
                            struct second_move *list)
{
    const struct chess_rules *rules = chess_rules_of(game);
    size_t count = chess_moves(game, position, list);
    int from = chess_named(rules, position->mover == 0 ? "g1" : "g12");
    for (int right = -2; position->state[STATE_KINGS] >> position->mover & 1 && right <= 2;
         right += 2)
        for (int up = -2; up <= 2; up += 2) {
            int to = chess_square(rules, from % 12 + right, from / 12 + up);
            if (to < 0 || position->cell[to] != 0)
                continue;
            *chess_write_square(rules, chess_open_move(rules, position, &list[count], from), to) =
                '\0';
            list[count].after.cell[to] = position->cell[from];
            list[count].after.cell[from] = 0;
            count += chess_close_move(rules, position, &list[count]);
        }
    for (size_t i = 0; i < count; i++)
        if (list[i].after.cell[from] != position->cell[from])
            list[i].after.state[STATE_KINGS] &= ~(1 << position->mover);
    return count;
}

static const char *acedrex_promotions(const struct chess_rules *rules,
                                      const struct second_position *before, int from, int to)
{
    static char letter[2];
    (void)from;
    letter[0] = chess_own_rank(rules, before->mover, to) == 11 ? "RLUGCAACGULR"[to % 12] : ' ';
    return letter;
}

/* Stalemate wins like mate, and so does baring the King. */
static struct second_result acedrex_result(const struct second_game *game,
                                           const struct second_history *history, size_t moves)
{
    const struct second_position *now = last_of(history);
    for (int owner = 0; owner < 2 && moves > 0; owner++)
        if (chess_count(chess_rules_of(game), now, owner, NULL) == 1)
            return chess_win(!owner, "bare King");
    return chess_result(game, history, moves);
}

static const struct chess_man acedrex_men[] = {
    PAWN, ROOK, {"A", "F>W*", 0}, {"U", "N>F*", 0}, {"L", "HC", 0}, {"G", "Z", 0}, {"C", "F*", 0},
    KING, END};
static const struct chess_rules acedrex = {
    BOARD(12, 12),
    DRAWS,
    .men = acedrex_men,
    .promotions = acedrex_promotions,
    .stalemate = STALEMATE_LOSES,
    .array = "rlugcakcgulr/12/12/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/12/12/RLUGCAKCGULR w -"};

static const char *makruk_promotions(const struct chess_rules *rules,
                                     const struct second_position *before, int from, int to)
{
    (void)from;
    return chess_own_rank(rules, before->mover, to) >= 5 ? rules->promotes_to[0] : " ";
}

/* The counts of Thai players: MEN is what the bare player's counting has come to, of at most MOST. */
enum { NOTE_PAWNLESS = NOTE_FREE, NOTE_MEN, NOTE_MOST };

static int men_of_both(const struct chess_rules *rules, const struct second_position *position,
                       const char *letters)
{
    return chess_count(rules, position, 0, letters) + chess_count(rules, position, 1, letters);
}

static bool has_bare_player(const struct chess_rules *rules, const struct second_position *position)
{
    return chess_count(rules, position, 0, NULL) == 1 || chess_count(rules, position, 1, NULL) == 1;
}

static int makruk_limit(const struct chess_rules *rules, const struct second_position *position)
{
    int rooks = men_of_both(rules, position, "R"), silvers = men_of_both(rules, position, "S");
    if (rooks > 0)
        return rooks > 1 ? 8 : 16;
    if (silvers > 1)
        return 22;
    if (men_of_both(rules, position, "N") > 1)
        return 32;
    return silvers > 0 ? 44 : 64;
}

static void makruk_counts(const struct chess_rules *rules, const struct second_position *before,
                          struct second_position *after, int from, int to, int taken)
{
    (void)from, (void)to, (void)taken;
    if (men_of_both(rules, after, "P") > 0)
        return;
    after->note[NOTE_PAWNLESS]++;
    if (after->note[NOTE_MOST] > 0) {
        after->note[NOTE_MEN] += chess_count(rules, after, before->mover, NULL) == 1;
    } else if (has_bare_player(rules, after)) {
        after->note[NOTE_MEN] = men_of_both(rules, after, NULL);
        after->note[NOTE_MOST] = makruk_limit(rules, after);
    }
}

static struct second_result makruk_result(const struct second_game *game,
                                          const struct second_history *history, size_t moves)
{
    const int *note = last_of(history)->note;
    bool is_counted_out =
        note[NOTE_MOST] > 0 ? note[NOTE_MEN] > note[NOTE_MOST] : note[NOTE_PAWNLESS] > 2 * 64;
    if (moves > 0 && is_counted_out)
        return (struct second_result){SECOND_DRAWN, "counted moves"};
    return chess_result(game, history, moves);
}

/* Nothing is counted before somebody is bare, and then from nothing. */
static void asean_counts(const struct chess_rules *rules, const struct second_position *before,
                         struct second_position *after, int from, int to, int taken)
{
    (void)from, (void)to, (void)taken;
    bool queen = men_of_both(rules, after, "Q") > 0;
    if (after->note[NOTE_MOST] > 0) {
        after->note[NOTE_MEN] += chess_count(rules, after, before->mover, NULL) == 1;
    } else if (men_of_both(rules, after, "P") == 0 && has_bare_player(rules, after)) {
        after->note[NOTE_MOST] = men_of_both(rules, after, "R") > 0            ? 16
                                 : queen && men_of_both(rules, after, "B") > 0 ? 44
                                 : queen && men_of_both(rules, after, "N") > 0 ? 64
                                                                               : 0;
    }
}

static const struct chess_man makruk_men[] = {
    PAWN, KNIGHT, {"S", "FfW", 0}, ROOK, {"M", "F", 0}, {"A", "W*NF", 0}, KING, END};
static const struct chess_rules makruk = {BOARD(8, 8),
                                          .repetition = 3,
                                          .men = makruk_men,
                                          PROMOTES_TO("M"),
                                          .promotions = makruk_promotions,
                                          .afterwards = makruk_counts,
                                          .array =
                                              "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w -"};
static const struct chess_rules ai_wok = {BOARD(8, 8),
                                          .repetition = 3,
                                          .men = makruk_men,
                                          PROMOTES_TO("A"),
                                          .promotions = makruk_promotions,
                                          .afterwards = makruk_counts,
                                          .array =
                                              "rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w -"};
/* King and Met who have not moved may leap. */
enum { STATE_FRESH = STATE_FREE };
static const char *const fresh_squares[] = {"d1", "e1", "d8", "e8"};

static void cambodian_begin(const struct second_game *game, struct second_position *position,
                            const char *text)
{
    chess_begin(game, position, text);
    position->state[STATE_FRESH] = text == NULL ? 15 : 0;
}

static void cambodian_afterwards(const struct chess_rules *rules,
                                 const struct second_position *before,
                                 struct second_position *after, int from, int to, int taken)
{
    int king = king_square(rules, after, !before->mover);
    bool is_rook = chess_man_of(rules, after->cell[to])->letter[0] == 'R';
    for (int i = 0; i < 4; i++) {
        int square = chess_named(rules, fresh_squares[i]);
        bool is_faced = is_rook && square == king && (king % 8 == to % 8 || king / 8 == to / 8);
        if (after->cell[square] != before->cell[square] || is_faced)
            after->state[STATE_FRESH] &= ~(1 << i);
    }
    makruk_counts(rules, before, after, from, to, taken);
}

static size_t add_leap(const struct chess_rules *rules, const struct second_position *before,
                       struct second_move *move, int from, int right, int up)
{
    int to = chess_square(rules, from % 8 + right, from / 8 + (before->mover == 0 ? up : -up));
    if (before->cell[to] != 0)
        return 0;
    *chess_write_square(rules, chess_open_move(rules, before, move, from), to) = '\0';
    move->after.cell[to] = before->cell[from];
    move->after.cell[from] = 0;
    cambodian_afterwards(rules, before, &move->after, from, to, -1);
    return chess_close_move(rules, before, move);
}

static size_t cambodian_moves(const struct second_game *game,
                              const struct second_position *position, struct second_move *list)
{
    const struct chess_rules *rules = chess_rules_of(game);
    size_t count = chess_moves(game, position, list);
    for (int i = position->mover * 2; i < position->mover * 2 + 2; i++) {
        int from = chess_named(rules, fresh_squares[i]);
        if (!(position->state[STATE_FRESH] >> i & 1))
            continue;
        if (chess_man_of(rules, position->cell[from])->letter[0] == 'M') {
            count += add_leap(rules, position, &list[count], from, 0, 2);
        } else if (!chess_is_in_check(rules, position, position->mover)) {
            count += add_leap(rules, position, &list[count], from, -2, 1);
            count += add_leap(rules, position, &list[count], from, 2, 1);
        }
    }
    return count;
}

static struct second_result kar_ouk_result(const struct second_game *game,
                                           const struct second_history *history, size_t moves)
{
    const struct second_position *now = last_of(history);
    if (chess_is_in_check(chess_rules_of(game), now, now->mover))
        return chess_win(!now->mover, "first check");
    return makruk_result(game, history, moves);
}

static const struct chess_rules cambodian = {BOARD(8, 8),
                                             .repetition = 3,
                                             .men = makruk_men,
                                             PROMOTES_TO("M"),
                                             .promotions = makruk_promotions,
                                             .afterwards = cambodian_afterwards,
                                             .array =
                                                 "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w -"};

static const struct chess_man asean_men[] = {PAWN, KNIGHT, {"B", "FfW", 0}, ROOK, {"Q", "F", 0},
                                             KING, END};
static const struct chess_rules asean = {
    BOARD(8, 8),         DRAWS,
    .men = asean_men,    .afterwards = asean_counts,
    PROMOTES_TO("QRBN"), .array = "rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w -"};

/* --- games that the project documents --------------------------------------------------------------------------- */

/* The same, but told at once where he cannot, and whatever men are in hand. */
static struct second_result crazy_elephant_result(const struct second_game *game,
                                                  const struct second_history *history,
                                                  size_t moves)
{
    static struct second_move replies[SECOND_MOVES_MAX];
    const struct second_position *now = last_of(history);
    bool is_mover_bare = is_bare(game, now, now->mover);
    bool is_other_bare = is_bare(game, now, !now->mover);
    if (is_mover_bare && is_other_bare)
        return (struct second_result){SECOND_DRAWN, "both bare"};
    if (moves == 0)
        return chess_result(game, history, moves);
    if (is_other_bare)
        return chess_win(now->mover, "still bare");
    if (!is_mover_bare)
        return chess_result(game, history, moves);
    for (size_t i = chess_moves(game, now, replies); i-- > 0;)
        if (is_bare(game, &replies[i].after, !now->mover))
            return chess_result(game, history, moves);
    return chess_win(!now->mover, "bare King");
}

/* The other reading: a drop does not save him either. */
static struct second_result bare_back_result(const struct second_game *game,
                                             const struct second_history *history, size_t moves)
{
    const struct second_position *now = last_of(history), *before = now - 1;
    if (moves > 0 && history->count > 1 && is_bare(game, before, before->mover) &&
        !is_bare(game, now, now->mover))
        return chess_win(now->mover, "bare King did not bare");
    return crazy_elephant_result(game, history, moves);
}

static const struct chess_rules crazy_elephant = {
    BOARD(8, 8),
    DRAWS,
    .men = (const struct chess_man[]){PAWN, KNIGHT, {"B", "A", 0}, ROOK, {"Q", "F", 0}, KING, END},
    PROMOTES_TO("Q"),
    .has_hands = true,
    .captures_to_hand = true,
    .pawn_drops_from = 1,
    .pawn_drops_to = 6,
    .array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w -",
    .stalemate = STALEMATE_LOSES};

static const char *const bare_starts[] = {
    "8/8/8/4k3/3r4/8/8/K2R4[] w - - 0 1",
    "8/8/8/4k3/3r4/8/8/K2R4[n] w - - 0 1",
    "8/8/8/4k3/3R4/8/8/K7[n] b - - 0 1",
    "7k/8/8/8/3r4/8/8/K2R4[nn] w - - 0 1",
    "8/8/8/4k3/3r4/4N3/8/K2R4[] w - - 0 1",
    "8/8/8/3rk3/3R4/8/8/K7[Pp] w - - 0 1",
    NULL,
};
static const struct chess_man mad_chess_men[] = {
    {"Q", "NF", MAN_ROYAL | MAN_FIRST_ONLY},
    {"J", "NW*", MAN_FIRST_ONLY},
    {"G", "NDA", MAN_FIRST_ONLY},
    {"V", "mF*cW*cF*", MAN_FIRST_ONLY},
    {"U", "NvW*", MAN_FIRST_ONLY},
    {"D", "W*F*H", MAN_FIRST_ONLY},
    {"C", "mW*cF", MAN_FIRST_ONLY},
    {"K", "NW", MAN_ROYAL | MAN_SECOND_ONLY},
    {"F", "NF*", MAN_SECOND_ONLY},
    {"W", "NH", MAN_SECOND_ONLY},
    {"B", "mW*cW*cF*", MAN_SECOND_ONLY},
    {"R", "NsW*", MAN_SECOND_ONLY},
    {"S", "W*F*G", MAN_SECOND_ONLY},
    {"M", "mF*cW", MAN_SECOND_ONLY},
    END,
};
/* Footsoldiers and Infantrymen reset the clock like Pawns. */
static void mad_chess_afterwards(const struct chess_rules *rules,
                                 const struct second_position *before,
                                 struct second_position *after, int from, int to, int taken)
{
    (void)to, (void)taken;
    char letter = chess_man_of(rules, before->cell[from])->letter[0];
    if (letter == 'C' || letter == 'M')
        after->clock = 0;
}
#define MAD_ARRAY "srbwkfwbrs/mmmmmmmmmm/10/10/10/10/10/10/CCCCCCCCCC/DUVGJQGVUD "
static const struct chess_rules mad_chess = {BOARD(10, 10),
                                             DRAWS,
                                             .men = mad_chess_men,
                                             .array = MAD_ARRAY "w -",
                                             .stalemate = STALEMATE_LOSES,
                                             .afterwards = mad_chess_afterwards};
static const struct chess_rules mad_chess_black = {BOARD(10, 10),
                                                   DRAWS,
                                                   .men = mad_chess_men,
                                                   .array = MAD_ARRAY "b -",
                                                   .stalemate = STALEMATE_LOSES,
                                                   .afterwards = mad_chess_afterwards};

/* Who wins the toss may begin; whoever has that choice may leave it to the other. */
enum { STATE_PHASE = STATE_FREE };
enum phase { PHASE_PLAY, PHASE_TOSS, PHASE_WAIT, PHASE_CHOOSE };

static void toss_begin(const struct second_game *game, struct second_position *position,
                       const char *text)
{
    chess_begin(game, position, text);
    position->state[STATE_PHASE] = text == NULL ? PHASE_TOSS : PHASE_PLAY;
}

static void toss_scatter(const struct second_game *game, uint64_t *random, char *text)
{
    chess_scatter(game, random, text);
    strcat(text, " to-toss=0");
}

static size_t add_announcement(const struct chess_rules *rules,
                               const struct second_position *before, struct second_move *move,
                               const char *text, enum phase phase)
{
    bool is_white = before->mover == 0;
    int royal = 0;
    while (before->cell[royal] == 0 || chess_owner(before->cell[royal]) != before->mover ||
           chess_man_of(rules, before->cell[royal])->letter[0] != (is_white ? 'Q' : 'K'))
        royal++;
    strcpy(chess_open_move(rules, before, move, royal), text);
    move->after.state[STATE_PHASE] = (int)phase;
    return 1;
}

static size_t list_with_toss(const struct second_game *game, const struct second_position *position,
                             struct second_move *list, bool may_follow)
{
    const struct chess_rules *rules = chess_rules_of(game);
    size_t count = 0;
    switch ((enum phase)position->state[STATE_PHASE]) {
    case PHASE_TOSS:
        count += add_announcement(rules, position, &list[count], "?(T):heads", PHASE_WAIT);
        count += add_announcement(rules, position, &list[count], "?(T):tails", PHASE_CHOOSE);
        return count;
    case PHASE_WAIT: return add_announcement(rules, position, list, "(W)", PHASE_CHOOSE);
    case PHASE_PLAY:
    case PHASE_CHOOSE: break;
    }
    count = chess_moves(game, position, list);
    for (size_t i = 0; i < count; i++)
        list[i].after.state[STATE_PHASE] = PHASE_PLAY;
    if (position->state[STATE_PHASE] == PHASE_CHOOSE && may_follow)
        count += add_announcement(rules, position, &list[count], "(F)", PHASE_PLAY);
    return count;
}

static size_t toss_moves(const struct second_game *game, const struct second_position *position,
                         struct second_move *list)
{
    return list_with_toss(game, position, list, true);
}

static size_t toss_to_start_moves(const struct second_game *game,
                                  const struct second_position *position, struct second_move *list)
{
    return list_with_toss(game, position, list, false);
}

/* Black is the first player here. */
static struct second_result black_starts_result(const struct second_game *game,
                                                const struct second_history *history, size_t moves)
{
    struct second_result result = chess_result(game, history, moves);
    if (result.outcome == SECOND_FIRST_WINS)
        result.outcome = SECOND_SECOND_WINS;
    else if (result.outcome == SECOND_SECOND_WINS)
        result.outcome = SECOND_FIRST_WINS;
    return result;
}

/* To a man of the kinds that began on the rank reached; on the last rank he must. */
static const char *mammoth_promotions(const struct chess_rules *rules,
                                      const struct second_position *before, int from, int to)
{
    int own_rank = chess_own_rank(rules, before->mover, to);
    (void)from;
    return own_rank == 9 ? "HCAQE" : own_rank == 8 ? " RNBM" : " ";
}
static struct second_result mammoth_result(const struct second_game *game,
                                           const struct second_history *history, size_t moves)
{
    const struct chess_rules *rules = chess_rules_of(game);
    if (chess_count(rules, last_of(history), 0, NULL) == 1 &&
        chess_count(rules, last_of(history), 1, NULL) == 1)
        return (struct second_result){SECOND_DRAWN, "two Kings"};
    return chess_result(game, history, moves);
}
static const struct chess_man mammoth_men[] = {{"P", "mfWcfF", MAN_PAWN},
                                               KNIGHT,
                                               BISHOP,
                                               ROOK,
                                               QUEEN,
                                               {"H", "N*", 0},
                                               {"C", "mW*cpW*", 0},
                                               {"A", "F*N", 0},
                                               {"E", "W*N", 0},
                                               {"M", "FAcW", 0},
                                               KING,
                                               END};
static const struct chess_rules mammoth = {
    BOARD(8, 10),
    .repetition = 3,
    .plies = 150,
    .men = mammoth_men,
    .promotions = mammoth_promotions,
    .double_ranks = {1023, 1023},
    .unpassable_ranks = {1023, 1023},
    .array = "hcakqech/rnbmmbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMMBNR/HCAKQECH w -"};

/* --- the list --------------------------------------------------------------------------------------------------- */

#define GAME(name, rules, starts) GAME_WITH(name, rules, starts, chess_moves, chess_result)
#define GAME_WITH(name, rules, starts, moves, result)                           \
    {                                                                           \
        name, NULL, &(rules), starts, chess_begin, moves, result, chess_scatter \
    }

static const struct second_game games[] = {
    GAME("chess", chess, chess_starts),
    GAME("berolina", berolina, NULL),
    GAME("torpedo", torpedo, chess_starts),
    GAME("pawnback", pawnback, chess_starts),
    GAME("pawnsideways", pawnsideways, chess_starts),
    GAME("legan", legan, NULL),
    GAME("almost", almost, NULL),
    GAME("sort-of-almost", sort_of_almost, NULL),
    GAME("chigorin", chigorin, NULL),
    GAME("amazon", amazon, NULL),
    GAME("amazon:georgian-chess", georgian, NULL),
    GAME("grasshopper-chess", grasshopper, NULL),
    GAME("nightrider-chess", nightrider, chess_starts),
    GAME("hoppel-poppel", hoppel_poppel, chess_starts),
    GAME("new-zealand", new_zealand, chess_starts),
    GAME("perfect", perfect, NULL),
    GAME("knightmate", knightmate, NULL),
    GAME("coregal", coregal, NULL),
    GAME("cylinder-chess", cylinder, NULL),
    GAME("los-alamos", los_alamos, NULL),
    GAME("gardner", gardner, NULL),
    {"grant-acedrex", NULL, &acedrex, NULL, acedrex_begin, acedrex_moves, acedrex_result,
     chess_scatter},
    GAME("capablanca", capablanca, NULL),
    GAME("gothic", gothic, NULL),
    GAME("embassy", embassy, NULL),
    GAME("janus", janus, NULL),
    GAME("royal-court", royal_court, NULL),
    GAME("modern", modern, NULL),
    GAME("chancellor-chess", chancellor, NULL),
    GAME("gustav3", gustav, NULL),
    GAME("troitzky", troitzky, NULL),
    GAME("tencubed", tencubed, NULL),
    GAME("grand", grand, NULL),
    GAME("opulent", opulent, NULL),
    GAME("omicron", omicron, NULL),
    GAME("shako", shako, NULL),
    GAME("wolf", wolf, NULL),
    GAME_WITH("spartan", spartan, NULL, spartan_moves, spartan_result),
    GAME_WITH("shatar", shatar, NULL, chess_moves, shatar_result),
    {"cambodian", NULL, &cambodian, NULL, cambodian_begin, cambodian_moves, makruk_result,
     chess_scatter},
    {"cambodian:kar-ouk", NULL, &cambodian, NULL, cambodian_begin, cambodian_moves, kar_ouk_result,
     chess_scatter},
    GAME_WITH("atomic", atomic, chess_starts, chess_moves, atomic_result),
    GAME_WITH("antichess", antichess, NULL, antichess_moves, chess_result),
    GAME_WITH("nocheckatomic", nocheck_atomic, chess_starts, chess_moves, king_gone_result),
    GAME_WITH("atomar", atomar, chess_starts, chess_moves, king_gone_result),
    GAME_WITH("antichess:suicide-chess", antichess, NULL, antichess_moves, suicide_result),
    GAME_WITH("giveaway", giveaway, NULL, antichess_moves, chess_result),
    GAME_WITH("codrus", codrus, NULL, antichess_moves, codrus_result),
    GAME_WITH("losers", losers, NULL, antichess_moves, losers_result),
    GAME_WITH("three-check", three_check, chess_starts, chess_moves, three_check_result),
    GAME_WITH("king-of-the-hill", chess, chess_starts, chess_moves, hill_result),
    GAME_WITH("racing-kings", racing_kings, NULL, chess_moves, racing_result),
    GAME_WITH("horde", horde, NULL, chess_moves, horde_result),
    GAME_WITH("extinction", extinction, extinction_starts, chess_moves, extinction_result),
    GAME_WITH("kinglet", kinglet, NULL, chess_moves, kinglet_result),
    GAME_WITH("three-kings", three_kings, NULL, chess_moves, three_kings_result),
    GAME("crazyhouse", crazyhouse, NULL),
    {"crazyhouse", "captured-promoted-pieces=kept", &loop, NULL, chess_begin, chess_moves,
     chess_result, chess_scatter},
    {"crazyhouse", "pawn-drops-on-first-rank=allowed", &crazyhouse_first_rank, NULL, chess_begin,
     chess_moves, chess_result, chess_scatter},
    {"chess", "castling-under-attack=allowed", &chess_under_attack, chess_starts, chess_begin,
     chess_moves, chess_result, chess_scatter},
    GAME("loop", loop, NULL),
    GAME("chessgi", chessgi, NULL),
    GAME("pocket-knight", pocket_knight, NULL),
    GAME_WITH("shatranj", shatranj, NULL, chess_moves, shatranj_result),
    GAME_WITH("courier", courier, NULL, chess_moves, shatranj_result),
    GAME_WITH("makruk", makruk, NULL, chess_moves, makruk_result),
    GAME_WITH("makruk:ai-wok", ai_wok, NULL, chess_moves, makruk_result),
    GAME_WITH("asean", asean, NULL, chess_moves, makruk_result),
    GAME_WITH("crazy-elephant", crazy_elephant, bare_starts, chess_moves, crazy_elephant_result),
    GAME_WITH("crazy-elephant:crazy-elephant-bare-back-or-lose", crazy_elephant, bare_starts,
              chess_moves, bare_back_result),
    GAME("mad-chess", mad_chess, NULL),
    GAME_WITH("mad-chess:black-starts", mad_chess_black, NULL, chess_moves, black_starts_result),
    {"mad-chess:coin-toss", NULL, &mad_chess, NULL, toss_begin, toss_moves, chess_result,
     toss_scatter},
    {"mad-chess:coin-toss", "toss-gives=start", &mad_chess, NULL, toss_begin, toss_to_start_moves,
     chess_result, toss_scatter},
    GAME_WITH("mammoth-chess", mammoth, NULL, chess_moves, mammoth_result),
};

const struct second_game *second_chess(size_t *count)
{
    *count = sizeof games / sizeof *games;
    return games;
}
