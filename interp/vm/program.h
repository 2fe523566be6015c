/* program.h - the compiled form of a game's rules: programs, tables, and what apply needs.
 *
 * Layer: vm. Immutable; lower.c fills it. Sets in tables are game->words 64-bit words each, so one
 * lowering serves all widths; ride rows have the layout of struct mad_ride_row in w_internal.h, whose
 * size is program->row_bytes. */
#ifndef MAD_VM_PROGRAM_H
#define MAD_VM_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "../game/game.h"
#include "limit.h"

enum mad_op {
#define MAD_OP(op, ...) MAD_OP_##op,
#include "opcode.def"
#undef MAD_OP
    MAD_OPS, /* no instruction; those below stand only in program->fast */
#define MAD_OP(op, ...)
#define MAD_SHIFTED(op, base) MAD_OP_##op,
#define MAD_FANNED(op, base)  MAD_OP_##op,
#include "opcode.def"
#undef MAD_OP
#undef MAD_SHIFTED
#undef MAD_FANNED
    MAD_ALL_OPS
};

struct mad_instruction {
    uint8_t op, a, b, c;
    uint32_t x;
};

enum { MAD_EMPTY_REGISTER = 4, MAD_MEN_REGISTER = 6, MAD_FIXED_REGISTERS = 7 }; /* see opcode.def */
enum { MAD_SAVE_LEVELS = MAD_MAX_LATE_CHOICES + 1 }; /* choices after effects in one verb, nested */
/* Fates of men who are taken. All words that send them to the same place are one. */
enum {
    MAD_FATE_CAPTURED,
    MAD_FATE_GONE,
    MAD_FATE_POCKET /* and behind it one for each pocket and each way to go there: as struct mad_fates has them */
};
enum { MAD_NEXT_PLAYER = 2 }; /* of IF_STUCK and IF_FREE: whoever is to move */
enum { MAD_NO_PROGRAM = 0 };  /* address 0 holds STOP */
enum { MAD_NO_MARK = 0xff };
enum { MAD_DROPS = 0x80 }; /* bit of c of MANY in program->fast: its loop only drops men */
enum {
    MAD_JUMPS = 1
}; /* b of NEXT_MAN in program->fast: its loop, begun by MANY for one man, only takes
                              the man that the table of its first LEAP names and lands on the square of the
                              second's; c is the line */

/* What IF_LAST asks of the last move. */
enum mad_tally { MAD_TALLY_SET, MAD_TALLY_ADD, MAD_TALLY_TAKE };

/* Where men come to stand who go to others: in their place, and then these are taken, upon them, or below. */
enum mad_stack { MAD_STACK_INSTEAD, MAD_STACK_UPON, MAD_STACK_BELOW };
enum mad_last {
    MAD_LAST_FLAG,
    MAD_LAST_OUTCOME,
    MAD_LAST_LINE,
    MAD_LAST_KIND,
    MAD_LAST_BUSY, /* too few quiet moves in a row */
};

/* In program->fast x of MEN names a constant set, of squares from which a move may have a
 * choice at its end, and by which loop it is done. */
enum mad_shape {
    MAD_SHAPE_ANY,
    MAD_SHAPE_HOPPERS, /* who may jump over some men and not over others */
    MAD_SHAPE_ROYAL,
#define MAD_SHAPE(leaps, rides) MAD_SHAPE_##leaps##rides,
#include "shape.def"
#undef MAD_SHAPE
};
enum { MAD_SHAPE_BIT = 24 };
static inline uint32_t mad_shape_of(const struct mad_instruction *men)
{
    return men->x >> MAD_SHAPE_BIT;
}
static inline uint32_t mad_arrives_from(const struct mad_instruction *men)
{
    return men->x & ((1u << MAD_SHAPE_BIT) - 1);
}

/* How the legality of a way can be told without making it (games where a royal may not be left
 * attacked); without such a law every class passes. */
enum mad_legality_class {
    MAD_CLASS_TEST,  /* make it and look */
    MAD_CLASS_PLAIN, /* the man goes from here to the target and nothing else changes on the board */
    MAD_CLASS_DROP,  /* a man appears on the target, an empty square */
    MAD_CLASS_STAY,  /* the board stays as it is */
    MAD_CLASS_TWO_MAN, /* the man goes to the target and another own man elsewhere: TWO_MAN looks */
    MAD_CLASS_FREE, /* no law forbids it; an outcome of a toss: whether it may be tried was asked before */
};

