/* codegen.h - what the parts of the lowering share: the game in the making, its growing code and
 * tables, and the kinds of values.
 *
 * Layer: plan. lower.c owns the struct mad_codegen of a load; board.c, motion.c, value.c, truth.c, call.c,
 * generate.c, piece.c and law.c add to it. Memory for the game comes from the game's arena, all else from the
 * scratch arena; a failed allocation sets codegen->status and everything after it is skipped. Rules are lowered
 * once for each player, so `own`, `forward` and `last rank` are constants. `slide north` for White is worked
 * out while codegen->side is 0, and becomes a table that codegen->tables.leaps or rides holds. */
#ifndef MAD_PLAN_CODEGEN_H
#define MAD_PLAN_CODEGEN_H

#include "../../grammar/arena.h"
#include "../../grammar/diagnostic.h"
#include "../../grammar/sources.h"
#include "../game/game.h"
#include "../game/state.h"
#include "../mad_rules.h"
#include "../vm/program.h"
#include "../rules/inherit.h"
#include "../rules/ruleset.h"
#include "../rules/tree.h"
#include "squares.h"

enum mad_kind {
    MAD_KIND_NONE, /* an error was reported */
    MAD_KIND_SQUARES,
    MAD_KIND_DIRECTIONS,
    MAD_KIND_PIECES,
    MAD_KIND_PLAYER,
    MAD_KIND_NUMBER,
    MAD_KIND_POCKET,
    MAD_KINDS
};

/* How a set of squares is known. */
enum mad_form {
    MAD_FORM_CONST,    /* now: `set` */
    MAD_FORM_HERE,     /* now, for each square where the man may stand: table[here] */
    MAD_FORM_REGISTER, /* when it runs: S[reg] */
};

struct mad_value {
    enum mad_kind kind;
    enum mad_form form;
    struct mad_squares set;
    const struct mad_squares *table; /* [squares] */
    uint8_t reg;
    bool single;  /* at most one square */
    bool some;    /* at least one */
    bool empties; /* certainly squares without men */
    bool foreign; /* certainly squares without men of the player whose line it is */
    uint64_t directions;
    struct mad_types types;
    int owner; /* pieces: 0, 1, or -1 for either */
    uint32_t player;
    int32_t number;
    uint32_t counter;    /* numbers: counter * 2 + player + 1 when it is one; 0: none */
    bool size;           /* numbers: how many squares the set in `reg` has */
    uint32_t worked_out; /* numbers: the number register that holds it + 1; 0: none */
    uint32_t pocket;
    bool was;   /* pockets: as it was when the move began */
    bool owned; /* pockets: `owner` says whose */
};

/* A number that stands there, and is not worked out in play. */
static inline bool mad_is_written(const struct mad_value *value)
{
    return value->kind == MAD_KIND_NUMBER && value->counter == 0 && value->worked_out == 0 &&
           !value->size;
}

static inline bool mad_is_nothing(const struct mad_value *value)
{
    return value->kind == MAD_KIND_SQUARES && value->form == MAD_FORM_CONST &&
           squares_empty(&value->set);
}

/* What a name of the rules stands for; of what has a value the first that has the name. */
enum mad_name {
    MAD_NAME_DEFINITION,
    MAD_NAME_PIECE,
    MAD_NAME_DIRECTION,
    MAD_NAME_MARK,
    MAD_NAME_COUNTER,
    MAD_NAME_POCKET,
    MAD_NAME_PLAYER,
    MAD_NAMES_OF_VALUES,
    MAD_NAME_OPTION = MAD_NAMES_OF_VALUES,
    MAD_NAME_VERB,
    MAD_NAMES
};

/* Names that blanks, `let` and `choose` give; innermost first. */
struct mad_env {
    const char *name;
    const struct mad_node *node; /* an argument, read where it is used, in `outer` */
    const struct mad_env *outer;
    struct mad_value value; /* when node is null */
    const struct mad_env *next;
};

/* A jump target that is not known yet: a chain of instructions through their x. */
struct mad_label {
    uint32_t chain;   /* address + 1 of the last jump to patch, 0 none */
    uint32_t address; /* when bound */
    bool bound;
    uint32_t from; /* address of the first jump: what is worked out behind it may be passed over */
};

/* A value that is already in a register on every way to the code being emitted. */
struct mad_known {
    uint8_t op, b, c, reg;
    uint32_t x;
    uint32_t at; /* address of the instruction that works it out; these never go down */
};
enum { MAD_MAX_KNOWN = 256, MAD_RECENT_TABLES = 32 };

/* Where the sentence stands that is being lowered; the columns of expr.def. */
enum mad_where {
    MAD_PLACE_LINE,
    MAD_PLACE_PASS,
    MAD_PLACE_VERB,
    MAD_PLACE_AFTER,
    MAD_PLACE_EVENT,
    MAD_PLACE_MOVED,
    MAD_PLACE_LAW,
    MAD_PLACE_END,
    MAD_PLACES
};

