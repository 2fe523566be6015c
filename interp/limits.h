/* limits.h - every limit on what a rule file may ask for, with its reason. Crossing one is a
 * diagnostic at a line, never a crash, a hang or a silent cut. */
#ifndef MAD_LIMITS_H
#define MAD_LIMITS_H

enum {
    MAD_MAX_FILE_BYTES = 1 << 20,  /* rule files are pages, not books; bounds parsing time */
    MAD_MAX_NESTING = 64,          /* brackets and blocks; bounds recursion in the compiler */
    MAD_MAX_EVALUATIONS = 1 << 18, /* expressions of one load; definitions can double the work */
    MAD_MAX_USE_DEPTH = 32,        /* files that use files */
    MAD_MAX_SIDE = 16, /* files and ranks: 16 x 16 = 256 squares fill a set of 4 words */
    MAD_MAX_SQUARES = 256,
    MAD_MAX_TYPES = 100, /* a code (two owners) and empty must fit a byte */
    MAD_MAX_MARKS = 16,
    MAD_MAX_POCKETS = 4,
    MAD_MAX_COUNTERS = 6,         /* a byte for each player, in the head of a state */
    MAD_MAX_WATCHES = 32,         /* truths asked of all turns since a repetition began: a word */
    MAD_MAX_TURNS = 32,           /* moves that `turns` puts in order */
    MAD_MAX_DIRECTIONS = 64,      /* a set of directions is one machine word */
    MAD_MAX_OUTCOMES = 254,       /* of all tosses: index + 1 in a byte, 255 stands for open */
    MAD_MAX_LINES = 255,          /* lines that call verbs: index in a byte */
    MAD_MAX_CODE = 1 << 16,       /* program words: jumps are 16 bits */
    MAD_MAX_OPERAND = 255,        /* of an instruction: a byte */
    MAD_MAX_SETS = 256,           /* set registers: named by a byte */
    MAD_HANDLER_REGISTERS = 128,  /* the first of those for what happens by itself */
    MAD_NUMBERS = 128,            /* number registers; the upper half is for handlers */
    MAD_MAX_EVENTS = 64,          /* of a piece's own move: in which zones it starts is a word */
    MAD_MAX_ARRIVALS = 1024,      /* rows of what a piece may become: gone through at each move */
    MAD_MAX_PIECE_TABLES = 200,   /* tables of a piece's movement lines: counted in a byte */
    MAD_MAX_STEPS = 1 << 20,      /* rounds of loops to list moves, to make one, or to judge it */
    MAD_MAX_TRAIL = 1 << 13,      /* effects of one move: each mark on each square of 256, twice */
    MAD_MAX_TEST_COUNT = 1 << 14, /* questions of a `count` in a test: 64 positions each, or one */
    MAD_MAX_LINT_STEPS = 1 << 26, /* the same for all moves that lint makes of one game */
    MAD_MAX_MOVES = 1 << 16,      /* moves in one position */
    MAD_MAX_DELTAS = 1 << 18,     /* effects of all moves in one position */
    MAD_MAX_TABLE_BYTES = 64 << 20, /* tables of one game */
    MAD_MAX_COUNT = 9999,           /* quiet plies and turns: four digits in position texts */
    MAD_MAX_ERRORS = 20,            /* diagnostics shown of one load */
};

#endif