/* What becomes of a man of one code whose own move ends: choices[first .. first + count - 1] are the
 * codes it may become, for starts in `from` and ends in `to` (constant sets, disjoint rows). */
struct mad_arrival {
    uint32_t from, to; /* constant sets */
    uint32_t first, count;
};

/* A plain move from a square to `to`, another one, that leaves a mark on `marked` (the double step); `to` is
 * the square itself where there is no such move. */
struct mad_trail_mark {
    uint16_t to, marked;
};

/* All men of some codes that attack alike: a square q is attacked when the table at q meets them. */
struct mad_attack {
    uint32_t
        table; /* leap or ride table, reversed; its number, in the finished machine times the squares */
    uint32_t full; /* rides: leap table of everything reached on an empty board; likewise */
    uint32_t rays; /* rides: leap table of all squares on the way, and at the end */
    bool ride;
    bool hops;     /* rides whose table may not tell all squares that it depends on */
    bool suspect;  /* rides that masks cannot follow: hoppers, several ways to one square */
    bool over_one; /* `suspect`: over one man, whoever but the blind, along a line that is known */
    uint64_t takes[(MAD_MAX_TYPES + 63) / 64]; /* bits: types of men whom these clauses take */
    uint8_t code_count;
    uint8_t codes[MAD_MAX_TYPES]; /* at least two: a single one stands there twice */
    uint8_t blind_count;          /* hoppers: codes of men over whom they do not jump */
    const uint8_t *blind;
};

/* One of the ways in which a man of a code attacks, seen from where he stands. */
struct mad_strike {
    uint32_t table; /* leap or ride table; its number, in the finished machine times the squares */
    uint8_t code;
    bool ride;
};

/* All men of some codes that attack alike, seen from where they stand. */
struct mad_danger {
    uint32_t table; /* leap or ride table; its number, in the finished machine times the squares */
    uint8_t code_count;
    uint8_t codes[MAD_MAX_TYPES];
};

/* Men whose places a law looks at, and whether it asks if they are attacked. */
enum { MAD_MAX_LAW_READS = 8, MAD_MAX_LAW_READ_CODES = 8 };
struct mad_law_read {
    uint8_t attacker; /* the player who may attack them; MAD_NOBODY: it does not ask */
    uint8_t code_count;
    uint8_t codes[MAD_MAX_LAW_READ_CODES];
};
struct mad_law_reads {
    bool known; /* else laws look at more */
    bool made;  /* a move may make such a man out of another, by choice */
    uint8_t count;
    struct mad_law_read items[MAD_MAX_LAW_READS];
};

enum mad_breaks {
    MAD_BREAKS_BY_MOVE = 1,   /* it leaves its square */
    MAD_BREAKS_BY_CHANGE = 2, /* it becomes something else where it stands */
};

/* What a plain move sets off. */
enum mad_triggers {
    MAD_TRIGGERS_ALWAYS = 1,
    MAD_TRIGGERS_BY_CAPTURE = 2,
};

/* What making a plain move asks about a man of one code, whether he goes, is taken or comes to stand
 * there; there is a row for empty squares too. mad_vm_optimize fills it. */
struct mad_piece_traits {
    const uint64_t *keys;                     /* [square] */
    const struct mad_trail_mark *trail_marks; /* null, or [from] */
    uint16_t cell[2];  /* of the pocket to which he goes, by who takes him, + 1; 0: none */
    uint16_t ends;     /* marks of his owner that end when he moves or is taken */
    uint8_t going;     /* enum mad_triggers: the programs that run when he moves */
    uint8_t taken;     /* and when he is taken */
    uint16_t taken_on; /* that does nothing but where this slot has him; 0: anywhere */
    uint8_t lets;      /* which of `going` run when a man moves to where he stands */
    uint8_t resets;    /* enum mad_move_flag: his moves of which the quiet counter begins anew */
    bool
        goes_without_side_effects; /* his moves change only men, but for marks that end with men, `triggers_at` and,
                        by `going`, captures */
    bool only_marks;                 /* his moves that take nobody change only men and marks */
    bool taken_without_side_effects; /* taking him changes only men, unless marks are there */
    uint8_t leaves;                  /* which mark, by `traces` */
    uint8_t type;
    uint8_t owner; /* slot; of nobody: the slot of his code, so that taking him changes nothing */
};