/* Laws that masks may answer: own royal is not left attacked, the enemy's is not attacked. */
enum { MAD_MASKED_ROYAL, MAD_MASKED_SPARE };

/* Lies over a table that nobody needs any more. */
struct mad_spare {
    struct mad_spare *next;
};

/* Tables in the making. */
struct mad_table_store {
    struct mad_squares *consts;
    uint32_t const_count, const_capacity;
    const struct mad_squares **leaps; /* each [squares] */
    uint32_t leap_count, leap_capacity;
    struct mad_ride_source *rides;
    uint32_t ride_count, ride_capacity;
    struct mad_squares *stepped; /* [from] where a way has nothing between (sliders.c) */
    unsigned char *ray_room;     /* for rays to come (motion.c) */
    size_t ray_room_bytes;
    struct mad_squares *here;  /* [from] that square (value.c) */
    struct mad_squares *lines; /* between two squares, the first one empty (board.c) */
    uint32_t line_count, line_capacity;
    struct mad_spare *spare;                             /* tables that nobody needs any more */
    const struct mad_squares *recent[MAD_RECENT_TABLES]; /* the last that values were */
    uint32_t recent_count;
    struct mad_line_motion *line_motions; /* those made so far (generate.c) */
    uint32_t line_motion_count, line_motion_capacity;
};

/* Registers of the program being emitted, and what is in them. */
struct mad_values {
    uint32_t next_register, most_registers; /* the most: since somebody set it back */
    uint32_t register_end;                  /* of those that the program may use */
    uint32_t next_number;
    struct mad_known known[MAD_MAX_KNOWN];
    uint32_t known_first, known_count; /* those before known_first are stale: effects have begun */
};

struct mad_codegen {
    const struct mad_ruleset *rules;
    struct mad_ruleset *own_rules; /* the same, for what rewrites them */
    struct {
        const struct mad_ruleset *rules; /* what was handed in */
        struct mad_rule_lines *lines;  /* by piece: those that capture, for who asks who attacks */
    } said;                            /* before it was rewritten */
    struct mad_arena *scratch, *arena; /* arena: the game's */
    struct mad_findings *diagnostics;
    const struct mad_sources *sources;
    const struct mad_rule_texts *texts; /* the library, for messages; may be null */
    struct mad_plan_text *plan;         /* null: nobody wants to read it */
    bool with_comments;                 /* of the sources, for who does */
    enum mad_status status;
    uint32_t errors;
    uint32_t depth;       /* nested expressions */
    uint32_t evaluations; /* of expressions so far */
    bool is_ally;         /* what happens by itself to a man of an ally, who stays one */
    bool wants_direction; /* where the expression stands only directions make sense */

    struct mad_game *game;
    struct mad_program *program;
    uint32_t left_out, least_words; /* as in struct mad_lower_context */
    uint32_t squares;
    struct mad_squares board;
    int16_t *step[2];  /* by player: [direction * squares + square], -1 off the board */
    bool turned[2];    /* by player: he plays downwards, so his ranks count from the top */
    bool wraps[2];     /* files, ranks: they go on at the other edge */
    uint64_t adjacent; /* directions of `next to` */
    uint32_t direction_count;

    struct mad_instruction *code;
    struct mad_span *spans;
    uint32_t code_count, code_capacity;
    struct mad_span span; /* of the sentence being lowered */
    struct mad_span
        site; /* where a definition is used that is being worked out; length 0: none is */

    struct mad_table_store tables;
    uint32_t attack_capacity[2];
    uint32_t strike_capacity;

    const struct mad_node *watched[MAD_MAX_WATCHES]; /* the nodes behind program->ends.watches */

    /* the program being emitted */
    uint32_t side; /* whose `own` */
    enum mad_where place;
    bool has_here; /* a man's line: `here` is known for each square */
    struct {
        uint32_t line_of;     /* 1 + code of whose line that calls a verb is lowered; 0: nobody's */
        uint32_t own_move_of; /* 1 + code of whose own move has ended, while that is lowered */
        uint32_t not_yet; /* then: the register of where he stood, until he has become another */
    } man;
    bool on_duty; /* moves that somebody is forced to make */
    bool former;  /* values are asked for as they were when the move began */
    bool changed; /* effects have begun: fixed registers are stale */
    struct mad_values values;
};

/* --- lower.c --------------------------------------------------------------------------------- */
void *mad_codegen_scratch(struct mad_codegen *codegen, size_t bytes);
void *mad_codegen_keep(struct mad_codegen *codegen, size_t bytes); /* in the game */
/* The same, not zeroed: for what is large and written at once. */
void *mad_codegen_keep_room(struct mad_codegen *codegen, size_t bytes);
/* The same for so many of what `items` points to. */
#define MAD_KEEP(codegen, items, count) \
    ((items) = mad_codegen_keep((codegen), (size_t)(count) * sizeof *(items)))
