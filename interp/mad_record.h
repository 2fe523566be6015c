/* mad_record.h - games as they are kept: one record that files, prompts, protocols and matches share.
 *
 *   mad_record    a game with its header, its start, a tree of moves, and how it ended. It has a
 *                 cursor: the move that was made last, and the position behind it.
 *
 * A move is named by a number that stays its own: MAD_RECORD_START is the start of the game, before all
 * moves. Rules as in mad_rules.h: statuses, out-parameters untouched on failure, strings that belong to
 * the record. A record is used by one thread at a time; its game must live as long as it. Nothing here
 * prints or opens a file: texts go to a function of the caller and come from one. */
#ifndef MAD_RECORD_H
#define MAD_RECORD_H

#include "mad_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mad_record mad_record;

enum { MAD_RECORD_START = 0 };
#define MAD_RECORD_NONE UINT32_MAX

/* --- a record -------------------------------------------------------------------------------------- */

/* A game that begins with the array, without moves or tags, its result open. */
MAD_MUST_CHECK enum mad_status mad_record_new(const mad_game *game, mad_record **out);
void mad_record_free(mad_record *record);
const mad_game *mad_record_game(const mad_record *record);
/* As it was when new; cheaper than a new one. */
MAD_MUST_CHECK enum mad_status mad_record_clear(mad_record *record);

/* --- header ---------------------------------------------------------------------------------------- */

/* Who plays him is told by the tag of that name: White, Black; of three players and more Player1, Player2 and so on. */
const char *mad_record_player_tag(const mad_game *game, int player);
/* Tags are for people and other programs: "White", "Event", "TimeControl". A name is letters, digits and
 * `_`; an empty or null value takes the tag away. What the record knows otherwise is no tag and
 * MAD_ERROR_MISUSE: Variant, GameType, FEN, SetUp, Result, Termination, Reason, RuleOptions, RuleDigest. */
MAD_MUST_CHECK enum mad_status mad_record_set_tag(mad_record *record, const char *name,
                                                  const char *value);
const char *mad_record_tag(const mad_record *record, const char *name); /* null: there is none */
size_t mad_record_tag_count(const mad_record *record);
const char *mad_record_tag_at(const mad_record *record, size_t index, const char **value);

/* Begins with another position than the array, given as mad_position_set takes it; error as there.
 * MAD_ERROR_MISUSE once there are moves. */
MAD_MUST_CHECK enum mad_status mad_record_set_start(mad_record *record, const char *text,
                                                    struct mad_text_error *error);
/* The same for a text of a dialect, as mad_position_set_as. */
MAD_MUST_CHECK enum mad_status mad_record_set_start_as(mad_record *record, const char *text,
                                                       enum mad_dialect dialect,
                                                       struct mad_text_error *error);
const char *mad_record_start(const mad_record *record); /* our position text; null: the array */

/* --- moves ----------------------------------------------------------------------------------------- */

/* What was noted about a move. Zero: nothing was. */
struct mad_record_note {
    bool has_clock, has_spent, has_score;
    double clock; /* seconds that the mover has left behind the move */
    double spent; /* seconds that he took for it */
    int score;    /* hundredths, for the first player; 0 with a forced end */
    int mate_in;  /* moves to a forced end, above 0 when the first player wins; 0: none seen */
    int depth;    /* of the search that gave the score; 0: not said */
};

struct mad_record_move {
    const char *coord, *text; /* as in struct mad_move_info; null at the start */
    uint32_t parent;          /* the move before it; MAD_RECORD_NONE at the start */
    uint32_t next;            /* the move that followed, or MAD_RECORD_NONE */
    uint32_t other;           /* the next one tried in place of this one, or MAD_RECORD_NONE */
    int side;                 /* who made it, from 0 */
    uint32_t number;          /* of the move, as mad_position_move_number counts */
    const char *before;       /* comment in front of the move, or null */
    const char *comment;      /* and behind it; at the start: before all moves */
    const uint8_t *nags;      /* numeric annotations, [nag_count], as they were given */
    size_t nag_count;
    struct mad_record_note note;
};
/* All empty for a number that is none. */
struct mad_record_move mad_record_at(const mad_record *record, uint32_t move);
size_t mad_record_move_count(const mad_record *record); /* of the whole tree */
uint32_t mad_record_last(const mad_record *record);     /* the last one of the main line */

/* The cursor. The position is for reading: whoever makes moves in it breaks the record. */
uint32_t mad_record_here(const mad_record *record);
mad_position *mad_record_position(mad_record *record);
MAD_MUST_CHECK enum mad_status mad_record_goto(mad_record *record, uint32_t move);

/* Makes a move behind the cursor, which goes along. A move that is there already is followed; the first
 * one behind a move belongs to the main line, others are variations. Statuses and `error` as for
 * mad_position_play; MAD_ERROR_LIMIT also when variations nest too deeply. */
MAD_MUST_CHECK enum mad_status mad_record_play(mad_record *record, const char *text,
                                               struct mad_text_error *error);
/* The same where the rules say that the game is drawn, and it was played on. */
MAD_MUST_CHECK enum mad_status mad_record_play_on(mad_record *record, const char *text,
                                                  struct mad_text_error *error);
/* The same for move `index` of a list of the position at the cursor, as mad_position_apply. */
MAD_MUST_CHECK enum mad_status mad_record_make(mad_record *record, const mad_moves *moves,
                                               size_t index);
/* Takes the move at the cursor out of the tree, with all that followed it; the cursor goes one back.
 * MAD_ERROR_MISUSE at the start. */
MAD_MUST_CHECK enum mad_status mad_record_take_back(mad_record *record);

