/* mad_rules.h - the public face of libmadrules: rule texts become games, games are played.
 *
 *   mad_engine    what is shared by loads: the library texts, limits. Threads may share it.
 *   mad_game      a compiled variant: immutable, shared by threads, freed after its last user.
 *   mad_position  a game in progress: the position, the moves that led to it, what can be undone; for one thread.
 *   mad_moves     the legal moves of a position, with their texts.
 *
 * Every function that can fail returns enum mad_status and leaves its out-parameters untouched on failure. free(NULL)
 * is fine. Strings that a function hands out belong to the object they came from and live as long as it. Nothing
 * here prints; nothing here exits. */
#ifndef MAD_RULES_H
#define MAD_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; mad_version tells that of the library that runs. cli/CHANGES.md says what came
 * with each. MAD_ABI is raised when programs have to be compiled anew: it is the number of libmadrules.so.N. */
#define MAD_VERSION "0.1.0"
#define MAD_ABI     0
const char *mad_version(void);

#ifdef __GNUC__
#define MAD_MUST_CHECK __attribute__((warn_unused_result))
#else
#define MAD_MUST_CHECK
#endif

enum mad_status {
    MAD_OK = 0,
    MAD_ERROR_RULES,     /* the rule text has errors: see the diagnostics */
    MAD_ERROR_NOT_FOUND, /* no such file, shipped game, variant, option */
    MAD_ERROR_READ,      /* a file could not be read: a directory, no permission, too large */
    MAD_ERROR_TEXT,      /* malformed position or move text: see struct mad_text_error */
    MAD_ERROR_ILLEGAL,   /* the move is well formed and not legal here */
    MAD_ERROR_AMBIGUOUS, /* several moves fit */
    MAD_ERROR_OVER,      /* the game is over */
    MAD_ERROR_LIMIT,     /* a limit of limits.h was crossed while playing: see mad_game_limit */
    MAD_ERROR_MEMORY,    /* an allocation failed */
    MAD_ERROR_MISUSE,    /* arguments that make no sense */
    MAD_ERROR_CHANCE,    /* the move tosses: its outcome has to be given */
    MAD_ERROR_STOPPED,   /* `interrupt` said so before the work was done */
};
const char *mad_status_text(enum mad_status status);

typedef struct mad_engine mad_engine;
typedef struct mad_game mad_game;
typedef struct mad_position mad_position;
typedef struct mad_moves mad_moves;

/* --- engine ------------------------------------------------------------------------------------ */

MAD_MUST_CHECK enum mad_status mad_engine_new(mad_engine **out);
void mad_engine_free(mad_engine *engine);

/* Where memory comes from, for embedders and for tests that let allocations fail. `resize` makes
 * (block null), grows, shrinks and frees (new_bytes 0, returns null) like realloc; null for new_bytes
 * above 0 means that there is none, and then the block is as before. Blocks are aligned as malloc
 * aligns them. Threads that share an engine or a game call it at the same time. */
struct mad_memory {
    void *(*resize)(void *context, void *block, size_t old_bytes, size_t new_bytes);
    void *context;
};
/* As mad_engine_new; everything that the engine, its games, positions and move lists need comes from
 * `memory` (copied; its context must live as long as they all). Null: the C library. */
MAD_MUST_CHECK enum mad_status mad_engine_new_with(const struct mad_memory *memory,
                                                   mad_engine **out);

/* Rule files are looked for in this folder too, behind the folders that were added before it. Names of shipped files
 * go first, in rule files too; then what lies in the working folder, or beside the file that names it; then these. The
 * path is copied. Before threads share the engine. */
MAD_MUST_CHECK enum mad_status mad_engine_add_folder(mad_engine *engine, const char *path);
const char *mad_engine_folder(const mad_engine *engine, size_t index); /* null behind the last */

/* Shipped rule files: "chess", "mad-elephant-chess", ...; index from 0, null behind the last. */
const char *mad_shipped_name(const mad_engine *engine, size_t index);
const char *mad_shipped_text(const mad_engine *engine, const char *name); /* null when unknown */
/* The same for the library (stdlib): "boards", "castling", ... */
const char *mad_library_name(const mad_engine *engine, size_t index);
const char *mad_library_text(const mad_engine *engine, const char *name);

/* --- diagnostics: findings about rule texts, as data ---------------------------------------------- */

enum mad_severity { MAD_SEVERITY_ERROR, MAD_SEVERITY_WARNING, MAD_SEVERITY_INFO };

struct mad_place {
    const char *file;      /* name of the text */
    uint32_t line, column; /* from 1; columns count code points. Line 0: the file as a whole */
    uint32_t length;       /* code points marked, at least 1 */
    const char *line_text; /* the whole line, without its newline; null with line 0 */
};

struct mad_note { /* a second place, a remedy or a witness (place.file null when it has none) */
    struct mad_place place;
    const char *text;
    bool is_witness; /* text is a command that shows what was found */
};

struct
    mad_fix { /* what to write in place of some bytes of a text; of several each alone would do */
    const char *file;    /* name of the text */
    uint32_t begin, end; /* bytes of the text; the same when nothing is taken out */
    const char *text;
    const char
        *shown; /* the lines as they are then, without the last newline; null: they are gone */
    uint32_t first_line; /* of those, from 1 */
    bool is_safe;        /* means what the author meant for certain */
};

