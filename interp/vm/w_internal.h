/* w_internal.h - what all texts of the machine share, which is compiled once for each width (w_run.c).
 *
 * Layer: vm. struct mad_generator is one run of a program over one state: its registers, the masks that
 * legality asks for, and where moves go. Effects are made on the state itself and kept in a trail so that they
 * can be taken back; the trail of a finished way is the move's list of deltas. A gate that masks answer reads
 * run->masks.pinned; `take` writes to run->trail. It relies on program.h for what is run, and on set.h for the
 * width. */
#ifndef MAD_VM_W_INTERNAL_H
#define MAD_VM_W_INTERNAL_H

#include <stddef.h>

#include "program.h"
#include "set.h"
#include "vm.h"

#define RUN_INLINE static inline __attribute__((always_inline))

enum { MAD_MAX_PINS = 32 };
enum { MAD_MAX_GOING_ON = 8 }; /* zones in which something may follow a move */
enum { MAD_MAX_WAYS = 4096 };  /* remembered, of those that take most */

/* Of a count of both: all moves are in the lower half, those that take something in the upper one too. */
#define MAD_ONE_CAPTURE (UINT64_C(1) << 32)

struct mad_ride_row {
    mad_set mask;   /* squares whose occupation matters */
    uint32_t first; /* of its results, or of its paths */
#if MAD_BITS <= 256
    uint8_t shift[4]; /* index bits that lower words supply */
#endif
#if MAD_BITS == 256
    uint8_t
        packed; /* its results are those of program->tables.packed, one bit a square of the ways */
    uint8_t spread[4]; /* result bits that belong to lower words */
    mad_set ways;      /* all squares of the ways */
#endif
};

struct mad_save {
    uint32_t trail;
    uint16_t here;
    uint16_t last; /* where somebody has landed or was put; MAD_NO_SQUARE: nowhere */
};

/* A plain move that another choice follows (`after each move`). */
struct mad_main {
    uint16_t from, to;
    uint8_t placed;
    bool plain; /* else the move that is followed is none */
};

/* Moves that stand together until one of them is drawn (w_play.h): the plain moves of men, or as many
 * ways on through a loop of the program, one for each of its squares. */
struct mad_batch {
    mad_set targets;
    const mad_set *kept; /* registers when the loop began */
    uint32_t count;      /* of moves; to one square there may be several plain ones */
    uint32_t loop;       /* address of the loop; 0: plain moves */
    uint16_t from; /* where the man stands, or stood when his way began; MAD_NO_SQUARE, of plain
                            moves: all stand `step` before their targets */
    uint16_t here, last_square;
    int8_t step;
    uint8_t code; /* of the man who makes plain moves */
    bool on_duty;
    struct mad_main main; /* of a loop that goes on after that */
};

/* What a loop that only drops men does on each of its squares. */
struct mad_drop {
    uint32_t cell; /* of the pocket that he comes from, + 1; 0: none */
    uint8_t left;  /* what it holds then */
    uint8_t code, line;
};

enum { MAD_MAX_BATCHES = 256, MAD_MAX_KEPT = 1024 }; /* without room moves are listed one by one */
struct mad_batches {
    uint32_t count, kept_count;
    struct mad_batch items[MAD_MAX_BATCHES];
    mad_set kept[MAD_MAX_KEPT];
};

/* What becomes of the moves that are found; nought: they are counted. */
struct mad_sink {
    struct mad_move_list *list;  /* null: count only */
    struct mad_batches *batches; /* null: every move goes to the list */
    uint64_t count;
    uint32_t first_move, first_delta; /* where the list began */
    uint32_t most;      /* `as many as possible`: the worth of the captures so far, worth_of_way */
    uint32_t way_count; /* of those that take most: what each leads to */
    bool drawing;       /* the first way that is found ends the run, and is left as it is */
    bool one_will_do;   /* it is only asked whether there is a move */
    uint8_t
        probing; /* ways are gone to see whether they take somebody on `probed`: `holds` then; by 2 of lines alone,
                        for what those ways ask */
    bool captures_only; /* `must capture`: first the moves that take something */
    bool
        whole; /* plain moves are counted or listed man by man: masks tell legality, and none goes on */
};

