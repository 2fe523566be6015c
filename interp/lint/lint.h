/* lint.h - what the checks of a rule file share.
 *
 * Layer: interp, private to lint/. A check reads the ruleset and the game of one load and adds to its
 * findings; lint.c runs all of them (checks.def), leaves out what comments let be, and puts the
 * findings of a game and its variants together. What a check needs while it works comes from the
 * scratch memory of the load. */
#ifndef MAD_LINT_LINT_H
#define MAD_LINT_LINT_H

#include "../game/move.h"
#include "../game/state.h"
#include "../limits.h"
#include "../load.h"

enum mad_lint_cost {
    MAD_LINT_STATIC,   /* reads sentences */
    MAD_LINT_GENERATE, /* makes moves from positions that it sets up */
    MAD_LINT_PLAY,     /* plays random games */
};
enum mad_lint_players { MAD_LINT_TWO, MAD_LINT_MANY };

/* That moves met: each sentence once, and no file of sound mind has more. */
struct mad_lint_limits {
    struct mad_lint_limit {
        uint32_t met;            /* of vm/limit.h */
        bool is_told, is_of_one; /* man on the board, and not of all of them together */
    } items[8];
    uint32_t count;
};

struct mad_lint {
    const struct mad_lint_options *options;
    const struct mad_ruleset *rules;
    const struct mad_game *game;
    const struct mad_sources *sources;
    struct mad_arena *scratch;
    struct mad_findings *findings;
    uint16_t main_source;
    enum mad_status status; /* trouble: no memory; checks that follow do nothing */
    struct mad_move_list list;
    struct mad_lone *lone;
    uint64_t steps; /* that the moves made so far took, of limits.h */
    struct mad_lint_limits limits;
    bool is_slow_told;
    bool has_odd_zone; /* told of by zones.c: men whom it concerns go otherwise for one player */
    bool has_no_game;  /* it is over before it begins, or nobody can move: nothing to play */
};

/* Whether a sentence stands in the file that is linted; what others say is theirs to mend. */
static inline bool mad_lint_is_own(const struct mad_lint *lint, struct mad_span span)
{
    return span.source == lint->main_source;
}

/* Whether no more moves are made for it: it has made as many as it may, or the caller wants no more. */
static inline bool mad_lint_is_stopped(const struct mad_lint *lint)
{
    return lint->steps > MAD_MAX_LINT_STEPS ||
           (lint->options->interrupt != NULL && lint->options->interrupt(lint->options->context));
}

/* Memory of zeroes that is dropped with the load; null sets the status. */
void *mad_lint_room(struct mad_lint *lint, size_t count, size_t bytes);

/* Whether both begin on one line. */
bool mad_lint_is_on_line(const struct mad_lint *lint, struct mad_span span, struct mad_span other);
/* Whether something is told of the place, or of a part of it, already. */
bool mad_lint_is_told(const struct mad_lint *lint, struct mad_span span);

/* Offers to leave out the lines on which the span stands. */
void mad_lint_leave_out_lines(struct mad_lint *lint, struct mad_finding *finding,
                              struct mad_span span, bool is_safe);
/* Offers to leave out the sentence, unless a variant is linted and it is not the variant's own. That is not
 * safe when a comment goes with it. */
void mad_lint_leave_out(struct mad_lint *lint, struct mad_finding *finding, struct mad_span span,
                        bool is_safe);

/* The game as a command takes it: its file, and the variant behind a colon. */
const char *mad_lint_shown_name(struct mad_lint *lint);

/* What it takes to find such a thing. */
enum mad_lint_cost mad_lint_cost_of(const char *id);

/* --- walk.c: every sentence in force ------------------------------------------------------------- */

/* Calls `see` for each; false from it ends the walk. True when it was not ended. */
typedef bool (*mad_lint_see)(void *context, const struct mad_node *sentence);
bool mad_lint_each_sentence(const struct mad_ruleset *rules, mad_lint_see see, void *context);

/* Called for each call of a verb or an effect in them, and in what happens when a turn ends. */
typedef void mad_lint_see_call(void *context, const struct mad_node *call);
void mad_lint_each_call(const struct mad_ruleset *rules, mad_lint_see_call *see, void *context);

/* The same for those that others in force lead to: no verb that nobody calls, no name that nobody uses. */
bool mad_lint_each_living(struct mad_lint *lint, mad_lint_see see, void *context);

/* Whether the node, or one below it, is of the kind. */
bool mad_lint_has_kind(const struct mad_node *node, enum mad_node_kind kind);