struct mad_diagnostic {
    const char *id;   /* "MAD030" */
    const char *name; /* "undef-name" */
    enum mad_severity severity;
    struct mad_place place;
    const char *text;  /* what is wrong */
    const char *label; /* said under the caret, or null */
    const struct mad_note *notes;
    size_t note_count;
    const struct mad_fix *fixes;
    size_t fix_count;
};

typedef struct mad_diagnostics mad_diagnostics;
size_t mad_diagnostics_count(const mad_diagnostics *list);
size_t mad_diagnostics_errors(const mad_diagnostics *list);
/* How many more were found at least: a list keeps no more of one load than a reader takes in. */
size_t mad_diagnostics_dropped(const mad_diagnostics *list);
const struct mad_diagnostic *mad_diagnostics_at(const mad_diagnostics *list, size_t index);
void mad_diagnostics_free(mad_diagnostics *list);

/* What there is to say about one kind of finding. */
struct mad_explanation {
    const char *id, *name;
    enum mad_severity severity;
    const char *why; /* what it means, and what to write */
    /* Rule texts with and without it, or null. A text without a heading `game` goes on from `game
     * "Example" like chess`, one without `mad 1` begins with it. */
    const char *avoid, *prefer;
};
size_t mad_explanation_count(void);
struct mad_explanation mad_explanation_at(size_t index); /* empty behind the last */
/* By id or short name; false when there is none. */
bool mad_explain(const char *id_or_name, struct mad_explanation *out);

struct mad_setting;
struct mad_load;
/* Called now and then during long work; returning true ends it early. */
typedef bool (*mad_interrupt)(void *context);

struct mad_lint_options {
    bool is_static;     /* only what can be told without making moves */
    uint32_t games;     /* random games played with each variant; 0: none */
    uint64_t seed;      /* of these games: the same seed gives the same findings */
    bool wants_remarks; /* also those that take a load for each sentence: what no test needs */
    mad_interrupt interrupt;
    void *context;
};
/* Everything that can be found in a rule file: what loading it finds, and what looks like a slip. The
 * game and all its variants, or the one that is named; what several of them have is told once.
 * Findings that a comment `mad: allow(ID) reason` lets be are left out. `*out` is set in every case
 * but MAD_ERROR_MEMORY and belongs to the caller. MAD_OK also when there are findings, except errors
 * of loading; then the status of the first load that failed. */
MAD_MUST_CHECK enum mad_status mad_lint(const mad_engine *engine, const struct mad_load *load,
                                        const struct mad_lint_options *options,
                                        mad_diagnostics **out);

/* --- games -------------------------------------------------------------------------------------- */

struct mad_setting { /* a rule option given from outside */
    const char *option, *value;
};

struct mad_load {
    const char *path; /* a file to read, or the bare name of a shipped one (tried first) */
    const char *text; /* when not null: the rule text itself, `path` its name in messages */
    size_t text_bytes;
    bool
        text_is_of_path; /* it stands for what is in the file `path`, whose neighbours may be used */
    const char
        *variant; /* null: the game itself; else a variant's name, case and spaces folded, or a
                            unique suffix of it */
    const struct mad_setting *settings;
    size_t setting_count;
    bool with_seats;    /* games of three players and more, too; without it they are refused */
    bool with_plan;     /* keep what mad_game_plan tells */
    bool with_comments; /* keep what mad_game_comment tells, and words */
    bool
        without_learned; /* search by what is found out from the rules alone: see mad_game_learned */
};

/* Loads, checks and compiles. `*diagnostics` is set in every case but MAD_ERROR_MEMORY (warnings come
 * with MAD_OK too) and belongs to the caller; pass null when not wanted. */
MAD_MUST_CHECK enum mad_status mad_game_load(const mad_engine *engine, const struct mad_load *load,
                                             mad_game **out, mad_diagnostics **diagnostics);
void mad_game_free(mad_game *game);

enum { MAD_MOST_PLAYERS = 4 };
struct mad_game_info {
    const char *title, *inventor, *source; /* inventor, source may be null */
    const char *family;   /* games that people look for together ("Shogi"), may be null */
    int year;             /* 0 when not said */
    const char *name;     /* by which it was loaded: "crazyhouse", "mad-elephant-chess:chessgi" */
    const char *settings; /* options given other values than the rules say: "a=b c=d" */
    const char *digest; /* of all rule texts, without comments and layout: 16 hexadecimal digits */
    const char *const *about; /* lines of introduction */
    size_t about_count;
    const char *const *called; /* other names of this game or variant */
    size_t called_count;
    const char *const *
        built_on; /* titles of the games that it is like, the farthest first, and of its own file */
    size_t built_on_count;
    int files, ranks, squares;
    int boards; /* side by side, as wide as each other; `files` are those of all together */
    int tiers;  /* one above the other, as high as each other; `ranks` are those of all together */
    bool are_apart; /* boards: the rules say that they do not touch */
    int players;    /* 2, also where one plays alone; 3 or 4 */
    const char *player_name[MAD_MOST_PLAYERS];
    unsigned allies[MAD_MOST_PLAYERS]; /* bits: he himself and those who play with him */
    char player_letter[MAD_MOST_PLAYERS];
    bool first_has_capitals; /* letters of the first player's men; else the second's are capitals */
    bool has_hand;           /* prints [..] */
    bool hexagons; /* of square s, files * rank + file, the one up right is s + files + 1 */
    int slant; /* 1: squares are hexagons, and each rank lies half of one to the right of the rank below; -1: to the
                    * left; by the six neighbours called `adjacent`. Else 0 */
    bool
        plays_alone; /* the second player is Nobody: he never moves, and wins when the first fails */
};
struct mad_game_info mad_game_info(const mad_game *game);