enum mad_legality {
    MAD_LEGALITY_NONE,  /* no `illegal` law */
    MAD_LEGALITY_ROYAL, /* own royal attacked: masks */
    MAD_LEGALITY_TEST,  /* any other law: make each move and ask */
    MAD_LEGALITY_SUSPECT, /* of a run: as masks say, but moves from or to suspect squares are tested */
};

/* A truth that ends ask about all turns of a player since the position was first there. */
struct mad_watch {
    uint32_t address;
    uint8_t turns_of, seen_by; /* players */
};

/* The sentence that an instruction comes from. */
struct mad_code_place {
    const char *file;
    uint32_t line;
};

/* A leap table that takes each square of `from` the same way on the numbered squares, and no other
 * anywhere. */
struct mad_shift {
    bool uniform; /* else the table is not of this kind */
    int8_t by;
    uint64_t from[MAD_MAX_SQUARES / 64];
};

/* A leap table that is several such together, what neighbours are as a rule. */
enum { MAD_MAX_SPREAD = 8 };
struct mad_spread {
    uint32_t count;
    struct mad_shift shifts[MAD_MAX_SPREAD];
};

/* Directions of steps on a board of one word, where the processor has vectors of four: four up the numbered
 * squares, then four down. */
#if defined(__AVX2__)
enum { MAD_HAS_FANS = 1 };
#else
enum { MAD_HAS_FANS = 0 };
#endif
enum { MAD_FAN = 4 };
struct mad_fan {
    uint64_t to[2 * MAD_FAN]; /* squares that a step reaches; none: no such direction */
    uint64_t by[2 * MAD_FAN];
};

enum { MAD_MAX_STRETCHES = 24 }; /* no more than bits of 32 */

/* A part of a program that others hand nothing to: neither registers nor jumps across its ends. */
struct mad_stretch {
    uint32_t first, end; /* addresses */
    bool duty; /* all that is said under a duty, and nothing else is as long as that has ways */
    bool
        near; /* there are no ways in it unless men of near_slot stand where leap table near_table leads
                  from a square of the one mark that it asks about, which lasts a turn */
    uint16_t near_slot;
    uint32_t near_table;
};

/* Short ways that a load may leave out, see ways.def. */
enum mad_way {
#define MAD_WAY(name, text) MAD_WAY_##name,
#include "ways.def"
#undef MAD_WAY
    MAD_WAYS
};

/* When the next square of a ray is reached. */
enum mad_ray_rule {
    MAD_RAY_COUNT,        /* exactly `over` men before the target */
    MAD_RAY_HURDLE_LAST,  /* the last of them right before it */
    MAD_RAY_HURDLE_FIRST, /* the same, backwards: one of them on the first square */
};

/* What programs look up, by the numbers in their operands. */
struct mad_tables {
    const uint64_t *consts;     /* [const][words] */
    const uint64_t *leaps;      /* [table][square][words] */
    const uint8_t *rows;        /* [table][square], row_bytes each */
    struct mad_gather *gathers; /* [table][square][words]: of the rows' masks, without PEXT */
    const uint64_t *results;    /* [row.first + index][words] */
    const uint32_t *packed;     /* the same for rows of long ways; those of one shape share them */
    const uint16_t *
        paths; /* for the widest sets instead: from row.first on how many rays there are, then of each its
                              enum mad_ray_rule, over how many men, the first target, how many squares, and these */
    uint32_t const_count, leap_count, ride_count, result_count, row_bytes;
    bool *ride_hops;          /* [ride table] it may not tell all squares that it depends on */
    struct mad_shift *shifts; /* [leap table] */
    struct mad_spread *spreads;
    uint32_t *
        spread_of; /* [leap table] number + 1; 0: none, or no program goes along it again and again */
    struct mad_fan *fans;  /* of the programs' rows of squares; mad_vm_optimize fills them */
    const uint64_t *lines; /* [line][words] squares between two squares; of line 0 there are none */
    uint32_t *between;     /* [from][to] which line: on a line of neighbours, as rules ask for it */
    uint32_t *ways;        /* the same, and what lies on the ways of other riders */
    const uint16_t *distance; /* [from][to] in steps, 0xffff unreachable */
    uint32_t board_const;     /* constant set of all squares */
};