/* Whether a name stands in the node, or in what a name in it means. */
bool mad_lint_leads_to(const struct mad_ruleset *rules, const struct mad_node *node,
                       const char *name);
/* Whether the node, or a verb that is called there, has such an effect. */
bool mad_lint_calls(const struct mad_ruleset *rules, const struct mad_node *node, const char *name);
/* Whether carrying out the call may bring pieces to the board that were not there. */
bool mad_lint_makes_men(const struct mad_ruleset *rules, const struct mad_node *call);
/* Whether it may make other pieces of those that are there. */
bool mad_lint_changes_men(const struct mad_ruleset *rules, const struct mad_node *call);
uint32_t mad_lint_count_men(const struct mad_game *game, const uint8_t *board, int player);
/* How many such men of the player, or of all for -1, can stand at most in a game; UINT32_MAX: nobody knows. */
uint32_t mad_lint_most_men(const struct mad_lint *lint, uint32_t type, int player);

/* men.c */
bool mad_lint_is_royal(const struct mad_rule_piece *piece);
/* [piece_count] Which pieces ever come to the board; null when there is no memory. */
const bool *mad_lint_appearing(struct mad_lint *lint);

/* --- armies.c: whose men are whose, of two players and of more ----------------------------------------- */

/* The game as that player sees it, he against all others. */
const struct mad_game *mad_lint_game_of(const struct mad_lint *lint, int player);
/* The code of a kind of man, of rules->pieces, as a player has him; 0xff: he has none. */
uint8_t mad_lint_code_of(const struct mad_lint *lint, uint32_t kind, int player);
uint32_t mad_lint_kind_of(const struct mad_lint *lint, uint8_t code);
/* Of a kind of man that of the first player who has such; 0xff: nobody has, or they are nobody's. */
uint8_t mad_lint_any_code_of(const struct mad_lint *lint, uint32_t kind);
/* Whether the file itself declares the kind of man or says something of it. */
bool mad_lint_is_spoken_of(const struct mad_lint *lint, uint32_t kind);
/* -1: nobody's. */
int mad_lint_owner_of(const struct mad_lint *lint, uint8_t code);

/* A step, or where a player goes: so far to the right, and so far up. */
struct mad_course {
    int32_t right, up;
    bool is_known;
};
struct mad_course mad_lint_course_of(const struct mad_lint *lint, int player);
/* Whether the player's own first rank is the lowest. */
bool mad_lint_plays_up(const struct mad_lint *lint, int player);

/* --- image.c: how one army may be the image of another --------------------------------------------- */

enum mad_image {
    MAD_IMAGE_UP_DOWN,
    MAD_IMAGE_OVER, /* the same on hexagons */
    MAD_IMAGE_TURNED,
    MAD_IMAGE_LEFT_RIGHT,
    MAD_IMAGE_QUARTER, /* to the right: who goes north goes east then */
    MAD_IMAGE_QUARTER_BACK,
    MAD_IMAGE_RISING, /* over the diagonal that rises to the right */
    MAD_IMAGE_FALLING,
    MAD_IMAGE_THIRD, /* of hexagons */
    MAD_IMAGE_THIRD_BACK,
    MAD_IMAGE_SAME, /* both go the same way from the same squares */
    MAD_IMAGES
};
/* The square that a square becomes in the image, -1 when that is none of the board. */
int32_t mad_lint_image(const struct mad_lint *lint, enum mad_image image, int32_t square);
struct mad_course mad_lint_image_of_way(enum mad_image image, struct mad_course way);
/* Whether every square of the board has one. */
bool mad_lint_fits_board(const struct mad_lint *lint, enum mad_image image);
/* The image that leads back. */
enum mad_image mad_lint_image_back(enum mad_image image);

/* array.c: whether one player's army stands so in the array as the image of another's. */
bool mad_lint_stands_so(const struct mad_lint *lint, enum mad_image image, int one, int other);
/* Whether it turns the way that one player goes into that of the other. */
bool mad_lint_turns_players(const struct mad_lint *lint, enum mad_image image, int one, int other);

/* --- lopsided.c: which sentence is to blame ---------------------------------------------------------- */

/* The sentence of the file itself by which the man of that type does not keep to the image: a line of his, or what
 * such a line of another file leads to. False when none is found. */
bool mad_lint_find_lopsided(struct mad_lint *lint, enum mad_image image, uint32_t type,
                            struct mad_span *span);
/* Offers that sentence with directions and ranks that turn with the player, where it names others. */
void mad_lint_offer_turned(struct mad_lint *lint, struct mad_finding *finding, enum mad_image image,
                           uint32_t type);