/* Visits what a rule file says of its game or variant, without the work of making a game of it (a tenth of it): title,
 * inventor, source, family, year, about, called, files, ranks and hexagons; the rest is empty, and nothing outlives the
 * visit. What only compiling finds is not found. */
typedef void (*mad_heading_visit)(void *context, const struct mad_game_info *info);
MAD_MUST_CHECK enum mad_status mad_visit_heading(const mad_engine *engine,
                                                 const struct mad_load *load,
                                                 mad_heading_visit visit, void *context);

/* The rule text laid out the one way in which rule files are: indentation, blanks, blank lines. Its lines,
 * comments and meaning stay. Malloced, ended by NUL; the caller frees. MAD_ERROR_RULES: it is no rule
 * text, see the diagnostics, which are as for mad_game_load. */
MAD_MUST_CHECK enum mad_status mad_format(const mad_engine *engine, const char *name,
                                          const char *text, size_t bytes, char **out,
                                          mad_diagnostics **diagnostics);

/* A word of a rule text, for editors: texts that cannot be read as rules have words too. */
enum mad_word_sort {
    MAD_SORT_KEYWORD, /* of the language, perhaps several in a row: "move or capture" */
    MAD_SORT_NAME,    /* begins with a capital */
    MAD_SORT_WORD,    /* a name in small letters */
    MAD_SORT_TEXT,    /* in quotation marks */
    MAD_SORT_LETTER,  /* in brackets */
    MAD_SORT_SQUARE,
    MAD_SORT_NUMBER,
    MAD_SORT_CELL, /* of an array */
    MAD_SORT_MOVE,
    MAD_SORT_COMMENT,
    MAD_SORT_SIGN,
};
struct mad_text_word {
    uint32_t begin, end; /* bytes of the text */
    enum mad_word_sort sort;
    const char *keyword; /* as the language writes it, or null; lives as long as the program */
    bool is_first;       /* of its sentence */
};
/* The words of the text in their order, comments among them. Malloced; the caller frees. MAD_ERROR_LIMIT: the text is
 * longer than rule files may be. */
MAD_MUST_CHECK enum mad_status mad_text_words(const mad_engine *engine, const char *text,
                                              size_t bytes, struct mad_text_word **out,
                                              size_t *count);
/* What may follow the text by the grammar alone: keywords, "a capitalised name", "a name in small letters". The list is malloced,
 * the caller frees it; its strings live as long as the program. */
MAD_MUST_CHECK enum mad_status mad_text_expected(const mad_engine *engine, const char *text,
                                                 size_t bytes, const char ***out, size_t *count);

/* Variants that a rule file holds, and which options a game has. */
MAD_MUST_CHECK enum mad_status mad_list_variants(const mad_engine *engine,
                                                 const struct mad_load *load, char ***titles,
                                                 size_t *count); /* free with mad_strings_free */
void mad_strings_free(char **strings, size_t count);
/* A name by which a game, or a variant of it, is called; false ends the visit. */
typedef bool (*mad_name_visit)(void *context, const char *variant, const char *name);
/* Visits the titles of a rule file and what it is also called; `variant` is null for the game itself. */
MAD_MUST_CHECK enum mad_status mad_visit_names(const mad_engine *engine,
                                               const struct mad_load *load, mad_name_visit visit,
                                               void *context);
/* Which shipped game, and which variant of it, a name means: "three-check", "Three-Check Chess", "3check",
 * "chess:variant". Capitals and signs between words do not count. MAD_ERROR_NOT_FOUND: none. */
struct mad_game_name {
    char path[64];
    char variant[128]; /* empty: the game itself */
};
MAD_MUST_CHECK enum mad_status mad_find_game(const mad_engine *engine, const char *name,
                                             struct mad_game_name *out);
/* Whether the name is that of the game, its title, or what it is also called. */
bool mad_game_is_called(const mad_game *game, const char *name);
size_t mad_game_option_count(const mad_game *game);
const char *mad_game_option(const mad_game *game, size_t index, const char **value,
                            const char *const **values, size_t *value_count);
/* What the comment above its declaration says, on one line; null when there is none. */
const char *mad_game_option_about(const mad_game *game, size_t index);

/* Parts of the board that the rules give a name and that are the same in every position: palace, hill,
 * promotion-rank. Null behind the last. */
size_t mad_game_zone_count(const mad_game *game);
const char *mad_game_zone(const mad_game *game, size_t index);
/* Whether the square belongs to it for that player: `last rank` is not the same for all. */
bool mad_game_is_in_zone(const mad_game *game, size_t index, int player, int square);

struct mad_piece_info {
    const char *name, *letter;
    const char *kind; /* the name, but for "Red Pawn" where more than two play: "Pawn" */
    int owner;        /* 0, 1, -1 both, 2 nobody */
    bool royal;
    const char *const *rules; /* its lines in force, as written in the rule files */
    size_t rule_count;
};
size_t mad_game_piece_count(const mad_game *game);
struct mad_piece_info mad_game_piece(const mad_game *game, size_t index);
/* The lines of the rules that belong to no piece (laws, ends, fates ...), as written. */
size_t mad_game_rule_count(const mad_game *game);
const char *mad_game_rule(const mad_game *game, size_t index);