/* What a program of laws or ends is asked about, and what it said. */
struct mad_asked {
    struct mad_past past;           /* for ends */
    const struct mad_state *before; /* of `when moved`: the state that the move was made in */
    const struct mad_generator
        *begun; /* of laws: the run whose way, or move, they are asked about */
    struct mad_verdict verdict;
    uint32_t laws; /* that are being asked around this run */
};

/* Moves of which masks do not tell whether they are legal (MAD_LEGALITY_SUSPECT): these are made and tested. */
struct mad_doubt {
    mad_set from;   /* all from here */
    mad_set ends;   /* all that end here */
    mad_set takers; /* all from here that take something */
};

/* What is known beforehand of the legality of moves. */
struct mad_masks {
    mad_set wanted;   /* squares where plain moves may go at all: those of enemies then */
    mad_set answers;  /* squares that answer a check; all when there is none */
    mad_set free_men; /* men that plain moves consider: not pinned */
    mad_set pinned;
    mad_set
        has_side_effects; /* of a listing: plain moves from or to here are not free of side effects */
    struct mad_doubt doubt;
    mad_set shields;    /* squares seen by whom laws ask about: behind them others may wait */
    mad_set screens;    /* men on the lines of riders to the royal, those who give check and, where
                        captures take men around away, those who pin */
    mad_set exempt;     /* squares on which the royal may be attacked */
    uint32_t royal;     /* when masks keep it safe: its square */
    bool alone;         /* masks tell all about all plain moves, the one royal's among them */
    bool near_drawn;    /* that much of it is: where the royal steps */
    mad_set drawn;      /* of these squares it tells by now */
    mad_set dangers;    /* squares that enemies attack, as if the royal had gone */
    bool royal_safe;    /* masks keep the royal safe; else only the law does */
    bool beside;        /* royal_safe, and suspect for the sake of other laws */
    bool spares;        /* masks keep men from attacking the enemy's royal */
    mad_set royal_line; /* `spares`: where own royal may go without uncovering such an attack */
    struct {
        mad_set line;
        uint32_t square;
    } pins[MAD_MAX_PINS];
    mad_set barred[2 * MAD_MAX_TYPES]; /* `spares`: [code] from where they would attack it */
};

/* From where plain moves go on, and in how many ways: `after each move`. */
struct mad_going_on {
    mad_set from; /* only moves from there do, where they go on on a square of a mark */
    bool alike;   /* plain moves from a square go on in as many legal ways, foreseen: */
    uint32_t count;
    uint32_t main_line;
    uint32_t taken; /* `must capture`: men whom the move has taken before it went on */
    uint32_t worth; /* and what that is worth among captures */
    struct mad_main main;
    struct {
        mad_set from;
        uint32_t ways;
    } on[MAD_MAX_GOING_ON];
};

/* One run of a program over one state. */
struct mad_generator {
    /* nought when a run begins, down to `game` */
    struct mad_sink sink;
    struct mad_asked asked;
    uint32_t steps;
    enum mad_status status;
    enum mad_legality legality;
    uint32_t pin_count;
    uint32_t trail_count;
    uint32_t outcome; /* of a toss, its index in game->outcomes + 1; 0: none */
    uint32_t repeats; /* bodies running in each other */
    uint32_t takings; /* programs of men who are taken, running in each other */
    bool holds;       /* HOLDS was reached */
    uint8_t limit;    /* enum mad_limit_kind: crossed, and not noted yet where */
    bool in_check;
    bool told;       /* a map of dangers tells who is attacked as the men stand */
    bool on_duty;    /* what is listed is forced */
    bool extends;    /* moves go on: `after each move` */
    bool foreseeing; /* what may follow runs before the moves, to see from where */
    bool extending;  /* a move is going on, of line going.main_line */
    struct mad_save saves[MAD_SAVE_LEVELS]; /* a damaged program may go back to one not made */