/* Whether his lines say of one player what he does, and what the other does otherwise. */
bool mad_lint_tells_players_apart(struct mad_lint *lint, uint32_t type);
/* Whether each line that does not keep to the image has a condition, and another line for the image. */
bool mad_lint_tells_sides_apart(struct mad_lint *lint, enum mad_image image, uint32_t type);
/* The last line of the file itself by which such a man calls the verb; `otherwise` when there is none. */
struct mad_span mad_lint_line_that_calls(const struct mad_lint *lint, uint32_t type,
                                         const char *verb, struct mad_span otherwise);

/* --- single_piece.c: one man on the board ------------------------------------------------------------------- */

struct mad_lone; /* where each man can go from each square, alone and among enemies */

/* Made when first asked for; null when there is no memory. */
const struct mad_lone *mad_lint_lone(struct mad_lint *lint);
/* Whether a man of that code can go anywhere from the square. */
bool mad_lone_can_move(const struct mad_lone *lone, uint8_t code, uint32_t square);
/* Whether it can, and each of its ways ends on one of the squares. */
bool mad_lone_goes_into(const struct mad_lone *lone, uint8_t code, uint32_t square,
                        const bool *wanted);
/* To how many squares it can go whoever stands there, a man of its own aside; the fewest from any square. */
uint32_t mad_lone_least_ways(const struct mad_lone *lone, uint8_t code);
/* Whether it can take anybody from any square; whether it goes towards one side of the board alone. */
bool mad_lone_ever_takes(const struct mad_lone *lone, uint8_t code);
bool mad_lone_goes_one_way(const struct mad_lint *lint, uint8_t code);
/* What the file says of such men: their heading, or a line that it adds to them. */
struct mad_span mad_lint_span_of_man(const struct mad_lint *lint, uint32_t type);
/* Adds all squares to which it comes from this one, in as many moves as it takes, and this one. */
void mad_lone_add_reached(const struct mad_lone *lone, uint8_t code, uint32_t from, bool *reached);
/* The same by moves behind which he is still what he was. */
void mad_lone_add_kept(const struct mad_lint *lint, uint8_t code, uint32_t from, bool *reached);
/* Whether it can from any square. */
bool mad_lone_moves_at_all(const struct mad_lone *lone, uint8_t code);

/* --- stuck.c ------------------------------------------------------------------------------------------------ */

/* Whether a man who stands there will never move again, and is not meant to stay. */
bool mad_lint_is_stuck(struct mad_lint *lint, uint8_t code, uint32_t square);
/* Tells of him, who has come there in the position, and of all squares where such men are stuck. */
void mad_lint_tell_stuck(struct mad_lint *lint, uint8_t code, uint32_t square,
                         const char *position);

/* --- places.c: squares that sentences name -------------------------------------------------------------- */

/* The squares that the expression names, as that player counts ranks; false when they hang on more than the board. `set`
 * has room for MAD_MAX_SQUARES. */
bool mad_lint_squares_of(const struct mad_lint *lint, const struct mad_node *node, int player,
                         bool *set);
/* Where the line says that something happens to the piece that comes there; null when it says nothing such. */
const struct mad_node *mad_lint_arrival_of(const struct mad_lint *lint,
                                           const struct mad_node *line);

/* --- moves.c: moves in positions that a check sets up ------------------------------------------------ */

/* Lists the moves of the state by the rules of `game`; the list belongs to the lint and lasts to the
 * next call. With MAD_ERROR_LIMIT there are too many. */
MAD_MUST_CHECK enum mad_status mad_lint_list(struct mad_lint *lint, const struct mad_game *game,
                                             struct mad_state *state,
                                             const struct mad_move_list **out);

/* Pays for making this state. */
void mad_lint_pay_for(struct mad_lint *lint, const struct mad_state *state);
/* Keeps in mind which limit was met last, by one man or by many, so that the next one is another. */
void mad_lint_note_limit(struct mad_lint *lint, bool is_of_one);
/* Where some rules asked for more than the limits allow: tells of their sentences. With the position, null: none,
 * in which the last of them was met. */
void mad_lint_tell_limit(struct mad_lint *lint, const char *position);

