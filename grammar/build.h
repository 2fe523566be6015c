/* build.h - what lexer, parser actions and outline share: the state of one parse, and node makers.
 *
 * Layer: grammar, private to it. When memory runs out the makers hand out a spare node that nobody
 * will read and set out_of_memory, so that grammar actions stay one line each; the parse then ends
 * with MAD_PARSE_MEMORY before anything walks the tree. */
#ifndef MAD_GRAMMAR_BUILD_H
#define MAD_GRAMMAR_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ast.h"
#include "limits.h"
#include "parse.h"

struct mad_nodes { /* a list being made */
    struct mad_node *first, *last;
};

struct mad_number {
    const char *text;
    int32_t value; /* MAD_GRAMMAR_MAX_NUMBER + 1 when larger than that */
};

struct mad_offset {
    int32_t right, up, on; /* squares to the right, squares up, boards on */
};

/* What the parser has to know of a line that it could not read; comes with its NEWLINE. */
struct mad_line {
    int first_token; /* 0 when there was none */
    bool ends_with_colon;
    struct mad_span span; /* of the first token */
};

/* How a sentence takes part in the nesting that outline.c makes. */
enum mad_form {
    MAD_FORM_PLAIN,
    MAD_FORM_OPENS,     /* its block is on the lines that follow */
    MAD_FORM_OTHERWISE, /* node: BODY; empty when its block follows */
    MAD_FORM_OUTCOME,   /* node: OUTCOME; its body is empty when its block follows */
    MAD_FORM_END,
    MAD_FORM_BROKEN, /* could not be read and was reported */
};

struct mad_sentence { /* value of a parsed sentence */
    struct mad_node *node;
    enum mad_form form;
};

struct mad_sentences { /* the flat list */
    struct mad_sentences *next;
    struct mad_sentence sentence;
    struct mad_span span;
    struct mad_line line; /* for MAD_FORM_BROKEN */
};

struct mad_parser {
    struct mad_parse_context *context;
    const char *text;
    uint32_t bytes;
    uint16_t source;
    bool out_of_memory;

    /* lexer */
    uint32_t offset;         /* of the next byte */
    uint32_t skip_until;     /* words before it belong to a phrase already delivered */
    int last_token;          /* of this line, 0 at its beginning */
    bool has_line_end;       /* since the last token: it was a comma */
    struct mad_span comma;   /* the last token */
    bool in_blank;           /* between [ and ] */
    bool is_quiet;           /* this line's fault was reported */
    bool starts_quiet;       /* the same, before its first token */
    bool has_foreign_bytes;  /* the text is not UTF-8, reported */
    bool has_row;            /* of the array being read */
    char strange_cell;       /* begins what was no cell last */
    bool has_far_files;      /* a board has files behind the sixteenth, so that q1 is a square */
    bool is_done;            /* the last NEWLINE was delivered */
    bool is_trial;           /* nothing is told: repair.c asks whether this can be read */
    bool watched_is_keyword; /* the byte at `watched` is part of a keyword */
    uint32_t watched, fault; /* of a trial: the first place where it cannot be read */
    uint8_t depth;           /* of brackets */
    uint8_t joiners[MAD_GRAMMAR_MAX_NESTING + 1]; /* seen at each depth of brackets */
    struct mad_line line;
    struct mad_comment *last_comment;
    uint16_t keywords[128];         /* [character] the first that begins with it, or 0 */
    uint16_t next_keyword[512];     /* [token] the next with the same first character, or 0 */
    size_t scanner_used;            /* of scanner_memory */
    max_align_t scanner_memory[64]; /* flex takes its few hundred bytes here, so it cannot fail */

    /* parser */
    bool wants_expected; /* words.c asks what may stand where the last word is that cannot */
    uint16_t expected[512];
    size_t expected_count;
    struct mad_sentences *first, *last;
    struct mad_node spare;
};

/* --- makers ------------------------------------------------------------------------------------- */
struct mad_node *mad_build(struct mad_parser *parser, enum mad_node_kind kind,
                           struct mad_span span);
/* Words that say in an older way what is said `now`: they go on being read, and `mad lint --fix` writes the others. */
void mad_build_older(struct mad_parser *parser, struct mad_span words, const char *now);
struct mad_node *mad_build_no_longer(struct mad_parser *parser, struct mad_span span,
                                     struct mad_nodes outs);
/* Whether a leap goes neither straight nor diagonally. */
bool mad_leap_bends(struct mad_offset offset);
/* `leap 1,2 over empty squares, straight first`. */
struct mad_node *mad_build_lame(struct mad_parser *parser, struct mad_span span,
                                struct mad_offset offset, bool straight_first,
                                struct mad_node *origin);
