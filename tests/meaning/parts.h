/* parts.h - what the files of the definitional interpreter share.
 *
 * Layer: tests, private to tests/meaning. A position is a row of numbers, copied whole; a set of
 * squares is a bit for each. Whoever asks something says from where he looks: struct view. */
#ifndef MAD_TESTS_MEANING_PARTS_H
#define MAD_TESTS_MEANING_PARTS_H

#include <stdlib.h>
#include <string.h>

#include "../../interp/load.h"
#include "meaning.h"

enum { NONE = -1 };
/* Whose a man is: a player's, from 0, or nobody's. Whose men are asked for: theirs, or, the player being added, those of
 * all his enemies, of his allies without himself. */
enum { MOST_PLAYERS = MAD_MAX_PLAYERS, NOBODY = MOST_PLAYERS, ENEMIES_OF = 8, ALLIES_OF = 16 };
enum { MOST_SQUARES = MAD_MAX_SQUARES, MOST_KINDS = 128, MOST_DIRECTIONS = 64 };

typedef struct mad_node node;

/* --- sets ----------------------------------------------------------------------------------- */

typedef struct {
    uint64_t word[MOST_SQUARES / 64];
} set; /* of squares */
typedef struct {
    uint64_t word[MOST_KINDS / 64];
} kinds; /* of pieces, by their number in the ruleset */

static inline bool has(const set *s, int square)
{
    return s->word[square / 64] >> (square % 64) & 1;
}

static inline void add(set *s, int square)
{
    s->word[square / 64] |= UINT64_C(1) << (square % 64);
}

static inline bool has_kind(const kinds *k, int kind)
{
    return k->word[kind / 64] >> (kind % 64) & 1;
}

static inline void add_kind(kinds *k, int kind)
{
    k->word[kind / 64] |= UINT64_C(1) << (kind % 64);
}

set both(set a, set b);
set either(set a, set b);
set without(set a, set b);
bool is_empty(set a);
bool is_within(set a, set b);
int count_of(set a);
int first_of(set a);                 /* the lowest; NONE */
int next_of(const set *a, int from); /* the lowest from there on; NONE */
set only(int square);

/* --- a game and its positions --------------------------------------------------------------- */

struct last { /* the move just made, as `move was` asks for it */
    bool is_any;
    int origin, kind;
    bool takes, forced;
    const char *verb;    /* null: of no verb */
    const char *outcome; /* null: none was tossed */
};

struct position {
    int side, mover; /* to move; who moved last */
    int turn;        /* number in the order of turns */
    int out;         /* bits: players who have no turn any more */
    int quiet, fullmove;
    struct last last;
    /* Men, by square: 0, or man_of(). Then marks, by mark and square: not 0 where it
   * is set, and 2 among it when this move has set it; of numbers, how much they say, in the layer
  * of their first digit. Then pockets, by pocket, owner and piece;
   * counters, by counter and player. */
    int16_t cell[];
};

struct past { /* the positions of a game, the present one first */
    const struct position *at;
    const struct past *earlier; /* null: the first */
};

struct meaning_game {
    const struct mad_ruleset *rules;
    struct mad_arena arena; /* holds the ruleset and all it points to */
    int files, ranks, squares;
    bool wraps_sideways, wraps_up, hexagons;
    int quarters[MOST_PLAYERS]; /* by which the player's own directions are turned to the right */
    set board;
    char name[MOST_SQUARES][16];
    int turns[64], turn_count, turns_once;
    bool goes_on; /* `mover must move again when` */
    size_t cells, position_bytes;
    struct position *start;
    int16_t *
        step; /* [side][direction][square] where one step leads, as far as it was asked for; else 0 */
    char refusal[240];
    uint64_t steps;     /* of this call, to end what would not */
    uint32_t forgotten; /* bits: marks that no rule asks for, as the product has them (hold.c) */
    int looks;          /* positions whose moves are being found because of each other */
    node *drawn;        /* outcomes of draws that there have been; in the arena */
};

/* Refused from now on; nothing that is asked matters any more. */
void refuse(struct meaning_game *g, const node *at, const char *why);
static inline bool refused(const struct meaning_game *g)
{
    return g->refusal[0] != '\0';
}
/* Counts a step of work; false when it has been too many, or something was refused. */
bool goes_on(struct meaning_game *g);

struct position *copy_of(const struct meaning_game *g, const struct position *from);
void *must_have(void *memory);