bool mad_game_rule_is_end(const mad_game *game, size_t index);

/* For pages about a game; of a load with comments, else there are none. */
enum mad_comment_of {
    MAD_COMMENT_PIECE, /* above its declaration */
    MAD_COMMENT_LINE,  /* above line `line` of a piece */
    MAD_COMMENT_RULE,  /* above a rule that belongs to no piece */
};
/* What the comment says, on one line; null when there is none. `index` is of the piece or rule. */
const char *mad_game_comment(const mad_game *game, enum mad_comment_of what, size_t index,
                             size_t line);
/* What stands below a line of a piece, or below a rule, that opens a block: its lines in English, two blanks before them
 * for each block in it that they are in. Null when it opens none, or when the sentence of the line says it all. */
const char *mad_game_block(const mad_game *game, enum mad_comment_of what, size_t index,
                           size_t line);
/* The line in English: one sentence or several. A name that rules give a meaning stands between the bytes 1 and 2 in it;
 * the name of a verb between 3 and 2 is said in other words there, and no part of the sentence; names between 4 and 2
 * mean something in these steps alone. Empty when options leave it nothing to say. */
const char *mad_game_sentence(const mad_game *game, enum mad_comment_of what, size_t index,
                              size_t line);
/* A word that rules give a meaning: `hill means d4, e4, d5 or e5`; or a verb. */
struct mad_word_info {
    const char *name,
        *meaning;      /* "hill", "d4, e4, d5 or e5"; of a verb what stands behind its name */
    const char *told;  /* the meaning in English, as sentences are */
    const char *about; /* the comment above it, or null */
    const char *block; /* what a verb does, as below lines; null: a word that is no verb */
};
bool mad_game_word(const mad_game *game, size_t index, struct mad_word_info *out);
/* How a test of the rule file begins: its position, null for the array, the moves that it plays from there, or
 * that it says to be legal there, of which `named`, else null, is the first. False behind the last. */
struct mad_test_info {
    const char *title, *position;
    const char *const *moves;
    size_t move_count;
    const char *named;
};
bool mad_game_test(const mad_game *game, size_t index, struct mad_test_info *out);
const char *mad_game_square_name(const mad_game *game, int square); /* null off the board */
int mad_game_square(const mad_game *game, const char *name);        /* -1 when there is none */
bool mad_game_is_hole(const mad_game *game, int square);
bool mad_game_link(const mad_game *game, size_t index, int *one, int *other); /* joined by lines */

/* What happened when a function that plays this game ended with MAD_ERROR_LIMIT: the last of them, where
 * several threads play. False when none has. */
struct mad_limit_info {
    const char *file; /* of the sentence that was running; null when it was no single one */
    uint32_t line;
    char text[240]; /* which limit, and what to do about it */
};
bool mad_game_limit(const mad_game *game, struct mad_limit_info *out);

/* How each way to move was compiled, between rule text and programs, for `mad disasm --plan`: what is chosen,
 * asked and done, what each of these looks at, and how legality is told. Null when the load was without it; lives
 * as long as the game. */
const char *mad_game_plan(const mad_game *game);

/* The programs and tables as text, for `mad disasm`. Malloced; the caller frees. */
MAD_MUST_CHECK enum mad_status mad_game_disassemble(const mad_game *game, char **out);

/* --- positions ----------------------------------------------------------------------------------- */

struct mad_text_error { /* where a position or move text is wrong */
    size_t offset;      /* byte */
    char text[200];     /* what is wrong and what to do about it */
};

MAD_MUST_CHECK enum mad_status mad_position_new(const mad_game *game, mad_position **out);
/* Whether the rules shuffle the array before a game; mad_position_new sets it up as it is written. */
bool mad_game_is_shuffled(const mad_game *game);
/* Begins anew with an array that is drawn: each that the rules allow is as likely. The same seed draws the same.
 * Of other games it is the array. */
MAD_MUST_CHECK enum mad_status mad_position_shuffle(mad_position *position, uint64_t seed);
void mad_position_free(mad_position *position);
const mad_game *mad_position_game(const mad_position *position);
/* How position texts and moves are written. Rule files say what is different in a dialect. */
enum mad_dialect {
    MAD_DIALECT_ANY, /* ours, or what it can be when it is not */
    MAD_DIALECT_OURS,
    MAD_DIALECT_FSF,      /* Fairy-Stockfish, pychess */
    MAD_DIALECT_LICHESS,  /* pockets as one more rank, +0+0 */
    MAD_DIALECT_SFEN,     /* of shogi programs */
    MAD_DIALECT_SHREDDER, /* castling rights by files */
    MAD_DIALECT_PDN,      /* W:W31-50:B1-20 */
    MAD_DIALECT_WXF,      /* moves alone: C2=5 */
    MAD_DIALECT_ICCS,     /* moves alone: H2-E2 */
    MAD_DIALECTS
};
const char *mad_dialect_name(enum mad_dialect dialect); /* "fsf"; null behind the last */
/* Whether the rules say anything in the dialect. */
bool mad_game_has_dialect(const mad_game *game, enum mad_dialect dialect);
/* The square with a number, from 1 on, where squares are numbered as for draughts; -1: none has it. */
int mad_game_numbered_square(const mad_game *game, int number);
/* Whether PDN calls these squares by their names. */
bool mad_game_names_squares(const mad_game *game);
/* How texts of a dialect call piece `index`; null when they cannot, for its letter is another's there. */
const char *mad_game_piece_letter_as(const mad_game *game, size_t index, enum mad_dialect dialect);