/* Where programs begin, for each player to move (generate, duty) or who moved last (illegal, judge). */
struct mad_entries {
    uint32_t pass[2];     /* holds when that player may pass, having no move */
    uint32_t end_turn[2]; /* holds when that player's turn ends early: `end-turn when` */
    uint32_t moved[2];    /* run when that player has moved: `when moved` */
    uint32_t duty[2], generate[2], illegal[2], judge[2], judge_static[2];
};

/* What is known of the ends, by the player who moved. */
struct mad_end_traits {
    bool when_stuck[2]; /* judge_static of that player holds only when the next cannot move */
    bool see_all[2];    /* they ask nothing that his enemy would not see alike, but who can move and
                             what the past was */
    uint32_t
        precheck[2]; /* when it does not hold, no end holds behind a still move, nor does `moved`
                             do anything; MAD_NO_PROGRAM: not known */
    const uint8_t *questions[2]; /* [code][square] bits: by what a move is told to be still */
    struct mad_watch watches[MAD_MAX_WATCHES];
    uint32_t watch_count;
    bool asks_past; /* whether anything asks how often a position has occurred */
};

/* Whom verbs take. */
struct mad_verb_takes {
    uint32_t ways[2]; /* of that player's verbs that may take somebody; see is_taken_by_verbs */
    uint32_t
        lines[2]; /* the end of it: those that were lines, and are verbs by what they hang on */
    bool *codes;  /* [code] whether enemies' verbs may take such a man */
    uint8_t
        asked[2]; /* code of whom one asks about on a square where no man of that player stands */
    bool royals;
};

/* What hinders answers from being foretold, by the player who answers; see w_forecast.h. */
struct mad_forecast_traits {
    bool allowed[2]; /* nothing forbids it */
    struct mad_stretch
        stretches[2][MAD_MAX_STRETCHES]; /* of what is said under `generate` and `duty` */
    uint32_t stretch_count[2];
    uint32_t asked_marks[2][MAD_MAX_MARKS]; /* [mark] bits: the stretches that ask about it */
    uint32_t all_asked_marks[2];            /* bits: marks that any of them asks about */
};

/* What goes on after a move of that player: `after each move`. */
struct mad_extension {
    uint32_t program[2];
    bool must[2];    /* the move is none without it */
    bool asks[2];    /* it asks what the move was that goes on */
    bool is_safe[2]; /* it leaves no law broken that the move did not break */
    uint8_t mark[2]; /* it only ever chooses an empty square of this mark; MAD_NO_MARK: any */
    bool lightly
        [2]; /* behind a plain move that changes but two squares it asks nothing but sets, then
                        puts men; mad_vm_optimize finds it */
    uint32_t choices[2]; /* where it does: how many choices it offers at most */
    uint32_t registers;  /* how many set registers it uses */
};

/* What the laws ask; masked: what goes for MAD_LEGALITY_ROYAL. */
struct mad_laws {
    bool see_marks;        /* they ask for marks that last a turn, or look ahead */
    bool more;             /* masked: some ways have other laws too, and are tested */
    bool royals_appear;    /* a way of a verb may make a royal where there is none */
    bool spares_royal;     /* masked: masks also keep men from attacking the enemy's royal */
    bool masks_alone[2];   /* no other laws, and nothing goes on after a move */
    bool none[2];          /* by player: no law binds his moves, and nothing goes on after them */
    uint8_t royal_code[2]; /* masked: the one royal code of each player */
    uint32_t guard[2];     /* by player: holds when the law about royals binds him */
    struct mad_law_reads guarding[2]; /* men of the enemy whose taking may release him */
    struct mad_law_reads reads[2];    /* by player: all that they look at */
    struct mad_law_reads beside[2]; /* what they look at that decides whether others but what masks
                                         answer may hold */
    uint32_t doubt[2];              /* holds when they may, as far as that says */
};