static inline int16_t *mark_at(const struct meaning_game *g, struct position *p, int mark,
                               int square)
{
    return &p->cell[g->squares * (1 + mark) + square];
}
static inline int16_t *pocket_at(const struct meaning_game *g, struct position *p, int pocket,
                                 int owner, int kind)
{
    int kinds_here = (int)g->rules->piece_count;
    return &p->cell[g->squares * (1 + (int)g->rules->mark_count) +
                    (pocket * MOST_PLAYERS + owner) * kinds_here + kind];
}
static inline int16_t *counter_at(const struct meaning_game *g, struct position *p, int counter,
                                  int player)
{
    return pocket_at(g, p, (int)g->rules->pocket_count, 0, 0) + counter * MOST_PLAYERS + player;
}
/* Who stands below others, from the lowest on, where men stand on one another: man_of(), and 0 behind the last. */
static inline int16_t *below_at(const struct meaning_game *g, struct position *p, int square,
                                int level)
{
    return counter_at(g, p, (int)g->rules->counter_count, 0) + square * MAD_MAX_HEIGHT + level;
}
/* To look alone. */
static inline struct position *looked_at(const struct position *p)
{
    return (struct position *)(uintptr_t)p;
}

/* All who stand on one square, from the lowest on. */
struct pile {
    int count;
    int16_t man[MAD_MAX_HEIGHT];
};
bool men_stack(const struct meaning_game *g);
struct pile pile_on(const struct meaning_game *g, const struct position *p, int square);
void stand(const struct meaning_game *g, struct position *p, int square, const struct pile *pile);

static inline int man_of(int kind, int owner)
{
    return 1 + kind * (NOBODY + 1) + owner;
}
static inline int kind_of(int man)
{
    return (man - 1) / (NOBODY + 1);
}
static inline int owner_of(int man)
{
    return (man - 1) % (NOBODY + 1);
}

/* Of several players a mark that lasts a turn goes when he is to move again who has set it: a bit for each of them. */
bool is_of_players(const struct meaning_game *g, int mark);
static inline bool plays_many(const struct meaning_game *g)
{
    return g->rules->player_count > 2;
}
int square_at(const struct meaning_game *g, int square, int right, int up); /* NONE off the board */
int square_on(const struct meaning_game *g, int square, int right, int up,
              int on); /* so many boards further */
int square_named(const struct meaning_game *g, const char *name);
int step(const struct meaning_game *g, int side, int direction, int square);
void vector_of(const struct meaning_game *g, int side, int direction, int *right, int *up);
int kind_named(const struct meaning_game *g, const char *name); /* NONE */
bool is_royal(const struct meaning_game *g, int kind);
bool may_have(const struct meaning_game *g, int kind, int owner);
const node *child_of(const node *parent, enum mad_node_kind kind);
const node *definition_of(const struct meaning_game *g, const char *name);
const node *verb_of(const struct meaning_game *g, const char *name); /* VERB */
const node *argument_of(const node *call, const char *label);        /* null label: the object */

/* --- what expressions stand for ------------------------------------------------------------- */

enum value_kind { OF_SQUARES, OF_DIRECTIONS, OF_KINDS, OF_PLAYERS, OF_NUMBERS, OF_POCKETS };

struct value {
    enum value_kind kind;
    set squares;
    uint64_t directions;
    kinds kinds;
    int owner;   /* of kinds, pockets: whose, NONE when that is not said */
    int number;  /* or the player */
    int counter; /* of a number that is one: its number; else NONE */
    int pocket;
    bool former; /* of a pocket: as it was when the move began, too */
};

struct env { /* names that are bound */
    const char *name;
    const struct env *next;
    const node *said;         /* a blank: what was filled in, not what it was worth; null:
                       `value` */
    const struct env *around; /* where that was said */
    bool as_squares;          /* a blank for squares */
    struct value value;
};

/* Who asks, and of what. */
struct view {
    struct meaning_game *g;
    const struct position *now;    /* men, marks, pockets, counters */
    const struct position *before; /* when the move began */
    const struct past *past;       /* for repetition */
    const struct position *ahead;  /* from where one looks ahead */
    int side;                      /* `own`, `mover` */
    int here, origin;              /* NONE: no piece is spoken of */
    int laws;                      /* that are being asked around this */
    bool lines_alone;              /* verbs' captures are no attacks: they are being asked for */
    bool by_whom; /* who attacks is asked: conditions that ask for it are let out */
};