/* Starts a new game from the text, which is read as MAD_DIALECT_ANY: as our own, and as another dialect of
 * the game when it cannot be that. Where it can be both, and another position, error->text says what was
 * assumed. Beside that, all dialects take: missing fields at the end, `[-]`, a hand as one more rank, `*`
 * for holes, `3+3` and `+0+0` where the rules say what is counted, castling rights of other arrays
 * (X-FEN, Shredder-FEN), move number 0, opcodes of EPD. On failure the position is as before.
 * `error->text` may carry a warning (dropped castling rights) with MAD_OK; empty otherwise. */
MAD_MUST_CHECK enum mad_status mad_position_set(mad_position *position, const char *text,
                                                struct mad_text_error *error);
/* The same for a text that is known to be of a dialect: one of those up to MAD_DIALECT_PDN. */
MAD_MUST_CHECK enum mad_status mad_position_set_as(mad_position *position, const char *text,
                                                   enum mad_dialect dialect,
                                                   struct mad_text_error *error);
/* Copies `from`, history included, over `to`; both of one game. */
MAD_MUST_CHECK enum mad_status mad_position_copy(mad_position *to, const mad_position *from);
/* Writes the position text; returns its length, like snprintf. */
size_t mad_position_text(const mad_position *position, char *buffer, size_t size);
/* The same in a dialect; `*length` is what the other returns. MAD_ERROR_TEXT, with the reason, when the
 * dialect has no place for all of it. */
MAD_MUST_CHECK enum mad_status mad_position_text_as(const mad_position *position,
                                                    enum mad_dialect dialect, char *buffer,
                                                    size_t size, size_t *length,
                                                    struct mad_text_error *error);
uint64_t mad_position_key(const mad_position *position); /* incremental Zobrist key */
uint64_t mad_position_key_from_scratch(const mad_position *position);

int mad_position_side(const mad_position *position); /* to move: 0 or 1, up to 3 where more play */
const char *mad_position_mover(const mad_position *position);    /* the name of who is to move */
uint32_t mad_position_ply(const mad_position *position);         /* moves made and not undone */
uint32_t mad_position_move_number(const mad_position *position); /* the same for both players */
/* What stands on a square: false when empty. Letter in the case of the owner, with `+`. */
struct mad_man {
    int piece; /* index for mad_game_piece */
    int owner;
    int player; /* whose he is, up to 3 where more than two play; -1: nobody's, or of who is out */
    const char *letter;
};
bool mad_position_man(const mad_position *position, int square, struct mad_man *out);
/* Who stands below him, the lowest first, where men stand on one another: false when there are no more. */
bool mad_position_below(const mad_position *position, int square, int level, struct mad_man *out);
/* Names of the numbers that squares or pieces carry; null behind the last. How many stand on one another is one, told
 * where they are two or more. */
const char *mad_game_number_name(const mad_game *game, size_t number);
/* What one of them says of a square; 0 where there is no such number or square. */
int mad_position_number(const mad_position *position, size_t number, int square);
/* Squares of a mark shown as `name` ("taunt"): returns how many, fills up to `size`. */
size_t mad_position_marked(const mad_position *position, const char *name, int *squares,
                           size_t size);
/* How many men of a piece a player's pocket holds; pocket index from 0, name null behind the last. */
const char *mad_game_pocket_name(const mad_game *game, size_t pocket);
int mad_position_pocket(const mad_position *position, size_t pocket, int owner, int piece);

enum mad_outcome {
    MAD_GOES_ON,
    MAD_WIN_FIRST,
    MAD_WIN_SECOND,
    MAD_DRAW,
    MAD_WIN_THIRD,
    MAD_WIN_FOURTH
};
/* Which player has won, counted from 0: of allies the first of them; -1: nobody. */
int mad_winner(enum mad_outcome outcome);
/* The win of such a player. */
enum mad_outcome mad_win_of(int player);
struct mad_result {
    enum mad_outcome outcome;
    const char *winner;  /* his name, "Red and Green" of allies; null: nobody has won */
    bool won_by_several; /* they are allies */
    const char *reason;  /* the rule line that decided, as written; null while it goes on */
    const char *told;    /* the same in English, with the players' names; null: it has none */
    int scored;          /* points decided, of so many players; 0: they did not */
    int points[MAD_MOST_PLAYERS];
};
MAD_MUST_CHECK enum mad_status mad_position_result(mad_position *position, struct mad_result *out);

/* --- moves --------------------------------------------------------------------------------------- */

struct mad_move_info {
    const char *coord; /* e2e4, a3:a8, N@d5 */
    const char *text;  /* the rule file's notation */
    int from, to;      /* squares; from -1 for drops */
    bool takes;        /* of a move with a toss: by some outcome */
    const char *verb;  /* "move", "rampage", ... */
    size_t outcomes;   /* of the toss that belongs to it; 0: all that it does is certain */
};

/* What a toss may come to. */
struct mad_outcome_info {
    const char *name;    /* "heads" */
    uint32_t weight, of; /* it comes `weight` times of `of`; the weights of a toss add up to `of` */
    size_t index; /* of the move with this outcome, for mad_moves_at and mad_position_apply */
};