    const struct mad_game *game;
    const struct mad_program *program;
    struct mad_state *state;
    uint32_t side; /* player whose program runs: `own` */
    int has_moves; /* of the side to move; -1: not known yet */

    /* the way in progress */
    uint32_t origin, last_square;
    uint32_t ended;         /* ways that have been gone to their end, legal or not */
    mad_set leaving;        /* while there are `takings`: where those men still stand */
    bool second_man;        /* by what TWO_MAN saw it is legal */
    uint32_t toss_square;   /* last_square when the coin was tossed */
    uint32_t first_outcome; /* MAD_MOVE_FIRST until one of the toss is listed */
    mad_set occupied;       /* when the run began */
    mad_set probed;

    int32_t number[MAD_NUMBERS];
    mad_set set[MAD_MAX_SETS];
    struct mad_masks masks;
    struct mad_going_on going;
    struct mad_delta trail[MAD_MAX_TRAIL]; /* the last, for most of it is never touched */
    uint64_t ways[MAD_MAX_WAYS];
};

/* What a run began for another, run_begin_for, has found out of limits. */
static inline void mad_run_join(struct mad_generator *run, const struct mad_generator *inner)
{
    run->steps = inner->steps;
    if (inner->status != MAD_OK) {
        run->status = inner->status;
        run->limit = inner->limit;
    }
}

/* A limit is crossed; where, is noted by the loop. */
static inline void mad_run_cross(struct mad_generator *run, enum mad_limit_kind limit)
{
    run->status = MAD_ERROR_LIMIT;
    run->limit = (uint8_t)limit;
}

/* There is no room in the list. As long as there could be more its owner asks again. */
static inline void mad_run_out_of_list(struct mad_generator *run)
{
    run->status = MAD_ERROR_LIMIT;
    if (run->sink.list->capacity >= MAD_MAX_MOVES &&
        run->sink.list->delta_capacity >= MAD_MAX_DELTAS) {
        mad_limit_note(run->program->limit, MAD_LIMIT_MOVES, MAD_LIMIT_NOWHERE);
        run->limit = MAD_LIMIT_MOVES;
    }
}

enum { MAD_MAX_CHANGES = 12 }; /* squares; a move that changes more is made */

struct mad_change {
    uint16_t square;
    uint8_t before, after; /* codes */
};

/* How many ways of verbs there are in a stretch of a program, and what that hangs on. */
struct mad_told {
    uint64_t count;
    mad_set fixed; /* squares: behind a change there it may be another */
    uint64_t
        codes; /* bits, code % 64: likewise when such a man of the enemy comes, goes or is taken */
};

/* What the other player could answer, and what that hangs on; see w_forecast.h. */
struct mad_forecast {
    bool known;               /* else nothing can be told */
    bool others;              /* moves that are not free of side effects can be foretold too */
    struct mad_generator run; /* as though he were to move */
    uint32_t steps;           /* instructions that have been followed for it */
    uint32_t reads;           /* bits: marks that something asks about */
    uint64_t total;           /* how many moves he would have; of both, see counts */
    mad_set fixed;            /* squares on which nothing may change */
    mad_set own;              /* his men */
    mad_set closed;           /* squares on which he may not take anybody, for the blast */
    mad_set begun[MAD_FIXED_REGISTERS];
    struct mad_told verbs; /* all of these together */
    struct mad_told stretches[MAD_MAX_STRETCHES], *told;
    uint32_t watching; /* bits: the stretches that hang on anything but marks */
    mad_set
        loose[MAD_MAX_SETS];   /* [register] squares that a change upon them may add or take out */
    uint64_t by[MAD_MAX_SETS]; /* [register] as `codes`: whose moves may do so from elsewhere */
    uint32_t change_count;     /* what the move that is looked at changes: */
    struct mad_change changes[MAD_MAX_CHANGES];
    mad_set changed, come; /* all of their squares, and those where men stand then */
    uint32_t sets, clears; /* bits: marks that it sets, and clears, on these squares: */
    mad_set marked[MAD_MAX_MARKS];
    mad_set cleared[MAD_MAX_MARKS];
    mad_set
        alarm[2 * MAD_MAX_TYPES + 1]; /* [code] squares to and from which such a man may not go */
    mad_set seen[MAD_BITS];           /* [square] his men whose moves any change there may touch */
    mad_set reached[MAD_BITS];        /* likewise when a man of his is taken there */
    uint64_t counts[MAD_BITS];        /* [square] moves of the man there; where one must capture,
                                         both counts, see MAD_ONE_CAPTURE */
};