struct value value_of(const struct view *v, const node *n, const struct env *env);
set squares_of(const struct view *v, const node *n, const struct env *env);
uint64_t directions_of(const struct view *v, const node *n, const struct env *env);
kinds kinds_of(const struct view *v, const node *n, const struct env *env);
int number_of(const struct view *v, const node *n, const struct env *env);
/* Which number of squares or pieces a name stands for, NONE for none. */
int tally_named(const struct view *v, const node *n, const struct env *env);
/* The player that a node names, NONE when it is no player. */
int player_of(const struct view *v, const node *n);
set as_squares(const struct view *v, const struct value *value, const node *n);
set men_of(const struct view *v, int owner); /* NONE: all */
set neighbours(const struct view *v, set of);
/* Those of `all` that hang by neighbours on those of them in `to`. */
set hanging_on(const struct view *v, set all, set to);
uint64_t adjacent(const struct view *v);
const struct env *bound(const struct env *env, const char *name);
/* Movements: step, slide, leap, then. */
set reached_by(const struct view *v, const node *motion, const struct env *env);
set next_squares(const struct view *v, uint64_t directions, set from);

/* Parts of the board. */
set ranks(const struct view *v, int first, int last, int quarters, int all);
set file_of(const struct view *v, const char *text);
set rectangle(const struct view *v, const node *n);
bool is_place(const struct view *v, const node *n, const struct env *env);
set between(const struct view *v, int from, int to);
set extreme(const struct view *v, set squares, bool nearest, const node *n);
set through(const struct view *v, set of, bool rank);

bool compares(enum mad_is is, int a, int b);
bool holds(const struct view *v, const node *truth, const struct env *env);
/* [WHEN] behind a line: whether it is in force. */
bool tail_holds(const struct view *v, const node *line, const struct env *env);
/* The same of its `when` alone: what happens by itself asks for nothing more. */
bool when_holds(const struct view *v, const node *line, const struct env *env);
/* Whether it says `can move` or `a move after which`, behind any number of names. */
bool looks_ahead(const struct meaning_game *g, const node *truth, int depth);
/* Squares that the capture lines of a player's men among these reach, for a man of the kind that stands there or
 * might. */
set attacked_by(const struct view *v, int player, set among);
/* `X attacked by Y`, `X attacking Y`. */
set attacks(const struct view *v, const node *n, const struct env *env);
bool is_attacked(const struct view *v, set squares); /* by an enemy of v->side */
/* Where the plain lines of the man on `here` lead. */
set plain_targets(const struct view *v, const node *line);

/* --- many.c: three players and more --------------------------------------------------------- */

/* Bits of the player and his allies. */
int allies_of(const struct meaning_game *g, int player);
/* The one enemy, or all of them. */
int enemy_of(const struct meaning_game *g, int player);
/* Whether a man of `owner` is one of those asked for; NONE: of anybody. */
bool is_of(const struct meaning_game *g, int owner, int whose);
bool is_enemies(int whose); /* of several players */
bool is_wall(const struct view *v,
             int man); /* his player is out: no name means him, and he attacks nobody */
/* Behind a move of p->mover: who is out, and whose turn it is. */
void pass_on(struct meaning_game *g, struct position *p, const struct past *past);
/* Whether he has none of the men without whom he is out. */
bool has_to_go(const struct view *v, int player, const node *end);
bool is_decided_among(const struct meaning_game *g, const struct position *p);
/* The first of those who are left; NONE. */
int first_left(const struct meaning_game *g, const struct position *p);

/* --- ways and moves ------------------------------------------------------------------------- */

struct generation { /* the moves of a position, being found */
    struct meaning_game *g;
    const struct past *past;
    int side, laws;
    bool one_will_do, found; /* it is only asked whether there is one */
    struct meaning_moves *moves;
    int tosses;
    kinds become; /* what the man at the end of the present way has been already */
    set *prey;    /* not null: it is only asked whom verbs take */
};