/* Grows *items so that one more fits; false (status set) when it cannot. */
bool mad_codegen_grow(struct mad_codegen *codegen, void **items, uint32_t *capacity, uint32_t count,
                      size_t bytes);
void mad_codegen_error(struct mad_codegen *codegen, enum mad_finding_kind kind,
                       struct mad_span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Before an expression is worked out: false (reported) when it is nested too deeply, a definition that
 * needs itself among them, or when the rules want too many. Leave after true. */
bool mad_codegen_enter(struct mad_codegen *codegen, struct mad_span span);
static inline void mad_codegen_leave(struct mad_codegen *codegen)
{
    codegen->depth--;
}
/* From here to the end (which takes what this gave) a definition is worked out that is used at `use`. What is
 * wrong in it and stands in another file is told there: nobody else's file is wrong. */
static inline struct mad_span mad_codegen_begin_use(struct mad_codegen *codegen,
                                                    struct mad_span use)
{
    struct mad_span before = codegen->site;
    codegen->site = before.length == 0 ? use : before;
    return before;
}
static inline void mad_codegen_end_use(struct mad_codegen *codegen, struct mad_span before)
{
    codegen->site = before;
}
const char *mad_codegen_keep_text(struct mad_codegen *codegen,
                                  const char *text); /* a copy in the game; null for null */
/* `name` stands where something declared is wanted; suggests what may have been meant (names.c). */
void mad_codegen_unknown(struct mad_codegen *codegen, struct mad_span span, const char *name,
                         bool piece, const struct mad_env *env);
/* The node is no player where one is wanted. */
void mad_codegen_no_player(struct mad_codegen *codegen, const struct mad_node *node);
/* The same where a condition may stand, too: `mover is Green`. */
void mad_codegen_not_a_player(struct mad_codegen *codegen, const struct mad_node *node);
/* There is no verb of the call's name. */
void mad_codegen_unknown_verb(struct mad_codegen *codegen, const struct mad_node *call);
/* What verbs can do that is not declared: the name that the word was meant for, or null (effect.c). */
const char *mad_effect_like(const char *word);
/* A man of `player` would become `type`, which only the other player can have (effect.c). */
void mad_codegen_other_army(struct mad_codegen *codegen, uint32_t type, uint32_t player,
                            struct mad_span span);
bool mad_codegen_ok(const struct mad_codegen *codegen);
/* The index in the ruleset of what has this name, which is interned; -1: there is none. */
int mad_named(const struct mad_codegen *codegen, enum mad_name what, const char *name);
/* What a name of an expression stands for, and its index in the ruleset; MAD_NAMES: nothing. */
enum mad_name mad_look_up(const struct mad_codegen *codegen, const char *name, uint32_t *index);
/* Whether the test holds for some node of anything that the rules say but for this verb. */
bool mad_any_tree(const struct mad_ruleset *rules, mad_tree_test *test, const void *context,
                  const struct mad_node *but);
/* The next line of this kind, from that with index *from on, which moves behind it; null: none is left. */
const struct mad_node *mad_next_line(const struct mad_rule_lines *lines, enum mad_node_kind kind,
                                     uint32_t *from);
/* The same of laws. */
const struct mad_node *mad_next_law(const struct mad_codegen *codegen, enum mad_node_kind kind,
                                    uint32_t *from);

/* --- memory.c -------------------------------------------------------------------------------- */
/* Whether something of that kind is said of a piece. */
bool mad_has_line(const struct mad_codegen *codegen, uint32_t type, enum mad_node_kind kind);
/* `men stand on one another` is said. */
bool mad_men_stack(const struct mad_codegen *codegen);
/* What is declared, in order. */
void mad_make_types(struct mad_codegen *codegen);
void mad_make_marks(struct mad_codegen *codegen);
void mad_make_pockets(struct mad_codegen *codegen);
void mad_make_counters(struct mad_codegen *codegen);
void mad_check_shows(struct mad_codegen *codegen);
void mad_make_fates(struct mad_codegen *codegen);
/* How a state lies in memory, and the one in which a game begins. */
void mad_make_layout(struct mad_codegen *codegen);
void mad_make_code_tables(struct mad_codegen *codegen);
void mad_make_mark_ends(struct mad_codegen *codegen);
void mad_make_array(struct mad_codegen *codegen);
void mad_settle_marks(struct mad_codegen *codegen); /* when all programs are known */

/* --- emit.c ---------------------------------------------------------------------------------- */
void mad_emit(struct mad_codegen *codegen, enum mad_op op, uint32_t a, uint32_t b, uint32_t c,
              uint32_t x);
/* The register that holds this value: the one that has it already, or a new one. */
uint32_t mad_emit_value(struct mad_codegen *codegen, enum mad_op op, uint32_t b, uint32_t c,
                        uint32_t x);
void mad_forget_values(struct mad_codegen *codegen); /* an effect has changed what they came from */
void mad_forget_marks(struct mad_codegen *codegen);  /* the same, of marks alone */
void mad_emit_jump(struct mad_codegen *codegen, enum mad_op op, uint32_t a, uint32_t b, uint32_t c,
                   struct mad_label *label);
void mad_label_bind(struct mad_codegen *codegen, struct mad_label *label);
uint32_t mad_codegen_register(struct mad_codegen *codegen);
struct mad_scope { /* what is known, and in which registers, where ways part */
    uint32_t registers, known_first, known_count;
    bool changed;
};
struct mad_scope mad_codegen_scope(const struct mad_codegen *codegen);
/* On another way from there: what was worked out, or done, meanwhile is not so. */
void mad_codegen_back_to(struct mad_codegen *codegen, struct mad_scope scope);
/* The same when the code is taken back as well that was emitted from this address on. */
void mad_codegen_take_back(struct mad_codegen *codegen, struct mad_scope scope, uint32_t address);
struct mad_room { /* registers and known values in use when a sentence begins */
    uint32_t registers, known;
};
struct mad_room mad_codegen_room(const struct mad_codegen *codegen);
/* Behind the sentence, when little room is left: gives up what only it needed, all but the value that it
 * has given a name (null: none). */
void mad_codegen_leave_room(struct mad_codegen *codegen, struct mad_room room,
                            struct mad_value *named);
uint32_t mad_codegen_const(struct mad_codegen *codegen, const struct mad_squares *set);
/* The table, which stays as it is. */
uint32_t mad_codegen_leap(struct mad_codegen *codegen, const struct mad_squares *table);
void mad_codegen_finish_tables(struct mad_codegen *codegen);

/* --- expansion.c ----------------------------------------------------------------------------- */
/* Tells when sentences are too large with all that their names stand for. */
void mad_codegen_measure(struct mad_codegen *codegen);

/* --- board.c --------------------------------------------------------------------------------- */
void mad_codegen_board(struct mad_codegen *codegen);
/* Refuses what leads from one board to another where the rules say that they do not touch. */
void mad_codegen_leads_on(struct mad_codegen *codegen, struct mad_span at);
bool mad_square_named(const struct mad_codegen *codegen, const char *text, uint32_t *square);
/* The square one step in a direction, or -1. */
int mad_step(const struct mad_codegen *codegen, uint32_t side, uint32_t direction, uint32_t square);
/* The square so many files to the right and ranks up, or -1: over the edge, or a hole. */
int mad_square_at(const struct mad_codegen *codegen, uint32_t square, int right, int up);
/* The same on a board that stands so many boards further. */
int mad_square_on(const struct mad_codegen *codegen, uint32_t square, int right, int up, int on);
void mad_codegen_geometry(struct mad_codegen *codegen);
/* The number of these squares between two others: `like` where that is the same. */
uint32_t mad_codegen_line(struct mad_codegen *codegen, const struct mad_squares *way,
                          uint32_t like); /* between, distance */

/* --- motion.c -------------------------------------------------------------------------------- */
/* One clause of movement: for every square, the rays along which the man goes. */
struct mad_motion;
struct mad_terms { /* tables that together give the squares of a motion */
    uint32_t leap; /* leap table, or UINT32_MAX */
    uint32_t *rides;
    uint32_t ride_count, ride_capacity;
};
struct mad_motion *mad_motion_of(struct mad_codegen *codegen, const struct mad_node *node,
                                 const struct mad_env *env);
struct mad_motion *mad_motion_new(struct mad_codegen *codegen);
void mad_motion_add(struct mad_codegen *codegen, struct mad_motion *motion,
                    const struct mad_motion *other);
/* A way to the last of the squares, over the others, which must be empty. */
void mad_motion_add_way(struct mad_codegen *codegen, struct mad_motion *motion, uint32_t from,
                        const uint16_t *way, uint32_t count);
void mad_motion_restrict(struct mad_codegen *codegen, struct mad_motion *motion,
                         const struct mad_squares *from, const struct mad_squares *to);
/* The squares from which each square is reached, as a motion from it; the same motion when it is its own
 * reverse. */
struct mad_motion *mad_motion_reversed(struct mad_codegen *codegen, struct mad_motion *motion);

/* --- sliders.c ------------------------------------------------------------------------------- */
struct mad_terms mad_motion_terms(struct mad_codegen *codegen, struct mad_motion *motion);
/* The one way of a ride table from a square when it is: over one square, which must be empty, to the
 * next. 1; 0 when there is none; -1 when the ways are others. */
int mad_ride_single_way(const struct mad_codegen *codegen, uint32_t ride, uint32_t from,
                        uint32_t *middle, uint32_t *target);
/* All squares that ride table `ride` reaches from a square for some men on the board. */
struct mad_squares mad_ride_reach(const struct mad_codegen *codegen, uint32_t ride, uint32_t from);
/* Everything reached on an empty board by the rays of ride table `index`. */
uint32_t mad_ride_full(struct mad_codegen *codegen, uint32_t ride);
/* Whether men matter to the ride on squares that it does not reach: hoppers, lame leaps. */
bool mad_ride_hops(const struct mad_codegen *codegen, uint32_t ride);
/* Leap table of all squares on the rays of ride table `ride`. */
uint32_t mad_ride_rays(struct mad_codegen *codegen, uint32_t ride);
/* Adds the squares on the way to each target of ride table `ride` to the ways; false, and nothing is
 * added, when two ways disagree or the rays are no slides over `over` men, 0 or 1. */
bool mad_ride_between(struct mad_codegen *codegen, uint32_t ride, uint32_t over);

/* --- slider_rows.c --------------------------------------------------------------------------- */
/* Makes all ride tables in their final form, in the game. */
void mad_codegen_finish_rides(struct mad_codegen *codegen);

/* --- asks.c ---------------------------------------------------------------------------------- */
/* What a program of laws looks at; false when that is more than can be told. */
bool mad_find_law_reads(struct mad_codegen *codegen, uint32_t address,
                        struct mad_law_reads *law_reads);
/* Whether no more is looked at than where men of the enemy of `side` stand: only their taking matters
 * then. */
bool mad_only_places_of_enemies(const struct mad_codegen *codegen,
                                const struct mad_law_reads *law_reads, uint32_t side);
/* What can be told of the code from `first` up to `end`: all that it looks at; and that this is where men of
 * the other side stand. */
typedef bool mad_told(struct mad_codegen *codegen, uint32_t first, uint32_t end);
mad_told mad_is_readable, mad_asks_for_enemies;
/* It asks no more than how many men of some kinds stand on some squares. */
mad_told mad_asks_for_numbers;
/* [code][square] bits: which of its questions count such a man there; null when it asks more. */
const uint8_t *mad_questions_of(struct mad_codegen *codegen, uint32_t first, uint32_t end);

/* --- royals.c -------------------------------------------------------------------------------- */
/* Whether a plain move, or what happens by itself with it, may make a man royal, or a royal another man. */
bool mad_moves_change_royals(const struct mad_codegen *codegen);
/* Notes whether anything that rules do makes a royal: program->royals_appear. */
void mad_find_new_royals(struct mad_codegen *codegen);

/* --- takes.c --------------------------------------------------------------------------------- */
/* Finds whom verbs may take, and makes the programs that tell whom they would: program->takes. To be called
 * when all other programs have been made. */
void mad_lower_takes(struct mad_codegen *codegen);
/* Of whom one thinks on a square where none of the player's men stands: the first royal, where he has any; else his
 * first piece. */
uint8_t mad_man_to_ask_about(const struct mad_codegen *codegen, uint32_t owner);
/* The kinds of enemies whom a line of movement takes; false when that is not a matter of kinds alone. */
bool mad_victims(struct mad_codegen *codegen, const struct mad_node *line, struct mad_types *types);

/* --- explosion_legality.c -------------------------------------------------------------------- */
/* Finds where masks tell which captures are legal that take men around away; false when they do not. */
bool mad_find_explosions(struct mad_codegen *codegen);

/* Whether `leap N along D` may say so many squares; tells of it where not. */
bool mad_leap_is_possible(struct mad_codegen *codegen, const struct mad_node *node, int32_t count);
/* --- value.c --------------------------------------------------------------------------------- */
struct mad_value mad_value_of(struct mad_codegen *codegen, const struct mad_node *node,
                              const struct mad_env *env);
struct mad_value mad_squares_of(struct mad_codegen *codegen, const struct mad_node *node,
                                const struct mad_env *env);
uint64_t mad_directions_of(struct mad_codegen *codegen, const struct mad_node *node,
                           const struct mad_env *env);
/* The value when it needs no code: a constant, a table, directions, pieces; kind NONE otherwise. */
struct mad_value mad_silent_value(struct mad_codegen *codegen, const struct mad_node *node,
                                  const struct mad_env *env);
/* Whether the line is followed by the options in force: 1, 0, or -1 when its `when` asks for more. */
int mad_line_known(struct mad_codegen *codegen, const struct mad_node *line);
/* Whether the options in force leave a line with a `when` in force. One that asks for more than an
 * option is an error, told with `advice`. */
bool mad_options_allow(struct mad_codegen *codegen, const struct mad_node *line,
                       const char *advice);
struct mad_types mad_types_of(struct mad_codegen *codegen, const struct mad_node *node,
                              const struct mad_env *env);
struct mad_types mad_royal_types(const struct mad_codegen *codegen);
/* The player a node names: mover, enemy, White; -1 when it is no player. */
int mad_player_of(const struct mad_codegen *codegen, const struct mad_node *node,
                  const struct mad_env *env);
/* The value as something to choose from, or to go through one by one: men who are somebody's are
 * chosen where they stand, not by their kind. */
struct mad_value mad_choices_of(struct mad_codegen *codegen, const struct mad_value *value,
                                struct mad_span span);
struct mad_value mad_as_squares(struct mad_codegen *codegen, struct mad_value value,
                                struct mad_span span);
/* What of it is that player's: his men among squares, men of these kinds, his pocket. */
struct mad_value mad_owned(struct mad_codegen *codegen, struct mad_value value, uint32_t player,
                           struct mad_span span);
/* The number register that holds the value; one that is not a number is an error. */
uint32_t mad_in_number(struct mad_codegen *codegen, const struct mad_value *value,
                       struct mad_span span);
/* That number and so many more, in a register that nothing else is written to. */
struct mad_value mad_number_kept(struct mad_codegen *codegen, uint32_t reg, int32_t more);
uint32_t mad_in_register(struct mad_codegen *codegen, const struct mad_value *value);
struct mad_value mad_const_value(const struct mad_squares *set);
struct mad_value mad_combine_values(struct mad_codegen *codegen, enum mad_combine how,
                                    const struct mad_value *a, const struct mad_value *b);
struct mad_value mad_slot_value(struct mad_codegen *codegen, uint32_t slot);
const struct mad_env *mad_env_find(const struct mad_env *env, const char *name);
/* The same of a node, which may be null, or no name. */
const struct mad_env *mad_local(const struct mad_env *env, const struct mad_node *node);
/* The names, and one more in front of them. */
const struct mad_env *mad_bind(struct mad_codegen *codegen, const char *name,
                               struct mad_value value, const struct mad_env *next);
/* Takes the first of the directions, or of the kinds, out of a value of several; false: none is left. */
bool mad_take_one(struct mad_value *several, struct mad_value *one);
const struct mad_rule_definition *mad_definition(const struct mad_codegen *codegen,
                                                 const char *name);
/* What stands for the node: of a definition's name what it means, and so on. */
const struct mad_node *mad_meaning(const struct mad_codegen *codegen, const struct mad_node *node);
const struct mad_rule_option *mad_option(const struct mad_codegen *codegen, const char *name);
/* The directions of a name that is no direction, `next to`'s `adjacent` for one; 0 when not defined. */
uint64_t mad_directions_named(struct mad_codegen *codegen, const char *name);

/* --- reach.c --------------------------------------------------------------------------------- */
/* Those of the squares from which a line goes on over what it says to what it says, for at least one square. */
struct mad_value mad_row_starts(struct mad_codegen *codegen, const struct mad_node *line,
                                const struct mad_value *among, const struct mad_env *env);
/* The men whose table entry, where they stand, has a square of the set (MAD_BOTH), or has none (MAD_WITHOUT). */
struct mad_value mad_men_reaching(struct mad_codegen *codegen, enum mad_combine how,
                                  const struct mad_value *men, const struct mad_squares *table,
                                  const struct mad_value *of);
/* The squares of the table entries where the men stand. */
struct mad_value mad_reached(struct mad_codegen *codegen, const struct mad_value *men,
                             const struct mad_squares *table);
/* The squares of the table entries of all squares of a set. */
struct mad_squares mad_through(const struct mad_squares *from, const struct mad_squares *table);
/* The table of the squares from which each square is reached. */
struct mad_squares *mad_reversed_table(struct mad_codegen *codegen,
                                       const struct mad_squares *table);
/* The squares one step from these, any way. */
struct mad_value mad_neighbours(struct mad_codegen *codegen, const struct mad_value *of);

/* --- truth.c --------------------------------------------------------------------------------- */
/* Emits code that goes to `label` when the truth of the node is `when`, and goes on otherwise. */
void mad_jump_if(struct mad_codegen *codegen, const struct mad_node *node,
                 const struct mad_env *env, bool when, struct mad_label *label);
/* Whether it is `X has a square`, and nothing more is asked of X. */
bool mad_wants_a_square(const struct mad_node *truth);

/* --- known.c --------------------------------------------------------------------------------- */
/* 1 or 0 when a truth is known, -1 when not. */
typedef int mad_truth_told(struct mad_codegen *codegen, const struct mad_node *node,
                           const void *context);
/* The same of what `not`, `and` and `or` make of the truths that are told so. */
int mad_truth_by(struct mad_codegen *codegen, const struct mad_node *node, mad_truth_told *told,
                 const void *context);
/* By options and by kinds that names stand for. */
int mad_truth_known(struct mad_codegen *codegen, const struct mad_node *node,
                    const struct mad_env *env);
/* Whether the value of the node depends on where the man stands. */
bool mad_needs_here(struct mad_codegen *codegen, const struct mad_node *node,
                    const struct mad_env *env);
/* A condition on where the man stands as a set that he must stand on: true and *set when it is one. */
bool mad_truth_as_place(struct mad_codegen *codegen, const struct mad_node *node,
                        const struct mad_env *env, struct mad_value *set);
/* How many such men a player has in the array; the more of the two where the value says nothing. */
uint32_t mad_men_in_array(const struct mad_codegen *codegen, const struct mad_value *value);

/* --- effect.c -------------------------------------------------------------------------------- */
/* Statements without choices, for handlers. */
void mad_lower_effects(struct mad_codegen *codegen, const struct mad_node *body,
                       const struct mad_env *env, bool skip_become);
void mad_note_not_yet(struct mad_codegen *codegen);
/* Of `become K`, what K is: it has no place, and no owner but the one that the piece has. */
struct mad_types mad_kinds_become(struct mad_codegen *codegen, const struct mad_node *call,
                                  const struct mad_env *env);
/* Reports a `may` where nobody is asked. */
void mad_no_choice_here(struct mad_codegen *codegen, const struct mad_node *may);

/* --- expand.c -------------------------------------------------------------------------------- */
/* Puts what verbs say where other verbs call them. */
void mad_expand_verbs(struct mad_codegen *codegen);

/* --- texts.c --------------------------------------------------------------------------------- */
void mad_make_about(struct mad_codegen *codegen);
void mad_make_options(struct mad_codegen *codegen);
void mad_make_zones(struct mad_codegen *codegen);
void mad_make_rule_texts(struct mad_codegen *codegen);
/* Reports what stands in braces in a text for moves and is no blank: it would be printed as it is. */
void mad_check_blanks(struct mad_codegen *codegen, struct mad_span span, const char *text);
/* Which templates write the moves of each line; a line's own text with blanks is one. */
void mad_make_templates(struct mad_codegen *codegen);

/* --- held.c ---------------------------------------------------------------------------------- */
/* Puts `cannot move when C` behind each line of its piece, and the piece for `kind of here`. */
void mad_fold_lines(struct mad_codegen *codegen);

/* --- unheard.c ------------------------------------------------------------------------------- */
/* Refuses words of lines of movement that would change nothing. */
void mad_refuse_unheard(struct mad_codegen *codegen);
void mad_refuse_unknown(
    struct mad_codegen *codegen); /* behind them: in lines that nothing has asked */

/* --- motion_line.c --------------------------------------------------------------------------- */
/* Makes verbs of lines of movement that hang on what stands where. */
void mad_rewrite_motion_lines(struct mad_codegen *codegen);
/* Whether the verb, or the one that is called, is made of such a line. */
bool mad_was_motion(const struct mad_node *verb);

/* --- effect_summary.c ------------------------------------------------------------------------ */
/* Whether the verb puts men on the board and does nothing else to it. */
bool mad_puts_alone(struct mad_codegen *codegen, const struct mad_node *call);

/* --- call.c ---------------------------------------------------------------------------------- */
const struct mad_rule_verb *mad_verb(const struct mad_codegen *codegen, const char *name);
/* What the verb says; null for no verb. */
const struct mad_node *mad_body_of(const struct mad_rule_verb *verb);
/* Whether the line of a piece calls a verb with an event behind its head: it is no move then. */
bool mad_is_event_verb(const struct mad_codegen *codegen, const struct mad_node *line);
/* Argument bindings of a call to a verb; null on error (reported). */
const struct mad_env *mad_verb_bind(struct mad_codegen *codegen, const struct mad_rule_verb *verb,
                                    const struct mad_node *call, const struct mad_env *env);
/* Lowers one line that makes moves by a verb: for the men of `code`, or for the player (code < 0). */
void mad_lower_call(struct mad_codegen *codegen, const struct mad_node *line,
                    const struct mad_node *call, int code);
/* Lowers what may or must follow a move, for the player; more than one line may follow each other. */
void mad_lower_extension(struct mad_codegen *codegen, const struct mad_node *call);

/* --- toss.c ---------------------------------------------------------------------------------- */
/* The first of the toss's outcomes in game->outcomes; -1 on error (reported). */
int mad_toss_outcomes(struct mad_codegen *codegen, const struct mad_node *toss);
/* The same of `choose x at random from` squares, directions or kinds: of squares that of the first on the board. */
int mad_draw_outcomes(struct mad_codegen *codegen, struct mad_value from, struct mad_span span);
bool mad_is_outcome(const struct mad_codegen *codegen, const char *name); /* of any verb's toss */

/* --- inline_plain.c -------------------------------------------------------------------------- */
struct mad_gone { /* [squares] where plain moves of a man lead */
    struct mad_squares *once, *twice;
};
/* When the line's verb is but a plain move to an empty square to which no other leads: adds its ways to the motion.
 * Without one it only notes where they lead. */
bool mad_inline_plain_line(struct mad_codegen *codegen, const struct mad_node *line, uint32_t code,
                           struct mad_gone *gone, struct mad_motion *motion);

/* --- sweep.c --------------------------------------------------------------------------------- */
struct mad_clause { /* one table term of a MEN instruction */
    uint32_t table, filter;
    uint32_t screens; /* register: who may be jumped; 0: all */
    bool ride;
};
/* The instruction that counts all men of the code at once and goes to `past`, when there can be one;
 * first: where the code begins that makes the filters. */
void mad_lower_sweep(struct mad_codegen *codegen, uint32_t code, const struct mad_clause *clauses,
                     uint32_t count, uint32_t first, struct mad_label *past);

/* --- generate.c, piece.c --------------------------------------------------------------------- */
/* For a game of masks: what may attack the squares about the royal of that player (king_zones.c). */
void mad_find_dangers(struct mad_codegen *codegen, uint32_t side);
/* Which pieces a hopper of this line may jump, `slide orthogonal over 1 (piece except Cannon)`; null: any. depth: 0. */
const struct mad_node *mad_screens_of(const struct mad_codegen *codegen,
                                      const struct mad_node *node, uint32_t depth);
/* The kinds of these pieces, `piece except Cannon` among them. */
struct mad_types mad_screen_types(struct mad_codegen *codegen, const struct mad_node *screens);
/* From where the line's `when` lets the man go; false when it asks for more than where he stands. */
bool mad_when_is_place(struct mad_codegen *codegen, const struct mad_node *line,
                       struct mad_squares *places);
/* Where the line leads, for the player whose it is; null when there is none: an error was reported. */
struct mad_motion *mad_line_motion(struct mad_codegen *codegen, const struct mad_node *line);
void mad_lower_pieces(struct mad_codegen *codegen);   /* arrivals, handlers, attacks */
void mad_lower_programs(struct mad_codegen *codegen); /* generate, duty */
void mad_lower_attacks_of(struct mad_codegen *codegen, uint32_t code);
void mad_keep_attacks(struct mad_codegen *codegen,
                      uint32_t side); /* when those of all codes are known */
/* Whether a man attacks them all so. */
bool mad_takes_all(const struct mad_codegen *codegen, const struct mad_attack *attack);

/* --- law.c, ends.c, turns.c ------------------------------------------------------------------ */
/* Of a truth's parts only those that `told` accepts; goes to `past` when one does not hold. How many. */
uint32_t mad_lower_told(struct mad_codegen *codegen, const struct mad_node *node, uint32_t depth,
                        mad_told *told, struct mad_label *past);
void mad_begin_program(struct mad_codegen *codegen, uint32_t side, enum mad_where place);
void mad_lower_laws(struct mad_codegen *codegen); /* illegal, ends */
void mad_lower_dialects(struct mad_codegen *codegen);
/* The ends that are asked behind a move of that player; for_perft: as far as the position tells alone. */
uint32_t mad_lower_judge(struct mad_codegen *codegen, uint32_t side, bool for_perft);
void mad_lower_ends_precheck(struct mad_codegen *codegen, uint32_t side);
void mad_lower_quiet_breaks(struct mad_codegen *codegen); /* what resets the quiet counter */
void mad_lower_shuffles(struct mad_codegen *codegen);
void mad_try_shuffles(struct mad_codegen *codegen); /* of a program that runs: whether they end */
void mad_lower_turns(struct mad_codegen *codegen);  /* in which order the players move */
/* A program that holds when a turn is over before all its moves are made. */
uint32_t mad_lower_end_turn(struct mad_codegen *codegen, uint32_t side);
bool mad_ends_turns(
    const struct mad_codegen *codegen); /* whether how long a turn is comes out in play */
uint32_t mad_lower_moved(struct mad_codegen *codegen, uint32_t side);
void mad_lower_pass_line(struct mad_codegen *codegen); /* the line of passing, where one may pass */
void mad_lower_passes(struct mad_codegen *codegen);
/* Whether a law says that the enemy's royal may not be attacked. */
bool mad_spares_royal(const struct mad_codegen *codegen);
/* How to tell the legality of moves of this verb by a man of this type (-1: any), where masks could do so
 * by mask_gate if there were no law but that about royals. */
enum mad_legality_class mad_class_of_move(struct mad_codegen *codegen, const char *verb, int type,
                                          enum mad_legality_class mask_gate);
bool mad_is_asked_for(const struct mad_codegen *codegen, const char *verb); /* `move was VERB` */
bool mad_asks_for_past(const struct mad_codegen *codegen);                  /* `board repeated` */
/* Whether `must capture as many as possible` goes on with `then ...`. */
bool mad_captures_have_ranks(const struct mad_codegen *codegen);
bool mad_must_verb(const struct mad_codegen *codegen,
                   const char *verb); /* `must VERB when possible` */

/* The first of the children that is of that kind; null: none is. */
static inline const struct mad_node *mad_child_of_kind(const struct mad_node *node,
                                                       enum mad_node_kind kind)
{
    const struct mad_node *child = node->first;
    while (child != NULL && child->kind != kind) {
        child = child->next;
    }
    return child;
}

#endif