/* What captures take away besides the man who is taken. */
struct mad_explosion {
    bool triggers; /* some capture sets off more than the taking */
    bool masked;   /* MAD_LEGALITY_ROYAL: who captures goes too, and men around; with no other
                                royal there is no law, without his own no move */
    uint32_t exploded_from; /* leap tables: where to take one for whoever is here to go too; */
    uint32_t spared_from;   /* for men of the codes that blasts spare */
    uint32_t released[2];   /* by player, at the other's royal: where his own may be attacked */
    const uint8_t *spared_codes;
    uint8_t spared_count;
};

/* How each player attacks; leaps first. */
struct mad_attack_table {
    struct mad_attack *rows[2];
    uint32_t count[2];
    uint32_t all[2];            /* behind them are those that may take no royal, up to so many */
    uint32_t leaps[2];          /* how many of them are leaps */
    bool suspicious[2];         /* some of them are `suspect` */
    bool see_kinds[2];          /* his hoppers do not jump over everybody */
    struct mad_strike *strikes; /* those of a code one behind the other, in the order of codes */
    uint32_t strike_count;
    uint32_t *strikes_of; /* [code] the first of them; behind the last code how many there are */
};

/* For MAD_LEGALITY_ROYAL: what the royal of each player has to fear. */
struct mad_danger_table {
    struct mad_danger *rows[2][2]; /* [..][is it a ride] */
    uint32_t count[2][2];
    bool known[2];  /* else squares have to be asked about one by one */
    bool of_all[2]; /* unless it is in check they tell of any square, not only of its own */
    /* leap tables, at the royal: */
    uint32_t steps[2];   /* where it may step, and its own square */
    uint32_t near[2][2]; /* [..][is it a ride]: from where some danger may reach these */
    uint32_t leaps[2];   /* from where some leap reaches it */
};

/* What men may become at the end of their plain moves. */
struct mad_arrivals {
    struct mad_arrival **ways; /* [code] */
    uint32_t *count;           /* [code] */
    uint32_t
        *from; /* [code] constant set: squares from which a move may have a choice at its end */
    uint32_t *changes; /* [code] constant set: squares from which a move may end with another man */
    uint64_t *at;      /* [code][words] squares where a move may end with another man */
    uint32_t *choice_ends; /* [code] leap table: where a move from there has a choice at its end */
    uint8_t
        *more_ways; /* [code] how many choices there are besides the first; 0: not always as many */
    const uint8_t *choices;
    uint32_t choice_count;
};

/* What is known of the men of each code. */
struct mad_piece_table {
    struct mad_piece_traits *traits; /* [code], that of empty squares too */
    uint32_t *men_at;                /* [code] address of its MEN or ROYAL, or MAD_NO_PROGRAM */
    uint32_t *filters_at; /* [code] what works out filters of its own anew, or MAD_NO_PROGRAM */
    uint64_t *
        triggers_at; /* [code][words] squares where the program behind his own move does anything */
    uint8_t *worth;  /* [type] points */
    const struct mad_trail_mark **trail_marks; /* [code] null, or [from] */
    uint8_t *trace_mark;                       /* [code] which mark */
    uint32_t *after;                           /* [code] program run when its own move has ended */
    uint32_t *taken;                           /* [code] program run before it is taken */
    uint32_t *capturing;                       /* [code] program run after it has taken something */
    const uint8_t
        *placed; /* [code][square]: what a man placed there becomes at once; null: itself */
};

/* Marks by life, as bits. */
struct mad_mark_lives {
    uint16_t scratch; /* notes within one move */
    uint16_t last_turn, touched, follow;
    uint16_t *end_with;    /* [code] marks of its owner that end when it moves or is taken */
    uint16_t key_if_used;  /* they count for repetition only while a move uses them */
    uint8_t first_of_turn; /* no bits: the first that lasts a turn */
};