/* `each turn is N moves`, and what it stands for. */
/* `player White (w) in capitals going north`: nobody moves but him. */
struct mad_node *mad_build_alone(struct mad_parser *parser, struct mad_span span,
                                 struct mad_node *player);
struct mad_node *mad_build_each_turn(struct mad_parser *parser, struct mad_span span,
                                     struct mad_node *number);
/* `counter name counts moves after which truth`; what: enum mad_counts, ored. */
struct mad_node *mad_build_counting(struct mad_parser *parser, struct mad_span span,
                                    const char *name, int32_t what, struct mad_node *truth);
struct mad_node *mad_build_named(struct mad_parser *parser, enum mad_node_kind kind,
                                 struct mad_span span, const char *name);
struct mad_node *mad_build_text(struct mad_parser *parser, enum mad_node_kind kind,
                                struct mad_span span, const char *text);
struct mad_node *mad_build_number(struct mad_parser *parser, enum mad_node_kind kind,
                                  struct mad_span span, int32_t n0);
struct mad_node *mad_build_one(struct mad_parser *parser, enum mad_node_kind kind,
                               struct mad_span span, struct mad_node *child);
struct mad_node *mad_build_two(struct mad_parser *parser, enum mad_node_kind kind,
                               struct mad_span span, struct mad_node *a, struct mad_node *b);
struct mad_node *mad_build_list(struct mad_parser *parser, enum mad_node_kind kind,
                                struct mad_span span, struct mad_nodes list);
/* The same of what `and`, `or` and commas join. */
struct mad_node *mad_build_joined(struct mad_parser *parser, enum mad_node_kind kind,
                                  struct mad_span span, struct mad_nodes list);
/* `pieces` behind who has them or how many there are: `piece`. All else as it is. */
struct mad_node *mad_build_several(struct mad_node *set);
struct mad_node *mad_build_flag(struct mad_node *node, uint32_t flags); /* sets, gives back */

/* --- lists; a null node adds nothing --------------------------------------------------------------- */
struct mad_nodes mad_nodes_of(struct mad_node *node);
struct mad_nodes mad_nodes_add(struct mad_nodes list, struct mad_node *node);
struct mad_nodes mad_nodes_join(struct mad_nodes list, struct mad_nodes more);

/* --- the rest ---------------------------------------------------------------------------------------- */
const char *mad_build_intern(struct mad_parser *parser, const char *text, size_t bytes);
/* The same of a name of several words, with one blank between them however many were typed. */
const char *mad_build_name(struct mad_parser *parser, const char *text, size_t bytes);
/* One side of a coin: it falls one time in two. */
struct mad_node *mad_build_coin(struct mad_parser *parser, struct mad_span span, const char *side);
/* "in place" and "to" give "in place to". */
const char *mad_build_words(struct mad_parser *parser, const char *a, const char *b);
/* The number as it goes into a node; reports what is out of range. */
/* Whether the board has files, or rows by letter, for which letters behind p are wanted. */
void mad_build_files(struct mad_parser *parser, const struct mad_node *board);
int32_t mad_build_value(struct mad_parser *parser, struct mad_number number, struct mad_span span);
/* The same for numbers of which 0 makes no sense. */
int32_t mad_build_count(struct mad_parser *parser, struct mad_number number, struct mad_span span);
/* What is said behind `is`, next to, attacked and the like told apart; of A; and of every A, of no A, of so many. */
enum {
    MAD_IS_ATTACKED_BY = MAD_IS_LESS_THAN + 1,
    MAD_IS_GROUP,
    MAD_IS_WORTH, /* and behind it as many more as there are enum mad_is */
    MAD_SOME_EVERY = MAD_SOME_AT_MOST + 1
};
/* `what on where`; told as read in two ways where one of X is picked: `nearest of X on Y`. */
struct mad_node *mad_build_on(struct mad_parser *parser, struct mad_span span,
                              struct mad_node *what, struct mad_node *where);
/* `A worth less than B`. */
struct mad_node *mad_build_worth(struct mad_parser *parser, struct mad_span span, int is,
                                 struct mad_node *a, struct mad_node *b);
struct mad_node *mad_build_being(struct mad_parser *parser, struct mad_span span, int is,
                                 int32_t negated, struct mad_node *b);
struct mad_node *mad_build_said(struct mad_parser *parser, struct mad_span span, struct mad_node *a,
                                struct mad_node *being);
struct mad_node *mad_build_how_many(struct mad_parser *parser, struct mad_span span,
                                    struct mad_node *how, struct mad_node *being);
/* `A is B`. */
struct mad_node *mad_build_is(struct mad_parser *parser, struct mad_span span, enum mad_is is,
                              struct mad_node *a, struct mad_node *b);
/* `a player who is SO`: that the mover, or the enemy, is so. */
/* `a joins b to c`: a chain of those of a, neighbour by neighbour, from b to c. */
struct mad_node *mad_build_joins(struct mad_parser *parser, struct mad_span span,
                                 struct mad_node *a, struct mad_node *b, struct mad_node *c);