/* setup.c: whether a law or an end asks for royal pieces. */
bool mad_lint_asks_for_royals(const struct mad_lint *lint);
/* Whether the sentence asks whether somebody can move; whether there is a rule about passing. */
bool mad_lint_asks_for_moves(const struct mad_lint *lint, const struct mad_node *sentence);
bool mad_lint_has_pass(const struct mad_lint *lint);
/* moveless.c: tells when no rule speaks of players without a move, and there may be such. */
void mad_lint_tell_moveless(struct mad_lint *lint);
/* contrast.c: a royal piece that neither player has, and for which the rules ask; null when there is none. */
const struct mad_rule_piece *mad_lint_missing_royal(const struct mad_lint *lint);
/* siblings.c: whether the call is of a verb that steps on from a square, taking nobody, and leaves a mark. */
bool mad_lint_steps_on(const struct mad_ruleset *rules, const struct mad_node *call);
/* ends.c: tells of an end by which he wins who loses elsewhere. A game in which that is the aim has several: they are one
 * finding, at the first of them, and one comment lets it be. `remedy`: null where the other one is to win. */
void mad_lint_tell_loser_wins(struct mad_lint *lint, const struct mad_node *end, const char *what,
                              const char *remedy);
/* ends.c: whether there is a duty, to capture or another one. */
bool mad_lint_must_capture(const struct mad_lint *lint);
/* ends.c: the same when rules speak only of those in check, or only of those who are not. */
void mad_lint_tell_half_moveless(struct mad_lint *lint);

/* --- evidence.c: what the file says elsewhere of what looks like a slip -------------------------------- */

/* Whether a test lists all that a piece becomes, these others and not the one with that letter, or excludes that one. */
bool mad_lint_test_leaves_out(const struct mad_lint *lint, const char *letter,
                              const char *const *others, uint32_t count);
/* Whether a test excludes a move whose text begins with this one and is longer: `O-O-O` beside `O-O`. */
bool mad_lint_test_excludes_longer(const struct mad_lint *lint, const char *written);
/* Whether one player has more turns than the other before they move alternately. */
bool mad_lint_gives_odds(const struct mad_lint *lint);
/* Whether a line of the piece does something to other men. */
bool mad_lint_acts_on_others(const struct mad_lint *lint, uint32_t type);
/* Whether its lines say apart what it does along files and what along ranks: `slide vertical or step sideways`. */
bool mad_lint_tells_files_from_ranks(const struct mad_lint *lint, uint32_t type);
/* Whether an end asks for that piece; whether it asks for it on that square. */
bool mad_lint_end_asks_for(const struct mad_lint *lint, const char *piece);
bool mad_lint_end_wants_on(const struct mad_lint *lint, const char *piece, uint32_t square);

/* --- allow.c: findings that the file lets be ------------------------------------------------------ */

enum { MAD_LINT_MAX_ALLOWS = 256 }; /* in one file: more are not looked at */

struct mad_allows { /* of the main file: which of its comments let something be, by their order */
    bool used[MAD_LINT_MAX_ALLOWS];
};

/* Where the first comment between the two bytes begins, or `end`; `#` between quotes begins none. */
size_t mad_lint_find_comment(const char *text, size_t begin, size_t end);
/* Takes findings that are let be out of the list, and notes which comments did it. */
void mad_allow_apply(struct mad_lint *lint, struct mad_allows *allows);
/* Tells of comments that let nothing be, and of those that are malformed. */
void mad_allow_check(struct mad_lint *lint, const struct mad_allows *allows);

/* --- the checks, one function a row of checks.def -------------------------------------------------- */

#define MAD_CHECK(name, cost, players) void mad_lint_##name(struct mad_lint *lint);
#include "checks.def"
#undef MAD_CHECK

/* Those that its options ask for, until one fails or it is interrupted. */
void mad_lint_run_checks(struct mad_lint *lint);

/* --- eyes.c ------------------------------------------------------------------------------------------ */

/* As of corrections.h: what checks that do not play say of the lines themselves. */
enum mad_status mad_lint_judge(const mad_engine *engine, const struct mad_load *load,
                               uint32_t first, uint32_t last, unsigned *faults);

/* --- barred.c ---------------------------------------------------------------------------------------- */

/* Where nobody can begin: puts what is told of that at the law that forbids every first move, where it is one alone.
 * `load` is that of the rules. */
void mad_lint_barred(struct mad_lint *lint, const mad_engine *engine, const struct mad_load *load);

/* --- untested.c -------------------------------------------------------------------------------------- */

/* Tells of the file's own sentences those that no test needs. `load` is that of the rules. */
void mad_lint_untested(struct mad_lint *lint, const mad_engine *engine,
                       const struct mad_load *load);

/* --- survey.c ---------------------------------------------------------------------------------------- */

/* Tells what stands out in many random games. `load` is that of the rules. */
void mad_lint_survey(struct mad_lint *lint, const mad_engine *engine, const struct mad_load *load);

/* Whether the file says who moves first, or names no players; start.c. */
bool mad_lint_says_first(const struct mad_lint *lint);

#endif