MAD_MUST_CHECK enum mad_status mad_moves_new(const mad_game *game, mad_moves **out);
void mad_moves_free(mad_moves *moves);
/* The legal moves of the position, none when the game is over by rule (repetition and counters
 * included), sorted by coordinate text. */
MAD_MUST_CHECK enum mad_status mad_moves_list(mad_moves *moves, mad_position *position);
/* The same as if the game were not over; for diagrams. */
MAD_MUST_CHECK enum mad_status mad_moves_list_raw(mad_moves *moves, mad_position *position);
/* The same in no order and without their texts, which take longer than the moves: for who asks where they go. */
MAD_MUST_CHECK enum mad_status mad_moves_list_nameless(mad_moves *moves, mad_position *position);
size_t mad_moves_count(const mad_moves *moves);
struct mad_move_info mad_moves_at(const mad_moves *moves, size_t index);
/* How a dialect writes the move, so that it is no other one of the list; returns the length, like snprintf. 0: the
 * dialect has no text of its own for it. Moves are written in MAD_DIALECT_PDN: 32-28, 24x15, 19x28x37. */
size_t mad_moves_text_as(const mad_moves *moves, size_t index, enum mad_dialect dialect,
                         char *buffer, size_t size);
/* A move with a toss stands in the list once, as the choice that it is (`P?5e`). Each of its outcomes is
 * a move that can be made (`P?5e:heads`), with an index behind all choices. `outcome` counts from 0;
 * all zeros where there is none. */
struct mad_outcome_info mad_moves_outcome(const mad_moves *moves, size_t index, size_t outcome);
/* Which of the listed moves a text means, in either notation; lenient about x : - + # = and about
 * capitals. MAD_ERROR_ILLEGAL with the reason and close matches in error->text (without `error` none
 * is looked for), MAD_ERROR_AMBIGUOUS, MAD_ERROR_TEXT. A text without an outcome finds the choice. */
MAD_MUST_CHECK enum mad_status mad_moves_find(const mad_moves *moves, const char *text,
                                              size_t *index, struct mad_text_error *error);
/* The same among the moves of who stands on the square, so that a text fits no others'; -1: among all. */
MAD_MUST_CHECK enum mad_status mad_moves_find_of(const mad_moves *moves, const char *text,
                                                 int square, size_t *index,
                                                 struct mad_text_error *error);
/* Makes move `index` of the list, which must be the list of this position. MAD_ERROR_CHANCE for a move
 * with a toss: toss, and make one of its outcomes. */
MAD_MUST_CHECK enum mad_status mad_position_apply(mad_position *position, const mad_moves *moves,
                                                  size_t index);
MAD_MUST_CHECK enum mad_status mad_position_undo(
    mad_position *position); /* MAD_ERROR_MISUSE at the start */
/* Finds and makes the move in one go. MAD_ERROR_CHANCE, with what may be said in error->text, when the
 * text leaves the outcome of a toss open. */
MAD_MUST_CHECK enum mad_status mad_position_play(mad_position *position, const char *text,
                                                 struct mad_text_error *error);
/* The same with a list of the caller's; `*index` says which of its moves it was, and it may hold few
 * others. For many moves one after the other. */
MAD_MUST_CHECK enum mad_status mad_position_play_with(mad_position *position, mad_moves *moves,
                                                      const char *text, size_t *index,
                                                      struct mad_text_error *error);

/* Who of the side to move could be taken at once, were it the other's turn. */
struct mad_threat {
    int taken, from; /* squares: of him, and of who would take him */
    bool is_royal;   /* he is; then it is check, and laws are not asked whether it can be done */
};
/* `*count` is how many there are, the first `size` of them are filled in, royals first. None where the
 * players do not simply move by turns, and none by moves that hang on a toss. */
MAD_MUST_CHECK enum mad_status mad_position_threats(const mad_position *position,
                                                    struct mad_threat *threats, size_t size,
                                                    size_t *count);

/* --- why ------------------------------------------------------------------------------------------- */

struct mad_why_step {
    struct mad_place
        place;        /* of a sentence of the rules; file null: `text` tells of the position */
    const char *text; /* what it does: "forbids it", "makes it ..."; or a fact, in words */
    bool
        is_verdict; /* the text says that it is not legal, or no question; else it goes before all others */
};
typedef void (*mad_why_sink)(void *context, const struct mad_why_step *step);
/* Why a move, in either notation, can or cannot be made. Of a legal one: what it changes, and each sentence
 * without which it would not be there, or would do something else. Of an illegal one: what mad_moves_find
 * says, sentences that forbid it, and men and marks without which it would be legal. It is found out by
 * trial, in some hundred loads and MAD_MAX_WHY_STEPS at most: `load` has to be that of the position's game. Steps live as long as the
 * call of `sink`; `interrupt` gets the `context` of `sink`, and may be null. MAD_ERROR_OVER,
 * MAD_ERROR_TEXT and MAD_ERROR_AMBIGUOUS, after a step that says so, when it is no question. */
MAD_MUST_CHECK enum mad_status mad_why(const mad_engine *engine, const struct mad_load *load,
                                       const mad_position *position, const char *move,
                                       mad_interrupt interrupt, mad_why_sink sink, void *context,
                                       bool *is_legal);

/* --- cover ------------------------------------------------------------------------------------------ */