/* Whose texts come later. */
static void run_begin(struct mad_generator *run, const struct mad_game *game,
                      struct mad_state *state, uint32_t side);
static void run_begin_for(struct mad_generator *inner, const struct mad_generator *run,
                          struct mad_state *state, uint32_t side);
static void run_program(struct mad_generator *run, uint32_t address, uint32_t here);
static bool has_move_after(struct mad_generator *run, uint32_t player, uint32_t address);

/* Sets how many men a pocket holds; index: (pocket * 2 + owner) * type_count + type. */
static inline void mad_change_pocket(const struct mad_game *game, struct mad_state *state,
                                     uint32_t index, uint32_t count)
{
    uint8_t *cell = (uint8_t *)state + game->pocket_offset + index;
    if (*cell != 0) {
        state->key ^= game->keys.pocket[index * 256 + *cell];
    }
    if (count != 0) {
        state->key ^= game->keys.pocket[index * 256 + count];
    }
    *cell = (uint8_t)count;
}

/* A number below that one, less than 2^32, each as likely; the seed, not 0, goes on. The generator is
 * xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators", 2016). */
static inline uint32_t mad_draw(uint64_t *seed, uint32_t below)
{
    uint64_t x = *seed;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *seed = x;
    return (uint32_t)(((x * UINT64_C(2685821657736338717)) >> 32) * below >> 32);
}

/* What the loop from there on, which only drops men, does on that square. */
static inline struct mad_drop mad_drop_of(const struct mad_generator *run,
                                          const struct mad_instruction *loop, uint32_t square)
{
    const struct mad_game *game = run->game;
    const struct mad_instruction *put = loop + 1 + (loop[1].op == MAD_OP_GATE), *move = put + 1;
    const uint8_t *placed = run->program->piece.placed;
    struct mad_drop drop = {.code = put->b};
    if (placed != NULL) {
        drop.code = placed[(size_t)put->b * game->squares + square];
    }
    if (move->op == MAD_OP_SPEND) {
        const uint32_t cell = (move->a * 2u + move->b) * game->type_count + move->c;
        drop.cell = cell + 1;
        drop.left = (uint8_t)(((const uint8_t *)run->state)[game->pocket_offset + cell] - 1);
        move++;
    }
    drop.line = move->a;
    return drop;
}

static inline mad_set mad_slot(const struct mad_state *state, uint32_t slot)
{
    return set_load(state->sets + slot * MAD_WORDS);
}

static inline mad_set mad_const(const struct mad_program *program, uint32_t index)
{
    return set_load(program->tables.consts + (size_t)index * MAD_WORDS);
}

/* Whether a plain move of a man of this code runs a program that does anything; prey: who stands there. */
static inline bool mad_triggers(const struct mad_game *game, const struct mad_state *before,
                                uint32_t to, size_t code, const struct mad_piece_traits *prey)
{
    const uint64_t *at = game->program->piece.triggers_at + code * MAD_WORDS;
    uint32_t going = game->program->piece.traits[code].going & prey->lets;
    if ((going & MAD_TRIGGERS_ALWAYS) != 0 && !set_has(set_load(at), to)) {
        going &= ~(uint32_t)MAD_TRIGGERS_ALWAYS;
    }
    bool taken =
        prey->taken != 0 && (prey->taken_on == 0 || set_has(mad_slot(before, prey->taken_on), to));
    return going != 0 || taken;
}

/* The mark that a plain move of such a man leaves, or null. */
static inline const struct mad_trail_mark *mad_mark_left(const struct mad_piece_traits *man,
                                                         size_t from, size_t to)
{
    const struct mad_trail_mark *mark = man->trail_marks;
    return mark != NULL && mark[from].to == to ? mark + from : NULL;
}