/* Where men go who are taken. */
struct mad_fates {
    uint8_t *pocket; /* [fate] pocket index, 0xff: leaves the game */
    bool *own;       /* [fate] it is that of who took; else that of the enemy of him who is taken */
    bool *ally;      /* [fate] it is that of the ally of who took */
    uint32_t count;
    uint8_t *
        hand_type; /* [code] type under which it goes to a pocket; 0xff: none, for it is never dropped */
    uint8_t *ally_type; /* [code] the same in the pocket of the player's ally */
};

/* The rules of a game as they are run. */
struct mad_program {
    struct mad_limit *limit;            /* the one thing that runs write */
    uint32_t left_out;                  /* bits: enum mad_way */
    const struct mad_instruction *code; /* as compiled; what is verified and shown */
    struct mad_instruction *fast; /* as run: mad_vm_optimize has looked up what operands lead to */
    const struct mad_code_place *places; /* of each instruction */
    uint32_t code_count;
    uint32_t registers;         /* how many set registers the programs that list moves use */
    uint32_t round_numbers;     /* how many number registers a verb that is repeated may write */
    uint32_t handler_registers; /* how many the programs of what happens by itself use */
    struct mad_entries entry;
    struct mad_tables tables;

    uint8_t pass_line;      /* 0: nobody passes */
    bool passes_freely;     /* a player who can move may pass too */
    uint8_t full_turn[2];   /* by player: whether a full move ends with his turn */
    bool must_capture;      /* who can capture has to */
    bool must_capture_most; /* and in the way that takes most */
    struct
        mad_capture_rank { /* of those: which goes before others, the first rank before the next */
        enum { MAD_BETTER_WITH, MAD_BETTER_MANY, MAD_BETTER_EARLY } what;
        uint64_t types[2];
    } capture_ranks[MAD_MAX_RANKS];
    uint32_t capture_rank_count;
    bool drops_without_side_effects; /* dropping a man changes no more than him and his pocket */
    uint32_t
        drops_at[2]; /* by player: the MANY of his one verb, where no move of either is anything
                             but to drop a man, and nothing else matters; see w_drops.h */
    enum mad_legality legality;
    struct mad_laws laws;
    struct mad_attack_table attack;
    struct mad_danger_table danger;
    struct mad_explosion explosion;
    struct mad_verb_takes taking;
    struct mad_forecast_traits forecast;
    struct mad_extension extension;
    struct mad_end_traits ends;

    struct mad_piece_table piece;
    struct mad_arrivals arrival;
    struct mad_mark_lives marks;
    struct mad_fates fate;
    uint8_t *breaks_quiet; /* [code] enum mad_breaks: what of it resets the quiet counter */
    bool quiet_capture;    /* captures reset it */
};

/* Where in the pockets a man goes whom `taker` has taken, plus one; 0: he leaves the game, as everybody does whom the
 * army that would have him cannot have. */
static inline uint32_t mad_pocket_cell(const struct mad_game *game, uint32_t fate, uint32_t code,
                                       uint32_t taker)
{
    const struct mad_fates *fates = &game->program->fate;
    const uint32_t pocket = fates->pocket[fate],
                   type = fates->ally[fate] ? fates->ally_type[code] : fates->hand_type[code];
    if (pocket == 0xff || type == 0xff) {
        return 0;
    }
    const uint32_t his = game->codes[code].owner;
    const uint32_t owner = his == MAD_NOBODY || fates->own[fate] ? taker : 1 - his;
    const bool can_have = fates->ally[fate] || game->code_of[type][owner] != 0xff;
    return can_have ? (pocket * 2 + owner) * game->type_count + type + 1 : 0;
}

/* Of a copy of a program: what may be done where nothing has to be done. */
static inline void mad_leave_out_duties(struct mad_program *program)
{
    program->entry.duty[0] = program->entry.duty[1] = MAD_NO_PROGRAM;
    program->must_capture = false;
}

/* The same, where nothing is forbidden. */
static inline void mad_leave_out_laws(struct mad_program *program)
{
    program->legality = MAD_LEGALITY_NONE;
    program->laws.more = program->laws.masks_alone[0] = program->laws.masks_alone[1] = false;
}

static inline bool mad_takes_way(const struct mad_program *program, enum mad_way way)
{
    return !(program->left_out >> way & 1);
}

#endif