enum mad_cover_need {                    /* what would be different without a sentence */
                      MAD_COVER_MAKES,   /* `move` could not be made */
                      MAD_COVER_FORBIDS, /* `move` could be made */
                      MAD_COVER_CHANGES, /* `move` would do something else */
                      MAD_COVER_ENDS,    /* the game would not be over by it behind `move` */
};
/* One sentence of the rules: a line of a piece, a law, what players may do, an end, a `require` of a verb. */
struct mad_cover_line {
    struct mad_place place;
    bool is_needed;   /* by some test or game; without it all of them would come out the same */
    bool is_unseen;   /* not looked at, or not to the end: it took more than MAD_MAX_COVER_STEPS */
    const char *test; /* title of the first test that needs it; null: none does */
    /* The first position of a game that needs it, and a move there; null: no game does, or a test does. */
    const char *position, *move;
    int from; /* where the move begins; -1: nowhere on the board */
    enum mad_cover_need need;
};
typedef void (*mad_cover_sink)(void *context, const struct mad_cover_line *line);
struct mad_cover_options {
    uint32_t games; /* to play beside the tests */
    uint64_t seed;
    uint64_t nodes;   /* positions to look at for a move of a game; 0: moves are drawn */
    uint64_t steps;   /* most to take, and for each game as many again; 0: MAD_MAX_COVER_STEPS */
    const char *file; /* only its sentences below `line` are looked at; null: all */
    uint32_t line;
    mad_interrupt interrupt; /* both may be null */
    void *context;
};
enum { MAD_COVER_PLIES = 200 }; /* of a game, at most */
/* Which sentences in force, inherited ones too, the tests of a game or variant need, and which games need. A test
 * needs a sentence when without it a move that it plays or lists is not as it was, or does something else;
 * a count (up to thirty thousand) is another one; an end, when it ended the game. Found out by trial: a load for each sentence. Lines
 * live as long as the call of `sink`; `interrupt` gets the context of the options. MAD_ERROR_STOPPED: it was
 * ended early, and nothing is told. */
MAD_MUST_CHECK enum mad_status mad_cover(const mad_engine *engine, const struct mad_load *load,
                                         const struct mad_cover_options *options,
                                         mad_cover_sink sink, void *context);

/* --- counting and searching ------------------------------------------------------------------------ */

MAD_MUST_CHECK enum mad_status mad_perft(const mad_position *position, int depth, uint64_t *nodes,
                                         mad_interrupt interrupt, void *context);
/* The same number, but the last moves are made as well, as a search would make them, where mad_perft
 * only counts them: it takes longer and shows how fast moves are made. */
MAD_MUST_CHECK enum mad_status mad_perft_made(const mad_position *position, int depth,
                                              uint64_t *nodes, mad_interrupt interrupt,
                                              void *context);

/* Random games: every move is drawn alike from all legal ones, tosses by their weights, and every end
 * rule is asked, repetition and counters included. */
struct mad_playouts {
    uint64_t games, plies;
    uint64_t wins[MAD_MOST_PLAYERS], draws;
    uint64_t
        unfinished; /* stopped after max_plies, or without a move though no rule says what then */
};
struct mad_playout_limits {
    uint64_t games;     /* 0: until `interrupt` says so; a game that it cuts short does not count */
    uint64_t seed;      /* the same seed, the same games */
    uint32_t max_plies; /* of a game; 0: MAD_PLAYOUT_PLIES */
    bool shuffles;      /* where the rules shuffle the array, each game begins with another one */
    mad_interrupt interrupt;
    void *context;
};
enum { MAD_PLAYOUT_PLIES = 10000 };
/* Plays from the position, which stays as it is. MAD_ERROR_MISUSE when nothing would end it. */
MAD_MUST_CHECK enum mad_status mad_playout(const mad_position *position,
                                           const struct mad_playout_limits *limits,
                                           struct mad_playouts *sum);

struct mad_search_report {
    size_t best; /* index in the list of legal moves as mad_moves_list gives it */
    int score;   /* hundredths of the smallest piece's worth, seen by the side to move */
    int mate_in; /* plies to the forced end, signed; 0: none seen */
    int depth;   /* in full */
    int deepest; /* plies that were looked at behind some line */
    size_t rank; /* of the lines asked for, best first; 0: the best */
    int full;    /* thousandths of the table that are in use */
    uint64_t nodes;
    double seconds;
    char line[512]; /* expected line, coordinate texts */
};
enum { MAD_MOST_THREADS = 64 };
/* All zeros but for something that ends it: a limit or `interrupt`. */
struct mad_search_limits {
    int depth;           /* 0: no limit */
    double seconds;      /* 0: no limit */
    double soft_seconds; /* no other depth is begun after it; 0: no limit but `seconds` */
    uint64_t nodes;      /* 0: no limit */
    int win_in;          /* enough when a win in so many plies is seen; 0: no limit */
    uint64_t
        seed; /* decides among moves that look about as good; 0: the order of the search does */
    mad_interrupt interrupt;
    /* Null, or asked as `interrupt` is: while it says yes no time counts; the limits in seconds begin
     * when it first says no. For thinking on the other's time, and for analysis without end. */
    mad_interrupt waits;
    size_t lines;        /* how many best moves to tell of, each with its line; 0: one */
    const size_t *moves; /* only these, by index in the list of legal moves; null: all */
    size_t move_count;
    size_t table_bytes; /* of the transposition table, at most; 0: 16 MB. Of mad_search alone */
    size_t
        threads; /* that search together, at most MAD_MOST_THREADS; 0: one. Callbacks are called from the
                       caller's. With several no two searches are the same */
    /* Null, or told of each line whenever a depth is done, best first. */
    void (*progress)(void *context, const struct mad_search_report *report);
    void *context; /* of interrupt, waits and progress */
};
/* What searches of a game share: what was found out about its men, about positions and moves. Searches that
 * follow each other in a game are the better for it. One thread at a time. */