struct way {                /* a move in the making, on a copy */
    struct generation *gen; /* null: what happens `when moved` */
    struct meaning_game *g;
    struct position *now;
    const struct position *before;
    const struct past *past;
    int side;                 /* in whose name the sentence that runs is said */
    int mover;                /* whose move it is */
    int here, origin, at, to; /* at: where the move has ended; to: before what comes by itself */
    int taken;                /* men */
    int taken_first;          /* before it went on; of a plain move, where it landed */
    int order[256];           /* men taken, in order */
    int man;                  /* who moved, or was put; 0: nobody yet */
    int laws;
    int aside;  /* sentences about other men that run in each other */
    int rounds; /* of `for each` that go on */
    bool forced, breaks, ends, became, extends, placing, by_itself;
    const char *verb;
    const node *toss, *outcome;
    const node
        *event; /* of the man whose own move has ended: first what it makes of him, then the rest */
    bool becoming; /* it is about the first */
    int choice;
    int choice_of_kind; /* what he has become at the end of his move, whatever comes of that */
    set leaving;        /* men being taken, who set off something */
    set prey;           /* where the way has taken men, but for what happens by itself */
};

struct frame { /* what comes when a sentence is done */
    void (*go)(struct way *way, const struct frame *frame);
    const struct frame *next;
};

struct call { /* a verb that runs */
    const node *body;
    const struct env *blanks;
    int rounds;
    const node *verb; /* null: it is none, and what it says happens by itself */
};

/* --- stack.c --------------------------------------------------------------------------------- */
struct pile lift(struct way *way, int square, int count);
void join(struct way *way, int square, const struct pile *come, enum mad_part where);
enum mad_part part_of(const node *call, const char *label);
int how_many_of(const struct view *v, const node *call, const struct env *env);
int height_of(const struct view *v, set squares);

struct view view_of(const struct way *way);
struct way copy_way(const struct way *way);
void drop_way(struct way *way);
/* The sentences from `s` on, then the frame, once for each way through them. */
void walk(struct way *way, const node *s, const struct env *env, const struct call *call,
          const struct frame *frame);
/* An effect; false: it is none of them. */
bool is_effect(const node *call);
void do_effect(struct way *way, const node *call, const struct env *env, const struct frame *frame);
/* The blanks of a verb filled in: `room` holds MOST_BLANKS. */
enum { MOST_BLANKS = 16 };
const struct env *fill_in(struct meaning_game *g, const node *verb, const node *call,
                          const struct env *env, struct env *room);
/* Lines of a piece about an event, one after the other. */
enum phase { WHEN_MOVE_ENDS, WHEN_CAPTURING, WHEN_TAKEN, WHEN_PLACED };
bool has_event(struct way *way, enum phase phase, int kind);
struct aside { /* back from what is said of another man */
    struct frame base;
    int side, here;
    bool placing;
    set leaving;
    int square;       /* of the man who is taken */
    const char *fate; /* likewise */
    int count;        /* of the men who stand on one another there */
};
struct aside step_aside(struct way *way, void (*back)(struct way *, const struct frame *),
                        int square, const struct frame *frame);
void step_back(struct way *way, const struct aside *aside);
void do_events(struct way *way, enum phase phase, int kind, int square, const struct frame *frame);
int comes_to_be(const struct way *way, int kind);
void move_man(struct way *way, int from, int to, const struct frame *frame);
bool breaks_quiet(const struct meaning_game *g, int kind, int how);

/* All moves of past->at, were `side` to move. `laws` are asked around it. */
void find_moves(struct meaning_game *g, const struct past *past, int side, int laws, bool passing,
                struct meaning_moves *moves);
/* Where verbs of the player would take somebody, were it his turn; laws and duties are not asked. */
set taken_by_verbs(struct meaning_game *g, const struct position *at, int player);
bool can_move(struct meaning_game *g, const struct past *past, int side, int laws);
/* What is so when a way has been made a move: the turn is over. Owned by the caller. */
struct position *make(struct way *way);
/* The same before what happens `when moved`, as laws look ahead from there. */
struct position *make_alone(struct way *way);
struct last last_of(const struct way *way);
/* Where the move has ended: NONE when it was nobody's. */
int ended_at(const struct way *way);
void clear_marks(const struct meaning_game *g, struct position *p, enum mad_life life);
void clear_moves(struct meaning_moves *moves);

/* How often the present position has been there. */
int times_there(struct meaning_game *g, const struct past *past);
/* Whether the present position is one that `shuffle` may draw; that of a game without it is the array. */
bool is_array(struct meaning_game *g, const struct past *past);
/* The entry of the first of these. */
const struct past *first_there(struct meaning_game *g, const struct past *past);

#endif