/* Comments; null or empty takes one away. */
MAD_MUST_CHECK enum mad_status mad_record_set_comment(mad_record *record, uint32_t move,
                                                      const char *text);
MAD_MUST_CHECK enum mad_status mad_record_set_before(mad_record *record, uint32_t move,
                                                     const char *text);
MAD_MUST_CHECK enum mad_status mad_record_add_nag(mad_record *record, uint32_t move, uint8_t nag);
MAD_MUST_CHECK enum mad_status mad_record_set_note(mad_record *record, uint32_t move,
                                                   const struct mad_record_note *note);

/* --- result ---------------------------------------------------------------------------------------- */

enum mad_termination {
    MAD_UNTERMINATED, /* goes on, or nobody knows */
    MAD_BY_RULE,      /* an end of the rules, resigned, agreed */
    MAD_BY_TIME,
    MAD_BY_ILLEGAL, /* an illegal move, or what comes to the same */
    MAD_BY_ADJUDICATION,
    MAD_BY_ABANDONING, /* a player or program went away */
};
struct mad_record_result {
    enum mad_outcome outcome; /* MAD_GOES_ON: open */
    enum mad_termination termination;
    const char *reason; /* the rule line that decided, or in words; null: not said */
};
/* The text of `result->reason` is copied. */
MAD_MUST_CHECK enum mad_status mad_record_set_result(mad_record *record,
                                                     const struct mad_record_result *result);
/* What the rules say about the end of the main line, if they say that the game is over; else the result
 * stays as it is. The cursor stays where it is. */
MAD_MUST_CHECK enum mad_status mad_record_judge(mad_record *record);
struct mad_record_result mad_record_result(const mad_record *record);

/* Seconds that the first and the second player have left where the game ended without a move, as when somebody resigned:
 * the tags WhiteClock and BlackClock. Null takes them away. */
MAD_MUST_CHECK enum mad_status mad_record_set_clocks(mad_record *record, const double *seconds);
/* False: they are not both there, or say no time. */
bool mad_record_clocks(const mad_record *record, double seconds[2]);

/* `1-0`; `*` when the game goes on: in files, protocols and what is printed. */
const char *mad_result_token(enum mad_outcome outcome);
/* Bytes of the result that stands at the head of a text, before its end, a blank or a brace; 0: none does. `2-0` and `1-1`
 * of draughts are results, too. */
size_t mad_result_read(const char *text, enum mad_outcome *outcome);

/* --- moves in a text ------------------------------------------------------------------------------- */

/* The moves of a text as people and PGN files write them, one after the other: numbers before moves, comments,
 * variations, annotations and results are passed over. Begin with `at` on the text. */
struct mad_movetext {
    const char *at;
    char word[256];
    const char *move;  /* in word, without its number; a longer one is cut */
    const char *fault; /* behind the last move: why the rest cannot be read; null: there is none */
};
bool mad_movetext_next(struct mad_movetext *walk); /* false: there are no more */

/* --- PGN ------------------------------------------------------------------------------------------- */

/* Takes a piece of text; false ends the writing. */
typedef bool (*mad_text_sink)(void *context, const char *text, size_t bytes);

/* The record as one game of a PGN file, an empty line behind it; of a game that has texts of PDN as one of a PDN file:
 * GameType, moves and FEN by numbered squares, and White is who is called so. MAD_ERROR_READ when the sink ended it. */
MAD_MUST_CHECK enum mad_status mad_record_write_pgn(const mad_record *record, mad_text_sink sink,
                                                    void *context);
/* The same in a dialect: MAD_DIALECT_PDN, MAD_DIALECT_OURS, or MAD_DIALECT_ANY as above. MAD_ERROR_TEXT: the game has no
 * texts of it. */
MAD_MUST_CHECK enum mad_status mad_record_write_pgn_as(const mad_record *record,
                                                       enum mad_dialect dialect, mad_text_sink sink,
                                                       void *context);

/* Gives the next bytes of a text, `size` at most; 0 when there are no more. */
typedef size_t (*mad_text_source)(void *context, char *buffer, size_t size);

/* Reads PGN game by game, in memory that does not grow with the file. */
typedef struct mad_pgn mad_pgn;

struct mad_pgn_game {
    uint64_t number;     /* in the file, from 1 */
    uint64_t line;       /* where it begins */
    const char *variant; /* as the tag says; null: there is none */
    /* Up to the first fault. It belongs to the reader and is another game after the next call. Null:
     * there are no such rules. */
    mad_record *record;
    /* MAD_OK, or what the first fault is: MAD_ERROR_NOT_FOUND: unknown rules; MAD_ERROR_TEXT, ILLEGAL,
     * AMBIGUOUS, CHANCE, OVER, LIMIT. */
    enum mad_status status;
    const char *fault; /* in words; null: none */
    uint64_t fault_line, fault_column;
    const char *remark; /* what is odd and hinders nothing, or null */
};

/* `usual`: rules of the games that name none, by Variant, or GameType or Game of a game that comes with mad, and of those that name
 * it; null: none. It has to live as
 * long as the reader. Other rules are found by mad_find_game, and no file is opened for them. */
MAD_MUST_CHECK enum mad_status mad_pgn_new(const mad_engine *engine, const mad_game *usual,
                                           mad_text_source source, void *context, mad_pgn **out);
void mad_pgn_free(mad_pgn *pgn);
/* MAD_OK also for a game with a fault; MAD_ERROR_NOT_FOUND: there are no more. */
MAD_MUST_CHECK enum mad_status mad_pgn_next(mad_pgn *pgn, struct mad_pgn_game *out);
uint64_t mad_pgn_bytes(const mad_pgn *pgn); /* read so far */

#ifdef __cplusplus
}
#endif

#endif