struct mad_node *mad_build_standing(struct mad_parser *parser, struct mad_node *being,
                                    enum mad_word player);
/* `a player who is SO loses when C`, or without `when`: null. */
struct mad_node *mad_build_whoever(struct mad_parser *parser, struct mad_span span,
                                   struct mad_node *being, struct mad_node *claim, int32_t wins);
/* `a player who cannot move loses`, `wins`: the end that it stands for, won by the mover or by the enemy. */
struct mad_node *mad_build_stuck(struct mad_parser *parser, struct mad_span span,
                                 enum mad_word winner);
/* `X has a Y`, `X has no Y`, `X has at least 2 Y`. */
struct mad_node *mad_build_has(struct mad_parser *parser, struct mad_span span,
                               struct mad_node *who, struct mad_node *some);
/* `number NAME on each square from 0 to N`: a mark of a number for each square. */
struct mad_node *mad_build_tally(struct mad_parser *parser, struct mad_span span,
                                 enum mad_life life, struct mad_number least,
                                 struct mad_number most);
/* `men stand on one another`: the number of men on each square. */
struct mad_node *mad_build_stacking(struct mad_parser *parser, struct mad_span span);
/* `the top of X`, `the top N of X`, `the bottom of X`: an argument; and what a call says of `label`, or of its object. */
struct mad_node *mad_build_part(struct mad_parser *parser, struct mad_span span, enum mad_part part,
                                struct mad_node *number, struct mad_node *of);
struct mad_node *mad_build_argument(struct mad_parser *parser, struct mad_span span,
                                    const char *label, struct mad_node *said);
/* `track NAME leads over a1, b1 and a1`: a direction over a list of squares. */
/* A piece of a library, under another name (or null) and letter, for one player alone (or null). */
struct mad_node *mad_build_pick(struct mad_parser *parser, struct mad_span span, const char *name,
                                const char *called, const char *letter, const char *player);
struct mad_node *mad_build_track(struct mad_parser *parser, struct mad_span span, const char *name,
                                 struct mad_node *squares);
/* Of `X where NAME is N` what stands behind `where`, and the whole. */
struct mad_node *mad_build_number_is(struct mad_parser *parser, struct mad_span span,
                                     enum mad_is is, uint32_t flags, const char *name,
                                     struct mad_node *number);
struct mad_node *mad_build_where(struct mad_parser *parser, struct mad_span span,
                                 struct mad_node *squares, struct mad_node *is);
/* `C unless D`: C and not D, as one list of truths. */
struct mad_node *mad_build_unless(struct mad_parser *parser, struct mad_span span,
                                  struct mad_node *claim, struct mad_node *excuse);

/* `White may lay Stone when ...`: the condition, null for none, and that the mover is he. */
struct mad_node *mad_build_whose(struct mad_parser *parser, struct mad_span span,
                                 struct mad_node *player, struct mad_node *when);
struct mad_node *mad_build_file(struct mad_parser *parser, struct mad_span span, const char *text);
struct mad_node *mad_build_rectangle(struct mad_parser *parser, struct mad_span span,
                                     const char *text);
struct mad_node *mad_build_param(struct mad_parser *parser, struct mad_span span, const char *name,
                                 const char *type, struct mad_span type_span,
                                 struct mad_node *normally);
void mad_build_sentence(struct mad_parser *parser, struct mad_sentence sentence,
                        struct mad_span span, struct mad_line line);
/* A finding of this parse; counts no more than one a sentence. */
struct mad_finding *mad_parser_report(struct mad_parser *parser, enum mad_finding_kind kind,
                                      struct mad_span span, const char *text);

/* --- parser.y and lexer.l ------------------------------------------------------------------------------ */
/* The keyword or phrase that begins at text (blanks between its words as they please), the longest
 * one; 0 for none. `starts` says whether a sentence may begin here. */
int mad_keyword_at(const struct mad_parser *p, const char *text, const char *end, bool starts,
                   uint32_t *length);
/* How a token is typed, or null. */
const char *mad_token_text(int token);
bool mad_token_starts_sentence(int token);
/* What the automaton does in a state before a token: shifts to the state given, reduces by minus the rule, 0: neither.
 * It begins in state 0. */
int mad_lr_action(int state, int token);
int mad_lr_length(int rule);
/* The state behind one where what a rule makes has been read. */
int mad_lr_goto(int state, int rule);
/* Makes ready for the lexer alone; false without memory. */
bool mad_parser_begin(struct mad_parser *parser, void **scanner);
/* Runs the parser: 0, or not 0 when it gave up (nesting). */
int mad_parser_run(struct mad_parser *parser);

#endif