typedef struct mad_searcher mad_searcher;
/* `table_bytes`: of the transposition table, at most; 0: 16 MB. */
MAD_MUST_CHECK enum mad_status mad_searcher_new(const mad_game *game, size_t table_bytes,
                                                mad_searcher **out);
void mad_searcher_free(mad_searcher *searcher);
/* Forgets positions and moves, as for a new game: what comes is as from a new searcher. */
void mad_searcher_forget(mad_searcher *searcher);
/* As mad_search, on a position of its game. */
MAD_MUST_CHECK enum mad_status mad_searcher_think(mad_searcher *searcher,
                                                  const mad_position *position,
                                                  const struct mad_search_limits *limits,
                                                  struct mad_search_report *report);
/* One search. MAD_ERROR_OVER where there is nothing to search for. The same limits in depth or nodes
 * give the same report with one thread, but for its seconds. */
MAD_MUST_CHECK enum mad_status mad_search(const mad_position *position,
                                          const struct mad_search_limits *limits,
                                          struct mad_search_report *report);

/* What was learned of a game by playing it (mad_learn.h) lies in a file: beside the rule file, NAME.learned for
 * NAME.mad and NAME.VARIANT.learned for a variant; else in the engine's folders; else it is shipped. Searches of a
 * game that was loaded from a file, or by its name, use it when it was learned for the same rules. */
struct mad_learned_info {
    const char *path;
    const char *fault;  /* why it is not used, with a remedy; null: it is */
    uint32_t positions; /* from which it was learned */
};
/* False when there is none. */
bool mad_game_learned(const mad_game *game, struct mad_learned_info *out);
/* The same from a text, for a game to which it need not belong yet. MAD_ERROR_RULES: it was learned for other rules;
 * MAD_ERROR_TEXT: it is damaged; error->text says more. To be freed after the searchers that use it. */
typedef struct mad_learned mad_learned;
MAD_MUST_CHECK enum mad_status mad_learned_new(const mad_game *game, const char *text, size_t bytes,
                                               mad_learned **out, struct mad_text_error *error);
void mad_learned_free(const mad_game *game, mad_learned *learned);
/* The searcher goes on with this in place of what it has; null: with what is found out from the rules. */
MAD_MUST_CHECK enum mad_status mad_searcher_use(mad_searcher *searcher, const mad_learned *learned);

/* What searches think of a kind of piece, found out from its moves; scores are hundredths of what the smallest
 * is worth. */
struct mad_worth {
    const char *piece;
    int player;
    bool royal; /* beyond price: the others are 0 but for the squares */
    int worth;  /* in general; below 0 where men are a burden */
    int early,
        late; /* the same at the beginning and at the end, where that was learned; else as in general */
    int moves;       /* hundredths of moves on an empty board, on the average square */
    int best, worst; /* squares; -1: it can stand nowhere */
    int best_worth, worst_worth;
    int in_pocket; /* of one in a pocket, the best there is; 0: never comes back from there */
};
/* What they have found that the ends are about. */
enum mad_goal_kind { MAD_GOAL_SQUARE, MAD_GOAL_ROW, MAD_GOAL_COUNTER };
struct mad_goal {
    enum mad_goal_kind kind;
    const char *piece; /* that wins on the square */
    int square;
    const char *counter; /* that wins */
    int player;          /* who wins by it; -1: either */
    int count;           /* men of a row, or what the counter has to come to */
};
/* False past the last. */
bool mad_searcher_worth(const mad_searcher *searcher, size_t index, struct mad_worth *value);
bool mad_searcher_goal(const mad_searcher *searcher, size_t index, struct mad_goal *goal);

/* --- tests in rule files ----------------------------------------------------------------------------- */

enum { /* moves that go to a square */
       MAD_TEST_MISSING = 1,
       MAD_TEST_UNEXPECTED = 2,
};
struct mad_test_report {
    const char *title;
    bool passed;
    struct mad_place place; /* of the line that failed, or of the title */
    const char *text;       /* what was expected and what came, null when passed */
    const mad_position *
        position; /* where moves or the result were not as expected, until the sink returns; else null */
    const unsigned char *
        goals; /* of each square, the moves there: MAD_TEST_MISSING, _UNEXPECTED; null: the line names none */
};
typedef void (*mad_test_sink)(void *context, const struct mad_test_report *report);
/* Runs the `test` blocks of the game (or variant) that was loaded. */
MAD_MUST_CHECK enum mad_status mad_game_run_tests(const mad_game *game, mad_test_sink sink,
                                                  void *context, size_t *run, size_t *failed);
/* The same, where `interrupt` may end the run early: the test that it cuts short is neither reported
 * nor counted, nor are those behind it. Both functions get `context` and may be null. */
MAD_MUST_CHECK enum mad_status mad_game_run_tests_until(const mad_game *game, mad_test_sink sink,
                                                        mad_interrupt interrupt, void *context,
                                                        size_t *run, size_t *failed);

#ifdef __cplusplus
}
#endif

#endif