/* Tables are named by the number of their first row, as in program->fast. */
static inline mad_set mad_leap(const struct mad_generator *run, uint32_t table, uint32_t square)
{
    return set_load(run->program->tables.leaps + ((size_t)table + square) * MAD_WORDS);
}

#if MAD_BITS == 256
/* The squares of the ways whose bits are set, the lowest square first. */
static inline mad_set mad_unpacked(const struct mad_ride_row *row, uint64_t bits)
{
    mad_set result;
    for (uint32_t w = 0; w < MAD_WORDS; w++) {
        result[w] = mad_deposit(bits >> row->spread[w], row->ways[w]);
    }
    return result;
}
#endif

static inline const struct mad_ride_row *mad_ride_rows(const struct mad_generator *run,
                                                       uint32_t table)
{
    return (const struct mad_ride_row *)(const void *)run->program->tables.rows + table;
}

#if MAD_BITS > 256
/* What the rays of a row reach over these men. */
static mad_set mad_walked(const uint16_t *path, mad_set men)
{
    mad_set reached = set_none();
    for (uint32_t rays = *path++; rays > 0; rays--) {
        const uint32_t rule = path[0], over = path[1], first = path[2], length = path[3];
        bool hurdle = rule == MAD_RAY_COUNT;
        path += 4;
        for (uint32_t at = 0, before = 0; at < length && before <= over; at++) {
            const uint32_t square = path[at];
            if (at >= first && before == over && hurdle) {
                reached[square / 64] |= UINT64_C(1) << (square % 64);
            }
            const bool man = set_has(men, square);
            before += man;
            hurdle = rule == MAD_RAY_HURDLE_LAST || (rule == MAD_RAY_HURDLE_FIRST && at == 0)
                         ? man
                         : hurdle;
        }
        path += length;
    }
    return reached;
}
#else
/* Which of the row's results: the occupation of its mask, packed. */
static inline size_t mad_row_index(const struct mad_generator *run, const struct mad_ride_row *row,
                                   mad_set occupied)
{
    uint64_t words[MAD_WORDS];
    memcpy(words, &occupied, sizeof occupied);
#if defined(__BMI2__)
    (void)run;
    uint64_t masks[MAD_WORDS];
    memcpy(masks, &row->mask, sizeof row->mask);
    size_t index = mad_extract(words[0], masks[0]);
    for (uint32_t w = 1; w < MAD_WORDS; w++) {
        index |= mad_extract(words[w], masks[w]) << row->shift[w];
    }
#else
    const struct mad_gather *gathers =
        run->program->tables.gathers + (size_t)(row - mad_ride_rows(run, 0)) * MAD_WORDS;
    size_t index = mad_gathered(&gathers[0], words[0]);
    for (uint32_t w = 1; w < MAD_WORDS; w++) {
        index |= mad_gathered(&gathers[w], words[w]) << row->shift[w];
    }
#endif
    return index;
}
#endif

/* `results` are those of the tables: a loop that writes need not look them up anew. */
static inline mad_set mad_row_result(const struct mad_generator *run, const uint64_t *results,
                                     const struct mad_ride_row *row, mad_set occupied)
{
#if MAD_BITS > 256
    (void)results;
    return mad_walked(run->program->tables.paths + row->first, occupied);
#else
    size_t index = mad_row_index(run, row, occupied);
#if MAD_BITS == 256
    if (row->packed) {
        return mad_unpacked(row, run->program->tables.packed[row->first + index]);
    }
#endif
    return set_load(results + (row->first + index) * MAD_WORDS);
#endif
}

static inline mad_set mad_row_ride(const struct mad_generator *run, const struct mad_ride_row *row,
                                   mad_set occupied)
{
    return mad_row_result(run, run->program->tables.results, row, occupied);
}

static inline mad_set mad_ride(const struct mad_generator *run, uint32_t table, uint32_t square,
                               mad_set occupied)
{
    return mad_row_ride(run, mad_ride_rows(run, table) + square, occupied);
}

#endif
